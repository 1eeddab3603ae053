//! The parts of a turn: draw, play, combat.

use super::{
    ATTACK, Act, CHANGER, COMBAT, DAMAGE_END, DECK_END, DEFENSE, Dice, Holder, Kind, Placed, ROUND, Recorder, Scales,
    Seat, Stage, State, Step, Unit, When,
};
use crate::play::{settle, trigger};

impl Scales {
    pub(super) fn run<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) -> Step {
        loop {
            if s.core.waits()
                && let Some(seat) = settle(self, s, dice, rec)
            {
                return Step::Decide(seat);
            }
            if let Some((seat, kind)) = s.working {
                s.working = None;
                s.core.of(seat).grave.push(kind);
            }
            if let Some(outcome) = s.core.over {
                return Step::Over(outcome);
            }
            let seat = s.core.active;
            match s.stage {
                Stage::Opened => {
                    s.stage = Stage::Begin;
                    return Step::Opened;
                }
                Stage::Begin => self.begin(s, seat, rec),
                Stage::Refill => {
                    if self.draw_while_holding || !Self::holds_attack(s, seat) {
                        self.fill_hand(s, seat, self.hand, dice, rec);
                    }
                    if s.skills == [0; 2] && s.core.over.is_none() {
                        rec.stage(seat, s.core.turn[seat.index()], "play");
                    }
                    s.stage = Stage::Play;
                }
                Stage::Play => {
                    if self.may_decide(s, seat) {
                        s.threat = self.threat(s, seat);
                        return Step::Decide(seat);
                    }
                    if Self::holds_attack(s, seat) {
                        rec.say(|| format!("{} holds the Attack Zone: the turn ends", self.kit.player(seat)));
                    }
                    s.stage = Stage::End;
                }
                Stage::Attacking(kind) => self.attack(s, seat, kind, dice, rec),
                Stage::Defending(kind) => {
                    rec.say(|| self.says(seat, Act::with("defend", kind)));
                    self.place(s, seat, kind, DEFENSE, rec);
                    s.stage = Stage::Meet;
                }
                Stage::Meet => {
                    if self.is_combat(s, rec) {
                        rec.stage(seat, s.core.turn[seat.index()], "combat");
                        self.fires(s, ATTACK, When::Clash, rec);
                        s.stage = Stage::Answer;
                    }
                }
                Stage::Answer => {
                    if self.is_combat(s, rec) {
                        self.fires(s, DEFENSE, When::Clash, rec);
                        s.stage = Stage::Weigh;
                    }
                }
                Stage::Weigh => {
                    if self.is_combat(s, rec) {
                        self.combat(s, dice, rec);
                        s.stage = Stage::End;
                    }
                }
                Stage::End => {
                    Self::end_combat(s);
                    self.fires_own(s, seat, When::TurnEnd, rec);
                    s.stage = Stage::Close;
                }
                Stage::Close => {
                    s.stage = Stage::Next;
                    return Step::TurnEnd(seat);
                }
                Stage::Next => {
                    s.core.active = seat.other();
                    s.stage = Stage::Begin;
                }
            }
        }
    }

    fn says(&self, seat: Seat, act: Act) -> String {
        format!("{}: {}", self.kit.player(seat), act.label(&self.kit))
    }

    /// The turn begins: what lasted until now is over.
    fn begin<R: Recorder>(&self, s: &mut State, seat: Seat, rec: &mut R) {
        // Beside an idle seat turns may go by without end.
        let turn = &mut s.core.turn[seat.index()];
        *turn = turn.saturating_add(1);
        rec.stage(seat, s.core.turn[seat.index()], "draw");
        s.changes.retain(|c| c.by != seat);
        s.each_placed(|placed| placed.bonus[ROUND + seat.index()] = 0);
        s.doubled[seat.index()] = false;
        s.silent[seat.other().index()] = false;
        s.skills = [0; 2];
        self.fires_own(s, seat, When::TurnStart, rec);
        s.stage = Stage::Refill;
    }

    /// Draws until so many cards are in hand.
    pub(super) fn fill_hand<D: Dice + ?Sized, R: Recorder>(
        &self,
        s: &mut State,
        seat: Seat,
        hand: usize,
        dice: &mut D,
        rec: &mut R,
    ) {
        while s.core.piles[seat.index()].hand.len() < hand && s.core.over.is_none() {
            self.draw_card(s, seat, dice, rec);
        }
    }

    /// Draws a card; a deck that comes to 0 loses, as does a draw that finds no card.
    pub(super) fn draw_card<D: Dice + ?Sized, R: Recorder>(
        &self,
        s: &mut State,
        seat: Seat,
        dice: &mut D,
        rec: &mut R,
    ) {
        let piles = s.core.of(seat);
        let Some(kind) = piles.deck.draw(seat, dice) else {
            rec.say(|| format!("{} has no card to draw", self.kit.player(seat)));
            self.lose(s, seat, DECK_END, rec);
            return;
        };
        piles.hand.push(kind);
        let left = piles.deck.len();
        rec.say(|| format!("{} draws {} (deck {} -> {left})", self.kit.player(seat), self.kit.name(kind), left + 1));
        self.last_card(s, seat, rec);
    }

    /// A card has left the deck for the hand: if it was the last, the seat loses, unless the option allows it.
    pub(super) fn last_card<R: Recorder>(&self, s: &mut State, seat: Seat, rec: &mut R) {
        if self.last_card_loses && s.core.of(seat).deck.is_empty() {
            self.lose(s, seat, DECK_END, rec);
        }
    }

    /// A seat is out. With two seats the other has then brought all opponents' decks to 0.
    fn lose<R: Recorder>(&self, s: &mut State, seat: Seat, ending: u8, rec: &mut R) {
        if s.core.over.is_none() {
            rec.say(|| format!("the deck of {} is at 0: {0} loses", self.kit.player(seat)));
            s.core.end(Some(seat.other()), ending);
        }
    }

    /// Damage moves cards from the deck to the Graveyard, face down.
    pub(super) fn hit<D: Dice + ?Sized, R: Recorder>(
        &self,
        s: &mut State,
        seat: Seat,
        damage: i32,
        dice: &mut D,
        rec: &mut R,
    ) {
        let damage = damage.max(0);
        let piles = s.core.of(seat);
        let before = piles.deck.len();
        for _ in 0..damage {
            let Some(kind) = piles.deck.draw(seat, dice) else { break };
            piles.beyond.push(kind);
        }
        let after = piles.deck.len();
        s.damage[seat.index()] = s.damage[seat.index()].saturating_add(damage);
        rec.say(|| format!("{} takes {damage} damage (deck {before} -> {after})", self.kit.player(seat)));
        if damage > 0 && after == 0 {
            self.lose(s, seat, DAMAGE_END, rec);
        }
    }

    /// The damage of what a seat deals.
    pub(super) fn dealt(s: &State, by: Seat, damage: i32) -> i32 {
        if s.doubled[by.index()] { damage.saturating_mul(2) } else { damage }
    }

    /// Whether the seat has anything to choose in its play part.
    #[inline]
    fn may_decide(&self, s: &State, seat: Seat) -> bool {
        let hand = &s.core.piles[seat.index()].hand;
        if self.kit.is_idle(seat) || hand.is_empty() {
            return false;
        }
        let skill = || hand.iter().any(|&kind| self.skill_action(s, kind).is_some());
        !Self::holds_attack(s, seat) || (self.holder == Holder::Skills && skill())
    }

    /// A card of the hand goes to a place on the field; its skill for that place works.
    fn place<R: Recorder>(&self, s: &mut State, seat: Seat, kind: Kind, slot: u8, rec: &mut R) {
        if !s.core.of(seat).take_from_hand(kind) {
            return;
        }
        let placed = Some(Placed { seat, kind, bonus: [0; 4] });
        match slot {
            CHANGER => s.changers[seat.index()] = placed,
            slot => s.fight[usize::from(slot)] = placed,
        }
        rec.played(seat, kind);
        if slot == CHANGER {
            trigger(self, s, seat, kind, Some(Unit { seat, slot }), When::Played, rec);
        } else {
            self.fires(s, slot, When::Played, rec);
        }
    }

    /// To the Attack Zone: the card that stands there deals its power, goes to the Discard and is replaced.
    fn attack<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, seat: Seat, kind: Kind, dice: &mut D, rec: &mut R) {
        rec.say(|| self.says(seat, Act::with("attack", kind)));
        if let Some(old) = s.fight[usize::from(ATTACK)] {
            let damage = Self::dealt(s, old.seat, self.power(s, ATTACK, old));
            self.hit(s, seat, damage, dice, rec);
            if s.core.over.is_some() {
                return;
            }
            self.leave(s, Unit { seat: old.seat, slot: ATTACK }, rec);
        }
        self.place(s, seat, kind, ATTACK, rec);
        s.stage = Stage::End;
    }

    /// To the Game Changer Zone: the card that lies there is discarded.
    pub(super) fn play_changer<R: Recorder>(&self, s: &mut State, kind: Kind, rec: &mut R) {
        let seat = s.core.active;
        rec.say(|| self.says(seat, Act::with("game-changer", kind)));
        s.skills[1] += 1;
        self.leave(s, Unit { seat, slot: CHANGER }, rec);
        self.place(s, seat, kind, CHANGER, rec);
        self.after_skill(s);
    }

    /// To the Discard Zone. The card gets there when its skill has worked, so it does not act upon itself.
    pub(super) fn play_skill<R: Recorder>(&self, s: &mut State, kind: Kind, rec: &mut R) {
        let seat = s.core.active;
        rec.say(|| self.says(seat, Act::with("skill", kind)));
        s.skills[0] += 1;
        if s.core.of(seat).take_from_hand(kind) {
            s.working = Some((seat, kind));
            rec.played(seat, kind);
            trigger(self, s, seat, kind, None, When::Played, rec);
        }
        self.after_skill(s);
    }

    fn after_skill(&self, s: &mut State) {
        if self.refill_after_skill {
            s.stage = Stage::Refill;
        }
    }

    /// A card leaves its place for its owner's Discard.
    pub(super) fn leave<R: Recorder>(&self, s: &mut State, unit: Unit, rec: &mut R) {
        let place = match unit.slot {
            CHANGER => &mut s.changers[unit.seat.index()],
            slot => &mut s.fight[usize::from(slot)],
        };
        let Some(placed) = place.take() else { return };
        s.core.of(placed.seat).grave.push(placed.kind);
        rec.say(|| format!("{} of {} goes to the Discard", self.kit.name(placed.kind), self.kit.player(placed.seat)));
        self.gone(s, placed, unit.slot, When::Destroyed, rec);
    }

    /// What a card does that has left its place.
    fn gone<R: Recorder>(&self, s: &mut State, placed: Placed, slot: u8, when: When, rec: &mut R) {
        let card = self.cards.of(placed.kind);
        let (times, silent) = match slot {
            CHANGER => (card.triggers, false),
            _ => (card.fighting, s.silent_fighter[placed.seat.index()]),
        };
        if !silent && times & when.bit() != 0 {
            trigger(self, s, placed.seat, placed.kind, None, when, rec);
        }
    }

    /// What the card in a fighting zone does. A card with a skill for another zone fights without it.
    fn fires<R: Recorder>(&self, s: &mut State, slot: u8, when: When, rec: &mut R) {
        let Some(placed) = s.fight[usize::from(slot)] else { return };
        if self.cards.of(placed.kind).fighting & when.bit() != 0 {
            let unit = Unit { seat: placed.seat, slot };
            trigger(self, s, placed.seat, placed.kind, Some(unit), when, rec);
        }
    }

    /// What the seat's cards do at the beginning or end of its turn: the Game Changer, then the Attack card.
    #[inline]
    fn fires_own<R: Recorder>(&self, s: &mut State, seat: Seat, when: When, rec: &mut R) {
        if !self.kit.ever(when) {
            return;
        }
        if let Some(placed) = s.changers[seat.index()].filter(|p| self.cards.of(p.kind).triggers & when.bit() != 0) {
            trigger(self, s, seat, placed.kind, Some(Unit { seat, slot: CHANGER }), when, rec);
        }
        if Self::holds_attack(s, seat) {
            self.fires(s, ATTACK, when, rec);
        }
    }

    /// Whether both fighting zones hold a card. If only the Defense Zone does, its card moves to the Attack Zone; where
    /// there is no combat, the turn goes to its end.
    fn is_combat<R: Recorder>(&self, s: &mut State, rec: &mut R) -> bool {
        let combat = matches!(s.fight, [Some(_), Some(_)]);
        if !combat {
            s.stage = Stage::End;
            if let [None, Some(_)] = s.fight {
                self.move_up(s, rec);
            }
        }
        combat
    }

    /// Whether two cards fight at this moment.
    pub(super) fn in_combat(s: &State) -> bool {
        matches!(s.stage, Stage::Answer | Stage::Weigh)
    }

    fn move_up<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        s.fight.swap(usize::from(ATTACK), usize::from(DEFENSE));
        if let Some(placed) = s.fight[usize::from(ATTACK)] {
            rec.say(|| format!("{} moves to the Attack Zone", self.kit.name(placed.kind)));
        }
    }

    /// The Scales of Battle.
    fn combat<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) {
        let [Some(attack), Some(defense)] = s.fight else { return };
        let [red, blue] = self.cards.weigh(attack.kind, defense.kind);
        rec.say(|| {
            format!(
                "{} weighs {red}, {} weighs {blue} ({})",
                self.kit.name(attack.kind),
                self.kit.name(defense.kind),
                self.cards.reasons(&self.kit, attack.kind, defense.kind)
            )
        });
        let (attack_unit, defense_unit) =
            (Unit { seat: attack.seat, slot: ATTACK }, Unit { seat: defense.seat, slot: DEFENSE });
        match red.cmp(&blue) {
            std::cmp::Ordering::Greater => {
                let damage = Self::dealt(s, attack.seat, self.power(s, ATTACK, attack));
                self.leave(s, defense_unit, rec);
                self.hit(s, defense.seat, damage, dice, rec);
                self.fires(s, ATTACK, When::Won, rec);
                self.gone(s, defense, DEFENSE, When::Lost, rec);
                if !self.winner_stays {
                    self.leave(s, attack_unit, rec);
                }
            }
            std::cmp::Ordering::Less => {
                self.leave(s, attack_unit, rec);
                self.move_up(s, rec);
                self.fires(s, ATTACK, When::Won, rec);
                self.gone(s, attack, ATTACK, When::Lost, rec);
            }
            std::cmp::Ordering::Equal => {
                self.leave(s, attack_unit, rec);
                self.leave(s, defense_unit, rec);
            }
        }
    }

    fn end_combat(s: &mut State) {
        s.silent_fighter = [false; 2];
        s.changes.retain(|c| !c.combat);
        s.each_placed(|placed| placed.bonus[COMBAT] = 0);
    }
}
