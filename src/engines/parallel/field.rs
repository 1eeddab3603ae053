//! The cards on the field: their numbers, how they come and go.

use super::cards::{Card, Sort, word};
use super::{Parallel, Side, State};
use crate::play::{Effect, Kind, Recorder, Seat, Stat, Unit, Until, Verb, When, Who, holds, trigger};

/// How many cards of a seat the field takes. The rules set no limit; this one keeps place numbers small.
pub(super) const ROOM: usize = 250;

/// No host, no place apart.
const NONE: u8 = 0;

/// The numbers of a card on the field, as `STATS` names them.
pub(super) const ATTACK: usize = 0;
pub(super) const HEALTH: usize = 1;

/// What a Shielded card still ignores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shield {
    /// Nothing.
    Down,
    /// The next Effect of the enemy.
    Up,
    /// All of the Effect that is being worked off.
    Struck,
}

/// A card on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Its own number, from 1, by which effects know it.
    pub id: u8,
    pub kind: Kind,
    /// The number of the Unit that an Upgrade lies under; 0 for others.
    pub host: u8,
    /// How many Upgrades lie under it.
    pub upgrades: u8,
    /// Its place among the cards that stand apart, from 1; 0 for others.
    pub apart: u8,
    /// Made by an effect, so it is no card of the deck.
    pub token: bool,
    pub damage: i32,
    /// Raised and lowered so far: by number, then until the combat ends, the turn ends, for ever.
    pub bonus: [[i32; 3]; 2],
    /// Attack and full Health now, with all that changes them; see [`Parallel::measure`].
    pub now: [i32; 2],
    /// Fatigue: it was put on the field in this turn.
    pub tired: bool,
    /// It has attacked in this turn.
    pub spent: bool,
    pub shield: Shield,
    /// Abilities off until the combat ends, until the turn ends.
    pub silent: [bool; 2],
}

impl Piece {
    pub fn is_silent(&self) -> bool {
        self.silent[0] || self.silent[1]
    }

    /// Whether it makes no difference which of two cards acts or is acted upon.
    pub(super) fn is_like(&self, other: &Piece) -> bool {
        self.kind == other.kind && self.upgrades == 0 && Piece { id: other.id, ..*self } == *other
    }

    /// Health left.
    pub fn left(&self) -> i32 {
        self.now[HEALTH].saturating_sub(self.damage)
    }
}

/// How a card comes onto the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// From the hand.
    Hand,
    /// From its place apart, counted from 0.
    Apart(u8),
    /// An effect makes it.
    Nowhere,
}

impl Parallel {
    pub(super) fn card(&self, kind: Kind) -> &Card {
        &self.cards[usize::from(kind)]
    }

    /// Whether a keyword of a card works.
    pub(super) fn has(&self, piece: &Piece, word: u8) -> bool {
        self.card(piece.kind).words & word != 0 && !piece.is_silent()
    }

    pub(super) fn is_unit(&self, piece: &Piece) -> bool {
        self.card(piece.kind).sort == Sort::Unit
    }

    /// Puts a card on the field, at the right end; its number, or nothing if the field is full.
    pub(super) fn enter(&self, s: &mut State, seat: Seat, kind: Kind, from: From, host: u8) -> Option<u8> {
        let card = self.card(kind);
        let side = s.side_mut(seat);
        if side.field.len() >= ROOM {
            return None;
        }
        loop {
            side.last_id = side.last_id.wrapping_add(1);
            if side.last_id != NONE && side.field.iter().all(|p| p.id != side.last_id) {
                break;
            }
        }
        let id = side.last_id;
        if let Some(at) = side.find(host) {
            side.field[at].upgrades += 1;
        }
        side.field.push(Piece {
            id,
            kind,
            host,
            upgrades: 0,
            apart: if let From::Apart(at) = from { at + 1 } else { NONE },
            token: from == From::Nowhere,
            damage: 0,
            bonus: [[0; 3]; 2],
            now: [card.attack, card.health],
            tired: card.sort == Sort::Unit && card.words & word::BATTLE_READY == 0,
            spent: false,
            shield: if card.words & word::SHIELDED == 0 { Shield::Down } else { Shield::Up },
            silent: [false; 2],
        });
        (s.dirty, s.stale) = (true, true);
        Some(id)
    }

