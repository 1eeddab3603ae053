//! Properties over the cards of every shipped game, names and codes, in all formats.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use decklint::catalog::{CardId, Lookup};
use decklint::deck::{format, resolve};
use decklint::diagnostics::Level;
use decklint::game::{Checked, DeckInput, Game, Options, Session, Verdict, check};
use decklint::report::{DeckReport, concise_deck, full_deck};
use decklint::text::{Files, Source, decode};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::support::{check_file, check_text, files_below, game_ids, root, session, session_with};

/// A line of a deck: section by index, card, copies, and whether the code names the card.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    section: usize,
    card: CardId,
    count: u32,
    by_code: bool,
}

/// What is drawn for a line before the game is known.
type Drawn = (bool, Index, u32, bool);

thread_local! {
    static SESSION: Session = session();
}

const FORMATS: [&str; 4] = ["txt", "csv", "yaml", "json"];

fn drawn() -> impl Strategy<Value = Vec<Drawn>> {
    prop::collection::vec((any::<bool>(), any::<Index>(), 1u32..6, any::<bool>()), 1..16)
}

/// Lines over a window of neighbours in the pool, so that cards meet again, and over its far ends.
fn lines(game: &Game, drawn: &[Drawn], window: Index) -> Vec<Line> {
    let cards = game.catalog.len();
    let start = window.index(cards);
    let line = |&(side, card, count, by_code): &Drawn| Line {
        section: if side { game.spec.sections.len() - 1 } else { 0 },
        card: CardId(
            u32::try_from((start + card.index(12) * if side { 1 } else { 17 }) % cards).expect("a small pool"),
        ),
        count,
        by_code,
    };
    drawn.iter().map(line).collect()
}

/// The card as a deck names it: by code where the line says so or where the name is not the card's alone.
fn named(game: &Game, line: &Line) -> (Option<String>, String) {
    let card = game.catalog.card(line.card);
    let alone = game.catalog.find_name(&card.name) == Lookup::One(line.card);
    let code = card.code.as_deref().filter(|_| line.by_code || !alone);
    (code.map(str::to_owned), card.name.to_string())
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a string")
}

/// A deck in one of the formats.
fn write(game: &Game, lines: &[Line], format: &str) -> String {
    let mut out = String::new();
    let sections = || game.spec.sections.keys().map(|k| k.value.as_str()).enumerate();
    let of = |section: usize| lines.iter().filter(move |l| l.section == section);
    match format {
        "csv" => {
            out.push_str("section,count,code,name\n");
            for line in lines {
                let (code, name) = named(game, line);
                let section = game.spec.section_name(line.section).expect("a section");
                let name = format!("\"{}\"", name.replace('"', "\"\""));
                let (code, name) = code.map_or((String::new(), name), |code| (code, String::new()));
                let _ = writeln!(out, "{section},{},{code},{name}", line.count);
            }
        }
        "yaml" => {
            out.push_str("sections:\n");
            for (section, key) in sections() {
                let _ = writeln!(out, "  {key}:");
                for line in of(section) {
                    let (code, name) = named(game, line);
                    let (key, value) = code.map_or(("card", name), |code| ("code", code));
                    let _ = writeln!(out, "    - {{{key}: {}, count: {}}}", quoted(&value), line.count);
                }
            }
        }
        "json" => {
            let cards = |section| -> Vec<String> {
                let card = |line| {
                    let (code, name) = named(game, line);
                    let (key, value) = code.map_or(("name", name), |code| ("code", code));
                    format!("{{\"{key}\": {}, \"count\": {}}}", quoted(&value), line.count)
                };
                of(section).map(card).collect()
            };
            let all: Vec<String> = sections().map(|(i, key)| format!("\"{key}\": [{}]", cards(i).join(", "))).collect();
            let _ = writeln!(out, "{{\"sections\": {{{}}}}}", all.join(", "));
        }
        _ => {
            for (section, key) in sections() {
                let _ = writeln!(out, "{key}:");
                for line in of(section) {
                    let (code, name) = named(game, line);
                    let _ = writeln!(out, "{} {}", line.count, code.unwrap_or(name));
                }
            }
        }
    }
    out
}

