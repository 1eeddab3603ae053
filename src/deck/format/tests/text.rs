use super::*;
use crate::deck::RawDeck;

#[test]
fn spellings_of_counts() {
    for (line, count, text) in [
        ("4 Tide Envoy", 4, "Tide Envoy"),
        ("4x Tide Envoy", 4, "Tide Envoy"),
        ("4X Tide Envoy", 4, "Tide Envoy"),
        ("4× Tide Envoy", 4, "Tide Envoy"),
        ("4 x Tide Envoy", 4, "Tide Envoy"),
        ("4 × Tide Envoy", 4, "Tide Envoy"),
        ("4 X Factor", 4, "X Factor"),
        ("4xTide Envoy", 4, "Tide Envoy"),
        ("3xCB-204", 3, "CB-204"),
        ("x4 Tide Envoy", 4, "Tide Envoy"),
        ("×4 Tide Envoy", 4, "Tide Envoy"),
        ("Tide Envoy x4", 4, "Tide Envoy"),
        ("Tide Envoy ×4", 4, "Tide Envoy"),
        ("Tide Envoy x4 # early", 4, "Tide Envoy"),
        ("Tide Envoy X4", 1, "Tide Envoy X4"),
        ("Tidex4", 1, "Tidex4"),
        ("x4", 1, "x4"),
        ("(4) Tide Envoy", 4, "Tide Envoy"),
        ("[4] Tide Envoy", 4, "Tide Envoy"),
        ("[4x] Tide Envoy", 1, "[4x] Tide Envoy"),
        ("(BAR) Tide Envoy", 1, "(BAR) Tide Envoy"),
        ("[10300001] Tide Envoy", 1, "[10300001] Tide Envoy"),
        ("4\tTide Envoy", 4, "Tide Envoy"),
        ("4\u{3000}Tide Envoy", 4, "Tide Envoy"),
        ("4\u{a0}Tide Envoy", 4, "Tide Envoy"),
        ("- 4 Tide Envoy", 4, "Tide Envoy"),
        ("* 4 Tide Envoy", 4, "Tide Envoy"),
        ("• 4x Tide Envoy", 4, "Tide Envoy"),
        ("- Tide Envoy", 1, "Tide Envoy"),
        ("Tide Envoy", 1, "Tide Envoy"),
        ("  4 Tide Envoy   ", 4, "Tide Envoy"),
        ("２ Tide Envoy", 2, "Tide Envoy"),
        ("９０ Tide Envoy", 90, "Tide Envoy"),
        ("１２ｘ Tide Envoy", 12, "Tide Envoy"),
        ("04 Tide Envoy", 4, "Tide Envoy"),
        ("4 01234567", 4, "01234567"),
        ("4 01234567 Tide Envoy", 4, "01234567 Tide Envoy"),
        ("01234567", 1, "01234567"),
        ("01234567 Tide Envoy", 1, "01234567 Tide Envoy"),
        ("10300001 Tide Envoy", 1, "10300001 Tide Envoy"),
        ("10300001 Tide Envoy x3", 3, "10300001 Tide Envoy"),
        ("4 Tide Envoy (BAR) 12", 4, "Tide Envoy (BAR) 12"),
        ("4 Tide Envoy # early drop", 4, "Tide Envoy # early drop"),
        ("3 7 Bells at Noon", 3, "7 Bells at Noon"),
        ("7 Bells at Noon", 7, "Bells at Noon"),
        ("1 2nd Watch", 1, "2nd Watch"),
        ("2nd Watch", 1, "2nd Watch"),
        ("2xtra Path", 1, "2xtra Path"),
        ("4-Leaf Clover", 1, "4-Leaf Clover"),
        ("1. Tide Envoy", 1, "1. Tide Envoy"),
        ("+1 Sword", 1, "+1 Sword"),
        ("3 Rook, the Unbowed", 3, "Rook, the Unbowed"),
        ("4 가시 기사", 4, "가시 기사"),
        ("가시 기사 x2", 2, "가시 기사"),
        ("1 Dusk // Dawn Gate", 1, "Dusk // Dawn Gate"),
        ("2 Warden: Reborn", 2, "Warden: Reborn"),
        ("2 Warden:", 2, "Warden:"),
        ("Warden (12)", 1, "Warden (12)"),
        ("\u{feff}4 Tide Envoy", 4, "Tide Envoy"),
        ("???", 1, "???"),
    ] {
        assert_eq!(clean(line), [format!("main {count} {text}")], "{line:?}");
    }
}

