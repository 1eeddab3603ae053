//! `decklint deck fill` and `decklint deck random`.

use std::sync::Arc;

use anyhow::{Result, anyhow, bail};

use super::change::EditArgs;
use super::file::DeckFile;
use super::new::MakeArgs;
use super::show::section_title;
use super::wishes::WishArgs;
use crate::cli::config::{RunOptions, Setup};
use crate::cli::options::{ConfigArgs, GamesArgs, LayerArgs, LevelArgs, PoolArgs, load};
use crate::cli::{Exit, out};
use crate::deck::edit::{Draft, blank};
use crate::deck::format::Format;
use crate::deck::{Contents, Identity, Order, compare, sort_key};
use crate::diagnostics::{DCK_EMPTY, Level};
use crate::game::{Copies, DeckInput, Game, Prepared, Stuck, Verdict, check_with, complete, rules_of};
use crate::play::Streams;
use crate::report::{concise_run_finding, full_verdict, visible};
use crate::text::{Files, Source};

/// Complete a deck to a legal one
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Cards are added, as by `deck add`, until the deck is legal and the wishes are met; no copy is taken out and no \
        other line is touched. Which cards come in is left to chance, and the seed settles it. Where the rules or the wishes \
        cannot be kept, it is said which, and the file is left as it is.\n\nExit codes: 0 completed, 1 it cannot be \
        completed, 2 the run itself failed.\n\nExamples:\n  decklint deck fill hive.txt\n  decklint deck fill hive.txt --want \
        'type:Soldier size<=2':8 --want 'text~draw:4' --dry-run\n  decklint deck fill hive.txt --curve 1:8,2:10,3:8 --seed \
        7\n  decklint deck fill steel.yaml --curve cost\n  decklint deck new barrenia | decklint deck fill - > deck.txt"
)]
pub(crate) struct FillArgs {
    #[command(flatten)]
    edit: EditArgs,
    #[command(flatten)]
    wishes: WishArgs,
}

/// Make a legal deck by chance
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The deck is built round one card of chance, with a leader where the game asks for one, and has as few cards as \
        the rules allow; `--size` gives it more.\n\nExit codes: 0 made, 1 no such deck exists, 2 the run itself \
        failed.\n\nExamples:\n  decklint deck random parallel\n  decklint deck random barrenia --size 50 --seed 7 -o \
        deck.txt\n  decklint deck random tuna --layer season-2025 -o deck.yaml\n  decklint deck random parallel --want \
        'type:Paragon parallel:Marcolian':1"
)]
pub(crate) struct RandomArgs {
    /// The game, by its id (`decklint games` lists them)
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    make: MakeArgs,
    #[command(flatten)]
    wishes: WishArgs,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    pools: PoolArgs,
    #[command(flatten)]
    layers: LayerArgs,
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    config: ConfigArgs,
}

/// The cards in the order of printed lists, which is the order in which they are written.
fn in_order(game: &Game, mut cards: Vec<Copies>) -> Vec<Copies> {
    let key = |c: &Copies| sort_key(Order::Rules, Some(c.1), &game.spec, &game.catalog);
    cards.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| compare(key(a).as_ref(), key(b).as_ref())).then(a.1.cmp(&b.1)));
    cards
}

fn add(draft: &mut Draft<'_>, game: &Game, cards: &[Copies]) -> Result<Vec<String>> {
    let mut log = Vec::new();
    for &(section, card, copies) in cards {
        let name = &game.catalog.card(card).name;
        let fault = |e| anyhow!("cannot add `{name}`: {e}");
        draft.add(section, card, u32::try_from(copies).unwrap_or(u32::MAX)).map_err(fault)?;
        log.push(format!("+ {copies} {name} ({})", section_title(game, &draft.section(section))));
    }
    Ok(log)
}

pub(crate) fn fill(args: FillArgs) -> Result<Exit> {
    let setup = args.edit.read.setup(&args.edit.deck)?;
    let session = &*setup.session;
    let file = DeckFile::open(&setup, &args.edit.read, &args.edit.deck)?;
    let game = &file.opened.game;
    let wishes = args.wishes.read(game)?;
    let prepared = file.prepared(&setup)?;
    let (deck, faults) = file.opened.deck();
    let files = Files { shared: &session.sources, input: Some(&file.source) };
    let known = game.spec.sections.len();
    let mut errors: Vec<_> =
        faults.into_iter().filter(|f| f.level == Level::Error && *f.code != *DCK_EMPTY.code).collect();
    errors.extend(
        rules_of(session, game, &prepared, &deck, &file.source).into_iter().filter(|f| f.level == Level::Error),
    );
    if !errors.is_empty() {
        errors.iter().for_each(|f| out::talk(concise_run_finding(f, files).trim_end()));
        out::talk(&format!("{}: not completed: adding cards does not mend this", visible(file.name())));
        return Ok(Exit::Findings);
    }
    let mut now = Vec::new();
    for (key, cards) in Contents::of(&deck, known).sections() {
        now.extend(cards.iter().filter_map(|(card, &n)| match card {
            Identity::Card(id) => Some((key.index, *id, n)),
            Identity::Unknown(_) => None,
        }));
    }
    let mut dice = Streams::new(args.wishes.seed, 0);
    let added = match complete((session, game, &prepared), &now, &wishes, &mut dice, false) {
        Ok(added) => in_order(game, added),
        Err(stuck) => return Ok(explain(file.name(), game, &prepared, &now, &stuck)),
    };
    if added.is_empty() {
        file.put(&file.source.text, args.edit.dry_run)?;
        out::talk(&format!("{}: nothing to add", visible(file.name())));
        file.judge(&setup, &file.source.text);
        return Ok(Exit::Clean);
    }
    let mut draft = file.draft()?;
    let log = add(&mut draft, game, &added)?;
    let text = draft.finish()?.to_owned();
    legal(&setup, game, file.name(), file.path(), &text)?;
    file.put(&text, args.edit.dry_run)?;
    log.iter().for_each(|line| out::talk(&visible(line)));
    file.judge(&setup, &text);
    Ok(Exit::Clean)
}

