//! The battlefield: ATK and DEF, who can attack, placing, removing and moving up.

use std::ops::Range;

use super::state::{Ask, Slot, State, places_of};
use super::{MOST_DOUBLINGS, MOST_GATHERED, Tuna};
use crate::play::{Ability, Engine, Kind, Recorder, Seat, Stat, Unit, Verb, When, Who, holds, trigger};

/// The index of ATK in the numbers of a unit.
pub const ATK: usize = 0;
/// The index of DEF.
pub const DEF: usize = 1;

/// No unit attacks more often than this in a round: abilities that grant attacks to themselves could go on for ever.
const MOST_ATTACKS: u8 = 100;

impl Tuna {
    /// How many places a side of the battlefield has.
    #[inline]
    pub(super) fn slots(&self) -> usize {
        self.front + self.waiting
    }

    /// The places of the waiting row.
    #[inline]
    pub(super) fn waiting_row(&self) -> Range<usize> {
        self.front..self.slots()
    }

    /// The column of the other seat's front row that touches this one: each seat counts from its own left.
    #[inline]
    pub(super) fn facing(&self, column: usize) -> usize {
        self.front - 1 - column
    }

    /// How many of these places are taken.
    pub(super) fn taken(&self, s: &State, seat: Seat, places: Range<usize>) -> usize {
        (s.side(seat).taken & bits(places)).count_ones() as usize
    }

    /// Whether a unit of this name may come to a seat's battlefield.
    pub(super) fn name_is_free(&self, s: &State, seat: Seat, kind: Kind) -> bool {
        let on = |seat: Seat| places_of(s.side(seat).taken).any(|i| s.side(seat).slots[i].kind == kind);
        !on(seat) && (self.own_names_only || !on(seat.other()))
    }

    /// Where a unit would go if nobody chose: the leftmost empty place of the front row, then of the waiting row.
    pub(super) fn free_place(&self, s: &State, seat: Seat) -> Option<usize> {
        places_of(!s.side(seat).taken & bits(0..self.slots())).next()
    }

    /// Puts a unit on a place.
    pub(super) fn put(&self, s: &mut State, seat: Seat, kind: Kind, place: usize) {
        let side = s.side_mut(seat);
        side.slots[place] = Slot { kind, ..Slot::default() };
        side.taken |= 1 << place;
        side.auras |= u32::from(!self.cards[usize::from(kind)].auras.is_empty()) << place;
    }

    /// Gathers units by an effect, as many as names and places allow.
    pub(super) fn gather<R: Recorder>(&self, s: &mut State, seat: Seat, count: u16, kind: Kind, rec: &mut R) {
        let (name, card) = (self.kit().player(seat), self.kit().name(kind));
        for _ in 0..count {
            if !self.name_is_free(s, seat, kind) {
                return rec.say(|| format!("{name} cannot gather {card}: a unit of this name is on the battlefield"));
            }
            let place = self.free_place(s, seat).filter(|_| s.side(seat).gathered < MOST_GATHERED);
            let Some(place) = place else {
                return rec.say(|| format!("{name} has no place to gather {card}"));
            };
            s.side_mut(seat).gathered += 1;
            self.put(s, seat, kind, place);
            rec.say(|| format!("{name} gathers {card} to {}", self.place_name(place)));
        }
    }

    /// Takes a unit off the battlefield. `by_effect` obliges a waiting unit to move up to an emptied front row.
    pub(super) fn take_off<R: Recorder>(
        &self,
        s: &mut State,
        unit: Unit,
        banish: bool,
        by_effect: bool,
        rec: &mut R,
    ) -> Option<Kind> {
        let slot = *s.slot(unit);
        if !slot.is_taken() {
            return None;
        }
        *s.slot_mut(unit) = Slot::default();
        let side = s.side_mut(unit.seat);
        side.taken &= !(1 << unit.slot);
        side.auras &= !(1 << unit.slot);
        let how = if banish { "banished" } else { "removed" };
        rec.say(|| format!("{} of {} is {how}", self.kit().name(slot.kind), self.kit().player(unit.seat)));
        if usize::from(unit.slot) < self.front && (by_effect || self.always_up) {
            let side = s.side_mut(unit.seat);
            side.moves = side.moves.saturating_add(1);
        }
        if !banish && !slot.silent {
            // The place may be taken again before the effects are worked off, so they belong to no unit.
            trigger(self, s, unit.seat, slot.kind, None, When::Destroyed, rec);
        }
        Some(slot.kind)
    }

    /// Lets waiting units move up to emptied places; the seat that must choose is given. The offence moves first.
    pub(super) fn move_up<R: Recorder>(&self, s: &mut State, rec: &mut R) -> Option<Seat> {
        if s.sides[0].moves == 0 && s.sides[1].moves == 0 {
            return None;
        }
        for seat in [s.offence(), s.defence()] {
            while s.side(seat).moves > 0 {
                let taken = s.side(seat).taken;
                let mut holes = places_of(!taken & bits(0..self.front));
                let mut units = places_of(taken & bits(self.waiting_row()));
                match (units.next(), units.next(), holes.next(), holes.next()) {
                    (None, ..) | (_, _, None, _) => s.side_mut(seat).moves = 0,
                    (Some(from), None, Some(to), None) => self.step_up(s, seat, from, to, rec),
                    _ => {
                        s.ask = Ask::Move(seat);
                        return Some(seat);
                    }
                }
            }
        }
        None
    }

