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
}

/// An attribute with the table of its values.
#[derive(Debug)]
struct Attribute {
    name: String,
    /// The values that the table names; a card's value is 1 more than its index here, and 0 if it is none of them.
    values: Vec<String>,
    /// Winner and loser, by value: `winner * width + loser`.
    beats: Vec<bool>,
}

impl Attribute {
    fn width(&self) -> usize {
        self.values.len() + 1
    }
}

/// All cards in play, ready to be weighed.
#[derive(Debug)]
pub(super) struct Cards {
    cards: Vec<Card>,
    attributes: Vec<Attribute>,
    /// By card, then by attribute.
    values: Vec<u16>,
}

impl Cards {
    pub(super) fn new(kit: &Kit, setup: &mut Setup<'_>, spec: &GameSpec) -> Cards {
        let ladder = ladder(setup);
        let attributes = attributes(setup, spec);
        let mut cards = Vec::with_capacity(kit.len());
        let mut values = Vec::with_capacity(kit.len() * attributes.len());
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
            let rarity = step.and_then(|s| i32::try_from(s).ok()).unwrap_or(0);
            cards.push(Card { rarity, power: kit.int(kind, "power").unwrap_or(0), zone });
            for attribute in &attributes {
                let value = kit.text(kind, &attribute.name);
                let at = attribute.values.iter().position(|v| v == value).map_or(0, |at| at + 1);
                values.push(u16::try_from(at).unwrap_or(0));
            }
        }
        Cards { cards, attributes, values }
    }

    #[inline]
    pub(super) fn of(&self, kind: Kind) -> &Card {
        &self.cards[usize::from(kind)]
    }

    /// Which side an attribute gives an Advantage: 1 the first card, -1 the second, 0 neither.
    #[inline]
    fn edge(&self, index: usize, attribute: &Attribute, first: Kind, second: Kind) -> i32 {
        let value = |kind: Kind| usize::from(self.values[usize::from(kind) * self.attributes.len() + index]);
        let (a, b, width) = (value(first), value(second), attribute.width());
        i32::from(attribute.beats[a * width + b]) - i32::from(attribute.beats[b * width + a])
    }

    /// The total Advantage of the card in the Attack Zone and of the one in the Defense Zone.
    #[inline]
    pub(super) fn weigh(&self, attack: Kind, defense: Kind) -> [i32; 2] {
        let rarity = self.of(attack).rarity - self.of(defense).rarity;
        let mut totals = [rarity.max(0), (-rarity).max(0)];
        for (index, attribute) in self.attributes.iter().enumerate() {
            let edge = self.edge(index, attribute, attack, defense);
            totals[0] += i32::from(edge > 0);
            totals[1] += i32::from(edge < 0);
        }
        totals
    }

    /// Where the Advantage of the two cards comes from, in words.
    pub(super) fn reasons(&self, kit: &Kit, attack: Kind, defense: Kind) -> String {
        let mut parts = Vec::new();
        let rarity = self.of(attack).rarity - self.of(defense).rarity;
        let mut part = |what: &str, edge: i32| {
            if edge != 0 {
                let name = kit.name(if edge > 0 { attack } else { defense });
                parts.push(format!("{what} +{} {name}", edge.abs()));
            }
        };
        part("rarity", rarity);
        for (index, attribute) in self.attributes.iter().enumerate() {
            part(&attribute.name, self.edge(index, attribute, attack, defense));
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

/// The tables of the attributes: each a list of pairs, winner before loser.
fn attributes(setup: &mut Setup<'_>, spec: &GameSpec) -> Vec<Attribute> {
    let mut out = Vec::new();
    match setup.get("beats") {
        None => {}
        Some(Setting::Map(tables)) => {
            for (name, pairs) in tables {
                if spec.attribute(name).is_some() {
                    out.extend(attribute(setup, spec, name, pairs));
                } else {
                    let near = did_you_mean(name, spec.attribute_names());
                    setup.fault("beats", format_args!("names `{name}`, which is no attribute of the cards{near}"));
                }
            }
        }
        Some(_) => setup.fault("beats", "must give each attribute a list of pairs, winner before loser"),
    }
    out
}

fn attribute(setup: &mut Setup<'_>, spec: &GameSpec, name: &str, pairs: &Setting) -> Option<Attribute> {
    let list = if let Setting::List(items) = pairs { Some(items) } else { None };
    let pair = |item: &Setting| {
        let [winner, loser] = <[String; 2]>::try_from(words(item)?).ok()?;
        Some((winner, loser))
    };
    let pairs: Option<Vec<(String, String)>> = list.and_then(|items| items.iter().map(pair).collect());
    let Some(pairs) = pairs else {
        setup.fault("beats", format_args!("must give `{name}` a list of pairs such as `[[WINNER, LOSER]]`"));
        return None;
    };
    let attribute = spec.attribute(name).and_then(|i| spec.attributes.get_index(i));
    let known: Vec<&str> = attribute.map_or_else(Vec::new, |(_, a)| a.values.iter().map(|v| &*v.value).collect());
    let mut values: Vec<String> = Vec::new();
    for word in pairs.iter().flat_map(|(winner, loser)| [winner, loser]) {
        if values.contains(word) {
            continue;
        }
        if !known.is_empty() && !known.contains(&word.as_str()) {
            let near = did_you_mean(word, known.iter().copied());
            setup.fault("beats", format_args!("names `{word}`, which is no value of {name}{near}"));
        }
        values.push(word.clone());
    }
    let width = values.len() + 1;
    let mut beats = vec![false; width * width];
    let at = |word: &String| values.iter().position(|v| v == word).map_or(0, |i| i + 1);
    for (winner, loser) in &pairs {
        let (w, l) = (at(winner), at(loser));
        if w == l || beats[l * width + w] {
            setup.fault("beats", format_args!("lets `{winner}` and `{loser}` of {name} beat each other"));
        }
        beats[w * width + l] = true;
    }
    Some(Attribute { name: name.to_owned(), values, beats })
}
