//! Tuna: every trigger and effect of the ability language in a real round.

use decklint::play::{Quantity, Seat, Step};
use decklint::spec::Setting;

use crate::engine_tuna::{board, hand, row};
use crate::table::{Game, Lab};

const A: Seat = Seat::A;
const B: Seat = Seat::B;
/// No trigger.
const NONE: [u32; 2] = [9, 0];

/// The pool: one card with these abilities, and plain ones.
fn pool(abilities: &str) -> String {
    format!(
        "name,atk,def,abilities\nHero,5,5,\"{}\"\nAnt,5,5,\nBee,4,4,\nCow,6,3,\nElk,3,3,\nFox,1,1,\nGnu,7,2,\n",
        abilities.replace('"', "\"\"")
    )
}

fn lab(abilities: &str, a: &str, b: &str, set: &[(&str, Setting)]) -> Lab {
    let set: Vec<(&str, Setting)> = set.iter().cloned().chain([("calls", Setting::from(3))]).collect();
    Lab::new("tuna", &pool(abilities), [a, b], &set)
}

/// The log lines that hold a word, without turn and stage.
fn said(game: &Game<'_>, word: &str) -> Vec<String> {
    let log = game.log();
    let lines = log.lines().filter(|l| l.contains(word));
    lines.map(|l| l.split_once("] ").map_or("", |(_, text)| text).to_owned()).collect()
}

fn damage(game: &Game<'_>) -> [i32; 2] {
    Seat::BOTH.map(|seat| game.number(seat, Quantity::Damage))
}

