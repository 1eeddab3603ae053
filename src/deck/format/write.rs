//! What the writers share: the parts of a deck that a format holds, and findings on those that it does not. What was
//! written is read back, so that nothing can vanish or change unseen.

use std::borrow::Cow;
use std::cell::RefCell;

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use super::build::MOST_COPIES;
use super::line::{code_digits, scan};
use super::{Cards, Format, Sections, Slot, brief};
use crate::catalog::{CardId, Catalog, Lookup, Value};
use crate::deck::format::columns::Amount;
use crate::deck::resolve::resolve_quietly;
use crate::deck::{CardText, Deck, Header, RawDeck, RawLine, RawSection};
use crate::diagnostics::{DCK_NOT_HELD, Diagnostic};
use crate::spec::{Exchange, GameSpec};
use crate::text::{At, FileId, Place, Span, counted, fold, lines};

mod read_back;

/// How many findings a deck may bring; a file of megabytes can hold a million cards without number.
const MOST_FINDINGS: usize = 100;

/// A deck to write.
#[derive(Clone, Copy, Debug)]
pub struct Writing<'a> {
    /// Its cards.
    pub deck: &'a Deck<'a>,
    /// What it says of itself.
    pub header: &'a Header,
    /// Its game.
    pub spec: &'a GameSpec,
    /// The game's cards.
    pub catalog: &'a Catalog,
}

/// A deck as it was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The text of the file.
    pub text: String,
    /// How many lines of the deck are in it.
    pub lines: usize,
    /// What the format could not hold, at its place in the deck that was read.
    pub findings: Vec<Diagnostic>,
}

/// What a writer gets.
pub(super) struct Out<'a> {
    writing: Writing<'a>,
    format: Format,
    groups: Vec<Group<'a>>,
    lost: RefCell<Lost>,
}

#[derive(Default)]
struct Lost {
    /// Lines that are not in the file, by index in the deck.
    lines: FxHashSet<usize>,
    /// Those that a writer could not hold, by the reason: the first one's name, and all places.
    reasons: IndexMap<String, (String, Vec<Span>)>,
    findings: Vec<Diagnostic>,
}

/// A section with cards.
pub(super) struct Group<'a> {
    /// The section's name in the game, or the heading of one that it lacks.
    pub name: String,
    /// What the format calls it.
    pub title: String,
    /// Whether the game has it.
    pub known: bool,
    pub slot: Option<Slot>,
    pub lines: Vec<Entry<'a>>,
}

/// A line.
pub(super) struct Entry<'a> {
    pub count: u32,
    pub code: Option<&'a str>,
    pub name: Cow<'a, str>,
    pub card: Option<CardId>,
    /// Whether the name alone is no way back to the card.
    pub shared: bool,
    section: usize,
    at: usize,
    span: Span,
}

/// Writes a deck. What the format cannot hold is a finding.
#[must_use]
pub fn write(format: Format, writing: Writing<'_>) -> Written {
    let out = Out::new(format, writing);
    out.lose_header();
    let text = (format.about().write)(&out);
    out.say_reasons();
    out.compare(&text);
    let lost = out.lost.into_inner();
    let lines = writing.deck.lines.len() - lost.lines.len();
    let mut findings = lost.findings;
    if findings.len() > MOST_FINDINGS {
        let more = findings.len() - MOST_FINDINGS;
        findings.truncate(MOST_FINDINGS);
        if let Some(last) = findings.last_mut() {
            last.notes.push(format!("{} of this kind in the file", counted(more as u64, "more finding")));
        }
    }
    Written { text, lines, findings }
}

impl<'a> Out<'a> {
    fn new(format: Format, writing: Writing<'a>) -> Self {
        let mut out = Out { writing, format, groups: Vec::new(), lost: RefCell::default() };
        let mut groups: Vec<Group<'a>> = (0..writing.deck.sections.len()).map(|at| out.group(at)).collect();
        for (at, line) in writing.deck.lines.iter().enumerate() {
            let mut entry = Entry {
                count: line.count,
                code: None,
                name: line.text.clone(),
                card: line.card,
                shared: false,
                section: line.section,
                at,
                span: line.span,
            };
            if let Some(id) = line.card {
                let (code, name) = spelling(writing.catalog, id, &line.text);
                entry.shared = writing.catalog.find(name) != Lookup::One(id);
                (entry.code, entry.name) = (code, Cow::Borrowed(name));
            }
            if let Some(group) = groups.get_mut(line.section) {
                group.lines.push(entry);
            }
        }
        groups.retain(|group| !group.lines.is_empty());
        out.groups = groups;
        out.drop_sections();
        out
    }

