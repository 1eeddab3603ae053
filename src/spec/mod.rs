//! `game.yaml` as types: what a game's cards and decks look like. Rules stand in `rules.yaml`, see [`crate::rules`].

mod attribute;
mod exchange;
mod selector;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::diagnostics::{Diagnostic, GAM_FILE, GAM_REFERENCE};
use crate::text::{
    At, FileId, Node, ONE_OR_MANY, Place, SyntaxError, did_you_mean, fold, fold_key, from_node, parse_yaml,
};

pub use attribute::{Attribute, AttributeType, Default_, Requirement};
pub use exchange::Exchange;
pub use selector::{Compare, Condition, Selector, Word};

/// A game as its `game.yaml` describes it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GameSpec {
    /// Short lower-case name, also the name of the folder.
    #[schemars(extend("pattern" = "^[a-z0-9-]+$"))]
    pub id: At<String>,
    /// The game's title.
    pub name: String,
    /// Three capital letters that begin the codes of its rules.
    #[schemars(extend("pattern" = "^[A-Z]{3}$"))]
    pub prefix: At<String>,
    /// The turn engine, `draw` for a game that has none of its own.
    #[serde(default)]
    pub engine: Option<At<String>>,
    /// The game in one line.
    #[serde(default)]
    pub about: String,
    /// Where the rules come from.
    #[serde(default)]
    pub source: String,
    /// What makes two cards the same card: `code`, `name`, or a list of attributes.
    pub identity: Identity,
    /// The parts of a deck, in the order of a printed list.
    pub sections: IndexMap<At<String>, Section>,
    /// The attributes of a card. `name` must be among them.
    pub attributes: IndexMap<At<String>, Attribute>,
    /// The columns that `decklint cards` shows.
    #[serde(default)]
    pub show: Vec<At<String>>,
    /// The attribute whose spread is a deck's curve, of the type `int`.
    #[serde(default)]
    pub curve: Option<At<String>>,
    /// Numbers of the set-up and the turns, read by the engine.
    #[serde(default)]
    #[schemars(with = "IndexMap<String, serde_json::Value>")]
    pub setup: IndexMap<At<String>, At<Setting>>,
    /// The policy of the game that plays the second seat of a goldfish; a seat that does nothing if absent.
    #[serde(default)]
    pub opponent: Option<At<String>>,
    /// The phases of a turn in order.
    #[serde(default)]
    pub phases: Vec<At<String>>,
    /// What other programs call the game and its parts, by the word of the deck format (`decklint convert --list`).
    #[serde(default)]
    pub exchange: IndexMap<At<String>, Exchange>,
}

/// What makes two cards the same card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity(pub Vec<At<String>>);

impl<'de> Deserialize<'de> for Identity {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let names: Vec<At<String>> = OneOrMany::deserialize(deserializer)?.0;
        match names.is_empty() {
            true => Err(serde::de::Error::custom("the identity needs an attribute; without one no two cards differ")),
            false => Ok(Identity(names)),
        }
    }
}

impl JsonSchema for Identity {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Identity".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": ["string", "array"], "items": {"type": "string"}, "minItems": 1})
    }
}

/// A value, or a list of values; keeps the places that an untagged enum would lose.
#[derive(Clone, Debug)]
pub(crate) struct OneOrMany<T>(pub Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(ONE_OR_MANY, ShapeVisitor(std::marker::PhantomData)).map(OneOrMany)
    }
}

struct ShapeVisitor<T>(std::marker::PhantomData<T>);

impl<'de, T: Deserialize<'de>> serde::de::Visitor<'de> for ShapeVisitor<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("a value or a list of values")
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
        let mut out = Vec::new();
        while let Some(item) = seq.next_element()? {
            out.push(item);
        }
        Ok(out)
    }

    fn visit_newtype_struct<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        Ok(vec![T::deserialize(deserializer)?])
    }
}

/// A part of a deck.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Section {
    /// The name for people.
    pub title: String,
    /// Other headings by which lists name it.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Cards without heading belong here. The first section without `side` and `leader` is it if none says so.
    #[serde(default)]
    pub default: bool,
    /// The section that is exchanged between games: `SB:`, `Sideboard` or a blank line starts it.
    #[serde(default)]
    pub side: bool,
    /// The section of the card that leads the deck.
    #[serde(default)]
    pub leader: bool,
    /// Its cards are shuffled and drawn.
    #[serde(default)]
    pub shuffle: bool,
}

