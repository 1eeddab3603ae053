//! Parallel: combat, keywords, Upgrades.

use decklint::play::{Quantity, Zone};

use crate::engine_parallel::{A, B, begun, lab};
use crate::table::{Game, Lab};

/// A game in which each side has played these cards in its first turn, and A is to act in its second.
pub fn met<'l>(lab: &'l Lab, a: &[&str], b: &[&str]) -> Game<'l> {
    let mut game = begun(lab);
    for (seat, cards) in [(A, a), (B, b)] {
        for card in ["Coin"].iter().chain(cards) {
            game.pick(seat, &format!("play {card}"));
        }
        game.pick(seat, "end");
    }
    game
}

/// The field as it stands: name, Attack and Health left.
pub fn field(game: &Game<'_>, seat: decklint::play::Seat) -> Vec<String> {
    game.table(seat).into_iter().find(|(title, _)| title == "Field").expect("a field").1
}

const COINS: &str = "2 Coin\n";

fn decks(a: &str, b: &str) -> [String; 2] {
    [a, b].map(|cards| format!("{COINS}{cards}30 Stone\n"))
}

pub fn duel(rows: &[[&str; 7]], a: &str, b: &str, set: &[(&str, i64)]) -> Lab {
    let [a, b] = decks(a, b);
    let set: Vec<_> = [("hand", 8)].into_iter().chain(set.iter().copied()).collect();
    lab(rows, [&a, &b], &set)
}

