//! A round, stage by stage.

use super::field::bits;
use super::state::{Fight, places_of};
use super::*;
use crate::play::{Offers, Purpose, afresh, each_kind, settle};

impl Tuna {
    /// Works off what waits: damage, moves and effects, the innermost first. A seat that must choose is given.
    pub(super) fn pending<D: Dice + ?Sized, R: Recorder>(
        &self,
        s: &mut State,
        dice: &mut D,
        rec: &mut R,
    ) -> Option<Seat> {
        while s.core.over.is_none() {
            let this = afresh(self);
            if let Ask::Vanish(seat) = s.ask {
                return Some(seat);
            }
            if (!s.hits.is_empty() || !s.core.waits())
                && let Some(seat) = this.move_up(s, rec)
            {
                return Some(seat);
            }
            if !s.hits.is_empty() {
                this.hit(s, dice, rec);
            } else if !s.again.is_empty() {
                if let Some(seat) = this.give_attack(s, rec) {
                    return Some(seat);
                }
            } else if !s.core.waits() {
                return None;
            } else if let Some(seat) = settle(this, s, dice, rec) {
                s.ask = Ask::Choice(seat);
                return Some(seat);
            }
        }
        None
    }

    /// Goes on with the round, over all stages in which nothing can come up that must be worked off first; a step is given
    /// where the runner must look.
    pub(super) fn next_stage<D: Dice + ?Sized, R: Recorder>(
        &self,
        s: &mut State,
        dice: &mut D,
        rec: &mut R,
    ) -> Option<Step> {
        loop {
            let this = afresh(self);
            let (defence, offence) = (s.defence(), s.offence());
            match s.stage {
                Stage::Start => {
                    s.stage = Stage::Awake;
                    return this.start_phase(s, dice, rec);
                }
                Stage::Awake => {
                    s.core.turn[defence.index()] += 1;
                    this.all_units(s, defence, When::TurnStart, rec);
                    s.stage = Stage::Play;
                    s.played = 0;
                    return None;
                }
                Stage::Play | Stage::Arts => {
                    let calls = s.stage == Stage::Play;
                    let (seat, most) = if calls { (defence, this.calls) } else { (offence, this.arts) };
                    if this.main_decision(s, seat, most, rec) {
                        return Some(Step::Decide(seat));
                    }
                }
                Stage::Challenge => {
                    this.challenge(s, rec);
                    return None;
                }
                Stage::Fight => {
                    this.fight(s, rec);
                    return None;
                }
                Stage::Fought => {
                    s.fight = None;
                    if std::mem::take(&mut s.clash_changes) {
                        let slots = s.sides.iter_mut().flat_map(|side| &mut side.slots);
                        slots.for_each(|slot| slot.clash = [0; 2]);
                    }
                    s.stage = Stage::Challenge;
                }
                Stage::End => {
                    this.begin(s, "end", rec);
                    this.all_units(s, offence, When::TurnEnd, rec);
                    s.stage = Stage::Throw;
                    return None;
                }
                Stage::Throw => {
                    let hand = &mut s.core.piles[offence.index()].hand;
                    let thrown = hand.len();
                    hand.clear();
                    s.side_mut(offence).thrown = i32::try_from(thrown).unwrap_or(i32::MAX);
                    if thrown > 0 {
                        rec.say(|| format!("{} throws the hand away: {thrown} -> 0 cards", this.kit.player(offence)));
                    }
                    s.stage = Stage::Swap;
                    // Before its own first round a seat has had no turn that could end.
                    if s.core.turn[offence.index()] > 0 {
                        return Some(Step::TurnEnd(offence));
                    }
                }
                Stage::Swap => {
                    s.core.active = offence;
                    s.stage = Stage::Start;
                }
            }
        }
    }

