//! Numbers with a least and a greatest value.

use super::support::cards;
use super::{Bind, Cx};
use crate::diagnostics::{Diagnostic, GAM_FILE, Level};
use crate::rules::Finding;
use crate::text::At;

/// How many there may be: what `min`, `max` and `exact` of a check say together.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The least number.
    pub min: Option<At<u64>>,
    /// The greatest number.
    pub max: Option<At<u64>>,
}

/// By how many a number misses its bounds.
#[derive(Clone, Copy, Debug)]
pub struct Miss {
    /// The bound.
    pub bound: At<u64>,
    /// Whether there are too few, not too many.
    pub few: bool,
    /// How many are missing or too many.
    pub difference: u64,
}

impl Bounds {
    /// Joins the three parameters; reports those that contradict each other.
    pub fn new(bind: &mut Bind<'_>, min: Option<At<u64>>, max: Option<At<u64>>, exact: Option<At<u64>>) -> Self {
        if let (Some(exact), true) = (exact, min.is_some() || max.is_some()) {
            let message = "`exact` stands beside `min` or `max`; keep one of them";
            bind.faults.push(Diagnostic::general(&GAM_FILE, exact.span, message));
        }
        if let (Some(min), Some(max)) = (min, max)
            && min.value > max.value
        {
            let message = format!("the least number {} is above the greatest {}", min.value, max.value);
            bind.faults.push(Diagnostic::general(&GAM_FILE, min.span, message));
        }
        Bounds { min: exact.or(min), max: exact.or(max) }
    }

    /// Whether and how a number misses the bounds.
    #[must_use]
    pub fn miss(&self, total: u64) -> Option<Miss> {
        let few = self.min.filter(|min| total < min.value);
        let bound = few.or(self.max.filter(|max| total > max.value))?;
        Some(Miss { bound, few: few.is_some(), difference: total.abs_diff(bound.value) })
    }

    /// Completes a finding with the numbers, the remedy, and who set the bound; too few are a note in a draft.
    pub fn complete(&self, cx: &Cx<'_>, finding: &mut Finding, total: u64, miss: Miss) {
        let (few, many) = (miss.few, miss.difference);
        let diagnostic = &mut finding.diagnostic;
        diagnostic.label = format!("{many} too {}", if few { "few" } else { "many" }).into();
        diagnostic.help = Some(format!("{} {}", if few { "add" } else { "take out" }, cards(many)));
        let signed = i64::try_from(many).unwrap_or(i64::MAX);
        let facts = &mut diagnostic.facts;
        facts.min = self.min.map(|m| m.value);
        facts.limit = self.max.map(|m| m.value);
        facts.actual = Some(total);
        facts.excess = Some(if few { -signed } else { signed });
        if few && cx.draft {
            diagnostic.level = Level::Note;
        }
        cx.set_by(finding, miss.bound.span, "the number");
    }
}
