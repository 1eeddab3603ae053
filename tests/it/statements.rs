//! Every statement of a rule text names the tests that hold it, or says why it is out.

use serde::Deserialize;

use decklint::text::{FileId, from_node, parse_yaml};

use crate::support::{files_below, game_ids, root};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    statements: Vec<Statement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Statement {
    id: String,
    at: String,
    says: String,
    #[serde(default)]
    tests: Vec<String>,
    #[serde(default)]
    out: Option<String>,
}

/// The names of all test functions in the repository.
fn test_names() -> Vec<String> {
    let mut out = Vec::new();
    for folder in ["src", "tests"] {
        for path in files_below(&root().join(folder)) {
            if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).expect("source");
                let names = text
                    .lines()
                    .filter_map(|l| l.trim().strip_prefix("fn ")?.split_once('(').map(|(n, _)| n.to_owned()));
                out.extend(names);
            }
        }
    }
    out
}

#[test]
fn every_statement_is_held_by_a_test() {
    let names = test_names();
    for game in game_ids() {
        let path = root().join("cards").join(&game).join("statements.yaml");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let file: File =
            from_node(&parse_yaml(&text, FileId(1)).expect("yaml")).unwrap_or_else(|e| panic!("{game}: {e}"));
        assert!(!file.statements.is_empty());
        let mut ids: Vec<&str> = file.statements.iter().map(|s| s.id.as_str()).collect();
        for statement in &file.statements {
            let id = &statement.id;
            assert!(!statement.at.is_empty() && !statement.says.is_empty(), "{id} is empty");
            assert_ne!(
                statement.tests.is_empty(),
                statement.out.is_none(),
                "{id}: either tests, or a reason why it is out"
            );
            for test in &statement.tests {
                let exists = root().join(test).is_file() || names.contains(test);
                assert!(exists, "{id}: there is no test `{test}`");
            }
        }
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), file.statements.len(), "{game}: an id stands twice");
    }
}
