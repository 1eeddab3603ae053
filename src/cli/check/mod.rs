//! `decklint check`.

mod args;
mod baseline;
mod changed;
mod job;
mod show;
mod sink;
mod stream;
mod tables;
mod watch;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};

pub(crate) use args::Args;

use super::config::{RunOptions, Setup, Setups, day, normal, show_settings, today};
use super::deck::file::ReadArgs;
use super::found::Task;
use super::found::{Found, Leave};
use super::inputs::Input;
use super::options::game_id;
use super::out;
use super::{Exit, fix};
use crate::report::{RuleInfo, Summary, rule_infos};
use baseline::Baseline;
use changed::Changed;
use job::{Faults, Job, Outcome};
use sink::{End, Format, Sink};

pub(crate) fn run(args: &Args, verbose: bool) -> Result<Exit> {
    if let Some(threads) = args.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().context("cannot start the threads")?;
    }
    if args.separator.is_some() && !args.stream {
        bail!("--separator is for --stream");
    }
    if args.stream {
        stream::run(args)
    } else if args.watch {
        watch::run(args, verbose)
    } else {
        once(args, verbose).map(|(exit, _)| exit)
    }
}

/// What the command line says, for [`Setups`].
fn run_options(args: &Args) -> Result<RunOptions<'_>> {
    let today = match &args.today {
        Some(text) => day(text).map_err(|e| anyhow::anyhow!("--today: {e}"))?,
        None => today(),
    };
    let (pools, layers, levels) = (&args.pools, &args.layers, &args.levels);
    let base = RunOptions::new(&args.config, &args.games);
    Ok(RunOptions { pools, layers, levels, draft: args.draft, from: args.read.from, today, ..base })
}

/// The game of `--game`, told by the games of a setup.
fn game_of(args: &Args, setups: &[Arc<Setup>]) -> Result<Option<String>> {
    let Some(name) = &args.game else { return Ok(None) };
    let mut found = Ok(None);
    for setup in setups {
        found = game_id(&setup.session.games, name).map(Some);
        if found.is_ok() {
            break;
        }
    }
    found
}

/// One run. The files whose change would change its result come with it.
fn once(args: &Args, verbose: bool) -> Result<(Exit, Vec<std::path::PathBuf>)> {
    let mut setups = Setups::new(run_options(args)?);
    // Where nothing is to check, options are judged all the same.
    let results = args.results().map(Path::to_path_buf).collect();
    let leave = Leave { named_too: args.force_exclude, results };
    let mut found = Found::new(&args.paths, &mut setups, &args.stdin_name, &leave)?;
    let mut tasks = std::mem::take(&mut found.decks);
    if verbose {
        found.tell_all();
    }
    let watched = watched(&tasks, &setups.all);
    let changed = args.changed_since.as_deref().map(Changed::since).transpose()?;
    let before = tasks.len();
    if let Some(changed) = &changed {
        tasks.retain(|(input, _)| matches!(input, Input::File(path) if changed.has(path)));
        let own = setups.all.iter().flat_map(|s| &s.named).any(|path| changed.has(path));
        if own && tasks.len() < before {
            out::talk("note: the configuration or a file that it names changed too; other decks were not checked");
        }
    }
    refuse_overwriting(args, &tasks)?;
    if tasks.is_empty() {
        let whole = setups.of(None)?;
        if broken(&setups.all) {
            return Ok((Exit::Failed, watched));
        }
        game_of(args, &[whole])?;
        if args.show_files {
            show::run(args, &[], &[], &found.left, None)?;
        } else if !verbose {
            found.tell("--show-files");
        }
        return nothing(args, before, found.left.len()).map(|exit| (exit, watched));
    }
    let game = game_of(args, &setups.all)?;
    if args.show_settings || args.show_files {
        if broken(&setups.all) {
            return Ok((Exit::Failed, watched));
        }
        show::run(args, &setups.all, &tasks, &found.left, game.as_deref())?;
        return Ok((Exit::Clean, watched));
    }
    if let Some(exit) = fixed(args, &tasks, &setups.all)? {
        return Ok((exit, watched));
    }
    let baseline = args.baseline.as_ref().map(|p| Baseline::read(p, args.update_baseline)).transpose()?;
    let mut sinks = sinks(args)?;
    let job = Job {
        game: game.as_deref(),
        stdin_name: &args.stdin_name,
        baseline: baseline.as_ref(),
        max_findings: args.max_findings,
        statistics: args.statistics,
        verbose,
    };
    let concise = args.format != Format::Full && args.format.is_for_people();
    let mut outcome = job.run(&tasks, &setups.all, &mut sinks, concise)?;
    waiver_faults(args, &setups.all, &mut outcome, changed.is_some(), concise);
    let exit = exit_of(args, &outcome);
    end(args, &setups.all, &outcome, sinks)?;
    outcome.faults.finish(concise);
    if args.format.is_for_people() && !args.quiet {
        out::talk(&outcome.summary.to_string());
    }
    if !args.quiet && !verbose {
        found.tell("--show-files");
    }
    if let Some(baseline) = baseline {
        after_baseline(args, baseline, outcome)?;
    }
    Ok((exit, watched))
}

