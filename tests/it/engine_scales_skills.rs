//! Scales of Battle: Game Changers, cards for the Discard Zone, and what abilities do under the rules.

use decklint::diagnostics::Level;
use decklint::engines::{self, Plan};
use decklint::play::{KitSource, Quantity, Seat, SeatDeck, Step, Zone};
use decklint::spec::Setting;

use crate::engine_scales::{A, B, attack, deck, discard, lab, zone};
use crate::support::session;
use crate::table::{Game, Lab};

const CATS: &str = "20 Cat\n";

/// A pool row of a card like the Ox with a skill.
fn row(name: &str, zone: &str, abilities: &str) -> String {
    format!("{name},R,2,Fire,Beast,Small,Blade,{zone},\"{}\"\n", abilities.replace('"', "\"\""))
}

/// A table where A's deck is 20 of a card with a skill.
fn skilled(zone: &str, abilities: &str, b: &str) -> Lab {
    lab(&row("Sage", zone, abilities), "20 Sage\n", b, &[])
}

fn hand(game: &Game<'_>, seat: Seat) -> i32 {
    game.number(seat, Quantity::Hand)
}

#[test]
fn scales_skill_cards_come_before_the_usual_card() {
    let rows = row("Spark", "discard", "played: damage 1") + &row("Throne", "game-changer", "turn-start: damage 1");
    let lab = lab(&rows, "1 Spark\n1 Throne\n20 Ox\n", CATS, &[]);
    let mut game = lab.game(&[]);
    let usual = ["attack Spark", "attack Throne", "attack Ox", "defend Spark", "defend Throne", "defend Ox"];
    let options = game.decision(A);
    assert_eq!(options[..2], ["skill Spark", "game-changer Throne"]);
    assert_eq!(options[2..], usual, "both may go to the usual zones too");
    game.pick(A, "game-changer Throne").pick(A, "skill Spark");
    assert_eq!(game.decision(A), ["attack Ox", "defend Ox"], "and then the usual card");
    game.pick(A, "attack Ox");
    assert_eq!(game.last(), Some(Step::Decide(B)), "nothing comes behind it");
}

fn plays(set: &[(&str, Setting)], labels: &[&str]) -> Vec<String> {
    let rows = row("Spark", "discard", "played: damage 1") + &row("Throne", "game-changer", "turn-start: damage 1");
    let set: Vec<(&str, Setting)> = set.iter().cloned().chain([("opening-hand", 5.into())]).collect();
    let lab = lab(&rows, "2 Spark\n2 Throne\n20 Ox\n", CATS, &set);
    let mut game = lab.game(&[]);
    for label in labels {
        game.pick(A, label);
    }
    game.decision(A).into_iter().filter(|o| !o.starts_with("attack") && !o.starts_with("defend")).collect()
}

#[test]
fn scales_a_turn_allows_one_card_for_each_skill_zone() {
    assert_eq!(plays(&[], &["skill Spark"]), ["game-changer Throne"]);
    assert_eq!(plays(&[], &["game-changer Throne"]), ["skill Spark"]);
    assert_eq!(plays(&[], &["skill Spark", "game-changer Throne"]), Vec::<String>::new());
}

#[test]
fn scales_a_turn_may_allow_one_skill_card_in_all_or_any_number() {
    let one = [("skill-cards", "one".into())];
    assert_eq!(plays(&one, &["skill Spark"]), Vec::<String>::new());
    assert_eq!(plays(&one, &["game-changer Throne"]), Vec::<String>::new());
    let any = [("skill-cards", "any".into())];
    assert_eq!(plays(&any, &["skill Spark", "game-changer Throne"]), ["skill Spark", "game-changer Throne"]);
    assert_eq!(plays(&any, &["skill Spark", "skill Spark"]), ["game-changer Throne"]);
}

#[test]
fn scales_the_limit_of_skill_cards_is_new_each_turn() {
    let lab = skilled("discard", "played: damage 1", CATS);
    let mut game = lab.game(&[]);
    game.pick(A, "skill Sage").pick(A, "attack Sage").pick(B, "attack Cat");
    assert_eq!(game.decision(A)[0], "skill Sage");
}

