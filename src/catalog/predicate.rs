//! Predicates over cards, compiled from selectors of rules or from search terms.

use regex::Regex;

use super::plain::Values;
use super::{Card, CardId, Catalog, Lookup, Term, Value, truth};
use crate::diagnostics::{Diagnostic, GAM_REFERENCE};
use crate::spec::{Attribute, AttributeType, Compare, Condition, GameSpec, Selector, Word};
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
pub(super) enum Field {
    /// The name, of any printing.
    Name,
    /// The code, of any printing.
    Code,
    /// An attribute by index.
    Attribute(usize),
}

impl Field {
    pub(super) fn of(spec: &GameSpec, index: usize) -> Field {
        match spec.attributes.get_index(index).map(|(name, _)| name.value.as_str()) {
            Some("name") => Field::Name,
            Some("code") => Field::Code,
            _ => Field::Attribute(index),
        }
    }
}

/// A word to compare with.
#[derive(Clone, Debug)]
pub(super) struct Needle {
    exact: String,
    /// The folded word, if spellings may differ: an allowed value has but one.
    folded: Option<String>,
    number: Option<i64>,
}

impl Needle {
    /// A word in any spelling of the user.
    pub(super) fn new(word: &str) -> Self {
        Needle { exact: word.to_owned(), folded: Some(fold(word)), number: word.trim().parse().ok() }
    }

    /// A word of an attribute, in the canonical spelling if the attribute has one.
    pub(super) fn of(word: &str, attribute: &Attribute) -> Self {
        let canonical = match attribute.kind {
            AttributeType::Bool => truth(word).map(|b| if b { "true" } else { "false" }),
            _ => attribute.canonical(word),
        };
        match canonical {
            Some(word) => Needle { exact: word.to_owned(), folded: None, number: None },
            None => Needle::new(word),
        }
    }

    fn is(&self, text: &str) -> bool {
        if self.exact == text {
            return true;
        }
        // Folding makes a text shorter, but not by so much: a long rule text need not be folded to be told from a word.
        let folded = self.folded.as_ref().filter(|f| text.len() <= f.len() * 4 + 8);
        folded.is_some_and(|f| folds_to(text, f))
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
        self.0.holds(Subject::Card(card), id)
    }

    pub(super) fn test(&self) -> &Test {
        &self.0
    }
}

/// What a test is made on.
#[derive(Clone, Copy)]
pub(super) enum Subject<'a> {
    Card(&'a Card),
    /// The values of a row, by their numbers; only tests of attributes hold of it.
    Row(&'a [u32], &'a [Values]),
}

impl<'a> Subject<'a> {
    fn value(self, field: Field) -> &'a Value {
        let Field::Attribute(index) = field else { return &Value::Missing };
        let value = match self {
            Subject::Card(card) => card.values.get(index),
            Subject::Row(numbers, values) => numbers.get(index).and_then(|n| values.get(index)?.get(*n)),
        };
        value.unwrap_or(&Value::Missing)
    }

    /// The codes and names of its printings.
    fn spellings(self) -> impl Iterator<Item = (Option<&'a str>, &'a str)> {
        let card = match self {
            Subject::Card(card) => Some(card),
            Subject::Row(..) => None,
        };
        card.into_iter().flat_map(Card::spellings)
    }
}

impl Test {
    /// The attribute that a test without tests in it looks at.
    pub(super) fn attribute(&self) -> Option<usize> {
        let field = match self {
            Test::All(_) | Test::Any(_) | Test::Not(_) | Test::Cards(_) => return None,
            Test::Words(field, _) | Test::AllWords(field, _) | Test::OnlyWords(field, _) | Test::Contains(field, _) => {
                field
            }
            Test::Matches(field, _) | Test::Between(field, ..) | Test::Count(field, _) | Test::Present(field, _) => {
                field
            }
        };
        match field {
            Field::Attribute(index) => Some(*index),
            Field::Name | Field::Code => None,
        }
    }

    /// Puts the attributes that a test looks at into `out`; `false` if it looks at something else too.
    pub(super) fn attributes(&self, out: &mut Vec<usize>) -> bool {
        match self {
            Test::All(tests) | Test::Any(tests) => tests.iter().all(|t| t.attributes(out)),
            Test::Not(test) => test.attributes(out),
            leaf => {
                out.extend(leaf.attribute());
                leaf.attribute().is_some()
            }
        }
    }

