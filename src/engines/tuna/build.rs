//! From `setup` and the cards to the engine, and what must hold in every state.

use super::state::{MOST_DICE, State};
use super::*;
use crate::diagnostics::{Diagnostic, PLY_EFFECT};
use crate::engines::{Build, Plan};
use crate::play::{Setup, Verb};
use crate::spec::Setting;
use crate::text::{did_you_mean, or_list};

impl Build for Tuna {
    fn build(kit: Kit, setup: &mut Setup<'_>, plan: &Plan<'_>, faults: &mut Vec<Diagnostic>) -> Self {
        let cards: Vec<Card> = kit.kinds().map(|kind| card(&kit, kind)).collect();
        for kind in kit.kinds() {
            faults.extend(kit.face(kind).abilities.iter().filter_map(|a| never_on_the_field(&kit, plan, kind, a)));
        }
        let lasting = |test: fn(Verb) -> bool| {
            let has = |a: &Ability| lasts(a) && a.effects.iter().any(|e| test(e.verb));
            kit.kinds().any(|kind| kit.face(kind).abilities.iter().any(has))
        };
        let row = i32::try_from(MOST_IN_ROW).unwrap_or(i32::MAX);
        let dice = i32::try_from(MOST_DICE).unwrap_or(i32::MAX);
        let size = |n: i32| usize::try_from(n).unwrap_or_default();
        Tuna {
            first: plan.first,
            stock: setup.number("stock", 5, 0, 999),
            dice_slots: setup.number("damage-slots", 6, 0, dice).unsigned_abs(),
            front: size(setup.number("front-slots", 3, 1, row)),
            waiting: size(setup.number("waiting-slots", 3, 0, row)),
            calls: setup.number("calls", 1, 0, 99),
            arts: setup.number("arts", 1, 0, 99),
            attacks: u8::try_from(setup.number("attacks", 1, 0, 99)).unwrap_or(1),
            trigger_die: setup.number("trigger-die", 9, 0, 999),
            trigger_on: setup.number("trigger-on", 1, -1, 999),
            triggers: triggers(setup),
            counter_most: setup.number("counter-most", 5, 0, 99),
            burn_triggers: setup.flag("burn-triggers", true),
            replace: setup.flag("replace", false),
            own_names_only: setup.choice("same-name", &["both", "own"]) == 1,
            always_up: setup.choice("move-up", &["effect", "always"]) == 1,
            alike: kit.lists.each_ref().map(|list| list.windows(2).all(|pair| pair[0] == pair[1])),
            doublers: lasting(|v| v == Verb::DoubleDamage),
            actors: cards.iter().any(|c| c.acts),
            cards,
            kit,
        }
    }
}

/// The triggers in the order of the faces of their die.
fn triggers(setup: &mut Setup<'_>) -> Vec<Trigger> {
    const KEY: &str = "triggers";
    let Some(value) = setup.get(KEY) else { return Trigger::ALL.to_vec() };
    let Setting::List(words) = value else {
        setup.fault(KEY, "must be a list of triggers, one for each face of the die");
        return Trigger::ALL.to_vec();
    };
    if words.is_empty() {
        setup.fault(KEY, "is empty; the die needs a face");
    }
    let mut out = Vec::new();
    for word in words {
        let Setting::Text(word) = word else {
            setup.fault(KEY, format_args!("must hold words: {}", or_list(&Trigger::WORDS)));
            continue;
        };
        match Trigger::WORDS.iter().position(|known| known == word) {
            Some(index) => out.push(Trigger::ALL[index]),
            None => {
                let near = did_you_mean(word, Trigger::WORDS);
                setup.fault(KEY, format_args!("holds `{word}`; a trigger is {}{near}", or_list(&Trigger::WORDS)));
            }
        }
    }
    out
}

/// Whether an ability works by itself while its card is on the battlefield.
fn lasts(ability: &Ability) -> bool {
    ability.when == When::Field && ability.cost == 0
}

