//! Mending a deck: how it is written, and what it holds.

use std::path::Path;
use std::sync::Arc;

use super::{DeckInput, Opened, Session, check};
use crate::deck::edit::{Draft, EditError};
use crate::deck::{Deck, Identity, SectionKey};
use crate::diagnostics::{DCK_EMPTY, DCK_SECTION, Diagnostic, Level, Levels, RES_AMBIGUOUS, RES_MISMATCH, RES_UNKNOWN};
use crate::rules::repair::{Model, Unrepairable, repair};
use crate::text::{Place, Source};

/// A mended deck.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mended {
    /// The new text.
    pub text: String,
    /// What was changed, one sentence each.
    pub done: Vec<String>,
    /// What could not be mended, and why.
    pub left: Vec<String>,
}

/// Mends a deck without changing what it holds: spelling, lost zeros, headings, double lines. With `content` also makes it
/// legal by the fewest changes.
///
/// # Errors
/// The file is of a shape that cannot be edited in place; it is left as it is.
pub fn mend(
    session: &Session,
    opened: &Opened,
    path: Option<&Path>,
    levels: &Levels,
    content: bool,
) -> Result<Mended, EditError> {
    let game = &opened.game;
    let (name, text) = (opened.source.name.as_str(), opened.source.text.as_str());
    let mut draft = Draft::new(name, text, &game.spec, &game.catalog).map_err(|d| EditError(d.message))?;
    let mut out = Mended { done: draft.respell()?.0, ..Mended::default() };
    out.done.extend(draft.join_lines()?.0);
    if content {
        out.done.extend(draft.guess()?.0);
        legalise(session, opened, path, levels, &mut draft, &mut out)?;
    }
    out.text = draft.finish()?.to_owned();
    if content {
        let source = Arc::new(Source::new(name, out.text.as_str()));
        let input = DeckInput { source: &source, guessed: None, path, game: Some(&game.id) };
        let checked = check(session, input, levels);
        let first = checked.findings.iter().find(|f| f.level == Level::Error);
        if let Some(first) = first.filter(|_| out.left.is_empty()) {
            out.left.push(format!("the deck is still illegal: {} {}", first.code, first.message));
        }
    }
    Ok(out)
}

/// Makes the deck legal, unless something stands in the way that only its author can decide.
fn legalise(
    session: &Session,
    opened: &Opened,
    path: Option<&Path>,
    levels: &Levels,
    draft: &mut Draft<'_>,
    out: &mut Mended,
) -> Result<(), EditError> {
    let game = &opened.game;
    let source = Arc::new(Source::new(opened.source.name.as_str(), draft.finish()?));
    let document = crate::deck::format::open(&source).map_err(|d| EditError(d.message))?;
    let now = Opened { source, document, header: opened.header.clone(), game: game.clone() };
    let (deck, faults) = now.deck();
    let is_error = |f: &Diagnostic| levels.of(&f.code, f.level) == Some(Level::Error);
    let place = |f: &Diagnostic| match f.place {
        Place::Span(span) => format!("line {}: ", now.source.line(span.start)),
        Place::File(_) => String::new(),
    };
    for fault in faults.iter().filter(|f| is_error(f)) {
        let settled = [&DCK_SECTION, &DCK_EMPTY, &RES_MISMATCH].iter().any(|code| *fault.code == *code.code);
        let choice = *fault.code == *RES_UNKNOWN.code && fault.facts.suggestions.len() > 1;
        let ambiguous = *fault.code == *RES_AMBIGUOUS.code;
        if choice || ambiguous || !(settled || *fault.code == *RES_UNKNOWN.code) {
            let help = fault.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
            out.left.push(format!("{}{} {}{help}", place(fault), fault.code, fault.message));
        }
    }
    if !out.left.is_empty() {
        out.left.push("what the deck holds was left as it is: only its author can decide that".to_owned());
        return Ok(());
    }
    let folder = path.and_then(Path::parent);
    let prepared = match session.prepare(game, &opened.layers(), folder) {
        Ok(prepared) if !prepared.broken => prepared,
        // The check says what is wrong with the rules.
        _ => return Ok(()),
    };
    let sources = &session.sources;
    let draft_only = session.options.draft;
    let broken =
        crate::rules::run(&prepared.ruleset, &deck, &game.spec, &game.catalog, &now.source, sources, draft_only);
    let (known, gone) = parts(&deck, game.spec.sections.len());
    if gone.is_empty() && !broken.iter().any(is_error) {
        return Ok(());
    }
    let model = Model::of(&prepared.ruleset, &game.spec, &game.catalog, levels, draft_only);
    for rule in &model.unsaid {
        out.left.push(format!("{rule}: a rule of this kind is not repaired"));
    }
    let copies: u64 = gone.iter().map(|(_, _, n)| n).sum();
    let found = match repair(&model, &known, copies) {
        Ok(found) => found,
        Err(Unrepairable::NoLegalDeck) => {
            out.left.push("no deck of this pool keeps all rules, so there is nothing to change it to".to_owned());
            return Ok(());
        }
        Err(Unrepairable::TooHard) => {
            out.left.push("the cheapest repair was not found: the search was given up".to_owned());
            return Ok(());
        }
    };
    let title = |key: &SectionKey| {
        let own = game.spec.sections.get_index(key.index).map(|(_, s)| s.title.clone());
        own.unwrap_or_else(|| key.name.clone())
    };
    for (section, card, change) in found.changes.iter().filter(|c| c.2 > 0) {
        draft.add(*section, *card, u32::try_from(*change).unwrap_or(u32::MAX))?;
        let key = draft.section(*section);
        out.done.push(format!("+{change} {} ({})", game.catalog.card(*card).name, title(&key)));
    }
    for (section, card, change) in found.changes.iter().filter(|c| c.2 < 0) {
        let key = draft.section(*section);
        draft.take(&key, &Identity::Card(*card), change.unsigned_abs())?;
        out.done.push(format!("{change} {} ({})", game.catalog.card(*card).name, title(&key)));
    }
    draft.take_all(&gone)?;
    for (key, card, copies) in gone {
        let name = match &card {
            Identity::Card(id) => game.catalog.card(*id).name.to_string(),
            Identity::Unknown(card) => card.text().to_owned(),
        };
        out.done.push(format!("-{copies} {name} ({})", title(&key)));
    }
    let cards = if found.cost == 1 { "1 card" } else { "cards" };
    let number = if found.cost == 1 { String::new() } else { format!("{} ", found.cost) };
    out.done.push(format!("{number}{cards} changed; no legal deck is nearer"));
    Ok(())
}

type Known = Vec<(usize, crate::catalog::CardId, u64)>;
type Gone = Vec<(SectionKey, Identity, u64)>;

/// The cards that rules can judge, and those that have no place in a legal deck: unknown ones, and those in sections that
/// the game lacks.
fn parts(deck: &Deck<'_>, sections: usize) -> (Known, Gone) {
    let contents = crate::deck::Contents::of(deck, sections);
    let (mut known, mut gone) = (Vec::new(), Vec::new());
    for (key, cards) in contents.sections() {
        for (card, &copies) in cards {
            match card {
                Identity::Card(id) if key.index < sections => known.push((key.index, *id, copies)),
                _ => gone.push((key.clone(), card.clone(), copies)),
            }
        }
    }
    (known, gone)
}
