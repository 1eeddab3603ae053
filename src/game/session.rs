//! What all decks of a run share: options, loaded games, rules prepared for the layers in use.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{GameFiles, Games, MAX_FILE, read_limited};
use crate::catalog::{Catalog, ColumnMap, Pool, Report, load};
use crate::deck::format::{Document, Format, open, open_as};
use crate::diagnostics::{
    CAT_ENCODING, CAT_SYNTAX, Diagnostic, GAM_FILE, GAM_REFERENCE, LAY_FILE, LAY_UNKNOWN_LAYER, Level,
};
use crate::rules::{LayerSource, Merged, Override, Rule, Ruleset, bind, merge};
use crate::spec::GameSpec;
use crate::text::{At, FileId, Node, Place, Source, Sources, SyntaxError, decode, did_you_mean, parse_yaml};

/// A card pool from the command line.
#[derive(Clone, Debug)]
pub struct PoolOption {
    /// The file.
    pub path: PathBuf,
}

/// What a run was told.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The game of decks that do not name one themselves.
    pub default_game: Option<String>,
    /// Layers of the configuration, which come before `layers`; their places lie in a text of the session.
    pub base_layers: Vec<At<String>>,
    /// Layers of all decks, in order: names or paths.
    pub layers: Vec<String>,
    /// Changes from the command line.
    pub overrides: Vec<Override>,
    /// Pools that take the place of a game's own.
    pub pools: Vec<PoolOption>,
    /// Pools that are joined to it.
    pub added_pools: Vec<PoolOption>,
    /// Which columns of those pools hold which attributes.
    pub columns: ColumnMap,
    /// Decks are under construction.
    pub draft: bool,
    /// The format of all decks; found out for each if absent.
    pub from: Option<Format>,
}

/// A game ready for use.
#[derive(Debug)]
pub struct Game {
    /// Its id.
    pub id: String,
    /// What `game.yaml` says.
    pub spec: GameSpec,
    /// What `rules.yaml` says.
    pub rules: Node,
    /// The file of the rules.
    pub rules_file: FileId,
    /// Its cards.
    pub catalog: Catalog,
    /// Its files.
    pub files: GameFiles,
}

/// The rules for one choice of layers.
#[derive(Debug)]
pub struct Prepared {
    /// The rules as data.
    pub merged: Merged,
    /// The rules bound to cards.
    pub ruleset: Ruleset,
    /// The files of the layers, in order.
    pub layer_files: Vec<FileId>,
    /// Whether a layer or rule is so wrong that nothing may be checked with it.
    pub broken: bool,
}

type Loaded = Arc<OnceLock<Option<Arc<Game>>>>;
type PreparedOnce = Arc<OnceLock<Arc<Prepared>>>;

