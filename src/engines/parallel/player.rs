//! The built-in player: banks what it needs least, plays the dearest card that does something, attacks and intercepts
//! where that pays. All of it are looks at numbers; nothing is tried out.

use super::cards::{Card, Sort, word};
use super::field::{ATTACK, HEALTH, Piece};
use super::{Action, Parallel, Side, State};
use crate::play::{Ability, Effect, Kind, Seat, Stat, Until, Verb, When, Who};

/// Cards above this cost leave the first hand: they wait too long.
const DEAR: i32 = 4;

/// What comes first in a turn: banking, playing, attacking and paying.
const BANK: i32 = 2000;
const PLAY: i32 = 1000;
const FIGHT: i32 = 300;
const PAY: i32 = 200;

/// What an Upgrade is worth more under a Unit that can attack, and for each Health of it, up to so much.
const FIGHTS: i32 = 4;
const LONG_LIFE: i32 = 8;

/// Better than anything else.
const WIN: i32 = 100_000;

/// Worse than doing nothing.
const NEVER: i32 = -1;

impl Parallel {
    #[inline(always)]
    pub(super) fn worth_of(&self, s: &State, action: Action) -> i32 {
        let seat = s.core.active;
        match action {
            Action::Return(kind) => {
                let card = self.card(kind);
                if card.cost > DEAR || !card.playable { card.cost.max(1) } else { NEVER }
            }
            Action::Bank(kind) => self.bank_worth(s, seat, kind),
            Action::Play(kind) => self.play_worth(s, seat, kind),
            Action::Equip(kind, unit) => self.equip_worth(s, seat, kind, unit),
            Action::Lead(at) => self.apart(seat, at).map_or(NEVER, |kind| self.play_worth(s, seat, kind)),
            Action::Activate(id, index) => {
                s.side(seat).piece(id).map_or(NEVER, |p| self.pay_worth(s, seat, p.kind, index))
            }
            Action::ActivateApart(at, index) => {
                self.apart(seat, at).map_or(NEVER, |kind| self.pay_worth(s, seat, kind, index))
            }
            Action::Attack(id, target) => self.attack_worth(s, seat, id, target),
            Action::Intercept(id) => self.intercept_worth(s, seat, id),
            Action::Keep | Action::Pass | Action::End | Action::Choice(_) => 0,
            Action::Concede => i32::MIN,
        }
    }

    /// How much a seat wants to keep a card: what it can pay for soon counts full.
    pub(super) fn keeps(&self, s: &State, seat: Seat, kind: Kind) -> i32 {
        let card = self.card(kind);
        let soon = i32::try_from(s.side(seat).bank.len()).unwrap_or(i32::MAX).saturating_add(2);
        let late = (card.cost - soon).max(0);
        card.power - 16 * late
    }

    fn bank_worth(&self, s: &State, seat: Seat, kind: Kind) -> i32 {
        // The card drawn for it at the end of the turn would come out of the Waste Pile.
        if s.core.piles[seat.index()].deck.is_empty() {
            return NEVER;
        }
        let now = 15 * i32::from(self.card(kind).playable && self.card(kind).cost <= s.side(seat).energy + 1);
        let extra = 30 * i32::from(self.kit.face(kind).triggers & When::Banked.bit() != 0);
        (BANK - self.keeps(s, seat, kind) + extra - now).max(PLAY + 500)
    }

    fn play_worth(&self, s: &State, seat: Seat, kind: Kind) -> i32 {
        let card = self.card(kind);
        if card.sort != Sort::Effect {
            return PLAY + card.power;
        }
        let gain = self.gain_of_all(s, seat, kind);
        if gain > 0 { PLAY.saturating_add(gain.saturating_mul(2)) } else { NEVER }
    }

    /// No play of this card looks better.
    #[inline]
    pub(super) fn most_of_play(card: &Card) -> i32 {
        match card.sort {
            Sort::Effect => i32::MAX,
            Sort::Upgrade => PLAY + card.power + FIGHTS + LONG_LIFE + 1,
            _ => PLAY + card.power,
        }
    }

    /// Upgrades go under Units that can attack, best under those that live long.
    fn equip_worth(&self, s: &State, seat: Seat, kind: Kind, unit: u8) -> i32 {
        let Some(piece) = s.side(seat).piece(unit) else { return NEVER };
        let fights = if self.card(piece.kind).words & word::PACIFIST != 0 { 0 } else { FIGHTS };
        PLAY + self.card(kind).power + fights + piece.left().clamp(0, LONG_LIFE) + i32::from(!piece.tired)
    }

