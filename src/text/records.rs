//! Documents of YAML and JSON whose lists of flat mappings are kept apart, as fields that stand one behind the other. Such a
//! list is nearly all of a deck, and a tree of it takes most of the time of reading one.

use std::ops::Range;

use super::Node;

/// A field of a record: a key and a scalar.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    key: [u32; 2],
    value: [u32; 2],
    /// Whether the value stood without quotes.
    pub plain: bool,
    /// Whether it is the first field of its record.
    pub first: bool,
}

impl Pair {
    /// Where the key stands, without quotes.
    #[must_use]
    #[inline]
    pub fn key(&self) -> Range<usize> {
        self.key[0] as usize..self.key[1] as usize
    }

    /// Where the value stands, without quotes; the text there is the value, without any escape.
    #[must_use]
    #[inline]
    pub fn value(&self) -> Range<usize> {
        self.value[0] as usize..self.value[1] as usize
    }
}

/// A document and its records.
#[derive(Clone, Debug)]
pub struct Records {
    root: Node,
    lists: Vec<List>,
    pairs: Vec<Pair>,
}

/// Where a list stands, and its fields.
#[derive(Clone, Debug)]
struct List {
    start: u32,
    pairs: Range<usize>,
}

impl Records {
    /// The document, in which the lists of records are empty.
    #[must_use]
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// How many lists of records there are.
    #[must_use]
    pub fn lists(&self) -> usize {
        self.lists.len()
    }

    /// The fields of a list of records.
    #[must_use]
    pub fn of(&self, list: &Node) -> Option<&[Pair]> {
        let at = self.lists.binary_search_by_key(&list.span.start, |l| l.start).ok()?;
        self.pairs.get(self.lists[at].pairs.clone())
    }
}

/// Records under construction.
#[derive(Debug)]
pub(super) struct Recorder {
    lists: Vec<List>,
    pairs: Vec<Pair>,
}

impl Recorder {
    /// For a text of so many bytes; `None` if they are too many.
    pub(super) fn new(len: usize) -> Option<Self> {
        // A record takes about 40 bytes, and most have two fields; a long text grows.
        let pairs = Vec::with_capacity((len / 16).min(256));
        u32::try_from(len).is_ok().then_some(Recorder { lists: Vec::new(), pairs })
    }

    #[inline]
    pub(super) fn add(&mut self, key: Range<usize>, value: Range<usize>, plain: bool, first: bool) {
        let [key, value] = [key, value].map(|at| [at.start as u32, at.end as u32]);
        self.pairs.push(Pair { key, value, plain, first });
    }

    /// How many fields there are.
    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Ends a list that stands at `start` and whose fields begin at the one of this number.
    pub(super) fn end(&mut self, start: usize, from: usize) {
        self.lists.push(List { start: start as u32, pairs: from..self.pairs.len() });
    }

    /// The records of a document.
    pub(super) fn finish(self, root: Node) -> Records {
        Records { root, lists: self.lists, pairs: self.pairs }
    }
}
