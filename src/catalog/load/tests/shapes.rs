//! Formats, rows and syntax.

use proptest::prelude::*;

use super::pools::*;
use crate::catalog::{Report, Value};
use crate::diagnostics::Level;
use crate::text::decode;

#[test]
fn a_byte_order_mark_leaves_no_trace() {
    for header in ["code,name,type,size", "\"code\",name,type,size"] {
        let bytes = format!("\u{feff}{header}\n00120001,Cog Marshal,Soldier,3\n").into_bytes();
        let pool = csv(&decode(bytes).expect("UTF-8").text);
        assert_eq!(pool.said(), [""; 0], "{header}");
        assert_eq!(pool.catalog.card(pool.catalog.by_code("00120001").expect("known")).name, "Cog Marshal".into());
    }
}

#[test]
fn a_quoted_name_keeps_its_comma_quotes_and_line_break() {
    let pool = csv("code,name,type\n10200005,\"Rook, the Unbowed\",Rear\n10200006,\"The \"\"Old\"\" One\",Rear\n\
        10200007,\"Two\nLines\",Rear\n10200008,Last,Reer\n");
    assert_eq!(pool.names(), ["Rook, the Unbowed", "The \"Old\" One", "Two\nLines", "Last"]);
    assert_eq!(pool.said(), ["bad-value 6: `Last`: `Reer` is no value of `type`; did you mean `Rear`?"]);
    let span = pool.faults[0].place.span().expect("a span");
    assert_eq!(&pool.source.text[span.range()], "Reer");
}

#[test]
fn ragged_rows_are_told_and_their_cards_stay() {
    let pool = csv("code,name,type,territory,mark,size\n\
        00120001,Cog Marshal,Soldier,Hive Union,,3,\n\
        00120002,Tide Envoy\n\
        00120003,Far,Rear,,,,,,x\n\
        00120004,Even,Rear,,,\n");
    assert_eq!(
        pool.said(),
        [
            "ragged-row 3: the row has 2 fields, 6 are expected",
            "ragged-row 4: the row has 9 fields, 6 are expected",
            "missing-value 3: `Tide Envoy` has no `type`",
        ]
    );
    assert_eq!(pool.names(), ["Cog Marshal", "Tide Envoy", "Far", "Even"]);
    assert_eq!(pool.value("Cog Marshal", "size"), Value::Int(3));
    assert_eq!(pool.value("Tide Envoy", "type"), Value::Missing);
}

#[test]
fn a_file_that_is_no_pool_has_not_a_finding_a_line() {
    let pool = csv(&format!("code,name,type\n{}", "x\n".repeat(3000)));
    let last: Vec<String> = pool.said().into_iter().filter(|s| s.contains(" 0: ")).collect();
    let more = "2000 more rows have the same fault; the file may not be a card pool";
    assert_eq!(last, ["ragged-row", "bad-code", "card-without-identity"].map(|s| format!("{s} 0: {more}")));
    assert_eq!(pool.faults.len(), 3 * 1001);
    let tree = read("p.json", &format!("[{}1]", "1,".repeat(1500)));
    assert!(tree.said().last().is_some_and(|s| s.contains("501 more rows")), "{:?}", tree.said().last());
}

#[test]
fn blank_lines_and_comments_are_no_rows() {
    for text in [
        "\n   \n# a, b; c; d; e\ncode,name,type\r\n\r\n  \r\n00000001,A,Rear\r\n,,\r\n",
        "sep=;\ncode;name;type\n00000001;A;Rear\n",
        "code\tname\ttype\t\t\n00000001\tA\tRear\n",
        "code,name,type\r00000001,A,Rear\r",
    ] {
        let pool = csv(text);
        assert_eq!(pool.said(), [""; 0], "{text:?}");
        assert_eq!(pool.names(), ["A"], "{text:?}");
    }
}

#[test]
fn an_open_quote_is_told() {
    let pool = csv("code,name,type\n00000001,\"A,Rear\n00000002,B,Rear\n");
    assert_eq!(pool.said()[0], "unreadable-pool 2: the quote that opens here is never closed");
    assert_eq!(
        csv("code,\"name\n00000001,A\n").said()[0],
        "unreadable-pool 1: the quote that opens here is never closed"
    );
}

#[test]
fn plain_scalars_of_yaml_are_texts() {
    let pool = yaml(
        "cards:\n  - {code: 00120001, name: No, kind: Rear, mark: A-0}\n  - {code: 20000001, name: 1.50, kind: rear}\n\
        \x20 - {code: 20000002, name: on, kind: Rear, size: 007, retired: no}\n",
    );
    assert_eq!(pool.said(), [""; 0]);
    assert_eq!(pool.names(), ["No", "1.50", "on"]);
    assert!(pool.catalog.by_code("00120001").is_some() && pool.catalog.by_code("20000001").is_some());
    assert_eq!(pool.value("on", "size"), Value::Int(7));
    assert_eq!(pool.value("on", "retired"), Value::Bool(false));
    assert_eq!(pool.value("1.50", "type"), text("Rear"));
}

