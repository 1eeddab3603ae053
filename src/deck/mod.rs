//! Decks: reading files into [`RawDeck`]s, then resolving names into [`Deck`]s.

pub mod format;
mod native;
mod raw;
mod resolve;
mod waiver;

pub use native::{DeckFile, DeckFileSection};
pub use raw::{CardText, Header, RawDeck, RawLine, RawSection};
pub use resolve::{Deck, DeckLine, DeckSection, resolve};
pub use waiver::{WaiverComment, waiver_comment};
