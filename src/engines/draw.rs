//! The generic engine: hands, draws, a resource and cards put on the table, all from `setup`, for a game that has no
//! engine of its own.

use super::{Build, Plan};
use crate::diagnostics::Diagnostic;
use crate::play::{
    Act, Core, Dice, Drawing, Engine, Kind, Kit, Offers, Purpose, Quantity, Recorder, Seat, Setup, Step,
    common_quantity,
};
use crate::spec::Setting;

/// What a hand may do before the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mulligan {
    /// Nothing.
    None,
    /// Give any cards back, then draw as many.
    Any,
    /// Give the whole hand back, so many times at most, for as many new cards.
    Free(i32),
    /// Give the whole hand back; of each new hand, one card for each mulligan taken goes back into the deck.
    London,
}

/// What a card too many does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overflow {
    /// It goes to the used cards at once.
    Waste,
    /// The player discards down at the end of the turn.
    Discard,
}

/// What a draw from an empty deck does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DeckOut {
    Lose,
    Nothing,
    Damage(i32),
}

/// The generic engine.
#[derive(Debug)]
pub struct Draw {
    kit: Kit,
    hand: i32,
    mulligan: Mulligan,
    draw: i32,
    draw_to: i32,
    replace: bool,
    skip_first_draw: bool,
    limit: i32,
    overflow: Overflow,
    life: i32,
    resource: i32,
    growth: i32,
    keep: bool,
    deck_out: DeckOut,
    first: Option<Seat>,
    cost: Vec<i32>,
}

/// The stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Mulligan(Seat),
    Opened,
    Begin,
    Main,
    Discard,
    End,
}

/// A game.
#[derive(Clone, Debug)]
pub struct State {
    core: Core,
    stage: Stage,
    first: Seat,
    /// Mulligans taken, or cards given back in this one.
    given: i32,
    life: [i32; 2],
    resource: [i32; 2],
    board: [Vec<Kind>; 2],
}

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Keep the hand.
    Keep,
    /// Give the whole hand back.
    Mulligan,
    /// Give a card back.
    Return(Kind),
    /// Play a card.
    Play(Kind),
    /// Discard a card.
    Discard(Kind),
    /// End the turn.
    End,
}

const DRAW_END: u8 = 0;
const LIFE_END: u8 = 1;

impl Build for Draw {
    fn build(kit: Kit, setup: &mut Setup<'_>, plan: &Plan<'_>, _: &mut Vec<Diagnostic>) -> Self {
        let mulligan = match setup.choice("mulligan", &["none", "any", "free", "london"]) {
            1 => Mulligan::Any,
            2 => Mulligan::Free(setup.number("mulligans", 1, 1, 99)),
            3 => Mulligan::London,
            _ => Mulligan::None,
        };
        let deck_out = match setup.choice("deck-out", &["lose", "nothing", "damage"]) {
            1 => DeckOut::Nothing,
            2 => DeckOut::Damage(setup.number("deck-out-damage", 1, 1, 999)),
            _ => DeckOut::Lose,
        };
        let overflow = [Overflow::Waste, Overflow::Discard][setup.choice("overflow", &["waste", "discard"])];
        let attribute = match setup.get("cost") {
            Some(Setting::Text(name)) if plan.from.spec.attribute(name).is_some() => Some(name.clone()),
            Some(_) => {
                setup.fault("cost", "must name an attribute of the cards");
                None
            }
            None => None,
        };
        let cost = |kind| attribute.as_ref().and_then(|a| kit.int(kind, a)).unwrap_or(0);
        Draw {
            hand: setup.number("hand", 5, 0, 999),
            mulligan,
            draw: setup.number("draw", 1, 0, 999),
            draw_to: setup.number("draw-to", 0, 0, 999),
            replace: setup.flag("replace", false),
            skip_first_draw: setup.flag("skip-first-draw", false),
            limit: setup.number("hand-limit", 0, 0, 999),
            overflow,
            life: setup.number("life", 20, 1, 9999),
            resource: setup.number("resource", 0, 0, 999),
            growth: setup.number("resource-growth", 0, 0, 999),
            keep: setup.flag("resource-kept", false),
            deck_out,
            first: plan.first,
            cost: kit.kinds().map(cost).collect(),
            kit,
        }
    }
}

