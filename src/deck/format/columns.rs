//! Counts as they are written, and the words that name columns and keys.

use std::ops::Range;

use super::line::trimmed;
use crate::spec::GameSpec;
use crate::text::{fold_key, folds_to};

/// A count as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::deck) enum Amount {
    /// A whole number; one that is too large for the type is the largest.
    Of(u64),
    Negative,
    Fraction,
    Empty,
    /// No number at all.
    Word,
}

impl Amount {
    /// The count in a cell or value of its own, `4`, `４`, `4x` or `x4`, and the bytes of its number.
    pub(super) fn parse(text: &str) -> (Amount, Range<usize>) {
        // Nearly all counts are a digit or two.
        if let [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = text.as_bytes() {
            return (Amount::Of(u64::from(10 * (tens - b'0') + ones - b'0')), 0..2);
        }
        if let [one @ b'0'..=b'9'] = text.as_bytes() {
            return (Amount::Of(u64::from(one - b'0')), 0..1);
        }
        let times = ['x', 'X', '×'];
        let all = trimmed(text);
        let cell = &text[all.clone()];
        let (before, behind) = match (cell.strip_prefix(times), cell.strip_suffix(times)) {
            (Some(rest), _) => (cell.len() - rest.len(), 0),
            (None, Some(rest)) => (0, cell.len() - rest.len()),
            (None, None) => (0, 0),
        };
        let bare = &cell[before..cell.len() - behind];
        let inner = trimmed(bare);
        let number = &bare[inner.clone()];
        let unsigned = number.strip_prefix(['-', '−']);
        let digits_of = unsigned.unwrap_or(number);
        let whole = digits(digits_of);
        let rest = &digits_of[whole.end..];
        let fraction = rest.strip_prefix(['.', ',']).map(digits);
        let amount = match fraction {
            _ if cell.is_empty() => Amount::Empty,
            _ if whole.many == 0 => Amount::Word,
            None if rest.is_empty() && unsigned.is_some() => Amount::Negative,
            None if rest.is_empty() => Amount::Of(whole.value),
            Some(f) if f.many > 0 && f.end + 1 == rest.len() => Amount::Fraction,
            _ => Amount::Word,
        };
        match amount {
            Amount::Empty | Amount::Word => (amount, all),
            _ => {
                let start = all.start + before;
                (amount, start + inner.start..start + inner.end)
            }
        }
    }
}

/// Digits at the beginning of a text, ASCII or full-width.
#[derive(Clone, Copy)]
pub(super) struct Digits {
    /// One past the last byte.
    pub end: usize,
    /// How many there are.
    pub many: usize,
    /// Their number, the largest one if they are too many.
    pub value: u64,
}

pub(super) fn digits(text: &str) -> Digits {
    let mut out = Digits { end: 0, many: 0, value: 0 };
    for c in text.chars() {
        let digit = match c {
            '0'..='9' => c as u64 - '0' as u64,
            '０'..='９' => c as u64 - '０' as u64,
            _ => break,
        };
        out.end += c.len_utf8();
        out.many += 1;
        out.value = out.value.saturating_mul(10).saturating_add(digit);
    }
    out
}

/// What a column of a table, or a key of a card's mapping, holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::deck) enum Column {
    Section,
    Count,
    /// `number`: a count if there is no other, else a collector's number.
    Number,
    Code,
    Name,
    /// A code or a name.
    Card,
    /// Something that exports add and no check reads.
    Harmless,
}

/// No word of a column is longer, in bytes: a line of megabytes is not folded to find that out.
const LONGEST_WORD: usize = 64;

/// The meaning of a column name that needs no game.
pub(super) fn column(word: &str) -> Option<Column> {
    if word.len() > LONGEST_WORD {
        return None;
    }
    Some(match fold_key(word).as_ref() {
        "section" | "zone" | "board" | "pile" | "deck section" | "구역" => Column::Section,
        "count" | "qty" | "quantity" | "copies" | "amount" | "#" | "매수" | "수량" | "장수" => Column::Count,
        "number" => Column::Number,
        "code" | "id" | "card code" | "card id" | "cardid" | "코드" | "번호" => Column::Code,
        "name" | "card name" | "cardname" | "이름" | "카드명" | "카드 이름" => Column::Name,
        "card" | "카드" => Column::Card,
        "set" | "set code" | "set name" | "edition" | "expansion" | "printing" | "card number" | "collector number"
        | "foil" | "finish" | "language" | "lang" | "condition" | "rarity" | "price" | "purchase price"
        | "currency" | "note" | "notes" | "comment" | "comments" | "tag" | "tags" | "category" | "artist"
        | "illustrator" | "image" | "url" | "link" | "type" | "kind" | "cost" | "color" | "colour" | "text"
        | "effect" => Column::Harmless,
        _ => return None,
    })
}

/// The names of columns in a game: its attributes are columns too. Nearly every deck asks for words that all games
/// share, so the game's own are looked through only for others.
pub(in crate::deck) struct Words<'s>(&'s GameSpec);

impl<'s> Words<'s> {
    pub(in crate::deck) fn of(spec: &'s GameSpec) -> Self {
        Words(spec)
    }

    pub(in crate::deck) fn get(&self, word: &str) -> Option<Column> {
        column(word).or_else(|| self.own(word))
    }

    fn own(&self, word: &str) -> Option<Column> {
        if word.len() > LONGEST_WORD {
            return None;
        }
        let word = fold_key(word);
        let (name, _) = self.0.attributes.iter().find(|(name, attribute)| {
            let others = attribute.aliases.iter().chain(&attribute.title);
            std::iter::once(&name.value).chain(others).any(|own| is_key(own, &word))
        })?;
        Some(match name.value.as_str() {
            "code" => Column::Code,
            "name" => Column::Name,
            _ => Column::Harmless,
        })
    }
}

/// Whether [`fold_key`] makes `folded` of a word; most words are compared without being folded.
fn is_key(word: &str, folded: &str) -> bool {
    let bare = word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b' ') && word.trim().len() == word.len();
    if bare { folds_to(word, folded) } else { fold_key(word) == folded }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_number_of_a_count_is_what_stands_for_it() {
        for (text, number) in
            [("x4", 1..2), ("x 4", 2..3), (" x  40 ", 4..6), ("4 x", 0..1), (" 4x", 1..2), ("x -4", 2..4)]
        {
            assert_eq!(Amount::parse(text).1, number, "{text}");
        }
    }

    proptest! {
        #[test]
        fn keys_are_compared_as_they_fold(word in "[A-Ca-c _:가-]{0,6}|\\PC{0,6}", other in "[a-c ]{0,4}") {
            prop_assert!(is_key(&word, &fold_key(&word)));
            prop_assert_eq!(is_key(&word, &other), fold_key(&word) == other);
        }
    }
}
