//! Commands that play decks: `draw`, `goldfish`, `odds`, `play`, and what they share.

pub(crate) mod draw;
pub(crate) mod goldfish;
pub(crate) mod interactive;
pub(crate) mod merge;
pub(crate) mod odds;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};

use super::Exit;
use super::config::{RunOptions, Setup};
use super::inputs::{Input, read_deck};
use super::options::{ConfigArgs, GamesArgs, LayerArgs, LevelArgs, PoolArgs, game_id};
use super::out;
use crate::catalog::parse_terms;
use crate::diagnostics::{Diagnostic, Level, PLY_GOAL};
use crate::game::{DeckInput, Game, MAX_FILE, Ready, Session, Verdict, io_reason, read_limited, ready_with, runner};
use crate::play::{Goal, MaskId, OpponentDeck, Policy, PolicyFile, RNG, Runner, Seat, SeatDeck, Wishes};
use crate::report::{Assumption, full_deck, visible};
use crate::text::{Files, Source, Span, decode, did_you_mean};

/// The most cards a deck may have to be played with.
const MOST_CARDS: usize = 10_000;

/// What all commands that play a deck take.
#[derive(Debug, clap::Args)]
pub(crate) struct TableArgs {
    /// The deck, or `-` for standard input
    #[arg(value_name = "DECK")]
    pub deck: PathBuf,
    /// The game of the deck, by its id (`decklint games` lists them)
    #[arg(short, long, value_name = "GAME")]
    pub game: Option<String>,
    /// Who decides: greedy, random, first, idle, a policy of the game, or a policy file
    #[arg(long, value_name = "NAME|FILE", default_value = "greedy", help_heading = "Playing")]
    pub policy: String,
    /// The second seat: idle, a policy of the game, `scripted:FILE` with a policy file, or a deck; as the game says if absent
    #[arg(long, value_name = "NAME|DECK", help_heading = "Playing")]
    pub opponent: Option<String>,
    /// Begin every game; the dice decide if neither --first nor --second is given
    #[arg(long, conflicts_with = "second", help_heading = "Playing")]
    pub first: bool,
    /// Let the other seat begin every game
    #[arg(long, help_heading = "Playing")]
    pub second: bool,
    /// Where chance begins; the same seed gives the same games on any machine and number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = seed, allow_negative_numbers = true, help_heading = "Playing")]
    pub seed: u64,
    /// Play a deck that breaks the rules all the same
    #[arg(long, help_heading = "Playing")]
    pub allow_illegal: bool,
    /// A folder with a game, or with folders of games; adds them, or replaces those of the same id
    #[arg(long, value_name = "DIR", help_heading = "Games and cards")]
    pub games_dir: Vec<PathBuf>,
    #[command(flatten)]
    pub pools: PoolArgs,
    #[command(flatten)]
    pub layers: LayerArgs,
    #[command(flatten)]
    pub levels: LevelArgs,
    #[command(flatten)]
    pub config: ConfigArgs,
}

/// A deck at the table, ready to be played.
pub(crate) struct Arena {
    /// The engine with both seats' cards.
    pub runner: Box<dyn Runner>,
    /// Who decides.
    pub policies: [Policy; 2],
    /// The goals, bound to the cards.
    pub goals: Vec<Goal>,
    /// Groups of the opening hand: names, and the masks that they have in the kit.
    pub groups: Vec<(String, MaskId)>,
    /// What the figures rest on.
    pub assumptions: Vec<Assumption>,
    /// The deck's name, for titles.
    pub name: String,
}

/// The deck broke the rules, or could not be read: its findings were shown, and this is the exit code.
pub(crate) enum Seated {
    /// Ready.
    Arena(Box<Arena>),
    /// Not to be played.
    Refused(Exit),
}

/// Reads and checks a deck; what is wrong with it goes to standard error.
fn seat(setup: &Setup, path: &Path, game: Option<&str>, args: &TableArgs) -> Result<Result<Ready, Exit>> {
    let input = if path.as_os_str() == "-" { Input::Stdin } else { Input::File(path.to_path_buf()) };
    let text = read_deck(&input, "<stdin>").map_err(|none| {
        anyhow!("the deck `{}` cannot be used: {}", visible(&none.source.name), none.finding.message)
    })?;
    let (source, guessed) = (text.source, text.guessed);
    let path = (path.as_os_str() != "-").then_some(path);
    let input = DeckInput { source: &source, guessed, path, game };
    let show = |checked: &crate::game::Checked| {
        let files = Files { shared: &setup.session.sources, input: Some(&checked.source) };
        out::talk(full_deck(checked, files, out::styled_stderr()).trim_end());
    };
    let ready = ready_with(&setup.session, input, &setup.levels, &setup.waivers_for(path));
    let broken = setup.tell_faults();
    match ready {
        Err(checked) => {
            show(&checked);
            Ok(Err(Exit::Failed))
        }
        Ok(_) if broken => Ok(Err(Exit::Failed)),
        Ok(ready) if ready.checked.verdict != Verdict::Legal && !args.allow_illegal => {
            show(&ready.checked);
            out::talk(
                "the deck breaks the rules of its game and was not played; `--allow-illegal` plays it all the same",
            );
            Ok(Err(Exit::Findings))
        }
        Ok(ready) if ready.deck.shuffled.len() > MOST_CARDS => {
            bail!("the deck has {} cards; at most {MOST_CARDS} can be played with", ready.deck.shuffled.len())
        }
        Ok(ready) => Ok(Ok(ready)),
    }
}

