//! Banned, limited, restricted and allowed cards.

use schemars::JsonSchema;
use serde::Deserialize;

use super::support::copies;
use super::{Bind, Bound, CardSet, Cx, Model, Sections};
use crate::catalog::{CardId, Lookup};
use crate::diagnostics::{Diagnostic, LAY_CARD};
use crate::rules::{Allow, Entry, Limit, Restricted};
use crate::spec::{Selector, Word};
use crate::text::{At, Span, or_list};

/// Lists of cards, over all sections of the deck.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct List {
    /// Cards that may not be in the deck.
    #[serde(default)]
    pub ban: Vec<Entry>,
    /// Cards with a limit of their own, which replaces the general copy limit.
    #[serde(default)]
    pub limit: Vec<Limit>,
    /// Groups of which only so many different cards may be in the deck.
    #[serde(default)]
    pub restricted: Vec<Restricted>,
    /// The only cards that may be in the deck.
    #[serde(default)]
    pub allow: Option<Allow>,
}

/// Which part of a list a bound check is: each part has a code of its own when a layer brings it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListCodes {
    /// `ban`.
    Banned,
    /// `limit`.
    Limited,
    /// `restricted`.
    Restricted,
    /// `allow`.
    NotAllowed,
}

#[derive(Debug)]
struct Item {
    cards: CardSet,
    max: u64,
    because: Option<String>,
    span: Span,
}

#[derive(Debug, Default)]
struct BoundList {
    ban: Vec<Item>,
    limit: Vec<Item>,
    restricted: Vec<Item>,
    allow: Option<Item>,
}

impl List {
    /// Whether nothing is listed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ban.is_empty() && self.limit.is_empty() && self.restricted.is_empty() && self.allow.is_none()
    }

    /// The list's parts, each as a list of its own.
    #[must_use]
    pub fn parts(&self) -> Vec<(ListCodes, List)> {
        let empty = List::default;
        let all = [
            (ListCodes::Banned, List { ban: self.ban.clone(), ..empty() }),
            (ListCodes::Limited, List { limit: self.limit.clone(), ..empty() }),
            (ListCodes::Restricted, List { restricted: self.restricted.clone(), ..empty() }),
            (ListCodes::NotAllowed, List { allow: self.allow.clone(), ..empty() }),
        ];
        all.into_iter().filter(|(_, list)| !list.is_empty()).collect()
    }

    /// The cards that `limit` names.
    pub fn limited(&self, bind: &mut Bind<'_>) -> Vec<CardSet> {
        self.limit.iter().map(|l| cards(bind, l.card.as_ref(), l.where_.as_ref())).collect()
    }

    pub(super) fn bind(&self, bind: &mut Bind<'_>) -> Box<dyn Bound> {
        let mut bound = BoundList::default();
        for entry in &self.ban {
            let mut cards = cards(bind, entry.card.as_ref(), entry.where_.as_ref());
            entry.lifted.iter().for_each(|&card| cards.remove(card));
            bound.ban.push(Item { cards, max: 0, because: entry.because.clone(), span: entry.span() });
        }
        for limit in &self.limit {
            let cards = cards(bind, limit.card.as_ref(), limit.where_.as_ref());
            bound.limit.push(Item {
                cards,
                max: limit.max.value,
                because: limit.because.clone(),
                span: limit.max.span,
            });
        }
        for group in &self.restricted {
            let set = named(bind, &group.cards);
            let span = group.max.map_or_else(|| group.cards.first().map_or_else(nowhere, |c| c.span), |m| m.span);
            bound.restricted.push(Item {
                cards: set,
                max: group.max.map_or(1, |m| m.value),
                because: group.because.clone(),
                span,
            });
        }
        if let Some(allow) = &self.allow {
            let mut set = named(bind, &allow.cards);
            if let Some(selector) = &allow.where_ {
                let more = bind.cards(Some(selector));
                for (id, _) in bind.catalog.cards().filter(|(id, _)| more.has(*id)) {
                    set.insert(id);
                }
            }
            let in_selector = || allow.where_.as_ref().and_then(Selector::span);
            let span = allow.cards.first().map(|c| c.span).or_else(in_selector).unwrap_or_else(nowhere);
            bound.allow = Some(Item { cards: set, max: 0, because: allow.because.clone(), span });
        }
        Box::new(bound)
    }
}

fn nowhere() -> Span {
    Span::new(crate::text::FileId::INPUT, 0, 0)
}

fn cards(bind: &mut Bind<'_>, card: Option<&Word>, selector: Option<&Selector>) -> CardSet {
    match (card, selector) {
        (Some(card), _) => named(bind, std::slice::from_ref(card)),
        (None, selector) => bind.cards(selector),
    }
}

