//! Edits of single cards: `add`, `remove`, `move`, `swap`, `set-count`, `rename`.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};

use super::file::{DeckFile, ReadArgs};
use crate::cli::{Exit, out};
use crate::deck::edit::{Draft, Wanted, wanted};
use crate::deck::{Identity, SectionKey};
use crate::report::visible;
use crate::spec::GameSpec;
use crate::text::did_you_mean;

/// What every edit takes.
#[derive(Debug, clap::Args)]
pub(crate) struct EditArgs {
    /// The deck, or `-` for standard input to standard output
    #[arg(value_name = "DECK")]
    pub deck: PathBuf,
    /// Show the difference on standard output and write nothing
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub read: ReadArgs,
}

/// Put cards into a deck
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  decklint deck add deck.txt '4 Nestbreaker'\n  \
    decklint deck add deck.yaml '2 01204417' --to provisionary\n  \
    decklint deck add - '1 01204417' < deck.txt > more.txt")]
pub(crate) struct AddArgs {
    #[command(flatten)]
    edit: EditArgs,
    /// Copies and cards, such as `4 Nestbreaker`; without a number one copy
    #[arg(value_name = "N CARD", required = true, allow_negative_numbers = true)]
    wanted: Vec<String>,
    /// The section; the main one if absent
    #[arg(long, value_name = "SECTION")]
    to: Option<String>,
}

/// Take cards out of a deck
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  decklint deck remove deck.txt '2 Nestbreaker'\n  \
    decklint deck remove deck.txt 'Nestbreaker'      # every copy of the section")]
pub(crate) struct RemoveArgs {
    #[command(flatten)]
    edit: EditArgs,
    /// Copies and cards; without a number every copy
    #[arg(value_name = "N CARD", required = true, allow_negative_numbers = true)]
    wanted: Vec<String>,
    /// The section, if the card is in several
    #[arg(long, value_name = "SECTION")]
    from: Option<String>,
}

/// Move cards to another section
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  decklint deck move deck.txt '2 Nestbreaker' --to provisionary")]
pub(crate) struct MoveArgs {
    #[command(flatten)]
    edit: EditArgs,
    /// Copies and cards; without a number every copy
    #[arg(value_name = "N CARD", required = true, allow_negative_numbers = true)]
    wanted: Vec<String>,
    /// The section that they go to
    #[arg(long, value_name = "SECTION")]
    to: String,
    /// The section that they come from, if they are in several
    #[arg(long, value_name = "SECTION")]
    from: Option<String>,
}

/// Exchange cards between two sections, as between the games of a match
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The first card leaves the main section, the second one comes in from the side section.\n\nExample:\n  \
    decklint deck swap deck.txt '2 Nestbreaker' '2 01204417'"
)]
pub(crate) struct SwapArgs {
    #[command(flatten)]
    edit: EditArgs,
    /// What goes out
    #[arg(value_name = "N CARD", allow_negative_numbers = true)]
    out: String,
    /// What comes in
    #[arg(value_name = "N CARD", allow_negative_numbers = true)]
    in_: String,
    /// The section that the first card leaves; the main one if absent
    #[arg(long, value_name = "SECTION")]
    from: Option<String>,
    /// The section that it goes to; the side section if absent
    #[arg(long, value_name = "SECTION")]
    to: Option<String>,
}

/// Set how many copies of a card there are
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  decklint deck set-count deck.txt '3 Nestbreaker' --in main\n  \
    decklint deck set-count deck.txt '0 Nestbreaker'")]
pub(crate) struct SetCountArgs {
    #[command(flatten)]
    edit: EditArgs,
    /// The number of copies that there are to be, and the card
    #[arg(value_name = "N CARD", required = true, allow_negative_numbers = true)]
    wanted: Vec<String>,
    /// The section; the one that has the card, or the main one, if absent
    #[arg(long = "in", value_name = "SECTION")]
    in_: Option<String>,
}

/// Give a deck another name
#[derive(Debug, clap::Args)]
#[command(after_help = "The file keeps its name: this is the name in the deck's header.\n\nExample:\n  \
    decklint deck rename deck.txt 'Hive and Anvil'")]
pub(crate) struct RenameArgs {
    #[command(flatten)]
    edit: EditArgs,
    /// The deck's new name
    #[arg(value_name = "NAME")]
    name: String,
}

/// A section that a user names.
pub(crate) fn section(spec: &GameSpec, name: &str) -> Result<usize> {
    let words = spec.sections.keys().map(|k| k.value.as_str());
    spec.section_for_heading(name)
        .ok_or_else(|| anyhow!("{} has no section `{name}`{}", spec.name, did_you_mean(name, words)))
}

