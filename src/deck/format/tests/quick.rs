//! The quick way through text decks says what the long one says.

use std::sync::Arc;

use proptest::prelude::*;

use super::super::quick;
use super::super::text::read;
use super::game;
use crate::catalog::{Catalog, ColumnMap, Pool, Report, load};
use crate::deck::format::dialect::PLAIN;
use crate::deck::resolve;
use crate::spec::GameSpec;
use crate::text::{FileId, Source};

const POOL: &str = "code,name,type\n\
    00000001,Dusk // Dawn Gate,Rear\n\
    00000002,Cliff Runner's Oath,Rear\n\
    00000003,Élan Drummer,Rear\n\
    00000004,Tide Envoy,Soldier\n\
    00000005,Gate Warden,Soldier\n\
    00000006,Gate Warden,Soldier\n\
    00000007,Fan #1,Soldier\n\
    00000008,12 Bells,Soldier\n\
    00000009,Rear,Rear\n";

pub(super) fn catalog(spec: &GameSpec) -> Catalog {
    let source = Arc::new(Source::new("p.csv", POOL));
    load(spec, &[Pool { source, file: FileId(2), columns: ColumnMap::default() }], Report::Summary).0
}

/// The quick way's deck, if it goes, held against the long one.
fn quick_as_long(text: &str) -> Option<String> {
    let spec = game("barrenia");
    let catalog = catalog(&spec);
    let deck = quick::read(text, &spec, &catalog)?;
    let (raw, mut faults) = read(text, &spec, &PLAIN);
    let (long, more) = resolve(&raw, &spec, &catalog);
    faults.extend(more);
    assert_eq!((&deck.0, &deck.1), (&long, &faults), "{text:?}");
    Some(deck.0.lines.iter().map(|l| format!("{} {} {}\n", deck.0.sections[l.section].name, l.count, l.text)).collect())
}

#[test]
fn usual_decks_go_the_quick_way() {
    for (text, wanted) in [
        ("4 00000004\n3 Gate Warden", "main 4 00000004\nmain 3 Gate Warden\n"),
        (
            "# game: barrenia\n\nMain Deck (8)\nSoldiers\n4 tide envoy # tag\r\n\r\nRears:\n4 Fan #1\n",
            "main 4 tide envoy\nmain 4 Fan #1\n",
        ),
        ("Provisionary\n2 Tide Envoy\n\nMain\n1 Nobody", "provisionary 2 Tide Envoy\nmain 1 Nobody\n"),
        ("=====\n  3 12 Bells\n1 Tide Envoy (SET) 4 # x\n", "main 3 12 Bells\nmain 1 Tide Envoy\n"),
    ] {
        assert_eq!(quick_as_long(text).as_deref(), Some(wanted), "{text}");
    }
}

#[test]
fn what_needs_a_word_goes_the_long_way() {
    for text in [
        "",
        "# a comment",
        "Soldiers\n",
        "4 Tide Envoy\n\n2 Gate Warden",
        "0 Tide Envoy",
        "1000 Tide Envoy",
        "4x Tide Envoy",
        "Tide Envoy",
        "4 Tide Envoy\nRear",
        "4 Tide Envoy\nSideboard:\n1 Tide Envoy\nWhatever",
        "SB: 4 Tide Envoy",
        "About\nName Deck\n4 Tide Envoy",
        "4 Tide Envoy\nSoldiers # of the tide",
    ] {
        assert_eq!(quick_as_long(text), None, "{text:?}");
    }
}

fn line() -> impl Strategy<Value = String> {
    let card = prop_oneof![
        4 => "0000000[0-9]",
        4 => prop::sample::select(vec![
            "Dusk // Dawn Gate", "cliff runner\u{2019}s oath", "Elan Drummer", "Tide Envoy", "Gate Warden", "Fan #1", "12 Bells", "Rear",
        ]).prop_map(str::to_owned),
        1 => "[a-zA-Z0-9#\\[\\]() ]{1,8}",
    ];
    let tail = prop::sample::select(vec!["", "", "", " # tag", " (SET) 12", " x2", " [SET]", "  "]);
    let head =
        prop::sample::select(vec!["4 ", "1 ", "12 ", "999 ", "0 ", "2x ", "", "SB: 1 ", "- 2 ", "[1] ", "00000004 "]);
    let other = prop::sample::select(vec![
        "",
        "",
        "# x",
        "// y",
        "===",
        "Main Deck",
        "main",
        "Main Deck (40)",
        "Provisionary Deck",
        "[Provisionary]",
        "Sideboard",
        "Side:",
        "Soldiers",
        "Soldier:",
        "rears",
        "Rear",
        "Soldiers (4)",
        "SOLDIERS",
        "Whatever",
        "Whatever:",
        "About",
        "Name X",
        "SB:",
        "Commander",
    ]);
    prop_oneof![
        5 => (head, card, tail).prop_map(|(head, card, tail)| format!("{head}{card}{tail}")),
        3 => other.prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn both_ways_give_the_same_deck(lines in prop::collection::vec(line(), 0..7), end in prop::sample::select(vec!["\n", "\r\n", "\r", " \n", "\n "])) {
        quick_as_long(&lines.join(end));
    }
}
