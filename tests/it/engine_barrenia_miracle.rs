//! Barrenia's nine Miracle Events and their conditions. B is the Assaulter in its first turn; `LIFE` makes 2 the life at
//! which events are there, so that a clash does not end the game at once.

use decklint::play::Zone;
use decklint::spec::Setting;

use crate::engine_barrenia_lab::*;
use crate::table::{Game, Lab};

fn at_two() -> [(&'static str, Setting); 2] {
    [("life", 2.into()), ("miracle-life", 2.into())]
}

/// B clashes with a card, A counters with Pebble.
fn battle<'l>(lab: &'l Lab, a: &[&str], b: &[&str], clash: &str) -> Game<'l> {
    let mut game = facing(lab, a, b);
    game.pick(B, &format!("clash {clash}")).pick(A, "counter Pebble (ip)");
    game
}

#[test]
fn barrenia_miracle_needs_a_life_of_1() {
    for (points, offered) in [(1, true), (2, false)] {
        let lab = lab_with(&["Pebble"], &["Rose"], &[("life", points.into())]);
        let mut game = facing(&lab, &["Pebble"], &["Rose"]);
        game.pick(B, "clash Rose (ip)").pick(A, "counter Pebble (ip)");
        assert_eq!(game.log().contains("wins the clash"), !offered);
        if offered {
            assert_eq!(game.decision(B), ["miracle (draw)", "skip"]);
            game.pick(B, "skip");
            assert_eq!(game.end(), (Some(B), "Clash End"));
        }
    }
}

#[test]
fn barrenia_miracle_is_invoked_in_the_own_turn_alone() {
    let lab = lab_with(&["Rose"], &["Pebble"], &at_two());
    let mut game = facing(&lab, &["Rose"], &["Pebble"]);
    game.pick(B, "clash Pebble (ip)").pick(A, "counter Rose (ip)");
    // B, whose turn it is, may; A, whose Rose counters, is not asked.
    assert_eq!(game.decision(B), ["miracle (again)", "skip"]);
    game.pick(B, "skip");
    assert!(game.log().contains("B loses the clash"));
}

#[test]
fn barrenia_miracle_needs_a_battle_clash_of_a_soldier_with_a_plain_emblem() {
    let offered = |card: &str, clash: &str, a: &str| {
        let set = [at_two()[0].clone(), at_two()[1].clone(), ("stock", 20.into())];
        let lab = lab_with(&[a], &[card], &set);
        let counters = a == "Pebble";
        let mut game = facing(&lab, if counters { &["Pebble"] } else { &[] }, &[card]);
        game.pick(B, &format!("clash {clash}"));
        if counters {
            game.pick(A, "counter Pebble (ip)");
        }
        matches!(game.last(), Some(decklint::play::Step::Decide(B)))
            && game.decision(B).iter().any(|o| o.starts_with("miracle"))
    };
    assert!(offered("Rose", "Rose (ip)", "Pebble"));
    assert!(!offered("Rose", "Rose (ip)", "Null"), "a Direct Clash");
    assert!(!offered("Titan", "Titan (el)", "Pebble"), "an Incarnation");
    assert!(!offered("Maker", "Maker (hyper)", "Pebble"), "a Hyper Attack");
    assert!(!offered("Half", "Half (hyper)", "Pebble"), "half Creator Collective");
    assert!(!offered("Nomad", "Nomad (hyper)", "Pebble"), "no territory");
    assert!(!offered("Beast", "Beast (chimera)", "Pebble"), "a Chimera Attack");
    assert!(offered("Grudge", "Grudge (ip)", "Pebble"), "a Retaliation Soldier is a Soldier");
}

#[test]
fn barrenia_miracle_of_two_territories_is_chosen() {
    let lab = lab_with(&["Pebble"], &["Pair"], &at_two());
    let mut game = battle(&lab, &["Pebble"], &["Pair"], "Pair (ag)");
    assert_eq!(game.decision(B), ["miracle (double)", "miracle (direct)", "skip"]);
    // With two emblems it does not matter which one clashes.
    let lab = lab_with(&["Pebble"], &["Twin"], &at_two());
    let mut game = battle(&lab, &["Pebble"], &["Twin"], "Twin (el)");
    assert_eq!(game.decision(B), ["miracle (negate)", "miracle (double)", "skip"]);
}

