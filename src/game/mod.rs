//! A game assembled from its files: the games in the binary, those of `--games DIR`, the check of one deck and its
//! conversion.

mod check;
mod convert;
mod files;
mod session;

pub use check::{Checked, DeckInput, SectionTotal, Verdict, check};
pub use convert::{Converted, convert};
pub use files::{GameFiles, Games, io_reason};
pub use session::{Game, MAX_FILE, Options, PoolOption, Prepared, Session, read_all, read_limited};
