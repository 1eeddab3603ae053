//! Predicates over cards, compiled from selectors of rules or from search terms.

use regex::Regex;

use super::{Card, CardId, Catalog, Lookup, Term, Value};
use crate::diagnostics::{Diagnostic, GAM_REFERENCE};
use crate::spec::{Compare, Condition, GameSpec, Selector, Word};
use crate::text::{did_you_mean, fold, folds_to};

/// A compiled condition on a card.
#[derive(Debug)]
pub struct Predicate(Test);

#[derive(Debug)]
pub(super) enum Test {
    All(Vec<Test>),
    Any(Vec<Test>),
    Not(Box<Test>),
    Cards(Vec<CardId>),
    /// One of the words.
    Words(Field, Vec<Needle>),
    /// All of the words are in the list.
    AllWords(Field, Vec<Needle>),
    /// The list has words of these only, and at least one.
    OnlyWords(Field, Vec<Needle>),
    /// The text holds the words.
    Contains(Field, String),
    Matches(Field, Box<Regex>),
    Between(Field, Option<i64>, Option<i64>),
    Count(Field, i64),
    Present(Field, bool),
}

/// Where a value is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The name, of any printing.
    Name,
    /// An attribute by index.
    Attribute(usize),
}

/// A word to compare with, exact and folded.
#[derive(Clone, Debug)]
pub(super) struct Needle {
    exact: String,
    folded: String,
    number: Option<i64>,
}

impl Needle {
    pub(super) fn new(word: &str) -> Self {
        Needle { exact: word.to_owned(), folded: fold(word), number: word.trim().parse().ok() }
    }

    fn is(&self, text: &str) -> bool {
        self.exact == text || (text.len() <= self.folded.len() * 4 + 8 && folds_to(text, &self.folded))
    }
}

impl Predicate {
    /// Compiles a selector whose attributes and values are known to be the game's ([`Selector::faults`]). Reports cards
    /// that the catalog lacks.
    #[must_use]
    pub fn new(selector: &Selector, spec: &GameSpec, catalog: &Catalog) -> (Predicate, Vec<Diagnostic>) {
        let mut compile = Compile { spec, catalog, faults: Vec::new() };
        let test = compile.selector(selector);
        (Predicate(test), compile.faults)
    }

    /// Compiles search terms; all must hold.
    #[must_use]
    pub fn from_terms(terms: &[Term]) -> Predicate {
        Predicate(Test::All(terms.iter().map(Term::test).collect()))
    }

    /// Whether a card is meant.
    #[must_use]
    pub fn matches(&self, card: &Card, id: CardId) -> bool {
        self.0.holds(card, id)
    }
}

impl Test {
    fn holds(&self, card: &Card, id: CardId) -> bool {
        match self {
            Test::All(tests) => tests.iter().all(|t| t.holds(card, id)),
            Test::Any(tests) => tests.iter().any(|t| t.holds(card, id)),
            Test::Not(test) => !test.holds(card, id),
            Test::Cards(cards) => cards.contains(&id),
            Test::Words(field, words) => any_text(
                card,
                *field,
                |text| words.iter().any(|w| w.is(text)),
                |n| words.iter().any(|w| w.number == Some(n)),
            ),
            Test::AllWords(field, words) => {
                words.iter().all(|w| any_text(card, *field, |text| w.is(text), |n| w.number == Some(n)))
            }
            Test::OnlyWords(field, words) => {
                let foreign = any_text(
                    card,
                    *field,
                    |text| !words.iter().any(|w| w.is(text)),
                    |n| !words.iter().any(|w| w.number == Some(n)),
                );
                !foreign && present(card, *field)
            }
            Test::Contains(field, folded) => {
                any_text(card, *field, |text| fold(text).contains(folded), |n| n.to_string() == *folded)
            }
            Test::Matches(field, regex) => {
                any_text(card, *field, |text| regex.is_match(text), |n| regex.is_match(&n.to_string()))
            }
            Test::Between(field, min, max) => {
                number(card, *field).is_some_and(|n| min.is_none_or(|m| n >= m) && max.is_none_or(|m| n <= m))
            }
            Test::Count(field, count) => i64::try_from(length(card, *field)).is_ok_and(|n| n == *count),
            Test::Present(field, wanted) => present(card, *field) == *wanted,
        }
    }
}

