//! Parallel: what works as long as a card is there, where it is silent, and the limits of the field.

use decklint::play::{Job, Policy, Quantity, Zone};

use crate::engine_parallel::{A, B, begun, lab, lab_with};
use crate::engine_parallel_combat::{duel, field, met};
use crate::table::Game;

/// How often an option stands there.
fn offers(game: &mut Game<'_>, label: &str) -> usize {
    game.decision(A).iter().filter(|o| o.starts_with(label)).count()
}

fn paragon_zone(game: &Game<'_>) -> Vec<String> {
    game.table(A).into_iter().find(|(title, _)| title == "Paragon").expect("a zone").1
}

/// Apart it is no card of the field, so it speaks of nothing; on the field it speaks of itself, not of its neighbour.
#[test]
fn parallel_a_paragon_raises_itself_once_it_is_on_the_field() {
    let text = "turn-start: raise attack 1 ; field: raise health 2 ; field cost 1: raise attack 3";
    let rows = [["Regent", "Paragon", "5", "4", "4", "", text]];
    let lab = lab(&rows, ["Paragon\n1 Regent\nDeck\n2 Coin\n1 Ox\n37 Stone\n", "40 Stone\n"], &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Coin").pick(A, "play Ox");
    assert_eq!((field(&game, A), paragon_zone(&game)), (vec!["Ox 2/3, Fatigue".into()], vec!["Regent".into()]));
    game.pick(A, "play Regent");
    assert_eq!(field(&game, A), ["Ox 2/3, Fatigue", "Regent 4/6, Fatigue"]);
    assert_eq!(paragon_zone(&game), ["Regent (on the field)"]);
    assert_eq!(offers(&mut game, "activate Regent"), 1);
    game.pick(A, "activate Regent");
    assert_eq!(field(&game, A), ["Ox 2/3, Fatigue", "Regent 7/6, Fatigue"]);
    game.pick(A, "end").pick(B, "end");
    assert_eq!(field(&game, A), ["Ox 2/3", "Regent 8/6"]);
}

#[test]
fn parallel_a_silent_card_changes_nothing_and_is_not_paid_for() {
    let rows = [
        ["Flag", "Relic", "0", "", "", "", "field: raise attack 1 all(type:Unit) ; field cost 1: damage 1"],
        ["Vow", "Effect", "0", "", "", "", "played: opponent negate"],
    ];
    let lab = duel(&rows, "1 Ox\n1 Flag\n1 Vow\n", "", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Coin").pick(A, "play Ox").pick(A, "play Flag");
    assert!(!game.log().contains("Energy 19 -> 19"), "a free card is no word worth");
    assert_eq!((field(&game, A)[0].as_str(), offers(&mut game, "activate Flag")), ("Ox 3/3, Fatigue", 1));
    game.pick(A, "play Vow");
    assert_eq!((field(&game, A)[0].as_str(), offers(&mut game, "activate Flag")), ("Ox 2/3, Fatigue", 0));
    game.pick(A, "end").pick(B, "end");
    assert_eq!(field(&game, A)[0], "Ox 3/3");
    let rows =
        [["Mine", "Unit", "1", "1", "1", "", "lost: damage 9"], ["Mute", "Effect", "0", "", "", "", "played: negate"]];
    let lab = duel(&rows, "1 Ox\n1 Mute\n", "1 Mine\n", &[]);
    for (mute, life) in [(false, 21), (true, 30)] {
        let mut game = met(&lab, &["Ox"], &["Mine"]);
        if mute {
            game.pick(A, "play Mute");
        }
        game.pick(A, "attack Ox -> Mine");
        assert_eq!(game.number(A, Quantity::Life), life);
    }
}

#[test]
fn parallel_both_numbers_may_rise_at_once() {
    let lab = duel(&[["Boon", "Effect", "0", "", "", "", "played: raise all 2"]], "1 Ox\n1 Boon\n", "", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Coin").pick(A, "play Ox").pick(A, "play Boon");
    assert_eq!(field(&game, A), ["Ox 4/5, Fatigue"]);
}

/// It lowers the Unit that it meets itself; while others fight, the strongest one.
#[test]
fn parallel_who_does_not_fight_meets_nobody() {
    let rows = [["Gaze", "Unit", "1", "1", "1", "", "field: lower attack 2"]];
    let lab = duel(&rows, "1 Ox\n1 Gaze\n", "1 Bear\n1 Imp\n", &[]);
    let mut game = met(&lab, &["Ox", "Gaze"], &["Bear", "Imp"]);
    game.pick(A, "attack Ox -> Imp");
    assert_eq!(field(&game, A), ["Ox 2/2", "Gaze 1/1"], "the Imp's attack is 1 as ever");
    let mut game = met(&lab, &["Ox", "Gaze"], &["Bear", "Imp"]);
    game.pick(A, "attack Gaze -> Imp");
    assert_eq!(field(&game, A), ["Ox 2/3", "Gaze 1/1"], "it is 0");
    let lab = duel(&rows, "1 Gaze\n", "1 Bear\n1 Ox\n", &[]);
    let mut game = met(&lab, &["Gaze"], &["Bear", "Ox"]);
    game.pick(A, "attack Gaze -> Ox");
    assert_eq!(field(&game, A), ["Gaze 1/1"], "the Ox had 0");
    assert_eq!(field(&game, B), ["Bear 1/3, Fatigue", "Ox 2/2, Fatigue"], "and has 2 again");
}

#[test]
fn parallel_an_upgrade_may_ready_all_and_may_be_a_token() {
    let rows = [
        ["Horn", "Upgrade", "0", "", "", "", "played: ready all"],
        ["Ring", "Upgrade", "0", "", "", "", ""],
        ["Gift", "Effect", "0", "", "", "", "played: token 1 \"Ring\""],
    ];
    let lab = duel(&rows, "1 Ox\n1 Imp\n1 Horn\n1 Gift\n", "", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Coin").pick(A, "play Ox").pick(A, "play Imp").pick(A, "play Horn -> Imp").pick(A, "play Gift");
    assert_eq!(field(&game, A), ["Ox 2/3", "Imp 1/1", "Horn on Imp", "Ring on Ox"]);
}

#[test]
fn parallel_tokens_and_cards_without_cost_or_known_type_are_not_played() {
    let rows = [
        ["Nit", "Token", "0", "1", "1", "", ""],
        ["Debt", "Unit", "", "1", "1", "", ""],
        ["Odd", "", "0", "1", "1", "", ""],
    ];
    let lab = duel(&rows, "1 Nit\n1 Debt\n1 Odd\n1 Ox\n", "", &[]);
    let mut game = begun(&lab);
    game.pick(A, "play Coin").pick(A, "play Ox");
    let plays: Vec<_> = game.decision(A).into_iter().filter(|o| o.starts_with("play ")).collect();
    assert_eq!(plays, ["play Coin"]);
}

#[test]
fn parallel_a_full_field_takes_only_effects() {
    for (tokens, ox, ring) in [("248", 1, 1), ("249", 0, 0)] {
        let text = format!("played: token {tokens} \"Imp\"");
        let rows = [["Flood", "Relic", "0", "", "", "", &text], ["Ring", "Upgrade", "0", "", "", "", ""]];
        let lab = duel(&rows, "1 Flood\n1 Ox\n1 Ring\n", "", &[]);
        let mut game = begun(&lab);
        game.pick(A, "play Coin").pick(A, "play Flood");
        let counts = ["play Ox", "play Ring -> Imp", "play Coin"].map(|label| offers(&mut game, label));
        assert_eq!(counts, [ox, ring, 1], "{tokens}");
    }
}

/// The numbers of the cards on the field come round after 255: no card gets 0, nor one that is in use.
#[test]
fn parallel_many_cards_may_come_and_go() {
    let rows =
        [["Fly", "Token", "0", "0", "0", "", ""], ["Swarm", "Effect", "0", "", "", "", "played: token 127 \"Fly\""]];
    let lab = duel(&rows, "1 Ox\n1 Bear\n2 Swarm\n", "", &[]);
    let mut game = begun(&lab);
    for card in ["Coin", "Ox", "Swarm", "Swarm", "Bear"] {
        game.pick(A, &format!("play {card}"));
    }
    assert_eq!(field(&game, A), ["Ox 2/3, Fatigue", "Bear 3/3, Fatigue"]);
    assert_eq!(game.zone(A, Zone::Grave), ["Coin", "Swarm", "Swarm"], "tokens are gone");
}

/// What pays for itself would go on for ever: behind 2,000 decisions of a turn the seat does nothing more.
#[test]
fn parallel_a_turn_has_up_to_2000_decisions() {
    let rows = [["Wheel", "Relic", "0", "", "", "", "turn-start: energy 9999 ; field cost 1: damage 1"]];
    let lab = lab_with(&rows, ["40 Wheel\n", "40 Stone\n"], &[("health", 9999)], Some(A), [false, true]);
    for policy in [Policy::First, Policy::Greedy] {
        let policies = [policy, Policy::First];
        let job = Job { seed: 1, turns: 3, policies, goals: Vec::new(), groups: Vec::new() };
        let trace = lab.runner().trace(&job, 0);
        for turn in [2, 3] {
            let said: Vec<&str> =
                trace.lines.iter().filter(|l| (l.seat, l.turn) == (A, turn)).map(|l| &*l.text).collect();
            let choices =
                said.iter().filter(|t| ["A: bank ", "A: play ", "A: activate "].iter().any(|w| t.starts_with(w)));
            assert_eq!((choices.count(), said.contains(&"A: end")), (2000, true), "{:?}, {turn}", job.policies[0]);
        }
    }
}
