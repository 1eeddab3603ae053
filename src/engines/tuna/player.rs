//! The built-in player: fills its front row, plays arts that gain more than their dice, hits what is worth most.

use super::Tuna;
use super::field::{ATK, DEF, bits, touches};
use super::state::{Action, Ask, State, places_of};
use crate::play::{Ability, Choice, Effect, Engine, Kind, Seat, Stat, Verb, When, choice_worth};

/// What a damage die that shows its face is worth to the built-in player.
const DIE: i32 = 2;
/// Calls come before all else.
const CALL: i32 = 1000;

impl Tuna {
    /// How good an option looks; passing is 0.
    #[inline(always)]
    pub(super) fn worth_of(&self, s: &State, action: Action) -> i32 {
        let Some(seat) = s.ask.seat() else { return 0 };
        match action {
            Action::Pass => 0,
            Action::Call(kind, place) => {
                let stats = self.cards[usize::from(kind)].stats;
                let place = usize::from(place);
                let across = s.across.get(place).copied().unwrap_or_default();
                CALL + self.cards[usize::from(kind)].value + self.meeting(s, seat, stats, place, || across)
            }
            Action::Arts(kind) => self.kit().face(kind).abilities.iter().map(|a| self.arts_gain(s, seat, a)).sum(),
            Action::Activate(place, index) => {
                let kind = s.side(seat).slots[usize::from(place)].kind;
                let ability = self.kit().face(kind).abilities.get(usize::from(index));
                ability.map_or(0, |a| self.gain(s, seat, a))
            }
            Action::Vanish(place) => self.cards[usize::from(s.side(seat.other()).slots[usize::from(place)].kind)].value,
            Action::Move(from, to) => {
                let unit = self.unit(seat, usize::from(from));
                let stats = [self.stat(s, unit, ATK), self.stat(s, unit, DEF)];
                let to = usize::from(to);
                self.cards[usize::from(s.slot(unit).kind)].value
                    + self.meeting(s, seat, stats, to, || self.numbers_across(s, seat, to))
            }
            Action::Again(place) => {
                let unit = self.unit(seat, usize::from(place));
                let stats = [self.stat(s, unit, ATK), self.stat(s, unit, DEF)];
                let place = usize::from(place);
                self.meeting(s, seat, stats, place, || self.numbers_across(s, seat, place))
            }
            Action::Choice(choice) => choice_worth(self, s, choice),
        }
    }

    /// What a unit with these numbers would do on a place of the front row.
    fn meeting(&self, s: &State, seat: Seat, stats: [i32; 2], place: usize, across: impl FnOnce() -> [i32; 2]) -> i32 {
        if place >= self.front {
            return 0;
        }
        let foe = self.unit(seat.other(), self.facing(place));
        if !s.slot(foe).is_taken() {
            return 6;
        }
        let across = across();
        let beats = i32::from(stats[ATK] > across[DEF]);
        let stands = i32::from(stats[DEF] >= across[ATK]);
        4 + 6 * beats + 4 * stands
    }

    /// What a call of a hero is worth on the best place there could be.
    pub(super) fn most_of_call(&self, kind: Kind) -> i32 {
        CALL + self.cards[usize::from(kind)].value + 4 + 6 + 4
    }

    fn numbers_across(&self, s: &State, seat: Seat, column: usize) -> [i32; 2] {
        let foe = self.unit(seat.other(), self.facing(column));
        [self.stat(s, foe, ATK), self.stat(s, foe, DEF)]
    }

    fn arts_gain(&self, s: &State, seat: Seat, ability: &Ability) -> i32 {
        if ability.when == When::Arts { self.gain(s, seat, ability) } else { 0 }
    }

    /// What the effects of an ability gain now, without what its dice are worth.
    fn gain(&self, s: &State, seat: Seat, ability: &Ability) -> i32 {
        let all: i32 = ability.effects.iter().map(|e| self.effect_gain(s, seat, *e)).sum();
        all - DIE * i32::from(ability.cost)
    }

