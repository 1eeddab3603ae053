//! `decklint schema`: the JSON Schemas of the files that users write and of the reports that they read.

use std::io::Write;

use anyhow::Result;
use schemars::generate::SchemaSettings;

use super::Exit;
use super::config::ConfigFile;
use super::out;
use crate::deck::DeckFile;
use crate::play::PolicyFile;
use crate::report::{Goldfish, Report};
use crate::rules::{Layer, RulesFile};
use crate::spec::GameSpec;

/// Print the JSON Schema of a file that decklint reads or writes
#[derive(Debug, clap::Args)]
#[command(
    after_help = "An editor that knows JSON Schema completes and checks game.yaml, rules.yaml, layers and decks while they are written.\n\nExamples:\n  decklint schema layer > layer.schema.json"
)]
pub(crate) struct Args {
    /// Which file
    #[arg(value_name = "FILE")]
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// game.yaml of a game
    Game,
    /// rules.yaml of a game
    Rules,
    /// A layer
    Layer,
    /// A deck in YAML or JSON
    Deck,
    /// The document of `check --format json`
    Report,
    /// A policy file
    Policy,
    /// The document of `goldfish --format json`
    Goldfish,
    /// decklint.yaml, the configuration
    Config,
}

pub(crate) fn run(args: Args) -> Result<Exit> {
    let name = match args.kind {
        Kind::Game => "game",
        Kind::Rules => "rules",
        Kind::Layer => "layer",
        Kind::Deck => "deck",
        Kind::Report => "report",
        Kind::Policy => "policy",
        Kind::Goldfish => "goldfish",
        Kind::Config => "config",
    };
    let mut stdout = out::stdout();
    stdout.write_all(schema_text(name).unwrap_or_default().as_bytes())?;
    stdout.flush()?;
    Ok(Exit::Clean)
}

/// The schema of a kind of file by its name, as `schemas/` publishes it; `None` for another word.
#[must_use]
pub fn schema_text(name: &str) -> Option<String> {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = match name {
        "game" => generator.into_root_schema_for::<GameSpec>(),
        "rules" => generator.into_root_schema_for::<RulesFile>(),
        "layer" => generator.into_root_schema_for::<Layer>(),
        "deck" => generator.into_root_schema_for::<DeckFile>(),
        "report" => generator.into_root_schema_for::<Report>(),
        "policy" => generator.into_root_schema_for::<PolicyFile>(),
        "goldfish" => generator.into_root_schema_for::<Goldfish>(),
        "config" => generator.into_root_schema_for::<ConfigFile>(),
        _ => return None,
    };
    schema.insert("title".to_owned(), format!("decklint {name}").into());
    let mut text = serde_json::to_string_pretty(&schema).ok()?;
    text.push('\n');
    Some(text)
}
