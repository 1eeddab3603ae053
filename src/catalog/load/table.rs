//! Any pool as a table: named columns, rows of located cells.

use std::borrow::Cow;

use super::csv::CsvRows;
use super::tell::Rows;
use super::{Pool, csv, tree};
use crate::diagnostics::{CAT_ROW, CAT_SYNTAX, Diagnostic};
use crate::text::{At, Span, lines, parse_json, parse_yaml};

/// What stands in a cell.
#[derive(Clone, Debug)]
pub(in crate::catalog) enum Content<'t> {
    /// One text.
    One(Cow<'t, str>),
    /// The texts of a list that the file itself holds.
    List(Vec<Cow<'t, str>>),
    /// A mapping, or a list that holds something other than texts: no attribute has such a value. With the texts in it.
    Nested(&'static str, Vec<Cow<'t, str>>),
}

/// A cell that is not empty.
#[derive(Clone, Debug)]
pub(in crate::catalog) struct Cell<'t> {
    /// The column's index.
    pub column: usize,
    /// The value.
    pub content: Content<'t>,
    /// Where the value stands.
    pub span: Span,
}

/// A row of a tree.
#[derive(Debug)]
pub(in crate::catalog) struct Row<'t> {
    /// The cells that are not empty.
    pub cells: Vec<Cell<'t>>,
    /// Where the row stands.
    pub span: Span,
}

/// What is wrong with the file itself.
#[derive(Default)]
pub(in crate::catalog) struct Problems {
    /// Breaks of the format.
    pub syntax: Vec<Diagnostic>,
    /// Rows of another shape, told as [`CAT_ROW`].
    pub ragged: Rows,
}

impl Problems {
    /// All of them as findings.
    pub(in crate::catalog) fn tell(self, pool: &Pool, keyed: bool) -> Vec<Diagnostic> {
        let mut out = self.syntax;
        let help = match keyed {
            true => "write a card as `{name: …}`",
            false => "quote fields that hold the separator, and fill empty ones",
        };
        self.ragged.tell(&CAT_ROW, pool.file, help, &mut out);
        out
    }
}

/// A pool as columns and rows.
#[derive(Debug, Default)]
pub(in crate::catalog) struct Table<'t> {
    /// The names of the columns.
    pub columns: Vec<At<String>>,
    /// The rows in file order.
    pub body: Body<'t>,
}

/// Where rows come from.
#[derive(Debug)]
pub(in crate::catalog) enum Body<'t> {
    /// Read one by one: a pool may have a hundred thousand.
    Csv(CsvRows<'t>),
    /// Each row names its columns itself, so two rows may use two names for one attribute.
    Tree(std::vec::IntoIter<Row<'t>>),
}

impl Default for Body<'_> {
    fn default() -> Self {
        Body::Tree(Vec::new().into_iter())
    }
}

impl<'t> Table<'t> {
    /// No more rows than these are left.
    pub(in crate::catalog) fn rows_at_most(&self) -> usize {
        match &self.body {
            Body::Csv(rows) => rows.left_at_most(),
            Body::Tree(rows) => rows.len(),
        }
    }

    /// Fills `cells` with those of the next row that are not empty, and gives the row's place; `None` at the end.
    pub(in crate::catalog) fn next(&mut self, cells: &mut Vec<Cell<'t>>, problems: &mut Problems) -> Option<Span> {
        match &mut self.body {
            Body::Csv(rows) => rows.next(cells, problems),
            Body::Tree(rows) => {
                let row = rows.next()?;
                *cells = row.cells;
                Some(row.span)
            }
        }
    }

    /// The rows, if each names its columns itself.
    pub(in crate::catalog) fn keyed(&self) -> Option<&[Row<'t>]> {
        match &self.body {
            Body::Csv(_) => None,
            Body::Tree(rows) => Some(rows.as_slice()),
        }
    }
}

/// Reads a pool as a table. The format is told by the first character, then by the file's ending.
pub(in crate::catalog) fn read<'t>(pool: &'t Pool, problems: &mut Problems) -> Table<'t> {
    let text = pool.source.text.as_str();
    let yaml = pool.source.name.rsplit_once('.');
    let yaml = yaml.is_some_and(|(_, e)| e.eq_ignore_ascii_case("yaml") || e.eq_ignore_ascii_case("yml"));
    let parsed = match text.trim_start().as_bytes().first() {
        None => return Table::default(),
        Some(b'{' | b'[') if !yaml => parse_json(text, pool.file),
        _ if yaml || looks_like_yaml(text) => parse_yaml(text, pool.file),
        _ => return csv::read(pool, problems),
    };
    match parsed {
        Ok(node) => tree::read(node, problems),
        Err(e) => {
            problems.syntax.push(Diagnostic::general(&CAT_SYNTAX, e.span, e.message));
            Table::default()
        }
    }
}

/// Of a file without ending, such as a pipe: no header of a table looks like this.
fn looks_like_yaml(text: &str) -> bool {
    let first = lines(text).map(|(_, l)| l.trim_end()).find(|l| !l.is_empty() && !l.starts_with('#'));
    first.is_some_and(|l| l == "cards:" || l == "---" || l.starts_with("- "))
}
