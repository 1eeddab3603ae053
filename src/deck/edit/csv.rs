//! Rows of tables.

use std::ops::Range;

use super::super::format::csv::{Columns, Shape, columns};
use super::scalar::csv_field;
use super::{Edited, Patch, View, Written, line_around, line_behind, line_end, refuse};
use crate::deck::DeckLine;
use crate::text::{Field, Rows};

pub(super) struct Table<'t> {
    columns: Columns,
    width: usize,
    rows: Vec<Vec<Field<'t>>>,
    delimiter: u8,
}

impl<'t> Table<'t> {
    fn of<'v>(view: &'v View<'t>, shape: Shape) -> &'v Table<'t> {
        view.table.get_or_init(|| Table::read(view, shape))
    }

    fn read(view: &View<'t>, shape: Shape) -> Table<'t> {
        let text = view.text();
        let (header, columns) = columns(text, shape, view.spec);
        let mut rows = Vec::new();
        let mut reader = Rows::new(text, shape.delimiter, shape.start);
        let mut row = Vec::new();
        while reader.next(&mut row) {
            rows.push(row.clone());
        }
        Table { columns, width: header.len(), rows, delimiter: shape.delimiter }
    }

    fn row(&self, line: &DeckLine<'_>) -> Option<&Vec<Field<'t>>> {
        let at = line.span.start as usize;
        // The rows stand one behind the other.
        let next = self.rows.partition_point(|row| row.first().is_some_and(|f| f.range.start <= at));
        self.rows.get(next.checked_sub(1)?)
    }

    /// The text of a row, without and with its line end.
    fn range(&self, text: &str, row: &[Field<'t>]) -> (Range<usize>, Range<usize>) {
        let first = row.first().map_or(0, |f| f.range.start);
        let last = row.last().map_or(first, |f| f.range.end);
        let (start, _) = line_around(text, first);
        let (end, whole) = line_around(text, last);
        (start.start..end.end, start.start..whole.end)
    }

    fn field(&self, value: &str) -> String {
        csv_field(value, char::from(self.delimiter))
    }
}

/// The bytes of a field with its quotes.
fn with_quotes(text: &str, range: &Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    let quoted = range.start > 0 && bytes[range.start - 1] == b'"' && bytes.get(range.end) == Some(&b'"');
    if quoted { range.start - 1..range.end + 1 } else { range.clone() }
}

const NO_ROW: &str = "the row of the card is not found";

pub(super) fn set_count(view: &View<'_>, shape: Shape, line: &DeckLine<'_>, count: u32) -> Edited<Vec<Patch>> {
    let table = Table::of(view, shape);
    let Some(row) = table.row(line) else { return refuse(NO_ROW) };
    let (inner, whole) = table.range(view.text(), row);
    if count == 0 {
        return Ok(vec![Patch::new(whole, "")]);
    }
    match (line.count_span, table.columns.count) {
        (Some(span), Some(_)) => Ok(vec![Patch::new(span.range(), count.to_string())]),
        // Without a column of counts a row is a copy.
        _ => {
            let end = line_end(view.text());
            let one = &view.text()[inner.clone()];
            let more = format!("{end}{one}").repeat(count.saturating_sub(1) as usize);
            Ok(vec![Patch::new(inner.end..inner.end, more)])
        }
    }
}

pub(super) fn set_card(view: &View<'_>, shape: Shape, line: &DeckLine<'_>, card: Written<'_>) -> Edited<Vec<Patch>> {
    let table = Table::of(view, shape);
    let Some(row) = table.row(line) else { return refuse(NO_ROW) };
    let cell = |at: Option<usize>| at.and_then(|at| row.get(at)).filter(|f| !f.value.is_empty());
    let mut patches = Vec::new();
    let columns = &table.columns;
    if let (Some(field), Some(code)) = (cell(columns.code), card.code) {
        patches.push((field, code.to_owned()));
    }
    if let Some(field) = cell(columns.name) {
        let new = if columns.code.is_some() { card.name } else { card.like(&field.value, view.catalog) };
        patches.push((field, new.to_owned()));
    }
    if let Some(field) = cell(columns.card) {
        patches.push((field, card.like(&field.value, view.catalog).to_owned()));
    }
    let changed = patches.into_iter().filter(|(field, new)| field.value != *new);
    let text = view.text();
    Ok(changed.map(|(field, new)| Patch::new(with_quotes(text, &field.range), table.field(&new))).collect())
}

pub(super) fn insert(
    view: &View<'_>,
    shape: Shape,
    section: usize,
    count: u32,
    card: Written<'_>,
) -> Edited<Vec<Patch>> {
    let table = Table::of(view, shape);
    let text = view.text();
    let anchor = view.last_of(section).and_then(|line| table.row(line));
    let any = anchor.or_else(|| view.deck.lines.last().and_then(|line| table.row(line)));
    let columns = &table.columns;
    if columns.section.is_none() && section != view.spec.default_section() {
        return refuse(
            "the table has no column of sections, so all its cards are in one; `decklint convert` writes it anew",
        );
    }
    let written = |at: Option<usize>| at.and_then(|at| any.and_then(|row| row.get(at))).map(|f| f.value.as_ref());
    let mut cells = vec![String::new(); table.width.max(1)];
    let mut set = |at: Option<usize>, value: String| {
        if let Some(cell) = at.and_then(|at| cells.get_mut(at)) {
            *cell = value;
        }
    };
    let name = view.spec.section_name(section).unwrap_or_default();
    let spelled = anchor.and_then(|row| columns.section.and_then(|at| row.get(at))).map(|f| f.value.to_string());
    set(columns.section, spelled.unwrap_or_else(|| name.to_owned()));
    set(columns.count, count.to_string());
    set(columns.code, card.code.unwrap_or_default().to_owned());
    let like = |at: Option<usize>| card.like(written(at).unwrap_or_default(), view.catalog).to_owned();
    set(columns.name, if columns.code.is_some() { card.name.to_owned() } else { like(columns.name) });
    set(columns.card, like(columns.card));
    let fields: Vec<String> = cells.iter().map(|cell| table.field(cell)).collect();
    let row = fields.join(&char::from(table.delimiter).to_string());
    let copies = if columns.count.is_none() { count as usize } else { 1 };
    let rows = vec![row; copies].join(line_end(text));
    let behind = anchor.or(table.rows.last()).map(|row| table.range(text, row));
    match behind {
        Some((inner, whole)) => Ok(vec![line_behind(text, &inner, &whole, &rows)]),
        None => refuse("the table has no row of column names"),
    }
}

/// The row, without its line end.
pub(super) fn unit(view: &View<'_>, shape: Shape, line: &DeckLine<'_>) -> Option<Range<usize>> {
    let table = Table::of(view, shape);
    table.row(line).map(|row| table.range(view.text(), row).0)
}
