//! The cards of a game in play: every different card once, by a small number, with what it does.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::ability::{Ability, AbilityError, Condition, Effect, Words, parse_abilities, parse_condition};
use super::{Seat, When};
use crate::catalog::{CardId, Catalog, Lookup, Predicate, Value, parse_terms};
use crate::deck::Deck;
use crate::diagnostics::{Diagnostic, PLY_ABILITY, PLY_EFFECT};
use crate::spec::GameSpec;
use crate::text::{Place, Sources, Span, brief};

/// A different card of a game in play. Kind 0 is a blank: a card without name, numbers and abilities.
pub type Kind = u16;

/// The blank card.
pub const BLANK: Kind = 0;

/// A set of kinds that search terms name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MaskId(pub u16);

/// A card in play.
#[derive(Clone, Debug)]
pub struct Face {
    /// The card; `None` for the blank.
    pub card: Option<CardId>,
    /// Its name.
    pub name: Arc<str>,
    /// What it does.
    pub abilities: Box<[Ability]>,
    /// The bits of all [`When`]s among its abilities.
    pub triggers: u16,
    /// Whether all that its text says is in its abilities, as far as anyone can tell: it has no text, or has abilities.
    pub simulated: bool,
}

/// What a seat plays with.
#[derive(Clone, Debug, Default)]
pub struct SeatDeck {
    /// The cards that are shuffled, one entry a copy; `None` is a blank.
    pub shuffled: Vec<Option<CardId>>,
    /// The cards that stand apart, such as a Paragon.
    pub apart: Vec<CardId>,
    /// The seat does nothing that the rules do not force on it.
    pub idle: bool,
}

impl SeatDeck {
    /// The sections of a deck that are played with: those that are shuffled, and the leader. A side section stays out,
    /// and so does a section that the game lacks. A line whose card is unknown counts as blanks.
    #[must_use]
    pub fn of(deck: &Deck<'_>, spec: &GameSpec) -> SeatDeck {
        let mut out = SeatDeck::default();
        for line in &deck.lines {
            let Some((_, section)) = spec.sections.get_index(line.section) else { continue };
            for _ in 0..line.count {
                if section.shuffle {
                    out.shuffled.push(line.card);
                } else if section.leader {
                    out.apart.extend(line.card);
                }
            }
        }
        out
    }

    /// So many blanks, for an opponent that does nothing.
    #[must_use]
    pub fn blanks(count: usize) -> SeatDeck {
        SeatDeck { shuffled: vec![None; count], apart: Vec::new(), idle: true }
    }
}

/// The cards of both seats.
#[derive(Clone, Debug)]
pub struct Kit {
    faces: Vec<Face>,
    values: Vec<Box<[Value]>>,
    attributes: Vec<String>,
    masks: Vec<Box<[bool]>>,
    /// The bits of all [`When`]s among the abilities of all cards.
    triggers: u16,
    mask_texts: Vec<String>,
    /// The shuffled cards of each seat, one entry a copy.
    pub lists: [Vec<Kind>; 2],
    /// The cards of each seat that stand apart.
    pub apart: [Vec<Kind>; 2],
    /// Which seats do nothing but what they must.
    pub idle: [bool; 2],
}

/// What a kit is made from.
#[derive(Clone, Copy)]
pub struct KitSource<'a> {
    /// The game.
    pub spec: &'a GameSpec,
    /// Its cards.
    pub catalog: &'a Catalog,
    /// The texts, to find the place of a wrong ability.
    pub sources: &'a Sources,
    /// Search terms that policies and goals ask about: the first masks of the kit, in this order.
    pub wishes: &'a [String],
}

/// Gathers the search terms of policies and goals before there is a kit; the masks that it gives are those of a kit made
/// with [`Wishes::terms`].
#[derive(Debug)]
pub struct Wishes<'a> {
    spec: &'a GameSpec,
    terms: Vec<String>,
}

impl<'a> Wishes<'a> {
    /// None yet.
    #[must_use]
    pub fn new(spec: &'a GameSpec) -> Self {
        Wishes { spec, terms: Vec::new() }
    }

