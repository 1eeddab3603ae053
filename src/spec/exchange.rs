//! What other programs call a game, its sections and its cards.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::GameSpec;
use crate::diagnostics::{Diagnostic, GAM_REFERENCE};
use crate::text::{At, did_you_mean};

/// How another program speaks of the game.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Exchange {
    /// What the program calls the game, where its decks say so: a GUID for OCTGN, a plugin's name for LackeyCCG.
    pub game: Option<String>,
    /// The attribute that holds the program's id of a card; the code if absent.
    pub id: Option<At<String>>,
    /// What the program calls the sections, by their names in the game.
    pub sections: IndexMap<At<String>, String>,
    /// For `blocks`: the lines under a card's name, with `{attribute}` for its values. A line without values is left
    /// out.
    pub lines: Vec<String>,
}

impl Exchange {
    pub(super) fn faults(&self, spec: &GameSpec, out: &mut Vec<Diagnostic>) {
        let mut unknown = |what: &str, word: &At<String>, near: String| {
            let message = format!("`exchange` names the unknown {what} `{}`{near}", word.value);
            out.push(Diagnostic::general(&GAM_REFERENCE, word.span, message));
        };
        if let Some(id) = self.id.as_ref().filter(|id| spec.attribute(&id.value).is_none()) {
            unknown("attribute", id, did_you_mean(&id.value, spec.attribute_names()));
        }
        for name in self.sections.keys().filter(|name| spec.section(&name.value).is_none()) {
            let known = spec.sections.keys().map(|name| name.value.as_str());
            unknown("section", name, did_you_mean(&name.value, known));
        }
    }
}
