//! Decks of a game whose sections and cards are called so that readings of a word meet.

use std::sync::Arc;

use super::*;
use crate::catalog::{Catalog, ColumnMap, Pool, Report, load};
use crate::deck::edit::Draft;
use crate::deck::format::{Format, Writing, open_as, write};
use crate::deck::resolve;

const GAME: &str = "id: a\nname: A\nprefix: AAA\nidentity: name\nsections:\n  pool: {title: Pool, default: true}\n  \
    main: {title: Main}\n  boss: {title: Boss, leader: true}\nattributes:\n  code: {}\n  name: {required: true}\n";

fn world() -> (GameSpec, Catalog) {
    let spec = GameSpec::parse(GAME, FileId(1)).expect("a game");
    let source = Arc::new(Source::new("p.csv", "code,name\nx1,Alpha\nx1,Beta\nx2,Gamma\n"));
    let pool = Pool { source, file: FileId(2), columns: ColumnMap::default() };
    let (catalog, _) = load(&spec, &[pool], Report::Summary);
    (spec, catalog)
}

/// A name that none of the cards with the code has does not tell which of them is meant.
#[test]
fn a_code_of_two_cards_is_told_by_one_of_their_names() {
    let (spec, catalog) = world();
    for (name, found, codes) in
        [("Alpha", Some("Alpha"), &[][..]), ("Beta", Some("Beta"), &[]), ("Gamma", None, &["ambiguous-card"])]
    {
        let source = Source::new("d.csv", format!("count,code,name\n1,x1,{name}\n"));
        let document = open(&source).expect("a table");
        let (raw, _) = document.read(&source, &spec);
        let (deck, faults) = resolve(&raw, &spec, &catalog);
        let card = deck.lines[0].card.map(|id| &*catalog.card(id).name);
        assert_eq!((card, faults.iter().map(|f| &*f.slug).collect::<Vec<_>>()), (found, codes.to_vec()), "{name}");
    }
}

/// The zones of Cockatrice are those of its program, whatever sections the game has.
#[test]
fn the_zone_main_is_the_section_of_cards_without_heading() {
    let (spec, _) = world();
    let zone = "<zone name=\"main\"><card number=\"2\" name=\"Alpha\"/></zone>";
    let read = read_as("d.cod", &format!("<cockatrice_deck version=\"1\">{zone}</cockatrice_deck>"), &spec);
    assert_eq!((read.lines, read.findings), (vec!["pool 2 Alpha".to_owned()], vec![]));
}

/// Only the section of the leader takes the place that a program has for it, or the side's.
#[test]
fn sections_without_a_place_are_not_written() {
    let (spec, catalog) = world();
    let source = Source::new("d.txt", "Pool\n1 Alpha\nMain\n1 Beta\nBoss\n1 Gamma\n");
    let document = open(&source).expect("a deck");
    let (header, _) = document.header(&source);
    let (deck, _) = document.deck(&source, &spec, &catalog);
    let written = write(Format::Cod, Writing { deck: &deck, header: &header, spec: &spec, catalog: &catalog });
    let held = ["Alpha", "Beta", "Gamma"].map(|name| written.text.contains(name));
    assert_eq!(held, [true, false, true], "{}", written.text);
}

/// A heading that is one of the section's words stays as it is.
#[test]
fn a_heading_that_is_right_stays() {
    let (spec, catalog) = world();
    for (before, after) in [("Main", "Main"), ("main", "main"), ("MAIN", "main")] {
        let mut draft = Draft::new("d.txt", &format!("{before}\n1 Alpha\n"), &spec, &catalog).expect("a deck");
        draft.respell().expect("an edit");
        assert_eq!(draft.finish().map_err(|e| e.0), Ok(&*format!("{after}\n1 Alpha\n")), "{before}");
    }
}

#[test]
fn broken_files_are_called_by_their_syntax() {
    for (word, text, what) in [("cod", "<zone", "XML"), ("json", "{", "JSON"), ("yaml", "a: [", "YAML")] {
        let format = Format::find(word).expect("a format");
        let broken = open_as(&Source::new("d", text), format).expect_err("broken");
        assert!(broken.message.starts_with(&format!("the {what} of this deck is broken")), "{}", broken.message);
    }
}
