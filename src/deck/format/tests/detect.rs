use super::*;
use crate::deck::format::Format;

fn format_of(name: &str, text: &str) -> Format {
    open(&Source::new(name, text)).unwrap_or_else(|d| panic!("{text:?} {d:#?}")).format
}

#[test]
fn content_decides() {
    use Format::{Csv, Json, Text, Yaml};
    for (text, format) in [
        ("", Text),
        ("4 Tide Envoy\n", Text),
        ("[4] Tide Envoy\n", Text),
        ("[Sideboard]\n4 A\n", Text),
        ("[main]\n4 A\n[sideboard]\n2 B\n", Text),
        ("{\"main\": []}", Json),
        ("\n [ {\"card\": \"A\"} ]", Json),
        ("[\"4 A\"]", Json),
        ("{ }", Json),
        ("{main: [4 A]}", Yaml),
        ("extras: [4 A]\n", Yaml),
        ("extras: {A: 4}\n", Yaml),
        ("Extras: [4 A]\n", Text),
        ("name\nAlpha\n", Text),
        ("name, and what else\n4 Alpha\n", Text),
        ("name,count\nAlpha,4\n", Csv),
        ("card\n4 Alpha\n", Text),
        ("extras: 4 A\n", Text),
        ("[{card: A}]", Yaml),
        ("---\nmain: [4 A]\n", Yaml),
        ("# a comment\ngame: barrenia\nmain:\n  - 4 A\n", Yaml),
        ("game: barrenia\nmain:\n- 4 A\n", Yaml),
        ("main:\n- 4 A\n", Yaml),
        ("main:\n  A: 4\n", Yaml),
        ("main: [4 A]\n", Yaml),
        ("\"main\":\n  - 4 A\n", Yaml),
        ("provisionary:\n  - {card: A}\n", Yaml),
        ("- card: A\n  count: 2\n", Yaml),
        ("Deck:\n4 A\n", Text),
        ("Deck:\n  4 A\n", Text),
        ("Soldiers:\n- 4 A\n", Text),
        ("Deck:\n4 A: B\n", Text),
        ("- 4 A\n- 2 B\n", Text),
        ("Name: My deck\n4 A\n", Text),
        ("name:My deck\n- 4 A\n", Text),
        ("main:\n- 4 [X1] A\n", Yaml),
        (": [4 A]\n", Text),
        ("Warden: Reborn\n", Text),
        ("count,name\n4,A\n", Csv),
        ("card\nA\n", Text),
        ("3 Card, the Unbowed\n", Text),
        ("Rook, the Unbowed\n", Text),
    ] {
        assert_eq!(format_of("<stdin>", text), format, "{text:?}");
        assert_eq!(format_of("deck.txt", text), format, "{text:?}");
    }
}

#[test]
fn the_name_decides_where_content_does_not() {
    assert_eq!(format_of("d.yaml", "x: [4 A]\n"), Format::Yaml);
    assert_eq!(format_of("d.YML", "[4, 5]\n"), Format::Yaml);
    assert_eq!(format_of("d.yaml", "{\"a\": 1 # x\n}"), Format::Yaml);
    assert_eq!(format_of("d.yaml", "4 Tide Envoy\n2 Alpha\n"), Format::Text);
    assert_eq!(format_of("d.json", "4 Tide Envoy\n"), Format::Text);
    assert_eq!(format_of("d.csv", "4 Tide Envoy\n"), Format::Text);
    assert_eq!(format_of("d.csv", "3 Rook, the Unbowed\n"), Format::Text);
    assert_eq!(format_of("d.csv", "card\nA\n"), Format::Csv);
    assert_eq!(format_of("d.txt", "{\"main\": []}"), Format::Json);
    assert_eq!(format_of("d.dck", "4 A\n"), Format::Text);
    let how = |name, text| open(&Source::new(name, text)).expect("deck").how;
    assert_eq!(how("d", "{\"a\": []}"), "by content: begins with {");
    assert_eq!(how("d.yaml", "main: []"), "by extension");
}

