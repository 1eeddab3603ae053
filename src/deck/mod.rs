//! Decks: reading files into [`RawDeck`]s, then resolving names into [`Deck`]s.

pub mod format;
mod native;
mod raw;
mod resolve;

pub use native::{DeckFile, DeckFileSection};
pub use raw::{CardText, Header, RawDeck, RawLine, RawSection};
pub use resolve::{Deck, DeckLine, DeckSection, resolve};
