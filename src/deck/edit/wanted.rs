//! A card and a number of copies, as users name them to an edit.

use super::super::format::dialect::PLAIN;
use super::super::format::text::read;
use super::{EditError, Edited, refuse};
use crate::catalog::Catalog;
use crate::deck::{Contents, Identity, resolve};
use crate::diagnostics::Level;
use crate::spec::GameSpec;
use crate::text::brief;

/// So many copies of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The card. One that the catalog lacks can be meant where the deck has a line of it.
    pub card: Identity,
    /// The copies, if they are said.
    pub count: Option<u32>,
    /// The card's name for people.
    pub title: String,
}

/// Reads `4 NAME` as a line of a deck is read. `in_deck` is where a card that the catalog lacks may come from.
///
/// # Errors
/// What is wrong with it, and names that are near.
pub fn wanted(text: &str, spec: &GameSpec, catalog: &Catalog, in_deck: Option<&Contents>) -> Edited<Wanted> {
    if text.contains(['\n', '\r']) {
        return refuse(format!("`{}` is more than one line", brief(text)));
    }
    let (raw, mut faults) = read(text, spec, &PLAIN);
    let (deck, more) = resolve(&raw, spec, catalog);
    faults.extend(more);
    if let [line] = &deck.lines[..] {
        let count = line.count_span.map(|_| line.count);
        if let Some(id) = line.card {
            let card = catalog.card(id);
            let fatal = faults.iter().find(|f| f.level == Level::Error);
            if fatal.is_none() {
                let shared = catalog.find_name(&card.name) != crate::catalog::Lookup::One(id);
                let title = match card.code.as_deref().filter(|_| shared) {
                    Some(code) => format!("{} ({code})", card.name),
                    None => card.name.to_string(),
                };
                return Ok(Wanted { card: Identity::Card(id), count, title });
            }
        } else {
            let card = Identity::unknown(&line.text);
            if in_deck.is_some_and(|deck| deck.everywhere(&card) > 0) {
                return Ok(Wanted { card, count, title: line.text.to_string() });
            }
        }
    }
    match faults.into_iter().find(|f| f.level == Level::Error) {
        Some(fault) => {
            let help = fault.help.map_or_else(String::new, |help| format!("\nhelp: {help}"));
            Err(EditError(format!("{}{help}", fault.message)))
        }
        None => refuse(format!("`{}` names no card; write a count and a card, such as `4 NAME`", brief(text))),
    }
}
