//! Input that is out to harm: each ends in a clear message, with exit code 1 or 2, without panic and without end.

use std::path::Path;

use crate::support::{Ran, run_in};

/// Files of one test, and what the binary says of them.
struct Case(tempfile::TempDir);

impl Case {
    fn new() -> Self {
        Case(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Self {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
        self
    }

    fn run(&self, args: &[&str]) -> Ran {
        let ran = run_in(self.path(), args);
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
        assert!(!ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'), "an escape reaches the terminal");
        ran
    }

    /// Checks one deck of Barrenia that cannot be read, or is illegal, for a reason that holds these words.
    #[track_caller]
    fn refuse(&self, name: &str, code: i32, words: &str) {
        let ran = self.run(&["check", "--game", "barrenia", "--format", "concise", name]);
        assert_eq!(ran.code, code, "{name}: {}{}", ran.out, ran.err);
        let all = ran.out + &ran.err;
        assert!(all.contains(words), "{name}: {}", all.chars().take(600).collect::<String>());
    }
}

#[test]
fn files_that_are_no_decks() {
    let case = Case::new();
    case.write("empty.txt", "")
        .write("blank.txt", "\n\n  \n")
        .write("comment.txt", "# only a remark\n")
        .write("label.txt", "Soldiers\nRears:\n")
        .write("binary.txt", [0x7f, b'E', b'L', b'F', 0, 1, 2, 3])
        .write("png.txt", [0x89, b'P', b'N', b'G', 13, 10, 26, 10, 0, 0, 0, 13])
        .write("utf16.txt", [0xff, 0xfe, 0x34, 0x00, 0x00, 0xd8])
        .write("folder/sub/keep.md", "");
    case.refuse("empty.txt", 1, "DCK002");
    case.refuse("blank.txt", 1, "DCK002");
    case.refuse("comment.txt", 1, "DCK002");
    case.refuse("label.txt", 1, "DCK002");
    case.refuse("binary.txt", 2, "no text file");
    case.refuse("png.txt", 2, "no text file");
    case.refuse("utf16.txt", 2, "UTF-16LE");
    case.refuse("missing.txt", 2, "there is no such file");
    case.refuse("folder", 2, "nothing to check");
    case.refuse("folder/*.txt", 2, "no file matches");
}

#[test]
fn files_that_are_too_large() {
    let case = Case::new();
    case.write("line.txt", vec![b'x'; 50 << 20]).write("long.txt", vec![b'x'; 4 << 20]);
    case.refuse("line.txt", 2, "DCK013");
    // Half of what is read: one unknown card, shown in part.
    let ran = case.run(&["check", "--game", "barrenia", "long.txt"]);
    assert_eq!(ran.code, 1);
    let many = "1 Nobody's Card\n".repeat(100_000);
    case.write("many.txt", many);
    case.refuse("many.txt", 1, "RES001");
}

#[test]
fn trees_that_explode() {
    let case = Case::new();
    let mut bomb = String::from("a: &a [x,x,x,x,x,x,x,x,x,x]\n");
    for pair in ('a'..='l').collect::<Vec<_>>().windows(2) {
        bomb += &format!("{1}: &{1} [{0}]\n", vec![format!("*{}", pair[0]); 10].join(","), pair[1]);
    }
    case.write("bomb.yaml", bomb)
        .write("deep.yaml", "[".repeat(200_000))
        .write("deep-block.yaml", (0..2000).map(|n| format!("{}a:\n", " ".repeat(n))).collect::<String>())
        .write("deep.json", "[".repeat(200_000))
        .write("open.json", "{\"main\": [")
        .write("self.yaml", "main: &a [*a]\n");
    case.refuse("bomb.yaml", 2, "values");
    for name in ["deep.yaml", "deep-block.yaml", "deep.json", "open.json", "self.yaml"] {
        case.refuse(name, 2, "DCK001");
    }
}

#[test]
fn tables_that_are_wide() {
    let case = Case::new();
    let header: Vec<String> = (0..10_000).map(|n| format!("c{n}")).collect();
    case.write("wide.csv", format!("count,name,{}\n4,Piston Page{}\n", header.join(","), ",x".repeat(10_000)));
    case.refuse("wide.csv", 1, "BAR001");
    case.write("pool.csv", format!("code,name,{}\n00000001,A{}\n", header.join(","), ",x".repeat(10_000)))
        .write("deck.txt", "40 A\n");
    let ran = case.run(&["check", "--game", "barrenia", "--cards", "pool.csv", "--format", "concise", "deck.txt"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("BAR003") && ran.err.contains("CAT008"), "{}", ran.err);
}

#[test]
fn names_with_terminal_escapes_are_shown_not_obeyed() {
    let case = Case::new();
    case.write("escape.txt", "# name: \u{1b}[31mred\n4 \u{1b}[2J\u{7}Card\n4 \u{202e}drac\n")
        .write("escape.yaml", "game: barrenia\nmain:\n  - {card: \"\\e[31mred\", count: 4}\n");
    for format in ["full", "concise", "json"] {
        let ran = case.run(&[
            "check",
            "--game",
            "barrenia",
            "--color",
            "never",
            "--format",
            format,
            "escape.txt",
            "escape.yaml",
        ]);
        assert_eq!(ran.code, 1);
        assert!(ran.out.contains("1b"), "the escape is shown: {}", ran.out);
    }
}

#[cfg(unix)]
#[test]
fn devices_and_loops_do_not_hang() {
    let case = Case::new();
    std::os::unix::fs::symlink("loop.txt", case.path().join("loop.txt")).expect("a link");
    case.write("ok/deck.txt", "40 Piston Page\n");
    std::os::unix::fs::symlink("..", case.path().join("ok/up")).expect("a link");
    let ran = case.run(&["check", "--game", "barrenia", "--format", "concise", "loop.txt", "/dev/zero", "ok"]);
    assert_eq!(ran.code, 2);
    assert!(ran.out.contains("ok/deck.txt") && ran.out.contains("BAR003"), "the others are still checked: {}", ran.out);
    assert!(ran.err.contains("3 decks: 0 legal, 1 illegal, 2 not checked"), "{}", ran.err);
}

#[test]
fn a_broken_game_leaves_the_others_usable() {
    let case = Case::new();
    let game = "id: demo\nname: Demo\nprefix: DEM\nidentity: name\nsections: {main: {title: Main}}\nattributes: {name: {type: text, required: true}}\n";
    case.write("games/demo/game.yaml", game.replace("prefix", "prefx"))
        .write("games/demo/rules.yaml", "rules: []\n")
        .write("games/demo/cards.csv", "name\nA\n")
        .write("demo.txt", "# game: demo\n4 A\n")
        .write("other.txt", "# game: barrenia\n4 Piston Page\n");
    let ran = case.run(&["check", "--games", "games", "demo.txt", "other.txt"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("did you mean `prefix`?") && ran.err.contains("games/demo/game.yaml:3:1"), "{}", ran.err);
    assert!(ran.out.contains("BAR001"), "{}", ran.out);
    let rule = "rules:\n  - {id: DEM001, slug: size, title: t, basis: stated, cite: {text: a, at: b}, check: {size: {sections: [mian], max: 3}}, why: w, mend: m}\n";
    case.write("games/demo/game.yaml", game).write("games/demo/rules.yaml", rule);
    let ran = case.run(&["check", "--games", "games", "demo.txt", "other.txt"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("unknown section `mian`; did you mean `main`?"), "{}", ran.err);
    assert!(ran.out.contains("BAR001"), "{}", ran.out);
    let ran = case.run(&["check", "--games", "nowhere", "other.txt"]);
    assert_eq!(ran.code, 2);
}
