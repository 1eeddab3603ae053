//! Card texts in blocks: `◎ name`, `○` its effect on the field, `●` its other effect. A block is a copy, or as many as
//! the count beside the name says.

use super::build::{Build, brief};
use super::columns::Amount;
use super::line::{code_digits, is_comment, is_rule, scan, trimmed};
use super::write::{Entry, Out, text_header};
use super::{About, Cards, Holds, Reading, Sections, Slot, Syntax, header};
use crate::deck::{CardText, RawDeck};
use crate::diagnostics::{DCK_LINE, Diagnostic, Level};
use crate::text::{FileId, Span, lines};

pub(super) static ABOUT: About = About {
    id: "blocks",
    name: "◎ blocks",
    endings: &["txt"],
    holds: Holds { header: header::ALL, sections: Sections::Fixed(&[Slot::Main]), cards: Cards::Names },
    syntax: Syntax::Text,
    sniff: Some(|look| look.told.starts_with(NAME).then_some("blocks that begin with ◎")),
    header: |_, source| header::of_comments(&source.text),
    read,
    write,
};

const NAME: char = '◎';
const EFFECTS: [char; 2] = ['○', '●'];

fn read<'t>(r: &Reading<'t, '_>) -> (RawDeck<'t>, Vec<Diagnostic>) {
    let mut build = Build::of(r.spec, "blocks", &[]);
    let digits = code_digits(r.spec);
    let mut effect = None;
    for (start, raw) in lines(&r.source.text) {
        let range = trimmed(raw);
        let (start, line) = (start + range.start, &raw[range]);
        let span = |from: usize, part: &str| Span::new(FileId::INPUT, start + from, start + from + part.len());
        let Some(body) = line.strip_prefix(NAME) else {
            if line.starts_with(EFFECTS) {
                effect.get_or_insert(span(0, line));
            } else if build.deck.lines.is_empty() && !(line.is_empty() || is_comment(line) || is_rule(line)) {
                build.faults.add(&DCK_LINE, || {
                    Diagnostic::general(
                        &DCK_LINE,
                        span(0, line),
                        format!("`{}` stands before the first ◎", brief(line)),
                    )
                    .help("begin each card with a line `◎ NAME`")
                });
            }
            continue;
        };
        let from = line.len() - body.len();
        let entry = scan(body, digits);
        let (text, whole) = (&body[entry.text.clone()], &body[entry.whole.clone()]);
        if text.is_empty() || entry.side.is_some() {
            build.faults.add(&DCK_LINE, || {
                Diagnostic::general(&DCK_LINE, span(0, line), "this block has no name").help("write `◎ NAME`")
            });
            continue;
        }
        let (amount, written, count_span) = match &entry.count {
            Some((range, amount)) => {
                let written = &body[range.clone()];
                (*amount, written, Some(span(from + range.start, written)))
            }
            None => (Amount::Of(1), "", None),
        };
        let section = build.default_section();
        let place = span(from + entry.text.start, text);
        build.line(section, amount, written, count_span, CardText::Free { text, whole }, place);
    }
    if let Some(effect) = effect {
        build
            .left_out(effect, Level::Note, || "the effects are those of the card pool; these were not read".to_owned());
    }
    build.finish()
}

fn write(out: &Out<'_>) -> String {
    let mut blocks = Vec::new();
    for line in out.slot(Slot::Main) {
        let Some(text) = out.line(line) else { continue };
        let (count, card) = text.split_once(' ').unwrap_or(("1", &text));
        let usual = if count == "1" { card.to_owned() } else { format!("{card} x{count}") };
        // A name that begins with a number stands behind its count.
        let found = scan(&usual, code_digits(out.spec()));
        let head = if usual[found.text] == *card { &usual } else { &text };
        let mut block = format!("{NAME} {head}\n");
        for effect in out.exchange().into_iter().flat_map(|e| &e.lines) {
            block.push_str(&filled(out, line, effect));
        }
        blocks.push(block);
    }
    let head = text_header(out, "# ");
    head.lines().map(|l| format!("{l}\n")).collect::<String>()
        + if head.is_empty() { "" } else { "\n" }
        + &blocks.join("\n")
}

/// A line with the values of a card in place of `{attribute}`; nothing if it has none of them.
fn filled(out: &Out<'_>, line: &Entry<'_>, form: &str) -> String {
    let (Some(card), mut rest, mut said) = (line.card, form, false) else { return String::new() };
    let mut text = String::new();
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((name, after)) = behind.split_once('}') else { break };
        let value = out.spec().attribute(name).map(|at| out.value(card, at)).unwrap_or_default();
        said |= !value.is_empty();
        text.push_str(before);
        text.push_str(&value.replace(['\n', '\r'], " "));
        rest = after;
    }
    text.push_str(rest);
    if said { text.trim_end().to_owned() + "\n" } else { String::new() }
}
