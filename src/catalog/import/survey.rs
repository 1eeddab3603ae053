//! What the columns of a file hold, for a game that is yet to be written.

use std::collections::BTreeSet;

use super::{Kind, Options, read};
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

/// Looks at all rows of a file.
#[must_use]
pub fn survey(pool: &Pool, kind: Kind, options: &Options) -> Survey {
    let mut problems = Problems::default();
    let (mut table, _) = read(pool, kind, options, &mut problems);
    let mut seen: Vec<Seen> = table.columns.iter().map(|_| Seen::default()).collect();
    let (mut rows, mut cells) = (0, Vec::new());
    while table.next(&mut cells, &mut problems).is_some() {
        rows += 1;
        for cell in &cells {
            let Some(seen) = seen.get_mut(cell.column) else { continue };
            seen.filled += 1;
            let texts = match &cell.content {
                Content::One(text) => vec![text.trim()],
                Content::List(texts) | Content::Nested(_, texts) => {
                    seen.lists = true;
                    texts.iter().map(|t| t.trim()).collect()
                }
            };
            for text in texts {
                seen.words += usize::from(text.parse::<i64>().is_err());
                seen.repeats |= !seen.values.insert(text.to_owned());
            }
        }
    }
    let mut faults = problems.syntax;
    problems.ragged.tell(&CAT_ROW, pool.file, "mend the file; what could be read of it was taken", &mut faults);
    let column = |(name, seen): (&crate::text::At<String>, Seen)| SurveyColumn {
        name: name.value.clone(),
        filled: seen.filled,
        numbers: seen.words == 0,
        lists: seen.lists,
        unique: !seen.repeats && seen.filled == rows,
        values: if seen.values.len() <= MOST_VALUES { seen.values.into_iter().collect() } else { Vec::new() },
    };
    let columns = table.columns.iter().zip(seen).filter(|(_, s)| s.filled > 0).map(column).collect();
    Survey { rows, columns, faults }
}
