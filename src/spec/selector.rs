//! Selectors: which cards a rule speaks of. A small map whose entries are joined by *and*.
//!
//! | entry | matches |
//! | --- | --- |
//! | `type: Soldier` | the value is equal; a list contains it |
//! | `type: [Soldier, Rear]` | one of them |
//! | `size: {gte: 3, lt: 6}` | `eq ne lt lte gt gte`, `between: [a, b]` |
//! | `territories: {all: [..]}` | also `any`, `none`, `only`, `count: 2` |
//! | `text: {matches: "(?i)draw"}` | a regular expression |
//! | `symbol: {present: true}` | has a value |
//! | `not: {..}`, `any: [..]`, `all: [..]` | selectors joined |
//! | `cards: [..]` | these cards, by code or name |

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::attribute::{AttributeType, last_line};
use super::{GameSpec, OneOrMany};
use crate::diagnostics::{Diagnostic, GAM_FILE, GAM_REFERENCE};
use crate::text::{At, Span, did_you_mean};

/// A word with its place.
pub type Word = At<String>;

/// Which cards are meant: all conditions must hold; none matches every card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selector(pub Vec<Condition>);

/// One entry of a selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// An attribute compared.
    Attribute(Word, Compare),
    /// The selector does not match.
    Not(Selector),
    /// One of the selectors matches.
    Any(Vec<Selector>),
    /// All of the selectors match.
    All(Vec<Selector>),
    /// One of these cards, by code or name.
    Cards(Vec<Word>),
}

/// A comparison of an attribute's value. A card without value matches only `present: false`, `none` and `ne`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compare {
    /// One of the words.
    Any(Vec<Word>),
    /// All of the words.
    All(Vec<Word>),
    /// None of the words.
    None(Vec<Word>),
    /// Words of this set only, at least one.
    Only(Vec<Word>),
    /// So many values in the list.
    Count(i64),
    /// A number of at least and at most.
    Between(Option<i64>, Option<i64>),
    /// A number other than this.
    NotEqual(i64),
    /// The text matches a regular expression.
    Matches(Word),
    /// There is a value.
    Present(bool),
    /// All of these.
    Both(Vec<Compare>),
}

impl<'de> Deserialize<'de> for Selector {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Selector;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a selector such as `{type: Soldier}`")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Selector, A::Error> {
                Selector::visit(map)
            }
        }
        deserializer.deserialize_map(V)
    }
}

impl Selector {
    pub(super) fn visit<'de, A: MapAccess<'de>>(mut map: A) -> Result<Selector, A::Error> {
        let mut out = Vec::new();
        while let Some(key) = map.next_key::<Word>()? {
            out.push(match key.value.as_str() {
                "not" => Condition::Not(map.next_value()?),
                "any" => Condition::Any(map.next_value()?),
                "all" => Condition::All(map.next_value()?),
                "cards" => Condition::Cards(map.next_value::<OneOrMany<Word>>()?.0),
                _ => Condition::Attribute(key, map.next_value()?),
            });
        }
        Ok(Selector(out))
    }

