//! The generic engine: each number of its set-up on both sides of its border.

use std::sync::Arc;

use decklint::play::{Job, Policy, Prefer, Quantity, Seat, Step, Zone};

use crate::table::{Game, Lab};
use crate::toy::{POOL, spec};

/// A game of six cards; the setup in YAML flow style.
fn lab(setup: &str, a: &str, b: &str, idle: [bool; 2]) -> Lab {
    let spec = spec(setup);
    Lab::of(&spec, POOL, [a, b], &[], Some(Seat::A), idle)
}

const ALL: &str = "1 Ace\n1 Bow\n1 Cog\n1 Dew\n1 Elk\n1 Fox\n";

fn hand(game: &Game<'_>) -> Vec<String> {
    game.zone(Seat::A, Zone::Hand)
}

#[test]
fn draw_hands_come_in_the_order_of_fixed_dice() {
    let lab = lab("{hand: 3}", ALL, ALL, [false, true]);
    let mut game = lab.game(&[]);
    assert_eq!(game.step(), Step::Opened);
    assert_eq!(hand(&game), ["Ace", "Bow", "Cog"]);
    assert_eq!(game.run(), Step::Decide(Seat::A));
    assert_eq!(hand(&game), ["Ace", "Bow", "Cog", "Dew"], "one card a turn");
    game.dice_are_used_up();
}

#[test]
fn draw_resource_pays_for_cards_and_grows() {
    let lab = lab("{hand: 3, resource: 1, resource-growth: 1, cost: cost}", ALL, ALL, [false, true]);
    let mut game = lab.game(&[]);
    assert_eq!(game.decision(Seat::A), ["play Ace", "end"], "1 of the resource pays for cost 1, not for 2");
    game.pick(Seat::A, "play Ace");
    assert_eq!(game.decision(Seat::A), ["end"]);
    game.pick(Seat::A, "end");
    assert_eq!(game.decision(Seat::A), ["play Bow", "end"], "2 in the second turn");
    assert_eq!(game.zone(Seat::A, Zone::Board), ["Ace"]);
    assert_eq!(game.table(Seat::A), [("Board".to_owned(), vec!["Ace".to_owned()])]);
    assert_eq!(game.table(Seat::B), [("Board".to_owned(), vec![])]);
    assert_eq!(game.number(Seat::A, Quantity::Stock), 2);
}

#[test]
fn draw_up_to_a_number_draws_what_is_missing() {
    let lab = lab("{hand: 3, draw-to: 3}", ALL, ALL, [false, true]);
    let mut game = lab.game(&[]);
    game.decision(Seat::A);
    assert_eq!(hand(&game).len(), 3, "a hand of 3 draws nothing");
    game.pick(Seat::A, "play Ace").pick(Seat::A, "play Bow").pick(Seat::A, "end");
    assert_eq!(hand(&game), ["Cog", "Dew", "Elk"], "a hand of 1 draws 2");
}

#[test]
fn draw_into_a_full_hand_is_wasted_or_discarded_at_the_end() {
    let waste = lab("{hand: 3, hand-limit: 3}", ALL, ALL, [false, true]);
    let mut game = waste.game(&[]);
    game.decision(Seat::A);
    assert_eq!((hand(&game).len(), game.zone(Seat::A, Zone::Grave)), (3, vec!["Dew".to_owned()]));
    let discard = lab("{hand: 3, hand-limit: 3, overflow: discard}", ALL, ALL, [false, true]);
    let mut game = discard.game(&[]);
    game.pick(Seat::A, "end");
    assert_eq!(game.decision(Seat::A), ["discard Ace", "discard Bow", "discard Cog", "discard Dew"]);
    game.pick(Seat::A, "discard Bow");
    assert_eq!(game.zone(Seat::A, Zone::Grave), ["Bow"]);
    assert_eq!(game.turn(Seat::A), 2, "a hand of 3 is no hand too many");
}

#[test]
fn draw_from_an_empty_deck_loses_hurts_or_does_nothing() {
    let run = |setup: &str| {
        let lab = lab(setup, ALL, ALL, [true, true]);
        lab.game(&[]).end()
    };
    // 6 cards, 5 in hand: the first draw takes the last card, the second finds none.
    assert_eq!(run("{hand: 5}"), (Some(Seat::B), "deck-out"));
    assert_eq!(run("{hand: 5, deck-out: damage, deck-out-damage: 10}"), (Some(Seat::B), "life"));
    let lab = lab("{hand: 5, deck-out: nothing}", ALL, ALL, [true, true]);
    let job = Job { seed: 1, turns: 40, policies: [Policy::Idle, Policy::Idle], goals: Vec::new(), groups: Vec::new() };
    let tally = lab.runner().run(&job, 0, 3);
    assert_eq!(tally.endings.last().expect("turn limit").drawn.iter().sum::<u64>(), 3);
    assert_eq!(tally.turns.len(), 40);
}

