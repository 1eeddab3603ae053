//! Exact odds against every way to draw there is, and of decks that are large.

use decklint::play::odds::Question;

const CARDS: usize = 7;

/// The sets of `n` of these cards.
fn hands(cards: u32, n: u32) -> Vec<u32> {
    (0u32..1 << CARDS).filter(|hand| hand.count_ones() == n && hand & !cards == 0).collect()
}

/// A hand is drawn; its cards of a group are kept, the others go back, and as many and some more are drawn.
#[test]
fn a_mulligan_is_every_hand_and_every_second_draw() {
    let all = (1u32 << CARDS) - 1;
    // Cards 0 and 1 are in the first group, 1 to 3 in the second.
    let groups = [0b11_u32, 0b1110];
    for needs in [[1u16, 0], [2, 0], [0, 2], [1, 1], [2, 2], [2, 3], [3, 0]] {
        let question = Question::new(CARDS, &needs, |card, group| groups[group] >> card & 1 == 1);
        for (hand, seen) in [(1, 1), (2, 2), (3, 3), (3, 5), (4, 7), (5, 5)] {
            let firsts = hands(all, hand);
            let mut exact = 0.0;
            for first in &firsts {
                let kept = first & (groups[0] | groups[1]);
                let seconds = hands(all & !kept, seen - kept.count_ones());
                let fits = |second: &&u32| {
                    let has = kept | **second;
                    (0..2).all(|g| (has & groups[g]).count_ones() >= u32::from(needs[g]))
                };
                let hits = u32::try_from(seconds.iter().filter(fits).count()).expect("few");
                exact += f64::from(hits) / f64::from(u32::try_from(seconds.len()).expect("few"));
            }
            exact /= f64::from(u32::try_from(firsts.len()).expect("few"));
            let share = question.share_with_mulligan(hand, seen);
            assert!((share - exact).abs() < 1e-13, "{needs:?} {hand} {seen}: {share} {exact}");
        }
    }
}

/// Half of many cards, with and without replacement: nothing grows beyond all measure on the way.
#[test]
fn large_numbers_stay_shares() {
    let half = |total: usize, seen: u32, least: u16| {
        let question = Question::new(total, &[least], |card, _| card < total / 2);
        [question.share(seen), question.share_with_replacement(seen)]
    };
    for (total, seen, least) in [(4000, 2000, 1001), (4000, 3000, 1501), (6000, 3000, 1501)] {
        for share in half(total, seen, least) {
            // Just less than one half: the middle itself is left out.
            assert!((0.47..0.5).contains(&share), "{total} {seen}: {share}");
        }
    }
}
