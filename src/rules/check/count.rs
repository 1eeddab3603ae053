//! How many cards of a kind.

use schemars::JsonSchema;
use serde::Deserialize;

use super::bounds::Bounds;
use super::{Bind, Bound, CardSet, Cx, Model, Sections};
use crate::catalog::CardId;
use crate::spec::{Selector, Word};
use crate::text::{At, FileId, Place};

/// The number of cards of a kind, copies counted.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Count {
    /// The kind.
    #[serde(rename = "where")]
    pub where_: Selector,
    /// The sections that are added up; all if none is named.
    #[serde(default)]
    pub across: Vec<Word>,
    /// The least number.
    #[serde(default)]
    pub min: Option<At<u64>>,
    /// The greatest number.
    #[serde(default)]
    pub max: Option<At<u64>>,
    /// The one number, instead of `min` and `max`.
    #[serde(default)]
    pub exact: Option<At<u64>>,
}

#[derive(Debug)]
struct BoundCount {
    sections: Sections,
    cards: CardSet,
    what: [String; 2],
    bounds: Bounds,
}

impl Count {
    pub(super) fn bind(&self, bind: &mut Bind<'_>) -> Box<dyn Bound> {
        Box::new(BoundCount {
            sections: bind.sections(&self.across),
            cards: bind.cards(Some(&self.where_)),
            what: self.where_.describe(),
            bounds: Bounds::new(bind, self.min, self.max, self.exact),
        })
    }
}

impl Bound for BoundCount {
    fn constrain(&self, model: &mut Model<'_>) {
        let (min, max) = (self.bounds.min.map(|m| m.value), self.bounds.max.map(|m| m.value));
        model.sum(self.sections, self.cards.clone(), min, max);
    }

    fn check(&self, cx: &mut Cx<'_>) {
        let mut total = 0;
        let totals = cx.totals;
        for (card, lines) in totals.cards() {
            if self.cards.has(card) {
                total += cx.copies(lines, self.sections);
            }
        }
        let Some(miss) = self.bounds.miss(total) else { return };
        let cards: Vec<CardId> = totals
            .cards()
            .filter(|(c, l)| self.cards.has(*c) && cx.copies(l, self.sections) > 0)
            .map(|(c, _)| c)
            .collect();
        let mut lines: Vec<u32> = cards.iter().flat_map(|&c| totals.lines_of(c)).copied().collect();
        lines.sort_unstable();
        let at = cx.line_over(&lines, self.sections, if miss.few { 0 } else { miss.bound.value });
        let place = at.map_or(Place::File(FileId::INPUT), |i| cx.line(i).span.into());
        let wanted = match (self.bounds.min, self.bounds.max) {
            (Some(min), Some(max)) if min == max => format!("exactly {} wanted", max.value),
            _ if miss.few => format!("at least {} needed", miss.bound.value),
            _ => format!("at most {} allowed", miss.bound.value),
        };
        let message = format!("{total} {}; {wanted}", self.what[usize::from(total != 1)]);
        let mut finding = cx.finding(place, message, &cards);
        if let Some(at) = at {
            cx.mark_lines(&mut finding, lines.iter().copied(), self.sections, at);
        }
        self.bounds.complete(cx, &mut finding, total, miss);
        cx.push(finding);
    }
}
