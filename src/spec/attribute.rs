//! Attributes of cards: their types, allowed values and who needs them.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{GameSpec, Selector};
use crate::diagnostics::{Diagnostic, GAM_FILE, GAM_REFERENCE};
use crate::text::{At, Span, did_you_mean, fold};

/// The type of an attribute's values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AttributeType {
    /// Words, kept as written.
    #[default]
    Text,
    /// A whole number.
    Int,
    /// Several words, parted by `;` or `|` in a cell.
    List,
    /// `true` or `false`, also `yes` or `no`.
    Bool,
    /// Card search terms, such as `cost<=5`: a rule that the card bears.
    Terms,
}

/// An attribute of a game's cards.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Attribute {
    /// The type of its values.
    #[serde(rename = "type", default)]
    pub kind: AttributeType,
    /// The name for people; the attribute's own name if absent.
    #[serde(default)]
    pub title: Option<String>,
    /// Other names of the column that holds it.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The allowed values; any if empty.
    #[serde(default)]
    pub values: Vec<At<String>>,
    /// Other spellings of allowed values.
    #[serde(default)]
    pub value_aliases: IndexMap<String, At<String>>,
    /// A regular expression that the whole text must match.
    #[serde(default)]
    pub pattern: Option<At<String>>,
    /// The number of digits, for codes that spreadsheets strip of leading zeros.
    #[serde(default)]
    pub digits: Option<usize>,
    /// The least number.
    #[serde(default)]
    pub min: Option<i64>,
    /// The greatest number.
    #[serde(default)]
    pub max: Option<i64>,
    /// Which cards must have a value: `true` for all, or a selector.
    #[serde(default)]
    pub required: Option<Requirement>,
    /// What a card without value has: the first entry whose `where` holds.
    #[serde(default)]
    pub defaults: Vec<Default_>,
}

/// A default value.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Default_ {
    /// The cards it is for; all if absent.
    #[serde(rename = "where", default)]
    pub where_: Option<Selector>,
    /// The value.
    pub value: At<String>,
}

/// Which cards must have a value.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Requirement {
    /// All of them, or none.
    All(bool),
    /// Those that a selector matches.
    Where(Selector),
}

impl<'de> Deserialize<'de> for Requirement {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> serde::de::Visitor<'de> for V {
            type Value = Requirement;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("`true`, `false` or a selector")
            }

            fn visit_bool<E>(self, all: bool) -> Result<Requirement, E> {
                Ok(Requirement::All(all))
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Requirement, A::Error> {
                Selector::visit(map).map(Requirement::Where)
            }
        }
        deserializer.deserialize_any(V)
    }
}

impl Attribute {
    /// The allowed value that `text` means: exact, folded, or by an alias. `None` if there is none.
    #[must_use]
    pub fn canonical(&self, text: &str) -> Option<&str> {
        if let Some(exact) = self.values.iter().find(|v| v.value == text) {
            return Some(&exact.value);
        }
        let folded = fold(text);
        self.values.iter().find(|v| fold(&v.value) == folded).map(|v| v.value.as_str()).or_else(|| {
            self.value_aliases.iter().find(|(alias, _)| fold(alias) == folded).map(|(_, v)| v.value.as_str())
        })
    }

    /// The number of digits where the pattern is `[0-9]{n}`. The usual form of codes needs no regular expression, which
    /// would cost more than all else at start-up.
    #[must_use]
    pub fn digits_pattern(&self) -> Option<usize> {
        let number = self.pattern.as_ref()?.value.strip_prefix("[0-9]{")?.strip_suffix('}')?;
        number.parse().ok().filter(|&n| n <= 64 && !number.starts_with('+'))
    }

    pub(super) fn faults(&self, name: &str, place: Span, spec: &GameSpec, out: &mut Vec<Diagnostic>) {
        for target in self.value_aliases.values() {
            if !self.values.iter().any(|v| v == target) {
                let near = did_you_mean(&target.value, self.values.iter().map(|v| v.value.as_str()));
                let message = format!("`{}` is no value of `{name}`{near}", target.value);
                out.push(Diagnostic::general(&GAM_REFERENCE, target.span, message));
            }
        }
        if let Some(pattern) = self.pattern.as_ref().filter(|_| self.digits_pattern().is_none())
            && let Err(e) = regex::Regex::new(&pattern.value)
        {
            let message = format!("the pattern of `{name}` is no regular expression: {}", last_line(&e.to_string()));
            out.push(Diagnostic::general(&GAM_FILE, pattern.span, message));
        }
        if self.min.zip(self.max).is_some_and(|(min, max)| min > max) {
            out.push(Diagnostic::general(&GAM_FILE, place, format!("`{name}` has a `min` above its `max`")));
        }
        if let Some(Requirement::Where(selector)) = &self.required {
            selector.faults(spec, out);
        }
        for default in &self.defaults {
            if let Some(selector) = &default.where_ {
                selector.faults(spec, out);
            }
            if !self.values.is_empty() && self.canonical(&default.value.value).is_none() {
                out.push(Diagnostic::general(
                    &GAM_REFERENCE,
                    default.value.span,
                    format!("`{}` is no value of `{name}`", default.value.value),
                ));
            }
        }
    }
}

/// The last line of a message: regular expressions are explained over several.
pub(crate) fn last_line(text: &str) -> &str {
    text.lines().last().map_or(text, |l| l.trim_start_matches("error: "))
}
