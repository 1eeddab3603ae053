//! What the columns of a file hold, for a game that is yet to be written.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::{Kind, Options, RAGGED, read};
use crate::catalog::load::Pool;
use crate::catalog::load::table::{Content, Problems};
use crate::diagnostics::{CAT_ROW, Diagnostic};

/// More different values are no list of allowed ones.
const MOST_VALUES: usize = 24;

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurveyColumn {
    /// Its name in the file.
    pub name: String,
    /// How many rows have a value.
    pub filled: usize,
    /// Whether all values are whole numbers.
    pub numbers: bool,
    /// Whether a cell holds several values.
    pub lists: bool,
    /// The different values, sorted; empty if there are too many.
    pub values: Vec<String>,
    /// Whether no two rows have the same value.
    pub unique: bool,
}

/// A file of cards by its columns.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Rows with any value.
    pub rows: usize,
    /// The columns in the order of the file; those without any value are left out.
    pub columns: Vec<SurveyColumn>,
    /// What is wrong with the file.
    pub faults: Vec<Diagnostic>,
}

#[derive(Default)]
struct Seen {
    filled: usize,
    words: usize,
    lists: bool,
    repeats: bool,
    values: BTreeSet<String>,
}

/// Looks at all rows of some files of one kind; columns of one name are one column.
#[must_use]
pub fn survey(pools: &[Pool], kind: Kind, options: &Options) -> Survey {
    let mut out = Survey::default();
    let mut seen: IndexMap<String, Seen> = IndexMap::new();
    for pool in pools {
        let mut problems = Problems::default();
        let (mut table, _) = read(pool, kind, options, &mut problems);
        let names: Vec<String> = table.columns.iter().map(|c| c.value.clone()).collect();
        names.iter().for_each(|name| _ = seen.entry(name.clone()).or_default());
        let mut cells = Vec::new();
        while table.next(&mut cells, &mut problems).is_some() {
            out.rows += 1;
            for cell in &cells {
                if let Some(seen) = names.get(cell.column).and_then(|name| seen.get_mut(name)) {
                    seen.take(&cell.content);
                }
            }
        }
        out.faults.extend(problems.syntax);
        problems.ragged.tell(&CAT_ROW, pool.file, RAGGED, &mut out.faults);
    }
    let rows = out.rows;
    let column = |(name, seen): (String, Seen)| SurveyColumn {
        name,
        filled: seen.filled,
        numbers: seen.words == 0,
        lists: seen.lists,
        unique: !seen.repeats && seen.filled == rows,
        values: if seen.values.len() <= MOST_VALUES { seen.values.into_iter().collect() } else { Vec::new() },
    };
    out.columns = seen.into_iter().filter(|(_, s)| s.filled > 0).map(column).collect();
    out
}

impl Seen {
    fn take(&mut self, content: &Content<'_>) {
        self.filled += 1;
        let texts = match content {
            Content::One(text) => vec![text.trim()],
            Content::List(texts) | Content::Nested(_, texts) => {
                self.lists = true;
                texts.iter().map(|t| t.trim()).collect()
            }
        };
        for text in texts {
            self.words += usize::from(text.parse::<i64>().is_err());
            self.repeats |= !self.values.insert(text.to_owned());
        }
    }
}
