//! `decklint draw`: opening hands.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;

use super::{Seated, TableArgs, arena, in_range};
use crate::cli::table::plain;
use crate::cli::{Exit, out};
use crate::play::{Job, Kind, Opening};
use crate::report::visible;

/// Deal opening hands, with the mulligan that the policy takes
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  decklint draw decks/barrenia/hive-rush.yaml\n  decklint draw deck.txt --game parallel --hands 3 \
        --seed 42 --second\n  decklint draw deck.yaml --format csv > hands.csv"
)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// How many hands
    #[arg(long, value_name = "N", default_value = "10", value_parser = hands, allow_negative_numbers = true)]
    hands: u64,
    /// How to show the hands
    #[arg(short, long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A table
    Table,
    /// An array of hands
    Json,
    /// One row a card
    Csv,
}

fn hands(text: &str) -> Result<u64, String> {
    in_range("hands", text, 1_000_000)
}

#[derive(Serialize)]
struct Hand<'a> {
    hand: u64,
    dealt: Vec<&'a str>,
    kept: Vec<&'a str>,
}

pub(crate) fn run(args: Args) -> Result<Exit> {
    let arena = match arena(&args.table, &[])? {
        Seated::Arena(arena) => arena,
        Seated::Refused(exit) => return Ok(exit),
    };
    let job = Job { seed: args.table.seed, turns: 1, policies: arena.policies, goals: Vec::new(), groups: Vec::new() };
    let kit = arena.runner.kit();
    let names = |kinds: &[Kind]| -> Vec<&str> { kinds.iter().map(|k| kit.name(*k)).collect() };
    let hands: Vec<Hand<'_>> = (0..args.hands)
        .map(|game| {
            let Opening { dealt, kept } = arena.runner.opening(&job, game);
            Hand { hand: game + 1, dealt: names(&dealt), kept: names(&kept) }
        })
        .collect();
    let mut stdout = out::stdout();
    match args.format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut stdout, &hands)?;
            writeln!(stdout)?;
        }
        Format::Csv => {
            let mut writer = csv::Writer::from_writer(&mut stdout);
            writer.write_record(["hand", "state", "card"])?;
            for hand in &hands {
                for (state, cards) in [("dealt", &hand.dealt), ("kept", &hand.kept)] {
                    for card in cards {
                        writer.write_record([&hand.hand.to_string(), state, card])?;
                    }
                }
            }
            writer.flush()?;
        }
        Format::Table => {
            for key in ["game", "deck", "first", "policy", "seed", "rng"] {
                if let Some(a) = arena.assumptions.iter().find(|a| a.key == key) {
                    writeln!(stdout, "{}: {}", a.label, visible(&a.value))?;
                }
            }
            writeln!(stdout)?;
            writeln!(stdout, "{}", table(&hands))?;
        }
    }
    stdout.flush()?;
    Ok(Exit::Clean)
}

fn table(hands: &[Hand<'_>]) -> String {
    let changed = hands.iter().any(|h| h.dealt != h.kept);
    let header: &[&str] = if changed { &["Hand", "Dealt", "Kept"] } else { &["Hand", "Cards"] };
    let header: Vec<String> = header.iter().map(|h| (*h).to_owned()).collect();
    let row = |hand: &Hand<'_>| {
        let mut row = vec![hand.hand.to_string(), hand.dealt.join(", ")];
        if changed {
            row.push(hand.kept.join(", "));
        }
        row
    };
    plain(&header, &hands.iter().map(row).collect::<Vec<_>>(), &[])
}
