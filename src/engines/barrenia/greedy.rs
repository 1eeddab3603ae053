//! The built-in player: plays the best it can pay for, clashes where no counter can beat it, counters where it wins.

use super::build::{Class, Emblem, Event};
use super::options::Action;
use super::state::Stage;
use super::{Barrenia, State};
use crate::play::{Kind, Seat, Unit, choice_worth};

/// What a Direct Clash is worth; other clashes are worth less.
const DIRECT: i32 = 1000;
/// What a Battle Clash that nobody can counter is worth: the most that any clash is.
pub(super) const UNBEATEN: i32 = 1 + DIRECT;
/// What a life of the opponent is worth, in the coin of [`super::build::Card::worth`].
const LIFE: i32 = 10;

impl Barrenia {
    #[inline(always)]
    pub(super) fn judge(&self, s: &State, action: Action) -> i32 {
        let seat = s.core.active;
        match action {
            Action::Choice(choice) => choice_worth(self, s, choice),
            Action::Send(kind) => self.judge_send(s, seat, kind),
            Action::Timebreak(kind) | Action::Play(kind) => 1 + self.card(kind).worth,
            Action::Use(unit, index) => self.judge_use(s, unit, index),
            Action::Clash(slot, nth) => self.judge_clash(s, Unit { seat, slot }, nth),
            Action::ClashDirectly(_) => DIRECT,
            Action::Counter(slot, nth) => self.judge_counter(s, Unit { seat: seat.other(), slot }, nth),
            Action::Miracle(event) => self.judge_miracle(s, seat, event),
            Action::Stat(stat) => self.judge_stat(s, stat),
            Action::Discard(kind) => -self.card(kind).worth,
            Action::Done | Action::NoTimebreak | Action::End | Action::LetThrough | Action::NoMiracle => 0,
        }
    }

    /// Sends what helps least; in the first turn, where nothing need be sent, only what the Stock cannot pay for.
    fn judge_send(&self, s: &State, seat: Seat, kind: Kind) -> i32 {
        let card = self.card(kind);
        if self.is_first_turn(s) {
            return if card.size > s.stock { 1 } else { -1 };
        }
        let crowded = matches!(card.class, Class::Soldier | Class::Incarnation | Class::Rear)
            && !Self::has_room(s, seat, card.class);
        // The energy goes to both players, so it counts for little.
        card.energy - card.worth + if crowded { card.worth } else { 0 }
    }

    /// Pays for abilities out of plenty, or to turn a clash that goes wrong.
    fn judge_use(&self, s: &State, unit: Unit, index: u8) -> i32 {
        let Some(piece) = s.piece(unit) else { return -1 };
        let cost = self.kit.face(piece.kind).abilities.get(usize::from(index)).map_or(0, |a| i32::from(a.cost));
        let wanted = match s.stage {
            Stage::SetUp => s.stock - cost >= self.n.stock,
            _ => match (s.fighter(unit.seat), s.fighter(unit.seat.other())) {
                (Some(own), Some(other)) => {
                    let value = |u: Unit| s.clash.stats[u.seat.index()].map_or(0, |stat| self.stat(s, u, stat));
                    value(own) <= value(other)
                }
                _ => false,
            },
        };
        if wanted { 1 } else { -1 }
    }

    /// The stat that a card uses against an emblem, as its players would choose.
    fn used(&self, s: &State, unit: Unit, against: Option<Emblem>) -> i32 {
        let stats = || [0, 1, 2].map(|i| self.stat(s, unit, i)).into_iter();
        match against {
            Some(Emblem::El) => self.stat(s, unit, 0),
            Some(Emblem::Ag) => self.stat(s, unit, 1),
            Some(Emblem::Ip) => self.stat(s, unit, 2),
            Some(Emblem::Chimera) => stats().max().unwrap_or(0),
            Some(Emblem::Hyper) | None => stats().min().unwrap_or(0),
        }
    }

