//! Parallel: what the built-in player does where there is something to decide.

use decklint::play::{Policy, Scripted, Seat, Session, Step};

use crate::engine_parallel::{A, B, lab};
use crate::table::Lab;

/// A game in which these options have been taken, up to the next decision.
fn after<'l>(lab: &'l Lab, labels: &[&str]) -> (Box<dyn Session + 'l>, Seat) {
    let mut session = lab.runner().open(Box::new(Scripted::new([])));
    let mut next = labels.iter();
    loop {
        if let Step::Decide(seat) = session.step() {
            let Some(label) = next.next() else { return (session, seat) };
            let options = session.options();
            let index = options.iter().position(|o| o == label);
            session.choose(index.unwrap_or_else(|| panic!("no `{label}` in {options:?}")));
        }
    }
}

/// What the built-in player takes then.
fn takes(lab: &Lab, labels: &[&str]) -> String {
    let (mut session, seat) = after(lab, labels);
    let index = session.advice(&Policy::Greedy, seat);
    session.options().swap_remove(index)
}

const KEEP: [&str; 2] = ["keep", "keep"];

fn then<'a>(rest: &[&'a str]) -> Vec<&'a str> {
    KEEP.iter().chain(rest).copied().collect()
}

#[test]
fn parallel_greedy_returns_dear_cards_and_keeps_cheap_ones() {
    let rows = [["Elm", "Unit", "4", "4", "4", "", ""], ["Oak", "Unit", "5", "5", "5", "", ""]];
    let lab = lab(&rows, ["1 Ox\n1 Elm\n1 Oak\n2 Imp\n35 Stone\n", "40 Ox\n"], &[]);
    assert_eq!(takes(&lab, &[]), "return Oak", "a cost of 5 waits too long");
    assert_eq!(takes(&lab, &["return Oak"]), "keep", "a cost of 4 does not");
}

#[test]
fn parallel_greedy_banks_what_it_needs_least_then_plays() {
    let rows = [["Oak", "Unit", "9", "9", "9", "", ""]];
    let lab = lab(&rows, ["1 Ox\n1 Oak\n1 Imp\n1 Bear\n36 Ox\n", "40 Ox\n"], &[]);
    assert_eq!(takes(&lab, &then(&[])), "bank Oak");
    assert_eq!(takes(&lab, &then(&["bank Oak"])), "play Ox", "the best for 1 Energy");
    assert_eq!(takes(&lab, &then(&["bank Oak", "play Ox"])), "end");
}

#[test]
fn parallel_greedy_banks_nothing_when_the_deck_is_empty() {
    let lab = lab(&[], ["2 Stone\n", "40 Ox\n"], &[]);
    assert_eq!(takes(&lab, &then(&[])), "end");
}

#[test]
fn parallel_greedy_plays_no_effect_that_does_nothing() {
    let rows = [
        ["Kill", "Effect", "0", "", "", "", "played: destroy 1 (type:Unit)"],
        ["Cure", "Effect", "0", "", "", "", "played: heal 5"],
        ["Wake", "Effect", "0", "", "", "", "played: ready all"],
        ["Bolt", "Effect", "0", "", "", "", "played: damage 2"],
    ];
    let lab = lab(&rows, ["1 Kill\n1 Cure\n1 Wake\n1 Bolt\n1 Stone\n", "40 Ox\n"], &[]);
    assert_eq!(takes(&lab, &then(&[])), "play Bolt");
    assert_eq!(takes(&lab, &then(&["play Bolt"])), "end", "full Health, nobody to destroy, nobody with Fatigue");
}

fn fight(a: &[&str], b: &[&str], rows: &[[&str; 7]], health: i64) -> (Lab, Vec<String>) {
    let deck = |cards: &[&str]| {
        let list: String = cards.iter().map(|c| format!("1 {c}\n")).collect();
        format!("1 Coin\n{list}30 Stone\n")
    };
    let lab = lab(rows, [&deck(a), &deck(b)], &[("health", health)]);
    let mut labels = Vec::new();
    for cards in [a, b] {
        labels.push("play Coin".to_owned());
        labels.extend(cards.iter().map(|c| format!("play {c}")));
        labels.push("end".to_owned());
    }
    labels.push("bank Stone".to_owned());
    (lab, labels)
}

fn taken(a: &[&str], b: &[&str], rows: &[[&str; 7]], health: i64, more: &[&str]) -> String {
    let (lab, labels) = fight(a, b, rows, health);
    let labels: Vec<&str> = labels.iter().map(String::as_str).chain(more.iter().copied()).collect();
    takes(&lab, &then(&labels))
}

const WALL: [&str; 7] = ["Wall", "Unit", "2", "2", "6", "Defender", ""];

#[test]
fn parallel_greedy_attacks_where_it_pays() {
    assert_eq!(taken(&["Bear"], &["Ox"], &[], 30, &[]), "attack Bear -> Ox", "it fells it and lives");
    assert_eq!(taken(&["Imp"], &["Ox"], &[], 30, &[]), "attack Imp (player)", "no Unit to gain");
    assert_eq!(taken(&["Bear"], &["Ox"], &[], 3, &[]), "attack Bear (player)", "3 damage end the game");
    assert_eq!(
        taken(&["Ox"], &["Wall"], &[WALL], 30, &[]),
        "attack Ox (player)",
        "a Wall that strikes for 2 does no harm"
    );
    assert_eq!(taken(&["Imp"], &["Wall"], &[WALL], 30, &[]), "end", "the Wall would fell it");
}

#[test]
fn parallel_greedy_intercepts_where_it_pays() {
    assert_eq!(taken(&["Ox"], &["Wall"], &[WALL], 30, &["attack Ox (player)"]), "intercept Wall");
    let thin = ["Lath", "Unit", "2", "0", "1", "Defender", ""];
    assert_eq!(
        taken(&["Ox"], &["Lath"], &[thin], 30, &["attack Ox (player)"]),
        "pass",
        "it is worth more than 2 damage"
    );
    assert_eq!(
        taken(&["Ox"], &["Lath"], &[thin], 2, &["attack Ox (player)"]),
        "intercept Lath",
        "else the game is lost"
    );
    let (lab, labels) = fight(&["Ox"], &["Lath"], &[thin], 30);
    let labels: Vec<&str> = labels.iter().map(String::as_str).chain(["attack Ox (player)"]).collect();
    assert_eq!(after(&lab, &then(&labels)).1, B);
    assert_eq!(after(&lab, &then(&[])).1, A);
}
