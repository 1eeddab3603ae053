//! Barrenia's clashes. The second player attacks in its first turn, so B is the Assaulter here and A the Target.

use decklint::play::Zone;

use crate::engine_barrenia_lab::*;
use crate::table::{Game, Lab};

#[test]
fn barrenia_direct_clash_reveals_a_card_takes_1_damage_and_rests_the_assaulter() {
    let lab = lab(&["Vault", "Null", "Null", "Null", "Null", "Wall"], &["Tide"]);
    let mut game = facing(&lab, &[], &["Tide"]);
    game.pick(B, "clash Tide (el)");
    assert_eq!(life(&game), (7, 8));
    assert!(game.zone(A, Zone::Hand).contains(&"Wall".to_owned()), "the revealed card is in hand");
    assert!(game.log().contains("A draws and reveals Wall"));
    assert_eq!(game.table(B)[1].1[0], "Tide (rest)");
}

#[test]
fn barrenia_target_may_counter_or_not() {
    let lab = lab(&["Spark", "Wall"], &["Tide"]);
    let mut game = facing(&lab, &["Spark", "Wall"], &["Tide"]);
    game.pick(B, "clash Tide (el)");
    assert_eq!(game.decision(A), ["counter Spark (el)", "let through"], "a Rear card cannot counter");
    game.pick(A, "let through");
    assert_eq!((life(&game), board(&game, A).len()), ((7, 8), 2), "a Direct Clash");
    assert!(game.log().contains("a Direct Clash"));
}

#[test]
fn barrenia_lower_assaulter_goes_to_the_grave_and_its_owner_loses_1() {
    let lab = lab(&["Spark"], &["Tide"]);
    let mut game = facing(&lab, &["Spark"], &["Tide"]);
    picks(&mut game, B, &["clash Tide (el)"]);
    picks(&mut game, A, &["counter Spark (el)"]);
    // 4 against 5. B draws one card for it.
    assert_eq!((life(&game), grave(&game, B)), ((8, 7), vec!["Null".to_owned(), "Tide".to_owned()]));
    assert!(game.log().contains("B draws and reveals Null"));
    assert!(!game.log().contains("A draws and reveals"));
    assert_eq!(game.table(A)[1].1[0], "Spark", "a Target that wins stays in Battle Stance");
}

#[test]
fn barrenia_higher_assaulter_wins_and_rests() {
    let lab = lab(&["Tide"], &["Spark"]);
    let mut game = facing(&lab, &["Tide"], &["Spark"]);
    picks(&mut game, B, &["clash Spark (el)"]);
    picks(&mut game, A, &["counter Tide (el)"]);
    assert_eq!((life(&game), grave(&game, A)), ((7, 8), vec!["Tide".to_owned()]));
    assert!(game.log().contains("A draws and reveals Null"));
    assert_eq!(game.table(B)[1].1[0], "Spark (rest)");
}

#[test]
fn barrenia_tie_takes_both_cards_and_a_life_of_both_and_the_target_alone_draws() {
    let lab = lab(&["Tide"], &["Tide"]);
    let mut game = facing(&lab, &["Tide"], &["Tide"]);
    picks(&mut game, B, &["clash Tide (el)"]);
    picks(&mut game, A, &["counter Tide (el)"]);
    assert_eq!(life(&game), (7, 7));
    assert!(board(&game, A).is_empty() && board(&game, B).is_empty());
    assert!(game.log().contains("A draws and reveals") && !game.log().contains("B draws and reveals"));
    // The other reading: both draw.
    let lab = lab_with(&["Tide"], &["Tide"], &[("tie-reveal", "both".into())]);
    let mut game = facing(&lab, &["Tide"], &["Tide"]);
    picks(&mut game, B, &["clash Tide (el)"]);
    picks(&mut game, A, &["counter Tide (el)"]);
    assert_eq!(life(&game), (7, 7));
    assert!(game.log().contains("A draws and reveals") && game.log().contains("B draws and reveals"));
}

/// Who uses which stat when B clashes with one card and A counters with the other.
fn uses(a: &str, counter: &str, b: &str, clash: &str, set: &[(&str, decklint::spec::Setting)]) -> String {
    let lab = lab_with(&[a], &[b], set);
    let mut game = facing(&lab, &[a], &[b]);
    game.pick(B, &format!("clash {clash}"));
    game.pick(A, &format!("counter {counter}"));
    let log = game.log();
    let line = |word: &str| log.lines().find(|l| l.contains(word)).unwrap_or_default().to_owned();
    format!("{} / {}", line(" uses "), line(" against ")).replace("B1 [clash] ", "")
}