/// One edit at work: the deck, the draft, and what is said of the changes.
struct Edit<'f> {
    file: &'f DeckFile,
    draft: Draft<'f>,
    log: Vec<String>,
}

impl<'f> Edit<'f> {
    fn spec(&self) -> &'f GameSpec {
        &self.file.opened.game.spec
    }

    /// The cards that a user names; all that is wrong with them is said at once.
    fn wanted(&self, cards: &[String], in_deck: bool) -> Result<Vec<Wanted>> {
        let game = &self.file.opened.game;
        let contents = in_deck.then(|| self.draft.contents());
        let (mut good, mut bad) = (Vec::new(), Vec::new());
        for text in cards {
            match wanted(text, &game.spec, &game.catalog, contents) {
                Ok(card) => good.push(card),
                Err(e) => bad.push(e.to_string()),
            }
        }
        if bad.is_empty() { Ok(good) } else { bail!("{}", bad.join("\nerror: ")) }
    }

    fn title(&self, section: &SectionKey) -> String {
        let own = self.spec().sections.get_index(section.index).map(|(_, s)| s.title.clone());
        own.unwrap_or_else(|| section.name.clone())
    }

    /// The section that has a card: the named one, or the only one.
    fn home(&self, card: &Wanted, named: Option<&String>) -> Result<SectionKey> {
        let contents = self.draft.contents();
        if let Some(name) = named {
            let key = self.draft.section(section(self.spec(), name)?);
            if contents.copies(&key, &card.card) == 0 {
                bail!("no `{}` is in the section {}", card.title, self.title(&key));
            }
            return Ok(key);
        }
        let all: Vec<&SectionKey> =
            contents.sections().filter(|(_, cards)| cards.contains_key(&card.card)).map(|(s, _)| s).collect();
        match all[..] {
            [] => bail!("no `{}` is in the deck", card.title),
            [one] => Ok(one.clone()),
            _ => {
                let names: Vec<String> = all.iter().map(|s| self.title(s)).collect();
                bail!("`{}` is in several sections, {}; name one of them", card.title, names.join(" and "))
            }
        }
    }

    fn all_of(&self, card: &Wanted, home: &SectionKey) -> u64 {
        let there = self.draft.contents().copies(home, &card.card);
        card.count.map_or(there, u64::from)
    }

    fn add(&mut self, to: usize, card: &Wanted, copies: u32) -> Result<()> {
        let Identity::Card(id) = card.card else { bail!("`{}` is no card of the pool", card.title) };
        self.draft.add(to, id, copies).with_context(|| format!("cannot add `{}`", card.title))?;
        let title = self.title(&self.draft.section(to));
        self.log.push(format!("+ {copies} {} ({title})", card.title));
        Ok(())
    }

    fn take(&mut self, from: &SectionKey, card: &Wanted, copies: u64) -> Result<()> {
        self.draft.take(from, &card.card, copies).with_context(|| format!("cannot remove `{}`", card.title))?;
        self.log.push(format!("- {copies} {} ({})", card.title, self.title(from)));
        Ok(())
    }

    fn shift(&mut self, from: &SectionKey, to: usize, card: &Wanted, copies: u64) -> Result<()> {
        let number = u32::try_from(copies).unwrap_or(u32::MAX);
        let moved = self.draft.shift(from, to, &card.card, number);
        moved.with_context(|| format!("cannot move `{}`", card.title))?;
        let target = self.title(&self.draft.section(to));
        self.log.push(format!("* {copies} {} ({} to {target})", card.title, self.title(from)));
        Ok(())
    }
}

