//! What lies on the table, and the numbers that it has: printed, changed for a time, and changed by what lies beside it.

use crate::play::{BLANK, Effect, Kind, Recorder, Seat, Stat, Unit, Until, Verb, When, Who, holds, trigger};

use super::card::{Card, GEAR, Role, WEAPON};
use super::{Breakrift, State};

/// A number of a card: an index into `STATS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Attack,
    Defense,
}

/// Both numbers in the order of `STATS`.
pub const NUMBERS: [Number; 2] = [Number::Attack, Number::Defense];

/// Most Summons of a seat: the rule text knows no limit, the slots of [`Unit`] do.
const ROOM: usize = 250;

/// A card on the table; of kind [`BLANK`] if the place is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    pub kind: Kind,
    /// Damage that it has taken; it stays.
    pub damage: i32,
    /// By how much effects change its numbers: as long as it lies there, until the turn ends, until the attack ends.
    changes: [[i32; 2]; 3],
    /// Whether it attacks.
    pub attacks: bool,
    /// Whether it has a place in the defence order.
    pub ordered: bool,
    /// Whether the damage of this attack destroys it.
    pub doomed: bool,
}

/// A seat's side of the table.
#[derive(Clone, Debug, Default)]
pub struct Field {
    /// Upper Clothing, Lower Clothing, Weapon.
    pub gear: [Piece; GEAR],
    /// Summons from left to right. Those that were destroyed leave their place empty until the turn ends: effects that wait
    /// name places.
    pub summons: Vec<Piece>,
}

impl Field {
    pub fn clear(&mut self) {
        self.gear = Default::default();
        self.summons.clear();
    }

    /// Closes gaps; nothing may wait that names a place.
    pub fn close_ranks(&mut self) {
        self.summons.retain(|p| p.kind != BLANK);
    }

    pub fn has_room(&self) -> bool {
        self.summons.len() < ROOM
    }

    #[inline]
    pub fn piece(&self, slot: u8) -> &Piece {
        let slot = usize::from(slot);
        if slot < GEAR { &self.gear[slot] } else { &self.summons[slot - GEAR] }
    }

    #[inline]
    pub fn piece_mut(&mut self, slot: u8) -> &mut Piece {
        let slot = usize::from(slot);
        if slot < GEAR { &mut self.gear[slot] } else { &mut self.summons[slot - GEAR] }
    }

    /// Calls with each card and its slot: Equipment, then Summons from left to right.
    #[inline]
    pub fn each<'f>(&'f self, mut each: impl FnMut(u8, &'f Piece)) {
        for (slot, piece) in (0..).zip(self.gear.iter().chain(&self.summons)) {
            if piece.kind != BLANK {
                each(slot, piece);
            }
        }
    }

    /// Calls with each place, empty ones too.
    pub fn each_mut(&mut self, each: impl FnMut(&mut Piece)) {
        self.gear.iter_mut().chain(&mut self.summons).for_each(each);
    }

    /// The slot of a Summon's place.
    pub fn slot(at: usize) -> u8 {
        u8::try_from(GEAR + at).unwrap_or(u8::MAX)
    }

    /// How many pieces are worn.
    pub fn worn(&self) -> usize {
        self.gear.iter().filter(|p| p.kind != BLANK).count()
    }

    /// How many Summons there are.
    pub fn summoned(&self) -> usize {
        self.summons.iter().filter(|p| p.kind != BLANK).count()
    }

    /// Forgets changes up to a time.
    pub fn forget(&mut self, until: Until) {
        self.each_mut(|piece| {
            piece.changes[span(Until::Clash)] = [0; 2];
            if until == Until::Turn {
                piece.changes[span(Until::Turn)] = [0; 2];
            }
        });
    }
}

fn span(until: Until) -> usize {
    match until {
        Until::Game => 0,
        Until::Turn => 1,
        Until::Clash => 2,
    }
}

impl Piece {
    pub fn new(kind: Kind) -> Piece {
        Piece { kind, ..Piece::default() }
    }

    fn change(&self, number: Number) -> i32 {
        self.changes.iter().fold(0, |sum, c| sum.saturating_add(c[number as usize]))
    }
}

/// Whether a card has this number at all.
fn has(card: &Card, number: Number) -> bool {
    match number {
        Number::Attack => matches!(card.role, Role::Summon | Role::Gear(WEAPON)),
        Number::Defense => matches!(card.role, Role::Summon | Role::Gear(0 | 1)),
    }
}

impl Breakrift {
    /// A card's number now, at least 0; 0 for a card that has none.
    pub fn number(&self, s: &State, unit: Unit, number: Number) -> i32 {
        let piece = s.fields[unit.seat.index()].piece(unit.slot);
        let card = self.card(piece.kind);
        if !has(card, number) {
            return 0;
        }
        let aura = if s.auras[number as usize] == 0 { 0 } else { self.aura(s, unit, piece.kind, number) };
        self.plain(piece, number).saturating_add(aura).max(0)
    }

