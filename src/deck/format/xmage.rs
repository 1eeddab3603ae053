//! XMage, `.dck`: `4 [SET:NUMBER] Name`, the sideboard behind `SB:`. Forge has the same ending and another format.

use std::borrow::Cow;

use super::dialect::{Dialect, Meta};
use super::line::{scan, trimmed};
use super::write::Out;
use super::{About, Cards, Holds, Sections, Slot, Syntax, text};
use crate::deck::{CardText, Header};
use crate::text::{At, FileId, Source, Span, lines};

pub(super) static ABOUT: About = About {
    id: "xmage",
    name: "XMage",
    endings: &["dck"],
    holds: Holds {
        header: &["name", "player"],
        sections: Sections::Fixed(&[Slot::Main, Slot::Side]),
        cards: Cards::Names,
    },
    syntax: Syntax::Text,
    sniff: Some(|look| {
        let card = || look.card().map(|line| &line[scan(line, None).text]);
        // A text without brackets is not searched for the first card.
        let bracketed = look.text.contains('[') && card().and_then(printing).is_some();
        let said = look.ends("dck") && KEYS.iter().any(|key| look.told.starts_with(key));
        (bracketed || said).then_some("[SET:NUMBER] before the names")
    }),
    header: |_, source| (header(source), Vec::new()),
    read: |r| text::read(&r.source.text, r.spec, &XMAGE),
    write,
};

const KEYS: [&str; 3] = ["NAME:", "AUTHOR:", "LAYOUT "];

static XMAGE: Dialect = Dialect {
    id: "xmage",
    leader: &[],
    side_leads: true,
    blank_lines: false,
    empty_sections: true,
    meta: |line, _| match line {
        _ if line.starts_with("NAME:") || line.starts_with("AUTHOR:") => Meta::Header,
        _ if line.starts_with("LAYOUT ") => {
            Meta::LeftOut("lines with LAYOUT place cards on the screen; they are not read")
        }
        _ => Meta::No,
    },
    card: |text, attribute| {
        let (number, name) = printing(text)?;
        let ids = vec![Cow::Borrowed(number)];
        Some(CardText::Foreign { ids, name: Some(Cow::Borrowed(name)), attribute, decides: false })
    },
};

/// The number and the name of `[SET:NUMBER] Name`.
fn printing(text: &str) -> Option<(&str, &str)> {
    let (head, name) = text.strip_prefix('[')?.split_once(']')?;
    let (set, number) = head.split_once(':')?;
    let fits = !set.is_empty() && !number.is_empty() && !number.contains(' ') && name.starts_with(' ');
    let name = name.trim();
    (fits && !name.is_empty()).then_some((number, name))
}

fn header(source: &Source) -> Header {
    let value = |key: &str| {
        lines(&source.text).find_map(|(start, line)| {
            let value = line.trim_start().strip_prefix(key)?;
            let range = trimmed(value);
            let at = start + line.len() - value.len();
            let span = Span::new(FileId::INPUT, at + range.start, at + range.end);
            (!range.is_empty()).then(|| At::new(value[range].to_owned(), span))
        })
    };
    Header { name: value("NAME:"), player: value("AUTHOR:"), ..Header::default() }
}

fn write(out: &Out<'_>) -> String {
    let mut text = String::new();
    for (key, value) in [("NAME", out.name()), ("AUTHOR", out.player())] {
        if let Some(value) = value {
            text.push_str(&format!("{key}:{}\n", value.replace(['\n', '\r'], " ")));
        }
    }
    let set = &out.spec().prefix.value;
    for (side, slot) in [("", Slot::Main), ("SB: ", Slot::Side)] {
        for line in out.slot(slot) {
            // Every card has a number there; a card without code has none of its own.
            let number = out.id(line).filter(|id| !id.contains([' ', ']'])).unwrap_or("0".into());
            text.push_str(&format!("{side}{} [{set}:{number}] {}\n", line.count, line.name));
        }
    }
    text
}
