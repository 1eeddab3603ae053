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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(values: &[i32]) -> Histogram {
        let mut out = Histogram::default();
        values.iter().for_each(|&v| out.add(v));
        out
    }

    #[test]
    fn a_histogram_of_nothing_is_0() {
        let none = Histogram::default();
        assert_eq!((none.total(), none.percentile(50), none.values().count()), (0, 0, 0));
        assert!(none.mean().abs() < f64::EPSILON);
    }

    #[test]
    fn percentiles_are_values_that_came() {
        let ten = of(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!((ten.percentile(10), ten.percentile(11), ten.percentile(50)), (1, 2, 5));
        assert_eq!((ten.percentile(90), ten.percentile(91), ten.percentile(100)), (9, 10, 10));
        assert_eq!(ten.percentile(0), 1);
        assert!((ten.mean() - 5.5).abs() < 1e-12);
        let skewed = of(&[-3, -3, -3, 40]);
        assert_eq!((skewed.percentile(75), skewed.percentile(76)), (-3, 40));
        assert_eq!(skewed.values().collect::<Vec<_>>(), [(-3, 3), (40, 1)]);
        assert!((skewed.mean() - 7.75).abs() < 1e-12);
    }

    #[test]
    fn values_out_of_reach_count_as_the_nearest() {
        let (low, high) = (Histogram::LOWEST, Histogram::HIGHEST);
        let edge = of(&[low, low - 1, i32::MIN, high, high + 1, i32::MAX]);
        assert_eq!(edge.values().collect::<Vec<_>>(), [(low, 3), (high, 3)]);
    }

    proptest! {
        #[test]
        fn histograms_of_parts_add_up(a in prop::collection::vec(-70..2000i32, 0..30), b in prop::collection::vec(-70..2000i32, 0..30)) {
            let mut parts = of(&a);
            parts.merge(&of(&b));
            let whole = of(&[a.clone(), b.clone()].concat());
            prop_assert_eq!(&parts, &whole);
            let mut swapped = of(&b);
            swapped.merge(&of(&a));
            prop_assert_eq!(&swapped, &whole);
            prop_assert_eq!(whole.total(), (a.len() + b.len()) as u64);
        }

        #[test]
        fn a_percentile_is_the_smallest_value_that_enough_do_not_exceed(mut values in prop::collection::vec(-20..60i32, 1..40), percent in 1..=100u64) {
            let found = of(&values).percentile(percent);
            values.sort_unstable();
            // The value at the rank: enough of all are at or below it, and too few below any smaller one.
            let rank = (values.len() as u64 * percent).div_ceil(100).max(1);
            prop_assert_eq!(found, values[usize::try_from(rank - 1).expect("a rank")]);
        }
    }

    #[test]
    fn tallies_of_parts_add_up_whatever_their_length() {
        let turn = |value| TurnTally { metrics: vec![of(&[value])], played: of(&[1]) };
        let mut one =
            Tally { games: 2, turns: vec![turn(3)], goals: vec![vec![1]], stuck: vec![1, 0], ..Tally::default() };
        one.endings = vec![EndingTally { won: vec![0, 1], ..EndingTally::default() }];
        let mut two =
            Tally { games: 1, turns: vec![turn(4), turn(5)], goals: vec![vec![0, 2], vec![7]], ..Tally::default() };
        two.endings = vec![EndingTally { won: vec![1], lost: vec![2], drawn: vec![0, 0, 3] }];
        two.stuck = vec![0, 0, 5];
        let (mut left, mut right) = (one.clone(), two.clone());
        left.merge(&two);
        right.merge(&one);
        assert_eq!(left, right);
        assert_eq!((left.games, left.goals.clone(), left.stuck.clone()), (3, vec![vec![1, 2], vec![7]], vec![1, 0, 5]));
        assert_eq!(left.endings[0], EndingTally { won: vec![1, 1], lost: vec![2], drawn: vec![0, 0, 3] });
        assert_eq!(left.turns[0].metrics[0], of(&[3, 4]));
        assert_eq!((left.turns.len(), left.turns[1].played.total()), (2, 1));
    }
}
