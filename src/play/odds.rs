//! Exact odds of drawing: hypergeometric, for several groups of cards at once, with and without replacement, and with a
//! mulligan. All values are shares from 0 to 1 with a relative error near that of `f64`: nothing is sampled, and no
//! large number is formed on the way.

pub use super::deal::Draws;
use super::{Kind, Kit, MaskId};

/// Cards that belong to the same of the groups that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    /// Bit `g`: the cards belong to group `g`.
    pub(super) groups: u32,
    /// How many such cards are in the deck.
    pub(super) count: u32,
}

/// What is asked: of each group at least so many cards among those that are seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The cards by the groups that they belong to; those of no group are in no class.
    pub(super) classes: Vec<Class>,
    /// Cards in the deck.
    pub(super) total: u32,
    /// How many of each group.
    pub(super) needs: Vec<u16>,
}

impl Question {
    /// About a deck: `member(card, group)` says whether the card at this place of the deck belongs to a group. At most 32
    /// groups are told apart.
    pub fn new(total: usize, needs: &[u16], member: impl Fn(usize, usize) -> bool) -> Question {
        let mut classes: Vec<Class> = Vec::new();
        for card in 0..total {
            let groups = (0..needs.len().min(32)).fold(0, |bits, g| bits | u32::from(member(card, g)) << g);
            match classes.iter_mut().find(|c| c.groups == groups) {
                _ if groups == 0 => {}
                Some(class) => class.count += 1,
                None => classes.push(Class { groups, count: 1 }),
            }
        }
        let total = u32::try_from(total).unwrap_or(u32::MAX);
        Question { classes, total, needs: needs.to_vec() }
    }

    /// About the deck of a seat, with a mask for each group.
    #[must_use]
    pub fn of(kit: &Kit, list: &[Kind], groups: &[(MaskId, u16)]) -> Question {
        let needs: Vec<u16> = groups.iter().map(|(_, n)| *n).collect();
        Question::new(list.len(), &needs, |card, group| kit.allows(Some(groups[group].0), list[card]))
    }

