//! Faults of simulators: mulligans, odds, empty decks, full hands, biased shuffles, seeds, sideboards, negative numbers.

use std::process::Command;

use decklint::play::odds::Question;
use decklint::play::{DeckPile, Kind, Policy, Seat, Step, Streams, Zone};

use crate::support::root;
use crate::table::Lab;
use crate::toy::Toy;

fn one(total: usize, copies: usize) -> Question {
    Question::new(total, &[1], |card, _| card < copies)
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 5e-7
}

#[test]
fn cards_of_a_mulligan_go_back_before_the_redraw() {
    // Ten different cards, a hand of five, all given back: each card comes with one half again.
    assert!(close(one(10, 1).share_with_mulligan(5, 5), 0.75));
    let toy = Toy::new("{hand: 3, mulligan: any}", "1 Ace\n1 Bow\n1 Cog\n1 Dew\n1 Elk\n1 Fox\n");
    let runner = toy.runner(&[]);
    let mut again = 0;
    for game in 0..400 {
        let mut session = runner.open(Box::new(Streams::new(1, game)));
        assert_eq!(session.step(), Step::Decide(Seat::A));
        let first = session.zone(Seat::A, Zone::Hand);
        while let Some(index) = session.options().iter().position(|o| o.starts_with("return")) {
            session.choose(index);
            session.step();
        }
        session.choose(0);
        while session.step() != Step::Opened {}
        let hand = session.zone(Seat::A, Zone::Hand);
        assert_eq!(hand.len(), 3);
        again += hand.iter().filter(|c| first.contains(c)).count();
    }
    // 3 cards of 6, of which 3 were seen before: 1.5 a hand; 600 in all, standard deviation 13.4.
    assert!((550..650).contains(&again), "{again}");
}

#[test]
fn odds_are_hypergeometric_and_not_a_sum_of_single_draws() {
    assert!(close(one(40, 4).share(5), 0.427_071), "not 5 * 4 / 40");
    assert!(close(one(30, 1).share(5), 0.166_667));
    assert!(one(40, 4).share(40) <= 1.0, "never more than certain");
}

#[test]
fn a_draw_from_an_empty_deck_ends_the_game_as_the_rules_say() {
    // Six cards, five in hand: drawing the last card is no loss yet, the draw after it is.
    let toy = Toy::new("{hand: 5}", "1 Ace\n1 Bow\n1 Cog\n1 Dew\n1 Elk\n1 Fox\n");
    let runner = toy.runner(&[]);
    let mut session = runner.open(Box::new(Streams::new(1, 0)));
    loop {
        match session.step() {
            Step::Decide(seat) => {
                let index = session.advice(&Policy::Idle, seat);
                session.choose(index);
            }
            Step::TurnEnd(_) | Step::Opened => {}
            Step::Over(outcome) => {
                assert_eq!((outcome.winner, session.turn(Seat::A)), (Some(Seat::B), 2));
                break;
            }
        }
    }
}

#[test]
fn every_order_of_a_shuffle_is_equally_likely() {
    let mut counts = [0u32; 6];
    let orders: [[Kind; 3]; 6] = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];
    let mut deck = DeckPile::default();
    for game in 0..60_000 {
        let mut dice = Streams::new(2, game);
        deck.fill(&[1, 2, 3]);
        let order = [(); 3].map(|()| deck.draw(Seat::A, &mut dice).expect("three cards"));
        counts[orders.iter().position(|o| *o == order).expect("an order")] += 1;
    }
    assert!(counts.iter().all(|n| n.abs_diff(10_000) <= 300), "{counts:?}");
    let chi: f64 = counts.iter().map(|n| (f64::from(*n) - 10_000.0).powi(2) / 10_000.0).sum();
    assert!(chi < 20.0, "{counts:?}: {chi}");
}

fn decklint(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_decklint")).args(args).current_dir(root()).output().expect("runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let deck = first_deck("barrenia");
    let run = |threads: &str, seed: &str| {
        decklint(&["goldfish", &deck, "--games", "500", "--seed", seed, "-j", threads, "--format", "json"])
    };
    let one = run("1", "7");
    assert_eq!(one.0, Some(0), "{}", one.2);
    assert_eq!(one, run("1", "7"), "twice");
    assert_eq!(one, run("3", "7"), "on three threads");
    assert_ne!(one.1, run("1", "8").1, "another seed");
}

fn first_deck(game: &str) -> String {
    let mut decks = crate::support::files_below(&root().join("decks").join(game));
    decks.sort();
    decks[0].strip_prefix(root()).expect("below").display().to_string()
}

