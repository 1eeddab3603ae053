//! What a deck holds, whatever its file looks like: copies by section and card.

use std::collections::BTreeMap;

use super::Deck;
use crate::catalog::CardId;
use crate::spec::GameSpec;
use crate::text::fold;

/// A section: its place in the game's order, and its name. Sections that the game lacks come last, by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SectionKey {
    /// Index of the game's section; `usize::MAX` for one that the game lacks.
    pub index: usize,
    /// Its name in the game, or its heading.
    pub name: String,
}

impl SectionKey {
    /// The key of a section of the game.
    #[must_use]
    pub fn of(spec: &GameSpec, index: usize) -> SectionKey {
        SectionKey { index, name: spec.section_name(index).unwrap_or_default().to_owned() }
    }
}

/// A card of a deck: a known one, or the text of a line that names none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Identity {
    /// A card of the catalog.
    Card(CardId),
    /// The text of an unknown or ambiguous line.
    Unknown(UnknownCard),
}

impl Identity {
    /// A line that names no card.
    #[must_use]
    pub fn unknown(text: &str) -> Identity {
        Identity::Unknown(UnknownCard { folded: fold(text), text: text.to_owned() })
    }
}

/// The text of a line that names no card. Two are one if they fold alike, however they are written.
#[derive(Clone, Debug)]
pub struct UnknownCard {
    folded: String,
    text: String,
}

impl UnknownCard {
    /// The text by which it is compared.
    #[must_use]
    pub fn folded(&self) -> &str {
        &self.folded
    }

    /// The text as it was written where it came first.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl PartialEq for UnknownCard {
    fn eq(&self, other: &Self) -> bool {
        self.folded == other.folded
    }
}

impl Eq for UnknownCard {}

impl PartialOrd for UnknownCard {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for UnknownCard {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.folded.cmp(&other.folded)
    }
}

impl std::hash::Hash for UnknownCard {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.folded.hash(state);
    }
}

/// Copies by section and card. Order, spelling, comments and format of a file do not matter to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents(BTreeMap<SectionKey, BTreeMap<Identity, u64>>);

/// A card of which two decks have different numbers in one section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The section.
    pub section: SectionKey,
    /// The card.
    pub card: Identity,
    /// Copies in the first deck.
    pub before: u64,
    /// Copies in the second deck.
    pub after: u64,
}

impl Contents {
    /// What a deck holds; unknown cards too.
    #[must_use]
    pub fn of(deck: &Deck<'_>, known_sections: usize) -> Self {
        let mut out = Contents::default();
        for line in &deck.lines {
            let index = if line.section < known_sections { line.section } else { usize::MAX };
            let section = SectionKey { index, name: deck.sections[line.section].name.clone() };
            let card = match line.card {
                Some(card) => Identity::Card(card),
                None => Identity::unknown(&line.text),
            };
            out.add(section, card, line.count.into());
        }
        out
    }

    /// Adds copies.
    pub fn add(&mut self, section: SectionKey, card: Identity, copies: u64) {
        if copies > 0 {
            *self.0.entry(section).or_default().entry(card).or_default() += copies;
        }
    }

    /// Takes copies out, at most as many as there are.
    pub fn take(&mut self, section: &SectionKey, card: &Identity, copies: u64) {
        if let Some(cards) = self.0.get_mut(section)
            && let Some(count) = cards.get_mut(card)
        {
            *count = count.saturating_sub(copies);
            cards.retain(|_, n| *n > 0);
            if cards.is_empty() {
                self.0.remove(section);
            }
        }
    }

    /// Copies of a card in a section.
    #[must_use]
    pub fn copies(&self, section: &SectionKey, card: &Identity) -> u64 {
        self.0.get(section).and_then(|cards| cards.get(card)).copied().unwrap_or(0)
    }

    /// Copies of a card in all sections.
    #[must_use]
    pub fn everywhere(&self, card: &Identity) -> u64 {
        self.0.values().filter_map(|cards| cards.get(card)).sum()
    }

    /// The sections that hold cards, in the game's order.
    pub fn sections(&self) -> impl Iterator<Item = (&SectionKey, &BTreeMap<Identity, u64>)> {
        self.0.iter()
    }

    /// Copies in a section.
    #[must_use]
    pub fn total(&self, section: &SectionKey) -> u64 {
        self.0.get(section).map_or(0, |cards| cards.values().sum())
    }

    /// Every copy of every section, as if they were one.
    #[must_use]
    pub fn together(&self) -> BTreeMap<&Identity, u64> {
        let mut out = BTreeMap::new();
        for (card, n) in self.0.values().flatten() {
            *out.entry(card).or_default() += n;
        }
        out
    }

    /// Where two decks differ, by section, then card.
    #[must_use]
    pub fn changes(&self, other: &Contents) -> Vec<Change> {
        let keys = |c: &Contents| -> Vec<(SectionKey, Identity)> {
            c.0.iter().flat_map(|(s, cards)| cards.keys().map(move |card| (s.clone(), card.clone()))).collect()
        };
        let mut all = keys(self);
        all.extend(keys(other));
        all.sort();
        all.dedup();
        all.into_iter()
            .map(|(section, card)| {
                let (before, after) = (self.copies(&section, &card), other.copies(&section, &card));
                Change { section, card, before, after }
            })
            .filter(|change| change.before != change.after)
            .collect()
    }
}
