//! What the engine needs of each card, read once when the engine is made.

use crate::diagnostics::{Diagnostic, PLY_EFFECT};
use crate::engines::Plan;
use crate::play::{Kind, Kit, Verb, When};
use crate::text::{did_you_mean, folds_to};

/// What a card is on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// It fights: Units, Tokens, a Paragon that was played.
    Unit,
    /// It goes to the Waste Pile once it is played.
    Effect,
    /// It stays on the field and does not fight.
    Relic,
    /// It lies under a Unit.
    Upgrade,
    /// A blank, or a card of another type: it can only be banked.
    Other,
}

/// Keywords that the engine itself acts upon, as bits.
pub(super) mod word {
    /// Deals its damage first when it attacks.
    pub const ARMED: u8 = 1;
    /// Has no Fatigue.
    pub const BATTLE_READY: u8 = 2;
    /// Damages itself and its neighbours each turn.
    pub const DECAY: u8 = 4;
    /// May intercept an attack.
    pub const DEFENDER: u8 = 8;
    /// Cannot be intercepted.
    pub const EVASIVE: u8 = 16;
    /// Cannot attack.
    pub const PACIFIST: u8 = 32;
    /// Ignores the next Effect of the enemy.
    pub const SHIELDED: u8 = 64;
}

/// The keywords. Those without a bit only name an ability that the card states itself.
const WORDS: [(&str, u8); 12] = [
    ("armed", word::ARMED),
    ("battle ready", word::BATTLE_READY),
    ("decay", word::DECAY),
    ("defender", word::DEFENDER),
    ("evasive", word::EVASIVE),
    ("pacifist", word::PACIFIST),
    ("shielded", word::SHIELDED),
    ("activate", 0),
    ("aftermath", 0),
    ("assault", 0),
    ("muster", 0),
    ("retaliate", 0),
];

/// A card's numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Card {
    pub sort: Sort,
    /// Whether it can be played from the hand.
    pub playable: bool,
    /// Whether it can be played as a Unit while it stands apart.
    pub leads: bool,
    /// Energy; 0 where the card states none.
    pub cost: i32,
    pub attack: i32,
    pub health: i32,
    /// Bits of [`word`].
    pub words: u8,
    /// It has an ability that its owner may pay for while it is on the field.
    pub acts: bool,
    /// It changes numbers while it is on the field.
    pub changes: bool,
    /// What it is worth to the built-in player.
    pub power: i32,
}

/// The cards of a kit, with warnings about words and abilities that mean nothing to the engine.
pub(super) fn cards(kit: &Kit, plan: &Plan<'_>, faults: &mut Vec<Diagnostic>) -> Vec<Card> {
    kit.kinds().map(|kind| card(kit, kind, plan, faults)).collect()
}

fn card(kit: &Kit, kind: Kind, plan: &Plan<'_>, faults: &mut Vec<Diagnostic>) -> Card {
    let face = kit.face(kind);
    let mut warn = |message: String, help: String| {
        if let Some(card) = face.card.map(|c| plan.from.catalog.card(c)) {
            let finding = Diagnostic::general(&PLY_EFFECT, card.place, format!("{}: {message}", card.name));
            faults.push(if help.is_empty() { finding } else { finding.help(help) });
        }
    };
    let kind_of = kit.text(kind, "type");
    let is = |word: &str| folds_to(kind_of, word);
    let sort = match () {
        () if is("unit") || is("token") || is("paragon") => Sort::Unit,
        () if is("effect") => Sort::Effect,
        () if is("relic") => Sort::Relic,
        () if is("upgrade") => Sort::Upgrade,
        () => Sort::Other,
    };
    let mut words = 0;
    for keyword in kit.list(kind, "keywords") {
        match WORDS.iter().find(|(known, _)| folds_to(keyword, known)) {
            Some((_, bit)) => words |= bit,
            None => {
                let near = did_you_mean(keyword, WORDS.iter().map(|(known, _)| *known));
                warn(format!("the keyword `{keyword}` means nothing to the engine{near}"), String::new());
            }
        }
    }
    let (mut acts, mut changes) = (false, false);
    for ability in &face.abilities {
        match ability.when {
            When::Field if ability.cost > 0 => acts = true,
            When::Field => {
                for effect in &ability.effects {
                    if matches!(effect.verb, Verb::Raise { .. } | Verb::Lower { .. }) {
                        changes = true;
                    } else {
                        let what = format!("`{}` does not last, so it means nothing in `field`", effect.verb.word());
                        warn(what, "give the ability a cost or another time".to_owned());
                    }
                }
            }
            When::Arts => warn("`arts` never happens in this game".to_owned(), String::new()),
            _ => {}
        }
    }
    let (cost, attack, health) = (kit.int(kind, "cost"), kit.int(kind, "attack"), kit.int(kind, "health"));
    let whole = cost.is_some() && (sort != Sort::Unit || health.is_some());
    let (cost, attack, health) = (cost.unwrap_or(0), attack.unwrap_or(0), health.unwrap_or(0));
    Card {
        sort,
        playable: whole && sort != Sort::Other && !is("token") && !is("paragon"),
        leads: whole && (is("unit") || is("paragon")),
        cost,
        attack,
        health,
        words,
        acts,
        changes,
        power: match sort {
            Sort::Unit => {
                4 * cost + 4 * attack + 3 * health + 3 * i32::from(face.triggers != 0) + i32::from(words != 0)
            }
            _ => 11 * cost,
        },
    }
}
