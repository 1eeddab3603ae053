//! The check of one deck, from its text to its findings.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::waive::{Waived, Waiver, waive};
use super::{Game, Prepared, Session};
use crate::deck::{Contents, Deck, Header, format};
use crate::diagnostics::{
    CardFact, DCK_EMPTY, DCK_GAME, DCK_GUESSED_ENCODING, DCK_UNREADABLE, Diagnostic, GAM_FILE, LAY_UNKNOWN_LAYER,
    Level, Levels,
};
use crate::rules::run;
use crate::text::{At, FileId, Place, Source, did_you_mean};

/// What came of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// No finding is an error.
    Legal,
    /// A finding is an error.
    Illegal,
    /// The deck cannot be read, or it names no game or layer that there is.
    Unreadable,
    /// The rules, card pool, layers or configuration of the run are broken, so the deck was not checked.
    NotChecked,
}

impl Verdict {
    /// The word for users.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Legal => "legal",
            Verdict::Illegal => "illegal",
            Verdict::Unreadable => "unreadable",
            Verdict::NotChecked => "not-checked",
        }
    }

    /// Whether the deck was held to its rules.
    #[must_use]
    pub fn is_checked(self) -> bool {
        matches!(self, Verdict::Legal | Verdict::Illegal)
    }
}

/// The cards in a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionTotal {
    /// The section's name in the game.
    pub name: String,
    /// Copies.
    pub total: u64,
}

/// A checked deck.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Its text; the places of findings lie in it.
    pub source: Arc<Source>,
    /// The id of its game.
    pub game: Option<String>,
    /// Who says that it is this game; empty if nobody does.
    pub game_by: &'static str,
    /// The deck's own name.
    pub name: Option<String>,
    /// Who plays it.
    pub player: Option<String>,
    /// The format it was read as.
    pub format: Option<&'static str>,
    /// Why that format was chosen.
    pub how: Cow<'static, str>,
    /// The layers in use.
    pub layers: Vec<String>,
    /// What came of it.
    pub verdict: Verdict,
    /// How many cards are where.
    pub sections: Vec<SectionTotal>,
    /// The findings by line, then code.
    pub findings: Vec<Diagnostic>,
    /// Findings that a waiver covers, in the same order.
    pub waived: Vec<Waived>,
}

/// A deck to check.
#[derive(Clone, Copy, Debug)]
pub struct DeckInput<'a> {
    /// Its text.
    pub source: &'a Arc<Source>,
    /// Its encoding, where that was guessed.
    pub guessed: Option<&'static str>,
    /// Its file, for the game's folder and layers beside it.
    pub path: Option<&'a Path>,
    /// The game, where the user names it.
    pub game: Option<&'a str>,
}

impl Checked {
    /// A deck that could not be read at all.
    #[must_use]
    pub fn unreadable(source: Arc<Source>, finding: Diagnostic) -> Self {
        Checked {
            source,
            game: None,
            game_by: "",
            name: None,
            player: None,
            format: None,
            how: Cow::Borrowed(""),
            layers: Vec::new(),
            verdict: Verdict::Unreadable,
            sections: Vec::new(),
            findings: vec![finding],
            waived: Vec::new(),
        }
    }

    /// A deck that nothing can be said of, since the run itself is broken.
    #[must_use]
    pub fn not_checked(source: Arc<Source>, finding: Diagnostic) -> Self {
        Checked { verdict: Verdict::NotChecked, ..Checked::unreadable(source, finding) }
    }
}

/// A deck whose format and game are known.
#[derive(Debug)]
pub struct Opened {
    /// Its text.
    pub source: Arc<Source>,
    /// Its syntax.
    pub document: format::Document,
    /// What it says of itself.
    pub header: Header,
    /// Its game.
    pub game: Arc<Game>,
}

impl Opened {
    /// Finds out the format and game of a deck.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn new(session: &Session, input: DeckInput<'_>) -> Result<Opened, Box<Diagnostic>> {
        let document = session.open(input.source)?;
        let (header, _) = document.header(input.source);
        let (id, _) = game_of(session, input, &header)?;
        match session.game(&id) {
            Some(game) => Ok(Opened { source: input.source.clone(), document, header, game }),
            None => Err(Box::new(unusable(&id))),
        }
    }

    /// Its cards, and what is wrong with its lines.
    #[must_use]
    pub fn deck(&self) -> (Deck<'_>, Vec<Diagnostic>) {
        self.document.deck(&self.source, &self.game.spec, &self.game.catalog)
    }

    /// What it holds.
    #[must_use]
    pub fn contents(&self) -> Contents {
        Contents::of(&self.deck().0, self.game.spec.sections.len())
    }

    /// The layers that it names.
    #[must_use]
    pub fn layers(&self) -> Vec<String> {
        self.header.layers.iter().map(|l| l.value.clone()).collect()
    }
}

