//! The damage step: the two dice, the six triggers, the damage dice.

use super::state::{Ask, Hit, State};
use super::{DAMAGE, Tuna};
use crate::play::{Dice, Engine, Host, Recorder, Seat, Unit};

/// What a trigger does; `setup.triggers` lists them by the faces of the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// One point to the opponent.
    Counter,
    /// The Stock is doubled.
    Stock,
    /// The own units' numbers are doubled.
    Front,
    /// No more damage in this round.
    Limit,
    /// An opposing unit is banished.
    Vanish,
    /// One point is healed.
    Heal,
}

impl Trigger {
    /// The words of `setup.triggers`, in the order of the rule text.
    pub const WORDS: [&'static str; 6] = ["counter", "stock", "front", "limit", "vanish", "heal"];
    /// The triggers in the same order.
    pub const ALL: [Trigger; 6] =
        [Trigger::Counter, Trigger::Stock, Trigger::Front, Trigger::Limit, Trigger::Vanish, Trigger::Heal];

    fn word(self) -> &'static str {
        Trigger::WORDS[self as usize]
    }
}

impl Tuna {
    /// Sends damage to a seat, doubled if the other seat has the right to it.
    pub(super) fn hurt(&self, s: &mut State, seat: Seat, points: i32, plain: bool) {
        let left = points.saturating_mul(1 << self.doublings(s, seat.other()));
        if left > 0 {
            s.hits.push(Hit { seat, left, rolled: false, plain });
        }
    }

    /// Goes on with the innermost damage: rolls its dice, or places its die.
    pub(super) fn hit<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) {
        let Some(&Hit { seat, left, rolled, plain }) = s.hits.last() else { return };
        let at = s.hits.len() - 1;
        if rolled {
            self.place(s, seat, rec);
            s.hits[at] = Hit { seat, left: left - 1, rolled: false, plain };
            if left == 1 {
                self.hit_done(s, rec);
            }
            return;
        }
        self.tell_stage(s, "damage", rec);
        if s.side(seat).limited {
            rec.say(|| format!("{} takes no more damage in this round", self.kit().player(seat)));
            return self.hit_done(s, rec);
        }
        s.hits[at].rolled = true;
        if plain {
            rec.say(|| format!("{} takes damage without a roll", self.kit().player(seat)));
            return;
        }
        let chance = dice.roll(0, self.trigger_die);
        let faces = i32::try_from(self.triggers.len()).unwrap_or(i32::MAX);
        let face = dice.roll(1, faces);
        let trigger = usize::try_from(face - 1).ok().and_then(|i| self.triggers.get(i)).copied();
        let trigger = trigger.filter(|_| chance <= self.trigger_on);
        rec.say(|| {
            let what = trigger.map_or_else(String::new, |t| format!(": the {} trigger", t.word()));
            format!("{} takes damage and rolls {chance} and {face}{what}", self.kit().player(seat))
        });
        if let Some(trigger) = trigger {
            self.fire(s, seat, trigger, rec);
        }
    }

    /// The innermost damage is dealt; after the outermost the stage goes on that it came into.
    fn hit_done<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        s.hits.pop();
        if s.hits.is_empty() {
            self.tell_stage(s, s.label, rec);
        }
    }

    /// Places a damage die; without a slot for it the game is lost.
    fn place<R: Recorder>(&self, s: &mut State, seat: Seat, rec: &mut R) {
        let before = s.side(seat).dice.count();
        match s.side_mut(seat).dice.place(self.dice_slots) {
            Some(slot) => rec.say(|| {
                format!(
                    "{} puts a die into slot {}: damage {before} -> {}",
                    self.kit().player(seat),
                    slot + 1,
                    before + 1
                )
            }),
            None => {
                rec.say(|| format!("{} has no slot left for damage {}", self.kit().player(seat), before + 1));
                s.core.end(Some(seat.other()), DAMAGE);
            }
        }
    }

    /// A trigger of the seat that takes damage. Its own die is placed afterwards, so it does not count yet.
    fn fire<R: Recorder>(&self, s: &mut State, seat: Seat, trigger: Trigger, rec: &mut R) {
        let other = seat.other();
        let (mine, theirs) = (s.side(seat).dice.count(), s.side(other).dice.count());
        let name = self.kit().player(seat);
        match trigger {
            Trigger::Counter => {
                // A point that is being dealt counts as damage already, though its die is not placed: so answers to
                // answers come to an end, and no counter is the last point.
                let coming = s.hits.iter().filter(|h| h.seat == other && h.rolled).count();
                let damage = theirs + i32::try_from(coming).unwrap_or(i32::MAX);
                if damage <= self.counter_most && mine >= theirs {
                    rec.say(|| format!("{name} hits back"));
                    self.hurt(s, other, 1, !self.burn_triggers);
                } else {
                    rec.say(|| format!("{name} cannot hit back: damage {mine} against {damage}"));
                }
            }
            Trigger::Stock => {
                let before = s.side(seat).stock;
                let now = before.saturating_mul(2).min(super::MOST_NUMBER);
                s.side_mut(seat).stock = now;
                rec.say(|| format!("Stock of {name}: {before} -> {now}"));
            }
            Trigger::Front => {
                let side = s.side_mut(seat);
                side.front = (side.front + 1).min(super::MOST_DOUBLINGS);
                rec.say(|| format!("ATK and DEF of the units of {name} are doubled until the next start phase"));
            }
            Trigger::Limit => {
                s.side_mut(seat).limited = true;
                rec.say(|| format!("{name} takes no more damage in this round after this"));
            }
            Trigger::Vanish => {
                let places = 0..self.slots();
                let mut units = places.filter(|&i| s.side(other).slots[i].is_taken());
                match (units.next(), units.next()) {
                    (None, _) => rec.say(|| format!("{} has no unit to banish", self.kit().player(other))),
                    (Some(only), None) => {
                        let slot = u8::try_from(only).unwrap_or(u8::MAX);
                        self.remove(s, Unit { seat: other, slot }, true, rec);
                    }
                    _ => s.ask = Ask::Vanish(seat),
                }
            }
            Trigger::Heal if mine >= theirs => self.heal(s, seat, 1, rec),
            Trigger::Heal => rec.say(|| format!("{name} does not heal: damage {mine} against {theirs}")),
        }
    }

    /// Takes damage dice away, the leftmost first.
    pub(super) fn heal<R: Recorder>(&self, s: &mut State, seat: Seat, points: i32, rec: &mut R) {
        for _ in 0..points {
            let Some(slot) = s.side_mut(seat).dice.heal() else { break };
            let now = s.side(seat).dice.count();
            rec.say(|| {
                let name = self.kit().player(seat);
                format!("{name} heals: the die of slot {} is gone, damage {} -> {now}", slot + 1, now + 1)
            });
        }
    }
}
