//! Checking many decks: in chunks on all cores, written in input order.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use rayon::prelude::*;

use super::baseline::{Baseline, Entry};
use super::sink::{Piece, Sink, View};
use crate::cli::config::Setup;
use crate::cli::found::Task;
use crate::cli::inputs::{Input, read_deck};
use crate::cli::out;
use crate::cli::progress::Progress;
use crate::diagnostics::{CFG_FILE, DCK_UNREADABLE, Diagnostic, GAM_FILE, Level};
use crate::game::{Checked, DeckInput, Verdict, check_json, check_with, propose};
use crate::report::{Counter, DeckReport, FindingReport, Summary, concise_run_finding};
use crate::text::{FileId, Files, Place, Source, decode};

/// How many decks are checked before their results are written; memory holds no more than these.
const CHUNK: usize = 2048;

/// What is the same for all decks of a run.
pub(super) struct Job<'a> {
    pub game: Option<&'a str>,
    pub stdin_name: &'a str,
    pub baseline: Option<&'a Baseline>,
    pub max_findings: Option<usize>,
    pub statistics: bool,
    pub verbose: bool,
}

/// What came of all decks.
#[derive(Default)]
pub(super) struct Outcome {
    pub summary: Summary,
    pub counter: Counter,
    /// Findings for a new baseline.
    pub now: Vec<(String, Vec<Entry>)>,
    /// Findings of the baseline that are no longer there.
    pub gone: usize,
    pub faults: Faults,
}

/// What is wrong with games, pools, layers and settings.
#[derive(Default)]
pub(super) struct Faults {
    /// For the reports, in the order in which they were said.
    pub reports: Vec<FindingReport>,
    /// Said at the end.
    later: Vec<(Arc<Setup>, Diagnostic)>,
    /// The run's data are broken.
    pub broken: bool,
    /// A finding at error level.
    pub errors: bool,
}

impl Faults {
    /// Takes the faults of a setup in. What keeps decks from being checked is said at once, so that the cause comes before
    /// its effects.
    pub fn take(&mut self, setup: &Arc<Setup>, found: Vec<Diagnostic>, concise: bool) {
        let files = Files { shared: &setup.session.sources, input: None };
        let name = |d: &Diagnostic| files.get(d.place.file()).map(|s| s.name.clone());
        let mut found = found;
        // The order in which threads come upon them says nothing.
        found.sort_by_cached_key(|d| (name(d), d.place.span().map(|s| s.start), d.code.clone(), d.message.clone()));
        for mut fault in found {
            // A warning that is denied is a finding; the data are usable all the same. So is a bad waiver.
            let usable = fault.level < Level::Error || fault.code.starts_with("WAI");
            let Some(level) = setup.levels.of(&fault.code, fault.level) else { continue };
            fault.level = level;
            self.reports.push(FindingReport::new(&fault, files, false));
            if level == Level::Error && !usable {
                self.broken = true;
                say(&fault, files, concise);
            } else {
                self.errors |= level == Level::Error;
                self.later.push((setup.clone(), fault));
            }
        }
    }

    /// Says what waited.
    pub fn finish(&mut self, concise: bool) {
        for (setup, fault) in self.later.drain(..) {
            say(&fault, Files { shared: &setup.session.sources, input: None }, concise);
        }
    }
}

fn say(fault: &Diagnostic, files: Files<'_>, concise: bool) {
    if concise {
        out::talk(concise_run_finding(fault, files).trim_end());
    } else {
        out::show_faults(files, std::slice::from_ref(fault));
    }
}

/// A checked deck, ready to be written.
struct Done {
    verdict: Verdict,
    waived: usize,
    omitted: usize,
    shown: usize,
    pieces: Vec<Piece>,
    report: Option<DeckReport>,
    entries: Option<(String, Vec<Entry>)>,
    gone: usize,
    how: Option<String>,
}