/// The cards of a list by code or name; a name that several cards have means all of them.
fn named(bind: &mut Bind<'_>, words: &[At<String>]) -> CardSet {
    let mut set = CardSet::none(bind.catalog.len());
    for word in words {
        match bind.catalog.find(&word.value) {
            Lookup::One(card) => set.insert(card),
            Lookup::Many(cards) => cards.into_iter().for_each(|c| set.insert(c)),
            Lookup::None => {
                let near = bind.catalog.near(&word.value, 3);
                let mut fault =
                    Diagnostic::general(&LAY_CARD, word.span, format!("no card of the pool is `{}`", word.value));
                if !near.is_empty() {
                    fault = fault.help(format!("did you mean {}?", or_list(&near)));
                }
                bind.faults.push(fault);
            }
        }
    }
    set
}

impl Bound for BoundList {
    fn constrain(&self, model: &mut Model<'_>) {
        let everywhere = Sections::ALL;
        for item in &self.ban {
            model.none(everywhere, item.cards.clone());
        }
        if let Some(allowed) = &self.allow {
            model.none(everywhere, model.others(&allowed.cards));
        }
        let limits: Vec<(CardId, u64)> = model
            .catalog
            .cards()
            .filter_map(|(id, _)| Some((id, self.limit.iter().rev().find(|i| i.cards.has(id))?.max)))
            .collect();
        model.each(everywhere, limits);
        for item in &self.restricted {
            model.distinct(item.cards.clone(), item.max);
        }
    }

    fn check(&self, cx: &mut Cx<'_>) {
        let everywhere = Sections::ALL;
        let totals = cx.totals;
        for (card, lines) in totals.cards() {
            let name = cx.name(card);
            if let Some(item) = self.ban.iter().find(|i| i.cards.has(card)) {
                report(cx, item, lines, 0, &[card], format!("`{name}` is banned"), "take it out");
            } else if let Some(item) = self.allow.as_ref().filter(|i| !i.cards.has(card)) {
                report(
                    cx,
                    item,
                    lines,
                    0,
                    &[card],
                    format!("`{name}` is not on the list of allowed cards"),
                    "take it out",
                );
            }
            // A later entry for the same card wins.
            if let Some(item) = self.limit.iter().rev().find(|i| i.cards.has(card)) {
                let total = cx.copies(lines, everywhere);
                if total > item.max {
                    let message = format!("{} of `{name}`, which is limited to {}", copies(total), item.max);
                    report(
                        cx,
                        item,
                        lines,
                        item.max,
                        &[card],
                        message,
                        &format!("take out {}", copies(total - item.max)),
                    );
                }
            }
        }
        for item in &self.restricted {
            let present: Vec<CardId> = totals.cards().map(|(c, _)| c).filter(|&c| item.cards.has(c)).collect();
            if present.len() as u64 <= item.max {
                continue;
            }
            let names: Vec<String> = present.iter().map(|&c| format!("`{}`", cx.name(c))).collect();
            let message = format!(
                "{} cards of a restricted list: {}; at most {} may be in the deck",
                present.len(),
                names.join(", "),
                item.max
            );
            let over = usize::try_from(item.max).unwrap_or(usize::MAX);
            let lines = present.get(over).map_or(&[][..], |&c| totals.lines_of(c));
            report(cx, item, lines, 0, &present, message, "choose which of them to keep");
        }
    }
}

fn report(cx: &mut Cx<'_>, item: &Item, lines: &[u32], max: u64, cards: &[CardId], message: String, help: &str) {
    let Some(at) = cx.line_over(lines, Sections::ALL, max) else { return };
    let mut finding = cx.finding(cx.line(at).span, message, cards);
    let diagnostic = &mut finding.diagnostic;
    diagnostic.notes.extend(item.because.as_ref().map(|b| format!("because {b}")));
    diagnostic.help = Some(help.to_owned());
    diagnostic.section = Some(cx.deck.sections[cx.line(at).section].title.as_str().into());
    diagnostic.facts.limit = Some(item.max);
    let actual = if cards.len() > 1 { cards.len() as u64 } else { cx.copies(lines, Sections::ALL) };
    diagnostic.facts.actual = Some(actual);
    diagnostic.facts.excess = Some(i64::try_from(actual.saturating_sub(item.max)).unwrap_or(i64::MAX));
    cx.mark_lines(&mut finding, lines.iter().copied(), Sections::ALL, at);
    cx.set_by(&mut finding, item.span, "the entry");
    cx.push(finding);
}
