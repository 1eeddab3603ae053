//! What cards do: the closed language of the `abilities` column, the same for all games. `decklint explain abilities`
//! describes it.

mod parse;
#[cfg(test)]
mod tests;

pub(super) use parse::parts;
pub use parse::{AbilityError, Words, parse_abilities, parse_condition};

use super::{Kind, MaskId};

/// When an ability happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// The card is played.
    Played,
    /// The card is revealed by a draw that the rules force, as in a Clash Reaction.
    Revealed,
    /// The owner's turn begins and the card is on the field.
    TurnStart,
    /// The owner's turn ends and the card is on the field.
    TurnEnd,
    /// The card goes into a clash, attack or combat.
    Clash,
    /// It has won a clash or combat.
    Won,
    /// It has lost one.
    Lost,
    /// It has left the field for the pile of used cards.
    Destroyed,
    /// It is put into the Bank.
    Banked,
    /// As long as it is on the field; with a cost, an act that the owner may pay for.
    Field,
    /// It is used for its arts.
    Arts,
    /// The game begins and the card stands apart from the deck, as a Paragon does.
    Start,
}

impl When {
    /// All of them with their words and what they mean, in the order of the reference page.
    pub const ALL: &'static [(When, &'static str, &'static str)] = &[
        (When::Played, "played", "the card is played"),
        (When::Revealed, "revealed", "a forced draw reveals the card, as in a Clash Reaction"),
        (When::TurnStart, "turn-start", "the owner's turn begins"),
        (When::TurnEnd, "turn-end", "the owner's turn ends"),
        (When::Clash, "clash", "the card enters a clash, attack or combat"),
        (When::Won, "won", "the card has won it"),
        (When::Lost, "lost", "the card has lost it"),
        (When::Destroyed, "destroyed", "the card leaves the field for the pile of used cards"),
        (When::Banked, "banked", "the card is put into the Bank"),
        (When::Field, "field", "while the card is on the field; with `cost`, whenever the owner pays"),
        (When::Arts, "arts", "the card is used for its arts"),
        (When::Start, "start", "the game begins and the card stands apart from the deck"),
    ];

    /// The bit of this trigger in [`super::Face::triggers`].
    #[must_use]
    pub fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// A number of a seat that conditions and goals compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// Life or Health; where the deck is the life, cards in the deck.
    Life,
    /// Cards in hand.
    Hand,
    /// Cards in the deck.
    Deck,
    /// Cards in the pile of used cards.
    Grave,
    /// The resource: energy in the Stock, Energy of the turn, Stock of draws.
    Stock,
    /// The turn count.
    Turn,
    /// Damage taken so far.
    Damage,
    /// Cards on the field, of these only if there is a mask.
    Board(Option<MaskId>),
}

impl Quantity {
    /// The words of quantities and what they mean.
    pub const ALL: &'static [(&'static str, &'static str)] = &[
        ("life", "life or Health; where the deck is the life, cards in the deck"),
        ("hand", "cards in hand"),
        ("deck", "cards in the deck"),
        ("grave", "cards in the pile of used cards"),
        ("stock", "the resource: energy in the Stock, Energy of the turn, Stock of draws"),
        ("turn", "the turn count"),
        ("damage", "damage taken so far"),
        ("board", "cards on the field; `board(TERMS)` counts those that the terms name"),
    ];
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `=`
    Equal,
    /// `!=`
    Not,
}

impl Op {
    /// Whether `left op right`.
    #[must_use]
    pub fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Op::Less => left < right,
            Op::AtMost => left <= right,
            Op::More => left > right,
            Op::AtLeast => left >= right,
            Op::Equal => left == right,
            Op::Not => left != right,
        }
    }
}

/// One comparison of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Compare {
    /// Whether the opponent's number is meant.
    pub opponent: bool,
    /// Which number.
    pub quantity: Quantity,
    /// How.
    pub op: Op,
    /// With what.
    pub value: i32,
}

/// Comparisons that must all hold; none is always true.
pub type Condition = Box<[Compare]>;

/// How long a raised or lowered number stays so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Until {
    /// Until the turn ends.
    Turn,
    /// Until the clash or combat ends.
    Clash,
    /// As long as the card is on the field.
    Game,
}

/// A number of a card on the field that effects change: an index into the engine's `STATS`, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stat {
    /// One.
    One(u8),
    /// All.
    All,
}

/// Whose cards are raised or lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// `raise`: this card. `lower`: the opponent's card that it meets, else the strongest.
    One,
    /// All of the seat's cards on the field, of these only if there is a mask.
    All(Option<MaskId>),
}

