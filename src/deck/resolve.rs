//! From names to cards: every line of a raw deck is looked up once.

use std::borrow::Cow;

use super::format::{Faults, brief};
use super::{CardText, RawDeck, RawLine};
use crate::catalog::{CardId, Catalog, Lookup};
use crate::diagnostics::{CardFact, Diagnostic, RES_AMBIGUOUS, RES_MISMATCH, RES_UNKNOWN, RES_ZEROS, SectionCount};
use crate::spec::{GameSpec, Section, Word};
use crate::text::{Span, or_list};

mod foreign;

/// For how many unknown cards of a deck near names are looked for; a file that is no deck of the game has many.
const MOST_SUGGESTIONS: usize = 24;
/// How many findings of one code a deck may bring; a cube of 700 cards in the wrong game is still named card by card.
const MOST_FINDINGS: usize = 1000;
/// How many tags and comments are taken off a line; one of megabytes can hold a million.
const MOST_TAILS: usize = 16;
/// A longer text, in bytes, is the name of no card.
const LONGEST_NAME: usize = 4096;
/// How many cards of one name a message lists.
const MOST_NAMED: usize = 12;
/// How many sections that the game lacks are told apart; the cards of more are counted with the last.
const MOST_STRANGE_SECTIONS: usize = 100;

/// A deck whose cards are known, as far as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deck<'t> {
    /// The game's sections, then those that the game lacks.
    pub sections: Vec<DeckSection>,
    /// The lines in file order.
    pub lines: Vec<DeckLine<'t>>,
}

/// A section of a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckSection {
    /// The section's name in the game, or the heading of one that it lacks.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// Where its first heading stands.
    pub span: Option<Span>,
    /// Copies in it, unknown cards included.
    pub total: u64,
}

impl DeckSection {
    /// The sections of a game, empty.
    #[must_use]
    pub fn all(spec: &GameSpec) -> Vec<DeckSection> {
        let empty = |(name, section): (&Word, &Section)| DeckSection {
            name: name.value.clone(),
            title: section.title.clone(),
            span: None,
            total: 0,
        };
        spec.sections.iter().map(empty).collect()
    }
}

/// A line of a deck, looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckLine<'t> {
    /// Index into [`Deck::sections`].
    pub section: usize,
    /// Copies, 1 or more.
    pub count: u32,
    /// The card; `None` if it is unknown or ambiguous.
    pub card: Option<CardId>,
    /// The card as the line names it, without tag or comment.
    pub text: Cow<'t, str>,
    /// Where it is named.
    pub span: Span,
    /// Where the count stands, if it is written.
    pub count_span: Option<Span>,
    /// Index into [`RawDeck::lines`].
    pub raw: usize,
}

/// Looks every line up. Unknown lines stay, with a finding each.
#[must_use]
pub fn resolve<'t>(raw: &RawDeck<'t>, spec: &GameSpec, catalog: &Catalog) -> (Deck<'t>, Vec<Diagnostic>) {
    resolve_with(raw, spec, catalog, MOST_FINDINGS)
}

/// [`resolve`] without findings, for texts of our own.
pub(super) fn resolve_quietly<'t>(raw: &RawDeck<'t>, spec: &GameSpec, catalog: &Catalog) -> Deck<'t> {
    resolve_with(raw, spec, catalog, 0).0
}

