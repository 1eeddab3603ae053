//! The diagnostic and its parts.

use std::borrow::Cow;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Facts, GeneralCode};
use crate::text::{Place, Span};

/// How grave a finding is. Only errors make a deck illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Worth knowing.
    Note,
    /// Probably wrong.
    Warning,
    /// Wrong.
    Error,
}

impl Level {
    /// The word for users.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

/// What a rule rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// The game's rule text says it.
    Stated,
    /// The game's publisher says it elsewhere.
    Published,
    /// Our reading of the text.
    Inferred,
    /// An organiser's or host's rule.
    House,
    /// The text is silent, and the rule says so.
    NotStated,
}

impl Basis {
    /// The level of a rule that names none.
    #[must_use]
    pub fn default_level(self) -> Level {
        match self {
            Basis::Stated | Basis::Published | Basis::House => Level::Error,
            Basis::Inferred => Level::Warning,
            Basis::NotStated => Level::Note,
        }
    }

    /// The word for users.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Basis::Stated => "stated",
            Basis::Published => "published",
            Basis::Inferred => "inferred",
            Basis::House => "house",
            Basis::NotStated => "not-stated",
        }
    }
}

/// A further place that a finding speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub place: Place,
    /// What stands there.
    pub text: String,
}

/// How sure a fix is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Applicability {
    /// The deck holds the same afterwards: `check --fix` writes it.
    Safe,
    /// A guess at what was meant: `check --fix --unsafe-fixes` writes it.
    Unsafe,
}

/// What would mend one finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// How sure it is.
    pub applicability: Applicability,
    /// Places and what is to stand there, from the first; they do not overlap.
    pub edits: Vec<(Span, String)>,
}

/// One finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The stable code, such as `BAR003` or `RES001`.
    pub code: Arc<str>,
    /// The readable name of the code, such as `copy-limit`.
    pub slug: Arc<str>,
    /// How grave it is.
    pub level: Level,
    /// What is wrong, in one sentence with its numbers.
    pub message: String,
    /// Where it is.
    pub place: Place,
    /// What to write at the place in a code frame.
    pub label: Cow<'static, str>,
    /// Further places.
    pub related: Vec<Related>,
    /// Further sentences.
    pub notes: Vec<String>,
    /// How to mend it.
    pub help: Option<String>,
    /// The title of the section it is about.
    pub section: Option<Arc<str>>,
    /// What the rule rests on; `None` for general codes.
    pub basis: Option<Basis>,
    /// The numbers and cards in it.
    pub facts: Facts,
    /// What would mend it, where somebody asked for that.
    pub fix: Option<Box<Fix>>,
}

impl Diagnostic {
    /// A finding of a general code at its usual level.
    #[must_use]
    pub fn general(code: &GeneralCode, place: impl Into<Place>, message: impl Into<String>) -> Self {
        Diagnostic {
            code: code.code.into(),
            slug: code.slug.into(),
            level: code.level,
            message: message.into(),
            place: place.into(),
            label: Cow::Borrowed(""),
            related: Vec::new(),
            notes: Vec::new(),
            help: None,
            section: None,
            basis: None,
            facts: Facts::default(),
            fix: None,
        }
    }

    /// With a label at the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<Cow<'static, str>>) -> Self {
        self.label = label.into();
        self
    }

    /// With a remedy.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With a further sentence.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// With a further place.
    #[must_use]
    pub fn related(mut self, place: impl Into<Place>, text: impl Into<String>) -> Self {
        self.related.push(Related { place: place.into(), text: text.into() });
        self
    }

    /// At another level.
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }
}
