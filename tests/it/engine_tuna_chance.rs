//! Tuna: exact chances against simulated ones, paths, the shipped pool, a game to read.

use std::fmt::Write as _;

use decklint::engines::{Plan, runner};
use decklint::play::{Job, KitSource, Policy, Seat, SeatDeck, Step};
use decklint::spec::Setting;

use crate::engine_battery::playable;
use crate::engine_tuna::{POOL, SEVEN};
use crate::support::{session, set_up};
use crate::table::{Game, Lab};

fn job(seed: u64, turns: u16) -> Job {
    let policies = [Policy::Greedy, Policy::Idle];
    Job { seed, turns, policies, goals: Vec::new(), groups: Vec::new() }
}

/// Whether a share lies in the 99.9 % interval of an exact chance (normal approximation).
fn fits(hits: u64, games: u64, exact: f64) {
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let (share, n) = (hits as f64 / games as f64, games as f64);
    let width = 3.2905 * (exact * (1.0 - exact) / n).sqrt();
    assert!((share - exact).abs() <= width, "{share} is not {exact} +- {width}");
}

/// One marked card among thirty.
const THIRTY: &str = "1 Ant\n29 Bee\n";

#[test]
fn tuna_one_card_among_five_of_thirty() {
    let games = 20_000;
    for (replace, exact) in [(false, 1.0 / 6.0), (true, 1.0 - (29.0f64 / 30.0).powi(5))] {
        let set = [("replace", Setting::from(replace))];
        let lab = Lab::with("tuna", POOL, [THIRTY, "1 Fox\n"], &set, Some(Seat::A), [false, true]);
        let runner = lab.runner();
        let ant = runner.kit().kinds().find(|&k| runner.kit().name(k) == "Ant").expect("Ant");
        let job = job(1, 1);
        let hits = (0..games).filter(|&g| runner.opening(&job, g).kept.contains(&ant)).count();
        fits(hits as u64, games, exact);
    }
    assert!((1.0 - (29.0f64 / 30.0).powi(5) - 0.1559).abs() < 0.0001);
}

/// The rolls of B, in order, of games in which one unit strikes directly each round.
fn rolls_of_b(games: u64, seed: u64) -> Vec<Vec<(u32, u32)>> {
    let lab = Lab::with("tuna", POOL, ["1 Ant\n", "1 Fox\n"], &[], Some(Seat::A), [false, true]);
    let read = |line: &str| {
        let (_, rest) = line.split_once("B takes damage and rolls ")?;
        let (chance, rest) = rest.split_once(" and ")?;
        Some((chance.parse().ok()?, rest.split(':').next()?.parse().ok()?))
    };
    let job = job(seed, 30);
    (0..games).map(|game| lab.runner().trace(&job, game).lines.iter().filter_map(|l| read(&l.text)).collect()).collect()
}

#[test]
fn tuna_triggers_come_as_often_as_the_dice_say() {
    let games = rolls_of_b(3000, 2);
    // The first roll of each game: a trigger in 2 of 10, a given one in 1 of 30.
    let first = |test: &dyn Fn(u32, u32) -> bool| games.iter().filter(|g| test(g[0].0, g[0].1)).count() as u64;
    fits(first(&|chance, _| chance <= 1), 3000, 0.2);
    for trigger in 1..=6 {
        fits(first(&|chance, face| chance <= 1 && face == trigger), 3000, 1.0 / 30.0);
    }
    // Games without any trigger end with the seventh roll.
    let plain = games.iter().filter(|g| g.iter().all(|r| r.0 >= 2)).inspect(|g| assert_eq!(g.len(), 7)).count();
    fits(plain as u64, 3000, 0.8f64.powi(7));
    assert!((0.8f64.powi(7) - 0.2097).abs() < 0.0001);
}

#[test]
fn tuna_seventh_damage_is_survived_once_in_thirty() {
    // Six dice without a roll at the call, then one direct attack.
    let pool = "name,atk,def,abilities\nHero,5,5,played: damage 6\nFox,1,1,\n";
    let set = [("burn-triggers", Setting::from(false))];
    let lab = Lab::with("tuna", pool, ["1 Hero\n", "1 Fox\n"], &set, Some(Seat::A), [false, true]);
    let games = 60_000;
    let tally = lab.runner().run(&job(3, 1), 0, games);
    let lost: u64 = tally.endings[0].won.iter().sum();
    let survived: u64 = tally.endings.last().expect("turn limit").drawn.iter().sum();
    assert_eq!(lost + survived, games);
    fits(survived, games, 1.0 / 30.0);
}

