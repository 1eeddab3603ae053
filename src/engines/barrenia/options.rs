//! What a seat may do at a decision, in actions and in words.

use super::build::{Class, Event};
use super::greedy::UNBEATEN;
use super::state::{Clash, Stage};
use super::{Barrenia, State};
use crate::play::{
    Act, Choice, Engine, Host, Kind, Offers, Recorder, Seat, Unit, When, activate, choice_act, choices, chosen,
    each_kind, holds, trigger,
};

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Send a card of the hand to the Grave Pile in the Prepare Stage.
    Send(Kind),
    /// Send no more, or choose no more Timebreaks.
    Done,
    /// Choose a Timebreak of the hand.
    Timebreak(Kind),
    /// Play no Timebreak.
    NoTimebreak,
    /// Play a card of the hand.
    Play(Kind),
    /// Pay for an ability of a card on the field: place and ability.
    Use(Unit, u8),
    /// End the Set-Up Stage, the Clash Stage, or the use of effects in a clash.
    End,
    /// Declare a clash with the card of a place, with the nth of its emblems.
    Clash(u8, u8),
    /// Declare a clash that cannot be countered.
    ClashDirectly(u8),
    /// Counter with the card of a place, with the nth of its emblems.
    Counter(u8, u8),
    /// Do not counter.
    LetThrough,
    /// Invoke a Miracle Event.
    Miracle(Event),
    /// Invoke none.
    NoMiracle,
    /// Choose a stat.
    Stat(u8),
    /// Discard a card above the hand limit.
    Discard(Kind),
    /// A choice of an effect.
    Choice(Choice),
}

impl Action {
    /// Whether a seat that does nothing would take it.
    pub(super) fn is_pass(self) -> bool {
        matches!(
            self,
            Action::Done
                | Action::NoTimebreak
                | Action::End
                | Action::LetThrough
                | Action::NoMiracle
                | Action::Choice(Choice::Skip)
        )
    }
}

impl Barrenia {
    /// Whether a card of the hand can be played in the Set-Up Stage.
    pub(super) fn playable(&self, s: &State, seat: Seat, kind: Kind) -> bool {
        let card = self.card(kind);
        match card.class {
            Class::Soldier | Class::Incarnation | Class::Rear => {
                card.size <= s.stock && Self::has_room(s, seat, card.class)
            }
            Class::Eraser => Self::has_room(s, seat, card.class) && holds(self, s, seat, &card.appearance),
            Class::Timebreak | Class::None => false,
        }
    }

    /// The abilities that a seat may pay for now.
    fn each_act(&self, s: &State, seat: Seat, mut each: impl FnMut(Unit, u8)) {
        if s.acts == 0 {
            return;
        }
        for (unit, piece) in s.live(seat) {
            if !self.card(piece.kind).acts || self.is_silent(s, seat, Some(unit)) {
                continue;
            }
            for (index, ability) in self.kit.face(piece.kind).abilities.iter().enumerate() {
                let fits = ability.when == When::Field && ability.cost > 0 && self.can_pay(s, seat, ability.cost);
                if fits && holds(self, s, seat, &ability.condition) {
                    each(unit, u8::try_from(index).unwrap_or(u8::MAX));
                }
            }
        }
    }

    pub(super) fn can_act(&self, s: &State, seat: Seat) -> bool {
        let mut can = false;
        self.each_act(s, seat, |_, _| can = true);
        can
    }

    pub(super) fn can_set_up(&self, s: &State, seat: Seat) -> bool {
        let hand = &s.core.piles[seat.index()].hand;
        !self.kit.is_idle(seat) && (hand.iter().any(|&k| self.playable(s, seat, k)) || self.can_act(s, seat))
    }