fn unusable(id: &str) -> Diagnostic {
    let message = format!("the game `{id}` cannot be used, so the deck was not checked");
    Diagnostic::general(&GAM_FILE, Place::File(FileId::INPUT), message)
}

/// Checks a deck. Every stage reports what it can; none stops the next unless nothing is left to look at.
#[must_use]
pub fn check(session: &Session, input: DeckInput<'_>, levels: &Levels) -> Checked {
    check_with(session, input, levels, &[])
}

/// Checks a deck for which further waivers hold than those in its comments.
#[must_use]
pub fn check_with(session: &Session, input: DeckInput<'_>, levels: &Levels, waivers: &[&Waiver]) -> Checked {
    check_open(session, input, levels, waivers, session.open(input.source))
}

/// Checks a deck that must be JSON, such as a record of a stream: nothing else is tried.
#[must_use]
pub fn check_json(session: &Session, input: DeckInput<'_>, levels: &Levels, waivers: &[&Waiver]) -> Checked {
    check_open(session, input, levels, waivers, format::open_json(input.source))
}

fn check_open(
    session: &Session,
    input: DeckInput<'_>,
    levels: &Levels,
    waivers: &[&Waiver],
    document: Result<format::Document, Box<Diagnostic>>,
) -> Checked {
    let source = input.source;
    let document = match document {
        Ok(document) => document,
        Err(finding) => return Checked::unreadable(source.clone(), *finding),
    };
    let (header, mut findings) = document.header(source);
    let mut checked = Checked {
        source: source.clone(),
        game: None,
        game_by: "",
        name: header.name.as_ref().map(|n| n.value.clone()),
        player: header.player.as_ref().map(|n| n.value.clone()),
        format: Some(document.format.name()),
        how: document.how.clone(),
        layers: Vec::new(),
        verdict: Verdict::Unreadable,
        sections: Vec::new(),
        findings: Vec::new(),
        waived: Vec::new(),
    };
    findings.extend(input.guessed.map(guessed_encoding));
    match game_of(session, input, &header) {
        Err(finding) => findings.push(*finding),
        Ok((id, by)) => {
            let game = session.game(&id);
            checked.game_by = by;
            match game {
                None => {
                    checked.verdict = Verdict::NotChecked;
                    findings.push(unusable(&id));
                }
                Some(game) => {
                    let prepared = judge(session, input, &game, &document, &header, &mut checked, &mut findings);
                    if let Some(prepared) = prepared {
                        checked.waived = waive(&mut findings, source, &prepared.merged.rules, waivers);
                    }
                }
            }
            checked.game = Some(id);
        }
    }
    finish(checked, findings, levels)
}

/// Gives the rules that the deck was judged by; `None` if it could not be.
fn judge(
    session: &Session,
    input: DeckInput<'_>,
    game: &Game,
    document: &format::Document,
    header: &Header,
    checked: &mut Checked,
    findings: &mut Vec<Diagnostic>,
) -> Option<Arc<Prepared>> {
    let source = input.source;
    let (deck, faults) = document.deck(source, &game.spec, &game.catalog);
    findings.extend(faults);
    checked.sections = deck.sections.iter().map(|s| SectionTotal { name: s.name.clone(), total: s.total }).collect();
    let names: Vec<String> = header.layers.iter().map(|l| l.value.clone()).collect();
    let folder = input.path.and_then(Path::parent);
    match session.prepare(game, &names, folder) {
        Err((index, message)) => {
            let place = header.layers.get(index).map_or(Place::File(FileId::INPUT), |l: &At<String>| l.span.into());
            findings.push(Diagnostic::general(&LAY_UNKNOWN_LAYER, place, message));
            None
        }
        Ok(prepared) if prepared.broken => {
            checked.verdict = Verdict::NotChecked;
            let message = format!("the rules of `{}` or a layer cannot be used, so the deck was not checked", game.id);
            findings.push(Diagnostic::general(&GAM_FILE, Place::File(FileId::INPUT), message));
            None
        }
        Ok(prepared) => {
            checked.layers.clone_from(&prepared.merged.layers);
            checked.verdict = Verdict::Legal;
            // A deck without a card line has one finding, that it is empty; labels over nothing are no cards.
            if deck.lines.is_empty() {
                if findings.iter().any(|f| *f.code == *DCK_UNREADABLE.code) {
                    checked.verdict = Verdict::Unreadable;
                }
                if findings.iter().all(|f| f.level != Level::Error) {
                    findings.push(Diagnostic::general(&DCK_EMPTY, Place::File(FileId::INPUT), "the deck has no card"));
                }
            } else {
                let (rules, sources, draft) = (&prepared.ruleset, &session.sources, session.options.draft);
                findings.extend(run(rules, &deck, &game.spec, &game.catalog, source, sources, draft));
            }
            Some(prepared)
        }
    }
}

