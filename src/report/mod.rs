//! Renderers: the same findings for people and for machines, one file each.

mod azure;
mod chart;
mod concise;
mod csv;
mod fingerprint;
mod full;
mod github;
mod gitlab;
mod goldfish;
mod group;
mod json;
mod junit;
mod markdown;
mod rule_info;
mod sarif;
mod sheet;
mod statistics;
mod visible;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Checked, Verdict};

pub use azure::azure;
pub use chart::BarChart;
pub use concise::{deck as concise_deck, run_finding as concise_run_finding, waived as concise_waived};
pub use csv::csv;
pub use fingerprint::fingerprint;
pub use full::{deck as full_deck, finding as full_finding, verdict as full_verdict};
pub use github::github;
pub use gitlab::gitlab;
pub use goldfish::{
    Assumption, GOLDFISH_VERSION, Goldfish, Names, chart as goldfish_chart, csv as goldfish_csv, json as goldfish_json,
    markdown as goldfish_markdown, table as goldfish_table,
};
pub use group::{GroupBy, Row, rows};
pub use json::{DeckReport, EditReport, FindingReport, FixReport, Report, StreamRecord, VERSION, WaivedReport};
pub use junit::junit;
pub use markdown::markdown;
pub use rule_info::{RuleInfo, rule_infos};
pub use sarif::sarif;
pub use sheet::{Paper, Sheet, SheetCard, SheetSection, html as sheet_html, text as sheet_text};
pub use statistics::{CardCount, Counter, RuleCount, Statistics};
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
    /// Those that cannot be read.
    pub unreadable: usize,
    /// Those that were not checked because rules, card pools, layers or the configuration are broken.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub not_checked: usize,
    /// Findings that waivers or the baseline cover, in all decks.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub waived: usize,
    /// Findings beyond `--max-findings`; they are in no list, but they count.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub omitted: usize,
}

/// For serde, which asks for a reference.
fn is_zero(n: &usize) -> bool {
    *n == 0
}

impl Summary {
    /// Counts a deck.
    pub fn add(&mut self, verdict: Verdict) {
        self.decks += 1;
        match verdict {
            Verdict::Legal => self.legal += 1,
            Verdict::Illegal => self.illegal += 1,
            Verdict::Unreadable => self.unreadable += 1,
            Verdict::NotChecked => self.not_checked += 1,
        }
    }

    /// Whether there are decks of which nobody knows whether they are legal.
    #[must_use]
    pub fn unknown(&self) -> bool {
        self.unreadable + self.not_checked > 0
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let decks = if self.decks == 1 { "deck" } else { "decks" };
        write!(f, "{} {decks}: {} legal, {} illegal", self.decks, self.legal, self.illegal)?;
        for (n, what) in [(self.unreadable, "unreadable"), (self.not_checked, "not checked")] {
            if n > 0 {
                write!(f, ", {n} {what}")?;
            }
        }
        for (n, what) in [(self.waived, "waived"), (self.omitted, "not shown")] {
            if n > 0 {
                write!(f, "; {n} {} {what}", if n == 1 { "finding" } else { "findings" })?;
            }
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
