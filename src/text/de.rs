//! Typed values from a [`Node`] tree, with the place of the fault in every error.

use serde::de::value::{StrDeserializer, U32Deserializer};
use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

use super::at::{AT, FIELDS};
use super::{Key, Node, Span, Value, did_you_mean};

/// Why a tree is not the wanted type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct DeError {
    /// What is wrong, in lower case, with near names where a key or word is unknown.
    pub message: String,
    /// Where, once known.
    pub span: Option<Span>,
}

impl DeError {
    fn at(mut self, span: Span) -> Self {
        self.span.get_or_insert(span);
        self
    }
}

impl de::Error for DeError {
    fn custom<T: std::fmt::Display>(msg: T) -> Self {
        DeError { message: msg.to_string(), span: None }
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        de::Error::custom(format!("unknown key `{field}`{}", did_you_mean(field, expected.iter().copied())))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        de::Error::custom(format!("unknown word `{variant}`{}", did_you_mean(variant, expected.iter().copied())))
    }

    fn missing_field(field: &'static str) -> Self {
        de::Error::custom(format!("the key `{field}` is missing"))
    }

    fn invalid_type(unexpected: de::Unexpected, expected: &dyn de::Expected) -> Self {
        let found = match unexpected {
            de::Unexpected::Map => "a mapping".to_owned(),
            de::Unexpected::Seq => "a list".to_owned(),
            de::Unexpected::Unit | de::Unexpected::Option => "nothing".to_owned(),
            de::Unexpected::Str(s) => format!("`{s}`"),
            other => other.to_string(),
        };
        de::Error::custom(format!("{expected} is expected, found {found}"))
    }
}

/// The newtype name by which a reader asks for a list's items, or for a single value as if it were a list of one.
pub const ONE_OR_MANY: &str = "$decklint::OneOrMany";

/// Reads a tree into a type.
///
/// # Errors
/// The first value that does not fit, with its place.
pub fn from_node<'de, T: Deserialize<'de>>(node: &'de Node) -> Result<T, DeError> {
    if let Some((_, second)) = node.repeated_keys().first() {
        let message = format!("the key `{}` stands twice in this mapping", second.value);
        return Err(DeError { message, span: Some(second.span) });
    }
    T::deserialize(De(node))
}

#[derive(Clone, Copy)]
struct De<'de>(&'de Node);

impl<'de> De<'de> {
    fn text(self, wanted: &dyn de::Expected) -> Result<&'de str, DeError> {
        self.0.as_str().ok_or_else(|| self.wrong(wanted))
    }

    fn wrong(self, wanted: &dyn de::Expected) -> DeError {
        // The words of serde, in those of the files.
        let wanted = match wanted.to_string() {
            words if words == "a sequence" => "a list".to_owned(),
            words if words == "a map" || words.starts_with("struct ") => "a mapping".to_owned(),
            words => words,
        };
        DeError { message: format!("{wanted} is expected, found {}", self.0.kind()), span: Some(self.0.span) }
    }

    fn number<T: std::str::FromStr>(self, wanted: &dyn de::Expected) -> Result<T, DeError> {
        let text = self.text(wanted)?;
        text.parse()
            .map_err(|_| DeError { message: format!("{wanted} is expected, found `{text}`"), span: Some(self.0.span) })
    }
}

macro_rules! numbers {
    ($wanted:literal: $($method:ident $visit:ident $ty:ty),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
            let number: $ty = self.number(&$wanted)?;
            visitor.$visit(number).map_err(|e: DeError| e.at(self.0.span))
        }
    )*};
}

