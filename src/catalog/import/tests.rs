use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::catalog::{Catalog, ColumnMap, Report, load};
use crate::spec::GameSpec;
use crate::text::Source;

const SPEC: &str = "id: test\nname: Test\nprefix: TST\nidentity: code\nsections: {main: {title: Main}}\nattributes:\n  \
    code: {type: text, pattern: '[0-9]{4}', digits: 4, aliases: [id]}\n  name: {type: text, required: true, aliases: \
    [title]}\n  kind: {type: text, values: [Front, Rear], value-aliases: {Vanguard: Front}}\n  size: {type: int, min: 0, \
    max: 9}\n  tags: {type: list}\n  swift: {type: bool}\n";

fn spec() -> GameSpec {
    GameSpec::parse(SPEC, FileId(9)).unwrap_or_else(|e| panic!("{e:#?}"))
}

fn options(path: Option<&str>) -> Options {
    Options { path: path.map(str::to_owned), ..Options::default() }
}

fn run(name: &str, text: &str, maps: &[&str], options: &Options) -> Imported {
    let opened = open(name, text.as_bytes().to_vec(), options).unwrap_or_else(|e| panic!("{text}: {e}"));
    let mut columns = ColumnMap::default();
    maps.iter().for_each(|m| columns.set(m).expect("a mapping"));
    let pool = Pool { source: Arc::new(Source::new(name, opened.text)), file: FileId(1), columns };
    import(&spec(), &pool, opened.kind, options)
}

fn rows(imported: &Imported) -> Vec<&str> {
    imported.csv.lines().skip(1).collect()
}

fn loaded(csv: &str) -> Catalog {
    let pool = Pool { source: Arc::new(Source::new("cards.csv", csv)), file: FileId(2), columns: ColumnMap::default() };
    load(&spec(), &[pool], Report::Full).0
}

#[test]
fn the_content_tells_what_a_file_is() {
    for (name, text, kind) in [
        ("a", "[{\"a\": 1}]", Kind::Json),
        ("a.txt", " {\"a\": 1}", Kind::Json),
        ("a.json", "", Kind::Json),
        ("a.yaml", "- {a: 1}", Kind::Yaml),
        ("a.xml", "", Kind::Cockatrice),
        ("a.ts", "const a = [{}]", Kind::Script),
        ("a", "<?xml version='1.0'?><cockatrice_carddatabase/>", Kind::Cockatrice),
        ("a.csv", "<b>,c\n", Kind::Cockatrice),
        ("a.csv", "< 1,c\n", Kind::Csv),
        ("a.txt", "Name\tSet\tImageFile\n", Kind::Lackey),
        ("a.txt", "Name\tSet\tImage\n", Kind::Csv),
        ("a", "name,ImageFile\n", Kind::Csv),
    ] {
        assert_eq!(super::kind(name, text), kind, "{name}: {text}");
    }
    let old = open("a.xls", vec![0xd0, 0xcf, 0x11, 0xe0, 0, 0], &Options::default()).expect_err("old");
    assert!(old.to_string().contains(".xlsx"), "{old}");
    assert!(open("a.png", vec![0x89, b'P', b'N', b'G', 0, 0, 0, 13], &Options::default()).is_err());
}

