//! Cards and the catalog that holds them.

use std::sync::{Arc, OnceLock};

use super::lookup::Folded;
use super::plain::PlainRows;
use super::spellings::Spellings;
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
    /// Each card: made while its pool was read, or from its row when it is first asked for.
    pub(super) cards: Vec<OnceLock<Box<Card>>>,
    /// The rows of cards that are made when they are asked for.
    pub(super) rows: PlainRows,
    /// Names of the columns that are no attributes.
    pub(super) extra_columns: Vec<String>,
    /// The codes and names of all cards.
    pub(super) spellings: Spellings,
    /// Their folded forms.
    pub(super) folded: Folded,
    /// How many digits codes have, where the game says so.
    pub(super) code_digits: Option<usize>,
}

impl Catalog {
    /// Makes room for so many more cards.
    pub(super) fn reserve(&mut self, more: usize) {
        self.cards.reserve(more);
        self.spellings.reserve(more);
    }

    /// A card by its handle.
    ///
    /// # Panics
    /// The handle is of another catalog.
    #[must_use]
    pub fn card(&self, id: CardId) -> &Card {
        self.cards[id.0 as usize].get_or_init(|| Box::new(self.made(id)))
    }

    /// The value of a card's attribute, which needs the card itself only where the value is its own.
    ///
    /// # Panics
    /// The handle is of another catalog.
    #[must_use]
    pub fn value(&self, id: CardId, attribute: usize) -> &Value {
        let made = self.cards[id.0 as usize].get();
        let shared = || self.rows.value(id, attribute);
        match made.map_or_else(shared, |_| None) {
            Some(value) => value,
            None => self.card(id).values.get(attribute).unwrap_or(&Value::Missing),
        }
    }

    fn made(&self, id: CardId) -> Card {
        let (code, name) = self.spellings.first(id);
        self.rows.card(id, code, name)
    }

    /// All cards in the order of the pool. Each is made if it was not before: where only their names are wanted, or those
    /// that a predicate matches, [`Catalog::names`] and [`Catalog::matching`] cost less.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = (CardId, &Card)> {
        self.ids().map(|id| (id, self.card(id)))
    }

    /// The handles of all cards in the order of the pool.
    pub(super) fn ids(&self) -> impl ExactSizeIterator<Item = CardId> + use<> {
        (0..u32::try_from(self.cards.len()).unwrap_or(u32::MAX)).map(CardId)
    }

    /// The code and name of every printing of every card: see [`Card::spellings`].
    pub fn names(&self) -> impl Iterator<Item = (CardId, Option<&str>, &str)> {
        self.ids().flat_map(|id| {
            let made = self.cards[id.0 as usize].get();
            // A card that is not made has no further printing.
            let first = made.is_none().then(|| self.spellings.first(id));
            let all = made.into_iter().flat_map(|card| card.spellings());
            first.into_iter().chain(all).map(move |(code, name)| (id, code, name))
        })
    }

    /// The code of a card.
    pub(super) fn code(&self, id: CardId) -> Option<&str> {
        self.spellings.first(id).0
    }

    /// A card to be changed.
    pub(super) fn card_mut(&mut self, id: CardId) -> Option<&mut Card> {
        let _ = self.card(id);
        self.cards.get_mut(id.0 as usize)?.get_mut().map(Box::as_mut)
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
