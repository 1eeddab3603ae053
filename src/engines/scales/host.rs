//! What effects do here, and the power of a card after all of them.

use super::{
    ATTACK, CHANGER, COMBAT, Change, DEFENSE, Dice, Kind, LASTING, Placed, ROUND, Recorder, Scales, Seat, State, Unit,
    When,
};
use crate::play::{Effect, Host, Task, Until, Verb, Who, holds};

impl Scales {
    /// The power of a card in a place: printed, raised and lowered; never below 0.
    pub(super) fn power(&self, s: &State, slot: u8, placed: Placed) -> i32 {
        let changes = s.changes.iter().filter(|c| c.of == placed.seat && self.kit.allows(c.mask, placed.kind));
        let mut power = self.cards.of(placed.kind).power + placed.bonus.iter().sum::<i32>();
        power += changes.map(|c| c.power).sum::<i32>();
        if self.has_fields {
            let sources =
                [(ATTACK, &s.fight[0]), (DEFENSE, &s.fight[1]), (CHANGER, &s.changers[0]), (CHANGER, &s.changers[1])];
            for (place, source) in &sources {
                let Some(source) = source else { continue };
                power += self.field(s, Unit { seat: source.seat, slot: *place }, source, slot, placed);
            }
        }
        power.max(0)
    }

    /// What a card on the field adds to another's power as long as it lies there.
    #[inline]
    fn field(&self, s: &State, unit: Unit, source: &Placed, slot: u8, placed: Placed) -> i32 {
        let card = self.cards.of(source.kind);
        let times = if unit.slot == CHANGER { card.triggers } else { card.fighting };
        if times & When::Field.bit() == 0 || self.is_silent(s, source.seat, Some(unit)) {
            return 0;
        }
        self.lasting(s, unit, source, slot, placed)
    }

    fn lasting(&self, s: &State, unit: Unit, source: &Placed, slot: u8, placed: Placed) -> i32 {
        let mut power = 0;
        for ability in self.kit.face(source.kind).abilities.iter().filter(|a| a.when == When::Field && a.cost == 0) {
            if !holds(self, s, source.seat, &ability.condition) {
                continue;
            }
            for &effect in &ability.effects {
                let Some((of, by, who, _)) = change(source.seat, effect) else { continue };
                let itself = of == source.seat;
                let meant = match who {
                    Who::All(mask) => self.kit.allows(mask, placed.kind),
                    Who::One => !itself || slot == unit.slot,
                };
                power += if of == placed.seat && meant { by } else { 0 };
            }
        }
        power
    }

    /// Raises or lowers power by an effect that happens once.
    fn raise<R: Recorder>(&self, s: &mut State, task: &Task, effect: Effect, rec: &mut R) {
        let Some((of, by, who, until)) = change(task.seat, effect) else { return };
        let combat = until == Until::Clash;
        let player = self.kit.player(of);
        match who {
            Who::All(mask) if until != Until::Game => {
                s.changes.push(Change { by: task.seat, of, mask, power: by, combat });
                rec.say(|| format!("cards of {player} have power {by:+}"));
            }
            Who::All(mask) => {
                for placed in s.fight.iter_mut().chain(&mut s.changers).flatten() {
                    if placed.seat == of && self.kit.allows(mask, placed.kind) {
                        placed.bonus[LASTING] += by;
                    }
                }
                rec.say(|| format!("cards of {player} on the field have power {by:+}"));
            }
            Who::One => {
                let fighter = [ATTACK, DEFENSE].map(|slot| Unit { seat: of, slot });
                let fighter = fighter.into_iter().find(|&unit| self.at(s, unit).is_some());
                let Some(unit) = (if of == task.seat { task.unit } else { fighter }) else { return };
                let place = match unit.slot {
                    CHANGER => &mut s.changers[unit.seat.index()],
                    slot => &mut s.fight[usize::from(slot)],
                };
                let Some(placed) = place.as_mut().filter(|p| p.seat == of) else { return };
                let how_long = match until {
                    Until::Game => LASTING,
                    Until::Clash => COMBAT,
                    Until::Turn => ROUND + task.seat.index(),
                };
                placed.bonus[how_long] += by;
                let placed = *placed;
                rec.say(|| {
                    let now = self.power(s, unit.slot, placed);
                    format!("{} of {player} has power {by:+}, now {now}", self.kit.name(placed.kind))
                });
            }
        }
    }
}

