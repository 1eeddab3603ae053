//! A card that needs others in the deck to be of use.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Bind, Bound, CardSet, Cx, Model, Sections};
use crate::catalog::{CardId, Value};
use crate::rules::repair::Literal;
use crate::spec::{Selector, Word};

/// Each card of a kind needs cards of all the given values, which share an attribute with it (any one value of it, if the
/// card itself has none).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Requires {
    /// The cards that need others.
    pub each: Selector,
    /// The attribute that the needed cards share with it.
    pub same: Word,
    /// What is needed.
    pub need: Need,
    /// The sections that are looked at; all if none is named.
    #[serde(default)]
    pub across: Vec<Word>,
}

/// Needed cards: one for each value of an attribute.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Need {
    /// The kind of the needed cards.
    #[serde(rename = "where")]
    pub where_: Selector,
    /// The attribute whose values must all be there.
    pub by: Word,
    /// Those values.
    pub values: Vec<String>,
}

#[derive(Debug)]
struct BoundRequires {
    each: CardSet,
    needed: CardSet,
    same: Option<usize>,
    by: Option<usize>,
    values: Vec<String>,
    sections: Sections,
    what: String,
}

impl Requires {
    pub(super) fn bind(&self, bind: &mut Bind<'_>) -> Box<dyn Bound> {
        Box::new(BoundRequires {
            each: bind.cards(Some(&self.each)),
            needed: bind.cards(Some(&self.need.where_)),
            same: bind.attribute(&self.same),
            by: bind.attribute(&self.need.by),
            values: self.need.values.clone(),
            sections: bind.sections(&self.across),
            what: self.same.value.clone(),
        })
    }
}

impl Bound for BoundRequires {
    fn constrain(&self, model: &mut Model<'_>) {
        let (Some(same), Some(by)) = (self.same, self.by) else { return };
        let catalog = model.catalog;
        let text = |id: CardId, attribute: usize| match catalog.value(id, attribute) {
            Value::Text(text) => Some(&**text),
            _ => None,
        };
        let vague = model.select(|id| self.needed.has(id) && (text(id, same).is_none() || text(id, by).is_none()));
        let piece = |shared: &str, value: &str| {
            let cards =
                model.select(|id| self.needed.has(id) && text(id, same) == Some(shared) && text(id, by) == Some(value));
            Literal::some(self.sections, cards)
        };
        let all = |shared: &str| -> Vec<Literal> { self.values.iter().map(|value| piece(shared, value)).collect() };
        let shared_by = |set: &CardSet| {
            let mut words: Vec<&str> =
                catalog.cards().filter(|(id, _)| set.has(*id)).filter_map(|(id, _)| text(id, same)).collect();
            words.sort_unstable();
            words.dedup();
            words
        };
        let mut clauses = Vec::new();
        let absent = |cards: CardSet| vec![Literal::no(self.sections, cards)];
        for shared in shared_by(&self.each) {
            let subjects = model.select(|id| self.each.has(id) && text(id, same) == Some(shared));
            clauses.push(vec![absent(subjects), all(shared)]);
        }
        let free = model.select(|id| self.each.has(id) && text(id, same).is_none());
        if !free.is_empty() {
            let mut clause = vec![absent(free)];
            clause.extend(shared_by(&self.needed).into_iter().map(all));
            clauses.push(clause);
        }
        for mut clause in clauses {
            clause.push(vec![Literal::some(self.sections, vague.clone())]);
            model.any(clause);
        }
    }

    fn check(&self, cx: &mut Cx<'_>) {
        let (Some(same), Some(by)) = (self.same, self.by) else { return };
        let totals = cx.totals;
        let in_play = |set: &CardSet| -> Vec<CardId> {
            totals.cards().filter(|(c, l)| set.has(*c) && cx.copies(l, self.sections) > 0).map(|(c, _)| c).collect()
        };
        let subjects = in_play(&self.each);
        if subjects.is_empty() {
            return;
        }
        let pieces = in_play(&self.needed);
        let catalog = cx.catalog;
        let text = |card: CardId, attribute: usize| match catalog.value(card, attribute) {
            Value::Text(text) => Some(&**text),
            _ => None,
        };
        let vague: Vec<CardId> =
            pieces.iter().copied().filter(|&c| text(c, same).is_none() || text(c, by).is_none()).collect();
        let missing = |shared: &str| -> Vec<&str> {
            self.values
                .iter()
                .map(String::as_str)
                .filter(|value| !pieces.iter().any(|&p| text(p, same) == Some(shared) && text(p, by) == Some(value)))
                .collect()
        };
        let mut unjudged = Vec::new();
        for &card in &subjects {
            let own = text(card, same);
            let lacking = match own {
                Some(shared) => missing(shared),
                None => {
                    let best = pieces.iter().filter_map(|&p| text(p, same)).map(missing).min_by_key(Vec::len);
                    best.unwrap_or_else(|| self.values.iter().map(String::as_str).collect())
                }
            };
            if lacking.is_empty() {
                continue;
            }
            // Pieces whose theme or slot the pool does not tell may be just those that are needed.
            if !vague.is_empty() {
                unjudged.push(card);
                continue;
            }
            let Some(&at) = totals.lines_of(card).first() else { continue };
            let name = cx.name(card);
            let message = match own {
                Some(shared) => format!(
                    "`{name}` can never be played: the deck has no {} of the {} {shared}",
                    lacking.join(" and no "),
                    self.what
                ),
                None => format!(
                    "`{name}` can never be played: no {} in the deck has all of {}",
                    self.what,
                    self.values.join(", ")
                ),
            };
            let mut finding = cx.finding(cx.line(at).span, message, &[card]);
            let diagnostic = &mut finding.diagnostic;
            diagnostic.help = Some(format!("add {}, or take the card out", lacking.join(" and ")));
            diagnostic.section = Some(cx.deck.sections[cx.line(at).section].title.as_str().into());
            diagnostic.facts.value = own.map(str::to_owned);
            cx.push(finding);
        }
        if let Some(&first) = unjudged.first()
            && let Some(&at) = totals.lines_of(first).first()
        {
            let by_name = &cx.spec.attributes.keys()[by].value;
            let why = format!(
                "{} of the cards that may be needed have no {} or {by_name} in the card pool",
                vague.len(),
                self.what
            );
            cx.not_evaluated(cx.line(at).span, why, &unjudged);
        }
    }
}
