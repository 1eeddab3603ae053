//! JUnit XML, for the test views of CI: a suite for each deck, a failed case for each error. Warnings and notes are
//! cases that passed and say something, waived findings are skipped.

use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::{DeckReport, FindingReport, Report, visible};
use crate::diagnostics::Level;

/// What a case came to.
enum Outcome<'a> {
    Passed,
    Said(&'a FindingReport),
    Failed(&'a FindingReport),
    Error(&'a FindingReport),
    Skipped(String),
}

struct Case<'a> {
    name: String,
    line: Option<usize>,
    outcome: Outcome<'a>,
}

struct Suite<'a> {
    name: &'a str,
    cases: Vec<Case<'a>>,
}

impl Suite<'_> {
    fn count(&self, wanted: fn(&Outcome<'_>) -> bool) -> usize {
        self.cases.iter().filter(|c| wanted(&c.outcome)).count()
    }

    fn counts(&self) -> [usize; 4] {
        [
            self.cases.len(),
            self.count(|o| matches!(o, Outcome::Failed(_))),
            self.count(|o| matches!(o, Outcome::Error(_))),
            self.count(|o| matches!(o, Outcome::Skipped(_))),
        ]
    }
}

/// The document.
#[must_use]
pub fn junit(report: &Report) -> String {
    let mut suites: Vec<Suite<'_>> = Vec::new();
    if !report.run.is_empty() {
        let cases = report.run.iter().map(|f| case(f, f.level == Level::Error)).collect();
        suites.push(Suite { name: "games, card pools, layers and settings", cases });
    }
    suites.extend(report.decks.iter().map(suite));
    let mut out = Out(quick_xml::Writer::new_with_indent(Vec::new(), b' ', 2));
    out.event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
    let sum = suites.iter().map(Suite::counts).fold([0; 4], |a, b| std::array::from_fn(|i| a[i] + b[i]));
    out.open("testsuites", &[("name", "decklint")], &sum);
    for suite in &suites {
        out.open("testsuite", &[("name", suite.name)], &suite.counts());
        suite.cases.iter().for_each(|case| out.case(suite.name, case));
        out.event(Event::End(BytesEnd::new("testsuite")));
    }
    out.event(Event::End(BytesEnd::new("testsuites")));
    let mut text = String::from_utf8(out.0.into_inner()).unwrap_or_default();
    text.push('\n');
    text
}

fn suite(deck: &DeckReport) -> Suite<'_> {
    let unread = !deck.verdict.is_checked();
    let mut cases: Vec<Case<'_>> = deck.findings.iter().map(|f| case(f, unread && f.level == Level::Error)).collect();
    cases.extend(deck.waived.iter().map(|w| {
        let why = if w.reason.is_empty() { w.by.as_str() } else { &w.reason };
        let message = format!("waived ({why}): {}", w.finding.message);
        Case { name: name(&w.finding), line: w.finding.line, outcome: Outcome::Skipped(message) }
    }));
    if cases.is_empty() {
        let name = deck.verdict.as_str().to_owned();
        cases.push(Case { name, line: None, outcome: Outcome::Passed });
    }
    Suite { name: &deck.file, cases }
}

fn case(finding: &FindingReport, broken: bool) -> Case<'_> {
    let outcome = match finding.level {
        Level::Error if broken => Outcome::Error(finding),
        Level::Error => Outcome::Failed(finding),
        Level::Warning | Level::Note => Outcome::Said(finding),
    };
    Case { name: name(finding), line: finding.line, outcome }
}

fn name(finding: &FindingReport) -> String {
    match finding.line {
        Some(line) => format!("{} {}, line {line}", finding.code, finding.slug),
        None => format!("{} {}", finding.code, finding.slug),
    }
}

struct Out(quick_xml::Writer<Vec<u8>>);

impl Out {
    fn event(&mut self, event: Event<'_>) {
        // Writing to memory does not fail.
        let _ = self.0.write_event(event);
    }

    fn open(&mut self, tag: &str, attributes: &[(&str, &str)], [tests, failures, errors, skipped]: &[usize; 4]) {
        let mut start = BytesStart::new(tag);
        attributes.iter().for_each(|(key, value)| start.push_attribute((*key, &*clean(value))));
        for (key, n) in [("tests", tests), ("failures", failures), ("errors", errors), ("skipped", skipped)] {
            start.push_attribute((key, n.to_string().as_str()));
        }
        self.event(Event::Start(start));
    }

    fn case(&mut self, suite: &str, case: &Case<'_>) {
        let mut start = BytesStart::new("testcase");
        start.push_attribute(("name", case.name.as_str()));
        start.push_attribute(("classname", &*clean(suite)));
        start.push_attribute(("file", &*clean(suite)));
        if let Some(line) = case.line {
            start.push_attribute(("line", line.to_string().as_str()));
        }
        let (tag, message, body) = match &case.outcome {
            Outcome::Passed => return self.event(Event::Empty(start)),
            Outcome::Said(finding) => ("system-out", None, body(suite, finding)),
            Outcome::Failed(finding) => ("failure", Some(finding.message.clone()), body(suite, finding)),
            Outcome::Error(finding) => ("error", Some(finding.message.clone()), body(suite, finding)),
            Outcome::Skipped(why) => ("skipped", Some(why.clone()), String::new()),
        };
        self.event(Event::Start(start));
        let mut inner = BytesStart::new(tag);
        if let Some(message) = message {
            inner.push_attribute(("message", &*clean(&message)));
        }
        if matches!(case.outcome, Outcome::Failed(_) | Outcome::Error(_)) {
            inner.push_attribute(("type", case.name.split(',').next().unwrap_or_default()));
        }
        if body.is_empty() {
            self.event(Event::Empty(inner));
        } else {
            self.event(Event::Start(inner));
            self.event(Event::Text(BytesText::new(&body)));
            self.event(Event::End(BytesEnd::new(tag)));
        }
        self.event(Event::End(BytesEnd::new("testcase")));
    }
}

fn body(file: &str, finding: &FindingReport) -> String {
    let place = finding.line.map_or(String::new(), |line| format!(":{line}:{}", finding.column.unwrap_or(1)));
    let mut text =
        format!("{}{place}: {} {} {}", clean(file), finding.level.as_str(), finding.code, clean(&finding.message));
    for note in finding.notes.iter().map(|n| ("note", n)).chain(finding.help.iter().map(|h| ("help", h))) {
        text.push_str(&format!("\n{}: {}", note.0, clean(note.1)));
    }
    text
}

/// Without the characters that XML cannot hold at all, even escaped.
fn clean(text: &str) -> std::borrow::Cow<'_, str> {
    let shown = visible(text);
    if shown.contains(['\u{fffe}', '\u{ffff}']) {
        return shown.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}").into();
    }
    shown
}
