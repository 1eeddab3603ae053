//! A table for engine tests: a game of a shipped rule set with small decks, driven by labels, with scripted dice.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use decklint::catalog::{ColumnMap, Pool, Report, load};
use decklint::deck::{format, resolve};
use decklint::engines::{self, Plan};
use decklint::play::{Dice, KitSource, Purpose, Quantity, Runner, Scripted, Seat, SeatDeck, Step, Zone};
use decklint::spec::{GameSpec, Setting};
use decklint::text::Source;

use crate::support::session;

/// What is on the table before a game: pool, decks, set-up.
pub struct Lab {
    runner: Box<dyn Runner>,
}

impl Lab {
    /// A game with a pool of its own (CSV with the game's columns) and two decks (our text format). `set` changes the
    /// set-up: `[("life", 3.into())]`. Seat A begins unless `first` says otherwise.
    pub fn new(game: &str, pool: &str, decks: [&str; 2], set: &[(&str, Setting)]) -> Lab {
        Lab::with(game, pool, decks, set, Some(Seat::A), [false; 2])
    }

    /// The same, with who begins (`None`: the dice decide) and which seats are idle.
    pub fn with(
        game: &str,
        pool: &str,
        decks: [&str; 2],
        set: &[(&str, Setting)],
        first: Option<Seat>,
        idle: [bool; 2],
    ) -> Lab {
        let session = session();
        let files = session.games.get(game).unwrap_or_else(|| panic!("no game {game}"));
        let spec = session.spec(files).expect("game.yaml");
        Lab::of(&spec, pool, decks, set, first, idle)
    }

    /// The same for any game.
    pub fn of(
        spec: &GameSpec,
        pool: &str,
        decks: [&str; 2],
        set: &[(&str, Setting)],
        first: Option<Seat>,
        idle: [bool; 2],
    ) -> Lab {
        let session = session();
        let source = Source::new("pool.csv", pool);
        let file = session.sources.add(Source::new("pool.csv", pool));
        let pools = [Pool { source: Arc::new(source), file, columns: ColumnMap::default() }];
        let (catalog, faults) = load(spec, &pools, Report::Summary);
        let grave: Vec<_> = faults.iter().filter(|f| f.level == decklint::diagnostics::Level::Error).collect();
        assert!(grave.is_empty(), "{grave:#?}");
        let seats = [0, 1].map(|i| {
            let source = Source::new(format!("deck{i}.txt"), decks[i]);
            let document = format::open(&source).unwrap_or_else(|e| panic!("{e:?}"));
            let (raw, faults) = document.read(&source, spec);
            let (deck, more) = resolve(&raw, spec, &catalog);
            assert!(faults.is_empty() && more.is_empty(), "{faults:#?} {more:#?}");
            SeatDeck { idle: idle[i], ..SeatDeck::of(&deck, spec) }
        });
        let setup = crate::support::set_up(spec, |setup| {
            for (key, value) in set {
                assert!(setup.insert((*key).to_owned(), value.clone()).is_some(), "game.yaml has no setup.{key}");
            }
        });
        let from = KitSource { spec, catalog: &catalog, sources: &session.sources, wishes: &[] };
        let plan = Plan { from, setup: &setup, decks: seats, first };
        let (runner, faults) = engines::runner(&plan).unwrap_or_else(|e| panic!("{e:#?}"));
        assert!(faults.is_empty(), "{faults:#?}");
        Lab { runner }
    }

    /// The runner, for long runs.
    pub fn runner(&self) -> &dyn Runner {
        &*self.runner
    }

    /// A game whose decks keep the order of their lists, and whose own dice show these numbers, from 0.
    pub fn game(&self, rolls: &[u32]) -> Game<'_> {
        let dice = Rc::new(RefCell::new(Scripted::new(rolls)));
        Game { session: self.runner.open(Box::new(Shared(dice.clone()))), dice, last: None, lab: self }
    }
}

struct Shared(Rc<RefCell<Scripted>>);

