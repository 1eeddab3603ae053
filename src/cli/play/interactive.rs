//! `decklint play`: a game step by step, in a terminal or from a pipe.

use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};

use super::{Arena, Seated, TableArgs, arena, in_range};
use crate::cli::save::save as write_file;
use crate::cli::{Exit, out};
use crate::game::{MAX_FILE, io_reason, read_limited};
use crate::play::{Outcome, Policy, Quantity, Seat, Session, Step, Streams, Zone};
use crate::report::visible;
use crate::text::{decode, did_you_mean};

/// Play a game step by step: the table, the options by number, undo, a log, a script to save and resume
///
/// At each decision of seat A the options are listed; a number or the option's words take it. The second seat is played by
/// its policy, unless `--both` asks for its decisions too. Input may come from a pipe: one answer a line, `#` begins a
/// comment.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "At the prompt: a number, or the words of an option, take it; Enter takes what the built-in player would;\n\
        u undo, t table, l log, a advice, s FILE save a script, h help, q quit.\n\nExamples:\n  decklint play decks/barrenia/hive-rush.yaml\n  \
        decklint play mine.txt --opponent theirs.txt --both --game parallel\n  decklint play deck.yaml --script saved.txt\n  \
        printf '1\\n1\\n' | decklint play deck.yaml --first"
)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// Ask for the decisions of both seats
    #[arg(long)]
    both: bool,
    /// Show both hands
    #[arg(long)]
    open: bool,
    /// Which game of the seed is played
    #[arg(long, value_name = "N", default_value = "1", value_parser = number, allow_negative_numbers = true)]
    number: u64,
    /// Take the decisions of a saved script first, then ask
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// End after so many own turns
    #[arg(long, value_name = "N", default_value = "100", value_parser = turns, allow_negative_numbers = true)]
    turns: u64,
}

fn number(text: &str) -> Result<u64, String> {
    in_range("the number of a game", text, 1_000_000_000)
}

fn turns(text: &str) -> Result<u64, String> {
    in_range("turns", text, 10_000)
}

const HELP: &str = "a number or an option's words: take it   Enter: take what the built-in player would\n\
    u: undo   t: table   l: log   a: advice   s FILE: save a script   h: this help   q: quit\n";

pub(crate) fn run(args: Args) -> Result<Exit> {
    if args.script.is_some() && args.table.deck.as_os_str() == "-" {
        bail!("answers come from standard input, so the deck must be a file");
    }
    let arena = match arena(&args.table, &[])? {
        Seated::Arena(arena) => arena,
        Seated::Refused(exit) => return Ok(exit),
    };
    let script = args.script.as_deref().map(read_script).transpose()?.unwrap_or_default();
    let mut stdout = out::stdout();
    for key in ["game", "deck", "first", "opponent", "not-simulated", "seed"] {
        if let Some(a) = arena.assumptions.iter().find(|a| a.key == key) {
            writeln!(stdout, "{}: {}", a.label, visible(&a.value))?;
        }
    }
    let mut game = Game::new(&arena, &args);
    for (line, label) in &script {
        if let Stop::Over(_) = game.run() {
            bail!("the script goes on behind the end of the game: line {line}, `{}`", visible(label));
        }
        let options = game.session.options();
        let Some(index) = options.iter().position(|o| o == label) else {
            let near = did_you_mean(label, options.iter().map(String::as_str));
            bail!("line {line} of the script: there is no option `{}`{near}", visible(label));
        };
        game.take(index);
    }
    converse(&mut game, &mut stdout)?;
    stdout.flush()?;
    Ok(Exit::Clean)
}

/// The decisions of a script with their lines.
fn read_script(path: &Path) -> Result<Vec<(usize, String)>> {
    let name = path.display();
    let bytes = read_limited(path, MAX_FILE).map_err(|e| anyhow!("--script {name}: {}", io_reason(&e)))?;
    let text = decode(bytes).map_err(|e| anyhow!("--script {name}: {e}"))?.text;
    let lines = text.lines().enumerate().map(|(i, l)| (i + 1, l.trim().to_owned()));
    Ok(lines.filter(|(_, l)| !l.is_empty() && !l.starts_with('#')).collect())
}