#[test]
fn barrenia_emblems_name_the_stat_that_the_opponent_uses() {
    assert_eq!(uses("Cliff", "Cliff (ag)", "Spark", "Spark (el)", &[]), "B uses ag, A uses el / 1 of B against 2 of A");
    assert_eq!(uses("Spark", "Spark (el)", "Cliff", "Cliff (ag)", &[]), "B uses el, A uses ag / 2 of B against 1 of A");
    assert_eq!(uses("Bone", "Bone (ip)", "Spark", "Spark (el)", &[]), "B uses ip, A uses el / 2 of B against 2 of A");
    assert_eq!(uses("Frost", "Frost (el)", "Rose", "Rose (ip)", &[]), "B uses el, A uses ip / 1 of B against 1 of A");
    assert_eq!(uses("Rose", "Rose (ip)", "Dune", "Dune (ip)", &[]), "B uses ip, A uses ip / 3 of B against 4 of A");
}

#[test]
fn barrenia_emblem_of_the_assaulter_names_the_stat_of_both_by_an_option() {
    let set = [("clash-stat", "shared".into())];
    assert_eq!(
        uses("Cliff", "Cliff (ag)", "Spark", "Spark (el)", &set),
        "B uses el, A uses el / 5 of B against 2 of A"
    );
    // Hyper: the Assaulter chooses; Chimera: its opponent.
    let lab = lab_with(&["Spark"], &["Maker"], &set);
    let mut game = facing(&lab, &["Spark"], &["Maker"]);
    game.pick(B, "clash Maker (hyper)").pick(A, "counter Spark (el)");
    game.pick(B, "their stat (ag)");
    assert!(game.log().contains("6 of B against 1 of A"));
    let lab = lab_with(&["Spark"], &["Mule"], &set);
    let mut game = facing(&lab, &["Spark"], &["Mule"]);
    game.pick(B, "clash Mule (chimera)").pick(A, "counter Spark (el)");
    game.pick(A, "own stat (ip)");
    assert!(game.log().contains("1 of B against 2 of A"));
}

#[test]
fn barrenia_hyper_attack_chooses_the_opponents_stat() {
    let lab = lab(&["Spark"], &["Maker"]);
    let mut game = facing(&lab, &["Spark"], &["Maker"]);
    game.pick(B, "clash Maker (hyper)").pick(A, "counter Spark (el)");
    assert_eq!(game.decision(B), ["their stat (el)", "their stat (ag)", "their stat (ip)"]);
    game.pick(B, "their stat (ag)");
    assert!(game.log().contains("B uses el, A uses ag"));
    assert!(game.log().contains("4 of B against 1 of A"));
    // A countering Hyper card chooses too.
    let lab = lab_of("Maker", "Spark");
    let mut game = facing(&lab, &["Maker"], &["Spark"]);
    game.pick(B, "clash Spark (el)").pick(A, "counter Maker (hyper)");
    game.pick(A, "their stat (ag)");
    assert!(game.log().contains("1 of B against 4 of A"));
}

fn lab_of(a: &str, b: &str) -> Lab {
    lab(&[a], &[b])
}

#[test]
fn barrenia_of_two_hyper_attacks_the_assaulter_chooses_first() {
    let lab = lab_of("Chasm", "Maker");
    let mut game = facing(&lab, &["Chasm"], &["Maker"]);
    game.pick(B, "clash Maker (hyper)").pick(A, "counter Chasm (hyper)");
    game.pick(B, "their stat (el)");
    assert_eq!(game.decision(A), ["their stat (el)", "their stat (ag)", "their stat (ip)"]);
    game.pick(A, "their stat (ip)");
    assert!(game.log().contains("5 of B against 3 of A"), "{}", game.log());
}

#[test]
fn barrenia_opponent_of_a_chimera_attack_chooses_its_own_stat() {
    let lab = lab_of("Spark", "Mule");
    let mut game = facing(&lab, &["Spark"], &["Mule"]);
    game.pick(B, "clash Mule (chimera)").pick(A, "counter Spark (el)");
    game.pick(A, "own stat (ip)");
    assert!(game.log().contains("3 of B against 2 of A"));
    let lab = lab_of("Mule", "Spark");
    let mut game = facing(&lab, &["Mule"], &["Spark"]);
    game.pick(B, "clash Spark (el)").pick(A, "counter Mule (chimera)");
    game.pick(B, "own stat (el)");
    assert!(game.log().contains("5 of B against 3 of A"));
    // Two Chimeras: each side its own, the Assaulter first.
    let lab = lab_of("Beast", "Mule");
    let mut game = facing(&lab, &["Beast"], &["Mule"]);
    game.pick(B, "clash Mule (chimera)").pick(A, "counter Beast (chimera)");
    game.pick(B, "own stat (ag)").pick(A, "own stat (ip)");
    assert!(game.log().contains("5 of B against 2 of A"));
}