    /// By how much an Assaulter would win a Battle Clash.
    fn margin(&self, s: &State, own: (Unit, Option<Emblem>), other: (Unit, Option<Emblem>)) -> i32 {
        match (self.victory(s, own.0), self.victory(s, other.0)) {
            (None, None) => {}
            (win, lose) => {
                let won = win.unwrap_or(lose == Some(false));
                let lost = lose.unwrap_or(!won);
                return i32::from(won) - i32::from(lost);
            }
        }
        if !self.n.shared_stat {
            return self.used(s, own.0, other.1) - self.used(s, other.0, own.1);
        }
        let by = [0, 1, 2].map(|i| self.stat(s, own.0, i) - self.stat(s, other.0, i));
        match own.1 {
            Some(Emblem::El) => by[0],
            Some(Emblem::Ag) => by[1],
            Some(Emblem::Ip) => by[2],
            Some(Emblem::Chimera) => by.into_iter().min().unwrap_or(0),
            Some(Emblem::Hyper) | None => by.into_iter().max().unwrap_or(0),
        }
    }

    fn emblem(&self, s: &State, unit: Unit, nth: u8) -> Option<Emblem> {
        self.card(s.piece(unit)?.kind).emblems().get(usize::from(nth)).copied()
    }

    fn judge_clash(&self, s: &State, unit: Unit, nth: u8) -> i32 {
        let target = unit.seat.other();
        let own = (unit, self.emblem(s, unit, nth));
        let mut worst = if self.victory(s, unit) == Some(false) { -1 } else { DIRECT };
        if !self.kit.is_idle(target) {
            for (other, piece) in s.live(target).filter(|(_, p)| p.ready && self.card(p.kind).fights()) {
                let emblems = self.card(piece.kind).emblems();
                for nth in 0..emblems.len().max(1) {
                    worst = worst.min(self.margin(s, own, (other, emblems.get(nth).copied())));
                }
                if worst < 0 {
                    return -1;
                }
            }
        }
        let ahead = s.life[unit.seat.index()] > s.life[target.index()];
        match worst {
            0 if ahead => 1,
            n if n > 0 => 1 + n,
            _ => -1,
        }
    }

    fn judge_counter(&self, s: &State, unit: Unit, nth: u8) -> i32 {
        let Some(assaulter) = s.fighter(unit.seat.other()) else { return -1 };
        let worth = |u: Unit| s.piece(u).map_or(0, |p| self.card(p.kind).worth);
        let emblem = s.clash.emblems[assaulter.seat.index()];
        let margin = self.margin(s, (assaulter, emblem), (unit, self.emblem(s, unit, nth)));
        match margin {
            // The cheapest card that does it.
            n if n < 0 => DIRECT - worth(unit),
            // The own life is lost in any case: a tie takes one of the opponent's, and trades the cards.
            0 => LIFE + worth(assaulter) - worth(unit),
            _ => -1,
        }
    }

    fn judge_miracle(&self, s: &State, seat: Seat, event: Event) -> i32 {
        let deck = i32::try_from(s.core.piles[seat.index()].deck.len()).unwrap_or(i32::MAX);
        match event {
            Event::Draw if deck <= self.n.draw_cards => -1,
            Event::Sweep => 9,
            Event::Direct => 8,
            Event::Again => 7,
            Event::Draw => 6,
            Event::Double => 5,
            Event::Negate => 4,
            Event::Steal => 3,
            Event::Energy => 2,
            Event::Regrow => 1,
        }
    }

    fn judge_stat(&self, s: &State, stat: u8) -> i32 {
        let Some(asked) = self.asked(s) else { return 0 };
        let value = |seat: Seat| s.fighter(seat).map_or(0, |u| self.stat(s, u, stat));
        if self.n.shared_stat {
            return value(asked) - value(asked.other());
        }
        if s.clash.about == Some(asked) { value(asked) } else { -value(asked.other()) }
    }
}
