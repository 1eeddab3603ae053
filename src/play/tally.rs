//! What many games came to: whole numbers only, so tallies of parts add up to the tally of the whole, in any order.

use serde::{Deserialize, Serialize};

/// Counts of a number by value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Histogram {
    /// How often each value came, from [`Histogram::LOWEST`] on.
    counts: Vec<u64>,
}

impl Histogram {
    /// The lowest value that is told apart; lower ones count as it.
    pub const LOWEST: i32 = -64;
    /// The highest value that is told apart; higher ones count as it.
    pub const HIGHEST: i32 = 1983;

    /// Counts a value.
    #[inline]
    pub fn add(&mut self, value: i32) {
        let index = (value.clamp(Self::LOWEST, Self::HIGHEST) - Self::LOWEST) as usize;
        if index >= self.counts.len() {
            self.counts.resize(index + 1, 0);
        }
        self.counts[index] += 1;
    }

    /// How many values there were.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The values that came with how often, lowest first.
    pub fn values(&self) -> impl Iterator<Item = (i32, u64)> + '_ {
        let value = |i: usize| i32::try_from(i).unwrap_or(i32::MAX) + Self::LOWEST;
        self.counts.iter().enumerate().filter(|(_, n)| **n > 0).map(move |(i, n)| (value(i), *n))
    }

    /// The arithmetic mean; 0 of nothing.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "sums stay far below 2^52")]
    pub fn mean(&self) -> f64 {
        let sum: i64 = self.values().map(|(v, n)| i64::from(v) * i64::try_from(n).unwrap_or(i64::MAX)).sum();
        match self.total() {
            0 => 0.0,
            n => sum as f64 / n as f64,
        }
    }

    /// The smallest value that at least this share (in percent) of all values do not exceed; 0 of nothing.
    #[must_use]
    pub fn percentile(&self, percent: u64) -> i32 {
        let total = self.total();
        let mut seen = 0;
        for (value, n) in self.values() {
            seen += n;
            if u128::from(seen) * 100 >= u128::from(total) * u128::from(percent) {
                return value;
            }
        }
        0
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Histogram) {
        add_all(&mut self.counts, &other.counts);
    }
}

/// Adds numbers place by place; the shorter list counts as filled up with zeros.
fn add_all(into: &mut Vec<u64>, from: &[u64]) {
    if into.len() < from.len() {
        into.resize(from.len(), 0);
    }
    for (a, b) in into.iter_mut().zip(from) {
        *a += b;
    }
}

/// What a turn of the first seat came to, over all games that reached its end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnTally {
    /// The engine's metrics at the end of the turn.
    pub metrics: Vec<Histogram>,
    /// Cards that the seat played in the turn.
    pub played: Histogram,
}

/// How often an ending came.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndingTally {
    /// The first seat won, by its turn.
    pub won: Vec<u64>,
    /// The first seat lost, by its turn.
    pub lost: Vec<u64>,
    /// Nobody won, by the first seat's turn.
    pub drawn: Vec<u64>,
}

/// What many games came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// How many games.
    pub games: u64,
    /// Cards in the opening hand.
    pub opening_size: Histogram,
    /// Cards of each group in the opening hand, in the order of the job's groups.
    pub opening_groups: Vec<Histogram>,
    /// Decisions of the mulligan that gave a card back.
    pub returned: Histogram,
    /// By turn, the first at index 0.
    pub turns: Vec<TurnTally>,
    /// By [`super::Engine::ENDINGS`].
    pub endings: Vec<EndingTally>,
    /// Goals: by turn in which it was first reached, index 0 for the opening hand.
    pub goals: Vec<Vec<u64>>,
    /// By kind: in how many games the card was in the opening hand or came to it later and was still there at the end.
    pub stuck: Vec<u64>,
    /// By kind: how many copies were played.
    pub played: Vec<u64>,
}

impl Tally {
    /// Adds the games of another.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.opening_size.merge(&other.opening_size);
        self.returned.merge(&other.returned);
        merge_each(&mut self.opening_groups, &other.opening_groups, Histogram::merge);
        merge_each(&mut self.turns, &other.turns, |a, b| {
            merge_each(&mut a.metrics, &b.metrics, Histogram::merge);
            a.played.merge(&b.played);
        });
        merge_each(&mut self.endings, &other.endings, |a, b| {
            add_all(&mut a.won, &b.won);
            add_all(&mut a.lost, &b.lost);
            add_all(&mut a.drawn, &b.drawn);
        });
        merge_each(&mut self.goals, &other.goals, |a, b| add_all(a, b));
        add_all(&mut self.stuck, &other.stuck);
        add_all(&mut self.played, &other.played);
    }
}

fn merge_each<T: Default + Clone>(into: &mut Vec<T>, from: &[T], merge: impl Fn(&mut T, &T)) {
    if into.len() < from.len() {
        into.resize(from.len(), T::default());
    }
    for (a, b) in into.iter_mut().zip(from) {
        merge(a, b);
    }
}

/// Counts one at an index, growing the list.
pub(super) fn bump(list: &mut Vec<u64>, index: usize) {
    if index >= list.len() {
        list.resize(index + 1, 0);
    }
    list[index] += 1;
}
