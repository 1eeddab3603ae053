//! `decklint convert`: decks in the formats of other programs.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use comfy_table::{ContentArrangement, Table, presets};

use super::Exit;
use super::config::{RunOptions, Setup, Setups};
use super::found::{Found, Leave};
use super::inputs::{Input, read_deck};
use super::options::{ConfigArgs, GamesArgs, LevelArgs, PoolArgs, ReadArgs, formats, game_id};
use super::out;
use super::save::{obstacle, save};
use crate::deck::format::Format;
use crate::diagnostics::{Diagnostic, Level};
use crate::game::{Converted, DeckInput, Session, convert, io_reason};
use crate::report::{full_finding, visible};
use crate::text::Files;

/// Write decks in the format of another program
#[derive(Debug, clap::Args)]
#[command(
    after_help = "What the new format cannot hold, such as a header, a section or a comment, is said with its place in the old \
        file; `--deny warnings` makes it a failure. Rules are not checked.\n\nExit codes: 0 written, 1 written and a finding at \
        error level (an unknown card, a line that cannot be read), 2 a deck was not written.\n\nExamples:\n  \
        decklint convert deck.yaml --to cod > deck.cod\n  decklint convert deck.ydk --game barrenia --to text\n  \
        decklint convert decks/barrenia --to o8d -o octgn/\n  decklint convert --list"
)]
pub(crate) struct Args {
    /// Files, folders, patterns, or `-` for standard input
    #[arg(value_name = "PATH", required_unless_present = "list")]
    paths: Vec<PathBuf>,
    /// The format to write (`--list` describes them)
    #[arg(long, value_name = "FORMAT", value_parser = formats(), hide_possible_values = true, required_unless_present = "list")]
    to: Option<Format>,
    /// The file to write, or the folder for several decks; standard output if absent
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    /// List the formats and what each holds
    #[arg(long, conflicts_with_all = ["paths", "to", "output"])]
    list: bool,
    /// The game of all decks, by its id (`decklint games` lists them)
    #[arg(short, long, value_name = "GAME")]
    game: Option<String>,
    /// The name of standard input, in findings and for finding its format and game
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    stdin_name: String,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    pools: PoolArgs,
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    config: ConfigArgs,
}

pub(crate) fn run(args: Args, verbose: bool) -> Result<Exit> {
    if args.list {
        return list();
    }
    let to = args.to.context("`--to FORMAT` is missing")?;
    let base = RunOptions::new(&args.config, &args.games);
    let mut setups = Setups::new(RunOptions { pools: &args.pools, levels: &args.levels, from: args.read.from, ..base });
    let found = Found::new(&args.paths, &mut setups, &args.stdin_name, &Leave::default())?;
    if verbose {
        found.tell_all();
    } else {
        found.tell("--verbose");
    }
    let (inputs, held): (Vec<Input>, Vec<Arc<Setup>>) = found.decks.into_iter().unzip();
    if inputs.is_empty() {
        let paths: Vec<String> = args.paths.iter().map(|p| format!("`{}`", p.display())).collect();
        bail!("nothing to convert: no deck file in {}", paths.join(", "));
    }
    setups.usable()?;
    let targets = targets(&args, &inputs, to)?;
    let mut exit = Exit::Clean;
    let mut written = 0;
    for ((input, setup), target) in inputs.iter().zip(&held).zip(&targets) {
        let game = args.game.as_ref().map(|name| game_id(&setup.session.games, name)).transpose()?;
        let done = one(setup, input, &args.stdin_name, game.as_deref(), to);
        if let Some((format, how)) = done.from.as_ref().filter(|_| verbose) {
            out::talk(&format!("{}: read as {} ({how})", visible(&done.source.name), format.name()));
        }
        exit = exit.max(show(&setup.session, &done));
        let Some(text) = &done.text else {
            exit = Exit::Failed;
            continue;
        };
        match target {
            None => {
                let mut stdout = out::stdout();
                stdout.write_all(text.as_bytes())?;
                stdout.flush()?;
            }
            Some(path) => {
                save(path, text, args.force)?;
                let cards = if done.copies == 1 { "card" } else { "cards" };
                let (from, to) = (visible(&done.source.name).into_owned(), path.display().to_string());
                out::talk(&format!("{from} -> {} ({} {cards})", visible(&to), done.copies));
            }
        }
        written += 1;
    }
    for setup in &setups.all {
        if setup.tell_faults() {
            exit = Exit::Failed;
        }
    }
    if inputs.len() > 1 {
        out::talk(&format!("{written} of {} decks written", inputs.len()));
    }
    Ok(exit)
}

