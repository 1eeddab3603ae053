//! The Clash Stage: declaration, counter, Miracle Event, stats, effects, comparison, Clash Reaction, damage, aftermath.

use super::build::{Class, Emblem, Event, Timing};
use super::state::{Clash, Result_, Stage};
use super::{Barrenia, CLASH_END, State};
use crate::play::{Dice, Host, Recorder, Seat, Step, Unit, When, afresh, holds, trigger};

impl Barrenia {
    /// Goes on with the Clash Stage until it is over or something else comes first; a decision if a seat must choose.
    #[inline(always)]
    pub(super) fn clash_stage<D: Dice + ?Sized, R: Recorder>(
        &self,
        s: &mut State,
        dice: &mut D,
        rec: &mut R,
    ) -> Option<Step> {
        let seat = s.core.active;
        let target = seat.other();
        loop {
            let this = afresh(self);
            match s.stage {
                Stage::Begun => {
                    rec.stage(seat, s.core.turn[seat.index()], "clash");
                    s.last = false;
                    s.stage = if this.is_first_turn(s) { Stage::End } else { Stage::Declare };
                }
                Stage::Declare => {
                    if !s.last && !this.kit.is_idle(seat) && this.has_ready(s, seat) {
                        return Some(Step::Decide(seat));
                    }
                    this.end_clashes(s, rec);
                }
                Stage::Counter => {
                    if !this.kit.is_idle(target) && this.has_ready(s, target) {
                        return Some(Step::Decide(target));
                    }
                    rec.say(|| format!("{} cannot counter: a Direct Clash", this.kit.player(target)));
                    s.stage = Stage::Effects(target);
                }
                Stage::Miracle => match s.clash.event.take() {
                    Some(event) => this.miracle(s, event, dice, rec),
                    None if this.miracles(s) != 0 => return Some(Step::Decide(seat)),
                    None => s.stage = Stage::Stats,
                },
                Stage::Stats => {
                    if let Some(chooser) = this.stats(s, rec) {
                        return Some(Step::Decide(chooser));
                    }
                    s.stage = Stage::Effects(target);
                }
                Stage::Effects(who) => {
                    let fighter = s.fighter(who).and_then(|u| s.piece(u).map(|p| (u, p.kind)));
                    if let (Some((unit, kind)), false) = (fighter, s.clash.plain) {
                        trigger(this, s, who, kind, Some(unit), When::Clash, rec);
                    }
                    // Without abilities to pay for nobody need be asked.
                    s.stage = if s.acts > 0 { Stage::Acts(who) } else { after_acts(who, seat) };
                }
                Stage::Acts(who) => {
                    if !s.clash.plain && this.can_act(s, who) {
                        return Some(Step::Decide(who));
                    }
                    s.stage = after_acts(who, seat);
                }
                Stage::Compare => this.compare(s, rec),
                Stage::Reaction(nth) => this.react(s, nth, dice, rec),
                Stage::Damage => {
                    this.damage(s, rec);
                    if s.core.over.is_none() {
                        this.aftermath(s, rec);
                    }
                }
                Stage::Settled => {
                    s.fade(1);
                    if std::mem::take(&mut s.hushed) {
                        s.board.iter_mut().flatten().for_each(|p| p.silent = false);
                    }
                    s.clash = Clash::default();
                    s.stage = Stage::Declare;
                }
                // All other stages belong to the turn.
                _ => return None,
            }
            if this.is_interrupted(s) {
                return None;
            }
        }
    }

    /// Whether a seat has a card in Battle Stance that can clash.
    pub(super) fn has_ready(&self, s: &State, seat: Seat) -> bool {
        s.board[seat.index()].iter().any(|p| p.live && p.ready && self.card(p.kind).fights())
    }

