//! Scales of Battle: combat and the numbers of its scales.

use decklint::play::{Policy, Seat, Step};
use decklint::spec::Setting;

use crate::engine_scales::{A, B, attack, deck, discard, lab, zone};

/// One seat's card attacks, the other's defends: what stands in the Attack Zone afterwards, for the attacker and the
/// defender, and what the defender lost from its deck.
fn fight(first: Seat, attacker: &str, defender: &str, set: &[(&str, Setting)]) -> (String, String, i32) {
    let lists = [format!("20 {attacker}\n"), format!("20 {defender}\n")];
    let lab = lab("", &lists[first.index()], &lists[first.other().index()], set);
    let mut game = lab.game(&[]);
    if first == B {
        // A begins all the same: its card goes to the Attack Zone, and B replaces it, so B attacks.
        game.pick(A, &format!("attack {defender}")).pick(B, &format!("attack {attacker}"));
    } else {
        game.pick(A, &format!("attack {attacker}"));
    }
    let second = first.other();
    game.decision(second);
    let before = deck(&game, second);
    game.take(second, &format!("defend {defender}"));
    game.step();
    let log = game.log();
    assert!(log.contains("[combat]"), "{log}");
    assert_eq!(game.last(), Some(Step::TurnEnd(second)), "combat ends the turn\n{log}");
    let loss = before - deck(&game, second);
    game.dice_are_used_up();
    (attack(&game, first), attack(&game, second), loss)
}

fn wins(attacker: &str, defender: &str) -> &'static str {
    for seat in [A, B] {
        let (red, blue, loss) = fight(seat, attacker, defender, &[]);
        let result = match (red.is_empty(), blue.is_empty()) {
            (false, true) => "attack",
            (true, false) => "defense",
            (true, true) => "tie",
            (false, false) => panic!("two cards in one zone"),
        };
        assert_eq!(loss > 0, result == "attack", "only a winning attacker hurts");
        if seat == B {
            return result;
        }
    }
    unreachable!()
}

#[test]
fn scales_the_higher_rarity_gains_the_difference() {
    assert_eq!(wins("Lord", "Cat"), "attack", "2:0");
    assert_eq!(wins("Ox", "Cat"), "attack", "1:0");
    assert_eq!(wins("Cat", "Ox"), "defense", "0:1");
    assert_eq!(wins("Cat", "Cat"), "tie", "0:0");
    let lab = lab("", "20 Lord\n", "20 Cat\n", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "attack Lord").pick(B, "defend Cat");
    assert!(game.log().contains("B1 [combat] Lord weighs 2, Cat weighs 0 (rarity +2 Lord)"), "{}", game.log());
}

#[test]
fn scales_each_attribute_gives_one_to_either_side() {
    assert_eq!(wins("Cat", "Gust"), "attack", "element 1:0");
    assert_eq!(wins("Gust", "Cat"), "defense", "element 0:1");
    assert_eq!(wins("Cat", "Brook"), "defense", "element 0:1");
    // Species: Fish beats Beast. Kite loses by element and wins by species.
    assert_eq!(wins("Cat", "Kite"), "tie", "edges 1:1 at the same rarity");
}

#[test]
fn scales_super_rare_against_common_needs_three_edges() {
    assert_eq!(wins("Lord", "Brook"), "attack", "2:1");
    assert_eq!(wins("Lord", "Moth"), "tie", "2:2");
    assert_eq!(wins("Lord", "Heron"), "defense", "2:3");
    assert_eq!(wins("Lord", "Whale"), "defense", "2:4");
}

#[test]
fn scales_totals_lie_between_0_and_6() {
    // SR with all four edges over C: 2 + 4.
    let rows = "King,SR,6,Water,Fish,Medium,Trick,none,\nFool,C,0,Fire,Beast,Small,Spell,none,\n";
    let table = lab(rows, "20 King\n", "20 Fool\n", &[]);
    let mut game = table.game(&[]);
    game.pick(A, "attack King").pick(B, "defend Fool");
    let log = game.log();
    let line = log.lines().find(|l| l.contains("weighs")).expect("scales");
    assert_eq!(
        line,
        "B1 [combat] King weighs 6, Fool weighs 0 (rarity +2 King, element +1 King, species +1 King, size +1 King, means +1 King)"
    );
    let even = lab("", "20 Cat\n", "20 Cat\n", &[]);
    let mut game = even.game(&[]);
    game.pick(A, "attack Cat").pick(B, "defend Cat");
    assert!(game.log().contains("Cat weighs 0, Cat weighs 0 (no Advantage)"), "{}", game.log());
}

