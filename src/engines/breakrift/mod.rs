//! Breakrift Duel: simultaneous turns of five phases. Where both seats decide at once, A is asked before B, and nothing of
//! what A chose can be seen before B has chosen.

mod card;
mod combat;
mod field;
mod host;
mod player;
mod setup;
mod turn;

use crate::play::{
    Act, CHOICE_VERBS, Choice, Core, Dice, Engine, Kind, Kit, Offers, Quantity, Recorder, Seat, Step, Unit, choice_act,
    common_quantity,
};
use card::{Card, GEAR, Role, SLOTS};
use field::{Field, NUMBERS};
use setup::Rules;
use turn::Stage;

/// The engine.
#[derive(Debug)]
pub struct Breakrift {
    kit: Kit,
    rules: Rules,
    /// By kind.
    cards: Vec<Card>,
    /// The bits of all triggers of these cards.
    triggers: u16,
}

/// Most cards that a seat can set in a turn: one for each bit of [`Card::group`].
const MOST_SET: usize = 5;

/// A game.
#[derive(Clone, Debug)]
pub struct State {
    core: Core,
    stage: Stage,
    life: [i32; 2],
    /// Damage and penalties so far.
    lost: [i32; 2],
    /// Whether the last life that a seat lost was the penalty for a card that it could not draw.
    by_draw: [bool; 2],
    fields: [Field; 2],
    /// Cards on the field that change Attack or Defense as long as they are there.
    auras: [u16; 2],
    /// Whether a card may have come down to no Defense.
    dirty: bool,
    /// Whether numbers were changed for a time, or by a card that has left, since the end of the last turn.
    altered: bool,
    /// The cards that were set this turn and are not yet resolved.
    set: [[Option<Kind>; MOST_SET]; 2],
    /// The groups of the cards that were set this turn.
    groups: [u8; 2],
    /// The Breakrift that was chosen and is not yet carried out.
    rift: [Option<Kind>; 2],
    /// Whether the damage of a seat counts twice until the turn ends.
    doubled: [bool; 2],
    /// Attack Phases that a seat still has beyond the common one.
    extra: [u16; 2],
    /// Whether this is an Attack Phase beyond the common one.
    further: bool,
    /// Who attacks in this Attack Phase.
    attacking: [bool; 2],
    /// The Summon that is asked next whether it attacks.
    cursor: usize,
    /// The declared defence orders, as slots.
    order: [Vec<u8>; 2],
}

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Set a card face down.
    Set(Kind),
    /// Set no more cards.
    Done,
    /// Play a Breakrift.
    Rift(Kind),
    /// Play none.
    Pass,
    /// Let a Summon attack.
    Attack(Unit),
    /// Hold it back.
    Hold(Unit),
    /// Put a card next into the defence order.
    Defend(Unit),
    /// What an effect asks for.
    Choice(Choice),
}

const LIFE_END: u8 = 0;
const DRAW_END: u8 = 1;

const OWN_VERBS: [(&str, &str); 7] = [
    ("set", "set this card face down"),
    ("done", "set no more cards"),
    ("breakrift", "play this Breakrift"),
    ("pass", "play no Breakrift"),
    ("attack", "let this Summon attack"),
    ("hold", "let this Summon not attack"),
    ("defend", "put this card next into the defence order"),
];

const fn verbs() -> [(&'static str, &'static str); OWN_VERBS.len() + CHOICE_VERBS.len()] {
    let mut out = [("", ""); OWN_VERBS.len() + CHOICE_VERBS.len()];
    let mut at = 0;
    while at < out.len() {
        out[at] = if at < OWN_VERBS.len() { OWN_VERBS[at] } else { CHOICE_VERBS[at - OWN_VERBS.len()] };
        at += 1;
    }
    out
}

impl Breakrift {
    #[inline]
    fn card(&self, kind: Kind) -> &Card {
        &self.cards[usize::from(kind)]
    }

    /// Whether a card may be set: it is no Breakrift, and of another type than what was set this turn.
    fn can_set(&self, s: &State, seat: Seat, kind: Kind) -> bool {
        let card = self.card(kind);
        card.group != 0
            && card.group & s.groups[seat.index()] == 0
            && (card.role != Role::Summon || s.fields[seat.index()].has_room())
    }