    pub(super) fn list_options(&self, s: &State, out: &mut impl Offers<Action>) {
        if s.core.waits() {
            choices(self, s, |choice| out.offer(Action::Choice(choice)));
            return;
        }
        if let Some(seat) = self.over_limit(s) {
            distinct(out, &s.core.piles[seat.index()].hand, Action::Discard, |_| true);
            return;
        }
        let seat = s.core.active;
        let hand = &s.core.piles[seat.index()].hand;
        match s.stage {
            Stage::Send => {
                distinct(out, hand, Action::Send, |_| true);
                if self.is_first_turn(s) || self.n.send_optional {
                    out.offer(Action::Done);
                }
            }
            Stage::Timebreak => {
                distinct(out, hand, Action::Timebreak, |kind| self.may_timebreak(s, kind));
                if s.timebreaks.is_empty() {
                    out.offer(Action::NoTimebreak);
                } else if self.n.timebreak_at_most || self.ohm_left(s) == 0 {
                    out.offer(Action::Done);
                }
            }
            Stage::SetUp => {
                each_kind(hand, |kind| {
                    if out.wants(self.judge(s, Action::Play(kind))) && self.playable(s, seat, kind) {
                        out.offer(Action::Play(kind));
                    }
                });
                self.each_act(s, seat, |unit, index| out.offer(Action::Use(unit, index)));
                out.offer(Action::End);
            }
            Stage::Declare => {
                for (unit, piece) in s.live(seat).filter(|(_, p)| p.ready && self.card(p.kind).fights()) {
                    if !out.wants(UNBEATEN) {
                        break;
                    }
                    let emblems = self.card(piece.kind).emblems().len().max(1);
                    out.offer_all((0..emblems).map(|nth| Action::Clash(unit.slot, u8::try_from(nth).unwrap_or(0))));
                    if s.direct {
                        out.offer(Action::ClashDirectly(unit.slot));
                    }
                }
                out.offer(Action::End);
            }
            Stage::Counter => {
                let ready = s.live(seat.other()).filter(|(_, p)| p.ready && self.card(p.kind).fights());
                for (unit, piece) in ready {
                    let emblems = self.card(piece.kind).emblems().len().max(1);
                    out.offer_all((0..emblems).map(|nth| Action::Counter(unit.slot, u8::try_from(nth).unwrap_or(0))));
                }
                out.offer(Action::LetThrough);
            }
            Stage::Miracle => {
                let possible = self.miracles(s);
                let events = Event::ALL.iter().filter(|(e, ..)| possible & (1 << *e as u16) != 0);
                out.offer_all(events.map(|(e, ..)| Action::Miracle(*e)));
                out.offer(Action::NoMiracle);
            }
            Stage::Stats => out.offer_all((0..3).map(Action::Stat)),
            Stage::Acts(who) => {
                self.each_act(s, who, |unit, index| out.offer(Action::Use(unit, index)));
                out.offer(Action::End);
            }
            Stage::Discard => distinct(out, hand, Action::Discard, |_| true),
            _ => {}
        }
    }

    pub(super) fn take<R: Recorder>(&self, s: &mut State, action: Action, rec: &mut R) {
        let seat = s.core.active;
        match action {
            Action::Choice(choice) => chosen(self, s, choice, rec),
            Action::Send(kind) => {
                if s.core.of(seat).take_from_hand(kind) {
                    s.core.of(seat).grave.push(kind);
                    s.sent += self.card(kind).energy;
                    rec.say(|| format!("{} sends {} to the Grave Pile", self.kit.player(seat), self.name(kind)));
                }
                if !self.is_first_turn(s) {
                    self.prepared(s, rec);
                }
            }
            Action::Done if s.stage == Stage::Send => self.prepared(s, rec),
            Action::Timebreak(kind) => {
                if s.core.of(seat).take_from_hand(kind) {
                    s.timebreaks.push(kind);
                }
            }
            Action::Done | Action::NoTimebreak => s.stage = Stage::Resolve,
            Action::Play(kind) => self.play(s, seat, kind, rec),
            Action::Use(unit, index) => {
                let Some(kind) = s.piece(unit).map(|p| p.kind) else { return };
                if let Some(ability) = self.kit.face(kind).abilities.get(usize::from(index)) {
                    activate(self, s, unit.seat, kind, Some(unit), ability, rec);
                }
            }
            Action::End => match s.stage {
                Stage::SetUp => s.stage = Stage::Begun,
                Stage::Declare => self.end_clashes(s, rec),
                Stage::Acts(who) if who == seat => s.stage = Stage::Compare,
                _ => s.stage = Stage::Effects(seat),
            },
            Action::Clash(slot, nth) => self.declare(s, slot, Some(nth), rec),
            Action::ClashDirectly(slot) => self.declare(s, slot, None, rec),
            Action::Counter(slot, nth) => self.counter(s, slot, nth, rec),
            Action::LetThrough => {
                rec.say(|| format!("{} does not counter: a Direct Clash", self.kit.player(seat.other())));
                s.stage = Stage::Effects(seat.other());
            }
            Action::Miracle(event) => s.clash.event = Some(event),
            Action::NoMiracle => s.stage = Stage::Stats,
            Action::Stat(stat) => {
                if self.n.shared_stat {
                    s.clash.stats = [Some(stat); 2];
                } else if let Some(about) = s.clash.about.take() {
                    s.clash.stats[about.index()] = Some(stat);
                }
            }
            Action::Discard(kind) => {
                let seat = self.over_limit(s).unwrap_or(seat);
                self.discard(s, seat, kind, rec);
            }
        }
    }

    /// The Prepare Stage is over.
    fn prepared<R: Recorder>(&self, s: &mut State, rec: &mut R) {
        self.fill_stock(s, rec);
        self.begin_timebreak(s, rec);
    }

