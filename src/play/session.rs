//! A game played step by step, by a person or a test.

use super::{Dice, Engine, Kind, Log, LogLine, Outcome, Pilot, Policy, Quantity, Seat, Step, Zone, each_card};

/// A game without its engine's type. Every call to [`Session::step`] runs to the next stop.
pub trait Session {
    /// Sets the game up, or runs on to the next stop.
    fn step(&mut self) -> Step;
    /// The options at a decision, in words; two that read alike are told apart by a number.
    fn options(&self) -> Vec<String>;
    /// Takes an option by index.
    fn choose(&mut self, index: usize);
    /// The option that a policy would take, by index.
    fn advice(&mut self, policy: &Policy, seat: Seat) -> usize;
    /// A number of a seat.
    fn quantity(&self, seat: Seat, quantity: Quantity) -> i32;
    /// The names of a seat's cards in a zone.
    fn zone(&self, seat: Seat, zone: Zone) -> Vec<String>;
    /// A seat's own zones: title and slots.
    fn table(&self, seat: Seat) -> Vec<(String, Vec<String>)>;
    /// The turns that a seat has begun.
    fn turn(&self, seat: Seat) -> u16;
    /// What has happened so far.
    fn log(&self) -> &[LogLine];
    /// The stage of the turn.
    fn stage(&self) -> &'static str;
    /// Whether every invariant of the game holds.
    ///
    /// # Errors
    /// The one that does not.
    fn check(&self) -> Result<(), String>;
}

/// A game in progress.
pub struct Table<'e, E: Engine> {
    engine: &'e E,
    state: E::State,
    dice: Box<dyn Dice + 'e>,
    log: Log,
    begun: bool,
}

impl<'e, E: Engine> Table<'e, E> {
    /// Before the set-up.
    #[must_use]
    pub fn new(engine: &'e E, dice: Box<dyn Dice + 'e>) -> Self {
        Table { engine, state: engine.state(), dice, log: Log::default(), begun: false }
    }

    fn actions(&self) -> Vec<E::Action> {
        let mut out = Vec::new();
        self.engine.options(&self.state, &mut out);
        out.extend(self.engine.concession(&self.state));
        out
    }
}

impl<E: Engine> Session for Table<'_, E> {
    fn step(&mut self) -> Step {
        if !self.begun {
            self.begun = true;
            self.engine.start(&mut self.state, &mut *self.dice, &mut self.log);
        }
        self.engine.advance(&mut self.state, &mut *self.dice, &mut self.log)
    }

    fn options(&self) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for action in self.actions() {
            let label = self.engine.act(&self.state, action).label(self.engine.kit());
            let mut name = label.clone();
            let mut n = 1;
            while out.contains(&name) {
                n += 1;
                name = format!("{label} #{n}");
            }
            out.push(name);
        }
        out
    }

    fn choose(&mut self, index: usize) {
        if let Some(&action) = self.actions().get(index) {
            self.engine.choose(&mut self.state, action, &mut self.log);
        }
    }

    fn advice(&mut self, policy: &Policy, seat: Seat) -> usize {
        let options = self.actions();
        Pilot::new(policy).pick(self.engine, &self.state, seat, &options, &mut *self.dice)
    }

    fn quantity(&self, seat: Seat, quantity: Quantity) -> i32 {
        self.engine.quantity(&self.state, seat, quantity)
    }

    fn zone(&self, seat: Seat, zone: Zone) -> Vec<String> {
        let mut out = Vec::new();
        let kit = self.engine.kit();
        each_card(self.engine, &self.state, seat, zone, &mut |k: Kind| out.push(kit.name(k).to_owned()));
        out
    }

    fn table(&self, seat: Seat) -> Vec<(String, Vec<String>)> {
        self.engine.table(&self.state, seat)
    }

    fn turn(&self, seat: Seat) -> u16 {
        E::core(&self.state).turn[seat.index()]
    }

    fn log(&self) -> &[LogLine] {
        &self.log.lines
    }

    fn stage(&self) -> &'static str {
        self.log.stage_now()
    }

    fn check(&self) -> Result<(), String> {
        invariants(self.engine, &self.state)
    }
}

/// Whether a state is sound: every card of a seat is in exactly one place, options are there and differ, and what the
/// engine itself demands.
///
/// # Errors
/// What is not so.
pub fn invariants<E: Engine>(engine: &E, s: &E::State) -> Result<(), String> {
    let core = E::core(s);
    let kit = engine.kit();
    for seat in Seat::BOTH {
        let index = seat.index();
        let piled = isize::try_from(core.piles[index].count()).unwrap_or(isize::MAX);
        let mut own = piled + engine.elsewhere(s, seat);
        engine.board(s, seat, &mut |k: Kind| {
            own += isize::from(kit.lists[index].contains(&k) || kit.apart[index].contains(&k));
        });
        let begun = kit.lists[index].len() + kit.apart[index].len();
        if usize::try_from(own) != Ok(begun) {
            return Err(format!("seat {seat:?} has {own} cards of {begun}"));
        }
    }
    engine.check(s)
}

/// The outcome of a step, if it is the last.
#[must_use]
pub fn outcome(step: Step) -> Option<Outcome> {
    match step {
        Step::Over(outcome) => Some(outcome),
        _ => None,
    }
}
