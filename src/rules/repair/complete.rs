//! Completing a deck: cards are added and none is taken out. The integer program finds how few do; then a walk of legal
//! steps, each one card for another, leads from its answer to a deck of chance.

use std::collections::BTreeMap;

use super::solve::{MOST_COPIES, Program};
use super::{Constraint, Model, Unrepairable};
use crate::catalog::CardId;

/// Chance: a whole number below the given one, each equally likely.
pub type Below<'a> = dyn FnMut(u32) -> u32 + 'a;

/// How many steps the walk tries for each card that was added: most cards change several times.
const STEPS: usize = 24;

type Cards = [(usize, CardId, u64)];

/// The cards to add, by section: as few as the rules ask for, which ones being a matter of chance.
///
/// # Errors
/// There are none, or they were not found.
pub fn complete(
    model: &Model<'_>,
    deck: &Cards,
    below: &mut Below<'_>,
) -> Result<Vec<(usize, CardId, u64)>, Unrepairable> {
    // Prices that differ a little: which of equally few cards come in is left to chance from the beginning.
    let added = solve(model, deck, |below| f64::from(64 + below(8)), below)?;
    let mut walk = Walk::new(model, deck, &added);
    walk.go(below);
    Ok(walk.added())
}

/// Whether cards can be added so that the deck is legal.
///
/// # Errors
/// The search was given up.
pub fn is_possible(model: &Model<'_>, deck: &Cards) -> Result<bool, Unrepairable> {
    match solve(model, deck, |_| 1.0, &mut |_| 0) {
        Ok(_) => Ok(true),
        Err(Unrepairable::NoLegalDeck) => Ok(false),
        Err(e) => Err(e),
    }
}

/// Whether a deck is within every limit from above, so that cards may still be added.
#[must_use]
pub fn within_limits(model: &Model<'_>, deck: &Cards) -> bool {
    let walk = Walk::new(model, deck, &[]);
    let bounds = |c: &&Constraint| !matches!(c, Constraint::Any(_));
    model.constraints.iter().filter(bounds).all(|c| walk.holds(c, false))
}

fn solve(
    model: &Model<'_>,
    deck: &Cards,
    price: impl Fn(&mut Below<'_>) -> f64,
    below: &mut Below<'_>,
) -> Result<Vec<(usize, CardId, i64)>, Unrepairable> {
    if deck.iter().map(|(_, _, n)| n).sum::<u64>() > MOST_COPIES {
        return Err(Unrepairable::TooHard);
    }
    let mut program = Program::new(model, deck, |_| (price(below), None));
    let solution = program.answer()?;
    program.changes(&solution)
}

/// A legal deck, and which of its copies may be exchanged.
struct Walk<'m> {
    model: &'m Model<'m>,
    all: BTreeMap<(usize, CardId), u64>,
    /// One entry for each added copy.
    free: Vec<(usize, CardId)>,
    /// The constraints that look at a card.
    of_card: Vec<Vec<usize>>,
}

impl<'m> Walk<'m> {
    fn new(model: &'m Model<'m>, deck: &Cards, added: &[(usize, CardId, i64)]) -> Walk<'m> {
        let mut all: BTreeMap<(usize, CardId), u64> = BTreeMap::new();
        deck.iter().for_each(|&(section, card, n)| *all.entry((section, card)).or_default() += n);
        let mut free = Vec::new();
        for &(section, card, n) in added {
            for _ in 0..n {
                free.push((section, card));
                *all.entry((section, card)).or_default() += 1;
            }
        }
        let mut of_card = vec![Vec::new(); model.catalog.len()];
        for (at, constraint) in model.constraints.iter().enumerate() {
            let looks = |card: CardId| match constraint {
                Constraint::Sum { cards, .. } | Constraint::Each { cards, .. } | Constraint::Distinct { cards, .. } => {
                    cards.has(card)
                }
                Constraint::Any(any) => any.iter().flatten().any(|literal| literal.cards.has(card)),
            };
            for (id, _) in model.catalog.cards().filter(|(id, _)| looks(*id)) {
                of_card[id.0 as usize].push(at);
            }
        }
        Walk { model, all, free, of_card }
    }

    fn go(&mut self, below: &mut Below<'_>) {
        let copies = u32::try_from(self.free.len()).unwrap_or(u32::MAX);
        let pool = u32::try_from(self.model.catalog.len()).unwrap_or(u32::MAX);
        if copies == 0 {
            return;
        }
        for _ in 0..self.free.len() * STEPS {
            let at = below(copies) as usize;
            let (section, old) = self.free[at];
            // Half of the time a further copy of a card that is there: a deck of single cards is nobody's wish.
            let new = match below(2) {
                0 => CardId(below(pool)),
                _ => self.free[below(copies) as usize].1,
            };
            if new == old {
                continue;
            }
            self.exchange(section, old, new);
            let touched = [old, new].map(|card| &self.of_card[card.0 as usize]);
            let legal = touched.into_iter().flatten().all(|&c| self.holds(&self.model.constraints[c], true));
            match legal {
                true => self.free[at] = (section, new),
                false => self.exchange(section, new, old),
            }
        }
    }

    fn exchange(&mut self, section: usize, out: CardId, in_: CardId) {
        if let Some(n) = self.all.get_mut(&(section, out)) {
            *n -= 1;
        }
        *self.all.entry((section, in_)).or_default() += 1;
        self.all.retain(|_, n| *n > 0);
    }

    /// Whether a constraint holds; without `least` its least numbers are not looked at.
    fn holds(&self, constraint: &Constraint, least: bool) -> bool {
        let held = || self.all.iter().map(|(&(section, card), &n)| (section, card, n));
        match constraint {
            Constraint::Sum { sections, cards, min, max } => {
                let sum: u64 = held().filter(|(s, c, _)| sections.has(*s) && cards.has(*c)).map(|(_, _, n)| n).sum();
                max.is_none_or(|max| sum <= max) && (!least || min.is_none_or(|min| sum >= min))
            }
            Constraint::Each { sections, cards, max } => {
                let mut sums: BTreeMap<CardId, u64> = BTreeMap::new();
                let own = held().filter(|(s, c, _)| sections.has(*s) && cards.has(*c));
                own.for_each(|(_, card, n)| *sums.entry(card).or_default() += n);
                sums.values().all(|n| n <= max)
            }
            Constraint::Distinct { cards, max } => {
                let mut own: Vec<CardId> = held().map(|(_, card, _)| card).filter(|c| cards.has(*c)).collect();
                own.sort_unstable();
                own.dedup();
                own.len() as u64 <= *max
            }
            Constraint::Any(any) => any.iter().any(|all| {
                all.iter().all(|literal| {
                    let there = held().any(|(s, c, _)| literal.sections.has(s) && literal.cards.has(c));
                    there == literal.present
                })
            }),
        }
    }

    fn added(&self) -> Vec<(usize, CardId, u64)> {
        let mut sums: BTreeMap<(usize, CardId), u64> = BTreeMap::new();
        self.free.iter().for_each(|key| *sums.entry(*key).or_default() += 1);
        sums.into_iter().map(|((section, card), n)| (section, card, n)).collect()
    }
}