    /// Whether a Breakrift can be played: three worn pieces share a theme, and it is the card's own if that has one.
    fn can_rift(&self, s: &State, seat: Seat, kind: Kind) -> bool {
        let card = self.card(kind);
        card.role == Role::Rift && self.worn_theme(s, seat).is_some_and(|theme| card.theme == 0 || card.theme == theme)
    }

    /// The theme of the three worn pieces, if they share one.
    fn worn_theme(&self, s: &State, seat: Seat) -> Option<u16> {
        let gear = &s.fields[seat.index()].gear;
        let theme = self.card(gear[0].kind).theme;
        (theme != 0 && gear.iter().all(|p| self.card(p.kind).theme == theme)).then_some(theme)
    }

    /// The most worn pieces that share a theme.
    fn themed(&self, s: &State, seat: Seat) -> i32 {
        let themes = s.fields[seat.index()].gear.each_ref().map(|p| self.card(p.kind).theme);
        let alike = |t: u16| themes.iter().filter(|&&o| o == t && t != 0).count();
        themes.iter().map(|&t| alike(t)).max().and_then(|n| i32::try_from(n).ok()).unwrap_or(0)
    }
}

/// Whether what a seat has set is still its secret: the other one chooses now.
fn hidden(s: &State, seat: Seat) -> bool {
    seat == Seat::A && s.stage == Stage::Set(Seat::B)
}

impl Engine for Breakrift {
    type State = State;
    type Action = Action;

