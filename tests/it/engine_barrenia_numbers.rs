//! Barrenia: numbers worked out by hand, long runs, path counts, the shipped pool, and a game to be read.

use std::sync::Arc;

use decklint::catalog::{ColumnMap, Pool, Report, load};
use decklint::diagnostics::Levels;
use decklint::engines::{self, Plan};
use decklint::game::{DeckInput, Ready, Session, ready, runner};
use decklint::play::{Job, KitSource, Policy, Runner, Seat, SeatDeck, Step};
use decklint::spec::Setting;
use decklint::text::Source;

use crate::engine_barrenia_lab::*;
use crate::support::{files_below, root, session, set_up};
use crate::table::Lab;

fn job(policy: Policy, turns: u16) -> Job {
    Job { seed: 5, turns, policies: [policy.clone(), policy], goals: Vec::new(), groups: Vec::new() }
}

/// Both seats draw and send, and play nothing: nobody has a card that could be played.
fn race(size: usize, first: Seat) -> (Option<Seat>, [u16; 2]) {
    let deck = deck_of(&["Vault"], size);
    let lab = Lab::with("barrenia", POOL, [&deck, &deck], &[], Some(first), [false; 2]);
    let mut game = lab.game(&[]);
    loop {
        match game.run() {
            Step::Decide(seat) => {
                // One decision at a time: what an idle policy would take.
                let options = game.decision(seat);
                let label = ["done", "send Null", "skip", "end"].iter().find(|l| options.iter().any(|o| o == *l));
                let label = label.map_or_else(|| options[0].clone(), |l| (*l).to_owned());
                game.pick(seat, &label);
                if let Some(Step::Over(outcome)) = game.last() {
                    return (outcome.winner, [game.turn(A), game.turn(B)]);
                }
            }
            Step::Over(outcome) => return (outcome.winner, [game.turn(A), game.turn(B)]),
            _ => {}
        }
    }
}

#[test]
fn barrenia_draw_end_of_the_second_player_is_turn_36_of_40_cards_and_56_of_60() {
    // The second player draws in each of its turns, so it is the first to find no card: A has begun as many turns.
    assert_eq!(race(40, A), (Some(A), [36, 36]));
    assert_eq!(race(40, B), (Some(B), [36, 36]));
    assert_eq!(race(60, A), (Some(A), [56, 56]));
}

#[test]
fn barrenia_draw_end_of_the_first_player_is_turn_37_of_40_cards_and_57_of_60() {
    // The second player has more cards, so the first one is the first to find none.
    for (size, turn) in [(40, 37), (60, 57)] {
        let (own, other) = (deck_of(&["Vault"], size), deck_of(&["Vault"], size + 5));
        let lab = Lab::new("barrenia", POOL, [&own, &other], &[]);
        let tally = lab.runner().run(&job(Policy::Idle, 90), 0, 3);
        let draw_end = &tally.endings[1];
        assert_eq!(draw_end.lost.iter().sum::<u64>(), 3, "{size} cards");
        assert_eq!(draw_end.lost.get(turn), Some(&3), "{:?}", draw_end.lost);
        assert_eq!(lab.runner().about().endings[1].0, "Draw End");
    }
}

#[test]
fn barrenia_draw_end_against_a_seat_that_does_nothing() {
    // 40 cards and 60 turns: the last card is drawn one turn earlier, which is no loss.
    for (first, turn) in [(B, 36), (A, 37)] {
        let deck = deck_of(&["Vault"], 40);
        let lab = Lab::with("barrenia", POOL, [&deck, &deck], &[], Some(first), [false, true]);
        let tally = lab.runner().run(&job(Policy::Greedy, 60), 0, 3);
        assert_eq!(tally.endings[1].lost.get(turn), Some(&3), "{:?}", tally.endings[1]);
        let before = lab.runner().run(&job(Policy::Greedy, u16::try_from(turn).expect("a turn") - 1), 0, 3);
        assert_eq!(before.endings[1].lost.iter().sum::<u64>(), 0);
    }
}

#[test]
fn barrenia_opening_hands_hold_one_of_four_copies_as_often_as_they_should() {
    // 1 - C(n-4, 5) / C(n, 5), within 3.29 standard errors.
    for (size, expected) in [(40_usize, 0.427_071), (50, 0.353_016), (60, 0.300_571)] {
        let deck = format!("4 Spark\n{} Null\n", size - 4);
        let lab = Lab::new("barrenia", POOL, [&deck, &deck], &[]);
        let spark = lab.runner().kit().kinds().find(|k| lab.runner().kit().name(*k) == "Spark").expect("Spark");
        let job = job(Policy::First, 1);
        let n = 8000;
        let hits = (0..n).filter(|g| lab.runner().opening(&job, *g).kept.contains(&spark)).count();
        let share = hits as f64 / f64::from(n as u32);
        let error = 3.29 * (expected * (1.0 - expected) / f64::from(n as u32)).sqrt();
        assert!((share - expected).abs() < error, "{size}: {share} is not {expected} +- {error}");
    }
}

