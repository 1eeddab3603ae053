//! Barrenia's abilities: each time and each effect once, in the game.

use decklint::play::{Quantity, Zone};

use crate::engine_barrenia_lab::*;
use crate::table::Game;

/// A plays one card in its first turn, then stands at its next decision or B does.
fn played<'l>(lab: &'l crate::table::Lab, cards: &[&str]) -> Game<'l> {
    let mut game = lab.game(&[]);
    game.pick(A, "done");
    for card in cards {
        game.pick(A, &format!("play {card}"));
    }
    game
}

#[test]
fn barrenia_effects_of_played_cards_happen_in_the_set_up_stage() {
    let lab = lab(&["Herald", "Miser", "Pebble"], &[]);
    let mut game = played(&lab, &["Herald"]);
    assert_eq!(hand(&game, A), 5, "5 - 1 + 1");
    game.pick(A, "play Miser");
    assert_eq!(stock(&game), 9 - 1 - 1 + 3);
    // Several cards in one stage, while the Stock lasts.
    game.pick(A, "play Pebble");
    assert_eq!(board(&game, A), ["Herald", "Miser", "Pebble"]);
}

#[test]
fn barrenia_effect_turn_start_and_turn_end() {
    let lab = lab(&["Clock"], &[]);
    let mut game = played(&lab, &["Clock"]);
    assert_eq!(stock(&game), 9 - 1 + 10, "the end of the own turn");
    game.pick(B, "send Null");
    // B's 1 came and A's turn began with 1.
    assert_eq!(stock(&game), 18 + 1 + 1);
    assert!(game.log().contains("A2 [recovery] A: ability of Clock"));
}

#[test]
fn barrenia_effect_clash_raise_and_lower_for_the_clash() {
    let lab = lab(&["Rose"], &["Duelist"]);
    let mut game = facing(&lab, &["Rose"], &["Duelist"]);
    game.pick(B, "clash Duelist (ip)").pick(A, "counter Rose (ip)");
    assert!(game.log().contains("5 of B against 4 of A"), "3 + 2");
    // It is over after the clash: the next one begins from 3 again.
    picks(&mut game, A, &["send Null"]);
    game.pick(B, "send Null").pick(B, "clash Duelist (ip)");
    assert_eq!(game.log().matches("Duelist now has 1/1/5").count(), 2, "{}", game.log());
    let lab = lab_chiller();
    let mut game = facing(&lab, &["Rose"], &["Chiller"]);
    game.pick(B, "clash Chiller (ip)").pick(A, "counter Rose (ip)");
    assert!(game.log().contains("4 of B against 2 of A"), "4 - 2");
}

fn lab_chiller() -> crate::table::Lab {
    lab(&["Rose"], &["Chiller"])
}

#[test]
fn barrenia_effect_for_turn_lasts_until_the_turn_ends() {
    let lab = lab(&["Rose"], &["Shade", "Shade"]);
    let mut game = facing(&lab, &["Rose"], &["Shade", "Shade"]);
    // Not countered: it lowers the strongest card that stands there, from 4 to 3, then to 2.
    game.pick(B, "clash Shade (ip)").pick(A, "let through");
    game.pick(B, "clash Shade (ip)").pick(A, "let through");
    assert!(game.log().contains("Rose now has 1/2/3") && game.log().contains("Rose now has 1/2/2"));
    picks(&mut game, A, &["send Null", "end"]);
    game.pick(B, "send Null").pick(B, "clash Shade (ip)").pick(A, "let through");
    assert_eq!(game.log().matches("Rose now has 1/2/3").count(), 2, "from 4 again: {}", game.log());
}

#[test]
fn barrenia_effect_negate_in_a_clash_and_outside() {
    let lab = lab(&["Duelist"], &["Hush"]);
    let mut game = facing(&lab, &["Duelist"], &["Hush"]);
    // The Target's raise comes first; what Duelist would do later does not happen.
    game.pick(B, "clash Hush (ip)").pick(A, "counter Duelist (ip)");
    assert!(game.log().contains("4 of B against 5 of A"));
    let lab = lab_pair(&["Martyr"], &["Hush"]);
    let mut game = facing(&lab, &["Martyr"], &["Hush"]);
    game.pick(B, "clash Hush (ip)").pick(A, "counter Martyr (ip)");
    assert!(!game.log().contains("ability of Martyr"), "switched off when it loses");
    // Outside a clash: all opposing cards until the End Stage.
    let lab = lab_pair(&["Martyr", "Murk"], &["Gag", "Rose"]);
    let mut game = facing(&lab, &["Martyr", "Murk"], &["Gag", "Rose"]);
    game.pick(B, "clash Rose (ip)").pick(A, "counter Martyr (ip)");
    assert!(game.log().contains("4 of B against 0 of A"), "Murk lowers nothing: {}", game.log());
    assert!(!game.log().contains("ability of Martyr"));
}

