//! The baseline: findings that were there when checking began. Only others fail a run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

use crate::cli::config::{normal, relative};
use crate::cli::replace::Replacement;
use crate::diagnostics::Level;
use crate::game::{Checked, Verdict, Waived, WaivedBy, io_reason, read_limited};
use crate::report::fingerprint;
use crate::text::Files;

/// The largest baseline that is read: 256 MiB.
const MAX_BASELINE: u64 = 256 << 20;

/// The file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The version of the file, 1.
    v: u32,
    /// Findings by deck; decks are named as seen from the folder of the file.
    decks: BTreeMap<String, Vec<Entry>>,
}

/// A finding that may come again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    code: String,
    fingerprint: String,
    /// What it said, for people.
    message: String,
}

/// A baseline of a run.
#[derive(Debug)]
pub(super) struct Baseline {
    path: PathBuf,
    /// The folder of the file, absolute.
    root: PathBuf,
    file: File,
    update: bool,
}

impl Baseline {
    /// Reads a baseline; where it is to be updated, it may be missing.
    pub fn read(path: &Path, update: bool) -> Result<Self> {
        let root = normal(path).parent().unwrap_or(Path::new("/")).to_path_buf();
        let file = match read_limited(path, MAX_BASELINE) {
            Ok(bytes) => serde_json::from_slice::<File>(&bytes).map_err(|e| {
                anyhow::anyhow!("--baseline {}: it is no baseline: {e}; --update-baseline writes one", path.display())
            }),
            Err(e) if update && e.kind() == std::io::ErrorKind::NotFound => Ok(File { v: 1, ..File::default() }),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                bail!("--baseline {}: there is no such file; --update-baseline writes it", path.display())
            }
            Err(e) => bail!("--baseline {}: {}", path.display(), io_reason(&e)),
        }?;
        if file.v != 1 {
            bail!("--baseline {}: its version is {}, and only 1 is known", path.display(), file.v);
        }
        Ok(Baseline { path: path.to_path_buf(), root, file, update })
    }

    /// How the file names a deck.
    fn key(&self, deck: &str) -> String {
        let below = relative(Path::new(deck), &self.root);
        let name = below.map_or_else(|| deck.to_owned(), |p| p.display().to_string());
        if cfg!(windows) { name.replace('\\', "/") } else { name }
    }

    /// Takes the findings that the baseline has out of a deck. Gives all that it would have now.
    pub fn apply(&self, checked: &mut Checked, files: Files<'_>) -> Vec<Entry> {
        if !checked.verdict.is_checked() || checked.findings.is_empty() {
            return Vec::new();
        }
        let mut left: Vec<&Entry> =
            self.file.decks.get(&self.key(&checked.source.name)).into_iter().flatten().collect();
        let mut now = Vec::new();
        let mut kept = Vec::new();
        for finding in std::mem::take(&mut checked.findings) {
            let entry = Entry {
                code: finding.code.to_string(),
                fingerprint: fingerprint(&finding, files.get(finding.place.file()).as_deref()),
                message: finding.message.clone(),
            };
            let known = left.iter().position(|e| e.code == entry.code && e.fingerprint == entry.fingerprint);
            // Notes fail no run, so they need no baseline.
            if self.update && finding.level > Level::Note {
                now.push(entry);
            }
            match known {
                Some(index) => {
                    left.swap_remove(index);
                    let (owner, until, index) = (None, None, None);
                    checked.waived.push(Waived {
                        finding,
                        by: WaivedBy::Baseline,
                        reason: "".into(),
                        owner,
                        until,
                        index,
                    });
                }
                None => kept.push(finding),
            }
        }
        checked.findings = kept;
        if checked.verdict == Verdict::Illegal && checked.findings.iter().all(|f| f.level != Level::Error) {
            checked.verdict = Verdict::Legal;
        }
        now
    }

    /// How many findings of a deck the baseline has that are no longer found.
    pub fn gone(&self, checked: &Checked) -> usize {
        if !checked.verdict.is_checked() {
            return 0;
        }
        let known = self.file.decks.get(&self.key(&checked.source.name)).map_or(0, Vec::len);
        known - checked.waived.iter().filter(|w| w.by == WaivedBy::Baseline).count().min(known)
    }

    /// Writes the file anew: the decks of this run as they are now, others as they were, if they still exist.
    pub fn write(mut self, now: Vec<(String, Vec<Entry>)>) -> Result<usize> {
        let old = std::mem::take(&mut self.file.decks);
        let checked: rustc_hash::FxHashSet<String> = now.iter().map(|(deck, _)| self.key(deck)).collect();
        let kept = old.into_iter().filter(|(deck, _)| !checked.contains(deck) && self.root.join(deck).exists());
        let mut decks: BTreeMap<String, Vec<Entry>> = kept.collect();
        for (deck, mut entries) in now.into_iter().filter(|(_, entries)| !entries.is_empty()) {
            entries.sort();
            decks.insert(self.key(&deck), entries);
        }
        let count = decks.values().map(Vec::len).sum();
        let mut file = Replacement::new(&self.path)?;
        serde_json::to_writer_pretty(&mut file, &File { v: 1, decks })?;
        std::io::Write::write_all(&mut file, b"\n")?;
        file.finish()?;
        Ok(count)
    }
}
