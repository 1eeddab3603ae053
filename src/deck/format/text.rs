//! Text decks: one line for each card, sections under headings, after `SB:` or after a blank line.

use std::borrow::Cow;
use std::ops::Range;

use super::build::{Build, Heading, brief};
use super::columns::Amount;
use super::dialect::{Dialect, Meta, PLAIN};
use super::line::{Entry, code_digits, is_comment, is_rule, scan, title, trimmed};
use super::write::{Out, text_header};
use super::{About, Cards, Holds, Sections, Syntax, header};
use crate::deck::{CardText, RawDeck};
use crate::diagnostics::{DCK_BLANK_LINE, DCK_LINE, Diagnostic, Level};
use crate::spec::GameSpec;
use crate::text::{FileId, Span, fold, lines};

pub(super) static ABOUT: About = About {
    id: "text",
    name: "text",
    endings: &["txt", "dec", "deck"],
    holds: Holds { header: super::header::ALL, sections: Sections::Named, cards: Cards::Names },
    syntax: Syntax::Text,
    sniff: None,
    header: |_, source| header::of_comments(&source.text),
    read: |r| read(&r.source.text, r.spec, &PLAIN),
    write,
};

fn write(out: &Out<'_>) -> String {
    let mut text = text_header(out, "# ");
    for group in out.groups() {
        if !text.is_empty() {
            text.push('\n');
        }
        // A final colon makes a heading of any word, which only one that the game lacks needs.
        let colon = if group.known { "" } else { ":" };
        text.push_str(&format!("{}{colon}\n", group.title));
        for line in &group.lines {
            if let Some(line) = out.line(line) {
                text.push_str(&line);
                text.push('\n');
            }
        }
    }
    text
}

/// Bare headings that other games' lists have. They are no card names, even where the game lacks the section.
pub(super) const FOREIGN: &[&str] =
    &["sideboard", "side board", "side deck", "side", "sb", "commander", "companion", "maybeboard", "extra deck"];

struct Reader<'t, 's> {
    text: &'t str,
    dialect: &'static Dialect,
    build: Build<'t, 's>,
    digits: Option<usize>,
    /// No bare heading is longer, in bytes.
    longest: usize,
    /// The ASCII letters that headings begin with, in lower case, one bit each from `a`.
    initials: u32,
    current: Option<usize>,
    /// A heading or `SB:` has come: blank lines mean nothing.
    parted: bool,
    blank: bool,
    /// A heading whose section begins with its first card.
    pending: Option<(&'t str, Span, bool)>,
    /// The first line behind a blank line between cards.
    after_blank: Option<usize>,
}

/// Reads a text deck.
pub(in crate::deck) fn read<'t>(
    text: &'t str,
    spec: &GameSpec,
    dialect: &'static Dialect,
) -> (RawDeck<'t>, Vec<Diagnostic>) {
    let longest = spec
        .sections
        .iter()
        .flat_map(|(name, s)| [name.value.len(), s.title.len()].into_iter().chain(s.aliases.iter().map(String::len)))
        .fold(16, usize::max);
    let mut build = Build::of(spec, dialect.id, dialect.leader);
    build.side_leads = dialect.side_leads;
    let mut reader = Reader {
        text,
        dialect,
        build,
        digits: code_digits(spec),
        // Room for a total behind it, and for letters that fold to fewer bytes.
        longest: 2 * longest + 16,
        initials: initials(spec),
        current: None,
        parted: false,
        blank: false,
        pending: None,
        after_blank: None,
    };
    reader.build.deck.lines.reserve((text.len() / 8).min(64));
    let mut head = true;
    let mut about = AboutBlock::default();
    let (mut inside, mut said) = (false, false);
    for (start, raw) in lines(text) {
        let Range { start: from, end } = trimmed(raw);
        let (start, line) = (start + from, &raw[from..end]);
        match (dialect.meta)(line, &mut inside) {
            Meta::No => {}
            Meta::Header => continue,
            Meta::LeftOut(why) => {
                if !std::mem::replace(&mut said, true) {
                    let span = Span::new(FileId::INPUT, start, start + line.len());
                    reader.build.left_out(span, Level::Note, || why.to_owned());
                }
                continue;
            }
        }
        if line.is_empty() {
            reader.blank = !reader.build.deck.lines.is_empty();
        } else if !(is_comment(line) || is_rule(line)) {
            if head && about.takes(line, &text[start + line.len()..]) {
                continue;
            }
            head = false;
            reader.line(start, line);
        }
    }
    reader.finish()
}

