//! Scales of Battle: the deck is the life, and whatever meets in the shared Attack and Defense Zone is weighed.
//!
//! The text allows more than two players; two sit at this table. Nothing in the state would have to change for more: the
//! two fighting zones are shared and each card in them knows its owner, all else is kept by seat, and no rule asks for
//! "the other player" but these three: whose turn is next, whom an effect on "the opponent" means, and who has won when
//! a deck is gone. Damage of an Attack card is dealt to the player whose turn it is, whoever that is.

mod cards;
mod host;
mod player;
mod turn;

use super::{Build, Plan};
use crate::diagnostics::{Diagnostic, PLY_EFFECT};
use crate::play::{
    Act, CHOICE_VERBS, Choice, Core, Dice, Engine, Kind, Kit, MaskId, Offers, Outcome, Purpose, Quantity, Recorder,
    Seat, Setup, Step, Unit, When, choice_act, choices, chosen, common_quantity,
};
use cards::{Cards, SkillZone};

/// The shared Attack Zone.
const ATTACK: u8 = 0;
/// The shared Defense Zone.
const DEFENSE: u8 = 1;
/// A seat's Game Changer Zone.
const CHANGER: u8 = 2;

/// What the player whose card holds the Attack Zone may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    Passes,
    Skills,
}

/// How many cards for the Discard and Game Changer Zone a turn allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SkillCards {
    Each,
    One,
    Any,
}

/// The engine.
#[derive(Debug)]
pub struct Scales {
    kit: Kit,
    cards: Cards,
    hand: usize,
    opening_hand: usize,
    last_card_loses: bool,
    draw_while_holding: bool,
    holder: Holder,
    skill_cards: SkillCards,
    refill_after_skill: bool,
    must_play: bool,
    winner_stays: bool,
    first: Option<Seat>,
    /// Whether any card works on others as long as it lies there.
    has_fields: bool,
}

/// A card on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Placed {
    seat: Seat,
    kind: Kind,
    /// Power gained or lost, by how long: see [`LASTING`], [`COMBAT`] and [`ROUND`].
    bonus: [i32; 4],
}

/// As long as the card lies there.
const LASTING: usize = 0;
/// Until the combat ends.
const COMBAT: usize = 1;
/// Until the next turn of the seat begins that brought it about; a place for each seat.
const ROUND: usize = 2;

/// Power gained or lost by cards of a seat, those that come later included.
#[derive(Clone, Copy, Debug)]
struct Change {
    /// Who brought it about: it ends when this seat's next turn begins.
    by: Seat,
    /// Whose cards.
    of: Seat,
    mask: Option<MaskId>,
    power: i32,
    /// It ends with the combat.
    combat: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Opened,
    Begin,
    Refill,
    Play,
    /// A card goes to the Attack Zone.
    Attacking(Kind),
    /// A card goes to the Defense Zone.
    Defending(Kind),
    /// It is there, and what it does is done.
    Meet,
    /// What the Attack card does when it fights is done.
    Answer,
    /// What the Defense card does is done too.
    Weigh,
    End,
    Close,
    Next,
}

/// A game.
#[derive(Clone, Debug)]
pub struct State {
    core: Core,
    stage: Stage,
    /// The Attack Zone and the Defense Zone.
    fight: [Option<Placed>; 2],
    changers: [Option<Placed>; 2],
    /// A card played to the Discard Zone whose skill still works.
    working: Option<(Seat, Kind)>,
    /// Cards for the Discard and the Game Changer Zone in this turn.
    skills: [u16; 2],
    changes: Vec<Change>,
    /// At a decision of the play part, the damage that the opposing Attack card would deal.
    threat: i32,
    /// Damage taken so far.
    damage: [i32; 2],
    /// Damage that the seat deals counts twice, until its next turn.
    doubled: [bool; 2],
    /// The seat's abilities are off, until the other's next turn.
    silent: [bool; 2],
    /// The abilities of the seat's fighting card are off in this combat.
    silent_fighter: [bool; 2],
}

impl State {
    /// Calls with each card on the field.
    #[inline]
    fn each_placed(&mut self, each: impl FnMut(&mut Placed)) {
        let [attack, defense] = &mut self.fight;
        let [a, b] = &mut self.changers;
        [attack, defense, a, b].into_iter().flatten().for_each(each);
    }
}

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Play a card to the Attack Zone.
    Attack(Kind),
    /// Play a card to the Defense Zone.
    Defend(Kind),
    /// Play a card to the Game Changer Zone.
    GameChanger(Kind),
    /// Play a card to the Discard Zone for its skill.
    Skill(Kind),
    /// Play no further card.
    Pass,
    /// A choice of an effect.
    Choice(Choice),
}

