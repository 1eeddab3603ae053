//! How many copies of one card.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::support::copies;
use super::{Bind, Bound, CardSet, Cx, Model, Sections};
use crate::catalog::{CardId, Catalog, Value};
use crate::diagnostics::{Diagnostic, GAM_FILE};
use crate::spec::{Selector, Word};
use crate::text::At;

/// At most so many copies of a card, summed over lines and sections.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Copies {
    /// What makes copies: an attribute. The game's identity if absent.
    #[serde(default)]
    pub by: Option<Word>,
    /// The most copies.
    pub max: At<u64>,
    /// The sections that are added up; all if none is named.
    #[serde(default)]
    pub across: Vec<Word>,
    /// The cards that it is for; all if absent.
    #[serde(rename = "where", default)]
    pub where_: Option<Selector>,
    /// Cards that it is not for.
    #[serde(default)]
    pub except: Option<Selector>,
    /// Other limits by the value of an attribute, such as `{rarity: {Legendary: 1}}`.
    #[serde(default)]
    pub values: IndexMap<Word, IndexMap<String, At<u64>>>,
    /// An attribute that holds a card's own limit: a number, or `any`. It replaces the general one.
    #[serde(default)]
    pub own: Option<Word>,
}

#[derive(Debug)]
struct BoundCopies {
    /// `None` where the game's own identity groups the cards.
    by: Option<usize>,
    max: At<u64>,
    sections: Sections,
    cards: CardSet,
    except: CardSet,
    limited: CardSet,
    values: Vec<(usize, String, At<u64>)>,
    own: Option<usize>,
    /// So many copies are allowed of any card.
    least: u64,
}

impl Copies {
    pub(super) fn bind(&self, bind: &mut Bind<'_>) -> Box<dyn Bound> {
        let by = match &self.by {
            Some(name) if !bind.is_identity(&name.value) => bind.attribute(name),
            _ => None,
        };
        let mut values = Vec::new();
        for (name, limits) in &self.values {
            let Some(attribute) = bind.attribute(name) else { continue };
            for (value, &max) in limits {
                let known = bind.spec.attributes[attribute].canonical(value);
                if known.is_none() && !bind.spec.attributes[attribute].values.is_empty() {
                    let message = format!("`{value}` is no value of `{}`", name.value);
                    bind.faults.push(Diagnostic::general(&GAM_FILE, max.span, message));
                }
                values.push((attribute, known.unwrap_or(value).to_owned(), max));
            }
        }
        let own = self.own.as_ref().and_then(|name| bind.attribute(name));
        let least = values.iter().map(|(.., max)| max.value).fold(self.max.value, u64::min);
        Box::new(BoundCopies {
            by,
            max: self.max,
            sections: bind.sections(&self.across),
            cards: bind.cards(self.where_.as_ref()),
            except: self.except.as_ref().map_or_else(|| CardSet::none(bind.catalog.len()), |s| bind.cards(Some(s))),
            limited: bind.limited.clone(),
            values,
            own,
            least: if own.is_some() { 0 } else { least },
        })
    }
}

impl BoundCopies {
    /// The limit of a card; `None` if it may be there any number of times.
    fn limit(&self, catalog: &Catalog, card: CardId) -> Option<At<u64>> {
        let of = |attribute: usize| catalog.value(card, attribute);
        if let Some(own) = self.own {
            match of(own) {
                Value::Int(n) => return Some(At::new(u64::try_from(*n).unwrap_or(0), self.max.span)),
                Value::Text(text) => match text.parse() {
                    Ok(n) => return Some(At::new(n, self.max.span)),
                    Err(_) => return None,
                },
                _ => {}
            }
        }
        let by_value = self.values.iter().find(|(attribute, value, _)| match of(*attribute) {
            Value::Text(text) => **text == **value,
            Value::List(list) => list.iter().any(|v| **v == **value),
            _ => false,
        });
        Some(by_value.map_or(self.max, |v| v.2))
    }

