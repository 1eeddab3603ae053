//! Options that several commands share.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::Exit;
use super::config::Setup;
use super::explain::all_rules;
use crate::catalog::ColumnMap;
use crate::cli::out;
use crate::deck::format::Format;
use crate::diagnostics::{GENERAL_CODES, Levels, parse_level};
use crate::game::{Game, GameFiles, Games, MAX_FILE, Session, io_reason, read_limited};
use crate::rules::{Override, Rule};
use crate::spec::GameSpec;
use crate::text::{
    At, FileId, Node, Source, Sources, Span, decode, did_you_mean, near, or_list, parse_yaml, plain_scalar,
};

/// Which games there are.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct GamesArgs {
    /// A folder with a game, or with folders of games; adds them, or replaces those of the same id
    #[arg(long = "games", visible_alias = "games-dir", help_heading = "Games and cards", value_name = "DIR")]
    pub games: Vec<PathBuf>,
}

/// How decks are read.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ReadArgs {
    /// The format of the decks, instead of the one that their content tells (`decklint convert --list`)
    #[arg(long = "from", value_name = "FORMAT", value_parser = formats(), hide_possible_values = true)]
    pub from: Option<Format>,
}

/// The words for deck formats.
pub(crate) fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.iter().map(|f| PossibleValue::new(f.id()).alias(f.program())))
        .try_map(|word| Format::find(&word).ok_or("there is no such format"))
}

/// Which cards a game has.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct PoolArgs {
    /// A card pool (CSV, YAML or JSON) instead of the game's own
    #[arg(long = "cards", help_heading = "Games and cards", value_name = "FILE")]
    pub cards: Vec<PathBuf>,
    /// A card pool besides the game's own
    #[arg(long = "add-cards", help_heading = "Games and cards", value_name = "FILE")]
    pub add_cards: Vec<PathBuf>,
    /// The column of those pools that holds an attribute, such as `Kind=type`
    #[arg(long = "map", help_heading = "Games and cards", value_name = "COLUMN=ATTRIBUTE")]
    pub map: Vec<String>,
}

/// What changes the rules.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct LayerArgs {
    /// A layer of the game by name, or a layer file by path; later ones win
    #[arg(long = "layer", help_heading = "Rules", value_name = "NAME|FILE")]
    pub layers: Vec<String>,
    /// Set a field of a rule, such as `BAR003.max=3`, or of the set-up, such as `setup.life=10`; lists are written `[a, b]`
    #[arg(long = "set", help_heading = "Rules", value_name = "CODE.FIELD=VALUE")]
    pub set: Vec<String>,
    /// Ban a card, by code or name
    #[arg(long = "ban", help_heading = "Rules", value_name = "CARD")]
    pub ban: Vec<String>,
    /// Lift the ban of a card
    #[arg(long = "unban", help_heading = "Rules", value_name = "CARD")]
    pub unban: Vec<String>,
}

/// Which configuration holds.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ConfigArgs {
    /// The settings of this file hold, instead of those of the nearest `decklint.yaml`
    #[arg(long, help_heading = "Configuration", value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Read no configuration
    #[arg(long, help_heading = "Configuration", conflicts_with = "config")]
    pub no_config: bool,
}

/// How grave findings are.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct LevelArgs {
    /// The level of a code or of its readable name: off, note, warning or error
    #[arg(long = "level", help_heading = "Levels", value_name = "CODE=LEVEL")]
    pub level: Vec<String>,
    /// `warnings`: every warning counts as an error
    #[arg(long = "deny", help_heading = "Levels", value_name = "WHAT", value_parser = ["warnings"])]
    pub deny: Vec<String>,
}

impl GamesArgs {
    /// The games.
    pub fn games(&self) -> Result<Games> {
        let mut games = Games::shipped();
        self.add_to(&mut games)?;
        Ok(games)
    }

    /// Adds the games of the folders.
    pub fn add_to(&self, games: &mut Games) -> Result<()> {
        for folder in &self.games {
            games.add_folder(folder).map_err(|e| anyhow::anyhow!("--games {}: {}", folder.display(), io_reason(&e)))?;
        }
        Ok(())
    }
}

