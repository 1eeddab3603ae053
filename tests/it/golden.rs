//! Recorded runs: the same seed gives the same figures in every build and on any number of threads. `GOLDEN=write` records
//! anew; `DECKLINT=path` tries another binary, such as one built for release.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::support::{files_below, game_ids, root};

fn binary() -> PathBuf {
    std::env::var_os("DECKLINT").map_or_else(|| env!("CARGO_BIN_EXE_decklint").into(), |path| root().join(path))
}

/// A run as JSON, without what an edit of a comment in a game's files would change.
fn run(game: &str, threads: &str) -> Value {
    let decks = files_below(&root().join("decks").join(game));
    let deck = decks.iter().min().expect("a deck");
    let output = Command::new(binary())
        .args([
            "goldfish",
            "--games",
            "300",
            "--seed",
            "42",
            "--format",
            "json",
            "-j",
            threads,
            "--goal",
            "won by turn 4",
        ])
        .arg(deck.strip_prefix(root()).expect("below the root"))
        .current_dir(root())
        .output()
        .expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let assumptions = value["assumptions"].as_array_mut().expect("assumptions");
    assumptions.retain(|a| a["key"] != "data" && a["key"] != "version");
    value
}

#[test]
fn recorded_runs_come_again() {
    for game in game_ids() {
        let path = root().join(format!("tests/golden/{game}.json"));
        let now = run(&game, "1");
        if std::env::var_os("GOLDEN").is_some() {
            let text = serde_json::to_string_pretty(&now).expect("JSON") + "\n";
            std::fs::write(&path, text).expect("written");
        }
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let recorded: Value = serde_json::from_str(&text).expect("JSON");
        assert!(now == recorded, "{game}: the run differs from tests/golden/{game}.json");
        assert!(run(&game, "3") == recorded, "{game}: three threads give other figures than one");
    }
}

#[test]
fn the_chart_in_the_readme_is_that_of_the_run_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let chart = folder.path().join("run.svg");
    let output = Command::new(binary())
        .args(["goldfish", "decks/breakrift/clock-and-tide.txt", "--games", "2000", "--turns", "6", "--chart"])
        .arg(&chart)
        .current_dir(root())
        .output()
        .expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let now = std::fs::read_to_string(&chart).expect("a chart");
    let shown = root().join("examples/goldfish.svg");
    if std::env::var_os("GOLDEN").is_some() {
        std::fs::write(&shown, &now).expect("written");
    }
    assert!(now == std::fs::read_to_string(&shown).expect("examples/goldfish.svg"), "draw examples/goldfish.svg anew");
}

#[test]
fn parts_of_a_run_merge_into_the_bytes_of_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let deck = "decks/breakrift/clock-and-tide.txt";
    let run = |args: &[&str]| {
        let output = Command::new(binary()).args(args).current_dir(root()).output().expect("runs");
        (
            output.status.code(),
            String::from_utf8(output.stdout).expect("UTF-8"),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let whole = run(&["goldfish", deck, "--games", "1001", "--goal", "won by turn 3"]);
    assert_eq!(whole.0, Some(0), "{}", whole.2);
    let parts: Vec<String> = (1..=3)
        .map(|i| {
            let shard = format!("{i}/3");
            let (code, text, err) =
                run(&["goldfish", deck, "--games", "1001", "--goal", "won by turn 3", "--shard", &shard]);
            assert_eq!(code, Some(0), "{err}");
            let path = folder.path().join(format!("{i}.json"));
            std::fs::write(&path, text).expect("written");
            path.display().to_string()
        })
        .collect();
    // In any order.
    let merged = run(&["merge", &parts[2], &parts[0], &parts[1]]);
    assert_eq!(merged, whole);
    for (files, message) in [
        (vec![&parts[0], &parts[1]], "part 3 of 3 missing"),
        (vec![&parts[0]], "parts 2, 3 of 3 missing"),
        (vec![&parts[0], &parts[0], &parts[1], &parts[2]], "was there already"),
    ] {
        let mut args = vec!["merge"];
        args.extend(files.iter().map(|f| f.as_str()));
        let (code, _, err) = run(&args);
        assert!(code == Some(2) && err.contains(message), "{err}");
    }
    let other = folder.path().join("other.json");
    std::fs::write(&other, run(&["goldfish", deck, "--games", "1001", "--seed", "2", "--shard", "2/3"]).1)
        .expect("written");
    let (code, _, err) = run(&["merge", &parts[0], &other.display().to_string()]);
    assert!(code == Some(2) && err.contains("is of another run: Seed is `2`, not `1`"), "{err}");
    let (code, _, err) = run(&["merge", deck]);
    assert!(code == Some(2) && err.contains("is no part of a run"), "{err}");
}
