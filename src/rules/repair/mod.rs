//! The cheapest way from an illegal deck to a legal one. Every kind of check says what it asks for as constraints on how
//! many copies of which card are where; the fewest changes under all of them are an integer program. So are the fewest cards
//! that complete a deck.

mod complete;
mod solve;

use rustc_hash::FxHashMap;

use super::Ruleset;
use super::check::{CardSet, Sections};
use crate::catalog::{CardId, Catalog, Value};
use crate::diagnostics::{Level, Levels};
use crate::spec::GameSpec;
use crate::text::fold;

pub use complete::{Below, complete, is_possible, within_limits};
pub use solve::{Repair, Unrepairable, repair};

/// Whether cards of a kind are in sections.
#[derive(Clone, Debug)]
pub struct Literal {
    /// The sections.
    pub sections: Sections,
    /// The cards.
    pub cards: CardSet,
    /// Whether at least one copy is there, or none.
    pub present: bool,
}

/// What a legal deck satisfies.
#[derive(Clone, Debug)]
pub enum Constraint {
    /// The copies of all these cards together.
    Sum {
        /// The sections that are added up.
        sections: Sections,
        /// The cards.
        cards: CardSet,
        /// The least number.
        min: Option<u64>,
        /// The greatest number.
        max: Option<u64>,
    },
    /// The copies of each of these cards.
    Each {
        /// The sections that are added up.
        sections: Sections,
        /// The cards.
        cards: CardSet,
        /// The greatest number.
        max: u64,
    },
    /// How many different cards of these there are at most.
    Distinct {
        /// The cards.
        cards: CardSet,
        /// The greatest number.
        max: u64,
    },
    /// One of several conjunctions holds.
    Any(Vec<Vec<Literal>>),
}

/// The constraints of a ruleset.
#[derive(Debug)]
pub struct Model<'a> {
    /// The game.
    pub spec: &'a GameSpec,
    /// Its cards.
    pub catalog: &'a Catalog,
    /// What a legal deck satisfies.
    pub constraints: Vec<Constraint>,
    /// Codes of rules that cannot be said as constraints.
    pub unsaid: Vec<String>,
    /// The deck is under construction: least numbers do not count.
    draft: bool,
    rule: String,
}

impl<'a> Model<'a> {
    /// The constraints of those rules whose findings are errors.
    #[must_use]
    pub fn of(rules: &Ruleset, spec: &'a GameSpec, catalog: &'a Catalog, levels: &Levels, draft: bool) -> Self {
        let (constraints, unsaid) = (Vec::new(), Vec::new());
        let mut model = Model { spec, catalog, constraints, unsaid, draft, rule: String::new() };
        for rule in &rules.rules {
            if levels.of(&rule.id, rule.level) == Some(Level::Error) {
                model.rule = rule.id.to_string();
                rule.checks.iter().for_each(|check| check.constrain(&mut model));
            }
        }
        model
    }

    /// The copies of cards together are within bounds.
    pub fn sum(&mut self, sections: Sections, cards: CardSet, min: Option<u64>, max: Option<u64>) {
        let min = min.filter(|_| !self.draft);
        if min.is_some() || max.is_some() {
            self.constraints.push(Constraint::Sum { sections, cards, min, max });
        }
    }

    /// No card of a kind is in these sections.
    pub fn none(&mut self, sections: Sections, cards: CardSet) {
        self.sum(sections, cards, None, Some(0));
    }

    /// Each card of a kind has at most so many copies, by limits that differ from card to card.
    pub fn each(&mut self, sections: Sections, limits: impl IntoIterator<Item = (CardId, u64)>) {
        let mut by_limit: Vec<(u64, CardSet)> = Vec::new();
        for (card, max) in limits {
            match by_limit.iter_mut().find(|(limit, _)| *limit == max) {
                Some((_, set)) => set.insert(card),
                None => {
                    let mut set = self.no_cards();
                    set.insert(card);
                    by_limit.push((max, set));
                }
            }
        }
        let each = |(max, cards)| Constraint::Each { sections, cards, max };
        self.constraints.extend(by_limit.into_iter().map(each));
    }

    /// At most so many different cards.
    pub fn distinct(&mut self, cards: CardSet, max: u64) {
        self.constraints.push(Constraint::Distinct { cards, max });
    }

    /// One of the conjunctions holds.
    pub fn any(&mut self, alternatives: Vec<Vec<Literal>>) {
        self.constraints.push(Constraint::Any(alternatives));
    }

    /// The rule at hand cannot be said as constraints.
    pub fn unsaid(&mut self) {
        if self.unsaid.last() != Some(&self.rule) {
            self.unsaid.push(self.rule.clone());
        }
    }

    /// A set without cards.
    #[must_use]
    pub fn no_cards(&self) -> CardSet {
        CardSet::none(self.catalog.len())
    }

    /// The cards that are not in a set.
    #[must_use]
    pub fn others(&self, cards: &CardSet) -> CardSet {
        self.select(|id| !cards.has(id))
    }

    /// The cards for which this holds.
    #[must_use]
    pub fn select(&self, wanted: impl Fn(CardId) -> bool) -> CardSet {
        let mut set = self.no_cards();
        self.catalog.cards().filter(|(id, _)| wanted(*id)).for_each(|(id, _)| set.insert(id));
        set
    }

    /// The cards of each value of an attribute, and those without one; spellings that fold alike are one value.
    #[must_use]
    pub fn by_value(&self, attribute: usize, cards: &CardSet) -> (Vec<(String, CardSet)>, CardSet) {
        let mut groups: Vec<(String, CardSet)> = Vec::new();
        let mut index: FxHashMap<String, usize> = FxHashMap::default();
        let mut missing = self.no_cards();
        for (id, card) in self.catalog.cards().filter(|(id, _)| cards.has(*id)) {
            let mut add = |text: String| {
                let at = *index.entry(fold(&text)).or_insert_with(|| {
                    groups.push((text, CardSet::none(self.catalog.len())));
                    groups.len() - 1
                });
                groups[at].1.insert(id);
            };
            match card.values.get(attribute) {
                None | Some(Value::Missing) => missing.insert(id),
                Some(Value::List(values)) => values.iter().for_each(|v| add(v.to_string())),
                Some(value) => add(value.to_text()),
            }
        }
        (groups, missing)
    }
}

impl Literal {
    /// At least one copy is there.
    #[must_use]
    pub fn some(sections: Sections, cards: CardSet) -> Literal {
        Literal { sections, cards, present: true }
    }

    /// No copy is there.
    #[must_use]
    pub fn no(sections: Sections, cards: CardSet) -> Literal {
        Literal { sections, cards, present: false }
    }
}
