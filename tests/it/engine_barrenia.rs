//! Barrenia: set-up and stages, one test for each statement of the rule text. Clashes have files of their own.

use decklint::play::{Quantity, Seat, Step, Zone};

use crate::engine_barrenia_lab::*;
use crate::table::Lab;

#[test]
fn barrenia_start_gives_five_cards_eight_life_and_eight_energy_in_all() {
    let lab = lab(&["Spark"], &["Tide"]);
    let mut game = lab.game(&[]);
    assert_eq!(game.step(), Step::Opened);
    assert_eq!((hand(&game, A), hand(&game, B)), (5, 5));
    assert_eq!(life(&game), (8, 8));
    assert_eq!((stock(&game), game.number(B, Quantity::Stock)), (8, 8), "one Stock for both");
    assert_eq!((game.number(A, Quantity::Turn), game.number(B, Quantity::Turn)), (0, 0), "turn counts begin at 0");
    assert!(game.log().contains("Let's Clash!"));
    game.dice_are_used_up();
}

#[test]
fn barrenia_who_goes_first_is_decided() {
    for first in Seat::BOTH {
        let decks = [deck_of(&[], 30), deck_of(&[], 30)];
        let lab = Lab::with("barrenia", POOL, [&decks[0], &decks[1]], &[], Some(first), [false; 2]);
        lab.game(&[]).decision(first);
        // Nobody says: the game's dice do.
        let lab = Lab::with("barrenia", POOL, [&decks[0], &decks[1]], &[], None, [false; 2]);
        let mut game = lab.game(&[first as u32]);
        game.decision(first);
        game.dice_are_used_up();
    }
}

#[test]
fn barrenia_either_seat_can_go_first() {
    let (own, other) = (deck_of(&["Tide"], 30), deck_of(&["Spark"], 30));
    let lab = Lab::with("barrenia", POOL, [&own, &other], &[], Some(B), [false; 2]);
    let mut game = lab.game(&[]);
    assert_eq!(game.decision(B), ["send Spark", "send Null", "done"], "B sends any number");
    game.pick(B, "done").pick(B, "play Spark");
    assert_eq!((hand(&game, A), game.turn(B)), (6, 1), "A draws, and B did not clash");
    picks(&mut game, A, &["send Null", "play Tide", "clash Tide (el)"]);
    game.pick(B, "counter Spark (el)");
    assert_eq!(life(&game), (7, 8), "A is the Assaulter");
}

#[test]
fn barrenia_first_turn_draws_nothing_and_sends_any_number_of_cards() {
    // Sizes 2 and 3 are sent: 8 + 5 + turn count 1 = 14; none: 8 + 1 = 9.
    let lab = lab(&["Spark", "Maker"], &[]);
    let mut game = lab.game(&[]);
    assert_eq!(game.decision(A), ["send Spark", "send Maker", "send Null", "done"]);
    assert_eq!(hand(&game, A), 5, "no draw");
    picks(&mut game, A, &["send Spark", "send Maker", "done"]);
    assert_eq!(grave(&game, A), ["Spark", "Maker"]);
    assert_eq!(stock(&game), 14);
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    assert_eq!((stock(&game), hand(&game, A)), (9, 5));
    // All five cards: the stage ends by itself, the turn count is added once.
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["send Null", "send Null", "send Null", "send Maker", "send Spark"]);
    assert_eq!((game.log().matches("puts 5 + 1 energy").count(), hand(&game, A)), (1, 0));
}

#[test]
fn barrenia_first_turn_count_can_be_0() {
    let lab = lab_with(&["Spark", "Maker"], &[], &[("first-turn-count", 0.into())]);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["send Spark", "send Maker", "done"]);
    assert_eq!((stock(&game), game.number(A, Quantity::Turn)), (13, 0));
    pass(&mut game, A);
    assert_eq!(game.number(B, Quantity::Turn), 1, "the second player draws in its first turn");
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    assert_eq!(stock(&game), 8);
}