#[test]
fn barrenia_hyper_meets_chimera_the_chimeras_opponent_chooses_both() {
    let lab = lab_of("Mule", "Maker");
    let mut game = facing(&lab, &["Mule"], &["Maker"]);
    game.pick(B, "clash Maker (hyper)").pick(A, "counter Mule (chimera)");
    game.pick(B, "their stat (ip)").pick(B, "own stat (ag)");
    assert!(game.log().contains("6 of B against 1 of A"));
    let lab = lab_of("Maker", "Mule");
    let mut game = facing(&lab, &["Maker"], &["Mule"]);
    game.pick(B, "clash Mule (chimera)").pick(A, "counter Maker (hyper)");
    game.pick(A, "own stat (ag)").pick(A, "their stat (ip)");
    assert!(game.log().contains("1 of B against 6 of A"));
}

#[test]
fn barrenia_dual_emblems_are_chosen_at_the_declaration() {
    let lab = lab(&["Twin"], &["Twin"]);
    let mut game = facing(&lab, &["Twin"], &["Twin"]);
    assert_eq!(game.decision(B), ["clash Twin (el)", "clash Twin (ag)", "end"]);
    game.pick(B, "clash Twin (ag)");
    assert_eq!(game.decision(A), ["counter Twin (el)", "counter Twin (ag)", "let through"]);
    game.pick(A, "counter Twin (el)");
    assert!(game.log().contains("B uses el, A uses ag"));
}

#[test]
fn barrenia_emblems_follow_from_territories() {
    let emblems = |card: &str| {
        let lab = lab(&[], &[card]);
        let mut game = facing(&lab, &[], &[card]);
        let options = game.decision(B);
        let notes = options.iter().filter_map(|o| o.strip_prefix(&format!("clash {card} (")));
        notes.map(|n| n.trim_end_matches(')').to_owned()).collect::<Vec<_>>().join(" ")
    };
    for el in ["Spark", "Tide", "Frost", "Titan"] {
        assert_eq!(emblems(el), "el", "{el}");
    }
    for ag in ["Comb", "Cliff", "Trail"] {
        assert_eq!(emblems(ag), "ag", "{ag}");
    }
    for ip in ["Bone", "Rose", "Dune"] {
        assert_eq!(emblems(ip), "ip", "{ip}");
    }
    // Creator Collective, Dreadful Abyss, half of one, several territories, none.
    for hyper in ["Maker", "Chasm", "Half", "Trio", "Nomad"] {
        assert_eq!(emblems(hyper), "hyper", "{hyper}");
    }
    assert_eq!(emblems("Pair"), "ag", "two territories with one emblem");
    assert_eq!((emblems("Twin"), emblems("Giant")), ("el ag".to_owned(), "el ag".to_owned()));
    for chimera in ["Beast", "Mule"] {
        assert_eq!(emblems(chimera), "chimera", "{chimera}, whatever its colour");
    }
}

#[test]
fn barrenia_each_card_in_battle_stance_may_clash_once() {
    let lab = lab(&[], &["Spark", "Tide", "Titan"]);
    let mut game = facing(&lab, &[], &["Spark", "Tide", "Titan"]);
    assert_eq!(game.decision(B), ["clash Titan (el)", "clash Spark (el)", "clash Tide (el)", "end"]);
    game.pick(B, "clash Spark (el)");
    assert_eq!(game.decision(B), ["clash Titan (el)", "clash Tide (el)", "end"]);
    game.pick(B, "end");
    assert_eq!((life(&game), game.turn(A)), ((7, 8), 2));
}

#[test]
fn barrenia_a_resting_card_cannot_counter() {
    let lab = lab(&["Pebble"], &["Spark"]);
    let mut game = facing(&lab, &["Pebble"], &["Spark"]);
    picks(&mut game, B, &["clash Spark (el)"]);
    picks(&mut game, A, &["let through", "send Null", "clash Pebble (ip)"]);
    assert_eq!(life(&game), (7, 7), "{}", game.log());
    // Had it not clashed, it could counter.
    let mut game = facing(&lab, &["Pebble"], &["Spark"]);
    picks(&mut game, B, &["end"]);
    picks(&mut game, A, &["send Null", "clash Pebble (ip)"]);
    assert_eq!(game.decision(B), ["counter Spark (el)", "let through"]);
}