#[test]
fn scales_a_second_game_changer_discards_the_first() {
    for seat in [A, B] {
        let rows =
            row("Throne", "game-changer", "turn-end: damage 1") + &row("Altar", "game-changer", "turn-end: heal 1");
        let mine = "1 Throne\n1 Altar\n20 Cat\n";
        let lists = if seat == A { [mine, CATS] } else { [CATS, mine] };
        let lab = lab(&rows, lists[0], lists[1], &[]);
        let mut game = lab.game(&[]);
        if seat == B {
            game.pick(A, "attack Cat");
        }
        game.pick(seat, "game-changer Throne");
        assert_eq!(zone(&game, seat, "Game Changer Zone"), ["Throne (power 2)"]);
        game.pick(seat, "attack Cat").pick(seat.other(), "attack Cat").pick(seat, "game-changer Altar");
        assert_eq!(zone(&game, seat, "Game Changer Zone"), ["Altar (power 2)"]);
        assert!(discard(&game, seat).contains(&"Throne".to_owned()));
    }
}

#[test]
fn scales_each_seat_has_a_game_changer_zone_of_its_own() {
    let rows = row("Throne", "game-changer", "turn-end: damage 1");
    let lab = lab(&rows, "20 Throne\n", "20 Throne\n", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "game-changer Throne").pick(A, "attack Throne").pick(B, "game-changer Throne");
    assert_eq!((zone(&game, A, "Game Changer Zone").len(), zone(&game, B, "Game Changer Zone").len()), (1, 1));
}

#[test]
fn scales_a_game_changer_works_as_long_as_it_lies_there() {
    let lab = skilled("game-changer", "field: raise power 1 all; turn-start: damage 1; turn-end: damage 1", CATS);
    let mut game = lab.game(&[]);
    game.pick(A, "attack Sage");
    assert_eq!(attack(&game, A), "Sage (power 2)", "in another zone it does nothing");
    game.pick(B, "attack Cat");
    assert_eq!(deck(&game, B), 15, "2 damage of the Sage");
    game.pick(A, "game-changer Sage");
    assert_eq!(deck(&game, B), 15);
    game.pick(A, "attack Sage");
    assert_eq!(attack(&game, A), "Sage (power 3)");
    assert_eq!(deck(&game, B), 13, "1 at the end of the turn, and B drew a card");
    game.pick(B, "attack Cat");
    assert_eq!(deck(&game, B), 9, "3 damage of the Sage, then 1 at the start of the turn of A");
}

#[test]
fn scales_a_card_played_to_the_discard_zone_works_from_there() {
    for seat in [A, B] {
        let rows = row("Spark", "discard", "played: damage 2");
        let lists = if seat == A { ["20 Spark\n", CATS] } else { [CATS, "20 Spark\n"] };
        let lab = lab(&rows, lists[0], lists[1], &[]);
        let mut game = lab.game(&[]);
        if seat == B {
            game.pick(A, "attack Cat");
        }
        game.pick(seat, "skill Spark");
        assert_eq!(deck(&game, seat.other()), 15);
        assert_eq!(discard(&game, seat), ["Spark"]);
        assert_eq!(game.last(), Some(Step::Decide(seat)), "the turn goes on");
    }
}

#[test]
fn scales_a_hand_is_not_filled_up_behind_a_skill_card() {
    let lab = skilled("discard", "played: damage 1", CATS);
    let mut game = lab.game(&[]);
    game.pick(A, "skill Sage");
    assert_eq!(hand(&game, A), 2);
    let set = [("refill-after-skill", true.into())];
    let refill = crate::engine_scales::lab(&row("Sage", "discard", "played: damage 1"), "20 Sage\n", CATS, &set);
    let mut game = refill.game(&[]);
    game.pick(A, "skill Sage");
    assert_eq!((hand(&game, A), deck(&game, A)), (3, 16));
    assert_eq!(game.decision(A), ["attack Sage", "defend Sage"]);
}

