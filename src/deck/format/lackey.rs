//! LackeyCCG, `.dek`: zones with one element for each physical copy.

use super::build::Build;
use super::markup::{attribute, begin, bookkeeping, card, filled, known_only, nameless, no_text, root};
use super::write::Out;
use super::{About, Body, Cards, Holds, Reading, Sections, Slot, Syntax};
use crate::deck::{Header, RawDeck};
use crate::diagnostics::Diagnostic;
use crate::text::{At, Element, escape_xml};

pub(super) static ABOUT: About = About {
    id: "lackey",
    name: "LackeyCCG",
    endings: &["dek"],
    holds: Holds { header: &[], sections: Sections::Named, cards: Cards::Names },
    syntax: Syntax::Xml,
    sniff: Some(|look| {
        let is_deck = look.root.eq_ignore_ascii_case("deck");
        (is_deck && (look.text.contains("<superzone") || look.first.starts_with("<deck version")))
            .then_some("a `deck` of `superzone`s")
    }),
    header: |body, _| (header(body), Vec::new()),
    read,
    write,
};

/// Some plugins say a title and an author; the program itself writes the game alone.
fn header(body: &Body) -> Header {
    let meta = root(body).and_then(|root| root.child("meta"));
    let text = |key: &str| meta?.child(key).map(|e| e.text.clone()).filter(|t| !t.value.is_empty());
    Header { name: text("title"), player: text("author"), ..Header::default() }
}

fn read<'t>(r: &Reading<'t, '_>) -> (RawDeck<'t>, Vec<Diagnostic>) {
    let (mut build, _) = begin(r, "lackey");
    let children = root(r.body).map_or(&[][..], |root| &root.children);
    if let Some(root) = root(r.body) {
        known_only(&mut build, root, &["version"], &["superzone", "meta", "game"]);
        no_text(&mut build, root);
    }
    children.iter().filter(|part| part.is("superzone")).for_each(|part| zone(&mut build, part));
    let meta = children.iter().filter(|e| e.is("meta")).flat_map(|e| &e.children);
    let meta = meta.filter(|e| !["game", "title", "author"].iter().any(|name| e.is(name)));
    bookkeeping(&mut build, meta);
    build.finish()
}

fn zone<'t>(build: &mut Build<'t, '_>, zone: &'t Element) {
    let (word, span) = zone.attribute("name").map_or(("Deck", zone.span), |n| (n.value.trim(), n.span));
    known_only(build, zone, &["name"], &["card"]);
    no_text(build, zone);
    if zone.children.is_empty() {
        return;
    }
    // Many plugins write `_` for the blanks of a zone's name; headings do not tell them apart.
    let section = build.section(word, span, &[]);
    for part in zone.children.iter().filter(|part| part.is("card")) {
        known_only(build, part, &[], &["name", "set"]);
        let Some(name) = part.child("name").filter(|name| !name.text.value.is_empty()) else {
            nameless(build, part);
            continue;
        };
        known_only(build, name, &["id"], &[]);
        let id: Option<&At<String>> = filled(name, "id");
        let card = card(build, id, &name.text, false);
        build.copy(section, card, name.text.span);
    }
}

fn write(out: &Out<'_>) -> String {
    let game = out.exchange().and_then(|e| e.game.as_deref()).unwrap_or(&out.spec().name);
    let mut text = String::from("<deck version=\"0.8\">\n");
    text.push_str(&format!("  <meta>\n    <game>{}</game>\n  </meta>\n", escape_xml(game)));
    for group in out.groups() {
        let title = match group.slot {
            Some(Slot::Main) if out.exchange().is_none() => "Deck",
            Some(Slot::Side) if out.exchange().is_none() => "Sideboard",
            _ => &group.title,
        };
        text.push_str(&format!("  <superzone name=\"{}\">\n", escape_xml(title)));
        for line in &group.lines {
            let id = out.id(line).map(|id| attribute("id", &id)).unwrap_or_default();
            let name = escape_xml(&line.name);
            let set = escape_xml(&out.spec().prefix.value);
            let card = format!("    <card><name{id}>{name}</name><set>{set}</set></card>\n");
            text.push_str(&card.repeat(out.copies(line)));
        }
        text.push_str("  </superzone>\n");
    }
    text + "</deck>\n"
}
