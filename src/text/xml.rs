//! XML as a tree of located elements. No document type is read, so entities beyond the five that XML has are faults.

use std::borrow::Cow;

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::{At, FileId, Span, SyntaxError};

/// Deeper documents are refused: the tree is dropped recursively.
const DEEPEST: usize = 64;
/// More attributes of one element are refused.
const MOST_ATTRIBUTES: usize = 256;

/// An element.
#[derive(Clone, Debug)]
pub struct Element {
    /// The name as written, with its prefix, if it has one.
    pub name: String,
    /// Its start tag.
    pub span: Span,
    /// Attributes in order, unescaped; the span is that of the written value, without quotes.
    pub attributes: Vec<(String, At<String>)>,
    /// The elements in it.
    pub children: Vec<Element>,
    /// Its own text, unescaped, without blanks around it; the span is that of the written text.
    pub text: At<String>,
}

/// A document.
#[derive(Clone, Debug)]
pub struct Xml {
    /// The outermost element.
    pub root: Element,
    /// The comments, with their signs.
    pub comments: Vec<Span>,
}

impl Element {
    /// The value of an attribute, whatever the case of its name.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&At<String>> {
        self.attributes.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The first element of this name in it.
    #[must_use]
    pub fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|c| c.is(name))
    }

    /// Whether it is called so, whatever the case.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

struct Parser<'t> {
    text: &'t str,
    file: FileId,
    open: Vec<Element>,
    /// Where the text of each open element begins and ends.
    inked: Vec<Option<(usize, usize)>>,
    root: Option<Element>,
    comments: Vec<Span>,
}

/// Reads a document.
///
/// # Errors
/// The first fault of its syntax, with its place.
pub fn parse(text: &str, file: FileId) -> Result<Xml, SyntaxError> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = false;
    let (open, inked, root, comments) = (Vec::new(), Vec::new(), None, Vec::new());
    let mut parser = Parser { text, file, open, inked, root, comments };
    loop {
        let start = position(reader.buffer_position());
        let event = reader.read_event().map_err(|e| {
            let at = position(reader.error_position()).min(text.len());
            parser.fault(e.to_string(), at, end_of_line(text, at))
        })?;
        let end = position(reader.buffer_position());
        match event {
            Event::Start(tag) => parser.begin(&tag, start, end)?,
            Event::Empty(tag) => {
                parser.begin(&tag, start, end)?;
                parser.end();
            }
            Event::End(_) => parser.end(),
            Event::Text(part) => parser.add(&part.xml10_content(), start, end)?,
            Event::CData(part) => parser.add(&part.xml10_content(), start, end)?,
            Event::GeneralRef(entity) => {
                let name = entity.xml10_content();
                let sign = match entity.resolve_char_ref() {
                    Ok(Some(c)) => Some(c.to_string()),
                    Ok(None) => resolve_predefined_entity(&name).map(str::to_owned),
                    Err(_) => None,
                };
                let sign = sign.ok_or_else(|| parser.fault(format!("unknown entity `&{name};`"), start, end))?;
                parser.add(&sign, start, end)?;
            }
            Event::Comment(_) => parser.comments.push(Span::new(file, start, end)),
            Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            Event::Eof => break,
        }
    }
    if let Some(open) = parser.open.last() {
        return Err(SyntaxError { message: format!("`<{}>` is never closed", open.name), span: open.span });
    }
    match parser.root.take() {
        Some(root) => Ok(Xml { root, comments: parser.comments }),
        None => Err(parser.fault("there is no element".to_owned(), 0, end_of_line(text, 0))),
    }
}

fn position(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

fn end_of_line(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or("");
    start + rest.find(['\n', '\r']).unwrap_or(rest.len())
}

impl Parser<'_> {
    fn fault(&self, message: String, start: usize, end: usize) -> SyntaxError {
        SyntaxError { message, span: Span::new(self.file, start, end.min(self.text.len())) }
    }

    fn begin(&mut self, tag: &BytesStart<'_>, start: usize, end: usize) -> Result<(), SyntaxError> {
        if self.open.len() >= DEEPEST {
            return Err(self.fault(format!("more than {DEEPEST} elements stand in one another"), start, end));
        }
        if self.open.is_empty() && self.root.is_some() {
            return Err(self.fault("a second element stands behind the first".to_owned(), start, end));
        }
        let mut attributes: Vec<(String, At<String>)> = Vec::new();
        for attribute in tag.attributes().with_checks(false) {
            let attribute = attribute.map_err(|e| self.fault(format!("a bad attribute: {e}"), start, end))?;
            let name = attribute.key.0.to_owned();
            let raw: &str = &attribute.value;
            let at = (raw.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
            let span = match &attribute.value {
                Cow::Borrowed(_) if at <= self.text.len() => Span::new(self.file, at, at + raw.len()),
                _ => Span::new(self.file, start, end),
            };
            if attributes.iter().any(|(n, _)| *n == name) {
                return Err(SyntaxError { message: format!("the attribute `{name}` stands twice"), span });
            }
            if attributes.len() == MOST_ATTRIBUTES {
                return Err(SyntaxError { message: format!("more than {MOST_ATTRIBUTES} attributes"), span });
            }
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|e| SyntaxError { message: format!("a bad value of `{name}`: {e}"), span })?;
            attributes.push((name, At::new(value.into_owned(), span)));
        }
        let span = Span::new(self.file, start, end);
        let text = At::new(String::new(), span);
        self.open.push(Element { name: tag.name().0.to_owned(), span, attributes, children: Vec::new(), text });
        self.inked.push(None);
        Ok(())
    }

    fn add(&mut self, part: &str, start: usize, end: usize) -> Result<(), SyntaxError> {
        let Some(element) = self.open.last_mut() else {
            return match part.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}') {
                "" => Ok(()),
                _ => Err(self.fault("text stands outside of every element".to_owned(), start, end)),
            };
        };
        element.text.value.push_str(part);
        if !part.trim().is_empty()
            && let Some(inked) = self.inked.last_mut()
        {
            inked.get_or_insert((start, end)).1 = end;
        }
        Ok(())
    }

    fn end(&mut self) {
        let (Some(mut element), inked) = (self.open.pop(), self.inked.pop().flatten()) else { return };
        let trimmed = element.text.value.trim();
        if trimmed.len() < element.text.value.len() {
            element.text.value = trimmed.to_owned();
        }
        if let Some((start, end)) = inked {
            let written = self.text.get(start..end).unwrap_or("");
            let start = start + (written.len() - written.trim_start().len());
            element.text.span = Span::new(self.file, start, start + written.trim().len());
        }
        match self.open.last_mut() {
            Some(parent) => parent.children.push(element),
            None => self.root = Some(element),
        }
    }
}