    fn group(&self, at: usize) -> Group<'a> {
        let (spec, section) = (self.writing.spec, &self.writing.deck.sections[at]);
        let known = at < spec.sections.len();
        let slot = match spec.sections.get_index(at) {
            _ if at == spec.default_section() => Some(Slot::Main),
            Some((_, s)) if s.side => Some(Slot::Side),
            Some((_, s)) if s.leader => Some(Slot::Leader),
            _ => None,
        };
        let told = self.exchange().and_then(|e| e.sections.iter().find(|(name, _)| name.value == section.name));
        let title = told.map_or(&section.title, |(_, word)| word).clone();
        Group { name: section.name.clone(), title, known, slot, lines: Vec::new() }
    }

    /// Takes out the sections that the format lacks.
    fn drop_sections(&mut self) {
        let Sections::Fixed(slots) = self.format.about().holds.sections else { return };
        // Programs without a place for the card that leads a deck keep it in the sideboard.
        if slots.contains(&Slot::Side) && !slots.contains(&Slot::Leader) && self.spec().side_section().is_none() {
            let leaders = self.groups.iter_mut().filter(|g| g.slot == Some(Slot::Leader));
            leaders.for_each(|group| group.slot = Some(Slot::Side));
        }
        let held = |group: &Group| group.slot.is_some_and(|slot| slots.contains(&slot));
        let (kept, gone): (Vec<_>, Vec<_>) = std::mem::take(&mut self.groups).into_iter().partition(held);
        self.groups = kept;
        for group in gone {
            let copies: u64 = group.lines.iter().map(|l| u64::from(l.count)).sum();
            let first = group.lines.first();
            let place = first.and_then(|l| self.writing.deck.sections[l.section].span.or(Some(l.span)));
            let cards = if copies == 1 { "its card is" } else { "its cards are" };
            let message = format!(
                "the format {} has no section for `{}`; {cards} left out ({copies})",
                self.format.about().name,
                brief(&group.title)
            );
            let lines = group.lines.iter().map(|l| l.at);
            self.lost.borrow_mut().lines.extend(lines);
            self.say(place, message);
        }
    }

    fn say(&self, place: Option<Span>, message: String) {
        let place = place.map_or(Place::File(FileId::INPUT), Place::Span);
        self.lost.borrow_mut().findings.push(Diagnostic::general(&DCK_NOT_HELD, place, message));
    }

    fn lose_header(&self) {
        let held = self.format.about().holds.header;
        let header = self.writing.header;
        let one = |key, value: &Option<At<String>>| value.as_ref().map(|v| (key, v.span));
        let all = [
            one("game", &header.game),
            one("name", &header.name),
            one("player", &header.player),
            one("event", &header.event),
            header.layers.first().map(|v| ("layers", v.span)),
            one("notes", &header.notes),
        ];
        let lost: Vec<_> = all.into_iter().flatten().filter(|(key, _)| !held.contains(key)).collect();
        if let Some((_, first)) = lost.first() {
            let words: Vec<String> = lost.iter().map(|(key, _)| format!("`{key}`")).collect();
            let message =
                format!("the format {} has no place for {} of the header", self.format.about().name, words.join(", "));
            self.say(Some(*first), message);
        }
    }

    pub(super) fn spec(&self) -> &'a GameSpec {
        self.writing.spec
    }

    /// The sections with cards that the format holds.
    pub(super) fn groups(&self) -> &[Group<'a>] {
        &self.groups
    }

    /// The lines of a section.
    pub(super) fn slot(&self, slot: Slot) -> &[Entry<'a>] {
        self.groups.iter().find(|g| g.slot == Some(slot)).map_or(&[], |g| &g.lines)
    }

    pub(super) fn exchange(&self) -> Option<&'a Exchange> {
        self.writing.spec.exchange(self.format.about().id)
    }

    pub(super) fn name(&self) -> Option<&'a str> {
        self.writing.header.name.as_ref().map(|v| v.value.as_str())
    }

    pub(super) fn player(&self) -> Option<&'a str> {
        self.writing.header.player.as_ref().map(|v| v.value.as_str())
    }

    pub(super) fn notes(&self) -> Option<&'a str> {
        self.writing.header.notes.as_ref().map(|v| v.value.as_str())
    }

    pub(super) fn header(&self) -> &'a Header {
        self.writing.header
    }

    /// The value of an attribute of a card, empty if it has none.
    pub(super) fn value(&self, card: CardId, attribute: usize) -> String {
        match self.writing.catalog.card(card).values.get(attribute) {
            None | Some(Value::Missing) => String::new(),
            Some(Value::Int(n)) => n.to_string(),
            Some(Value::Text(text)) => text.to_string(),
            Some(Value::List(items)) => items.join(", "),
            Some(Value::Bool(yes)) => yes.to_string(),
        }
    }

    /// The program's id of a card, where the game names an attribute for it; else the code.
    pub(super) fn id<'e>(&self, entry: &'e Entry<'a>) -> Option<Cow<'e, str>> {
        let attribute = self.exchange().and_then(|e| self.writing.spec.attribute(&e.id.as_ref()?.value));
        let own = attribute.and_then(|at| Some(self.value(entry.card?, at))).filter(|v| !v.is_empty());
        match own {
            Some(value) => Some(Cow::Owned(value)),
            None if attribute.is_some() && entry.card.is_some() => None,
            None => entry.code.map(Cow::Borrowed),
        }
    }

    /// The id of a card where the format knows cards by nothing else: an unknown card is its own.
    pub(super) fn number<'e>(&self, entry: &'e Entry<'a>) -> Option<Cow<'e, str>> {
        match entry.card {
            Some(_) => self.id(entry),
            None => Some(Cow::Borrowed(&*entry.name)),
        }
    }

    /// Says that a line is not in the file.
    pub(super) fn lose(&self, entry: &Entry<'_>, why: &str) {
        let mut lost = self.lost.borrow_mut();
        lost.lines.insert(entry.at);
        let reason = lost.reasons.entry(why.to_owned()).or_insert_with(|| (entry.name.to_string(), Vec::new()));
        reason.1.push(entry.span);
    }

    /// One finding for all lines that are lost for one reason.
    fn say_reasons(&self) {
        let reasons = std::mem::take(&mut self.lost.borrow_mut().reasons);
        for (why, (name, spans)) in reasons {
            let Some((first, more)) = spans.split_first() else { continue };
            let others = match more.len() {
                0 => String::new(),
                1 => " and another line".to_owned(),
                n => format!(" and {n} other lines"),
            };
            let message =
                format!("the format {} cannot hold `{}`{others}: {why}", self.format.about().name, brief(&name));
            let finding = Diagnostic::general(&DCK_NOT_HELD, *first, message);
            let marked = more.iter().take(MOST_FINDINGS).fold(finding, |f, span| f.related(*span, "nor this"));
            self.lost.borrow_mut().findings.push(marked);
        }
    }

    /// How often a format that lists every copy writes the line; none, with a finding, if that would fill the disk.
    pub(super) fn copies(&self, entry: &Entry<'_>) -> usize {
        if u64::from(entry.count) > MOST_COPIES {
            self.lose(entry, "so many copies, each on a line of its own, are too many");
            return 0;
        }
        entry.count as usize
    }

    /// `4 NAME`, or with the code where the name does not lead back to the card. `None` if the line is lost.
    pub(super) fn line(&self, entry: &Entry<'_>) -> Option<String> {
        self.first_that_reads(entry, |code, name| [name.to_owned(), format!("{code} {name}"), code.to_owned()])
    }

    /// [`Out::line`] with the code in brackets.
    pub(super) fn bracketed(&self, entry: &Entry<'_>) -> Option<String> {
        self.first_that_reads(entry, |code, name| [name.to_owned(), format!("[{code}] {name}"), code.to_owned()])
    }

    fn first_that_reads(&self, entry: &Entry<'_>, forms: impl Fn(&str, &str) -> [String; 3]) -> Option<String> {
        let forms = forms(entry.code.unwrap_or(""), &entry.name);
        let usable = if entry.code.is_some() { &forms[..] } else { &forms[..1] };
        let skip = usize::from(entry.shared && usable.len() > 1);
        let found = usable[skip..].iter().find(|form| self.reads(entry, form));
        if found.is_none() {
            self.lose(entry, "no line of text leads back to it");
        }
        found.map(|form| format!("{} {form}", entry.count))
    }

    /// Whether a line of text is read as this entry.
    fn reads(&self, entry: &Entry<'_>, form: &str) -> bool {
        let text = format!("{} {form}", entry.count);
        if lines(&text).count() != 1 {
            return false;
        }
        let found = scan(&text, code_digits(self.writing.spec));
        let count = found.count.as_ref().map(|(_, amount)| *amount);
        if found.side.is_some()
            || count != Some(Amount::Of(u64::from(entry.count)))
            || text[found.text.clone()] != *form
        {
            return false;
        }
        let card = CardText::Free { text: &text[found.text.clone()], whole: &text[found.whole] };
        let span = Span::new(FileId::INPUT, found.text.start, found.text.end);
        let raw = RawDeck {
            sections: vec![RawSection { section: Some(0), heading: String::new(), span: None }],
            lines: vec![RawLine { section: 0, count: entry.count, card, span, count_span: Some(span) }],
        };
        let deck = resolve_quietly(&raw, self.writing.spec, self.writing.catalog);
        matches!(&deck.lines[..], [line] if line.card == entry.card
            && line.count == entry.count
            && (line.card.is_some() || line.text == entry.name))
    }
}

