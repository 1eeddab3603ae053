//! The order of printed lists.

use std::cmp::Ordering;

use crate::catalog::{Card, CardId, Catalog, Value};
use crate::spec::GameSpec;
use crate::text::fold;

/// By what cards are put in order. Cards that are equal by it come by name, then by code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As the game's data has it: by the first attribute with listed values, then by the curve, then by name.
    Rules,
    /// By name.
    Name,
    /// By code.
    Code,
    /// By an attribute, as an index.
    Attribute(usize),
}

impl Order {
    /// The order of this name: `rules`, `name`, `code` or an attribute; `None` if the game lacks it.
    #[must_use]
    pub fn of(word: &str, spec: &GameSpec) -> Option<Order> {
        match word {
            "rules" => Some(Order::Rules),
            "name" => Some(Order::Name),
            "code" => Some(Order::Code),
            _ => spec.attribute_for_column(word).map(Order::Attribute),
        }
    }
}

/// What a card is compared by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SortKey(Vec<Part>, String, String);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Place(usize),
    Number(i64),
    Word(String),
    /// A card without value comes last.
    Nothing,
}

/// The key of a card; a card that is not known comes last, in the order of the file.
#[must_use]
pub fn sort_key(order: Order, card: Option<CardId>, spec: &GameSpec, catalog: &Catalog) -> Option<SortKey> {
    let card = catalog.card(card?);
    let code = || card.code.as_deref().unwrap_or_default().to_owned();
    let name = fold(&card.name);
    let parts = match order {
        Order::Name => Vec::new(),
        Order::Code => vec![card.code.as_ref().map_or(Part::Nothing, |code| Part::Word(code.to_string()))],
        Order::Attribute(index) => vec![part(card, index, spec)],
        Order::Rules => spec
            .listed_attributes()
            .take(1)
            .chain(spec.curve_attribute())
            .map(|index| part(card, index, spec))
            .collect(),
    };
    Some(SortKey(parts, name, code()))
}

fn part(card: &Card, attribute: usize, spec: &GameSpec) -> Part {
    let declared = &spec.attributes[attribute].values;
    let place = |text: &str| match declared.iter().position(|v| v.value == text) {
        Some(place) => Part::Place(place),
        None => Part::Word(fold(text)),
    };
    match card.values.get(attribute) {
        Some(Value::Int(n)) => Part::Number(*n),
        Some(Value::Text(text)) => place(text),
        Some(Value::List(list)) => list.first().map_or(Part::Nothing, |text| place(text)),
        Some(Value::Bool(b)) => Part::Number(i64::from(*b)),
        Some(Value::Missing) | None => Part::Nothing,
    }
}

/// Compares two keys; what has none comes last.
#[must_use]
pub fn compare(a: Option<&SortKey>, b: Option<&SortKey>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => a.cmp(b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::FileId;

    /// `name` and `code` are orders of their own, also where a game has no such attribute.
    #[test]
    fn orders_have_their_words() {
        let text = "id: a\nname: A\nprefix: AAA\nidentity: name\nsections: {main: {title: Main}}\n\
            attributes: {name: {required: true}, size: {type: int}}\n";
        let spec = GameSpec::parse(text, FileId(1)).expect("a game");
        for (word, order) in [
            ("rules", Some(Order::Rules)),
            ("name", Some(Order::Name)),
            ("code", Some(Order::Code)),
            ("size", Some(Order::Attribute(1))),
            ("cost", None),
        ] {
            assert_eq!(Order::of(word, &spec), order, "{word}");
        }
    }
}
