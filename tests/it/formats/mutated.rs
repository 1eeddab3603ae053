//! No bytes make a reader panic, and what it finds always lies in the text.

use std::path::PathBuf;
use std::sync::LazyLock;

use decklint::deck::format::{Format, Writing, open, open_as, write};
use decklint::deck::resolve;
use decklint::game::Session;
use decklint::text::{Place, Source, decode};
use proptest::prelude::*;
use proptest::sample::Index;

use super::game;
use crate::support::{files_below, root, session};

thread_local! {
    static SESSION: Session = session();
}

/// The fixtures: name and bytes.
static FILES: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read(&path).expect("a fixture"))
    };
    files_below(&root().join("tests/formats")).into_iter().map(read).collect()
});

/// Reads the bytes in the format that is found, and in the one given; writes what was read in that one.
fn take(name: &str, bytes: Vec<u8>, also: Format) -> Result<(), TestCaseError> {
    let Ok(decoded) = decode(bytes) else { return Ok(()) };
    let source = Source::new(name, decoded.text);
    SESSION.with(|session| {
        for document in [open(&source), open_as(&source, also)] {
            let document = match document {
                Ok(document) => document,
                Err(finding) => {
                    let inside = finding.place.span().is_none_or(|s| source.text.get(s.range()).is_some());
                    prop_assert!(inside, "{:?}", finding);
                    continue;
                }
            };
            for id in ["barrenia", "parallel", "tuna"] {
                let game = game(session, id);
                let (header, mut findings) = document.header(&source);
                let (raw, faults) = document.read(&source, &game.spec);
                findings.extend(faults);
                let (deck, faults) = resolve(&raw, &game.spec, &game.catalog);
                findings.extend(faults);
                for finding in &findings {
                    let inside = match finding.place {
                        Place::Span(span) => source.text.get(span.range()).is_some(),
                        Place::File(_) => true,
                    };
                    prop_assert!(inside, "{:?} {:?}", document.format, finding);
                }
                for line in &deck.lines {
                    prop_assert!(source.text.get(line.span.range()).is_some(), "{:?} {:?}", document.format, line);
                }
                // Nothing is dropped in silence.
                prop_assert!(!(deck.lines.is_empty() && findings.is_empty()), "{:?}", document.format);
                for span in document.asides(&source, &header, &deck, &game.spec) {
                    prop_assert!(source.text.get(span.range()).is_some(), "{:?} {:?}", document.format, span);
                }
                let writing = Writing { deck: &deck, header: &header, spec: &game.spec, catalog: &game.catalog };
                let _ = write(also, writing);
            }
        }
        Ok(())
    })
}

/// A change of a file: bytes taken out, put in, doubled, or cut off.
#[derive(Clone, Debug)]
enum Change {
    Cut(Index, usize),
    Put(Index, Vec<u8>),
    Double(Index, usize),
    End(Index),
}

fn change() -> impl Strategy<Value = Change> {
    let signs = prop::sample::select(vec![
        "<",
        ">",
        "\"",
        "'",
        "&",
        "&#0;",
        "]]>",
        "<!--",
        "/>",
        "=",
        "!",
        "#",
        "|",
        "[",
        "]",
        "{",
        "}",
        ":",
        ",",
        "\t",
        "\n",
        "\r",
        "\u{0}",
        "0",
        "-1",
        "999999999999",
        "x",
        "SB:",
        "◎",
        "CB-",
        "\u{feff}",
        "é",
        "가",
    ]);
    prop_oneof![
        (any::<Index>(), 1..40usize).prop_map(|(at, n)| Change::Cut(at, n)),
        (any::<Index>(), signs).prop_map(|(at, sign)| Change::Put(at, sign.as_bytes().to_vec())),
        (any::<Index>(), prop::collection::vec(any::<u8>(), 1..4)).prop_map(|(at, bytes)| Change::Put(at, bytes)),
        (any::<Index>(), 1..60usize).prop_map(|(at, n)| Change::Double(at, n)),
        any::<Index>().prop_map(Change::End),
    ]
}

fn changed(mut bytes: Vec<u8>, changes: Vec<Change>) -> Vec<u8> {
    for change in changes {
        let len = bytes.len();
        if len == 0 {
            break;
        }
        match change {
            Change::Cut(at, n) => {
                let start = at.index(len);
                bytes.drain(start..(start + n).min(len));
            }
            Change::Put(at, new) => {
                let start = at.index(len);
                bytes.splice(start..start, new);
            }
            Change::Double(at, n) => {
                let start = at.index(len);
                let part = bytes[start..(start + n).min(len)].to_vec();
                bytes.splice(start..start, part);
            }
            Change::End(at) => bytes.truncate(at.index(len)),
        }
    }
    bytes
}

fn format() -> impl Strategy<Value = Format> {
    prop::sample::select(Format::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn changed_files_are_taken(
        file in any::<Index>(),
        changes in prop::collection::vec(change(), 1..5),
        also in format(),
    ) {
        let (name, bytes) = &FILES[file.index(FILES.len())];
        take(name, changed(bytes.clone(), changes), also)?;
    }

    #[test]
    fn any_bytes_are_taken(bytes in prop::collection::vec(any::<u8>(), 0..200), also in format()) {
        take("deck", bytes, also)?;
    }

    #[test]
    fn any_text_is_taken_for_any_format(text in "(?s).{0,60}", from in format(), also in format()) {
        let ending = from.about().endings[0];
        take(&format!("deck.{ending}"), text.clone().into_bytes(), also)?;
        take(&format!("deck.{ending}"), text.into_bytes(), from)?;
    }
}

/// Sizes that would show a square of the size, and depth that would exhaust the stack.
#[test]
fn large_files_are_taken_at_once() {
    const MANY: usize = 1 << 13;
    let wide: String = (0..200).map(|n| format!(" a{n}=\"\"")).collect();
    for text in [
        "<deck><section name=\"x\">".to_owned() + &"<card/>".repeat(MANY / 4) + "</section></deck>",
        format!(
            "<cockatrice_deck><zone name=\"main\">{}</zone></cockatrice_deck>",
            format!("<card{wide}/>").repeat(100)
        ),
        "<cockatrice_deck>".repeat(MANY),
        "#main\n".to_owned() + &"01204402\n01204417\n".repeat(MANY / 8),
        "ydke://".to_owned() + &"AAAA".repeat(MANY),
        format!("ydke://{0}!{0}!{0}!", "AQAAAAIAAAABAAAAAgAAAAEAAAACAAAA".repeat(MANY / 8)),
        "CB-1,".repeat(MANY / 8),
        "◎ x\n".repeat(MANY / 8),
        "[main]\n".to_owned() + &"1 A|B\n".repeat(MANY / 8),
        "NAME:x\n".to_owned() + &"1 [A:1] B\n".repeat(MANY / 8),
        "4\tA\n".repeat(MANY / 8),
        format!("{{\"ObjectStates\": {}{}}}", "[".repeat(100), "]".repeat(100)),
    ] {
        let started = std::time::Instant::now();
        take("deck", text.clone().into_bytes(), Format::Text).unwrap_or_else(|e| panic!("{e}"));
        let taken = started.elapsed();
        let head: String = text.chars().take(40).collect();
        assert!(taken.as_secs() < 20, "{taken:?} {head}");
    }
}
