//! The numbers of the game and of its cards, made ready once.

use super::Barrenia;
use crate::diagnostics::{Diagnostic, PLY_EFFECT};
use crate::engines::{Build, Plan};
use crate::play::{Condition, Engine, Kind, Kit, Seat, Setup, Verb, When};
use crate::text::Place;

/// What a kind of card is in the turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A blank, or a card that nothing can be done with.
    None,
    Soldier,
    Incarnation,
    Rear,
    Timebreak,
    Eraser,
}

impl Class {
    /// How many there are.
    pub(super) const COUNT: usize = 6;
}

/// A Clash Emblem. The first three are the indexes of their stats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emblem {
    /// Elemental Attack.
    El,
    /// Agility Attack.
    Ag,
    /// Impact Attack.
    Ip,
    /// Hyper Attack: its owner chooses.
    Hyper,
    /// Chimera Attack: the opponent chooses.
    Chimera,
}

impl Emblem {
    /// The word of labels and logs.
    pub(super) fn word(self) -> &'static str {
        match self {
            Emblem::El => "el",
            Emblem::Ag => "ag",
            Emblem::Ip => "ip",
            Emblem::Hyper => "hyper",
            Emblem::Chimera => "chimera",
        }
    }
}

/// A Miracle Event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Switches all opposing cards on the field off until the End Stage.
    Negate,
    /// Doubles the damage that the opponent takes in this turn.
    Double,
    /// Sends the top of the Grave Pile into the deck.
    Regrow,
    /// Energy into the Stock, which nobody else may use in this Clash Stage.
    Energy,
    /// Cards.
    Draw,
    /// Direct Clashes for the rest of the turn.
    Direct,
    /// Sends all opposing Soldiers to the Grave Pile.
    Sweep,
    /// Readies all Soldiers for another Clash Stage.
    Again,
    /// What the opponent reveals works for the player.
    Steal,
}

/// When a Miracle Event may be invoked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timing {
    First,
    Any,
    Last,
}

impl Event {
    /// The events with their keys in `setup`, their words, and when they are possible.
    pub(super) const ALL: [(Event, &'static str, &'static str, Timing); 9] = [
        (Event::Negate, "miracle-negate", "negate", Timing::First),
        (Event::Double, "miracle-double", "double", Timing::First),
        (Event::Regrow, "miracle-regrow", "regrow", Timing::First),
        (Event::Energy, "miracle-energy", "energy", Timing::Any),
        (Event::Draw, "miracle-draw", "draw", Timing::Any),
        (Event::Direct, "miracle-direct", "direct", Timing::Any),
        (Event::Sweep, "miracle-sweep", "sweep", Timing::Last),
        (Event::Again, "miracle-again", "again", Timing::Last),
        (Event::Steal, "miracle-steal", "steal", Timing::Last),
    ];

    pub(super) fn word(self) -> &'static str {
        Event::ALL[self as usize].2
    }

    pub(super) fn timing(self) -> Timing {
        Event::ALL[self as usize].3
    }
}

/// A kind of card in numbers.
#[derive(Clone, Debug)]
pub(super) struct Card {
    pub class: Class,
    /// What playing it takes from the Stock.
    pub size: i32,
    /// What sending it to the Grave Pile gives: Size or Ohm.
    pub energy: i32,
    pub stats: [i16; 3],
    emblems: [Emblem; 2],
    emblem_count: u8,
    /// The Miracle Events of its territories, a bit each.
    pub events: u16,
    pub appearance: Condition,
    pub victory: Condition,
    /// Whether it changes numbers as long as it is on the field.
    pub aura: bool,
    /// Whether it has abilities that its owner may pay for at will.
    pub acts: bool,
    /// Whether it has abilities at the start or end of a turn.
    pub timed: bool,
    /// What it is worth to the built-in player.
    pub worth: i32,
}

impl Card {
    /// The emblems that the owner chooses from at the declaration.
    pub fn emblems(&self) -> &[Emblem] {
        &self.emblems[..usize::from(self.emblem_count)]
    }

    /// Whether it can take part in a clash.
    pub fn fights(&self) -> bool {
        matches!(self.class, Class::Soldier | Class::Incarnation | Class::Eraser)
    }
}

/// The numbers and choices of `setup`.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    pub life: i32,
    pub hand: i32,
    pub stock: i32,
    pub hand_limit: i32,
    /// Whether a card above the hand limit is discarded as soon as it comes, not in the End Stage.
    pub limit_at_once: bool,
    /// Whether a turn may go on without a card sent in the Prepare Stage.
    pub send_optional: bool,
    pub turn_cap: i32,
    pub incarnations: u8,
    pub soldiers: u8,
    pub rears: u8,
    pub clash_damage: i32,
    pub timebreak_stage: bool,
    /// Whether the Ohm of a turn's Timebreaks may stay below the turn count.
    pub timebreak_at_most: bool,
    /// Whether the first player's first turn raises the turn count though nothing is drawn.
    pub first_turn_counts: bool,
    /// Whether the Assaulter's emblem names the stat of both cards.
    pub shared_stat: bool,
    /// Whether in a tie the Assaulter reveals a card too.
    pub both_reveal: bool,
    /// Whether with both at 0 life the Target has lost.
    pub target_out_first: bool,
    pub recover_incarnations: bool,
    pub miracle_life: i32,
    pub regrow_cards: i32,
    pub energy_tokens: i32,
    pub draw_cards: i32,
    pub direct_damage: i32,
}

