//! `decklint deck stats`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};

use super::change::section;
use super::file::{DeckFile, ReadArgs};
use super::show::{Format, section_title};
use crate::cli::{Exit, out, table, write};
use crate::deck::{Contents, Identity, SectionKey, Spread};
use crate::game::Game;
use crate::report::{BarChart, visible};
use crate::text::did_you_mean;

/// The longest bar, in characters.
const WIDEST_BAR: u64 = 40;

/// Count a deck's cards by curve, type and the like
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The curve is the attribute that the game's `game.yaml` names; the others are those with listed values. A card with \
        several values of an attribute counts for each.\n\nExamples:\n  decklint deck stats deck.txt\n  decklint deck stats \
        deck.txt --by type --by arc --section main\n  decklint deck stats deck.txt --chart curve.svg"
)]
pub(crate) struct Args {
    /// The deck, or `-` for standard input
    #[arg(value_name = "DECK")]
    deck: PathBuf,
    /// Count by this attribute, instead of the usual ones; can be given several times
    #[arg(long, value_name = "ATTRIBUTE")]
    by: Vec<String>,
    /// Count this section only; can be given several times
    #[arg(long, value_name = "SECTION")]
    section: Vec<String>,
    /// How to show it
    #[arg(short, long, value_name = "FORMAT", default_value = "table")]
    format: Format,
    /// Write the first of the counts as a bar chart
    #[arg(long, value_name = "FILE.svg")]
    chart: Option<PathBuf>,
    #[command(flatten)]
    read: ReadArgs,
}

fn attributes(args: &Args, game: &Game) -> Result<Vec<usize>> {
    let spec = &game.spec;
    if args.by.is_empty() {
        return Ok(spec.curve_attribute().into_iter().chain(spec.listed_attributes()).collect());
    }
    let find = |word: &String| {
        spec.attribute_for_column(word).ok_or_else(|| {
            anyhow!("cards of {} have no attribute `{word}`{}", spec.name, did_you_mean(word, spec.attribute_names()))
        })
    };
    args.by.iter().map(find).collect()
}

pub(crate) fn run(args: Args) -> Result<Exit> {
    let setup = args.read.setup(&args.deck)?;
    let file = DeckFile::open(&setup, &args.read, &args.deck)?;
    let contents = file.contents(&setup.session)?;
    let game = &file.opened.game;
    let wanted: Result<Vec<usize>> = args.section.iter().map(|name| section(&game.spec, name)).collect();
    let wanted = wanted?;
    let sections: Vec<&SectionKey> = contents
        .sections()
        .map(|(key, _)| key)
        .filter(|key| wanted.is_empty() || wanted.contains(&key.index))
        .collect();
    let spreads: Vec<Spread> = attributes(&args, game)?
        .into_iter()
        .map(|attribute| Spread::of(attribute, &contents, &sections, &game.spec, &game.catalog))
        .collect();
    if let Some(path) = &args.chart {
        let Some(first) = spreads.first() else { bail!("there is nothing to draw") };
        let name = file.opened.header.name.as_ref().map_or(file.name(), |name| &name.value);
        write::create(path, chart(game, first, name).svg().as_bytes(), true)?;
        out::talk(&format!("wrote {}", path.display()));
    }
    let mut stdout = out::stdout();
    match args.format {
        Format::Table => text(&mut stdout, game, &contents, &sections, &spreads)?,
        Format::Json => {
            serde_json::to_writer_pretty(&mut stdout, &json(&file, &contents, &sections, &spreads))?;
            writeln!(stdout)?;
        }
    }
    stdout.flush()?;
    Ok(Exit::Clean)
}

fn unknown(contents: &Contents, sections: &[&SectionKey]) -> u64 {
    let own = contents.sections().filter(|(key, _)| sections.contains(key)).flat_map(|(_, cards)| cards);
    own.filter(|(card, _)| matches!(card, Identity::Unknown(_))).map(|(_, n)| n).sum()
}

