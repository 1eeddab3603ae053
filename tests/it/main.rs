//! All integration tests are one binary, which links once.

mod architecture;
mod cross;
mod decks;
mod engine_battery;
mod engine_draw;
mod engine_tuna;
mod engine_tuna_battle;
mod engine_tuna_cards;
mod engine_tuna_chance;
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
