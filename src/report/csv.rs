//! One row a finding, for spreadsheets.

use super::{Report, rows, visible};

const COLUMNS: &[&str] = &[
    "file", "line", "column", "level", "code", "slug", "game", "verdict", "deck", "player", "section", "message",
    "help",
];

/// The table, with a header row. What a spreadsheet would take for a formula gets an apostrophe before it.
#[must_use]
pub fn csv(report: &Report) -> String {
    let mut out = ::csv::Writer::from_writer(Vec::new());
    // Writing to memory does not fail, and all rows have the same length.
    let _ = out.write_record(COLUMNS);
    for row in rows(report) {
        let (finding, deck) = (row.finding, row.deck);
        let number = |n: Option<usize>| n.map_or(String::new(), |n| n.to_string());
        let text = |t: Option<&str>| cell(t.unwrap_or_default());
        let _ = out.write_record([
            cell(row.file),
            number(finding.line),
            number(finding.column),
            finding.level.as_str().to_owned(),
            finding.code.clone(),
            finding.slug.clone(),
            text(deck.and_then(|d| d.game.as_deref())),
            text(deck.map(|d| d.verdict.as_str())),
            text(deck.and_then(|d| d.name.as_deref())),
            text(deck.and_then(|d| d.player.as_deref())),
            text(finding.section.as_deref()),
            cell(&finding.message),
            text(finding.help.as_deref()),
        ]);
    }
    String::from_utf8(out.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn cell(text: &str) -> String {
    let shown = visible(text);
    if shown.starts_with(['=', '+', '-', '@']) { format!("'{shown}") } else { shown.into_owned() }
}
