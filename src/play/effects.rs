//! Triggers and effects of cards, worked off one after the other. What all games do alike (drawing, discarding, searching,
//! choosing) is here; a game's [`Host`] does the rest.

use super::{
    Ability, Act, Compare, Dice, Effect, Engine, Kind, MaskId, Outcome, Piles, Quantity, Recorder, Seat, Verb, When,
    Zone, count, each_kind, take,
};

/// A card on the field: the engine's own number for its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Unit {
    /// Whose it is.
    pub seat: Seat,
    /// The place.
    pub slot: u8,
}

/// An effect that waits, or an ability that its owner may pay for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The owner of the card.
    pub seat: Seat,
    /// The card.
    pub kind: Kind,
    /// The card's place, if it is on the field.
    pub unit: Option<Unit>,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// An effect, with how many cards are left to choose.
    Effect(Effect, u16),
    /// The ability with this index on the card.
    Offer(u8),
}

impl Task {
    /// Who draws, discards, gains, or whose cards act.
    #[must_use]
    pub fn subject(&self, effect: Effect) -> Seat {
        if effect.opponent { self.seat.other() } else { self.seat }
    }
}

/// A choice that an effect asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A card of a pile.
    Card(Kind),
    /// A card of the field.
    Unit(Unit, Kind),
    /// Pay, and let it happen.
    Use(Kind),
    /// Do not.
    Skip,
}

/// The part of a state that all games share.
#[derive(Clone, Debug)]
pub struct Core {
    /// The piles of the seats.
    pub piles: [Piles; 2],
    /// How many turns each seat has begun.
    pub turn: [u16; 2],
    /// Whose turn it is.
    pub active: Seat,
    /// How the game ended, once it has.
    pub over: Option<Outcome>,
    queue: Vec<Task>,
    next: usize,
}

impl Default for Core {
    fn default() -> Self {
        Core { piles: Default::default(), turn: [0; 2], active: Seat::A, over: None, queue: Vec::new(), next: 0 }
    }
}

impl Core {
    /// Starts anew with these decks.
    pub fn reset(&mut self, lists: &[Vec<Kind>; 2]) {
        for (piles, list) in self.piles.iter_mut().zip(lists) {
            piles.fill(list);
        }
        (self.turn, self.active, self.over) = ([0; 2], Seat::A, None);
        self.queue.clear();
        self.next = 0;
    }

    /// The piles of a seat.
    #[must_use]
    pub fn of(&mut self, seat: Seat) -> &mut Piles {
        &mut self.piles[seat.index()]
    }

    /// Ends the game, unless it has ended.
    pub fn end(&mut self, winner: Option<Seat>, ending: u8) {
        self.over.get_or_insert(Outcome { winner, ending });
    }

    /// Whether an effect waits.
    #[must_use]
    #[inline]
    pub fn waits(&self) -> bool {
        self.next < self.queue.len()
    }

    /// The task that is worked off or waits for a choice.
    #[must_use]
    pub fn current(&self) -> Option<&Task> {
        self.queue.get(self.next)
    }

    fn done(&mut self) {
        self.next += 1;
        if self.next == self.queue.len() {
            self.queue.clear();
            self.next = 0;
        }
    }
}

