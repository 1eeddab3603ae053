//! What effects of cards do in this game.

use super::cards::Sort;
use super::field::{ATTACK, Change, From, Piece, Shield};
use super::{Parallel, State};
use crate::play::{Dice, Effect, Host, Kind, Recorder, Seat, Task, Unit, Verb};

impl Host for Parallel {
    fn draw<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, seat: Seat, dice: &mut D, rec: &mut R) {
        self.draw_card(s, seat, dice, rec);
    }

    fn apply<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, task: &Task, effect: Effect, _: &mut D, rec: &mut R) {
        let seat = task.subject(effect);
        let player = self.kit.player(seat);
        match effect.verb {
            Verb::Energy(n) => {
                let side = s.side_mut(seat);
                let before = side.energy;
                side.energy = before.saturating_add(n);
                rec.say(|| format!("{player}: Energy {before} -> {}", before.saturating_add(n)));
            }
            Verb::Damage(n) => self.hurt(s, seat.other(), n, rec),
            Verb::Heal(n) => {
                let side = s.side_mut(seat);
                // Who has fallen stays so, though the game ends only when all that happens at once has happened.
                if side.life > 0 {
                    let before = side.life;
                    side.life = before.saturating_add(n).min(side.most);
                    let after = side.life;
                    rec.say(|| format!("{player}: Health {before} -> {after}"));
                }
            }
            Verb::Health(n) => {
                let side = s.side_mut(seat);
                (side.life, side.most) = (n.max(1), n.max(1));
                rec.say(|| format!("{player} has {} Health", n.max(1)));
            }
            Verb::Raise { .. } | Verb::Lower { .. } => {
                if let Some(change) = Change::of(effect, task.seat) {
                    self.change(s, task, change, rec);
                }
            }
            Verb::Ready(count) => self.ready(s, task, seat, count, rec),
            Verb::Negate => self.silence(s, task, seat.other(), rec),
            Verb::DoubleDamage => {
                s.side_mut(seat).doubled = true;
                rec.say(|| format!("damage by {player} counts twice in this turn"));
            }
            Verb::ExtraClash => {
                let side = s.side_mut(seat);
                side.extra = side.extra.saturating_add(1);
                rec.say(|| format!("{player} has one more attack"));
            }
            Verb::Token(count, kind) => self.make(s, seat, kind, count, rec),
            // The others never come here, or mean nothing in this game.
            _ => {}
        }
    }

    fn units(&self, s: &State, seat: Seat, each: &mut dyn FnMut(Unit, Kind)) {
        let strikes = self.effect_of_enemy(s, seat);
        let field = s.side(seat).field.iter().filter(|p| !(strikes && p.shield == Shield::Struck));
        field.for_each(|p| each(Unit { seat, slot: p.id }, p.kind));
    }

    fn remove<R: Recorder>(&self, s: &mut State, unit: Unit, beyond: bool, rec: &mut R) {
        let Some(at) = s.side(unit.seat).find(unit.slot) else { return };
        let strikes = self.effect_of_enemy(s, unit.seat);
        let piece = &mut s.side_mut(unit.seat).field[at];
        if strikes && shielded(piece) {
            let kind = piece.kind;
            s.struck = true;
            rec.say(|| format!("{} ignores the Effect", self.kit.name(kind)));
            return;
        }
        self.leave(s, unit.seat, at, beyond, rec);
        self.refresh(s, rec);
    }

    fn can_pay(&self, s: &State, seat: Seat, cost: u16) -> bool {
        s.side(seat).energy >= i32::from(cost)
    }

    fn pay<R: Recorder>(&self, s: &mut State, seat: Seat, cost: u16, rec: &mut R) {
        self.spend(s, seat, i32::from(cost), rec);
    }

    fn is_silent(&self, s: &State, _: Seat, unit: Option<Unit>) -> bool {
        unit.is_some_and(|u| s.side(u.seat).piece(u.slot).is_some_and(Piece::is_silent))
    }

    fn value(&self, s: &State, seat: Seat, kind: Kind) -> i32 {
        self.keeps(s, seat, kind)
    }

    fn to_hand<R: Recorder>(&self, s: &mut State, seat: Seat, kind: Kind, rec: &mut R) {
        self.take_in(s, seat, kind, rec);
    }
}

