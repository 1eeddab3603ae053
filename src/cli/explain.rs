//! `decklint explain`: a rule, a general code, or a topic.

use std::io::Write;

use anyhow::{Result, bail};

use super::Exit;
use super::options::GamesArgs;
use super::out;
use super::topics::{self, TOPICS};
use crate::diagnostics::{GENERAL_CODES, GeneralCode, general_code};
use crate::game::{GameFiles, Games};
use crate::rules::Rule;
use crate::text::{FileId, Node, from_node, parse_yaml};

/// Explain a rule or a general code: what it says, why, where it comes from, how to mend a deck
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Topics besides codes: layers, search, formats, abilities, goals, policies, config, streams.\n\nExamples:\n  decklint explain BAR003\n  decklint explain \
    unknown-card\n  decklint explain layers"
)]
pub(crate) struct Args {
    /// A code such as BAR003, a name such as copy-limit, or a topic
    #[arg(value_name = "CODE|TOPIC", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    games: GamesArgs,
}

/// A rule with the game and the file it stands in.
pub(crate) struct Found {
    /// The id of the game.
    pub game: String,
    /// The layer that adds it, if it is not the game's own.
    pub layer: Option<String>,
    /// The rule.
    pub rule: Rule,
}

pub(crate) fn run(args: Args) -> Result<Exit> {
    let games = args.games.games()?;
    let rules = all_rules(&games);
    let mut stdout = out::stdout();
    for (index, word) in args.words.iter().enumerate() {
        if index > 0 {
            writeln!(stdout)?;
        }
        let hits: Vec<&Found> = rules.iter().filter(|f| is_called(&f.rule, word)).collect();
        if let Some(text) = topics::page(word) {
            write!(stdout, "{text}")?;
        } else if let Some(code) = general_code(word).filter(|_| hits.is_empty()) {
            general(&mut stdout, code)?;
        } else if !hits.is_empty() {
            for (index, found) in hits.iter().enumerate() {
                if index > 0 {
                    writeln!(stdout)?;
                }
                rule(&mut stdout, found)?;
            }
        } else {
            bail!("unknown code or topic `{word}`{}", near_codes(word, &rules));
        }
    }
    stdout.flush()?;
    Ok(Exit::Clean)
}

fn is_called(rule: &Rule, word: &str) -> bool {
    rule.id.value.eq_ignore_ascii_case(word)
        || rule.slug.value == word
        || rule.was.iter().any(|w| w.eq_ignore_ascii_case(word))
}

/// Near names for a code that is none.
pub(crate) fn near_codes(word: &str, rules: &[Found]) -> String {
    let upper = word.to_ascii_uppercase();
    let topics = TOPICS.iter().map(|t| t.0);
    let codes: Vec<&str> = rules
        .iter()
        .map(|f| f.rule.id.value.as_str())
        .chain(GENERAL_CODES.iter().map(|c| c.code))
        .chain(topics)
        .collect();
    let slugs = rules.iter().map(|f| f.rule.slug.value.as_str()).chain(GENERAL_CODES.iter().map(|c| c.slug));
    match crate::text::near(&upper, codes.iter().copied(), 3)[..] {
        [] => match crate::text::near(word, slugs.collect::<Vec<_>>(), 3)[..] {
            [] => "; `decklint rules GAME` lists the rules of a game; topics are config, formats, layers, search and streams".to_owned(),
            ref near => format!("; did you mean {}?", crate::text::or_list(near)),
        },
        ref near => format!("; did you mean {}?", crate::text::or_list(near)),
    }
}

/// The rules of all games, and those that their layers add. What cannot be read is left out: `check` and `rules` report it.
pub(crate) fn all_rules(games: &Games) -> Vec<Found> {
    let mut out = Vec::new();
    for id in games.ids() {
        let Some(files) = games.get(id) else { continue };
        out.extend(rules_in(files, "rules.yaml", "rules").into_iter().map(|rule| Found {
            game: id.to_owned(),
            layer: None,
            rule,
        }));
        for layer in files.layers() {
            let rules = rules_in(files, &format!("layers/{layer}.yaml"), "add");
            out.extend(rules.into_iter().map(|rule| Found { game: id.to_owned(), layer: Some(layer.clone()), rule }));
        }
    }
    out
}

fn rules_in(files: &GameFiles, path: &str, key: &str) -> Vec<Rule> {
    let Ok((_, bytes)) = files.read(path) else { return Vec::new() };
    let Ok(text) = std::str::from_utf8(&bytes) else { return Vec::new() };
    let Ok(node) = parse_yaml(text, FileId::INPUT) else { return Vec::new() };
    node.get(key).and_then(Node::as_list).unwrap_or_default().iter().filter_map(|n| from_node(n).ok()).collect()
}

fn general(out: &mut impl Write, code: &GeneralCode) -> Result<()> {
    writeln!(out, "{} {}\n\n{}.\n", code.code, code.slug, code.title)?;
    writeln!(out, "Level: {}", code.level.as_str())?;
    section(out, "Why", code.why)?;
    section(out, "How to mend it", code.mend)?;
    section(out, "Example", code.example)
}

fn rule(out: &mut impl Write, found: &Found) -> Result<()> {
    let rule = &found.rule;
    writeln!(out, "{} {}\n\n{}.\n", rule.id.value, rule.slug.value, rule.title)?;
    match &found.layer {
        Some(layer) => writeln!(out, "Game:  {}, in the layer {layer}", found.game)?,
        None => writeln!(out, "Game:  {}", found.game)?,
    }
    writeln!(out, "Level: {}", rule.level().as_str())?;
    writeln!(out, "Basis: {} ({})", rule.basis.as_str(), rule.cite)?;
    if !rule.was.is_empty() {
        writeln!(out, "Was:   {}", rule.was.join(", "))?;
    }
    section(out, "Why", &rule.why)?;
    section(out, "How to mend it", &rule.mend)?;
    if !rule.example.is_empty() {
        section(out, "Example", &rule.example)?;
    }
    Ok(())
}

fn section(out: &mut impl Write, title: &str, text: &str) -> Result<()> {
    writeln!(out, "\n{title}:")?;
    let is_example = title == "Example";
    for line in text.trim_end().lines() {
        if is_example {
            writeln!(out, "  {line}")?;
            continue;
        }
        let mut width = 0;
        write!(out, " ")?;
        for word in line.split_whitespace() {
            let wide = unicode_width::UnicodeWidthStr::width(word);
            if width > 0 && width + wide >= 96 {
                write!(out, "\n ")?;
                width = 0;
            }
            write!(out, " {word}")?;
            width += wide + 1;
        }
        writeln!(out)?;
    }
    Ok(())
}
