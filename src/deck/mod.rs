//! Decks: reading files into [`RawDeck`]s, then resolving names into [`Deck`]s, and editing the files in place.

mod contents;
pub mod edit;
mod exchange;
pub mod format;
mod hash;
mod native;
mod order;
mod raw;
mod resolve;
mod stats;
mod waiver;

pub use contents::{Change, Contents, Identity, SectionKey, UnknownCard};
pub use exchange::{Breach, Exchange, exchange};
pub use hash::{DeckHash, canonical, hash};
pub use native::{DeckFile, DeckFileSection};
pub use order::{Order, SortKey, compare, sort_key};
pub use raw::{CardText, Header, RawDeck, RawLine, RawSection};
pub use resolve::{Deck, DeckLine, DeckSection, resolve};
pub use stats::{Spread, SpreadRow};
pub use waiver::{WaiverComment, waiver_comment};