    /// A card's number without what other cards do as long as they lie there.
    fn plain(&self, piece: &Piece, number: Number) -> i32 {
        let card = self.card(piece.kind);
        let printed = if number == Number::Attack { card.attack } else { card.defense };
        printed.saturating_add(piece.change(number))
    }

    /// What a card adds to an attack.
    pub fn attack(&self, s: &State, unit: Unit) -> i32 {
        self.number(s, unit, Number::Attack)
    }

    /// The Defense that damage has left; 0 or less destroys.
    pub fn left(&self, s: &State, unit: Unit) -> i32 {
        let piece = s.fields[unit.seat.index()].piece(unit.slot);
        self.number(s, unit, Number::Defense) - piece.damage
    }

    /// What all cards on the table add to a number of a card.
    #[inline(never)]
    fn aura(&self, s: &State, unit: Unit, kind: Kind, number: Number) -> i32 {
        let mut sum = 0;
        for seat in Seat::BOTH {
            let field = &s.fields[seat.index()];
            for (slot, piece) in (0..).zip(field.gear.iter().chain(&field.summons)) {
                if self.card(piece.kind).aura[number as usize] {
                    sum += self.one_aura(s, Unit { seat, slot }, piece.kind, unit, kind, number);
                }
            }
        }
        sum
    }

    /// What the card `by` of the unit `own` adds.
    fn one_aura(&self, s: &State, own: Unit, by: Kind, unit: Unit, kind: Kind, number: Number) -> i32 {
        let abilities = self.kit.face(by).abilities.iter();
        let lasting = abilities.filter(|a| a.when == When::Field && a.cost == 0);
        let now = lasting.filter(|a| holds(self, s, own.seat, &a.condition));
        now.flat_map(|a| a.effects.iter()).map(|e| self.adds(s, own, e, unit, kind, number)).sum()
    }

    /// Counts a card that comes to the table or leaves it among those that change numbers.
    fn count_aura(&self, s: &mut State, kind: Kind, comes: bool) {
        for (count, changes) in s.auras.iter_mut().zip(self.card(kind).aura) {
            match (changes, comes) {
                (false, _) => {}
                (true, true) => *count += 1,
                (true, false) => {
                    *count -= 1;
                    s.altered = true;
                }
            }
        }
    }

    /// What one lasting effect of the card `own` adds to a number of the card `unit`.
    fn adds(&self, s: &State, own: Unit, effect: &Effect, unit: Unit, kind: Kind, number: Number) -> i32 {
        let subject = if effect.opponent { own.seat.other() } else { own.seat };
        let (stat, by, who, side) = match effect.verb {
            Verb::Raise { stat, by, who, .. } => (stat, by, who, subject),
            Verb::Lower { stat, by, who, .. } => (stat, -by, who, subject.other()),
            _ => return 0,
        };
        let meant = side == unit.seat
            && includes(stat, number)
            && match who {
                Who::All(mask) => self.kit.allows(mask, kind),
                Who::One if by >= 0 => own == unit,
                Who::One => self.strongest(s, side, number, None) == Some(unit),
            };
        if meant { by } else { 0 }
    }

    /// The card that an effect on one card is meant for, by the numbers without lasting effects: the highest, of equal ones
    /// the first. If Defense is lowered by `by`, a card that this destroys comes before others, the strongest first.
    pub fn strongest(&self, s: &State, seat: Seat, number: Number, by: Option<i32>) -> Option<Unit> {
        let mut best: Option<((bool, i32), Unit)> = None;
        s.fields[seat.index()].each(|slot, piece| {
            if !has(self.card(piece.kind), number) {
                return;
            }
            let left = self.plain(piece, Number::Defense).saturating_sub(piece.damage);
            let dies = number == Number::Defense && by.is_some_and(|by| left <= by);
            let rank = match number {
                Number::Defense if !dies => left,
                _ => self.plain(piece, Number::Attack),
            };
            if best.is_none_or(|(b, _)| (dies, rank) > b) {
                best = Some(((dies, rank), Unit { seat, slot }));
            }
        });
        best.map(|(_, unit)| unit)
    }

    /// Changes a number of a card for a time.
    pub fn alter<R: Recorder>(&self, s: &mut State, unit: Unit, stat: Stat, by: i32, until: Until, rec: &mut R) {
        for number in NUMBERS {
            let kind = s.fields[unit.seat.index()].piece(unit.slot).kind;
            if !includes(stat, number) || !has(self.card(kind), number) {
                continue;
            }
            let before = self.number(s, unit, number);
            let change = &mut s.fields[unit.seat.index()].piece_mut(unit.slot).changes[span(until)];
            change[number as usize] = change[number as usize].saturating_add(by);
            s.dirty |= by < 0 && number == Number::Defense;
            s.altered = true;
            rec.say(|| {
                let word = if number == Number::Attack { "Attack" } else { "Defense" };
                let now = self.number(s, unit, number);
                format!("{}'s {} has {word} {before} -> {now}", self.kit.player(unit.seat), self.kit.name(kind))
            });
        }
    }

