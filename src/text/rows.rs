//! Rows of delimited text with the place of every field. Fields that are written as they should be are found by their ends
//! alone; the state machine of `csv-core` reads the others, those with text behind their quotes or without the closing one.

use std::borrow::Cow;
use std::ops::Range;

use csv_core::ReadFieldResult;

use super::ends::Ends;

/// A field of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field<'t> {
    /// Without quotes and blanks around it.
    pub value: Cow<'t, str>,
    /// The bytes of the value; those between the quotes of a quoted field.
    pub range: Range<usize>,
    /// Where the quote that opens it stands, if it is never closed.
    pub open: Option<usize>,
}

/// The rows of a table, one at a time.
#[derive(Debug)]
pub struct Rows<'t> {
    text: &'t str,
    at: usize,
    delimiter: u8,
    ends: Ends<'t>,
    /// Whether a delimiter was read last, so that one more field follows, if an empty one.
    more: bool,
    /// Made at the first field that needs it.
    reader: Option<Box<csv_core::Reader>>,
    out: Vec<u8>,
}

impl<'t> Rows<'t> {
    /// The rows of `text` from the byte `start` on.
    #[must_use]
    pub fn new(text: &'t str, delimiter: u8, start: usize) -> Self {
        Rows {
            text,
            at: start,
            delimiter,
            ends: Ends::new(text.as_bytes(), delimiter),
            more: false,
            reader: None,
            out: Vec::new(),
        }
    }

    /// No more rows than these are left: as many as there are line ends, and one.
    #[must_use]
    pub fn left_at_most(&self) -> usize {
        let count = |end: u8| memchr::memchr_iter(end, &self.text.as_bytes()[self.at..]).count();
        count(b'\n').max(count(b'\r')) + 1
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

    /// What parts the fields.
    #[must_use]
    pub fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// Where the next row begins.
    pub fn begin(&mut self) -> usize {
        self.skip();
        self.at
    }

    /// Goes back to where a row began.
    pub fn back(&mut self, start: usize) {
        self.at = start;
        self.more = false;
    }

    /// Reads the next row if all its fields are written as they should be, and gives each to `cell`: its number, the place
    /// of its value, which is the [`Field::range`] that [`Rows::next`] would give, and whether it has quotes in it, which
    /// stand twice there. Gives how many there are. `None` if there is another row, or none, or if `cell` did not want
    /// one: then nothing was read.
    pub fn plain_row(&mut self, mut cell: impl FnMut(usize, Range<usize>, bool) -> bool) -> Option<usize> {
        let start = self.begin();
        let bytes = self.text.as_bytes();
        if start == bytes.len() {
            return None;
        }
        let (mut begin, mut number) = (start, 0);
        loop {
            let (mut inner, end) = self.plain(begin)?;
            let doubled = inner.start > begin && memchr::memchr(b'"', &bytes[inner.clone()]).is_some();
            if let [first, .., last] | [first @ last] = &bytes[inner.clone()]
                && !(first.is_ascii_graphic() && last.is_ascii_graphic())
            {
                inner = trimmed(&self.text[inner.clone()], inner.start).1;
            }
            if !cell(number, inner, doubled) {
                return None;
            }
            number += 1;
            if bytes.get(end) != Some(&self.delimiter) {
                self.at = (end + 1).min(bytes.len());
                return Some(number);
            }
            begin = end + 1;
        }
    }

    /// Skips line ends and comment lines, which begin with `#` and a blank or another `#`: `#1 Fan` is a card.
    fn skip(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            while matches!(bytes.get(self.at), Some(b'\r' | b'\n')) {
                self.at += 1;
            }
            let comment = match bytes.get(self.at..) {
                // In a table that tabs part, `#` may be the name of the first column.
                Some([b'#', b'\t', ..]) => self.delimiter != b'\t',
                Some([b'#', b' ' | b'#' | b'\r' | b'\n', ..]) => true,
                _ => false,
            };
            if !comment {
                return;
            }
            self.at += memchr::memchr2(b'\r', b'\n', &bytes[self.at..]).unwrap_or(bytes.len() - self.at);
        }
    }

    fn field(&mut self) -> Option<(Field<'t>, bool)> {
        let begin = self.at;
        if begin == self.text.len() && !std::mem::take(&mut self.more) {
            return None;
        }
        match self.plain(begin) {
            Some((inner, end)) => {
                self.more = self.text.as_bytes().get(end) == Some(&self.delimiter);
                self.at = (end + 1).min(self.text.len());
                let quoted = inner.start > begin;
                let (value, range) = trimmed(&self.text[inner.clone()], inner.start);
                let value = match quoted && value.contains('"') {
                    true => Cow::Owned(value.replace("\"\"", "\"")),
                    false => Cow::Borrowed(value),
                };
                Some((Field { value, range, open: None }, !self.more))
            }
            None => self.quoted(begin),
        }
    }

