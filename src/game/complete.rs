//! Decks that are completed or made by chance: what is wished for, what is found, and why nothing is.

use std::borrow::Cow;

use super::{Game, Prepared, Session};
use crate::catalog::CardId;
use crate::deck::{Deck, DeckLine, DeckSection};
use crate::diagnostics::{Diagnostic, Level, Levels};
use crate::play::{Dice, Purpose};
use crate::rules::check::{CardSet, Sections};
use crate::rules::repair::{Constraint, Model, Unrepairable, complete as solve, is_possible, within_limits};
use crate::rules::run;
use crate::text::{FileId, Source, Span};

/// How many cards are tried as the one that a deck of chance is built round.
const MOST_CORES: usize = 8;
/// How often chance is asked again where rules that are no constraints are broken.
const MOST_TRIES: usize = 20;
/// No curve is cut off at a higher number of cards.
const MOST_CURVE: u64 = 1 << 10;

/// So many cards of a kind.
#[derive(Clone, Debug)]
pub struct Wish {
    /// As the user said it.
    pub text: String,
    /// The cards.
    pub cards: CardSet,
    /// The sections whose copies count.
    pub sections: Sections,
    /// The least number of copies.
    pub min: u64,
    /// The greatest number of copies.
    pub max: Option<u64>,
}

/// What is wished for, besides the rules.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Numbers of cards, the most important ones first.
    pub list: Vec<Wish>,
    /// The attribute over whose values the main section is spread as evenly as can be.
    pub even: Option<usize>,
}

/// Copies of a card in a section of the game.
pub type Copies = (usize, CardId, u64);

/// Why there is no deck.
#[derive(Clone, Debug)]
pub enum Stuck {
    /// Adding cards does not mend these.
    Findings(Vec<Diagnostic>),
    /// The codes of the rules each of which alone stands in the way; none if it is several together.
    Rules(Vec<String>),
    /// The wishes that cannot be met, with how many cards can be had; the rules alone can be kept.
    Wishes(Vec<(Wish, u64)>),
    /// The deck was found, but rules that are no constraints refuse it.
    Unsaid(Vec<String>),
    /// The search was given up.
    TooHard,
}

impl From<Unrepairable> for Stuck {
    fn from(e: Unrepairable) -> Self {
        match e {
            Unrepairable::NoLegalDeck => Stuck::Rules(Vec::new()),
            Unrepairable::TooHard => Stuck::TooHard,
        }
    }
}

/// One deck at work.
struct Work<'a> {
    session: &'a Session,
    game: &'a Game,
    prepared: &'a Prepared,
    wishes: &'a Wishes,
    levels: Levels,
}

/// The cards that complete a deck to a legal one under the wishes: as few as the rules and wishes ask for. With `round`
/// the deck is built round a card of chance, so that every part of the pool has its turn.
///
/// # Errors
/// Why there is no such deck.
pub fn complete(
    (session, game, prepared): (&Session, &Game, &Prepared),
    deck: &[Copies],
    wishes: &Wishes,
    dice: &mut dyn Dice,
    round: bool,
) -> Result<Vec<Copies>, Stuck> {
    // A deck that merely is no error may still be a sorry sight: first one is looked for that has no warnings either.
    let mut strict = Levels::default();
    strict.deny_warnings(true);
    let mut with = |levels| Work { session, game, prepared, wishes, levels }.complete(deck, dice, round);
    with(strict).or_else(|_| with(Levels::default()))
}

/// What the rules say of a deck under construction.
#[must_use]
pub fn rules_of(
    session: &Session,
    game: &Game,
    prepared: &Prepared,
    deck: &Deck<'_>,
    source: &Source,
) -> Vec<Diagnostic> {
    run(&prepared.ruleset, deck, &game.spec, &game.catalog, source, &session.sources, true)
}

impl Wish {
    fn constraint(&self) -> Constraint {
        let (sections, cards) = (self.sections, self.cards.clone());
        Constraint::Sum { sections, cards, min: Some(self.min), max: self.max }
    }
}

/// Copies of one card in one section, together.
fn joined(mut all: Vec<Copies>) -> Vec<Copies> {
    all.sort_unstable();
    let mut out: Vec<Copies> = Vec::new();
    for (section, card, n) in all {
        match out.last_mut() {
            Some(last) if (last.0, last.1) == (section, card) => last.2 += n,
            _ => out.push((section, card, n)),
        }
    }
    out
}

fn codes(findings: &[Diagnostic]) -> Vec<String> {
    let mut out: Vec<String> = findings.iter().map(|f| f.code.to_string()).collect();
    out.sort_unstable();
    out.dedup();
    out
}

impl<'a> Work<'a> {
    fn complete(&self, deck: &[Copies], dice: &mut dyn Dice, round: bool) -> Result<Vec<Copies>, Stuck> {
        let broken = self.errors(deck, true);
        if !broken.is_empty() {
            return Err(Stuck::Findings(broken));
        }
        let mut model = self.model(&self.levels);
        let plain = model.constraints.len();
        model.constraints.extend(self.wishes.list.iter().map(Wish::constraint));
        if !within_limits(&model, deck) || !is_possible(&model, deck)? {
            return Err(self.explain(model, plain, deck)?);
        }
        self.level_out(&mut model, deck)?;
        let mut last = Vec::new();
        for _ in 0..MOST_TRIES {
            let mut all = deck.to_vec();
            self.lead(&model, &mut all, dice);
            if round {
                self.core(&model, &mut all, dice);
            }
            let added = solve(&model, &all, &mut |n| dice.below(Purpose::Game, n))?;
            all.extend(added);
            last = self.errors(&all, false);
            if last.is_empty() {
                return Ok(joined(all.split_off(deck.len())));
            }
            if model.unsaid.is_empty() {
                break;
            }
        }
        Err(Stuck::Unsaid(codes(&last)))
    }

