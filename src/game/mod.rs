//! A game assembled from its files: the games in the binary, those of `--games DIR`, and the check of one deck.

mod check;
mod files;
mod fingerprint;
mod mend;
mod session;

pub use check::{Checked, DeckInput, Opened, SectionTotal, Verdict, check};
pub use files::{GameFiles, Games, io_reason};
pub use fingerprint::{pool_fingerprint, rules_fingerprint};
pub use mend::{Mended, mend};
pub use session::{Game, MAX_FILE, Options, PoolOption, Prepared, Session, read_all, read_limited};
