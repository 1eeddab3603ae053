//! Units in combat: who may attack, interception, damage on both sides at once.

use super::cards::word;
use super::field::{ATTACK, Piece};
use super::{Parallel, Stage, State};
use crate::play::{Recorder, Seat, Unit, When, trigger};

/// An attack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fight {
    /// The number of the Unit that attacks.
    pub attacker: u8,
    /// The number of the Unit that is attacked; 0 for the enemy player.
    pub target: u8,
}

impl Parallel {
    /// Whether a Unit of the active seat can attack.
    pub(super) fn can_attack(&self, s: &State, piece: &Piece) -> bool {
        self.is_unit(piece)
            && !piece.tired
            && (!piece.spent || s.side(s.core.active).extra > 0)
            && !self.has(piece, word::PACIFIST)
    }

    /// Whether a Unit of the attacked seat can intercept the attack that stands.
    pub(super) fn can_intercept(&self, s: &State, piece: &Piece) -> bool {
        let Some(fight) = s.fight else { return false };
        self.is_unit(piece)
            && self.has(piece, word::DEFENDER)
            && piece.id != fight.target
            && s.side(s.core.active).piece(fight.attacker).is_some_and(|p| !self.has(p, word::EVASIVE))
    }

    pub(super) fn declare(&self, s: &mut State, seat: Seat, attacker: u8, target: u8) {
        let side = s.side_mut(seat);
        let Some(at) = side.find(attacker) else { return };
        if side.field[at].spent {
            side.extra -= 1;
        }
        side.field[at].spent = true;
        s.fight = Some(Fight { attacker, target });
        self.meeting_changes(s);
        s.stage = Stage::Declared;
    }

    /// Who meets whom has changed, and with it what cards that lower the card they meet do.
    pub(super) fn meeting_changes(&self, s: &mut State) {
        s.stale |= self.meets;
        s.dirty |= self.meets;
    }

    /// What happens when the Unit, with the Upgrades under it, attacks.
    pub(super) fn trigger_attack<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        if let Some(fight) = s.fight {
            self.trigger_unit(s, s.core.active, fight.attacker, When::Clash, rec);
        }
    }

    fn trigger_unit<R: Recorder>(&self, s: &mut State, seat: Seat, id: u8, when: When, rec: &mut R) {
        if !self.kit.ever(when) {
            return;
        }
        for at in 0..s.side(seat).field.len() {
            let piece = &s.side(seat).field[at];
            if piece.id == id || piece.host == id {
                let (kind, slot) = (piece.kind, piece.id);
                trigger(self, s, seat, kind, Some(Unit { seat, slot }), when, rec);
            }
        }
    }

    /// Deals the damage of the attack.
    pub(super) fn strike<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        let Some(fight) = s.fight else { return };
        let (mine, theirs) = (s.core.active, s.core.active.other());
        let attacker = s.side(mine).piece(fight.attacker).copied();
        let target = s.side(theirs).piece(fight.target).copied();
        let (attacker, target) = match (attacker, target) {
            (Some(attacker), None) if fight.target == 0 => {
                self.hurt(s, theirs, attacker.now[ATTACK], rec);
                return;
            }
            (Some(attacker), Some(target)) => (attacker, target),
            _ => {
                rec.say(|| "the attack ends: a Unit is gone".to_owned());
                return;
            }
        };
        let fells = attacker.now[ATTACK] >= target.left();
        self.hit(s, theirs, target.id, attacker.now[ATTACK], rec);
        let mut falls = false;
        if !(fells && self.has(&attacker, word::ARMED)) {
            falls = target.now[ATTACK] >= attacker.left();
            self.hit(s, mine, attacker.id, target.now[ATTACK], rec);
        }
        if falls {
            self.trigger_unit(s, mine, attacker.id, When::Lost, rec);
        }
        if fells {
            self.trigger_unit(s, theirs, target.id, When::Lost, rec);
        }
        self.refresh(s, rec);
        if fells && !falls {
            self.trigger_unit(s, mine, attacker.id, When::Won, rec);
        }
        if falls && !fells {
            self.trigger_unit(s, theirs, target.id, When::Won, rec);
        }
    }

    fn hit<R: Recorder>(&self, s: &mut State, seat: Seat, id: u8, damage: i32, rec: &mut R) {
        let side = s.side_mut(seat);
        let Some(at) = side.find(id) else { return };
        let piece = &mut side.field[at];
        let before = piece.left();
        piece.damage = piece.damage.saturating_add(damage);
        let (kind, after) = (piece.kind, piece.left());
        s.dirty = true;
        rec.say(|| format!("{} of {}: Health {before} -> {after}", self.kit.name(kind), self.kit.player(seat)));
    }

    /// Damage to a player.
    pub(super) fn hurt<R: Recorder>(&self, s: &mut State, seat: Seat, damage: i32, rec: &mut R) {
        let times = if s.side(seat.other()).doubled { 2 } else { 1 };
        let side = s.side_mut(seat);
        let before = side.life;
        side.life = before.saturating_sub(damage.saturating_mul(times));
        let after = side.life;
        rec.say(|| format!("{}: Health {before} -> {after}", self.kit.player(seat)));
    }

    /// Ends what lasts until the combat ends.
    pub(super) fn end_combat(&self, s: &mut State) {
        s.fight = None;
        self.meeting_changes(s);
        for piece in s.sides.iter_mut().flat_map(|side| &mut side.field) {
            let lasts = piece.bonus[0][0] != 0 || piece.bonus[1][0] != 0 || piece.silent[0];
            if lasts {
                (piece.bonus[0][0], piece.bonus[1][0], piece.silent[0]) = (0, 0, false);
                (s.dirty, s.stale) = (true, true);
            }
        }
    }
}
