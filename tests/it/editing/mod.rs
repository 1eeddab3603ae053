//! Edits in place: what changes, what stays, and that the file holds what was meant.

mod complete;
mod files;
mod forms;
mod laws;
mod matrix;
mod prices;
mod repair;
mod session;

use std::sync::Arc;

use decklint::catalog::Lookup;
use decklint::deck::edit::{Draft, EditError, wanted};
use decklint::deck::{Identity, Order};
use decklint::game::Game;

use crate::support::session;

/// A shipped game.
pub fn game(id: &str) -> Arc<Game> {
    session().game(id).expect("a shipped game")
}

/// The card of a name or code.
pub fn card(game: &Game, text: &str) -> decklint::catalog::CardId {
    match game.catalog.find(text) {
        Lookup::One(card) => card,
        other => panic!("{text}: {other:?}"),
    }
}

/// Does an edit, written as a word and its arguments, and gives the new text.
pub fn edited(game: &Game, name: &str, text: &str, edits: &str) -> Result<String, EditError> {
    let mut draft = Draft::new(name, text, &game.spec, &game.catalog).map_err(|d| EditError(d.message))?;
    for edit in edits.split(';') {
        let (word, rest) = edit.trim().split_once(' ').unwrap_or((edit.trim(), ""));
        let (what, section) = rest.split_once(" @").unwrap_or((rest, "main"));
        let index = |name: &str| game.spec.section(name).expect("a section");
        let home = draft.section(index(section.split('>').next().unwrap_or(section)));
        let line = |draft: &Draft<'_>| wanted(what, &game.spec, &game.catalog, Some(draft.contents()));
        match word {
            "add" => {
                let line = line(&draft)?;
                let Identity::Card(id) = line.card else { panic!("{what} is unknown") };
                draft.add(home.index, id, line.count.unwrap_or(1))?;
            }
            "take" => {
                let line = line(&draft)?;
                let all = draft.contents().copies(&home, &line.card);
                draft.take(&home, &line.card, line.count.map_or(all, u64::from))?;
            }
            "move" => {
                let line = line(&draft)?;
                let to = section.split('>').nth(1).expect("a target");
                let all = u32::try_from(draft.contents().copies(&home, &line.card)).expect("few");
                draft.shift(&home, index(to), &line.card, line.count.unwrap_or(all))?;
            }
            "name" => draft.rename(rest)?,
            "sort" => draft.sort(Order::of(rest, &game.spec).expect("an order"))?,
            "join" => drop(draft.join_lines()?),
            "respell" => drop(draft.respell()?),
            "guess" => drop(draft.guess()?),
            "fmt" => drop(draft.format()?),
            other => panic!("{other} is no edit"),
        }
    }
    Ok(draft.finish()?.to_owned())
}