/// The real check has the last word before a deck is given out.
fn legal(setup: &Setup, game: &Game, name: &str, path: Option<&std::path::Path>, text: &str) -> Result<String> {
    let source = Arc::new(Source::new(name, text));
    let input = DeckInput { source: &source, guessed: None, path, game: Some(&game.id) };
    let checked = check_with(&setup.session, input, &setup.levels, &setup.waivers_for(path));
    match checked.findings.iter().find(|f| f.level == Level::Error) {
        None if checked.verdict == Verdict::Legal => Ok(full_verdict(&checked)),
        fault => {
            let why = fault.map_or_else(String::new, |f| format!(": {} {}", f.code, f.message));
            bail!("the deck that was found is not legal{why}; nothing was written")
        }
    }
}

pub(crate) fn random(args: RandomArgs) -> Result<Exit> {
    let base = RunOptions::new(&args.config, &args.games);
    let options = RunOptions { pools: &args.pools, layers: &args.layers, levels: &args.levels, ..base };
    let setup = options.setup(args.make.output.as_deref())?;
    let session = &*setup.session;
    let (game, exit) = load(&setup, &args.game)?;
    let prepared = session.prepare(&game, &[], None).map_err(|(_, message)| anyhow!(message))?;
    if setup.tell_faults() || prepared.broken {
        bail!("the rules of `{}` or a layer cannot be used", game.id);
    }
    let wishes = args.wishes.read(&game)?;
    let make = &args.make;
    let (format, label) = (make.format()?, make.name()?);
    let title = format!("{} at random", game.spec.name);
    let cards = match complete((session, &game, &prepared), &[], &wishes, &mut Streams::new(args.wishes.seed, 0), true)
    {
        Ok(cards) => in_order(&game, cards),
        Err(stuck) => return Ok(explain(&title, &game, &prepared, &[], &stuck)),
    };
    let ending = if format == Format::Text { "txt" } else { format.id() };
    let name = make.output.as_ref().map_or_else(|| format!("deck.{ending}"), |path| path.display().to_string());
    let label = label.map_or_else(|| format!("Seed {}", args.wishes.seed), str::to_owned);
    let start = blank(&game.spec, Some(&label), format);
    let mut draft = Draft::new(&name, &start, &game.spec, &game.catalog).map_err(|d| anyhow!("{}", d.message))?;
    add(&mut draft, &game, &cards)?;
    let text = draft.finish()?.to_owned();
    let verdict = legal(&setup, &game, &name, make.output.as_deref(), &text)?;
    make.put(&text, |_| verdict.trim_end().to_owned())?;
    Ok(exit)
}

/// Says why there is no deck.
fn explain(name: &str, game: &Game, prepared: &Prepared, now: &[Copies], stuck: &Stuck) -> Exit {
    let name = visible(name);
    let rule = |code: &String| {
        let title = prepared.merged.rules.iter().find(|r| r.id.value == *code).map_or("", |r| &*r.title);
        out::talk(&format!("{name}: {code} {title}"));
    };
    match stuck {
        Stuck::Findings(found) => {
            found.iter().for_each(|f| out::talk(&format!("{name}: {} {}", f.code, f.message)));
            out::talk(&format!("{name}: not completed: adding cards does not mend this"));
        }
        Stuck::Rules(codes) if codes.is_empty() => {
            out::talk(&format!(
                "{name}: not completed: no deck of this pool with these cards keeps all rules of {}",
                game.id
            ));
        }
        Stuck::Rules(codes) => {
            codes.iter().for_each(rule);
            let which = if codes.len() == 1 { "this rule" } else { "each of these rules" };
            out::talk(&format!("{name}: not completed: with these cards, {which} cannot be kept beside the others"));
        }
        Stuck::Wishes(unmet) => {
            unmet.iter().for_each(|(wish, most)| out::talk(&format!("{name}: {}", visible(&told(wish, *most, now)))));
            let before = "the rules, the cards of the deck and the wishes before it leave no room";
            out::talk(&format!("{name}: not completed: {before}"));
        }
        Stuck::Unsaid(codes) => {
            codes.iter().for_each(rule);
            out::talk(&format!(
                "{name}: not completed: rules of this kind are not aimed at, and chance did not keep them"
            ));
        }
        Stuck::TooHard => out::talk(&format!("{name}: not completed: the search was given up")),
    }
    Exit::Findings
}

fn told(wish: &crate::game::Wish, most: u64, now: &[Copies]) -> String {
    let held: u64 = now.iter().filter(|c| wish.sections.has(c.0) && wish.cards.has(c.1)).map(|c| c.2).sum();
    match wish.max {
        Some(max) if held > max => format!("`{}`: the deck has {held} already, {max} are wished", wish.text),
        _ if most < wish.min => {
            format!("`{}`: {} wished, {most} at most can be had", wish.text, out::cards(wish.min))
        }
        _ => format!("`{}`: more than {} would be needed", wish.text, out::cards(wish.max.unwrap_or(most))),
    }
}
