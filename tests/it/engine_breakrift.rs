//! Breakrift Duel: the rule text, one test for each statement about play.

use decklint::play::{Quantity, Seat, Step, Zone};
use decklint::spec::Setting;

use crate::table::{Game, Lab};
use Seat::{A, B};

/// Cards without abilities, but for the Breakrifts; tests add rows of their own.
const POOL: &str = "name,type,slot,theme,attack,defense,abilities\n\
    Coat,Equipment,Upper Clothing,Sun,,3,\nRobe,Equipment,Upper Clothing,Moon,,2,\n\
    Boots,Equipment,Lower Clothing,Sun,,3,\nSword,Equipment,Weapon,Sun,2,,\nAxe,Equipment,Weapon,Moon,3,,\n\
    Imp,Summon,,,3,2,\nDemon,Summon,,,4,1,\nFiend,Summon,,,4,2,\nAngel,Summon,,,2,4,\nWall,Summon,,,0,6,\n\
    Page,Spell,,,,,\nLeaf,Spell,,,,,\n\
    Sunrise,Breakrift,,Sun,,,played: damage 3\nMoonrise,Breakrift,,Moon,,,played: heal 3\n\
    Door,Breakrift,,,,,played: heal 2\nDust,Breakrift,,Dust,,,played: heal 1\n";

/// A game with more cards in the pool. Decks come in the order of their lists, and `Dust` fills them up: it can neither
/// be set nor played.
pub fn lab_with(rows: &str, a: &str, b: &str, set: &[(&str, Setting)]) -> Lab {
    let full = |list: &str| format!("{}\n30 Dust\n", list.replace(", ", "\n"));
    Lab::new("breakrift", &format!("{POOL}{rows}"), [&full(a), &full(b)], set)
}

pub fn lab(a: &str, b: &str, set: &[(&str, Setting)]) -> Lab {
    lab_with("", a, b, set)
}

/// The same against a seat that does nothing.
pub fn idle_lab(a: &str) -> Lab {
    let deck = format!("{}\n30 Dust\n", a.replace(", ", "\n"));
    Lab::with("breakrift", POOL, [&deck, "30 Page\n"], &[], Some(A), [false, true])
}

/// Takes options one after the other: `A set Imp | B done`.
pub fn script(game: &mut Game<'_>, text: &str) {
    for line in text.split('|') {
        let (seat, label) = line.trim().split_once(' ').expect("a seat and a label");
        game.pick(if seat == "A" { A } else { B }, label);
    }
}

/// Takes the options that do the least until this turn begins.
pub fn until_turn(game: &mut Game<'_>, turn: u16) {
    if game.last().is_none() {
        game.run();
    }
    while game.turn(A) < turn {
        let Some(Step::Decide(seat)) = game.last() else { panic!("the game is over\n{}", game.log()) };
        let options = game.decision(seat);
        let quiet = options.iter().find(|o| *o == "done" || *o == "pass" || o.starts_with("hold"));
        let label = quiet.unwrap_or(&options[0]).clone();
        game.pick(seat, &label);
    }
}

pub fn life(game: &Game<'_>) -> (i32, i32) {
    (game.number(A, Quantity::Life), game.number(B, Quantity::Life))
}

/// What lies in a zone of the table, by its title.
pub fn on_table(game: &Game<'_>, seat: Seat, title: &str) -> Vec<String> {
    game.table(seat).into_iter().find(|(t, _)| t == title).expect("a zone").1
}

/// The lines of the log with this word, without their heads.
pub fn told(game: &Game<'_>, word: &str) -> Vec<String> {
    let log = game.log();
    let lines = log.lines().filter(|l| l.contains(word));
    lines.map(|l| l.split_once("] ").expect("a head").1.to_owned()).collect()
}

#[test]
fn breakrift_begins_with_10_life_and_5_cards_for_both_and_no_mulligan() {
    let lab = lab("6 Page", "6 Leaf", &[]);
    let mut game = lab.game(&[]);
    assert_eq!(game.step(), Step::Opened, "nobody is asked before the first turn");
    assert_eq!(life(&game), (10, 10));
    assert_eq!((game.zone(A, Zone::Hand).len(), game.zone(B, Zone::Hand).len()), (5, 5));
    let other = lab_with("", "6 Page", "6 Page", &[("life", 7.into()), ("hand", 0.into())]);
    let mut game = other.game(&[]);
    game.step();
    assert_eq!((life(&game), game.zone(B, Zone::Hand).len()), ((7, 7), 0));
}

