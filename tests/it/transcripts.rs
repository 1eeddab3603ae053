//! Transcripts: the examples of the README and of `tests/cmd/` are run, and output and exit code are compared.
//! `TRYCMD=overwrite cargo test transcripts` writes what the program says now; read it before you keep it.

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
