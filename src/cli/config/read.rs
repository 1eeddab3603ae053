//! Reading a configuration with those that it extends. Every fault of every file is reported.

use std::path::{Component, Path, PathBuf};

use globset::GlobMatcher;
use jiff::civil::Date;

use super::file::{ConfigFile, Deny, Folder, LevelWord, WaiverEntry, Word};
use super::setup::normal;
use crate::diagnostics::{CFG_FILE, Diagnostic};
use crate::game::{io_reason, read_limited};
use crate::text::{At, FileId, Node, Place, Source, Span, SyntaxError, Value, decode, from_node, parse_yaml};

/// The largest configuration that is read: 8 MiB.
const MAX_CONFIG: u64 = 8 << 20;

/// A configuration: a file after those that it extends.
#[derive(Debug, Default)]
pub(crate) struct Config {
    /// The file as it is shown.
    pub path: PathBuf,
    /// Its folder, absolute; patterns are relative to it.
    pub root: PathBuf,
    /// All texts, in the order of their file ids.
    pub texts: Vec<(String, String)>,
    /// Later values win.
    pub game: Option<Word>,
    pub games: Vec<Word>,
    pub layers: Vec<Word>,
    pub levels: Vec<(Word, LevelWord)>,
    pub deny_warnings: Option<Span>,
    pub cards: Vec<Word>,
    pub add_cards: Vec<Word>,
    pub map: Vec<(Word, Word)>,
    pub folders: Vec<(Pattern, Folder)>,
    pub exclude: Vec<Pattern>,
    pub waivers: Vec<WaiverSetting>,
    pub rules_url: Option<Word>,
    /// What is wrong with it.
    pub faults: Vec<Diagnostic>,
}

/// A pattern of decks.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// As it was written.
    pub word: Word,
    exact: GlobMatcher,
    below: GlobMatcher,
}

impl Pattern {
    fn new(word: &Word) -> Result<Pattern, String> {
        let text = word.value.trim_end_matches('/');
        let text = text.strip_prefix("./").unwrap_or(text);
        let glob = |text: &str| {
            let glob = globset::GlobBuilder::new(text).literal_separator(true).build();
            glob.map(|g| g.compile_matcher())
                .map_err(|e| format!("the pattern `{}` is not understood: {}", word.value, e.kind()))
        };
        // The folder of the configuration itself: everything.
        let below = if text == "." { "**".to_owned() } else { format!("{text}/**") };
        Ok(Pattern { word: word.clone(), exact: glob(text)?, below: glob(&below)? })
    }

    /// Whether it means the file, or a folder above it.
    pub fn is_match(&self, path: &Path) -> bool {
        self.exact.is_match(path) || self.below.is_match(path)
    }
}

/// A waiver of the configuration, checked.
#[derive(Debug)]
pub(crate) struct WaiverSetting {
    /// As it was written.
    pub entry: WaiverEntry,
    /// Its decks; all if absent.
    pub deck: Option<Pattern>,
    /// Its last day.
    pub until: Option<Date>,
}

/// A day such as 2026-12-31, and nothing else.
pub(crate) fn day(text: &str) -> Result<Date, String> {
    let date = if text.len() == 10 { text.parse().ok() } else { None };
    date.ok_or_else(|| format!("`{text}` is no day; write it as year-month-day, such as 2026-12-31"))
}

/// Reads a configuration. What is wrong with it stands in its faults, whose places lie in its texts.
pub(crate) fn read(path: &Path) -> Config {
    let root = normal(path).parent().unwrap_or(Path::new("/")).to_path_buf();
    let config = Config { path: path.to_path_buf(), root, ..Config::default() };
    let mut reader = Reader { config, done: Vec::new() };
    reader.add(path, read_limited(path, MAX_CONFIG), &mut Vec::new());
    reader.config
}

struct Reader {
    config: Config,
    done: Vec<PathBuf>,
}

