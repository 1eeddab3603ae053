//! Who decides: the kinds of policies, and the pilot that follows one through a game.

use std::sync::Arc;

use super::{Act, Condition, Dice, Engine, MaskId, Purpose, Seat, holds};
use crate::text::At;

/// How a seat decides.
#[derive(Clone, Debug, Default)]
pub enum Policy {
    /// The first option.
    First,
    /// Any option, each equally likely.
    Random,
    /// The option that the game's built-in player likes best.
    #[default]
    Greedy,
    /// Nothing that need not be.
    Idle,
    /// The preferences of a file.
    Prefer(Arc<Prefer>),
}

impl Policy {
    /// The policies that need no file, with what they do.
    pub const BUILT_IN: &'static [(&'static str, &'static str)] = &[
        ("greedy", "takes what the game's built-in player likes best: plays what it can, attacks when it pays"),
        ("random", "takes any option, each equally likely"),
        ("first", "takes the first option"),
        ("idle", "does nothing that need not be"),
    ];

    /// A built-in policy by name.
    #[must_use]
    pub fn built_in(name: &str) -> Option<Policy> {
        match name {
            "greedy" => Some(Policy::Greedy),
            "random" => Some(Policy::Random),
            "first" => Some(Policy::First),
            "idle" => Some(Policy::Idle),
            _ => None,
        }
    }
}

/// Preferences in order: the first that fits an option decides.
#[derive(Clone, Debug)]
pub struct Prefer {
    /// The name in reports.
    pub name: String,
    /// Labels of options that are taken in this order, each as soon as it is there.
    pub script: Vec<String>,
    /// The preferences.
    pub rules: Vec<Preference>,
    /// Who decides where none fits.
    pub otherwise: Policy,
}

/// One preference. What is `None` or empty fits everything.
#[derive(Clone, Debug, Default)]
pub struct Preference {
    /// The verb of the option.
    pub verb: Option<At<String>>,
    /// The card that acts.
    pub card: Option<MaskId>,
    /// The card that it acts upon.
    pub target: Option<MaskId>,
    /// The word that tells the option from others with the same cards.
    pub note: Option<String>,
    /// What must hold for the seat.
    pub condition: Condition,
}

impl Preference {
    fn fits(&self, act: Act, allows: impl Fn(Option<MaskId>, u16) -> bool) -> bool {
        let card = |mask: Option<MaskId>, kind: Option<u16>| mask.is_none() || kind.is_some_and(|k| allows(mask, k));
        self.verb.as_ref().is_none_or(|v| v.value == act.verb)
            && self.note.as_ref().is_none_or(|n| n == act.note)
            && card(self.card, act.card)
            && card(self.target, act.target)
    }
}

/// A seat's policy in one game: it knows how far the script is.
#[derive(Clone, Debug)]
pub struct Pilot<'p> {
    policy: &'p Policy,
    at: usize,
}

impl<'p> Pilot<'p> {
    /// At the beginning of a game.
    #[must_use]
    pub fn new(policy: &'p Policy) -> Self {
        Pilot { policy, at: 0 }
    }

    /// Goes back to the beginning.
    pub fn restart(&mut self) {
        self.at = 0;
    }

    /// Whether it always takes what the built-in player likes best.
    #[must_use]
    #[inline]
    pub fn is_greedy(&self) -> bool {
        matches!(self.policy, Policy::Greedy)
    }

    /// Whether the policy can be told to give the game up.
    #[must_use]
    pub fn may_concede(&self) -> bool {
        matches!(self.policy, Policy::Prefer(_))
    }

    /// Picks an option, by index; 0 if there is none. The concession of the game may stand behind the options.
    pub fn pick<E: Engine, D: Dice + ?Sized>(
        &mut self,
        engine: &E,
        s: &E::State,
        seat: Seat,
        options: &[E::Action],
        dice: &mut D,
    ) -> usize {
        match self.policy {
            Policy::Prefer(prefer) => {
                if let Some(label) = prefer.script.get(self.at) {
                    let said = |a: &E::Action| engine.act(s, *a).label(engine.kit()) == *label;
                    if let Some(index) = options.iter().position(said) {
                        self.at += 1;
                        return index;
                    }
                }
                for rule in &prefer.rules {
                    if !holds(engine, s, seat, &rule.condition) {
                        continue;
                    }
                    let fits = |a: E::Action| rule.fits(engine.act(s, a), |m, k| engine.kit().allows(m, k));
                    if let Some(index) = best(engine, s, options, fits) {
                        return index;
                    }
                }
                simple(&prefer.otherwise, engine, s, seat, options, dice)
            }
            policy => simple(policy, engine, s, seat, options, dice),
        }
    }
}

fn simple<E: Engine, D: Dice + ?Sized>(
    policy: &Policy,
    engine: &E,
    s: &E::State,
    seat: Seat,
    options: &[E::Action],
    dice: &mut D,
) -> usize {
    let options = match options.split_last() {
        Some((last, others)) if !others.is_empty() && engine.concession(s) == Some(*last) => others,
        _ => options,
    };
    if options.len() < 2 {
        return 0;
    }
    match policy {
        Policy::First => 0,
        Policy::Random => dice.below(Purpose::Policy(seat), u32::try_from(options.len()).unwrap_or(u32::MAX)) as usize,
        Policy::Idle => engine.idle(s, options),
        Policy::Greedy | Policy::Prefer(_) => best(engine, s, options, |_| true).unwrap_or(0),
    }
}

/// The option of the highest worth among those that fit; of equal ones the first.
pub(super) fn best<E: Engine>(
    engine: &E,
    s: &E::State,
    options: &[E::Action],
    fits: impl Fn(E::Action) -> bool,
) -> Option<usize> {
    let mut best: Option<(usize, i32)> = None;
    for (index, &action) in options.iter().enumerate() {
        if fits(action) {
            let worth = engine.worth(s, action);
            if best.is_none_or(|(_, w)| worth > w) {
                best = Some((index, worth));
            }
        }
    }
    best.map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preference_is_about_options_of_its_note() {
        let noted = |note: Option<&str>| Preference { note: note.map(str::to_owned), ..Preference::default() };
        let act = Act::of("clash").noted("direct");
        for (note, fits) in [(None, true), (Some("direct"), true), (Some("other"), false), (Some(""), false)] {
            assert_eq!(noted(note).fits(act, |_, _| true), fits, "{note:?}");
        }
    }
}
