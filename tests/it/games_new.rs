//! `decklint games new`: folders that can be used at once, made of what other programs know, over no file of anybody.

use crate::support::{root, run_in};

fn pools(name: &str) -> String {
    root().join("tests/pools").join(name).display().to_string()
}

/// The games that are made of each kind of file: exit code, options, and what must stand in which file.
#[test]
fn every_origin_gives_a_game_that_checks() {
    let case = tempfile::tempdir().expect("a folder");
    for (id, code, from, parts) in [
        ("plain", 0, vec![], vec![("game.yaml", "identity: name"), ("cards.csv", "First Event,Event,1")]),
        (
            "cgs",
            0,
            vec!["--from-cgs".to_owned(), pools("cgs/cgs.json")],
            vec![
                ("game.yaml", "identity: code"),
                ("game.yaml", "lights: {title: Lights}"),
                ("game.yaml", "the opening hand is 6"),
                ("rules.yaml", "{placement: {where: {kind: Light}, in: [lights]}}"),
                ("cards.csv", "HL-01,Night Ferry,A,Ship,2,\"Red;Blue\",Carries two."),
                ("decks/sample.yaml", "lights:\n    HL-03: 1"),
            ],
        ),
        (
            "plugin",
            0,
            vec!["--from-lackey".to_owned(), pools("plugin")],
            vec![
                ("game.yaml", "identity: [name, set]"),
                ("game.yaml", "sideboard: {title: Sideboard, side: true}"),
                ("game.yaml", "heroes: {title: Heroes}"),
                ("cards.csv", "Orchard Wasp,CLB,Beast,2,\"Stings: \"\"twice\"\"\",\n"),
                ("cards.csv", "Hornet,GAL,Beast,4,,Red\n"),
                ("README.md", "Left out, as it is the program's own business: `ImageFile`"),
            ],
        ),
        (
            "data",
            1,
            vec!["--from-lackey".to_owned(), pools("carddata.txt")],
            vec![("cards.csv", "Hedge Giant,CLB,Fighter,12")],
        ),
        (
            "cockatrice",
            1,
            vec!["--from-cockatrice".to_owned(), pools("cards.xml")],
            vec![
                ("game.yaml", "set: {type: list}"),
                ("cards.csv", "Orchard Wasp,Stings & flies.,Fighter,2,2/4,\"CLB;GAL\""),
            ],
        ),
    ] {
        let args = ["games", "new", id, "--dir", "made"].map(str::to_owned).into_iter().chain(from);
        let ran = run_in(case.path(), args);
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{id}: {}", ran.err);
        let folder = case.path().join("made").join(id);
        for (file, part) in parts {
            let text = std::fs::read_to_string(folder.join(file)).expect(file);
            assert!(text.contains(part), "{id}/{file} lacks {part}:\n{text}");
        }
        let rules = std::fs::read_to_string(folder.join("rules.yaml")).expect("rules");
        assert_eq!(rules.matches("# GAP").count(), 3, "{rules}");
        let deck = format!("made/{id}/decks/sample.yaml");
        let ran = run_in(case.path(), ["check", "--games", "made", &deck]);
        assert_eq!(ran.code, 0, "{id}: {}{}", ran.out, ran.err);
        assert!(ran.err == "1 deck: 1 legal, 0 illegal\n", "{id}: {}{}", ran.out, ran.err);
        assert_eq!(run_in(case.path(), ["cards", "--games", "made", id, "--lint"]).code, 0, "{id}");
    }
}

#[test]
fn nothing_is_written_over() {
    let case = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(case.path().join("mine")).expect("a folder");
    std::fs::write(case.path().join("mine/README.md"), "mine").expect("a file");
    let ran = run_in(case.path(), ["games", "new", "Mine"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("nothing was written, as there is already `mine") && ran.err.contains("README.md"),
        "{}",
        ran.err
    );
    assert_eq!(std::fs::read_dir(case.path().join("mine")).expect("a folder").count(), 1);
    assert_eq!(std::fs::read_to_string(case.path().join("mine/README.md")).expect("kept"), "mine");
}

#[test]
fn faults_of_use_are_told() {
    let case = tempfile::tempdir().expect("a folder");
    let (cgs, xml) = (pools("cgs/AllCards.json"), pools("cards.xml"));
    for (args, message) in [
        (vec!["가시"], "name one with `--id`"),
        (vec!["A", "--id", "B"], "lower-case letters"),
        (vec!["A", "--from-cgs", &xml], "cannot read"),
        (vec!["A", "--from-cgs", &cgs], "a game definition is an object"),
        (vec!["A", "--from-lackey", &xml], "was expected to be card data of LackeyCCG"),
        (vec!["A", "--from-lackey", "."], "sets/*.txt is expected"),
        (vec!["A", "--from-cockatrice", "no.xml"], "there is no such file"),
        (vec!["A", "--from-cockatrice", &xml, "--from-cgs", &cgs], "cannot be used with"),
        (vec![], "<NAME>"),
    ] {
        let ran = run_in(case.path(), ["games", "new"].into_iter().chain(args.iter().copied()));
        assert!(ran.code == 2 && ran.err.contains(message), "{args:?}: {}", ran.err);
    }
    assert_eq!(std::fs::read_dir(case.path()).expect("a folder").count(), 0);
    let ran = run_in(case.path(), ["games", "new", "가시", "--id", "gasi"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(std::fs::read_to_string(case.path().join("gasi/game.yaml")).expect("game").contains("name: 가시"));
}
