//! Values as YAML, JSON and CSV write them.

use crate::text::{FileId, parse_yaml};

/// How a scalar is quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quote {
    /// As YAML allows where nothing in it means more than its letters.
    Plain,
    /// `'…'`.
    Single,
    /// `"…"`, the only form of JSON.
    Double,
}

impl Quote {
    /// The form of a written scalar.
    pub(super) fn of(written: &str) -> Quote {
        match written.as_bytes().first() {
            Some(b'"') => Quote::Double,
            Some(b'\'') => Quote::Single,
            _ => Quote::Plain,
        }
    }
}

/// A text as a scalar in this form, or in double quotes where the form cannot hold it.
pub(super) fn scalar(text: &str, quote: Quote) -> String {
    match quote {
        Quote::Plain if is_plain(text) => text.to_owned(),
        Quote::Single if !text.contains(char::is_control) => format!("'{}'", text.replace('\'', "''")),
        _ => double(text),
    }
}

fn double(text: &str) -> String {
    // JSON's strings are YAML's double-quoted scalars.
    serde_json::to_string(text).unwrap_or_default()
}

/// Whether YAML reads a text without quotes, as a key, an item or a value, as that same text.
fn is_plain(text: &str) -> bool {
    let words = ["true", "false", "null", "yes", "no", "on", "off", "~", ""];
    let first = text.chars().next();
    let begins = first.is_some_and(|c| c.is_alphanumeric() || c == '_');
    // A code with leading zeros is a number to other readers.
    let number = text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit());
    if !begins || number || words.iter().any(|w| text.eq_ignore_ascii_case(w)) {
        return false;
    }
    if text.contains(['{', '}', '[', ']', ',', '#', ':', '\n', '\r', '\t', '"']) || text != text.trim() {
        return false;
    }
    let document = format!("[{text}]");
    let read = parse_yaml(&document, FileId::INPUT);
    read.is_ok_and(|node| matches!(node.as_list(), Some([item]) if item.as_str() == Some(text)))
}

/// A value as a field of a table.
pub(super) fn csv_field(value: &str, delimiter: char) -> String {
    let marked = value.contains([delimiter, '"', '\n', '\r']) || value != value.trim() || value.starts_with('#');
    match marked {
        true => format!("\"{}\"", value.replace('"', "\"\"")),
        false => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::parse_json;

    #[test]
    fn what_means_more_than_its_letters_is_quoted() {
        for (text, wanted) in [
            ("Comb Sentry", "Comb Sentry"),
            ("01204417", "\"01204417\""),
            ("12", "12"),
            ("no", "\"no\""),
            ("A: B", "\"A: B\""),
            ("Fan #1", "\"Fan #1\""),
            ("Rook, the Unbowed", "\"Rook, the Unbowed\""),
            ("Cliff Runner's Oath", "Cliff Runner's Oath"),
            ("가시 기사", "가시 기사"),
            ("", "\"\""),
        ] {
            assert_eq!(scalar(text, Quote::Plain), wanted);
        }
        assert_eq!(scalar("it's", Quote::Single), "'it''s'");
        assert_eq!(scalar("a\nb", Quote::Single), "\"a\\nb\"");
        assert_eq!(csv_field("Rook, \"R\"", ','), "\"Rook, \"\"R\"\"\"");
        assert_eq!(csv_field("Rook, R", ';'), "Rook, R");
    }

    proptest! {
        #[test]
        fn scalars_are_read_as_written(text in "[ -~가-힣É'\"#:,\\[\\]{}]{0,12}") {
            for quote in [Quote::Plain, Quote::Single, Quote::Double] {
                let written = scalar(&text, quote);
                for document in [format!("[{written}]"), format!("- {written}\n"), format!("{{{written}: 1}}")] {
                    let node = parse_yaml(&document, FileId::INPUT).expect("YAML");
                    let read = node.as_list().and_then(|l| l[0].as_str().map(str::to_owned));
                    let key = node.as_map().map(|m| m[0].0.value.to_string());
                    prop_assert_eq!(read.or(key), Some(text.clone()), "{}", document);
                }
            }
            let json = parse_json(&format!("[{}]", scalar(&text, Quote::Double)), FileId::INPUT).expect("JSON");
            prop_assert_eq!(json.as_list().and_then(|l| l[0].as_str()), Some(text.as_str()));
        }
    }
}
