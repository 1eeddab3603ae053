//! A deck file that a command reads, and writes again.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};

use crate::cli::config::{RunOptions, Setup, Setups};
use crate::cli::found::{Found, Leave, Task};
use crate::cli::inputs::MAX_DECK;
use crate::cli::options::{ConfigArgs, GamesArgs, LayerArgs, LevelArgs, PoolArgs, game_id};
use crate::cli::{out, write};
use crate::deck::Contents;
use crate::deck::edit::Draft;
use crate::diagnostics::{DCK_SECTION, Diagnostic, Level};
use crate::game::{Checked, DeckInput, Opened, Prepared, Session, check_with, io_reason, read_all, read_limited};
use crate::report::{concise_run_finding, full_finding, full_verdict, visible};
use crate::text::{Encoded, Files, Source, decode};

/// How many errors are shown behind an edit.
const MOST_ERRORS: usize = 10;

/// How decks are read.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ReadArgs {
    /// The game of the deck, by its id, if neither its header nor its folder tells it
    #[arg(short, long, value_name = "GAME")]
    pub game: Option<String>,
    /// The name of standard input, for finding its format and game
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_name: String,
    #[command(flatten)]
    pub games: GamesArgs,
    #[command(flatten)]
    pub pools: PoolArgs,
    #[command(flatten)]
    pub layers: LayerArgs,
    #[command(flatten)]
    pub levels: LevelArgs,
    #[command(flatten)]
    pub config: ConfigArgs,
}

impl ReadArgs {
    /// What holds for a deck.
    pub fn setup(&self, deck: &Path) -> Result<Arc<Setup>> {
        Ok(self.setups([deck])?.remove(0))
    }

    /// What holds for decks, each in its folder. A configuration that cannot be used ends the run before any deck is read.
    pub fn setups<'d>(&self, decks: impl IntoIterator<Item = &'d Path>) -> Result<Vec<Arc<Setup>>> {
        let mut setups = Setups::new(self.options());
        let of = |deck: &'d Path| setups.of(self.place(deck));
        let found = decks.into_iter().map(of).collect::<Result<Vec<_>>>()?;
        setups.usable()?;
        Ok(found)
    }

    /// The decks that paths mean, with what holds for each.
    pub fn found(&self, paths: &[PathBuf]) -> Result<Vec<Task>> {
        let mut setups = Setups::new(self.options());
        let found = Found::new(paths, &mut setups, &self.stdin_name, &Leave::default())?;
        setups.usable()?;
        found.tell("`decklint check --show-files`");
        Ok(found.decks)
    }

    fn options(&self) -> RunOptions<'_> {
        let (pools, layers, levels) = (&self.pools, &self.layers, &self.levels);
        RunOptions { pools, layers, levels, ..RunOptions::new(&self.config, &self.games) }
    }

    /// Where a deck lies; `None` for standard input without a name.
    fn place<'p>(&'p self, deck: &'p Path) -> Option<&'p Path> {
        match deck.as_os_str() == "-" {
            true => Some(Path::new(&self.stdin_name)).filter(|name| *name != Path::new("<stdin>")),
            false => Some(deck),
        }
    }

    fn game_id(&self, session: &Session) -> Result<Option<String>> {
        self.game.as_ref().map(|name| game_id(&session.games, name)).transpose()
    }
}

/// A deck file and its text.
pub(crate) struct DeckFile {
    pub source: Arc<Source>,
    pub opened: Opened,
    /// `None` for standard input.
    path: Option<PathBuf>,
    /// What the file holds; `None` if there is none yet.
    bytes: Option<Vec<u8>>,
    guessed: Option<&'static str>,
}

impl DeckFile {
    /// Reads a deck. What is wrong with it is shown, and the run has failed.
    pub fn open(setup: &Setup, args: &ReadArgs, path: &Path) -> Result<DeckFile> {
        let loaded = DeckFile::load(&setup.session, args, path);
        setup.tell_faults();
        loaded.map_err(|failure| failure.show(&setup.session))
    }