/// Reads the deck, does the edit, writes, and says what changed and how the deck is judged now.
fn edit(args: &EditArgs, work: impl FnOnce(&mut Edit<'_>) -> Result<()>) -> Result<Exit> {
    let setup = args.read.setup(&args.deck)?;
    let file = DeckFile::open(&setup, &args.read, &args.deck)?;
    let mut edit = Edit { file: &file, draft: file.draft()?, log: Vec::new() };
    work(&mut edit)?;
    let text = edit.draft.finish()?.to_owned();
    file.put(&text, args.dry_run)?;
    edit.log.iter().for_each(|line| out::talk(&visible(line)));
    file.judge(&setup, &text);
    Ok(Exit::Clean)
}

pub(crate) fn add(args: AddArgs) -> Result<Exit> {
    edit(&args.edit, |edit| {
        let to = match &args.to {
            Some(name) => section(edit.spec(), name)?,
            None => edit.spec().default_section(),
        };
        for card in edit.wanted(&args.wanted, false)? {
            edit.add(to, &card, card.count.unwrap_or(1))?;
        }
        Ok(())
    })
}

pub(crate) fn remove(args: RemoveArgs) -> Result<Exit> {
    edit(&args.edit, |edit| {
        for card in edit.wanted(&args.wanted, true)? {
            let home = edit.home(&card, args.from.as_ref())?;
            let copies = edit.all_of(&card, &home);
            edit.take(&home, &card, copies)?;
        }
        Ok(())
    })
}

pub(crate) fn shift(args: MoveArgs) -> Result<Exit> {
    edit(&args.edit, |edit| {
        let to = section(edit.spec(), &args.to)?;
        for card in edit.wanted(&args.wanted, true)? {
            let home = match (&args.from, edit.elsewhere(&card, to)) {
                (None, Some(home)) => home,
                (from, _) => edit.home(&card, from.as_ref())?,
            };
            let copies = edit.all_of(&card, &home);
            edit.shift(&home, to, &card, copies)?;
        }
        Ok(())
    })
}

impl Edit<'_> {
    /// The only section besides `to` that has a card.
    fn elsewhere(&self, card: &Wanted, to: usize) -> Option<SectionKey> {
        let has = |(key, cards): &(&SectionKey, &std::collections::BTreeMap<Identity, u64>)| {
            key.index != to && cards.contains_key(&card.card)
        };
        let mut all = self.draft.contents().sections().filter(has).map(|(key, _)| key.clone());
        all.next().filter(|_| all.next().is_none())
    }
}

pub(crate) fn swap(args: SwapArgs) -> Result<Exit> {
    edit(&args.edit, |edit| {
        let spec = edit.spec();
        let from = match &args.from {
            Some(name) => section(spec, name)?,
            None => spec.default_section(),
        };
        let to = match (&args.to, spec.side_section()) {
            (Some(name), _) => section(spec, name)?,
            (None, Some(side)) => side,
            (None, None) => bail!("{} has no side section; name the two sections with `--from` and `--to`", spec.name),
        };
        if from == to {
            bail!("a swap is between two sections; `--from` and `--to` name the same one");
        }
        let cards = edit.wanted(&[args.out.clone(), args.in_.clone()], true)?;
        let [leaves, comes] = &cards[..] else { bail!("two cards are needed") };
        let (from_key, to_key) = (edit.draft.section(from), edit.draft.section(to));
        edit.shift(&from_key, to, leaves, leaves.count.unwrap_or(1).into())?;
        edit.shift(&to_key, from, comes, comes.count.unwrap_or(1).into())
    })
}

pub(crate) fn set_count(args: SetCountArgs) -> Result<Exit> {
    edit(&args.edit, |edit| {
        for text in &args.wanted {
            // Zero copies are no line of a deck, but here they say that there is to be none.
            let gone = text.trim_start().strip_prefix('0').filter(|rest| rest.starts_with([' ', 'x']));
            let asked = gone.map_or_else(|| text.clone(), |rest| format!("1{rest}"));
            let card = edit.wanted(&[asked], true)?.remove(0);
            let Some(count) = card.count else {
                bail!("`{text}` says no number of copies; write it as `3 NAME`");
            };
            let count = if gone.is_some() { 0 } else { u64::from(count) };
            let home = match edit.home(&card, args.in_.as_ref()) {
                Ok(home) => home,
                Err(_) if edit.draft.contents().everywhere(&card.card) == 0 || args.in_.is_some() => {
                    let to = args.in_.as_ref().map(|name| section(edit.spec(), name)).transpose()?;
                    edit.draft.section(to.unwrap_or_else(|| edit.spec().default_section()))
                }
                Err(e) => return Err(e),
            };
            let there = edit.draft.contents().copies(&home, &card.card);
            match count.checked_sub(there) {
                Some(0) => {}
                Some(more) => edit.add(home.index, &card, u32::try_from(more).unwrap_or(u32::MAX))?,
                None => edit.take(&home, &card, there - count)?,
            }
        }
        Ok(())
    })
}

pub(crate) fn rename(args: RenameArgs) -> Result<Exit> {
    edit(&args.edit, |edit| {
        edit.draft.rename(&args.name)?;
        edit.log.push(format!("name: {}", args.name.trim()));
        Ok(())
    })
}
