//! Which configuration a deck has.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::setup::normal;

/// The name of a configuration.
pub(crate) const NAME: &str = "decklint.yaml";

/// What the command line says of configurations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Each deck's own, found upwards.
    Found,
    /// One for all decks.
    Given(PathBuf),
    /// None.
    None,
}

/// Looks for configurations, each folder once.
#[derive(Debug)]
pub(super) struct Finder {
    choice: Choice,
    here: PathBuf,
    known: FxHashMap<PathBuf, Option<PathBuf>>,
}

impl Finder {
    pub fn new(choice: Choice) -> Self {
        let here = normal(Path::new("."));
        Finder { choice, here, known: FxHashMap::default() }
    }

    /// The configuration of the decks in a folder: the one in it or in the nearest folder above it, not beyond a folder
    /// with `.git`.
    pub fn of(&mut self, folder: &Path) -> Option<PathBuf> {
        match &self.choice {
            Choice::Given(path) => return Some(path.clone()),
            Choice::None => return None,
            Choice::Found => {}
        }
        if let Some(found) = self.known.get(folder) {
            return found.clone();
        }
        let absolute = normal(folder);
        let mut found = None;
        for above in absolute.ancestors() {
            if above.join(NAME).is_file() {
                found = Some(self.shown(above).join(NAME));
                break;
            }
            if above.join(".git").exists() {
                break;
            }
        }
        self.known.insert(folder.to_path_buf(), found.clone());
        found
    }

    /// A folder as a user in the current one would write it.
    fn shown(&self, folder: &Path) -> PathBuf {
        if let Ok(below) = folder.strip_prefix(&self.here) {
            return below.to_path_buf();
        }
        match self.here.strip_prefix(folder) {
            Ok(below) => below.components().map(|_| "..").collect(),
            Err(_) => folder.to_path_buf(),
        }
    }
}
