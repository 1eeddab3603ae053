//! Which decks a command is about: files, folders, patterns, standard input.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use ignore::WalkBuilder;

use crate::deck::format::Format;
use crate::diagnostics::{DCK_SIZE, DCK_UNREADABLE, Diagnostic};
use crate::game::{io_reason, read_all, read_limited};
use crate::text::{FileId, Place, Source, decode};

/// The largest deck that is read: 8 MiB.
pub(crate) const MAX_DECK: u64 = 8 << 20;

/// A deck to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Input {
    /// The name to show; that of standard input is given.
    pub fn name(&self, stdin: &str) -> String {
        match self {
            Input::Stdin => stdin.to_owned(),
            Input::File(path) => path.display().to_string(),
        }
    }

    /// Its path, that of standard input if it was given a name.
    pub(crate) fn path<'a>(&'a self, stdin_name: &'a str) -> Option<&'a Path> {
        match self {
            Input::Stdin => Some(Path::new(stdin_name)).filter(|_| stdin_name != "<stdin>"),
            Input::File(path) => Some(path),
        }
    }
}

/// A deck to read, and whether the user named it or a walk or pattern found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// The deck.
    pub input: Input,
    /// Whether it was named.
    pub by_name: bool,
}

impl std::fmt::Display for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Input::Stdin => f.write_str("-"),
            Input::File(path) => path.display().fmt(f),
        }
    }
}

/// A deck's text.
pub(crate) struct DeckText {
    pub source: Arc<Source>,
    /// Its encoding, where that was guessed.
    pub guessed: Option<&'static str>,
}

/// Why a deck has no text.
pub(crate) struct NoText {
    pub source: Arc<Source>,
    pub finding: Diagnostic,
}

/// Reads the text of a deck.
pub(crate) fn read_deck(input: &Input, stdin_name: &str) -> std::result::Result<DeckText, Box<NoText>> {
    let (name, bytes) = match input {
        Input::Stdin => (stdin_name.to_owned(), read_all(std::io::stdin().lock(), 0, MAX_DECK)),
        Input::File(path) => (path.display().to_string(), read_limited(path, MAX_DECK)),
    };
    let failed = |name: String, code, message: String| {
        let source = Arc::new(Source::new(name, ""));
        Box::new(NoText { source, finding: Diagnostic::general(code, Place::File(FileId::INPUT), message) })
    };
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(e) => {
            let code = if e.kind() == ErrorKind::FileTooLarge { &DCK_SIZE } else { &DCK_UNREADABLE };
            return Err(failed(name, code, format!("the deck was not read: {}", io_reason(&e))));
        }
    };
    match decode(bytes) {
        Err(e) => Err(failed(name, &DCK_UNREADABLE, e.to_string())),
        Ok(decoded) => Ok(DeckText { source: Arc::new(Source::new(name, decoded.text)), guessed: decoded.guessed }),
    }
}

/// Whether a walk takes a file of this ending for a deck. A file that is named is read whatever its ending.
fn is_deck_ending(ending: &str) -> bool {
    Format::ALL.iter().any(|f| f.about().endings.iter().any(|e| e.eq_ignore_ascii_case(ending)))
}

/// The decks that paths mean, in the order of the paths and by name within a folder; each once.
pub(crate) fn expand_named(paths: &[PathBuf]) -> Result<Vec<Named>> {
    let mut out: Vec<Named> = Vec::new();
    let found = |input: Input| Named { input, by_name: false };
    let here = [PathBuf::from(".")];
    for path in if paths.is_empty() { &here[..] } else { paths } {
        if path.as_os_str() == "-" {
            out.push(Named { input: Input::Stdin, by_name: true });
        } else if path.is_dir() {
            out.extend(walk(path)?.into_iter().map(found));
        } else if !path.exists() && is_pattern(path) {
            out.extend(matching(path)?.into_iter().map(found));
        } else {
            out.push(Named { input: Input::File(path.clone()), by_name: true });
        }
    }
    // One path gives each file once.
    if paths.len() > 1 {
        let mut seen = rustc_hash::FxHashSet::default();
        out.retain(|named| match &named.input {
            Input::Stdin => seen.insert(PathBuf::from("-")),
            Input::File(path) => seen.insert(path.clone()),
        });
    }
    if out.iter().filter(|named| named.input == Input::Stdin).count() > 1 {
        bail!("standard input can be read once only");
    }
    Ok(out)
}

fn walk(folder: &Path) -> Result<Vec<Input>> {
    let mut out = Vec::new();
    for entry in WalkBuilder::new(folder).require_git(false).sort_by_file_path(by_bytes).build() {
        let entry = match entry {
            Ok(entry) => entry,
            // A folder below that cannot be read is reported as an unreadable file, the others go on.
            Err(ignore::Error::WithPath { path, .. }) => {
                out.push(Input::File(path));
                continue;
            }
            Err(e) => return Err(e).with_context(|| format!("cannot walk `{}`", folder.display())),
        };
        let is_deck = entry.path().extension().and_then(|e| e.to_str()).is_some_and(is_deck_ending);
        if is_deck && entry.file_type().is_some_and(|t| t.is_file()) {
            let path = entry.into_path();
            out.push(Input::File(path.strip_prefix("./").map(Path::to_path_buf).unwrap_or(path)));
        }
    }
    Ok(out)
}

/// The order of the files of one folder. The folder is the same for all, so that comparing paths compares names.
fn by_bytes(a: &Path, b: &Path) -> std::cmp::Ordering {
    a.as_os_str().cmp(b.as_os_str())
}

fn is_pattern(path: &Path) -> bool {
    path.to_str().is_some_and(|p| p.contains(['*', '?', '[', '{']))
}

/// The files that a pattern such as `decks/**/*.txt` matches, sorted.
fn matching(pattern: &Path) -> Result<Vec<Input>> {
    let text = pattern.display().to_string();
    let text = text.strip_prefix("./").unwrap_or(&text);
    let glob = globset::GlobBuilder::new(text)
        .literal_separator(true)
        .build()
        .with_context(|| format!("the pattern `{text}` is not understood"))?;
    let matcher = glob.compile_matcher();
    // Walking begins at the last folder before the first wildcard.
    let plain: PathBuf = Path::new(text).components().take_while(|c| !is_pattern(Path::new(c))).collect();
    let root = if plain.as_os_str().is_empty() { PathBuf::from(".") } else { plain };
    let mut out = Vec::new();
    for entry in WalkBuilder::new(&root).standard_filters(false).sort_by_file_path(by_bytes).build().flatten() {
        let path = entry.path().strip_prefix("./").unwrap_or(entry.path());
        if entry.file_type().is_some_and(|t| t.is_file()) && matcher.is_match(path) {
            out.push(Input::File(path.to_path_buf()));
        }
    }
    if out.is_empty() {
        bail!("no file matches the pattern `{text}`");
    }
    Ok(out)
}