/// What is said of a deck whatever the order of its lines: codes with levels, totals, the verdict.
type Said = (BTreeSet<(String, &'static str)>, Vec<u64>, Verdict);

fn said(checked: &Checked) -> Said {
    let codes = checked.findings.iter().map(|f| (f.code.to_string(), f.level.as_str())).collect();
    (codes, checked.sections.iter().map(|s| s.total).collect(), checked.verdict)
}

fn check_lines(session: &Session, game: &Game, lines: &[Line], format: &str) -> Checked {
    check_text(session, &game.id, &format!("deck.{format}"), &write(game, lines, format))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_order_split_merge_or_spelling_changes_what_is_said(
        drawn in drawn(), window in any::<Index>(), keys in prop::collection::vec(any::<u32>(), 32), at in any::<Index>(),
    ) {
        SESSION.with(|session| {
            for id in game_ids() {
                let game = session.game(&id).expect("the game");
                let lines = lines(&game, &drawn, window);
                let whole = said(&check_lines(session, &game, &lines, "txt"));
                // Another order.
                let mut other: Vec<(u32, Line)> = keys.iter().copied().zip(lines.iter().cloned()).collect();
                other.sort_by_key(|(key, _)| *key);
                let other: Vec<Line> = other.into_iter().map(|(_, line)| line).collect();
                prop_assert_eq!(&said(&check_lines(session, &game, &other, "txt")), &whole, "{} in another order", id);
                // Each line of one copy only, or all lines of a card in one.
                let one = |line: &Line| vec![Line { count: 1, ..line.clone() }; line.count as usize];
                let split: Vec<Line> = lines.iter().flat_map(one).collect();
                prop_assert_eq!(&said(&check_lines(session, &game, &split, "txt")), &whole, "{} split", id);
                let mut merged: Vec<Line> = Vec::new();
                for line in &lines {
                    match merged.iter_mut().find(|m| (m.section, m.card) == (line.section, line.card)) {
                        Some(first) => first.count += line.count,
                        None => merged.push(line.clone()),
                    }
                }
                prop_assert_eq!(&said(&check_lines(session, &game, &merged, "txt")), &whole, "{} merged", id);
                // Another way to name a card.
                let mut respelled = lines.clone();
                let at = at.index(respelled.len());
                respelled[at].by_code = !respelled[at].by_code;
                prop_assert_eq!(&said(&check_lines(session, &game, &respelled, "txt")), &whole, "{} named otherwise", id);
                for format in FORMATS {
                    let read = check_lines(session, &game, &lines, format);
                    prop_assert_eq!(&said(&read), &whole, "{} as {}\n{}", id, format, read.source.text);
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn another_copy_removes_no_copy_finding(drawn in drawn(), window in any::<Index>(), at in any::<Index>()) {
        const COPIES: &[&str] = &["BAR003", "BAR004", "BRK002", "BRK003", "BRK004", "PAR003", "PAR004"];
        SESSION.with(|session| {
            for id in game_ids() {
                let game = session.game(&id).expect("the game");
                let lines = lines(&game, &drawn, window);
                let found = |lines: &[Line]| -> Vec<(String, BTreeSet<String>)> {
                    let checked = check_lines(session, &game, lines, "txt");
                    let copies = checked.findings.iter().filter(|f| COPIES.contains(&&*f.code));
                    copies.map(|f| (f.code.to_string(), f.facts.cards.iter().map(|c| c.name.clone()).collect())).collect()
                };
                let mut more = lines.clone();
                let at = at.index(more.len());
                more[at].count += 1;
                let after = found(&more);
                for (code, cards) in found(&lines) {
                    let kept = after.iter().any(|(c, all)| *c == code && cards.is_subset(all));
                    prop_assert!(kept, "{}: {} of {:?} is gone after one more copy; {:?}", id, code, cards, after);
                }
            }
            Ok(())
        })?;
    }
}

/// Checks bytes as a deck of these games and renders what comes of it; nothing of that may panic, and places must lie
/// in the text.
fn survives(session: &Session, games: &[String], name: &str, bytes: &[u8]) -> Result<(), TestCaseError> {
    let Ok(decoded) = decode(bytes.to_vec()) else { return Ok(()) };
    let source = Arc::new(Source::new(name, decoded.text));
    for id in games {
        let input = DeckInput { source: &source, guessed: decoded.guessed, path: None, game: Some(id) };
        let checked = check(session, input, &decklint::diagnostics::Levels::default());
        let files = Files { shared: &session.sources, input: Some(&source) };
        let report = serde_json::to_string(&DeckReport::new(&checked, files)).expect("a report");
        let again = check(session, input, &decklint::diagnostics::Levels::default());
        prop_assert_eq!(serde_json::to_string(&DeckReport::new(&again, files)).expect("a report"), report);
        let shown = full_deck(&checked, files, false) + &concise_deck(&checked, files);
        prop_assert!(
            shown.chars().all(|c| !c.is_control() || c == '\n'),
            "a control character gets through: {:?}",
            shown
        );
        let error = checked.findings.iter().any(|f| f.level == Level::Error);
        prop_assert_eq!(checked.verdict != Verdict::Legal, error, "{:?}", checked.findings);
    }
    Ok(())
}

/// Pieces of which decks are made, whole and broken.
const PIECES: &[&str] = &[
    "4 ",
    "4x ",
    "x4",
    "-1 ",
    "0 ",
    "999999999999 ",
    "Rust Lancer",
    "01204417",
    "1204417",
    "가시 파수꾼",
    "Ember Coat",
    "Kiln Badger",
    "\n",
    "\r\n",
    "\n\n",
    "\r",
    " ",
    "\t",
    "  - ",
    ":",
    ": ",
    ",",
    ";",
    "|",
    "\"",
    "'",
    "#",
    "# game: tuna\n",
    "# layer: arc-2\n",
    "// ",
    "SB: ",
    "Main Deck",
    "main",
    "provisionary:\n",
    "Paragon\n",
    "sections:\n",
    "section,count,code,name\n",
    "{card: ",
    "count: 3",
    "}",
    "[",
    "]",
    "{",
    "&a ",
    "*a",
    "!!str ",
    "|\n",
    ">\n",
    "---\n",
    "...\n",
    "\u{feff}",
    "\u{0}",
    "\u{1b}[31m",
    "\u{202e}",
    "é",
    "\u{301}",
    "(SET) 12",
    "[1]",
    "<<: ",
    "? ",
    "null",
    "~",
    "true",
    "1e9",
    "\\",
    "%YAML 1.2\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), format in prop::sample::select(&FORMATS[..])) {
        SESSION.with(|session| survives(session, &game_ids(), &format!("deck.{format}"), &bytes))?;
    }

    #[test]
    fn pieces_of_decks_never_panic(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40), format in prop::sample::select(&FORMATS[..]),
    ) {
        SESSION.with(|session| survives(session, &game_ids(), &format!("deck.{format}"), pieces.concat().as_bytes()))?;
    }

    #[test]
    fn damaged_decks_never_panic(
        deck in any::<Index>(), at in any::<Index>(), cut in 0usize..40, put in prop::sample::select(PIECES),
    ) {
        let decks = files_below(&root().join("decks"));
        let path = &decks[deck.index(decks.len())];
        let mut bytes = std::fs::read(path).expect("a deck");
        let at = at.index(bytes.len());
        bytes.splice(at..(at + cut).min(bytes.len()), put.bytes());
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let game = path.parent().and_then(|p| p.file_name()).expect("the game's folder").to_string_lossy().into_owned();
        SESSION.with(|session| survives(session, &[game], &name, &bytes))?;
    }
}

/// Every legal deck of the repository stays legal, and every other one keeps its codes, when it is written in another
/// format.
#[test]
fn a_deck_means_the_same_in_every_format() {
    let session = session();
    let mut runs: BTreeMap<Vec<String>, Session> = BTreeMap::new();
    for game_id in game_ids() {
        let game = session.game(&game_id).expect("the game");
        for folder in ["decks", "tests/decks"] {
            for path in files_below(&root().join(folder).join(&game_id)) {
                let text = std::fs::read_to_string(&path).expect("a deck");
                let source = Source::new(path.file_name().expect("a name").to_string_lossy(), text);
                let document = format::open(&source).expect("a deck");
                let (header, _) = document.header(&source);
                let (raw, _) = document.read(&source, &game.spec);
                let (deck, _) = resolve(&raw, &game.spec, &game.catalog);
                let line = |l: &decklint::deck::DeckLine| {
                    Some(Line { section: l.section, card: l.card?, count: l.count, by_code: false })
                };
                // A card that is not known has no other spelling, and a lost zero is a finding of the spelling.
                let Some(lines) = deck.lines.iter().map(line).collect::<Option<Vec<Line>>>() else { continue };
                let layers: Vec<String> = header.layers.iter().map(|l| l.value.clone()).collect();
                let run = runs
                    .entry(layers.clone())
                    .or_insert_with(|| session_with(Options { layers, ..Options::default() }));
                let says: Vec<Said> =
                    FORMATS.iter().map(|format| said(&check_lines(run, &game, &lines, format))).collect();
                let as_it_is = check_file(&session, &path);
                let (mut codes, totals, verdict) = said(&as_it_is);
                codes.retain(|(code, _)| !["RES004", "DCK010"].contains(&code.as_str()));
                for (format, other) in FORMATS.iter().zip(says) {
                    assert_eq!(other, (codes.clone(), totals.clone(), verdict), "{} as {format}", path.display());
                }
            }
        }
    }
}
