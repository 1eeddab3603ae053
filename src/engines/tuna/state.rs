//! What changes in a game: the two sides of the battlefield, the damage zones, the stage.

use crate::play::{BLANK, Choice, Core, Kind, Seat, Unit};

/// The most slots of one row.
pub const MOST_IN_ROW: usize = 8;

/// The most slots of a damage zone: they are bits of a number.
pub const MOST_DICE: usize = 30;

/// A place of the battlefield with what lies there. The front row comes first, then the waiting row, both from the
/// owner's left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// The unit; [`BLANK`] for an empty place.
    pub kind: Kind,
    /// Attacks made in this round.
    pub attacks: u8,
    /// Attacks granted by effects for this round.
    pub extra: u8,
    /// Its abilities are switched off for this round.
    pub silent: bool,
    /// Changes of ATK and DEF that last as long as the unit is there.
    pub lasting: [i32; 2],
    /// Changes for this round.
    pub round: [i32; 2],
    /// Changes for this attack.
    pub clash: [i32; 2],
}

impl Slot {
    /// Whether a unit is there.
    #[inline]
    pub fn is_taken(&self) -> bool {
        self.kind != BLANK
    }
}

/// A damage zone: from the owner's left, a bit for each slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DamageZone {
    /// Where a die lies.
    pub there: u32,
    /// Which of these show their face.
    pub up: u32,
}

impl DamageZone {
    /// How many dice lie there.
    #[inline]
    pub fn count(self) -> i32 {
        self.there.count_ones() as i32
    }

    /// How many of them show their face.
    #[inline]
    pub fn face_up(self) -> i32 {
        self.up.count_ones() as i32
    }

    /// Lays a die, face up, into the leftmost empty slot; `None` if all of them are full.
    #[inline]
    pub fn place(&mut self, slots: u32) -> Option<u32> {
        let at = self.there.trailing_ones();
        if at >= slots {
            return None;
        }
        self.there |= 1 << at;
        self.up |= 1 << at;
        Some(at)
    }

    /// Takes the leftmost die away, whatever it shows; `None` if there is none.
    pub fn heal(&mut self) -> Option<u32> {
        let at = self.there.trailing_zeros();
        let bit = 1u32.checked_shl(at)?;
        self.there &= !bit;
        self.up &= !bit;
        Some(at)
    }

    /// Turns the leftmost dice that show their face down.
    pub fn pay(&mut self, cost: u16) {
        for _ in 0..cost {
            self.up &= self.up.wrapping_sub(1);
        }
    }
}

/// What a seat has beside its hand and deck.
#[derive(Clone, Copy, Debug, Default)]
pub struct Side {
    /// Cards of the next draw.
    pub stock: i32,
    /// The damage zone.
    pub dice: DamageZone,
    /// How often the Front trigger has doubled the units since the last start phase.
    pub front: u8,
    /// Takes no more damage in this round.
    pub limited: bool,
    /// How often damage to the other seat is doubled in this round.
    pub doubled: u8,
    /// Waiting units that must still move up.
    pub moves: u8,
    /// Units gathered in this round.
    pub gathered: u8,
    /// Cards drawn in the last start phase.
    pub drawn: i32,
    /// Cards thrown away in the last end phase.
    pub thrown: i32,
    /// The battlefield.
    pub slots: [Slot; 2 * MOST_IN_ROW],
    /// A bit for each place with a unit.
    pub taken: u32,
    /// A bit for each place whose unit changes numbers while it is there.
    pub auras: u32,
}

/// The places of a set of bits, from the owner's left.
#[inline]
pub fn places_of(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        let more = set != 0;
        set &= set.wrapping_sub(1);
        more.then_some(place)
    })
}

/// Damage on its way to a seat.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Who takes it.
    pub seat: Seat,
    /// Points left, the one that is dealt with now included.
    pub left: i32,
    /// Whether its dice are rolled and its damage die is about to be placed.
    pub rolled: bool,
    /// Whether no dice are rolled for it.
    pub plain: bool,
}