#[test]
fn scales_the_winner_in_the_attack_zone_hurts_and_stays() {
    for seat in [A, B] {
        assert_eq!(fight(seat, "Ox", "Cat", &[]), ("Ox (power 2)".into(), String::new(), 2));
    }
    let table = lab("", "20 Ox\n", "20 Cat\n", &[]);
    let mut game = table.game(&[]);
    game.pick(A, "attack Ox").pick(B, "defend Cat");
    assert_eq!(discard(&game, B), ["Cat"], "the loser is discarded");
}

#[test]
fn scales_the_winner_in_the_attack_zone_is_discarded_where_the_option_says_so() {
    let set = [("winning-attack", "discarded".into())];
    for seat in [A, B] {
        assert_eq!(fight(seat, "Ox", "Cat", &set), (String::new(), String::new(), 2));
        assert_eq!(fight(seat, "Cat", "Ox", &set), (String::new(), "Ox (power 2)".into(), 0));
    }
}

#[test]
fn scales_the_winner_in_the_defense_zone_moves_to_the_attack_zone() {
    for seat in [A, B] {
        assert_eq!(fight(seat, "Gust", "Cat", &[]), (String::new(), "Cat (power 1)".into(), 0));
    }
    let table = lab("", "20 Gust\n", "20 Cat\n", &[]);
    let mut game = table.game(&[]);
    game.pick(A, "attack Gust").pick(B, "defend Cat");
    assert_eq!(discard(&game, A), ["Gust"]);
    assert_eq!(zone(&game, B, "Defense Zone"), Vec::<String>::new());
}

#[test]
fn scales_a_tie_discards_both() {
    let table = lab("", "20 Cat\n", "20 Cat\n", &[]);
    let mut game = table.game(&[]);
    game.pick(A, "attack Cat").pick(B, "defend Cat");
    assert_eq!((attack(&game, A), attack(&game, B)), (String::new(), String::new()));
    assert_eq!((discard(&game, A), discard(&game, B)), (vec!["Cat".to_owned()], vec!["Cat".to_owned()]));
    assert_eq!(game.last(), Some(Step::Decide(A)));
}

#[test]
fn scales_power_does_not_weigh() {
    assert_eq!(wins("Gust", "Brook"), "tie", "power 3 against 1, and no edge");
}

#[test]
fn scales_a_combat_may_end_the_game() {
    // The Lord deals 5: the whole deck of B behind its hand of 3.
    for (cards, over) in [(8, true), (9, false)] {
        let table = lab("", "20 Lord\n", &format!("{cards} Cat\n"), &[]);
        let mut game = table.game(&[]);
        game.pick(A, "attack Lord").pick(B, "defend Cat");
        if over {
            assert_eq!(game.end(), (Some(A), "damage"));
        } else {
            // One card is left, and the next turn draws it.
            assert_eq!(game.end(), (Some(A), "deck-out"));
        }
    }
}

fn ladder(words: &[&str]) -> Setting {
    Setting::List(words.iter().map(|w| (*w).into()).collect())
}

#[test]
fn scales_the_ladder_of_rarities_is_data() {
    // Another step between R and SR: the difference is 3, and three edges tie.
    let set = [("rarity-ladder", ladder(&["C", "R", "G", "SR"]))];
    assert_eq!(fight(A, "Lord", "Heron", &set), (String::new(), String::new(), 0));
    // The other way round.
    let set = [("rarity-ladder", ladder(&["SR", "R", "C"]))];
    assert_eq!(fight(A, "Lord", "Cat", &set), (String::new(), "Cat (power 1)".into(), 0));
}

