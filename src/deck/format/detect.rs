//! Which format a file has. Content decides first; formats of other programs are refused by name, because as plain
//! text every line of theirs would be an unknown card.

use std::borrow::Cow;

use super::build::brief;
use super::columns::{column, digits};
use super::line::{is_comment, scan, trimmed};
use super::{Format, csv, header};
use crate::diagnostics::{DCK_FORMAT, DCK_UNREADABLE, Diagnostic};
use crate::text::{FileId, Source, Span, fold_key, lines};

type Detected = (Format, Cow<'static, str>, Option<csv::Shape>);

/// The lines that say something, with their places: neither blank nor comments.
fn telling(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    Lines { text, at: Some(0) }.filter(|(_, line)| !line.is_empty() && !is_comment(line))
}

/// Trimmed lines, as an iterator that can be kept and cloned.
#[derive(Clone)]
struct Lines<'t> {
    text: &'t str,
    at: Option<usize>,
}

impl<'t> Iterator for Lines<'t> {
    type Item = (usize, &'t str);

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at?;
        let (_, raw) = lines(&self.text[start..]).next()?;
        let end = start + raw.len();
        self.at = (end < self.text.len()).then(|| {
            let wide = self.text[end..].starts_with("\r\n");
            end + 1 + usize::from(wide)
        });
        let range = trimmed(raw);
        Some((start + range.start, &raw[range]))
    }
}

pub(super) fn detect(source: &Source) -> Result<Detected, Box<Diagnostic>> {
    let text = &source.text;
    let extension = extension(&source.name);
    let is_yaml = matches!(extension.as_deref(), Some("yaml" | "yml"));
    let is_json = extension.as_deref() == Some("json");
    let is_csv = matches!(extension.as_deref(), Some("csv" | "tsv" | "tab"));
    if let Some(d) = foreign(text) {
        return Err(d);
    }
    let start = trimmed(text).start;
    let body = &text[start..];
    let json = (is_json && body.starts_with(['{', '['])) || looks_like_json(body);
    // A file that says YAML may hold JSON with comments or loose quotes, which YAML allows.
    if json && !(is_yaml && serde_json::from_str::<serde::de::IgnoredAny>(text).is_err()) {
        let first = if body.starts_with('{') { "{" } else { "[" };
        return Ok((Format::Json, format!("by content: begins with {first}").into(), None));
    }
    // `#` may be the name of the first column.
    let first = Lines { text, at: Some(0) }.find(|(_, line)| {
        let column = line.starts_with("#,") || line.starts_with("#;") || line.starts_with("#\t");
        !line.is_empty() && (column || !is_comment(line))
    });
    if !is_yaml && let Some((at, line)) = first {
        if let Some(shape) = csv::sniff(text, at, line, is_csv) {
            let how = "by content: the first row names the columns".into();
            return Ok((Format::Csv, how, Some(shape)));
        }
        if is_csv && looks_like_row(line) {
            let message = format!("the first row, `{}`, names no column that holds cards", brief(line));
            let span = Span::new(FileId::INPUT, at, at + line.len());
            return Err(Box::new(
                Diagnostic::general(&DCK_UNREADABLE, span, message)
                    .help("begin the table with a row of column names, such as `count,name`"),
            ));
        }
    }
    if is_yaml {
        return Ok((Format::Yaml, "by extension".into(), None));
    }
    if looks_like_yaml(text) {
        return Ok((Format::Yaml, "by content: keys followed by lists or values".into(), None));
    }
    Ok((Format::Text, "no other format fits".into(), None))
}

fn extension(name: &str) -> Option<String> {
    let (_, extension) = name.rsplit_once('.')?;
    (extension.len() <= 5).then(|| extension.to_ascii_lowercase())
}

/// Whether a text begins as only JSON does. `[4] Name` and `[Sideboard]` are lines of text decks.
fn looks_like_json(body: &str) -> bool {
    let mut rest = body.trim_start();
    let list = rest.starts_with('[');
    while let Some(inner) = rest.strip_prefix('[') {
        rest = inner.trim_start();
    }
    match rest.strip_prefix('{') {
        Some(inner) => inner.trim_start().starts_with(['"', '}']),
        None => list && rest.starts_with('"'),
    }
}