#[test]
fn barrenia_miracle_is_invoked_once_in_a_game() {
    let lab = lab_with(&["Pebble", "Pebble"], &["Tide", "Rose"], &[("life", 3.into()), ("miracle-life", 3.into())]);
    let mut game = battle(&lab, &["Pebble", "Pebble"], &["Tide", "Rose"], "Tide (el)");
    game.pick(B, "miracle (energy)");
    game.pick(B, "clash Rose (ip)").pick(A, "counter Pebble (ip)");
    assert_eq!(life(&game), (1, 3), "the second clash went on without a question");
    // Skipping does not use it up.
    let mut game = battle(&lab, &["Pebble", "Pebble"], &["Tide", "Rose"], "Tide (el)");
    game.pick(B, "skip");
    game.pick(B, "clash Rose (ip)").pick(A, "counter Pebble (ip)");
    assert_eq!(game.decision(B), ["miracle (draw)", "skip"]);
}

#[test]
fn barrenia_miracle_first_clash_events_come_in_the_first_clash_only() {
    for (card, clash, event) in [("Frost", "el", "negate"), ("Comb", "ag", "double"), ("Bone", "ip", "regrow")] {
        let set = [("life", 4.into()), ("miracle-life", 4.into())];
        let lab = lab_with(&["Pebble"], &[card, "Spark"], &set);
        let mut game = battle(&lab, &["Pebble"], &[card, "Spark"], &format!("{card} ({clash})"));
        assert_eq!(game.decision(B), [format!("miracle ({event})"), "skip".to_owned()]);
        let mut game = facing(&lab, &["Pebble"], &[card, "Spark"]);
        game.pick(B, "clash Spark (el)").pick(A, "let through");
        game.pick(B, &format!("clash {card} ({clash})")).pick(A, "counter Pebble (ip)");
        assert!(game.log().contains(" uses "), "the second clash went on without a question: {event}");
    }
}

#[test]
fn barrenia_miracle_any_clash_events_come_in_a_later_clash_too() {
    for (card, clash, event) in [("Tide", "el", "energy"), ("Rose", "ip", "draw"), ("Cliff", "ag", "direct")] {
        let set = [("life", 4.into()), ("miracle-life", 4.into())];
        let lab = lab_with(&["Pebble"], &[card, "Spark"], &set);
        let mut game = facing(&lab, &["Pebble"], &[card, "Spark"]);
        game.pick(B, "clash Spark (el)").pick(A, "let through");
        game.pick(B, &format!("clash {card} ({clash})")).pick(A, "counter Pebble (ip)");
        assert_eq!(game.decision(B), [format!("miracle ({event})"), "skip".to_owned()]);
    }
}

#[test]
fn barrenia_miracle_last_clash_events_end_the_clash_stage() {
    for (card, clash, event) in [("Spark", "el", "sweep"), ("Trail", "ag", "steal")] {
        let lab = lab_with(&["Pebble"], &[card, "Tide"], &at_two());
        let mut game = battle(&lab, &["Pebble"], &[card, "Tide"], &format!("{card} ({clash})"));
        game.pick(B, &format!("miracle ({event})"));
        assert_eq!(game.turn(A), 2, "Tide may not clash after the last clash");
    }
}

