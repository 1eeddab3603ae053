//! The command line: the only part that prints, exits, and reads files' names, the environment and the terminal.

mod cards;
mod check;
mod config;
mod convert;
mod explain;
mod games;
mod generate;
mod init;
mod inputs;
mod interrupt;
mod options;
mod out;
mod play;
mod replace;
mod rules;
mod save;
mod schema;
mod topics;

use std::ffi::OsString;
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::{Parser, Subcommand};

pub use schema::schema_text;

/// How a run ended; the number is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Nothing is wrong.
    Clean = 0,
    /// A finding at error level.
    Findings = 1,
    /// The run itself failed.
    Failed = 2,
}

#[derive(Debug, Parser)]
#[command(
    name = "decklint",
    version,
    about = "Checks card decks against the deck-building rules of their game",
    long_about = "Checks card decks against the deck-building rules of their game and says every problem with its place, \
        its rule and its remedy.\n\nGames are data: `decklint games` lists them, `decklint rules GAME` shows their rules, \
        `decklint cards GAME` their cards.",
    after_help = "Examples:\n  decklint check decks/\n  decklint check --game barrenia my-deck.txt\n  \
        decklint check --format json - < deck.txt\n  decklint explain BAR003\n\n\
        Exit codes: 0 nothing wrong, 1 a finding at error level, 2 the run itself failed (usage, files, rules or card \
        data, nothing to check).",
    disable_help_subcommand = true,
    propagate_version = true
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Say more on standard error, such as how each file was read
    #[arg(short, long, global = true, display_order = 900)]
    verbose: bool,
    /// When to use colours
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto", display_order = 901)]
    color: Color,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always, whatever the environment says
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(Box<check::Args>),
    Convert(convert::Args),
    Draw(play::draw::Args),
    Goldfish(play::goldfish::Args),
    Odds(play::odds::Args),
    Play(play::interactive::Args),
    Merge(play::merge::Args),
    Explain(explain::Args),
    Rules(rules::Args),
    Games(games::Args),
    Cards(cards::Args),
    Schema(schema::Args),
    Init(init::Args),
    Generate(generate::Args),
}

/// Runs the command line and gives the exit code.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(e) => {
            // Help and version go to standard output and are no failure. A closed pipe is not worth a word.
            let _ = e.print();
            return ExitCode::from(u8::try_from(e.exit_code()).unwrap_or(2));
        }
    };
    match cli.color {
        Color::Auto => {}
        Color::Always => ColorChoice::Always.write_global(),
        Color::Never => ColorChoice::Never.write_global(),
    }
    let result = match cli.command {
        Command::Check(args) => check::run(&args, cli.verbose),
        Command::Convert(args) => convert::run(args, cli.verbose),
        Command::Draw(args) => play::draw::run(args),
        Command::Goldfish(args) => play::goldfish::run(args),
        Command::Odds(args) => play::odds::run(args),
        Command::Play(args) => play::interactive::run(args),
        Command::Merge(args) => play::merge::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Rules(args) => rules::run(args),
        Command::Games(args) => games::run(args),
        Command::Cards(args) => cards::run(args),
        Command::Schema(args) => schema::run(args),
        Command::Init(args) => init::run(args),
        Command::Generate(args) => generate::run(args),
    };
    match result {
        Ok(exit) => ExitCode::from(exit as u8),
        Err(e) if out::is_broken_pipe(&e) => ExitCode::SUCCESS,
        Err(e) => {
            out::complain(&format!("{e:#}"));
            ExitCode::from(Exit::Failed as u8)
        }
    }
}

/// A number of at least one, for clap; a negative one gets the same clear answer as zero.
fn at_least_one(what: &str, text: &str) -> Result<usize, String> {
    match text.parse::<i64>() {
        Ok(n) if n >= 1 => usize::try_from(n).map_err(|_| format!("{what} must be smaller")),
        Ok(_) => Err(format!("{what} must be 1 or more")),
        Err(_) => Err(format!("`{text}` is no whole number; {what} must be 1 or more")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
