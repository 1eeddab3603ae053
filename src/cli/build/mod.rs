//! `decklint build`: a screen to build a deck by hand.

mod bench;
mod screen;
#[cfg(test)]
mod tests;
mod view;

use std::io::IsTerminal;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use ratatui::crossterm::event::{self, DisableBracketedPaste, EnableBracketedPaste, Event};
use ratatui::crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::crossterm::{cursor, execute};

use self::bench::Bench;
use self::screen::Screen;
use self::view::Theme;
use super::config::Setup;
use super::deck::file::{DeckFile, ReadArgs};
use super::deck::format_of;
use super::options::{game_id, load};
use super::{Exit, interrupt, out};
use crate::deck::edit::blank;
use crate::game::game_of_place;

/// Build a deck by hand, on a screen of the terminal
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("stdin_name", |arg| arg.hide(true)),
    after_help = "The card pool with a search stands on one side, the deck by section on the other, what is wrong and the curve \
        below; `?` shows the keys. Only the lines that change are touched, and nothing is written before `s`. A file that \
        is not there is begun when it is saved; its game is that of `--game`, the configuration or the folder.\n\nExamples:\n  decklint build deck.txt\n  \
        decklint build --game barrenia new-deck.txt\n  decklint build --layer arc-2 deck.yaml"
)]
pub(crate) struct Args {
    /// The deck
    #[arg(value_name = "DECK")]
    deck: PathBuf,
    #[command(flatten)]
    read: ReadArgs,
}

/// The deck, or a new one where there is no file.
fn open(setup: &Setup, args: &Args) -> Result<DeckFile> {
    if args.deck.symlink_metadata().is_ok() {
        return DeckFile::open(setup, &args.read, &args.deck);
    }
    let shown = args.deck.display();
    let format = format_of(&args.deck)?;
    if let Some(folder) = args.deck.parent().filter(|p| !p.as_os_str().is_empty() && !p.is_dir()) {
        bail!("there is no folder `{}` for the deck", folder.display());
    }
    let id = match &args.read.game {
        Some(name) => game_id(&setup.session.games, name)?,
        None => match game_of_place(&setup.session, &args.deck) {
            Some(id) => id,
            None => bail!("there is no `{shown}`; to begin it, name its game with `--game`"),
        },
    };
    let (game, _) = load(setup, &id)?;
    let name = args.deck.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let name = name.as_deref().filter(|name| !name.contains(char::is_control));
    DeckFile::begin(&setup.session, &id, &args.deck, &blank(&game.spec, name, format))
}

pub(crate) fn run(args: Args) -> Result<Exit> {
    if args.deck.as_os_str() == "-" {
        bail!("a deck is built in a file; for a pipe there is `decklint deck add`");
    }
    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        bail!("the screen needs a terminal; without one there are `decklint deck add`, `remove` and `move`");
    }
    let setup = args.read.setup(&args.deck)?;
    let file = open(&setup, &args)?;
    // What is wrong with the rules is said before the screen hides it.
    file.prepared(&setup)?;
    let mut screen = Screen::new(Bench::new(&setup, file)?);
    let theme = Theme { colour: out::styled() };
    let mut terminal = ratatui::try_init().context("the terminal gives no screen")?;
    interrupt::at_end(give_back);
    // Else a pasted name would be a row of commands.
    let _ = execute!(std::io::stdout(), EnableBracketedPaste);
    let shown = show(&mut terminal, &mut screen, theme);
    let _ = execute!(std::io::stdout(), DisableBracketedPaste);
    ratatui::try_restore().context("the terminal cannot be set back")?;
    shown?;
    if screen.bench.unsaved() {
        out::talk("the changes were not saved");
    }
    Ok(Exit::Clean)
}

/// The terminal as it was, when there is no time for an orderly end.
fn give_back() {
    let _ = execute!(std::io::stdout(), EndSynchronizedUpdate, DisableBracketedPaste, cursor::Show);
    ratatui::restore();
}

fn show(terminal: &mut ratatui::DefaultTerminal, screen: &mut Screen<'_>, theme: Theme) -> Result<()> {
    while !screen.over {
        // A terminal that knows of it shows a frame at once, not as its parts come in.
        execute!(std::io::stdout(), BeginSynchronizedUpdate)?;
        terminal.draw(|frame| view::draw(frame, screen, theme))?;
        execute!(std::io::stdout(), EndSynchronizedUpdate)?;
        match event::read()? {
            Event::Key(key) => screen.key(key),
            Event::Paste(text) => screen.paste(&text),
            _ => {}
        }
    }
    Ok(())
}