fn lab_pair(a: &[&str], b: &[&str]) -> crate::table::Lab {
    lab(a, b)
}

#[test]
fn barrenia_effect_won_lost_and_destroyed() {
    let lab = lab(&["Martyr"], &["Victor"]);
    let mut game = facing(&lab, &["Martyr"], &["Victor"]);
    let (cards, energy) = (hand(&game, B), stock(&game));
    game.pick(B, "clash Victor (ip)").pick(A, "counter Martyr (ip)");
    assert_eq!((hand(&game, B), stock(&game)), (cards + 1, energy + 1 + 5));
    // A Direct Clash is won as well; a tie is won by nobody.
    let lab = lab_pair(&[], &["Victor"]);
    let mut game = facing(&lab, &[], &["Victor"]);
    let cards = hand(&game, B);
    game.pick(B, "clash Victor (ip)");
    assert_eq!(hand(&game, B), cards + 1);
    let lab = lab_pair(&["Victor"], &["Victor"]);
    let mut game = facing(&lab, &["Victor"], &["Victor"]);
    game.pick(B, "clash Victor (ip)").pick(A, "counter Victor (ip)");
    assert!(!game.log().contains("ability of Victor"));
}

#[test]
fn barrenia_effect_field_raises_and_lowers_while_it_is_there() {
    let lab = lab(&["Pebble", "Banner"], &["Pebble", "Murk"]);
    let mut game = facing(&lab, &["Pebble", "Banner"], &["Pebble", "Murk"]);
    game.pick(B, "clash Pebble (ip)").pick(A, "counter Pebble (ip)");
    assert!(game.log().contains("1 of B against 1 of A"), "1 + 1 - 1: {}", game.log());
    let lab = lab_pair(&["Glass", "Banner"], &["Rose", "Crush"]);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["done", "play Glass", "play Banner"]);
    picks(&mut game, B, &["send Null", "play Crush", "destroy Banner", "play Rose", "clash Rose (ip)"]);
    game.pick(A, "counter Glass (ip)");
    assert!(game.log().contains("4 of B against 6 of A"), "1 + 5, Banner is gone: {}", game.log());
}

#[test]
fn barrenia_effect_field_with_cost_is_an_act_of_the_owner() {
    let lab = lab(&["Forge", "Pebble"], &[]);
    let mut game = played(&lab, &["Pebble", "Forge"]);
    assert_eq!(game.decision(A), ["use Forge", "end"]);
    game.pick(A, "use Forge");
    assert_eq!(stock(&game), 9 - 1 - 2);
    assert!(game.log().contains("Pebble now has 1/1/4"));
    game.pick(A, "use Forge").pick(A, "use Forge").pick(A, "use Forge");
    assert_eq!((stock(&game), game.turn(B)), (0, 1), "8 paid for four times");
}

#[test]
fn barrenia_effect_damage_heal_and_double_damage() {
    let lab = lab(&["Bolt", "Balm", "Riot"], &[]);
    let mut game = played(&lab, &["Bolt"]);
    assert_eq!((life(&game), game.number(B, Quantity::Damage)), ((8, 6), 2));
    game.pick(A, "play Balm");
    assert_eq!(life(&game), (10, 6), "no text says that there is a most");
    let mut game = played(&lab, &["Riot", "Bolt"]);
    assert_eq!(life(&game), (8, 4));
    pass(&mut game, A);
    let lab = lab_with(&["Bolt"], &[], &[("life", 2.into())]);
    assert_eq!(played(&lab, &["Bolt"]).end(), (Some(A), "Clash End"));
}

