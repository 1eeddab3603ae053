//! What all checks share: binding names to handles, sets of cards, totals of a deck, and findings.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::catalog::{CardId, Catalog, Predicate, Value};
use crate::deck::{Deck, DeckLine};
use crate::diagnostics::{CardFact, Diagnostic, GAM_REFERENCE, Level, SectionCount};
use crate::rules::{BoundRule, Finding, Subjects};
use crate::spec::{GameSpec, Selector, Word};
use crate::text::{FileId, Place, Source, Sources, Span, counted, did_you_mean, fold};

/// How many findings a rule may bring in one deck. A file of 8 MiB can hold a million bad lines.
const MOST_FINDINGS: usize = 200;
/// How many lines of one card a finding lists.
const MOST_LINES: usize = 1000;

/// Binds a check's names to a game.
#[derive(Debug)]
pub struct Bind<'a> {
    /// The game.
    pub spec: &'a GameSpec,
    /// Its cards.
    pub catalog: &'a Catalog,
    /// The layers in use, by name.
    pub layers: &'a [String],
    /// Cards whose limit a list sets; the general copy limit is not for them.
    pub limited: &'a CardSet,
    /// What was wrong.
    pub faults: Vec<Diagnostic>,
}

impl Bind<'_> {
    /// The cards that a selector matches; all if there is none.
    pub fn cards(&mut self, selector: Option<&Selector>) -> CardSet {
        let Some(selector) = selector else { return CardSet::all(self.catalog.len()) };
        let before = self.faults.len();
        selector.faults(self.spec, &mut self.faults);
        if self.faults.len() > before {
            return CardSet::none(self.catalog.len());
        }
        let (predicate, faults) = Predicate::new(selector, self.spec, self.catalog);
        self.faults.extend(faults);
        CardSet::of(self.catalog, &predicate)
    }

    /// The sections of these names; all if none is named.
    pub fn sections(&mut self, names: &[Word]) -> Sections {
        if names.is_empty() {
            return Sections::ALL;
        }
        let mut bits = 0;
        for name in names {
            match self.section(name) {
                Some(index) => bits |= 1 << index.min(63),
                None => continue,
            }
        }
        Sections(bits)
    }

    /// The section of a name.
    pub fn section(&mut self, name: &Word) -> Option<usize> {
        let found = self.spec.section(&name.value);
        if found.is_none() {
            let near = did_you_mean(&name.value, self.spec.sections.keys().map(|k| k.value.as_str()));
            self.faults.push(Diagnostic::general(
                &GAM_REFERENCE,
                name.span,
                format!("unknown section `{}`{near}", name.value),
            ));
        }
        found
    }

    /// The index of an attribute.
    pub fn attribute(&mut self, name: &Word) -> Option<usize> {
        let found = self.spec.attribute(&name.value);
        if found.is_none() {
            let near = did_you_mean(&name.value, self.spec.attribute_names());
            self.faults.push(Diagnostic::general(
                &GAM_REFERENCE,
                name.span,
                format!("unknown attribute `{}`{near}", name.value),
            ));
        }
        found
    }

    /// Whether an attribute alone is the game's identity of cards.
    #[must_use]
    pub fn is_identity(&self, name: &str) -> bool {
        matches!(&self.spec.identity.0[..], [one] if one.value == name)
    }
}

/// A set of sections of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sections(u64);

impl Sections {
    /// Every section, those that the game lacks too.
    pub const ALL: Sections = Sections(u64::MAX);
    /// No section.
    pub const NONE: Sections = Sections(0);

    /// These sections of the game.
    #[must_use]
    pub fn of(indices: impl IntoIterator<Item = usize>) -> Sections {
        Sections(indices.into_iter().filter(|&i| i < 63).fold(0, |bits, i| bits | 1 << i))
    }

    /// Whether a section is in it. Sections that the game lacks are only in the set of all.
    #[must_use]
    pub fn has(self, index: usize) -> bool {
        self.0 == u64::MAX || (index < 63 && self.0 & (1 << index) != 0)
    }
}

/// A set of cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardSet(Vec<u64>);

impl CardSet {
    /// No card.
    #[must_use]
    pub fn none(cards: usize) -> Self {
        CardSet(vec![0; cards.div_ceil(64)])
    }

