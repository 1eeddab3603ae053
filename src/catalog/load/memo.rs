//! What cells mean, by their text: most columns of a pool have few different texts, and each is read once.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::table::Content;
use super::values::Typed;
use crate::catalog::plain::{AS_WRITTEN, Values};
use crate::spec::AttributeType;

/// So many different texts of a free column are remembered: a column of more has texts that are the cards' own.
const MOST_FREE: usize = 256;
const SLOTS: usize = 32;
/// Texts of so many bytes fit into a key.
const SHORT: usize = 15;

/// The numbers of an attribute's values by the texts of cells.
pub(in crate::catalog) struct Memo {
    /// Short texts that came lately, each in the slot of its key.
    lately: [(u128, u32); SLOTS],
    short: FxHashMap<u128, u32>,
    long: FxHashMap<Box<str>, u32>,
    free: bool,
}

impl Memo {
    pub(super) fn new(typed: &Typed<'_>) -> Self {
        let attribute = typed.attribute;
        let free = attribute.kind == AttributeType::Text && attribute.values.is_empty() && attribute.pattern.is_none();
        // No text has the key 0, as it holds the length of one that is not empty.
        Memo { lately: [(0, AS_WRITTEN); SLOTS], short: FxHashMap::default(), long: FxHashMap::default(), free }
    }

    /// Whether any text is a value, as it is written.
    pub(super) fn free(&self) -> bool {
        self.free
    }

    /// The number of the value of a cell, which has a text; `None` if it does not fit the attribute.
    #[inline]
    pub(super) fn number(
        &mut self,
        text: &str,
        at: Range<usize>,
        typed: &Typed<'_>,
        values: &mut Values,
    ) -> Option<u32> {
        let Some(key) = key(text, &at) else {
            if self.free {
                return Some(AS_WRITTEN);
            }
            let cell = &text[at];
            if let Some(number) = self.long.get(cell) {
                return Some(*number);
            }
            let number = values.add(typed.value(&Content::One(Cow::Borrowed(cell))).ok()?);
            self.long.insert(cell.into(), number);
            return Some(number);
        };
        // The product's highest bits hang on all bytes of the key.
        let mixed = ((key >> 64) as u64 ^ key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = (mixed >> 32) as usize % SLOTS;
        if self.lately[slot].0 == key {
            return Some(self.lately[slot].1);
        }
        let number = match self.short.get(&key) {
            Some(number) => *number,
            None if self.free && self.short.len() >= MOST_FREE => return Some(AS_WRITTEN),
            None => {
                let cell = Content::One(Cow::Borrowed(&text[at]));
                let number = values.add(typed.value(&cell).ok()?);
                self.short.insert(key, number);
                number
            }
        };
        self.lately[slot] = (key, number);
        Some(number)
    }
}

/// A short text as a number: its bytes and its length.
fn key(text: &str, at: &Range<usize>) -> Option<u128> {
    let length = at.len();
    if length > SHORT {
        return None;
    }
    let word = match text.as_bytes()[at.start..].first_chunk::<16>() {
        Some(chunk) => u128::from_le_bytes(*chunk),
        None => {
            let mut chunk = [0; 16];
            chunk[..length].copy_from_slice(&text.as_bytes()[at.clone()]);
            u128::from_le_bytes(chunk)
        }
    };
    Some(word & !(u128::MAX << (8 * length)) | (length as u128) << 120)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_texts_apart() {
        let text = "a\0a\0\0ab Hive Union and far more";
        let of = |start: usize, end: usize| key(text, &(start..end));
        assert_eq!(of(0, 1), of(2, 3));
        assert_ne!(of(0, 1), of(0, 2), "the length counts");
        assert_ne!(of(0, 2), of(2, 5));
        assert_eq!(of(8, 23).map(|k| k >> 120), Some(15));
        assert_eq!(of(8, 24), None);
        assert_eq!(key("xHive", &(1..5)), of(8, 12), "also at the end of the text");
    }
}
