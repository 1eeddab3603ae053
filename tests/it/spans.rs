//! Findings point at the right bytes, in every format and encoding.

use std::sync::Arc;

use decklint::diagnostics::Levels;
use decklint::game::{Checked, DeckInput, Session, check};
use decklint::text::{Place, Source, decode};

use crate::support::{run_in, session};

fn read(session: &Session, name: &str, bytes: &[u8]) -> Checked {
    let decoded = decode(bytes.to_vec()).expect("text");
    let source = Arc::new(Source::new(name, decoded.text));
    let game = Some(if name.starts_with("ko") { "tuna" } else { "barrenia" });
    check(session, DeckInput { source: &source, guessed: None, path: None, game }, &Levels::default())
}

/// The text under the finding of a code, with its line and column.
#[track_caller]
fn under(checked: &Checked, code: &str) -> (String, usize, usize) {
    let finding =
        checked.findings.iter().find(|f| *f.code == *code).unwrap_or_else(|| panic!("{code}: {:?}", checked.findings));
    let Place::Span(span) = finding.place else { panic!("{code} has no span") };
    let (line, column) = checked.source.line_column(span.start);
    (checked.source.slice(span).to_owned(), line, column)
}

#[track_caller]
fn points(session: &Session, name: &str, text: &str, code: &str, at: &str, line: usize, column: usize) {
    assert_eq!(under(&read(session, name, text.as_bytes()), code), (at.to_owned(), line, column), "{name} {code}");
}

#[test]
fn every_format_points_at_the_card() {
    let session = session();
    let card = |name, text, line, column| points(&session, name, text, "RES001", "Tyde Herald", line, column);
    card("a.txt", "Main Deck\n4 Piston Page\n4x Tyde Herald\n", 3, 4);
    card("a.txt", "\t4\tTyde Herald (BAR) 12 # tag\n", 1, 4);
    card("a.txt", "Tyde Herald x4\n", 1, 1);
    card("a.csv", "section,count,name\nmain,4,Tyde Herald\n", 2, 8);
    card("a.csv", "count;name\r\n4;\"Tyde Herald\"\r\n", 2, 4);
    points(&session, "a.yaml", "main:\n  - {card: Tyde Herald, count: 4}\n", "RES001", "Tyde Herald", 2, 12);
    card("a.yaml", "main:\n  - 4 Tyde Herald\n", 2, 7);
    card("a.yaml", "main:\n  Tyde Herald: 4\n", 2, 3);
    // The bytes between the quotes.
    card("a.json", "{\"main\": [{\"name\": \"Tyde Herald\",\n\"count\": 4}]}", 1, 21);
}

#[test]
fn every_kind_of_finding_has_its_place() {
    let session = session();
    points(&session, "a.txt", "4 Piston Page\n-1 Rust Lancer\n", "DCK004", "-1", 2, 1);
    points(&session, "a.txt", "4 Piston Page\nStuff:\n4 Rust Lancer\n", "DCK005", "Stuff", 2, 1);
    points(&session, "a.txt", "Main Deck:\n4 Piston Page\n", "BAR001", "Main Deck", 1, 1);
    points(&session, "a.txt", "# gmae: barrenia\n4 Piston Page\n", "DCK007", "gmae", 1, 3);
    points(&session, "a.txt", "# layer: arc-9\n4 Piston Page\n", "LAY005", "arc-9", 1, 10);
    points(
        &session,
        "a.txt",
        "3 Rust Lancer\n1 Piston Page\n2 01204417 Rust Lancer # x\n",
        "BAR003",
        "01204417 Rust Lancer",
        3,
        3,
    );
    points(&session, "a.txt", "4 Tide Herald\n", "RES002", "Tide Herald", 1, 3);
    points(&session, "a.txt", "4 1204417\n", "RES004", "1204417", 1, 3);
    points(&session, "a.yaml", "main:\n  a: 1\n  a: 2\n", "DCK006", "a", 3, 3);
    points(&session, "a.csv", "count,name\n4,Piston Page,x,y\n", "DCK008", "4,Piston Page,x,y", 2, 1);
}

