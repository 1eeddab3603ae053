//! SARIF 2.1.0, for code scanning. Of the standard only what a list of findings needs.

use serde::Serialize;

use super::fingerprint::combined;
use super::{EditReport, FindingReport, FixReport, Report, Row, RuleInfo, rows};
use crate::diagnostics::{Applicability, Level};
use crate::game::WaivedBy;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool<'a>,
    invocations: [Invocation; 1],
    column_kind: &'static str,
    results: Vec<ResultObject<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
}

#[derive(Serialize)]
struct Tool<'a> {
    driver: Driver<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver<'a> {
    name: &'static str,
    version: &'static str,
    semantic_version: &'static str,
    rules: Vec<RuleObject<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleObject<'a> {
    id: &'a str,
    name: &'a str,
    short_description: Message,
    full_description: Message,
    help: Message,
    help_uri: String,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
struct Message {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultObject<'a> {
    rule_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Message,
    locations: [Location; 1],
    partial_fingerprints: Fingerprints,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Suppression>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<FixObject<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FixObject<'a> {
    description: Message,
    artifact_changes: [Change<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'a> {
    artifact_location: Artifact,
    replacements: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: Region,
    inserted_content: Inserted<'a>,
}

#[derive(Serialize)]
struct Inserted<'a> {
    text: &'a str,
}

#[derive(Serialize)]
struct Fingerprints {
    #[serde(rename = "decklint/v1")]
    v1: String,
}

#[derive(Serialize)]
struct Suppression {
    kind: &'static str,
    justification: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: Physical,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Artifact {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<usize>,
}

/// The document. `rules_url` is the address of a rule's explanation, with `{code}` for the code; without it a rule is
/// known by the address of its text, or else by a name that leads nowhere (`urn:decklint:rule:BAR003`).
#[must_use]
pub fn sarif(report: &Report, rules: &[RuleInfo], rules_url: Option<&str>, failed: bool) -> String {
    let rows = rows(report);
    let waived = report.decks.iter().flat_map(|d| d.waived.iter().map(move |w| (d, w)));
    let waived: Vec<_> = waived.collect();
    let mut used: Vec<&RuleInfo> = Vec::new();
    let codes = rows.iter().map(|r| r.finding).chain(waived.iter().map(|(_, w)| &w.finding)).map(|f| &f.code);
    let mut codes: Vec<&String> = codes.collect();
    codes.sort_unstable();
    codes.dedup();
    used.extend(codes.into_iter().filter_map(|code| rules.iter().find(|r| r.code == *code)));
    let index = |code: &str| used.iter().position(|r| r.code == code);
    let mut seen = rustc_hash::FxHashMap::default();
    let mut results: Vec<ResultObject<'_>> =
        rows.iter().map(|row| result(row, index(&row.finding.code), &mut seen)).collect();
    for (deck, waived) in &waived {
        let row = Row { file: &deck.file, finding: &waived.finding, deck: Some(deck) };
        let mut result = result(&row, index(&waived.finding.code), &mut seen);
        let kind = if waived.by == WaivedBy::Comment { "inSource" } else { "external" };
        let justification = match waived.by {
            WaivedBy::Baseline => "in the baseline".to_owned(),
            _ => waived.reason.clone(),
        };
        result.suppressions.push(Suppression { kind, justification });
        results.push(result);
    }
    let version = env!("CARGO_PKG_VERSION");
    let rules = used.iter().map(|rule| rule_object(rule, rules_url)).collect();
    let driver = Driver { name: "decklint", version, semantic_version: version, rules };
    let run = Run {
        tool: Tool { driver },
        invocations: [Invocation { execution_successful: !failed }],
        column_kind: "unicodeCodePoints",
        results,
    };
    let log = Log { schema: SCHEMA, version: "2.1.0", runs: [run] };
    // Strings and numbers only: there is nothing in it that JSON could refuse.
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

fn rule_object<'a>(rule: &'a RuleInfo, rules_url: Option<&str>) -> RuleObject<'a> {
    let source = if rule.cite.is_empty() { String::new() } else { format!("\n\nSource: {}", rule.cite) };
    let plain = format!("{}\n\nHow to mend it: {}{source}", rule.why, rule.mend);
    let markdown = format!("{}\n\n**How to mend it:** {}{source}", rule.why, rule.mend);
    let uri = rules_url.map(|url| url.replace("{code}", &rule.code)).or_else(|| rule.url.clone());
    RuleObject {
        id: &rule.code,
        name: &rule.slug,
        short_description: Message { text: rule.title.clone(), markdown: None },
        full_description: Message { text: rule.why.clone(), markdown: None },
        help: Message { text: plain, markdown: Some(markdown) },
        help_uri: uri.unwrap_or_else(|| format!("urn:decklint:rule:{}", rule.code)),
        default_configuration: Configuration { level: level(rule.level) },
    }
}

fn result<'a>(
    row: &Row<'a>,
    rule_index: Option<usize>,
    seen: &mut rustc_hash::FxHashMap<String, usize>,
) -> ResultObject<'a> {
    let finding = row.finding;
    let key = combined(&[row.file, &finding.fingerprint]);
    let nth = seen.entry(key.clone()).and_modify(|n| *n += 1).or_insert(1);
    let region = finding.line.map(|line| Region {
        start_line: line,
        start_column: finding.column.unwrap_or(1),
        end_line: finding.end_line,
        end_column: finding.end_column,
    });
    ResultObject {
        rule_id: &finding.code,
        rule_index,
        level: level(finding.level),
        message: Message { text: text(finding), markdown: None },
        locations: [Location { physical_location: Physical { artifact_location: artifact(row.file), region } }],
        partial_fingerprints: Fingerprints { v1: format!("{key}:{nth}") },
        suppressions: Vec::new(),
        fixes: finding.fix.iter().map(|fix| fix_object(row.file, fix)).collect(),
    }
}

fn fix_object<'a>(file: &str, fix: &'a FixReport) -> FixObject<'a> {
    let what = match fix.applicability {
        Applicability::Safe => "the same card in its proper spelling",
        Applicability::Unsafe => "a guess at what was meant",
    };
    let replacement = |edit: &'a EditReport| Replacement {
        deleted_region: Region {
            start_line: edit.line,
            start_column: edit.column,
            end_line: Some(edit.end_line),
            end_column: Some(edit.end_column),
        },
        inserted_content: Inserted { text: &edit.text },
    };
    FixObject {
        description: Message { text: what.to_owned(), markdown: None },
        artifact_changes: [Change {
            artifact_location: artifact(file),
            replacements: fix.edits.iter().map(replacement).collect(),
        }],
    }
}

fn text(finding: &FindingReport) -> String {
    match &finding.help {
        Some(help) => format!("{}; {help}", finding.message),
        None => finding.message.clone(),
    }
}

fn level(level: Level) -> &'static str {
    level.as_str()
}

/// Relative names belong to the root of the repository, whatever it is; absolute ones are of this machine.
fn artifact(file: &str) -> Artifact {
    let path = encoded(file);
    match file.starts_with('/') {
        true => Artifact { uri: format!("file://{path}"), uri_base_id: None },
        false => Artifact { uri: path, uri_base_id: Some("%SRCROOT%") },
    }
}

/// A path with everything escaped that a URI does not bear.
fn encoded(path: &str) -> String {
    use std::fmt::Write;
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            other => {
                let _ = write!(out, "%{other:02X}");
            }
        }
    }
    out
}
