//! Rows of delimited text with the place of every field, by the state machine of `csv-core`.

use std::borrow::Cow;
use std::ops::Range;

use csv_core::ReadFieldResult;

/// A field of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field<'t> {
    /// Without quotes and blanks around it.
    pub value: Cow<'t, str>,
    /// The bytes of the value; those between the quotes of a quoted field.
    pub range: Range<usize>,
    /// The quote that opens it is never closed.
    pub open: bool,
}

/// The rows of a table, one at a time.
#[derive(Debug)]
pub struct Rows<'t> {
    text: &'t str,
    at: usize,
    reader: csv_core::Reader,
    out: Vec<u8>,
}

impl<'t> Rows<'t> {
    /// The rows of `text` from the byte `start` on.
    #[must_use]
    pub fn new(text: &'t str, delimiter: u8, start: usize) -> Self {
        Rows { text, at: start, reader: csv_core::ReaderBuilder::new().delimiter(delimiter).build(), out: vec![0; 256] }
    }

    /// Fills `row` with the next row; `false` at the end.
    pub fn next(&mut self, row: &mut Vec<Field<'t>>) -> bool {
        row.clear();
        self.skip();
        while let Some((field, last)) = self.field() {
            row.push(field);
            if last {
                return true;
            }
        }
        !row.is_empty()
    }

    /// Skips line ends and comment lines, which begin with `#` and a blank or another `#`: `#1 Fan` is a card.
    fn skip(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let line = rest.trim_start_matches(['\r', '\n']);
            self.at += rest.len() - line.len();
            let comment = line.strip_prefix('#');
            if !comment.is_some_and(|c| c.starts_with([' ', '\t', '#', '\r', '\n'])) {
                return;
            }
            self.at += line.find(['\r', '\n']).unwrap_or(line.len());
        }
    }

    fn field(&mut self) -> Option<(Field<'t>, bool)> {
        let begin = self.at;
        let mut filled = 0;
        let last = loop {
            let input = &self.text.as_bytes()[self.at..];
            let (result, read, written) = self.reader.read_field(input, &mut self.out[filled..]);
            self.at += read;
            filled += written;
            match result {
                ReadFieldResult::InputEmpty => {}
                ReadFieldResult::OutputFull => self.out.resize(2 * self.out.len(), 0),
                ReadFieldResult::Field { record_end } => break record_end,
                ReadFieldResult::End => return None,
            }
        };
        let mut raw = &self.text[begin..self.at];
        if last {
            raw = raw.trim_end_matches(['\r', '\n']);
        } else {
            raw = &raw[..raw.len().saturating_sub(1)];
        }
        let quoted = raw.starts_with('"');
        let inner = match raw.strip_prefix('"').map(|r| r.strip_suffix('"')) {
            Some(Some(inner)) => inner,
            Some(None) => &raw[1..],
            None => raw,
        };
        let start = begin + usize::from(quoted);
        let value = inner.trim();
        let lead = inner.len() - inner.trim_start().len();
        let range = start + lead..start + lead + value.len();
        let plain = !quoted || inner.as_bytes() == &self.out[..filled];
        let value = if plain {
            Cow::Borrowed(value)
        } else {
            let out = String::from_utf8_lossy(&self.out[..filled]);
            Cow::Owned(out.trim().to_owned())
        };
        let open = quoted && self.at == self.text.len() && raw.bytes().filter(|&b| b == b'"').count() % 2 == 1;
        Some((Field { value, range, open }, last))
    }
}
