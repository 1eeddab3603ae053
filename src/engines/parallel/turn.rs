//! The order of play: mulligan, draws, Energy, the actions of a turn, its end.

use super::cards::{Sort, word};
use super::field::{From, ROOM, Shield};
use super::{Action, BOTH_END, CONCEDED_END, HEALTH_END, Parallel, Stage, State, each_kind};
use crate::play::{
    Dice, Engine, Kind, Offers, Purpose, Recorder, Seat, Step, Unit, When, activate, holds, settle, trigger,
};

impl Parallel {
    /// Runs to the next stop.
    pub(super) fn run<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) -> Step {
        loop {
            let asks = if s.core.waits() { settle(self, s, dice, rec) } else { None };
            if asks.is_none() {
                if let Some((seat, kind)) = s.expended {
                    s.expended = None;
                    s.core.of(seat).grave.push(kind);
                }
                if s.struck {
                    self.lower_shields(s);
                }
                if s.dirty || self.conditional {
                    self.refresh(s, rec);
                }
            }
            if s.sides[0].life <= 0 || s.sides[1].life <= 0 {
                self.look_at_health(s, rec);
            }
            if let Some(outcome) = s.core.over {
                return Step::Over(outcome);
            }
            if let Some(seat) = asks {
                s.asked = seat;
                return Step::Decide(seat);
            }
            // Destroyed cards may have set something off.
            if s.core.waits() {
                continue;
            }
            if let Some(step) = self.go_on(s, dice, rec) {
                return step;
            }
        }
    }

    /// Whether nothing is left of the last stage: no effect waits, the numbers are up to date, nobody has fallen.
    #[inline]
    fn is_calm(&self, s: &State) -> bool {
        let worked_off = !s.core.waits() && s.expended.is_none() && !s.struck;
        worked_off && !s.dirty && !self.conditional && s.core.over.is_none() && s.sides.iter().all(|side| side.life > 0)
    }

    /// Does what the stages ask for, to the next stop. Whatever is set off by one is worked off before the next.
    fn go_on<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) -> Option<Step> {
        loop {
            let seat = s.core.active;
            let turn = s.core.turn[seat.index()];
            let is_first_turn = seat == s.first && turn == 1;
            match s.stage {
                Stage::Mulligan(seat) if self.kit.is_idle(seat) => s.stage = Stage::Redraw(seat),
                Stage::Mulligan(seat) => return Some(ask(s, seat)),
                Stage::Redraw(seat) => {
                    let returned = std::mem::take(&mut s.side_mut(seat).returned);
                    self.fill_hand(s, seat, returned, dice, rec);
                    s.stage = if seat == s.first { Stage::Mulligan(seat.other()) } else { Stage::Opened };
                }
                Stage::Opened => {
                    s.stage = Stage::Begin;
                    return Some(Step::Opened);
                }
                Stage::Begin => {
                    self.begin(s, seat, rec);
                    s.stage = Stage::Upkeep;
                    let first = seat == s.first && s.core.turn[seat.index()] == 1;
                    for _ in 0..if first && !self.first_draw { 0 } else { self.draw } {
                        self.draw_card(s, seat, dice, rec);
                    }
                }
                Stage::Upkeep => {
                    self.decay(s, seat, rec);
                    self.refresh(s, rec);
                    self.trigger_all(s, seat, When::TurnStart, rec);
                    s.stage = Stage::Resume;
                }
                Stage::Resume => {
                    rec.stage(seat, turn, "main");
                    s.stage = Stage::Main;
                }
                Stage::Main if self.kit.is_idle(seat) => s.stage = Stage::Ending,
                Stage::Main => return Some(ask(s, seat)),
                Stage::Declared => {
                    rec.stage(seat, turn, "combat");
                    let asked = seat.other();
                    if !self.kit.is_idle(asked) && s.side(asked).field.iter().any(|p| self.can_intercept(s, p)) {
                        s.stage = Stage::Intercept;
                        return Some(ask(s, asked));
                    }
                    s.stage = Stage::Clash;
                }
                Stage::Intercept => return Some(ask(s, seat.other())),
                Stage::Clash => {
                    s.stage = Stage::Strike;
                    self.trigger_attack(s, rec);
                }
                Stage::Strike => {
                    s.stage = Stage::AfterCombat;
                    self.strike(s, rec);
                }
                Stage::AfterCombat => {
                    self.end_combat(s);
                    s.stage = Stage::Resume;
                }
                Stage::Ending => {
                    rec.stage(seat, turn, "end");
                    self.trigger_all(s, seat, When::TurnEnd, rec);
                    s.stage = Stage::EndDraw;
                }
                Stage::EndDraw => {
                    s.stage = Stage::Close;
                    if s.side(seat).banked > 0 && (!is_first_turn || self.first_bank_draw) {
                        for _ in 0..self.bank_draw {
                            self.draw_card(s, seat, dice, rec);
                        }
                    }
                }
                Stage::Close => {
                    self.close(s, seat, rec);
                    s.stage = Stage::Next;
                }
                Stage::Next => {
                    s.core.active = seat.other();
                    s.stage = Stage::Begin;
                    return Some(Step::TurnEnd(seat));
                }
            }
            if !self.is_calm(s) {
                return None;
            }
        }
    }

    /// Draws cards without the rules of a draw, as the first hand is drawn.
    pub(super) fn fill_hand<D: Dice + ?Sized, R: Recorder>(
        &self,
        s: &mut State,
        seat: Seat,
        count: i32,
        dice: &mut D,
        rec: &mut R,
    ) {
        for _ in 0..count {
            let piles = s.core.of(seat);
            let Some(kind) = piles.deck.draw(seat, dice) else { break };
            piles.hand.push(kind);
            rec.say(|| format!("{} is shown {}", self.kit.player(seat), self.kit.name(kind)));
        }
    }

    /// Draws a card: from the deck, else from the Waste Pile at a loss; into a full hand it is Wasted.
    pub(super) fn draw_card<D: Dice + ?Sized, R: Recorder>(
        &self,
        s: &mut State,
        seat: Seat,
        dice: &mut D,
        rec: &mut R,
    ) {
        let drawn = s.core.of(seat).deck.draw(seat, dice);
        let Some(kind) = drawn.or_else(|| self.search_waste(s, seat, dice, rec)) else { return };
        rec.say(|| format!("{} draws {}", self.kit.player(seat), self.kit.name(kind)));
        self.take_in(s, seat, kind, rec);
    }

    /// Puts a card into the hand, or into the Waste Pile if the hand is full.
    pub(super) fn take_in<R: Recorder>(&self, s: &mut State, seat: Seat, kind: Kind, rec: &mut R) {
        let piles = s.core.of(seat);
        if piles.hand.len() < self.limit {
            piles.hand.push(kind);
            return;
        }
        piles.grave.push(kind);
        rec.say(|| format!("{} has a full hand: {} is Wasted", self.kit.player(seat), self.kit.name(kind)));
        trigger(self, s, seat, kind, None, When::Revealed, rec);
    }

    /// Searching the Waste: the loss doubles each time; the card, if there is one.
    fn search_waste<D: Dice + ?Sized, R: Recorder>(
        &self,
        s: &mut State,
        seat: Seat,
        dice: &mut D,
        rec: &mut R,
    ) -> Option<Kind> {
        let waste = s.core.of(seat).grave.len();
        if waste == 0 && self.no_loss {
            rec.say(|| format!("{} has no card to draw", self.kit.player(seat)));
            return None;
        }
        let side = s.side_mut(seat);
        let (loss, before) = (side.next_loss, side.life);
        side.next_loss = loss.saturating_mul(self.search_growth);
        side.life = before.saturating_sub(loss);
        let after = side.life;
        rec.say(|| format!("{} searches the Waste Pile: Health {before} -> {after}", self.kit.player(seat)));
        if waste == 0 {
            return None;
        }
        let at = dice.below(Purpose::Game, u32::try_from(waste).unwrap_or(u32::MAX)) as usize;
        Some(s.core.of(seat).grave.remove(at))
    }

    fn begin<R: Recorder>(&self, s: &mut State, seat: Seat, rec: &mut R) {
        s.core.turn[seat.index()] += 1;
        rec.stage(seat, s.core.turn[seat.index()], "draw");
        let side = s.side_mut(seat);
        side.energy = i32::try_from(side.bank.len()).unwrap_or(i32::MAX);
        for piece in &mut side.field {
            (piece.tired, piece.spent) = (false, false);
        }
        let energy = side.energy;
        rec.say(|| format!("{} has {energy} Energy", self.kit.player(seat)));
    }

    /// Ends what lasts until the end of the turn. Energy that was not spent is lost.
    fn close<R: Recorder>(&self, s: &mut State, seat: Seat, rec: &mut R) {
        let side = s.side_mut(seat);
        let lost = std::mem::take(&mut side.energy);
        (side.banked, side.extra, side.doubled) = (0, 0, false);
        if lost > 0 {
            rec.say(|| format!("{} loses {lost} Energy that was not spent", self.kit.player(seat)));
        }
        for side in &mut s.sides {
            for piece in &mut side.field {
                let before = (piece.bonus, piece.silent, piece.damage);
                for bonus in &mut piece.bonus {
                    (bonus[0], bonus[1]) = (0, 0);
                }
                piece.silent = [false; 2];
                if !self.damage_stays {
                    piece.damage = 0;
                }
                s.dirty |= before != (piece.bonus, piece.silent, piece.damage);
            }
        }
        s.stale |= s.dirty;
    }

    /// Looks for a moment among the cards that stand apart, then among those on the field.
    fn trigger_all<R: Recorder>(&self, s: &mut State, seat: Seat, when: When, rec: &mut R) {
        if !self.kit.ever(when) {
            return;
        }
        for at in 0..self.kit.apart[seat.index()].len() {
            let kind = self.kit.apart[seat.index()][at];
            let unit = s.side(seat).field.iter().find(|p| usize::from(p.apart) == at + 1);
            let unit = unit.map(|p| Unit { seat, slot: p.id });
            trigger(self, s, seat, kind, unit, when, rec);
        }
        for at in 0..s.side(seat).field.len() {
            let piece = &s.side(seat).field[at];
            if piece.apart == 0 {
                let (kind, slot) = (piece.kind, piece.id);
                trigger(self, s, seat, kind, Some(Unit { seat, slot }), when, rec);
            }
        }
    }

    /// Each Unit with Decay damages itself and the Units beside it.
    fn decay<R: Recorder>(&self, s: &mut State, seat: Seat, rec: &mut R) {
        let side = s.side(seat);
        if !self.decays || !side.field.iter().any(|p| self.has(p, word::DECAY)) {
            return;
        }
        let units: Vec<usize> = (0..side.field.len()).filter(|&at| self.is_unit(&side.field[at])).collect();
        for (place, &at) in units.iter().enumerate() {
            if !self.has(&s.side(seat).field[at], word::DECAY) {
                continue;
            }
            for &hit in &units[place.saturating_sub(1)..units.len().min(place + 2)] {
                let piece = &mut s.side_mut(seat).field[hit];
                piece.damage = piece.damage.saturating_add(1);
                let (kind, left) = (piece.kind, piece.left());
                rec.say(|| format!("Decay: {} has {left} Health left", self.kit.name(kind)));
            }
        }
        s.dirty = true;
    }

    fn lower_shields(&self, s: &mut State) {
        s.struck = false;
        for piece in s.sides.iter_mut().flat_map(|side| &mut side.field) {
            if piece.shield == Shield::Struck {
                piece.shield = Shield::Down;
            }
        }
    }

    /// Ends the game if a seat has fallen; both at once is a draw.
    fn look_at_health<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        if s.core.over.is_some() {
            return;
        }
        match [s.sides[0].life <= 0, s.sides[1].life <= 0] {
            [false, false] => {}
            [true, true] => {
                s.core.end(None, BOTH_END);
                rec.say(|| "both have fallen: a draw".to_owned());
            }
            [a, _] => {
                let loser = if a { Seat::A } else { Seat::B };
                s.core.end(Some(loser.other()), HEALTH_END);
                rec.say(|| format!("{} has fallen", self.kit.player(loser)));
            }
        }
    }

    /// What a seat may do in its turn: bank, play, pay for abilities, attack, end it.
    pub(super) fn main_options(&self, s: &State, out: &mut impl Offers<Action>) {
        let seat = s.core.active;
        let (side, hand) = (s.side(seat), &s.core.piles[seat.index()].hand);
        if side.banked < self.banks {
            each_kind(hand, |kind| out.offer(Action::Bank(kind)));
        }
        let room = side.field.len() < ROOM;
        each_kind(hand, |kind| {
            let card = self.card(kind);
            if !card.playable || card.cost > side.energy || !out.wants(Self::most_of_play(card)) {
                return;
            }
            match card.sort {
                Sort::Upgrade if room => {
                    out.offer_all(self.different(side, |p| self.is_unit(p)).map(|p| Action::Equip(kind, p.id)));
                }
                Sort::Effect => out.offer(Action::Play(kind)),
                _ if room => out.offer(Action::Play(kind)),
                _ => {}
            }
        });
        for (at, led) in (0..u8::MAX).zip(&side.led) {
            let Some(kind) = self.apart(seat, at) else { break };
            let card = self.card(kind);
            if !led && room && card.leads && card.cost <= side.energy {
                out.offer(Action::Lead(at));
            }
            if self.apart_acts[seat.index()] {
                self.acts(s, seat, kind, |index| out.offer(Action::ActivateApart(at, index)));
            }
        }
        if self.acts {
            for piece in self.different(side, |p| p.apart == 0 && self.card(p.kind).acts && !p.is_silent()) {
                self.acts(s, seat, piece.kind, |index| out.offer(Action::Activate(piece.id, index)));
            }
        }
        self.attacks(s, out);
        out.offer(Action::End);
    }

    /// Each Unit that can attack, upon the enemy player and upon each enemy Unit; of those that are alike the leftmost.
    fn attacks(&self, s: &State, out: &mut impl Offers<Action>) {
        let (mine, theirs) = (s.side(s.core.active), s.side(s.core.active.other()));
        let (own_places, their_places) = (self.places_count(mine), self.places_count(theirs));
        let prize = self.prize(theirs);
        for (at, piece) in mine.field.iter().enumerate() {
            let matters = self.can_attack(s, piece) && out.wants(self.most_of_attacks(s, piece, prize));
            if !matters || !(own_places || mine.is_first(at)) {
                continue;
            }
            out.offer(Action::Attack(piece.id, 0));
            for (at, target) in theirs.field.iter().enumerate() {
                let matters = self.is_unit(target) && out.wants(self.most_of_duel(piece, target));
                if matters && (their_places || theirs.is_first(at)) {
                    out.offer(Action::Attack(piece.id, target.id));
                }
            }
        }
    }

    /// Goes through the abilities that a seat can pay for now.
    fn acts(&self, s: &State, seat: Seat, kind: Kind, mut each: impl FnMut(u8)) {
        for (index, ability) in (0..u8::MAX).zip(&self.kit.face(kind).abilities) {
            let affordable = ability.cost > 0 && i32::from(ability.cost) <= s.side(seat).energy;
            if ability.when == When::Field && affordable && holds(self, s, seat, &ability.condition) {
                each(index);
            }
        }
    }

    /// Takes an option that no effect asked for.
    pub(super) fn take<R: Recorder>(&self, s: &mut State, action: Action, rec: &mut R) {
        let seat = s.asked;
        rec.say(|| format!("{}: {}", self.kit.player(seat), self.act(s, action).label(&self.kit)));
        match action {
            Action::Keep => s.stage = Stage::Redraw(seat),
            Action::Return(kind) => {
                let piles = s.core.of(seat);
                if piles.take_from_hand(kind) {
                    piles.deck.add(kind);
                    s.side_mut(seat).returned += 1;
                    rec.returned(seat);
                }
            }
            Action::Bank(kind) => self.bank(s, seat, kind, rec),
            Action::Play(kind) => self.play(s, seat, kind, 0, rec),
            Action::Equip(kind, unit) => self.play(s, seat, kind, unit, rec),
            Action::Lead(at) => self.lead(s, seat, at, rec),
            Action::Activate(id, index) => {
                let Some(kind) = s.side(seat).piece(id).map(|p| p.kind) else { return };
                self.pay_for(s, seat, kind, Some(Unit { seat, slot: id }), index, rec);
            }
            Action::ActivateApart(at, index) => {
                let Some(kind) = self.apart(seat, at) else { return };
                let unit = s.side(seat).field.iter().find(|p| p.apart == at + 1);
                let unit = unit.map(|p| Unit { seat, slot: p.id });
                self.pay_for(s, seat, kind, unit, index, rec);
            }
            Action::Attack(attacker, target) => self.declare(s, seat, attacker, target),
            Action::Intercept(id) => {
                if let Some(fight) = &mut s.fight {
                    fight.target = id;
                }
                self.meeting_changes(s);
                s.stage = Stage::Clash;
            }
            Action::Pass => s.stage = Stage::Clash,
            Action::End => s.stage = Stage::Ending,
            Action::Concede => s.core.end(Some(seat.other()), CONCEDED_END),
            Action::Choice(_) => {}
        }
    }

    fn bank<R: Recorder>(&self, s: &mut State, seat: Seat, kind: Kind, rec: &mut R) {
        if !s.core.of(seat).take_from_hand(kind) {
            return;
        }
        let side = s.side_mut(seat);
        side.bank.push(kind);
        (side.banked, side.energy) = (side.banked + 1, side.energy.saturating_add(1));
        let energy = side.energy;
        rec.say(|| format!("Energy {} -> {energy}", energy - 1));
        trigger(self, s, seat, kind, None, When::Banked, rec);
    }

    /// Plays a card of the hand; an Upgrade on this Unit.
    fn play<R: Recorder>(&self, s: &mut State, seat: Seat, kind: Kind, host: u8, rec: &mut R) {
        if !s.core.of(seat).take_from_hand(kind) {
            return;
        }
        self.spend(s, seat, self.card(kind).cost, rec);
        rec.played(seat, kind);
        let mut unit = None;
        if self.card(kind).sort == Sort::Effect {
            s.expended = Some((seat, kind));
        } else {
            unit = self.enter(s, seat, kind, From::Hand, host).map(|slot| Unit { seat, slot });
            self.measure(s);
        }
        trigger(self, s, seat, kind, unit, When::Played, rec);
    }

    fn lead<R: Recorder>(&self, s: &mut State, seat: Seat, at: u8, rec: &mut R) {
        let Some(kind) = self.apart(seat, at) else { return };
        self.spend(s, seat, self.card(kind).cost, rec);
        rec.played(seat, kind);
        s.side_mut(seat).led[usize::from(at)] = true;
        let unit = self.enter(s, seat, kind, From::Apart(at), 0).map(|slot| Unit { seat, slot });
        self.measure(s);
        trigger(self, s, seat, kind, unit, When::Played, rec);
    }

    fn pay_for<R: Recorder>(&self, s: &mut State, seat: Seat, kind: Kind, unit: Option<Unit>, index: u8, rec: &mut R) {
        if let Some(ability) = self.kit.face(kind).abilities.get(usize::from(index)) {
            activate(self, s, seat, kind, unit, ability, rec);
        }
    }

    pub(super) fn spend<R: Recorder>(&self, s: &mut State, seat: Seat, cost: i32, rec: &mut R) {
        let side = s.side_mut(seat);
        let before = side.energy;
        side.energy = before - cost;
        if cost > 0 {
            rec.say(|| format!("Energy {before} -> {}", before - cost));
        }
    }
}

fn ask(s: &mut State, seat: Seat) -> Step {
    s.asked = seat;
    Step::Decide(seat)
}
