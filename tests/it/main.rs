//! All integration tests are one binary, which links once.

mod architecture;
mod cross;
mod decks;
mod engine_battery;
mod engine_breakrift;
mod engine_breakrift_combat;
mod engine_breakrift_effects;
mod engine_breakrift_paths;
mod engine_draw;
mod field_cases;
mod games;
mod hostile;
mod layers;
mod properties;
mod schemas;
mod spans;
mod statements;
mod support;
mod table;
mod transcripts;
