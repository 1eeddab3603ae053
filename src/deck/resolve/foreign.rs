//! Cards as other programs name them: by an id of theirs, a name, or both.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::{DeckLine, Resolver};
use crate::catalog::{CardId, Lookup, Value};
use crate::diagnostics::{Diagnostic, RES_IDS};
use crate::text::{Span, fold};

/// What is kept of the ids of a deck.
#[derive(Default)]
pub(super) struct Ids {
    /// The cards by the values of the attribute that holds ids, made at the first use.
    index: Option<(usize, FxHashMap<String, Vec<CardId>>)>,
    /// How many cards were found by name alone although ids count, and the first of them.
    by_name: usize,
    first: Option<Span>,
}

impl Resolver<'_> {
    pub(super) fn foreign<'t>(
        &mut self,
        line: &mut DeckLine<'t>,
        ids: &[Cow<'t, str>],
        name: Option<&Cow<'t, str>>,
        attribute: Option<usize>,
        decides: bool,
    ) {
        let mut found = Lookup::None;
        let mut spelled = "";
        for id in ids {
            found = self.find_id(id, attribute);
            if found != Lookup::None {
                spelled = id;
                break;
            }
        }
        line.text = name.or(ids.first()).cloned().unwrap_or_default();
        let Some(name) = name else {
            return self.settle(line, found);
        };
        match (found, decides) {
            (Lookup::One(card), true) => {
                self.code_decides(line, card, spelled, name);
            }
            (Lookup::Many(cards), true) => self.settle_among(line, name, &cards),
            (Lookup::None, true) => {
                let lookup = self.find(name);
                if lookup != Lookup::None {
                    self.foreign.by_name += 1;
                    self.foreign.first.get_or_insert(line.span);
                }
                self.settle(line, lookup);
            }
            (Lookup::One(card), false) => self.settle_among(line, name, &[card]),
            (Lookup::Many(cards), false) => self.settle_among(line, name, &cards),
            (Lookup::None, false) => {
                let lookup = self.find(name);
                self.settle(line, lookup);
            }
        }
    }

    /// The card of a name; where several have it, the one among `cards`.
    fn settle_among(&mut self, line: &mut DeckLine<'_>, name: &str, cards: &[CardId]) {
        let lookup = match self.find(name) {
            Lookup::Many(named) => {
                let both: Vec<CardId> = named.iter().copied().filter(|c| cards.contains(c)).collect();
                Lookup::of(if both.is_empty() { &named } else { &both })
            }
            lookup => lookup,
        };
        self.settle(line, lookup);
    }

    fn find_id(&mut self, id: &str, attribute: Option<usize>) -> Lookup {
        if let Some(at) = attribute {
            let catalog = self.catalog;
            let known = self.foreign.index.as_ref().is_some_and(|(of, _)| *of == at);
            if !known {
                let mut index: FxHashMap<String, Vec<CardId>> = FxHashMap::default();
                for (card, data) in catalog.cards() {
                    let value = match data.values.get(at) {
                        Some(Value::Int(n)) => n.to_string(),
                        Some(Value::Text(text)) => fold(text),
                        _ => continue,
                    };
                    index.entry(value).or_default().push(card);
                }
                self.foreign.index = Some((at, index));
            }
            if let Some(cards) = self.foreign.index.as_ref().and_then(|(_, index)| index.get(&fold(id))) {
                return Lookup::of(cards);
            }
        }
        self.catalog.find_number(id)
    }

    /// One note for all cards whose ids say nothing.
    pub(super) fn say_unknown_ids(&mut self) {
        let (n, Some(first)) = (self.foreign.by_name, self.foreign.first) else { return };
        let message = match n {
            1 => "this card has no id that the pool knows; its name was used".to_owned(),
            n => format!("{n} cards have no id that the pool knows; their names were used"),
        };
        self.out.add(&RES_IDS, || Diagnostic::general(&RES_IDS, first, message));
    }
}