#[test]
fn barrenia_decks_are_shuffled() {
    let deck = "1 Spark\n1 Tide\n1 Frost\n1 Comb\n1 Cliff\n1 Trail\n1 Bone\n1 Rose\n";
    let lab = Lab::new("barrenia", POOL, [deck, deck], &[]);
    let hands: Vec<_> = (0..20).map(|g| lab.runner().opening(&job(Policy::First, 1), g).kept).collect();
    assert!(hands.iter().any(|h| h != &hands[0]), "each game has an order of its own");
    assert!(hands.iter().all(|h| h.len() == 5));
}

/// How many ways there are to decide `depth` times.
fn paths(lab: &Lab, depth: usize, prefix: &mut Vec<usize>) -> u64 {
    let mut table = lab.runner().open(Box::new(decklint::play::Scripted::default()));
    let mut at = 0;
    let options = loop {
        match table.step() {
            Step::Decide(_) if at < prefix.len() => {
                table.choose(prefix[at]);
                at += 1;
            }
            Step::Decide(_) => break table.options().len(),
            Step::Over(_) => return 1,
            _ => {}
        }
    };
    if depth == 1 {
        return options as u64;
    }
    let mut sum = 0;
    for option in 0..options {
        prefix.push(option);
        sum += paths(lab, depth - 1, prefix);
        prefix.pop();
    }
    sum
}

#[test]
fn barrenia_path_counts() {
    // A holds Spark and Tick, B Spark and Null, then draws a Null. By hand:
    // 1: A sends Spark, sends Tick, or is done: 3.
    // 2: after Spark: send Tick or done; after Tick: send Spark or done; after done: play Tick or skip: 6.
    // 3: both sent: B sends Spark or Null (twice 2); Spark sent, done: play Tick or skip (2); Tick sent, done, and twice
    //    with both kept, once Tick is played or skipped: play Spark or not (3 times 2): 12.
    // 4: both sent: if B keeps Spark it plays it or not, else A must send the Null it draws (twice 2 + 1); in the other
    //    eight B sends Spark or Null (8 times 2): 22.
    let lab = Lab::new("barrenia", POOL, ["1 Spark\n1 Tick\n9 Null\n", "1 Spark\n10 Null\n"], &[("hand", 2.into())]);
    let counts: Vec<u64> = (1..=6).map(|depth| paths(&lab, depth, &mut Vec::new())).collect();
    assert_eq!(counts, [3, 6, 12, 22, 38, 62]);
}

/// All cards of the shipped pool but one kind of deck: Erasers, or the others.
fn everything(session: &Session, erasers: bool) -> (Box<dyn Runner>, usize) {
    let game = session.game("barrenia").expect("the game");
    let setup = game.spec.setup.iter().map(|(k, v)| (k.value.clone(), v.clone())).collect();
    let kind = game.spec.attribute("type").expect("type");
    let is_eraser = |v: &decklint::catalog::Value| matches!(v, decklint::catalog::Value::Text(t) if &**t == "Eraser");
    let cards: Vec<_> =
        game.catalog.cards().filter(|(_, c)| is_eraser(&c.values[kind]) == erasers).map(|(id, _)| Some(id)).collect();
    let count = cards.len();
    let deck = SeatDeck { shuffled: cards, apart: Vec::new(), idle: false };
    let from = KitSource { spec: &game.spec, catalog: &game.catalog, sources: &session.sources, wishes: &[] };
    let plan = Plan { from, setup: &setup, decks: [deck.clone(), deck], first: None };
    let (runner, faults) = engines::runner(&plan).unwrap_or_else(|e| panic!("{e:#?}"));
    assert!(faults.is_empty(), "{faults:#?}");
    (runner, count)
}

#[test]
fn barrenia_empty_decks_are_a_draw_end_of_the_second_player() {
    let session = session();
    let game = session.game("barrenia").expect("the game");
    let setup = game.spec.setup.iter().map(|(k, v)| (k.value.clone(), v.clone())).collect();
    let from = KitSource { spec: &game.spec, catalog: &game.catalog, sources: &session.sources, wishes: &[] };
    let plan = Plan { from, setup: &setup, decks: [SeatDeck::default(), SeatDeck::default()], first: Some(A) };
    let (runner, _) = engines::runner(&plan).unwrap_or_else(|e| panic!("{e:#?}"));
    let tally = runner.run(&job(Policy::Random, 9), 0, 5);
    assert_eq!(tally.endings[1].won.iter().sum::<u64>(), 5, "the first player draws nothing in its first turn");
}

