//! `decklint merge`: parts of a goldfish run become the whole.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};

use super::goldfish::{Format, SHARD_VERSION, Shard, render};
use crate::cli::save::save;
use crate::cli::{Exit, out};
use crate::game::{MAX_FILE, io_reason, read_limited};
use crate::report::{Goldfish, goldfish_chart};

/// Add up the parts of a goldfish run that `goldfish --shard` wrote
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The parts must be of one run and all be there; the result is, byte for byte, what one run of all games prints.\n\n\
        Examples:\n  decklint goldfish deck.yaml --games 1000000 --shard 1/2 > one.json\n  decklint goldfish deck.yaml \
        --games 1000000 --shard 2/2 > two.json\n  decklint merge one.json two.json"
)]
pub(crate) struct Args {
    /// The files of the parts, in any order
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// How to show the figures
    #[arg(short, long, value_name = "FORMAT", default_value = "table")]
    format: Format,
    /// Draw the figures as an SVG picture into FILE as well
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Replace the chart's file if it is there
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: Args) -> Result<Exit> {
    let mut whole: Option<Shard> = None;
    let mut parts = Vec::new();
    for path in &args.files {
        let name = path.display();
        let bytes = read_limited(path, MAX_FILE).map_err(|e| anyhow!("{name}: {}", io_reason(&e)))?;
        let shard: Shard = serde_json::from_slice(&bytes)
            .with_context(|| format!("{name} is no part of a run as `goldfish --shard` writes it"))?;
        if shard.v != SHARD_VERSION {
            bail!("{name} has version {} of the form; this is version {SHARD_VERSION}", shard.v);
        }
        let [i, n] = shard.shard;
        match &mut whole {
            None => whole = Some(shard),
            Some(first) => {
                if let Some((a, b)) = first.assumptions.iter().zip(&shard.assumptions).find(|(a, b)| a != b) {
                    bail!("{name} is of another run: {} is `{}`, not `{}`", b.label, b.value, a.value);
                }
                if first.names != shard.names || first.games != shard.games || first.shard[1] != n {
                    bail!("{name} is of another run: its cards, goals or parts differ");
                }
                first.tally.merge(&shard.tally);
            }
        }
        if parts.contains(&i) {
            bail!("{name} is part {i} of {n}, which was there already");
        }
        parts.push(i);
    }
    let Some(whole) = whole else { bail!("no part is given") };
    let missing: Vec<String> = (1..=whole.shard[1]).filter(|i| !parts.contains(i)).map(|i| i.to_string()).collect();
    if !missing.is_empty() {
        let s = if missing.len() == 1 { "" } else { "s" };
        bail!("part{s} {} of {} missing", missing.join(", "), whole.shard[1]);
    }
    let run = Goldfish::new(whole.assumptions, &whole.names, &whole.tally);
    if let Some(path) = &args.chart {
        let deck = run.assumptions.iter().find(|a| a.key == "deck").map_or("", |a| a.value.as_str());
        let name = deck.split(": ").next().unwrap_or(deck);
        let title = format!("{name}: {} games", whole.games);
        save(path, &goldfish_chart(&run, &title), args.force)?;
        out::talk(&format!("the chart is in {}", path.display()));
    }
    let mut stdout = out::stdout();
    stdout.write_all(render(&run, args.format).as_bytes())?;
    stdout.flush()?;
    Ok(Exit::Clean)
}
