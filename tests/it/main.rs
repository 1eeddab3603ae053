//! All integration tests are one binary, which links once.

mod architecture;
mod cross;
mod decks;
mod engine_barrenia;
mod engine_barrenia_clash;
mod engine_barrenia_effects;
mod engine_barrenia_eraser;
mod engine_barrenia_greedy;
mod engine_barrenia_lab;
mod engine_barrenia_miracle;
mod engine_barrenia_numbers;
mod engine_battery;
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
