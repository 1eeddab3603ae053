//! The findings of a run as one list, and by what they may be grouped.

use super::{DeckReport, FindingReport, Report, visible};

/// A finding with its file.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The file as it was named, with slashes.
    pub file: &'a str,
    /// The finding.
    pub finding: &'a FindingReport,
    /// Its deck; `None` for a finding about games, pools, layers or settings.
    pub deck: Option<&'a DeckReport>,
}

/// All findings: those of the run, then those of the decks in their order.
#[must_use]
pub fn rows(report: &Report) -> Vec<Row<'_>> {
    fn name(file: &str) -> &str {
        file.strip_prefix("./").unwrap_or(file)
    }
    let run = report.run.iter().map(|finding| {
        let file = finding.file.as_deref().unwrap_or_default();
        Row { file: name(file), finding, deck: None }
    });
    let decks = report.decks.iter().flat_map(|deck| {
        deck.findings.iter().map(move |finding| Row { file: name(&deck.file), finding, deck: Some(deck) })
    });
    run.chain(decks).collect()
}

/// All findings, the gravest first.
pub(super) fn worst_first(report: &Report) -> Vec<Row<'_>> {
    let mut rows = rows(report);
    rows.sort_by_key(|r| std::cmp::Reverse(r.finding.level));
    rows
}

/// The message with notes and remedy, a line each.
pub(super) fn message(row: &Row<'_>) -> String {
    let finding = row.finding;
    let mut text = finding.message.clone();
    finding.notes.iter().for_each(|note| text.push_str(&format!("\n{note}")));
    finding.help.iter().for_each(|help| text.push_str(&format!("\nhelp: {help}")));
    // Line ends are escaped below; every other control character is shown.
    text.split('\n').map(|line| visible(line).into_owned()).collect::<Vec<_>>().join("\n")
}

/// By what findings are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupBy {
    /// The deck's file.
    File,
    /// The rule or general code.
    Rule,
    /// The player whom the deck names.
    Player,
}

impl GroupBy {
    /// The heading under which a finding stands.
    #[must_use]
    pub fn key(self, row: &Row<'_>) -> String {
        match self {
            GroupBy::File => row.file.to_owned(),
            GroupBy::Rule => format!("{} {}", row.finding.code, row.finding.slug),
            GroupBy::Player => {
                let player = row.deck.and_then(|d| d.player.as_deref());
                player.unwrap_or(if row.deck.is_some() { "no player named" } else { "no deck" }).to_owned()
            }
        }
    }
}
