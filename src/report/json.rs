//! JSON for machines: one document, or one object a line. Nothing is cut short here.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Statistics, Summary, fingerprint};
use crate::diagnostics::{Applicability, Basis, Diagnostic, Facts, Fix, Level};
use crate::game::{Checked, Verdict, Waived, WaivedBy};
use crate::text::{Files, Place, Span};

/// The version of the documents. It grows when a field changes its meaning or goes; new fields do not change it.
pub const VERSION: u32 = 1;

/// The document of `--format json`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The version of the document, 1.
    pub v: u32,
    /// The decks in input order.
    pub decks: Vec<DeckReport>,
    /// Findings about games, card pools and layers.
    #[serde(default)]
    pub run: Vec<FindingReport>,
    /// Counts over all decks, with `--statistics`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
    /// How many decks came out how.
    pub summary: Summary,
}

/// A line of `--stream`: a deck with its number.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StreamRecord {
    /// The number of the record in the stream, from 1; blank lines are not counted.
    pub record: usize,
    /// The deck. Its keys stand beside `record`.
    #[serde(flatten)]
    pub deck: DeckReport,
}

/// A deck.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DeckReport {
    /// The file as it was named.
    pub file: String,
    /// The id of its game; null if that is not known.
    pub game: Option<String>,
    /// The format it was read as; null if it is none.
    pub format: Option<String>,
    /// What came of it.
    pub verdict: Verdict,
    /// The deck's own name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Who plays it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The layers it was checked under, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<String>,
    /// Copies in each section, unknown cards included.
    pub sections: IndexMap<String, u64>,
    /// The findings by line, then code.
    pub findings: Vec<FindingReport>,
    /// Findings that waivers or the baseline cover.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waived: Vec<WaivedReport>,
}

/// A finding that somebody decided to live with.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WaivedReport {
    /// The finding.
    pub finding: FindingReport,
    /// Where the waiver stands.
    pub by: WaivedBy,
    /// Why; absent for a baseline.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub reason: String,
    /// Who answers for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The last day on which it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

impl WaivedReport {
    fn new(waived: &Waived, files: Files<'_>) -> Self {
        WaivedReport {
            finding: FindingReport::new(&waived.finding, files, true),
            by: waived.by,
            reason: waived.reason.to_string(),
            owner: waived.owner.clone(),
            until: waived.until.clone(),
        }
    }
}

/// A finding.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FindingReport {
    /// The stable code.
    pub code: String,
    /// Its readable name.
    pub slug: String,
    /// How grave it is.
    pub level: Level,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The file, where it is not the deck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, from 1; null for a finding about the whole file.
    pub line: Option<usize>,
    /// The column in characters, from 1.
    pub column: Option<usize>,
    /// The line in which it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<usize>,
    /// The column behind its last character.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_column: Option<usize>,
    /// Tells the finding from others of its deck, whatever lines it moves to.
    #[serde(default)]
    pub fingerprint: String,
    /// The title of the section.
    pub section: Option<String>,
    /// What the rule rests on; null for general codes.
    pub basis: Option<Basis>,
    /// Further sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The remedy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The numbers and cards.
    pub facts: Facts,
    /// What `check --fix` would write for this finding alone; absent where it would write nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix: Option<FixReport>,
}

/// What would mend a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FixReport {
    /// `safe`: `--fix` writes it; `unsafe`: a guess, which `--unsafe-fixes` asks for.
    pub applicability: Applicability,
    /// Pieces of the deck and what is to stand in their place, from the first; they do not overlap.
    pub edits: Vec<EditReport>,
}

/// A piece of a deck that is replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EditReport {
    /// The line in which it begins, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The line in which it ends.
    pub end_line: usize,
    /// The column behind its last character.
    pub end_column: usize,
    /// The new text.
    pub text: String,
}

impl FixReport {
    fn new(fix: &Fix, files: Files<'_>) -> Self {
        let edit = |(span, text): &(Span, String)| {
            let source = files.get(span.file)?;
            let ((line, column), (end_line, end_column)) =
                (source.line_column(span.start), source.line_column(span.end));
            Some(EditReport { line, column, end_line, end_column, text: text.clone() })
        };
        FixReport { applicability: fix.applicability, edits: fix.edits.iter().filter_map(edit).collect() }
    }
}

impl FindingReport {
    /// A finding of a deck, or of a run where `in_deck` is false and the file is named.
    #[must_use]
    pub fn new(diagnostic: &Diagnostic, files: Files<'_>, in_deck: bool) -> Self {
        let source = files.get(diagnostic.place.file());
        let position = match (diagnostic.place, &source) {
            (Place::Span(span), Some(source)) => Some(source.line_column(span.start)),
            _ => None,
        };
        let end = match (diagnostic.place, &source) {
            (Place::Span(span), Some(source)) => Some(source.line_column(span.end)),
            _ => None,
        };
        FindingReport {
            code: diagnostic.code.to_string(),
            slug: diagnostic.slug.to_string(),
            level: diagnostic.level,
            message: diagnostic.message.clone(),
            fingerprint: fingerprint(diagnostic, source.as_deref()),
            file: source.filter(|_| !in_deck).map(|s| s.name.clone()),
            line: position.map(|p| p.0),
            column: position.map(|p| p.1),
            end_line: end.map(|p| p.0),
            end_column: end.map(|p| p.1),
            section: diagnostic.section.as_deref().map(str::to_owned),
            basis: diagnostic.basis,
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
            facts: diagnostic.facts.clone(),
            fix: diagnostic.fix.as_ref().map(|fix| FixReport::new(fix, files)),
        }
    }
}

impl DeckReport {
    /// A checked deck.
    #[must_use]
    pub fn new(checked: &Checked, files: Files<'_>) -> Self {
        DeckReport {
            file: checked.source.name.clone(),
            game: checked.game.clone(),
            format: checked.format.map(str::to_owned),
            verdict: checked.verdict,
            name: checked.name.clone(),
            player: checked.player.clone(),
            layers: checked.layers.clone(),
            sections: checked.sections.iter().map(|s| (s.name.clone(), s.total)).collect(),
            findings: checked.findings.iter().map(|d| FindingReport::new(d, files, true)).collect(),
            waived: checked.waived.iter().map(|w| WaivedReport::new(w, files)).collect(),
        }
    }
}
