//! Deck formats: what is read of a file of each program, and that everything written is read back.

mod cases;
mod exchange;
mod mutated;
mod programs;
mod readings;
mod round_trip;

use std::fmt::Write;
use std::sync::Arc;

use decklint::deck::format::{Document, open};
use decklint::deck::{Deck, resolve};
use decklint::diagnostics::{Diagnostic, Level};
use decklint::game::{Game, Session};
use decklint::text::{Place, Source};

use crate::support::{files_below, root, session};

/// What the other tests of this part share.
pub(super) fn game(session: &Session, id: &str) -> Arc<Game> {
    session.game(id).expect("a shipped game")
}

/// Everything that is read of a text, as lines for a snapshot.
fn shown(session: &Session, name: &str, text: &str, id: &str) -> String {
    let game = game(session, id);
    let source = Source::new(name, text);
    let mut out = String::new();
    let document: Document = match open(&source) {
        Ok(document) => document,
        Err(finding) => return format!("refused: {}\n", finding.message),
    };
    let _ = writeln!(out, "{} ({})", document.format.name(), document.how);
    let (header, mut findings) = document.header(&source);
    let layers: Vec<_> = header.layers.iter().map(|l| l.value.as_str()).collect();
    for (key, value) in [
        ("game", &header.game),
        ("name", &header.name),
        ("player", &header.player),
        ("event", &header.event),
        ("notes", &header.notes),
    ] {
        if let Some(value) = value {
            let _ = writeln!(out, "{key}: {:?} at {}", value.value, at(&source, value.span.into()));
        }
    }
    if !layers.is_empty() {
        let _ = writeln!(out, "layers: {layers:?}");
    }
    let (raw, faults) = document.read(&source, &game.spec);
    findings.extend(faults);
    let (deck, faults) = resolve(&raw, &game.spec, &game.catalog);
    findings.extend(faults);
    for line in &deck.lines {
        let section = &deck.sections[line.section].name;
        let card = match line.card {
            Some(id) => game.catalog.card(id).code.as_deref().unwrap_or("?").to_owned(),
            None => "unknown".to_owned(),
        };
        let place = at(&source, line.span.into());
        let _ = writeln!(out, "{section:<12} {:>3} {card:<9} {} at {place}", line.count, line.text);
    }
    findings.sort_by_key(|f| f.place.span().map_or(0, |s| s.start));
    for finding in &findings {
        let level = match finding.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        };
        let _ = writeln!(out, "{level} {} {}: {}", finding.code, at(&source, finding.place), finding.message);
    }
    for span in document.asides(&source, &header, &deck, &game.spec) {
        let _ = writeln!(out, "aside {} {:?}", at(&source, span.into()), source.slice(span));
    }
    out
}

fn at(source: &Source, place: Place) -> String {
    match place {
        Place::Span(span) => {
            let (line, column) = source.line_column(span.start);
            format!("{line}:{column} {:?}", source.slice(span).chars().take(24).collect::<String>())
        }
        Place::File(_) => "the file".to_owned(),
    }
}

/// Every file of `tests/formats/`: written by hand after the descriptions of the formats.
#[test]
fn each_dialect_is_read_as_the_snapshot_says() {
    let session = session();
    for path in files_below(&root().join("tests/formats")) {
        let text = std::fs::read_to_string(&path).expect("a fixture");
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let id = match name.as_str() {
            "blocks.txt" => "tuna",
            "parallel-code.txt" => "parallel",
            _ => "barrenia",
        };
        insta::with_settings!({snapshot_path => "snapshots/formats", prepend_module_to_snapshot => false, omit_expression => true}, {
            insta::assert_snapshot!(name.replace('.', "_"), shown(&session, &name, &text, id));
        });
    }
}

/// The cards of a deck by section, for comparing: names of sections, identities, copies.
pub(super) fn counted(deck: &Deck<'_>) -> std::collections::BTreeMap<(String, String), u64> {
    let mut out = std::collections::BTreeMap::new();
    for line in &deck.lines {
        let card = line.card.map_or_else(|| format!("unknown {}", line.text), |id| format!("card {}", id.0));
        *out.entry((deck.sections[line.section].name.clone(), card)).or_default() += u64::from(line.count);
    }
    out
}

/// The findings of a list that are no notes, as codes.
pub(super) fn codes(findings: &[Diagnostic]) -> Vec<&str> {
    findings.iter().filter(|f| f.level > Level::Note).map(|f| f.code.as_ref()).collect()
}