/// What effects do in a game.
pub trait Host: Engine {
    /// Draws one card under the rules of the game, with what happens if there is none.
    fn draw<D: Dice + ?Sized, R: Recorder>(&self, s: &mut Self::State, seat: Seat, dice: &mut D, rec: &mut R);
    /// Draws so many cards for one effect, where that differs from drawing one by one.
    fn draws<D: Dice + ?Sized, R: Recorder>(
        &self,
        s: &mut Self::State,
        seat: Seat,
        count: u16,
        dice: &mut D,
        rec: &mut R,
    ) {
        for _ in 0..count {
            if Self::core(s).over.is_none() {
                self.draw(s, seat, dice, rec);
            }
        }
    }
    /// An effect that asks for no choice: any but draw, discard, mill, recover, search, destroy and banish.
    fn apply<D: Dice + ?Sized, R: Recorder>(
        &self,
        s: &mut Self::State,
        task: &Task,
        effect: Effect,
        dice: &mut D,
        rec: &mut R,
    );
    /// The cards of a seat that effects can act upon, left to right.
    fn units(&self, s: &Self::State, seat: Seat, each: &mut dyn FnMut(Unit, Kind));
    /// Takes a card off the field, into the pile of used cards or out of the game, with all that follows from it.
    fn remove<R: Recorder>(&self, s: &mut Self::State, unit: Unit, beyond: bool, rec: &mut R);
    /// Whether a seat can pay the cost of an ability.
    fn can_pay(&self, s: &Self::State, seat: Seat, cost: u16) -> bool;
    /// Pays it.
    fn pay<R: Recorder>(&self, s: &mut Self::State, seat: Seat, cost: u16, rec: &mut R);
    /// Whether the abilities of a card are switched off.
    fn is_silent(&self, s: &Self::State, seat: Seat, unit: Option<Unit>) -> bool;
    /// Whether what an effect began, such as a damage step with dice of its own, must end before the next effect.
    fn is_busy(&self, _: &Self::State) -> bool {
        false
    }
    /// How much a seat wants to keep a card of its hand, for the built-in player; higher is more.
    fn value(&self, s: &Self::State, seat: Seat, kind: Kind) -> i32;

    /// Puts a card into a hand, as a search does.
    fn to_hand<R: Recorder>(&self, s: &mut Self::State, seat: Seat, kind: Kind, _rec: &mut R) {
        Self::core_mut(s).of(seat).hand.push(kind);
    }

    /// Puts a card of the hand into the pile of used cards.
    fn discard<R: Recorder>(&self, s: &mut Self::State, seat: Seat, kind: Kind, rec: &mut R) {
        let piles = Self::core_mut(s).of(seat);
        if take(&mut piles.hand, kind) {
            piles.grave.push(kind);
            rec.say(|| format!("{} discards {}", self.kit().player(seat), self.kit().name(kind)));
        }
    }

    /// Takes a card out of the deck for a search.
    fn take_from_deck(&self, s: &mut Self::State, seat: Seat, kind: Kind) -> bool {
        Self::core_mut(s).of(seat).deck.take(kind)
    }
}

/// Whether a condition holds for a seat.
pub fn holds<E: Engine>(engine: &E, s: &E::State, seat: Seat, condition: &[Compare]) -> bool {
    condition.iter().all(|c| {
        let seat = if c.opponent { seat.other() } else { seat };
        c.op.holds(engine.quantity(s, seat, c.quantity), c.value)
    })
}

/// Hand, deck, grave and board, which all games count alike; `None` for the numbers that are a game's own.
pub fn common_quantity<E: Engine>(engine: &E, s: &E::State, seat: Seat, quantity: Quantity) -> Option<i32> {
    let piles = &E::core(s).piles[seat.index()];
    let n = match quantity {
        Quantity::Hand => piles.hand.len(),
        Quantity::Deck => piles.deck.len(),
        Quantity::Grave => piles.grave.len(),
        Quantity::Board(mask) => {
            return Some(count(engine, s, seat, Zone::Board, |kind| engine.kit().allows(mask, kind)));
        }
        _ => return None,
    };
    Some(i32::try_from(n).unwrap_or(i32::MAX))
}

/// Puts the abilities of a card for this moment into the queue; those that do not hold are left out.
#[inline(always)]
pub fn trigger<E: Host, R: Recorder>(
    engine: &E,
    s: &mut E::State,
    seat: Seat,
    kind: Kind,
    unit: Option<Unit>,
    when: When,
    rec: &mut R,
) {
    if engine.kit().face(kind).triggers & when.bit() != 0 && !engine.is_silent(s, seat, unit) {
        fire(engine, s, seat, kind, unit, when, rec);
    }
}

