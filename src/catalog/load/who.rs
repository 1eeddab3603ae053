//! Which cards a requirement or default value of an attribute is for, asked once for each value that decides it.

use crate::catalog::plain::{AS_WRITTEN, Values};
use crate::catalog::predicate::Subject;
use crate::catalog::{Card, CardId, Predicate};

/// All cards, or those of a predicate.
pub(in crate::catalog) struct Who {
    predicate: Option<Predicate>,
    /// The attributes that the predicate looks at, if it looks at nothing else.
    attributes: Option<Vec<usize>>,
    /// What it says, by the number of the value of its only attribute.
    known: Vec<Option<bool>>,
}

impl Who {
    pub(super) fn all() -> Self {
        Who { predicate: None, attributes: None, known: Vec::new() }
    }

    pub(super) fn those(predicate: Predicate) -> Self {
        let mut attributes = Vec::new();
        let attributes = predicate.test().attributes(&mut attributes).then_some(attributes);
        Who { predicate: Some(predicate), attributes, known: Vec::new() }
    }

    pub(super) fn is(&self, card: &Card) -> bool {
        self.predicate.as_ref().is_none_or(|p| p.matches(card, CardId(0)))
    }

    /// Whether a row with values of these numbers is meant; `None` if they do not tell.
    pub(super) fn is_row(&mut self, numbers: &[u32], values: &[Values]) -> Option<bool> {
        let Some(predicate) = &self.predicate else { return Some(true) };
        let attributes = &self.attributes.as_ref()?[..];
        if let [attribute] = *attributes
            && let Some(Some(known)) = self.known.get(numbers[attribute] as usize)
        {
            return Some(*known);
        }
        if attributes.iter().any(|&a| numbers[a] == AS_WRITTEN) {
            return None;
        }
        let ask = || predicate.test().holds(Subject::Row(numbers, values), CardId(0));
        let [attribute] = *attributes else { return Some(ask()) };
        let number = numbers[attribute] as usize;
        if self.known.len() <= number {
            self.known.resize(number + 1, None);
        }
        Some(*self.known[number].get_or_insert_with(ask))
    }
}