/// Mends the decks, if that is asked for. With `--diff` nothing is checked after it, and the exit code is here.
fn fixed(args: &Args, tasks: &[Task], setups: &[Arc<Setup>]) -> Result<Option<Exit>> {
    if !args.fix.any()? {
        return Ok(None);
    }
    let mut exit = Exit::Clean;
    // Under a configuration that cannot be used nothing is mended; the check reports it.
    for (input, setup) in tasks.iter().filter(|(_, setup)| !setup.broken) {
        let read = ReadArgs { game: args.game.clone(), stdin_name: args.stdin_name.clone(), ..ReadArgs::default() };
        exit = exit.max(fix::run(&setup.session, &args.fix, &read, std::slice::from_ref(input), &setup.levels)?);
    }
    if !args.fix.diff {
        return Ok(None);
    }
    Ok(Some(if broken(setups) { Exit::Failed } else { exit }))
}

/// Says what is wrong with the configurations where no deck is checked; whether there is anything.
fn broken(setups: &[Arc<Setup>]) -> bool {
    let mut faults = Faults::default();
    setups.iter().for_each(|setup| faults.take(setup, setup.faults.clone(), false));
    faults.broken
}

/// A result must not take the place of a deck or of another result.
fn refuse_overwriting(args: &Args, tasks: &[Task]) -> Result<()> {
    let mut seen = Vec::new();
    for result in args.results() {
        let whole = normal(result);
        if seen.contains(&whole) {
            bail!("two results would be written to `{}`", result.display());
        }
        let is_deck = |(input, _): &Task| matches!(input, Input::File(path) if normal(path) == whole);
        if tasks.iter().any(is_deck) {
            bail!("`{}` is a deck of this run; it is not overwritten", result.display());
        }
        seen.push(whole);
    }
    Ok(())
}

/// There is no deck: a fault, unless options took them all away.
fn nothing(args: &Args, before: usize, skipped: usize) -> Result<Exit> {
    if let Some(rev) = args.changed_since.as_ref().filter(|_| before > 0) {
        out::talk(&format!("no deck changed since {rev}"));
    } else if args.force_exclude && skipped > 0 {
        out::talk("all decks are excluded");
    } else {
        let paths: Vec<String> = args.paths.iter().map(|p| format!("`{}`", p.display())).collect();
        let but = if skipped > 0 { " that is not excluded" } else { "" };
        bail!("nothing to check: no deck file{but} in {}", paths.join(", "));
    }
    // Reports are there even so: CI looks for them.
    end(args, &[], &Outcome::default(), sinks(args)?)?;
    Ok(Exit::Clean)
}

fn sinks(args: &Args) -> Result<Vec<Sink>> {
    let style = args.style();
    let mut sinks = vec![Sink::main(args.format, args.output_file.as_deref(), style)?];
    sinks[0].refuse_options()?;
    for (format, file) in &args.report {
        sinks.push(Sink::file(*format, file, style)?);
    }
    Ok(sinks)
}

