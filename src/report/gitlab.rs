//! The code quality report of GitLab.

use serde::Serialize;

use super::fingerprint::combined;
use super::{Report, rows, visible};
use crate::diagnostics::Level;

#[derive(Serialize)]
struct Issue<'a> {
    description: String,
    check_name: &'a str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: usize,
}

/// The document. A deck that could not be checked is `critical`, an error `major`, a warning `minor`, a note `info`.
#[must_use]
pub fn gitlab(report: &Report) -> String {
    let mut seen = rustc_hash::FxHashMap::default();
    let issues: Vec<Issue<'_>> = rows(report)
        .iter()
        .map(|row| {
            let finding = row.finding;
            // Two findings of one fingerprint would be taken for one.
            let key = combined(&[row.file, &finding.fingerprint]);
            let nth = seen.entry(key.clone()).and_modify(|n| *n += 1).or_insert(1usize);
            let unread = row.deck.is_none_or(|d| !d.verdict.is_checked());
            Issue {
                description: format!("{} {}: {}", finding.code, finding.slug, visible(&finding.message)),
                check_name: &finding.code,
                fingerprint: if *nth == 1 { key } else { combined(&[&key, &nth.to_string()]) },
                severity: match finding.level {
                    Level::Error if unread => "critical",
                    Level::Error => "major",
                    Level::Warning => "minor",
                    Level::Note => "info",
                },
                location: Location { path: row.file, lines: Lines { begin: finding.line.unwrap_or(1) } },
            }
        })
        .collect();
    // Strings and numbers only: there is nothing in it that JSON could refuse.
    let mut text = serde_json::to_string_pretty(&issues).unwrap_or_default();
    text.push('\n');
    text
}
