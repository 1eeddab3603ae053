//! `decklint list`: ban and limit lists of other programs.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use super::Exit;
use super::config::RunOptions;
use super::import::shown;
use super::options::{ConfigArgs, GamesArgs, PoolArgs, load};
use super::out;
use super::save::{obstacle, save};
use crate::catalog::import::{LimitList, limit_lists};
use crate::diagnostics::{CAT_ENCODING, Diagnostic, Level};
use crate::game::{Game, MAX_FILE, io_reason, layer_name, layer_of, read_all, read_limited};
use crate::report::visible;
use crate::text::{Files, Place, Source, decode, did_you_mean, fold};

/// Make layers of the ban and limit lists of other programs
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Import(ImportArgs),
}

/// Make a layer of a list of EDOPro (`lflist.conf`)
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Cards with the limit 0 or -1 are banned, others limited; a list with `$whitelist` allows its cards alone. With \
        `--game` codes are looked up: cards that the game does not have are reported and stay in the layer as \
        comments.\n\nExit codes: 0 written, 1 written and a line could not be read, 2 nothing was \
        written.\n\nExamples:\n  decklint list import lflist.conf --game mygame --list '2020.1 TCG' -o layers/tcg.yaml\n  \
        decklint list import lflist.conf --game mygame --all -o layers/"
)]
struct ImportArgs {
    /// The file, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The game whose cards are listed, by its id (`decklint games` lists them)
    #[arg(short, long, value_name = "GAME")]
    game: Option<String>,
    /// The list to take, where there are several
    #[arg(long, value_name = "NAME", conflicts_with = "all")]
    list: Option<String>,
    /// Take all lists; each is a file of its own in the folder of `--output`
    #[arg(long, requires = "output")]
    all: bool,
    /// The file to write, or the folder with `--all`; standard output if absent
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    pools: PoolArgs,
    #[command(flatten)]
    config: ConfigArgs,
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let Action::Import(args) = &args.action;
    let options = RunOptions { pools: &args.pools, ..RunOptions::new(&args.config, &args.games) };
    let setup = options.setup(None)?;
    let session = &*setup.session;
    let game = match &args.game {
        Some(name) => Some(load(&setup, name)?.0),
        None => None,
    };
    let name = shown(&args.file);
    let bytes = match args.file.as_os_str() == "-" {
        true => read_all(std::io::stdin().lock(), 0, MAX_FILE),
        false => read_limited(&args.file, MAX_FILE),
    };
    let bytes = bytes.map_err(|e| anyhow::anyhow!("cannot read `{name}`: {}", io_reason(&e)))?;
    let decoded = decode(bytes).with_context(|| format!("cannot read `{name}`"))?;
    let source = Source::new(name.as_str(), decoded.text);
    let file = session.sources.add(Source::new(name.as_str(), source.text.as_str()));
    let (lists, mut faults) = limit_lists(&source, file);
    if let Some(encoding) = decoded.guessed {
        let message = format!("the file is not UTF-8; it was read as {encoding}");
        faults.insert(0, Diagnostic::general(&CAT_ENCODING, Place::File(file), message));
    }
    let files = Files { shared: &session.sources, input: None };
    let chosen = match chosen(args, &lists) {
        Ok(chosen) => chosen,
        Err(e) => {
            out::show_faults(files, &faults);
            return Err(e);
        }
    };
    faults.retain(|f| f.place.span().is_none_or(|s| is_chosen(s.start, &lists, &chosen)));
    let mut layers = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for list in chosen {
        let layer = free_name(args, &list.name.value, &names);
        let (text, more) =
            layer_of(list, &layer, &name, game.as_ref().map(|g: &Arc<Game>| (g.id.as_str(), &g.catalog)));
        faults.extend(more);
        names.push(layer);
        layers.push((list, text));
    }
    faults.sort_by_key(|f| f.place.span().map_or(0, |s| s.start));
    out::show_faults(files, &faults);
    write(args, &layers, &names)?;
    let errors = faults.iter().any(|f| f.level == Level::Error);
    Ok(if errors { Exit::Findings } else { Exit::Clean })
}

/// The lists that are wanted.
fn chosen<'l>(args: &ImportArgs, lists: &'l [LimitList]) -> Result<Vec<&'l LimitList>> {
    let names = || lists.iter().map(|l| l.name.value.as_str());
    if let Some(wanted) = &args.list {
        let found = lists.iter().find(|l| l.name.value == *wanted);
        let found = found.or_else(|| lists.iter().find(|l| fold(&l.name.value) == fold(wanted)));
        return match found {
            Some(list) => Ok(vec![list]),
            None => bail!("there is no list `{wanted}`{}", did_you_mean(wanted, names())),
        };
    }
    match lists {
        [] => bail!("there is no list in `{}`", shown(&args.file)),
        [one] if !args.all => Ok(vec![one]),
        all if args.all => Ok(all.iter().collect()),
        _ => {
            let names: Vec<String> = names().map(|n| format!("`{}`", visible(n))).collect();
            bail!(
                "there are {} lists: {}; choose one with `--list NAME`, or `--all -o FOLDER`",
                lists.len(),
                names.join(", ")
            )
        }
    }
}

/// Whether a place stands in a list that is wanted, or before all of them.
fn is_chosen(at: u32, lists: &[LimitList], chosen: &[&LimitList]) -> bool {
    let list = lists.iter().rev().find(|l| l.name.span.start <= at);
    list.is_none_or(|list| chosen.iter().any(|c| c.name.span == list.name.span))
}

/// The layer is called like its file.
fn free_name(args: &ImportArgs, list: &str, taken: &[String]) -> String {
    let own = args.output.as_deref().filter(|_| !args.all).and_then(Path::file_stem).and_then(|s| s.to_str());
    let name = own.filter(|own| *own != "-").map_or_else(|| layer_name(list), str::to_owned);
    let mut free = name.clone();
    for n in 2_usize.. {
        if !taken.contains(&free) {
            break;
        }
        free = format!("{name}-{n}");
    }
    free
}

fn write(args: &ImportArgs, layers: &[(&LimitList, String)], names: &[String]) -> Result<()> {
    let told = |list: &LimitList, to: &str| {
        let kind = if list.whitelist { "cards allowed alone" } else { "cards" };
        let s = if list.entries.len() == 1 { "entry" } else { "entries" };
        let title = visible(&list.name.value).into_owned();
        out::talk(&format!("{title}: {} {s} ({kind}) -> {}", list.entries.len(), visible(to)));
    };
    let output = args.output.as_deref().filter(|o| args.all || o.as_os_str() != "-");
    let Some(output) = output else {
        let mut stdout = out::stdout();
        for (_, text) in layers {
            stdout.write_all(text.as_bytes())?;
        }
        stdout.flush()?;
        return Ok(());
    };
    let paths: Vec<PathBuf> = match args.all {
        true => {
            std::fs::create_dir_all(output)
                .map_err(|e| anyhow::anyhow!("cannot make the folder `{}`: {}", output.display(), io_reason(&e)))?;
            names.iter().map(|n| output.join(format!("{n}.yaml"))).collect()
        }
        false => vec![output.to_path_buf()],
    };
    let obstacles: Vec<String> = paths.iter().filter_map(|p| obstacle(p, args.force)).collect();
    if !obstacles.is_empty() {
        bail!("nothing was written: {}", obstacles.join("; "));
    }
    for ((list, text), path) in layers.iter().zip(&paths) {
        save(path, text, args.force)?;
        told(list, &path.display().to_string());
    }
    Ok(())
}