    /// Reads a deck, and says nothing.
    pub fn load(session: &Session, args: &ReadArgs, path: &Path) -> Result<DeckFile, Failure> {
        let stdin = path.as_os_str() == "-";
        let (name, bytes) = match stdin {
            true => (args.stdin_name.clone(), read_all(std::io::stdin().lock(), 0, MAX_DECK)),
            false => (path.display().to_string(), read_limited(path, MAX_DECK)),
        };
        let bytes = bytes.map_err(|e| Failure::Run(anyhow!("cannot read `{name}`: {}", io_reason(&e))))?;
        let decoded = decode(bytes.clone()).map_err(|e| Failure::Run(anyhow!("cannot read `{name}`: {e}")))?;
        let source = Arc::new(Source::new(name, decoded.text));
        let game = args.game_id(session).map_err(Failure::Run)?;
        let place = if stdin { Path::new(&args.stdin_name) } else { path };
        let input = DeckInput { source: &source, guessed: None, path: Some(place), game: game.as_deref() };
        match Opened::new(session, input) {
            Ok(opened) => {
                let path = (!stdin).then(|| path.to_path_buf());
                Ok(DeckFile { source, opened, path, bytes: Some(bytes), guessed: decoded.guessed })
            }
            Err(finding) => Err(Failure::Deck(finding, source)),
        }
    }

    /// A deck that begins with this text; its file is made when it is written.
    #[cfg(feature = "screen")]
    pub fn begin(session: &Session, game: &str, path: &Path, text: &str) -> Result<DeckFile> {
        let source = Arc::new(Source::new(path.display().to_string(), text));
        let input = DeckInput { source: &source, guessed: None, path: Some(path), game: Some(game) };
        let opened =
            Opened::new(session, input).map_err(|finding| Failure::Deck(finding, source.clone()).show(session))?;
        Ok(DeckFile { source, opened, path: Some(path.to_path_buf()), bytes: None, guessed: None })
    }

    /// Reads another deck of the same game, under the settings of this one: two sets of cards would not be comparable.
    pub fn beside(&self, setup: &Setup, args: &ReadArgs, path: &Path) -> Result<DeckFile> {
        let own = args.setup(path)?;
        let differs = own.folder != setup.folder || own.config.path != setup.config.path;
        let other_game = |game: &str| {
            let (this, name) = (&self.opened.game.id, path.display());
            anyhow!("`{}` is a deck of {this}, `{name}` of {game}; only decks of one game go together", self.name())
        };
        // Its own settings may say another game. Standard input can be read once only.
        if differs && path.as_os_str() != "-" {
            let game = DeckFile::open(&own, args, path)?.opened.game.id.clone();
            if game != self.opened.game.id {
                return Err(other_game(&game));
            }
            let args = ReadArgs { game: Some(game), ..args.clone() };
            return DeckFile::open(setup, &args, path);
        }
        let file = DeckFile::open(setup, args, path)?;
        if file.opened.game.id == self.opened.game.id { Ok(file) } else { Err(other_game(&file.opened.game.id)) }
    }

