//! The only place where YAML is read. The parser's events become a [`Node`] tree; typing is left to the reader,
//! so spans survive and no scalar changes its text.

use rustc_hash::FxHashMap;
use serde_yaml::granit_parser::{Event, Parser, ScalarStyle, Span as YamlSpan};

use super::{At, FileId, Node, Scalar, Span, SyntaxError, Value};

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
        value: Value::Scalar(Scalar { text: String::new(), plain: true }),
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
    Node { value: Value::Scalar(Scalar { text: text.to_owned(), plain: true }), span }
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
                (Value::Scalar(Scalar { text: text.into_owned(), plain }), anchor, self.span(span))
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
mod tests {
    use super::*;

    fn slice<'a>(text: &'a str, node: &Node) -> &'a str {
        &text[node.span.range()]
    }

    #[test]
    fn scalars_keep_their_text_and_place() {
        let text = "a: 00120001\nb: no\nc: 'x y'\nd: 가 # comment\n";
        let tree = parse(text, FileId::INPUT).expect("yaml");
        for (key, want, span) in
            [("a", "00120001", "00120001"), ("b", "no", "no"), ("c", "x y", "'x y'"), ("d", "가", "가")]
        {
            let node = tree.get(key).expect(key);
            assert_eq!(node.as_str(), Some(want));
            assert_eq!(slice(text, node), span);
        }
    }

    #[test]
    fn collections_span_their_text() {
        let text = "list:\n  - {card: A, count: 2}\n  - b\nnext: 1\n";
        let tree = parse(text, FileId::INPUT).expect("yaml");
        let list = tree.get("list").and_then(Node::as_list).expect("list");
        assert_eq!(slice(text, &list[0]), "{card: A, count: 2}");
        assert_eq!(slice(text, &list[1]), "b");
    }

    #[test]
    fn repeated_keys_are_kept_and_found() {
        let tree = parse("m:\n  a: 1\n  b: 2\n  a: 3\n", FileId::INPUT).expect("yaml");
        let repeated = tree.repeated_keys();
        assert_eq!(repeated.len(), 1);
        assert_eq!(repeated[0].1.value, "a");
        assert!(repeated[0].0.span.start < repeated[0].1.span.start);
    }

    #[test]
    fn bombs_and_depth_are_refused() {
        let mut bomb = String::from("a: &a [x,x,x,x,x,x,x,x,x,x]\n");
        for (i, name) in ('b'..='k').enumerate() {
            let before = char::from(b'a' + u8::try_from(i).expect("small"));
            bomb += &format!("{name}: &{name} [{}]\n", vec![format!("*{before}"); 10].join(","));
        }
        assert!(parse(&bomb, FileId::INPUT).expect_err("bomb").message.contains("values"));
        let deep = format!("{}x{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(parse(&deep, FileId::INPUT).is_err());
        assert!(parse("a: &a [*a]\n", FileId::INPUT).is_err());
        assert!(parse("a: 1\n---\nb: 2\n", FileId::INPUT).expect_err("two").message.contains("second document"));
    }

    #[test]
    fn an_empty_text_is_null() {
        assert!(parse("", FileId::INPUT).expect("empty").is_null());
        assert!(parse("# only a comment\n", FileId::INPUT).expect("comment").is_null());
    }

    proptest::proptest! {
        #[test]
        fn every_scalar_is_read_back(text in "[ -~\n\té가’#:\u{2028}\u{feff}]{0,12}|null|no|12|0x1|~|1.5|- a|a: b") {
            for yaml in [format!("k: {}\n", scalar(&text)), format!("[{{k: {}, l: m}}]\n", scalar(&text))] {
                let tree = parse(&yaml, FileId::INPUT).expect("yaml");
                let map = tree.as_list().map_or(&tree, |items| &items[0]);
                proptest::prop_assert_eq!(map.get("k").and_then(Node::as_str), Some(text.as_str()), "{}", yaml);
                proptest::prop_assert!(text == "null" || !map.get("k").expect("k").is_null());
            }
        }
    }
}
