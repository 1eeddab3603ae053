//! YAML and JSON as a table: a list of mappings, alone or below keys.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::table::{Body, Cell, Content, Problems, Row, Table};
use crate::diagnostics::{CAT_SYNTAX, Diagnostic};
use crate::text::{At, Node, Span, Value};

pub(super) fn read<'t>(node: Node, problems: &mut Problems) -> Table<'t> {
    for (first, second) in node.repeated_keys() {
        let message = format!("the key `{}` stands twice in this mapping; the first was taken", second.value);
        let fault = Diagnostic::general(&CAT_SYNTAX, second.span, message).related(first.span, "first here");
        problems.syntax.push(fault.help("delete one of the two"));
    }
    let mut names = Vec::new();
    let mut rows = Vec::new();
    let mut columns = FxHashMap::default();
    // The row that last used each column, to see a key that stands twice.
    let mut last: Vec<usize> = Vec::new();
    for (number, item) in items(node, problems).into_iter().enumerate() {
        let span = item.span;
        let Value::Map(entries) = item.value else {
            problems.ragged.push(span, || format!("a mapping of attributes is expected, found {}", item.kind()));
            continue;
        };
        let mut cells: Vec<Cell<'t>> = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let column = *columns.entry(key.value.clone()).or_insert_with(|| {
                names.push(At::new(key.value.to_string(), key.span));
                last.push(usize::MAX);
                names.len() - 1
            });
            if std::mem::replace(&mut last[column], number) == number {
                continue;
            }
            let span = value.span;
            if let Some(content) = content(value) {
                cells.push(Cell { column, content, span });
            }
        }
        rows.push(Row { cells, span });
    }
    Table { columns: names, body: Body::Tree(rows.into_iter()) }
}

/// The cards: the list itself, that under `cards`, or all lists of the mapping.
fn items(node: Node, problems: &mut Problems) -> Vec<Node> {
    if node.is_null() {
        return Vec::new();
    }
    let (start, kind) = (Span { end: node.span.start, ..node.span }, node.kind());
    let fault = |place: Span, found: &str| {
        let message = format!("a list of cards is expected, alone or under the key `cards`, found {found}");
        Diagnostic::general(&CAT_SYNTAX, place, message).help("write each card as `- {name: …}`")
    };
    let mut entries = match node.value {
        Value::List(items) => return items,
        Value::Scalar(_) => {
            problems.syntax.push(fault(node.span, kind));
            return Vec::new();
        }
        Value::Map(entries) => entries,
    };
    if let Some(cards) = entries.iter().position(|(k, _)| k.value == "cards") {
        let cards = entries.swap_remove(cards).1;
        return match cards.value {
            Value::List(items) => items,
            _ if cards.is_null() => Vec::new(),
            _ => {
                problems.syntax.push(fault(cards.span, cards.kind()));
                Vec::new()
            }
        };
    }
    let lists = entries.into_iter().filter_map(|(_, v)| match v.value {
        Value::List(items) => Some(items),
        _ => None,
    });
    let lists: Vec<Vec<Node>> = lists.collect();
    if lists.is_empty() {
        problems.syntax.push(fault(start, "a mapping without list"));
    }
    lists.into_iter().flatten().collect()
}

/// The value of a cell; `None` if there is nothing in it.
fn content<'t>(value: Node) -> Option<Content<'t>> {
    if value.is_null() {
        return None;
    }
    match value.value {
        Value::Scalar(scalar) => {
            (!scalar.text.trim().is_empty()).then_some(Content::One(Cow::Owned(scalar.text.into())))
        }
        Value::Map(_) => Some(Content::Nested("a mapping", Vec::new())),
        Value::List(items) => {
            let mut nested = false;
            let mut texts = Vec::with_capacity(items.len());
            for item in items.into_iter().filter(|n| !n.is_null()) {
                match item.value {
                    Value::Scalar(s) if s.text.trim().is_empty() => {}
                    Value::Scalar(s) => texts.push(Cow::Owned(s.text.into())),
                    _ => nested = true,
                }
            }
            match nested {
                true => Some(Content::Nested("a list of lists or mappings", texts)),
                false => (!texts.is_empty()).then_some(Content::List(texts)),
            }
        }
    }
}
