//! All integration tests are one binary, which links once.

mod architecture;
mod convert;
mod cross;
mod decks;
mod field_cases;
mod formats;
mod games;
mod hostile;
mod layers;
mod properties;
mod schemas;
mod spans;
mod statements;
mod support;
mod transcripts;
