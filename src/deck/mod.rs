//! Decks: reading files into [`RawDeck`]s, then resolving names into [`Deck`]s, and editing the files in place.

mod contents;
pub mod edit;
pub mod format;
mod native;
mod order;
mod raw;
mod resolve;

pub use contents::{Change, Contents, Identity, SectionKey};
pub use native::{DeckFile, DeckFileSection};
pub use order::{Order, SortKey, compare, sort_key};
pub use raw::{CardText, Header, RawDeck, RawLine, RawSection};
pub use resolve::{Deck, DeckLine, DeckSection, resolve};