    const PHASES: &'static [&'static str] = &["draw", "set", "reveal", "breakrift", "attack"];
    const ENDINGS: &'static [(&'static str, &'static str)] = &[
        ("life", "a seat's Life came down to 0; if both did at once, nobody wins"),
        ("deck-out", "a seat lost its last Life for a card that it could not draw"),
        ("turn limit", "the run's last turn was over"),
    ];
    const VERBS: &'static [(&'static str, &'static str)] = &verbs();
    const STATS: &'static [&'static str] = &["attack", "defense"];
    const UNSUPPORTED: &'static [&'static str] = &["energy", "ready", "negate", "health", "token", "d-end"];
    const METRICS: &'static [&'static str] =
        &["hand", "deck", "life", "equipment", "of one theme", "summons", "attack", "opposing life", "opposing cards"];

    fn kit(&self) -> &Kit {
        &self.kit
    }

    fn state(&self) -> State {
        State {
            core: Core::default(),
            stage: Stage::Opened,
            life: [0; 2],
            lost: [0; 2],
            by_draw: [false; 2],
            fields: Default::default(),
            auras: [0; 2],
            dirty: false,
            altered: false,
            set: [[None; MOST_SET]; 2],
            groups: [0; 2],
            rift: [None; 2],
            doubled: [false; 2],
            extra: [0; 2],
            further: false,
            attacking: [false; 2],
            cursor: 0,
            order: Default::default(),
        }
    }

    fn core(s: &State) -> &Core {
        &s.core
    }

    fn core_mut(s: &mut State) -> &mut Core {
        &mut s.core
    }

    fn start<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) {
        self.deal(s, dice, rec);
    }

    fn advance<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) -> Step {
        self.run(s, dice, rec)
    }

    fn options(&self, s: &State, out: &mut impl Offers<Action>) {
        self.list(s, out);
    }

    fn choose<R: Recorder>(&self, s: &mut State, action: Action, rec: &mut R) {
        self.take(s, action, rec);
    }

    fn act(&self, s: &State, action: Action) -> Act {
        let kind = |unit: Unit| s.fields[unit.seat.index()].piece(unit.slot).kind;
        match action {
            Action::Set(kind) => Act::with("set", kind),
            Action::Done => Act::of("done"),
            Action::Rift(kind) => Act::with("breakrift", kind),
            Action::Pass => Act::of("pass"),
            Action::Attack(unit) => Act::with("attack", kind(unit)),
            Action::Hold(unit) => Act::with("hold", kind(unit)),
            Action::Defend(unit) => Act::with("defend", kind(unit)),
            Action::Choice(choice) => choice_act::<Self>(s, choice),
        }
    }

    #[inline(always)]
    fn worth(&self, s: &State, action: Action) -> i32 {
        self.liking(s, action)
    }

    fn idle(&self, _: &State, options: &[Action]) -> usize {
        let quiet =
            |a: &Action| matches!(a, Action::Done | Action::Pass | Action::Hold(_) | Action::Choice(Choice::Skip));
        options.iter().position(quiet).unwrap_or(0)
    }

    fn quantity(&self, s: &State, seat: Seat, quantity: Quantity) -> i32 {
        let index = seat.index();
        match quantity {
            Quantity::Life => s.life[index].max(0),
            Quantity::Stock => 0,
            Quantity::Hand if hidden(s, seat) => {
                let set = s.set[index].iter().flatten().count();
                i32::try_from(s.core.piles[index].hand.len() + set).unwrap_or(i32::MAX)
            }
            Quantity::Turn => i32::from(s.core.turn[index]),
            Quantity::Damage => s.lost[index],
            other => common_quantity(self, s, seat, other).unwrap_or(0),
        }
    }

    fn board(&self, s: &State, seat: Seat, each: &mut dyn FnMut(Kind)) {
        s.fields[seat.index()].each(|_, piece| each(piece.kind));
    }

    fn observe(&self, s: &State, seat: Seat, out: &mut [i32]) {
        let (own, other) = (seat.index(), seat.other().index());
        let number = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let numbers = [
            number(s.core.piles[own].hand.len()),
            number(s.core.piles[own].deck.len()),
            s.life[own].max(0),
            number(s.fields[own].worn()),
            self.themed(s, seat),
            number(s.fields[own].summoned()),
            self.most_attack(s, seat),
            s.life[other].max(0),
            number(s.fields[other].worn() + s.fields[other].summoned()),
        ];
        for (slot, value) in out.iter_mut().zip(numbers) {
            *slot = value;
        }
    }

    /// What A has set is not shown before B has set, not even how many cards.
    fn table(&self, s: &State, seat: Seat) -> Vec<(String, Vec<String>)> {
        let mut zones: Vec<(String, Vec<String>)> =
            SLOTS.iter().map(|title| ((*title).to_owned(), Vec::new())).collect();
        zones.push(("Summons".to_owned(), Vec::new()));
        s.fields[seat.index()].each(|slot, piece| {
            let unit = Unit { seat, slot };
            let name = self.kit.name(piece.kind);
            let text = match self.card(piece.kind).role {
                Role::Summon => format!("{name} {}/{}", self.attack(s, unit), self.left(s, unit)),
                Role::Gear(slot) if slot == card::WEAPON => format!("{name} +{}", self.attack(s, unit)),
                _ => format!("{name} {}", self.left(s, unit)),
            };
            zones[usize::from(slot).min(GEAR)].1.push(text);
        });
        let set = s.set[seat.index()].iter().flatten().filter(|_| !hidden(s, seat));
        let names = set.map(|&k| self.kit.name(k).to_owned());
        zones.push(("Set".to_owned(), names.collect()));
        zones
    }

    fn elsewhere(&self, s: &State, seat: Seat) -> isize {
        isize::try_from(s.set[seat.index()].iter().flatten().count()).unwrap_or(0)
    }

    fn check(&self, s: &State) -> Result<(), String> {
        let mut auras = [0; 2];
        for seat in Seat::BOTH {
            let index = seat.index();
            if s.core.over.is_none() && !s.core.waits() && s.life[index] <= 0 {
                return Err(format!("{} plays on with {} Life", self.kit.player(seat), s.life[index]));
            }
            let set = s.set[index].iter().flatten().count();
            if set > self.rules.set_limit {
                return Err(format!("{set} cards are set, {} may be", self.rules.set_limit));
            }
            let mut wrong = None;
            s.fields[index].each(|slot, piece| {
                let aura = self.card(piece.kind).aura;
                auras = [auras[0] + u16::from(aura[0]), auras[1] + u16::from(aura[1])];
                let right = match self.card(piece.kind).role {
                    Role::Gear(own) => slot == own,
                    Role::Summon => usize::from(slot) >= GEAR,
                    _ => false,
                };
                if !right || piece.damage < 0 || NUMBERS.iter().any(|&n| self.number(s, Unit { seat, slot }, n) < 0) {
                    wrong = Some(format!("{} in slot {slot} with {piece:?}", self.kit.name(piece.kind)));
                }
            });
            if let Some(wrong) = wrong {
                return Err(wrong);
            }
        }
        if auras == s.auras {
            Ok(())
        } else {
            Err(format!("{:?} cards are said to change numbers, {auras:?} do", s.auras))
        }
    }
}
