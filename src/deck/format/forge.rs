//! Forge, `.dck`: sections in brackets, `4 Name|SET|art`. XMage has the same ending and another format.

use std::borrow::Cow;

use super::dialect::{Dialect, Meta};
use super::line::{scan, trimmed};
use super::write::Out;
use super::{About, Cards, Holds, Sections, Slot, Syntax, text};
use crate::deck::{CardText, Header};
use crate::text::{At, FileId, Source, Span, lines};

pub(super) static ABOUT: About = About {
    id: "forge",
    name: "Forge",
    endings: &["dck"],
    holds: Holds {
        header: &["name", "notes"],
        sections: Sections::Fixed(&[Slot::Main, Slot::Side, Slot::Leader]),
        cards: Cards::Names,
    },
    syntax: Syntax::Text,
    sniff: Some(|look| {
        let card = || look.card().map(|line| &line[scan(line, None).text]);
        let set = |card: &str| card.split_once('|').is_some_and(|(a, b)| !a.ends_with(' ') && !b.starts_with(' '));
        let framed = look.told.starts_with('[') && look.told.ends_with(']');
        let says =
            look.told.eq_ignore_ascii_case(METADATA) || (framed && (look.ends("dck") || card().is_some_and(set)));
        says.then_some("sections in brackets and |SET behind the names")
    }),
    header: |_, source| (header(source), Vec::new()),
    read: |r| text::read(&r.source.text, r.spec, &FORGE),
    write,
};

const METADATA: &str = "[metadata]";
const NAME: &str = "name";
const NOTES: [&str; 2] = ["comment", "description"];

static FORGE: Dialect = Dialect {
    id: "forge",
    leader: &["commander", "avatar", "leader"],
    side_leads: false,
    blank_lines: false,
    empty_sections: true,
    meta: |line, inside| {
        if line.starts_with('[') {
            *inside = line.eq_ignore_ascii_case(METADATA);
            return if *inside { Meta::Header } else { Meta::No };
        }
        // Cards have a count; settings stand in sections of their own, such as those of a shop.
        match line.split_once('=').filter(|_| !line.starts_with(|c: char| c.is_ascii_digit())) {
            Some((_, value)) if value.trim().is_empty() => Meta::Header,
            Some((key, _)) if *inside && is_header(key.trim()) => Meta::Header,
            Some(_) => Meta::LeftOut("settings and metadata besides name and comment are not read"),
            None if *inside && !line.is_empty() => Meta::LeftOut("metadata besides name and comment is not read"),
            None => Meta::No,
        }
    },
    card: |text, attribute| {
        let (name, printing) = text.split_once('|')?;
        let set = printing.split('|').next().unwrap_or("").trim();
        let ids = Some(Cow::Borrowed(set)).filter(|s| !s.is_empty()).into_iter().collect();
        let name = name.trim();
        (!name.is_empty()).then_some(CardText::Foreign {
            ids,
            name: Some(Cow::Borrowed(name)),
            attribute,
            decides: false,
        })
    },
};

fn is_header(key: &str) -> bool {
    key.eq_ignore_ascii_case(NAME) || NOTES.iter().any(|note| key.eq_ignore_ascii_case(note))
}

fn header(source: &Source) -> Header {
    let mut header = Header::default();
    let mut inside = false;
    for (start, raw) in lines(&source.text) {
        let line = raw.trim();
        if line.starts_with('[') {
            inside = line.eq_ignore_ascii_case(METADATA);
        }
        let Some((key, value)) = raw.split_once('=').filter(|_| inside) else { continue };
        let range = trimmed(value);
        if range.is_empty() || !is_header(key.trim()) {
            continue;
        }
        let at = start + raw.len() - value.len();
        let value =
            At::new(value[range.clone()].to_owned(), Span::new(FileId::INPUT, at + range.start, at + range.end));
        let slot = if key.trim().eq_ignore_ascii_case(NAME) { &mut header.name } else { &mut header.notes };
        slot.get_or_insert(value);
    }
    header
}

fn write(out: &Out<'_>) -> String {
    let mut text = String::from("[metadata]\n");
    for (key, value) in [("Name", out.name()), ("Comment", out.notes())] {
        if let Some(value) = value {
            text.push_str(&format!("{key}={}\n", value.replace(['\n', '\r'], " ")));
        }
    }
    for (heading, slot) in [("Commander", Slot::Leader), ("Main", Slot::Main), ("Sideboard", Slot::Side)] {
        let lines = out.slot(slot);
        if !lines.is_empty() {
            text.push_str(&format!("[{heading}]\n"));
        }
        for line in lines {
            let id = out.id(line).map(|id| format!("|{id}")).unwrap_or_default();
            text.push_str(&format!("{} {}{id}\n", line.count, line.name));
        }
    }
    text
}
