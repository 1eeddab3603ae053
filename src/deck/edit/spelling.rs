//! How cards and headings are spelled.

use super::super::format::csv::{Shape, columns};
use super::super::format::line::{code_digits, scan};
use super::{Editable, Patch, View, Written, line_around};
use crate::catalog::{CardId, Catalog, Lookup};
use crate::deck::{CardText, DeckLine};
use crate::text::{Rows, fold, fold_key};

/// What a line names its card by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Name,
    Code,
    Both,
}

/// What a line names its card by; a code that lost its zeros is a code.
pub(super) fn style(catalog: &Catalog, line: &DeckLine<'_>) -> Style {
    let text = line.text.trim();
    let is_code = |text: &str| {
        let found = catalog.by_code(text).or_else(|| catalog.by_code_padded(text));
        found.is_some() && found == line.card
    };
    if is_code(text) {
        return Style::Code;
    }
    let framed = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match framed.or_else(|| text.split_once([' ', '\t'])) {
        Some((code, _)) if is_code(code.trim()) => Style::Both,
        _ => Style::Name,
    }
}

/// A card in writing.
#[derive(Clone, Debug)]
pub(super) struct Spelled {
    code: Option<String>,
    name: String,
    free: String,
    unclear: bool,
}

impl Spelled {
    /// A known card. `old` is how it was written before: another printing keeps its name.
    pub(super) fn card(catalog: &Catalog, id: CardId, style: Style, old: &str) -> Spelled {
        let card = catalog.card(id);
        let folded = fold(old);
        let own = card.spellings().map(|(_, name)| name).find(|name| fold(name) == folded);
        let name = own.unwrap_or(&card.name).to_owned();
        let clear = catalog.find(&name) == Lookup::One(id);
        let code = card.code.as_deref();
        let sole = code.filter(|code| catalog.find(code) == Lookup::One(id));
        let free = match (style, sole, code) {
            (Style::Name, ..) if clear => name.clone(),
            (Style::Name | Style::Code, Some(code), _) => code.to_owned(),
            (_, _, Some(code)) => format!("{code} {name}"),
            (_, _, None) => name.clone(),
        };
        Spelled { code: code.map(str::to_owned), unclear: catalog.find_name(&name) != Lookup::One(id), name, free }
    }

    /// A text that names no card.
    pub(super) fn unknown(text: &str) -> Spelled {
        Spelled { code: None, name: text.to_owned(), free: text.to_owned(), unclear: false }
    }

    pub(super) fn written(&self) -> Written<'_> {
        Written { code: self.code.as_deref(), free: &self.free, name: &self.name, unclear: self.unclear }
    }
}

/// The name in a line that gives code and name.
pub(super) fn old_name<'l>(view: &View<'_>, line: &'l DeckLine<'_>) -> &'l str {
    match (&view.raw_of(line).card, style(view.catalog, line)) {
        (CardText::Free { .. }, Style::Both) => {
            line.text.split_once([' ', '\t', ']']).map_or("", |(_, name)| name.trim())
        }
        _ => &line.text,
    }
}

/// Whether a line names its card by a name that is not the card's: then the code was taken, and only its author knows
/// which of the two is right.
fn contradicts(view: &View<'_>, line: &DeckLine<'_>, card: CardId) -> bool {
    let is_own = |name: &str| match view.catalog.find_name(name) {
        Lookup::One(found) => found == card,
        Lookup::Many(found) => found.contains(&card),
        Lookup::None => false,
    };
    match &view.raw_of(line).card {
        CardText::Free { .. } => style(view.catalog, line) == Style::Both && !is_own(old_name(view, line)),
        CardText::Fields { code: Some(code), name: Some(name) } => {
            let no_code = view.catalog.by_code(code).is_none() && view.catalog.by_code_padded(code).is_none();
            !is_own(name.trim()) || (no_code && view.catalog.find_code(code) == Lookup::None)
        }
        _ => false,
    }
}

