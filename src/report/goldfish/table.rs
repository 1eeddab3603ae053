//! A goldfish run as tables and bars for the terminal.

use std::fmt::Write;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::{Goldfish, Share, Spread};
use crate::report::visible;

/// Columns of the bars.
const BAR: usize = 40;

/// The whole report, ending in a line break. `width` is that of the terminal, if it is one.
#[must_use]
pub fn table(run: &Goldfish, width: Option<u16>) -> String {
    let mut out = String::new();
    let widest = run.assumptions.iter().map(|a| a.label.chars().count()).max().unwrap_or(0);
    for a in &run.assumptions {
        let pad = widest - a.label.chars().count();
        let _ = writeln!(out, "{}{}  {}", a.label, " ".repeat(pad), visible(&a.value));
    }
    let opening = &run.opening;
    let _ = writeln!(out, "\nOpening hand: {} cards, {} given back", spread(opening.cards), spread(opening.returned));
    if !opening.groups.is_empty() {
        let rows = opening.groups.iter().map(|g| vec![g.name.clone(), spread(g.count), percent(g.any)]);
        out.push_str(&grid(&["In the hand", "Cards", "At least one"], rows, width));
    }
    out.push_str("\nAt the end of each turn: mean (10 % - 90 % of the games)\n");
    let mut head = vec!["Turn", "Games", "Played"];
    head.extend(run.metrics.iter().map(String::as_str));
    let rows = run.turns.iter().map(|t| {
        let mut row = vec![t.turn.to_string(), t.games.to_string(), spread(t.played)];
        row.extend(t.metrics.iter().map(|s| spread(*s)));
        row
    });
    out.push_str(&grid(&head, rows, width));
    out.push_str("\nHow games ended\n");
    let rows = run.endings.iter().map(|e| {
        let result = if e.result == "none" { "no winner" } else { e.result };
        vec![result.to_owned(), e.ending.clone(), percent(e.share), mean_turn(&e.by_turn), e.meaning.clone()]
    });
    out.push_str(&grid(&["", "Ending", "Share (95 % interval)", "Mean turn", "Meaning"], rows, width));
    bars(&mut out, run);
    if !run.goals.is_empty() {
        out.push_str("\nGoals: share of the games that reached it by the end of the turn\n");
        let last = run.goals.iter().map(|g| g.by_turn.len()).max().unwrap_or(0);
        let mut head = vec!["Goal".to_owned(), "Share (95 % interval)".to_owned()];
        head.extend((0..last).map(|t| if t == 0 { "Hand".to_owned() } else { t.to_string() }));
        let rows = run.goals.iter().map(|g| {
            let mut row = vec![visible(&g.goal).into_owned(), percent(g.share)];
            let at = |t: usize| g.by_turn.get(t).or(g.by_turn.last()).copied().unwrap_or(0);
            row.extend((0..last).map(|t| format!("{:.1}", 100.0 * ratio(at(t), run.games))));
            row
        });
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        out.push_str(&grid(&head, rows, width));
    }
    if !run.stuck.is_empty() {
        out.push_str("\nMost often left in hand when a game ends\n");
        let rows = run.stuck.iter().map(|s| {
            let name = visible(&s.card).into_owned();
            vec![name, s.copies.to_string(), format!("{:.3}", s.in_hand), format!("{:.3}", s.played)]
        });
        out.push_str(&grid(&["Card", "Copies", "In hand at the end", "Played a game"], rows, width));
    }
    out
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn ratio(n: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { n as f64 / of as f64 }
}

/// `4.9 (4-6)`
fn spread(s: Spread) -> String {
    format!("{:.1} ({}-{})", s.mean, s.p10, s.p90)
}

/// `41.2 % (40.2-42.1)`
pub(super) fn percent(s: Share) -> String {
    format!("{:.1} % ({:.1}-{:.1})", 100.0 * s.share, 100.0 * s.low, 100.0 * s.high)
}

fn mean_turn(by_turn: &[u64]) -> String {
    let total: u64 = by_turn.iter().sum();
    let sum: u64 = by_turn.iter().enumerate().map(|(turn, n)| turn as u64 * n).sum();
    format!("{:.1}", ratio(sum, total))
}

/// A bar for each turn in which games ended.
fn bars(out: &mut String, run: &Goldfish) {
    let ends = run.ends_by_turn();
    let most = ends.iter().map(|e| e.iter().sum::<u64>()).max().unwrap_or(0);
    if most == 0 {
        return;
    }
    out.push_str("\nGames over, by turn: # won, - lost, . no winner\n");
    for (turn, [won, lost, none]) in ends.iter().enumerate().filter(|(_, e)| e.iter().any(|n| *n > 0)) {
        let cells = |n: u64| usize::try_from((n * BAR as u64).div_ceil(most)).unwrap_or(BAR);
        let bar = format!("{}{}{}", "#".repeat(cells(*won)), "-".repeat(cells(*lost)), ".".repeat(cells(*none)));
        let share = 100.0 * ratio(won + lost + none, run.games);
        let _ = writeln!(out, "{turn:>4}  {bar:<width$} {share:.1} %", width = BAR + 2);
    }
}

fn grid(head: &[&str], rows: impl Iterator<Item = Vec<String>>, width: Option<u16>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    match width {
        Some(width) => table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width),
        None => table.set_content_arrangement(ContentArrangement::Disabled),
    };
    table.set_header(head);
    rows.for_each(|row| {
        table.add_row(row);
    });
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Left);
    }
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n") + "\n"
}
