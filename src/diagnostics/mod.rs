//! What is wrong, where, by which rule, and how to mend it. One [`Diagnostic`] serves every renderer.

mod codes;
mod diagnostic;
mod facts;
mod levels;

pub use codes::*;
pub use diagnostic::{Applicability, Basis, Diagnostic, Fix, Level, Related};
pub use facts::{CardFact, Facts, SectionCount};
pub use levels::{LevelOverride, Levels, parse_level};
