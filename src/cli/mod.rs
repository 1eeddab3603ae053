//! The command line: the only part that prints, exits, and reads files' names, the environment and the terminal.

#[cfg(feature = "screen")]
mod build;
mod cards;
mod check;
mod config;
mod convert;
mod deck;
mod explain;
mod fix;
mod found;
mod games;
mod games_new;
mod generate;
mod import;
mod init;
mod inputs;
mod interrupt;
mod list;
mod options;
mod out;
mod play;
mod progress;
mod replace;
mod rules;
mod save;
mod schema;
mod sheet;
mod strangers;
mod table;
mod topics;
mod verify;
mod write;

use std::ffi::OsString;
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};

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
    about = "Checks, builds and goldfishes card decks",
    long_about = "Checks card decks against the deck-building rules of their game and says every problem with its place, \
        its rule and its remedy; builds and converts them; and plays them out under the turn rules of the game.\n\nGames \
        are data: `decklint games` lists them, `decklint rules GAME` shows their rules, `decklint cards GAME` their cards.",
    after_help = "Examples:\n  decklint check decks/\n  decklint check --game barrenia my-deck.txt\n  \
        decklint deck add my-deck.txt '2 CARD'\n  decklint goldfish my-deck.txt --goal 'won by turn 5'\n  \
        decklint explain BAR003\n\n\
        Exit codes: 0 nothing wrong, 1 a finding at error level, 2 the run itself failed (usage, files, rules or card \
        data, nothing to check).",
    disable_help_subcommand = true,
    propagate_version = true
)]
struct Global {
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

/// A command: its line in the help, its options, and what it does.
struct Entry {
    name: &'static str,
    about: &'static str,
    /// Adds its options. Only the command that is used is asked for them: all of them together are most of the start-up.
    options: fn(clap::Command) -> clap::Command,
    run: fn(&ArgMatches, verbose: bool) -> Result<anyhow::Result<Exit>, clap::Error>,
}

macro_rules! commands {
    ($($(#[$when:meta])? $name:literal $args:ty, $run:expr; $about:literal)*) => {
        /// The commands in the order of the help.
        const COMMANDS: &[Entry] = &[$($(#[$when])? Entry {
            name: $name,
            about: $about,
            options: <$args as clap::Args>::augment_args,
            run: |matches, verbose| {
                let args = <$args as FromArgMatches>::from_arg_matches(matches)?;
                let run: fn($args, bool) -> anyhow::Result<Exit> = $run;
                Ok(run(args, verbose))
            },
        }),*];
    };
}

commands! {
    "check" Box<check::Args>, |args, verbose| check::run(&args, verbose);
        "Check decks against the rules of their game"
    "convert" convert::Args, convert::run;
        "Write decks in the format of another program"
    "deck" deck::Args, |args, _| deck::run(args);
        "Build, edit and compare decks"
    #[cfg(feature = "screen")]
    "build" build::Args, |args, _| build::run(args);
        "Build a deck by hand, on a screen of the terminal"
    "draw" play::draw::Args, |args, _| play::draw::run(args);
        "Deal opening hands, with the mulligan that the policy takes"
    "goldfish" play::goldfish::Args, |args, _| play::goldfish::run(args);
        "Play a deck out many times, alone, under the turn rules of its game"
    "odds" play::odds::Args, |args, _| play::odds::run(args);
        "The exact odds of having drawn certain cards"
    "play" play::interactive::Args, |args, _| play::interactive::run(args);
        "Play a game step by step: the table, the options by number, undo, a log, a script to save and resume"
    "merge" play::merge::Args, |args, _| play::merge::run(args);
        "Add up the parts of a goldfish run that `goldfish --shard` wrote"
    "explain" explain::Args, |args, _| explain::run(args);
        "Explain a rule or a general code: what it says, why, where it comes from, how to mend a deck"
    "rules" rules::Args, |args, _| rules::run(args);
        "Show the rules of a game that hold, with the layers in use and who set what"
    "games" games::Args, |args, _| games::run(args);
        "List the games: sections, cards, rules and layers of each"
    "cards" cards::Args, |args, _| cards::run(args);
        "Search the cards of a game, or check a card pool"
    "verify" verify::Args, |args, _| verify::run(args);
        "Tell whether a deck that is played is the one that was registered"
    "sheet" sheet::Args, |args, _| sheet::run(args);
        "Make a registration sheet, one page a deck, to print and sign"
    "list" list::Args, |args, _| list::run(&args);
        "Make layers of the ban and limit lists of other programs"
    "schema" schema::Args, |args, _| schema::run(args);
        "Print the JSON Schema of a file that decklint reads or writes"
    "init" init::Args, |args, _| init::run(args);
        "Write a `decklint.yaml` to begin with; one that is there is left alone"
    "generate" generate::Args, |args, _| generate::run(args);
        "Print shell completions, or write manual pages"
}

/// The whole command line; a command's options are added when it is used, or by [`clap::Command::build`].
pub(crate) fn command() -> clap::Command {
    let entry = |e: &Entry| clap::Command::new(e.name).about(e.about).defer(e.options);
    Global::command().subcommand_required(true).arg_required_else_help(true).subcommands(COMMANDS.iter().map(entry))
}

/// Runs the command line and gives the exit code.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let told = |e: clap::Error| {
        // Help and version go to standard output and are no failure. A closed pipe is not worth a word.
        let _ = e.print();
        ExitCode::from(u8::try_from(e.exit_code()).unwrap_or(2))
    };
    let mut command = command();
    let matches = match command.try_get_matches_from_mut(args) {
        Ok(matches) => matches,
        Err(e) => return told(e),
    };
    let global = match Global::from_arg_matches(&matches) {
        Ok(global) => global,
        Err(e) => return told(e.format(&mut command)),
    };
    match global.color {
        Color::Auto => {}
        Color::Always => ColorChoice::Always.write_global(),
        Color::Never => ColorChoice::Never.write_global(),
    }
    // The command line demands a command, so there is one.
    let found = matches.subcommand().and_then(|(name, m)| Some((COMMANDS.iter().find(|e| e.name == name)?, m)));
    let Some((entry, matches)) = found else { return ExitCode::from(Exit::Failed as u8) };
    match (entry.run)(matches, global.verbose) {
        Err(e) => told(e.format(&mut command)),
        Ok(Ok(exit)) => ExitCode::from(exit as u8),
        Ok(Err(e)) if out::is_broken_pipe(&e) => ExitCode::SUCCESS,
        Ok(Err(e)) => {
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

    #[test]
    fn the_command_line_is_sound() {
        command().debug_assert();
    }

    /// The help of all commands says of each what its own help says.
    #[test]
    fn a_command_is_told_once() {
        for entry in COMMANDS {
            let own = (entry.options)(clap::Command::new(entry.name)).get_about().map(ToString::to_string);
            assert_eq!(own.as_deref(), Some(entry.about), "{}", entry.name);
        }
    }
}
