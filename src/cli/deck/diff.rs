//! `decklint deck diff`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};

use super::file::{DeckFile, ReadArgs};
use super::show::{Format, card_words, section_title};
use crate::cli::config::Setup;
use crate::cli::{Exit, out, table};
use crate::deck::{Change, hash};
use crate::game::Game;
use crate::report::visible;

/// Compare what two decks hold
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Cards are compared by section; order, spelling, comments and format do not matter.\n\nExit codes: 0 the same, 1 \
        different, 2 a deck could not be read.\n\nExamples:\n  decklint deck diff before.txt after.yaml\n  decklint deck diff \
        --format json a.txt b.txt"
)]
pub(crate) struct Args {
    /// The first deck, or `-` for standard input
    #[arg(value_name = "A")]
    a: PathBuf,
    /// The second deck, or `-` for standard input
    #[arg(value_name = "B")]
    b: PathBuf,
    /// How to show the differences
    #[arg(short, long, value_name = "FORMAT", default_value = "table")]
    format: Format,
    #[command(flatten)]
    read: ReadArgs,
}

/// Two decks of one game.
pub(crate) fn pair(
    setup: &Setup,
    read: &ReadArgs,
    a: &std::path::Path,
    b: &std::path::Path,
) -> Result<(DeckFile, DeckFile)> {
    if a.as_os_str() == "-" && b.as_os_str() == "-" {
        bail!("standard input can be read once only");
    }
    let a = DeckFile::open(setup, read, a)?;
    let b = a.beside(setup, read, b)?;
    Ok((a, b))
}

/// A difference as JSON.
pub(crate) fn json_change(game: &Game, change: &Change, before: &str, after: &str) -> serde_json::Value {
    let (code, name) = card_words(game, &change.card);
    let known = matches!(change.card, crate::deck::Identity::Card(_));
    serde_json::json!({
        "section": change.section.name, "code": code, "name": name, "known": known,
        before: change.before, after: change.after,
    })
}

/// A difference as a row of a table: section, the two numbers, what comes or goes, code, name.
pub(crate) fn row(game: &Game, change: &Change) -> Vec<String> {
    let (code, name) = card_words(game, &change.card);
    let signed = match change.after.checked_sub(change.before) {
        Some(more) => format!("+{more}"),
        None => format!("-{}", change.before - change.after),
    };
    let (before, after) = (change.before.to_string(), change.after.to_string());
    vec![section_title(game, &change.section), before, after, signed, code.unwrap_or_default(), name]
}

pub(crate) fn run(args: Args) -> Result<Exit> {
    let setup = args.read.setup(&args.a)?;
    let (a, b) = pair(&setup, &args.read, &args.a, &args.b)?;
    let (left, right) = (a.contents(&setup.session)?, b.contents(&setup.session)?);
    let game = &a.opened.game;
    let changes = left.changes(&right);
    let mut stdout = out::stdout();
    match args.format {
        Format::Table if changes.is_empty() => {}
        Format::Table => {
            let header = ["Section", "A", "B", "", "Code", "Card"].map(str::to_owned);
            let rows: Vec<Vec<String>> = changes.iter().map(|change| row(game, change)).collect();
            writeln!(stdout, "{}", table::plain(&header, &rows, &[1, 2, 3]))?;
        }
        Format::Json => {
            let side = |file: &DeckFile, contents| serde_json::json!({"file": file.name(), "hash": hash(contents, &game.spec, &game.catalog).full});
            let list: Vec<_> = changes.iter().map(|change| json_change(game, change, "a", "b")).collect();
            let value = serde_json::json!({
                "v": 1, "game": game.id, "same": changes.is_empty(), "a": side(&a, &left), "b": side(&b, &right),
                "differences": list,
            });
            serde_json::to_writer_pretty(&mut stdout, &value)?;
            writeln!(stdout)?;
        }
    }
    stdout.flush()?;
    let (a, b) = (visible(a.name()), visible(b.name()));
    if changes.is_empty() {
        out::talk(&format!("{a} and {b} hold the same cards"));
        return Ok(Exit::Clean);
    }
    let plus: u64 = changes.iter().map(|c| c.after.saturating_sub(c.before)).sum();
    let minus: u64 = changes.iter().map(|c| c.before.saturating_sub(c.after)).sum();
    out::talk(&format!("{a} and {b} differ: +{plus}, -{minus}"));
    Ok(Exit::Findings)
}
