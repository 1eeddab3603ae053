//! Pages of `decklint explain` that are no code: fixed texts, and those that list what the program knows.

use std::fmt::Write;

use crate::engines;
use crate::play::{Quantity, Verb, When};

/// Makes a page.
type Page = fn() -> String;

/// The topics with their pages.
pub(crate) const TOPICS: &[(&str, Page)] = &[
    ("layers", || include_str!("layers.md").to_owned()),
    ("search", || include_str!("search.md").to_owned()),
    ("formats", || include_str!("formats.md").to_owned()),
    ("abilities", abilities),
    ("goals", || include_str!("goals.md").to_owned()),
    ("policies", policies),
    ("config", || include_str!("config.md").to_owned()),
    ("streams", || include_str!("streams.md").to_owned()),
];

/// The page of a topic.
pub(crate) fn page(name: &str) -> Option<String> {
    TOPICS.iter().find(|(topic, _)| *topic == name).map(|(_, page)| page())
}

fn list(out: &mut String, rows: impl Iterator<Item = (String, String)>) {
    let rows: Vec<_> = rows.collect();
    let widest = rows.iter().map(|(word, _)| word.chars().count()).filter(|n| *n <= 24).max().unwrap_or(0);
    for (word, meaning) in rows {
        let length = word.chars().count();
        if length > 24 {
            let _ = writeln!(out, "  {word}\n  {}{meaning}", " ".repeat(widest + 2));
        } else {
            let _ = writeln!(out, "  {word}{}  {meaning}", " ".repeat(widest - length));
        }
    }
}

fn abilities() -> String {
    let mut out = String::from(
        "The column `abilities` of a card pool says what a card does, in one small language for all games.\n\n  \
         WHEN [cost N] [if CONDITION]: EFFECT {, EFFECT}      abilities are parted by `;`\n\n  \
         played: draw 1, energy 2\n  \
         clash if stock >= 10: raise el 2 for clash\n  \
         field: raise attack 1 all(type:Token) ; destroyed: token 1 \"NAME OF A CARD\"\n\nWHEN is one of\n\n",
    );
    list(&mut out, When::ALL.iter().map(|(_, word, meaning)| ((*word).to_owned(), (*meaning).to_owned())));
    out.push_str(
        "\nA condition compares numbers of the owner, or of the opponent with `opponent` before them, by <=, >=, <, >, = or !=,\n\
         joined by `and`:\n\n",
    );
    list(&mut out, Quantity::ALL.iter().map(|(word, meaning)| ((*word).to_owned(), (*meaning).to_owned())));
    out.push_str(
        "\nEffects act for the owner; with `opponent` before them the opponent does it. TERMS are search terms\n\
         (`decklint explain search`).\n\n",
    );
    list(&mut out, Verb::ALL.iter().map(|(_, form, meaning)| ((*form).to_owned(), (*meaning).to_owned())));
    out.push_str(
        "\nWithout `for` a raised or lowered number stays so while the card is on the field. What costs something is never\n\
         forced. A card that has a text and no abilities is played without its text; reports count such cards as not\n\
         simulated. Numbers of a card that effects change, and effects without meaning, by engine:\n\n",
    );
    list(
        &mut out,
        engines::words().map(|w| {
            let stats = if w.stats.is_empty() { "no numbers".to_owned() } else { w.stats.join(", ") };
            let without = match w.unsupported.len() {
                0 => String::new(),
                n if n == Verb::ALL.len() => "; no effects".to_owned(),
                _ => format!("; without {}", w.unsupported.join(", ")),
            };
            (w.name.to_owned(), format!("{stats}{without}"))
        }),
    );
    out
}

fn policies() -> String {
    let mut out = include_str!("policies.md").to_owned();
    for words in engines::words() {
        let _ = writeln!(out, "\nOptions of {}\n", words.name);
        list(&mut out, words.verbs.iter().map(|(verb, meaning)| ((*verb).to_owned(), (*meaning).to_owned())));
    }
    out
}
