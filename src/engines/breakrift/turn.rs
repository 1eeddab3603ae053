//! The turn from phase to phase.

use crate::play::{
    Dice, Kind, Offers, Recorder, Seat, Step, Unit, Until, When, choices, chosen, each_kind, settle, take, trigger,
};

use super::card::Role;
use super::field::Field;
use super::{Action, Breakrift, DRAW_END, LIFE_END, MOST_SET, State};

/// Where a turn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The first hands are there.
    Opened,
    /// The Draw Phase.
    Draw,
    /// What happens at the beginning of a turn.
    Begin,
    /// A seat sets cards.
    Set(Seat),
    /// All set cards are turned up.
    Flip,
    /// The cards of the type with this number are resolved.
    Reveal(u8),
    /// A seat chooses a Breakrift.
    Rift(Seat),
    /// The chosen ones are carried out.
    Rifts,
    /// A part of the Attack Phase begins.
    Attack,
    /// A seat says which Summons attack.
    Attackers(Seat),
    /// A seat says its defence order.
    Order(Seat),
    /// All that was declared is carried out.
    Clash,
    /// Damage is dealt.
    Damage,
    /// Another part, or the turn's end.
    After,
    /// What lasts for the turn is over.
    Forget,
    /// The turn is over.
    End,
}

/// When a type is resolved among those that are set: Equipment, Summons, Spells.
fn order(role: Role) -> Option<u8> {
    match role {
        Role::Gear(_) => Some(0),
        Role::Summon => Some(1),
        Role::Spell => Some(2),
        Role::Rift | Role::Blank => None,
    }
}

