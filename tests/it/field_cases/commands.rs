//! What users and scripts see of a run.

use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use super::{Bench, bench, bench_of, pad, pool};
use crate::support::{Ran, run, run_in};

/// Checks files beside the pool as decks of Barrenia.
fn check(bench: &Bench, args: &str) -> Ran {
    let line = format!("check --game barrenia --cards {} {args}", bench.file.display());
    run_in(bench.folder.path(), line.split_whitespace())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e} in {text:?}"))
}

#[test]
fn k33_same_extension_another_format() {
    let bench = bench();
    for (name, text) in [
        ("xmage.dck", "NAME:Test\n4 [BAR:1] Ballast Alder\n4 [BAR:2] Ballast Birch\nSB: 2 [BAR:9] Eddy Pilot\n"),
        (
            "forge.dck",
            "[metadata]\nName=Test\n[main]\n4 Ballast Alder|BAR|1\n4 Ballast Birch|BAR\n[sideboard]\n2 Eddy Pilot|BAR|1\n",
        ),
        (
            "deck.o8d",
            "<?xml version=\"1.0\"?>\n<deck game=\"x\"><section name=\"Main\"><card qty=\"2\" id=\"\">Eddy Pilot</card></section></deck>",
        ),
        (
            "deck.cod",
            "<?xml version=\"1.0\"?>\n<cockatrice_deck version=\"1\"><zone name=\"main\"><card number=\"4\" name=\"Heath\"/></zone></cockatrice_deck>",
        ),
        ("deck.dek", "<Deck><NetDeckID>0</NetDeckID><Cards CatID=\"1\" Quantity=\"4\" Name=\"Heath\"/></Deck>"),
        ("deck.ydk", "#created by me\n#main\n31000032\n31000032\n#extra\n!side\n"),
        ("xml-in.txt", "<?xml version=\"1.0\"?>\n<deck><card>Heath</card></deck>"),
    ] {
        bench.write(name, text);
        let ran = check(&bench, &format!("--format json {name}"));
        let report = json(&ran.out);
        let deck = &report["decks"][0];
        let codes: Vec<&str> =
            deck["findings"].as_array().expect("findings").iter().filter_map(|f| f["code"].as_str()).collect();
        // Read, or refused up front: never a deck of unknown cards.
        if deck["verdict"] == "unreadable" {
            assert_eq!((ran.code, &codes[..]), (2, &["DCK012"][..]), "{name}: {}", ran.out);
            let message = deck["findings"][0]["message"].as_str().expect("a message");
            assert!(message.contains("does not read"), "{name}: {message}");
        } else {
            assert!(!codes.contains(&"RES001") && !codes.contains(&"DCK003"), "{name}: {}", ran.out);
        }
    }
    // The other way round: a text deck is read whatever its ending.
    for name in ["deck.dec", "deck.dck", "deck.cod", "deck", "deck.yaml", "deck.json", "deck.csv"] {
        bench.write(name, pad(40));
        let ran = check(&bench, name);
        assert_eq!(ran.code, 0, "{name}: {}{}", ran.out, ran.err);
    }
}

#[cfg(unix)]
#[test]
fn k34_broken_pipe() {
    let bench = bench();
    bench.write("b39.txt", pad(39));
    let many = bench.folder.path().join("many");
    std::fs::create_dir(&many).expect("a folder");
    for n in 0..300 {
        std::fs::write(many.join(format!("{n}.txt")), pad(39)).expect("a deck");
    }
    let (binary, pool) = (env!("CARGO_BIN_EXE_decklint"), bench.file.display());
    for command in [
        format!("check --game barrenia --cards {pool} b39.txt"),
        format!("check --game barrenia --cards {pool} many"),
        format!("check --game barrenia --cards {pool} --format json-lines many"),
        format!("check --game barrenia --cards {pool} --format concise many"),
        "cards barrenia".to_owned(),
        "cards barrenia --format json".to_owned(),
        "explain BAR001 BAR002 BAR003".to_owned(),
        "rules barrenia".to_owned(),
        "schema rules".to_owned(),
        "--help".to_owned(),
    ] {
        for reader in ["head -n 1", "true"] {
            // The status of the first command of the pipe comes out on a channel of its own.
            let script = format!("{{ '{binary}' {command}; echo \"status $?\" >&2; }} | {reader}");
            let ran = std::process::Command::new("sh")
                .args(["-c", &script])
                .current_dir(bench.folder.path())
                .output()
                .expect("a shell");
            let err = String::from_utf8_lossy(&ran.stderr);
            assert!(
                !err.contains("panicked") && !err.contains("ackage") && !err.contains("roken pipe"),
                "{command}: {err}"
            );
            let status = err.lines().find_map(|l| l.strip_prefix("status ")).expect("a status");
            assert!(["0", "1", "141"].contains(&status), "{command}: {err}");
        }
    }
}