    fn pay_worth(&self, s: &State, seat: Seat, kind: Kind, index: u8) -> i32 {
        let Some(ability) = self.kit.face(kind).abilities.get(usize::from(index)) else { return NEVER };
        let gain = self.gain(s, seat, ability) - 2;
        if gain > 0 { PAY + gain } else { NEVER }
    }

    /// What a Unit on the field is worth.
    fn rate(&self, piece: &Piece) -> i32 {
        let card = self.card(piece.kind);
        let numbers = piece.now[ATTACK].saturating_mul(4).saturating_add(piece.left().max(0).saturating_mul(2));
        numbers.saturating_add(2 * i32::from(card.words != 0)).saturating_add(card.cost)
    }

    /// What the best Unit of a seat is worth to who fells it.
    pub(super) fn prize(&self, side: &Side) -> i32 {
        side.field.iter().filter(|p| self.is_unit(p)).map(|p| self.rate(p)).fold(0, i32::max)
    }

    /// No attack of this Unit of the active seat looks better, where the best enemy Unit is worth so much.
    pub(super) fn most_of_attacks(&self, s: &State, piece: &Piece, prize: i32) -> i32 {
        let (mine, theirs) = (s.side(s.core.active), s.side(s.core.active.other()));
        let attack = piece.now[ATTACK];
        match attack.saturating_mul(if mine.doubled { 2 } else { 1 }) {
            _ if attack <= 0 => NEVER,
            damage if damage >= theirs.life => WIN,
            _ => FIGHT.saturating_add(attack.saturating_mul(4)).max(self.most_for(piece, prize)),
        }
    }

    /// No attack of this Unit on that one looks better.
    pub(super) fn most_of_duel(&self, piece: &Piece, target: &Piece) -> i32 {
        self.most_for(piece, self.rate(target).max(0))
    }

    /// A Unit whose loss would be a gain may fall on top of what it wins.
    fn most_for(&self, piece: &Piece, prize: i32) -> i32 {
        FIGHT.saturating_add(prize).saturating_sub(self.rate(piece).min(0))
    }

    fn attack_worth(&self, s: &State, seat: Seat, id: u8, target: u8) -> i32 {
        let (mine, theirs) = (s.side(seat), s.side(seat.other()));
        let Some(attacker) = mine.piece(id) else { return NEVER };
        let attack = attacker.now[ATTACK];
        if attack <= 0 {
            return NEVER;
        }
        let damage = attack.saturating_mul(if mine.doubled { 2 } else { 1 });
        if target == 0 && damage >= theirs.life {
            return WIN;
        }
        // A Defender that would fell the attacker and live makes the attack a gift.
        let blocked = self.defends
            && !self.has(attacker, word::EVASIVE)
            && !self.kit.is_idle(seat.other())
            && theirs.field.iter().any(|p| {
                let stops = p.now[ATTACK] >= attacker.left() && p.left() > attack;
                stops && p.id != target && self.has(p, word::DEFENDER)
            });
        if blocked {
            return NEVER;
        }
        if target == 0 {
            return FIGHT.saturating_add(attack.saturating_mul(4));
        }
        let Some(target) = theirs.piece(target) else { return NEVER };
        let gain = self.duel(attacker, target, true);
        if gain > 0 { FIGHT.saturating_add(gain) } else { NEVER }
    }

    /// What the side of the first Unit gains when the two meet.
    fn duel(&self, mine: &Piece, theirs: &Piece, attacks: bool) -> i32 {
        let (fells, falls) = (mine.now[ATTACK] >= theirs.left(), theirs.now[ATTACK] >= mine.left());
        let strikes_first = |piece: &Piece| self.has(piece, word::ARMED);
        let falls = falls && !(attacks && fells && strikes_first(mine));
        let fells = fells && (attacks || !(falls && strikes_first(theirs)));
        let won = if fells { self.rate(theirs) } else { 0 };
        won.saturating_sub(if falls { self.rate(mine) } else { 0 })
    }

    /// The active seat attacks; the other puts a Defender in the way if what it saves and wins is more than it loses.
    fn intercept_worth(&self, s: &State, active: Seat, id: u8) -> i32 {
        let (side, Some(fight)) = (s.side(active.other()), s.fight) else { return NEVER };
        let (Some(defender), Some(attacker)) = (side.piece(id), s.side(active).piece(fight.attacker)) else {
            return NEVER;
        };
        let attack = attacker.now[ATTACK];
        let saved = match side.piece(fight.target) {
            Some(target) => -self.duel(target, attacker, false),
            None if attack >= side.life => WIN,
            None => 2 * attack,
        };
        saved + self.duel(defender, attacker, false)
    }