    fn applies(&self, card: CardId) -> bool {
        self.cards.has(card) && !self.except.has(card) && !self.limited.has(card)
    }

    fn report(&self, cx: &mut Cx<'_>, what: &str, cards: &[CardId], lines: &[u32], max: At<u64>) {
        let total = cx.copies(lines, self.sections);
        if total <= max.value {
            return;
        }
        let Some(at) = cx.line_over(lines, self.sections, max.value) else { return };
        let split = cx.split(lines, self.sections).map_or_else(String::new, |s| format!(" ({s})"));
        let message = format!(
            "{} of {what}{split}; at most {} {} allowed",
            copies(total),
            max.value,
            if max.value == 1 { "is" } else { "are" }
        );
        let excess = total - max.value;
        let mut finding = cx.finding(cx.line(at).span, message, cards);
        let diagnostic = &mut finding.diagnostic;
        diagnostic.label = format!("{excess} too many").into();
        diagnostic.help = Some(format!("take out {}", copies(excess)));
        diagnostic.section = Some(cx.deck.sections[cx.line(at).section].title.as_str().into());
        diagnostic.facts.limit = Some(max.value);
        diagnostic.facts.actual = Some(total);
        diagnostic.facts.excess = Some(i64::try_from(excess).unwrap_or(i64::MAX));
        cx.mark_lines(&mut finding, lines.iter().copied(), self.sections, at);
        cx.set_by(&mut finding, max.span, "the limit");
        cx.push(finding);
    }
}

impl Bound for BoundCopies {
    fn constrain(&self, model: &mut Model<'_>) {
        let catalog = model.catalog;
        let limits: Vec<(CardId, u64)> = catalog
            .cards()
            .filter(|(id, _)| self.applies(*id))
            .filter_map(|(id, _)| Some((id, self.limit(catalog, id)?.value)))
            .collect();
        let Some(by) = self.by else { return model.each(self.sections, limits) };
        for (_, cards) in model.by_value(by, &self.cards).0 {
            let own: Vec<u64> = limits.iter().filter(|(id, _)| cards.has(*id)).map(|(_, max)| *max).collect();
            let set = model.select(|id| cards.has(id) && self.applies(id));
            match own.first() {
                // Where limits differ within a group, the one in force depends on which of its cards are there.
                Some(max) if own.iter().any(|other| other != max) => model.unsaid(),
                Some(max) => model.sum(self.sections, set, None, Some(*max)),
                None => {}
            }
        }
    }

    fn check(&self, cx: &mut Cx<'_>) {
        let Some(by) = self.by else {
            let totals = cx.totals;
            for (card, lines) in totals.cards() {
                if cx.copies(lines, self.sections) > self.least
                    && self.applies(card)
                    && let Some(max) = self.limit(cx.catalog, card)
                    && cx.copies(lines, self.sections) > max.value
                {
                    let what = match &cx.catalog.card(card).code {
                        Some(code) => format!("`{}` ({code})", cx.name(card)),
                        None => format!("`{}`", cx.name(card)),
                    };
                    self.report(cx, &what, &[card], lines, max);
                }
            }
            return;
        };
        let title = cx.spec.attribute_title(by);
        let (groups, _) = cx.by_value(by, &self.cards, self.sections);
        for (value, cards) in groups {
            let cards: Vec<CardId> = cards.into_iter().filter(|&c| self.applies(c)).collect();
            let limits: Option<Vec<At<u64>>> = cards.iter().map(|&c| self.limit(cx.catalog, c)).collect();
            let Some(max) = limits.and_then(|l| l.into_iter().min_by_key(|m| m.value)) else { continue };
            let mut lines: Vec<u32> = cards.iter().flat_map(|&c| cx.totals.lines_of(c)).copied().collect();
            lines.sort_unstable();
            self.report(cx, &format!("cards with {title} {value}"), &cards, &lines, max);
        }
    }
}
