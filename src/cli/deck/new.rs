//! `decklint deck new`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::cli::config::RunOptions;
use crate::cli::options::{ConfigArgs, GamesArgs, load};
use crate::cli::{Exit, out, write};
use crate::deck::edit::blank;
use crate::deck::format::Format;

/// Begin a deck: its header and a place for each section
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  decklint deck new barrenia 'Hive and Anvil' -o hive.txt\n  \
    decklint deck new parallel -o steel.yaml\n  decklint deck new tuna > deck.txt")]
pub(crate) struct Args {
    /// The game, by its id (`decklint games` lists them)
    #[arg(value_name = "GAME")]
    game: String,
    /// The deck's name
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// The file to make, whose ending tells the format: .txt, .csv, .yaml or .json; standard output if absent
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the file if it is there
    #[arg(long, requires = "output")]
    force: bool,
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
    let setup = RunOptions::new(&args.config, &args.games).setup(args.output.as_deref())?;
    let (game, exit) = load(&setup, &args.game)?;
    let name = args.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    if name.is_some_and(|name| name.contains(char::is_control)) {
        bail!("a deck's name is one line of text");
    }
    match &args.output {
        None => {
            let mut stdout = out::stdout();
            stdout.write_all(blank(&game.spec, name, Format::Text).as_bytes())?;
            stdout.flush()?;
        }
        Some(path) => {
            write::create(path, blank(&game.spec, name, format_of(path)?).as_bytes(), args.force)?;
            out::talk(&format!("made {}; `decklint deck add` puts cards into it", path.display()));
        }
    }
    Ok(exit)
}
