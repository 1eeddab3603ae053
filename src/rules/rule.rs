//! A rule as data.

use schemars::JsonSchema;
use serde::Deserialize;

use super::check::Check;
use crate::diagnostics::{Basis, Level};
use crate::spec::{OneOrMany, Word};
use crate::text::At;

/// A `rules.yaml`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesFile {
    /// The rules in code order.
    pub rules: Vec<Rule>,
}

/// One rule of a game or of a layer.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rule {
    /// The stable code: the game's prefix and three digits. A number is never used again.
    pub id: Word,
    /// The readable name; it names the bad pattern.
    pub slug: Word,
    /// The rule in one sentence.
    pub title: String,
    /// What it rests on.
    pub basis: Basis,
    /// Where it is said.
    pub cite: Cite,
    /// The level of its findings; by its basis if absent: inferred is a warning, not-stated a note, all else an error.
    #[serde(default)]
    pub level: Option<At<Level>>,
    /// What is checked: one check or several.
    pub check: Checks,
    /// Stricter rules: what one of them reports of a card is not repeated by this one.
    #[serde(default)]
    pub yields_to: Vec<Word>,
    /// Codes that it had before.
    #[serde(default)]
    pub was: Vec<String>,
    /// Why it is so.
    pub why: String,
    /// How to mend a deck that breaks it.
    pub mend: String,
    /// A deck, or a part of one, that breaks it.
    #[serde(default)]
    pub example: String,
}

impl Rule {
    /// The level of its findings.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level.as_ref().map_or(self.basis.default_level(), |l| l.value)
    }
}

/// One check or several that make up a rule.
#[derive(Clone, Debug)]
pub struct Checks(pub Vec<Check>);

impl<'de> Deserialize<'de> for Checks {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let many: OneOrMany<Check> = OneOrMany::deserialize(deserializer)?;
        match many.0.is_empty() {
            true => Err(serde::de::Error::custom("a rule needs a check; without one it would pass every deck")),
            false => Ok(Checks(many.0)),
        }
    }
}

impl JsonSchema for Checks {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Checks".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let check = generator.subschema_for::<Check>();
        schemars::json_schema!({"anyOf": [check, {"type": "array", "items": check, "minItems": 1}]})
    }
}

/// Where a rule is said.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cite {
    /// The text.
    pub text: String,
    /// The heading or place in it.
    pub at: String,
    /// Its address, if it is public.
    #[serde(default)]
    pub url: Option<String>,
}

impl std::fmt::Display for Cite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {}", self.text, self.at)?;
        match &self.url {
            Some(url) => write!(f, " <{url}>"),
            None => Ok(()),
        }
    }
}
