//! What the Scales of Battle weigh: rarities, attributes and powers, read from the pool and from `setup`.

use crate::play::{Kind, Kit, Setup};
use crate::spec::{GameSpec, Setting};
use crate::text::did_you_mean;

/// The zone in which the skill of a card works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SkillZone {
    /// No zone of its own: skills work where the card fights.
    None,
    Discard,
    GameChanger,
}

/// The numbers of a card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Card {
    /// The step on the ladder of rarities, from 0.
    pub rarity: i32,
    pub power: i32,
    pub zone: SkillZone,
    /// The times of its abilities: see [`crate::play::Face::triggers`].
    pub triggers: u16,
    /// The same where it fights: none if its skill has a zone of its own.
    pub fighting: u16,
    /// Its values, a bit each.
    values: u64,
    /// The values that its own ones beat.
    beats: u64,
}

/// An attribute that gives an Advantage, with the bits of its values.
#[derive(Debug)]
struct Attribute {
    name: String,
    bits: u64,
}

/// All cards in play, ready to be weighed.
#[derive(Debug)]
pub(super) struct Cards {
    cards: Vec<Card>,
    attributes: Vec<Attribute>,
}

impl Cards {
    pub(super) fn new(kit: &Kit, setup: &mut Setup<'_>, spec: &GameSpec) -> Cards {
        let ladder = ladder(setup);
        let tables = tables(setup, spec);
        let mut cards = Vec::with_capacity(kit.len());
        for kind in kit.kinds() {
            let rarity = kit.text(kind, "rarity");
            let step = ladder.iter().position(|r| r == rarity);
            if step.is_none() && !rarity.is_empty() {
                setup.fault("rarity-ladder", format_args!("lacks `{rarity}`, the rarity of {}", kit.name(kind)));
            }
            let zone = match kit.text(kind, "zone") {
                "discard" => SkillZone::Discard,
                "game-changer" => SkillZone::GameChanger,
                _ => SkillZone::None,
            };
            let own = tables.iter().flat_map(|t| t.values.iter().filter(|v| v.word == kit.text(kind, &t.name)));
            let (values, beats) = own.fold((0, 0), |(bits, beats), v| (bits | v.bit, beats | v.beats));
            let triggers = kit.face(kind).triggers;
            cards.push(Card {
                rarity: step.and_then(|s| i32::try_from(s).ok()).unwrap_or(0),
                power: kit.int(kind, "power").unwrap_or(0),
                zone,
                triggers,
                fighting: if zone == SkillZone::None { triggers } else { 0 },
                values,
                beats,
            });
        }
        let bits = |t: &Table| t.values.iter().fold(0, |bits, v| bits | v.bit);
        let attributes = tables.iter().map(|t| Attribute { name: t.name.clone(), bits: bits(t) }).collect();
        Cards { cards, attributes }
    }

    #[inline]
    pub(super) fn of(&self, kind: Kind) -> &Card {
        &self.cards[usize::from(kind)]
    }

    /// The total Advantage of the card in the Attack Zone and of the one in the Defense Zone.
    #[inline]
    pub(super) fn weigh(&self, attack: Kind, defense: Kind) -> [i32; 2] {
        let (red, blue) = (self.of(attack), self.of(defense));
        let edges = |a: &Card, b: &Card| (a.beats & b.values).count_ones() as i32;
        let rarity = red.rarity - blue.rarity;
        [rarity.max(0) + edges(red, blue), (-rarity).max(0) + edges(blue, red)]
    }

    /// Where the Advantage of the two cards comes from, in words.
    pub(super) fn reasons(&self, kit: &Kit, attack: Kind, defense: Kind) -> String {
        let (red, blue) = (self.of(attack), self.of(defense));
        let mut parts = Vec::new();
        let mut part = |what: &str, edge: i32| {
            if edge != 0 {
                let name = kit.name(if edge > 0 { attack } else { defense });
                parts.push(format!("{what} +{} {name}", edge.abs()));
            }
        };
        part("rarity", red.rarity - blue.rarity);
        for attribute in &self.attributes {
            let edge = |a: &Card, b: &Card| i32::from(a.beats & b.values & attribute.bits != 0);
            part(&attribute.name, edge(red, blue) - edge(blue, red));
        }
        if parts.is_empty() { "no Advantage".to_owned() } else { parts.join(", ") }
    }
}

