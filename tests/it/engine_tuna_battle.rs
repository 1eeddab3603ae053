//! Tuna: challenge, duel, damage step and its triggers, with the numbers of the rulings.

use decklint::play::{Quantity, Seat, Step, Zone};
use decklint::spec::Setting;

use crate::engine_tuna::{alone, board, hand, row, two};
use crate::table::{Game, Lab};

const A: Seat = Seat::A;
const B: Seat = Seat::B;

/// The two dice as the script counts them, from 0.
const fn roll(chance: u32, face: u32) -> [u32; 2] {
    [chance, face - 1]
}

/// No trigger.
const NONE: [u32; 2] = roll(2, 1);

/// A game in which one call of A leaves both seats with so much damage; seat B does nothing.
fn at(own: u32, theirs: u32, set: &[(&str, Setting)]) -> Lab {
    let pool = format!(
        "name,atk,def,abilities\nFox,1,1,\nGnu,7,2,\nHero,5,5,\"played: damage {theirs}, opponent damage {own}\"\n"
    );
    Lab::with("tuna", &pool, ["1 Hero\n9 Gnu\n", "30 Fox\n"], set, Some(A), [false, true])
}

/// Hits B directly at that point, with these dice.
fn hit<'l>(lab: &'l Lab, own: u32, theirs: u32, rolls: &[[u32; 2]]) -> Game<'l> {
    let mut game = lab.game(&NONE.repeat((own + theirs) as usize));
    game.pick(A, "call Hero (front 1)");
    assert_eq!(damage(&game), [own, theirs].map(|n| i32::try_from(n).expect("small")));
    game.roll(&rolls.concat());
    game.pick(A, "pass");
    game.dice_are_used_up();
    game
}

fn damage(game: &Game<'_>) -> [i32; 2] {
    Seat::BOTH.map(|seat| game.number(seat, Quantity::Damage))
}

/// The damage after a hit on B, or `None` for both if the game is over.
fn after(own: u32, theirs: u32, rolls: &[[u32; 2]]) -> Option<[i32; 2]> {
    let lab = at(own, theirs, &[]);
    let mut game = hit(&lab, own, theirs, rolls);
    if matches!(game.last(), Some(Step::Over(_))) {
        assert_eq!(game.end(), (Some(A), "damage"));
        return None;
    }
    Some(damage(&game))
}

#[test]
fn tuna_a_direct_attack_is_one_damage_and_places_a_die_face_up() {
    assert_eq!(after(0, 0, &[NONE]), Some([0, 1]));
    let lab = at(0, 0, &[]);
    let game = hit(&lab, 0, 0, &[NONE]);
    assert_eq!(game.table(B)[2].1, ["face up", "-", "-", "-", "-", "-"]);
    assert_eq!(board(&game, A), ["Hero"], "the attacker takes nothing");
}

#[test]
fn tuna_triggers_work_on_0_and_1_only() {
    for (chance, stock) in [(0, 10), (1, 10), (2, 5), (9, 5)] {
        let lab = at(0, 0, &[]);
        assert_eq!(hit(&lab, 0, 0, &[roll(chance, 2)]).number(B, Quantity::Stock), stock, "{chance}");
    }
}

#[test]
fn tuna_seventh_damage_loses_and_the_sixth_does_not() {
    assert_eq!(after(0, 5, &[NONE]), Some([0, 6]));
    for face in 1..=6 {
        assert_eq!(after(0, 6, &[roll(2, face)]), None, "without a trigger");
    }
    let lab = at(0, 6, &[("damage-slots", 7.into())]);
    assert_eq!(damage(&hit(&lab, 0, 6, &[NONE])), [0, 7], "a zone of seven slots");
}

#[test]
fn tuna_counter_hits_back_at_equal_or_more_dice() {
    assert_eq!(after(3, 3, &[roll(1, 1), NONE]), Some([4, 4]));
    assert_eq!(after(2, 3, &[roll(1, 1), NONE]), Some([3, 4]));
    assert_eq!(after(4, 3, &[roll(1, 1)]), Some([4, 4]), "three dice against four: no burn");
}

#[test]
fn tuna_counter_needs_an_opponent_of_at_most_five_damage() {
    assert_eq!(after(5, 5, &[roll(0, 1), NONE]), Some([6, 6]));
    assert_eq!(after(6, 6, &[roll(0, 1)]), None, "no burn against six, and the seventh die has no slot");
    let lab = at(6, 6, &[("damage-slots", 8.into())]);
    assert_eq!(damage(&hit(&lab, 6, 6, &[roll(0, 1)])), [6, 7]);
}

