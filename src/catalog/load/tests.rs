mod columns;
mod joins;
mod pools;
mod shapes;
mod short;
mod values;

use std::sync::Arc;

use proptest::prelude::*;

use super::{ColumnMap, Pool, Report, load};
use crate::catalog::{Catalog, Lookup, Value};
use crate::diagnostics::{Diagnostic, Level};
use crate::spec::GameSpec;
use crate::text::{FileId, Place, Source, parse_yaml};

fn spec() -> GameSpec {
    let text = "id: demo\nname: Demo\nprefix: DEM\nidentity: code\nsections: {main: {title: Main}}\nattributes:\n  \
        code: {type: text, pattern: '[0-9]{8}', digits: 8, required: true, aliases: [id]}\n  \
        name: {type: text, required: true, aliases: [card]}\n  \
        type: {type: text, required: true, aliases: [kind], values: [Soldier, Rear], value-aliases: {Trooper: Soldier}}\n  \
        size: {type: int, min: 0, max: 9, required: {type: Soldier}}\n  \
        tags: {type: list}\n  \
        back: {type: text, defaults: [{where: {type: Rear}, value: Black}, {value: White}]}\n  \
        rule: {type: terms}\n";
    GameSpec::parse(text, FileId(1)).expect("spec")
}

fn read_as(name: &str, text: &str, columns: &[&str], report: Report) -> (Catalog, Vec<Diagnostic>) {
    let mut map = ColumnMap::default();
    columns.iter().for_each(|c| map.set(c).expect("a map"));
    load(&spec(), &[Pool { source: Arc::new(Source::new(name, text)), file: FileId(2), columns: map }], report)
}

fn read(text: &str) -> (Catalog, Vec<Diagnostic>) {
    read_as("pool.csv", text, &[], Report::Summary)
}

/// Code, line and level of each finding.
fn found(text: &str, faults: &[Diagnostic]) -> Vec<(String, usize, Level)> {
    let source = Source::new("", text);
    let line = |d: &Diagnostic| match d.place {
        Place::Span(span) => source.line(span.start),
        Place::File(_) => 0,
    };
    faults.iter().map(|d| (d.code.to_string(), line(d), d.level)).collect()
}

fn value(catalog: &Catalog, name: &str, attribute: &str) -> Value {
    let Lookup::One(id) = catalog.find(name) else { panic!("{name} is not one card") };
    catalog.card(id).values[spec().attribute(attribute).expect("attribute")].clone()
}

#[test]
fn separators_quotes_and_line_ends() {
    for text in [
        "code,name,kind,size\n00000001,\"Rook, the Unbowed\",Soldier,3\n",
        "code;name;kind;size\r\n00000001;Rook, the Unbowed;Soldier;3\r\n",
        "code\tname\tkind\tsize\r00000001\tRook, the Unbowed\tSoldier\t3\r",
        "sep=;\ncode;name;kind;size\n00000001;Rook, the Unbowed;Soldier;3",
        "code,name,kind,size,,\n\n00000001,\"Rook, the Unbowed\",Soldier,3,,\n,,,,,\n",
    ] {
        let (catalog, faults) = read(text);
        assert_eq!(found(text, &faults), [], "{text:?}");
        assert_eq!(catalog.len(), 1);
        assert_eq!(value(&catalog, "Rook, the Unbowed", "size"), Value::Int(3));
    }
}

#[test]
fn trees_keep_scalars_as_text() {
    for (name, text) in [
        ("p.yaml", "cards:\n  - {code: 00000001, name: No, kind: Soldier, size: 3, tags: [a, b]}\n"),
        ("p.yaml", "- {code: 00000001, name: No, kind: Soldier, size: 3, tags: a;b}\n"),
        (
            "p.json",
            r#"{"cards": [{"code": "00000001", "name": "No", "kind": "Soldier", "size": 3, "tags": ["a", "b"]}]}"#,
        ),
        (
            "p.json",
            r#"{"soldiers": [{"code": "00000001", "name": "No", "kind": "Soldier", "size": "3", "tags": "a|b"}], "rears": []}"#,
        ),
    ] {
        let (catalog, faults) = read_as(name, text, &[], Report::Summary);
        assert_eq!(found(text, &faults), [], "{text}");
        assert_eq!(catalog.by_code("00000001"), Some(crate::catalog::CardId(0)));
        assert_eq!(value(&catalog, "no", "tags"), Value::List(["a".into(), "b".into()].into()));
    }
    // A blank in a list is nothing.
    for (tags, wanted) in [("['', a, ' ']", Value::List(["a".into()].into())), ("['']", Value::Missing)] {
        let text = format!("- {{code: 00000001, name: No, kind: Rear, tags: {tags}}}\n");
        assert_eq!(value(&read_as("p.yaml", &text, &[], Report::Summary).0, "no", "tags"), wanted, "{text}");
    }
}