    /// Puts a card on the table; the piece that was worn in its slot is discarded.
    pub fn place<R: Recorder>(&self, s: &mut State, seat: Seat, kind: Kind, rec: &mut R) -> Unit {
        let card = self.card(kind);
        let index = seat.index();
        self.count_aura(s, kind, true);
        s.dirty |= card.defense == 0;
        let slot = match card.role {
            Role::Gear(slot) => {
                let old = std::mem::replace(&mut s.fields[index].gear[usize::from(slot)], Piece::new(kind));
                if old.kind != BLANK {
                    self.count_aura(s, old.kind, false);
                    s.core.of(seat).grave.push(old.kind);
                    rec.say(|| format!("{} discards {}", self.kit.player(seat), self.kit.name(old.kind)));
                }
                slot
            }
            _ => {
                s.fields[index].summons.push(Piece::new(kind));
                Field::slot(s.fields[index].summons.len() - 1)
            }
        };
        rec.played(seat, kind);
        rec.say(|| {
            let verb = if card.role == Role::Summon { "summons" } else { "equips" };
            format!("{} {verb} {}", self.kit.player(seat), self.kit.name(kind))
        });
        Unit { seat, slot }
    }

    /// Takes a card off the table and tells its abilities.
    pub fn lift<R: Recorder>(&self, s: &mut State, unit: Unit, beyond: bool, rec: &mut R) {
        let piece = std::mem::take(s.fields[unit.seat.index()].piece_mut(unit.slot));
        if piece.kind == BLANK {
            return;
        }
        self.count_aura(s, piece.kind, false);
        let (seat, kind) = (unit.seat, piece.kind);
        let piles = s.core.of(seat);
        if beyond {
            piles.beyond.push(kind);
            rec.say(|| format!("{}'s {} is removed from the game", self.kit.player(seat), self.kit.name(kind)));
        } else {
            piles.grave.push(kind);
            rec.say(|| format!("{}'s {} is destroyed", self.kit.player(seat), self.kit.name(kind)));
            trigger(self, s, seat, kind, None, When::Destroyed, rec);
        }
    }

    /// Destroys what has no Defense left, all at once; whether there was anything.
    pub fn sweep<R: Recorder>(&self, s: &mut State, rec: &mut R) -> bool {
        if !s.dirty && s.auras[Number::Defense as usize] == 0 {
            return false;
        }
        s.dirty = false;
        let mut found = false;
        for seat in Seat::BOTH {
            for slot in self.slots(s, seat) {
                let unit = Unit { seat, slot };
                let kind = s.fields[seat.index()].piece(slot).kind;
                if has(self.card(kind), Number::Defense) && self.left(s, unit) <= 0 {
                    s.fields[seat.index()].piece_mut(slot).doomed = true;
                    found = true;
                }
            }
        }
        found && self.bury(s, rec)
    }

    /// Takes the doomed off the table, those of A first; whether there were any.
    pub fn bury<R: Recorder>(&self, s: &mut State, rec: &mut R) -> bool {
        let mut found = false;
        for seat in Seat::BOTH {
            for slot in self.slots(s, seat) {
                if s.fields[seat.index()].piece(slot).doomed {
                    self.lift(s, Unit { seat, slot }, false, rec);
                    found = true;
                }
            }
        }
        found
    }

    /// The slots of a seat, empty ones too.
    pub fn slots(&self, s: &State, seat: Seat) -> std::ops::Range<u8> {
        0..Field::slot(s.fields[seat.index()].summons.len())
    }

    /// The Attack of a seat with these Summons.
    pub fn total(&self, s: &State, seat: Seat, with: impl Fn(&Piece) -> bool) -> i32 {
        let mut sum = self.rules.base_attack;
        s.fields[seat.index()].each(|slot, piece| {
            if slot == WEAPON || usize::from(slot) >= GEAR && with(piece) {
                sum = sum.saturating_add(self.attack(s, Unit { seat, slot }));
            }
        });
        sum
    }

    /// The Attack of a seat if all its Summons attack.
    pub fn most_attack(&self, s: &State, seat: Seat) -> i32 {
        self.total(s, seat, |_| true)
    }
}

/// Whether a change of a stat is one of this number.
pub fn includes(stat: Stat, number: Number) -> bool {
    match stat {
        Stat::All => true,
        Stat::One(index) => usize::from(index) == number as usize,
    }
}
