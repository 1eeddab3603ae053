//! Codes and names of cards, and what each stands for. A text that a pool holds as it is written is not copied.

use std::hash::BuildHasher;
use std::sync::{Arc, OnceLock};

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::CardId;
use crate::text::Source;

/// What is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelled {
    Code,
    Name,
}

/// A piece of a text: first byte, and one past the last.
pub(super) type Piece = (u32, u32);

/// A code and a name of a card.
#[derive(Clone, Copy, Debug)]
struct Spelling {
    card: CardId,
    /// The index of the text that holds both; of [`OWN`] it is `own`.
    text: u32,
    name: Piece,
    code: Option<Piece>,
}

/// The number of the text that no pool holds.
const OWN: u32 = u32::MAX;

/// All codes and names, with their cards.
#[derive(Debug, Default)]
pub(super) struct Spellings {
    /// The texts of pools.
    texts: Vec<Arc<Source>>,
    /// Codes and names that stand in no pool as they are: of rows that were mended or unescaped, or from a tree.
    own: String,
    /// In the order in which they were entered.
    all: Vec<Spelling>,
    /// The first spelling of each card.
    first: Vec<u32>,
    /// Made at the first lookup.
    codes: OnceLock<Index>,
    names: OnceLock<Index>,
    /// Whether a name is a number, as codes are.
    numbers: bool,
}

/// Spellings by their text.
#[derive(Debug, Default)]
struct Index {
    /// A part of the hash, and the number of the first spelling with this text.
    table: HashTable<(u32, u32)>,
    /// The same of texts that are numbers, as most codes are: by the number, which needs no look at the text.
    numbers: HashTable<(u64, u32)>,
    /// How many texts are likely. Codes are all numbers or none, in most pools: the table of the first one gets the room.
    room: usize,
    /// The cards of a text that several have, in the order in which they were entered, by the first spelling's number.
    shared: FxHashMap<u32, Vec<CardId>>,
}

impl Spellings {
    /// Makes room for so many more spellings.
    pub(super) fn reserve(&mut self, more: usize) {
        self.all.reserve(more);
        self.first.reserve(more);
    }

    /// Takes the text of a pool in, and gives its number.
    pub(super) fn text(&mut self, source: &Arc<Source>) -> u32 {
        self.texts.push(source.clone());
        u32::try_from(self.texts.len() - 1).unwrap_or(OWN)
    }

    /// Enters a code and name that stand in a pool's text.
    pub(super) fn enter_piece(&mut self, card: CardId, text: u32, code: Option<Piece>, name: Piece) {
        self.enter(Spelling { card, text, name, code });
    }

    /// Enters any code and name.
    pub(super) fn enter_text(&mut self, card: CardId, code: Option<&str>, name: &str) {
        let mut keep = |text: &str| {
            let start = self.own.len();
            self.own.push_str(text);
            let end = u32::try_from(self.own.len()).unwrap_or(u32::MAX);
            (u32::try_from(start).unwrap_or(u32::MAX), end)
        };
        let (code, name) = (code.map(&mut keep), keep(name));
        self.enter(Spelling { card, text: OWN, name, code });
    }

    fn enter(&mut self, spelling: Spelling) {
        let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        if self.first.len() == spelling.card.0 as usize {
            self.first.push(number);
        }
        self.all.push(spelling);
        self.numbers |= self.view().spelled(Spelled::Name, number).is_some_and(|name| as_number(name).is_some());
        for (what, index) in [(Spelled::Code, &mut self.codes), (Spelled::Name, &mut self.names)] {
            if let Some(index) = index.get_mut() {
                let texts = Texts { texts: &self.texts, own: &self.own, all: &self.all };
                index.enter(&texts, what, number);
            }
        }
    }

    /// The first code and name of a card; empty if there is no such card.
    pub(super) fn first(&self, card: CardId) -> (Option<&str>, &str) {
        let texts = self.view();
        let number = self.first.get(card.0 as usize).copied().unwrap_or(u32::MAX);
        (texts.spelled(Spelled::Code, number), texts.spelled(Spelled::Name, number).unwrap_or(""))
    }

    /// The cards of a code or name as it is written, in the order in which they were entered.
    pub(super) fn find(&self, what: Spelled, text: &str) -> &[CardId] {
        self.find_key(what, text, Key::of(text))
    }

    /// The cards of a text as it is written: those of this name, or if there is none, of this code.
    pub(super) fn find_any(&self, text: &str) -> &[CardId] {
        let key = Key::of(text);
        match self.find_key(Spelled::Name, text, key) {
            [] => self.find_key(Spelled::Code, text, key),
            found => found,
        }
    }

    #[inline]
    fn find_key(&self, what: Spelled, text: &str, key: Key) -> &[CardId] {
        let index = match what {
            // A deck of codes alone needs no index of names.
            Spelled::Name if !self.numbers && matches!(key, Key::Number(_)) => return &[],
            Spelled::Code => &self.codes,
            Spelled::Name => &self.names,
        };
        let index = index.get().unwrap_or_else(|| index.get_or_init(|| self.index(what)));
        index.find(&self.view(), what, text, key)
    }

    fn index(&self, what: Spelled) -> Index {
        let mut index = Index { room: self.all.capacity(), ..Index::default() };
        let texts = self.view();
        (0..u32::try_from(self.all.len()).unwrap_or(u32::MAX)).for_each(|n| index.enter(&texts, what, n));
        index
    }

    fn view(&self) -> Texts<'_> {
        Texts { texts: &self.texts, own: &self.own, all: &self.all }
    }
}

/// The spellings as texts.
struct Texts<'a> {
    texts: &'a [Arc<Source>],
    own: &'a str,
    all: &'a [Spelling],
}

