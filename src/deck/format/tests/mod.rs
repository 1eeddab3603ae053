//! Decks as they are met in the field, and texts that are none.

mod borders;
mod csv;
mod detect;
mod never_panics;
mod quick;
mod records;
mod text;
mod tree;

use super::{Document, open};
use crate::deck::{CardText, Header};
use crate::diagnostics::{Diagnostic, Level};
use crate::spec::GameSpec;
use crate::text::{FileId, Place, Source};

fn game(name: &str) -> GameSpec {
    let text = match name {
        "barrenia" => include_str!("../../../../cards/barrenia/game.yaml"),
        "scales" => include_str!("../../../../cards/scales/game.yaml"),
        "tuna" => include_str!("../../../../cards/tuna/game.yaml"),
        "breakrift" => include_str!("../../../../cards/breakrift/game.yaml"),
        _ => include_str!("../../../../cards/parallel/game.yaml"),
    };
    GameSpec::parse(text, FileId(1)).expect("a shipped game")
}

/// What a test looks at.
struct Read {
    source: Source,
    document: Document,
    /// `section COUNT card`, with `?` before the heading of a section that the game lacks.
    lines: Vec<String>,
    findings: Vec<Diagnostic>,
    header: Header,
    header_findings: Vec<Diagnostic>,
}

impl Read {
    fn codes(&self) -> Vec<&str> {
        self.findings.iter().map(|d| d.slug.as_ref()).collect()
    }

    /// The text that a finding points at.
    fn at(&self, finding: usize) -> &str {
        match self.findings[finding].place {
            Place::Span(span) => self.source.slice(span),
            Place::File(_) => "the file",
        }
    }

    fn copies(&self) -> u64 {
        let count = |l: &String| l.split(' ').nth(1).and_then(|n| n.parse::<u64>().ok());
        self.lines.iter().filter_map(count).sum()
    }
}

fn read_as(file: &str, text: &str, spec: &GameSpec) -> Read {
    let source = Source::new(file, text);
    let document = open(&source).unwrap_or_else(|d| panic!("{d:#?}"));
    let (header, header_findings) = document.header(&source);
    let (deck, findings) = document.read(&source, spec);
    let mut lines = Vec::new();
    for line in &deck.lines {
        let section = &deck.sections[line.section];
        let section = match section.section {
            Some(at) => spec.section_name(at).expect("a section").to_owned(),
            None => format!("?{}", section.heading),
        };
        let card = match &line.card {
            CardText::Either(text) => text.to_string(),
            CardText::Free { text, .. } => (*text).to_owned(),
            CardText::Fields { code, name } => {
                [code, name].into_iter().flatten().map(|c| c.to_string()).collect::<Vec<_>>().join(" / ")
            }
            CardText::Foreign { ids, name, .. } => {
                name.iter().chain(ids).map(|c| c.to_string()).collect::<Vec<_>>().join(" / ")
            }
        };
        // Every card is framed exactly, and every count. Numbers of a link have no letters of their own.
        let framed = source.slice(line.span);
        let framed = framed.replace("\"\"", "\"");
        let linked = text.starts_with("ydke://");
        assert!(linked || card.starts_with(&framed), "{framed:?} is not {card:?}");
        if let CardText::Free { text, whole } = &line.card {
            assert_eq!(*text, source.slice(line.span));
            assert!(whole.contains(text));
            assert_eq!(*whole, whole.trim());
        }
        if let Some(span) = line.count_span {
            let digits: String = source
                .slice(span)
                .chars()
                .map(|c| match c {
                    '０'..='９' => char::from(b'0' + (c as u32 - '０' as u32) as u8),
                    c => c,
                })
                .collect();
            let count = digits.parse().unwrap_or(u64::MAX).min(999_999_999);
            assert_eq!(count, u64::from(line.count), "{digits:?}");
        }
        lines.push(format!("{section} {} {card}", line.count));
    }
    drop(deck);
    Read { source, document, lines, findings, header, header_findings }
}

/// Reads a deck of Barrenia whose file name says nothing.
fn read(text: &str) -> Read {
    read_as("<stdin>", text, &game("barrenia"))
}

/// Reads a deck in which nothing is wrong.
fn clean(text: &str) -> Vec<String> {
    let read = read(text);
    assert!(read.findings.is_empty(), "{:#?}", read.findings);
    read.lines
}
