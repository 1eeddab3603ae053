//! The cards of the kit as the turns need them.

use crate::diagnostics::{Diagnostic, PLY_EFFECT};
use crate::engines::Plan;
use crate::play::{Ability, Kind, Kit, Verb, When};
use crate::text::fold;

use super::field::{NUMBERS, Number, includes};
use super::setup::Rules;

/// The pieces that can be worn, in the order of their slots.
pub const SLOTS: [&str; 3] = ["Upper Clothing", "Lower Clothing", "Weapon"];
/// How many they are; slots of Summons come behind.
pub const GEAR: usize = SLOTS.len();
/// The slot of the Weapon.
pub const WEAPON: u8 = 2;

/// What a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Equipment of a slot.
    Gear(u8),
    /// A Summon.
    Summon,
    /// A Spell.
    Spell,
    /// A Breakrift.
    Rift,
    /// Nothing that can be played, as a blank.
    Blank,
}

/// A card in play.
#[derive(Clone, Debug)]
pub struct Card {
    /// What it is.
    pub role: Role,
    /// The bit of its type among those that must differ in a turn; 0 for what is never set.
    pub group: u8,
    /// Printed Attack.
    pub attack: i32,
    /// Printed Defense.
    pub defense: i32,
    /// Its theme by number, from 1; 0 for none.
    pub theme: u16,
    /// Whether it changes Attack or Defense of cards as long as it is on the field, in the order of `STATS`.
    pub aura: [bool; 2],
    /// What it is worth to the built-in player by itself.
    pub value: i32,
}

/// The highest printed number that is played with, far above what the game's columns allow: sums stay in their bounds.
const MOST: i32 = 9999;

/// The triggers of this game.
const TRIGGERS: [When; 6] = [When::Played, When::TurnStart, When::TurnEnd, When::Clash, When::Destroyed, When::Field];

/// Reads the cards, and says which of their abilities never happen.
pub fn cards(kit: &Kit, rules: &Rules, plan: &Plan<'_>, faults: &mut Vec<Diagnostic>) -> Vec<Card> {
    let mut themes: Vec<String> = Vec::new();
    let mut out = Vec::with_capacity(kit.len());
    for kind in kit.kinds() {
        let theme = fold(kit.text(kind, "theme"));
        let theme = if theme.is_empty() {
            0
        } else {
            let at = themes.iter().position(|t| *t == theme).unwrap_or_else(|| {
                themes.push(theme);
                themes.len() - 1
            });
            u16::try_from(at + 1).unwrap_or(u16::MAX)
        };
        out.push(card(kit, kind, theme, rules));
        let face = kit.face(kind);
        let Some(place) = face.card.map(|c| plan.from.catalog.card(c).place) else { continue };
        for ability in &face.abilities {
            if let Some(why) = never(ability) {
                faults.push(Diagnostic::general(&PLY_EFFECT, place, format!("{}: {why}", face.name)));
            }
        }
    }
    out
}

/// Why an ability never happens here.
fn never(ability: &Ability) -> Option<String> {
    let word = When::ALL.iter().find(|(when, ..)| *when == ability.when).map_or("", |(_, word, _)| word);
    if !TRIGGERS.contains(&ability.when) {
        return Some(format!("`{word}` never happens in this game"));
    }
    if ability.cost > 0 {
        return Some("the game has nothing to pay a cost with".to_owned());
    }
    let lasting = |verb: Verb| matches!(verb, Verb::Raise { .. } | Verb::Lower { .. });
    let odd = ability.effects.iter().find(|e| ability.when == When::Field && !lasting(e.verb))?;
    Some(format!("`{}` cannot last; `field` takes `raise` and `lower`", odd.verb.word()))
}

/// Whether a card changes this number of cards as long as it is on the field.
fn changes(kit: &Kit, kind: Kind, number: Number) -> bool {
    let lasting = kit.face(kind).abilities.iter().filter(|a| a.when == When::Field && a.cost == 0);
    lasting.flat_map(|a| a.effects.iter()).any(|e| match e.verb {
        Verb::Raise { stat, .. } | Verb::Lower { stat, .. } => includes(stat, number),
        _ => false,
    })
}

fn card(kit: &Kit, kind: Kind, theme: u16, rules: &Rules) -> Card {
    let slot = SLOTS.iter().position(|s| *s == kit.text(kind, "slot")).and_then(|s| u8::try_from(s).ok());
    let role = match (kit.text(kind, "type"), slot) {
        ("Equipment", Some(slot)) => Role::Gear(slot),
        ("Summon", _) => Role::Summon,
        ("Spell", _) => Role::Spell,
        ("Breakrift", _) => Role::Rift,
        _ => Role::Blank,
    };
    let group = match role {
        Role::Gear(slot) if rules.slots_differ => 1 << slot,
        Role::Gear(_) => 1,
        Role::Summon => 1 << 3,
        Role::Spell => 1 << 4,
        Role::Rift | Role::Blank => 0,
    };
    // A Weapon has no Defense and Clothing no Attack, whatever their columns say.
    let number = |name: &str, has: bool| if has { kit.int(kind, name).unwrap_or(0).clamp(0, MOST) } else { 0 };
    let attack = number("attack", matches!(role, Role::Summon | Role::Gear(WEAPON)));
    let defense = number("defense", matches!(role, Role::Summon | Role::Gear(0 | 1)));
    let face = kit.face(kind);
    let abilities = i32::try_from(face.abilities.len()).unwrap_or(0);
    let value = match role {
        Role::Gear(_) => 5 * attack + 2 * defense + 2 * abilities,
        Role::Summon => 4 * attack + 2 * defense + 2 * abilities,
        Role::Spell => 8,
        Role::Rift => 12,
        Role::Blank => 0,
    };
    Card { role, group, attack, defense, theme, aura: NUMBERS.map(|n| changes(kit, kind, n)), value }
}
