//! The fixes in reports are those that `check --fix` writes.

use std::path::Path;

use serde_json::Value;

use crate::config::{folder, write};
use crate::support::run_in;

const LEVELS: &str = "--level BAR001=off --level BAR003=off --level BAR002=off";

fn findings(at: &Path, file: &str) -> Vec<Value> {
    let line = format!("check --game barrenia {LEVELS} --format json {file}");
    let ran = run_in(at, line.split_whitespace());
    let document: Value = serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:#?}"));
    document["decks"][0]["findings"].as_array().expect("findings").clone()
}

/// The text with the edits of these fixes, the last first.
fn applied(text: &str, findings: &[Value], applicability: &[&str]) -> String {
    let at = |line: &Value, column: &Value| {
        let (line, column) = (line.as_u64().expect("a line") as usize, column.as_u64().expect("a column") as usize);
        let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        start + text[start..].chars().take(column - 1).map(char::len_utf8).sum::<usize>()
    };
    let mut edits: Vec<(usize, usize, String)> = Vec::new();
    for fix in findings.iter().map(|f| &f["fix"]).filter(|f| f.is_object()) {
        let word = fix["applicability"].as_str().expect("a word");
        if applicability.contains(&word) {
            for e in fix["edits"].as_array().expect("edits") {
                let (start, end) = (at(&e["line"], &e["column"]), at(&e["end_line"], &e["end_column"]));
                edits.push((start, end, e["text"].as_str().expect("a text").to_owned()));
            }
        }
    }
    edits.sort();
    let mut out = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        out.replace_range(start..end, &new);
    }
    out
}

const DECKS: [(&str, &str); 5] = [
    (
        "a.txt",
        "# é\nMain Deck\n4 1204428\n3 Nettle Brod\n2 01204429 Comb Sentry # one\n1 Nobody At All\n2 Honey Vault\n",
    ),
    (
        "a.csv",
        "section,count,code,name\nmain,4,1204428,Comb Sentry\nmain,3,,\"Nettle, Brod\"\nmain,3,,Nettle Brod\nmain,2,01204429,Comb Sentry\n",
    ),
    ("a.yaml", "main:\n  - {code: 1204428, count: 4}\n  - 3 Nettle Brod\n  - {name: 'Nettle Brod', count: 2} # ü\n"),
    ("a.json", "{\"main\": {\"1204428\": 4, \"Nettle Brod\": 3}}\n"),
    ("b.txt", "4 Comb Sentry\r\n3 Nettle Brod\r\n"),
];

#[test]
fn a_report_proposes_what_fix_writes() {
    for (file, text) in DECKS {
        let folder = folder(&[(file, text)]);
        let at = folder.path();
        let found = findings(at, file);
        let of = |word: &str| found.iter().filter(|f| f["fix"]["applicability"] == word).count();
        assert!(of("unsafe") > 0, "{file}: {found:#?}");
        for (option, words) in [("--fix", &["safe"][..]), ("--fix --unsafe-fixes", &["safe", "unsafe"])] {
            write(at, file, text);
            // What holds nothing to be guessed at is left out of the comparison: a repair is no matter of one finding.
            let line = format!("check --game barrenia {LEVELS} {option} {file}");
            run_in(at, line.split_whitespace());
            let fixed = std::fs::read_to_string(at.join(file)).expect("the deck");
            let mended = applied(text, &found, words);
            // Whatever `--fix` makes of other lines, such as those of no card, these lines are as proposed.
            for (was, now) in text.lines().zip(mended.lines()).filter(|(was, now)| was != now) {
                assert!(fixed.lines().any(|line| line == now), "{file} {option}: {was} -> {now}\n{fixed}");
            }
        }
    }
}

#[test]
fn lost_zeros_are_safe_and_near_names_are_not() {
    let (file, text) = DECKS[0];
    let folder = folder(&[(file, text)]);
    let found = findings(folder.path(), file);
    let fix = |code: &str| -> Vec<&Value> { found.iter().filter(|f| f["code"] == code).map(|f| &f["fix"]).collect() };
    assert_eq!(fix("RES004")[0]["applicability"], "safe");
    assert_eq!(
        fix("RES004")[0]["edits"],
        serde_json::json!([{"line": 3, "column": 3, "end_line": 3, "end_column": 10, "text": "01204428"}])
    );
    assert_eq!(fix("RES003")[0]["applicability"], "unsafe");
    // The second unknown card is near to nothing.
    assert_eq!(fix("RES001")[0]["edits"][0]["text"], "Nettle Brood");
    assert!(fix("RES001")[1].is_null(), "{found:#?}");
    assert!(
        found.iter().filter(|f| !f["code"].as_str().expect("a code").starts_with("RES")).all(|f| f["fix"].is_null())
    );
}

/// A deck of a program that is not edited in place has findings and no fixes.
#[test]
fn what_is_not_edited_in_place_has_no_fix() {
    let folder = folder(&[(
        "a.cod",
        "<?xml version=\"1.0\"?>\n<cockatrice_deck version=\"1\"><zone name=\"main\">\n\
        <card number=\"3\" name=\"Nettle Brod\"/></zone></cockatrice_deck>\n",
    )]);
    let found = findings(folder.path(), "a.cod");
    assert!(found.iter().any(|f| f["code"] == "RES001"), "{found:#?}");
    assert!(found.iter().all(|f| f["fix"].is_null()), "{found:#?}");
}

/// Only what spelling mends is looked at for a fix: unknown cards, codes that lost zeros, a name beside another card's code.
#[test]
fn only_spelling_is_mended() {
    use decklint::deck::edit::Draft;
    let deck = "count,code,name\n1,,Comb Sentri\n1,1204428,Comb Sentry\n1,01204524,Comb Sentry\n9,01204428,Comb Sentry\n\
        -1,01204428,Comb Sentry\n1,,Tide Herald\n";
    let checked = crate::support::check_text(&crate::support::session(), "barrenia", "d.csv", deck);
    let codes = |mend: bool| -> std::collections::BTreeSet<&str> {
        checked.findings.iter().filter(|f| Draft::may_mend(f) == mend).map(|f| &*f.code).collect()
    };
    assert_eq!(codes(true).into_iter().collect::<Vec<_>>(), ["RES001", "RES003", "RES004"]);
    assert!(
        ["BAR001", "BAR003", "DCK004", "RES002"].iter().all(|code| codes(false).contains(code)),
        "{:?}",
        codes(false)
    );
}
