//! A game assembled from its files: the games in the binary, those of `--games DIR`, the check of one deck and its
//! conversion.

mod check;
mod complete;
mod convert;
mod files;
mod fingerprint;
mod lists;
mod mend;
mod play;
mod propose;
mod read;
mod scaffold;
mod session;
mod waive;

pub use check::{Checked, DeckInput, Opened, SectionTotal, Verdict, check, check_json, check_with, game_of_place};
pub use complete::{Copies, Stuck, Wish, Wishes, complete, rules_of};
pub use convert::{Converted, convert};
pub use files::{GameFiles, Games, io_reason};
pub use fingerprint::{pool_fingerprint, rules_fingerprint};
pub use lists::{layer_name, layer_of};
pub use mend::{Mended, mend};
pub use play::{Ready, ready, ready_with, runner};
pub use propose::propose;
pub use read::{MAX_FILE, read_all, read_limited};
pub use scaffold::{Plan, PlanSection, Scaffold, System, game_id_of, scaffold};
pub use session::{Game, Options, PoolOption, Prepared, Session};
pub use waive::{Waived, WaivedBy, Waiver};