    /// Cards in the deck.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.total
    }

    /// How many cards of the deck belong to a group.
    #[must_use]
    pub fn members(&self, group: usize) -> u32 {
        self.classes.iter().filter(|c| c.groups >> group & 1 == 1).map(|c| c.count).sum()
    }

    /// About how many steps an answer takes: states of the needs, times the cards seen, times the classes of cards, and with
    /// a mulligan once for each first hand. Beyond some 10^8 an answer takes minutes and gigabytes.
    #[must_use]
    pub fn steps(&self, seen: u32, mulligan: Option<u32>) -> u128 {
        let seen = u128::from(seen.min(self.total)) + 1;
        let states = self.needs.iter().fold(1u128, |n, need| n.saturating_mul(u128::from(*need) + 1));
        let classes = self.classes.len() as u128 + 1;
        let one = states.saturating_mul(seen).saturating_mul(classes);
        let hands = mulligan.map_or(1, |hand| {
            // C(hand + classes, classes): so many ways to part a hand among the classes, or fewer.
            (1..=classes).fold(1u128, |n, i| n.saturating_mul(u128::from(hand) + i) / i)
        });
        one.saturating_mul(hands)
    }

    /// The share of ways to see `seen` cards of the shuffled deck that fulfil every need: the multivariate hypergeometric
    /// distribution, summed over all that fulfil. More cards than there are count as all of them.
    #[must_use]
    pub fn share(&self, seen: u32) -> f64 {
        self.sum(&self.classes, self.total, seen.min(self.total), &self.needs, hypergeometric)
    }

    /// The same where each card seen goes back before the next: the multinomial distribution.
    #[must_use]
    pub fn share_with_replacement(&self, seen: u32) -> f64 {
        if self.total == 0 {
            return f64::from(u8::from(self.needs.iter().all(|n| *n == 0)));
        }
        self.sum(&self.classes, self.total, seen, &self.needs, binomial)
    }

    /// The share where a player sees a hand of `hand` cards, keeps those of the groups that are asked for, shuffles the
    /// others back into the deck, draws as many again, and then sees more cards up to `seen` in all. `seen` counts the
    /// cards of the hand that is kept, so it is at least `hand`.
    #[must_use]
    pub fn share_with_mulligan(&self, hand: u32, seen: u32) -> f64 {
        let hand = hand.min(self.total);
        let more = seen.max(hand) - hand;
        let mut out = 0.0;
        let mut kept = vec![0; self.classes.len()];
        self.hands(0, self.total, hand, 1.0, &mut kept, &mut |kept, p| {
            let all: u32 = kept.iter().sum();
            let classes: Vec<Class> =
                self.classes.iter().zip(kept).map(|(c, k)| Class { count: c.count - k, ..*c }).collect();
            let needs = self.classes.iter().zip(kept).fold(self.needs.clone(), |n, (c, k)| lessen(&n, c.groups, *k));
            let total = self.total - all;
            out += p * self.sum(&classes, total, (hand - all + more).min(total), &needs, hypergeometric);
        });
        out
    }

    /// Goes through all first hands by how many cards of each class are in them, with their shares.
    fn hands(
        &self,
        class: usize,
        population: u32,
        draws: u32,
        share: f64,
        kept: &mut Vec<u32>,
        each: &mut dyn FnMut(&[u32], f64),
    ) {
        let Some(Class { count, .. }) = self.classes.get(class).copied() else {
            return each(kept, share);
        };
        for (k, p) in hypergeometric(population, count, draws) {
            kept[class] = k;
            self.hands(class + 1, population - count, draws - k, share * p, kept, each);
        }
        kept[class] = 0;
    }

    /// Goes class by class; a state is how many draws are left for the other classes and what is still needed. What no
    /// class takes falls on cards of no group.
    fn sum(
        &self,
        classes: &[Class],
        population: u32,
        seen: u32,
        needs: &[u16],
        distribution: fn(u32, u32, u32) -> Vec<(u32, f64)>,
    ) -> f64 {
        // What is needed is one number: of mixed radix, one digit a group. 0 is nothing.
        let radix: Vec<usize> = needs.iter().map(|n| usize::from(*n) + 1).collect();
        let states: usize = radix.iter().product();
        let width = seen as usize + 1;
        let mut now = vec![0.0; width * states];
        let mut next = now.clone();
        // All is needed at first, which is the highest number.
        now[seen as usize * states + states - 1] = 1.0;
        let mut population = population;
        for class in classes {
            // What is needed after one card of the class.
            let after: Vec<usize> = (0..states).map(|state| lessened(state, &radix, class.groups)).collect();
            next.fill(0.0);
            for draws in 0..width {
                let row = &now[draws * states..(draws + 1) * states];
                if row.iter().all(|share| *share == 0.0) {
                    continue;
                }
                let drawn = distribution(population, class.count, u32::try_from(draws).unwrap_or(u32::MAX));
                for (state, share) in row.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                    let (mut left, mut at) = (state, 0);
                    for &(k, p) in &drawn {
                        while at < k && left != after[left] {
                            left = after[left];
                            at += 1;
                        }
                        at = k;
                        next[(draws - k as usize) * states + left] += share * p;
                    }
                }
            }
            std::mem::swap(&mut now, &mut next);
            population -= class.count;
        }
        now.iter().step_by(states).sum::<f64>().min(1.0)
    }
}

/// What is needed after a card of these groups, as numbers of mixed radix.
fn lessened(state: usize, radix: &[usize], groups: u32) -> usize {
    let (mut rest, mut unit, mut out) = (state, 1, 0);
    for (group, radix) in radix.iter().enumerate() {
        let digit = rest % radix;
        let one = usize::from(groups >> group & 1 == 1);
        out += digit.saturating_sub(one) * unit;
        rest /= radix;
        unit *= radix;
    }
    out
}

/// What is needed after so many cards of these groups.
fn lessen(needs: &[u16], groups: u32, k: u32) -> Vec<u16> {
    let k = u16::try_from(k).unwrap_or(u16::MAX);
    needs.iter().enumerate().map(|(g, n)| if groups >> g & 1 == 1 { n.saturating_sub(k) } else { *n }).collect()
}