#[test]
fn barrenia_later_turns_draw_one_and_send_one() {
    let lab = lab(&[], &["Spark", "Maker"]);
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    assert_eq!(hand(&game, B), 6, "5 + 1");
    assert_eq!(game.decision(B), ["send Spark", "send Maker", "send Null"], "exactly one is sent");
    game.pick(B, "send Maker");
    assert_eq!((hand(&game, B), grave(&game, B)), (5, vec!["Maker".to_owned()]));
    assert_eq!(stock(&game), 9 + 3 + 1, "its Size and the turn count");
    pass(&mut game, B);
    // The first player does the same from the second turn on.
    assert_eq!((hand(&game, A), game.decision(A)), (6, vec!["send Null".to_owned()]));
    game.pick(A, "send Null");
    assert_eq!(stock(&game), 13 + 2);
}

#[test]
fn barrenia_ohm_of_a_timebreak_that_is_sent_counts_like_size() {
    let lab = lab(&["Gong"], &["Chime"]);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["send Gong", "done"]);
    assert_eq!(stock(&game), 8 + 4 + 1);
    game.pick(B, "send Chime");
    assert_eq!(stock(&game), 13 + 3 + 1);
}

#[test]
fn barrenia_turn_count_rises_to_13_and_stays() {
    let (a, b) = (deck_of(&[], 60), deck_of(&[], 60));
    let lab = Lab::new("barrenia", POOL, [&a, &b], &[]);
    let mut game = lab.game(&[]);
    let mut counts = Vec::new();
    game.decision(A);
    for _ in 1..=16 {
        counts.push(game.number(A, Quantity::Turn));
        pass(&mut game, A);
        pass(&mut game, B);
    }
    assert_eq!(counts, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 13, 13, 13]);
    let log = game.log();
    assert!(log.contains("A14 [prepare] A's turn count is 13 (Over 13th Turn)"), "{log}");
    assert!(log.contains("A13 [prepare] A's turn count is 13\n"), "{log}");
}

#[test]
fn barrenia_timebreaks_come_to_exactly_the_turn_count() {
    // Turn count 1: only Tick can be played; Tock alone would be 2, and Null nothing.
    let lab = lab(&["Tick", "Tock", "Chime"], &["Tock", "Chime"]);
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    assert_eq!(game.decision(A), ["timebreak Tick", "timebreak Null", "skip"]);
    game.pick(A, "timebreak Tick");
    // The total stands: only cards of Ohm 0 could still join.
    assert_eq!(game.decision(A), ["timebreak Null", "done"]);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["done", "timebreak Null"]);
    assert_eq!(game.decision(A), ["timebreak Tick", "timebreak Null"], "1 is still missing, so there is no way out");
    picks(&mut game, A, &["timebreak Tick", "done"]);
    assert_eq!(grave(&game, A), ["Null", "Tick"], "Timebreaks go to the Grave Pile");
    // Turn count 1 of the second player: neither 2 nor 3 fits, so the stage passes by itself.
    game.pick(B, "send Null");
    assert_eq!(game.turn(A), 2, "{}", game.log());
    // Turn count 2 of the first player: Tock.
    game.pick(A, "send Null");
    assert_eq!(game.decision(A), ["timebreak Tock", "timebreak Null", "skip"]);
    game.pick(A, "skip");
    game.pick(B, "send Null");
    game.pick(B, "skip");
    // 3 is Chime alone: Tock needs a Tick, which is gone.
    game.pick(A, "send Null");
    assert_eq!(game.decision(A), ["timebreak Chime", "timebreak Null", "skip"]);
}

#[test]
fn barrenia_timebreaks_of_a_turn_are_combined() {
    let lab = lab(&["Tick", "Tock"], &[]);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["done", "skip"]);
    pass(&mut game, B);
    picks(&mut game, A, &["send Null", "skip"]);
    pass(&mut game, B);
    game.pick(A, "send Null");
    assert_eq!(game.number(A, Quantity::Turn), 3);
    assert_eq!(game.decision(A), ["timebreak Tick", "timebreak Tock", "timebreak Null", "skip"]);
    game.pick(A, "timebreak Tick");
    assert_eq!(game.decision(A), ["timebreak Tock", "timebreak Null"]);
    picks(&mut game, A, &["timebreak Tock", "done"]);
    assert!(grave(&game, A).ends_with(&["Tick".to_owned(), "Tock".to_owned()]));
}

