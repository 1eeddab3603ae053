//! Findings to live with: comments, entries of the configuration, baselines, and decks that did not change.

use std::path::Path;
use std::process::Command;

use crate::config::{check, folder, write};
use crate::support::{Ran, root, run_in};

/// A legal Barrenia deck but for five copies of its first card, in line 2.
fn five() -> String {
    let text = std::fs::read_to_string(root().join("tests/decks/barrenia/fail/bar003-five.txt")).expect("a deck");
    text.replace("# expect: BAR003", "").lines().filter(|l| !l.contains("expect")).map(|l| format!("{l}\n")).collect()
}

fn with(deck: &str, from: &str, to: &str) -> String {
    assert!(deck.contains(from), "{deck}");
    deck.replacen(from, to, 1)
}

/// The line of the deck with too many copies.
fn culprit(deck: &str) -> String {
    deck.lines().find(|l| l.trim_start().starts_with('5')).expect("five copies").to_owned()
}

#[test]
fn comments_waive_on_their_line_and_the_next() {
    let deck = five();
    let line = culprit(&deck);
    let folder = folder(&[("a.txt", &deck)]);
    let at = folder.path();
    assert_eq!(check(at, "--game barrenia a.txt").out.matches("BAR003").count(), 1, "{deck}");
    for (to, code, found) in [
        (format!("{} # ignore BAR003: proxies", line.trim_end()), 0, ""),
        (format!("# ignore BAR003: proxies\n{line}"), 0, ""),
        (format!("# ignore copy-limit: proxies\n# more\n\n{line}"), 0, ""),
        (format!("# ignore bar003,BAR001: two\n{line}"), 0, "WAI003 the waiver of BAR001 waives nothing"),
        (format!("{line}\n# ignore BAR003: wrong place"), 1, "WAI003"),
        (format!("# ignore BAR003\n{line}"), 1, "error WAI001"),
        (format!("# ignore BAR003 as agreed\n{line}"), 1, "error WAI001"),
        (format!("# ignore BAR033: slip\n{line}"), 1, "there is no such code; did you mean `BAR003`"),
        (format!("# ignore all of this: it is fine\n{line}"), 1, ""),
    ] {
        write(at, "a.txt", &with(&deck, &line, &to));
        let ran = check(at, "--game barrenia a.txt");
        assert_eq!(ran.code, code, "{to}\n{ran:#?}");
        assert!(ran.out.contains(found), "{to}\n{ran:#?}");
        assert_eq!(code == 0, !ran.out.contains("error BAR003"), "{to}\n{ran:#?}");
    }
    // An unused waiver is a warning, which may be raised or switched off; a code that is off is not unused.
    write(at, "a.txt", &with(&deck, &line, &format!("# ignore BAR003: proxies\n{line}")));
    assert_eq!(check(at, "--game barrenia --level BAR003=off a.txt").out, "");
    let ran = check(at, "--game barrenia --show-waived a.txt");
    assert!(
        ran.out.contains("(waived: proxies)") && ran.err.contains("1 legal, 0 illegal; 1 finding waived"),
        "{ran:#?}"
    );
}

#[test]
fn comments_waive_in_yaml_and_csv() {
    let folder = folder(&[
        (
            "a.yaml",
            "game: breakrift\nmain:\n  - {card: Tide Warden, count: 3}  # ignore BRK002, RES001: ours\n  # ignore RES001: ours\n  - {card: Nobody, count: 27}\n",
        ),
        (
            "b.csv",
            "# game: breakrift\nsection,count,name\n# ignore RES001: ours\nmain,27,Nobody\n# ignore RES001: ours\nmain,3,Nobody Else\n",
        ),
        (
            "c.csv",
            "# game: breakrift\nsection,count,name,notes\nmain,27,Nobody # ignore RES001: ours\n\
             main,2,\"Nobody, \"\"Else\"\"\",  # ignore RES001,BRK009: ours\nmain,1,Third,x # ignore RES001, BRK002: ours\n",
        ),
    ]);
    for file in ["a.yaml", "b.csv", "c.csv"] {
        let ran = check(folder.path(), &format!("--show-waived --level WAI003=off {file}"));
        assert_eq!(ran.code, 0, "{ran:#?}");
        assert_eq!(ran.out.matches("(waived: ours)").count(), 2 + usize::from(file == "c.csv"), "{ran:#?}");
    }
}

