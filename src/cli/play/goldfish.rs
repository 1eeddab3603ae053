//! `decklint goldfish`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

use super::{Arena, Seated, TableArgs, arena, in_range, use_threads};
use crate::cli::progress::Progress;
use crate::cli::save::{obstacle, save};
use crate::cli::{Exit, out};
use crate::play::{Job, Seat, Tally, Trace};
use crate::report::{
    Assumption, Goldfish, Names, goldfish_chart, goldfish_csv, goldfish_json, goldfish_markdown, goldfish_table,
};

/// How many games a thread takes at a time. The last ones to be taken are what the others wait for.
const CHUNK: u64 = 256;
/// The most games of a run.
const MOST_GAMES: u64 = 1_000_000_000;
/// The most turns of a game.
const MOST_TURNS: u64 = 10_000;

/// Play a deck out many times, alone, under the turn rules of its game
///
/// Each game is played from the shuffle to its end or to the last turn, by a policy that stands for the player, against
/// an opponent that does nothing but what the rules force on it, unless told otherwise. The figures come with what they
/// rest on; the same seed gives the same bytes on any machine and number of threads.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Goals ask for something by a turn, such as 'hand has type:Soldier size<=2', 'stock >= 10 at turn 3' or 'quick: won by \
        turn 8';\n`decklint explain goals` shows the grammar, `decklint explain policies` how a policy file is written.\n\n\
        Exit codes: 0 the games were played, 1 the deck breaks the rules and was not played, 2 the run itself failed.\n\nExamples:\n  \
        decklint goldfish decks/barrenia/hive-rush.yaml\n  decklint goldfish deck.txt --game parallel --first --games 100000\n  \
        decklint goldfish deck.yaml --goal 'curve: board has type:Soldier by turn 2' --chart run.svg\n  decklint goldfish \
        deck.yaml --trace 7"
)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// How many games
    #[arg(long, value_name = "N", default_value = "10000", value_parser = games, allow_negative_numbers = true)]
    games: u64,
    /// How many own turns a game has at most
    #[arg(long, value_name = "N", default_value = "12", value_parser = turns, allow_negative_numbers = true)]
    turns: u64,
    /// Something to reach; may be given several times
    #[arg(long = "goal", value_name = "GOAL")]
    goals: Vec<String>,
    /// How to show the figures
    #[arg(short, long, value_name = "FORMAT", default_value = "table")]
    format: Format,
    /// Draw the figures as an SVG picture into FILE as well
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Replace the chart's file if it is there
    #[arg(long)]
    force: bool,
    /// Print one game, by its number from 1, as a readable log instead
    #[arg(long, value_name = "GAME", value_parser = game_number, allow_negative_numbers = true)]
    trace: Option<u64>,
    /// Play part I of N of the games only and write its tallies as JSON; `decklint merge` adds them up
    #[arg(long, value_name = "I/N", conflicts_with_all = ["chart", "trace"])]
    shard: Option<String>,
    /// How many threads play; all cores if absent
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<usize>,
}

/// How figures are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Tables and bars
    Table,
    /// One document; `decklint schema goldfish` describes it
    Json,
    /// One row a figure
    Csv,
    /// Tables for an issue or a pull request
    Markdown,
}

fn games(text: &str) -> Result<u64, String> {
    in_range("games", text, MOST_GAMES)
}

fn turns(text: &str) -> Result<u64, String> {
    in_range("turns", text, MOST_TURNS)
}

fn game_number(text: &str) -> Result<u64, String> {
    in_range("the number of a game", text, MOST_GAMES)
}

fn threads(text: &str) -> Result<usize, String> {
    crate::cli::at_least_one("threads", text)
}

/// A part of a run, as a file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shard {
    /// The version of this form.
    pub v: u32,
    /// Which part of how many.
    pub shard: [u64; 2],
    /// Games of the whole run.
    pub games: u64,
    /// What the figures rest on.
    pub assumptions: Vec<Assumption>,
    /// The names behind the numbers.
    pub names: Names,
    /// The figures.
    pub tally: Tally,
}

/// The version of [`Shard`].
pub(crate) const SHARD_VERSION: u32 = 1;

pub(crate) fn run(args: Args) -> Result<Exit> {
    use_threads(args.threads)?;
    let shard = args.shard.as_deref().map(part).transpose()?;
    // Told before the games are played, not after.
    if let Some(obstacle) = args.chart.as_deref().and_then(|path| obstacle(path, args.force)) {
        bail!(obstacle);
    }
    let mut arena = match arena(&args.table, &args.goals)? {
        Seated::Arena(arena) => arena,
        Seated::Refused(exit) => return Ok(exit),
    };
    let job = job(&mut arena, &args);
    let mut stdout = out::stdout();
    if let Some(game) = args.trace {
        trace(&mut stdout, &arena, &job, game)?;
        stdout.flush()?;
        return Ok(Exit::Clean);
    }
    let (from, to) = match shard {
        None => (0, args.games),
        Some([i, n]) => (cut(args.games, i - 1, n), cut(args.games, i, n)),
    };
    let tally = play(&arena, &job, from, to);
    let names = names(&arena, &job);
    if let Some(shard) = shard {
        let (assumptions, games) = (arena.assumptions, args.games);
        let shard = Shard { v: SHARD_VERSION, shard, games, assumptions, names, tally };
        serde_json::to_writer(&mut stdout, &shard)?;
        writeln!(stdout)?;
    } else {
        let run = Goldfish::new(arena.assumptions, &names, &tally);
        if let Some(path) = &args.chart {
            let title = format!("{}: {} games", arena.name, args.games);
            save(path, &goldfish_chart(&run, &title), args.force)?;
            out::talk(&format!("the chart is in {}", path.display()));
        }
        stdout.write_all(render(&run, args.format).as_bytes())?;
    }
    stdout.flush()?;
    Ok(Exit::Clean)
}

