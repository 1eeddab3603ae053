//! Edits that change how a deck is written and not what it holds.

use rustc_hash::FxHashMap;

use super::draft::section_key;
use super::spelling::{self, Spelled, Style};
use super::{Draft, EditError};
use super::{Patch, View};
use crate::catalog::{CardId, Lookup};
use crate::deck::{DeckLine, Identity, Order};
use crate::diagnostics::{Applicability, Diagnostic, Fix, RES_MISMATCH, RES_UNKNOWN, RES_ZEROS};
use crate::text::{FileId, Place, Span};

/// A file with more unknown cards than these is no deck of the game.
const MOST_GUESSES: usize = 100;

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
        let guesses = self.look(|view| {
            let mut out = Vec::new();
            for line in view.deck.lines.iter().filter(|line| line.card.is_none()).take(MOST_GUESSES) {
                let [one] = view.catalog.near(&line.text, 2)[..] else { continue };
                let Some((patches, card)) = named(view, line, one) else { continue };
                let key = section_key(view.deck, line.section, view.spec.sections.len());
                let note = format!("took `{one}` for the unknown card `{}`", line.text);
                out.push((patches, note, key, Identity::unknown(&line.text), card, u64::from(line.count)));
            }
            out
        })?;
        let mut all = Vec::new();
        for (patches, note, key, unknown, card, copies) in guesses {
            all.extend(patches);
            self.expected.take(&key, &unknown, copies);
            self.expected.add(key, Identity::Card(card), copies);
            fixed.0.push(note);
        }
        self.apply(all);
        Ok(fixed)
    }

    /// Whether a finding is of a kind that [`Draft::fixes`] may mend.
    #[must_use]
    pub fn may_mend(finding: &Diagnostic) -> bool {
        [&RES_UNKNOWN, &RES_MISMATCH, &RES_ZEROS].iter().any(|code| *finding.code == *code.code)
    }

    /// What [`Draft::respell`] and [`Draft::guess`] would write for each of the findings of this text.
    ///
    /// # Errors
    /// The text is no deck, which would be a fault of the program.
    pub fn fixes(&self, findings: &[Diagnostic]) -> Result<Vec<Option<Box<Fix>>>, EditError> {
        self.look(|view| findings.iter().map(|finding| fix(view, finding)).collect())
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
        let (counts, notes) = self.look(|view| {
            let mut kept: Vec<(usize, u32)> = Vec::new();
            let mut gone: Vec<usize> = Vec::new();
            let mut first: FxHashMap<(usize, Identity), usize> = FxHashMap::default();
            for (at, line) in view.deck.lines.iter().enumerate() {
                let card = line.card.map_or_else(|| Identity::unknown(&line.text), Identity::Card);
                // A table without counts says the number of copies by rows.
                let by_rows = line.count_span.is_none() && view.is_table();
                match first.get(&(line.section, card.clone())) {
                    None => {
                        first.insert((line.section, card), kept.len());
                        kept.push((at, line.count));
                    }
                    Some(&one) if !by_rows && !view.has_remark(line) => {
                        let count = kept[one].1.saturating_add(line.count);
                        if count <= 999 {
                            kept[one].1 = count;
                            gone.push(at);
                        }
                    }
                    _ => {}
                }
            }
            kept.retain(|(at, count)| view.deck.lines[*at].count != *count);
            let note = |(at, count): &(usize, u32)| {
                format!("joined the lines of `{}`: {count} copies", view.deck.lines[*at].text)
            };
            let notes: Vec<String> = kept.iter().map(note).collect();
            let mut counts: Vec<(usize, u32)> = kept.into_iter().chain(gone.into_iter().map(|at| (at, 0))).collect();
            counts.sort_unstable_by(|a, b| b.cmp(a));
            (counts, notes)
        })?;
        if !counts.is_empty() {
            self.set_counts(&counts)?;
        }
        Ok(Fixed(notes))
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

/// The patches that write a near name for a line's card, and that card.
fn named(view: &View<'_>, line: &DeckLine<'_>, name: &str) -> Option<(Vec<Patch>, CardId)> {
    let Lookup::One(card) = view.catalog.find_name(name) else { return None };
    let spelled = Spelled::card(view.catalog, card, Style::Name, name);
    Some((view.set_card(line, spelled.written()).ok()?, card))
}

fn fix(view: &View<'_>, finding: &Diagnostic) -> Option<Box<Fix>> {
    let (Place::Span(place), true) = (finding.place, Draft::may_mend(finding)) else { return None };
    // A remark behind the card may belong to the finding and not to the line.
    let line = view.deck.lines.iter().find(|line| (line.span.file, line.span.start) == (place.file, place.start))?;
    let (patches, applicability) = match (line.card, &finding.facts.suggestions[..]) {
        (None, [one]) => (named(view, line, one)?.0, Applicability::Unsafe),
        (Some(card), _) => {
            let safe = *finding.code == *RES_ZEROS.code;
            let applicability = if safe { Applicability::Safe } else { Applicability::Unsafe };
            (spelling::card(view, line, card, !safe)?, applicability)
        }
        _ => return None,
    };
    let span = |range: &std::ops::Range<usize>| Span::new(FileId::INPUT, range.start, range.end);
    let changed = |patch: &Patch| view.text().get(patch.range.clone()) != Some(&patch.text);
    let mut edits: Vec<_> = patches.into_iter().filter(changed).map(|patch| (span(&patch.range), patch.text)).collect();
    edits.sort_by_key(|(span, _)| span.start);
    (!edits.is_empty()).then(|| Box::new(Fix { applicability, edits }))
}
