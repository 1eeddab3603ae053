//! What a turn engine is: a machine that runs to the next decision of a seat, for both seats.

use std::fmt::Debug;

use super::{Core, Dice, Kind, Kit, Offers, Quantity, Recorder};

/// A player's place at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// The seat whose deck is looked at.
    A,
    /// The other one.
    B,
}

impl Seat {
    /// Both.
    pub const BOTH: [Seat; 2] = [Seat::A, Seat::B];

    /// 0 or 1.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The seat across the table.
    #[must_use]
    #[inline]
    pub fn other(self) -> Seat {
        match self {
            Seat::A => Seat::B,
            Seat::B => Seat::A,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; `None` if nobody did.
    pub winner: Option<Seat>,
    /// Index into [`Engine::ENDINGS`].
    pub ending: u8,
}

/// Why an engine stopped running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The opening hands stand, mulligans included. Given once, before the first turn's first decision.
    Opened,
    /// A seat must choose one of the options.
    Decide(Seat),
    /// A turn of a seat is over; in a simultaneous game, of seat A.
    TurnEnd(Seat),
    /// The game is over.
    Over(Outcome),
}

/// Where cards are, for goals and counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// In hand.
    Hand,
    /// On the field.
    Board,
    /// In the pile of used cards.
    Grave,
    /// In the deck.
    Deck,
    /// Out of the game.
    Beyond,
}

impl Zone {
    /// The words of zones.
    pub const ALL: &'static [(&'static str, Zone)] = &[
        ("hand", Zone::Hand),
        ("board", Zone::Board),
        ("grave", Zone::Grave),
        ("deck", Zone::Deck),
        ("beyond", Zone::Beyond),
    ];
}

/// An option in words that policies, scripts and people share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Act {
    /// One of [`Engine::VERBS`].
    pub verb: &'static str,
    /// The card that acts.
    pub card: Option<Kind>,
    /// The card that it acts upon.
    pub target: Option<Kind>,
    /// What tells it from options with the same cards, such as a column or a stat; empty if nothing does.
    pub note: &'static str,
}

impl Act {
    /// An act without cards.
    #[must_use]
    pub fn of(verb: &'static str) -> Act {
        Act { verb, card: None, target: None, note: "" }
    }

    /// An act of a card.
    #[must_use]
    pub fn with(verb: &'static str, card: Kind) -> Act {
        Act { verb, card: Some(card), target: None, note: "" }
    }

    /// The act told apart by a word.
    #[must_use]
    pub fn noted(self, note: &'static str) -> Act {
        Act { note, ..self }
    }

    /// `play Lancer -> Imp (el)`.
    #[must_use]
    pub fn label(&self, kit: &Kit) -> String {
        let mut out = self.verb.to_owned();
        if let Some(card) = self.card {
            out.push(' ');
            out.push_str(kit.name(card));
        }
        if let Some(target) = self.target {
            out.push_str(" -> ");
            out.push_str(kit.name(target));
        }
        if !self.note.is_empty() {
            out.push_str(" (");
            out.push_str(self.note);
            out.push(')');
        }
        out
    }
}

/// How the cards of a deck come into a hand, for exact odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// From a shuffled deck that gets smaller.
    Deck,
    /// Each card from the whole deck.
    Replace,
    /// So many cards each turn, each time from the whole deck; the hand before is gone.
    Hands {
        /// How many.
        cards: u32,
        /// Whether a card can come twice in one hand.
        replace: bool,
    },
}