    /// What lasted for a round or until the next start phase ends; the defence draws, and its Stock is set anew.
    fn start_phase<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) -> Option<Step> {
        let seat = s.defence();
        self.begin(s, "start", rec);
        for side in &mut s.sides {
            (side.front, side.limited, side.doubled, side.gathered) = (0, false, 0, 0);
            for place in places_of(side.taken) {
                let slot = &mut side.slots[place];
                (slot.attacks, slot.extra, slot.silent, slot.round) = (0, 0, false, [0; 2]);
            }
        }
        let stock = s.side(seat).stock;
        let drawn = self.draw_cards(s, seat, stock, dice, rec);
        let side = s.side_mut(seat);
        (side.drawn, side.stock) = (drawn, self.stock);
        if stock != self.stock {
            rec.say(|| format!("Stock of {}: {stock} -> {}", self.kit.player(seat), self.stock));
        }
        let opens = seat == Seat::A && !s.opened;
        s.opened |= opens;
        opens.then_some(Step::Opened)
    }

    /// Draws cards from the whole list, at most as many as it has; how many that were is given.
    pub(super) fn draw_cards<D: Dice + ?Sized, R: Recorder>(
        &self,
        s: &mut State,
        seat: Seat,
        count: i32,
        dice: &mut D,
        rec: &mut R,
    ) -> i32 {
        let piles = s.core.of(seat);
        let size = piles.deck.len();
        let count = usize::try_from(count).unwrap_or_default().min(size);
        if self.alike[seat.index()] {
            let kind = piles.deck.cards().first().copied().unwrap_or(BLANK);
            piles.hand.extend(std::iter::repeat_n(kind, count));
        } else if self.replace {
            for _ in 0..count {
                let pick = dice.below(Purpose::Deck(seat), u32::try_from(size).unwrap_or(u32::MAX)) as usize;
                piles.hand.extend(piles.deck.cards().get(pick));
            }
        } else {
            for _ in 0..count {
                if let Some(kind) = piles.deck.draw(seat, dice) {
                    piles.hand.push(kind);
                }
            }
            piles.deck.gather();
        }
        rec.say(|| {
            let hand = &s.core.piles[seat.index()].hand;
            let names: Vec<&str> = hand[hand.len() - count..].iter().map(|&k| self.kit.name(k)).collect();
            match names.len() {
                0 => format!("{} draws no card", self.kit.player(seat)),
                1 => format!("{} draws {}", self.kit.player(seat), names[0]),
                n => format!("{} draws {n} cards: {}", self.kit.player(seat), names.join(", ")),
            }
        });
        i32::try_from(count).unwrap_or(i32::MAX)
    }

    /// The play phase of the defence or the arts step of the offence: a decision as long as there is something to do.
    fn main_decision<R: Recorder>(&self, s: &mut State, seat: Seat, most: i32, rec: &mut R) -> bool {
        self.begin(s, if s.stage == Stage::Play { "play" } else { "arts" }, rec);
        // A hand with nothing to play is shown all the same: goals look at hands when a seat decides.
        let may_play = s.played < most && !s.core.piles[seat.index()].hand.is_empty();
        if self.kit.is_idle(seat) || !(may_play || self.can_activate(s, seat)) {
            self.next_phase(s);
            return false;
        }
        if s.stage == Stage::Play {
            for place in places_of(s.side(seat.other()).taken & bits(0..self.front)) {
                let foe = self.unit(seat.other(), place);
                s.across[self.facing(place)] = [self.stat(s, foe, ATK), self.stat(s, foe, DEF)];
            }
        }
        s.ask = Ask::Main(seat);
        true
    }

    /// From the play phase to the arts step, from there to the challenge step.
    pub(super) fn next_phase(&self, s: &mut State) {
        s.played = 0;
        s.stage = if s.stage == Stage::Play { Stage::Arts } else { Stage::Challenge };
    }

    /// Calls or arts, abilities to be paid for, and neither.
    pub(super) fn main_options(&self, s: &State, seat: Seat, out: &mut impl Offers<Action>) {
        let hand = &s.core.piles[seat.index()].hand;
        let plays = s.stage == Stage::Play;
        let may_play = s.played < if plays { self.calls } else { self.arts };
        let mut places = [0; MOST_IN_ROW];
        let places = if plays && may_play { self.places(s, seat, &mut places) } else { &[] };
        each_kind(if may_play { hand } else { &[] }, |kind| {
            if kind == BLANK {
                return;
            }
            if !plays {
                if self.usable_arts(s, seat, kind) {
                    out.offer(Action::Arts(kind));
                }
            } else if !places.is_empty() && out.wants(self.most_of_call(kind)) && self.name_is_free(s, seat, kind) {
                out.offer_all(places.iter().map(|&place| Action::Call(kind, place)));
            }
        });
        if self.actors {
            for place in 0..self.slots() {
                self.activations(s, self.unit(seat, place), out);
            }
        }
        out.offer(Action::Pass);
    }

    /// The places for a called hero: any empty one of the front row; if that is full, the next of the waiting row.
    fn places<'a>(&self, s: &State, seat: Seat, out: &'a mut [u8; MOST_IN_ROW]) -> &'a [u8] {
        let mut n = 0;
        for place in places_of(!s.side(seat).taken & bits(0..self.front)) {
            out[n] = narrow(place);
            n += 1;
        }
        if n == 0
            && let Some(place) = self.free_place(s, seat)
        {
            (out[0], n) = (narrow(place), 1);
        }
        &out[..n]
    }

    fn activations(&self, s: &State, unit: Unit, out: &mut impl Offers<Action>) {
        let slot = s.slot(unit);
        if !self.cards[usize::from(slot.kind)].acts || slot.silent {
            return;
        }
        for (index, ability) in self.kit.face(slot.kind).abilities.iter().enumerate() {
            if ability.when == When::Field && ability.cost > 0 && self.usable(s, unit.seat, ability) {
                out.offer(Action::Activate(unit.slot, narrow(index)));
            }
        }
    }

    fn can_activate(&self, s: &State, seat: Seat) -> bool {
        let mut out = Vec::new();
        if self.actors {
            (0..self.slots()).for_each(|place| self.activations(s, self.unit(seat, place), &mut out));
        }
        !out.is_empty()
    }

    /// Whether the condition of an ability holds and its cost can be paid.
    pub(super) fn usable(&self, s: &State, seat: Seat, ability: &Ability) -> bool {
        self.can_pay(s, seat, ability.cost) && holds(self, s, seat, &ability.condition)
    }

    /// Calls a hero.
    pub(super) fn call<R: Recorder>(&self, s: &mut State, seat: Seat, kind: Kind, place: usize, rec: &mut R) {
        if !s.core.of(seat).take_from_hand(kind) {
            return;
        }
        s.played += 1;
        self.put(s, seat, kind, place);
        rec.played(seat, kind);
        rec.say(|| {
            let [atk, def] = self.cards[usize::from(kind)].stats;
            let (name, card) = (self.kit.player(seat), self.kit.name(kind));
            format!("{name} calls {card} (ATK {atk}, DEF {def}) to {}", self.place_name(place))
        });
        trigger(self, s, seat, kind, Some(self.unit(seat, place)), When::Played, rec);
    }

    /// Plays a card for its arts: each of them that can be used is paid for.
    pub(super) fn play_arts<R: Recorder>(&self, s: &mut State, seat: Seat, kind: Kind, rec: &mut R) {
        if !s.core.of(seat).take_from_hand(kind) {
            return;
        }
        s.played += 1;
        rec.played(seat, kind);
        rec.say(|| format!("{} plays the arts of {}", self.kit.player(seat), self.kit.name(kind)));
        for ability in self.kit.face(kind).abilities.iter().filter(|a| a.when == When::Arts) {
            if self.usable(s, seat, ability) {
                activate(self, s, seat, kind, None, ability, rec);
            }
        }
    }

    /// The leftmost unit that may still attack does so, or the battle is over.
    fn challenge<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        self.begin(s, "challenge", rec);
        let (offence, defence) = (s.offence(), s.defence());
        let Some(from) = self.attacker(s) else {
            s.stage = Stage::End;
            return;
        };
        let (unit, foe) = (self.unit(offence, from), self.unit(defence, self.facing(from)));
        let (kind, met) = (s.slot(unit).kind, s.slot(foe).kind);
        s.slot_mut(unit).attacks += 1;
        rec.say(|| {
            let whom = match met {
                BLANK => format!("{} directly", self.kit.player(defence)),
                _ => format!("{} ({})", self.kit.name(met), self.place_name(self.facing(from))),
            };
            let who = format!("{} of {} ({})", self.kit.name(kind), self.kit.player(offence), self.place_name(from));
            format!("{who} attacks {whom}")
        });
        s.fight = Some(Fight { from, kind, met });
        s.stage = Stage::Fight;
        trigger(self, s, offence, kind, Some(unit), When::Clash, rec);
        if met != BLANK {
            trigger(self, s, defence, met, Some(foe), When::Clash, rec);
        }
    }

    /// After the abilities of both units: a duel if the place across is taken, else a direct hit.
    fn fight<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        s.stage = Stage::Fought;
        let (offence, defence) = (s.offence(), s.defence());
        let Some(Fight { from, kind, .. }) = s.fight else { return };
        let (unit, foe) = (self.unit(offence, from), self.unit(defence, self.facing(from)));
        if s.slot(unit).kind != kind {
            return rec.say(|| format!("{} is gone: no attack", self.kit.name(kind)));
        }
        let met = s.slot(foe).kind;
        if met == BLANK {
            return self.hurt(s, defence, 1, false);
        }
        self.tell_stage(s, "duel", rec);
        let (atk, def) = (self.stat(s, unit, ATK), self.stat(s, foe, DEF));
        let wins = atk > def;
        rec.say(|| {
            let what = if wins { "loses" } else { "stands" };
            format!("ATK {atk} against DEF {def}: {} {what}", self.kit.name(met))
        });
        if wins {
            trigger(self, s, defence, met, Some(foe), When::Lost, rec);
            self.take_off(s, foe, false, false, rec);
            trigger(self, s, offence, kind, Some(unit), When::Won, rec);
        }
    }

    fn all_units<R: Recorder>(&self, s: &mut State, seat: Seat, when: When, rec: &mut R) {
        let places = if self.kit.ever(when) { s.side(seat).taken } else { 0 };
        for place in places_of(places) {
            let kind = s.side(seat).slots[place].kind;
            trigger(self, s, seat, kind, Some(self.unit(seat, place)), when, rec);
        }
    }

    /// A stage of the round begins.
    fn begin<R: Recorder>(&self, s: &mut State, name: &'static str, rec: &mut R) {
        s.label = name;
        self.tell_stage(s, name, rec);
    }

    /// Tells a stage, which may be within another one. A round is counted as the turn of the seat in defence, whose
    /// count goes up after the draw.
    pub(super) fn tell_stage<R: Recorder>(&self, s: &State, name: &'static str, rec: &mut R) {
        let seat = s.defence();
        rec.stage(seat, s.core.turn[seat.index()] + u16::from(s.stage == Stage::Awake), name);
    }
}
