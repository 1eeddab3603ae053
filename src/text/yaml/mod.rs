//! The only place where YAML is read. The parser's events become a [`Node`] tree; typing is left to the reader,
//! so spans survive and no scalar changes its text.

use compact_str::CompactString;
use rustc_hash::FxHashMap;
use serde_yaml::granit_parser::{Event, Parser, ScalarStyle, Span as YamlSpan};

mod plain;

use super::{At, FileId, Node, Records, Scalar, Span, SyntaxError, Value};

/// How deep lists and mappings may nest.
const MAX_DEPTH: usize = 64;
/// How many values a document may hold, with every use of an alias counted anew.
const MAX_NODES: usize = 4_000_000;

/// A whole YAML document as a tree; an empty text is a null scalar.
///
/// # Errors
/// Bad syntax, more than one document, an alias without anchor, nesting deeper than 64, or more than 4,000,000
/// values after aliases are followed.
pub fn parse(text: &str, file: FileId) -> Result<Node, SyntaxError> {
    plain::read(text, file).map_or_else(|| by_events(text, file), Ok)
}

/// A YAML document of the shape that people write, whose lists of mappings hold scalars on one line without escapes only;
/// `None` for every other text.
#[must_use]
pub fn records(text: &str, file: FileId) -> Option<Records> {
    plain::records(text, file)
}

/// [`parse`] by the events of the parser, which knows all of YAML.
fn by_events(text: &str, file: FileId) -> Result<Node, SyntaxError> {
    let mut builder = Builder { file, text, nodes: 0, anchors: FxHashMap::default(), depth: 0 };
    let mut parser = Parser::new_from_str(text);
    let mut root = None;
    loop {
        let (event, span) = builder.next(&mut parser)?;
        match event {
            Event::StreamEnd => break,
            Event::StreamStart | Event::DocumentStart(..) | Event::DocumentEnd => {}
            event if root.is_some() => {
                let _ = event;
                return Err(builder.error(span, "a second document begins here; one file holds one document"));
            }
            event => root = Some(builder.node(event, span, &mut parser)?),
        }
    }
    Ok(root.unwrap_or(Node {
        value: Value::Scalar(Scalar { text: CompactString::default(), plain: true }),
        span: Span::new(file, 0, 0),
    }))
}

/// A value inside a text of one line, such as the list of `--set setup.keys=[a, b]`. Its places lie in that text.
///
/// # Errors
/// As [`parse`].
pub fn parse_flow(text: &str, span: Span) -> Result<Node, SyntaxError> {
    // Blanks stand for what comes before it, so that all places come out right.
    parse(&format!("{}{text}", " ".repeat(span.start as usize)), span.file)
}

/// A text as an unquoted scalar: values from the command line enter the layers this way.
#[must_use]
pub fn plain_scalar(text: &str, span: Span) -> Node {
    Node { value: Value::Scalar(Scalar { text: text.into(), plain: true }), span }
}

struct Builder<'t> {
    file: FileId,
    text: &'t str,
    nodes: usize,
    depth: usize,
    /// Anchored values with the number of values in each: an alias costs what it repeats.
    anchors: FxHashMap<usize, (Node, usize)>,
}

type Events<'t> = Parser<'t, serde_yaml::granit_parser::StrInput<'t>>;

impl<'t> Builder<'t> {
    fn span(&self, span: YamlSpan) -> Span {
        let end_of_text = self.text.len();
        let start = span.start.byte_offset().unwrap_or(end_of_text).min(end_of_text);
        let mut end = span.end.byte_offset().unwrap_or(start).clamp(start, end_of_text);
        // A block scalar or collection ends where the next token begins: leave the white space out.
        end = start + self.text.get(start..end).map_or(0, |s| s.trim_end().len());
        Span::new(self.file, start, end)
    }

    fn error(&self, span: YamlSpan, message: impl Into<String>) -> SyntaxError {
        SyntaxError { message: message.into(), span: self.span(span) }
    }

