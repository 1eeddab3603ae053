//! The turn engines, one file or folder each, and the table that finds them by name.

pub mod barrenia;
pub mod breakrift;
pub mod draw;
pub mod parallel;
pub mod scales;
pub mod tuna;

use indexmap::IndexMap;

use crate::diagnostics::{Diagnostic, Level, PLY_ENGINE};
use crate::play::{Engine, Kit, KitSource, Runner, SeatDeck, Setup};
use crate::spec::Setting;
use crate::text::{At, Place, did_you_mean};

/// What an engine is made from.
pub struct Plan<'a> {
    /// The game, its cards and its texts.
    pub from: KitSource<'a>,
    /// The numbers of the set-up after all layers.
    pub setup: &'a IndexMap<String, At<Setting>>,
    /// What each seat plays with.
    pub decks: [SeatDeck; 2],
    /// Who begins; `None` where chance decides, if the game has a rule for it.
    pub first: Option<crate::play::Seat>,
}

/// An engine that can be made from a plan.
pub trait Build: Engine {
    /// Makes the engine. What is wrong with numbers and cards goes into `faults`; the engine is then not used.
    fn build(kit: Kit, setup: &mut Setup<'_>, plan: &Plan<'_>, faults: &mut Vec<Diagnostic>) -> Self;
}

/// An engine ready to run, with warnings about its cards.
pub type Made = (Box<dyn Runner>, Vec<Diagnostic>);

type Maker = fn(&Plan<'_>, Place) -> Made;

/// An engine in the table.
struct Entry {
    name: &'static str,
    make: Maker,
    words: Words,
}

/// The words of an engine, for reference pages.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Its name.
    pub name: &'static str,
    /// [`Engine::STATS`]
    pub stats: &'static [&'static str],
    /// [`Engine::UNSUPPORTED`]
    pub unsupported: &'static [&'static str],
    /// [`Engine::VERBS`]
    pub verbs: &'static [(&'static str, &'static str)],
}

const fn entry<E: Build>(name: &'static str) -> Entry {
    let words = Words { name, stats: E::STATS, unsupported: E::UNSUPPORTED, verbs: E::VERBS };
    Entry { name, make: make::<E>, words }
}

/// The engines.
const ENGINES: &[Entry] = &[
    entry::<draw::Draw>("draw"),
    entry::<barrenia::Barrenia>("barrenia"),
    entry::<breakrift::Breakrift>("breakrift"),
    entry::<parallel::Parallel>("parallel"),
    entry::<scales::Scales>("scales"),
    entry::<tuna::Tuna>("tuna"),
];

/// The words of all engines.
pub fn words() -> impl Iterator<Item = Words> {
    ENGINES.iter().map(|e| e.words)
}
/// The names of the engines.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    ENGINES.iter().map(|e| e.name)
}

fn make<E: Build>(plan: &Plan<'_>, place: Place) -> Made {
    let (kit, mut faults) = Kit::new(plan.from, &plan.decks, E::STATS, E::UNSUPPORTED);
    let mut setup = Setup::new(plan.setup, place);
    let engine = E::build(kit, &mut setup, plan, &mut faults);
    faults.extend(setup.finish());
    (Box::new(engine), faults)
}

/// Makes the engine that the game names, with warnings about its cards.
///
/// # Errors
/// The game names no engine or an unknown one, a number of its set-up does not fit, or an ability is not understood.
pub fn runner(plan: &Plan<'_>) -> Result<Made, Vec<Diagnostic>> {
    let spec = plan.from.spec;
    let Some(name) = &spec.engine else {
        let message = format!("{} names no turn engine", spec.name);
        return Err(vec![Diagnostic::general(&PLY_ENGINE, spec.id.span, message)]);
    };
    let Some(entry) = ENGINES.iter().find(|e| e.name == name.value) else {
        let message = format!("there is no engine `{}`{}", name.value, did_you_mean(&name.value, names()));
        return Err(vec![Diagnostic::general(&PLY_ENGINE, name.span, message)]);
    };
    let (runner, faults) = (entry.make)(plan, name.span.into());
    if faults.iter().any(|f| f.level == Level::Error) { Err(faults) } else { Ok((runner, faults)) }
}
