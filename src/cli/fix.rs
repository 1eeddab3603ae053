//! `decklint check --fix`: decks are mended before they are checked.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};

use super::deck::file::{DeckFile, ReadArgs, unified};
use super::inputs::Input;
use super::{Exit, out};
use crate::diagnostics::Levels;
use crate::game::{Session, mend};
use crate::report::visible;

/// What is to be mended, and how.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct FixArgs {
    /// Mend how decks are written, in place: spelling of cards and headings, lost zeros of codes, double lines
    #[arg(long, help_heading = "Mending")]
    pub fix: bool,
    /// With `--fix` or `--diff` also make decks legal by the fewest changes of cards, and take near names for unknown cards
    #[arg(long, help_heading = "Mending")]
    pub unsafe_fixes: bool,
    /// Show what `--fix` would change and write nothing; exit code 1 if there is anything
    #[arg(long, help_heading = "Mending")]
    pub diff: bool,
}

impl FixArgs {
    /// Whether anything is to be mended.
    pub fn any(&self) -> Result<bool> {
        if self.unsafe_fixes && !(self.fix || self.diff) {
            bail!("`--unsafe-fixes` says what to mend; add `--fix` to write it or `--diff` to see it");
        }
        Ok(self.fix || self.diff)
    }
}

/// Mends decks one by one. What cannot be read is left for the check to report, or with `--diff` reported here.
pub(crate) fn run(
    session: &Session,
    args: &FixArgs,
    read: &ReadArgs,
    inputs: &[Input],
    levels: &Levels,
) -> Result<Exit> {
    let mut stdout = out::stdout();
    let mut exit = Exit::Clean;
    for input in inputs {
        let path = match input {
            Input::Stdin if !args.diff => {
                bail!(
                    "standard input cannot be mended in place; `--diff` shows the changes, `decklint deck fmt -` writes them"
                )
            }
            Input::Stdin => PathBuf::from("-"),
            Input::File(path) => path.clone(),
        };
        let file = match DeckFile::load(session, read, &path) {
            Ok(file) => file,
            Err(_) if !args.diff => continue,
            Err(failure) => {
                out::complain(&failure.show(session).to_string());
                exit = Exit::Failed;
                continue;
            }
        };
        let name = visible(file.name()).into_owned();
        let mended = match mend(session, &file.opened, file.path(), levels, args.unsafe_fixes) {
            Ok(mended) => mended,
            Err(e) => {
                out::talk(&format!("{name}: not mended: {}", visible(&e.0)));
                continue;
            }
        };
        for why in &mended.left {
            out::talk(&format!("{name}: not mended: {}", visible(why)));
        }
        let changed = mended.text != file.source.text;
        if args.diff {
            write!(stdout, "{}", unified(file.name(), &file.source.text, &mended.text))?;
            exit = exit.max(if changed { Exit::Findings } else { Exit::Clean });
        } else if changed {
            file.put(&mended.text, false)?;
        }
        for done in mended.done.iter().filter(|_| changed) {
            out::talk(&format!("{name}: {}", visible(done)));
        }
    }
    stdout.flush()?;
    Ok(exit)
}
