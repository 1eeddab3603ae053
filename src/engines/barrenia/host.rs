//! What effects do in Barrenia.

use super::build::Class;
use super::{Barrenia, State};
use crate::play::{Dice, Effect, Engine, Host, Kind, Recorder, Seat, Task, Unit, Verb, When, Who, trigger};

impl Barrenia {
    /// Puts energy into the Stock.
    pub(super) fn add_energy<R: Recorder>(&self, s: &mut State, seat: Seat, amount: i32, rec: &mut R) {
        let before = s.stock;
        s.stock = s.stock.saturating_add(amount);
        rec.say(|| format!("{} puts {amount} energy into the Stock: {before} -> {}", self.kit.player(seat), s.stock));
    }

    /// Raises (`sign` 1) or lowers (-1) what an effect names.
    fn change<R: Recorder>(&self, s: &mut State, task: &Task, effect: Effect, rec: &mut R) {
        let subject = task.subject(effect);
        let (stat, by, who, until, seat) = match effect.verb {
            Verb::Raise { stat, by, who, until } => (stat, by, who, until, subject),
            Verb::Lower { stat, by, who, until } => (stat, -by, who, until, subject.other()),
            _ => return,
        };
        let one = match (who, effect.verb) {
            (Who::All(_), _) => None,
            (Who::One, Verb::Raise { .. }) if !effect.opponent => task.unit,
            _ => s.fighter(seat).or_else(|| self.strongest(s, seat)),
        };
        for slot in 0..s.board[seat.index()].len() {
            let unit = Unit { seat, slot: u8::try_from(slot).unwrap_or(u8::MAX) };
            let Some(kind) = s.piece(unit).map(|p| p.kind) else { continue };
            let meant = match who {
                Who::All(mask) => self.card(kind).fights() && self.kit.allows(mask, kind),
                // A card that has left its place is not the one that lies there now.
                Who::One => one == Some(unit) && (task.unit != Some(unit) || kind == task.kind),
            };
            if meant {
                s.change(unit, stat, by, until);
                rec.say(|| {
                    let stats: Vec<String> = (0..3).map(|i| self.stat(s, unit, i).to_string()).collect();
                    format!("{} now has {} (el/ag/ip)", self.name(kind), stats.join("/"))
                });
            }
        }
    }

    /// The seat's card on the field with the highest stat.
    fn strongest(&self, s: &State, seat: Seat) -> Option<Unit> {
        let best = |u: Unit| (0..3).map(|i| self.stat(s, u, i)).max().unwrap_or(0);
        let fighters = s.live(seat).filter(|(_, p)| self.card(p.kind).fights());
        // `max_by_key` gives the last of equal ones; the first is meant.
        fighters.map(|(u, _)| u).max_by_key(|u| (best(*u), std::cmp::Reverse(u.slot)))
    }

    fn ready<R: Recorder>(&self, s: &mut State, seat: Seat, count: Option<u16>, rec: &mut R) {
        for _ in 0..count.unwrap_or(u16::MAX) {
            let resting = s
                .live(seat)
                .filter(|(_, p)| !p.ready && matches!(self.card(p.kind).class, Class::Soldier | Class::Eraser));
            let best =
                resting.map(|(u, p)| (u, p.kind)).max_by_key(|(u, k)| (self.card(*k).worth, std::cmp::Reverse(u.slot)));
            let Some((unit, kind)) = best else { return };
            if let Some(piece) = s.piece_mut(unit) {
                piece.ready = true;
            }
            rec.say(|| format!("{}: {} turns to Battle Stance", self.kit.player(seat), self.name(kind)));
        }
    }

    fn negate<R: Recorder>(&self, s: &mut State, seat: Seat, rec: &mut R) {
        if !s.clash.on {
            s.silence[seat.index()] = true;
            rec.say(|| format!("the cards of {} are switched off until the End Stage", self.kit.player(seat)));
            return;
        }
        let Some(unit) = s.fighter(seat) else { return };
        if let Some(piece) = s.piece_mut(unit) {
            piece.silent = true;
            let kind = piece.kind;
            s.hushed = true;
            rec.say(|| format!("{} is switched off for this clash", self.name(kind)));
        }
    }
}