/// An attack.
#[derive(Clone, Copy, Debug)]
pub struct Fight {
    /// The column of the attacker in the front row of the offence.
    pub from: usize,
    /// The attacker.
    pub kind: Kind,
    /// The unit that it met when it was declared; [`BLANK`] for none.
    pub met: Kind,
}

/// Where a round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The defence draws.
    Start,
    /// Abilities of the start phase.
    Awake,
    /// The defence calls a hero.
    Play,
    /// The offence plays arts.
    Arts,
    /// The next attacker is looked for.
    Challenge,
    /// Duel or direct attack.
    Fight,
    /// The attack is over.
    Fought,
    /// Abilities of the end phase.
    End,
    /// The offence throws its hand away.
    Throw,
    /// Offence and defence swap.
    Swap,
}

/// What a seat is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Nothing.
    None,
    /// A call or arts, or neither.
    Main(Seat),
    /// The choice of an effect.
    Choice(Seat),
    /// Which unit of the other seat the Vanish trigger takes.
    Vanish(Seat),
    /// Which waiting unit moves up, and where to.
    Move(Seat),
    /// Which unit may attack once more; with `true`, of those that have no attack left.
    Again(Seat, bool),
}

impl Ask {
    /// Who is asked.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Ask::None => None,
            Ask::Main(s) | Ask::Choice(s) | Ask::Vanish(s) | Ask::Move(s) | Ask::Again(s, _) => Some(s),
        }
    }
}

/// A game.
#[derive(Clone, Debug)]
pub struct State {
    /// What all games share.
    pub core: Core,
    /// The seats.
    pub sides: [Side; 2],
    /// Where the round stands.
    pub stage: Stage,
    /// What the rules call that.
    pub label: &'static str,
    /// What is asked.
    pub ask: Ask,
    /// Calls or arts played in this phase.
    pub played: i32,
    /// The attack that goes on.
    pub fight: Option<Fight>,
    /// Damage on its way, the innermost last.
    pub hits: Vec<Hit>,
    /// Further attacks to be given: to whom, and whether only to units without one left.
    pub again: Vec<(Seat, bool)>,
    /// ATK and DEF of the front row across, as they were when a call or arts were asked for: the built-in player looks
    /// at them for each option.
    pub across: [[i32; 2]; MOST_IN_ROW],
    /// Whether the first hand of the first seat was shown.
    pub opened: bool,
    /// Whether a number was changed for this attack only.
    pub clash_changes: bool,
}

impl State {
    /// Whose defence round it is.
    #[inline]
    pub fn defence(&self) -> Seat {
        self.core.active
    }

    /// The other seat.
    #[inline]
    pub fn offence(&self) -> Seat {
        self.core.active.other()
    }

    /// A seat's side.
    #[inline]
    pub fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index()]
    }

    /// A seat's side.
    #[inline]
    pub fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[seat.index()]
    }

    /// A place.
    #[inline]
    pub fn slot(&self, unit: Unit) -> &Slot {
        &self.sides[unit.seat.index()].slots[usize::from(unit.slot)]
    }

    /// A place.
    #[inline]
    pub fn slot_mut(&mut self, unit: Unit) -> &mut Slot {
        &mut self.sides[unit.seat.index()].slots[usize::from(unit.slot)]
    }
}

/// A choice. Places count from the owner's left, the front row first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Call a hero to a place.
    Call(Kind, u8),
    /// Play a card for its arts.
    Arts(Kind),
    /// Pay for an ability of a unit: its place and the number of the ability.
    Activate(u8, u8),
    /// No call, or no arts.
    Pass,
    /// Banish this unit of the other seat.
    Vanish(u8),
    /// Move a waiting unit to an empty place of the front row.
    Move(u8, u8),
    /// Let a unit attack once more.
    Again(u8),
    /// An option of an effect.
    Choice(Choice),
}
