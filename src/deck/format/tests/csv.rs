use super::*;
use crate::deck::RawLine;

fn table(text: &str) -> Read {
    let read = read(text);
    assert_eq!(read.document.format, crate::deck::format::Format::Csv);
    read
}

#[test]
fn columns_are_known_by_their_names() {
    for text in [
        "count,name\n4,Alpha\n",
        "Qty;Card Name\n4;Alpha\n",
        "\"Quantity\"\t\"Card\"\n4\tAlpha\n",
        "#,card\n4,Alpha\n",
        "name,copies\nAlpha,4\n",
        "Zone,Amount,Card_Name\n,4,Alpha\nMain,2,Beta",
        "매수,이름\n4,Alpha",
        "sep=;\ncount;name\n4;Alpha\n",
        "# game: barrenia\n\n# a comment\ncount,name\r\n4,Alpha\r\n\r\n",
        "set,number,count,name,foil,symbol,territory\nBAR,17,4,Alpha,,,x\n",
        "number,name\n4,Alpha\n",
        "count,name,,\n4,Alpha,,\n,,,\n",
        "count,name\n４,Alpha\n",
        "count,name\n4,Alpha\n# a comment, with comma\n",
    ] {
        let read = table(text);
        assert!(read.findings.is_empty(), "{text:?} {:#?}", read.findings);
        assert_eq!(read.lines[0], "main 4 Alpha", "{text:?}");
    }
}

/// Where the header does not tell, fields are parted by commas and by nothing else.
#[test]
fn cards_stand_in_a_column_that_only_the_game_knows() {
    let table = |text: &str| read_as("deck.csv", text, &game("barrenia"));
    assert_eq!(table("count,title\n4,Tide Envoy\n").lines, ["main 4 Tide Envoy"]);
    for (text, row) in
        [("count,author\n4,Tide Envoy\n", "count,author"), ("\"count\" ; section\n4;main\n", "count\" ; section")]
    {
        let read = table(text);
        assert_eq!((read.codes(), read.at(0)), (vec!["unreadable-file"], row), "{text}");
    }
}

#[test]
fn one_column_is_parted_by_commas() {
    let read = |text: &'static str| {
        let source = Source::new("d.csv", text);
        let document = open(&source).expect("a table");
        let (deck, findings) = document.read(&source, &game("barrenia"));
        let places: Vec<_> = deck.lines.iter().map(|l| source.slice(l.span).to_owned()).collect();
        (places, findings.iter().map(|f| f.message.clone()).collect::<Vec<_>>())
    };
    let (places, findings) = read("name\nRook\tAlpha; Beta\n\"Rook, the Unbowed\"\n");
    assert_eq!((&places[..], findings.len()), (&["Rook\tAlpha; Beta".to_owned(), "Rook, the Unbowed".into()][..], 0));
    let (places, findings) = read("name\nRook, the Unbowed\n");
    assert_eq!(
        (&places[..], &findings[..]),
        (&["Rook".to_owned()][..], &["this row has 2 fields, the header has 1".into()][..])
    );
}

#[test]
fn quoted_fields_hold_anything() {
    let text =
        "code,name,count\n10200005,\"Rook, the Unbowed\",3\n,\"The \"\"Old\"\" One\",1\n00120001,\"two\nlines\",2\n";
    let source = Source::new("d.csv", text);
    let document = open(&source).expect("table");
    let (deck, findings) = document.read(&source, &game("barrenia"));
    assert!(findings.is_empty(), "{findings:#?}");
    let cards: Vec<_> = deck.lines.iter().map(|l| &l.card).collect();
    let fields = |code: &'static str, name: &'static str| CardText::Fields {
        code: Some(code.into()).filter(|c: &std::borrow::Cow<str>| !c.is_empty()),
        name: Some(name.into()),
    };
    assert_eq!(*cards[0], fields("10200005", "Rook, the Unbowed"));
    assert_eq!(*cards[1], fields("", "The \"Old\" One"));
    assert_eq!(*cards[2], fields("00120001", "two\nlines"));
    let slice = |l: &RawLine| source.slice(l.span).to_owned();
    assert_eq!(slice(&deck.lines[0]), "10200005");
    assert_eq!(slice(&deck.lines[1]), "The \"\"Old\"\" One");
    assert_eq!(source.slice(deck.lines[2].count_span.expect("count")), "2");
}

#[test]
fn sections_are_cells() {
    let read = table("section,card\n,Alpha\nmain,Beta\nSideboard,Gamma\nsied,Delta\nsied,E\nSoldiers,F\n");
    assert_eq!(
        read.lines,
        ["main 1 Alpha", "main 1 Beta", "provisionary 1 Gamma", "?sied 1 Delta", "?sied 1 E", "?Soldiers 1 F"]
    );
    assert_eq!(read.codes(), ["unknown-section", "unknown-section"]);
    assert_eq!(read.at(0), "sied");
}

