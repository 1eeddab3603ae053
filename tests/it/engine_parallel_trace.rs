//! Parallel: a whole game to be read by eye, and the number of ways through the first decisions of a small one.

use std::fmt::Write;
use std::sync::Arc;

use decklint::diagnostics::Levels;
use decklint::game::{DeckInput, Ready, Session, ready, runner};
use decklint::play::{Job, Policy, Scripted, Step};
use decklint::text::Source;

use crate::engine_parallel::lab;
use crate::support::{root, session};
use crate::table::Lab;

fn shipped(session: &Session, name: &str) -> Ready {
    let path = root().join("decks/parallel").join(name);
    let source = Arc::new(Source::new("deck", std::fs::read_to_string(&path).expect("deck")));
    let input = DeckInput { source: &source, guessed: None, path: Some(&path), game: Some("parallel") };
    ready(session, input, &Levels::default()).unwrap_or_else(|c| panic!("{:#?}", c.findings))
}

/// The built-in player against itself with two of the sample decks.
#[test]
fn parallel_trace_of_a_game() {
    let session = session();
    let (one, two) = (shipped(&session, "swarm-on-the-line.txt"), shipped(&session, "last-rain.txt"));
    let (runner, faults) = runner(&session, &one, two.deck, None, &[]).unwrap_or_else(|e| panic!("{e:#?}"));
    assert!(faults.is_empty(), "{faults:#?}");
    let policies = [Policy::Greedy, Policy::Greedy];
    let job = Job { seed: 4, turns: 30, policies, goals: Vec::new(), groups: Vec::new() };
    let trace = runner.trace(&job, 0);
    let mut out = String::new();
    for line in &trace.lines {
        writeln!(out, "{:?}{} {:7} {}", line.seat, line.turn, line.stage, line.text).expect("text");
    }
    let ending = trace.outcome.map(|o| (o.winner, runner.about().endings[usize::from(o.ending)].0));
    writeln!(out, "{ending:?}").expect("text");
    insta::assert_snapshot!("parallel_trace", out);
}

/// How many different ways there are through so many decisions, with decks in the order of their lists.
fn paths(lab: &Lab, depth: usize, path: &mut Vec<usize>) -> u64 {
    let mut session = lab.runner().open(Box::new(Scripted::new([])));
    let mut taken = 0;
    loop {
        match session.step() {
            Step::Decide(_) if taken < path.len() => {
                session.choose(path[taken]);
                taken += 1;
            }
            Step::Decide(_) => break,
            Step::Over(_) => return u64::from(taken == path.len() && depth == 0),
            Step::Opened | Step::TurnEnd(_) => {}
        }
    }
    // Giving up is always possible; it is left out of the count.
    let options = session.options().iter().filter(|o| *o != "concede").count();
    if depth == 1 {
        return options as u64;
    }
    let mut count = 0;
    for index in 0..options {
        path.push(index);
        count += paths(lab, depth - 1, path);
        path.pop();
    }
    count
}

/// Depth 1 is A's mulligan: return the Ox, return the Imp, or keep. Depth 2: two ways on after either card, three of B
/// after keeping: 7. Depth 3: all returned leaves 1 (twice), one returned and kept 3 of B (twice), kept and one of B's
/// cards returned 2 (twice), both kept 3 (bank the Ox, bank the Imp, end): 15. Depth 4: 3 of B after either way to
/// return both; 2, 2 and 3 after either card; 1 and 3 after keeping and either card of B; and 2, 2 and 4 after both kept
/// (bank one and play the other, or end it and leave B three cards to bank): 36.
#[test]
fn parallel_path_counts() {
    let lab = lab(&[], ["1 Ox\n1 Imp\n2 Stone\n", "1 Ox\n1 Imp\n2 Stone\n"], &[("hand", 2)]);
    let counts: Vec<u64> = (1..=6).map(|depth| paths(&lab, depth, &mut Vec::new())).collect();
    assert_eq!(counts, [3, 7, 15, 36, 83, 197]);
}
