//! All integration tests are one binary, which links once.

mod architecture;
mod config;
mod cross;
mod decks;
mod field_cases;
mod games;
mod hostile;
mod layers;
mod packaging;
mod properties;
mod report_properties;
mod reports;
mod schemas;
mod spans;
mod statements;
mod streams;
mod support;
mod transcripts;
mod waivers;
