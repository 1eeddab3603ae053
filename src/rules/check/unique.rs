//! How many cards of one attribute value.

use schemars::JsonSchema;
use serde::Deserialize;

use super::support::{cards as cards_word, copies};
use super::{Bind, Bound, CardSet, Cx, Model, Sections};
use crate::catalog::CardId;
use crate::spec::{Selector, Word};
use crate::text::At;

/// At most so many cards, copies counted, of each value of an attribute.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Unique {
    /// The attribute.
    pub by: Word,
    /// The most cards of one value; 1 if absent.
    #[serde(default)]
    pub max: Option<At<u64>>,
    /// The sections that are added up; all if none is named.
    #[serde(default)]
    pub across: Vec<Word>,
    /// The cards that it is for; all if absent.
    #[serde(rename = "where", default)]
    pub where_: Option<Selector>,
}

#[derive(Debug)]
struct BoundUnique {
    by: Option<usize>,
    max: At<u64>,
    sections: Sections,
    cards: CardSet,
    title: String,
    identity: bool,
}

impl Unique {
    pub(super) fn bind(&self, bind: &mut Bind<'_>) -> Box<dyn Bound> {
        let by = bind.attribute(&self.by);
        let title = by.and_then(|i| bind.spec.attributes[i].title.clone()).unwrap_or_else(|| self.by.value.clone());
        Box::new(BoundUnique {
            by,
            max: self.max.unwrap_or(At::new(1, self.by.span)),
            sections: bind.sections(&self.across),
            cards: bind.cards(self.where_.as_ref()),
            title,
            identity: bind.is_identity(&self.by.value),
        })
    }
}

impl BoundUnique {
    fn report(&self, cx: &mut Cx<'_>, value: Option<&str>, cards: &[CardId]) {
        let mut lines: Vec<u32> = cards.iter().flat_map(|&c| cx.totals.lines_of(c)).copied().collect();
        lines.sort_unstable();
        let total = cx.copies(&lines, self.sections);
        if total <= self.max.value {
            return;
        }
        let Some(at) = cx.line_over(&lines, self.sections, self.max.value) else { return };
        let names: Vec<String> = cards.iter().map(|&c| format!("`{}`", cx.name(c))).collect();
        let max = self.max.value;
        let are = if max == 1 { "is" } else { "are" };
        let split = cx.split(&lines, self.sections).map_or_else(String::new, |s| format!(" ({s})"));
        let message = match value {
            Some(value) if !self.identity => {
                format!(
                    "{} with {} {value}{split}: {}; at most {max} {are} allowed",
                    cards_word(total),
                    self.title,
                    names.join(", ")
                )
            }
            _ => format!("{} of {}{split}; at most {max} {are} allowed", copies(total), names.join(", ")),
        };
        let mut finding = cx.finding(cx.line(at).span, message, cards);
        let excess = total - max;
        let diagnostic = &mut finding.diagnostic;
        diagnostic.label = format!("{excess} too many").into();
        diagnostic.help = Some(format!("keep {max} of them and take out {excess}"));
        diagnostic.section = Some(cx.deck.sections[cx.line(at).section].title.as_str().into());
        let facts = &mut diagnostic.facts;
        facts.limit = Some(max);
        facts.actual = Some(total);
        facts.excess = Some(i64::try_from(excess).unwrap_or(i64::MAX));
        facts.value = value.map(str::to_owned);
        cx.mark_lines(&mut finding, lines.iter().copied(), self.sections, at);
        cx.set_by(&mut finding, self.max.span, "the limit");
        cx.push(finding);
    }
}

impl Bound for BoundUnique {
    fn constrain(&self, model: &mut Model<'_>) {
        let Some(by) = self.by else { return };
        let (groups, missing) = model.by_value(by, &self.cards);
        for (_, cards) in groups {
            model.sum(self.sections, cards, None, Some(self.max.value));
        }
        let alone: Vec<_> = model.catalog.cards().map(|(id, _)| (id, self.max.value)).collect();
        model.each(self.sections, alone.into_iter().filter(|(id, _)| missing.has(*id)));
    }

    fn check(&self, cx: &mut Cx<'_>) {
        let Some(by) = self.by else { return };
        // Most decks have no card of the kind, or few: nothing is grouped for them.
        if !cx.totals.cards().any(|(card, _)| self.cards.has(card)) {
            return;
        }
        let (groups, missing) = cx.by_value(by, &self.cards, self.sections);
        for (value, cards) in &groups {
            self.report(cx, Some(value), cards);
        }
        // Two copies of one card share every value, known or not.
        for &card in &missing {
            self.report(cx, None, &[card]);
        }
        if missing.len() > 1 || (missing.len() == 1 && !groups.is_empty()) {
            let names: Vec<String> = missing.iter().map(|&c| format!("`{}`", cx.name(c))).collect();
            let lacks = if missing.len() == 1 { "lacks" } else { "lack" };
            let why = format!("{} {lacks} the value {} in the card pool", names.join(", "), self.title);
            let place = cx.totals.lines_of(missing[0]).first().map(|&i| cx.line(i).span);
            if let Some(place) = place {
                cx.not_evaluated(place, why, &missing);
            }
        }
    }
}