#[test]
fn the_whole_line_is_kept_for_names_with_numbers() {
    let source = Source::new("", "- SB: 7 Bells at Noon # x\n");
    let document = open(&source).expect("text");
    let (deck, _) = document.read(&source, &game("barrenia"));
    let CardText::Free { text, whole } = deck.lines[0].card else { panic!("{deck:?}") };
    assert_eq!(text, "Bells at Noon # x");
    assert_eq!(whole, "7 Bells at Noon # x");
}

#[test]
fn bad_counts_are_errors_at_the_count() {
    for (line, at, kept) in [
        ("0 Tide Envoy", "0", None),
        ("Tide Envoy x0", "0", None),
        ("(0) Tide Envoy", "0", None),
        ("-1 Tide Envoy", "-1", None),
        ("−2x Tide Envoy", "−2", None),
        ("2.5 Tide Envoy", "2.5", None),
        ("1,000 Tide Envoy", "1,000", None),
        ("1000 Tide Envoy", "1000", Some(1000)),
        ("999999999 Tide Envoy", "999999999", Some(999_999_999)),
        ("99999999999999999999999 Tide Envoy", "99999999999999999999999", Some(999_999_999)),
    ] {
        let read = read(line);
        assert_eq!(read.codes(), ["bad-count"], "{line}");
        assert_eq!(read.at(0), at);
        assert_eq!(read.findings[0].level, Level::Error);
        let want: Vec<String> = kept.map(|n: u32| format!("main {n} Tide Envoy")).into_iter().collect();
        assert_eq!(read.lines, want, "{line}");
    }
    assert_eq!(clean("999 Tide Envoy"), ["main 999 Tide Envoy"]);
}

#[test]
fn headings_start_sections() {
    for heading in [
        "Sideboard",
        "SIDEBOARD:",
        "Sideboard (15)",
        "Sideboard (15):",
        "Sideboard: (15 cards)",
        "Sideboard [15]",
        "Sideboard - 15",
        "Sideboard: 15",
        "[Sideboard]",
        "== Side ==",
        "Provisionary Deck",
        "prov：",
        "- Sideboard:",
        "Sideboard # swaps",
        "SB:",
    ] {
        let lines = clean(&format!("Deck:\n4 Alpha\n\n{heading}\n\n2 Beta\n"));
        assert_eq!(lines, ["main 4 Alpha", "provisionary 2 Beta"], "{heading}");
    }
    let back = clean("4 Alpha\nSide\n1 Beta\nMain Deck\n2 Gamma\nside:\n3 Delta");
    assert_eq!(back, ["main 4 Alpha", "provisionary 1 Beta", "main 2 Gamma", "provisionary 3 Delta"]);
    let full_width = clean("Ｄeck\n4 Alpha\nＳide\n1 Beta\n");
    assert_eq!(full_width, ["main 4 Alpha", "provisionary 1 Beta"]);
    let tuna = read_as("", "덱\n4 가시 기사\n", &game("tuna"));
    assert_eq!(tuna.lines, ["main 4 가시 기사"]);
    let tuna = read_as("", "덱:\n4 가시 기사\n", &game("tuna"));
    assert!(tuna.findings.is_empty());
    let parallel = read_as("", "Commander\n1 Niamh\nDeck\n3 Echo\n", &game("parallel"));
    assert_eq!(parallel.lines, ["paragon 1 Niamh", "main 3 Echo"]);
}

#[test]
fn groups_change_nothing() {
    let text = "Side:\nSoldiers:\n4 Alpha\n\nRetaliation:\n1 Beta\nmad dunes (3):\n1 Gamma\nTimebreaks:\n1 D";
    assert_eq!(
        clean(text),
        ["provisionary 4 Alpha", "provisionary 1 Beta", "provisionary 1 Gamma", "provisionary 1 D"]
    );
}

