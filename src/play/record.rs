//! What a game tells while it runs: nothing in a long run, a readable log in a trace.

use super::{Kind, Seat};

/// Hears what happens. Texts are made only if somebody listens.
pub trait Recorder {
    /// A stage of a turn begins. Turns are counted from 1 for each seat; 0 is the set-up.
    fn stage(&mut self, seat: Seat, turn: u16, name: &'static str);
    /// Something happened, in words.
    fn say(&mut self, text: impl FnOnce() -> String);
    /// A seat played a card from its hand.
    fn played(&mut self, seat: Seat, kind: Kind);
    /// A seat gave a card of its first hand back in the mulligan.
    fn returned(&mut self, _seat: Seat) {}
}

/// Listens to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Recorder for Quiet {
    #[inline]
    fn stage(&mut self, _: Seat, _: u16, _: &'static str) {}
    #[inline]
    fn say(&mut self, _: impl FnOnce() -> String) {}
    #[inline]
    fn played(&mut self, _: Seat, _: Kind) {}
}

/// One line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Whose turn it is.
    pub seat: Seat,
    /// The turn, from 1; 0 is the set-up.
    pub turn: u16,
    /// The stage.
    pub stage: &'static str,
    /// What happened.
    pub text: String,
}

/// Writes everything down.
#[derive(Clone, Debug)]
pub struct Log {
    /// The lines so far.
    pub lines: Vec<LogLine>,
    seat: Seat,
    turn: u16,
    stage: &'static str,
}

impl Default for Log {
    fn default() -> Self {
        Log { lines: Vec::new(), seat: Seat::A, turn: 0, stage: "set-up of the game" }
    }
}

impl Log {
    /// The stage of the turn.
    #[must_use]
    pub fn stage_now(&self) -> &'static str {
        self.stage
    }
}

impl Recorder for Log {
    fn stage(&mut self, seat: Seat, turn: u16, name: &'static str) {
        (self.seat, self.turn, self.stage) = (seat, turn, name);
    }

    fn say(&mut self, text: impl FnOnce() -> String) {
        self.lines.push(LogLine { seat: self.seat, turn: self.turn, stage: self.stage, text: text() });
    }

    fn played(&mut self, _: Seat, _: Kind) {}
}
