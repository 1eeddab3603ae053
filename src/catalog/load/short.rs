//! The short way of a row: plain fields without any fault become a card that is made when it is asked for. Every other
//! row takes the long way, which says what is wrong.

use std::ops::Range;
use std::sync::OnceLock;

use super::Pool;
use super::build::Build;
use super::columns::Column;
use super::csv::CsvRows;
use super::table::{Body, Table};
use crate::catalog::Value;
use crate::catalog::plain::{AS_WRITTEN, MISSING, PlainPool};
use crate::catalog::spellings::Piece;

/// What is done with a cell.
#[derive(Clone, Copy, Debug)]
enum Take {
    /// Kept with its row.
    Nothing,
    Code,
    Name,
    Value(usize),
    /// Its row takes the long way.
    Long,
}

/// A pool whose plain rows take the short way, and what is reused from row to row.
pub(super) struct Plain<'t> {
    text: &'t str,
    /// Its numbers among the rows and the spellings.
    pool: u32,
    spelled: u32,
    takes: Vec<Take>,
    numbers: Vec<u32>,
}

impl Build<'_> {
    /// Prepares the short way; `None` for a tree.
    pub(super) fn plain<'t>(
        &mut self,
        pool: &'t Pool,
        table: &Table<'_>,
        columns: &[Column],
        rows: usize,
    ) -> Option<Plain<'t>> {
        let Body::Csv(body) = &table.body else { return None };
        // Places are kept in 32 bits.
        if !self.short || u32::try_from(pool.source.text.len()).is_err() {
            return None;
        }
        let take = |column: &Column| match *column {
            Column::Attribute(a) if Some(a) == self.code => Take::Code,
            Column::Attribute(a) if a == self.name => Take::Name,
            Column::Attribute(a) => Take::Value(a),
            Column::Extra(_) => Take::Nothing,
            Column::SameAs | Column::Spare(..) => Take::Long,
        };
        let takes = columns.iter().map(take).collect();
        self.catalog.rows.reserve(rows);
        let own = PlainPool {
            source: pool.source.clone(),
            file: pool.file,
            delimiter: body.delimiter(),
            columns: columns.into(),
        };
        Some(Plain {
            text: &pool.source.text,
            pool: self.catalog.rows.pool(own),
            spelled: self.catalog.spellings.text(&pool.source),
            takes,
            numbers: Vec::new(),
        })
    }

    /// Reads the next row if it can take the short way; else nothing is read.
    pub(super) fn plain_row(&mut self, rows: &mut CsvRows<'_>, plain: &mut Plain<'_>) -> bool {
        let start = rows.begin();
        let taken = self.take(rows, plain, start).is_some();
        if !taken {
            rows.back(start);
        }
        taken
    }

    fn take(&mut self, rows: &mut CsvRows<'_>, plain: &mut Plain<'_>, start: usize) -> Option<()> {
        let (text, takes, numbers) = (plain.text, &plain.takes[..], &mut plain.numbers);
        let (typed, memos, values) = (&self.typed[..], &mut self.memos[..], &mut self.catalog.rows.values[..]);
        numbers.clear();
        numbers.resize(typed.len(), MISSING);
        let (mut code, mut name) = (None, None);
        let cells = rows.plain_row(|column, place, doubled| {
            if place.is_empty() {
                return true;
            }
            match takes.get(column) {
                Some(Take::Nothing) => {}
                // The cell is not written as its value is.
                Some(&Take::Value(a)) if doubled && memos[a].free() => numbers[a] = AS_WRITTEN,
                _ if doubled => return false,
                Some(Take::Code) => code = Some(place),
                Some(Take::Name) => name = Some(place),
                Some(&Take::Value(a)) => match memos[a].number(text, place, &typed[a], &mut values[a]) {
                    Some(number) => numbers[a] = number,
                    None => return false,
                },
                Some(Take::Long) | None => return false,
            }
            true
        });
        if cells? < takes.len() {
            return None;
        }
        let name = name?;
        numbers[self.name] = AS_WRITTEN;
        if let (Some(attribute), Some(code)) = (self.code, &code) {
            self.sound(attribute, &text[code.clone()])?;
            numbers[attribute] = AS_WRITTEN;
        }
        let code = code.map(|c| (&text[c.clone()], piece(c)));
        let key = self.row_key(numbers, code.map(|c| c.0), &text[name.clone()])?;
        if self.known(code.map(|c| c.0), key.as_deref()).is_some() {
            return None;
        }
        self.complete(numbers)?;
        let id = self.next_id(key);
        self.catalog.spellings.enter_piece(id, plain.spelled, code.map(|c| c.1), piece(name));
        self.catalog.rows.add(plain.pool, u32::try_from(start).ok()?, numbers);
        self.catalog.cards.push(OnceLock::new());
        Some(())
    }

    /// Whether a code is as it should be: of the right form, with its zeros.
    fn sound(&self, attribute: usize, code: &str) -> Option<()> {
        let digits = |digits: usize| code.len() < digits && code.bytes().all(|b| b.is_ascii_digit());
        let shortened = self.catalog.code_digits.is_some_and(digits);
        (!shortened && self.typed[attribute].fits(code)).then_some(())
    }

    /// The key of a row, if the game has keys; the whole is `None` if it lacks a part, or one that only its cell tells.
    fn row_key(&self, numbers: &[u32], code: Option<&str>, name: &str) -> Option<Option<String>> {
        let is_known = |&i: &usize| i == self.name || Some(i) == self.code && code.is_some();
        if self.identity.iter().any(|i| !is_known(i) && matches!(numbers[*i], MISSING | AS_WRITTEN)) {
            return None;
        }
        if matches!(self.identity[..], [one] if Some(one) == self.code) {
            return Some(None);
        }
        let code = code.map_or(Value::Missing, |code| Value::Text(code.into()));
        let name = Value::Text(name.into());
        Some(self.key(|i| match i {
            i if i == self.name => &name,
            i if Some(i) == self.code => &code,
            i => self.catalog.rows.values[i].get(numbers[i]).unwrap_or(&Value::Missing),
        }))
    }

    /// Gives a row its default values; `None` if it lacks a value, or if only its cells tell.
    fn complete(&mut self, numbers: &mut [u32]) -> Option<()> {
        let values = &self.catalog.rows.values[..];
        for (index, defaults) in &mut self.defaults {
            let index = *index;
            if numbers[index] == MISSING {
                for default in defaults {
                    if default.who.is_row(numbers, values)? {
                        numbers[index] = default.number;
                        break;
                    }
                }
            }
        }
        for (index, needs) in &mut self.needs {
            if numbers[*index] == MISSING && needs.is_row(numbers, values)? {
                return None;
            }
        }
        Some(())
    }
}

/// A place in 32 bits, which are enough for the texts that take the short way.
fn piece(place: Range<usize>) -> Piece {
    let short = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    (short(place.start), short(place.end))
}