#[test]
fn unknown_headings_are_reported_once_and_keep_their_cards() {
    let read = read("4 Alpha\nSidebord:\n2 Beta\nMain:\n1 Gamma\nsidebord:\n1 Delta\n");
    assert_eq!(read.codes(), ["unknown-section"]);
    assert_eq!(read.at(0), "Sidebord");
    assert_eq!(read.lines, ["main 4 Alpha", "?Sidebord 2 Beta", "main 1 Gamma", "?Sidebord 1 Delta"]);
    for heading in ["Commander", "Companion", "Maybeboard", "[Planes]"] {
        let read = super::read(&format!("{heading}\n1 Alpha\nDeck\n4 Beta\n"));
        assert_eq!(read.codes(), ["unknown-section"], "{heading}");
        assert!(read.lines[0].starts_with('?'));
        assert_eq!(read.lines[1], "main 4 Beta");
    }
    let near = super::read("Provisionry:\n4 Alpha\n");
    assert!(
        near.findings[0].message.contains("`Provisionary Deck`") || near.findings[0].message.contains("`provisionary`"),
        "{}",
        near.findings[0].message
    );
    let scales = read_as("", "4 Alpha\nSideboard\n1 Beta\n", &game("scales"));
    assert_eq!(scales.codes(), ["unknown-section"]);
    assert_eq!(scales.findings[0].message, format!("{} has no section `Sideboard`; known: Deck", game("scales").name));
}

#[test]
fn a_blank_line_starts_the_side_section() {
    let read = read("\n\n# top\n\n4 Alpha\n4 Beta\n\n\n2 Gamma\n\n1 Delta\n\n");
    assert_eq!(read.lines, ["main 4 Alpha", "main 4 Beta", "provisionary 2 Gamma", "provisionary 1 Delta"]);
    assert_eq!(read.codes(), ["blank-line-starts-side"]);
    assert_eq!(read.at(0), "Gamma");
    assert_eq!(read.findings[0].level, Level::Note);
    assert_eq!(
        clean("4 Alpha\n\nSB: 2 Gamma\n\n1 Delta\nsb:1 E\n"),
        ["main 4 Alpha", "provisionary 2 Gamma", "main 1 Delta", "provisionary 1 E"]
    );
    assert_eq!(clean("Deck\n4 Alpha\n\n1 Delta\n"), ["main 4 Alpha", "main 1 Delta"]);
    assert_eq!(clean("4 Alpha\n\n1 Delta\n\nSideboard\n1 E\n"), ["main 4 Alpha", "main 1 Delta", "provisionary 1 E"]);
    let scales = read_as("", "4 Alpha\n\n1 Beta\n", &game("scales"));
    assert!(scales.findings.is_empty());
    assert_eq!(scales.lines, ["main 4 Alpha", "main 1 Beta"]);
    assert_eq!(
        clean("4 Alpha\n           SB: 2 Gamma\n\t- sb:1 E\n• SB: 1 F\n"),
        ["main 4 Alpha", "provisionary 2 Gamma", "provisionary 1 E", "provisionary 1 F"]
    );
    let scales = read_as("", "4 Alpha\nSB: 1 Beta\nSB: 1 C\n", &game("scales"));
    assert_eq!(scales.codes(), ["unknown-section"]);
    assert_eq!(scales.at(0), "SB:");
    assert_eq!(scales.lines, ["main 4 Alpha", "?SB 1 Beta", "?SB 1 C"]);
}

#[test]
fn line_ends_do_not_matter() {
    let want = clean("# name: A\n4 Alpha\n4 Beta\nSideboard\n2 Gamma\n");
    for end in ["\r\n", "\r", "\n"] {
        let text = ["# name: A", "4 Alpha", "4 Beta", "Sideboard", "2 Gamma"].join(end);
        let read = read(&text);
        assert_eq!(read.lines, want);
        assert!(read.findings.is_empty());
        let name = read.header.name.expect("name");
        assert_eq!(name.value, "A");
    }
}

#[test]
fn comments_and_rulers_are_no_cards() {
    let text = "# 4 Alpha\n// 4 Beta\n-- 4 Gamma\n--- \n=====\n* * *\n4 Delta\n#end\n";
    assert_eq!(clean(text), ["main 4 Delta"]);
    assert_eq!(clean("; 4 Alpha\n% 4 Beta"), ["main 1 ; 4 Alpha", "main 1 % 4 Beta"]);
    let read = read("4 Alpha\n-\n4 *\n");
    assert_eq!(read.codes(), ["unreadable-line", "unreadable-line"]);
}