#[test]
fn ragged_rows_are_named() {
    let text = "code,name,kind,size\n00000001,A,Rear,1,\n00000002,B\n00000003,C,Rear,1,x\n";
    let (catalog, faults) = read(text);
    assert_eq!(catalog.len(), 3, "a short row keeps its card");
    let ragged: Vec<_> = found(text, &faults).into_iter().filter(|f| f.0 == "CAT003").collect();
    assert_eq!(ragged, [("CAT003".into(), 3, Level::Error), ("CAT003".into(), 4, Level::Error)]);
    assert!(faults.iter().any(|f| f.message == "the row has 2 fields, 4 are expected"));
}

#[test]
fn cards_without_identity_are_left_out_and_named() {
    let text = "code,name,kind\n,A,Rear\n00000002,,Rear\n00000003,C,Rear\n";
    let (catalog, faults) = read(text);
    assert_eq!(catalog.len(), 1);
    assert_eq!(found(text, &faults), [("CAT002".into(), 2, Level::Error), ("CAT002".into(), 3, Level::Error)]);
}

#[test]
fn lost_zeros_are_restored_and_wrong_codes_named() {
    let text = "code,name,kind\n120001,A,Rear\n\"120002\",B,Rear\n0012000x,C,Rear\n123456789,D,Rear\n";
    let (catalog, faults) = read(text);
    assert!(catalog.by_code("00120001").is_some() && catalog.by_code("00120002").is_some());
    assert!(catalog.by_code("120001").is_none(), "there are not two cards");
    assert_eq!(catalog.by_code_padded("120001"), catalog.by_code("00120001"));
    assert_eq!(catalog.by_code_padded("00120001"), None);
    let codes: Vec<_> = found(text, &faults).into_iter().map(|f| (f.0, f.1)).collect();
    assert_eq!(codes, [("CAT013".into(), 4), ("CAT013".into(), 5), ("CAT009".into(), 2)]);
}

#[test]
fn values_are_typed_and_faults_gathered() {
    let text = "code,name,kind,size,rule\n00000001,A,Soldeir,1,\n00000002,B,trooper,10,size<=3\n00000003,C,Soldier,two,sise<3\n\
        00000004,D,Soldier,,\n00000005,E,Soldier,,\n";
    let (catalog, faults) = read(text);
    assert_eq!(value(&catalog, "B", "type"), Value::Text("Soldier".into()));
    assert_eq!(value(&catalog, "B", "size"), Value::Missing);
    assert_eq!(value(&catalog, "B", "rule"), Value::Text("size<=3".into()));
    let codes = found(text, &faults);
    let warning = |code: &str, line| (code.to_owned(), line, Level::Warning);
    assert_eq!(codes, [warning("CAT006", 2), warning("CAT006", 3), warning("CAT007", 5), warning("CAT006", 4)]);
    assert!(faults[0].message.contains("did you mean `Soldier`?"));
    assert!(faults[1].message.starts_with("2 cards have a value of `size`"), "{}", faults[1].message);
    assert!(faults[2].message.starts_with("2 cards have no `size`"), "{}", faults[2].message);
    let (_, all) = read_as("p.csv", text, &[], Report::Full);
    assert!(all.iter().all(|f| f.level == Level::Error));
    assert_eq!(all.len(), 6, "a lint names each of them");
}

#[test]
fn an_absent_column_is_said_once() {
    let text = "code,name,kind\n00000001,A,Soldier\n00000002,B,Soldier\n00000003,C,Rear\n";
    let (catalog, faults) = read(text);
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].message, "the pool has no column for `size`, which 2 cards need");
    assert_eq!(value(&catalog, "C", "back"), Value::Text("Black".into()));
    assert_eq!(value(&catalog, "A", "back"), Value::Text("White".into()));
}

#[test]
fn columns_are_mapped_and_unknown_ones_kept() {
    let text = "No.,card,Sort,size,artist\n00000001,A,Rear,1,someone\n";
    let (catalog, faults) = read_as("p.csv", text, &["No.=code", "Sort=type"], Report::Summary);
    assert_eq!(found(text, &faults), [("CAT008".into(), 1, Level::Note)]);
    assert_eq!(catalog.extra_columns(), ["artist"]);
    let Lookup::One(id) = catalog.find("A") else { panic!("A") };
    assert_eq!(&*catalog.card(id).extra[0], "someone");
    let (_, faults) = read_as("p.csv", text, &["No.=cod"], Report::Summary);
    assert!(faults[0].message.contains("did you mean `code`?"), "{}", faults[0].message);
}

