//! `decklint cards import`: card pools of other programs.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use super::Exit;
use super::config::RunOptions;
use super::options::{ConfigArgs, GamesArgs, load_spec};
use super::out;
use super::save::{obstacle, save};
use crate::catalog::import::{Imported, Kind, Opened, Options, import, open, read_cgs};
use crate::catalog::{ColumnMap, Pool, Report, load as load_pools};
use crate::diagnostics::{CAT_ENCODING, Diagnostic, Level};
use crate::game::{MAX_FILE, io_reason, read_all, read_limited};
use crate::report::visible;
use crate::text::{Files, Place, Source, brief};

/// How many values of an attribute the report names.
const VALUES: usize = 8;

/// Make a card pool of another program's cards: CSV, JSON, Cockatrice, LackeyCCG, EDOPro, CGS, spreadsheets
#[derive(Debug, clap::Args)]
#[command(
    after_help = "What the file is, its content tells. Columns become the attributes of the game that are called like them, or that \
        `--map` names; values are written as the game spells them. What does not fit stays as it is and is reported, rows \
        that are no cards are named, and then the new pool is checked as `--lint` does it.\n\nRead are CSV and \
        tab-separated text, JSON and YAML with the cards anywhere in it, `carddata.txt` of LackeyCCG, card XML of \
        Cockatrice, `.cdb` of EDOPro, card files of Card Game Simulator beside their `cgs.json`, and .xlsx and .ods.\n\n\
        Exit codes: 0 clean, 1 a finding at error level (the pool is written all the same), 2 nothing was \
        written.\n\nExamples:\n  decklint cards import cards.cdb --game mygame -o cards.csv\n  decklint cards import \
        all.json --path data.cards --game parallel --map card_type=type\n  decklint cards import club.xlsx --sheet Cards \
        --game barrenia --map Points=size"
)]
pub(crate) struct ImportArgs {
    /// The file, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The game whose cards they are, by its id (`decklint games` lists them)
    #[arg(short, long, value_name = "GAME")]
    game: String,
    /// The column that holds an attribute, such as `Kind=type`
    #[arg(long, value_name = "COLUMN=ATTRIBUTE")]
    map: Vec<String>,
    /// Where the list of cards stands in JSON or YAML, such as `data.cards`; not needed where there is one list only
    #[arg(long, value_name = "PATH")]
    path: Option<String>,
    /// The sheet of a spreadsheet; the first if absent
    #[arg(long, value_name = "NAME")]
    sheet: Option<String>,
    /// The file to write; standard output if absent
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    config: ConfigArgs,
}

pub(crate) fn run(args: &ImportArgs) -> Result<Exit> {
    let output = args.output.as_deref().filter(|o| o.as_os_str() != "-");
    if let Some(path) = output {
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
        if ["json", "yaml", "yml", "xlsx", "ods", "cdb", "xml"].contains(&ending.as_str()) {
            bail!("the pool is written as CSV; give `{}` a name that ends in .csv", path.display());
        }
        if let Some(obstacle) = obstacle(path, args.force) {
            bail!(obstacle);
        }
    }
    let setup = RunOptions::new(&args.config, &args.games).setup(None)?;
    let session = &*setup.session;
    let (_, spec) = load_spec(session, &args.game)?;
    let mut columns = ColumnMap::default();
    for map in &args.map {
        columns.set(map).map_err(|e| anyhow::anyhow!("--map {map}: {e}"))?;
    }
    let options = Options { path: args.path.clone(), sheet: args.sheet.clone(), cgs: None };
    let (name, source_file) = (shown(&args.file), &args.file);
    let (options, opened) = open_file(source_file, options)?;
    let source = Arc::new(Source::new(name.as_str(), opened.text));
    let file = session.sources.add(Source::new(source.name.as_str(), source.text.as_str()));
    let pool = Pool { source, file, columns };
    let imported = import(&spec, &pool, opened.kind, &options);
    let mut faults = imported.faults.clone();
    if let Some(encoding) = opened.guessed {
        let message = format!("the file is not UTF-8; it was read as {encoding}");
        faults.insert(0, Diagnostic::general(&CAT_ENCODING, Place::File(file), message));
    }
    let files = Files { shared: &session.sources, input: None };
    out::show_faults(files, &faults);
    if imported.rows == 0 {
        bail!("`{}` gave no card, so nothing was written", visible(&name));
    }
    report(&name, opened.kind.title(), &imported, &opened.notes, &spec);

    let written = output.map_or_else(|| "<stdout>".to_owned(), |o| o.display().to_string());
    let source = Arc::new(Source::new(written.as_str(), imported.csv.as_str()));
    let file = session.sources.add(Source::new(written.as_str(), imported.csv.as_str()));
    let pool = Pool { source, file, columns: ColumnMap::default() };
    let (catalog, mut findings) = load_pools(&spec, &[pool], Report::Full);
    findings.sort_by_key(|f| f.place.span().map_or(0, |s| s.start));
    match output {
        Some(path) => save(path, &imported.csv, args.force)?,
        None => {
            let mut stdout = out::stdout();
            stdout.write_all(imported.csv.as_bytes())?;
            stdout.flush()?;
        }
    }
    out::show_faults(files, &findings);
    let all = || faults.iter().chain(&findings);
    let count = |level| all().filter(|f| f.level == level).count();
    let (errors, warnings) = (count(Level::Error), count(Level::Warning));
    out::talk(&format!("{}: {} cards, {errors} errors, {warnings} warnings", visible(&written), catalog.len()));
    Ok(if errors > 0 { Exit::Findings } else { Exit::Clean })
}