fn resolve_with<'t>(raw: &RawDeck<'t>, spec: &GameSpec, catalog: &Catalog, most: usize) -> (Deck<'t>, Vec<Diagnostic>) {
    let mut sections = DeckSection::all(spec);
    let mut index = Vec::with_capacity(raw.sections.len());
    for section in &raw.sections {
        let at = section.section.unwrap_or_else(|| {
            let (known, strange) = (spec.sections.len(), sections.len() - spec.sections.len());
            match sections[known..].iter().position(|s| s.name == section.heading) {
                Some(at) => known + at,
                None if strange == MOST_STRANGE_SECTIONS => sections.len() - 1,
                None => {
                    let heading = section.heading.clone();
                    sections.push(DeckSection { title: heading.clone(), name: heading, span: None, total: 0 });
                    sections.len() - 1
                }
            }
        });
        if sections[at].span.is_none() {
            sections[at].span = section.span;
        }
        index.push(at);
    }
    let mut resolver = Resolver { out: Faults::of_each(most), ..Resolver::new(spec, catalog) };
    let mut lines = Vec::with_capacity(raw.lines.len());
    for (at, raw_line) in raw.lines.iter().enumerate() {
        let section = index.get(raw_line.section).copied().unwrap_or(0);
        if resolver.is_label(raw_line) {
            continue;
        }
        let mut line = resolver.line(raw_line, section);
        line.raw = at;
        if let Some(section) = sections.get_mut(section) {
            section.total += u64::from(line.count);
        }
        lines.push(line);
    }
    (Deck { sections, lines }, resolver.finish())
}

