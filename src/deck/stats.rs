//! How a deck's cards are spread over the values of attributes.

use super::{Contents, Identity, SectionKey};
use crate::catalog::{Catalog, Value};
use crate::spec::{AttributeType, GameSpec};

/// The copies of each value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// The attribute's index in the game.
    pub attribute: usize,
    /// The values: numbers from the least to the greatest, words in the game's order.
    pub rows: Vec<SpreadRow>,
    /// Copies of cards that have no value.
    pub without: u64,
}

/// One value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpreadRow {
    /// The value.
    pub value: String,
    /// Copies with it, one number for each section that holds cards.
    pub copies: Vec<u64>,
}

impl SpreadRow {
    /// Copies in all sections.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.copies.iter().sum()
    }
}

impl Spread {
    /// Counts the known cards of `sections`. A card with a list of values counts for each of them.
    #[must_use]
    pub fn of(
        attribute: usize,
        contents: &Contents,
        sections: &[&SectionKey],
        spec: &GameSpec,
        catalog: &Catalog,
    ) -> Spread {
        let declared = &spec.attributes[attribute].values;
        let mut out = Spread { attribute, rows: Vec::new(), without: 0 };
        let mut keyed: Vec<((bool, i64, String), usize, u64)> = Vec::new();
        for (column, section) in sections.iter().enumerate() {
            let cards = contents.sections().find(|(key, _)| key == section).map(|(_, cards)| cards);
            for (card, &copies) in cards.into_iter().flatten() {
                let Identity::Card(id) = card else { continue };
                let word = |text: &str| {
                    let place = declared.iter().position(|v| v.value == text);
                    let place = place.and_then(|p| i64::try_from(p).ok());
                    ((place.is_none(), place.unwrap_or(0), text.to_owned()), column, copies)
                };
                match catalog.value(*id, attribute) {
                    Value::Int(n) => keyed.push(((false, *n, n.to_string()), column, copies)),
                    Value::Text(text) => keyed.push(word(text)),
                    Value::List(list) => keyed.extend(list.iter().map(|text| word(text))),
                    Value::Bool(b) => keyed.push(word(if *b { "true" } else { "false" })),
                    _ => out.without += copies,
                }
            }
        }
        keyed.sort();
        let mut last: Option<i64> = None;
        for ((_, number, value), column, copies) in keyed {
            if out.rows.last().is_none_or(|row| row.value != value) {
                // A curve without its gaps would mislead.
                if spec.attributes[attribute].kind == AttributeType::Int
                    && let Some(last) = last
                {
                    out.gap(last, number, sections.len());
                }
                out.rows.push(SpreadRow { value, copies: vec![0; sections.len()] });
                last = Some(number);
            }
            if let Some(row) = out.rows.last_mut() {
                row.copies[column] += copies;
            }
        }
        out
    }

    fn gap(&mut self, last: i64, next: i64, columns: usize) {
        for n in (last..next).skip(1).take(100) {
            self.rows.push(SpreadRow { value: n.to_string(), copies: vec![0; columns] });
        }
    }

    /// The average of a number, over all copies that have one.
    #[must_use]
    pub fn average(&self) -> Option<f64> {
        let numbers: Option<Vec<(i64, u64)>> =
            self.rows.iter().map(|row| Some((row.value.parse().ok()?, row.total()))).collect();
        let numbers = numbers?;
        let copies: u64 = numbers.iter().map(|(_, n)| n).sum();
        let sum: f64 = numbers.iter().map(|&(value, n)| value as f64 * n as f64).sum();
        (copies > 0).then(|| sum / copies as f64)
    }
}