impl Draw {
    /// Draws a card, with the hand limit and the rule for an empty deck.
    fn draw_card<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, seat: Seat, dice: &mut D, rec: &mut R) {
        let index = seat.index();
        let piles = s.core.of(seat);
        let drawn = if self.replace {
            let list = &self.kit.lists[index];
            let pick = dice.below(Purpose::Deck(seat), u32::try_from(list.len()).unwrap_or(u32::MAX)) as usize;
            list.get(pick).copied()
        } else {
            piles.deck.draw(seat, dice)
        };
        let Some(kind) = drawn else {
            rec.say(|| format!("{} has no card to draw", self.kit.player(seat)));
            match self.deck_out {
                DeckOut::Lose => s.core.end(Some(seat.other()), DRAW_END),
                DeckOut::Nothing => {}
                DeckOut::Damage(n) => {
                    s.life[index] -= n;
                    if s.life[index] <= 0 {
                        s.core.end(Some(seat.other()), LIFE_END);
                    }
                }
            }
            return;
        };
        let full = self.limit > 0 && piles.hand.len() >= self.limit as usize && self.overflow == Overflow::Waste;
        if full {
            // A copy that was drawn with replacement is no card of its own, so it leaves nothing behind.
            if !self.replace {
                piles.grave.push(kind);
            }
            rec.say(|| format!("{} draws {} into a full hand: it is lost", self.kit.player(seat), self.kit.name(kind)));
        } else {
            piles.hand.push(kind);
            rec.say(|| format!("{} draws {}", self.kit.player(seat), self.kit.name(kind)));
        }
    }

    fn give_back(&self, s: &mut State, seat: Seat, kind: Kind) {
        let piles = s.core.of(seat);
        if piles.take_from_hand(kind) && !self.replace {
            piles.deck.add(kind);
        }
    }

    fn discard_card(&self, s: &mut State, seat: Seat, kind: Kind) {
        let piles = s.core.of(seat);
        if piles.take_from_hand(kind) && !self.replace {
            piles.grave.push(kind);
        }
    }

    fn opening_done(&self, s: &mut State, seat: Seat) {
        s.given = 0;
        s.stage = if seat == s.first { Stage::Mulligan(seat.other()) } else { Stage::Opened };
    }

    fn affordable(&self, s: &State, seat: Seat, kind: Kind) -> bool {
        self.cost[usize::from(kind)] <= s.resource[seat.index()]
    }
}

impl Engine for Draw {
    type State = State;
    type Action = Action;

