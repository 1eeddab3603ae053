//! Card pools: cards, typed attributes, lookup by code and name, predicates, and the faults of a pool.

mod card;
pub mod import;
mod load;
mod lookup;
mod matching;
mod plain;
mod predicate;
mod spellings;
mod terms;

pub use card::{Card, CardId, Catalog, Printing, Value};
pub use load::{ColumnMap, Pool, Report, load};
pub use lookup::Lookup;
pub use predicate::Predicate;
pub use terms::{Term, TermError, parse_terms};

/// The truth value that a word stands for.
fn truth(word: &str) -> Option<bool> {
    match word.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "y" | "1" | "x" => Some(true),
        "false" | "no" | "n" | "0" => Some(false),
        _ => None,
    }
}
