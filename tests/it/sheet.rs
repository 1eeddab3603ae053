//! Registration sheets, as text and as HTML.

use decklint::report::{Paper, Sheet, SheetCard, SheetSection, sheet_html, sheet_text};
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

fn card(copies: u64, code: Option<&str>, name: &str) -> SheetCard {
    SheetCard { copies, code: code.map(str::to_owned), name: name.to_owned(), known: true }
}

fn section(title: &str, cards: Vec<SheetCard>) -> SheetSection {
    SheetSection { title: title.to_owned(), total: cards.iter().map(|c| c.copies).sum(), cards }
}

fn sheet(deck: &str, sections: Vec<SheetSection>) -> Sheet {
    Sheet {
        game: "Pebbles".to_owned(),
        deck: deck.to_owned(),
        player: None,
        event: None,
        layers: Vec::new(),
        sections,
        hash: "3479-ACEF-HKMN-PRTX".to_owned(),
        rules: "4444-4444-4444-4444".to_owned(),
        pool: "7777-7777-7777-7777".to_owned(),
        verdict: "legal".to_owned(),
    }
}

/// A short deck with all that is out of the ordinary, then a long one.
fn both() -> Vec<Sheet> {
    let mut short = sheet(
        "돌과 <조개> & Co.",
        vec![
            section("대장", vec![card(1, None, "가시 파수꾼")]),
            section(
                "Main Deck",
                vec![card(4, Some("P-1"), "Agate"), card(12, Some("P-200"), "이름표를 잃어버린 전학생")],
            ),
        ],
    );
    short.player = Some("Ada Byron".to_owned());
    short.event = Some("예시 어장 첫 대회".to_owned());
    short.layers = vec!["arc-3".to_owned(), "friday".to_owned()];
    short.verdict = "illegal: 2 errors (PEB001, RES001), 1 warning".to_owned();
    short.sections[1].cards.push(SheetCard { known: false, ..card(2, None, "No Such \u{1b}[31mStone") });
    short.sections[1].total += 2;
    let many =
        (1..=27).map(|n| card(2, Some(&format!("P-{n:03}")), &format!("Stone of the Very Long River Number {n}")));
    vec![
        short,
        sheet("Many Stones", vec![section("Main Deck", many.collect()), section("Side", vec![card(1, None, "한 돌")])]),
    ]
}

#[test]
fn text_is_as_it_was_read() {
    insta::assert_snapshot!(sheet_text(&both()));
}

#[test]
fn html_is_as_it_was_read() {
    insta::assert_snapshot!(sheet_html(&both(), Paper::A4));
}

#[test]
fn paper_and_columns_follow_the_deck() {
    let of = |n: usize| {
        let cards = (0..n).map(|at| card(1, None, &at.to_string())).collect();
        sheet_html(&[sheet("d", vec![section("Main", cards)])], Paper::Letter)
    };
    assert!(of(1).contains("@page { size: letter;"));
    // One line is the section's title.
    for (cards, class) in [
        (25, "cards"),
        (26, "cards two"),
        (51, "cards two"),
        (52, "cards two dense"),
        (83, "cards two dense"),
        (84, "cards three dense"),
    ] {
        assert!(of(cards).contains(&format!("<div class=\"{class}\">")), "{cards}");
    }
    for outside in ["http", "<script", "src=", "@import", "url("] {
        assert!(!of(90).contains(outside), "the sheet loads something: {outside}");
    }
}

fn sheets() -> impl Strategy<Value = Sheet> {
    let name = "[a-z가-힣ドラ<&\\x1b é]{0,60}";
    let cards = prop::collection::vec((1u64..1000, prop::option::of("[A-Z0-9-]{1,50}"), name, any::<bool>()), 0..50);
    (name, prop::collection::vec((name, cards), 0..4), prop::option::of(name)).prop_map(|(deck, sections, player)| {
        let cards = |cards: Vec<(u64, Option<String>, String, bool)>| {
            cards.into_iter().map(|(copies, code, name, known)| SheetCard { copies, code, name, known }).collect()
        };
        let sections = sections.into_iter().map(|(title, own)| section(&title, cards(own))).collect();
        Sheet { player, ..sheet(&deck, sections) }
    })
}

proptest! {
    #[test]
    fn no_line_of_text_is_too_wide_and_no_letter_is_lost(sheet in sheets()) {
        let text = sheet_text(std::slice::from_ref(&sheet));
        for line in text.lines() {
            prop_assert!(line.width() <= 80, "{} {line}", line.width());
            prop_assert!(!line.contains(char::is_control));
        }
        // What is told of the cards is all there, whatever lines and columns it is parted in.
        let letters = |text: &str| {
            let mut out: Vec<char> = text.chars().filter(|c| ('가'..='힣').contains(c)).collect();
            out.sort_unstable();
            out
        };
        let mut told: String = sheet.deck.clone();
        for section in &sheet.sections {
            told += &section.title;
            section.cards.iter().for_each(|c| told += &c.name);
        }
        if sheet.sections.len() > 1 {
            sheet.sections.iter().for_each(|s| told += &s.title);
        }
        let player = sheet.player.as_deref().unwrap_or_default();
        prop_assert_eq!(letters(&text), letters(&(told + player)));
        prop_assert!(decklint_html_is_balanced(&sheet_html(&[sheet], Paper::A4)));
    }
}

/// Every element that is opened is closed in its turn.
fn decklint_html_is_balanced(html: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    let body = html.split_once("</style>").map_or(html, |(_, body)| body);
    for tag in body.split('<').skip(1).map(|part| part.split(['>', ' ']).next().unwrap_or_default()) {
        match tag.strip_prefix('/') {
            Some("head" | "html") => {}
            Some(name) if open.pop() != Some(name) => return false,
            Some(_) => {}
            None if tag == "br" => {}
            None => open.push(tag),
        }
    }
    open.is_empty()
}
