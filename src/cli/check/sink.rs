//! Where results go: one sink for standard output or its file, one for each `--report`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use indexmap::IndexMap;

use crate::cli::out;
use crate::cli::replace::Replacement;
use crate::game::Checked;
use crate::report::{
    DeckReport, FindingReport, GroupBy, Report, RuleInfo, Statistics, Summary, VERSION, azure, concise_deck,
    concise_run_finding, concise_waived, csv, full_deck, full_finding, full_verdict, github, gitlab, junit, markdown,
    sarif, visible,
};
use crate::text::Files;

/// How findings are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Code frames for people
    Full,
    /// `file:line:col: level CODE message`
    Concise,
    /// One document; `decklint schema report` describes it
    Json,
    /// One deck a line, then the summary
    JsonLines,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// JUnit XML, for test views of CI
    Junit,
    /// Annotations of GitHub Actions
    Github,
    /// Code quality report of GitLab
    Gitlab,
    /// Log issues of Azure Pipelines
    Azure,
    /// A table with one row a finding
    Csv,
    /// A comment on a pull request
    Markdown,
}

impl Format {
    /// Whether people read it: then decks whose rules cannot be used need not say so one by one.
    pub fn is_for_people(self) -> bool {
        matches!(self, Format::Full | Format::Concise)
    }

    /// Whether it says what would mend a finding, in a form that programs apply.
    pub fn has_fixes(self) -> bool {
        matches!(self, Format::Json | Format::JsonLines | Format::Sarif)
    }

    /// Whether a deck is written as soon as it is checked.
    fn flows(self) -> bool {
        matches!(self, Format::Full | Format::Concise | Format::Json | Format::JsonLines)
    }
}

/// What changes how findings are shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub group: Option<GroupBy>,
    pub statistics: bool,
    pub quiet: bool,
    pub show_waived: bool,
}

/// `FORMAT=FILE` of `--report`.
pub(crate) fn report_option(text: &str) -> Result<(Format, PathBuf), String> {
    let (format, file) = text.split_once('=').ok_or("the form is FORMAT=FILE, such as sarif=decks.sarif")?;
    if file.is_empty() {
        return Err("the form is FORMAT=FILE, such as sarif=decks.sarif".to_owned());
    }
    let format = <Format as clap::ValueEnum>::from_str(format, false).map_err(|_| {
        use clap::ValueEnum;
        let names: Vec<String> = Format::value_variants()
            .iter()
            .filter_map(|f| Some(f.to_possible_value()?.get_name().to_owned()))
            .collect();
        let known = names.iter().map(String::as_str);
        format!("unknown format `{format}`{}", crate::text::did_you_mean(format, known))
    })?;
    Ok((format, PathBuf::from(file)))
}

/// A deck as one sink shows it.
pub(crate) enum Piece {
    /// As it is written.
    Text(String),
    /// Findings by their heading.
    Grouped(Vec<(String, String)>),
    /// The deck as data, kept until the end.
    Data(Box<DeckReport>),
    /// Nothing: only counts are shown.
    Nothing,
}

enum Target {
    Stdout(Box<dyn Write>),
    File(Replacement),
    /// A file that is written at the end: an interrupt before it leaves nothing behind.
    Later(PathBuf),
    /// Nobody reads it any more.
    Closed,
}

/// How one sink shows decks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub format: Format,
    style: Style,
    styled: bool,
}

/// One place where results go.
pub(crate) struct Sink {
    pub view: View,
    target: Target,
    first: bool,
    decks: Vec<DeckReport>,
    groups: IndexMap<String, Group>,
}

#[derive(Default)]
struct Group {
    text: String,
    findings: usize,
    decks: usize,
}

/// What is known at the end of a run.
pub(crate) struct End<'a> {
    pub run: &'a [FindingReport],
    pub summary: Summary,
    pub statistics: Option<&'a Statistics>,
    pub rules: &'a [RuleInfo],
    pub rules_url: Option<&'a str>,
    pub failed: bool,
}

