//! OCTGN, `.o8d`: sections under the game's own names; a card has an id, a GUID or a code, and a name.

use super::build::Build;
use super::markup::{attribute, begin, card, element, filled, known_only, line, nameless, no_text, root};
use super::write::Out;
use super::{About, Body, Cards, Holds, Reading, Sections, Syntax};
use crate::deck::{Header, RawDeck};
use crate::diagnostics::{Diagnostic, Level};
use crate::text::{Element, escape_xml};

pub(super) static ABOUT: About = About {
    id: "o8d",
    name: "OCTGN",
    endings: &["o8d"],
    holds: Holds { header: &["notes"], sections: Sections::Named, cards: Cards::Names },
    syntax: Syntax::Xml,
    sniff: Some(|look| {
        let is_deck = look.root.eq_ignore_ascii_case("deck");
        (is_deck && (look.text.contains("<section") || look.text.contains(" sleeveid=")))
            .then_some("a `deck` of `section`s")
    }),
    header: |body, _| (header(body), Vec::new()),
    read,
    write,
};

fn header(body: &Body) -> Header {
    let notes = root(body).and_then(|root| root.child("notes")).map(|e| e.text.clone());
    Header { notes: notes.filter(|n| !n.value.is_empty()), ..Header::default() }
}

fn read<'t>(r: &Reading<'t, '_>) -> (RawDeck<'t>, Vec<Diagnostic>) {
    let (mut build, root) = begin(r, "o8d");
    if let Some(root) = root {
        known_only(&mut build, root, &["game", "sleeveid"], &["section", "notes"]);
        no_text(&mut build, root);
        root.children.iter().filter(|part| part.is("section")).for_each(|part| section(&mut build, part));
    }
    build.finish()
}

fn section<'t>(build: &mut Build<'t, '_>, part: &'t Element) {
    known_only(build, part, &["name", "shared"], &["card"]);
    no_text(build, part);
    if part.children.is_empty() {
        return;
    }
    let (word, span) = part.attribute("name").map_or(("", part.span), |n| (n.value.trim(), n.span));
    if part.attribute("shared").is_some_and(|shared| shared.value.trim().eq_ignore_ascii_case("true")) {
        let n = part.children.len();
        return build.left_out(span, Level::Warning, || {
            let lines = if n == 1 { "line" } else { "lines" };
            format!("the section `{word}` is shared by all players, no part of this deck ({n} {lines})")
        });
    }
    let section = if word.is_empty() { build.default_section() } else { build.section(word, span, &[]) };
    for part in part.children.iter().filter(|part| part.is("card")) {
        known_only(build, part, &["qty", "id"], &[]);
        let id = filled(part, "id");
        let named = !part.text.value.is_empty();
        let place = match id {
            _ if named => part.text.span,
            Some(id) => id.span,
            None => {
                nameless(build, part);
                continue;
            }
        };
        let card = card(build, id, &part.text, true);
        line(build, section, part.attribute("qty"), card, place);
    }
}

fn write(out: &Out<'_>) -> String {
    let game = out.exchange().and_then(|e| e.game.as_deref()).unwrap_or("");
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\n");
    text.push_str(&format!("<deck{} sleeveid=\"0\">\n", attribute("game", game)));
    for group in out.groups() {
        text.push_str(&format!("  <section{} shared=\"False\">\n", attribute("name", &group.title)));
        for line in &group.lines {
            let id = out.id(line).unwrap_or_default();
            let name = escape_xml(&line.name);
            text.push_str(&format!("    <card qty=\"{}\"{}>{name}</card>\n", line.count, attribute("id", &id)));
        }
        text.push_str("  </section>\n");
    }
    if let Some(notes) = out.notes() {
        text.push_str(&element("  ", "notes", notes));
    }
    text + "</deck>\n"
}
