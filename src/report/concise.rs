//! One line a finding: `file:line:column: level CODE message`.

use std::fmt::Write;

use super::visible;
use crate::diagnostics::Diagnostic;
use crate::game::{Checked, WaivedBy};
use crate::text::{FileId, Files, Place};

/// The findings of a deck.
#[must_use]
pub fn deck(checked: &Checked, files: Files<'_>) -> String {
    let mut out = String::new();
    for finding in &checked.findings {
        line(&mut out, finding, files);
    }
    out
}

/// One finding, with the end of its line.
#[must_use]
pub fn run_finding(finding: &Diagnostic, files: Files<'_>) -> String {
    let mut out = String::new();
    line(&mut out, finding, files);
    out
}

/// The waived findings of a deck, with their reasons.
#[must_use]
pub fn waived(checked: &Checked, files: Files<'_>) -> String {
    let mut out = String::new();
    for waived in &checked.waived {
        let text = run_finding(&waived.finding, files);
        let mut by = match waived.by {
            WaivedBy::Baseline => "in the baseline".to_owned(),
            WaivedBy::Comment | WaivedBy::Config => waived.reason.to_string(),
        };
        waived.until.iter().for_each(|until| by.push_str(&format!(", until {until}")));
        waived.owner.iter().for_each(|owner| by.push_str(&format!(", {owner}")));
        let _ = writeln!(out, "{} (waived: {})", text.trim_end(), visible(&by));
    }
    out
}

fn line(out: &mut String, finding: &Diagnostic, files: Files<'_>) {
    let source = files.get(finding.place.file());
    let name = source.as_ref().map_or("", |s| s.name.as_str());
    let (line, column) = match (finding.place, &source) {
        (Place::Span(span), Some(source)) => source.line_column(span.start),
        _ => (1, 1),
    };
    debug_assert!(finding.place.file() != FileId::INPUT || source.is_some());
    let (level, code, message) = (finding.level.as_str(), &finding.code, visible(&finding.message));
    let _ = writeln!(out, "{}:{line}:{column}: {level} {code} {message}", visible(name));
}
