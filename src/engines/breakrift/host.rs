//! What effects do here.

use crate::play::{BLANK, Dice, Effect, Host, Kind, Recorder, Seat, Stat, Task, Unit, Until, Verb, Who};

use super::card::Role;
use super::field::Number;
use super::{Breakrift, State};

impl Host for Breakrift {
    /// A card of an effect that is not there always costs Life.
    fn draw<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, seat: Seat, dice: &mut D, rec: &mut R) {
        self.draw_card(s, seat, true, dice, rec);
    }

    fn apply<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, task: &Task, effect: Effect, _: &mut D, rec: &mut R) {
        let subject = task.subject(effect);
        match effect.verb {
            Verb::Damage(n) => {
                let n = if s.doubled[subject.index()] { n.saturating_mul(2) } else { n };
                self.hurt(s, subject.other(), n, false, rec);
            }
            Verb::Heal(n) => {
                let before = s.life[subject.index()];
                let now = before.saturating_add(n);
                s.life[subject.index()] = now;
                rec.say(|| format!("{} gains {n} Life: {before} -> {now}", self.kit.player(subject)));
            }
            Verb::Raise { stat, by, who, until } => self.change(s, task, subject, stat, by, who, until, rec),
            Verb::Lower { stat, by, who, until } => self.change(s, task, subject.other(), stat, -by, who, until, rec),
            Verb::DoubleDamage => {
                s.doubled[subject.index()] = true;
                rec.say(|| format!("{} deals double damage this turn", self.kit.player(subject)));
            }
            // One that came from a further Attack Phase could go on for ever.
            Verb::ExtraClash if s.further => {
                rec.say(|| "A further Attack Phase gives no other".to_owned());
            }
            Verb::ExtraClash => {
                s.extra[subject.index()] = s.extra[subject.index()].saturating_add(1);
                rec.say(|| format!("{} has one more Attack Phase this turn", self.kit.player(subject)));
            }
            // The others are chosen or drawn by the queue itself, or mean nothing in this game.
            _ => {}
        }
    }

    fn units(&self, s: &State, seat: Seat, each: &mut dyn FnMut(Unit, Kind)) {
        s.fields[seat.index()].each(|slot, piece| each(Unit { seat, slot }, piece.kind));
    }

    fn remove<R: Recorder>(&self, s: &mut State, unit: Unit, beyond: bool, rec: &mut R) {
        self.lift(s, unit, beyond, rec);
    }

    /// There is nothing to pay with.
    fn can_pay(&self, _: &State, _: Seat, _: u16) -> bool {
        false
    }

    fn pay<R: Recorder>(&self, _: &mut State, _: Seat, _: u16, _: &mut R) {}

    fn is_silent(&self, _: &State, _: Seat, _: Option<Unit>) -> bool {
        false
    }

    /// What a card is worth by itself; a piece for an empty slot and of a theme that is worn more, a Breakrift near its
    /// pieces more.
    fn value(&self, s: &State, seat: Seat, kind: Kind) -> i32 {
        let card = self.card(kind);
        let gear = &s.fields[seat.index()].gear;
        let alike = gear.iter().filter(|p| card.theme != 0 && self.card(p.kind).theme == card.theme).count();
        let alike = i32::try_from(alike).unwrap_or(0);
        match card.role {
            Role::Gear(slot) => {
                let worn = gear[usize::from(slot)].kind;
                card.value + 3 * alike + if worn == BLANK { 6 } else { 0 }
            }
            Role::Rift => card.value + 6 * alike,
            _ => card.value,
        }
    }
}

impl Breakrift {
    #[expect(clippy::too_many_arguments, reason = "the parts of one effect")]
    fn change<R: Recorder>(
        &self,
        s: &mut State,
        task: &Task,
        side: Seat,
        stat: Stat,
        by: i32,
        who: Who,
        until: Until,
        rec: &mut R,
    ) {
        match who {
            Who::All(mask) => {
                for slot in self.slots(s, side) {
                    let kind = s.fields[side.index()].piece(slot).kind;
                    if kind != BLANK && self.kit.allows(mask, kind) {
                        self.alter(s, Unit { seat: side, slot }, stat, by, until, rec);
                    }
                }
            }
            Who::One if by >= 0 => {
                // A card that is no longer there, or never was, changes nothing.
                let there = |u: &Unit| u.seat == side && s.fields[side.index()].piece(u.slot).kind == task.kind;
                if let Some(unit) = task.unit.filter(there) {
                    self.alter(s, unit, stat, by, until, rec);
                }
            }
            Who::One => {
                let number = match stat {
                    Stat::One(index) if usize::from(index) == Number::Defense as usize => Number::Defense,
                    _ => Number::Attack,
                };
                match self.strongest(s, side, number, Some(-by)) {
                    Some(unit) => self.alter(s, unit, stat, by, until, rec),
                    None => rec.say(|| format!("{} has no card to weaken", self.kit.player(side))),
                }
            }
        }
    }

    /// Takes Life from a seat. It may fall below 0 until all that happens at once is done; then the game ends.
    pub fn hurt<R: Recorder>(&self, s: &mut State, seat: Seat, n: i32, by_draw: bool, rec: &mut R) {
        if n <= 0 {
            return;
        }
        let index = seat.index();
        let before = s.life[index];
        s.life[index] = before.saturating_sub(n);
        s.lost[index] = s.lost[index].saturating_add(n);
        s.by_draw[index] = by_draw;
        rec.say(|| format!("{} loses {n} Life: {before} -> {}", self.kit.player(seat), s.life[index]));
    }
}
