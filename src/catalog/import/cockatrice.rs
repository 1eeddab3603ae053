//! The card database of Cockatrice: XML whose cards have free properties and one element for each printing.

use crate::catalog::load::Pool;
use crate::catalog::load::table::{Problems, Table};
use crate::diagnostics::{CAT_SYNTAX, Diagnostic};
use crate::text::{Element, Span, parse_xml};

use super::table::{Gather, RowCells};

/// The outermost element.
pub(super) const ROOT: &str = "cockatrice_carddatabase";

pub(super) fn read(pool: &Pool, problems: &mut Problems) -> Table<'static> {
    let mut out = Gather::default();
    let fault = |span: Span, message: String| Diagnostic::general(&CAT_SYNTAX, span, message);
    let root = match parse_xml(&pool.source.text, pool.file) {
        Ok(xml) => xml.root,
        Err(e) => {
            problems.syntax.push(fault(e.span, e.message));
            return out.table();
        }
    };
    if !root.is(ROOT) {
        let message = format!("a card database of Cockatrice (`<{ROOT}>`) is expected, found `<{}>`", root.name);
        problems.syntax.push(fault(root.span, message));
        return out.table();
    }
    let groups: Vec<&Element> = root.children.iter().filter(|c| c.is("cards")).collect();
    if groups.is_empty() {
        problems.syntax.push(fault(root.span, "there is no element `<cards>`".to_owned()));
    }
    for element in groups.iter().flat_map(|g| &g.children) {
        if !element.is("card") {
            let message = format!("`<card>` is expected, found `<{}>`; it was not read", element.name);
            problems.syntax.push(fault(element.span, message));
            continue;
        }
        out.row(card(element), element.span);
    }
    out.table()
}

fn card(card: &Element) -> RowCells {
    let mut cells = RowCells::default();
    for child in &card.children {
        if child.is("prop") {
            child.children.iter().for_each(|property| tell(property, &mut cells));
        } else {
            tell(child, &mut cells);
        }
    }
    cells
}

/// An element as a column of its name, its attributes as columns below it.
fn tell(element: &Element, cells: &mut RowCells) {
    let list = element.is("set") || element.is("related") || element.is("reverse-related");
    cells.push(&element.name, &element.text.value, element.text.span, list);
    for (name, value) in &element.attributes {
        cells.push(&format!("{}.{name}", element.name), &value.value, value.span, list);
    }
    for child in &element.children {
        cells.push(&format!("{}.{}", element.name, child.name), &child.text.value, child.text.span, list);
    }
}