/// Whose cards an effect raises or lowers, by how much, which of them, and how long; `None` for any other effect.
fn change(owner: Seat, effect: Effect) -> Option<(Seat, i32, Who, Until)> {
    let subject = if effect.opponent { owner.other() } else { owner };
    match effect.verb {
        Verb::Raise { by, who, until, .. } => Some((subject, by, who, until)),
        Verb::Lower { by, who, until, .. } => Some((subject.other(), -by, who, until)),
        _ => None,
    }
}

impl Host for Scales {
    fn draw<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, seat: Seat, dice: &mut D, rec: &mut R) {
        self.draw_card(s, seat, dice, rec);
    }

    fn apply<D: Dice + ?Sized, R: Recorder>(
        &self,
        s: &mut State,
        task: &Task,
        effect: Effect,
        dice: &mut D,
        rec: &mut R,
    ) {
        let subject = task.subject(effect);
        let player = self.kit.player(subject);
        match effect.verb {
            Verb::Damage(n) => self.hit(s, subject.other(), Self::dealt(s, subject, n), dice, rec),
            Verb::Heal(n) => {
                let piles = s.core.of(subject);
                let before = piles.deck.len();
                for _ in 0..n {
                    // Damage came from a shuffled deck, so the card on top is as good as any.
                    let Some(kind) = piles.beyond.pop() else { break };
                    piles.deck.add(kind);
                }
                let after = piles.deck.len();
                rec.say(|| format!("{player} shuffles cards of the Graveyard in (deck {before} -> {after})"));
            }
            Verb::Raise { .. } | Verb::Lower { .. } => self.raise(s, task, effect, rec),
            Verb::Negate => {
                let other = subject.other();
                let silent = if Self::in_combat(s) { &mut s.silent_fighter } else { &mut s.silent };
                silent[other.index()] = true;
                rec.say(|| format!("abilities of {} are off", self.kit.player(other)));
            }
            Verb::DoubleDamage => {
                s.doubled[subject.index()] = true;
                rec.say(|| format!("damage that {player} deals counts twice"));
            }
            _ => {}
        }
    }

    /// Effects hit what fights, not Game Changers.
    fn units(&self, s: &State, seat: Seat, each: &mut dyn FnMut(Unit, Kind)) {
        Self::placed(s, seat).filter(|(unit, _)| unit.slot != CHANGER).for_each(|(unit, p)| each(unit, p.kind));
    }

    fn remove<R: Recorder>(&self, s: &mut State, unit: Unit, _beyond: bool, rec: &mut R) {
        if self.at(s, unit).is_some() {
            self.leave(s, unit, rec);
        }
    }

    /// Nothing can be paid here.
    fn can_pay(&self, _: &State, _: Seat, cost: u16) -> bool {
        cost == 0
    }

    fn pay<R: Recorder>(&self, _: &mut State, _: Seat, _: u16, _: &mut R) {}

    fn is_silent(&self, s: &State, seat: Seat, unit: Option<Unit>) -> bool {
        let fights = unit.is_some_and(|u| u.slot != CHANGER);
        s.silent[seat.index()] || (fights && s.silent_fighter[seat.index()])
    }

    fn value(&self, s: &State, seat: Seat, kind: Kind) -> i32 {
        self.kept(s, seat, kind)
    }

    fn to_hand<R: Recorder>(&self, s: &mut State, seat: Seat, kind: Kind, rec: &mut R) {
        s.core.of(seat).hand.push(kind);
        self.last_card(s, seat, rec);
    }
}
