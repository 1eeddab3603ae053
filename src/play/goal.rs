//! Goals: what a player hopes to reach by a turn, as a predicate over the first seat's game.

use super::{Compare, Engine, Kind, MaskId, Seat, Zone, each_card, holds};

/// One thing that a goal asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clause {
    /// A number compared.
    Number(Compare),
    /// A zone holds at least so many cards that a mask allows.
    Has {
        /// Where.
        zone: Zone,
        /// Which cards; `None` means all.
        mask: Option<MaskId>,
        /// How many at least.
        least: u16,
        /// By kind, the value that all of them must share, 0 for none; `None` if they may differ.
        alike: Option<Box<[u16]>>,
        /// Whether the zone is the opponent's.
        opponent: bool,
    },
    /// The first seat has won.
    Won,
    /// The first seat has lost.
    Lost,
}

/// When a goal counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// At any time.
    Ever,
    /// In this turn or before.
    By(u16),
    /// In this turn.
    At(u16),
}

impl Due {
    fn covers(self, turn: u16) -> bool {
        match self {
            Due::Ever => true,
            Due::By(last) => turn <= last,
            Due::At(only) => turn == only,
        }
    }
}

/// A goal. It is looked at when the opening hands stand, whenever a seat decides, at the end of each turn of the first
/// seat, and when the game is over; turn 0 is the opening hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Its name in the report.
    pub name: String,
    /// What must hold at the same time.
    pub clauses: Vec<Clause>,
    /// When.
    pub due: Due,
}

impl Goal {
    /// Whether it is reached in this state of a game that goes on.
    pub fn holds<E: Engine>(&self, engine: &E, s: &E::State, turn: u16) -> bool {
        self.due.covers(turn) && self.clauses.iter().all(|c| c.holds(engine, s))
    }

    /// Whether the end of the game reaches it: a goal that asks for victory or defeat alone.
    #[must_use]
    pub fn ended(&self, turn: u16, winner: Option<Seat>) -> bool {
        self.due.covers(turn)
            && self.clauses.iter().all(|c| match c {
                Clause::Won => winner == Some(Seat::A),
                Clause::Lost => winner == Some(Seat::B),
                _ => false,
            })
    }
}

impl Clause {
    fn holds<E: Engine>(&self, engine: &E, s: &E::State) -> bool {
        match self {
            Clause::Number(compare) => holds(engine, s, Seat::A, std::slice::from_ref(compare)),
            Clause::Won | Clause::Lost => false,
            Clause::Has { zone, mask, least, alike, opponent } => {
                let seat = if *opponent { Seat::B } else { Seat::A };
                let kit = engine.kit();
                match alike {
                    None => {
                        let mut n = 0u16;
                        each_card(engine, s, seat, *zone, &mut |k: Kind| n += u16::from(kit.allows(*mask, k)));
                        n >= *least
                    }
                    Some(value) => {
                        let mut seen: Vec<u16> = Vec::new();
                        each_card(engine, s, seat, *zone, &mut |k: Kind| {
                            if kit.allows(*mask, k) && value[usize::from(k)] > 0 {
                                seen.push(value[usize::from(k)]);
                            }
                        });
                        seen.sort_unstable();
                        let least = usize::from((*least).max(1));
                        seen.windows(least).any(|w| w.first() == w.last())
                    }
                }
            }
        }
    }
}