/// What an effect does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    /// Draw so many.
    Draw(u16),
    /// Discard so many, chosen by the player.
    Discard(u16),
    /// Gain so much of the resource.
    Energy(i32),
    /// Deal so much damage to the other seat.
    Damage(i32),
    /// Regain so much life.
    Heal(i32),
    /// Put so many cards of the deck into the pile of used cards.
    Mill(u16),
    /// Take so many cards from the pile of used cards into the hand.
    Recover(u16, Option<MaskId>),
    /// Take so many cards from the deck into the hand.
    Search(u16, Option<MaskId>),
    /// Change a number of cards on the seat's own field by so much; negative on the other's.
    Raise {
        /// Which number.
        stat: Stat,
        /// By how much.
        by: i32,
        /// Whose.
        who: Who,
        /// How long.
        until: Until,
    },
    /// Lower a number of cards on the other's field.
    Lower {
        /// Which number.
        stat: Stat,
        /// By how much.
        by: i32,
        /// Whose.
        who: Who,
        /// How long.
        until: Until,
    },
    /// Put so many cards of the other's field into its pile of used cards.
    Destroy(u16, Option<MaskId>),
    /// Remove so many cards of the other's field from the game.
    Banish(u16, Option<MaskId>),
    /// Make so many of the seat's cards able to act again; `None`: all.
    Ready(Option<u16>),
    /// Switch off the abilities of the opposing card, or of all.
    Negate,
    /// Damage to the other seat counts twice until the turn ends.
    DoubleDamage,
    /// One more attack or Clash Stage.
    ExtraClash,
    /// Begin the game with this life, which is also the most there can be.
    Health(i32),
    /// Put so many tokens of this card on the field.
    Token(u16, Kind),
    /// The other seat loses (D End).
    DEnd,
}

impl Verb {
    /// Words, forms and meanings of all effects, for the reference page.
    pub const ALL: &'static [(&'static str, &'static str, &'static str)] = &[
        ("draw", "draw N", "draw N cards"),
        ("discard", "discard N", "discard N cards of one's choice"),
        ("energy", "energy N", "gain N of the game's resource"),
        ("damage", "damage N", "deal N damage to the opponent"),
        ("heal", "heal N", "regain N life"),
        ("mill", "mill N", "put the top N cards of the deck into the pile of used cards"),
        ("recover", "recover N [(TERMS)]", "take N cards from the pile of used cards into the hand"),
        ("search", "search N [(TERMS)]", "take N cards from the deck into the hand"),
        (
            "raise",
            "raise STAT N [all|all(TERMS)] [for turn|clash|game]",
            "raise a number of this card, or of all own cards",
        ),
        (
            "lower",
            "lower STAT N [all|all(TERMS)] [for turn|clash|game]",
            "lower a number of the opposing card, or of all",
        ),
        ("destroy", "destroy N [(TERMS)]", "put N opposing cards of the field into their pile of used cards"),
        ("banish", "banish N [(TERMS)]", "remove N opposing cards of the field from the game"),
        ("ready", "ready N | ready all", "make own cards able to act again"),
        ("negate", "negate", "switch off the abilities of the opposing card; outside a clash, of all opposing cards"),
        ("double-damage", "double-damage", "damage to the opponent counts twice until the turn ends"),
        ("extra-clash", "extra-clash", "one more attack, or one more Clash Stage"),
        ("health", "health N", "begin the game with N life, which is also the most"),
        ("token", "token N \"NAME\"", "put N tokens of that card on the field"),
        ("d-end", "d-end", "the opponent loses by D End"),
    ];

    /// The verb's word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Verb::Draw(_) => "draw",
            Verb::Discard(_) => "discard",
            Verb::Energy(_) => "energy",
            Verb::Damage(_) => "damage",
            Verb::Heal(_) => "heal",
            Verb::Mill(_) => "mill",
            Verb::Recover(..) => "recover",
            Verb::Search(..) => "search",
            Verb::Raise { .. } => "raise",
            Verb::Lower { .. } => "lower",
            Verb::Destroy(..) => "destroy",
            Verb::Banish(..) => "banish",
            Verb::Ready(_) => "ready",
            Verb::Negate => "negate",
            Verb::DoubleDamage => "double-damage",
            Verb::ExtraClash => "extra-clash",
            Verb::Health(_) => "health",
            Verb::Token(..) => "token",
            Verb::DEnd => "d-end",
        }
    }
}

/// What an ability does, and to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effect {
    /// Whether the subject is the opponent instead of the owner.
    pub opponent: bool,
    /// What it does.
    pub verb: Verb,
}

/// An ability of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ability {
    /// When it happens.
    pub when: When,
    /// What the owner pays for it, in the game's own coin; 0 if nothing. What costs something is never forced.
    pub cost: u16,
    /// What must hold.
    pub condition: Condition,
    /// What it does, in order.
    pub effects: Box<[Effect]>,
}
