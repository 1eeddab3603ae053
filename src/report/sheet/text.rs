//! A sheet of fixed width.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{ONE_COLUMN, Sheet, SheetCard};
use crate::report::visible;

/// The columns of a page; letters of East Asia take two.
const WIDTH: usize = 80;
/// Longer codes have no column of their own.
const LONGEST_CODE: usize = 14;
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
    let known = |text: &Option<String>| visible(text.as_deref().unwrap_or_default()).into_owned();
    out.extend(pair(("Name", &known(&sheet.player)), "Number"));
    out.push(String::new());
    out.extend(pair(("Event", &known(&sheet.event)), "Date"));
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
    out.extend(pair(("Signature", ""), "Checked by"));
    out.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Two fields side by side; of the second one nothing is known yet.
fn pair((word, value): (&str, &str), second: &str) -> Vec<String> {
    let left = field(word, value, 44);
    let right = field(second, "", 34);
    let line = |(at, left): (usize, String)| match right.get(at) {
        Some(right) => format!("{}  {right}", padded(&left, 44)),
        None => left,
    };
    left.into_iter().enumerate().map(line).collect()
}

/// `Name: Ada ______`; what is known stands on the line, and on further ones if it is long.
fn field(word: &str, value: &str, width: usize) -> Vec<String> {
    let front = word.width() + 2;
    let room = width.saturating_sub(front);
    let mut lines = wrapped(value, room.saturating_sub(1));
    if let Some(last) = lines.last_mut() {
        let gap = if last.is_empty() { "" } else { " " };
        *last = format!("{last}{gap}{}", "_".repeat(room.saturating_sub(last.width() + gap.len())));
    }
    let start = |at: usize| if at == 0 { format!("{word}: ") } else { " ".repeat(front) };
    lines.into_iter().enumerate().map(|(at, line)| format!("{}{line}", start(at))).collect()
}

/// The cards, in one column or two. A section's title is not parted from its first card, nor a card from its own lines.
fn cards(sheet: &Sheet, out: &mut Vec<String>) {
    let two = sheet.lines() > ONE_COLUMN;
    let width = if two { (WIDTH - GAP) / 2 } else { WIDTH };
    let code = |c: &SheetCard| c.code.as_deref().map_or(0, |code| visible(code).width() + 2);
    let all = || sheet.sections.iter().flat_map(|s| &s.cards);
    let codes = all().map(code).max().unwrap_or(0);
    // Codes that would leave no room for names stand behind them.
    let (codes, behind) = if codes > LONGEST_CODE + 2 { (0, true) } else { (codes, false) };
    let counts = all().map(|c| c.copies.to_string().len()).max().unwrap_or(0);
    let mut blocks: Vec<Vec<String>> = Vec::new();
    for (at, section) in sheet.sections.iter().enumerate() {
        let mut head: Vec<String> = if at > 0 { vec![String::new()] } else { Vec::new() };
        let title = format!("{} ({})", visible(&section.title), section.total);
        head.extend(wrapped(&title, width));
        for card in &section.cards {
            let mark = if card.known { "" } else { " (not in the card pool)" };
            let own = visible(card.code.as_deref().unwrap_or_default());
            let (own, tail) = match behind && !own.is_empty() {
                true => ("".into(), format!(" [{own}]")),
                false => (own, String::new()),
            };
            let front = counts + 2 + codes;
            let start = format!("{:>counts$}  {}", card.copies, padded(&own, codes));
            let lines = wrapped(&format!("{}{tail}{mark}", visible(&card.name)), width - front);
            for (at, line) in lines.into_iter().enumerate() {
                head.push(format!("{}{line}", padded(if at == 0 { &start } else { "" }, front)));
            }
            blocks.push(std::mem::take(&mut head));
        }
        if !head.is_empty() {
            blocks.push(head);
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
        assert_eq!(field("Name", "", 10), ["Name: ____"]);
        assert_eq!(field("Name", "가", 10), ["Name: 가 _"]);
        assert_eq!(field("Name", "가나", 10), ["Name: 가", "      나 _"]);
    }
}
