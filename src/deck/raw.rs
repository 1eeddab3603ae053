//! A deck as it was written: the syntax of its format is understood, its names are not yet looked up.

use std::borrow::Cow;

use crate::text::{At, Span};

/// What a deck says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The game's id or name.
    pub game: Option<At<String>>,
    /// The deck's name.
    pub name: Option<At<String>>,
    /// Who plays it.
    pub player: Option<At<String>>,
    /// Where it is played.
    pub event: Option<At<String>>,
    /// Layers to check it under, in order.
    pub layers: Vec<At<String>>,
    /// Remarks.
    pub notes: Option<At<String>>,
}

/// How a line names its card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardText<'t> {
    /// A code or a name: the field `card`, or the key of a mapping.
    Either(Cow<'t, str>),
    /// A field `code`, a field `name`, or both.
    Fields {
        /// The code.
        code: Option<Cow<'t, str>>,
        /// The name.
        name: Option<Cow<'t, str>>,
    },
    /// The free part of a text line: a name, a code, or a code and a name, perhaps with a set, a number, a tag or a
    /// comment behind it. Only the catalog can tell where the name ends.
    Free {
        /// What stands beside the count.
        text: &'t str,
        /// The whole line without white space around it, for names that begin or end with a number; it then counts as
        /// one copy.
        whole: &'t str,
    },
    /// What another program calls the card.
    Foreign {
        /// Spellings of its id, best first; none where the file has none.
        ids: Vec<Cow<'t, str>>,
        /// Its name, where the format has names.
        name: Option<Cow<'t, str>>,
        /// The attribute of the game that holds such ids. Codes are looked at besides.
        attribute: Option<usize>,
        /// Whether the id decides which card it is; otherwise it only tells cards of one name apart.
        decides: bool,
    },
}

/// A line of a deck: so many copies of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawLine<'t> {
    /// Index into [`RawDeck::sections`].
    pub section: usize,
    /// Copies, 1 or more.
    pub count: u32,
    /// The card.
    pub card: CardText<'t>,
    /// Where the card is named.
    pub span: Span,
    /// Where the count stands, if it is written.
    pub count_span: Option<Span>,
}

/// A section as the file names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawSection {
    /// Index of the game's section; `None` for one that the game lacks.
    pub section: Option<usize>,
    /// The heading as written; empty where there is none.
    pub heading: String,
    /// Where the heading stands.
    pub span: Option<Span>,
}

/// A deck as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawDeck<'t> {
    /// The sections in file order. The same section may come twice.
    pub sections: Vec<RawSection>,
    /// The lines in file order.
    pub lines: Vec<RawLine<'t>>,
}