    /// The place of its first word; `None` if it has no condition.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.0.iter().find_map(|condition| match condition {
            Condition::Attribute(name, _) => Some(name.span),
            Condition::Cards(cards) => cards.first().map(|c| c.span),
            Condition::Not(inner) => inner.span(),
            Condition::Any(list) | Condition::All(list) => list.iter().find_map(Selector::span),
        })
    }

    /// A phrase for one card that is meant, and for several: `Breakrift card`, `Breakrift cards`.
    #[must_use]
    pub fn describe(&self) -> [String; 2] {
        ["card", "cards"].map(|noun| self.phrase(noun).unwrap_or_else(|| format!("{noun} of this kind")))
    }

    fn phrase(&self, noun: &str) -> Option<String> {
        let [condition] = &self.0[..] else { return None };
        match condition {
            Condition::Attribute(_, Compare::Any(words)) => {
                let words: Vec<&str> = words.iter().map(|w| w.value.as_str()).collect();
                Some(format!("{} {noun}", words.join(" or ")))
            }
            Condition::Attribute(name, Compare::NotEqual(n)) => {
                Some(format!("{noun} of another {} than {n}", name.value))
            }
            Condition::Attribute(name, compare) => {
                let range = match compare.range()? {
                    (Some(least), Some(most)) if least == most => least.to_string(),
                    (Some(least), Some(most)) => format!("{least} to {most}"),
                    (Some(least), None) => format!("{least} or more"),
                    (None, Some(most)) => format!("{most} or less"),
                    (None, None) => return None,
                };
                Some(format!("{noun} of {} {range}", name.value))
            }
            _ => None,
        }
    }

    /// Adds a finding for every attribute that the game lacks, value that it does not allow, and bad expression.
    pub fn faults(&self, spec: &GameSpec, out: &mut Vec<Diagnostic>) {
        for condition in &self.0 {
            match condition {
                Condition::Not(s) => s.faults(spec, out),
                Condition::Any(list) | Condition::All(list) => list.iter().for_each(|s| s.faults(spec, out)),
                Condition::Cards(_) => {}
                Condition::Attribute(name, compare) => match spec.attribute(&name.value) {
                    None => {
                        let near = did_you_mean(&name.value, spec.attribute_names());
                        let message = format!("unknown attribute `{}`{near}", name.value);
                        out.push(Diagnostic::general(&GAM_REFERENCE, name.span, message));
                    }
                    Some(index) => compare.faults(spec, index, out),
                },
            }
        }
    }
}

impl Compare {
    /// The least and the greatest number, if that is all that is asked.
    fn range(&self) -> Option<(Option<i64>, Option<i64>)> {
        match self {
            Compare::Between(least, most) => Some((*least, *most)),
            Compare::Both(all) => all.iter().try_fold((None, None), |(least, most), compare| {
                let (from, to) = compare.range()?;
                Some((least.max(from), most.into_iter().chain(to).min()))
            }),
            _ => None,
        }
    }

    fn faults(&self, spec: &GameSpec, index: usize, out: &mut Vec<Diagnostic>) {
        let attribute = &spec.attributes[index];
        match self {
            Compare::Any(words) | Compare::All(words) | Compare::None(words) | Compare::Only(words) => {
                for word in words {
                    if attribute.kind == AttributeType::Int && word.value.parse::<i64>().is_err() {
                        out.push(Diagnostic::general(
                            &GAM_REFERENCE,
                            word.span,
                            format!("`{}` is no number", word.value),
                        ));
                    } else if !attribute.values.is_empty() && attribute.canonical(&word.value).is_none() {
                        let near = did_you_mean(&word.value, attribute.values.iter().map(|v| v.value.as_str()));
                        let message = format!("unknown value `{}`{near}", word.value);
                        out.push(Diagnostic::general(&GAM_REFERENCE, word.span, message));
                    }
                }
            }
            Compare::Matches(pattern) => {
                if let Err(e) = regex::Regex::new(&pattern.value) {
                    let message = format!("this is no regular expression: {}", last_line(&e.to_string()));
                    out.push(Diagnostic::general(&GAM_FILE, pattern.span, message));
                }
            }
            Compare::Both(list) => list.iter().for_each(|c| c.faults(spec, index, out)),
            Compare::Count(_) | Compare::Between(..) | Compare::NotEqual(_) | Compare::Present(_) => {}
        }
    }
}

impl<'de> Deserialize<'de> for Compare {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The place of a single word is needed, which only a placed value has.
        let placed: At<Raw> = At::deserialize(deserializer)?;
        Ok(match placed.value {
            Raw::One(text) => Compare::Any(vec![At::new(text, placed.span)]),
            Raw::Compare(compare) => compare,
        })
    }
}

