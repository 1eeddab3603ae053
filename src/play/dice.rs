//! Chance. Every draw, roll and pick of a game comes from a [`Dice`], so a game is a function of its dice.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

use super::Seat;

/// The name and version of the generator and of the way numbers are taken from it; it stands in every report. It
/// changes when the same seed would give other games.
pub const RNG: &str = "xoshiro256++/1";

/// What chance is asked for. Each purpose has a stream of its own, so a policy that acts otherwise, and so asks for
/// more or fewer rolls, leaves the order of the cards alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The order of a seat's deck.
    Deck(Seat),
    /// Coins and dice that the rules roll, and cards taken at random.
    Game,
    /// The picks of a seat's policy.
    Policy(Seat),
}

impl Purpose {
    const COUNT: usize = 5;

    fn index(self) -> usize {
        match self {
            Purpose::Game => 0,
            Purpose::Deck(seat) => 1 + seat.index(),
            Purpose::Policy(seat) => 3 + seat.index(),
        }
    }
}

/// The only source of chance.
pub trait Dice {
    /// A whole number, each of `0..n` equally likely. For `n` of 0 or 1 it is 0 and uses no chance.
    fn below(&mut self, purpose: Purpose, n: u32) -> u32;

    /// A die: each of `low..=high` equally likely.
    fn roll(&mut self, low: i32, high: i32) -> i32 {
        let span = u32::try_from(high.saturating_sub(low)).unwrap_or(0).saturating_add(1);
        low + i32::try_from(self.below(Purpose::Game, span)).unwrap_or(0)
    }
}

/// The dice of a trial: a generator for each purpose, seeded by (seed, trial, purpose) alone. So any trial replays by
/// itself, on any thread.
#[derive(Clone, Debug)]
pub struct Streams {
    /// The run's seed, mixed.
    seed: u64,
    /// That and the trial, mixed.
    trial: u64,
    /// Made at the first use: most games ask for few purposes.
    open: [Option<Xoshiro256PlusPlus>; Purpose::COUNT],
}

impl Streams {
    /// The dice of trial number `trial` (from 0) of a run with this seed.
    #[must_use]
    pub fn new(seed: u64, trial: u64) -> Self {
        let seed = mixed(seed);
        Streams { seed, trial: mixed(seed ^ trial), open: [const { None }; Purpose::COUNT] }
    }

    /// Goes on to another trial.
    pub fn restart(&mut self, trial: u64) {
        self.trial = mixed(self.seed ^ trial);
        self.open = [const { None }; Purpose::COUNT];
    }

    #[inline(always)]
    fn word(&mut self, purpose: Purpose) -> u32 {
        let index = purpose.index();
        let trial = self.trial;
        let stream = self.open[index].get_or_insert_with(|| open(trial.wrapping_add(index as u64)));
        // The upper half: the lowest bits of this generator are its weakest.
        (stream.next_u64() >> 32) as u32
    }
}

/// SplitMix64 over seed, then trial and purpose: neighbouring trials get unrelated generators.
fn mixed(seed: u64) -> u64 {
    SplitMix64::seed_from_u64(seed).next_u64()
}

/// What `seed_from_u64` gives, word by word instead of byte by byte.
#[cold]
fn open(seed: u64) -> Xoshiro256PlusPlus {
    let mut words = SplitMix64::seed_from_u64(seed);
    let mut bytes = [0; 32];
    for chunk in bytes.chunks_exact_mut(8) {
        chunk.copy_from_slice(&words.next_u64().to_le_bytes());
    }
    Xoshiro256PlusPlus::from_seed(bytes)
}

impl Dice for Streams {
    /// Lemire's multiply-shift with rejection: exact, and nearly always one multiplication.
    #[inline(always)]
    fn below(&mut self, purpose: Purpose, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        let mut product = u64::from(self.word(purpose)) * u64::from(n);
        if (product as u32) < n {
            let least = n.wrapping_neg() % n;
            while (product as u32) < least {
                product = u64::from(self.word(purpose)) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }
}

/// Dice that say what a test wrote down; see [`Scripted::is_used_up`].
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    rolls: Vec<u32>,
    next: usize,
    /// Asks of the game's own dice that the script had no answer for.
    missing: usize,
}

impl Scripted {
    /// Decks keep the order in which they are listed, policies take the first option, and the game's own dice show
    /// these numbers, each counted from the lowest face (a die from 1 to 6 showing 4 is a 3 here).
    #[must_use]
    pub fn new(rolls: impl Into<Vec<u32>>) -> Self {
        Scripted { rolls: rolls.into(), next: 0, missing: 0 }
    }

