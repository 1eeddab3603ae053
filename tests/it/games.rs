//! The shipped games hold what their texts name, and users' games stand beside them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use decklint::catalog::{Card, CardId, Predicate, Value, parse_terms};
use decklint::deck::{format, resolve};
use decklint::game::Game;
use decklint::text::Source;

use crate::support::{check_file, files_below, game_ids, root, run, run_in, session};

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

/// The cards of a sample deck, each with its section's name.
fn cards_of(game: &Game, path: &Path) -> Vec<(String, CardId)> {
    let source = Source::new(path.display().to_string(), std::fs::read_to_string(path).expect("a deck"));
    let document = format::open(&source).expect("a deck");
    let (raw, _) = document.read(&source, &game.spec);
    let (deck, _) = resolve(&raw, &game.spec, &game.catalog);
    deck.lines.iter().map(|l| (deck.sections[l.section].name.clone(), l.card.expect("a known card"))).collect()
}

fn text_of<'a>(game: &'a Game, card: CardId, attribute: &str) -> &'a str {
    match &game.catalog.card(card).values[game.spec.attribute(attribute).expect("an attribute")] {
        Value::Text(text) => text,
        _ => "",
    }
}

#[test]
fn sample_decks_are_of_every_kind_that_is_wanted() {
    let session = session();
    let totals = |path: &Path| -> Vec<u64> { check_file(&session, path).sections.iter().map(|s| s.total).collect() };
    let barrenia = session.game("barrenia").expect("the game");
    let decks = files_below(&root().join("decks/barrenia"));
    let sizes: Vec<Vec<u64>> = decks.iter().map(|path| totals(path)).collect();
    for wanted in [|s: &[u64]| s[0] == 60, |s: &[u64]| s[1] == 17, |s: &[u64]| s[1] == 0] {
        assert!(sizes.iter().any(|s| wanted(s)), "{sizes:?}");
    }
    let all_erasers = |path: &PathBuf| {
        cards_of(&barrenia, path).iter().all(|(_, card)| text_of(&barrenia, *card, "type") == "Eraser")
    };
    assert_eq!(decks.iter().filter(|path| all_erasers(path)).count(), 1);

    let parallel = session.game("parallel").expect("the game");
    let decks: Vec<Vec<(String, CardId)>> =
        files_below(&root().join("decks/parallel")).iter().map(|path| cards_of(&parallel, path)).collect();
    let universal =
        |deck: &[(String, CardId)]| deck.iter().all(|(_, card)| text_of(&parallel, *card, "parallel") == "Universal");
    assert!(decks.iter().any(|deck| universal(deck)));
    let bearers: Vec<CardId> = parallel
        .catalog
        .cards()
        .map(|(id, _)| id)
        .filter(|id| !text_of(&parallel, *id, "deck_rule").is_empty())
        .collect();
    assert!(!bearers.is_empty());
    for bearer in bearers {
        let led =
            |deck: &[(String, CardId)]| deck.iter().any(|(section, card)| section == "paragon" && *card == bearer);
        assert!(decks.iter().any(|deck| led(deck)), "no deck under {}", parallel.catalog.card(bearer).name);
    }
}

#[test]
fn pools_hold_the_combinations_that_rules_look_at() {
    let session = session();
    let rift = session.game("breakrift").expect("the game");
    let mut slots: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (id, _) in rift.catalog.cards().filter(|(id, _)| text_of(&rift, *id, "type") == "Equipment") {
        slots.entry(text_of(&rift, id, "theme")).or_default().insert(text_of(&rift, id, "slot"));
    }
    assert!(slots.values().filter(|s| s.len() == 3).count() >= 5, "{slots:?}");

    let barrenia = session.game("barrenia").expect("the game");
    let two = barrenia.spec.attribute("territories").expect("an attribute");
    let soldier = |id| text_of(&barrenia, id, "type") == "Soldier";
    let two = |card: &Card| matches!(&card.values[two], Value::List(l) if l.len() == 2);
    assert!(barrenia.catalog.cards().filter(|(id, c)| soldier(*id) && two(c)).count() >= 2);

    let parallel = session.game("parallel").expect("the game");
    for terms in ["type:Paragon abilities~\"health 40\"", "type:Paragon abilities~\"start: token\""] {
        assert!(count(&parallel, terms) >= 1, "{terms}");
    }
    let tuna = session.game("tuna").expect("the game");
    let korean = |name: &str| name.chars().any(|c| ('가'..='힣').contains(&c));
    assert!(tuna.catalog.cards().all(|(_, card)| korean(&card.name)));
}

