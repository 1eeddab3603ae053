//! All integration tests are one binary, which links once.

mod architecture;
mod cross;
mod decks;
mod editing;
mod field_cases;
mod games;
mod hostile;
mod layers;
mod properties;
mod schemas;
mod spans;
mod statements;
mod support;
mod transcripts;