#[test]
fn entries_of_the_configuration_waive() {
    let deck = five();
    let name = culprit(&deck).trim().trim_start_matches('5').trim().to_owned();
    let folder = folder(&[("lists/a.txt", &deck), ("lists/b.txt", &deck)]);
    let at = folder.path();
    let config = |waivers: &str| write(at, "decklint.yaml", &format!("game: barrenia\nwaivers:\n{waivers}"));
    let run = |waivers: &str, line: &str| {
        config(waivers);
        check(at, line)
    };
    let both = |ran: &Ran| (ran.code, ran.out.matches("error BAR003").count());
    assert_eq!(both(&run("  - {code: BAR003, reason: r}\n", ".")), (0, 0));
    assert_eq!(both(&run("  - {code: copy-limit, deck: lists/a.txt, reason: r}\n", ".")), (1, 1));
    assert_eq!(both(&run("  - {code: BAR003, deck: \"lists/*\", reason: r}\n", ".")), (0, 0));
    assert_eq!(both(&run(&format!("  - {{code: BAR003, card: \"{name}\", reason: r}}\n"), ".")), (0, 0));
    let ran = run("  - {code: BAR003, card: Nobody, reason: r}\n", ".");
    assert!(both(&ran) == (1, 2) && ran.err.contains("decklint.yaml:3:12: warning WAI003"), "{ran:#?}");
    // The last day still counts; tests live on 2026-06-15.
    let ran = run("  - {code: BAR003, reason: r, owner: Kim, until: 2026-06-15}\n", ". --show-waived");
    assert!(both(&ran) == (0, 2) && ran.out.contains("(waived: r, until 2026-06-15, Kim)"), "{ran:#?}");
    let ran = run("  - {code: BAR003, reason: r, until: 2026-06-14}\n", ".");
    assert!(
        both(&ran) == (1, 2)
            && ran.err.contains("WAI002 the waiver of BAR003 held until 2026-06-14; today is 2026-06-15")
    );
    let ran = run("  - {code: BAR003}\n", ".");
    assert!(both(&ran) == (1, 2) && ran.err.contains("error WAI001"), "{ran:#?}");
    assert_eq!(run("  - {code: BAR003, reason: \" \"}\n", ".").err.matches("WAI001").count(), 1);
    // Without a reason it fails the run even where nothing else does, and it is no broken run.
    assert_eq!(run("  - {code: BAR003, reason: r}\n  - {code: BAR001}\n", ".").code, 1);
    // In a run over a part, an entry about other decks is not called unused.
    let gone = "  - {code: BAR003, reason: r}\n  - {code: BAR001, deck: lists/gone.txt, reason: r}\n";
    assert!(!run(gone, "lists/a.txt").err.contains("WAI003"));
    assert!(run(gone, ".").err.contains("decklint.yaml:4:12: warning WAI003"));
    assert_eq!(check(at, ". --deny warnings").code, 1);
    let ran = run_in(at, ["check", "--today", "June", "."]);
    assert!(ran.code == 2 && ran.err.contains("--today: `June` is no day"), "{ran:#?}");
}

#[test]
fn waived_findings_stand_in_json() {
    let deck = five();
    let line = culprit(&deck);
    let folder = folder(&[("a.txt", &with(&deck, &line, &format!("# ignore BAR003: proxies\n{line}")))]);
    let ran = run_in(folder.path(), ["check", "--game", "barrenia", "--format", "json", "a.txt"]);
    let document: serde_json::Value = serde_json::from_str(&ran.out).expect("json");
    let waived = &document["decks"][0]["waived"][0];
    assert_eq!((&waived["by"], &waived["reason"]), (&"comment".into(), &"proxies".into()));
    assert_eq!(waived["finding"]["code"], "BAR003");
    assert_eq!(document["summary"]["waived"], 1);
}

