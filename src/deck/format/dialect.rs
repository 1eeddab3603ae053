//! Formats of other programs that are lines of text: what each adds to the reader of text decks.

use crate::deck::CardText;

/// How a format departs from a plain text deck.
pub(in crate::deck) struct Dialect {
    /// The format's word.
    pub id: &'static str,
    /// Headings over the card that leads the deck.
    pub leader: &'static [&'static str],
    /// Whether `SB:` means the card that leads the deck, where the game has no side section.
    pub side_leads: bool,
    /// Whether a blank line may start the side section.
    pub blank_lines: bool,
    /// Whether headings without cards mean nothing: programs write all their sections.
    pub empty_sections: bool,
    /// What a line says besides cards; the flag is kept from line to line.
    pub meta: fn(&str, &mut bool) -> Meta,
    /// The card behind the count, if it has a form of its own. The number is the attribute of ids.
    pub card: for<'t> fn(&'t str, Option<usize>) -> Option<CardText<'t>>,
}

/// What a line is besides a card.
pub(in crate::deck) enum Meta {
    /// Nothing else.
    No,
    /// A part of the header.
    Header,
    /// Nothing of the deck, for this reason.
    LeftOut(&'static str),
}

/// A text deck as it is.
pub(in crate::deck) static PLAIN: Dialect = Dialect {
    id: "text",
    leader: &[],
    side_leads: false,
    blank_lines: true,
    empty_sections: false,
    meta: |_, _| Meta::No,
    card: |_, _| None,
};
