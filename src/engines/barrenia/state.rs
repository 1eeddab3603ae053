//! All that changes in a game, and what is always so.

use super::Barrenia;
use super::build::{Class, Emblem, Event};
use crate::play::{BLANK, Core, Effect, Kind, Seat, Stat, Unit, Until, Verb, When, Who, holds};

/// A place on the field; what is not `live` is free.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub kind: Kind,
    pub live: bool,
    /// Battle Stance, as opposed to Rest Stance.
    pub ready: bool,
    /// Its abilities are switched off for this clash.
    pub silent: bool,
    /// What effects have added to its stats, by how long it lasts: turn, clash, game.
    mods: [[i16; 3]; 3],
}

const FREE: Piece = Piece { kind: BLANK, live: false, ready: false, silent: false, mods: [[0; 3]; 3] };

/// Where a turn stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stage {
    #[default]
    Opened,
    Begin,
    Prepare,
    Send,
    Timebreak,
    Resolve,
    SetUp,
    /// A Clash Stage begins.
    Begun,
    Declare,
    Counter,
    Miracle,
    Stats,
    /// The clash abilities of this seat's card.
    Effects(Seat),
    /// What this seat pays for.
    Acts(Seat),
    Compare,
    /// Who reveals: the loser (0), in a tie perhaps the Assaulter after it (1).
    Reaction(u8),
    /// Damage and Aftermath.
    Damage,
    Settled,
    End,
    Discard,
    Pass,
}

/// How a clash came out, from the Assaulter's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Result_ {
    #[default]
    Open,
    Won,
    Lost,
    Tied,
}

/// A clash. Arrays are by seat.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clash {
    pub on: bool,
    /// The places of the cards in it.
    pub units: [Option<u8>; 2],
    pub emblems: [Option<Emblem>; 2],
    /// The stat that the seat's card uses.
    pub stats: [Option<u8>; 2],
    /// The seat whose card's stat is being chosen.
    pub about: Option<Seat>,
    /// The event that is about to happen.
    pub event: Option<Event>,
    /// Every card effect is ignored.
    pub plain: bool,
    /// What the Target reveals works for the Assaulter.
    pub steal: bool,
    /// An Eraser takes part: life is lost, and that is no damage.
    pub eraser: bool,
    pub result: Result_,
}

/// A game.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) core: Core,
    pub(super) stage: Stage,
    pub(super) first: Seat,
    /// Turns begun by both seats.
    pub(super) begun: u32,
    pub(super) life: [i32; 2],
    pub(super) stock: i32,
    /// The turn counts.
    pub(super) count: [i32; 2],
    pub(super) board: [Vec<Piece>; 2],
    /// How many more cards have a place on the field, by seat and [`Class`].
    pub(super) room: [[u8; Class::COUNT]; 2],
    /// How many cards on the field change numbers as long as they are there.
    pub(super) auras: u16,
    /// How many cards on the field have abilities that are paid for.
    pub(super) acts: u16,
    /// How many cards on the field have abilities at the start or end of a turn.
    pub(super) timed: u16,
    /// Whether a card on the field is switched off for this clash.
    pub(super) hushed: bool,
    /// Whose cards on the field are switched off.
    pub(super) silence: [bool; 2],
    /// How often damage to this seat is doubled in this turn.
    pub(super) doubled: [u8; 2],
    /// Whether any damage to this seat is of a fixed amount in this turn.
    pub(super) fixed: [bool; 2],
    /// Whether the active seat may clash directly in this turn.
    pub(super) direct: bool,
    /// Who alone may use energy in this Clash Stage.
    pub(super) lock: Option<Seat>,
    /// Who has invoked a Miracle Event in this game.
    pub(super) miracle: [bool; 2],
    /// Energy of the cards sent in this Prepare Stage.
    pub(super) sent: i32,
    /// The Timebreaks chosen in this turn, in order, and how many of them are done.
    pub(super) timebreaks: Vec<Kind>,
    pub(super) resolved: usize,
    pub(super) resolving: bool,
    pub(super) clash: Clash,
    /// Clashes declared in this turn.
    pub(super) clashes: u32,
    /// Clash Stages still to come in this turn.
    pub(super) extra: u16,
    /// Whether this Clash Stage has seen its last clash.
    pub(super) last: bool,
    /// Whether all Soldiers get ready before the next Clash Stage.
    pub(super) again: bool,
    /// Whether a number of the field was changed for the turn, for the clash.
    pub(super) changed: [bool; 2],
}

