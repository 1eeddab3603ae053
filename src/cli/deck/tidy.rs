//! Edits of whole decks: `fmt`, `sort`, `merge`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};

use super::change::EditArgs;
use super::file::{DeckFile, ReadArgs, unified};
use crate::cli::config::Setup;
use crate::cli::inputs::Input;
use crate::cli::{Exit, out};
use crate::deck::edit::Draft;
use crate::deck::{Identity, Order};
use crate::report::visible;
use crate::text::{counted, did_you_mean};

/// Write decks in one canonical form: spelling, one form of a line, order
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Cards are written as the pool spells them and headings as the game has them; a line of text becomes `4 \
        NAME` with its tag and comment behind it. Lines are put in the order of `decklint deck sort --by rules`, within \
        groups: blank lines, headings and labels part them, and a comment above a line goes with it.\n\nExit codes: 0 done \
        or nothing to do, 1 with `--check` a deck would change, 2 a deck could not be read.\n\nExamples:\n  decklint deck fmt \
        deck.txt\n  decklint deck fmt --check decks/\n  decklint deck fmt --dry-run deck.txt"
)]
pub(crate) struct FmtArgs {
    /// Decks: files, folders, patterns, or `-` for standard input to standard output
    #[arg(value_name = "DECK", required = true)]
    decks: Vec<PathBuf>,
    /// Write nothing; name the decks that would change, with exit code 1 if there is one
    #[arg(long, conflicts_with = "dry_run")]
    check: bool,
    /// Show the differences on standard output and write nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Put the lines of a deck in order
#[derive(Debug, clap::Args)]
#[command(
    after_help = "`rules` sorts by the first attribute with listed values (such as the type), then by the game's curve, then by \
        name. Blank lines, headings and labels part groups, which are sorted by themselves; a comment above a line goes with \
        it. Unknown cards come last.\n\nExamples:\n  decklint deck sort deck.txt --by name\n  decklint deck sort --by type deck.txt"
)]
pub(crate) struct SortArgs {
    #[command(flatten)]
    edit: EditArgs,
    /// `rules`, `name`, `code`, or an attribute of the game, such as `type`
    #[arg(long, value_name = "ORDER", default_value = "rules")]
    by: String,
}

/// Join decks, or the lines of one card
#[derive(Debug, clap::Args)]
#[command(
    after_help = "With one deck, lines of one card in one section become one line. With several, the cards of the others are added \
        to the first deck, section by section.\n\nExamples:\n  decklint deck merge deck.txt\n  decklint deck merge deck.txt \
        more.txt even-more.yaml --dry-run"
)]
pub(crate) struct MergeArgs {
    #[command(flatten)]
    edit: EditArgs,
    /// Decks whose cards are added
    #[arg(value_name = "OTHER")]
    others: Vec<PathBuf>,
}

pub(crate) fn fmt(args: FmtArgs) -> Result<Exit> {
    let mut exit = Exit::Clean;
    let decks = args.read.found(&args.decks)?;
    if decks.is_empty() {
        bail!("nothing to format: no deck file is there");
    }
    for (input, setup) in decks {
        let path = match input {
            Input::Stdin => PathBuf::from("-"),
            Input::File(path) => path,
        };
        match one(&setup, &args, &path) {
            Ok(changes) if changes && args.check => exit = exit.max(Exit::Findings),
            Ok(_) => {}
            Err(e) if out::is_broken_pipe(&e) => return Err(e),
            // The other decks are still to be looked at.
            Err(e) => {
                out::complain(&format!("{e:#}"));
                exit = Exit::Failed;
            }
        }
    }
    Ok(exit)
}

fn one(setup: &Setup, args: &FmtArgs, path: &std::path::Path) -> Result<bool> {
    let file = DeckFile::open(setup, &args.read, path)?;
    let mut draft = file.draft()?;
    let fixed = draft.format()?;
    let text = draft.finish().with_context(|| format!("cannot format `{}`", file.name()))?;
    let changes = text != file.source.text;
    if args.check {
        if changes {
            let mut stdout = out::stdout();
            writeln!(stdout, "{}", visible(file.name()))?;
            stdout.flush()?;
        }
        return Ok(changes);
    }
    file.put(text, args.dry_run)?;
    if !args.dry_run && !file.is_stdin() && changes {
        fixed.0.iter().for_each(|note| out::talk(&visible(note)));
        out::talk(&format!("{}: formatted", visible(file.name())));
    }
    Ok(changes)
}

/// Does an edit of one deck, and says what changed and how it is judged.
fn whole(args: &EditArgs, work: impl FnOnce(&Setup, &DeckFile, &mut Draft<'_>) -> Result<Vec<String>>) -> Result<Exit> {
    let setup = args.read.setup(&args.deck)?;
    let file = DeckFile::open(&setup, &args.read, &args.deck)?;
    let mut draft = file.draft()?;
    let log = work(&setup, &file, &mut draft)?;
    let text = draft.finish()?;
    let changed = file.put(text, args.dry_run)?;
    log.iter().for_each(|line| out::talk(&visible(line)));
    if !changed {
        out::talk("nothing to change");
    }
    file.judge(&setup, text);
    Ok(Exit::Clean)
}

pub(crate) fn sort(args: SortArgs) -> Result<Exit> {
    whole(&args.edit, |_, file, draft| {
        let spec = &file.opened.game.spec;
        let order = Order::of(&args.by, spec).ok_or_else(|| {
            let words = ["rules", "name", "code"].into_iter().chain(spec.attribute_names());
            anyhow!("decks of {} are not sorted by `{}`{}", spec.name, args.by, did_you_mean(&args.by, words))
        })?;
        draft.sort(order)?;
        let moved =
            unified("", &file.source.text, draft.finish()?).lines().skip(2).filter(|l| l.starts_with('+')).count();
        Ok(if moved > 0 {
            vec![format!("sorted by {}; {} moved", args.by, counted(moved as u64, "line"))]
        } else {
            Vec::new()
        })
    })
}

pub(crate) fn merge(args: MergeArgs) -> Result<Exit> {
    whole(&args.edit, |setup, file, draft| {
        let game = &file.opened.game;
        if args.others.is_empty() {
            return Ok(draft.join_lines()?.0);
        }
        let mut log = Vec::new();
        for path in &args.others {
            let other = file.beside(setup, &args.edit.read, path)?;
            let contents = other.opened.contents();
            for (section, cards) in contents.sections() {
                let total = contents.total(section);
                for (card, &copies) in cards {
                    let (Identity::Card(id), true) = (card, section.index < game.spec.sections.len()) else {
                        bail!(
                            "`{}` has a line that cannot be merged, in the section {}; `decklint check` shows it",
                            other.name(),
                            section.name
                        );
                    };
                    draft.add(section.index, *id, u32::try_from(copies).unwrap_or(u32::MAX))?;
                }
                log.push(format!("+ {} of {} ({})", out::cards(total), other.name(), section.name));
            }
        }
        Ok(log)
    })
}
