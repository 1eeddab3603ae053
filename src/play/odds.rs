//! Exact odds of what is among the cards that a player sees.
//!
//! Notation: a deck of N cards, s of them wanted, n of them seen; C(a, b) is the number of ways to take b of a things.
//!
//! - Drawn and kept, the number of wanted cards is hypergeometric: P(X = i) = C(s, i) C(N-s, n-i) / C(N, n).
//! - Drawn and put back each time, it is binomial: P(X = i) = C(n, i) p^i (1-p)^(n-i) with p = s/N.
//! - Several groups at once, which may share cards: cards with the same set of groups are alike, so the deck is a few
//!   classes. Class by class, the number drawn of it is again hypergeometric (or binomial) among the classes not yet looked
//!   at; the state is how many draws are left and how many cards each group has, counted up to what is asked.
//! - A mulligan of any cards, the returned ones going back before as many are drawn: whoever wants one group keeps all of it
//!   and returns the rest. With i kept of a first hand of h, n-i cards more are seen of the N-i others, s-i of them wanted:
//!   P = sum over i of P(i of h) P(at least k-i of n-i).
//!
//! Nothing is rounded on the way: probabilities are built outwards from the likeliest number by the ratio of neighbours and
//! divided by their sum, which keeps the error far below 10^-12 for decks of 10,000 cards.

use std::ops::RangeInclusive;

#[cfg(test)]
mod tests;

/// How cards are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drawing {
    /// A drawn card is out of the deck.
    #[default]
    Kept,
    /// Each card is drawn from the whole deck.
    Replaced,
}

/// Cards of a deck that are alike: in the same groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copies {
    /// The groups that they are in: bit g for group g.
    pub groups: u32,
    /// How many there are.
    pub count: u32,
}

/// What is asked of a deck.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// All cards of the deck, those in no group too. The same groups may come more than once.
    pub cards: Vec<Copies>,
    /// By group: how many of its cards must be seen at least. All must hold. At most 32 groups.
    pub at_least: Vec<u32>,
    /// How cards are drawn.
    pub drawing: Drawing,
    /// The first hand, if a mulligan of any of its cards is taken as well as can be.
    pub mulligan: Option<u32>,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// More groups than bits.
    #[error("there are more than 32 groups")]
    TooManyGroups,
    /// The deck is too large for a count.
    #[error("the deck has more than 4294967295 cards")]
    TooManyCards,
    /// Too many combinations of counts for an exact answer.
    #[error("so many cards of so many groups at once are too much to calculate; ask for fewer")]
    TooManyStates,
    /// What is best to return is known for one group only.
    #[error("a mulligan is calculated for one group only")]
    MulliganOfSeveralGroups,
    /// Where cards are put back after each draw there is no mulligan.
    #[error("there is no mulligan where drawn cards are put back")]
    MulliganWithReplacement,
}

/// The answer for one number of cards seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Cards seen.
    pub seen: u32,
    /// The probability, from 0 to 1.
    pub probability: f64,
}

/// The answers for a range of numbers of cards seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// In rising order of [`Row::seen`].
    pub rows: Vec<Row>,
}

/// P(X >= k) if `draws` cards are drawn from a deck of `population` with `successes` wanted ones:
/// the sum over i >= k of C(s, i) C(N-s, n-i) / C(N, n). More draws than cards are all cards, more successes too.
#[must_use]
pub fn hypergeometric_at_least(population: u32, successes: u32, draws: u32, k: u32) -> f64 {
    Spread::of(Drawing::Kept, population, successes, draws).at_least(k)
}

/// P(X >= k) if `draws` cards are drawn and each is put back before the next: the sum over i >= k of
/// C(n, i) p^i (1-p)^(n-i) with p = successes / population. An empty deck gives nothing.
#[must_use]
pub fn binomial_at_least(population: u32, successes: u32, draws: u32, k: u32) -> f64 {
    Spread::of(Drawing::Replaced, population, successes, draws).at_least(k)
}