#[test]
fn values_are_written_as_the_game_spells_them() {
    let text = "ID,Title,KIND,Size,Tags,Swift,Painter\n1,A,vanguard,2.0,x; y |z,yes,Ada\n0002,\"B, \"\"b\"\"\",REAR,10,,,\n3,C,Middle,2.5,,maybe,\n";
    let got = run("p.csv", text, &[], &Options::default());
    assert_eq!(
        rows(&got),
        ["0001,A,Front,2,\"x;y;z\",true", "0002,\"B, \"\"b\"\"\",Rear,10,,", "0003,C,Middle,2.5,,maybe"]
    );
    assert_eq!((got.rows, got.dropped, got.zeros), (3, 0, 2));
    let bad: Vec<_> = got.bad.iter().map(|b| (b.attribute.as_str(), b.values.clone())).collect();
    let one = |v: &str| (v.to_owned(), 1);
    assert_eq!(
        bad,
        [("kind", vec![one("Middle")]), ("size", vec![one("10"), one("2.5")]), ("swift", vec![one("maybe")])]
    );
    // A code with too many digits is no code that lost its zeros.
    let long = run("p.csv", "code,name\n12345,A\n12,B\n", &[], &Options::default());
    assert_eq!((rows(&long), long.zeros), (vec!["12345,A,,,,", "0012,B,,,,"], 1));
    assert_eq!(long.bad[0].values, [one("12345")]);
    assert_eq!(got.left_out, [("Painter".to_owned(), None)]);
    assert!(got.absent.is_empty() && got.faults.is_empty());
}

/// Of several keys of one attribute the best counts, and another where it is not there.
#[test]
fn a_second_key_fills_the_gaps_of_the_first() {
    let text = r#"[{"id": 1, "name": "A"}, {"id": 2, "title": "B"}, {"title": "C", "id": 3, "name": "D"},
        {"id": 4, "name": "E", "title": "F"}]"#;
    let got = run("a.json", text, &[], &Options::default());
    assert_eq!(rows(&got), ["0001,A,,,,", "0002,B,,,,", "0003,D,,,,", "0004,E,,,,"]);
}

#[test]
fn rows_that_are_no_cards_are_named() {
    let got = run("p.csv", "code,name,size\n0001,,2\n,B,3\n0003,C,4\n", &[], &Options::default());
    assert_eq!((rows(&got), got.dropped), (vec!["0003,C,,4,,"], 2));
    let messages: Vec<_> =
        got.faults.iter().map(|f| (f.message.as_str(), f.place.span().expect("place").start)).collect();
    assert_eq!(
        messages,
        [
            ("the row of `0001` has no `name`, so it is left out", 15),
            ("the row of `B` has no `code`, so it is left out", 24)
        ]
    );
    // A row that is another printing needs no code of its own.
    let got = run("p.csv", "code,name,ref\n0001,A,\n,B,0001\n,C,\n", &["ref=same_as"], &Options::default());
    assert_eq!((got.csv.contains(",B,"), got.csv.contains(",C,"), got.dropped), (true, false, 1), "{}", got.csv);
    // A column that is missing as a whole is told once.
    let got = run("p.csv", "name,size\nA,2\nB,3\n", &[], &Options::default());
    assert_eq!((got.rows, got.dropped, got.faults.len()), (0, 2, 1));
    assert!(got.faults[0].message.contains("no column holds `code`"), "{}", got.faults[0].message);
}

#[test]
fn maps_name_columns_and_their_slips_are_told() {
    let got = run("p.csv", "nr,titel,size\n1,A,3\n", &["nr=code", "titel=name"], &Options::default());
    assert_eq!(rows(&got), ["0001,A,,3,,"]);
    let got = run("p.csv", "code,name\n1,A\n", &["titel=name", "code=cod"], &Options::default());
    let messages: Vec<_> = got.faults.iter().map(|f| f.message.as_str()).collect();
    assert!(
        messages.iter().any(|m| m.contains("`cod`")) && messages.iter().any(|m| m.contains("`titel`")),
        "{messages:?}"
    );
}

