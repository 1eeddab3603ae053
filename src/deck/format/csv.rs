//! Tables: a header row, then one row for each card.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::build::{Build, brief};
use super::columns::{Amount, Column, Words, column};
use super::header::{self, unknown};
use super::write::{Out, text_header};
use super::{About, Body, Cards, Holds, Sections, Syntax};
use crate::deck::{CardText, RawDeck, waiver_comment};
use crate::diagnostics::{DCK_HEADER, DCK_LINE, DCK_REPEATED_KEY, DCK_ROW, DCK_UNREADABLE, Diagnostic};
use crate::spec::GameSpec;
use crate::text::{Field, FileId, Rows, Span};

pub(super) static ABOUT: About = About {
    id: "csv",
    name: "CSV",
    endings: &["csv", "tsv"],
    holds: Holds { header: header::ALL, sections: Sections::Named, cards: Cards::Names },
    syntax: Syntax::Csv,
    sniff: None,
    header: |_, source| header::of_comments(&source.text),
    read: |r| {
        let shape = if let Body::Csv(shape) = r.body { *shape } else { Shape::default() };
        read(&r.source.text, shape, r.spec)
    },
    write,
};

fn write(out: &Out<'_>) -> String {
    let mut table = ::csv::Writer::from_writer(Vec::new());
    let mut row = |fields: [&str; 4]| {
        // Writing to memory does not fail.
        let _ = table.write_record(fields);
    };
    row(["section", "count", "code", "name"]);
    for group in out.groups() {
        for line in &group.lines {
            row([&group.name, &line.count.to_string(), line.code.unwrap_or(""), &line.name]);
        }
    }
    let table = table.into_inner().unwrap_or_default();
    text_header(out, "# ") + &String::from_utf8_lossy(&table)
}

/// Where a table begins and what parts its fields.
#[derive(Clone, Copy, Debug)]
pub(in crate::deck) struct Shape {
    pub delimiter: u8,
    /// The first byte of the header row.
    pub start: usize,
}

impl Default for Shape {
    fn default() -> Self {
        Shape { delimiter: b',', start: 0 }
    }
}

/// The longest header row that is searched for known names, in bytes.
const LONGEST_HEADER: usize = 1 << 20;

/// The shape of the table whose first telling line is `line`, if that names columns of a deck: one that holds cards
/// and another one. `named` tells that the file has the name of a table; then one column is enough, and cards may stand
/// in one that only their game knows by its word.
pub(super) fn sniff(text: &str, at: usize, line: &str, named: bool) -> Option<Shape> {
    let (start, line) = match separator_line(line) {
        None => (at, line),
        Some(()) => {
            let rest = &text[at + line.len()..];
            let next = rest.trim_start();
            (text.len() - next.len(), next.lines().next()?)
        }
    };
    if line.len() > LONGEST_HEADER || (!named && !line.contains([',', ';', '\t'])) {
        return None;
    }
    let mut best: Option<(usize, u8)> = None;
    for delimiter in [b',', b';', b'\t'] {
        let (mut cards, mut known) = (0, 0);
        for field in line.split(char::from(delimiter)) {
            match column(field.trim().trim_matches('"')) {
                Some(Column::Code | Column::Name | Column::Card) => cards += 1,
                Some(_) => known += 1,
                None => {}
            }
        }
        let enough = (cards > 0 && cards + known > 1) || (named && cards + known > 0);
        if enough && best.is_none_or(|(most, _)| cards + known > most) {
            best = Some((cards + known, delimiter));
        }
    }
    best.map(|(_, delimiter)| Shape { delimiter, start })
}

/// The line `sep=;` that spreadsheets put on top.
fn separator_line(line: &str) -> Option<()> {
    let head = line.get(..4)?;
    (head.eq_ignore_ascii_case("sep=") && line.len() <= 5).then_some(())
}

/// The place of a field's value.
fn span(field: &Field<'_>) -> Span {
    Span::new(FileId::INPUT, field.range.start, field.range.end)
}

/// The place of a part of the value; the whole field where doubled quotes moved its bytes.
fn part_span(field: &Field<'_>, part: Range<usize>) -> Span {
    if field.range.len() != field.value.len() {
        return span(field);
    }
    let start = field.range.start;
    Span::new(FileId::INPUT, start + part.start, start + part.end)
}

/// Which column holds what, by index.
#[derive(Default)]
pub(in crate::deck) struct Columns {
    pub section: Option<usize>,
    pub count: Option<usize>,
    pub code: Option<usize>,
    pub name: Option<usize>,
    pub card: Option<usize>,
    /// How many fields a row has: empty columns at the end do not count.
    pub width: usize,
}

