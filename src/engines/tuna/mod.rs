//! Heroes and arts fought with damage dice: Defence and Offence rounds, drawing by the Stock from a deck that is never
//! used up, attacks from the left, and a damage die with its trigger for every point.
//!
//! A round is shared by both seats. It is a turn of the seat in defence; the turn of a seat ends with the round after
//! its own, in which it attacks and throws its hand away.

mod build;
mod damage;
mod effects;
mod field;
mod player;
mod round;
mod state;

use crate::play::{
    Ability, Act, BLANK, CHOICE_VERBS, Core, Dice, Drawing, Engine, Host, Kind, Kit, Offers, Quantity, Recorder, Seat,
    Step, Unit, When, Who, activate, choice_act, choices, chosen, common_quantity, holds, trigger,
};
use damage::Trigger;
use field::{ATK, DEF};
pub use state::{Action, State};
use state::{Ask, MOST_IN_ROW, Side, Stage};

/// A player took damage without a slot for its die.
const DAMAGE: u8 = 0;
/// An effect won the game.
const EFFECT: u8 = 1;

/// No Stock and no change of a number goes beyond this, so that effects that feed themselves stay in bounds.
const MOST_NUMBER: i32 = 9999;
/// Numbers are doubled this often at most, so that they stay in bounds.
const MOST_DOUBLINGS: u8 = 16;
/// A seat gathers so many units a round at most: units that call each other back could go on for ever.
const MOST_GATHERED: u8 = 100;

/// What the engine knows of a kind.
#[derive(Clone, Debug)]
struct Card {
    /// ATK and DEF.
    stats: [i32; 2],
    /// Worth to the built-in player.
    value: i32,
    /// It has arts.
    arts: bool,
    /// What it changes while on the battlefield.
    auras: Box<[Aura]>,
    /// While on the battlefield it may attack more often.
    more_attacks: bool,
    /// It has an ability that the owner may pay for at will.
    acts: bool,
}

/// A change of numbers that lasts while its card is on the battlefield.
#[derive(Clone, Debug)]
struct Aura {
    /// The ability of the card, for its condition.
    ability: usize,
    /// Whether it touches the units of the owner, or those of the other seat.
    own: bool,
    /// Whether it changes ATK, and DEF.
    touches: [bool; 2],
    by: i32,
    who: Who,
}

/// The engine.
#[derive(Debug)]
pub struct Tuna {
    kit: Kit,
    first: Option<Seat>,
    stock: i32,
    dice_slots: u32,
    front: usize,
    waiting: usize,
    calls: i32,
    arts: i32,
    attacks: u8,
    trigger_die: i32,
    trigger_on: i32,
    triggers: Vec<Trigger>,
    counter_most: i32,
    burn_triggers: bool,
    replace: bool,
    own_names_only: bool,
    always_up: bool,
    cards: Vec<Card>,
    /// Whether all cards of a seat's list are the same, so that no chance is needed to draw.
    alike: [bool; 2],
    /// Whether any card doubles damage while on the battlefield.
    doublers: bool,
    /// Whether any card has an ability to be paid for at will.
    actors: bool,
}

impl Engine for Tuna {
    type State = State;
    type Action = Action;