/// A value of `setup`: the engine that reads it knows its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// A number.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A word.
    Text(String),
    /// A list.
    List(Vec<Setting>),
    /// Named values.
    Map(IndexMap<String, Setting>),
}

impl From<i64> for Setting {
    fn from(n: i64) -> Self {
        Setting::Int(n)
    }
}

impl From<bool> for Setting {
    fn from(b: bool) -> Self {
        Setting::Bool(b)
    }
}

impl From<&str> for Setting {
    fn from(text: &str) -> Self {
        Setting::Text(text.to_owned())
    }
}

impl<'de> Deserialize<'de> for Setting {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> serde::de::Visitor<'de> for V {
            type Value = Setting;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a number, word, list or mapping")
            }

            fn visit_i64<E>(self, n: i64) -> Result<Setting, E> {
                Ok(Setting::Int(n))
            }

            fn visit_bool<E>(self, b: bool) -> Result<Setting, E> {
                Ok(Setting::Bool(b))
            }

            fn visit_str<E>(self, text: &str) -> Result<Setting, E> {
                Ok(Setting::Text(text.to_owned()))
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<Setting, A::Error> {
                let mut out = Vec::new();
                while let Some(item) = seq.next_element()? {
                    out.push(item);
                }
                Ok(Setting::List(out))
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Setting, A::Error> {
                let mut out = IndexMap::new();
                while let Some((key, value)) = map.next_entry()? {
                    out.insert(key, value);
                }
                Ok(Setting::Map(out))
            }
        }
        deserializer.deserialize_any(V)
    }
}

/// A word without the ending of a plural, for comparing only: singular and plural give the same.
fn stem(word: &str) -> String {
    let mut word = fold(word);
    if word.ends_with("ies") {
        word.truncate(word.len() - 3);
        word.push('y');
    } else {
        word.truncate(word.trim_end_matches('s').len());
        word.truncate(word.trim_end_matches('e').len());
    }
    word
}

/// The headings that every game understands, by the kind of section they name.
const MAIN_HEADINGS: &[&str] =
    &["deck", "main", "main deck", "maindeck", "mainboard", "main board", "decklist", "deck list"];
const SIDE_HEADINGS: &[&str] = &["side", "sideboard", "side board", "side deck", "sidedeck", "sb"];

impl GameSpec {
    /// Reads a `game.yaml`.
    ///
    /// # Errors
    /// Every fault that is found: the syntax, a wrong key or type, then references between the parts.
    pub fn parse(text: &str, file: FileId) -> Result<GameSpec, Vec<Diagnostic>> {
        let spec: GameSpec = parse_typed(text, file)?;
        let faults = spec.faults(file);
        if faults.is_empty() { Ok(spec) } else { Err(faults) }
    }

