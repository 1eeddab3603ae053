//! Deck-building rules: data from `rules.yaml` and layers, bound to a game's cards, run over decks.

mod bind;
pub mod check;
mod layer;
mod merge;
pub mod repair;
mod rule;
mod run;
mod written;

pub use bind::{BoundRule, Ruleset, bind};
pub use layer::{Allow, Entry, Layer, Limit, Restricted};
pub use merge::{Applied, LayerSource, Merged, Override, merge};
pub use rule::{Cite, Rule, RulesFile};
pub use run::{Finding, Subjects, run};
