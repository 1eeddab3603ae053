//! What a walk takes for a deck, and what it leaves out and says so.

use crate::config::folder;
use crate::support::{Ran, root, run_in};

fn text(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
}

fn run(folder: &std::path::Path, line: &str) -> Ran {
    run_in(folder, line.split_whitespace())
}

/// Everything that a repository of decks may hold besides decks.
fn repository() -> tempfile::TempDir {
    let scales = |file: &str| text(&format!("cards/scales/{file}"));
    folder(&[
        ("decks/hive.txt", &text("examples/hive-mended.txt")),
        ("decks/club.yaml", &text("decks/barrenia/rose-delta.yaml")),
        ("decks/row.csv", &text("decks/barrenia/gravel-procession.csv")),
        ("games/scales/game.yaml", &scales("game.yaml")),
        ("games/scales/rules.yaml", &scales("rules.yaml")),
        ("games/scales/statements.yaml", &scales("statements.yaml")),
        ("games/scales/cards.csv", &scales("cards.csv")),
        ("games/scales/policies/blank.yaml", &scales("policies/blank-attacker.yaml")),
        ("games/scales/layers/any.yaml", "layer: any\n"),
        ("friday.yaml", &text("examples/friday.yaml")),
        ("wall.yaml", &text("cards/tuna/policies/wall.yaml")),
        ("shared.yaml", "levels: {RES001: note}\n"),
        ("package.json", "{\"name\": \"club\", \"scripts\": {\"check\": \"decklint check\"}}"),
        ("deck.schema.json", &text("schemas/deck.json")),
        ("pools/cards.csv", &text("cards/barrenia/cards.csv")),
        ("README.txt", "Our decks.\n"),
    ])
}

const OTHERS: usize = 13;

#[test]
fn a_walk_leaves_out_what_is_no_deck_and_says_so() {
    let folder = repository();
    let at = folder.path();
    let ran = run(at, "check --game barrenia .");
    assert_eq!(ran.code, 0, "{ran:#?}");
    let line = format!("{OTHERS} files are no decks and were left out (--show-files names them)\n");
    assert!(ran.err.ends_with(&format!("3 decks: 3 legal, 0 illegal\n{line}")), "{ran:#?}");
    // Machines read standard output; people are told all the same.
    let ran = run(at, "check --game barrenia --format json .");
    assert!(ran.err.contains(&line) && serde_json::from_str::<serde_json::Value>(&ran.out).is_ok(), "{ran:#?}");
    assert!(!run(at, "check --quiet --game barrenia .").err.contains("no decks"));
    let ran = run(at, "check --verbose --game barrenia .");
    assert!(ran.err.contains("friday.yaml: skipped, a layer, no deck\n"), "{ran:#?}");
    let ran = run(at, "check --show-files --game barrenia .");
    let shown = |what: &str| ran.out.lines().filter(|l| l.ends_with(what)).count();
    assert_eq!(ran.out.lines().filter(|l| l.contains(": skipped, ")).count(), OTHERS, "{ran:#?}");
    for (what, count) in [
        ("a file of a game, no deck", 3),
        ("a card pool, no deck", 2),
        ("a policy of a game, no deck", 1),
        ("a layer of a game, no deck", 1),
        ("a layer, no deck", 1),
        ("a policy, no deck", 1),
        ("a configuration, no deck", 1),
        ("a file of npm, no deck", 1),
        ("a JSON Schema, no deck", 1),
        ("a text about the folder, no deck", 1),
    ] {
        assert_eq!(shown(what), count, "{what}: {ran:#?}");
    }
}

/// A file that is named is read, whatever it looks like.
#[test]
fn a_named_file_is_a_deck() {
    let folder = repository();
    let at = folder.path();
    for file in ["package.json", "friday.yaml", "pools/cards.csv", "README.txt", "games/scales/game.yaml"] {
        let ran = run(at, &format!("check --game barrenia --format concise {file}"));
        assert!(ran.code > 0 && ran.err.contains("1 deck: ") && !ran.err.contains("left out"), "{file}: {ran:#?}");
    }
}

#[test]
fn other_walks_leave_out_the_same() {
    let folder = repository();
    let at = folder.path();
    let ran = run(at, "convert --game barrenia . --to csv -o out");
    assert!(ran.code == 0 && ran.err.contains("3 of 3 decks written"), "{ran:#?}");
    assert!(
        ran.err.contains(&format!("{OTHERS} files are no decks and were left out (--verbose names them)")),
        "{ran:#?}"
    );
    std::fs::remove_dir_all(at.join("out")).expect("the folder");
    let ran = run(at, "deck fmt --check --game barrenia .");
    assert!(ran.code < 2 && ran.err.contains(&format!("{OTHERS} files are no decks")), "{ran:#?}");
}

#[test]
fn files_that_an_option_names_are_no_decks() {
    let folder = folder(&[
        ("a.txt", "# game: scales\n4 Kiln Badger\n"),
        ("mine.csv", "code,name,rarity\nX-1,Paper Lantern,C\n"),
        ("odd.yml", "layer: odd\n"),
    ]);
    let at = folder.path();
    let ran = run(at, "check --add-cards mine.csv --layer ./odd.yml --format concise .");
    assert!(ran.err.contains("1 deck: 1 legal"), "{ran:#?}");
    assert!(!ran.err.contains("left out"), "the user knows them: {ran:#?}");
}

#[test]
fn where_nothing_but_strangers_is_found_it_says_so() {
    let folder = folder(&[("package.json", "{}"), ("wall.yaml", &text("cards/tuna/policies/wall.yaml"))]);
    let ran = run(folder.path(), "check .");
    assert!(ran.code == 2 && ran.err.contains("2 files are no decks and were left out"), "{ran:#?}");
    assert!(ran.err.contains("nothing to check: no deck file"), "{ran:#?}");
    let ran = run(folder.path(), "check --show-files .");
    assert!(ran.code == 2 && ran.out.contains("wall.yaml: skipped, a policy, no deck"), "{ran:#?}");
}
