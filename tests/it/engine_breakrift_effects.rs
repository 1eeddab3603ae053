//! Breakrift Duel: when abilities happen, and what each effect does.

use decklint::play::{Seat, Zone};

use crate::engine_breakrift::{lab_with, life, on_table, script, told};
use crate::table::{Game, Lab};
use Seat::{A, B};

/// A Spell that does this is cast by A in turn 1 against a B without cards to play; `a` follows it in A's deck. The game
/// then stands at a choice of the effect or in turn 2.
fn cast(effect: &str, a: &str, then: impl Fn(&mut Game<'_>)) {
    let rows = format!("Charm,Spell,,,,,\"{effect}\"\n");
    let lab = lab_with(&rows, &format!("1 Charm, {a}, 9 Page"), "20 Dust", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "set Charm");
    then(&mut game);
}

#[test]
fn breakrift_played_happens_at_the_reveal_of_equipment_summons_and_spells() {
    let rows = "Ring,Equipment,Weapon,Sun,0,,played: damage 1\nElf,Summon,,,1,1,played: damage 1\n\
                Hex,Spell,,,,,played: damage 1\n";
    let lab = lab_with(rows, "1 Ring, 1 Elf, 1 Hex, 9 Page", "", &[("set-limit", 3.into())]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Ring | A set Elf | A set Hex");
    assert_eq!(life(&game), (10, 7));
    script(&mut game, "A hold Elf | A done | A hold Elf");
    assert_eq!(life(&game), (10, 7), "once");
}

#[test]
fn breakrift_destroyed_happens_by_damage_and_by_effects() {
    let rows = "Bomb,Summon,,,0,1,destroyed: damage 2\nCloak,Equipment,Upper Clothing,Sun,,1,destroyed: damage 1\n\
                Doom,Spell,,,,,played: destroy 1\n";
    let lab = lab_with(rows, "1 Bomb, 1 Cloak, 9 Page", "1 Axe, 5 Page", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Bomb | A set Cloak | B set Axe | B done | A attack Bomb");
    assert_eq!(life(&game), (9, 7), "2 of the Bomb and 1 of the Cloak; 1 of 3 goes through");
    let lab = lab_with(rows, "1 Bomb, 9 Page", "1 Doom, 5 Page", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Bomb | A done | B set Doom");
    assert_eq!((life(&game), game.zone(A, Zone::Grave)), ((10, 8), vec!["Bomb".to_owned()]));
}

#[test]
fn breakrift_destroyed_cards_of_both_fall_together_and_their_effects_may_make_a_draw() {
    let rows = "Bomb,Summon,,,1,1,destroyed: damage 2\n";
    let lab = lab_with(rows, "1 Bomb, 9 Page", "1 Bomb, 9 Page", &[("life", 2.into())]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Bomb | A done | B set Bomb | B done | A attack Bomb | B attack Bomb");
    assert_eq!(game.end(), (None, "life"));
}

#[test]
fn breakrift_field_lasts_as_long_as_the_card_and_its_condition() {
    let rows = "Flag,Summon,,,1,1,field: raise attack 2 all(type:Summon)\n\
                Mob,Summon,,,1,3,field if board(type:Summon) >= 2: raise attack 5\n";
    let lab = lab_with(rows, "1 Mob, 1 Flag, 1 Sword, 9 Page", "9 Dust", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Mob | A done");
    assert_eq!(on_table(&game, A, "Summons"), ["Mob 1/3"]);
    script(&mut game, "A hold Mob | A set Flag | A set Sword");
    assert_eq!(on_table(&game, A, "Summons"), ["Mob 8/3", "Flag 3/1"]);
    assert_eq!(on_table(&game, A, "Weapon"), ["Sword +2"], "no Summon");
    script(&mut game, "A attack Mob | A attack Flag");
    assert_eq!(game.end(), (Some(A), "life"), "8 + 3 + 2");
}

#[test]
fn breakrift_field_lowers_the_other_side_and_destroys_what_has_no_defense_left() {
    let rows = "Gloom,Summon,,,1,1,\"field: lower attack 1 all, lower defense 1 all\"\n";
    let lab = lab_with(rows, "4 Page, 1 Gloom, 9 Page", "1 Demon, 1 Imp, 1 Axe, 9 Page", &[]);
    let mut game = lab.game(&[]);
    script(
        &mut game,
        "A done | B set Demon | B set Axe | B hold Demon | A done | B set Imp | B done | B hold Demon | B hold Imp",
    );
    script(&mut game, "A set Gloom | A done | B done");
    assert_eq!(game.zone(B, Zone::Grave), ["Demon"], "a Defense of 1 becomes 0");
    assert_eq!(
        (on_table(&game, B, "Summons"), on_table(&game, B, "Weapon")),
        (vec!["Imp 2/1".into()], vec!["Axe +2".into()])
    );
}

#[test]
fn breakrift_turn_start_is_the_draw_phase_behind_the_draw() {
    let rows = "Well,Summon,,,0,9,turn-start if hand >= 6: heal 1\n";
    let lab = lab_with(rows, "1 Well, 20 Page", "", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Well | A done | A hold Well");
    assert_eq!((game.turn(A), life(&game).0), (2, 11), "the drawn card is the sixth");
}

#[test]
fn breakrift_turn_end_comes_behind_the_attack() {
    let rows = "Clock,Summon,,,1,9,turn-end if opponent life <= 9: damage 1\n";
    let lab = lab_with(rows, "1 Clock, 20 Page", "", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Clock | A done | A hold Clock | A done | A attack Clock");
    assert_eq!(life(&game), (10, 8));
}

#[test]
fn breakrift_clash_is_the_attack_of_a_summon_and_of_the_player_with_the_weapon() {
    let rows = "Knife,Equipment,Weapon,Sun,0,,clash: damage 1\nCub,Summon,,,0,9,clash: raise attack 2 for turn\n\
                Hat,Equipment,Upper Clothing,Sun,,1,clash: damage 9\n";
    let lab = lab_with(rows, "1 Knife, 1 Cub, 1 Hat, 20 Page", "", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Knife | A set Cub | A hold Cub");
    assert_eq!(life(&game), (10, 9), "the Weapon; the Cub holds back");
    script(&mut game, "A set Hat | A done | A attack Cub");
    assert_eq!(
        (life(&game), on_table(&game, A, "Summons")),
        ((10, 6), vec!["Cub 0/9".to_owned()]),
        "worn off at the end"
    );
}

#[test]
fn breakrift_draw_discard_mill_and_recover() {
    cast("played: draw 2", "", |game| assert_eq!(game.zone(A, Zone::Hand).len(), 5 + 1 - 1 + 2 + 1));
    cast("played: opponent mill 3", "", |game| {
        assert_eq!((game.zone(B, Zone::Grave).len(), game.zone(B, Zone::Hand).len()), (3, 7));
    });
    cast("played: mill 1, recover 1 (type:Summon)", "5 Page, 1 Imp", |game| {
        assert!(game.zone(A, Zone::Hand).contains(&"Imp".to_owned()), "{}", game.log());
        assert_eq!(game.zone(A, Zone::Grave), ["Charm"]);
    });
    // As many as are asked for are no choice.
    cast("played: mill 2, recover 2 (type:Summon)", "5 Page, 1 Imp, 1 Demon", |game| {
        let hand = game.zone(A, Zone::Hand);
        assert!(["Imp", "Demon"].iter().all(|card| hand.contains(&(*card).to_owned())), "{}", game.log());
    });
    cast("played: recover 1 (type:Summon)", "", |game| assert_eq!(game.zone(A, Zone::Grave), ["Charm"]));
}

#[test]
fn breakrift_discard_is_the_choice_of_its_player() {
    let rows = "Grab,Spell,,,,,played: opponent discard 1\nToll,Spell,,,,,played: discard 2\n";
    let lab = lab_with(rows, "1 Grab, 1 Toll, 3 Page", "1 Imp, 1 Angel, 9 Page", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Grab | B done");
    assert_eq!(game.decision(B), ["discard Imp", "discard Angel", "discard Page"]);
    script(&mut game, "B discard Angel | A set Toll | B done");
    assert_eq!(game.zone(B, Zone::Grave), ["Angel"]);
    script(&mut game, "A discard Dust | A discard Page");
    assert_eq!(game.zone(A, Zone::Grave), ["Grab", "Toll", "Dust", "Page"]);
}

#[test]
fn breakrift_search_takes_a_card_that_fits_from_the_deck() {
    cast("played: search 1 (type:Equipment)", "5 Page, 1 Coat, 1 Axe, 1 Imp", |game| {
        assert_eq!(game.decision(A), ["search Coat", "search Axe"]);
        game.pick(A, "search Axe");
        assert!(game.zone(A, Zone::Hand).contains(&"Axe".to_owned()));
        assert!(!game.zone(A, Zone::Deck).contains(&"Axe".to_owned()));
    });
}

#[test]
fn breakrift_heal_has_no_upper_bound() {
    cast("played: heal 3", "", |game| assert_eq!(life(game), (13, 10)));
}

#[test]
fn breakrift_destroy_and_banish_by_type_and_slot() {
    let rows = "Rip,Spell,,,,,\"played: destroy 1 (slot:\"\"Lower Clothing\"\")\"\nVoid,Spell,,,,,played: banish 1 (type:Summon)\n";
    let deck = "1 Coat, 1 Boots, 1 Imp, 1 Demon, 9 Page";
    let run = |spell: &str| {
        let lab = lab_with(
            rows,
            deck,
            &format!("4 Page, 1 {spell}, 9 Page"),
            &[("set-types", "slots".into()), ("set-limit", 3.into())],
        );
        let mut game = lab.game(&[]);
        script(&mut game, "A set Coat | A set Boots | A set Imp | B done | A hold Imp");
        script(&mut game, &format!("A set Demon | A done | B set {spell}"));
        if spell == "Void" {
            assert_eq!(game.decision(B), ["banish Imp", "banish Demon"]);
            game.pick(B, "banish Demon");
        }
        (game.zone(A, Zone::Grave), game.zone(A, Zone::Beyond), game.zone(A, Zone::Board))
    };
    let names = |list: &[&str]| list.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
    assert_eq!(run("Rip"), (names(&["Boots"]), vec![], names(&["Coat", "Imp", "Demon"])));
    assert_eq!(run("Void"), (vec![], names(&["Demon"]), names(&["Coat", "Boots", "Imp"])));
}

#[test]
fn breakrift_raise_lasts_for_the_game_the_turn_or_the_attack() {
    let left = |until: &str| {
        let rows = format!("Yell,Spell,,,,,played: raise attack 2 all(type:Summon){until}\n");
        let lab = lab_with(&rows, "1 Imp, 1 Yell, 9 Page", "", &[]);
        let mut game = lab.game(&[]);
        script(&mut game, "A set Imp | A set Yell");
        let before = on_table(&game, A, "Summons");
        game.pick(A, "attack Imp");
        (before, on_table(&game, A, "Summons"), life(&game).1)
    };
    let (strong, weak) = (vec!["Imp 5/2".to_owned()], vec!["Imp 3/2".to_owned()]);
    assert_eq!(left(""), (strong.clone(), strong.clone(), 5));
    assert_eq!(left(" for turn"), (strong.clone(), weak.clone(), 5));
    assert_eq!(left(" for clash"), (strong, weak, 5));
}

#[test]
fn breakrift_for_clash_ends_with_each_attack_phase() {
    let rows = "Rage,Spell,,,,,\"played: raise attack 2 all for clash, extra-clash\"\n";
    let lab = lab_with(rows, "1 Imp, 1 Rage, 9 Page", "", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Imp | A set Rage | A attack Imp | A attack Imp");
    assert_eq!(told(&game, "deals"), ["A deals 5 damage", "A deals 3 damage"]);
}

#[test]
fn breakrift_defense_that_ends_with_the_turn_takes_its_card_along() {
    let rows = "Hold,Spell,,,,,played: raise defense 2 all for turn\n";
    let lab = lab_with(rows, "1 Imp, 1 Hold, 9 Page", "1 Axe, 9 Page", &[("defenders", "all".into())]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Imp | A set Hold | B set Axe | B done | A hold Imp");
    assert_eq!(told(&game, "takes"), ["A's Imp takes 3: 4 -> 1"]);
    assert!(game.zone(A, Zone::Grave).contains(&"Imp".to_owned()), "3 damage on a Defense of 2");
    assert_eq!(life(&game).0, 10);
}

#[test]
fn breakrift_lower_meets_the_strongest_and_no_number_falls_below_0() {
    let rows = "Sap,Spell,,,,,played: lower attack 9\n";
    let lab = lab_with(rows, "4 Page, 1 Sap, 9 Page", "1 Imp, 1 Demon, 1 Sword, 9 Page", &[]);
    let mut game = lab.game(&[]);
    script(
        &mut game,
        "A done | B set Imp | B set Sword | B hold Imp | A done | B set Demon | B done | B hold Imp | B hold Demon",
    );
    script(&mut game, "A set Sap | B done");
    assert_eq!(on_table(&game, B, "Summons"), ["Imp 3/2", "Demon 0/1"]);
    assert_eq!(on_table(&game, B, "Weapon"), ["Sword +2"]);
}

#[test]
fn breakrift_lower_defense_takes_what_it_destroys_else_the_toughest() {
    let run = |by: u8| {
        let rows = format!("Sap,Spell,,,,,played: lower defense {by}\n");
        let lab = lab_with(&rows, "4 Page, 1 Sap, 9 Page", "1 Wall, 1 Fiend, 1 Sword, 9 Page", &[]);
        let mut game = lab.game(&[]);
        script(
            &mut game,
            "A done | B set Wall | B set Sword | B hold Wall | A done | B set Fiend | B done | B hold Wall | B hold Fiend",
        );
        script(&mut game, "A set Sap | B done");
        on_table(&game, B, "Summons")
    };
    assert_eq!(run(1), ["Wall 0/5", "Fiend 4/2"]);
    assert_eq!(run(2), ["Wall 0/6"], "a Weapon has no Defense to lose");
}

#[test]
fn breakrift_damage_hits_life_and_opponent_turns_it_round() {
    cast("played: damage 2, opponent damage 3", "", |game| assert_eq!(life(game), (7, 8)));
    cast("played: opponent draw 1, opponent heal 1", "", |game| {
        assert_eq!((life(game), game.zone(B, Zone::Hand).len()), ((10, 11), 8));
    });
}

#[test]
fn breakrift_effects_of_one_type_are_done_before_life_is_looked_at() {
    let rows = "Bolt,Spell,,,,,played: damage 10\nBalm,Spell,,,,,played: heal 3\n";
    let end = |b: &str| {
        let lab = lab_with(rows, "1 Bolt, 9 Page", &format!("1 {b}, 9 Page"), &[]);
        let mut game = lab.game(&[]);
        script(&mut game, &format!("A set Bolt | B set {b}"));
        (game.last().and_then(decklint::play::outcome).map(|o| o.winner), life(&game))
    };
    assert_eq!(end("Bolt"), (Some(None), (0, 0)));
    assert_eq!(end("Balm"), (None, (10, 3)));
    assert_eq!(end("Page"), (Some(Some(A)), (10, 0)));
}

#[test]
fn breakrift_double_damage_counts_attacks_and_effects_twice_until_the_turn_ends() {
    let rows = "Fury,Breakrift,,Sun,,,played: double-damage\nKnife,Equipment,Weapon,Sun,1,,clash: damage 1\n";
    let lab = lab_with(rows, "1 Coat, 1 Boots, 1 Knife, 1 Fury, 9 Page", "", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Coat | A done | A set Boots | A done | A set Knife | A done | A breakrift Fury");
    assert_eq!(life(&game), (10, 6), "twice 1 and twice 1");
    script(&mut game, "A done");
    assert_eq!(life(&game), (10, 4), "once again");
}

#[test]
fn breakrift_extra_clash_is_an_attack_phase_in_which_only_its_owner_attacks() {
    let rows = "Again,Spell,,,,,played: extra-clash\n";
    let lab = lab_with(rows, "1 Imp, 1 Again, 9 Page", "1 Angel, 1 Axe, 1 Robe, 9 Page", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Imp | A set Again | B set Angel | B set Axe | A attack Imp | B attack Angel");
    // 5 on the Imp of 2: gone. 3 on the Angel, who stays an attacker of this turn; with A's Imp gone nobody is asked.
    assert_eq!((life(&game), on_table(&game, B, "Summons")), ((7, 10), vec!["Angel 2/1".to_owned()]));
    assert_eq!(told(&game, "deals"), ["B deals 5 damage", "A deals 3 damage"]);
    let lab = lab_with(rows, "1 Imp, 1 Again, 9 Page", "1 Angel, 9 Page", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A done | B set Angel | B done | B hold Angel | A set Imp | A set Again | B done");
    script(&mut game, "A attack Imp | B attack Angel");
    assert_eq!(game.turn(A), 3, "the Imp fell in the first part");
    let lab = lab_with(rows, "1 Fiend, 1 Again, 9 Page", "1 Wall, 9 Page", &[]);
    let mut game = lab.game(&[]);
    script(
        &mut game,
        "A set Fiend | A set Again | B set Wall | B done | A attack Fiend | B attack Wall | A hold Fiend",
    );
    assert_eq!((game.turn(A), on_table(&game, B, "Summons")), (2, vec!["Wall 0/2".to_owned()]), "B is not asked again");
    let mut game = lab.game(&[]);
    script(
        &mut game,
        "A set Fiend | A set Again | B set Wall | B done | A attack Fiend | B attack Wall | A attack Fiend",
    );
    assert_eq!(
        (life(&game), game.zone(B, Zone::Board).len()),
        ((10, 8), 0),
        "the Wall attacked, so it takes 2 of 4 again"
    );
}

#[test]
fn breakrift_a_further_attack_phase_gives_no_other() {
    let rows = "Cog,Equipment,Weapon,Sun,1,,clash: extra-clash\n";
    let lab = lab_with(rows, "1 Cog, 9 Page", "", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Cog | A done");
    assert_eq!(life(&game), (10, 8));
}

#[test]
fn breakrift_effects_that_wait_for_a_card_that_is_gone_do_nothing() {
    let rows = "Flea,Summon,,,1,1,\"played: opponent damage 1, raise attack 3\"\nZap,Summon,,,1,1,played: destroy 1\n";
    let lab = lab_with(rows, "1 Flea, 9 Page", "1 Zap, 9 Page", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Flea | A done | B set Zap | B done");
    assert_eq!((life(&game), game.zone(A, Zone::Board)), ((9, 10), vec![]));
    let lab = lab_with(rows, "1 Zap, 9 Page", "1 Flea, 9 Page", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Zap | A done | B set Flea | B done");
    assert_eq!((life(&game), game.zone(B, Zone::Board)), ((10, 9), vec![]));
}

#[test]
fn breakrift_a_card_defends_with_the_defense_that_it_has_when_the_damage_comes() {
    let rows = "Golem,Summon,,,0,4,field if life <= 5: raise defense 1\n";
    let after = |base: i64| {
        let lab = lab_with(rows, "1 Golem, 9 Page", "9 Leaf", &[("base-attack", base.into()), ("life", 13.into())]);
        let mut game = lab.game(&[]);
        script(&mut game, "A set Golem | A done | B done | A attack Golem");
        (life(&game).0, on_table(&game, A, "Summons").len())
    };
    assert_eq!(after(12), (5, 0), "the Life that it waits for is lost at the same moment");
    assert_eq!(after(3), (13, 1));
    let rows = "Golem,Summon,,,0,4,field if opponent life <= 5: raise defense 1\n";
    let lab = lab_with(rows, "9 Leaf", "1 Golem, 9 Page", &[("base-attack", 8.into()), ("life", 13.into())]);
    let mut game = lab.game(&[]);
    script(&mut game, "A done | B set Golem | B done | B attack Golem");
    assert_eq!((life(&game), on_table(&game, B, "Summons").len()), ((5, 9), 0), "the other's Life too");
}

#[test]
fn breakrift_cards_without_defense_leave_at_once() {
    let rows = "Ghost,Summon,,,2,0,played: damage 1\nVeil,Equipment,Upper Clothing,Sun,,0,destroyed: damage 1\n";
    let lab = lab_with(rows, "1 Ghost, 1 Veil, 9 Page", "", &[]);
    let mut game = lab.game(&[]);
    script(&mut game, "A set Ghost | A set Veil");
    assert_eq!((life(&game), game.zone(A, Zone::Board)), ((10, 8), vec![]));
}

#[test]
fn breakrift_numbers_without_end_stay_in_their_bounds() {
    let rows = "Ant,Summon,,,1,1,\"turn-start: raise all 9999 all, heal 9999\"\n";
    let deck = "60 Ant\n";
    let pool = format!("name,type,slot,theme,attack,defense,abilities\n{rows}");
    let lab = crate::table::Lab::new("breakrift", &pool, [deck, deck], &[("deck-out", "effects".into())]);
    let policies = [decklint::play::Policy::Greedy, decklint::play::Policy::Greedy];
    let job = decklint::play::Job { seed: 1, turns: 300, policies, goals: Vec::new(), groups: Vec::new() };
    lab.runner().audit(&job, 0, 1).expect("sound");
}

/// Cards with a text that no ability plays are counted, each copy in its owner's deck.
#[test]
fn breakrift_texts_without_abilities_are_counted() {
    let pool = "name,type,attack,defense,abilities,text\nImp,Summon,3,2,,\nElf,Summon,1,1,played: damage 1,Deal 1.\n\
        Riddle,Spell,,,,Think of a number.\n";
    let lab = Lab::new("breakrift", pool, ["2 Riddle\n1 Elf\n30 Imp\n", "1 Riddle\n30 Imp\n"], &[]);
    let left = [A, B].map(|seat| lab.runner().kit().not_simulated(seat));
    assert_eq!(left, [2, 1]);
}
