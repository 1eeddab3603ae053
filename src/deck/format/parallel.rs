//! The deck code of Parallel: `CB-9,CB-408,2xCB-103:SE`, the Paragon first.

use std::borrow::Cow;

use super::build::{Build, brief};
use super::columns::{Amount, digits};
use super::line::trimmed;
use super::write::{Entry, Out};
use super::{About, Cards, Holds, Reading, Sections, Slot, Syntax};
use crate::deck::{CardText, Header, RawDeck};
use crate::diagnostics::{DCK_LINE, Diagnostic};
use crate::text::{FileId, Span};

pub(super) static ABOUT: About = About {
    id: "parallel",
    name: "Parallel code",
    endings: &["txt"],
    holds: Holds { header: &[], sections: Sections::Fixed(&[Slot::Leader, Slot::Main]), cards: Cards::Numbers },
    syntax: Syntax::Text,
    sniff: Some(|look| {
        let filled = || items(look.told).filter(|(_, item)| !item.is_empty());
        let good = || filled().filter(|(_, item)| Item::of(item).is_some()).count();
        // Without these signs, which one line of JSON may lack too, nothing is taken apart.
        let fits = look.told.contains(',') && look.told.contains('-') && 2 * good() > filled().count();
        fits.then_some("a list of CB numbers")
    }),
    header: |_, _| (Header::default(), Vec::new()),
    read,
    write,
};

const PREFIX: &str = "CB-";

/// The items of a code with their places.
fn items(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split(',').map(move |item| {
        let range = trimmed(item);
        let start = at + range.start;
        at += item.len() + 1;
        (start, &item[range])
    })
}

/// `3xCB-204:SE`.
struct Item<'t> {
    /// The digits before the `x`, empty for one copy.
    count: &'t str,
    /// `CB-204`.
    code: &'t str,
    /// `SE`, the edition of the picture.
    edition: Option<&'t str>,
}

impl<'t> Item<'t> {
    fn of(text: &'t str) -> Option<Item<'t>> {
        let n = digits(text);
        let (count, card) = text.split_at(n.end);
        let card = match n.many {
            0 => card,
            _ => card.trim_start().strip_prefix(['x', 'X', '×'])?.trim_start(),
        };
        let (code, edition) = card.split_once(':').map_or((card, None), |(code, e)| (code.trim_end(), Some(e.trim())));
        let number = code.get(..PREFIX.len()).filter(|p| p.eq_ignore_ascii_case(PREFIX)).map(|p| &code[p.len()..])?;
        let whole = digits(number);
        (whole.many > 0 && whole.end == number.len()).then_some(Item { count, code, edition })
    }
}

fn read<'t>(r: &Reading<'t, '_>) -> (RawDeck<'t>, Vec<Diagnostic>) {
    let mut build = Build::of(r.spec, "parallel", &["paragon"]);
    let text: &'t str = &r.source.text;
    let mut first = true;
    for (start, raw) in crate::text::lines(text) {
        if super::line::is_comment(raw.trim_start()) {
            continue;
        }
        for (at, item) in items(raw) {
            let start = start + at;
            let span = |from: usize, part: &str| Span::new(FileId::INPUT, start + from, start + from + part.len());
            if item.is_empty() {
                continue;
            }
            let Some(Item { count, code, edition }) = Item::of(item) else {
                build.faults.add(&DCK_LINE, || {
                    let message = format!("`{}` is no item of a deck code", brief(item));
                    Diagnostic::general(&DCK_LINE, span(0, item), message)
                        .help("write a count, `x` and the number of a card, such as `3xCB-204`")
                });
                continue;
            };
            let place = span(code.as_ptr() as usize - item.as_ptr() as usize, code);
            // The first card leads, unless its count says that it is one of many.
            let leads = std::mem::take(&mut first) && count.is_empty() && r.spec.leader_section().is_some();
            let section = if leads { build.slot(Slot::Leader, "paragon", place) } else { build.default_section() };
            let (amount, count_span) = match count {
                "" => (Amount::Of(1), None),
                count => (Amount::Of(digits(count).value), Some(span(0, count))),
            };
            let printed = edition.map(|e| Cow::Owned(format!("{code}:{e}")));
            let ids = printed.into_iter().chain([Cow::Borrowed(code), Cow::Borrowed(&code[PREFIX.len()..])]).collect();
            let card = CardText::Foreign { ids, name: None, attribute: build.id_attribute(), decides: true };
            build.line(section, amount, count, count_span, card, place);
        }
    }
    build.finish()
}

fn write(out: &Out<'_>) -> String {
    let leaders = out.slot(Slot::Leader);
    let mut text: Vec<String> = Vec::new();
    for line in leaders {
        match code(out, line) {
            None => {}
            Some(_) if !text.is_empty() || line.count > 1 => {
                out.lose(line, "only one card, one copy, leads a deck code")
            }
            Some(code) => text.push(code),
        }
    }
    for line in out.slot(Slot::Main) {
        if let Some(code) = code(out, line) {
            // `1x` says of a first card that it does not lead.
            let bare = line.count == 1 && !text.is_empty();
            text.push(if bare { code } else { format!("{}x{code}", line.count) });
        }
    }
    // A comma makes a code of a single card, too.
    text.join(",") + if text.len() == 1 { ",\n" } else { "\n" }
}

/// `CB-204`; a card without such a number is lost, with a finding.
fn code(out: &Out<'_>, line: &Entry<'_>) -> Option<String> {
    let id = out.number(line).unwrap_or_default();
    // Numbers alone are such codes where the game says so.
    let told = out.exchange().is_some_and(|e| e.id.is_some()) || line.card.is_none();
    let prefix = if told && id.bytes().all(|b| b.is_ascii_digit()) { PREFIX } else { "" };
    let code = format!("{prefix}{id}");
    if Item::of(&code).is_none_or(|item| !item.count.is_empty()) {
        out.lose(line, "there is no CB number for it");
        return None;
    }
    Some(code)
}
