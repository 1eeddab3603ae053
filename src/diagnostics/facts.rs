//! The numbers of a finding, typed, so that no one has to parse a message.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Numbers and cards of a finding.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Facts {
    /// The least that is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<u64>,
    /// The most that is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// What the deck has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual: Option<u64>,
    /// How many are too many; negative: how many are missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excess: Option<i64>,
    /// The attribute value or group that the finding is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The cards that take part.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardFact>,
    /// Names that were perhaps meant, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
    /// Who set the limit, where it was not the game: a layer's name or a command-line option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_by: Option<String>,
}

impl Facts {
    /// Nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Facts::default()
    }
}

/// A card in a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardFact {
    /// Its code, if the game prints one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Its name, or the text of the deck's line if the card is unknown.
    pub name: String,
    /// Copies in all sections together.
    pub count: u64,
    /// Where they are.
    pub sections: Vec<SectionCount>,
}

/// Copies of a card in one section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SectionCount {
    /// The section's name in the game.
    pub section: String,
    /// Copies.
    pub count: u64,
    /// Lines of the deck, from 1.
    pub lines: Vec<usize>,
}
