//! A table of cards in the columns and words of a game.

use indexmap::IndexMap;

use super::csv::record;
use super::{Kind, Options, RAGGED, read};
use crate::catalog::Value;
use crate::catalog::load::build::Build;
use crate::catalog::load::columns::Column;
use crate::catalog::load::table::{Cell, Content, Problems};
use crate::catalog::load::{Pool, Report};
use crate::diagnostics::{CAT_COLUMN, CAT_EMPTY, CAT_IDENTITY, CAT_ROW, Diagnostic, Level};
use crate::spec::{AttributeType, GameSpec};
use crate::text::{Place, Span};

/// How many rows that are left out are told singly.
const MOST_ROWS: usize = 200;
/// What parts the values of a list in a cell.
const SEPARATORS: [char; 2] = [';', '|'];

/// Values of an attribute that do not fit it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadValues {
    /// The attribute.
    pub attribute: String,
    /// Each value with the number of its cards, in the order of the file.
    pub values: Vec<(String, usize)>,
}

/// Cards of another program as a pool of ours.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// The pool: a column for each attribute of the game, and `same_as` where the file has one.
    pub csv: String,
    /// The rows in it.
    pub rows: usize,
    /// Rows that have no name or nothing else that tells them from others; the faults name them.
    pub dropped: usize,
    /// Where in the file the list stood, if not at its top.
    pub path: String,
    /// Columns with the attribute that each holds, and how many of its cells have a value.
    pub mapped: Vec<(String, String, usize)>,
    /// Columns that hold no attribute, with the attribute that another column has taken, if any.
    pub left_out: Vec<(String, Option<String>)>,
    /// Attributes that no column holds.
    pub absent: Vec<String>,
    /// Values that do not fit; they stand in the pool as they were written.
    pub bad: Vec<BadValues>,
    /// Codes that got their leading zeros back.
    pub zeros: usize,
    /// What is wrong with the file itself, with places in it.
    pub faults: Vec<Diagnostic>,
}

/// A cell as text: what it is worth, or what stands there and does not fit.
type Text = Result<String, String>;

/// Reads cards and maps their columns to the attributes of a game: by `pool.columns` first, then by name.
#[must_use]
pub fn import(spec: &GameSpec, pool: &Pool, kind: Kind, options: &Options) -> Imported {
    let mut problems = Problems::default();
    let (mut table, path) = read(pool, kind, options, &mut problems);
    let mut build = Build::new(spec, Report::Full);
    let columns = build.columns(pool, &table);
    if !table.columns.is_empty() {
        build.tell_maps();
    }
    let mut out = Imported { path, ..Imported::default() };
    let has_same_as = columns.contains(&Column::SameAs);
    let header: Vec<&str> = spec.attribute_names().chain(has_same_as.then_some("same_as")).collect();
    record(&mut out.csv, header.iter().copied());

    let mut filled = vec![0_usize; columns.len()];
    let mut bad: Vec<IndexMap<String, usize>> = vec![IndexMap::new(); spec.attributes.len()];
    let mut dropped = Vec::new();
    let mut cells = Vec::new();
    while let Some(span) = table.next(&mut cells, &mut problems) {
        let mut row = Row { texts: vec![String::new(); header.len()], bad: Vec::new(), used: Vec::new() };
        for cell in &cells {
            row.take(&build, &columns, cell, &mut out.zeros);
        }
        if let Some(lacking) = row.lacking(&build) {
            dropped.push((lacking, cells.first().map_or(span, |c| c.span), row.shown()));
            continue;
        }
        row.used.iter().for_each(|&at| filled[at] += 1);
        for (attribute, text) in row.bad.drain(..) {
            *bad[attribute].entry(text).or_default() += 1;
        }
        record(&mut out.csv, row.texts.iter().map(String::as_str));
        out.rows += 1;
    }

    let name = |attribute: usize| build.typed[attribute].name.to_owned();
    for (at, column) in table.columns.iter().enumerate() {
        match columns[at] {
            Column::Attribute(a) | Column::Spare(a, _) => out.mapped.push((column.value.clone(), name(a), filled[at])),
            Column::SameAs => out.mapped.push((column.value.clone(), "same_as".to_owned(), filled[at])),
            Column::Extra(_) => {
                let taken = spec.attribute_for_column(&column.value).map(name);
                out.left_out.push((column.value.clone(), taken));
            }
        }
    }
    let held = |a: usize| columns.iter().any(|c| matches!(c, Column::Attribute(i) | Column::Spare(i, _) if *i == a));
    out.absent = (0..spec.attributes.len()).filter(|&a| !held(a)).map(name).collect();
    out.bad = bad
        .into_iter()
        .enumerate()
        .filter(|(_, values)| !values.is_empty())
        .map(|(a, values)| BadValues { attribute: name(a), values: values.into_iter().collect() })
        .collect();
    out.faults = problems.syntax;
    problems.ragged.tell(&CAT_ROW, pool.file, RAGGED, &mut out.faults);
    out.faults.extend(build.faults.into_iter().filter(|f| *f.code != *CAT_COLUMN.code));
    out.dropped = dropped.len();
    tell_dropped(pool, &dropped, held, &build.typed.iter().map(|t| t.name).collect::<Vec<_>>(), &mut out.faults);
    if out.rows == 0 && !out.faults.iter().any(|f| f.level == Level::Error) {
        out.faults.push(Diagnostic::general(&CAT_EMPTY, Place::File(pool.file), "there is no card in it"));
    }
    out
}