impl Columns {
    fn of(header: &[Field], build: &mut Build) -> Columns {
        let words = Words::of(build.spec);
        let mut out = Columns::default();
        let mut strange: Vec<&Field> = Vec::new();
        let has_count = header.iter().any(|f| column(&f.value) == Some(Column::Count));
        for (at, field) in header.iter().enumerate() {
            if field.value.is_empty() {
                continue;
            }
            out.width = at + 1;
            let mut meaning = words.get(&field.value);
            if meaning == Some(Column::Number) {
                meaning = Some(match has_count {
                    true => Column::Harmless,
                    false => Column::Count,
                });
            }
            let slot = match meaning {
                Some(Column::Section) => &mut out.section,
                Some(Column::Count | Column::Number) => &mut out.count,
                Some(Column::Code) => &mut out.code,
                Some(Column::Name) => &mut out.name,
                Some(Column::Card) => &mut out.card,
                Some(Column::Harmless) => continue,
                None => {
                    strange.push(field);
                    continue;
                }
            };
            match *slot {
                None => *slot = Some(at),
                Some(first) => build.faults.add(&DCK_REPEATED_KEY, || {
                    let (word, first) = (brief(&field.value), &header[first]);
                    let message = format!(
                        "the column `{word}` says again what `{}` says; the first one is read",
                        brief(&first.value)
                    );
                    Diagnostic::general(&DCK_REPEATED_KEY, span(field), message)
                        .related(span(first), "first here")
                        .help("take one of the two columns away")
                }),
            }
        }
        if let Some(first) = strange.first() {
            build.faults.add(&DCK_HEADER, || unknown_columns(&strange, first));
        }
        out
    }

    fn cell<'r, 't>(row: &'r [Field<'t>], at: Option<usize>) -> Option<&'r Field<'t>> {
        row.get(at?).filter(|f| !f.value.is_empty())
    }
}

fn unknown_columns(strange: &[&Field], first: &Field) -> Diagnostic {
    let words = ["section", "count", "code", "name", "card"];
    if let [one] = strange {
        let meant = crate::text::near(&one.value, words, 2);
        if !meant.is_empty() {
            return unknown(&one.value, span(one), &meant);
        }
    }
    let names: Vec<String> = strange.iter().take(5).map(|f| format!("`{}`", brief(&f.value))).collect();
    let (what, them) = match strange.len() {
        1 => ("the column", "it is"),
        _ => ("the columns", "they are"),
    };
    let more = match strange.len().saturating_sub(5) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let message = format!("{what} {}{more}: unknown, {them} not read", names.join(", "));
    Diagnostic::general(&DCK_HEADER, span(first), message).help(format!("columns that are read: {}", words.join(", ")))
}

/// The fault of a table whose first row, which begins at the byte `start`, names no column that holds cards.
pub(super) fn no_cards(row: &str, start: usize) -> Diagnostic {
    let message = format!("the first row, `{}`, names no column that holds cards", brief(row));
    Diagnostic::general(&DCK_UNREADABLE, Span::new(FileId::INPUT, start, start + row.len()), message)
        .help("begin the table with a row of column names, such as `count,name`")
}

/// The header row and what its columns hold.
pub(in crate::deck) fn columns<'t>(text: &'t str, shape: Shape, spec: &GameSpec) -> (Vec<Field<'t>>, Columns) {
    let mut header = Vec::new();
    Rows::new(text, shape.delimiter, shape.start).next(&mut header);
    let columns = Columns::of(&header, &mut Build::new(spec));
    (header, columns)
}

