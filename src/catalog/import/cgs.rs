//! The game definition of Card Game Simulator, `cgs.json`: what its card files call the things.

use std::borrow::Cow;

use crate::text::{FileId, Node, SyntaxError, parse_json};

/// What a `cgs.json` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cgs {
    /// The game's name.
    pub name: String,
    /// The key of a card's id.
    pub id: String,
    /// The key of a card's name.
    pub card_name: String,
    /// The key of a card's set.
    pub set: String,
    /// The key that a card's values stand under, if they are wrapped.
    pub data: Option<String>,
    /// The properties of cards: name, title and type.
    pub properties: Vec<(String, String, String)>,
    /// The labels of values: the property, the value as written, the label.
    pub labels: Vec<(String, String, String)>,
    /// Cards in the opening hand.
    pub hand: Option<i64>,
    /// Whether cards share names, so that only the id tells them apart.
    pub names_repeat: bool,
    /// Which cards stand outside of the main pile: the group, the property, its value.
    pub extras: Vec<(String, String, String)>,
}

impl Cgs {
    /// Reads a `cgs.json`.
    ///
    /// # Errors
    /// It is no JSON object, with the place of the fault.
    pub fn parse(text: &str, file: FileId) -> Result<Self, SyntaxError> {
        let node = parse_json(text, file)?;
        if node.as_map().is_none() {
            let message = format!("a game definition is an object, found {}", node.kind());
            return Err(SyntaxError { message, span: node.span });
        }
        let text = |node: &Node, key: &str| node.get(key).and_then(Node::as_str).unwrap_or_default().trim().to_owned();
        let or = |key: &str, default: &str| match text(&node, key) {
            given if given.is_empty() => default.to_owned(),
            given => given,
        };
        let list = |key: &str| node.get(key).and_then(Node::as_list).unwrap_or_default();
        let properties = list("cardProperties").iter().map(|p| (text(p, "name"), text(p, "display"), text(p, "type")));
        let mut labels = Vec::new();
        for one in list("enums") {
            for (key, label) in one.get("values").and_then(Node::as_map).unwrap_or_default() {
                let label = label.as_str().unwrap_or_default().trim();
                if !label.is_empty() {
                    labels.push((text(one, "property"), key.value.to_string(), label.to_owned()));
                }
            }
        }
        let extras = list("extras").iter().map(|e| (text(e, "group"), text(e, "property"), text(e, "value")));
        Ok(Cgs {
            name: text(&node, "name"),
            id: or("cardIdIdentifier", "id"),
            card_name: or("cardNameIdentifier", "name"),
            set: or("cardSetIdentifier", "set"),
            data: Some(text(&node, "cardDataIdentifier")).filter(|d| !d.is_empty()),
            properties: properties.filter(|p| !p.0.is_empty()).collect(),
            labels,
            hand: text(&node, "gameStartHandCount").parse().ok(),
            names_repeat: text(&node, "cardNameIsUnique") == "false",
            extras: extras.filter(|e| !e.1.is_empty()).collect(),
        })
    }

    /// The keys that are called otherwise than usual, for a report.
    #[must_use]
    pub fn renamed(&self) -> Vec<(&str, &'static str)> {
        let all = [(self.id.as_str(), "id"), (self.card_name.as_str(), "name"), (self.set.as_str(), "set")];
        all.into_iter().filter(|(key, usual)| key != usual).collect()
    }

    /// The usual name of a column.
    pub(super) fn column<'k>(&self, key: &'k str) -> Cow<'k, str> {
        match self.renamed().iter().find(|(own, _)| *own == key) {
            Some((_, usual)) => Cow::Borrowed(usual),
            // The key that another one takes the place of.
            None if self.renamed().iter().any(|(_, usual)| *usual == key) => Cow::Owned(format!("own {key}")),
            None => Cow::Borrowed(key),
        }
    }

    /// What a value of a property is called; the value itself if it has no label.
    #[must_use]
    pub fn label_of<'v>(&'v self, property: &str, value: &'v str) -> &'v str {
        let found = self.labels.iter().find(|(p, key, _)| p == property && key == value.trim());
        found.map_or(value, |(.., label)| label)
    }
}