#[test]
fn barrenia_incarnations_clash_and_counter() {
    let lab = lab(&["Titan"], &["Titan"]);
    let mut game = facing(&lab, &["Titan"], &["Titan"]);
    game.pick(B, "clash Titan (el)").pick(A, "counter Titan (el)");
    assert_eq!((life(&game), grave(&game, A)), ((7, 7), vec!["Titan".to_owned()]));
}

const FOUR: [&str; 4] = ["Null"; 4];

fn revealing<'a>(first: &'a str, revealed: &'a str) -> Vec<&'a str> {
    [&[first], &FOUR[..], &[revealed]].concat()
}

#[test]
fn barrenia_retaliation_happens_in_the_clash_reaction_before_damage() {
    let lab = lab(&revealing("Null", "Grudge"), &["Tide"]);
    let mut game = facing(&lab, &[], &["Tide"]);
    game.pick(B, "clash Tide (el)");
    assert_eq!(life(&game), (7, 7));
    let log = game.log();
    let at = |text: &str| log.find(text).unwrap_or_else(|| panic!("{text} in {log}"));
    assert!(at("reveals Grudge") < at("B loses 1 life") && at("B loses 1 life") < at("A loses 1 life"));
    // With one life each it wins the game before the damage comes.
    let lab = lab_with(&revealing("Null", "Grudge"), &["Tide"], &[("life", 1.into())]);
    let mut game = facing(&lab, &[], &["Tide"]);
    game.pick(B, "clash Tide (el)");
    assert_eq!((game.end(), life(&game)), ((Some(A), "Clash End"), (1, 0)));
}

#[test]
fn barrenia_assaulter_that_loses_reveals_too() {
    let lab = lab(&["Spark"], &["Tide", "Null", "Null", "Null", "Null", "Null", "Well"]);
    let mut game = facing(&lab, &["Spark"], &["Tide"]);
    let before = stock(&game);
    game.pick(B, "clash Tide (el)").pick(A, "counter Spark (el)");
    assert_eq!(stock(&game), before + 3);
    assert!(game.log().contains("B draws and reveals Well"));
}

#[test]
fn barrenia_retaliation_may_take_the_assaulter_and_the_damage_still_comes() {
    let lab = lab(&revealing("Null", "Snare"), &["Tide"]);
    let mut game = facing(&lab, &[], &["Tide"]);
    game.pick(B, "clash Tide (el)");
    assert_eq!((life(&game), grave(&game, B).last().map(String::as_str)), ((7, 8), Some("Tide")));
}

#[test]
fn barrenia_an_idle_seat_reveals_but_its_abilities_do_nothing() {
    let lab = lab_idle(&["Tide"], &revealing("Null", "Grudge"), &[]);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["done", "play Tide", "send Null", "clash Tide (el)"]);
    assert_eq!((life(&game), hand(&game, B)), ((8, 7), 6), "{}", game.log());
}

#[test]
fn barrenia_draw_end_in_a_clash_reaction_comes_before_damage() {
    let (a, b) = (deck_of(&[], 5), deck_of(&["Tide"], 30));
    let lab = Lab::new("barrenia", POOL, [&a, &b], &[("life", 1.into())]);
    let mut game = facing(&lab, &[], &["Tide"]);
    game.pick(B, "clash Tide (el)");
    assert_eq!((game.end(), life(&game)), ((Some(B), "Draw End"), (1, 1)));
    // An idle seat can lose so, too.
    let (a, b) = (deck_of(&["Tide"], 30), deck_of(&[], 5));
    let lab = Lab::with("barrenia", POOL, [&a, &b], &[], Some(A), [false, true]);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["done", "play Tide", "send Null", "clash Tide (el)"]);
    assert_eq!(game.end(), (Some(A), "Draw End"));
}

#[test]
fn barrenia_life_0_is_a_clash_end() {
    for (points, over) in [(1, true), (2, false)] {
        let lab = lab_with(&[], &["Tide"], &[("life", points.into())]);
        let mut game = facing(&lab, &[], &["Tide"]);
        game.pick(B, "clash Tide (el)");
        if over {
            assert_eq!(game.end(), (Some(B), "Clash End"));
        } else {
            assert_eq!(life(&game), (1, 2));
        }
    }
}

