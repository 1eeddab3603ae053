//! Text decks: one line for each card, sections under headings, after `SB:` or after a blank line.

use std::ops::Range;

use super::build::{Amount, Build, Heading, brief, digits};
use crate::deck::{CardText, RawDeck};
use crate::diagnostics::{DCK_BLANK_LINE, DCK_LINE, Diagnostic};
use crate::spec::GameSpec;
use crate::text::{FileId, Span, lines};

/// What a line says, as byte ranges in it.
pub(super) struct Entry {
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
pub(super) fn trimmed(text: &str) -> Range<usize> {
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
pub(super) fn code_digits(spec: &GameSpec) -> Option<usize> {
    let at = spec.attribute("code")?;
    spec.attributes[at].digits
}

/// Reads one card line.
pub(super) fn scan(line: &str, code_digits: Option<usize>) -> Entry {
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
        Some((range, amount, text)) => (
            Some((range.start + start..range.end + start, amount)),
            text.start + start..text.end + start,
        ),
        None => (None, start..end),
    };
    Entry {
        side,
        count,
        text,
        whole: start..end,
    }
}

/// The bytes of a bullet and the blanks behind it. A dash right before a number is a sign.
fn bullet(line: &str) -> usize {
    let Some(rest) = line.strip_prefix(['-', '*', '•']) else {
        return 0;
    };
    match blanks(rest) {
        0 => 0,
        _ if rest.trim_start_matches(is_blank).is_empty() => 0,
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
    let card = before_comment(card);
    let token = card.rfind(is_blank)?;
    let token = token + card[token..].chars().next()?.len_utf8();
    let number = card[token..].strip_prefix(['x', '×'])?;
    let n = digits(number);
    let name = card[..token].trim_end_matches(is_blank).len();
    let start = card.len() - number.len();
    (n.many > 0 && n.end == number.len() && name > 0).then_some((
        start..card.len(),
        Amount::Of(n.value),
        0..name,
    ))
}

/// The text before a `#` that has a blank before it, without blanks at its end.
fn before_comment(text: &str) -> &str {
    let mut from = 0;
    while let Some(at) = text[from..].find('#') {
        let head = &text[..from + at];
        if head.ends_with(is_blank) {
            return head.trim_end_matches(is_blank);
        }
        from += at + 1;
    }
    text
}

/// Whether a trimmed line is a comment.
pub(super) fn is_comment(line: &str) -> bool {
    line.starts_with('#') || line.starts_with("//") || line.starts_with("--")
}

/// A line of signs only, such as `=====`, parts blocks for the eye and can name no card.
pub(super) fn is_rule(line: &str) -> bool {
    let bytes = line.as_bytes();
    bytes.len() >= 3
        && b"=*_~+".contains(&bytes[0])
        && bytes.iter().all(|&b| b == bytes[0] || b == b' ')
}

/// A line that may be a heading.
struct Title<'t> {
    name: &'t str,
    /// A final colon or a frame says that it is one, whatever its name.
    sure: bool,
}

/// The heading in a trimmed line without count: `Side:`, `Side (15)`, `Side - 15`, `[Side]`, `== Side ==`, or a bare
/// word.
fn title(line: &str) -> Title<'_> {
    let line = before_comment(line);
    let sure = |name: &'_ str| !name.is_empty();
    if let Some(inner) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
        let name = inner.trim().trim_end_matches([':', '：']);
        let framed = sure(name) && !name.contains(['[', ']']) && digits(name).end != name.len();
        return match framed {
            true => Title { name, sure: true },
            false => Title {
                name: line,
                sure: false,
            },
        };
    }
    if line.starts_with("==") {
        let name = line.trim_matches('=').trim();
        return Title {
            name,
            sure: sure(name),
        };
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
    Title {
        name,
        sure: sure(name) && (first || second),
    }
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

/// Bare headings that other games' lists have. They are no card names, even where the game lacks the section.
const FOREIGN: &[&str] = &[
    "sideboard",
    "side board",
    "side deck",
    "side",
    "sb",
    "commander",
    "companion",
    "maybeboard",
    "extra deck",
];

struct Reader<'t, 's> {
    text: &'t str,
    build: Build<'t, 's>,
    digits: Option<usize>,
    /// No bare heading is longer, in bytes.
    longest: usize,
    current: Option<usize>,
    /// A heading or `SB:` has come: blank lines mean nothing.
    parted: bool,
    blank: bool,
    /// The first line behind a blank line between cards.
    after_blank: Option<usize>,
}

/// Reads a text deck.
pub(super) fn read<'t>(text: &'t str, spec: &GameSpec) -> (RawDeck<'t>, Vec<Diagnostic>) {
    let longest = spec
        .sections
        .iter()
        .flat_map(|(name, s)| {
            [name.value.len(), s.title.len()]
                .into_iter()
                .chain(s.aliases.iter().map(String::len))
        })
        .fold(16, usize::max);
    let mut reader = Reader {
        text,
        build: Build::new(spec),
        digits: code_digits(spec),
        // Room for a total behind it, and for letters that fold to fewer bytes.
        longest: 2 * longest + 16,
        current: None,
        parted: false,
        blank: false,
        after_blank: None,
    };
    let mut head = true;
    let mut about = About::default();
    for (start, raw) in lines(text) {
        let Range { start: from, end } = trimmed(raw);
        let (start, line) = (start + from, &raw[from..end]);
        if line.is_empty() {
            reader.blank = !reader.build.deck.lines.is_empty();
        } else if !(is_comment(line) || is_rule(line)) {
            if head && about.takes(line, &text[start + line.len()..]) {
                continue;
            }
            head = false;
            reader.line(start, line);
        }
    }
    reader.finish()
}