impl Default for State {
    fn default() -> Self {
        State {
            core: Core::default(),
            stage: Stage::Opened,
            first: Seat::A,
            begun: 0,
            life: [0; 2],
            stock: 0,
            count: [0; 2],
            board: [Vec::new(), Vec::new()],
            room: [[0; Class::COUNT]; 2],
            auras: 0,
            acts: 0,
            timed: 0,
            hushed: false,
            silence: [false; 2],
            doubled: [0; 2],
            fixed: [false; 2],
            direct: false,
            lock: None,
            miracle: [false; 2],
            sent: 0,
            timebreaks: Vec::new(),
            resolved: 0,
            resolving: false,
            clash: Clash::default(),
            clashes: 0,
            extra: 0,
            last: false,
            again: false,
            changed: [false; 2],
        }
    }
}

impl State {
    /// A card on the field, if it is still there.
    #[inline]
    pub(super) fn piece(&self, unit: Unit) -> Option<&Piece> {
        self.board[unit.seat.index()].get(usize::from(unit.slot)).filter(|p| p.live)
    }

    #[inline]
    pub(super) fn piece_mut(&mut self, unit: Unit) -> Option<&mut Piece> {
        self.board[unit.seat.index()].get_mut(usize::from(unit.slot)).filter(|p| p.live)
    }

    /// The seat's card in the clash.
    #[inline]
    pub(super) fn fighter(&self, seat: Seat) -> Option<Unit> {
        self.clash.units[seat.index()].map(|slot| Unit { seat, slot })
    }

    /// The places that hold cards of a seat.
    pub(super) fn live(&self, seat: Seat) -> impl Iterator<Item = (Unit, &Piece)> {
        let slot = |i: usize| u8::try_from(i).unwrap_or(u8::MAX);
        let all = self.board[seat.index()].iter().enumerate().filter(|(_, p)| p.live);
        all.map(move |(i, p)| (Unit { seat, slot: slot(i) }, p))
    }

    /// Changes a stat of a card on the field.
    pub(super) fn change(&mut self, unit: Unit, stat: Stat, by: i32, until: Until) {
        let by = i16::try_from(by.clamp(-9999, 9999)).unwrap_or(0);
        let row = match until {
            Until::Turn => 0,
            Until::Clash => 1,
            Until::Game => 2,
        };
        let Some(piece) = self.piece_mut(unit) else { return };
        for (index, slot) in piece.mods[row].iter_mut().enumerate() {
            if stat == Stat::All || stat == Stat::One(u8::try_from(index).unwrap_or(u8::MAX)) {
                *slot = slot.saturating_add(by);
            }
        }
        if let Some(changed) = self.changed.get_mut(row) {
            *changed = true;
        }
    }

    /// Ends what lasts for the turn (0) or for the clash (1).
    pub(super) fn fade(&mut self, row: usize) {
        if std::mem::take(&mut self.changed[row]) {
            self.board.iter_mut().flatten().for_each(|p| p.mods[row] = [0; 3]);
        }
    }
}

