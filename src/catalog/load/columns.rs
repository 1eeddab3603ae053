//! Which column holds what.

use super::table::{Row, Table};
use super::{Pool, build::Build};
use crate::diagnostics::{CAT_COLUMN, CAT_SYNTAX, Diagnostic};
use crate::text::{At, FileId, Place, Span, did_you_mean, fold_key};

/// How many columns a finding names.
const NAMED: usize = 12;
/// How many columns beside the attributes are kept: more is data of another kind, and each costs room in every card.
const MOST_EXTRA: usize = 256;
/// The column for printings of other cards, folded.
const SAME_AS: &str = "same as";

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::catalog) enum Column {
    Attribute(usize),
    /// An attribute for rows that do not have it elsewhere, else an extra column.
    Spare(usize, Option<usize>),
    SameAs,
    /// Kept as text, if there was room for it.
    Extra(Option<usize>),
}

/// The columns of a pool that are no attributes.
#[derive(Default)]
struct Extra {
    names: Vec<String>,
    first: Option<Span>,
    count: usize,
    taken: Vec<usize>,
    dropped: usize,
}

/// A name by which columns are mapped, and whether a pool had it.
pub(in crate::catalog) struct Mapped {
    column: String,
    file: FileId,
    found: bool,
    /// The columns of the pool, for near names.
    known: Vec<String>,
}

/// A column that may hold an attribute: the attribute, and how well the name fits, the least best.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Claim {
    attribute: usize,
    rank: u8,
}