/// The distribution of how many of `marked` cards are among `draws` drawn from `population`: values with a share above 0.
fn hypergeometric(population: u32, marked: u32, draws: u32) -> Vec<(u32, f64)> {
    let low = (draws + marked).saturating_sub(population);
    let high = marked.min(draws);
    let (n, m, d) = (f64::from(population), f64::from(marked), f64::from(draws));
    // P(k + 1) / P(k)
    outward(low, high, (d + 1.0) * (m + 1.0) / (n + 2.0), |k| (m - k) * (d - k) / ((k + 1.0) * (n - m - d + k + 1.0)))
}

/// The same with replacement.
fn binomial(population: u32, marked: u32, draws: u32) -> Vec<(u32, f64)> {
    if marked >= population {
        return vec![(draws, 1.0)];
    }
    let (p, d) = (f64::from(marked) / f64::from(population), f64::from(draws));
    outward(0, draws, (d + 1.0) * p, |k| (d - k) * p / ((k + 1.0) * (1.0 - p)))
}

/// A distribution from the ratios of neighbours: from its mode outward, so that nothing overflows, then divided by the sum.
fn outward(low: u32, high: u32, mode: f64, ratio: impl Fn(f64) -> f64) -> Vec<(u32, f64)> {
    // A mode is small and not negative.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let mode = (mode.floor() as u32).clamp(low, high);
    let mut out: Vec<(u32, f64)> = vec![(mode, 1.0)];
    let mut weight = 1.0;
    for k in mode..high {
        weight *= ratio(f64::from(k));
        out.push((k + 1, weight));
    }
    weight = 1.0;
    for k in (low..mode).rev() {
        weight /= ratio(f64::from(k));
        out.push((k, weight));
    }
    out.sort_unstable_by_key(|(k, _)| *k);
    let sum: f64 = out.iter().map(|(_, w)| w).sum();
    out.retain(|(_, w)| *w > 0.0);
    out.iter_mut().for_each(|(_, w)| *w /= sum);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, error: f64) -> bool {
        (a - b).abs() <= error
    }

    fn one(total: usize, copies: usize, least: u16) -> Question {
        Question::new(total, &[least], |card, _| card < copies)
    }

    /// C(n, k) in whole numbers.
    fn choose(n: u128, k: u128) -> u128 {
        (0..k).fold(1, |c, i| c * (n - i) / (i + 1))
    }

    #[test]
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn odds_are_those_of_whole_numbers() {
        for (total, copies, seen) in [(40u32, 4u32, 5u32), (60, 4, 7), (30, 1, 5), (17, 9, 8), (12, 12, 3), (9, 0, 4)] {
            for least in 0..=5u16 {
                let all = choose(u128::from(total), u128::from(seen));
                let hit: u128 = (u32::from(least)..=copies.min(seen))
                    .filter(|k| seen - k <= total - copies)
                    .map(|k| {
                        choose(u128::from(copies), u128::from(k))
                            * choose(u128::from(total - copies), u128::from(seen - k))
                    })
                    .sum();
                let exact = hit as f64 / all as f64;
                let share = one(total as usize, copies as usize, least).share(seen);
                assert!(close(share, exact, 1e-13), "{total} {copies} {seen} {least}: {share} {exact}");
            }
        }
    }

    #[test]
    fn members_of_groups_that_overlap_are_counted_in_each() {
        let question = Question::new(10, &[1, 1, 1], |card, group| [card < 4, card >= 3, false][group]);
        assert_eq!([0, 1, 2].map(|group| question.members(group)), [4, 7, 0]);
        assert_eq!(question.total(), 10);
    }

    /// (1+1)(2+1) states, 5+1 numbers of cards seen, 3 classes of wanted cards and the rest; with a mulligan C(5+4, 4) hands.
    #[test]
    fn steps_are_counted_before_they_are_taken() {
        let question = Question::new(10, &[1, 2], |card, group| [card < 4, (3..8).contains(&card)][group]);
        assert_eq!(question.steps(5, None), 6 * 6 * 4);
        assert_eq!(question.steps(10, None), question.steps(11, None), "more than all is all");
        assert_eq!(question.steps(5, Some(5)), 6 * 6 * 4 * 126);
    }

    #[test]
    fn odds_of_the_games() {
        // A four-of in the opening five: 40, 50 and 60 cards.
        assert!(close(one(40, 4, 1).share(5), 0.427_071, 5e-7));
        assert!(close(one(50, 4, 1).share(5), 0.353_0, 5e-5));
        assert!(close(one(60, 4, 1).share(5), 0.300_6, 5e-5));
        // One card of 30 among 5, without and with replacement.
        assert!(close(one(30, 1, 1).share(5), 1.0 / 6.0, 1e-15));
        assert!(close(one(30, 1, 1).share_with_replacement(5), 1.0 - (29.0f64 / 30.0).powi(5), 1e-15));
        // Three of 30 in 5, two of 30 in 5 and in 10.
        assert!(close(one(30, 3, 1).share(5), 88.0 / 203.0, 1e-15));
        assert!(close(one(30, 2, 1).share(5), 0.310_345, 5e-7));
        assert!(close(one(30, 2, 1).share(10), 0.563_218, 5e-7));
        // Three of 40 in 5, 7, 9 and 11, and one of 40 in 5.
        for (seen, share) in [(5, 0.337_55), (7, 0.447_77), (9, 0.545_04), (11, 0.630_16)] {
            assert!(close(one(40, 3, 1).share(seen), share, 5e-6), "{seen}");
        }
        assert!(close(one(40, 1, 1).share(5), 0.125, 1e-15));
    }

    #[test]
    fn a_mulligan_gives_the_cards_back_before_it_draws() {
        assert!(close(one(10, 1, 1).share_with_mulligan(5, 5), 0.75, 1e-15));
        // Setting the cards aside would make it certain; without a mulligan it is one half.
        assert!(close(one(10, 1, 1).share(5), 0.5, 1e-15));
        // With more draws after it: 0.5 + 0.5 * (7 of 10).
        assert!(close(one(10, 1, 1).share_with_mulligan(5, 7), 0.5 + 0.5 * 0.7, 1e-15));
    }

    #[test]
    fn groups_may_overlap() {
        // Ten cards: 0-3 in the first group, 2-5 in the second. Every hand of four is counted by hand.
        let question =
            Question::new(10, &[2, 1], |card, group| if group == 0 { card < 4 } else { (2..6).contains(&card) });
        let (mut hit, mut all) = (0u32, 0u32);
        for hand in 0u32..1 << 10 {
            if hand.count_ones() == 4 {
                all += 1;
                let first = (hand & 0b1111).count_ones();
                let second = (hand >> 2 & 0b1111).count_ones();
                hit += u32::from(first >= 2 && second >= 1);
            }
        }
        assert!(close(question.share(4), f64::from(hit) / f64::from(all), 1e-14));
        assert_eq!(question.members(0), 4);
        // With replacement, all 10^3 sequences of three.
        let mut hit = 0u32;
        for n in 0..1000 {
            let cards = [n / 100, n / 10 % 10, n % 10];
            let first = cards.iter().filter(|c| **c < 4).count();
            let second = cards.iter().filter(|c| (2..6).contains(*c)).count();
            hit += u32::from(first >= 2 && second >= 1);
        }
        assert!(close(question.share_with_replacement(3), f64::from(hit) / 1000.0, 1e-14));
    }

    #[test]
    fn a_question_too_large_is_known_before_it_is_asked() {
        assert!(one(60, 4, 1).steps(60, None) < 1000);
        let many = Question::new(60, &[9; 8], |card, group| card % (group + 2) == 0);
        assert!(many.steps(60, None) > 1_000_000_000, "{}", many.steps(60, None));
        assert!(many.steps(60, Some(7)) > many.steps(60, None));
    }

    #[test]
    fn borders() {
        assert!(close(one(5, 2, 1).share(0), 0.0, 0.0));
        assert!(close(one(5, 2, 0).share(0), 1.0, 0.0));
        assert!(close(one(5, 2, 2).share(5), 1.0, 1e-15), "all cards are seen");
        assert!(close(one(5, 2, 2).share(9), 1.0, 1e-15), "no more than all");
        assert!(close(one(5, 2, 3).share(5), 0.0, 0.0), "there are two only");
        assert!(close(one(0, 0, 1).share(3), 0.0, 0.0));
        assert!(close(one(0, 0, 1).share_with_replacement(3), 0.0, 0.0));
        assert!(close(one(3, 3, 1).share_with_replacement(2), 1.0, 1e-15));
        assert!(close(one(10_000, 5_000, 2_500).share(5_000), 0.507_978_85, 1e-6), "a large deck does not overflow");
    }
}
