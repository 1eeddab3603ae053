//! `decklint cards`: search a game's cards, or check a pool.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use comfy_table::{ContentArrangement, Table, presets};

use super::Exit;
use super::config::RunOptions;
use super::import::ImportArgs;
use super::options::{ConfigArgs, GamesArgs, PoolArgs, load, load_spec};
use super::out;
use crate::catalog::{Card, CardId, ColumnMap, Pool, Predicate, Report, Value, load as load_pools, parse_terms};
use crate::diagnostics::Level;
use crate::game::{Game, MAX_FILE, io_reason, read_limited};
use crate::report::{FindingReport, concise_run_finding, full_finding, visible};
use crate::text::{Files, Place, Source, decode};

/// Search the cards of a game, or check a card pool
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Terms are joined by blanks and must all hold: type:Soldier size<=3 territory:\"Hive Union\" text~/draw/ lancer\n\
        A term that begins with `-` stands behind `--`, or is written with `not`.\n`decklint explain search` tells more.\n\nExamples:\n  decklint cards barrenia type:Soldier 'size<=2'\n  decklint cards \
        parallel --format csv parallel:Shroud > shroud.csv\n  decklint cards barrenia --lint my-cards.csv\n  decklint cards import cards.cdb --game mygame -o cards.csv"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    /// The game, by its id (`decklint games` lists them)
    #[arg(value_name = "GAME", required = true)]
    game: Option<String>,
    /// What to look for, such as `type:Soldier` or `lancer`; all cards if nothing is said
    #[arg(value_name = "TERMS")]
    terms: Vec<String>,
    /// Check the game's pool, or the pool in FILE, and name every fault; exit code 1 if there is an error
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    lint: Option<Option<PathBuf>>,
    /// How to show the cards, or the faults
    #[arg(short, long, value_name = "FORMAT", default_value = "table")]
    format: Format,
    /// Show at most so many cards
    #[arg(long, value_name = "N", value_parser = limit, allow_negative_numbers = true)]
    limit: Option<usize>,
    /// List the attributes by which cards can be searched
    #[arg(long, conflicts_with = "lint")]
    attributes: bool,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    pools: PoolArgs,
    #[command(flatten)]
    config: ConfigArgs,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Import(ImportArgs),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A table; faults as code frames
    Table,
    /// One line a fault; cards as a table
    Concise,
    /// Comma-separated values with every attribute
    Csv,
    /// An array of objects
    Json,
}

fn limit(text: &str) -> Result<usize, String> {
    super::at_least_one("limit", text)
}

pub(crate) fn run(args: Args) -> Result<Exit> {
    if let Some(Action::Import(args)) = &args.action {
        return super::import::run(args);
    }
    let name = args.game.as_deref().context("`GAME` is missing")?;
    if let Some(file) = &args.lint {
        return lint(&args, name, file.as_ref());
    }
    let options = RunOptions { pools: &args.pools, ..RunOptions::new(&args.config, &args.games) };
    let (game, exit) = load(&*options.setup(None)?, name)?;
    let mut stdout = out::stdout();
    if args.attributes {
        attributes(&mut stdout, &game)?;
        stdout.flush()?;
        return Ok(exit);
    }
    let text = args.terms.iter().map(|t| quoted_term(t)).collect::<Vec<_>>().join(" ");
    let terms = parse_terms(&text, &game.spec).map_err(|e| {
        use unicode_width::UnicodeWidthStr;
        let (before, marked) = (text.get(..e.range.start).unwrap_or(""), text.get(e.range.clone()).unwrap_or(""));
        let marks = format!("{}{}", " ".repeat(before.width()), "^".repeat(marked.width().max(1)));
        anyhow::anyhow!(
            "the search is not understood: {}\n  {text}\n  {marks}\nhelp: `decklint explain search` shows what can be asked",
            e.message
        )
    })?;
    let predicate = Predicate::from_terms(&terms);
    let mut found: Vec<(CardId, &Card)> =
        game.catalog.cards().filter(|(id, card)| predicate.matches(card, *id)).collect();
    let all = found.len();
    found.truncate(args.limit.unwrap_or(usize::MAX));
    match args.format {
        Format::Table | Format::Concise => table(&mut stdout, &game, &found)?,
        Format::Csv => csv(&mut stdout, &game, &found)?,
        Format::Json => json(&mut stdout, &game, &found)?,
    }
    stdout.flush()?;
    let first = if found.len() < all { format!("the first {} of ", found.len()) } else { String::new() };
    out::talk(&format!("{first}{all} found among {} cards", game.catalog.len()));
    Ok(exit)
}