    /// Its file; `None` for standard input.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    pub fn name(&self) -> &str {
        &self.source.name
    }

    /// Whether the deck is standard input.
    pub fn is_stdin(&self) -> bool {
        self.path.is_none()
    }

    /// The deck for editing.
    pub fn draft(&self) -> Result<Draft<'_>> {
        let game = &self.opened.game;
        Draft::new(self.name(), &self.source.text, &game.spec, &game.catalog).map_err(|d| anyhow!("{}", d.message))
    }

    /// What the deck holds. Lines that cannot be read at all are shown, and then the run has failed: a deck must not be
    /// judged by a part of it.
    pub fn contents(&self, session: &Session) -> Result<Contents> {
        let (deck, faults) = self.opened.deck();
        let files = Files { shared: &session.sources, input: Some(&self.source) };
        let lost =
            |f: &&Diagnostic| f.level == Level::Error && f.code.starts_with("DCK") && *f.code != *DCK_SECTION.code;
        let mut lost = faults.iter().filter(lost).peekable();
        if lost.peek().is_some() {
            lost.for_each(|f| out::talk(&format!("{}\n", full_finding(f, files, out::styled_stderr()))));
            bail!("`{}` was not read as a whole", self.name());
        }
        Ok(Contents::of(&deck, self.opened.game.spec.sections.len()))
    }

    /// The rules for the deck, under its layers and those of the command line.
    pub fn prepared(&self, setup: &Setup) -> Result<Arc<Prepared>> {
        let folder = self.path.as_deref().and_then(Path::parent);
        let prepared = setup.session.prepare(&self.opened.game, &self.opened.layers(), folder);
        let broken = setup.tell_faults();
        match prepared {
            Ok(prepared) if !(broken || prepared.broken) => Ok(prepared),
            Ok(_) => bail!("the rules of `{}` or a layer cannot be used", self.opened.game.id),
            Err((_, message)) => bail!("{message}"),
        }
    }

    /// Writes the new text: into the file, to standard output for `-`, or as a difference. Gives whether it differs.
    pub fn put(&self, text: &str, dry_run: bool) -> Result<bool> {
        let changed = text != self.source.text;
        if dry_run {
            let mut stdout = out::stdout();
            write!(stdout, "{}", unified(self.name(), &self.source.text, text))?;
            stdout.flush()?;
            return Ok(changed);
        }
        let encoded = self.encoded(text)?;
        match &self.path {
            Some(path) if changed => write::replace(path, &encoded, self.bytes.as_deref())?,
            Some(_) => {}
            None => {
                let mut stdout = std::io::stdout().lock();
                stdout.write_all(&encoded)?;
                stdout.flush()?;
            }
        }
        Ok(changed)
    }

    /// A text of this deck in the encoding of its file.
    fn encoded(&self, text: &str) -> Result<Vec<u8>> {
        let encoded = Encoded::of(self.bytes.as_deref().unwrap_or_default(), self.guessed);
        encoded.encode(text).map_err(|c| {
            anyhow!("`{}` is not UTF-8, and its encoding has no `{c}`; save it as UTF-8 first", self.name())
        })
    }

    /// Writes the file, or makes it; from then on this is what it holds.
    #[cfg(feature = "screen")]
    pub fn save(&mut self, text: &str) -> Result<()> {
        let Some(path) = &self.path else { bail!("standard input is not written to") };
        let encoded = self.encoded(text)?;
        match &self.bytes {
            None if path.symlink_metadata().is_ok() => {
                bail!("`{}` was made by somebody else meanwhile; it was left as it is", self.name())
            }
            old => write::replace(path, &encoded, old.as_deref())?,
        }
        self.bytes = Some(encoded);
        self.source = Arc::new(Source::new(self.name(), text));
        Ok(())
    }

    /// How a text of this deck is judged.
    pub fn checked(&self, setup: &Setup, text: &str) -> Checked {
        let source = Arc::new(Source::new(self.name(), text));
        let (path, game) = (self.path.as_deref(), Some(self.opened.game.id.as_str()));
        let input = DeckInput { source: &source, guessed: None, path, game };
        check_with(&setup.session, input, &setup.levels, &setup.waivers_for(path))
    }

    /// Says how a text of this deck is judged.
    pub fn judge(&self, setup: &Setup, text: &str) {
        let checked = self.checked(setup, text);
        let broken = setup.tell_faults();
        let files = Files { shared: &setup.session.sources, input: Some(&checked.source) };
        let errors: Vec<_> = checked.findings.iter().filter(|f| f.level == Level::Error).collect();
        for finding in errors.iter().take(MOST_ERRORS) {
            out::talk(concise_run_finding(finding, files).trim_end());
        }
        if let Some(more @ 1..) = errors.len().checked_sub(MOST_ERRORS) {
            out::talk(&format!("{more} more errors; `decklint check` shows them"));
        }
        if !broken || checked.verdict.is_checked() {
            out::talk(full_verdict(&checked).trim_end());
        }
    }
}

/// Why a deck was not read.
pub(crate) enum Failure {
    /// The file or the run.
    Run(anyhow::Error),
    /// A finding in its text.
    Deck(Box<Diagnostic>, Arc<Source>),
}

impl Failure {
    /// Shows the finding, and gives the error that the run ends with.
    pub fn show(self, session: &Session) -> anyhow::Error {
        match self {
            Failure::Run(e) => e,
            Failure::Deck(finding, source) => {
                let files = Files { shared: &session.sources, input: Some(&source) };
                out::talk(&full_finding(&finding, files, out::styled_stderr()));
                anyhow!("`{}` was not read", source.name)
            }
        }
    }
}

/// The difference of two texts, as `diff -u` has it; nothing if they are equal.
pub(crate) fn unified(name: &str, old: &str, new: &str) -> String {
    if old == new {
        return String::new();
    }
    let name = visible(name);
    similar::TextDiff::from_lines(old, new).unified_diff().header(&name, &name).to_string()
}
