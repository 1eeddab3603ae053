//! Cards agree with the card that leads the deck.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Bind, Bound, Cx, Model, Sections};
use crate::catalog::{CardId, Value};
use crate::rules::repair::Literal;
use crate::spec::Word;

/// Every card has the leader's value of an attribute, or a neutral one. Of a list all values must be allowed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MatchLeader {
    /// The leader's section.
    pub leader: Word,
    /// The attribute.
    pub by: Word,
    /// Values that go with every leader.
    #[serde(default)]
    pub neutral: Vec<String>,
    /// The sections whose cards must agree; all if none is named.
    #[serde(default)]
    pub across: Vec<Word>,
}

#[derive(Debug)]
struct BoundMatch {
    leader: Option<usize>,
    by: Option<usize>,
    neutral: Vec<String>,
    sections: Sections,
}

impl MatchLeader {
    pub(super) fn bind(&self, bind: &mut Bind<'_>) -> Box<dyn Bound> {
        Box::new(BoundMatch {
            leader: bind.section(&self.leader),
            by: bind.attribute(&self.by),
            neutral: self.neutral.clone(),
            sections: bind.sections(&self.across),
        })
    }
}

/// The known cards of a section, in file order.
pub(super) fn leaders(cx: &Cx<'_>, section: usize) -> Vec<CardId> {
    let mut cards: Vec<CardId> = cx.deck.lines.iter().filter(|l| l.section == section).filter_map(|l| l.card).collect();
    cards.dedup();
    cards
}

fn values(value: &Value) -> Vec<&str> {
    match value {
        Value::Text(text) => vec![text],
        Value::List(list) => list.iter().map(|v| &**v).collect(),
        _ => Vec::new(),
    }
}

impl Bound for BoundMatch {
    fn constrain(&self, model: &mut Model<'_>) {
        let (Some(leader), Some(by)) = (self.leader, self.by) else { return };
        let catalog = model.catalog;
        let words = |id: CardId| values(catalog.value(id, by));
        let mut all: Vec<&str> = catalog.cards().flat_map(|(id, _)| words(id)).collect();
        all.sort_unstable();
        all.dedup();
        let led = Sections::of([leader]);
        // Without a leader whose value is known nothing is compared.
        let no_leader = Literal::no(led, model.select(|id| !words(id).is_empty()));
        for word in all.into_iter().filter(|word| !self.neutral.iter().any(|n| n == word)) {
            let bearers = model.select(|id| words(id).contains(&word));
            let none = Literal::no(self.sections, bearers.clone());
            model.any(vec![vec![none], vec![Literal::some(led, bearers)], vec![no_leader.clone()]]);
        }
    }

    fn check(&self, cx: &mut Cx<'_>) {
        let (Some(leader), Some(by)) = (self.leader, self.by) else { return };
        let leaders = leaders(cx, leader);
        let title = &cx.deck.sections[leader].title;
        let place = cx.section_place(leader);
        if leaders.is_empty() {
            cx.not_evaluated(place, format!("no known card in the section {title}"), &[]);
            return;
        }
        // With several leaders, which is a finding of its own, a card is wrong only if it agrees with none of them.
        let allowed: Vec<&str> = leaders.iter().flat_map(|&c| values(cx.value(c, by))).collect();
        let attribute = cx.spec.attribute_title(by);
        if allowed.is_empty() {
            cx.not_evaluated(place, format!("`{}` has no {attribute} in the card pool", cx.name(leaders[0])), &leaders);
            return;
        }
        let mut unknown = Vec::new();
        for line in &cx.deck.lines {
            let Some(card) = line.card.filter(|_| self.sections.has(line.section)) else { continue };
            let own = values(cx.value(card, by));
            if own.is_empty() {
                unknown.push((card, line.span));
                continue;
            }
            if own.iter().all(|v| allowed.contains(v) || self.neutral.iter().any(|n| n == v)) {
                continue;
            }
            if cx.skip() {
                continue;
            }
            let mut words: Vec<&str> = allowed.clone();
            words.extend(self.neutral.iter().map(String::as_str).filter(|n| !allowed.contains(n)));
            words.dedup();
            let names: Vec<String> = leaders.iter().map(|&c| format!("`{}`", cx.name(c))).collect();
            let message = format!(
                "`{}` is {}; under {} only {} cards are allowed",
                cx.name(card),
                own.join(" and "),
                names.join(" and "),
                words.join(" and ")
            );
            let mut finding = cx.finding(line.span, message, &[card]);
            let diagnostic = &mut finding.diagnostic;
            diagnostic.label = own.join(" and ").into();
            diagnostic.help = Some("replace it, or choose another leader".to_owned());
            diagnostic.section = Some(cx.deck.sections[line.section].title.as_str().into());
            diagnostic.facts.value = Some(own.join(", "));
            diagnostic.facts.actual = Some(line.count.into());
            cx.push(finding);
        }
        if let Some(&(first, span)) = unknown.first() {
            let why = match unknown.len() {
                1 => format!("`{}` has no {attribute} in the card pool", cx.name(first)),
                n => format!("{n} cards have no {attribute} in the card pool, `{}` first", cx.name(first)),
            };
            let cards: Vec<CardId> = unknown.iter().map(|u| u.0).collect();
            cx.not_evaluated(span, why, &cards);
        }
    }
}
