//! One loop for all uses of an engine: long runs, traces, tests.

use std::ops::Range;

use super::policy::best;
use super::session::invariants;
use super::tally::bump;
use super::{
    Best, Dice, Drawing, Engine, Goal, Kind, Log, LogLine, MaskId, Outcome, Pilot, Policy, Quiet, Recorder, Seat,
    Session, Step, Streams, Table, Tally,
};

/// How many decisions a turn may take before the seat is made to end it: abilities that pay for themselves could go on
/// for ever.
const MOST_DECISIONS: u32 = 2000;

/// What is played.
#[derive(Clone, Debug)]
pub struct Job {
    /// The seed of all games.
    pub seed: u64,
    /// How many turns the first seat takes at most.
    pub turns: u16,
    /// Who decides for each seat.
    pub policies: [Policy; 2],
    /// What is asked of the games.
    pub goals: Vec<Goal>,
    /// Groups of cards that are counted in opening hands.
    pub groups: Vec<MaskId>,
}

/// What an engine has to say of itself.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// [`Engine::PHASES`]
    pub phases: &'static [&'static str],
    /// [`Engine::ENDINGS`]
    pub endings: &'static [(&'static str, &'static str)],
    /// [`Engine::VERBS`]
    pub verbs: &'static [(&'static str, &'static str)],
    /// [`Engine::METRICS`]
    pub metrics: &'static [&'static str],
}

/// An opening hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The first hand that the seat saw.
    pub dealt: Vec<Kind>,
    /// The hand that it keeps.
    pub kept: Vec<Kind>,
}

/// A game written down.
#[derive(Clone, Debug)]
pub struct Trace {
    /// What happened.
    pub lines: Vec<LogLine>,
    /// How it ended; `None` at the turn limit.
    pub outcome: Option<Outcome>,
}

/// An engine with its kit, without its type: the edge of a job. Inside there is no virtual call.
pub trait Runner: Send + Sync {
    /// What the engine says of itself.
    fn about(&self) -> About;
    /// The cards in play.
    fn kit(&self) -> &super::Kit;
    /// How cards come into a hand.
    fn drawing(&self) -> Drawing;
    /// How many cards of the deck the first seat has seen at the start of the game and at the end of each of its turns,
    /// if nobody plays anything; as long as the game lasts.
    fn seen(&self, turns: u16) -> Vec<u32>;
    /// Plays games number `from..to`.
    fn run(&self, job: &Job, from: u64, to: u64) -> Tally {
        let mut part = Some(from..to);
        self.run_parts(job, &mut || part.take())
    }
    /// Plays the games of each range that it is given, until there is none left, all on one table and into one tally.
    fn run_parts(&self, job: &Job, next: &mut dyn FnMut() -> Option<Range<u64>>) -> Tally;
    /// The first seat's opening hand of a game.
    fn opening(&self, job: &Job, game: u64) -> Opening;
    /// A game written down.
    fn trace(&self, job: &Job, game: u64) -> Trace;
    /// Plays games like [`Runner::run`] and looks at every invariant after each step, for those who write engines.
    ///
    /// # Errors
    /// The first invariant that does not hold, with its game.
    fn audit(&self, job: &Job, from: u64, to: u64) -> Result<(), String>;
    /// A game to be played step by step.
    fn open<'a>(&'a self, dice: Box<dyn Dice + 'a>) -> Box<dyn Session + 'a>;
}

impl<E: Engine> Runner for E {
    fn about(&self) -> About {
        About { phases: E::PHASES, endings: E::ENDINGS, verbs: E::VERBS, metrics: E::METRICS }
    }

    fn kit(&self) -> &super::Kit {
        Engine::kit(self)
    }

    fn drawing(&self) -> Drawing {
        Engine::drawing(self)
    }

    fn seen(&self, turns: u16) -> Vec<u32> {
        let policies = [Policy::Idle, Policy::Idle];
        let job = Job { seed: 0, turns, policies, goals: Vec::new(), groups: Vec::new() };
        let mut seen = Seen { all: self.kit().lists[0].len(), by_turn: Vec::new() };
        Game::new(self, &job).play(&mut seen);
        seen.by_turn
    }

