//! `decklint check`.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rayon::prelude::*;

use super::Exit;
use super::deck::file::ReadArgs;
use super::fix::{self, FixArgs};
use super::inputs::{Input, expand};
use super::options::{GamesArgs, LayerArgs, LevelArgs, PoolArgs, game_id, session};
use super::out;
use crate::diagnostics::{DCK_SIZE, DCK_UNREADABLE, Diagnostic, Levels};
use crate::game::{Checked, DeckInput, Session, check, io_reason, read_all, read_limited};
use crate::report::{DeckReport, FindingReport, Summary, VERSION, concise_deck, concise_run_finding, full_deck};
use crate::text::{FileId, Files, Place, Source, decode};

/// The largest deck that is read: 8 MiB.
const MAX_DECK: u64 = 8 << 20;
/// How many decks are checked before their results are written; memory holds no more than these.
const CHUNK: usize = 512;

/// Check decks against the rules of their game
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The game of a deck is what `--game` says, else what its header says (`# game: barrenia`), else the name of a \
        folder above it.\n`decklint explain formats` shows how decks are written, `decklint explain layers` how rules are \
        changed.\n\nExit codes: 0 nothing wrong, 1 a finding at error level, 2 a deck or the run could not be checked.\n\nExamples:\n  decklint check decks/\n  decklint check --game parallel 'lists/**/*.txt'\n  \
        decklint check --layer arc-2 --set BAR003.max=3 deck.yaml\n  decklint check --format concise - < deck.txt"
)]
pub(crate) struct Args {
    /// Files, folders (walked, .gitignore obeyed), patterns, or `-` for standard input; the current folder if absent
    #[arg(value_name = "PATH", default_value = ".", hide_default_value = true)]
    paths: Vec<PathBuf>,
    /// The game of all decks, by its id (`decklint games` lists them)
    #[arg(short, long, value_name = "GAME")]
    game: Option<String>,
    /// How to show the findings
    #[arg(short, long, value_name = "FORMAT", default_value = "full")]
    format: Format,
    /// The name of standard input, in findings and for finding its format and game
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    stdin_name: String,
    /// The decks are under construction: that cards are missing is a note, no error
    #[arg(long)]
    draft: bool,
    /// How many threads check decks; all cores if absent
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    #[command(flatten)]
    fix: FixArgs,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    pools: PoolArgs,
    #[command(flatten)]
    layers: LayerArgs,
    #[command(flatten)]
    levels: LevelArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Code frames for people
    Full,
    /// `file:line:col: level CODE message`
    Concise,
    /// One document; `decklint schema report` describes it
    Json,
    /// One deck a line, then the summary
    JsonLines,
}

fn threads(text: &str) -> Result<usize, String> {
    super::at_least_one("threads", text)
}

pub(crate) fn run(args: Args, verbose: bool) -> Result<Exit> {
    // The process ends with the run: the system takes the memory of thousands of cards back faster than they are freed.
    let session = std::mem::ManuallyDrop::new(session(&args.games, &args.pools, &args.layers, args.draft)?);
    let levels = args.levels.levels(&session.games, &args.layers.layers)?;
    let game = args.game.as_ref().map(|name| game_id(&session.games, name)).transpose()?;
    if let Some(threads) = args.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().context("cannot start the threads")?;
    }
    let inputs = expand(&args.paths)?;
    if inputs.is_empty() {
        let paths: Vec<String> = args.paths.iter().map(|p| format!("`{}`", p.display())).collect();
        bail!("nothing to check: no deck file in {}", paths.join(", "));
    }
    if args.fix.any()? {
        let read = ReadArgs {
            game: args.game.clone(),
            stdin_name: args.stdin_name.clone(),
            games: args.games.clone(),
            pools: args.pools.clone(),
            layers: args.layers.clone(),
        };
        let exit = fix::run(&session, &args.fix, &read, &inputs, &levels)?;
        if args.fix.diff {
            let broken = out::run_faults(&session, &session.take_faults());
            return Ok(if broken { Exit::Failed } else { exit });
        }
    }
    let job = Job {
        session: &session,
        levels: &levels,
        game: game.as_deref(),
        stdin_name: &args.stdin_name,
        format: args.format,
        verbose,
    };
    let mut stdout = out::stdout();
    let summary = job.run(&inputs, &mut stdout)?;
    let mut faults = session.take_faults();
    levels.apply(&mut faults);
    job.finish(&faults, summary, &mut stdout)?;
    stdout.flush()?;
    drop(stdout);
    let broken = match args.format {
        Format::Full | Format::Concise => {
            let broken = show_faults(&session, &faults, args.format);
            out::talk(&summary.to_string());
            broken
        }
        Format::Json | Format::JsonLines => out::run_faults(&session, &faults),
    };
    Ok(match summary {
        _ if broken => Exit::Failed,
        Summary { unreadable: 1.., .. } => Exit::Failed,
        Summary { illegal: 1.., .. } => Exit::Findings,
        _ => Exit::Clean,
    })
}

fn show_faults(session: &Session, faults: &[Diagnostic], format: Format) -> bool {
    if format == Format::Full {
        return out::run_faults(session, faults);
    }
    let files = Files { shared: &session.sources, input: None };
    faults.iter().for_each(|f| out::talk(concise_run_finding(f, files).trim_end()));
    faults.iter().any(|f| f.level == crate::diagnostics::Level::Error)
}

