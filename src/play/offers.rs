//! Where an engine puts the options of a decision: into a list, or before the built-in player, who keeps only the best.

use super::Engine;

/// Takes the options of a decision, one after the other.
pub trait Offers<A> {
    /// Whether options of which none is worth more than this can matter. An engine asks before it goes through options
    /// that are many; a list wants all of them.
    fn wants(&self, most: i32) -> bool;
    /// Takes an option.
    fn offer(&mut self, action: A);
    /// Takes several.
    #[inline]
    fn offer_all(&mut self, actions: impl IntoIterator<Item = A>) {
        actions.into_iter().for_each(|action| self.offer(action));
    }
}

impl<A> Offers<A> for Vec<A> {
    #[inline]
    fn wants(&self, _: i32) -> bool {
        true
    }

    #[inline]
    fn offer(&mut self, action: A) {
        self.push(action);
    }
}

/// The option of the highest worth so far; of equal ones the first.
#[derive(Clone, Debug)]
pub struct Best<'e, E: Engine> {
    engine: &'e E,
    state: &'e E::State,
    best: Option<(E::Action, i32)>,
}

impl<'e, E: Engine> Best<'e, E> {
    /// None yet.
    #[must_use]
    pub fn new(engine: &'e E, state: &'e E::State) -> Self {
        Best { engine, state, best: None }
    }

    /// The best of all that were offered.
    #[must_use]
    #[inline]
    pub fn action(&self) -> Option<E::Action> {
        self.best.map(|(action, _)| action)
    }
}

impl<E: Engine> Offers<E::Action> for Best<'_, E> {
    #[inline]
    fn wants(&self, most: i32) -> bool {
        self.best.is_none_or(|(_, worth)| most > worth)
    }

    // Where the kind of option is known, only its own rating is left of all ratings.
    #[inline(always)]
    fn offer(&mut self, action: E::Action) {
        let worth = self.engine.worth(self.state, action);
        if self.wants(worth) {
            self.best = Some((action, worth));
        }
    }
}
