//! The turn engine of Parallel: Energy from a Bank of cards, Units, Relics and Upgrades on the field, a Paragon apart.

mod cards;
mod combat;
mod field;
mod host;
mod player;
mod show;
mod turn;

use super::{Build, Plan};
use crate::diagnostics::Diagnostic;
use crate::play::{
    Act, CHOICE_VERBS, Choice, Core, Dice, Effect, Engine, Kind, Kit, Offers, Purpose, Quantity, Recorder, Seat, Setup,
    Step, Verb, When, Who, choice_act, choice_worth, choices, chosen, common_quantity, each_kind, trigger,
};
use cards::{Card, Sort, cards};
use combat::Fight;
use field::Piece;

/// The engine.
#[derive(Debug)]
pub struct Parallel {
    kit: Kit,
    cards: Vec<Card>,
    health: i32,
    hand: i32,
    limit: usize,
    draw: i32,
    bank_draw: i32,
    banks: i32,
    first_draw: bool,
    first_bank_draw: bool,
    search_loss: i32,
    search_growth: i32,
    no_loss: bool,
    damage_stays: bool,
    first: Option<Seat>,
    /// Whether cards that stand apart change numbers, by seat.
    apart_changes: [bool; 2],
    /// Whether they have abilities to pay for.
    apart_acts: [bool; 2],
    /// Whether numbers change by a condition, which anything can make true.
    conditional: bool,
    /// Whether a card lowers what it meets in combat as long as it is there.
    meets: bool,
    /// Whether any card has Defender.
    defends: bool,
    /// Whether any card has Decay.
    decays: bool,
    /// Whether any card has an ability to pay for.
    acts: bool,
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// A seat returns cards of its first hand.
    Mulligan(Seat),
    /// It draws as many as it returned.
    Redraw(Seat),
    Opened,
    /// Energy, Fatigue, the draw.
    Begin,
    /// Decay, then what happens at the start of a turn.
    Upkeep,
    /// Back to the actions of the turn.
    Resume,
    Main,
    /// An attack stands; who may intercept it is asked.
    Declared,
    Intercept,
    /// What happens when a Unit attacks.
    Clash,
    Strike,
    AfterCombat,
    Ending,
    /// The draw for a banked card.
    EndDraw,
    /// What lasts until the end of the turn ends.
    Close,
    Next,
}

/// A seat's part of a game.
#[derive(Clone, Debug)]
struct Side {
    life: i32,
    /// The Health at the start, which is also the most.
    most: i32,
    energy: i32,
    bank: Vec<Kind>,
    field: Vec<Piece>,
    last_id: u8,
    /// Cards banked in this turn.
    banked: i32,
    /// What the next search of the Waste Pile costs.
    next_loss: i32,
    /// Cards returned in the mulligan.
    returned: i32,
    /// Attacks above the one that each Unit has.
    extra: i32,
    /// Damage to the enemy counts twice.
    doubled: bool,
    /// By place: whether the card that stands apart was played.
    led: Vec<bool>,
}

impl Side {
    /// Where the card with this number stands.
    fn find(&self, id: u8) -> Option<usize> {
        self.field.iter().position(|p| p.id == id)
    }

    /// Whether no card to the left of this place is alike in everything.
    fn is_first(&self, at: usize) -> bool {
        let piece = &self.field[at];
        !self.field[..at].iter().any(|p| p.is_like(piece))
    }

    /// The card with this number.
    fn piece(&self, id: u8) -> Option<&Piece> {
        self.field.iter().find(|p| p.id == id)
    }
}

/// A game.
#[derive(Clone, Debug)]
pub struct State {
    core: Core,
    stage: Stage,
    first: Seat,
    sides: [Side; 2],
    fight: Option<Fight>,
    /// The numbers of cards on the field are not up to date.
    dirty: bool,
    /// Something has happened since the numbers were worked out that changes them.
    stale: bool,
    /// A Shielded card ignores the Effect that is being worked off.
    struck: bool,
    /// The Effect that is being worked off; it goes to the Waste Pile when all that it says has happened.
    expended: Option<(Seat, Kind)>,
    /// Whom the last decision was asked of.
    asked: Seat,
}

