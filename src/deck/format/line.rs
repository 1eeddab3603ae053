//! One line of a text deck: what is its count, what its card, and whether it is a heading or a comment.

use std::ops::Range;

use super::columns::{Amount, digits};
use crate::spec::GameSpec;

/// What a line says, as byte ranges in it.
#[cfg_attr(test, derive(Debug, PartialEq))]
pub(in crate::deck) struct Entry {
    /// The prefix `SB:`.
    pub side: Option<Range<usize>>,
    pub count: Option<(Range<usize>, Amount)>,
    /// The part beside the count.
    pub text: Range<usize>,
    /// The card part with the count.
    pub whole: Range<usize>,
}

fn is_blank(c: char) -> bool {
    // Word joiners and byte-order marks come along when lists are copied from web pages.
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}')
}

/// The range of `text` without blanks around it.
pub(in crate::deck) fn trimmed(text: &str) -> Range<usize> {
    let inked = |b: Option<&u8>| b.is_some_and(u8::is_ascii_graphic);
    if inked(text.as_bytes().first()) && inked(text.as_bytes().last()) {
        return 0..text.len();
    }
    let start = text.len() - text.trim_start_matches(is_blank).len();
    start..start + text[start..].trim_end_matches(is_blank).len()
}

fn starts_blank(text: &str) -> bool {
    text.starts_with(is_blank)
}

/// The bytes of blanks at the beginning.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches(is_blank).len()
}

/// The digits of the codes that the game prints, if it says so: as many digits before a name are a code, no count.
pub(in crate::deck) fn code_digits(spec: &GameSpec) -> Option<usize> {
    let at = spec.attribute("code")?;
    spec.attributes[at].digits
}

/// Reads one card line.
pub(in crate::deck) fn scan(line: &str, code_digits: Option<usize>) -> Entry {
    match usual(line, code_digits) {
        Some((end, count)) => {
            let count = Some((0..end, Amount::Of(count)));
            Entry { side: None, count, text: end + 1..line.len(), whole: 0..line.len() }
        }
        None => stepwise(line, code_digits),
    }
}

fn stepwise(line: &str, code_digits: Option<usize>) -> Entry {
    let Range { mut start, end } = trimmed(line);
    start += bullet(&line[start..end]);
    let mut side = None;
    if let Some(prefix) = line.get(start..start + 3).filter(|_| start + 3 <= end)
        && prefix.eq_ignore_ascii_case("sb:")
    {
        side = Some(start..start + 3);
        start += 3;
        start += blanks(&line[start..end]);
    }
    let card = &line[start..end];
    let found = leading(card, code_digits).or_else(|| trailing(card));
    let (count, text) = match found {
        Some((range, amount, text)) => {
            (Some((range.start + start..range.end + start, amount)), text.start + start..text.end + start)
        }
        None => (None, start..end),
    };
    Entry { side, count, text, whole: start..end }
}

