//! The options of `decklint check`.

use std::path::{Path, PathBuf};

use super::sink::{Format, Style, report_option};
use crate::cli::fix::FixArgs;
use crate::cli::options::{ConfigArgs, GamesArgs, LayerArgs, LevelArgs, PoolArgs, ReadArgs};
use crate::report::GroupBy;

/// Check decks against the rules of their game
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The game of a deck is what `--game` says, else what its header says (`# game: barrenia`), else what the \
        configuration says, else the name of a folder above it.\n`decklint explain formats` shows how decks are written, \
        `decklint explain layers` how rules are changed, `decklint explain config` what `decklint.yaml` says and how \
        findings are waived, `decklint explain streams` what `--stream` reads and writes.\n\nExit codes: 0 nothing wrong, \
        1 a finding at error level, 2 a deck or the run could not be checked.\n\nExamples:\n  decklint check decks/\n  \
        decklint check --game parallel 'lists/**/*.txt'\n  \
        decklint check --layer arc-2 --set BAR003.max=3 deck.yaml\n  decklint check --format concise - < deck.txt\n  \
        decklint check --report sarif=decks.sarif --report junit=decks.xml decks/\n  \
        decklint check --baseline known.json --update-baseline decks/\n  \
        decklint check --changed-since origin/main\n  \
        decklint check --stream --game tuna < decks.ndjson > findings.ndjson"
)]
pub(crate) struct Args {
    /// Files, folders (walked, .gitignore obeyed), patterns, or `-` for standard input; the current folder if absent
    #[arg(value_name = "PATH", default_value = ".", hide_default_value = true)]
    pub paths: Vec<PathBuf>,
    /// The game of all decks, by its id (`decklint games` lists them)
    #[arg(short, long, value_name = "GAME")]
    pub game: Option<String>,
    /// How to show the findings
    #[arg(short, long, value_name = "FORMAT", default_value = "full")]
    pub format: Format,
    /// The name of standard input, in findings and for finding its format and game
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_name: String,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub fix: FixArgs,
    /// The decks are under construction: that cards are missing is a note, no error
    #[arg(long)]
    pub draft: bool,
    /// How many threads check decks; all cores if absent
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
    /// Check again whenever a deck or a file that the check needs is saved; Ctrl-C ends it
    #[arg(long)]
    pub watch: bool,
    /// Write the findings to a file instead of standard output
    #[arg(short, long, help_heading = "Reports", value_name = "FILE")]
    pub output_file: Option<PathBuf>,
    /// Write a further report to a file, such as `sarif=decks.sarif`; takes every format, and may be repeated
    #[arg(long, help_heading = "Reports", value_name = "FORMAT=FILE", value_parser = report_option)]
    pub report: Vec<(Format, PathBuf)>,
    /// Show how often each rule is broken and each card is named, instead of the findings
    #[arg(long, help_heading = "Reports")]
    pub statistics: bool,
    /// Put together the findings of a file, a rule or a player
    #[arg(long, help_heading = "Reports", value_name = "WHAT", conflicts_with = "statistics")]
    pub group_by: Option<Group>,
    /// Show findings only: no word of legal decks, no counts
    #[arg(short, long, help_heading = "Reports")]
    pub quiet: bool,
    /// Show at most so many findings, in the order of the decks; the others are counted
    #[arg(long, help_heading = "Reports", value_name = "N", value_parser = max_findings, allow_negative_numbers = true)]
    pub max_findings: Option<usize>,
    /// End with 0 even if there are findings; what cannot be checked is still 2
    #[arg(long, help_heading = "Reports")]
    pub exit_zero: bool,
    /// The address of a rule's explanation in SARIF, with `{code}` for the code
    #[arg(long, help_heading = "Reports", value_name = "URL")]
    pub rules_url: Option<String>,
    #[command(flatten)]
    pub config: ConfigArgs,
    /// Say which settings hold and where they come from, and check nothing
    #[arg(long, help_heading = "Configuration")]
    pub show_settings: bool,
    /// List the decks with their game, layers and configuration, and check nothing
    #[arg(long, help_heading = "Configuration")]
    pub show_files: bool,
    /// Skip excluded files even where they are named, as a commit hook does
    #[arg(long, help_heading = "Configuration")]
    pub force_exclude: bool,
    /// Show waived findings too, with their reasons
    #[arg(long, help_heading = "Waivers")]
    pub show_waived: bool,
    /// Findings that were there before; only others fail the run
    #[arg(long, help_heading = "Waivers", value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write the findings of this run into the baseline
    #[arg(long, help_heading = "Waivers", requires = "baseline")]
    pub update_baseline: bool,
    /// Check only decks that git says changed since a branch, tag or commit; new files count
    #[arg(long, help_heading = "Waivers", value_name = "REV")]
    pub changed_since: Option<String>,
    /// The day for `until` of waivers, as year-month-day; today's (UTC) if absent
    #[arg(long, help_heading = "Waivers", value_name = "DAY")]
    pub today: Option<String>,
    /// Read decks from standard input, one JSON document a line, and write one line of JSON for each, in order
    #[arg(long, help_heading = "Streams", conflicts_with_all = ["paths", "output_file", "report", "statistics", "group_by",
        "max_findings", "show_settings", "show_files", "force_exclude", "show_waived", "baseline", "changed_since", "watch",
        "rules_url"])]
    pub stream: bool,
    /// The decks of the stream are texts parted by this line; `\0` stands for a line of NUL signs
    #[arg(long, help_heading = "Streams", value_name = "LINE", allow_hyphen_values = true)]
    pub separator: Option<String>,
    #[command(flatten)]
    pub games: GamesArgs,
    #[command(flatten)]
    pub pools: PoolArgs,
    #[command(flatten)]
    pub layers: LayerArgs,
    #[command(flatten)]
    pub levels: LevelArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Group {
    /// The deck's file
    File,
    /// The rule or general code
    Rule,
    /// The player whom the deck names
    Player,
}

impl Args {
    /// The files that this run writes, or wrote before: a walk may come upon them.
    pub fn results(&self) -> impl Iterator<Item = &Path> {
        let reports = self.report.iter().map(|(_, file)| file);
        self.output_file.iter().chain(&self.baseline).chain(reports).map(PathBuf::as_path)
    }

    /// How findings are shown.
    pub fn style(&self) -> Style {
        let group = self.group_by.map(|group| match group {
            Group::File => GroupBy::File,
            Group::Rule => GroupBy::Rule,
            Group::Player => GroupBy::Player,
        });
        let (statistics, quiet, show_waived) = (self.statistics, self.quiet, self.show_waived);
        Style { group, statistics, quiet, show_waived }
    }
}

fn threads(text: &str) -> Result<usize, String> {
    crate::cli::at_least_one("threads", text)
}

fn max_findings(text: &str) -> Result<usize, String> {
    crate::cli::at_least_one("the number of findings", text)
}
