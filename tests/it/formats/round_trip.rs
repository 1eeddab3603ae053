//! What is written is read back: the same deck, less what a finding says is lost.

use std::sync::Arc;

use decklint::catalog::CardId;
use decklint::deck::format::{Cards, Format, Sections, Slot, Writing, Written, open, write};
use decklint::deck::{Deck, DeckLine, DeckSection, Header, resolve};
use decklint::game::{Game, Session};
use decklint::text::{At, FileId, Source, Span};
use proptest::prelude::*;
use proptest::sample::Index;

use super::{counted, game};
use crate::support::{game_ids, session};

thread_local! {
    static SESSION: Session = session();
}

const NOWHERE: Span = Span { file: FileId::INPUT, start: 0, end: 0 };

/// A line before its game is known: section, card, printing, copies.
type Drawn = (Index, Index, Index, u32);

fn drawn() -> impl Strategy<Value = Vec<Drawn>> {
    prop::collection::vec((any::<Index>(), any::<Index>(), any::<Index>(), 1u32..8), 1..14)
}

/// Any name that people give: letters, signs, several lines, none at its ends.
fn words() -> impl Strategy<Value = Option<String>> {
    prop::option::of("[A-Za-z가-힣\"'<&][ -~é가\"'<>&#:,\\[\\]]{0,18}[A-Za-z가-힣]")
}

fn at(value: Option<String>) -> Option<At<String>> {
    value.map(|v| At::new(v, NOWHERE))
}

fn deck(game: &Game, drawn: &[Drawn]) -> Deck<'static> {
    let mut deck = Deck { sections: DeckSection::all(&game.spec), lines: Vec::new() };
    for (section, card, printing, count) in drawn {
        let section = section.index(deck.sections.len());
        let id = CardId(u32::try_from(card.index(game.catalog.len())).expect("a small pool"));
        let spellings: Vec<_> = game.catalog.card(id).spellings().collect();
        let (_, name) = spellings[printing.index(spellings.len())];
        let text = name.to_owned().into();
        deck.sections[section].total += u64::from(*count);
        deck.lines.push(DeckLine {
            section,
            count: *count,
            card: Some(id),
            text,
            span: NOWHERE,
            count_span: None,
            raw: 0,
        });
    }
    deck
}

/// The cards of each section in the order of its lines, equal neighbours as one.
fn in_order(deck: &Deck<'_>) -> Vec<(usize, CardId, u32)> {
    let mut lines: Vec<_> = deck.lines.iter().filter_map(|l| Some((l.section, l.card?, l.count))).collect();
    lines.sort_by_key(|l| l.0);
    let mut out: Vec<(usize, CardId, u32)> = Vec::new();
    for (section, card, count) in lines {
        match out.last_mut() {
            Some(last) if (last.0, last.1) == (section, card) => last.2 += count,
            _ => out.push((section, card, count)),
        }
    }
    out
}

fn written(game: &Game, format: Format, deck: &Deck<'_>, header: &Header) -> Written {
    write(format, Writing { deck, header, spec: &game.spec, catalog: &game.catalog })
}

/// Whether the game's decks fit into the format: all sections, and a number for every card where it has only those.
fn fits(game: &Game, format: Format, deck: &Deck<'_>) -> bool {
    let holds = format.about().holds;
    let spec = &game.spec;
    let slot = |at: usize| match () {
        () if at == spec.default_section() => Some(Slot::Main),
        () if spec.side_section() == Some(at) => Some(Slot::Side),
        () if spec.leader_section() == Some(at) => Some(Slot::Leader),
        () => None,
    };
    // Where a program has no place for the leader, it stands in the sideboard that the game lacks.
    let stands = |slot: Slot, slots: &[Slot]| {
        slots.contains(&slot) || (slot == Slot::Leader && spec.side_section().is_none() && slots.contains(&Slot::Side))
    };
    let held = |at: usize| match holds.sections {
        Sections::Named => true,
        Sections::Fixed(slots) => slot(at).is_some_and(|slot| stands(slot, slots)),
    };
    let numbered = deck.lines.iter().all(|line| {
        let code = line.card.and_then(|id| game.catalog.card(id).code.clone()).unwrap_or_default();
        match format {
            Format::Parallel => code.starts_with("CB-"),
            _ => code.bytes().all(|b| b.is_ascii_digit()) && !code.is_empty(),
        }
    });
    let led = deck.lines.iter().filter(|line| slot(line.section) == Some(Slot::Leader));
    let leads = led.clone().count() <= 1 && led.clone().all(|line| line.count == 1);
    deck.lines.iter().all(|line| held(line.section))
        && (holds.cards == Cards::Names || numbered)
        && (format != Format::Parallel || leads)
}

