//! A game in a long run allocates nothing: once piles and tallies have grown, more games ask for no more memory. This is a
//! binary of its own, for it counts what its one allocator does, and a single test, for it counts all threads.

use std::alloc::System;
use std::sync::Arc;

use decklint::diagnostics::Levels;
use decklint::game::{DeckInput, Games, Options, Session, ready, runner};
use decklint::play::{Job, Policy, SeatDeck};
use decklint::text::{Source, Sources};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn games_allocate_nothing() {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut tried = 0;
    for game in ["barrenia", "breakrift", "parallel", "scales", "tuna"] {
        let session = Session::new(Sources::default(), Games::shipped(), Options::default());
        let mut decks: Vec<_> = std::fs::read_dir(format!("{root}/decks/{game}"))
            .expect("decks")
            .map(|e| e.expect("entry").path())
            .collect();
        decks.sort();
        let text = std::fs::read_to_string(&decks[0]).expect("a deck");
        let source = Arc::new(Source::new("deck", text));
        let input = DeckInput { source: &source, guessed: None, path: Some(&decks[0]), game: Some(game) };
        let ready = ready(&session, input, &Levels::default()).expect("a legal deck");
        for (opponent, policy) in
            [(SeatDeck::blanks(ready.deck.shuffled.len()), Policy::Idle), (ready.deck.clone(), Policy::Greedy)]
        {
            let (runner, _) = runner(&session, &ready, opponent, None, &[]).expect("an engine");
            let policies = [Policy::Greedy, policy];
            let job = Job { seed: 1, turns: 14, policies, goals: Vec::new(), groups: Vec::new() };
            let count = |games: u64| {
                let region = Region::new(ALLOCATOR);
                let tally = runner.run(&job, 0, games);
                let stats = region.change();
                assert_eq!(tally.games, games);
                stats.allocations + stats.reallocations
            };
            // The rare game that grows a list further than all before it may cost a few; a game must not cost one.
            let (few, many) = (count(500), count(5500));
            assert!(many.saturating_sub(few) < 100, "{game}: {few} allocations in 500 games, {many} in 5500");
            tried += 1;
        }
    }
    assert_eq!(tried, 10);
}