    /// The inner bytes of the field at `begin` and the end of the whole, if it is without quotes or quoted as it should be.
    #[inline(always)]
    fn plain(&mut self, begin: usize) -> Option<(Range<usize>, usize)> {
        let bytes = self.text.as_bytes();
        if bytes.get(begin) != Some(&b'"') {
            let end = self.ends.find(begin);
            return Some((begin..end, end));
        }
        let mut end = begin + 1;
        loop {
            end += memchr::memchr(b'"', &bytes[end..])? + 1;
            match bytes.get(end) {
                // Two quotes stand for one.
                Some(b'"') => end += 1,
                Some(&b) if b != self.delimiter && b != b'\n' && b != b'\r' => return None,
                _ => return Some((begin + 1..end - 1, end)),
            }
        }
    }

    /// The quoted field at `begin`, with quotes inside or without its closing quote.
    fn quoted(&mut self, begin: usize) -> Option<(Field<'t>, bool)> {
        let delimiter = self.delimiter;
        let reader =
            self.reader.get_or_insert_with(|| Box::new(csv_core::ReaderBuilder::new().delimiter(delimiter).build()));
        reader.reset();
        self.out.resize(self.out.len().max(256), 0);
        let mut filled = 0;
        let last = loop {
            let input = &self.text.as_bytes()[self.at..];
            let (result, read, written) = reader.read_field(input, &mut self.out[filled..]);
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
        self.more = !last;
        let inner = match raw[1..].strip_suffix('"') {
            Some(inner) => inner,
            None => &raw[1..],
        };
        let (value, range) = trimmed(inner, begin + 1);
        let value = if inner.as_bytes() == &self.out[..filled] {
            Cow::Borrowed(value)
        } else {
            let out = String::from_utf8_lossy(&self.out[..filled]);
            Cow::Owned(out.trim().to_owned())
        };
        let odd = || raw.bytes().filter(|&b| b == b'"').count() % 2 == 1;
        let open = (self.at == self.text.len() && odd()).then_some(begin);
        Some((Field { value, range, open }, last))
    }
}

/// A text without blanks around it, and its place, if the text begins at `start`.
fn trimmed(text: &str, start: usize) -> (&str, Range<usize>) {
    let inked = |b: Option<&u8>| b.is_none_or(u8::is_ascii_graphic);
    if inked(text.as_bytes().first()) && inked(text.as_bytes().last()) {
        return (text, start..start + text.len());
    }
    let value = text.trim_start();
    let start = start + text.len() - value.len();
    let value = value.trim_end();
    (value, start..start + value.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        let (mut rows, mut row, mut out) = (Rows::new(text, b',', 0), Vec::new(), Vec::new());
        while rows.next(&mut row) {
            for field in row.iter().filter(|f| matches!(f.value, Cow::Borrowed(_)) && f.open.is_none()) {
                assert_eq!(&text[field.range.clone()], field.value);
            }
            out.push(row.iter().map(|f| f.value.to_string()).collect());
        }
        out
    }

    #[test]
    fn comments_are_skipped_and_open_quotes_told() {
        assert_eq!(rows("# a\na, b ,\n#1 Fan\r\n\"x\"\"y\"\n"), [vec!["a", "b", ""], vec!["#1 Fan"], vec!["x\"y"]]);
        let (mut reader, mut row) = (Rows::new("a,\"b\nc", b',', 0), Vec::new());
        assert!(reader.next(&mut row));
        assert_eq!(row.iter().map(|f| f.open).collect::<Vec<_>>(), [None, Some(2)]);
    }

    proptest! {
        #[test]
        fn plain_rows_are_the_same_rows(text in "[ab\",;\n\r é]{0,40}|([a-c]{0,9}[,;\n]|\"([a-c,\n]|\"\"){0,20}\",){0,12}") {
            let (mut quick, mut full) = (Rows::new(&text, b',', 0), Rows::new(&text, b',', 0));
            let (mut row, mut other) = (Vec::new(), Vec::new());
            loop {
                let start = quick.begin();
                let more = full.next(&mut row);
                let mut cells = Vec::new();
                let read = quick.plain_row(|number, place, doubled| {
                    assert_eq!(number, cells.len());
                    cells.push((place, doubled));
                    true
                });
                if let Some(count) = read {
                    prop_assert!(more && row.iter().all(|f| f.open.is_none()));
                    prop_assert_eq!(count, cells.len());
                    let wanted: Vec<_> =
                        row.iter().map(|f| (f.range.clone(), f.value != text[f.range.clone()])).collect();
                    prop_assert_eq!(&cells, &wanted);
                    // A row is read again from where it began.
                    prop_assert!(Rows::new(&text, b',', start).next(&mut other) && other == row);
                    quick.back(start);
                }
                // Nothing was read of a row that is not plain, or not wanted.
                prop_assert_eq!(quick.plain_row(|_, _, _| false), None);
                prop_assert_eq!(quick.next(&mut other), more);
                prop_assert_eq!(&other, &row);
                if !more {
                    break;
                }
            }
        }

        #[test]
        fn fields_are_those_of_the_csv_crate(text in "[ab\",;\n\r é]{0,24}") {
            let mut csv = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
            let wanted: Vec<Vec<String>> = csv
                .records()
                .map(|r| r.expect("UTF-8").iter().map(|f| f.trim().to_owned()).collect())
                .collect();
            prop_assert_eq!(rows(&text), wanted);
        }
    }
}