#[test]
fn the_list_is_found_in_json() {
    let card = "{\"id\": 1, \"name\": \"A\"}";
    for (text, path) in [
        (format!("[{card}]"), ""),
        (format!("{{\"data\": {{\"all\": [{card}]}}, \"sets\": [1, 2]}}"), "data.all"),
        (format!("{{\"sets\": [{{\"name\": \"S\"}}], \"cards\": [{card}]}}"), "cards"),
        (format!("{{\"cards\": {{\"a\": {card}, \"b\": {card}}}}}"), "cards"),
    ] {
        let got = run("p.json", &text, &[], &Options::default());
        assert_eq!((got.path.as_str(), rows(&got)[0]), (path, "0001,A,,,,"), "{text}");
    }
    let two = format!("{{\"units\": [{card}], \"old\": {{\"units\": [{card}]}}}}");
    for (text, message) in [
        (two.as_str(), "several lists could be the cards: `units` (1), `old.units` (1)"),
        ("{\"a\": 1}", "no list of cards"),
        ("3", "no list of cards"),
        ("[1, 2]", "no list of cards"),
        ("{", "EOF"),
    ] {
        let got = run("p.json", text, &[], &Options::default());
        assert!(got.rows == 0 && got.faults[0].message.contains(message), "{text}: {:?}", got.faults);
    }
    for (path, found) in [
        ("units", Ok(1)),
        ("old.units", Ok(1)),
        ("old", Ok(1)),
        ("old.unit", Err("did you mean `units`")),
        ("units.0.id", Err("single value")),
    ] {
        let got = run("p.json", &two, &[], &options(Some(path)));
        match found {
            Ok(n) => assert_eq!(got.rows, n, "{path}: {:?}", got.faults),
            Err(message) => {
                assert!(got.faults[0].message.contains(message), "{path}: {:?}", got.faults);
                let place = got.faults[0].place.span().expect("a place");
                assert!(place.range().is_empty(), "a whole list is no place to look at: {place:?}");
            }
        }
    }
}

#[test]
fn eight_lists_are_named_and_more_are_counted() {
    for (lists, tail) in [(8, "`l7` (1)"), (9, "`l7` (1) and 1 more"), (11, "`l7` (1) and 3 more")] {
        let members: Vec<String> = (0..lists).map(|n| format!("\"l{n}\": [{{\"id\": 1}}]")).collect();
        let got = run("p.json", &format!("{{{}}}", members.join(", ")), &[], &Options::default());
        assert!(got.faults[0].message.ends_with(tail), "{}", got.faults[0].message);
    }
}

#[test]
fn a_survey_tells_numbers_lists_and_keys() {
    let text = r#"[{"id": "a", "part": "x", "same": "v", "size": 1, "tags": ["p", "q"]},
        {"id": "b", "part": "y", "same": "v", "size": 2, "none": null}, {"id": "c", "same": "w", "size": 3}]"#;
    let opened = open("p.json", text.as_bytes().to_vec(), &Options::default()).expect("JSON");
    let source = Arc::new(Source::new("p.json", opened.text));
    let pool = Pool { source, file: FileId(1), columns: ColumnMap::default() };
    let survey = survey(&[pool], opened.kind, &Options::default());
    assert_eq!(survey.rows, 3);
    let told = survey.columns.iter().map(|c| (c.name.as_str(), c.filled, c.numbers, c.lists, c.unique));
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            ("id", 3, false, false, true),
            ("part", 2, false, false, false),
            ("same", 3, false, false, false),
            ("size", 3, true, false, true),
            ("tags", 1, false, true, false),
        ]
    );
}