fn card(kit: &Kit, kind: Kind) -> Card {
    let stats = [kit.int(kind, "atk").unwrap_or(0), kit.int(kind, "def").unwrap_or(0)];
    let abilities = &kit.face(kind).abilities;
    let lasting = |test: fn(Verb) -> bool| abilities.iter().any(|a| lasts(a) && a.effects.iter().any(|e| test(e.verb)));
    Card {
        stats,
        value: Tuna::unit_value(stats, abilities),
        arts: abilities.iter().any(|a| a.when == When::Arts),
        auras: auras(abilities),
        more_attacks: lasting(|v| v == Verb::ExtraClash),
        acts: abilities.iter().any(|a| a.when == When::Field && a.cost > 0),
    }
}

/// What abilities that last change.
fn auras(abilities: &[Ability]) -> Box<[Aura]> {
    let mut out = Vec::new();
    for (ability, a) in abilities.iter().enumerate().filter(|(_, a)| lasts(a)) {
        for effect in &a.effects {
            let (own, stat, by, who) = match effect.verb {
                Verb::Raise { stat, by, who, .. } => (!effect.opponent, stat, by, who),
                Verb::Lower { stat, by, who, .. } => (effect.opponent, stat, -by, who),
                _ => continue,
            };
            let touches = [ATK, DEF].map(|which| field::touches(stat, which));
            out.push(Aura { ability, own, touches, by, who });
        }
    }
    out.into()
}

/// The finding of an effect that happens once but stands in an ability that lasts.
fn never_on_the_field(kit: &Kit, plan: &Plan<'_>, kind: Kind, ability: &Ability) -> Option<Diagnostic> {
    let once = |v: Verb| !matches!(v, Verb::Raise { .. } | Verb::Lower { .. } | Verb::ExtraClash | Verb::DoubleDamage);
    let effect = ability.effects.iter().find(|e| lasts(ability) && once(e.verb))?;
    let card = plan.from.catalog.card(kit.face(kind).card?);
    let message = format!("{}: `{}` does not last, so it means nothing behind `field:`", card.name, effect.verb.word());
    Some(Diagnostic::general(&PLY_EFFECT, card.place, message))
}

impl Tuna {
    /// What must hold in every state.
    pub(super) fn sound(&self, s: &State) -> Result<(), String> {
        for seat in Seat::BOTH {
            let (side, piles) = (s.side(seat), &s.core.piles[seat.index()]);
            if piles.deck.len() != self.kit.lists[seat.index()].len() {
                return Err(format!("the deck of {seat:?} has {} cards", piles.deck.len()));
            }
            if !piles.grave.is_empty() || !piles.beyond.is_empty() {
                return Err(format!("{seat:?} has a pile of used cards"));
            }
            if side.dice.there >> self.dice_slots != 0 || side.dice.up & !side.dice.there != 0 {
                return Err(format!("a damage zone of {:?}", side.dice));
            }
            if side.stock < 0 {
                return Err(format!("a Stock of {}", side.stock));
            }
            let aura = |slot: &state::Slot| !self.cards[usize::from(slot.kind)].auras.is_empty();
            if side.slots.iter().enumerate().any(|(i, slot)| aura(slot) != (side.auras >> i & 1 == 1)) {
                return Err(format!("units that change numbers: {:b}", side.auras));
            }
            if side.slots.iter().enumerate().any(|(i, slot)| slot.is_taken() != (side.taken >> i & 1 == 1)) {
                return Err(format!("the places {:b} of seat {seat:?} are not those that are taken", side.taken));
            }
            if side.slots[self.slots()..].iter().any(|slot| slot.is_taken()) {
                return Err("a unit outside the battlefield".to_owned());
            }
            for (i, slot) in side.slots[..self.slots()].iter().enumerate().filter(|(_, slot)| slot.is_taken()) {
                let twice = side.slots[..i].iter().any(|other| other.kind == slot.kind);
                let across = s.side(seat.other()).slots.iter().any(|other| other.kind == slot.kind);
                if twice || across && !self.own_names_only {
                    return Err(format!("two units named {}", self.kit.name(slot.kind)));
                }
            }
        }
        Ok(())
    }
}
