//! Edits that change how a deck is written and not what it holds.

use rustc_hash::FxHashMap;

use super::draft::section_key;
use super::spelling::{self, Spelled, Style};
use super::{Draft, EditError};
use crate::catalog::Lookup;
use crate::deck::{DeckLine, Identity, Order};

/// What was changed, one sentence each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fixed(pub Vec<String>);

impl Draft<'_> {
    /// Writes cards as the pool spells them, with the zeros that their codes have, and headings as the game has them.
    ///
    /// # Errors
    /// The new text is no deck, which would be a fault of the program.
    pub fn respell(&mut self) -> Result<Fixed, EditError> {
        self.spell(false, false)
    }

    /// Writes the card that was taken where code and name contradict each other, and the only near name where a line names
    /// no card. Both are guesses.
    ///
    /// # Errors
    /// The new text is no deck, which would be a fault of the program.
    pub fn guess(&mut self) -> Result<Fixed, EditError> {
        let mut fixed = self.spell(false, true)?;
        let mut at = 0;
        loop {
            let found = self.look(|view| {
                let unknown = |(_, line): &(usize, &DeckLine<'_>)| line.card.is_none();
                let (index, line) = view.deck.lines.iter().enumerate().skip(at).find(unknown)?;
                let guess = match view.catalog.near(&line.text, 2)[..] {
                    [one] => match view.catalog.find_name(one) {
                        Lookup::One(card) => Some((card, one.to_owned())),
                        _ => None,
                    },
                    _ => None,
                };
                let key = section_key(view.deck, line.section, view.spec.sections.len());
                let patches = guess.and_then(|(card, name)| {
                    let spelled = Spelled::card(view.catalog, card, Style::Name, &name);
                    let patches = view.set_card(line, spelled.written()).ok()?;
                    let note = format!("took `{name}` for the unknown card `{}`", line.text);
                    Some((patches, note, card, Identity::unknown(&line.text)))
                });
                Some((index, u64::from(line.count), key, patches))
            })?;
            let Some((index, copies, key, patches)) = found else { return Ok(fixed) };
            if let Some((patches, note, card, unknown)) = patches {
                self.apply(patches);
                self.expected.take(&key, &unknown, copies);
                self.expected.add(key, Identity::Card(card), copies);
                fixed.0.push(note);
            }
            at = index + 1;
        }
    }

    fn spell(&mut self, whole: bool, settle: bool) -> Result<Fixed, EditError> {
        let (patches, notes) = self.look(|view| {
            let all = spelling::cards(view, settle).into_iter().chain(spelling::headings(view, whole));
            all.unzip::<_, _, Vec<_>, Vec<_>>()
        })?;
        self.apply(patches);
        Ok(Fixed(notes))
    }

    /// Joins lines of one card in one section: the first holds all copies. A line with a remark behind it stays.
    ///
    /// # Errors
    /// The format has no way to write it.
    pub fn join_lines(&mut self) -> Result<Fixed, EditError> {
        let mut notes = Vec::new();
        loop {
            let step = self.look(|view| {
                let mut first: FxHashMap<(usize, Identity), usize> = FxHashMap::default();
                for (at, line) in view.deck.lines.iter().enumerate() {
                    let card = line.card.map_or_else(|| Identity::unknown(&line.text), Identity::Card);
                    let Some(&one) = first.get(&(line.section, card.clone())) else {
                        first.insert((line.section, card), at);
                        continue;
                    };
                    let kept = &view.deck.lines[one];
                    let count = kept.count.saturating_add(line.count);
                    // A table without counts says the number of copies by rows.
                    let by_rows = kept.count_span.is_none() && view.is_table();
                    if count > 999 || by_rows || view.has_remark(line) {
                        continue;
                    }
                    let mut patches = view.set_count(kept, count)?;
                    patches.extend(view.set_count(line, 0)?);
                    let note = format!("joined the lines of `{}`: {count} copies", kept.text);
                    return Ok(Some((patches, note)));
                }
                Ok(None)
            })??;
            match step {
                None => return Ok(Fixed(notes)),
                Some((patches, note)) => {
                    self.apply(patches);
                    notes.push(note);
                }
            }
        }
    }

    /// Writes the deck in its canonical form: spelling, one form of a text line, and the order of `rules`.
    ///
    /// # Errors
    /// The new text is no deck, which would be a fault of the program.
    pub fn format(&mut self) -> Result<Fixed, EditError> {
        let fixed = self.spell(true, false)?;
        let patches = self.look(spelling::shapes)?;
        self.apply(patches);
        self.sort(Order::Rules)?;
        Ok(fixed)
    }
}