fn waiver_faults(args: &Args, setups: &[Arc<Setup>], outcome: &mut Outcome, part: bool, concise: bool) {
    let mut done: Vec<&Path> = Vec::new();
    for setup in setups {
        let config = &setup.config;
        if done.contains(&config.path.as_path()) {
            continue;
        }
        done.push(&config.path);
        let same: Vec<&Setup> = setups.iter().filter(|s| s.config.path == config.path).map(AsRef::as_ref).collect();
        // All decks of a configuration were checked if its whole folder was.
        let walked = |path: &std::path::PathBuf| path.is_dir() && config.root.starts_with(normal(path));
        let whole = !part && args.paths.iter().any(walked);
        let faults = Setup::waiver_faults(&same, whole);
        outcome.faults.take(setup, faults, concise);
    }
}

fn exit_of(args: &Args, outcome: &Outcome) -> Exit {
    match outcome.summary {
        _ if outcome.faults.broken => Exit::Failed,
        summary if summary.unknown() => Exit::Failed,
        _ if args.exit_zero || args.update_baseline => Exit::Clean,
        Summary { illegal: 1.., .. } => Exit::Findings,
        _ if outcome.faults.errors => Exit::Findings,
        _ => Exit::Clean,
    }
}

/// Ends all documents and gives the files their names.
fn end(args: &Args, setups: &[Arc<Setup>], outcome: &Outcome, mut sinks: Vec<Sink>) -> Result<()> {
    let statistics = args.statistics.then(|| outcome.counter.statistics());
    let rules: Vec<RuleInfo> = if sinks.iter().any(|s| s.view.format == Format::Sarif) {
        let rules: Vec<_> = setups.iter().flat_map(|s| s.session.rules_in_use()).collect();
        rule_infos(&rules)
    } else {
        Vec::new()
    };
    let configured = setups.iter().find_map(|s| s.config.rules_url.as_ref()).map(|w| w.value.as_str());
    let end = End {
        run: &outcome.faults.reports,
        summary: outcome.summary,
        statistics: statistics.as_ref(),
        rules: &rules,
        rules_url: args.rules_url.as_deref().or(configured),
        failed: outcome.faults.broken || outcome.summary.unknown(),
    };
    let alone = sinks.len() == 1;
    for sink in &mut sinks {
        let result = sink.end(&end).and_then(|()| sink.flush());
        if alone { result? } else { sink.drop_if_closed(result)? }
    }
    sinks.into_iter().try_for_each(Sink::close)
}

fn after_baseline(args: &Args, baseline: Baseline, outcome: Outcome) -> Result<()> {
    let name = args.baseline.as_ref().map_or(String::new(), |p| p.display().to_string());
    let plural = |n: usize| format!("{n} {}", if n == 1 { "finding" } else { "findings" });
    if args.update_baseline {
        let count = baseline.write(outcome.now)?;
        out::talk(&format!("{name}: {}", plural(count)));
    } else if outcome.gone > 0 && !args.quiet {
        let gone = plural(outcome.gone);
        out::talk(&format!("{name}: {gone} no longer found; `--update-baseline` takes them out"));
    }
    Ok(())
}

/// Decks, configurations and the files that they and the command line name.
fn watched(tasks: &[Task], setups: &[Arc<Setup>]) -> Vec<std::path::PathBuf> {
    let decks = tasks.iter().filter_map(|(input, _)| match input {
        Input::File(path) => Some(path.clone()),
        Input::Stdin => None,
    });
    let options = setups.iter().flat_map(|s| {
        let options = &s.session.options;
        let pools = options.pools.iter().chain(&options.added_pools).map(|p| p.path.clone());
        pools.chain(options.layers.iter().map(std::path::PathBuf::from)).collect::<Vec<_>>()
    });
    let own = setups.iter().flat_map(|s| s.named.clone());
    decks.chain(options).chain(own).collect()
}

/// Writes to standard output and flushes it.
fn print(text: &str) -> Result<()> {
    let mut stdout = out::stdout();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(())
}