#[test]
fn scales_the_tables_of_the_attributes_are_data() {
    let pair = Setting::List(vec!["Wind".into(), "Fire".into()]);
    let tables = Setting::Map([("element".to_owned(), Setting::List(vec![pair]))].into_iter().collect());
    let set = [("beats", tables)];
    assert_eq!(fight(A, "Gust", "Cat", &set), ("Gust (power 3)".into(), String::new(), 3));
    assert_eq!(fight(A, "Cat", "Moth", &set), (String::new(), String::new(), 0));
    let none = [("beats", Setting::Map(indexmap::IndexMap::new()))];
    assert_eq!(fight(A, "Gust", "Cat", &none), (String::new(), String::new(), 0));
}

#[test]
fn scales_a_card_with_a_zone_skill_fights_without_it() {
    let rows = "Spark,C,1,Fire,Beast,Small,Blade,discard,\"played: damage 1; won: damage 9; destroyed: damage 9\"\n";
    let table = lab(rows, "20 Spark\n", "20 Gust\n", &[]);
    let mut game = table.game(&[]);
    game.pick(A, "attack Spark").pick(B, "defend Gust");
    assert_eq!(deck(&game, B), 20 - 3 - 1 - 1, "the power of the winner, and a card drawn in the next turn");
    game.pick(B, "attack Gust");
    assert_eq!(deck(&game, B), 20 - 3 - 1 - 1 - 1, "its power again, and nothing else");
    assert_eq!(discard(&game, A), ["Spark"]);
}

/// A row of a card like the Ox.
fn like_ox(name: &str, zone: &str, abilities: &str) -> String {
    format!("{name},R,2,Fire,Beast,Small,Blade,{zone},{abilities}\n")
}

#[test]
fn scales_who_does_nothing_attacks_or_passes() {
    let rows = like_ox("Spark", "discard", "played: damage 1") + &like_ox("Throne", "game-changer", "");
    for (must, usual) in [(true, "attack Spark"), (false, "pass")] {
        let set = [("must-play", must.into())];
        let lab = lab(&rows, "1 Spark\n1 Throne\n20 Ox\n", "20 Cat\n", &set);
        let mut game = lab.game(&[]);
        assert_eq!(game.advice(&Policy::Idle, A), usual);
    }
}

/// What raises itself raises no other card of its seat, and only by what it does as long as it lies there.
#[test]
fn scales_a_game_changer_raises_itself() {
    let rows = like_ox("Throne", "game-changer", "field: raise power 3 ; destroyed: raise power 4");
    let lab = lab(&rows, "1 Throne\n20 Ox\n", "20 Cat\n", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "game-changer Throne").pick(A, "attack Ox");
    assert_eq!(zone(&game, A, "Game Changer Zone"), ["Throne (power 5)"]);
    assert_eq!(attack(&game, A), "Ox (power 2)");
}

#[test]
fn scales_for_turn_lasts_to_the_next_turn_of_either_seat() {
    let lab = lab(&like_ox("Sage", "none", "played: raise power 2 for turn"), "20 Straw\n", "20 Sage\n", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "attack Straw").pick(B, "attack Sage");
    assert_eq!(attack(&game, B), "Sage (power 4)", "through the other's turn");
    game.pick(A, "defend Straw");
    assert_eq!((game.turn(B), attack(&game, B)), (2, "Sage (power 2)".to_owned()));
}

#[test]
fn scales_a_game_changer_that_is_replaced_is_destroyed() {
    let rows = like_ox("Throne", "game-changer", "destroyed: damage 3");
    let lab = lab(&rows, "20 Throne\n", "20 Cat\n", &[("skill-cards", "any".into())]);
    let mut game = lab.game(&[]);
    game.pick(A, "game-changer Throne");
    let before = deck(&game, B);
    game.pick(A, "game-changer Throne");
    assert_eq!(deck(&game, B), before - 3);
}

#[test]
fn scales_a_seat_without_a_card_to_draw_loses_in_its_draw_part() {
    let lab = lab("", "4 Ox\n", "20 Cat\n", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "attack Ox").pick(B, "attack Cat");
    assert_eq!((game.end(), game.stage()), ((Some(B), "deck-out"), "draw"));
}
