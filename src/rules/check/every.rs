//! All cards are of a kind, or keep a rule that the leader itself bears.

use schemars::JsonSchema;
use serde::Deserialize;

use super::match_leader::leaders;
use super::{Bind, Bound, CardSet, Cx, Model, Sections};
use crate::catalog::{CardId, Predicate, Value, parse_terms};
use crate::diagnostics::{Diagnostic, GAM_FILE, Related};
use crate::rules::repair::Literal;
use crate::spec::{Selector, Word};
use crate::text::FileId;

/// Every card of the sections matches: a selector, or the search terms in an attribute of the leader.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Every {
    /// The kind that every card must be of.
    #[serde(rename = "where", default)]
    pub where_: Option<Selector>,
    /// The section of the card that bears the rule.
    #[serde(default)]
    pub leader: Option<Word>,
    /// The attribute, of type `terms`, that holds it.
    #[serde(default)]
    pub rule: Option<Word>,
    /// The sections whose cards are looked at; all if none is named.
    #[serde(default)]
    pub across: Vec<Word>,
}

#[derive(Debug)]
struct BoundEvery {
    cards: Option<(CardSet, String)>,
    leader: Option<usize>,
    /// The cards that bear a rule, with the cards that keep it.
    rules: Vec<(CardId, CardSet, String)>,
    sections: Sections,
}

impl Every {
    pub(super) fn bind(&self, bind: &mut Bind<'_>) -> Box<dyn Bound> {
        if self.where_.is_none() == self.rule.is_none() || self.rule.is_some() != self.leader.is_some() {
            let place = self
                .rule
                .as_ref()
                .or(self.leader.as_ref())
                .map_or(crate::text::Place::File(FileId::INPUT), |w| w.span.into());
            bind.faults.push(Diagnostic::general(
                &GAM_FILE,
                place,
                "`every` takes either `where`, or `leader` and `rule`",
            ));
        }
        let mut rules = Vec::new();
        if let Some(attribute) = self.rule.as_ref().and_then(|name| bind.attribute(name)) {
            for (id, card) in bind.catalog.cards() {
                // A rule that does not parse is a finding of the pool, and the value is missing then.
                if let Some(Value::Text(text)) = card.values.get(attribute)
                    && let Ok(terms) = parse_terms(text, bind.spec)
                {
                    rules.push((id, CardSet::of(bind.catalog, &Predicate::from_terms(&terms)), text.to_string()));
                }
            }
        }
        Box::new(BoundEvery {
            cards: self.where_.as_ref().map(|s| (bind.cards(Some(s)), s.describe()[1].clone())),
            leader: self.leader.as_ref().and_then(|name| bind.section(name)),
            rules,
            sections: bind.sections(&self.across),
        })
    }
}

impl BoundEvery {
    fn judge(&self, cx: &mut Cx<'_>, allowed: &CardSet, rule: &str, bearer: Option<CardId>) {
        let deck = cx.deck;
        for line in &deck.lines {
            let Some(card) = line.card.filter(|&c| self.sections.has(line.section) && !allowed.has(c)) else {
                continue;
            };
            if cx.skip() {
                continue;
            }
            let message = match bearer {
                Some(bearer) => format!("`{}` breaks the deck rule of `{}`: {rule}", cx.name(card), cx.name(bearer)),
                None => format!("`{}` is none of the {rule} that this deck is made of", cx.name(card)),
            };
            let mut finding = cx.finding(line.span, message, &[card]);
            let diagnostic = &mut finding.diagnostic;
            diagnostic.label = "breaks the rule".into();
            diagnostic.help = Some("replace it".to_owned());
            diagnostic.section = Some(deck.sections[line.section].title.as_str().into());
            diagnostic.facts.value = Some(rule.to_owned());
            diagnostic.facts.actual = Some(line.count.into());
            if let Some(bearer) = bearer
                && let Some(&at) = cx.totals.lines_of(bearer).first()
            {
                diagnostic.related.push(Related { place: cx.line(at).span.into(), text: format!("its rule: {rule}") });
            }
            cx.push(finding);
        }
    }
}

impl Bound for BoundEvery {
    fn constrain(&self, model: &mut Model<'_>) {
        if let Some((allowed, _)) = &self.cards {
            model.none(self.sections, model.others(allowed));
        }
        let Some(leader) = self.leader else { return };
        for (card, allowed, _) in &self.rules {
            let led = Literal::no(Sections::of([leader]), model.select(|id| id == *card));
            let kept = Literal::no(self.sections, model.others(allowed));
            model.any(vec![vec![led], vec![kept]]);
        }
    }

    fn check(&self, cx: &mut Cx<'_>) {
        if let Some((allowed, rule)) = &self.cards {
            self.judge(cx, allowed, rule, None);
        }
        let Some(leader) = self.leader else { return };
        let leaders = leaders(cx, leader);
        if leaders.is_empty() {
            let why = format!("no known card in the section {}", cx.deck.sections[leader].title);
            cx.not_evaluated(cx.section_place(leader), why, &[]);
        }
        for card in leaders {
            if let Some((_, allowed, rule)) = self.rules.iter().find(|(c, _, _)| *c == card) {
                self.judge(cx, allowed, rule, Some(card));
            }
        }
    }
}
