//! The set-up of the game and the stages of a turn, all but what happens in a clash.

use super::build::Class;
use super::state::{Clash, Stage};
use super::{Barrenia, D_END, DRAW_END, State};
use crate::play::{Dice, Host, Kind, Recorder, Seat, Step, When, afresh, settle, trigger};

impl Barrenia {
    /// Start of Game: both hands, the Stock, life.
    pub(super) fn set_up<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) {
        s.core.reset(&self.kit.lists);
        self.clear_board(s);
        (s.stage, s.begun, s.life, s.stock, s.count) = (Stage::Opened, 0, [self.n.life; 2], self.n.stock, [0; 2]);
        (s.miracle, s.sent) = ([false; 2], 0);
        (s.resolved, s.resolving, s.clash) = (0, false, Clash::default());
        s.timebreaks.clear();
        self.end_of_effects(s);
        s.changed = [false; 2];
        s.first = self.first.unwrap_or_else(|| Seat::BOTH[dice.below(crate::play::Purpose::Game, 2) as usize]);
        s.core.active = s.first;
        rec.say(|| format!("{} goes first", self.kit.player(s.first)));
        for seat in [s.first, s.first.other()] {
            // A deck of fewer cards is all in hand: what it loses by is the first draw that finds none.
            for _ in 0..self.n.hand {
                let piles = s.core.of(seat);
                let Some(kind) = piles.deck.draw(seat, dice) else { break };
                piles.hand.push(kind);
                rec.say(|| format!("{} draws {}", self.kit.player(seat), self.name(kind)));
            }
        }
        rec.say(|| format!("both players have {} life, the Stock holds {}: Let's Clash!", self.n.life, self.n.stock));
    }

    /// What lasts for a turn at most is over.
    fn end_of_effects(&self, s: &mut State) {
        (s.silence, s.doubled, s.fixed) = ([false; 2], [0; 2], [false; 2]);
        (s.direct, s.lock, s.clashes, s.last) = (false, None, 0, false);
        (s.extra, s.again) = (0, false);
    }

    pub(super) fn is_first_turn(&self, s: &State) -> bool {
        s.begun == 1
    }

    /// The seat that must discard now, where the hand limit holds at once. A seat that does nothing discards in its End
    /// Stage.
    #[inline]
    pub(super) fn over_limit(&self, s: &State) -> Option<Seat> {
        if !self.n.limit_at_once || s.stage == Stage::Opened {
            return None;
        }
        let over = |seat: &Seat| {
            let hand = i32::try_from(s.core.piles[seat.index()].hand.len()).unwrap_or(i32::MAX);
            hand > self.n.hand_limit && !self.kit.is_idle(*seat)
        };
        Seat::BOTH.into_iter().find(over)
    }

    /// Whether the stage cannot go on at once: the game is over, an effect waits, or a card must be discarded.
    #[inline]
    pub(super) fn is_interrupted(&self, s: &State) -> bool {
        s.core.waits() || s.core.over.is_some() || self.over_limit(s).is_some()
    }

    pub(super) fn run<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) -> Step {
        loop {
            let this = afresh(self);
            if let Some(outcome) = s.core.over {
                return Step::Over(outcome);
            }
            if s.core.waits() {
                if let Some(seat) = settle(this, s, dice, rec) {
                    return Step::Decide(seat);
                }
                continue;
            }
            if let Some(seat) = this.over_limit(s) {
                return Step::Decide(seat);
            }
            let seat = s.core.active;
            match s.stage {
                Stage::Opened => {
                    s.stage = Stage::Begin;
                    return Step::Opened;
                }
                Stage::Begin => this.begin(s, rec),
                Stage::Prepare => this.prepare(s, dice, rec),
                Stage::Send => {
                    if !this.kit.is_idle(seat) {
                        if !s.core.of(seat).hand.is_empty() {
                            return Step::Decide(seat);
                        }
                        this.fill_stock(s, rec);
                    }
                    this.begin_timebreak(s, rec);
                }
                Stage::Timebreak => {
                    if this.wants_timebreak(s) {
                        return Step::Decide(seat);
                    }
                    s.stage = Stage::Resolve;
                }
                Stage::Resolve => this.resolve(s, rec),
                Stage::SetUp => {
                    if this.can_set_up(s, seat) {
                        return Step::Decide(seat);
                    }
                    s.stage = Stage::Begun;
                }
                Stage::End => this.end_stage(s, rec),
                Stage::Discard => {
                    let hand = s.core.piles[seat.index()].hand.len();
                    let kind = s.core.piles[seat.index()].hand.last().copied();
                    if hand > usize::try_from(this.n.hand_limit).unwrap_or(usize::MAX) {
                        match kind {
                            Some(kind) if this.kit.is_idle(seat) => this.discard(s, seat, kind, rec),
                            _ => return Step::Decide(seat),
                        }
                    } else {
                        s.fade(0);
                        this.end_of_effects(s);
                        s.stage = Stage::Pass;
                        return Step::TurnEnd(seat);
                    }
                }
                Stage::Pass => {
                    s.core.active = seat.other();
                    s.stage = Stage::Begin;
                }
                _ => {
                    if let Some(step) = this.clash_stage(s, dice, rec) {
                        return step;
                    }
                }
            }
        }
    }

    /// A turn begins: from the third one on with the Recovery Stage.
    fn begin<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        let seat = s.core.active;
        s.begun += 1;
        s.core.turn[seat.index()] += 1;
        if s.begun > 2 {
            rec.stage(seat, s.core.turn[seat.index()], "recovery");
            let classes = if self.n.recover_incarnations { 3 } else { 2 };
            let recovers = [Class::Soldier, Class::Eraser, Class::Incarnation];
            self.ready_all(s, seat, &recovers[..classes], rec);
        }
        self.trigger_board(s, seat, When::TurnStart, rec);
        s.stage = Stage::Prepare;
    }

    /// Turns the cards of some kinds to Battle Stance.
    pub(super) fn ready_all<R: Recorder>(&self, s: &mut State, seat: Seat, classes: &[Class], rec: &mut R) {
        for piece in &mut s.board[seat.index()] {
            if piece.live && !piece.ready && classes.contains(&self.card(piece.kind).class) {
                piece.ready = true;
                let kind = piece.kind;
                rec.say(|| format!("{}: {} turns to Battle Stance", self.kit.player(seat), self.name(kind)));
            }
        }
    }

    /// The abilities of all cards of a seat on the field.
    fn trigger_board<R: Recorder>(&self, s: &mut State, seat: Seat, when: When, rec: &mut R) {
        if s.timed == 0 {
            return;
        }
        for slot in 0..s.board[seat.index()].len() {
            let unit = crate::play::Unit { seat, slot: u8::try_from(slot).unwrap_or(u8::MAX) };
            if let Some(kind) = s.piece(unit).map(|p| p.kind) {
                trigger(self, s, seat, kind, Some(unit), when, rec);
            }
        }
    }

    /// Prepare Stage: the turn count goes up, a card is drawn.
    fn prepare<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) {
        let seat = s.core.active;
        let index = seat.index();
        rec.stage(seat, s.core.turn[index], "prepare");
        let first = self.is_first_turn(s);
        let (before, cap) = (s.count[index], self.n.turn_cap);
        if !first || self.n.first_turn_counts {
            s.count[index] = (before + 1).min(cap);
        }
        rec.say(|| {
            let over = if before == cap { format!(" (Over {cap}th Turn)") } else { String::new() };
            format!("{}'s turn count is {}{over}", self.kit.player(seat), s.count[index])
        });
        s.sent = 0;
        s.stage = Stage::Send;
        // A seat that does nothing draws nothing; that it could not is no loss either.
        if !first && !self.kit.is_idle(seat) {
            self.draw(s, seat, dice, rec);
        }
    }

    /// The energy of the Prepare Stage: that of the cards sent, and the turn count once. Players of Erasers get none.
    pub(super) fn fill_stock<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        let seat = s.core.active;
        if self.erasers[seat.index()] {
            return;
        }
        let (before, count) = (s.stock, s.count[seat.index()]);
        s.stock += s.sent + count;
        rec.say(|| {
            let player = self.kit.player(seat);
            format!("{player} puts {} + {count} energy into the Stock: {before} -> {}", s.sent, s.stock)
        });
    }

    pub(super) fn begin_timebreak<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        let seat = s.core.active;
        s.timebreaks.clear();
        (s.resolved, s.resolving) = (0, false);
        if self.n.timebreak_stage && !self.kit.is_idle(seat) {
            rec.stage(seat, s.core.turn[seat.index()], "timebreak");
            s.stage = Stage::Timebreak;
        } else {
            self.begin_set_up(s, rec);
        }
    }

    fn begin_set_up<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        let seat = s.core.active;
        rec.stage(seat, s.core.turn[seat.index()], "set-up");
        s.stage = Stage::SetUp;
    }

    /// What is missing from the turn count in the Ohm of the Timebreaks chosen.
    pub(super) fn ohm_left(&self, s: &State) -> i32 {
        s.count[s.core.active.index()] - s.timebreaks.iter().map(|&k| self.card(k).energy).sum::<i32>()
    }

    /// Whether a Timebreak card of the hand may be chosen: with others of the hand the total must still come to the
    /// turn count exactly, or stay within it, as the set-up says.
    pub(super) fn may_timebreak(&self, s: &State, kind: Kind) -> bool {
        let (card, left) = (self.card(kind), self.ohm_left(s));
        if card.class != Class::Timebreak || s.count[s.core.active.index()] == 0 || card.energy > left {
            return false;
        }
        if self.n.timebreak_at_most {
            return true;
        }
        // Bit n: a total of n can be reached. A turn count is 99 at most.
        let mut totals: u128 = 1 << card.energy.clamp(0, 127);
        let mut own = true;
        for &other in &s.core.piles[s.core.active.index()].hand {
            if other == kind && std::mem::take(&mut own) {
                continue;
            }
            if self.card(other).class == Class::Timebreak && self.card(other).energy <= left {
                totals |= totals << self.card(other).energy.clamp(0, 127);
            }
        }
        totals >> left.clamp(0, 127) & 1 == 1
    }

    fn wants_timebreak(&self, s: &State) -> bool {
        s.core.piles[s.core.active.index()].hand.iter().any(|&k| self.may_timebreak(s, k))
    }

    /// The Timebreaks chosen happen one after the other; each goes to the Grave Pile once its effects are over.
    fn resolve<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        let seat = s.core.active;
        if std::mem::take(&mut s.resolving) {
            let kind = s.timebreaks[s.resolved];
            s.core.of(seat).grave.push(kind);
            s.resolved += 1;
        }
        let Some(&kind) = s.timebreaks.get(s.resolved) else {
            s.timebreaks.clear();
            s.resolved = 0;
            self.begin_set_up(s, rec);
            return;
        };
        s.resolving = true;
        rec.played(seat, kind);
        rec.say(|| {
            format!("{} plays Timebreak {} of Ohm {}", self.kit.player(seat), self.name(kind), self.card(kind).energy)
        });
        trigger(self, s, seat, kind, None, When::Played, rec);
    }

    /// End Stage: what was switched off works again, abilities of the end of the turn happen.
    fn end_stage<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        let seat = s.core.active;
        rec.stage(seat, s.core.turn[seat.index()], "end");
        (s.silence, s.lock) = ([false; 2], None);
        self.trigger_board(s, seat, When::TurnEnd, rec);
        s.stage = Stage::Discard;
    }

    /// A seat has to draw from an empty deck.
    pub(super) fn draw_end<R: Recorder>(&self, s: &mut State, seat: Seat, rec: &mut R) {
        rec.say(|| format!("{} has no card to draw: Draw End", self.kit.player(seat)));
        s.core.end(Some(seat.other()), DRAW_END);
    }

    /// A D End ability of a seat.
    pub(super) fn d_end<R: Recorder>(&self, s: &mut State, seat: Seat, rec: &mut R) {
        rec.say(|| format!("{} triggers a D End", self.kit.player(seat)));
        s.core.end(Some(seat), D_END);
    }
}
