//! Cards that are mappings, such as `{card: NAME, count: 4}`.

use super::super::scalar::{Quote, scalar};
use super::super::{Patch, View, Written};
use super::{Column, is_flow, line_around, meaning, number, quote};
use crate::deck::format::Format;
use crate::text::{Key, Node};

fn is_count(view: &View<'_>, entries: &[(Key, Node)], key: &Key) -> bool {
    let has_count = entries.iter().any(|(key, _)| meaning(view, key) == Some(Column::Count));
    match meaning(view, key) {
        Some(Column::Count) => true,
        Some(Column::Number) => !has_count,
        _ => false,
    }
}

/// The patch that sets the count of a card's mapping.
pub(super) fn count(view: &View<'_>, item: &Node, count: u32) -> Patch {
    let entries = item.as_map().unwrap_or_default();
    if let Some((_, value)) = entries.iter().find(|(key, _)| is_count(view, entries, key)) {
        return number(view, value, count);
    }
    let style = Style::of(view, item);
    let end = entries.last().map_or(item.span.start, |(_, v)| v.span.end) as usize;
    Patch::new(end..end, format!("{}{}{}{count}", style.sep, style.key("count"), style.colon))
}

/// The patches that write the card of a mapping anew, in the fields that it has.
pub(super) fn card(view: &View<'_>, item: &Node, card: Written<'_>) -> Vec<Patch> {
    let mut out = Vec::new();
    let entries = item.as_map().unwrap_or_default();
    let has_code = entries.iter().any(|(key, _)| meaning(view, key) == Some(Column::Code));
    for (key, value) in entries {
        let Some(old) = value.as_str().filter(|t| !value.is_null() && !t.trim().is_empty()) else { continue };
        let new = match meaning(view, key) {
            Some(Column::Code) => card.code.unwrap_or(old),
            Some(Column::Name) if has_code => card.name,
            Some(Column::Name | Column::Card) => card.like(old, view.catalog),
            _ => continue,
        };
        if new != old {
            let quote = quote(view, view.source.slice(value.span));
            out.push(Patch::new(value.span.range(), scalar(new, quote)));
        }
    }
    out
}

/// How a mapping is laid out.
struct Style<'a> {
    open: &'a str,
    sep: String,
    colon: &'a str,
    close: &'a str,
    quote: Quote,
}

impl<'a> Style<'a> {
    fn of(view: &View<'a>, item: &Node) -> Style<'a> {
        let text = view.text();
        let entries = item.as_map().unwrap_or_default();
        let at = |n: u32| n as usize;
        let (Some((key, value)), Some((_, last))) = (entries.first(), entries.last()) else {
            return Style { open: "{", sep: ", ".to_owned(), colon: ": ", close: "}", quote: Quote::Double };
        };
        let flow = is_flow(view, item);
        let between = entries.get(1).map(|(next, _)| &text[at(value.span.end)..at(next.span.start)]);
        let plain = between.filter(|gap| gap.chars().all(|c| c == ',' || c.is_whitespace()));
        let sep = match plain {
            Some(gap) => gap.to_owned(),
            None if flow => ", ".to_owned(),
            None => {
                let (line, _) = line_around(text, at(key.span.start));
                format!("\n{}", " ".repeat(text[line.start..at(key.span.start)].chars().count()))
            }
        };
        let gap = text.get(at(key.span.end)..at(value.span.start)).unwrap_or(": ");
        let (open, close) = match flow {
            true => (
                &text[at(item.span.start)..at(key.span.start)],
                &text[at(last.span.end.max(key.span.end))..at(item.span.end)],
            ),
            false => ("", ""),
        };
        let colon = if gap.trim() == ":" { gap } else { ": " };
        Style { open, sep, colon, close, quote: quote(view, view.source.slice(key.span)) }
    }

    fn key(&self, word: &str) -> String {
        scalar(word, self.quote)
    }
}

/// A mapping like `item`, with another count and card.
pub(super) fn like(view: &View<'_>, item: &Node, section: usize, count: u32, card: Written<'_>) -> String {
    let entries = item.as_map().unwrap_or_default();
    let style = Style::of(view, item);
    let has_code = entries.iter().any(|(key, _)| meaning(view, key) == Some(Column::Code));
    let mut parts = Vec::new();
    let mut counted = false;
    for (key, value) in entries {
        let old = value.as_str().unwrap_or_default();
        let written = view.source.slice(value.span);
        let text = match meaning(view, key) {
            _ if is_count(view, entries, key) => {
                counted = true;
                match Quote::of(written) {
                    Quote::Plain => count.to_string(),
                    quoted => scalar(&count.to_string(), quoted),
                }
            }
            Some(Column::Code) => match card.code {
                Some(code) => scalar(code, quote(view, written)),
                None => continue,
            },
            Some(Column::Name) if has_code => scalar(card.name, quote(view, written)),
            Some(Column::Name | Column::Card) => scalar(card.like(old, view.catalog), quote(view, written)),
            Some(Column::Section) => scalar(view.spec.section_name(section).unwrap_or_default(), quote(view, written)),
            _ => continue,
        };
        parts.push(format!("{}{}{text}", view.source.slice(key.span), style.colon));
    }
    if !counted && count > 1 {
        parts.push(format!("{}{}{count}", style.key("count"), style.colon));
    }
    format!("{}{}{}", style.open, parts.join(&style.sep), style.close)
}

/// A card where there is none to be like: a mapping in JSON, a line of text in YAML.
pub(super) fn plain(view: &View<'_>, count: u32, card: Written<'_>) -> String {
    match view.document.format {
        Format::Json => format!("{{\"card\": {}, \"count\": {count}}}", scalar(card.free, Quote::Double)),
        _ => scalar(&format!("{count} {}", card.free), Quote::Plain),
    }
}
