//! Editing a deck's file in place. An edit changes the bytes that say what it is about, and no others: comments, order,
//! spelling and line ends of the rest stay.
//!
//! Every edit becomes a `Patch` of the text. [`Draft`] keeps what the deck must hold after it, reads the new text as
//! any other deck, and refuses the edit where the two differ: an edit that is done is an edit that is read back.

mod blank;
mod csv;
mod draft;
mod fix;
mod header;
mod scalar;
mod sort;
mod spelling;
mod text;
mod tree;
mod wanted;

use std::cell::OnceCell;
use std::ops::Range;

use super::format::{Document, Editable, Format};
use super::{Deck, DeckLine, Header, RawDeck, RawLine};
use crate::catalog::Catalog;
use crate::spec::GameSpec;
use crate::text::Source;

pub use blank::blank;
pub use draft::Draft;
pub use fix::Fixed;
pub use wanted::{Wanted, wanted};

/// Why an edit cannot be done; the text is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EditError(pub String);

pub(super) type Edited<T> = Result<T, EditError>;

fn refuse<T>(message: impl Into<String>) -> Edited<T> {
    Err(EditError(message.into()))
}

/// New bytes for a range of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Patch {
    range: Range<usize>,
    text: String,
}

impl Patch {
    fn new(range: Range<usize>, text: impl Into<String>) -> Self {
        Patch { range, text: text.into() }
    }
}

/// The text with patches that do not overlap.
fn patched(text: &str, mut patches: Vec<Patch>) -> String {
    patches.sort_by_key(|p| (p.range.start, p.range.end));
    let mut out = String::with_capacity(text.len() + 64);
    let mut at = 0;
    for patch in patches {
        out.push_str(text.get(at..patch.range.start).unwrap_or_default());
        out.push_str(&patch.text);
        at = at.max(patch.range.end);
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// A card as it is to be written.
#[derive(Clone, Copy, Debug)]
struct Written<'a> {
    code: Option<&'a str>,
    /// Code, name, or both, in the way of the line that it replaces or stands beside.
    free: &'a str,
    name: &'a str,
    /// The name alone is that of several cards.
    unclear: bool,
}

impl<'a> Written<'a> {
    /// A code where a code stands or the name does not do, else the name.
    fn like(&self, written: &str, catalog: &Catalog) -> &'a str {
        let written = written.trim();
        let is_code = catalog.by_code(written).is_some() || catalog.by_code_padded(written).is_some();
        self.code.filter(|_| is_code || self.unclear).unwrap_or(self.name)
    }
}

/// A deck that was read, with everything that an edit looks at.
struct View<'a> {
    source: &'a Source,
    document: &'a Document,
    form: Editable<'a>,
    header: &'a Header,
    raw: &'a RawDeck<'a>,
    deck: &'a Deck<'a>,
    spec: &'a GameSpec,
    catalog: &'a Catalog,
    /// Read at its first use: an edit of every line looks at it for each.
    table: OnceCell<csv::Table<'a>>,
}

impl<'a> View<'a> {
    fn text(&self) -> &'a str {
        &self.source.text
    }

    fn raw_of(&self, line: &DeckLine<'_>) -> &'a RawLine<'a> {
        &self.raw.lines[line.raw]
    }

    /// Whether a remark stands behind a line's card, which would go with the line.
    fn has_remark(&self, line: &DeckLine<'_>) -> bool {
        let end = line.span.end as usize;
        if !matches!(self.document.format, Format::Text | Format::Yaml) {
            return false;
        }
        let rest = &self.text()[end..line_around(self.text(), end).0.end];
        rest.contains(" #") || rest.contains("\t#") || rest.contains(" //")
    }

    fn is_table(&self) -> bool {
        matches!(self.form, Editable::Rows(_))
    }

    /// The last line of a section, by the deck's index of it.
    fn last_of(&self, section: usize) -> Option<&'a DeckLine<'a>> {
        self.deck.lines.iter().rfind(|l| l.section == section)
    }

    /// Sets a line's count; zero takes the line out.
    fn set_count(&self, line: &DeckLine<'_>, count: u32) -> Edited<Vec<Patch>> {
        match self.form {
            Editable::Lines => text::set_count(self, line, count),
            Editable::Rows(shape) => csv::set_count(self, shape, line, count),
            Editable::Entries(root) => tree::set_count(self, root, line, count),
        }
    }

    /// Writes a line's card anew.
    fn set_card(&self, line: &DeckLine<'_>, card: Written<'_>) -> Edited<Vec<Patch>> {
        match self.form {
            Editable::Lines => text::set_card(self, line, card),
            Editable::Rows(shape) => csv::set_card(self, shape, line, card),
            Editable::Entries(root) => tree::set_card(self, root, line, card),
        }
    }

    /// Adds a line to a section of the game.
    fn insert(&self, section: usize, count: u32, card: Written<'_>) -> Edited<Vec<Patch>> {
        match self.form {
            Editable::Lines => text::insert(self, section, count, card),
            Editable::Rows(shape) => csv::insert(self, shape, section, count, card),
            Editable::Entries(root) => tree::insert(self, root, section, count, card),
        }
    }

    /// The pieces of text that can change places with each other, each line's own: by groups in file order.
    fn groups(&self) -> Vec<Vec<(usize, Range<usize>)>> {
        let unit = |line: &DeckLine<'_>| match self.form {
            Editable::Lines => Some(text::unit(self, line)),
            Editable::Rows(shape) => csv::unit(self, shape, line),
            Editable::Entries(root) => tree::unit(self, root, line),
        };
        sort::groups(self, unit)
    }
}

/// How a text ends its lines: as its first line does.
fn line_end(text: &str) -> &'static str {
    match text.find(['\n', '\r']) {
        Some(at) if text[at..].starts_with("\r\n") => "\r\n",
        Some(at) if text[at..].starts_with('\r') => "\r",
        _ => "\n",
    }
}

/// The physical line around a byte, without and with what ends it.
fn line_around(text: &str, at: usize) -> (Range<usize>, Range<usize>) {
    let start = text[..at].rfind(['\n', '\r']).map_or(0, |i| i + 1);
    let end = text[at..].find(['\n', '\r']).map_or(text.len(), |i| at + i);
    let wide = if text[end..].starts_with("\r\n") { 2 } else { usize::from(end < text.len()) };
    (start..end, start..end + wide)
}

/// A patch that puts a line behind the physical line which ends at `whole.end`. The last line of a file that has no
/// line end gets one, and the new line none.
fn line_behind(text: &str, inner: &Range<usize>, whole: &Range<usize>, line: &str) -> Patch {
    let end = line_end(text);
    match whole.end > inner.end {
        true => Patch::new(whole.end..whole.end, format!("{line}{end}")),
        false => Patch::new(whole.end..whole.end, format!("{end}{line}")),
    }
}
