//! Parallel: searching the Waste Pile, endings, conceding, the seat that does nothing, the shipped pool.

use decklint::game::{DeckInput, ready, runner};
use decklint::play::{Job, Policy, Prefer, Quantity, Seat, SeatDeck, Zone};
use std::sync::Arc;

use crate::engine_parallel::{A, B, begun, lab, lab_with, size};

const STONES: &str = "40 Stone\n";

#[test]
fn parallel_an_empty_deck_draws_a_random_card_of_the_own_waste() {
    // Five cards: the deck is empty after the first hand. B begins, so A draws in its first turn.
    let lab = lab_with(&[], ["2 Coin\n3 Stone\n", STONES], &[], Some(B), [false, true]);
    let mut game = lab.game(&[]);
    game.pick(A, "keep");
    assert_eq!(game.number(A, Quantity::Life), 29, "nothing is in the Waste Pile: the loss all the same");
    assert_eq!(size(&game, A, Zone::Hand), 5);
    game.pick(A, "play Coin").pick(A, "play Coin");
    game.roll(&[1]);
    game.pick(A, "end");
    assert_eq!(game.number(A, Quantity::Life), 27, "the second search costs 2");
    assert_eq!((game.zone(A, Zone::Grave), size(&game, A, Zone::Hand)), (vec!["Coin".to_owned()], 4));
    game.pick(A, "end");
    assert_eq!(game.number(A, Quantity::Life), 23, "never set back: 4");
    game.dice_are_used_up();
}

#[test]
fn parallel_drawing_the_last_card_is_no_search() {
    let lab = lab_with(&[], ["6 Stone\n", STONES], &[], Some(B), [false, true]);
    let mut game = lab.game(&[]);
    game.pick(A, "keep");
    assert_eq!((size(&game, A, Zone::Deck), game.number(A, Quantity::Life)), (0, 30));
    game.pick(A, "end");
    assert_eq!(game.number(A, Quantity::Life), 29);
}

/// With the option, a search without a card costs nothing and does not count.
#[test]
fn parallel_search_of_an_empty_waste_can_be_free() {
    let lab = lab_with(&[], ["1 Coin\n4 Stone\n", STONES], &[("no-loss", 1)], Some(B), [false, true]);
    let mut game = lab.game(&[]);
    game.pick(A, "keep").pick(A, "end");
    assert_eq!(game.number(A, Quantity::Life), 30);
    game.pick(A, "play Coin").pick(A, "end");
    assert_eq!(game.number(A, Quantity::Life), 29, "the first that finds a card costs 1");
    assert_eq!(size(&game, A, Zone::Hand), 5);
}

#[test]
fn parallel_search_with_a_full_hand_leaves_the_card_in_the_waste() {
    let lab = lab_with(&[], ["1 Coin\n8 Stone\n", STONES], &[("hand", 9)], Some(B), [false, true]);
    let mut game = lab.game(&[]);
    game.pick(A, "keep").pick(A, "play Coin");
    assert_eq!(game.number(A, Quantity::Life), 29);
    game.pick(A, "end");
    assert_eq!(game.number(A, Quantity::Life), 27);
    assert_eq!((size(&game, A, Zone::Hand), game.zone(A, Zone::Grave)), (8, vec!["Coin".to_owned()]));
}

#[test]
fn parallel_health_of_0_or_less_loses() {
    let rows = [["Bolt", "Effect", "0", "", "", "", "played: damage 3"]];
    for (health, falls) in [(2, true), (3, true), (4, false)] {
        let lab = lab(&rows, ["5 Bolt\n", STONES], &[("health", health)]);
        let mut game = begun(&lab);
        game.pick(A, "play Bolt");
        if falls {
            assert_eq!(game.end(), (Some(A), "health"));
        } else {
            game.decision(A);
            assert_eq!(game.number(B, Quantity::Life), 1);
        }
    }
}

#[test]
fn parallel_both_at_0_at_once_is_a_draw() {
    let rows = [
        ["Pact", "Effect", "0", "", "", "", "played: damage 3, opponent damage 3"],
        ["Debt", "Effect", "0", "", "", "", "played: opponent damage 3, heal 9"],
    ];
    let lab = lab(&rows, ["2 Pact\n3 Debt\n", STONES], &[("health", 3)]);
    assert_eq!(begun(&lab).pick(A, "play Pact").end(), (None, "both fell"));
    assert_eq!(begun(&lab).pick(A, "play Debt").end(), (Some(B), "health"), "who has fallen is not healed");
}