impl Numbers {
    /// How many cards have a place on a seat's field, by [`Class`]. Erasers have no zones: they lie behind those of the
    /// others, as far as places can be numbered.
    fn room(&self) -> [u8; Class::COUNT] {
        let mut room = [0; Class::COUNT];
        room[Class::Incarnation as usize] = self.incarnations;
        room[Class::Soldier as usize] = self.soldiers;
        room[Class::Rear as usize] = self.rears;
        room[Class::Eraser as usize] = u8::MAX - self.incarnations - self.soldiers - self.rears;
        room
    }
}

/// The territories by emblem and by event.
struct Territories {
    emblems: [Vec<String>; 4],
    events: [Vec<String>; 9],
}

fn numbers(setup: &mut Setup<'_>) -> Numbers {
    let zones = |n: i32| u8::try_from(n).unwrap_or(u8::MAX);
    Numbers {
        life: setup.required("life", 1, 9999),
        hand: setup.required("hand", 0, 999),
        stock: setup.required("stock", 0, 9999),
        hand_limit: setup.required("hand-limit", 0, 999),
        limit_at_once: setup.choice("hand-limit-at", &["end", "once"]) == 1,
        send_optional: setup.choice("send", &["one", "at-most-one"]) == 1,
        turn_cap: setup.required("turn-cap", 0, 99),
        incarnations: zones(setup.required("incarnation-zones", 0, 20)),
        soldiers: zones(setup.required("soldier-zones", 0, 20)),
        rears: zones(setup.required("rear-zones", 0, 20)),
        clash_damage: setup.required("clash-damage", 0, 999),
        timebreak_stage: setup.flag("timebreak-stage", true),
        timebreak_at_most: setup.choice("timebreak-total", &["exact", "at-most"]) == 1,
        first_turn_counts: setup.required("first-turn-count", 0, 1) == 1,
        shared_stat: setup.choice("clash-stat", &["opposing", "shared"]) == 1,
        both_reveal: setup.choice("tie-reveal", &["target", "both"]) == 1,
        target_out_first: setup.choice("both-out", &["draw", "target"]) == 1,
        recover_incarnations: setup.flag("recover-incarnations", true),
        miracle_life: setup.required("miracle-life", 1, 9999),
        regrow_cards: setup.required("miracle-regrow-cards", 0, 999),
        energy_tokens: setup.required("miracle-energy-tokens", 0, 9999),
        draw_cards: setup.required("miracle-draw-cards", 0, 999),
        direct_damage: setup.required("miracle-direct-damage", 0, 999),
    }
}

impl Territories {
    fn read(setup: &mut Setup<'_>, plan: &Plan<'_>) -> Territories {
        let spec = plan.from.spec;
        let attribute = spec.attribute("territories").and_then(|i| spec.attributes.get_index(i));
        let known: Vec<&str> =
            attribute.map_or_else(Vec::new, |(_, a)| a.values.iter().map(|v| v.value.as_str()).collect());
        let emblems = ["emblem-el", "emblem-ag", "emblem-ip", "emblem-hyper"].map(|key| setup.words(key, &known));
        let events = Event::ALL.map(|(_, key, ..)| setup.words(key, &known));
        Territories { emblems, events }
    }

    fn emblem(&self, territory: &str) -> Option<Emblem> {
        let all = [Emblem::El, Emblem::Ag, Emblem::Ip, Emblem::Hyper];
        let at = self.emblems.iter().position(|list| list.iter().any(|t| t == territory))?;
        Some(all[at])
    }

    /// The rule of the text: two emblems for two territories, unless they are the same, or one half has the Hyper Attack,
    /// which then counts alone. No territory, and more than two, mean the Hyper Attack.
    fn emblems(&self, territories: &[&str]) -> ([Emblem; 2], u8) {
        let own: Vec<Emblem> = territories.iter().filter_map(|t| self.emblem(t)).collect();
        match own[..] {
            [one] if one != Emblem::Hyper => ([one; 2], 1),
            [one, other] if one == other => ([one; 2], 1),
            [one, other] if one != Emblem::Hyper && other != Emblem::Hyper => ([one, other], 2),
            _ => ([Emblem::Hyper; 2], 1),
        }
    }

    fn events(&self, territories: &[&str]) -> u16 {
        let has = |list: &Vec<String>| territories.iter().any(|t| list.iter().any(|l| l == t));
        self.events.iter().enumerate().filter(|(_, list)| has(list)).fold(0, |bits, (i, _)| bits | 1 << i)
    }
}

fn class(kit: &Kit, kind: Kind) -> Class {
    match kit.text(kind, "type") {
        "Soldier" | "Retaliation Soldier" | "Chimera Soldier" => Class::Soldier,
        "Incarnation" => Class::Incarnation,
        // What a Dimensium card is, no text says; it has a Size and stays, like a Rear card.
        "Rear" | "Dimensium" => Class::Rear,
        "Timebreak" => Class::Timebreak,
        "Eraser" => Class::Eraser,
        _ => Class::None,
    }
}