#[test]
fn barrenia_effect_draw_discard_mill_recover_search() {
    let lab = lab(&["Greed", "Sieve", "Rake", "Map", "Spark", "Tide", "Titan"], &[]);
    let mut game = played(&lab, &["Greed"]);
    assert!(game.decision(A).contains(&"discard Tide".to_owned()), "the card drawn can be discarded");
    game.pick(A, "discard Spark");
    assert_eq!((hand(&game, A), grave(&game, A)), (4, vec!["Spark".to_owned()]));
    game.pick(A, "play Rake");
    assert!(game.zone(A, Zone::Hand).contains(&"Spark".to_owned()), "{}", game.log());
    game.pick(A, "play Map");
    assert!(game.zone(A, Zone::Hand).contains(&"Titan".to_owned()));
    game.pick(A, "play Sieve");
    assert_eq!(grave(&game, A), ["Null", "Null"]);
}

#[test]
fn barrenia_effect_draw_from_an_empty_deck_is_a_draw_end() {
    let (a, b) = (deck_of(&["Herald", "Sieve"], 5), deck_of(&[], 30));
    let lab = crate::table::Lab::new("barrenia", POOL, [&a, &b], &[]);
    let mut game = played(&lab, &["Sieve"]);
    assert_eq!(game.turn(A), 1, "putting cards of an empty deck into the Grave Pile is no draw");
    game.pick(A, "play Herald");
    assert_eq!(game.end(), (Some(B), "Draw End"));
}

#[test]
fn barrenia_effect_destroy_and_banish() {
    let lab = lab(&["Pebble", "Wall"], &["Crush", "Exile"]);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["done", "play Pebble", "play Wall"]);
    game.pick(B, "send Null").pick(B, "play Crush");
    assert_eq!(game.decision(B), ["destroy Pebble", "destroy Wall"]);
    game.pick(B, "destroy Wall");
    game.pick(B, "play Exile");
    assert_eq!((grave(&game, A), game.zone(A, Zone::Beyond)), (vec!["Wall".to_owned()], vec!["Pebble".to_owned()]));
}

#[test]
fn barrenia_effect_ready_and_extra_clash() {
    let lab = lab(&[], &["Again"]);
    let mut game = facing(&lab, &[], &["Again"]);
    game.pick(B, "clash Again (ip)");
    assert!(game.log().contains("B: Again turns to Battle Stance"));
    assert_eq!(game.decision(B), ["clash Again (ip)", "end"]);
    game.pick(B, "end");
    assert_eq!(game.decision(B), ["clash Again (ip)", "end"], "another Clash Stage");
    assert!(game.log().contains("B conducts another Clash Stage"));
    game.pick(B, "end");
    assert_eq!(game.turn(A), 2);
}

#[test]
fn barrenia_effect_of_timebreaks() {
    // Turn count 2: more damage, more stats, another Clash Stage.
    let lab = lab(&["Wrath", "Mirror", "Encore", "Tide", "Tide"], &[]);
    let at = |timebreak: &str| {
        let mut game = lab.game(&[]);
        picks(&mut game, A, &["done", "play Tide", "end"]);
        pass(&mut game, B);
        picks(&mut game, A, &["send Tide", &format!("timebreak {timebreak}"), "done"]);
        game
    };
    let mut game = at("Wrath");
    game.pick(A, "clash Tide (el)");
    assert_eq!(life(&game), (8, 6));
    assert!(at("Mirror").log().contains("Tide now has 6/2/2"));
    let mut game = at("Encore");
    game.pick(A, "end");
    assert_eq!(game.decision(A), ["clash Tide (el)", "end"]);
    assert!(grave(&game, A).contains(&"Encore".to_owned()));
}

#[test]
fn barrenia_effect_with_cost_is_never_forced() {
    let lab = lab(&["Toll"], &["Thief"]);
    let mut game = played(&lab, &["Toll"]);
    assert_eq!(game.decision(A), ["use Toll", "skip"]);
    game.pick(A, "use Toll");
    assert_eq!((stock(&game), hand(&game, A)), (9 - 1 - 2, 5));
    // The opponent chooses what it discards.
    game.pick(B, "send Null").pick(B, "play Thief");
    assert!(game.log().contains("A discards Null"), "its hand is of one kind");
}

#[test]
fn barrenia_effect_d_end_and_lower_and_raise_of_rear_cards() {
    let lab = lab(&["Doom"], &[]);
    assert_eq!(played(&lab, &["Doom"]).end(), (Some(A), "D End"));
    let lab = lab_pair(&["Pebble"], &["Hex", "Surge", "Rally"]);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["done", "play Pebble"]);
    picks(&mut game, B, &["send Null", "play Hex", "play Surge", "play Rally"]);
    assert!(game.log().contains("Pebble now has 0/0/0"), "{}", game.log());
}