#[test]
fn barrenia_miracle_negate_switches_the_opponents_field_off_until_the_end_stage() {
    // Murk would lower Frost, and Hush would negate: neither happens.
    let lab = lab_with(&["Pebble", "Murk"], &["Frost"], &at_two());
    let mut game = battle(&lab, &["Pebble", "Murk"], &["Frost"], "Frost (el)");
    game.pick(B, "miracle (negate)");
    // Frost's EL emblem meets Pebble's EL of 1, Pebble's IP emblem Frost's IP of 1: a tie.
    assert!(game.log().contains("1 of B against 1 of A"), "{}", game.log());
    let lab = lab_with(&["Hush", "Pebble"], &["Frost"], &at_two());
    let mut game = facing(&lab, &["Hush", "Pebble"], &["Frost"]);
    game.pick(B, "clash Frost (el)").pick(A, "counter Hush (ip)");
    game.pick(B, "miracle (negate)");
    assert!(!game.log().contains("ability of Hush"));
    // In A's turn its cards work again.
    let lab = lab_with(&["Clock", "Pebble"], &["Frost"], &[("life", 3.into()), ("miracle-life", 3.into())]);
    let mut game = battle(&lab, &["Clock", "Pebble"], &["Frost"], "Frost (el)");
    game.pick(B, "miracle (negate)");
    assert!(game.log().contains("A2 [recovery] A: ability of Clock"), "{}", game.log());
}

#[test]
fn barrenia_miracle_double_doubles_damage_for_the_rest_of_the_turn() {
    let set = [("life", 7.into()), ("miracle-life", 7.into())];
    let lab = lab_with(&["Pebble"], &["Comb", "Tide"], &set);
    let mut game = battle(&lab, &["Pebble"], &["Comb", "Tide"], "Comb (ag)");
    game.pick(B, "miracle (double)");
    assert_eq!(life(&game), (5, 7), "{}", game.log());
    game.pick(B, "clash Tide (el)");
    assert_eq!(life(&game), (3, 7), "the next clash of the turn, too");
    picks(&mut game, A, &["send Null"]);
    picks(&mut game, B, &["send Null", "clash Tide (el)"]);
    assert_eq!(life(&game), (2, 7), "not in the next turn");
}

#[test]
fn barrenia_miracle_regrow_sends_the_top_of_the_grave_into_the_deck() {
    let run = |cards: i64| {
        let set = [("life", 3.into()), ("miracle-life", 3.into()), ("miracle-regrow-cards", cards.into())];
        let lab = lab_with(&["Bone", "Spark", "Tide", "Frost", "Comb"], &["Pebble"], &set);
        let mut game = lab.game(&[]);
        picks(&mut game, A, &["send Spark", "send Tide", "send Frost", "send Comb", "done", "play Bone"]);
        picks(&mut game, B, &["send Null", "play Pebble", "end"]);
        picks(&mut game, A, &["send Null", "clash Bone (ip)"]);
        game.pick(B, "counter Pebble (ip)");
        let before = game.zone(A, Zone::Deck).len();
        game.pick(A, "miracle (regrow)");
        (game.zone(A, Zone::Deck).len() - before, grave(&game, A))
    };
    assert_eq!(run(2), (2, vec!["Spark".to_owned(), "Tide".to_owned(), "Frost".to_owned()]), "the last two sent");
    assert_eq!(run(6), (5, Vec::new()), "the Grave Pile holds only five");
}

#[test]
fn barrenia_miracle_energy_fills_the_stock_for_one_player() {
    let lab = lab_with(&["Pebble", "Forge"], &["Tide", "Forge"], &at_two());
    let mut game = facing(&lab, &["Pebble", "Forge"], &["Tide", "Forge"]);
    let before = stock(&game);
    game.pick(B, "clash Tide (el)").pick(A, "counter Pebble (ip)");
    game.pick(B, "miracle (energy)");
    assert_eq!(stock(&game), before + 8);
    // A's Forge cannot be paid for: B is asked at once.
    assert_eq!(game.decision(B), ["use Forge", "end"]);
}

