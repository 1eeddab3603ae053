//! New entries in YAML and JSON.

use std::ops::Range;

use super::super::scalar::scalar;
use super::super::{Edited, Patch, View, Written, line_around, line_behind, line_end, refuse};
use super::item::{like, plain};
use super::{Unit, WRITE_ANEW, children, has_no_comment, is_flow, is_pair, quote, scalar_parts, text, unit_of};
use crate::deck::DeckLine;
use crate::deck::format::Format;
use crate::text::{Node, Value, fold_key};

/// Adds a card to a section.
pub(in super::super) fn insert(
    view: &View<'_>,
    root: &Node,
    section: usize,
    count: u32,
    card: Written<'_>,
) -> Edited<Vec<Patch>> {
    let Some(line) = view.last_of(section) else { return first(view, root, section, count, card) };
    match unit_of(view, root, line)? {
        Unit::Line => Ok(text::insert_behind(view, line, count, card.free)),
        Unit::Value(_) | Unit::Lone(_) => refuse(WRITE_ANEW),
        Unit::Entry { map, at } => Ok(behind(view, map, at, &entry(view, map, at, count, card))),
        Unit::Item { list, at } => {
            let item = &list.as_list().unwrap_or_default()[at];
            Ok(behind(view, list, at, &item_like(view, item, line, section, count, card)))
        }
    }
}

fn item_like(
    view: &View<'_>,
    item: &Node,
    line: &DeckLine<'_>,
    section: usize,
    count: u32,
    card: Written<'_>,
) -> String {
    match &item.value {
        Value::Scalar(_) => {
            let (text, parts) = scalar_parts(view, item, line);
            scalar(&parts.like(text, count, card.free), quote(view, view.source.slice(item.span)))
        }
        _ if is_pair(view, item) => entry(view, item, 0, count, card),
        _ => like(view, item, section, count, card),
    }
}

fn entry(view: &View<'_>, map: &Node, at: usize, count: u32, card: Written<'_>) -> String {
    let (key, value) = &map.as_map().unwrap_or_default()[at];
    let gap = view.text().get(key.span.end as usize..value.span.start as usize).unwrap_or(": ");
    let colon = if gap.trim() == ":" { gap } else { ": " };
    let name = scalar(card.like(&key.value, view.catalog), quote(view, view.source.slice(key.span)));
    format!("{name}{colon}{count}")
}

/// A patch that puts a child behind another one.
fn behind(view: &View<'_>, container: &Node, at: usize, child: &str) -> Vec<Patch> {
    let text = view.text();
    let all = children(container);
    let own = all[at].clone();
    if !is_flow(view, container) {
        let (first, _) = line_around(text, own.start);
        let (last, whole) = line_around(text, own.end);
        let dash = text[first.start..own.start].replace(|c: char| c != '-' && c != ' ', " ");
        return vec![line_behind(text, &last, &whole, &format!("{dash}{child}"))];
    }
    let open = container.span.start as usize + 1;
    let lead: Range<usize> = if at > 0 { all[at - 1].end..own.start } else { open..own.start };
    let gap = &text[lead.clone()];
    let clean = at == 0 || has_no_comment(text, &all[at - 1], &own);
    let gap = match at {
        0 if gap.contains('\n') && gap.trim().is_empty() => format!(",{gap}"),
        0 => ", ".to_owned(),
        _ if clean => gap.to_owned(),
        _ => ", ".to_owned(),
    };
    vec![Patch::new(own.end..own.end, format!("{gap}{child}"))]
}

/// The first card of a section.
fn first(view: &View<'_>, root: &Node, section: usize, count: u32, card: Written<'_>) -> Edited<Vec<Patch>> {
    // Written like the cards of another section.
    let sample = view.deck.lines.iter().rev().find_map(|line| match unit_of(view, root, line).ok()? {
        Unit::Item { list, at } => {
            let item = &list.as_list()?[at];
            Some(item_like(view, item, line, section, count, card)).filter(|text| !text.contains('\n'))
        }
        _ => None,
    });
    let item = sample.unwrap_or_else(|| plain(view, count, card));
    let names = |key: &str| {
        view.spec.section_for_heading(key) == Some(section)
            || (fold_key(key) == "cards" && section == view.spec.default_section())
    };
    let holders = [root.get("sections"), Some(root)];
    for map in holders.into_iter().flatten() {
        let entries = map.as_map().unwrap_or_default();
        if let Some(at) = entries.iter().position(|(key, _)| names(&key.value)) {
            return fill(view, map, at, &item, count, card);
        }
    }
    let holder = root.get("sections").filter(|n| n.as_map().is_some()).unwrap_or(root);
    let name = view.spec.section_name(section).unwrap_or_default();
    new_section(view, holder, name, &item)
}

/// Puts the first card into a section that is there.
fn fill(view: &View<'_>, map: &Node, at: usize, item: &str, count: u32, card: Written<'_>) -> Edited<Vec<Patch>> {
    let text = view.text();
    let (key, value) = &map.as_map().unwrap_or_default()[at];
    let (line, _) = line_around(text, key.span.start as usize);
    let indent = &text[line.start..key.span.start as usize];
    let own_line = indent.trim().is_empty();
    let end = line_end(text);
    let range = value.span.range();
    let json = view.document.format == Format::Json;
    let empty_list = matches!(&value.value, Value::List(items) if items.is_empty());
    match &value.value {
        Value::Map(entries) if entries.is_empty() => {
            let name = scalar(card.free, quote(view, view.source.slice(key.span)));
            Ok(vec![Patch::new(range, format!("{{{name}: {count}}}"))])
        }
        _ if !(empty_list || value.is_null()) => refuse(WRITE_ANEW),
        _ if json && own_line => Ok(vec![Patch::new(range, format!("[{end}{indent}  {item}{end}{indent}]"))]),
        _ if json || is_flow(view, map) || !own_line => Ok(vec![Patch::new(range, format!("[{item}]"))]),
        // `main:` and `main: []` become a list below the key.
        _ => {
            let colon = key.span.end as usize + text[key.span.end as usize..].find(':').map_or(0, |i| i + 1);
            let to = if range.is_empty() { colon } else { range.end };
            Ok(vec![Patch::new(colon..to, format!("{end}{indent}  - {item}"))])
        }
    }
}

/// Adds a section with its first card.
fn new_section(view: &View<'_>, map: &Node, name: &str, item: &str) -> Edited<Vec<Patch>> {
    let text = view.text();
    let (Some(entries), all) = (map.as_map(), children(map)) else { return refuse(WRITE_ANEW) };
    let (Some((key, _)), Some(last)) = (entries.last(), all.last()) else { return refuse(WRITE_ANEW) };
    let word = scalar(name, quote(view, view.source.slice(key.span)));
    if is_flow(view, map) {
        return Ok(behind(view, map, all.len() - 1, &format!("{word}: [{item}]")));
    }
    let (first, _) = line_around(text, key.span.start as usize);
    let indent = &text[first.start..key.span.start as usize];
    let (inner, whole) = line_around(text, last.end);
    let lines = format!("{indent}{word}:{}{indent}  - {item}", line_end(text));
    Ok(vec![line_behind(text, &inner, &whole, &lines)])
}