/// Looks lines up.
pub(super) struct Resolver<'a> {
    spec: &'a GameSpec,
    catalog: &'a Catalog,
    out: Faults,
    unknown: usize,
    foreign: foreign::Ids,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(spec: &'a GameSpec, catalog: &'a Catalog) -> Self {
        let out = Faults::of_each(MOST_FINDINGS);
        Resolver { spec, catalog, out, unknown: 0, foreign: foreign::Ids::default() }
    }

    /// What is wrong with the lines.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.say_unknown_ids();
        self.out.finish()
    }

    pub(super) fn line<'t>(&mut self, raw: &RawLine<'t>, section: usize) -> DeckLine<'t> {
        let (text, count_span) = (Cow::Borrowed(""), raw.count_span);
        let mut line = DeckLine { section, count: raw.count, card: None, text, span: raw.span, count_span, raw: 0 };
        match &raw.card {
            CardText::Free { text, whole } => self.free(&mut line, raw, text, whole),
            CardText::Either(text) => {
                line.text = text.clone();
                let lookup = self.find(text);
                self.settle(&mut line, lookup);
            }
            CardText::Fields { code, name } => {
                let code = code.as_ref().filter(|c| !c.trim().is_empty());
                let name = name.as_ref().filter(|n| !n.trim().is_empty());
                line.text = name.or(code).cloned().unwrap_or_default();
                match (code, name) {
                    (Some(code), Some(name)) => self.both(&mut line, code.trim(), name.trim()),
                    (Some(text), None) | (None, Some(text)) => {
                        let lookup = self.find(text.trim());
                        self.settle(&mut line, lookup);
                    }
                    (None, None) => self.settle(&mut line, Lookup::None),
                }
            }
            CardText::Foreign { ids, name, attribute, decides } => {
                self.foreign(&mut line, ids, name.as_ref(), *attribute, *decides);
            }
        }
        line
    }

    /// A line without count that names no card but a kind of cards, such as `Soldiers`, stands over a group of lines.
    fn is_label(&self, raw: &RawLine<'_>) -> bool {
        let CardText::Free { whole, .. } = raw.card else { return false };
        raw.count_span.is_none() && self.catalog.find(whole) == Lookup::None && self.spec.is_group_label(whole)
    }

    /// The free text of a line: the longest reading that names a card wins, so that a name may itself hold numbers,
    /// brackets or a `#`.
    fn free<'t>(&mut self, line: &mut DeckLine<'t>, raw: &RawLine<'t>, text: &'t str, whole: &'t str) {
        let mut shortest = text;
        let bare = bracket_head(text).map_or(text, |(_, name)| name);
        if let Some((code, name)) = bracket_head(text)
            && let Some(card) = self.catalog.by_code(code)
        {
            line.text = Cow::Borrowed(text);
            self.code_decides(line, card, code, name);
            return;
        }
        for (start, count) in [(text, raw.count), (bare, raw.count), (whole, 1)] {
            if start.len() == text.len() && count != raw.count {
                break;
            }
            for candidate in tails(start) {
                match self.find(candidate) {
                    Lookup::None => {}
                    lookup => {
                        line.count = count;
                        if std::ptr::eq(start, whole) {
                            line.count_span = None;
                        }
                        line.text = Cow::Borrowed(candidate);
                        self.narrow(line, raw, candidate);
                        self.settle(line, lookup);
                        return;
                    }
                }
                // Behind a code a tag or comment is no name; it is cut like any other.
                let parts = candidate
                    .split_once([' ', '\t'])
                    .filter(|(_, rest)| !rest.trim_start().starts_with(['#', '/', '(', '[', '{', '*']));
                if let Some((code, name)) = parts
                    && let Some(card) = self.catalog.by_code(code)
                {
                    line.count = count;
                    if std::ptr::eq(start, whole) {
                        line.count_span = None;
                    }
                    let known = self.code_decides(line, card, code, name.trim());
                    // The span ends with the name, before any tag or comment.
                    let end = known.and_then(|n| Some(offset_in(candidate, n)? as usize + n.len()));
                    let named = &candidate[..end.unwrap_or(candidate.len())];
                    line.text = Cow::Borrowed(named);
                    self.narrow(line, raw, named);
                    return;
                }
                if count == raw.count && std::ptr::eq(start, text) {
                    shortest = candidate;
                }
            }
        }
        line.text = Cow::Borrowed(shortest);
        self.narrow(line, raw, shortest);
        self.settle(line, Lookup::None);
    }

    pub(super) fn find(&self, text: &str) -> Lookup {
        match text.len() {
            0..=LONGEST_NAME => self.catalog.find(text),
            _ => Lookup::None,
        }
    }

    fn find_name(&self, name: &str) -> Lookup {
        match name.len() {
            0..=LONGEST_NAME => self.catalog.find_name(name),
            _ => Lookup::None,
        }
    }

    /// The span of a free line ends where the card's name ends.
    fn narrow(&self, line: &mut DeckLine<'_>, raw: &RawLine<'_>, candidate: &str) {
        let CardText::Free { text, whole } = raw.card else { return };
        // A name that begins with a number begins before what was taken for the card.
        let start = match (offset_in(text, candidate), offset_in(whole, text), offset_in(whole, candidate)) {
            (Some(offset), ..) => Some(raw.span.start + offset),
            (None, Some(card), Some(offset)) => (raw.span.start + offset).checked_sub(card),
            _ => None,
        };
        if let Some(start) = start {
            line.span.start = start;
            line.span.end = line.span.start + u32::try_from(candidate.len()).unwrap_or(0);
        }
    }

    fn settle(&mut self, line: &mut DeckLine<'_>, lookup: Lookup) {
        match lookup {
            Lookup::One(card) => line.card = Some(card),
            Lookup::Many(cards) => self.ambiguous(line, &cards),
            Lookup::None => {
                if let Some(card) = self.catalog.by_code_padded(line.text.trim()) {
                    self.zeros_lost(line, card);
                } else {
                    self.unknown(line);
                }
            }
        }
    }

    fn both(&mut self, line: &mut DeckLine<'_>, code: &str, name: &str) {
        if let Lookup::Many(cards) = self.catalog.find_code(code) {
            // Several cards share the code; the name tells which of them is meant, if it is one of theirs.
            match self.find_name(name) {
                Lookup::One(card) if cards.contains(&card) => line.card = Some(card),
                _ => {
                    line.text = Cow::Owned(code.to_owned());
                    self.ambiguous(line, &cards);
                }
            }
        } else if let Some(card) = self.catalog.by_code(code) {
            self.code_decides(line, card, code, name);
        } else if let Some(card) = self.catalog.by_code_padded(code) {
            self.zeros_lost(line, card);
            self.code_decides(line, card, code, name);
        } else {
            match self.find_name(name) {
                Lookup::One(card) => {
                    line.card = Some(card);
                    let found = self.describe(card);
                    let message = format!("no card has the code `{}`; the name is that of {found}", brief(code));
                    self.mismatch(line, message, "correct the code, or leave it out");
                }
                Lookup::Many(cards) => self.ambiguous(line, &cards),
                Lookup::None => self.unknown(line),
            }
        }
    }

    /// The line gives a code that exists; its name is only compared.
    fn code_decides<'n>(
        &mut self,
        line: &mut DeckLine<'_>,
        card: CardId,
        code: &str,
        name: &'n str,
    ) -> Option<&'n str> {
        line.card = Some(card);
        for candidate in tails(name) {
            match self.find_name(candidate) {
                Lookup::One(found) if found == card => return Some(candidate),
                Lookup::Many(found) if found.contains(&card) => return Some(candidate),
                Lookup::One(found) => {
                    let message = format!(
                        "the code `{code}` is {}, the name is that of {}",
                        self.describe(card),
                        self.describe(found)
                    );
                    self.mismatch(line, message, "correct the code or the name; the code was taken");
                    return Some(candidate);
                }
                Lookup::Many(_) | Lookup::None => {}
            }
        }
        let message = format!("the code `{code}` is {}, no card is called `{}`", self.describe(card), brief(name));
        self.mismatch(line, message, "correct the code or the name; the code was taken");
        None
    }

    fn mismatch(&mut self, line: &DeckLine<'_>, message: String, help: &str) {
        if self.out.has_room(&RES_MISMATCH) {
            let diagnostic = self.at(&RES_MISMATCH, line, message).help(help);
            self.out.put(diagnostic);
        }
    }

    fn describe(&self, card: CardId) -> String {
        let card = self.catalog.card(card);
        match &card.code {
            Some(code) => format!("`{}` ({code})", card.name),
            None => format!("`{}`", card.name),
        }
    }

    fn at(&self, code: &'static crate::diagnostics::GeneralCode, line: &DeckLine<'_>, message: String) -> Diagnostic {
        let mut diagnostic = Diagnostic::general(code, line.span, message);
        let section = self.spec.sections.get_index(line.section);
        diagnostic.section = section.map(|(_, s)| s.title.as_str().into());
        let (code, name) = match line.card.map(|c| self.catalog.card(c)) {
            Some(card) => (card.code.as_deref().map(str::to_owned), card.name.to_string()),
            None => (None, line.text.to_string()),
        };
        let name_of_section = section.map_or_else(String::new, |(n, _)| n.value.clone());
        let sections = vec![SectionCount { section: name_of_section, count: line.count.into(), lines: Vec::new() }];
        diagnostic.facts.cards.push(CardFact { code, name, count: line.count.into(), sections });
        diagnostic
    }

    fn unknown(&mut self, line: &DeckLine<'_>) {
        if !self.out.has_room(&RES_UNKNOWN) {
            return;
        }
        let message = format!("unknown card `{}`", brief(&line.text));
        let mut diagnostic = self.at(&RES_UNKNOWN, line, message).label("not in the card pool");
        if self.unknown < MOST_SUGGESTIONS {
            let near = self.catalog.near(&line.text, 3);
            diagnostic.facts.suggestions = near.iter().map(|&n| n.to_owned()).collect();
            diagnostic.help = Some(match near[..] {
                [] => "correct the name, or give the pool that holds the card with `--cards`".to_owned(),
                _ => format!("did you mean {}?", or_list(&near)),
            });
        }
        self.unknown += 1;
        self.out.put(diagnostic);
    }

    fn ambiguous(&mut self, line: &DeckLine<'_>, cards: &[CardId]) {
        if !self.out.has_room(&RES_AMBIGUOUS) {
            return;
        }
        let names: Vec<String> = cards.iter().take(MOST_NAMED).map(|&c| self.describe(c)).collect();
        let more = match cards.len().saturating_sub(MOST_NAMED) {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        let message = format!("`{}` is the name of {} cards: {}{more}", line.text, cards.len(), names.join(", "));
        let mut diagnostic = self.at(&RES_AMBIGUOUS, line, message).help("write the code of the card that is meant");
        diagnostic.facts.suggestions = cards
            .iter()
            .take(MOST_NAMED)
            .map(|&c| self.catalog.card(c))
            .map(|c| c.code.as_ref().unwrap_or(&c.name).to_string())
            .collect();
        self.out.put(diagnostic);
    }

    fn zeros_lost(&mut self, line: &mut DeckLine<'_>, card: CardId) {
        line.card = Some(card);
        if !self.out.has_room(&RES_ZEROS) {
            return;
        }
        let message =
            format!("the code `{}` has lost its leading zeros; read as {}", line.text.trim(), self.describe(card));
        let code = self.catalog.card(card).code.clone().unwrap_or_default();
        let mut diagnostic = self.at(&RES_ZEROS, line, message).help(format!("write `{code}`, as text"));
        diagnostic.facts.suggestions = vec![code.to_string()];
        self.out.put(diagnostic);
    }
}

