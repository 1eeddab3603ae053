//! `--watch`: the same check again whenever a file was saved. Times of files are looked at twice a second: that works on
//! every file system, network folders included, and editors that replace files need no care.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use anyhow::{Result, bail};

use super::{Args, once};
use crate::cli::Exit;
use crate::cli::inputs::{Input, expand_named};
use crate::cli::out;

const PAUSE: Duration = Duration::from_millis(500);

type State = BTreeMap<PathBuf, Option<(SystemTime, u64)>>;

/// Does not return: Ctrl-C ends the process.
pub(super) fn run(args: &Args, verbose: bool) -> Result<Exit> {
    if args.paths.iter().any(|p| p.as_os_str() == "-") {
        bail!("--watch looks at files; standard input cannot be read again");
    }
    let mut others: Vec<PathBuf> = Vec::new();
    loop {
        // What changes while it is checked is seen as a change.
        let before = state(args, &others);
        match once(args, verbose) {
            Ok((_, watched)) => others = watched,
            Err(e) if out::is_broken_pipe(&e) => return Err(e),
            Err(e) => out::complain(&format!("{e:#}")),
        }
        let before = merged(before, state(args, &others), &others);
        out::talk("waiting for changes; Ctrl-C ends it");
        while state(args, &others) == before {
            std::thread::sleep(PAUSE);
        }
    }
}

/// The files known before the check as they were then, and those that the check took in besides as they are now. A deck
/// that came while it ran is left out, so that it counts as a change.
fn merged(mut before: State, now: State, checked: &[PathBuf]) -> State {
    for (path, time) in now {
        if !before.contains_key(&path) && checked.contains(&path) {
            before.insert(path, time);
        }
    }
    before
}

/// Time and size of every deck, and of the files that the check needs.
fn state(args: &Args, others: &[PathBuf]) -> State {
    let decks = expand_named(&args.paths).unwrap_or_default();
    let decks = decks.into_iter().filter_map(|named| match named.input {
        Input::File(path) => Some(path),
        Input::Stdin => None,
    });
    let known = args.config.config.iter().chain(others).cloned();
    let look = |path: PathBuf| {
        let found = std::fs::metadata(&path).ok().and_then(|m| Some((m.modified().ok()?, m.len())));
        (path, found)
    };
    decks.chain(known).map(look).collect()
}
