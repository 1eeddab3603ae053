//! Faults of the field as they come in the formats of other programs.

use decklint::game::{Checked, Session, Verdict};
use rstest::rstest;

use crate::support::{check_text, codes, session};

/// Ten soldiers, four of each: a legal main deck.
const PAD: [(&str, &str); 10] = [
    ("01204402", "Piston Page"),
    ("01204403", "Valve Inspector"),
    ("01204404", "Gearwright Ansgar"),
    ("01204406", "Lady Pressure"),
    ("01204407", "Locomotive Knight"),
    ("02118030", "The Brass Ambassador"),
    ("02118031", "Boiler-Room Prince"),
    ("01204410", "Icelamp Keeper"),
    ("01204411", "Borealis Runner"),
    ("01204412", "Sister Hoarfrost"),
];

/// The padding, written line by line.
fn pad(lines: usize, line: impl Fn(&str, &str) -> String) -> String {
    PAD.iter().take(lines).map(|(code, name)| line(code, name)).collect()
}

#[track_caller]
fn totals(checked: &Checked) -> Vec<u64> {
    checked.sections.iter().map(|s| s.total).collect()
}

#[track_caller]
fn legal(session: &Session, name: &str, text: &str, main: u64, side: u64) -> Checked {
    let checked = check_text(session, "barrenia", name, text);
    assert_eq!(codes(&checked), [], "{:#?}\n{text}", checked.findings);
    assert_eq!((checked.verdict, totals(&checked)), (Verdict::Legal, vec![main, side]), "{text}");
    checked
}

fn o8d(cards: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<deck game=\"x\">\n<section name=\"Main\" shared=\"False\">\n{cards}</section>\n</deck>\n"
    )
}

fn cod(cards: &str) -> String {
    format!("<cockatrice_deck version=\"1\">\n<zone name=\"main\">\n{cards}</zone>\n</cockatrice_deck>\n")
}

#[test]
fn k32_cards_without_usable_ids_are_found_by_name() {
    let session = session();
    let cards = pad(9, |code, name| format!("<card qty=\"4\" id=\"{code}\">{name}</card>\n"))
        + "<card qty=\"2\" id=\"\">Rust Lancer</card>\n<card qty=\"2\" id=\"\">Specimen #13</card>\n";
    let text = o8d(&cards);
    let checked = legal(&session, "deck.o8d", &text, 40, 0);
    let note = checked.findings.iter().find(|f| &*f.code == "RES005").expect("a note");
    assert!(note.message.starts_with("2 cards have no id"), "{}", note.message);
    let span = note.place.span().expect("a place");
    assert_eq!((checked.source.slice(span), checked.source.line(span.start)), ("Rust Lancer", 13));
    // Two cards with an empty id are not one card: five copies of each would be one too many.
    let many = o8d("<card qty=\"4\" id=\"\">Rust Lancer</card>\n<card qty=\"4\" id=\"\">Specimen #13</card>\n");
    assert!(codes(&check_text(&session, "barrenia", "d.o8d", &many)).iter().all(|(code, _)| code != "BAR003"));
    // An empty id and an empty name are an error at their place, no card with the empty code.
    let none = o8d("<card qty=\"2\" id=\"\"></card>\n");
    assert!(codes(&check_text(&session, "barrenia", "d.o8d", &none)).contains(&("DCK003".to_owned(), 4)));
}

#[test]
fn k33_one_ending_three_formats() {
    let session = session();
    let xmage = "NAME:Test\nAUTHOR:nobody\n\n".to_owned()
        + &pad(10, |_, name| format!("4 [BAR:1] {name}\n"))
        + "# Reserve\nSB: 2 [BAR:9] Nestbreaker\n";
    let forge = "[metadata]\nName=Test\n[Main]\n".to_owned()
        + &pad(10, |_, name| format!("4 {name}|BAR|1\n"))
        + "[Sideboard]\n2 Nestbreaker|BAR\n";
    let plain = pad(10, |_, name| format!("4 {name}\n")) + "\nSideboard\n2 Nestbreaker\n";
    for (text, format) in [(xmage, "XMage"), (forge, "Forge"), (plain, "text")] {
        for name in ["deck.dck", "deck.txt", "deck", "deck.cod"] {
            let checked = legal(&session, name, &text, 40, 2);
            assert_eq!(checked.format, Some(format), "{name}");
        }
    }
}

