//! The shape of a native deck file, for its JSON Schema. The reader itself works on the tree, so that it can place every
//! fault and go on after it; a test holds the two together.

use std::borrow::Cow;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// A deck in YAML or JSON.
#[derive(Debug, JsonSchema)]
#[schemars(extend("description" = "A deck. A section may also stand at the top level, under its own name."))]
pub struct DeckFile {
    /// The game's id.
    pub game: Option<String>,
    /// The deck's name.
    pub name: Option<String>,
    /// Who plays it.
    pub player: Option<String>,
    /// Where it is played.
    pub event: Option<String>,
    /// Layers to check it under, in order.
    pub layers: Option<Vec<String>>,
    /// Remarks.
    pub notes: Option<String>,
    /// The sections by name.
    pub sections: Option<IndexMap<String, DeckFileSection>>,
    /// The cards of the main section, instead of `sections`.
    pub cards: Option<DeckFileSection>,
}

/// The cards of a section.
#[derive(Debug)]
pub struct DeckFileSection;

impl JsonSchema for DeckFileSection {
    fn schema_name() -> Cow<'static, str> {
        "Section".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The cards of a section.",
            "anyOf": [
                {
                    "description": "A list of entries.",
                    "type": "array",
                    "items": {
                        "anyOf": [
                            {"type": "string", "description": "A count and a card, such as `4 Card Name`."},
                            {"type": "integer", "description": "A code."},
                            {
                                "type": "object",
                                "properties": {
                                    "card": {"type": ["string", "integer"], "description": "A code or a name."},
                                    "code": {"type": ["string", "integer"]},
                                    "name": {"type": ["string", "integer", "boolean"]},
                                    "count": {"type": "integer", "minimum": 1, "maximum": 999, "description": "1 if absent."}
                                },
                                "anyOf": [{"required": ["card"]}, {"required": ["code"]}, {"required": ["name"]}]
                            }
                        ]
                    }
                },
                {
                    "description": "Cards and their counts.",
                    "type": "object",
                    "additionalProperties": {"type": "integer", "minimum": 1, "maximum": 999}
                },
                {"type": "null"}
            ]
        })
    }
}
