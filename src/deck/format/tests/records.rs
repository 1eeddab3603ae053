//! The quick way through decks of YAML and JSON says what the long one says.

use proptest::prelude::*;

use super::super::{Body, Document, Format, header, open_as, records};
use super::game;
use super::quick::catalog;
use crate::deck::resolve;
use crate::text::{FileId, Source, parse_json, parse_yaml};

/// The deck, held against the long way; `None` unless it went the quick one.
fn quick_as_long(text: &str, format: Format) -> Option<String> {
    let spec = game("barrenia");
    let catalog = catalog(&spec);
    let source = Source::new("deck", text);
    let parse = if format == Format::Json { parse_json } else { parse_yaml };
    let sound = parse(text, FileId::INPUT);
    assert!(records::of(&source, format).is_none() || sound.is_ok(), "{text:?}");
    let document = open_as(&source, format).ok()?;
    if let Ok(root) = sound {
        assert_eq!(document.header(&source), header::of_tree(&root, &source), "{text:?}");
    }
    let (raw, mut faults) = document.read(&source, &spec);
    let (long, more) = resolve(&raw, &spec, &catalog);
    faults.extend(more);
    let (deck, findings) = document.deck(&source, &spec, &catalog);
    assert_eq!((&deck, &findings), (&long, &faults), "{text:?}");
    let Document { body: Body::Tree(tree), .. } = &document else { return None };
    records::read(&source, tree.records.as_ref()?, &spec, &catalog)?;
    Some(deck.lines.iter().map(|l| format!("{} {} {}\n", deck.sections[l.section].name, l.count, l.text)).collect())
}

#[test]
fn usual_decks_go_the_quick_way() {
    let wanted = "main 4 00000004\nmain 1 Gate Warden\nprovisionary 2 tide envoy\n";
    for (text, format) in [
        (
            r#"{"game": "barrenia", "layers": ["a"], "main": [{"code": "00000004", "count": 4}, {"card": "Gate Warden"}], "side": [{"name": "tide envoy", "qty": "2", "foil": true}]}"#,
            Format::Json,
        ),
        (
            r#"[{"code": "00000004", "count": 4}, {"card": "Gate Warden", "count": 1}, {"count": 2, "zone": "Provisionary", "name": "tide envoy"}]"#,
            Format::Json,
        ),
        (
            "game: barrenia\nsections:\n  main:\n    - {code: 00000004, count: 4}\n    - card: 'Gate Warden' # tag\n  side:\n  - name: tide envoy\n    count: 2x\n",
            Format::Yaml,
        ),
        (
            "cards:\n- count: 4\n  code: \"00000004\"\n- {card: Gate Warden}\nProvisionary Deck:\n- {name: tide envoy,  count: 2 }\nnotes: |\n  a\n  b\n",
            Format::Yaml,
        ),
    ] {
        assert_eq!(quick_as_long(text, format).as_deref(), Some(wanted), "{text}");
    }
}

