//! A small game of the generic engine, for tests of goals, policies and the engine itself.

use std::sync::Arc;

use decklint::catalog::{Catalog, ColumnMap, Pool, Report, load};
use decklint::deck::{format, resolve};
use decklint::engines::{self, Plan};
use decklint::play::{KitSource, Runner, Seat, SeatDeck};
use decklint::spec::GameSpec;
use decklint::text::{FileId, Source, Sources};

pub const POOL: &str = "name,cost\nAce,1\nBow,2\nCog,3\nDew,4\nElk,5\nFox,6\nGnu,6\nHen,\nIbis,\n";

/// A game whose cards have a name and a cost; the set-up in YAML flow style.
pub fn spec(setup: &str) -> GameSpec {
    let yaml = format!(
        "id: toy\nname: Toy\nprefix: TOY\nengine: draw\nidentity: name\nsections:\n  main: {{title: Deck, shuffle: true}}\n\
         attributes:\n  name: {{type: text, title: Name, required: true}}\n  cost: {{type: int, title: Cost}}\n\
         setup: {setup}\nphases: [draw, main, end]\n"
    );
    GameSpec::parse(&yaml, FileId(7)).unwrap_or_else(|e| panic!("{e:#?}"))
}

/// The game with a deck for both seats; A begins, B is idle.
pub struct Toy {
    pub spec: GameSpec,
    catalog: Catalog,
    sources: Sources,
    deck: SeatDeck,
}

impl Toy {
    pub fn new(setup: &str, deck: &str) -> Toy {
        let spec = spec(setup);
        let sources = Sources::default();
        let file = sources.add(Source::new("pool.csv", POOL));
        let source = Arc::new(Source::new("pool.csv", POOL));
        let (catalog, _) = load(&spec, &[Pool { source, file, columns: ColumnMap::default() }], Report::Summary);
        let source = Source::new("deck.txt", deck);
        let document = format::open(&source).unwrap_or_else(|e| panic!("{e:?}"));
        let (raw, _) = document.read(&source, &spec);
        let (deck, _) = resolve(&raw, &spec, &catalog);
        let deck = SeatDeck::of(&deck, &spec);
        Toy { spec, catalog, sources, deck }
    }

    pub fn runner(&self, wishes: &[String]) -> Box<dyn Runner> {
        let setup = crate::support::set_up(&self.spec, |_| {});
        let from = KitSource { spec: &self.spec, catalog: &self.catalog, sources: &self.sources, wishes };
        let opponent = SeatDeck { idle: true, ..self.deck.clone() };
        let plan = Plan { from, setup: &setup, decks: [self.deck.clone(), opponent], first: Some(Seat::A) };
        engines::runner(&plan).unwrap_or_else(|e| panic!("{e:#?}")).0
    }
}