#[test]
fn k35_machine_readable_output_is_clean() {
    let bench = bench();
    bench.write("good.txt", pad(40));
    bench.write("bad.txt", pad(39));
    bench.write("note.txt", format!("{}\n2 Heath\n", pad(40)));
    bench.write("warning.txt", format!("{}2 310002\n", pad(38)));
    bench.write("empty.txt", "");
    for (file, code, findings) in [
        ("good.txt", 0, 0),
        ("bad.txt", 1, 1),
        ("note.txt", 0, 1),
        ("warning.txt", 0, 1),
        ("missing.txt", 2, 1),
        ("good.txt bad.txt note.txt", 1, 0),
        ("-v --color always bad.txt", 1, 1),
    ] {
        let ran = check(&bench, &format!("--format json {file}"));
        let report = json(&ran.out);
        assert_eq!(ran.code, code, "{file}: {}", ran.err);
        assert_eq!(report["decks"][0]["findings"].as_array().map(Vec::len), Some(findings), "{file}");
        assert_eq!(ran.out.matches('\n').count(), 1, "one document: {file}");
        assert!(!ran.out.contains('\u{1b}'), "{file}");
        let lines = check(&bench, &format!("--format json-lines {file}"));
        let parsed: Vec<Value> = lines.out.lines().map(json).collect();
        assert_eq!(parsed.len(), report["decks"].as_array().expect("decks").len() + 1, "{file}");
        assert_eq!(parsed.last().map(|v| &v["summary"]), Some(&report["summary"]));
    }
    // Faults of the pool stand in the document, too, and never before it.
    let ragged = bench_of("cards.csv", pool() + "00990001,Short\n");
    ragged.write("good.txt", pad(40));
    let report = json(&check(&ragged, "--format json good.txt").out);
    assert!(report["run"].as_array().expect("a list").iter().any(|f| f["code"] == "CAT003"), "{report}");
    // Nothing found is an empty list, or a header alone.
    assert_eq!(json(&run("cards barrenia --format json zzzzzz").out), Value::Array(Vec::new()));
    assert_eq!(run("cards barrenia --format csv zzzzzz").out.lines().count(), 1);
    assert_eq!(json(&run("cards barrenia --lint --format json").out)["findings"], Value::Array(Vec::new()));
}

#[test]
fn k35_findings_on_stdout_and_talk_on_stderr() {
    let bench = bench();
    bench.write("good.txt", pad(40));
    bench.write("bad.txt", pad(39));
    let good = check(&bench, "--format concise good.txt");
    assert_eq!((good.out.as_str(), good.code), ("", 0));
    assert!(good.err.contains("1 deck: 1 legal"), "{}", good.err);
    let bad = check(&bench, "--format concise bad.txt");
    assert_eq!(bad.out.lines().count(), 1, "{}", bad.out);
    assert!(bad.out.starts_with("bad.txt:1:3: error BAR001 "), "{}", bad.out);
    let failed = run("check --game nosuch x.txt");
    assert_eq!((failed.out.as_str(), failed.code), ("", 2));
    assert!(failed.err.contains("nosuch"));
}

