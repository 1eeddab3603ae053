//! decklint checks card decks.
#![allow(missing_docs)]
pub mod diagnostics;
pub mod spec;
pub mod text;