    /// Every card.
    #[must_use]
    pub fn all(cards: usize) -> Self {
        CardSet(vec![u64::MAX; cards.div_ceil(64)])
    }

    /// The cards that a predicate matches.
    #[must_use]
    pub fn of(catalog: &Catalog, predicate: &Predicate) -> Self {
        let mut set = CardSet::none(catalog.len());
        catalog.matching(predicate).for_each(|id| set.insert(id));
        set
    }

    /// Puts a card in.
    pub fn insert(&mut self, id: CardId) {
        if let Some(word) = self.0.get_mut(id.0 as usize / 64) {
            *word |= 1 << (id.0 % 64);
        }
    }

    /// Takes a card out.
    pub fn remove(&mut self, id: CardId) {
        if let Some(word) = self.0.get_mut(id.0 as usize / 64) {
            *word &= !(1 << (id.0 % 64));
        }
    }

    /// Whether a card is in it.
    #[must_use]
    pub fn has(&self, id: CardId) -> bool {
        self.0.get(id.0 as usize / 64).is_some_and(|word| word & (1 << (id.0 % 64)) != 0)
    }

    /// Puts the cards of another set in.
    pub fn extend(&mut self, other: &CardSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// Whether no card is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}

/// The lines of a deck by card: for each card its lines in file order.
#[derive(Debug, Default)]
pub struct Totals {
    /// Line indices, those of a card side by side, in the order of the file.
    order: Vec<u32>,
    /// Start of each card's run in `order`, and its card, in order of the first line.
    groups: Vec<(CardId, u32, u32)>,
}

impl Totals {
    /// Groups the known lines of a deck.
    #[must_use]
    pub fn of(lines: &[DeckLine<'_>]) -> Self {
        // A card and a line in one number sort as a pair does, and faster.
        let known = (0..).zip(lines).filter_map(|(i, line): (u64, _)| Some(u64::from(line.card?.0) << 32 | i));
        let mut keys: Vec<u64> = Vec::with_capacity(lines.len());
        keys.extend(known);
        let written: Vec<u64> = keys.clone();
        keys.sort_unstable();
        let (card, line) = (|key: u64| CardId((key >> 32) as u32), |key: u64| key as u32);
        if keys.windows(2).all(|pair| card(pair[0]) != card(pair[1])) {
            // In most decks each card has one line: they are in order as they stand.
            let order = written.iter().map(|&key| line(key)).collect();
            let groups = (0..).zip(&written).map(|(at, &key)| (card(key), at, at + 1)).collect();
            return Totals { order, groups };
        }
        let order: Vec<u32> = keys.iter().map(|&key| line(key)).collect();
        let mut groups: Vec<(CardId, u32, u32)> = Vec::with_capacity(order.len());
        for (at, &key) in (0..).zip(&keys) {
            let card = card(key);
            match groups.last_mut() {
                Some((last, _, end)) if *last == card => *end = at + 1,
                _ => groups.push((card, at, at + 1)),
            }
        }
        groups.sort_unstable_by_key(|&(_, start, _)| order[start as usize]);
        Totals { order, groups }
    }

    /// Each card once, in order of its first line, with its line indices.
    pub fn cards(&self) -> impl Iterator<Item = (CardId, &[u32])> {
        self.groups.iter().map(|&(card, start, end)| (card, &self.order[start as usize..end as usize]))
    }

    /// The line indices of a card.
    #[must_use]
    pub fn lines_of(&self, card: CardId) -> &[u32] {
        self.groups
            .iter()
            .find(|g| g.0 == card)
            .map_or(&[], |&(_, start, end)| &self.order[start as usize..end as usize])
    }
}

/// The cards that share a value.
pub type Group<'a> = (Cow<'a, str>, Vec<CardId>);

/// One rule at work on one deck.
#[derive(Debug)]
pub struct Cx<'a> {
    /// The deck.
    pub deck: &'a Deck<'a>,
    /// Its lines by card.
    pub totals: &'a Totals,
    /// The game.
    pub spec: &'a GameSpec,
    /// Its cards.
    pub catalog: &'a Catalog,
    /// The deck's text, for line numbers.
    pub source: &'a Source,
    /// The shared texts, for the names of layers.
    pub sources: &'a Sources,
    /// The rule.
    pub rule: &'a BoundRule,
    /// Whether the deck is under construction, so that too few cards are a note.
    pub draft: bool,
    /// What was found.
    pub out: &'a mut Vec<Finding>,
    /// How many findings the rule has, with those that are only counted.
    pub found: usize,
}

impl<'a> Cx<'a> {
    /// Adds a finding, unless the rule has very many.
    pub fn push(&mut self, finding: Finding) {
        if !self.skip() {
            self.found += 1;
            self.out.push(finding);
        }
    }

