//! Markdown for a comment on a pull request.

use std::fmt::Write;

use super::{GroupBy, Report, Row, rows, visible};
use crate::text::counted;

/// A comment on GitHub holds 65,536 characters; the rest is counted.
const ROOM: usize = 60_000;

/// The comment. Its first line lets a bot find it again.
#[must_use]
pub fn markdown(report: &Report, group: GroupBy) -> String {
    let mut out = format!("<!-- decklint -->\n### decklint\n\n{}\n", escaped(&report.summary.to_string()));
    let rows = rows(report);
    let mut groups: Vec<(String, Vec<&Row<'_>>)> = Vec::new();
    for row in &rows {
        let key = group.key(row);
        match groups.iter_mut().find(|(name, _)| *name == key) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((key, vec![row])),
        }
    }
    if group != GroupBy::File {
        groups.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then_with(|| a.0.cmp(&b.0)));
    }
    let mut shown = 0;
    'groups: for (name, rows) in &groups {
        let mut head = format!("\n**{}**\n\n", escaped(name));
        head.push_str("| Level | Code | Place | Finding |\n|---|---|---|---|\n");
        for row in rows {
            let line = line(row, group);
            if out.len() + head.len() + line.len() > ROOM {
                break 'groups;
            }
            out.push_str(&std::mem::take(&mut head));
            out.push_str(&line);
            shown += 1;
        }
    }
    if shown < rows.len() {
        let _ = write!(out, "\nand {}\n", counted((rows.len() - shown) as u64, "more finding"));
    }
    out
}

fn line(row: &Row<'_>, group: GroupBy) -> String {
    let finding = row.finding;
    let place = match (group, finding.line) {
        (GroupBy::File, Some(line)) => format!("line {line}"),
        (GroupBy::File, None) => String::new(),
        (_, Some(line)) => format!("{}:{line}", escaped(row.file)),
        (_, None) => escaped(row.file),
    };
    let help = finding.help.as_ref().map_or(String::new(), |h| format!("; {}", escaped(h)));
    let (level, code, slug) = (finding.level.as_str(), &finding.code, escaped(&finding.slug));
    format!("| {level} | {code} {slug} | {place} | {}{help} |\n", escaped(&finding.message))
}

/// Text as text: no table cell is ended, no one is mentioned, no issue is linked, no HTML is let in.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in visible(text).chars() {
        match c {
            '`' | '|' | '*' | '_' | '[' | ']' | '\\' | '~' | '!' => out.extend(['\\', c]),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '@' => out.push_str("&#64;"),
            '#' => out.push_str("&#35;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        assert_eq!(escaped("a|b @kim <b> #12 `x`"), "a\\|b &#64;kim &lt;b&gt; &#35;12 \\`x\\`");
        assert_eq!(escaped("line\nend"), "line\\\\nend");
    }
}
