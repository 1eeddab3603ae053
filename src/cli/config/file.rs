//! `decklint.yaml` as data.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::text::At;

/// A text that knows its place.
pub(crate) type Word = At<String>;

/// A `decklint.yaml`. Paths are relative to its folder, patterns to the folder of the configuration that was found.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct ConfigFile {
    /// Configurations that come before this one.
    pub extends: Vec<Word>,
    /// Whether paths in this file may lead out of its folder.
    pub outside: bool,
    /// The game of decks that do not name one themselves.
    pub game: Option<Word>,
    /// Folders with a game, or with folders of games, as with `--games`.
    pub games: Vec<Word>,
    /// Layers for all decks: those of the game by name, files by path.
    pub layers: Vec<Word>,
    /// The level of a code or of its readable name.
    pub levels: IndexMap<Word, LevelWord>,
    /// `warnings`: every warning counts as an error.
    pub deny: Vec<At<Deny>>,
    /// Card pools instead of the game's own.
    pub cards: Vec<Word>,
    /// Card pools besides the game's own.
    pub add_cards: Vec<Word>,
    /// Which column of those pools holds which attribute: `Points: size`.
    pub map: IndexMap<Word, Word>,
    /// Game and layers of the decks in a folder, or of those that a pattern matches. The last one that matches holds.
    pub folders: IndexMap<Word, Folder>,
    /// Patterns of files that are no decks.
    pub exclude: Vec<Word>,
    /// Findings to live with.
    pub waivers: Vec<WaiverEntry>,
    /// The address of a rule's explanation, with `{code}` for the code, for reports that link to it.
    pub rules_url: Option<Word>,
}

/// What holds in a folder.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Folder {
    /// The game of decks that do not name one themselves.
    pub game: Option<Word>,
    /// Layers, behind those for all decks.
    pub layers: Vec<Word>,
}

/// A level, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LevelWord {
    /// The finding is not shown.
    Off,
    /// Worth knowing.
    Note,
    /// Probably wrong.
    Warning,
    /// Wrong.
    Error,
}

/// What may be denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Deny {
    /// Every warning counts as an error.
    Warnings,
}

/// A waiver: findings that somebody decided to live with.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WaiverEntry {
    /// The code or readable name of the findings.
    pub code: Word,
    /// A pattern of decks; all if absent.
    #[serde(default)]
    pub deck: Option<Word>,
    /// The card, by code or name; all findings of the code if absent.
    #[serde(default)]
    pub card: Option<Word>,
    /// Why. A waiver without a reason does not hold.
    #[serde(default)]
    pub reason: Option<Word>,
    /// Who answers for it.
    #[serde(default)]
    pub owner: Option<String>,
    /// The last day on which it holds, such as 2026-12-31.
    #[serde(default)]
    pub until: Option<Word>,
}