/// A turn structure. It has no chance of its own: all of it comes from the dice, so the same dice and choices give the
/// same game.
///
/// A state is made once and started anew for each game, so a run allocates nothing per game once its piles have grown.
pub trait Engine: Send + Sync + Sized + 'static {
    /// All that changes in a game.
    type State: Clone + Send;
    /// A choice.
    type Action: Copy + Send + Debug + PartialEq;

    /// Stages in order, as `phases` in `game.yaml` names them.
    const PHASES: &'static [&'static str];
    /// How games end, by name, with what the name means. The last is `turn limit`, which only the runner gives.
    const ENDINGS: &'static [(&'static str, &'static str)];
    /// The verbs of [`Act`]s with what they mean; policy files use them.
    const VERBS: &'static [(&'static str, &'static str)];
    /// The numbers of a card on the field that effects may change.
    const STATS: &'static [&'static str];
    /// Effects of the ability language that mean nothing in this game.
    const UNSUPPORTED: &'static [&'static str];
    /// What [`Engine::observe`] gives, in order: column titles.
    const METRICS: &'static [&'static str];

    /// The cards in play.
    fn kit(&self) -> &Kit;
    /// An empty state.
    fn state(&self) -> Self::State;
    /// The part that all games share.
    fn core(s: &Self::State) -> &Core;
    /// The part that all games share.
    fn core_mut(s: &mut Self::State) -> &mut Core;

    /// Sets a game up to before its first decision; what was in the state is gone.
    fn start<D: Dice + ?Sized, R: Recorder>(&self, s: &mut Self::State, dice: &mut D, rec: &mut R);
    /// Runs to the next decision of a seat, the end of a turn, or the end of the game.
    fn advance<D: Dice + ?Sized, R: Recorder>(&self, s: &mut Self::State, dice: &mut D, rec: &mut R) -> Step;
    /// The options at a decision: never empty, all of them applicable, none twice.
    fn options(&self, s: &Self::State, out: &mut impl Offers<Self::Action>);
    /// Takes an option. What follows from it happens in the next [`Engine::advance`].
    fn choose<R: Recorder>(&self, s: &mut Self::State, action: Self::Action, rec: &mut R);

    /// An option in words.
    fn act(&self, s: &Self::State, action: Self::Action) -> Act;
    /// How good an option looks to the built-in player of the game; higher is better, equal ones go to the earlier.
    fn worth(&self, s: &Self::State, action: Self::Action) -> i32;
    /// The option to give the game up at a decision, in a game whose rules have it. It is offered to people, scripts and
    /// policy files behind all that [`Engine::options`] gives; no built-in policy takes it.
    fn concession(&self, _s: &Self::State) -> Option<Self::Action> {
        None
    }
    /// The option of a seat that does nothing it need not do: an index into the options.
    fn idle(&self, s: &Self::State, options: &[Self::Action]) -> usize;

    /// A number of a seat.
    fn quantity(&self, s: &Self::State, seat: Seat, quantity: Quantity) -> i32;
    /// The cards of a seat on the field, tokens included, left to right.
    fn board(&self, s: &Self::State, seat: Seat, each: &mut dyn FnMut(Kind));
    /// How cards come into a hand.
    fn drawing(&self) -> Drawing {
        Drawing::Deck
    }
    /// The numbers of [`Engine::METRICS`] at the end of a turn of this seat.
    fn observe(&self, s: &Self::State, seat: Seat, out: &mut [i32]);
    /// A seat's zones beyond deck, hand and piles, for the table on the screen: title and what lies there, slot by slot.
    fn table(&self, s: &Self::State, seat: Seat) -> Vec<(String, Vec<String>)>;
    /// Cards of the seat's own deck that are neither in its piles nor given by [`Engine::board`], such as a Bank. Where
    /// cards in hand and on the field are copies of a deck that is never used up, so many fewer.
    fn elsewhere(&self, s: &Self::State, seat: Seat) -> isize;
    /// What is wrong with a state, for tests: a zone overfull, a number out of its bounds.
    ///
    /// # Errors
    /// The invariant that does not hold.
    fn check(&self, s: &Self::State) -> Result<(), String>;
}

/// The engine itself, for a loop over many stages. Without it the compiler loads the numbers that any of the stages might
/// need ahead of the loop each time that the game goes on, though most stages need none: 4 % of all instructions.
#[inline(always)]
pub fn afresh<E: Engine>(engine: &E) -> &E {
    std::hint::black_box(engine)
}

/// Counts the cards of a seat in a zone that a test names.
pub fn count<E: Engine>(engine: &E, s: &E::State, seat: Seat, zone: Zone, test: impl Fn(Kind) -> bool) -> i32 {
    let mut n = 0;
    each_card(engine, s, seat, zone, &mut |kind| n += i32::from(test(kind)));
    n
}

/// Goes through the cards of a seat in a zone.
pub fn each_card<E: Engine>(engine: &E, s: &E::State, seat: Seat, zone: Zone, each: &mut dyn FnMut(Kind)) {
    let piles = &E::core(s).piles[seat.index()];
    match zone {
        Zone::Hand => piles.hand.iter().copied().for_each(each),
        Zone::Deck => piles.deck.cards().iter().copied().for_each(each),
        Zone::Grave => piles.grave.iter().copied().for_each(each),
        Zone::Beyond => piles.beyond.iter().copied().for_each(each),
        Zone::Board => engine.board(s, seat, each),
    }
}
