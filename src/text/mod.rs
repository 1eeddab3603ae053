//! Texts and places: sources, spans, decoding, located trees of YAML, JSON and XML, name folding, suggestions.

mod at;
mod de;
mod decode;
mod encode;
mod ends;
mod fold;
mod json;
mod node;
mod records;
mod rows;
mod source;
mod suggest;
mod xml;
mod yaml;

pub use at::At;
pub use de::{DeError, ONE_OR_MANY, from_node};
pub use decode::{DecodeError, Decoded, decode};
pub use encode::Encoded;
pub use fold::{fold, fold_key, folds_to};
pub use json::{parse as parse_json, records as json_records};
pub use node::{Key, Node, Scalar, SyntaxError, Value, is_null};
pub use records::{Pair, Records};
pub use rows::{Field, Rows};
pub use source::{FileId, Files, Place, Source, Sources, Span, lines};
pub use suggest::{brief, counted, did_you_mean, near, or_list};
pub use xml::{Element, Xml, escape as escape_xml, parse as parse_xml, root_name};
pub use yaml::{parse as parse_yaml, parse_flow, plain_scalar, records as yaml_records, scalar as yaml_scalar};
