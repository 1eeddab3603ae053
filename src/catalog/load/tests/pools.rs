//! A game with attributes of every type, pools of it, and what is said of them.

use std::sync::Arc;

use crate::catalog::{Catalog, ColumnMap, Lookup, Pool, Report, Value, load};
use crate::diagnostics::Diagnostic;
use crate::spec::GameSpec;
use crate::text::{FileId, Place, Source};

const GAME: &str = "\
id: probe
name: Probe
prefix: PRB
identity: code
sections:
  main: {title: Deck}
attributes:
  code: {pattern: '[0-9]{8}', digits: 8, required: true, aliases: [id]}
  name: {required: true, aliases: [card]}
  type: {title: Sort, values: [Soldier, Rear, Eraser], value-aliases: {Erasers: Eraser}, aliases: [kind], required: true}
  territories: {type: list, values: [Hive Union, Mad Dunes], aliases: [territory]}
  size: {type: int, min: 0, max: 9, required: {type: Soldier}}
  retired: {type: bool}
  rule: {type: terms}
  mark: {pattern: '[A-Z]-[0-9]+'}
  back:
    values: [Plain, Black]
    defaults:
      - {where: {type: Eraser}, value: Black}
      - {value: Plain}
";

/// The game, with another identity if one is named.
pub fn game(identity: &str) -> GameSpec {
    let text = GAME.replace("identity: code", &format!("identity: {identity}"));
    let text = if identity == "code" { text } else { text.replace("digits: 8, required: true, ", "") };
    GameSpec::parse(&text, FileId(1)).expect("the game is sound")
}

pub fn pool(name: &str, text: &str, maps: &[&str]) -> Pool {
    let mut columns = ColumnMap::default();
    maps.iter().for_each(|m| columns.set(m).expect("a mapping"));
    Pool { source: Arc::new(Source::new(name, text)), file: FileId(2), columns }
}

pub struct Loaded {
    pub catalog: Catalog,
    pub faults: Vec<Diagnostic>,
    pub source: Arc<Source>,
    spec: GameSpec,
}

impl Loaded {
    /// Code, line and message of every fault; line 0 is the whole file.
    pub fn said(&self) -> Vec<String> {
        let line = |place| match place {
            Place::Span(span) => self.source.line(span.start),
            Place::File(_) => 0,
        };
        self.faults.iter().map(|f| format!("{} {}: {}", f.slug, line(f.place), f.message)).collect()
    }

    /// The lines of a fault's further places.
    pub fn related(&self, fault: usize) -> Vec<usize> {
        let spans = self.faults[fault].related.iter().filter_map(|r| r.place.span());
        spans.map(|s| self.source.line(s.start)).collect()
    }

    /// The value of an attribute, of the card that a text names.
    pub fn value(&self, card: &str, attribute: &str) -> Value {
        let Lookup::One(id) = self.catalog.find(card) else { panic!("{card}: {:?}", self.catalog.find(card)) };
        self.catalog.card(id).values[self.spec.attribute(attribute).expect(attribute)].clone()
    }

    pub fn names(&self) -> Vec<&str> {
        self.catalog.cards().map(|(_, c)| &*c.name).collect()
    }
}

pub fn loaded(spec: GameSpec, report: Report, pools: &[Pool]) -> Loaded {
    let (catalog, faults) = load(&spec, pools, report);
    Loaded { catalog, faults, source: pools[0].source.clone(), spec }
}

/// A pool of the game by code, as a check reads it.
pub fn read(name: &str, text: &str) -> Loaded {
    loaded(game("code"), Report::Summary, &[pool(name, text, &[])])
}

pub fn csv(text: &str) -> Loaded {
    read("pool.csv", text)
}

pub fn yaml(text: &str) -> Loaded {
    read("pool.yaml", text)
}

pub fn text(text: &str) -> Value {
    Value::Text(text.into())
}

pub fn list(texts: &[&str]) -> Value {
    Value::List(texts.iter().map(|&t| t.into()).collect())
}
