//! What holds for a deck: its configuration and the command line together.

use std::mem::ManuallyDrop;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use jiff::civil::Date;
use rustc_hash::FxHashMap;

use super::file::LevelWord;
use super::find::{Choice, Finder};
use super::read::{Config, Pattern, is_path, read};
use crate::catalog::ColumnMap;
use crate::cli::options::{Codes, ConfigArgs, GamesArgs, LayerArgs, LevelArgs, PoolArgs, check_maps, overrides};
use crate::cli::out;
use crate::diagnostics::{CFG_FILE, Diagnostic, GeneralCode, Level, Levels, WAI_EXPIRED, WAI_REASON, WAI_UNUSED};
use crate::game::{Games, Options, PoolOption, Session, Waiver, io_reason};
use crate::text::{Source, Sources, Span, did_you_mean};

/// The options of the command line that a configuration adds to.
#[derive(Debug)]
pub(crate) struct RunOptions<'a> {
    pub choice: Choice,
    pub games: &'a GamesArgs,
    pub pools: &'a PoolArgs,
    pub layers: &'a LayerArgs,
    pub levels: &'a LevelArgs,
    pub draft: bool,
    pub from: Option<crate::deck::format::Format>,
    pub today: Date,
}

static NO_POOLS: PoolArgs = PoolArgs { cards: Vec::new(), add_cards: Vec::new(), map: Vec::new() };
static NO_LAYERS: LayerArgs = LayerArgs { layers: Vec::new(), set: Vec::new(), ban: Vec::new(), unban: Vec::new() };
static NO_LEVELS: LevelArgs = LevelArgs { level: Vec::new(), deny: Vec::new() };

impl<'a> RunOptions<'a> {
    /// A configuration and games alone.
    pub fn new(config: &ConfigArgs, games: &'a GamesArgs) -> Self {
        let choice = match (&config.config, config.no_config) {
            (Some(path), _) => Choice::Given(path.clone()),
            (None, true) => Choice::None,
            (None, false) => Choice::Found,
        };
        let (pools, layers, levels) = (&NO_POOLS, &NO_LAYERS, &NO_LEVELS);
        RunOptions { choice, games, pools, layers, levels, draft: false, from: None, today: today() }
    }

    /// The setup of a deck, or of the current folder. A configuration that cannot be used ends the run.
    pub fn setup(self, deck: Option<&Path>) -> Result<Arc<Setup>> {
        let mut setups = Setups::new(self);
        let setup = setups.of(deck)?;
        setups.usable()?;
        Ok(setup)
    }
}

/// The day in UTC.
pub(crate) fn today() -> Date {
    jiff::tz::Offset::UTC.to_datetime(jiff::Timestamp::now()).date()
}

/// A waiver of the configuration and what became of it.
#[derive(Debug)]
struct Held {
    waiver: Waiver,
    deck: Option<Pattern>,
    span: Span,
    /// Why it does not hold, if it does not.
    fault: Option<(&'static GeneralCode, String)>,
    /// A deck that it is about was checked.
    seen: AtomicBool,
    used: AtomicBool,
}

/// What holds for the decks of one configuration and one of its folders.
#[derive(Debug)]
pub(crate) struct Setup {
    /// The configuration.
    pub config: Arc<Config>,
    /// The index of its folder entry.
    pub folder: Option<usize>,
    // The process ends with the run: the system takes the memory of thousands of cards back faster than they are freed.
    pub session: ManuallyDrop<Session>,
    pub levels: Levels,
    /// The files that the configuration itself names, which are no decks: layers, pools, games, configurations; absolute.
    pub named: Vec<PathBuf>,
    /// What is wrong with the configuration, where no other setup says it.
    pub faults: Vec<Diagnostic>,
    /// Whether the configuration cannot be used, so that no deck is checked under it.
    pub broken: bool,
    waivers: Vec<Held>,
}

/// A configuration and the index of one of its folders.
type Key = (Option<PathBuf>, Option<usize>);

/// The setups of a run, each made once.
#[derive(Debug)]
pub(crate) struct Setups<'a> {
    options: RunOptions<'a>,
    finder: Finder,
    configs: FxHashMap<Option<PathBuf>, Arc<Config>>,
    made: FxHashMap<Key, Arc<Setup>>,
    /// Configurations whose faults were said.
    told: Vec<PathBuf>,
    /// The folder of the last deck and its setup, if that is the same for all decks of the folder.
    last: Option<(PathBuf, Arc<Setup>)>,
    /// All setups in the order in which decks asked for them.
    pub all: Vec<Arc<Setup>>,
}