impl View {
    /// What of a deck this sink shows. Called on any thread.
    pub fn piece(&self, checked: &Checked, files: Files<'_>) -> Piece {
        let people = self.format.is_for_people();
        if people && self.style.statistics {
            return Piece::Nothing;
        }
        if !self.format.flows() {
            return Piece::Data(Box::new(DeckReport::new(checked, files)));
        }
        if let (true, Some(group)) = (people, self.style.group) {
            let one = |d| (group_key(group, checked, d), self.finding(d, files));
            return Piece::Grouped(checked.findings.iter().map(one).collect());
        }
        Piece::Text(match self.format {
            Format::Full => self.full(checked, files),
            Format::Concise => {
                let mut text = concise_deck(checked, files);
                if self.style.show_waived {
                    text.push_str(&concise_waived(checked, files));
                }
                text
            }
            _ => {
                // Strings and numbers only: there is nothing in it that JSON could refuse.
                let mut text = serde_json::to_string(&DeckReport::new(checked, files)).unwrap_or_default();
                if self.format == Format::JsonLines {
                    text.push('\n');
                }
                text
            }
        })
    }

    fn full(&self, checked: &Checked, files: Files<'_>) -> String {
        let clean = checked.findings.is_empty() && checked.verdict == crate::game::Verdict::Legal;
        let waived = self.style.show_waived && !checked.waived.is_empty();
        if self.style.quiet && clean && !waived {
            return String::new();
        }
        let mut text = full_deck(checked, files, self.styled);
        if waived {
            let verdict = full_verdict(checked);
            text.truncate(text.len() - verdict.len());
            text.push_str(&concise_waived(checked, files));
            text.push_str(&verdict);
        }
        text
    }

    fn finding(&self, finding: &crate::diagnostics::Diagnostic, files: Files<'_>) -> String {
        match self.format {
            Format::Full => format!("{}\n\n", full_finding(finding, files, self.styled)),
            _ => concise_run_finding(finding, files),
        }
    }
}

impl Sink {
    /// Standard output, or the file that stands for it.
    pub fn main(format: Format, file: Option<&Path>, style: Style) -> Result<Self> {
        match file {
            Some(file) => Self::file(format, file, style),
            None => Ok(Self::new(format, style, Target::Stdout(Box::new(out::stdout())))),
        }
    }

    /// A further report.
    pub fn file(format: Format, file: &Path, style: Style) -> Result<Self> {
        // What cannot be written is refused before the work, not after it.
        let out = Replacement::new(file)?;
        let target = if format.flows() { Target::File(out) } else { Target::Later(file.to_path_buf()) };
        Ok(Self::new(format, style, target))
    }

    fn new(format: Format, style: Style, target: Target) -> Self {
        let styled = matches!(target, Target::Stdout(_)) && format == Format::Full && out::styled();
        let view = View { format, style, styled };
        Sink { view, target, first: true, decks: Vec::new(), groups: IndexMap::new() }
    }

    /// Refuses options that the format has no place for.
    pub fn refuse_options(&self) -> Result<()> {
        let json = matches!(self.view.format, Format::Json | Format::JsonLines);
        if self.view.style.group.is_some()
            && !(self.view.format.is_for_people() || self.view.format == Format::Markdown)
        {
            bail!("--group-by is for the formats full, concise and markdown");
        }
        if self.view.style.statistics && !(self.view.format.is_for_people() || json) {
            bail!("--statistics is for the formats full, concise, json and json-lines");
        }
        Ok(())
    }

    /// Takes the next deck.
    pub fn add(&mut self, piece: Piece) -> Result<()> {
        match piece {
            Piece::Nothing => {}
            // Only JUnit shows decks without a finding; a million of them need no room.
            Piece::Data(deck) => {
                let tells = !deck.findings.is_empty() || !deck.waived.is_empty();
                if tells || self.view.format == Format::Junit {
                    self.decks.push(*deck);
                }
            }
            Piece::Grouped(findings) => {
                let mut last: Vec<String> = Vec::new();
                for (key, text) in findings {
                    let group = self.groups.entry(key.clone()).or_default();
                    group.text.push_str(&text);
                    group.findings += 1;
                    if !last.contains(&key) {
                        group.decks += 1;
                        last.push(key);
                    }
                }
            }
            Piece::Text(text) => {
                if self.view.format == Format::Json {
                    let first = std::mem::take(&mut self.first);
                    let before = if first { format!("{{\"v\":{VERSION},\"decks\":[") } else { ",".to_owned() };
                    self.write(before.as_bytes())?;
                }
                self.write(text.as_bytes())?;
            }
        }
        Ok(())
    }