#[test]
fn scales_skills_draw_heal_and_recover() {
    let draw = skilled("discard", "played: draw 2", CATS);
    let mut game = draw.game(&[]);
    game.pick(A, "skill Sage");
    assert_eq!((hand(&game, A), deck(&game, A)), (4, 15));
    let heal = lab(&row("Sage", "discard", "played: heal 3"), "20 Sage\n", "20 Ox\n", &[]);
    let mut game = heal.game(&[]);
    game.pick(A, "attack Sage").pick(B, "attack Ox").pick(A, "attack Sage").pick(B, "attack Ox");
    // 2 damage of the Ox, and in the third turn 1 card drawn.
    assert_eq!((deck(&game, A), game.zone(A, Zone::Beyond).len()), (13, 2));
    game.pick(A, "skill Sage");
    assert_eq!((deck(&game, A), game.zone(A, Zone::Beyond).len()), (15, 0), "no more than the Graveyard holds");
    let recover = lab(&row("Sage", "discard", "played: recover 1"), "1 Ox\n20 Sage\n", CATS, &[]);
    let mut game = recover.game(&[]);
    game.pick(A, "attack Ox").pick(B, "attack Cat").pick(A, "skill Sage");
    assert_eq!(game.zone(A, Zone::Hand), ["Sage", "Sage", "Ox"], "it takes back another card, not itself");
    assert_eq!(discard(&game, A), ["Sage"]);
}

#[test]
fn scales_drawing_by_a_skill_may_lose_the_game() {
    let lab = lab(&row("Sage", "discard", "played: draw 2"), "5 Sage\n", CATS, &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "skill Sage");
    assert_eq!(game.end(), (Some(B), "deck-out"));
}

#[test]
fn scales_a_search_takes_a_card_of_the_deck() {
    for (oxen, over) in [(1, true), (2, false)] {
        let lab =
            lab(&row("Sage", "discard", "played: search 1 (name:Ox)"), &format!("3 Sage\n{oxen} Ox\n"), CATS, &[]);
        let mut game = lab.game(&[]);
        game.pick(A, "skill Sage");
        assert_eq!(game.zone(A, Zone::Hand), ["Sage", "Sage", "Ox"]);
        assert_eq!(matches!(game.last(), Some(Step::Over(_))), over, "taking the last card loses");
    }
}

#[test]
fn scales_an_opponent_discards_by_its_own_choice() {
    let lab = lab(&row("Sage", "discard", "played: opponent discard 1"), "20 Sage\n", "1 Ox\n1 Lord\n20 Cat\n", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "skill Sage");
    assert_eq!(game.decision(B), ["discard Ox", "discard Lord", "discard Cat"]);
    game.pick(B, "discard Cat");
    assert_eq!(discard(&game, B), ["Cat"]);
    game.pick(A, "attack Sage");
    assert_eq!(hand(&game, B), 3, "the next draw part fills the hand up");
}

#[test]
fn scales_destroy_sends_the_attack_card_to_the_discard() {
    let rows = row("Sage", "discard", "played: destroy 1 (rarity:C)");
    for (enemy, gone) in [("Cat", true), ("Ox", false)] {
        let lab = lab(&rows, "20 Sage\n", &format!("20 {enemy}\n"), &[]);
        let mut game = lab.game(&[]);
        game.pick(A, "attack Sage").pick(B, &format!("attack {enemy}")).pick(A, "skill Sage");
        assert_eq!(attack(&game, B).is_empty(), gone);
        game.pick(A, "attack Sage");
        assert_eq!(game.number(A, Quantity::Damage), if gone { 0 } else { 2 });
    }
}

#[test]
fn scales_clash_abilities_change_the_power_of_one_combat() {
    let lab = skilled("none", "clash: raise power 3 for clash", CATS);
    let mut game = lab.game(&[]);
    game.pick(A, "attack Sage").pick(B, "defend Cat");
    assert_eq!(game.number(B, Quantity::Damage), 5, "2 and 3");
    assert_eq!(attack(&game, A), "Sage (power 2)");
    game.pick(B, "attack Cat");
    assert_eq!(game.number(B, Quantity::Damage), 7, "without combat 2");
}

