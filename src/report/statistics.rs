//! Counts of findings over a batch: which rules are broken, and by which cards.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::DeckReport;
use crate::diagnostics::Level;

/// Counts over all decks of a run. Waived findings are not in them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Statistics {
    /// By code; the most frequent one first.
    pub rules: Vec<RuleCount>,
    /// By card; the most frequent one first.
    pub cards: Vec<CardCount>,
}

/// How often a rule was broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleCount {
    /// The code.
    pub code: String,
    /// Its readable name.
    pub slug: String,
    /// The gravest level of its findings.
    pub level: Level,
    /// Its findings.
    pub findings: usize,
    /// The decks that have one.
    pub decks: usize,
}

/// How often findings name a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardCount {
    /// The id of the game; null if that is not known.
    pub game: Option<String>,
    /// The card's code, if the game prints one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Its name, or what the decks wrote if no card has it.
    pub name: String,
    /// The findings that name it.
    pub findings: usize,
    /// The decks that have one.
    pub decks: usize,
}

/// Counts deck after deck; memory grows with different rules and cards only.
#[derive(Debug, Default)]
pub struct Counter {
    rules: IndexMap<String, (String, Level, Tally)>,
    cards: IndexMap<(Option<String>, Option<String>, String), Tally>,
    decks: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    findings: usize,
    decks: usize,
    /// The number of the last deck, from 1.
    last: usize,
}

impl Tally {
    fn add(&mut self, deck: usize) {
        self.findings += 1;
        self.decks += usize::from(self.last != deck);
        self.last = deck;
    }
}

impl Counter {
    /// Counts the findings of a deck.
    pub fn add(&mut self, deck: &DeckReport) {
        self.decks += 1;
        for finding in &deck.findings {
            let new = || (finding.slug.clone(), finding.level, Tally::default());
            let rule = self.rules.entry(finding.code.clone()).or_insert_with(new);
            rule.1 = rule.1.max(finding.level);
            rule.2.add(self.decks);
            for card in &finding.facts.cards {
                let key = (deck.game.clone(), card.code.clone(), card.name.clone());
                self.cards.entry(key).or_default().add(self.decks);
            }
        }
    }

    /// The counts; equal ones stand in the order of their codes and names.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let rule = |(code, (slug, level, tally)): (&String, &(String, Level, Tally))| RuleCount {
            code: code.clone(),
            slug: slug.clone(),
            level: *level,
            findings: tally.findings,
            decks: tally.decks,
        };
        let mut rules: Vec<RuleCount> = self.rules.iter().map(rule).collect();
        rules.sort_by(|a, b| b.findings.cmp(&a.findings).then_with(|| a.code.cmp(&b.code)));
        let mut cards: Vec<CardCount> = self
            .cards
            .iter()
            .map(|((game, code, name), tally)| CardCount {
                game: game.clone(),
                code: code.clone(),
                name: name.clone(),
                findings: tally.findings,
                decks: tally.decks,
            })
            .collect();
        let key = |c: &CardCount| (c.game.clone(), c.name.clone(), c.code.clone());
        cards.sort_by(|a, b| b.findings.cmp(&a.findings).then_with(|| key(a).cmp(&key(b))));
        Statistics { rules, cards }
    }
}