#[test]
fn a_baseline_lets_only_new_findings_fail() {
    let deck = five();
    let folder = folder(&[
        ("lists/a.txt", &deck),
        ("lists/b.txt", "# game: barrenia\n40 Nobody\n"),
        ("decklint.yaml", "game: barrenia\n"),
    ]);
    let at = folder.path();
    let ran = check(at, "--baseline known.json .");
    assert!(ran.code == 2 && ran.err.contains("there is no such file; --update-baseline writes it"), "{ran:#?}");
    assert_eq!(check(at, "--update-baseline .").code, 2, "which file?");
    let ran = check(at, "--baseline known.json --update-baseline .");
    assert!(ran.code == 0 && ran.err.contains("known.json: 2 findings"), "{ran:#?}");
    let ran = check(at, "--baseline known.json .");
    assert!(ran.code == 0 && ran.out.is_empty() && ran.err.contains("2 findings waived"), "{ran:#?}");
    // Lines may move, and it may be run from elsewhere.
    write(at, "lists/a.txt", &format!("# a remark\n\n\n{deck}"));
    assert_eq!(check(at, "--baseline known.json .").code, 0);
    assert_eq!(check(&at.join("lists"), "--baseline ../known.json a.txt").code, 0);
    // A second unknown card is new, and so is the same one once more in another deck.
    write(at, "lists/b.txt", "# game: barrenia\n39 Nobody\n1 Nobody Else\n");
    write(at, "lists/c.txt", "# game: barrenia\n40 Nobody\n");
    let ran = check(at, "--baseline known.json .");
    assert_eq!(ran.out.lines().count(), 2, "{ran:#?}");
    assert!(ran.code == 1 && ran.out.contains("`Nobody Else`") && ran.out.contains("lists/c.txt:2:4"), "{ran:#?}");
    // What is mended is said; a part of the decks leaves the others' entries alone.
    write(at, "lists/a.txt", &with(&deck, "5 ", "4 "));
    let ran = check(at, "--baseline known.json .");
    assert!(ran.err.contains("1 finding no longer found"), "{ran:#?}");
    check(at, "--baseline known.json --update-baseline lists/a.txt");
    let text = std::fs::read_to_string(at.join("known.json")).expect("the baseline");
    assert!(!text.contains("lists/a.txt") && text.contains("lists/b.txt"), "{text}");
    std::fs::remove_file(at.join("lists/b.txt")).expect("a file");
    check(at, "--baseline known.json --update-baseline lists/a.txt");
    assert!(!std::fs::read_to_string(at.join("known.json")).expect("the baseline").contains("lists/b.txt"));
    for (text, words) in [("{", "it is no baseline"), ("{\"v\": 2, \"decks\": {}}", "its version is 2")] {
        write(at, "known.json", text);
        let ran = check(at, "--baseline known.json .");
        assert!(ran.code == 2 && ran.err.contains(words), "{ran:#?}");
    }
}

/// Two findings of one kind need two entries.
#[test]
fn a_baseline_counts() {
    let one = "game: breakrift\nmain:\n  - {card: Nobody, count: x}\n";
    let folder = folder(&[("a.yaml", one)]);
    check(folder.path(), "--baseline k.json --update-baseline a.yaml");
    write(folder.path(), "a.yaml", &format!("{one}  - {{card: Nobody, count: x}}\n"));
    let ran = check(folder.path(), "--baseline k.json a.yaml");
    assert_eq!(ran.out.matches("DCK004").count(), 1, "{ran:#?}");
}