    fn faults(&self, file: FileId) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        let mut fault = |place: Place, message: String| out.push(Diagnostic::general(&GAM_FILE, place, message));
        if self.prefix.value.len() != 3 || !self.prefix.value.bytes().all(|b| b.is_ascii_uppercase()) {
            fault(self.prefix.span.into(), format!("the prefix `{}` must be three capital letters", self.prefix.value));
        }
        if self.id.value.is_empty()
            || !self.id.value.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        {
            fault(
                self.id.span.into(),
                format!("the id `{}` must be of lower-case letters, digits and dashes", self.id.value),
            );
        }
        if self.sections.is_empty() {
            fault(Place::File(file), "a game needs at least one section".to_owned());
        }
        if self.attribute("name").is_none() {
            fault(Place::File(file), "the attribute `name` is missing".to_owned());
        }
        for (what, word) in self.identity.0.iter().map(|w| ("identity", w)).chain(self.show.iter().map(|w| ("show", w)))
        {
            if self.attribute(&word.value).is_none() {
                let near = did_you_mean(&word.value, self.attribute_names());
                out.push(Diagnostic::general(
                    &GAM_REFERENCE,
                    word.span,
                    format!("`{what}` names the unknown attribute `{}`{near}", word.value),
                ));
            }
        }
        if let Some(curve) = self.curve.as_ref().filter(|_| self.curve_attribute().is_none()) {
            let numbers = self.attributes.iter().filter(|(_, a)| a.kind == AttributeType::Int);
            let near = did_you_mean(&curve.value, numbers.map(|(name, _)| name.value.as_str()).collect::<Vec<_>>());
            let message = format!("`curve` names `{}`, which is no attribute of the type int{near}", curve.value);
            out.push(Diagnostic::general(&GAM_REFERENCE, curve.span, message));
        }
        for (name, attribute) in &self.attributes {
            attribute.faults(&name.value, name.span, self, &mut out);
        }
        self.exchange.values().for_each(|exchange| exchange.faults(self, &mut out));
        out
    }

    /// The index of an attribute.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<usize> {
        self.attributes.iter().position(|(n, _)| n.value == name)
    }

    /// The index of the attribute whose spread is a deck's curve.
    #[must_use]
    pub fn curve_attribute(&self) -> Option<usize> {
        let at = self.attribute(&self.curve.as_ref()?.value)?;
        (self.attributes[at].kind == AttributeType::Int).then_some(at)
    }

    /// The indices of the attributes with listed values, such as a type.
    pub fn listed_attributes(&self) -> impl Iterator<Item = usize> {
        self.attributes.values().enumerate().filter(|(_, a)| !a.values.is_empty()).map(|(index, _)| index)
    }

    /// The attributes that tables of cards show, in their order: those of `show`, or all.
    #[must_use]
    pub fn shown_attributes(&self) -> Vec<usize> {
        match self.show.len() {
            0 => (0..self.attributes.len()).collect(),
            _ => self.show.iter().filter_map(|w| self.attribute(&w.value)).collect(),
        }
    }

    /// The title of an attribute: its own, or its name; nothing for an index beyond them.
    #[must_use]
    pub fn attribute_title(&self, index: usize) -> &str {
        let found = self.attributes.get_index(index);
        found.map_or("", |(name, attribute)| attribute.title.as_deref().unwrap_or(&name.value))
    }

    /// The attribute that a column of this name holds: by its name or an alias, folded.
    #[must_use]
    pub fn attribute_for_column(&self, column: &str) -> Option<usize> {
        let column = fold_key(column);
        let same = |name: &str| fold_key(name) == column;
        self.attributes
            .iter()
            .position(|(name, _)| same(&name.value))
            .or_else(|| self.attributes.iter().position(|(_, a)| a.aliases.iter().any(|alias| same(alias))))
            .or_else(|| self.attributes.iter().position(|(_, a)| a.title.as_deref().is_some_and(same)))
    }

    /// The names of all attributes.
    pub fn attribute_names(&self) -> impl Iterator<Item = &str> + Clone {
        self.attributes.keys().map(|name| name.value.as_str())
    }

    /// The index of a section by its exact name.
    #[must_use]
    pub fn section(&self, name: &str) -> Option<usize> {
        self.sections.iter().position(|(n, _)| n.value == name)
    }

    /// The section that a heading names: its name, title or an alias, or the words that all games share
    /// (`Deck`, `Main`, `Sideboard` …), folded, a final colon forgotten.
    #[must_use]
    pub fn section_for_heading(&self, heading: &str) -> Option<usize> {
        let folded = fold_key(heading);
        let own = self.sections.iter().position(|(name, section)| {
            fold_key(&name.value) == folded
                || fold_key(&section.title) == folded
                || section.aliases.iter().any(|alias| fold_key(alias) == folded)
        });
        own.or_else(|| match folded.as_ref() {
            word if MAIN_HEADINGS.contains(&word) => Some(self.default_section()),
            word if SIDE_HEADINGS.contains(&word) => self.side_section(),
            _ => None,
        })
    }

    /// Whether a line is a mere label over a group of cards, such as `Soldiers`: an allowed value of an attribute, in
    /// singular or plural.
    #[must_use]
    pub fn is_group_label(&self, heading: &str) -> bool {
        let wanted = stem(heading);
        let spellings =
            |a: &Attribute| a.values.iter().map(|v| &v.value).chain(a.value_aliases.keys()).any(|v| stem(v) == wanted);
        self.attributes.values().any(spellings)
    }

    /// The section of cards without heading.
    #[must_use]
    pub fn default_section(&self) -> usize {
        let by = |wanted: fn(&Section) -> bool| self.sections.values().position(wanted);
        by(|s| s.default).or_else(|| by(|s| !s.side && !s.leader)).unwrap_or(0)
    }

    /// The section that is exchanged between games.
    #[must_use]
    pub fn side_section(&self) -> Option<usize> {
        self.sections.values().position(|s| s.side)
    }

    /// The section of the card that leads the deck.
    #[must_use]
    pub fn leader_section(&self) -> Option<usize> {
        self.sections.values().position(|s| s.leader)
    }

    /// What the program of a deck format calls the game and its parts, if the game says so.
    #[must_use]
    pub fn exchange(&self, format: &str) -> Option<&Exchange> {
        self.exchange.iter().find(|(name, _)| name.value == format).map(|(_, exchange)| exchange)
    }

    /// Name of a section by index; unknown sections have none.
    #[must_use]
    pub fn section_name(&self, index: usize) -> Option<&str> {
        self.sections.get_index(index).map(|(name, _)| name.value.as_str())
    }
}