impl<'a> Setups<'a> {
    pub fn new(options: RunOptions<'a>) -> Self {
        let finder = Finder::new(options.choice.clone());
        Setups {
            options,
            finder,
            configs: FxHashMap::default(),
            made: FxHashMap::default(),
            told: Vec::new(),
            last: None,
            all: Vec::new(),
        }
    }

    /// The setup of a deck; that of the current folder for standard input.
    ///
    /// # Errors
    /// An option of the command line is wrong.
    pub fn of(&mut self, deck: Option<&Path>) -> Result<Arc<Setup>> {
        let folder = deck.and_then(Path::parent).unwrap_or(Path::new(""));
        // Decks come folder by folder.
        if let Some((last, setup)) = &self.last
            && last.as_os_str() == folder.as_os_str()
        {
            return Ok(setup.clone());
        }
        let path = self.finder.of(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let config = self.config(path.clone());
        let entry = deck.filter(|_| !config.folders.is_empty()).and_then(|deck| {
            let below = relative(deck, &config.root)?;
            config.folders.iter().rposition(|(pattern, _)| pattern.is_match(&below))
        });
        let alike = config.folders.is_empty();
        let key = (path, entry);
        let setup = match self.made.get(&key) {
            Some(made) => made.clone(),
            None => {
                let setup = Arc::new(self.make(config, entry)?);
                self.all.push(setup.clone());
                self.made.insert(key, setup.clone());
                setup
            }
        };
        self.last = alike.then(|| (folder.to_path_buf(), setup.clone()));
        Ok(setup)
    }

    /// Says what is wrong with the configurations so far.
    ///
    /// # Errors
    /// One of them cannot be used.
    pub fn usable(&self) -> Result<()> {
        for setup in &self.all {
            out::run_faults(&setup.session, &setup.faults);
        }
        match self.all.iter().find(|setup| setup.broken) {
            Some(setup) => bail!("the configuration `{}` cannot be used", setup.config.path.display()),
            None => Ok(()),
        }
    }

    fn config(&mut self, path: Option<PathBuf>) -> Arc<Config> {
        if let Some(config) = self.configs.get(&path) {
            return config.clone();
        }
        let config = Arc::new(path.as_deref().map(read).unwrap_or_default());
        self.configs.insert(path, config.clone());
        config
    }

    fn make(&mut self, config: Arc<Config>, folder: Option<usize>) -> Result<Setup> {
        let options = &self.options;
        let sources = Sources::default();
        add_texts(&config, &sources);
        let mut faults = config.faults.clone();
        let mut fault = |span: Span, message: String| faults.push(Diagnostic::general(&CFG_FILE, span, message));
        let mut games = Games::shipped();
        for word in &config.games {
            if let Err(e) = games.add_folder(Path::new(&word.value)) {
                fault(word.span, format!("`{}` has no games: {}", word.value, io_reason(&e)));
            }
        }
        options.games.add_to(&mut games)?;
        let mut base_layers = config.layers.clone();
        let entry = folder.and_then(|i| config.folders.get(i)).map(|(_, folder)| folder);
        base_layers.extend(entry.into_iter().flat_map(|f| f.layers.iter().cloned()));
        let default_game = entry.and_then(|f| f.game.as_ref()).or(config.game.as_ref());
        for word in config.folders.iter().filter_map(|(_, f)| f.game.as_ref()).chain(&config.game) {
            if games.get(&word.value.to_lowercase()).is_none() {
                fault(word.span, format!("unknown game `{}`{}", word.value, did_you_mean(&word.value, games.ids())));
            }
        }
        // Codes may be those of rules that any layer of the run adds.
        let all_layers: Vec<String> = config
            .layers
            .iter()
            .chain(config.folders.iter().flat_map(|(_, f)| &f.layers))
            .map(|w| w.value.clone())
            .chain(options.layers.layers.iter().cloned())
            .collect();
        let mut codes = Codes::new(&games, &all_layers);
        let mut levels = Levels::default();
        for (word, level) in &config.levels {
            match codes.find(&word.value) {
                Ok(found) => found.iter().for_each(|code| levels.set(code, level_of(*level))),
                Err(message) => fault(word.span, message),
            }
        }
        levels.deny_warnings(config.deny_warnings.is_some());
        options.levels.add_to(&mut levels, &mut codes)?;
        let waivers = self.waivers(&config, &mut codes, &mut fault);
        let columns = columns(&config, options.pools, &mut fault)?;
        let broken = !faults.is_empty();
        // Another of its folders may have said the same.
        if self.told.contains(&config.path) {
            faults.clear();
        } else if broken {
            faults.sort_by_key(|d| (d.place.file(), d.place.span().map(|s| s.start)));
            self.told.push(config.path.clone());
        }
        let options = &self.options;
        let pool = |path: &dyn AsRef<Path>| PoolOption { path: path.as_ref().to_path_buf() };
        let own = |words: &[super::file::Word]| words.iter().map(|w| pool(&w.value)).collect::<Vec<_>>();
        // `--cards` takes the place of the pools, so also of those of the configuration.
        let given: Vec<PoolOption> = options.pools.cards.iter().map(|p| pool(p)).collect();
        let pools = if given.is_empty() { own(&config.cards) } else { given };
        let mut added_pools = own(&config.add_cards);
        added_pools.extend(options.pools.add_cards.iter().map(|p| pool(p)));
        let session_options = Options {
            default_game: default_game.map(|w| w.value.clone()),
            base_layers,
            layers: options.layers.layers.clone(),
            overrides: overrides(options.layers, &sources)?,
            pools,
            added_pools,
            columns,
            draft: options.draft,
            from: options.from,
        };
        let session = ManuallyDrop::new(Session::new(sources, games, session_options));
        let named = named_files(&config);
        Ok(Setup { config, folder, session, levels, named, faults, broken, waivers })
    }

    fn waivers(&self, config: &Config, codes: &mut Codes<'_>, fault: &mut impl FnMut(Span, String)) -> Vec<Held> {
        let mut out = Vec::new();
        for (index, setting) in config.waivers.iter().enumerate() {
            let entry = &setting.entry;
            if let Err(message) = codes.find(&entry.code.value) {
                fault(entry.code.span, message);
            }
            let reason = entry.reason.as_ref().map_or("", |r| r.value.trim());
            let code = &entry.code.value;
            let wrong = match setting.until {
                _ if reason.is_empty() => {
                    Some((&WAI_REASON, format!("the waiver of {code} gives no reason, so it does not hold")))
                }
                Some(until) if until < self.options.today => {
                    let day = self.options.today;
                    Some((&WAI_EXPIRED, format!("the waiver of {code} held until {until}; today is {day}")))
                }
                _ => None,
            };
            let waiver = Waiver {
                code: code.clone(),
                card: entry.card.as_ref().map(|c| c.value.clone()),
                reason: reason.to_owned(),
                owner: entry.owner.clone(),
                until: setting.until.map(|d| d.to_string()),
                index,
            };
            let span = entry.until.as_ref().filter(|_| setting.until.is_some_and(|d| d < self.options.today));
            let span = span.map_or(entry.code.span, |w| w.span);
            let deck = setting.deck.clone();
            let (seen, used) = (AtomicBool::new(false), AtomicBool::new(false));
            out.push(Held { waiver, deck, span, fault: wrong, seen, used });
        }
        out
    }
}

fn named_files(config: &Config) -> Vec<PathBuf> {
    let layers = config.layers.iter().chain(config.folders.iter().flat_map(|(_, f)| &f.layers));
    // A layer that is named by its name lies with its game.
    let layers = layers.filter(|w| is_path(&w.value));
    let words = layers.chain(&config.cards).chain(&config.add_cards).chain(&config.games).map(|w| &w.value);
    words.chain(config.texts.iter().map(|(name, _)| name)).map(|name| normal(Path::new(name))).collect()
}

/// Which columns of pools hold which attributes.
fn columns(config: &Config, pools: &PoolArgs, fault: &mut impl FnMut(Span, String)) -> Result<ColumnMap> {
    let mut columns = ColumnMap::default();
    let has_pool = !config.cards.is_empty() || !config.add_cards.is_empty();
    for (column, attribute) in &config.map {
        if let Err(e) = columns.set(&format!("{}={}", column.value, attribute.value)) {
            fault(column.span, e.to_string());
        }
        if !has_pool && pools.cards.is_empty() && pools.add_cards.is_empty() {
            fault(column.span, "`map` is about the columns of `cards` or `add-cards`, and neither is given".to_owned());
        }
    }
    check_maps(pools, has_pool, &mut columns)?;
    Ok(columns)
}

impl Setup {
    /// Says what came out to be wrong with games, pools and layers; whether something cannot be used for it.
    pub fn tell_faults(&self) -> bool {
        let faults = self.session.take_faults();
        let mut broken = false;
        let leveled = |mut fault: Diagnostic| {
            let level = self.levels.of(&fault.code, fault.level)?;
            // A warning that is denied stays usable.
            broken |= level == Level::Error && fault.level == Level::Error;
            fault.level = level;
            Some(fault)
        };
        let told: Vec<Diagnostic> = faults.into_iter().filter_map(leveled).collect();
        out::run_faults(&self.session, &told);
        broken
    }