fn check(game: &Arc<Game>, format: Format, deck: &Deck<'_>, header: &Header) -> Result<(), TestCaseError> {
    let written = written(game, format, deck, header);
    let name = format!("deck.{}", format.about().endings[0]);
    let source = Source::new(name, written.text.as_str());
    let said: Vec<&str> = written.findings.iter().map(|f| f.message.as_str()).collect();
    let about_cards =
        said.iter().filter(|m| !m.contains("of the header") && !m.contains("as it is") && !m.contains("as they are"));
    if !fits(game, format, deck) {
        prop_assert!(about_cards.count() > 0, "{format:?} {}: something must be lost:\n{}", game.id, source.text);
        return Ok(());
    }
    prop_assert_eq!(about_cards.count(), 0, "{:?} {}: {:?}\n{}", format, game.id, said, source.text);
    let document =
        open(&source).map_err(|e| TestCaseError::fail(format!("{format:?}: {}\n{}", e.message, source.text)))?;
    let (raw, faults) = document.read(&source, &game.spec);
    prop_assert!(super::codes(&faults).is_empty(), "{:?} {:?}\n{}", format, faults, source.text);
    let (back, faults) = resolve(&raw, &game.spec, &game.catalog);
    prop_assert!(super::codes(&faults).is_empty(), "{:?} {:?}\n{}", format, faults, source.text);
    prop_assert_eq!(
        counted(&back),
        counted(deck),
        "{:?} {} read as {:?}\n{}",
        format,
        game.id,
        document.format,
        source.text
    );
    prop_assert_eq!(in_order(&back), in_order(deck), "{:?} {}\n{}", format, game.id, source.text);
    // Printings keep their names where the format has names.
    if format.about().holds.cards == Cards::Names {
        let names = |deck: &Deck<'_>| {
            let mut names: Vec<String> = deck.lines.iter().map(|l| l.text.to_string()).collect();
            names.sort();
            names.dedup();
            names
        };
        let spelled = names(&back).iter().all(|n| {
            names(deck).iter().any(|own| n.contains(own.as_str()))
                || back
                    .lines
                    .iter()
                    .any(|l| l.text == *n && l.card.is_some_and(|id| game.catalog.card(id).code.as_deref() == Some(n)))
        });
        prop_assert!(spelled, "{:?} {:?} {:?}", format, names(&back), names(deck));
    }
    let (told, _) = document.header(&source);
    for (key, own, back) in [
        ("name", &header.name, &told.name),
        ("player", &header.player, &told.player),
        ("event", &header.event, &told.event),
        ("notes", &header.notes, &told.notes),
    ] {
        let warned = said.iter().any(|m| m.contains(&format!("`{key}`")));
        prop_assert!(warned || own == back, "{:?} {key}: {:?} {:?}\n{}", format, own, back, source.text);
        if format.about().holds.header.len() == 6 && key != "notes" {
            prop_assert!(!warned, "{:?} {key}: {:?}\n{}", format, own, source.text);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn what_is_written_is_read_back(
        drawn in drawn(),
        name in words(),
        player in words(),
        event in words(),
        notes in prop::option::of("[a-z]{1,8}(\n[a-z #]{1,8}[a-z]){0,2}"),
        main_only in any::<bool>(),
    ) {
        let header = Header { name: at(name), player: at(player), event: at(event), notes: at(notes), ..Header::default() };
        SESSION.with(|session| {
            for id in game_ids() {
                let game = game(session, &id);
                let mut deck = deck(&game, &drawn);
                if main_only {
                    // Every format has a main section.
                    let main = game.spec.default_section();
                    deck.lines.iter_mut().for_each(|line| line.section = main);
                }
                for &format in Format::ALL {
                    check(&game, format, &deck, &header)?;
                }
            }
            Ok::<(), TestCaseError>(())
        })?;
    }

    #[test]
    fn unknown_lines_stay_or_are_said_to_be_lost(texts in prop::collection::vec("[ -~가é\n\t|\\]]{1,14}", 1..4), header in words()) {
        let header = Header { name: at(header), ..Header::default() };
        SESSION.with(|session| {
            let game = game(session, "barrenia");
            let mut deck = deck(&game, &[]);
            for text in &texts {
                let text = text.trim().to_owned();
                if text.is_empty() || game.catalog.find(&text) != decklint::catalog::Lookup::None {
                    continue;
                }
                deck.lines.push(DeckLine { section: 0, count: 2, card: None, text: text.into(), span: NOWHERE, count_span: None, raw: 0 });
            }
            for &format in Format::ALL {
                let written = written(&game, format, &deck, &header);
                let source = Source::new(format!("d.{}", format.about().endings[0]), written.text.as_str());
                let back = match open(&source) {
                    Err(_) => Default::default(),
                    Ok(document) => {
                        let (raw, _) = document.read(&source, &game.spec);
                        counted(&resolve(&raw, &game.spec, &game.catalog).0)
                    }
                };
                let said = written.findings.iter().any(|f| !f.message.contains("of the header"));
                prop_assert!(said || back == counted(&deck), "{:?} {:?}\n{}", format, texts, source.text);
            }
            Ok(())
        })?;
    }
}

/// The sections and numbers that each format has for each game: one deck with a card in every section.
#[test]
fn what_each_format_holds_of_each_game() {
    let session = session();
    let mut out = String::new();
    for id in game_ids() {
        let game = game(&session, &id);
        let sections = game.spec.sections.len();
        let cards: Vec<CardId> = game.catalog.cards().map(|(id, _)| id).collect();
        let mut deck = deck(&game, &[]);
        for (section, card) in (0..sections).zip(cards) {
            let text = game.catalog.card(card).name.to_string().into();
            deck.lines.push(DeckLine {
                section,
                count: 1,
                card: Some(card),
                text,
                span: NOWHERE,
                count_span: None,
                raw: 0,
            });
        }
        for &format in Format::ALL {
            let lost = written(&game, format, &deck, &Header::default()).findings;
            let said: Vec<&str> = lost.iter().map(|f| f.message.as_str()).collect();
            out.push_str(&format!(
                "{id} {}: {}\n",
                format.id(),
                if said.is_empty() { "all".into() } else { said.join("; ") }
            ));
        }
    }
    insta::with_settings!({snapshot_path => "../snapshots", prepend_module_to_snapshot => false, omit_expression => true}, {
        insta::assert_snapshot!("formats_hold", out);
    });
}
