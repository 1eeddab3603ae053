//! The built-in player. It counts in tenths of a card of the deck, for the deck is the life.

use super::{ATTACK, Action, Kind, Scales, Seat, SkillZone, State, When};
use crate::play::{Effect, Verb, choice_worth, holds};

/// What no player would do while anything else is left.
const NEVER: i32 = -100_000;
/// A card for its skill comes before the usual card: it does not take its place.
const BEFORE: i32 = 10_000;
/// For how many turns a Game Changer is taken to work.
const LASTING: i32 = 5;

impl Scales {
    /// How good an option looks.
    #[inline(always)]
    pub(super) fn judge(&self, s: &State, action: Action) -> i32 {
        let seat = s.core.active;
        let enemy = s.fight[usize::from(ATTACK)].filter(|p| p.seat != seat);
        match action {
            Action::Attack(kind) => self.standing(kind) - Self::pain(s, seat),
            Action::Defend(kind) => {
                let Some(enemy) = enemy else { return self.standing(kind) };
                let [red, blue] = self.cards.weigh(enemy.kind, kind);
                match red.cmp(&blue) {
                    std::cmp::Ordering::Less => self.standing(kind) + self.skills(s, seat, kind, When::Won),
                    std::cmp::Ordering::Equal => -self.standing(kind) / 4,
                    // The card is lost, and the Attack card goes on waiting for the next.
                    std::cmp::Ordering::Greater => self.skills(s, seat, kind, When::Lost) - Self::pain(s, seat) - 15,
                }
            }
            Action::Skill(kind) => self.early(s, seat, self.skills(s, seat, kind, When::Played) - self.standing(kind)),
            Action::GameChanger(kind) => {
                let there = s.changers[seat.index()].map_or(0, |p| self.changing(p.kind));
                self.early(s, seat, self.changing(kind) - there - self.standing(kind))
            }
            Action::Pass => 0,
            Action::Choice(choice) => choice_worth(self, s, choice),
        }
    }

    /// How much a seat wants to keep a card of its hand.
    pub(super) fn kept(&self, s: &State, seat: Seat, kind: Kind) -> i32 {
        match self.cards.of(kind).zone {
            SkillZone::None => self.standing(kind),
            SkillZone::Discard => self.standing(kind).max(self.skills(s, seat, kind, When::Played)),
            SkillZone::GameChanger => self.standing(kind).max(self.changing(kind)),
        }
    }

    /// A card for its skill is worth it if that is more than it is worth as a fighter, and a fighter is left.
    fn early(&self, s: &State, seat: Seat, gain: i32) -> i32 {
        let alone = s.core.piles[seat.index()].hand.len() <= 1 && !Self::holds_attack(s, seat);
        if gain > 0 && !alone { BEFORE + gain } else { NEVER }
    }

    /// What a card in the Attack Zone is worth: it hurts by its power, and stays by its rarity.
    fn standing(&self, kind: Kind) -> i32 {
        let card = self.cards.of(kind);
        6 * card.power + 4 * card.rarity
    }

    /// The damage that the opposing Attack card would deal.
    pub(super) fn threat(&self, s: &State, seat: Seat) -> i32 {
        let enemy = s.fight[usize::from(ATTACK)].filter(|p| p.seat != seat);
        enemy.map_or(0, |e| Self::dealt(s, e.seat, self.power(s, ATTACK, e)))
    }

    /// What that damage costs.
    fn pain(s: &State, seat: Seat) -> i32 {
        let left = i32::try_from(s.core.piles[seat.index()].deck.len()).unwrap_or(i32::MAX);
        if s.threat > 0 && s.threat >= left { -NEVER } else { 10 * s.threat }
    }

    /// What the skills of a card for a moment are worth now.
    fn skills(&self, s: &State, seat: Seat, kind: Kind, when: When) -> i32 {
        let card = self.cards.of(kind);
        let times = if when == When::Played { card.triggers } else { card.fighting };
        if times & when.bit() == 0 {
            return 0;
        }
        let now = self.kit.face(kind).abilities.iter().filter(|a| a.when == when && holds(self, s, seat, &a.condition));
        now.flat_map(|a| &a.effects).map(|e| self.effect(s, seat, e)).sum()
    }

    /// What a Game Changer is worth for the turns to come.
    fn changing(&self, kind: Kind) -> i32 {
        let lasting = self.kit.face(kind).abilities.iter().filter(|a| a.when != When::Played);
        LASTING * lasting.flat_map(|a| &a.effects).map(|e| worth_of(*e)).sum::<i32>()
    }

    fn effect(&self, s: &State, seat: Seat, effect: &Effect) -> i32 {
        let piles = &s.core.piles[seat.index()];
        match effect.verb {
            Verb::Draw(n) if !effect.opponent && usize::from(n) + 1 >= piles.deck.len() => NEVER,
            Verb::Heal(n) if !effect.opponent => 10 * n.min(i32::try_from(piles.beyond.len()).unwrap_or(i32::MAX)),
            Verb::Recover(n, mask) if !effect.opponent => {
                let there = piles.grave.iter().filter(|&&k| self.kit.allows(mask, k)).take(usize::from(n));
                10 * i32::try_from(there.count()).unwrap_or(0)
            }
            Verb::Destroy(_, mask) => {
                let enemy = s.fight[usize::from(ATTACK)].filter(|p| p.seat != seat && self.kit.allows(mask, p.kind));
                enemy.map_or(0, |_| Self::pain(s, seat))
            }
            _ => worth_of(*effect),
        }
    }
}

/// What an effect is worth to the owner of the card, whatever the table looks like.
fn worth_of(effect: Effect) -> i32 {
    let mine = match effect.verb {
        Verb::Draw(n) | Verb::Search(n, _) => 6 * i32::from(n),
        Verb::Recover(n, _) => 10 * i32::from(n),
        Verb::Discard(n) => -10 * i32::from(n),
        Verb::Damage(n) | Verb::Heal(n) => n.saturating_mul(10),
        Verb::Raise { by, .. } | Verb::Lower { by, .. } => 6 * by,
        Verb::Destroy(n, _) => 20 * i32::from(n),
        Verb::Negate => 8,
        Verb::DoubleDamage => 20,
        _ => 0,
    };
    if effect.opponent { -mine } else { mine }
}