impl<'t> Reader<'t, '_> {
    fn span(&self, start: usize, range: &Range<usize>) -> Span {
        Span::new(FileId::INPUT, start + range.start, start + range.end)
    }

    fn line(&mut self, start: usize, line: &'t str) {
        let entry = scan(line, self.digits);
        let alone = entry.side.is_some() && entry.text.is_empty();
        if alone || (entry.count.is_none() && entry.side.is_none()) {
            let range = match &entry.side {
                Some(side) => side.clone(),
                None => entry.whole.clone(),
            };
            if self.heading(start + range.start, &line[range]) {
                return;
            }
        }
        self.card(start, line, &entry);
    }

    /// Takes a heading in; `false` if the line is none.
    fn heading(&mut self, start: usize, line: &'t str) -> bool {
        let title = title(line);
        if !title.sure {
            if title.name.len() > self.longest || !self.begins_like_heading(title.name) {
                return false;
            }
            let known = self.build.section_for(title.name).is_some();
            if !known && !FOREIGN.iter().any(|f| title.name.eq_ignore_ascii_case(f)) {
                return false;
            }
        }
        let offset = title.name.as_ptr() as usize - line.as_ptr() as usize;
        let span = self.span(start, &(offset..offset + title.name.len()));
        self.parted = true;
        match self.dialect.empty_sections {
            true => self.pending = Some((title.name, span, title.sure)),
            false => self.begin(title.name, span, title.sure),
        }
        true
    }

    fn begin(&mut self, name: &str, span: Span, sure: bool) {
        if let Heading::Section(at) = self.build.heading(name, span, sure, &[]) {
            self.current = Some(at);
        }
    }

    /// Whether a bare line can be a heading by its first letter: a list of names alone is not folded line by line.
    fn begins_like_heading(&self, name: &str) -> bool {
        match name.as_bytes().first() {
            Some(b) if b.is_ascii() => self.initials & letter(*b) != 0,
            _ => true,
        }
    }

    fn card(&mut self, start: usize, line: &'t str, entry: &Entry) {
        if let Some((name, span, sure)) = self.pending.take() {
            self.begin(name, span, sure);
        }
        let section = match &entry.side {
            Some(prefix) => {
                self.parted = true;
                let span = self.span(start, prefix);
                self.build.side_by_prefix(span)
            }
            None => match self.current {
                Some(at) => at,
                None => *self.current.insert(self.build.default_section()),
            },
        };
        if std::mem::take(&mut self.blank) && self.after_blank.is_none() {
            self.after_blank = Some(self.build.deck.lines.len());
        }
        let span = self.span(start, &entry.text);
        let text = &line[entry.text.clone()];
        if !text.contains(|c: char| c.is_alphanumeric() || !c.is_ascii()) && text.len() < 3 {
            self.build.faults.add(&DCK_LINE, || no_card(text, span));
            return;
        }
        let (count_span, amount) = match &entry.count {
            Some((range, amount)) => (Some(self.span(start, range)), *amount),
            None => (None, Amount::Of(1)),
        };
        let written = count_span.map_or("", |s| &self.text[s.range()]);
        let whole = &line[entry.whole.clone()];
        let (card, span) = match (self.dialect.card)(text, self.build.id_attribute()) {
            None => (CardText::Free { text, whole }, span),
            Some(card) => {
                let place = match &card {
                    CardText::Foreign { name: Some(Cow::Borrowed(name)), .. } => place_in(self.text, name),
                    _ => None,
                };
                (card, place.unwrap_or(span))
            }
        };
        self.build.line(section, amount, written, count_span, card, span);
    }

    fn finish(mut self) -> (RawDeck<'t>, Vec<Diagnostic>) {
        if let Some(first) = self.after_blank.filter(|_| !self.parted && self.dialect.blank_lines)
            && let Some(at) = self.build.deck.lines.get(first)
        {
            let span = at.span;
            if let Some(side) = self.build.side_by_blank_line() {
                for line in &mut self.build.deck.lines[first..] {
                    line.section = side;
                }
                let spec = self.build.spec;
                let title = spec.side_section().map_or("", |at| spec.sections[at].title.as_str());
                self.build.faults.add(&DCK_BLANK_LINE, || {
                    let message = format!("the blank line above was read as the start of {title}");
                    Diagnostic::general(&DCK_BLANK_LINE, span, message)
                        .help("write a heading over each section, or take the blank line away")
                });
            }
        }
        self.build.finish()
    }
}

