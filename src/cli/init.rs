//! `decklint init`: a configuration to begin with.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};

use super::Exit;
use super::config::NAME;
use super::options::{GamesArgs, game_id};
use super::out;
use crate::game::io_reason;

/// Write a `decklint.yaml` to begin with; one that is there is left alone
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Every key stands in it with an explanation, most of them as comments. `decklint schema config` gives its \
        schema, `decklint explain config` tells more.\n\nExamples:\n  decklint init\n  decklint init --game barrenia lists/"
)]
pub(crate) struct Args {
    /// The folder of the decks
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// The game of decks that do not name one themselves
    #[arg(short, long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    games: GamesArgs,
}

const TEMPLATE: &str = include_str!("init.yaml");

pub(crate) fn run(args: Args) -> Result<Exit> {
    let games = args.games.games()?;
    let mut text = TEMPLATE.to_owned();
    if let Some(name) = &args.game {
        let id = game_id(&games, name)?;
        text = text.replacen("#game: barrenia", &format!("game: {id}"), 1);
    }
    let here = args.folder.as_os_str() == ".";
    let path = if here { PathBuf::from(NAME) } else { args.folder.join(NAME) };
    // Created or refused in one step: nothing can come between the look and the writing.
    let file = std::fs::OpenOptions::new().write(true).create_new(true).open(&path);
    let mut file = match file {
        Ok(file) => file,
        Err(e) if e.kind() == ErrorKind::AlreadyExists => {
            bail!("`{}` is there already; it was left alone", path.display())
        }
        Err(e) => bail!("cannot write `{}`: {}", path.display(), io_reason(&e)),
    };
    file.write_all(text.as_bytes())?;
    out::talk(&format!("wrote {}", path.display()));
    Ok(Exit::Clean)
}
