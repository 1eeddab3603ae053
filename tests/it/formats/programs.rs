//! Files of other programs beside the border of each reading: headers with their places, counts, piles, blocks.

use std::fmt::Write as _;
use std::sync::Arc;

use decklint::deck::edit::Draft;
use decklint::deck::format::{Format, open};
use decklint::diagnostics::Levels;
use decklint::game::{DeckInput, Games, Options, Session, convert};
use decklint::text::{Source, Sources};

use super::shown;
use crate::support::session;

fn all(game: &str, cases: &[(&str, &str)]) -> String {
    let session = session();
    let told =
        |(name, text): &(&str, &str)| format!("{name}: {}\n{}", text.escape_debug(), shown(&session, name, text, game));
    cases.iter().map(told).collect()
}

/// A deck as each format writes it, behind what is told of that.
fn in_all_formats(session: &Session, deck: &str) -> String {
    let mut out = String::new();
    for &to in Format::ALL {
        let source = Arc::new(Source::new("d.txt", deck));
        let input = DeckInput { source: &source, guessed: None, path: None, game: None };
        let converted = convert(session, input, to, &Levels::default());
        let told: Vec<&str> = converted.findings.iter().map(|f| &*f.message).collect();
        let text = converted.text.unwrap_or_default();
        _ = writeln!(out, "{}: {}\n{}", to.about().id, told.join("; "), text.escape_debug());
    }
    out
}

#[test]
fn headers_of_decks_in_lines() {
    insta::assert_snapshot!(all(
        "barrenia",
        &[
            ("d.dck", "[metadata]\nName=  A b \nDescription= c\nComment=d\n[Main]\n4 Comb Sentry\n"),
            ("d.dck", "[metadata]\nname =A\ncomment=\nDescription=e\nName=B\nTitle=x\n[Main]\nName=4 Comb Sentry\n"),
            ("d.dck", "[Main]\n4 Comb Sentry|BAR|2\n2 Comb Sentry|\n1 |BAR\n[Sideboard]\n1 Honey Vault\n"),
            ("d.dck", "NAME:  A b \nAUTHOR: c\n4 [BAR:01204428] Comb Sentry\nSB: 1 [BAR:01204524] Honey Vault\n"),
            ("d.dck", "  NAME:A\nNAME:B\nAUTHOR:\nAUTHOR: d \n4 [BAR:1204428] Comb Sentry\n"),
            ("d.ydk", "#created by  Ann B \n#main\n1204428\n1204428\n#extra\n!side\n1204524\n"),
            ("d.ydk", "#created by\n#main\n01204428\n99999999\nComb Sentry\n-3\n"),
            (
                "d.ydk",
                "#created by A\n#created by C\n#main\n\n 1204428 \n# mine\n#side\n1204524\n!side\n1204524\n!other\n1\n"
            ),
            ("d.txt", "About\nName A b\n\nDeck\n4 Comb Sentry\n\nSideboard\n1 Honey Vault\n"),
            ("d.txt", "About\nName   A  \nName B\nDeck\n4 Comb Sentry (BAR) 12\n"),
            ("d.txt", "-----\n# name: A\n=====\n# player: B\n4 Comb Sentry\n"),
            ("d.txt", "// Name: A b\n// Player:  c \n# event: d\n# notes: e\n# notes: f\n4 Comb Sentry\n"),
            (
                "d.txt",
                "# nmae: A\n# a word of twenty-four: x\n# a word of twenty-five.: x\n# layers: one, two\n4 Comb Sentry\n"
            ),
        ]
    ));
}

