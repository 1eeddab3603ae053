//! Every file under `tests/decks/<game>/{pass,fail}` is a test. The codes that are expected stand in the file:
//! `# expect: CODE` behind a card or on a line of its own above it, `# expect-anywhere: CODE` for findings about a whole
//! section or deck.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use decklint::game::Verdict;
use decklint::rules::RulesFile;
use decklint::text::{FileId, from_node, parse_yaml};

use crate::support::{check_file, codes, files_below, game_ids, root, session};

fn fixtures(game: &str, kind: &str) -> Vec<PathBuf> {
    files_below(&root().join("tests/decks").join(game).join(kind))
}

struct Expected {
    /// Codes with the line they are expected on.
    at: Vec<(String, usize)>,
    anywhere: BTreeSet<String>,
}

fn expected(path: &Path) -> Expected {
    let text = std::fs::read_to_string(path).expect("a fixture is UTF-8");
    let mut out = Expected { at: Vec::new(), anywhere: BTreeSet::new() };
    let words = |rest: &str| -> Vec<String> {
        rest.split([' ', ',', '"'])
            .map(str::trim)
            .take_while(|w| w.is_empty() || w.bytes().next().is_some_and(|b| b.is_ascii_uppercase()))
            .filter(|w| !w.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let mut pending: Vec<String> = Vec::new();
    for (number, line) in text.lines().enumerate().map(|(i, l)| (i + 1, l)) {
        if let Some((_, rest)) = line.split_once("expect-anywhere:") {
            out.anywhere.extend(words(rest));
        } else if let Some((before, rest)) = line.split_once("expect:") {
            let own_line = before.trim().trim_matches(['#', '/', '-', ' ']).is_empty();
            match own_line {
                true => pending.extend(words(rest)),
                false => out.at.extend(words(rest).into_iter().map(|code| (code, number))),
            }
        } else if !pending.is_empty() && !line.trim_start().starts_with('#') && !line.trim().is_empty() {
            out.at.extend(pending.drain(..).map(|code| (code, number)));
        }
    }
    assert!(pending.is_empty(), "{}: an expectation stands above no line", path.display());
    out
}

#[test]
fn failing_decks_have_just_the_expected_findings() {
    let session = session();
    let mut wrong = Vec::new();
    for game in game_ids() {
        for path in fixtures(&game, "fail") {
            let (expected, checked) = (expected(&path), check_file(&session, &path));
            let found = codes(&checked);
            let name = path.strip_prefix(root()).expect("below the root").display();
            if expected.at.is_empty() && expected.anywhere.is_empty() {
                wrong.push(format!("{name}: expects nothing"));
            }
            for want in &expected.at {
                if !found.contains(want) {
                    wrong.push(format!("{name}: {} is missing at line {}; found {found:?}", want.0, want.1));
                }
            }
            for code in &expected.anywhere {
                if !found.iter().any(|(c, _)| c == code) {
                    wrong.push(format!("{name}: {code} is missing; found {found:?}"));
                }
            }
            for (code, line) in &found {
                if !expected.anywhere.contains(code) && !expected.at.contains(&(code.clone(), *line)) {
                    wrong.push(format!("{name}: {code} at line {line} is not expected"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn passing_decks_have_no_warning_and_no_error() {
    let session = session();
    for game in game_ids() {
        let paths = fixtures(&game, "pass");
        assert!(!paths.is_empty(), "{game} has no passing fixture");
        for path in paths {
            let checked = check_file(&session, &path);
            assert_eq!(codes(&checked), [], "{}: {:#?}", path.display(), checked.findings);
            assert_eq!(checked.verdict, Verdict::Legal, "{}", path.display());
        }
    }
}

#[test]
fn sample_decks_are_legal_and_in_several_formats() {
    let session = session();
    for game in game_ids() {
        let paths = files_below(&root().join("decks").join(&game));
        assert!(paths.len() >= 4, "{game} has {} sample decks", paths.len());
        let formats: BTreeSet<_> = paths
            .iter()
            .map(|path| {
                let checked = check_file(&session, path);
                assert_eq!(codes(&checked), [], "{}: {:#?}", path.display(), checked.findings);
                assert_eq!(checked.game.as_deref(), Some(game.as_str()));
                assert!(checked.name.is_some(), "{} has no name", path.display());
                checked.format
            })
            .collect();
        assert!(formats.len() >= 3, "{game}: {formats:?}");
    }
    assert!(session.take_faults().is_empty());
}

#[test]
fn every_rule_has_a_failing_and_a_passing_deck() {
    for game in game_ids() {
        let text = std::fs::read_to_string(root().join("cards").join(&game).join("rules.yaml")).expect("rules.yaml");
        let rules: RulesFile = from_node(&parse_yaml(&text, FileId(1)).expect("yaml")).expect("rules");
        let session = session();
        let failing: BTreeSet<String> = fixtures(&game, "fail")
            .iter()
            .flat_map(|p| codes(&check_file(&session, p)))
            .map(|(code, _)| code)
            .collect();
        let passing: Vec<String> =
            fixtures(&game, "pass").iter().filter_map(|p| p.file_name()?.to_str().map(str::to_owned)).collect();
        for rule in rules.rules {
            let id = rule.id.value;
            let silent = rule.basis == decklint::diagnostics::Basis::NotStated;
            assert!(silent || failing.contains(&id), "{id} has no failing deck");
            let prefix = id.to_ascii_lowercase();
            assert!(
                passing.iter().any(|name| name.starts_with(&prefix)),
                "{id} has no passing deck that is named after it"
            );
        }
    }
}

#[test]
fn rules_stand_in_code_order_and_are_cited() {
    for game in game_ids() {
        let text = std::fs::read_to_string(root().join("cards").join(&game).join("rules.yaml")).expect("rules.yaml");
        let rules: RulesFile = from_node(&parse_yaml(&text, FileId(1)).expect("yaml")).expect("rules");
        let ids: Vec<&str> = rules.rules.iter().map(|r| r.id.value.as_str()).collect();
        assert!(ids.windows(2).all(|w| w[0] < w[1]), "{ids:?}");
        for rule in &rules.rules {
            for text in [&rule.title, &rule.why, &rule.mend, &rule.example, &rule.cite.text, &rule.cite.at] {
                assert!(!text.trim().is_empty(), "{} lacks a text", rule.id.value);
            }
        }
    }
}