/// Where a game stands.
enum Stop {
    /// The person decides for this seat.
    Ask(Seat),
    /// The game is over; `None` at the last turn.
    Over(Option<Outcome>),
}

struct Game<'a> {
    arena: &'a Arena,
    args: &'a Args,
    session: Box<dyn Session + 'a>,
    /// The person's decisions so far, by index.
    taken: Vec<usize>,
    /// The same in words.
    labels: Vec<String>,
    /// Where the game stands, if it stands.
    stop: Option<Step>,
}

impl<'a> Game<'a> {
    fn new(arena: &'a Arena, args: &'a Args) -> Self {
        let session = open(arena, args);
        Game { arena, args, session, taken: Vec::new(), labels: Vec::new(), stop: None }
    }

    /// Runs to the person's next decision. The other seat is played by its policy.
    fn run(&mut self) -> Stop {
        loop {
            let step = *self.stop.get_or_insert_with(|| self.session.step());
            match step {
                Step::Over(outcome) => return Stop::Over(Some(outcome)),
                Step::TurnEnd(Seat::A) if u64::from(self.session.turn(Seat::A)) >= self.args.turns => {
                    return Stop::Over(None);
                }
                Step::Decide(seat) if seat == Seat::A || self.args.both => return Stop::Ask(seat),
                Step::Decide(seat) => {
                    let index = self.session.advice(&self.arena.policies[1], seat);
                    self.session.choose(index);
                    self.stop = None;
                }
                Step::Opened | Step::TurnEnd(_) => self.stop = None,
            }
        }
    }

    fn take(&mut self, index: usize) {
        self.labels.extend(self.session.options().get(index).cloned());
        self.taken.push(index);
        self.session.choose(index);
        self.stop = None;
    }

    /// Takes the last decision back: the game is played again up to it, which the dice make the same game.
    fn undo(&mut self) -> bool {
        let Some(_) = self.taken.pop() else { return false };
        self.labels.clear();
        let again = std::mem::take(&mut self.taken);
        self.session = open(self.arena, self.args);
        self.stop = None;
        for index in again {
            self.run();
            self.take(index);
        }
        true
    }
}

fn open<'a>(arena: &'a Arena, args: &Args) -> Box<dyn Session + 'a> {
    arena.runner.open(Box::new(Streams::new(args.table.seed, args.number - 1)))
}

/// Asks until the game is over, the person quits, or the input ends.
fn converse(game: &mut Game<'_>, out: &mut impl Write) -> Result<()> {
    let mut input = std::io::stdin().lock();
    let is_terminal = std::io::stdin().is_terminal();
    let mut told = 0;
    let mut show = true;
    loop {
        let stop = game.run();
        let log = game.session.log();
        if told < log.len() {
            writeln!(out)?;
        }
        for line in &log[told.min(log.len())..] {
            writeln!(out, "  {}", visible(&line.text))?;
        }
        told = log.len();
        let seat = match stop {
            Stop::Over(outcome) => {
                table(game, out)?;
                return end(game, outcome, out);
            }
            Stop::Ask(seat) => seat,
        };
        let options = game.session.options();
        if show {
            table(game, out)?;
            writeln!(out, "\n{seat:?} decides")?;
            for (index, option) in options.iter().enumerate() {
                writeln!(out, "{:>4}  {}", index + 1, visible(option))?;
            }
        }
        write!(out, "> ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line).context("standard input cannot be read")? == 0 {
            writeln!(out)?;
            return Ok(());
        }
        let answer = line.trim();
        if !is_terminal {
            writeln!(out, "{}", visible(answer))?;
        }
        if answer.starts_with('#') {
            show = false;
            continue;
        }
        show = match answer {
            "q" => return Ok(()),
            "h" | "?" => {
                write!(out, "{HELP}")?;
                false
            }
            "t" => true,
            "l" => {
                for line in game.session.log() {
                    writeln!(out, "{:?}{:<3} [{}] {}", line.seat, line.turn, line.stage, visible(&line.text))?;
                }
                false
            }
            "a" => {
                let advice = game.session.advice(&Policy::Greedy, seat);
                writeln!(out, "the built-in player would: {}", visible(&options[advice]))?;
                false
            }
            "u" => {
                if game.undo() {
                    told = told.min(game.session.log().len());
                    game.run();
                    told = told.min(game.session.log().len());
                    writeln!(out, "taken back")?;
                    true
                } else {
                    writeln!(out, "there is nothing to take back")?;
                    false
                }
            }
            _ if answer.starts_with("s ") => {
                save(game, Path::new(answer[2..].trim()), out)?;
                false
            }
            _ => match pick(game, seat, answer, &options) {
                Ok(index) => {
                    game.take(index);
                    true
                }
                Err(message) => {
                    writeln!(out, "{message}; h shows what can be typed")?;
                    false
                }
            },
        };
    }
}