#[test]
fn cards_are_searched_and_written_in_every_form() {
    let words = |args: &[&str]| run_in(root(), [&["cards", "barrenia"][..], args].concat());
    for (args, found) in [
        (&["rust", "lancer"][..], 1),
        (&["type:Soldier", "size<=2", "territory:Hive Union"], 4),
        (&["type:Timebreak", "ohm>=1"], 6),
        (&["text~/draw \\d/"], 5),
        (&["not", "type:Soldier", "not", "type:Eraser"], 50),
        (&["--", "-type:Soldier"], 100),
        (&["kind:Soldier -size:2"], 20),
    ] {
        let ran = words(&[&["--format", "csv"], args].concat());
        assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
        let rows = ran.out.lines().count() - 1;
        assert!(rows >= found && (found > 1 || rows == 1), "{args:?} found {rows}");
        assert!(rows < 255, "{args:?} finds every card");
    }
    assert_eq!(words(&["lancer", "type:Rear"]).out, "", "nothing is found, so there is no table");
    // Options may stand behind the terms, and a limit cuts.
    assert_eq!(words(&["type:Soldier", "--limit", "3", "--format", "csv"]).out.lines().count(), 4);
    let json: serde_json::Value = serde_json::from_str(&words(&["01204417", "--format", "json"]).out).expect("JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(0), "a bare word is looked for in names");
    let json: serde_json::Value =
        serde_json::from_str(&words(&["code:01204417", "--format", "json"]).out).expect("JSON");
    assert_eq!(json[0]["code"], "01204417");
    assert_eq!(json[0]["territories"], serde_json::json!(["Steampunk Empire"]));
    assert_eq!(json[0]["size"], 2);
    let attributes = words(&["--attributes"]).out;
    assert!(attributes.contains("type (text), also kind, card type: Soldier, Retaliation Soldier"), "{attributes}");
    // Every line of a table of Korean names is as wide as the others.
    let table = run("cards tuna atk>=7").out;
    let widths: BTreeSet<usize> = table.lines().map(unicode_width::UnicodeWidthStr::width).collect();
    assert!(widths.len() == 1 && table.lines().count() > 5, "{widths:?}\n{table}");
}

#[test]
fn a_pool_that_was_written_is_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in game_ids() {
        for format in ["csv", "json"] {
            let ran = run(&format!("cards {game} --format {format}"));
            let file = format!("{game}.{format}");
            std::fs::write(folder.path().join(&file), &ran.out).expect("a pool");
            let lint = run_in(folder.path(), ["cards", &game, "--format", "concise", "--lint", &file]);
            let faults: Vec<&str> = lint.out.lines().filter(|l| !l.contains(" note ")).collect();
            assert_eq!((lint.code, faults), (0, vec![]), "{file}");
            let again = run_in(folder.path(), ["cards", &game, "--format", format, "--cards", &file]);
            let (count, before) = (again.out.matches("\n").count(), ran.out.matches("\n").count());
            assert!(count + 20 > before, "{file}: {count} lines of {before}");
        }
    }
}