#[test]
fn ragged_rows_are_errors_and_still_read() {
    let read = table("section,count,name\nmain,4\nmain,3,Rook, the Unbowed\nmain,2,Beta,,\nmain,1,Gamma\nDelta\n");
    assert_eq!(read.codes(), ["ragged-row"; 3]);
    assert_eq!(read.findings[0].message, "this row has 2 fields, the header has 3");
    assert_eq!(read.at(0), "main,4");
    assert_eq!(read.findings[1].message, "this row has 4 fields, the header has 3");
    assert_eq!(read.lines, ["main 3 Rook", "main 2 Beta", "main 1 Gamma"]);
    // A comma in a name shifts it under a column without name.
    let shifted = table("count,name,\n3,Rook, the Unbowed\n");
    assert_eq!(shifted.codes(), ["ragged-row"]);
}

#[test]
fn a_quote_that_is_never_closed_is_an_error() {
    let read = table("count,name\n4,Alpha\n3,\"Rook\n2,Beta\n");
    assert_eq!(read.codes(), ["unreadable-file"]);
    assert_eq!(read.at(0), "\"");
    assert_eq!(read.source.line(read.findings[0].place.span().expect("span").start), 3);
    let wide = table("count,name\n4,Alpha\n\n\"\u{3000}4");
    assert_eq!(wide.codes(), ["unreadable-file"]);
    assert_eq!(wide.at(0), "\"");
    for text in ["count,name\n3,\"Rook\"", "count,name\n3,\"a\"\"\"\n"] {
        assert!(table(text).findings.is_empty(), "{text}");
    }
}

#[test]
fn counts_are_judged() {
    let read = table("count,name\n0,A\n-1,B\n2.5,C\nfour,D\n,E\n1000,F\n 4x ,G\n");
    assert_eq!(read.codes(), ["bad-count"; 6]);
    assert_eq!((0..6).map(|i| read.at(i)).collect::<Vec<_>>(), ["0", "-1", "2.5", "four", "", "1000"]);
    assert_eq!(read.lines[0], "main 1000 F");
    assert_eq!(read.lines[1], "main 4 G");
}

#[test]
fn rows_without_card_and_empty_tables_are_errors() {
    assert_eq!(table("count,name,code\n4,,\n").codes(), ["unreadable-line"]);
    assert_eq!(table("count,name\n").codes(), ["empty-deck"]);
    assert_eq!(table("count,name\n,\n,\n").codes(), ["empty-deck"]);
}

#[test]
fn strange_columns_are_warned_of() {
    let read = table("count,name,sektion\n4,A,x\n");
    assert_eq!(read.codes(), ["unknown-header"]);
    assert_eq!(read.at(0), "sektion");
    assert_eq!(read.findings[0].facts.suggestions, ["section"]);
    assert_eq!(read.findings[0].level, Level::Warning);
    let many = table("count,name,foo,bar\n4,A,x,y\n");
    assert_eq!(many.codes(), ["unknown-header"]);
    assert!(many.findings[0].message.contains("`foo`, `bar`"));
    let twice = table("count,name,qty\n4,A,1\n");
    assert_eq!(twice.codes(), ["repeated-key"]);
    assert_eq!(twice.lines, ["main 4 A"]);
}

#[test]
fn codes_and_names_stand_in_columns_of_their_own() {
    let read = table("id,card,count\n00120001,Alpha,4\n,Beta,1\n");
    assert_eq!(read.lines, ["main 4 00120001 / Alpha", "main 1 Beta"]);
    assert!(table("card,count\n00120001,4\n").lines.iter().all(|l| l == "main 4 00120001"));
}

#[test]
fn the_header_stands_above_the_table() {
    let read = table("# game: barrenia\n# name: A, B\ncount,name\n4,Alpha\n");
    assert_eq!(read.header.game.map(|g| g.value).as_deref(), Some("barrenia"));
    assert_eq!(read.header.name.map(|g| g.value).as_deref(), Some("A, B"));
}

#[test]
fn wide_tables_are_not_slow() {
    let wide: Vec<String> = (0..20_000).map(|n| format!("c{n}")).collect();
    let row = ",x".repeat(20_000);
    let text = format!("count,name,{}\n{}", wide.join(","), format!("4,Alpha{row}\n").repeat(20));
    let read = table(&text);
    assert_eq!(read.codes(), ["unknown-header"]);
    assert_eq!(read.copies(), 80);
}

/// A field too many stays one where a comment that waives stands behind it.
#[test]
fn a_waiver_hides_no_field() {
    for (row, codes) in [
        ("4,A", &[][..]),
        ("4,A # ignore BAR003: mine", &[]),
        ("4,A, # ignore BAR003: mine", &[]),
        ("4,A,b # ignore BAR003: mine", &["ragged-row"]),
        ("4,A,b,c # ignore BAR003: mine", &["ragged-row"]),
        ("4 # ignore BAR003: mine, too", &["unreadable-line"]),
    ] {
        assert_eq!(read_as("d.csv", &format!("count,name\n{row}\n"), &game("barrenia")).codes(), codes, "{row}");
    }
}
