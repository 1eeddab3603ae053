//! Entries of YAML and JSON decks.

mod insert;
mod item;

use std::ops::Range;

use super::super::format::columns::{Column, Words};
use super::scalar::{Quote, scalar};
use super::text::{self, Parts, parts};
use super::{Edited, Patch, View, Written, line_around, patched, refuse};
use crate::deck::DeckLine;
use crate::deck::format::Format;
use crate::text::{Key, Node, Value};

pub(super) use insert::insert;

/// What in the tree a line of the deck is.
enum Unit<'n> {
    /// An item of a list.
    Item { list: &'n Node, at: usize },
    /// An entry `NAME: 4` of a mapping.
    Entry { map: &'n Node, at: usize },
    /// The value of a section that is one scalar.
    Value(&'n Node),
    /// A line of a block of text.
    Line,
    /// A section that is one card's mapping.
    Lone(&'n Node),
}

const LOST: &str = "the entry of the card is not found in the file";
const WRITE_ANEW: &str = "this entry cannot be edited in place; `decklint convert` writes the deck anew";

fn holds(range: &Range<usize>, at: usize) -> bool {
    range.contains(&at)
}

fn meaning(view: &View<'_>, key: &Key) -> Option<Column> {
    Words::of(view.spec).get(&key.value)
}

fn names_card(view: &View<'_>, key: &Key) -> bool {
    matches!(meaning(view, key), Some(Column::Card | Column::Code | Column::Name))
}

/// The child that holds a byte. Children stand one behind the other, but for those that are written elsewhere.
fn child<T>(all: &[T], range: impl Fn(&T) -> Range<usize>, at: usize) -> Option<(usize, &T)> {
    let next = all.partition_point(|one| range(one).start <= at);
    let near = next.checked_sub(1).and_then(|index| Some((index, all.get(index)?)));
    let found = near.filter(|(_, one)| holds(&range(one), at));
    found.or_else(|| all.iter().enumerate().find(|(_, one)| holds(&range(one), at)))
}

fn locate<'n>(view: &View<'_>, node: &'n Node, at: usize) -> Option<Unit<'n>> {
    match &node.value {
        Value::List(items) => {
            let (index, item) = child(items, |item| item.span.range(), at)?;
            let own = match &item.value {
                Value::Scalar(_) => true,
                Value::List(_) => false,
                Value::Map(entries) => {
                    // One key is the card itself, or names it.
                    entries.len() == 1 || entries.iter().any(|(k, v)| holds(&v.span.range(), at) && names_card(view, k))
                }
            };
            if own { Some(Unit::Item { list: node, at: index }) } else { locate(view, item, at) }
        }
        Value::Map(entries) => {
            if let Some((index, _)) = child(entries, |(key, _)| key.span.range(), at) {
                return Some(Unit::Entry { map: node, at: index });
            }
            let (_, (key, value)) = child(entries, |(_, value)| value.span.range(), at)?;
            match &value.value {
                Value::Scalar(_) if names_card(view, key) => Some(Unit::Lone(node)),
                Value::Scalar(_) => {
                    let written = view.source.slice(value.span);
                    let gap = view.text().get(key.span.end as usize..value.span.start as usize).unwrap_or_default();
                    // The lines of a block stand in the file as they are; quoted ones need not.
                    match (
                        written.starts_with(['"', '\'']),
                        gap.contains(['|', '>', '\n']) || written.starts_with(['|', '>']),
                    ) {
                        (false, true) => Some(Unit::Line),
                        _ if written.contains(['\n', '\r']) || value.as_str().is_some_and(|t| t.contains('\n')) => None,
                        _ => Some(Unit::Value(value)),
                    }
                }
                _ => locate(view, value, at),
            }
        }
        Value::Scalar(_) => None,
    }
}

fn unit_of<'n>(view: &View<'_>, root: &'n Node, line: &DeckLine<'_>) -> Edited<Unit<'n>> {
    let at = view.raw_of(line).span.start as usize;
    match locate(view, root, at) {
        Some(unit) => Ok(unit),
        None => refuse(LOST),
    }
}

fn is_flow(view: &View<'_>, node: &Node) -> bool {
    view.text()[node.span.range()].starts_with(['[', '{'])
}

fn quote(view: &View<'_>, written: &str) -> Quote {
    if view.document.format == Format::Json { Quote::Double } else { Quote::of(written) }
}

/// The bytes of each child.
fn children(node: &Node) -> Vec<Range<usize>> {
    match &node.value {
        Value::List(items) => items.iter().map(|item| item.span.range()).collect(),
        Value::Map(entries) => {
            let end = |key: &Key, value: &Node| value.span.end.max(key.span.end) as usize;
            entries.iter().map(|(key, value)| key.span.start as usize..end(key, value)).collect()
        }
        Value::Scalar(_) => Vec::new(),
    }
}

fn remove(view: &View<'_>, container: &Node, at: usize) -> Edited<Vec<Patch>> {
    let text = view.text();
    let all = children(container);
    let own = all[at].clone();
    if !is_flow(view, container) {
        let (first, _) = line_around(text, own.start);
        let (_, last) = line_around(text, own.end);
        let only = text[first.start..own.start].chars().all(|c| c == ' ' || c == '-');
        let dashes = text[first.start..own.start].matches('-').count();
        let wanted = usize::from(matches!(container.value, Value::List(_)));
        return match only && dashes == wanted {
            true => Ok(vec![Patch::new(first.start..last.end, "")]),
            false => refuse(WRITE_ANEW),
        };
    }
    if all.len() == 1 {
        let inner = container.span.start as usize + 1..container.span.end as usize - 1;
        return Ok(vec![Patch::new(inner, "")]);
    }
    let range = if at == 0 { own.start..all[1].start } else { all[at - 1].end..own.end };
    match text[range.clone()].contains('#')
        && view.document.format == Format::Yaml
        && at > 0
        && !has_no_comment(text, &all[at - 1], &own)
    {
        true => refuse(WRITE_ANEW),
        false => Ok(vec![Patch::new(range, "")]),
    }
}

/// Whether between two neighbours there are only a comma and white space.
fn has_no_comment(text: &str, before: &Range<usize>, behind: &Range<usize>) -> bool {
    text[before.end..behind.start].chars().all(|c| c == ',' || c.is_whitespace())
}

fn scalar_parts<'n>(view: &View<'_>, node: &'n Node, line: &DeckLine<'_>) -> (&'n str, Parts) {
    let text = node.as_str().unwrap_or_default();
    let parts = parts(view, text, &line.text, line.count_span.is_some());
    (text, parts)
}

