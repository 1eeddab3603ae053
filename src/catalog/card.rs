//! Cards and the catalog that holds them.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::lookup::Folded;
use crate::text::Place;

/// Handle of a card in its [`Catalog`]. Two printings of one card have one handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(pub u32);

/// The value of an attribute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// None, or one that does not fit its attribute: the pool's findings tell which.
    #[default]
    Missing,
    /// A whole number.
    Int(i64),
    /// A text; an allowed value stands in its canonical spelling.
    Text(Arc<str>),
    /// Several texts.
    List(Arc<[Arc<str>]>),
    /// A truth value.
    Bool(bool),
}

impl Value {
    /// The value as one text; the texts of a list are parted by `;`.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.joined(";")
    }

    /// The value as one text, with this between the texts of a list.
    #[must_use]
    pub fn joined(&self, separator: &str) -> String {
        match self {
            Value::Missing => String::new(),
            Value::Int(n) => n.to_string(),
            Value::Text(text) => text.to_string(),
            Value::List(list) => list.join(separator),
            Value::Bool(b) => b.to_string(),
        }
    }
}

/// A row of a pool.
#[derive(Clone, Debug)]
pub struct Printing {
    /// The code of the row, if the game has codes.
    pub code: Option<Arc<str>>,
    /// The name of the row.
    pub name: Arc<str>,
    /// Where the row stands.
    pub place: Place,
}

/// A card: what counts together for every rule.
#[derive(Clone, Debug)]
pub struct Card {
    /// The code, if the game has codes.
    pub code: Option<Arc<str>>,
    /// The name as the first row spells it.
    pub name: Arc<str>,
    /// One value for each attribute of the game, in the order of `game.yaml`.
    pub values: Box<[Value]>,
    /// Columns that are no attributes, by [`Catalog::extra_columns`]; may be shorter.
    pub extra: Box<[Box<str>]>,
    /// Where the first row stands.
    pub place: Place,
    /// The further rows of the same card: alternate art, errata, treated-as.
    pub printings: Vec<Printing>,
}

impl Card {
    /// The code and name of every printing, the card's own first.
    pub fn spellings(&self) -> impl Iterator<Item = (Option<&str>, &str)> {
        let own = (self.code.as_deref(), &*self.name);
        std::iter::once(own).chain(self.printings.iter().map(|p| (p.code.as_deref(), &*p.name)))
    }
}

/// The cards of a game.
#[derive(Debug, Default)]
pub struct Catalog {
    pub(super) cards: Vec<Card>,
    /// Names of the columns that are no attributes.
    pub(super) extra_columns: Vec<String>,
    /// Exact codes; a code of several cards is in `shared_codes`.
    pub(super) by_code: FxHashMap<Arc<str>, CardId>,
    pub(super) shared_codes: FxHashMap<Arc<str>, Vec<CardId>>,
    /// Exact names; a name of several cards is in `shared_names`.
    pub(super) by_name: FxHashMap<Arc<str>, CardId>,
    pub(super) shared_names: FxHashMap<Arc<str>, Vec<CardId>>,
    /// Folded names and codes, made at the first lookup that is not exact.
    pub(super) folded: OnceLock<Folded>,
    /// How many digits codes have, where the game says so.
    pub(super) code_digits: Option<usize>,
}

impl Catalog {
    /// Makes room for so many more cards.
    pub(super) fn reserve(&mut self, cards: usize) {
        self.cards.reserve(cards);
        self.by_code.reserve(if self.code_digits.is_some() { cards } else { 0 });
        self.by_name.reserve(cards);
    }

    /// A card by its handle.
    ///
    /// # Panics
    /// The handle is of another catalog.
    #[must_use]
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[id.0 as usize]
    }

    /// All cards in the order of the pool.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = (CardId, &Card)> {
        self.cards.iter().enumerate().map(|(i, card)| (CardId(u32::try_from(i).unwrap_or(u32::MAX)), card))
    }

    /// How many cards there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there is no card.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// Names of the columns that are no attributes.
    #[must_use]
    pub fn extra_columns(&self) -> &[String] {
        &self.extra_columns
    }
}
