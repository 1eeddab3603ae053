//! Card pools from files: CSV, YAML, JSON. Rows become cards; what is wrong with a row is said with its place.

pub(super) mod build;
pub(super) mod columns;
pub(super) mod csv;
mod join;
mod memo;
mod short;
pub(super) mod table;
pub(super) mod tell;
#[cfg(test)]
mod tests;
mod tree;
pub(super) mod values;
mod who;

use std::sync::Arc;

use super::Catalog;
use crate::diagnostics::Diagnostic;
use crate::spec::GameSpec;
use crate::text::{FileId, Source, fold_key};

/// A card pool to read.
#[derive(Clone, Debug)]
pub struct Pool {
    /// Its text.
    pub source: Arc<Source>,
    /// The id of the text, for places.
    pub file: FileId,
    /// Which columns hold which attributes, where the names do not tell.
    pub columns: ColumnMap,
}

/// Which columns hold which attributes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnMap(Vec<(String, String)>);

impl ColumnMap {
    /// Takes `COLUMN=ATTRIBUTE` in. The attribute may also be `same_as`.
    ///
    /// # Errors
    /// The text has another form, or the column is already mapped to another attribute.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        // A column may hold `=` in its name, an attribute does not.
        match text.rsplit_once('=').map(|(c, a)| (c.trim(), a.trim())) {
            Some((column, attribute)) if !column.is_empty() && !attribute.is_empty() => {
                match self.attribute(column) {
                    Some(other) if other != attribute => {
                        return Err(format!(
                            "the column `{column}` is already mapped to `{other}`; leave one of the two out"
                        ));
                    }
                    Some(_) => {}
                    None => self.0.push((column.to_owned(), attribute.to_owned())),
                }
                Ok(())
            }
            _ => Err("the form is COLUMN=ATTRIBUTE, such as Kind=type".to_owned()),
        }
    }

    /// The attribute of a column.
    #[must_use]
    pub fn attribute(&self, column: &str) -> Option<&str> {
        if self.0.is_empty() {
            return None;
        }
        let column = fold_key(column);
        self.0.iter().find(|(c, _)| fold_key(c) == column).map(|(_, a)| a.as_str())
    }

    /// The columns with their attributes.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(c, a)| (c.as_str(), a.as_str()))
    }
}

/// How much is said about values that do not fit or are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// One warning an attribute, with the first cards: what a check needs.
    Summary,
    /// One error a value: what a lint of the pool needs.
    Full,
}

/// Reads pools in order and joins their cards. A pool that cannot be read at all has no cards and a finding.
#[must_use]
pub fn load(spec: &GameSpec, pools: &[Pool], report: Report) -> (Catalog, Vec<Diagnostic>) {
    let mut build = build::Build::new(spec, report);
    for pool in pools {
        build.pool(pool);
    }
    build.finish()
}
