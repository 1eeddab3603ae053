//! What is counted of games and seen of first hands, by set-up of the generic engine and policy.

use std::fmt::Write as _;

use decklint::play::{Goal, Histogram, Job, Policy, Seat, Wishes};

use crate::table::Lab;
use crate::toy::{POOL, Toy, spec};

/// First hands as they are dealt and kept; sizes, returned cards, cards that were played and that stayed in hand.
#[test]
fn openings_and_counts_are_as_recorded() {
    let deck = "2 Ace\n1 Bow\n1 Cog\n1 Dew\n1 Elk\n2 Hen\n";
    let mut out = String::new();
    for setup in [
        "{hand: 3}",
        "{hand: 3, mulligan: any}",
        "{hand: 3, mulligan: free, mulligans: 2}",
        "{hand: 4, mulligan: london}",
    ] {
        for first in [Seat::A, Seat::B] {
            let lab = Lab::of(&spec(setup), POOL, [deck, deck], &[], Some(first), [false; 2]);
            let runner = lab.runner();
            for policy in [Policy::Random, Policy::Greedy, Policy::First, Policy::Idle] {
                let name = format!("{policy:?}");
                let job = Job {
                    seed: 3,
                    turns: 4,
                    policies: [policy, Policy::Random],
                    goals: Vec::new(),
                    groups: Vec::new(),
                };
                let tally = runner.run(&job, 0, 30);
                let of = |h: &Histogram| h.values().collect::<Vec<_>>();
                let names = |hand: &[u16]| hand.iter().map(|k| &runner.kit().name(*k)[..1]).collect::<String>();
                let hands = (0..4).map(|game| runner.opening(&job, game));
                let hands: Vec<String> = hands.map(|o| format!("{}>{}", names(&o.dealt), names(&o.kept))).collect();
                _ = writeln!(out, "{setup} {first:?} {name}: {}", hands.join(" "));
                _ = writeln!(out, "    kept {:?} returned {:?}", of(&tally.opening_size), of(&tally.returned));
                _ = writeln!(out, "    played {:?} stuck {:?}", tally.played, tally.stuck);
            }
        }
    }
    insta::assert_snapshot!(out);
}

/// `of one ATTRIBUTE` is told by the blank before it; what is wrong in the terms is told at its place.
#[test]
fn goals_of_like_cards_begin_with_a_word() {
    let spec = spec("{}");
    let parse = |text: &str| Goal::parse(text, &mut Wishes::new(&spec));
    let alike = |text: &str| {
        format!("{:?}", parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}"))).contains("attribute: \"cost\"")
    };
    assert!(
        alike("hand has 2 of one cost") && alike("hand has 2 ace of one cost") && alike("hand has ace of one cost")
    );
    assert!(!alike("hand has 2 ace") && !alike("hand has 2 proof one cost"));
    for (text, wrong) in [
        ("hand has 2 colour:red", "colour"),
        ("hand has 2 ace colour:red", "colour"),
        ("hand has colour:red", "colour"),
        ("hand has 2 of one colour", "colour"),
        ("hand has of one cost", ""),
    ] {
        let range = parse(text).expect_err("no such attribute").range;
        assert_eq!(&text[range], wrong, "{text}");
    }
}

/// Games that end in a turn are counted where they end.
#[test]
fn games_are_counted_once() {
    let toy = Toy::new("{hand: 3}", "1 Ace\n1 Bow\n1 Cog\n1 Dew\n1 Elk\n1 Fox\n");
    let runner = toy.runner(&[]);
    let job = Job { seed: 3, turns: 8, policies: [Policy::Idle, Policy::Idle], goals: Vec::new(), groups: Vec::new() };
    let (whole, mut part) = (runner.run(&job, 0, 20), runner.run(&job, 0, 7));
    part.merge(&runner.run(&job, 7, 20));
    assert_eq!((whole.games, format!("{whole:?}")), (20, format!("{part:?}")));
    // Nothing is played, so every card that was drawn before the end is in hand.
    assert_eq!((whole.played.iter().sum::<u64>(), whole.stuck.iter().sum::<u64>()), (0, 6 * 20));
}