/// A list is one with a single text too, and a blank in it is none; up to two dozen values of a column are told.
#[test]
fn a_survey_tells_lists_of_one_and_two_dozen_values() {
    let surveyed = |name: &str, text: &str| {
        let opened = open(name, text.as_bytes().to_vec(), &Options::default()).expect("cards");
        let source = Arc::new(Source::new(name, opened.text));
        survey(&[Pool { source, file: FileId(1), columns: ColumnMap::default() }], opened.kind, &Options::default())
    };
    let one = surveyed("p.json", r#"[{"id": 1, "tags": ["p"]}, {"id": 2, "tags": ["p"]}]"#);
    assert_eq!(one.columns.iter().map(|c| c.lists).collect::<Vec<_>>(), [false, true]);
    let one = surveyed("p.yaml", "- {id: 1, tags: ['', p, ' ']}\n");
    assert_eq!(one.columns[1].values.iter().map(|v| v.as_str()).collect::<Vec<_>>(), ["p"]);
    let one = surveyed(
        "c.xml",
        "<cockatrice_carddatabase><cards><card><name>A</name><set>S</set><related>B</related><reverse-related>C\
        </reverse-related><text>D</text></card></cards></cockatrice_carddatabase>",
    );
    let lists: Vec<&str> = one.columns.iter().filter(|c| c.lists).map(|c| c.name.as_str()).collect();
    assert_eq!(lists, ["set", "related", "reverse-related"]);
    // A column without any value is left out.
    let names = |text: &str| -> Vec<String> { surveyed("p.csv", text).columns.into_iter().map(|c| c.name).collect() };
    assert_eq!(names("id,empty,kind\n1,,a\n2, ,b\n"), ["id", "kind"]);
    for (values, told) in [(1, 1), (23, 23), (24, 24), (25, 0), (60, 0)] {
        let text: String = (0..values).map(|at| format!("{at},v{at}\n")).collect();
        let survey = surveyed("p.csv", &format!("id,kind\n{text}"));
        assert_eq!(survey.columns[1].values.len(), told, "{values}");
    }
}

/// Two hundred rows that are left out are told; more are counted.
#[test]
fn two_hundred_rows_without_a_name_are_told() {
    for (lacking, told, more) in
        [(199, 199, None), (200, 200, None), (201, 200, Some("1 more row is")), (203, 200, Some("3 more rows are"))]
    {
        let text: String = (0..lacking).map(|at| format!("{at:04},\n")).collect();
        let got = run("p.csv", &format!("code,name\n9999,A\n{text}"), &[], &Options::default());
        let rows = got.faults.iter().filter(|f| f.message.contains("has no `name`")).count();
        let counted = got.faults.iter().find(|f| f.message.contains("for the same reason")).map(|f| &*f.message);
        assert_eq!(
            (rows, counted),
            (told, more.map(|m| format!("{m} left out for the same reason")).as_deref()),
            "{lacking}"
        );
    }
    // Of a column that is missing as a whole the number of rows is told.
    for (rows, words) in [(1, "1 row is left out"), (2, "2 rows are left out")] {
        let got = run("p.csv", &format!("name\n{}", "A\n".repeat(rows)), &[], &Options::default());
        assert!(got.faults[0].message.ends_with(words), "{}", got.faults[0].message);
    }
}

#[test]
fn nested_values_are_flattened() {
    let text = r#"[{"id": "0001", "name": "A", "face": {"size": 3, "kind": {"word": "rear"}}, "tags": ["x", "y"],
        "arts": [{"by": "Ada"}, {"by": "Ben"}], "none": null}, 7]"#;
    let got = run("p.json", text, &["face.size=size", "face.kind.word=kind"], &Options::default());
    assert_eq!(rows(&got), ["0001,A,Rear,3,\"x;y\","]);
    assert_eq!(got.left_out, [("arts.by".to_owned(), None)]);
    assert!(got.faults.iter().any(|f| *f.code == *"CAT003" && text[f.place.span().expect("place").range()] == *"7"));
    // An item that would be two values when it is read again is no value.
    let got = run("p.json", r#"[{"id": 1, "name": "A", "tags": ["x;y", "z"]}]"#, &[], &Options::default());
    assert_eq!(got.bad[0].values, [("x;y;z".to_owned(), 1)]);
}