#[test]
fn the_pile_is_the_main_deck_and_all_of_it() {
    let pool = "code,name,type,territories,size,el,ag,ip\n00310001,Usher,Soldier,Hive Union,1,1,1,1\n\
        00310002,Pilot,Soldier,Hive Union,1,1,1,1\n00310003,Lamp,Soldier,Hive Union,1,1,1,1\n";
    let deck = "20 Usher\n20 Pilot\n\nSideboard\n4 Lamp\n";
    let lab = Lab::with("barrenia", pool, [deck, deck], &[], Some(Seat::B), [false; 2]);
    let mut game = lab.game(&[]);
    game.step();
    let mut all = game.zone(Seat::A, Zone::Deck);
    all.extend(game.zone(Seat::A, Zone::Hand));
    assert_eq!(all.len(), 40);
    assert_eq!(all.iter().filter(|c| *c == "Usher").count(), 20);
    assert!(!all.contains(&"Lamp".to_owned()), "the side section stays out");
}

#[test]
fn a_negative_number_is_told_its_range() {
    let deck = first_deck("scales");
    for (args, message) in [
        (["--turns", "-1"], "turns must be 1 or more"),
        (["--turns=-1", "--first"], "turns must be 1 or more"),
        (["--turns", "0"], "turns must be 1 or more"),
        (["--turns", "1000000"], "turns must be at most 10000"),
        (["--games", "0"], "games must be 1 or more"),
        (["--games", "-5"], "games must be 1 or more"),
        (["--games", "many"], "no whole number"),
        (["--trace", "-1"], "the number of a game must be 1 or more"),
        (["--threads", "0"], "threads must be 1 or more"),
        (["--seed", "-1"], "a seed is a whole number from 0"),
        (["--shard", "3/2"], "I from 1 to N"),
    ] {
        let (code, out, err) = decklint(&[&["goldfish", &deck][..], &args[..]].concat());
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains(message), "{args:?}: {err}");
    }
    let (code, _, err) = decklint(&["draw", &deck, "--hands", "-3"]);
    assert!(code == Some(2) && err.contains("hands must be 1 or more"), "{err}");
    let (code, _, err) = decklint(&["odds", &deck, "--has", "rarity:C", "--seen", "-3"]);
    assert!(code == Some(2) && err.contains("must be 1 or more"), "{err}");
}

#[test]
fn decks_of_no_or_one_card_and_of_another_game_are_no_accident() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let (empty, single, other) = (write("empty.txt", ""), write("one.txt", "1 Vat Drone\n"), first_deck("parallel"));
    for game in ["barrenia", "scales", "tuna", "breakrift", "parallel"] {
        for deck in [&empty, &single, &other] {
            let (code, _, err) = decklint(&["goldfish", deck, "--game", game, "--games", "20", "--allow-illegal"]);
            assert!(code == Some(0) || code == Some(2) || code == Some(1), "{game} {deck}: {code:?} {err}");
            assert!(!err.contains("panicked"), "{game} {deck}: {err}");
            let (code, out, err) = decklint(&["goldfish", deck, "--game", game, "--games", "20"]);
            assert!(code != Some(0) || (game == "parallel" && *deck == other), "{game} {deck}: {out}");
            assert!(!err.is_empty() || code == Some(0), "{game} {deck}");
        }
    }
}

/// A deck that is drawn from anew each turn: the odds of one hand, and of any of several.
#[test]
fn odds_of_a_deck_that_is_never_used_up_are_those_of_new_hands() {
    let deck = first_deck("tuna");
    let share = |args: &[&str]| -> Vec<f64> {
        let (code, out, err) = decklint(&[&["odds", &deck, "--format", "json"][..], args].concat());
        assert_eq!(code, Some(0), "{err}");
        let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        value["odds"].as_array().expect("rows").iter().map(|r| r["share"].as_f64().expect("a share")).collect()
    };
    let one = share(&["--has", "atk>=0", "--at-least", "5", "--turn", "1"]);
    assert!(close(one[0], 1.0), "a hand is five of the thirty cards: {one:?}");
    let turns = share(&["--has", "atk>=6"]);
    assert_eq!(turns.len(), 8);
    for (turn, share) in turns.iter().enumerate() {
        let misses = i32::try_from(turn + 1).expect("few");
        assert!(close(*share, 1.0 - (1.0 - turns[0]).powi(misses)), "{turns:?}");
    }
    assert!(turns[0] > 0.0 && turns[0] < 1.0, "{turns:?}");
    // One draw of five, without and with replacement inside it.
    let seen = share(&["--has", "atk>=6", "--seen", "5"])[0];
    assert!(close(seen, turns[0]), "{seen} {turns:?}");
    let replaced = share(&["--has", "atk>=6", "--seen", "5", "--set", "setup.replace=true"])[0];
    assert!(replaced < seen, "{replaced} {seen}");
}