    /// The Clash Stage is over, or another one begins.
    pub(super) fn end_clashes<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        let seat = s.core.active;
        s.lock = None;
        if s.extra == 0 {
            s.stage = Stage::End;
            return;
        }
        s.extra -= 1;
        rec.say(|| format!("{} conducts another Clash Stage", self.kit.player(seat)));
        if std::mem::take(&mut s.again) {
            self.ready_all(s, seat, &[Class::Soldier], rec);
        }
        s.stage = Stage::Begun;
    }

    /// The Miracle Events that may be invoked now, a bit each.
    pub(super) fn miracles(&self, s: &State) -> u16 {
        let seat = s.core.active;
        let index = seat.index();
        if s.life[index] != self.n.miracle_life || s.miracle[index] || s.fighter(seat.other()).is_none() {
            return 0;
        }
        let Some(piece) = s.fighter(seat).and_then(|u| s.piece(u)) else { return 0 };
        let events = self.card(piece.kind).events;
        let late = |event: Event| event.timing() == Timing::First && s.clashes > 1;
        Event::ALL.iter().filter(|(e, ..)| late(*e)).fold(events, |bits, (e, ..)| bits & !(1 << *e as u16))
    }

    fn miracle<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, event: Event, dice: &mut D, rec: &mut R) {
        let seat = s.core.active;
        let (own, other) = (seat.index(), seat.other().index());
        s.miracle[own] = true;
        s.last |= event.timing() == Timing::Last;
        rec.say(|| format!("{} invokes a Miracle Event: {}", self.kit.player(seat), event.word()));
        s.stage = Stage::Stats;
        match event {
            Event::Negate => s.silence[other] = true,
            Event::Double => s.doubled[other] = s.doubled[other].saturating_add(1),
            Event::Regrow => {
                for _ in 0..self.n.regrow_cards {
                    let Some(kind) = s.core.of(seat).grave.pop() else { break };
                    s.core.of(seat).deck.add(kind);
                    rec.say(|| format!("{} goes back into {}'s deck", self.name(kind), self.kit.player(seat)));
                }
            }
            Event::Energy => {
                self.add_energy(s, seat, self.n.energy_tokens, rec);
                s.lock = Some(seat);
            }
            Event::Draw => {
                for _ in 0..self.n.draw_cards {
                    if s.core.over.is_none() {
                        self.draw(s, seat, dice, rec);
                    }
                }
            }
            Event::Direct => {
                (s.direct, s.fixed[other]) = (true, true);
                (s.clash.plain, s.clash.units[other]) = (true, None);
            }
            Event::Sweep => {
                for slot in 0..s.board[other].len() {
                    let unit = Unit { seat: seat.other(), slot: u8::try_from(slot).unwrap_or(u8::MAX) };
                    if s.piece(unit).is_some_and(|p| self.card(p.kind).class == Class::Soldier) {
                        self.remove(s, unit, false, rec);
                    }
                }
            }
            Event::Again => {
                s.extra += 1;
                s.again = true;
            }
            Event::Steal => s.clash.steal = true,
        }
    }

    /// Finds out which stat each card uses; gives the seat that must choose one.
    fn stats<R: Recorder>(&self, s: &mut State, rec: &mut R) -> Option<Seat> {
        let seat = s.core.active;
        let target = seat.other();
        let (Some(own), Some(theirs)) = (s.fighter(seat), s.fighter(target)) else { return None };
        if self.victory(s, own).is_some() || self.victory(s, theirs).is_some() {
            return None;
        }
        if self.n.shared_stat {
            // The Assaulter's emblem names the stat for both.
            if s.clash.stats[0].is_none() {
                match self.chooser(s, seat) {
                    Ok(stat) => s.clash.stats = [Some(stat); 2],
                    Err(chooser) => {
                        s.clash.about = Some(target);
                        return Some(chooser);
                    }
                }
            }
        } else {
            for by in [seat, target] {
                if let (Ok(stat), None) = (self.chooser(s, by), s.clash.stats[by.other().index()]) {
                    s.clash.stats[by.other().index()] = Some(stat);
                }
            }
            // Where both players choose, the Assaulter does so first.
            for first in [seat, target] {
                for by in [seat, target] {
                    let open = s.clash.stats[by.other().index()].is_none();
                    if open && self.chooser(s, by) == Err(first) {
                        s.clash.about = Some(by.other());
                        return Some(first);
                    }
                }
            }
        }
        rec.say(|| {
            let word = |who: Seat| {
                s.clash.stats[who.index()].map_or("", |i| <Self as crate::play::Engine>::STATS[usize::from(i)])
            };
            let player = |who| self.kit.player(who);
            format!("{} uses {}, {} uses {}", player(seat), word(seat), player(target), word(target))
        });
        None
    }

    /// The stat that this seat's emblem forces on the other side, or who chooses it.
    pub(super) fn chooser(&self, s: &State, by: Seat) -> Result<u8, Seat> {
        match s.clash.emblems[by.index()] {
            Some(Emblem::El) => Ok(0),
            Some(Emblem::Ag) => Ok(1),
            Some(Emblem::Ip) => Ok(2),
            Some(Emblem::Hyper) | None => Err(by),
            Some(Emblem::Chimera) => Err(by.other()),
        }
    }

    /// Whether an Eraser's Victory Condition is fulfilled; `None` for other cards.
    #[inline(always)]
    pub(super) fn victory(&self, s: &State, unit: Unit) -> Option<bool> {
        if self.any_eraser { self.victory_of_eraser(s, unit) } else { None }
    }

    fn victory_of_eraser(&self, s: &State, unit: Unit) -> Option<bool> {
        let card = self.card(s.piece(unit)?.kind);
        (card.class == Class::Eraser).then(|| holds(self, s, unit.seat, &card.victory))
    }

    fn compare<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        let seat = s.core.active;
        let target = seat.other();
        let Some(assaulter) = s.fighter(seat) else {
            rec.say(|| "the assaulting card has left the field: the clash is over".to_owned());
            s.stage = Stage::Settled;
            return;
        };
        let own = self.victory(s, assaulter);
        let theirs = s.fighter(target).map(|u| (u, self.victory(s, u)));
        s.clash.result = match (own, theirs) {
            (None, None) => Result_::Won,
            (Some(win), None | Some((_, None))) => won(win),
            (None, Some((_, Some(win)))) => won(!win),
            (Some(win), Some((_, Some(other)))) => result(i32::from(win), i32::from(other)),
            (None, Some((unit, None))) => {
                let value = |u: Unit| s.clash.stats[u.seat.index()].map_or(0, |stat| self.stat(s, u, stat));
                let (own, other) = (value(assaulter), value(unit));
                rec.say(|| {
                    format!("{own} of {} against {other} of {}", self.kit.player(seat), self.kit.player(target))
                });
                result(own, other)
            }
        };
        s.clash.eraser = own.is_some() || theirs.is_some_and(|(_, v)| v.is_some());
        if s.clash.eraser {
            rec.say(|| {
                let word = |v: Option<bool>| if v == Some(true) { "fulfilled" } else { "not fulfilled" };
                let verdict = own.or(theirs.and_then(|(_, v)| v));
                format!("the Victory Condition is {}", word(verdict))
            });
        }
        rec.say(|| match s.clash.result {
            Result_::Lost => format!("{} loses the clash", self.kit.player(seat)),
            Result_::Tied => "the clash is a tie".to_owned(),
            _ => format!("{} wins the clash", self.kit.player(seat)),
        });
        s.stage = Stage::Reaction(0);
    }

    /// Clash Reaction: the loser draws a card and reveals it, and its Retaliation happens.
    fn react<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, nth: u8, dice: &mut D, rec: &mut R) {
        let seat = s.core.active;
        let loser = if s.clash.result == Result_::Lost || nth > 0 { seat } else { seat.other() };
        let both = s.clash.result == Result_::Tied && self.n.both_reveal;
        s.stage = if nth == 0 && both { Stage::Reaction(1) } else { Stage::Damage };
        let Some(kind) = s.core.of(loser).deck.draw(loser, dice) else {
            self.draw_end(s, loser, rec);
            return;
        };
        s.core.of(loser).hand.push(kind);
        rec.say(|| format!("{} draws and reveals {}", self.kit.player(loser), self.name(kind)));
        let owner = if s.clash.steal && loser != seat { seat } else { loser };
        if !s.clash.plain && !self.kit.is_idle(owner) {
            trigger(self, s, owner, kind, None, When::Revealed, rec);
        }
    }

    fn damage<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        let seat = s.core.active;
        let amount = self.n.clash_damage;
        let first = if s.clash.result == Result_::Lost { seat } else { seat.other() };
        self.hurt(s, first, amount, rec);
        if s.clash.result == Result_::Tied {
            if self.n.target_out_first {
                self.fallen(s, rec);
            }
            if s.core.over.is_none() {
                self.hurt(s, seat, amount, rec);
            }
        }
        self.fallen(s, rec);
    }

    /// Takes life for a clash: damage, or a loss that is none where an Eraser takes part.
    fn hurt<R: Recorder>(&self, s: &mut State, seat: Seat, amount: i32, rec: &mut R) {
        if s.clash.eraser {
            self.lose_life(s, seat, amount, rec);
        } else {
            self.take_damage(s, seat, amount, rec);
        }
    }

    /// Damage, doubled or fixed by what holds in this turn.
    pub(super) fn take_damage<R: Recorder>(&self, s: &mut State, seat: Seat, amount: i32, rec: &mut R) {
        let index = seat.index();
        let amount = match amount {
            0 => 0,
            _ if s.fixed[index] => self.n.direct_damage,
            n => n.saturating_mul(1 << s.doubled[index].min(16)).min(9999),
        };
        self.lose_life(s, seat, amount, rec);
    }

    fn lose_life<R: Recorder>(&self, s: &mut State, seat: Seat, amount: i32, rec: &mut R) {
        let life = &mut s.life[seat.index()];
        let before = *life;
        *life -= amount;
        let after = *life;
        rec.say(|| format!("{} loses {amount} life: {before} -> {after}", self.kit.player(seat)));
    }

    /// Ends the game if a seat has no life left.
    pub(super) fn fallen<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        let winner = match s.life.map(|n| n <= 0) {
            [false, false] => return,
            [true, true] => None,
            [true, false] => Some(Seat::B),
            [false, true] => Some(Seat::A),
        };
        rec.say(|| match winner {
            Some(winner) => format!("Clash End: {} wins", self.kit.player(winner)),
            None => "Clash End: both players are out, a draw".to_owned(),
        });
        s.core.end(winner, CLASH_END);
    }

    /// Clash Aftermath: cards that lost go to the Grave Pile, an Assaulter that won turns to Rest Stance.
    fn aftermath<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        let seat = s.core.active;
        s.stage = Stage::Settled;
        for who in [seat.other(), seat] {
            let Some(unit) = s.fighter(who) else { continue };
            let Some(kind) = s.piece(unit).map(|p| p.kind) else { continue };
            let lost = match s.clash.result {
                Result_::Lost => who == seat,
                Result_::Tied => true,
                _ => who != seat,
            };
            if !s.clash.plain {
                trigger(self, s, who, kind, Some(unit), if lost { When::Lost } else { When::Won }, rec);
            }
            if lost {
                self.remove(s, unit, false, rec);
            } else if who == seat {
                if let Some(piece) = s.piece_mut(unit) {
                    piece.ready = false;
                }
                rec.say(|| format!("{} turns to Rest Stance", self.name(kind)));
            }
        }
    }
}

/// What follows when a seat has used its effects in a clash: the Target comes first, then the Assaulter.
fn after_acts(who: Seat, assaulter: Seat) -> Stage {
    if who == assaulter { Stage::Compare } else { Stage::Effects(assaulter) }
}

fn won(won: bool) -> Result_ {
    if won { Result_::Won } else { Result_::Lost }
}

fn result(own: i32, other: i32) -> Result_ {
    match own.cmp(&other) {
        std::cmp::Ordering::Less => Result_::Lost,
        std::cmp::Ordering::Equal => Result_::Tied,
        std::cmp::Ordering::Greater => Result_::Won,
    }
}