/// The offset of `part` in `text` if it is a piece of it.
pub(super) fn offset_in(text: &str, part: &str) -> Option<u32> {
    let offset = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    (offset + part.len() <= text.len()).then(|| u32::try_from(offset).unwrap_or(0))
}

/// The text, then without its last tag, without its last two, and so on.
fn tails(text: &str) -> impl Iterator<Item = &str> {
    let mut last = None;
    // Most lines are found as they are: nothing is cut before it is asked for.
    let next = move || {
        last = Some(last.map_or(Some(text), cut_tail)?);
        last
    };
    std::iter::from_fn(next).take(MOST_TAILS)
}

/// The text without its last tag, comment, set, collector number or foil mark; `None` if it has none.
fn cut_tail(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let comment = [" #", "\t#", " //", "\t//"].iter().filter_map(|mark| text.rfind(mark)).max();
    // The one that begins last: a name may itself hold `//`, with a set behind it.
    let cut = comment.max(bracket_tail(text)).map(|at| text[..at].trim_end());
    match cut {
        Some(cut) if !cut.is_empty() => Some(cut),
        _ => bracket_head(text).map(|(_, name)| name),
    }
}

/// What stands in the bracket before the name, and the name: `[SET] Name`, `[SET:12] Name`, `[CODE] Name`.
fn bracket_head(text: &str) -> Option<(&str, &str)> {
    let (head, name) = text.strip_prefix('[')?.split_once(']')?;
    let name = name.trim_start();
    (!name.is_empty()).then_some((head.trim(), name))
}