    fn gain_of_all(&self, s: &State, seat: Seat, kind: Kind) -> i32 {
        let abilities = self.kit.face(kind).abilities.iter().filter(|a| a.when == When::Played);
        abilities.map(|a| self.gain(s, seat, a)).fold(0, i32::saturating_add)
    }

    fn gain(&self, s: &State, seat: Seat, ability: &Ability) -> i32 {
        if !crate::play::holds(self, s, seat, &ability.condition) {
            return 0;
        }
        ability.effects.iter().map(|e| self.gain_of(s, seat, *e)).fold(0, i32::saturating_add)
    }

    /// What an effect brings now, roughly in quarters of a point of damage.
    fn gain_of(&self, s: &State, seat: Seat, effect: Effect) -> i32 {
        let who = if effect.opponent { seat.other() } else { seat };
        let (side, enemy) = (s.side(who), s.side(who.other()));
        let piles = &s.core.piles[who.index()];
        let count = |n: u16| i32::from(n.min(40));
        let gain = match effect.verb {
            Verb::Draw(n) => {
                let room = self.limit.saturating_sub(piles.hand.len()).min(piles.deck.len());
                8 * count(n).min(i32::try_from(room).unwrap_or(0))
            }
            Verb::Discard(n) => -5 * count(n).min(i32::try_from(piles.hand.len()).unwrap_or(0)),
            Verb::Energy(n) => {
                let pays = |k: &Kind| {
                    let card = self.card(*k);
                    card.playable && card.cost > side.energy && card.cost <= side.energy.saturating_add(n)
                };
                if piles.hand.iter().any(pays) { 6 } else { 0 }
            }
            Verb::Damage(n) if n >= enemy.life => WIN,
            Verb::Damage(n) => n.saturating_mul(4),
            Verb::Heal(n) => 2 * n.min(side.most - side.life),
            Verb::Mill(n) => -count(n),
            Verb::Recover(n, mask) => {
                let fits = piles.grave.iter().filter(|&&k| self.kit.allows(mask, k)).take(usize::from(n)).count();
                8 * i32::try_from(fits).unwrap_or(0)
            }
            Verb::Search(n, mask) => {
                let there = piles.deck.cards().iter().any(|&k| self.kit.allows(mask, k));
                if there { 8 * count(n) } else { 0 }
            }
            Verb::Raise { stat, by, who: whom, until } => {
                let fit = side.field.iter().filter(|p| match whom {
                    Who::All(mask) => self.kit.allows(mask, p.kind),
                    Who::One => true,
                });
                let now = |p: &&Piece| until == Until::Game || self.can_attack(s, p);
                let raised = i32::try_from(fit.filter(now).count()).unwrap_or(0);
                let of_use = until == Until::Game || stat != Stat::One(HEALTH as u8);
                3 * by * i32::from(of_use) * if whom == Who::One { raised.min(1) } else { raised }
            }
            Verb::Lower { by, who: whom, .. } => {
                let fit = enemy.field.iter().filter(|p| match whom {
                    Who::All(mask) => self.is_unit(p) && self.kit.allows(mask, p.kind),
                    Who::One => self.is_unit(p),
                });
                let lowered = i32::try_from(fit.count()).unwrap_or(0);
                2 * by * if whom == Who::One { lowered.min(1) } else { lowered }
            }
            Verb::Destroy(_, mask) | Verb::Banish(_, mask) => {
                self.prey(s, who.other(), |p| self.kit.allows(mask, p.kind))
            }
            Verb::Ready(_) => {
                let idle = |p: &&Piece| {
                    (p.tired || p.spent) && p.now[ATTACK] > 0 && self.card(p.kind).words & word::PACIFIST == 0
                };
                side.field.iter().filter(idle).map(|p| 3 * p.now[ATTACK]).fold(0, i32::saturating_add)
            }
            Verb::Negate => 2 * i32::from(!enemy.field.is_empty()),
            Verb::DoubleDamage | Verb::ExtraClash => {
                4 * side.field.iter().filter(|p| self.can_attack(s, p)).map(|p| p.now[ATTACK]).max().unwrap_or(0)
            }
            Verb::Token(n, kind) => self.card(kind).power.max(1) * count(n),
            Verb::Health(_) | Verb::DEnd => 0,
        };
        if effect.opponent { gain.saturating_neg() } else { gain }
    }
}