    const PHASES: &'static [&'static str] = &["start", "play", "arts", "challenge", "duel", "damage", "end"];
    const ENDINGS: &'static [(&'static str, &'static str)] = &[
        ("damage", "a player took damage and had no slot left for the die"),
        ("effect", "an effect of a card won the game"),
        ("turn limit", "nobody had won when the last turn was over"),
    ];
    const VERBS: &'static [(&'static str, &'static str)] = &[
        ("call", "call a hero to a place of the battlefield"),
        ("arts", "play a card for its arts"),
        ("activate", "pay for an ability of a unit"),
        ("pass", "call no hero, or play no arts"),
        ("vanish", "banish this opposing unit for the Vanish trigger"),
        ("move-up", "move a waiting unit to an empty place of the front row"),
        ("again", "let this unit attack once more"),
        CHOICE_VERBS[0],
        CHOICE_VERBS[1],
        CHOICE_VERBS[2],
        CHOICE_VERBS[3],
        CHOICE_VERBS[4],
        CHOICE_VERBS[5],
        CHOICE_VERBS[6],
    ];
    const STATS: &'static [&'static str] = &["atk", "def"];
    /// There is no pile of used cards, and damage begins at 0 for everybody.
    const UNSUPPORTED: &'static [&'static str] = &["mill", "recover", "health"];
    const METRICS: &'static [&'static str] = &[
        "drawn",
        "thrown away",
        "stock",
        "front row",
        "waiting row",
        "damage",
        "dice face up",
        "opponent damage",
        "opponent units",
    ];

    fn kit(&self) -> &Kit {
        &self.kit
    }

    fn state(&self) -> State {
        State {
            core: Core::default(),
            sides: [Side::default(); 2],
            stage: Stage::Start,
            label: "start",
            ask: Ask::None,
            played: 0,
            fight: None,
            hits: Vec::new(),
            again: Vec::new(),
            across: [[0; 2]; MOST_IN_ROW],
            opened: false,
            clash_changes: false,
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
        for side in &mut s.sides {
            *side = Side { stock: self.stock, ..Side::default() };
        }
        (s.stage, s.ask, s.played, s.fight) = (Stage::Start, Ask::None, 0, None);
        (s.opened, s.clash_changes) = (false, false);
        s.hits.clear();
        s.again.clear();
        let first = match self.first {
            Some(seat) => seat,
            None => {
                let coin = dice.roll(0, 1);
                rec.say(|| format!("A throws the coin: {coin}"));
                if coin == 0 { Seat::A } else { Seat::B }
            }
        };
        rec.say(|| format!("{} has the first defence round", self.kit.player(first)));
        s.core.active = first;
    }

    fn advance<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) -> Step {
        loop {
            if let Some(seat) = self.pending(s, dice, rec) {
                return Step::Decide(seat);
            }
            if let Some(outcome) = s.core.over {
                return Step::Over(outcome);
            }
            if let Some(step) = self.next_stage(s, dice, rec) {
                return step;
            }
        }
    }

    fn options(&self, s: &State, out: &mut impl Offers<Action>) {
        match s.ask {
            Ask::None => {}
            Ask::Main(seat) => self.main_options(s, seat, out),
            Ask::Choice(_) => {
                choices(self, s, |choice| out.offer(Action::Choice(choice)));
            }
            Ask::Vanish(seat) => {
                let slots = &s.side(seat.other()).slots[..self.slots()];
                let taken = slots.iter().enumerate().filter(|(_, slot)| slot.is_taken());
                out.offer_all(taken.map(|(i, _)| Action::Vanish(narrow(i))));
            }
            Ask::Move(seat) => {
                let slots = &s.side(seat).slots;
                for from in self.waiting_row().filter(|&i| slots[i].is_taken()) {
                    for to in (0..self.front).filter(|&i| !slots[i].is_taken()) {
                        out.offer(Action::Move(narrow(from), narrow(to)));
                    }
                }
            }
            Ask::Again(seat, spent) => {
                let places = (0..self.front).filter(|&i| self.may_get_attack(s, seat, i, spent));
                out.offer_all(places.map(|i| Action::Again(narrow(i))));
            }
        }
    }

    fn choose<R: Recorder>(&self, s: &mut State, action: Action, rec: &mut R) {
        let Some(seat) = s.ask.seat() else { return };
        s.ask = Ask::None;
        match action {
            Action::Call(kind, place) => self.call(s, seat, kind, usize::from(place), rec),
            Action::Arts(kind) => self.play_arts(s, seat, kind, rec),
            Action::Activate(place, index) => {
                let unit = Unit { seat, slot: place };
                let kind = s.slot(unit).kind;
                if let Some(ability) = self.kit.face(kind).abilities.get(usize::from(index)) {
                    activate(self, s, seat, kind, Some(unit), ability, rec);
                }
            }
            Action::Pass => {
                let what = if s.stage == Stage::Play { "calls no hero" } else { "plays no arts" };
                rec.say(|| format!("{} {what}", self.kit.player(seat)));
                self.next_phase(s);
            }
            Action::Vanish(slot) => self.remove(s, Unit { seat: seat.other(), slot }, true, rec),
            Action::Move(from, to) => self.step_up(s, seat, usize::from(from), usize::from(to), rec),
            Action::Again(slot) => {
                s.again.remove(0);
                self.once_more(s, Unit { seat, slot }, rec);
            }
            Action::Choice(choice) => chosen(self, s, choice, rec),
        }
    }

    fn act(&self, s: &State, action: Action) -> Act {
        let Some(seat) = s.ask.seat() else { return Act::of("pass") };
        let kind = |seat: Seat, place: u8| s.side(seat).slots[usize::from(place)].kind;
        match action {
            Action::Call(kind, place) => Act::with("call", kind).noted(self.place_name(usize::from(place))),
            Action::Arts(kind) => Act::with("arts", kind),
            Action::Activate(place, _) => Act::with("activate", kind(seat, place)),
            Action::Pass => Act::of("pass"),
            Action::Vanish(place) => Act::with("vanish", kind(seat.other(), place)),
            Action::Move(from, to) => Act::with("move-up", kind(seat, from)).noted(self.place_name(usize::from(to))),
            Action::Again(place) => Act::with("again", kind(seat, place)),
            Action::Choice(choice) => choice_act::<Tuna>(s, choice),
        }
    }

    #[inline(always)]
    fn worth(&self, s: &State, action: Action) -> i32 {
        self.worth_of(s, action)
    }

    fn idle(&self, s: &State, options: &[Action]) -> usize {
        self.idle_option(s, options)
    }

    /// Life is what a seat can still take before it has lost, the last point included.
    fn quantity(&self, s: &State, seat: Seat, quantity: Quantity) -> i32 {
        let side = s.side(seat);
        match quantity {
            Quantity::Life => i32::try_from(self.dice_slots).unwrap_or(i32::MAX) + 1 - side.dice.count(),
            Quantity::Damage => side.dice.count(),
            Quantity::Stock => side.stock,
            Quantity::Board(mask) => {
                let fits = |slot: &&state::Slot| slot.is_taken() && self.kit.allows(mask, slot.kind);
                i32::try_from(side.slots[..self.slots()].iter().filter(fits).count()).unwrap_or(i32::MAX)
            }
            Quantity::Turn => i32::from(s.core.turn[seat.index()]),
            other => common_quantity(self, s, seat, other).unwrap_or(0),
        }
    }

    fn board(&self, s: &State, seat: Seat, each: &mut dyn FnMut(Kind)) {
        let slots = &s.side(seat).slots[..self.slots()];
        slots.iter().filter(|slot| slot.is_taken()).for_each(|slot| each(slot.kind));
    }

    fn drawing(&self) -> Drawing {
        Drawing::Hands { cards: u32::try_from(self.stock).unwrap_or(0), replace: self.replace }
    }

    fn observe(&self, s: &State, seat: Seat, out: &mut [i32]) {
        let (side, other) = (s.side(seat), s.side(seat.other()));
        let count = |seat, places| i32::try_from(self.taken(s, seat, places)).unwrap_or(i32::MAX);
        let numbers = [
            side.drawn,
            side.thrown,
            side.stock,
            count(seat, 0..self.front),
            count(seat, self.waiting_row()),
            side.dice.count(),
            side.dice.face_up(),
            other.dice.count(),
            count(seat.other(), 0..self.slots()),
        ];
        for (slot, number) in out.iter_mut().zip(numbers) {
            *slot = number;
        }
    }

    /// Rows as seat A sees them, so that units that face each other stand in the same column.
    fn table(&self, s: &State, seat: Seat) -> Vec<(String, Vec<String>)> {
        let side = s.side(seat);
        let row = |places: std::ops::Range<usize>| {
            let mut out: Vec<String> = places
                .map(|i| match side.slots[i].kind {
                    BLANK => "-".to_owned(),
                    kind => {
                        let unit = self.unit(seat, i);
                        format!("{} {}/{}", self.kit.name(kind), self.stat(s, unit, ATK), self.stat(s, unit, DEF))
                    }
                })
                .collect();
            if seat == Seat::B {
                out.reverse();
            }
            out
        };
        let dice = (0..self.dice_slots).map(|i| match (side.dice.there >> i & 1, side.dice.up >> i & 1) {
            (0, _) => "-".to_owned(),
            (_, 0) => "face down".to_owned(),
            _ => "face up".to_owned(),
        });
        vec![
            ("Front row".to_owned(), row(0..self.front)),
            ("Waiting row".to_owned(), row(self.waiting_row())),
            ("Damage zone".to_owned(), dice.collect()),
        ]
    }

    /// The deck is whole at any time: cards in hand and units of one's own deck are copies.
    fn elsewhere(&self, s: &State, seat: Seat) -> isize {
        let mut copies = s.core.piles[seat.index()].hand.len();
        self.board(s, seat, &mut |kind| copies += usize::from(self.kit.lists[seat.index()].contains(&kind)));
        -isize::try_from(copies).unwrap_or(isize::MAX)
    }

    fn check(&self, s: &State) -> Result<(), String> {
        self.sound(s)
    }
}

/// A place as actions carry it.
fn narrow(place: usize) -> u8 {
    u8::try_from(place).unwrap_or(u8::MAX)
}
