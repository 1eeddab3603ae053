//! What the screen shows and what the keys do. Nothing here touches the terminal.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use tui_input::{Input, InputRequest};

use super::bench::{Bench, Row};
use crate::catalog::{CardId, Predicate, parse_terms};
use crate::deck::edit::EditError;
use crate::deck::{Identity, SectionKey};

/// The part that the keys go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    Pool,
    Deck,
    Findings,
}

/// What the keys mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// A key is a command.
    Keys,
    /// A key is a letter of the search.
    Search,
    /// All keys are shown.
    Help,
    /// The selected card is shown whole.
    Card,
    /// Unsaved changes: save, drop, or stay.
    Leave,
}

/// What was done last, or why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub text: String,
    pub error: bool,
}

pub(super) struct Screen<'s> {
    pub bench: Bench<'s>,
    pub focus: Focus,
    pub mode: Mode,
    pub search: Input,
    /// What is not understood of the search; the last list stays meanwhile.
    pub trouble: Option<String>,
    pub found: Vec<CardId>,
    /// The selected card of the pool, as an index in `found`.
    pub pool_at: usize,
    /// The card that was selected before the search.
    chosen: Option<CardId>,
    /// The selected row of the deck.
    pub deck_at: usize,
    /// The first line of the findings that is shown.
    pub findings_at: usize,
    /// The section that cards go to.
    pub target: usize,
    pub message: Option<Message>,
    /// The rows of a page, and the lines of the findings that are hidden at most; set by what is drawn.
    pub page: usize,
    pub findings_end: usize,
    pub over: bool,
}

impl<'s> Screen<'s> {
    pub fn new(bench: Bench<'s>) -> Screen<'s> {
        let target = bench.game().spec.default_section();
        let found = bench.game().catalog.cards().map(|(id, _)| id).collect();
        let mut screen = Screen {
            bench,
            focus: Focus::Pool,
            mode: Mode::Keys,
            search: Input::default(),
            trouble: None,
            found,
            pool_at: 0,
            chosen: None,
            deck_at: 0,
            findings_at: 0,
            target,
            message: None,
            page: 10,
            findings_end: 0,
            over: false,
        };
        screen.settle();
        screen
    }

    /// The selected card of the part in use.
    pub fn card(&self) -> Option<Identity> {
        match self.focus {
            Focus::Pool => self.found.get(self.pool_at).map(|&id| Identity::Card(id)),
            Focus::Deck => self.line().map(|(_, card, ..)| card),
            Focus::Findings => None,
        }
    }

    /// The selected line of the deck.
    fn line(&self) -> Option<(SectionKey, Identity, u64)> {
        match self.bench.rows().get(self.deck_at)? {
            Row::Card { key, card, copies, .. } => Some((key.clone(), card.clone(), *copies)),
            Row::Section { .. } => None,
        }
    }

    pub fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match self.mode {
            Mode::Leave => self.answer(key.code, control),
            Mode::Help | Mode::Card => self.mode = Mode::Keys,
            Mode::Search => self.type_in(key.code, control),
            Mode::Keys => {
                self.message = None;
                self.command(key.code, control);
            }
        }
        self.settle();
    }

    /// Text that was pasted goes to the search.
    pub fn paste(&mut self, text: &str) {
        if self.mode == Mode::Search {
            for c in text.chars().filter(|c| !c.is_control()) {
                self.search.handle(InputRequest::InsertChar(c));
            }
            self.look();
        }
    }

