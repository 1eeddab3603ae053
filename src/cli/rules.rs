//! `decklint rules`: the rules that hold, and who set them.

use std::io::Write;

use anyhow::{Context, Result};
use serde::Serialize;

use super::Exit;
use super::config::RunOptions;
use super::options::{ConfigArgs, GamesArgs, LayerArgs, PoolArgs, load};
use super::out;
use crate::game::{Game, Prepared};
use crate::report::visible;

/// Show the rules of a game that hold, with the layers in use and who set what
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  decklint rules barrenia\n  decklint rules barrenia --layer arc-2 --diff\n  decklint rules tuna --set TUN001.exact=40"
)]
pub(crate) struct Args {
    /// The game, by its id (`decklint games` lists them); that of the configuration if absent
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Show only what the layers change
    #[arg(long)]
    diff: bool,
    /// How to show them
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    pools: PoolArgs,
    #[command(flatten)]
    layers: LayerArgs,
    #[command(flatten)]
    config: ConfigArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For machines
    Json,
}

#[derive(Serialize)]
struct RuleRow<'a> {
    id: &'a str,
    slug: &'a str,
    title: &'a str,
    level: &'static str,
    basis: &'static str,
    cite: String,
    changes: Vec<Change<'a>>,
}

#[derive(Serialize)]
struct Change<'a> {
    field: &'a str,
    from: &'a str,
    to: &'a str,
    by: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<&'a str>,
}

pub(crate) fn run(args: Args) -> Result<Exit> {
    let base = RunOptions::new(&args.config, &args.games);
    let setup = RunOptions { pools: &args.pools, layers: &args.layers, ..base }.setup(None)?;
    let configured = setup.session.options.default_game.as_ref();
    let name = args
        .game
        .as_ref()
        .or(configured)
        .context("`GAME` is missing, and no configuration names one; `decklint games` lists them")?;
    let (game, exit) = load(&setup, name)?;
    let prepared = setup.session.prepare(&game, &[], None).map_err(|(_, e)| anyhow::anyhow!(e))?;
    let broken = setup.tell_faults();
    let mut stdout = out::stdout();
    match (args.format, args.diff) {
        (Format::Text, false) => text(&mut stdout, &game, &prepared)?,
        (Format::Text, true) => diff(&mut stdout, &prepared)?,
        (Format::Json, diff) => json(&mut stdout, &game, &prepared, diff)?,
    }
    stdout.flush()?;
    Ok(if broken { Exit::Failed } else { exit })
}

fn changes<'a>(prepared: &'a Prepared, code: &str) -> Vec<Change<'a>> {
    let own = prepared.merged.applied.iter().filter(|a| a.code.eq_ignore_ascii_case(code));
    own.map(|a| Change { field: &a.field, from: &a.from, to: &a.to, by: &a.by, because: a.because.as_deref() })
        .collect()
}

fn text(out: &mut impl Write, game: &Game, prepared: &Prepared) -> Result<()> {
    write!(out, "{} ({})", game.spec.name, game.id)?;
    for layer in &prepared.merged.layers {
        write!(out, " + {}", visible(layer))?;
    }
    writeln!(out, "\n{}\n", game.spec.source)?;
    for rule in &prepared.merged.rules {
        writeln!(out, "{} {}: {}", rule.id.value, rule.slug.value, visible(&rule.title))?;
        writeln!(out, "    {}, {}: {}", rule.level().as_str(), rule.basis.as_str(), visible(&rule.cite.to_string()))?;
        for (name, value) in values(rule.check.0.iter()) {
            writeln!(out, "    {name} {value}")?;
        }
        for change in changes(prepared, &rule.id.value) {
            writeln!(out, "    {}", describe(&change))?;
        }
    }
    let others: Vec<_> = prepared
        .merged
        .applied
        .iter()
        .filter(|a| !prepared.merged.rules.iter().any(|r| r.id.value == a.code))
        .collect();
    if !others.is_empty() {
        writeln!(out, "\nBy layers:")?;
        for a in others {
            let change = Change { field: &a.field, from: &a.from, to: &a.to, by: &a.by, because: a.because.as_deref() };
            writeln!(out, "    {}: {}", a.code, describe(&change))?;
        }
    }
    let layers = game.files.layers();
    if !layers.is_empty() {
        writeln!(out, "\nLayers: {}", layers.join(", "))?;
    }
    Ok(())
}

/// The numbers of a rule's checks.
fn values<'a>(checks: impl Iterator<Item = &'a crate::rules::check::Check>) -> Vec<(&'static str, String)> {
    use crate::rules::check::Check;
    let mut out = Vec::new();
    let mut put = |name, value: Option<crate::text::At<u64>>| {
        if let Some(value) = value {
            out.push((name, value.value.to_string()));
        }
    };
    for check in checks {
        match check {
            Check::Size(c) => {
                put("min", c.min);
                put("max", c.max);
                put("exact", c.exact);
            }
            Check::Count(c) => {
                put("min", c.min);
                put("max", c.max);
                put("exact", c.exact);
            }
            Check::Copies(c) => put("max", Some(c.max)),
            Check::Unique(c) => put("max", c.max),
            _ => {}
        }
    }
    out
}

fn describe(change: &Change<'_>) -> String {
    let because = change.because.map_or_else(String::new, |b| format!(", because {b}"));
    let text = match (change.field, change.from) {
        ("off", _) => format!("switched off by {}{because}", change.by),
        ("added", _) => format!("added by {}{because}", change.by),
        (field, "") => format!("{field}: {}, by {}{because}", change.to, change.by),
        (field, from) => format!("{field}: {from} -> {}, by {}{because}", change.to, change.by),
    };
    visible(&text).into_owned()
}

fn diff(out: &mut impl Write, prepared: &Prepared) -> Result<()> {
    if prepared.merged.applied.is_empty() {
        out::talk("no layer changes anything");
    }
    for a in &prepared.merged.applied {
        let change = Change { field: &a.field, from: &a.from, to: &a.to, by: &a.by, because: a.because.as_deref() };
        writeln!(out, "{}: {}", a.code, describe(&change))?;
    }
    Ok(())
}

fn json(out: &mut impl Write, game: &Game, prepared: &Prepared, diff: bool) -> Result<()> {
    #[derive(Serialize)]
    struct Document<'a> {
        v: u32,
        game: &'a str,
        layers: &'a [String],
        rules: Vec<RuleRow<'a>>,
        others: Vec<(&'a str, Change<'a>)>,
    }
    let rules = prepared.merged.rules.iter().map(|rule| RuleRow {
        id: &rule.id.value,
        slug: &rule.slug.value,
        title: &rule.title,
        level: rule.level().as_str(),
        basis: rule.basis.as_str(),
        cite: rule.cite.to_string(),
        changes: changes(prepared, &rule.id.value),
    });
    let other = prepared.merged.applied.iter().filter(|a| !prepared.merged.rules.iter().any(|r| r.id.value == a.code));
    let document = Document {
        v: 1,
        game: &game.id,
        layers: &prepared.merged.layers,
        rules: rules.filter(|r| !diff || !r.changes.is_empty()).collect(),
        others: other
            .map(|a| {
                (
                    a.code.as_str(),
                    Change { field: &a.field, from: &a.from, to: &a.to, by: &a.by, because: a.because.as_deref() },
                )
            })
            .collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)?;
    Ok(())
}
