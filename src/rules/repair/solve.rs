//! The integer program: as many copies as now, plus those that are added, less those that are taken out, satisfy every
//! constraint; the greater of the two sums is least, then their total.

use std::collections::BTreeMap;

use microlp::{ComparisonOp, OptimizationDirection, Problem, Solution, SolveOptions, Variable};
use rustc_hash::FxHashMap;

use super::{Constraint, Literal, Model};
use crate::catalog::CardId;
use crate::rules::check::{CardSet, Sections};

/// How many branches are looked at before the search is given up: it ends on every deck.
const MOST_NODES: u64 = 20_000;

/// A deck of more copies is none: beyond, numbers would be too far apart for the solver.
pub(super) const MOST_COPIES: u64 = 100_000;

/// The fewest changes that make a deck legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// How many cards change: one card put in the place of another is one change, as is one that is added, taken out or
    /// moved to another section.
    pub cost: u64,
    /// Section, card, and copies to add or, below zero, to take out.
    pub changes: Vec<(usize, CardId, i64)>,
}

/// Why there is no repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrepairable {
    /// No deck of this pool keeps all rules.
    NoLegalDeck,
    /// The search was given up.
    TooHard,
}

/// A card of the deck, or cards that no constraint tells apart.
pub(super) struct Item {
    cards: Vec<CardId>,
    in_deck: bool,
}

/// The numbers of one item in one section.
struct Cell {
    section: usize,
    item: usize,
    now: u64,
    add: Variable,
    remove: Option<Variable>,
}

pub(super) struct Program<'m> {
    model: &'m Model<'m>,
    items: Vec<Item>,
    cells: Vec<Cell>,
    problem: Problem,
    /// More copies are never needed.
    most: f64,
    impossible: bool,
}

/// Looks for the fewest changes. `deck` has the known cards by section of the game; `gone` copies besides are taken out
/// in any case, which counts.
///
/// # Errors
/// There is none, or it was not found.
pub fn repair(model: &Model<'_>, deck: &[(usize, CardId, u64)], gone: u64) -> Result<Repair, Unrepairable> {
    let (cost, _) = solve(model, deck, gone, None)?;
    let (_, changes) = solve(model, deck, gone, Some(cost))?;
    Ok(Repair { cost, changes })
}

pub(super) type Changes = Vec<(usize, CardId, i64)>;

/// One of the two stages: the least greater sum, then under it the least total, with cards of the deck before others.
fn solve(
    model: &Model<'_>,
    deck: &[(usize, CardId, u64)],
    gone: u64,
    cost: Option<u64>,
) -> Result<(u64, Changes), Unrepairable> {
    let copies: u64 = deck.iter().map(|(_, _, n)| n).sum::<u64>().saturating_add(gone);
    if copies > MOST_COPIES {
        return Err(Unrepairable::TooHard);
    }
    // Of equally cheap repairs, that with more copies of cards that the deck has.
    let mut program = Program::new(model, deck, |item| match (cost.is_some(), item.in_deck) {
        (false, _) => (0.0, Some(0.0)),
        (true, true) => (4.0, Some(4.0)),
        (true, false) => (5.0, Some(4.0)),
    });
    let weight = if cost.is_some() { 0.0 } else { 1.0 };
    let greatest = program.problem.add_integer_var(weight, (0, whole(program.most * 4.0 + gone as f64)));
    let sum = |removed: bool| -> Vec<(Variable, f64)> {
        let vars = program.cells.iter().filter_map(|cell| if removed { cell.remove } else { Some(cell.add) });
        vars.map(|var| (var, 1.0)).chain([(greatest, -1.0)]).collect()
    };
    let (added, removed) = (sum(false), sum(true));
    program.problem.add_constraint(added, ComparisonOp::Le, 0.0);
    program.problem.add_constraint(removed, ComparisonOp::Le, -(gone as f64));
    if let Some(cost) = cost {
        program.problem.add_constraint([(greatest, 1.0)], ComparisonOp::Le, cost as f64);
    }
    let solution = program.answer()?;
    let cost = u64::try_from(number(&solution, greatest)).map_err(|_| Unrepairable::TooHard)?;
    Ok((cost, program.changes(&solution)?))
}

fn number(solution: &Solution, var: Variable) -> i64 {
    solution.var_value(var).round() as i64
}

fn whole(n: f64) -> i32 {
    n as i32
}

