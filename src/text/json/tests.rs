//! Trees of JSON, held against a reader that takes the places from the raw values of `serde_json`.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

#[test]
fn values_know_their_bytes() {
    let text = "{\n \"main\": [{\"card\": \"Caf\\u00e9\", \"count\": 3}, 0012]}";
    assert!(parse(text, FileId::INPUT).is_err(), "JSON has no leading zeros");
    let text = "{\n \"main\": [{\"card\": \"Caf\\u00e9\", \"count\": 3}, 12]}";
    let tree = parse(text, FileId::INPUT).expect("json");
    let list = tree.get("main").and_then(Node::as_list).expect("list");
    let card = list[0].get("card").expect("card");
    assert_eq!(card.as_str(), Some("Café"));
    assert_eq!(&text[card.span.range()], "\"Caf\\u00e9\"");
    assert_eq!(&text[list[1].span.range()], "12");
    let (key, _) = &list[0].as_map().expect("map")[1];
    assert_eq!(&text[key.span.range()], "\"count\"");
}

#[test]
fn syntax_errors_have_a_place() {
    let text = "{\"a\": 1,\n \"b\": }";
    let error = parse(text, FileId::INPUT).expect_err("bad");
    assert_eq!(Source::new("", text).line_column(error.span.start), (2, 7));
    assert!(!error.message.contains("line"));
    assert!(parse("", FileId::INPUT).is_err());
}

/// The tree of an object's raw entries in order; a `BTreeMap` would lose the order and repeated keys.
struct Raw<'t>(Vec<(&'t RawValue, &'t RawValue)>);

impl<'de> serde::Deserialize<'de> for Raw<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> serde::de::Visitor<'de> for V {
            type Value = Raw<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut out = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    out.push(entry);
                }
                Ok(Raw(out))
            }
        }
        deserializer.deserialize_map(V)
    }
}

/// The tree as `serde_json` has it, every level read by itself.
fn by_raw_values(text: &str, raw: &RawValue, depth: usize) -> Result<Node, SyntaxError> {
    let place = |raw: &RawValue| {
        let start = raw.get().as_ptr() as usize - text.as_ptr() as usize;
        Span::new(FileId::INPUT, start, start + raw.get().len())
    };
    let span = place(raw);
    if depth > MAX_DEPTH {
        let message = format!("arrays and objects nest deeper than {MAX_DEPTH}");
        return Err(SyntaxError { message, span: Span { end: span.start + 1, ..span } });
    }
    let bad = |e: serde_json::Error| SyntaxError { message: e.to_string(), span };
    let value = match raw.get().as_bytes()[0] {
        b'{' => {
            let entries: Raw = serde_json::from_str(raw.get()).map_err(bad)?;
            let read = |(key, value): (&RawValue, &RawValue)| {
                let name: String = serde_json::from_str(key.get()).map_err(bad)?;
                Ok((At::new(name.into(), place(key)), by_raw_values(text, value, depth + 1)?))
            };
            Value::Map(entries.0.into_iter().map(read).collect::<Result<_, _>>()?)
        }
        b'[' => {
            let items: Vec<&RawValue> = serde_json::from_str(raw.get()).map_err(bad)?;
            Value::List(items.into_iter().map(|i| by_raw_values(text, i, depth + 1)).collect::<Result<_, _>>()?)
        }
        b'"' => {
            let text: String = serde_json::from_str(raw.get()).map_err(bad)?;
            Value::Scalar(Scalar { text: text.into(), plain: false })
        }
        _ => Value::Scalar(Scalar { text: raw.get().into(), plain: true }),
    };
    Ok(Node { value, span })
}

/// Both readers give the same tree, or the same error.
fn alike(text: &str) {
    let theirs = serde_json::from_str::<&RawValue>(text)
        .map_err(|e| syntax(&e, text, FileId::INPUT))
        .and_then(|raw| by_raw_values(text, raw, 0));
    assert_eq!(format!("{:?}", parse(text, FileId::INPUT)), format!("{theirs:?}"), "{text}");
}

#[test]
fn texts_at_the_border_of_json_are_read_as_by_serde_json() {
    for text in [
        "",
        " ",
        "1",
        "-",
        "-0",
        "-01",
        "01",
        "1.",
        "1.5",
        ".5",
        "1e",
        "1e5",
        "1E+5",
        "1e-",
        "-1.0e400",
        "+1",
        "NaN",
        "true",
        "tru",
        "truex",
        "nullnull",
        "[",
        "[]",
        "[ ]",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1]x",
        " [1 , 2 ] ",
        "{",
        "{}",
        "{ }",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\" : 1 , \"a\":2}",
        "\"",
        "\"\\",
        "\"\\\"",
        "\"a\tb\"",
        "\"a\u{7f}b\"",
        "\"\\n\\u00e9\\/\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\ud800\"",
        "\"\\ud83d\\ude00\"",
        "{\"\\ud800\": 1}",
        "{\"a\": {\"\\udc00\": [1]}, \"b\": 2}",
        "[\"\\ud800\", x]",
        "\u{feff}[]",
        "[\u{a0}]",
        "{\"가\":\"é\"}",
    ] {
        alike(text);
    }
    for deep in [MAX_DEPTH, MAX_DEPTH + 1, 300] {
        alike(&format!("{}1{}", "[".repeat(deep), "]".repeat(deep)));
        alike(&format!("{}1{}", "{\"a\":".repeat(deep), "}".repeat(deep)));
        alike(&"[".repeat(deep));
    }
}

/// Some document as `serde_json` writes it.
fn document() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        any::<Option<bool>>().prop_map(serde_json::Value::from),
        any::<i32>().prop_map(serde_json::Value::from),
        any::<f64>().prop_map(serde_json::Value::from),
        "[ -~\n\té가]{0,8}".prop_map(serde_json::Value::from),
    ];
    leaf.prop_recursive(4, 30, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(serde_json::Value::from),
            prop::collection::btree_map("[a-z\"é]{0,4}", inner, 0..5)
                .prop_map(|m: BTreeMap<_, _>| m.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn documents_are_read_as_by_serde_json(
        value in document(),
        pretty in any::<bool>(),
        at in any::<prop::sample::Index>(),
        go in 0..3_usize,
        come in "[-+\"\\\\{}\\[\\]:, \nu0e.1x]{0,3}",
    ) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
        let text = text.expect("JSON");
        prop_assert!(parse(&text, FileId::INPUT).is_ok());
        alike(&text);
        let mut chars: Vec<char> = text.chars().collect();
        let at = at.index(chars.len() + 1);
        chars.splice(at..(at + go).min(chars.len()), come.chars());
        alike(&chars.into_iter().collect::<String>());
    }
}