/// Whether a line of a file with the name of a table is a row, not `3 Rook, the Unbowed`.
fn looks_like_row(line: &str) -> bool {
    line.contains([',', ';', '\t']) && scan(line, None).count.is_none()
}

/// Whether a text begins as a YAML deck does: with a key that is followed by a list, a mapping or more keys.
fn looks_like_yaml(text: &str) -> bool {
    let marks = lines(text).map(|(_, line)| line).find(|l| {
        let l = l.trim();
        !l.is_empty() && !l.starts_with('#')
    });
    if marks.is_some_and(|l| l.trim_end() == "---" || l.starts_with("%YAML")) {
        return true;
    }
    let mut all = telling(text);
    let Some((_, line)) = all.next() else {
        return false;
    };
    if let Some(item) = line.strip_prefix("- ") {
        let item = item.trim();
        return item.starts_with(['{', '"', '\'']) || is_card_key(item);
    }
    if let Some(inner) = line.trim_start_matches(['[', ' ']).strip_prefix('{') {
        return entry(inner.trim_start()).is_some();
    }
    let Some((key, value)) = entry(line) else {
        return false;
    };
    let folded = fold_key(key);
    let known = header::KEYS.contains(&folded.as_ref())
        || SECTION_KEYS.contains(&folded.as_ref())
        || matches!(folded.as_ref(), "format" | "description");
    let next = all.next();
    if !value.is_empty() {
        return match value.as_bytes()[0] {
            b'[' | b'{' => known || key.bytes().all(|b| b.is_ascii_lowercase()),
            b'|' | b'>' => known && value.len() <= 3,
            // `Name: My deck` may stand over a plain list, too.
            _ => known && next.is_none_or(|(_, l)| l.starts_with("- ") || entry(l).is_some()),
        };
    }
    let Some((at, next)) = next else {
        return false;
    };
    let indented = text[..at].ends_with([' ', '\t']);
    match next.strip_prefix("- ") {
        Some(item) => {
            let item = item.trim();
            known || item.starts_with(['{', '"', '\'']) || is_card_key(item)
        }
        // Text decks may be indented below a heading: only a mapping's lines have keys.
        None => known && indented && entry(next).is_some(),
    }
}

/// Names of sections that games share, and the keys that hold sections.
const SECTION_KEYS: &[&str] = &["sections", "cards", "main", "main deck", "deck", "side", "sideboard", "side deck"];

fn is_card_key(item: &str) -> bool {
    entry(item).is_some_and(|(key, _)| column(key).is_some())
}

/// The key and value of a line `key: value` or `key:`, if it is one.
fn entry(line: &str) -> Option<(&str, &str)> {
    let (key, rest) = match line.strip_prefix(['"', '\'']) {
        Some(inner) => {
            let close = inner.find(['"', '\''])?;
            (&inner[..close], inner[close + 1..].strip_prefix(':')?)
        }
        None => line.split_once(':')?,
    };
    let own = !key.is_empty() && key.len() <= 48 && (rest.is_empty() || rest.starts_with(' '));
    let value = rest.trim();
    let comment = value.starts_with('#');
    own.then_some((key, if comment { "" } else { value }))
}

