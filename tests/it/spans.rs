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
