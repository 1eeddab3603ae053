//! Which decks a command is about: files, folders, patterns, standard input.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use ignore::WalkBuilder;

/// Endings of files that a walk takes for decks. A file that is named is read whatever its ending.
const DECK_ENDINGS: &[&str] =
    &["txt", "dec", "deck", "csv", "tsv", "yaml", "yml", "json", "ydk", "cod", "o8d", "dek", "dck"];

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
}

/// A deck to read, and whether the user named it or a walk or pattern found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// The deck.
    pub input: Input,
    /// Whether it was named.
    pub by_name: bool,
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
        let is_deck = entry
            .path()
            .extension()
            .and_then(|e| e.to_str())
            .is_some_and(|e| DECK_ENDINGS.contains(&e.to_ascii_lowercase().as_str()));
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
