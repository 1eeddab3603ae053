//! Rows to cards: cells are typed, identities checked, defaults filled, faults gathered.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::columns::{Column, Mapped};
use super::join::Alias;
use super::memo::Memo;
use super::table::{Body, Cell, Content, Problems, read};
use super::tell::Faults;
use super::values::Typed;
use super::who::Who;
use super::{Pool, Report};
use crate::catalog::plain::{PlainRows, keep as keep_text};
use crate::catalog::{Card, CardId, Catalog, Predicate, Value};
use crate::diagnostics::{CAT_EMPTY, Diagnostic, GeneralCode, Level};
use crate::spec::{Default_, GameSpec, Requirement};
use crate::text::{Place, Span};

/// A default value with its number, and the cards that it is for.
pub(super) struct Fallback {
    pub who: Who,
    pub value: Value,
    pub number: u32,
}

pub(in crate::catalog) struct Build<'a> {
    pub spec: &'a GameSpec,
    pub report: Report,
    pub typed: Vec<Typed<'a>>,
    /// The attributes that some cards must have.
    pub(super) needs: Vec<(usize, Who)>,
    /// The attributes that have default values.
    pub(super) defaults: Vec<(usize, Vec<Fallback>)>,
    pub code: Option<usize>,
    pub name: usize,
    pub identity: Vec<usize>,
    pub catalog: Catalog,
    pub by_identity: FxHashMap<String, CardId>,
    pub aliases: Vec<Alias>,
    pub maps: Vec<Mapped>,
    pub faults: Vec<Diagnostic>,
    /// What the short texts of each attribute's cells mean.
    pub(super) memos: Vec<Memo>,
    /// Whether plain rows are read the short way.
    pub(super) short: bool,
}

/// A row whose cells are read.
struct Read {
    card: Card,
    reference: Option<(String, Span)>,
    /// Values that do not fit: the attribute, why, and where.
    bad: Vec<(usize, String, Span)>,
}

impl<'a> Build<'a> {
    pub(in crate::catalog) fn new(spec: &'a GameSpec, report: Report) -> Self {
        let empty = Catalog::default();
        let typed: Vec<Typed> = spec.attributes.iter().map(|(name, a)| Typed::new(&name.value, a, spec)).collect();
        let needs = spec.attributes.values().enumerate().filter_map(|(index, a)| match &a.required {
            None | Some(Requirement::All(false)) => None,
            Some(Requirement::All(true)) => Some((index, Who::all())),
            Some(Requirement::Where(selector)) => Some((index, Who::those(Predicate::new(selector, spec, &empty).0))),
        });
        let needs = needs.collect();
        let with_defaults = typed.iter().enumerate().filter(|(_, t)| !t.attribute.defaults.is_empty());
        let code = spec.attribute("code");
        let name = spec.attribute("name").unwrap_or(0);
        let mut catalog = Catalog { code_digits: code.and_then(|c| spec.attributes[c].digits), ..Catalog::default() };
        catalog.rows = PlainRows::of(typed.len(), code, name);
        let defaults = with_defaults.map(|(index, t)| {
            let one = |d: &Default_| {
                let who = d.where_.as_ref().map_or_else(Who::all, |s| Who::those(Predicate::new(s, spec, &empty).0));
                let value = t.default(&d.value.value);
                let number = catalog.rows.values[index].add(value.clone());
                Fallback { who, value, number }
            };
            (index, t.attribute.defaults.iter().map(one).collect())
        });
        let defaults = defaults.collect();
        let memos = typed.iter().map(Memo::new).collect();
        Build {
            spec,
            report,
            needs,
            defaults,
            code,
            name,
            identity: spec.identity.0.iter().filter_map(|w| spec.attribute(&w.value)).collect(),
            typed,
            catalog,
            by_identity: FxHashMap::default(),
            aliases: Vec::new(),
            maps: Vec::new(),
            faults: Vec::new(),
            memos,
            // A game without names is no game; its first attribute is not both.
            short: code != Some(name),
        }
    }