    /// The terms so far.
    #[must_use]
    pub fn terms(&self) -> &[String] {
        &self.terms
    }
}

impl Words for Wishes<'_> {
    fn spec(&self) -> &GameSpec {
        self.spec
    }

    fn stats(&self) -> &'static [&'static str] {
        &[]
    }

    fn mask(&mut self, terms: &str) -> MaskId {
        mask_in(&mut self.terms, terms)
    }

    fn token(&mut self, _: &str) -> Option<Kind> {
        None
    }
}

/// The mask of terms in a list, added if it is new.
fn mask_in(list: &mut Vec<String>, terms: &str) -> MaskId {
    let at = list.iter().position(|t| t == terms).unwrap_or_else(|| {
        list.push(terms.to_owned());
        list.len() - 1
    });
    MaskId(u16::try_from(at).unwrap_or(u16::MAX))
}

impl Kit {
    /// Reads the abilities of all cards in the decks, and of the tokens that they make. `stats` and `unsupported` are the
    /// engine's.
    #[must_use]
    pub fn new(
        from: KitSource<'_>,
        decks: &[SeatDeck; 2],
        stats: &'static [&'static str],
        unsupported: &[&str],
    ) -> (Kit, Vec<Diagnostic>) {
        let mut maker = Maker {
            from,
            stats,
            kinds: FxHashMap::default(),
            cards: vec![None],
            faces: Vec::new(),
            masks: from.wishes.to_vec(),
        };
        let lists = decks.each_ref().map(|d| d.shuffled.iter().map(|c| maker.kind(*c)).collect());
        let apart = decks.each_ref().map(|d| d.apart.iter().map(|c| maker.kind(Some(*c))).collect());
        let mut faults = Vec::new();
        // Tokens add cards while abilities are read.
        while maker.faces.len() < maker.cards.len() {
            let card = maker.cards[maker.faces.len()];
            let face = maker.face(card, unsupported, &mut faults);
            maker.faces.push(face);
        }
        let values = maker.cards.iter().map(|c| c.map_or_else(Box::default, |c| from.catalog.card(c).values.clone()));
        let mut kit = Kit {
            values: values.collect(),
            triggers: maker.faces.iter().fold(0, |bits, f| bits | f.triggers),
            faces: maker.faces,
            attributes: from.spec.attribute_names().map(str::to_owned).collect(),
            masks: Vec::new(),
            mask_texts: Vec::new(),
            lists,
            apart,
            idle: [decks[0].idle, decks[1].idle],
        };
        for terms in maker.masks {
            kit.add_mask(from, &terms);
        }
        (kit, faults)
    }

    /// How many kinds there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.faces.len()
    }

    /// Never: the blank is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    /// All kinds.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        0..u16::try_from(self.faces.len()).unwrap_or(u16::MAX)
    }

    /// Whether any card has an ability for this moment.
    #[must_use]
    #[inline]
    pub fn ever(&self, when: When) -> bool {
        self.triggers & when.bit() != 0
    }

    /// A card in play.
    #[must_use]
    #[inline]
    pub fn face(&self, kind: Kind) -> &Face {
        &self.faces[usize::from(kind)]
    }

    /// Its name.
    #[must_use]
    pub fn name(&self, kind: Kind) -> &str {
        &self.face(kind).name
    }

    /// The value of an attribute; missing for the blank.
    #[must_use]
    pub fn value(&self, kind: Kind, attribute: &str) -> &Value {
        let index = self.attributes.iter().position(|a| a == attribute);
        index.and_then(|i| self.values[usize::from(kind)].get(i)).unwrap_or(&Value::Missing)
    }

    /// The value of a number; `None` if it is missing.
    #[must_use]
    pub fn int(&self, kind: Kind, attribute: &str) -> Option<i32> {
        match self.value(kind, attribute) {
            Value::Int(n) => i32::try_from(*n).ok(),
            _ => None,
        }
    }

    /// The value of a text; empty if it is missing.
    #[must_use]
    pub fn text(&self, kind: Kind, attribute: &str) -> &str {
        match self.value(kind, attribute) {
            Value::Text(text) => text,
            _ => "",
        }
    }

    /// The values of a list; empty if it is missing. A text counts as a list of one.
    pub fn list(&self, kind: Kind, attribute: &str) -> impl Iterator<Item = &str> {
        let items = match self.value(kind, attribute) {
            Value::List(items) => &items[..],
            Value::Text(text) => std::slice::from_ref(text),
            _ => &[],
        };
        items.iter().map(|i| &**i)
    }

    /// How a log names a seat.
    #[must_use]
    pub fn player(&self, seat: Seat) -> &'static str {
        match seat {
            Seat::A => "A",
            Seat::B => "B",
        }
    }

    /// Whether a seat does nothing but what it must.
    #[must_use]
    #[inline]
    pub fn is_idle(&self, seat: Seat) -> bool {
        self.idle[seat.index()]
    }

    /// Whether a mask holds a kind; no mask holds all.
    #[must_use]
    #[inline]
    pub fn allows(&self, mask: Option<MaskId>, kind: Kind) -> bool {
        mask.is_none_or(|m| self.masks[usize::from(m.0)][usize::from(kind)])
    }

    /// A mask of the kinds that terms name; the terms are known to be sound. The blank is in no mask but that of no terms.
    pub fn add_mask(&mut self, from: KitSource<'_>, terms: &str) -> MaskId {
        if let Some(at) = self.mask_texts.iter().position(|t| t == terms) {
            return MaskId(u16::try_from(at).unwrap_or(u16::MAX));
        }
        let parsed = parse_terms(terms, from.spec).unwrap_or_default();
        let predicate = Predicate::from_terms(&parsed);
        let holds = |face: &Face| match face.card {
            Some(card) => predicate.matches(from.catalog.card(card), card),
            None => parsed.is_empty(),
        };
        self.masks.push(self.faces.iter().map(holds).collect());
        self.mask_texts.push(terms.to_owned());
        MaskId(u16::try_from(self.masks.len() - 1).unwrap_or(u16::MAX))
    }

    /// How many copies in a seat's deck have a text that no ability plays.
    #[must_use]
    pub fn not_simulated(&self, seat: Seat) -> usize {
        let index = seat.index();
        let all = self.lists[index].iter().chain(&self.apart[index]);
        all.filter(|&&k| !self.face(k).simulated).count()
    }

    /// Reads a cell that holds a condition, such as an Appearance Condition. An empty cell is a condition that always
    /// holds; any other one is something that the card does, so the card counts as simulated.
    ///
    /// # Errors
    /// It is no condition.
    pub fn condition(
        &mut self,
        from: KitSource<'_>,
        kind: Kind,
        attribute: &str,
    ) -> Result<Condition, Box<Diagnostic>> {
        let text = self.text(kind, attribute).to_owned();
        if text.trim().is_empty() {
            return Ok(Condition::default());
        }
        let mut words = ConditionWords { kit: self, from };
        match parse_condition(&text, &mut words) {
            Ok(condition) => {
                self.faces[usize::from(kind)].simulated = true;
                Ok(condition)
            }
            Err(e) => Err(Box::new(wrong(from, self.face(kind).card, &text, &e))),
        }
    }
}

