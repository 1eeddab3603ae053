//! The bare baseline of `scripts/compare-play.sh`: shuffles a deck, deals a hand and a card a turn, and counts. No rules.
//!
//! shuffle GAMES CARDS TURNS [THREADS]

use std::env::args;

/// splitmix64: a counter, mixed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u32) -> u32 {
        ((self.next() >> 32) * u64::from(n) >> 32) as u32
    }
}

/// Plays games `from..to`; gives how often each number of low cards was seen by each turn.
fn play(from: u64, to: u64, cards: usize, turns: usize) -> Vec<[u64; 64]> {
    let mut tally = vec![[0u64; 64]; turns + 1];
    let list: Vec<u8> = (0..cards).map(|c| c as u8).collect();
    let mut deck = list.clone();
    for game in from..to {
        let mut random = Random(game.wrapping_mul(0x2545_f491_4f6c_dd1d));
        deck.copy_from_slice(&list);
        for i in (1..cards).rev() {
            deck.swap(i, random.below(i as u32 + 1) as usize);
        }
        let mut low = 0;
        for (i, card) in deck.iter().take(5 + turns).enumerate() {
            low += usize::from(usize::from(*card) < cards / 4);
            if i >= 4 {
                tally[i - 4][low.min(63)] += 1;
            }
        }
    }
    tally
}

fn main() {
    let number = |i: usize, default: usize| args().nth(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let (games, cards, turns, threads) = (number(1, 1_000_000) as u64, number(2, 60), number(3, 12), number(4, 1) as u64);
    let parts: Vec<_> = (0..threads)
        .map(|t| std::thread::spawn(move || play(games * t / threads, games * (t + 1) / threads, cards, turns)))
        .collect();
    let sum: u64 = parts.into_iter().map(|p| p.join().expect("a thread")[turns].iter().sum::<u64>()).sum();
    println!("{sum} games");
}