const DAMAGE_END: u8 = 0;
const DECK_END: u8 = 1;

impl Build for Scales {
    fn build(kit: Kit, setup: &mut Setup<'_>, plan: &Plan<'_>, faults: &mut Vec<Diagnostic>) -> Self {
        let cards = Cards::new(&kit, setup, plan.from.spec);
        faults.extend(kit.kinds().flat_map(|kind| without_meaning(&kit, kind, plan)));
        let number = |n: i32| usize::try_from(n).unwrap_or(0);
        Scales {
            has_fields: kit.kinds().any(|k| kit.face(k).triggers & When::Field.bit() != 0),
            cards,
            hand: number(setup.number("hand", 3, 1, 99)),
            opening_hand: number(setup.number("opening-hand", 3, 0, 99)),
            last_card_loses: setup.choice("last-card", &["loses", "allowed"]) == 0,
            draw_while_holding: setup.flag("draw-while-holding", true),
            holder: [Holder::Passes, Holder::Skills][setup.choice("holder", &["passes", "skills"])],
            skill_cards: [SkillCards::Each, SkillCards::One, SkillCards::Any]
                [setup.choice("skill-cards", &["each", "one", "any"])],
            refill_after_skill: setup.flag("refill-after-skill", false),
            must_play: setup.flag("must-play", true),
            winner_stays: setup.choice("winning-attack", &["stays", "discarded"]) == 0,
            first: plan.first,
            kit,
        }
    }
}

/// Warnings about abilities that never come to work here.
fn without_meaning(kit: &Kit, kind: Kind, plan: &Plan<'_>) -> Vec<Diagnostic> {
    let face = kit.face(kind);
    let Some(card) = face.card.map(|c| plan.from.catalog.card(c)) else { return Vec::new() };
    let never = [When::Revealed, When::Banked, When::Arts, When::Start];
    let mut out = Vec::new();
    for ability in &face.abilities {
        let word = When::ALL.iter().find(|(w, ..)| *w == ability.when).map_or("", |(_, word, _)| word);
        let lasting = |e: &crate::play::Effect| matches!(e.verb.word(), "raise" | "lower");
        let why = if never.contains(&ability.when) {
            format!("`{word}` never comes in {}", plan.from.spec.name)
        } else if ability.cost > 0 {
            format!("nothing can be paid in {}, so what has a cost never happens", plan.from.spec.name)
        } else if ability.when == When::Field && !ability.effects.iter().all(lasting) {
            format!("behind `field` only `raise` and `lower` mean something in {}", plan.from.spec.name)
        } else {
            continue;
        };
        out.push(Diagnostic::general(&PLY_EFFECT, card.place, format!("{}: {why}", face.name)));
    }
    out
}

impl Scales {
    /// The card in a place.
    fn at(&self, s: &State, unit: Unit) -> Option<Placed> {
        match unit.slot {
            CHANGER => s.changers[unit.seat.index()],
            slot => s.fight[usize::from(slot)].filter(|p| p.seat == unit.seat),
        }
    }

    /// The seat's cards on the field with their places: Attack, Defense, Game Changer.
    fn placed(s: &State, seat: Seat) -> impl Iterator<Item = (Unit, Placed)> + use<> {
        let unit = move |slot: u8| Unit { seat, slot };
        let all = [(ATTACK, s.fight[0]), (DEFENSE, s.fight[1]), (CHANGER, s.changers[seat.index()])];
        all.into_iter().filter_map(move |(slot, p)| Some((unit(slot), p?))).filter(move |(_, p)| p.seat == seat)
    }

    /// Whether a card of the seat stands in the Attack Zone.
    fn holds_attack(s: &State, seat: Seat) -> bool {
        s.fight[usize::from(ATTACK)].is_some_and(|p| p.seat == seat)
    }

    /// Whether the seat may play a card to this zone before its usual card.
    fn may_play_skill(&self, s: &State, zone: SkillZone) -> bool {
        let [discards, changers] = s.skills;
        match self.skill_cards {
            SkillCards::Any => true,
            SkillCards::One => discards + changers == 0,
            SkillCards::Each if zone == SkillZone::Discard => discards == 0,
            SkillCards::Each => changers == 0,
        }
    }