    /// Takes a card off the field with the Upgrades under it. Destroyed cards go to the Waste Pile, removed ones out of
    /// the game; tokens are gone, and a Paragon is back where it stood.
    pub(super) fn leave<R: Recorder>(&self, s: &mut State, seat: Seat, at: usize, beyond: bool, rec: &mut R) {
        let side = s.side_mut(seat);
        let piece = side.field.remove(at);
        if let Some(host) = side.find(piece.host) {
            side.field[host].upgrades -= 1;
        }
        (s.dirty, s.stale) = (true, true);
        let what = if beyond { "leaves the game" } else { "is destroyed" };
        rec.say(|| format!("{} of {} {what}", self.kit.name(piece.kind), self.kit.player(seat)));
        Self::put_away(s, seat, &piece, beyond);
        if !beyond && piece.host == NONE && !piece.is_silent() {
            trigger(self, s, seat, piece.kind, None, When::Destroyed, rec);
        }
        let mut under = at;
        while let Some(upgrade) = s.side(seat).field.get(under).copied() {
            if upgrade.host != piece.id {
                under += 1;
                continue;
            }
            s.side_mut(seat).field.remove(under);
            rec.say(|| format!("{} goes with it", self.kit.name(upgrade.kind)));
            Self::put_away(s, seat, &upgrade, false);
            if !beyond && !upgrade.is_silent() {
                trigger(self, s, seat, upgrade.kind, None, When::Destroyed, rec);
            }
        }
    }

    fn put_away(s: &mut State, seat: Seat, piece: &Piece, beyond: bool) {
        if piece.token || piece.apart != NONE {
            return;
        }
        let piles = s.core.of(seat);
        if beyond { piles.beyond.push(piece.kind) } else { piles.grave.push(piece.kind) }
    }