#[test]
fn tuna_played_happens_at_a_call() {
    let lab = lab("played: energy 2", "1 Hero\n", "1 Fox\n", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Hero (front 1)");
    assert_eq!(game.number(A, Quantity::Stock), 7);
}

#[test]
fn tuna_abilities_with_a_cost_are_offered_and_paid_in_dice() {
    let lab = lab("played: opponent damage 2; played cost 2: energy 2", "1 Hero\n", "1 Fox\n", &[]);
    let mut game = lab.game(&[NONE, NONE].concat());
    game.take(A, "call Hero (front 1)");
    assert_eq!(game.decision(A), ["use Hero", "skip"], "the damage came first, so it can be paid");
    game.take(A, "use Hero");
    game.step();
    assert_eq!((game.number(A, Quantity::Stock), game.table(A)[2].1[..2].join(" ")), (7, "face down face down".into()));
    let mut game = lab.game(&[NONE, NONE].concat());
    game.take(A, "call Hero (front 1)");
    game.decision(A);
    game.take(A, "skip");
    game.step();
    assert_eq!(game.number(A, Quantity::Stock), 5);
    game.dice_are_used_up();
}

#[test]
fn tuna_abilities_that_cannot_be_paid_are_not_offered() {
    let lab = lab("played cost 1: energy 2", "1 Hero\n", "1 Fox\n", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Hero (front 1)");
    assert_eq!(game.last(), Some(Step::Decide(B)));
    assert_eq!(game.number(A, Quantity::Stock), 5);
}

#[test]
fn tuna_turn_start_happens_after_the_draw_of_the_own_start_phase() {
    let lab =
        lab("turn-start if hand >= 1: energy 1, discard 1", "1 Hero\n1 Ant\n", "1 Fox\n", &[("attacks", 0.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Hero (front 1)").pick(A, "pass").pick(B, "pass").pick(A, "pass");
    assert_eq!(game.decision(A), ["discard Hero", "discard Ant"], "the hand of this round");
    assert_eq!(game.number(A, Quantity::Stock), 6, "for the next draw");
    game.pick(A, "discard Ant");
    assert_eq!(hand(&game, A), ["Hero"]);
}

#[test]
fn tuna_turn_end_happens_before_the_hand_is_thrown_away() {
    let lab = lab("turn-end if hand >= 1: energy 4", "1 Hero\n1 Fox\n", "1 Elk\n", &[("attacks", 0.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Hero (front 1)").pick(A, "pass").pick(B, "pass").pick(A, "pass");
    assert_eq!(said(&game, "Stock of A"), ["Stock of A: 5 -> 9", "Stock of A: 9 -> 5"]);
    assert!(game.log().contains("B1 [end] Stock of A: 5 -> 9"), "{}", game.log());
}

#[test]
fn tuna_clash_won_and_lost_happen_in_duels() {
    let text = "clash: raise atk 2 for clash; won: energy 1; lost: energy 2";
    // Hero (7 in its own attack) against DEF 5 wins.
    let lab1 = lab(text, "1 Hero\n", "1 Ant\n", &[]);
    let mut game = lab1.game(&[]);
    game.pick(A, "call Hero (front 1)").pick(B, "call Ant (front 3)");
    assert_eq!(
        said(&game, "ATK "),
        [
            "A calls Hero (ATK 5, DEF 5) to front 1",
            "B calls Ant (ATK 5, DEF 5) to front 3",
            "ATK of Hero (A): 5 -> 7",
            "ATK 7 against DEF 5: Ant loses"
        ]
    );
    assert_eq!(game.table(A)[0].1[0], "Hero 5/5", "the raise ends with the attack");
    assert_eq!(game.number(A, Quantity::Stock), 5);
    assert_eq!(said(&game, "Stock of A"), ["Stock of A: 5 -> 6", "Stock of A: 6 -> 5"]);
    // As a defender it loses against ATK 6 and leaves the field.
    let lab2 = lab(text, "1 Cow\n", "1 Hero\n", &[]);
    let mut game = lab2.game(&[]);
    game.pick(A, "call Cow (front 1)").pick(B, "call Hero (front 3)");
    assert_eq!((board(&game, B).len(), game.number(B, Quantity::Stock)), (0, 7));
}

#[test]
fn tuna_a_direct_attack_is_neither_won_nor_lost() {
    let lab = lab("clash: energy 1; won: energy 8", "1 Hero\n", "1 Fox\n", &[]);
    let mut game = lab.game(&NONE);
    game.pick(A, "call Hero (front 1)").pick(B, "pass");
    assert_eq!(said(&game, "Stock of A"), ["Stock of A: 5 -> 6", "Stock of A: 6 -> 5"]);
}

#[test]
fn tuna_destroyed_happens_after_duels_and_effects_but_not_after_banishing() {
    for (effect, stock) in [("destroy 1", 7), ("banish 1", 5)] {
        let text = format!("name,atk,def,abilities\nKey,1,1,played: {effect}\nHero,5,5,destroyed: energy 2\n");
        let lab = Lab::new("tuna", &text, ["1 Hero\n", "1 Key\n"], &[]);
        let mut game = lab.game(&[]);
        game.pick(A, "call Hero (front 1)").pick(B, "call Key (front 1)");
        assert!(board(&game, A).is_empty());
        assert_eq!(said(&game, "Stock of A: 5 -> 7").len(), usize::from(stock == 7), "{effect}");
    }
}

#[test]
fn tuna_field_changes_numbers_while_the_card_is_there_and_the_condition_holds() {
    let lab1 =
        lab("field: raise def 1 all; field: lower atk 2 all(atk<=4)", "1 Hero\n1 Ant\n", "1 Bee\n1 Ant\n1 Gnu\n", &[]);
    let mut game = lab1.game(&[]);
    game.pick(A, "call Hero (front 1)").pick(A, "call Ant (front 2)");
    assert_eq!(game.table(A)[0].1, ["Hero 5/6", "Ant 5/6", "-"]);
    game.pick(B, "call Bee (front 3)");
    assert_eq!(game.table(B)[0].1[0], "Bee 2/4", "in the column that A sees as its first");
    let lab2 = lab(
        "field if board >= 2: raise atk 2; field if opponent board = 0: raise def 3",
        "1 Hero\n1 Ant\n",
        "1 Bee\n",
        &[],
    );
    let mut game = lab2.game(&[]);
    game.take(A, "call Hero (front 1)");
    assert_eq!(game.table(A)[0].1[0], "Hero 5/8");
    game.pick(A, "call Ant (front 2)");
    assert_eq!(game.table(A)[0].1[..2], ["Hero 7/8", "Ant 5/5"]);
    game.take(B, "call Bee (front 1)");
    assert_eq!(game.table(A)[0].1[0], "Hero 7/5");
}

#[test]
fn tuna_field_with_a_cost_is_an_act_of_the_owner() {
    let lab = lab("played: opponent damage 3; field cost 2: raise atk 4 for turn", "1 Hero\n", "1 Fox\n", &[]);
    let mut game = lab.game(&[NONE, NONE, NONE].concat());
    game.pick(A, "call Hero (front 1)");
    assert_eq!(game.decision(A), ["activate Hero", "pass"]);
    game.pick(A, "activate Hero");
    assert_eq!(game.last(), Some(Step::Decide(B)), "one die shows its face: no more can be paid");
    assert!(game.log().contains("ATK of Hero (A): 5 -> 9"));
    assert_eq!(game.table(A)[0].1[0], "Hero 5/5", "B's round is the next");
}

#[test]
fn tuna_field_gives_further_attacks_and_doubles_damage() {
    let lab1 = lab("field: extra-clash", "1 Hero\n", "1 Fox\n", &[]);
    let mut game = lab1.game(&[NONE, NONE].concat());
    game.pick(A, "call Hero (front 1)").pick(B, "pass");
    assert_eq!(damage(&game), [0, 2]);
    game.dice_are_used_up();
    let lab2 = lab("field: double-damage", "1 Hero\n", "1 Fox\n", &[]);
    let mut game = lab2.game(&[NONE, NONE].concat());
    game.pick(A, "call Hero (front 1)").pick(B, "pass");
    assert_eq!((damage(&game), said(&game, "attacks").len()), ([0, 2], 1));
    game.dice_are_used_up();
}

#[test]
fn tuna_arts_grant_an_attack_to_a_unit_of_choice() {
    let lab = lab("arts: extra-clash", "1 Ant\n1 Bee\n1 Hero\n", "1 Fox\n", &[]);
    let mut game = lab.game(&[NONE, NONE, NONE].concat());
    game.pick(A, "call Ant (front 1)").pick(A, "call Bee (front 2)").pick(A, "pass").pick(B, "pass");
    game.pick(A, "arts Hero");
    assert_eq!(game.decision(A), ["again Ant", "again Bee"]);
    game.pick(A, "again Bee");
    let attacks: Vec<String> = said(&game, "directly").iter().map(|l| l[..3].to_owned()).collect();
    assert_eq!(attacks, ["Ant", "Bee", "Bee"]);
    game.dice_are_used_up();
}

#[test]
fn tuna_arts_double_the_damage_of_the_round() {
    let lab = lab("arts: double-damage", "1 Ant\n1 Hero\n", "1 Fox\n", &[]);
    let mut game = lab.game(&[NONE, NONE].concat());
    game.pick(A, "call Ant (front 1)").pick(A, "pass").pick(B, "pass").pick(A, "arts Hero");
    assert_eq!(damage(&game), [0, 2], "two damage steps");
    game.dice_are_used_up();
}

#[test]
fn tuna_double_damage_stops_at_a_limit() {
    let lab = lab("arts: double-damage", "1 Ant\n1 Hero\n", "1 Fox\n", &[]);
    let mut game = lab.game(&[1, 3]);
    game.pick(A, "call Ant (front 1)").pick(A, "pass").pick(B, "pass").pick(A, "arts Hero");
    assert_eq!(damage(&game), [0, 1], "the second point is one too many");
    game.dice_are_used_up();
}

#[test]
fn tuna_units_that_have_attacked_are_made_ready() {
    for (word, more) in [("ready all", 2), ("ready 1", 1)] {
        let text = format!("name,atk,def,abilities\nAnt,5,5,\nKey,9,9,won: {word}\nFox,1,1,\n");
        let lab = Lab::new("tuna", &text, ["1 Ant\n1 Key\n", "1 Fox\n"], &[("calls", 2.into())]);
        let mut game = lab.game(&NONE.repeat(1 + more));
        // Ant strikes directly, Key fells Fox; then units without an attack left get one.
        game.pick(A, "call Ant (front 1)").pick(A, "call Key (front 2)").pick(B, "call Fox (front 2)");
        if more == 1 {
            assert_eq!(game.decision(A), ["again Ant", "again Key"]);
            game.pick(A, "again Key");
        }
        assert_eq!(said(&game, "attacks B directly").len(), 1 + more, "{}", game.log());
        game.dice_are_used_up();
    }
}

#[test]
fn tuna_draws_discards_and_searches() {
    let deck = "1 Hero\n1 Ant\n1 Bee\n1 Cow\n1 Elk\n1 Fox\n1 Gnu\n";
    let lab1 = lab("played: draw 2", deck, "1 Fox\n", &[]);
    let mut game = lab1.game(&[]);
    game.pick(A, "call Hero (front 1)");
    assert_eq!(hand(&game, A), ["Ant", "Bee", "Cow", "Elk", "Hero", "Ant"], "a draw of its own from the whole list");
    let lab2 = lab("played: search 1 (def<=2)", deck, "1 Fox\n", &[]);
    let mut game = lab2.game(&[]);
    game.pick(A, "call Hero (front 1)");
    assert_eq!(game.decision(A), ["search Fox", "search Gnu"]);
    game.pick(A, "search Gnu");
    assert_eq!(hand(&game, A).last().map(String::as_str), Some("Gnu"));
    let lab3 = lab("played: opponent discard 1", "1 Hero\n", deck, &[]);
    let mut game = lab3.game(&[]);
    // B has drawn nothing yet: nothing to discard.
    game.pick(A, "call Hero (front 1)");
    assert!(said(&game, "discards").is_empty());
    let lab4 = lab("arts: opponent discard 1", "1 Hero\n", "1 Ant\n1 Bee\n", &[]);
    let mut game = lab4.game(&[]);
    game.pick(A, "pass").pick(B, "pass").pick(A, "arts Hero");
    assert_eq!(game.decision(B), ["discard Ant", "discard Bee"], "the opponent chooses");
    game.pick(B, "discard Ant");
    assert_eq!(hand(&game, B), ["Bee"]);
}

#[test]
fn tuna_effect_draws_are_without_replacement_inside_one_draw() {
    let lab = lab("played: draw 9", "1 Hero\n1 Ant\n1 Bee\n", "1 Fox\n", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Hero (front 1)");
    assert_eq!(hand(&game, A), ["Ant", "Bee", "Hero", "Ant", "Bee"], "at most the whole deck");
}

#[test]
fn tuna_burns_and_heals_in_the_order_of_the_text() {
    let lab = lab("played: opponent damage 2, damage 1, heal 1", "1 Hero\n", "1 Fox\n", &[]);
    // A takes two; then B takes one and rolls Counter: 0 dice against 2 do not hit back.
    let mut game = lab.game(&[NONE, NONE, [0, 0]].concat());
    game.pick(A, "call Hero (front 1)");
    assert_eq!(damage(&game), [1, 1]);
    let steps: Vec<String> = said(&game, "damage");
    assert!(steps.last().is_some_and(|l| l.contains("A heals")), "healed after the damage step: {steps:?}");
    game.dice_are_used_up();
}

#[test]
fn tuna_heal_stops_without_dice() {
    let lab = lab("played: heal 3", "1 Hero\n", "1 Fox\n", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Hero (front 1)");
    assert_eq!(damage(&game), [0, 0]);
}

#[test]
fn tuna_raises_and_lowers_last_for_the_round_or_as_long_as_the_unit() {
    let lab1 = lab("played: raise all 2, raise def 1 for turn", "1 Hero\n1 Ant\n", "1 Elk\n", &[]);
    let mut game = lab1.game(&[]);
    game.take(A, "call Hero (front 1)");
    game.step();
    assert_eq!(game.table(A)[0].1[0], "Hero 7/8", "this unit only");
    game.pick(A, "pass");
    assert_eq!(game.table(A)[0].1[0], "Hero 7/7");
    // Lower: the unit that it meets in an attack, else the one with the highest number.
    let lab2 =
        lab("played: lower def 2 for turn; clash: lower def 3", "1 Bee\n1 Ant\n", "1 Hero\n", &[("attacks", 0.into())]);
    let mut game = lab2.game(&[]);
    game.pick(A, "call Bee (front 1)").pick(A, "call Ant (front 3)");
    game.take(B, "call Hero (front 1)");
    game.step();
    assert_eq!(game.table(A)[0].1, ["Bee 4/4", "-", "Ant 5/3"], "DEF 5 is the highest");
    let lab3 = lab("clash: lower def 1", "1 Bee\n1 Ant\n", "1 Hero\n", &[]);
    let mut game = lab3.game(&NONE);
    game.pick(A, "call Bee (front 3)").pick(A, "call Ant (front 1)").pick(B, "call Hero (front 1)");
    assert!(said(&game, "DEF of Bee (A): 4 -> 3").len() == 1, "{}", game.log());
}

#[test]
fn tuna_numbers_never_fall_below_zero() {
    let lab = lab("played: lower def 9 all for turn", "1 Ant\n", "1 Hero\n", &[("attacks", 0.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Ant (front 1)").take(B, "call Hero (front 1)");
    game.step();
    assert_eq!(game.table(A)[0].1[0], "Ant 5/0");
}

#[test]
fn tuna_effects_destroy_and_banish_units_of_choice() {
    let lab = lab("played: destroy 1 (def<=4)", "1 Bee\n1 Elk\n1 Ant\n", "1 Hero\n", &[("attacks", 0.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Bee (front 1)").pick(A, "call Elk (front 2)").pick(A, "call Ant (front 3)");
    game.pick(B, "call Hero (front 1)");
    assert_eq!(game.decision(B), ["destroy Bee", "destroy Elk"], "Ant has DEF 5");
    game.pick(B, "destroy Elk");
    assert_eq!(board(&game, A), ["Bee", "Ant"]);
}

#[test]
fn tuna_a_unit_removed_by_an_effect_lets_a_waiting_unit_move_up() {
    let lab = lab("played: banish 1 (def=5)", "1 Ant\n1 Bee\n", "1 Hero\n", &[("front-slots", 1.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Ant (front 1)").pick(A, "call Bee (waiting row)").pick(B, "call Hero (front 1)");
    assert_eq!((row(&game, A, 0), row(&game, A, 1)[0].as_str()), (vec!["Bee".to_owned()], "-"), "{}", game.log());
}

#[test]
fn tuna_gathered_units_need_a_free_name_and_a_free_place() {
    let lab1 = lab("played: token 2 \"Bee\"", "1 Hero\n", "1 Fox\n", &[]);
    let mut game = lab1.game(&[]);
    game.pick(A, "call Hero (front 2)");
    assert_eq!(row(&game, A, 0), ["Bee", "Hero", "-"], "the leftmost place in front; the second Bee is one too many");
    let set = [("front-slots", 1.into()), ("waiting-slots", 0.into())];
    let lab2 = lab("played: token 1 \"Bee\"", "1 Hero\n", "1 Fox\n", &set);
    let mut game = lab2.game(&[]);
    game.pick(A, "call Hero (front 1)");
    assert_eq!(board(&game, A), ["Hero"]);
    assert!(game.log().contains("A has no place to gather Bee"));
    for (option, count) in [("both", 1), ("own", 2)] {
        let lab3 = lab(
            "played: token 1 \"Bee\"",
            "1 Bee\n",
            "1 Hero\n",
            &[("same-name", option.into()), ("attacks", 0.into())],
        );
        let mut game = lab3.game(&[]);
        game.pick(A, "call Bee (front 1)").pick(B, "call Hero (front 1)");
        assert_eq!(board(&game, B).len(), count, "{option}");
    }
}

#[test]
fn tuna_a_gathered_unit_is_not_called() {
    let text = "name,atk,def,abilities\nHero,5,5,\"played: token 1 \"\"Bee\"\"\"\nBee,4,4,played: energy 5\n";
    let lab = Lab::new("tuna", text, ["1 Hero\n", "1 Bee\n"], &[("attacks", 0.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Hero (front 1)");
    assert_eq!((board(&game, A).len(), game.number(A, Quantity::Stock)), (2, 5));
}

#[test]
fn tuna_units_that_gather_each_other_for_ever_come_to_an_end() {
    let text = "name,atk,def,abilities\nHero,5,5,\"destroyed: token 1 \"\"Bee\"\", destroy 1\"\n\
        Bee,4,4,\"destroyed: token 1 \"\"Hero\"\", destroy 1\"\nCow,5,5,\"destroyed: token 1 \"\"Dog\"\", destroy 1\"\n\
        Dog,4,4,\"destroyed: token 1 \"\"Cow\"\", destroy 1\"\nKey,1,1,played: destroy 1\n";
    let lab = Lab::new("tuna", text, ["1 Hero\n", "1 Cow\n1 Key\n"], &[("attacks", 0.into()), ("calls", 2.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Hero (front 1)").pick(B, "call Cow (front 1)").pick(B, "call Key (front 2)");
    assert!(game.log().lines().count() < 5000);
}

#[test]
fn tuna_attacks_that_grant_attacks_come_to_an_end() {
    let lab = lab("clash: extra-clash", "1 Hero\n", "1 Fox\n", &[]);
    // B is limited after the first hit, so no damage would ever end this.
    let mut game = lab.game(&[1, 3]);
    game.pick(A, "call Hero (front 1)").pick(B, "pass");
    assert_eq!((damage(&game), said(&game, "attacks B directly").len()), ([0, 1], 100));
}

#[test]
fn tuna_abilities_are_switched_off_for_the_round() {
    let text = "name,atk,def,abilities\nHero,5,5,played: negate\nBee,4,4,field: raise def 5; destroyed: energy 2\n\
        Key,1,1,played: destroy 1\n";
    let lab = Lab::new("tuna", text, ["1 Bee\n", "1 Hero\n1 Key\n"], &[("attacks", 0.into()), ("calls", 2.into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Bee (front 1)");
    assert_eq!(game.table(A)[0].1[0], "Bee 4/9");
    game.take(B, "call Hero (front 1)");
    game.step();
    assert_eq!(game.table(A)[0].1[0], "Bee 4/4");
    game.pick(B, "call Key (front 2)");
    assert_eq!((board(&game, A).len(), said(&game, "Stock of A").len()), (0, 0));
}

#[test]
fn tuna_an_effect_can_win_the_game() {
    let lab = lab("played if turn >= 1: d-end", "1 Hero\n", "1 Fox\n", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "call Hero (front 1)");
    assert_eq!(game.end(), (Some(A), "effect"));
}

#[test]
fn tuna_conditions_compare_the_numbers_of_the_game() {
    for (condition, holds) in [
        ("life = 7", true),
        ("opponent damage = 0", true),
        ("stock >= 6", false),
        ("turn = 1", true),
        ("hand <= 1", true),
        ("board(atk>=5) = 1", true),
        ("deck = 2", true),
        ("grave = 0", true),
    ] {
        let lab = lab(&format!("played if {condition}: energy 2"), "1 Hero\n1 Ant\n", "1 Fox\n", &[]);
        let mut game = lab.game(&[]);
        game.pick(A, "call Hero (front 1)");
        assert_eq!(game.number(A, Quantity::Stock), if holds { 7 } else { 5 }, "{condition}");
    }
}