/// The finding of an error in a cell of a card.
fn wrong(from: KitSource<'_>, card: Option<CardId>, cell: &str, e: &AbilityError) -> Diagnostic {
    let Some(card) = card.map(|c| from.catalog.card(c)) else {
        return Diagnostic::general(&PLY_ABILITY, Place::File(crate::text::FileId(0)), e.message.clone());
    };
    let place = place_in_cell(from.sources, card.place, cell, e).unwrap_or(card.place);
    Diagnostic::general(&PLY_ABILITY, place, format!("{}: {}", card.name, e.message))
        .note(format!("the cell says: {}", brief(cell)))
        .help("see `decklint explain abilities`")
}

/// Where in the text of the pool a part of a cell stands: the first cell with this text from the card's row on. Quotes
/// may be doubled there.
fn place_in_cell(sources: &Sources, row: Place, cell: &str, e: &AbilityError) -> Option<Place> {
    let span = row.span()?;
    let source = sources.get(span.file)?;
    let start = span.range().start;
    let rest = source.text.get(start..)?;
    let doubled = cell.replace('"', "\"\"");
    let quotes = |end: usize| cell[..end].matches('"').count();
    let (at, extra): (usize, &dyn Fn(usize) -> usize) = match rest.find(cell) {
        Some(at) => (at, &|_| 0),
        None => (rest.find(&doubled)?, &quotes),
    };
    let from = start + at + e.range.start + extra(e.range.start);
    let to = start + at + e.range.end + extra(e.range.end);
    Some(Span::new(span.file, from, to).into())
}

