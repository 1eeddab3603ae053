//! Comments that waive findings: `# ignore BAR003: reason`. They are the same in every format that has comments.

use crate::text::{FileId, Span};

/// `# ignore BAR003, BAR001: reason`, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaiverComment {
    /// The codes or readable names, with their places.
    pub codes: Vec<(String, Span)>,
    /// Why; empty if no reason is given.
    pub reason: String,
    /// From `#` to the last code.
    pub span: Span,
    /// The byte of the line at which the comment begins.
    pub at: usize,
}

/// The waiver in a line that begins at a byte of its deck.
#[must_use]
pub fn waiver_comment(line: &str, start: usize) -> Option<WaiverComment> {
    let word = memchr::memmem::rfind(line.as_bytes(), b"ignore")?;
    let at = line[..word].trim_end().strip_suffix('#').map(str::len)?;
    let rest = &line[word + "ignore".len()..];
    let bounded = at == 0 || line[..at].ends_with([' ', '\t']);
    if !bounded || !rest.starts_with([' ', '\t']) || quoted(&line[..at]) {
        return None;
    }
    let (head, reason) = rest.split_once(':').map_or((rest, None), |(head, reason)| (head, Some(reason)));
    let base = start + word + "ignore".len();
    let mut codes = Vec::new();
    let mut all = true;
    let separators = [' ', '\t', ','];
    for part in head.split(separators).filter(|p| !p.is_empty()) {
        let is_code = is_code(part) || reason.is_some() && is_slug(part);
        if !is_code {
            all = false;
            break;
        }
        let from = base + (part.as_ptr() as usize - rest.as_ptr() as usize);
        codes.push((part.to_owned(), Span::new(FileId::INPUT, from, from + part.len())));
    }
    // `# ignore the-note of last week: …` is a remark, no waiver.
    if codes.is_empty() || !all && !is_code(&codes[0].0) {
        return None;
    }
    let reason = reason.filter(|_| all).unwrap_or_default().trim().to_owned();
    let end = codes.last().map_or(base, |(_, span)| span.end as usize);
    let span = Span::new(FileId::INPUT, start + at, end);
    Some(WaiverComment { codes, reason, span, at })
}

/// Whether a `#` behind this text stands inside quotes, as in `notes: "write # ignore …"`.
fn quoted(before: &str) -> bool {
    before.matches('"').count() % 2 == 1
}

fn is_code(word: &str) -> bool {
    let (letters, digits) = word.split_at(word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len()));
    let shape = (letters.len(), digits.len()) == (3, 3);
    shape && letters.chars().all(|c| c.is_ascii_alphabetic()) && digits.chars().all(|c| c.is_ascii_digit())
}

fn is_slug(word: &str) -> bool {
    word.contains('-') && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}