#[test]
fn draw_mulligan_of_any_cards_gives_them_back_before_drawing() {
    let lab = lab("{hand: 5, mulligan: any}", ALL, ALL, [false, true]);
    let mut game = lab.game(&[]);
    assert_eq!(game.decision(Seat::A).len(), 6, "five cards to return, or keep");
    for card in ["Ace", "Bow", "Cog", "Dew", "Elk"] {
        game.pick(Seat::A, &format!("return {card}"));
    }
    assert_eq!(game.decision(Seat::A), ["keep"]);
    game.pick(Seat::A, "keep");
    // The deck is Fox, then the five in the order in which they went back: one of them stays behind.
    assert_eq!(hand(&game), ["Fox", "Ace", "Bow", "Cog", "Dew", "Elk"]);
}

#[test]
fn draw_free_mulligans_are_as_many_as_set_for_each_seat() {
    let lab = lab("{hand: 2, mulligan: free, mulligans: 2, draw: 0}", ALL, ALL, [false, false]);
    let mut game = lab.game(&[]);
    for seat in [Seat::A, Seat::B] {
        let first = game.zone(seat, Zone::Hand);
        for _ in 0..2 {
            assert_eq!(game.decision(seat), ["mulligan", "keep"]);
            game.pick(seat, "mulligan");
        }
        assert_eq!(game.decision(seat), ["keep"]);
        assert_eq!(game.zone(seat, Zone::Hand).len(), 2);
        assert_ne!(game.zone(seat, Zone::Hand), first, "another hand");
        game.pick(seat, "keep");
    }
    assert!(game.decision(Seat::A).contains(&"end".to_owned()), "each seat has decided once");
}

#[test]
fn draw_without_a_limit_no_hand_is_too_large() {
    for overflow in ["discard", "waste"] {
        let lab = lab(&format!("{{hand: 4, overflow: {overflow}}}"), ALL, ALL, [false, true]);
        let mut game = lab.game(&[]);
        game.pick(Seat::A, "end");
        assert!(game.decision(Seat::A).contains(&"end".to_owned()), "{overflow}: the next turn, not a discard");
        assert_eq!(hand(&game).len(), 6);
    }
}

#[test]
fn draw_damage_is_what_is_lost_of_life() {
    let lab = lab("{hand: 6, life: 3, deck-out: damage}", ALL, ALL, [false, true]);
    let mut game = lab.game(&[]);
    game.decision(Seat::A);
    let numbers = |game: &Game<'_>| [Quantity::Life, Quantity::Damage].map(|of| game.number(Seat::A, of));
    assert_eq!(numbers(&game), [2, 1], "a draw of nothing in the first turn");
    game.pick(Seat::A, "end");
    game.decision(Seat::A);
    assert_eq!(numbers(&game), [1, 2]);
}

#[test]
fn draw_london_mulligan_costs_a_card_each_time() {
    let lab = lab("{hand: 4, mulligan: london, draw: 0}", ALL, ALL, [false, true]);
    let mut game = lab.game(&[]);
    game.pick(Seat::A, "mulligan").pick(Seat::A, "mulligan");
    assert_eq!(hand(&game).len(), 4);
    game.pick(Seat::A, "keep");
    assert_eq!(hand(&game).len(), 2);
}

#[test]
fn draw_with_replacement_never_uses_the_deck_up() {
    let lab = lab("{hand: 5, replace: true}", "1 Ace\n1 Bow\n", ALL, [true, true]);
    let job = Job { seed: 1, turns: 30, policies: [Policy::Idle, Policy::Idle], goals: Vec::new(), groups: Vec::new() };
    lab.runner().audit(&job, 0, 20).expect("sound");
}

#[test]
#[should_panic(expected = "must name an attribute of the cards")]
fn draw_refuses_a_cost_that_is_no_attribute() {
    lab("{hand: 3, cost: price}", ALL, ALL, [false; 2]);
}

/// In turn 1 nothing can be paid for, so `end` is the only option there; the script goes on behind it.
#[test]
fn draw_a_script_may_name_an_option_that_stands_alone() {
    let lab = lab("{hand: 3, resource: 0, resource-growth: 1, cost: cost}", ALL, ALL, [false, true]);
    for (script, played) in [(["end", "play Ace"], 1), (["play Ace", "end"], 1), (["end", "end"], 0)] {
        let script = script.map(str::to_owned).to_vec();
        let prefer = Prefer { name: "script".to_owned(), script, rules: Vec::new(), otherwise: Policy::Idle };
        let policies = [Policy::Prefer(Arc::new(prefer)), Policy::Idle];
        let job = Job { seed: 3, turns: 2, policies, goals: Vec::new(), groups: Vec::new() };
        let trace = lab.runner().trace(&job, 0);
        assert_eq!(trace.lines.iter().filter(|l| l.text == "A: play Ace").count(), played, "{:?}", trace.lines);
    }
}