#[test]
fn printings_are_one_card_under_several_names() {
    let text = "code,name,kind,size,same_as\n00000001,Tide,Soldier,2,\n00000001,Tide (Gala),Soldier,2,\n00000001,Tide,Soldier,2,\n\
        00000001,Tide Again,Soldier,3,\n00000009,Old Tide,,,errata:00000008\n00000008,Elder Tide,,,treated-as:Tide\n00000007,Lost,Rear,,art:77\n";
    let (catalog, faults) = read(text);
    let tide = catalog.find("tide");
    for name in ["Tide", "Tide (Gala)", "Tide Again", "Old Tide", "elder tide", "00000009"] {
        assert_eq!(catalog.find(name), tide, "{name}");
    }
    assert_eq!(catalog.len(), 2);
    let codes: Vec<_> = found(text, &faults).into_iter().map(|f| (f.0, f.1)).collect();
    assert_eq!(codes, [("CAT004".into(), 4), ("CAT005".into(), 5), ("CAT010".into(), 8)]);
    assert_eq!(faults[0].related.len(), 1, "both lines are named");
}

#[test]
fn a_shared_name_is_ambiguous_and_exact_beats_folded() {
    let (catalog, _) =
        read("code,name,kind\n00000001,Warden,Rear\n00000002,Warden,Rear\n00000003,Élan,Rear\n00000004,Elan,Rear\n");
    assert!(matches!(catalog.find("Warden"), Lookup::Many(cards) if cards.len() == 2));
    assert_eq!(catalog.find("Élan"), Lookup::One(crate::catalog::CardId(2)));
    assert_eq!(catalog.find("Elan"), Lookup::One(crate::catalog::CardId(3)));
    assert!(matches!(catalog.find("ELAN"), Lookup::Many(cards) if cards.len() == 2));
    assert_eq!(catalog.find("Elam"), Lookup::None);
    assert_eq!(catalog.near("Elam", 3), ["Elan", "Élan"]);
}

#[test]
fn unusable_pools_say_why() {
    for (name, text, code) in [
        ("p.csv", "", "CAT011"),
        ("p.csv", "code,name,kind\n", "CAT011"),
        ("p.json", "{\"cards\": [", "CAT001"),
        ("p.yaml", "cards: [{", "CAT001"),
        ("p.json", "{\"a\": 1}", "CAT001"),
        ("p.csv", "code,name,kind\n00000001,\"A,Rear\n", "CAT001"),
        ("p.yaml", "- {code: 00000001, code: 00000002, name: A, kind: Rear}\n", "CAT001"),
    ] {
        let (_, faults) = read_as(name, text, &[], Report::Summary);
        assert!(faults.iter().any(|f| *f.code == *code && f.level == Level::Error), "{text:?}: {faults:?}");
    }
}

#[test]
fn selectors_match_cards() {
    let (catalog, _) =
        read("code,name,kind,size,tags\n00000001,A,Soldier,2,x;y\n00000002,B,Rear,5,y\n00000003,C,Rear,,\n");
    for (selector, wanted) in [
        ("{type: Soldier}", "A"),
        ("{type: trooper}", "A"),
        ("{type: [Soldier, Rear]}", "ABC"),
        ("{size: {gte: 2, lt: 5}}", "A"),
        ("{size: {gt: 2}}", "B"),
        ("{size: {lte: 2}}", "A"),
        ("{size: {ne: 2}}", "BC"),
        ("{size: {between: [2, 5]}}", "AB"),
        ("{size: 5}", "B"),
        ("{tags: y}", "AB"),
        ("{tags: {all: [x, y]}}", "A"),
        ("{tags: {any: [x, z]}}", "A"),
        ("{tags: {none: [x]}}", "BC"),
        ("{tags: {only: [y]}}", "B"),
        ("{tags: {count: 2}}", "A"),
        ("{tags: {present: false}}", "C"),
        ("{size: {present: true}}", "AB"),
        ("{name: {matches: '^[AB]$'}}", "AB"),
        ("{not: {type: Rear}}", "A"),
        ("{any: [{size: 2}, {size: 5}]}", "AB"),
        ("{all: [{type: Rear}, {size: 5}]}", "B"),
        ("{cards: [A, '00000003']}", "AC"),
        ("{}", "ABC"),
    ] {
        let node = parse_yaml(selector, FileId(9)).expect("yaml");
        let parsed: crate::spec::Selector = crate::text::from_node(&node).unwrap_or_else(|e| panic!("{selector}: {e}"));
        let mut faults = Vec::new();
        parsed.faults(&spec(), &mut faults);
        let (predicate, more) = crate::catalog::Predicate::new(&parsed, &spec(), &catalog);
        assert!(faults.is_empty() && more.is_empty(), "{selector}");
        let names: String =
            catalog.cards().filter(|(id, c)| predicate.matches(c, *id)).map(|(_, c)| &*c.name).collect();
        assert_eq!(names, wanted, "{selector}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn no_pool_panics(text in "(?s).{0,200}", name in "p\\.(csv|yaml|json)") {
        let _ = read_as(&name, &text, &[], Report::Full);
    }

    #[test]
    fn no_table_panics(rows in proptest::collection::vec("[a-z0-9,;\"\t ]{0,30}", 0..12)) {
        let text = format!("code,name,kind,size,tags,same_as\n{}", rows.join("\n"));
        let _ = read_as("p.csv", &text, &[], Report::Summary);
    }
}