impl Build<'_> {
    pub(in crate::catalog) fn columns(&mut self, pool: &Pool, table: &Table<'_>) -> Vec<Column> {
        self.note_maps(pool, table);
        let claims: Vec<Option<Claim>> = table.columns.iter().map(|c| self.claim(pool, &c.value)).collect();
        let best = self.best(&claims);
        let keyed = table.keyed();
        let collides = keyed.map_or_else(|| vec![true; claims.len()], |rows| self.collisions(rows, &claims));
        let mut out = Vec::with_capacity(claims.len());
        let mut extra = Extra::default();
        let mut has_same_as = false;
        for (at, column) in table.columns.iter().enumerate() {
            let same_as = match pool.columns.attribute(&column.value) {
                Some(target) => fold_key(target) == SAME_AS,
                None => claims[at].is_none() && fold_key(&column.value) == SAME_AS,
            };
            if same_as && !std::mem::replace(&mut has_same_as, true) {
                out.push(Column::SameAs);
                continue;
            }
            let winner = claims[at].and_then(|c| Some((c.attribute, best[c.attribute]?.1)));
            out.push(match winner {
                // The best name wins: an `id` before the `code` must not take its place. Where rows name their columns
                // themselves the others serve as well, unless one row uses both.
                Some((attribute, winner)) if winner == at || !collides[at] => Column::Attribute(attribute),
                Some((attribute, winner)) => {
                    let (from, name) = (&table.columns[winner].value, self.typed[attribute].name);
                    let slot = self.extra_column(column, format!(" (`{name}` is read from `{from}`)"), &mut extra);
                    if keyed.is_some() { Column::Spare(attribute, slot) } else { Column::Extra(slot) }
                }
                None => Column::Extra(self.extra_column(column, String::new(), &mut extra)),
            });
        }
        self.tell_extra(&extra);
        out
    }

    /// The column of each attribute: the one whose name fits best, of equals the first.
    fn best(&self, claims: &[Option<Claim>]) -> Vec<Option<(u8, usize)>> {
        let mut best: Vec<Option<(u8, usize)>> = vec![None; self.typed.len()];
        for (at, claim) in claims.iter().enumerate() {
            let Some(claim) = claim else { continue };
            let this = (claim.rank, at);
            let slot = &mut best[claim.attribute];
            *slot = Some(slot.map_or(this, |other| other.min(this)));
        }
        best
    }

    /// The columns that stand in one row with another of the same attribute.
    fn collisions(&self, rows: &[Row<'_>], claims: &[Option<Claim>]) -> Vec<bool> {
        let mut out = vec![false; claims.len()];
        let mut seen: Vec<Option<(usize, usize)>> = vec![None; self.typed.len()];
        for (number, row) in rows.iter().enumerate() {
            for cell in &row.cells {
                let Some(claim) = claims.get(cell.column).copied().flatten() else { continue };
                match &mut seen[claim.attribute] {
                    Some((row, other)) if *row == number => {
                        out[*other] = true;
                        out[cell.column] = true;
                    }
                    slot => *slot = Some((number, cell.column)),
                }
            }
        }
        out
    }

    fn claim(&self, pool: &Pool, column: &str) -> Option<Claim> {
        if let Some(target) = pool.columns.attribute(column) {
            return self.spec.attribute_for_column(target).map(|attribute| Claim { attribute, rank: 0 });
        }
        // Most headers are the names themselves, and need no folding.
        if let Some(attribute) = self.spec.attribute(column) {
            return Some(Claim { attribute, rank: 1 });
        }
        let attribute = self.spec.attribute_for_column(column)?;
        let (name, data) = self.spec.attributes.get_index(attribute)?;
        let column = fold_key(column);
        let rank = match () {
            () if fold_key(&name.value) == column => 1,
            () if data.aliases.iter().any(|a| fold_key(a) == column) => 2,
            () => 3,
        };
        Some(Claim { attribute, rank })
    }

    /// The slot of an extra column, if there is room. Its name is neither that of an attribute nor twice in one pool,
    /// so that a table of all columns can be written.
    fn extra_column(&mut self, column: &At<String>, why: String, extra: &mut Extra) -> Option<usize> {
        extra.count += 1;
        extra.first.get_or_insert(column.span);
        if extra.count <= NAMED {
            extra.names.push(format!("`{}`{why}", column.value));
        }
        let mut unique = column.value.clone();
        for n in 2..=MOST_EXTRA {
            let known = self.catalog.extra_columns.iter().position(|c| *c == unique);
            if known.is_none_or(|k| !extra.taken.contains(&k)) && self.spec.attribute(&unique).is_none() {
                let slot = known.unwrap_or(self.catalog.extra_columns.len());
                if known.is_none() {
                    if slot >= MOST_EXTRA {
                        break;
                    }
                    self.catalog.extra_columns.push(unique);
                }
                extra.taken.push(slot);
                return Some(slot);
            }
            unique = format!("{} ({n})", column.value);
        }
        extra.dropped += 1;
        None
    }

    fn tell_extra(&mut self, extra: &Extra) {
        let Some(first) = extra.first else { return };
        let more = extra.count - extra.names.len();
        let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
        let names = extra.names.join(", ");
        let mut message = format!("columns that are no attributes of the game: {names}{tail}; they are kept as text");
        if extra.dropped > 0 {
            message.push_str(&format!(", except {} beyond the first {MOST_EXTRA}", extra.dropped));
        }
        let fault = Diagnostic::general(&CAT_COLUMN, first, message);
        self.faults.push(fault.help("map them with `--map COLUMN=ATTRIBUTE` if they are"));
    }

    /// Checks the targets of the mapping, and notes which of its columns exist.
    fn note_maps(&mut self, pool: &Pool, table: &Table<'_>) {
        for (column, target) in pool.columns.pairs() {
            let folded = fold_key(column);
            let found = table.columns.iter().any(|c| fold_key(&c.value) == folded);
            if let Some(known) = self.maps.iter_mut().find(|m| m.column == column) {
                known.found |= found;
                continue;
            }
            if self.spec.attribute_for_column(target).is_none() && fold_key(target) != SAME_AS {
                let near = did_you_mean(target, self.spec.attribute_names());
                let message = format!("a column is mapped to the unknown attribute `{target}`{near}");
                self.faults.push(Diagnostic::general(&CAT_SYNTAX, Place::File(pool.file), message));
            }
            let known = table.columns.iter().map(|c| c.value.clone()).collect();
            self.maps.push(Mapped { column: column.to_owned(), file: pool.file, found, known });
        }
    }

    /// A mapping of a column that no pool has is a slip.
    pub(in crate::catalog) fn tell_maps(&mut self) {
        for map in std::mem::take(&mut self.maps).into_iter().filter(|m| !m.found) {
            let near = did_you_mean(&map.column, map.known.iter().map(String::as_str));
            let message = format!("no pool has the column `{}`, which is mapped{near}", map.column);
            let fault = Diagnostic::general(&CAT_SYNTAX, Place::File(map.file), message);
            self.faults.push(fault.help("correct the column in `--map`"));
        }
    }
}
