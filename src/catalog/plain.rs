//! Cards whose rows are plain: their values are numbers of distinct values or lie in the pool's text. Such a card is made
//! from its row when it is asked for, which for most cards of a large pool is never.

use std::sync::Arc;

use super::card::{Card, CardId, Value};
use super::load::columns::Column;
use crate::text::{FileId, Place, Rows, Source, Span};

/// The number of no value.
pub(super) const MISSING: u32 = 0;
/// The number of a value that is the text of its cell.
pub(super) const AS_WRITTEN: u32 = u32::MAX;

/// The distinct values of an attribute.
#[derive(Debug)]
pub(super) struct Values(Vec<Value>);

impl Default for Values {
    fn default() -> Self {
        Values(vec![Value::Missing])
    }
}

impl Values {
    /// Takes a value in, and gives its number.
    pub(super) fn add(&mut self, value: Value) -> u32 {
        if value == Value::Missing {
            return MISSING;
        }
        self.0.push(value);
        u32::try_from(self.0.len() - 1).unwrap_or(MISSING)
    }

    /// The value of a number; `None` if it is the text of its cell.
    pub(super) fn get(&self, number: u32) -> Option<&Value> {
        self.0.get(number as usize)
    }

    /// How many there are, with the missing one.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// A pool of delimited text whose rows become cards later.
#[derive(Debug)]
pub(super) struct PlainPool {
    pub source: Arc<Source>,
    pub file: FileId,
    pub delimiter: u8,
    pub columns: Arc<[Column]>,
}

/// The row of a card.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The index of its pool; `NONE` if the card was made at once.
    pool: u32,
    /// The first byte.
    start: u32,
}

const NONE: u32 = u32::MAX;

/// The rows of all cards.
#[derive(Debug, Default)]
pub(super) struct PlainRows {
    pools: Vec<PlainPool>,
    rows: Vec<Row>,
    /// The values of each attribute.
    pub(super) values: Vec<Values>,
    /// The numbers of the values of all cards, card by card; those of a card made at once are of no use.
    numbers: Vec<u32>,
    /// Which attributes hold the code and the name.
    code: Option<usize>,
    name: usize,
}

impl PlainRows {
    /// No row yet, of a game with so many attributes, with those of code and name.
    pub(super) fn of(attributes: usize, code: Option<usize>, name: usize) -> Self {
        let values = std::iter::repeat_with(Values::default).take(attributes).collect();
        PlainRows { values, code, name, ..PlainRows::default() }
    }

    /// Makes room for so many more rows.
    pub(super) fn reserve(&mut self, more: usize) {
        self.rows.reserve(more);
        self.numbers.reserve(more * self.values.len());
    }

    /// Takes a pool in, and gives its index.
    pub(super) fn pool(&mut self, pool: PlainPool) -> u32 {
        self.pools.push(pool);
        u32::try_from(self.pools.len() - 1).unwrap_or(NONE)
    }

    /// The row of the next card.
    pub(super) fn add(&mut self, pool: u32, start: u32, numbers: &[u32]) {
        self.rows.push(Row { pool, start });
        self.numbers.extend_from_slice(numbers);
    }

    /// The next card is made at once.
    pub(super) fn skip(&mut self) {
        self.rows.push(Row { pool: NONE, start: 0 });
        self.numbers.resize(self.rows.len() * self.values.len(), MISSING);
    }

    /// The numbers of a card's values, one for each attribute; `None` if it was made at once.
    pub(super) fn numbers(&self, id: CardId) -> Option<&[u32]> {
        let at = id.0 as usize;
        self.rows.get(at).filter(|row| row.pool != NONE)?;
        self.numbers.get(at * self.values.len()..(at + 1) * self.values.len())
    }

    /// A card's value; `None` where it is not one of the distinct values that cards share.
    pub(super) fn value(&self, id: CardId, attribute: usize) -> Option<&Value> {
        let apart = attribute == self.name || Some(attribute) == self.code;
        let number = *self.numbers(id)?.get(attribute).filter(|_| !apart)?;
        self.values[attribute].get(number)
    }

    /// The numbers of the values of all cards, in order.
    pub(super) fn all_numbers(&self) -> impl Iterator<Item = Option<&[u32]>> {
        let each = self.numbers.chunks_exact(self.values.len().max(1));
        self.rows.iter().zip(each).map(|(row, numbers)| (row.pool != NONE).then_some(numbers))
    }

    /// Makes a card from its row.
    pub(super) fn card(&self, id: CardId, code: Option<&str>, name: &str) -> Card {
        let (code, name): (Option<Arc<str>>, Arc<str>) = (code.map(Into::into), name.into());
        let numbers = self.numbers(id).unwrap_or_default();
        let pairs = numbers.iter().zip(&self.values);
        let mut values: Box<[Value]> = pairs.map(|(n, v)| v.get(*n).cloned().unwrap_or_default()).collect();
        let mut set = |attribute: Option<usize>, text: Option<&Arc<str>>| {
            if let (Some(slot), Some(text)) = (attribute.and_then(|a| values.get_mut(a)), text) {
                *slot = Value::Text(text.clone());
            }
        };
        set(Some(self.name), Some(&name));
        set(self.code, code.as_ref());
        let mut card = Card {
            code,
            name,
            values,
            extra: Box::default(),
            place: Place::File(FileId::INPUT),
            printings: Vec::new(),
        };
        if let Some(row) = self.rows.get(id.0 as usize)
            && let Some(pool) = self.pools.get(row.pool as usize)
        {
            pool.fill(row.start as usize, numbers, &mut card);
        }
        card
    }
}

impl PlainPool {
    /// Gives a card its place and what of its row is kept as it is written.
    fn fill(&self, start: usize, numbers: &[u32], card: &mut Card) {
        let mut fields = Vec::new();
        Rows::new(&self.source.text, self.delimiter, start).next(&mut fields);
        let mut extra = Vec::new();
        let filled = fields.iter().zip(&*self.columns).filter(|(field, _)| !field.value.is_empty());
        for (nth, (field, column)) in filled.enumerate() {
            if nth == 0 {
                card.place = Span::new(self.file, field.range.start, field.range.end).into();
            }
            match *column {
                Column::Attribute(a) if numbers.get(a) == Some(&AS_WRITTEN) && card.values[a] == Value::Missing => {
                    card.values[a] = Value::Text((&*field.value).into());
                }
                Column::Extra(Some(slot)) => keep(&mut extra, slot, &field.value),
                _ => {}
            }
        }
        card.extra = extra.into();
    }
}

/// Puts a text into an extra column.
pub(super) fn keep(extra: &mut Vec<Box<str>>, slot: usize, text: &str) {
    extra.resize(extra.len().max(slot + 1), "".into());
    extra[slot] = text.into();
}