/// Where a tail such as `(SET) 12a`, `[SET]`, `{foil}` or `*F*` begins.
fn bracket_tail(text: &str) -> Option<usize> {
    let last = text.rsplit([' ', '\t']).next()?;
    let before = text.len() - last.len();
    if last.len() > 2 && last.starts_with('*') && last.ends_with('*') {
        return (before > 0).then_some(before);
    }
    let head = match last.as_bytes().last()? {
        b')' | b']' | b'}' => text,
        // A collector number counts only behind a set in brackets.
        _ if last.bytes().any(|b| b.is_ascii_digit()) => text[..before].trim_end(),
        _ => return None,
    };
    let open = match head.as_bytes().last()? {
        b')' => '(',
        b']' => '[',
        b'}' => '{',
        _ => return None,
    };
    head.rfind(open).filter(|&at| at > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_cut_one_by_one() {
        let cuts = |text: &'static str| std::iter::successors(Some(text), |t| cut_tail(t)).skip(1).collect::<Vec<_>>();
        assert_eq!(cuts("Tide Envoy (BAR) 12 # early drop"), ["Tide Envoy (BAR) 12", "Tide Envoy"]);
        assert_eq!(cuts("Tide Envoy (BAR) 12a *F*"), ["Tide Envoy (BAR) 12a", "Tide Envoy"]);
        assert_eq!(cuts("Dusk // Dawn (BAR) 40a"), ["Dusk // Dawn", "Dusk"]);
        assert_eq!(cuts("Ember # a tag (2)"), ["Ember # a tag", "Ember"]);
        assert_eq!(cuts("Ember #2 # tag"), ["Ember #2", "Ember"]);
        assert_eq!(cuts("[BAR:12] Tide Envoy"), ["Tide Envoy"]);
        assert_eq!(cuts("Mirror (Cracked) {foil}"), ["Mirror (Cracked)", "Mirror"]);
        assert!(cuts("Warden 2.0").is_empty());
        assert!(cuts("(Nameless)").is_empty());
        assert!(cuts("").is_empty());
    }
}
