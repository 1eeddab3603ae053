//! Barrenia's built-in player: what it takes at its decisions.

use decklint::play::Policy;

use crate::engine_barrenia_lab::*;
use crate::table::Game;

/// What the built-in player would take at this seat's decision.
fn advice(game: &mut Game<'_>, seat: decklint::play::Seat) -> String {
    game.advice(&Policy::Greedy, seat)
}

#[test]
fn barrenia_greedy_keeps_its_first_hand_and_sends_the_least_useful_later() {
    let lab = lab(&["Spark", "Titan"], &["Titan", "Tick"]);
    let mut game = lab.game(&[]);
    assert_eq!(advice(&mut game, A), "done");
    game.pick(A, "done");
    pass(&mut game, A);
    assert_eq!(advice(&mut game, B), "send Null");
    // What the Stock cannot pay for helps more as energy.
    let lab = lab_of(&["Vault"]);
    assert_eq!(advice(&mut lab.game(&[]), A), "send Vault");
}

fn lab_of(a: &[&str]) -> crate::table::Lab {
    lab(a, &[])
}

#[test]
fn barrenia_greedy_plays_its_best_card_and_timebreaks_when_it_can() {
    let lab = lab(&["Spark", "Titan", "Tick"], &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    assert_eq!(advice(&mut game, A), "timebreak Tick");
    game.pick(A, "skip");
    assert_eq!(advice(&mut game, A), "play Titan");
    game.pick(A, "play Titan");
    assert_eq!(advice(&mut game, A), "play Spark");
}

#[test]
fn barrenia_greedy_clashes_where_no_counter_can_beat_it() {
    let clash = |a: &str, b: &str| {
        let lab = lab(&[a], &[b]);
        let mut game = facing(&lab, &[a], &[b]);
        advice(&mut game, B)
    };
    assert_eq!(clash("Tide", "Spark"), "clash Spark (el)");
    assert_eq!(clash("Spark", "Tide"), "end", "4 against 5");
    let lab = lab(&[], &["Pebble"]);
    assert_eq!(advice(&mut facing(&lab, &[], &["Pebble"]), B), "clash Pebble (ip)", "nobody can counter");
}

#[test]
fn barrenia_greedy_counters_with_the_cheapest_card_that_wins() {
    let lab = lab(&["Titan", "Spark"], &["Tide"]);
    let mut game = facing(&lab, &["Titan", "Spark"], &["Tide"]);
    game.pick(B, "clash Tide (el)");
    assert_eq!(advice(&mut game, A), "counter Spark (el)");
    let lab = lab_pair("Tide", "Spark");
    let mut game = facing(&lab, &["Tide"], &["Spark"]);
    game.pick(B, "clash Spark (el)");
    assert_eq!(advice(&mut game, A), "let through", "the life is lost in any case, the card is not");
}

fn lab_pair(a: &str, b: &str) -> crate::table::Lab {
    lab(&[a], &[b])
}

#[test]
fn barrenia_greedy_chooses_the_stats_that_favour_it() {
    let lab = lab_pair("Spark", "Maker");
    let mut game = facing(&lab, &["Spark"], &["Maker"]);
    game.pick(B, "clash Maker (hyper)").pick(A, "counter Spark (el)");
    assert_eq!(advice(&mut game, B), "their stat (ag)", "the lowest of 5, 1 and 2");
    let lab = lab_pair("Spark", "Mule");
    let mut game = facing(&lab, &["Spark"], &["Mule"]);
    game.pick(B, "clash Mule (chimera)").pick(A, "counter Spark (el)");
    assert_eq!(advice(&mut game, A), "own stat (el)");
}

#[test]
fn barrenia_greedy_discards_the_least_useful() {
    let lab = lab_with(&["Spark", "Titan", "Wall"], &[], &[("hand", 9.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "done").pick(A, "end");
    assert_eq!(advice(&mut game, A), "discard Null");
}

#[test]
fn barrenia_greedy_invokes_a_miracle_event() {
    let lab = lab_with(&["Pebble"], &["Rose"], &[("life", 2.into()), ("miracle-life", 2.into())]);
    let mut game = facing(&lab, &["Pebble"], &["Rose"]);
    game.pick(B, "clash Rose (ip)").pick(A, "counter Pebble (ip)");
    assert_eq!(advice(&mut game, B), "miracle (draw)");
}