impl Reader {
    fn fault(&mut self, place: impl Into<Place>, message: impl Into<String>) {
        self.config.faults.push(Diagnostic::general(&CFG_FILE, place, message));
    }

    fn add(&mut self, path: &Path, read: std::io::Result<Vec<u8>>, open: &mut Vec<PathBuf>) {
        // The ids of the session's texts begin at 1, and these come first.
        let file = FileId(u32::try_from(self.config.texts.len() + 1).unwrap_or(u32::MAX));
        let (text, error) = match read.map_err(|e| format!("cannot be read: {}", io_reason(&e))) {
            Ok(bytes) => match decode(bytes) {
                Ok(decoded) => (decoded.text, None),
                Err(e) => (String::new(), Some(e.to_string())),
            },
            Err(message) => (String::new(), Some(message)),
        };
        self.config.texts.push((path.display().to_string(), text.clone()));
        if let Some(message) = error {
            return self.fault(Place::File(file), message);
        }
        let node = match parse_yaml(&text, file) {
            Ok(node) => node,
            Err(SyntaxError { message, span }) => return self.fault(span, message),
        };
        let own = self.typed(&node, &Source::new("", text.as_str()));
        open.push(key(path));
        for word in &own.extends {
            let Some(parent) = self.inside(word, path, own.outside) else { continue };
            if open.contains(&key(&parent)) {
                self.fault(word.span, format!("`{}` extends itself", word.value));
            } else if !self.done.contains(&key(&parent)) {
                match read_limited(&parent, MAX_CONFIG) {
                    Err(e) => self.fault(word.span, format!("`{}` cannot be read: {}", word.value, io_reason(&e))),
                    read => self.add(&parent, read, open),
                }
            }
        }
        open.pop();
        self.done.push(key(path));
        self.merge(own, path);
    }

    /// Every key by itself, and every entry of the long ones, so that each fault is found.
    fn typed(&mut self, node: &Node, source: &Source) -> ConfigFile {
        let mut out = ConfigFile::default();
        if node.is_null() {
            return out;
        }
        let Some(entries) = node.as_map() else {
            self.fault(node.span, format!("a mapping of settings is expected, found {}", node.kind()));
            return out;
        };
        let repeated: Vec<_> =
            node.repeated_keys().iter().map(|(first, again)| (first.span, (*again).clone())).collect();
        for (first, again) in repeated {
            let (line, _) = source.line_column(first.start);
            self.fault(again.span, format!("the key `{}` stands twice; first in line {line}", again.value));
        }
        for (key, value) in entries {
            let long = ["levels", "folders", "waivers", "map"].contains(&key.value.as_str());
            let parts: Vec<Value> = match &value.value {
                Value::Map(entries) if long => entries.iter().map(|e| Value::Map(vec![e.clone()])).collect(),
                Value::List(items) if long => items.iter().map(|i| Value::List(vec![i.clone()])).collect(),
                _ if value.is_null() => continue,
                other => vec![other.clone()],
            };
            for part in parts {
                let value = Node { value: part, span: value.span };
                let one = Node { value: Value::Map(vec![(key.clone(), value)]), span: node.span };
                match from_node::<ConfigFile>(&one) {
                    Ok(read) => join(&mut out, read),
                    Err(e) => self.fault(e.span.unwrap_or(key.span), e.message),
                }
            }
        }
        out
    }