fn value(card: &Card, field: Field) -> &Value {
    match field {
        Field::Attribute(index) => card.values.get(index).unwrap_or(&Value::Missing),
        Field::Name => &Value::Missing,
    }
}

fn any_text(card: &Card, field: Field, mut text: impl FnMut(&str) -> bool, number: impl FnOnce(i64) -> bool) -> bool {
    if field == Field::Name {
        return card.spellings().any(|(_, name)| text(name));
    }
    match value(card, field) {
        Value::Missing => false,
        Value::Int(n) => number(*n),
        Value::Text(t) => text(t),
        Value::List(list) => list.iter().any(|t| text(t)),
        Value::Bool(b) => text(if *b { "true" } else { "false" }),
    }
}

fn number(card: &Card, field: Field) -> Option<i64> {
    match value(card, field) {
        Value::Int(n) => Some(*n),
        _ => None,
    }
}

fn length(card: &Card, field: Field) -> usize {
    match value(card, field) {
        Value::Missing => 0,
        Value::List(list) => list.len(),
        _ => 1,
    }
}

fn present(card: &Card, field: Field) -> bool {
    field == Field::Name || *value(card, field) != Value::Missing
}

struct Compile<'a> {
    spec: &'a GameSpec,
    catalog: &'a Catalog,
    faults: Vec<Diagnostic>,
}

impl Compile<'_> {
    fn selector(&mut self, selector: &Selector) -> Test {
        match &selector.0[..] {
            [one] => self.condition(one),
            all => Test::All(all.iter().map(|c| self.condition(c)).collect()),
        }
    }

    fn condition(&mut self, condition: &Condition) -> Test {
        match condition {
            Condition::Not(s) => Test::Not(Box::new(self.selector(s))),
            Condition::Any(list) => Test::Any(list.iter().map(|s| self.selector(s)).collect()),
            Condition::All(list) => Test::All(list.iter().map(|s| self.selector(s)).collect()),
            Condition::Cards(words) => Test::Cards(self.cards(words)),
            Condition::Attribute(name, compare) => match self.spec.attribute(&name.value) {
                Some(index) => self.compare(index, compare),
                // Reported by the selector's own faults; it must not match everything.
                None => Test::Any(Vec::new()),
            },
        }
    }

    fn cards(&mut self, words: &[Word]) -> Vec<CardId> {
        let mut out = Vec::new();
        for word in words {
            match self.catalog.find(&word.value) {
                Lookup::One(card) => out.push(card),
                Lookup::Many(cards) => out.extend(cards),
                Lookup::None => {
                    let near = did_you_mean(&word.value, self.catalog.near(&word.value, 3));
                    self.faults.push(Diagnostic::general(
                        &GAM_REFERENCE,
                        word.span,
                        format!("no card is `{}`{near}", word.value),
                    ));
                }
            }
        }
        out
    }

    fn compare(&mut self, index: usize, compare: &Compare) -> Test {
        let field = Field::Attribute(index);
        let attribute = &self.spec.attributes[index];
        let needles = |words: &[Word]| -> Vec<Needle> {
            words.iter().map(|w| Needle::new(attribute.canonical(&w.value).unwrap_or(&w.value))).collect()
        };
        match compare {
            Compare::Any(words) => Test::Words(field, needles(words)),
            Compare::All(words) => Test::AllWords(field, needles(words)),
            Compare::None(words) => Test::Not(Box::new(Test::Words(field, needles(words)))),
            Compare::Only(words) => Test::OnlyWords(field, needles(words)),
            Compare::Count(n) => Test::Count(field, *n),
            Compare::Between(min, max) => Test::Between(field, *min, *max),
            Compare::NotEqual(n) => Test::Not(Box::new(Test::Between(field, Some(*n), Some(*n)))),
            Compare::Matches(pattern) => match Regex::new(&pattern.value) {
                Ok(regex) => Test::Matches(field, Box::new(regex)),
                Err(_) => Test::Any(Vec::new()),
            },
            Compare::Present(wanted) => Test::Present(field, *wanted),
            Compare::Both(list) => Test::All(list.iter().map(|c| self.compare(index, c)).collect()),
        }
    }
}