/// Where part `i` of `n` begins.
fn cut(games: u64, i: u64, n: u64) -> u64 {
    u64::try_from(u128::from(games) * u128::from(i) / u128::from(n)).unwrap_or(games)
}

/// `I/N`
fn part(text: &str) -> Result<[u64; 2]> {
    let numbers = text.split_once('/').and_then(|(i, n)| Some([i.trim().parse().ok()?, n.trim().parse().ok()?]));
    match numbers {
        Some([i, n]) if (1..=n).contains(&i) && n <= 1_000_000 => Ok([i, n]),
        _ => bail!("--shard {text}: the form is I/N with I from 1 to N, such as 2/8"),
    }
}

/// The figures in a format.
pub(crate) fn render(run: &Goldfish, format: Format) -> String {
    match format {
        Format::Table => goldfish_table(run, out::width()),
        Format::Json => goldfish_json(run),
        Format::Csv => goldfish_csv(run),
        Format::Markdown => goldfish_markdown(run),
    }
}

fn job(arena: &mut Arena, args: &Args) -> Job {
    let say = |key: &str, label: &str, value: u64| Assumption {
        key: key.to_owned(),
        label: label.to_owned(),
        value: value.to_string(),
    };
    let at = arena.assumptions.iter().position(|a| a.key == "seed").unwrap_or(arena.assumptions.len());
    arena.assumptions.splice(at..at, [say("games", "Games", args.games), say("turns", "Turns at most", args.turns)]);
    Job {
        seed: args.table.seed,
        turns: u16::try_from(args.turns).unwrap_or(u16::MAX),
        policies: std::mem::take(&mut arena.policies),
        goals: std::mem::take(&mut arena.goals),
        groups: arena.groups.iter().map(|(_, mask)| *mask).collect(),
    }
}

fn names(arena: &Arena, job: &Job) -> Names {
    let (about, kit) = (arena.runner.about(), arena.runner.kit());
    let copies = |kind| {
        let all = kit.lists[0].iter().chain(&kit.apart[0]);
        all.filter(|k| **k == kind).count() as u64
    };
    Names {
        metrics: about.metrics.iter().map(|m| (*m).to_owned()).collect(),
        endings: about.endings.iter().map(|(n, m)| ((*n).to_owned(), (*m).to_owned())).collect(),
        groups: arena.groups.iter().map(|(name, _)| name.clone()).collect(),
        cards: kit.kinds().map(|k| (kit.name(k).to_owned(), copies(k))).collect(),
        goals: job.goals.iter().map(|g| g.name.clone()).collect(),
    }
}

/// Plays the games on all threads. Tallies are whole numbers, so their sum does not depend on who played what. A thread
/// has one tally for all of its games: memory does not grow with their number.
fn play(arena: &Arena, job: &Job, from: u64, to: u64) -> Tally {
    let left = Mutex::new((from, Progress::new(to - from, true)));
    let take = || {
        let mut left = left.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (start, progress) = &mut *left;
        let part = *start..(*start + CHUNK).min(to);
        *start = part.end;
        progress.advance(part.end - part.start);
        (!part.is_empty()).then_some(part)
    };
    let tallies = rayon::broadcast(|_| arena.runner.run_parts(job, &mut || take()));
    left.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).1.finish();
    let mut tally = Tally::default();
    tallies.iter().for_each(|part| tally.merge(part));
    tally
}

fn trace(stdout: &mut impl Write, arena: &Arena, job: &Job, game: u64) -> Result<()> {
    let about = arena.runner.about();
    let Trace { lines, outcome } = arena.runner.trace(job, game - 1);
    writeln!(stdout, "Game {game} of seed {}: A plays {}", job.seed, crate::report::visible(&arena.name))?;
    let mut head = (Seat::A, u16::MAX, "");
    for line in &lines {
        if (line.seat, line.turn) != (head.0, head.1) {
            let title =
                if line.turn == 0 { "Set-up".to_owned() } else { format!("Turn {} of {:?}", line.turn, line.seat) };
            writeln!(stdout, "\n{title}")?;
        }
        let now = (line.seat, line.turn, line.stage);
        if now != head && line.turn > 0 {
            writeln!(stdout, "  [{}]", line.stage)?;
        }
        head = now;
        writeln!(stdout, "    {}", crate::report::visible(&line.text))?;
    }
    let end = match outcome {
        None => format!("The last of {} turns is over; nobody has won.", job.turns),
        Some(outcome) => {
            let (name, meaning) = about.endings[usize::from(outcome.ending)];
            let who = outcome.winner.map_or("Nobody wins".to_owned(), |s| format!("{s:?} wins"));
            format!("{who}: {name}, {meaning}.")
        }
    };
    writeln!(stdout, "\n{end}")?;
    Ok(())
}