    /// Whether the rule has so many findings that the next one is only counted, which this does.
    pub fn skip(&mut self) -> bool {
        let full = self.found >= MOST_FINDINGS;
        self.found += usize::from(full);
        full
    }

    /// Says how many findings were only counted.
    pub fn close(self) {
        if let (Some(more @ 1..), Some(last)) = (self.found.checked_sub(MOST_FINDINGS), self.out.last_mut()) {
            last.diagnostic.notes.push(format!("{} of this rule, not listed", counted(more as u64, "more finding")));
        }
    }

    /// A line by its index.
    #[must_use]
    pub fn line(&self, index: u32) -> &'a DeckLine<'a> {
        &self.deck.lines[index as usize]
    }

    /// Copies on those of `lines` that stand in `sections`.
    #[must_use]
    pub fn copies(&self, lines: &[u32], sections: Sections) -> u64 {
        lines.iter().map(|&i| self.line(i)).filter(|l| sections.has(l.section)).map(|l| u64::from(l.count)).sum()
    }

    /// The line at which the copies in `sections` go over `max`.
    #[must_use]
    pub fn line_over(&self, lines: &[u32], sections: Sections, max: u64) -> Option<u32> {
        let mut total = 0;
        lines.iter().copied().find(|&i| {
            let line = self.line(i);
            if sections.has(line.section) {
                total += u64::from(line.count);
            }
            total > max
        })
    }

    /// The value of a card's attribute.
    #[must_use]
    pub fn value(&self, card: CardId, attribute: usize) -> &'a Value {
        self.catalog.value(card, attribute)
    }