    const PHASES: &'static [&'static str] = &["draw", "main", "end"];
    const ENDINGS: &'static [(&'static str, &'static str)] = &[
        ("deck-out", "a seat had to draw from an empty deck"),
        ("life", "a seat's life came down to 0"),
        ("turn limit", "the run's last turn was over"),
    ];
    const VERBS: &'static [(&'static str, &'static str)] = &[
        ("keep", "keep the opening hand"),
        ("mulligan", "give the whole opening hand back"),
        ("return", "give a card of the opening hand back"),
        ("play", "play a card"),
        ("discard", "discard a card above the hand limit"),
        ("end", "end the turn"),
    ];
    const STATS: &'static [&'static str] = &[];
    /// Abilities belong to games with an engine of their own.
    const UNSUPPORTED: &'static [&'static str] = &[
        "draw",
        "discard",
        "energy",
        "damage",
        "heal",
        "mill",
        "recover",
        "search",
        "raise",
        "lower",
        "destroy",
        "banish",
        "ready",
        "negate",
        "double-damage",
        "extra-clash",
        "health",
        "token",
        "d-end",
    ];
    const METRICS: &'static [&'static str] = &["hand", "deck", "resource", "board"];

    fn kit(&self) -> &Kit {
        &self.kit
    }

    fn state(&self) -> State {
        State {
            core: Core::default(),
            stage: Stage::Opened,
            first: Seat::A,
            given: 0,
            life: [0; 2],
            resource: [0; 2],
            board: [Vec::new(), Vec::new()],
        }
    }

    fn core(s: &State) -> &Core {
        &s.core
    }

    fn core_mut(s: &mut State) -> &mut Core {
        &mut s.core
    }

    fn start<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) {
        s.core.reset(&self.kit.lists);
        (s.life, s.resource, s.given) = ([self.life; 2], [0; 2], 0);
        s.board.iter_mut().for_each(Vec::clear);
        s.first = self.first.unwrap_or_else(|| Seat::BOTH[dice.below(Purpose::Game, 2) as usize]);
        rec.say(|| format!("{} begins", self.kit.player(s.first)));
        for seat in [s.first, s.first.other()] {
            for _ in 0..self.hand.min(i32::try_from(self.kit.lists[seat.index()].len()).unwrap_or(i32::MAX)) {
                self.draw_card(s, seat, dice, rec);
            }
        }
        s.stage = Stage::Mulligan(s.first);
    }

    fn advance<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) -> Step {
        loop {
            if let Some(outcome) = s.core.over {
                return Step::Over(outcome);
            }
            let seat = s.core.active;
            match s.stage {
                Stage::Mulligan(seat) => {
                    if self.mulligan == Mulligan::None || self.kit.is_idle(seat) {
                        self.opening_done(s, seat);
                        continue;
                    }
                    // After a mulligan of the whole hand the new one is drawn; after single cards, when the seat keeps.
                    while s.given >= 0
                        && matches!(self.mulligan, Mulligan::Free(_) | Mulligan::London)
                        && s.core.of(seat).hand.is_empty()
                        && !s.core.of(seat).deck.is_empty()
                    {
                        for _ in 0..self.hand {
                            if !s.core.of(seat).deck.is_empty() {
                                self.draw_card(s, seat, dice, rec);
                            }
                        }
                    }
                    return Step::Decide(seat);
                }
                Stage::Opened => {
                    s.core.active = s.first;
                    s.stage = Stage::Begin;
                    // Cards given back one by one are replaced now: they went into the deck first.
                    if self.mulligan == Mulligan::Any {
                        for seat in [s.first, s.first.other()] {
                            let missing = (self.hand as usize).saturating_sub(s.core.of(seat).hand.len());
                            for _ in 0..missing {
                                if !s.core.of(seat).deck.is_empty() || self.replace {
                                    self.draw_card(s, seat, dice, rec);
                                }
                            }
                        }
                    }
                    return Step::Opened;
                }
                Stage::Begin => {
                    let index = seat.index();
                    s.core.turn[index] += 1;
                    let turn = s.core.turn[index];
                    rec.stage(seat, turn, "draw");
                    let skip = self.skip_first_draw && seat == s.first && turn == 1;
                    let have = i32::try_from(s.core.of(seat).hand.len()).unwrap_or(i32::MAX);
                    let draws = if self.draw_to > 0 { (self.draw_to - have).max(0) } else { self.draw };
                    for _ in 0..if skip { 0 } else { draws } {
                        if s.core.over.is_none() {
                            self.draw_card(s, seat, dice, rec);
                        }
                    }
                    let income = self.resource + self.growth * (i32::from(turn) - 1);
                    s.resource[index] = income + if self.keep { s.resource[index] } else { 0 };
                    rec.stage(seat, turn, "main");
                    s.stage = Stage::Main;
                }
                Stage::Main => {
                    if self.kit.is_idle(seat) || !s.core.of(seat).hand.iter().any(|_| true) {
                        s.stage = Stage::Discard;
                        continue;
                    }
                    return Step::Decide(seat);
                }
                Stage::Discard => {
                    let over = self.overflow == Overflow::Discard && self.limit > 0;
                    if over && s.core.of(seat).hand.len() > self.limit as usize {
                        if self.kit.is_idle(seat) {
                            let kind = s.core.of(seat).hand[0];
                            self.discard_card(s, seat, kind);
                            continue;
                        }
                        return Step::Decide(seat);
                    }
                    s.stage = Stage::End;
                    rec.stage(seat, s.core.turn[seat.index()], "end");
                    return Step::TurnEnd(seat);
                }
                Stage::End => {
                    s.core.active = seat.other();
                    s.stage = Stage::Begin;
                }
            }
        }
    }

    fn options(&self, s: &State, out: &mut impl Offers<Action>) {
        let seat = match s.stage {
            Stage::Mulligan(seat) => seat,
            _ => s.core.active,
        };
        let hand = &s.core.piles[seat.index()].hand;
        let mut distinct = |make: fn(Kind) -> Action, fits: &dyn Fn(Kind) -> bool| {
            for (at, &kind) in hand.iter().enumerate() {
                if fits(kind) && !hand[..at].contains(&kind) {
                    out.offer(make(kind));
                }
            }
        };
        match s.stage {
            Stage::Mulligan(_) => {
                match self.mulligan {
                    Mulligan::Any => distinct(Action::Return, &|_| true),
                    Mulligan::Free(most) if s.given < most => out.offer(Action::Mulligan),
                    Mulligan::London if s.given < self.hand => out.offer(Action::Mulligan),
                    _ => {}
                }
                out.offer(Action::Keep);
            }
            Stage::Discard => distinct(Action::Discard, &|_| true),
            _ => {
                distinct(Action::Play, &|kind| self.affordable(s, seat, kind));
                out.offer(Action::End);
            }
        }
    }

    fn choose<R: Recorder>(&self, s: &mut State, action: Action, rec: &mut R) {
        let seat = match s.stage {
            Stage::Mulligan(seat) => seat,
            _ => s.core.active,
        };
        let index = seat.index();
        rec.say(|| format!("{}: {}", self.kit.player(seat), self.act(s, action).label(&self.kit)));
        match action {
            Action::Keep => {
                if self.mulligan == Mulligan::London {
                    // The cards that go back are the dearest: they are the last to be played.
                    for _ in 0..s.given {
                        let hand = &s.core.of(seat).hand;
                        let Some(&kind) = hand.iter().max_by_key(|&&k| self.cost[usize::from(k)]) else { break };
                        self.give_back(s, seat, kind);
                    }
                }
                self.opening_done(s, seat);
            }
            Action::Mulligan => {
                rec.returned(seat);
                s.given += 1;
                while let Some(&kind) = s.core.of(seat).hand.first() {
                    self.give_back(s, seat, kind);
                }
            }
            Action::Return(kind) => {
                rec.returned(seat);
                self.give_back(s, seat, kind);
            }
            Action::Play(kind) => {
                if s.core.of(seat).take_from_hand(kind) {
                    s.resource[index] -= self.cost[usize::from(kind)];
                    s.board[index].push(kind);
                    rec.played(seat, kind);
                }
            }
            Action::Discard(kind) => {
                self.discard_card(s, seat, kind);
            }
            Action::End => s.stage = Stage::Discard,
        }
    }

    fn act(&self, _: &State, action: Action) -> Act {
        match action {
            Action::Keep => Act::of("keep"),
            Action::Mulligan => Act::of("mulligan"),
            Action::Return(kind) => Act::with("return", kind),
            Action::Play(kind) => Act::with("play", kind),
            Action::Discard(kind) => Act::with("discard", kind),
            Action::End => Act::of("end"),
        }
    }

    /// Keeps any hand, plays the dearest card it can pay for, discards the dearest.
    fn worth(&self, _: &State, action: Action) -> i32 {
        match action {
            Action::Keep => 1,
            Action::Play(kind) | Action::Discard(kind) => 1 + self.cost[usize::from(kind)],
            Action::Mulligan | Action::Return(_) | Action::End => 0,
        }
    }

    fn idle(&self, _: &State, options: &[Action]) -> usize {
        options.iter().position(|a| matches!(a, Action::Keep | Action::End)).unwrap_or(0)
    }

    fn quantity(&self, s: &State, seat: Seat, quantity: Quantity) -> i32 {
        let index = seat.index();
        match quantity {
            Quantity::Life => s.life[index],
            Quantity::Stock => s.resource[index],
            Quantity::Turn => i32::from(s.core.turn[index]),
            Quantity::Damage => self.life - s.life[index],
            other => common_quantity(self, s, seat, other).unwrap_or(0),
        }
    }

    fn board(&self, s: &State, seat: Seat, each: &mut dyn FnMut(Kind)) {
        s.board[seat.index()].iter().copied().for_each(each);
    }

    fn drawing(&self) -> Drawing {
        if self.replace { Drawing::Replace } else { Drawing::Deck }
    }

    fn observe(&self, s: &State, seat: Seat, out: &mut [i32]) {
        let numbers = [Quantity::Hand, Quantity::Deck, Quantity::Stock, Quantity::Board(None)];
        for (slot, quantity) in out.iter_mut().zip(numbers) {
            *slot = self.quantity(s, seat, quantity);
        }
    }

    fn table(&self, s: &State, seat: Seat) -> Vec<(String, Vec<String>)> {
        let names = s.board[seat.index()].iter().map(|&k| self.kit.name(k).to_owned()).collect();
        vec![("Board".to_owned(), names)]
    }

    fn elsewhere(&self, s: &State, seat: Seat) -> isize {
        // With replacement the cards in hand and on the table are copies: what is counted is the list itself.
        let copies = s.core.piles[seat.index()].hand.len() + s.board[seat.index()].len();
        if self.replace { -isize::try_from(copies).unwrap_or(0) } else { 0 }
    }

    fn check(&self, s: &State) -> Result<(), String> {
        let limit = self.limit as usize;
        for seat in Seat::BOTH {
            let hand = s.core.piles[seat.index()].hand.len();
            if limit > 0 && self.overflow == Overflow::Waste && hand > limit.max(self.hand as usize) {
                return Err(format!("a hand of {hand} above the limit of {limit}"));
            }
            if s.resource[seat.index()] < 0 {
                return Err("a resource below 0".to_owned());
            }
        }
        Ok(())
    }
}
