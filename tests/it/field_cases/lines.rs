//! How lines of decks are written.

use super::{bench, bench_of, finding, illegal, legal, pad, pool};

#[test]
fn k01_bom_at_file_start() {
    let bench = bench();
    let bom = |text: &str| [b"\xef\xbb\xbf", text.as_bytes()].concat();
    legal(&bench.check("deck.txt", bom(&pad(40))), 40, 0);
    let header = bench.check("deck.txt", bom(&format!("# name: Marked\n{}", pad(40))));
    legal(&header, 40, 0);
    assert_eq!(header.name.as_deref(), Some("Marked"));
    legal(&bench.check("deck.txt", bom(&format!("Main Deck\n{}Sideboard\n1 Heath\n", pad(40)))), 40, 1);
    let yaml = "main:\n  - 40 Comb Fencer\n";
    illegal(&bench.check("deck.yaml", bom(yaml)), &[("BAR003", 2)]);
    illegal(&bench.check("deck.json", bom(r#"{"main": ["40 Comb Fencer"]}"#)), &[("BAR003", 1)]);
    illegal(&bench.check("deck.csv", bom("count,name\n40,Comb Fencer\n")), &[("BAR003", 2)]);
    illegal(&bench.check("deck.csv", bom("\"count\",\"name\"\n40,Comb Fencer\n")), &[("BAR003", 2)]);
    // UTF-16 with its own mark, as Excel saves "Unicode text".
    for (mark, to_bytes) in
        [(&b"\xff\xfe"[..], u16::to_le_bytes as fn(u16) -> [u8; 2]), (b"\xfe\xff", u16::to_be_bytes)]
    {
        let text = format!("{}1 Étude Piper\n", pad(39));
        let bytes: Vec<u8> = mark.iter().copied().chain(text.encode_utf16().flat_map(to_bytes)).collect();
        legal(&bench.check("deck.txt", bytes), 40, 0);
    }
}

#[test]
fn k01_bom_before_a_pool() {
    for text in [pool(), pool().replace("code,name,kind", "\"code\",\"name\",\"kind\"")] {
        let marked = bench_of("cards.csv", ["\u{feff}", &text].concat());
        legal(&marked.check("deck.txt", format!("{}1 00310002\n", pad(39))), 40, 0);
        assert_eq!(marked.pool_faults().iter().filter(|f| f.code.contains("CAT00") && &*f.code != "CAT007").count(), 0);
    }
}

#[test]
fn k02_crlf_and_cr_line_ends() {
    let bench = bench();
    let text = format!("# name: Lines\n{}\nSideboard\n2 Eddy Pilot\n5 Heath\n", pad(40));
    let unix = bench.check("deck.txt", &text);
    illegal(&unix, &[("BAR003", 15)]);
    for end in ["\r\n", "\r"] {
        let checked = bench.check("deck.txt", text.replace('\n', end));
        illegal(&checked, &[("BAR003", 15)]);
        assert_eq!(checked.name.as_deref(), Some("Lines"), "no name ends in a line end");
        assert_eq!(checked.sections, unix.sections);
        assert!(!format!("{:?}", checked.findings).contains("\\r"), "{:?}", checked.findings);
    }
    // Mixed ends, as after an edit on another system.
    illegal(&bench.check("deck.txt", text.replacen('\n', "\r\n", 6)), &[("BAR003", 15)]);
    for (name, text) in [
        ("deck.csv", "section,count,name\nmain,5,Heath\n"),
        ("deck.yaml", "main:\n  - {count: 5, name: Heath}\n"),
        ("deck.json", "{\"main\":\n [{\"count\": 5, \"name\": \"Heath\"}]}\n"),
    ] {
        let checked = bench.check(name, text.replace('\n', "\r\n"));
        illegal(&checked, &[("BAR001", if name == "deck.csv" { 2 } else { 1 }), ("BAR003", 2)]);
    }
    let windows = bench_of("cards.csv", pool().replace('\n', "\r\n"));
    legal(&windows.check("deck.txt", pad(40)), 40, 0);
}

#[test]
fn k03_count_spelling_and_missing_count() {
    let bench = bench();
    for (line, count) in [
        ("2 Eddy Pilot", 2),
        ("2x Eddy Pilot", 2),
        ("2X Eddy Pilot", 2),
        ("2 x Eddy Pilot", 2),
        ("2×Eddy Pilot", 2),
        ("x2 Eddy Pilot", 2),
        ("(2) Eddy Pilot", 2),
        ("[2] Eddy Pilot", 2),
        ("Eddy Pilot x2", 2),
        ("- 2 Eddy Pilot", 2),
        ("2\tEddy Pilot", 2),
        ("02 Eddy Pilot", 2),
        ("Eddy Pilot", 1),
        ("00310002", 1),
        ("2 00310002", 2),
        ("2x 00310002 Eddy Pilot", 2),
    ] {
        let deck = format!("{}{line}\n", pad(40 - count));
        let [last] = bench.last("deck.txt", &deck);
        assert_eq!(last, format!("main {count} Eddy Pilot"), "{line}");
        legal(&bench.check("deck.txt", &deck), 40, 0);
    }
}

#[test]
fn k04_name_begins_with_or_contains_digits() {
    let bench = bench();
    for (line, card) in [
        ("3 9 Lanterns Late", "main 3 9 Lanterns Late"),
        ("3x 9 Lanterns Late", "main 3 9 Lanterns Late"),
        ("9 Lanterns Late", "main 1 9 Lanterns Late"),
        ("1 3rd Shift", "main 1 3rd Shift"),
        ("3rd Shift", "main 1 3rd Shift"),
        ("2 Pylon 1.0", "main 2 Pylon 1.0"),
        ("2 Pylon", "main 2 Pylon"),
        ("2 Cinder #4", "main 2 Cinder #4"),
        ("Cinder #4 x2", "main 2 Cinder #4"),
    ] {
        assert_eq!(bench.last("deck.txt", format!("{}{line}\n", pad(4))), [card], "{line}");
    }
    legal(&bench.check("deck.txt", format!("{}3 9 Lanterns Late\n1 3rd Shift\n", pad(36))), 40, 0);
    let yaml = "main:\n  - 3 9 Lanterns Late\n  - {card: 3rd Shift, count: 2}\n  - 9 Lanterns Late\n";
    assert_eq!(
        bench.cards("deck.yaml", yaml),
        ["main 3 9 Lanterns Late", "main 2 3rd Shift", "main 1 9 Lanterns Late"]
    );
}

/// A finding marks the card's name and nothing before or behind it, however the line is read.
#[test]
fn k04_names_with_digits_are_marked_where_they_stand() {
    let bench = bench_of(
        "cards.csv",
        pool() + "31000098,Sector x7,Rear,Aurora Poles,,1\n31000099,Sector 7,Rear,Aurora Poles,,1\n",
    );
    for (line, name, copies) in [
        ("5 9 Lanterns Late", "9 Lanterns Late", 1),
        ("9 Lanterns Late", "9 Lanterns Late", 5),
        ("  - 9 Lanterns Late # early", "9 Lanterns Late", 5),
        ("5 Sector 7", "Sector 7", 1),
        ("Sector 7", "Sector 7", 5),
        ("[GALA] Sector 7", "Sector 7", 5),
        ("Sector x7", "Sector x7", 5),
        ("[GALA] Sector x7", "Sector x7", 5),
        ("  [GALA:4]  Sector 7 # late", "Sector 7", 5),
        ("[GALA] 9 Lanterns Late", "9 Lanterns Late", 5),
        ("5 [GALA] Pylon 1.0 (SET) 12", "Pylon 1.0", 1),
        ("5 Cinder #4 # late", "Cinder #4", 1),
    ] {
        let deck = format!("{}{}", pad(36), format!("{line}\n").repeat(copies));
        let checked = bench.check("deck.txt", &deck);
        let found = finding(&checked, "BAR003");
        let marked = found.place.span().expect("a place").range();
        assert_eq!(&deck[marked.clone()], name, "{line}");
        assert_eq!(marked.start, deck.rfind(name).expect("the name"), "{line}");
    }
}

#[test]
fn k05_prefix_match_picks_another_card() {
    let bench = bench();
    assert_eq!(bench.last("deck.txt", format!("{}1 Heath\n", pad(39))), ["main 1 Heath"]);
    let without = bench_of("cards.csv", pool().replace("31000032,Heath,Rear,Aurora Poles,,1\n", ""));
    for line in ["1 Heath", "1 Heath Ward", "1 Heath (BAR) 3", "Heath"] {
        let checked = without.check("deck.txt", format!("{}{line}\n", pad(39)));
        illegal(&checked, &[("RES001", 11)]);
        let unknown = finding(&checked, "RES001");
        assert!(unknown.facts.suggestions.contains(&"Heath Warden".to_owned()), "{line}: {unknown:?}");
    }
    let [last] = without.last("deck.txt", format!("{}1 Heath\n", pad(39)));
    assert_eq!(last, "main 1 ?Heath");
}

#[test]
fn k06_tail_behind_the_name() {
    let bench = bench();
    for tail in [
        "(BAR)",
        "(BAR) 12",
        "(BAR) 12a",
        "(BAR) B-12",
        "[BAR]",
        "(BAR) 12 *F*",
        "*F*",
        "{foil}",
        "(BAR) 12 #early #pick",
    ] {
        let deck = format!("Deck\n{}2 Eddy Pilot {tail}\n", pad(38));
        assert_eq!(bench.last("deck.txt", &deck), ["main 2 Eddy Pilot"], "{tail}");
        legal(&bench.check("deck.txt", &deck), 40, 0);
    }
    let all: String = pad(40).lines().enumerate().map(|(n, line)| format!("{line} (BAR) {n}\n")).collect();
    legal(&bench.check("deck.txt", all), 40, 0);
    // A bracket that is part of a name stays, with and without a tail behind it.
    for line in ["2 Lens (Broken)", "2 Lens (Broken) (BAR) 4", "2 Lens (Broken) [BAR]"] {
        assert_eq!(bench.last("deck.txt", format!("{}{line}\n", pad(38))), ["main 2 Lens (Broken)"], "{line}");
    }
    // Set, number or code in a bracket before the name; the code decides between two cards of one name.
    for (line, card) in [
        ("2 [BAR] Lens (Broken)", "main 2 Lens (Broken)"),
        ("2 [BAR:42] Lens (Broken) (BAR)", "main 2 Lens (Broken)"),
        ("2 [31000042] Lens (Broken) (BAR)", "main 2 Lens (Broken)"),
        ("2 [31000031] Brass Usher (BAR)", "main 2 Brass Usher"),
    ] {
        let deck = format!("{}{line}\n", pad(38));
        assert_eq!(bench.last("deck.txt", &deck), [card], "{line}");
        legal(&bench.check("deck.txt", &deck), 40, 0);
    }
    let other = bench.check("deck.txt", format!("{}2 [31000032] Comb Fencer\n", pad(38)));
    illegal(&other, &[("RES003", 11)]);
    let unknown = bench.check("deck.txt", format!("{}2 Lens (BAR) 4\n", pad(38)));
    illegal(&unknown, &[("RES001", 11)]);
    assert_eq!(finding(&unknown, "RES001").message, "unknown card `Lens`");
}

#[test]
fn k07_slashes_in_names() {
    let bench = bench();
    let spellings =
        ["Night // Morning Bridge", "Night / Morning Bridge", "Night/Morning Bridge", "Night//Morning Bridge"];
    for name in spellings {
        assert_eq!(
            bench.last("deck.txt", format!("{}1 {name}\n", pad(39))),
            ["main 1 Night // Morning Bridge"],
            "{name}"
        );
    }
    for name in ["Fog//Glass", "Fog / Glass", "Fog // Glass", "Fog/Glass"] {
        assert_eq!(bench.last("deck.txt", format!("{}1 {name}\n", pad(39))), ["main 1 Fog//Glass"], "{name}");
    }
    let four: String = spellings.iter().map(|name| format!("1 {name}\n")).collect();
    legal(&bench.check("deck.txt", format!("{}{four}", pad(36))), 40, 0);
    let five = bench.check("deck.txt", format!("{}{four}1 Night/Morning Bridge (BAR) 3\n", pad(36)));
    illegal(&five, &[("BAR003", 14)]);
    assert_eq!(finding(&five, "BAR003").facts.actual, Some(5), "all spellings are one card");
}

#[test]
fn k08_typographic_apostrophe() {
    let bench = bench();
    for mark in ["'", "\u{2019}", "\u{2018}", "\u{2bc}", "\u{b4}", "`", "\u{ff07}"] {
        let deck = format!("{}2 Scarp Walker{mark}s Vow\n", pad(38));
        legal(&bench.check("deck.txt", &deck), 40, 0);
        assert_eq!(bench.last("deck.txt", &deck), ["main 2 Scarp Walker's Vow"], "{mark}");
    }
    // The other way round: the pool has the typographic one.
    let curly = bench_of("cards.csv", pool().replace("Walker's", "Walker\u{2019}s"));
    legal(&curly.check("deck.txt", format!("{}2 Scarp Walker's Vow\n", pad(38))), 40, 0);
    for quotes in ["\u{201c}Brick\u{201d}", "\"Brick\"", "\u{2033}Brick\u{2033}"] {
        legal(&bench.check("deck.txt", format!("{}2 Mason {quotes} Oyelaran\n", pad(38))), 40, 0);
    }
}

#[test]
fn k09_accents_composed_and_decomposed() {
    let bench = bench();
    for name in ["Étude Piper", "E\u{301}tude Piper", "Etude Piper", "étude piper", "ÉTUDE PIPER"] {
        let deck = format!("{}2 {name}\n", pad(38));
        assert_eq!(bench.last("deck.txt", &deck), ["main 2 Étude Piper"], "{name}");
        legal(&bench.check("deck.txt", &deck), 40, 0);
    }
    let both = bench.check("deck.txt", format!("{}3 E\u{301}tude Piper\n2 Etude Piper\n", pad(36)));
    illegal(&both, &[("BAR003", 11)]);
    let decomposed = bench_of("cards.csv", pool().replace('É', "E\u{301}"));
    legal(&decomposed.check("deck.txt", format!("{}2 Étude Piper\n", pad(38))), 40, 0);
}

#[test]
fn k10_case_and_stray_blanks() {
    let bench = bench();
    for line in [
        "  2 Eddy Pilot   ",
        "\t2 Eddy Pilot\t",
        "2 EDDY PILOT",
        "2 eddy pilot",
        "2  Eddy   Pilot",
        "2 Eddy\u{a0}Pilot",
        "2\u{a0}Eddy Pilot\u{a0}",
        "\u{3000}2 Eddy\u{3000}Pilot",
        "2 Eddy Pilot\u{200b}",
        "2 Eddy\u{ad} Pilot",
    ] {
        assert_eq!(bench.last("deck.txt", format!("{}{line}\n", pad(38))), ["main 2 Eddy Pilot"], "{line:?}");
    }
    assert_eq!(bench.cards("deck.csv", "count ; name\n 2 ; EDDY pilot \n"), ["main 2 Eddy Pilot"]);
    assert_eq!(bench.cards("deck.yaml", "main:\n  ' eddy  PILOT ': 2\n"), ["main 2 Eddy Pilot"]);
    let padded = bench_of("cards.csv", pool().replace(",Eddy Pilot,", ", Eddy  Pilot ,"));
    legal(&padded.check("deck.txt", format!("{}2 Eddy Pilot\n", pad(38))), 40, 0);
}

#[test]
fn k11_comma_in_a_quoted_name() {
    let bench = bench();
    for text in [
        "code,name,count\n31000005,\"Crow, Unbent\",3\n",
        "name,count\n\"Crow, Unbent\",3\n",
        "count;name\n3;Crow, Unbent\n",
        "count\tname\n3\tCrow, Unbent\n",
        "\"count\",\"name\"\n\"3\",\"Crow, Unbent\"\n",
    ] {
        assert_eq!(bench.cards("deck.csv", text), ["main 3 Crow, Unbent"], "{text}");
    }
    assert_eq!(
        bench.cards("deck.csv", "name,count\n\"Mason \"\"Brick\"\" Oyelaran\",2\n"),
        ["main 2 Mason \"Brick\" Oyelaran"]
    );
    assert_eq!(bench.cards("deck.txt", "3 Crow, Unbent\n"), ["main 3 Crow, Unbent"]);
    assert_eq!(bench.cards("deck.yaml", "main: {\"Crow, Unbent\": 3}\n"), ["main 3 Crow, Unbent"]);
    // Without quotes the comma parts fields: that is said, and no card of the first half is made up.
    let bare = bench.check("deck.csv", "code,name,count\n31000005,Crow, Unbent,3\n");
    assert!(bare.findings.iter().any(|f| &*f.code == "DCK008"), "{:#?}", bare.findings);
    assert_eq!(finding(&bare, "DCK008").facts.actual, Some(4));
}

#[test]
fn k12_tag_or_comment_behind_a_card() {
    let bench = bench();
    for line in [
        "2 Eddy Pilot # early drop",
        "2 Eddy Pilot #early",
        "2 Eddy Pilot #early #cheap",
        "2 Eddy Pilot // early drop",
        "2 Eddy Pilot (BAR) 4 # early",
        "Eddy Pilot x2 # early",
        "2 00310002 # early",
        "2 00310002 Eddy Pilot # early",
    ] {
        let deck = format!("# Starter\n// a remark\n{}{line}\n", pad(38));
        assert_eq!(bench.last("deck.txt", &deck), ["main 2 Eddy Pilot"], "{line}");
        legal(&bench.check("deck.txt", &deck), 40, 0);
    }
    // A `#` that belongs to the name, with and without a comment behind it.
    for line in ["2 Cinder #4", "2 Cinder #4 # warm", "2 Cinder #4 #warm", "2 Cinder #4 // warm", "Cinder #4 x2 # warm"]
    {
        assert_eq!(bench.last("deck.txt", format!("{}{line}\n", pad(38))), ["main 2 Cinder #4"], "{line}");
    }
}

#[test]
fn k13_section_headings() {
    let bench = bench();
    for (main, side) in [
        ("Deck:", "SIDEBOARD:"),
        ("Deck", "Sideboard"),
        ("Main Deck", "Provisionary Deck"),
        ("Main Deck (40)", "Sideboard (2)"),
        ("Maindeck", "Side board"),
        ("# a remark\nMAIN DECK:", "provisionary:"),
        ("[Main]", "[Sideboard]"),
        ("== Main Deck ==", "== Provisionary Deck =="),
        ("Main Deck — 40", "Prov"),
        ("Mainboard", "Side deck"),
    ] {
        legal(&bench.check("deck.txt", format!("{main}\n{}\n{side}\n2 Eddy Pilot\n", pad(40))), 40, 2);
        legal(&bench.check("deck.txt", format!("{}\n{side}\n\n2 Eddy Pilot\n", pad(40))), 40, 2);
    }
    // The side first, and a section that is taken up again.
    legal(&bench.check("deck.txt", format!("Sideboard\n2 Eddy Pilot\nDeck\n{}", pad(40))), 40, 2);
    legal(&bench.check("deck.txt", format!("Deck\n{}Sideboard\n2 Eddy Pilot\nDeck\n1 Heath\n", pad(39))), 40, 2);
    // A heading that the game does not have is said, and is no card.
    let unknown = bench.check("deck.txt", format!("Deck\n{}Maybeboard\n2 Eddy Pilot\n", pad(40)));
    illegal(&unknown, &[("DCK005", 12)]);
}

#[test]
fn k14_blank_line_or_prefix_starts_the_side() {
    let bench = bench();
    for text in [
        format!("{}\n2 Eddy Pilot\n", pad(40)),
        format!("{}\n\n\n2 Eddy Pilot\n", pad(40)),
        format!("# a remark\n\n{}   \n2 Eddy Pilot\n", pad(40)),
        format!("{}SB: 2 Eddy Pilot\n", pad(40)),
        format!("{}sb: 1 Eddy Pilot\nSB: Heath\n", pad(40)),
        format!("SB: 2 Eddy Pilot\n{}", pad(40)),
    ] {
        legal(&bench.check("deck.txt", &text), 40, 2);
    }
    // A prefix or a heading anywhere: blank lines are for the eye.
    legal(&bench.check("deck.txt", format!("{}\n2 Heath\n\nSB: 2 Eddy Pilot\n", pad(38))), 40, 2);
    legal(&bench.check("deck.txt", format!("Main Deck\n{}\n2 Heath\n\n2 Eddy Pilot\n", pad(36))), 40, 0);
    // What was taken for the side is said.
    let guessed = bench.check("deck.txt", format!("{}\n2 Eddy Pilot\n", pad(40)));
    assert_eq!(finding(&guessed, "DCK010").level, decklint::diagnostics::Level::Note);
}

#[test]
fn k23_unknown_card_stays_visible() {
    let bench = bench();
    for (name, text, line) in [
        ("deck.txt", format!("{}2 Eddie Pilott\n", pad(38)), 11),
        ("deck.txt", format!("Deck\n2 Eddie Pilott\n{}", pad(38)), 2),
        ("deck.csv", format!("count,name\n{}2,Eddie Pilott\n", pad(38).replace(" Ballast", ",Ballast")), 12),
        (
            "deck.yaml",
            format!(
                "main:\n{}- {{name: Eddie Pilott, count: 2}}\n",
                pad(38).replace("4 B", "- 4 B").replace("2 B", "- 2 B")
            ),
            12,
        ),
    ] {
        let checked = bench.check(name, &text);
        illegal(&checked, &[("RES001", line)]);
        assert_eq!(checked.sections[0].total, 40, "the unknown copies count: {text}");
        let unknown = finding(&checked, "RES001");
        assert_eq!(unknown.message, "unknown card `Eddie Pilott`");
        assert_eq!(unknown.facts.suggestions.first().map(String::as_str), Some("Eddy Pilot"));
        assert_eq!((unknown.facts.cards[0].count, &*unknown.facts.cards[0].name), (2, "Eddie Pilott"));
        assert_eq!(unknown.facts.cards[0].sections[0].lines, [line]);
    }
    // Every one is named, also where names repeat.
    let three = bench.check("deck.txt", format!("{}1 Zzz\n1 Qqq\nSideboard\n1 Zzz\n", pad(38)));
    illegal(&three, &[("RES001", 11), ("RES001", 12), ("RES001", 14)]);
}

#[test]
fn k28_negative_or_zero_count() {
    let bench = bench();
    for line in [
        "-1 Eddy Pilot",
        "-1x Eddy Pilot",
        "\u{2212}3 Eddy Pilot",
        "0 Rime Lamp",
        "0x Rime Lamp",
        "Rime Lamp x0",
        "00 Rime Lamp",
        "1.5 Rime Lamp",
    ] {
        let deck = format!("{}{line}\n", pad(40));
        let checked = bench.check("deck.txt", &deck);
        illegal(&checked, &[("DCK004", 11)]);
        assert_eq!(checked.sections[0].total, 40, "{line}");
        assert_eq!(bench.cards("deck.txt", &deck).len(), 10, "{line} puts no card into the deck");
    }
    for (name, text) in [
        ("deck.csv", "count,name\n-1,Eddy Pilot\n"),
        ("deck.csv", "count,name\n0,Eddy Pilot\n"),
        ("deck.yaml", "main:\n- {name: Eddy Pilot, count: -1}\n"),
        ("deck.yaml", "main:\n  Eddy Pilot: 0\n"),
        ("deck.json", "{\"main\": [\n{\"name\": \"Eddy Pilot\", \"count\": -1}]}"),
        ("deck.json", "{\"main\": {\n\"Eddy Pilot\": 1.5}}"),
    ] {
        let checked = bench.check(name, text);
        assert!(crate::support::codes(&checked).contains(&("DCK004".to_owned(), 2)), "{text}: {:#?}", checked.findings);
        assert_eq!(checked.sections[0].total, 0, "{text}");
    }
}

#[test]
fn k29_huge_count() {
    let bench = bench();
    for count in ["1000", "999999999", "4294967295", "4294967296", "18446744073709551616", &"9".repeat(400)] {
        let checked = bench.check("deck.txt", format!("{}{count} Eddy Pilot\n", pad(36)));
        let found = crate::support::codes(&checked);
        let codes: Vec<&str> = found.iter().map(|c| c.0.as_str()).collect();
        assert_eq!(codes, ["BAR001", "BAR003", "DCK004"], "{count}");
        assert!(checked.sections[0].total >= 1036, "{count}");
    }
    // Sums of huge counts stay right and never overflow.
    let many = bench.check("deck.txt", "999999999 Eddy Pilot\n".repeat(2000));
    assert_eq!(many.sections[0].total, 2000 * 999_999_999);
    for (name, text) in [
        ("deck.csv", "count,name\n999999999,Eddy Pilot\n"),
        ("deck.yaml", "main: {Eddy Pilot: 999999999}\n"),
        ("deck.json", r#"{"main": {"Eddy Pilot": 1e300}}"#),
    ] {
        let checked = bench.check(name, text);
        assert!(checked.findings.iter().any(|f| &*f.code == "DCK004"), "{text}: {:#?}", checked.findings);
    }
}

#[test]
fn k30_full_width_digits() {
    let bench = bench();
    for line in [
        "２ Eddy Pilot",
        "２x Eddy Pilot",
        "２ｘ Eddy Pilot",
        "２\u{3000}Eddy Pilot",
        "Eddy Pilot ×２",
        "２ ００３１０００２",
        "2 Ｅｄｄｙ Ｐｉｌｏｔ",
    ] {
        let deck = format!("{}{line}\n", pad(38));
        assert_eq!(bench.last("deck.txt", &deck), ["main 2 Eddy Pilot"], "{line}");
        legal(&bench.check("deck.txt", &deck), 40, 0);
    }
    illegal(&bench.check("deck.txt", format!("{}１２ Eddy Pilot\n", pad(36))), &[("BAR003", 10)]);
    assert_eq!(bench.cards("deck.csv", "count,name\n２,Eddy Pilot\n"), ["main 2 Eddy Pilot"]);
    assert_eq!(bench.cards("deck.yaml", "main: {Eddy Pilot: ２}\n"), ["main 2 Eddy Pilot"]);
    // Digits of other scripts and signs that look like digits never vanish in silence.
    for line in ["٢ Eddy Pilot", "② Eddy Pilot", "² Eddy Pilot"] {
        let checked = bench.check("deck.txt", format!("{}{line}\n", pad(39)));
        illegal(&checked, &[("RES001", 11)]);
    }
}