    fn command(&mut self, code: KeyCode, control: bool) {
        match (code, control) {
            (KeyCode::Char('c' | 'q'), true) | (KeyCode::Char('q'), _) => self.leave(),
            (KeyCode::Char('s'), _) => self.save(),
            (KeyCode::Char('z'), true) | (KeyCode::Char('u'), false) => self.step(false),
            (KeyCode::Char('y' | 'r'), true) | (KeyCode::Char('r'), false) => self.step(true),
            (_, true) => {}
            (KeyCode::Tab, _) => self.turn(1),
            (KeyCode::BackTab, _) => self.turn(2),
            (KeyCode::Char('/'), _) => {
                self.focus = Focus::Pool;
                self.mode = Mode::Search;
                self.chosen = self.found.get(self.pool_at).copied();
            }
            (KeyCode::Char('?') | KeyCode::F(1), _) => self.mode = Mode::Help,
            (KeyCode::Char(' ' | 'i'), _) if self.card().is_some() => self.mode = Mode::Card,
            (KeyCode::Up | KeyCode::Char('k'), _) => self.walk(-1),
            (KeyCode::Down | KeyCode::Char('j'), _) => self.walk(1),
            (KeyCode::PageUp, _) => self.walk(-self.stride()),
            (KeyCode::PageDown, _) => self.walk(self.stride()),
            (KeyCode::Home | KeyCode::Char('g'), _) => self.walk(isize::MIN),
            (KeyCode::End | KeyCode::Char('G'), _) => self.walk(isize::MAX),
            (KeyCode::Char('+' | '=') | KeyCode::Enter, _) => self.add(),
            (KeyCode::Char('-'), _) => self.take(1),
            (KeyCode::Delete | KeyCode::Backspace | KeyCode::Char('x'), _) => self.take(u64::MAX),
            (KeyCode::Char(digit @ '0'..='9'), _) => self.set(u64::from(digit.to_digit(10).unwrap_or(0))),
            (KeyCode::Char('m'), _) => self.shift(1),
            (KeyCode::Char('M'), _) => self.shift(u64::MAX),
            (KeyCode::Char('t'), _) => self.target = (self.target + 1) % self.bench.game().spec.sections.len().max(1),
            _ => {}
        }
    }

    fn type_in(&mut self, code: KeyCode, control: bool) {
        let request = match (code, control) {
            (KeyCode::Char('c'), true) => return self.leave(),
            (KeyCode::Enter | KeyCode::Down | KeyCode::Tab, _) => {
                self.mode = Mode::Keys;
                return;
            }
            (KeyCode::Esc, _) => {
                self.mode = Mode::Keys;
                self.search.reset();
                return self.look();
            }
            (KeyCode::Char('u'), true) => InputRequest::DeleteLine,
            (KeyCode::Char('w'), true) => InputRequest::DeletePrevWord,
            (KeyCode::Char('a'), true) | (KeyCode::Home, _) => InputRequest::GoToStart,
            (KeyCode::Char('e'), true) | (KeyCode::End, _) => InputRequest::GoToEnd,
            (_, true) => return,
            (KeyCode::Char(c), _) => InputRequest::InsertChar(c),
            (KeyCode::Backspace, _) => InputRequest::DeletePrevChar,
            (KeyCode::Delete, _) => InputRequest::DeleteNextChar,
            (KeyCode::Left, _) => InputRequest::GoToPrevChar,
            (KeyCode::Right, _) => InputRequest::GoToNextChar,
            _ => return,
        };
        self.search.handle(request);
        self.look();
    }

    fn answer(&mut self, code: KeyCode, control: bool) {
        match code {
            KeyCode::Char('c') if control => self.over = true,
            KeyCode::Char('y' | 's') | KeyCode::Enter => {
                self.mode = Mode::Keys;
                self.save();
                self.over = !self.bench.unsaved();
            }
            KeyCode::Char('n' | 'd') => self.over = true,
            KeyCode::Esc | KeyCode::Char('c') => self.mode = Mode::Keys,
            _ => {}
        }
    }

    fn leave(&mut self) {
        match self.bench.unsaved() {
            true => self.mode = Mode::Leave,
            false => self.over = true,
        }
    }

    /// The cards that fit a search.
    fn fitting(&self, text: &str) -> Result<Vec<CardId>, String> {
        let game = self.bench.game();
        let terms = parse_terms(text, &game.spec).map_err(|e| e.message)?;
        let predicate = Predicate::from_terms(&terms);
        let matching = game.catalog.cards().filter(|(id, card)| predicate.matches(card, *id));
        Ok(matching.map(|(id, _)| id).collect())
    }

