//! One short word for what a deck holds.

use std::fmt::Write;

use super::{Contents, Identity};
use crate::catalog::{Card, Catalog, Value};
use crate::spec::GameSpec;

/// The letters of the short form, one for each hexadecimal digit: none looks like another one on paper.
const LETTERS: &[u8; 16] = b"3479ACEFHKMNPRTX";
/// How many digits the short form has: 64 bits.
const SHORT: usize = 16;

/// The hash of a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckHash {
    /// BLAKE3 in hexadecimal digits, 256 bits.
    pub full: String,
    /// Its first 64 bits in four groups of letters and digits that are told apart in handwriting.
    pub short: String,
}

impl DeckHash {
    /// The hash of a text.
    #[must_use]
    pub fn of(canonical: &str) -> DeckHash {
        let full = blake3::hash(canonical.as_bytes()).to_hex().to_string();
        let mut short = String::new();
        for (at, digit) in full.chars().take(SHORT).filter_map(|c| c.to_digit(16)).enumerate() {
            if at > 0 && at % 4 == 0 {
                short.push('-');
            }
            short.push(char::from(LETTERS[digit as usize]));
        }
        DeckHash { full, short }
    }
}

/// What is hashed: the game, then a line `section, identity, copies` for each card, parted by tabs and sorted by bytes. An
/// unknown line stands in it with its folded text behind a `?`.
#[must_use]
pub fn canonical(contents: &Contents, spec: &GameSpec, catalog: &Catalog) -> String {
    let mut lines = Vec::new();
    for (section, cards) in contents.sections() {
        // A section that the game lacks is not one of the same name that it has.
        let mark = if section.index == usize::MAX { "?" } else { "" };
        for (card, copies) in cards {
            let identity = match card {
                Identity::Card(id) => identity(catalog.card(*id), spec),
                Identity::Unknown(card) => format!("?{}", escaped(card.folded())),
            };
            lines.push(format!("{mark}{}\t{identity}\t{copies}\n", escaped(&section.name)));
        }
    }
    lines.sort_unstable();
    format!("decklint deck 1\t{}\n{}", spec.id.value, lines.concat())
}

/// The hash of what a deck holds; order, spelling, comments and format of its file do not matter.
#[must_use]
pub fn hash(contents: &Contents, spec: &GameSpec, catalog: &Catalog) -> DeckHash {
    DeckHash::of(&canonical(contents, spec, catalog))
}

fn identity(card: &Card, spec: &GameSpec) -> String {
    let mut out = String::from("=");
    for (at, attribute) in spec.identity.0.iter().enumerate() {
        let sign = if at > 0 { "\u{1f}" } else { "" };
        let text = match attribute.value.as_str() {
            "code" => card.code.as_deref().unwrap_or_default().to_owned(),
            "name" => card.name.to_string(),
            name => spec.attribute(name).and_then(|i| card.values.get(i)).map_or_else(String::new, Value::to_text),
        };
        let _ = write!(out, "{sign}{}", escaped(&text));
    }
    out
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_form_is_the_beginning_of_the_full_one() {
        let hash = DeckHash::of("");
        assert_eq!(hash.full, "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262");
        assert_eq!(hash.short, "MX49-AKNK-XCXK-M4ME");
        assert!(LETTERS.iter().all(|letter| !b"0ODQ1IL2Z5S8B6GUV".contains(letter)));
    }
}
