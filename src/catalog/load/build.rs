//! Rows to cards: columns are matched, values typed, printings joined, faults gathered.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::table::{Cell, Table, read};
use super::values::Typed;
use super::{Pool, Report};
use crate::catalog::{Card, CardId, Catalog, Predicate, Printing, Value};
use crate::diagnostics::{
    CAT_CODE, CAT_COLUMN, CAT_DISAGREE, CAT_DUPLICATE, CAT_EMPTY, CAT_IDENTITY, CAT_MISSING, CAT_REFERENCE, CAT_SYNTAX,
    CAT_VALUE, CAT_ZEROS, Diagnostic, GeneralCode, Level,
};
use crate::spec::{GameSpec, Requirement};
use crate::text::{FileId, Place, Span, did_you_mean, fold, fold_key};

/// How many places a gathered finding shows.
const FIRST: usize = 5;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Attribute(usize),
    SameAs,
    Extra(usize),
    /// A second column for an attribute that has one.
    Again,
}

/// A row that says it is another card's printing.
struct Alias {
    reference: String,
    span: Span,
    card: Card,
}

/// Who must have an attribute.
enum Needs {
    All,
    Those(Predicate),
}

/// A default value, and the cards that it is for.
type Default_ = (Option<Predicate>, Value);

/// Faults of one attribute in one pool.
#[derive(Default)]
struct Gathered {
    missing: Vec<(String, Span)>,
    bad: Vec<(String, Span)>,
}

pub(super) struct Build<'a> {
    spec: &'a GameSpec,
    report: Report,
    typed: Vec<Typed<'a>>,
    /// The attributes that some cards must have.
    needs: Vec<(usize, Needs)>,
    /// The attributes that have default values.
    defaults: Vec<(usize, Vec<Default_>)>,
    code: Option<usize>,
    name: usize,
    identity: Vec<usize>,
    catalog: Catalog,
    by_identity: FxHashMap<String, CardId>,
    aliases: Vec<Alias>,
    faults: Vec<Diagnostic>,
    rows: usize,
    last_file: FileId,
}

impl<'a> Build<'a> {
    pub(super) fn new(spec: &'a GameSpec, report: Report) -> Self {
        let empty = Catalog::default();
        let typed: Vec<Typed> =
            spec.attributes.iter().map(|(name, attribute)| Typed::new(&name.value, attribute, spec)).collect();
        let needs = spec.attributes.values().enumerate().filter_map(|(index, a)| match &a.required {
            None | Some(Requirement::All(false)) => None,
            Some(Requirement::All(true)) => Some((index, Needs::All)),
            Some(Requirement::Where(selector)) => Some((index, Needs::Those(Predicate::new(selector, spec, &empty).0))),
        });
        let needs = needs.collect();
        let with_defaults = typed.iter().enumerate().filter(|(_, t)| !t.attribute.defaults.is_empty());
        let defaults = with_defaults.map(|(index, t)| {
            let one = |d: &crate::spec::Default_| {
                let predicate = d.where_.as_ref().map(|s| Predicate::new(s, spec, &empty).0);
                let value = t.value(&[Cow::Borrowed(d.value.value.as_str())]);
                (predicate, value.unwrap_or_default())
            };
            (index, t.attribute.defaults.iter().map(one).collect())
        });
        let defaults = defaults.collect();
        let code = spec.attribute("code");
        let catalog = Catalog { code_digits: code.and_then(|c| spec.attributes[c].digits), ..Catalog::default() };
        Build {
            spec,
            report,
            needs,
            defaults,
            code,
            name: spec.attribute("name").unwrap_or(0),
            identity: spec.identity.0.iter().filter_map(|w| spec.attribute(&w.value)).collect(),
            typed,
            catalog,
            by_identity: FxHashMap::default(),
            aliases: Vec::new(),
            faults: Vec::new(),
            rows: 0,
            last_file: FileId::INPUT,
        }
    }

