//! How many cards sections hold.

use schemars::JsonSchema;
use serde::Deserialize;

use super::support::cards;
use super::{Bind, Bound, Cx, Sections};
use crate::diagnostics::{Diagnostic, GAM_FILE, Level};
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
    min: Option<At<u64>>,
    max: Option<At<u64>>,
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
        if let (Some(exact), true) = (self.exact, self.min.is_some() || self.max.is_some()) {
            let message = "`exact` stands beside `min` or `max`; keep one of them";
            bind.faults.push(Diagnostic::general(&GAM_FILE, exact.span, message));
        }
        if let (Some(min), Some(max)) = (self.min, self.max)
            && min.value > max.value
        {
            let message = format!("the least number {} is above the greatest {}", min.value, max.value);
            bind.faults.push(Diagnostic::general(&GAM_FILE, min.span, message));
        }
        Box::new(BoundSize { sections, first, title, min: self.exact.or(self.min), max: self.exact.or(self.max) })
    }
}

impl BoundSize {
    fn allowed(&self) -> String {
        match (self.min, self.max) {
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
    fn check(&self, cx: &mut Cx<'_>) {
        let known = cx.spec.sections.len();
        let total: u64 = cx.deck.sections[..known]
            .iter()
            .enumerate()
            .filter(|(i, _)| self.sections.has(*i))
            .map(|(_, s)| s.total)
            .sum();
        let few = self.min.filter(|min| total < min.value);
        let many = self.max.filter(|max| total > max.value);
        let (set, excess, help, label) = match (few, many) {
            (Some(min), _) => {
                let n = min.value - total;
                (min, -signed(n), format!("add {}", cards(n)), format!("{n} too few"))
            }
            (None, Some(max)) => {
                let n = total - max.value;
                (max, signed(n), format!("take out {}", cards(n)), format!("{n} too many"))
            }
            (None, None) => return,
        };
        let title = &self.title;
        let message = match total {
            0 => format!("no card in the section {title}; {}", self.allowed()),
            _ => format!("{} in the section {title}; {}", cards(total), self.allowed()),
        };
        let mut finding = cx.finding(cx.section_place(self.first), message, &[]);
        let diagnostic = &mut finding.diagnostic;
        diagnostic.label = label.into();
        diagnostic.help = Some(help);
        diagnostic.section = Some(title.as_str().into());
        let facts = &mut diagnostic.facts;
        facts.min = self.min.map(|m| m.value);
        facts.limit = self.max.map(|m| m.value);
        facts.actual = Some(total);
        facts.excess = Some(excess);
        if few.is_some() && cx.draft {
            diagnostic.level = Level::Note;
        }
        cx.set_by(&mut finding, set.span, "the number");
        cx.push(finding);
    }
}

fn signed(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