#[test]
fn scripts_hold_a_list_as_json() {
    let text =
        "// types\nconst c: Card[] = [\n {\"id\": 1, \"name\": \"A\"},\n {\"name\": \"é\"}];\nexport default c;\n";
    let got = run("p.ts", text, &[], &Options::default());
    assert_eq!(rows(&got), ["0001,A,,,,"]);
    let place = got.faults[0].place.span().expect("place");
    assert_eq!(&text[place.range()], "\"é\"");
    for text in ["const c = [{id: 1, name: 'A'}]", "const c = 3", "]{["] {
        let got = run("p.js", text, &[], &Options::default());
        assert!(got.rows == 0 && !got.faults.is_empty(), "{text}");
        let help = got.faults[0].help.as_deref().unwrap_or_default();
        assert_eq!(help.contains("only a list that is written as JSON is read"), text.contains("id"), "{text}: {help}");
    }
    let json = run("p.json", "[{id: 1}]", &[], &Options::default());
    assert!(json.faults[0].help.as_deref().is_none_or(|h| !h.contains("only a list")), "{:?}", json.faults);
}

#[test]
fn lackey_fields_are_read_without_the_blanks_around_them() {
    let text = "Name\tSet\tImageFile\t id \tKind\n  A b \tS\ti\t 0001\t  Rear  \n";
    assert_eq!(rows(&run("carddata.txt", text, &[], &Options::default())), ["0001,A b,Rear,,,"]);
}

#[test]
fn lackey_columns_of_one_name_are_told_apart() {
    let got = run("carddata.txt", "Name\tName\t\tImageFile\tid\nA\tB\tx\ti\t1\n", &[], &Options::default());
    assert_eq!(rows(&got), ["0001,A,,,,"]);
    let left: Vec<&str> = got.left_out.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(left, ["Name (2)", "column 3", "ImageFile"]);
}

#[test]
fn lackey_knows_no_quotes() {
    let text = "Name\tSet\tImageFile\tid\tSize\n\"A\" b\tS\ti\t0001\t3\nB\tS\ti\t0002\nC\tS\ti\t0003\t1\textra\nthe rest of a text\n";
    let got = run("carddata.txt", text, &[], &Options::default());
    assert_eq!(rows(&got), ["0001,\"\"\"A\"\" b\",,3,,", "0002,B,,,,", "0003,C,,1,,"]);
    let lines: Vec<_> = got.faults.iter().map(|f| f.place.span().map(|s| &text[s.range()])).collect();
    assert_eq!(lines, [Some("C\tS\ti\t0003\t1\textra"), Some("the rest of a text")]);
    assert_eq!(&*got.faults[1].message, "the line has 1 field, 5 are expected, so it is no card and left out");
    // A pool of one column has nothing else.
    let names = run("carddata.txt", "ImageFile\tName\nA\nB\n", &[], &Options::default());
    assert_eq!((names.rows, names.faults.len()), (0, 2));
}

#[test]
fn cockatrice_has_properties_and_printings() {
    let text = "<cockatrice_carddatabase version='4'><cards><card><name>A &amp; B</name><prop><id>1</id><kind>rear</kind></prop>\
        <set num='1'>X</set><set num='2'>Y</set></card></cards></cockatrice_carddatabase>";
    let got = run("cards.xml", text, &["set=tags"], &Options::default());
    assert_eq!(rows(&got), ["0001,A & B,Rear,,\"X;Y\","]);
    assert_eq!(got.left_out, [("set.num".to_owned(), None)]);
    for (text, message) in
        [("<a/>", "card database of Cockatrice"), ("<cockatrice_carddatabase/>", "no element `<cards>`"), ("<a", "")]
    {
        let got = run("cards.xml", text, &[], &Options::default());
        assert!(got.rows == 0 && got.faults[0].message.contains(message), "{text}: {:?}", got.faults);
    }
}

