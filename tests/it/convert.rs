//! `decklint convert` and the files it writes: whole or not at all, and only where it was told to.

use std::path::Path;

use crate::support::{Ran, root, run, run_in};

struct Case(tempfile::TempDir);

impl Case {
    fn new() -> Self {
        let case = Case(tempfile::tempdir().expect("a folder"));
        case.write("deck.txt", "# game: barrenia\nMain Deck\n4 Piston Page\n");
        case
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text).expect("a file");
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).expect("a file")
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.path())
            .expect("a folder")
            .map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[track_caller]
    fn convert(&self, code: i32, args: &str) -> Ran {
        let ran = run_in(self.path(), format!("convert {args}").split_whitespace());
        assert_eq!(ran.code, code, "{args}: {}{}", ran.out, ran.err);
        ran
    }
}

/// People know programs, and not the endings of their files.
#[test]
fn a_format_is_known_by_its_program_too() {
    let case = Case::new();
    for (id, program) in [("cod", "cockatrice"), ("arena", "mtg-arena"), ("ydk", ".ydk"), ("tts", "tabletop-simulator")]
    {
        let by_id = case.convert(0, &format!("deck.txt --to {id}")).out;
        assert_eq!(case.convert(0, &format!("deck.txt --to {program}")).out, by_id);
    }
    case.convert(0, "deck.txt --to octgn -o deck.o8d");
    case.convert(0, "deck.o8d --from octgn --game barrenia --to text");
    case.convert(2, "deck.txt --to cocktrice");
}

#[test]
fn one_deck_goes_to_standard_output_or_a_file() {
    let case = Case::new();
    let out = case.convert(0, "deck.txt --to ydk").out;
    assert_eq!(out, "#main\n01204402\n01204402\n01204402\n01204402\n#extra\n!side\n");
    assert_eq!(case.convert(0, "deck.txt --to ydk -o -").out, out);
    let ran = case.convert(0, "deck.txt --to ydk -o new.ydk");
    assert_eq!((ran.out.as_str(), case.text("new.ydk")), ("", out));
    assert!(ran.err.contains("deck.txt -> new.ydk (4 cards)"), "{}", ran.err);
    assert_eq!(case.names(), ["deck.txt", "new.ydk"]);
    // An ending slash names a folder, which is made.
    case.convert(0, "deck.txt --to ydk -o into/");
    assert!(case.path().join("into/deck.ydk").is_file());
}

#[test]
fn files_that_exist_are_replaced_only_by_force() {
    let case = Case::new();
    case.write("old.cod", "mine");
    let ran = case.convert(2, "deck.txt --to cod -o old.cod");
    assert!(ran.err.contains("`old.cod` exists; `--force` replaces it"), "{}", ran.err);
    assert_eq!(case.text("old.cod"), "mine");
    case.convert(0, "deck.txt --to cod -o old.cod --force");
    assert!(case.text("old.cod").contains("Piston Page"));
    assert_eq!(case.names(), ["deck.txt", "old.cod"]);
    // A deck may be written over itself.
    case.convert(0, "deck.txt --to yaml -o deck.txt --force");
    assert!(case.text("deck.txt").starts_with("game: barrenia"));
}

#[test]
fn several_decks_go_into_a_folder_or_nowhere() {
    let case = Case::new();
    case.write("more.csv", "# game: barrenia\ncount,name\n2,Rust Lancer\n");
    let ran = case.convert(2, "deck.txt more.csv --to cod");
    assert!(ran.err.contains("-o FOLDER"), "{}", ran.err);
    let ran = case.convert(0, "deck.txt more.csv --to cod -o out");
    assert!(ran.err.contains("2 of 2 decks written"), "{}", ran.err);
    assert!(case.path().join("out/deck.cod").is_file() && case.path().join("out/more.cod").is_file());
    // One of them exists: none is written.
    std::fs::remove_file(case.path().join("out/deck.cod")).expect("removed");
    let ran = case.convert(2, "deck.txt more.csv --to cod -o out");
    assert!(ran.err.contains("nothing was written") && ran.err.contains("more.cod` exists"), "{}", ran.err);
    assert!(!case.path().join("out/deck.cod").exists());
    // Two decks of one name.
    std::fs::create_dir(case.path().join("b")).expect("a folder");
    std::fs::copy(case.path().join("deck.txt"), case.path().join("b/deck.txt")).expect("copied");
    let ran = case.convert(2, "deck.txt b/deck.txt --to cod -o fresh");
    assert!(ran.err.contains("would both be written to"), "{}", ran.err);
    assert!(!case.path().join("fresh").exists());
}