impl Job<'_> {
    /// Checks all decks and writes them to the sinks.
    pub fn run(&self, tasks: &[Task], setups: &[Arc<Setup>], sinks: &mut [Sink], concise: bool) -> Result<Outcome> {
        let mut outcome = Outcome::default();
        let mut progress = Progress::new(tasks.len() as u64, !std::io::stdout().is_terminal());
        let mut room = self.max_findings;
        // Where a limit counts findings, a deck must know those before it.
        let size = if room.is_some() { 1 } else { CHUNK };
        for setup in setups {
            outcome.faults.take(setup, setup.faults.clone(), concise);
        }
        let views: Vec<View> = sinks.iter().map(|s| s.view).collect();
        for chunk in tasks.chunks(size) {
            let one = |task: &Task| self.one(task, &views, room);
            let done: Vec<Done> =
                if chunk.len() > 1 { chunk.par_iter().map(one).collect() } else { chunk.iter().map(one).collect() };
            for setup in setups {
                outcome.faults.take(setup, setup.session.take_faults(), concise);
            }
            for done in done {
                room = room.map(|room| room - done.shown.min(room));
                outcome.add(&done);
                if let Some(how) = &done.how {
                    out::talk(how);
                }
                outcome.now.extend(done.entries);
                let alone = sinks.len() == 1;
                for (sink, piece) in sinks.iter_mut().zip(done.pieces) {
                    let result = sink.add(piece);
                    if alone { result? } else { sink.drop_if_closed(result)? }
                }
            }
            progress.advance(chunk.len() as u64);
        }
        progress.finish();
        Ok(outcome)
    }

    fn one(&self, (input, setup): &Task, views: &[View], room: Option<usize>) -> Done {
        let mut checked = self.check(input, setup);
        if views.iter().any(|view| view.format.has_fixes()) {
            propose(&setup.session, &mut checked);
        }
        let source = checked.source.clone();
        let files = Files { shared: &setup.session.sources, input: Some(&source) };
        checked.waived.iter().filter_map(|w| w.index).for_each(|index| setup.used(index));
        // The entries of a deck that cannot be read stay as they are.
        let baseline = self.baseline.filter(|_| checked.verdict.is_checked());
        let entries = baseline.map(|b| (checked.source.name.clone(), b.apply(&mut checked, files)));
        let gone = self.baseline.map_or(0, |b| b.gone(&checked));
        let report = self.statistics.then(|| DeckReport::new(&checked, files));
        let all = checked.findings.len();
        if let Some(room) = room {
            checked.findings.truncate(room);
        }
        let shown = checked.findings.len();
        let explained = [GAM_FILE.code, CFG_FILE.code];
        let unexplained = |d: &Diagnostic| !(explained.contains(&&*d.code) && d.place == Place::File(FileId::INPUT));
        let pieces = views
            .iter()
            .map(|view| {
                // People were told the cause already, before all decks.
                if view.format.is_for_people() && !checked.verdict.is_checked() {
                    let mut plain = checked.clone();
                    plain.findings.retain(unexplained);
                    return view.piece(&plain, files);
                }
                view.piece(&checked, files)
            })
            .collect();
        Done {
            verdict: checked.verdict,
            waived: checked.waived.len(),
            omitted: all - shown,
            shown,
            pieces,
            report,
            entries,
            gone,
            how: self.verbose.then(|| how(&checked)),
        }
    }

    fn check(&self, input: &Input, setup: &Setup) -> Checked {
        if setup.broken {
            let config = setup.config.path.display();
            let message = format!("the configuration `{config}` cannot be used, so the deck was not checked");
            let source = Arc::new(Source::new(input.name(self.stdin_name), ""));
            return Checked::not_checked(source, Diagnostic::general(&CFG_FILE, Place::File(FileId::INPUT), message));
        }
        match read_deck(input, self.stdin_name) {
            Ok(deck) => check_source(setup, &deck.source, deck.guessed, input.path(self.stdin_name), self.game, false),
            Err(none) => Checked::unreadable(none.source, none.finding),
        }
    }
}

/// Checks a deck that is in memory; `json` says that it must be JSON.
pub(super) fn check_bytes(
    setup: &Setup,
    name: String,
    bytes: Vec<u8>,
    path: Option<&Path>,
    game: Option<&str>,
    json: bool,
) -> Checked {
    match decode(bytes) {
        Err(e) => {
            let source = Arc::new(Source::new(name, ""));
            let place = Place::File(FileId::INPUT);
            Checked::unreadable(source, Diagnostic::general(&DCK_UNREADABLE, place, e.to_string()))
        }
        Ok(decoded) => {
            let source = Arc::new(Source::new(name, decoded.text));
            check_source(setup, &source, decoded.guessed, path, game, json)
        }
    }
}

fn check_source(
    setup: &Setup,
    source: &Arc<Source>,
    guessed: Option<&'static str>,
    path: Option<&Path>,
    game: Option<&str>,
    json: bool,
) -> Checked {
    let check = if json { check_json } else { check_with };
    check(&setup.session, DeckInput { source, guessed, path, game }, &setup.levels, &setup.waivers_for(path))
}

impl Outcome {
    fn add(&mut self, done: &Done) {
        self.summary.add(done.verdict);
        self.summary.waived += done.waived;
        self.summary.omitted += done.omitted;
        self.gone += done.gone;
        if let Some(report) = &done.report {
            self.counter.add(report);
        }
    }
}

fn how(checked: &Checked) -> String {
    let format = checked.format.unwrap_or("nothing");
    let name = crate::report::visible(&checked.source.name);
    match &*checked.how {
        "" => format!("{name}: not read"),
        how => format!("{name}: read as {format} ({how})"),
    }
}