impl Host for Barrenia {
    fn draw<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, seat: Seat, dice: &mut D, rec: &mut R) {
        let Some(kind) = s.core.of(seat).deck.draw(seat, dice) else {
            self.draw_end(s, seat, rec);
            return;
        };
        s.core.of(seat).hand.push(kind);
        rec.say(|| format!("{} draws {}", self.kit.player(seat), self.name(kind)));
    }

    fn apply<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, task: &Task, effect: Effect, _: &mut D, rec: &mut R) {
        let subject = task.subject(effect);
        match effect.verb {
            Verb::Energy(n) => self.add_energy(s, subject, n, rec),
            Verb::Damage(n) => {
                self.take_damage(s, subject.other(), n, rec);
                self.fallen(s, rec);
            }
            Verb::Heal(n) => {
                let before = s.life[subject.index()];
                s.life[subject.index()] = before.saturating_add(n);
                rec.say(|| {
                    format!("{} gains {n} life: {before} -> {}", self.kit.player(subject), s.life[subject.index()])
                });
            }
            Verb::Raise { .. } | Verb::Lower { .. } => self.change(s, task, effect, rec),
            Verb::Ready(count) => self.ready(s, subject, count, rec),
            Verb::Negate => self.negate(s, subject.other(), rec),
            Verb::DoubleDamage => {
                let other = subject.other();
                s.doubled[other.index()] = s.doubled[other.index()].saturating_add(1);
                rec.say(|| format!("damage to {} is doubled in this turn", self.kit.player(other)));
            }
            Verb::ExtraClash => {
                // Only the turn player has Clash Stages.
                if subject == s.core.active {
                    s.extra = s.extra.saturating_add(1);
                    rec.say(|| format!("{} may conduct one more Clash Stage", self.kit.player(subject)));
                }
            }
            Verb::DEnd => self.d_end(s, subject, rec),
            // The shared part does these, and the set-up of cards refuses the others.
            Verb::Draw(_)
            | Verb::Discard(_)
            | Verb::Mill(_)
            | Verb::Recover(..)
            | Verb::Search(..)
            | Verb::Destroy(..)
            | Verb::Banish(..)
            | Verb::Health(_)
            | Verb::Token(..) => {}
        }
    }

    fn units(&self, s: &State, seat: Seat, each: &mut dyn FnMut(Unit, Kind)) {
        s.live(seat).for_each(|(unit, piece)| each(unit, piece.kind));
    }

    fn remove<R: Recorder>(&self, s: &mut State, unit: Unit, beyond: bool, rec: &mut R) {
        let Some(kind) = s.piece(unit).map(|p| p.kind) else { return };
        if !beyond {
            trigger(self, s, unit.seat, kind, Some(unit), When::Destroyed, rec);
        }
        self.lift(s, unit);
        let piles = Self::core_mut(s).of(unit.seat);
        let pile = if beyond { &mut piles.beyond } else { &mut piles.grave };
        pile.push(kind);
        let place = if beyond { "The Beyond" } else { "the Grave Pile" };
        rec.say(|| format!("{}'s {} goes to {place}", self.kit.player(unit.seat), self.name(kind)));
    }

    fn can_pay(&self, s: &State, seat: Seat, cost: u16) -> bool {
        i32::from(cost) <= s.stock && !self.kit.is_idle(seat) && s.lock.is_none_or(|only| only == seat)
    }

    fn pay<R: Recorder>(&self, s: &mut State, seat: Seat, cost: u16, rec: &mut R) {
        let before = s.stock;
        s.stock -= i32::from(cost);
        rec.say(|| format!("{} takes {cost} energy from the Stock: {before} -> {}", self.kit.player(seat), s.stock));
    }

    fn is_silent(&self, s: &State, seat: Seat, unit: Option<Unit>) -> bool {
        unit.is_some_and(|u| s.silence[seat.index()] || s.piece(u).is_some_and(|p| p.silent))
    }

    fn value(&self, _: &State, _: Seat, kind: Kind) -> i32 {
        self.card(kind).worth
    }
}
