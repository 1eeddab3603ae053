//! Whatever stands in names and messages, every renderer writes its own format.

use decklint::diagnostics::{Applicability, Facts, Level};
use decklint::game::Verdict;
use decklint::report::{
    DeckReport, EditReport, FindingReport, FixReport, GroupBy, Report, Summary, VERSION, azure, csv, github, gitlab,
    junit, markdown, sarif,
};
use proptest::prelude::*;
use quick_xml::events::Event;

/// Text with the signs of all formats, control characters and letters of many scripts.
fn text() -> impl Strategy<Value = String> {
    "([%:,;\\]|`*<>&@#=\"'\\\\\\[]|##vso\\[x\\]|::error::|\\r\\n|\\n|\\t|\u{1b}|\u{0}|\u{fffe}|\u{202e}|[a-z가é ]){0,12}"
}

fn fix(line: usize, text: &str) -> FixReport {
    let edit = EditReport { line, column: 1, end_line: line, end_column: 2, text: text.to_owned() };
    FixReport { applicability: Applicability::Unsafe, edits: vec![edit] }
}

fn finding() -> impl Strategy<Value = FindingReport> {
    let level = prop_oneof![Just(Level::Note), Just(Level::Warning), Just(Level::Error)];
    (text(), text(), level, prop::option::of(1usize..9), prop::option::of(text())).prop_map(
        |(message, note, level, line, help)| FindingReport {
            code: "BAR003".to_owned(),
            slug: "copy-limit".to_owned(),
            level,
            fix: line.map(|line| fix(line, &message)),
            message,
            file: None,
            line,
            column: line,
            end_line: line,
            end_column: line,
            fingerprint: "f".to_owned(),
            section: None,
            basis: None,
            notes: vec![note],
            help,
            facts: Facts::default(),
        },
    )
}

fn report() -> impl Strategy<Value = Report> {
    let deck =
        (text(), text(), prop::collection::vec(finding(), 0..4)).prop_map(|(file, player, findings)| DeckReport {
            file: format!("d/{file}"),
            game: None,
            format: None,
            verdict: Verdict::Illegal,
            name: None,
            player: Some(player),
            layers: Vec::new(),
            sections: indexmap::IndexMap::new(),
            findings,
            waived: Vec::new(),
        });
    prop::collection::vec(deck, 0..4).prop_map(|decks| Report {
        v: VERSION,
        decks,
        run: Vec::new(),
        statistics: None,
        summary: Summary::default(),
    })
}

fn findings(report: &Report) -> usize {
    report.decks.iter().map(|d| d.findings.len()).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    #[test]
    fn annotations_are_a_line_each(report in report()) {
        let out = github(&report);
        prop_assert_eq!(out.lines().count(), findings(&report) + 1);
        for line in out.lines() {
            prop_assert!(["::error ", "::warning ", "::notice "].iter().any(|p| line.starts_with(p)), "{line}");
            // The properties end at the first `::`, and none of them holds a sign of its own.
            let properties = line[2..].split_once("::").expect("a message").0;
            let names = properties.split_once(' ').expect("properties").1.split(',').map(|p| p.split_once('=').map(|p| p.0));
            let known = ["file", "line", "col", "endLine", "endColumn", "title"].map(Some);
            prop_assert!(names.clone().all(|n| known.contains(&n)), "{line}");
        }
        let issues = azure(&report);
        prop_assert_eq!(issues.lines().count(), findings(&report) + 1);
        for line in issues.lines() {
            match line.strip_prefix("##vso[task.logissue ") {
                Some(rest) => prop_assert!(rest.split_once(']').expect("an end").0.ends_with(";code=BAR003;"), "{line}"),
                None => prop_assert!(!line.contains("##"), "{line}"),
            }
        }
    }

    #[test]
    fn tables_have_their_rows(report in report()) {
        let out = csv(&report);
        let mut reader = csv_reader(&out);
        let rows: Vec<_> = reader.records().map(|r| r.expect("a row")).collect();
        prop_assert_eq!(rows.len(), findings(&report));
        prop_assert!(rows.iter().flatten().all(|cell| !cell.starts_with(['=', '+', '-', '@'])));
        for group in [GroupBy::File, GroupBy::Rule, GroupBy::Player] {
            let out = markdown(&report, group);
            let rows: Vec<&str> = out.lines().filter(|l| ["| error", "| warn", "| note"].iter().any(|p| l.starts_with(p))).collect();
            prop_assert_eq!(rows.len(), findings(&report));
            for row in rows {
                let bare = row.replace("\\\\", "").replace("\\|", "");
                prop_assert_eq!(bare.matches('|').count(), 5, "{}", row);
                prop_assert!(!row.contains(['<', '@']), "{}", row);
            }
        }
    }

    #[test]
    fn documents_can_be_read(report in report()) {
        let log: serde_json::Value = serde_json::from_str(&sarif(&report, &[], None, false)).expect("json");
        prop_assert_eq!(log["runs"][0]["results"].as_array().expect("results").len(), findings(&report));
        let issues: serde_json::Value = serde_json::from_str(&gitlab(&report)).expect("json");
        let issues = issues.as_array().expect("issues");
        let mut prints: Vec<&str> = issues.iter().filter_map(|i| i["fingerprint"].as_str()).collect();
        prints.sort_unstable();
        prints.dedup();
        prop_assert_eq!(prints.len(), findings(&report));
        let xml = junit(&report);
        let allowed = |c: char| matches!(c, '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
        prop_assert!(xml.chars().all(allowed), "{xml:?}");
        let mut reader = quick_xml::Reader::from_str(&xml);
        reader.config_mut().check_end_names = true;
        loop {
            match reader.read_event().expect("well-formed XML") {
                Event::Eof => break,
                Event::Start(tag) | Event::Empty(tag) => {
                    prop_assert!(tag.attributes().all(|a| a.is_ok()));
                }
                _ => {}
            }
        }
    }
}

fn csv_reader(text: &str) -> ::csv::Reader<&[u8]> {
    ::csv::Reader::from_reader(text.as_bytes())
}
