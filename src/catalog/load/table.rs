//! Any pool as a table: named columns, rows of located cells.

use std::borrow::Cow;

use super::Pool;
use crate::diagnostics::{CAT_EMPTY, CAT_ROW, CAT_SYNTAX, Diagnostic};
use crate::text::{At, Node, Place, Rows, Span, Value, lines, parse_json, parse_yaml};

/// A cell: one text, or several of a list.
#[derive(Clone, Debug)]
pub(super) struct Cell<'t> {
    /// The column's index.
    pub column: usize,
    /// The texts; more than one only where the file itself holds a list.
    pub texts: Vec<Cow<'t, str>>,
    /// Where the value stands.
    pub span: Span,
}

/// A row: the cells that are not empty.
#[derive(Clone, Debug)]
pub(super) struct Row<'t> {
    /// The cells.
    pub cells: Vec<Cell<'t>>,
    /// Where the row begins, up to the end of its first cell.
    pub span: Span,
}

/// A pool as columns and rows.
#[derive(Debug, Default)]
pub(super) struct Table<'t> {
    /// The names of the columns.
    pub columns: Vec<At<String>>,
    /// The rows in file order.
    pub rows: Vec<Row<'t>>,
}

/// Reads a pool as a table. The format is told by the first character, then by the file's ending.
pub(super) fn read<'t>(pool: &'t Pool, faults: &mut Vec<Diagnostic>) -> Table<'t> {
    let text = pool.source.text.as_str();
    let first = text.trim_start().as_bytes().first();
    let yaml = pool
        .source
        .name
        .rsplit_once('.')
        .is_some_and(|(_, e)| e.eq_ignore_ascii_case("yaml") || e.eq_ignore_ascii_case("yml"));
    let looks_yaml = || {
        lines(text)
            .map(|(_, l)| l)
            .find(|l| !l.trim().is_empty() && !l.starts_with('#'))
            .is_some_and(|l| l.trim_end() == "cards:" || l.starts_with("- "))
    };
    let parsed = match first {
        None => {
            faults.push(Diagnostic::general(&CAT_EMPTY, Place::File(pool.file), "the card pool is empty"));
            return Table::default();
        }
        Some(b'{' | b'[') if !yaml => parse_json(text, pool.file),
        _ if yaml || looks_yaml() => parse_yaml(text, pool.file),
        _ => return csv(pool, faults),
    };
    match parsed {
        Ok(node) => tree(node, faults),
        Err(e) => {
            faults.push(Diagnostic::general(&CAT_SYNTAX, e.span, e.message));
            Table::default()
        }
    }
}

fn csv<'t>(pool: &'t Pool, faults: &mut Vec<Diagnostic>) -> Table<'t> {
    let text = pool.source.text.as_str();
    let start = after_separator_line(text);
    let mut rows = Rows::new(text, delimiter(&text[start..]), start);
    let mut fields = Vec::new();
    let mut table = Table::default();
    if !rows.next(&mut fields) {
        return table;
    }
    let span = |range: &std::ops::Range<usize>| Span::new(pool.file, range.start, range.end);
    let mut width = fields.len();
    // Empty columns at the end, as spreadsheets leave them, are no columns.
    while width > 0 && fields[width - 1].value.is_empty() {
        width -= 1;
    }
    table.columns = fields[..width].iter().map(|f| At::new(f.value.to_string(), span(&f.range))).collect();
    while rows.next(&mut fields) {
        if fields.iter().all(|f| f.value.is_empty()) {
            continue;
        }
        let (Some(first), Some(last)) = (fields.first(), fields.last()) else { continue };
        let place = Span::new(pool.file, first.range.start, last.range.end);
        if let Some(open) = fields.iter().find(|f| f.open) {
            let at = Span::new(pool.file, open.range.start, open.range.start);
            faults.push(Diagnostic::general(&CAT_SYNTAX, at, "the quote that opens here is never closed"));
        }
        let surplus = fields.get(width..).is_some_and(|more| more.iter().any(|f| !f.value.is_empty()));
        if surplus || fields.len() < width {
            let message = format!("the row has {} fields, {width} are expected", fields.len());
            faults.push(
                Diagnostic::general(&CAT_ROW, place, message)
                    .help("quote fields that hold the separator, and fill empty ones"),
            );
        }
        let mut cells = Vec::with_capacity(width);
        for (column, field) in fields.drain(..).enumerate().take(width) {
            if !field.value.is_empty() {
                cells.push(Cell { column, span: span(&field.range), texts: vec![field.value] });
            }
        }
        table.rows.push(Row { cells, span: place });
    }
    table
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
    let header = lines(text).map(|(_, l)| l).find(|l| !l.trim().is_empty() && !l.starts_with("# ")).unwrap_or_default();
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut quoted = false;
    for byte in header.bytes() {
        quoted ^= byte == b'"';
        if let Some(count) = counts.iter_mut().find(|c| c.0 == byte && !quoted) {
            count.1 += 1;
        }
    }
    counts.iter().rev().max_by_key(|c| c.1).filter(|c| c.1 > 0).map_or(b',', |c| c.0)
}

fn tree<'t>(node: Node, faults: &mut Vec<Diagnostic>) -> Table<'t> {
    for (first, second) in node.repeated_keys() {
        let message = format!("the key `{}` stands twice in this mapping; the first was taken", second.value);
        faults.push(Diagnostic::general(&CAT_SYNTAX, second.span, message).related(first.span, "first here"));
    }
    let span = node.span;
    let items: Vec<Node> = match node.value {
        Value::List(items) => items,
        Value::Map(entries) => {
            let has_cards = entries.iter().any(|(k, _)| k.value == "cards");
            entries
                .into_iter()
                .filter(|(k, _)| !has_cards || k.value == "cards")
                .filter_map(|(_, v)| match v.value {
                    Value::List(items) => Some(items),
                    _ => None,
                })
                .flatten()
                .collect()
        }
        Value::Scalar(_) => Vec::new(),
    };
    let mut table = Table::default();
    if items.is_empty() {
        let message = "a list of cards is expected, alone or under the key `cards`";
        faults.push(Diagnostic::general(&CAT_SYNTAX, Span { end: span.start, ..span }, message));
        return table;
    }
    let mut index = rustc_hash::FxHashMap::default();
    for item in items {
        let Value::Map(entries) = item.value else {
            faults.push(Diagnostic::general(
                &CAT_ROW,
                item.span,
                format!("a mapping of attributes is expected, found {}", item.kind()),
            ));
            continue;
        };
        let mut cells: Vec<Cell<'t>> = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let column = *index.entry(key.value.clone()).or_insert_with(|| {
                table.columns.push(key.clone());
                table.columns.len() - 1
            });
            if value.is_null() || cells.iter().any(|c| c.column == column) {
                continue;
            }
            let span = value.span;
            let texts: Vec<Cow<'t, str>> = match value.value {
                Value::Scalar(scalar) => vec![Cow::Owned(scalar.text)],
                Value::List(items) => items
                    .into_iter()
                    .filter_map(|n| match n.value {
                        Value::Scalar(s) => Some(Cow::Owned(s.text)),
                        _ => None,
                    })
                    .collect(),
                // A nested mapping is data of another program; as an extra column it has no text.
                Value::Map(_) => Vec::new(),
            };
            if texts.iter().any(|t| !t.trim().is_empty()) {
                cells.push(Cell { column, texts, span });
            }
        }
        table.rows.push(Row { cells, span: item.span });
    }
    table
}
