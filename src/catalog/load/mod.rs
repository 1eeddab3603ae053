//! Card pools from files: CSV, YAML, JSON. Rows become cards; what is wrong with a row is said with its place.

mod build;
mod table;
#[cfg(test)]
mod tests;
mod values;

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
    /// Takes `COLUMN=ATTRIBUTE` in.
    ///
    /// # Errors
    /// The text has another form.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        match text.split_once('=').map(|(c, a)| (c.trim(), a.trim())) {
            Some((column, attribute)) if !column.is_empty() && !attribute.is_empty() => {
                self.0.push((column.to_owned(), attribute.to_owned()));
                Ok(())
            }
            _ => Err("the form is COLUMN=ATTRIBUTE, such as Kind=type".to_owned()),
        }
    }

    /// The attribute of a column.
    #[must_use]
    pub fn attribute(&self, column: &str) -> Option<&str> {
        let column = fold_key(column);
        self.0.iter().find(|(c, _)| fold_key(c) == column).map(|(_, a)| a.as_str())
    }

    /// The attributes that columns are mapped to.
    pub fn attributes(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(_, a)| a.as_str())
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