impl<'a> Texts<'a> {
    fn spelled(&self, what: Spelled, number: u32) -> Option<&'a str> {
        let spelling = self.all.get(number as usize)?;
        let (start, end) = match what {
            Spelled::Code => spelling.code?,
            Spelled::Name => spelling.name,
        };
        let text = match spelling.text {
            OWN => self.own,
            pool => &self.texts.get(pool as usize)?.text,
        };
        text.get(start as usize..end as usize)
    }
}

/// What a text is found by: the number that it writes, or its hash.
#[derive(Clone, Copy)]
enum Key {
    Number(u64),
    Text(u64),
}

impl Key {
    #[inline]
    fn of(text: &str) -> Key {
        as_number(text).map_or_else(|| Key::Text(hash(text)), Key::Number)
    }
}

/// The number that a text of up to 15 digits writes, its length in the highest byte: leading zeros tell codes apart.
#[inline]
fn as_number(text: &str) -> Option<u64> {
    let (length, mut number, mut rest) = (text.len(), 0, text.as_bytes());
    if !(1..=15).contains(&length) {
        return None;
    }
    if let Some((eight, more)) = rest.split_first_chunk() {
        (number, rest) = (eight_digits(*eight)?, more);
    }
    for byte in rest {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + u64::from(digit);
    }
    Some(number | (length as u64) << 56)
}

/// The number that eight digits write, worked out in pairs, fours and all eight at a time.
#[inline]
fn eight_digits(digits: [u8; 8]) -> Option<u64> {
    const ALL: u64 = 0x0101_0101_0101_0101;
    let word = u64::from_le_bytes(digits);
    let value = word.wrapping_sub(ALL * u64::from(b'0'));
    // Of a byte that is no digit, it or the sum with 0x76 has the highest bit; what a byte below `0` borrows from the next
    // changes nothing, for it has the bit itself.
    if (value | value.wrapping_add(ALL * 0x76)) & (ALL * 0x80) != 0 {
        return None;
    }
    let pairs = value.wrapping_mul(10 << 8 | 1) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100 << 16 | 1) >> 16 & 0x0000_ffff_0000_ffff;
    Some(fours.wrapping_mul(10_000 << 32 | 1) >> 32)
}

fn hash(text: &str) -> u64 {
    FxBuildHasher.hash_one(text)
}

fn hash_number(key: u64) -> u64 {
    FxBuildHasher.hash_one(key)
}

/// The part of a hash that tells most texts apart without looking at them.
fn part(hash: u64) -> u32 {
    (hash >> 16) as u32
}

impl Index {
    fn enter(&mut self, texts: &Texts<'_>, what: Spelled, number: u32) {
        let Some(text) = texts.spelled(what, number) else { return };
        let card = |n: u32| texts.all[n as usize].card;
        let id = card(number);
        let key = Key::of(text);
        let Some(first) = self.first(texts, what, text, key) else {
            let room = std::mem::take(&mut self.room);
            match key {
                Key::Number(key) => {
                    let again = |&(key, _): &(u64, u32)| hash_number(key);
                    self.numbers.reserve(room, again);
                    self.numbers.insert_unique(hash_number(key), (key, number), again);
                }
                Key::Text(hash) => {
                    let again = |&(_, n): &(u32, u32)| texts.spelled(what, n).map_or(0, self::hash);
                    self.table.reserve(room, again);
                    self.table.insert_unique(hash, (part(hash), number), again);
                }
            }
            return;
        };
        if card(first) != id {
            let cards = self.shared.entry(first).or_insert_with(|| vec![card(first)]);
            // A new card has the greatest handle of all.
            if cards.last().is_some_and(|&last| last < id) || !cards.contains(&id) {
                cards.push(id);
            }
        }
    }

    #[inline]
    fn find<'a>(&'a self, texts: &Texts<'a>, what: Spelled, text: &str, key: Key) -> &'a [CardId] {
        let Some(first) = self.first(texts, what, text, key) else { return &[] };
        let alone = || std::slice::from_ref(&texts.all[first as usize].card);
        if self.shared.is_empty() { alone() } else { self.shared.get(&first).map_or_else(alone, Vec::as_slice) }
    }

    /// The number of the first spelling with this text.
    #[inline]
    fn first(&self, texts: &Texts<'_>, what: Spelled, text: &str, key: Key) -> Option<u32> {
        match key {
            Key::Number(key) => self.numbers.find(hash_number(key), |entry| entry.0 == key).map(|entry| entry.1),
            Key::Text(hash) => {
                let same = |&(p, n): &(u32, u32)| p == part(hash) && texts.spelled(what, n) == Some(text);
                self.table.find(hash, same).map(|entry| entry.1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_those_of_their_digits(text in prop_oneof!["[0-9]{1,16}", "[0-9]{0,8}[ -:]{0,2}[0-9]{0,7}", "\\PC{0,9}"], other in "[0-9]{1,15}") {
            let plain = text.bytes().all(|b| b.is_ascii_digit()) && (1..=15).contains(&text.len());
            let key = as_number(&text);
            prop_assert_eq!(key.is_some(), plain, "{:?}", text);
            if let Some(key) = key {
                prop_assert_eq!(Ok(key & ((1 << 56) - 1)), text.parse::<u64>());
                prop_assert_eq!(Some(key) == as_number(&other), text == other);
            }
        }

        #[test]
        fn eight_bytes_are_digits_or_none(bytes in prop::array::uniform8(prop_oneof![4 => b'0'..=b'9', 1 => any::<u8>()])) {
            let digits = std::str::from_utf8(&bytes).ok().filter(|t| t.bytes().all(|b| b.is_ascii_digit()));
            prop_assert_eq!(eight_digits(bytes), digits.and_then(|t| t.parse::<u64>().ok()));
        }
    }
}
