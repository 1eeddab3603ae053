//! What the readers of trees share: rows that name their columns themselves, gathered into a table.

use std::borrow::Cow;

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::catalog::load::table::{Body, Cell, Content, Row, Table};
use crate::text::{At, Span};

/// Texts of one column in one row.
struct Texts {
    texts: Vec<String>,
    list: bool,
    span: Span,
}

/// The cells of a row while it is read.
#[derive(Default)]
pub(super) struct RowCells(IndexMap<String, Texts>);

impl RowCells {
    /// Puts a text under a column; a second text makes the cell a list. Empty ones say nothing.
    pub(super) fn push(&mut self, column: &str, text: &str, span: Span, list: bool) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        match self.0.get_mut(column) {
            Some(texts) => {
                texts.texts.push(text.to_owned());
                texts.list = true;
            }
            None => {
                self.0.insert(column.to_owned(), Texts { texts: vec![text.to_owned()], list, span });
            }
        }
    }
}

/// A table while it is read.
#[derive(Default)]
pub(super) struct Gather {
    columns: Vec<At<String>>,
    known: FxHashMap<String, usize>,
    rows: Vec<Row<'static>>,
}

impl Gather {
    /// Names a column even if no row has a value in it.
    pub(super) fn column(&mut self, name: &str, span: Span) -> usize {
        if let Some(&at) = self.known.get(name) {
            return at;
        }
        self.columns.push(At::new(name.to_owned(), span));
        self.known.insert(name.to_owned(), self.columns.len() - 1);
        self.columns.len() - 1
    }

    /// Takes a row in. One without any value is none.
    pub(super) fn row(&mut self, cells: RowCells, span: Span) {
        let mut out = Vec::with_capacity(cells.0.len());
        for (name, Texts { mut texts, list, span }) in cells.0 {
            let column = self.column(&name, span);
            let content = match texts.pop() {
                Some(one) if !list && texts.is_empty() => Content::One(Cow::Owned(one)),
                last => Content::List(texts.into_iter().chain(last).map(Cow::Owned).collect()),
            };
            out.push(Cell { column, content, span });
        }
        if !out.is_empty() {
            self.rows.push(Row { cells: out, span });
        }
    }

    pub(super) fn table(self) -> Table<'static> {
        Table { columns: self.columns, body: Body::Tree(self.rows.into_iter()) }
    }
}
