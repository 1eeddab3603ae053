//! Which format a file has. Content decides first: formats of other programs tell themselves by signs that no deck of
//! ours has, because as plain text every line of theirs would be an unknown card.

use std::borrow::Cow;

use super::columns::column;
use super::line::{is_comment, scan, trimmed};
use super::{Format, csv, header};
use crate::diagnostics::{DCK_FORMAT, Diagnostic};
use crate::text::{FileId, Source, Span, fold_key, lines, root_name};

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
    let look = Look::new(text, &source.name);
    let ends = |endings: &[&str]| endings.iter().any(|e| look.ends(e));
    let (is_yaml, is_json, is_csv) = (ends(&["yaml", "yml"]), ends(&["json"]), ends(&["csv", "tsv", "tab"]));
    for &format in Format::ALL {
        if let Some(how) = format.about().sniff.and_then(|sniff| sniff(&look)) {
            return Ok((format, format!("by content: {how}").into(), None));
        }
    }
    if let Some(d) = foreign(&look) {
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
    if !is_yaml && let Some((at, line)) = first_row(text) {
        if let Some(shape) = csv::sniff(text, at, line, is_csv) {
            let how = "by content: the first row names the columns".into();
            return Ok((Format::Csv, how, Some(shape)));
        }
        if is_csv && looks_like_row(line) {
            return Err(Box::new(csv::no_cards(line, at)));
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

/// The first line that may be the header row of a table. `#` may be the name of its first column.
fn first_row(text: &str) -> Option<(usize, &str)> {
    Lines { text, at: Some(0) }.find(|(_, line)| {
        let column = line.starts_with("#,") || line.starts_with("#;") || line.starts_with("#\t");
        !line.is_empty() && (column || !is_comment(line))
    })
}

/// The shape of a text that is told to be a table.
pub(super) fn shape(text: &str) -> Option<csv::Shape> {
    let (at, line) = first_row(text)?;
    csv::sniff(text, at, line, true)
}

/// What stands behind the last dot of a name; empty if there is none.
fn ending(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
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

/// What the formats' own tests look at.
pub(super) struct Look<'t> {
    pub text: &'t str,
    /// The file's ending, without the dot.
    ending: &'t str,
    /// The first line that is not blank; empty if there is none.
    pub first: &'t str,
    /// The first line that is neither blank nor a comment; empty if there is none.
    pub told: &'t str,
    /// The name of the outermost element, if the text is XML.
    pub root: &'t str,
    /// Whether the text begins as only JSON does.
    pub json: bool,
}

impl<'t> Look<'t> {
    fn new(text: &'t str, name: &'t str) -> Self {
        let mut inked = Lines { text, at: Some(0) }.map(|(_, line)| line).filter(|line| !line.is_empty()).peekable();
        let first = inked.peek().copied().unwrap_or_default();
        let told = inked.find(|line| !is_comment(line)).unwrap_or_default();
        Look {
            text,
            ending: ending(name),
            first,
            told,
            root: if first.starts_with('<') { root_name(text) } else { "" },
            json: first.starts_with(['{', '[']) && looks_like_json(&text[trimmed(text).start..]),
        }
    }

    /// The first line with a count or `SB:`, among the first 64 telling ones.
    pub(super) fn card(&self) -> Option<&'t str> {
        self.telling().take(64).find(|line| {
            let bytes = line.as_bytes();
            bytes[0].is_ascii_digit() || bytes.get(..3).is_some_and(|b| b.eq_ignore_ascii_case(b"sb:"))
        })
    }

    /// The trimmed lines that are neither blank nor comments.
    pub(super) fn telling(&self) -> impl Iterator<Item = &'t str> {
        telling(self.text).map(|(_, line)| line)
    }

    /// The trimmed lines that are not blank.
    pub(super) fn inked(&self) -> impl Iterator<Item = &'t str> {
        Lines { text: self.text, at: Some(0) }.map(|(_, line)| line).filter(|line| !line.is_empty())
    }

    pub(super) fn ends(&self, ending: &str) -> bool {
        self.ending.eq_ignore_ascii_case(ending)
    }
}

/// A finding if the text is no deck that any reader takes.
fn foreign(look: &Look<'_>) -> Option<Box<Diagnostic>> {
    let begins = |tag: &str| look.first.get(..tag.len()).is_some_and(|head| head.eq_ignore_ascii_case(tag));
    if begins("<!doctype html") || look.root.eq_ignore_ascii_case("html") {
        return refuse("a web page", look);
    }
    if begins("{\\rtf") {
        return refuse("a document in rich text", look);
    }
    let is_xml = begins("<?xml") || begins("<!--") || begins("<!doctype") || look.root.eq_ignore_ascii_case("deck");
    if is_xml { refuse("an XML file", look) } else { None }
}

fn refuse(what: &str, look: &Look<'_>) -> Option<Box<Diagnostic>> {
    let line = look.first;
    let at = line.as_ptr() as usize - look.text.as_ptr() as usize;
    let end = line.char_indices().nth(80).map_or(line.len(), |(end, _)| end);
    let span = Span::new(FileId::INPUT, at, at + end);
    let message = format!("this is {what}, which decklint does not read");
    let help = "export the deck in a format that `decklint convert --list` names";
    Some(Box::new(Diagnostic::general(&DCK_FORMAT, span, message).help(help)))
}