impl Dice for Shared {
    fn below(&mut self, purpose: Purpose, n: u32) -> u32 {
        self.0.borrow_mut().below(purpose, n)
    }
}

/// A game in progress.
pub struct Game<'l> {
    session: Box<dyn decklint::play::Session + 'l>,
    dice: Rc<RefCell<Scripted>>,
    last: Option<Step>,
    lab: &'l Lab,
}

impl Game<'_> {
    /// Runs to the next stop of any kind, checking every invariant.
    pub fn step(&mut self) -> Step {
        let step = self.session.step();
        self.session.check().unwrap_or_else(|e| panic!("{e}\n{}", self.log()));
        self.last = Some(step);
        step
    }

    /// Runs to the next decision or the end of the game.
    pub fn run(&mut self) -> Step {
        loop {
            match self.step() {
                Step::Opened | Step::TurnEnd(_) => {}
                step => return step,
            }
        }
    }

    /// Runs to the next decision, which must be this seat's.
    pub fn decision(&mut self, seat: Seat) -> Vec<String> {
        if !matches!(self.last, Some(Step::Decide(_))) {
            self.run();
        }
        assert_eq!(self.last, Some(Step::Decide(seat)), "{}", self.log());
        self.session.options()
    }

    /// At a decision of this seat, takes the option with this label, then runs to the next decision.
    pub fn pick(&mut self, seat: Seat, label: &str) -> &mut Self {
        self.take(seat, label);
        self.run();
        self
    }

    /// At a decision of this seat, takes the option with this label, and no step more.
    pub fn take(&mut self, seat: Seat, label: &str) {
        let options = self.decision(seat);
        let index = options.iter().position(|o| o == label);
        let index = index.unwrap_or_else(|| panic!("no option `{label}` of {options:?}\n{}", self.log()));
        self.session.choose(index);
        self.last = None;
    }

    /// At a decision of this seat, the label of the option that a policy would take.
    pub fn advice(&mut self, policy: &decklint::play::Policy, seat: Seat) -> String {
        let options = self.decision(seat);
        options[self.session.advice(policy, seat)].clone()
    }

    /// Runs to the end of the game: who won, and by what.
    pub fn end(&mut self) -> (Option<Seat>, &'static str) {
        let step = match self.last {
            Some(step @ Step::Over(_)) => step,
            _ => self.run(),
        };
        let Step::Over(outcome) = step else { panic!("the game goes on: {step:?} {:?}", self.session.options()) };
        (outcome.winner, self.lab.runner.about().endings[usize::from(outcome.ending)].0)
    }

    /// The stop at which the game stands.
    pub fn last(&self) -> Option<Step> {
        self.last
    }

    /// A number of a seat.
    pub fn number(&self, seat: Seat, quantity: Quantity) -> i32 {
        self.session.quantity(seat, quantity)
    }

    /// The names of a seat's cards in a zone.
    pub fn zone(&self, seat: Seat, zone: Zone) -> Vec<String> {
        self.session.zone(seat, zone)
    }

    /// A seat's own zones.
    pub fn table(&self, seat: Seat) -> Vec<(String, Vec<String>)> {
        self.session.table(seat)
    }

    /// The stage of the turn.
    pub fn stage(&self) -> &'static str {
        self.session.stage()
    }

    /// The turns that a seat has begun.
    pub fn turn(&self, seat: Seat) -> u16 {
        self.session.turn(seat)
    }

    /// The log so far, a line each: `turn A1 [stage] text`.
    pub fn log(&self) -> String {
        let line = |l: &decklint::play::LogLine| format!("{:?}{} [{}] {}\n", l.seat, l.turn, l.stage, l.text);
        self.session.log().iter().map(line).collect()
    }

    /// Further numbers for the game's own dice.
    pub fn roll(&mut self, rolls: &[u32]) {
        self.dice.borrow_mut().extend(rolls);
    }

    /// Every scripted number was used, and no more were asked for.
    pub fn dice_are_used_up(&self) {
        assert!(self.dice.borrow().is_used_up(), "{}", self.log());
    }
}