#[test]
fn k01_k02_marks_and_line_ends_change_nothing() {
    let session = session();
    let xml = o8d(&(pad(10, |code, name| format!("<card qty=\"4\" id=\"{code}\">{name}</card>\n"))));
    let ydk = "#main\n".to_owned() + &pad(10, |code, _| format!("{code}\n").repeat(4)) + "#extra\n!side\n";
    let forge = "[Main]\n".to_owned() + &pad(10, |_, name| format!("4 {name}|BAR\n"));
    for (name, text) in [("d.o8d", xml), ("d.ydk", ydk), ("d.dck", forge)] {
        for text in [text.clone(), text.replace('\n', "\r\n"), text.replace('\n', "\r")] {
            legal(&session, name, &text, 40, 0);
            let decoded = decklint::text::decode(format!("\u{feff}{text}").into_bytes()).expect("text").text;
            legal(&session, name, &decoded, 40, 0);
        }
    }
}

/// The count of one line, in every format that has counts: the code that a wrong one brings, at its line.
#[rstest]
#[case::zero("0", "DCK004")]
#[case::negative("-1", "DCK004")]
#[case::fraction("1.5", "DCK004")]
#[case::no_number("many", "DCK004")]
#[case::too_many("1000", "DCK004")]
fn k28_k29_bad_counts_are_errors(#[case] count: &str, #[case] code: &str) {
    let session = session();
    let lackey = format!("4\tPiston Page\n{count}\tRust Lancer\n");
    for (name, text, line) in [
        (
            "d.o8d",
            o8d(&format!(
                "<card qty=\"4\" id=\"\">Piston Page</card>\n<card qty=\"{count}\" id=\"\">Rust Lancer</card>\n"
            )),
            5,
        ),
        (
            "d.cod",
            cod(&format!(
                "<card number=\"4\" name=\"Piston Page\"/>\n<card number=\"{count}\" name=\"Rust Lancer\"/>\n"
            )),
            4,
        ),
        (
            "d.dek",
            format!(
                "<Deck>\n<Cards Quantity=\"4\" Name=\"Piston Page\"/>\n<Cards Quantity=\"{count}\" Name=\"Rust Lancer\"/>\n</Deck>\n"
            ),
            3,
        ),
    ] {
        let checked = check_text(&session, "barrenia", name, &text);
        let finding =
            checked.findings.iter().find(|f| *f.code == *code).unwrap_or_else(|| panic!("{:#?}", checked.findings));
        let span = finding.place.span().expect("a place");
        assert_eq!((checked.source.slice(span), checked.source.line(span.start)), (count, line), "{text}");
    }
    if count != "many" && count != "1.5" && count != "-1" {
        assert!(codes(&check_text(&session, "barrenia", "d.txt", &lackey)).contains(&(code.to_owned(), 2)));
    }
}