#[test]
fn trees_of_other_programs() {
    let tts = |inside: &str| format!("{{\"SaveName\": \" A \", \"Note\": \"\", \"ObjectStates\": {inside}}}");
    let card = |name: &str, more: &str| format!("{{\"Name\": \"Card\", \"Nickname\": \"{name}\"{more}}}");
    let pile = |name: &str, inside: &str, more: &str| {
        format!("{{\"Name\": \"Deck\", \"Nickname\": \"{name}\", \"ContainedObjects\": [{inside}]{more}}}")
    };
    let two = format!("{}, {}", card("Comb Sentry", ""), card("honey vault", ", \"GMNotes\": \"01204524\""));
    let texts = [
        tts(&card("Comb Sentry", "")),
        format!("{{\"SaveName\": \"A\", \"Date\": \"now\", \"author\": \"B\", \"ObjectStates\": [{two}]}}"),
        tts(&format!("[{two}]")),
        tts(&format!("[{}]", pile("Main Deck", &two, ", \"DeckIDs\": [100, 101]"))),
        tts(&format!("[{}, {}]", pile("Side", &two, ", \"DeckIDs\": [100]"), pile("Nowhere", &two, ""))),
        tts(&format!("[{}]", pile("Side", &pile("", &two, ""), ""))),
        tts("[{\"Name\": \"Bag\"}, {\"Name\": \"Deck\", \"DeckIDs\": []}, 7, {\"Name\": \"Card\"}]"),
        tts(&format!("[{}]", card("Comb Sentry", ", \"GMNotes\": \"{\\\"a\\\": 1}\""))),
        tts(&format!("[{}]", card("Comb Sentry", ", \"GMNotes\": \"01204524\""))),
        format!("{{\"ContainedObjects\": [{two}]}}"),
    ];
    let cod = |zones: &str| {
        format!(
            "<?xml version=\"1.0\"?>\n<cockatrice_deck version=\"1\">\n<deckname> A b </deckname>\n<comments>c</comments>\n{zones}\n</cockatrice_deck>\n"
        )
    };
    let cods = [
        cod(
            "<zone name=\"Main\"><card number=\"4\" name=\"Comb Sentry\"/></zone><zone name=\"SIDE\"><card number=\"1\" name=\"Honey Vault\"/></zone>",
        ),
        cod(
            "<zone name=\"tokens\"><card number=\"4\" name=\"Comb Sentry\"/></zone><zone name=\"provisionary\"><card number=\"1\" name=\"Honey Vault\"/></zone>",
        ),
        cod(
            "<zone><card number=\"4\" name=\"Comb Sentry\"/></zone><zone name=\"nowhere\"><card number=\"1\" name=\"\"/></zone>",
        ),
    ];
    let o8d = [
        "<deck game=\"x\"><section name=\"Main\" shared=\"False\"><card qty=\"4\" id=\"01204428\">Comb Sentry</card><card qty=\"x\" id=\"\">Honey Vault</card></section><notes> n </notes></deck>",
        "<deck><section name=\"Nowhere\"><card>Comb Sentry</card><card qty=\"0\">Honey Vault</card></section><section/></deck>",
        "<deck version=\"0.8\"><meta><game>x</game><title> A </title><author>B</author></meta><superzone name=\"Deck\"><card><name id=\"01204428\">Comb Sentry</name><set>BAR</set></card></superzone><superzone name=\"Sideboard\"><card><name>Honey Vault</name></card><card><set>BAR</set></card></superzone></deck>",
        "<Deck><NetDeckID>0</NetDeckID><Cards CatID=\"1\" Quantity=\"4\" Sideboard=\"false\" Name=\"Comb Sentry\"/><Cards Quantity=\"1\" Sideboard=\"True\" Name=\"Honey Vault\"/><Cards Quantity=\"1\" Sideboard=\"x\" Name=\"Nestbreaker\"/></Deck>",
    ];
    let mut cases: Vec<(&str, &str)> = texts.iter().map(|t| ("d.json", t.as_str())).collect();
    cases.extend(cods.iter().map(|t| ("d.cod", t.as_str())));
    cases.extend([("d.o8d", o8d[0]), ("d.o8d", o8d[1]), ("d.dek", o8d[2]), ("d.dek", o8d[3])]);
    insta::assert_snapshot!(all("barrenia", &cases));
}

