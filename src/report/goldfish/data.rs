//! A goldfish run for machines and for documents.

use std::fmt::Write;

use super::table::percent;
use super::{Goldfish, Spread};

/// One JSON document, ending in a line break.
#[must_use]
pub fn json(run: &Goldfish) -> String {
    // Numbers and strings only: there is nothing in it that JSON could refuse.
    serde_json::to_string_pretty(run).unwrap_or_default() + "\n"
}

/// One row for each figure: `section,name,turn,value,low,high`. Spreads have the 10 % and 90 % values as low and high,
/// shares the ends of their interval.
#[must_use]
pub fn csv(run: &Goldfish) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut row = |cells: [&str; 6]| {
        // Writing into memory does not fail.
        let _ = writer.write_record(cells);
    };
    row(["section", "name", "turn", "value", "low", "high"]);
    for a in &run.assumptions {
        row(["assumption", &a.key, "", &a.value, "", ""]);
    }
    let spread = |s: Spread| [s.mean.to_string(), s.p10.to_string(), s.p90.to_string()];
    let [mean, low, high] = spread(run.opening.cards);
    row(["opening", "cards", "0", &mean, &low, &high]);
    let [mean, low, high] = spread(run.opening.returned);
    row(["opening", "given back", "0", &mean, &low, &high]);
    for group in &run.opening.groups {
        let [mean, low, high] = spread(group.count);
        row(["opening", &group.name, "0", &mean, &low, &high]);
        let s = group.any;
        let name = format!("any {}", group.name);
        row(["opening", &name, "0", &s.share.to_string(), &s.low.to_string(), &s.high.to_string()]);
    }
    for turn in &run.turns {
        let number = turn.turn.to_string();
        row(["turn", "games", &number, &turn.games.to_string(), "", ""]);
        let [mean, low, high] = spread(turn.played);
        row(["turn", "played", &number, &mean, &low, &high]);
        for (name, value) in run.metrics.iter().zip(&turn.metrics) {
            let [mean, low, high] = spread(*value);
            row(["turn", name, &number, &mean, &low, &high]);
        }
    }
    for e in &run.endings {
        let name = format!("{} {}", e.result, e.ending);
        row(["ending", &name, "", &e.share.share.to_string(), &e.share.low.to_string(), &e.share.high.to_string()]);
        for (turn, n) in e.by_turn.iter().enumerate().filter(|(_, n)| **n > 0) {
            row(["ended", &name, &turn.to_string(), &n.to_string(), "", ""]);
        }
    }
    for g in &run.goals {
        row(["goal", &g.goal, "", &g.share.share.to_string(), &g.share.low.to_string(), &g.share.high.to_string()]);
        for (turn, n) in g.by_turn.iter().enumerate() {
            row(["reached", &g.goal, &turn.to_string(), &n.to_string(), "", ""]);
        }
    }
    for s in &run.stuck {
        row(["left in hand", &s.card, "", &s.in_hand.to_string(), "", ""]);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// Tables in Markdown, for an issue or a pull request.
#[must_use]
pub fn markdown(run: &Goldfish) -> String {
    let mut out = String::new();
    let cell = |text: &str| text.replace('|', "\\|").replace(['\n', '\r'], " ");
    for a in &run.assumptions {
        let _ = writeln!(out, "- {}: {}", a.label, cell(&a.value));
    }
    let spread = |s: Spread| format!("{:.1} ({}-{})", s.mean, s.p10, s.p90);
    let _ = writeln!(out, "\n| Turn | Games | Played | {} |", run.metrics.join(" | "));
    let _ = writeln!(out, "|---:|---:|---:|{}", "---:|".repeat(run.metrics.len()));
    for t in &run.turns {
        let metrics: Vec<String> = t.metrics.iter().map(|s| spread(*s)).collect();
        let _ = writeln!(out, "| {} | {} | {} | {} |", t.turn, t.games, spread(t.played), metrics.join(" | "));
    }
    out.push_str("\n| Result | Ending | Share (95 % interval) |\n|---|---|---:|\n");
    for e in &run.endings {
        let _ = writeln!(out, "| {} | {} | {} |", e.result, e.ending, percent(e.share));
    }
    if !run.goals.is_empty() {
        out.push_str("\n| Goal | Share (95 % interval) |\n|---|---:|\n");
        for g in &run.goals {
            let _ = writeln!(out, "| {} | {} |", cell(&g.goal), percent(g.share));
        }
    }
    out
}
