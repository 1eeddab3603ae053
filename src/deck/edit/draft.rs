//! A deck's text under edit.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use super::super::format::{Format, open};
use super::spelling::{Spelled, Style, style};
use super::{EditError, Edited, Patch, View, header, patched, refuse, sort, spelling};
use crate::catalog::{CardId, Catalog};
use crate::deck::{Contents, Deck, DeckLine, Header, Identity, Order, SectionKey, resolve};
use crate::diagnostics::{DCK_FORMAT, Diagnostic};
use crate::spec::GameSpec;
use crate::text::{FileId, Place, Source, fold};

/// No line holds more copies.
const MOST_COPIES: u32 = 999;
/// How many lines are edited one by one: the file is read anew for each.
const MOST_STEPS: usize = 2_000;

/// A deck's text and what it is to hold after the edits so far.
#[derive(Clone, Debug)]
pub struct Draft<'g> {
    name: String,
    pub(super) text: String,
    pub(super) spec: &'g GameSpec,
    pub(super) catalog: &'g Catalog,
    pub(super) expected: Contents,
    header: Header,
}

pub(super) fn section_key(deck: &Deck<'_>, section: usize, known: usize) -> SectionKey {
    let index = if section < known { section } else { usize::MAX };
    SectionKey { index, name: deck.sections[section].name.clone() }
}

fn uneditable(format: Format) -> String {
    format!("a deck in {} is not edited in place; `decklint convert` writes it in a format that is", format.name())
}

fn is_of(line: &DeckLine<'_>, card: &Identity) -> bool {
    match (card, line.card) {
        (Identity::Card(wanted), Some(card)) => *wanted == card,
        (Identity::Unknown(wanted), None) => wanted.folded() == fold(&line.text),
        _ => false,
    }
}