/// The shell takes quotes away: `territory:Hive Union` as one argument gets them back.
fn quoted_term(term: &str) -> String {
    let has_blank = term.contains(char::is_whitespace) && !term.contains('"') && !term.contains('/');
    let several = term.split_whitespace().filter(|w| w.contains([':', '=', '<', '>', '~'])).count() > 1;
    if !has_blank || several {
        return term.to_owned();
    }
    match term.split_once([':', '~']) {
        Some((name, value)) if !name.contains(char::is_whitespace) => {
            let operator = &term[name.len()..=name.len()];
            format!("{name}{operator}\"{value}\"")
        }
        Some(_) => term.to_owned(),
        None => format!("\"{term}\""),
    }
}

fn table(out: &mut impl Write, game: &Game, cards: &[(CardId, &Card)]) -> Result<()> {
    if cards.is_empty() {
        return Ok(());
    }
    let spec = &game.spec;
    let shown = spec.shown_attributes();
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    // Into a file or pipe nothing is folded: one card is one line.
    match out::width() {
        Some(width) => table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width),
        None => table.set_content_arrangement(ContentArrangement::Disabled),
    };
    table.set_header(shown.iter().map(|&i| spec.attribute_title(i)));
    for (_, card) in cards {
        table.add_row(shown.iter().map(|&i| visible(&card.values[i].joined(", ")).into_owned()));
    }
    for (column, &index) in shown.iter().enumerate() {
        if spec.attributes[index].kind == crate::spec::AttributeType::Int
            && let Some(column) = table.column_mut(column)
        {
            column.set_cell_alignment(comfy_table::CellAlignment::Right);
        }
    }
    if let Some(last) = shown.len().checked_sub(1).and_then(|last| table.column_mut(last)) {
        last.set_padding((1, 0));
    }
    // Rows stay as wide as each other, so that columns can be cut out by position.
    writeln!(out, "{table}")?;
    Ok(())
}

fn csv(out: &mut impl Write, game: &Game, cards: &[(CardId, &Card)]) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(game.spec.attribute_names().chain(game.catalog.extra_columns().iter().map(String::as_str)))?;
    for (_, card) in cards {
        let extra = (0..game.catalog.extra_columns().len())
            .map(|i| card.extra.get(i).map_or_else(String::new, ToString::to_string));
        writer.write_record(card.values.iter().map(Value::to_text).chain(extra))?;
    }
    writer.flush()?;
    Ok(())
}

/// A value for JSON; null if it is missing.
pub(crate) fn json_value(value: &Value) -> serde_json::Value {
    match value {
        Value::Missing => serde_json::Value::Null,
        Value::Int(n) => (*n).into(),
        Value::Text(text) => text.to_string().into(),
        Value::List(list) => list.iter().map(ToString::to_string).collect::<Vec<_>>().into(),
        Value::Bool(b) => (*b).into(),
    }
}

