//! `decklint odds`: exact odds of drawing.

use std::io::Write;

use anyhow::{Result, bail};
use clap::{ArgMatches, FromArgMatches};
use serde::Serialize;

use super::{Seated, TableArgs, arena_asking, in_range};
use crate::cli::table::plain;
use crate::cli::{Exit, out};
use crate::play::odds::{Draws, Question};
use crate::play::{Drawing, Streams, wilson};
use crate::report::visible;

/// The exact odds of having drawn certain cards
///
/// The odds are hypergeometric, worked out, not sampled: for several groups of cards at once, each card counting for every
/// group that it belongs to. Where a game draws from the whole deck again and again, they are those of drawing with
/// replacement.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Several --has must all be fulfilled; --at-least belongs to the --has before it.\nWithout --seen or --turn a table shows \
        the opening hand and the turns after it.\nHow many cards a turn has shown is what the game's own draws bring: extra draws by cards \
        are not counted.\n\nExamples:\n  decklint odds decks/barrenia/hive-rush.yaml --has 'type:Soldier size<=2'\n  decklint odds deck.txt --game \
        parallel --has 'cost<=1' --at-least 2 --has type:Unit --turn 3 --second\n  decklint odds deck.yaml --has lancer --seen 5 --verify 100000"
)]
pub(crate) struct Args {
    #[command(flatten)]
    has: Has,
    /// Among so many cards
    #[arg(long, value_name = "N", value_parser = seen, allow_negative_numbers = true, conflicts_with = "turn")]
    seen: Option<u64>,
    /// By the end of this own turn
    #[arg(long, value_name = "T", value_parser = turn, allow_negative_numbers = true)]
    turn: Option<u64>,
    /// Keep what is asked for of the opening hand, give the rest back and draw as many again
    #[arg(long)]
    mulligan: bool,
    /// Deal so many hands too, and show the share beside the exact one
    #[arg(long, value_name = "N", value_parser = trials, allow_negative_numbers = true)]
    verify: Option<u64>,
    /// How to show the odds
    #[arg(short, long, value_name = "FORMAT", default_value = "table")]
    format: Format,
    #[command(flatten)]
    table: TableArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A table
    Table,
    /// One document
    Json,
    /// One row a number of cards
    Csv,
}

fn seen(text: &str) -> Result<u64, String> {
    in_range("the number of cards seen", text, 100_000)
}

fn turn(text: &str) -> Result<u64, String> {
    in_range("the turn", text, 10_000)
}

fn trials(text: &str) -> Result<u64, String> {
    in_range("the number of hands", text, 1_000_000_000)
}

/// The groups that are asked for, each with its number: the order of `--has` and `--at-least` tells which belong together.
#[derive(Debug)]
struct Has(Vec<(String, u16)>);

#[derive(Debug, clap::Args)]
struct HasOptions {
    /// Search terms of the cards to have, such as `type:Soldier size<=2`; may be given several times
    #[arg(long, value_name = "TERMS", required = true)]
    has: Vec<String>,
    /// How many of the --has before it at least; 1 if absent
    #[arg(long, value_name = "K", value_parser = at_least, allow_negative_numbers = true)]
    at_least: Vec<u16>,
}

fn at_least(text: &str) -> Result<u16, String> {
    in_range("at least", text, 9999).map(|n| u16::try_from(n).unwrap_or(u16::MAX))
}

