//! Rows that take the short way give the same cards, the same findings and the same lookups as if all took the long way.

use proptest::prelude::*;

use super::pools::*;
use crate::catalog::load::build::Build;
use crate::catalog::{Catalog, Pool, Predicate, Report};
use crate::diagnostics::Diagnostic;
use crate::spec::{GameSpec, Selector};
use crate::text::{FileId, decode, from_node, parse_yaml};

fn both(spec: &GameSpec, pools: &[Pool], report: Report) -> [(Catalog, Vec<Diagnostic>); 2] {
    [true, false].map(|short| {
        let mut build = Build::new(spec, report);
        build.short &= short;
        pools.iter().for_each(|pool| build.pool(pool));
        build.finish()
    })
}

/// Cards that were not made while their pool was read.
fn waiting(catalog: &Catalog) -> usize {
    catalog.cards.iter().filter(|card| card.get().is_none()).count()
}

const SELECTORS: [&str; 10] = [
    "{type: Soldier}",
    "{not: {type: [Rear, eraser]}}",
    "{any: [{size: {gte: 3}}, {territories: Mad Dunes}]}",
    "{all: [{type: Soldier}, {size: {present: false}}]}",
    "{territories: {only: [Hive Union]}}",
    "{back: Black}",
    "{rule: {matches: 'size'}}",
    "{mark: {present: true}}",
    "{name: [tide, 'Rook, the Unbowed']}",
    "{cards: [Tide, '00000003']}",
];

fn same(spec: &GameSpec, pools: &[Pool], report: Report) -> Result<(), TestCaseError> {
    let [(short, said), (long, wanted)] = both(spec, pools, report);
    prop_assert_eq!(format!("{said:#?}"), format!("{wanted:#?}"));
    prop_assert_eq!(waiting(&long), 0);
    prop_assert_eq!(short.extra_columns(), long.extra_columns());
    // What waits is asked first; the cards are made one by one below.
    prop_assert_eq!(short.names().collect::<Vec<_>>(), long.names().collect::<Vec<_>>());
    for (_, code, name) in long.names() {
        for text in [code.unwrap_or("?"), name, &name.to_uppercase(), "7", "00000007", ""] {
            prop_assert_eq!(short.find(text), long.find(text));
            prop_assert_eq!(short.find_code(text), long.find_code(text));
            prop_assert_eq!(short.by_code(text), long.by_code(text));
            prop_assert_eq!(short.find_number(text), long.find_number(text));
            prop_assert_eq!(short.find_name(text), long.find_name(text));
        }
        prop_assert_eq!(short.near(name, 3), long.near(name, 3));
    }
    for text in SELECTORS {
        let node = parse_yaml(text, FileId(9)).expect("yaml");
        let selector: Selector = from_node(&node).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let [quick, plain] = [&short, &long].map(|catalog| {
            let (predicate, _) = Predicate::new(&selector, spec, catalog);
            let one = catalog.matching(&predicate).collect::<Vec<_>>();
            let each: Vec<_> = catalog.cards().filter(|(id, c)| predicate.matches(c, *id)).map(|(id, _)| id).collect();
            (one, each)
        });
        prop_assert_eq!(&quick.0, &plain.0, "{}", text);
        prop_assert_eq!(&quick.0, &quick.1, "{}", text);
        prop_assert_eq!(&plain.0, &plain.1, "{}", text);
    }
    for id in short.ids().filter(|id| id.0 % 2 == 0) {
        for attribute in 0..=spec.attributes.len() {
            prop_assert_eq!(short.value(id, attribute), long.value(id, attribute));
        }
    }
    for ((_, card), (_, wanted)) in short.cards().zip(long.cards()) {
        prop_assert_eq!(format!("{card:#?}"), format!("{wanted:#?}"));
    }
    Ok(())
}

/// A cell: mostly what is right for its column, else anything.
fn cell(right: &'static [&'static str]) -> impl Strategy<Value = String> {
    const ANY: [&str; 8] =
        ["", "?", "a \"quoted\" word", "two\nlines", "Rook, the Unbowed", "  blanks ", "\u{a0}é;x|", "99"];
    prop_oneof![
        14 => proptest::sample::select(right).prop_map(str::to_owned),
        1 => proptest::sample::select(&ANY).prop_map(str::to_owned),
        1 => "\\PC{0,20}",
    ]
}

fn row() -> impl Strategy<Value = Vec<String>> {
    let code =
        prop_oneof![9 => (0_u32..12).prop_map(|n| format!("{n:08}")), 1 => Just("7".to_owned()), 1 => cell(&[""])];
    let same_as = prop_oneof![12 => Just(String::new()), 1 => cell(&["art:00000003", "Tide", "nobody"])];
    let left = (
        code,
        cell(&["Tide", "Élan", "tide", "Rook, the Unbowed", "A rather long name of a card", "00000003", "12"]),
        cell(&["Soldier", "Rear", "Eraser", "erasers"]),
        cell(&["", "Hive Union", "Mad Dunes;Hive Union", "hive union"]),
        cell(&["", "1", "3", "03"]),
    );
    let right = (
        cell(&["", "yes", "false"]),
        cell(&["", "type:Soldier", "size:3 or size:2"]),
        cell(&["", "A-1", "B-22"]),
        cell(&["", "Black"]),
        cell(&["", "a note of the pool's maker", "x"]),
        same_as,
    );
    (left, right).prop_map(|((a, b, c, d, e), (f, g, h, i, j, k))| vec![a, b, c, d, e, f, g, h, i, j, k])
}

