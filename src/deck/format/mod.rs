//! Deck formats. The reader is chosen by what a file holds; its name decides only where that leaves a doubt.

mod build;
pub(in crate::deck) mod columns;
pub(in crate::deck) mod csv;
mod detect;
mod header;
pub(in crate::deck) mod line;
pub(in crate::deck) mod text;
mod tree;

use std::borrow::Cow;

pub(super) use build::{Faults, brief};

use super::{Header, RawDeck};
use crate::diagnostics::{DCK_UNREADABLE, Diagnostic};
use crate::spec::GameSpec;
use crate::text::{FileId, Node, Source, SyntaxError};

/// A format that decks are read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One line for each card.
    Text,
    /// A table with a header row.
    Csv,
    /// A YAML mapping or list.
    Yaml,
    /// A JSON object or array.
    Json,
}

impl Format {
    /// All of them.
    pub const ALL: &[Format] = &[Format::Text, Format::Csv, Format::Yaml, Format::Json];

    /// The word for users.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Csv => "CSV",
            Format::Yaml => "YAML",
            Format::Json => "JSON",
        }
    }
}

/// A deck file whose format is known.
#[derive(Clone, Debug)]
pub struct Document {
    /// The format it is read as.
    pub format: Format,
    /// Why, for people: `by content: begins with {`.
    pub how: Cow<'static, str>,
    body: Body,
}

/// What an edit in place works on.
#[derive(Clone, Copy, Debug)]
pub(in crate::deck) enum Editable<'d> {
    /// Lines of text.
    Lines,
    /// Rows of a table.
    Rows(csv::Shape),
    /// Entries of YAML or JSON.
    Entries(&'d Node),
}

#[derive(Clone, Debug)]
enum Body {
    Text,
    Csv(csv::Shape),
    Tree(Node),
}

/// Finds out the format of a deck file and parses YAML and JSON.
///
/// # Errors
/// The file is of a known format that is not read, or breaks the syntax of YAML or JSON.
pub fn open(source: &Source) -> Result<Document, Box<Diagnostic>> {
    let (format, how, shape) = detect::detect(source)?;
    let text = |how| Document { format: Format::Text, how, body: Body::Text };
    let parsed = match format {
        Format::Text => return Ok(text(how)),
        Format::Csv => {
            return Ok(Document { format, how, body: Body::Csv(shape.unwrap_or_default()) });
        }
        Format::Yaml => crate::text::parse_yaml(&source.text, FileId::INPUT),
        Format::Json => crate::text::parse_json(&source.text, FileId::INPUT),
    };
    match parsed {
        // `4 Card Name` in a file with the name of a YAML file is one long scalar.
        Ok(node) if node.as_str().is_some() && !node.is_null() => {
            Ok(text("by content: neither a mapping nor a list".into()))
        }
        Ok(node) => Ok(Document { format, how, body: Body::Tree(node) }),
        Err(SyntaxError { message, span }) => {
            let name = format.name();
            let message = format!("the {name} of this deck is broken: {message}");
            Err(Box::new(
                Diagnostic::general(&DCK_UNREADABLE, span, message).note(format!("it is read as {name} ({how})")),
            ))
        }
    }
}

impl Document {
    /// What the deck says of itself, which tells the game that [`Document::read`] needs.
    #[must_use]
    pub fn header(&self, source: &Source) -> (Header, Vec<Diagnostic>) {
        match &self.body {
            Body::Tree(node) => header::of_tree(node, source),
            Body::Text | Body::Csv(_) => header::of_comments(&source.text),
        }
    }

    /// How the file is edited in place; `None` for a format whose files are not.
    pub(in crate::deck) fn editable(&self) -> Option<Editable<'_>> {
        Some(match &self.body {
            Body::Text => Editable::Lines,
            Body::Csv(shape) => Editable::Rows(*shape),
            Body::Tree(root) => Editable::Entries(root),
        })
    }

    /// The deck's lines under the sections of its game. A line that cannot be read is a finding.
    #[must_use]
    pub fn read<'t>(&'t self, source: &'t Source, spec: &GameSpec) -> (RawDeck<'t>, Vec<Diagnostic>) {
        match &self.body {
            Body::Text => text::read(&source.text, spec),
            Body::Csv(shape) => csv::read(&source.text, *shape, spec),
            Body::Tree(node) => tree::read(node, source, spec),
        }
    }
}

#[cfg(test)]
mod tests;
