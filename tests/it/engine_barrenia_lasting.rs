//! Barrenia: abilities that last or are paid for, whom they mean, and how many cards have a place.

use decklint::play::{Policy, Seat, Step};
use decklint::spec::Setting;

use crate::engine_barrenia_lab::{A, B, POOL, board, deck_of, facing, lab, lab_with, life};
use crate::table::{Game, Lab};

/// The pool with further Rear cards of Size 1.
fn rears(rows: &[[&str; 2]], a: &[&str], b: &[&str]) -> Lab {
    let row = |[name, ability]: &[&str; 2]| format!("90000200,{name},Rear,,1,,,,,,\"{ability}\",,\n");
    let pool: String = rows.iter().map(row).collect();
    Lab::new("barrenia", &format!("{POOL}{pool}"), [&deck_of(a, 30), &deck_of(b, 30)], &[])
}

/// The pool with a further Soldier of Size 1 with el 1, ag 1, ip 3.
fn soldier(name: &str, ability: &str, a: &[&str]) -> Lab {
    let row = format!("90000200,{name},Soldier,Mad Dunes,1,,1,1,3,,\"{ability}\",,\n");
    Lab::new("barrenia", &format!("{POOL}{row}"), [&deck_of(a, 30), &deck_of(&[name], 30)], &[])
}

/// How often an option stands there.
fn offers(game: &mut Game<'_>, seat: Seat, label: &str) -> usize {
    game.decision(seat).iter().filter(|o| o.starts_with(label)).count()
}

/// Erasers lie behind the zones of the others; places are numbered up to 255.
#[test]
fn barrenia_places_for_erasers_are_what_zones_leave_of_255() {
    for [incarnations, soldiers, rears] in [[2, 3, 4], [0, 0, 0]] {
        let set: [(&str, Setting); 5] = [
            ("incarnation-zones", incarnations.into()),
            ("soldier-zones", soldiers.into()),
            ("rear-zones", rears.into()),
            ("hand", 270.into()),
            ("hand-limit", 300.into()),
        ];
        let lab = Lab::new("barrenia", POOL, ["300 Ghost\n", "300 Null\n"], &set);
        let mut game = lab.game(&[]);
        game.pick(A, "done");
        while game.last() == Some(Step::Decide(A)) {
            game.pick(A, "play Ghost");
        }
        let room = usize::try_from(255 - incarnations - soldiers - rears).expect("room");
        assert_eq!(board(&game, A).len(), room);
    }
}

#[test]
fn barrenia_a_raise_for_the_opponent_is_for_its_strongest_card() {
    let lab = rears(&[["Gift", "played: opponent raise ip 3"]], &["Rose", "Pebble"], &["Pebble", "Gift"]);
    let game = facing(&lab, &["Pebble", "Rose"], &["Pebble", "Gift"]);
    assert!(game.log().contains("Rose now has 1/2/7"), "{}", game.log());
}

#[test]
fn barrenia_only_what_has_a_cost_is_paid_for() {
    let lab = rears(&[["Post", "field: raise ip 1 all ; field cost 2: raise ip 3 all for turn"]], &["Post"], &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "done").pick(A, "play Post");
    assert_eq!(offers(&mut game, A, "use Post"), 1);
}

/// The check of each step counts the cards with such abilities.
#[test]
fn barrenia_a_card_that_is_paid_for_may_leave_the_field() {
    let lab = lab(&["Forge"], &["Pebble", "Crush"]);
    let game = facing(&lab, &["Forge"], &["Pebble", "Crush"]);
    assert!(board(&game, A).is_empty());
}

#[test]
fn barrenia_a_negated_card_loses_what_lasts() {
    let lab = lab(&["Glass"], &["Hush"]);
    let mut game = facing(&lab, &["Glass"], &["Hush"]);
    game.pick(B, "clash Hush (ip)").pick(A, "counter Glass (ip)");
    assert!(game.log().contains("4 of B against 1 of A"), "not 6: {}", game.log());
}

#[test]
fn barrenia_what_lasts_does_so_while_its_condition_holds() {
    for (hand, ip) in [(90, 4), (0, 11)] {
        let post = format!("field if hand >= {hand}: raise ip 7 all(type:Soldier)");
        let lab = rears(&[["Post", &post]], &["Rose", "Post"], &["Victor"]);
        let mut game = facing(&lab, &["Rose", "Post"], &["Victor"]);
        game.pick(B, "clash Victor (ip)").pick(A, "counter Rose (ip)");
        assert!(game.log().contains(&format!("9 of B against {ip} of A")), "{}", game.log());
    }
}

#[test]
fn barrenia_lowering_one_card_as_long_as_it_lies_there_means_the_one_in_the_clash() {
    let lab = soldier("Glare", "field: lower ip 2", &["Rose", "Bone"]);
    let mut game = facing(&lab, &["Rose", "Bone"], &["Glare"]);
    game.pick(B, "clash Glare (ip)").pick(A, "counter Rose (ip)");
    assert!(game.log().contains("3 of B against 2 of A"), "{}", game.log());
}

/// Damage of a fixed amount is still none where there is none.
#[test]
fn barrenia_no_damage_stays_none_after_the_miracle_of_direct_clashes() {
    let set = [("life", 4.into()), ("miracle-life", 4.into()), ("clash-damage", 0.into())];
    let lab = lab_with(&["Pebble"], &["Cliff"], &set);
    let mut game = facing(&lab, &["Pebble"], &["Cliff"]);
    game.pick(B, "clash Cliff (ag)").pick(A, "counter Pebble (ip)").pick(B, "miracle (direct)");
    assert_eq!(life(&game), (4, 4));
}

/// 12 and 3 for each ability, so more than the 20 of a Soldier with a stat of 5.
#[test]
fn barrenia_the_built_in_player_values_an_eraser_by_its_abilities() {
    let rows = "90000200,Chart,Rear,,1,,,,,,\"played: search 1 (territory:\"\"Mad Dunes\"\")\",,\n\
        90000201,Five,Soldier,Mad Dunes,1,,1,1,5,,,,\n\
        90000202,Wisp,Eraser,Mad Dunes,,,,,,,won: heal 1 ; lost: heal 1 ; destroyed: heal 1,,hand >= 0\n";
    let deck = deck_of(&["Chart", "Null", "Null", "Null", "Null", "Null", "Five", "Wisp"], 30);
    let lab = Lab::new("barrenia", &format!("{POOL}{rows}"), [&deck, &deck_of(&[], 30)], &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "done").pick(A, "play Chart");
    assert_eq!(game.advice(&Policy::Greedy, A), "search Wisp");
}
