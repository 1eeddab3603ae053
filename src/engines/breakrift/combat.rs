//! The Attack Phase: who attacks, who stands in whose way, and where the damage goes.

use crate::play::{BLANK, Recorder, Seat, Unit, When, trigger};

use super::card::{GEAR, WEAPON};
use super::field::Field;
use super::setup::Defenders;
use super::turn::Stage;
use super::{Breakrift, State};

impl Breakrift {
    /// Whoever attacks in this part declares anew; the others stay as they declared in this turn.
    pub fn attack_begins<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        rec.stage(Seat::A, s.core.turn[0], "attack");
        for seat in Seat::BOTH {
            let attacks_anew = s.attacking[seat.index()];
            s.fields[seat.index()].each_mut(|piece| {
                piece.attacks &= !attacks_anew;
                piece.ordered = false;
            });
            s.order[seat.index()].clear();
        }
        s.cursor = 0;
        s.stage = Stage::Attackers(Seat::A);
    }

    /// Whether a Summon must be asked, with the cursor on it.
    pub fn may_attack(&self, s: &mut State, seat: Seat) -> bool {
        if !s.attacking[seat.index()] || self.kit.is_idle(seat) {
            return false;
        }
        let summons = &s.fields[seat.index()].summons;
        while summons.get(s.cursor).is_some_and(|p| p.kind == BLANK) {
            s.cursor += 1;
        }
        s.cursor < summons.len()
    }

    /// Whether the seat must say which card comes next in its defence order. The last of its kind needs no word, nor does
    /// an order against a seat that has nothing to attack with.
    pub fn may_order(&self, s: &mut State, seat: Seat) -> bool {
        if !s.attacking[seat.other().index()] || !self.can_hit(s, seat.other()) {
            return false;
        }
        loop {
            let mut next = self.candidates(s, seat);
            let Some(slot) = next.next() else { return false };
            let more = next.next().is_some();
            drop(next);
            if more && !self.kit.is_idle(seat) {
                return true;
            }
            self.put_in_order(s, Unit { seat, slot });
        }
    }

    /// Whether a seat has anything to attack with, which all can see.
    fn can_hit(&self, s: &State, seat: Seat) -> bool {
        let field = &s.fields[seat.index()];
        self.rules.base_attack > 0
            || field.gear[usize::from(WEAPON)].kind != BLANK
            || field.summons.iter().any(|p| p.kind != BLANK)
    }

    /// Gives a card the next place in its defence order.
    pub fn put_in_order(&self, s: &mut State, unit: Unit) {
        s.fields[unit.seat.index()].piece_mut(unit.slot).ordered = true;
        s.order[unit.seat.index()].push(unit.slot);
    }

    /// The slots that may come next in a defence order: Summons that take part, then Clothing.
    pub fn candidates<'s>(&self, s: &'s State, seat: Seat) -> impl Iterator<Item = u8> + use<'s> {
        let field = &s.fields[seat.index()];
        let (defenders, free) = (self.rules.defenders, self.rules.free_order);
        let stands = move |slot: u8| {
            let piece = field.piece(slot);
            piece.kind != BLANK
                && !piece.ordered
                && (usize::from(slot) < GEAR
                    || match defenders {
                        Defenders::Attackers => piece.attacks,
                        Defenders::NonAttackers => !piece.attacks,
                        Defenders::All => true,
                    })
        };
        let summons = move || (0..field.summons.len()).map(Field::slot).filter(move |&slot| stands(slot));
        let clothing = free || summons().next().is_none();
        summons().chain((0..WEAPON).filter(move |&slot| clothing && stands(slot)))
    }

    /// Tells what was declared; the abilities of what attacks happen, those of A first.
    pub fn clash<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        for seat in Seat::BOTH {
            if !s.attacking[seat.index()] {
                continue;
            }
            if self.can_hit(s, seat) {
                rec.say(|| self.declared(s, seat));
            }
            for slot in self.slots(s, seat) {
                let piece = s.fields[seat.index()].piece(slot);
                if slot == WEAPON || piece.attacks {
                    trigger(self, s, seat, piece.kind, Some(Unit { seat, slot }), When::Clash, rec);
                }
            }
        }
    }

    fn declared(&self, s: &State, seat: Seat) -> String {
        let player = self.kit.player(seat);
        let mut attackers: Vec<&str> = Vec::new();
        s.fields[seat.index()].each(|slot, piece| {
            if slot == WEAPON || piece.attacks {
                attackers.push(self.kit.name(piece.kind));
            }
        });
        let other = seat.other();
        let field = &s.fields[other.index()];
        let order: Vec<&str> =
            s.order[other.index()].iter().map(|&slot| self.kit.name(field.piece(slot).kind)).collect();
        let with = if attackers.is_empty() { "nothing".to_owned() } else { attackers.join(", ") };
        let against = if order.is_empty() { "no defence".to_owned() } else { order.join(" > ") };
        format!("{player} attacks with {with}; {} has {against}", self.kit.player(other))
    }

    /// Both attacks hit at once.
    pub fn damage<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        let mut totals = [0; 2];
        for seat in Seat::BOTH.into_iter().filter(|seat| s.attacking[seat.index()]) {
            let total = self.total(s, seat, |piece| piece.attacks);
            totals[seat.index()] = if s.doubled[seat.index()] { total.saturating_mul(2) } else { total };
        }
        let mut excess = [0; 2];
        for seat in Seat::BOTH {
            let total = totals[seat.other().index()];
            if s.attacking[seat.other().index()] && self.can_hit(s, seat.other()) {
                rec.say(|| format!("{} deals {total} damage", self.kit.player(seat.other())));
            }
            excess[seat.index()] = self.flow(s, seat, total, rec);
        }
        for seat in Seat::BOTH {
            self.hurt(s, seat, excess[seat.index()], false, rec);
        }
        self.bury(s, rec);
    }

    /// Damage runs along the defence order; what is left over.
    fn flow<R: Recorder>(&self, s: &mut State, seat: Seat, mut damage: i32, rec: &mut R) -> i32 {
        for at in 0..s.order[seat.index()].len() {
            let unit = Unit { seat, slot: s.order[seat.index()][at] };
            let kind = s.fields[seat.index()].piece(unit.slot).kind;
            if damage == 0 {
                break;
            }
            if kind == BLANK {
                continue;
            }
            let left = self.left(s, unit).max(0);
            let taken = damage.min(left);
            damage -= taken;
            let piece = s.fields[seat.index()].piece_mut(unit.slot);
            piece.damage += taken;
            piece.doomed = taken == left;
            rec.say(|| {
                format!("{}'s {} takes {taken}: {left} -> {}", self.kit.player(seat), self.kit.name(kind), left - taken)
            });
        }
        damage
    }
}