    fn next(&self, parser: &mut Events<'t>) -> Result<(Event<'t>, YamlSpan), SyntaxError> {
        match parser.next_event() {
            Some(Ok(event)) => Ok(event),
            Some(Err(e)) => {
                let at = e.marker().byte_offset().unwrap_or(self.text.len()).min(self.text.len());
                Err(SyntaxError { message: e.info(), span: Span::new(self.file, at, at) })
            }
            None => Ok((Event::StreamEnd, YamlSpan::default())),
        }
    }

    fn count(&mut self, span: YamlSpan, more: usize) -> Result<(), SyntaxError> {
        self.nodes += more;
        if self.nodes > MAX_NODES {
            return Err(self.error(span, format!("more than {MAX_NODES} values, aliases included")));
        }
        Ok(())
    }

    fn node(&mut self, event: Event<'t>, span: YamlSpan, parser: &mut Events<'t>) -> Result<Node, SyntaxError> {
        self.count(span, 1)?;
        let before = self.nodes;
        let (value, anchor, span) = match event {
            Event::Scalar(text, style, anchor, _) => {
                let plain = matches!(style, ScalarStyle::Plain);
                (Value::Scalar(Scalar { text: text.into(), plain }), anchor, self.span(span))
            }
            Event::SequenceStart(_, anchor, _) => {
                self.descend(span)?;
                let mut items = Vec::new();
                let end = loop {
                    match self.next(parser)? {
                        (Event::SequenceEnd, end) => break end,
                        (event, at) => items.push(self.node(event, at, parser)?),
                    }
                };
                self.depth -= 1;
                (Value::List(items), anchor, self.join(span, end))
            }
            Event::MappingStart(_, anchor, _) => {
                self.descend(span)?;
                let mut entries = Vec::new();
                let end = loop {
                    let (event, at) = match self.next(parser)? {
                        (Event::MappingEnd, end) => break end,
                        other => other,
                    };
                    let key = self.node(event, at, parser)?;
                    let Value::Scalar(scalar) = key.value else {
                        return Err(self.error(at, "a key must be a single value"));
                    };
                    let (event, at) = self.next(parser)?;
                    let value = self.node(event, at, parser)?;
                    entries.push((At::new(scalar.text, key.span), value));
                };
                self.depth -= 1;
                (Value::Map(entries), anchor, self.join(span, end))
            }
            Event::Alias(id) => {
                let Some((node, cost)) = self.anchors.get(&id).cloned() else {
                    return Err(self.error(span, "this alias stands inside the value it names"));
                };
                self.count(span, cost)?;
                return Ok(node);
            }
            _ => return Err(self.error(span, "a value is expected here")),
        };
        let node = Node { value, span };
        if anchor != 0 {
            self.anchors.insert(anchor, (node.clone(), self.nodes - before + 1));
        }
        Ok(node)
    }

    fn descend(&mut self, span: YamlSpan) -> Result<(), SyntaxError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(span, format!("lists and mappings nest deeper than {MAX_DEPTH}")));
        }
        Ok(())
    }

    fn join(&self, start: YamlSpan, end: YamlSpan) -> Span {
        let (from, to) = (self.span(start), self.span(end));
        let end = to.end.max(from.end) as usize;
        let start = from.start as usize;
        let end = start + self.text.get(start..end).map_or(0, |s| s.trim_end().len());
        Span::new(self.file, start, end)
    }
}

/// A text as a YAML scalar, which every reader takes for the same text: quoted unless it is a plain word.
#[must_use]
pub fn scalar(text: &str) -> String {
    const WORDS: &[&str] = &["null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf"];
    let plain = text.starts_with(char::is_alphabetic)
        && text.ends_with(char::is_alphanumeric)
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '\'' | '/'))
        && !WORDS.contains(&text.to_ascii_lowercase().as_str());
    if plain {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Line separators and the byte-order mark are no control characters, but readers treat them as such.
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests;
