//! `decklint verify`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;

use super::config::Setup;
use super::deck::diff::{json_change, pair, row};
use super::deck::file::{DeckFile, ReadArgs};
use super::deck::show::{Format, card_words, section_title};
use super::{Exit, out, table};
use crate::deck::{Breach, Exchange, exchange, hash};
use crate::diagnostics::{Diagnostic, Level};
use crate::game::{Game, Session};
use crate::report::{FindingReport, concise_run_finding, visible};
use crate::text::Files;

/// Tell whether a deck that is played is the one that was registered
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Before the first game every section holds what was registered. Before later games cards may have been exchanged \
        between the main section and the side section: the same cards in all, and the rules that the registered deck keeps \
        are still kept. Order, spelling, comments and format of the files do not matter.\n\nExit codes: 0 as registered, 1 not as \
        registered, 2 a deck could not be read.\n\nExamples:\n  decklint verify registered.txt played.txt\n  decklint verify \
        registered.txt played.txt --game-of-match 2\n  decklint verify --format json registered.yaml - < played.txt"
)]
pub(crate) struct Args {
    /// The deck as it was registered
    #[arg(value_name = "REGISTERED")]
    registered: PathBuf,
    /// The deck as it is played, or `-` for standard input
    #[arg(value_name = "PLAYED")]
    played: PathBuf,
    /// Before which game of the match this is, from 1
    #[arg(long, value_name = "N", default_value = "1", value_parser = game_of_match, allow_negative_numbers = true)]
    game_of_match: u32,
    /// How to show it
    #[arg(short, long, value_name = "FORMAT", default_value = "table")]
    format: Format,
    #[command(flatten)]
    read: ReadArgs,
}

fn game_of_match(text: &str) -> Result<u32, String> {
    let n = super::at_least_one("the game of the match", text)?;
    u32::try_from(n).map_err(|_| "the game of the match must be smaller".to_owned())
}

/// What one run found.
struct Found<'a> {
    args: &'a Args,
    registered: &'a DeckFile,
    played: &'a DeckFile,
    exchange: Exchange,
    /// Errors of the played deck that the registered one does not have.
    broken: Vec<Diagnostic>,
}

pub(crate) fn run(args: Args) -> Result<Exit> {
    let setup = args.read.setup(&args.registered)?;
    let session = &*setup.session;
    let (registered, played) = pair(&setup, &args.read, &args.registered, &args.played)?;
    let (before, after) = (registered.contents(session)?, played.contents(session)?);
    let game = registered.opened.game.clone();
    let exchange = exchange(&before, &after, &game.spec, args.game_of_match);
    let broken = if exchange.changes.is_empty() { Vec::new() } else { new_errors(&setup, &registered, &played)? };
    let found = Found { args: &args, registered: &registered, played: &played, exchange, broken };
    let mut stdout = out::stdout();
    match args.format {
        Format::Table => found.table(&mut stdout, session, &game)?,
        Format::Json => {
            let value = found.json(session, &game, [&before, &after].map(|c| hash(c, &game.spec, &game.catalog).full));
            serde_json::to_writer_pretty(&mut stdout, &value)?;
            writeln!(stdout)?;
        }
    }
    stdout.flush()?;
    out::talk(&found.verdict());
    Ok(if found.is_right() { Exit::Clean } else { Exit::Findings })
}

/// The errors of rules that the played deck breaks and the registered deck keeps, both under the rules of the registered one.
fn new_errors(setup: &Setup, registered: &DeckFile, played: &DeckFile) -> Result<Vec<Diagnostic>> {
    let prepared = registered.prepared(setup)?;
    let errors = |file: &DeckFile| -> Vec<Diagnostic> {
        let game = &registered.opened.game;
        let (deck, _) = file.opened.deck();
        let mut all = crate::rules::run(
            &prepared.ruleset,
            &deck,
            &game.spec,
            &game.catalog,
            &file.source,
            &setup.session.sources,
            false,
        );
        setup.levels.apply(&mut all);
        all.into_iter().filter(|f| f.level == Level::Error).collect()
    };
    let old = errors(registered);
    Ok(errors(played).into_iter().filter(|f| !old.iter().any(|o| o.code == f.code)).collect())
}

