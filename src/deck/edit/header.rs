//! The name in a deck's header.

use super::super::format::Format;
use super::scalar::{Quote, scalar};
use super::{Editable, Edited, Patch, View, line_around, line_behind, line_end, refuse};
use crate::text::{Node, fold_key};

/// The patches that give the deck another name.
pub(super) fn rename(view: &View<'_>, name: &str) -> Edited<Vec<Patch>> {
    if name.trim().is_empty() || name.contains(char::is_control) {
        return refuse("a deck's name is one line of text");
    }
    match view.form {
        Editable::Entries(root) => in_tree(view, root, name),
        Editable::Lines | Editable::Rows(_) => Ok(vec![in_comments(view, name)]),
    }
}

fn in_comments(view: &View<'_>, name: &str) -> Patch {
    let text = view.text();
    if let Some(old) = &view.header.name {
        return Patch::new(old.span.range(), name);
    }
    match &view.header.game {
        Some(game) => {
            let (inner, whole) = line_around(text, game.span.start as usize);
            line_behind(text, &inner, &whole, &format!("# name: {name}"))
        }
        None => Patch::new(0..0, format!("# name: {name}{}", line_end(text))),
    }
}

fn in_tree(view: &View<'_>, root: &Node, name: &str) -> Edited<Vec<Patch>> {
    let Some(entries) = root.as_map() else {
        return refuse("a bare list has no place for a name; `decklint convert` writes it anew");
    };
    let quote = |written: &str| match view.document.format {
        Format::Json => Quote::Double,
        _ => Quote::of(written),
    };
    let named = entries.iter().find(|(key, _)| fold_key(&key.value) == "name");
    if let Some((key, value)) = named {
        let written = view.source.slice(value.span);
        if written.starts_with(['|', '>']) {
            return refuse("the name is a block of text, which is not edited in place");
        }
        if value.as_str().is_none() && !value.is_null() {
            return refuse("the name is a list or a mapping, which is not edited in place");
        }
        let new = scalar(name, quote(written));
        if !written.is_empty() {
            return Ok(vec![Patch::new(value.span.range(), new)]);
        }
        // `name:` without a value: it comes behind the colon.
        let end = key.span.end as usize;
        let colon = view.text()[end..].find(':').map_or(end, |at| end + at + 1);
        return Ok(vec![Patch::new(colon..colon, format!(" {new}"))]);
    }
    let Some((key, value)) = entries.first() else { return refuse("the deck is empty") };
    let word = scalar("name", quote(view.source.slice(key.span)));
    let new = scalar(name, quote(""));
    let text = view.text();
    let (first, _) = line_around(text, key.span.start as usize);
    let indent = &text[first.start..key.span.start as usize];
    let flow = view.source.slice(root.span).starts_with('{');
    let start = key.span.start as usize;
    Ok(vec![match (flow, indent.trim().is_empty()) {
        (true, false) => Patch::new(start..start, format!("{word}: {new}, ")),
        (true, true) => Patch::new(start..start, format!("{word}: {new},{}{indent}", line_end(text))),
        (false, _) => {
            let game = fold_key(&key.value) == "game";
            match game.then(|| line_around(text, value.span.end as usize)) {
                Some((inner, whole)) => line_behind(text, &inner, &whole, &format!("{indent}{word}: {new}")),
                None => Patch::new(start..start, format!("{word}: {new}{}{indent}", line_end(text))),
            }
        }
    }])
}
