//! A tree of located values, read from YAML or JSON. Scalars keep the text as it was written, so a code such as
//! `00120001` or a name such as `no` is never read as a number or a truth value before its type is known.

use compact_str::CompactString;

use super::{At, Span};

/// A value and its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub value: Value,
    /// Where it was written. A list or mapping spans its first to its last byte.
    pub span: Span,
}

/// A key of a mapping.
pub type Key = At<CompactString>;

/// The three shapes of a value.
#[derive(Clone, Debug)]
pub enum Value {
    /// One text.
    Scalar(Scalar),
    /// Values in order.
    List(Vec<Node>),
    /// Keys in order; a repeated key stands twice, readers report it.
    Map(Vec<(Key, Node)>),
}

/// A scalar as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// The text without quotes and escapes.
    pub text: CompactString,
    /// Whether it stood without quotes, so that `true`, `12` or `null` mean more than their letters.
    pub plain: bool,
}

/// A text that is no YAML or JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong, in lower case.
    pub message: String,
    /// Where.
    pub span: Span,
}

impl Node {
    /// The scalar's text.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(s) => Some(&s.text),
            _ => None,
        }
    }

    /// The entries of a mapping.
    #[must_use]
    pub fn as_map(&self) -> Option<&[(Key, Node)]> {
        match &self.value {
            Value::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// The items of a list.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    /// The value of a key; the first one if it is repeated.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.as_map()?.iter().find(|(k, _)| k.value == key).map(|(_, v)| v)
    }

    /// Whether it is an unquoted nothing: empty, `~` or `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(&self.value, Value::Scalar(s) if is_null(&s.text, s.plain))
    }

    /// What the value is, for messages.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match &self.value {
            Value::Scalar(_) if self.is_null() => "nothing",
            Value::Scalar(_) => "a single value",
            Value::List(_) => "a list",
            Value::Map(_) => "a mapping",
        }
    }

    /// The second occurrence of each repeated key, here and below.
    #[must_use]
    pub fn repeated_keys(&self) -> Vec<(&Key, &Key)> {
        let mut out = Vec::new();
        self.collect_repeated(&mut out);
        out
    }

    fn collect_repeated<'a>(&'a self, out: &mut Vec<(&'a Key, &'a Key)>) {
        match &self.value {
            Value::Scalar(_) => {}
            Value::List(items) => items.iter().for_each(|n| n.collect_repeated(out)),
            // The few keys of a card are compared one by one, which is quicker than a table of them.
            Value::Map(entries) if entries.len() <= 8 => {
                for (at, (key, value)) in entries.iter().enumerate() {
                    let word = key.value.as_str();
                    let first = entries[..at].iter().find(|(first, _)| first.value.as_str() == word);
                    out.extend(first.map(|(first, _)| (first, key)));
                    if !matches!(value.value, Value::Scalar(_)) {
                        value.collect_repeated(out);
                    }
                }
            }
            Value::Map(entries) => {
                let mut seen = rustc_hash::FxHashMap::default();
                for (key, value) in entries {
                    if let Some(&first) = seen.get(key.value.as_str()) {
                        out.push((first, key));
                    } else {
                        seen.insert(key.value.as_str(), key);
                    }
                    value.collect_repeated(out);
                }
            }
        }
    }
}

/// Whether a scalar of this text is an unquoted nothing.
#[must_use]
pub fn is_null(text: &str, plain: bool) -> bool {
    plain && matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::text::{FileId, parse_json};

    proptest! {
        #[test]
        fn keys_that_came_before_are_repeated(keys in prop::collection::vec("[a-d]", 0..12)) {
            let text = format!("{{{}}}", keys.iter().map(|k| format!("\"{k}\": [{{}}]")).collect::<Vec<_>>().join(","));
            let tree = parse_json(&text, FileId::INPUT).expect("JSON");
            let entries = tree.as_map().expect("an object");
            let found = tree.repeated_keys().into_iter().map(|(a, b)| (a.span, b.span)).collect::<Vec<_>>();
            let wanted = entries.iter().enumerate().filter_map(|(at, (key, _))| {
                let first = keys.iter().position(|k| *k == key.value).filter(|&first| first < at)?;
                Some((entries[first].0.span, key.span))
            });
            prop_assert_eq!(found, wanted.collect::<Vec<_>>());
        }
    }
}