impl<'de> Deserializer<'de> for De<'de> {
    type Error = DeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        let span = self.0.span;
        match &self.0.value {
            Value::List(items) => visitor.visit_seq(Items(items.iter())),
            Value::Map(entries) => visitor.visit_map(Entries { entries: entries.iter(), value: None }),
            Value::Scalar(_) if self.0.is_null() => visitor.visit_unit(),
            Value::Scalar(s) if s.plain => match s.text.as_str() {
                "true" => visitor.visit_bool(true),
                "false" => visitor.visit_bool(false),
                text => match text.parse::<i64>() {
                    Ok(n) if n.to_string() == text => visitor.visit_i64(n),
                    _ => visitor.visit_borrowed_str(text),
                },
            },
            Value::Scalar(s) => visitor.visit_borrowed_str(&s.text),
        }
        .map_err(|e: DeError| e.at(span))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.text(&visitor)? {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => Err(DeError {
                message: format!("`true` or `false` is expected, found `{other}`"),
                span: Some(self.0.span),
            }),
        }
    }

    numbers!("a whole number":
        deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16, deserialize_i32 visit_i32 i32, deserialize_i64 visit_i64 i64);
    numbers!("a whole number of 0 or more":
        deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16, deserialize_u32 visit_u32 u32, deserialize_u64 visit_u64 u64);
    numbers!("a number": deserialize_f32 visit_f32 f32, deserialize_f64 visit_f64 f64);
    numbers!("a single letter": deserialize_char visit_char char);

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        let text = self.text(&visitor)?;
        visitor.visit_borrowed_str(text).map_err(|e: DeError| e.at(self.0.span))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        if self.0.is_null() { visitor.visit_unit() } else { Err(self.wrong(&visitor)) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, DeError> {
        if name == ONE_OR_MANY && self.0.as_list().is_some() {
            return self.deserialize_seq(visitor);
        }
        visitor.visit_newtype_struct(self).map_err(|e: DeError| e.at(self.0.span))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match &self.0.value {
            Value::List(items) => visitor.visit_seq(Items(items.iter())).map_err(|e: DeError| e.at(self.0.span)),
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match &self.0.value {
            Value::Map(entries) => visitor
                .visit_map(Entries { entries: entries.iter(), value: None })
                .map_err(|e: DeError| e.at(self.0.span)),
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        if name == AT {
            return visitor.visit_map(Placed { node: self.0, field: 0 }).map_err(|e: DeError| e.at(self.0.span));
        }
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        let (name, span, value) = match &self.0.value {
            Value::Scalar(s) => (s.text.as_str(), self.0.span, None),
            Value::Map(entries) if entries.len() == 1 => {
                (entries[0].0.value.as_str(), entries[0].0.span, Some(&entries[0].1))
            }
            _ => {
                let message = format!("one of {} is expected, found {}", names.join(", "), self.0.kind());
                return Err(DeError { message, span: Some(self.0.span) });
            }
        };
        visitor.visit_enum(Variant { name, span, value }).map_err(|e: DeError| e.at(span))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! { i128 u128 bytes byte_buf unit_struct tuple tuple_struct }
}

struct Items<'de>(std::slice::Iter<'de, Node>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = DeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, DeError> {
        self.0.next().map(|node| seed.deserialize(De(node)).map_err(|e| e.at(node.span))).transpose()
    }
}

struct Entries<'de> {
    entries: std::slice::Iter<'de, (Key, Node)>,
    value: Option<&'de Node>,
}

/// A key; it may itself be wanted with its place.
struct KeyDe<'de>(&'de Key);

impl<'de> Deserializer<'de> for KeyDe<'de> {
    type Error = DeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_borrowed_str(&self.0.value)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        if name == AT {
            return visitor.visit_map(PlacedKey { key: self.0, field: 0 });
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        self.0.value.as_str().into_deserializer().deserialize_enum(name, names, visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        seq tuple tuple_struct map identifier ignored_any
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = DeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, DeError> {
        let Some((key, value)) = self.entries.next() else {
            return Ok(None);
        };
        self.value = Some(value);
        seed.deserialize(KeyDe(key)).map(Some).map_err(|e| e.at(key.span))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, DeError> {
        let node = self.value.take().ok_or_else(|| de::Error::custom("a value is asked for before its key"))?;
        seed.deserialize(De(node)).map_err(|e| e.at(node.span))
    }
}

/// The four fields of an [`super::At`]: the value, then its span.
struct Placed<'de> {
    node: &'de Node,
    field: usize,
}

struct PlacedKey<'de> {
    key: &'de Key,
    field: usize,
}

fn span_field(span: Span, field: usize) -> u32 {
    [span.file.0, span.start, span.end][field - 1]
}

