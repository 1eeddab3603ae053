//! `decklint deck show` and `decklint deck hash`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use indexmap::IndexMap;

use super::file::{DeckFile, ReadArgs};
use crate::cli::cards::json_value;
use crate::cli::{Exit, out, table};
use crate::deck::{Contents, Identity, Order, SectionKey, compare, hash, sort_key};
use crate::game::{Game, pool_fingerprint, rules_fingerprint};
use crate::report::visible;
use crate::spec::AttributeType;
use crate::text::did_you_mean;

/// Show a deck as a table, by section
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  decklint deck show deck.txt\n  decklint deck show deck.txt --by name\n  \
    decklint deck show --format json - < deck.txt")]
pub(crate) struct ShowArgs {
    /// The deck, or `-` for standard input
    #[arg(value_name = "DECK")]
    deck: PathBuf,
    /// The order: `rules`, `name`, `code`, or an attribute of the game, such as `type`
    #[arg(long, value_name = "ORDER", default_value = "rules")]
    by: String,
    /// How to show it
    #[arg(short, long, value_name = "FORMAT", default_value = "table")]
    format: Format,
    #[command(flatten)]
    read: ReadArgs,
}

/// Give one short word for what a deck holds
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Two decks have one hash if they hold the same cards in the same numbers in the same sections. Order, spelling, \
        code or name, comments, header and format do not matter; a line that names no card counts with its text. The short \
        form, for paper, has no letters that look alike. `--format json` adds the full hash, and fingerprints of the rules and \
        the card pool in use.\n\nExamples:\n  decklint deck hash deck.txt\n  decklint deck hash decks/barrenia/*.txt --format json"
)]
pub(crate) struct HashArgs {
    /// Decks, or `-` for standard input
    #[arg(value_name = "DECK", required = true)]
    decks: Vec<PathBuf>,
    /// How to show it; a table is one line a deck
    #[arg(short, long, value_name = "FORMAT", default_value = "table")]
    format: Format,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// For people
    Table,
    /// For programs
    Json,
}

/// The title of a section.
pub(crate) fn section_title(game: &Game, section: &SectionKey) -> String {
    let own = game.spec.sections.get_index(section.index).map(|(_, s)| s.title.clone());
    own.unwrap_or_else(|| section.name.clone())
}

/// Name and code of a card, for tables and JSON.
pub(crate) fn card_words(game: &Game, card: &Identity) -> (Option<String>, String) {
    match card {
        Identity::Card(id) => {
            let card = game.catalog.card(*id);
            (card.code.as_deref().map(str::to_owned), card.name.to_string())
        }
        Identity::Unknown(card) => (None, card.text().to_owned()),
    }
}

/// The cards of a section in an order.
pub(crate) fn ordered<'c>(
    game: &Game,
    contents: &'c Contents,
    section: &SectionKey,
    order: Order,
) -> Vec<(&'c Identity, u64)> {
    let cards = contents.sections().find(|(key, _)| *key == section).map(|(_, cards)| cards);
    let key = |card: &Identity| {
        let id = if let Identity::Card(id) = card { Some(*id) } else { None };
        sort_key(order, id, &game.spec, &game.catalog)
    };
    let mut all: Vec<_> = cards.into_iter().flatten().map(|(card, &n)| (key(card), card, n)).collect();
    all.sort_by(|a, b| compare(a.0.as_ref(), b.0.as_ref()).then_with(|| a.1.cmp(b.1)));
    all.into_iter().map(|(_, card, n)| (card, n)).collect()
}

pub(crate) fn show(args: ShowArgs) -> Result<Exit> {
    let setup = args.read.setup(&args.deck)?;
    let file = DeckFile::open(&setup, &args.read, &args.deck)?;
    let contents = file.contents(&setup.session)?;
    let game = &file.opened.game;
    let spec = &game.spec;
    let order = Order::of(&args.by, spec).ok_or_else(|| {
        let words = ["rules", "name", "code"].into_iter().chain(spec.attribute_names());
        anyhow!("decks of {} are not sorted by `{}`{}", spec.name, args.by, did_you_mean(&args.by, words))
    })?;
    let mut stdout = out::stdout();
    match args.format {
        Format::Table => write!(stdout, "{}", rows(&file, &contents, order))?,
        Format::Json => {
            let sections: IndexMap<&str, Vec<serde_json::Value>> = contents
                .sections()
                .map(|(key, _)| {
                    let cards = ordered(game, &contents, key, order);
                    (key.name.as_str(), cards.into_iter().map(|(card, n)| json_card(game, card, n)).collect())
                })
                .collect();
            let name = file.opened.header.name.as_ref().map(|n| &n.value);
            let value = serde_json::json!({
                "v": 1, "file": file.name(), "game": game.id, "name": name,
                "hash": hash(&contents, spec, &game.catalog).full, "sections": sections,
            });
            serde_json::to_writer_pretty(&mut stdout, &value)?;
            writeln!(stdout)?;
        }
    }
    stdout.flush()?;
    Ok(Exit::Clean)
}

fn json_card(game: &Game, card: &Identity, copies: u64) -> serde_json::Value {
    let Identity::Card(id) = card else {
        return serde_json::json!({"count": copies, "unknown": card_words(game, card).1});
    };
    let values = &game.catalog.card(*id).values;
    let own = game.spec.attribute_names().zip(values.iter());
    let mut out = serde_json::Map::from_iter([("count".to_owned(), copies.into())]);
    out.extend(own.map(|(name, v)| (name.to_owned(), json_value(v))).filter(|(_, v)| !v.is_null()));
    serde_json::Value::Object(out)
}

/// The deck by section; all sections share the widths of their columns.
fn rows(file: &DeckFile, contents: &Contents, order: Order) -> String {
    let game = &file.opened.game;
    let spec = &game.spec;
    let shown = spec.shown_attributes();
    let mut header = vec!["#".to_owned()];
    header.extend(shown.iter().map(|&i| spec.attribute_title(i).to_owned()));
    let mut numbers = vec![0];
    numbers.extend((0..shown.len()).filter(|&i| spec.attributes[shown[i]].kind == AttributeType::Int).map(|i| i + 1));
    let name_column = shown.iter().position(|&i| spec.attributes.keys()[i].value == "name").unwrap_or(0);
    let mut all = Vec::new();
    for (key, _) in contents.sections() {
        let mut title = vec![String::new(); header.len()];
        title[0] = contents.total(key).to_string();
        title[name_column + 1] = format!("== {} ==", section_title(game, key));
        all.push(title);
        for (card, copies) in ordered(game, contents, key, order) {
            let mut row = vec![copies.to_string()];
            match card {
                Identity::Card(id) => {
                    row.extend(shown.iter().map(|&i| game.catalog.card(*id).values[i].joined(", ")));
                }
                Identity::Unknown(card) => {
                    row.resize(header.len(), String::new());
                    row[name_column + 1] = format!("{} (not in the card pool)", card.text());
                }
            }
            all.push(row);
        }
    }
    let head = match &file.opened.header.name {
        Some(name) => format!("{} ({})\n", visible(&name.value), spec.name),
        None => String::new(),
    };
    format!("{head}{}\n", table::plain(&header, &all, &numbers))
}

pub(crate) fn hashes(args: HashArgs) -> Result<Exit> {
    let setups = args.read.setups(args.decks.iter().map(PathBuf::as_path))?;
    let mut stdout = out::stdout();
    let mut decks = Vec::new();
    for (path, setup) in args.decks.iter().zip(&setups) {
        let file = DeckFile::open(setup, &args.read, path)?;
        let contents = file.contents(&setup.session)?;
        let game = &file.opened.game;
        let hash = hash(&contents, &game.spec, &game.catalog);
        let unknown: u64 =
            contents.together().iter().filter(|(c, _)| matches!(c, Identity::Unknown(_))).map(|(_, n)| n).sum();
        if unknown > 0 {
            let verb = if unknown == 1 { "copy names" } else { "copies name" };
            out::talk(&format!(
                "{}: {unknown} {verb} no card of the pool; the text of the line counts",
                visible(file.name())
            ));
        }
        if args.format == Format::Table {
            writeln!(stdout, "{}  {}", hash.short, visible(file.name()))?;
            continue;
        }
        let prepared = file.prepared(setup)?;
        let (rules, pool) = (rules_fingerprint(&setup.session, game, &prepared), pool_fingerprint(&game.catalog));
        decks.push(serde_json::json!({
            "file": file.name(), "game": game.id, "short": hash.short, "hash": hash.full,
            "cards": contents.together().values().sum::<u64>(), "unknown": unknown,
            "layers": prepared.merged.layers, "rules": rules.full, "pool": pool.full,
        }));
    }
    if args.format == Format::Json {
        serde_json::to_writer_pretty(&mut stdout, &serde_json::json!({"v": 1, "decks": decks}))?;
        writeln!(stdout)?;
    }
    stdout.flush()?;
    Ok(Exit::Clean)
}