impl<'m> Program<'m> {
    /// `price` gives what a copy more costs and, where copies may be taken out, what a copy less does.
    pub(super) fn new(
        model: &'m Model<'m>,
        deck: &[(usize, CardId, u64)],
        mut price: impl FnMut(&Item) -> (f64, Option<f64>),
    ) -> Program<'m> {
        let items = items(model, deck);
        let total: u64 = deck.iter().map(|(_, _, n)| n).sum();
        let least = |c: &Constraint| if let Constraint::Sum { min: Some(min), .. } = c { *min } else { 1 };
        let most = (total + model.constraints.iter().map(least).sum::<u64>()).min(100_000) as f64;
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let mut cells = Vec::new();
        for section in 0..model.spec.sections.len() {
            for (index, item) in items.iter().enumerate() {
                let own = |(s, card, _): &&(usize, CardId, u64)| *s == section && item.cards[0] == *card;
                let now: u64 = deck.iter().filter(own).map(|(_, _, n)| n).sum();
                let (add, remove) = price(item);
                let add = problem.add_integer_var(add, (0, whole(most)));
                let held = i32::try_from(now).unwrap_or(i32::MAX);
                let remove = remove.filter(|_| now > 0).map(|price| problem.add_integer_var(price, (0, held)));
                cells.push(Cell { section, item: index, now, add, remove });
            }
        }
        Program { model, items, cells, problem, most, impossible: false }
    }

    /// Solves it under all constraints of the rules.
    pub(super) fn answer(&mut self) -> Result<Solution, Unrepairable> {
        for constraint in &self.model.constraints {
            self.constrain(constraint);
        }
        if self.impossible {
            return Err(Unrepairable::NoLegalDeck);
        }
        let mut options = SolveOptions::default();
        options.node_limit = Some(MOST_NODES);
        let outcome = self.problem.solve_with(options).map_err(|e| match e {
            microlp::Error::Infeasible => Unrepairable::NoLegalDeck,
            _ => Unrepairable::TooHard,
        })?;
        if !outcome.is_optimal() {
            return Err(Unrepairable::TooHard);
        }
        outcome.solution().cloned().ok_or(Unrepairable::TooHard)
    }

    /// What a solution changes, card by card.
    pub(super) fn changes(&self, solution: &Solution) -> Result<Changes, Unrepairable> {
        let mut changes = Vec::new();
        let mut added: Vec<(usize, usize, i64)> = Vec::new();
        for cell in &self.cells {
            let (plus, minus) = (number(solution, cell.add), cell.remove.map_or(0, |var| number(solution, var)));
            match (&self.items[cell.item], plus - minus) {
                (_, 0) => {}
                (Item { in_deck: true, cards }, change) => changes.push((cell.section, cards[0], change)),
                (_, copies) => added.push((cell.section, cell.item, copies)),
            }
        }
        self.hand_out(added, &mut changes)?;
        changes.sort_unstable();
        Ok(changes)
    }

    /// The copies of cards in sections, as an expression and its constant part. A class is in a set as a whole.
    fn copies(&self, sections: Sections, wanted: impl Fn(&Item) -> bool) -> (BTreeMap<usize, (Variable, f64)>, f64) {
        let (mut terms, mut constant) = (BTreeMap::new(), 0.0);
        for cell in self.cells.iter().filter(|c| sections.has(c.section) && wanted(&self.items[c.item])) {
            constant += cell.now as f64;
            terms.insert(cell.add.idx(), (cell.add, 1.0));
            if let Some(remove) = cell.remove {
                terms.insert(remove.idx(), (remove, -1.0));
            }
        }
        (terms, constant)
    }

    fn bound(
        &mut self,
        (terms, constant): (BTreeMap<usize, (Variable, f64)>, f64),
        more: &[(Variable, f64)],
        op: ComparisonOp,
        limit: f64,
    ) {
        let all: Vec<(Variable, f64)> = terms.into_values().chain(more.iter().copied()).collect();
        if all.is_empty() {
            let holds = match op {
                ComparisonOp::Le => constant <= limit,
                // No equation is asked for.
                ComparisonOp::Ge | ComparisonOp::Eq => constant >= limit,
            };
            self.impossible |= !holds;
            return;
        }
        self.problem.add_constraint(all, op, limit - constant);
    }

    fn constrain(&mut self, constraint: &Constraint) {
        match constraint {
            Constraint::Sum { sections, cards, min, max } => {
                let sum = self.copies(*sections, |item| cards.has(item.cards[0]));
                if let Some(min) = min {
                    self.bound(sum.clone(), &[], ComparisonOp::Ge, *min as f64);
                }
                if let Some(max) = max {
                    self.bound(sum, &[], ComparisonOp::Le, *max as f64);
                }
            }
            Constraint::Each { sections, cards, max } => {
                for index in 0..self.items.len() {
                    let item = &self.items[index];
                    if cards.has(item.cards[0]) {
                        let limit = *max as f64 * item.cards.len() as f64;
                        let first = item.cards[0];
                        let sum = self.copies(*sections, |item| item.cards[0] == first);
                        self.bound(sum, &[], ComparisonOp::Le, limit);
                    }
                }
            }
            Constraint::Distinct { cards, max } => {
                let mut present = Vec::new();
                for index in 0..self.items.len() {
                    let first = self.items[index].cards[0];
                    if cards.has(first) {
                        let there = self.problem.add_binary_var(0.0);
                        let sum = self.copies(Sections::ALL, |item| item.cards[0] == first);
                        self.bound(sum, &[(there, -self.most)], ComparisonOp::Le, 0.0);
                        present.push((there, 1.0));
                    }
                }
                if !present.is_empty() {
                    self.problem.add_constraint(present, ComparisonOp::Le, *max as f64);
                }
            }
            Constraint::Any(alternatives) => self.any(alternatives),
        }
    }

    fn any(&mut self, alternatives: &[Vec<Literal>]) {
        // What needs a card that the pool lacks never holds; what forbids none always does.
        let can_hold = |all: &&Vec<Literal>| all.iter().all(|l| !(l.present && l.cards.is_empty()));
        let alternatives: Vec<&Vec<Literal>> = alternatives.iter().filter(can_hold).collect();
        if alternatives.iter().any(|all| all.iter().all(|l| !l.present && l.cards.is_empty())) {
            return;
        }
        let mut choice = Vec::new();
        for all in alternatives {
            let chosen = self.problem.add_binary_var(0.0);
            for literal in all {
                let sum = self.copies(literal.sections, |item| literal.cards.has(item.cards[0]));
                match literal.present {
                    true => self.bound(sum, &[(chosen, -1.0)], ComparisonOp::Ge, 0.0),
                    false => self.bound(sum, &[(chosen, self.most)], ComparisonOp::Le, self.most),
                }
            }
            choice.push((chosen, 1.0));
        }
        match choice.is_empty() {
            true => self.impossible = true,
            false => self.problem.add_constraint(choice, ComparisonOp::Ge, 1.0),
        }
    }

    /// Gives the copies of a class to its cards, in the order of the pool, within the limit of each.
    fn hand_out(&self, added: Vec<(usize, usize, i64)>, changes: &mut Changes) -> Result<(), Unrepairable> {
        let mut given: FxHashMap<(usize, CardId), u64> = FxHashMap::default();
        for (section, item, copies) in added {
            let mut left = u64::try_from(copies).map_err(|_| Unrepairable::TooHard)?;
            for &card in &self.items[item].cards {
                let room = self.model.constraints.iter().filter_map(|c| match c {
                    Constraint::Each { sections, cards, max } if cards.has(card) && sections.has(section) => {
                        let own = |(s, c): &&(usize, CardId)| *c == card && sections.has(*s);
                        let held: u64 = given.keys().filter(own).map(|key| given[key]).sum();
                        Some(max.saturating_sub(held))
                    }
                    _ => None,
                });
                let copies = room.min().unwrap_or(left).min(left);
                if copies > 0 {
                    *given.entry((section, card)).or_default() += copies;
                    changes.push((section, card, i64::try_from(copies).unwrap_or(i64::MAX)));
                    left -= copies;
                }
            }
            if left > 0 {
                return Err(Unrepairable::TooHard);
            }
        }
        Ok(())
    }
}

