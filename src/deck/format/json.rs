//! Our own format: JSON, in the shape of the YAML.

use indexmap::IndexMap;
use serde::Serialize;

use super::write::{Entry, Out};
use super::{About, Cards, Holds, Sections, Syntax, header, tree};
use crate::text::At;

pub(super) static ABOUT: About = About {
    id: "json",
    name: "JSON",
    endings: &["json"],
    holds: Holds { header: header::ALL, sections: Sections::Named, cards: Cards::Names },
    syntax: Syntax::Json,
    sniff: None,
    header: tree::header,
    read: tree::read,
    write,
};

#[derive(Serialize)]
struct File<'a> {
    game: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    layers: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<&'a str>,
    sections: IndexMap<&'a str, Vec<Card<'a>>>,
}

#[derive(Serialize)]
struct Card<'a> {
    count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<&'a str>,
}

impl<'a> Card<'a> {
    fn of(line: &'a Entry<'_>) -> Card<'a> {
        let known = line.card.is_some() && line.code.is_some();
        let text: &str = &line.name;
        Card {
            count: line.count,
            code: line.code.filter(|_| known),
            name: known.then_some(text),
            card: (!known).then_some(text),
        }
    }
}

fn write(out: &Out<'_>) -> String {
    fn text(value: &Option<At<String>>) -> Option<&str> {
        value.as_ref().map(|v| v.value.as_str())
    }
    let header = out.header();
    let file = File {
        game: &out.spec().id.value,
        name: text(&header.name),
        player: text(&header.player),
        event: text(&header.event),
        layers: header.layers.iter().map(|l| l.value.as_str()).collect(),
        notes: text(&header.notes),
        sections: out.groups().iter().map(|g| (&*g.name, g.lines.iter().map(Card::of).collect())).collect(),
    };
    // Texts and numbers only: there is nothing in it that JSON could refuse.
    serde_json::to_string_pretty(&file).unwrap_or_default() + "\n"
}
