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

/// Of a table without cards and of one whose first quote is never closed nothing is read; of the third some of it is.
#[test]
fn tables_of_which_nothing_is_read_are_unreadable() {
    let case = Case::new();
    case.write("a.csv", "count,author\n4,Piston Page\n");
    case.write("b.csv", "count;name\n\"4;Piston Page\n");
    case.write("c.csv", "count;name\n4;\"Piston Page\n");
    for (file, code, word) in [("a.csv", 2, "unreadable"), ("b.csv", 2, "unreadable"), ("c.csv", 1, "illegal")] {
        let ran = case.run(&["check", "--game", "barrenia", "--format", "concise", file]);
        assert!(ran.out.contains("error DCK001"), "{file}: {}", ran.out);
        assert_eq!((ran.code, ran.err.contains(&format!("1 {word}"))), (code, true), "{file}: {}{}", ran.out, ran.err);
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
    assert!(ran.err.contains("3 decks: 0 legal, 1 illegal, 2 unreadable"), "{}", ran.err);
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

#[test]
fn a_broken_game_shows_the_line() {
    let case = Case::new();
    let game = "id: demo\nname: Demo\nprefix: DEM\nidentity: name\nsections: {main: {title: Main}}\nattributes: {name: {type: text, required: true}}\n";
    case.write("games/demo/cards.csv", "name\nA\n")
        .write("demo.txt", "# game: demo\n4 A\n")
        .write("other.txt", "# game: barrenia\n4 Piston Page\n");
    for (spec, rules, frame) in [
        ("id: [demo\n", "rules: []\n", "games/demo/game.yaml:"),
        ("", "rules: []\n", "games/demo/game.yaml"),
        ("id: other\n", "rules: []\n", "games/demo/game.yaml"),
        ("id: demo\nid: demo\n", "rules: []\n", "games/demo/game.yaml:2:1"),
        ("- a\n- b\n", "rules: []\n", "games/demo/game.yaml:1:1"),
        ("\0\u{1}\u{2}", "rules: []\n", "games/demo/game.yaml"),
        (game, "rules: [\n", "games/demo/rules.yaml:"),
        (game, "rules:\n  - {id: DEM001}\n", "games/demo/rules.yaml:2:"),
        (game, "rules:\n  - nonsense\n", "games/demo/rules.yaml:2:"),
        (game, "\0\u{1}\u{2}", "games/demo/rules.yaml"),
    ] {
        case.write("games/demo/game.yaml", spec).write("games/demo/rules.yaml", rules);
        let ran = case.run(&["check", "--games", "games", "--color", "never", "demo.txt", "other.txt"]);
        assert_eq!(ran.code, 2, "{spec:?} {rules:?}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(frame), "{spec:?} {rules:?}: {}", ran.err);
        assert!(ran.out.contains("other.txt: illegal"), "the other game is usable: {}", ran.out);
        assert!(ran.out.contains("demo.txt: not-checked"), "{}", ran.out);
        for command in [&["games", "--games", "games"][..], &["explain", "--games", "games", "BAR001"]] {
            let ran = case.run(command);
            assert!(ran.out.contains("barrenia"), "{command:?}: {}{}", ran.out, ran.err);
        }
    }
    std::fs::remove_file(case.path().join("games/demo/rules.yaml")).expect("the file was there");
    case.write("games/demo/game.yaml", game);
    let ran = case.run(&["check", "--games", "games", "demo.txt", "other.txt"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("games/demo/rules.yaml") && ran.out.contains("other.txt: illegal"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn named_pipes_are_refused_before_they_block() {
    let case = Case::new();
    for name in ["pipe.txt", "pipe.csv", "pipe.yaml"] {
        let made = std::process::Command::new("mkfifo").arg(case.path().join(name)).status();
        if !made.is_ok_and(|s| s.success()) {
            return;
        }
    }
    case.write("deck.txt", "40 Piston Page\n");
    case.refuse("pipe.txt", 2, "no regular file");
    // A socket cannot even be opened.
    let _socket = std::os::unix::net::UnixListener::bind(case.path().join("socket.txt")).expect("a socket");
    case.refuse("socket.txt", 2, "no regular file");
    // A folder is walked past them.
    case.refuse(".", 1, "BAR003");
    for args in [
        &["check", "--game", "barrenia", "--cards", "pipe.csv", "deck.txt"][..],
        &["check", "--game", "barrenia", "--cards", "/dev/zero", "deck.txt"],
        &["check", "--game", "barrenia", "--layer", "./pipe.yaml", "deck.txt"],
        &["cards", "barrenia", "--lint", "pipe.csv"],
        &["cards", "barrenia", "--cards", "/dev/zero"],
    ] {
        let ran = case.run(args);
        assert_eq!(ran.code, 2, "{args:?}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains("no regular file"), "{args:?}: {}", ran.err);
    }
}

#[test]
fn closed_nesting_is_refused_like_open_nesting() {
    let case = Case::new();
    let nested = |open: &str, middle: &str, close: &str, n: usize| [&open.repeat(n), middle, &close.repeat(n)].concat();
    for (name, text) in [
        ("object.json", nested("{\"a\":", "1", "}", 50_000)),
        ("array.json", nested("[", "1", "]", 50_000)),
        ("flow.yaml", nested("[", "1", "]", 50_000)),
        ("map.yaml", nested("{a: ", "1", "}", 50_000)),
        ("dash.yaml", nested("- ", "x", "", 50_000)),
        ("key.yaml", nested("? ", "x", "", 50_000)),
    ] {
        case.write(name, &text);
        case.refuse(name, 2, "DCK001");
        case.write("deck.txt", "40 A\n");
        let ran = case.run(&["check", "--game", "barrenia", "--cards", name, "deck.txt"]);
        assert_eq!(ran.code, 2, "{name}: {}", ran.err);
        assert!(ran.err.contains("CAT001"), "{name}: {}", ran.err);
    }
}

#[test]
fn floods_of_findings_stay_short() {
    let case = Case::new();
    let lines = |n: usize, line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    for (name, text, code) in [
        ("unknown.txt", lines(20_000, &|n| format!("1 Unknown {n} Card\n")), "RES001"),
        ("same.txt", "1 zzzz\n".repeat(40_000), "RES001"),
        ("headings.txt", lines(10_000, &|n| format!("Heading {n}:\n1 Piston Page\n")), "DCK005"),
        (
            "sections.csv",
            format!("section,count,name\n{}", lines(10_000, &|n| format!("s{n},1,Piston Page\n"))),
            "DCK005",
        ),
        ("counts.txt", "-1 Piston Page\n".repeat(20_000), "DCK004"),
        ("known.txt", "4 Piston Page\n".repeat(40_000), "BAR003"),
        ("keys.yaml", format!("main:\n{}", "  Piston Page: 1\n".repeat(10_000)), "DCK006"),
        ("keys.json", format!("{{\"main\":{{{}\"x\":1}}}}", "\"x\":1,".repeat(10_000)), "DCK006"),
        ("ragged.csv", format!("count,name\n{}", "1,Piston Page,x\n".repeat(10_000)), "DCK008"),
        ("tags.txt", format!("4 Piston Pag{}\n", " #".repeat(60_000)), "RES001"),
        ("brackets.txt", format!("4 {}x\n", "[a] ".repeat(60_000)), "RES001"),
        ("word.txt", "x".repeat(200_000), "RES001"),
        ("game.txt", format!("# game: {}\n4 x\n", "x".repeat(200_000)), "LAY"),
        ("layer.txt", format!("# layer: {}\n4 x\n", "x".repeat(200_000)), "LAY005"),
        ("heading.txt", format!("{}:\n4 x\n", "x".repeat(200_000)), "DCK005"),
    ] {
        case.write(name, text);
        for format in ["concise", "full"] {
            let ran = case.run(&["check", "--game", "barrenia", "--color", "never", "--format", format, name]);
            assert!(ran.code == 1 || ran.code == 2, "{name}: {}", ran.err);
            assert!(
                code == "LAY" || ran.out.contains(code),
                "{name}: {}",
                ran.out.chars().take(500).collect::<String>()
            );
            assert!(ran.out.len() < 600_000, "{name} {format}: {} bytes", ran.out.len());
        }
        let ran = case.run(&["check", "--game", "barrenia", "--format", "json", name]);
        serde_json::from_str::<serde_json::Value>(&ran.out).expect("the document is whole");
    }
    // Without `--game` the word itself is looked at.
    let ran = case.run(&["check", "--format", "concise", "game.txt"]);
    assert!(ran.code == 2 && ran.out.len() < 1000 && ran.out.contains("DCK011"), "{} bytes", ran.out.len());
    // What is left out is counted.
    let ran = case.run(&["check", "--game", "barrenia", "--color", "never", "unknown.txt"]);
    assert!(ran.out.contains("19000 more findings of this kind in the file"));
}

#[test]
fn a_flood_in_one_rule_is_counted_too() {
    let case = Case::new();
    let shipped = case.run(&["cards", "parallel", "--format", "csv", "type:Token"]);
    let token = shipped.out.lines().nth(1).expect("a token").to_owned();
    let name = case.run(&["cards", "parallel", "--format", "json", "type:Token"]);
    let cards: serde_json::Value = serde_json::from_str(&name.out).expect("json");
    let name = cards[0]["name"].as_str().expect("a name");
    assert!(token.contains(name));
    case.write("tokens.txt", format!("Deck\n{}", format!("1 {name}\n").repeat(50_000)));
    let ran = case.run(&["check", "--game", "parallel", "--color", "never", "tokens.txt"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.out.contains("PAR006") && ran.out.contains("more findings of this rule, not listed"),
        "{}",
        ran.out.len()
    );
    assert!(ran.out.len() < 600_000, "{} bytes", ran.out.len());
}

#[test]
fn bytes_that_are_no_utf8() {
    let case = Case::new();
    // A legacy encoding is guessed and said; halves of UTF-16 pairs are refused.
    case.write("legacy.txt", b"4 Piston Page\n1 Caf\xe9 Cr\xe8me\n");
    case.refuse("legacy.txt", 1, "DCK009");
    let lone = |units: &[u16]| units.iter().flat_map(|u| u.to_le_bytes()).collect::<Vec<u8>>();
    case.write("high.txt", lone(&[0xfeff, 0x34, 0x20, 0xd800, 0x41, 0x0a]));
    case.write("low.txt", lone(&[0xfeff, 0x34, 0x20, 0xdc00, 0x0a]));
    case.write("odd.txt", b"\xff\xfe4\0 \0x");
    for name in ["high.txt", "low.txt", "odd.txt"] {
        case.refuse(name, 2, "UTF-16LE");
    }
    case.write("nul.txt", [0; 4096]).write("utf8bom.txt", b"\xef\xbb\xbf\xff\xfe\xfd");
    case.refuse("nul.txt", 2, "no text file");
    let ran = case.run(&["check", "--game", "barrenia", "utf8bom.txt"]);
    assert!(ran.code > 0, "{}", ran.out);
    // Any bytes at all, as a deck and as a pool: an answer, never a panic.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for round in 0..24 {
        let noise: Vec<u8> = (0..2000)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let byte = (state >> 33) as u8;
                if round % 2 == 0 { byte } else { b"4x ,;:#/[]{}\"'\n\t-&*!|>%@`aA0"[usize::from(byte) % 28] }
            })
            .collect();
        let name = ["n.txt", "n.csv", "n.yaml", "n.json"][round % 4];
        case.write(name, &noise).write("deck.txt", "40 A\n");
        for args in
            [&["check", "--game", "barrenia", name][..], &["check", "--game", "barrenia", "--cards", name, "deck.txt"]]
        {
            let ran = case.run(args);
            assert!((0..=2).contains(&ran.code), "{args:?}: {}", ran.err);
        }
    }
}

/// Neither a home nor any other part of the environment is needed.
#[cfg(unix)]
#[test]
fn no_environment_is_needed() {
    use std::os::unix::fs::PermissionsExt;
    let case = Case::new();
    case.write("deck.txt", "# game: breakrift\n3 Ashen Imp\n").write("home/keep", "");
    let home = case.path().join("home");
    std::fs::set_permissions(&home, std::fs::Permissions::from_mode(0o555)).expect("it is ours");
    // Nobody may write where it is started either (which holds for all but root).
    std::fs::set_permissions(case.path(), std::fs::Permissions::from_mode(0o555)).expect("it is ours");
    let nowhere = Path::new("/nonexistent/home");
    for home in [None, Some(home.as_path()), Some(nowhere)] {
        for (args, code) in [
            (&["check", "deck.txt"][..], 1),
            (&["check", "--stream"], 0),
            (&["cards", "breakrift", "imp"], 0),
            (&["games"], 0),
        ] {
            let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_decklint"));
            command.args(args).current_dir(case.path()).env_clear();
            home.map(|h| command.env("HOME", h));
            let output = command.timeout(std::time::Duration::from_secs(60)).output().expect("the binary starts");
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(code), "{home:?} {args:?}: {err}");
        }
    }
    std::fs::set_permissions(case.path(), std::fs::Permissions::from_mode(0o755)).expect("it is ours");
}

/// A file that extends itself under ever new names.
#[cfg(unix)]
#[test]
fn files_that_extend_themselves_by_links() {
    let case = Case::new();
    std::os::unix::fs::symlink(".", case.path().join("loop")).expect("a link");
    case.write("layer.yaml", "layer: a\nabout: a\nextends: [loop/layer.yaml]\n")
        .write("deck.txt", "# game: breakrift\n3 Ashen Imp\n")
        .write("in/decklint.yaml", "extends: [loop/decklint.yaml]\n")
        .write("in/deck.txt", "# game: breakrift\n3 Ashen Imp\n");
    std::os::unix::fs::symlink(".", case.path().join("in/loop")).expect("a link");
    let ran = case.run(&["check", "--no-config", "--layer", "./layer.yaml", "deck.txt"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("LAY005") && ran.err.len() < 20_000, "{}", ran.err);
    let ran = run_in(&case.path().join("in"), ["check", "deck.txt"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(!ran.err.contains("panicked") && ran.err.contains("extends") && ran.err.len() < 20_000, "{}", ran.err);
}

/// Output that cannot be written is a failed run.
#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_a_failure() {
    let case = Case::new();
    case.write("deck.txt", "# game: breakrift\n3 Ashen Imp\n");
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("the device");
    for args in [&["check", "deck.txt"][..], &["cards", "breakrift"], &["games"]] {
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_decklint"))
            .args(args)
            .current_dir(case.path())
            .stdout(full())
            .output()
            .expect("the binary starts");
        let err = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.code() == Some(2) && err.contains("No space left"), "{args:?}: {:?} {err}", ran.status);
    }
}