fn rewrite(view: &View<'_>, node: &Node, text: &str) -> Vec<Patch> {
    let quote = quote(view, view.source.slice(node.span));
    vec![Patch::new(node.span.range(), scalar(text, quote))]
}

/// A count as the value of a key: a number, or in quotes where it stands in quotes.
fn number(view: &View<'_>, node: &Node, count: u32) -> Patch {
    let written = view.source.slice(node.span);
    let text = match Quote::of(written) {
        Quote::Plain => count.to_string(),
        quoted => scalar(&count.to_string(), quoted),
    };
    Patch::new(node.span.range(), text)
}

pub(super) fn set_count(view: &View<'_>, root: &Node, line: &DeckLine<'_>, count: u32) -> Edited<Vec<Patch>> {
    match unit_of(view, root, line)? {
        Unit::Line => text::set_count(view, line, count),
        Unit::Value(node) => {
            let (text, parts) = scalar_parts(view, node, line);
            match count {
                0 => Ok(vec![Patch::new(node.span.range(), "[]")]),
                n => Ok(rewrite(view, node, &patched(text, vec![parts.count_patch(n)]))),
            }
        }
        Unit::Lone(node) if count == 0 && is_flow(view, node) => Ok(vec![Patch::new(node.span.range(), "[]")]),
        Unit::Lone(_) if count == 0 => refuse(WRITE_ANEW),
        Unit::Lone(node) => Ok(vec![item::count(view, node, count)]),
        Unit::Item { list, at } if count == 0 => remove(view, list, at),
        Unit::Entry { map, at } if count == 0 => remove(view, map, at),
        Unit::Entry { map, at } => entry_count(view, map, at, line, count),
        Unit::Item { list, at } => {
            let item = &list.as_list().unwrap_or_default()[at];
            match &item.value {
                Value::Scalar(_) => {
                    let (text, parts) = scalar_parts(view, item, line);
                    Ok(rewrite(view, item, &patched(text, vec![parts.count_patch(count)])))
                }
                _ if is_pair(view, item) => entry_count(view, item, 0, line, count),
                _ => Ok(vec![item::count(view, item, count)]),
            }
        }
    }
}

