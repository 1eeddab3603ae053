//! Against exact fractions of large whole numbers, against counting all hands, and against known values.

use proptest::prelude::*;

use super::*;

/// A large whole number, lowest digits first.
#[derive(Clone)]
struct Big(Vec<u32>);

impl Big {
    fn times(&mut self, by: u32) {
        let mut carry = 0u64;
        for digit in &mut self.0 {
            carry += u64::from(*digit) * u64::from(by);
            *digit = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// The division must leave nothing.
    fn over(&mut self, by: u32) {
        let mut rest = 0u64;
        for digit in self.0.iter_mut().rev() {
            rest = rest << 32 | u64::from(*digit);
            *digit = (rest / u64::from(by)) as u32;
            rest %= u64::from(by);
        }
        assert_eq!(rest, 0);
    }

    /// C(n, k)
    fn ways(n: u32, k: u32) -> Big {
        let mut out = Big(vec![1]);
        for i in 0..k {
            out.times(n - i);
            out.over(i + 1);
        }
        out
    }

    fn product(&self, other: &Big) -> Big {
        let mut out = vec![0u32; self.0.len() + other.0.len()];
        for (i, &a) in self.0.iter().enumerate() {
            let mut carry = 0u64;
            for (j, &b) in other.0.iter().enumerate() {
                carry += u64::from(a) * u64::from(b) + u64::from(out[i + j]);
                out[i + j] = carry as u32;
                carry >>= 32;
            }
            out[i + other.0.len()] = carry as u32;
        }
        Big(out)
    }

    fn plus(&mut self, other: &Big) {
        let length = self.0.len().max(other.0.len()) + 1;
        self.0.resize(length, 0);
        let mut carry = 0u64;
        for (i, digit) in self.0.iter_mut().enumerate() {
            carry += u64::from(*digit) + u64::from(other.0.get(i).copied().unwrap_or(0));
            *digit = carry as u32;
            carry >>= 32;
        }
    }

    /// The leading digits as a number below 2^96, and how many digits follow.
    fn lead(&self) -> (f64, i32) {
        let top = self.0.iter().rposition(|&d| d != 0).map_or(0, |at| at + 1);
        let from = top.saturating_sub(3);
        let lead = self.0[from..top].iter().rev().fold(0.0, |sum, &d| sum * 4_294_967_296.0 + f64::from(d));
        (lead, i32::try_from(from).expect("digits"))
    }

    fn quotient(&self, other: &Big) -> f64 {
        let ((a, i), (b, j)) = (self.lead(), other.lead());
        a / b * 2f64.powi(32 * (i - j))
    }
}

/// P(X >= k) as a fraction of whole numbers, rounded once.
fn exact(population: u32, successes: u32, draws: u32, k: u32) -> f64 {
    let low = (draws + successes).saturating_sub(population);
    let mut sum = Big(vec![0]);
    for i in k.max(low)..=successes.min(draws) {
        sum.plus(&Big::ways(successes, i).product(&Big::ways(population - successes, draws - i)));
    }
    sum.quotient(&Big::ways(population, draws))
}

fn near(left: f64, right: f64, most: f64) {
    assert!((left - right).abs() < most, "{left} is not {right}");
}

#[test]
fn odds_large_decks_agree_with_exact_fractions() {
    let cases = [
        (60, 20, 7, 3),
        (99, 37, 40, 17),
        (250, 120, 100, 48),
        (1000, 500, 300, 160),
        (1000, 3, 999, 3),
        (10_000, 40, 70, 1),
        (10_000, 100, 500, 6),
        (10_000, 5000, 200, 101),
        (10_000, 9_999, 100, 100),
        (10_000, 60, 10_000, 60),
    ];
    for (population, successes, draws, k) in cases {
        let value = hypergeometric_at_least(population, successes, draws, k);
        near(value, exact(population, successes, draws, k), 1e-12);
    }
    // Far out, the error is small against the value itself.
    let rare = hypergeometric_at_least(10_000, 100, 500, 30);
    near(rare / exact(10_000, 100, 500, 30), 1.0, 1e-11);
}

#[test]
fn odds_known_values() {
    near(hypergeometric_at_least(40, 4, 5, 1), 0.427071, 5e-7);
    near(hypergeometric_at_least(30, 1, 5, 1), 5.0 / 30.0, 1e-15);
    near(hypergeometric_at_least(30, 3, 5, 1), 88.0 / 203.0, 1e-15);
    near(hypergeometric_at_least(40, 3, 5, 1), 0.337551, 5e-7);
    near(hypergeometric_at_least(40, 3, 7, 1), 0.447773, 5e-7);
    near(hypergeometric_at_least(30, 2, 5, 1), 0.310345, 5e-7);
    near(hypergeometric_at_least(30, 2, 10, 1), 0.563218, 5e-7);
    near(mulligan_at_least(10, 1, 5, 5, 1), 0.75, 1e-15);
}

#[test]
fn odds_borders_of_what_can_be_asked() {
    assert_eq!(hypergeometric_at_least(0, 0, 0, 0), 1.0);
    assert_eq!(hypergeometric_at_least(0, 0, 5, 1), 0.0);
    assert_eq!(hypergeometric_at_least(40, 3, 0, 1), 0.0);
    assert_eq!(hypergeometric_at_least(40, 3, 5, 0), 1.0);
    assert_eq!(hypergeometric_at_least(40, 3, 5, 4), 0.0);
    assert_eq!(hypergeometric_at_least(40, 3, 40, 3), 1.0);
    assert_eq!(hypergeometric_at_least(40, 3, 38, 1), 1.0, "only two cards are not seen");
    assert!(hypergeometric_at_least(40, 3, 37, 1) < 1.0);
    assert_eq!(hypergeometric_at_least(40, 3, 90, 3), 1.0, "more than all cards are all");
    assert_eq!(hypergeometric_at_least(40, 90, 5, 5), 1.0);
    assert_eq!(hypergeometric_at_least(u32::MAX, u32::MAX, u32::MAX, u32::MAX), 1.0);
    assert_eq!(binomial_at_least(0, 0, 5, 1), 0.0);
    assert_eq!(binomial_at_least(30, 30, 5, 5), 1.0);
    assert_eq!(binomial_at_least(30, 0, 5, 1), 0.0);
    assert_eq!(binomial_at_least(30, 40, 5, 6), 0.0);
    near(binomial_at_least(30, 3, 5, 1), 1.0 - 0.9f64.powi(5), 1e-15);
    near(binomial_at_least(2, 1, 4, 2), 11.0 / 16.0, 1e-15);
}

#[test]
fn odds_of_a_mulligan_by_hand() {
    // One of 10 by the 7th card: in the first five, or among five new and two more of the ten.
    near(mulligan_at_least(10, 1, 5, 7, 1), 0.5 + 0.5 * 0.7, 1e-15);
    // No hand, no mulligan.
    near(mulligan_at_least(40, 3, 0, 7, 1), hypergeometric_at_least(40, 3, 7, 1), 1e-15);
    assert_eq!(mulligan_at_least(10, 1, 5, 0, 1), 0.0);
    assert_eq!(mulligan_at_least(3, 3, 5, 5, 3), 1.0);
    // Two of 4 in a hand of 2 by hand: 1/6 at once; 4/6 with one kept and 1/3 for the other; 1/6 with none and 1/6 anew.
    near(mulligan_at_least(4, 2, 2, 2, 2), 1.0 / 6.0 + 4.0 / 18.0 + 1.0 / 36.0, 1e-15);
}

#[test]
fn odds_questions_that_have_no_answer_say_why() {
    let copies = |groups, count| Copies { groups, count };
    let ask = |cards: &[Copies], at_least: &[u32]| Question {
        cards: cards.to_vec(),
        at_least: at_least.to_vec(),
        ..Question::default()
    };
    assert_eq!(ask(&[], &[1; 33]).probability(5), Err(OddsError::TooManyGroups));
    assert_eq!(ask(&[copies(1, u32::MAX), copies(0, 1)], &[1]).probability(5), Err(OddsError::TooManyCards));
    assert_eq!(ask(&[copies(1, 9)], &[999; 32]).probability(5), Err(OddsError::TooManyStates));
    let two = Question { mulligan: Some(5), ..ask(&[copies(1, 9), copies(2, 9)], &[1, 1]) };
    assert_eq!(two.probability(5), Err(OddsError::MulliganOfSeveralGroups));
    let back = Question { drawing: Drawing::Replaced, ..ask(&[copies(1, 9)], &[1]) };
    assert_eq!(Question { mulligan: Some(5), ..back }.probability(5), Err(OddsError::MulliganWithReplacement));
    assert_eq!(ask(&[], &[]).probability(5), Ok(1.0));
    assert_eq!(ask(&[], &[1]).probability(5), Ok(0.0));
    assert_eq!(ask(&[copies(1, 9)], &[0, 0]).probability(5), Ok(1.0));
    assert_eq!(ask(&[copies(1, 9)], &[1, 1]).probability(5), Ok(0.0), "a group without cards");
}

#[test]
fn odds_table_has_a_row_for_each_number_of_cards_seen() {
    let cards = vec![Copies { groups: 1, count: 3 }, Copies { groups: 0, count: 37 }];
    let question = Question { cards, at_least: vec![1], ..Question::default() };
    let table = question.table(5..=7).expect("a table");
    assert_eq!(table.rows.iter().map(|r| r.seen).collect::<Vec<_>>(), [5, 6, 7]);
    near(table.rows[0].probability, 0.337551, 5e-7);
    near(table.rows[2].probability, 0.447773, 5e-7);
    let mulligan = Question { mulligan: Some(7), ..question };
    near(mulligan.probability(7).expect("an answer"), mulligan_at_least(40, 3, 7, 7, 1), 1e-15);
}

/// Counts all ways to see cards one after the other.
fn counted(question: &Question, seen: u32) -> f64 {
    fn walk(left: &mut [Copies], have: &mut [u32], at_least: &[u32], seen: u32, back: bool) -> (f64, f64) {
        if seen == 0 {
            let holds = have.iter().zip(at_least).all(|(h, least)| h >= least);
            return (f64::from(u8::from(holds)), 1.0);
        }
        let (mut good, mut all) = (0.0, 0.0);
        for at in 0..left.len() {
            let Copies { groups, count } = left[at];
            if count == 0 {
                continue;
            }
            left[at].count -= u32::from(!back);
            (0..).zip(have.iter_mut()).for_each(|(g, h)| *h += groups >> g & 1);
            let (g, a) = walk(left, have, at_least, seen - 1, back);
            (0..).zip(have.iter_mut()).for_each(|(g, h)| *h -= groups >> g & 1);
            left[at].count = count;
            good += g * f64::from(count);
            all += a * f64::from(count);
        }
        (good, all)
    }
    let mut have = vec![0; question.at_least.len()];
    let back = question.drawing == Drawing::Replaced;
    let (good, all) = walk(&mut question.cards.clone(), &mut have, &question.at_least, seen, back);
    good / all
}

proptest! {
    #[test]
    fn odds_of_groups_that_overlap_agree_with_counting_all_hands(
        cards in prop::collection::vec((0u32..8, 1u32..4), 1..6),
        at_least in prop::collection::vec(0u32..3, 1..4),
        seen in 0u32..6,
        back in any::<bool>(),
    ) {
        let cards: Vec<Copies> = cards.into_iter().map(|(groups, count)| Copies { groups, count }).collect();
        let drawing = if back { Drawing::Replaced } else { Drawing::Kept };
        let seen = if back { seen } else { seen.min(cards.iter().map(|c| c.count).sum()) };
        let question = Question { cards, at_least, drawing, mulligan: None };
        let value = question.probability(seen).expect("an answer");
        prop_assert!((value - counted(&question, seen)).abs() < 1e-12, "{value} {}", counted(&question, seen));
    }

    #[test]
    fn odds_of_one_group_are_those_of_its_number(
        population in 0u32..200, successes in 0u32..200, draws in 0u32..220, k in 0u32..12, back in any::<bool>(),
    ) {
        let successes = successes.min(population);
        let cards = vec![Copies { groups: 5, count: successes }, Copies { groups: 2, count: population - successes }];
        let drawing = if back { Drawing::Replaced } else { Drawing::Kept };
        let question = Question { cards, at_least: vec![k, 0, k], drawing, mulligan: None };
        let one = if back { binomial_at_least } else { hypergeometric_at_least };
        let (value, single) = (question.probability(draws).expect("an answer"), one(population, successes, draws, k));
        prop_assert!((value - single).abs() < 1e-12, "{value} {single}");
        prop_assert!((0.0..=1.0).contains(&value));
    }

    #[test]
    fn odds_agree_with_exact_fractions(population in 1u32..120, successes in 0u32..120, draws in 0u32..120, k in 0u32..30) {
        let (successes, draws) = (successes.min(population), draws.min(population));
        let (value, right) = (hypergeometric_at_least(population, successes, draws, k), exact(population, successes, draws, k));
        prop_assert!((value - right).abs() < 1e-12, "{value} {right}");
    }

    #[test]
    fn odds_rise_with_cards_seen_and_with_a_mulligan(population in 1u32..80, successes in 0u32..20, hand in 0u32..9, k in 0u32..5) {
        let at = |seen| mulligan_at_least(population, successes, hand, seen, k);
        for seen in hand..hand + 6 {
            prop_assert!(at(seen) <= at(seen + 1) + 1e-12);
            prop_assert!(at(seen) + 1e-12 >= hypergeometric_at_least(population, successes, seen, k));
        }
    }
}