impl State {
    fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index()]
    }

    fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[seat.index()]
    }
}

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Keep what is left of the first hand.
    Keep,
    /// Return a card of it.
    Return(Kind),
    /// Bank a card.
    Bank(Kind),
    /// Play a Unit, an Effect or a Relic.
    Play(Kind),
    /// Play an Upgrade on the Unit with this number.
    Equip(Kind, u8),
    /// Play the card with this place apart as a Unit.
    Lead(u8),
    /// Pay for an ability of the card with this number, by index.
    Activate(u8, u8),
    /// Pay for an ability of the card with this place apart, by index.
    ActivateApart(u8, u8),
    /// Attack with a Unit: the number of the Unit that it attacks, or 0 for the enemy player.
    Attack(u8, u8),
    /// Put a Defender into the way of the attack.
    Intercept(u8),
    /// Let the attack go on.
    Pass,
    /// End the turn.
    End,
    /// Give the game up.
    Concede,
    /// What an effect asks for.
    Choice(Choice),
}

const HEALTH_END: u8 = 0;
const BOTH_END: u8 = 1;
const CONCEDED_END: u8 = 2;

impl Build for Parallel {
    fn build(kit: Kit, setup: &mut Setup<'_>, plan: &Plan<'_>, faults: &mut Vec<Diagnostic>) -> Self {
        let cards = cards(&kit, plan, faults);
        let apart = |test: fn(&Card) -> bool| {
            kit.apart.each_ref().map(|list| list.iter().any(|&k| test(&cards[usize::from(k)])))
        };
        let changes_by_condition = |kind: Kind| {
            let abilities = &kit.face(kind).abilities;
            abilities.iter().any(|a| a.when == When::Field && a.cost == 0 && !a.condition.is_empty())
        };
        let lowers_one = |e: &Effect| matches!(e.verb, Verb::Lower { who: Who::One, .. });
        let meets = |kind: Kind| {
            let lasting = kit.face(kind).abilities.iter().filter(|a| a.when == When::Field && a.cost == 0);
            lasting.flat_map(|a| &a.effects).any(lowers_one)
        };
        Parallel {
            meets: kit.kinds().any(meets),
            defends: cards.iter().any(|c| c.words & cards::word::DEFENDER != 0),
            health: setup.number("health", 30, 1, 9999),
            hand: setup.number("hand", 5, 0, 999),
            limit: usize::try_from(setup.number("hand-limit", 8, 1, 999)).unwrap_or(usize::MAX),
            draw: setup.number("draw", 1, 0, 999),
            bank_draw: setup.number("bank-draw", 1, 0, 999),
            banks: setup.number("banks", 1, 0, 999),
            first_draw: setup.flag("first-draw", false),
            first_bank_draw: setup.flag("first-bank-draw", false),
            search_loss: setup.number("search-loss", 1, 0, 9999),
            search_growth: setup.number("search-growth", 2, 1, 99),
            no_loss: setup.flag("no-loss", false),
            damage_stays: setup.flag("damage-stays", true),
            first: plan.first,
            apart_changes: apart(|c| c.changes),
            apart_acts: apart(|c| c.acts),
            conditional: kit.kinds().any(changes_by_condition),
            decays: cards.iter().any(|c| c.words & cards::word::DECAY != 0),
            acts: cards.iter().any(|c| c.acts),
            cards,
            kit,
        }
    }
}

impl Engine for Parallel {
    type State = State;
    type Action = Action;