    pub(in crate::catalog) fn pool(&mut self, pool: &Pool) {
        let mut problems = Problems::default();
        let mut table = read(pool, &mut problems);
        let before = self.faults.len();
        let columns = self.columns(pool, &table);
        let keyed = table.keyed().is_some();
        let mut faults = Faults::new(self.typed.len());
        let mut cells = Vec::new();
        let mut empty = true;
        // A large pool grows as it comes: a file of line ends alone must not take the memory of as many cards.
        let at_most = table.rows_at_most().min(1 << 16);
        self.catalog.reserve(at_most);
        let mut plain = self.plain(pool, &table, &columns, at_most);
        loop {
            if let Body::Csv(rows) = &mut table.body
                && let Some(plain) = &mut plain
                && self.plain_row(rows, plain)
            {
                empty = false;
            } else if let Some(span) = table.next(&mut cells, &mut problems) {
                empty = false;
                self.row(&cells, span, &columns, &mut faults);
            } else {
                break;
            }
        }
        // What is wrong with the file stands before what is wrong with its cards.
        let mut file = problems.tell(pool, keyed);
        if empty && file.is_empty() {
            file.push(Diagnostic::general(&CAT_EMPTY, Place::File(pool.file), "the card pool has no card"));
        }
        self.faults.splice(before..before, file);
        self.tell(pool, &columns, faults);
    }

    pub(in crate::catalog) fn finish(mut self) -> (Catalog, Vec<Diagnostic>) {
        self.resolve_aliases();
        self.tell_maps();
        (self.catalog, self.faults)
    }

    /// At the level that the report asks for: a lint calls every fault of a value an error.
    pub(in crate::catalog) fn graded(
        &self,
        code: &GeneralCode,
        place: impl Into<Place>,
        message: String,
    ) -> Diagnostic {
        let diagnostic = Diagnostic::general(code, place, message);
        match self.report {
            Report::Full if code.level == Level::Warning => diagnostic.level(Level::Error),
            _ => diagnostic,
        }
    }

