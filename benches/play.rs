//! Games a second of each engine, opening hands, and exact odds. `cargo bench --bench play`.

use std::sync::Arc;

use decklint::diagnostics::Levels;
use decklint::game::{DeckInput, Games, Options, Session, ready, runner};
use decklint::play::odds::{Draws, Question};
use decklint::play::{Job, Policy, Runner, Seat, SeatDeck, Streams};
use decklint::text::{Source, Sources};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const GAMES: &[&str] = &["barrenia", "breakrift", "parallel", "scales", "tuna"];

/// The first sample deck of a game against an idle seat, or against itself.
fn seated(game: &str, idle: bool) -> Box<dyn Runner> {
    let session = Session::new(Sources::default(), Games::shipped(), Options::default());
    let folder = format!("{}/decks/{game}", env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<_> = std::fs::read_dir(folder).expect("decks").map(|e| e.expect("entry").path()).collect();
    paths.sort();
    let text = std::fs::read_to_string(&paths[0]).expect("a deck");
    let source = Arc::new(Source::new(paths[0].display().to_string(), text));
    let input = DeckInput { source: &source, guessed: None, path: Some(&paths[0]), game: Some(game) };
    let ready = ready(&session, input, &Levels::default()).expect("a legal deck");
    let opponent = if idle { SeatDeck::blanks(ready.deck.shuffled.len()) } else { ready.deck.clone() };
    runner(&session, &ready, opponent, Some(Seat::A), &[]).expect("an engine").0
}

fn job(policy: Policy, opponent: Policy) -> Job {
    Job { seed: 1, turns: 14, policies: [policy, opponent], goals: Vec::new(), groups: Vec::new() }
}

/// A thousand whole games alone.
#[divan::bench(args = GAMES)]
fn goldfish(bencher: Bencher, game: &str) {
    let runner = seated(game, true);
    let job = job(Policy::Greedy, Policy::Idle);
    bencher.counter(ItemsCount::new(1000u32)).bench(|| black_box(runner.run(&job, 0, 1000)));
}

/// A thousand whole games of two seats.
#[divan::bench(args = GAMES)]
fn duel(bencher: Bencher, game: &str) {
    let runner = seated(game, false);
    let job = job(Policy::Greedy, Policy::Greedy);
    bencher.counter(ItemsCount::new(1000u32)).bench(|| black_box(runner.run(&job, 0, 1000)));
}

fn question() -> Question {
    Question::new(60, &[1, 2], |card, group| if group == 0 { card < 8 } else { (4..24).contains(&card) })
}

/// A table of exact odds over eight turns.
#[divan::bench]
fn odds_table(bencher: Bencher) {
    let question = question();
    bencher.bench(|| (5..13).map(|seen| question.share(black_box(seen))).sum::<f64>());
}

/// A thousand hands with a mulligan and five draws, dealt and judged.
#[divan::bench]
fn hands(bencher: Bencher) {
    let question = question();
    let draws = Draws::Deck { seen: 12, mulligan: Some(7) };
    bencher
        .counter(ItemsCount::new(1000u32))
        .bench(|| question.simulate(black_box(&draws), 1000, |trial| Streams::new(1, trial)));
}