#[test]
fn encodings_and_line_ends_move_no_place() {
    let session = session();
    let text = "Main Deck\n4 Piston Page\n4 Tyde Herald\n";
    let utf16 = |bytes: fn(u16) -> [u8; 2]| {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect::<Vec<u8>>()
    };
    for bytes in [
        text.as_bytes().to_vec(),
        format!("\u{feff}{text}").into_bytes(),
        text.replace('\n', "\r\n").into_bytes(),
        text.replace('\n', "\r").into_bytes(),
        utf16(u16::to_le_bytes),
        utf16(u16::to_be_bytes),
    ] {
        assert_eq!(under(&read(&session, "a.txt", &bytes), "RES001"), ("Tyde Herald".to_owned(), 3, 3));
    }
}

#[test]
fn columns_count_characters_not_bytes() {
    let session = session();
    points(&session, "ko.txt", "덱\n4 없는 카드\n", "RES001", "없는 카드", 2, 3);
    points(&session, "ko.yaml", "덱: [3 가시 파수꾼, 4 없는 카드]\n", "RES001", "없는 카드", 1, 17);
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("ko.yaml"), "game: tuna\n덱: [3 가시 파수꾼, 4 없는 카드]\n").expect("a file");
    let ran = run_in(folder.path(), ["check", "--format", "json", "ko.yaml"]);
    let report: serde_json::Value = serde_json::from_str(&ran.out).expect("json");
    let finding = report["decks"][0]["findings"]
        .as_array()
        .and_then(|f| f.iter().find(|f| f["code"] == "RES001"))
        .expect("RES001");
    assert_eq!((finding["line"].as_u64(), finding["column"].as_u64()), (Some(2), Some(17)));
}

/// A deck in which `⟦…⟧` stands around the bytes that a finding points at.
struct Marked {
    name: &'static str,
    code: &'static str,
    text: String,
    expected: String,
    line: usize,
    column: usize,
}

fn marked(name: &'static str, code: &'static str, text: &str) -> Marked {
    let (before, rest) = text.split_once('⟦').expect("a mark");
    let (inside, after) = rest.split_once('⟧').expect("its end");
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    Marked {
        name,
        code,
        text: [before, inside, after].concat(),
        expected: inside.to_owned(),
        line: before.matches('\n').count() + 1,
        column: before[start..].chars().count() + 1,
    }
}