    pub(super) fn pool(&mut self, pool: &Pool) {
        self.last_file = pool.file;
        let mut syntax = Vec::new();
        let mut table = read(pool, &mut syntax);
        let before = self.faults.len();
        let columns = self.columns(pool, &table);
        let mut gathered: Vec<Gathered> = self.typed.iter().map(|_| Gathered::default()).collect();
        let mut zeros: Vec<(String, Span)> = Vec::new();
        let mut cells = Vec::new();
        // A large pool grows as it comes: a file of line ends alone must not take the memory of as many cards.
        self.catalog.reserve(table.rows_at_most().min(1 << 16));
        while let Some(span) = table.next(&mut cells, &mut syntax) {
            self.rows += 1;
            self.row(&cells, span, &columns, &mut gathered, &mut zeros);
        }
        // What is wrong with the file stands before what is wrong with its cards.
        self.faults.splice(before..before, syntax);
        self.tell(pool, &columns, gathered);
        if let Some((first, span)) = zeros.first() {
            let message = match zeros.len() {
                1 => format!("the code `{first}` has lost its leading zeros; they were restored"),
                n => format!("{n} codes have lost their leading zeros, `{first}` first; they were restored"),
            };
            let mut fault = self.graded(&CAT_ZEROS, *span, message).help("keep the column as text");
            for (code, span) in zeros.iter().skip(1).take(FIRST - 1) {
                fault = fault.related(*span, format!("`{code}`"));
            }
            self.faults.push(fault);
        }
    }

    fn columns(&mut self, pool: &Pool, table: &Table<'_>) -> Vec<Column> {
        for attribute in pool.columns.attributes() {
            if self.spec.attribute(attribute).is_none() {
                let near = did_you_mean(attribute, self.spec.attribute_names());
                let message = format!("a column is mapped to the unknown attribute `{attribute}`{near}");
                self.faults.push(Diagnostic::general(&CAT_SYNTAX, Place::File(pool.file), message));
            }
        }
        let mut out: Vec<Column> = Vec::with_capacity(table.columns.len());
        let mut extra = Vec::new();
        for column in &table.columns {
            let mapped = pool.columns.attribute(&column.value).and_then(|a| self.spec.attribute(a));
            let attribute = mapped.or_else(|| self.spec.attribute_for_column(&column.value)).map(Column::Attribute);
            let what = match attribute {
                Some(found) if out.contains(&found) => Column::Again,
                Some(found) => found,
                None if fold_key(&column.value) == "same as" => Column::SameAs,
                None => {
                    extra.push((column.value.clone(), column.span));
                    let known = self.catalog.extra_columns.iter().position(|c| *c == column.value);
                    Column::Extra(known.unwrap_or_else(|| {
                        self.catalog.extra_columns.push(column.value.clone());
                        self.catalog.extra_columns.len() - 1
                    }))
                }
            };
            out.push(what);
        }
        if let Some((_, span)) = extra.first() {
            let names: Vec<String> = extra.iter().take(12).map(|(n, _)| format!("`{n}`")).collect();
            let more = extra.len().saturating_sub(12);
            let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
            let message = format!(
                "columns that are no attributes of the game: {}{tail}; they are kept as text",
                names.join(", ")
            );
            self.faults.push(
                Diagnostic::general(&CAT_COLUMN, *span, message)
                    .help("map them with `--map COLUMN=ATTRIBUTE` if they are"),
            );
        }
        out
    }

