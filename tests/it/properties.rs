//! Properties of checking: what never changes a verdict, and what never makes the program fail.

mod all_games;

use std::fmt::Write;

use decklint::diagnostics::Level;
use decklint::game::{Checked, Session};
use proptest::prelude::*;

use crate::support::{check_text, game_ids, run_in, session};

/// Lines of a deck by code, so that names need no quoting: section, code, count.
type Lines = Vec<(&'static str, &'static str, u32)>;

const CODES: &[&str] = &["01204402", "01204403", "01204411", "01204413", "01204417", "01204420", "02118035"];

fn lines() -> impl Strategy<Value = Lines> {
    let line = (prop::sample::select(vec!["main", "provisionary"]), prop::sample::select(CODES), 1u32..6);
    prop::collection::vec(line, 1..12)
}

fn text(lines: &Lines) -> String {
    let mut out = String::new();
    for section in ["main", "provisionary"] {
        let _ = writeln!(out, "{section}:");
        for (_, code, count) in lines.iter().filter(|l| l.0 == section) {
            let _ = writeln!(out, "{count} {code}");
        }
    }
    out
}

/// What is wrong, without places: code and message of each finding that is no note.
fn wrong(checked: &Checked) -> Vec<(String, String)> {
    let mut out: Vec<_> = checked
        .findings
        .iter()
        .filter(|f| f.level > Level::Note)
        .map(|f| (f.code.to_string(), f.message.clone()))
        .collect();
    out.sort();
    out
}

fn check(session: &Session, text: &str) -> Vec<(String, String)> {
    wrong(&check_text(session, "barrenia", "deck.txt", text))
}

thread_local! {
    static SESSION: Session = session();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn order_and_splitting_of_lines_change_nothing(lines in lines(), at in any::<prop::sample::Index>()) {
        SESSION.with(|session| {
            let whole = check(session, &text(&lines));
            let mut turned = lines.clone();
            turned.reverse();
            prop_assert_eq!(&check(session, &text(&turned)), &whole);
            let mut split = lines.clone();
            let at = at.index(split.len());
            if split[at].2 > 1 {
                split[at].2 -= 1;
                split.push((split[at].0, split[at].1, 1));
            }
            prop_assert_eq!(check(session, &text(&split)), whole);
            Ok(())
        })?;
    }

    #[test]
    fn another_copy_never_mends_a_copy_finding(lines in lines(), at in any::<prop::sample::Index>()) {
        SESSION.with(|session| {
            let copies = |lines: &Lines| check(session, &text(lines)).into_iter().filter(|f| f.0 == "BAR003").count();
            let before = copies(&lines);
            let mut more = lines.clone();
            let at = at.index(more.len());
            more[at].2 += 1;
            prop_assert!(copies(&more) >= before);
            Ok(())
        })?;
    }

    #[test]
    fn every_format_says_the_same(lines in lines()) {
        SESSION.with(|session| {
            let whole = check(session, &text(&lines));
            let mut csv = String::from("section,count,code\n");
            let (mut yaml, mut json) = (String::from("sections:\n"), Vec::new());
            for section in ["main", "provisionary"] {
                let _ = writeln!(yaml, "  {section}:");
                let mut items = Vec::new();
                for (_, code, count) in lines.iter().filter(|l| l.0 == section) {
                    let _ = writeln!(csv, "{section},{count},{code}");
                    let _ = writeln!(yaml, "    - {{code: {code}, count: {count}}}");
                    items.push(format!("{{\"code\": \"{code}\", \"count\": {count}}}"));
                }
                json.push(format!("\"{section}\": [{}]", items.join(", ")));
            }
            let json = format!("{{\"sections\": {{{}}}}}", json.join(", "));
            for (name, other) in [("deck.csv", csv), ("deck.yaml", yaml), ("deck.json", json)] {
                let found = wrong(&check_text(session, "barrenia", name, &other));
                prop_assert_eq!(&found, &whole, "{}\n{}", name, other);
            }
            Ok(())
        })?;
    }

    #[test]
    fn no_text_panics_in_any_game(text in "(?s).{0,120}", name in "deck\\.(txt|csv|yaml|json)") {
        SESSION.with(|session| {
            for game in game_ids() {
                let first = check_text(session, &game, &name, &text);
                let second = check_text(session, &game, &name, &text);
                prop_assert_eq!(&first.findings, &second.findings, "the same text, other findings");
            }
            Ok(())
        })?;
    }
}

#[test]
fn threads_change_no_byte() {
    let args = |threads| ["check", "--format", "json", "--threads", threads, "decks", "tests/decks"];
    let one = run_in(crate::support::root(), args("1"));
    let four = run_in(crate::support::root(), args("4"));
    assert_eq!((one.code, &one.out), (four.code, &four.out));
    assert_eq!(one.code, 1);
}
