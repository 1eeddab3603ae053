//! `decklint.yaml` holds for every command that reads a deck or a game, not for `check` alone.

use std::path::Path;

use crate::config::{folder, write};
use crate::support::{Ran, root, run_in};

fn run(folder: &Path, line: &str) -> Ran {
    run_in(folder, line.split_whitespace())
}

/// A legal Barrenia deck that does not name its game.
fn mended() -> String {
    let text = std::fs::read_to_string(root().join("examples/hive-mended.txt")).expect("the deck");
    text.replace("# game: barrenia\n", "")
}

const HOUSE: &str = "layer: house\nbecause: we like it\nban: [{card: Nestbreaker}]\n";

#[test]
fn an_edit_is_judged_under_the_layer_and_level_of_the_configuration() {
    let folder = folder(&[
        (
            "decklint.yaml",
            "game: barrenia\nlevels: {banned-card: warning}\nfolders:\n  lists: {layers: [house.yaml]}\n",
        ),
        ("house.yaml", HOUSE),
        ("lists/a.txt", &mended()),
        ("b.txt", &mended()),
    ]);
    let at = folder.path();
    let add = |line: &str| {
        run_in(at, ["deck", "add", "--dry-run"].into_iter().chain(line.split(' ')).chain(["1 Nestbreaker"]))
    };
    // As a warning the ban leaves the deck legal; the command line comes later.
    let ran = add("lists/a.txt");
    assert!(ran.code == 0 && ran.err.contains("legal (barrenia + house: 41 main"), "{ran:#?}");
    let ran = add("--level banned-card=error lists/a.txt");
    assert!(ran.err.contains("error LAY010 `Nestbreaker` is banned"), "{ran:#?}");
    let ran = add("--deny warnings lists/a.txt");
    assert!(ran.err.contains("error LAY010 `Nestbreaker` is banned"), "{ran:#?}");
    // The layer holds in its folder only.
    let ran = add("--level banned-card=error b.txt");
    assert!(ran.err.contains("b.txt: legal (barrenia: 41 main"), "{ran:#?}");
    let ran = add("--no-config lists/a.txt");
    assert!(ran.code == 2 && ran.err.contains("DCK011"), "{ran:#?}");
    // A level without a meaning is refused as `check` refuses it.
    let ran = add("--level BAR0O3=off lists/a.txt");
    assert!(ran.code == 2 && ran.err.contains("--level BAR0O3=off: unknown code"), "{ran:#?}");
}

#[test]
fn waivers_hold_where_a_deck_is_judged() {
    let waiver = "waivers: [{code: banned-card, reason: agreed}]\n";
    let folder = folder(&[
        ("decklint.yaml", &format!("game: barrenia\nlayers: [house.yaml]\n{waiver}")),
        ("house.yaml", HOUSE),
        ("a.txt", &mended().replace("2 Nestbreaker", "1 Nestbreaker")),
    ]);
    let at = folder.path();
    for line in ["check a.txt", "sheet a.txt --format text", "draw a.txt --hands 1", "goldfish a.txt --games 5"] {
        assert_eq!(run(at, line).code, 0, "{line}: {:#?}", run(at, line));
    }
    write(at, "decklint.yaml", "game: barrenia\nlayers: [house.yaml]\n");
    for line in ["check a.txt", "sheet a.txt --format text", "draw a.txt --hands 1", "goldfish a.txt --games 5"] {
        assert_eq!(run(at, line).code, 1, "{line}: {:#?}", run(at, line));
    }
}

#[test]
fn playing_takes_the_pool_of_the_configuration() {
    let folder = folder(&[
        ("decklint.yaml", "game: breakrift\nadd-cards: [own.csv]\nmap: {What: type}\n"),
        ("own.csv", "code,name,What\nOWN-1,Paper Lantern,Ability\n"),
        ("lists/a.txt", "30 Paper Lantern\n"),
    ]);
    let at = folder.path();
    for line in [
        "goldfish lists/a.txt --games 5 --allow-illegal",
        "draw lists/a.txt --hands 1 --allow-illegal",
        "odds lists/a.txt --has lantern --allow-illegal",
        "cards breakrift lantern",
        "deck stats lists/a.txt",
    ] {
        let ran = run(at, line);
        assert_eq!(ran.code, 0, "{line}: {ran:#?}");
        assert!(!ran.err.contains("RES001"), "{line}: {ran:#?}");
    }
    assert!(run(at, "cards breakrift lantern").out.contains("Paper Lantern"));
    assert!(!run(at, "cards breakrift lantern --no-config").out.contains("Paper Lantern"));
    assert!(run(at, "goldfish lists/a.txt --games 5 --game breakrift --no-config").err.contains("RES001"));
}