    /// A card's name.
    #[must_use]
    pub fn name(&self, card: CardId) -> &'a str {
        &self.catalog.card(card).name
    }

    /// A finding of the rule at its level.
    pub fn finding(&self, place: impl Into<Place>, message: String, cards: &[CardId]) -> Finding {
        let rule = self.rule;
        let mut diagnostic = Diagnostic {
            code: rule.id.clone(),
            slug: rule.slug.clone(),
            level: rule.level,
            message,
            place: place.into(),
            label: "".into(),
            related: Vec::new(),
            notes: Vec::new(),
            help: None,
            section: None,
            basis: Some(rule.basis),
            facts: crate::diagnostics::Facts::default(),
            fix: None,
        };
        diagnostic.facts.cards = cards.iter().map(|&c| self.card_fact(c)).collect();
        if let Some((place, text)) = &rule.level_set_by {
            diagnostic = diagnostic.related(*place, text.clone());
        }
        Finding { diagnostic, subjects: Subjects(cards.to_vec()) }
    }

    /// Says that the rule could not be judged, and why.
    pub fn not_evaluated(&mut self, place: impl Into<Place>, why: String, cards: &[CardId]) {
        let mut finding = self.finding(place, format!("not evaluated: {why}"), cards);
        finding.diagnostic.level = Level::Note;
        finding.diagnostic.related.clear();
        self.push(finding);
    }

    /// Adds a frame in the file that set a value, if it was not the game itself.
    pub fn set_by(&self, finding: &mut Finding, span: Span, what: &str) {
        if span.file == self.rule.game_file || span.file == FileId::INPUT {
            return;
        }
        let name = self.sources.get(span.file).map_or_else(String::new, |s| s.name.clone());
        finding
            .diagnostic
            .related
            .push(crate::diagnostics::Related { place: span.into(), text: format!("{what} is set here") });
        finding.diagnostic.facts.set_by = Some(name);
    }

    /// A card with its copies by section and their lines.
    #[must_use]
    pub fn card_fact(&self, card: CardId) -> CardFact {
        let mut sections: Vec<SectionCount> = Vec::new();
        let mut count = 0;
        for &index in self.totals.lines_of(card) {
            let line = self.line(index);
            let number = self.source.line(line.span.start);
            let name = &self.deck.sections[line.section].name;
            count += u64::from(line.count);
            match sections.iter_mut().find(|s| &s.section == name) {
                Some(section) => {
                    section.count += u64::from(line.count);
                    // The lines come in file order.
                    if section.lines.len() < MOST_LINES && section.lines.last() != Some(&number) {
                        section.lines.push(number);
                    }
                }
                None => {
                    sections.push(SectionCount { section: name.clone(), count: line.count.into(), lines: vec![number] })
                }
            }
        }
        let card = self.catalog.card(card);
        CardFact { code: card.code.as_deref().map(str::to_owned), name: card.name.to_string(), count, sections }
    }

    /// `3 Main Deck, 2 Provisionary Deck`, where the copies are in several sections.
    #[must_use]
    pub fn split(&self, lines: &[u32], sections: Sections) -> Option<String> {
        let mut by_section: Vec<(usize, u64)> = Vec::new();
        for &index in lines {
            let line = self.line(index);
            if !sections.has(line.section) {
                continue;
            }
            match by_section.iter_mut().find(|(s, _)| *s == line.section) {
                Some((_, count)) => *count += u64::from(line.count),
                None => by_section.push((line.section, u64::from(line.count))),
            }
        }
        let parts: Vec<String> =
            by_section.iter().map(|&(s, n)| format!("{n} {}", self.deck.sections[s].title)).collect();
        (parts.len() > 1).then(|| parts.join(", "))
    }

    /// Marks the other lines that take part.
    pub fn mark_lines(&self, finding: &mut Finding, lines: impl Iterator<Item = u32>, sections: Sections, except: u32) {
        for index in lines.filter(|&i| i != except).take(MOST_LINES) {
            let line = self.line(index);
            if sections.has(line.section) {
                let text = copies(u64::from(line.count));
                finding.diagnostic.related.push(crate::diagnostics::Related { place: line.span.into(), text });
            }
        }
    }

    /// The value of an attribute of each card that stands in `sections` and `cards`, with its lines; cards that lack
    /// the value come second.
    #[must_use]
    pub fn by_value(&self, attribute: usize, cards: &CardSet, sections: Sections) -> (Vec<Group<'a>>, Vec<CardId>) {
        let mut groups: Vec<Group<'a>> = Vec::new();
        let mut index: FxHashMap<Cow<'a, str>, usize> = FxHashMap::default();
        let mut folded: FxHashMap<String, usize> = FxHashMap::default();
        let mut missing = Vec::new();
        for (card, lines) in self.totals.cards() {
            if !cards.has(card) || self.copies(lines, sections) == 0 {
                continue;
            }
            let mut add = |value: Cow<'a, str>| {
                let at = *index.entry(value.clone()).or_insert_with(|| {
                    // `NOON` in a stranger's pool is the symbol `Noon`, as it is for a rule that names it.
                    *folded.entry(fold(&value)).or_insert_with(|| {
                        groups.push((value, Vec::new()));
                        groups.len() - 1
                    })
                });
                if groups[at].1.last() != Some(&card) {
                    groups[at].1.push(card);
                }
            };
            match self.value(card, attribute) {
                Value::Missing => missing.push(card),
                Value::Text(text) => add(Cow::Borrowed(text)),
                Value::List(values) => values.iter().for_each(|v| add(Cow::Borrowed(v))),
                Value::Bool(b) => add(Cow::Borrowed(if *b { "true" } else { "false" })),
                Value::Int(n) => add(Cow::Owned(n.to_string())),
            }
        }
        (groups, missing)
    }

    /// The place of a section: its heading, else its first card, else the file.
    #[must_use]
    pub fn section_place(&self, section: usize) -> Place {
        let first = || self.deck.lines.iter().find(|l| l.section == section).map(|l| l.span);
        self.deck.sections[section].span.or_else(first).map_or(Place::File(FileId::INPUT), Place::Span)
    }
}

/// `1 copy`, `3 copies`.
#[must_use]
pub fn copies(n: u64) -> String {
    format!("{n} {}", if n == 1 { "copy" } else { "copies" })
}

/// `1 card`, `3 cards`.
#[must_use]
pub fn cards(n: u64) -> String {
    counted(n, "card")
}