#[test]
fn k36_exit_status() {
    let bench = bench();
    bench.write("b39.txt", pad(39));
    bench.write("b40.txt", pad(40));
    bench.write("zeros.txt", format!("{}2 310002\n", pad(38)));
    bench.write("note.txt", format!("{}\n2 Heath\n", pad(40)));
    for format in ["full", "concise", "json", "json-lines"] {
        for (args, code) in [
            ("b40.txt", 0),
            ("b39.txt", 1),
            ("b40.txt b39.txt", 1),
            ("b39.txt b40.txt", 1),
            ("zeros.txt", 0),
            ("note.txt", 0),
            ("--level RES004=error zeros.txt", 1),
            ("--level BAR001=warning b39.txt", 0),
            ("--level BAR001=off b39.txt", 0),
            ("--draft b39.txt", 0),
            ("missing.txt", 2),
            ("b40.txt missing.txt", 2),
            ("b39.txt missing.txt", 2),
            ("--no-such-option b40.txt", 2),
            ("--layer nosuch b40.txt", 2),
            ("--level BAR001=loud b39.txt", 2),
        ] {
            let ran = check(&bench, &format!("--format {format} {args}"));
            assert_eq!(ran.code, code, "{format} {args}: {}{}", ran.out, ran.err);
        }
    }
    // With a sound pool, warnings fail a run only if that is asked for.
    let shipped = run("cards barrenia --format csv");
    let code = shipped.out.lines().find_map(|l| l.split(',').next().filter(|c| c.starts_with('0'))).expect("a code");
    bench.write("shipped.csv", format!("count,code\n40,{}\n", code.trim_start_matches('0')));
    for (args, code) in [("", 0), ("--deny warnings", 1), ("--deny warnings --level RES004=note", 0)] {
        let line = format!("check --game barrenia --set BAR003.max=40 {args} shipped.csv");
        let ran = run_in(bench.folder.path(), line.split_whitespace());
        assert_eq!(ran.code, code, "{line}: {}{}", ran.out, ran.err);
    }
    for (line, code) in [
        ("", 2),
        ("nosuch", 2),
        ("--help", 0),
        ("--version", 0),
        ("check --help", 0),
        ("games", 0),
        ("rules barrenia", 0),
        ("rules nosuch", 2),
        ("cards nosuch", 2),
        ("cards barrenia nosuch:1", 2),
        ("explain BAR003", 0),
        ("explain BAR999", 2),
        ("schema deck", 0),
        ("cards barrenia --lint", 0),
    ] {
        assert_eq!(run(line).code, code, "{line}: {}", run(line).err);
    }
    let lint = run_in(bench.folder.path(), ["cards", "barrenia", "--lint", "cards.csv"]);
    assert_eq!(lint.code, 1, "a pool without stats has errors");
}

#[test]
fn k37_rows_of_equal_display_width() {
    let mixed = bench_of(
        "ko.csv",
        "name,atk,def\n가시 기사,1,2\nAsh,10,20\n달빛 궁수 Ａ,3,4\nＦｕｌｌ,5,6\nÉlan e\u{301},7,8\n\"밤, 낮 (이중)\",9,1\n",
    );
    let own = format!("cards tuna --cards {}", mixed.file.display());
    for line in [
        "cards tuna",
        "cards tuna atk>=5",
        "cards tuna --limit 1",
        &own,
        "cards barrenia",
        "cards parallel",
        "cards scales",
        "cards breakrift",
    ] {
        let ran = run(line);
        let widths: Vec<usize> = ran.out.lines().map(UnicodeWidthStr::width).collect();
        assert!(widths.len() > 1 && widths.iter().all(|w| *w == widths[0]), "{line}: {widths:?}\n{}", ran.out);
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
    }
    // The columns begin at one place: the header's second title ends where the numbers end.
    let ran = run("cards tuna");
    let column =
        |line: &str| line.char_indices().map(|(at, _)| &line[..at]).find(|head| head.width() >= 20).map(str::len);
    assert!(ran.out.lines().all(|l| column(l).is_some()));
}

#[test]
fn k45_negative_numbers_on_the_command_line() {
    for (line, name) in [
        ("check --threads -1 decks", "threads"),
        ("check --threads=-1 decks", "threads"),
        ("check --threads 0 decks", "threads"),
        ("check -j -1 decks", "threads"),
        ("check -j -99999999999 decks", "threads"),
        ("cards tuna --limit -1", "limit"),
        ("cards tuna --limit=-1", "limit"),
        ("cards tuna --limit 0", "limit"),
        ("cards tuna --limit -1 name:x", "limit"),
    ] {
        let ran = run(line);
        assert!(ran.err.contains(&format!("{name} must be 1 or more")), "{line}: {}", ran.err);
        assert!(!ran.err.contains("unexpected argument"), "{line}: {}", ran.err);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{line}");
    }
    for line in ["check --threads many decks", "cards tuna --limit 1.5"] {
        let ran = run(line);
        assert!(ran.err.contains("no whole number") && ran.code == 2, "{line}: {}", ran.err);
    }
    assert_eq!(run("cards tuna --limit 1 --format csv").out.lines().count(), 2);
}