#[test]
fn the_folder_map_tells_the_game() {
    let folder = folder(&[
        ("decklint.yaml", "folders:\n  hive: {game: barrenia}\n  other: {game: tuna}\n"),
        ("hive/a.txt", &mended()),
        ("hive/b.txt", &mended()),
        ("other/c.txt", "30 가시 파수꾼\n"),
    ]);
    let at = folder.path();
    for line in [
        "deck show hive/a.txt",
        "deck hash hive/a.txt other/c.txt",
        "deck fmt --check hive other",
        "verify hive/a.txt hive/b.txt",
    ] {
        let ran = run(at, line);
        assert!(ran.code < 2 && !ran.err.contains("DCK011"), "{line}: {ran:#?}");
    }
    let ran = run(at, "convert hive other --to csv -o out");
    assert_eq!(ran.code, 0, "{ran:#?}");
    // The settings of the first deck hold for both, but a deck of another game is not taken for one of this.
    for line in
        ["deck diff hive/a.txt other/c.txt", "verify hive/a.txt other/c.txt", "deck merge hive/a.txt other/c.txt"]
    {
        let ran = run(at, line);
        assert!(ran.code == 2 && ran.err.contains("`other/c.txt` of tuna"), "{line}: {ran:#?}");
    }
}

#[test]
fn a_game_of_the_configuration_is_known_to_every_command() {
    let games = root().join("examples/games").display().to_string();
    let folder = folder(&[
        ("decklint.yaml", &format!("outside: true\ngames: [{games}]\ngame: skirmish\n")),
        ("a.csv", &std::fs::read_to_string(root().join("examples/band.csv")).expect("the deck")),
    ]);
    let at = folder.path();
    for line in [
        "rules",
        "rules skirmish",
        "cards skirmish",
        "cards skirmish --lint",
        "deck new skirmish",
        "deck random skirmish",
        "deck show a.csv",
        "games",
    ] {
        let ran = run(at, line);
        assert_eq!(ran.code, 0, "{line}: {ran:#?}");
    }
    assert!(run(at, "games").out.contains("skirmish: Skirmish"));
    let ran = run(at, "rules --no-config");
    assert!(ran.code == 2 && ran.err.contains("`GAME` is missing"), "{ran:#?}");
}

#[test]
fn a_made_deck_keeps_the_rules_of_its_folder() {
    let folder = folder(&[
        ("decklint.yaml", "folders:\n  lists: {layers: [small.yaml]}\n"),
        ("small.yaml", "layer: small\nbecause: children play\nrules: {TUN001: {exact: 12}}\n"),
        ("lists/.keep", ""),
    ]);
    let at = folder.path();
    let ran = run(at, "deck random tuna -o lists/new.txt");
    assert!(ran.code == 0 && ran.err.contains("legal (tuna + small: 12 "), "{ran:#?}");
    assert_eq!(run(at, "check --game tuna lists").code, 0);
}

#[test]
fn a_broken_configuration_is_told_with_its_place() {
    let folder = folder(&[("decklint.yaml", "game: barrenia\nlayer: [arc-2]\n"), ("a.txt", &mended())]);
    let at = folder.path();
    let before = std::fs::read_to_string(at.join("a.txt")).expect("the deck");
    for line in [
        "deck rename a.txt New",
        "deck fmt a.txt",
        "deck sort a.txt",
        "deck fill a.txt",
        "deck show a.txt",
        "deck stats a.txt",
        "deck hash a.txt",
        "deck diff a.txt a.txt",
        "convert a.txt --to csv",
        "sheet a.txt",
        "verify a.txt a.txt",
        "draw a.txt",
        "goldfish a.txt",
        "odds a.txt --has x",
        "play a.txt",
        "cards barrenia",
        "rules barrenia",
        "deck random barrenia",
        "check --fix a.txt",
    ] {
        let ran = run(at, line);
        assert_eq!(ran.code, 2, "{line}: {ran:#?}");
        assert!(ran.err.contains("decklint.yaml:2:1"), "{line}: {ran:#?}");
        assert_eq!(ran.err.matches("error[CFG").count(), 1, "{line}: {ran:#?}");
        if !line.starts_with("check") {
            assert_eq!(ran.out, "", "{line}");
            assert!(ran.err.contains("the configuration `decklint.yaml` cannot be used"), "{line}: {ran:#?}");
        }
    }
    assert_eq!(std::fs::read_to_string(at.join("a.txt")).expect("the deck"), before);
    // Paths do not lead out of its folder unasked.
    write(at, "lists/decklint.yaml", "layers: [../house.yaml]\n");
    write(at, "lists/a.txt", &mended());
    let ran = run(at, "deck show lists/a.txt");
    assert!(ran.code == 2 && ran.err.contains("lists/decklint.yaml:1:10"), "{ran:#?}");
    let ran = run(at, "deck show --game barrenia --no-config lists/a.txt");
    assert_eq!(ran.code, 0, "{ran:#?}");
    write(at, "own.yaml", "game: barrenia\n");
    assert_eq!(run(at, "deck show --config own.yaml lists/a.txt").code, 0);
}