fn one(setup: &Setup, input: &Input, stdin_name: &str, game: Option<&str>, to: Format) -> Converted {
    match read_deck(input, stdin_name) {
        Err(fault) => {
            Converted { source: fault.source, from: None, text: None, copies: 0, findings: vec![fault.finding] }
        }
        Ok(deck) => {
            let path = input.path(stdin_name);
            let input = DeckInput { source: &deck.source, guessed: deck.guessed, path, game };
            convert(&setup.session, input, to, &setup.levels)
        }
    }
}

/// Says what was found, and gives how the run ends by it.
fn show(session: &Session, done: &Converted) -> Exit {
    let files = Files { shared: &session.sources, input: Some(&done.source) };
    for finding in &done.findings {
        out::talk(&full_finding(finding, files, out::styled_stderr()));
        out::talk("");
    }
    let grave = |d: &Diagnostic| d.level == Level::Error;
    if done.findings.iter().any(grave) { Exit::Findings } else { Exit::Clean }
}

/// Where each deck goes; nothing is written if one of them cannot be.
fn targets(args: &Args, inputs: &[Input], to: Format) -> Result<Vec<Option<PathBuf>>> {
    let Some(output) = args.output.as_ref().filter(|o| o.as_os_str() != "-") else {
        if inputs.len() > 1 {
            bail!("{} decks do not fit into standard output; name a folder with `-o FOLDER`", inputs.len());
        }
        return Ok(vec![None]);
    };
    let is_folder = output.is_dir() || inputs.len() > 1 || output.to_string_lossy().ends_with(['/', '\\']);
    let paths: Vec<PathBuf> = if is_folder {
        inputs.iter().map(|input| output.join(name_of(input.path(&args.stdin_name), to))).collect()
    } else {
        vec![output.clone()]
    };
    let mut taken: BTreeMap<&Path, &Input> = BTreeMap::new();
    let mut obstacles = Vec::new();
    for (path, input) in paths.iter().zip(inputs) {
        match taken.insert(path, input) {
            Some(first) => {
                obstacles.push(format!("`{first}` and `{input}` would both be written to `{}`", path.display()));
            }
            // A folder that is not there yet is made below.
            None if is_folder && !output.exists() => {}
            None => obstacles.extend(obstacle(path, args.force)),
        }
    }
    if !obstacles.is_empty() {
        bail!("nothing was written: {}", obstacles.join("\n"));
    }
    if is_folder {
        let told =
            |e: std::io::Error| anyhow::anyhow!("cannot make the folder `{}`: {}", output.display(), io_reason(&e));
        std::fs::create_dir_all(output).map_err(told)?;
    }
    Ok(paths.into_iter().map(Some).collect())
}

/// The name of a deck's new file.
fn name_of(path: Option<&Path>, to: Format) -> String {
    let stem = path.and_then(Path::file_stem).map_or("deck".into(), |stem| stem.to_string_lossy());
    format!("{stem}.{}", to.about().endings.first().unwrap_or(&"txt"))
}

fn list() -> Result<Exit> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(["format", "endings", "cards by", "sections", "header", "what it is"]);
    for format in Format::ALL {
        let about = format.about();
        let header = if about.holds.header.is_empty() { "none".to_owned() } else { about.holds.header.join(", ") };
        table.add_row([
            about.id.to_owned(),
            about.endings.join(", "),
            about.holds.cards.to_string(),
            about.holds.sections.to_string(),
            header,
            about.name.to_owned(),
        ]);
    }
    let mut stdout = out::stdout();
    for line in table.lines() {
        writeln!(stdout, "{}", line.trim())?;
    }
    stdout.flush()?;
    Ok(Exit::Clean)
}
