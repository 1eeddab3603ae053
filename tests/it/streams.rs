//! `--stream`: decks in, lines of JSON out; and `--watch`.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::config::{folder, write};
use crate::support::{Ran, root, run_in};

/// Runs a stream in a folder without configuration.
fn stream(args: &str, input: &[u8]) -> Ran {
    let folder = folder(&[]);
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_decklint"))
        .args(["check", "--stream"])
        .args(args.split(' ').filter(|a| !a.is_empty()))
        .current_dir(folder.path())
        .write_stdin(input)
        .timeout(std::time::Duration::from_secs(60))
        .output()
        .expect("the binary starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: output.status.code().expect("an end"), out: text(output.stdout), err: text(output.stderr) }
}

fn records(ran: &Ran) -> Vec<Value> {
    ran.out.lines().map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{e}: {l}"))).collect()
}

fn deck(name: &str, count: u32) -> String {
    json!({"game": "breakrift", "name": name, "sections": {"main": {"Nobody": count}}}).to_string()
}

#[test]
fn records_come_out_in_order_whatever_they_are() {
    let legal = std::fs::read_to_string(root().join("decks/breakrift/forge-at-full-heat.json")).expect("a sample deck");
    let legal: Value = serde_json::from_str(&legal).expect("json");
    let huge = format!("[\"{}\"]", "x".repeat(9 << 20));
    let input = format!("{}\n\n{{broken\n[1\r\n\"4 Nobody\"\n{huge}\n{legal}\n{}", deck("first", 3), deck("last", 4));
    for threads in ["1", "2", "5"] {
        let ran = stream(&format!("-j {threads}"), input.as_bytes());
        assert_eq!(ran.code, 2);
        let records = records(&ran);
        let numbers: Vec<u64> = records.iter().filter_map(|r| r["record"].as_u64()).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7]);
        let verdicts: Vec<&str> = records.iter().filter_map(|r| r["verdict"].as_str()).collect();
        let bad = "unreadable";
        assert_eq!(verdicts, ["illegal", bad, bad, bad, bad, "legal", "illegal"]);
        assert_eq!((&records[0]["name"], &records[6]["name"]), (&"first".into(), &"last".into()));
        assert_eq!(records[4]["findings"][0]["code"], "DCK013");
        assert_eq!(records[1]["findings"][0]["line"], 1);
        assert!(ran.err.contains("7 decks: 1 legal, 2 illegal, 4 unreadable"), "{}", ran.err);
    }
    let ran = stream("--exit-zero --quiet", input.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    // An empty part of a pipeline is no fault.
    assert_eq!((stream("", b"").code, stream("", b"\n \n").code, stream("", b"").out), (0, 0, String::new()));
}

/// A line is what `--format json` says of the deck, and its number.
#[test]
fn records_fit_the_schema_of_reports() {
    let ran = stream("--game breakrift", format!("{}\n{{broken\n", deck("a", 3)).as_bytes());
    let schema = decklint::cli::schema_text("report").expect("a schema");
    let mut schema: Value = serde_json::from_str(&schema).expect("json");
    schema["$ref"] = "#/$defs/DeckReport".into();
    for key in ["properties", "required", "type"] {
        schema.as_object_mut().expect("a schema").remove(key);
    }
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for mut record in records(&ran) {
        let number = record.as_object_mut().expect("an object").remove("record");
        assert!(number.is_some_and(|n| n.is_u64()));
        assert!(schema.is_valid(&record), "{record}");
    }
    assert!(!schema.is_valid(&json!({"file": 1})));
}