/// Every kind of finding in every format. Korean, accents and tabs stand before the mark: bytes and characters differ.
fn matrix() -> Vec<Marked> {
    let mut out = Vec::new();
    let mut add = |name, code, text: &str| out.push(marked(name, code, text));
    add("a.txt", "RES001", "# 가시 é\n4 Piston Page\n\t4x ⟦Tyde Héraldé⟧ (BAR) 12 # é\n");
    add("a.txt", "DCK004", "# 가시\n4 Piston Page\n\u{3000}⟦-1⟧ Rust Lancer\n");
    add("a.txt", "DCK004", "# 가시\n⟦１０００⟧ Rust Lancer\n");
    add("a.txt", "DCK005", "# 가시\nMain Deck\n4 Piston Page\n== ⟦Ätherhof⟧ ==\n1 Rust Lancer\n");
    add("a.txt", "BAR001", "# 가시 é\n⟦Main Deck⟧ (4)\n4 Piston Page\n");
    add("a.txt", "BAR001", "# 가시 é\n\t4 ⟦Piston Page⟧\n");
    add("a.txt", "BAR002", "40 Piston Page\n# é\n\t⟦Provisionary Deck⟧:\n18 Rust Lancer\n");
    add("a.txt", "BAR003", "3 Piston Page\n# 가시\n\t2\t⟦Piston Page⟧ # é\n");
    add("a.txt", "BAR004", "1 Ember Avenger\n# 가시\n\t1 ⟦Kiln Martyr⟧ # é\n");
    add("a.txt", "DCK007", "# 가시: 나무\n# ⟦gmae⟧: barrenia\n4 Piston Page\n");
    add("a.txt", "LAY005", "# note: 가시 é\n# layer: arc-3, ⟦arc-é⟧\n4 Piston Page\n");
    add("a.csv", "RES001", "# 가시 é\nsection,count,note,name\nmain,4,é가,\"⟦Tyde, Héraldé⟧\"\n");
    add("a.csv", "DCK004", "note,count,name\né가,⟦-1⟧,Piston Page\n");
    add("a.csv", "DCK005", "note,section,count,name\né가,⟦Ätherhof⟧,4,Piston Page\n");
    add("a.csv", "BAR003", "note;count;name\né;3;Piston Page\n가시; 2 ; ⟦Piston Page⟧ \n");
    add("a.csv", "BAR004", "note,count,code\né,1,01400003\n가,1,⟦01400004⟧\n");
    add("a.csv", "DCK007", "note\tcount\tname\t⟦Größe⟧\né\t4\tPiston Page\t1\n");
    add("a.csv", "LAY005", "# 가시\n# layer: ⟦arc-é⟧\ncount,name\n4,Piston Page\n");
    add("a.csv", "DCK008", "count,name\n⟦4,Piston Page,é,가⟧\n4,Rust Lancer\n");
    add("a.yaml", "RES001", "# 가시 é\nmain:\n  - {count: 4, note: é가, name: ⟦Tyde Héraldé⟧}\n");
    add("a.yaml", "RES001", "main:\n  - 4 ⟦가시 파수꾼⟧\n");
    add("a.yaml", "DCK004", "notes: é가\nmain:\n  - {name: Piston Page, count: ⟦-1⟧}\n");
    add("a.yaml", "DCK005", "notes: é가\nsections:\n  ⟦Ätherhof⟧: [4 Piston Page]\n");
    add("a.yaml", "DCK007", "notes: é가\n⟦gmae⟧: barrenia\nmain: [4 Piston Page]\n");
    add("a.yaml", "BAR001", "notes: é가\n⟦main⟧:\n  - 4 Piston Page\n");
    add("a.yaml", "BAR003", "notes: é가\nmain:\n  - 3 Piston Page\n  # é\n  - {count: 2, name: ⟦Piston Page⟧}\n");
    add("a.yaml", "BAR004", "notes: é가\nmain:\n  - 1 Ember Avenger\n  - {note: 가, card: ⟦Kiln Martyr⟧}\n");
    add("a.yaml", "DCK006", "notes: é가\nmain:\n  Piston Page: 1\n  ⟦Piston Page⟧: 1\n");
    add("a.yaml", "LAY005", "notes: é가\nlayers: [arc-3, ⟦arc-é⟧]\nmain: [4 Piston Page]\n");
    let head = "{\"notes\": \"é가\",\n\t";
    add(
        "a.json",
        "RES001",
        &format!("{head}\"main\": [{{\"note\": \"é가\", \"name\": \"⟦Tyde Héraldé⟧\", \"count\": 4}}]}}"),
    );
    add("a.json", "DCK004", &format!("{head}\"main\": [{{\"name\": \"Piston Page\", \"count\": ⟦-1⟧}}]}}"));
    add("a.json", "DCK005", &format!("{head}\"sections\": {{\"⟦Ätherhof⟧\": [\"4 Piston Page\"]}}}}"));
    add("a.json", "BAR001", &format!("{head}\"⟦main⟧\": [\"4 Piston Page\"]}}"));
    add("a.json", "BAR003", &format!("{head}\"main\": [\"3 Piston Page\",\n\"é가\", \"2 ⟦Piston Page⟧\"]}}"));
    add("a.json", "BAR004", &format!("{head}\"main\": [\"1 Ember Avenger\",\n\"é가\", \"1 ⟦Kiln Martyr⟧\"]}}"));
    add("a.json", "LAY005", &format!("{head}\"layers\": [\"⟦arc-é⟧\"], \"main\": [\"4 Piston Page\"]}}"));
    let o8d = "<!-- 가시 é -->\n<deck><section name=\"Main\">\n\t<card note=\"é가\"";
    add("a.o8d", "RES001", &format!("{o8d} id=\"\" qty=\"4\">⟦Tyde Héraldé⟧</card></section></deck>"));
    add("a.o8d", "DCK004", &format!("{o8d} qty=\"⟦-1⟧\">Piston Page</card></section></deck>"));
    add(
        "a.o8d",
        "DCK005",
        "<deck><notes>é가</notes><section name=\"⟦Ätherhof⟧\"><card>Piston Page</card></section></deck>",
    );
    add(
        "a.cod",
        "DCK014",
        "<cockatrice_deck><comments>é가</comments><zone name=\"⟦tokens⟧\"><card/></zone></cockatrice_deck>",
    );
    add("a.dek", "DCK003", "<Deck><!-- é가 --> ⟦<Cards Quantity=\"1\"/>⟧</Deck>");
    add(
        "a.dek",
        "RES002",
        "<deck><superzone name=\"Deck\"><card><set>é가</set><name>⟦Tide Herald⟧</name></card></superzone></deck>",
    );
    add("a.ydk", "RES001", "#created by é가\n#main\n01204402\n ⟦99999999⟧\n");
    add("a.ydk", "DCK003", "#created by é가\n#main\n01204402\n\t⟦é가⟧\n");
    add("a.dck", "RES001", "NAME:é가\n4 [é:가] ⟦Tyde Héraldé⟧\n");
    add("a.dck", "RES001", "[metadata]\nName=é가\n[Main]\n4 ⟦Tyde Héraldé⟧|é가|2\n");
    add("a.dck", "DCK005", "[metadata]\nName=é가\n[Main]\n4 Piston Page|BAR\n[⟦Plänes⟧]\n1 Rust Lancer|é\n");
    add("a.txt", "DCK003", "CB-1,CB-2,CB-3,\u{3000}⟦é가⟧,CB-4\n");
    add(
        "a.json",
        "RES001",
        "{\"Note\": \"é가\", \"ObjectStates\": [\n{\"Name\": \"Card\", \"Nickname\": \"⟦Tyde Héraldé⟧\"}]}",
    );
    out
}