/// A text that was taken in: its id, the text, and its encoding where that was guessed.
type Added = (FileId, Arc<Source>, Option<&'static str>);

/// The shared part of a run. All methods may be called from any thread.
#[derive(Debug)]
pub struct Session {
    /// The shared texts.
    pub sources: Sources,
    /// The games.
    pub games: Games,
    /// What the run was told.
    pub options: Options,
    loaded: Mutex<FxHashMap<String, Loaded>>,
    /// By game, then by the layers of the deck.
    prepared: Mutex<FxHashMap<String, FxHashMap<Vec<String>, PreparedOnce>>>,
    faults: Mutex<Vec<Diagnostic>>,
    /// Code, place and message of all that were ever there.
    reported: Mutex<FxHashSet<(Arc<str>, Place, String)>>,
}

impl Session {
    /// A run over these games.
    #[must_use]
    pub fn new(sources: Sources, games: Games, options: Options) -> Self {
        Session {
            sources,
            games,
            options,
            loaded: Mutex::default(),
            prepared: Mutex::default(),
            faults: Mutex::default(),
            reported: Mutex::default(),
        }
    }

    /// What is wrong with games, pools and layers, each said once; taken out.
    pub fn take_faults(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut *self.faults.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The rules that the decks so far were judged by, by code.
    pub fn rules_in_use(&self) -> Vec<Rule> {
        let prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        let ready = prepared.values().flat_map(FxHashMap::values).filter_map(|cell| cell.get());
        let mut rules: Vec<Rule> = ready.flat_map(|p| p.merged.rules.iter().cloned()).collect();
        rules.sort_by(|a, b| a.id.value.cmp(&b.id.value).then_with(|| a.title.cmp(&b.title)));
        rules
    }

    /// Keeps faults to be said. One that several sets of layers bring, such as that of an option, is kept once.
    fn report(&self, faults: impl IntoIterator<Item = Diagnostic>) {
        let mut kept = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(faults.into_iter().filter(|f| reported.insert((f.code.clone(), f.place, f.message.clone()))));
    }

    /// Opens a deck file, in the format that the run was told or that is found out.
    ///
    /// # Errors
    /// The file is of a known format that is not read, or breaks the syntax of its format.
    pub fn open(&self, source: &Source) -> Result<Document, Box<Diagnostic>> {
        match self.options.from {
            Some(format) => open_as(source, format),
            None => open(source),
        }
    }

    /// A game, loaded at its first use. `None` if it cannot be used; its faults say why.
    pub fn game(&self, id: &str) -> Option<Arc<Game>> {
        let cell = {
            let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
            match loaded.get(id) {
                Some(cell) => cell.clone(),
                None => loaded.entry(id.to_owned()).or_default().clone(),
            }
        };
        cell.get_or_init(|| {
            let files = self.games.get(id)?.clone();
            match self.load(id, files) {
                Ok(game) => Some(Arc::new(game)),
                Err(faults) => {
                    self.report(faults);
                    None
                }
            }
        })
        .clone()
    }

    /// A game's `game.yaml` alone, for lists of games.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn spec(&self, files: &GameFiles) -> Result<GameSpec, Vec<Diagnostic>> {
        let (file, source) = self.text(files, "game.yaml")?;
        GameSpec::parse(&source.text, file)
    }

    fn text(&self, files: &GameFiles, path: &str) -> Result<(FileId, Arc<Source>), Vec<Diagnostic>> {
        match files.read(path) {
            Ok((name, bytes)) => {
                self.add_text(name, bytes.into_owned(), &GAM_FILE).map(|(file, source, _)| (file, source))
            }
            Err(e) => Err(self.unreadable(&files.name(path), &GAM_FILE, &e)),
        }
    }

    fn add_text(
        &self,
        name: String,
        bytes: Vec<u8>,
        code: &'static crate::diagnostics::GeneralCode,
    ) -> Result<Added, Vec<Diagnostic>> {
        let decoded = decode(bytes);
        let (text, guessed, error) = match decoded {
            Ok(d) => (d.text, d.guessed, None),
            Err(e) => (String::new(), None, Some(e)),
        };
        let file = self.sources.add(Source::new(name, text));
        if let Some(e) = error {
            return Err(vec![Diagnostic::general(code, Place::File(file), e.to_string())]);
        }
        let source = self.sources.get(file).ok_or_else(Vec::new)?;
        Ok((file, source, guessed))
    }

    fn load(&self, id: &str, files: GameFiles) -> Result<Game, Vec<Diagnostic>> {
        let (spec_file, spec_source) = self.text(&files, "game.yaml")?;
        let spec = GameSpec::parse(&spec_source.text, spec_file)?;
        if spec.id.value != id {
            let message = format!("the id `{}` is not the name of its folder, `{id}`", spec.id.value);
            return Err(vec![Diagnostic::general(&GAM_FILE, spec.id.span, message)]);
        }
        let (rules_file, rules_source) = self.text(&files, "rules.yaml")?;
        let mut programs = spec.exchange.keys();
        if let Some(word) = programs.find(|word| !Format::ALL.iter().any(|f| f.id() == word.value)) {
            let near = did_you_mean(&word.value, Format::ALL.iter().map(|f| f.id()));
            let message = format!("`exchange` names the unknown deck format `{}`{near}", word.value);
            return Err(vec![Diagnostic::general(&GAM_REFERENCE, word.span, message)]);
        }
        let rules = parse_yaml(&rules_source.text, rules_file)
            .map_err(|SyntaxError { message, span }| vec![Diagnostic::general(&GAM_FILE, span, message)])?;
        let catalog = self.catalog(&spec, &files)?;
        Ok(Game { id: id.to_owned(), spec, rules, rules_file, catalog, files })
    }

    fn catalog(&self, spec: &GameSpec, files: &GameFiles) -> Result<Catalog, Vec<Diagnostic>> {
        let mut pools = Vec::new();
        if self.options.pools.is_empty() {
            let pool = files.pool().map_err(|e| {
                let place = spec.id.span;
                vec![Diagnostic::general(
                    &GAM_FILE,
                    place,
                    format!("the card pool cannot be read: {}", super::io_reason(&e)),
                )]
            })?;
            let (file, source, _) = self.add_text(pool.0, pool.1.into_owned(), &CAT_SYNTAX)?;
            pools.push(Pool { source, file, columns: ColumnMap::default() });
        }
        for option in self.options.pools.iter().chain(&self.options.added_pools) {
            let name = option.path.display().to_string();
            let bytes = read_limited(&option.path, MAX_FILE).map_err(|e| self.unreadable(&name, &CAT_SYNTAX, &e))?;
            let (file, source, guessed) = self.add_text(name, bytes, &CAT_SYNTAX)?;
            if let Some(encoding) = guessed {
                self.report([Diagnostic::general(
                    &CAT_ENCODING,
                    Place::File(file),
                    format!("the pool was read as {encoding}"),
                )]);
            }
            pools.push(Pool { source, file, columns: self.options.columns.clone() });
        }
        let (catalog, faults) = load(spec, &pools, Report::Summary);
        if catalog.is_empty() {
            return Err(faults);
        }
        self.report(faults);
        Ok(catalog)
    }

    fn unreadable(
        &self,
        name: &str,
        code: &'static crate::diagnostics::GeneralCode,
        e: &std::io::Error,
    ) -> Vec<Diagnostic> {
        let file = self.sources.add(Source::new(name, ""));
        vec![Diagnostic::general(code, Place::File(file), format!("cannot be read: {}", super::io_reason(e)))]
    }

    /// The rules of a game under the layers of the run and those of a deck. Prepared once for each choice of layers.
    ///
    /// # Errors
    /// A layer of the deck is not found, with its index.
    pub fn prepare(
        &self,
        game: &Game,
        deck_layers: &[String],
        folder: Option<&Path>,
    ) -> Result<Arc<Prepared>, (usize, String)> {
        let mut paths = Vec::with_capacity(deck_layers.len());
        for (index, name) in deck_layers.iter().enumerate() {
            paths.push(self.deck_layer(game, name, folder).map_err(|e| (index, e))?);
        }
        let key: Vec<String> = paths.iter().map(LayerFile::key).collect();
        let cell = {
            let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
            match prepared.get(&game.id).and_then(|of| of.get(&key)) {
                Some(cell) => cell.clone(),
                None => prepared.entry(game.id.clone()).or_default().entry(key).or_default().clone(),
            }
        };
        Ok(cell.get_or_init(|| Arc::new(self.prepare_now(game, &paths))).clone())
    }

    fn deck_layer(&self, game: &Game, name: &str, folder: Option<&Path>) -> Result<LayerFile, String> {
        let found = LayerFile::find(game, name, folder);
        if let Some(LayerFile::Path(path)) = &found {
            let climbs = Path::new(name)
                .components()
                .any(|c| !matches!(c, std::path::Component::Normal(_) | std::path::Component::CurDir));
            if climbs {
                return Err(format!("a deck may name layers in its own folder only; use `--layer {name}`"));
            }
            if !path.is_file() {
                return Err(format!("there is no file `{}`", path.display()));
            }
        }
        found.ok_or_else(|| no_layer(game, name))
    }

    fn prepare_now(&self, game: &Game, deck_layers: &[LayerFile]) -> Prepared {
        let mut chain = Chain { session: self, game, layers: Vec::new(), done: Vec::new(), faults: Vec::new() };
        for At { value: name, span } in &self.options.base_layers {
            match LayerFile::find(game, name, None) {
                Some(layer) => chain.add(&layer, &mut Vec::new()),
                None => chain.faults.push(Diagnostic::general(&LAY_UNKNOWN_LAYER, *span, no_layer(game, name))),
            }
        }
        for name in &self.options.layers {
            match LayerFile::find(game, name, None) {
                Some(layer) => chain.add(&layer, &mut Vec::new()),
                None => {
                    let file = self.sources.add(Source::new("--layer", name.as_str()));
                    let span = crate::text::Span::new(file, 0, name.len());
                    chain.faults.push(Diagnostic::general(&LAY_UNKNOWN_LAYER, span, no_layer(game, name)));
                }
            }
        }
        for layer in deck_layers {
            chain.add(layer, &mut Vec::new());
        }
        let (layers, mut faults) = (chain.layers, chain.faults);
        let mut merged = merge(&game.spec, &game.catalog, &game.rules, &layers, &self.options.overrides);
        faults.append(&mut merged.faults);
        let (ruleset, more) = bind(&merged, &game.spec, &game.catalog, game.rules_file);
        faults.extend(more);
        let broken = faults.iter().any(|f| f.level == Level::Error);
        self.report(faults);
        let layer_files = layers.iter().map(|layer| layer.file).collect();
        Prepared { merged, ruleset, layer_files, broken }
    }
}

fn no_layer(game: &Game, name: &str) -> String {
    let known = game.files.layers();
    let near = did_you_mean(name, known.iter().map(String::as_str));
    format!("the game {} has no layer `{}`{near}", game.id, crate::text::brief(name))
}

#[derive(Clone, Debug)]
enum LayerFile {
    Shipped(String),
    Path(PathBuf),
}

impl LayerFile {
    /// A layer by name, or by path if the word looks like one.
    fn find(game: &Game, name: &str, folder: Option<&Path>) -> Option<LayerFile> {
        let path = Path::new(name);
        let is_path = name.contains(['/', '\\']) || path.extension().is_some_and(|e| e == "yaml" || e == "yml");
        if is_path {
            return Some(LayerFile::Path(folder.map_or_else(|| path.to_path_buf(), |f| f.join(path))));
        }
        game.files.layers().into_iter().find(|l| l == name).map(LayerFile::Shipped)
    }

    fn key(&self) -> String {
        match self {
            LayerFile::Shipped(name) => name.clone(),
            LayerFile::Path(path) => path.display().to_string(),
        }
    }
}

/// Reads layers in order, each after those that it extends.
struct Chain<'a> {
    session: &'a Session,
    game: &'a Game,
    layers: Vec<LayerSource>,
    done: Vec<String>,
    faults: Vec<Diagnostic>,
}

