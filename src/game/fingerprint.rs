//! What rules and cards a result rests on, as one word each.

use std::fmt::Write;

use super::{Game, Prepared, Session};
use crate::catalog::{Catalog, Value};
use crate::deck::DeckHash;
use crate::rules::Override;
use crate::text::{Node, Value as Tree, parse_yaml};

/// The fingerprint of the rules in force: those of the game, of the layers in order, and what the command line changed.
/// Comments and layout of the files do not matter.
#[must_use]
pub fn rules_fingerprint(session: &Session, game: &Game, prepared: &Prepared) -> DeckHash {
    let mut out = format!("decklint rules 1\t{}\n", game.id);
    feed(&mut out, &game.rules);
    for file in &prepared.layer_files {
        let source = session.sources.get(*file);
        // A layer that cannot be read has broken the rules before anybody asks for their fingerprint.
        if let Some(Ok(node)) = source.map(|s| parse_yaml(&s.text, *file)) {
            feed(&mut out, &node);
        }
    }
    for change in &session.options.overrides {
        match change {
            Override::Set { code, field, value } => {
                let _ = write!(out, "set\t{}\t{}\t", code.value, field.value);
                feed(&mut out, value);
            }
            Override::Ban(card) => out.push_str(&format!("ban\t{}\n", card.value)),
            Override::Unban(card) => out.push_str(&format!("unban\t{}\n", card.value)),
        }
    }
    DeckHash::of(&out)
}

/// The fingerprint of a card pool. The order of its rows does not matter.
#[must_use]
pub fn pool_fingerprint(catalog: &Catalog) -> DeckHash {
    let mut lines: Vec<String> = catalog
        .cards()
        .map(|(_, card)| {
            let mut printings: Vec<(Option<&str>, &str)> = card.spellings().collect();
            printings.sort_unstable();
            let values: Vec<String> = card.values.iter().map(Value::to_text).collect();
            format!("{:?}\t{printings:?}\t{values:?}\n", card.code)
        })
        .collect();
    lines.sort_unstable();
    DeckHash::of(&format!("decklint pool 1\n{}", lines.concat()))
}

fn feed(out: &mut String, node: &Node) {
    match &node.value {
        Tree::Scalar(scalar) => {
            let _ = writeln!(out, "{:?}", scalar.text);
        }
        Tree::List(items) => {
            out.push_str("[\n");
            items.iter().for_each(|item| feed(out, item));
            out.push_str("]\n");
        }
        Tree::Map(entries) => {
            out.push_str("{\n");
            for (key, value) in entries {
                let _ = write!(out, "{:?}: ", key.value);
                feed(out, value);
            }
            out.push_str("}\n");
        }
    }
}
