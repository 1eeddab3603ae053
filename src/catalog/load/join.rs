//! Rows of one card: printings by equal identity, and rows that name another card with `same_as`.

use std::collections::VecDeque;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::build::{Build, quoted};
use crate::catalog::spellings::Spelled;
use crate::catalog::{Card, CardId, Lookup, Printing, Value};
use crate::diagnostics::{CAT_DISAGREE, CAT_DUPLICATE, CAT_IDENTITY, CAT_REFERENCE, Diagnostic};
use crate::text::{Place, Span, did_you_mean, fold};

/// How many dangling references are told with near names: each looks at every name.
const NEAR: usize = 20;

/// A row that says it is another card's printing.
pub(in crate::catalog) struct Alias {
    /// The code or name of the other card.
    pub reference: String,
    /// Where it is named.
    pub span: Span,
    /// The row.
    pub card: Card,
}

/// Cards by folded code or name, to find what no exact spelling finds.
type Spellings = FxHashMap<String, Vec<CardId>>;

impl Build<'_> {
    /// What two rows of one card have in common; `None` if that is the code, which is indexed anyway.
    pub(super) fn key<'v>(&self, value: impl Fn(usize) -> &'v Value) -> Option<String> {
        let part = |index: usize| match value(index) {
            Value::Text(text) if index == self.name => fold(text),
            Value::Text(text) => text.to_string(),
            other => format!("{other:?}"),
        };
        match self.identity[..] {
            [one] if Some(one) == self.code => None,
            [one] => Some(part(one)),
            _ => Some(self.identity.iter().map(|&i| part(i)).collect::<Vec<_>>().join("\u{1f}")),
        }
    }

    /// The card that a row is a further row of.
    pub(super) fn known(&self, code: Option<&str>, key: Option<&str>) -> Option<CardId> {
        let Some(code) = code.filter(|_| key.is_none()) else {
            return self.by_identity.get(key?).copied();
        };
        // A code of another printing is no identity.
        let own = |id: &&CardId| self.catalog.code(**id) == Some(code);
        self.catalog.spellings.find(Spelled::Code, code).iter().find(own).copied()
    }

    /// Takes a card in that has no row yet.
    pub(super) fn add(&mut self, key: Option<String>, card: Card) {
        let id = self.next_id(key);
        self.catalog.spellings.enter_text(id, card.code.as_deref(), &card.name);
        self.catalog.rows.skip();
        self.catalog.cards.push(OnceLock::from(Box::new(card)));
    }

    /// The handle of the next card.
    pub(super) fn next_id(&mut self, key: Option<String>) -> CardId {
        let id = CardId(u32::try_from(self.catalog.cards.len()).unwrap_or(u32::MAX));
        if let Some(key) = key {
            self.by_identity.insert(key, id);
        }
        id
    }

    /// A further row of a card: the same again, or another printing.
    pub(super) fn printing(&mut self, id: CardId, row: Card) {
        let first = self.catalog.card(id);
        let differs: Vec<&str> = (0..self.typed.len())
            .filter(|&i| i != self.name && Some(i) != self.code)
            .filter(|&i| row.values[i] != Value::Missing && row.values[i] != first.values[i])
            .map(|i| self.typed[i].name)
            .collect();
        if !differs.is_empty() {
            let (of, what) = (quoted(&first.name), differs.join(", "));
            let message = match row.name == first.name {
                true => format!("two rows of {of} differ in {what}; the first was taken"),
                false => format!(
                    "{} is a printing of {of}, but differs in {what}; the first row was taken",
                    quoted(&row.name)
                ),
            };
            let fault = self.graded(&CAT_DISAGREE, row.place, message).related(first.place, "first here");
            self.faults.push(fault.help("make the rows agree"));
        }
        // A reprint that differs in columns of no rule, such as the set, is a printing like any other.
        let longest = row.extra.len().max(first.extra.len());
        let text = |extra: &[Box<str>], i: usize| extra.get(i).map_or_else(String::new, ToString::to_string);
        let reprint = (0..longest).any(|i| text(&row.extra, i) != text(&first.extra, i));
        self.join(id, row, !differs.is_empty(), reprint);
    }

    /// Takes a row in as a printing, unless it says nothing new; `told` if a finding already names it.
    fn join(&mut self, id: CardId, row: Card, told: bool, reprint: bool) {
        let first = self.catalog.card(id);
        let same = |(code, name): (Option<&str>, &str)| code == row.code.as_deref() && name == &*row.name;
        let has = |what, text: &str| !self.catalog.spellings.find(what, text).is_empty();
        let spelled = row.code.as_ref().is_none_or(|c| has(Spelled::Code, c));
        let known = spelled && has(Spelled::Name, &row.name) && first.spellings().any(same);
        if known && !reprint {
            if !told {
                let own = std::iter::once((first.code.as_deref(), &*first.name, first.place));
                let others = first.printings.iter().map(|p| (p.code.as_deref(), &*p.name, p.place));
                let place = own.chain(others).find(|(code, name, _)| same((*code, name))).map_or(first.place, |f| f.2);
                let message = format!("{} stands twice in the pool, unchanged", quoted(&row.name));
                let fault = self.graded(&CAT_DUPLICATE, row.place, message).related(place, "first here");
                self.faults.push(fault.help("delete one of the two rows"));
            }
            return;
        }
        if !known {
            self.catalog.spellings.enter_text(id, row.code.as_deref(), &row.name);
        }
        let printing = Printing { code: row.code, name: row.name, place: row.place };
        if let Some(card) = self.catalog.card_mut(id) {
            card.printings.push(printing);
        }
    }

    /// Joins rows that name another card, which may itself be such a row further down.
    pub(super) fn resolve_aliases(&mut self) {
        let mut aliases: Vec<Option<Alias>> = std::mem::take(&mut self.aliases).into_iter().map(Some).collect();
        // Exact spellings first, so that a folded one never takes the place of a row that is joined later.
        let mut waiting: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        let mut zeros = Vec::new();
        self.resolve(&mut aliases, &mut waiting, &mut None, &mut zeros);
        if aliases.iter().all(Option::is_none) {
            return;
        }
        let mut spellings = Spellings::default();
        self.catalog.names().for_each(|(id, code, name)| spell(&mut spellings, id, code, name));
        self.resolve(&mut aliases, &mut waiting, &mut Some(spellings), &mut zeros);
        self.tell_zeros(&zeros);
        for (number, alias) in aliases.into_iter().flatten().enumerate() {
            self.dangling(alias, number < NEAR);
        }
    }

    fn resolve(
        &mut self,
        aliases: &mut [Option<Alias>],
        waiting: &mut FxHashMap<String, Vec<usize>>,
        spellings: &mut Option<Spellings>,
        zeros: &mut Vec<(String, Span)>,
    ) {
        let mut queue: VecDeque<usize> = (0..aliases.len()).collect();
        while let Some(number) = queue.pop_front() {
            let Some(alias) = aliases[number].take() else { continue };
            let found = match self.target(&alias.reference, spellings.as_ref()) {
                // Exact codes come first here too: a row further down may have the short one.
                Lookup::None if spellings.is_some() => self.padded(&alias, zeros),
                found => found,
            };
            let Lookup::One(id) = found else {
                waiting.entry(fold(&alias.reference)).or_default().push(number);
                aliases[number] = Some(alias);
                continue;
            };
            let (code, name) = (alias.card.code.clone(), alias.card.name.clone());
            self.join(id, alias.card, false, false);
            for text in code.iter().chain([&name]) {
                if !waiting.is_empty()
                    && let Some(more) = waiting.remove(&fold(text))
                {
                    queue.extend(more);
                }
            }
            if let Some(spellings) = spellings {
                spell(spellings, id, code.as_deref(), &name);
            }
        }
    }

    /// The card whose code a spreadsheet has shortened.
    fn padded(&self, alias: &Alias, zeros: &mut Vec<(String, Span)>) -> Lookup {
        match self.catalog.by_code_padded(&alias.reference) {
            Some(id) => {
                zeros.push((alias.reference.clone(), alias.span));
                Lookup::One(id)
            }
            None => Lookup::None,
        }
    }

    fn target(&self, wanted: &str, spellings: Option<&Spellings>) -> Lookup {
        let by = |what| Lookup::of(self.catalog.spellings.find(what, wanted));
        let exact = match by(Spelled::Code) {
            Lookup::None => by(Spelled::Name),
            found => found,
        };
        match (exact, spellings) {
            (Lookup::None, Some(spellings)) => Lookup::of(spellings.get(&fold(wanted)).map_or(&[], Vec::as_slice)),
            (found, _) => found,
        }
    }

    /// A row whose other card cannot be told counts for itself.
    fn dangling(&mut self, alias: Alias, with_near: bool) {
        let Alias { reference, span, mut card } = alias;
        let of = quoted(&card.name);
        let fault = match self.target(&reference, None) {
            Lookup::Many(cards) => {
                let message = format!("{of} is the same as `{reference}`, which {} cards are called", cards.len());
                let fault = Diagnostic::general(&CAT_REFERENCE, span, message);
                let shown = cards.iter().take(5).map(|c| self.catalog.card(*c).place);
                shown
                    .fold(fault, |f, place: Place| f.related(place, "one of them"))
                    .help("write the code of the card that is meant")
            }
            _ => {
                let near = match with_near {
                    true => {
                        let all = self.catalog.names();
                        let known: Vec<&str> = all.flat_map(|(_, code, name)| code.into_iter().chain([name])).collect();
                        did_you_mean(&reference, known)
                    }
                    false => String::new(),
                };
                let message = format!("{of} is the same as `{reference}`, which is no card of the pool{near}");
                let fault = Diagnostic::general(&CAT_REFERENCE, span, message);
                fault.help("correct the code or name; the card counts for itself until then")
            }
        };
        self.faults.push(fault);
        if let Some(&lacking) = self.identity.iter().find(|&&i| card.values[i] == Value::Missing) {
            let name = self.typed[lacking].name;
            let message = format!("the card {of} has no {name}, so it is left out");
            let fault = Diagnostic::general(&CAT_IDENTITY, card.place, message);
            self.faults.push(fault.help(format!("fill the {name}, or correct `same_as`")));
            return;
        }
        let key = self.key(|i| &card.values[i]);
        match self.known(card.code.as_deref(), key.as_deref()) {
            Some(id) => self.printing(id, card),
            None => {
                self.fill(&mut card, &[]);
                self.add(key, card);
            }
        }
    }
}

fn spell(spellings: &mut Spellings, id: CardId, code: Option<&str>, name: &str) {
    for text in code.into_iter().chain([name]) {
        let cards = spellings.entry(fold(text)).or_default();
        if cards.last().is_none_or(|&last| last < id) || !cards.contains(&id) {
            cards.push(id);
        }
    }
}
