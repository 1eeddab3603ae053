//! The quick way through a deck in YAML or JSON whose cards are lists of `{code: CODE, count: 4}`: no tree is made of them.
//! Any other deck goes through [`super::tree`] and [`crate::deck::resolve`], whose meaning this must not change.

use std::borrow::Cow;
use std::ops::Range;

use super::build::MOST_COPIES;
use super::columns::{Amount, Column, Words};
use super::line::trimmed;
use super::tree::{is_aside, within};
use super::{Format, Source};
use crate::catalog::{Catalog, Lookup};
use crate::deck::resolve::Resolver;
use crate::deck::{CardText, Deck, DeckLine, DeckSection, RawLine};
use crate::diagnostics::Diagnostic;
use crate::spec::GameSpec;
use crate::text::{FileId, Key, Node, Pair, Records, Span, Value, fold_key, is_null, json_records, yaml_records};

/// How many different keys cards may have.
const MOST_KEYS: usize = 16;

/// The deck's file, if it may be one of that kind.
pub(super) fn of(source: &Source, format: Format) -> Option<Records> {
    let records = match format {
        Format::Json => json_records(&source.text, FileId::INPUT),
        Format::Yaml => yaml_records(&source.text, FileId::INPUT),
        _ => None,
    }?;
    // The header is read of the tree, in which the lists are empty.
    let mut entries = records.root().as_map().unwrap_or_default().iter();
    let sound = entries.all(|(key, value)| records.of(value).is_none() || !is_aside(&fold_key(&key.value)));
    (records.lists() > 0 && sound).then_some(records)
}

struct Reader<'t, 'a> {
    source: &'t Source,
    records: &'a Records,
    spec: &'a GameSpec,
    words: Words<'a>,
    /// Keys of cards and what they mean.
    keys: Vec<(&'t str, Option<Column>)>,
    resolver: Resolver<'a>,
    deck: Deck<'t>,
    /// How many lists were read.
    lists: usize,
}

/// The deck and what is wrong with its cards, if it is of that kind.
pub(super) fn read<'t>(
    source: &'t Source,
    records: &Records,
    spec: &GameSpec,
    catalog: &Catalog,
) -> Option<(Deck<'t>, Vec<Diagnostic>)> {
    let root = records.root();
    let mut reader = Reader {
        source,
        records,
        spec,
        words: Words::of(spec),
        keys: Vec::with_capacity(4),
        resolver: Resolver::new(spec, catalog),
        deck: Deck { sections: DeckSection::all(spec), lines: Vec::with_capacity((source.text.len() / 32).min(64)) },
        lists: 0,
    };
    match &root.value {
        Value::Map(entries) => {
            for (key, value) in entries {
                match fold_key(&key.value).as_ref() {
                    word if is_aside(word) => {}
                    "sections" => {
                        for (key, value) in value.as_map()? {
                            reader.section(key, value)?;
                        }
                    }
                    "cards" => reader.cards(spec.default_section(), value)?,
                    _ => reader.section(key, value)?,
                }
            }
        }
        Value::List(_) => reader.cards(spec.default_section(), root)?,
        Value::Scalar(_) => return None,
    }
    // A list that was passed over may hold what there is more to say of, as may a key that stands twice.
    let whole = reader.lists == records.lists() && !reader.deck.lines.is_empty() && root.repeated_keys().is_empty();
    whole.then(|| (reader.deck, reader.resolver.finish()))
}

impl<'t> Reader<'t, '_> {
    fn section(&mut self, key: &Key, value: &Node) -> Option<()> {
        let section = self.spec.section_for_heading(&key.value)?;
        let span = within(self.source, &key.value, key.span, trimmed(&key.value));
        self.deck.sections[section].span.get_or_insert(span);
        self.cards(section, value)
    }

    fn cards(&mut self, section: usize, value: &Node) -> Option<()> {
        match self.records.of(value) {
            Some(pairs) => {
                self.lists += 1;
                pairs.chunk_by(|_, next| !next.first).try_for_each(|card| self.card(section, card))
            }
            None => value.as_list().filter(|items| items.is_empty()).map(drop),
        }
    }

    /// Takes a card; `None` if there may be more to say of it.
    fn card(&mut self, section: usize, pairs: &[Pair]) -> Option<()> {
        let text: &'t str = &self.source.text;
        let place = |at: Range<usize>| Span::new(FileId::INPUT, at.start, at.end);
        let mut section = section;
        let (mut code, mut name, mut card, mut count) = (None, None, None, None);
        let mut seen = 0_u32;
        for pair in pairs {
            let (bit, column) = self.column(&text[pair.key()])?;
            if seen & bit != 0 {
                return None;
            }
            seen |= bit;
            if column == Column::Harmless {
                continue;
            }
            let value = &text[pair.value()];
            if value.is_empty() || trimmed(value).len() < value.len() || is_null(value, pair.plain) {
                return None;
            }
            let slot = match column {
                Column::Code => &mut code,
                Column::Name => &mut name,
                Column::Card => &mut card,
                Column::Count => &mut count,
                Column::Section => {
                    section = self.spec.section_for_heading(value)?;
                    self.deck.sections[section].span.get_or_insert(place(pair.value()));
                    continue;
                }
                Column::Number | Column::Harmless => return None,
            };
            if slot.is_some() {
                return None;
            }
            *slot = Some(pair);
        }
        let span = place(code.or(name).or(card)?.value());
        let [code, name, card] = [code, name, card].map(|slot| slot.map(|pair| &text[pair.value()]));
        let (count, count_span) = match count {
            None => (1, None),
            Some(pair) => {
                let at = pair.value();
                let (Amount::Of(count @ 1..=MOST_COPIES), part) = Amount::parse(&text[at.clone()]) else { return None };
                (count as u32, Some(place(at.start + part.start..at.start + part.end)))
            }
        };
        let single = match (code, name.or(card)) {
            (Some(text), None) | (None, Some(text)) => Some(text),
            _ => None,
        };
        let raw = self.deck.lines.len();
        let line = match single.map(|text| (text, self.resolver.find(text))) {
            Some((text, Lookup::One(found))) => {
                DeckLine { section, count, card: Some(found), text: Cow::Borrowed(text), span, count_span, raw }
            }
            _ => {
                let card = match (code, name, card) {
                    (None, None, Some(card)) => CardText::Either(Cow::Borrowed(card)),
                    (code, name, card) => {
                        CardText::Fields { code: code.map(Cow::Borrowed), name: name.or(card).map(Cow::Borrowed) }
                    }
                };
                let line = RawLine { section, count, card, span, count_span };
                DeckLine { raw, ..self.resolver.line(&line, section) }
            }
        };
        self.deck.sections[section].total += u64::from(count);
        self.deck.lines.push(line);
        Some(())
    }

    /// What a card's key means, and a bit of its own.
    fn column(&mut self, word: &'t str) -> Option<(u32, Column)> {
        let at = match self.keys.iter().position(|(known, _)| *known == word) {
            Some(at) => at,
            None if self.keys.len() == MOST_KEYS => return None,
            None => {
                self.keys.push((word, self.words.get(word)));
                self.keys.len() - 1
            }
        };
        Some((1 << at, self.keys[at].1?))
    }
}
