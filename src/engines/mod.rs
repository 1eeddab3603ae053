//! The turn engines, one file or folder each, and the table that finds them by name.

pub mod draw;
pub mod tuna;

use indexmap::IndexMap;

use crate::diagnostics::{Diagnostic, Level, PLY_ENGINE};
use crate::play::{Engine, Kit, KitSource, Runner, SeatDeck, Setup};
use crate::spec::Setting;
use crate::text::{Place, did_you_mean};

/// What an engine is made from.
pub struct Plan<'a> {
    /// The game, its cards and its texts.
    pub from: KitSource<'a>,
    /// The numbers of the set-up after all layers.
    pub setup: &'a IndexMap<String, Setting>,
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

type Maker = fn(&Plan<'_>, Place) -> (Box<dyn Runner>, Vec<Diagnostic>);

/// The engines by name.
const ENGINES: &[(&str, Maker)] = &[("draw", make::<draw::Draw>), ("tuna", make::<tuna::Tuna>)];

/// The names of the engines.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    ENGINES.iter().map(|(name, _)| *name)
}

fn make<E: Build>(plan: &Plan<'_>, place: Place) -> (Box<dyn Runner>, Vec<Diagnostic>) {
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
pub fn runner(plan: &Plan<'_>) -> Result<(Box<dyn Runner>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let spec = plan.from.spec;
    let Some(name) = &spec.engine else {
        let message = format!("{} names no turn engine", spec.name);
        return Err(vec![Diagnostic::general(&PLY_ENGINE, spec.id.span, message)]);
    };
    let Some((_, maker)) = ENGINES.iter().find(|(known, _)| *known == name.value) else {
        let message = format!("there is no engine `{}`{}", name.value, did_you_mean(&name.value, names()));
        return Err(vec![Diagnostic::general(&PLY_ENGINE, name.span, message)]);
    };
    let (runner, faults) = maker(plan, name.span.into());
    if faults.iter().any(|f| f.level == Level::Error) { Err(faults) } else { Ok((runner, faults)) }
}