    /// Looks for what the search asks; the card that was selected before it stays selected if it fits.
    fn look(&mut self) {
        let text = self.search.value();
        let found = self.fitting(text).and_then(|found| {
            // `siz` on the way to `size<3` is no name that no card has.
            let word = text.split_whitespace().next_back().filter(|word| found.is_empty() && text.ends_with(word));
            let begun = |word: &&str| self.bench.game().spec.attribute_names().any(|name| name.starts_with(word));
            match word.filter(begun) {
                Some(word) => self.fitting(&text[..text.len() - word.len()]),
                None => Ok(found),
            }
        });
        match found {
            Ok(found) => {
                self.pool_at = self.chosen.and_then(|card| found.iter().position(|&id| id == card)).unwrap_or(0);
                self.found = found;
                self.trouble = None;
            }
            Err(message) => self.trouble = Some(message),
        }
    }

    fn turn(&mut self, by: usize) {
        const ALL: [Focus; 3] = [Focus::Pool, Focus::Deck, Focus::Findings];
        let at = ALL.iter().position(|&focus| focus == self.focus).unwrap_or(0);
        self.focus = ALL[(at + by) % ALL.len()];
    }

    fn stride(&self) -> isize {
        isize::try_from(self.page.max(1)).unwrap_or(1)
    }

    fn walk(&mut self, by: isize) {
        match self.focus {
            Focus::Pool => self.pool_at = self.pool_at.saturating_add_signed(by),
            Focus::Findings => self.findings_at = self.findings_at.saturating_add_signed(by),
            Focus::Deck => {
                let to = self.deck_at.saturating_add_signed(by).min(self.bench.rows().len());
                // A heading is passed over, in the direction of the walk.
                self.deck_at = if by < 0 { self.before(to) } else { self.behind(to) }.unwrap_or(self.deck_at);
            }
        }
    }

    fn is_card(&self, row: usize) -> bool {
        matches!(self.bench.rows().get(row), Some(Row::Card { .. }))
    }

    /// The card at a row or above it, else the first one.
    fn before(&self, row: usize) -> Option<usize> {
        (0..=row).rev().find(|&row| self.is_card(row)).or_else(|| self.behind(0))
    }

    /// The card at a row or below it, else the last one.
    fn behind(&self, row: usize) -> Option<usize> {
        let rows = self.bench.rows().len();
        (row..rows).find(|&row| self.is_card(row)).or_else(|| (0..rows).rev().find(|&row| self.is_card(row)))
    }

    /// Selections stay on what is there.
    fn settle(&mut self) {
        self.pool_at = self.pool_at.min(self.found.len().saturating_sub(1));
        self.findings_at = self.findings_at.min(self.findings_end);
        if !self.is_card(self.deck_at) {
            self.deck_at = self.behind(self.deck_at).unwrap_or(0);
        }
    }

    fn say(&mut self, text: String) {
        self.message = Some(Message { text, error: false });
    }

    fn complain(&mut self, text: String) {
        self.message = Some(Message { text, error: true });
    }

    /// Says what was done, or why not.
    fn tell(&mut self, done: Result<(), EditError>, text: String) {
        match done {
            Ok(()) => self.say(text),
            Err(e) => self.complain(e.to_string()),
        }
    }

    fn title_of(&self, card: &Identity) -> String {
        crate::cli::deck::show::card_words(self.bench.game(), card).1
    }

    /// The card that a change is about, and the section and number of its copies there. A card of the pool is looked for in
    /// the section that cards go to, then in the others.
    fn subject(&self) -> Option<(SectionKey, Identity, u64)> {
        if self.focus == Focus::Deck {
            return self.line();
        }
        let card = self.card()?;
        let target = self.bench.section(self.target);
        let contents = self.bench.contents();
        let has = |key: &SectionKey| contents.copies(key, &card) > 0;
        let other = contents.sections().map(|(key, _)| key).find(|key| has(key)).cloned();
        let home = if has(&target) { target } else { other.unwrap_or(target) };
        let copies = contents.copies(&home, &card);
        Some((home, card, copies))
    }

