//! Tuna: what lasts as long as its unit is there, and whom an effect means.

use decklint::play::{Quantity, Seat};
use decklint::spec::Setting;

use crate::engine_tuna::{POOL, board};
use crate::table::{Game, Lab};

const A: Seat = Seat::A;
const B: Seat = Seat::B;
/// No trigger.
const NONE: [u32; 2] = [9, 0];

/// A table with further cards of ATK and DEF 5, and plain ones.
fn lab(rows: &[[&str; 2]], a: &str, b: &str, calls: i64) -> Lab {
    let row = |[name, ability]: &[&str; 2]| format!("{name},5,5,\"{}\"\n", ability.replace('"', "\"\""));
    let rows: String = rows.iter().map(row).collect();
    let list = |names: &str| names.split(' ').map(|n| format!("1 {n}\n")).collect::<String>();
    Lab::new("tuna", &format!("{POOL}{rows}"), [&list(a), &list(b)], &[("calls", Setting::from(calls))])
}

/// The log lines that hold a word, without turn and stage.
fn said(game: &Game<'_>, word: &str) -> Vec<String> {
    let log = game.log();
    let lines = log.lines().filter(|l| l.contains(word));
    lines.map(|l| l.split_once("] ").map_or("", |(_, text)| text).to_owned()).collect()
}

#[test]
fn tuna_the_log_names_the_trigger() {
    for (on, line) in
        [(0, "B takes damage and rolls 0 and 2: the stock trigger"), (-1, "B takes damage and rolls 0 and 2")]
    {
        let lab = Lab::new("tuna", POOL, ["1 Ant\n", "1 Fox\n"], &[("trigger-on", Setting::from(on))]);
        let mut game = lab.game(&[0, 1]);
        game.pick(A, "call Ant (front 1)").pick(B, "pass");
        assert_eq!(said(&game, "takes damage"), [line]);
    }
}

/// An attack or a number for the opponent goes to its units, not to the card that grants it.
#[test]
fn tuna_what_is_granted_to_the_opponent_goes_to_its_units() {
    let lab1 = lab(&[["Hero", "played: opponent extra-clash"]], "Ant", "Hero", 3);
    let mut game = lab1.game(&[]);
    game.pick(A, "call Ant (front 1)").pick(B, "call Hero (front 3)");
    assert_eq!(said(&game, "may attack once more"), ["Ant of A may attack once more"]);
    for (effect, ants) in [("opponent raise atk 2", "Ant 7/5"), ("opponent lower atk 2", "Ant 5/5")] {
        let lab = lab(&[["Hero", &format!("played: {effect}")]], "Ant", "Hero Gnu", 3);
        let mut game = lab.game(&[]);
        game.pick(A, "call Ant (front 1)");
        game.take(B, "call Gnu (front 1)");
        game.take(B, "call Hero (front 2)");
        game.step();
        assert_eq!(game.table(A)[0].1[0], ants);
        let own = &game.table(B)[0].1;
        assert_eq!(own[1..].join(" "), if effect.contains("lower") { "Hero 5/5 Gnu 5/2" } else { "Hero 5/5 Gnu 7/2" });
    }
}

/// A hundred units are gathered in a round; what would gather more finds no place.
#[test]
fn tuna_gathers_up_to_a_hundred_units_in_a_round() {
    let loops = vec!["token 1 \"Elk\", opponent banish 1 (name:Elk)"; 101].join(", ");
    let lab = lab(&[["Hero", &format!("played: {loops}")]], "Hero", "Fox", 3);
    let mut game = lab.game(&[]);
    game.take(A, "call Hero (front 1)");
    game.step();
    let counts = ["A gathers Elk", "A has no place to gather Elk"].map(|line| said(&game, line).len());
    assert_eq!(counts, [100, 1]);
}

/// The check of each step counts the units that change numbers.
#[test]
fn tuna_a_unit_that_changes_numbers_may_leave_any_place() {
    let rows = [["Hero", "field: raise def 1"], ["Key", "played: destroy 1"]];
    let lab = lab(&rows, "Hero", "Key", 3);
    for place in ["front 1", "front 2", "front 3"] {
        let mut game = lab.game(&[]);
        game.pick(A, &format!("call Hero ({place})")).pick(B, "call Key (front 1)");
        assert!(board(&game, A).is_empty());
    }
}

/// Lowering one unit as long as the own one is there means the one across; behind, there is none.
#[test]
fn tuna_lowers_the_unit_across() {
    let lab = lab(&[["Hero", "field: lower def 2"]], "Ant Bee Cow Hero", "Elk Gnu Dog", 4);
    let mut game = lab.game(&[]);
    game.take(A, "call Hero (front 1)");
    game.pick(A, "pass");
    for card in ["Elk (front 3)", "Gnu (front 1)", "Dog (front 2)"] {
        game.take(B, &format!("call {card}"));
    }
    assert_eq!(game.table(B)[0].1, ["Elk 3/1", "Dog 2/7", "Gnu 7/2"]);
    let mut game = lab.game(&[]);
    for card in ["Ant (front 1)", "Bee (front 2)", "Cow (front 3)", "Hero (waiting row)"] {
        game.take(A, &format!("call {card}"));
    }
    game.run();
    for card in ["Elk (front 3)", "Gnu (front 1)", "Dog (front 2)"] {
        game.take(B, &format!("call {card}"));
    }
    assert_eq!(game.table(B)[0].1, ["Elk 3/3", "Dog 2/7", "Gnu 7/2"]);
}

/// One more attack, one doubling; the raise beside them is none, and silence ends them.
#[test]
fn tuna_lasting_attacks_and_doublings_are_counted_and_silenced() {
    for (effect, attacks, damage) in [("extra-clash", 2, 2), ("double-damage", 1, 2)] {
        let rows = [["Hero", &format!("field: {effect}, raise atk 1")[..]], ["Mute", "played: negate"]];
        let lab = lab(&rows, "Hero", "Mute", 3);
        for (answer, attacks, damage) in [("pass", attacks, damage), ("call Mute (front 1)", 1, 1)] {
            let mut game = lab.game(&[NONE, NONE].concat());
            game.pick(A, "call Hero (front 1)").pick(B, answer);
            let seen = (said(&game, "attacks B directly").len(), game.number(B, Quantity::Damage));
            assert_eq!(seen, (attacks, damage), "{effect}, {answer}");
        }
    }
}

#[test]
fn tuna_abilities_are_paid_for_once_each_and_not_while_silent() {
    let rows = [
        ["Hero", "field: raise atk 1 ; field cost 1: energy 2 ; played: opponent damage 2"],
        ["Mute", "played: opponent negate"],
    ];
    let one = lab(&rows, "Hero Ant", "Fox", 1);
    let mut game = one.game(&[NONE, NONE].concat());
    game.pick(A, "call Hero (front 1)");
    assert_eq!(game.decision(A), ["activate Hero", "pass"], "no second call");
    let two = lab(&rows, "Hero Mute Ant", "Fox", 3);
    let mut game = two.game(&[NONE, NONE].concat());
    game.pick(A, "call Hero (front 1)");
    assert!(game.decision(A).contains(&"activate Hero".to_owned()));
    game.pick(A, "call Mute (front 2)");
    assert!(!game.decision(A).contains(&"activate Hero".to_owned()));
}
