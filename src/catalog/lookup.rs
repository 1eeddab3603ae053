//! Lookup by code and name: exact before folded, ambiguous never guessed.

use rustc_hash::FxHashMap;

use super::{CardId, Catalog};
use crate::text::{fold, near};

/// What a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// This card.
    One(CardId),
    /// Several cards.
    Many(Vec<CardId>),
    /// No card.
    None,
}

impl Lookup {
    fn of(cards: &[CardId]) -> Lookup {
        match cards {
            [] => Lookup::None,
            [one] => Lookup::One(*one),
            many => Lookup::Many(many.to_vec()),
        }
    }
}

impl Catalog {
    /// The card of a code, as it is written in the pool.
    #[must_use]
    pub fn by_code(&self, code: &str) -> Option<CardId> {
        self.by_code.get(code).copied()
    }

    /// The card whose code is this one with zeros put before it. `None` if the text is no number, or fits as it is.
    #[must_use]
    pub fn by_code_padded(&self, code: &str) -> Option<CardId> {
        let digits = self.code_digits?;
        if code.is_empty() || code.len() >= digits || !code.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        self.by_code(&format!("{code:0>digits$}"))
    }

    /// What a name or code means. An exact name wins over an exact code, both over folded forms.
    #[must_use]
    pub fn find(&self, text: &str) -> Lookup {
        match self.exact_name(text) {
            Lookup::None => match self.by_code(text) {
                Some(card) => Lookup::One(card),
                None => self.folded(text, true),
            },
            found => found,
        }
    }

    /// What a name means; codes are not looked at.
    #[must_use]
    pub fn find_name(&self, name: &str) -> Lookup {
        match self.exact_name(name) {
            Lookup::None => self.folded(name, false),
            found => found,
        }
    }

    fn exact_name(&self, name: &str) -> Lookup {
        match self.by_name.get(name) {
            None => Lookup::None,
            Some(card) => match self.shared_names.get(name) {
                Some(cards) => Lookup::of(cards),
                None => Lookup::One(*card),
            },
        }
    }

    fn folded(&self, text: &str, codes: bool) -> Lookup {
        let index = self.folded.get_or_init(|| self.fold_all());
        let folded = fold(text);
        let found = Lookup::of(index.names.get(folded.as_str()).map_or(&[], Vec::as_slice));
        match found {
            Lookup::None if codes => index.codes.get(folded.as_str()).map_or(Lookup::None, |&c| Lookup::One(c)),
            found => found,
        }
    }

    fn fold_all(&self) -> Folded {
        let mut out = Folded::default();
        for (id, card) in self.cards() {
            for (code, name) in card.spellings() {
                let cards: &mut Vec<CardId> = out.names.entry(fold(name).into()).or_default();
                // The cards come in order: only the last one can be this one.
                if cards.last() != Some(&id) {
                    cards.push(id);
                }
                if let Some(code) = code {
                    out.codes.insert(fold(code).into(), id);
                }
            }
        }
        out
    }

    /// Names, also of other printings, that are near a text, best first.
    #[must_use]
    pub fn near(&self, text: &str, most: usize) -> Vec<&str> {
        near(text, self.cards.iter().flat_map(|c| c.spellings().map(|(_, name)| name)), most)
    }
}

/// Folded names and codes.
#[derive(Debug, Default)]
pub(super) struct Folded {
    names: FxHashMap<Box<str>, Vec<CardId>>,
    codes: FxHashMap<Box<str>, CardId>,
}
