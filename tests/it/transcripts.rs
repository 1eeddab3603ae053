//! Transcripts: the examples of the README and of `tests/cmd/` are run, and output and exit code are compared.
//! `TRYCMD=overwrite cargo test transcripts` writes what the program says now; read it before you keep it. Backslashes
//! are compared as slashes.

use std::process::{Command, Stdio};

use crate::support::root;

/// Without this the width of the terminal, or whoever runs the tests, would decide where help is wrapped.
fn cases() -> trycmd::TestCases {
    let cases = trycmd::TestCases::new();
    cases.register_bin("decklint", std::path::Path::new(env!("CARGO_BIN_EXE_decklint")));
    cases.env("COLUMNS", "100").env("NO_COLOR", "1");
    cases
}

#[test]
fn the_readme_tells_the_truth() {
    cases().case("README.md");
}

#[test]
fn commands_answer_as_written() {
    cases().case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}

#[test]
#[cfg(all(feature = "sqlite", feature = "spreadsheets"))]
fn readers_of_binary_files_answer_as_written() {
    cases().case("tests/cmd/readers/*.trycmd");
}

#[test]
#[cfg(feature = "screen")]
fn help_lists_the_commands_of_all_features() {
    cases().case("tests/cmd/screen/*.trycmd");
}

/// What the README shows of a file is the file.
#[test]
fn the_readme_shows_the_files_that_its_commands_read() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("README");
    for file in [
        "examples/hive.txt",
        "examples/spellings.txt",
        "examples/club-cards.csv",
        "examples/friday.yaml",
        "examples/games/skirmish/game.yaml",
        "examples/games/skirmish/rules.yaml",
        "examples/club-night/decklint.yaml",
        "examples/pools/export.json",
        "examples/pools/lflist.conf",
    ] {
        let text = std::fs::read_to_string(root().join(file)).expect(file);
        assert!(readme.contains(&format!("\n{text}```\n")), "the README does not show {file} as it is");
    }
}

/// The README's commands that read standard input cannot be transcripts; both find the game and the same findings.
#[test]
fn the_readmes_standard_input_works() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("README");
    let lines: Vec<&str> = readme
        .lines()
        .filter(|l| l.starts_with("decklint check") && l.contains(" < ") && !l.contains("--stream"))
        .collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    for line in lines {
        let (command, file) = line.split_once(" < ").expect("redirection");
        let input = std::fs::File::open(root().join(file)).expect(file);
        let output = Command::new(env!("CARGO_BIN_EXE_decklint"))
            .args(command.split(' ').skip(1))
            .current_dir(root())
            .stdin(Stdio::from(input))
            .output()
            .expect("runs");
        assert_eq!(output.status.code(), Some(1), "{line}");
        let text = String::from_utf8_lossy(&output.stdout);
        for code in ["BAR001", "RES001", "BAR003"] {
            assert!(text.contains(code), "{line}: {text}");
        }
        assert_eq!(text.contains("barrenia/hive.txt:4:1"), line.contains("--stdin-name"), "{text}");
    }
}