#[test]
fn every_kind_in_every_format_and_encoding() {
    let session = session();
    let mut wrong = Vec::new();
    for case in matrix() {
        let text = &case.text;
        let utf16 = |text: &str, bytes: fn(u16) -> [u8; 2]| {
            "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect::<Vec<u8>>()
        };
        for (how, bytes) in [
            ("plain", text.clone().into_bytes()),
            ("BOM", format!("\u{feff}{text}").into_bytes()),
            ("CRLF", text.replace('\n', "\r\n").into_bytes()),
            ("BOM and CRLF", format!("\u{feff}{}", text.replace('\n', "\r\n")).into_bytes()),
            ("UTF-16LE", utf16(text, u16::to_le_bytes)),
            ("UTF-16BE and CRLF", utf16(&text.replace('\n', "\r\n"), u16::to_be_bytes)),
        ] {
            let checked = read(&session, case.name, &bytes);
            let of_code = checked.findings.iter().filter(|f| *f.code == *case.code);
            let found: Vec<_> = of_code
                .filter_map(|f| f.place.span())
                .map(|span| (checked.source.slice(span).to_owned(), checked.source.line_column(span.start)))
                .collect();
            if !found.contains(&(case.expected.clone(), (case.line, case.column))) {
                let (line, column) = (case.line, case.column);
                wrong.push(format!(
                    "{how} {} {text:?}: `{}` at {line}:{column}, found {found:?}",
                    case.code, case.expected
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn concise_full_and_json_give_the_same_place() {
    let folder = tempfile::tempdir().expect("a folder");
    for case in matrix() {
        std::fs::write(folder.path().join(case.name), &case.text).expect("a file");
        let run = |format| {
            run_in(folder.path(), ["check", "--game", "barrenia", "--color", "never", "--format", format, case.name])
                .out
        };
        let report: serde_json::Value = serde_json::from_str(&run("json")).expect("json");
        let findings = report["decks"][0]["findings"].as_array().expect("findings");
        let place = |f: &serde_json::Value| (f["line"].as_u64(), f["column"].as_u64());
        let wanted = (Some(case.line as u64), Some(case.column as u64));
        assert!(findings.iter().any(|f| f["code"] == case.code && place(f) == wanted), "{}: {findings:#?}", case.text);
        let start = format!("{}:{}:{}", case.name, case.line, case.column);
        let concise = run("concise");
        assert!(concise.lines().any(|l| l.starts_with(&start) && l.contains(case.code)), "{start} {concise}");
        assert!(run("full").contains(&format!("--> {start}")), "{start} {}", run("full"));
    }
}