/// Takes `--map` in; `has_pool` says that there is a pool besides those of the options.
pub(crate) fn check_maps(pools: &PoolArgs, has_pool: bool, columns: &mut ColumnMap) -> Result<()> {
    for map in &pools.map {
        columns.set(map).map_err(|e| anyhow::anyhow!("--map {map}: {e}"))?;
    }
    if !pools.map.is_empty() && pools.cards.is_empty() && pools.add_cards.is_empty() && !has_pool {
        bail!("--map is about the columns of `--cards` or `--add-cards`, and neither is given");
    }
    Ok(())
}

/// The changes that `--set`, `--ban` and `--unban` ask for.
pub(crate) fn overrides(args: &LayerArgs, sources: &Sources) -> Result<Vec<Override>> {
    let mut out = Vec::new();
    let text = |option: &str, text: &str| {
        let file = sources.add(Source::new(option, text));
        move |start: usize, part: &str| At::new(part.to_owned(), Span::new(file, start, start + part.len()))
    };
    for set in &args.set {
        let form = || format!("--set {set}: the form is CODE.FIELD=VALUE, such as BAR003.max=3");
        let (left, value) = set.split_once('=').with_context(form)?;
        let (code, field) = left.split_once('.').with_context(form)?;
        if code.is_empty() || field.is_empty() || value.is_empty() {
            bail!(form());
        }
        let at = text("--set", set);
        let value = at(left.len() + 1, value);
        out.push(Override::Set {
            code: at(0, code),
            field: at(code.len() + 1, field),
            value: plain_scalar(&value.value, value.span),
        });
    }
    for card in &args.ban {
        out.push(Override::Ban(text("--ban", card)(0, card)));
    }
    for card in &args.unban {
        out.push(Override::Unban(text("--unban", card)(0, card)));
    }
    Ok(out)
}

impl LevelArgs {
    /// Adds what `--level` says to levels that hold already. A code that neither a game, its layers nor a layer file of the
    /// run has is refused: nobody would notice that it has no effect.
    pub fn add_to(&self, levels: &mut Levels, codes: &mut Codes<'_>) -> Result<()> {
        for text in &self.level {
            let (word, level) = text
                .split_once('=')
                .with_context(|| format!("--level {text}: the form is CODE=LEVEL, such as BAR006=off"))?;
            let level = parse_level(level.trim()).map_err(|e| anyhow::anyhow!("--level {text}: {e}"))?;
            let found = codes.find(word.trim()).map_err(|e| anyhow::anyhow!("--level {text}: {e}"))?;
            found.iter().for_each(|code| levels.set(code, level));
        }
        if !self.deny.is_empty() {
            levels.deny_warnings(true);
        }
        Ok(())
    }
}

/// The codes and slugs that there are: general ones, those of all games and their layers, those of layer files.
pub(crate) struct Codes<'a> {
    games: &'a Games,
    layers: &'a [String],
    /// Code, slug and former codes; read where a word is no general code.
    rules: Option<Vec<(String, String, Vec<String>)>>,
}

impl<'a> Codes<'a> {
    /// The codes of these games, and of these layers as far as they are files.
    pub fn new(games: &'a Games, layers: &'a [String]) -> Self {
        Codes { games, layers, rules: None }
    }

