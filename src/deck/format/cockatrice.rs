//! Cockatrice, `.cod`: zones of cards by name. The collector's number is our code where no set is given with it.

use super::markup::{
    attribute, begin, bookkeeping, card, element, filled, header, known_only, line, nameless, no_text,
};
use super::write::{Entry, Out};
use super::{About, Cards, Holds, Reading, Sections, Slot, Syntax};
use crate::deck::RawDeck;
use crate::diagnostics::{Diagnostic, Level};
use crate::text::Element;

pub(super) static ABOUT: About = About {
    id: "cod",
    name: "Cockatrice",
    endings: &["cod"],
    holds: Holds {
        header: &["name", "notes"],
        sections: Sections::Fixed(&[Slot::Main, Slot::Side]),
        cards: Cards::Names,
    },
    syntax: Syntax::Xml,
    sniff: Some(|look| (look.root.eq_ignore_ascii_case("cockatrice_deck")).then_some("the element `cockatrice_deck`")),
    header: |body, source| header(body, source, "deckname", "comments"),
    read,
    write,
};

/// The attributes of a card; prices were written by old versions.
const CARD: &[&str] = &["number", "name", "setShortName", "collectorNumber", "uuid", "price"];
const KNOWN: &[&str] = &["zone", "deckname", "comments", "lastloadedtimestamp"];
/// What the program keeps beside the cards.
const OTHER: &[&str] = &["format", "bannercard", "tags", "sideboard_plan"];

fn read<'t>(r: &Reading<'t, '_>) -> (RawDeck<'t>, Vec<Diagnostic>) {
    let (mut build, root) = begin(r, "cod");
    build.side_leads = true;
    let children = root.map_or(&[][..], |root| &root.children);
    let known: Vec<&str> = KNOWN.iter().chain(OTHER).copied().collect();
    if let Some(root) = root {
        known_only(&mut build, root, &["version"], &known);
        no_text(&mut build, root);
    }
    children.iter().filter(|part| part.is("zone")).for_each(|part| zone(&mut build, part));
    bookkeeping(&mut build, children.iter().filter(|e| OTHER.iter().any(|name| e.is(name))));
    build.finish()
}

fn zone<'t>(build: &mut super::build::Build<'t, '_>, zone: &'t Element) {
    let name = zone.attribute("name");
    let (word, span) = name.map_or(("main", zone.span), |n| (n.value.trim(), n.span));
    known_only(build, zone, &["name"], &["card"]);
    no_text(build, zone);
    if zone.children.is_empty() {
        return;
    }
    let section = match word.to_ascii_lowercase().as_str() {
        "main" => build.slot(Slot::Main, word, span),
        "side" => build.slot(Slot::Side, word, span),
        "tokens" if build.section_for(word).is_none() => {
            let n = zone.children.len();
            return build.left_out(span, Level::Note, || {
                format!("the zone of tokens is no part of the deck ({n} {})", if n == 1 { "line" } else { "lines" })
            });
        }
        _ => build.section(word, span, &[]),
    };
    for part in zone.children.iter().filter(|part| part.is("card")) {
        known_only(build, part, CARD, &[]);
        match filled(part, "name") {
            None => nameless(build, part),
            Some(name) => {
                let printed = filled(part, "setShortName").is_some();
                let id = filled(part, "collectorNumber").filter(|_| !printed);
                let card = card(build, id, name, false);
                line(build, section, part.attribute("number"), card, name.span);
            }
        }
    }
}

fn write(out: &Out<'_>) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cockatrice_deck version=\"1\">\n");
    text.push_str(&element("    ", "deckname", out.name().unwrap_or("")));
    text.push_str(&element("    ", "comments", out.notes().unwrap_or("")));
    for (zone, slot) in [("main", Slot::Main), ("side", Slot::Side)] {
        let lines = out.slot(slot);
        if lines.is_empty() {
            continue;
        }
        text.push_str(&format!("    <zone name=\"{zone}\">\n"));
        lines.iter().for_each(|line| text.push_str(&written(line)));
        text.push_str("    </zone>\n");
    }
    text + "</cockatrice_deck>\n"
}

fn written(line: &Entry<'_>) -> String {
    let number = line.code.map(|code| attribute("collectorNumber", code)).unwrap_or_default();
    format!("        <card number=\"{}\"{}{number}/>\n", line.count, attribute("name", &line.name))
}