fn both_out(lab: &Lab) -> Game<'_> {
    let mut game = facing(lab, &["Tide"], &["Tide"]);
    game.pick(B, "clash Tide (el)").pick(A, "counter Tide (el)");
    // A life of 1 offers an event.
    game.pick(B, "skip");
    game
}

#[test]
fn barrenia_both_at_0_life_is_a_draw_or_the_targets_loss() {
    let lab = lab_with(&["Tide"], &["Tide"], &[("life", 1.into())]);
    assert_eq!(both_out(&lab).end(), (None, "Clash End"));
    let lab = lab_with(&["Tide"], &["Tide"], &[("life", 1.into()), ("both-out", "target".into())]);
    let mut game = both_out(&lab);
    assert_eq!((game.end(), life(&game)), ((Some(B), "Clash End"), (0, 1)), "its damage comes first");
}

#[test]
fn barrenia_effects_of_the_target_come_first() {
    // Both cards negate the other one: the Target's does it first.
    let lab = lab(&["Hush"], &["Hush"]);
    let mut game = facing(&lab, &["Hush"], &["Hush"]);
    game.pick(B, "clash Hush (ip)").pick(A, "counter Hush (ip)");
    let log = game.log();
    assert_eq!(log.matches("switched off for this clash").count(), 1, "{log}");
    assert!(log.contains("A: ability of Hush") && !log.contains("B: ability of Hush"));
}

#[test]
fn barrenia_both_players_use_card_effects_in_the_clash_stage() {
    let lab = lab(&["Pebble", "Forge"], &["Rose", "Forge"]);
    let mut game = facing(&lab, &["Pebble", "Forge"], &["Rose", "Forge"]);
    game.pick(B, "clash Rose (ip)").pick(A, "counter Pebble (ip)");
    // Stock 9 - 1, + 1, - 3: 6. The Target pays first.
    assert_eq!((game.decision(A), stock(&game)), (vec!["use Forge".to_owned(), "end".to_owned()], 6));
    game.pick(A, "use Forge").pick(A, "end");
    assert_eq!(game.decision(B), ["use Forge", "end"]);
    game.pick(B, "end");
    assert_eq!((stock(&game), life(&game)), (4, (7, 7)), "4 against 1 + 3: {}", game.log());
}

#[test]
fn barrenia_a_counter_that_leaves_the_field_makes_the_clash_direct() {
    let lab = lab(&["Pebble"], &["Deadeye"]);
    let mut game = facing(&lab, &["Pebble"], &["Deadeye"]);
    game.pick(B, "clash Deadeye (ip)").pick(A, "counter Pebble (ip)");
    assert_eq!((life(&game), grave(&game, A)), ((7, 8), vec!["Pebble".to_owned()]));
}

#[test]
fn barrenia_an_assaulter_that_leaves_the_field_ends_the_clash() {
    let lab = lab(&["Deadeye"], &["Tide"]);
    let mut game = facing(&lab, &["Deadeye"], &["Tide"]);
    game.pick(B, "clash Tide (el)").pick(A, "counter Deadeye (ip)");
    assert_eq!((life(&game), board(&game, B).len()), ((8, 8), 0), "nobody reveals, nobody loses life");
    assert!(!game.log().contains("reveals"));
}

#[test]
fn barrenia_a_retaliation_soldier_does_nothing_when_it_is_drawn_otherwise() {
    let lab = lab(&["Herald", "Null", "Null", "Null", "Null", "Grudge", "Grudge"], &[]);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["done", "play Herald"]);
    assert!(game.zone(A, Zone::Hand).contains(&"Grudge".to_owned()), "drawn by an ability");
    game.pick(A, "end").pick(B, "send Null");
    assert!(game.log().contains("A2 [prepare] A draws Grudge"));
    assert_eq!(life(&game), (8, 8));
}

#[test]
fn barrenia_an_idle_seat_keeps_the_hand_limit() {
    let set = [("stock", 40.into()), ("life", 9.into())];
    let lab = lab_idle(&["Spark", "Tide", "Frost", "Comb", "Titan"], &[], &set);
    let mut game = lab.game(&[]);
    picks(&mut game, A, &["done", "play Spark", "play Tide", "play Frost", "play Comb", "play Titan"]);
    picks(&mut game, A, &["send Null", "clash Titan (el)", "clash Spark (el)", "clash Tide (el)", "clash Frost (el)"]);
    assert_eq!((hand(&game, B), life(&game)), (9, (9, 5)), "5 + 4 revealed");
    game.pick(A, "end");
    assert_eq!((hand(&game, B), grave(&game, B).len()), (8, 1), "down to 8 in its End Stage");
}