#[test]
fn barrenia_timebreaks_may_stay_below_the_turn_count_by_an_option() {
    let lab = lab_with(&["Tick", "Tock"], &[], &[("timebreak-total", "at-most".into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    assert_eq!(game.decision(A), ["timebreak Tick", "timebreak Null", "skip"], "2 is above the turn count of 1");
    game.pick(A, "timebreak Null");
    assert_eq!(game.decision(A), ["timebreak Tick", "timebreak Null", "done"], "0 of 1 will do");
}

#[test]
fn barrenia_turn_count_0_means_no_timebreaks() {
    let lab = lab_with(&["Tick"], &[], &[("first-turn-count", 0.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    game.decision(B);
}

#[test]
fn barrenia_before_arc_3_there_is_no_timebreak_stage() {
    let lab = lab_with(&["Tick"], &[], &[("timebreak-stage", false.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    game.decision(B);
    assert!(!game.log().contains("[timebreak]"));
}

#[test]
fn barrenia_only_timebreaks_are_played_in_their_stage_and_there_alone() {
    let lab = lab(&["Tick", "Spark"], &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    assert_eq!(game.decision(A), ["timebreak Tick", "timebreak Null", "skip"], "no Soldier");
    game.pick(A, "skip");
    assert_eq!(game.decision(A), ["play Spark", "end"], "no Timebreak");
}

#[test]
fn barrenia_playing_a_card_takes_its_size_from_the_stock() {
    let lab = lab(&["Spark", "Maker", "Vault"], &["Wall"]);
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    assert_eq!(stock(&game), 9);
    picks(&mut game, A, &["play Maker"]);
    assert_eq!((stock(&game), board(&game, A)), (6, vec!["Maker".to_owned()]));
    assert_eq!(game.decision(A), ["play Spark", "end"], "the Vault of Size 99 is too dear");
    game.pick(A, "play Spark");
    // The other player pays from what is left.
    game.pick(B, "send Null");
    assert_eq!(stock(&game), 4 + 1);
    game.pick(B, "play Wall");
    assert_eq!(stock(&game), 4);
}

#[test]
fn barrenia_a_size_is_paid_by_the_last_token() {
    let pays = |energy: i64| {
        let lab = lab_with(&["Titan"], &[], &[("stock", energy.into())]);
        let mut game = lab.game(&[]);
        game.pick(A, "done");
        game.turn(B) == 0
    };
    assert!(pays(4), "4 + 1 is Titan's Size of 5");
    assert!(!pays(3));
}

#[test]
fn barrenia_zones_are_one_four_and_four() {
    let set = [("stock", 99.into())];
    let lab =
        lab_with(&["Titan", "Titan", "Spark", "Spark", "Spark"], &["Pebble", "Pebble", "Wall", "Wall", "Wall"], &set);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["done", "play Titan"]);
    assert_eq!(game.decision(A), ["play Spark", "end"], "one Incarnation Zone");
    assert_eq!(game.table(A)[0], ("Incarnation Zone".to_owned(), vec!["Titan".to_owned()]));
    assert_eq!((game.table(A)[1].1.len(), game.table(A)[2].1.len()), (4, 4));
    let five = ["Pebble", "Pebble", "Pebble", "Pebble", "Pebble"];
    let lab = lab_with(&five, &["Wall", "Wall", "Wall", "Wall", "Gate"], &set);
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    for _ in 0..4 {
        game.pick(A, "play Pebble");
    }
    assert_eq!(board(&game, A).len(), 4, "the fifth Soldier stays in hand: {}", game.log());
    game.pick(B, "send Null");
    for _ in 0..4 {
        game.pick(B, "play Wall");
    }
    assert_eq!(board(&game, B).len(), 4, "the Gate lies in a Rear Zone too");
    assert_eq!(hand(&game, B), 1);
}

#[test]
fn barrenia_first_player_does_not_clash_in_the_first_turn() {
    let lab = lab(&["Spark"], &["Tide"]);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["done", "play Spark"]);
    assert_eq!(game.turn(B), 1, "no clash was offered");
    picks(&mut game, B, &["send Null", "play Tide"]);
    assert_eq!(game.decision(B), ["clash Tide (el)", "end"], "the second player may");
}

#[test]
fn barrenia_recovery_comes_from_the_third_turn_on() {
    let lab = lab(&["Vault"], &["Tide", "Titan"]);
    let mut game = facing(&lab, &[], &["Tide", "Titan"]);
    picks(&mut game, B, &["clash Tide (el)", "clash Titan (el)"]);
    assert!(game.table(B)[1].1[0].contains("(rest)"), "rests during the other's turn");
    pass(&mut game, A);
    assert_eq!(game.turn(B), 2);
    assert_eq!(
        (&*game.table(B)[1].1[0], &*game.table(B)[0].1[0]),
        ("Tide", "Titan"),
        "both stand in Battle Stance again"
    );
    assert!(game.log().contains("B2 [recovery] B: Tide turns to Battle Stance"));
    // By an option Incarnations stay as they are.
    let lab = lab_with(&[], &["Titan"], &[("recover-incarnations", false.into())]);
    let mut game = facing(&lab, &[], &["Titan"]);
    picks(&mut game, B, &["clash Titan (el)"]);
    pass(&mut game, A);
    assert_eq!(game.table(B)[0].1[0], "Titan (rest)");
}

#[test]
fn barrenia_hand_limit_is_8_at_the_end_stage() {
    let set = [("hand", 8.into())];
    let lab = lab_with(&["Spark"], &["Spark", "Tide"], &set);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["done", "end"]);
    // 8 + 1 - 1 = 8 is no card too many; drawing to 9 in the middle of a turn is none either.
    picks(&mut game, B, &["send Null", "end"]);
    assert_eq!((game.turn(A), hand(&game, B)), (2, 8));
    let lab = lab_with(&["Spark"], &["Herald", "Spark"], &[("hand", 9.into())]);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["done", "end"]);
    assert_eq!(game.decision(A), ["discard Spark", "discard Null"], "9 cards: one must go");
    game.pick(A, "discard Null");
    assert_eq!((hand(&game, A), game.turn(B)), (8, 1));
}

#[test]
fn barrenia_the_beyond_holds_what_is_removed_from_the_game() {
    let lab = lab(&["Spark"], &["Exile"]);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["done", "play Spark"]);
    picks(&mut game, B, &["send Null", "play Exile"]);
    assert_eq!(game.zone(A, Zone::Beyond), ["Spark"]);
    assert!(board(&game, A).is_empty() && grave(&game, A).is_empty());
}

#[test]
fn barrenia_draw_end_is_a_draw_from_an_empty_deck_not_the_last_card() {
    // 7 cards: 5 in hand, draws in turns 2 and 3 of the first player, in 1 and 2 of the second.
    let decks = [deck_of(&[], 7), deck_of(&[], 7)];
    let lab = Lab::new("barrenia", POOL, [&decks[0], &decks[1]], &[]);
    let mut game = lab.game(&[]);
    game.decision(A);
    for _ in 0..2 {
        pass(&mut game, A);
        pass(&mut game, B);
    }
    assert!(game.zone(B, Zone::Deck).is_empty(), "drawing the last card is no loss");
    pass(&mut game, A);
    assert_eq!(game.end(), (Some(A), "Draw End"));
    assert_eq!((game.turn(A), game.turn(B)), (3, 3));
}

#[test]
fn barrenia_a_deck_smaller_than_a_hand_loses_at_the_first_draw() {
    for size in [1, 5] {
        let decks = [deck_of(&[], size), deck_of(&[], size)];
        let lab = Lab::new("barrenia", POOL, [&decks[0], &decks[1]], &[]);
        let mut game = lab.game(&[]);
        game.decision(A);
        pass(&mut game, A);
        assert_eq!(game.end(), (Some(A), "Draw End"), "{size} cards");
    }
}

#[test]
fn barrenia_idle_seat_draws_nothing_and_leaves_the_stock_alone() {
    let lab = lab_idle(&["Spark"], &["Spark", "Tick"], &[]);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["done", "play Spark"]);
    assert_eq!((game.turn(A), game.turn(B)), (2, 1), "{}", game.log());
    assert_eq!((hand(&game, B), game.number(B, Quantity::Turn)), (5, 1));
    assert_eq!(stock(&game), 9 - 2);
}
