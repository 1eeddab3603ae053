//! Lines that change places. Blank lines, headings and labels part groups, which are sorted by themselves: a list that
//! was grouped by hand stays grouped. A comment right above a line goes with it.

use std::ops::Range;

use super::super::format::line::is_comment;
use super::{Patch, View, line_around};
use crate::deck::{DeckLine, Order, compare, sort_key};

/// The pieces of text of each group, with the index of their line in the deck.
pub(super) fn groups(
    view: &View<'_>,
    unit: impl Fn(&DeckLine<'_>) -> Option<Range<usize>>,
) -> Vec<Vec<(usize, Range<usize>)>> {
    let text = view.text();
    let mut out: Vec<Vec<(usize, Range<usize>)>> = Vec::new();
    let mut before: Option<(usize, Range<usize>)> = None;
    for (index, line) in view.deck.lines.iter().enumerate() {
        let Some(own) = unit(line) else {
            before = None;
            continue;
        };
        let section = view.raw_of(line).section;
        let full = with_comments(text, own.clone());
        let joined = before.as_ref().is_some_and(|(s, range)| {
            *s == section && range.end <= full.start && is_seam(&text[range.end..full.start])
        });
        before = Some((section, own.clone()));
        match out.last_mut().filter(|_| joined) {
            Some(group) => group.push((index, full)),
            // What stands above the first line may be about the whole group.
            None => out.push(vec![(index, own)]),
        }
    }
    out
}

/// Whether nothing but a line end or a comma stands between two lines.
fn is_seam(between: &str) -> bool {
    let ends = between.matches(['\n', '\r']).count() - between.matches("\r\n").count();
    ends <= 1 && matches!(between.trim(), "" | ",")
}

/// A line's range, begun by the comment lines right above it.
fn with_comments(text: &str, own: Range<usize>) -> Range<usize> {
    let mut start = own.start;
    while start > 0 && text[..start].ends_with(['\n', '\r']) {
        let before = if text[..start].ends_with("\r\n") { start - 2 } else { start - 1 };
        let (above, _) = line_around(text, before);
        if !is_comment(text[above.clone()].trim()) {
            break;
        }
        start = above.start;
    }
    start..own.end
}

/// The patches that put the lines of every group in order.
pub(super) fn sorted(view: &View<'_>, order: Order) -> Vec<Patch> {
    let mut out = Vec::new();
    for group in view.groups() {
        let mut keyed: Vec<_> = group
            .iter()
            .map(|(index, range)| (sort_key(order, view.deck.lines[*index].card, view.spec, view.catalog), range))
            .collect();
        keyed.sort_by(|a, b| compare(a.0.as_ref(), b.0.as_ref()));
        for ((_, slot), (_, range)) in group.iter().zip(keyed) {
            if slot != range {
                out.push(Patch::new(slot.clone(), &view.text()[range.clone()]));
            }
        }
    }
    out
}