    /// The action that plays a card for its skill, if it may be taken now.
    fn skill_action(&self, s: &State, kind: Kind) -> Option<Action> {
        let zone = self.cards.of(kind).zone;
        match zone {
            SkillZone::Discard if self.may_play_skill(s, zone) => Some(Action::Skill(kind)),
            SkillZone::GameChanger if self.may_play_skill(s, zone) => Some(Action::GameChanger(kind)),
            _ => None,
        }
    }
}

impl Engine for Scales {
    type State = State;
    type Action = Action;

    const PHASES: &'static [&'static str] = &["draw", "play", "combat"];
    const ENDINGS: &'static [(&'static str, &'static str)] = &[
        ("damage", "damage brought a seat's deck to 0"),
        ("deck-out", "a seat drew the last card of its deck, or found none to draw"),
        ("turn limit", "the run's limit of turns was reached"),
    ];
    const VERBS: &'static [(&'static str, &'static str)] = &[
        ("attack", "play a card to the Attack Zone; the opposing Attack card deals its power first"),
        ("defend", "play a card to the Defense Zone, where it fights the Attack card"),
        ("game-changer", "play a card to the Game Changer Zone"),
        ("skill", "play a card to the Discard Zone for its skill"),
        ("pass", "play no further card"),
        CHOICE_VERBS[0],
        CHOICE_VERBS[1],
        CHOICE_VERBS[2],
        CHOICE_VERBS[3],
    ];
    const STATS: &'static [&'static str] = &["power"];
    /// There is no resource, no life beside the deck, no zone for cards out of the game, and nothing that rests; cards
    /// leave the deck by drawing and by damage alone.
    const UNSUPPORTED: &'static [&'static str] =
        &["energy", "mill", "banish", "ready", "extra-clash", "health", "token", "d-end"];
    const METRICS: &'static [&'static str] =
        &["hand", "deck", "graveyard", "discard", "attack cards", "attack power", "game changers", "opponent deck"];

    fn kit(&self) -> &Kit {
        &self.kit
    }

    fn state(&self) -> State {
        State {
            core: Core::default(),
            stage: Stage::Opened,
            fight: [None; 2],
            changers: [None; 2],
            working: None,
            skills: [0; 2],
            changes: Vec::new(),
            threat: 0,
            damage: [0; 2],
            doubled: [false; 2],
            silent: [false; 2],
            silent_fighter: [false; 2],
        }
    }

    fn core(s: &State) -> &Core {
        &s.core
    }

    fn core_mut(s: &mut State) -> &mut Core {
        &mut s.core
    }

    fn start<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) {
        s.core.reset(&self.kit.lists);
        (s.fight, s.changers, s.working, s.skills) = ([None; 2], [None; 2], None, [0; 2]);
        (s.damage, s.doubled, s.silent, s.silent_fighter) = ([0; 2], [false; 2], [false; 2], [false; 2]);
        s.changes.clear();
        s.threat = 0;
        s.core.active = self.first.unwrap_or_else(|| Seat::BOTH[dice.below(Purpose::Game, 2) as usize]);
        s.stage = Stage::Opened;
        rec.say(|| format!("{} begins", self.kit.player(s.core.active)));
        for seat in [s.core.active, s.core.active.other()] {
            self.fill_hand(s, seat, self.opening_hand, dice, rec);
        }
    }

    fn advance<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) -> Step {
        self.run(s, dice, rec)
    }

    fn options(&self, s: &State, out: &mut impl Offers<Action>) {
        if s.core.waits() {
            choices(self, s, |choice| out.offer(Action::Choice(choice)));
            return;
        }
        let seat = s.core.active;
        let hand = &s.core.piles[seat.index()].hand;
        let distinct = || hand.iter().enumerate().filter(|&(at, k)| !hand[..at].contains(k)).map(|(_, k)| *k);
        out.offer_all(distinct().filter_map(|kind| self.skill_action(s, kind)));
        if Self::holds_attack(s, seat) {
            out.offer(Action::Pass);
            return;
        }
        out.offer_all(distinct().map(Action::Attack));
        out.offer_all(distinct().map(Action::Defend));
        if !self.must_play {
            out.offer(Action::Pass);
        }
    }

    fn choose<R: Recorder>(&self, s: &mut State, action: Action, rec: &mut R) {
        match action {
            Action::Attack(kind) => s.stage = Stage::Attacking(kind),
            Action::Defend(kind) => s.stage = Stage::Defending(kind),
            Action::GameChanger(kind) => self.play_changer(s, kind, rec),
            Action::Skill(kind) => self.play_skill(s, kind, rec),
            Action::Pass => {
                rec.say(|| format!("{} plays no further card", self.kit.player(s.core.active)));
                s.stage = Stage::End;
            }
            Action::Choice(choice) => chosen(self, s, choice, rec),
        }
    }

    fn act(&self, s: &State, action: Action) -> Act {
        match action {
            Action::Attack(kind) => Act::with("attack", kind),
            Action::Defend(kind) => Act::with("defend", kind),
            Action::GameChanger(kind) => Act::with("game-changer", kind),
            Action::Skill(kind) => Act::with("skill", kind),
            Action::Pass => Act::of("pass"),
            Action::Choice(choice) => choice_act::<Self>(s, choice),
        }
    }

    #[inline(always)]
    fn worth(&self, s: &State, action: Action) -> i32 {
        self.judge(s, action)
    }

    fn idle(&self, _: &State, options: &[Action]) -> usize {
        let usual = |a: &Action| matches!(a, Action::Attack(_));
        let pass = options.iter().position(|a| *a == Action::Pass);
        pass.or_else(|| options.iter().position(usual)).unwrap_or(0)
    }

    fn quantity(&self, s: &State, seat: Seat, quantity: Quantity) -> i32 {
        let index = seat.index();
        match quantity {
            Quantity::Life => i32::try_from(s.core.piles[index].deck.len()).unwrap_or(i32::MAX),
            Quantity::Turn => i32::from(s.core.turn[index]),
            Quantity::Damage => s.damage[index],
            other => common_quantity(self, s, seat, other).unwrap_or(0),
        }
    }

    fn board(&self, s: &State, seat: Seat, each: &mut dyn FnMut(Kind)) {
        Self::placed(s, seat).for_each(|(_, p)| each(p.kind));
    }

    fn observe(&self, s: &State, seat: Seat, out: &mut [i32]) {
        let length = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let piles = &s.core.piles[seat.index()];
        let attack = s.fight[usize::from(ATTACK)].filter(|p| p.seat == seat);
        let numbers = [
            length(piles.hand.len()),
            length(piles.deck.len()),
            length(piles.beyond.len()),
            length(piles.grave.len()),
            i32::from(attack.is_some()),
            attack.map_or(0, |p| self.power(s, ATTACK, p)),
            i32::from(s.changers[seat.index()].is_some()),
            length(s.core.piles[seat.other().index()].deck.len()),
        ];
        out.iter_mut().zip(numbers).for_each(|(slot, n)| *slot = n);
    }

    fn table(&self, s: &State, seat: Seat) -> Vec<(String, Vec<String>)> {
        let show = |slot: u8| {
            let mine = Self::placed(s, seat).filter(|(unit, _)| unit.slot == slot);
            mine.map(|(_, p)| format!("{} (power {})", self.kit.name(p.kind), self.power(s, slot, p))).collect()
        };
        [("Attack Zone", ATTACK), ("Defense Zone", DEFENSE), ("Game Changer Zone", CHANGER)]
            .map(|(title, slot)| (title.to_owned(), show(slot)))
            .into()
    }

    fn elsewhere(&self, s: &State, seat: Seat) -> isize {
        isize::from(s.working.is_some_and(|(owner, _)| owner == seat))
    }

    fn check(&self, s: &State) -> Result<(), String> {
        for seat in Seat::BOTH {
            let changer = s.changers[seat.index()];
            if changer.is_some_and(|p| p.seat != seat || self.cards.of(p.kind).zone != SkillZone::GameChanger) {
                return Err(format!("{seat:?} has {changer:?} in the Game Changer Zone"));
            }
            let lost = s.core.over.is_some_and(|o: Outcome| o.winner == Some(seat.other()));
            if s.core.piles[seat.index()].deck.is_empty() && self.last_card_loses && !lost {
                return Err(format!("{seat:?} goes on without a deck"));
            }
        }
        match s.fight {
            [Some(attack), Some(defense)] if attack.seat == defense.seat => {
                Err(format!("{:?} fights itself", attack.seat))
            }
            [None, Some(defense)] if s.core.over.is_none() && !s.core.waits() => {
                Err(format!("{defense:?} stays in the Defense Zone"))
            }
            _ => Ok(()),
        }
    }
}