fn json(out: &mut impl Write, game: &Game, cards: &[(CardId, &Card)]) -> Result<()> {
    let objects = cards.iter().map(|(_, card)| {
        let mut object: indexmap::IndexMap<&str, serde_json::Value> = game
            .spec
            .attribute_names()
            .zip(&card.values)
            .filter(|(_, v)| **v != Value::Missing)
            .map(|(n, v)| (n, json_value(v)))
            .collect();
        if !card.printings.is_empty() {
            let names: Vec<String> = card.printings.iter().map(|p| p.name.to_string()).collect();
            object.insert("printings", names.into());
        }
        for (name, text) in game.catalog.extra_columns().iter().zip(&card.extra).filter(|(_, t)| !t.is_empty()) {
            object.insert(name, text.to_string().into());
        }
        object
    });
    serde_json::to_writer_pretty(&mut *out, &objects.collect::<Vec<_>>())?;
    writeln!(out)?;
    Ok(())
}

fn attributes(out: &mut impl Write, game: &Game) -> Result<()> {
    for (name, attribute) in &game.spec.attributes {
        let kind = format!("{:?}", attribute.kind).to_lowercase();
        write!(out, "{} ({kind})", name.value)?;
        if !attribute.aliases.is_empty() {
            write!(out, ", also {}", attribute.aliases.join(", "))?;
        }
        if !attribute.values.is_empty() {
            write!(out, ": {}", attribute.values.iter().map(|v| v.value.as_str()).collect::<Vec<_>>().join(", "))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Checks the game's own pool, or a file.
fn lint(args: &Args, game: &str, file: Option<&PathBuf>) -> Result<Exit> {
    let setup = RunOptions::new(&args.config, &args.games).setup(None)?;
    let session = &*setup.session;
    let (files, spec) = load_spec(session, game)?;
    let (name, bytes) = match file {
        Some(path) => (
            path.display().to_string(),
            read_limited(path, MAX_FILE)
                .map_err(|e| anyhow::anyhow!("cannot read `{}`: {}", path.display(), io_reason(&e)))?,
        ),
        None => files
            .pool()
            .map(|(name, bytes)| (name, bytes.into_owned()))
            .with_context(|| format!("the pool of `{}`", spec.id.value))?,
    };
    // The columns of the configuration are those of its pools.
    let mut columns = if file.is_some() { session.options.columns.clone() } else { ColumnMap::default() };
    for map in &args.pools.map {
        columns.set(map).map_err(|e| anyhow::anyhow!("--map {map}: {e}"))?;
    }
    let decoded = decode(bytes).with_context(|| format!("cannot read `{name}`"))?;
    let source = Arc::new(Source::new(name, decoded.text));
    let file = session.sources.add(Source::new(source.name.as_str(), source.text.as_str()));
    let (catalog, mut faults) = load_pools(&spec, &[Pool { source: source.clone(), file, columns }], Report::Full);
    faults.sort_by_key(|f| match f.place {
        Place::Span(span) => span.start,
        Place::File(_) => 0,
    });
    let files = Files { shared: &session.sources, input: None };
    let mut stdout = out::stdout();
    match args.format {
        Format::Table => {
            for fault in &faults {
                writeln!(stdout, "{}\n", full_finding(fault, files, out::styled()))?;
            }
        }
        Format::Concise | Format::Csv => {
            for fault in &faults {
                write!(stdout, "{}", concise_run_finding(fault, files))?;
            }
        }
        Format::Json => {
            let findings: Vec<FindingReport> = faults.iter().map(|f| FindingReport::new(f, files, false)).collect();
            serde_json::to_writer_pretty(
                &mut stdout,
                &serde_json::json!({"v": 1, "cards": catalog.len(), "findings": findings}),
            )?;
            writeln!(stdout)?;
        }
    }
    stdout.flush()?;
    let count = |level| faults.iter().filter(|f| f.level == level).count();
    let (errors, warnings) = (count(Level::Error), count(Level::Warning));
    out::talk(&format!("{}: {} cards, {errors} errors, {warnings} warnings", visible(&source.name), catalog.len()));
    Ok(if errors > 0 { Exit::Findings } else { Exit::Clean })
}
