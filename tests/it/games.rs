//! The shipped games hold what their texts name, and users' games stand beside them.

use std::collections::BTreeMap;
use std::path::Path;

use decklint::catalog::{Predicate, parse_terms};
use decklint::game::Game;

use crate::support::{game_ids, run, run_in, session};

fn count(game: &Game, terms: &str) -> usize {
    let terms = parse_terms(terms, &game.spec).unwrap_or_else(|e| panic!("{terms}: {e}"));
    let predicate = Predicate::from_terms(&terms);
    game.catalog.cards().filter(|(id, card)| predicate.matches(card, *id)).count()
}

#[test]
fn pools_hold_what_the_texts_name() {
    let session = session();
    for (id, least) in [
        (
            "barrenia",
            &[
                ("", 180),
                ("type:Soldier", 60),
                ("type:\"Retaliation Soldier\"", 14),
                ("type:\"Chimera Soldier\"", 2),
                ("type:Incarnation", 4),
                ("type:Rear", 10),
                ("type:Timebreak ohm>=1", 6),
                ("type:Eraser", 50),
                ("type:Dimensium", 1),
                ("territory:\"Aurora Poles\"", 3),
                ("territory:\"Atlantical States\"", 3),
                ("territory:\"Steampunk Empire\"", 3),
                ("territory:\"Hive Union\"", 3),
                ("territory:\"Bridstrom Cliffs\"", 3),
                ("territory:\"Explorer Colonies\"", 3),
                ("territory:\"Deadman Zone\"", 3),
                ("territory:\"Flowuna Republic\"", 3),
                ("territory:\"Mad Dunes\"", 3),
                ("territory:\"Creator Collective\"", 2),
                ("territory:\"Dreadful Abyss\"", 2),
            ][..],
        ),
        ("scales", &[("", 80), ("zone:discard", 5), ("zone:game-changer", 5), ("rarity:SR", 5)]),
        ("tuna", &[("", 70), ("arts_cost>=1", 10), ("hero_cost>=1", 3)]),
        (
            "breakrift",
            &[
                ("", 90),
                ("type:Breakrift", 10),
                ("slot:Weapon", 5),
                ("slot:\"Upper Clothing\"", 5),
                ("slot:\"Lower Clothing\"", 5),
                ("type:Spell", 10),
                ("type:Summon", 20),
            ],
        ),
        (
            "parallel",
            &[
                ("", 180),
                ("type:Token", 4),
                ("type:Unit", 60),
                ("type:Effect", 12),
                ("type:Relic", 12),
                ("type:Upgrade", 12),
                ("deck_rule:\"cost<=5\"", 1),
                ("type:Paragon parallel:Augencore", 2),
                ("type:Paragon parallel:Earthen", 2),
                ("type:Paragon parallel:Kathari", 2),
                ("type:Paragon parallel:Marcolian", 2),
                ("type:Paragon parallel:Shroud", 2),
                ("type:Paragon parallel:Universal", 2),
            ],
        ),
    ] {
        let game = session.game(id).expect(id);
        for (terms, least) in least {
            let found = count(&game, terms);
            assert!(found >= *least, "{id} has {found} cards of `{terms}`, {least} are wanted");
        }
    }
    assert!(session.take_faults().is_empty());
}

#[test]
fn barrenia_has_shared_symbols_names_and_codes() {
    let session = session();
    let game = session.game("barrenia").expect("barrenia");
    let symbol = game.spec.attribute("symbol").expect("symbol");
    let mut symbols: BTreeMap<String, usize> = BTreeMap::new();
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, card) in game.catalog.cards() {
        if let decklint::catalog::Value::Text(symbol) = &card.values[symbol] {
            *symbols.entry(symbol.to_string()).or_default() += 1;
        }
        *names.entry(&card.name).or_default() += 1;
    }
    assert!(symbols.len() >= 9, "{symbols:?}");
    assert!(symbols.values().any(|&n| n > 1), "some symbols are shared");
    assert!(names.values().any(|&n| n > 1), "two codes have one name");
    assert!(game.catalog.cards().any(|(_, c)| !c.printings.is_empty()), "a code is printed twice");
    assert!(game.catalog.cards().filter(|(_, c)| c.code.as_deref().is_some_and(|c| c.starts_with('0'))).count() > 20);
}