    fn row(
        &mut self,
        cells: &[Cell<'_>],
        span: Span,
        columns: &[Column],
        gathered: &mut [Gathered],
        zeros: &mut Vec<(String, Span)>,
    ) {
        let mut values: Box<[Value]> = self.typed.iter().map(|_| Value::Missing).collect();
        let mut extra: Vec<Box<str>> = Vec::new();
        let mut reference = None;
        let mut bad: Vec<(usize, String, Span)> = Vec::new();
        let (mut code, mut name) = (None, None);
        for cell in cells {
            match columns.get(cell.column) {
                Some(Column::Attribute(index)) if Some(*index) == self.code => {
                    let text: Arc<str> = self.code(cell, zeros).into();
                    values[*index] = Value::Text(text.clone());
                    code = Some(text);
                }
                Some(Column::Attribute(index)) if *index == self.name => {
                    let text: Arc<str> = cell.texts.joined().into();
                    values[*index] = Value::Text(text.clone());
                    name = Some(text);
                }
                Some(Column::Attribute(index)) => match self.typed[*index].value(cell.texts.all()) {
                    Ok(value) => values[*index] = value,
                    Err(why) => bad.push((*index, why, cell.span)),
                },
                Some(Column::SameAs) => reference = Some((cell.texts.all().concat(), cell.span)),
                Some(Column::Extra(index)) => {
                    extra.resize(extra.len().max(index + 1), "".into());
                    extra[*index] = cell.texts.all().join("; ").into();
                }
                Some(Column::Again) | None => {}
            }
        }
        let place = cells.first().map_or(span, |c| c.span);
        let Some(name) = name.filter(|n| !n.is_empty()) else {
            self.without_identity(place, "name", code.as_deref());
            return;
        };
        let mut card = Card { code, name, values, extra: extra.into(), place: place.into(), printings: Vec::new() };
        if let Some((reference, span)) = reference {
            self.aliases.push(Alias { reference, span, card });
            return;
        }
        if let Some(&lacking) = self.identity.iter().find(|&&i| card.values[i] == Value::Missing) {
            self.without_identity(place, self.typed[lacking].name, Some(&card.name));
            return;
        }
        self.complete(&mut card, &bad, place, gathered);
        for (index, why, span) in bad {
            gathered[index].bad.push((format!("{}: {why}", quoted(&card.name)), span));
        }
        self.add(card);
    }

    fn without_identity(&mut self, place: Span, what: &str, other: Option<&str>) {
        let of = other.map_or_else(|| "a card".to_owned(), |o| format!("the card `{o}`"));
        self.faults.push(
            Diagnostic::general(&CAT_IDENTITY, place, format!("{of} has no {what}, so it is left out"))
                .help(format!("fill the {what}")),
        );
    }

    /// The code of a cell, with lost zeros restored.
    fn code<'t>(&mut self, cell: &'t Cell<'_>, zeros: &mut Vec<(String, Span)>) -> Cow<'t, str> {
        let text = cell.texts.joined();
        let Some(index) = self.code else { return text };
        let typed = &self.typed[index];
        if let Some(digits) = typed.attribute.digits
            && text.len() < digits
            && !text.is_empty()
            && text.bytes().all(|b| b.is_ascii_digit())
        {
            zeros.push((text.clone().into_owned(), cell.span));
            return format!("{text:0>digits$}").into();
        }
        if !typed.fits(&text) {
            let form = typed.attribute.pattern.as_ref().map_or("", |p| &p.value);
            let message = match typed.attribute.digits {
                Some(digits) => format!("the code `{text}` is not of {digits} digits"),
                None => format!("the code `{text}` does not have the form {form}"),
            };
            self.faults.push(Diagnostic::general(&CAT_CODE, cell.span, message));
        }
        text
    }

    /// Fills defaults and notes what is missing.
    fn complete(&self, card: &mut Card, bad: &[(usize, String, Span)], place: Span, gathered: &mut [Gathered]) {
        for &(index, ref defaults) in &self.defaults {
            if card.values[index] == Value::Missing {
                let fitting = defaults.iter().find(|(p, _)| p.as_ref().is_none_or(|p| p.matches(card, CardId(0))));
                if let Some((_, value)) = fitting {
                    card.values[index] = value.clone();
                }
            }
        }
        for &(index, ref needs) in &self.needs {
            if card.values[index] != Value::Missing || bad.iter().any(|b| b.0 == index) || index == self.name {
                continue;
            }
            let needed = match needs {
                Needs::All => true,
                Needs::Those(predicate) => predicate.matches(card, CardId(0)),
            };
            if needed {
                gathered[index].missing.push((quoted(&card.name), place));
            }
        }
    }

    fn key(&self, card: &Card) -> String {
        match self.identity[..] {
            [one] if one == self.name => fold(&card.name),
            _ => {
                let parts: Vec<String> = self
                    .identity
                    .iter()
                    .map(|&i| match &card.values[i] {
                        Value::Text(text) if i == self.name => fold(text),
                        Value::Text(text) => text.to_string(),
                        other => format!("{other:?}"),
                    })
                    .collect();
                parts.join("\u{1f}")
            }
        }
    }

    fn add(&mut self, card: Card) {
        let next = CardId(u32::try_from(self.catalog.cards.len()).unwrap_or(u32::MAX));
        let known = match (&self.identity[..], &card.code) {
            // Codes are indexed anyway. A code of another printing is no identity.
            ([one], Some(code)) if Some(*one) == self.code => {
                self.catalog.by_code(code).filter(|&id| self.catalog.card(id).code == card.code)
            }
            _ => Some(*self.by_identity.entry(self.key(&card)).or_insert(next)).filter(|&id| id != next),
        };
        match known {
            Some(id) => self.printing(id, card),
            None => {
                self.index(next, card.code.as_ref(), &card.name);
                self.catalog.cards.push(card);
            }
        }
    }

    fn index(&mut self, id: CardId, code: Option<&Arc<str>>, name: &Arc<str>) {
        if let Some(code) = code {
            self.catalog.by_code.entry(code.clone()).or_insert(id);
        }
        match self.catalog.by_name.get(name).copied() {
            None => {
                self.catalog.by_name.insert(name.clone(), id);
            }
            Some(other) if other != id => {
                let shared = self.catalog.shared_names.entry(name.clone()).or_insert_with(|| vec![other]);
                if !shared.contains(&id) {
                    shared.push(id);
                }
            }
            Some(_) => {}
        }
    }

    /// A second row of a card: the same again, or another printing.
    fn printing(&mut self, id: CardId, row: Card) {
        let first = &self.catalog.cards[id.0 as usize];
        let known = first.spellings().any(|(code, name)| code == row.code.as_deref() && name == &*row.name);
        let differs: Vec<usize> = (0..self.typed.len())
            .filter(|&i| i != self.name && Some(i) != self.code)
            .filter(|&i| row.values[i] != Value::Missing && row.values[i] != first.values[i])
            .collect();
        let line = first.place;
        if known && differs.is_empty() {
            let message = format!("{} stands twice in the pool, unchanged", quoted(&row.name));
            self.faults.push(
                self.graded(&CAT_DUPLICATE, row.place, message)
                    .related(line, "first here")
                    .help("delete one of the two rows"),
            );
            return;
        }
        if !differs.is_empty() {
            let names: Vec<&str> = differs.iter().map(|&i| self.typed[i].name).collect();
            let message = format!(
                "{} is a printing of {}, but differs in {}; the first row was taken",
                quoted(&row.name),
                quoted(&first.name),
                names.join(", ")
            );
            self.faults.push(self.graded(&CAT_DISAGREE, row.place, message).related(line, "first here"));
        }
        if !known {
            self.join(id, row);
        }
    }

    fn join(&mut self, id: CardId, row: Card) {
        let Place::Span(span) = row.place else { return };
        self.index(id, row.code.as_ref(), &row.name);
        self.catalog.cards[id.0 as usize].printings.push(Printing {
            code: row.code,
            name: row.name,
            place: span.into(),
        });
    }

    /// At the level that the report asks for: a lint calls every fault of a value an error.
    fn graded(&self, code: &'static GeneralCode, place: impl Into<Place>, message: String) -> Diagnostic {
        let diagnostic = Diagnostic::general(code, place, message);
        match self.report {
            Report::Full if code.level == Level::Warning => diagnostic.level(Level::Error),
            _ => diagnostic,
        }
    }

    fn tell(&mut self, pool: &Pool, columns: &[Column], gathered: Vec<Gathered>) {
        for (index, faults) in gathered.into_iter().enumerate() {
            let name = self.typed[index].name;
            if self.report == Report::Full {
                let bad = faults.bad.into_iter().map(|(message, span)| (&CAT_VALUE, span, message));
                let missing = faults
                    .missing
                    .into_iter()
                    .map(|(card, span)| (&CAT_MISSING, span, format!("{card} has no `{name}`")));
                let all: Vec<Diagnostic> =
                    bad.chain(missing).map(|(code, span, message)| self.graded(code, span, message)).collect();
                self.faults.extend(all);
                continue;
            }
            if let Some((message, span)) = faults.bad.first() {
                let message = match faults.bad.len() {
                    1 => message.clone(),
                    n => format!("{n} cards have a value of `{name}` that does not fit; {message}"),
                };
                self.gathered(&CAT_VALUE, *span, message, &faults.bad);
            }
            if let Some((card, span)) = faults.missing.first() {
                let n = faults.missing.len();
                let cards = if n == 1 { "1 card needs".to_owned() } else { format!("{n} cards need") };
                if !columns.contains(&Column::Attribute(index)) {
                    let message = format!("the pool has no column for `{name}`, which {cards}");
                    self.faults.push(
                        Diagnostic::general(&CAT_MISSING, Place::File(pool.file), message)
                            .help("add it, or map a column with `--map`"),
                    );
                } else {
                    let message = if n == 1 {
                        format!("{card} has no `{name}`")
                    } else {
                        format!("{n} cards have no `{name}`, {card} first")
                    };
                    self.gathered(&CAT_MISSING, *span, message, &faults.missing);
                }
            }
        }
    }

    fn gathered(&mut self, code: &'static GeneralCode, place: Span, message: String, all: &[(String, Span)]) {
        let mut fault = Diagnostic::general(code, place, message);
        for (text, span) in all.iter().skip(1).take(FIRST - 1) {
            fault = fault.related(*span, text.clone());
        }
        self.faults.push(fault.help("`decklint cards GAME --lint` names each of them"));
    }

    pub(super) fn finish(mut self) -> (Catalog, Vec<Diagnostic>) {
        self.resolve_aliases();
        if self.rows == 0 && self.faults.iter().all(|f| f.level != Level::Error) {
            self.faults.push(Diagnostic::general(&CAT_EMPTY, Place::File(self.last_file), "the card pool has no card"));
        }
        (self.catalog, self.faults)
    }

    /// Joins rows that name another card, which may itself be such a row further down.
    fn resolve_aliases(&mut self) {
        let mut waiting = std::mem::take(&mut self.aliases);
        loop {
            let before = waiting.len();
            let mut left = Vec::new();
            for alias in waiting {
                match self.target(&alias.reference) {
                    Some(id) => self.join(id, alias.card),
                    None => left.push(alias),
                }
            }
            waiting = left;
            if waiting.is_empty() || waiting.len() == before {
                break;
            }
        }
        for alias in waiting {
            let wanted = reference(&alias.reference);
            let known: Vec<&str> = self
                .catalog
                .cards
                .iter()
                .flat_map(|c| c.spellings().flat_map(|(code, name)| code.into_iter().chain([name])))
                .collect();
            let near = did_you_mean(wanted, known);
            let message =
                format!("{} is the same as `{wanted}`, which is no card of the pool{near}", quoted(&alias.card.name));
            self.faults.push(
                Diagnostic::general(&CAT_REFERENCE, alias.span, message)
                    .help("correct the code or name; the card counts for itself until then"),
            );
            self.add(alias.card);
        }
    }

    fn target(&self, text: &str) -> Option<CardId> {
        let wanted = reference(text);
        self.catalog.by_code(wanted).or_else(|| self.catalog.by_name.get(wanted).copied())
    }
}

/// The code or name in `art:01204417`, `errata:…` or `treated-as:…`.
fn reference(text: &str) -> &str {
    let text = text.trim();
    ["art:", "errata:", "treated-as:"].iter().find_map(|kind| text.strip_prefix(kind)).unwrap_or(text).trim()
}

fn quoted(name: &str) -> String {
    format!("`{name}`")
}