/// How many ways there are to take so many decisions, from here on.
fn paths(lab: &Lab, taken: &mut Vec<(Seat, String)>, depth: usize) -> usize {
    if depth == 0 {
        return 1;
    }
    let mut game: Game<'_> = lab.game(&[9, 0].repeat(20));
    for (seat, label) in taken.iter() {
        game.pick(*seat, label);
    }
    let Step::Decide(seat) = game.last().unwrap_or_else(|| game.run()) else { return 1 };
    let options = game.decision(seat);
    let mut sum = 0;
    for option in options {
        taken.push((seat, option));
        sum += paths(lab, taken, depth - 1);
        taken.pop();
    }
    sum
}

#[test]
fn tuna_path_counts() {
    let set = [("front-slots", 2.into()), ("waiting-slots", 1.into())];
    let lab = Lab::new("tuna", POOL, ["1 Ant\n1 Bee\n", "1 Fox\n"], &set);
    let counts: Vec<usize> = (1..=5).map(|depth| paths(&lab, &mut Vec::new(), depth)).collect();
    // Depth 1: two cards for two places, or no call: 5. Depth 2: after each, B has one card for two places, or passes:
    // 5 * 3 = 15. Depth 3: A keeps a card in any case and has no arts: one option, 15. Depth 4: A draws Ant and Bee.
    // No call before (3 paths): 5 options, 15. A call before (12 paths): one card is left by name, for the one place
    // left in front, or none: 2 options, 24; together 39.
    // Depth 5, by what A and B called first: B passed: its Fox is no arts, 1 option each, (5 + 8) = 13. A passed and B
    // called Fox: Fox is on the battlefield when B draws it again, 1 option, 10. Both called: Fox met A's unit in 4 of 8
    // cases and was felled, so it can be called again to two places or not, 4 * 2 * 3 = 24; else 1 option, 4 * 2 = 8.
    assert_eq!(counts, [5, 15, 15, 39, 13 + 10 + 24 + 8]);
}