#[test]
fn scales_changes_last_as_long_as_they_say() {
    // Behind no `for`: as long as the card lies there.
    let lasting = skilled("none", "won: raise power 1", CATS);
    let mut game = lasting.game(&[]);
    game.pick(A, "attack Sage").pick(B, "defend Cat").pick(B, "defend Cat");
    assert_eq!(attack(&game, A), "Sage (power 4)");
    // For a turn: until the next turn of the same seat begins, for cards that come later too.
    let rows = row("Sage", "discard", "played: raise power 2 all for turn");
    let round = lab(&rows, "1 Sage\n20 Ox\n", CATS, &[]);
    let mut game = round.game(&[]);
    game.pick(A, "skill Sage").pick(A, "attack Ox");
    assert_eq!(attack(&game, A), "Ox (power 4)");
    game.pick(B, "defend Cat");
    assert_eq!(game.number(B, Quantity::Damage), 4);
    assert_eq!((game.turn(A), attack(&game, A)), (2, "Ox (power 2)".into()));
    let one = skilled("none", "played: raise power 2 for turn", CATS);
    let mut game = one.game(&[]);
    game.pick(A, "attack Sage");
    assert_eq!(attack(&game, A), "Sage (power 4)");
    game.pick(B, "defend Cat");
    assert_eq!(attack(&game, A), "Sage (power 2)");
}

#[test]
fn scales_lower_hits_the_opposing_card_but_not_below_0() {
    let lab = lab(&row("Sage", "none", "clash: lower power 9 for clash"), "20 Sage\n", "20 Lord\n", &[]);
    let mut game = lab.game(&[]);
    game.pick(A, "attack Sage").pick(B, "attack Lord").pick(A, "defend Sage");
    assert_eq!(game.number(A, Quantity::Damage), 0, "the Lord won with power 0");
    assert_eq!(attack(&game, B), "Lord (power 5)");
}

#[test]
fn scales_winners_and_losers_have_their_abilities() {
    let won = skilled("none", "won: damage 1; lost: damage 7; destroyed: damage 7", CATS);
    let mut game = won.game(&[]);
    game.pick(A, "attack Sage").pick(B, "defend Cat");
    assert_eq!(game.number(B, Quantity::Damage), 3, "the power and 1");
    let lost = skilled("none", "won: damage 7; lost: damage 1; destroyed: damage 2", "20 Lord\n");
    let mut game = lost.game(&[]);
    game.pick(A, "attack Sage").pick(B, "defend Lord");
    assert_eq!(game.number(B, Quantity::Damage), 3, "as a loser 1, as a card that went to the Discard 2");
    let tie = skilled("none", "won: damage 7; lost: damage 7; destroyed: damage 2", "20 Ox\n");
    let mut game = tie.game(&[]);
    game.pick(A, "attack Sage").pick(B, "defend Ox");
    assert_eq!(game.number(B, Quantity::Damage), 2, "a tie has no loser");
    let replaced = skilled("none", "destroyed: damage 3", CATS);
    let mut game = replaced.game(&[]);
    game.pick(A, "attack Sage").pick(B, "attack Cat");
    assert_eq!(game.number(B, Quantity::Damage), 5, "its power, then the ability of the card that is replaced");
}

#[test]
fn scales_negate_switches_the_opposing_card_off_for_the_combat() {
    let rows = row("Mute", "none", "clash: negate")
        + &row("Loud", "none", "lost: damage 5; won: damage 5; destroyed: damage 5");
    let table = lab(&rows, "20 Mute\n", "20 Loud\n", &[]);
    let mut game = table.game(&[]);
    game.pick(A, "attack Mute").pick(B, "defend Loud");
    assert_eq!(game.number(A, Quantity::Damage), 0, "a tie whose abilities are off");
    // Without combat the card is itself again.
    game.pick(A, "attack Mute").pick(B, "attack Loud").pick(A, "attack Mute");
    assert_eq!(game.number(A, Quantity::Damage), 2 + 5);
}

