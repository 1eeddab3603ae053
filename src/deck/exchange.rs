//! Whether a deck that is played is the one that was registered.

use std::collections::BTreeSet;

use super::{Change, Contents, Identity, SectionKey};
use crate::spec::GameSpec;

/// What a deck that is played has to do with the registered one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Where the two differ, by section and card.
    pub changes: Vec<Change>,
    /// What is not allowed about it.
    pub breaches: Vec<Breach>,
}

/// A difference that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breach {
    /// Before the first game every section is as registered.
    Changed(Change),
    /// More copies of a card are played than were registered.
    NotRegistered {
        /// The card.
        card: Identity,
        /// Copies that were registered, in all sections.
        registered: u64,
        /// Copies that are played.
        played: u64,
    },
    /// Copies of a card are gone.
    Missing {
        /// The card.
        card: Identity,
        /// Copies that were registered, in all sections.
        registered: u64,
        /// Copies that are played.
        played: u64,
    },
    /// A card came into or left a section that takes no part in the exchange.
    WrongSection(Change),
}

/// Compares a deck with the registered one before a game of a match, counted from 1. Before the first game every section
/// is equal. Later, cards may have changed places between the main section and the side section, and nothing else.
#[must_use]
pub fn exchange(registered: &Contents, played: &Contents, spec: &GameSpec, game_of_match: u32) -> Exchange {
    let changes = registered.changes(played);
    let mut breaches = Vec::new();
    if game_of_match <= 1 {
        breaches.extend(changes.iter().cloned().map(Breach::Changed));
        return Exchange { changes, breaches };
    }
    let open: Vec<usize> = spec.side_section().into_iter().flat_map(|side| [spec.default_section(), side]).collect();
    let (before, after) = (registered.together(), played.together());
    let cards: BTreeSet<&Identity> = before.keys().chain(after.keys()).copied().collect();
    for card in cards {
        let count = |all: &std::collections::BTreeMap<&Identity, u64>| all.get(card).copied().unwrap_or(0);
        let (registered, played) = (count(&before), count(&after));
        let card = card.clone();
        match registered.cmp(&played) {
            std::cmp::Ordering::Less => breaches.push(Breach::NotRegistered { card, registered, played }),
            std::cmp::Ordering::Greater => breaches.push(Breach::Missing { card, registered, played }),
            std::cmp::Ordering::Equal => {}
        }
    }
    let closed = |key: &SectionKey| !open.contains(&key.index);
    breaches.extend(changes.iter().filter(|c| closed(&c.section)).cloned().map(Breach::WrongSection));
    Exchange { changes, breaches }
}