/// A row on its way.
struct Row {
    texts: Vec<String>,
    /// Attributes with values that do not fit.
    bad: Vec<(usize, String)>,
    /// The columns that were read.
    used: Vec<usize>,
}

impl Row {
    fn take(&mut self, build: &Build<'_>, columns: &[Column], cell: &Cell<'_>, zeros: &mut usize) {
        let Some(&column) = columns.get(cell.column) else { return };
        let at = match column {
            Column::Attribute(at) => at,
            Column::Spare(at, _) if self.texts[at].is_empty() => at,
            Column::SameAs => build.typed.len(),
            Column::Spare(..) | Column::Extra(_) => return,
        };
        self.used.push(cell.column);
        self.texts[at] = match at == build.typed.len() {
            true => with_zeros(build, &written(&cell.content), zeros),
            false => match value(build, at, &cell.content, zeros) {
                Ok(text) => text,
                Err(text) => {
                    self.bad.push((at, text.clone()));
                    text
                }
            },
        };
    }

    /// The attribute without which the row is no card.
    fn lacking(&self, build: &Build<'_>) -> Option<usize> {
        let alias = self.texts.get(build.typed.len()).is_some_and(|t| !t.is_empty());
        let identity = build.identity.iter().copied().filter(|_| !alias);
        std::iter::once(build.name).chain(identity).find(|&at| self.texts[at].is_empty())
    }

    /// The first text in it, to tell it from others.
    fn shown(&self) -> String {
        self.texts.iter().find(|t| !t.is_empty()).cloned().unwrap_or_default()
    }
}

/// A cell in the words of its attribute.
fn value(build: &Build<'_>, at: usize, content: &Content<'_>, zeros: &mut usize) -> Text {
    let typed = &build.typed[at];
    if Some(at) == build.code || at == build.name {
        let Ok(text) = typed.single(content) else { return Err(written(content)) };
        return match Some(at) == build.code {
            true => match with_zeros(build, text, zeros) {
                code if typed.fits(&code) => Ok(code),
                code => Err(code),
            },
            false => Ok(text.to_owned()),
        };
    }
    let whole = match content {
        // Other programs write whole numbers as fractions.
        Content::One(text) if typed.attribute.kind == AttributeType::Int => {
            text.trim().split_once('.').filter(|(n, zeros)| !n.is_empty() && zeros.bytes().all(|b| b == b'0'))
        }
        _ => None,
    };
    let value = match whole {
        Some((whole, _)) => typed.value(&Content::One(whole.into())),
        None => typed.value(content),
    };
    match value.map_err(|_| written(content))? {
        Value::Missing => Ok(String::new()),
        Value::Int(n) => Ok(n.to_string()),
        Value::Bool(b) => Ok(b.to_string()),
        Value::Text(text) => Ok(text.to_string()),
        Value::List(items) => match items.iter().any(|i| i.contains(SEPARATORS)) {
            // Read again it would be two values.
            true => Err(written(content)),
            false => Ok(items.join(";")),
        },
    }
}

/// A code with the zeros that a spreadsheet or database took from it.
fn with_zeros(build: &Build<'_>, text: &str, zeros: &mut usize) -> String {
    match build.catalog.code_digits {
        Some(digits) if text.len() < digits && !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) => {
            *zeros += 1;
            format!("{text:0>digits$}")
        }
        _ => text.to_owned(),
    }
}

/// A cell as it stands there.
fn written(content: &Content<'_>) -> String {
    match content {
        Content::One(text) => text.trim().to_owned(),
        Content::List(texts) | Content::Nested(_, texts) => texts.join(";"),
    }
}

fn tell_dropped(
    pool: &Pool,
    dropped: &[(usize, Span, String)],
    held: impl Fn(usize) -> bool,
    names: &[&str],
    out: &mut Vec<Diagnostic>,
) {
    let help = "map the column that holds it with `--map COLUMN=ATTRIBUTE`";
    let rows = |n: usize| if n == 1 { "1 row is".to_owned() } else { format!("{n} rows are") };
    for (attribute, name) in names.iter().enumerate().filter(|(a, _)| !held(*a)) {
        let n = dropped.iter().filter(|d| d.0 == attribute).count();
        if n > 0 {
            let message = format!("no column holds `{name}`, without which {} left out", rows(n));
            out.push(Diagnostic::general(&CAT_IDENTITY, Place::File(pool.file), message).help(help));
        }
    }
    let single: Vec<_> = dropped.iter().filter(|d| held(d.0)).collect();
    for (attribute, span, shown) in single.iter().take(MOST_ROWS) {
        let name = names.get(*attribute).copied().unwrap_or_default();
        let message = match shown.as_str() {
            "" => format!("a row has no `{name}` nor anything else of a card, so it is left out"),
            shown => format!("the row of `{}` has no `{name}`, so it is left out", crate::text::brief(shown)),
        };
        out.push(Diagnostic::general(&CAT_IDENTITY, *span, message));
    }
    if single.len() > MOST_ROWS {
        let message =
            format!("{} left out for the same reason", rows(single.len() - MOST_ROWS).replacen("row", "more row", 1));
        out.push(Diagnostic::general(&CAT_IDENTITY, Place::File(pool.file), message));
    }
}