#[test]
fn blocks_and_tables_of_other_programs() {
    let session = session();
    let name = session.game("tuna").expect("a game").catalog.cards().next().expect("a card").1.name.to_string();
    let blocks = [
        format!("◎ {name}\n◎ 2 {name}\n  ◎  {name} x3  \n◎ -1 {name}\n◎ \n◎ SB: {name}\n"),
        format!("# name: A\n\nbefore\n---\n◎ {name}\n・effect\n-> more\nafter\n"),
        format!("◎{name}\n◎ 1000 {name}\n◎ many {name}\n"),
    ];
    let cases: Vec<(&str, &str)> = blocks.iter().map(|text| ("d.txt", text.as_str())).collect();
    let mut out = all("tuna", &cases);
    out += &all(
        "barrenia",
        &[
            ("d.txt", "4\tComb Sentry\n1\tHoney Vault\n"),
            ("d.txt", "4\tComb Sentry\nSideboard:\n1\tHoney Vault\n"),
            ("d.txt", "4 [01204428] Comb Sentry\n1 [] Honey Vault\n[01204524] Honey Vault\n"),
            ("d.ydke", "ydke://bHsSAA==!!fGESAA==!"),
            ("d.ydke", "ydke://bHsSAA!!!"),
            ("d.ydke", "ydke://bHsSAGx7EgA=!bHs=!!"),
            ("d.ydke", "see ydke://!!! here"),
            ("d.csv", "name,count\n\"Comb Sentry\",4,extra # ignore BAR003: b\n"),
            ("d.csv", "name,count,note,more\nComb Sentry,4 # ignore BAR003: b\nHoney Vault # ignore BAR003: b\n"),
            ("d.csv", "# c\nfoo,bar\n4,x\n"),
            ("d", "#,name\n4,Comb Sentry\n"),
            ("d", "#;name\n4;Comb Sentry\n"),
            ("d", "#\tname\n4\tComb Sentry\n"),
            ("d", "a:b\n- x\n"),
            ("d", ": b\n- x\n"),
            ("d", "a key of exactly eight-and-forty signs, no more:\n  - 4 Comb Sentry\n"),
            ("d", "a key of exactly nine-and-forty signs, one more :\n  - 4 Comb Sentry\n"),
            (
                "d.yaml",
                "- {card: Comb Sentry, kind: Soldier}\n- {kind: Rear, name: Honey Vault, cards: [{card: x, kind: y}]}\n",
            ),
            ("d.txt", "[]\n4 Comb Sentry\n[ : ]\n1 Honey Vault\n[4]\n1 Honey Vault\n[a]b]\n1 Honey Vault\n"),
            ("d.txt", "Deck (cards)\n4 Comb Sentry\nSide (1 cards)\n1 Honey Vault\nSide (1 x)\n1 Honey Vault\n"),
            ("d.txt", "-4x Comb Sentry\n−4 x Comb Sentry\n4.5 x Comb Sentry\n4.5  Comb Sentry\n - \n x4\n"),
            ("d.csv", "count;name;kind\n4;Comb Sentry;Soldier # ignore BAR003: because\n"),
            (
                "d.csv",
                "name,note\nComb Sentry,\"a # ignore BAR003: because\"\n\"Comb Sentry\",x,y # ignore BAR003: b\n",
            ),
        ],
    );
    insta::assert_snapshot!(out);
}

/// Odd values in the header, in every format: what is held as it is, and what is said of the rest.
#[test]
fn odd_headers_in_every_format() {
    let session = session();
    let mut out = String::new();
    for value in [
        "a: b",
        " a ",
        "a\nb",
        "# a",
        "a # b",
        "\"a\"",
        "[a]",
        "a=b",
        "Deck",
        "1 Comb Sentry",
        "a\r\nb",
        "<a> & b",
        "~",
    ] {
        let text = serde_json::json!({"game": "barrenia", "name": value, "player": value, "event": value, "notes": value,
            "main": ["4 Comb Sentry", "1 9 Lives of Perrin", "1 01204420"]});
        _ = writeln!(out, "{}", value.escape_debug());
        for &to in Format::ALL {
            let source = Arc::new(Source::new("d.json", text.to_string()));
            let input = DeckInput { source: &source, guessed: None, path: None, game: None };
            let converted = convert(&session, input, to, &Levels::default());
            let told: Vec<&str> = converted.findings.iter().map(|f| &*f.message).collect();
            let written = converted.text.unwrap_or_default();
            let head: String = written.chars().take(110).collect();
            _ = writeln!(out, "    {}: {} | {}", to.about().id, head.escape_debug(), told.join("; "));
        }
    }
    insta::assert_snapshot!(out);
}