fn fire<E: Host, R: Recorder>(
    engine: &E,
    s: &mut E::State,
    seat: Seat,
    kind: Kind,
    unit: Option<Unit>,
    when: When,
    rec: &mut R,
) {
    let face = engine.kit().face(kind);
    for (index, ability) in face.abilities.iter().enumerate() {
        if ability.when == when && holds(engine, s, seat, &ability.condition) {
            enqueue(engine, s, seat, kind, unit, index, ability, rec);
        }
    }
}

/// Puts one ability into the queue: its effects, or the offer to pay for them.
#[expect(clippy::too_many_arguments, reason = "a call names the whole ability")]
fn enqueue<E: Host, R: Recorder>(
    engine: &E,
    s: &mut E::State,
    seat: Seat,
    kind: Kind,
    unit: Option<Unit>,
    index: usize,
    ability: &Ability,
    rec: &mut R,
) {
    if ability.cost > 0 {
        let what = What::Offer(u8::try_from(index).unwrap_or(u8::MAX));
        E::core_mut(s).queue.push(Task { seat, kind, unit, what });
        return;
    }
    rec.say(|| format!("{}: ability of {}", engine.kit().player(seat), engine.kit().name(kind)));
    push_effects::<E>(s, seat, kind, unit, ability);
}

fn push_effects<E: Host>(s: &mut E::State, seat: Seat, kind: Kind, unit: Option<Unit>, ability: &Ability) {
    for &effect in &ability.effects {
        let left = match effect.verb {
            Verb::Discard(n) | Verb::Recover(n, _) | Verb::Search(n, _) | Verb::Destroy(n, _) | Verb::Banish(n, _) => n,
            _ => 0,
        };
        E::core_mut(s).queue.push(Task { seat, kind, unit, what: What::Effect(effect, left) });
    }
}

/// An ability that a seat pays for by its own choice, outside of any trigger: the cost is paid and the effects wait.
pub fn activate<E: Host, R: Recorder>(
    engine: &E,
    s: &mut E::State,
    seat: Seat,
    kind: Kind,
    unit: Option<Unit>,
    ability: &Ability,
    rec: &mut R,
) {
    engine.pay(s, seat, ability.cost, rec);
    rec.say(|| format!("{} pays for {}", engine.kit().player(seat), engine.kit().name(kind)));
    push_effects::<E>(s, seat, kind, unit, ability);
}

/// Works the queue off until it is empty or the game is busy otherwise (`None`), or a seat must choose.
pub fn settle<E: Host, D: Dice + ?Sized, R: Recorder>(
    engine: &E,
    s: &mut E::State,
    dice: &mut D,
    rec: &mut R,
) -> Option<Seat> {
    while E::core(s).waits() && !engine.is_busy(s) {
        if E::core(s).over.is_some() {
            let core = E::core_mut(s);
            core.queue.clear();
            core.next = 0;
            return None;
        }
        let at = E::core(s).next;
        let task = E::core(s).queue[at];
        let (effect, left) = match task.what {
            What::Offer(_) if engine.can_pay(s, task.seat, offered(engine, &task).cost) => return Some(task.seat),
            What::Offer(_) => {
                E::core_mut(s).done();
                continue;
            }
            What::Effect(effect, left) => (effect, left),
        };
        let subject = task.subject(effect);
        match effect.verb {
            Verb::Draw(n) => engine.draws(s, subject, n, dice, rec),
            Verb::Mill(n) => {
                for _ in 0..n {
                    let piles = E::core_mut(s).of(subject);
                    let Some(kind) = piles.deck.draw(subject, dice) else { break };
                    piles.grave.push(kind);
                    rec.say(|| {
                        format!("{} loses {} from the deck", engine.kit().player(subject), engine.kit().name(kind))
                    });
                }
            }
            Verb::Discard(_) | Verb::Recover(..) | Verb::Search(..) | Verb::Destroy(..) | Verb::Banish(..) => {
                if left > 0 && !cards_chosen(engine, s, subject, effect, left, rec) {
                    return Some(subject);
                }
            }
            _ => engine.apply(s, &task, effect, dice, rec),
        }
        E::core_mut(s).done();
    }
    None
}

