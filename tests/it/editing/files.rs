//! Files that are written: whole or not at all, as they were encoded, through links, and only when asked.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Ran, root, run_in};

const DECK: &str = "# game: barrenia\n4 Comb Sentry\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("d.txt"), DECK).expect("a deck");
    folder
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).expect("a file")
}

/// No temporary file is left behind.
#[track_caller]
fn assert_only(folder: &Path, wanted: &[&str]) {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("a folder")
        .map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, wanted);
}

/// Runs a line of a shell, in which `$DECKLINT` is the binary.
fn shell(folder: &Path, line: &str) -> Ran {
    let output = Command::new("bash")
        .args(["-c", line])
        .current_dir(folder)
        .env("DECKLINT", env!("CARGO_BIN_EXE_decklint"))
        .output()
        .expect("a shell");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn bytes_of_other_lines_stay_in_every_encoding() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().join("d.txt");
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let text = "\u{feff}# game: barrenia\r\n4 comb  sentry \t# 가\r\n\r\n1 S\u{e9}natrice Florimel";
    let after = "\u{feff}# game: barrenia\r\n5 comb  sentry \t# 가\r\n\r\n1 S\u{e9}natrice Florimel";
    for (before, after) in [(text.as_bytes().to_vec(), after.as_bytes().to_vec()), (utf16(text), utf16(after))] {
        fs::write(&at, &before).expect("a deck");
        let ran = run_in(folder.path(), ["deck", "add", "d.txt", "1 Comb Sentry"]);
        assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
        assert_eq!(fs::read(&at).expect("a deck"), after);
    }
    // Windows-1252 has the letter of one card and not those of another.
    let legacy = b"# game: barrenia\n1 S\xe9natrice Florimel\n1 Honey Vault\n".to_vec();
    fs::write(&at, &legacy).expect("a deck");
    assert_eq!(run_in(folder.path(), ["deck", "add", "d.txt", "1 Honey Vault"]).code, 0);
    assert_eq!(fs::read(&at).expect("a deck"), b"# game: barrenia\n1 S\xe9natrice Florimel\n2 Honey Vault\n");
    let ran = run_in(folder.path(), ["deck", "rename", "d.txt", "가시"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("has no `가`") && ran.err.contains("save it as UTF-8"), "{}", ran.err);
    assert_eq!(fs::read(&at).expect("a deck"), b"# game: barrenia\n1 S\xe9natrice Florimel\n2 Honey Vault\n");
}

#[test]
fn nothing_is_written_that_was_not_asked_for() {
    let folder = folder();
    let at = folder.path();
    for args in [
        &["deck", "add", "d.txt", "2 Honey Vault", "--dry-run"][..],
        &["deck", "fmt", "d.txt", "--check"],
        &["check", "--fix", "--diff", "--unsafe-fixes", "d.txt"],
        &["deck", "add", "d.txt", "2 Nobody"],
        &["deck", "remove", "d.txt", "Honey Vault"],
        &["deck", "merge", "d.txt", "missing.txt"],
        &["check", "--unsafe-fixes", "d.txt"],
    ] {
        let _ = run_in(at, args);
        assert_eq!(read(at.join("d.txt")), DECK, "{args:?}");
    }
    // An edit that changes nothing leaves the file itself alone.
    let stamp = |name: &str| fs::metadata(at.join(name)).expect("a file").modified().expect("a time");
    let before = stamp("d.txt");
    assert_eq!(run_in(at, ["deck", "sort", "d.txt"]).code, 0);
    assert_eq!(stamp("d.txt"), before);
    let made = run_in(at, ["deck", "new", "barrenia", "-o", "d.txt"]);
    assert_eq!(made.code, 2);
    assert!(made.err.contains("`d.txt` is there already; `--force` replaces it"), "{}", made.err);
    assert_eq!(read(at.join("d.txt")), DECK);
    assert_eq!(run_in(at, ["deck", "new", "barrenia", "-o", "d.txt", "--force"]).code, 0);
    assert!(read(at.join("d.txt")).contains("Provisionary Deck"));
    assert_only(at, &["d.txt"]);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = folder();
    let ran = shell(folder.path(), "$DECKLINT deck add - '2 Honey Vault' < d.txt");
    assert_eq!((ran.code, ran.out.as_str()), (0, "# game: barrenia\n4 Comb Sentry\n2 Honey Vault\n"));
    assert!(ran.err.contains("+ 2 Honey Vault (Main Deck)") && ran.err.contains("<stdin>: illegal"), "{}", ran.err);
    let ran = shell(folder.path(), "$DECKLINT deck fmt - < d.txt | $DECKLINT deck diff d.txt -");
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    let ran = shell(folder.path(), "$DECKLINT deck merge - d.txt < d.txt | head -c 0");
    assert_eq!(ran.code, 0, "a closed pipe is no failure");
    let ran = shell(folder.path(), "$DECKLINT check --fix - < d.txt");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("decklint deck fmt -"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let at = folder.path();
    fs::create_dir(at.join("real")).expect("a folder");
    fs::rename(at.join("d.txt"), at.join("real/d.txt")).expect("moved");
    fs::set_permissions(at.join("real/d.txt"), fs::Permissions::from_mode(0o640)).expect("permissions");
    symlink("real/d.txt", at.join("one")).expect("a link");
    symlink("one", at.join("two")).expect("a link");
    let ran = run_in(at, ["deck", "add", "two", "2 Honey Vault"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(fs::read_link(at.join("two")).expect("a link"), Path::new("one"));
    assert_eq!(fs::read_link(at.join("one")).expect("a link"), Path::new("real/d.txt"));
    assert!(read(at.join("real/d.txt")).contains("2 Honey Vault"));
    assert_eq!(fs::metadata(at.join("real/d.txt")).expect("a file").permissions().mode() & 0o777, 0o640);
    assert_only(&at.join("real"), &["d.txt"]);
    // A link to nothing is not followed into a new file.
    symlink("nowhere/d.txt", at.join("dead")).expect("a link");
    let ran = run_in(at, ["deck", "new", "barrenia", "-o", "dead", "--force"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("cannot write `dead`"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn read_only_files_and_folders_are_left_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let at = folder.path();
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
    mode(&at.join("d.txt"), 0o444);
    let ran = run_in(at, ["deck", "add", "d.txt", "2 Honey Vault"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("`d.txt` is read-only; it was left as it is"), "{}", ran.err);
    assert_eq!(read(at.join("d.txt")), DECK);
    mode(&at.join("d.txt"), 0o644);
    // Who may do everything may also write into a read-only folder; the deck is whole either way.
    mode(at, 0o555);
    let ran = run_in(at, ["deck", "add", "d.txt", "2 Honey Vault"]);
    mode(at, 0o755);
    match ran.code {
        0 => assert!(read(at.join("d.txt")).ends_with("2 Honey Vault\n")),
        _ => {
            assert!(ran.err.contains("permission denied; the old file is whole"), "{}", ran.err);
            assert_eq!(read(at.join("d.txt")), DECK);
        }
    }
    assert_only(at, &["d.txt"]);
}

/// A limit on the size of files stands for a full disk, and for a run that is stopped while it writes.
#[cfg(target_os = "linux")]
#[test]
fn a_write_that_fails_or_is_cut_short_leaves_the_old_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let mut deck = DECK.to_owned();
    // Beyond one block of a kibibyte, which is the limit.
    (0..40).for_each(|n| deck += &format!("# remark {n} that makes the file long enough for the limit\n"));
    fs::write(at.join("d.txt"), &deck).expect("a deck");
    let edit = "$DECKLINT deck add d.txt '2 Honey Vault'";
    // The signal is ignored: the write fails with an error.
    let ran = shell(at, &format!("trap '' XFSZ; ulimit -f 1; {edit}"));
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("the file would be larger than allowed; the old file is whole"), "{}", ran.err);
    assert_eq!(read(at.join("d.txt")), deck);
    assert_only(at, &["d.txt"]);
    // The signal kills: the run ends between the first byte of the new file and its renaming.
    let ran = shell(at, &format!("ulimit -c 0; ulimit -f 1; {edit}"));
    assert!(ran.code == -1 || ran.code > 128, "{} {}", ran.code, ran.err);
    assert_eq!(read(at.join("d.txt")), deck);
    let left: Vec<_> = fs::read_dir(at).expect("a folder").collect();
    assert_eq!(left.len(), 2, "what is left beside the deck is one hidden file");
    let ran = shell(at, edit);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(read(at.join("d.txt")).contains("2 Honey Vault"));
}

/// A small file system of its own, where the machine lets us have one.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = folder();
    let mut deck = DECK.to_owned();
    (0..400).for_each(|n| deck += &format!("# remark {n} that fills the small disk to its end\n"));
    fs::write(folder.path().join("long.txt"), &deck).expect("a deck");
    let ran = shell(
        folder.path(),
        "mkdir disk && unshare -rm bash -c 'mount -t tmpfs -o size=32k none disk && cp long.txt disk/ && head -c 20000 /dev/zero > disk/fill 2> /dev/null; \
         cd disk && $DECKLINT deck add long.txt \"2 Honey Vault\"; echo \"code $?\"; cmp long.txt ../long.txt && ls -A'",
    );
    if !ran.out.contains("code") {
        // Without the right to mount there is nothing to test here; the limit on file sizes stands in for it.
        return;
    }
    assert!(ran.out.contains("code 2\n"), "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("the disk is full; the old file is whole"), "{}", ran.err);
    assert!(ran.out.ends_with("fill\nlong.txt\n"), "{}", ran.out);
}

#[test]
fn mending_is_done_in_place_and_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    fs::copy(root().join("examples/hive.txt"), at.join("d.txt")).expect("a deck");
    let shown = run_in(at, ["check", "--diff", "--unsafe-fixes", "d.txt"]);
    assert_eq!(shown.code, 1);
    assert!(
        shown.out.starts_with("--- d.txt\n+++ d.txt\n") && shown.out.contains("+4 Royal-Jelly Smuggler"),
        "{}",
        shown.out
    );
    assert_eq!(read(at.join("d.txt")), read(root().join("examples/hive.txt")));
    // The safe fixes leave what the deck holds.
    let safe = run_in(at, ["check", "--fix", "d.txt"]);
    assert_eq!(safe.code, 1);
    assert_eq!(read(at.join("d.txt")), read(root().join("examples/hive.txt")));
    let all = run_in(at, ["check", "--fix", "--unsafe-fixes", "d.txt"]);
    assert_eq!(all.code, 0, "{}{}", all.out, all.err);
    assert!(all.err.contains("d.txt: 2 cards changed; no legal deck is nearer"), "{}", all.err);
    assert!(all.out.contains("d.txt: legal (barrenia: 40 main, 2 provisionary)"), "{}", all.out);
    // A rule that cannot be kept, and a card that only the author can name.
    fs::write(at.join("t.txt"), "# game: barrenia\n40 Tide Herald\n").expect("a deck");
    let left = run_in(at, ["check", "--fix", "--unsafe-fixes", "t.txt"]);
    assert_eq!(left.code, 1);
    assert!(
        left.err.contains("t.txt: not mended: line 2: RES002 `Tide Herald` is the name of 2 cards"),
        "{}",
        left.err
    );
    let none = run_in(
        at,
        ["check", "--diff", "--unsafe-fixes", "--set", "BAR001.min=1200", "--set", "BAR001.max=1300", "d.txt"],
    );
    assert!(none.err.contains("no deck of this pool keeps all rules"), "{}", none.err);
}

/// Every failing fixture whose rules can be kept becomes legal, and by as few changes as its name promises.
#[test]
fn every_fixture_is_mended() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in crate::support::game_ids() {
        let at = folder.path().join(&game);
        fs::create_dir_all(&at).expect("a folder");
        for path in crate::support::files_below(&root().join("tests/decks").join(&game).join("fail")) {
            fs::copy(&path, at.join(path.file_name().expect("a name"))).expect("a copy");
        }
        let ran = run_in(folder.path(), ["check", "--fix", "--unsafe-fixes", "--format", "concise", &game]);
        let illegal: Vec<&str> = ran.out.lines().filter(|line| line.contains(": error ")).collect();
        assert!(illegal.iter().all(|line| line.contains("RES002")), "{illegal:#?}");
    }
}

/// Files as large as a deck may be, made to be slow: each is edited, or refused, in a moment.
#[test]
fn large_files_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let many = 4_000;
    let rows: String = (0..many).map(|n| format!("1,card {n}\n")).collect();
    let items: Vec<String> = (0..many).map(|n| format!("\"1 card {n}\"")).collect();
    let files = [
        ("same.txt", "1 Comb Sentry\n".repeat(many)),
        ("rows.csv", format!("count,name\n{rows}1,Comb Sentry\n")),
        ("flow.json", format!("{{\"main\": [{}, \"1 Comb Sentry\"]}}", items.join(","))),
        ("same.yaml", format!("main:\n{}", "  - 1 Comb Sentry\n".repeat(many / 4))),
    ];
    for (name, text) in &files {
        std::fs::write(at.join(name), text).expect("a deck");
        for args in [
            &["deck", "remove", "-g", "barrenia", name, "1 Comb Sentry", "--dry-run"][..],
            &["deck", "remove", "-g", "barrenia", name, "Comb Sentry", "--dry-run"],
            &["deck", "fmt", "-g", "barrenia", name, "--check"],
            &["check", "-g", "barrenia", name, "--diff", "--unsafe-fixes"],
        ] {
            let ran = run_in(at, args);
            assert!(ran.code < 2 && !ran.err.contains("panicked"), "{args:?}: {}", ran.err);
            // What has no place in a legal deck goes, however much it is.
            assert!(!ran.err.contains("no deck of this pool"), "{args:?}: {}", ran.err);
        }
    }
}
