//! `decklint generate`: what packagers install beside the program.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Subcommand;

use super::replace::Replacement;
use super::{Exit, out};

/// Print shell completions, or write manual pages
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  decklint generate completions bash > ~/.local/share/bash-completion/completions/decklint\n  \
    decklint generate completions zsh > ~/.zfunc/_decklint\n  \
    decklint generate completions fish > ~/.config/fish/completions/decklint.fish\n  \
    decklint generate man /usr/local/share/man/man1"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Print the completions of a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write a manual page for the program and each of its commands
    Man {
        /// A folder that exists; pages in it are replaced
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

pub(crate) fn run(args: Args) -> Result<Exit> {
    let mut command = super::command();
    match args.what {
        What::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut command, "decklint", &mut text);
            let mut stdout = out::stdout();
            stdout.write_all(&text)?;
            stdout.flush()?;
        }
        What::Man { folder } => {
            command.build();
            let mut pages = Vec::new();
            pages_of(&command, &mut pages)?;
            for (name, text) in &pages {
                let mut file = Replacement::new(&folder.join(name))?;
                file.write_all(text).with_context(|| format!("cannot write `{}`", folder.join(name).display()))?;
                file.finish()?;
            }
            out::talk(&format!("wrote {} pages to {}", pages.len(), folder.display()));
        }
    }
    Ok(Exit::Clean)
}

/// `decklint.1`, `decklint-check.1` and so on.
fn pages_of(command: &clap::Command, pages: &mut Vec<(String, Vec<u8>)>) -> Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    pages.push((format!("{name}.1"), text));
    for sub in command.get_subcommands().filter(|s| !s.is_hide_set()) {
        pages_of(sub, pages)?;
    }
    Ok(())
}