    const PHASES: &'static [&'static str] = &["draw", "main", "combat", "end"];
    const ENDINGS: &'static [(&'static str, &'static str)] = &[
        ("health", "a seat's Health came down to 0"),
        ("both fell", "the Health of both seats came down to 0 at once"),
        ("conceded", "a seat gave the game up"),
        ("turn limit", "the run's last turn was over"),
    ];
    const VERBS: &'static [(&'static str, &'static str)] = &[
        ("keep", "keep the first hand, and draw for the cards that were returned"),
        ("return", "return a card of the first hand to the deck"),
        ("bank", "bank a card for Energy"),
        ("play", "play a card; an Upgrade upon a Unit"),
        ("activate", "pay for an ability of a card"),
        ("attack", "attack a Unit, or with the note `player` the enemy player"),
        ("intercept", "put a Defender into the way of an attack"),
        ("pass", "let an attack go on"),
        ("end", "end the turn"),
        ("concede", "give the game up"),
        CHOICE_VERBS[0],
        CHOICE_VERBS[1],
        CHOICE_VERBS[2],
        CHOICE_VERBS[3],
        CHOICE_VERBS[4],
        CHOICE_VERBS[5],
        CHOICE_VERBS[6],
    ];
    const STATS: &'static [&'static str] = &["attack", "health"];
    const UNSUPPORTED: &'static [&'static str] = &["d-end"];
    const METRICS: &'static [&'static str] =
        &["hand", "deck", "waste", "bank", "units", "relics", "upgrades", "health", "opponent health"];

    fn kit(&self) -> &Kit {
        &self.kit
    }

    fn state(&self) -> State {
        let side = Side {
            life: 0,
            most: 0,
            energy: 0,
            bank: Vec::new(),
            field: Vec::new(),
            last_id: 0,
            banked: 0,
            next_loss: 0,
            returned: 0,
            extra: 0,
            doubled: false,
            led: Vec::new(),
        };
        State {
            core: Core::default(),
            stage: Stage::Opened,
            first: Seat::A,
            sides: [side.clone(), side],
            fight: None,
            dirty: false,
            stale: false,
            struck: false,
            expended: None,
            asked: Seat::A,
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
        (s.fight, s.dirty, s.stale) = (None, false, false);
        (s.struck, s.expended) = (false, None);
        for (side, apart) in s.sides.iter_mut().zip(&self.kit.apart) {
            (side.life, side.most, side.energy) = (self.health, self.health, 0);
            (side.last_id, side.banked, side.returned, side.extra) = (0, 0, 0, 0);
            (side.next_loss, side.doubled) = (self.search_loss, false);
            side.bank.clear();
            side.field.clear();
            side.led.clear();
            side.led.resize(apart.len(), false);
        }
        s.first = self.first.unwrap_or_else(|| Seat::BOTH[dice.below(Purpose::Game, 2) as usize]);
        s.core.active = s.first;
        rec.say(|| format!("{} goes first", self.kit.player(s.first)));
        for seat in [s.first, s.first.other()] {
            self.fill_hand(s, seat, self.hand, dice, rec);
        }
        for seat in [s.first, s.first.other()] {
            for &kind in &self.kit.apart[seat.index()] {
                trigger(self, s, seat, kind, None, When::Start, rec);
            }
        }
        s.stage = Stage::Mulligan(s.first);
    }

    fn advance<D: Dice + ?Sized, R: Recorder>(&self, s: &mut State, dice: &mut D, rec: &mut R) -> Step {
        self.run(s, dice, rec)
    }

    fn options(&self, s: &State, out: &mut impl Offers<Action>) {
        if s.core.waits() {
            choices(self, s, |choice| out.offer(Action::Choice(choice)));
            return;
        }
        match s.stage {
            Stage::Mulligan(seat) => {
                each_kind(&s.core.piles[seat.index()].hand, |kind| out.offer(Action::Return(kind)));
                out.offer(Action::Keep);
            }
            Stage::Intercept => {
                let seat = s.core.active.other();
                let defenders = self.different(s.side(seat), |p| self.can_intercept(s, p));
                out.offer_all(defenders.map(|p| Action::Intercept(p.id)));
                out.offer(Action::Pass);
            }
            _ => self.main_options(s, out),
        }
    }

    fn choose<R: Recorder>(&self, s: &mut State, action: Action, rec: &mut R) {
        if let Action::Choice(choice) = action {
            chosen(self, s, choice, rec);
            return;
        }
        self.take(s, action, rec);
    }

    fn act(&self, s: &State, action: Action) -> Act {
        let kind_of = |seat: Seat, id: u8| s.side(seat).piece(id).map(|p| p.kind);
        let seat = s.core.active;
        let on = |act: Act, target: Option<Kind>| Act { target, ..act };
        match action {
            Action::Keep => Act::of("keep"),
            Action::Return(kind) => Act::with("return", kind),
            Action::Bank(kind) => Act::with("bank", kind),
            Action::Play(kind) => Act::with("play", kind),
            Action::Equip(kind, unit) => on(Act::with("play", kind), kind_of(seat, unit)),
            Action::Lead(at) => Act { card: self.apart(seat, at), ..Act::of("play") },
            Action::Activate(id, _) => Act { card: kind_of(seat, id), ..Act::of("activate") },
            Action::ActivateApart(at, _) => Act { card: self.apart(seat, at), ..Act::of("activate") },
            Action::Attack(id, 0) => Act { card: kind_of(seat, id), note: "player", ..Act::of("attack") },
            Action::Attack(id, target) => {
                Act { card: kind_of(seat, id), target: kind_of(seat.other(), target), ..Act::of("attack") }
            }
            Action::Intercept(id) => Act { card: kind_of(seat.other(), id), ..Act::of("intercept") },
            Action::Pass => Act::of("pass"),
            Action::End => Act::of("end"),
            Action::Concede => Act::of("concede"),
            Action::Choice(choice) => choice_act::<Self>(s, choice),
        }
    }

    #[inline(always)]
    fn worth(&self, s: &State, action: Action) -> i32 {
        match action {
            Action::Choice(choice) => choice_worth(self, s, choice),
            action => self.worth_of(s, action),
        }
    }

    fn concession(&self, _: &State) -> Option<Action> {
        Some(Action::Concede)
    }

    fn idle(&self, _: &State, options: &[Action]) -> usize {
        let rest = |a: &Action| matches!(a, Action::Keep | Action::Pass | Action::End | Action::Choice(Choice::Skip));
        options.iter().position(rest).unwrap_or(0)
    }

    fn quantity(&self, s: &State, seat: Seat, quantity: Quantity) -> i32 {
        let side = s.side(seat);
        match quantity {
            Quantity::Life => side.life,
            Quantity::Stock => side.energy,
            Quantity::Turn => i32::from(s.core.turn[seat.index()]),
            Quantity::Damage => side.most.saturating_sub(side.life),
            other => common_quantity(self, s, seat, other).unwrap_or(0),
        }
    }

    fn board(&self, s: &State, seat: Seat, each: &mut dyn FnMut(Kind)) {
        s.side(seat).field.iter().for_each(|p| each(p.kind));
    }

    fn observe(&self, s: &State, seat: Seat, out: &mut [i32]) {
        let (piles, side) = (&s.core.piles[seat.index()], s.side(seat));
        let size = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let mut sorts = [0; 3];
        for piece in &side.field {
            match self.card(piece.kind).sort {
                Sort::Relic => sorts[1] += 1,
                Sort::Upgrade => sorts[2] += 1,
                _ => sorts[0] += 1,
            }
        }
        let numbers = [
            size(piles.hand.len()),
            size(piles.deck.len()),
            size(piles.grave.len()),
            size(side.bank.len()),
            sorts[0],
            sorts[1],
            sorts[2],
            side.life,
            s.side(seat.other()).life,
        ];
        for (slot, number) in out.iter_mut().zip(numbers) {
            *slot = number;
        }
    }

    fn table(&self, s: &State, seat: Seat) -> Vec<(String, Vec<String>)> {
        self.zones(s, seat)
    }

    fn elsewhere(&self, s: &State, seat: Seat) -> isize {
        let side = s.side(seat);
        let index = seat.index();
        let known = |kind: &Kind| self.kit.lists[index].contains(kind) || self.kit.apart[index].contains(kind);
        let on_field = side.field.iter().filter(|p| p.apart != 0).count();
        // Tokens are cards of nobody's deck, even if the deck has such a card.
        let tokens = side.field.iter().filter(|p| p.token && known(&p.kind)).count();
        let size = |n: usize| isize::try_from(n).unwrap_or(isize::MAX);
        let expended = s.expended.is_some_and(|(owner, _)| owner == seat);
        isize::from(expended) + size(side.bank.len()) + size(self.kit.apart[index].len() - on_field) - size(tokens)
    }

    fn check(&self, s: &State) -> Result<(), String> {
        self.sound(s)
    }
}

impl Parallel {
    /// The card with this place apart.
    fn apart(&self, seat: Seat, at: u8) -> Option<Kind> {
        self.kit.apart[seat.index()].get(usize::from(at)).copied()
    }
}