/// The cards of the deck one by one, and the others in classes that no constraint tells apart.
fn items(model: &Model<'_>, deck: &[(usize, CardId, u64)]) -> Vec<Item> {
    let mut sets: Vec<&CardSet> = Vec::new();
    let mut alone: Vec<&CardSet> = Vec::new();
    for constraint in &model.constraints {
        match constraint {
            Constraint::Sum { cards, .. } | Constraint::Each { cards, .. } => sets.push(cards),
            Constraint::Distinct { cards, .. } => alone.push(cards),
            Constraint::Any(all) => sets.extend(all.iter().flatten().map(|l| &l.cards)),
        }
    }
    let mut out: Vec<Item> = Vec::new();
    let mut classes: FxHashMap<Vec<u64>, usize> = FxHashMap::default();
    for (id, _) in model.catalog.cards() {
        let in_deck = deck.iter().any(|(_, card, _)| *card == id);
        if in_deck || alone.iter().any(|set| set.has(id)) {
            out.push(Item { cards: vec![id], in_deck });
            continue;
        }
        let mut signature = vec![0; sets.len().div_ceil(64)];
        for (at, _) in sets.iter().enumerate().filter(|(_, set)| set.has(id)) {
            signature[at / 64] |= 1_u64 << (at % 64);
        }
        match classes.get(&signature) {
            Some(&at) => out[at].cards.push(id),
            None => {
                classes.insert(signature, out.len());
                out.push(Item { cards: vec![id], in_deck: false });
            }
        }
    }
    out
}