#[test]
fn a_deck_that_cannot_be_written_stops_no_other() {
    let case = Case::new();
    case.write("bad.json", "{\"main\": [");
    case.write("names.txt", "# game: breakrift\n1 Ember Coat\n");
    let ran = case.convert(2, "bad.json names.txt deck.txt --to ydk -o out");
    assert!(ran.err.contains("DCK001") && ran.err.contains("can hold no card of this deck"), "{}", ran.err);
    assert!(ran.err.contains("1 of 3 decks written"), "{}", ran.err);
    let names: Vec<_> = std::fs::read_dir(case.path().join("out")).expect("a folder").collect();
    assert_eq!(names.len(), 1);
    let ran = case.convert(2, "missing.txt --to cod");
    assert!(ran.err.contains("there is no such file"), "{}", ran.err);
}

#[test]
fn findings_decide_the_exit_code() {
    let case = Case::new();
    case.write("unknown.txt", "# game: barrenia\n4 Piston Pge\n");
    let ran = case.convert(1, "unknown.txt --to cod");
    assert!(ran.out.contains("Piston Pge") && ran.err.contains("RES001"), "{}", ran.err);
    // What is lost is a warning, and a failure for who asks.
    assert!(case.convert(0, "deck.txt --to mtgo").err.contains("warning[DCK015"));
    case.convert(1, "deck.txt --to mtgo --deny warnings");
    assert_eq!(case.convert(0, "deck.txt --to mtgo --level DCK015=off").err, "");
    case.convert(2, "deck.txt --to floppy");
    case.convert(2, "deck.txt");
    case.convert(2, "--to cod");
    let ran = case.convert(2, "deck.txt --to cod -o no/such/deck.cod");
    assert!(ran.err.contains("there is no folder `no/such`"), "{}", ran.err);
    let ran = case.convert(2, "deck.txt --to cod --game floppy");
    assert!(ran.err.contains("unknown game"), "{}", ran.err);
}

