//! JSON as a located tree, made in one pass. What is wrong with a text that is no JSON is said by `serde_json`.

use std::ops::Range;

use compact_str::CompactString;
use serde_json::value::RawValue;

use super::records::{Recorder, Records};
use super::{At, FileId, Node, Scalar, Source, Span, SyntaxError, Value};

/// A JSON document as a tree. Strings count as quoted, everything else as plain scalars.
///
/// # Errors
/// Bad syntax, or nesting deeper than 64.
pub fn parse(text: &str, file: FileId) -> Result<Node, SyntaxError> {
    let mut reader = Reader { text, bytes: text.as_bytes(), file, at: 0, records: None };
    reader.document().map_err(|fault| match (serde_json::from_str::<&RawValue>(text), fault) {
        (Err(e), _) => syntax(&e, text, file),
        (Ok(_), Fault::Sense(error)) => error,
        (Ok(_), Fault::Syntax) => reader.error("this is no JSON", reader.at, reader.at),
    })
}

/// A JSON document whose arrays of objects hold scalars without escapes only; `None` for every other text.
#[must_use]
pub fn records(text: &str, file: FileId) -> Option<Records> {
    let records = Some(Recorder::new(text.len())?);
    let mut reader = Reader { text, bytes: text.as_bytes(), file, at: 0, records };
    let root = reader.document().ok()?;
    Some(reader.records?.finish(root))
}

fn syntax(e: &serde_json::Error, text: &str, file: FileId) -> SyntaxError {
    // serde_json counts a column in bytes from 1; line 0 stands for "nowhere".
    let source = Source::new("", text);
    let (line, column) = (e.line(), e.column());
    let mut start = super::lines(&source.text)
        .nth(line.saturating_sub(1))
        .map_or(text.len(), |(start, line)| start + column.saturating_sub(1).min(line.len()));
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let full = e.to_string();
    let message = full.rsplit_once(" at line ").map_or(full.as_str(), |(m, _)| m).to_owned();
    SyntaxError { message, span: Span::new(file, start, start) }
}

/// How deep arrays and objects may nest, as in YAML.
const MAX_DEPTH: usize = 64;

/// Why a text is not read.
enum Fault {
    /// It is no JSON.
    Syntax,
    /// It is JSON that is not taken: too deep, or a string whose escapes are no text.
    Sense(SyntaxError),
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    file: FileId,
    /// The next byte.
    at: usize,
    /// Takes arrays of objects, if they are to be kept apart.
    records: Option<Recorder>,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<Node, Fault> {
        self.blanks();
        let root = self.node(0)?;
        self.blanks();
        if self.at == self.bytes.len() { Ok(root) } else { Err(Fault::Syntax) }
    }

    fn error(&self, message: impl Into<String>, start: usize, end: usize) -> SyntaxError {
        SyntaxError { message: message.into(), span: Span::new(self.file, start, end) }
    }

    fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            self.at += 1;
        }
    }

    /// One past a sign that must stand here, with blanks around it.
    fn sign(&mut self, sign: u8) -> Result<(), Fault> {
        self.blanks();
        if self.byte() != Some(sign) {
            return Err(Fault::Syntax);
        }
        self.at += 1;
        self.blanks();
        Ok(())
    }

    /// Whether an array or object goes on behind a value; one past its comma or end.
    fn more(&mut self, close: u8) -> Result<bool, Fault> {
        self.blanks();
        let more = match self.byte() {
            Some(b',') => true,
            Some(b) if b == close => false,
            _ => return Err(Fault::Syntax),
        };
        self.at += 1;
        if more {
            self.blanks();
        }
        Ok(more)
    }

    fn node(&mut self, depth: usize) -> Result<Node, Fault> {
        let start = self.at;
        if depth > MAX_DEPTH {
            let message = format!("arrays and objects nest deeper than {MAX_DEPTH}");
            return Err(Fault::Sense(self.error(message, start, start + 1)));
        }
        let value = match self.byte() {
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.array(depth)?,
            Some(b'"') => Value::Scalar(Scalar { text: self.string()?, plain: false }),
            _ => Value::Scalar(Scalar { text: self.text[self.word()?].into(), plain: true }),
        };
        Ok(Node { value, span: Span::new(self.file, start, self.at) })
    }

    fn object(&mut self, depth: usize) -> Result<Value, Fault> {
        let object = self.at;
        let mut entries = Vec::new();
        self.sign(b'{')?;
        if self.byte() == Some(b'}') {
            self.at += 1;
            return Ok(Value::Map(entries));
        }
        loop {
            let start = self.at;
            let key = self.string().map_err(|fault| self.of_object(fault, object))?;
            let span = Span::new(self.file, start, self.at);
            self.sign(b':')?;
            entries.push((At::new(key, span), self.node(depth + 1)?));
            if !self.more(b'}')? {
                return Ok(Value::Map(entries));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, Fault> {
        let start = self.at;
        let mut items = Vec::new();
        self.sign(b'[')?;
        if self.byte() == Some(b']') {
            self.at += 1;
            return Ok(Value::List(items));
        }
        // The values of its objects are two levels further in.
        if self.byte() == Some(b'{')
            && depth + 2 <= MAX_DEPTH
            && let Some(mut records) = self.records.take()
        {
            let from = records.len();
            self.objects(&mut records)?;
            records.end(start, from);
            self.records = Some(records);
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.node(depth + 1)?);
            if !self.more(b']')? {
                return Ok(Value::List(items));
            }
        }
    }

    /// The objects of an array, of scalars without escapes; every other is a fault.
    fn objects(&mut self, records: &mut Recorder) -> Result<(), Fault> {
        loop {
            self.sign(b'{')?;
            let mut first = true;
            loop {
                let key = self.bare()?;
                self.sign(b':')?;
                let plain = self.byte() != Some(b'"');
                let value = if plain { self.word()? } else { self.bare()? };
                records.add(key, value, plain, first);
                first = false;
                if !self.more(b'}')? {
                    break;
                }
            }
            if !self.more(b']')? {
                return Ok(());
            }
        }
    }

    /// The inside of a string without escapes.
    fn bare(&mut self) -> Result<Range<usize>, Fault> {
        let start = self.at + 1;
        let (end, escaped) = self.closing()?;
        if escaped {
            return Err(Fault::Syntax);
        }
        self.at = end + 1;
        Ok(start..end)
    }

    /// The place of a number, truth value or `null`.
    fn word(&mut self) -> Result<Range<usize>, Fault> {
        let start = self.at;
        self.at += word(&self.bytes[start..]).ok_or(Fault::Syntax)?;
        Ok(start..self.at)
    }

    /// A fault of a key, shown with the whole object.
    fn of_object(&self, fault: Fault, object: usize) -> Fault {
        let mut values = serde_json::Deserializer::from_str(&self.text[object..]).into_iter::<&RawValue>();
        match (fault, values.next()) {
            (Fault::Sense(error), Some(Ok(raw))) => {
                Fault::Sense(self.error(error.message, object, object + raw.get().len()))
            }
            (fault, _) => fault,
        }
    }

    fn string(&mut self) -> Result<CompactString, Fault> {
        let start = self.at;
        let (end, escaped) = self.closing()?;
        self.at = end + 1;
        if !escaped {
            return Ok(self.text[start + 1..end].into());
        }
        let raw = &self.text[start..self.at];
        let text = serde_json::from_str::<String>(raw).map(CompactString::from);
        text.map_err(|e| Fault::Sense(self.error(e.to_string(), start, self.at)))
    }

    /// Where the closing quote of the string stands that begins here, and whether there are escapes before it.
    fn closing(&self) -> Result<(usize, bool), Fault> {
        if self.byte() != Some(b'"') {
            return Err(Fault::Syntax);
        }
        let mut escaped = false;
        let mut end = self.at + 1;
        loop {
            match self.bytes.get(end) {
                Some(b'"') => return Ok((end, escaped)),
                Some(b'\\') => {
                    escaped = true;
                    end += 2;
                }
                None | Some(0..b' ') => return Err(Fault::Syntax),
                Some(_) => end += 1,
            }
        }
    }
}

/// The length of the number, truth value or `null` at the beginning.
fn word(bytes: &[u8]) -> Option<usize> {
    if bytes.first().is_some_and(u8::is_ascii_lowercase) {
        let words = ["true", "false", "null"];
        return words.iter().find(|word| bytes.starts_with(word.as_bytes())).map(|word| word.len());
    }
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut end = usize::from(bytes.first() == Some(&b'-'));
    // No digit may follow a leading zero: the zero is the number, and what follows it is no JSON.
    end += if bytes.get(end) == Some(&b'0') { 1 } else { Some(digits(end)).filter(|&n| n > 0)? };
    if bytes.get(end) == Some(&b'.') {
        end += 1 + Some(digits(end + 1)).filter(|&n| n > 0)?;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        end += 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        end += Some(digits(end)).filter(|&n| n > 0)?;
    }
    Some(end)
}

#[cfg(test)]
mod tests;
