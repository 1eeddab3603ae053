//! Faults of values, gathered: one finding an attribute and pool, or one a value.

use super::columns::Column;
use super::{Pool, Report, build::Build};
use crate::diagnostics::{CAT_CODE, CAT_IDENTITY, CAT_MISSING, CAT_VALUE, CAT_ZEROS, Diagnostic, GeneralCode};
use crate::text::{FileId, Place, Span};

/// How many places a gathered finding shows.
const FIRST: usize = 5;

/// How many rows of one fault are told singly. A pool of more is another kind of file.
const MOST_ROWS: usize = 1000;

/// Faults of rows: the first of them, and how many more there are.
#[derive(Default)]
pub(in crate::catalog) struct Rows {
    first: Vec<(String, Span)>,
    more: usize,
}

impl Rows {
    /// Takes a fault in; its text is only made if it is told.
    pub(in crate::catalog) fn push(&mut self, at: Span, text: impl FnOnce() -> String) {
        match self.first.len() < MOST_ROWS {
            true => self.first.push((text(), at)),
            false => self.more += 1,
        }
    }

    fn len(&self) -> usize {
        self.first.len() + self.more
    }

    /// A finding for each, and one for those that are not told singly.
    pub(in crate::catalog) fn tell(self, code: &GeneralCode, file: FileId, help: &str, out: &mut Vec<Diagnostic>) {
        out.extend(self.first.into_iter().map(|(message, at)| Diagnostic::general(code, at, message).help(help)));
        if self.more > 0 {
            let message = format!("{} more rows have the same fault; the file may not be a card pool", self.more);
            out.push(Diagnostic::general(code, Place::File(file), message).help(help));
        }
    }
}

/// Faults of one attribute in one pool: what to say, and where.
#[derive(Default)]
pub(in crate::catalog) struct Gathered {
    /// Cards that need a value.
    pub missing: Vec<(String, Span)>,
    /// Values that do not fit.
    pub bad: Vec<(String, Span)>,
    /// Cards that are left out, as nothing tells them from others.
    pub nameless: Rows,
}

/// The faults of a pool.
pub(in crate::catalog) struct Faults {
    /// Of each attribute.
    pub attributes: Vec<Gathered>,
    /// Codes without their leading zeros.
    pub zeros: Vec<(String, Span)>,
    /// Codes of a wrong form: what to say, and where.
    pub codes: Rows,
}

impl Faults {
    pub(super) fn new(attributes: usize) -> Self {
        let attributes = std::iter::repeat_with(Gathered::default).take(attributes).collect();
        Faults { attributes, zeros: Vec::new(), codes: Rows::default() }
    }
}

impl Build<'_> {
    pub(super) fn tell(&mut self, pool: &Pool, columns: &[Column], faults: Faults) {
        faults.codes.tell(&CAT_CODE, pool.file, "write the code as it is printed on the card", &mut self.faults);
        for (index, gathered) in faults.attributes.into_iter().enumerate() {
            let has_column =
                columns.iter().any(|c| matches!(c, Column::Attribute(i) | Column::Spare(i, _) if *i == index));
            self.tell_nameless(pool, index, has_column, gathered.nameless);
            match self.report {
                Report::Full => self.tell_each(index, gathered.bad, gathered.missing),
                Report::Summary => {
                    self.tell_bad(index, &gathered.bad);
                    self.tell_missing(pool, index, has_column, &gathered.missing);
                }
            }
        }
        self.tell_zeros(&faults.zeros);
    }

    fn tell_nameless(&mut self, pool: &Pool, index: usize, has_column: bool, rows: Rows) {
        let name = self.typed[index].name;
        if rows.len() == 0 || has_column {
            rows.tell(&CAT_IDENTITY, pool.file, &format!("fill the {name}"), &mut self.faults);
            return;
        }
        let (rows, are) =
            if rows.len() == 1 { ("1 row".to_owned(), "is") } else { (format!("{} rows", rows.len()), "are") };
        let message = format!("the pool has no column for `{name}`, without which {rows} {are} left out");
        let fault = Diagnostic::general(&CAT_IDENTITY, Place::File(pool.file), message);
        self.faults.push(fault.help("add it, or map a column with `--map`"));
    }

    /// What a lint says: every fault by itself, as an error.
    fn tell_each(&mut self, index: usize, bad: Vec<(String, Span)>, missing: Vec<(String, Span)>) {
        let name = self.typed[index].name;
        let bad = bad.into_iter().map(|(message, span)| (&CAT_VALUE, span, message));
        let missing = missing.into_iter().map(|(card, span)| (&CAT_MISSING, span, format!("{card} has no `{name}`")));
        let all = bad.chain(missing);
        let all: Vec<Diagnostic> = all.map(|(code, at, message)| self.graded(code, at, message)).collect();
        self.faults.extend(all);
    }

    fn tell_bad(&mut self, index: usize, bad: &[(String, Span)]) {
        let Some((message, span)) = bad.first() else { return };
        let name = self.typed[index].name;
        let message = match bad.len() {
            1 => message.clone(),
            n => format!("{n} cards have a value of `{name}` that does not fit; {message}"),
        };
        self.gathered(&CAT_VALUE, *span, message, bad);
    }

    fn tell_missing(&mut self, pool: &Pool, index: usize, has_column: bool, missing: &[(String, Span)]) {
        let Some((card, span)) = missing.first() else { return };
        let (name, n) = (self.typed[index].name, missing.len());
        if has_column {
            let message = match n {
                1 => format!("{card} has no `{name}`"),
                n => format!("{n} cards have no `{name}`, {card} first"),
            };
            self.gathered(&CAT_MISSING, *span, message, missing);
            return;
        }
        let cards = if n == 1 { "1 card needs".to_owned() } else { format!("{n} cards need") };
        let message = format!("the pool has no column for `{name}`, which {cards}");
        let fault = Diagnostic::general(&CAT_MISSING, Place::File(pool.file), message);
        self.faults.push(fault.help("add it, or map a column with `--map`"));
    }

    pub(super) fn tell_zeros(&mut self, zeros: &[(String, Span)]) {
        let Some((first, span)) = zeros.first() else { return };
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

    fn gathered(&mut self, code: &'static GeneralCode, place: Span, message: String, all: &[(String, Span)]) {
        let mut fault = Diagnostic::general(code, place, message);
        for (text, span) in all.iter().skip(1).take(FIRST - 1) {
            fault = fault.related(*span, text.clone());
        }
        self.faults.push(fault.help("`decklint cards GAME --lint` names each of them"));
    }
}