impl FromArgMatches for Has {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let options = HasOptions::from_arg_matches(matches)?;
        let places = |id| matches.indices_of(id).map(Iterator::collect::<Vec<_>>).unwrap_or_default();
        let has = places("has");
        let mut out: Vec<(String, u16)> = options.has.into_iter().map(|terms| (terms, 1)).collect();
        let mut used = vec![false; out.len()];
        for (place, number) in places("at_least").into_iter().zip(options.at_least) {
            let group = has.iter().rposition(|h| *h < place).filter(|g| !used[*g]);
            let Some(group) = group else {
                let message = format!("--at-least {number} has no --has before it that it could belong to");
                return Err(clap::Error::raw(clap::error::ErrorKind::ValueValidation, message));
            };
            used[group] = true;
            out[group].1 = number;
        }
        Ok(Has(out))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Has::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Has {
    fn augment_args(command: clap::Command) -> clap::Command {
        HasOptions::augment_args(command)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        HasOptions::augment_args_for_update(command)
    }
}

/// One answer.
#[derive(Debug, Serialize)]
struct Row {
    /// The own turn at whose end it holds; 0 is the opening hand, absent if a number of cards was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    /// Cards seen.
    seen: u32,
    /// The exact share, 0 to 1.
    share: f64,
    /// Of how many hands that were dealt, how many had it, with the 95 % interval of the share.
    #[serde(skip_serializing_if = "Option::is_none")]
    dealt: Option<Dealt>,
}

#[derive(Debug, Serialize)]
struct Dealt {
    hands: u64,
    hits: u64,
    low: f64,
    high: f64,
}

/// The largest question that is answered, in steps: a second or two, and less than 200 MB.
const MOST_STEPS: u128 = 20_000_000;
/// How many turns the table shows if none is asked for.
const TURNS: u64 = 8;

pub(crate) fn run(mut args: Args) -> Result<Exit> {
    // How many cards a turn has shown depends on who begins, so it is not left to the dice.
    args.table.first = !args.table.second;
    let terms: Vec<String> = args.has.0.iter().map(|(terms, _)| terms.clone()).collect();
    let (arena, masks) = match arena_asking(&args.table, &[], &terms)? {
        (Seated::Arena(arena), masks) => (arena, masks),
        (Seated::Refused(exit), _) => return Ok(exit),
    };
    let kit = arena.runner.kit();
    let groups: Vec<_> = masks.iter().copied().zip(args.has.0.iter().map(|(_, n)| *n)).collect();
    let question = Question::of(kit, &kit.lists[0], &groups);
    let drawing = arena.runner.drawing();
    if args.mulligan && drawing != Drawing::Deck {
        bail!("--mulligan: this game has no opening hand that cards could be given back from");
    }
    let stops = stops(&args, &*arena.runner, drawing)?;
    let hand = arena.runner.seen(1).first().copied().unwrap_or(0);
    let most = stops.iter().map(|(_, seen)| *seen).max().unwrap_or(0);
    if args.has.0.len() > 32 || question.steps(most, args.mulligan.then_some(hand)) > MOST_STEPS {
        bail!(
            "so many groups, each with its number, take too long to work out; ask for fewer at once, or for fewer of each"
        );
    }
    let rows: Vec<Row> =
        stops.into_iter().map(|(turn, seen)| answer(&question, &args, drawing, hand, turn, seen)).collect();
    let mut stdout = out::stdout();
    let total = question.total();
    match args.format {
        Format::Json => {
            let groups: Vec<_> = args.has.0.iter().enumerate().map(|(g, (terms, least))| {
                serde_json::json!({"has": terms, "at_least": least, "in_deck": question.members(g)})
            }).collect();
            let document = serde_json::json!({
                "v": 1, "assumptions": arena.assumptions, "deck": total, "groups": groups, "mulligan": args.mulligan, "odds": rows,
            });
            serde_json::to_writer_pretty(&mut stdout, &document)?;
            writeln!(stdout)?;
        }
        Format::Csv => csv(&mut stdout, &rows)?,
        Format::Table => {
            for key in ["game", "deck", "first"] {
                if let Some(a) = arena.assumptions.iter().find(|a| a.key == key) {
                    writeln!(stdout, "{}: {}", a.label, visible(&a.value))?;
                }
            }
            for (group, (terms, least)) in args.has.0.iter().enumerate() {
                let members = question.members(group);
                writeln!(stdout, "At least {least} of {members} among {total}: {}", visible(terms))?;
            }
            if args.mulligan {
                writeln!(stdout, "Mulligan: of the opening hand of {hand}, all other cards are given back once")?;
            }
            writeln!(stdout, "\n{}", table(&rows, drawing))?;
        }
    }
    stdout.flush()?;
    Ok(Exit::Clean)
}

/// The numbers of cards to answer for, with their turns.
fn stops(args: &Args, runner: &dyn crate::play::Runner, drawing: Drawing) -> Result<Vec<(Option<usize>, u32)>> {
    if let Some(seen) = args.seen {
        return Ok(vec![(None, u32::try_from(seen).unwrap_or(u32::MAX))]);
    }
    let last = args.turn.unwrap_or(TURNS);
    let turns = u16::try_from(last).unwrap_or(u16::MAX);
    let by_turn: Vec<u32> = match drawing {
        Drawing::Hands { cards, .. } => (0..=u32::from(turns)).map(|t| t * cards).collect(),
        _ => runner.seen(turns),
    };
    // Where each turn has a hand of its own, there is none before the first.
    let before = usize::from(matches!(drawing, Drawing::Hands { .. }));
    let all = by_turn.into_iter().enumerate().skip(before).map(|(turn, seen)| (Some(turn), seen));
    if args.turn.is_none() {
        return Ok(all.collect());
    }
    let only: Vec<_> = all.filter(|(turn, _)| *turn == usize::try_from(last).ok()).collect();
    if only.is_empty() {
        bail!("--turn {last}: the game is over before that turn ends");
    }
    Ok(only)
}

fn answer(question: &Question, args: &Args, drawing: Drawing, hand: u32, turn: Option<usize>, seen: u32) -> Row {
    let mulligan = args.mulligan.then_some(hand);
    let (share, draws) = match drawing {
        Drawing::Hands { replace: true, .. } if turn.is_none() => {
            (question.share_with_replacement(seen), Draws::Replace { seen })
        }
        Drawing::Replace => (question.share_with_replacement(seen), Draws::Replace { seen }),
        Drawing::Hands { cards, replace } if turn.is_some() => {
            // Each hand is new: what counts is that one of them has it.
            let one = if replace { question.share_with_replacement(cards) } else { question.share(cards) };
            let hands = i32::try_from(seen / cards.max(1)).unwrap_or(i32::MAX);
            let share = 1.0 - (1.0 - one).powi(hands);
            (share, if replace { Draws::Replace { seen: cards } } else { Draws::Deck { seen: cards, mulligan: None } })
        }
        _ => {
            let share = match mulligan {
                Some(hand) => question.share_with_mulligan(hand, seen.max(hand)),
                None => question.share(seen),
            };
            (share, Draws::Deck { seen, mulligan })
        }
    };
    let hands = match drawing {
        Drawing::Hands { cards, .. } if turn.is_some() => u64::from(seen / cards.max(1)),
        _ => 1,
    };
    let dealt = args.verify.map(|trials| {
        let hits = dealt(question, &draws, trials, hands, args.table.seed);
        let interval = wilson(hits, trials);
        Dealt { hands: trials, hits, low: interval.low, high: interval.high }
    });
    Row { turn, seen, share, dealt }
}

/// How many of the trials had it in one of so many hands.
fn dealt(question: &Question, draws: &Draws, trials: u64, hands: u64, seed: u64) -> u64 {
    match hands {
        0 => 0,
        1 => question.simulate(draws, trials, |trial| Streams::new(seed, trial)),
        _ => {
            let any = |trial: u64| {
                (0..hands).any(|hand| question.simulate(draws, 1, |_| Streams::new(seed, trial * hands + hand)) > 0)
            };
            (0..trials).filter(|trial| any(*trial)).count() as u64
        }
    }
}

fn csv(out: &mut impl Write, rows: &[Row]) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(["turn", "seen", "share", "dealt", "hits", "low", "high"])?;
    for row in rows {
        let mut cells =
            vec![row.turn.map(|t| t.to_string()).unwrap_or_default(), row.seen.to_string(), row.share.to_string()];
        match &row.dealt {
            Some(d) => cells.extend([d.hands.to_string(), d.hits.to_string(), d.low.to_string(), d.high.to_string()]),
            None => cells.extend(std::iter::repeat_n(String::new(), 4)),
        }
        writer.write_record(cells)?;
    }
    writer.flush()?;
    Ok(())
}

fn table(rows: &[Row], drawing: Drawing) -> String {
    let verified = rows.iter().any(|r| r.dealt.is_some());
    let mut head = Vec::new();
    if rows.iter().any(|r| r.turn.is_some()) {
        head.push("By the end of turn");
    }
    head.extend([if matches!(drawing, Drawing::Deck) { "Cards seen" } else { "Cards drawn" }, "Exact"]);
    if verified {
        head.push("Dealt (95 % interval)");
    }
    let header: Vec<String> = head.into_iter().map(str::to_owned).collect();
    let row = |row: &Row| {
        let mut cells = Vec::new();
        if let Some(turn) = row.turn {
            cells.push(if turn == 0 { "opening hand".to_owned() } else { turn.to_string() });
        }
        cells.extend([row.seen.to_string(), format!("{:.4} %", 100.0 * row.share)]);
        if let Some(d) = &row.dealt {
            let share = wilson(d.hits, d.hands).share;
            cells.push(format!("{:.3} % ({:.3}-{:.3})", 100.0 * share, 100.0 * d.low, 100.0 * d.high));
        }
        cells
    };
    let all: Vec<usize> = (0..header.len()).collect();
    plain(&header, &rows.iter().map(row).collect::<Vec<_>>(), &all)
}
