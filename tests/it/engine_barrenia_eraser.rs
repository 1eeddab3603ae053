//! Barrenia's Erasers: no zones, no energy, conditions instead of Size and stats, life lost that is no damage.

use decklint::play::{Quantity, Zone};

use crate::engine_barrenia_lab::*;
use crate::table::{Game, Lab};

/// A plays ordinary cards, B a deck of Erasers alone: these, then Wraiths.
fn lab(a: &[&str], b: &[&str]) -> Lab {
    lab_set(a, b, &[])
}

fn lab_set(a: &[&str], b: &[&str], set: &[(&str, decklint::spec::Setting)]) -> Lab {
    let erasers = deck_of(b, 30).replace("Null", "Wraith");
    Lab::new("barrenia", POOL, [&deck_of(a, 30), &erasers], set)
}

/// A has played its cards; B has sent a Wraith, played its Erasers and ended the Set-Up Stage.
fn facing_erasers<'l>(lab: &'l Lab, a: &[&str], b: &[&str]) -> Game<'l> {
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    for card in a {
        game.pick(A, &format!("play {card}"));
    }
    pass(&mut game, A);
    game.pick(B, "send Wraith");
    for card in b {
        game.pick(B, &format!("play {card}"));
    }
    if !game.decision(B).iter().any(|o| o.starts_with("clash ")) {
        game.pick(B, "end");
    }
    game
}

#[test]
fn barrenia_erasers_cost_no_energy_and_their_player_gets_none() {
    let lab = lab(&["Spark"], &["Ghost", "Ghost"]);
    let mut game = lab.game(&[]);
    game.pick(A, "done").pick(A, "play Spark");
    assert_eq!(stock(&game), 7);
    game.pick(B, "send Ghost");
    assert_eq!(stock(&game), 7, "neither Size nor turn count comes into the Stock");
    game.pick(B, "play Ghost");
    assert_eq!((stock(&game), board(&game, B)), (7, vec!["Ghost".to_owned()]));
    assert_eq!(game.number(B, Quantity::Turn), 1, "its turn count rises all the same");
}

#[test]
fn barrenia_erasers_have_no_zones_but_deck_grave_and_beyond() {
    let lab = lab(&["Exile"], &["Ghost", "Ghost", "Ghost", "Ghost", "Ghost", "Ghost"]);
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    pass(&mut game, A);
    game.pick(B, "send Ghost");
    for _ in 0..5 {
        game.pick(B, "play Ghost");
    }
    assert_eq!(board(&game, B).len(), 5, "more than the zones of any kind");
    assert_eq!(game.table(B)[0].0, "Erasers");
    assert_eq!(grave(&game, B), ["Ghost"]);
    game.pick(B, "end");
    picks(&mut game, A, &["send Null", "play Exile", "banish Ghost"]);
    assert_eq!(game.zone(B, Zone::Beyond), ["Ghost"]);
}

#[test]
fn barrenia_erasers_appear_when_their_condition_holds() {
    // Reaper wants two cards in the Grave Pile: the first turn sends one.
    let lab = lab(&[], &["Reaper"]);
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    game.pick(B, "send Wraith");
    assert_eq!(game.decision(B), ["play Wraith", "end"]);
    game.pick(B, "end");
    pass(&mut game, A);
    game.pick(B, "send Wraith");
    assert_eq!(game.decision(B), ["play Reaper", "play Wraith", "end"]);
}

