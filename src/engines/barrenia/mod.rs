//! Barrenia: Soldiers clash over a Stock of energy that both players share. The stages of a turn are in `turn`, a clash is
//! in `clash`, what a player may do in `options`, effects in `host`, the built-in player in `greedy`.

mod build;
mod clash;
mod greedy;
mod host;
mod options;
mod state;
mod turn;

pub use build::{Emblem, Event};
pub use options::Action;
pub use state::State;

use build::{Card, Class, Numbers};

use crate::play::{
    Act, CHOICE_VERBS, Core, Dice, Engine, Kind, Kit, Offers, Quantity, Recorder, Seat, Step, common_quantity,
};

/// The engine of Barrenia.
#[derive(Debug)]
pub struct Barrenia {
    kit: Kit,
    n: Numbers,
    cards: Vec<Card>,
    /// Whose decks are of Erasers alone: their players get no energy.
    erasers: [bool; 2],
    /// Whether there are Erasers in any deck.
    any_eraser: bool,
    /// How many places an empty field has, by [`Class`].
    room: [u8; Class::COUNT],
    first: Option<Seat>,
}

const CLASH_END: u8 = 0;
const DRAW_END: u8 = 1;
const D_END: u8 = 2;

impl Engine for Barrenia {
    type State = State;
    type Action = Action;

    const PHASES: &'static [&'static str] = &["recovery", "prepare", "timebreak", "set-up", "clash", "end"];
    const ENDINGS: &'static [(&'static str, &'static str)] = &[
        ("Clash End", "a seat's life came down to 0"),
        ("Draw End", "a seat had to draw from an empty deck"),
        ("D End", "a D End ability"),
        ("turn limit", "the run's last turn was over"),
    ];
    const VERBS: &'static [(&'static str, &'static str)] = &[
        ("send", "Prepare Stage: send this card to the Grave Pile for energy"),
        ("done", "Prepare Stage of the first player's first turn: send no more; Timebreak Stage: play no more"),
        ("timebreak", "choose this Timebreak card, towards a total Ohm of the turn count"),
        ("play", "Set-Up Stage: play this card"),
        ("clash", "declare this card as Assaulter; the note is its emblem, or `direct`"),
        ("counter", "counter with this card; the note is its emblem"),
        ("let through", "do not counter"),
        ("miracle", "invoke a Miracle Event; the note names it"),
        ("own stat", "choose the stat that the own card uses"),
        ("their stat", "choose the stat that the opposing card must use"),
        ("end", "end the Set-Up Stage, the Clash Stage or the use of card effects"),
        CHOICE_VERBS[0],
        CHOICE_VERBS[1],
        CHOICE_VERBS[2],
        CHOICE_VERBS[3],
        CHOICE_VERBS[4],
        CHOICE_VERBS[5],
        ("skip", "do not pay; play no Timebreak; invoke no Miracle Event"),
    ];
    const STATS: &'static [&'static str] = &["el", "ag", "ip"];
    const UNSUPPORTED: &'static [&'static str] = &["health", "token"];
    const METRICS: &'static [&'static str] = &[
        "hand",
        "stock",
        "soldiers",
        "incarnations",
        "rear cards",
        "erasers",
        "life",
        "deck",
        "opponent life",
        "opponent deck",
    ];

    fn kit(&self) -> &Kit {
        &self.kit
    }

    fn state(&self) -> State {
        State::default()
    }

    fn core(s: &State) -> &Core {
        &s.core
    }

    fn core_mut(s: &mut State) -> &mut Core {
        &mut s.core
    }

    fn start<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) {
        self.set_up(s, dice, rec);
    }

    fn advance<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) -> Step {
        self.run(s, dice, rec)
    }

    fn options(&self, s: &State, out: &mut impl Offers<Action>) {
        self.list_options(s, out);
    }

    fn choose<R: Recorder>(&self, s: &mut State, action: Action, rec: &mut R) {
        self.take(s, action, rec);
    }

    fn act(&self, s: &State, action: Action) -> Act {
        self.words(s, action)
    }

    #[inline(always)]
    fn worth(&self, s: &State, action: Action) -> i32 {
        self.judge(s, action)
    }

    fn idle(&self, _: &State, options: &[Action]) -> usize {
        options.iter().position(|a| a.is_pass()).unwrap_or(0)
    }

    fn quantity(&self, s: &State, seat: Seat, quantity: Quantity) -> i32 {
        let index = seat.index();
        match quantity {
            Quantity::Life => s.life[index],
            Quantity::Stock => s.stock,
            Quantity::Turn => s.count[index],
            Quantity::Damage => self.n.life - s.life[index],
            other => common_quantity(self, s, seat, other).unwrap_or(0),
        }
    }

    fn board(&self, s: &State, seat: Seat, each: &mut dyn FnMut(Kind)) {
        s.board[seat.index()].iter().filter(|p| p.live).for_each(|p| each(p.kind));
    }

    fn observe(&self, s: &State, seat: Seat, out: &mut [i32]) {
        let of = |class| self.slots(s, seat, class).iter().filter(|p| p.live).count();
        let size = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let (own, other) = (&s.core.piles[seat.index()], &s.core.piles[seat.other().index()]);
        let numbers = [
            size(own.hand.len()),
            s.stock,
            size(of(Class::Soldier)),
            size(of(Class::Incarnation)),
            size(of(Class::Rear)),
            size(of(Class::Eraser)),
            s.life[seat.index()],
            size(own.deck.len()),
            s.life[seat.other().index()],
            size(other.deck.len()),
        ];
        out.iter_mut().zip(numbers).for_each(|(slot, n)| *slot = n);
    }

    fn table(&self, s: &State, seat: Seat) -> Vec<(String, Vec<String>)> {
        let slots = |class| self.slots(s, seat, class).iter().map(|p| self.slot_words(p)).collect::<Vec<_>>();
        let mut out = vec![
            ("Incarnation Zone".to_owned(), slots(Class::Incarnation)),
            ("Soldier Zones".to_owned(), slots(Class::Soldier)),
            ("Rear Zones".to_owned(), slots(Class::Rear)),
        ];
        if self.erasers[seat.index()] {
            out = vec![("Erasers".to_owned(), slots(Class::Eraser))];
        }
        out.push(("Life".to_owned(), vec![s.life[seat.index()].to_string()]));
        out.push(("Stock (shared)".to_owned(), vec![s.stock.to_string()]));
        out.push(("Turn count".to_owned(), vec![s.count[seat.index()].to_string()]));
        out
    }

    fn elsewhere(&self, s: &State, seat: Seat) -> isize {
        let chosen = if seat == s.core.active { s.timebreaks.len() - s.resolved } else { 0 };
        isize::try_from(chosen).unwrap_or(isize::MAX)
    }

    fn check(&self, s: &State) -> Result<(), String> {
        self.sound(s)
    }
}
