//! Running rules over a deck.

use super::Ruleset;
use super::check::{Cx, Totals};
use crate::catalog::{CardId, Catalog};
use crate::deck::Deck;
use crate::diagnostics::{Diagnostic, Level};
use crate::spec::GameSpec;
use crate::text::{Source, Sources};

/// The cards that a finding is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subjects(pub Vec<CardId>);

/// A diagnostic with the handles of its cards, for telling which findings repeat each other.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The diagnostic.
    pub diagnostic: Diagnostic,
    /// Its cards.
    pub subjects: Subjects,
}

/// Runs every rule; no rule stops another. The findings are in the order of the rules.
#[must_use]
pub fn run(
    rules: &Ruleset,
    deck: &Deck<'_>,
    spec: &GameSpec,
    catalog: &Catalog,
    source: &Source,
    sources: &Sources,
    draft: bool,
) -> Vec<Diagnostic> {
    let totals = Totals::of(&deck.lines);
    let mut out = Vec::new();
    for rule in &rules.rules {
        let mut cx = Cx { deck, totals: &totals, spec, catalog, source, sources, rule, draft, out: &mut out, found: 0 };
        for check in &rule.checks {
            check.check(&mut cx);
        }
        cx.close();
    }
    if out.len() > 1 {
        drop_repeated(rules, &mut out);
    }
    out.into_iter().map(|f| f.diagnostic).collect()
}

/// A looser rule does not repeat what a stricter one says of the same cards.
fn drop_repeated(rules: &Ruleset, findings: &mut Vec<Finding>) {
    let strict: Vec<(std::sync::Arc<str>, Vec<CardId>)> = findings
        .iter()
        .filter(|f| f.diagnostic.level > Level::Note)
        .map(|f| (f.diagnostic.code.clone(), f.subjects.0.clone()))
        .collect();
    findings.retain(|finding| {
        let rule = rules.rules.iter().find(|r| r.id == finding.diagnostic.code);
        let Some(rule) = rule.filter(|r| !r.yields_to.is_empty()) else { return true };
        let own = &finding.subjects.0;
        own.is_empty()
            || !strict.iter().any(|(code, cards)| {
                rule.yields_to.iter().any(|y| **y == **code) && own.iter().all(|c| cards.contains(c))
            })
    });
}