#[test]
fn a_broken_game_hurts_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    write(at, "games/broken/game.yaml", "id: broken\nnaem: x\n");
    write(at, "games/pebbles/game.yaml", GAME);
    write(at, "games/pebbles/rules.yaml", RULES);
    write(at, "games/pebbles/cards.csv", "name,colour\nGarnet,red\n");
    write(at, "ok.txt", "# game: pebbles\n10 Garnet\n");
    write(at, "no.txt", "# game: broken\n10 Garnet\n");
    assert_eq!(run_in(at, ["check", "--games", "games", "ok.txt"]).code, 0, "only the game in use is read");
    let broken = run_in(at, ["check", "--games", "games", "no.txt", "ok.txt"]);
    assert_eq!(broken.code, 2);
    assert!(
        broken.err.contains("unknown key `naem`; did you mean `name`?") && broken.err.contains("game.yaml:2:1"),
        "{}",
        broken.err
    );
    assert!(broken.out.contains("ok.txt: legal (pebbles: 10 main)"), "{}", broken.out);
    let list = run_in(at, ["games", "--games", "games"]);
    assert_eq!(list.code, 2);
    assert!(list.out.contains("pebbles: Pebbles") && list.out.contains("tuna:"), "{}", list.out);
    assert_eq!(run_in(at, ["check", "--games", "nothing", "ok.txt"]).code, 2);
    // A rule that names what the game lacks is found when the game is used.
    write(at, "games/pebbles/rules.yaml", &RULES.replace("[main]", "[mian]"));
    let wrong = run_in(at, ["check", "--games", "games", "ok.txt"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("unknown section `mian`"), "{}", wrong.err);
}

#[test]
fn levels_hold_for_findings_about_a_pool_in_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    write(at, "pool.csv", "code,name,type,artist\n00000001,A,Rear,someone\n");
    write(at, "deck.txt", "40 A\n");
    let check = |format: &str, level: &str| {
        run_in(
            at,
            ["check", "--game", "barrenia", "--cards", "pool.csv", "--format", format, "--level", level, "deck.txt"],
        )
    };
    for format in ["json", "json-lines"] {
        assert!(check(format, "CAT008=note").out.contains("CAT008"), "{format}");
        assert!(!check(format, "CAT008=off").out.contains("CAT008"), "{format}");
        // A note that is raised is a finding: the pool can be used all the same.
        assert_eq!(check(format, "CAT008=error").code, 1);
    }
}

#[test]
fn contradictory_numbers_of_a_rule_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    write(at, "games/pebbles/game.yaml", GAME);
    write(at, "games/pebbles/cards.csv", "name,colour\nGarnet,red\n");
    write(at, "bag.txt", "# game: pebbles\n10 Garnet\n");
    for (check, words) in [
        ("{size: {sections: [main], exact: 10, max: 12}}", "`exact` stands beside `min` or `max`"),
        ("{count: {where: {colour: red}, exact: 10, min: 2}}", "`exact` stands beside `min` or `max`"),
        ("{size: {sections: [main], min: 12, max: 10}}", "the least number 12 is above the greatest 10"),
        ("{count: {where: {colour: red}, min: 12, max: 10}}", "the least number 12 is above the greatest 10"),
    ] {
        write(at, "games/pebbles/rules.yaml", &RULES.replace("{size: {sections: [main], exact: 10}}", check));
        let ran = run_in(at, ["check", "--games", "games", "bag.txt"]);
        assert_eq!(ran.code, 2, "{check}: {}", ran.out);
        assert!(ran.err.contains(words), "{check}: {}", ran.err);
    }
}

#[test]
fn a_shared_code_is_settled_by_the_name_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    write(at, "pool.csv", "code,name,type,slot,theme,attack,defense\n7,Ash Imp,Summon,,,1,1\n7,Bog Imp,Summon,,,1,1\n");
    let check = |deck: &str| {
        write(at, "deck.csv", deck);
        run_in(at, ["check", "--game", "breakrift", "--cards", "pool.csv", "--format", "concise", "deck.csv"]).out
    };
    let settled = check("count,code,name\n3,7,Bog Imp\n");
    assert!(settled.contains("BRK002 3 copies of `Bog Imp`") && !settled.contains("RES"), "{settled}");
    assert!(check("count,code\n3,7\n").contains("RES002"));
    assert!(check("count,code,name\n3,7,Nobody\n").contains("RES002"));
}