#[test]
fn texts_are_parted_by_a_line() {
    let one = "# game: breakrift\n# name: one\n3 Nobody\n";
    let two = "# game: breakrift\n# name: two\n\n4 Nobody";
    for (separator, line) in
        [("---", "---\n"), ("---", "--- \r\n"), ("\\0", "\0\0\0\n"), ("\\0", "\0\n"), ("====", "====\n")]
    {
        let ran = stream(&format!("--separator {separator}"), format!("{one}{line}{two}\n{line}").as_bytes());
        let records = records(&ran);
        let names: Vec<&Value> = records.iter().map(|r| &r["name"]).collect();
        assert_eq!(names, [&json!("one"), &json!("two")], "{separator}: {ran:#?}");
    }
    // An empty deck between two separators is a deck; nothing at the end is none.
    let ran = stream("--separator --- --game breakrift", b"---\n1 A\n---\n");
    let verdicts: Vec<Value> = records(&ran).iter().map(|r| r["findings"][0]["code"].clone()).collect();
    assert_eq!(verdicts, [json!("DCK002"), json!("BRK001")]);
    let long = format!("1 A\n{}\n---\n1 B\n", "2 Nobody at all\n".repeat(600_000));
    let ran = stream("--separator --- --game breakrift", long.as_bytes());
    assert_eq!(records(&ran)[0]["findings"][0]["code"], "DCK013");
    assert_eq!(records(&ran)[1]["verdict"], "illegal");
}

#[test]
fn streams_refuse_what_they_cannot_do() {
    for (args, words) in [
        ("deck.txt", "cannot be used with"),
        ("--watch", "cannot be used with"),
        ("--format full --report csv=x", "cannot be used with"),
        ("--format sarif", "--stream writes json-lines"),
        ("--game nothing", "unknown game `nothing`"),
    ] {
        let ran = stream(args, b"");
        assert!(ran.code == 2 && ran.err.contains(words), "{args}: {ran:#?}");
    }
    let ran = stream("--game breakrift --layer nothing", format!("{}\n", deck("a", 1)).as_bytes());
    assert!(ran.code == 2 && ran.err.matches("LAY005").count() == 1, "{ran:#?}");
    let ran = run_in(root(), ["check", "--separator", "x", "examples"]);
    assert!(ran.code == 2 && ran.err.contains("--stream"), "{ran:#?}");
}

/// The configuration of the current folder holds, and comments of texts waive.
#[test]
fn settings_and_waivers_hold_in_streams() {
    let folder = folder(&[(
        "decklint.yaml",
        "game: breakrift\nlevels: {BRK001: off}\nwaivers:\n  - {code: RES001, card: Nobody, reason: r}\n  \
         - {code: BRK002, reason: r, until: 2020-01-01}\n  - {code: BRK003, reason: r}\n",
    )]);
    let ran = assert_cmd::Command::new(env!("CARGO_BIN_EXE_decklint"))
        .args(["check", "--stream", "--separator", "---"])
        .current_dir(folder.path())
        .write_stdin("3 Nobody\n---\n# ignore RES001: s\n3 Else\n---\n3 Else\n")
        .output()
        .expect("runs");
    let out = String::from_utf8(ran.stdout).expect("UTF-8");
    let records: Vec<Value> = out.lines().map(|l| serde_json::from_str(l).expect("json")).collect();
    let waived: Vec<&Value> = records.iter().map(|r| &r["waived"][0]["by"]).collect();
    assert_eq!(waived, [&json!("config"), &json!("comment"), &Value::Null]);
    let err = String::from_utf8(ran.stderr).expect("UTF-8");
    assert!(err.contains("WAI002") && !err.contains("WAI003") && err.contains("2 findings waived"), "{err}");
    assert_eq!(ran.status.code(), Some(1));
}