impl Chain<'_> {
    fn add(&mut self, layer: &LayerFile, open: &mut Vec<String>) {
        let key = layer.key();
        if self.done.contains(&key) {
            return;
        }
        let read = match layer {
            LayerFile::Shipped(name) => self.game.files.read(&format!("layers/{name}.yaml")),
            LayerFile::Path(path) => {
                read_limited(path, MAX_FILE).map(|bytes| (path.display().to_string(), bytes.into()))
            }
        };
        let (name, bytes) = match read {
            Ok(read) => read,
            Err(e) => {
                self.faults.extend(self.session.unreadable(&key, &LAY_UNKNOWN_LAYER, &e));
                return;
            }
        };
        let parsed = self.session.add_text(name, bytes.into_owned(), &LAY_FILE).and_then(|(file, source, _)| {
            let node = parse_yaml(&source.text, file);
            node.map(|node| (file, node))
                .map_err(|SyntaxError { message, span }| vec![Diagnostic::general(&LAY_FILE, span, message)])
        });
        let (file, node) = match parsed {
            Ok(parsed) => parsed,
            Err(faults) => return self.faults.extend(faults),
        };
        open.push(key.clone());
        for parent in node.get("extends").and_then(Node::as_list).unwrap_or_default() {
            let Some(name) = parent.as_str() else { continue };
            let folder = match layer {
                LayerFile::Path(path) => path.parent(),
                LayerFile::Shipped(_) => None,
            };
            match LayerFile::find(self.game, name, folder) {
                None => {
                    self.faults.push(Diagnostic::general(&LAY_UNKNOWN_LAYER, parent.span, no_layer(self.game, name)))
                }
                Some(found) if open.contains(&found.key()) => {
                    let message = format!("`{name}` extends itself: {} -> {name}", open.join(" -> "));
                    self.faults.push(Diagnostic::general(&LAY_FILE, parent.span, message));
                }
                Some(found) => self.add(&found, open),
            }
        }
        open.pop();
        let name = node.get("layer").and_then(Node::as_str).unwrap_or(&key).to_owned();
        self.done.push(key);
        self.layers.push(LayerSource { name, file, node });
    }
}