    /// Writes what stands at the end.
    pub fn end(&mut self, end: &End<'_>) -> Result<()> {
        let text = match self.view.format {
            Format::Full | Format::Concise => match (end.statistics, self.view.style.group) {
                (Some(statistics), _) => super::tables::statistics(statistics),
                (None, Some(group)) => self.grouped(group),
                (None, None) => return Ok(()),
            },
            Format::Json => {
                let begin = if self.first { format!("{{\"v\":{VERSION},\"decks\":[") } else { String::new() };
                format!("{begin}],{}", tail(end)?)
            }
            Format::JsonLines => format!("{{{}", tail(end)?),
            _ => self.document(end),
        };
        self.write(text.as_bytes())
    }

    fn document(&mut self, end: &End<'_>) -> String {
        let report = Report {
            v: VERSION,
            decks: std::mem::take(&mut self.decks),
            run: end.run.to_vec(),
            statistics: None,
            summary: end.summary,
        };
        match self.view.format {
            Format::Sarif => sarif(&report, end.rules, end.rules_url, end.failed),
            Format::Junit => junit(&report),
            Format::Github => github(&report),
            Format::Gitlab => gitlab(&report),
            Format::Azure => azure(&report),
            Format::Csv => csv(&report),
            _ => markdown(&report, self.view.style.group.unwrap_or(GroupBy::File)),
        }
    }

    fn grouped(&mut self, group: GroupBy) -> String {
        let mut groups: Vec<(String, Group)> = std::mem::take(&mut self.groups).into_iter().collect();
        if group != GroupBy::File {
            groups.sort_by(|a, b| b.1.findings.cmp(&a.1.findings).then_with(|| a.0.cmp(&b.0)));
        }
        let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
        let mut out = String::new();
        for (name, found) in groups {
            let decks =
                if group == GroupBy::File { String::new() } else { format!(" in {}", plural(found.decks, "deck")) };
            let head = format!("{}: {}{decks}", visible(&name), plural(found.findings, "finding"));
            out.push_str(&format!("{head}\n{}\n", found.text.trim_end()));
            out.push('\n');
        }
        out
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        if let Target::Later(path) = &self.target {
            self.target = Target::File(Replacement::new(path)?);
        }
        match &mut self.target {
            Target::Closed | Target::Later(_) => Ok(()),
            Target::File(file) => Ok(file.write_all(bytes)?),
            Target::Stdout(out) => Ok(out.write_all(bytes)?),
        }
    }

    /// What waits is written: so that it stands before what is said on standard error.
    pub fn flush(&mut self) -> Result<()> {
        match &mut self.target {
            Target::Stdout(out) => Ok(out.flush()?),
            Target::File(_) | Target::Later(_) | Target::Closed => Ok(()),
        }
    }

    /// Gives a file its name.
    pub fn close(self) -> Result<()> {
        match self.target {
            Target::File(file) => file.finish(),
            Target::Stdout(_) | Target::Later(_) | Target::Closed => Ok(()),
        }
    }

    /// Goes on without this sink if it is one that nobody reads any more.
    pub fn drop_if_closed(&mut self, result: Result<()>) -> Result<()> {
        match result {
            Err(e) if matches!(self.target, Target::Stdout(_)) && out::is_broken_pipe(&e) => {
                // What is left in its buffer would be written when it is dropped, and fail again.
                std::mem::forget(std::mem::replace(&mut self.target, Target::Closed));
                Ok(())
            }
            other => other,
        }
    }
}

fn group_key(group: GroupBy, checked: &Checked, finding: &crate::diagnostics::Diagnostic) -> String {
    match group {
        GroupBy::File => checked.source.name.clone(),
        GroupBy::Rule => format!("{} {}", finding.code, finding.slug),
        GroupBy::Player => checked.player.clone().unwrap_or_else(|| "no player named".to_owned()),
    }
}

/// The keys behind the decks.
fn tail(end: &End<'_>) -> io::Result<String> {
    let mut text = format!("\"run\":{}", serde_json::to_string(end.run)?);
    if let Some(statistics) = end.statistics {
        text.push_str(&format!(",\"statistics\":{}", serde_json::to_string(statistics)?));
    }
    text.push_str(&format!(",\"summary\":{}}}\n", serde_json::to_string(&end.summary)?));
    Ok(text)
}
