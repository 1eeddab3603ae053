//! A deck in another format, from its text to the new text.

use std::borrow::Cow;
use std::sync::Arc;

use super::check::{game_of, guessed_encoding, sort};
use super::{DeckInput, Session};
use crate::deck::format::{self, Format, Writing};
use crate::diagnostics::{DCK_NOT_HELD, Diagnostic, GAM_FILE, Level, Levels};
use crate::text::{FileId, Place, Source, Span};

/// A deck that was written anew.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The text that was read; the places of findings lie in it.
    pub source: Arc<Source>,
    /// The format it was read as, and why.
    pub from: Option<(Format, Cow<'static, str>)>,
    /// The new text; `None` if there is nothing to write, which the findings explain.
    pub text: Option<String>,
    /// Copies in the deck that was read.
    pub copies: u64,
    /// What is wrong with the deck, and what the new format cannot hold.
    pub findings: Vec<Diagnostic>,
}

/// Reads a deck and writes it in a format. Rules are not looked at.
#[must_use]
pub fn convert(session: &Session, input: DeckInput<'_>, to: Format, levels: &Levels) -> Converted {
    let source = input.source;
    let mut out = Converted { source: source.clone(), from: None, text: None, copies: 0, findings: Vec::new() };
    match session.open(source) {
        Err(finding) => out.findings.push(*finding),
        Ok(document) => {
            out.from = Some((document.format, document.how.clone()));
            rewrite(session, input, to, &document, &mut out);
        }
    }
    levels.apply(&mut out.findings);
    sort(&mut out.findings, source);
    out
}

fn rewrite(session: &Session, input: DeckInput<'_>, to: Format, document: &format::Document, out: &mut Converted) {
    let source = input.source;
    let (header, faults) = document.header(source);
    out.findings.extend(faults);
    out.findings.extend(input.guessed.map(guessed_encoding));
    let game = match game_of(session, input, &header) {
        Ok((id, _)) => session.game(&id).ok_or(id),
        Err(finding) => return out.findings.push(*finding),
    };
    let game = match game {
        Ok(game) => game,
        Err(id) => {
            let message = format!("the game `{id}` cannot be used, so the deck was not converted");
            return out.findings.push(Diagnostic::general(&GAM_FILE, Place::File(FileId::INPUT), message));
        }
    };
    let (deck, faults) = document.deck(source, &game.spec, &game.catalog);
    out.findings.extend(faults);
    if deck.lines.is_empty() {
        return;
    }
    out.copies = deck.sections.iter().map(|s| s.total).sum();
    let asides = document.asides(source, &header, &deck, &game.spec);
    out.findings.extend(asides_lost(&asides));
    let writing = Writing { deck: &deck, header: &header, spec: &game.spec, catalog: &game.catalog };
    let written = format::write(to, writing);
    out.findings.extend(written.findings);
    match written.lines {
        0 => {
            let message = format!("the format {} can hold no card of this deck", to.name());
            let finding = Diagnostic::general(&DCK_NOT_HELD, Place::File(FileId::INPUT), message);
            out.findings.push(finding.level(Level::Error).help("choose a format that names its cards, such as `text`"));
        }
        _ => out.text = Some(written.text),
    }
}

/// One finding for all that stands besides the deck.
fn asides_lost(asides: &[Span]) -> Option<Diagnostic> {
    let (first, more) = asides.split_first()?;
    let message = match asides.len() {
        1 => "this is no part of the deck and is not written".to_owned(),
        n => format!("{n} comments, tags and details of printings are no part of the deck and are not written"),
    };
    let finding = Diagnostic::general(&DCK_NOT_HELD, *first, message);
    Some(more.iter().take(4).fold(finding, |finding, span| finding.related(*span, "nor this")))
}
