//! Playing decks out: chance, cards in play, abilities, policies, and the loop that runs any turn engine.

pub mod ability;
mod deal;
mod dice;
mod effects;
mod engine;
mod estimate;
mod goal;
mod kit;
pub mod odds;
mod offers;
mod piles;
mod policy;
mod policy_file;
mod record;
mod runner;
mod session;
mod setup;
mod tally;

pub use ability::{Ability, Compare, Condition, Effect, Op, Quantity, Stat, Until, Verb, When, Who};
pub use dice::{Dice, Purpose, RNG, Scripted, Streams};
pub use effects::{
    CHOICE_VERBS, Choice, Core, Host, Task, Unit, activate, choice_act, choice_worth, choices, chosen, common_quantity,
    holds, settle, trigger,
};
pub use engine::{Act, Drawing, Engine, Outcome, Seat, Step, Zone, afresh, count, each_card};
pub use estimate::{Interval, wilson};
pub use goal::{Clause, Due, Goal, GoalError};
pub use kit::{BLANK, Face, Kind, Kit, KitSource, MaskId, SeatDeck, Wishes};
pub use offers::{Best, Offers};
pub use piles::{Deck as DeckPile, Piles, each_kind, take};
pub use policy::{Pilot, Policy, Prefer, Preference};
pub use policy_file::{OpponentDeck, PolicyFile};
pub use record::{Log, LogLine, Quiet, Recorder};
pub use runner::{About, Job, Opening, Runner, Trace};
pub use session::{Session, Table, outcome};
pub use setup::Setup;
pub use tally::{EndingTally, Histogram, Tally, TurnTally};
