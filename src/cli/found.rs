//! The decks that paths mean, each with what holds for it, and the files that a walk left out.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;

use super::config::{Setup, Setups, normal};
use super::inputs::{Input, Named, expand_named};
use super::out;
use super::strangers::stranger;
use crate::report::visible;

/// A deck and what holds for it.
pub(crate) type Task = (Input, Arc<Setup>);

/// Why a file that was found is not taken for a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// Somebody said so, in a configuration or on the command line.
    Said(String),
    /// Its name or its first keys say so.
    Told(&'static str),
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Why::Said(why) => f.write_str(why),
            Why::Told(what) => write!(f, "{what}, no deck"),
        }
    }
}

/// What paths mean.
#[derive(Debug)]
pub(crate) struct Found {
    /// The decks in order.
    pub decks: Vec<Task>,
    /// What was left out.
    pub left: Vec<(PathBuf, Why)>,
}

/// How files are left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leave {
    /// Whether excluded files are left out even where they are named.
    pub named_too: bool,
    /// Files that the run writes.
    pub results: Vec<PathBuf>,
}

impl Found {
    /// Finds decks. A file that the user names is a deck whatever it looks like.
    pub fn new(paths: &[PathBuf], setups: &mut Setups<'_>, stdin_name: &str, leave: &Leave) -> Result<Found> {
        let results: Vec<PathBuf> = leave.results.iter().map(|p| normal(p)).collect();
        let named = expand_named(paths)?;
        let mut found = Found { decks: Vec::with_capacity(named.len()), left: Vec::new() };
        for Named { input, by_name } in named {
            let setup = setups.of(input.path(stdin_name))?;
            let why = input.path(stdin_name).and_then(|path| match by_name {
                false => said(&setup, path, &results).or_else(|| stranger(path).map(Why::Told)),
                true if leave.named_too => said(&setup, path, &results),
                true => None,
            });
            match (why, &input) {
                (Some(why), Input::File(path)) => found.left.push((path.clone(), why)),
                _ => found.decks.push((input, setup)),
            }
        }
        Ok(found)
    }

    /// Says of each file that was left out why it was.
    pub fn tell_all(&self) {
        for (path, why) in &self.left {
            out::talk(&format!("{}: skipped, {why}", visible(&path.display().to_string())));
        }
    }

    /// Says how many files were left out that nobody told to leave out; `how` is the command that names them.
    pub fn tell(&self, how: &str) {
        let told = self.left.iter().filter(|(_, why)| matches!(why, Why::Told(_))).count();
        match told {
            0 => {}
            1 => out::talk(&format!("1 file is no deck and was left out ({how} names it)")),
            n => out::talk(&format!("{n} files are no decks and were left out ({how} names them)")),
        }
    }
}

/// Whether the configuration says that a file is no deck, or it is a part of it, or a file that the run uses or writes.
fn said(setup: &Setup, path: &Path, results: &[PathBuf]) -> Option<Why> {
    if path.file_name().is_some_and(|name| name == super::config::NAME) {
        return Some(Why::Said("a configuration".to_owned()));
    }
    if !results.is_empty() && results.contains(&normal(path)) {
        return Some(Why::Said("a result of this run".to_owned()));
    }
    if let Some(pattern) = setup.excludes(path) {
        return Some(Why::Said(format!("excluded by `{pattern}`")));
    }
    let named = !setup.named.is_empty() && setup.is_named(path);
    named.then(|| Why::Said("a file of the configuration".to_owned())).or_else(|| {
        let used = setup.uses(path);
        used.then(|| Why::Said("a file that an option names".to_owned()))
    })
}
