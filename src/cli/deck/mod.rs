//! `decklint deck`: decks are made, edited and looked at.

mod change;
pub(super) mod diff;
pub(super) mod file;
mod fill;
mod new;
pub(super) mod show;
mod stats;
mod tidy;
mod wishes;

#[cfg(feature = "screen")]
pub(super) use new::format_of;

use anyhow::Result;
use clap::Subcommand;

use super::Exit;

/// Build, edit and compare decks
#[derive(Debug, clap::Args)]
#[command(
    after_help = "An edit changes the lines that it is about; comments, order and spelling of the others stay. `-` reads \
        standard input and writes the new deck to standard output. `--dry-run` shows the difference and writes nothing.\n\
        What changed and the verdict after it go to standard error. An edit that was done ends with exit code 0, whatever \
        the verdict; `decklint check` judges.\n\nExamples:\n  decklint deck new barrenia 'Hive and Anvil' -o hive.txt\n  \
        decklint deck add hive.txt '4 Nestbreaker' '2 01204524'\n  decklint deck move hive.txt '2 01204524' --to \
        provisionary\n  decklint deck swap hive.txt '2 Nestbreaker' '2 01204524'\n  decklint deck fill hive.txt --want 'type:Soldier size<=2':8\n  decklint deck fmt --check decks/*.txt"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(new::Args),
    Random(fill::RandomArgs),
    Fill(fill::FillArgs),
    Add(change::AddArgs),
    Remove(change::RemoveArgs),
    Move(change::MoveArgs),
    Swap(change::SwapArgs),
    SetCount(change::SetCountArgs),
    Rename(change::RenameArgs),
    Fmt(tidy::FmtArgs),
    Sort(tidy::SortArgs),
    Merge(tidy::MergeArgs),
    Show(show::ShowArgs),
    Stats(stats::Args),
    Diff(diff::Args),
    Hash(show::HashArgs),
}

pub(crate) fn run(args: Args) -> Result<Exit> {
    match args.command {
        Command::New(args) => new::run(args),
        Command::Random(args) => fill::random(args),
        Command::Fill(args) => fill::fill(args),
        Command::Add(args) => change::add(args),
        Command::Remove(args) => change::remove(args),
        Command::Move(args) => change::shift(args),
        Command::Swap(args) => change::swap(args),
        Command::SetCount(args) => change::set_count(args),
        Command::Rename(args) => change::rename(args),
        Command::Fmt(args) => tidy::fmt(args),
        Command::Sort(args) => tidy::sort(args),
        Command::Merge(args) => tidy::merge(args),
        Command::Show(args) => show::show(args),
        Command::Stats(args) => stats::run(args),
        Command::Diff(args) => diff::run(args),
        Command::Hash(args) => show::hashes(args),
    }
}
