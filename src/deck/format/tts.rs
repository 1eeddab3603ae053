//! Tabletop Simulator, `.json`: piles of cards, each copy an object with its name under `Nickname`. The code stands in
//! `GMNotes`, which players do not see.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};

use super::build::{Build, brief};
use super::tree::spot;
use super::write::{Entry, Group, Out};
use super::{About, Body, Cards, Holds, Reading, Sections, Syntax};
use crate::deck::{CardText, Header, RawDeck};
use crate::diagnostics::{DCK_LINE, Diagnostic, Level};
use crate::text::{At, Node, Source};

pub(super) static ABOUT: About = About {
    id: "tts",
    name: "Tabletop Simulator",
    endings: &["json"],
    holds: Holds { header: &["name", "notes"], sections: Sections::Named, cards: Cards::Names },
    syntax: Syntax::Json,
    sniff: Some(|look| {
        let words = ["\"ObjectStates\"", "\"ContainedObjects\"", "\"DeckIDs\""];
        (look.json && words.iter().any(|word| look.text.contains(word))).then_some("objects of Tabletop Simulator")
    }),
    header: |body, source| (header(body, source), Vec::new()),
    read,
    write,
};

/// Cards on a sheet of pictures: 10 in a row, 7 rows.
const SHEET: usize = 70;

fn text<'t>(node: &'t Node, key: &str) -> Option<(&'t str, &'t Node)> {
    let value = node.get(key)?;
    let text = value.as_str().map(str::trim).filter(|t| !t.is_empty() && !value.is_null())?;
    Some((text, value))
}

fn header(body: &Body, source: &Source) -> Header {
    let Body::Tree(tree) = body else { return Header::default() };
    let root = tree.whole(source);
    let value = |key: &str| text(root, key).map(|(text, node)| At::new(text.to_owned(), spot(source, node)));
    Header { name: value("SaveName"), notes: value("Note"), ..Header::default() }
}

struct Reader<'t, 's> {
    source: &'t Source,
    build: Build<'t, 's>,
}

fn read<'t>(r: &Reading<'t, '_>) -> (RawDeck<'t>, Vec<Diagnostic>) {
    let mut reader = Reader { source: r.source, build: Build::of(r.spec, "tts", &["commander", "leader", "hero"]) };
    if let Body::Tree(tree) = r.body {
        let root = tree.whole(r.source);
        match root.get("ObjectStates").unwrap_or(root) {
            one if one.as_map().is_some() => reader.object(one, None),
            list => list.as_list().unwrap_or_default().iter().for_each(|object| reader.object(object, None)),
        }
    }
    reader.build.finish()
}

impl<'t> Reader<'t, '_> {
    /// A pile, a bag of piles, or a card; the section is that of the pile or bag around it.
    fn object(&mut self, object: &'t Node, section: Option<usize>) {
        let kind = text(object, "Name").map_or("", |(kind, _)| kind);
        let inside = object.get("ContainedObjects").and_then(Node::as_list);
        let is_card = kind.starts_with("Card") && inside.is_none();
        if is_card {
            return self.card(object, section);
        }
        let ids = object.get("DeckIDs").and_then(Node::as_list);
        if inside.is_none() && ids.is_none() {
            let what = brief(if kind.is_empty() { object.kind() } else { kind });
            return self.build.left_out(object.span, Level::Note, || format!("`{what}` is no card and was not read"));
        }
        let section = self.pile(object).or(section);
        let cards = inside.unwrap_or_default();
        cards.iter().for_each(|card| self.object(card, section));
        if let (Some(ids), Some(node)) = (ids, object.get("DeckIDs"))
            && ids.len() != cards.len()
        {
            let (listed, there) = (ids.len(), cards.len());
            self.build.left_out(node.span, Level::Warning, || {
                format!("`DeckIDs` lists {listed} cards, `ContainedObjects` has {there}; only those have names and were read")
            });
        }
    }

    /// The section that the name of a pile means.
    fn pile(&mut self, object: &'t Node) -> Option<usize> {
        let (name, node) = text(object, "Nickname")?;
        let place = spot(self.source, node);
        if self.build.section_for(name).is_some() {
            return Some(self.build.section(name, place, &[]));
        }
        self.build.left_out(place, Level::Note, || format!("the pile `{}` is no section of the game", brief(name)));
        None
    }

    fn card(&mut self, object: &'t Node, section: Option<usize>) {
        let Some((name, node)) = text(object, "Nickname") else {
            self.build.faults.add(&DCK_LINE, || {
                Diagnostic::general(&DCK_LINE, object.span, "this card has no `Nickname`, which is its name")
                    .help("name the card in Tabletop Simulator and save the deck again")
            });
            return;
        };
        let id = text(object, "GMNotes").map(|(id, _)| id).filter(|id| !id.contains(['{', '\n']));
        let card = CardText::Foreign {
            ids: id.map(Cow::Borrowed).into_iter().collect(),
            name: Some(Cow::Borrowed(name)),
            attribute: self.build.id_attribute(),
            decides: id.is_some(),
        };
        let place = spot(self.source, node);
        let section = section.unwrap_or_else(|| self.build.default_section());
        self.build.copy(section, card, place);
    }
}

fn write(out: &Out<'_>) -> String {
    let mut sheets = FxHashMap::default();
    let piles: Vec<Json> = out.groups().iter().enumerate().map(|(n, group)| pile(out, group, n, &mut sheets)).collect();
    let file = json!({
        "SaveName": out.name().unwrap_or(""),
        "Note": out.notes().unwrap_or(""),
        "ObjectStates": piles,
    });
    serde_json::to_string_pretty(&file).unwrap_or_default() + "\n"
}

fn pile(out: &Out<'_>, group: &Group<'_>, n: usize, sheets: &mut FxHashMap<String, usize>) -> Json {
    let mut cards = Vec::new();
    for line in &group.lines {
        let card = card(out, line, sheets);
        cards.extend(std::iter::repeat_n(card, out.copies(line)));
    }
    let ids: Vec<Json> = cards.iter().map(|card| card["CardID"].clone()).collect();
    let used: std::collections::BTreeSet<u64> = ids.iter().filter_map(Json::as_u64).map(|id| id / 100).collect();
    // Pictures are not ours to give: the sheets are there to be filled in.
    let pictures: serde_json::Map<String, Json> = used
        .into_iter()
        .map(|sheet| {
            let empty = json!({
                "FaceURL": "", "BackURL": "", "NumWidth": 10, "NumHeight": 7, "BackIsHidden": true, "UniqueBack": false
            });
            (sheet.to_string(), empty)
        })
        .collect();
    json!({
        "Name": "DeckCustom",
        "Nickname": group.title,
        "Transform": {
            "posX": 3 * n, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 180,
            "scaleX": 1, "scaleY": 1, "scaleZ": 1
        },
        "DeckIDs": ids,
        "CustomDeck": pictures,
        "ContainedObjects": cards,
    })
}

fn card(out: &Out<'_>, line: &Entry<'_>, sheets: &mut FxHashMap<String, usize>) -> Json {
    let code = out.id(line).unwrap_or_default();
    let next = sheets.len();
    let at = *sheets.entry(format!("{code}\n{}", line.name)).or_insert(next);
    json!({
        "Name": "Card",
        "CardID": (at / SHEET + 1) * 100 + at % SHEET,
        "Nickname": line.name,
        "Description": "",
        "GMNotes": code,
    })
}