fn git(folder: &Path, line: &str) {
    let status = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"])
        .args(line.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("git");
    assert!(status.status.success(), "git {line}: {}", String::from_utf8_lossy(&status.stderr));
}

#[test]
fn only_changed_decks_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let bad = "# game: breakrift\n1 Nobody\n";
    write(at, "a.txt", bad);
    let ran = check(at, "--changed-since HEAD .");
    assert!(ran.code == 2 && ran.err.contains("not a git repository"), "{ran:#?}");
    git(at, "init -q");
    for name in ["sub/b.txt", "c d é.txt", "e.txt"] {
        write(at, name, bad);
    }
    git(at, "add -A");
    git(at, "commit -qm first");
    let names = |line: &str, from: &Path| {
        let ran = check(from, line);
        let mut names: Vec<String> = ran.out.lines().filter_map(|l| Some(l.split_once(".txt")?.0.to_owned())).collect();
        names.dedup();
        (ran.code, names.join("+"))
    };
    let ran = check(at, "--changed-since HEAD .");
    assert_eq!((ran.code, ran.err.as_str()), (0, "no deck changed since HEAD\n"));
    // Documents are whole even where there is nothing in them.
    let ran = run_in(at, ["check", "--changed-since", "HEAD", "--format", "json", "--report", "junit=out.xml", "."]);
    let document: serde_json::Value = serde_json::from_str(&ran.out).expect("json");
    assert_eq!((&document["decks"], ran.code), (&serde_json::json!([]), 0));
    assert!(std::fs::read_to_string(at.join("out.xml")).expect("a report").contains("tests=\"0\""));
    std::fs::remove_file(at.join("out.xml")).expect("a file");
    write(at, "c d é.txt", &format!("{bad}1 Other\n"));
    write(at, "sub/new.txt", bad);
    std::fs::remove_file(at.join("e.txt")).expect("a file");
    assert_eq!(names("--changed-since HEAD .", at), (1, "c d é+sub/new".to_owned()));
    assert_eq!(names("--changed-since HEAD .", &at.join("sub")), (1, "new".to_owned()));
    // What happened on the other branch meanwhile is not ours.
    git(at, "checkout -q -b ours");
    git(at, "add -A");
    git(at, "commit -qm ours");
    git(at, "checkout -q main");
    write(at, "a.txt", &format!("{bad}1 Else\n"));
    git(at, "commit -qam theirs");
    git(at, "checkout -q ours");
    assert_eq!(names("--changed-since main .", at), (1, "c d é+sub/new".to_owned()));
    for rev in ["nonsense", "--all"] {
        let ran = check(at, &format!("--changed-since={rev} ."));
        assert!(ran.code == 2 && ran.err.contains("git knows no such revision here"), "{ran:#?}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_decklint"))
        .args(["check", "--changed-since", "HEAD", "."])
        .current_dir(at)
        .env("PATH", "")
        .output()
        .expect("runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && said.contains("git is needed"), "{said}");
}

/// A waiver in a comment changes nothing but what it waives: wherever it stands, an idle one adds its own finding only.
#[test]
fn an_idle_waiver_changes_no_other_finding() {
    let session = crate::support::session();
    let mut tried = 0;
    for path in crate::support::files_below(&root().join("tests/decks")) {
        if path.extension().is_none_or(|e| e != "txt") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a deck");
        let game = path.components().rev().nth(2).and_then(|c| c.as_os_str().to_str()).expect("a game");
        let codes = |text: &str| {
            let checked = crate::support::check_text(&session, game, "deck.txt", text);
            let mut codes: Vec<String> = checked.findings.iter().map(|f| f.code.to_string()).collect();
            codes.sort();
            (codes, checked.waived.len())
        };
        let lines: Vec<&str> = text.lines().collect();
        let (mut before, _) = codes(&text);
        before.push("WAI003".to_owned());
        before.sort();
        for at in [0, lines.len() / 2, lines.len()] {
            let idle = [&lines[..at], &["# ignore XXX999: idle"], &lines[at..]].concat().join("\n");
            assert_eq!(codes(&idle), (before.clone(), 0), "{} with a waiver in line {}", path.display(), at + 1);
            tried += 1;
        }
    }
    assert!(tried > 100);
}

/// A flood of waivers is counted, and takes no longer than reading it.
#[test]
fn floods_of_waivers_are_counted() {
    let deck = five();
    let line = culprit(&deck);
    let flood = "# ignore BAR003: x\n".repeat(40_000)
        + &"# ignore BAR033: y\n".repeat(40_000)
        + &"# ignore BAR003\n".repeat(40_000);
    let codes = format!("# ignore {}: z\n", "BAR009,".repeat(40_000));
    let folder = folder(&[("a.txt", &with(&deck, &line, &format!("{flood}{codes}{line}")))]);
    let start = std::time::Instant::now();
    let ran = check(folder.path(), "--game barrenia a.txt");
    assert!(start.elapsed().as_secs() < 50, "{:?}", start.elapsed());
    assert!(
        ran.out.contains("79900 more waivers waive nothing") && ran.out.contains("39900 more waivers give no reason")
    );
    assert_eq!((ran.code, ran.out.lines().count()), (1, 202));
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 128, ..Default::default() })]
    /// Comments in tables, whole and broken, between quotes and separators: read or told, never a panic, and every place
    /// lies in the text.
    #[test]
    fn comments_in_tables_are_read_or_told(rows in "(# ignore (BAR003|res-x)?:? ?r?|,|\"|\"\"|가|Nobody|\n| |3){0,30}") {
        let session = crate::support::session();
        let text = format!("section,count,name\n{rows}");
        let checked = crate::support::check_text(&session, "breakrift", "deck.csv", &text);
        for finding in checked.findings.iter().chain(checked.waived.iter().map(|w| &w.finding)) {
            if let Some(span) = finding.place.span() {
                proptest::prop_assert!(text.get(span.range()).is_some(), "{finding:?}");
            }
        }
    }
}
