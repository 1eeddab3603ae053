//! JSON as a located tree. `serde_json` hands out the raw text of every value, whose address tells its place.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::{At, FileId, Node, Scalar, Source, Span, SyntaxError, Value};

/// A JSON document as a tree. Strings count as quoted, everything else as plain scalars.
///
/// # Errors
/// Bad syntax, or nesting deeper than 64.
pub fn parse(text: &str, file: FileId) -> Result<Node, SyntaxError> {
    let raw: &RawValue = serde_json::from_str(text).map_err(|e| syntax(&e, text, file))?;
    Tree { text, file }.node(raw, 0)
}

fn syntax(e: &serde_json::Error, text: &str, file: FileId) -> SyntaxError {
    // serde_json counts a column in bytes from 1; line 0 stands for "nowhere".
    let source = Source::new("", text);
    let (line, column) = (e.line(), e.column());
    let mut start = super::lines(&source.text)
        .nth(line.saturating_sub(1))
        .map_or(text.len(), |(start, line)| start + column.saturating_sub(1).min(line.len()));
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let full = e.to_string();
    let message = full.rsplit_once(" at line ").map_or(full.as_str(), |(m, _)| m).to_owned();
    SyntaxError { message, span: Span::new(file, start, start) }
}

/// How deep arrays and objects may nest, as in YAML. Every level is read once more for each of those around it.
const MAX_DEPTH: usize = 64;

struct Tree<'t> {
    text: &'t str,
    file: FileId,
}

struct Entries<'t>(Vec<(&'t RawValue, &'t RawValue)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut out = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    out.push(entry);
                }
                Ok(Entries(out))
            }
        }
        deserializer.deserialize_map(V)
    }
}

struct Items<'t>(Vec<&'t RawValue>);

impl<'de> Deserialize<'de> for Items<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Items<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an array")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut out = Vec::new();
                while let Some(item) = seq.next_element()? {
                    out.push(item);
                }
                Ok(Items(out))
            }
        }
        deserializer.deserialize_seq(V)
    }
}

impl<'t> Tree<'t> {
    fn span(&self, raw: &'t RawValue) -> Span {
        let start = (raw.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        Span::new(self.file, start, start + raw.get().len())
    }

    fn node(&self, raw: &'t RawValue, depth: usize) -> Result<Node, SyntaxError> {
        let span = self.span(raw);
        if depth > MAX_DEPTH {
            let message = format!("arrays and objects nest deeper than {MAX_DEPTH}");
            return Err(SyntaxError { message, span: Span { end: span.start + 1, ..span } });
        }
        let bad = |e: &serde_json::Error| SyntaxError { message: e.to_string(), span };
        let text = raw.get();
        let value = match text.as_bytes().first() {
            Some(b'{') => {
                let entries: Entries = serde_json::from_str(text).map_err(|e| bad(&e))?;
                let mut out = Vec::with_capacity(entries.0.len());
                for (key, value) in entries.0 {
                    let name: String = serde_json::from_str(key.get()).map_err(|e| bad(&e))?;
                    out.push((At::new(name, self.span(key)), self.node(value, depth + 1)?));
                }
                Value::Map(out)
            }
            Some(b'[') => {
                let items: Items = serde_json::from_str(text).map_err(|e| bad(&e))?;
                Value::List(items.0.into_iter().map(|item| self.node(item, depth + 1)).collect::<Result<_, _>>()?)
            }
            Some(b'"') => {
                let text = serde_json::from_str(text).map_err(|e| bad(&e))?;
                Value::Scalar(Scalar { text, plain: false })
            }
            _ => Value::Scalar(Scalar { text: text.to_owned(), plain: true }),
        };
        Ok(Node { value, span })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_know_their_bytes() {
        let text = "{\n \"main\": [{\"card\": \"Caf\\u00e9\", \"count\": 3}, 0012]}";
        assert!(parse(text, FileId::INPUT).is_err(), "JSON has no leading zeros");
        let text = "{\n \"main\": [{\"card\": \"Caf\\u00e9\", \"count\": 3}, 12]}";
        let tree = parse(text, FileId::INPUT).expect("json");
        let list = tree.get("main").and_then(Node::as_list).expect("list");
        let card = list[0].get("card").expect("card");
        assert_eq!(card.as_str(), Some("Café"));
        assert_eq!(&text[card.span.range()], "\"Caf\\u00e9\"");
        assert_eq!(&text[list[1].span.range()], "12");
        let (key, _) = &list[0].as_map().expect("map")[1];
        assert_eq!(&text[key.span.range()], "\"count\"");
    }

    #[test]
    fn syntax_errors_have_a_place() {
        let text = "{\"a\": 1,\n \"b\": }";
        let error = parse(text, FileId::INPUT).expect_err("bad");
        assert_eq!(Source::new("", text).line_column(error.span.start), (2, 7));
        assert!(!error.message.contains("line"));
        assert!(parse("", FileId::INPUT).is_err());
    }
}