#[test]
fn parallel_new_units_have_fatigue_until_the_next_own_turn() {
    let lab = duel(&[], "2 Ox\n", "1 Imp\n", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Coin").pick(A, "play Ox");
    assert!(game.decision(A).iter().all(|o| !o.starts_with("attack")));
    game.pick(A, "end").pick(B, "play Coin").pick(B, "play Imp").pick(B, "end");
    let options = game.decision(A);
    let attacks: Vec<_> = options.iter().filter(|o| o.starts_with("attack")).collect();
    assert_eq!(attacks, ["attack Ox (player)", "attack Ox -> Imp"], "the enemy player or a Unit of the field");
    game.pick(A, "attack Ox (player)");
    assert_eq!(game.number(B, Quantity::Life), 28);
    assert!(game.decision(A).iter().all(|o| !o.starts_with("attack")), "one attack a turn");
    game.pick(A, "end").pick(B, "attack Imp (player)");
    assert_eq!(game.number(A, Quantity::Life), 29, "the other seat alike");
}

#[test]
fn parallel_battle_ready_attacks_at_once() {
    let lab = duel(&[["Colt", "Unit", "1", "2", "1", "Battle Ready", ""]], "1 Colt\n", "", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Coin").pick(A, "play Colt").pick(A, "attack Colt (player)");
    assert_eq!(game.number(B, Quantity::Life), 28);
}

/// 2/3 against 3/3: both deal their damage. One is destroyed, the other keeps the damage.
#[test]
fn parallel_combat_is_simultaneous_and_damage_stays() {
    let lab = duel(&[], "1 Ox\n", "1 Bear\n", &[]);
    let mut game = met(&lab, &["Ox"], &["Bear"]);
    game.pick(A, "attack Ox -> Bear");
    assert!(field(&game, A).is_empty(), "3 damage on Health of 3");
    assert_eq!(game.zone(A, Zone::Grave), ["Coin", "Ox"], "destroyed Units are in their owner's Waste Pile");
    assert_eq!(field(&game, B), ["Bear 3/1, Fatigue"], "2 damage on Health of 3");
    game.pick(A, "end").pick(B, "end").pick(A, "end");
    assert_eq!(field(&game, B), ["Bear 3/1"]);
}

#[test]
fn parallel_damage_heals_at_the_end_of_the_turn_by_option() {
    let lab = duel(&[], "1 Ox\n", "1 Bear\n", &[("damage-stays", 0)]);
    let mut game = met(&lab, &["Ox"], &["Bear"]);
    game.pick(A, "attack Ox -> Bear");
    assert_eq!(field(&game, B), ["Bear 3/1, Fatigue"]);
    game.pick(A, "end");
    assert_eq!(field(&game, B), ["Bear 3/3"]);
}

#[test]
fn parallel_both_units_are_destroyed_if_both_deal_enough() {
    let lab = duel(&[], "1 Bear\n", "1 Bear\n", &[]);
    let mut game = met(&lab, &["Bear"], &["Bear"]);
    game.pick(A, "attack Bear -> Bear");
    assert!(field(&game, A).is_empty() && field(&game, B).is_empty());
    assert_eq!(game.number(B, Quantity::Life), 30, "nothing goes through to the player");
}

#[test]
fn parallel_armed_strikes_first_when_it_attacks() {
    let rows = [["Lance", "Unit", "1", "3", "1", "Armed", ""], ["Slab", "Unit", "1", "3", "4", "", ""]];
    let lab = duel(&rows, "1 Lance\n", "1 Bear\n1 Slab\n", &[]);
    let mut game = met(&lab, &["Lance"], &["Bear", "Slab"]);
    game.pick(A, "attack Lance -> Bear");
    assert_eq!(field(&game, A), ["Lance 3/1"], "the Bear fell before it struck");
    assert_eq!(field(&game, B), ["Slab 3/4, Fatigue"]);
    game.pick(A, "end").pick(B, "attack Slab -> Lance");
    assert!(field(&game, A).is_empty(), "attacked, it has no such advantage");
    assert_eq!(field(&game, B), ["Slab 3/1"], "but strikes back at the same time");
    let mut game = met(&lab, &["Lance"], &["Slab"]);
    game.pick(A, "attack Lance -> Slab");
    assert!(field(&game, A).is_empty(), "Health of 4 survives 3 and strikes back");
}

#[test]
fn parallel_defender_may_intercept_any_attack() {
    let wall = ["Wall", "Unit", "1", "1", "5", "Defender", ""];
    let lab = duel(&[wall], "1 Ox\n", "1 Wall\n1 Imp\n", &[]);
    let mut game = met(&lab, &["Ox"], &["Wall", "Imp"]);
    game.pick(A, "attack Ox (player)");
    assert_eq!(game.decision(B), ["intercept Wall", "pass", "concede"]);
    game.pick(B, "intercept Wall");
    assert_eq!((game.number(B, Quantity::Life), field(&game, A)[0].as_str()), (30, "Ox 2/2"));
    assert_eq!(field(&game, B), ["Wall 1/3, Fatigue", "Imp 1/1, Fatigue"], "Fatigue does not keep it from that");
    let mut game = met(&lab, &["Ox"], &["Wall", "Imp"]);
    game.pick(A, "attack Ox -> Imp").pick(B, "pass");
    assert_eq!(field(&game, B), ["Wall 1/5, Fatigue"], "it need not");
    let mut game = met(&lab, &["Ox"], &["Wall", "Imp"]);
    game.pick(A, "attack Ox -> Wall");
    game.decision(A);
    assert_eq!(field(&game, B)[0], "Wall 1/3, Fatigue", "attacked itself, it has nothing to intercept");
}

#[test]
fn parallel_the_second_seat_attacks_and_the_first_intercepts() {
    let wall = ["Wall", "Unit", "1", "1", "5", "Defender", ""];
    let lab = duel(&[wall], "1 Wall\n", "1 Ox\n", &[]);
    let mut game = met(&lab, &["Wall"], &["Ox"]);
    game.pick(A, "end").pick(B, "attack Ox (player)").pick(A, "intercept Wall");
    assert_eq!((game.number(A, Quantity::Life), field(&game, A)[0].as_str()), (30, "Wall 1/3"));
}

#[test]
fn parallel_evasive_cannot_be_intercepted() {
    let rows = [["Wall", "Unit", "1", "1", "5", "Defender", ""], ["Moth", "Unit", "1", "2", "1", "Evasive", ""]];
    let lab = duel(&rows, "1 Moth\n", "1 Wall\n", &[]);
    let mut game = met(&lab, &["Moth"], &["Wall"]);
    game.pick(A, "attack Moth (player)");
    game.decision(A);
    assert_eq!(game.number(B, Quantity::Life), 28);
}

#[test]
fn parallel_pacifist_cannot_attack() {
    let lab = duel(&[["Monk", "Unit", "1", "2", "2", "Pacifist", ""]], "1 Monk\n", "1 Imp\n", &[]);
    let mut game = met(&lab, &["Monk"], &["Imp"]);
    assert_eq!(game.decision(A), ["bank Coin", "bank Stone", "play Coin", "end", "concede"]);
    game.pick(A, "end").pick(B, "attack Imp -> Monk");
    assert_eq!(field(&game, A), ["Monk 2/1"]);
    assert!(field(&game, B).is_empty(), "attacked, it strikes back");
}

/// At the start of each own turn: 1 damage to itself and the Units beside it, not to a Relic between them.
#[test]
fn parallel_decay_hurts_itself_and_its_neighbours() {
    let rows = [["Husk", "Unit", "1", "4", "2", "Decay", ""], ["Altar", "Relic", "1", "", "", "", ""]];
    let lab = duel(&rows, "2 Bear\n1 Ox\n1 Altar\n1 Husk\n", "", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Coin");
    for card in ["Bear", "Ox", "Altar", "Husk", "Bear"] {
        game.pick(A, &format!("play {card}"));
    }
    game.pick(A, "end");
    assert_eq!(field(&game, A)[3], "Husk 4/2, Fatigue", "not in the enemy's turn");
    game.pick(B, "end");
    assert_eq!(field(&game, A), ["Bear 3/3", "Ox 2/2", "Altar", "Husk 4/1", "Bear 3/2"]);
    game.pick(A, "end").pick(B, "end");
    assert_eq!(field(&game, A), ["Bear 3/3", "Ox 2/1", "Altar", "Bear 3/1"], "Health of 2 lasts for two turns");
}

#[test]
fn parallel_shielded_ignores_the_next_enemy_effect() {
    let rows = [
        ["Ward", "Unit", "1", "2", "2", "Shielded", ""],
        ["Kill", "Effect", "0", "", "", "", "played: destroy 1 (type:Unit)"],
        ["Sap", "Effect", "0", "", "", "", "played: lower attack 1 all, lower health 1 all"],
        ["Cry", "Effect", "0", "", "", "", "played: raise attack 1 all"],
        ["Bully", "Unit", "0", "1", "1", "", "played: destroy 1 (type:Unit)"],
    ];
    let lab = duel(&rows, "1 Kill\n1 Sap\n1 Bully\n", "1 Ward\n1 Cry\n", &[]);
    let mut game = met(&lab, &[], &["Ward", "Cry"]);
    assert_eq!(field(&game, B), ["Ward 3/2, Fatigue"], "an own Effect works");
    game.pick(A, "play Sap");
    assert_eq!(field(&game, B), ["Ward 3/2, Fatigue"], "all of the Effect is ignored");
    game.pick(A, "play Kill");
    assert!(field(&game, B).is_empty(), "the second is not");
    let mut game = met(&lab, &[], &["Ward"]);
    game.pick(A, "play Kill");
    assert_eq!(field(&game, B), ["Ward 2/2, Fatigue"]);
    game.pick(A, "play Sap");
    assert_eq!(field(&game, B), ["Ward 1/1, Fatigue"]);
    let mut game = met(&lab, &[], &["Ward"]);
    game.pick(A, "play Bully");
    assert!(field(&game, B).is_empty(), "what a Unit does is no Effect");
}

/// An Effect that destroys two cannot strike a shield and then its bearer.
#[test]
fn parallel_shielded_is_no_target_twice_of_one_effect() {
    let rows = [
        ["Ward", "Unit", "1", "2", "2", "Shielded", ""],
        ["Ruin", "Effect", "0", "", "", "", "played: destroy 2 (type:Unit)"],
    ];
    let lab = duel(&rows, "1 Ruin\n", "1 Ward\n2 Imp\n", &[]);
    let mut game = met(&lab, &[], &["Ward", "Imp", "Imp"]);
    game.pick(A, "play Ruin").pick(A, "destroy Ward");
    assert_eq!(game.decision(A), ["destroy Imp", "destroy Imp #2", "concede"]);
    game.pick(A, "destroy Imp");
    assert_eq!(field(&game, B), ["Ward 2/2, Fatigue", "Imp 1/1, Fatigue"]);
}

#[test]
fn parallel_upgrades_equip_a_unit_and_go_with_it() {
    let rows = [
        ["Blade", "Upgrade", "1", "", "", "", "field: raise attack 2, raise health 1"],
        ["Altar", "Relic", "1", "", "", "", ""],
        ["Kill", "Effect", "0", "", "", "", "played: destroy 1 (type:Unit)"],
    ];
    let lab = duel(&rows, "2 Blade\n1 Altar\n1 Ox\n1 Imp\n", "1 Kill\n", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Coin").pick(A, "play Altar");
    assert!(!game.decision(A).contains(&"play Blade".to_owned()), "there is no Unit to equip");
    game.pick(A, "play Ox").pick(A, "play Imp");
    let options = game.decision(A);
    let equips: Vec<_> = options.iter().filter(|o| o.starts_with("play Blade")).collect();
    assert_eq!(equips, ["play Blade -> Ox", "play Blade -> Imp"]);
    game.pick(A, "play Blade -> Ox").pick(A, "play Blade -> Ox");
    assert_eq!(field(&game, A)[1], "Ox 6/5, Fatigue");
    game.pick(A, "end").pick(B, "play Kill").pick(B, "destroy Ox");
    assert_eq!(field(&game, A), ["Altar", "Imp 1/1, Fatigue"]);
    assert_eq!(game.zone(A, Zone::Grave), ["Coin", "Ox", "Blade", "Blade"]);
}

#[test]
fn parallel_health_lost_with_an_upgrade_can_destroy_the_unit() {
    let rows = [
        ["Plate", "Upgrade", "0", "", "", "", "field: raise health 2"],
        ["Rust", "Effect", "0", "", "", "", "played: destroy 1 (type:Upgrade)"],
    ];
    let lab = duel(&rows, "1 Ox\n1 Rust\n", "1 Bear\n1 Plate\n", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Coin").pick(A, "play Ox").pick(A, "end");
    game.pick(B, "play Coin").pick(B, "play Bear").pick(B, "play Plate -> Bear").pick(B, "end");
    game.pick(A, "attack Ox -> Bear");
    assert_eq!(field(&game, B), ["Bear 3/3, Fatigue", "Plate on Bear"], "5 less 2");
    game.pick(A, "play Rust");
    assert_eq!(field(&game, B), ["Bear 3/1, Fatigue"], "3 less 2");
}

#[test]
fn parallel_relics_stay_and_are_not_attacked() {
    let rows = [["Altar", "Relic", "1", "", "", "", ""]];
    let lab = duel(&rows, "1 Ox\n", "1 Altar\n", &[]);
    let mut game = met(&lab, &["Ox"], &["Altar"]);
    let options = game.decision(A);
    let attacks: Vec<_> = options.iter().filter(|o| o.starts_with("attack")).collect();
    assert_eq!(attacks, ["attack Ox (player)"]);
    assert_eq!(field(&game, B), ["Altar"]);
}

/// Who wins a combat is the one that stays while the other falls, whoever attacks.
#[test]
fn parallel_a_combat_is_won_by_the_one_that_stays_alone() {
    let rows = [
        ["Boar", "Unit", "1", "3", "4", "", "won: damage 1"],
        ["Twin", "Unit", "1", "3", "3", "", "won: damage 1"],
        ["Wall", "Unit", "1", "0", "9", "", "won: damage 1"],
    ];
    for (mine, theirs, lives) in [
        ("Boar", "Ox", [30, 29]),
        ("Ox", "Boar", [29, 30]),
        // Both fall, or none.
        ("Twin", "Twin", [30, 30]),
        ("Boar", "Wall", [30, 30]),
        ("Wall", "Boar", [30, 30]),
    ] {
        let lab = duel(&rows, &format!("1 {mine}\n"), &format!("1 {theirs}\n"), &[]);
        let mut game = met(&lab, &[mine], &[theirs]);
        game.pick(A, &format!("attack {mine} -> {theirs}"));
        assert_eq!([A, B].map(|seat| game.number(seat, Quantity::Life)), lives, "{mine} attacks {theirs}");
    }
}

/// What lasts for a combat is gone behind it: of Attack, of Health, and of both.
#[test]
fn parallel_a_change_for_the_combat_ends_with_it() {
    for (change, kept) in [
        ("raise attack 2 for clash", "2/5"),
        ("raise health 2 for clash", "2/5"),
        ("raise attack 2 for clash, raise health 2 for clash", "2/5"),
        ("raise attack 2 for turn", "4/5"),
        ("raise health 2 for turn", "2/7"),
    ] {
        let rows = [["Goat", "Unit", "1", "2", "7", "", &format!("clash: {change}")]];
        let lab = duel(&rows, "1 Goat\n", "1 Ox\n", &[]);
        let mut game = met(&lab, &["Goat"], &["Ox"]);
        game.pick(A, "attack Goat -> Ox");
        let shown = field(&game, A);
        assert!(shown[0].starts_with(&format!("Goat {kept}")), "{change}: {shown:?}");
    }
}
