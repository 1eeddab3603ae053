//! `decklint play` from a pipe: numbers and words, undo, advice, scripts that are saved and played again.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::root;

const DECK: &str = "decks/breakrift/clock-and-tide.txt";

fn play(args: &[&str], answers: &str) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_decklint"))
        .arg("play")
        .args(args)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    // The program may end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(answers.as_bytes());
    let output = child.wait_with_output().expect("ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn enter_plays_a_game_to_its_end() {
    let (code, out, err) = play(&[DECK], &"\n".repeat(200));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("--- turn 1 of A"), "{out}");
    assert!(
        out.trim_end().ends_with("A wins: life, a seat's Life came down to 0; if both did at once, nobody wins."),
        "{out}"
    );
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    let (code, out, _) = play(&[DECK], "");
    assert_eq!(code, Some(0));
    assert!(out.trim_end().ends_with('>'), "{out}");
}

#[test]
fn answers_are_numbers_or_words_and_wrong_ones_are_told() {
    let (code, out, _) =
        play(&[DECK, "--first"], "99\nset Nothing at All\nSET RATCHET BOOTS\n# a comment\nh\na\nl\nt\nq\n");
    assert_eq!(code, Some(0));
    for part in [
        "there are options 1 to ",
        "there is no option `set Nothing at All`",
        "SET RATCHET BOOTS",
        "a number or an option's words: take it",
        "the built-in player would: ",
        "A draws Ratchet Boots",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
}

#[test]
fn undo_gives_the_same_decision_again() {
    let (_, out, _) = play(&[DECK], "u\n1\n1\nu\nu\nu\nq\n");
    assert_eq!(out.matches("taken back").count(), 2);
    assert_eq!(out.matches("there is nothing to take back").count(), 2);
    let (_, plain, _) = play(&[DECK], "q\n");
    let first = |text: &str| text[text.find("A decides").expect("a decision")..].lines().nth(1).map(str::to_owned);
    let last = &out[out.rfind("A decides").expect("a decision")..];
    assert_eq!(first(&plain), last.lines().nth(1).map(str::to_owned));
}

#[test]
fn a_saved_script_resumes_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("script.txt");
    let file = path.display().to_string();
    let (_, out, _) = play(&[DECK, "--seed", "3"], &format!("1\n1\n\ns {file}\ns {file}\nt\nq\n"));
    assert!(out.contains("3 decisions are in "), "{out}");
    assert!(out.contains("not saved: "), "a file that is there is left alone: {out}");
    let text = std::fs::read_to_string(&path).expect("a script");
    assert_eq!(text.lines().filter(|l| !l.starts_with('#')).count(), 3, "{text}");
    let (code, again, err) = play(&[DECK, "--seed", "3", "--script", &file], "q\n");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let table = |text: &str| text[text.rfind("--- turn").expect("a table")..].to_owned();
    assert_eq!(table(&out), table(&again));
    // Another seed deals another hand, so the script does not fit.
    let (code, _, err) = play(&[DECK, "--seed", "4", "--script", &file], "q\n");
    assert!(code == Some(2) && err.contains("of the script: there is no option"), "{err}");
}

#[test]
fn both_seats_can_be_asked() {
    let other = "decks/breakrift/long-winter.csv";
    let (code, out, err) = play(&[DECK, "--opponent", other, "--both"], &"\n".repeat(400));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("A decides") && out.contains("B decides"), "{out}");
    let (_, alone, _) = play(&[DECK, "--opponent", other], &"\n".repeat(400));
    assert!(!alone.contains("B decides"));
}