/// The line that nearly every line is: a small count, a blank, and a name or code. The others are read step by step.
/// Gives how many digits the count has, and the count.
#[inline]
pub(super) fn usual(line: &str, code_digits: Option<usize>) -> Option<(usize, u64)> {
    let bytes = line.as_bytes();
    let value = |digits: &[u8]| digits.iter().fold(0, |n, b| 10 * n + u64::from(b - b'0'));
    let (digits, first) = match bytes {
        [b'0'..=b'9', b' ', first, ..] => (1, first),
        [b'0'..=b'9', b'0'..=b'9', b' ', first, ..] => (2, first),
        [b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', b' ', first, ..] => (3, first),
        _ => return None,
    };
    // `4 x Name` has a sign of its own, and `Name x4` never comes behind a count.
    let named = first.is_ascii_alphanumeric() && !matches!(first, b'x' | b'X');
    let whole = bytes.last().is_some_and(u8::is_ascii_graphic);
    (named && whole && Some(digits) != code_digits).then(|| (digits, value(&bytes[..digits])))
}

/// The bytes of a bullet and the blanks behind it, at the beginning of a trimmed line. A dash right before a number is a sign.
fn bullet(line: &str) -> usize {
    let Some(rest) = line.strip_prefix(['-', '*', '•']) else {
        return 0;
    };
    match blanks(rest) {
        0 => 0,
        n => line.len() - rest.len() + n,
    }
}

type Found = (Range<usize>, Amount, Range<usize>);

/// A count at the beginning: `4`, `4x`, `4 x`, `x4`, `(4)`, `[4]`.
fn leading(card: &str, code_digits: Option<usize>) -> Option<Found> {
    let first = card.chars().next()?;
    let wide = first.len_utf8();
    let (count, amount, text) = match first {
        '(' | '[' => {
            let close = if first == '(' { ')' } else { ']' };
            let n = digits(&card[1..]);
            // More digits are a code in brackets.
            if !(1..=4).contains(&n.many) || !card[1 + n.end..].starts_with(close) {
                return None;
            }
            (1..1 + n.end, Amount::Of(n.value), n.end + 2)
        }
        'x' | 'X' | '×' => {
            let n = digits(&card[wide..]);
            if n.many == 0 || !starts_blank(&card[wide + n.end..]) {
                return None;
            }
            (wide..wide + n.end, Amount::Of(n.value), wide + n.end)
        }
        '-' | '−' => {
            let n = digits(&card[wide..]);
            let end = wide + n.end;
            let text = times(&card[end..]).filter(|_| n.many > 0)?;
            (0..end, Amount::Negative, end + text)
        }
        '0'..='9' | '０'..='９' => {
            let n = digits(card);
            let rest = &card[n.end..];
            let part = rest.strip_prefix(['.', ',']).map(digits);
            if let Some(part) = part.filter(|p| p.many > 0) {
                let end = n.end + 1 + part.end;
                (0..end, Amount::Fraction, end + times(&card[end..])?)
            } else {
                let zeros = n.many > 4 && first == '0';
                if starts_blank(rest) && (zeros || Some(n.many) == code_digits) {
                    return None;
                }
                (0..n.end, Amount::Of(n.value), n.end + times(rest)?)
            }
        }
        _ => return None,
    };
    let text = text + blanks(&card[text..]);
    (text < card.len()).then_some((count, amount, text..card.len()))
}

/// What may part a count from its card: blanks, an `x`, or both. Gives its bytes.
fn times(rest: &str) -> Option<usize> {
    let gap = blanks(rest);
    let after = &rest[gap..];
    let bare = after.strip_prefix(['x', 'X', '×', 'ｘ', 'Ｘ']);
    let Some(behind) = bare else {
        return (gap > 0).then_some(gap);
    };
    let sign = rest.len() - behind.len();
    // `4 X Factor` names a card that begins with a capital X; `2xtra` one that begins with a digit.
    let is_sign = match gap {
        0 => !behind.starts_with(|c: char| c.is_ascii_lowercase()),
        _ => starts_blank(behind) && after.starts_with(['x', '×']),
    };
    match is_sign {
        true => Some(sign),
        false => (gap > 0).then_some(gap),
    }
}

/// A count at the end, ` x4` or ` ×4`, perhaps with a comment behind it.
fn trailing(card: &str) -> Option<Found> {
    let mut from = 0;
    loop {
        let mark = comment_mark(card, from);
        let end = mark.unwrap_or(card.len());
        let found = times_at_end(card[..end].trim_end_matches(is_blank));
        // `Fan #1 x2`: the `#` belongs to the name, and another one may begin the comment.
        match mark.filter(|at| found.is_none() && card[at + 1..].starts_with(|c: char| c.is_ascii_digit())) {
            Some(at) => from = at + 1,
            None => return found,
        }
    }
}

fn times_at_end(card: &str) -> Option<Found> {
    let token = card.rfind(is_blank)?;
    let token = token + card[token..].chars().next()?.len_utf8();
    let number = card[token..].strip_prefix(['x', '×'])?;
    let n = digits(number);
    let name = card[..token].trim_end_matches(is_blank).len();
    let start = card.len() - number.len();
    (n.many > 0 && n.end == number.len()).then_some((start..card.len(), Amount::Of(n.value), 0..name))
}

/// Where the next `#` with a blank before it stands.
fn comment_mark(text: &str, mut from: usize) -> Option<usize> {
    loop {
        let at = from + text[from..].find('#')?;
        if text[..at].ends_with(is_blank) {
            return Some(at);
        }
        from = at + 1;
    }
}

/// Whether a trimmed line is a comment.
pub(in crate::deck) fn is_comment(line: &str) -> bool {
    matches!(line.as_bytes(), [b'#', ..] | [b'/', b'/', ..] | [b'-', b'-', ..])
}

/// A line of signs only, such as `=====`, parts blocks for the eye and can name no card.
pub(super) fn is_rule(line: &str) -> bool {
    let bytes = line.as_bytes();
    bytes.len() >= 3 && b"=*_~+".contains(&bytes[0]) && bytes.iter().all(|&b| b == bytes[0] || b == b' ')
}

/// A line that may be a heading.
pub(super) struct Title<'t> {
    pub name: &'t str,
    /// A final colon or a frame says that it is one, whatever its name.
    pub sure: bool,
}

