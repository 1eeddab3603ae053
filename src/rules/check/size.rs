//! How many cards sections hold.

use schemars::JsonSchema;
use serde::Deserialize;

use super::bounds::Bounds;
use super::support::cards;
use super::{Bind, Bound, CardSet, Cx, Model, Sections};
use crate::spec::Word;
use crate::text::At;

/// The number of cards in sections, every copy counted, unknown cards too.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Size {
    /// The sections that are added up.
    pub sections: Vec<Word>,
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
struct BoundSize {
    sections: Sections,
    first: usize,
    title: String,
    bounds: Bounds,
}

impl Size {
    pub(super) fn bind(&self, bind: &mut Bind<'_>) -> Box<dyn Bound> {
        let titles: Vec<&str> = self
            .sections
            .iter()
            .filter_map(|n| bind.spec.section(&n.value))
            .map(|i| bind.spec.sections[i].title.as_str())
            .collect();
        let title = titles.join(" and ");
        let sections = bind.sections(&self.sections);
        let first = self.sections.first().and_then(|n| bind.spec.section(&n.value)).unwrap_or(0);
        Box::new(BoundSize { sections, first, title, bounds: Bounds::new(bind, self.min, self.max, self.exact) })
    }
}

impl BoundSize {
    fn allowed(&self) -> String {
        match (self.bounds.min, self.bounds.max) {
            (Some(min), Some(max)) if min == max => format!("exactly {} {} wanted", max.value, is(max.value)),
            (Some(min), Some(max)) => format!("{} to {} are allowed", min.value, max.value),
            (Some(min), None) => format!("at least {} {} needed", min.value, is(min.value)),
            (None, Some(max)) => format!("at most {} {} allowed", max.value, is(max.value)),
            (None, None) => String::new(),
        }
    }
}

fn is(n: u64) -> &'static str {
    if n == 1 { "is" } else { "are" }
}

impl Bound for BoundSize {
    fn constrain(&self, model: &mut Model<'_>) {
        let all = CardSet::all(model.catalog.len());
        model.sum(self.sections, all, self.bounds.min.map(|m| m.value), self.bounds.max.map(|m| m.value));
    }

    fn check(&self, cx: &mut Cx<'_>) {
        let known = cx.spec.sections.len();
        let total: u64 = cx.deck.sections[..known]
            .iter()
            .enumerate()
            .filter(|(i, _)| self.sections.has(*i))
            .map(|(_, s)| s.total)
            .sum();
        let Some(miss) = self.bounds.miss(total) else { return };
        let title = &self.title;
        let message = match total {
            0 => format!("no card in the section {title}; {}", self.allowed()),
            _ => format!("{} in the section {title}; {}", cards(total), self.allowed()),
        };
        let mut finding = cx.finding(cx.section_place(self.first), message, &[]);
        finding.diagnostic.section = Some(title.as_str().into());
        self.bounds.complete(cx, &mut finding, total, miss);
        cx.push(finding);
    }
}
