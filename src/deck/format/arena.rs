//! MTG Arena's lists: bare headings, `4 Name (SET) 123`.

use super::dialect::{Dialect, Meta};
use super::write::Out;
use super::{About, Cards, Holds, Sections, Slot, Syntax, header, text};

pub(super) static ABOUT: About = About {
    id: "arena",
    name: "MTG Arena",
    endings: &["txt"],
    holds: Holds {
        header: &["name"],
        sections: Sections::Fixed(&[Slot::Leader, Slot::Main, Slot::Side]),
        cards: Cards::Names,
    },
    syntax: Syntax::Text,
    sniff: Some(|look| {
        let printed = |line: &str| {
            let tail = line.rsplit_once(") ").map(|(head, number)| head.contains(" (") && !number.is_empty());
            tail.unwrap_or(false)
        };
        let fits = match look.told {
            "About" => look.telling().nth(1).is_some_and(|line| line.starts_with("Name ")),
            "Commander" | "Companion" => look.card().is_some(),
            "Deck" => look.card().is_some_and(printed),
            _ => false,
        };
        fits.then_some("the headings of MTG Arena")
    }),
    header: |_, source| header::of_comments(&source.text),
    read: |r| text::read(&r.source.text, r.spec, &ARENA),
    write,
};

static ARENA: Dialect = Dialect {
    id: "arena",
    leader: &["commander"],
    side_leads: false,
    blank_lines: false,
    empty_sections: true,
    meta: |_, _| Meta::No,
    card: |_, _| None,
};

fn write(out: &Out<'_>) -> String {
    let mut blocks = Vec::new();
    if let Some(name) = out.name() {
        blocks.push(format!("About\nName {}\n", name.replace(['\n', '\r'], " ")));
    }
    for (heading, slot) in [("Commander", Slot::Leader), ("Deck", Slot::Main), ("Sideboard", Slot::Side)] {
        let lines = out.slot(slot);
        if !lines.is_empty() {
            let mut block = format!("{heading}\n");
            lines.iter().filter_map(|line| out.line(line)).for_each(|line| block.push_str(&(line + "\n")));
            blocks.push(block);
        }
    }
    blocks.join("\n")
}
