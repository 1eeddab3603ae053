//! The deck under construction: its text, what it holds, how it is judged, and the way back.

use anyhow::Result;

use crate::catalog::CardId;
use crate::cli::config::Setup;
use crate::cli::deck::file::DeckFile;
use crate::cli::deck::show::{card_words, ordered, section_title};
use crate::deck::edit::{Draft, EditError};
use crate::deck::{Contents, Identity, Order, SectionKey};
use crate::game::{Checked, Game};

/// A row of the deck as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// A section, and how many cards it holds.
    Section { key: SectionKey, title: String, total: u64 },
    /// Copies of a card in a section.
    Card { key: SectionKey, card: Identity, copies: u64, name: String },
}

/// The deck between two edits. It is a text, so that a step back brings back comments and order too.
struct Step {
    text: String,
    contents: Contents,
}

/// A deck at work.
pub(super) struct Bench<'s> {
    setup: &'s Setup,
    file: DeckFile,
    now: Step,
    back: Vec<Step>,
    forth: Vec<Step>,
    checked: Checked,
    rows: Vec<Row>,
}

impl<'s> Bench<'s> {
    /// # Errors
    /// The deck is of a format that is not edited in place.
    pub fn new(setup: &'s Setup, file: DeckFile) -> Result<Bench<'s>> {
        let now = Step { text: file.source.text.to_string(), contents: file.draft()?.contents().clone() };
        let checked = file.checked(setup, &now.text);
        let mut bench = Bench { setup, file, now, back: Vec::new(), forth: Vec::new(), checked, rows: Vec::new() };
        bench.rows = bench.list();
        Ok(bench)
    }

    pub fn game(&self) -> &Game {
        &self.file.opened.game
    }

    pub fn name(&self) -> &str {
        self.file.name()
    }

    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub fn contents(&self) -> &Contents {
        &self.now.contents
    }

    pub fn checked(&self) -> &Checked {
        &self.checked
    }

    /// Whether there is something to save.
    pub fn unsaved(&self) -> bool {
        self.now.text != *self.file.source.text
    }

    /// The key of a section of the game.
    pub fn section(&self, index: usize) -> SectionKey {
        SectionKey::of(&self.game().spec, index)
    }

    pub fn title(&self, key: &SectionKey) -> String {
        section_title(self.game(), key)
    }

    /// Copies of a card by section, for the list of the pool.
    pub fn copies(&self, card: CardId) -> u64 {
        self.now.contents.everywhere(&Identity::Card(card))
    }

    /// Every section of the game, also those without cards, and then those that the game lacks.
    fn list(&self) -> Vec<Row> {
        let known = (0..self.game().spec.sections.len()).map(|index| self.section(index));
        let strange = self.now.contents.sections().map(|(key, _)| key.clone()).filter(|key| key.index == usize::MAX);
        let mut rows = Vec::new();
        for key in known.chain(strange) {
            let (title, total) = (self.title(&key), self.now.contents.total(&key));
            rows.push(Row::Section { key: key.clone(), title, total });
            for (card, copies) in ordered(self.game(), &self.now.contents, &key, Order::Rules) {
                let name = card_words(self.game(), card).1;
                rows.push(Row::Card { key: key.clone(), card: card.clone(), copies, name });
            }
        }
        rows
    }

    fn edit(&mut self, work: impl FnOnce(&mut Draft<'_>) -> Result<(), EditError>) -> Result<(), EditError> {
        let game = &self.file.opened.game;
        let mut draft = Draft::new(self.file.name(), &self.now.text, &game.spec, &game.catalog)
            .map_err(|d| EditError(d.message))?;
        work(&mut draft)?;
        let text = draft.finish()?.to_owned();
        if text != self.now.text {
            let after = Step { text, contents: draft.contents().clone() };
            self.back.push(std::mem::replace(&mut self.now, after));
            self.forth.clear();
            self.judge();
        }
        Ok(())
    }

    fn judge(&mut self) {
        self.checked = self.file.checked(self.setup, &self.now.text);
        self.rows = self.list();
    }

    /// # Errors
    /// The format has no place for it, or a line would hold too many.
    pub fn add(&mut self, section: usize, card: CardId, copies: u32) -> Result<(), EditError> {
        self.edit(|draft| draft.add(section, card, copies))
    }

    /// # Errors
    /// There are fewer.
    pub fn take(&mut self, from: &SectionKey, card: &Identity, copies: u64) -> Result<(), EditError> {
        self.edit(|draft| draft.take(from, card, copies))
    }

    /// # Errors
    /// The format has no way to write it.
    pub fn shift(&mut self, from: &SectionKey, to: usize, card: &Identity, copies: u32) -> Result<(), EditError> {
        self.edit(|draft| draft.shift(from, to, card, copies))
    }

    /// One step back. Gives whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.back.pop() else { return false };
        self.forth.push(std::mem::replace(&mut self.now, before));
        self.judge();
        true
    }

    /// One step forth again.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.forth.pop() else { return false };
        self.back.push(std::mem::replace(&mut self.now, after));
        self.judge();
        true
    }

    /// Writes the file.
    ///
    /// # Errors
    /// It cannot be written, or somebody else has changed it meanwhile; then it is left alone.
    pub fn save(&mut self) -> Result<()> {
        self.file.save(&self.now.text)
    }
}