    fn row(&mut self, cells: &[Cell<'_>], span: Span, columns: &[Column], faults: &mut Faults) {
        let place = cells.first().map_or(span, |c| c.span);
        let Read { mut card, reference, bad } = self.cells(cells, place, columns, faults);
        let unfit: Vec<usize> = bad.iter().map(|b| b.0).collect();
        if let Some(lacking) = self.lacking(&card, reference.is_some()) {
            let name = self.typed[lacking].name;
            faults.attributes[lacking].nameless.push(place, || match (&*card.name, &card.code) {
                ("", None) => format!("a card has no {name}, so it is left out"),
                ("", Some(other)) => format!("the card `{other}` has no {name}, so it is left out"),
                (other, _) => format!("the card `{other}` has no {name}, so it is left out"),
            });
            gather(&card, bad, faults);
            return;
        }
        if let Some((reference, span)) = reference {
            self.aliases.push(Alias { reference, span, card });
            return;
        }
        let key = self.key(|i| &card.values[i]);
        if let Some(id) = self.known(card.code.as_deref(), key.as_deref()) {
            // The first row of a card has its values; what a further one leaves out is nothing that it lacks.
            gather(&card, bad, faults);
            self.printing(id, card);
            return;
        }
        self.fill(&mut card, &unfit);
        self.note_missing(&card, &unfit, place, faults);
        gather(&card, bad, faults);
        self.add(key, card);
    }

    fn cells(&self, cells: &[Cell<'_>], place: Span, columns: &[Column], faults: &mut Faults) -> Read {
        let mut values: Vec<Value> = vec![Value::Missing; self.typed.len()];
        let mut extra: Vec<Box<str>> = Vec::new();
        let mut reference = None;
        let mut bad = Vec::new();
        for cell in cells {
            let Some(column) = columns.get(cell.column) else { continue };
            let taken = |attribute| {
                let is = |c: &Cell<'_>| matches!(columns.get(c.column), Some(Column::Attribute(a)) if *a == attribute);
                cells.iter().any(is) || values[attribute] != Value::Missing
            };
            match *column {
                Column::Spare(attribute, slot) if taken(attribute) => keep(&mut extra, slot, &cell.content),
                Column::Attribute(attribute) | Column::Spare(attribute, _) => match self.value(attribute, cell, faults)
                {
                    Ok(value) => values[attribute] = value,
                    Err(why) => bad.push((attribute, why, cell.span)),
                },
                Column::SameAs => reference = Some((wanted(&cell.content), cell.span)),
                Column::Extra(slot) => keep(&mut extra, slot, &cell.content),
            }
        }
        let text = |attribute: usize| match values.get(attribute) {
            Some(Value::Text(text)) => Some(text.clone()),
            _ => None,
        };
        let (code, name) = (self.code.and_then(text), text(self.name).unwrap_or_default());
        let (values, extra) = (values.into(), extra.into());
        let card = Card { code, name, values, extra, place: place.into(), printings: Vec::new() };
        Read { card, reference, bad }
    }

    fn value(&self, attribute: usize, cell: &Cell<'_>, faults: &mut Faults) -> Result<Value, String> {
        let typed = &self.typed[attribute];
        if Some(attribute) == self.code {
            let code = self.with_zeros(typed.single(&cell.content)?, cell.span, faults);
            if !typed.fits(&code) {
                faults.codes.push(cell.span, || self.misfit(&code));
            }
            return Ok(Value::Text((&*code).into()));
        }
        if attribute == self.name {
            return typed.single(&cell.content).map(|name| Value::Text(name.into()));
        }
        typed.value(&cell.content)
    }

    /// A code with the zeros that a spreadsheet took from it.
    fn with_zeros<'t>(&self, text: &'t str, at: Span, faults: &mut Faults) -> Cow<'t, str> {
        match self.catalog.code_digits {
            Some(digits) if text.len() < digits && !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) => {
                faults.zeros.push((text.to_owned(), at));
                format!("{text:0>digits$}").into()
            }
            _ => Cow::Borrowed(text),
        }
    }

    fn misfit(&self, code: &str) -> String {
        let attribute = self.code.map(|index| self.typed[index].attribute);
        match attribute.and_then(|a| a.digits) {
            Some(digits) => format!("the code `{code}` is not of {digits} digits"),
            None => {
                let form = attribute.and_then(|a| a.pattern.as_ref()).map_or("", |p| &p.value);
                format!("the code `{code}` does not have the form {form}")
            }
        }
    }

    /// The attribute without which a row is no card.
    fn lacking(&self, card: &Card, alias: bool) -> Option<usize> {
        if card.name.is_empty() {
            return Some(self.name);
        }
        self.identity.iter().copied().find(|&i| !alias && card.values[i] == Value::Missing)
    }

    /// Gives a card the values that it has without saying so. A value that does not fit stays missing.
    pub(in crate::catalog) fn fill(&self, card: &mut Card, unfit: &[usize]) {
        for &(index, ref defaults) in &self.defaults {
            if card.values[index] == Value::Missing
                && !unfit.contains(&index)
                && let Some(fitting) = defaults.iter().find(|d| d.who.is(card))
            {
                card.values[index] = fitting.value.clone();
            }
        }
    }

    fn note_missing(&self, card: &Card, unfit: &[usize], place: Span, faults: &mut Faults) {
        for &(index, ref needs) in &self.needs {
            if card.values[index] != Value::Missing || unfit.contains(&index) {
                continue;
            }
            if needs.is(card) {
                faults.attributes[index].missing.push((quoted(&card.name), place));
            }
        }
    }
}

fn gather(card: &Card, bad: Vec<(usize, String, Span)>, faults: &mut Faults) {
    if bad.is_empty() {
        return;
    }
    let name = match (&*card.name, &card.code) {
        ("", Some(code)) => quoted(code),
        ("", None) => "a card".to_owned(),
        (name, _) => quoted(name),
    };
    for (index, why, span) in bad {
        faults.attributes[index].bad.push((format!("{name}: {why}"), span));
    }
}

/// What a `same_as` cell refers to, without the kind before it.
fn wanted(content: &Content<'_>) -> String {
    match content {
        Content::One(text) => {
            let text = text.trim();
            let kinds = ["art:", "errata:", "treated-as:"];
            kinds.iter().find_map(|kind| text.strip_prefix(kind)).unwrap_or(text).trim().to_owned()
        }
        // A row is the printing of one card; that several are named is told as a dangling reference.
        Content::List(texts) | Content::Nested(_, texts) => texts.join(", "),
    }
}

/// Puts a content into an extra column.
fn keep(extra: &mut Vec<Box<str>>, slot: Option<usize>, content: &Content<'_>) {
    let Some(slot) = slot else { return };
    match content {
        Content::One(text) => keep_text(extra, slot, text.trim()),
        Content::List(texts) | Content::Nested(_, texts) => keep_text(extra, slot, &texts.join("; ")),
    }
}

pub(in crate::catalog) fn quoted(name: &str) -> String {
    format!("`{name}`")
}
