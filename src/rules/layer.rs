//! Layers: formats, house rules, a host's rules. One mechanism for everything that changes a game's rules.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Rule;
use super::check::List;
use crate::catalog::CardId;
use crate::spec::{Selector, Setting, Word};
use crate::text::{At, FileId, Span};

/// A layer file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Layer {
    /// Its name; the file is called so too.
    pub layer: Word,
    /// What it is, in one line.
    #[serde(default)]
    pub title: String,
    /// The game it is for; any game whose rules it fits if absent.
    #[serde(default)]
    pub game: Option<Word>,
    /// Why it is so.
    #[serde(default)]
    pub because: Option<String>,
    /// Layers that come before it.
    #[serde(default)]
    pub extends: Vec<Word>,
    /// Changes of rules, by code: any field of the rule or of its check, `level`, or `off: true`; with `because`.
    #[serde(default)]
    pub rules: Changes,
    /// Further rules.
    #[serde(default)]
    pub add: Vec<Rule>,
    /// Cards that may not be in a deck.
    #[serde(default)]
    pub ban: Vec<Entry>,
    /// Cards that an earlier layer bans and this one does not.
    #[serde(default)]
    pub unban: Vec<Word>,
    /// Cards with a limit of their own.
    #[serde(default)]
    pub limit: Vec<Limit>,
    /// Groups of which only so many different cards may be in a deck.
    #[serde(default)]
    pub restricted: Vec<Restricted>,
    /// The only cards that may be in a deck.
    #[serde(default)]
    pub allow: Option<Allow>,
    /// Numbers of the set-up and the turns.
    #[serde(default)]
    #[schemars(with = "IndexMap<String, serde_json::Value>")]
    pub setup: IndexMap<Word, At<Setting>>,
}

/// The changes of a layer. They are merged into the rules as they were written, and typed after that.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes;

impl<'de> Deserialize<'de> for Changes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(deserializer).map(|_| Changes)
    }
}

impl JsonSchema for Changes {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Changes".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "properties": {
                    "off": {"type": "boolean"},
                    "level": {"enum": ["note", "warning", "error"]},
                    "because": {"type": "string"}
                }
            }
        })
    }
}

/// A banned card, or all cards of a kind.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [{"required": ["card"]}, {"required": ["where"]}]))]
pub struct Entry {
    /// The card, by code or name.
    #[serde(default)]
    pub card: Option<Word>,
    /// The cards of a kind, instead of `card`.
    #[serde(rename = "where", default)]
    pub where_: Option<Selector>,
    /// Why.
    #[serde(default)]
    pub because: Option<String>,
    /// Cards that a later layer lets in again.
    #[serde(skip)]
    pub lifted: Vec<CardId>,
}

impl Entry {
    /// Where the entry stands.
    #[must_use]
    pub fn span(&self) -> Span {
        let in_selector = || self.where_.as_ref().and_then(Selector::span);
        self.card.as_ref().map(|c| c.span).or_else(in_selector).unwrap_or(Span::new(FileId::INPUT, 0, 0))
    }
}

/// A card, or the cards of a kind, with a limit of its own.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [{"required": ["card"]}, {"required": ["where"]}]))]
pub struct Limit {
    /// The card, by code or name.
    #[serde(default)]
    pub card: Option<Word>,
    /// The cards of a kind, instead of `card`.
    #[serde(rename = "where", default)]
    pub where_: Option<Selector>,
    /// The most copies over all sections.
    pub max: At<u64>,
    /// Why.
    #[serde(default)]
    pub because: Option<String>,
}

/// A group of which only so many different cards may be in a deck.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Restricted {
    /// The cards, by code or name.
    pub cards: Vec<Word>,
    /// How many different ones; 1 if absent.
    #[serde(default)]
    pub max: Option<At<u64>>,
    /// Why.
    #[serde(default)]
    pub because: Option<String>,
}

/// The only cards that may be in a deck.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allow {
    /// Cards, by code or name.
    #[serde(default)]
    pub cards: Vec<Word>,
    /// The cards of a kind, besides `cards`.
    #[serde(rename = "where", default)]
    pub where_: Option<Selector>,
    /// Why.
    #[serde(default)]
    pub because: Option<String>,
}

impl Layer {
    /// The layer's lists as one check.
    #[must_use]
    pub fn list(&self) -> List {
        List {
            ban: self.ban.clone(),
            limit: self.limit.clone(),
            restricted: self.restricted.clone(),
            allow: self.allow.clone(),
        }
    }
}