    fn effect_gain(&self, s: &State, seat: Seat, effect: Effect) -> i32 {
        let offence = seat == s.offence();
        let foes = self.taken(s, seat.other(), 0..self.slots()) > 0;
        let useful = |stat: Stat, which: usize| i32::from(touches(stat, which) && self.duels(s, seat));
        let sign = if effect.opponent { -1 } else { 1 };
        let n = match effect.verb {
            Verb::Damage(n) => 30 * n,
            Verb::DEnd => 1000,
            Verb::Heal(n) => 12 * n.min(s.side(seat).dice.count()),
            Verb::Energy(n) => 4 * n,
            // What is drawn by the offence is thrown away a moment later.
            Verb::Draw(n) if !offence => 3 * i32::from(n),
            Verb::Search(n, _) if !offence => 4 * i32::from(n),
            Verb::Destroy(n, _) | Verb::Banish(n, _) => 20 * i32::from(n) * i32::from(foes),
            Verb::Raise { stat, by, .. } => 2 * by * useful(stat, if offence { ATK } else { DEF }),
            Verb::Lower { stat, by, .. } => 2 * by * useful(stat, if offence { DEF } else { ATK }),
            Verb::ExtraClash | Verb::Ready(_) => 12 * i32::from(offence && self.breaks_through(s, seat)),
            Verb::DoubleDamage => 12 * i32::from(offence && self.hits_directly(s, seat)),
            Verb::Token(..) => 8,
            Verb::Negate => 3 * i32::from(foes),
            Verb::Discard(n) => -3 * i32::from(n),
            _ => 0,
        };
        sign * n
    }

    /// Whether a unit of the seat will meet another.
    fn duels(&self, s: &State, seat: Seat) -> bool {
        let foes = s.side(seat.other()).taken;
        places_of(s.side(seat).taken & bits(0..self.front)).any(|i| foes >> self.facing(i) & 1 == 1)
    }

    /// Whether a unit of the seat has nobody before it.
    fn hits_directly(&self, s: &State, seat: Seat) -> bool {
        let foes = s.side(seat.other()).taken;
        places_of(s.side(seat).taken & bits(0..self.front)).any(|i| foes >> self.facing(i) & 1 == 0)
    }

    /// Whether an attack of the seat would do something.
    fn breaks_through(&self, s: &State, seat: Seat) -> bool {
        let beats = |i: usize| {
            let (unit, foe) = (self.unit(seat, i), self.unit(seat.other(), self.facing(i)));
            s.slot(unit).is_taken() && (!s.slot(foe).is_taken() || self.stat(s, unit, ATK) > self.stat(s, foe, DEF))
        };
        (0..self.front).any(beats)
    }

    /// What a seat takes that does nothing it need not do. The unit that a forced trigger takes is the strongest one.
    pub(super) fn idle_option(&self, s: &State, options: &[Action]) -> usize {
        let nothing = |a: &Action| matches!(a, Action::Pass | Action::Choice(Choice::Skip));
        if let Some(index) = options.iter().position(nothing) {
            return index;
        }
        if !matches!(s.ask, Ask::Vanish(_)) {
            return 0;
        }
        let mut best = 0;
        for (index, &action) in options.iter().enumerate() {
            if self.worth_of(s, action) > self.worth_of(s, options[best]) {
                best = index;
            }
        }
        best
    }

    /// What a card is worth as a unit.
    pub(super) fn unit_value(stats: [i32; 2], abilities: &[Ability]) -> i32 {
        let heroic = abilities.iter().filter(|a| a.when != When::Arts).count();
        2 * stats[ATK] + stats[DEF] + 3 * i32::try_from(heroic).unwrap_or(i32::MAX)
    }

    /// The arts of a hand that a seat may play.
    pub(super) fn usable_arts(&self, s: &State, seat: Seat, kind: Kind) -> bool {
        self.cards[usize::from(kind)].arts
            && self.kit().face(kind).abilities.iter().any(|a| a.when == When::Arts && self.usable(s, seat, a))
    }
}