/// Where a policy or opponent comes from.
enum Found {
    BuiltIn(Policy),
    File(Box<PolicyFile>, String, Option<PathBuf>),
    Deck(PathBuf),
}

fn find_policy(session: &Session, game: &Game, option: &str, word: &str) -> Result<Found> {
    let bare = word.strip_prefix("scripted:").unwrap_or(word);
    if let Some(policy) = Policy::built_in(bare).filter(|_| bare == word) {
        return Ok(Found::BuiltIn(policy));
    }
    let shipped = game.files.policies();
    let (name, bytes, path) = if shipped.iter().any(|p| p == bare) {
        let (name, bytes) =
            game.files.read(&format!("policies/{bare}.yaml")).map_err(|e| anyhow!("{}", io_reason(&e)))?;
        (name, bytes.into_owned(), None)
    } else if bare == word && option == "--opponent" && bare.contains(['/', '\\', '.']) {
        return Ok(Found::Deck(PathBuf::from(bare)));
    } else if bare != word || bare.contains(['/', '\\', '.']) {
        let path = PathBuf::from(bare);
        let bytes = read_limited(&path, MAX_FILE).map_err(|e| anyhow!("{option} {bare}: {}", io_reason(&e)))?;
        (bare.to_owned(), bytes, Some(path))
    } else {
        let known: Vec<&str> =
            Policy::BUILT_IN.iter().map(|(n, _)| *n).chain(shipped.iter().map(String::as_str)).collect();
        let near = did_you_mean(bare, known.iter().copied());
        bail!("{option}: there is no policy `{bare}`{near}");
    };
    let text = decode(bytes).map_err(|e| anyhow!("{option} {bare}: {e}"))?.text;
    let file = session.sources.add(Source::new(name, text.as_str()));
    let parsed = PolicyFile::parse(&text, file).map_err(|faults| told(session, &faults))?;
    let stem = path.as_deref().and_then(Path::file_stem).and_then(|s| s.to_str()).unwrap_or(bare).to_owned();
    Ok(Found::File(Box::new(parsed), stem, path))
}

/// Shows faults; the error that ends the run.
fn told(session: &Session, faults: &[Diagnostic]) -> anyhow::Error {
    out::run_faults(session, faults);
    let n = faults.iter().filter(|f| f.level == Level::Error).count();
    anyhow!("{n} {} above", if n == 1 { "fault" } else { "faults" })
}

/// Seats a deck: reads and checks it, reads policies and goals, and makes the engine.
pub(crate) fn arena(args: &TableArgs, goals: &[String]) -> Result<Seated> {
    Ok(arena_asking(args, goals, &[])?.0)
}