impl<'g> Draft<'g> {
    /// A deck's text; `name` is the file's, which tells the format where the content leaves a doubt.
    ///
    /// # Errors
    /// The text is no deck of a format that can be edited.
    pub fn new(name: &str, text: &str, spec: &'g GameSpec, catalog: &'g Catalog) -> Result<Draft<'g>, Box<Diagnostic>> {
        let source = Source::new(name, text);
        let document = open(&source)?;
        if document.editable(&source).is_none() {
            return Err(Box::new(Diagnostic::general(
                &DCK_FORMAT,
                Place::File(FileId::INPUT),
                uneditable(document.format),
            )));
        }
        let (header, _) = document.header(&source);
        let (deck, _) = document.deck(&source, spec, catalog);
        let expected = Contents::of(&deck, spec.sections.len());
        Ok(Draft { name: name.to_owned(), text: text.to_owned(), spec, catalog, expected, header })
    }

    /// What the deck holds.
    #[must_use]
    pub fn contents(&self) -> &Contents {
        &self.expected
    }

    /// The key of a section of the game.
    #[must_use]
    pub fn section(&self, index: usize) -> SectionKey {
        SectionKey::of(self.spec, index)
    }

    pub(super) fn look<R>(&self, f: impl FnOnce(&View<'_>) -> R) -> Edited<R> {
        let source = Source::new(self.name.as_str(), self.text.as_str());
        let document = open(&source).map_err(|d| EditError(d.message))?;
        let Some(form) = document.editable(&source) else { return refuse(uneditable(document.format)) };
        let (header, _) = document.header(&source);
        let (raw, _) = document.read(&source, self.spec);
        let (deck, _) = resolve(&raw, self.spec, self.catalog);
        Ok(f(&View {
            source: &source,
            document: &document,
            form,
            header: &header,
            raw: &raw,
            deck: &deck,
            spec: self.spec,
            catalog: self.catalog,
            table: OnceCell::new(),
        }))
    }

    pub(super) fn apply(&mut self, patches: Vec<Patch>) {
        if !patches.is_empty() {
            self.text = patched(&self.text, patches);
        }
    }

    /// Puts copies of a card into a section of the game.
    ///
    /// # Errors
    /// A line would hold more than 999 copies, or the format has no place for the card.
    pub fn add(&mut self, section: usize, card: CardId, copies: u32) -> Result<(), EditError> {
        if section >= self.spec.sections.len() {
            return refuse("the game lacks the section, so no card is put into it");
        }
        let (wanted, key) = (Identity::Card(card), self.section(section));
        let patches = self.look(|view| {
            let style = view.last_of(section).map_or(Style::Name, |line| style(view.catalog, line));
            let spelled = Spelled::card(view.catalog, card, style, "");
            put(view, section, &wanted, copies, &spelled)
        })??;
        self.apply(patches);
        self.expected.add(key, wanted, copies.into());
        Ok(())
    }

    /// Takes copies of a card out of a section, the last ones of the file first.
    ///
    /// # Errors
    /// The section has fewer copies, or the format has no way to write it.
    pub fn take(&mut self, section: &SectionKey, card: &Identity, copies: u64) -> Result<(), EditError> {
        self.take_all(&[(section.clone(), card.clone(), copies)])
    }

    /// [`Draft::take`] for several cards at once.
    ///
    /// # Errors
    /// As there; then nothing is taken.
    pub fn take_all(&mut self, cards: &[(SectionKey, Identity, u64)]) -> Result<(), EditError> {
        let mut left: FxHashMap<(SectionKey, Identity), u64> = FxHashMap::default();
        for (section, card, copies) in cards {
            let sum = left.entry((section.clone(), card.clone())).or_default();
            *sum += copies;
            let there = self.expected.copies(section, card);
            if there < *sum {
                let copies = match there {
                    0 => "is no copy".to_owned(),
                    1 => "is only 1 copy".to_owned(),
                    n => format!("are only {n} copies"),
                };
                let title = self.spec.sections.get_index(section.index).map_or(&section.name, |(_, s)| &s.title);
                return refuse(format!("there {copies} in the section {title}"));
            }
        }
        let known = self.spec.sections.len();
        let counts = self.look(|view| {
            let mut counts = Vec::new();
            for (index, line) in view.deck.lines.iter().enumerate().rev() {
                let key = section_key(view.deck, line.section, known);
                let card = line.card.map_or_else(|| Identity::unknown(&line.text), Identity::Card);
                if let Some(left) = left.get_mut(&(key, card)).filter(|left| **left > 0) {
                    let taken = u64::from(line.count).min(*left);
                    *left -= taken;
                    counts.push((index, line.count - u32::try_from(taken).unwrap_or(line.count)));
                }
            }
            counts
        })?;
        self.set_counts(&counts)?;
        for (section, card, copies) in cards {
            self.expected.take(section, card, *copies);
        }
        Ok(())
    }

    /// Sets the counts of lines, by index, the last ones first; zero takes a line out. All at once where the patches do not
    /// meet, else one by one.
    pub(super) fn set_counts(&mut self, counts: &[(usize, u32)]) -> Edited<()> {
        let patches = |view: &View<'_>, part: &[(usize, u32)]| -> Edited<Vec<Patch>> {
            let mut out = Vec::new();
            for &(index, count) in part {
                out.extend(view.set_count(&view.deck.lines[index], count)?);
            }
            Ok(out)
        };
        let lines = |draft: &Self| draft.look(|view| view.deck.lines.len());
        let gone = counts.iter().filter(|(_, count)| *count == 0).count();
        let wanted = lines(self)? - gone;
        let mut whole = self.clone();
        whole.apply(self.look(|view| patches(view, counts))??);
        if counts.len() == 1 || lines(&whole).is_ok_and(|now| now == wanted) {
            self.text = whole.text;
            return Ok(());
        }
        if counts.len() > MOST_STEPS {
            return refuse("too many entries change at once; `decklint convert` writes the deck anew");
        }
        for one in counts {
            let patches = self.look(|view| patches(view, std::slice::from_ref(one)))??;
            self.apply(patches);
        }
        Ok(())
    }

    /// Moves copies of a card from one section to a section of the game.
    ///
    /// # Errors
    /// As [`Draft::take`] and [`Draft::add`].
    pub fn shift(&mut self, from: &SectionKey, to: usize, card: &Identity, copies: u32) -> Result<(), EditError> {
        let key = self.section(to);
        if *from == key {
            return refuse(format!("the cards are in the section {} already", key.name));
        }
        if self.expected.copies(from, card) < u64::from(copies) {
            return self.take(from, card, copies.into());
        }
        let patches = self.look(|view| {
            let known = view.spec.sections.len();
            let own = |line: &&DeckLine<'_>| section_key(view.deck, line.section, known) == *from && is_of(line, card);
            let Some(line) = view.deck.lines.iter().find(own) else {
                return refuse("the card is not found in the file");
            };
            let spelled = match line.card {
                Some(id) => {
                    let beside = view.last_of(to).unwrap_or(line);
                    Spelled::card(view.catalog, id, style(view.catalog, beside), spelling::old_name(view, line))
                }
                None => Spelled::unknown(&line.text),
            };
            put(view, to, card, copies, &spelled)
        })??;
        let before = self.text.clone();
        self.apply(patches);
        self.expected.add(key, card.clone(), copies.into());
        let taken = self.take(from, card, copies.into());
        if taken.is_err() {
            self.text = before;
        }
        taken
    }

    /// Gives the deck another name.
    ///
    /// # Errors
    /// It is no line of text, or the format has no place for it.
    pub fn rename(&mut self, name: &str) -> Result<(), EditError> {
        let patches = self.look(|view| header::rename(view, name))??;
        self.apply(patches);
        let source = Source::new(self.name.as_str(), self.text.as_str());
        let document = open(&source).map_err(|d| EditError(d.message))?;
        let new = document.header(&source).0;
        if new.name.as_ref().map(|n| n.value.as_str()) != Some(name.trim()) {
            return refuse(format!("a deck of this format cannot be called `{name}`"));
        }
        self.header.name = new.name;
        Ok(())
    }

    /// Puts the lines of every group in order.
    ///
    /// # Errors
    /// The new text is no deck, which would be a fault of the program.
    pub fn sort(&mut self, order: Order) -> Result<(), EditError> {
        let patches = self.look(|view| sort::sorted(view, order))?;
        self.apply(patches);
        Ok(())
    }

    /// The text, if it says what the edits meant.
    ///
    /// # Errors
    /// It reads back as another deck: then the file is of a shape that cannot be edited in place.
    pub fn finish(&self) -> Result<&str, EditError> {
        let (now, header) =
            self.look(|view| (Contents::of(view.deck, view.spec.sections.len()), view.header.clone()))?;
        if now != self.expected || header != self.header {
            return refuse(
                "the file would not read back as the deck that was meant, so it is left as it is; `decklint convert` writes \
                 it anew in a shape that can be edited",
            );
        }
        Ok(&self.text)
    }
}

/// The patches that put copies into a section: on the card's line if it has one there, else on a new line.
fn put(view: &View<'_>, section: usize, card: &Identity, copies: u32, spelled: &Spelled) -> Edited<Vec<Patch>> {
    let line = view.deck.lines.iter().find(|line| line.section == section && is_of(line, card));
    let count = line.map_or(0, |line| line.count).saturating_add(copies);
    if count > MOST_COPIES {
        return refuse(format!("{count} copies on one line are more than {MOST_COPIES}"));
    }
    match line {
        Some(line) => view.set_count(line, count),
        None => view.insert(section, count, spelled.written()),
    }
}
