//! Reads the YAML that people write for decks and games without the event parser: block mappings and lists, values and
//! flow collections on one line, simple quotes, comments, block texts. It makes the very tree that [`super::parse`]
//! makes of the parser's events, or gives up: whatever is not surely understood, and every error, is left to the parser.

use std::ops::Range;

use super::super::records::{Recorder, Records};
use super::super::{At, FileId, Key, Node, Scalar, Span, Value};
use super::{MAX_DEPTH, MAX_NODES};

mod mappings;

/// The longest key; the parser's own bound is 1,024 characters.
const MAX_KEY: usize = 1_000;

/// The bytes that may end a plain scalar; every other goes on with it.
const SIGNS: [bool; 256] = {
    let mut signs = [false; 256];
    let mut rest: &[u8] = b"\n #,[]{}:";
    while let [first, more @ ..] = rest {
        signs[*first as usize] = true;
        rest = more;
    }
    signs
};

/// The tree of a text of the plain shape; `None` if the parser has to read it.
pub(super) fn read(text: &str, file: FileId) -> Option<Node> {
    Reader::new(text, file, None)?.document()
}

/// The same, with lists of flat mappings kept apart; `None` also if one of them is not as plain as that takes.
pub(super) fn records(text: &str, file: FileId) -> Option<Records> {
    let mut reader = Reader::new(text, file, Some(Recorder::new(text.len())?))?;
    let root = reader.document()?;
    Some(reader.records?.finish(root))
}

/// Whether no character means something special to the parser: control characters, line separators of other
/// systems, byte-order marks.
fn harmless(bytes: &[u8]) -> bool {
    // Without a branch for each byte, so that it runs on many at once.
    let plain = bytes.iter().fold(true, |ok, &b| ok & matches!(b, b'\n' | b' '..=b'~'));
    plain
        || bytes.iter().enumerate().all(|(i, &b)| match b {
            b'\n' | b' '..=b'~' => true,
            0xc2 => bytes.get(i + 1).is_some_and(|&next| next >= 0xa0),
            0xef => bytes.get(i + 1).is_some_and(|next| !matches!(next, 0xbb | 0xbf)),
            0x80.. => true,
            _ => false,
        })
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    file: FileId,
    /// The next byte.
    at: usize,
    /// The column of the token that begins a line, when `at` stands there.
    column: usize,
    depth: usize,
    /// Takes lists of flat mappings, if they are to be kept apart.
    records: Option<Recorder>,
}