#[test]
fn barrenia_set_up_must_be_whole_and_sound() {
    let session = session();
    let game = session.game("barrenia").expect("the game");
    let from = KitSource { spec: &game.spec, catalog: &game.catalog, sources: &session.sources, wishes: &[] };
    let fault = |change: &dyn Fn(&mut indexmap::IndexMap<String, Setting>)| {
        let setup = set_up(&game.spec, change);
        let plan = Plan { from, setup: &setup, decks: [SeatDeck::default(), SeatDeck::default()], first: Some(A) };
        match engines::runner(&plan) {
            Ok(_) => String::new(),
            Err(faults) => faults.iter().map(|f| f.message.clone()).collect::<Vec<_>>().join("; "),
        }
    };
    assert_eq!(fault(&|_| {}), "");
    let missing = fault(&|s| {
        s.shift_remove("life");
    });
    assert_eq!(missing, "setup.life is missing; give a number from 1 to 9999");
    let set = |key: &'static str, value: Setting| fault(&|s| drop(s.insert(key.to_owned(), value.clone())));
    assert!(set("life", 0.into()).contains("it must be from 1 to 9999"));
    assert!(set("clash-stat", "all".into()).contains("it must be `opposing` or `shared`"));
    assert!(set("emblem-el", "Aurora Pole".into()).contains("did you mean `Aurora Poles`"));
    assert!(set("emblem-ag", 3.into()).contains("must be a list of words"));
    assert!(set("emblem-xx", 3.into()).contains("is no number of this engine"));
    let gone = fault(&|s| {
        s.shift_remove("miracle-sweep");
    });
    assert_eq!(gone, "setup.miracle-sweep must be a list of words");
}

#[test]
fn barrenia_abilities_without_meaning_are_reported() {
    let session = session();
    let spec = &session.game("barrenia").expect("the game").spec;
    let pool = "code,name,type,size,abilities\n\
        90000001,Pupa,Rear,1,played: health 9\n\
        90000002,Coin,Rear,1,banked: draw 1\n\
        90000003,Rain,Rear,1,field: draw 1\n\
        90000004,Sun,Rear,1,field cost 1: draw 1\n\
        90000005,Moon,Rear,1,\"field: raise el 1 all, lower ag 1 all\"\n";
    let source = Source::new("pool.csv", pool);
    let file = session.sources.add(Source::new("pool.csv", pool));
    let pools = [Pool { source: Arc::new(source), file, columns: ColumnMap::default() }];
    let (catalog, _) = load(spec, &pools, Report::Summary);
    let setup = spec.setup.iter().map(|(k, v)| (k.value.clone(), v.clone())).collect();
    let from = KitSource { spec, catalog: &catalog, sources: &session.sources, wishes: &[] };
    let deck = SeatDeck { shuffled: catalog.cards().map(|(id, _)| Some(id)).collect(), ..SeatDeck::default() };
    let plan = Plan { from, setup: &setup, decks: [deck, SeatDeck::default()], first: Some(A) };
    let (_, faults) = engines::runner(&plan).unwrap_or_else(|e| panic!("{e:#?}"));
    let told: Vec<String> = faults.iter().map(|f| format!("{} {}", f.code, f.message)).collect();
    assert_eq!(
        told,
        [
            "PLY002 Pupa: `health` means nothing in Barrenia",
            "PLY002 Coin: `banked` never happens in Barrenia",
            "PLY002 Rain: `field` without cost raises and lowers; `draw` means nothing in Barrenia",
        ]
    );
}

/// What cannot be read in an ability is marked in the pool, behind doubled quotes too.
#[test]
fn barrenia_abilities_that_cannot_be_read_are_marked_in_the_pool() {
    let session = session();
    let spec = &session.game("barrenia").expect("the game").spec;
    let pool = "code,name,type,size,abilities\n\
        90000001,Pupa,Rear,1,played: drwa 2\n\
        90000002,Coin,Rear,1,\"played: draw 1, heel 2\"\n\
        90000003,Rain,Rear,1,\"played: search 1 (name:\"\"Pupa\"\"), dray 1\"\n";
    let source = Source::new("pool.csv", pool);
    let file = session.sources.add(Source::new("pool.csv", pool));
    let pools = [Pool { source: Arc::new(source), file, columns: ColumnMap::default() }];
    let (catalog, _) = load(spec, &pools, Report::Summary);
    let setup = spec.setup.iter().map(|(k, v)| (k.value.clone(), v.clone())).collect();
    let from = KitSource { spec, catalog: &catalog, sources: &session.sources, wishes: &[] };
    let deck = SeatDeck { shuffled: catalog.cards().map(|(id, _)| Some(id)).collect(), ..SeatDeck::default() };
    let plan = Plan { from, setup: &setup, decks: [deck, SeatDeck::default()], first: Some(A) };
    let faults = engines::runner(&plan).map_or_else(|faults| faults, |(_, faults)| faults);
    let marked: Vec<&str> = faults.iter().map(|f| &pool[f.place.span().expect("a place").range()]).collect();
    assert_eq!(marked, ["drwa", "heel", "dray"], "{faults:#?}");
}