impl Breakrift {
    /// Sets a game up to before its first turn.
    pub fn deal<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) {
        s.core.reset(&self.kit.lists);
        s.stage = Stage::Opened;
        (s.life, s.lost, s.by_draw) = ([self.rules.life; 2], [0; 2], [false; 2]);
        s.fields.iter_mut().for_each(Field::clear);
        (s.auras, s.dirty, s.altered, s.cursor) = ([0; 2], false, false, 0);
        s.set = Default::default();
        (s.groups, s.rift, s.doubled) = ([0; 2], [None; 2], [false; 2]);
        (s.extra, s.attacking, s.further) = ([0; 2], [false; 2], false);
        s.order.iter_mut().for_each(Vec::clear);
        for seat in Seat::BOTH {
            for _ in 0..self.rules.hand {
                self.draw_card(s, seat, false, dice, rec);
            }
        }
    }

    /// Draws a card; a missing one costs Life if it is `due`.
    pub fn draw_card<D: Dice + ?Sized, R: Recorder>(
        &self,
        s: &mut State,
        seat: Seat,
        due: bool,
        dice: &mut D,
        rec: &mut R,
    ) {
        let piles = s.core.of(seat);
        if let Some(kind) = piles.deck.draw(seat, dice) {
            piles.hand.push(kind);
            rec.say(|| format!("{} draws {}", self.kit.player(seat), self.kit.name(kind)));
        } else if due {
            rec.say(|| format!("{} has no card to draw", self.kit.player(seat)));
            self.hurt(s, seat, self.rules.penalty, true, rec);
        }
    }

    /// Runs to the next stop.
    pub fn run<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) -> Step {
        loop {
            if let Some(outcome) = s.core.over {
                return Step::Over(outcome);
            }
            if s.core.waits()
                && let Some(seat) = settle(self, s, dice, rec)
            {
                return Step::Decide(seat);
            }
            if self.sweep(s, rec) || self.is_over(s) {
                continue;
            }
            if let Some(step) = self.stage(s, dice, rec) {
                return step;
            }
        }
    }

    /// Ends the game if a Life is gone. It is looked at when all that happens at once is done, so both may fall.
    fn is_over(&self, s: &mut State) -> bool {
        let dead = s.life.map(|life| life <= 0);
        let winner = match dead {
            [false, false] => return false,
            [true, true] => None,
            [true, false] => Some(Seat::B),
            [false, true] => Some(Seat::A),
        };
        let drawn = Seat::BOTH.iter().all(|seat| !dead[seat.index()] || s.by_draw[seat.index()]);
        s.core.end(winner, if drawn { DRAW_END } else { LIFE_END });
        true
    }

    /// Carries the stage out and goes on to the next, unless it is a stop.
    fn stage<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) -> Option<Step> {
        match s.stage {
            Stage::Opened => {
                s.stage = Stage::Draw;
                return Some(Step::Opened);
            }
            Stage::Draw => {
                s.core.turn = s.core.turn.map(|t| t.saturating_add(1));
                rec.stage(Seat::A, s.core.turn[0], "draw");
                for seat in Seat::BOTH {
                    s.fields[seat.index()].close_ranks();
                    for _ in 0..self.rules.draw {
                        self.draw_card(s, seat, self.rules.phase_penalty, dice, rec);
                    }
                }
                s.stage = Stage::Begin;
            }
            Stage::Begin => {
                self.trigger_fields(s, When::TurnStart, rec);
                s.stage = Stage::Set(Seat::A);
            }
            Stage::Set(seat) => {
                if seat == Seat::A && s.groups == [0; 2] {
                    rec.stage(Seat::A, s.core.turn[0], "set");
                }
                if self.may_set(s, seat) {
                    return Some(Step::Decide(seat));
                }
                s.stage = after(seat, Stage::Set, Stage::Flip);
            }
            Stage::Flip => {
                for seat in Seat::BOTH {
                    let cards = s.set[seat.index()].iter().flatten().count();
                    if cards > 0 {
                        let word = if cards == 1 { "card" } else { "cards" };
                        rec.say(|| format!("{} sets {cards} {word} face down", self.kit.player(seat)));
                    }
                }
                rec.stage(Seat::A, s.core.turn[0], "reveal");
                for seat in Seat::BOTH {
                    for &kind in s.set[seat.index()].iter().flatten() {
                        rec.say(|| format!("{} reveals {}", self.kit.player(seat), self.kit.name(kind)));
                    }
                }
                s.groups = [0; 2];
                s.stage = self.next_reveal(s, 0);
            }
            Stage::Reveal(nth) => {
                self.reveal(s, nth, rec);
                s.stage = self.next_reveal(s, nth + 1);
            }
            Stage::Rift(seat) => {
                if seat == Seat::A {
                    rec.stage(Seat::A, s.core.turn[0], "breakrift");
                }
                if !self.kit.is_idle(seat) && self.some_rift(s, seat) {
                    return Some(Step::Decide(seat));
                }
                s.stage = after(seat, Stage::Rift, Stage::Rifts);
            }
            Stage::Rifts => {
                self.rifts(s, rec);
                (s.attacking, s.further, s.stage) = ([true; 2], false, Stage::Attack);
            }
            Stage::Attack => self.attack_begins(s, rec),
            Stage::Attackers(seat) => {
                if self.may_attack(s, seat) {
                    return Some(Step::Decide(seat));
                }
                s.stage = Stage::Order(seat);
            }
            Stage::Order(seat) => {
                if self.may_order(s, seat) {
                    return Some(Step::Decide(seat));
                }
                s.cursor = 0;
                s.stage = after(seat, Stage::Attackers, Stage::Clash);
            }
            Stage::Clash => {
                self.clash(s, rec);
                s.stage = Stage::Damage;
            }
            Stage::Damage => {
                self.damage(s, rec);
                s.stage = Stage::After;
            }
            Stage::After => {
                if s.altered {
                    s.fields.iter_mut().for_each(|f| f.forget(Until::Clash));
                    s.dirty = true;
                }
                if s.extra == [0; 2] {
                    self.trigger_fields(s, When::TurnEnd, rec);
                    s.stage = Stage::Forget;
                } else {
                    s.further = true;
                    s.attacking = s.extra.map(|n| n > 0);
                    s.extra = s.extra.map(|n| n.saturating_sub(1));
                    s.stage = Stage::Attack;
                }
            }
            Stage::Forget => {
                if std::mem::take(&mut s.altered) {
                    s.fields.iter_mut().for_each(|f| f.forget(Until::Turn));
                    s.dirty = true;
                }
                s.doubled = [false; 2];
                s.stage = Stage::End;
            }
            Stage::End => {
                s.stage = Stage::Draw;
                return Some(Step::TurnEnd(Seat::A));
            }
        }
        None
    }

    /// The abilities of all cards on the table for a moment of the turn, those of A first.
    fn trigger_fields<R: Recorder>(&self, s: &mut State, when: When, rec: &mut R) {
        if self.triggers & when.bit() == 0 {
            return;
        }
        for seat in Seat::BOTH {
            for slot in self.slots(s, seat) {
                let kind = s.fields[seat.index()].piece(slot).kind;
                trigger(self, s, seat, kind, Some(Unit { seat, slot }), when, rec);
            }
        }
    }

    fn may_set(&self, s: &State, seat: Seat) -> bool {
        let set = s.set[seat.index()].iter().flatten().count();
        let hand = &s.core.piles[seat.index()].hand;
        !self.kit.is_idle(seat) && set < self.rules.set_limit && hand.iter().any(|&k| self.can_set(s, seat, k))
    }

    fn some_rift(&self, s: &State, seat: Seat) -> bool {
        s.core.piles[seat.index()].hand.iter().any(|&k| self.can_rift(s, seat, k))
    }

    /// The next type of which cards are set, from this one on, or what comes after all of them.
    fn next_reveal(&self, s: &State, from: u8) -> Stage {
        let types = s.set.iter().flatten().flatten().filter_map(|&kind| order(self.card(kind).role));
        types.filter(|&at| at >= from).min().map_or(Stage::Rift(Seat::A), Stage::Reveal)
    }

    /// Resolves the set cards of a type: those of both seats come into play, then their abilities happen, those of A
    /// first.
    fn reveal<R: Recorder>(&self, s: &mut State, nth: u8, rec: &mut R) {
        let fits = |kind: &Kind| order(self.card(*kind).role) == Some(nth);
        let mut units = [[None; MOST_SET]; 2];
        for seat in Seat::BOTH {
            for (at, unit) in units[seat.index()].iter_mut().enumerate() {
                let Some(kind) = s.set[seat.index()][at].filter(fits) else { continue };
                if self.card(kind).role == Role::Spell {
                    s.core.of(seat).grave.push(kind);
                    rec.played(seat, kind);
                    rec.say(|| format!("{} casts {}", self.kit.player(seat), self.kit.name(kind)));
                } else {
                    *unit = Some(self.place(s, seat, kind, rec));
                }
            }
        }
        for seat in Seat::BOTH {
            for (at, &unit) in units[seat.index()].iter().enumerate() {
                let Some(kind) = s.set[seat.index()][at].filter(fits) else { continue };
                s.set[seat.index()][at] = None;
                trigger(self, s, seat, kind, unit, When::Played, rec);
            }
        }
    }

    fn rifts<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        for seat in Seat::BOTH {
            let Some(kind) = s.rift[seat.index()] else { continue };
            let piles = s.core.of(seat);
            if take(&mut piles.hand, kind) {
                piles.grave.push(kind);
            }
            rec.played(seat, kind);
            rec.say(|| format!("{} plays the Breakrift {}", self.kit.player(seat), self.kit.name(kind)));
        }
        for seat in Seat::BOTH {
            if let Some(kind) = s.rift[seat.index()].take() {
                trigger(self, s, seat, kind, None, When::Played, rec);
            }
        }
    }

    /// The options of the decision at which a game stands.
    pub fn list(&self, s: &State, out: &mut impl Offers<Action>) {
        if s.core.waits() {
            choices(self, s, |choice| out.offer(Action::Choice(choice)));
            return;
        }
        match s.stage {
            Stage::Set(seat) => {
                let hand = &s.core.piles[seat.index()].hand;
                each_kind(hand, |kind| {
                    if self.can_set(s, seat, kind) {
                        out.offer(Action::Set(kind));
                    }
                });
                out.offer(Action::Done);
            }
            Stage::Rift(seat) => {
                let hand = &s.core.piles[seat.index()].hand;
                each_kind(hand, |kind| {
                    if self.can_rift(s, seat, kind) {
                        out.offer(Action::Rift(kind));
                    }
                });
                out.offer(Action::Pass);
            }
            Stage::Attackers(seat) => {
                let unit = Unit { seat, slot: Field::slot(s.cursor) };
                out.offer_all([Action::Attack(unit), Action::Hold(unit)]);
            }
            Stage::Order(seat) => {
                out.offer_all(self.candidates(s, seat).map(|slot| Action::Defend(Unit { seat, slot })));
            }
            _ => {}
        }
    }

    /// Takes an option. Nothing of it is told: the other seat may still have to choose.
    pub fn take<R: Recorder>(&self, s: &mut State, action: Action, rec: &mut R) {
        match action {
            Action::Set(kind) => self.set(s, kind),
            Action::Done => {
                if let Stage::Set(seat) = s.stage {
                    s.stage = after(seat, Stage::Set, Stage::Flip);
                }
            }
            Action::Rift(_) | Action::Pass => {
                if let Stage::Rift(seat) = s.stage {
                    s.rift[seat.index()] = if let Action::Rift(kind) = action { Some(kind) } else { None };
                    s.stage = after(seat, Stage::Rift, Stage::Rifts);
                }
            }
            Action::Attack(unit) | Action::Hold(unit) => {
                let attacks = matches!(action, Action::Attack(_));
                s.fields[unit.seat.index()].piece_mut(unit.slot).attacks = attacks;
                s.cursor += 1;
            }
            Action::Defend(unit) => self.put_in_order(s, unit),
            Action::Choice(choice) => chosen(self, s, choice, rec),
        }
    }

    fn set(&self, s: &mut State, kind: Kind) {
        let Stage::Set(seat) = s.stage else { return };
        let index = seat.index();
        let Some(place) = s.set[index].iter_mut().find(|p| p.is_none()) else { return };
        if take(&mut s.core.piles[index].hand, kind) {
            *place = Some(kind);
            s.groups[index] |= self.card(kind).group;
        }
    }
}

/// The same stage for B once A is through, then the next one.
fn after(seat: Seat, stage: fn(Seat) -> Stage, next: Stage) -> Stage {
    match seat {
        Seat::A => stage(Seat::B),
        Seat::B => next,
    }
}
