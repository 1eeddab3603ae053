//! decklint checks, builds and goldfishes card decks. Games are data; see `README.md` and `CONTRIBUTING.md`.
//!
//! A deck's way through the crate: [`text`] decodes it and keeps places, [`deck::format`] reads its syntax,
//! [`deck::resolve`] looks its cards up in a [`catalog`], [`rules`] judge it, [`report`] shows the [`diagnostics`].
//! [`game`] puts the parts of a game together. Only [`cli`] prints, exits and reads the environment.

pub mod catalog;
pub mod cli;
pub mod deck;
pub mod diagnostics;
pub mod engines;
pub mod game;
pub mod play;
pub mod report;
pub mod rules;
pub mod spec;
pub mod text;
