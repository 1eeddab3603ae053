//! Policy files: what a player prefers, as data. `decklint explain policies` shows the form.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::ability::{Words, parse_condition};
use super::{About, Condition, MaskId, Policy, Prefer, Preference};
use crate::catalog::parse_terms;
use crate::diagnostics::{Diagnostic, PLY_POLICY};
use crate::spec::{OneOrMany, parse_typed};
use crate::text::{At, FileId, Span, did_you_mean, or_list};

/// A policy file as it is written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PolicyFile {
    /// The name in reports; the file's name if absent.
    #[serde(default)]
    pub name: Option<String>,
    /// What the policy is for.
    #[serde(default)]
    pub about: Option<String>,
    /// For an opponent: what it plays with.
    #[serde(default)]
    pub deck: Option<OpponentDeck>,
    /// Options by label that are taken in this order, each as soon as it is there.
    #[serde(default)]
    pub script: Vec<String>,
    /// What is preferred, most wanted first.
    #[serde(default)]
    prefer: Vec<Entry>,
    /// The built-in policy that decides where nothing fits: greedy, random, first or idle.
    #[serde(default)]
    otherwise: Option<At<String>>,
}

/// What a scripted opponent plays with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OpponentDeck {
    /// So many blank cards.
    Blanks(u16),
    /// A deck file beside the policy file.
    File(String),
    /// The same deck as the first seat.
    Mirror,
}

/// One preference as it is written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Entry {
    /// The verb of the option, or several: `decklint explain policies` lists those of each game.
    #[serde(default)]
    #[schemars(with = "Option<Vec<String>>")]
    r#do: Option<OneOrMany<At<String>>>,
    /// The card that acts, by search terms.
    #[serde(default)]
    card: Option<At<String>>,
    /// The card that it acts upon, by search terms.
    #[serde(default)]
    target: Option<At<String>>,
    /// The word in brackets behind the option's label.
    #[serde(default)]
    note: Option<String>,
    /// A condition in the language of abilities.
    #[serde(default)]
    r#if: Option<At<String>>,
}

impl PolicyFile {
    /// Reads a policy file.
    ///
    /// # Errors
    /// What is wrong with its form.
    pub fn parse(text: &str, file: FileId) -> Result<PolicyFile, Vec<Diagnostic>> {
        parse_typed::<PolicyFile>(text, file).map_err(|faults| {
            let policy = |d: Diagnostic| Diagnostic { code: PLY_POLICY.code.into(), slug: PLY_POLICY.slug.into(), ..d };
            faults.into_iter().map(policy).collect()
        })
    }

    /// The policy, with its terms and conditions understood.
    ///
    /// # Errors
    /// All terms, conditions and names that are not understood.
    pub fn bind(&self, name: &str, words: &mut dyn Words) -> Result<Policy, Vec<Diagnostic>> {
        let mut faults = Vec::new();
        let mut rules = Vec::new();
        for entry in &self.prefer {
            let card = terms(entry.card.as_ref(), words, &mut faults);
            let target = terms(entry.target.as_ref(), words, &mut faults);
            let condition = condition(entry.r#if.as_ref(), words, &mut faults);
            let rule = |verb| Preference { verb, card, target, note: entry.note.clone(), condition: condition.clone() };
            match &entry.r#do {
                None => rules.push(rule(None)),
                Some(verbs) => rules.extend(verbs.0.iter().map(|v| rule(Some(v.clone())))),
            }
        }
        let otherwise = match &self.otherwise {
            None => Policy::Greedy,
            Some(word) => Policy::built_in(&word.value).unwrap_or_else(|| {
                let known: Vec<&str> = Policy::BUILT_IN.iter().map(|(n, _)| *n).collect();
                let near = did_you_mean(&word.value, known.iter().copied());
                let message = format!("`{}` is no built-in policy{near}", word.value);
                faults.push(
                    Diagnostic::general(&PLY_POLICY, word.span, message).help(format!("use {}", or_list(&known))),
                );
                Policy::Greedy
            }),
        };
        if !faults.is_empty() {
            return Err(faults);
        }
        let name = self.name.clone().unwrap_or_else(|| name.to_owned());
        Ok(Policy::Prefer(Arc::new(Prefer { name, script: self.script.clone(), rules, otherwise })))
    }
}

impl Policy {
    /// What a policy asks for that the game's engine does not know: verbs that no option has.
    #[must_use]
    pub fn faults(&self, about: &About) -> Vec<Diagnostic> {
        let Policy::Prefer(prefer) = self else { return Vec::new() };
        let known = || about.verbs.iter().map(|(verb, _)| *verb);
        let unknown = prefer.rules.iter().filter_map(|r| r.verb.as_ref()).filter(|v| known().all(|k| k != v.value));
        let fault = |v: &At<String>| {
            let message = format!("the game has no option `{}`{}", v.value, did_you_mean(&v.value, known()));
            let known: Vec<&str> = known().collect();
            Diagnostic::general(&PLY_POLICY, v.span, message).help(format!("its options are {}", or_list(&known)))
        };
        unknown.map(fault).collect()
    }
}

/// A place inside a scalar, as far as the scalar is written plainly.
fn inside(word: &At<String>, range: &std::ops::Range<usize>) -> Span {
    let whole = word.span.range();
    let offset = if whole.len() == word.value.len() { 0 } else { 1 };
    let at = |n: usize| (whole.start + offset + n).min(whole.end);
    Span::new(word.span.file, at(range.start), at(range.end))
}

fn terms(word: Option<&At<String>>, words: &mut dyn Words, faults: &mut Vec<Diagnostic>) -> Option<MaskId> {
    let word = word?;
    match parse_terms(&word.value, words.spec()) {
        Ok(_) => Some(words.mask(&word.value)),
        Err(e) => {
            faults.push(Diagnostic::general(&PLY_POLICY, inside(word, &e.range), e.message));
            None
        }
    }
}

fn condition(word: Option<&At<String>>, words: &mut dyn Words, faults: &mut Vec<Diagnostic>) -> Condition {
    let Some(word) = word else { return Condition::default() };
    parse_condition(&word.value, words).unwrap_or_else(|e| {
        faults.push(Diagnostic::general(&PLY_POLICY, inside(word, &e.range), e.message));
        Condition::default()
    })
}
