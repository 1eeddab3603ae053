//! How much is listed, read and written: each limit on both sides.

use std::sync::Arc;

use decklint::deck::format::Format;
use decklint::diagnostics::Levels;
use decklint::game::{DeckInput, convert};
use decklint::text::{Source, counted};

use crate::editing::{edited, game};
use crate::support::{check_text, session};

/// Suggestions are looked for for the first two dozen unknown cards.
#[test]
fn two_dozen_unknown_cards_get_suggestions() {
    let session = session();
    for (lines, helped) in [(23, 23), (24, 24), (25, 24), (40, 24)] {
        let checked = check_text(&session, "barrenia", "d.txt", &"1 Comb Sentri\n".repeat(lines));
        let unknown: Vec<_> = checked.findings.iter().filter(|f| &*f.code == "RES001").collect();
        let suggested =
            |f: &&&decklint::diagnostics::Diagnostic| f.help.as_deref() == Some("did you mean `Comb Sentry`?");
        assert_eq!((unknown.len(), unknown.iter().filter(suggested).count()), (lines, helped), "{lines} lines");
    }
}

/// The lines of a card in the numbers of a finding: each once, and no more than a thousand.
#[test]
fn a_thousand_lines_of_a_card_are_listed() {
    let session = session();
    let lines = |name: &str, text: &str| {
        let checked = check_text(&session, "barrenia", name, text);
        let found = checked.findings.iter().find(|f| &*f.code == "BAR003").expect("too many copies");
        found.facts.cards[0].sections[0].lines.clone()
    };
    for (written, listed) in [(999, 999), (1000, 1000), (1001, 1000), (1100, 1000)] {
        assert_eq!(lines("d.txt", &"1 Comb Sentry\n".repeat(written)).len(), listed, "{written} lines");
    }
    assert_eq!(lines("d.yaml", "main: [3 Comb Sentry, 2 Comb Sentry]\n"), [1]);
    assert_eq!(lines("d.yaml", "main: [3 Comb Sentry,\n  2 Comb Sentry]\n"), [1, 2]);
}

/// A hundred sections that are lost on the way to another format are listed; the others are counted.
#[test]
fn a_hundred_losses_are_listed() {
    let session = session();
    let lost = |text: &str| {
        let source = Arc::new(Source::new("d.txt", format!("# game: barrenia\n{text}")));
        let input = DeckInput { source: &source, guessed: None, path: None, game: None };
        let mut findings = convert(&session, input, Format::Ydk, &Levels::default()).findings;
        findings.retain(|f| &*f.code == "DCK015");
        findings
    };
    for (sections, more) in [(97, None), (98, None), (99, Some(1)), (100, Some(2))] {
        let text: String = (0..sections).map(|at| format!("[Nowhere {at}]\n1 Comb Sentry\n")).collect();
        // The header is lost too, and a card that has no number.
        let lost = lost(&format!("1 Comb Sentry\n1 Nobody\n{text}"));
        let notes: Vec<&String> = lost.iter().flat_map(|f| &f.notes).collect();
        let told = more.map(|more| format!("{} of this kind in the file", counted(more, "more finding")));
        assert_eq!((lost.len(), notes), ((sections + 2).min(100), told.iter().collect()), "{sections} sections");
    }
    // Lines that are lost for one reason are one finding, which points at a hundred more.
    for (lines, others, marked) in
        [(1, "", 0), (2, " and another line", 1), (3, " and 2 other lines", 2), (102, " and 101 other lines", 100)]
    {
        let lost = lost(&"1 Nobody\n".repeat(lines));
        let one = lost.iter().find(|f| f.message.contains("`Nobody`")).expect("it is lost");
        assert!(one.message.contains(&format!("`Nobody`{others}: ")), "{}", one.message);
        assert_eq!(one.related.len(), marked, "{lines} lines");
    }
}

/// A line holds up to 999 copies, read, edited and written.
#[test]
fn a_line_holds_nine_hundred_and_ninety_nine_copies() {
    let barrenia = game("barrenia");
    let add = |before: &str, edit: &str| edited(&barrenia, "d.txt", before, edit).map_err(|e| e.0);
    assert_eq!(add("998 Comb Sentry\n", "add Comb Sentry").as_deref(), Ok("999 Comb Sentry\n"));
    let refused = Err("1000 copies on one line are more than 999".to_owned());
    assert_eq!(add("998 Comb Sentry\n", "add 2 Comb Sentry"), refused);
    assert_eq!(add("998 Comb Sentry\n1 Comb Sentry\n", "join").as_deref(), Ok("999 Comb Sentry\n"));
    let apart = "999 Comb Sentry\n1 Comb Sentry\n";
    assert_eq!(add(apart, "join").as_deref(), Ok(apart));
    let session = session();
    let source = Arc::new(Source::new("d.txt", "# game: barrenia\n999 Comb Sentry\n"));
    let input = DeckInput { source: &source, guessed: None, path: None, game: None };
    let text = convert(&session, input, Format::Ydk, &Levels::default()).text.expect("a deck");
    assert_eq!(text.matches("1204428\n").count(), 999);
}

/// A hundred doubled entries of the header are told.
#[test]
fn a_hundred_doubled_keys_are_told() {
    for (more, told) in [(98, 98), (99, 99), (100, 100), (150, 100)] {
        let text: String = (0..=more).map(|at| format!("# name: a{at}\n")).collect();
        let source = Source::new("d.txt", text + "1 Comb Sentry\n");
        let document = decklint::deck::format::open(&source).expect("a deck");
        assert_eq!(document.header(&source).1.len(), told, "{more} more");
    }
}

/// The word before the colon of a header's line has up to 24 bytes.
#[test]
fn a_key_of_the_header_has_two_dozen_bytes() {
    for (blanks, taken) in [(1, true), (19, true), (20, true), (21, false), (22, false)] {
        let source = Source::new("d.txt", format!("#{}name: A\n1 Comb Sentry\n", " ".repeat(blanks)));
        let document = decklint::deck::format::open(&source).expect("a deck");
        assert_eq!(document.header(&source).0.name.is_some(), taken, "{blanks} blanks");
    }
}

/// Entries that cannot change at once are changed one by one, if they are not more than two thousand.
#[test]
fn more_than_two_thousand_entries_are_not_changed_one_by_one() {
    let barrenia = game("barrenia");
    let text = format!("{{\"main\": [{}\"Honey Vault\"]}}", "\"Comb Sentry\", ".repeat(2001));
    let refused = edited(&barrenia, "d.json", &text, "take Comb Sentry").expect_err("refused");
    assert!(refused.0.starts_with("too many entries change at once"), "{}", refused.0);
}
