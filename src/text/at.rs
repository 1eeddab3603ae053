//! Values that know their place.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};

use super::{FileId, Span};

/// A value and where it was written. Two are equal when their values are.
///
/// The file of the span tells who set the value: the game, a layer, the command line.
#[derive(Clone, Copy, Debug)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

impl<T> At<T> {
    /// `value` at `span`.
    pub fn new(value: T, span: Span) -> Self {
        At { value, span }
    }
}

impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for At<T> {}

impl<T: Hash> Hash for At<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

/// The struct name by which [`At`] asks the tree deserializer for a span.
pub(super) const AT: &str = "$decklint::At";
pub(super) const FIELDS: &[&str] = &["value", "file", "start", "end"];

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for V<T> {
            type Value = At<T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a value with its place")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<At<T>, A::Error> {
                fn next<'de, A: MapAccess<'de>, V: Deserialize<'de>>(map: &mut A) -> Result<V, A::Error> {
                    map.next_key::<de::IgnoredAny>()?;
                    map.next_value()
                }
                let value = next(&mut map)?;
                let file = FileId(next(&mut map)?);
                let (start, end) = (next(&mut map)?, next(&mut map)?);
                Ok(At { value, span: Span { file, start, end } })
            }
        }
        deserializer.deserialize_struct(AT, FIELDS, V(std::marker::PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for At<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
