use super::*;
use crate::deck::format::Format;

fn yaml(text: &str) -> Read {
    read_as("deck.yaml", text, &game("barrenia"))
}

#[test]
fn sections_hold_cards_in_many_shapes() {
    for text in [
        "main:\n  - {card: Alpha, count: 4}\nside: [{name: Beta, qty: 2}]\n",
        "main:\n  - 4 Alpha\nSideboard:\n  - 2x Beta\n",
        "sections:\n  main: [4 Alpha]\n  Provisionary Deck:\n    Beta: 2\n",
        "main: {Alpha: 4}\nprov: {Beta: \"2\"}\n",
        "main:\n  Alpha: 4\nprov:\n  - Beta\n  - Beta: 1\n",
        "cards: [4 Alpha, 'SB: 2 Beta']\n",
        "- {card: Alpha, count: 4}\n- {card: Beta, count: 2, section: side}\n",
        "main: |\n  # a comment\n  4 Alpha\n\nside: |-\n  2 Beta\n",
        "main:\n  4 Alpha\nside: 2 Beta\n",
        "sections:\n  - {name: main, cards: [4 Alpha]}\n  - {name: side, cards: {Beta: 2}}\n",
        "main: {cards: [4 Alpha]}\nside: {card: Beta, copies: 2}\n",
        "{\"main\": [{\"card\": \"Alpha\", \"count\": 4}], \"side\": {\"Beta\": 2}}",
        "[{\"card\": \"Alpha\", \"count\": 4}, {\"card\": \"Beta\", \"count\": 2, \"section\": \"side\"}]",
        "{\"cards\": [\"4 Alpha\"], \"side\": \"2 Beta\"}",
        "main: [{card: Alpha, count: ４}]\nside: [{card: Beta, count: 2, foil: yes, symbol: Sun}]\n",
    ] {
        let read = yaml(text);
        assert!(read.findings.is_empty(), "{text} {:#?}", read.findings);
        let mut lines = read.lines.clone();
        if lines.len() == 3 {
            lines.truncate(1);
            lines.push("provisionary 2 Beta".to_owned());
        }
        assert_eq!(lines, ["main 4 Alpha", "provisionary 2 Beta"], "{text}");
        assert_eq!(read.copies(), 6);
    }
}

#[test]
fn scalars_keep_their_text() {
    let read = yaml("main:\n  - {code: 00120001, count: 4}\n  - {card: No}\n  - 01.50\n");
    assert_eq!(read.lines, ["main 4 00120001", "main 1 No", "main 1 01.50"]);
    assert_eq!(read.findings, []);
    let colon = yaml("main:\n  - 4 Warden: Reborn\n  - Rook: the Unbowed\n");
    assert_eq!(colon.lines, ["main 4 Warden: Reborn"]);
    assert_eq!(colon.codes(), ["unknown-header", "unreadable-line"]);
    assert_eq!(colon.at(0), "Rook");
}

#[test]
fn repeated_keys_are_errors_and_their_copies_count() {
    let text = "main:\n  \"00120002\": 3\n  \"00120002\": 2\n";
    let read = yaml(text);
    assert_eq!(read.codes(), ["repeated-key"]);
    assert_eq!(read.source.line(read.findings[0].place.span().expect("span").start), 3);
    assert_eq!(read.findings[0].related.len(), 1);
    assert_eq!(read.copies(), 5);
    let sections = yaml("main: [4 A]\nmain: [2 B]\n");
    assert_eq!(sections.codes(), ["repeated-key"]);
    assert_eq!(sections.lines, ["main 4 A", "main 2 B"]);
    let count = yaml("main: [{card: A, count: 2, count: 3}]\n");
    assert_eq!(count.codes(), ["repeated-key"]);
    assert_eq!(count.copies(), 5);
    let game = yaml("game: barrenia\ngame: scales\nmain: [4 A]\n");
    assert_eq!(game.codes(), ["repeated-key"]);
    assert!(game.header_findings.is_empty());
    let json = yaml("{\"main\": {\"A\": 3, \"A\": 2}}");
    assert_eq!(json.document.format, Format::Json);
    assert_eq!((json.codes(), json.copies()), (vec!["repeated-key"], 5));
}

#[test]
fn strange_keys_are_not_passed_over() {
    let read = yaml(
        "plyer: Kim\nseason: 3\nsidebord:\n  - 2 Beta\nmain:\n  - {card: Alpha, cuont: 4}\n  - {card: B, cuont: 4}\n",
    );
    assert_eq!(read.codes(), ["unknown-header", "unknown-header", "unknown-section", "unknown-header"]);
    assert_eq!(read.at(0), "plyer");
    assert_eq!(read.findings[0].facts.suggestions, ["player"]);
    assert_eq!(read.at(2), "sidebord");
    assert_eq!(read.at(3), "cuont");
    assert_eq!(read.findings[3].facts.suggestions, ["count"]);
    assert_eq!(read.lines, ["?sidebord 2 Beta", "main 1 Alpha", "main 1 B"]);
    assert!(yaml("format: x\ndescription: y\nmain: [4 A]").findings.is_empty());
    let stray = yaml("main: [4 A]\nTide Envoy: 2\n\"00120002\": 1\n");
    assert_eq!(stray.codes(), ["unreadable-line", "unreadable-line"]);
    let crads = yaml("crads: [4 A]\n");
    assert_eq!(crads.findings[0].facts.suggestions, ["cards"]);
}