struct Job<'a> {
    session: &'a Session,
    levels: &'a Levels,
    game: Option<&'a str>,
    stdin_name: &'a str,
    format: Format,
    verbose: bool,
}

impl Job<'_> {
    /// Checks all inputs, in chunks on all cores; results are written in input order.
    fn run(&self, inputs: &[Input], stdout: &mut impl Write) -> Result<Summary> {
        let mut summary = Summary::default();
        let mut first = true;
        let styled = self.format == Format::Full && out::styled();
        let mut progress = Progress::new(inputs.len());
        if self.format == Format::Json {
            write!(stdout, "{{\"v\":{VERSION},\"decks\":[")?;
        }
        for chunk in inputs.chunks(CHUNK) {
            let one = |input: &Input| {
                let checked = self.check(input);
                (checked.verdict, self.render(&checked, styled), self.verbose.then(|| how(&checked)))
            };
            let results: Vec<_> =
                if chunk.len() > 1 { chunk.par_iter().map(one).collect() } else { chunk.iter().map(one).collect() };
            for (verdict, text, how) in results {
                summary.add(verdict);
                if let Some(how) = how {
                    out::talk(&how);
                }
                if self.format == Format::Json && !std::mem::take(&mut first) {
                    stdout.write_all(b",")?;
                }
                stdout.write_all(text.as_bytes())?;
            }
            progress.advance(chunk.len());
        }
        progress.finish();
        Ok(summary)
    }

    /// Ends the documents for machines with what is wrong with games, pools and layers, and the summary.
    fn finish(&self, faults: &[Diagnostic], summary: Summary, stdout: &mut impl Write) -> Result<()> {
        let begin = match self.format {
            Format::Full | Format::Concise => return Ok(()),
            Format::Json => "],",
            Format::JsonLines => "{",
        };
        let files = Files { shared: &self.session.sources, input: None };
        let run: Vec<FindingReport> = faults.iter().map(|d| FindingReport::new(d, files, false)).collect();
        let (run, summary) = (serde_json::to_string(&run)?, serde_json::to_string(&summary)?);
        writeln!(stdout, "{begin}\"run\":{run},\"summary\":{summary}}}")?;
        Ok(())
    }

    fn check(&self, input: &Input) -> Checked {
        let (name, bytes, path) = match input {
            Input::Stdin => (
                self.stdin_name.to_owned(),
                read_all(std::io::stdin().lock(), 0, MAX_DECK),
                Some(Path::new(self.stdin_name)).filter(|_| self.stdin_name != "<stdin>"),
            ),
            Input::File(path) => (path.display().to_string(), read_limited(path, MAX_DECK), Some(path.as_path())),
        };
        let failed = |name: &str, code, message: String| {
            let source = Arc::new(Source::new(name, ""));
            Checked::unreadable(source, Diagnostic::general(code, Place::File(FileId::INPUT), message))
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(e) => {
                let code = if e.kind() == ErrorKind::FileTooLarge { &DCK_SIZE } else { &DCK_UNREADABLE };
                return failed(&name, code, format!("the deck was not read: {}", io_reason(&e)));
            }
        };
        match decode(bytes) {
            Err(e) => failed(&name, &DCK_UNREADABLE, e.to_string()),
            Ok(decoded) => {
                let source = Arc::new(Source::new(name, decoded.text));
                let input = DeckInput { source: &source, guessed: decoded.guessed, path, game: self.game };
                check(self.session, input, self.levels)
            }
        }
    }

    fn render(&self, checked: &Checked, styled: bool) -> String {
        let files = Files { shared: &self.session.sources, input: Some(&checked.source) };
        match self.format {
            Format::Full => full_deck(checked, files, styled),
            Format::Concise => concise_deck(checked, files),
            Format::Json | Format::JsonLines => {
                // Strings and numbers only: there is nothing in it that JSON could refuse.
                let mut text = serde_json::to_string(&DeckReport::new(checked, files)).unwrap_or_default();
                if self.format == Format::JsonLines {
                    text.push('\n');
                }
                text
            }
        }
    }
}

fn how(checked: &Checked) -> String {
    let format = checked.format.unwrap_or("nothing");
    let name = crate::report::visible(&checked.source.name);
    match checked.how.as_str() {
        "" => format!("{name}: not read"),
        how => format!("{name}: read as {format} ({how})"),
    }
}

/// A progress bar on standard error, on a terminal only, once a run lasts longer than a second.
struct Progress {
    bar: Option<indicatif::ProgressBar>,
    total: usize,
    done: usize,
    start: Instant,
}

impl Progress {
    fn new(total: usize) -> Self {
        Progress { bar: None, total, done: 0, start: Instant::now() }
    }

    fn advance(&mut self, by: usize) {
        self.done += by;
        let shown = std::io::stderr().is_terminal() && !std::io::stdout().is_terminal();
        if self.bar.is_none() && shown && self.start.elapsed() > Duration::from_secs(1) {
            self.bar = Some(indicatif::ProgressBar::new(self.total as u64));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done as u64);
        }
    }

    fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
