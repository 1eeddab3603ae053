//! All integration tests are one binary, which links once.

mod architecture;
mod cross;
mod decks;
mod engine_battery;
mod engine_draw;
mod engine_parallel;
mod engine_parallel_cards;
mod engine_parallel_combat;
mod engine_parallel_player;
mod engine_parallel_trace;
mod engine_parallel_waste;
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