/// What a scalar is part of: it ends at other signs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Block,
    Flow,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, file: FileId, records: Option<Recorder>) -> Option<Self> {
        // A value takes at least one byte, so a shorter text cannot hold too many.
        let plain = text.len() <= MAX_NODES && harmless(text.as_bytes());
        plain.then_some(Reader { text, bytes: text.as_bytes(), file, at: 0, column: 0, depth: 0, records })
    }

    fn document(&mut self) -> Option<Node> {
        self.next_line(0)?;
        let root = self.block()?;
        self.ended().then_some(root)
    }

    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn after(&self, n: usize) -> Option<u8> {
        self.bytes.get(self.at + n).copied()
    }

    fn ended(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Whether a `-` of a list stands here.
    fn dash(&self) -> bool {
        self.byte() == Some(b'-') && matches!(self.after(1), Some(b' ' | b'\n') | None)
    }

    fn spaces(&mut self) -> usize {
        let n = self.bytes[self.at..].iter().take_while(|&&b| b == b' ').count();
        self.at += n;
        n
    }

    /// From the end of a value to the next token at the beginning of a line; `None` where more stands on this line.
    fn rest_of_line(&mut self) -> Option<()> {
        let gap = self.spaces();
        match self.byte() {
            None => self.next_line(0),
            Some(b'\n') => {
                self.at += 1;
                self.next_line(self.at)
            }
            Some(b'#') if gap > 0 => {
                self.skip_line();
                self.next_line(self.at)
            }
            Some(_) => None,
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += memchr::memchr(b'\n', rest).map_or(rest.len(), |n| n + 1);
    }

    /// To the first token from here on; `at` stands at the beginning of the line `start`.
    fn next_line(&mut self, start: usize) -> Option<()> {
        let mut start = start;
        loop {
            let indent = self.spaces();
            match self.byte() {
                Some(b'\n') => self.at += 1,
                Some(b'#') => self.skip_line(),
                _ => {
                    self.column = indent;
                    let rest = &self.bytes[self.at..];
                    let marker = start == self.at && (rest.starts_with(b"---") || rest.starts_with(b"..."));
                    return (!marker).then_some(());
                }
            }
            start = self.at;
        }
    }

    /// The span without the white space at its end, as the other reader has it.
    fn span(&self, start: usize, end: usize) -> Span {
        let end = start + self.text[start..end].trim_end().len();
        Span::new(self.file, start, end)
    }

    fn descend(&mut self) -> Option<()> {
        self.depth += 1;
        (self.depth <= MAX_DEPTH).then_some(())
    }

    /// The mapping or list whose first token stands here, at the beginning of a line.
    fn block(&mut self) -> Option<Node> {
        if self.dash() { self.list(self.column, self.at) } else { self.mapping(self.column, None) }
    }

    /// A list; `start` is where its span begins.
    fn list(&mut self, column: usize, start: usize) -> Option<Node> {
        self.descend()?;
        let mut items = Vec::new();
        if self.records.is_some() && self.begins_record() {
            let mut records = self.records.take()?;
            let from = records.len();
            self.mappings(column, &mut records)?;
            records.end(start, from);
            self.records = Some(records);
        }
        while self.column == column && self.dash() {
            self.at += 1;
            let gap = self.spaces();
            items.push(match self.byte() {
                None | Some(b'\n' | b'#') => {
                    self.at -= gap;
                    self.rest_of_line()?;
                    if self.ended() || self.column <= column {
                        return None;
                    }
                    self.block()?
                }
                _ if self.dash() => return None,
                Some(b'[' | b'{' | b'|' | b'>') => self.value(column)?,
                Some(_) => {
                    let (scalar, span) = self.scalar(Context::Block)?;
                    if self.byte() == Some(b':') {
                        let inner = column + 1 + gap;
                        self.mapping(inner, Some(At::new(scalar.text, span)))?
                    } else {
                        self.rest_of_line()?;
                        Node { value: Value::Scalar(scalar), span }
                    }
                }
            });
            if !self.ended() && self.column > column {
                return None;
            }
        }
        self.depth -= 1;
        Some(Node { value: Value::List(items), span: self.span(start, self.at) })
    }

    /// A mapping of keys in this column, whose first key may have been read.
    fn mapping(&mut self, column: usize, first: Option<Key>) -> Option<Node> {
        self.descend()?;
        let start = first.as_ref().map_or(self.at, |key| key.span.start as usize);
        let mut entries = Vec::new();
        let mut known = first;
        loop {
            let key = match known.take() {
                Some(key) => key,
                None => {
                    let (scalar, span) = self.scalar(Context::Block)?;
                    At::new(scalar.text, span)
                }
            };
            let value = self.entry(column, &key)?;
            entries.push((key, value));
            if self.ended() || self.column < column {
                break;
            }
            if self.column > column || self.dash() {
                return None;
            }
        }
        self.depth -= 1;
        Some(Node { value: Value::Map(entries), span: self.span(start, self.at) })
    }

    /// The value behind a key, from its colon on.
    fn entry(&mut self, column: usize, key: &Key) -> Option<Node> {
        if self.byte() != Some(b':') || key.span.range().len() > MAX_KEY {
            return None;
        }
        self.at += 1;
        let gap = self.spaces();
        match self.byte() {
            None | Some(b'\n' | b'#') => {
                self.at -= gap;
                self.rest_of_line()?;
                if self.ended() || self.column < column {
                    None
                } else if self.column > column {
                    self.block()
                } else if self.dash() {
                    self.list_of_key(column)
                } else {
                    None
                }
            }
            Some(_) if gap > 0 => self.value(column),
            Some(_) => None,
        }
    }

    /// A list that is no further in than its key. The parser lets it begin at its first value.
    fn list_of_key(&mut self, column: usize) -> Option<Node> {
        let gap = self.bytes[self.at + 1..].iter().take_while(|&&b| b == b' ').count();
        self.list(column, self.at + 1 + gap)
    }

    /// A value that begins on the line of its key or dash, and the rest of its line.
    fn value(&mut self, column: usize) -> Option<Node> {
        let node = match self.byte()? {
            b'|' | b'>' => return self.block_text(column),
            b'[' | b'{' => self.flow()?,
            _ => {
                let (scalar, span) = self.scalar(Context::Block)?;
                Node { value: Value::Scalar(scalar), span }
            }
        };
        self.rest_of_line()?;
        Some(node)
    }

    /// A plain or quoted scalar on one line. In front of a comment or colon, `at` stays behind the scalar itself.
    fn scalar(&mut self, context: Context) -> Option<(Scalar, Span)> {
        let start = self.at;
        let (inner, plain) = self.place(context)?;
        let span = if plain { self.span(start, inner.end) } else { Span::new(self.file, start, self.at) };
        Some((Scalar { text: self.text[inner].into(), plain }, span))
    }

    /// The text of a scalar, without quotes, and whether it has none.
    fn place(&mut self, context: Context) -> Option<(Range<usize>, bool)> {
        let start = self.at;
        if let Some(quote @ (b'"' | b'\'')) = self.byte() {
            let rest = &self.bytes[start + 1..];
            let len = memchr::memchr3(quote, b'\n', b'\\', rest)?;
            self.at = start + len + 2;
            // `''` is a quote inside of single quotes.
            let whole = rest[len] == quote && !(quote == b'\'' && self.byte() == Some(b'\''));
            return whole.then_some((start + 1..start + 1 + len, false));
        }
        self.at += self.plain_len(context)?;
        Some((start..self.at, true))
    }

    /// The length of a plain scalar, which ends at the end of the line, a colon or a comment.
    fn plain_len(&self, context: Context) -> Option<usize> {
        let flow = context == Context::Flow;
        match self.byte()? {
            b'-' if matches!(self.after(1), None | Some(b' ' | b'\n' | b',' | b'[' | b']' | b'{' | b'}')) => {
                return None;
            }
            b'?' | b':' | b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"'
            | b'%' | b'@' | b'`' | b'\n' => return None,
            _ => {}
        }
        let rest = &self.bytes[self.at..];
        let (mut at, mut end) = (0, 0);
        loop {
            let run = rest[at..].iter().take_while(|&&b| !SIGNS[usize::from(b)]).count();
            at += run;
            if run > 0 {
                end = at;
            }
            match rest.get(at) {
                None | Some(b'\n') => break,
                Some(b' ') => {}
                Some(b'#') if at > 0 && rest[at - 1] == b' ' => break,
                Some(b',' | b'[' | b']' | b'{' | b'}') if flow => break,
                Some(b':') => match rest.get(at + 1) {
                    None | Some(b' ' | b'\n') => break,
                    Some(b',' | b'[' | b']' | b'{' | b'}') if flow => return None,
                    Some(_) => end = at + 1,
                },
                Some(_) => end = at + 1,
            }
            at += 1;
        }
        Some(end)
    }

    /// A text behind `|` or `>` whose lines are all as far in as its first, or further in behind `|`.
    fn block_text(&mut self, column: usize) -> Option<Node> {
        let folded = self.byte()? == b'>';
        self.at += 1;
        let strip = self.byte()? == b'-';
        self.at += usize::from(strip);
        let gap = self.spaces();
        if self.byte()? != b'\n' && !(self.byte()? == b'#' && gap > 0) {
            return None;
        }
        self.skip_line();
        let line = self.at;
        let indent = self.spaces();
        let (start, mut end) = (self.at, self.at);
        self.at = line;
        if indent <= column {
            return None;
        }
        let mut text = String::new();
        // Ends of lines since the last text.
        let mut breaks = 0;
        loop {
            let line = self.at;
            let gap = self.spaces();
            match self.byte() {
                None if gap > 0 => return None,
                Some(b'\n') if text.is_empty() || gap > indent => return None,
                Some(b'\n') => {
                    breaks += 1;
                    self.at += 1;
                    continue;
                }
                Some(_) if gap >= indent => {}
                _ => {
                    self.at = line;
                    break;
                }
            }
            if gap > indent && folded {
                return None;
            }
            let from = line + indent;
            end = from + memchr::memchr(b'\n', &self.bytes[from..])?;
            match breaks {
                1 if folded => text.push(' '),
                _ => (usize::from(folded)..breaks).for_each(|_| text.push('\n')),
            }
            text.push_str(&self.text[from..end]);
            breaks = 1;
            self.at = end + 1;
        }
        if !strip {
            text.push('\n');
        }
        self.next_line(self.at)?;
        Some(Node { value: Value::Scalar(Scalar { text: text.into(), plain: false }), span: self.span(start, end) })
    }

    /// A list or mapping in brackets on one line.
    fn flow(&mut self) -> Option<Node> {
        self.descend()?;
        let start = self.at;
        let close = if self.byte()? == b'[' { b']' } else { b'}' };
        let (mut items, mut entries) = (Vec::new(), Vec::new());
        self.at += 1;
        self.spaces();
        if self.byte()? != close {
            loop {
                if close == b']' {
                    items.push(self.flow_value()?);
                } else {
                    let (scalar, span) = self.scalar(Context::Flow)?;
                    if self.byte()? != b':' || self.after(1)? != b' ' || span.range().len() > MAX_KEY {
                        return None;
                    }
                    self.at += 1;
                    self.spaces();
                    entries.push((At::new(scalar.text, span), self.flow_value()?));
                }
                self.spaces();
                match self.byte()? {
                    b',' => self.at += 1,
                    b if b == close => break,
                    _ => return None,
                }
                self.spaces();
            }
        }
        self.at += 1;
        self.depth -= 1;
        let value = if close == b']' { Value::List(items) } else { Value::Map(entries) };
        Some(Node { value, span: Span::new(self.file, start, self.at) })
    }

    fn flow_value(&mut self) -> Option<Node> {
        if matches!(self.byte()?, b'[' | b'{') {
            return self.flow();
        }
        let (scalar, span) = self.scalar(Context::Flow)?;
        Some(Node { value: Value::Scalar(scalar), span })
    }
}
