//! Deck formats, each a value of one table. The reader is chosen by what a file holds; its name decides only where that
//! leaves a doubt.

mod arena;
mod asides;
mod blocks;
mod build;
mod cgs;
mod cockatrice;
pub(in crate::deck) mod columns;
pub(in crate::deck) mod csv;
mod detect;
pub(in crate::deck) mod dialect;
mod forge;
mod header;
mod json;
mod lackey;
mod lackey_text;
pub(in crate::deck) mod line;
mod markup;
mod mtgo;
mod octgn;
mod parallel;
mod quick;
mod records;
pub(in crate::deck) mod text;
mod tree;
mod tts;
mod write;
mod xmage;
mod yaml;
mod ydk;
mod ydke;

use std::borrow::Cow;
use std::sync::OnceLock;

pub(super) use build::{Faults, brief};
pub use write::{Writing, Written, write};

use super::{Deck, Header, RawDeck, resolve};
use crate::catalog::Catalog;
use crate::diagnostics::{DCK_UNREADABLE, Diagnostic};
use crate::spec::GameSpec;
use crate::text::{
    FileId, Node, Records, Source, Span, SyntaxError, Xml, parse_json, parse_xml, parse_yaml, plain_scalar,
};

/// Makes [`Format`] from the table: a variant, and the value that describes it.
macro_rules! formats {
    ($($(#[$doc:meta])* $variant:ident = $about:path;)*) => {
        /// A format that decks are read from and written in.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Format {
            $($(#[$doc])* $variant,)*
        }

        impl Format {
            /// All of them. Where a file fits several, the first one is taken; our own come after all others, since
            /// every text is a text deck.
            pub const ALL: &[Format] = &[$(Format::$variant),*];

            /// What the format is and holds.
            #[must_use]
            pub fn about(self) -> &'static About {
                match self {
                    $(Format::$variant => &$about,)*
                }
            }
        }
    };
}

formats! {
    /// Cockatrice.
    Cod = cockatrice::ABOUT;
    /// OCTGN.
    O8d = octgn::ABOUT;
    /// LackeyCCG.
    Lackey = lackey::ABOUT;
    /// LackeyCCG, as text.
    LackeyText = lackey_text::ABOUT;
    /// Magic Online.
    Mtgo = mtgo::ABOUT;
    /// YGOPRO, EDOPro.
    Ydk = ydk::ABOUT;
    /// A link of EDOPro.
    Ydke = ydke::ABOUT;
    /// Parallel's deck code.
    Parallel = parallel::ABOUT;
    /// Card texts in ◎ blocks.
    Blocks = blocks::ABOUT;
    /// XMage.
    Xmage = xmage::ABOUT;
    /// Forge.
    Forge = forge::ABOUT;
    /// MTG Arena.
    Arena = arena::ABOUT;
    /// Card Game Simulator.
    Cgs = cgs::ABOUT;
    /// Tabletop Simulator.
    Tts = tts::ABOUT;
    /// One line for each card.
    Text = text::ABOUT;
    /// A table with a header row.
    Csv = csv::ABOUT;
    /// A YAML mapping or list.
    Yaml = yaml::ABOUT;
    /// A JSON object or array.
    Json = json::ABOUT;
}

/// A format: what it is called, what it holds, how it is told, read and written.
#[derive(Debug)]
pub struct About {
    /// The word for options, such as `ydk`.
    pub id: &'static str,
    /// The name in messages.
    pub name: &'static str,
    /// The endings of its files without dot, the usual one first.
    pub endings: &'static [&'static str],
    /// What it holds of a deck besides cards and counts.
    pub holds: Holds,
    /// What it is made of.
    syntax: Syntax,
    /// Why a text is of this format, for people; `None` if it is not.
    sniff: Option<fn(&detect::Look<'_>) -> Option<&'static str>>,
    header: fn(&Body, &Source) -> (Header, Vec<Diagnostic>),
    read: for<'t> fn(&Reading<'t, '_>) -> (RawDeck<'t>, Vec<Diagnostic>),
    write: fn(&write::Out<'_>) -> String,
}

/// What a format holds of a deck besides cards and counts.
#[derive(Clone, Copy, Debug)]
pub struct Holds {
    /// The keys of the header.
    pub header: &'static [&'static str],
    /// The sections.
    pub sections: Sections,
    /// How it names cards.
    pub cards: Cards,
}

/// Which sections a format has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sections {
    /// Any, by name.
    Named,
    /// These.
    Fixed(&'static [Slot]),
}

/// A section by its use, which formats of other games share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The section of cards without heading.
    Main,
    /// The section that is exchanged between games.
    Side,
    /// The section of the card that leads the deck.
    Leader,
}

/// How a format names cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cards {
    /// By name, with the code where it has room for one; unknown cards stay as they are.
    Names,
    /// By number only.
    Numbers,
}

/// What a file is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Syntax {
    Text,
    Csv,
    Yaml,
    Json,
    Xml,
}

/// What a reader gets.
struct Reading<'t, 's> {
    source: &'t Source,
    body: &'t Body,
    spec: &'s GameSpec,
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
    Tree(Tree),
    Xml(Xml),
}

/// A document of YAML or JSON.
#[derive(Clone, Debug)]
struct Tree {
    syntax: Syntax,
    /// Its lists of cards apart from the rest, if it is as plain as that.
    records: Option<Records>,
    /// All of it; with records, made only when it is asked for.
    whole: OnceLock<Node>,
}

impl Tree {
    fn parse(source: &Source, format: Format) -> Result<Tree, SyntaxError> {
        let syntax = format.about().syntax;
        if let Some(records) = records::of(source, format) {
            return Ok(Tree { syntax, records: Some(records), whole: OnceLock::new() });
        }
        let whole = OnceLock::from(syntax.parse(source)?);
        Ok(Tree { syntax, records: None, whole })
    }