impl<'t> Reader<'t, '_> {
    fn span(&self, start: usize, range: &Range<usize>) -> Span {
        Span::new(FileId::INPUT, start + range.start, start + range.end)
    }

    fn line(&mut self, start: usize, line: &'t str) {
        let entry = scan(line, self.digits);
        let alone = entry.side.is_some() && entry.text.is_empty();
        if alone || (entry.count.is_none() && entry.side.is_none()) {
            let range = match &entry.side {
                Some(side) => side.clone(),
                None => entry.whole.clone(),
            };
            if self.heading(start + range.start, &line[range]) {
                return;
            }
        }
        self.card(start, line, &entry);
    }

    /// Takes a heading in; `false` if the line is none.
    fn heading(&mut self, start: usize, line: &'t str) -> bool {
        let title = title(line);
        if !title.sure {
            if title.name.len() > self.longest {
                return false;
            }
            let known = self.build.spec.section_for_heading(title.name).is_some();
            if !known && !FOREIGN.iter().any(|f| title.name.eq_ignore_ascii_case(f)) {
                return false;
            }
        }
        let offset = title.name.as_ptr() as usize - line.as_ptr() as usize;
        let span = self.span(start, &(offset..offset + title.name.len()));
        self.parted = true;
        if let Heading::Section(at) = self.build.heading(title.name, span, title.sure, &[]) {
            self.current = Some(at);
        }
        true
    }

    fn card(&mut self, start: usize, line: &'t str, entry: &Entry) {
        let section = match &entry.side {
            Some(prefix) => {
                self.parted = true;
                let span = self.span(start, prefix);
                self.build.side_by_prefix(span)
            }
            None => match self.current {
                Some(at) => at,
                None => *self.current.insert(self.build.default_section()),
            },
        };
        if std::mem::take(&mut self.blank) && self.after_blank.is_none() {
            self.after_blank = Some(self.build.deck.lines.len());
        }
        let span = self.span(start, &entry.text);
        let text = &line[entry.text.clone()];
        if !text.contains(|c: char| c.is_alphanumeric() || !c.is_ascii()) && text.len() < 3 {
            self.build.faults.add(&DCK_LINE, || no_card(text, span));
            return;
        }
        let (count_span, amount) = match &entry.count {
            Some((range, amount)) => (Some(self.span(start, range)), *amount),
            None => (None, Amount::Of(1)),
        };
        let written = count_span.map_or("", |s| &self.text[s.range()]);
        let whole = &line[entry.whole.clone()];
        self.build.line(
            section,
            amount,
            written,
            count_span,
            CardText::Free { text, whole },
            span,
        );
    }

    fn finish(mut self) -> (RawDeck<'t>, Vec<Diagnostic>) {
        if let Some(first) = self.after_blank.filter(|_| !self.parted)
            && let Some(at) = self.build.deck.lines.get(first)
        {
            let span = at.span;
            if let Some(side) = self.build.side_by_blank_line() {
                for line in &mut self.build.deck.lines[first..] {
                    line.section = side;
                }
                let spec = self.build.spec;
                let title = spec
                    .side_section()
                    .map_or("", |at| spec.sections[at].title.as_str());
                self.build.faults.add(&DCK_BLANK_LINE, || {
                    let message = format!("the blank line above was read as the start of {title}");
                    Diagnostic::general(&DCK_BLANK_LINE, span, message)
                        .help("write a heading over each section, or take the blank line away")
                });
            }
        }
        self.build.finish()
    }
}

fn no_card(text: &str, span: Span) -> Diagnostic {
    let message = format!("`{}` names no card", brief(text));
    Diagnostic::general(&DCK_LINE, span, message)
        .help("write a count and a card, such as `4 NAME`, or put `#` before a comment")
}

/// The lines `About` and `Name X` that Arena puts on top.
#[derive(Default)]
pub(super) enum About {
    #[default]
    Before,
    Inside,
    Behind,
}

impl About {
    /// Whether a line on top belongs to the block; `rest` is what follows it.
    pub(super) fn takes(&mut self, line: &str, rest: &str) -> bool {
        match self {
            About::Before if line == "About" && rest.trim_start().starts_with("Name ") => {
                *self = About::Inside;
                true
            }
            About::Inside => {
                *self = About::Behind;
                true
            }
            _ => false,
        }
    }

    /// Whether the line that was taken last holds the name.
    pub(super) fn is_name(&self) -> bool {
        matches!(self, About::Behind)
    }
}

/// The byte range of the deck's name in a line `Name X`.
pub(super) fn about_name(line: &str) -> Option<Range<usize>> {
    let name = line.strip_prefix("Name ")?.trim_start();
    Some(line.len() - name.len()..line.len())
}

/// Whether a line without game at hand is a heading, so that the header may go on below it.
pub(super) fn may_be_heading(line: &str) -> bool {
    let entry = scan(line, None);
    if entry.count.is_some() || entry.side.is_some() {
        return false;
    }
    let title = title(line);
    title.sure
        || ["deck", "main", "main deck", "maindeck"]
            .iter()
            .any(|word| title.name.eq_ignore_ascii_case(word))
}