/// The rarities, lowest first.
fn ladder(setup: &mut Setup<'_>) -> Vec<String> {
    let Some(value) = setup.get("rarity-ladder") else { return Vec::new() };
    let Some(words) = words(value).filter(|w| !w.is_empty()) else {
        setup.fault("rarity-ladder", "must be a list of rarities, lowest first");
        return Vec::new();
    };
    if let Some((_, twice)) = words.iter().enumerate().find(|(i, w)| words[..*i].contains(w)) {
        setup.fault("rarity-ladder", format_args!("holds `{twice}` twice"));
    }
    words
}

/// A list of words.
fn words(value: &Setting) -> Option<Vec<String>> {
    let Setting::List(items) = value else { return None };
    items.iter().map(|i| if let Setting::Text(t) = i { Some(t.clone()) } else { None }).collect()
}

/// What the values of an attribute beat.
struct Table {
    name: String,
    values: Vec<Value>,
}

struct Value {
    word: String,
    bit: u64,
    /// The bits of what it beats.
    beats: u64,
}

/// The tables of the attributes: each a list of pairs, winner before loser.
fn tables(setup: &mut Setup<'_>, spec: &GameSpec) -> Vec<Table> {
    let mut out = Vec::new();
    let mut used = 0;
    match setup.get("beats") {
        None => {}
        Some(Setting::Map(tables)) => {
            for (name, pairs) in tables {
                if spec.attribute(name).is_some() {
                    out.extend(table(setup, spec, name, pairs, &mut used));
                } else {
                    let near = did_you_mean(name, spec.attribute_names());
                    setup.fault("beats", format_args!("names `{name}`, which is no attribute of the cards{near}"));
                }
            }
        }
        Some(_) => setup.fault("beats", "must give each attribute a list of pairs, winner before loser"),
    }
    if used > u64::BITS {
        setup.fault("beats", format_args!("names {used} values; there can be {} in all", u64::BITS));
    }
    out
}

fn table(setup: &mut Setup<'_>, spec: &GameSpec, name: &str, pairs: &Setting, used: &mut u32) -> Option<Table> {
    let list = if let Setting::List(items) = pairs { Some(items) } else { None };
    let pair = |item: &Setting| <[String; 2]>::try_from(words(item)?).ok();
    let pairs: Option<Vec<[String; 2]>> = list.and_then(|items| items.iter().map(pair).collect());
    let Some(pairs) = pairs else {
        setup.fault("beats", format_args!("must give `{name}` a list of pairs such as `[[WINNER, LOSER]]`"));
        return None;
    };
    let attribute = spec.attribute(name).and_then(|i| spec.attributes.get_index(i));
    let known: Vec<&str> = attribute.map_or_else(Vec::new, |(_, a)| a.values.iter().map(|v| &*v.value).collect());
    let mut values: Vec<Value> = Vec::new();
    for [winner, loser] in &pairs {
        let [w, l] = [winner, loser].map(|word| {
            values.iter().position(|v| v.word == *word).unwrap_or_else(|| {
                if !known.is_empty() && !known.contains(&word.as_str()) {
                    let near = did_you_mean(word, known.iter().copied());
                    setup.fault("beats", format_args!("names `{word}`, which is no value of {name}{near}"));
                }
                values.push(Value { word: word.clone(), bit: 1u64.checked_shl(*used).unwrap_or(0), beats: 0 });
                *used += 1;
                values.len() - 1
            })
        });
        if w == l || values[l].beats & values[w].bit != 0 {
            setup.fault("beats", format_args!("lets `{winner}` and `{loser}` of {name} beat each other"));
        }
        values[w].beats |= values[l].bit;
    }
    Some(Table { name: name.to_owned(), values })
}