/// The name of the outermost element, found without parsing; empty if the text is no XML.
#[must_use]
pub fn root_name(text: &str) -> &str {
    let mut rest = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    loop {
        let end = match rest {
            _ if rest.starts_with("<?") => rest.find("?>").map(|at| at + 2),
            _ if rest.starts_with("<!--") => rest.find("-->").map(|at| at + 3),
            _ if rest.starts_with("<!") => rest.find('>').map(|at| at + 1),
            _ => break,
        };
        let Some(end) = end else { return "" };
        rest = rest[end..].trim_start();
    }
    let name = rest.strip_prefix('<').unwrap_or("");
    &name[..name.find(|c: char| c.is_whitespace() || "/><".contains(c)).unwrap_or(name.len())]
}

/// A text with the signs escaped that XML gives a meaning, for values and texts alike; line ends are kept.
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    quick_xml::escape::escape(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Xml {
        parse(text, FileId::INPUT).unwrap_or_else(|e| panic!("{text}: {e:?}"))
    }

    #[test]
    fn values_and_texts_know_their_place() {
        let text = "<?xml version=\"1.0\"?>\n<!-- note --><deck game='a&amp;b'>\n  <card qty=\"4\">  Fl&#233;che &lt;x&gt;<![CDATA[ &y]]> </card>\n</deck>\n";
        let xml = read(text);
        let slice = |span: Span| &text[span.range()];
        assert_eq!(slice(xml.comments[0]), "<!-- note -->");
        let game = xml.root.attribute("Game").expect("game");
        assert_eq!((game.value.as_str(), slice(game.span)), ("a&b", "a&amp;b"));
        let card = xml.root.child("card").expect("card");
        assert_eq!(slice(card.span), "<card qty=\"4\">");
        assert_eq!(card.text.value, "Fl\u{e9}che <x> &y");
        assert_eq!(slice(card.text.span), "Fl&#233;che &lt;x&gt;<![CDATA[ &y]]>");
        assert_eq!(slice(card.attribute("qty").expect("qty").span), "4");
        assert!(xml.root.text.value.is_empty());
    }

    #[test]
    fn faults_have_a_place() {
        for (text, at, message) in [
            ("<a><b></a>", "", "expected `</b>`"),
            ("<a>", "<a>", "never closed"),
            ("<a>&nbsp;</a>", "&nbsp;", "unknown entity"),
            ("<a x='1' x='2'/>", "2", "stands twice"),
            ("<a x=1/>", "<a x=1/>", "bad attribute"),
            ("<a/><b/>", "<b/>", "second element"),
            ("<a/>text", "text", "outside"),
            ("<!-- -->", "<!-- -->", "no element"),
            ("<a", "", ""),
        ] {
            let e = parse(text, FileId::INPUT).expect_err(text);
            assert!(e.message.contains(message), "{text}: {}", e.message);
            assert!(at.is_empty() || &text[e.span.range()] == at, "{text}: {:?}", e.span);
        }
        assert!(parse(&"<a>".repeat(100_000), FileId::INPUT).is_err());
        let many: String = (0..300).map(|n| format!(" a{n}=''")).collect();
        assert!(parse(&format!("<a{many}/>"), FileId::INPUT).is_err());
    }

    #[test]
    fn root_names_are_found() {
        for (text, name) in [
            ("<deck>", "deck"),
            ("\u{feff}<?xml?>\n<!-- <no> -->\n<!DOCTYPE x>\n<Deck a=''>", "Deck"),
            ("<a/>", "a"),
            ("4 Name", ""),
            ("<?xml", ""),
            ("", ""),
        ] {
            assert_eq!(root_name(text), name, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_taken(text in "(<[ab /!?]{0,3}|&[a-z#0-9]{0,3};?|[ab =\"'>\\]]|<!--|-->|<!\\[CDATA\\[|\\PC){0,30}") {
            if let Ok(xml) = parse(&text, FileId::INPUT) {
                prop_assert!(text.get(xml.root.text.span.range()).is_some());
            }
            let _ = root_name(&text);
        }

        #[test]
        fn what_is_escaped_is_read_back(text in "[ -~é가\n]{0,20}") {
            let xml = read(&format!("<a b=\"{}\">{}</a>", escape(&text), escape(&text)));
            prop_assert_eq!(&xml.root.text.value, text.trim());
            prop_assert_eq!(&xml.root.attribute("b").expect("b").value, &text.replace('\n', " "));
        }
    }
}