impl Found<'_> {
    fn is_right(&self) -> bool {
        self.exchange.breaches.is_empty() && self.broken.is_empty()
    }

    fn verdict(&self) -> String {
        let (registered, played) = (visible(self.registered.name()), visible(self.played.name()));
        let game = self.args.game_of_match;
        if self.exchange.changes.is_empty() {
            return format!("{played}: as registered in {registered}");
        }
        if self.is_right() {
            let moved: u64 = self.exchange.changes.iter().map(|c| c.after.saturating_sub(c.before)).sum();
            let moved = out::cards(moved);
            return format!("{played}: as registered in {registered}, with {moved} moved before game {game}");
        }
        let count = self.exchange.breaches.len() + self.broken.len();
        let things = if count == 1 { "1 breach".to_owned() } else { format!("{count} breaches") };
        format!("{played}: not as registered in {registered} (game {game}): {things}")
    }

    fn table(&self, out: &mut impl Write, session: &Session, game: &Game) -> Result<()> {
        if self.exchange.changes.is_empty() {
            return Ok(());
        }
        let header = ["Section", "Registered", "Played", "", "Code", "Card"].map(str::to_owned);
        let rows: Vec<Vec<String>> = self.exchange.changes.iter().map(|change| row(game, change)).collect();
        writeln!(out, "{}", table::plain(&header, &rows, &[1, 2, 3]))?;
        // Before the first game the table says it all.
        let told: Vec<String> = self.exchange.breaches.iter().filter_map(|breach| tell(game, breach)).collect();
        if !(told.is_empty() && self.broken.is_empty()) {
            writeln!(out)?;
        }
        for line in told {
            writeln!(out, "{}", visible(&line))?;
        }
        let files = Files { shared: &session.sources, input: Some(&self.played.source) };
        for finding in &self.broken {
            write!(out, "{}", concise_run_finding(finding, files))?;
        }
        Ok(())
    }

    fn json(&self, session: &Session, game: &Game, [before, after]: [String; 2]) -> serde_json::Value {
        let files = Files { shared: &session.sources, input: Some(&self.played.source) };
        let changes: Vec<_> =
            self.exchange.changes.iter().map(|change| json_change(game, change, "registered", "played")).collect();
        let breaches: Vec<_> = self.exchange.breaches.iter().map(|breach| json_breach(game, breach)).collect();
        let findings: Vec<_> = self.broken.iter().map(|f| FindingReport::new(f, files, true)).collect();
        serde_json::json!({
            "v": 1, "game": game.id, "game_of_match": self.args.game_of_match, "as_registered": self.is_right(),
            "registered": {"file": self.registered.name(), "hash": before},
            "played": {"file": self.played.name(), "hash": after},
            "differences": changes, "breaches": breaches, "findings": findings,
        })
    }
}

fn copies(n: u64) -> String {
    if n == 1 { "1 copy".to_owned() } else { format!("{n} copies") }
}

fn tell(game: &Game, breach: &Breach) -> Option<String> {
    Some(match breach {
        Breach::Changed(_) => return None,
        Breach::NotRegistered { card, registered: 0, played } => {
            format!("`{}` is not in the registered deck; {} played", card_words(game, card).1, is(*played))
        }
        Breach::NotRegistered { card, registered, played } => {
            format!("`{}`: {} registered, {played} played", card_words(game, card).1, copies(*registered))
        }
        Breach::Missing { card, registered, played } => {
            format!("`{}`: {} registered, only {played} played", card_words(game, card).1, copies(*registered))
        }
        Breach::WrongSection(change) => format!(
            "`{}`: the section {} takes no part in the exchange between games",
            card_words(game, &change.card).1,
            section_title(game, &change.section)
        ),
    })
}

fn is(n: u64) -> String {
    if n == 1 { "1 copy is".to_owned() } else { format!("{n} copies are") }
}

fn json_breach(game: &Game, breach: &Breach) -> serde_json::Value {
    let (kind, card, section, registered, played) = match breach {
        Breach::Changed(c) => ("changed", &c.card, Some(&c.section), c.before, c.after),
        Breach::NotRegistered { card, registered, played } => ("not-registered", card, None, *registered, *played),
        Breach::Missing { card, registered, played } => ("missing", card, None, *registered, *played),
        Breach::WrongSection(c) => ("wrong-section", &c.card, Some(&c.section), c.before, c.after),
    };
    let (code, name) = card_words(game, card);
    serde_json::json!({
        "kind": kind, "code": code, "name": name, "section": section.map(|s| &s.name),
        "registered": registered, "played": played,
    })
}