    /// The codes that a word means: the code itself, the one that it was renamed to, or all that have the slug. Else why
    /// there is none, with near names.
    pub fn find(&mut self, word: &str) -> Result<Vec<String>, String> {
        let slugs = GENERAL_CODES.iter().filter(|c| c.slug == word).map(|c| c.code.to_owned());
        let general = GENERAL_CODES.iter().find(|c| c.code.eq_ignore_ascii_case(word)).map(|c| vec![c.code.to_owned()]);
        if let Some(found) = general {
            return Ok(found);
        }
        let rules = self.rules.get_or_insert_with(|| {
            let row = |r: &Rule| (r.id.value.clone(), r.slug.value.clone(), r.was.clone());
            let mut rules: Vec<_> = all_rules(self.games).iter().map(|f| row(&f.rule)).collect();
            rules.extend(added_codes(self.layers).into_iter().map(|(code, slug)| (code, slug, Vec::new())));
            rules
        });
        let is = |code: &str| code.eq_ignore_ascii_case(word);
        if let Some((code, ..)) =
            rules.iter().find(|r| is(&r.0)).or_else(|| rules.iter().find(|r| r.2.iter().any(|w| is(w))))
        {
            return Ok(vec![code.clone()]);
        }
        let mut found: Vec<String> = slugs.chain(rules.iter().filter(|r| r.1 == word).map(|r| r.0.clone())).collect();
        found.dedup();
        if !found.is_empty() {
            return Ok(found);
        }
        let codes = rules.iter().map(|r| r.0.as_str()).chain(GENERAL_CODES.iter().map(|c| c.code));
        let slugs = rules.iter().map(|r| r.1.as_str()).chain(GENERAL_CODES.iter().map(|c| c.slug));
        let known: Vec<&str> = if word.contains('-') { slugs.collect() } else { codes.collect() };
        Err(match near(word, known, 3)[..] {
            [] => format!("unknown code `{word}`; `decklint rules GAME` lists the codes of a game"),
            ref near => format!("unknown code `{word}`; did you mean {}?", or_list(near)),
        })
    }
}

/// The codes and slugs of the rules that layer files add, with those of the files that they extend. What cannot be read
/// has no codes here: the check itself reports it.
fn added_codes(layers: &[String]) -> Vec<(String, String)> {
    let mut open: Vec<PathBuf> = layers.iter().map(PathBuf::from).collect();
    let (mut done, mut codes) = (Vec::<PathBuf>::new(), Vec::new());
    while let Some(path) = open.pop() {
        // A pipe can be read once only, and that is the check's turn.
        if done.contains(&path) || !path.is_file() {
            continue;
        }
        let text = read_limited(&path, MAX_FILE).ok().and_then(|bytes| decode(bytes).ok());
        let node = text.and_then(|decoded| parse_yaml(&decoded.text, FileId::INPUT).ok());
        if let Some(node) = node {
            let list = |key| node.get(key).and_then(Node::as_list).unwrap_or_default();
            let text = |rule: &Node, key| rule.get(key).and_then(Node::as_str).unwrap_or_default().to_owned();
            codes.extend(list("add").iter().map(|rule| (text(rule, "id"), text(rule, "slug"))));
            let folder = path.parent().unwrap_or_else(|| Path::new(""));
            open.extend(list("extends").iter().filter_map(Node::as_str).map(|name| folder.join(name)));
        }
        done.push(path);
    }
    codes
}

/// The id of a game that a user names, with near names where there is none.
pub(crate) fn game_id(games: &Games, name: &str) -> Result<String> {
    let wanted = name.to_lowercase();
    match games.ids().find(|id| *id == wanted) {
        Some(id) => Ok(id.to_owned()),
        None => bail!("unknown game `{name}`{}", did_you_mean(name, games.ids())),
    }
}

/// What the game that a user names is like, without its cards; what is wrong with it is said.
pub(crate) fn load_spec<'s>(session: &'s Session, name: &str) -> Result<(&'s GameFiles, GameSpec)> {
    let id = game_id(&session.games, name)?;
    let Some(files) = session.games.get(&id) else { bail!("the game `{id}` cannot be used") };
    match session.spec(files) {
        Ok(spec) => Ok((files, spec)),
        Err(faults) => {
            out::run_faults(session, &faults);
            bail!("the game `{id}` cannot be used")
        }
    }
}

/// The game that a user names, loaded; what is wrong with it is said.
pub(crate) fn load(setup: &Setup, name: &str) -> Result<(std::sync::Arc<Game>, Exit)> {
    let id = game_id(&setup.session.games, name)?;
    let game = setup.session.game(&id);
    let broken = setup.tell_faults();
    match game {
        Some(game) => Ok((game, if broken { Exit::Failed } else { Exit::Clean })),
        None => bail!("the game `{id}` cannot be used"),
    }
}
