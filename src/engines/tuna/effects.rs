//! What effects of cards do here.

use super::field::touches;
use super::state::State;
use super::{EFFECT, MOST_DOUBLINGS, MOST_NUMBER, Tuna};
use crate::play::{Dice, Effect, Engine, Host, Kind, Recorder, Seat, Stat, Task, Unit, Until, Verb, Who, take};

impl Host for Tuna {
    fn draw<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, seat: Seat, dice: &mut D, rec: &mut R) {
        self.draws(s, seat, 1, dice, rec);
    }

    /// All cards of one draw are different copies of the list; the next draw is made from the whole list again.
    fn draws<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, seat: Seat, count: u16, dice: &mut D, rec: &mut R) {
        self.draw_cards(s, seat, i32::from(count), dice, rec);
    }

    fn is_busy(&self, s: &State) -> bool {
        !s.hits.is_empty() || !s.again.is_empty()
    }

    fn apply<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, task: &Task, effect: Effect, _: &mut D, rec: &mut R) {
        let seat = task.subject(effect);
        let name = self.kit().player(seat);
        match effect.verb {
            Verb::Energy(n) => {
                let before = s.side(seat).stock;
                let now = before.saturating_add(n).min(MOST_NUMBER);
                s.side_mut(seat).stock = now;
                rec.say(|| format!("Stock of {name}: {before} -> {now}"));
            }
            Verb::Damage(n) => self.hurt(s, seat.other(), n, !self.burn_triggers),
            Verb::Heal(n) => self.heal(s, seat, n, rec),
            Verb::Raise { stat, by, who, until } => self.change(s, task, seat, stat, by, who, until, rec),
            Verb::Lower { stat, by, who, until } => self.change(s, task, seat.other(), stat, -by, who, until, rec),
            Verb::Ready(None) => {
                for place in 0..self.slots() {
                    let slot = &mut s.side_mut(seat).slots[place];
                    slot.extra = slot.extra.saturating_add(slot.attacks);
                }
                rec.say(|| format!("the units of {name} may attack once more"));
            }
            Verb::Ready(Some(n)) => {
                let most = u16::try_from(self.slots()).unwrap_or(u16::MAX);
                s.again.extend((0..n.min(most)).map(|_| (seat, true)));
            }
            Verb::ExtraClash => match task.unit {
                Some(unit) if unit.seat == seat && s.slot(unit).kind == task.kind => self.once_more(s, unit, rec),
                _ => s.again.push((seat, false)),
            },
            Verb::Negate => self.silence(s, task, seat.other(), rec),
            Verb::DoubleDamage => {
                let side = s.side_mut(seat);
                side.doubled = (side.doubled + 1).min(MOST_DOUBLINGS);
                rec.say(|| format!("damage to {} is doubled in this round", self.kit().player(seat.other())));
            }
            Verb::Token(n, kind) => self.gather(s, seat, n, kind, rec),
            Verb::DEnd => {
                rec.say(|| format!("{name} wins by an effect"));
                s.core.end(Some(seat), EFFECT);
            }
            // The shared part does the first six; the rest is in `UNSUPPORTED`.
            Verb::Draw(_)
            | Verb::Discard(_)
            | Verb::Search(..)
            | Verb::Destroy(..)
            | Verb::Banish(..)
            | Verb::Recover(..)
            | Verb::Mill(_)
            | Verb::Health(_) => {}
        }
    }

    fn units(&self, s: &State, seat: Seat, each: &mut dyn FnMut(Unit, Kind)) {
        let slots = s.side(seat).slots[..self.slots()].iter().enumerate();
        slots.filter(|(_, slot)| slot.is_taken()).for_each(|(i, slot)| each(self.unit(seat, i), slot.kind));
    }

    fn remove<R: Recorder>(&self, s: &mut State, unit: Unit, beyond: bool, rec: &mut R) {
        self.take_off(s, unit, beyond, true, rec);
    }

    fn can_pay(&self, s: &State, seat: Seat, cost: u16) -> bool {
        s.side(seat).dice.face_up() >= i32::from(cost)
    }

    fn pay<R: Recorder>(&self, s: &mut State, seat: Seat, cost: u16, rec: &mut R) {
        if cost == 0 {
            return;
        }
        let before = s.side(seat).dice.face_up();
        s.side_mut(seat).dice.pay(cost);
        let now = s.side(seat).dice.face_up();
        rec.say(|| format!("{} turns damage dice down: {before} -> {now} show their face", self.kit().player(seat)));
    }

    fn is_silent(&self, s: &State, _: Seat, unit: Option<Unit>) -> bool {
        unit.is_some_and(|unit| s.slot(unit).silent)
    }

    fn value(&self, _: &State, _: Seat, kind: Kind) -> i32 {
        self.cards[usize::from(kind)].value
    }

    /// A discarded card leaves nothing behind: the deck is whole at any time.
    fn discard<R: Recorder>(&self, s: &mut State, seat: Seat, kind: Kind, rec: &mut R) {
        if take(&mut s.core.of(seat).hand, kind) {
            rec.say(|| format!("{} discards {}", self.kit().player(seat), self.kit().name(kind)));
        }
    }

    /// A copy of it: the deck stays whole.
    fn take_from_deck(&self, s: &mut State, seat: Seat, kind: Kind) -> bool {
        s.core.of(seat).deck.cards().contains(&kind)
    }
}