enum Raw {
    One(String),
    Compare(Compare),
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Raw;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a value, a list of values, or a comparison such as `{gte: 3}`")
            }

            fn visit_str<E>(self, text: &str) -> Result<Raw, E> {
                Ok(Raw::One(text.to_owned()))
            }

            fn visit_i64<E>(self, n: i64) -> Result<Raw, E> {
                Ok(Raw::One(n.to_string()))
            }

            fn visit_bool<E>(self, b: bool) -> Result<Raw, E> {
                Ok(Raw::One(b.to_string()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Raw, A::Error> {
                let mut words = Vec::new();
                while let Some(word) = seq.next_element()? {
                    words.push(word);
                }
                Ok(Raw::Compare(Compare::Any(words)))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Raw, A::Error> {
                const KEYS: &[&str] = &[
                    "eq", "ne", "lt", "lte", "gt", "gte", "between", "any", "all", "none", "only", "count", "matches",
                    "present",
                ];
                let mut out = Vec::new();
                while let Some(key) = map.next_key::<Word>()? {
                    let compare = match key.value.as_str() {
                        "eq" | "any" => Compare::Any(map.next_value::<OneOrMany<Word>>()?.0),
                        "ne" => Compare::NotEqual(map.next_value()?),
                        "lt" => Compare::Between(None, Some(map.next_value::<i64>()? - 1)),
                        "lte" => Compare::Between(None, Some(map.next_value()?)),
                        "gt" => Compare::Between(Some(map.next_value::<i64>()? + 1), None),
                        "gte" => Compare::Between(Some(map.next_value()?), None),
                        "between" => match map.next_value::<Vec<i64>>()?[..] {
                            [min, max] => Compare::Between(Some(min), Some(max)),
                            _ => return Err(de::Error::custom("`between` takes two numbers")),
                        },
                        "all" => Compare::All(map.next_value::<OneOrMany<Word>>()?.0),
                        "none" => Compare::None(map.next_value::<OneOrMany<Word>>()?.0),
                        "only" => Compare::Only(map.next_value::<OneOrMany<Word>>()?.0),
                        "count" => Compare::Count(map.next_value()?),
                        "matches" => Compare::Matches(map.next_value()?),
                        "present" => Compare::Present(map.next_value()?),
                        other => return Err(de::Error::unknown_field(other, KEYS)),
                    };
                    out.push(compare);
                }
                Ok(Raw::Compare(if out.len() == 1 { out.remove(0) } else { Compare::Both(out) }))
            }
        }
        deserializer.deserialize_any(V)
    }
}

impl JsonSchema for Selector {
    fn schema_name() -> Cow<'static, str> {
        "Selector".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let selector = generator.subschema_for::<Selector>();
        json_schema!({
            "type": "object",
            "description": "Which cards are meant; all entries must hold. Any other key is an attribute of the game.",
            "properties": {
                "not": selector,
                "any": {"type": "array", "items": selector},
                "all": {"type": "array", "items": selector},
                "cards": {"type": ["array", "string"], "items": {"type": "string"}}
            },
            "additionalProperties": {
                "anyOf": [
                    {"type": ["string", "integer", "boolean"]},
                    {"type": "array", "items": {"type": ["string", "integer"]}},
                    {
                        "type": "object",
                        "additionalProperties": false,
                        "properties": {
                            "eq": true, "any": true, "all": true, "none": true, "only": true,
                            "ne": {"type": "integer"}, "lt": {"type": "integer"}, "lte": {"type": "integer"},
                            "gt": {"type": "integer"}, "gte": {"type": "integer"}, "count": {"type": "integer"},
                            "between": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
                            "matches": {"type": "string"}, "present": {"type": "boolean"}
                        }
                    }
                ]
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::parse_typed;
    use crate::text::FileId;

    #[test]
    fn cards_are_called_by_what_they_are_chosen_by() {
        for (selector, one, several) in [
            ("{type: Soldier}", "Soldier card", "Soldier cards"),
            ("{type: [Soldier, Rear]}", "Soldier or Rear card", "Soldier or Rear cards"),
            ("{size: {gte: 3}}", "card of size 3 or more", "cards of size 3 or more"),
            ("{size: {lte: 2}}", "card of size 2 or less", "cards of size 2 or less"),
            ("{size: {gte: 1, lte: 2}}", "card of size 1 to 2", "cards of size 1 to 2"),
            ("{size: {gte: 2, lte: 2}}", "card of size 2", "cards of size 2"),
            ("{not: {type: Soldier}}", "card of this kind", "cards of this kind"),
            ("{type: Soldier, size: {lte: 2}}", "card of this kind", "cards of this kind"),
        ] {
            let read: Selector = parse_typed(selector, FileId(1)).expect(selector);
            assert_eq!(read.describe(), [one, several], "{selector}");
        }
    }
}