/// Whether an item is a mapping of one card to its count.
fn is_pair(view: &View<'_>, item: &Node) -> bool {
    matches!(item.as_map(), Some([(key, _)]) if meaning(view, key).is_none())
}

fn entry_count(view: &View<'_>, map: &Node, at: usize, line: &DeckLine<'_>, count: u32) -> Edited<Vec<Patch>> {
    let (key, value) = &map.as_map().unwrap_or_default()[at];
    // `4 Warden: Reborn` is one card, which YAML takes apart; its count stands in the key.
    if let Some(span) = line.count_span.filter(|span| holds(&key.span.range(), span.start as usize)) {
        return Ok(vec![Patch::new(span.range(), count.to_string())]);
    }
    Ok(vec![number(view, value, count)])
}

pub(super) fn set_card(view: &View<'_>, root: &Node, line: &DeckLine<'_>, card: Written<'_>) -> Edited<Vec<Patch>> {
    let entry_card = |map: &Node, at: usize| {
        let (key, _) = &map.as_map().unwrap_or_default()[at];
        if line.count_span.is_some_and(|span| holds(&key.span.range(), span.start as usize)) {
            return refuse(WRITE_ANEW);
        }
        let quote = quote(view, view.source.slice(key.span));
        let card = card.like(&key.value, view.catalog);
        Ok(vec![Patch::new(key.span.range(), scalar(card, quote))])
    };
    let scalar_card = |node: &Node| {
        let (text, parts) = scalar_parts(view, node, line);
        Ok(rewrite(view, node, &patched(text, vec![Patch::new(parts.card, card.free)])))
    };
    match unit_of(view, root, line)? {
        Unit::Line => text::set_card(view, line, card),
        Unit::Value(node) => scalar_card(node),
        Unit::Lone(node) => Ok(item::card(view, node, card)),
        Unit::Entry { map, at } => entry_card(map, at),
        Unit::Item { list, at } => {
            let item = &list.as_list().unwrap_or_default()[at];
            match &item.value {
                Value::Scalar(_) => scalar_card(item),
                _ if is_pair(view, item) => entry_card(item, 0),
                _ => Ok(item::card(view, item, card)),
            }
        }
    }
}

/// What changes places with other lines: an item or entry, or in blocks the whole lines.
pub(super) fn unit(view: &View<'_>, root: &Node, line: &DeckLine<'_>) -> Option<Range<usize>> {
    let (container, at) = match unit_of(view, root, line).ok()? {
        Unit::Line => return Some(text::unit(view, line)),
        Unit::Value(_) | Unit::Lone(_) => return None,
        Unit::Item { list, at } => (list, at),
        Unit::Entry { map, at } => (map, at),
    };
    let own = children(container)[at].clone();
    if is_flow(view, container) {
        // A remark between items would not go with its item.
        let clean = view.document.format == Format::Json || !view.text()[container.span.range()].contains('#');
        return clean.then_some(own);
    }
    let (first, _) = line_around(view.text(), own.start);
    let (last, _) = line_around(view.text(), own.end);
    Some(first.start..last.end)
}
