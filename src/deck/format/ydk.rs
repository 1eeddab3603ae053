//! YGOPRO and EDOPro, `.ydk`: numbers of cards, one line for each copy, in three lists.

use std::borrow::Cow;
use std::ops::Range;

use super::build::{Build, brief};
use super::columns::digits;
use super::line::trimmed;
use super::write::{Entry, Out};
use super::{About, Cards, Holds, Reading, Sections, Slot, Syntax};
use crate::deck::{CardText, Header, RawDeck};
use crate::diagnostics::{DCK_LINE, Diagnostic, Level};
use crate::text::{At, FileId, Source, Span, lines};

pub(super) static ABOUT: About = About {
    id: "ydk",
    name: ".ydk",
    endings: &["ydk"],
    holds: Holds {
        header: &["player"],
        sections: Sections::Fixed(&[Slot::Main, Slot::Leader, Slot::Side]),
        cards: Cards::Numbers,
    },
    syntax: Syntax::Text,
    sniff: Some(|look| {
        let bare = |line: &str| digits(line).many > 0 && digits(line).end == line.len();
        let mut marked = false;
        for line in look.inked() {
            let is_mark = line.eq_ignore_ascii_case("#main");
            marked |= is_mark;
            if !is_mark && !line.starts_with('#') {
                let fits = bare(line) || line.starts_with('!');
                return (fits && (marked || look.ends("ydk"))).then_some("codes under #main, #extra and !side");
            }
        }
        (marked && look.ends("ydk")).then_some("codes under #main, #extra and !side")
    }),
    header: |_, source| (header(source), Vec::new()),
    read,
    write,
};

/// `#created by NAME` on top.
fn header(source: &Source) -> Header {
    let player = lines(&source.text).find_map(|(start, line)| {
        let name = line.strip_prefix("#created by")?;
        let Range { start: from, end } = trimmed(name);
        let at = start + line.len() - name.len();
        (from < end).then(|| At::new(name[from..end].to_owned(), Span::new(FileId::INPUT, at + from, at + end)))
    });
    Header { player, ..Header::default() }
}

/// A copy of the card with this number.
pub(super) fn copy<'t>(build: &mut Build<'t, '_>, section: usize, number: Cow<'t, str>, span: Span) {
    let attribute = build.id_attribute();
    build.copy(section, CardText::Foreign { ids: vec![number], name: None, attribute, decides: true }, span);
}

fn read<'t>(r: &Reading<'t, '_>) -> (RawDeck<'t>, Vec<Diagnostic>) {
    let mut build = Build::of(r.spec, "ydk", &["extra"]);
    let mut place = (Slot::Main, "main", None);
    for (start, raw) in lines(&r.source.text) {
        let Range { start: from, end } = trimmed(raw);
        let (start, line) = (start + from, &raw[from..end]);
        let span = |range: Range<usize>| Span::new(FileId::INPUT, start + range.start, start + range.end);
        if line.starts_with('!') {
            place = (Slot::Side, "side", Some(span(0..line.len())));
        } else if line.eq_ignore_ascii_case("#main") {
            place = (Slot::Main, "main", Some(span(0..line.len())));
        } else if line.eq_ignore_ascii_case("#extra") {
            place = (Slot::Leader, "extra", Some(span(0..line.len())));
        } else if !line.is_empty() && !line.starts_with('#') {
            let number = digits(line);
            if number.many == 0 {
                build.faults.add(&DCK_LINE, || {
                    Diagnostic::general(&DCK_LINE, span(0..line.len()), format!("`{}` is no number", brief(line)))
                        .help("write the number of a card, or put `#` before a comment")
                });
                continue;
            }
            let rest = &line[number.end..];
            if !rest.trim().is_empty() {
                let behind = span(number.end..line.len());
                build.left_out(behind, Level::Note, || format!("`{}` behind a number is not read", brief(rest.trim())));
            }
            let (slot, word, heading) = place;
            let section = build.slot(slot, word, heading.unwrap_or(span(0..line.len())));
            copy(&mut build, section, Cow::Borrowed(&line[..number.end]), span(0..number.end));
        }
    }
    build.finish()
}

fn write(out: &Out<'_>) -> String {
    let mut text =
        out.player().map(|name| format!("#created by {}\n", name.replace(['\n', '\r'], " "))).unwrap_or_default();
    for (heading, slot) in [("#main", Slot::Main), ("#extra", Slot::Leader), ("!side", Slot::Side)] {
        text.push_str(&format!("{heading}\n"));
        for line in out.slot(slot) {
            if let Some(number) = number(out, line) {
                text.push_str(&format!("{number}\n").repeat(out.copies(line)));
            }
        }
    }
    text
}

/// The number of a card; a card without number is lost, with a finding.
pub(super) fn number<'e, 'a>(out: &Out<'a>, line: &'e Entry<'a>) -> Option<Cow<'e, str>> {
    let number = out.number(line).filter(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    if number.is_none() {
        out.lose(line, "there is no number for it");
    }
    number
}