/// Reads a YAML text into a type, with the fault as a finding of [`GAM_FILE`].
///
/// # Errors
/// One finding, at the place of the first fault.
pub fn parse_typed<T: for<'de> Deserialize<'de>>(text: &str, file: FileId) -> Result<T, Vec<Diagnostic>> {
    let node = parse_yaml(text, file)
        .map_err(|SyntaxError { message, span }| vec![Diagnostic::general(&GAM_FILE, span, message)])?;
    typed(&node)
}

/// Reads a tree into a type, with the fault as a finding of [`GAM_FILE`].
///
/// # Errors
/// One finding, at the place of the first fault.
pub fn typed<T: for<'de> Deserialize<'de>>(node: &Node) -> Result<T, Vec<Diagnostic>> {
    from_node(node).map_err(|e| vec![Diagnostic::general(&GAM_FILE, e.span.unwrap_or(node.span), e.message)])
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: [&str; 5] = [
        include_str!("../../cards/barrenia/game.yaml"),
        include_str!("../../cards/scales/game.yaml"),
        include_str!("../../cards/tuna/game.yaml"),
        include_str!("../../cards/breakrift/game.yaml"),
        include_str!("../../cards/parallel/game.yaml"),
    ];

    #[test]
    fn shipped_games_are_read() {
        for text in GAMES {
            let spec = GameSpec::parse(text, FileId(1)).unwrap_or_else(|e| panic!("{e:#?}"));
            assert!(spec.section_for_heading("DECK:").is_some());
        }
    }

    #[test]
    fn headings_name_sections() {
        let spec = GameSpec::parse(GAMES[0], FileId(1)).expect("barrenia");
        for (heading, section) in
            [("Main Deck", 0), ("main", 0), ("Deck:", 0), ("SIDEBOARD:", 1), ("Provisionary", 1), ("prov", 1)]
        {
            assert_eq!(spec.section_for_heading(heading), Some(section), "{heading}");
        }
        assert_eq!(spec.section_for_heading("Soldiers"), None);
        let scales = GameSpec::parse(GAMES[1], FileId(1)).expect("scales");
        assert_eq!(scales.section_for_heading("Sideboard"), None);
        let parallel = GameSpec::parse(GAMES[4], FileId(1)).expect("parallel");
        assert_eq!(parallel.default_section(), 1);
        assert_eq!(spec.attribute_for_column("kind"), spec.attribute("type"));
        assert_eq!(spec.attribute_for_column("Card Type"), spec.attribute("type"));
    }

    #[test]
    fn faults_are_found_at_their_place() {
        for (from, to, at, message) in [
            (
                "identity: code",
                "identity: cod",
                "cod",
                "`identity` names the unknown attribute `cod`; did you mean `code`?",
            ),
            (
                "required: {type: Timebreak}",
                "required: {type: Timebrake}",
                "Timebrake",
                "unknown value `Timebrake`; did you mean `Timebreak`?",
            ),
            ("prefix: BAR", "prefix: bar", "bar", "the prefix `bar` must be three capital letters"),
            ("'[0-9]{8}'", "'[0-9]{8'", "'[0-9]{8'", "the pattern of `code` is no regular expression"),
            ("shuffle: true", "shufle: true", "shufle", "unknown key `shufle`; did you mean `shuffle`?"),
        ] {
            let text = GAMES[0].replacen(from, to, 1);
            let faults = GameSpec::parse(&text, FileId(1)).expect_err(to);
            assert!(faults[0].message.starts_with(message), "{}", faults[0].message);
            assert_eq!(&text[faults[0].place.span().expect("span").range()], at);
        }
    }
}