#[test]
fn barrenia_conditions_count_the_cards_that_their_terms_name() {
    let pool = POOL.to_owned()
        + "90000045,Second,Eraser,Erasers,,,,,,,,board(Wraith) >= 1,hand >= 0\n\
           90000046,Third,Eraser,Erasers,,,,,,,,board(Second) >= 1,hand >= 0\n";
    let decks = [deck_of(&[], 30), deck_of(&["Second", "Third"], 30).replace("Null", "Wraith")];
    let lab = Lab::new("barrenia", &pool, [&decks[0], &decks[1]], &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    game.pick(B, "send Wraith");
    assert_eq!(game.decision(B), ["play Wraith", "end"]);
    game.pick(B, "play Wraith");
    assert_eq!(game.decision(B), ["play Second", "play Wraith", "end"]);
    game.pick(B, "play Second");
    assert_eq!(game.decision(B), ["play Third", "play Wraith", "end"]);
}

#[test]
fn barrenia_eraser_wins_its_clash_if_its_victory_condition_holds() {
    // Against the strongest card there is, and directly.
    let lab = lab(&["Titan"], &["Ghost", "Ghost"]);
    let mut game = facing_erasers(&lab, &["Titan"], &["Ghost", "Ghost"]);
    assert_eq!(game.decision(B), ["clash Ghost", "clash Ghost #2", "end"], "no emblem");
    game.pick(B, "clash Ghost").pick(A, "counter Titan (el)");
    assert_eq!((life(&game), grave(&game, A)), ((7, 8), vec!["Titan".to_owned()]));
    assert!(game.log().contains("the Victory Condition is fulfilled"));
    assert!(!game.log().contains(" uses "), "no stats");
    game.pick(B, "clash Ghost");
    assert_eq!(life(&game), (6, 8));
    assert!(game.log().contains("A draws and reveals"), "a Clash Reaction as in any clash");
}

#[test]
fn barrenia_eraser_loses_its_clash_if_its_victory_condition_fails() {
    let lab = lab(&["Pebble"], &["Wraith", "Wraith"]);
    let mut game = facing_erasers(&lab, &["Pebble"], &["Wraith", "Wraith"]);
    game.pick(B, "clash Wraith").pick(A, "counter Pebble (ip)");
    assert_eq!((life(&game), board(&game, A).len(), board(&game, B).len()), ((8, 7), 1, 1));
    // Not countered: its condition decides all the same.
    game.pick(B, "clash Wraith").pick(A, "let through");
    assert_eq!((life(&game), board(&game, B).len()), ((8, 6), 0));
    assert!(game.log().contains("B draws and reveals"));
}

#[test]
fn barrenia_eraser_counters_by_its_victory_condition() {
    let lab = lab(&["Titan"], &["Ghost", "Wraith"]);
    for (counter, expected) in [("counter Ghost", (7, 8)), ("counter Wraith", (8, 7))] {
        let mut game = facing_erasers(&lab, &["Titan"], &["Ghost", "Wraith"]);
        game.pick(B, "end");
        picks(&mut game, A, &["send Null", "clash Titan (el)"]);
        game.pick(B, counter);
        assert_eq!(life(&game), expected, "{counter}");
    }
}

#[test]
fn barrenia_two_erasers_compare_their_conditions() {
    let erasers = |cards: &[&str]| deck_of(cards, 30).replace("Null", "Wraith");
    let run = |a: &str, b: &str| {
        let (own, other) = (erasers(&[a]), erasers(&[b]));
        let lab = Lab::new("barrenia", POOL, [&own, &other], &[]);
        let mut game = lab.game(&[]);
        picks(&mut game, A, &["done", &format!("play {a}"), "end"]);
        picks(&mut game, B, &["send Wraith", &format!("play {b}"), "end", &format!("clash {b}")]);
        game.pick(A, &format!("counter {a}"));
        (life(&game), board(&game, A).len(), board(&game, B).len())
    };
    assert_eq!(run("Wraith", "Ghost"), ((7, 8), 0, 1));
    assert_eq!(run("Ghost", "Wraith"), ((8, 7), 1, 0));
    assert_eq!(run("Ghost", "Ghost"), ((7, 7), 0, 0), "both fulfilled: a tie");
    assert_eq!(run("Wraith", "Wraith"), ((7, 7), 0, 0), "neither: a tie");
}

#[test]
fn barrenia_life_lost_to_an_eraser_is_no_damage() {
    // Wrath doubles damage: a Soldier takes 2, an Eraser still 1, its own loss is 1 as well, and its effects are damage.
    let set = [("hand", 6.into())];
    let lab = lab_set(&["Titan", "Riot", "Pebble"], &["Ghost"], &set);
    let mut game = facing_erasers(&lab, &["Titan"], &["Ghost"]);
    game.pick(B, "end");
    picks(&mut game, A, &["send Null", "play Riot", "end", "clash Titan (el)"]);
    game.pick(B, "let through");
    assert_eq!(life(&game), (8, 6), "2 damage to the player of Erasers: {}", game.log());
    let mut game = facing_erasers(&lab, &["Titan"], &["Ghost"]);
    game.pick(B, "end");
    picks(&mut game, A, &["send Null", "play Riot", "end", "clash Titan (el)"]);
    game.pick(B, "counter Ghost");
    assert_eq!(life(&game), (7, 8), "the Eraser wins");
    let lab = lab_set(&["Titan", "Riot"], &["Wraith"], &set);
    let mut game = facing_erasers(&lab, &["Titan"], &["Wraith"]);
    game.pick(B, "end");
    picks(&mut game, A, &["send Null", "play Riot", "clash Titan (el)"]);
    game.pick(B, "counter Wraith");
    assert_eq!(life(&game), (8, 7), "lost by the Eraser, not doubled");
}

#[test]
fn barrenia_eraser_abilities_work_as_those_of_other_cards() {
    let lab = lab(&["Titan"], &["Leech"]);
    let mut game = facing_erasers(&lab, &["Titan"], &["Leech"]);
    game.pick(B, "clash Leech").pick(A, "let through");
    assert_eq!(life(&game), (6, 8), "1 for the clash, 1 damage by its ability");
}

#[test]
fn barrenia_d_end_ends_the_game() {
    let lab = lab(&["Titan"], &["Oracle"]);
    let mut game = facing_erasers(&lab, &["Titan"], &["Oracle"]);
    game.pick(B, "clash Oracle").pick(A, "let through");
    assert_eq!((game.end(), life(&game)), ((Some(B), "D End"), (7, 8)));
}
