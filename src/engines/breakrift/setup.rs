//! The numbers and readings of the rule text.

use crate::diagnostics::Diagnostic;
use crate::engines::{Build, Plan};
use crate::play::{Kit, Setup};

use super::{Breakrift, MOST_SET, card};

/// Which Summons stand in the defence order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defenders {
    /// Those that attack, as in the text's example.
    Attackers,
    /// Those that do not, as in the text's Attack Phase.
    NonAttackers,
    /// All.
    All,
}

/// The set-up after all layers.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Life at the start.
    pub life: i32,
    /// Cards of the first hand.
    pub hand: i32,
    /// Cards drawn in a Draw Phase.
    pub draw: i32,
    /// Most cards set in a turn.
    pub set_limit: usize,
    /// Whether pieces for two slots count as two types.
    pub slots_differ: bool,
    /// The player's own Attack.
    pub base_attack: i32,
    /// Who stands in the defence order.
    pub defenders: Defenders,
    /// Whether Clothing may stand before Summons.
    pub free_order: bool,
    /// Whether the Draw Phase asks for Life if the deck is empty.
    pub phase_penalty: bool,
    /// Life lost for a card that cannot be drawn.
    pub penalty: i32,
}

impl Rules {
    fn read(setup: &mut Setup<'_>) -> Rules {
        let most = i32::try_from(MOST_SET).unwrap_or(i32::MAX);
        let defenders = [Defenders::Attackers, Defenders::NonAttackers, Defenders::All];
        Rules {
            life: setup.number("life", 10, 1, 9999),
            hand: setup.number("hand", 5, 0, 999),
            draw: setup.number("draw", 1, 0, 999),
            set_limit: usize::try_from(setup.number("set-limit", 2, 0, most)).unwrap_or(0),
            slots_differ: setup.choice("set-types", &["types", "slots"]) == 1,
            base_attack: setup.number("base-attack", 0, 0, 999),
            defenders: defenders[setup.choice("defenders", &["attackers", "non_attackers", "all"])],
            free_order: setup.choice("defense-order", &["summons-first", "free"]) == 1,
            phase_penalty: setup.choice("deck-out", &["always", "effects"]) == 0,
            penalty: setup.number("deck-out-damage", 1, 0, 999),
        }
    }
}

impl Build for Breakrift {
    fn build(kit: Kit, setup: &mut Setup<'_>, plan: &Plan<'_>, faults: &mut Vec<Diagnostic>) -> Self {
        let rules = Rules::read(setup);
        let cards = card::cards(&kit, &rules, plan, faults);
        let triggers = kit.kinds().fold(0, |bits, kind| bits | kit.face(kind).triggers);
        Breakrift { kit, rules, cards, triggers }
    }
}
