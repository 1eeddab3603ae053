//! The quick way through a text deck of which every line is as nearly all lines are: a small count and a card, a section's
//! heading, a label, a comment, or nothing. Reading and lookup are one pass. Any other deck goes through [`super::text`] and
//! [`crate::deck::resolve`], whose meaning this must not change.

use std::borrow::Cow;

use super::build::{Build, MOST_COPIES};
use super::dialect::PLAIN;
use super::line::{code_digits, is_comment, is_rule, scan, title, trimmed, usual};
use super::text::FOREIGN;
use crate::catalog::{Catalog, Lookup};
use crate::deck::resolve::Resolver;
use crate::deck::{CardText, Deck, DeckLine, DeckSection, RawLine};
use crate::diagnostics::Diagnostic;
use crate::spec::GameSpec;
use crate::text::{FileId, Span, lines};

/// The deck and what is wrong with its cards, if it is of that kind.
pub(super) fn read<'t>(text: &'t str, spec: &GameSpec, catalog: &Catalog) -> Option<(Deck<'t>, Vec<Diagnostic>)> {
    let build = Build::of(spec, PLAIN.id, PLAIN.leader);
    let digits = code_digits(spec);
    let mut resolver = Resolver::new(spec, catalog);
    let mut deck = Deck { sections: DeckSection::all(spec), lines: Vec::with_capacity((text.len() / 8).min(64)) };
    let mut section = spec.default_section();
    let (mut headed, mut blank, mut parted_by_blank) = (false, false, false);
    // Labels are lines of the raw deck.
    let mut raw = 0;
    for (start, whole) in lines(text) {
        let range = trimmed(whole);
        let (start, line) = (start + range.start, &whole[range]);
        let span = |from: usize, to: usize| Span::new(FileId::INPUT, start + from, start + to);
        if let Some((count_end, count @ 1..=MOST_COPIES)) = usual(line, digits) {
            let (count, card_text) = (u32::try_from(count).ok()?, &line[count_end + 1..]);
            let (card_span, count_span) = (span(count_end + 1, line.len()), Some(span(0, count_end)));
            let text = Cow::Borrowed(card_text);
            let mut found = DeckLine { section, count, card: None, text, span: card_span, count_span, raw };
            match catalog.find(card_text) {
                Lookup::One(card) => found.card = Some(card),
                _ => {
                    let card = CardText::Free { text: card_text, whole: line };
                    let line = RawLine { section, count, card, span: card_span, count_span };
                    found = DeckLine { raw, ..resolver.line(&line, section) };
                }
            }
            deck.sections[section].total += u64::from(found.count);
            deck.lines.push(found);
        } else if line.is_empty() {
            blank = raw > 0;
            continue;
        } else if is_comment(line) || is_rule(line) {
            continue;
        } else {
            let entry = scan(line, digits);
            if line == "About" || entry.count.is_some() || entry.side.is_some() {
                return None;
            }
            let title = title(line);
            let known = build.section_for(title.name);
            if let Some(known) = known {
                section = known;
                let offset = title.name.as_ptr() as usize - line.as_ptr() as usize;
                deck.sections[section].span.get_or_insert(span(offset, offset + title.name.len()));
            }
            // Whatever else a line without count may be, there is more to say of it.
            let foreign = || FOREIGN.iter().any(|f| title.name.eq_ignore_ascii_case(f));
            if known.is_none() && (!is_label(title.name, spec) || foreign()) {
                return None;
            }
            if known.is_some() || title.sure {
                headed = true;
                continue;
            }
            if title.name != line || catalog.find(line) != Lookup::None {
                return None;
            }
        }
        parted_by_blank |= std::mem::take(&mut blank);
        raw += 1;
    }
    // A blank line between cards may begin the side section, which is for people to be told.
    let doubtful = deck.lines.is_empty() || (parted_by_blank && !headed);
    (!doubtful).then(|| (deck, resolver.finish()))
}

/// Whether a title is a label both by its own letters and by those that headings are compared by.
fn is_label(title: &str, spec: &GameSpec) -> bool {
    spec.is_group_label(title) && spec.is_group_label(&crate::text::fold_key(title))
}