#[test]
fn lists_and_nothing_in_yaml() {
    let pool = yaml(
        "- code: 00000001\n  name: A\n  type: Rear\n  territories: [hive union, ~, Mad Dunes]\n  size: null\n  mark: ''\n\
        - code: 00000002\n  name: B\n  type: [Rear, Eraser]\n  size: {n: 1}\n  territories: [[x]]\n- 4 Rust Lancer\n",
    );
    assert_eq!(pool.value("A", "territories"), list(&["Hive Union", "Mad Dunes"]));
    assert_eq!(pool.value("A", "size"), Value::Missing);
    assert_eq!(
        pool.said(),
        [
            "ragged-row 12: a mapping of attributes is expected, found a single value",
            "bad-value 9: `B`: `type` takes one value, found 2",
            "bad-value 11: `B`: `territories` takes a list of texts, found a list of lists or mappings",
            "bad-value 10: `B`: `size` takes one value, found a mapping",
        ]
    );
}

#[test]
fn shapes_of_trees() {
    let card = "{\"code\": \"00000001\", \"name\": \"A\", \"type\": \"Rear\"}";
    let other = "{\"code\": \"00000002\", \"name\": \"B\", \"type\": \"Rear\"}";
    for (text, names) in [
        (format!("[{card}]"), &["A"][..]),
        (format!("{{\"tags\": [\"x\"], \"cards\": [{card}]}}"), &["A"]),
        (format!("{{\"version\": 3, \"units\": [{card}]}}"), &["A"]),
        (format!("{{\"units\": [{card}], \"rears\": [{other}]}}"), &["A", "B"]),
    ] {
        let pool = read("pool.txt", &text);
        assert_eq!(pool.said(), [""; 0], "{text}");
        assert_eq!(pool.names(), names, "{text}");
    }
    for head in ["cards:\n", "---\n", "# mine\n\n---\n", "", "# mine\n\n"] {
        let from_pipe = read("<stdin>", &format!("{head}- {{code: 00000001, name: A, type: Rear}}\n"));
        assert_eq!(from_pipe.names(), ["A"], "{head}");
    }
    assert_eq!(read("<stdin>", "# mine\n\ncode,name,type\n00000001,A,Rear\n").names(), ["A"]);
}

#[test]
fn pools_that_are_none() {
    let list = "unreadable-pool 1: a list of cards is expected, alone or under the key `cards`, found ";
    for (name, text, said) in [
        ("a.csv", "", "empty-pool 0: the card pool has no card".to_owned()),
        ("a.csv", " \n\t\n", "empty-pool 0: the card pool has no card".to_owned()),
        ("a.csv", "code,name\n", "empty-pool 0: the card pool has no card".to_owned()),
        ("a.yaml", "# nothing yet\n", "empty-pool 0: the card pool has no card".to_owned()),
        ("a.yaml", "cards: []\n", "empty-pool 0: the card pool has no card".to_owned()),
        ("a.yaml", "cards:\n", "empty-pool 0: the card pool has no card".to_owned()),
        ("a.yaml", "cards: {A: 1}\n", format!("{list}a mapping")),
        ("a.yaml", "name: A\n", format!("{list}a mapping without list")),
        ("a.yaml", "words\n", format!("{list}a single value")),
        ("a.json", "[{\"name\": }]", "unreadable-pool 1: expected value".to_owned()),
    ] {
        let pool = read(name, text);
        assert_eq!(pool.said(), [said], "{text:?}");
        assert!(pool.faults.iter().all(|f| f.level == Level::Error) && pool.catalog.is_empty());
    }
    assert!(yaml("cards: [{code: 01204417\n").said()[0].starts_with("unreadable-pool"));
}

#[test]
fn an_empty_pool_beside_another_is_told() {
    let pools = [pool("a.csv", "code,name,type\n00000001,A,Rear\n", &[]), pool("b.csv", "code,name,type\n", &[])];
    let loaded = loaded(game("code"), Report::Summary, &pools);
    assert_eq!(loaded.names(), ["A"]);
    assert_eq!(loaded.said(), ["empty-pool 0: the card pool has no card"]);
}

#[test]
fn a_repeated_key_is_told() {
    let pool = yaml("- code: 00000001\n  name: A\n  type: Rear\n  name: B\n");
    assert_eq!(pool.said(), ["unreadable-pool 4: the key `name` stands twice in this mapping; the first was taken"]);
    assert_eq!(pool.names(), ["A"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_text_is_read_or_told(
        body in "[\\PC\n\r\t,;\"|{}\\[\\]:#-]{0,80}",
        head in "(|code,name,type,same_as\n|code;name\n|cards:\n- |\\[\\{\"name\": \"|sep=;\n|\\{\"a\": \\[)",
        name in "p\\.(csv|yaml|json|txt)",
    ) {
        let text = format!("{head}{body}");
        for report in [Report::Summary, Report::Full] {
            let loaded = loaded(game("code"), report, &[pool(&name, &text, &["mark=type"])]);
            // Nothing vanishes: a pool without card has an error that says why.
            prop_assert!(!loaded.catalog.is_empty() || loaded.faults.iter().any(|f| f.level == Level::Error));
            for fault in &loaded.faults {
                if let Some(span) = fault.place.span() {
                    prop_assert!(text.get(span.range()).is_some(), "{fault:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_written_is_read(names in prop::collection::vec("[ -~]{1,12}", 1..6)) {
        let cell = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let rows: Vec<String> = names.iter().enumerate().map(|(i, n)| format!("{i:08},{},Rear", cell(n))).collect();
        let pool = csv(&format!("code,name,type\n{}\n", rows.join("\n")));
        for (i, name) in names.iter().enumerate().filter(|(_, n)| !n.trim().is_empty()) {
            let id = pool.catalog.by_code(&format!("{i:08}")).expect("the row's card");
            prop_assert_eq!(&*pool.catalog.card(id).name, name.trim());
        }
    }
}