    /// Further numbers at the end.
    pub fn extend(&mut self, rolls: &[u32]) {
        self.rolls.extend_from_slice(rolls);
    }

    /// Whether each number was used, and no more were asked for.
    #[must_use]
    pub fn is_used_up(&self) -> bool {
        self.next == self.rolls.len() && self.missing == 0
    }
}

impl Dice for Scripted {
    fn below(&mut self, purpose: Purpose, n: u32) -> u32 {
        if n <= 1 || purpose != Purpose::Game {
            return 0;
        }
        match self.rolls.get(self.next) {
            Some(&roll) => {
                self.next += 1;
                roll.min(n - 1)
            }
            None => {
                self.missing += 1;
                0
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::DeckPile;

    const PURPOSES: [Purpose; Purpose::COUNT] = [
        Purpose::Game,
        Purpose::Deck(Seat::A),
        Purpose::Deck(Seat::B),
        Purpose::Policy(Seat::A),
        Purpose::Policy(Seat::B),
    ];

    /// What a separate program gave that was written from the published algorithms (SplitMix64, xoshiro256++).
    const GOLDEN: [[u32; 8]; Purpose::COUNT] = [
        [0x3f85_06cb, 0x7141_f003, 0x003b_07bf, 0x592d_5816, 0x6412_22cc, 0x2ef7_42f3, 0x3a13_b4c7, 0x77da_fc7c],
        [0x21e0_36f0, 0xc550_a094, 0x0281_7d8e, 0xc547_8d8a, 0xf856_451d, 0xb5f4_a3b0, 0x7da0_3084, 0x36c4_8de4],
        [0xb94a_90e5, 0x8a1b_5353, 0x7985_9f92, 0xcdf2_13d1, 0x2fa1_c758, 0xb92f_41ea, 0x6564_0180, 0x61ac_4472],
        [0xe941_4a23, 0x6d47_b2ec, 0xcafc_b894, 0x5e5a_3421, 0x1e6f_42b6, 0x580f_afad, 0x5761_da42, 0x64bc_d10d],
        [0xb28c_b7c3, 0x3ac9_6d79, 0xaaca_392f, 0x071b_4875, 0xca23_02fc, 0x4c6a_d151, 0xcc16_7863, 0xfd99_06e9],
    ];

    fn words(streams: &mut Streams, purpose: Purpose) -> [u32; 8] {
        std::array::from_fn(|_| streams.word(purpose))
    }

    #[test]
    fn seed_1_gives_these_numbers_for_ever() {
        let mut streams = Streams::new(1, 0);
        for (purpose, golden) in PURPOSES.into_iter().zip(GOLDEN) {
            assert_eq!(words(&mut streams, purpose), golden, "{purpose:?}");
        }
        streams.restart(1);
        assert_eq!(words(&mut streams, Purpose::Game)[..2], [0xc68b_b811, 0xb631_7232]);
        streams.restart(0);
        assert_eq!(words(&mut streams, Purpose::Game), GOLDEN[0], "a trial replays");
    }

    /// Where a number does not divide 2^32, the words that would favour some results are passed over.
    #[test]
    fn surplus_words_are_passed_over() {
        // A quarter of all words is surplus here: 2^32 mod n of them.
        let (n, surplus) = (0xc000_0001, 0x3fff_ffff);
        let (mut drawn, mut raw) = (Streams::new(1, 0), Streams::new(1, 0));
        let mut passed = 0;
        for _ in 0..1000 {
            let wanted = loop {
                let product = u64::from(raw.word(Purpose::Game)) * u64::from(n);
                if product % (1 << 32) >= surplus {
                    break product >> 32;
                }
                passed += 1;
            };
            assert_eq!(u64::from(drawn.below(Purpose::Game, n)), wanted);
        }
        assert!((250..420).contains(&passed), "{passed} of a third of 1000");
    }

    #[test]
    fn a_purpose_is_not_disturbed_by_the_others() {
        let mut streams = Streams::new(1, 0);
        let mut mixed = Vec::new();
        for _ in 0..8 {
            for purpose in [Purpose::Policy(Seat::A), Purpose::Game, Purpose::Game] {
                streams.word(purpose);
            }
            mixed.push(streams.word(Purpose::Deck(Seat::A)));
        }
        assert_eq!(mixed, GOLDEN[1]);
    }

    #[test]
    fn numbers_lie_below_their_bound_and_0_and_1_use_no_chance() {
        let mut streams = Streams::new(1, 0);
        assert_eq!((streams.below(Purpose::Game, 0), streams.below(Purpose::Game, 1)), (0, 0));
        assert_eq!(streams.word(Purpose::Game), GOLDEN[0][0], "nothing was taken");
        for n in [2, 3, 6, 7, 40, 1 << 31, u32::MAX] {
            for _ in 0..200 {
                assert!(streams.below(Purpose::Game, n) < n);
            }
        }
        let rolls: Vec<i32> = (0..200).map(|_| streams.roll(-1, 1)).collect();
        assert!([-1, 0, 1].iter().all(|n| rolls.contains(n)) && rolls.iter().all(|n| (-1..=1).contains(n)));
        assert_eq!(streams.roll(5, 5), 5);
        assert_eq!(streams.roll(5, 4), 5, "a die without faces shows its lowest");
    }

    /// The sum of squared differences from an even spread, each over what was expected.
    fn chi_square(counts: &[u32], expected: f64) -> f64 {
        counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum()
    }

    #[test]
    fn each_order_of_three_cards_is_equally_likely() {
        // As a run does it, a trial for each shuffle, and as one long stream.
        for fresh in [true, false] {
            let mut counts = [0u32; 6];
            let mut streams = Streams::new(42, 0);
            let mut deck = DeckPile::default();
            for trial in 0..60_000 {
                if fresh {
                    streams.restart(trial);
                }
                deck.fill(&[0, 1, 2]);
                let order: Vec<u16> = (0..3).filter_map(|_| deck.draw(Seat::A, &mut streams)).collect();
                counts[usize::from(order[0] * 2 + u16::from(order[1] > order[2]))] += 1;
            }
            assert!(counts.iter().all(|n| (9_700..=10_300).contains(n)), "fresh {fresh}: {counts:?}");
            assert!(chi_square(&counts, 10_000.0) < 20.0, "fresh {fresh}: {counts:?}");
        }
    }

    #[test]
    fn dice_are_even_for_every_purpose() {
        for purpose in PURPOSES {
            let mut counts = [0u32; 10];
            for trial in 0..50_000 {
                counts[Streams::new(7, trial).below(purpose, 10) as usize] += 1;
            }
            // 9 degrees of freedom: above 40 once in 130,000.
            assert!(chi_square(&counts, 5_000.0) < 40.0, "{purpose:?}: {counts:?}");
        }
    }

    #[test]
    fn trials_and_seeds_next_to_each_other_differ() {
        let first = |seed, trial| Streams::new(seed, trial).word(Purpose::Deck(Seat::A));
        let mut seen: Vec<u32> = (0..1000).map(|n| first(1, n)).chain((2..1000).map(|n| first(n, 0))).collect();
        seen.sort_unstable();
        seen.dedup();
        // Of 1998 words of 32 bits hardly two are the same.
        assert!(seen.len() >= 1996, "{}", seen.len());
    }

    #[test]
    fn scripted_dice_say_what_was_written_and_tell_whether_it_was_enough() {
        let mut dice = Scripted::new([3, 9]);
        assert_eq!(dice.below(Purpose::Deck(Seat::A), 40), 0, "decks keep their order");
        assert_eq!(dice.below(Purpose::Policy(Seat::B), 40), 0);
        assert_eq!(dice.below(Purpose::Game, 1), 0, "one face asks for nothing");
        assert_eq!(dice.roll(1, 6), 4, "counted from the lowest face");
        assert!(!dice.is_used_up(), "a number is left");
        assert_eq!(dice.below(Purpose::Game, 6), 5, "no face above the highest");
        assert!(dice.is_used_up());
        assert_eq!(dice.below(Purpose::Game, 6), 0);
        assert!(!dice.is_used_up(), "more was asked for");
        let mut dice = Scripted::default();
        dice.extend(&[1]);
        assert_eq!((dice.below(Purpose::Game, 6), dice.is_used_up()), (1, true));
    }
}