impl Tuna {
    /// Raises or lowers a number of units of a seat.
    #[expect(clippy::too_many_arguments, reason = "an effect names all of this")]
    fn change<R: Recorder>(
        &self,
        s: &mut State,
        task: &Task,
        target: Seat,
        stat: Stat,
        by: i32,
        who: Who,
        until: Until,
        rec: &mut R,
    ) {
        match who {
            Who::All(mask) => {
                for place in 0..self.slots() {
                    let kind = s.side(target).slots[place].kind;
                    if kind != crate::play::BLANK && self.kit().allows(mask, kind) {
                        self.change_one(s, self.unit(target, place), stat, by, until, rec);
                    }
                }
            }
            Who::One => {
                let own = task.unit.filter(|&u| u.seat == target && s.slot(u).kind == task.kind);
                let unit = match by >= 0 && target == task.seat {
                    // A raised card is the card itself; arts and removed units have none.
                    true => own,
                    false => self.met(s, target).or_else(|| self.strongest(s, target, stat)),
                };
                if let Some(unit) = unit {
                    self.change_one(s, unit, stat, by, until, rec);
                }
            }
        }
    }

    fn change_one<R: Recorder>(&self, s: &mut State, unit: Unit, stat: Stat, by: i32, until: Until, rec: &mut R) {
        s.clash_changes |= until == Until::Clash;
        for which in 0..Self::STATS.len() {
            if !touches(stat, which) {
                continue;
            }
            let before = self.stat(s, unit, which);
            let slot = s.slot_mut(unit);
            let number = match until {
                Until::Game => &mut slot.lasting[which],
                Until::Turn => &mut slot.round[which],
                Until::Clash => &mut slot.clash[which],
            };
            *number = number.saturating_add(by).clamp(-MOST_NUMBER, MOST_NUMBER);
            rec.say(|| {
                let (card, owner) = (self.kit().name(s.slot(unit).kind), self.kit().player(unit.seat));
                let now = self.stat(s, unit, which);
                format!("{} of {card} ({owner}): {before} -> {now}", Self::STATS[which].to_uppercase())
            });
        }
    }

    /// The unit of a seat that takes part in the attack that goes on, if both of its sides are still there.
    fn met(&self, s: &State, seat: Seat) -> Option<Unit> {
        let fight = s.fight.filter(|f| f.met != crate::play::BLANK)?;
        let (place, kind) = match seat == s.offence() {
            true => (fight.from, fight.kind),
            false => (self.facing(fight.from), fight.met),
        };
        let unit = self.unit(seat, place);
        (s.slot(unit).kind == kind).then_some(unit)
    }

    /// The unit of a seat with the highest number; of equal ones the leftmost.
    fn strongest(&self, s: &State, seat: Seat, stat: Stat) -> Option<Unit> {
        let mut best: Option<(Unit, i32)> = None;
        for place in 0..self.slots() {
            let unit = self.unit(seat, place);
            if !s.slot(unit).is_taken() {
                continue;
            }
            let sum = (0..Self::STATS.len()).filter(|&w| touches(stat, w)).map(|w| self.stat(s, unit, w)).sum();
            if best.is_none_or(|(_, most)| sum > most) {
                best = Some((unit, sum));
            }
        }
        best.map(|(unit, _)| unit)
    }

    /// Switches abilities off for this round: of the unit met in an attack, else of all units of the seat.
    fn silence<R: Recorder>(&self, s: &mut State, task: &Task, target: Seat, rec: &mut R) {
        let met = task.unit.and_then(|_| self.met(s, target));
        for place in 0..self.slots() {
            let unit = self.unit(target, place);
            if s.slot(unit).is_taken() && met.is_none_or(|m| m == unit) {
                s.slot_mut(unit).silent = true;
                rec.say(|| format!("the abilities of {} are switched off", self.kit().name(s.slot(unit).kind)));
            }
        }
    }

    /// Grants a unit one more attack in this round.
    pub(super) fn once_more<R: Recorder>(&self, s: &mut State, unit: Unit, rec: &mut R) {
        let slot = s.slot_mut(unit);
        slot.extra = slot.extra.saturating_add(1);
        let kind = slot.kind;
        rec.say(|| format!("{} of {} may attack once more", self.kit().name(kind), self.kit().player(unit.seat)));
    }

    /// Gives the next attack that an effect grants: at once if at most one unit can take it, else the seat chooses.
    pub(super) fn give_attack<R: Recorder>(&self, s: &mut State, rec: &mut R) -> Option<Seat> {
        let &(seat, spent) = s.again.first()?;
        let mut units = (0..self.front).filter(|&place| self.may_get_attack(s, seat, place, spent));
        match (units.next(), units.next()) {
            (Some(only), None) => {
                s.again.remove(0);
                self.once_more(s, self.unit(seat, only), rec);
            }
            (None, _) => {
                s.again.remove(0);
            }
            _ => {
                s.ask = super::state::Ask::Again(seat, spent);
                return Some(seat);
            }
        }
        None
    }

    /// Whether a unit of the front row can be chosen to attack once more.
    pub(super) fn may_get_attack(&self, s: &State, seat: Seat, place: usize, spent: bool) -> bool {
        let unit = self.unit(seat, place);
        s.slot(unit).is_taken() && !(spent && self.can_attack(s, unit))
    }
}