#[test]
fn tuna_counters_answer_each_other_until_the_dice_fill_up() {
    // Each burn is dealt before the die of the damage that triggered it is placed, so 3 against 3 stays 3 against 3.
    let lab = at(3, 3, &[]);
    let game = hit(&lab, 3, 3, &[roll(1, 1), roll(1, 1), NONE]);
    assert_eq!(damage(&game), [4, 5]);
    // At 4 against 4 the point that B is taking counts: 4 + 1 may be answered once, not twice.
    let lab = at(4, 4, &[]);
    let game = hit(&lab, 4, 4, &[roll(1, 1), roll(1, 1), roll(1, 1), roll(1, 1)]);
    assert_eq!(damage(&game), [6, 6], "{}", game.log());
    assert!(!matches!(game.last(), Some(Step::Over(_))), "no counter is the last point");
}

#[test]
fn tuna_burns_roll_dice_of_their_own_unless_the_option_says_otherwise() {
    let lab = at(0, 0, &[]);
    assert_eq!(damage(&hit(&lab, 0, 0, &[roll(1, 1), roll(1, 2)])), [1, 1]);
    let lab = at(3, 2, &[("burn-triggers", false.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Hero (front 1)");
    assert_eq!(damage(&game), [3, 2], "five burns without a roll");
    game.roll(&NONE);
    game.pick(A, "pass");
    assert_eq!(damage(&game), [3, 3], "an attack rolls all the same");
    game.dice_are_used_up();
}

#[test]
fn tuna_stock_trigger_doubles_the_next_draw_once() {
    let lab = at(0, 0, &[]);
    let mut game = hit(&lab, 0, 0, &[roll(0, 2)]);
    assert_eq!(game.number(B, Quantity::Stock), 10);
    game.pick(A, "pass");
    assert_eq!((hand(&game, B).len(), game.number(B, Quantity::Stock)), (10, 5));
}

#[test]
fn tuna_stock_trigger_doubles_again_up_to_the_whole_deck() {
    for (times, stock, drawn) in [(2, 20, 20), (3, 40, 30)] {
        let lab = at(0, times, &[]);
        let mut game = lab.game(&roll(1, 2).repeat(times as usize));
        game.pick(A, "call Hero (front 1)");
        // B's defence round has begun: it has drawn.
        assert!(game.log().contains(&format!("Stock of B: {stock} -> 5")), "{}", game.log());
        assert_eq!(hand(&game, B).len(), drawn);
    }
}

#[test]
fn tuna_front_trigger_doubles_the_units_until_the_next_start_phase() {
    // A's units are at 1 and 2, B's Elk (3/3) faces the second; Ant has ATK 5: above 3, not above 6.
    for (dice, stays) in [(roll(0, 3), true), (roll(2, 3), false)] {
        let lab = two("1 Fox\n1 Ant\n", "1 Elk\n", &[]);
        let mut game = lab.game(&[]);
        game.pick(A, "call Fox (front 1)").pick(B, "call Elk (front 2)");
        // Round 2: Fox strikes directly, before round 3 brings Ant.
        game.roll(&NONE);
        game.pick(A, "pass").pick(A, "call Ant (front 2)");
        game.roll(&dice);
        game.pick(B, "pass").pick(A, "pass");
        assert_eq!(board(&game, B).is_empty(), !stays, "{}", game.log());
        if stays {
            assert!(game.log().contains("ATK 5 against DEF 6: Elk stands"));
            assert_eq!(game.table(B)[0].1[1], "Elk 3/3", "a start phase has passed");
        }
        game.dice_are_used_up();
    }
}

#[test]
fn tuna_limit_trigger_stops_later_damage_of_the_round() {
    let set = [("calls", 2.into())];
    let lab = alone("1 Ant\n1 Bee\n", &set);
    let mut game = lab.game(&roll(1, 4));
    game.pick(A, "call Ant (front 1)").pick(A, "call Bee (front 2)").pick(A, "pass");
    assert_eq!(damage(&game), [0, 1], "the damage that triggered it counts, the second attack does not");
    game.roll(&[NONE, NONE].concat());
    game.pick(A, "pass").pick(A, "pass");
    assert_eq!(damage(&game), [0, 3], "the next round is another");
    game.dice_are_used_up();
}

#[test]
fn tuna_limit_trigger_does_not_save_from_the_seventh_damage() {
    assert_eq!(after(0, 6, &[roll(0, 4)]), None);
}

#[test]
fn tuna_vanish_trigger_banishes_a_unit_of_choice() {
    let lab = two("1 Ant\n1 Bee\n", "1 Fox\n", &[("calls", 2.into())]);
    let mut game = lab.game(&roll(0, 5));
    game.pick(A, "call Ant (front 1)").pick(A, "call Bee (front 3)").pick(B, "pass");
    assert_eq!(game.last(), Some(Step::Decide(B)), "the damaged player chooses");
    assert_eq!(game.decision(B), ["vanish Ant", "vanish Bee"]);
    assert_eq!(damage(&game), [0, 0], "the die comes after the trigger");
    game.pick(B, "vanish Bee");
    assert_eq!((board(&game, A), damage(&game)), (vec!["Ant".to_owned()], [0, 1]));
    assert!(game.zone(A, Zone::Beyond).is_empty(), "the deck is whole: the card can be drawn again");
    game.dice_are_used_up();
}

#[test]
fn tuna_vanish_trigger_asks_nothing_for_one_unit_and_does_nothing_for_none() {
    let lab = at(0, 0, &[]);
    let game = hit(&lab, 0, 0, &[roll(0, 5)]);
    assert!(board(&game, A).is_empty(), "the attacker itself is the only unit");
    let lab = at(0, 1, &[]);
    let mut game = lab.game(&roll(0, 5));
    game.pick(A, "call Hero (front 1)");
    assert_eq!((board(&game, A).len(), damage(&game)), (0, [0, 1]));
    // A takes the damage, and B has no unit.
    let lab = at(1, 0, &[]);
    let mut game = lab.game(&roll(0, 5));
    game.pick(A, "call Hero (front 1)");
    assert_eq!(damage(&game), [1, 0]);
}

#[test]
fn tuna_heal_trigger_needs_equal_or_more_dice() {
    assert_eq!(after(3, 2, &[roll(0, 6)]), Some([3, 3]), "2 against 3: no heal, then the die");
    assert_eq!(after(3, 3, &[roll(0, 6)]), Some([3, 3]), "3 -> 2 -> 3");
    assert_eq!(after(0, 0, &[roll(0, 6)]), Some([0, 1]), "nothing to heal");
}

#[test]
fn tuna_heal_trigger_on_the_seventh_damage_saves() {
    assert_eq!(after(0, 6, &[roll(1, 6)]), Some([0, 6]), "6 -> 5 -> 6");
    assert_eq!(after(6, 6, &[roll(1, 6)]), Some([6, 6]));
}

#[test]
fn tuna_healed_slot_is_the_leftmost_empty_one_for_the_next_die() {
    let pool = "name,atk,def,abilities\nFox,1,1,\nHero,5,5,played: opponent damage 3\nMend,1,1,arts cost 2: heal 1\n";
    let lab = Lab::with("tuna", pool, ["1 Hero\n1 Mend\n", "30 Fox\n"], &[], Some(A), [false, true]);
    let mut game = lab.game(&[NONE, NONE, NONE, NONE].concat());
    game.pick(A, "call Hero (front 1)");
    assert_eq!(game.table(A)[2].1[..4], ["face up", "face up", "face up", "-"]);
    game.pick(A, "arts Mend");
    assert_eq!(game.table(A)[2].1[..4], ["-", "face down", "face up", "-"], "two turned down, the leftmost healed");
}

#[test]
fn tuna_damage_dice_are_turned_down_from_the_left() {
    let pool = "name,atk,def,abilities\nFox,1,1,\nHero,5,5,played: opponent damage 3\nPay,1,1,arts cost 2: energy 1\n";
    let lab = Lab::with("tuna", pool, ["1 Hero\n1 Pay\n", "30 Fox\n"], &[], Some(A), [false, true]);
    let mut game = lab.game(&[NONE, NONE, NONE, NONE].concat());
    game.pick(A, "call Hero (front 1)").pick(A, "arts Pay");
    assert_eq!(game.table(A)[2].1[..4], ["face down", "face down", "face up", "-"]);
    assert_eq!(game.number(A, Quantity::Damage), 3, "dice that lie face down are damage still");
    // One die shows its face: two cannot be paid.
    game.pick(A, "pass");
    assert_eq!(game.decision(A), ["pass"]);
}

#[test]
fn tuna_duel_removes_a_defender_only_above_its_defence() {
    for (attacker, stands) in [("Ant", false), ("Bee", true)] {
        // Bee has DEF 4: ATK 5 is above, ATK 4 equal.
        let lab = two(&format!("1 {attacker}\n"), "1 Bee\n", &[("same-name", "own".into())]);
        let mut game = lab.game(&[]);
        game.pick(A, &format!("call {attacker} (front 1)")).pick(B, "call Bee (front 3)");
        assert_eq!(board(&game, B).is_empty(), !stands, "{attacker}\n{}", game.log());
        assert_eq!(damage(&game), [0, 0], "a duel deals no damage");
        assert_eq!(board(&game, A), [attacker], "the attacker stays in any case");
        game.dice_are_used_up();
    }
}

#[test]
fn tuna_an_effect_deals_damage_after_a_duel() {
    let pool = "name,atk,def,abilities\nHero,5,5,won: damage 1\nElk,3,3,\n";
    let lab = Lab::new("tuna", pool, ["1 Hero\n", "1 Elk\n"], &[]);
    let mut game = lab.game(&NONE);
    game.pick(A, "call Hero (front 1)").pick(B, "call Elk (front 3)");
    assert_eq!((board(&game, B).len(), damage(&game)), (0, [0, 1]));
    game.dice_are_used_up();
}

#[test]
fn tuna_second_seat_attacks_by_the_same_rules() {
    let lab = two("1 Elk\n", "1 Ant\n1 Gnu\n", &[("calls", 2.into())]);
    let mut game = lab.game(&NONE);
    game.pick(A, "call Elk (front 1)");
    game.pick(B, "call Ant (front 3)").pick(B, "call Gnu (front 1)");
    assert_eq!((damage(&game), board(&game, B).len()), ([0, 0], 2), "Elk has met Ant, across its column");
    // In round 3 Gnu, the leftmost of B, strikes directly, and Ant fells Elk.
    game.pick(A, "pass");
    assert_eq!((damage(&game), board(&game, A).len()), ([1, 0], 0));
    game.dice_are_used_up();
}

#[test]
fn tuna_facing_columns_are_mirrored() {
    let lab = two("1 Gnu\n", "1 Elk\n", &[("front-slots", 3.into())]);
    for (column, duel) in [(1, false), (2, false), (3, true)] {
        let mut game = lab.game(if duel { &[] } else { &NONE });
        game.pick(A, "call Gnu (front 1)").pick(B, &format!("call Elk (front {column})"));
        assert_eq!(board(&game, B).is_empty(), duel, "column {column}");
        game.dice_are_used_up();
    }
}

#[test]
fn tuna_units_attack_once_each_from_the_left_of_their_player() {
    let lab = alone("1 Ant\n1 Bee\n1 Cow\n", &[("calls", 3.into())]);
    let mut game = lab.game(&[NONE, NONE, NONE].concat());
    game.pick(A, "call Cow (front 3)").pick(A, "call Ant (front 2)").pick(A, "call Bee (front 1)");
    let attacks: Vec<String> = {
        let log = game.log();
        log.lines().filter(|l| l.contains("attacks")).map(|l| l.split_once("] ").expect("stage").1.to_owned()).collect()
    };
    assert_eq!(
        attacks,
        [
            "Bee of A (front 1) attacks B directly",
            "Ant of A (front 2) attacks B directly",
            "Cow of A (front 3) attacks B directly"
        ]
    );
    game.dice_are_used_up();
}

#[test]
fn tuna_waiting_units_do_not_attack() {
    let lab = alone("1 Ant\n1 Bee\n", &[("calls", 2.into()), ("front-slots", 1.into())]);
    let mut game = lab.game(&NONE);
    game.pick(A, "call Ant (front 1)").pick(A, "call Bee (waiting row)");
    assert_eq!(damage(&game), [0, 1]);
    game.dice_are_used_up();
}

#[test]
fn tuna_waiting_unit_moves_up_after_an_effect_and_not_after_a_duel() {
    for (option, moved) in [("effect", false), ("always", true)] {
        let set = [("calls", 2.into()), ("front-slots", 1.into()), ("move-up", option.into())];
        let lab = two("1 Ant\n", "1 Elk\n1 Fox\n", &set);
        let mut game = lab.game(&[]);
        game.pick(A, "call Ant (front 1)").pick(B, "call Elk (front 1)").pick(B, "call Fox (waiting row)");
        assert_eq!(row(&game, B, 0), [if moved { "Fox" } else { "-" }], "a duel emptied the place");
    }
    let set = [("calls", 3.into()), ("front-slots", 1.into())];
    let lab = two("1 Ant\n1 Bee\n1 Cow\n", "1 Elk\n", &set);
    let mut game = lab.game(&roll(0, 5));
    game.pick(A, "call Ant (front 1)").pick(A, "call Bee (waiting row)").pick(A, "call Cow (waiting row)");
    game.pick(B, "pass").pick(B, "vanish Ant");
    assert_eq!(game.decision(A), ["move-up Bee (front 1)", "move-up Cow (front 1)"], "the owner chooses");
    game.roll(&NONE);
    game.pick(A, "move-up Cow (front 1)");
    assert_eq!((row(&game, A, 0), row(&game, A, 1)), (vec!["Cow".into()], vec!["Bee".into(), "-".into(), "-".into()]));
    assert_eq!(damage(&game), [0, 2], "it had not attacked yet in this round");
    game.dice_are_used_up();
}

#[test]
fn tuna_triggers_are_listed_by_the_faces_of_their_die() {
    let list = Setting::List(vec!["heal".into(), "stock".into()]);
    let lab = at(0, 0, &[("triggers", list), ("trigger-die", 0.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Hero (front 1)");
    // The first die has one face and needs no chance, the second two.
    game.roll(&[1]);
    game.pick(A, "pass");
    assert_eq!(game.number(B, Quantity::Stock), 10);
    game.dice_are_used_up();
}
