//! Breakrift Duel: what lasts and for how long, what is hidden, and how many Summons there can be.

use decklint::play::{Job, Policy, Quantity, Seat};

use crate::engine_breakrift::{lab, lab_with, life, on_table, script};
use Seat::{A, B};

#[test]
fn breakrift_what_a_has_set_is_hidden_from_b_alone() {
    let lab = lab("1 Imp, 1 Page, 9 Dust", "1 Imp, 1 Page, 9 Dust", &[]);
    let mut game = lab.game(&[]);
    game.decision(A);
    assert_eq!((game.stage(), game.number(A, Quantity::Hand)), ("set", 6));
    game.pick(A, "set Imp");
    assert_eq!((on_table(&game, A, "Set"), game.number(A, Quantity::Hand)), (vec!["Imp".to_owned()], 5));
    game.pick(A, "done");
    assert_eq!((on_table(&game, A, "Set"), game.number(A, Quantity::Hand)), (vec![], 6), "B chooses now");
    game.pick(B, "set Imp");
    assert_eq!((on_table(&game, B, "Set"), game.number(B, Quantity::Hand)), (vec!["Imp".to_owned()], 5));
}

#[test]
fn breakrift_the_stage_of_a_choice_is_told() {
    let set = [("set-types", "slots".into()), ("set-limit", 3.into())];
    let lab = lab("1 Coat, 1 Boots, 1 Sword, 1 Sunrise", "", &set);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Coat | A set Boots | A set Sword");
    assert_eq!((game.decision(A)[0].as_str(), game.stage()), ("breakrift Sunrise", "breakrift"));
}

#[test]
fn breakrift_for_turn_lasts_through_all_attack_phases_of_the_turn() {
    let rows = "Rally,Spell,,,,,\"played: raise attack 2 all for turn, extra-clash\"\n";
    let lab = lab_with(rows, "1 Imp, 1 Rally", "", &[("life", 30.into())]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Imp | A set Rally | A attack Imp | A attack Imp");
    assert_eq!(life(&game), (30, 20));
    script(&mut game, "A attack Imp");
    assert_eq!(life(&game), (30, 17), "in that turn only");
}

#[test]
fn breakrift_only_field_abilities_last() {
    let rows = "Fury,Summon,,,1,1,field: raise attack 1 ; clash: raise attack 4 for clash\n";
    let lab = lab_with(rows, "1 Fury, 9 Page", "", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Fury | A done");
    assert_eq!(on_table(&game, A, "Summons"), ["Fury 2/1"]);
}

#[test]
fn breakrift_lowering_one_card_means_the_strongest() {
    let rows = "Hex,Summon,,,1,1,field: lower attack 2\n";
    let set = [("set-limit", 2.into())];
    let lab = lab_with(rows, "1 Hex, 9 Page", "1 Imp, 1 Demon", &set);
    let mut game = lab.game(&[]);
    script(&mut game, "A done | B set Imp | B hold Imp | A set Hex | A done | B set Demon");
    assert_eq!(on_table(&game, B, "Summons"), ["Imp 3/2", "Demon 2/1"], "not the one across, not both");
}

/// A raise of one card is for the card itself; there is none of the other seat's.
#[test]
fn breakrift_a_raise_for_the_opponent_means_nobody() {
    let rows = "Gift,Summon,,,1,1,played: opponent raise attack 3\n";
    for b in ["9 Page", "1 Gift, 9 Page"] {
        let lab = lab_with(rows, "1 Gift, 9 Page", b, &[]);
        let mut game = lab.game(&[]);
        script(
            &mut game,
            if b.contains("Gift") {
                "A set Gift | A done | B set Gift | B done"
            } else {
                "A set Gift | A done | B done"
            },
        );
        assert_eq!(on_table(&game, A, "Summons"), ["Gift 1/1"]);
    }
}

/// How many Walls A summons in 254 turns, one a turn as long as there is room.
fn walls(rows: &str, b: &str) -> usize {
    let lab = lab_with(rows, "400 Wall", b, &[("hand", 60.into())]);
    let job =
        Job { seed: 1, turns: 254, policies: [Policy::First, Policy::First], goals: Vec::new(), groups: Vec::new() };
    let trace = lab.runner().trace(&job, 0);
    trace.lines.iter().filter(|l| l.text == "A summons Wall").count()
}

#[test]
fn breakrift_a_seat_has_up_to_250_summons_and_those_that_fell_take_no_place() {
    assert_eq!(walls("", "400 Dust"), 250);
    assert_eq!(walls("Doom,Spell,,,,,played: destroy 1\n", "400 Doom"), 254);
}