    /// The waivers of the configuration that hold for a deck.
    pub fn waivers_for(&self, deck: Option<&Path>) -> Vec<&Waiver> {
        if self.waivers.is_empty() {
            return Vec::new();
        }
        let below = deck.and_then(|deck| relative(deck, &self.config.root));
        let about = |held: &&Held| match (&held.deck, &below) {
            (None, _) => true,
            (Some(pattern), Some(below)) => pattern.is_match(below),
            (Some(_), None) => false,
        };
        let mut out = Vec::new();
        for held in self.waivers.iter().filter(about) {
            held.seen.store(true, Ordering::Relaxed);
            if held.fault.is_none() {
                out.push(&held.waiver);
            }
        }
        out
    }

    /// Notes that a waiver was used.
    pub fn used(&self, index: usize) {
        if let Some(held) = self.waivers.get(index) {
            held.used.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the configuration says that a file is no deck; the pattern that says so.
    pub fn excludes(&self, deck: &Path) -> Option<&str> {
        let config = &self.config;
        if config.exclude.is_empty() {
            return None;
        }
        let below = relative(deck, &config.root)?;
        config.exclude.iter().find(|p| p.is_match(&below)).map(|p| p.word.value.as_str())
    }

    /// Whether the configuration itself names the file, or a folder above it, as something else than a deck.
    pub fn is_named(&self, path: &Path) -> bool {
        let path = normal(path);
        self.named.iter().any(|named| path.starts_with(named))
    }

    /// Whether an option of the command line names the file as a layer or a card pool.
    pub fn uses(&self, path: &Path) -> bool {
        let options = &self.session.options;
        let pools = options.pools.iter().chain(&options.added_pools).map(|p| p.path.as_path());
        let layers = options.layers.iter().filter(|l| is_path(l)).map(Path::new);
        pools.chain(layers).any(|used| used.file_name() == path.file_name() && normal(used) == normal(path))
    }

    /// What is wrong with the waivers of the setups of one configuration. `whole` says that all its decks were checked.
    pub fn waiver_faults(setups: &[&Setup], whole: bool) -> Vec<Diagnostic> {
        let Some(first) = setups.first() else { return Vec::new() };
        let any = |index: usize, flag: fn(&Held) -> &AtomicBool| {
            setups.iter().filter_map(|s| s.waivers.get(index)).any(|h| flag(h).load(Ordering::Relaxed))
        };
        let mut out = Vec::new();
        for (index, held) in first.waivers.iter().enumerate() {
            if !whole && !any(index, |h| &h.seen) {
                continue;
            }
            let code = &held.waiver.code;
            if let Some((general, message)) = &held.fault {
                let help =
                    if **general == WAI_REASON { "give a `reason`" } else { "mend the deck and delete the waiver" };
                out.push(Diagnostic::general(general, held.span, message.as_str()).help(help));
            } else if !any(index, |h| &h.used) {
                let message = format!("the waiver of {code} waives nothing");
                out.push(Diagnostic::general(&WAI_UNUSED, held.span, message).help("delete it, or correct it"));
            }
        }
        out
    }
}

fn level_of(word: LevelWord) -> Option<Level> {
    match word {
        LevelWord::Off => None,
        LevelWord::Note => Some(Level::Note),
        LevelWord::Warning => Some(Level::Warning),
        LevelWord::Error => Some(Level::Error),
    }
}

/// The path of a deck below the folder of a configuration; `None` if it lies elsewhere.
pub(crate) fn relative(deck: &Path, root: &Path) -> Option<PathBuf> {
    normal(deck).strip_prefix(root).ok().map(Path::to_path_buf)
}

/// An absolute path without `.` and `..`, taken by its words: links are not followed.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut out = PathBuf::new();
    for part in absolute.components() {
        match part {
            Component::ParentDir => {
                out.pop();
            }
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

fn add_texts(config: &Config, sources: &Sources) {
    for (name, text) in &config.texts {
        sources.add(Source::new(name.as_str(), text.as_str()));
    }
}