#[test]
fn cgs_says_what_its_cards_call_the_things() {
    let cgs = Cgs::parse(
        r#"{"name": "G", "cardIdIdentifier": "uid", "cardNameIdentifier": "label", "cardDataIdentifier": "card",
            "enums": [{"property": "kind", "values": {"f": "Front"}}]}"#,
        FileId(1),
    )
    .expect("cgs");
    let options = Options { cgs: Some(cgs), ..Options::default() };
    let text =
        r#"[{"card": {"uid": 7, "id": "other", "label": "A", "kind": "f"}}, {"uid": 8, "label": "B", "kind": "q"}]"#;
    let got = run("AllCards.json", text, &[], &options);
    assert_eq!(rows(&got), ["0007,A,Front,,,", "0008,B,q,,,"]);
    assert_eq!(got.left_out, [("own id".to_owned(), None)]);
    let text = r#"{"cardProperties": [{"name": "size", "display": "Size", "type": "integer"}, {"display": "None"}]}"#;
    let properties = Cgs::parse(text, FileId(1)).expect("cgs").properties;
    assert_eq!(properties, [("size".to_owned(), "Size".to_owned(), "integer".to_owned())]);
    let text = r#"{"extras": [{"group": "g", "property": "p", "value": "v"}, {"group": "h", "value": "w"}]}"#;
    let extras = Cgs::parse(text, FileId(1)).expect("cgs").extras;
    assert_eq!(extras, [("g".to_owned(), "p".to_owned(), "v".to_owned())]);
    let repeat = |text: &str| Cgs::parse(text, FileId(1)).expect("cgs").names_repeat;
    assert!(repeat("{\"cardNameIsUnique\": false}"));
    assert!(!repeat("{\"cardNameIsUnique\": true}") && !repeat("{}"));
    for text in ["[]", "{", "3"] {
        assert!(Cgs::parse(text, FileId(1)).is_err(), "{text}");
    }
    assert_eq!(Cgs::parse("{}", FileId(1)).map(|c| (c.id, c.set)), Ok(("id".to_owned(), "set".to_owned())));
}

