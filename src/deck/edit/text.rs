//! Lines of text: those of text decks, and those inside YAML.

use std::ops::Range;

use super::super::format::line::{Entry, code_digits, scan};
use super::super::resolve::offset_in;
use super::{Edited, Patch, View, Written, line_around, line_behind, line_end, refuse};
use crate::deck::DeckLine;

/// A line taken apart: what stands where in it.
pub(super) struct Parts {
    pub entry: Entry,
    /// The count, unless it is part of the name.
    pub count: Option<Range<usize>>,
    /// The card as it is named.
    pub card: Range<usize>,
}

/// Takes a line apart that the reader has read; `named` is the card as it names it.
pub(super) fn parts(view: &View<'_>, text: &str, named: &str, counted: bool) -> Parts {
    let entry = scan(text, code_digits(view.spec));
    let inside = |range: &Range<usize>| text[range.clone()].find(named).map(|at| range.start + at);
    // A name that begins with a number is searched in the whole, any other one behind the count.
    let at = if counted { inside(&entry.text) } else { None };
    let start = at.or_else(|| inside(&entry.whole)).unwrap_or(entry.text.start);
    let card = start..(start + named.len()).min(text.len());
    let count = entry.count.as_ref().map(|(range, _)| range.clone()).filter(|_| counted);
    Parts { entry, count, card }
}

impl Parts {
    /// The patch that sets the count.
    pub(super) fn count_patch(&self, count: u32) -> Patch {
        match &self.count {
            Some(range) => Patch::new(range.clone(), count.to_string()),
            None => Patch::new(self.entry.whole.start..self.entry.whole.start, format!("{count} ")),
        }
    }

    /// A line like this one, with another count and card, without tag or comment.
    pub(super) fn like(&self, text: &str, count: u32, card: &str) -> String {
        match &self.count {
            Some(range) if range.end <= self.card.start => {
                format!("{}{count}{}{card}", &text[..range.start], &text[range.end..self.card.start])
            }
            Some(range) => {
                format!("{}{card}{}{count}", &text[..self.card.start], &text[self.card.end..range.start])
            }
            None if count == 1 => format!("{}{card}", &text[..self.card.start]),
            None => format!("{}{count} {card}", &text[..self.card.start]),
        }
    }
}

fn at_line(view: &View<'_>, line: &DeckLine<'_>) -> (Range<usize>, Range<usize>, Parts) {
    let (inner, whole) = line_around(view.text(), line.span.start as usize);
    let parts = parts(view, &view.text()[inner.clone()], &line.text, line.count_span.is_some());
    (inner, whole, parts)
}

fn moved(mut patch: Patch, by: usize) -> Patch {
    patch.range = patch.range.start + by..patch.range.end + by;
    patch
}

pub(super) fn set_count(view: &View<'_>, line: &DeckLine<'_>, count: u32) -> Edited<Vec<Patch>> {
    let (inner, whole, parts) = at_line(view, line);
    Ok(vec![match count {
        0 => Patch::new(whole, ""),
        n => moved(parts.count_patch(n), inner.start),
    }])
}

pub(super) fn set_card(view: &View<'_>, line: &DeckLine<'_>, card: Written<'_>) -> Edited<Vec<Patch>> {
    let Some(start) = offset_in(view.text(), &line.text) else { return refuse("the line cannot be written in place") };
    let start = start as usize;
    Ok(vec![Patch::new(start..start + line.text.len(), card.free)])
}

/// A line behind the one at `at`, like it.
pub(super) fn insert_behind(view: &View<'_>, line: &DeckLine<'_>, count: u32, card: &str) -> Vec<Patch> {
    let (inner, whole, parts) = at_line(view, line);
    let new = parts.like(&view.text()[inner.clone()], count, card);
    vec![line_behind(view.text(), &inner, &whole, &new)]
}

pub(super) fn insert(view: &View<'_>, section: usize, count: u32, card: Written<'_>) -> Edited<Vec<Patch>> {
    if let Some(line) = view.last_of(section) {
        return Ok(insert_behind(view, line, count, card.free));
    }
    let text = view.text();
    let line = format!("{count} {}", card.free);
    let heading = view.raw.sections.iter().rfind(|s| s.section == Some(section)).and_then(|s| s.span);
    let prefix = heading.filter(|span| view.source.slice(*span).eq_ignore_ascii_case("sb:"));
    if let (Some(span), None) = (heading, prefix) {
        let (inner, whole) = line_around(text, span.start as usize);
        return Ok(vec![line_behind(text, &inner, &whole, &line)]);
    }
    let end = line_end(text);
    let closed = text.is_empty() || text.ends_with(['\n', '\r']);
    let open = if closed { "" } else { end };
    // A deck without any heading needs none for its main section.
    let bare = view.raw.sections.iter().all(|s| s.span.is_none()) && section == view.spec.default_section();
    if bare && view.deck.lines.is_empty() {
        return Ok(vec![Patch::new(text.len()..text.len(), format!("{open}{line}{end}"))]);
    }
    let title = &view.spec.sections[section].title;
    let gap = if text.trim_end_matches([' ', '\t']).ends_with("\n\n") || text.is_empty() { "" } else { end };
    Ok(vec![Patch::new(text.len()..text.len(), format!("{open}{gap}{title}{end}{line}{end}"))])
}

/// The line without its line end.
pub(super) fn unit(view: &View<'_>, line: &DeckLine<'_>) -> Range<usize> {
    line_around(view.text(), line.span.start as usize).0
}