fn written(rows: &[Vec<String>], delimiter: char, end: &str, quoted: bool, tail: &str) -> String {
    let one = |text: &String| match quoted || text.contains([delimiter, '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.clone(),
    };
    let header = ["code", "name", "type", "territories", "size", "retired", "rule", "mark", "back", "note", "same_as"];
    let header = header.map(str::to_owned).to_vec();
    let line = |row: &Vec<String>| row.iter().map(one).collect::<Vec<_>>().join(&delimiter.to_string());
    let lines: Vec<String> = std::iter::once(&header).chain(rows).map(line).collect();
    lines.join(end) + tail
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn both_ways_give_the_same(
        first in proptest::collection::vec(row(), 0..14),
        second in proptest::collection::vec(row(), 0..5),
        delimiter in proptest::sample::select(&[',', ';', '\t']),
        end in proptest::sample::select(&["\n", "\r\n", "\r", "\n\n# a comment\n"]),
        quoted in any::<bool>(),
        tail in proptest::sample::select(&["", "\n", "\r\n", "\n00000002,\"open", "\n,,\n", "\nshort\n", "\n1,2,3,4,5,6,7,8,9,10,11,12,13"]),
        identity in proptest::sample::select(&["code", "name", "[name, type]", "mark"]),
        report in proptest::sample::select(&[Report::Summary, Report::Full]),
        mark in any::<bool>(),
    ) {
        let text = written(&first, delimiter, end, quoted, tail);
        let bytes = if mark { [&b"\xef\xbb\xbf"[..], text.as_bytes()].concat() } else { text.into_bytes() };
        let text = decode(bytes).expect("UTF-8").text;
        let mut other = pool("more.csv", &written(&second, ',', "\n", false, ""), &[]);
        other.file = FileId(3);
        same(&game(identity), &[pool("pool.csv", &text, &[]), other], report)?;
    }

    #[test]
    fn both_ways_give_the_same_of_any_text(text in "[ab0,\"\n\r;# é]{0,60}", header in "(code|name|type|size|note)(,(name|code|mark)){0,3}") {
        same(&game("code"), &[pool("p.csv", &format!("{header}\n{text}"), &[])], Report::Full)?;
    }
}

#[test]
fn sound_rows_take_the_short_way_and_others_do_not() {
    let header = "code,name,type,territories,size,rule,mark,back,note,same_as\n";
    let spec = game("code");
    for (row, waits) in [
        ("00000001,Tide,Soldier,Hive Union;Mad Dunes,3,type:Rear,A-1,Plain,\"a, note\",", 1),
        ("00000001,\"Tide\",Erasers,,,,,,,", 1),
        ("00000001,Tide,Rear,,,,,,\"\"\"a\"\" note\",", 1),
        // Quotes inside, faults, zeros to restore, and rows of another shape.
        ("00000001,\"The \"\"Old\"\" One\",Rear,,,,,,,", 0),
        ("00000001,Tide,Reer,,,,,,,", 0),
        ("00000001,Tide,Soldier,,,,,,,", 0),
        ("00000001,Tide,Rear,,10,,,,,", 0),
        ("1,Tide,Rear,,,,,,,", 0),
        ("0000000x,Tide,Rear,,,,,,,", 0),
        ("00000001,Tide,Rear", 0),
        ("00000001,Tide,Rear,,,,,,,,x", 0),
        ("00000001,Tide,Rear,,,,,,,Elan", 0),
        (",Tide,Rear,,,,,,,", 0),
    ] {
        let pools = [pool("p.csv", &format!("{header}{row}\n"), &[])];
        let [(short, _), _] = both(&spec, &pools, Report::Summary);
        assert_eq!(waiting(&short), waits, "{row}");
        same(&spec, &pools, Report::Full).expect("the same");
    }
    let [(short, _), _] =
        both(&spec, &[pool("p.yaml", "- {code: '00000001', name: A, type: Rear}\n", &[])], Report::Full);
    assert_eq!(waiting(&short), 0, "a tree is read at once");
}

#[test]
fn a_free_column_of_many_texts_keeps_them_all() {
    let row = |n: usize| format!("{n:08},Card {n},Rear,x{n},a long note with the number {n}\n");
    let spec = game("code");
    let spec_text = |n: usize| format!("code,name,type,free,note\n{}", (0..n).map(row).collect::<String>());
    let pools = [pool("p.csv", &spec_text(600), &["free=name", "name=type"])];
    same(&spec, &pools, Report::Full).expect("the same");
    // `story` is a text of any form.
    let game = GameSpec::parse(
        "id: f\nname: F\nprefix: FRE\nidentity: name\nsections: {main: {title: Main}}\nattributes: {name: {}, free: {}, note: {}}\n",
        FileId(1),
    );
    let game = game.expect("a game");
    let pools = [pool("p.csv", &spec_text(600), &[])];
    let [(short, _), (long, _)] = both(&game, &pools, Report::Full);
    assert_eq!(waiting(&short), 600);
    for ((_, a), (_, b)) in short.cards().zip(long.cards()) {
        assert_eq!(format!("{a:?}"), format!("{b:?}"));
    }
}
