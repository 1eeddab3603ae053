//! What reports say of a rule besides its findings.

use crate::diagnostics::{GENERAL_CODES, GeneralCode, Level};
use crate::rules::Rule;

/// A rule of a game, or a general code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleInfo {
    /// The stable code.
    pub code: String,
    /// The readable name.
    pub slug: String,
    /// The rule in one sentence.
    pub title: String,
    /// Its level where nothing else is set.
    pub level: Level,
    /// Why it is so.
    pub why: String,
    /// How to mend a deck that breaks it.
    pub mend: String,
    /// Where it is said; empty for general codes.
    pub cite: String,
    /// The address of that text, if it is public.
    pub url: Option<String>,
}

impl RuleInfo {
    /// A general code.
    #[must_use]
    pub fn general(code: &GeneralCode) -> Self {
        RuleInfo {
            code: code.code.to_owned(),
            slug: code.slug.to_owned(),
            title: code.title.to_owned(),
            level: code.level,
            why: code.why.to_owned(),
            mend: code.mend.to_owned(),
            cite: String::new(),
            url: None,
        }
    }

    /// A rule of a game.
    #[must_use]
    pub fn rule(rule: &Rule) -> Self {
        RuleInfo {
            code: rule.id.value.clone(),
            slug: rule.slug.value.clone(),
            title: rule.title.clone(),
            level: rule.level(),
            why: words(&rule.why),
            mend: words(&rule.mend),
            cite: rule.cite.to_string(),
            url: rule.cite.url.clone(),
        }
    }
}

/// The rules together with the general codes, by code, each once.
#[must_use]
pub fn rule_infos<'a>(rules: impl IntoIterator<Item = &'a Rule>) -> Vec<RuleInfo> {
    let mut out: Vec<RuleInfo> = rules.into_iter().map(RuleInfo::rule).collect();
    out.extend(GENERAL_CODES.iter().map(|code| RuleInfo::general(code)));
    out.sort_by(|a, b| a.code.cmp(&b.code));
    out.dedup_by(|a, b| a.code == b.code);
    out
}

/// A text of several lines as one.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