#[test]
fn other_programs_are_told_by_content() {
    use Format::{Arena, Blocks, Cgs, Cod, Forge, Lackey, LackeyText, Mtgo, O8d, Parallel, Tts, Xmage, Ydk, Ydke};
    for (text, format) in [
        ("<?xml version=\"1.0\"?><cockatrice_deck version=\"1\"></cockatrice_deck>", Cod),
        ("<!-- x -->\n<cockatrice_deck version=\"1\"/>", Cod),
        ("<?xml version=\"1.0\"?>\n<deck game=\"x\"><section name=\"Main\"/></deck>", O8d),
        ("<deck version=\"0.8\"><superzone name=\"Deck\"/></deck>", Lackey),
        ("<Deck><Cards CatID=\"1\"/></Deck>", Mtgo),
        ("<deck><NetDeckID>0</NetDeckID></deck>", Mtgo),
        ("Crypt:\n4\tAlpha\n", LackeyText),
        ("4\tAlpha\n2\tBeta\nSide:\n1\tGamma\n", LackeyText),
        ("#created by x\n#main\n10300001\n10300001\n#extra\n!side\n", Ydk),
        ("#main\r\n#extra\r\n!side\r\n10300001\r\n", Ydk),
        ("ydke://abc!!!", Ydke),
        ("NAME:Test\nAUTHOR:x\n\n4 [BAR:1] Reserve Alpha\n", Xmage),
        ("SB: 2 [BAR:9a] Tide Envoy\n", Xmage),
        ("[metadata]\nName=x\n[Main]\n4 A|BAR|1\n", Forge),
        ("[main]\n4 A|BAR\n", Forge),
        ("CB-379,CB-240,3xCB-204\n", Parallel),
        ("cb-9, 2XCB-103:PS15,\n", Parallel),
        ("　◎ 가시 기사\n○ x\n", Blocks),
        ("About\nName Fast\n\nDeck\n4 A\n", Arena),
        ("Deck\n4 A (BAR) 12a\n\nSideboard\n1 B (BAR) 3\n", Arena),
        ("Commander\n1 A\n", Arena),
        ("# Deck\n4 [00120001] A (BAR)\n", Cgs),
        ("{\"ObjectStates\": []}", Tts),
    ] {
        for name in ["<stdin>", "d.txt", "d.yaml", "d.dck", "d.csv"] {
            assert_eq!(format_of(name, text), format, "{name} {text:?}");
        }
    }
    assert_eq!(format_of("d.ydk", "10300001\n!side\n"), Format::Ydk);
    assert_eq!(format_of("d.txt", "10300001\n!side\n"), Format::Text);
    assert_eq!(format_of("d.dck", "[Main]\n4 A\n"), Format::Forge);
    assert_eq!(format_of("d.dck", "NAME:x\n4 A\n"), Format::Xmage);
}

#[test]
fn what_is_no_deck_is_refused_by_name() {
    for (text, what) in [
        ("<!DOCTYPE html><p>", "web page"),
        ("<html>", "web page"),
        ("<?xml version=\"1.0\"?><!DOCTYPE html><html>", "web page"),
        ("<?xml version=\"1.0\"?>\n<deck><card>Heath</card></deck>", "XML"),
        ("{\\rtf1\\ansi 4 A}", "rich text"),
    ] {
        for name in ["<stdin>", "d.txt", "d.yaml", "d.dck", "d.csv"] {
            let source = Source::new(name, text);
            let d = open(&source).expect_err(text);
            assert_eq!(d.slug.as_ref(), "unsupported-format", "{text:?}");
            assert!(d.message.contains(what), "{} {what}", d.message);
            assert!(d.help.is_some());
            let span = d.place.span().expect("span");
            assert!(!source.slice(span).is_empty());
        }
    }
}

#[test]
fn lines_that_only_look_foreign_are_read() {
    for text in [
        "# main\n4 A\n",
        "#main\n4 A\n",
        "[main]\n4 Dusk | Dawn Gate\n",
        "4 Dusk|Dawn Gate\n",
        "3 CB-204\n1 CB-379\n",
        "CB-204\n",
        "4 A\n2 [x:y] B\n",
    ] {
        assert_eq!(format_of("d.txt", text), Format::Text, "{text:?}");
    }
}

#[test]
fn broken_trees_and_tables_are_errors_at_their_place() {
    let error = |name: &str, text: &str| {
        let d = open(&Source::new(name, text)).expect_err(text);
        assert_eq!(d.slug.as_ref(), "unreadable-file");
        d
    };
    assert!(error("d.txt", "main: [4 A").message.contains("YAML"));
    assert!(error("d.txt", "{\"main\": [4 A]}").message.contains("JSON"));
    error("d.json", "{main: [4]}");
    let deep = "[".repeat(100_000);
    error("d.json", &deep);
    error("d.yaml", &deep);
    let d = error("d.csv", "4,Tide Envoy\n2,Alpha\n");
    assert!(d.message.contains("4,Tide Envoy"), "{}", d.message);
    error("d.tsv", "Foo\tBar\n");
}
