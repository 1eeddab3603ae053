//! Where cards of a kind may stand.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Bind, Bound, CardSet, Cx, Model, Sections};
use crate::spec::{Selector, Word};

/// Cards of a kind may stand in these sections only; in none if the list is empty.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Placement {
    /// The kind.
    #[serde(rename = "where")]
    pub where_: Selector,
    /// The sections it may stand in.
    #[serde(rename = "in", default)]
    pub in_: Option<Vec<Word>>,
    /// The sections it may not stand in, instead of `in`.
    #[serde(default)]
    pub not_in: Vec<Word>,
}

#[derive(Debug)]
struct BoundPlacement {
    cards: CardSet,
    allowed: Sections,
    forbidden: Sections,
    titles: Vec<String>,
}

impl Placement {
    pub(super) fn bind(&self, bind: &mut Bind<'_>) -> Box<dyn Bound> {
        let titles = |words: &[Word]| -> Vec<String> {
            words
                .iter()
                .filter_map(|w| bind.spec.section(&w.value))
                .map(|i| bind.spec.sections[i].title.clone())
                .collect()
        };
        let named = titles(self.in_.as_deref().unwrap_or_default());
        let allowed = match &self.in_ {
            Some(words) if words.is_empty() => Sections::NONE,
            Some(words) => bind.sections(words),
            None => bind.sections(&[]),
        };
        let forbidden = if self.not_in.is_empty() { Sections::NONE } else { bind.sections(&self.not_in) };
        Box::new(BoundPlacement { cards: bind.cards(Some(&self.where_)), allowed, forbidden, titles: named })
    }
}

impl Bound for BoundPlacement {
    fn constrain(&self, model: &mut Model<'_>) {
        let wrong = (0..model.spec.sections.len()).filter(|&s| !self.allowed.has(s) || self.forbidden.has(s));
        model.none(Sections::of(wrong), self.cards.clone());
    }

    fn check(&self, cx: &mut Cx<'_>) {
        let known = cx.spec.sections.len();
        for line in &cx.deck.lines {
            let Some(card) = line.card else { continue };
            let fits = self.allowed.has(line.section) && !self.forbidden.has(line.section);
            // A section that the game lacks is reported as such.
            if fits || line.section >= known || !self.cards.has(card) || cx.skip() {
                continue;
            }
            let title = &cx.deck.sections[line.section].title;
            let (message, help) = match &self.titles[..] {
                [] => (format!("`{}` may not stand in a deck's {title}", cx.name(card)), "take it out".to_owned()),
                titles => {
                    let titles = titles.join(" or ");
                    (
                        format!("`{}` stands in the section {title}; its place is {titles}", cx.name(card)),
                        format!("put it under the heading `{titles}`, or take it out"),
                    )
                }
            };
            let mut finding = cx.finding(line.span, message, &[card]);
            finding.diagnostic.help = Some(help);
            finding.diagnostic.label = "does not belong here".into();
            finding.diagnostic.section = Some(title.as_str().into());
            finding.diagnostic.facts.actual = Some(line.count.into());
            cx.push(finding);
        }
    }
}
