//! LackeyCCG's text lists: a count, a tab and a name; a zone under its name with a colon.

use super::dialect::{Dialect, Meta};
use super::line::is_comment;
use super::write::Out;
use super::{About, Cards, Holds, Sections, Slot, Syntax, text};
use crate::deck::Header;

pub(super) static ABOUT: About = About {
    id: "lackey-text",
    name: "LackeyCCG text",
    endings: &["txt"],
    holds: Holds { header: &[], sections: Sections::Named, cards: Cards::Names },
    syntax: Syntax::Text,
    sniff: Some(|look| {
        let counted = |line: &str| line.split_once('\t').is_some_and(|(n, _)| n.bytes().all(|b| b.is_ascii_digit()));
        let plain = |line: &&str| !line.ends_with(':');
        let mut cards = look.inked().take(64).filter(plain).peekable();
        // A comment is none of Lackey's, but a header of ours.
        let all = cards.peek().is_some() && cards.all(|line| !is_comment(line) && counted(line));
        all.then_some("counts and names parted by tabs")
    }),
    header: |_, _| (Header::default(), Vec::new()),
    read: |r| text::read(&r.source.text, r.spec, &LACKEY),
    write,
};

static LACKEY: Dialect = Dialect {
    id: "lackey-text",
    leader: &["leader", "commander", "hero", "identity"],
    side_leads: false,
    blank_lines: false,
    empty_sections: true,
    meta: |_, _| Meta::No,
    card: |_, _| None,
};

fn write(out: &Out<'_>) -> String {
    let mut text = String::new();
    for group in out.groups() {
        // Cards before the first heading are those of the main zone.
        if group.slot != Some(Slot::Main) || !text.is_empty() {
            text.push_str(&format!("{}:\n", group.title));
        }
        for line in group.lines.iter().filter_map(|line| out.line(line)) {
            text.push_str(&line.replacen(' ', "\t", 1));
            text.push('\n');
        }
    }
    text
}