/// The patches that write every known card as the pool spells it. A line whose code and name contradict each other is
/// left alone, unless `settle` says that the card which was taken is the right one.
pub(super) fn cards(view: &View<'_>, settle: bool) -> Vec<(Patch, String)> {
    let mut out = Vec::new();
    for line in &view.deck.lines {
        let Some(patches) = line.card.and_then(|id| card(view, line, id, settle)) else { continue };
        for patch in patches {
            let old = &view.text()[patch.range.clone()];
            if old != patch.text {
                let note = format!("wrote `{}` for `{old}`", patch.text);
                out.push((patch, note));
            }
        }
    }
    out
}

/// The patches that write the known card of one line, as [`cards`] does.
pub(super) fn card(view: &View<'_>, line: &DeckLine<'_>, card: CardId, settle: bool) -> Option<Vec<Patch>> {
    if !settle && contradicts(view, line, card) {
        return None;
    }
    let spelled = Spelled::card(view.catalog, card, style(view.catalog, line), old_name(view, line));
    view.set_card(line, spelled.written()).ok()
}

/// The patches that write headings as the game spells them. `whole` also writes other words for a section, such as
/// `Sideboard`, as the section's own.
pub(super) fn headings(view: &View<'_>, whole: bool) -> Vec<(Patch, String)> {
    let mut out = Vec::new();
    let is_text = matches!(view.form, Editable::Lines);
    let mut add = |section: usize, range: std::ops::Range<usize>| {
        let old = &view.text()[range.clone()];
        let Some((name, spec)) = view.spec.sections.get_index(section) else { return };
        let own = if is_text { &spec.title } else { &name.value };
        let words = || [&name.value, &spec.title].into_iter().chain(&spec.aliases);
        let same = words().find(|word| fold_key(word) == fold_key(old));
        let new = match same {
            _ if words().any(|word| word == old) && !whole => return,
            _ if whole => own,
            Some(word) => word,
            None => return,
        };
        if new != old && !old.eq_ignore_ascii_case("sb:") && fold(old) == fold(old.trim()) {
            out.push((Patch::new(range, new.as_str()), format!("wrote the heading `{new}` for `{old}`")));
        }
    };
    if let Editable::Rows(shape) = view.form {
        cells(view, shape, &mut add);
        return out;
    }
    for section in &view.raw.sections {
        if let (Some(at), Some(span)) = (section.section, section.span)
            && view.source.slice(span) == section.heading
        {
            add(at, span.range());
        }
    }
    out
}

fn cells(view: &View<'_>, shape: Shape, add: &mut impl FnMut(usize, std::ops::Range<usize>)) {
    let (_, columns) = columns(view.text(), shape, view.spec);
    let Some(column) = columns.section else { return };
    let mut rows = Rows::new(view.text(), shape.delimiter, shape.start);
    let mut row = Vec::new();
    rows.next(&mut row);
    while rows.next(&mut row) {
        if let Some(cell) = row.get(column).filter(|cell| !cell.value.is_empty())
            && cell.range.len() == cell.value.len()
            && let Some(section) = view.spec.section_for_heading(&cell.value)
        {
            add(section, cell.range.clone());
        }
    }
}

/// The patches that write every line of a text deck as `COUNT CARD`, with its tag and comment behind it.
pub(super) fn shapes(view: &View<'_>) -> Vec<Patch> {
    if !matches!(view.form, Editable::Lines) {
        return Vec::new();
    }
    let text = view.text();
    let mut out = Vec::new();
    for line in &view.deck.lines {
        let (inner, _) = line_around(text, line.span.start as usize);
        let old = &text[inner.clone()];
        let entry = scan(old, code_digits(view.spec));
        let Some(card) = old.find(&*line.text).map(|start| start..start + line.text.len()) else { continue };
        let counted = entry.count.as_ref().filter(|_| line.count_span.is_some()).map(|(range, _)| range);
        let (middle, tail) = match counted {
            Some(count) if count.start >= card.end => {
                let sign = old[..count.start].char_indices().next_back().map_or(count.start, |(at, _)| at);
                (old[card.end..sign].trim_end(), &old[count.end..])
            }
            _ => ("", &old[card.end..]),
        };
        let side = if entry.side.is_some() { "SB: " } else { "" };
        let new = format!("{side}{} {}{middle}{}", line.count, line.text, tail.trim_end());
        if new != old {
            out.push(Patch::new(inner, new));
        }
    }
    out
}