    fn run_parts(&self, job: &Job, next: &mut dyn FnMut() -> Option<Range<u64>>) -> Tally {
        let mut game = Game::new(self, job);
        let mut watch = Watch::new(self, job);
        for trial in std::iter::from_fn(next).flatten() {
            game.dice.restart(trial);
            watch.begin();
            let outcome = game.play(&mut watch);
            watch.end(E::core(&game.state), outcome);
        }
        watch.tally
    }

    fn opening(&self, job: &Job, trial: u64) -> Opening {
        let mut game = Game::new(self, job);
        game.dice.restart(trial);
        self.start(&mut game.state, &mut game.dice, &mut Quiet);
        let mut dealt: Option<Vec<Kind>> = None;
        let hand = |s: &E::State| E::core(s).piles[0].hand.clone();
        loop {
            match self.advance(&mut game.state, &mut game.dice, &mut Quiet) {
                Step::Decide(seat) => {
                    if seat == Seat::A && dealt.is_none() {
                        dealt = Some(hand(&game.state));
                    }
                    game.decide(seat, false, &mut Quiet);
                }
                Step::Opened | Step::TurnEnd(_) | Step::Over(_) => {
                    let kept = hand(&game.state);
                    return Opening { dealt: dealt.unwrap_or_else(|| kept.clone()), kept };
                }
            }
        }
    }

    fn trace(&self, job: &Job, trial: u64) -> Trace {
        let mut game = Game::new(self, job);
        game.dice.restart(trial);
        let mut log = Log::default();
        let outcome = game.play(&mut log);
        Trace { lines: log.lines, outcome }
    }

    fn audit(&self, job: &Job, from: u64, to: u64) -> Result<(), String> {
        let mut game = Game::new(self, job);
        for trial in from..to {
            game.dice.restart(trial);
            let mut audit = Audit(Ok(()));
            let outcome = game.play(&mut audit);
            let over = invariants(self, &game.state);
            audit.0.and(over).map_err(|e| format!("game {trial}, turn {:?}: {e}", E::core(&game.state).turn))?;
            if outcome.is_none() && E::core(&game.state).turn[0] < job.turns {
                return Err(format!("game {trial} stopped before its end"));
            }
        }
        Ok(())
    }

    fn open<'a>(&'a self, dice: Box<dyn Dice + 'a>) -> Box<dyn Session + 'a> {
        Box::new(Table::new(self, dice))
    }
}

/// A game in progress, its parts used again for the next.
struct Game<'e, E: Engine> {
    engine: &'e E,
    state: E::State,
    dice: Streams,
    pilots: [Pilot<'e>; 2],
    options: Vec<E::Action>,
    turns: u16,
}

/// Looks at a game while it runs.
trait Observer<E: Engine>: Recorder {
    fn opened(&mut self, _: &E, _: &E::State) {}
    fn decided(&mut self, _: &E, _: &E::State) {}
    fn turn_ended(&mut self, _: &E, _: &E::State) {}
}

impl<E: Engine> Observer<E> for Log {}

/// Counts the cards that have left the first seat's deck.
struct Seen {
    all: usize,
    by_turn: Vec<u32>,
}

impl Recorder for Seen {
    fn stage(&mut self, _: Seat, _: u16, _: &'static str) {}
    fn say(&mut self, _: impl FnOnce() -> String) {}
    fn played(&mut self, _: Seat, _: Kind) {}
}

impl<E: Engine> Observer<E> for Seen {
    fn opened(&mut self, engine: &E, s: &E::State) {
        self.turn_ended(engine, s);
    }

    fn turn_ended(&mut self, _: &E, s: &E::State) {
        let seen = self.all.saturating_sub(E::core(s).piles[0].deck.len());
        self.by_turn.push(u32::try_from(seen).unwrap_or(u32::MAX));
    }
}

/// Looks for the first invariant that does not hold.
struct Audit(Result<(), String>);

impl Recorder for Audit {
    fn stage(&mut self, _: Seat, _: u16, _: &'static str) {}
    fn say(&mut self, _: impl FnOnce() -> String) {}
    fn played(&mut self, _: Seat, _: Kind) {}
}

impl<E: Engine> Observer<E> for Audit {
    fn opened(&mut self, engine: &E, s: &E::State) {
        self.turn_ended(engine, s);
    }

