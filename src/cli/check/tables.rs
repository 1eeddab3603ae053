//! The tables of `--statistics`.

use comfy_table::{CellAlignment, Table, presets};

use crate::report::{Statistics, visible};

/// Two tables: findings by rule and by card.
pub(super) fn statistics(statistics: &Statistics) -> String {
    if statistics.rules.is_empty() {
        return "no findings\n".to_owned();
    }
    let mut rules = table(&["Findings", "Decks", "Level", "Rule"]);
    for rule in &statistics.rules {
        let name = format!("{} {}", rule.code, rule.slug);
        rules.add_row([rule.findings.to_string(), rule.decks.to_string(), rule.level.as_str().to_owned(), name]);
    }
    let mut out = text(&rules);
    if !statistics.cards.is_empty() {
        let mut cards = table(&["Findings", "Decks", "Game", "Card"]);
        for card in &statistics.cards {
            let name = match &card.code {
                Some(code) => format!("{} ({})", visible(&card.name), visible(code)),
                None => visible(&card.name).into_owned(),
            };
            let game = card.game.clone().unwrap_or_default();
            cards.add_row([card.findings.to_string(), card.decks.to_string(), game, name]);
        }
        out.push('\n');
        out.push_str(&text(&cards));
    }
    out
}

fn table(columns: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(columns.to_vec());
    for index in 0..2 {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// A table without blanks at the ends of its lines.
fn text(table: &Table) -> String {
    table.to_string().lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