#[test]
fn the_header_stands_before_the_first_card() {
    let text = "# game: barrenia\n//Name : Dawn: the deck \n## PLAYER: Kim\n-- event: x\n# layer: a\n# layers: b , c\n# note: one\n# notes: two\n\
                # expect: BAR001\n# http://x.y\n\nDeck:\n# name: \n4 Alpha # name: no\n# event: late\n";
    let read = read(text);
    assert!(read.header_findings.is_empty());
    let header = &read.header;
    let value = |v: &Option<crate::text::At<String>>| v.as_ref().map(|v| v.value.clone());
    assert_eq!(value(&header.game).as_deref(), Some("barrenia"));
    assert_eq!(value(&header.name).as_deref(), Some("Dawn: the deck"));
    assert_eq!(value(&header.player).as_deref(), Some("Kim"));
    assert_eq!(value(&header.event).as_deref(), Some("x"));
    assert_eq!(value(&header.notes).as_deref(), Some("one\ntwo"));
    let layers: Vec<_> = header.layers.iter().map(|l| (l.value.as_str(), read.source.slice(l.span))).collect();
    assert_eq!(layers, [("a", "a"), ("b", "b"), ("c", "c")]);
    let name = header.name.as_ref().expect("name");
    assert_eq!(read.source.slice(name.span), "Dawn: the deck");
}

#[test]
fn slips_in_the_header_are_warned_of() {
    for (line, slip, meant) in
        [("# gmae: barrenia", "gmae", "game"), ("// plyer: Kim", "plyer", "player"), ("# layrs: a", "layrs", "layers")]
    {
        let read = read(&format!("{line}\n4 Alpha\n"));
        assert!(read.findings.is_empty());
        let d = &read.header_findings[0];
        assert_eq!(d.slug.as_ref(), "unknown-header");
        assert_eq!(read.source.slice(d.place.span().expect("span")), slip);
        assert!(d.facts.suggestions.contains(&meant.to_owned()), "{d:?}");
    }
    for line in ["# later: cut this", "# deck: good", "# date: May", "# a: b"] {
        assert!(read(&format!("{line}\n4 Alpha\n")).header_findings.is_empty());
    }
    let twice = read("# game: a\n# game: b\n# name: c\n# name: c\n4 Alpha\n");
    let said: Vec<_> = twice.header_findings.iter().map(|d| &*d.message).collect();
    assert_eq!(said, ["the header says `game` twice; `a` is used"]);
    assert_eq!(twice.header.game.map(|g| g.value), Some("a".to_owned()));
}

#[test]
fn arena_exports_are_read() {
    let text = "About\nName My deck\n\nDeck\n4 Alpha (BAR) 1\n\nSideboard\n2 Beta (BAR) 2a\n";
    let read = read(text);
    assert!(read.findings.is_empty());
    assert_eq!(read.lines, ["main 4 Alpha (BAR) 1", "provisionary 2 Beta (BAR) 2a"]);
    let name = read.header.name.expect("name");
    assert_eq!(name.value, "My deck");
    assert_eq!(read.source.slice(name.span), "My deck");
    assert_eq!(clean("About\nName A\nName B\n4 Alpha"), ["main 1 Name B", "main 4 Alpha"]);
    assert_eq!(clean("About\n4 Alpha"), ["main 1 About", "main 4 Alpha"]);
    assert_eq!(clean("4 A\nAbout\nName B").len(), 3);
}

#[test]
fn empty_decks_are_errors() {
    for text in ["", "\n\n", "# name: x\n", "Deck:\n", "Deck\n\nSideboard\n"] {
        let read = read(text);
        assert_eq!(read.codes(), ["empty-deck"], "{text:?}");
        assert_eq!(read.at(0), "the file");
        assert!(read.lines.is_empty());
    }
}

#[test]
fn findings_of_one_kind_are_bounded() {
    let read = read(&"0 Alpha\n".repeat(250));
    assert_eq!(read.findings.len(), 100);
    let notes = &read.findings[99].notes;
    assert_eq!(notes, &["150 more findings of this kind in the file"]);
}

#[test]
fn names_are_borrowed_from_the_text() {
    fn inside(deck: &RawDeck, text: &str) -> bool {
        let bytes = text.as_bytes().as_ptr_range();
        deck.lines.iter().all(|l| match &l.card {
            CardText::Free { text, .. } => bytes.contains(&text.as_ptr()),
            CardText::Fields { name: Some(std::borrow::Cow::Borrowed(name)), .. } => bytes.contains(&name.as_ptr()),
            _ => false,
        })
    }
    for text in ["4 Alpha\n", "count,name\n4,\"Rook, x\"\n4,Alpha\n"] {
        let source = Source::new("", text);
        let document = open(&source).expect("deck");
        let (deck, _) = document.read(&source, &game("barrenia"));
        assert!(!deck.lines.is_empty());
        assert!(inside(&deck, &source.text), "{text}");
    }
}
