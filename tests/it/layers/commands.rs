//! Layers and levels on the command line.

use super::{all_codes, deck, deck_with_first, folder, layered};
use crate::support::{check_text, run_in};

#[test]
fn levels_are_set_by_code() {
    let add = "layer: t\nextends: [sub/more.yaml]\nadd:\n- id: FRI001\n  slug: s\n  title: t\n  basis: house\n  cite: {text: a, at: b}\n  \
        check: {copies: {max: 2}}\n  why: w\n  mend: m\n";
    let more = add.replace("extends: [sub/more.yaml]\n", "").replace("FRI001", "SAT001").replace("max: 2", "max: 3");
    let mixed = "# game: barrenia\nMain Deck\n1 Dimensium Gate\n".to_owned() + &deck().replace("Main Deck\n", "");
    let folder =
        folder(&[("t.yaml", add), ("sub/more.yaml", &more), ("mixed.txt", &mixed), ("five.txt", &deck_with_first(5))]);
    let both =
        "check --game barrenia --format concise --layer t.yaml --level FRI001=off --level SAT001=warning five.txt";
    for (line, code, out, err) in [
        ("check mixed.txt --format concise", 0, "warning BAR006", ""),
        ("check mixed.txt --format concise --level BAR006=off", 0, "", ""),
        ("check mixed.txt --format concise --level bar006=off", 0, "", ""),
        ("check mixed.txt --format concise --level BAR006=note", 0, "note BAR006", ""),
        ("check mixed.txt --format concise --level BAR006=note --deny warnings", 0, "note BAR006", ""),
        ("check mixed.txt --format concise --level BAR006=warning --deny warnings", 1, "error BAR006", ""),
        ("check mixed.txt --format concise --level BAR006=error", 1, "error BAR006", ""),
        ("check mixed.txt --format concise --deny warnings", 1, "error BAR006", ""),
        ("check mixed.txt --format concise --set BAR006.level=error --level BAR006=off", 0, "", ""),
        ("check --game barrenia five.txt --format concise", 1, "error BAR003", ""),
        ("check --game barrenia five.txt --format concise --level BAR003=warning", 0, "warning BAR003", ""),
        (
            "check --game barrenia five.txt --format concise --ban 01204417 --level BAR003=off --level LAY010=note",
            0,
            "note LAY010",
            "",
        ),
        (both, 1, "error BAR003", ""),
        // A code that no rule has is refused, as nobody would see that it does nothing.
        ("check --game barrenia five.txt --level FOO123=off", 2, "", "--level FOO123=off: unknown code `FOO123`"),
        ("check --game barrenia five.txt --level BAR03=off", 2, "", "did you mean `BAR003`?"),
        ("check --game barrenia five.txt --level LAY01=off", 2, "", "did you mean `LAY001`"),
        ("check --game barrenia five.txt --format concise --level copy-limit=off", 0, "", ""),
        ("check --game barrenia five.txt --format concise --level copy-limit=note", 0, "note BAR003", ""),
        ("check --game barrenia five.txt --level copy-limits=off", 2, "", "did you mean `copy-limit`?"),
        ("check --game barrenia five.txt --level FRI001=off", 2, "", "unknown code `FRI001`"),
        ("check --game barrenia --layer t.yaml five.txt --level FRI01=off", 2, "", "did you mean `FRI001`?"),
        ("check --game barrenia five.txt --level HST001=off", 1, "BAR003", ""),
        ("check --game barrenia five.txt --level BAR003", 2, "", "--level BAR003: the form is CODE=LEVEL"),
        (
            "check --game barrenia five.txt --level BAR003=loud",
            2,
            "",
            "`loud` is no level; use off, note, warning or error",
        ),
        ("check --game barrenia five.txt --deny notes", 2, "", "warnings"),
    ] {
        let ran = run_in(folder.path(), line.split_whitespace());
        assert_eq!(ran.code, code, "{line}\n{ran:#?}");
        assert!(ran.out.contains(out) && ran.err.contains(err), "{line}\n{ran:#?}");
        if out.is_empty() {
            assert_eq!(ran.out, "", "{line}");
        }
    }
    let ran = run_in(folder.path(), both.split_whitespace());
    assert!(ran.out.contains("warning SAT001") && !ran.out.contains("FRI001"), "{ran:#?}");
}