/// The code and name of the printing that a text names; the card's own if it names none of them.
fn spelling<'c>(catalog: &'c Catalog, card: CardId, text: &str) -> (Option<&'c str>, &'c str) {
    let card = catalog.card(card);
    let own = (card.code.as_deref(), &*card.name);
    if card.printings.is_empty() {
        return own;
    }
    let folded = fold(text);
    let by = |fits: &dyn Fn(Option<&str>, &str) -> bool| card.spellings().find(|(code, name)| fits(*code, name));
    by(&|_, name| fold(name) == folded)
        .or_else(|| by(&|code, name| code.is_some_and(|c| text.strip_prefix(c).is_some_and(|n| n.trim() == name))))
        .or_else(|| by(&|code, _| code == Some(text.trim())))
        .unwrap_or(own)
}

/// The header as lines of comments.
pub(super) fn text_header(out: &Out<'_>, sign: &str) -> String {
    let mut text = String::new();
    let header = out.header();
    let mut line = |key: &str, value: &str| {
        let value: Vec<&str> = value.split(['\n', '\r']).collect();
        text.push_str(&format!("{sign}{key}: {}\n", value.join(" ")));
    };
    let held = out.format.about().holds.header;
    if held.contains(&"game") {
        line("game", &out.spec().id.value);
    }
    for (key, value) in [("name", &header.name), ("player", &header.player), ("event", &header.event)] {
        if let Some(value) = value.as_ref().filter(|_| held.contains(&key)) {
            line(key, &value.value);
        }
    }
    if held.contains(&"layers") && !header.layers.is_empty() {
        let names: Vec<&str> = header.layers.iter().map(|l| l.value.as_str()).collect();
        line("layer", &names.join(", "));
    }
    if held.contains(&"notes") {
        out.notes().into_iter().flat_map(str::lines).for_each(|note| line("note", note));
    }
    text
}

impl std::fmt::Display for Sections {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Sections::Fixed(slots) = self else { return f.write_str("any") };
        let words = slots.iter().map(|slot| match slot {
            Slot::Main => "main",
            Slot::Side => "side",
            Slot::Leader => "leader",
        });
        f.write_str(&words.collect::<Vec<_>>().join(", "))
    }
}

impl std::fmt::Display for Cards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Cards::Names => "names",
            Cards::Numbers => "numbers",
        })
    }
}