    fn merge(&mut self, own: ConfigFile, path: &Path) {
        let outside = own.outside;
        let mut paths = |words: &[Word]| -> Vec<Word> {
            let resolved = |w: &Word| Some(At::new(self.inside(w, path, outside)?.display().to_string(), w.span));
            words.iter().filter_map(resolved).collect()
        };
        let (games, cards, add_cards) = (paths(&own.games), paths(&own.cards), paths(&own.add_cards));
        let mut layers = |words: &[Word]| -> Vec<Word> {
            let named = |w: &&Word| !is_path(&w.value);
            words
                .iter()
                .flat_map(|w| if named(&w) { vec![w.clone()] } else { paths(std::slice::from_ref(w)) })
                .collect()
        };
        let own_layers = layers(&own.layers);
        let folders: Vec<(Word, Folder)> =
            own.folders.into_iter().map(|(w, f)| (w, Folder { layers: layers(&f.layers), game: f.game })).collect();
        for (word, folder) in folders {
            match Pattern::new(&word) {
                Ok(pattern) => self.config.folders.push((pattern, folder)),
                Err(message) => self.fault(word.span, message),
            }
        }
        for word in &own.exclude {
            match Pattern::new(word) {
                Ok(pattern) => self.config.exclude.push(pattern),
                Err(message) => self.fault(word.span, message),
            }
        }
        for entry in own.waivers {
            let deck = entry.deck.as_ref().map(|w| Pattern::new(w).map_err(|e| (w.span, e)));
            let until = entry.until.as_ref().map(|w| day(&w.value).map_err(|e| (w.span, e)));
            match (deck.transpose(), until.transpose()) {
                (Ok(deck), Ok(until)) => self.config.waivers.push(WaiverSetting { entry, deck, until }),
                (deck, until) => {
                    deck.err().into_iter().chain(until.err()).for_each(|(span, message)| self.fault(span, message));
                }
            }
        }
        let config = &mut self.config;
        config.game = own.game.or(config.game.take());
        config.rules_url = own.rules_url.or(config.rules_url.take());
        config.games.extend(games);
        config.layers.extend(own_layers);
        config.levels.extend(own.levels);
        config.cards.extend(cards);
        config.add_cards.extend(add_cards);
        config.map.extend(own.map);
        config.deny_warnings =
            own.deny.iter().find(|d| d.value == Deny::Warnings).map(|d| d.span).or(config.deny_warnings);
    }

    /// The file that a path of a configuration means; a fault if it leads out of the folder without leave.
    fn inside(&mut self, word: &Word, config: &Path, outside: bool) -> Option<PathBuf> {
        let folder = config.parent().unwrap_or(Path::new(""));
        let path = folder.join(&word.value);
        let mut depth = 0usize;
        let climbs = Path::new(&word.value).components().any(|c| match c {
            Component::Normal(_) => {
                depth += 1;
                false
            }
            Component::CurDir => false,
            Component::ParentDir => match depth.checked_sub(1) {
                Some(less) => {
                    depth = less;
                    false
                }
                None => true,
            },
            Component::RootDir | Component::Prefix(_) => true,
        });
        // A symbolic link may lead out as well.
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let leaves = match (path.canonicalize(), here.canonicalize()) {
            (Ok(path), Ok(folder)) => !path.starts_with(folder),
            _ => false,
        };
        if !outside && (climbs || leaves) {
            let message = format!("`{}` lies outside the folder of this configuration", word.value);
            let fault = Diagnostic::general(&CFG_FILE, word.span, message);
            self.config.faults.push(fault.help("write `outside: true` in this file if that is meant"));
            return None;
        }
        Some(path)
    }
}

/// Whether a layer is named by its path, as the session tells it.
pub(super) fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".yaml") || name.ends_with(".yml")
}

fn key(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// Adds what one key says.
fn join(out: &mut ConfigFile, one: ConfigFile) {
    out.extends.extend(one.extends);
    out.outside |= one.outside;
    out.game = one.game.or(out.game.take());
    out.games.extend(one.games);
    out.layers.extend(one.layers);
    out.levels.extend(one.levels);
    out.deny.extend(one.deny);
    out.cards.extend(one.cards);
    out.add_cards.extend(one.add_cards);
    out.map.extend(one.map);
    out.folders.extend(one.folders);
    out.exclude.extend(one.exclude);
    out.waivers.extend(one.waivers);
    out.rules_url = one.rules_url.or(out.rules_url.take());
}
