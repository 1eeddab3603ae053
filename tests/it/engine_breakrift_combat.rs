//! Breakrift Duel: Breakrifts, attacks, defence orders, damage and the ends of a game.

use decklint::play::{Quantity, Seat, Zone};
use decklint::spec::Setting;

use crate::engine_breakrift::{lab, lab_with, life, on_table, script, told, until_turn};
use Seat::{A, B};

fn reading(word: &str) -> [(&'static str, Setting); 1] {
    [("defenders", word.into())]
}

/// The text's own example, with a Demon of this name. `A` is its Player 1.
fn recap(demon: &str) -> ((i32, i32), [Vec<String>; 4]) {
    let lab = lab(&format!("1 Imp, 1 Coat, 1 {demon}, 1 Sword, 1 Page"), "1 Boots, 1 Angel, 1 Axe", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Imp | A set Coat | B set Boots | B done | A hold Imp");
    script(&mut game, &format!("A set {demon} | A set Sword | B set Angel | B set Axe"));
    script(&mut game, &format!("A attack Imp | A attack {demon} | A defend Imp | B attack Angel"));
    assert_eq!(told(&game, "deals"), ["A deals 0 damage", "B deals 5 damage", "A deals 9 damage"]);
    game.dice_are_used_up();
    let left = [(A, "Summons"), (A, "Upper Clothing"), (B, "Summons"), (B, "Lower Clothing")];
    (life(&game), left.map(|(seat, zone)| on_table(&game, seat, zone)))
}

#[test]
fn breakrift_recap_by_the_rules_leaves_the_clothing_1_defense() {
    let (life, [imp_and_demon, coat, angel, boots]) = recap("Demon");
    assert_eq!(life, (10, 8));
    assert_eq!(coat, ["Coat 1"], "Imp takes 2, a Demon of 4/1 takes 1, the Coat 2 of 3");
    assert!(imp_and_demon.is_empty() && angel.is_empty() && boots.is_empty());
}

#[test]
fn breakrift_recap_as_printed_fits_a_demon_of_2_defense() {
    let (life, [imp_and_demon, coat, angel, boots]) = recap("Fiend");
    assert_eq!(life, (10, 8));
    assert_eq!(coat, ["Coat 2"], "Imp takes 2, a Demon of 4/2 takes 2, the Coat 1 of 3");
    assert!(imp_and_demon.is_empty() && angel.is_empty() && boots.is_empty());
}

#[test]
fn breakrift_needs_three_worn_pieces_of_one_theme() {
    let lab = lab("1 Coat, 1 Boots, 1 Axe, 1 Sunrise, 1 Door, 1 Sword, 1 Page", "", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Coat | A set Boots | A done | A set Axe | A done");
    assert_eq!(game.turn(A), 4, "two pieces, and a third of another theme, ask for no Breakrift");
    script(&mut game, "A set Sword | A done");
    assert_eq!(game.decision(A), ["breakrift Sunrise", "breakrift Door", "pass"], "its own theme, or none");
}

#[test]
fn breakrift_of_another_theme_is_not_played() {
    let lab = lab("1 Coat, 1 Boots, 1 Sword, 1 Moonrise, 1 Page, 3 Page", "", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Coat | A done | A set Boots | A done | A set Sword | A done");
    assert_eq!((game.turn(A), game.decision(A)), (4, vec!["set Page".to_owned(), "done".to_owned()]));
}

#[test]
fn breakrift_one_a_turn_is_played_from_the_hand_in_its_phase() {
    let lab = lab("1 Coat, 1 Boots, 1 Sword, 1 Sunrise, 1 Door, 3 Page", "", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Coat | A done | A set Boots | A done | A set Sword | A done | A breakrift Sunrise");
    assert_eq!(life(&game), (10, 5), "3 of the Breakrift and 2 of the Sword");
    assert_eq!(game.zone(A, Zone::Grave), ["Sunrise"]);
    assert_eq!((game.turn(A), game.decision(A)), (4, vec!["set Page".to_owned(), "done".to_owned()]));
    game.pick(A, "done");
    assert_eq!(game.decision(A), ["breakrift Door", "pass"], "the next one in the next turn");
    game.pick(A, "pass");
    assert_eq!(game.zone(A, Zone::Grave), ["Sunrise"], "it need not be played");
}

#[test]
fn breakrift_of_both_are_chosen_before_either_is_carried_out() {
    let rows = "Ruin,Breakrift,,Sun,,,\"played: destroy 3 (type:Equipment), opponent discard 9\"\n";
    let deck = "1 Coat, 1 Boots, 1 Sword, 1 Ruin, 1 Page";
    let lab = lab_with(rows, deck, deck, &[]);
    let mut game = lab.game(&[]);
    for card in ["Coat", "Boots", "Sword"] {
        script(&mut game, &format!("A set {card} | A done | B set {card} | B done"));
    }
    game.pick(A, "breakrift Ruin");
    assert_eq!(game.decision(B), ["breakrift Ruin", "pass"]);
    assert!(game.zone(A, Zone::Hand).contains(&"Ruin".to_owned()), "B does not see what A chose");
    assert_eq!(game.zone(B, Zone::Board), ["Coat", "Boots", "Sword"]);
    game.pick(B, "breakrift Ruin");
    for seat in Seat::BOTH {
        assert_eq!(game.zone(seat, Zone::Board), [""; 0]);
        assert!(game.zone(seat, Zone::Grave).contains(&"Ruin".to_owned()), "played, not discarded from the hand");
    }
}

#[test]
fn breakrift_attack_adds_base_attacking_summons_and_weapon() {
    let hit = |base: i64, choice: &str| {
        let lab = lab("1 Imp, 1 Sword, 2 Page", "", &[("base-attack", base.into())]);
        let mut game = lab.game(&[]);
        script(&mut game, &format!("A set Imp | A set Sword | A {choice} Imp"));
        10 - game.number(B, Quantity::Life)
    };
    assert_eq!((hit(0, "attack"), hit(0, "hold"), hit(4, "attack")), (5, 2, 9));
}

#[test]
fn breakrift_every_summon_may_attack_or_not() {
    let lab = lab("1 Imp, 1 Demon, 1 Angel", "", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Imp | A hold Imp | A set Demon | A hold Imp | A hold Demon | A set Angel");
    script(&mut game, "A attack Imp | A hold Demon | A attack Angel");
    assert_eq!(life(&game), (10, 5));
}

#[test]
fn breakrift_declarations_of_both_stand_before_either_is_carried_out() {
    let options = |choice: &str| {
        let lab = lab("1 Imp, 1 Sword", "1 Angel, 1 Wall, 1 Robe", &[]);
        let mut game = lab.game(&[]);
        script(&mut game, "A done | B set Angel | B done | B hold Angel | A set Imp | A set Sword");
        script(&mut game, &format!("B set Wall | B set Robe | A {choice} Imp"));
        let mut seen = vec![game.decision(B)];
        game.pick(B, "attack Angel");
        seen.push(game.decision(B));
        game.pick(B, "attack Wall");
        seen.push(game.decision(B));
        assert_eq!(told(&game, "attacks with Imp"), [""; 0]);
        seen
    };
    assert_eq!(options("attack"), options("hold"));
    assert_eq!(options("attack")[2], ["defend Angel", "defend Wall"]);
}

#[test]
fn breakrift_defenders_are_attackers_or_those_who_hold_or_all() {
    let run = |word: &str, order: &str| {
        let lab = lab("1 Imp, 1 Angel, 2 Page", "1 Axe", &reading(word));
        let mut game = lab.game(&[]);
        script(&mut game, "A set Imp | A done | B done | A hold Imp | A set Angel | A done | B set Axe");
        script(&mut game, "A attack Imp | A hold Angel");
        if !order.is_empty() {
            assert_eq!(game.decision(A), ["defend Imp", "defend Angel"]);
            game.pick(A, order);
        }
        assert_eq!(game.turn(A), 3);
        (game.number(A, Quantity::Life), on_table(&game, A, "Summons"))
    };
    let whole = ["Imp 3/2".to_owned(), "Angel 2/4".to_owned()];
    assert_eq!(run("attackers", ""), (9, vec![whole[1].clone()]), "the Imp of 2 takes 2 of 3");
    assert_eq!(run("non_attackers", ""), (10, vec![whole[0].clone(), "Angel 2/1".to_owned()]));
    assert_eq!(run("all", "defend Imp"), (10, vec!["Angel 2/3".to_owned()]));
    assert_eq!(run("all", "defend Angel"), (10, vec![whole[0].clone(), "Angel 2/1".to_owned()]));
}

#[test]
fn breakrift_defence_order_is_summons_then_clothing_unless_it_is_free() {
    let options = ["summons-first", "free"].map(|option| {
        let lab = lab("1 Imp, 1 Coat, 1 Angel, 1 Boots, 1 Sword", "1 Axe", &[("defense-order", option.into())]);
        let mut game = lab.game(&[]);
        script(&mut game, "A set Imp | A set Coat | B done | A hold Imp | A set Angel | A set Boots | B set Axe");
        script(&mut game, "A attack Imp | A attack Angel");
        let first = game.decision(A);
        game.pick(A, "defend Angel");
        let second = game.decision(A);
        (first, second)
    });
    assert_eq!(options[0].0, ["defend Imp", "defend Angel"]);
    assert_eq!(options[0].1, ["defend Coat", "defend Boots"], "the last Summon needs no word");
    assert_eq!(options[1].0, ["defend Imp", "defend Angel", "defend Coat", "defend Boots"]);
    assert_eq!(options[1].1, ["defend Imp", "defend Coat", "defend Boots"], "a Weapon has no Defense and no place");
}

#[test]
fn breakrift_damage_equal_to_the_remaining_defense_destroys_and_damage_stays() {
    let lab = lab("1 Wall, 8 Page", "1 Axe, 8 Leaf", &reading("all"));
    let mut game = lab.game(&[]);
    script(&mut game, "A set Wall | A done | B set Axe | B done | A hold Wall");
    assert_eq!((on_table(&game, A, "Summons"), life(&game).0), (vec!["Wall 0/3".to_owned()], 10), "3 of 6");
    script(&mut game, "A done | B done | A hold Wall");
    assert_eq!((game.zone(A, Zone::Grave), life(&game).0), (vec!["Wall".to_owned()], 10), "3 of the 3 that were left");
    script(&mut game, "A done | B done");
    assert_eq!(life(&game).0, 7, "nothing is in the way");
}

#[test]
fn breakrift_clothing_keeps_damage_and_lets_the_excess_through() {
    let lab = lab("1 Coat, 8 Page", "1 Sword, 8 Leaf", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Coat | A done | B set Sword | B done");
    assert_eq!((on_table(&game, A, "Upper Clothing"), life(&game).0), (vec!["Coat 1".to_owned()], 10));
    script(&mut game, "A done | B done");
    assert_eq!((game.zone(A, Zone::Board), life(&game).0), (vec![], 9), "1 destroys it, 1 goes on to Life");
}

#[test]
fn breakrift_a_new_piece_comes_without_the_damage_of_the_old() {
    let lab = lab("2 Coat, 8 Page", "1 Sword, 8 Leaf", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Coat | A done | B set Sword | B done | A set Coat | A done | B done");
    assert_eq!((on_table(&game, A, "Upper Clothing"), game.zone(A, Zone::Grave).len()), (vec!["Coat 1".to_owned()], 1));
}

#[test]
fn breakrift_damage_of_both_is_dealt_at_once() {
    let lab = lab("1 Demon, 8 Page", "1 Fiend, 8 Leaf", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Demon | A done | B set Fiend | B done | A attack Demon | B attack Fiend");
    assert_eq!(
        (game.zone(A, Zone::Grave), game.zone(B, Zone::Grave)),
        (vec!["Demon".to_owned()], vec!["Fiend".to_owned()])
    );
    assert_eq!(life(&game), (7, 8), "4 on a Demon of 1, 4 on a Fiend of 2");
}

#[test]
fn breakrift_life_0_loses_and_1_plays_on() {
    let ends = |life: i64| {
        let lab = lab("1 Sword, 5 Page", "5 Leaf", &[("life", life.into())]);
        let mut game = lab.game(&[]);
        script(&mut game, "A set Sword | A done | B done");
        (game.last().and_then(decklint::play::outcome).map(|o| o.winner), game.number(B, Quantity::Life))
    };
    assert_eq!((ends(1), ends(2), ends(3)), ((Some(Some(A)), 0), (Some(Some(A)), 0), (None, 1)));
    let lab = lab("5 Page", "1 Sword, 5 Leaf", &[("life", 2.into())]);
    let mut game = lab.game(&[]);
    script(&mut game, "A done | B set Sword | B done");
    assert_eq!(game.end(), (Some(B), "life"));
}

#[test]
fn breakrift_both_at_0_is_a_draw() {
    let lab = lab("", "", &[("base-attack", 1.into())]);
    let mut game = lab.game(&[]);
    assert_eq!((game.end(), game.turn(A)), ((None, "life"), 10));
}

#[test]
fn breakrift_an_idle_seat_takes_everything_and_does_nothing() {
    let idle = crate::engine_breakrift::idle_lab("1 Demon, 8 Page");
    let mut game = idle.game(&[]);
    until_turn(&mut game, 2);
    script(&mut game, "A set Demon | A done | A attack Demon | A done | A attack Demon | A done | A attack Demon");
    assert_eq!((game.end(), game.turn(A)), ((Some(A), "life"), 4));
    assert_eq!(game.zone(B, Zone::Hand).len(), 9, "it draws");
    assert_eq!(on_table(&game, A, "Summons"), ["Demon 4/1"], "nothing hits back");
}