/// The note that a deck's encoding was guessed.
pub(super) fn guessed_encoding(encoding: &str) -> Diagnostic {
    let message = format!("the file is not UTF-8; it was read as {encoding}");
    Diagnostic::general(&DCK_GUESSED_ENCODING, Place::File(FileId::INPUT), message).help("save the file as UTF-8")
}

/// The game of a deck and who says so: the user, the deck, the configuration, or the name of a folder above it.
pub(super) fn game_of(
    session: &Session,
    input: DeckInput<'_>,
    header: &Header,
) -> Result<(String, &'static str), Box<Diagnostic>> {
    let unknown = |name: &str, place: Place| {
        let near = did_you_mean(name, session.games.ids());
        let message = format!("unknown game `{}`{near}", crate::text::brief(name));
        Box::new(Diagnostic::general(&DCK_GAME, place, message).help("`decklint games` lists the games"))
    };
    let named = |name: &str, place: Place, by| match find_game(session, name) {
        Some(id) => Ok((id, by)),
        None => Err(unknown(name, place)),
    };
    if let Some(name) = input.game {
        return named(name, Place::File(FileId::INPUT), "--game");
    }
    if let Some(name) = &header.game {
        return named(&name.value, name.span.into(), "its header");
    }
    if let Some(name) = &session.options.default_game {
        return named(name, Place::File(FileId::INPUT), "the configuration");
    }
    let mut folders =
        input.path.into_iter().flat_map(|p| p.ancestors().skip(1)).filter_map(|p| p.file_name()?.to_str());
    if let Some(id) = folders.find(|name| session.games.get(name).is_some()) {
        return Ok((id.to_owned(), "its folder"));
    }
    let known: Vec<&str> = session.games.ids().collect();
    let message = format!("the deck does not say which game it is for; known: {}", known.join(", "));
    let help = "use `--game GAME`, a header line `# game: GAME`, or a folder of that name";
    Err(Box::new(Diagnostic::general(&DCK_GAME, Place::File(FileId::INPUT), message).help(help)))
}

/// The game of a deck that is to be made here: that of the configuration, else that of its folder.
#[must_use]
pub fn game_of_place(session: &Session, path: &Path) -> Option<String> {
    let source = Arc::new(Source::new("", ""));
    let input = DeckInput { source: &source, guessed: None, path: Some(path), game: None };
    game_of(session, input, &Header::default()).ok().map(|(id, _)| id)
}

/// A game by its id, in any case, or by its title.
fn find_game(session: &Session, name: &str) -> Option<String> {
    if session.games.get(name).is_some() {
        return Some(name.to_owned());
    }
    let wanted = name.trim().to_lowercase();
    if session.games.get(&wanted).is_some() {
        return Some(wanted);
    }
    let folded = crate::text::fold(name);
    let titled = |id: &&str| {
        let files = session.games.get(id)?;
        let spec = session.spec(files).ok()?;
        (crate::text::fold(&spec.name) == folded).then_some(())
    };
    session.games.ids().find(|id| titled(id).is_some()).map(str::to_owned)
}

fn finish(mut checked: Checked, mut findings: Vec<Diagnostic>, levels: &Levels) -> Checked {
    levels.apply(&mut findings);
    checked.waived.retain_mut(|w| match levels.of(&w.finding.code, w.finding.level) {
        Some(level) => {
            w.finding.level = level;
            true
        }
        None => false,
    });
    for waived in &mut checked.waived {
        complete_lines(&mut waived.finding, &checked.source);
    }
    checked.waived.sort_by(|a, b| order(&checked.source, &a.finding, &b.finding));
    sort(&mut findings, &checked.source);
    if checked.verdict.is_checked() && findings.iter().any(|f| f.level == Level::Error) {
        checked.verdict = Verdict::Illegal;
    }
    checked.findings = findings;
    checked
}

/// Puts findings into the order of the file, and lines to their cards.
pub(super) fn sort(findings: &mut [Diagnostic], source: &Source) {
    for finding in findings.iter_mut() {
        complete_lines(finding, source);
    }
    findings.sort_by(|a, b| order(source, a, b));
}

/// The order of findings: by line, code, and place in the line.
fn order(source: &Source, a: &Diagnostic, b: &Diagnostic) -> std::cmp::Ordering {
    let key = |d: &Diagnostic| match d.place {
        Place::Span(span) if span.file == FileId::INPUT => (source.line(span.start), span.start),
        _ => (0, 0),
    };
    let ((a_line, a_start), (b_line, b_start)) = (key(a), key(b));
    a_line.cmp(&b_line).then_with(|| a.code.cmp(&b.code)).then(a_start.cmp(&b_start))
}

/// Findings of the lookup know the place, not yet the line.
fn complete_lines(finding: &mut Diagnostic, source: &Source) {
    let Place::Span(span) = finding.place else { return };
    let fill = |card: &mut CardFact| {
        for section in card.sections.iter_mut().filter(|s| s.lines.is_empty()) {
            section.lines.push(source.line(span.start));
        }
    };
    finding.facts.cards.iter_mut().for_each(fill);
}
