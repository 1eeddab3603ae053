//! Card Game Simulator's lists: `4 Name`, or `4 [ID] Name (SET)` where the name is not enough.

use super::dialect::{Dialect, Meta};
use super::line::scan;
use super::write::{Out, text_header};
use super::{About, Cards, Holds, Sections, Slot, Syntax, header, text};

pub(super) static ABOUT: About = About {
    id: "cgs",
    name: "Card Game Simulator",
    endings: &["txt"],
    holds: Holds { header: header::ALL, sections: Sections::Fixed(&[Slot::Main]), cards: Cards::Names },
    syntax: Syntax::Text,
    sniff: Some(|look| {
        let bracketed = |line: &str| {
            let entry = scan(line, None);
            let parts = line[entry.text].strip_prefix('[').and_then(|card| card.split_once("] "));
            // An item of YAML has a dash before its count.
            line.starts_with(|c: char| c.is_ascii_digit())
                && entry.count.is_some()
                && parts.is_some_and(|(id, name)| !id.is_empty() && !id.contains(':') && !name.is_empty())
        };
        // Most lists have no bracket at all, which is seen at once.
        let fits = look.text.contains('[') && look.telling().take(64).any(bracketed);
        fits.then_some("[ID] before the names")
    }),
    header: |_, source| header::of_comments(&source.text),
    read: |r| text::read(&r.source.text, r.spec, &CGS),
    write,
};

static CGS: Dialect = Dialect {
    id: "cgs",
    leader: &[],
    side_leads: false,
    blank_lines: false,
    empty_sections: false,
    meta: |_, _| Meta::No,
    card: |_, _| None,
};

fn write(out: &Out<'_>) -> String {
    let lines: Vec<String> = out.slot(Slot::Main).iter().filter_map(|line| Some(out.bracketed(line)? + "\n")).collect();
    text_header(out, "# ") + &lines.concat()
}