/// P(X >= k) among `seen` cards, the first `hand` of which may be returned for as many others once: all wanted cards are
/// kept, all others go back into the deck before the new ones are drawn. Of a hand larger than `seen`, `seen` cards count.
#[must_use]
pub fn mulligan_at_least(population: u32, successes: u32, hand: u32, seen: u32, k: u32) -> f64 {
    let (successes, seen) = (successes.min(population), seen.min(population));
    let first = Spread::of(Drawing::Kept, population, successes, hand.min(seen));
    let after =
        |kept: u32| hypergeometric_at_least(population - kept, successes - kept, seen - kept, k.saturating_sub(kept));
    first.each().map(|(kept, p)| p * after(kept)).sum::<f64>().min(1.0)
}

impl Question {
    /// The probability that so many cards fulfil all minima.
    ///
    /// # Errors
    /// See [`OddsError`].
    pub fn probability(&self, seen: u32) -> Result<f64, OddsError> {
        let deck = Classes::of(self)?;
        let Some(hand) = self.mulligan else { return deck.joint(self.drawing, seen) };
        if self.drawing == Drawing::Replaced {
            return Err(OddsError::MulliganWithReplacement);
        }
        match deck.asked[..] {
            [] => Ok(1.0),
            [k] => {
                let wanted = deck.classes.iter().map(|c| c.count).sum();
                Ok(mulligan_at_least(deck.population, wanted, hand, seen, k))
            }
            _ => Err(OddsError::MulliganOfSeveralGroups),
        }
    }

    /// The probabilities for each number of cards seen.
    ///
    /// # Errors
    /// See [`OddsError`].
    pub fn table(&self, seen: RangeInclusive<u32>) -> Result<Table, OddsError> {
        let row = |seen| self.probability(seen).map(|probability| Row { seen, probability });
        Ok(Table { rows: seen.map(row).collect::<Result<_, _>>()? })
    }
}

/// The most states of [`Classes::joint`]: 128 MB for two layers.
const MOST_STATES: usize = 1 << 23;

/// A deck as the question sees it.
struct Classes {
    population: u32,
    /// By group that is asked for: its minimum, at least 1.
    asked: Vec<u32>,
    /// The cards that are in any such group, by set of groups; bit g is `asked[g]`.
    classes: Vec<Copies>,
}

impl Classes {
    fn of(question: &Question) -> Result<Classes, OddsError> {
        if question.at_least.len() > 32 {
            return Err(OddsError::TooManyGroups);
        }
        let (bits, asked): (Vec<u32>, Vec<u32>) =
            (0..).zip(question.at_least.iter().copied()).filter(|&(_, least)| least > 0).unzip();
        let (mut population, mut classes) = (0u32, Vec::<Copies>::new());
        for cards in &question.cards {
            population = population.checked_add(cards.count).ok_or(OddsError::TooManyCards)?;
            let groups = (0..).zip(&bits).map(|(to, from)| (cards.groups >> from & 1) << to).sum();
            match classes.iter_mut().find(|c| c.groups == groups) {
                _ if groups == 0 => {}
                Some(class) => class.count += cards.count,
                None => classes.push(Copies { groups, count: cards.count }),
            }
        }
        Ok(Classes { population, asked, classes })
    }

    /// The probability that all minima hold.
    fn joint(&self, drawing: Drawing, seen: u32) -> Result<f64, OddsError> {
        let most = match drawing {
            Drawing::Kept => self.population,
            Drawing::Replaced if self.population == 0 => 0,
            Drawing::Replaced => u32::MAX,
        };
        let seen = seen.min(most);
        // The counts of all groups, each up to its minimum, as one number: group g counts in steps of `steps[g]`.
        let mut steps = Vec::with_capacity(self.asked.len());
        let mut size = 1usize;
        for &least in &self.asked {
            steps.push(size);
            size = size.checked_mul(least as usize + 1).ok_or(OddsError::TooManyStates)?;
        }
        let all = size.checked_mul(seen as usize + 1).filter(|n| *n <= MOST_STATES).ok_or(OddsError::TooManyStates)?;
        // By draws left, then by counts.
        let mut now = vec![0.0; all];
        now[seen as usize * size] = 1.0;
        let mut others = self.population;
        for class in &self.classes {
            let mut next = vec![0.0; all];
            for (left, block) in (0..).zip(now.chunks(size)) {
                if block.iter().all(|&p| p == 0.0) {
                    continue;
                }
                let spread = Spread::of(drawing, others, class.count, left);
                for (counts, &p) in block.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                    for (drawn, q) in spread.each() {
                        let to = self.add(&steps, counts, class.groups, drawn);
                        next[(left - drawn) as usize * size + to] += p * q;
                    }
                }
            }
            others -= class.count;
            now = next;
        }
        Ok(now.chunks(size).map(|block| block[size - 1]).sum::<f64>().min(1.0))
    }

    /// The counts with so many cards of these groups more.
    fn add(&self, steps: &[usize], counts: usize, groups: u32, drawn: u32) -> usize {
        let mut to = counts;
        for (group, (&step, &least)) in steps.iter().zip(&self.asked).enumerate() {
            if groups >> group & 1 == 1 {
                let missing = least as usize - counts / step % (least as usize + 1);
                to += step * missing.min(drawn as usize);
            }
        }
        to
    }
}