/// Who writes a deck and waits for its answer gets it before the next one is written.
#[test]
fn an_answer_does_not_wait_for_more() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_decklint"))
        .args(["check", "--stream", "--quiet", "--no-config"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for number in 1..=3 {
        writeln!(input, "{}", deck("a", number)).expect("written");
        let mut line = String::new();
        output.read_line(&mut line).expect("read");
        let record: Value = serde_json::from_str(&line).expect("json");
        assert_eq!(record["record"], number);
    }
    drop(input);
    assert_eq!(child.wait().expect("an end").code(), Some(1));
}

/// Memory does not grow with the stream: after 60 MB no more than after 8 MB.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_flat() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_decklint"))
        .args(["check", "--stream", "--quiet", "--no-config"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut input = child.stdin.take().expect("a pipe");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let (send, receive) = std::sync::mpsc::channel();
    let reader = std::thread::spawn(move || output.lines().for_each(|_| send.send(()).expect("counted")));
    let line =
        json!({"game": "breakrift", "notes": "x".repeat(20_000), "sections": {"main": {"Nobody": 3}}}).to_string();
    let status = format!("/proc/{}/status", child.id());
    let mut peak_after = |decks: usize| -> usize {
        for _ in 0..decks {
            writeln!(input, "{line}").expect("written");
        }
        for _ in 0..decks {
            receive.recv().expect("a line for each deck");
        }
        let status = std::fs::read_to_string(&status).expect("the status");
        let line = status.lines().find(|l| l.starts_with("VmHWM:")).expect("a peak");
        line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).expect("kB")
    };
    let before = peak_after(400);
    let after = peak_after(2600);
    drop(input);
    reader.join().expect("the reader ends");
    assert_eq!(child.wait().expect("an end").code(), Some(1));
    assert!(after < before + 16_000, "{before} kB, then {after} kB");
}

#[test]
fn watching_checks_again_on_save() {
    let folder = folder(&[("a.txt", "# game: breakrift\n3 Nobody\n")]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_decklint"))
        .args(["check", "--watch", "--format", "concise", "--level", "BRK001=off", "."])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut next = || {
        let mut line = String::new();
        lines.read_line(&mut line).expect("a line");
        line
    };
    let mut wrong = Vec::new();
    let mut expect = |line: String, words: &str| {
        if !line.contains(words) {
            wrong.push(format!("{words} in {line}"));
        }
    };
    expect(next(), "a.txt:2:3: error RES001 unknown card `Nobody`");
    write(folder.path(), "a.txt", "# game: breakrift\n3 Nobody Else\n");
    expect(next(), "`Nobody Else`");
    // A new deck is seen, and so is a new configuration.
    write(folder.path(), "b.txt", "# game: breakrift\n3 Third\n");
    expect(next(), "a.txt:2:3");
    expect(next(), "b.txt:2:3: error RES001 unknown card `Third`");
    child.kill().expect("it runs until it is ended");
    child.wait().expect("an end");
    assert!(wrong.is_empty(), "{wrong:#?}");
    let mut rest = String::new();
    lines.read_to_string(&mut rest).expect("the rest");
    let ran = run_in(folder.path(), ["check", "--watch", "-"]);
    assert!(ran.code == 2 && ran.err.contains("standard input cannot be read again"), "{ran:#?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]
    /// As many lines come out as records went in, in order, for any bytes and any number of threads.
    #[test]
    fn a_line_for_each_record(
        lines in prop::collection::vec("([\\[\\]{}:,\"a4 ]{0,12}|\\{\"main\":\\{\"A\":4\\}\\})", 0..40),
        threads in 1usize..4,
    ) {
        let ran = stream(&format!("--game breakrift -j {threads}"), lines.join("\n").as_bytes());
        let wanted: Vec<&String> = lines.iter().filter(|l| !l.trim().is_empty()).collect();
        let records = records(&ran);
        prop_assert_eq!(records.len(), wanted.len());
        for (index, (record, line)) in records.iter().zip(wanted).enumerate() {
            prop_assert_eq!(&record["record"], &json!(index + 1));
            let is_deck = serde_json::from_str::<Value>(line).is_ok_and(|v| v.is_object() || v.is_array());
            prop_assert!(is_deck || record["verdict"] == "unreadable", "{line}: {record}");
        }
    }
}