#[test]
fn scales_the_attack_card_acts_before_the_defense_card() {
    let rows = row("Mute", "none", "clash: negate") + &row("Hush", "none", "clash: negate; destroyed: damage 1");
    let table = lab(&rows, "20 Mute\n", "20 Hush\n", &[]);
    let mut game = table.game(&[]);
    game.pick(A, "attack Mute").pick(B, "defend Hush");
    let log = game.log();
    assert_eq!(log.matches("abilities of B are off").count(), 1, "{log}");
    assert_eq!(log.matches("abilities of A are off").count(), 0, "{log}");
}

#[test]
fn scales_a_destroyed_opponent_leaves_no_combat() {
    let rows = row("Trap", "none", "clash: destroy 1");
    let table = lab(&rows, "20 Trap\n", "20 Lord\n", &[]);
    let mut game = table.game(&[]);
    game.pick(A, "attack Trap").pick(B, "defend Lord");
    assert_eq!((attack(&game, A), game.number(B, Quantity::Damage)), ("Trap (power 2)".into(), 0));
    game.pick(B, "attack Lord").pick(A, "defend Trap");
    assert_eq!((attack(&game, A), game.number(A, Quantity::Damage)), ("Trap (power 2)".into(), 0), "it moves up");
}

#[test]
fn scales_damage_may_count_twice() {
    let rows = row("Sage", "discard", "played: double-damage, damage 1");
    let table = lab(&rows, "1 Sage\n20 Ox\n", CATS, &[]);
    let mut game = table.game(&[]);
    game.pick(A, "skill Sage").pick(A, "attack Ox").pick(B, "defend Cat");
    assert_eq!(game.number(B, Quantity::Damage), 2 + 4);
    game.pick(B, "defend Cat");
    assert_eq!(game.number(B, Quantity::Damage), 2 + 4 + 2, "it ends when the next turn of A begins");
}

#[test]
fn scales_conditions_look_at_the_table() {
    let lab = skilled("none", "field if deck <= 16: raise power 1; field if opponent deck <= 14: raise power 10", CATS);
    let mut game = lab.game(&[]);
    game.pick(A, "attack Sage");
    assert_eq!(attack(&game, A), "Sage (power 2)", "17 cards are left");
    game.pick(B, "defend Cat");
    assert_eq!((deck(&game, A), deck(&game, B)), (16, 14));
    assert_eq!(attack(&game, A), "Sage (power 13)");
}

#[test]
fn scales_every_card_of_the_pool_is_understood() {
    let session = session();
    let game = session.game("scales").expect("game");
    let all = SeatDeck { shuffled: game.catalog.cards().map(|(id, _)| Some(id)).collect(), ..SeatDeck::default() };
    let setup = game.spec.setup.iter().map(|(k, v)| (k.value.clone(), v.clone())).collect();
    let from = KitSource { spec: &game.spec, catalog: &game.catalog, sources: &session.sources, wishes: &[] };
    let plan = Plan { from, setup: &setup, decks: [all.clone(), all], first: None };
    let (runner, faults) = engines::runner(&plan).unwrap_or_else(|e| panic!("{e:#?}"));
    assert!(faults.is_empty(), "{faults:#?}");
    assert_eq!(runner.kit().not_simulated(A), 0);
}

#[test]
fn scales_abilities_that_never_work_are_named() {
    let session = session();
    let rows = [
        row("Coin", "none", "played cost 1: draw 1"),
        row("Bank", "none", "banked: draw 1"),
        row("Rest", "none", "field: negate"),
    ];
    let pool = format!(
        "name,rarity,power,element,species,size,means,zone,abilities\n{}{}",
        rows.concat(),
        row("Mill", "none", "played: mill 1")
    );
    let faults = crate::engine_scales_numbers::faults(&session, &pool, &[]);
    let messages: Vec<&str> = faults.iter().map(|f| f.message.as_str()).collect();
    assert_eq!(messages.len(), 4, "{messages:#?}");
    assert!(faults.iter().all(|f| f.level == Level::Warning));
    for word in ["nothing can be paid", "`banked` never comes", "behind `field`", "`mill` means nothing"] {
        assert!(messages.iter().any(|m| m.contains(word)), "{word}: {messages:#?}");
    }
}