/// Does what needs no choice: takes all there are if they are not more than asked for. `false`: a seat must choose.
fn cards_chosen<E: Host, R: Recorder>(
    engine: &E,
    s: &mut E::State,
    subject: Seat,
    effect: Effect,
    left: u16,
    rec: &mut R,
) -> bool {
    let left = usize::from(left);
    match effect.verb {
        Verb::Destroy(_, mask) | Verb::Banish(_, mask) => {
            let mut fitting = 0;
            targets(engine, s, subject, mask, &mut |_, _| fitting += 1);
            if fitting > left {
                return false;
            }
            for _ in 0..fitting {
                // Looked for anew each time: what follows from one that leaves may take others along.
                let mut first = None;
                targets(engine, s, subject, mask, &mut |unit, _| {
                    first.get_or_insert(unit);
                });
                let Some(unit) = first else { break };
                engine.remove(s, unit, matches!(effect.verb, Verb::Banish(..)), rec);
            }
        }
        _ => {
            let pile = pile_of::<E>(s, subject, effect.verb);
            let mask = mask_of(effect.verb);
            let fitting = pile.iter().filter(|&&k| engine.kit().allows(mask, k)).count();
            let first = pile.iter().copied().find(|&k| engine.kit().allows(mask, k));
            let alike = first.is_some_and(|f| pile.iter().all(|&k| k == f || !engine.kit().allows(mask, k)));
            if fitting > left && !alike {
                return false;
            }
            for _ in 0..fitting.min(left) {
                let pile = pile_of::<E>(s, subject, effect.verb);
                let Some(kind) = pile.iter().copied().find(|&k| engine.kit().allows(mask, k)) else { break };
                take_card(engine, s, subject, effect.verb, kind, rec);
            }
        }
    }
    true
}

fn targets<E: Host>(engine: &E, s: &E::State, subject: Seat, mask: Option<MaskId>, each: &mut dyn FnMut(Unit, Kind)) {
    engine.units(s, subject.other(), &mut |unit, kind| {
        if engine.kit().allows(mask, kind) {
            each(unit, kind);
        }
    });
}

fn pile_of<E: Host>(s: &E::State, seat: Seat, verb: Verb) -> &[Kind] {
    let piles = &E::core(s).piles[seat.index()];
    match verb {
        Verb::Discard(_) => &piles.hand,
        Verb::Recover(..) => &piles.grave,
        _ => piles.deck.cards(),
    }
}

fn mask_of(verb: Verb) -> Option<MaskId> {
    match verb {
        Verb::Recover(_, mask) | Verb::Search(_, mask) | Verb::Destroy(_, mask) | Verb::Banish(_, mask) => mask,
        _ => None,
    }
}

fn take_card<E: Host, R: Recorder>(engine: &E, s: &mut E::State, seat: Seat, verb: Verb, kind: Kind, rec: &mut R) {
    match verb {
        Verb::Discard(_) => engine.discard(s, seat, kind, rec),
        Verb::Recover(..) => {
            if take(&mut E::core_mut(s).of(seat).grave, kind) {
                rec.say(|| format!("{} takes {} back", engine.kit().player(seat), engine.kit().name(kind)));
                engine.to_hand(s, seat, kind, rec);
            }
        }
        _ => {
            if engine.take_from_deck(s, seat, kind) {
                rec.say(|| format!("{} finds {} in the deck", engine.kit().player(seat), engine.kit().name(kind)));
                engine.to_hand(s, seat, kind, rec);
            }
        }
    }
}