/// The option that an answer means.
fn pick(game: &mut Game<'_>, seat: Seat, answer: &str, options: &[String]) -> Result<usize, String> {
    if answer.is_empty() {
        return Ok(game.session.advice(&Policy::Greedy, seat));
    }
    if let Ok(n) = answer.parse::<usize>() {
        return match n.checked_sub(1).filter(|i| *i < options.len()) {
            Some(index) => Ok(index),
            None => Err(format!("there are options 1 to {}", options.len())),
        };
    }
    let exact = options.iter().position(|o| o.eq_ignore_ascii_case(answer));
    exact.ok_or_else(|| {
        let near = did_you_mean(answer, options.iter().map(String::as_str));
        format!("there is no option `{}`{near}", visible(answer))
    })
}

fn save(game: &Game<'_>, path: &Path, out: &mut impl Write) -> Result<()> {
    let mut text = String::from("# decklint play --script reads this file: one decision a line\n");
    for key in ["game", "deck", "first", "opponent", "seed", "rng"] {
        if let Some(a) = game.arena.assumptions.iter().find(|a| a.key == key) {
            text.push_str(&format!("# {}: {}\n", a.label, a.value.replace('\n', " ")));
        }
    }
    for label in &game.labels {
        text.push_str(label);
        text.push('\n');
    }
    match write_file(path, &text, false) {
        Ok(()) => writeln!(out, "{} decisions are in {}", game.labels.len(), path.display())?,
        Err(e) => writeln!(out, "not saved: {e:#}")?,
    }
    Ok(())
}

/// The table: the other seat above, the own one below.
fn table(game: &Game<'_>, out: &mut impl Write) -> Result<()> {
    writeln!(out)?;
    let s = &game.session;
    writeln!(out, "--- turn {} of A, {} of B [{}] ---", s.turn(Seat::A), s.turn(Seat::B), s.stage())?;
    for seat in [Seat::B, Seat::A] {
        let numbers = [
            ("life", Quantity::Life),
            ("stock", Quantity::Stock),
            ("hand", Quantity::Hand),
            ("deck", Quantity::Deck),
            ("grave", Quantity::Grave),
        ];
        let numbers: Vec<String> = numbers.iter().map(|(name, q)| format!("{name} {}", s.quantity(seat, *q))).collect();
        writeln!(out, "{seat:?}  {}", numbers.join("  "))?;
        let mut rows = s.table(seat);
        if seat == Seat::A || game.args.open || game.args.both {
            rows.push(("Hand".to_owned(), s.zone(seat, Zone::Hand)));
        }
        let widest = rows.iter().map(|(t, _)| t.chars().count()).max().unwrap_or(0);
        for (title, slots) in rows {
            let pad = " ".repeat(widest - title.chars().count());
            let slots: Vec<String> = slots.iter().map(|c| visible(c).into_owned()).collect();
            let cards = if slots.is_empty() { "-".to_owned() } else { slots.join(" | ") };
            writeln!(out, "   {title}{pad}  {cards}")?;
        }
    }
    Ok(())
}

fn end(game: &Game<'_>, outcome: Option<Outcome>, out: &mut impl Write) -> Result<()> {
    let about = game.arena.runner.about();
    match outcome {
        None => writeln!(out, "\nThe last of {} turns is over; nobody has won.", game.args.turns)?,
        Some(outcome) => {
            let (name, meaning) = about.endings[usize::from(outcome.ending)];
            let who = outcome.winner.map_or("Nobody wins".to_owned(), |s| format!("{s:?} wins"));
            writeln!(out, "\n{who}: {name}, {meaning}.")?;
        }
    }
    Ok(())
}