macro_rules! placed {
    ($ty:ident, $span:ident => $at:expr, $value:ident => $de:expr) => {
        impl<'de> MapAccess<'de> for $ty<'de> {
            type Error = DeError;

            fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, DeError> {
                let Some(name) = FIELDS.get(self.field) else {
                    return Ok(None);
                };
                seed.deserialize(StrDeserializer::<DeError>::new(name)).map(Some)
            }

            fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, DeError> {
                self.field += 1;
                if self.field == 1 {
                    let $value = &*self;
                    seed.deserialize($de)
                } else {
                    let $span = &*self;
                    seed.deserialize(U32Deserializer::<DeError>::new(span_field($at, self.field - 1)))
                }
            }
        }
    };
}
placed!(Placed, p => p.node.span, p => De(p.node));
placed!(PlacedKey, p => p.key.span, p => KeyDe(p.key));

struct Variant<'de> {
    name: &'de str,
    span: Span,
    value: Option<&'de Node>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = DeError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), DeError> {
        let value = seed.deserialize(StrDeserializer::<DeError>::new(self.name)).map_err(|e| e.at(self.span))?;
        Ok((value, self))
    }
}

impl<'de> Variant<'de> {
    fn node(&self) -> Result<De<'de>, DeError> {
        self.value
            .map(De)
            .ok_or_else(|| DeError { message: format!("`{}` needs a value", self.name), span: Some(self.span) })
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = DeError;

    fn unit_variant(self) -> Result<(), DeError> {
        match self.value {
            None => Ok(()),
            Some(node) => Err(DeError { message: format!("`{}` takes no value", self.name), span: Some(node.span) }),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, DeError> {
        let node = self.node()?;
        seed.deserialize(node).map_err(|e| e.at(node.0.span))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, DeError> {
        self.node()?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, DeError> {
        self.node()?.deserialize_map(visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{At, FileId, parse_yaml};
    use super::*;
    use indexmap::IndexMap;

    #[derive(serde::Deserialize, Debug)]
    #[serde(deny_unknown_fields, rename_all = "kebab-case")]
    struct Demo {
        name: At<String>,
        max: Option<At<u32>>,
        #[serde(default)]
        on: bool,
        kind: Option<Kind>,
        #[serde(default)]
        map: IndexMap<At<String>, At<i64>>,
    }

    #[derive(serde::Deserialize, Debug, PartialEq)]
    #[serde(rename_all = "kebab-case")]
    enum Kind {
        Plain,
        Limit { max: u32 },
    }

    fn read(text: &str) -> Result<Demo, DeError> {
        from_node(&parse_yaml(text, FileId(3)).expect("yaml"))
    }

    #[test]
    fn values_carry_real_spans() {
        let text = "name: 00120001\nmax: 4\non: true\nkind: {limit: {max: 2}}\nmap: {a: -1, b: 2}\n";
        let demo = read(text).expect("demo");
        assert_eq!(demo.name.value, "00120001");
        assert_eq!(&text[demo.name.span.range()], "00120001");
        assert_eq!(demo.name.span.file, FileId(3));
        let max = demo.max.expect("max");
        assert_eq!((max.value, &text[max.span.range()]), (4, "4"));
        assert!(demo.on);
        assert_eq!(demo.kind, Some(Kind::Limit { max: 2 }));
        let (key, value) = demo.map.get_index(1).expect("b");
        assert_eq!((&text[key.span.range()], &text[value.span.range()]), ("b", "2"));
        assert_eq!(read("name: x\nkind: plain\n").expect("plain").kind, Some(Kind::Plain));
    }

    #[test]
    fn errors_stand_where_the_fault_is() {
        for (text, at, message) in [
            ("name: x\nmaxx: 4\n", "maxx", "unknown key `maxx`; did you mean `max`?"),
            ("name: x\nmax: four\n", "four", "a whole number of 0 or more is expected, found `four`"),
            ("name: x\nmax: [4]\n", "[4]", "a whole number of 0 or more is expected, found a list"),
            ("name: x\non: yes\n", "yes", "`true` or `false` is expected, found `yes`"),
            ("name: x\nkind: {limt: {max: 1}}\n", "limt", "unknown word `limt`; did you mean `limit`?"),
            ("name: x\nname: y\n", "name", "the key `name` stands twice in this mapping"),
        ] {
            let error = read(text).expect_err(text);
            assert_eq!(error.message, message);
            assert_eq!(&text[error.span.expect("span").range()], at);
        }
        assert_eq!(read("max: 4\n").expect_err("name").message, "the key `name` is missing");
    }
}
