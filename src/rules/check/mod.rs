//! The kinds of checks: a closed set, one file each. A kind is a struct of parameters that binds itself to a game's
//! cards; the bound form looks at decks.

mod bounds;
mod copies;
mod count;
mod every;
mod exclusive;
mod list;
mod match_leader;
mod not_stated;
mod placement;
mod requires;
mod size;
mod support;
mod unique;

use schemars::JsonSchema;
use serde::Deserialize;

use super::repair::Model;

pub use copies::Copies;
pub use count::Count;
pub use every::Every;
pub use exclusive::Exclusive;
pub use list::{List, ListCodes};
pub use match_leader::MatchLeader;
pub use not_stated::NotStated;
pub use placement::Placement;
pub use requires::{Need, Requires};
pub use size::Size;
pub use support::{Bind, CardSet, Cx, Sections, Totals};
pub use unique::Unique;

/// A check and its parameters.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// How many cards sections hold.
    Size(Size),
    /// How many copies of one card.
    Copies(Copies),
    /// How many cards of one attribute value.
    Unique(Unique),
    /// How many cards of a kind.
    Count(Count),
    /// Kinds of cards that do not stand in one deck.
    Exclusive(Exclusive),
    /// Where cards of a kind may stand.
    Placement(Placement),
    /// Cards agree with the leader.
    MatchLeader(MatchLeader),
    /// All cards are of a kind, or keep the leader's own rule.
    Every(Every),
    /// A card that needs others.
    Requires(Requires),
    /// Banned, limited, restricted and allowed cards.
    List(List),
    /// The text is silent.
    NotStated(NotStated),
}

/// A check bound to the cards of a game.
pub trait Bound: Send + Sync + std::fmt::Debug {
    /// Reports what is wrong with a deck.
    fn check(&self, cx: &mut Cx<'_>);

    /// Says what a deck must satisfy so that nothing is reported.
    fn constrain(&self, model: &mut Model<'_>);
}

impl Check {
    /// Binds the check; what it names and the game lacks is reported.
    #[must_use]
    pub fn bind(&self, bind: &mut Bind<'_>) -> Box<dyn Bound> {
        match self {
            Check::Size(c) => c.bind(bind),
            Check::Copies(c) => c.bind(bind),
            Check::Unique(c) => c.bind(bind),
            Check::Count(c) => c.bind(bind),
            Check::Exclusive(c) => c.bind(bind),
            Check::Placement(c) => c.bind(bind),
            Check::MatchLeader(c) => c.bind(bind),
            Check::Every(c) => c.bind(bind),
            Check::Requires(c) => c.bind(bind),
            Check::List(c) => c.bind(bind),
            Check::NotStated(c) => c.bind(bind),
        }
    }
}
