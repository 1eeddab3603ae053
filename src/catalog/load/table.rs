//! Any pool as a table: named columns, rows of located cells.

use std::borrow::Cow;

use super::Pool;
use crate::diagnostics::{CAT_EMPTY, CAT_ROW, CAT_SYNTAX, Diagnostic};
use crate::text::{At, Field, FileId, Node, Place, Rows, Span, Value, lines, parse_json, parse_yaml};

/// A cell that is not empty.
#[derive(Debug)]
pub(super) struct Cell<'t> {
    /// The column's index.
    pub column: usize,
    /// What stands in it.
    pub texts: Texts<'t>,
    /// Where the value stands.
    pub span: Span,
}

/// One text, or several where the file itself holds a list.
#[derive(Debug)]
pub(super) enum Texts<'t> {
    One(Cow<'t, str>),
    Many(Vec<Cow<'t, str>>),
}

impl<'t> Texts<'t> {
    /// The texts.
    pub fn all(&self) -> &[Cow<'t, str>] {
        match self {
            Texts::One(text) => std::slice::from_ref(text),
            Texts::Many(texts) => texts,
        }
    }

    /// The texts behind each other, without blanks around them.
    pub fn joined(&self) -> Cow<'_, str> {
        match self {
            Texts::One(text) => Cow::Borrowed(text.trim()),
            Texts::Many(texts) => Cow::Owned(texts.concat().trim().to_owned()),
        }
    }
}

/// A row of a tree: its cells and its place.
type Row<'t> = (Vec<Cell<'t>>, Span);

/// A pool as columns and rows.
#[derive(Debug, Default)]
pub(super) struct Table<'t> {
    /// The names of the columns.
    pub columns: Vec<At<String>>,
    body: Body<'t>,
}

/// Where rows come from. Those of a CSV are read one by one: a pool may have a hundred thousand.
#[derive(Debug)]
enum Body<'t> {
    Csv { rows: Box<Rows<'t>>, fields: Vec<Field<'t>>, width: usize, file: FileId },
    Tree(std::vec::IntoIter<Row<'t>>),
}

impl Default for Body<'_> {
    fn default() -> Self {
        Body::Tree(Vec::new().into_iter())
    }
}

impl<'t> Table<'t> {
    /// No more rows than these are left.
    pub fn rows_at_most(&self) -> usize {
        match &self.body {
            Body::Tree(rows) => rows.len(),
            Body::Csv { rows, .. } => rows.left_at_most(),
        }
    }

    /// Fills `cells` with those of the next row that are not empty, and gives the row's place; `None` at the end.
    pub fn next(&mut self, cells: &mut Vec<Cell<'t>>, faults: &mut Vec<Diagnostic>) -> Option<Span> {
        match &mut self.body {
            Body::Tree(rows) => {
                let (row, span) = rows.next()?;
                *cells = row;
                Some(span)
            }
            Body::Csv { rows, fields, width, file } => loop {
                if !rows.next(fields) {
                    return None;
                }
                if let Some(span) = row(fields, *width, *file, cells, faults) {
                    return Some(span);
                }
            },
        }
    }
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
        _ => return csv(pool),
    };
    match parsed {
        Ok(node) => tree(node, faults),
        Err(e) => {
            faults.push(Diagnostic::general(&CAT_SYNTAX, e.span, e.message));
            Table::default()
        }
    }
}

fn csv(pool: &Pool) -> Table<'_> {
    let text = pool.source.text.as_str();
    let start = after_separator_line(text);
    let mut rows = Rows::new(text, delimiter(&text[start..]), start);
    let mut fields = Vec::new();
    if !rows.next(&mut fields) {
        return Table::default();
    }
    let span = |range: &std::ops::Range<usize>| Span::new(pool.file, range.start, range.end);
    let mut width = fields.len();
    // Empty columns at the end, as spreadsheets leave them, are no columns.
    while width > 0 && fields[width - 1].value.is_empty() {
        width -= 1;
    }
    let columns = fields[..width].iter().map(|f| At::new(f.value.to_string(), span(&f.range))).collect();
    Table { columns, body: Body::Csv { rows: Box::new(rows), fields, width, file: pool.file } }
}

/// The cells of a CSV row and its place; `None` for one without text.
fn row<'t>(
    fields: &mut Vec<Field<'t>>,
    width: usize,
    file: FileId,
    cells: &mut Vec<Cell<'t>>,
    faults: &mut Vec<Diagnostic>,
) -> Option<Span> {
    cells.clear();
    let place = Span::new(file, fields.first()?.range.start, fields.last()?.range.end);
    let found = fields.len();
    let surplus = fields.get(width..).is_some_and(|more| more.iter().any(|f| !f.value.is_empty()));
    let open = fields.iter().find(|f| f.open.is_some()).map(|f| f.range.start);
    for (column, field) in fields.drain(..).enumerate().take(width) {
        if !field.value.is_empty() {
            let span = Span::new(file, field.range.start, field.range.end);
            cells.push(Cell { column, span, texts: Texts::One(field.value) });
        }
    }
    if cells.is_empty() && !surplus {
        return None;
    }
    if let Some(open) = open {
        let at = Span::new(file, open, open);
        faults.push(Diagnostic::general(&CAT_SYNTAX, at, "the quote that opens here is never closed"));
    }
    if surplus || found < width {
        let message = format!("the row has {found} fields, {width} are expected");
        faults.push(
            Diagnostic::general(&CAT_ROW, place, message)
                .help("quote fields that hold the separator, and fill empty ones"),
        );
    }
    Some(place)
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
    let mut rows: Vec<Row<'t>> = Vec::with_capacity(items.len());
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
            let texts = match value.value {
                Value::Scalar(scalar) => Texts::One(Cow::Owned(scalar.text)),
                Value::List(items) => {
                    let texts = items.into_iter().filter_map(|n| match n.value {
                        Value::Scalar(s) => Some(Cow::Owned(s.text)),
                        _ => None,
                    });
                    Texts::Many(texts.collect())
                }
                // A nested mapping is data of another program; as an extra column it has no text.
                Value::Map(_) => continue,
            };
            if texts.all().iter().any(|t| !t.trim().is_empty()) {
                cells.push(Cell { column, texts, span });
            }
        }
        rows.push((cells, item.span));
    }
    table.body = Body::Tree(rows.into_iter());
    table
}