fn text(
    out: &mut impl Write,
    game: &Game,
    contents: &Contents,
    sections: &[&SectionKey],
    spreads: &[Spread],
) -> Result<()> {
    let totals: Vec<String> =
        sections.iter().map(|key| format!("{} {}", contents.total(key), section_title(game, key))).collect();
    writeln!(out, "{}", visible(&totals.join(", ")))?;
    let strangers = unknown(contents, sections);
    if strangers > 0 {
        writeln!(out, "{strangers} of them unknown, which is not counted below")?;
    }
    for spread in spreads.iter().filter(|s| !s.rows.is_empty()) {
        let title = game.spec.attribute_title(spread.attribute);
        let average = spread.average().map_or_else(String::new, |mean| format!(" (average {mean:.2})"));
        writeln!(out, "\n{title}{average}")?;
        let most = spread.rows.iter().map(crate::deck::SpreadRow::total).max().unwrap_or(0);
        let mut header = vec![String::new()];
        if sections.len() > 1 {
            header.extend(sections.iter().map(|key| section_title(game, key)));
        }
        header.extend(["all".to_owned(), String::new()]);
        let numbers: Vec<usize> = (1..header.len() - 1).collect();
        let mut rows: Vec<Vec<String>> = Vec::new();
        for row in &spread.rows {
            let mut cells = vec![row.value.clone()];
            if sections.len() > 1 {
                cells.extend(row.copies.iter().map(u64::to_string));
            }
            cells.push(row.total().to_string());
            cells.push(bar(row.total(), most));
            rows.push(cells);
        }
        if spread.without > 0 {
            let mut cells = vec![String::new(); header.len()];
            cells[0] = "none".to_owned();
            cells[header.len() - 2] = spread.without.to_string();
            rows.push(cells);
        }
        writeln!(out, "{}", table::plain(&header, &rows, &numbers))?;
    }
    Ok(())
}

/// A bar of blocks; a number above zero is never without one.
fn bar(n: u64, most: u64) -> String {
    let cells = if most <= WIDEST_BAR { n } else { (n * WIDEST_BAR).div_ceil(most) };
    "█".repeat(usize::try_from(cells).unwrap_or(0))
}

fn chart(game: &Game, spread: &Spread, name: &str) -> BarChart {
    let title = game.spec.attribute_title(spread.attribute);
    BarChart {
        title: format!("{name}: {title}"),
        x_title: title.to_owned(),
        y_title: "cards".to_owned(),
        bars: spread.rows.iter().map(|row| (row.value.clone(), row.total())).collect(),
    }
}

fn json(file: &DeckFile, contents: &Contents, sections: &[&SectionKey], spreads: &[Spread]) -> serde_json::Value {
    let game = &file.opened.game;
    let curve = game.spec.curve_attribute();
    let list: Vec<serde_json::Value> = spreads
        .iter()
        .map(|spread| {
            let rows: Vec<serde_json::Value> = spread
                .rows
                .iter()
                .map(|row| {
                    let by: indexmap::IndexMap<&str, u64> =
                        sections.iter().map(|key| key.name.as_str()).zip(row.copies.iter().copied()).collect();
                    serde_json::json!({"value": row.value, "copies": row.total(), "sections": by})
                })
                .collect();
            serde_json::json!({
                "attribute": game.spec.attributes.keys()[spread.attribute].value,
                "title": game.spec.attribute_title(spread.attribute),
                "curve": Some(spread.attribute) == curve,
                "average": spread.average(), "without": spread.without, "rows": rows,
            })
        })
        .collect();
    let totals: indexmap::IndexMap<&str, u64> =
        sections.iter().map(|key| (key.name.as_str(), contents.total(key))).collect();
    serde_json::json!({
        "v": 1, "file": file.name(), "game": game.id, "sections": totals,
        "unknown": unknown(contents, sections), "spreads": list,
    })
}
