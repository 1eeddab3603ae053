//! `--show-settings` and `--show-files`: what holds, and where it comes from.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;

use super::job::check_bytes;
use super::{Args, print, show_settings};
use crate::cli::config::Setup;
use crate::cli::found::{Task, Why};
use crate::cli::inputs::Input;
use crate::cli::inputs::MAX_DECK;
use crate::game::read_limited;
use crate::report::visible;

pub(super) fn run(
    args: &Args,
    setups: &[Arc<Setup>],
    tasks: &[Task],
    left: &[(PathBuf, Why)],
    game: Option<&str>,
) -> Result<()> {
    let mut out = Vec::new();
    if args.show_settings {
        for (index, setup) in setups.iter().enumerate() {
            if index > 0 {
                out.push(b'\n');
            }
            show_settings(&mut out, setup, game, &args.pools, &args.layers, &args.levels)?;
        }
    }
    let mut text = String::from_utf8_lossy(&out).into_owned();
    if args.show_files {
        if args.show_settings {
            text.push('\n');
        }
        tasks.iter().for_each(|task| text.push_str(&file(task, game)));
        for (path, why) in left {
            let _ = writeln!(text, "{}: skipped, {why}", visible(&path.display().to_string()));
        }
    }
    print(&text)
}

/// A line for a deck: `FILE: GAME (who says so), layers …; CONFIGURATION`.
fn file((input, setup): &Task, game: Option<&str>) -> String {
    let config = setup.config.path.display().to_string();
    let config = if config.is_empty() { "no configuration".to_owned() } else { visible(&config).into_owned() };
    let Input::File(path) = input else { return format!("standard input: {config}\n") };
    let name = path.display().to_string();
    let mut line = format!("{}: ", visible(&name));
    match read_limited(path, MAX_DECK) {
        Err(e) => line.push_str(&format!("cannot be read: {}", crate::game::io_reason(&e))),
        Ok(bytes) => {
            let checked = check_bytes(setup, name, bytes, Some(path), game, false);
            let _ = match &checked.game {
                Some(game) => write!(line, "{game} ({})", checked.game_by),
                None => write!(line, "no game"),
            };
            for layer in &checked.layers {
                let _ = write!(line, " + {}", visible(layer));
            }
        }
    }
    let _ = writeln!(line, "; {config}");
    line
}