    fn add(&mut self) {
        let section = match self.focus {
            Focus::Deck => self.line().map(|(key, ..)| key),
            _ => Some(self.bench.section(self.target)),
        };
        let (Some(section), Some(card)) = (section, self.card()) else { return };
        self.put(&section, &card, 1);
    }

    fn put(&mut self, section: &SectionKey, card: &Identity, copies: u32) {
        let name = self.title_of(card);
        let Identity::Card(id) = card else {
            return self.complain(format!("`{name}` is not in the card pool, so no copy is added"));
        };
        let done = self.bench.add(section.index, *id, copies);
        let there = self.bench.contents().copies(section, card);
        let title = self.bench.title(section);
        self.tell(done, format!("+{copies} {name} ({title}), now {there}"));
        self.follow(section, card);
    }

    fn take(&mut self, most: u64) {
        let Some((home, card, there)) = self.subject() else { return };
        let name = self.title_of(&card);
        if there == 0 {
            return self.complain(format!("no `{name}` is in the deck"));
        }
        let copies = most.min(there);
        let done = self.bench.take(&home, &card, copies);
        let title = self.bench.title(&home);
        self.tell(done, format!("-{copies} {name} ({title}), now {}", there - copies));
        self.follow(&home, &card);
    }

    /// Sets the number of copies: of the selected line, or of a card of the pool in the section that cards go to.
    fn set(&mut self, copies: u64) {
        let Some(card) = self.card() else { return };
        let section = match self.focus {
            Focus::Deck => self.line().map_or_else(|| self.bench.section(self.target), |(key, ..)| key),
            _ => self.bench.section(self.target),
        };
        let there = self.bench.contents().copies(&section, &card);
        let name = self.title_of(&card);
        match copies.checked_sub(there) {
            Some(0) => self.say(format!("{copies} {name} are there already")),
            Some(more) => self.put(&section, &card, u32::try_from(more).unwrap_or(u32::MAX)),
            None => {
                let done = self.bench.take(&section, &card, there - copies);
                let title = self.bench.title(&section);
                self.tell(done, format!("-{} {name} ({title}), now {copies}", there - copies));
                self.follow(&section, &card);
            }
        }
    }

    /// Moves copies to the section that cards go to, or if they are there, to the next one.
    fn shift(&mut self, most: u64) {
        let Some((home, card, there)) = self.subject() else { return };
        let name = self.title_of(&card);
        if there == 0 {
            return self.complain(format!("no `{name}` is in the deck"));
        }
        let sections = self.bench.game().spec.sections.len();
        if sections < 2 && home.index == self.target {
            return self.complain("the game has no other section".to_owned());
        }
        let to = if home.index == self.target { (self.target + 1) % sections } else { self.target };
        let copies = most.min(there);
        let done = self.bench.shift(&home, to, &card, u32::try_from(copies).unwrap_or(u32::MAX));
        let (from, target) = (self.bench.title(&home), self.bench.title(&self.bench.section(to)));
        self.tell(done, format!("{copies} {name}: {from} to {target}"));
        self.follow(&home, &card);
    }

    /// The selection of the deck stays on a card whose line has moved.
    fn follow(&mut self, section: &SectionKey, card: &Identity) {
        let same = |row: &Row| matches!(row, Row::Card { key, card: own, .. } if key == section && own == card);
        if let Some(row) = self.bench.rows().iter().position(same) {
            self.deck_at = row;
        }
    }

    fn step(&mut self, forth: bool) {
        let (moved, done, nothing) = match forth {
            false => (self.bench.undo(), "undone", "nothing to undo"),
            true => (self.bench.redo(), "done again", "nothing to do again"),
        };
        match moved {
            true => self.say(done.to_owned()),
            false => self.complain(nothing.to_owned()),
        }
    }

    fn save(&mut self) {
        match self.bench.save() {
            Ok(()) => self.say(format!("saved {}", self.bench.name())),
            Err(e) => self.complain(format!("{e:#}")),
        }
    }
}
