//! One battery for all engines: what any turn structure must keep, on the shipped games and their sample decks.

use std::sync::Arc;

use decklint::diagnostics::Levels;
use decklint::game::{DeckInput, Ready, Session, ready, runner};
use decklint::play::{Job, Policy, Runner, Seat, SeatDeck, Step, Streams};
use decklint::text::Source;

use crate::support::{files_below, root, session};

/// The games whose engine is there, with the sample decks to play with.
pub fn playable() -> Vec<(Session, Ready)> {
    let mut out = Vec::new();
    for game in crate::support::game_ids() {
        let session = session();
        let spec = session.spec(session.games.get(&game).expect("game")).expect("spec");
        if !spec.engine.is_some_and(|e| decklint::engines::names().any(|n| n == e.value)) {
            continue;
        }
        let decks = files_below(&root().join("decks").join(&game));
        let path = decks.iter().find(|p| p.extension().is_some_and(|e| e == "txt" || e == "yaml")).expect("a deck");
        let source = Arc::new(Source::new("deck", std::fs::read_to_string(path).expect("deck")));
        let input = DeckInput { source: &source, guessed: None, path: Some(path), game: Some(&game) };
        let ready = ready(&session, input, &Levels::default()).unwrap_or_else(|c| panic!("{:#?}", c.findings));
        out.push((session, ready));
    }
    out
}

fn job(policies: [Policy; 2], seed: u64) -> Job {
    Job { seed, turns: 60, policies, goals: Vec::new(), groups: Vec::new() }
}

fn mirror(session: &Session, ready: &Ready, idle: bool, first: Option<Seat>) -> Box<dyn Runner> {
    let opponent = SeatDeck { idle, ..ready.deck.clone() };
    runner(session, ready, opponent, first, &[]).unwrap_or_else(|e| panic!("{e:#?}")).0
}

#[test]
fn random_play_of_two_seats_keeps_every_invariant() {
    for (session, ready) in playable() {
        let runner = mirror(&session, &ready, false, None);
        let job = job([Policy::Random, Policy::Random], 7);
        runner.audit(&job, 0, 10_000).unwrap_or_else(|e| panic!("{}: {e}", ready.game.id));
    }
}

#[test]
fn the_built_in_player_keeps_every_invariant_alone_and_against_itself() {
    for (session, ready) in playable() {
        for idle in [false, true] {
            let runner = mirror(&session, &ready, idle, None);
            let job = job([Policy::Greedy, if idle { Policy::Idle } else { Policy::Greedy }], 8);
            runner.audit(&job, 0, 1000).unwrap_or_else(|e| panic!("{} idle {idle}: {e}", ready.game.id));
        }
    }
}

#[test]
fn an_idle_seat_plays_no_card() {
    for (session, ready) in playable() {
        let runner = mirror(&session, &ready, false, None);
        let tally = runner.run(&job([Policy::Idle, Policy::Greedy], 12), 0, 10);
        // In Scales of Battle a card must be played where one can be.
        let forced = &*ready.game.id == "scales";
        assert_eq!(tally.played.iter().sum::<u64>() > 0, forced, "{}", ready.game.id);
        let tally = runner.run(&job([Policy::Greedy, Policy::Idle], 12), 0, 10);
        assert_ne!(tally.played.iter().sum::<u64>(), 0, "{}", ready.game.id);
    }
}

#[test]
fn parts_of_a_run_add_up_to_the_whole() {
    for (session, ready) in playable() {
        let runner = mirror(&session, &ready, true, None);
        let job = job([Policy::Greedy, Policy::Idle], 9);
        let whole = runner.run(&job, 0, 300);
        let mut parts = runner.run(&job, 0, 101);
        let mut ranges = [101..102, 102..102, 102..300].into_iter();
        parts.merge(&runner.run_parts(&job, &mut || ranges.next()));
        assert_eq!(whole.games, 300);
        assert_eq!(whole, parts, "{}", ready.game.id);
    }
}

#[test]
fn a_game_replays_alone() {
    for (session, ready) in playable() {
        let runner = mirror(&session, &ready, false, None);
        let job = job([Policy::Random, Policy::Greedy], 10);
        let (one, again) = (runner.trace(&job, 17), runner.trace(&job, 17));
        assert_eq!(one.lines, again.lines, "{}", ready.game.id);
        assert!(!one.lines.is_empty());
        let other = runner.trace(&job, 18);
        assert_ne!(one.lines, other.lines, "{}", ready.game.id);
    }
}

#[test]
fn stages_are_those_of_the_game() {
    for (session, ready) in playable() {
        let runner = mirror(&session, &ready, false, None);
        let about = runner.about();
        let named: Vec<&str> = ready.game.spec.phases.iter().map(|p| p.value.as_str()).collect();
        assert_eq!(about.phases, named, "{}", ready.game.id);
        let trace = runner.trace(&job([Policy::Greedy, Policy::Greedy], 11), 0);
        for line in trace.lines.iter().filter(|l| l.turn > 0) {
            assert!(about.phases.contains(&line.stage), "{}: {}", ready.game.id, line.stage);
        }
        // A game that is played step by step is in one of them at every decision.
        let mut table = runner.open(Box::new(Streams::new(11, 0)));
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..60 {
            match table.step() {
                Step::Decide(_) => {
                    // Mulligans come before the first of them.
                    if table.turn(Seat::A) + table.turn(Seat::B) > 0 {
                        seen.insert(table.stage());
                    }
                    table.choose(0);
                }
                Step::Over(_) => break,
                _ => {}
            }
        }
        assert!(!seen.is_empty() && seen.iter().all(|s| about.phases.contains(s)), "{}: {seen:?}", ready.game.id);
        assert_eq!(about.endings.last().map(|(name, _)| *name), Some("turn limit"));
    }
}
