//! Log issues of Azure Pipelines.

use std::fmt::Write;

use super::group::{message, worst_first};
use super::{Report, visible};
use crate::diagnostics::Level;

/// Log issues of Azure Pipelines, the gravest first. They know errors and warnings; notes are plain lines.
#[must_use]
pub fn azure(report: &Report) -> String {
    let mut out = String::new();
    for row in worst_first(report) {
        let finding = row.finding;
        let (line, column) = (finding.line.unwrap_or(1), finding.column.unwrap_or(1));
        let level = match finding.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => {
                // A name must not be able to give the agent a command.
                let plain = |text: &str| {
                    let text = visible(text);
                    if text.contains("##") { text.replace('#', "# ") } else { text.into_owned() }
                };
                let (code, text, file) = (&finding.code, plain(&finding.message), plain(row.file));
                let _ = writeln!(out, "{file}:{line}:{column}: note {code} {text}");
                continue;
            }
        };
        let _ = writeln!(
            out,
            "##vso[task.logissue type={level};sourcepath={};linenumber={line};columnnumber={column};code={};]{}",
            azure_property(row.file),
            azure_property(&finding.code),
            azure_text(&message(&row))
        );
    }
    let _ = writeln!(out, "{}", report.summary);
    out
}

fn azure_text(text: &str) -> String {
    text.replace('%', "%AZP25").replace('\r', "%0D").replace('\n', "%0A")
}

fn azure_property(text: &str) -> String {
    azure_text(text).replace(']', "%5D").replace(';', "%3B")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_the_commands_are_escaped() {
        assert_eq!(azure_property("a;b]%"), "a%3Bb%5D%AZP25");
        assert_eq!(azure_text("a;b]\n"), "a;b]%0A");
    }
}