    fn play<R: Recorder>(&self, s: &mut State, seat: Seat, kind: Kind, rec: &mut R) {
        if !s.core.of(seat).take_from_hand(kind) {
            return;
        }
        let before = s.stock;
        s.stock -= self.card(kind).size;
        rec.say(|| {
            let what = format!("{} plays {}", self.kit.player(seat), self.name(kind));
            if self.card(kind).class == Class::Eraser { what } else { format!("{what}, Stock {before} -> {}", s.stock) }
        });
        rec.played(seat, kind);
        let unit = self.place(s, seat, kind);
        trigger(self, s, seat, kind, unit, When::Played, rec);
    }

    fn declare<R: Recorder>(&self, s: &mut State, slot: u8, nth: Option<u8>, rec: &mut R) {
        let seat = s.core.active;
        let Some(kind) = s.piece(Unit { seat, slot }).map(|p| p.kind) else { return };
        s.clashes += 1;
        s.clash = Clash { on: true, plain: nth.is_none(), ..Clash::default() };
        s.clash.units[seat.index()] = Some(slot);
        let emblem = self.card(kind).emblems().get(usize::from(nth.unwrap_or(0))).copied();
        s.clash.emblems[seat.index()] = emblem;
        rec.say(|| {
            let word = if nth.is_none() { " directly".to_owned() } else { emblem_words(emblem) };
            format!("{} clashes with {}{word}", self.kit.player(seat), self.name(kind))
        });
        s.stage = if nth.is_none() { Stage::Effects(seat.other()) } else { Stage::Counter };
    }

    fn counter<R: Recorder>(&self, s: &mut State, slot: u8, nth: u8, rec: &mut R) {
        let target = s.core.active.other();
        let Some(kind) = s.piece(Unit { seat: target, slot }).map(|p| p.kind) else { return };
        s.clash.units[target.index()] = Some(slot);
        let emblem = self.card(kind).emblems().get(usize::from(nth)).copied();
        s.clash.emblems[target.index()] = emblem;
        rec.say(|| {
            format!(
                "{} counters with {}{}: a Battle Clash",
                self.kit.player(target),
                self.name(kind),
                emblem_words(emblem)
            )
        });
        s.stage = Stage::Miracle;
    }

    pub(super) fn words(&self, s: &State, action: Action) -> Act {
        let seat = s.core.active;
        let on_field = |verb, seat: Seat, slot: u8| match s.piece(Unit { seat, slot }) {
            Some(piece) => Act::with(verb, piece.kind),
            None => Act::of(verb),
        };
        let emblem = |act: Act, nth: u8| {
            let emblems = act.card.map_or(&[][..], |kind| self.card(kind).emblems());
            act.noted(emblems.get(usize::from(nth)).map_or("", |e| e.word()))
        };
        match action {
            Action::Choice(choice) => choice_act::<Self>(s, choice),
            Action::Send(kind) => Act::with("send", kind),
            Action::Done => Act::of("done"),
            Action::Timebreak(kind) => Act::with("timebreak", kind),
            Action::NoTimebreak | Action::NoMiracle => Act::of("skip"),
            Action::Play(kind) => Act::with("play", kind),
            Action::Use(unit, _) => on_field("use", unit.seat, unit.slot),
            Action::End => Act::of("end"),
            Action::Clash(slot, nth) => emblem(on_field("clash", seat, slot), nth),
            Action::ClashDirectly(slot) => on_field("clash", seat, slot).noted("direct"),
            Action::Counter(slot, nth) => emblem(on_field("counter", seat.other(), slot), nth),
            Action::LetThrough => Act::of("let through"),
            Action::Miracle(event) => Act::of("miracle").noted(event.word()),
            Action::Stat(stat) => {
                let note = Self::STATS[usize::from(stat)];
                let own = s.clash.about == self.asked(s);
                Act::of(if own { "own stat" } else { "their stat" }).noted(note)
            }
            Action::Discard(kind) => Act::with("discard", kind),
        }
    }

    /// Who chooses a stat now.
    pub(super) fn asked(&self, s: &State) -> Option<Seat> {
        let about = s.clash.about?;
        let by = if self.n.shared_stat { s.core.active } else { about.other() };
        self.chooser(s, by).err()
    }
}

/// An action for each different card of a hand that fits.
fn distinct(out: &mut impl Offers<Action>, hand: &[Kind], make: fn(Kind) -> Action, fits: impl Fn(Kind) -> bool) {
    each_kind(hand, |kind| {
        if fits(kind) {
            out.offer(make(kind));
        }
    });
}

fn emblem_words(emblem: Option<super::Emblem>) -> String {
    emblem.map_or_else(String::new, |e| format!(" ({})", e.word()))
}