    /// The document.
    fn whole(&self, source: &Source) -> &Node {
        self.whole.get_or_init(|| {
            // Records are made of sound documents only.
            self.syntax.parse(source).unwrap_or_else(|e| plain_scalar("", e.span))
        })
    }

    /// The document, perhaps without cards.
    fn head(&self, source: &Source) -> &Node {
        self.records.as_ref().map_or_else(|| self.whole(source), Records::root)
    }
}

impl Syntax {
    /// The tree of a text in YAML, else in JSON.
    fn parse(self, source: &Source) -> Result<Node, SyntaxError> {
        let parse = if self == Syntax::Yaml { parse_yaml } else { parse_json };
        parse(&source.text, FileId::INPUT)
    }
}

impl Format {
    /// The word for options, such as `ydk`.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.about().id
    }

    /// The name in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// The name of its program as one word, which can be said in place of the id.
    #[must_use]
    pub fn program(self) -> String {
        self.name().to_lowercase().replace(' ', "-")
    }

    /// The format of this word: its id, or the name of its program.
    #[must_use]
    pub fn find(word: &str) -> Option<Format> {
        Format::ALL.iter().copied().find(|f| f.id() == word || f.program() == word)
    }
}

/// Finds out the format of a deck file and parses YAML, JSON and XML.
///
/// # Errors
/// The file is of a known format that is not read, or breaks the syntax of YAML, JSON or XML.
pub fn open(source: &Source) -> Result<Document, Box<Diagnostic>> {
    let (format, how, shape) = detect::detect(source)?;
    parse(source, format, how, shape)
}

/// Parses a deck that must be JSON, as a record of a stream.
///
/// # Errors
/// It is none.
pub fn open_json(source: &Source) -> Result<Document, Box<Diagnostic>> {
    let document = parse(source, Format::Json, "as a record of a stream".into(), None)?;
    match document.format {
        Format::Json => Ok(document),
        _ => {
            let message = "the record is neither an object nor an array of JSON";
            Err(Box::new(Diagnostic::general(&DCK_UNREADABLE, Span::new(FileId::INPUT, 0, source.text.len()), message)))
        }
    }
}

/// Takes a deck file as of this format, whatever it looks like.
///
/// # Errors
/// It breaks the syntax of YAML, JSON or XML.
pub fn open_as(source: &Source, format: Format) -> Result<Document, Box<Diagnostic>> {
    let shape = (format == Format::Csv).then(|| detect::shape(&source.text)).flatten();
    parse(source, format, "as it was told".into(), shape)
}

fn parse(
    source: &Source,
    format: Format,
    how: Cow<'static, str>,
    shape: Option<csv::Shape>,
) -> Result<Document, Box<Diagnostic>> {
    let syntax = format.about().syntax;
    let body = match syntax {
        Syntax::Text => return Ok(Document { format, how, body: Body::Text }),
        Syntax::Csv => return Ok(Document { format, how, body: Body::Csv(shape.unwrap_or_default()) }),
        Syntax::Yaml | Syntax::Json => Tree::parse(source, format).map(Body::Tree),
        Syntax::Xml => parse_xml(&source.text, FileId::INPUT).map(Body::Xml),
    };
    let is_text = |node: &Node| node.as_str().is_some() && !node.is_null();
    match body {
        // `4 Card Name` in a file with the name of a YAML file is one long scalar.
        Ok(Body::Tree(tree)) if is_text(tree.head(source)) => {
            let how = "by content: neither a mapping nor a list".into();
            Ok(Document { format: Format::Text, how, body: Body::Text })
        }
        Ok(body) => Ok(Document { format, how, body }),
        Err(SyntaxError { message, span }) => {
            let name = format.name();
            let what = match syntax {
                Syntax::Yaml => "YAML",
                Syntax::Xml => "XML",
                _ => "JSON",
            };
            let message = format!("the {what} of this deck is broken: {message}");
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
        (self.format.about().header)(&self.body, source)
    }

    /// How the file is edited in place; `None` for a format whose files are not.
    pub(in crate::deck) fn editable(&self, source: &Source) -> Option<Editable<'_>> {
        match (self.format, &self.body) {
            (Format::Text, Body::Text) => Some(Editable::Lines),
            (Format::Csv, Body::Csv(shape)) => Some(Editable::Rows(*shape)),
            (Format::Yaml | Format::Json, Body::Tree(tree)) => Some(Editable::Entries(tree.whole(source))),
            _ => None,
        }
    }

    /// The deck's lines under the sections of its game. A line that cannot be read is a finding.
    #[must_use]
    pub fn read<'t>(&'t self, source: &'t Source, spec: &GameSpec) -> (RawDeck<'t>, Vec<Diagnostic>) {
        (self.format.about().read)(&Reading { source, body: &self.body, spec })
    }

    /// The deck with its cards looked up, and what is wrong with its lines.
    #[must_use]
    pub fn deck<'t>(&'t self, source: &'t Source, spec: &GameSpec, catalog: &Catalog) -> (Deck<'t>, Vec<Diagnostic>) {
        let quick = match (self.format, &self.body) {
            (Format::Text, _) => quick::read(&source.text, spec, catalog),
            (_, Body::Tree(Tree { records: Some(records), .. })) => records::read(source, records, spec, catalog),
            _ => None,
        };
        if let Some(read) = quick {
            return read;
        }
        let (raw, mut faults) = self.read(source, spec);
        let (deck, more) = resolve(&raw, spec, catalog);
        faults.extend(more);
        (deck, faults)
    }
}

#[cfg(test)]
mod tests;