    fn decided(&mut self, engine: &E, s: &E::State) {
        self.turn_ended(engine, s);
        let mut options = Vec::new();
        engine.options(s, &mut options);
        let twice = options.iter().enumerate().find(|(i, a)| options[..*i].contains(a));
        if options.is_empty() {
            self.0 = Err("a decision without options".to_owned());
        } else if let Some((_, action)) = twice {
            self.0 = Err(format!("the option {action:?} stands twice"));
        }
        // What the built-in player does not look at is nothing that it would take.
        let rated = best(engine, s, &options, |_| true).map(|index| options[index]);
        if rated != favourite(engine, s) {
            self.0 = Err(format!("the built-in player takes {:?} instead of {rated:?}", favourite(engine, s)));
        }
        let unknown = options.iter().map(|a| engine.act(s, *a).verb).find(|v| E::VERBS.iter().all(|(w, _)| w != v));
        if let Some(verb) = unknown {
            self.0 = Err(format!("the verb `{verb}` is not listed"));
        }
    }

    fn turn_ended(&mut self, engine: &E, s: &E::State) {
        if self.0.is_ok() {
            self.0 = invariants(engine, s);
        }
    }
}

impl<'e, E: Engine> Game<'e, E> {
    fn new(engine: &'e E, job: &'e Job) -> Self {
        Game {
            engine,
            state: engine.state(),
            dice: Streams::new(job.seed, 0),
            pilots: [Pilot::new(&job.policies[0]), Pilot::new(&job.policies[1])],
            options: Vec::new(),
            turns: job.turns,
        }
    }

    fn decide<R: Recorder>(&mut self, seat: Seat, enough: bool, rec: &mut R) {
        if self.pilots[seat.index()].is_greedy() && !enough {
            if let Some(action) = favourite(self.engine, &self.state) {
                self.engine.choose(&mut self.state, action, rec);
            }
            return;
        }
        self.options.clear();
        self.engine.options(&self.state, &mut self.options);
        if self.pilots[seat.index()].may_concede() && !enough {
            self.options.extend(self.engine.concession(&self.state));
        }
        // A single option is no choice, but a script may name it.
        let index = if enough {
            self.engine.idle(&self.state, &self.options)
        } else {
            self.pilots[seat.index()].pick(self.engine, &self.state, seat, &self.options, &mut self.dice)
        };
        if let Some(&action) = self.options.get(index) {
            self.engine.choose(&mut self.state, action, rec);
        }
    }

    /// Plays a game to its end; `None` at the turn limit.
    fn play<R: Observer<E>>(&mut self, rec: &mut R) -> Option<Outcome> {
        self.pilots.iter_mut().for_each(Pilot::restart);
        self.engine.start(&mut self.state, &mut self.dice, rec);
        let mut decisions = 0;
        loop {
            match self.engine.advance(&mut self.state, &mut self.dice, rec) {
                Step::Opened => rec.opened(self.engine, &self.state),
                Step::Decide(seat) => {
                    rec.decided(self.engine, &self.state);
                    decisions += 1;
                    self.decide(seat, decisions > MOST_DECISIONS, rec);
                }
                Step::TurnEnd(seat) => {
                    decisions = 0;
                    if seat == Seat::A {
                        rec.turn_ended(self.engine, &self.state);
                        if E::core(&self.state).turn[0] >= self.turns {
                            return None;
                        }
                    }
                }
                Step::Over(outcome) => return Some(outcome),
            }
        }
    }
}

/// The option that the built-in player takes, found without a list of all of them.
#[inline]
fn favourite<E: Engine>(engine: &E, s: &E::State) -> Option<E::Action> {
    let mut best = Best::new(engine, s);
    engine.options(s, &mut best);
    best.action()
}

/// Counts what games come to.
struct Watch<'e, E: Engine> {
    job: &'e Job,
    tally: Tally,
    /// Cards that the first seat has played in this turn.
    played: i32,
    /// Cards that it gave back in the mulligan.
    returned: i32,
    /// Whether the opening hands stand.
    open: bool,
    /// By goal: whether it was reached in this game.
    reached: Vec<bool>,
    metrics: Vec<i32>,
    engine: &'e E,
}

impl<'e, E: Engine> Watch<'e, E> {
    fn new(engine: &'e E, job: &'e Job) -> Self {
        let kinds = engine.kit().len();
        Watch {
            job,
            tally: Tally {
                opening_groups: vec![super::Histogram::default(); job.groups.len()],
                endings: vec![super::EndingTally::default(); E::ENDINGS.len()],
                goals: vec![Vec::new(); job.goals.len()],
                stuck: vec![0; kinds],
                played: vec![0; kinds],
                ..Tally::default()
            },
            played: 0,
            returned: 0,
            open: false,
            reached: vec![false; job.goals.len()],
            metrics: vec![0; E::METRICS.len()],
            engine,
        }
    }