/// The heading in a trimmed line without count: `Side:`, `Side (15)`, `Side - 15`, `[Side]`, `== Side ==`, or a bare
/// word.
pub(super) fn title(line: &str) -> Title<'_> {
    let line = comment_mark(line, 0).map_or(line, |at| line[..at].trim_end_matches(is_blank));
    let sure = |name: &'_ str| !name.is_empty();
    if let Some(inner) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
        let name = inner.trim().trim_end_matches([':', '：']);
        let framed = sure(name) && !name.contains(['[', ']']) && digits(name).end != name.len();
        return match framed {
            true => Title { name, sure: true },
            false => Title { name: line, sure: false },
        };
    }
    if line.starts_with("==") {
        let name = line.trim_matches('=').trim();
        return Title { name, sure: sure(name) };
    }
    let bare = |text: &'_ str| text.strip_suffix([':', '：']).map(|t| t.trim_end().len());
    let (line, first) = match bare(line) {
        Some(end) => (&line[..end], true),
        None => (line, false),
    };
    let line = without_total(line);
    let (name, second) = match bare(line) {
        Some(end) => (&line[..end], true),
        None => (line, false),
    };
    Title { name, sure: sure(name) && (first || second) }
}

/// A heading without the number of its cards: `(15)`, `[15]`, `(15 cards)`, `- 15`.
fn without_total(line: &str) -> &str {
    let cut = || {
        let (head, tail) = if let Some(inner) = line.strip_suffix(')') {
            inner.rsplit_once('(')?
        } else if let Some(inner) = line.strip_suffix(']') {
            inner.rsplit_once('[')?
        } else {
            let (head, tail) = line.rsplit_once(['-', '–', '—', ':'])?;
            let colon = line[head.len()..].starts_with(':');
            if !colon && !head.ends_with(is_blank) {
                return None;
            }
            (head, tail)
        };
        let tail = tail.trim();
        let n = digits(tail);
        let rest = tail[n.end..].trim();
        (n.many > 0 && matches!(rest, "" | "cards" | "card" | "장")).then(|| head.trim_end())
    };
    cut().filter(|head| !head.is_empty()).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_usual_line_is_read_as_step_by_step(line in "[0-9]{1,4} ?[A-Za0-9x#. 가-]{0,6}[ -~]", digits in 1_usize..4) {
            for digits in [None, Some(digits)] {
                if usual(&line, digits).is_some() {
                    prop_assert_eq!(scan(&line, digits), stepwise(&line, digits));
                }
            }
        }
    }

    #[test]
    fn what_stands_behind_a_count_is_the_card() {
        for line in
            ["-4 Foo", "-12x Foo", "-4  Foo", "1.5 Foo", "1.5x Foo", "1,25  Foo", "10.5 x Foo", "x4 Foo", "4x Foo"]
        {
            let entry = scan(line, None);
            assert_eq!((&line[entry.text], entry.count.is_some()), ("Foo", true), "{line}");
        }
    }

    #[test]
    fn usual_lines_take_the_short_way() {
        for line in ["4 Name", "12 01204417", "100 Z (SET) 12 # tag"] {
            assert!(usual(line, Some(8)).is_some(), "{line}");
        }
    }
}