#[test]
fn parallel_conceding_is_possible_at_every_own_decision() {
    let wall = ["Wall", "Unit", "1", "0", "5", "Defender", ""];
    let lab = lab(&[wall], ["1 Coin\n4 Ox\n", "1 Coin\n4 Wall\n"], &[]);
    assert_eq!(lab.game(&[]).pick(A, "concede").end(), (Some(B), "conceded"), "in the mulligan");
    let mut game = lab.game(&[]);
    assert_eq!(game.pick(A, "keep").pick(B, "concede").end(), (Some(A), "conceded"));
    assert_eq!(begun(&lab).pick(A, "concede").end(), (Some(B), "conceded"), "in the turn");
    let mut game = begun(&lab);
    game.pick(A, "play Coin").pick(A, "play Ox").pick(A, "end");
    game.pick(B, "play Coin").pick(B, "play Wall").pick(B, "end");
    game.pick(A, "attack Ox (player)");
    assert_eq!(game.decision(B), ["intercept Wall", "pass", "concede"]);
    assert_eq!(game.pick(B, "concede").end(), (Some(A), "conceded"), "in the enemy's turn");
}

fn job(policies: [Policy; 2]) -> Job {
    Job { seed: 5, turns: 60, policies, goals: Vec::new(), groups: Vec::new() }
}

fn scripted(otherwise: Policy) -> Policy {
    let script = vec!["keep".to_owned(), "concede".to_owned()];
    Policy::Prefer(Arc::new(Prefer { name: "test".to_owned(), script, rules: Vec::new(), otherwise }))
}

#[test]
fn parallel_no_built_in_policy_concedes_but_a_script_may() {
    let lab = lab(&[], ["20 Ox\n20 Imp\n", "20 Ox\n20 Imp\n"], &[]);
    let conceded = |policy: Policy| {
        let tally = lab.runner().run(&job([policy, Policy::Greedy]), 0, 200);
        let ending = &tally.endings[2];
        ending.lost.iter().chain(&ending.won).chain(&ending.drawn).sum::<u64>()
    };
    for policy in [Policy::Random, Policy::Greedy, Policy::First, Policy::Idle] {
        assert_eq!(conceded(policy), 0);
    }
    assert_eq!(conceded(scripted(Policy::Random)), 200);
    let never = Prefer { name: "x".to_owned(), script: Vec::new(), rules: Vec::new(), otherwise: Policy::Random };
    assert_eq!(conceded(Policy::Prefer(Arc::new(never))), 0, "nor does the policy behind a file");
}

/// The seat that does nothing keeps its hand, draws, Wastes what is too much, and lets every attack go on.
#[test]
fn parallel_the_idle_seat_only_draws() {
    let rows = [
        ["Guard", "Token", "", "0", "2", "Defender", ""],
        ["Abbot", "Paragon", "4", "1", "4", "", "start: token 1 \"Guard\", health 12"],
    ];
    let decks = ["1 Coin\n39 Ox\n", "Paragon\n1 Abbot\nDeck\n40 Imp\n"];
    let lab = lab_with(&rows, decks, &[], Some(A), [false, true]);
    let mut game = lab.game(&[]);
    game.pick(A, "keep");
    assert_eq!(game.number(B, Quantity::Life), 12, "as its Paragon says");
    game.pick(A, "play Coin").pick(A, "play Ox").pick(A, "end");
    assert_eq!((size(&game, B, Zone::Hand), size(&game, B, Zone::Deck)), (6, 34));
    game.pick(A, "attack Ox (player)");
    assert_eq!(game.number(B, Quantity::Life), 10, "nothing intercepts");
    for _ in 0..3 {
        game.pick(A, "end");
    }
    assert_eq!((size(&game, B, Zone::Hand), size(&game, B, Zone::Grave)), (8, 1));
    assert_eq!(game.zone(B, Zone::Board), ["Guard"]);
}

