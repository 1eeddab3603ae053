//! The built-in player.

use crate::play::{Ability, BLANK, Choice, Effect, Kind, Quantity, Seat, Unit, Verb, When, Who, choice_worth, holds};
use crate::play::{Engine, Host};

use super::card::Role;
use super::setup::Defenders;
use super::{Action, Breakrift, State};

impl Breakrift {
    /// How good an option looks: wears what fits its theme, summons the strongest, keeps Spells until they do something,
    /// attacks with all that can hit, and lets the least useful card take the damage.
    #[inline(always)]
    pub fn liking(&self, s: &State, action: Action) -> i32 {
        match action {
            Action::Set(kind) => self.set_worth(s, kind),
            // What does nothing now is kept.
            Action::Done | Action::Pass => 1,
            Action::Rift(kind) => 2 + self.effects_worth(s, self.decider(s), kind),
            Action::Attack(unit) => self.attack_worth(s, unit),
            Action::Hold(_) => 1,
            Action::Defend(unit) => self.defend_worth(s, unit),
            Action::Choice(choice) => match choice {
                Choice::Skip => 0,
                choice => choice_worth(self, s, choice),
            },
        }
    }

    fn decider(&self, s: &State) -> Seat {
        match s.stage {
            super::Stage::Set(seat) | super::Stage::Rift(seat) => seat,
            _ => Seat::A,
        }
    }

    fn set_worth(&self, s: &State, kind: Kind) -> i32 {
        let seat = self.decider(s);
        let card = self.card(kind);
        let effects = self.effects_worth(s, seat, kind);
        match card.role {
            Role::Gear(slot) => {
                let worn = s.fields[seat.index()].gear[usize::from(slot)].kind;
                let opens = |k: &Kind| {
                    let rift = self.card(*k);
                    rift.role == Role::Rift && (rift.theme == 0 || rift.theme == card.theme)
                };
                let hand = &s.core.piles[seat.index()].hand;
                let effects = effects + if hand.iter().any(opens) { 8 } else { 0 };
                if worn == BLANK {
                    return self.value(s, seat, kind) + effects;
                }
                // What is worn now, as far as damage has left it.
                let piece = self.card(worn);
                let damage = s.fields[seat.index()].gear[usize::from(slot)].damage;
                let themed = |k: Kind| self.value(s, seat, k) - self.card(k).value;
                let now = piece.value - 2 * damage + themed(worn) - 3;
                card.value + themed(kind) + effects - now
            }
            Role::Summon => 2 + card.value + effects,
            _ => effects,
        }
    }

    /// What the abilities of a card do when it is played now.
    fn effects_worth(&self, s: &State, seat: Seat, kind: Kind) -> i32 {
        let face = self.kit.face(kind);
        if face.triggers & When::Played.bit() == 0 {
            return 0;
        }
        let now = |a: &&Ability| a.when == When::Played && a.cost == 0 && holds(self, s, seat, &a.condition);
        let worth = |a: &Ability| a.effects.iter().map(|&e| self.effect_worth(s, seat, e)).sum::<i32>();
        face.abilities.iter().filter(now).map(worth).sum()
    }

    fn effect_worth(&self, s: &State, seat: Seat, effect: Effect) -> i32 {
        let (subject, sign) = if effect.opponent { (seat.other(), -1) } else { (seat, 1) };
        let (own, other) = (subject.index(), subject.other().index());
        let small = |n: usize, most: u16| i32::try_from(n.min(usize::from(most))).unwrap_or(0);
        let fitting = |pile: &[Kind], most: u16, mask| {
            small(pile.iter().filter(|&&k| self.kit.allows(mask, k)).take(usize::from(most)).count(), most)
        };
        let piles = &s.core.piles;
        let worth = match effect.verb {
            Verb::Draw(n) if piles[own].deck.len() >= usize::from(n) => 6 * i32::from(n),
            Verb::Draw(n) => -6 * i32::from(n),
            Verb::Search(n, mask) => 7 * fitting(piles[own].deck.cards(), n, mask),
            Verb::Recover(n, mask) => 7 * fitting(&piles[own].grave, n, mask),
            Verb::Discard(n) => -4 * small(piles[own].hand.len(), n),
            Verb::Mill(n) => -small(piles[own].deck.len(), n),
            Verb::Damage(n) if n >= s.life[other] => 1000,
            Verb::Damage(n) => 4 * n,
            Verb::Heal(n) if s.life[own] <= self.rules.life / 2 => 4 * n,
            Verb::Heal(n) => n,
            Verb::Destroy(n, mask) | Verb::Banish(n, mask) => {
                let mut count = 0;
                s.fields[other].each(|_, piece| count += usize::from(self.kit.allows(mask, piece.kind)));
                12 * small(count, n)
            }
            Verb::Raise { by, who, .. } => 2 * by * self.touched(s, subject, who),
            Verb::Lower { by, who, .. } => 2 * by * self.touched(s, subject.other(), who),
            Verb::DoubleDamage | Verb::ExtraClash => self.most_attack(s, subject).saturating_mul(3),
            _ => 0,
        };
        sign * worth.min(1_000_000)
    }

    fn touched(&self, s: &State, seat: Seat, who: Who) -> i32 {
        let mut count = 0;
        s.fields[seat.index()].each(|_, piece| {
            count += match who {
                Who::One => 0,
                Who::All(mask) => i32::from(self.kit.allows(mask, piece.kind)),
            };
        });
        let any = s.fields[seat.index()].summoned() + s.fields[seat.index()].worn() > 0;
        if who == Who::One { i32::from(any) } else { count }
    }

    /// Attacks with all that can hit. Where only those that hold back defend, a seat that could lose its last Life holds
    /// its Summons back.
    fn attack_worth(&self, s: &State, unit: Unit) -> i32 {
        let clash = self.kit.face(s.fields[unit.seat.index()].piece(unit.slot).kind).triggers & When::Clash.bit() != 0;
        let danger = self.most_attack(s, unit.seat.other()) >= self.quantity(s, unit.seat, Quantity::Life);
        match self.rules.defenders {
            Defenders::NonAttackers if danger => 0,
            // A Summon that cannot hit may still take damage for its player.
            Defenders::Attackers if danger => 2,
            _ if clash || self.attack(s, unit) > 0 => 2,
            _ => 0,
        }
    }

    /// First who survives all that can come, then the least useful.
    fn defend_worth(&self, s: &State, unit: Unit) -> i32 {
        let mut threat = self.most_attack(s, unit.seat.other());
        for &slot in &s.order[unit.seat.index()] {
            threat = threat.saturating_sub(self.left(s, Unit { slot, ..unit }));
        }
        let value = self.value(s, unit.seat, s.fields[unit.seat.index()].piece(unit.slot).kind);
        if self.left(s, unit) > threat { 1000 - value } else { -value }
    }
}