    fn begin(&mut self) {
        self.tally.games += 1;
        (self.played, self.returned, self.open) = (0, 0, false);
        self.reached.fill(false);
    }

    fn end(&mut self, core: &super::Core, outcome: Option<Outcome>) {
        for &kind in &core.piles[0].hand {
            self.tally.stuck[usize::from(kind)] += 1;
        }
        let limit = Outcome { winner: None, ending: u8::try_from(E::ENDINGS.len() - 1).unwrap_or(u8::MAX) };
        let Outcome { winner, ending } = outcome.unwrap_or(limit);
        let turn = core.turn[0];
        let tally = &mut self.tally.endings[usize::from(ending)];
        let by_turn = match winner {
            Some(Seat::A) => &mut tally.won,
            Some(Seat::B) => &mut tally.lost,
            None => &mut tally.drawn,
        };
        bump(by_turn, usize::from(turn));
        for (index, goal) in self.job.goals.iter().enumerate() {
            if !self.reached[index] && goal.ended(turn, winner) {
                bump(&mut self.tally.goals[index], usize::from(turn));
            }
        }
    }

    #[inline(always)]
    fn look(&mut self, s: &E::State) {
        if !self.job.goals.is_empty() {
            self.look_for_goals(s);
        }
    }

    fn look_for_goals(&mut self, s: &E::State) {
        let turn = E::core(s).turn[0];
        for (index, goal) in self.job.goals.iter().enumerate() {
            if !self.reached[index] && goal.holds(self.engine, s, turn) {
                self.reached[index] = true;
                bump(&mut self.tally.goals[index], usize::from(turn));
            }
        }
    }
}

impl<E: Engine> Observer<E> for Watch<'_, E> {
    fn opened(&mut self, engine: &E, s: &E::State) {
        let hand = &E::core(s).piles[0].hand;
        self.tally.opening_size.add(i32::try_from(hand.len()).unwrap_or(i32::MAX));
        for (group, histogram) in self.job.groups.iter().zip(&mut self.tally.opening_groups) {
            let n = hand.iter().filter(|&&k| engine.kit().allows(Some(*group), k)).count();
            histogram.add(i32::try_from(n).unwrap_or(i32::MAX));
        }
        self.tally.returned.add(self.returned);
        self.open = true;
        self.look(s);
    }

    fn decided(&mut self, _: &E, s: &E::State) {
        if self.open {
            self.look(s);
        }
    }

    fn turn_ended(&mut self, engine: &E, s: &E::State) {
        self.look(s);
        engine.observe(s, Seat::A, &mut self.metrics);
        let turn = usize::from(E::core(s).turn[0].saturating_sub(1));
        if turn >= self.tally.turns.len() {
            self.tally.turns.resize_with(turn + 1, super::TurnTally::default);
        }
        let row = &mut self.tally.turns[turn];
        row.metrics.resize_with(self.metrics.len(), super::Histogram::default);
        for (histogram, value) in row.metrics.iter_mut().zip(&self.metrics) {
            histogram.add(*value);
        }
        row.played.add(self.played);
        self.played = 0;
    }
}

impl<E: Engine> Recorder for Watch<'_, E> {
    #[inline]
    fn stage(&mut self, _: Seat, _: u16, _: &'static str) {}
    #[inline]
    fn say(&mut self, _: impl FnOnce() -> String) {}

    #[inline]
    fn played(&mut self, seat: Seat, kind: Kind) {
        if seat == Seat::A {
            self.played += 1;
            self.tally.played[usize::from(kind)] += 1;
        }
    }

    #[inline]
    fn returned(&mut self, seat: Seat) {
        self.returned += i32::from(seat == Seat::A);
    }
}