#[test]
fn entries_without_card_are_errors() {
    let text =
        "main:\n  - {count: 3}\n  -\n  - [4, A]\n  - {card: {name: A}}\n  - {card: ''}\n  - {card: A}\n  - {crad: A}\n";
    let read = yaml(text);
    let lines = read.codes().iter().filter(|c| **c == "unreadable-line").count();
    assert_eq!(lines, 6, "{:#?}", read.findings);
    assert_eq!(read.lines, ["main 1 A"]);
    assert_eq!(read.at(0), "count");
    let shapes = yaml("sections: x\n");
    assert_eq!(shapes.codes(), ["unreadable-line"]);
    assert_eq!(yaml("sections: [main]\n").codes(), ["unreadable-line"]);
    assert_eq!(yaml("main: {Alpha: [1]}\n").codes(), ["unreadable-line"]);
}

#[test]
fn counts_are_judged() {
    let read =
        yaml("main:\n  A: 0\n  B: -1\n  C: 1.5\n  D: many\n  E:\n  F: 1000\nside: [0 G, {card: H, count: 0x4}]\n");
    assert_eq!(read.codes(), ["bad-count"; 8]);
    assert_eq!(read.at(0), "0");
    assert_eq!(read.at(3), "many");
    assert_eq!(read.at(4), "E");
    assert_eq!(read.lines, ["main 1000 F"]);
}

#[test]
fn the_header_is_of_keys() {
    let text = "Game: barrenia\nname: \"Dawn\"\nplayer:\nlayers: [a, 'b']\nnotes: |\n  one\n  two\nmain: [4 A]\n";
    let read = yaml(text);
    assert!(read.header_findings.is_empty(), "{:?}", read.header_findings);
    assert!(read.findings.is_empty());
    let header = &read.header;
    assert_eq!(header.game.as_ref().map(|g| g.value.as_str()), Some("barrenia"));
    let name = header.name.as_ref().expect("name");
    assert_eq!(read.source.slice(name.span), "Dawn");
    assert_eq!(header.player, None);
    let layers: Vec<_> = header.layers.iter().map(|l| l.value.as_str()).collect();
    assert_eq!(layers, ["a", "b"]);
    assert_eq!(header.notes.as_ref().map(|n| n.value.as_str()), Some("one\ntwo"));
    let bad = yaml("game: [a]\nname: {a: b}\nlayers: [[x]]\nmain: [4 A]\n");
    let levels: Vec<_> = bad.header_findings.iter().map(|d| d.level).collect();
    assert_eq!(levels, [Level::Error, Level::Warning, Level::Error]);
}

#[test]
fn places_are_those_of_the_words() {
    let text = "main:\n  - \"3 Alpha\"\n  - {card: ' Beta ', count: '2'}\n  - {card: \"Caf\\u00e9\", count: 1}\n  - \"4 Caf\\u00e9\"\n";
    let source = Source::new("deck.yaml", text);
    let document = open(&source).expect("yaml");
    let (deck, findings) = document.read(&source, &game("barrenia"));
    assert!(findings.is_empty());
    let at: Vec<_> = deck.lines.iter().map(|l| (source.slice(l.span), l.count_span.map(|s| source.slice(s)))).collect();
    assert_eq!(at[0], ("Alpha", Some("3")));
    assert_eq!(at[1], ("Beta", Some("2")));
    // An escape moves the bytes: the whole scalar is shown.
    assert_eq!(at[2], ("\"Caf\\u00e9\"", Some("1")));
    assert_eq!(at[3].0, "\"4 Caf\\u00e9\"");
    assert_eq!(deck.lines[3].count, 4);
}

#[test]
fn empty_documents_are_empty_decks() {
    for text in ["", "# nothing\n", "{}", "[]", "main: []\n", "main:\n", "game: barrenia\n"] {
        assert_eq!(yaml(text).codes(), ["empty-deck"], "{text:?}");
    }
    assert_eq!(read_as("deck.json", "[]", &game("barrenia")).codes(), ["empty-deck"]);
}

/// Sections that are null hold nothing; a mapping is a card only if all its keys are those of a card, and one names it.
#[test]
fn a_mapping_is_a_card_by_its_keys() {
    for (text, lines) in [
        ("sections:\nmain: [4 Alpha]\n", &["main 4 Alpha"][..]),
        ("sections: ~\nmain: [4 Alpha]\n", &["main 4 Alpha"]),
        ("main: {card: 4, Beta: 2}\n", &["main 4 card", "main 2 Beta"]),
        ("main: {Type: 3}\n", &["main 3 Type"]),
        ("main: {Type: 3, Cost: 2}\n", &["main 3 Type", "main 2 Cost"]),
        ("main: {Type: 3, name: Alpha}\n", &["main 1 Alpha"]),
    ] {
        let read = yaml(text);
        assert_eq!(
            (read.codes(), &read.lines[..]),
            (vec![], &lines.iter().map(ToString::to_string).collect::<Vec<_>>()[..]),
            "{text}"
        );
    }
}