#[test]
fn k29_a_huge_count_is_answered_at_once_and_written_nowhere() {
    let session = session();
    let text = o8d(
        "<card qty=\"999999999999\" id=\"01204417\">Rust Lancer</card>\n<card qty=\"1\" id=\"\">Piston Page</card>\n",
    );
    let found = codes(&check_text(&session, "barrenia", "d.o8d", &text));
    for code in ["DCK004", "BAR003"] {
        assert!(found.iter().any(|(c, _)| c == code), "{code} {found:?}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("d.o8d"), &text).expect("a file");
    for to in ["ydk", "ydke", "lackey", "tts"] {
        let ran = crate::support::run_in(folder.path(), ["convert", "d.o8d", "--game", "barrenia", "--to", to]);
        assert_eq!(ran.code, 1, "{to}: {}", ran.err);
        assert!(ran.err.contains("are too many"), "{to}: {}", ran.err);
        assert!(ran.out.len() < 4000, "{to}");
    }
}

#[test]
fn k15_k16_copies_are_summed_over_arts_and_sections() {
    let session = session();
    let forge = "[Main]\n2 Rust Lancer|BAR|1\n2 Rust Lancer|BAR|2\n1 Rust Lancer (Gala Art)|GAL\n";
    let xmage = "2 [BAR:1] Rust Lancer\n2 [BAR:1*] Rust Lancer\nSB: 1 [GAL:1+] Rust Lancer (Gala Art)\n";
    let ydk = "#main\n01204417\n01204417\n1204417\n01204417\n#extra\n!side\n01204417\n";
    let cod = cod("<card number=\"3\" name=\"Rust Lancer\"/>\n<card number=\"2\" name=\"Rust Lancer (Gala Art)\"/>\n");
    for (name, text) in [("d.dck", forge), ("d.dck", xmage), ("d.ydk", ydk), ("d.cod", cod.as_str())] {
        let checked = check_text(&session, "barrenia", name, text);
        let copies: Vec<_> = checked.findings.iter().filter(|f| &*f.code == "BAR003").collect();
        assert_eq!(copies.len(), 1, "{text}: {:#?}", checked.findings);
        assert_eq!(copies[0].facts.actual, Some(5), "{text}");
    }
}

#[test]
fn k23_an_unknown_card_stays_in_every_format() {
    let session = session();
    for (name, text, line, column) in [
        ("d.o8d", o8d("<card qty=\"2\" id=\"g\">Piston Pge</card>\n"), 4, 22),
        ("d.cod", cod("<card number=\"2\" name=\"Piston Pge\"/>\n"), 3, 24),
        ("d.dek", "<Deck><Cards Quantity=\"2\" Name=\"Piston Pge\"/></Deck>".to_owned(), 1, 33),
        ("d.dck", "[Main]\n2 Piston Pge|BAR\n".to_owned(), 2, 3),
        ("d.dck", "2 [BAR:1] Piston Pge\n".to_owned(), 1, 11),
        ("d.txt", "2\tPiston Pge\n".to_owned(), 1, 3),
        ("d.txt", "Deck\n2 Piston Pge (BAR) 12\n".to_owned(), 2, 3),
        ("d.json", "{\"ObjectStates\": [{\"Name\": \"Card\", \"Nickname\": \"Piston Pge\"}, {\"Name\": \"Card\", \"Nickname\": \"Piston Pge\"}]}".to_owned(), 1, 49),
    ] {
        let checked = check_text(&session, "barrenia", name, &text);
        let unknown = checked.findings.iter().find(|f| &*f.code == "RES001").unwrap_or_else(|| panic!("{text}: {:#?}", checked.findings));
        assert_eq!(unknown.facts.suggestions, ["Piston Page"], "{text}");
        let span = unknown.place.span().expect("a place");
        assert_eq!(checked.source.slice(span), "Piston Pge", "{text}");
        assert_eq!(checked.source.line_column(span.start), (line, column), "{text}");
        assert_eq!(totals(&checked), [2, 0], "{text}");
    }
    let checked = check_text(&session, "barrenia", "d.ydk", "#main\n99999999\n99999999\n");
    assert!(checked.findings.iter().any(|f| f.message == "unknown card `99999999`"));
    assert_eq!(totals(&checked), [2, 0]);
}

#[test]
fn k24_numbers_have_no_leading_zeros() {
    let session = session();
    let ydk = "#main\n".to_owned() + &pad(10, |code, _| format!("{}\n", code.trim_start_matches('0')).repeat(4));
    legal(&session, "d.ydk", &ydk, 40, 0);
    let o8d = o8d(&pad(10, |code, _| format!("<card qty=\"4\" id=\"{}\"/>\n", code.trim_start_matches('0'))));
    legal(&session, "d.o8d", &o8d, 40, 0);
}

#[test]
fn k04_k06_k07_names_keep_their_numbers_and_slashes() {
    let session = session();
    for (name, line, card) in [
        ("d.txt", "3\t9 Lives of Perrin", "00000111"),
        ("d.txt", "Deck\n3 Dusk // Dawn Sisters (BAR) 40a *F*", "02118068"),
        ("d.txt", "Deck\n3 Dusk/Dawn Sisters (BAR) 40a", "02118068"),
        ("d.dck", "3 [BAR:1] 9 Lives of Perrin", "00000111"),
        ("d.dck", "[Main]\n3 Dusk // Dawn Sisters|BAR", "02118068"),
        ("d.txt", "3 [x] Specimen #13 (BAR)", "01204500"),
        ("d.txt", "3 [02118035] Tide Herald", "02118035"),
    ] {
        let source = decklint::text::Source::new(name, line);
        let game = super::game(&session, "barrenia");
        let document = decklint::deck::format::open(&source).expect(line);
        let (raw, faults) = document.read(&source, &game.spec);
        assert!(faults.is_empty(), "{line}: {faults:#?}");
        let (deck, _) = decklint::deck::resolve(&raw, &game.spec, &game.catalog);
        let found: Vec<_> =
            deck.lines.iter().map(|l| (l.count, l.card.and_then(|id| game.catalog.card(id).code.clone()))).collect();
        assert_eq!(found, [(3, Some(card.into()))], "{line}");
    }
}

#[test]
fn k05_the_beginning_of_a_name_is_no_name() {
    let session = session();
    for text in [cod("<card number=\"1\" name=\"Piston\"/>\n"), "[Main]\n1 Piston|BAR\n".to_owned()] {
        let found = codes(&check_text(&session, "barrenia", "d.dck", &text));
        assert!(found.iter().any(|(code, _)| code == "RES001"), "{found:?}");
    }
}

#[test]
fn broken_files_say_where() {
    let session = session();
    for (name, text, line) in [
        ("d.o8d", "<deck>\n<section name=\"Main\">\n<card qty=\"1\">A</crad>\n</section></deck>", 3),
        ("d.cod", "<cockatrice_deck>\n<zone name=\"main\">\n", 2),
        ("d.cod", "<cockatrice_deck>\n<zone name=\"main\" name=\"side\"/>\n</cockatrice_deck>", 2),
        ("d.o8d", "<deck><section name=\"Main\">\n<card>Fl&eacute;che</card></section></deck>", 2),
        ("d.json", "{\"ObjectStates\": [\n}", 2),
    ] {
        let checked = check_text(&session, "barrenia", name, text);
        assert_eq!(checked.verdict, Verdict::Unreadable, "{text}");
        assert_eq!(crate::support::codes(&checked), [("DCK001".to_owned(), line)], "{text} {:#?}", checked.findings);
    }
}

/// The leader of a deck where a program has a place for it, and where it has none.
#[test]
fn the_paragon_stands_in_its_own_section() {
    let text = std::fs::read_to_string(crate::support::root().join("decks/parallel/last-rain.txt")).expect("a sample");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("deck.txt"), text).expect("a file");
    for (to, name) in [
        ("parallel", "a.txt"),
        ("arena", "b.txt"),
        ("forge", "c.dck"),
        ("xmage", "d.dck"),
        ("cod", "e.cod"),
        ("mtgo", "f.dek"),
        ("o8d", "g.o8d"),
        ("lackey", "h.dek"),
        ("tts", "i.json"),
    ] {
        let run = |args: &[&str]| crate::support::run_in(folder.path(), args);
        let ran = run(&["convert", "deck.txt", "--to", to, "-o", name]);
        assert_eq!(ran.code, 0, "{to}: {}", ran.err);
        let ran = run(&["check", "--game", "parallel", name]);
        assert_eq!(ran.code, 0, "{to}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains("legal (parallel: 1 paragon, 40 main)"), "{to}: {}", ran.out);
    }
}

/// A deck code as players paste it.
#[test]
fn deck_codes_are_read_in_all_spellings() {
    let session = session();
    let spelled = |text: &str| {
        let game = super::game(&session, "parallel");
        let source = decklint::text::Source::new("d.txt", text);
        let document = decklint::deck::format::open(&source).expect("a deck");
        let (raw, faults) = document.read(&source, &game.spec);
        assert!(faults.is_empty(), "{faults:#?}");
        let (deck, faults) = decklint::deck::resolve(&raw, &game.spec, &game.catalog);
        assert!(faults.is_empty(), "{faults:#?}");
        super::counted(&deck)
    };
    let plain = spelled("CB-4,CB-42,2xCB-43,3xCB-44\n");
    assert_eq!(plain.values().sum::<u64>(), 7);
    for text in
        ["CB-4,CB-42,2XCB-43,3XCB-44,", "cb-4, cb-42 , 2 x CB-43,3×cb-44:SE", "CB-4,\nCB-42,\n2xCB-43,3xCB-44,\n"]
    {
        assert_eq!(spelled(text), plain, "{text}");
    }
}

/// What a YAML deck says besides its deck: a `#` is a comment outside quotes and behind white space only.
#[test]
fn comments_of_yaml_are_told_from_names() {
    let text = "main: # the deck\n- 4 Rust Lancer # early\n- '4 Specimen #13' # it's late\n- \"4 A # 'B'\" # \"x\"\n\
        - 4 Specimen #13\n- 4 Piston Page #\n";
    let session = session();
    let game = super::game(&session, "barrenia");
    let source = decklint::text::Source::new("d.yaml", text);
    let document = decklint::deck::format::open(&source).expect("a deck");
    let (header, _) = document.header(&source);
    let (raw, _) = document.read(&source, &game.spec);
    let (deck, _) = decklint::deck::resolve(&raw, &game.spec, &game.catalog);
    let asides = document.asides(&source, &header, &deck, &game.spec);
    let asides: Vec<&str> = asides.into_iter().map(|span| source.slice(span)).collect();
    assert_eq!(asides, ["# the deck", "# early", "# it's late", "# \"x\"", "#13"]);
}

/// Each sheet of pictures that a pile's cards name stands in the pile, and no other.
#[test]
fn piles_of_tabletop_simulator_name_their_sheets() {
    let text = std::fs::read_to_string(crate::support::root().join("decks/parallel/last-rain.txt")).expect("a sample");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("deck.txt"), text).expect("a file");
    let ran = crate::support::run_in(folder.path(), ["convert", "deck.txt", "--to", "tts"]);
    let file: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    let mut cards = 0;
    for pile in file["ObjectStates"].as_array().expect("piles").iter().filter(|p| p["DeckIDs"].is_array()) {
        let ids = pile["DeckIDs"].as_array().expect("ids");
        let wanted: std::collections::BTreeSet<String> =
            ids.iter().map(|id| (id.as_u64().expect("a number") / 100).to_string()).collect();
        let there = pile["CustomDeck"].as_object().expect("sheets").keys().cloned().collect();
        assert_eq!(wanted, there);
        cards += ids.len();
    }
    assert!(cards >= 40, "{cards}");
}

/// Blanks of zones that LackeyCCG's plugins write as `_`.
#[test]
fn zones_with_underlines_are_sections() {
    let zone = |name: &str| {
        format!(
            "<deck version=\"0.8\"><superzone name=\"{name}\"><card><name>Rust Lancer</name></card></superzone></deck>"
        )
    };
    let session = session();
    for (name, section) in [("Main_Deck", "main"), ("Provisionary_Deck", "provisionary"), ("Main Deck", "main")] {
        let checked = check_text(&session, "barrenia", "d.dek", &zone(name));
        let filled: Vec<&str> = checked.sections.iter().filter(|s| s.total == 1).map(|s| s.name.as_str()).collect();
        assert_eq!(filled, [section], "{name}");
        let unknown = codes(&checked).into_iter().filter(|(code, _)| code.starts_with("DCK"));
        assert_eq!(unknown.count(), 0, "{name}: {:#?}", checked.findings);
    }
}
