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
    seed: u64,
    trial: u64,
    /// Made at the first use: most games ask for few purposes.
    open: [Option<Xoshiro256PlusPlus>; Purpose::COUNT],
}

impl Streams {
    /// The dice of trial number `trial` (from 0) of a run with this seed.
    #[must_use]
    pub fn new(seed: u64, trial: u64) -> Self {
        Streams { seed, trial, open: [const { None }; Purpose::COUNT] }
    }

    /// Goes on to another trial.
    pub fn restart(&mut self, trial: u64) {
        self.trial = trial;
        self.open = [const { None }; Purpose::COUNT];
    }

    #[inline]
    fn word(&mut self, purpose: Purpose) -> u32 {
        let index = purpose.index();
        let (seed, trial) = (self.seed, self.trial);
        let stream = self.open[index].get_or_insert_with(|| open(seed, trial, index as u64));
        // The upper half: the lowest bits of this generator are its weakest.
        (stream.next_u64() >> 32) as u32
    }
}

/// SplitMix64 over seed, then trial and purpose: neighbouring trials get unrelated generators.
#[cold]
fn open(seed: u64, trial: u64, purpose: u64) -> Xoshiro256PlusPlus {
    let seed = SplitMix64::seed_from_u64(seed).next_u64();
    let mixed = SplitMix64::seed_from_u64(seed ^ trial).next_u64();
    Xoshiro256PlusPlus::seed_from_u64(mixed.wrapping_add(purpose))
}

impl Dice for Streams {
    /// Lemire's multiply-shift with rejection: exact, and nearly always one multiplication.
    #[inline]
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

impl<D: Dice + ?Sized> Dice for &mut D {
    fn below(&mut self, purpose: Purpose, n: u32) -> u32 {
        (**self).below(purpose, n)
    }
}