#[test]
fn what_needs_a_word_goes_the_long_way() {
    let json = |cards: &str| format!(r#"{{"main": [{cards}]}}"#);
    for cards in [
        "",
        "{}",
        r#""4 Tide Envoy""#,
        r#"{"card": "Tide Envoy", "count": 0}"#,
        r#"{"card": "Tide Envoy", "count": 1000}"#,
        r#"{"card": "Tide Envoy", "count": null}"#,
        r#"{"card": "Tide Envoy", "count": 1, "count": 2}"#,
        r#"{"card": "Tide Envoy", "count": 1, "qty": 2}"#,
        r#"{"card": "Tide Envoy", "foil": 1, "foil": 1}"#,
        r#"{"card": " Tide Envoy"}"#,
        r#"{"card": ""}"#,
        r#"{"card": null}"#,
        r#"{"card": "Tide\u0020Envoy"}"#,
        r#"{"card": ["Tide Envoy"]}"#,
        r#"{"card": "Tide Envoy", "kount": 1}"#,
        r#"{"card": "Tide Envoy", "zone": "Attic"}"#,
        r#"{"card": "Tide Envoy", "number": 2}"#,
        r#"{"count": 2}"#,
    ] {
        assert_eq!(quick_as_long(&json(cards), Format::Json), None, "{cards}");
    }
    for text in [
        r#"{"attic": [{"card": "Tide Envoy"}]}"#,
        r#"{"main": [{"card": "Tide Envoy"}], "main": [{"card": "Tide Envoy"}]}"#,
        r#"{"main": [{"card": "Tide Envoy"}], "game": "a", "game": "a"}"#,
        r#"{"main": [{"card": "Tide Envoy"}], "layers": [{"card": "Tide Envoy"}]}"#,
        r#"{"main": [{"card": "Tide Envoy"}], "notes": {"a": [{"x": 1, "x": 2}]}}"#,
        r#"{"main": [{"card": "Tide Envoy"}], "side": {"Tide Envoy": 2}}"#,
        r#"{"main": [{"card": "Tide Envoy"}], "Warden": "x"}"#,
        r#"{"main": [{"card": "Tide Envoy"}]"#,
        r#"{"main": [{"card": "Tide Envoy"},]}"#,
    ] {
        assert_eq!(quick_as_long(text, Format::Json), None, "{text}");
    }
    for text in [
        "main:\n- card: Tide Envoy\n  count: 1\n  count: 2\n",
        "main:\n- card: Tide Envoy\n  count:\n",
        "main:\n- card: Tide Envoy\n  count: ~\n",
        "main:\n- card: Tide\n    Envoy\n",
        "main:\n- card: 'Tide''s Envoy'\n",
        "main:\n- {card: Tide Envoy}\n- 4 Gate Warden\n",
        "main:\n- 4 Gate Warden\n",
        "main:\n- Gate Warden: 4\n",
        "main:\n- {card: Tide Envoy}\n -  {card: Tide Envoy}\n",
        "a: &a 1\nmain:\n- {card: Tide Envoy}\n",
    ] {
        assert_eq!(quick_as_long(text, Format::Yaml), None, "{text}");
    }
}

/// Lists of cards that nest as deep as a document may, and one level deeper, which is a fault.
#[test]
fn lists_deep_inside_are_as_deep_as_others() {
    for depth in 55..70 {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        let json = format!("{{\"main\": [{{\"card\": \"Tide Envoy\"}}], \"x\": {open}{{\"a\": 1}}{close}}}");
        assert_eq!(quick_as_long(&json, Format::Json), None, "{depth}");
        let yaml: String = (0..depth).map(|at| format!("{}k:\n", " ".repeat(at))).collect();
        let yaml = format!("main:\n- card: Tide Envoy\n{yaml}{}- a: 1\n", " ".repeat(depth));
        assert_eq!(quick_as_long(&yaml, Format::Yaml), None, "{depth}");
    }
}

/// A card as keys and values.
type Card = Vec<(&'static str, String)>;
/// A section by its key.
type Section = (&'static str, Vec<Card>);

fn card() -> impl Strategy<Value = Card> {
    let key = prop::sample::select(vec![
        "code",
        "name",
        "card",
        "count",
        "count",
        "qty",
        "Card Name",
        "foil",
        "zone",
        "number",
        "kind",
        "코드",
        "kount",
        "type",
    ]);
    let names = prop::sample::select(vec![
        "Tide Envoy",
        "Gate Warden",
        "Élan Drummer",
        "Fan #1",
        "12 Bells",
        "Dusk // Dawn Gate",
        "cliff runner\u{2019}s oath",
        "nobody",
        "main",
        "Provisionary",
        "attic",
        "null",
        "~",
        "true",
        " x",
        "a: b",
        "\u{a0}",
        "2x",
        "가",
    ]);
    let number = prop::sample::select(vec!["4", "1", "999", "1000", "0", "-1", "2.5", "12345678901234567890"]);
    let value = prop_oneof![
        3 => "0000000[0-9]",
        4 => names.prop_map(str::to_owned),
        3 => number.prop_map(str::to_owned),
        1 => "[a-z #:,{}\\[\\]'\"\\\\-]{0,4}",
    ];
    let usual = (prop::sample::select(vec!["code", "name", "card"]), value.clone(), "[1-4]")
        .prop_map(|(key, value, count)| vec![(key, value), ("count", count)]);
    prop_oneof![3 => usual, 2 => prop::collection::vec((key, value), 0..4)]
}

fn sections() -> impl Strategy<Value = Vec<Section>> {
    let key = prop::sample::select(vec![
        "main",
        "Main Deck",
        "side",
        "provisionary",
        "cards",
        "main",
        "attic",
        "layers",
        "notes",
        "game",
        "tags",
    ]);
    prop::collection::vec((key, prop::collection::vec(card(), 0..4)), 0..4)
}

fn json(sections: &[Section], nested: bool, quoted: bool) -> String {
    let value =
        |v: &String| if !quoted && v.bytes().all(|b| b.is_ascii_digit()) { v.clone() } else { format!("{v:?}") };
    let card = |c: &Card| {
        let fields: Vec<String> = c.iter().map(|(k, v)| format!("\"{k}\": {}", value(v))).collect();
        format!("{{{}}}", fields.join(", "))
    };
    let list = |l: &Vec<Card>| format!("[{}]", l.iter().map(card).collect::<Vec<_>>().join(","));
    match sections {
        [(_, only)] if nested => list(only),
        all => {
            let inner: Vec<String> = all.iter().map(|(k, l)| format!("\"{k}\" :{}", list(l))).collect();
            let inner = format!("{{{}}}", inner.join(",\n"));
            if nested { format!("{{\"name\": \"x\", \"sections\": {inner}}}") } else { inner }
        }
    }
}

fn yaml(sections: &[Section], nested: bool, flow: bool, quote: &str) -> String {
    let pad = if nested { "  " } else { "" };
    let mut text = String::from(if nested { "name: x\nsections:\n" } else { "" });
    for (key, list) in sections {
        text += &format!("{pad}{key}:\n");
        for card in list {
            let fields: Vec<String> = card.iter().map(|(k, v)| format!("{k}: {quote}{v}{quote}")).collect();
            let between = if flow { ", ".to_owned() } else { format!("\n{pad}    ") };
            let fields = fields.join(&between);
            text += &if flow { format!("{pad}- {{{fields}}}\n") } else { format!("{pad}-   {fields}\n") };
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn both_ways_give_the_same_deck(sections in sections(), nested: bool, flow: bool, quote in prop::sample::select(vec!["", "", "'", "\""])) {
        quick_as_long(&json(&sections, nested, flow), Format::Json);
        quick_as_long(&yaml(&sections, nested, flow, quote), Format::Yaml);
    }

    #[test]
    fn both_ways_give_the_same_of_a_broken_deck(sections in sections(), flow: bool, at in 0_usize..200, cut in 0_usize..3, put in "[ \n\\[\\]{},:\"'#x-]?") {
        for (text, format) in [(json(&sections, false, false), Format::Json), (yaml(&sections, false, flow, ""), Format::Yaml)] {
            let mut chars: Vec<char> = text.chars().collect();
            let at = at.min(chars.len());
            chars.splice(at..(at + cut).min(chars.len()), put.chars());
            quick_as_long(&chars.into_iter().collect::<String>(), format);
        }
    }
}