/// Where a piece of the text stands.
fn place_in(text: &str, part: &str) -> Option<Span> {
    let at = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    (at + part.len() <= text.len()).then(|| Span::new(FileId::INPUT, at, at + part.len()))
}

fn letter(b: u8) -> u32 {
    match b.to_ascii_lowercase() {
        b @ b'a'..=b'z' => 1 << (b - b'a'),
        // Digits and signs share a bit.
        _ => 1 << 26,
    }
}

/// The first letters of all bare headings: the game's own, and those that [`GameSpec::section_for_heading`] and
/// [`FOREIGN`] add.
fn initials(spec: &GameSpec) -> u32 {
    let first = |word: &String| match word.is_ascii() {
        true => word.trim_start().bytes().next(),
        // `É` is looked up as `e`.
        false => fold(word).bytes().next().filter(u8::is_ascii),
    };
    let own = spec
        .sections
        .iter()
        .flat_map(|(name, s)| [&name.value, &s.title].into_iter().chain(&s.aliases).filter_map(first));
    own.chain(*b"dmsce").fold(0, |bits, b| bits | letter(b))
}

fn no_card(text: &str, span: Span) -> Diagnostic {
    let message = format!("`{}` names no card", brief(text));
    Diagnostic::general(&DCK_LINE, span, message)
        .help("write a count and a card, such as `4 NAME`, or put `#` before a comment")
}

/// The lines `About` and `Name X` that Arena puts on top.
#[derive(Default)]
pub(super) enum AboutBlock {
    #[default]
    Before,
    Inside,
    Behind,
}

impl AboutBlock {
    /// Whether a line on top belongs to the block; `rest` is what follows it.
    pub(super) fn takes(&mut self, line: &str, rest: &str) -> bool {
        match self {
            AboutBlock::Before if line == "About" && rest.trim_start().starts_with("Name ") => {
                *self = AboutBlock::Inside;
                true
            }
            AboutBlock::Inside => {
                *self = AboutBlock::Behind;
                true
            }
            _ => false,
        }
    }
}

/// The byte range of the deck's name in a line `Name X`.
pub(super) fn about_name(line: &str) -> Option<Range<usize>> {
    let name = line.strip_prefix("Name ")?.trim_start();
    Some(line.len() - name.len()..line.len())
}

/// Whether a line without game at hand is a heading, so that the header may go on below it.
pub(super) fn may_be_heading(line: &str) -> bool {
    let entry = scan(line, None);
    if entry.count.is_some() || entry.side.is_some() {
        return false;
    }
    let title = title(line);
    title.sure || ["deck", "main", "main deck", "maindeck"].iter().any(|word| title.name.eq_ignore_ascii_case(word))
}