fn card(kit: &mut Kit, plan: &Plan<'_>, kind: Kind, lands: &Territories, faults: &mut Vec<Diagnostic>) -> Card {
    let class = class(kit, kind);
    let number = |name: &str| kit.int(kind, name).unwrap_or(0);
    let size = number("size");
    let energy = if class == Class::Timebreak { number("ohm") } else { size };
    let stats = ["el", "ag", "ip"].map(|name| i16::try_from(number(name)).unwrap_or(i16::MAX));
    let territories: Vec<&str> = kit.list(kind, "territories").collect();
    let (emblems, emblem_count) = match class {
        Class::Soldier if kit.text(kind, "type") == "Chimera Soldier" => ([Emblem::Chimera; 2], 1),
        Class::Soldier | Class::Incarnation => lands.emblems(&territories),
        _ => ([Emblem::Hyper; 2], 0),
    };
    // Events belong to Soldiers with one of the three plain emblems.
    let plain = emblem_count > 0 && !matches!(emblems[0], Emblem::Hyper | Emblem::Chimera);
    let events = if class == Class::Soldier && plain { lands.events(&territories) } else { 0 };
    let mut condition = |attribute: &str| {
        if class != Class::Eraser {
            return Condition::default();
        }
        kit.condition(plan.from, kind, attribute).unwrap_or_else(|e| {
            faults.push(*e);
            Condition::default()
        })
    };
    let (appearance, victory) = (condition("appearance"), condition("victory"));
    let abilities = &kit.face(kind).abilities;
    let best = i32::from(stats.iter().copied().max().unwrap_or(0));
    let extras = i32::try_from(abilities.len()).unwrap_or(0);
    Card {
        class,
        size,
        energy,
        stats,
        emblems,
        emblem_count,
        events,
        appearance,
        victory,
        aura: abilities.iter().any(|a| a.when == When::Field && a.cost == 0),
        timed: abilities.iter().any(|a| matches!(a.when, When::TurnStart | When::TurnEnd)),
        acts: abilities.iter().any(|a| a.when == When::Field && a.cost > 0),
        worth: match class {
            Class::None => 0,
            Class::Soldier | Class::Incarnation => 4 * best + 3 * extras,
            Class::Rear => 2 * size + 6 * extras,
            Class::Timebreak => 2 * energy + 4 * extras,
            Class::Eraser => 12 + 3 * extras,
        },
    }
}

/// Abilities that never happen in this game, and continuous ones that only an act could do.
fn without_meaning(kit: &Kit, plan: &Plan<'_>, kind: Kind, faults: &mut Vec<Diagnostic>) {
    let face = kit.face(kind);
    let place = face.card.map_or(Place::File(crate::text::FileId(0)), |c| plan.from.catalog.card(c).place);
    let mut say = |what: String| {
        let message = format!("{}: {what} in {}", face.name, plan.from.spec.name);
        faults.push(Diagnostic::general(&PLY_EFFECT, place, message));
    };
    for ability in &face.abilities {
        if matches!(ability.when, When::Banked | When::Arts | When::Start) {
            let word = When::ALL.iter().find(|(when, ..)| *when == ability.when).map_or("", |(_, word, _)| word);
            say(format!("`{word}` never happens"));
        }
        if ability.when == When::Field && ability.cost == 0 {
            for effect in &ability.effects {
                if !matches!(effect.verb, Verb::Raise { .. } | Verb::Lower { .. }) {
                    say(format!("`field` without cost raises and lowers; `{}` means nothing", effect.verb.word()));
                }
            }
        }
    }
}

impl Build for Barrenia {
    fn build(mut kit: Kit, setup: &mut Setup<'_>, plan: &Plan<'_>, faults: &mut Vec<Diagnostic>) -> Self {
        let n = numbers(setup);
        let lands = Territories::read(setup, plan);
        let mut cards = Vec::with_capacity(kit.len());
        for kind in kit.kinds() {
            cards.push(card(&mut kit, plan, kind, &lands, faults));
            without_meaning(&kit, plan, kind, faults);
        }
        let class = |kind: &Kind| cards[usize::from(*kind)].class;
        let erasers = Seat::BOTH.map(|seat| {
            let list = &kit.lists[seat.index()];
            let all = list.iter().all(|k| matches!(class(k), Class::Eraser | Class::None));
            all && list.iter().any(|k| class(k) == Class::Eraser)
        });
        let any_eraser = cards.iter().any(|c| c.class == Class::Eraser);
        Barrenia { kit, room: n.room(), n, cards, erasers, any_eraser, first: plan.first }
    }
}

impl Barrenia {
    /// The numbers of a kind.
    #[inline]
    pub(super) fn card(&self, kind: Kind) -> &Card {
        &self.cards[usize::from(kind)]
    }

    /// How a log names a card.
    pub(super) fn name(&self, kind: Kind) -> &str {
        Engine::kit(self).name(kind)
    }
}
