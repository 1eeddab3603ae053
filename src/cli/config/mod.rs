//! The configuration: `decklint.yaml`, where it is found, what it says, and what comes of it for a deck.

mod file;
mod find;
mod read;
mod settings;
mod setup;

pub(crate) use file::ConfigFile;
pub(crate) use find::NAME;
pub(crate) use read::day;
pub(crate) use settings::show as show_settings;
pub(crate) use setup::{RunOptions, Setup, Setups, normal, relative, today};
