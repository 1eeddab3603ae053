//! Renderers: the same findings for people and for machines, one file each.

mod chart;
mod concise;
mod full;
mod json;
mod visible;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Checked, Verdict};

pub use chart::BarChart;
pub use concise::{deck as concise_deck, run_finding as concise_run_finding};
pub use full::{deck as full_deck, finding as full_finding, verdict};
pub use json::{DeckReport, FindingReport, Report, VERSION};
pub use visible::visible;

/// How many decks came out how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// All decks.
    pub decks: usize,
    /// Those without error.
    pub legal: usize,
    /// Those with one.
    pub illegal: usize,
    /// Those that could not be checked.
    pub unreadable: usize,
}

impl Summary {
    /// Counts a deck.
    pub fn add(&mut self, verdict: Verdict) {
        self.decks += 1;
        match verdict {
            Verdict::Legal => self.legal += 1,
            Verdict::Illegal => self.illegal += 1,
            Verdict::Unreadable => self.unreadable += 1,
        }
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let decks = if self.decks == 1 { "deck" } else { "decks" };
        write!(f, "{} {decks}: {} legal, {} illegal", self.decks, self.legal, self.illegal)?;
        if self.unreadable > 0 {
            write!(f, ", {} not checked", self.unreadable)?;
        }
        Ok(())
    }
}

/// `40 Main Deck, 17 Provisionary Deck`: the sections that hold cards.
#[must_use]
pub fn sections(checked: &Checked) -> String {
    let parts: Vec<String> =
        checked.sections.iter().filter(|s| s.total > 0).map(|s| format!("{} {}", s.total, s.name)).collect();
    parts.join(", ")
}
