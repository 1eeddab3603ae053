//! What a file says besides its deck: comments, tags, sets and numbers of printings, further columns. No format has a
//! place for the asides of another, so a conversion names them.

use std::ops::Range;

use super::columns::{Column, Words};
use super::line::{is_comment, trimmed};
use super::tree::TOLERATED;
use super::{Body, Document, Format};
use crate::deck::{Deck, Header};
use crate::spec::GameSpec;
use crate::text::{Element, FileId, Node, Rows, Source, Span, Value, fold_key, lines};

/// Attributes of cards that name a printing.
const PRINTINGS: &[&str] = &["setShortName", "uuid"];

impl Document {
    /// The places of what the file says besides its deck, in file order.
    #[must_use]
    pub fn asides(&self, source: &Source, header: &Header, deck: &Deck<'_>, spec: &GameSpec) -> Vec<Span> {
        let mut out = Vec::new();
        match &self.body {
            Body::Text => {
                comments(&source.text, header, self.format == Format::Ydk, &mut out);
                // The cards of a link share one line, and nothing stands behind them.
                if self.format != Format::Ydke {
                    tails(&source.text, deck, &mut out);
                }
            }
            Body::Csv(shape) => {
                let words = Words::of(spec);
                comments(&source.text[..shape.start.min(source.text.len())], header, false, &mut out);
                let mut row = Vec::new();
                Rows::new(&source.text, shape.delimiter, shape.start).next(&mut row);
                let idle = row.iter().filter(|f| words.get(&f.value) == Some(Column::Harmless));
                out.extend(idle.map(|f| Span::new(FileId::INPUT, f.range.start, f.range.end)));
            }
            Body::Tree(_) if self.format == Format::Tts => {}
            Body::Tree(tree) => {
                let root = tree.whole(source);
                if self.format == Format::Yaml {
                    yaml_comments(&source.text, &mut out);
                }
                for (key, value) in root.as_map().unwrap_or_default() {
                    if TOLERATED.contains(&fold_key(&key.value).as_ref()) && !value.is_null() {
                        out.push(key.span);
                    }
                }
                idle_keys(root, &Words::of(spec), 0, &mut out);
            }
            Body::Xml(xml) => {
                out.extend(&xml.comments);
                printings(&xml.root, &mut out);
            }
        }
        out.sort_unstable();
        out
    }
}

fn span(start: usize, range: Range<usize>) -> Span {
    Span::new(FileId::INPUT, start + range.start, start + range.end)
}

/// The lines of comments that are no header; those of .ydk begin its lists.
fn comments(text: &str, header: &Header, lists: bool, out: &mut Vec<Span>) {
    let values = [&header.game, &header.name, &header.player, &header.event, &header.notes];
    let mut known: Vec<u32> = values.into_iter().flatten().chain(&header.layers).map(|v| v.span.start).collect();
    known.sort_unstable();
    for (start, raw) in lines(text) {
        let range = trimmed(raw);
        let line = &raw[range.clone()];
        let heads = lists && (line.eq_ignore_ascii_case("#main") || line.eq_ignore_ascii_case("#extra"));
        if !is_comment(line) || heads || line.trim_matches(['#', '/', '-', ' ']).is_empty() {
            continue;
        }
        let place = span(start, range);
        let at = known.partition_point(|&k| k < place.start);
        // A second line of notes belongs to the header as well.
        let says = known.get(at).is_some_and(|&k| k <= place.end);
        let note = line.trim_start_matches(['#', '/', '-', ' ']);
        let notes = ["note:", "notes:"].iter().any(|n| note.get(..n.len()).is_some_and(|h| h.eq_ignore_ascii_case(n)));
        if !says && !notes {
            out.push(place);
        }
    }
}

/// What stands behind the cards of text lines: a comment, a tag, a set, a mark.
fn tails(text: &str, deck: &Deck<'_>, out: &mut Vec<Span>) {
    for line in &deck.lines {
        let end = line.span.end as usize;
        let rest = text.get(end..).unwrap_or("");
        let tail = &rest[..rest.find(['\n', '\r', ',']).unwrap_or(rest.len())];
        let range = trimmed(tail);
        let said = &tail[range.clone()];
        let count = said.trim_start_matches(['x', '×', ' ']).bytes().all(|b| b.is_ascii_digit());
        if !count && said.contains(|c: char| c.is_alphanumeric()) {
            out.push(span(end, range));
        }
    }
}

fn yaml_comments(text: &str, out: &mut Vec<Span>) {
    for (start, line) in lines(text) {
        let (mut single, mut double, mut before) = (false, false, ' ');
        for (at, c) in line.char_indices() {
            match c {
                '\'' if !double => single = !single,
                '"' if !single => double = !double,
                '#' if !single && !double && before.is_whitespace() => {
                    if line[at..].contains(char::is_alphanumeric) {
                        out.push(span(start, at..line.trim_end().len()));
                    }
                    break;
                }
                _ => {}
            }
            before = c;
        }
    }
}

/// The keys of card mappings that say nothing of the deck.
fn idle_keys(node: &Node, words: &Words<'_>, depth: usize, out: &mut Vec<Span>) {
    match &node.value {
        Value::Scalar(_) => {}
        Value::List(items) => items.iter().for_each(|item| idle_keys(item, words, depth + 1, out)),
        Value::Map(entries) => {
            let names = entries
                .iter()
                .any(|(key, _)| matches!(words.get(&key.value), Some(Column::Card | Column::Code | Column::Name)));
            for (key, value) in entries {
                let idle = names && depth > 0 && words.get(&key.value) == Some(Column::Harmless);
                if idle && !value.is_null() {
                    out.push(key.span);
                }
                idle_keys(value, words, depth + 1, out);
            }
        }
    }
}

fn printings(element: &Element, out: &mut Vec<Span>) {
    for name in PRINTINGS {
        out.extend(element.attribute(name).filter(|v| !v.value.trim().is_empty()).map(|v| v.span));
    }
    element.children.iter().for_each(|child| printings(child, out));
}