    /// The cards of a seat that fit, of those that are alike in everything only the leftmost. Where Decay makes
    /// neighbours count, no cards are alike.
    pub(super) fn different<'a>(
        &self,
        side: &'a Side,
        fits: impl Fn(&Piece) -> bool + Copy + 'a,
    ) -> impl Iterator<Item = &'a Piece> + 'a {
        let places_count = self.places_count(side);
        let all = side.field.iter().enumerate();
        all.filter(move |(at, piece)| fits(piece) && (places_count || side.is_first(*at))).map(|(_, piece)| piece)
    }

    /// Whether neighbours count, so that no cards of a seat are alike.
    pub(super) fn places_count(&self, side: &Side) -> bool {
        self.decays && side.field.iter().any(|p| self.card(p.kind).words & word::DECAY != 0)
    }

    /// Brings the numbers of all cards up to date and destroys the Units without Health, all at once, until none is left.
    pub(super) fn refresh<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        loop {
            s.dirty = false;
            self.measure(s);
            for seat in [s.core.active, s.core.active.other()] {
                let mut at = 0;
                while let Some(piece) = s.side(seat).field.get(at) {
                    if self.is_unit(piece) && piece.left() <= 0 {
                        self.leave(s, seat, at, false, rec);
                    } else {
                        at += 1;
                    }
                }
            }
            if !s.dirty {
                return;
            }
        }
    }

    /// Works out attack and Health of every card: printed, raised and lowered, then what is on the field.
    pub(super) fn measure(&self, s: &mut State) {
        if !s.stale && !self.conditional {
            return;
        }
        s.stale = false;
        let mut sources = false;
        for seat in Seat::BOTH {
            sources |= self.apart_changes[seat.index()];
            for piece in &mut s.sides[seat.index()].field {
                let card = &self.cards[usize::from(piece.kind)];
                sources |= card.changes;
                let total = |stat: usize| piece.bonus[stat].iter().fold(0i32, |sum, n| sum.saturating_add(*n));
                let now = [card.attack.saturating_add(total(ATTACK)), card.health.saturating_add(total(HEALTH))];
                piece.now = now;
            }
        }
        if sources {
            for seat in Seat::BOTH {
                for at in 0..s.side(seat).field.len() {
                    let piece = s.side(seat).field[at];
                    if piece.apart == NONE && self.card(piece.kind).changes && !piece.is_silent() {
                        self.radiate(s, seat, piece.kind, Some(Unit { seat, slot: piece.id }));
                    }
                }
                if self.apart_changes[seat.index()] {
                    for at in 0..self.kit.apart[seat.index()].len() {
                        let kind = self.kit.apart[seat.index()][at];
                        let unit = s.side(seat).field.iter().find(|p| usize::from(p.apart) == at + 1);
                        let unit = unit.map(|p| Unit { seat, slot: p.id });
                        self.radiate(s, seat, kind, unit);
                    }
                }
            }
        }
        for side in &mut s.sides {
            for piece in &mut side.field {
                piece.now[ATTACK] = piece.now[ATTACK].max(0);
            }
        }
    }

    /// What a card changes while it is there.
    fn radiate(&self, s: &mut State, seat: Seat, kind: Kind, unit: Option<Unit>) {
        for ability in &self.kit.face(kind).abilities {
            if ability.when == When::Field && ability.cost == 0 && holds(self, s, seat, &ability.condition) {
                for &effect in &ability.effects {
                    if let Some(change) = Change::of(effect, seat) {
                        self.each_changed(s, kind, unit, change, &mut |piece| {
                            for stat in change.stats() {
                                piece.now[stat] = piece.now[stat].saturating_add(change.by);
                            }
                        });
                    }
                }
            }
        }
    }

    /// Goes through the cards that a change of this card is about.
    pub(super) fn each_changed(
        &self,
        s: &mut State,
        kind: Kind,
        source: Option<Unit>,
        change: Change,
        each: &mut dyn FnMut(&mut Piece),
    ) {
        match change.who {
            Who::All(mask) => {
                for piece in &mut s.sides[change.seat.index()].field {
                    if self.kit.allows(mask, piece.kind) {
                        each(piece);
                    }
                }
            }
            Who::One => {
                let strongest = |s: &State| self.strongest(s, change.seat, |_| true);
                let at = match self.card(kind).sort {
                    _ if change.lowers => self.met(s, source, change.seat).or_else(|| strongest(s)),
                    // It speaks of itself or of the Unit above it; if that is gone, of nothing.
                    Sort::Unit | Sort::Upgrade => self.bearer(s, source, change.seat),
                    _ => strongest(s),
                };
                if let Some(at) = at {
                    each(&mut s.sides[change.seat.index()].field[at]);
                }
            }
        }
    }

    /// Where a seat's Unit stands that a card is, or that an Upgrade lies under.
    pub(super) fn bearer(&self, s: &State, source: Option<Unit>, seat: Seat) -> Option<usize> {
        let source = source.filter(|u| u.seat == seat)?;
        let at = s.side(seat).find(source.slot)?;
        match s.side(seat).field[at].host {
            NONE => Some(at),
            host => s.side(seat).find(host),
        }
    }

    /// Where the Unit of this seat stands that a card meets in combat.
    pub(super) fn met(&self, s: &State, source: Option<Unit>, seat: Seat) -> Option<usize> {
        let fight = s.fight?;
        let bearer = self.bearer(s, source, seat.other())?;
        let id = s.side(seat.other()).field[bearer].id;
        let (mine, theirs) =
            if seat == s.core.active { (fight.target, fight.attacker) } else { (fight.attacker, fight.target) };
        if id == mine && theirs != NONE { s.side(seat).find(theirs) } else { None }
    }

    /// The Unit with most attack, of equal ones the leftmost.
    pub(super) fn strongest(&self, s: &State, seat: Seat, fits: impl Fn(&Piece) -> bool) -> Option<usize> {
        let mut best: Option<(usize, i32)> = None;
        for (at, piece) in s.side(seat).field.iter().enumerate() {
            let attack = piece.now[ATTACK];
            if self.is_unit(piece) && fits(piece) && best.is_none_or(|(_, most)| attack > most) {
                best = Some((at, attack));
            }
        }
        best.map(|(at, _)| at)
    }
}

/// A change of numbers: whose cards, which, by how much.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// Whose cards change.
    pub seat: Seat,
    pub lowers: bool,
    stat: Stat,
    pub by: i32,
    pub who: Who,
    pub until: Until,
}

impl Change {
    /// Of an effect of a seat's card, if it is one.
    pub fn of(effect: Effect, owner: Seat) -> Option<Change> {
        let subject = if effect.opponent { owner.other() } else { owner };
        match effect.verb {
            Verb::Raise { stat, by, who, until } => Some(Change { seat: subject, lowers: false, stat, by, who, until }),
            Verb::Lower { stat, by, who, until } => {
                Some(Change { seat: subject.other(), lowers: true, stat, by: -by, who, until })
            }
            _ => None,
        }
    }

    /// Which numbers, as indices.
    pub fn stats(self) -> std::ops::Range<usize> {
        match self.stat {
            Stat::One(index) => usize::from(index)..usize::from(index) + 1,
            Stat::All => ATTACK..HEALTH + 1,
        }
    }

    /// Which part of [`Piece::bonus`].
    pub fn span(self) -> usize {
        match self.until {
            Until::Clash => 0,
            Until::Turn => 1,
            Until::Game => 2,
        }
    }
}