    fn model(&self, levels: &Levels) -> Model<'a> {
        Model::of(&self.prepared.ruleset, &self.game.spec, &self.game.catalog, levels, false)
    }

    /// The errors of a deck, by the checks themselves.
    fn errors(&self, all: &[Copies], draft: bool) -> Vec<Diagnostic> {
        let spec = &self.game.spec;
        let mut sections = DeckSection::all(spec);
        for &(section, _, n) in all {
            sections.get_mut(section).into_iter().for_each(|s| s.total += n);
        }
        let line = |&(section, card, n): &Copies| DeckLine {
            section,
            count: u32::try_from(n).unwrap_or(u32::MAX),
            card: Some(card),
            text: Cow::Borrowed(""),
            span: Span::new(FileId::INPUT, 0, 0),
            count_span: None,
            raw: 0,
        };
        let deck = Deck { sections, lines: joined(all.to_vec()).iter().map(line).collect() };
        let (rules, source) = (&self.prepared.ruleset, Source::new("", ""));
        let mut found = run(rules, &deck, spec, &self.game.catalog, &source, &self.session.sources, draft);
        self.levels.apply(&mut found);
        found.retain(|f| f.level == Level::Error);
        found
    }

    /// Chooses a leader where the rules ask for one and there is none.
    fn lead(&self, model: &Model<'_>, all: &mut Vec<Copies>, dice: &mut dyn Dice) {
        let Some(leader) = self.game.spec.leader_section() else { return };
        let asked = |c: &Constraint| match c {
            Constraint::Sum { sections, min: Some(1..), .. } => {
                sections.has(leader) && !sections.has(self.game.spec.default_section())
            }
            _ => false,
        };
        if !all.iter().any(|(section, ..)| *section == leader) && model.constraints.iter().any(asked) {
            self.try_cards(model, all, leader, usize::MAX, dice);
        }
    }

    /// Puts one card of the pool into the main section.
    fn core(&self, model: &Model<'_>, all: &mut Vec<Copies>, dice: &mut dyn Dice) {
        self.try_cards(model, all, self.game.spec.default_section(), MOST_CORES, dice);
    }

    /// Adds the first card, in an order of chance, with which the deck can be completed.
    fn try_cards(
        &self,
        model: &Model<'_>,
        all: &mut Vec<Copies>,
        section: usize,
        mut most: usize,
        dice: &mut dyn Dice,
    ) {
        let mut cards: Vec<CardId> = self.game.catalog.cards().map(|(id, _)| id).collect();
        while !cards.is_empty() && most > 0 {
            let left = u32::try_from(cards.len()).unwrap_or(u32::MAX);
            let card = cards.swap_remove(dice.below(Purpose::Game, left) as usize);
            all.push((section, card, 1));
            if within_limits(model, all) {
                if is_possible(model, all) == Ok(true) {
                    return;
                }
                most -= 1;
            }
            all.pop();
        }
    }

    /// Limits the cards of each value of an attribute to the least number with which the deck can be completed.
    fn level_out(&self, model: &mut Model<'_>, deck: &[Copies]) -> Result<(), Stuck> {
        let Some(attribute) = self.wishes.even else { return Ok(()) };
        let main = Sections::of([self.game.spec.default_section()]);
        let (groups, without) = model.by_value(attribute, &CardSet::all(self.game.catalog.len()));
        let plain = model.constraints.len();
        let capped = |max: u64, model: &mut Model<'_>| {
            model.constraints.truncate(plain);
            groups
                .iter()
                .map(|(_, cards)| cards)
                .chain([&without])
                .for_each(|cards| model.sum(main, cards.clone(), None, Some(max)));
        };
        let (mut low, mut high) = (0, MOST_CURVE);
        while low < high {
            let middle = (low + high) / 2;
            capped(middle, model);
            match within_limits(model, deck) && is_possible(model, deck)? {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        capped(high, model);
        Ok(())
    }

    /// Why the deck cannot be completed: `plain` constraints are those of the rules.
    fn explain(&self, mut model: Model<'_>, plain: usize, deck: &[Copies]) -> Result<Stuck, Stuck> {
        let can =
            |model: &Model<'_>| -> Result<bool, Stuck> { Ok(within_limits(model, deck) && is_possible(model, deck)?) };
        model.constraints.truncate(plain);
        if !can(&model)? {
            let mut blamed = Vec::new();
            for rule in &self.prepared.merged.rules {
                let mut levels = self.levels.clone();
                levels.set(&rule.id.value, None);
                if can(&self.model(&levels))? {
                    blamed.push(rule.id.value.clone());
                }
            }
            return Ok(Stuck::Rules(blamed));
        }
        let mut unmet = Vec::new();
        for wish in &self.wishes.list {
            model.constraints.push(wish.constraint());
            if can(&model)? {
                continue;
            }
            // The greatest number that can be had below what is wished, where the least is the trouble.
            let (mut low, mut high) = (0, wish.min);
            while low < high {
                let middle = (low + high).div_ceil(2);
                model.constraints.pop();
                model.constraints.push(Wish { min: middle, ..wish.clone() }.constraint());
                match can(&model)? {
                    true => low = middle,
                    false => high = middle - 1,
                }
            }
            model.constraints.pop();
            unmet.push((wish.clone(), low));
        }
        Ok(Stuck::Wishes(unmet))
    }
}
