//! A ban and limit list of another program as a layer.

use rustc_hash::FxHashMap;

use crate::catalog::import::{LimitEntry, LimitList};
use crate::catalog::{CardId, Catalog, Lookup};
use crate::diagnostics::{Diagnostic, LAY_CARD, LAY_NO_EFFECT, Level};
use crate::text::yaml_scalar;

/// A name for the layer of a list: lower-case letters, digits and dashes.
#[must_use]
pub fn layer_name(list: &str) -> String {
    let mut out = String::new();
    for c in list.chars().flat_map(char::to_lowercase) {
        match c.is_alphanumeric() {
            true => out.push(c),
            false if out.ends_with('-') || out.is_empty() => {}
            false => out.push('-'),
        }
    }
    let out = out.trim_end_matches('-');
    if out.is_empty() { "list".to_owned() } else { out.to_owned() }
}

/// A line of the layer: the card as YAML, and what stands behind it as a comment.
struct Line {
    card: String,
    limit: i64,
    comment: String,
}

/// The text of the layer, and the cards of the list that the game does not have; those stand in it as comments.
///
/// Without a game every card is taken as it is written. `file` is the name of the list's file.
#[must_use]
pub fn layer_of(list: &LimitList, name: &str, file: &str, game: Option<(&str, &Catalog)>) -> (String, Vec<Diagnostic>) {
    let mut faults = Vec::new();
    let mut lines: Vec<Line> = Vec::new();
    let mut unknown: Vec<String> = Vec::new();
    let mut taken: FxHashMap<CardId, usize> = FxHashMap::default();
    for entry in &list.entries {
        let (card, comment) = match game.map(|(_, catalog)| (catalog, catalog.find_number(&entry.code.value))) {
            None => (entry.code.value.clone(), entry.comment.clone()),
            Some((catalog, Lookup::One(id))) => {
                let card = catalog.card(id);
                if let Some(&at) = taken.get(&id) {
                    lower(&mut lines[at], entry, &card.name, &mut faults);
                    continue;
                }
                taken.insert(id, lines.len());
                (card.code.as_ref().map_or_else(|| card.name.to_string(), ToString::to_string), card.name.to_string())
            }
            Some((_, found)) => {
                let why = match found {
                    Lookup::Many(_) => "is the code of several cards",
                    _ => "is the code of no card of the pool",
                };
                let message = format!("`{}` {why}; it stands in the layer as a comment", entry.code.value);
                faults.push(Diagnostic::general(&LAY_CARD, entry.code.span, message).level(Level::Warning));
                unknown.push(format!("{} {}{}", entry.code.value, entry.limit, dashed(&entry.comment)));
                continue;
            }
        };
        lines.push(Line { card, limit: entry.limit, comment });
    }
    if list.whitelist && !lines.iter().any(|l| l.limit > 0) {
        let message = "this list forbids every card, as it allows none that is known";
        faults.push(Diagnostic::general(&LAY_NO_EFFECT, list.name.span, message));
    }
    (text(list, name, file, game.map(|g| g.0), &lines, &unknown), faults)
}

/// Two codes of one card have one limit.
fn lower(line: &mut Line, entry: &LimitEntry, card: &str, faults: &mut Vec<Diagnostic>) {
    if line.limit.max(0) != entry.limit.max(0) {
        line.limit = line.limit.min(entry.limit);
        let message = format!("`{card}` is listed under two codes with two limits; the lower one was taken");
        faults.push(Diagnostic::general(&LAY_NO_EFFECT, entry.code.span, message));
    }
}

fn dashed(comment: &str) -> String {
    if comment.is_empty() { String::new() } else { format!(" --{comment}") }
}

fn text(list: &LimitList, name: &str, file: &str, game: Option<&str>, lines: &[Line], unknown: &[String]) -> String {
    let title = if list.name.value.is_empty() { name } else { list.name.value.as_str() };
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    let base = file.rsplit(['/', '\\']).next().unwrap_or(file);
    line(format!("# Made from {} by `decklint list import`.", one_line(base)));
    line(format!("layer: {}", yaml_scalar(name)));
    line(format!("title: {}", yaml_scalar(title)));
    if let Some(game) = game {
        line(format!("game: {}", yaml_scalar(game)));
    }
    line(format!("because: {}", yaml_scalar(&format!("the list {title} says so"))));
    let mut part = |head: &str, wanted: &dyn Fn(&Line) -> bool, write: &dyn Fn(&Line) -> String| {
        let found: Vec<&Line> = lines.iter().filter(|l| wanted(l)).collect();
        if !found.is_empty() {
            line(head.to_owned());
        }
        for found in found {
            let comment = match one_line(&found.comment) {
                comment if comment.is_empty() => String::new(),
                comment => format!(" # {comment}"),
            };
            line(format!("{}{comment}", write(found)));
        }
    };
    part("ban:", &|l| l.limit <= 0, &|l| format!("  - {{card: {}}}", yaml_scalar(&l.card)));
    part("limit:", &|l| l.limit > 0, &|l| format!("  - {{card: {}, max: {}}}", yaml_scalar(&l.card), l.limit));
    if list.whitelist {
        part("allow:\n  cards:", &|l| l.limit > 0, &|l| format!("    - {}", yaml_scalar(&l.card)));
        if !lines.iter().any(|l| l.limit > 0) {
            line("allow: {cards: []}".to_owned());
        }
    }
    if !unknown.is_empty() {
        line("# Not in the card pool, so not in force:".to_owned());
        unknown.iter().for_each(|u| line(format!("#   {}", one_line(u))));
    }
    if !list.unread.is_empty() {
        line("# Lines that could not be read:".to_owned());
        list.unread.iter().for_each(|u| line(format!("#   {}", one_line(u))));
    }
    out
}

/// A text that ends no comment.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::layer_name;

    #[test]
    fn names_of_layers_are_plain() {
        for (list, name) in
            [("2020.1 TCG", "2020-1-tcg"), ("  !!", "list"), ("", "list"), ("가시 - A", "가시-a"), ("N/A", "n-a")]
        {
            assert_eq!(layer_name(list), name, "{list}");
        }
    }
}