/// A finding if the text is a deck of another program.
fn foreign(text: &str) -> Option<Box<Diagnostic>> {
    let (at, first) = Lines { text, at: Some(0) }.find(|(_, line)| !line.is_empty())?;
    if first.starts_with('<')
        && let Some(what) = xml(first, text)
    {
        return refuse(what, at, first, "export it as text, CSV, YAML or JSON");
    }
    if first.starts_with("ydke://") {
        let what = "a deck link of the kind `ydke://`";
        return refuse(what, at, first, "export the deck as text with one line for each card");
    }
    if first.starts_with("{\\rtf") {
        return refuse("a document in rich text", at, first, "save it as plain text");
    }
    if let Some((at, line)) = ydk(text) {
        return refuse(
            "a .ydk deck of bare codes",
            at,
            line,
            "write lines such as `4 CODE`, with a heading over each section",
        );
    }
    let (at, line) = telling(text).next()?;
    if line.starts_with('◎') {
        let what = "a list of card texts in ◎ blocks, not a deck";
        return refuse(what, at, line, "write one line for each card, such as `4 NAME`");
    }
    if line.contains(',') && is_deck_code(line) {
        return refuse("a Parallel deck code", at, line, "write one line for each card, such as `3 NAME`");
    }
    if line.eq_ignore_ascii_case("[metadata]") {
        return refuse("a Forge deck", at, line, "export the deck as plain text, with lines such as `4 NAME`");
    }
    let framed = line.starts_with('[') && line.ends_with(']');
    let (at, line) = telling(text).take(64).find(|(_, line)| {
        let bytes = line.as_bytes();
        bytes[0].is_ascii_digit() || bytes.get(..3).is_some_and(|b| b.eq_ignore_ascii_case(b"sb:"))
    })?;
    let entry = scan(line, None);
    let card = &line[entry.text];
    let printing = card.strip_prefix('[').and_then(|c| c.split_once(']'));
    if entry.count.is_some()
        && let Some((set, name)) = printing.and_then(|(p, name)| Some((p.split_once(':')?, name)))
        && !set.0.is_empty()
        && !set.1.is_empty()
        && !set.1.contains(' ')
        && name.starts_with(' ')
    {
        return refuse(
            "an XMage deck, with `[SET:NUMBER]` before the names",
            at,
            line,
            "export the deck as plain text, with lines such as `4 NAME`",
        );
    }
    let parted = card.split_once('|').is_some_and(|(a, b)| !a.ends_with(' ') && !b.starts_with(' '));
    if framed && parted {
        return refuse(
            "a Forge deck, with `|SET` behind the names",
            at,
            line,
            "export the deck as plain text, with lines such as `4 NAME`",
        );
    }
    None
}

fn refuse(what: &str, at: usize, line: &str, remedy: &str) -> Option<Box<Diagnostic>> {
    let end = line.char_indices().nth(80).map_or(line.len(), |(end, _)| end);
    let span = Span::new(FileId::INPUT, at, at + end);
    let message = format!("this is {what}, which decklint does not read");
    Some(Box::new(Diagnostic::general(&DCK_FORMAT, span, message).help(remedy)))
}

fn xml(first: &str, text: &str) -> Option<&'static str> {
    let begins = |tag: &str| {
        let head = first.get(..tag.len());
        head.is_some_and(|h| h.eq_ignore_ascii_case(tag))
    };
    if begins("<!doctype html") || begins("<html") {
        return Some("a web page");
    }
    if !["<?xml", "<!--", "<cockatrice_deck", "<deck"].iter().any(|t| begins(t)) {
        return None;
    }
    let has = |tag: &str| text.contains(tag);
    Some(if has("<cockatrice_deck") {
        "a Cockatrice deck (XML)"
    } else if has("<superzone") {
        "a LackeyCCG deck (XML)"
    } else if has("<Cards ") {
        "a Magic Online deck (XML)"
    } else if has("<section") {
        "an OCTGN deck (XML)"
    } else {
        "an XML file"
    })
}

/// The line `#main` of a .ydk deck, if bare codes follow.
fn ydk(text: &str) -> Option<(usize, &str)> {
    let mut main = None;
    for (at, line) in (Lines { text, at: Some(0) }) {
        if line.eq_ignore_ascii_case("#main") {
            main = Some((at, line));
        } else if !line.is_empty() && !line.starts_with('#') {
            let bare = digits(line).end == line.len() || line.eq_ignore_ascii_case("!side");
            return main.filter(|_| bare);
        }
    }
    main
}

/// Whether a line is a deck code of Parallel: `CB-379,CB-240,3xCB-204`.
fn is_deck_code(line: &str) -> bool {
    let mut items = 0;
    let all = line.split(',').map(str::trim).filter(|i| !i.is_empty());
    let good = all.into_iter().all(|item| {
        items += 1;
        let n = digits(item);
        let card = match n.many {
            0 => item,
            _ => item[n.end..].trim_start_matches(['x', 'X']),
        };
        let id = card.get(..3).filter(|p| p.eq_ignore_ascii_case("cb-")).map(|_| &card[3..]);
        id.is_some_and(|id| digits(id).many > 0)
    });
    good && items > 1
}
