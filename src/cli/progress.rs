//! Progress of long work.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// A progress bar on standard error, on a terminal only, once a run lasts longer than a second.
pub(crate) struct Progress {
    bar: Option<indicatif::ProgressBar>,
    shown: bool,
    total: u64,
    done: u64,
    start: Instant,
}

impl Progress {
    /// Of so much work. `shown` is false where the output itself moves on the same terminal.
    pub fn new(total: u64, shown: bool) -> Self {
        let shown = shown && std::io::stderr().is_terminal();
        Progress { bar: None, shown, total, done: 0, start: Instant::now() }
    }

    /// So much more is done.
    pub fn advance(&mut self, by: u64) {
        self.done += by;
        if self.bar.is_none() && self.shown && self.start.elapsed() > Duration::from_secs(1) {
            self.bar = Some(indicatif::ProgressBar::new(self.total));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        }
    }

    /// The bar is taken away.
    pub fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
