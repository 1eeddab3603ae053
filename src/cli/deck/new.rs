//! `decklint deck new`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::cli::config::RunOptions;
use crate::cli::options::{ConfigArgs, GamesArgs, load};
use crate::cli::{Exit, out, write};
use crate::deck::edit::blank;
use crate::deck::format::Format;

/// The deck file that a command makes.
#[derive(Debug, clap::Args)]
pub(super) struct MakeArgs {
    /// The deck's name
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// The file to make, whose ending tells the format: .txt, .csv, .yaml or .json; standard output if absent
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file if it is there
    #[arg(long, requires = "output")]
    force: bool,
}

impl MakeArgs {
    /// The deck's name, if it is given one.
    pub fn name(&self) -> Result<Option<&str>> {
        let name = self.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        if name.is_some_and(|name| name.contains(char::is_control)) {
            bail!("a deck's name is one line of text");
        }
        Ok(name)
    }

    pub fn format(&self) -> Result<Format> {
        self.output.as_deref().map_or(Ok(Format::Text), format_of)
    }

    /// Writes the deck; `made` is what to say of a new file.
    pub fn put(&self, text: &str, made: impl FnOnce(&Path) -> String) -> Result<()> {
        match &self.output {
            Some(path) => {
                write::create(path, text.as_bytes(), self.force)?;
                out::talk(&made(path));
            }
            None => {
                let mut stdout = out::stdout();
                stdout.write_all(text.as_bytes())?;
                stdout.flush()?;
            }
        }
        Ok(())
    }
}

/// Begin a deck: its header and a place for each section
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  decklint deck new barrenia 'Hive and Anvil' -o hive.txt\n  \
    decklint deck new parallel -o steel.yaml\n  decklint deck new tuna > deck.txt")]
pub(crate) struct Args {
    /// The game, by its id (`decklint games` lists them)
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    make: MakeArgs,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    config: ConfigArgs,
}

pub(in crate::cli) fn format_of(path: &Path) -> Result<Format> {
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    Ok(match ending.as_str() {
        "txt" | "deck" | "dec" | "" => Format::Text,
        "csv" => Format::Csv,
        "yaml" | "yml" => Format::Yaml,
        "json" => Format::Json,
        other => bail!("no deck is begun in a file `.{other}`; use .txt, .csv, .yaml or .json"),
    })
}

pub(crate) fn run(args: Args) -> Result<Exit> {
    let make = &args.make;
    let setup = RunOptions::new(&args.config, &args.games).setup(make.output.as_deref())?;
    let (game, exit) = load(&setup, &args.game)?;
    let text = blank(&game.spec, make.name()?, make.format()?);
    make.put(&text, |path| format!("made {}; `decklint deck add` puts cards into it", path.display()))?;
    Ok(exit)
}
