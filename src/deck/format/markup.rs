//! What the formats in XML share.

use std::borrow::Cow;

use super::build::{Build, brief};
use super::columns::Amount;
use super::{Body, Reading};
use crate::deck::{CardText, Header};
use crate::diagnostics::{DCK_LINE, Diagnostic, Level};
use crate::text::{At, Element, FileId, Source, Span, escape_xml};

/// The outermost element, if the file is XML.
pub(super) fn root(body: &Body) -> Option<&Element> {
    match body {
        Body::Xml(xml) => Some(&xml.root),
        _ => None,
    }
}

/// The name and the remarks of a deck, which stand in elements below the outermost one.
pub(super) fn header(body: &Body, _: &Source, name: &str, notes: &str) -> (Header, Vec<Diagnostic>) {
    let text = |key: &str| root(body)?.child(key).map(|e| e.text.clone()).filter(|t| !t.value.is_empty());
    (Header { name: text(name), notes: text(notes), ..Header::default() }, Vec::new())
}

/// The build and the outermost element.
pub(super) fn begin<'t, 's>(r: &Reading<'t, 's>, format: &str) -> (Build<'t, 's>, Option<&'t Element>) {
    (Build::of(r.spec, format, &["commander", "leader", "hero", "identity"]), root(r.body))
}

/// A line: the count from its attribute, the card with its place. A count that is missing is one copy.
pub(super) fn line<'t>(
    build: &mut Build<'t, '_>,
    section: usize,
    count: Option<&'t At<String>>,
    card: CardText<'t>,
    span: Span,
) {
    let (amount, written, place) = match count {
        None => (Amount::Of(1), "", None),
        Some(at) => {
            let (amount, part) = Amount::parse(&at.value);
            let same = at.span.range().len() == at.value.len();
            let start = at.span.start as usize;
            let part = Span::new(FileId::INPUT, start + part.start, start + part.end);
            (amount, at.value.trim(), Some(if same { part } else { at.span }))
        }
    };
    build.line(section, amount, written, place, card, span);
}

/// An element that names no card.
pub(super) fn nameless(build: &mut Build<'_, '_>, element: &Element) {
    build.faults.add(&DCK_LINE, || {
        Diagnostic::general(&DCK_LINE, element.span, format!("this `{}` names no card", brief(&element.name)))
            .help("give it a name, or take it out")
    });
}

/// Says once which elements, known to be no cards, are not read.
pub(super) fn bookkeeping<'e>(build: &mut Build<'_, '_>, elements: impl Iterator<Item = &'e Element>) {
    let inked = |e: &&Element| !e.text.value.is_empty() || !e.children.is_empty();
    let all: Vec<&Element> = elements.filter(inked).collect();
    if let Some(first) = all.first() {
        let mut names: Vec<String> = all.iter().map(|e| format!("`{}`", brief(&e.name))).collect();
        names.dedup();
        names.truncate(8);
        build.left_out(first.span, Level::Note, || format!("no part of the deck, not read: {}", names.join(", ")));
    }
}

/// Says what an element holds besides these attributes and elements: an attribute once for each name.
pub(super) fn known_only(build: &mut Build<'_, '_>, element: &Element, attributes: &[&str], elements: &[&str]) {
    for (name, value) in &element.attributes {
        // Names with a colon belong to XML itself.
        let known = attributes.iter().any(|a| name.eq_ignore_ascii_case(a)) || name.contains(':') || name == "xmlns";
        if !known && build.said.insert(name.clone()) {
            build.left_out(value.span, Level::Warning, || {
                format!("the attribute `{}` is not known and was not read", brief(name))
            });
        }
    }
    let strange = element.children.iter().filter(|child| !elements.iter().any(|e| child.is(e)));
    strange.for_each(|child| unknown(build, child));
}

/// Says that an element that holds others holds a text, too.
pub(super) fn no_text(build: &mut Build<'_, '_>, element: &Element) {
    if !element.text.value.is_empty() {
        build.left_out(element.text.span, Level::Warning, || {
            format!("the text `{}` is no card and was not read", brief(&element.text.value))
        });
    }
}

/// Says that an element is not known.
pub(super) fn unknown(build: &mut Build<'_, '_>, element: &Element) {
    build.left_out(element.span, Level::Warning, || {
        format!("the element `{}` is not known and was not read", brief(&element.name))
    });
}

/// The value of an attribute, if it says something.
pub(super) fn filled<'t>(element: &'t Element, name: &str) -> Option<&'t At<String>> {
    element.attribute(name).filter(|value| !value.value.trim().is_empty())
}

/// A card of another program: its id, if it has one, and its name.
pub(super) fn card<'t>(
    build: &Build<'_, '_>,
    id: Option<&'t At<String>>,
    name: &'t At<String>,
    decides: bool,
) -> CardText<'t> {
    CardText::Foreign {
        ids: id.into_iter().map(|id| Cow::Borrowed(id.value.trim())).collect(),
        name: Some(Cow::Borrowed(name.value.trim())).filter(|n| !n.is_empty()),
        attribute: build.id_attribute(),
        decides,
    }
}

/// ` name="value"`, escaped.
pub(super) fn attribute(name: &str, value: &str) -> String {
    format!(" {name}=\"{}\"", escape_xml(value))
}

/// The element with a text, on a line of its own behind `indent`.
pub(super) fn element(indent: &str, name: &str, text: &str) -> String {
    format!("{indent}<{name}>{}</{name}>\n", escape_xml(text))
}
