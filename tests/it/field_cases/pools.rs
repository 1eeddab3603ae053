//! Card pools and structured decks as programs and spreadsheets write them.

use decklint::diagnostics::{Diagnostic, Level};

use super::{Bench, bench, bench_of, finding, illegal, legal, pad, pool};
use crate::support::codes;

/// What is wrong with a pool beside the stats that the small one leaves out, as codes with lines.
fn faults(bench: &Bench) -> Vec<(String, usize)> {
    let faults: Vec<Diagnostic> = bench.pool_faults().into_iter().filter(|f| &*f.code != "CAT007").collect();
    let line = |f: &Diagnostic| {
        let source = bench.session.sources.get(f.place.file()).expect("the pool's text");
        f.place.span().map_or(0, |span| source.line(span.start))
    };
    faults.iter().map(|f| (f.code.to_string(), line(f))).collect()
}

/// The cards of the pool as `code name`.
fn known(bench: &Bench) -> Vec<String> {
    let game = bench.session.game("barrenia").expect("the game loads");
    game.catalog.cards().map(|(_, c)| format!("{} {}", c.code.as_deref().unwrap_or("-"), c.name)).collect()
}

#[test]
fn k24_leading_zeros_lost_in_a_spreadsheet() {
    let lost = pool().replace("\n00", "\n").replace("\n03", "\n3");
    let quoted = lost.replace("\n310002,", "\n\"310002\",");
    for text in [&lost, &quoted] {
        let bench = bench_of("cards.csv", text);
        assert_eq!(faults(&bench), [("CAT009".to_owned(), 2)]);
        assert_eq!(known(&bench)[1..3], ["00310002 Eddy Pilot", "03100003 Rime Lamp"]);
        legal(&bench.check("deck.txt", format!("{}2 00310002\n2 03100003\n", pad(36))), 40, 0);
        illegal(&bench.check("deck.txt", format!("{}3 00310002\n2 Eddy Pilot\n", pad(35))), &[("BAR003", 11)]);
    }
    // Both spellings are one card, never two.
    let both = bench_of("cards.csv", pool() + "310002,Eddy Pilot,Soldier,Atlantical States,,2\n");
    assert_eq!(known(&both).iter().filter(|c| c.contains("Eddy Pilot")).count(), 1);
    illegal(&both.check("deck.txt", format!("{}3 00310002\n2 Eddy Pilot\n", pad(35))), &[("BAR003", 11)]);
    // A clean pool keeps its zeros, quoted or not, and as a number of JSON they come back.
    for text in [pool(), pool().replace("\n00310002,", "\n\"00310002\",")] {
        let clean = bench_of("cards.csv", text);
        assert_eq!(faults(&clean), []);
        assert!(known(&clean).contains(&"00310002 Eddy Pilot".to_owned()));
    }
    let json = bench_of("cards.json", r#"[{"code": 310002, "name": "Eddy Pilot", "kind": "Soldier", "size": 2}]"#);
    assert_eq!((faults(&json), known(&json)), (vec![("CAT009".to_owned(), 1)], vec!["00310002 Eddy Pilot".to_owned()]));
    // More than zeros is missing: that is no code.
    let short = bench_of("cards.csv", "code,name,kind,size\n1234567890,Too Long,Soldier,1\nABC,Letters,Soldier,1\n");
    let codes: Vec<String> = faults(&short).into_iter().map(|f| f.0).collect();
    assert!(codes.contains(&"CAT013".to_owned()), "{codes:?}");
}

#[test]
fn k24_leading_zeros_lost_in_a_deck() {
    let bench = bench();
    for (name, text, line) in [
        ("deck.csv", "count,code\n2,310002\n", 2),
        ("deck.csv", "count,code,name\n2,310002,Eddy Pilot\n", 2),
        ("deck.csv", "count,code\n2,\"310002\"\n", 2),
        ("deck.yaml", "main:\n- {code: 310002, count: 2}\n", 2),
        ("deck.json", "{\"main\": [\n{\"code\": 310002, \"count\": 2}]}", 2),
        ("deck.txt", "Main Deck\n2 310002\n", 2),
    ] {
        assert_eq!(bench.cards(name, text), ["main 2 Eddy Pilot"], "{text}");
        let checked = bench.check(name, text);
        assert!(codes(&checked).contains(&("RES004".to_owned(), line)), "{text}: {:#?}", checked.findings);
        assert_eq!(finding(&checked, "RES004").level, Level::Warning);
    }
}

#[test]
fn k25_plain_scalars_in_yaml_are_text() {
    let bench = bench();
    for text in [
        "main:\n  - {code: 00310002, count: 4}\n",
        "main:\n  - {code: \"00310002\", count: \"4\"}\n",
        "main:\n  00310002: 4\n",
        "main:\n  - 4 00310002\n",
        "main:\n  - code: 00310002\n    count: 4\n",
        "main:\n  - {card: 00310002, count: 4}\n",
        "sections: {main: [{card: 00310002, count: 4}]}\n",
    ] {
        assert_eq!(bench.cards("deck.yaml", text), ["main 4 Eddy Pilot"], "{text}");
        let found = codes(&bench.check("deck.yaml", text));
        assert_eq!(found.len(), 1, "the size alone: {text} {found:?}");
    }
    let words =
        ["No", "on", "Y", "Off", "TRUE", "1.0", "012", "0x1F", "1e3", "12_000", "1:30", "2024-01-02", ".5", "=", "NaN"];
    let rows: String = words
        .iter()
        .enumerate()
        .map(|(n, w)| format!("  - {{code: 2{n:07}, name: {w}, kind: Rear, size: 1, symbol: off}}\n"))
        .collect();
    let odd = bench_of("cards.yaml", format!("cards:\n{rows}"));
    let expected: Vec<String> = words.iter().enumerate().map(|(n, w)| format!("2{n:07} {w}")).collect();
    assert_eq!(known(&odd), expected);
    assert_eq!(faults(&odd), []);
    for word in words {
        let deck = format!("main:\n  - {{name: {word}, count: 2}}\n  - {{card: {word}, count: 1}}\n");
        assert_eq!(odd.cards("deck.yaml", &deck), [format!("main 2 {word}"), format!("main 1 {word}")], "{word}");
        assert_eq!(odd.cards("deck.yaml", format!("main:\n  {word}: 3\n")), [format!("main 3 {word}")], "{word}");
    }
    let game = odd.session.game("barrenia").expect("the game loads");
    let symbol = game.spec.attribute("symbol").expect("an attribute");
    assert!(game.catalog.cards().all(|(_, c)| c.values[symbol] == decklint::catalog::Value::Text("off".into())));
}

#[test]
fn k26_repeated_key_in_a_mapping() {
    let bench = bench();
    let rest = pad(36)
        .lines()
        .map(|l| l.split_once(' ').expect("a count"))
        .map(|(n, c)| format!("  {c}: {n}\n"))
        .collect::<String>();
    for (first, second) in [("00310002", "00310002"), ("\"00310002\"", "'00310002'"), ("Eddy Pilot", "Eddy Pilot")] {
        let checked = bench.check("deck.yaml", format!("main:\n  {first}: 3\n  {second}: 2\n{rest}"));
        let mut found = codes(&checked);
        found.sort();
        assert_eq!(found, [("BAR003".to_owned(), 3), ("DCK006".to_owned(), 3)], "{:#?}", checked.findings);
        assert_eq!(finding(&checked, "BAR003").facts.actual, Some(5), "no entry wins in silence");
    }
    let json = bench.check("deck.json", "{\"main\": {\n\"Eddy Pilot\": 3,\n\"Eddy Pilot\": 2}}");
    assert!(codes(&json).contains(&("DCK006".to_owned(), 3)), "{:#?}", json.findings);
    assert_eq!(json.sections[0].total, 5);
    // A section or a header key twice; a key of a card twice.
    for (text, line) in [
        ("main:\n- 4 Heath\nmain:\n- 4 Heath\n", 3),
        ("name: A\nname: B\nmain:\n- 4 Heath\n", 2),
        ("main:\n- name: Heath\n  count: 3\n  count: 2\n", 4),
    ] {
        let checked = bench.check("deck.yaml", text);
        assert!(codes(&checked).contains(&("DCK006".to_owned(), line)), "{text}: {:#?}", checked.findings);
        assert_eq!(checked.verdict, decklint::game::Verdict::Illegal);
    }
    // In a pool.
    let twice =
        bench_of("cards.yaml", "cards:\n- code: '20000001'\n  name: One\n  name: Two\n  kind: Rear\n  size: 1\n");
    assert_eq!(faults(&twice), [("CAT001".to_owned(), 4)]);
}

#[test]
fn k27_card_listed_twice_in_the_pool() {
    let row = "00310002,Eddy Pilot,Soldier,Atlantical States,,2\n";
    for (times, row) in [
        (1, row.to_owned()),
        (1, row.replace("Eddy", " Eddy")),
        (2, row.to_owned()),
        (1, format!("\"{}", row.replacen(',', "\",", 1))),
    ] {
        let bench = bench_of("cards.csv", pool() + &row.repeat(times));
        let found = bench.pool_faults().into_iter().filter(|f| &*f.code == "CAT004").collect::<Vec<_>>();
        assert_eq!(found.len(), times, "{found:#?}");
        for fault in &found {
            let source = bench.session.sources.get(fault.place.file()).expect("the pool's text");
            let line = |place: decklint::text::Place| source.line(place.span().expect("a place").start);
            assert!(line(fault.place) > 54 && line(fault.related[0].place) == 3, "both lines are named: {fault:?}");
            assert_eq!(fault.level, Level::Warning);
        }
        assert_eq!(known(&bench).iter().filter(|c| c.contains("Eddy Pilot")).count(), 1);
        legal(&bench.check("deck.txt", format!("{}4 Eddy Pilot\n", pad(36))), 40, 0);
        illegal(&bench.check("deck.txt", format!("{}5 Eddy Pilot\n", pad(35))), &[("BAR003", 10)]);
    }
    // Twice with another value is more than twice the same.
    let differs = bench_of("cards.csv", pool() + &row.replace(",2\n", ",7\n"));
    assert_eq!(faults(&differs), [("CAT005".to_owned(), 56)]);
}

#[test]
fn k31_ragged_rows_in_a_pool() {
    let header = "code,name,kind,territory,symbol,size\n";
    for (rows, expected) in [
        // One comma too many at the end of a row, of all rows, and of the header as well.
        ("00310001,Brass Usher,Soldier,Mad Dunes,,3,\n00310002,Eddy Pilot,Soldier,Mad Dunes,,2\n", &[][..]),
        ("00310001,Brass Usher,Soldier,Mad Dunes,,3,,,\n00310002,Eddy Pilot,Soldier,Mad Dunes,,2,,\n", &[]),
        ("00310001,Brass Usher,Soldier,Mad Dunes,,3\n00310002,Eddy Pilot\n", &[("CAT003", 3)]),
        (
            "00310001,Brass Usher,Soldier,Mad Dunes,,3,surplus\n00310002,Eddy Pilot,Soldier,Mad Dunes,,2\n",
            &[("CAT003", 2)],
        ),
        ("00310001,Brass Usher,Soldier,Mad Dunes,,3\n\n,,,,,\n00310002,Eddy Pilot,Soldier,Mad Dunes,,2\n", &[]),
    ] {
        let bench = bench_of("cards.csv", format!("{header}{rows}"));
        let found = faults(&bench);
        assert_eq!(found.iter().map(|(c, l)| (c.as_str(), *l)).collect::<Vec<_>>(), expected, "{rows}");
        assert_eq!(known(&bench), ["00310001 Brass Usher", "00310002 Eddy Pilot"], "the cards stay usable: {rows}");
    }
    let trailing = bench_of("cards.csv", pool().replace('\n', ",\n"));
    assert_eq!(faults(&trailing), []);
    legal(&trailing.check("deck.txt", pad(40)), 40, 0);
    let open =
        bench_of("cards.csv", format!("{header}00310001,\"Brass Usher,Soldier,Mad Dunes,,3\n00310002,Eddy,Rear,,,1\n"));
    assert!(faults(&open).contains(&("CAT001".to_owned(), 2)), "{:?}", faults(&open));
}

#[test]
fn k31_ragged_rows_in_a_deck() {
    let bench = bench();
    for (rows, expected) in [
        ("2,00310002,\n", &[][..]),
        ("2,00310002,,,\n", &[]),
        ("2,00310002,Eddy Pilot,surplus\n", &[("DCK008", 2)]),
        ("2,00310002\n", &[("DCK008", 2)]),
        ("2\n", &[("DCK008", 2)]),
    ] {
        let checked = bench.check("deck.csv", format!("count,code,name\n{rows}38,31000032,Heath\n"));
        let found: Vec<(String, usize)> = codes(&checked).into_iter().filter(|c| !c.0.starts_with("BAR")).collect();
        assert_eq!(found.iter().map(|(c, l)| (c.as_str(), *l)).collect::<Vec<_>>(), expected, "{rows}");
    }
}
