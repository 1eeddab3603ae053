//! Hands dealt and judged, card by card: a check of [`Question`]'s exact odds.

use super::odds::Question;
use super::{Dice, Purpose, Seat};

/// How cards come to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draws {
    /// From a shuffled deck.
    Deck {
        /// How many.
        seen: u32,
        /// The size of the first hand, if cards of no group are given back from it.
        mulligan: Option<u32>,
    },
    /// Each card goes back before the next.
    Replace {
        /// How many.
        seen: u32,
    },
}

impl Question {
    /// What a simulation with these dice says: in how many of `trials` the needs were fulfilled.
    #[must_use]
    pub fn simulate<D: Dice>(&self, draws: &Draws, trials: u64, mut dice: impl FnMut(u64) -> D) -> u64 {
        // A card is the groups that it belongs to, a bit each.
        let each = self.classes.iter().flat_map(|c| std::iter::repeat_n(c.groups, c.count as usize));
        let mut deck: Vec<u32> = each.collect();
        deck.resize(self.total as usize, 0);
        let mut hand = Hand { deck: Vec::new(), top: 0, needs: Vec::new(), missing: 0 };
        let mut hits = 0;
        for trial in 0..trials {
            hand.deck.clone_from(&deck);
            hand.top = 0;
            hand.needs.clone_from(&self.needs);
            hand.missing = self.needs.iter().filter(|need| **need > 0).count();
            hits += u64::from(hand.missing == 0 || hand.is_dealt(draws, &mut dice(trial)));
        }
        hits
    }
}

/// A hand that is being dealt.
struct Hand {
    /// The cards of the deck; those before the top are drawn.
    deck: Vec<u32>,
    top: usize,
    /// By group: how many are still needed.
    needs: Vec<u16>,
    /// Groups of which some are.
    missing: usize,
}

impl Hand {
    /// Deals until all is there that is needed; `false` if it never is. The cards that would follow change nothing then.
    fn is_dealt<D: Dice>(&mut self, draws: &Draws, dice: &mut D) -> bool {
        let total = u32::try_from(self.deck.len()).unwrap_or(u32::MAX);
        match *draws {
            Draws::Deck { seen, mulligan } => {
                let mut left = seen.min(total);
                if let Some(hand) = mulligan {
                    let mut back = 0;
                    for _ in 0..hand.min(left) {
                        let card = self.draw(dice);
                        if card == 0 {
                            back += 1;
                        } else if self.sees(card) {
                            return true;
                        } else {
                            left -= 1;
                        }
                    }
                    self.deck.extend(std::iter::repeat_n(0, back));
                }
                (0..left).any(|_| {
                    let card = self.draw(dice);
                    self.sees(card)
                })
            }
            Draws::Replace { seen } => (0..seen).any(|_| {
                let pick = dice.below(Purpose::Deck(Seat::A), total) as usize;
                let card = self.deck.get(pick).copied().unwrap_or(0);
                self.sees(card)
            }),
        }
    }

    /// A card off the deck; of no group if there is none left.
    #[inline]
    fn draw<D: Dice>(&mut self, dice: &mut D) -> u32 {
        let Some(left @ [_, ..]) = self.deck.get_mut(self.top..) else { return 0 };
        let pick = dice.below(Purpose::Deck(Seat::A), u32::try_from(left.len()).unwrap_or(u32::MAX));
        left.swap(0, pick as usize);
        self.top += 1;
        left[0]
    }

    /// Looks at a card; whether all is there now.
    #[inline]
    fn sees(&mut self, card: u32) -> bool {
        let mut groups = card;
        while groups != 0 {
            if let Some(need) = self.needs.get_mut(groups.trailing_zeros() as usize)
                && *need > 0
            {
                *need -= 1;
                self.missing -= usize::from(*need == 0);
            }
            groups &= groups - 1;
        }
        self.missing == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Streams;

    #[test]
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn simulated_shares_lie_in_the_interval_of_the_exact_ones() {
        let question = Question::new(40, &[1, 2], |card, group| if group == 0 { card < 3 } else { card % 3 == 0 });
        let trials = 40_000u64;
        let cases = [
            (Draws::Deck { seen: 7, mulligan: None }, question.share(7)),
            (Draws::Deck { seen: 7, mulligan: Some(5) }, question.share_with_mulligan(5, 7)),
            (Draws::Replace { seen: 7 }, question.share_with_replacement(7)),
        ];
        for (draw, exact) in cases {
            let hits = question.simulate(&draw, trials, |trial| Streams::new(5, trial));
            let share = hits as f64 / trials as f64;
            // 99.9 %: 3.29 standard errors.
            let error = 3.29 * (exact * (1.0 - exact) / trials as f64).sqrt();
            assert!((share - exact).abs() <= error, "{draw:?}: {share} {exact}");
        }
    }
}