impl Barrenia {
    /// The places of a kind of zone. Erasers have no zones: they lie behind, as many as there are.
    pub(super) fn zone(&self, class: Class, len: usize) -> (usize, usize) {
        let incarnations = usize::from(self.n.incarnations);
        let soldiers = incarnations + usize::from(self.n.soldiers);
        let rears = soldiers + usize::from(self.n.rears);
        match class {
            Class::Incarnation => (0, incarnations),
            Class::Soldier => (incarnations, soldiers),
            Class::Rear => (soldiers, rears),
            Class::Eraser => (rears, len),
            Class::None | Class::Timebreak => (0, 0),
        }
    }

    /// The places of a seat in a kind of zone.
    pub(super) fn slots<'s>(&self, s: &'s State, seat: Seat, class: Class) -> &'s [Piece] {
        let board = &s.board[seat.index()];
        let (from, to) = self.zone(class, board.len());
        board.get(from..to).unwrap_or_default()
    }

    /// Clears the field for a new game.
    pub(super) fn clear_board(&self, s: &mut State) {
        let zones = self.zone(Class::Rear, 0).1;
        for board in &mut s.board {
            board.clear();
            board.resize(zones, FREE);
        }
        s.room = [self.room; 2];
        (s.auras, s.acts, s.timed, s.hushed) = (0, 0, 0, false);
    }

    /// Whether there is a free place for a card.
    #[inline]
    pub(super) fn has_room(s: &State, seat: Seat, class: Class) -> bool {
        s.room[seat.index()][class as usize] > 0
    }

    /// The free place for a card, if there is one.
    fn free(&self, s: &State, seat: Seat, class: Class) -> Option<usize> {
        let len = s.board[seat.index()].len();
        let from = self.zone(class, len).0;
        let free = self.slots(s, seat, class).iter().position(|p| !p.live).map(|i| from + i);
        match free {
            None if class == Class::Eraser && len < usize::from(u8::MAX) => Some(len),
            free => free,
        }
    }

    /// Puts a card on the field, in Battle Stance.
    pub(super) fn place(&self, s: &mut State, seat: Seat, kind: Kind) -> Option<Unit> {
        let at = self.free(s, seat, self.card(kind).class)?;
        let board = &mut s.board[seat.index()];
        if at == board.len() {
            board.push(FREE);
        }
        board[at] = Piece { kind, live: true, ready: true, ..FREE };
        s.room[seat.index()][self.card(kind).class as usize] -= 1;
        s.auras += u16::from(self.card(kind).aura);
        s.acts += u16::from(self.card(kind).acts);
        s.timed += u16::from(self.card(kind).timed);
        Some(Unit { seat, slot: u8::try_from(at).unwrap_or(u8::MAX) })
    }

    /// Frees the place of a card; what it was.
    pub(super) fn lift(&self, s: &mut State, unit: Unit) -> Option<Kind> {
        let piece = s.piece_mut(unit)?;
        let kind = piece.kind;
        *piece = FREE;
        s.room[unit.seat.index()][self.card(kind).class as usize] += 1;
        s.auras -= u16::from(self.card(kind).aura);
        s.acts -= u16::from(self.card(kind).acts);
        s.timed -= u16::from(self.card(kind).timed);
        if s.clash.units[unit.seat.index()] == Some(unit.slot) {
            s.clash.units[unit.seat.index()] = None;
        }
        Some(kind)
    }

    /// A stat of a card on the field, with all that changes it; never below 0.
    pub(super) fn stat(&self, s: &State, unit: Unit, stat: u8) -> i32 {
        let Some(piece) = s.piece(unit) else { return 0 };
        let index = usize::from(stat);
        let own = self.card(piece.kind).stats[index];
        let sum = piece.mods.iter().fold(i32::from(own), |sum, row| sum + i32::from(row[index]));
        let auras = if s.auras == 0 { 0 } else { self.auras(s, unit, piece.kind, stat) };
        (sum + auras).max(0)
    }

    /// What cards on the field add to a stat as long as they are there.
    fn auras(&self, s: &State, unit: Unit, kind: Kind, stat: u8) -> i32 {
        let mut sum = 0;
        for seat in Seat::BOTH {
            for (source, piece) in s.live(seat) {
                if !self.card(piece.kind).aura || piece.silent || s.silence[seat.index()] {
                    continue;
                }
                for ability in &self.kit.face(piece.kind).abilities {
                    if ability.when == When::Field && ability.cost == 0 && holds(self, s, seat, &ability.condition) {
                        let each = |e: &Effect| self.aura(s, source, *e, (unit, kind), stat);
                        sum += ability.effects.iter().map(each).sum::<i32>();
                    }
                }
            }
        }
        sum
    }

    fn aura(&self, s: &State, source: Unit, effect: Effect, (unit, kind): (Unit, Kind), stat: u8) -> i32 {
        let subject = if effect.opponent { source.seat.other() } else { source.seat };
        let (which, who, by, seat) = match effect.verb {
            Verb::Raise { stat, by, who, .. } => (stat, who, by, subject),
            Verb::Lower { stat, by, who, .. } => (stat, who, -by, subject.other()),
            _ => return 0,
        };
        let meant = unit.seat == seat && (which == Stat::All || which == Stat::One(stat));
        let hit = match (who, effect.verb) {
            (Who::All(mask), _) => self.kit.allows(mask, kind),
            (Who::One, Verb::Raise { .. }) => unit == source,
            (Who::One, _) => s.fighter(seat) == Some(unit),
        };
        if meant && hit { by } else { 0 }
    }

    /// A place in words.
    pub(super) fn slot_words(&self, piece: &Piece) -> String {
        match (piece.live, piece.ready || !self.card(piece.kind).fights()) {
            (false, _) => "-".to_owned(),
            (true, true) => self.name(piece.kind).to_owned(),
            (true, false) => format!("{} (rest)", self.name(piece.kind)),
        }
    }

    /// The first thing that cannot be.
    pub(super) fn sound(&self, s: &State) -> Result<(), String> {
        if s.stock < 0 {
            return Err(format!("a Stock of {}", s.stock));
        }
        for seat in Seat::BOTH {
            let index = seat.index();
            if s.core.over.is_none() && s.life[index] <= 0 {
                return Err(format!("seat {seat:?} plays on with {} life", s.life[index]));
            }
            if !(0..=self.n.turn_cap).contains(&s.count[index]) {
                return Err(format!("a turn count of {}", s.count[index]));
            }
            let hand = i32::try_from(s.core.piles[index].hand.len()).unwrap_or(i32::MAX);
            if s.stage == Stage::Pass && seat == s.core.active && hand > self.n.hand_limit {
                return Err(format!("a hand of {hand} after the End Stage"));
            }
            for class in [Class::Incarnation, Class::Soldier, Class::Rear, Class::Eraser] {
                if self.slots(s, seat, class).iter().any(|p| p.live && self.card(p.kind).class != class) {
                    return Err(format!("a card in a zone of {class:?}s that is none"));
                }
                let (all, left) = (self.room[class as usize], s.room[index][class as usize]);
                let live = s.live(seat).filter(|(_, p)| self.card(p.kind).class == class).count();
                if usize::from(left) + live != usize::from(all) || (left > 0) != self.free(s, seat, class).is_some() {
                    return Err(format!("room for {left} more {class:?}s of {all}, with {live} there"));
                }
            }
        }
        let field = || Seat::BOTH.into_iter().flat_map(|seat| s.live(seat)).map(|(_, p)| self.card(p.kind));
        let counted = [(s.auras, field().filter(|c| c.aura).count()), (s.acts, field().filter(|c| c.acts).count())];
        if counted.iter().any(|(n, there)| usize::from(*n) != *there)
            || usize::from(s.timed) != field().filter(|c| c.timed).count()
        {
            return Err("the abilities of the field are not those that are counted".to_owned());
        }
        Ok(())
    }
}