/// Reads a table.
pub(super) fn read<'t>(text: &'t str, shape: Shape, spec: &GameSpec) -> (RawDeck<'t>, Vec<Diagnostic>) {
    let mut build = Build::new(spec);
    let mut rows = Rows::new(text, shape.delimiter, shape.start);
    let mut row = Vec::new();
    rows.next(&mut row);
    let columns = Columns::of(&row, &mut build);
    if let (None, None, None, [first, .., last] | [first @ last]) = (columns.code, columns.name, columns.card, &row[..])
    {
        // That the other columns are unknown, too, is no news then.
        return (RawDeck::default(), vec![no_cards(&text[first.range.start..last.range.end], first.range.start)]);
    }
    let mut sections: FxHashMap<Cow<'t, str>, usize> = FxHashMap::default();
    // Nearly all decks have no waiver, and they pay for one search only.
    let waivers = memchr::memmem::find(text.as_bytes(), b"ignore").is_some();
    while rows.next(&mut row) {
        if waivers {
            cut_waiver(text, &mut row, columns.width);
        }
        if row.iter().all(|f| f.value.is_empty()) {
            continue;
        }
        let ragged = check_width(&row, columns.width, char::from(shape.delimiter), &mut build);
        let count = columns.count.map(|at| row.get(at));
        let (amount, count_span, written) = match &count {
            None => (Amount::Of(1), None, ""),
            // The row is too short for a count, which is reported.
            Some(None) => continue,
            Some(Some(cell)) => {
                let (amount, part) = Amount::parse(&cell.value);
                (amount, Some(part_span(cell, part)), cell.value.as_ref())
            }
        };
        let [code, name, card] = [columns.code, columns.name, columns.card].map(|at| Columns::cell(&row, at));
        let Some(place) = code.or(name).or(card).map(span) else {
            if !ragged {
                build.faults.add(&DCK_LINE, || {
                    Diagnostic::general(&DCK_LINE, row_span(&row), "this row names no card")
                        .help("fill the column of the card, or delete the row")
                });
            }
            continue;
        };
        let section = match Columns::cell(&row, columns.section) {
            None => build.default_section(),
            Some(cell) => match sections.get(&cell.value) {
                Some(&at) => at,
                None => {
                    let at = build.section(&cell.value, span(cell), &[]);
                    sections.insert(cell.value.clone(), at);
                    at
                }
            },
        };
        let text = |f: Option<&Field<'t>>| f.map(|f| f.value.clone());
        let card = match (code, name, card) {
            (None, None, Some(card)) => CardText::Either(card.value.clone()),
            (code, name, card) => CardText::Fields { code: text(code), name: text(name.or(card)) },
        };
        build.line(section, amount, written, count_span, card, place);
    }
    build.finish()
}

/// Takes a comment that waives, `# ignore BAR003: reason`, off the end of a row; separators in it part no fields.
fn cut_waiver<'t>(text: &'t str, row: &mut Vec<Field<'t>>, width: usize) {
    let (Some(start), Some(end)) = (row.first().map(|f| f.range.start), row.last().map(|f| f.range.end)) else {
        return;
    };
    let Some(comment) = text.get(start..end).and_then(|line| waiver_comment(line, start)) else { return };
    let at = start + comment.at;
    let Some(last) = row.iter().rposition(|f| f.range.start <= at) else { return };
    let field = &mut row[last];
    if at < field.range.end
        && let Some(value) = text.get(field.range.start..at)
    {
        let value = value.trim_end();
        field.range.end = field.range.start + value.len();
        field.value = Cow::Borrowed(value);
    }
    row.truncate(last + 1);
    // The columns that the comment covers are empty.
    row.resize_with(width.max(last + 1), || Field { value: Cow::Borrowed(""), range: at..at, open: None });
}

fn row_span(row: &[Field]) -> Span {
    let start = row.first().map_or(0, |f| f.range.start);
    let end = row.last().map_or(start, |f| f.range.end);
    Span::new(FileId::INPUT, start, end)
}

/// Reports a row of another width than the header, or one whose quote swallows the rest of the file.
fn check_width(row: &[Field], width: usize, delimiter: char, build: &mut Build) -> bool {
    if let Some(at) = row.last().and_then(|f| f.open) {
        build.faults.add(&DCK_UNREADABLE, || {
            let span = Span::new(FileId::INPUT, at, at + 1);
            Diagnostic::general(
                &DCK_UNREADABLE,
                span,
                "this quote is never closed; everything behind it belongs to one field",
            )
            .help("close the quote, or write it twice inside a quoted field")
        });
        return true;
    }
    let filled = row.iter().rposition(|f| !f.value.is_empty());
    let surplus = filled.is_some_and(|last| last >= width);
    if !surplus && row.len() >= width {
        return false;
    }
    build.faults.add(&DCK_ROW, || {
        let fields = |n: usize| if n == 1 { "field" } else { "fields" };
        let n = row.len();
        let message = format!("this row has {n} {}, the header has {width}", fields(n));
        let sign = match delimiter {
            '\t' => "TAB".to_owned(),
            sign => format!("`{sign}`"),
        };
        let mut d = Diagnostic::general(&DCK_ROW, row_span(row), message)
            .help(format!("quote a name that holds {sign}, and keep the {sign} of empty fields"));
        d.facts.limit = Some(width as u64);
        d.facts.actual = Some(n as u64);
        d
    });
    true
}