fn offered<'e, E: Host>(engine: &'e E, task: &Task) -> &'e Ability {
    let index = match task.what {
        What::Offer(index) => usize::from(index),
        What::Effect(..) => 0,
    };
    &engine.kit().face(task.kind).abilities[index]
}

/// The options of the choice that [`settle`] stopped at; nothing if it did not.
pub fn choices<E: Host>(engine: &E, s: &E::State, mut each: impl FnMut(Choice)) {
    let core = E::core(s);
    let Some(task) = core.queue.get(core.next) else { return };
    let What::Effect(effect, _) = task.what else {
        each(Choice::Use(task.kind));
        each(Choice::Skip);
        return;
    };
    let subject = task.subject(effect);
    match effect.verb {
        Verb::Destroy(_, mask) | Verb::Banish(_, mask) => {
            targets(engine, s, subject, mask, &mut |unit, kind| each(Choice::Unit(unit, kind)));
        }
        verb => {
            let mask = mask_of(verb);
            each_kind(pile_of::<E>(s, subject, verb), |kind| {
                if engine.kit().allows(mask, kind) {
                    each(Choice::Card(kind));
                }
            });
        }
    }
}

/// Takes an option of the choice that [`settle`] stopped at.
pub fn chosen<E: Host, R: Recorder>(engine: &E, s: &mut E::State, choice: Choice, rec: &mut R) {
    let at = E::core(s).next;
    let Some(&task) = E::core(s).queue.get(at) else { return };
    let What::Effect(effect, left) = task.what else {
        E::core_mut(s).done();
        if matches!(choice, Choice::Use(_)) {
            activate(engine, s, task.seat, task.kind, task.unit, offered(engine, &task), rec);
        }
        return;
    };
    // The task is counted down before the card moves: what follows from that may wait behind it.
    E::core_mut(s).queue[at].what = What::Effect(effect, left.saturating_sub(1));
    match choice {
        Choice::Card(kind) => take_card(engine, s, task.subject(effect), effect.verb, kind, rec),
        Choice::Unit(unit, _) => engine.remove(s, unit, matches!(effect.verb, Verb::Banish(..)), rec),
        Choice::Use(_) | Choice::Skip => {}
    }
}

/// A choice in words.
pub fn choice_act<E: Host>(s: &E::State, choice: Choice) -> Act {
    let core = E::core(s);
    let verb = match core.queue.get(core.next).map(|t| t.what) {
        Some(What::Effect(effect, _)) => effect.verb.word(),
        _ => "use",
    };
    match choice {
        Choice::Card(kind) | Choice::Unit(_, kind) => Act::with(verb, kind),
        Choice::Use(kind) => Act::with("use", kind),
        Choice::Skip => Act::of("skip"),
    }
}

/// How good a choice looks: keep what is worth most, take what is worth most, hit what is worth most.
pub fn choice_worth<E: Host>(engine: &E, s: &E::State, choice: Choice) -> i32 {
    let core = E::core(s);
    let Some(task) = core.queue.get(core.next) else { return 0 };
    let What::Effect(effect, _) = task.what else {
        return i32::from(matches!(choice, Choice::Use(_)));
    };
    let subject = task.subject(effect);
    match (effect.verb, choice) {
        (Verb::Discard(_), Choice::Card(kind)) => -engine.value(s, subject, kind),
        (_, Choice::Card(kind)) => engine.value(s, subject, kind),
        (_, Choice::Unit(unit, kind)) => engine.value(s, unit.seat, kind),
        _ => 0,
    }
}

/// The verbs of choices, for [`Engine::VERBS`].
pub const CHOICE_VERBS: [(&str, &str); 7] = [
    ("discard", "discard this card for an effect"),
    ("recover", "take this card back from the pile of used cards"),
    ("search", "take this card from the deck"),
    ("destroy", "put this opposing card into the pile of used cards"),
    ("banish", "remove this opposing card from the game"),
    ("use", "pay for this card's ability"),
    ("skip", "do not pay"),
];
