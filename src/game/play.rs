//! From decks to a game that can be played.

use std::path::Path;
use std::sync::Arc;

use super::{Checked, DeckInput, Game, Prepared, Session, Waiver, check_with};
use crate::deck::format;
use crate::diagnostics::{Diagnostic, Levels};
use crate::engines::{self, Plan};
use crate::play::{KitSource, Seat, SeatDeck};

/// A deck that can be played with.
#[derive(Debug)]
pub struct Ready {
    /// The deck and its findings.
    pub checked: Checked,
    /// Its game.
    pub game: Arc<Game>,
    /// The rules of the game with its layers, the numbers of the set-up among them.
    pub prepared: Arc<Prepared>,
    /// The cards to play with.
    pub deck: SeatDeck,
}

/// Checks a deck and makes it ready to be played with, whatever rules it breaks.
///
/// # Errors
/// The deck could not be read, or its game cannot be used; the findings say why.
pub fn ready(session: &Session, input: DeckInput<'_>, levels: &Levels) -> Result<Ready, Box<Checked>> {
    ready_with(session, input, levels, &[])
}

/// The same with further waivers than those in the deck's comments.
///
/// # Errors
/// As [`ready`].
pub fn ready_with(
    session: &Session,
    input: DeckInput<'_>,
    levels: &Levels,
    waivers: &[&Waiver],
) -> Result<Ready, Box<Checked>> {
    let checked = check_with(session, input, levels, waivers);
    let game = checked.game.as_deref().and_then(|id| session.game(id));
    let (Some(game), Ok(document)) = (game, format::open(input.source)) else { return Err(Box::new(checked)) };
    let (header, _) = document.header(input.source);
    let (deck, _) = document.deck(input.source, &game.spec, &game.catalog);
    let names: Vec<String> = header.layers.iter().map(|l| l.value.clone()).collect();
    match session.prepare(&game, &names, input.path.and_then(Path::parent)) {
        Ok(prepared) if !prepared.broken => {
            let deck = SeatDeck::of(&deck, &game.spec);
            Ok(Ready { checked, game, prepared, deck })
        }
        _ => Err(Box::new(checked)),
    }
}

/// The engine of a game for two decks under the set-up of the first. `wishes` are the terms of [`crate::play::Wishes`].
///
/// # Errors
/// The game has no engine, a number of its set-up does not fit, or an ability of a card is not understood.
pub fn runner(
    session: &Session,
    ready: &Ready,
    opponent: SeatDeck,
    first: Option<Seat>,
    wishes: &[String],
) -> Result<engines::Made, Vec<Diagnostic>> {
    engines::runner(&Plan {
        from: KitSource { spec: &ready.game.spec, catalog: &ready.game.catalog, sources: &session.sources, wishes },
        setup: &ready.prepared.merged.setup,
        decks: [ready.deck.clone(), opponent],
        first,
    })
}