/// The name of a file in messages.
pub(super) fn shown(path: &Path) -> String {
    if path.as_os_str() == "-" { "<stdin>".to_owned() } else { path.display().to_string() }
}

/// Reads a file of cards, with the `cgs.json` beside it.
pub(super) fn open_file(path: &Path, mut options: Options) -> Result<(Options, Opened)> {
    let name = shown(path);
    let is_pipe = path.as_os_str() == "-";
    let bytes = if is_pipe { read_all(std::io::stdin().lock(), 0, MAX_FILE) } else { read_limited(path, MAX_FILE) };
    let bytes = bytes.map_err(|e| anyhow::anyhow!("cannot read `{name}`: {}", io_reason(&e)))?;
    let mut opened = open(&name, bytes, &options).with_context(|| format!("cannot read `{name}`"))?;
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if opened.kind == Kind::Sqlite && std::fs::metadata(&log).is_ok_and(|m| m.len() > 0) {
        let log = Path::new(&log).display();
        opened.notes.push(format!(
            "changes that still stand in `{log}` alone are not read; close the program that has it open"
        ));
    }
    let is_json = opened.kind == Kind::Json;
    if is_json && !is_pipe && options.cgs.is_none() {
        let beside = path.with_file_name("cgs.json");
        if beside.is_file() && beside != path {
            let bytes = read_limited(&beside, MAX_FILE).map_err(|e| anyhow::anyhow!(io_reason(&e)));
            let cgs = bytes.and_then(|b| read_cgs(b).map_err(anyhow::Error::msg));
            let cgs = cgs.with_context(|| format!("cannot read `{}`", beside.display()))?;
            let renamed: Vec<String> =
                cgs.renamed().iter().map(|(key, usual)| format!("`{key}` is the {usual}")).collect();
            let what = if renamed.is_empty() { String::new() } else { format!(": {}", renamed.join(", ")) };
            opened.notes.push(format!("read with `{}`{what}", beside.display()));
            options.cgs = Some(cgs);
        }
    }
    Ok((options, opened))
}

fn report(name: &str, kind: &str, imported: &Imported, notes: &[String], spec: &crate::spec::GameSpec) {
    let place = if imported.path.is_empty() { String::new() } else { format!(", the list at `{}`", imported.path) };
    out::talk(&visible(&format!("{name} ({kind}{place})")));
    let say = |line: String| out::talk(&format!("  {}", visible(&line)));
    notes.iter().for_each(|note| say(note.clone()));
    let mapped = |(column, attribute, filled): &(String, String, usize)| match column == attribute {
        true => format!("{column} ({filled})"),
        false => format!("{column} -> {attribute} ({filled})"),
    };
    let mapped: Vec<String> = imported.mapped.iter().map(mapped).collect();
    say(format!("mapped: {}", if mapped.is_empty() { "nothing".to_owned() } else { mapped.join(", ") }));
    if !imported.left_out.is_empty() {
        let one = |(column, taken): &(String, Option<String>)| match taken {
            Some(attribute) => format!("{column} (another column is {attribute})"),
            None => column.clone(),
        };
        say(format!("columns left out: {}", imported.left_out.iter().map(one).collect::<Vec<_>>().join(", ")));
    }
    if !imported.absent.is_empty() {
        let required =
            |name: &&String| spec.attribute(name).and_then(|at| spec.attributes[at].required.as_ref()).is_some();
        let (needed, free): (Vec<_>, Vec<_>) = imported.absent.iter().partition(required);
        let join = |names: &[&String]| names.iter().map(|n| n.as_str()).collect::<Vec<_>>().join(", ");
        if !needed.is_empty() {
            say(format!("attributes that no column holds, though cards need them: {}", join(&needed)));
        }
        if !free.is_empty() {
            say(format!("attributes that no column holds: {}", join(&free)));
        }
    }
    for bad in &imported.bad {
        let shown = bad.values.iter().take(VALUES).map(|(value, n)| format!("`{}` ({n})", brief(value)));
        let more = bad.values.len().saturating_sub(VALUES);
        let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
        let values = shown.collect::<Vec<_>>().join(", ");
        say(format!("values that do not fit `{}`, left as they are: {values}{tail}", bad.attribute));
    }
    if imported.zeros > 0 {
        let (s, have) = if imported.zeros == 1 { ("", "has") } else { ("s", "have") };
        say(format!("{} code{s} {have} got the leading zeros back", imported.zeros));
    }
    let left = if imported.dropped > 0 { format!(", {} left out", imported.dropped) } else { String::new() };
    let s = if imported.rows == 1 { "" } else { "s" };
    say(format!("{} row{s} written{left}", imported.rows));
}