/// The same with further search terms, and the masks that they have in the kit.
pub(crate) fn arena_asking(args: &TableArgs, goals: &[String], asked: &[String]) -> Result<(Seated, Vec<MaskId>)> {
    // `--games` counts games here, so the folders have the name that is an alias elsewhere.
    let games = GamesArgs { games: args.games_dir.clone() };
    let base = RunOptions::new(&args.config, &games);
    let options = RunOptions { pools: &args.pools, layers: &args.layers, levels: &args.levels, ..base };
    let setup = options.setup((args.deck.as_os_str() != "-").then_some(&args.deck))?;
    let session = &*setup.session;
    let game_name = args.game.as_ref().map(|name| game_id(&session.games, name)).transpose()?;
    let ready = match seat(&setup, &args.deck, game_name.as_deref(), args)? {
        Ok(ready) => ready,
        Err(exit) => return Ok((Seated::Refused(exit), Vec::new())),
    };
    let game = ready.game.clone();
    let mut wishes = Wishes::new(&game.spec);
    let goals = read_goals(session, goals, &mut wishes)?;
    let groups = groups(&ready, &mut wishes);
    let masks = read_terms(session, asked, &mut wishes)?;
    let policy = match find_policy(session, &game, "--policy", &args.policy)? {
        Found::BuiltIn(policy) => policy,
        Found::File(file, name, _) => file.bind(&name, &mut wishes).map_err(|faults| told(session, &faults))?,
        Found::Deck(path) => bail!("--policy {}: a policy is expected, not a deck", path.display()),
    };
    let word = args.opponent.clone().or_else(|| game.spec.opponent.as_ref().map(|o| o.value.clone()));
    let word = word.as_deref().unwrap_or("idle");
    let cards = ready.deck.shuffled.len();
    let (opponent, seat_deck) = match find_policy(session, &game, "--opponent", word)? {
        Found::BuiltIn(Policy::Idle) => (Policy::Idle, SeatDeck::blanks(cards)),
        Found::BuiltIn(policy) => (policy, ready.deck.clone()),
        Found::Deck(path) => match seat(&setup, &path, Some(&game.id), args)? {
            Ok(other) => (Policy::Greedy, other.deck),
            Err(exit) => return Ok((Seated::Refused(exit), Vec::new())),
        },
        Found::File(file, name, path) => {
            let policy = file.bind(&name, &mut wishes).map_err(|faults| told(session, &faults))?;
            let deck = match &file.deck {
                None | Some(OpponentDeck::Mirror) => ready.deck.clone(),
                Some(OpponentDeck::Blanks(n)) => SeatDeck { idle: false, ..SeatDeck::blanks(usize::from(*n)) },
                Some(OpponentDeck::File(name)) => {
                    let folder = path.as_deref().and_then(Path::parent).unwrap_or_else(|| Path::new(""));
                    match seat(&setup, &folder.join(name), Some(&game.id), args)? {
                        Ok(other) => other.deck,
                        Err(exit) => return Ok((Seated::Refused(exit), Vec::new())),
                    }
                }
            };
            (policy, deck)
        }
    };
    let first = match (args.first, args.second) {
        (true, _) => Some(Seat::A),
        (_, true) => Some(Seat::B),
        _ => None,
    };
    let blanks = seat_deck.shuffled.iter().filter(|c| c.is_none()).count();
    let opponent_cards = seat_deck.shuffled.len();
    let made = runner(session, &ready, seat_deck, first, wishes.terms()).map_err(|faults| told(session, &faults))?;
    let (runner, warnings) = made;
    out::run_faults(session, &warnings);
    let about = runner.about();
    let faults: Vec<Diagnostic> = [&policy, &opponent].iter().flat_map(|p| p.faults(&about)).collect();
    if !faults.is_empty() {
        return Err(told(session, &faults));
    }
    let goals = goals
        .into_iter()
        .map(|mut goal| {
            goal.bind(runner.kit());
            goal
        })
        .collect();
    let name = ready.checked.name.clone().unwrap_or_else(|| ready.checked.source.name.clone());
    let assumptions = assume(&setup, args, &ready, &*runner, &policy, word, (opponent_cards, blanks));
    let policies = [policy, opponent];
    Ok((Seated::Arena(Box::new(Arena { runner, policies, goals, groups, assumptions, name })), masks))
}

/// Search terms of the command line.
fn read_terms(session: &Session, asked: &[String], wishes: &mut Wishes<'_>) -> Result<Vec<MaskId>> {
    use crate::play::ability::Words as _;
    let mut faults = Vec::new();
    let mut out = Vec::new();
    for terms in asked {
        match parse_terms(terms, wishes.spec()) {
            Ok(_) => out.push(wishes.mask(terms)),
            Err(e) => {
                let file = session.sources.add(Source::new("--has", terms.as_str()));
                let span = Span::new(file, e.range.start, e.range.end);
                faults.push(Diagnostic::general(&PLY_GOAL, span, e.message).help("see `decklint explain search`"));
            }
        }
    }
    if faults.is_empty() { Ok(out) } else { Err(told(session, &faults)) }
}

fn read_goals(session: &Session, goals: &[String], wishes: &mut Wishes<'_>) -> Result<Vec<Goal>> {
    let (mut out, mut faults) = (Vec::new(), Vec::new());
    for text in goals {
        match Goal::parse(text, wishes) {
            Ok(goal) => out.push(goal),
            Err(e) => {
                let file = session.sources.add(Source::new("--goal", text.as_str()));
                let span = Span::new(file, e.range.start, e.range.end);
                faults.push(Diagnostic::general(&PLY_GOAL, span, e.message).help("see `decklint explain goals`"));
            }
        }
    }
    if faults.is_empty() { Ok(out) } else { Err(told(session, &faults)) }
}

