//! Delimited text as a table.

use std::ops::Range;

use super::Pool;
use super::table::{Body, Cell, Content, Problems, Table};
use crate::diagnostics::{CAT_SYNTAX, Diagnostic};
use crate::text::{At, Field, FileId, Rows, Span, lines};

/// The rows below the header.
#[derive(Debug)]
pub(in crate::catalog) struct CsvRows<'t> {
    rows: Box<Rows<'t>>,
    fields: Vec<Field<'t>>,
    width: usize,
    file: FileId,
}

pub(in crate::catalog) fn read<'t>(pool: &'t Pool, problems: &mut Problems) -> Table<'t> {
    let text = pool.source.text.as_str();
    let start = after_separator_line(text);
    let mut rows = Rows::new(text, delimiter(&text[start..]), start);
    let mut fields = Vec::new();
    loop {
        if !rows.next(&mut fields) {
            return Table::default();
        }
        if fields.iter().any(|f| !f.value.is_empty()) {
            break;
        }
    }
    note_open(&fields, pool.file, problems);
    // Empty columns at the end, as spreadsheets leave them, are no columns.
    let width = fields.iter().rposition(|f| !f.value.is_empty()).map_or(0, |last| last + 1);
    let columns = fields[..width].iter().enumerate().map(|(i, f)| {
        let span = Span::new(pool.file, f.range.start, f.range.end);
        match &*f.value {
            // A table with an index has a column without name.
            "" => At::new(format!("column {}", i + 1), span),
            name => At::new(name.to_owned(), span),
        }
    });
    let columns = columns.collect();
    Table { columns, body: Body::Csv(CsvRows { rows: Box::new(rows), fields, width, file: pool.file }) }
}

impl<'t> CsvRows<'t> {
    /// No more rows than these are left.
    pub(in crate::catalog) fn left_at_most(&self) -> usize {
        self.rows.left_at_most()
    }

    /// Where the next row begins.
    pub(super) fn begin(&mut self) -> usize {
        self.rows.begin()
    }

    /// See [`Rows::plain_row`].
    pub(super) fn plain_row(&mut self, cell: impl FnMut(usize, Range<usize>, bool) -> bool) -> Option<usize> {
        self.rows.plain_row(cell)
    }

    /// Goes back to where a row began.
    pub(super) fn back(&mut self, start: usize) {
        self.rows.back(start);
    }

    /// What parts the fields.
    pub(super) fn delimiter(&self) -> u8 {
        self.rows.delimiter()
    }

    /// Fills `cells` with those of the next row that has any text.
    pub(in crate::catalog) fn next(&mut self, cells: &mut Vec<Cell<'t>>, problems: &mut Problems) -> Option<Span> {
        while self.rows.next(&mut self.fields) {
            if let Some(place) = self.row(cells, problems) {
                return Some(place);
            }
        }
        None
    }

    fn row(&mut self, cells: &mut Vec<Cell<'t>>, problems: &mut Problems) -> Option<Span> {
        cells.clear();
        let (fields, width) = (&mut self.fields, self.width);
        let place = Span::new(self.file, fields.first()?.range.start, fields.last()?.range.end);
        if fields.iter().all(|f| f.value.is_empty()) {
            return None;
        }
        note_open(fields, self.file, problems);
        let surplus = fields.get(width..).is_some_and(|more| more.iter().any(|f| !f.value.is_empty()));
        if surplus || fields.len() < width {
            let (n, s) = (fields.len(), if fields.len() == 1 { "" } else { "s" });
            problems.ragged.push(place, || format!("the row has {n} field{s}, {width} are expected"));
        }
        for (column, field) in fields.drain(..).enumerate().take(width) {
            if !field.value.is_empty() {
                let span = Span::new(self.file, field.range.start, field.range.end);
                cells.push(Cell { column, span, content: Content::One(field.value) });
            }
        }
        Some(place)
    }
}

fn note_open(fields: &[Field<'_>], file: FileId, problems: &mut Problems) {
    if let Some(field) = fields.iter().find(|f| f.open.is_some()) {
        let at = Span::new(file, field.range.start, field.range.start);
        problems.syntax.push(Diagnostic::general(&CAT_SYNTAX, at, "the quote that opens here is never closed"));
    }
}

/// Where the table begins: behind the line `sep=;` that spreadsheets put on top.
fn after_separator_line(text: &str) -> usize {
    let mut all = lines(text);
    let first = all.next().map_or("", |(_, l)| l);
    let is_separator = first.len() <= 5 && first.get(..4).is_some_and(|l| l.eq_ignore_ascii_case("sep="));
    if is_separator { all.next().map_or(text.len(), |(start, _)| start) } else { 0 }
}

/// The separator that occurs most in the header line, outside quotes.
fn delimiter(text: &str) -> u8 {
    // Comments are the same as those of `Rows`.
    let comment = |l: &str| l.strip_prefix('#').is_some_and(|c| c.is_empty() || c.starts_with([' ', '\t', '#']));
    let header = lines(text).map(|(_, l)| l).find(|l| !l.trim().is_empty() && !comment(l)).unwrap_or_default();
    let mut counts = [(b'\t', 0), (b';', 0), (b',', 0)];
    let mut quoted = false;
    for byte in header.bytes() {
        quoted ^= byte == b'"';
        if let Some(count) = counts.iter_mut().find(|c| c.0 == byte && !quoted) {
            count.1 += 1;
        }
    }
    counts.iter().max_by_key(|c| c.1).filter(|c| c.1 > 0).map_or(b',', |c| c.0)
}

#[cfg(test)]
mod tests {
    use super::{after_separator_line, delimiter};

    #[test]
    fn the_header_tells_the_separator() {
        for (text, wanted) in [
            ("a,b;c,d\n1;2;3;4", b','),
            ("a;b;\"c,d,e,f\"\n", b';'),
            ("a\tb\tc,d\n", b'\t'),
            ("name\n", b','),
            ("a,b;c\n", b','),
            ("## x;y;z\n#\n\n  \n# a;b\na,b\n", b','),
            ("#1 Fan;b;c\n", b';'),
        ] {
            assert_eq!(delimiter(text) as char, wanted as char, "{text:?}");
        }
        for (text, start) in [("sep=;\r\na;b", 7), ("SEP=,\na", 6), ("sep=", 4), ("separator,b\n", 0), ("", 0)] {
            assert_eq!(after_separator_line(text), start, "{text:?}");
        }
    }
}
