//! Registration sheets: a deck on paper, with room for what is written by hand.

mod html;
mod text;

pub use html::{Paper, html};
pub use text::text;

/// More lines than these are split in two columns.
const ONE_COLUMN: usize = 26;

/// A deck as it stands on its sheet. Cards are in the order of printed lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The game's title.
    pub game: String,
    /// The deck's name, or its file.
    pub deck: String,
    /// Who plays it, where that is known.
    pub player: Option<String>,
    /// Where it is played, where that is known.
    pub event: Option<String>,
    /// The layers that it was checked under.
    pub layers: Vec<String>,
    /// The sections that hold cards, in the game's order.
    pub sections: Vec<SheetSection>,
    /// The short form of the deck's hash.
    pub hash: String,
    /// The short form of the fingerprint of the rules in force.
    pub rules: String,
    /// The short form of the fingerprint of the card pool.
    pub pool: String,
    /// `legal`, or how many findings there are.
    pub verdict: String,
}

/// A section on a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetSection {
    /// Its title.
    pub title: String,
    /// Copies in it.
    pub total: u64,
    /// Its cards.
    pub cards: Vec<SheetCard>,
}

/// A line of a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetCard {
    /// Copies.
    pub copies: u64,
    /// The card's code, if it has one.
    pub code: Option<String>,
    /// Its name, or the text of a line that names none.
    pub name: String,
    /// Whether the pool has it.
    pub known: bool,
}

impl Sheet {
    /// Lines, with one for the title of each section.
    fn lines(&self) -> usize {
        self.sections.iter().map(|s| s.cards.len() + 1).sum()
    }

    fn total(&self) -> u64 {
        self.sections.iter().map(|s| s.total).sum()
    }

    /// `40 Main Deck + 17 Provisionary Deck = 57 cards`.
    fn sum(&self) -> String {
        let total = self.total();
        let cards = crate::text::counted(total, "card");
        match self.sections.len() {
            0 | 1 => cards,
            _ => {
                let parts: Vec<String> = self.sections.iter().map(|s| format!("{} {}", s.total, s.title)).collect();
                format!("{} = {cards}", parts.join(" + "))
            }
        }
    }

    /// What the verdict rests on.
    fn under(&self) -> String {
        match self.layers.is_empty() {
            true => "the rules of the game".to_owned(),
            false => self.layers.join(", "),
        }
    }
}
