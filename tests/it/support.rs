//! What the tests share.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use decklint::diagnostics::{Diagnostic, Level, Levels};
use decklint::game::{Checked, DeckInput, Games, Options, PoolOption, Session, check};
use decklint::spec::{GameSpec, Setting};
use decklint::text::{At, FileId, Place, Source, Sources, Span, decode};
use indexmap::IndexMap;

/// The repository's root.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A session over the shipped games.
pub fn session() -> Session {
    session_with(Options::default())
}

/// A session over the shipped games with these options.
pub fn session_with(options: Options) -> Session {
    Session::new(Sources::default(), Games::shipped(), options)
}

/// A session whose games use this pool.
pub fn session_with_pool(path: &Path) -> Session {
    session_with(Options { pools: vec![PoolOption { path: path.to_path_buf() }], ..Options::default() })
}

/// The set-up of a game with other values, as the engine gets it.
pub fn set_up(spec: &GameSpec, change: impl FnOnce(&mut IndexMap<String, Setting>)) -> IndexMap<String, At<Setting>> {
    let mut setup = spec.setup.iter().map(|(k, v)| (k.value.clone(), v.value.clone())).collect();
    change(&mut setup);
    setup.into_iter().map(|(k, v)| (k, At::new(v, Span::new(FileId::INPUT, 0, 0)))).collect()
}

/// Checks a file.
pub fn check_file(session: &Session, path: &Path) -> Checked {
    let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let decoded = decode(bytes).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let name = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let source = Arc::new(Source::new(name, decoded.text));
    check(
        session,
        DeckInput { source: &source, guessed: decoded.guessed, path: Some(path), game: None },
        &Levels::default(),
    )
}

/// Checks a text as a deck of a game.
pub fn check_text(session: &Session, game: &str, name: &str, text: &str) -> Checked {
    let source = Arc::new(Source::new(name, text));
    check(session, DeckInput { source: &source, guessed: None, path: None, game: Some(game) }, &Levels::default())
}

/// The line of a finding in its deck, from 1; 1 for the whole file.
pub fn line_of(checked: &Checked, finding: &Diagnostic) -> usize {
    match finding.place {
        Place::Span(span) if span.file == FileId::INPUT => checked.source.line(span.start),
        _ => 1,
    }
}

/// The codes of findings that are no notes, with their lines.
pub fn codes(checked: &Checked) -> Vec<(String, usize)> {
    let grave = checked.findings.iter().filter(|f| f.level > Level::Note);
    grave.map(|f| (f.code.to_string(), line_of(checked, f))).collect()
}

/// The files below a folder, sorted.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = ignore::WalkBuilder::new(folder)
        .standard_filters(false)
        .build()
        .flatten()
        .filter(|e| e.file_type().is_some_and(|t| t.is_file()))
        .map(|e| e.into_path())
        .collect();
    out.sort();
    out
}

/// The ids of the shipped games.
pub fn game_ids() -> Vec<String> {
    Games::shipped().ids().map(str::to_owned).collect()
}

/// What a run of the binary came to.
#[derive(Debug)]
pub struct Ran {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// Runs the binary in a folder.
pub fn run_in<S: AsRef<std::ffi::OsStr>>(folder: &Path, args: impl IntoIterator<Item = S>) -> Ran {
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_decklint"))
        .args(args)
        .current_dir(folder)
        // A guard against hanging only: a killed run has no exit code.
        .timeout(std::time::Duration::from_secs(60))
        .output()
        .expect("the binary starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
    let code = output.status.code().expect("the run ends by itself");
    Ran { code, out: text(output.stdout), err: text(output.stderr) }
}

/// Runs the binary in the repository's root; the arguments are the words of a line.
pub fn run(line: &str) -> Ran {
    run_in(root(), line.split_whitespace())
}
