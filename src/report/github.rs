//! Annotations of GitHub Actions, as workflow commands in its log.

use std::fmt::Write;

use super::group::{message, worst_first};
use super::{Report, Row};
use crate::diagnostics::Level;

/// How many annotations of each level a step of GitHub Actions shows.
const SHOWN: usize = 10;

/// Workflow commands of GitHub Actions, the gravest first. A step shows ten of each level, so a notice with the counts
/// stands before all other notices.
#[must_use]
pub fn github(report: &Report) -> String {
    let mut out = String::new();
    let rows = worst_first(report);
    let of = |level: Level| rows.iter().filter(move |r| r.finding.level == level);
    for row in of(Level::Error).chain(of(Level::Warning)) {
        command(&mut out, row);
    }
    let mut summary = report.summary.to_string();
    for (level, many) in [(Level::Error, "errors"), (Level::Warning, "warnings")] {
        let count = of(level).count();
        if count > SHOWN {
            let _ = write!(summary, "; {count} {many}, of which a step shows {SHOWN}: the log has all of them");
        }
    }
    let _ = writeln!(out, "::notice title=decklint::{}", github_text(&summary));
    of(Level::Note).for_each(|row| command(&mut out, row));
    out
}

fn command(out: &mut String, row: &Row<'_>) {
    let finding = row.finding;
    let level = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    let _ = write!(out, "::{level} file={}", github_property(row.file));
    if let Some(line) = finding.line {
        let _ = write!(out, ",line={line},col={}", finding.column.unwrap_or(1));
        // The columns of an annotation lie in one line.
        if let (Some(end_line), Some(end)) = (finding.end_line, finding.end_column)
            && end_line == line
        {
            let _ = write!(out, ",endLine={end_line},endColumn={end}");
        }
    }
    let title = github_property(&format!("{} {}", finding.code, finding.slug));
    let _ = writeln!(out, ",title={title}::{}", github_text(&message(row)));
}

fn github_text(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn github_property(text: &str) -> String {
    github_text(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_the_commands_are_escaped() {
        assert_eq!(github_text("50% of\r\n a:b,c"), "50%25 of%0D%0A a:b,c");
        assert_eq!(github_property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
    }
}