/// The probabilities of each number of wanted cards, from the first on; those that are left out are below 10^-300.
struct Spread {
    first: u32,
    p: Vec<f64>,
}

impl Spread {
    fn of(drawing: Drawing, population: u32, successes: u32, draws: u32) -> Spread {
        let [all, wanted, draws] = match drawing {
            Drawing::Kept => [population, successes.min(population), draws.min(population)],
            Drawing::Replaced if population == 0 => [0; 3],
            Drawing::Replaced => [population, successes.min(population), draws],
        };
        let (n, s, d) = (f64::from(all), f64::from(wanted), f64::from(draws));
        match drawing {
            Drawing::Kept => {
                let low = (u64::from(draws) + u64::from(wanted)).saturating_sub(u64::from(all));
                let low = u32::try_from(low).unwrap_or(u32::MAX);
                // P(i+1) / P(i)
                let ratio = |i: f64| (s - i) * (d - i) / ((i + 1.0) * (n - s - d + i + 1.0));
                Spread::around(low..=wanted.min(draws), (d + 1.0) * (s + 1.0) / (n + 2.0), ratio)
            }
            Drawing::Replaced if wanted == all => Spread { first: draws, p: vec![1.0] },
            Drawing::Replaced => {
                let ratio = |i: f64| (d - i) / (i + 1.0) * (s / (n - s));
                let high = if wanted == 0 { 0 } else { draws };
                Spread::around(0..=high, (d + 1.0) * s / n, ratio)
            }
        }
    }

    /// From the likeliest number outwards: `ratio(i)` is P(i+1) / P(i).
    fn around(range: RangeInclusive<u32>, likeliest: f64, ratio: impl Fn(f64) -> f64) -> Spread {
        const LEAST: f64 = 1e-300;
        let (low, high) = (*range.start(), *range.end());
        // A number near the likeliest one does as well.
        let mode = likeliest.clamp(f64::from(low), f64::from(high)) as u32;
        let mut below = Vec::new();
        let mut weight = 1.0;
        for i in (low..mode).rev() {
            weight /= ratio(f64::from(i));
            if weight < LEAST {
                break;
            }
            below.push(weight);
        }
        let first = mode - u32::try_from(below.len()).unwrap_or(0);
        let mut p: Vec<f64> = below.into_iter().rev().collect();
        p.push(1.0);
        weight = 1.0;
        for i in mode..high {
            weight *= ratio(f64::from(i));
            if weight < LEAST {
                break;
            }
            p.push(weight);
        }
        let sum: f64 = p.iter().sum();
        p.iter_mut().for_each(|w| *w /= sum);
        Spread { first, p }
    }

    /// Each number with its probability.
    fn each(&self) -> impl Iterator<Item = (u32, f64)> {
        (self.first..).zip(self.p.iter().copied())
    }

    /// P(X >= k).
    fn at_least(&self, k: u32) -> f64 {
        if k <= self.first {
            return 1.0;
        }
        // From the far end, small numbers first.
        let upper = self.p.iter().skip((k - self.first) as usize).rev();
        upper.sum::<f64>().min(1.0)
    }
}
