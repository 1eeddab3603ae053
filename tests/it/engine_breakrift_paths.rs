//! Breakrift Duel: the whole pool in play, path counts, and one game written down.

use decklint::game::runner;
use decklint::play::{Job, Policy, Seat, SeatDeck, Step};

use crate::engine_breakrift::{idle_lab, lab, lab_with};
use crate::support::root;
use crate::table::Lab;
use Seat::A;

/// A seat plays with one of each card of the shipped pool; the making of a [`Lab`] fails on any finding.
#[test]
fn breakrift_every_card_of_the_pool_means_something() {
    let pool = std::fs::read_to_string(root().join("cards/breakrift/cards.csv")).expect("pool");
    let codes = pool.lines().skip(1).filter_map(|l| l.split(',').next()).filter(|c| c.starts_with("BD-"));
    let deck: String = codes.map(|code| format!("1 {code}\n")).collect();
    assert_eq!(deck.lines().count(), 122);
    for defenders in ["attackers", "non_attackers", "all"] {
        let set = [
            ("defenders", defenders.into()),
            ("defense-order", "free".into()),
            ("set-types", "slots".into()),
            ("set-limit", 5.into()),
            ("base-attack", 1.into()),
            ("draw", 3.into()),
        ];
        let lab = Lab::new("breakrift", &pool, [&deck, &deck], &set);
        assert_eq!(lab.runner().kit().not_simulated(A), 0);
        for policies in [[Policy::Random, Policy::Greedy], [Policy::Greedy, Policy::Random]] {
            let job = Job { seed: 3, turns: 40, policies, goals: Vec::new(), groups: Vec::new() };
            lab.runner().audit(&job, 0, 100).expect("sound");
        }
    }
}

#[test]
#[should_panic(expected = "`banked` never happens in this game")]
fn breakrift_warns_of_a_time_that_never_comes() {
    lab_with("Hoard,Summon,,,1,1,banked: draw 1\n", "1 Hoard", "", &[]);
}

#[test]
#[should_panic(expected = "nothing to pay a cost with")]
fn breakrift_warns_of_a_cost() {
    lab_with("Hoard,Summon,,,1,1,field cost 2: draw 1\n", "1 Hoard", "", &[]);
}

#[test]
#[should_panic(expected = "`draw` cannot last")]
fn breakrift_warns_of_a_field_effect_that_does_not_last() {
    lab_with("Hoard,Summon,,,1,1,field: draw 1\n", "1 Hoard", "", &[]);
}

#[test]
#[should_panic(expected = "`energy` means nothing in Breakrift Duel")]
fn breakrift_warns_of_an_effect_of_other_games() {
    lab_with("Hoard,Summon,,,1,1,played: energy 1\n", "1 Hoard", "", &[]);
}

#[test]
#[should_panic(expected = "must be `attackers`, `non_attackers` or `all`")]
fn breakrift_refuses_an_unknown_reading() {
    lab("", "", &[("defenders", "nobody".into())]);
}

/// How many different lines of so many decisions there are.
fn paths(lab: &Lab, taken: &mut Vec<(Seat, String)>, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut game = lab.game(&[]);
    for (seat, label) in taken.iter() {
        game.pick(*seat, label);
    }
    let step = if taken.is_empty() { game.run() } else { game.last().expect("a stop") };
    let Step::Decide(seat) = step else { return 1 };
    let mut sum = 0;
    for label in game.decision(seat) {
        taken.push((seat, label));
        sum += paths(lab, taken, depth - 1);
        taken.pop();
    }
    sum
}

#[test]
fn breakrift_path_counts() {
    let small = [("hand", 3.into()), ("draw", 0.into()), ("defenders", "all".into())];
    let lab = lab("1 Imp, 1 Coat, 1 Page", "1 Angel, 1 Sword, 1 Dust", &small);
    // 1: three cards to set, or none.
    // 2: behind each of the three cards the two others or none, 9; behind none B's three options, 3.
    // 3: behind the 6 pairs of A, and the 3 single cards, B's three options, 27; behind B's first card the other or none,
    //    2 times 2; if both set nothing, nothing happens and A begins anew with 4.
    // The others agree with a model of these five cards that was written apart from the engine.
    let counted: Vec<u64> = (1..=6).map(|depth| paths(&lab, &mut Vec::new(), depth)).collect();
    assert_eq!(counted, [4, 12, 35, 78, 192, 454]);
}

#[test]
fn breakrift_the_built_in_player_beats_a_seat_that_does_nothing() {
    let lab = idle_lab("2 Imp, 2 Demon, 2 Fiend, 2 Sword, 2 Coat, 5 Page");
    let job = Job { seed: 1, turns: 34, policies: [Policy::Greedy, Policy::Idle], goals: vec![], groups: vec![] };
    let tally = lab.runner().run(&job, 0, 200);
    assert_eq!(tally.endings[0].won.iter().sum::<u64>(), 200);
}

#[test]
fn breakrift_the_built_in_player_beats_one_that_decides_by_chance() {
    let (session, ready) =
        crate::engine_battery::playable().into_iter().find(|(_, r)| r.game.id == "breakrift").expect("breakrift");
    let (runner, _) = runner(&session, &ready, ready.deck.clone(), None, &[]).expect("runner");
    let job = Job { seed: 1, turns: 60, policies: [Policy::Greedy, Policy::Random], goals: vec![], groups: vec![] };
    let tally = runner.run(&job, 0, 400);
    let won: u64 = tally.endings.iter().flat_map(|e| &e.won).sum();
    assert!(won >= 320, "only {won} of 400");
}

#[test]
fn breakrift_a_game_is_told_as_the_rule_text_has_it() {
    let (session, ready) =
        crate::engine_battery::playable().into_iter().find(|(_, r)| r.game.id == "breakrift").expect("breakrift");
    let opponent = SeatDeck { idle: false, ..ready.deck.clone() };
    let (runner, _) = runner(&session, &ready, opponent, None, &[]).expect("runner");
    let policies = [Policy::Greedy, Policy::Greedy];
    let job = Job { seed: 5, turns: 60, policies, goals: Vec::new(), groups: Vec::new() };
    let trace = runner.trace(&job, 1424);
    let lines: Vec<String> = trace.lines.iter().map(|l| format!("{} [{}] {}", l.turn, l.stage, l.text)).collect();
    insta::assert_snapshot!(format!("{}\n{:?}", lines.join("\n"), trace.outcome));
}
