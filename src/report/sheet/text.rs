//! A sheet of fixed width.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{ONE_COLUMN, Sheet, SheetCard};
use crate::report::visible;

/// The columns of a page; letters of East Asia take two.
const WIDTH: usize = 80;
/// What lies between two columns of cards.
const GAP: usize = 4;

/// The sheets as text, one page each, with a form feed between them. No line is wider than 80 columns.
#[must_use]
pub fn text(sheets: &[Sheet]) -> String {
    sheets.iter().map(page).collect::<Vec<_>>().join("\u{c}")
}

fn page(sheet: &Sheet) -> String {
    let mut out: Vec<String> = Vec::new();
    let rule = "=".repeat(WIDTH);
    out.push(rule.clone());
    let titles = wrapped(&visible(&sheet.deck), WIDTH - 24);
    for (at, line) in titles.into_iter().enumerate() {
        let left = if at == 0 { "DECK REGISTRATION" } else { "" };
        out.push(format!("{}{line}", padded(left, 24)));
    }
    wrapped(&visible(&sheet.game), WIDTH - 24).into_iter().for_each(|g| out.push(format!("{}{g}", padded("", 24))));
    out.push(rule.clone());
    out.push(String::new());
    let pair = |a: (&str, &str), b: (&str, &str)| format!("{}  {}", field(a.0, a.1, 44), field(b.0, b.1, 34));
    let known = |text: &Option<String>| visible(text.as_deref().unwrap_or_default()).into_owned();
    out.push(pair(("Name", &known(&sheet.player)), ("Number", "")));
    out.push(String::new());
    out.push(pair(("Event", &known(&sheet.event)), ("Date", "")));
    out.push(String::new());
    cards(sheet, &mut out);
    out.push(String::new());
    out.push("-".repeat(WIDTH));
    for (word, value) in [
        ("Total", sheet.sum()),
        ("Verdict", sheet.verdict.clone()),
        ("Under", sheet.under()),
        ("Deck hash", sheet.hash.clone()),
        ("Rules", sheet.rules.clone()),
        ("Card pool", sheet.pool.clone()),
    ] {
        for (at, line) in wrapped(&visible(&value), WIDTH - 12).into_iter().enumerate() {
            out.push(format!("{}{line}", padded(if at == 0 { word } else { "" }, 12)));
        }
    }
    out.push(String::new());
    out.push(pair(("Signature", ""), ("Checked by", "")));
    out.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// `Name: Ada ______`; what is known stands on the line, and is wrapped if it is longer.
fn field(word: &str, value: &str, width: usize) -> String {
    let room = width.saturating_sub(word.width() + 2);
    let value = wrapped(value, room.saturating_sub(1)).into_iter().next().unwrap_or_default();
    let gap = if value.is_empty() { "" } else { " " };
    format!("{word}: {value}{gap}{}", "_".repeat(room.saturating_sub(value.width() + gap.len())))
}

/// The cards, in one column or two. A section's title is not parted from its first card, nor a card from its own lines.
fn cards(sheet: &Sheet, out: &mut Vec<String>) {
    let two = sheet.lines() > ONE_COLUMN;
    let width = if two { (WIDTH - GAP) / 2 } else { WIDTH };
    let code = |c: &SheetCard| c.code.as_deref().map_or(0, |code| visible(code).width() + 2);
    let all = || sheet.sections.iter().flat_map(|s| &s.cards);
    let codes = all().map(code).max().unwrap_or(0).min(width / 2);
    let counts = all().map(|c| c.copies.to_string().len()).max().unwrap_or(0);
    let mut blocks: Vec<Vec<String>> = Vec::new();
    for (at, section) in sheet.sections.iter().enumerate() {
        let mut head: Vec<String> = if at > 0 { vec![String::new()] } else { Vec::new() };
        let title = format!("{} ({})", visible(&section.title), section.total);
        head.extend(wrapped(&title, width));
        for card in &section.cards {
            let mark = if card.known { "" } else { " (not in the card pool)" };
            let own = visible(card.code.as_deref().unwrap_or_default());
            let front = counts + 2 + codes;
            let start = format!("{:>counts$}  {}", card.copies, padded(&own, codes));
            let lines = wrapped(&format!("{}{mark}", visible(&card.name)), width - front);
            for (at, line) in lines.into_iter().enumerate() {
                head.push(format!("{}{line}", padded(if at == 0 { &start } else { "" }, front)));
            }
            blocks.push(std::mem::take(&mut head));
        }
    }
    let lines: usize = blocks.iter().map(Vec::len).sum();
    let (mut left, mut right): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for block in blocks {
        match two && (!right.is_empty() || left.len() + block.len() > lines.div_ceil(2)) && !left.is_empty() {
            true if right.is_empty() => right.extend(block.into_iter().skip_while(String::is_empty)),
            true => right.extend(block),
            false => left.extend(block),
        }
    }
    for at in 0..left.len().max(right.len()) {
        let part = |side: &[String]| side.get(at).cloned().unwrap_or_default();
        match two {
            true => out.push(format!("{}{}", padded(&part(&left), width + GAP), part(&right))),
            false => out.push(part(&left)),
        }
    }
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// The text in lines of at most so many columns, parted at blanks where there are some.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    let mut out = vec![String::new()];
    for word in text.split(' ').filter(|w| !w.is_empty()) {
        let Some(line) = out.last_mut() else { break };
        if !line.is_empty() && line.width() + 1 + word.width() <= width {
            line.push(' ');
            line.push_str(word);
            continue;
        }
        if !line.is_empty() {
            out.push(String::new());
        }
        for c in word.chars() {
            if out.last().is_some_and(|line| line.width() + c.width().unwrap_or(0) > width) {
                out.push(String::new());
            }
            if let Some(line) = out.last_mut() {
                line.push(c);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_parted_by_the_width_of_their_letters() {
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(wrapped("ab cde", 6), ["ab cde"]);
        assert_eq!(wrapped("ab cde", 5), ["ab", "cde"]);
        assert_eq!(wrapped("가시 파수꾼", 6), ["가시", "파수꾼"]);
        assert_eq!(wrapped("가시파수꾼", 5), ["가시", "파수", "꾼"]);
        assert_eq!(field("Name", "", 10), "Name: ____");
        assert_eq!(field("Name", "가", 10), "Name: 가 _");
    }
}