    /// Moves a waiting unit up.
    pub(super) fn step_up<R: Recorder>(&self, s: &mut State, seat: Seat, from: usize, to: usize, rec: &mut R) {
        let side = s.side_mut(seat);
        side.moves = side.moves.saturating_sub(1);
        side.slots.swap(from, to);
        for set in [&mut side.taken, &mut side.auras] {
            *set |= (*set >> from & 1) << to;
            *set &= !(1 << from);
        }
        let kind = side.slots[to].kind;
        rec.say(|| {
            format!("{} of {} moves up to {}", self.kit().name(kind), self.kit().player(seat), self.place_name(to))
        });
    }

    /// ATK or DEF of a unit as it is now: printed, changed by abilities, never below 0, then doubled.
    pub(super) fn stat(&self, s: &State, unit: Unit, which: usize) -> i32 {
        let slot = s.slot(unit);
        let printed = self.cards[usize::from(slot.kind)].stats[which];
        let mut n = printed + slot.lasting[which] + slot.round[which] + slot.clash[which];
        if s.sides[0].auras | s.sides[1].auras != 0 {
            n += self.aura(s, unit, which);
        }
        n.max(0).saturating_mul(1 << s.side(unit.seat).front)
    }

    /// What the abilities that last while their cards are on the battlefield add to a number.
    fn aura(&self, s: &State, unit: Unit, which: usize) -> i32 {
        let kind = s.slot(unit).kind;
        let mut sum = 0;
        for owner in Seat::BOTH {
            for place in places_of(s.side(owner).auras) {
                let slot = &s.side(owner).slots[place];
                if slot.silent {
                    continue;
                }
                for aura in &self.cards[usize::from(slot.kind)].auras {
                    let one = || match aura.own {
                        true => usize::from(unit.slot) == place,
                        false => place < self.front && usize::from(unit.slot) == self.facing(place),
                    };
                    let hit = aura.own == (owner == unit.seat)
                        && aura.touches[which]
                        && match aura.who {
                            Who::One => one(),
                            Who::All(mask) => self.kit().allows(mask, kind),
                        }
                        && holds(self, s, owner, &self.kit().face(slot.kind).abilities[aura.ability].condition);
                    sum += if hit { aura.by } else { 0 };
                }
            }
        }
        sum
    }

    /// The abilities of a card that work while it is on the battlefield, as far as their conditions hold.
    fn lasting_of<'a>(&'a self, s: &'a State, owner: Seat, kind: Kind) -> impl Iterator<Item = &'a Ability> {
        let all = self.kit().face(kind).abilities.iter();
        all.filter(move |a| a.when == When::Field && a.cost == 0 && holds(self, s, owner, &a.condition))
    }

    /// Whether a unit of the front row may attack (again) in this round.
    pub(super) fn can_attack(&self, s: &State, unit: Unit) -> bool {
        let slot = s.slot(unit);
        let more = || slot.extra > 0 || self.cards[usize::from(slot.kind)].more_attacks;
        slot.is_taken() && (slot.attacks < self.attacks || more() && slot.attacks < self.attacks_of(s, unit))
    }

    fn attacks_of(&self, s: &State, unit: Unit) -> u8 {
        let slot = s.slot(unit);
        let mut n = self.attacks.saturating_add(slot.extra);
        if self.cards[usize::from(slot.kind)].more_attacks && !slot.silent {
            let of = |a: &Ability| a.effects.iter().filter(|e| !e.opponent && e.verb == Verb::ExtraClash).count();
            let more: usize = self.lasting_of(s, unit.seat, slot.kind).map(of).sum();
            n = n.saturating_add(u8::try_from(more).unwrap_or(u8::MAX));
        }
        n.min(MOST_ATTACKS)
    }

    /// The leftmost unit of the offence's front row that may still attack.
    pub(super) fn attacker(&self, s: &State) -> Option<usize> {
        let seat = s.offence();
        places_of(s.side(seat).taken & bits(0..self.front)).find(|&i| self.can_attack(s, self.unit(seat, i)))
    }

    /// How often damage to the other seat is doubled by cards on the battlefield or by effects of this round.
    pub(super) fn doublings(&self, s: &State, seat: Seat) -> u8 {
        let mut n = s.side(seat).doubled;
        if self.doublers {
            for slot in s.side(seat).slots[..self.slots()].iter().filter(|slot| slot.is_taken() && !slot.silent) {
                let of = |a: &Ability| a.effects.iter().filter(|e| !e.opponent && e.verb == Verb::DoubleDamage).count();
                let more: usize = self.lasting_of(s, seat, slot.kind).map(of).sum();
                n = n.saturating_add(u8::try_from(more).unwrap_or(u8::MAX));
            }
        }
        n.min(MOST_DOUBLINGS)
    }

    /// A place as effects name it.
    #[inline]
    pub(super) fn unit(&self, seat: Seat, place: usize) -> Unit {
        Unit { seat, slot: u8::try_from(place).unwrap_or(u8::MAX) }
    }

    /// A place in words, counted from the owner's left.
    pub(super) fn place_name(&self, place: usize) -> &'static str {
        const FRONT: [&str; super::state::MOST_IN_ROW] =
            ["front 1", "front 2", "front 3", "front 4", "front 5", "front 6", "front 7", "front 8"];
        if place < self.front { FRONT.get(place).copied().unwrap_or("front") } else { "waiting row" }
    }
}

/// A bit for each of these places.
#[inline]
pub(super) fn bits(places: Range<usize>) -> u32 {
    (1 << places.end) - (1 << places.start)
}

/// Whether a change of `stat` is a change of this number.
pub fn touches(stat: Stat, which: usize) -> bool {
    match stat {
        Stat::All => true,
        Stat::One(index) => usize::from(index) == which,
    }
}
