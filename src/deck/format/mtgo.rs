//! Magic Online, `.dek`: one element for each card of the deck or its sideboard.

use super::markup::{attribute, begin, bookkeeping, card, filled, known_only, line, nameless, no_text};
use super::write::Out;
use super::{About, Cards, Holds, Reading, Sections, Slot, Syntax};
use crate::deck::{Header, RawDeck};
use crate::diagnostics::Diagnostic;

pub(super) static ABOUT: About = About {
    id: "mtgo",
    name: "Magic Online",
    endings: &["dek"],
    holds: Holds { header: &[], sections: Sections::Fixed(&[Slot::Main, Slot::Side]), cards: Cards::Names },
    syntax: Syntax::Xml,
    sniff: Some(|look| {
        let is_deck = look.root.eq_ignore_ascii_case("deck");
        (is_deck && (look.text.contains("<Cards") || look.text.contains("<NetDeckID"))).then_some("a `Deck` of `Cards`")
    }),
    header: |_, _| (Header::default(), Vec::new()),
    read,
    write,
};

/// What the program keeps beside the cards.
const OTHER: &[&str] = &["netdeckid", "preconstructeddeckid"];

fn read<'t>(r: &Reading<'t, '_>) -> (RawDeck<'t>, Vec<Diagnostic>) {
    let (mut build, root) = begin(r, "mtgo");
    build.side_leads = true;
    let children = root.map_or(&[][..], |root| &root.children);
    if let Some(root) = root {
        let known: Vec<&str> = OTHER.iter().chain(&["cards"]).copied().collect();
        known_only(&mut build, root, &[], &known);
        no_text(&mut build, root);
    }
    for part in children.iter().filter(|part| part.is("cards")) {
        known_only(&mut build, part, &["CatID", "Quantity", "Sideboard", "Name", "Annotation"], &[]);
        let Some(name) = filled(part, "Name") else {
            nameless(&mut build, part);
            continue;
        };
        let side = part.attribute("Sideboard").filter(|side| side.value.trim().eq_ignore_ascii_case("true"));
        let section = match side {
            Some(side) => build.slot(Slot::Side, "Sideboard", side.span),
            None => build.default_section(),
        };
        let card = card(&build, filled(part, "CatID"), name, false);
        line(&mut build, section, part.attribute("Quantity"), card, name.span);
    }
    let told = |e: &&crate::text::Element| OTHER.iter().any(|name| e.is(name)) && e.text.value != "0";
    bookkeeping(&mut build, children.iter().filter(told));
    build.finish()
}

fn write(out: &Out<'_>) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Deck>\n");
    text.push_str("  <NetDeckID>0</NetDeckID>\n  <PreconstructedDeckID>0</PreconstructedDeckID>\n");
    for (side, slot) in [("false", Slot::Main), ("true", Slot::Side)] {
        for line in out.slot(slot) {
            let id = out.id(line).unwrap_or("0".into());
            text.push_str(&format!(
                "  <Cards{} Quantity=\"{}\" Sideboard=\"{side}\"{} Annotation=\"0\"/>\n",
                attribute("CatID", &id),
                line.count,
                attribute("Name", &line.name)
            ));
        }
    }
    text + "</Deck>\n"
}