/// A deck that starts from the game's own words: sections that other programs call otherwise, columns by their aliases.
#[test]
fn words_of_a_game_with_aliases() {
    let folder = tempfile::tempdir().expect("a folder");
    let stones = folder.path().join("stones");
    std::fs::create_dir(&stones).expect("a folder");
    let spec = "id: stones\nname: Stones\nprefix: STO\nidentity: code\n\
        sections:\n  head: {title: Head, leader: true}\n  heap: {title: Heap, default: true}\n  tokens: {title: Tokens, side: true}\n\
        attributes:\n  code: {type: text, aliases: [Nr, 'Stone-Id']}\n  name: {type: text, required: true, aliases: ['Stone Name', 'ÄB']}\n";
    let pool = "code,name\nS-1,Agate\nS-2,Beryl\nS-3,Coral\nS-4,#13\nS-5,\"Gull, Goat\"\n";
    for (file, text) in [("game.yaml", spec), ("cards.csv", pool), ("rules.yaml", "rules: []\n")] {
        std::fs::write(stones.join(file), text).expect("a file");
    }
    let mut games = Games::shipped();
    games.add_folder(folder.path()).expect("a game");
    let session = Session::new(Sources::default(), games, Options::default());
    let cod = |zone: &str| {
        format!(
            "<cockatrice_deck version=\"1\"><zone name=\"{zone}\"><card number=\"1\" name=\"Agate\"/></zone></cockatrice_deck>"
        )
    };
    let cods: Vec<String> = ["main", "side", "tokens", "heap"].map(cod).into();
    let mut cases: Vec<(&str, &str)> = cods.iter().map(|t| ("d.cod", t.as_str())).collect();
    for head in ["nr,count\nS-1,2\n", "stone_id;count\nS-1;2\n", "Stone-Id,count\nS-1,2\n"] {
        cases.push(("d.csv", head));
    }
    for head in [
        "stone name,count\nAgate,2\n",
        "STONE_NAME,count\nAgate,2\n",
        "stonename,count\nAgate,2\n",
        " Stone Name ,count\nAgate,2\n",
        "äb,count\nAgate,2\n",
        "ab,count\nAgate,2\n",
    ] {
        cases.push(("d.csv", head));
    }
    cases.push(("d.yaml", "- {stone name: Agate, nr: S-2, count: 2}\n- {ÄB: Agate}\n"));
    let mut out: String = cases
        .iter()
        .map(|(name, text)| format!("{name}: {}\n{}", text.escape_debug(), shown(&session, name, text, "stones")))
        .collect();
    // A name that begins like a comment is written in quotes.
    let game = session.game("stones").expect("the game");
    let mut draft = Draft::new("d.csv", "name,count\nAgate,1\n", &game.spec, &game.catalog).expect("a table");
    for (name, copies) in [("#13", 2), ("Gull, Goat", 1)] {
        let decklint::catalog::Lookup::One(card) = game.catalog.find(name) else { panic!("{name} is unknown") };
        draft.add(game.spec.section("heap").expect("a section"), card, copies).expect("it is added");
    }
    _ = writeln!(out, "{}", draft.finish().expect("it reads back").escape_debug());
    let deck = "# game: stones\nHead\n1 Agate\n2 Coral\nHeap\n2 Beryl\n1 S-4\n1 Gull, Goat\nTokens\n1 Coral\n";
    out += &in_all_formats(&session, deck);
    insta::assert_snapshot!(out);
}

/// Two long headings that look the same when they are told are one section, and not the first.
#[test]
fn long_headings_that_look_the_same_are_one() {
    let session = session();
    let game = super::game(&session, "barrenia");
    let long = "x".repeat(300);
    let source =
        Source::new("d.txt", format!("[First]\n1 Comb Sentry\n[{long}a]\n1 Comb Sentry\n[{long}b]\n1 Comb Sentry\n"));
    let document = open(&source).expect("a deck");
    let (deck, _) = decklint::deck::resolve(&document.read(&source, &game.spec).0, &game.spec, &game.catalog);
    let known = game.spec.sections.len();
    assert_eq!(deck.lines.iter().map(|l| l.section).collect::<Vec<_>>(), [known, known + 1, known + 1]);
}

/// What is refused is told at its place.
#[test]
fn a_first_row_without_cards_is_pointed_at() {
    for text in ["foo,bar\n4,x\n", "# c\n\nfoo,bar\n4,x\n"] {
        let source = Source::new("d.csv", text);
        let place = open(&source).expect_err("no deck").place.span().expect("a place");
        assert_eq!(source.slice(place), "foo,bar", "{text:?}");
    }
}

/// A game whose cards have no codes, and which calls its sections otherwise for another program.
#[test]
fn a_game_without_codes_in_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let reeds = folder.path().join("reeds");
    std::fs::create_dir(&reeds).expect("a folder");
    let spec = "id: reeds\nname: Reeds\nprefix: REE\nidentity: name\nsections:\n  main: {title: Main, default: true}\n  \
        side: {title: Side, side: true}\nattributes:\n  name: {type: text, required: true}\n  no: {type: int}\n\
        exchange:\n  lackey: {id: no}\n";
    for (file, text) in
        [("game.yaml", spec), ("cards.csv", "name,no\nAgate,7\nBeryl,\n4 Corals,9\n"), ("rules.yaml", "rules: []\n")]
    {
        std::fs::write(reeds.join(file), text).expect("a file");
    }
    let mut games = Games::shipped();
    games.add_folder(folder.path()).expect("a game");
    let session = Session::new(Sources::default(), games, Options::default());
    let deck = "# game: reeds\nMain\n2 Agate\n1 4 Corals\nSide\n1 Beryl\n1 Nobody\n";
    insta::assert_snapshot!(in_all_formats(&session, deck));
}