#[test]
fn codes_of_old_are_understood() {
    let was = "layer: t\nadd:\n- {id: FRI002, was: [FRI001], slug: s, title: t, basis: house, cite: {text: a, at: b}, \
        check: {copies: {max: 3}}, why: w, mend: m}\n";
    let change = "layer: u\nrules: {FRI001: {max: 5}}\n";
    let folder = folder(&[("t.yaml", was), ("u.yaml", change)]);
    let session = layered(folder.path(), &["t.yaml", "u.yaml"], |_| Vec::new(), false);
    let checked = check_text(&session, "barrenia", "deck.txt", &deck());
    assert_eq!(session.take_faults(), []);
    assert_eq!(all_codes(&checked), [""; 0]);
}

#[test]
fn rules_show_what_layers_change_and_why() {
    let house = "layer: house\ntitle: House rules\nbecause: we agreed on it\nrules:\n  BAR003: {max: 3}\n  BAR006: {level: error}\n  \
        BAR002: {off: true, because: nobody exchanges}\nban: [{card: Rust Lancer}]\nsetup: {life: 10}\n";
    let folder = folder(&[("house.yaml", house), ("broken.yaml", "layer: b\nrules: {BAR003: {max: three}}\n")]);
    let ran = run_in(
        folder.path(),
        ["rules", "barrenia", "--layer", "house.yaml", "--set", "BAR001.exact=50", "--unban", "Rust Lancer", "--diff"],
    );
    insta::assert_snapshot!(ran.out, @r"
    BAR003: max: 4 -> 3, by house, because we agreed on it
    BAR006: level: error, by house, because we agreed on it
    BAR002: switched off by house, because nobody exchanges
    lists: cards: 1 banned, 0 limited, 0 restricted, by house, because we agreed on it
    setup: life: 8 -> 10, by house, because we agreed on it
    BAR001: exact: min 40, max 60 -> 50, by --set
    lists: cards: `Rust Lancer` unbanned, by --unban
    ");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));

    let ran = run_in(folder.path(), ["rules", "barrenia", "--layer", "house.yaml"]);
    for line in [
        "Barrenia (barrenia) + house",
        "    max 3\n    max: 4 -> 3, by house, because we agreed on it",
        "    error, inferred: Barrenia, The Eraser Playscheme\n    level: error, by house, because we agreed on it",
        "    BAR002: switched off by house, because nobody exchanges",
        "    setup: life: 8 -> 10, by house, because we agreed on it",
        "Layers: arc-2, arc-3",
    ] {
        assert!(ran.out.contains(line), "{line}\n{}", ran.out);
    }
    assert!(!ran.out.contains("provisionary-size"), "{}", ran.out);

    let ran = run_in(folder.path(), ["rules", "barrenia", "--layer", "house.yaml", "--diff", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    let ids: Vec<&str> = json["rules"].as_array().expect("rules").iter().filter_map(|r| r["id"].as_str()).collect();
    assert_eq!(ids, ["BAR003", "BAR006"]);
    let change =
        serde_json::json!({"field": "max", "from": "4", "to": "3", "by": "house", "because": "we agreed on it"});
    assert_eq!(json["rules"][0]["changes"][0], change);

    let none = run_in(folder.path(), ["rules", "barrenia", "--diff"]);
    assert_eq!((none.code, none.out.as_str(), none.err.as_str()), (0, "", "no layer changes anything\n"));
    for (args, err) in [
        (&["rules", "barrenia", "--layer", "arc2"][..], "did you mean `arc-2`"),
        (&["rules", "barrenia", "--layer", "broken.yaml"], "a whole number of 0 or more is expected, found `three`"),
        (&["rules", "barrenia", "--set", "BAR003"], "the form is CODE.FIELD=VALUE, such as BAR003.max=3"),
        (&["rules", "barrenia", "--set", "BAR003.max="], "the form is CODE.FIELD=VALUE"),
        (&["rules", "barrenia", "--ban", "Rust Lancr"], "did you mean `Rust Lancer`?"),
        (&["rules", "barrenia", "--unban", "Rust Lancr"], "did you mean `Rust Lancer`?"),
        (&["rules", "barenia"], "unknown game `barenia`; did you mean `barrenia`?"),
    ] {
        let ran = run_in(folder.path(), args);
        assert_eq!(ran.code, 2, "{args:?}\n{ran:#?}");
        assert!(ran.err.contains(err), "{args:?}\n{ran:#?}");
    }
}
