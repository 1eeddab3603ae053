//! `decklint games`: the games and what they are made of.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;

use super::Exit;
use super::config::RunOptions;
use super::games_new::NewArgs;
use super::options::{ConfigArgs, GamesArgs};
use super::out;
use crate::report::visible;

/// List the games: sections, cards, rules and layers of each
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  decklint games\n  decklint games --games my-games/ --format json\n  decklint games new 'Harbour Lights'"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    /// How to show them
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    config: ConfigArgs,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    New(NewArgs),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For machines
    Json,
}

#[derive(Serialize)]
struct Row {
    id: String,
    name: String,
    prefix: String,
    about: String,
    source: String,
    cards: usize,
    rules: usize,
    sections: Vec<(String, String)>,
    layers: Vec<String>,
}

pub(crate) fn run(args: Args) -> Result<Exit> {
    if let Some(Action::New(args)) = &args.action {
        return super::games_new::run(args);
    }
    let setup = RunOptions::new(&args.config, &args.games).setup(None)?;
    let session = &*setup.session;
    let mut rows = Vec::new();
    for id in session.games.ids() {
        let Some(game) = session.game(id) else { continue };
        let spec = &game.spec;
        rows.push(Row {
            id: id.to_owned(),
            name: spec.name.clone(),
            prefix: spec.prefix.value.clone(),
            about: spec.about.clone(),
            source: spec.source.clone(),
            cards: game.catalog.len(),
            rules: game.rules.get("rules").and_then(crate::text::Node::as_list).map_or(0, <[_]>::len),
            sections: spec.sections.iter().map(|(n, s)| (n.value.clone(), s.title.clone())).collect(),
            layers: game.files.layers(),
        });
    }
    let broken = setup.tell_faults();
    let mut stdout = out::stdout();
    match args.format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut stdout, &serde_json::json!({"v": 1, "games": rows}))?;
            writeln!(stdout)?;
        }
        Format::Text => {
            for (index, row) in rows.iter().enumerate() {
                if index > 0 {
                    writeln!(stdout)?;
                }
                writeln!(stdout, "{}: {}", row.id, visible(&row.name))?;
                writeln!(stdout, "    {}", visible(&row.about))?;
                let sections: Vec<String> = row.sections.iter().map(|(n, t)| format!("{n} ({})", visible(t))).collect();
                writeln!(stdout, "    sections: {}", sections.join(", "))?;
                let layers = if row.layers.is_empty() { "none".to_owned() } else { row.layers.join(", ") };
                writeln!(stdout, "    {} cards, {} rules ({}…), layers: {layers}", row.cards, row.rules, row.prefix)?;
            }
        }
    }
    stdout.flush()?;
    Ok(if broken { Exit::Failed } else { Exit::Clean })
}