#[test]
fn shipped_pools_are_clean_in_a_lint() {
    for game in game_ids() {
        let ran = run(&format!("cards {game} --lint --format concise"));
        assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{game}");
        assert!(ran.err.contains("0 errors, 0 warnings"), "{}", ran.err);
    }
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

const GAME: &str = "id: pebbles\nname: Pebbles\nprefix: PEB\nidentity: name\nsections: {main: {title: Bag}}\n\
    attributes: {name: {type: text, required: true}, colour: {type: text, values: [red, blue]}}\n";
const RULES: &str = "rules:\n  - {id: PEB001, slug: bag-size, title: Ten, basis: stated, cite: {text: a, at: b}, check: {size: {sections: [main], exact: 10}}, why: w, mend: m}\n";

#[test]
fn a_folder_adds_a_game_and_replaces_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    write(at, "games/pebbles/game.yaml", GAME);
    write(at, "games/pebbles/rules.yaml", RULES);
    write(at, "games/pebbles/cards.csv", "name,colour\nGarnet,red\nLapis,blue\n");
    write(at, "ok.txt", "# game: Pebbles\n6 Garnet\n4 Lapis\n");
    write(at, "short.txt", "# game: pebbles\n6 garnet\n");
    let check = |games: &str, deck: &str| run_in(at, ["check", "--games", games, "--format", "concise", deck]);
    assert_eq!(check("games", "ok.txt").code, 0);
    assert_eq!(check("games/pebbles", "ok.txt").code, 0, "a folder may be the game itself");
    let short = check("games", "short.txt");
    assert_eq!(
        (short.code, short.out.as_str()),
        (1, "short.txt:2:3: error PEB001 6 cards in the section Bag; exactly 10 are wanted\n")
    );
    assert_eq!(run_in(at, ["check", "ok.txt"]).code, 2, "without the folder the game is unknown");
    assert!(run_in(at, ["games", "--games", "games"]).out.contains("pebbles: Pebbles"));
    // The folder's name is the id: a game of that id in the binary gives way.
    write(at, "other/scales/game.yaml", &GAME.replace("pebbles", "scales"));
    write(at, "other/scales/rules.yaml", RULES);
    write(at, "other/scales/cards.json", "[{\"name\": \"Garnet\"}]");
    write(at, "scales.txt", "# game: scales\n10 Garnet\n");
    assert_eq!(check("other", "scales.txt").code, 0);
    assert_eq!(run_in(at, ["check", "scales.txt"]).code, 1);
    write(at, "wrong/id/game.yaml", GAME);
    assert_eq!(run_in(at, ["games", "--games", "wrong"]).code, 2);
}

#[test]
fn wrong_words_bring_near_ones() {
    for (line, near) in [
        ("chek decks", "check"),
        ("check --game barenia decks", "did you mean `barrenia`?"),
        ("check --format jsn decks", "json"),
        ("check --layer arc2 decks/barrenia", "`arc-2`"),
        ("check --set BAR03.max=3 decks/barrenia", "`BAR003`"),
        ("check --level BAR03=off decks/barrenia", "`BAR003`"),
        ("rules barenia", "did you mean `barrenia`?"),
        ("explain BAR0033", "`BAR003`"),
        ("cards barrenia typ:Soldier", "did you mean `type`?"),
        ("cards barrenia type:Soldeir", "did you mean `Soldier`?"),
        ("check --ban Pistom-Page decks/barrenia", "`Piston Page`"),
        ("schema gam", "game"),
    ] {
        let ran = run(line);
        assert_eq!(ran.code, 2, "{line}: {}", ran.err);
        assert!(ran.err.contains(near), "{line}: {}", ran.err);
    }
}
