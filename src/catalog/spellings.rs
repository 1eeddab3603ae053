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
        self.numbers |= self.view().spelled(Spelled::Name, number).is_some_and(is_number);
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
        let index = match what {
            // A deck of codes alone needs no index of names.
            Spelled::Name if !self.numbers && is_number(text) => return &[],
            Spelled::Code => &self.codes,
            Spelled::Name => &self.names,
        };
        index.get_or_init(|| self.index(what)).find(&self.view(), what, text)
    }

    fn index(&self, what: Spelled) -> Index {
        let table = HashTable::with_capacity(self.all.capacity());
        let mut index = Index { table, shared: FxHashMap::default() };
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

fn is_number(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

fn hash(text: &str) -> u64 {
    FxBuildHasher.hash_one(text)
}

/// The part of a hash that tells most texts apart without looking at them.
fn part(hash: u64) -> u32 {
    (hash >> 16) as u32
}

impl Index {
    fn enter(&mut self, texts: &Texts<'_>, what: Spelled, number: u32) {
        let Some(text) = texts.spelled(what, number) else { return };
        let card = |n: u32| texts.all[n as usize].card;
        let (hash, id) = (hash(text), card(number));
        let same = |&(p, n): &(u32, u32)| p == part(hash) && texts.spelled(what, n) == Some(text);
        let Some(&(_, first)) = self.table.find(hash, same) else {
            let again = |&(_, n): &(u32, u32)| texts.spelled(what, n).map_or(0, self::hash);
            self.table.insert_unique(hash, (part(hash), number), again);
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

    fn find<'a>(&'a self, texts: &Texts<'a>, what: Spelled, text: &str) -> &'a [CardId] {
        let hash = hash(text);
        let same = |&(p, n): &(u32, u32)| p == part(hash) && texts.spelled(what, n) == Some(text);
        match self.table.find(hash, same) {
            None => &[],
            Some((_, first)) => match self.shared.get(first) {
                Some(cards) => cards,
                None => std::slice::from_ref(&texts.all[*first as usize].card),
            },
        }
    }
}