/// The types of the deck's cards, which opening hands are counted by.
fn groups(ready: &Ready, wishes: &mut Wishes<'_>) -> Vec<(String, MaskId)> {
    use crate::catalog::Value;
    use crate::play::ability::Words as _;
    let spec = &ready.game.spec;
    let Some(index) = ["type", "kind", "rarity"].iter().find_map(|a| spec.attribute(a)) else { return Vec::new() };
    let attribute = &spec.attributes.keys()[index].value;
    let mut values: Vec<&str> = Vec::new();
    for card in ready.deck.shuffled.iter().flatten() {
        if let Some(Value::Text(value)) = ready.game.catalog.card(*card).values.get(index)
            && !values.contains(&&**value)
        {
            values.push(value);
        }
    }
    values.sort_unstable();
    values.into_iter().map(|v| (v.to_owned(), wishes.mask(&format!("{attribute}:\"{v}\"")))).collect()
}

fn assume(
    setup: &Setup,
    args: &TableArgs,
    ready: &Ready,
    runner: &dyn Runner,
    policy: &Policy,
    opponent: &str,
    (cards, blanks): (usize, usize),
) -> Vec<Assumption> {
    let mut out = Vec::new();
    let mut say = |key: &str, label: &str, value: String| {
        out.push(Assumption { key: key.to_owned(), label: label.to_owned(), value });
    };
    let checked = &ready.checked;
    let mut game = ready.game.id.clone();
    for layer in &checked.layers {
        game.push_str(" + ");
        game.push_str(layer);
    }
    for set in &args.layers.set {
        game.push_str(" + ");
        game.push_str(set);
    }
    say("game", "Game", game);
    let name = checked.name.clone().unwrap_or_else(|| checked.source.name.clone());
    let legal = if checked.verdict == Verdict::Legal { "" } else { ", which breaks the rules (--allow-illegal)" };
    say("deck", "Deck", format!("{name}: {} cards{legal}", ready.deck.shuffled.len()));
    let first = match (args.first, args.second) {
        (true, _) => "this deck",
        (_, true) => "the opponent",
        _ => "as the dice fall",
    };
    say("first", "Begins", first.to_owned());
    say("policy", "Policy", policy_name(policy));
    let plays = match blanks {
        0 => format!("{cards} cards"),
        n if n == cards => format!("{n} blank cards"),
        n => format!("{cards} cards, {n} of them blank"),
    };
    say("opponent", "Opponent", format!("{opponent}, {plays}"));
    let left = runner.kit().not_simulated(Seat::A);
    let of = runner.kit().lists[0].len() + runner.kit().apart[0].len();
    say("not-simulated", "Not simulated", format!("the text of {left} of {of} cards"));
    say("seed", "Seed", args.seed.to_string());
    say("rng", "Chance", RNG.to_owned());
    say("data", "Data", fingerprint(setup, ready));
    say("version", "Version", format!("decklint {}", env!("CARGO_PKG_VERSION")));
    out
}

fn policy_name(policy: &Policy) -> String {
    match policy {
        Policy::First => "first".to_owned(),
        Policy::Random => "random".to_owned(),
        Policy::Greedy => "greedy".to_owned(),
        Policy::Idle => "idle".to_owned(),
        Policy::Prefer(prefer) => prefer.name.clone(),
    }
}

/// A short hash of what the figures come from: the texts of the game, its pools, layers and policies, and the deck.
fn fingerprint(setup: &Setup, ready: &Ready) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut part = |text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    // The configuration comes first; what it changes shows in the others.
    setup.session.sources.all().iter().skip(setup.config.texts.len()).for_each(|source| part(&source.text));
    part(&ready.checked.source.text);
    hasher.finalize().to_hex()[..16].to_owned()
}

pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

/// A number of at least one and at most `most`, for clap.
pub(crate) fn in_range(what: &str, text: &str, most: u64) -> Result<u64, String> {
    match super::at_least_one(what, text) {
        Ok(n) if n as u64 <= most => Ok(n as u64),
        Ok(_) => Err(format!("{what} must be at most {most}")),
        Err(e) => Err(e),
    }
}

/// Uses so many threads.
pub(crate) fn use_threads(threads: Option<usize>) -> Result<()> {
    if let Some(threads) = threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().context("cannot start the threads")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_say_what_is_allowed() {
        assert_eq!(in_range("games", "1", 10), Ok(1));
        assert_eq!(in_range("games", "10", 10), Ok(10));
        assert_eq!(in_range("games", "11", 10), Err("games must be at most 10".to_owned()));
        assert_eq!(in_range("turns", "-1", 10), Err("turns must be 1 or more".to_owned()));
    }
}
