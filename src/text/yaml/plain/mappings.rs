//! Lists of mappings of scalars, which are kept apart from the tree.

use super::{Context, MAX_KEY, Reader};
use crate::text::records::Recorder;

impl Reader<'_> {
    /// Whether the first item of the list that begins here is a mapping.
    pub(super) fn begins_record(&mut self) -> bool {
        let start = self.at;
        self.at += 1;
        self.spaces();
        let flow = self.byte() == Some(b'{');
        let mapping = flow || (self.place(Context::Block).is_some() && self.byte() == Some(b':'));
        self.at = start;
        mapping
    }

    /// The items of a list if all of them are mappings of scalars.
    pub(super) fn mappings(&mut self, column: usize, records: &mut Recorder) -> Option<()> {
        self.descend()?;
        while self.column == column && self.dash() {
            self.at += 1;
            let inner = column + 1 + self.spaces();
            if self.byte()? == b'{' {
                self.flow_mapping(records)?;
                self.rest_of_line()?;
            } else {
                self.block_mapping(inner, records)?;
            }
            if !self.ended() && self.column > column {
                return None;
            }
        }
        self.depth -= 1;
        Some(())
    }

    /// A mapping of scalars whose keys stand in this column.
    fn block_mapping(&mut self, column: usize, records: &mut Recorder) -> Option<()> {
        let mut first = true;
        loop {
            self.pair(Context::Block, first, records)?;
            self.rest_of_line()?;
            first = false;
            if self.ended() || self.column < column {
                return Some(());
            }
            if self.column > column {
                return None;
            }
        }
    }

    /// A mapping of scalars in braces on one line.
    fn flow_mapping(&mut self, records: &mut Recorder) -> Option<()> {
        let mut first = true;
        while self.byte()? != b'}' {
            self.at += 1;
            self.spaces();
            self.pair(Context::Flow, first, records)?;
            self.spaces();
            first = false;
            if !matches!(self.byte()?, b',' | b'}') {
                return None;
            }
        }
        self.at += 1;
        Some(())
    }

    /// A key and a scalar.
    fn pair(&mut self, context: Context, first: bool, records: &mut Recorder) -> Option<()> {
        let (key, _) = self.place(context)?;
        if self.byte()? != b':' || self.after(1)? != b' ' || key.len() > MAX_KEY {
            return None;
        }
        self.at += 1;
        self.spaces();
        let (value, plain) = self.place(context)?;
        records.add(key, value, plain, first);
        Some(())
    }
}