#[test]
fn barrenia_shipped_cards_all_work() {
    let session = session();
    let (ordinary, n) = everything(&session, false);
    let (erasers, m) = everything(&session, true);
    assert_eq!(n + m, 255);
    for runner in [ordinary, erasers] {
        runner.audit(&job(Policy::Random, 80), 0, 60).expect("sound");
        assert_eq!(runner.kit().not_simulated(A), 0, "every text has abilities, a condition or both");
    }
}

fn shipped(session: &Session, name: &str) -> Ready {
    let path = root().join("decks/barrenia").join(name);
    let source = Arc::new(Source::new(name, std::fs::read_to_string(&path).expect("deck")));
    let input = DeckInput { source: &source, guessed: None, path: Some(&path), game: Some("barrenia") };
    ready(session, input, &Levels::default()).unwrap_or_else(|c| panic!("{:#?}", c.findings))
}

#[test]
fn barrenia_shipped_decks_play_each_other() {
    let session = session();
    let names: Vec<String> = files_below(&root().join("decks/barrenia"))
        .iter()
        .filter_map(|p| p.file_name()?.to_str().map(str::to_owned))
        .collect();
    for (i, name) in names.iter().enumerate() {
        let own = shipped(&session, name);
        let other = shipped(&session, &names[(i + 1) % names.len()]);
        let (runner, faults) =
            runner(&session, &own, other.deck.clone(), None, &[]).unwrap_or_else(|e| panic!("{e:#?}"));
        assert!(faults.is_empty(), "{faults:#?}");
        for policy in [Policy::Random, Policy::Greedy, Policy::First] {
            runner.audit(&job(policy, 80), 0, 60).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        // Games of the built-in player come to an end.
        let tally = runner.run(&job(Policy::Greedy, 80), 0, 60);
        let limit = tally.endings.last().expect("turn limit");
        assert_eq!(limit.drawn.iter().sum::<u64>(), 0, "{name}");
    }
}

/// A game in lines.
fn written(decks: [&str; 2], policy: Policy, game: u64) -> String {
    let session = session();
    let (own, other) = (shipped(&session, decks[0]), shipped(&session, decks[1]));
    let (runner, _) = runner(&session, &own, other.deck.clone(), Some(A), &[]).unwrap_or_else(|e| panic!("{e:#?}"));
    let trace = runner.trace(&job(policy, 30), game);
    let line = |l: &decklint::play::LogLine| format!("{:?}{:<2} {:<9} {}", l.seat, l.turn, l.stage, l.text);
    trace.lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn barrenia_golden_game() {
    insta::assert_snapshot!(written(["pressure-line.txt", "comb-rush.txt"], Policy::Greedy, 235));
}

#[test]
fn barrenia_golden_game_of_random_players() {
    insta::assert_snapshot!(written(["rose-delta.yaml", "sixty-flags.json"], Policy::Random, 235));
}

#[test]
fn barrenia_a_card_is_sent_each_turn_or_may_be() {
    let hands = |send: &str| {
        let lab = lab_with(&["Vault"], &["Vault"], &[("send", send.into())]);
        let mut game = lab.game(&[]);
        game.pick(A, "done");
        while game.turn(B) == 0 {
            pass(&mut game, A);
        }
        (game.decision(B).contains(&"done".to_owned()), hand(&game, B))
    };
    // B holds five and draws one; whether it may keep all six is the reading.
    assert_eq!(hands("one"), (false, 6));
    assert_eq!(hands("at-most-one"), (true, 6));
}

#[test]
fn barrenia_the_hand_limit_holds_at_the_end_or_at_once() {
    for (at, asked) in [("end", false), ("once", true)] {
        let lab = lab_with(&["Vault"], &["Vault"], &[("hand-limit-at", at.into()), ("hand-limit", 5.into())]);
        let mut game = lab.game(&[]);
        game.pick(A, "done");
        while game.turn(B) == 0 {
            pass(&mut game, A);
        }
        // B holds five and draws a sixth.
        let options = game.decision(B);
        assert_eq!(options.iter().all(|o| o.starts_with("discard ")), asked, "{at}: {options:?}");
        if asked {
            game.pick(B, &options[0].clone());
            assert_eq!(hand(&game, B), 5);
            assert!(game.decision(B).iter().all(|o| o.starts_with("send ")));
        }
        let job = Job { policies: [Policy::Random, Policy::Random], ..job(Policy::Random, 40) };
        lab.runner().audit(&job, 0, 200).unwrap_or_else(|e| panic!("{at}: {e}"));
    }
}