    pub(super) fn holds(&self, card: Subject<'_>, id: CardId) -> bool {
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

fn any_text(
    card: Subject<'_>,
    field: Field,
    mut text: impl FnMut(&str) -> bool,
    number: impl FnOnce(i64) -> bool,
) -> bool {
    match field {
        Field::Name => return card.spellings().any(|(_, name)| text(name)),
        Field::Code => return card.spellings().filter_map(|(code, _)| code).any(text),
        Field::Attribute(_) => {}
    }
    match card.value(field) {
        Value::Missing => false,
        Value::Int(n) => number(*n),
        Value::Text(t) => text(t),
        Value::List(list) => list.iter().any(|t| text(t)),
        Value::Bool(b) => text(if *b { "true" } else { "false" }),
    }
}

fn number(card: Subject<'_>, field: Field) -> Option<i64> {
    match card.value(field) {
        Value::Int(n) => Some(*n),
        _ => None,
    }
}

fn length(card: Subject<'_>, field: Field) -> usize {
    match card.value(field) {
        Value::List(list) => list.len(),
        _ => usize::from(present(card, field)),
    }
}

fn present(card: Subject<'_>, field: Field) -> bool {
    match field {
        Field::Name => true,
        Field::Code => card.spellings().any(|(code, _)| code.is_some()),
        Field::Attribute(_) => *card.value(field) != Value::Missing,
    }
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
        let field = Field::of(self.spec, index);
        let attribute = &self.spec.attributes[index];
        let needles = |words: &[Word]| words.iter().map(|w| Needle::of(&w.value, attribute)).collect::<Vec<_>>();
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::catalog::{ColumnMap, Pool, Report, load};
    use crate::text::{FileId, Source, from_node, parse_yaml};

    const GAME: &str = "\
id: probe
name: Probe
prefix: PRB
identity: name
sections:
  main: {title: Deck}
attributes:
  code: {}
  name: {}
  type: {values: [Soldier, Rear Guard], value-aliases: {Rear: Rear Guard}}
  where: {type: list, values: [Hive, Dunes, Poles]}
  tribe: {}
  size: {type: int}
  gone: {type: bool}
";

    const POOL: &str = "code,name,type,where,tribe,size,gone\n\
        A-1,Élan,Soldier,Hive;Dunes,Crab Folk,3,yes\n\
        A-2,Moth,Rear,Hive,crab  folk,07,no\n\
        A-3,Husk,,,,,\n\
        A-9,élan,,,,,\n";

    fn setup() -> (GameSpec, Catalog) {
        let spec = GameSpec::parse(GAME, FileId(1)).expect("spec");
        let source = Arc::new(Source::new("p.csv", POOL));
        let pools = [Pool { source, file: FileId(2), columns: ColumnMap::default() }];
        let catalog = load(&spec, &pools, Report::Summary).0;
        (spec, catalog)
    }

    fn compiled(text: &str, spec: &GameSpec, catalog: &Catalog) -> (Predicate, Vec<Diagnostic>) {
        let node = parse_yaml(text, FileId(3)).expect("yaml");
        let selector: Selector = from_node(&node).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        Predicate::new(&selector, spec, catalog)
    }

    /// A folded text may be three times as long as a word, and is the word; a longer one is not looked at.
    #[test]
    fn words_are_found_in_wide_letters() {
        let needle = Needle::new("constellation");
        for (text, wanted) in
            [("ＣＯＮＳＴＥＬＬＡＴＩＯＮ", true), ("Constellation", true), ("ＣＯＮＳＴＥＬＬＡＴＩＯＮＳ", false)]
        {
            assert_eq!(needle.is(text), wanted, "{text}");
        }
    }

    #[test]
    fn selectors_pick_cards() {
        let (spec, catalog) = setup();
        for (selector, wanted) in [
            ("{}", "Élan Moth Husk"),
            ("{type: Soldier}", "Élan"),
            ("{type: rear}", "Moth"),
            ("{type: [Soldier, Rear Guard]}", "Élan Moth"),
            ("{type: {none: Soldier}}", "Moth Husk"),
            ("{where: Dunes}", "Élan"),
            ("{where: {all: [Hive, Dunes]}}", "Élan"),
            ("{where: {any: [Poles, hive]}}", "Élan Moth"),
            ("{where: {only: [Hive, Poles]}}", "Moth"),
            ("{where: {none: [Dunes]}}", "Moth Husk"),
            ("{where: {count: 2}}", "Élan"),
            ("{tribe: Crab Folk}", "Élan Moth"),
            ("{tribe: {matches: '^Crab'}}", "Élan"),
            ("{tribe: {only: [crab folk]}}", "Élan Moth"),
            ("{size: 7}", "Moth"),
            ("{size: '07'}", "Moth"),
            ("{size: {all: [3]}}", "Élan"),
            ("{size: {all: [3, 7]}}", ""),
            ("{size: {only: [3, 8]}}", "Élan"),
            ("{size: [3, 8]}", "Élan"),
            ("{size: {gte: 3, lt: 7}}", "Élan"),
            ("{size: {gt: 3}}", "Moth"),
            ("{size: {lte: 7}}", "Élan Moth"),
            ("{size: {between: [4, 7]}}", "Moth"),
            ("{size: {ne: 3}}", "Moth Husk"),
            ("{size: {present: true}}", "Élan Moth"),
            ("{size: {present: false}}", "Husk"),
            ("{gone: true}", "Élan"),
            ("{gone: 'no'}", "Moth"),
            ("{not: {type: Soldier}}", "Moth Husk"),
            ("{any: [{size: 3}, {type: Rear}]}", "Élan Moth"),
            ("{all: [{size: {gte: 3}}, {where: Dunes}]}", "Élan"),
            ("{type: Soldier, size: 7}", ""),
            ("{cards: [elan, A-3]}", "Élan Husk"),
            ("{name: ELAN}", "Élan"),
            // Codes and names are those of every printing.
            ("{code: A-9}", "Élan"),
            ("{code: {matches: '9$'}}", "Élan"),
            ("{name: {count: 1}, code: {present: true}}", "Élan Moth Husk"),
            ("{unknown: x}", ""),
        ] {
            let (predicate, faults) = compiled(selector, &spec, &catalog);
            assert!(faults.is_empty(), "{selector}: {faults:?}");
            let found: Vec<&str> =
                catalog.cards().filter(|(id, c)| predicate.matches(c, *id)).map(|(_, c)| &*c.name).collect();
            assert_eq!(found.join(" "), wanted, "{selector}");
        }
    }

    #[test]
    fn a_card_without_value_matches_only_what_says_so() {
        let (spec, catalog) = setup();
        let Lookup::One(husk) = catalog.find("Husk") else { panic!("one card") };
        for (compare, wanted) in [
            ("{size: {present: false}}", true),
            ("{size: {none: [3]}}", true),
            ("{size: {ne: 3}}", true),
            ("{size: {present: true}}", false),
            ("{size: [3]}", false),
            ("{size: 0}", false),
            ("{size: {lte: 99}}", false),
            ("{size: {gte: -99}}", false),
            ("{where: {all: [Hive]}}", false),
            ("{where: {only: [Hive, Dunes, Poles]}}", false),
            ("{where: {count: 1}}", false),
            ("{tribe: ''}", false),
            ("{tribe: {matches: ''}}", false),
            ("{gone: false}", false),
        ] {
            let (predicate, _) = compiled(compare, &spec, &catalog);
            assert_eq!(predicate.matches(catalog.card(husk), husk), wanted, "{compare}");
        }
    }

    #[test]
    fn cards_that_the_pool_lacks_are_told() {
        let (spec, catalog) = setup();
        let (predicate, faults) = compiled("{not: {any: [{cards: [Moht, Husk, A-7]}]}}", &spec, &catalog);
        let said: Vec<&str> = faults.iter().map(|f| f.message.as_str()).collect();
        assert_eq!(said[0], "no card is `Moht`; did you mean `Moth`?");
        assert!(said.len() == 2 && said[1].starts_with("no card is `A-7`"), "{said:?}");
        assert!(faults.iter().all(|f| *f.code == *GAM_REFERENCE.code && f.place.span().is_some()));
        let found: Vec<&str> =
            catalog.cards().filter(|(id, c)| predicate.matches(c, *id)).map(|(_, c)| &*c.name).collect();
        assert_eq!(found, ["Élan", "Moth"]);
    }

    #[test]
    fn predicates_and_catalogs_go_to_all_threads() {
        fn shared<T: Send + Sync>() {}
        shared::<Predicate>();
        shared::<Catalog>();
    }
}