struct Maker<'a> {
    from: KitSource<'a>,
    stats: &'static [&'static str],
    kinds: FxHashMap<CardId, Kind>,
    cards: Vec<Option<CardId>>,
    faces: Vec<Face>,
    masks: Vec<String>,
}

impl Maker<'_> {
    fn kind(&mut self, card: Option<CardId>) -> Kind {
        let Some(card) = card else { return BLANK };
        let next = u16::try_from(self.cards.len()).unwrap_or(u16::MAX);
        let kind = *self.kinds.entry(card).or_insert(next);
        if kind == next {
            self.cards.push(Some(card));
        }
        kind
    }

    fn face(&mut self, card: Option<CardId>, unsupported: &[&str], faults: &mut Vec<Diagnostic>) -> Face {
        let Some(id) = card else {
            return Face {
                card: None,
                name: "(blank)".into(),
                abilities: Box::default(),
                triggers: 0,
                simulated: true,
            };
        };
        let from = self.from;
        let data = from.catalog.card(id);
        let cell = |name: &str| match from.spec.attribute(name).and_then(|i| data.values.get(i)) {
            Some(Value::Text(text)) => text.clone(),
            _ => "".into(),
        };
        let text = cell("abilities");
        let mut abilities = parse_abilities(&text, self).unwrap_or_else(|errors| {
            faults.extend(errors.iter().map(|e| wrong(from, card, &text, e)));
            Vec::new()
        });
        for ability in &mut abilities {
            let (known, unknown): (Vec<Effect>, Vec<Effect>) =
                ability.effects.iter().copied().partition(|e| !unsupported.contains(&e.verb.word()));
            for effect in unknown {
                let message = format!("{}: `{}` means nothing in {}", data.name, effect.verb.word(), from.spec.name);
                faults.push(Diagnostic::general(&PLY_EFFECT, data.place, message));
            }
            ability.effects = known.into();
        }
        abilities.retain(|a| !a.effects.is_empty());
        let has_text = ["text", "hero", "arts"].iter().any(|a| !cell(a).trim().is_empty());
        Face {
            card,
            name: data.name.clone(),
            triggers: abilities.iter().fold(0, |bits, a| bits | a.when.bit()),
            simulated: !abilities.is_empty() || !has_text,
            abilities: abilities.into(),
        }
    }
}

impl Words for Maker<'_> {
    fn spec(&self) -> &GameSpec {
        self.from.spec
    }

    fn stats(&self) -> &'static [&'static str] {
        self.stats
    }

    fn mask(&mut self, terms: &str) -> MaskId {
        mask_in(&mut self.masks, terms)
    }

    fn token(&mut self, name: &str) -> Option<Kind> {
        match self.from.catalog.find(name) {
            Lookup::One(card) => Some(self.kind(Some(card))),
            _ => None,
        }
    }
}

/// The words of a condition once the kit stands.
struct ConditionWords<'a, 'b> {
    kit: &'a mut Kit,
    from: KitSource<'b>,
}

impl Words for ConditionWords<'_, '_> {
    fn spec(&self) -> &GameSpec {
        self.from.spec
    }

    fn stats(&self) -> &'static [&'static str] {
        &[]
    }

    fn mask(&mut self, terms: &str) -> MaskId {
        self.kit.add_mask(self.from, terms)
    }

    fn token(&mut self, _: &str) -> Option<Kind> {
        None
    }
}

const _: () = assert!((When::ALL.len()) <= 16);