#[test]
fn breakrift_both_draw_one_card_in_every_draw_phase_from_the_first_turn_on() {
    let lab = lab("30 Page", "30 Leaf", &[]);
    let mut game = lab.game(&[]);
    for turn in 1..=8 {
        until_turn(&mut game, turn);
        let hands = Seat::BOTH.map(|seat| game.zone(seat, Zone::Hand).len());
        assert_eq!(hands, [5 + usize::from(turn); 2], "no limit of the hand either");
        assert_eq!((game.turn(A), game.turn(B)), (turn, turn), "one turn for both");
    }
    game.dice_are_used_up();
}

#[test]
fn breakrift_a_turn_ends_once_for_both() {
    let lab = lab("30 Dust", "30 Dust", &[]);
    let mut game = lab.game(&[]);
    assert_eq!(game.step(), Step::Opened);
    for turn in 1..=10 {
        assert_eq!(game.step(), Step::TurnEnd(A));
        assert_eq!((game.turn(A), game.turn(B)), (turn, turn));
    }
}

#[test]
fn breakrift_last_card_on_turn_25_and_dead_on_turn_35() {
    let deck = "30 Page\n";
    let lab = Lab::with("breakrift", POOL, [deck, deck], &[], Some(A), [true, true]);
    let mut game = lab.game(&[]);
    assert_eq!(game.step(), Step::Opened);
    for turn in 1..35_i32 {
        assert_eq!(game.step(), Step::TurnEnd(A));
        let deck = usize::try_from((25 - turn).max(0)).expect("cards");
        assert_eq!((game.zone(A, Zone::Deck).len(), game.zone(B, Zone::Deck).len()), (deck, deck));
        assert_eq!(life(&game), (10 - (turn - 25).max(0), 10 - (turn - 25).max(0)), "turn {turn}");
    }
    assert_eq!(game.end(), (None, "deck-out"), "both fall at once");
    assert_eq!(game.turn(A), 35);
    game.dice_are_used_up();
}

#[test]
fn breakrift_who_has_one_card_more_outlives_the_other() {
    let lab = Lab::with("breakrift", POOL, ["31 Page\n", "30 Page\n"], &[], Some(A), [true, true]);
    let mut game = lab.game(&[]);
    assert_eq!(game.end(), (Some(A), "deck-out"));
    assert_eq!((game.turn(A), life(&game)), (35, (1, 0)));
    let lab = Lab::with("breakrift", POOL, ["30 Page\n", "60 Page\n"], &[], Some(A), [true, true]);
    let mut game = lab.game(&[]);
    assert_eq!((game.end(), life(&game)), ((Some(B), "deck-out"), (0, 10)));
}

#[test]
fn breakrift_an_empty_deck_costs_life_for_each_card_that_an_effect_cannot_draw() {
    let rows = "Gift,Spell,,,,,played: draw 3\n";
    let run = |option: &str| {
        let pool = format!("{POOL}{rows}");
        let lab =
            Lab::new("breakrift", &pool, ["5 Gift\n1 Page\n2 Leaf\n", "30 Dust\n"], &[("deck-out", option.into())]);
        let mut game = lab.game(&[]);
        script(&mut game, "A set Gift");
        // Turn 1 draws the Page; the Gift two Leaves, and one card is missing. Turn 2 finds none.
        (game.turn(A), game.number(A, Quantity::Life), told(&game, "no card").len())
    };
    assert_eq!(run("always"), (2, 8, 2));
    assert_eq!(run("effects"), (2, 9, 1), "the Draw Phase draws unless the deck is empty");
}

#[test]
fn breakrift_two_cards_of_different_types_may_be_set() {
    let lab = lab("1 Imp, 1 Demon, 1 Coat, 1 Sword, 1 Page, 1 Sunrise", "", &[]);
    let mut game = lab.game(&[]);
    let all = ["set Imp", "set Demon", "set Coat", "set Sword", "set Page", "done"];
    assert_eq!(game.decision(A), all, "a Breakrift is never set");
    game.pick(A, "set Coat");
    assert_eq!(
        game.decision(A),
        ["set Imp", "set Demon", "set Page", "done"],
        "no second Equipment, not even a Weapon"
    );
    game.pick(A, "set Imp");
    assert_eq!(game.decision(A), ["attack Imp", "hold Imp"], "two are the most");
    assert_eq!(game.zone(A, Zone::Board), ["Coat", "Imp"]);
}

