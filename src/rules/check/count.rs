//! How many cards of a kind.

use schemars::JsonSchema;
use serde::Deserialize;

use super::support::cards as cards_word;
use super::{Bind, Bound, CardSet, Cx, Sections};
use crate::catalog::CardId;
use crate::diagnostics::Level;
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
    what: String,
    min: Option<At<u64>>,
    max: Option<At<u64>>,
}

impl Count {
    pub(super) fn bind(&self, bind: &mut Bind<'_>) -> Box<dyn Bound> {
        Box::new(BoundCount {
            sections: bind.sections(&self.across),
            cards: bind.cards(Some(&self.where_)),
            what: self.where_.describe(),
            min: self.exact.or(self.min),
            max: self.exact.or(self.max),
        })
    }
}

impl Bound for BoundCount {
    fn check(&self, cx: &mut Cx<'_>) {
        let mut total = 0;
        let totals = cx.totals;
        for (card, lines) in totals.cards() {
            if self.cards.has(card) {
                total += cx.copies(lines, self.sections);
            }
        }
        let few = self.min.filter(|m| total < m.value);
        let many = self.max.filter(|m| total > m.value);
        let (Some(set), missing) = (few.or(many), few.is_some()) else { return };
        let cards: Vec<CardId> = totals
            .cards()
            .filter(|(c, l)| self.cards.has(*c) && cx.copies(l, self.sections) > 0)
            .map(|(c, _)| c)
            .collect();
        let mut lines: Vec<u32> = cards.iter().flat_map(|&c| totals.lines_of(c)).copied().collect();
        lines.sort_unstable();
        let at = cx.line_over(&lines, self.sections, if missing { 0 } else { set.value });
        let place = at.map_or(Place::File(FileId::INPUT), |i| cx.line(i).span.into());
        let difference = total.abs_diff(set.value);
        let wanted = match (self.min, self.max) {
            (Some(min), Some(max)) if min == max => format!("exactly {} wanted", max.value),
            _ if missing => format!("at least {} needed", set.value),
            _ => format!("at most {} allowed", set.value),
        };
        let message = format!("{total} {}; {wanted}", self.what);
        let mut finding = cx.finding(place, message, &cards);
        let diagnostic = &mut finding.diagnostic;
        let facts = &mut diagnostic.facts;
        facts.min = self.min.map(|m| m.value);
        facts.limit = self.max.map(|m| m.value);
        facts.actual = Some(total);
        let signed = i64::try_from(difference).unwrap_or(i64::MAX);
        facts.excess = Some(if missing { -signed } else { signed });
        diagnostic.label = format!("{difference} too {}", if missing { "few" } else { "many" }).into();
        diagnostic.help = Some(format!("{} {}", if missing { "add" } else { "take out" }, cards_word(difference)));
        if missing && cx.draft {
            diagnostic.level = Level::Note;
        }
        if let Some(at) = at {
            cx.mark_lines(&mut finding, lines.iter().copied(), self.sections, at);
        }
        cx.set_by(&mut finding, set.span, "the number");
        cx.push(finding);
    }
}