#[test]
fn limit_lists_are_read_line_by_line() {
    let text = "#[x]\n5 1\n!A\n--head\n10 0 --Ten\n11 -1--Eleven\n012\t2 free words\n13 3\n!B\n$whitelist\n10 3\n010 1\n14\n15 -2\n16 x\nno\n$else\n";
    let source = Source::new("lflist.conf", text);
    let (lists, faults) = limit_lists(&source, FileId(1));
    let shown = |list: &LimitList| -> Vec<String> {
        list.entries.iter().map(|e| format!("{} {} {}", e.code.value, e.limit, e.comment)).collect()
    };
    assert_eq!(
        lists.iter().map(|l| (l.name.value.as_str(), l.whitelist)).collect::<Vec<_>>(),
        [("A", false), ("B", true)]
    );
    assert_eq!(shown(&lists[0]), ["10 0 Ten", "11 -1 Eleven", "012 2 free words", "13 3 "]);
    assert_eq!(shown(&lists[1]), ["010 1 "]);
    assert_eq!(lists[1].unread, ["14", "15 -2", "16 x", "no", "$else"]);
    let lines: Vec<_> = faults.iter().map(|f| f.place.span().map_or(0, |s| source.line(s.start))).collect();
    assert_eq!(lines, [2, 12, 13, 14, 15, 16, 17]);
    let said: Vec<&str> = faults.iter().map(|f| &*f.message).collect();
    assert_eq!(
        said,
        [
            "1 line stands before the first list (`!NAME`), in none; EDOPro does not read that either",
            "the card `010` stands twice in the list; this line counts",
            "the card `14` has no limit",
            "`-2` is no limit; -1, 0, 1, 2 or 3 is expected",
            "`x` is no limit; -1, 0, 1, 2 or 3 is expected",
            "`no` does not begin with the code of a card",
            "the instruction `$else` is not known and was not read",
        ]
    );
    let places: Vec<&str> = faults.iter().filter_map(|f| f.place.span()).map(|span| source.slice(span)).collect();
    assert_eq!(places, ["5 1", "010", "14", "15 -2", "16 x", "no", "$else"]);
    let source = Source::new("l", "!A\n  $else  \n\t$any\n");
    let places: Vec<_> =
        limit_lists(&source, FileId(1)).1.iter().filter_map(|f| f.place.span()).map(|s| source.slice(s)).collect();
    assert_eq!(places, ["$else", "$any"]);
    let source = Source::new("lflist.conf", text);
    let codes: Vec<&str> = lists[0].entries.iter().map(|e| source.slice(e.code.span)).collect();
    assert_eq!(codes, ["10", "11", "012", "13"]);
    for (text, said) in [("1 1\n!A\n", "1 line"), ("1 1\n2 1\n3 1\n!A\n", "3 lines")] {
        let faults = limit_lists(&Source::new("x", text), FileId(1)).1;
        assert!(faults[0].message.starts_with(said), "{}", faults[0].message);
    }
    assert!(limit_lists(&Source::new("x", "10 1\n"), FileId(1)).0.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_bytes_panic(head in 0..4_usize, name in "p\\.(csv|json|xml|ts|yaml|txt)", rest in proptest::collection::vec(any::<u8>(), 0..200)) {
        let heads: [&[u8]; 4] = [b"", b"PK\x03\x04", b"SQLite format 3\0", b"<cockatrice_carddatabase>"];
        let bytes = [heads[head], &rest].concat();
        if let Ok(opened) = open(&name, bytes, &Options::default()) {
            let pool = Pool { source: Arc::new(Source::new(name, opened.text)), file: FileId(1), columns: ColumnMap::default() };
            let _ = import(&spec(), &pool, opened.kind, &Options::default());
            let _ = survey(&[pool], opened.kind, &Options::default());
        }
    }

    #[test]
    fn no_text_panics(text in "([\\[\\]{}<>:,\"\t\n!$#a-z0-9./-]|name|id|\\PC){0,80}", name in "p\\.(csv|json|xml|ts|yaml|txt)", path in "[a-c0.]{0,4}") {
        let _ = run(&name, &text, &[], &options(Some(&path)));
        let _ = run(&name, &text, &["a=name", "b=same_as"], &Options::default());
        let _ = limit_lists(&Source::new("l", text), FileId(1));
    }

    /// Whatever stands in a cell comes back from the pool as it was.
    #[test]
    fn what_is_written_is_read_back(names in proptest::collection::vec("[ -~é가\n\t]{0,12}", 1..6), tags in "[a-z#,\"' ]{0,8}") {
        let items: Vec<serde_json::Value> = names.iter().enumerate()
            .map(|(n, name)| serde_json::json!({"id": format!("{n:04}"), "name": name, "tags": [tags.clone(), "end"]}))
            .collect();
        let got = run("p.json", &serde_json::Value::from(items).to_string(), &[], &Options::default());
        let catalog = loaded(&got.csv);
        let wanted: Vec<&str> = names.iter().map(|n| n.trim()).filter(|n| !n.is_empty()).collect();
        let found: Vec<&str> = catalog.cards().map(|(_, c)| &*c.name).collect();
        prop_assert_eq!(found, wanted, "{}", got.csv);
        let list: Vec<&str> = [tags.trim(), "end"].into_iter().filter(|t| !t.is_empty()).collect();
        for (_, card) in catalog.cards() {
            let crate::catalog::Value::List(tags) = &card.values[4] else { panic!("no list: {}", got.csv) };
            prop_assert_eq!(tags.iter().map(|t| &**t).collect::<Vec<_>>(), list.clone());
        }
    }
}

/// A table of one column has rows of one field.
#[test]
fn a_list_of_lackey_may_have_one_column() {
    let source = Arc::new(Source::new("a.txt", "Name\nA\nB\n"));
    let pool = Pool { source, file: FileId(1), columns: ColumnMap::default() };
    let got = import(&spec(), &pool, Kind::Lackey, &Options::default());
    assert!(got.faults.iter().all(|f| *f.code != *crate::diagnostics::CAT_ROW.code), "{:#?}", got.faults);
}