#[test]
fn the_format_may_be_told() {
    let case = Case::new();
    case.write("codes.txt", "01204402\n01204402\n01204417\n");
    case.write("one.txt", "CB-4\n");
    let text = case.convert(0, "codes.txt --game barrenia --from ydk --to csv").out;
    assert!(text.contains("main,2,01204402,Piston Page\nmain,1,01204417,Rust Lancer\n"), "{text}");
    let text = case.convert(0, "one.txt --game parallel --from parallel --to csv").out;
    assert!(text.contains("\nparagon,1,CB-4,"), "{text}");
    let ran = run_in(case.path(), ["check", "--game", "barrenia", "--from", "ydk", "-v", "codes.txt"]);
    assert!(ran.err.contains("read as .ydk (as it was told)"), "{}", ran.err);
    let ran = run_in(case.path(), ["check", "--game", "barrenia", "--from", "floppy", "codes.txt"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn links_modes_and_read_only_files_are_respected() {
        let case = Case::new();
        case.write("real.cod", "old");
        symlink("real.cod", case.path().join("link.cod")).expect("a link");
        case.convert(0, "deck.txt --to cod -o link.cod --force");
        assert!(case.path().join("link.cod").is_symlink());
        assert!(case.text("real.cod").contains("Piston Page"));
        // The mode of a file that is replaced stays; a new file is as open as any.
        let mode = |name: &str| std::fs::metadata(case.path().join(name)).expect("a file").permissions().mode() & 0o777;
        std::fs::set_permissions(case.path().join("real.cod"), PermissionsExt::from_mode(0o640)).expect("set");
        case.convert(0, "deck.txt --to cod -o real.cod --force");
        assert_eq!(mode("real.cod"), 0o640);
        case.convert(0, "deck.txt --to cod -o new.cod");
        assert_eq!(mode("new.cod"), mode("deck.txt"));
        std::fs::set_permissions(case.path().join("real.cod"), PermissionsExt::from_mode(0o444)).expect("set");
        let before = case.text("real.cod");
        let ran = case.convert(2, "deck.txt --to text -o real.cod --force");
        assert!(ran.err.contains("read-only"), "{}", ran.err);
        assert_eq!(case.text("real.cod"), before);
        // The system ends the run in the middle of the new file: the old one is whole.
        case.write("old.json", "old");
        let line = format!(
            "ulimit -f 1 && exec {} convert {} --to tts -o old.json --force",
            env!("CARGO_BIN_EXE_decklint"),
            root().join("decks/barrenia/old-maps.txt").display()
        );
        let shell = std::process::Command::new("sh").args(["-c", &line]).current_dir(case.path()).output();
        assert!(!shell.expect("a shell").status.success());
        assert_eq!(case.text("old.json"), "old");
        let ran = case.convert(2, "deck.txt --to text -o /dev/null --force");
        assert!(ran.err.contains("no regular file"), "{}", ran.err);
    }
}

#[test]
fn standard_input_is_a_deck_like_any_other() {
    let case = Case::new();
    let convert = |args: &[&str], text: &str| {
        let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_decklint"))
            .args(["convert", "-"].iter().chain(args))
            .current_dir(case.path())
            .write_stdin(text.to_owned())
            .output()
            .expect("runs");
        (output.status.code(), String::from_utf8(output.stdout).expect("text"))
    };
    let (code, text) = convert(&["--game", "barrenia", "--to", "text"], "#main\n01204402\n");
    assert_eq!((code, text.as_str()), (Some(0), "# game: barrenia\n\nMain Deck\n1 Piston Page\n"));
    // A name tells the format, and the file to write in a folder.
    let (code, _) =
        convert(&["--game", "barrenia", "--stdin-name", "list.ydk", "--to", "text", "-o", "out/"], "01204402\n!side\n");
    assert_eq!(code, Some(0));
    assert!(case.path().join("out/list.txt").is_file());
    let ran = case.convert(0, "-v deck.txt --to csv");
    assert!(ran.err.contains("deck.txt: read as text (no other format fits)"), "{}", ran.err);
}

/// Every sample deck in every format that holds it stays legal.
#[test]
fn sample_decks_stay_legal_in_every_format() {
    for (game, formats) in [
        ("barrenia", "cod o8d lackey lackey-text mtgo ydk ydke xmage forge arena tts text csv yaml json"),
        ("scales", "cod o8d lackey lackey-text mtgo xmage forge arena cgs blocks tts text csv yaml json"),
        ("tuna", "cod o8d lackey lackey-text mtgo xmage forge arena cgs blocks tts text csv yaml json"),
        ("breakrift", "cod o8d lackey lackey-text mtgo xmage forge arena cgs blocks tts text csv yaml json"),
        ("parallel", "cod o8d lackey lackey-text mtgo xmage forge arena parallel tts text csv yaml json"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        for format in formats.split(' ') {
            let out = folder.path().join(format);
            let ran =
                run_in(root(), ["convert", &format!("decks/{game}"), "--to", format, "-o", &out.display().to_string()]);
            assert_eq!(ran.code, 0, "{game} {format}: {}", ran.err);
        }
        let ran = run(&format!("check --game {game} {}", folder.path().display()));
        assert_eq!(ran.code, 0, "{game}: {}{}", ran.out, ran.err);
    }
}
