//! Ctrl-C and SIGTERM end a run at once, without half a line and without leftovers.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const SIGNALS: [(&str, i32); 2] = [("INT", 2), ("TERM", 15)];

fn start(folder: &std::path::Path, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_decklint"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts")
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().expect("kill");
    assert!(sent.success(), "the run had ended already");
}

/// Reads a line, interrupts the run while its pipe is full, and gives what else it had printed.
#[track_caller]
fn interrupted(mut child: Child, name: &str, number: i32) -> String {
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    output.read_line(&mut text).expect("a line");
    // The pipe holds less than what is to come: the run waits in the middle of a line.
    std::thread::sleep(Duration::from_millis(300));
    let before = Instant::now();
    signal(&child, name);
    // On a busy machine the signal arrives late: a run whose output is read at once could come to its end first.
    std::thread::sleep(Duration::from_millis(200));
    output.read_to_string(&mut text).expect("the rest");
    let status = child.wait().expect("an end");
    assert!(before.elapsed() < Duration::from_secs(10), "{:?}", before.elapsed());
    assert_eq!(status.signal(), Some(number), "{status:?}");
    text
}

#[test]
fn a_stream_ends_in_a_whole_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = 200_000;
    for (name, number) in SIGNALS {
        let mut child = start(folder.path(), &["check", "--stream", "--game", "breakrift", "--no-config"]);
        let mut input = child.stdin.take().expect("a pipe");
        // Ends when the run does.
        let feeder = std::thread::spawn(move || {
            (0..records).all(|n| writeln!(input, "{{\"main\": {{\"Card Number {n}\": 3}}}}").is_ok())
        });
        let text = interrupted(child, name, number);
        assert!(!feeder.join().expect("no panic"), "the run read all before it was ended");
        assert!(text.ends_with('\n'), "{}", &text[text.len().saturating_sub(300)..]);
        for (index, line) in text.lines().enumerate() {
            let record: serde_json::Value = serde_json::from_str(line).expect("a whole record");
            assert_eq!(record["record"], index + 1);
        }
    }
}

#[test]
fn a_batch_ends_in_a_whole_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let deck: String = (0..600).map(|n| format!("3 Card Number {n}\n")).collect();
    for n in 0..12 {
        std::fs::write(folder.path().join(format!("deck{n:03}.txt")), &deck).expect("written");
    }
    for (name, number) in SIGNALS {
        for format in ["concise", "json-lines"] {
            let args = ["check", "--game", "breakrift", "--no-config", "-j", "1", "--format", format, "."];
            let text = interrupted(start(folder.path(), &args), name, number);
            assert!(text.ends_with('\n'), "{format}: {}", &text[text.len().saturating_sub(300)..]);
            assert!(!text.contains("deck011"), "{format}: the run came to its end");
        }
    }
}

/// Who does not read at all does not keep the run from ending.
#[test]
fn an_unread_run_ends_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let deck: String = (0..600).map(|n| format!("3 Card Number {n}\n")).collect();
    for n in 0..12 {
        std::fs::write(folder.path().join(format!("deck{n:03}.txt")), &deck).expect("written");
    }
    let mut child = start(folder.path(), &["check", "--game", "breakrift", "--format", "concise", "."]);
    // The first byte shows that it writes; the rest stays in the pipe.
    let mut output = child.stdout.take().expect("a pipe");
    output.read_exact(&mut [0]).expect("a byte");
    std::thread::sleep(Duration::from_millis(100));
    signal(&child, "TERM");
    assert_eq!(child.wait().expect("an end").signal(), Some(15));
}

#[test]
fn no_temporary_file_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.txt"), "3 Nobody\n").expect("written");
    let files = || -> Vec<String> {
        let entries = std::fs::read_dir(folder.path()).expect("the folder");
        let mut names: Vec<String> = entries.map(|e| e.expect("a file").file_name().display().to_string()).collect();
        names.sort();
        names
    };
    for (name, number) in SIGNALS {
        // It waits for standard input with its file begun.
        let args =
            ["check", "--game", "breakrift", "--no-config", "--format", "json", "--output-file", "out", "a.txt", "-"];
        let mut child = start(folder.path(), &args);
        // Waiting for the run would close it, and the run would come to its end.
        let input = child.stdin.take();
        let before = Instant::now();
        while !files().iter().any(|f| f.starts_with(".decklint-")) {
            assert!(before.elapsed() < Duration::from_secs(20), "no file is begun: {:?}", files());
            std::thread::sleep(Duration::from_millis(10));
        }
        signal(&child, name);
        assert_eq!(child.wait().expect("an end").signal(), Some(number));
        drop(input);
        assert_eq!(files(), ["a.txt"]);
    }
}

/// The moment in which an edit writes is short: it is tried until a run was ended in it.
#[test]
fn an_edit_leaves_no_temporary_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let deck = format!("# name: Old\n3 Tin Hussar\n{}", "# a comment that makes the file long\n".repeat(40_000));
    std::fs::write(folder.path().join("a.txt"), &deck).expect("written");
    let files = || -> Vec<String> {
        let entries = std::fs::read_dir(folder.path()).expect("the folder");
        entries.map(|e| e.expect("a file").file_name().display().to_string()).collect()
    };
    for (name, number) in SIGNALS {
        let mut ended = false;
        for turn in 0..40 {
            let args = ["deck", "rename", "--game", "breakrift", "a.txt", &format!("{name} {turn}")];
            let mut child = start(folder.path(), &args);
            // A shell that only waits for a word sends a signal at once.
            let mut killer = Command::new("sh")
                .args(["-c", &format!("read word; kill -s {name} {}", child.id())])
                .stdin(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("a shell");
            while !files().iter().any(|f| f.starts_with(".decklint-")) && child.try_wait().expect("a child").is_none() {
            }
            let _ = killer.stdin.take().expect("a pipe").write_all(b"now\n");
            let status = child.wait().expect("an end");
            let _ = killer.wait();
            assert_eq!(files(), ["a.txt"], "{status:?}");
            ended = status.signal() == Some(number);
            if ended {
                break;
            }
        }
        assert!(ended, "no run was ended in the middle");
        let now = std::fs::read_to_string(folder.path().join("a.txt")).expect("the deck");
        assert!(now.ends_with(&deck[deck.len() / 2..]), "the deck is not whole");
    }
}