#[test]
fn barrenia_miracle_draw_draws_four_cards() {
    let lab = lab_with(&["Pebble"], &["Rose"], &at_two());
    let mut game = facing(&lab, &["Pebble"], &["Rose"]);
    let before = hand(&game, B);
    game.pick(B, "clash Rose (ip)").pick(A, "counter Pebble (ip)");
    game.pick(B, "miracle (draw)");
    // Its hand is 4 + 4 = 8: no card too many.
    assert_eq!(hand(&game, B), before + 4);
    // Only 3 cards are left: a Draw End.
    let (a, b) = (deck_of(&["Pebble"], 30), deck_of(&["Rose"], 9));
    let lab = Lab::new("barrenia", POOL, [&a, &b], &at_two());
    let mut game = battle(&lab, &["Pebble"], &["Rose"], "Rose (ip)");
    game.pick(B, "miracle (draw)");
    assert_eq!(game.end(), (Some(A), "Draw End"));
}

#[test]
fn barrenia_miracle_direct_clashes_past_counters_and_effects() {
    let set = [("life", 4.into()), ("miracle-life", 4.into())];
    let a = ["Pebble", "Null", "Null", "Null", "Null", "Grudge", "Grudge"];
    let lab = lab_with(&a, &["Cliff", "Victor", "Riot"], &set);
    let mut game = battle(&lab, &["Pebble"], &["Cliff", "Victor", "Riot"], "Cliff (ag)");
    game.pick(B, "miracle (direct)");
    // The clash itself becomes direct. Grudge does nothing, Riot doubles nothing.
    assert_eq!((life(&game), board(&game, A).len()), ((3, 4), 1), "{}", game.log());
    assert_eq!(game.decision(B), ["clash Victor (ip)", "clash Victor (direct)", "end"]);
    let cards = hand(&game, B);
    game.pick(B, "clash Victor (direct)");
    assert_eq!((life(&game), hand(&game, B)), ((2, 4), cards), "its own effects are ignored too");
    assert_eq!(game.turn(A), 2);
}

#[test]
fn barrenia_miracle_sweep_sends_all_opposing_soldiers_to_the_grave() {
    let lab = lab_with(&["Pebble", "Mule", "Titan", "Wall"], &["Spark"], &at_two());
    let mut game = battle(&lab, &["Pebble", "Mule", "Titan", "Wall"], &["Spark"], "Spark (el)");
    game.pick(B, "miracle (sweep)");
    assert_eq!(board(&game, A), ["Titan", "Wall"], "an Incarnation is no Soldier");
    // The counter is gone, so the clash is direct.
    assert_eq!(life(&game), (1, 2));
}

#[test]
fn barrenia_miracle_again_readies_all_soldiers_for_another_clash_stage() {
    let set = [("life", 5.into()), ("miracle-life", 5.into()), ("stock", 20.into())];
    let lab = lab_with(&["Pebble"], &["Dune", "Tide", "Titan"], &set);
    let mut game = facing(&lab, &["Pebble"], &["Dune", "Tide", "Titan"]);
    game.pick(B, "clash Tide (el)").pick(A, "let through");
    game.pick(B, "clash Titan (el)").pick(A, "let through");
    game.pick(B, "clash Dune (ip)").pick(A, "counter Pebble (ip)");
    game.pick(B, "miracle (again)");
    assert_eq!(life(&game), (2, 5));
    assert_eq!(game.decision(B), ["clash Dune (ip)", "clash Tide (el)", "end"], "the Incarnation rests");
    game.pick(B, "clash Dune (ip)").pick(B, "clash Tide (el)");
    assert_eq!((game.end(), life(&game)), ((Some(B), "Clash End"), (0, 5)));
}

#[test]
fn barrenia_miracle_steal_gives_the_assaulter_what_the_opponent_reveals() {
    let a = ["Pebble", "Null", "Null", "Null", "Null", "Spring"];
    let lab = lab_with(&a, &["Trail"], &at_two());
    let mut game = battle(&lab, &["Pebble"], &["Trail"], "Trail (ag)");
    let cards = (hand(&game, A), hand(&game, B));
    game.pick(B, "miracle (steal)");
    // The card itself stays with its owner; the two cards are B's. A draws one more in its own turn.
    assert!(game.log().contains("B: ability of Spring"), "{}", game.log());
    assert_eq!((hand(&game, A), hand(&game, B)), (cards.0 + 2, cards.1 + 2));
}