#[test]
fn tuna_every_card_of_the_shipped_pool_can_be_played() {
    let session = session();
    let game = session.game("tuna").expect("the game");
    let all: Vec<_> = game.catalog.cards().map(|(id, _)| Some(id)).collect();
    let setup = game.spec.setup.iter().map(|(k, v)| (k.value.clone(), v.clone())).collect();
    let deck = SeatDeck { shuffled: all, ..SeatDeck::default() };
    let plan = Plan {
        from: KitSource { spec: &game.spec, catalog: &game.catalog, sources: &session.sources, wishes: &[] },
        setup: &setup,
        decks: [deck.clone(), deck],
        first: None,
    };
    let (runner, faults) = runner(&plan).unwrap_or_else(|e| panic!("{e:#?}"));
    assert!(faults.is_empty(), "{faults:#?}");
    assert_eq!(runner.kit().not_simulated(Seat::A), 0);
    let job = Job { policies: [Policy::Random, Policy::Random], ..job(4, 40) };
    runner.audit(&job, 0, 300).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn tuna_setup_that_does_not_fit_is_told() {
    let session = session();
    let game = session.game("tuna").expect("the game");
    let told = |key: &str, value: Setting| {
        let setup = set_up(&game.spec, |setup| {
            setup.insert(key.to_owned(), value);
        });
        let plan = Plan {
            from: KitSource { spec: &game.spec, catalog: &game.catalog, sources: &session.sources, wishes: &[] },
            setup: &setup,
            decks: [SeatDeck::blanks(30), SeatDeck::blanks(30)],
            first: None,
        };
        runner(&plan).err().map(|faults| faults[0].message.clone())
    };
    for (key, good, bad) in [
        ("stock", Setting::from(0), Setting::from(-1)),
        ("front-slots", 8.into(), 9.into()),
        ("waiting-slots", 0.into(), 9.into()),
        ("damage-slots", 30.into(), 31.into()),
        ("replace", true.into(), 1.into()),
        ("same-name", "own".into(), "mine".into()),
        ("triggers", Setting::List(vec!["heal".into()]), Setting::List(vec!["heel".into()])),
        ("triggers", Setting::List(vec!["heal".into()]), Setting::List(Vec::new())),
    ] {
        assert_eq!(told(key, good), None, "{key}");
        assert!(told(key, bad).is_some_and(|m| m.contains(&format!("setup.{key}"))), "{key}");
    }
}

#[test]
fn tuna_effects_that_happen_once_mean_nothing_behind_field() {
    let session = session();
    let files = session.games.get("tuna").expect("files");
    let spec = session.spec(files).expect("game.yaml");
    let pool = "name,atk,def,abilities\nAnt,1,1,field: draw 1\nBee,1,1,field cost 1: draw 1\n";
    let source = std::sync::Arc::new(decklint::text::Source::new("pool.csv", pool));
    let file = session.sources.add(decklint::text::Source::new("pool.csv", pool));
    let pools = [decklint::catalog::Pool { source, file, columns: decklint::catalog::ColumnMap::default() }];
    let (catalog, _) = decklint::catalog::load(&spec, &pools, decklint::catalog::Report::Summary);
    let setup = spec.setup.iter().map(|(k, v)| (k.value.clone(), v.clone())).collect();
    let deck = SeatDeck { shuffled: catalog.cards().map(|(id, _)| Some(id)).collect(), ..SeatDeck::default() };
    let from = KitSource { spec: &spec, catalog: &catalog, sources: &session.sources, wishes: &[] };
    let plan = Plan { from, setup: &setup, decks: [deck.clone(), deck], first: None };
    let (_, faults) = runner(&plan).unwrap_or_else(|e| panic!("{e:#?}"));
    let messages: Vec<&str> = faults.iter().map(|f| f.message.as_str()).collect();
    assert_eq!(messages, ["Ant: `draw` does not last, so it means nothing behind `field:`"]);
}

#[test]
fn tuna_decks_of_no_card_and_one_card_end_at_the_turn_limit() {
    for deck in [SeatDeck::default(), SeatDeck::blanks(1)] {
        let session = session();
        let game = session.game("tuna").expect("the game");
        let setup = game.spec.setup.iter().map(|(k, v)| (k.value.clone(), v.clone())).collect();
        let from = KitSource { spec: &game.spec, catalog: &game.catalog, sources: &session.sources, wishes: &[] };
        let plan = Plan { from, setup: &setup, decks: [deck.clone(), deck], first: None };
        let (runner, _) = runner(&plan).unwrap_or_else(|e| panic!("{e:#?}"));
        let tally = runner.run(&job(5, 50), 0, 10);
        assert_eq!(tally.endings.last().expect("turn limit").drawn.iter().sum::<u64>(), 10);
        runner.audit(&job(5, 50), 0, 10).expect("sound");
    }
}

#[test]
fn tuna_metrics_follow_the_game() {
    let lab = Lab::with("tuna", POOL, [SEVEN, "1 Fox\n"], &[], Some(Seat::A), [false, true]);
    let tally = lab.runner().run(&job(6, 3), 0, 50);
    assert_eq!(lab.runner().about().metrics[..4], ["drawn", "thrown away", "stock", "front row"]);
    // Turn 1: five drawn, one called, four thrown away, one unit in front, no unit waits.
    let first: Vec<f64> = tally.turns[0].metrics[..5].iter().map(|m| m.mean()).collect();
    assert_eq!((first[0], first[1], first[4]), (5.0, 4.0, 0.0));
    assert_eq!(tally.turns[0].played.mean(), 1.0);
}

#[test]
fn tuna_an_idle_seat_banishes_the_unit_that_is_worth_most() {
    let set = [("stock", 1.into()), ("triggers", Setting::List(vec!["vanish".into()]))];
    let lab = Lab::with("tuna", POOL, ["1 Ant\n1 Fox\n", "1 Fox\n"], &set, Some(Seat::A), [false, true]);
    let (mut choices, mut fox_is_left) = (0, 0);
    for game in 0..200 {
        let mut units: Vec<String> = Vec::new();
        for line in lab.runner().trace(&job(13, 20), game).lines {
            if let Some((card, _)) = line.text.strip_prefix("A calls ").and_then(|t| t.split_once(' ')) {
                units.extend((card != "no").then(|| card.to_owned()));
            } else if let Some(card) = line.text.strip_suffix(" of A is banished") {
                if units.len() == 2 {
                    choices += 1;
                    fox_is_left += usize::from(units[0] == "Fox");
                    assert_eq!(card, "Ant");
                }
                units.retain(|u| u != card);
            }
        }
    }
    assert!(choices > fox_is_left && fox_is_left > 0, "{choices} {fox_is_left}");
}

#[test]
fn tuna_built_in_player_plays_a_game_to_be_read() {
    let (session, ready) = playable().into_iter().find(|(_, r)| r.game.id == "tuna").expect("tuna");
    let other = ready.deck.clone();
    let (runner, _) = decklint::game::runner(&session, &ready, other, None, &[]).unwrap_or_else(|e| panic!("{e:#?}"));
    let job = Job { policies: [Policy::Greedy, Policy::Greedy], ..job(12, 60) };
    // The shortest of forty games that somebody wins.
    let games = (0..40).map(|game| runner.trace(&job, game)).filter(|trace| trace.outcome.is_some());
    let trace = games.min_by_key(|trace| trace.lines.len()).expect("a game with an end");
    let mut text = String::new();
    let mut head = String::new();
    for line in &trace.lines {
        let here = format!("{:?} {} {}", line.seat, line.turn, line.stage);
        if here != head {
            writeln!(text, "{here}").expect("a string");
            head = here;
        }
        writeln!(text, "    {}", line.text).expect("a string");
    }
    let ending = trace.outcome.map(|o| (o.winner, runner.about().endings[usize::from(o.ending)].0));
    writeln!(text, "{ending:?}").expect("a string");
    insta::assert_snapshot!("tuna_trace", text);
}
