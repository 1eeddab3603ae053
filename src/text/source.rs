//! Sources of text and places in them.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use super::ends::Ends;

/// Names a text. [`FileId::INPUT`] is the deck at hand; every other id is handed out by [`Sources::add`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u32);

impl FileId {
    /// The document that is being checked. Each deck is a world of its own, so a batch keeps no deck's text
    /// after its findings are rendered.
    pub const INPUT: FileId = FileId(0);
}

/// A range of bytes in the decoded text of a file; `end` is exclusive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The text the range lies in.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of `file`.
    #[must_use]
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { file, start: clip(start), end: clip(end) }
    }

    /// The range as indices.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Where something stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// In a text.
    Span(Span),
    /// A file as a whole.
    File(FileId),
}

impl Place {
    /// The file of the place.
    #[must_use]
    pub fn file(self) -> FileId {
        match self {
            Place::Span(span) => span.file,
            Place::File(file) => file,
        }
    }

    /// The byte range, if the place has one.
    #[must_use]
    pub fn span(self) -> Option<Span> {
        match self {
            Place::Span(span) => Some(span),
            Place::File(_) => None,
        }
    }
}

impl From<Span> for Place {
    fn from(span: Span) -> Self {
        Place::Span(span)
    }
}

/// A named, decoded text.
#[derive(Debug)]
pub struct Source {
    /// How users know it: a path as they gave it, or a phrase such as `<stdin>`.
    pub name: String,
    /// The text without byte-order mark.
    pub text: String,
    line_starts: OnceLock<Vec<u32>>,
}

impl Source {
    /// A source of the given name and text.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Source { name: name.into(), text: text.into(), line_starts: OnceLock::new() }
    }

    fn starts(&self) -> &[u32] {
        self.line_starts
            .get_or_init(|| lines(&self.text).map(|(start, _)| u32::try_from(start).unwrap_or(u32::MAX)).collect())
    }

    /// Line of a byte offset, from 1.
    #[must_use]
    pub fn line(&self, offset: u32) -> usize {
        self.starts().partition_point(|&start| start <= offset).max(1)
    }

    /// Line and column of a byte offset, both from 1; the column counts characters.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let line = self.line(offset);
        let start = self.starts().get(line - 1).map_or(0, |&s| s as usize);
        let mut end = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        (line, self.text.get(start..end).map_or(0, |s| s.chars().count()) + 1)
    }

    /// The text of a span, empty if it lies outside.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }
}

/// The lines of a text with the byte offset of each; `\n`, `\r\n` and a lone `\r` end a line.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let (mut ends, mut next) = (Ends::new(bytes, b'\n'), Some(0));
    std::iter::from_fn(move || {
        let start = next?;
        let end = ends.find(start);
        next = bytes.get(end).map(|&b| {
            let wide = b == b'\r' && bytes.get(end + 1) == Some(&b'\n');
            end + 1 + usize::from(wide)
        });
        Some((start, &text[start..end]))
    })
}

/// The texts that all decks of a run share: game files, card pools, layers. Texts are added while games load,
/// which may happen on any thread.
#[derive(Debug, Default)]
pub struct Sources(RwLock<Vec<Arc<Source>>>);

impl Sources {
    /// Takes a text in and names it.
    pub fn add(&self, source: Source) -> FileId {
        let mut files = self.0.write().unwrap_or_else(PoisonError::into_inner);
        files.push(Arc::new(source));
        FileId(u32::try_from(files.len()).unwrap_or(u32::MAX))
    }

    /// All texts, in the order in which they came.
    #[must_use]
    pub fn all(&self) -> Vec<Arc<Source>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The text of an id; `None` for [`FileId::INPUT`].
    #[must_use]
    pub fn get(&self, id: FileId) -> Option<Arc<Source>> {
        let at = (id.0 as usize).checked_sub(1)?;
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(at).cloned()
    }
}

/// The shared texts together with the document at hand: what a renderer needs to show places.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// Texts of [`Sources`].
    pub shared: &'a Sources,
    /// The text of [`FileId::INPUT`].
    pub input: Option<&'a Arc<Source>>,
}

impl Files<'_> {
    /// The text of an id.
    #[must_use]
    pub fn get(&self, id: FileId) -> Option<Arc<Source>> {
        if id == FileId::INPUT { self.input.cloned() } else { self.shared.get(id) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_lf_crlf_and_cr() {
        let got: Vec<_> = lines("a\nb\r\nc\rd").collect();
        assert_eq!(got, [(0, "a"), (2, "b"), (5, "c"), (7, "d")]);
        assert_eq!(lines("").collect::<Vec<_>>(), [(0, "")]);
        assert_eq!(lines("x\n").collect::<Vec<_>>(), [(0, "x"), (2, "")]);
    }

    #[test]
    fn columns_count_characters() {
        let source = Source::new("x", "가시 4\n달빛");
        assert_eq!(source.line_column(0), (1, 1));
        assert_eq!(source.line_column(7), (1, 4));
        assert_eq!(source.line_column(9), (2, 1));
        assert_eq!(source.line_column(12), (2, 2));
        assert_eq!(source.line_column(999), (2, 3));
    }

    #[test]
    fn ids_start_after_the_input() {
        let sources = Sources::default();
        let id = sources.add(Source::new("a", "text"));
        assert_ne!(id, FileId::INPUT);
        assert_eq!(sources.get(id).map(|s| s.name.clone()), Some("a".to_owned()));
        assert!(sources.get(FileId::INPUT).is_none());
    }
}
