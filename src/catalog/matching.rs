//! Which cards a predicate matches, found without making them: what is said of an attribute is asked once for each of its
//! distinct values.

use super::plain::Values;
use super::predicate::{Subject, Test};
use super::{CardId, Catalog, Predicate};

impl Catalog {
    /// The cards that a predicate matches, in the order of the pool: those of which [`Predicate::matches`] holds.
    pub fn matching(&self, predicate: &Predicate) -> impl Iterator<Item = CardId> + use<> {
        let found = self.found(predicate.test());
        self.ids().zip(found).filter(|(_, yes)| *yes).map(|(id, _)| id)
    }

    /// Whether a test holds of each card.
    fn found(&self, test: &Test) -> Vec<bool> {
        let join = |tests: &[Test], start: bool, one: fn(&mut bool, bool)| {
            let mut all = vec![start; self.len()];
            for test in tests {
                all.iter_mut().zip(self.found(test)).for_each(|(a, b)| one(a, b));
            }
            all
        };
        match test {
            Test::All(tests) => join(tests, true, |a, b| *a &= b),
            Test::Any(tests) => join(tests, false, |a, b| *a |= b),
            Test::Not(test) => {
                let mut found = self.found(test);
                found.iter_mut().for_each(|b| *b = !*b);
                found
            }
            Test::Cards(cards) => {
                let mut found = vec![false; self.len()];
                cards.iter().for_each(|id| found[id.0 as usize] = true);
                found
            }
            leaf => match leaf.attribute() {
                Some(attribute) => self.found_by_value(leaf, attribute),
                None => self.cards().map(|(id, card)| leaf.holds(Subject::Card(card), id)).collect(),
            },
        }
    }

    fn found_by_value(&self, leaf: &Test, attribute: usize) -> Vec<bool> {
        let values = &self.rows.values[..];
        let mut known: Vec<Option<bool>> = vec![None; values.get(attribute).map_or(0, Values::len)];
        let one = |(id, numbers): (CardId, Option<&[u32]>)| {
            let whole = || leaf.holds(Subject::Card(self.card(id)), id);
            let Some(numbers) = numbers else { return whole() };
            match known.get_mut(numbers[attribute] as usize) {
                Some(known) => *known.get_or_insert_with(|| leaf.holds(Subject::Row(numbers, values), id)),
                // The value is the text of its cell.
                None => whole(),
            }
        };
        self.ids().zip(self.rows.all_numbers()).map(one).collect()
    }
}
