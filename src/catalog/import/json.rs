//! Card lists anywhere in a JSON or YAML document, with nested values flattened to `a.b`.

use crate::catalog::load::table::{Problems, Table};
use crate::diagnostics::{CAT_SYNTAX, Diagnostic};
use crate::text::{Key, Node, Span, Value, did_you_mean, fold_key};

use super::cgs::Cgs;
use super::table::{Gather, RowCells};

/// How many lists a finding names.
const NAMED: usize = 8;
/// The column of the keys where the cards stand in a mapping.
const KEY: &str = "key";

/// Reads the cards, and tells where they were found if that was not the whole document.
pub(super) fn read(
    node: &Node,
    path: Option<&str>,
    cgs: Option<&Cgs>,
    problems: &mut Problems,
) -> (Table<'static>, String) {
    for (first, second) in node.repeated_keys() {
        let message = format!("the key `{}` stands twice in this mapping; both values were taken", second.value);
        let fault = Diagnostic::general(&CAT_SYNTAX, second.span, message).related(first.span, "first here");
        problems.syntax.push(fault.help("delete one of the two"));
    }
    let found = match path {
        Some(path) => at(node, path).map(|list| (list, path.to_owned())),
        None => obvious(node),
    };
    let mut out = Gather::default();
    let (list, path) = match found {
        Ok(found) => found,
        Err(fault) => {
            problems.syntax.push(*fault);
            return (out.table(), String::new());
        }
    };
    for (key, item) in entries(list) {
        let item = cgs.and_then(|c| item.get(c.data.as_deref()?)).unwrap_or(item);
        if item.as_map().is_none() {
            problems.ragged.push(item.span, || format!("a card is a mapping of its values, found {}", item.kind()));
            continue;
        }
        let mut cells = RowCells::default();
        if let Some((key, span)) = key {
            cells.push(KEY, key, span, false);
        }
        flatten(item, "", false, cgs, &mut cells);
        out.row(cells, item.span);
    }
    (out.table(), path)
}

/// A card, with its key if it has one.
type Entry<'n> = (Option<(&'n str, Span)>, &'n Node);

/// The cards of a list, or of a mapping whose values are cards or lists of cards, with their keys.
fn entries(list: &Node) -> Vec<Entry<'_>> {
    match &list.value {
        Value::List(items) => items.iter().map(|item| (None, item)).collect(),
        Value::Map(pairs) => pairs.iter().flat_map(|(key, value)| keyed_entries(key, value)).collect(),
        Value::Scalar(_) => Vec::new(),
    }
}

fn keyed_entries<'n>(key: &'n Key, value: &'n Node) -> Vec<Entry<'n>> {
    let key = Some((key.value.as_str(), key.span));
    match value.as_list() {
        Some(items) => items.iter().map(|item| (key, item)).collect(),
        None => vec![(key, value)],
    }
}

/// The value at a path of keys parted by dots. A key may hold dots itself.
fn at<'n>(node: &'n Node, path: &str) -> Result<&'n Node, Box<Diagnostic>> {
    let fault = |node: &Node, message: String| {
        let place = Span { end: node.span.start, ..node.span };
        Box::new(Diagnostic::general(&CAT_SYNTAX, place, message).help("correct `--path`"))
    };
    let (mut here, mut rest) = (node, path.trim_matches('.'));
    while !rest.is_empty() {
        let ends = rest.match_indices('.').map(|(at, _)| at).chain([rest.len()]);
        let step = ends.rev().find_map(|end| {
            let word = &rest[..end];
            let next = match &here.value {
                Value::List(items) => word.parse().ok().and_then(|index: usize| items.get(index)),
                _ => here.get(word),
            };
            next.map(|next| (next, rest[end..].trim_start_matches('.')))
        });
        let Some((next, left)) = step else {
            let word = rest.split('.').next().unwrap_or(rest);
            let known = here.as_map().unwrap_or_default().iter().map(|(k, _)| k.value.as_str());
            return Err(fault(here, format!("there is no `{word}` on the path `{path}`{}", did_you_mean(word, known))));
        };
        (here, rest) = (next, left);
    }
    match here.value {
        Value::Scalar(_) => Err(fault(here, format!("no list of cards stands at `{path}` but {}", here.kind()))),
        _ => Ok(here),
    }
}

/// The one list of mappings in the document; of several the one that is called `cards`.
fn obvious(node: &Node) -> Result<(&Node, String), Box<Diagnostic>> {
    let mut lists = Vec::new();
    collect(node, "", &mut lists);
    let place = Span { end: node.span.start, ..node.span };
    let fault = |message: String| Box::new(Diagnostic::general(&CAT_SYNTAX, place, message));
    if lists.is_empty() {
        keyed(node, "", &mut lists);
    }
    if let [one] = &lists[..] {
        return Ok((one.1, one.0.clone()));
    }
    let called = |path: &str| path.rsplit('.').next().is_some_and(|last| fold_key(last) == "cards");
    if let [one] = lists.iter().filter(|l| called(&l.0)).collect::<Vec<_>>()[..] {
        return Ok((one.1, one.0.clone()));
    }
    if lists.is_empty() {
        return Err(fault("no list of cards (mappings with their values) stands in it".to_owned()));
    }
    let size = |n: &Node| entries(n).len();
    let names: Vec<String> = lists.iter().take(NAMED).map(|(path, n)| format!("`{path}` ({})", size(n))).collect();
    let more = lists.len().saturating_sub(NAMED);
    let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
    let fault = fault(format!("several lists could be the cards: {}{tail}", names.join(", ")));
    Err(Box::new(fault.help("name one with `--path`; the path of a mapping takes all lists in it")))
}

/// The outermost lists that hold mappings.
fn collect<'n>(node: &'n Node, path: &str, out: &mut Vec<(String, &'n Node)>) {
    match &node.value {
        Value::List(items) if items.iter().any(|i| i.as_map().is_some()) => out.push((path.to_owned(), node)),
        Value::Map(pairs) => pairs.iter().for_each(|(key, value)| collect(value, &join(path, &key.value), out)),
        _ => {}
    }
}

/// The outermost mappings of cards by their keys: all values are mappings, and share a key.
fn keyed<'n>(node: &'n Node, path: &str, out: &mut Vec<(String, &'n Node)>) {
    let Some(pairs) = node.as_map() else { return };
    let first = pairs.first().and_then(|(_, v)| v.as_map()).unwrap_or_default();
    let shared = first.iter().any(|(key, _)| pairs.iter().all(|(_, v)| v.get(&key.value).is_some()));
    match shared && pairs.len() > 1 {
        true => out.push((path.to_owned(), node)),
        false => pairs.iter().for_each(|(key, value)| keyed(value, &join(path, &key.value), out)),
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

fn flatten(node: &Node, path: &str, list: bool, cgs: Option<&Cgs>, cells: &mut RowCells) {
    match &node.value {
        _ if node.is_null() => {}
        Value::Scalar(scalar) => match cgs {
            Some(cgs) => cells.push(&cgs.column(path), cgs.label_of(path, &scalar.text), node.span, list),
            None => cells.push(path, &scalar.text, node.span, list),
        },
        Value::List(items) => items.iter().for_each(|item| flatten(item, path, true, cgs, cells)),
        Value::Map(pairs) => {
            pairs.iter().for_each(|(key, value)| flatten(value, &join(path, &key.value), list, cgs, cells));
        }
    }
}