#[test]
fn breakrift_how_many_cards_are_set_is_a_number_of_the_setup() {
    let deck = "1 Imp, 1 Coat, 1 Sword, 1 Page, 2 Dust";
    let most = |limit: i64, types: &str| {
        let lab = lab(deck, "", &[("set-limit", limit.into()), ("set-types", types.into())]);
        let mut game = lab.game(&[]);
        let mut cards = 0;
        while game.turn(A) < 1 || matches!(game.last(), Some(Step::Decide(_))) && game.turn(A) == 1 {
            game.step();
            let Some(Step::Decide(seat)) = game.last() else { continue };
            let options = game.decision(seat);
            if !options[0].starts_with("set") {
                break;
            }
            cards += 1;
            let label = options[0].clone();
            game.pick(seat, &label);
        }
        cards
    };
    assert_eq!((most(1, "types"), most(2, "types"), most(3, "types"), most(5, "types")), (1, 2, 3, 3));
    assert_eq!((most(3, "slots"), most(4, "slots"), most(5, "slots")), (3, 4, 4), "a Weapon beside Clothing");
    let none = lab(deck, "", &[("set-limit", 0.into())]);
    assert_eq!(none.game(&[]).end().1, "deck-out", "nobody is ever asked");
}

#[test]
fn breakrift_setting_is_free() {
    let lab = lab("1 Imp, 6 Dust", "1 Imp, 6 Dust", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A done | B done");
    assert_eq!((game.turn(A), game.zone(A, Zone::Board).len(), game.zone(B, Zone::Board).len()), (2, 0, 0));
}

#[test]
fn breakrift_set_cards_stay_face_down_until_both_have_set() {
    let seen = |choices: &str| {
        let lab = lab("1 Imp, 1 Demon, 1 Page", "1 Angel, 1 Robe", &[]);
        let mut game = lab.game(&[]);
        script(&mut game, choices);
        (game.decision(B), on_table(&game, A, "Set"), game.number(A, Quantity::Hand), game.log())
    };
    let nothing = seen("A done");
    assert_eq!(nothing, seen("A set Imp | A done"));
    assert_eq!(nothing, seen("A set Page | A set Demon"));
    assert_eq!(nothing.0, ["set Angel", "set Robe", "done"]);
}

#[test]
fn breakrift_equipment_then_summons_then_spells_of_both_are_revealed() {
    let three = ("set-limit", 3.into());
    let lab = lab("1 Page, 1 Imp, 1 Coat", "1 Leaf, 1 Angel, 1 Axe", &[three]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Page | A set Imp | A set Coat | B set Leaf | B set Angel | B set Axe");
    let log = game.log();
    let happened: Vec<&str> = log.lines().filter_map(|l| l.split_once("[reveal] ").map(|(_, text)| text)).collect();
    let flipped =
        ["A reveals Page", "A reveals Imp", "A reveals Coat", "B reveals Leaf", "B reveals Angel", "B reveals Axe"];
    let resolved =
        ["A equips Coat", "B equips Axe", "A summons Imp", "B summons Angel", "A casts Page", "B casts Leaf"];
    assert_eq!(happened, [flipped, resolved].concat());
}

#[test]
fn breakrift_one_piece_for_each_slot_and_a_new_one_replaces_the_old() {
    let rows = "Rags,Equipment,Upper Clothing,Sun,,1,destroyed: damage 5\n";
    let lab = lab_with(rows, "1 Rags, 1 Coat, 5 Page", "", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Rags | A done | A set Coat | A done");
    assert_eq!(game.zone(A, Zone::Board), ["Coat"]);
    assert_eq!(game.zone(A, Zone::Grave), ["Rags"]);
    assert_eq!(life(&game), (10, 10), "discarded is not destroyed");
}

#[test]
fn breakrift_the_three_slots_are_worn_side_by_side() {
    let lab = lab("1 Coat, 1 Boots, 1 Sword", "", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Coat | A set Boots | A set Sword");
    let slots = ["Upper Clothing", "Lower Clothing", "Weapon"].map(|t| on_table(&game, A, t));
    assert_eq!(slots, [vec!["Coat 3"], vec!["Boots 3"], vec!["Sword +2"]]);
}

#[test]
fn breakrift_a_spell_is_used_once() {
    let rows = "Spark,Spell,,,,,played: damage 1\n";
    let lab = lab_with(rows, "1 Spark, 10 Page", "", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Spark");
    assert_eq!((life(&game), game.zone(A, Zone::Grave)), ((10, 9), vec!["Spark".to_owned()]));
    until_turn(&mut game, 4);
    assert_eq!(life(&game), (10, 9));
}

#[test]
fn breakrift_summons_remain_from_turn_to_turn() {
    let lab = lab("1 Imp, 1 Wall, 1 Angel, 1 Demon, 1 Fiend", "", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Imp | A hold Imp | A set Wall | A hold Imp | A hold Wall | A set Angel");
    assert_eq!(on_table(&game, A, "Summons"), ["Imp 3/2", "Wall 0/6", "Angel 2/4"]);
}
