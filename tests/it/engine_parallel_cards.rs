//! Parallel: when abilities happen and what effects do, the Paragon, tokens.

use std::sync::Arc;

use decklint::catalog::{ColumnMap, Lookup, Pool, Report, load};
use decklint::engines::Plan;
use decklint::play::{KitSource, Quantity, SeatDeck, Zone};
use decklint::spec::GameSpec;
use decklint::text::{FileId, Source};

use crate::engine_parallel::{A, B, begun, lab, pool, size};
use crate::engine_parallel_combat::{duel, field, met};

#[test]
fn parallel_played_happens_for_every_kind_of_card() {
    let rows = [
        ["Herald", "Unit", "0", "1", "1", "Muster", "played: heal 1"],
        ["Altar", "Relic", "0", "", "", "", "played: heal 1"],
        ["Rain", "Effect", "0", "", "", "", "played: heal 1"],
        ["Ring", "Upgrade", "0", "", "", "", "played: heal 1"],
        ["Cut", "Effect", "0", "", "", "", "played: opponent damage 5"],
    ];
    let lab = duel(&rows, "1 Cut\n1 Herald\n1 Altar\n1 Rain\n1 Ring\n", "", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Cut");
    let mut health = 25;
    assert_eq!(game.number(A, Quantity::Life), health);
    for card in ["play Herald", "play Altar", "play Rain", "play Ring -> Herald"] {
        game.pick(A, card);
        health += 1;
        assert_eq!(game.number(A, Quantity::Life), health, "{card}");
    }
    assert_eq!(game.number(A, Quantity::Damage), 1, "damage taken so far");
}

#[test]
fn parallel_turn_start_turn_end_and_banked() {
    let rows = [
        ["Dawn", "Relic", "0", "", "", "", "turn-start: damage 1"],
        ["Dusk", "Relic", "0", "", "", "", "turn-end: damage 2"],
        ["Seed", "Unit", "9", "1", "1", "", "banked: damage 4"],
    ];
    let lab = duel(&rows, "1 Dawn\n1 Dusk\n1 Seed\n", "", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Dawn").pick(A, "play Dusk").pick(A, "bank Seed");
    assert_eq!(game.number(B, Quantity::Life), 26);
    game.pick(A, "end");
    assert_eq!(game.number(B, Quantity::Life), 24);
    game.pick(B, "end");
    assert_eq!(game.number(B, Quantity::Life), 23, "the owner's turns only");
}

/// At the start of a turn the card is drawn first; at its end the draw for a banked card comes last.
#[test]
fn parallel_draws_come_before_the_start_and_after_the_end() {
    let rows = [
        ["Dawn", "Relic", "0", "", "", "", "turn-start if hand >= 8: damage 1"],
        ["Dusk", "Relic", "0", "", "", "", "turn-end if hand <= 6: damage 10"],
    ];
    let lab = duel(&rows, "1 Dawn\n1 Dusk\n", "", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Dawn").pick(A, "play Coin").pick(A, "play Coin").pick(A, "end");
    // 8 shown and 3 played leave 5; each turn draws one.
    game.pick(B, "end");
    assert_eq!((size(&game, A, Zone::Hand), game.number(B, Quantity::Life)), (6, 30));
    game.pick(A, "end").pick(B, "end").pick(A, "end").pick(B, "end");
    assert_eq!(
        (size(&game, A, Zone::Hand), game.number(B, Quantity::Life)),
        (8, 29),
        "the eighth card was drawn before"
    );
    game.pick(A, "play Dusk").pick(A, "bank Stone").pick(A, "end");
    assert_eq!((size(&game, A, Zone::Hand), game.number(B, Quantity::Life)), (7, 19), "6 in hand, then the draw");
}

#[test]
fn parallel_clash_won_lost_and_destroyed() {
    let rows = [
        ["Boar", "Unit", "1", "3", "4", "", "clash: raise attack 1 for clash ; won: heal 1"],
        ["Hen", "Unit", "1", "2", "2", "", "lost: damage 1 ; destroyed: damage 2"],
        ["Cut", "Effect", "0", "", "", "", "played: opponent damage 5"],
    ];
    let lab = duel(&rows, "1 Boar\n1 Cut\n", "2 Hen\n1 Bear\n", &[]);
    let mut game = met(&lab, &["Boar", "Cut"], &["Hen", "Bear"]);
    game.pick(A, "attack Boar -> Hen");
    assert_eq!(game.number(A, Quantity::Life), 30 - 5 - 3 + 1, "lost and destroyed on one side, won on the other");
    assert_eq!(field(&game, A), ["Boar 3/2"], "the raise ended with the combat");
    game.pick(A, "end").pick(B, "attack Bear -> Boar");
    assert_eq!(game.number(A, Quantity::Life), 23, "both fell: nobody won, and a Unit that is attacked has no `clash`");
    let mut game = met(&lab, &["Boar"], &["Hen"]);
    game.pick(A, "attack Boar (player)");
    assert_eq!(
        (game.number(B, Quantity::Life), game.number(A, Quantity::Life)),
        (26, 30),
        "raised; no Unit to win against"
    );
}

#[test]
fn parallel_an_upgrade_speaks_of_its_unit() {
    let rows = [["Spur", "Upgrade", "0", "", "", "", "clash: damage 1 ; destroyed: heal 3 ; played: ready 1"]];
    let lab = duel(&rows, "1 Spur\n1 Ox\n1 Bear\n", "1 Bear\n", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Coin").pick(A, "play Ox").pick(A, "play Bear").pick(A, "play Spur -> Ox");
    assert_eq!(field(&game, A)[..2], ["Ox 2/3", "Bear 3/3, Fatigue"], "its own Unit recovers, not the strongest");
    game.pick(A, "attack Ox (player)");
    assert_eq!(game.number(B, Quantity::Life), 27, "2 and 1");
    game.pick(A, "end").pick(B, "play Coin").pick(B, "play Bear").pick(B, "end");
    game.pick(A, "attack Ox -> Bear");
    assert_eq!((game.number(B, Quantity::Life), size(&game, A, Zone::Board)), (26, 1));
    assert!(game.log().contains("ability of Spur"));
}

#[test]
fn parallel_what_works_on_the_field_ends_with_its_card() {
    let rows = [
        ["Flag", "Relic", "0", "", "", "", "field: raise attack 1 all(type:Unit), raise health 1 all(type:Unit)"],
        ["Fog", "Relic", "0", "", "", "", "field: lower attack 2 all"],
        ["Titan", "Unit", "0", "1", "1", "", "field if grave >= 2: raise attack 3"],
        ["Rust", "Effect", "0", "", "", "", "played: destroy 1 (type:Relic)"],
    ];
    let lab = duel(&rows, "1 Flag\n1 Titan\n1 Ox\n", "1 Fog\n2 Rust\n", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Titan").pick(A, "play Flag");
    assert_eq!(field(&game, A), ["Titan 2/2, Fatigue", "Flag"]);
    game.pick(A, "play Coin").pick(A, "play Ox");
    assert_eq!(field(&game, A)[2], "Ox 3/4, Fatigue", "cards that come later too");
    game.pick(A, "play Coin");
    assert_eq!(field(&game, A)[0], "Titan 5/2, Fatigue", "as soon as the condition holds");
    game.pick(A, "end").pick(B, "play Fog");
    assert_eq!(field(&game, A), ["Titan 3/2, Fatigue", "Flag", "Ox 1/4, Fatigue"]);
    game.pick(B, "play Rust");
    assert_eq!(field(&game, A), ["Titan 2/1, Fatigue", "Ox 0/3, Fatigue"], "Attack never falls below 0");
}

#[test]
fn parallel_an_ability_with_a_cost_is_paid_any_number_of_times() {
    let rows =
        [["Well", "Relic", "0", "", "", "Activate", "field cost 8: damage 1 ; field cost 1 if life <= 5: heal 1"]];
    let lab = duel(&rows, "1 Well\n", "", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Well").pick(A, "play Coin");
    game.pick(A, "activate Well").pick(A, "activate Well");
    assert_eq!((game.number(A, Quantity::Stock), game.number(B, Quantity::Life)), (4, 28));
    assert!(!game.decision(A).contains(&"activate Well".to_owned()), "4 Energy do not pay for 8");
}

#[test]
fn parallel_an_offer_with_a_cost_may_be_declined() {
    let rows = [["Monk", "Unit", "1", "1", "1", "", "played cost 2: damage 3"]];
    let lab = duel(&rows, "2 Monk\n", "", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Coin").pick(A, "play Monk");
    assert_eq!(game.decision(A), ["use Monk", "skip", "concede"]);
    game.pick(A, "skip").pick(A, "play Monk").pick(A, "use Monk");
    assert_eq!((game.number(A, Quantity::Stock), game.number(B, Quantity::Life)), (16, 27));
}

#[test]
fn parallel_a_card_drawn_into_a_full_hand_is_revealed() {
    let rows = [["Omen", "Unit", "9", "1", "1", "", "revealed: damage 1"]];
    let lab = lab(&rows, ["8 Omen\n32 Stone\n", "8 Stone\n1 Omen\n"], &[("hand", 8)]);
    let mut game = begun(&lab);
    game.pick(A, "end");
    game.decision(B);
    assert_eq!((game.zone(B, Zone::Grave), game.number(A, Quantity::Life)), (vec!["Omen".to_owned()], 29));
}

#[test]
fn parallel_an_effect_draws_within_the_hand_limit() {
    let rows = [["Read", "Effect", "0", "", "", "", "played: draw 2, discard 1"]];
    let lab = lab(&rows, ["1 Read\n1 Imp\n6 Stone\n2 Bear\n30 Ox\n", "40 Stone\n"], &[("hand", 8)]);
    let mut game = begun(&lab);
    game.pick(A, "play Read");
    assert_eq!(size(&game, A, Zone::Hand), 8, "one of the two drawn would be the ninth");
    game.pick(A, "discard Stone");
    assert_eq!(game.zone(A, Zone::Grave), ["Bear", "Stone", "Read"], "it was Wasted");
}

#[test]
fn parallel_effects_one_by_one() {
    let rows = [
        ["Burn", "Effect", "0", "", "", "", "played: damage 3, opponent discard 1"],
        ["Heal", "Effect", "0", "", "", "", "played: opponent damage 1, heal 2, energy 3"],
        ["Mill", "Effect", "0", "", "", "", "played: mill 1, opponent mill 2"],
        ["Dig", "Effect", "0", "", "", "", "played: recover 1 (type:Unit)"],
        ["Find", "Effect", "0", "", "", "", "played: search 1 (name:Ox)"],
    ];
    let deck = "1 Burn\n1 Heal\n1 Mill\n1 Dig\n1 Find\n1 Bear\n1 Imp\n3 Ox\n";
    let lab = lab(&rows, [deck, "40 Stone\n"], &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Burn");
    assert_eq!((game.number(B, Quantity::Life), size(&game, B, Zone::Hand), size(&game, B, Zone::Grave)), (27, 4, 1));
    game.pick(A, "play Heal");
    assert_eq!((game.number(A, Quantity::Life), game.number(A, Quantity::Stock)), (30, 3), "not above the start");
    game.pick(A, "play Mill");
    assert_eq!(game.zone(A, Zone::Grave), ["Burn", "Heal", "Bear", "Mill"]);
    assert_eq!(size(&game, B, Zone::Grave), 3);
    game.pick(A, "play Dig");
    assert_eq!(game.zone(A, Zone::Hand), ["Find", "Bear"]);
    game.pick(A, "play Find");
    assert_eq!((game.zone(A, Zone::Hand), size(&game, A, Zone::Deck)), (vec!["Bear".to_owned(), "Ox".to_owned()], 3));
}

/// An Effect is expended when all that it says has happened, so it does not take itself back.
#[test]
fn parallel_an_effect_is_not_in_the_waste_before_it_is_done() {
    let rows = [["Dig", "Effect", "0", "", "", "", "played: recover 1, draw 1"]];
    let lab = lab(&rows, ["1 Dig\n1 Coin\n3 Stone\n10 Ox\n", "40 Stone\n"], &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Dig");
    assert_eq!((game.zone(A, Zone::Grave), size(&game, A, Zone::Hand)), (vec!["Dig".to_owned()], 5));
    let discards = [["Dig", "Effect", "0", "", "", "", "played: discard 1, recover 1"]];
    let lab = self::lab(&discards, ["1 Dig\n1 Coin\n3 Stone\n", "40 Stone\n"], &[]);
    let mut game = begun(&lab);
    assert!(game.pick(A, "play Dig").zone(A, Zone::Grave).is_empty(), "nowhere while a card is chosen");
    game.pick(A, "discard Coin");
    assert_eq!((game.zone(A, Zone::Grave), size(&game, A, Zone::Hand)), (vec!["Dig".to_owned()], 4));
}

#[test]
fn parallel_an_attack_whose_unit_is_gone_ends() {
    let rows = [
        ["Kite", "Unit", "1", "3", "3", "", "clash: destroy 1 (name:Ox)"],
        ["Oath", "Unit", "1", "3", "3", "", "clash: damage 1, opponent destroy 1 (name:Oath)"],
    ];
    let lab = duel(&rows, "1 Kite\n1 Oath\n", "1 Ox\n", &[]);
    let mut game = met(&lab, &["Kite", "Oath"], &["Ox"]);
    game.pick(A, "attack Kite -> Ox");
    assert_eq!((field(&game, A)[0].as_str(), game.number(B, Quantity::Life)), ("Kite 3/3", 30));
    game.pick(A, "attack Oath (player)");
    assert_eq!((field(&game, A).len(), game.number(B, Quantity::Life)), (1, 29));
}

#[test]
fn parallel_effects_on_the_field() {
    let rows = [
        ["Up", "Effect", "0", "", "", "", "played: raise attack 2 all(type:Unit) for turn, raise health 1"],
        ["Down", "Effect", "0", "", "", "", "played: lower attack 1 for turn"],
        ["Void", "Effect", "0", "", "", "", "played: banish 1 (type:Unit)"],
        ["Wake", "Effect", "0", "", "", "", "played: ready 1"],
        ["Rise", "Effect", "0", "", "", "", "played: ready all"],
    ];
    let lab = duel(&rows, "1 Ox\n1 Imp\n1 Up\n1 Down\n1 Void\n", "1 Bear\n1 Wake\n1 Rise\n1 Ox\n", &[]);
    let mut game = met(&lab, &["Ox", "Imp"], &["Bear", "Ox", "Wake"]);
    assert_eq!(field(&game, B), ["Bear 3/3", "Ox 2/3, Fatigue"], "the strongest recovers");
    game.pick(A, "play Up").pick(A, "play Down");
    assert_eq!(field(&game, A), ["Ox 4/4", "Imp 3/1"], "an Effect that names no card is for the strongest");
    assert_eq!(field(&game, B), ["Bear 2/3", "Ox 2/3, Fatigue"]);
    game.pick(A, "end");
    assert_eq!(field(&game, A), ["Ox 2/4", "Imp 1/1"], "what is not for the turn stays");
    assert_eq!(field(&game, B), ["Bear 3/3", "Ox 2/3"]);
    game.pick(B, "attack Bear (player)").pick(B, "play Rise").pick(B, "attack Bear (player)").pick(B, "end");
    assert_eq!(game.number(A, Quantity::Life), 24, "who has attacked may do so again");
    game.pick(A, "play Void").pick(A, "banish Bear");
    assert_eq!((game.zone(B, Zone::Beyond), size(&game, B, Zone::Board)), (vec!["Bear".to_owned()], 1));
}

#[test]
fn parallel_negate_double_damage_and_one_more_attack() {
    let rows = [
        ["Hush", "Unit", "1", "3", "3", "", "clash: negate"],
        ["Mine", "Unit", "1", "1", "1", "", "destroyed: damage 9"],
        ["Mute", "Effect", "0", "", "", "", "played: negate"],
        ["Rage", "Effect", "0", "", "", "", "played: double-damage, extra-clash"],
        ["Bolt", "Effect", "0", "", "", "", "played: damage 1"],
    ];
    let lab = duel(&rows, "1 Hush\n1 Mute\n1 Rage\n1 Ox\n1 Bolt\n", "2 Mine\n", &[]);
    let mut game = met(&lab, &["Hush", "Ox"], &["Mine", "Mine"]);
    game.pick(A, "attack Hush -> Mine");
    assert_eq!(game.number(A, Quantity::Life), 30, "off in this combat");
    game.pick(A, "attack Ox -> Mine");
    assert_eq!(game.number(A, Quantity::Life), 21, "and not in the next");
    let mut game = met(&lab, &["Ox", "Hush"], &["Mine", "Mine"]);
    game.pick(A, "play Mute").pick(A, "attack Ox -> Mine");
    assert_eq!(game.number(A, Quantity::Life), 30, "off until the end of the turn");
    game.pick(A, "end").pick(B, "attack Mine -> Hush");
    assert_eq!(game.number(A, Quantity::Life), 21);
    let mut game = met(&lab, &["Ox"], &[]);
    game.pick(A, "play Rage").pick(A, "play Bolt");
    assert_eq!(game.number(B, Quantity::Life), 28);
    game.pick(A, "attack Ox (player)").pick(A, "attack Ox (player)");
    assert_eq!(game.number(B, Quantity::Life), 20);
    assert!(game.decision(A).iter().all(|o| !o.starts_with("attack")), "one more, not two");
    game.pick(A, "end").pick(B, "end").pick(A, "attack Ox (player)");
    assert_eq!(game.number(B, Quantity::Life), 18, "in that turn only");
}

/// What is off for the turn stays off behind a combat, an Upgrade's abilities too.
#[test]
fn parallel_negate_holds_for_every_combat_of_the_turn() {
    let rows = [
        ["Mine", "Unit", "1", "1", "1", "", "destroyed: damage 9"],
        ["Fuse", "Upgrade", "0", "", "", "", "destroyed: damage 4"],
        ["Mute", "Effect", "0", "", "", "", "played: negate"],
    ];
    for (mute, lives) in [(true, [30, 30]), (false, [21, 8])] {
        let lab = duel(&rows, "1 Mute\n2 Ox\n", "2 Mine\n1 Fuse\n", &[]);
        let mut game = met(&lab, &["Ox", "Ox"], &["Mine", "Mine", "Fuse -> Mine"]);
        if mute {
            game.pick(A, "play Mute");
        }
        let mut seen = Vec::new();
        for _ in 0..2 {
            let attack = game.decision(A).into_iter().rfind(|o| o.starts_with("attack Ox -> Mine")).expect("an attack");
            game.pick(A, &attack);
            seen.push(game.number(A, Quantity::Life));
        }
        assert_eq!(seen, lives, "{mute}\n{}", game.log());
    }
}

#[test]
fn parallel_tokens_have_fatigue_and_are_gone_when_they_leave() {
    let rows = [
        ["Nit", "Token", "", "1", "1", "", "destroyed: heal 1"],
        ["Swarm", "Effect", "0", "", "", "", "played: token 3 \"Nit\", opponent damage 2"],
        ["Kill", "Effect", "0", "", "", "", "played: destroy 1"],
    ];
    let lab = duel(&rows, "1 Swarm\n", "1 Kill\n", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Swarm");
    assert_eq!(field(&game, A), ["Nit 1/1, Fatigue"; 3]);
    game.pick(A, "end").pick(B, "play Kill").pick(B, "destroy Nit").pick(B, "end");
    assert_eq!((field(&game, A).len(), game.zone(A, Zone::Grave)), (2, vec!["Swarm".to_owned()]));
    assert_eq!(game.number(A, Quantity::Life), 29, "its ability happens all the same");
    let attacks = game.decision(A).iter().filter(|o| o.starts_with("attack")).count();
    assert_eq!(attacks, 1, "two that are alike in everything are one option");
    game.pick(A, "attack Nit (player)").pick(A, "attack Nit (player)");
    assert_eq!(game.number(B, Quantity::Life), 28);
}

fn paragon(cost: &'static str, abilities: &'static str) -> [[&'static str; 7]; 2] {
    [["Regent", "Paragon", cost, "4", "4", "", abilities], ["Kill", "Effect", "0", "", "", "", "played: destroy 1"]]
}

const LED: &str = "Paragon\n1 Regent\nDeck\n2 Coin\n38 Stone\n";

#[test]
fn parallel_the_paragon_sets_the_health_and_its_limit() {
    let rows = paragon("5", "start: health 40 ; turn-end: heal 3");
    let lab = lab(&rows, [LED, "1 Kill\n39 Stone\n"], &[]);
    let mut game = begun(&lab);
    assert_eq!((game.number(A, Quantity::Life), game.number(B, Quantity::Life)), (40, 30));
    game.pick(A, "end");
    assert_eq!(game.number(A, Quantity::Life), 40, "and no more");
}

#[test]
fn parallel_the_paragon_may_start_with_a_token() {
    let rows =
        [["Regent", "Paragon", "5", "4", "4", "", "start: token 1 \"Nit\""], ["Nit", "Token", "", "1", "1", "", ""]];
    let lab = lab(&rows, [LED, "40 Stone\n"], &[]);
    let mut game = begun(&lab);
    game.decision(A);
    assert_eq!(field(&game, A), ["Nit 1/1"], "it was there before the first turn");
}

#[test]
fn parallel_the_paragon_is_a_unit_once_and_its_passive_outlives_it() {
    let rows = paragon("5", "turn-end: damage 1 ; field: raise attack 1 all(type:Unit)");
    let lab = lab(&rows, [LED, "1 Coin\n1 Kill\n38 Stone\n"], &[]);
    let mut game = begun(&lab);
    assert_eq!(game.decision(A), ["bank Coin", "bank Stone", "play Coin", "end", "concede"], "no 5 Energy");
    game.pick(A, "end");
    assert_eq!(game.number(B, Quantity::Life), 29, "before it is played");
    game.pick(B, "end").pick(A, "play Coin").pick(A, "play Regent");
    assert_eq!((game.number(A, Quantity::Stock), field(&game, A)), (15, vec!["Regent 4/4, Fatigue".to_owned()]));
    assert!(!game.decision(A).contains(&"play Regent".to_owned()), "once");
    game.pick(A, "end");
    assert_eq!(game.number(B, Quantity::Life), 28, "once a turn, not twice");
    game.pick(B, "play Kill").pick(B, "end");
    assert!(game.zone(A, Zone::Board).is_empty());
    assert!(!game.zone(A, Zone::Grave).contains(&"Regent".to_owned()), "it goes back to where it stood");
    game.pick(A, "play Coin");
    assert!(!game.decision(A).contains(&"play Regent".to_owned()), "never again");
    game.pick(A, "end");
    assert_eq!(game.number(B, Quantity::Life), 27, "after its defeat");
}

#[test]
fn parallel_a_paragon_without_a_cost_is_not_played() {
    let rows = paragon("", "field cost 2: damage 1");
    let lab = lab(&rows, [LED, "40 Stone\n"], &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Coin");
    assert_eq!(game.decision(A), ["bank Coin", "bank Stone", "play Coin", "activate Regent", "end", "concede"]);
    game.pick(A, "activate Regent");
    assert_eq!((game.number(A, Quantity::Stock), game.number(B, Quantity::Life)), (18, 29));
}

/// Words and effects without meaning are told, not passed over.
#[test]
fn parallel_warns_of_what_means_nothing() {
    let rows = [["Odd", "Unit", "1", "1", "1", "Flourish", "field: draw 1 ; arts: draw 1 ; played: d-end"]];
    let session = crate::support::session();
    let files = session.games.get("parallel").expect("game");
    let spec: GameSpec = session.spec(files).expect("spec");
    let source = Arc::new(Source::new("pool.csv", pool(&rows)));
    let pools = [Pool { source, file: FileId(9), columns: ColumnMap::default() }];
    let (catalog, _) = load(&spec, &pools, Report::Summary);
    let Lookup::One(odd) = catalog.find("Odd") else { panic!("no card") };
    let decks = [SeatDeck { shuffled: vec![Some(odd); 40], ..SeatDeck::default() }, SeatDeck::blanks(40)];
    let setup = spec.setup.iter().map(|(k, v)| (k.value.clone(), v.clone())).collect();
    let from = KitSource { spec: &spec, catalog: &catalog, sources: &session.sources, wishes: &[] };
    let plan = Plan { from, setup: &setup, decks, first: None };
    let (_, faults) = decklint::engines::runner(&plan).unwrap_or_else(|e| panic!("{e:#?}"));
    let messages: Vec<&str> = faults.iter().map(|f| f.message.as_ref()).collect();
    assert_eq!(messages.len(), 4, "{messages:#?}");
    for part in ["`d-end` means nothing", "keyword `Flourish`", "`draw` does not last", "`arts` never happens"] {
        assert!(messages.iter().any(|m| m.contains(part)), "{part}: {messages:#?}");
    }
}
