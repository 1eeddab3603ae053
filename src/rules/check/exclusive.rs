//! Kinds of cards that do not stand in one deck.

use std::sync::Arc;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Bind, Bound, CardSet, Cx, Model, Sections};
use crate::catalog::{CardId, Value};
use crate::diagnostics::{Diagnostic, GAM_FILE, Related};
use crate::rules::repair::Literal;
use crate::spec::{Selector, Word};
use crate::text::FileId;

/// Repairs look at each pair of groups; of more groups there are too many.
const MOST_GROUPS: usize = 40;

/// Only one of several groups of cards may be in the deck: groups given by selectors, or by the values of an attribute.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Exclusive {
    /// The groups, by the name that messages give them.
    #[serde(default)]
    pub groups: IndexMap<Word, Selector>,
    /// An attribute, each value of which is a group.
    #[serde(default)]
    pub by: Option<Word>,
    /// The sections that are looked at together; all if none is named.
    #[serde(default)]
    pub across: Vec<Word>,
}

#[derive(Debug)]
struct BoundExclusive {
    groups: Vec<(String, CardSet)>,
    by: Option<usize>,
    all: CardSet,
    sections: Sections,
}

impl Exclusive {
    pub(super) fn bind(&self, bind: &mut Bind<'_>) -> Box<dyn Bound> {
        if self.groups.is_empty() == self.by.is_none() {
            let place = self.by.as_ref().map(|b| b.span).or_else(|| self.groups.keys().next().map(|k| k.span));
            let message = "`exclusive` takes either `groups` or `by`";
            let place = place.map_or(crate::text::Place::File(FileId::INPUT), Into::into);
            bind.faults.push(Diagnostic::general(&GAM_FILE, place, message));
        }
        Box::new(BoundExclusive {
            groups: self.groups.iter().map(|(name, s)| (name.value.clone(), bind.cards(Some(s)))).collect(),
            by: self.by.as_ref().and_then(|name| bind.attribute(name)),
            all: CardSet::all(bind.catalog.len()),
            sections: bind.sections(&self.across),
        })
    }
}

impl BoundExclusive {
    /// A deck of one kind, which is nearly every deck, is seen without building the groups.
    fn is_clean(&self, cx: &Cx<'_>) -> bool {
        if let Some(by) = self.by {
            let mut values =
                cx.totals.cards().filter(|(_, l)| cx.copies(l, self.sections) > 0).map(|(c, _)| cx.value(c, by));
            let Some(first) = values.next() else { return true };
            // Cards of one pool share the text of a value.
            return values.all(|v| match (v, first) {
                (Value::Text(a), Value::Text(b)) => Arc::ptr_eq(a, b) || a == b,
                _ => v == first,
            });
        }
        let present = |set: &CardSet| cx.totals.cards().any(|(c, l)| set.has(c) && cx.copies(l, self.sections) > 0);
        self.groups.iter().filter(|(_, set)| present(set)).count() < 2
    }

    fn groups_of(&self, cx: &Cx<'_>) -> Vec<(String, Vec<CardId>)> {
        if let Some(by) = self.by {
            return cx.by_value(by, &self.all, self.sections).0.into_iter().map(|(v, c)| (v.into_owned(), c)).collect();
        }
        let inside = |set: &CardSet| {
            cx.totals.cards().filter(|(c, l)| set.has(*c) && cx.copies(l, self.sections) > 0).map(|(c, _)| c).collect()
        };
        self.groups
            .iter()
            .map(|(name, set)| (name.clone(), inside(set)))
            .filter(|(_, cards): &(_, Vec<CardId>)| !cards.is_empty())
            .collect()
    }
}

impl Bound for BoundExclusive {
    fn constrain(&self, model: &mut Model<'_>) {
        let groups: Vec<CardSet> = match self.by {
            Some(by) => {
                let many = |v: Option<&Value>| matches!(v, Some(Value::List(list)) if list.len() > 1);
                if model.catalog.cards().any(|(_, card)| many(card.values.get(by))) {
                    return model.unsaid();
                }
                model.by_value(by, &self.all).0.into_iter().map(|(_, set)| set).collect()
            }
            None => self.groups.iter().map(|(_, set)| set.clone()).collect(),
        };
        if groups.len() > MOST_GROUPS {
            return model.unsaid();
        }
        for (at, one) in groups.iter().enumerate() {
            for other in &groups[at + 1..] {
                let no = |cards: &CardSet| vec![Literal::no(self.sections, cards.clone())];
                model.any(vec![no(one), no(other)]);
            }
        }
    }

    fn check(&self, cx: &mut Cx<'_>) {
        if self.is_clean(cx) {
            return;
        }
        let groups = self.groups_of(cx);
        let size =
            |cards: &[CardId]| -> u64 { cards.iter().map(|&c| cx.copies(cx.totals.lines_of(c), self.sections)).sum() };
        let mut groups: Vec<(u64, String, Vec<CardId>)> =
            groups.into_iter().map(|(name, cards)| (size(&cards), name, cards)).collect();
        if groups.len() < 2 {
            return;
        }
        // The largest group is what the deck is meant to be; the cards of the others are what is wrong with it.
        // Of groups of one size the first in the file counts as the larger.
        let first = |cards: &[CardId]| cards.iter().filter_map(|&c| cx.totals.lines_of(c).first()).min().copied();
        groups.sort_by_key(|(n, _, cards)| (std::cmp::Reverse(*n), first(cards)));
        let names: Vec<String> = groups.iter().map(|(n, name, _)| format!("{n} × {name}")).collect();
        let others: Vec<CardId> = groups[1..].iter().flat_map(|(_, _, cards)| cards.iter().copied()).collect();
        let mut lines: Vec<u32> = others
            .iter()
            .flat_map(|&c| cx.totals.lines_of(c))
            .copied()
            .filter(|&i| self.sections.has(cx.line(i).section))
            .collect();
        lines.sort_unstable();
        let Some(&at) = lines.first() else { return };
        let kinds = if self.by.is_some() { "values" } else { "kinds" };
        let message = format!("cards of {} {kinds} that do not go together: {}", groups.len(), names.join(", "));
        let mut finding = cx.finding(cx.line(at).span, message, &others);
        let diagnostic = &mut finding.diagnostic;
        diagnostic.help = Some(format!("keep the {} and take the others out, or the other way round", groups[0].1));
        diagnostic.section = Some(cx.deck.sections[cx.line(at).section].title.as_str().into());
        diagnostic.facts.actual = Some(groups.len() as u64);
        diagnostic.facts.limit = Some(1);
        diagnostic.facts.value = Some(groups[1].1.clone());
        let main = groups[0].2.iter().flat_map(|&c| cx.totals.lines_of(c)).copied().min();
        if let Some(first) = main {
            diagnostic
                .related
                .push(Related { place: cx.line(first).span.into(), text: format!("the first of the {}", groups[0].1) });
        }
        cx.mark_lines(&mut finding, lines.iter().copied(), self.sections, at);
        cx.push(finding);
    }
}
