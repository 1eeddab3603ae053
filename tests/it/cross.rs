//! Every fixture against every rule of its game, in one snapshot: a new rule that says again what another one says is
//! seen at once. Read the change by eye, then accept it with `INSTA_UPDATE=always cargo test cross`.

use std::fmt::Write;

use crate::support::{check_file, files_below, game_ids, line_of, root, session};

#[test]
fn every_fixture_against_every_rule() {
    let session = session();
    for game in game_ids() {
        let mut out = String::new();
        for path in files_below(&root().join("tests/decks").join(&game)) {
            let checked = check_file(&session, &path);
            let name = path.strip_prefix(root().join("tests/decks")).expect("a fixture").display().to_string();
            let findings: Vec<String> = checked
                .findings
                .iter()
                .map(|f| {
                    let level = &f.level.as_str()[..1];
                    format!(
                        "{}@{}{}",
                        f.code,
                        line_of(&checked, f),
                        if level == "e" { String::new() } else { format!("({level})") }
                    )
                })
                .collect();
            let _ = writeln!(out, "{name}: {} {}", checked.verdict.as_str(), findings.join(" "));
        }
        insta::assert_snapshot!(format!("cross_{game}"), out);
    }
}
