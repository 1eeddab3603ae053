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
mod engine_scales;
mod engine_scales_combat;
mod engine_scales_numbers;
mod engine_scales_skills;
mod field_cases;
mod games;
mod goals;
mod hostile;
mod layers;
mod properties;
mod schemas;
mod spans;
mod statements;
mod support;
mod table;
mod toy;
mod transcripts;