/// Whether a Shielded card ignores the Effect that is being worked off.
fn shielded(piece: &mut Piece) -> bool {
    if piece.shield == Shield::Up {
        piece.shield = Shield::Struck;
    }
    piece.shield == Shield::Struck
}

impl Parallel {
    /// Whether what happens now is an Effect that the enemy of this seat played.
    fn effect_of_enemy(&self, s: &State, seat: Seat) -> bool {
        s.core.current().is_some_and(|t| t.seat != seat && self.card(t.kind).sort == Sort::Effect)
    }

    fn change<R: Recorder>(&self, s: &mut State, task: &Task, change: Change, rec: &mut R) {
        let strikes = self.effect_of_enemy(s, change.seat);
        let mut struck = false;
        self.each_changed(s, task.kind, task.unit, change, &mut |piece| {
            if strikes && shielded(piece) {
                struck = true;
                rec.say(|| format!("{} ignores the Effect", self.kit.name(piece.kind)));
                return;
            }
            for stat in change.stats() {
                let bonus = &mut piece.bonus[stat][change.span()];
                *bonus = bonus.saturating_add(change.by);
                let name = ["Attack", "Health"][stat];
                rec.say(|| format!("{}: {name} {:+}", self.kit.name(piece.kind), change.by));
            }
        });
        s.struck |= struck;
        s.stale = true;
        self.refresh(s, rec);
    }

    /// Takes Fatigue away: of the Unit above the Upgrade, of the strongest that cannot attack, of all.
    fn ready<R: Recorder>(&self, s: &mut State, task: &Task, seat: Seat, count: Option<u16>, rec: &mut R) {
        let sort = self.card(task.kind).sort;
        for _ in 0..count.map_or(s.side(seat).field.len(), usize::from) {
            let at = match sort {
                Sort::Upgrade if count.is_some() => self.bearer(s, task.unit, seat),
                _ => self.strongest(s, seat, |p| p.tired || p.spent),
            };
            let Some(at) = at else { break };
            let piece = &mut s.side_mut(seat).field[at];
            (piece.tired, piece.spent) = (false, false);
            let kind = piece.kind;
            rec.say(|| format!("{} recovers from Fatigue", self.kit.name(kind)));
        }
    }

    /// Switches abilities of a seat's cards off: of the card in the combat until it ends, else of all until the turn ends.
    fn silence<R: Recorder>(&self, s: &mut State, task: &Task, seat: Seat, rec: &mut R) {
        let fights = s.fight.is_some_and(|f| {
            let bearer = self.bearer(s, task.unit, seat.other()).map(|at| s.side(seat.other()).field[at].id);
            let own = if seat == s.core.active { f.target } else { f.attacker };
            bearer == Some(own)
        });
        let met = self.met(s, task.unit, seat);
        let strikes = self.effect_of_enemy(s, seat);
        let mut struck = false;
        for (at, piece) in s.side_mut(seat).field.iter_mut().enumerate() {
            if (fights && Some(at) != met) || (strikes && shielded(piece)) {
                struck |= strikes;
                continue;
            }
            piece.silent[usize::from(!fights)] = true;
            rec.say(|| format!("the abilities of {} are off", self.kit.name(piece.kind)));
        }
        s.struck |= struck;
        (s.dirty, s.stale) = (true, true);
        self.refresh(s, rec);
    }

    /// Puts tokens on the field.
    fn make<R: Recorder>(&self, s: &mut State, seat: Seat, kind: Kind, count: u16, rec: &mut R) {
        let mut made = 0;
        for _ in 0..count {
            let host = match self.card(kind).sort {
                Sort::Unit | Sort::Relic => Some(0),
                Sort::Upgrade => self.strongest(s, seat, |_| true).map(|at| s.side(seat).field[at].id),
                _ => None,
            };
            let Some(host) = host else { break };
            if self.enter(s, seat, kind, From::Nowhere, host).is_none() {
                break;
            }
            made += 1;
        }
        rec.say(|| format!("{} gets {made} {}", self.kit.player(seat), self.kit.name(kind)));
        self.refresh(s, rec);
    }

    /// The attack of the strongest enemy that an effect may be after; for the built-in player.
    pub(super) fn prey(&self, s: &State, seat: Seat, fits: impl Fn(&Piece) -> bool) -> i32 {
        let field = s.side(seat).field.iter().filter(|p| fits(p));
        field.map(|p| self.card(p.kind).power + p.now[ATTACK]).max().unwrap_or(0)
    }
}