#[test]
fn parallel_the_idle_seat_takes_the_choices_that_are_forced_on_it() {
    let rows = [["Tax", "Effect", "0", "", "", "", "played: opponent discard 1"]];
    let lab = lab_with(&rows, ["5 Tax\n", "20 Ox\n20 Imp\n"], &[("hand", 5)], Some(A), [false, true]);
    let mut game = lab.game(&[]);
    game.pick(A, "keep").pick(A, "play Tax");
    assert_eq!((size(&game, B, Zone::Hand), size(&game, B, Zone::Grave)), (4, 1));
}

#[test]
fn parallel_every_shipped_card_is_understood() {
    let session = crate::support::session();
    let source = Arc::new(decklint::text::Source::new("deck", "Deck\n40 Rivet Hound\n"));
    let input = DeckInput { source: &source, guessed: None, path: None, game: Some("parallel") };
    let mut ready = ready(&session, input, &decklint::diagnostics::Levels::default())
        .unwrap_or_else(|c| panic!("{:#?}", c.findings));
    let all: Vec<_> = ready.game.catalog.cards().map(|(id, _)| Some(id)).collect();
    ready.deck = SeatDeck { shuffled: all, apart: Vec::new(), idle: false };
    let (runner, faults) =
        runner(&session, &ready, SeatDeck::blanks(40), None, &[]).unwrap_or_else(|e| panic!("{e:#?}"));
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(runner.kit().len() > 200, "{}", runner.kit().len());
    assert_eq!(runner.kit().not_simulated(Seat::A), 0);
    // All of them together, whatever is drawn, break nothing.
    runner.audit(&job([Policy::Greedy, Policy::Idle]), 0, 30).expect("sound");
}

/// Blanks can be banked, and nothing else.
#[test]
fn parallel_blanks_and_tiny_decks_play_to_an_end() {
    for deck in ["1 Ox\n", "2 Stone\n"] {
        let lab = lab_with(&[], [deck, deck], &[], None, [false; 2]);
        lab.runner().audit(&job([Policy::Random, Policy::Random]), 0, 50).expect("sound");
    }
}

/// Numbers at the ends of what the set-up allows give odd games, but games.
#[test]
fn parallel_odd_numbers_of_the_set_up_are_played() {
    let odd: [&[(&str, i64)]; 7] = [
        &[("hand", 0), ("draw", 0), ("banks", 0)],
        &[("hand", 999), ("hand-limit", 1), ("first-draw", 1)],
        &[("draw", 999), ("no-loss", 1)],
        &[("search-loss", 9999), ("search-growth", 99), ("health", 9999)],
        &[("search-loss", 0), ("bank-draw", 999)],
        &[("banks", 999), ("health", 1), ("first-bank-draw", 1)],
        &[("no-loss", 1), ("damage-stays", 0), ("search-growth", 1)],
    ];
    let decks = ["10 Ox\n10 Bear\n2 Coin\n", "3 Imp\n"];
    for set in odd {
        let lab = lab_with(&[], decks, set, None, [false; 2]);
        lab.runner().audit(&job([Policy::Random, Policy::Greedy]), 0, 10).unwrap_or_else(|e| panic!("{set:?}: {e}"));
    }
}

/// A deck that no rule allows is played as it stands: hundreds of Paragons, a Paragon and a Token in the deck.
#[test]
fn parallel_decks_against_the_rules_are_played() {
    let rows = [
        ["Regent", "Paragon", "0", "2", "2", "", "turn-start: damage 0"],
        ["Nit", "Token", "", "1", "1", "", ""],
        ["Hive", "Effect", "0", "", "", "", "played: token 2 \"Nit\", opponent token 300 \"Nit\""],
    ];
    let deck = "Paragon\n300 Regent\nDeck\n2 Regent\n2 Nit\n2 Hive\n2 Ox\n";
    let lab = lab_with(&rows, [deck, "2 Hive\n"], &[], Some(A), [false; 2]);
    let mut game = begun(&lab);
    let options = game.decision(A);
    assert_eq!(options.iter().filter(|o| o.starts_with("play Regent")).count(), 255, "as many as have a number");
    game.pick(A, "play Hive");
    assert_eq!((size(&game, A, Zone::Board), size(&game, B, Zone::Board)), (2, 250), "the field has room for 250");
    let job = Job { turns: 1, ..job([Policy::First, Policy::Idle]) };
    lab.runner().audit(&job, 0, 1).expect("sound");
}
