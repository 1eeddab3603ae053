//! Waivers: findings that somebody decided to live with, each with its reason. They stand in comments of a deck
//! (`# ignore BAR003: reason`) or in the configuration.

use std::sync::Arc;

use crate::deck::{WaiverComment, waiver_comment};
use crate::diagnostics::{Diagnostic, GENERAL_CODES, GeneralCode, WAI_REASON, WAI_UNUSED};
use crate::rules::Rule;
use crate::text::{FileId, Place, Source, Span, did_you_mean, fold, lines};

/// How many bad waivers of a kind a deck names; the others are counted.
const MOST: usize = 100;

/// Where a waiver stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WaivedBy {
    /// A comment in the deck.
    Comment,
    /// An entry of the configuration.
    Config,
    /// The finding was there before: the baseline has it.
    Baseline,
}

impl WaivedBy {
    /// The word for users.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            WaivedBy::Comment => "comment",
            WaivedBy::Config => "config",
            WaivedBy::Baseline => "baseline",
        }
    }
}

/// A waiver from outside the deck that holds for it.
#[derive(Clone, Debug)]
pub struct Waiver {
    /// The code or slug that it waives.
    pub code: String,
    /// The card, by code or name; all if absent.
    pub card: Option<String>,
    /// Why.
    pub reason: String,
    /// Who answers for it.
    pub owner: Option<String>,
    /// The last day on which it holds, `2026-12-31`.
    pub until: Option<String>,
    /// Its number in the configuration, to tell which were used.
    pub index: usize,
}

/// A finding that a waiver covers. It does not make its deck illegal.
#[derive(Clone, Debug, PartialEq)]
pub struct Waived {
    /// The finding.
    pub finding: Diagnostic,
    /// Where the waiver stands.
    pub by: WaivedBy,
    /// Why; empty for a baseline.
    pub reason: Arc<str>,
    /// Who answers for it.
    pub owner: Option<String>,
    /// The last day on which it holds.
    pub until: Option<String>,
    /// The number of the configuration's entry.
    pub index: Option<usize>,
}

/// A comment that waives, and the line that it is about: its own, or the next one that holds something; `None` behind the
/// last one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Comment {
    said: WaiverComment,
    line: Option<usize>,
}

/// Takes out of the findings what comments of the deck and `others` waive. Waivers without reason and unused ones become
/// findings.
pub(super) fn waive(
    findings: &mut Vec<Diagnostic>,
    source: &Source,
    rules: &[Rule],
    others: &[&Waiver],
) -> Vec<Waived> {
    let comments = comments(&source.text);
    if comments.is_empty() && others.is_empty() {
        return Vec::new();
    }
    let mut waived = Vec::new();
    let mut used: Vec<Vec<bool>> = comments.iter().map(|c| vec![false; c.said.codes.len()]).collect();
    findings.retain(|finding| {
        let mut by = None;
        for index in candidates(&comments, &lines_of(finding, source)) {
            let comment = &comments[index];
            let about = |(code, _): &&(String, Span)| !comment.said.reason.is_empty() && is_about(code, finding);
            for at in comment.said.codes.iter().enumerate().filter(|(_, code)| about(code)).map(|(at, _)| at) {
                used[index][at] = true;
                by = by.or(Some(comment));
            }
        }
        if let Some(comment) = by {
            let reason = comment.said.reason.as_str().into();
            let finding = finding.clone();
            waived.push(Waived { finding, by: WaivedBy::Comment, reason, owner: None, until: None, index: None });
            return false;
        }
        let Some(waiver) = others.iter().find(|w| covers(w, finding)) else { return true };
        waived.push(Waived {
            finding: finding.clone(),
            by: WaivedBy::Config,
            reason: waiver.reason.as_str().into(),
            owner: waiver.owner.clone(),
            until: waiver.until.clone(),
            index: Some(waiver.index),
        });
        false
    });
    let (held, bare): (Vec<_>, Vec<_>) = comments.iter().zip(used).partition(|(c, _)| !c.said.reason.is_empty());
    for (comment, _) in bare.iter().take(MOST) {
        let codes: Vec<&str> = comment.said.codes.iter().take(4).map(|c| c.0.as_str()).collect();
        let codes = codes.join(", ");
        let message = format!("the waiver of {codes} gives no reason, so it does not hold");
        let help = format!("write `# ignore {codes}: the reason`");
        findings.push(Diagnostic::general(&WAI_REASON, comment.said.span, message).help(help));
    }
    let more = |code: &GeneralCode, n: usize, what: &str| {
        let message = format!("{} more waivers {what}", n - MOST);
        Diagnostic::general(code, Place::File(FileId::INPUT), message)
    };
    if bare.len() > MOST {
        findings.push(more(&WAI_REASON, bare.len(), "give no reason"));
    }
    let codes = held.iter().flat_map(|(comment, used)| comment.said.codes.iter().zip(used));
    let idle: Vec<&(String, Span)> = codes.filter(|(_, used)| !**used).map(|(code, _)| code).collect();
    for (code, span) in idle.iter().take(MOST) {
        let message = format!("the waiver of {code} waives nothing{}", unknown(code, rules));
        findings.push(Diagnostic::general(&WAI_UNUSED, *span, message).help("delete it, or correct it"));
    }
    if idle.len() > MOST {
        findings.push(more(&WAI_UNUSED, idle.len(), "waive nothing"));
    }
    waived
}

/// The comments that are about one of these lines; all for a finding about the whole file. Lines of comments ascend.
fn candidates(comments: &[Comment], lines: &[usize]) -> Vec<usize> {
    if lines.is_empty() {
        return (0..comments.len()).collect();
    }
    let line = |c: &Comment| c.line.unwrap_or(usize::MAX);
    let range = |l: &usize| comments.partition_point(|c| line(c) < *l)..comments.partition_point(|c| line(c) <= *l);
    let mut out: Vec<usize> = lines.iter().flat_map(range).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// A phrase for a code that neither the game nor decklint has; empty for one that is known.
fn unknown(code: &str, rules: &[Rule]) -> String {
    let general = GENERAL_CODES.iter().flat_map(|c| [c.code, c.slug]);
    let own = rules.iter().flat_map(|r| [r.id.value.as_str(), r.slug.value.as_str()]);
    let known: Vec<&str> = own.chain(general).collect();
    if known.iter().any(|k| k.eq_ignore_ascii_case(code)) {
        return String::new();
    }
    match crate::text::near(code, known.iter().copied(), 3)[..] {
        [] => ": there is no such code".to_owned(),
        _ => format!(": there is no such code{}", did_you_mean(code, known)),
    }
}

fn is_about(code: &str, finding: &Diagnostic) -> bool {
    finding.code.eq_ignore_ascii_case(code) || *finding.slug == *code
}

fn covers(waiver: &Waiver, finding: &Diagnostic) -> bool {
    let card = |wanted: &String| {
        let folded = fold(wanted);
        finding.facts.cards.iter().any(|c| c.code.as_ref() == Some(wanted) || fold(&c.name) == folded)
    };
    is_about(&waiver.code, finding) && waiver.card.as_ref().is_none_or(card)
}

/// The lines of the deck that a finding is about; none for the whole file.
fn lines_of(finding: &Diagnostic, source: &Source) -> Vec<usize> {
    let places = finding.related.iter().map(|r| r.place).chain([finding.place]);
    let line = |place: Place| place.span().filter(|s| s.file == FileId::INPUT).map(|s| source.line(s.start));
    places.filter_map(line).collect()
}

/// The waivers in the comments of a deck.
fn comments(text: &str) -> Vec<Comment> {
    // Nearly all decks have none, and they pay for one search only.
    if !text.contains("ignore") {
        return Vec::new();
    }
    let mut out: Vec<Comment> = Vec::new();
    let mut open = 0;
    for (index, (start, line)) in lines(text).enumerate() {
        let number = index + 1;
        let found = waiver_comment(line, start);
        let before = found.as_ref().map_or(line, |said| &line[..said.at]).trim();
        let holds = !before.is_empty() && !before.starts_with(['#']) && !before.starts_with("//");
        if holds {
            out[open..].iter_mut().for_each(|c| c.line = Some(number));
            open = out.len();
        }
        if let Some(said) = found {
            out.push(Comment { said, line: holds.then_some(number) });
            open += usize::from(holds);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<(String, String, Option<usize>)> {
        let join = |c: &Comment| c.said.codes.iter().map(|c| c.0.as_str()).collect::<Vec<_>>().join("+");
        comments(text).iter().map(|c| (join(c), c.said.reason.clone(), c.line)).collect()
    }

    #[test]
    fn comments_are_about_their_line_or_the_next_one() {
        let text = "# ignore BAR003: above\n# more\n\n4 A  # ignore bar001, copy-limit: on it\n\n# ignore BAR004: last";
        let row = |code: &str, reason: &str, line| (code.to_owned(), reason.to_owned(), line);
        let wanted = [row("BAR003", "above", Some(4)), row("bar001+copy-limit", "on it", Some(4))];
        assert_eq!(read(text)[..2], wanted);
        assert_eq!(read(text)[2], row("BAR004", "last", None));
    }

    #[test]
    fn a_waiver_needs_a_colon_and_a_reason() {
        for text in ["4 A # ignore BAR003", "4 A #ignore BAR003:", "4 A # ignore BAR003 because we like it"] {
            assert_eq!(read(text), [("BAR003".to_owned(), String::new(), Some(1))], "{text}");
        }
    }

    #[test]
    fn remarks_are_no_waivers() {
        for text in [
            "# ignore the rest: it is fine",
            "# please ignore",
            "# ignore the-rest of it: fine",
            "4 Ignore BAR003: x",
            "4 A#ignore BAR003: x",
            "notes: \"# ignore BAR003: x\"",
            "# ignored BAR003: x",
        ] {
            assert_eq!(read(text), [], "{text}");
        }
    }

    #[test]
    fn spans_hold_the_words() {
        let text = "3 B\n4 A\t#  ignore BAR003 , BAR001: why";
        let found = &comments(text)[0];
        assert_eq!(&text[found.said.span.range()], "#  ignore BAR003 , BAR001");
        assert_eq!(&text[found.said.codes[1].1.range()], "BAR001");
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "([#: ,\"\\r\\n가]|ignore|BAR003|a-b){0,24}") {
            for found in comments(&text) {
                prop_assert!(text.get(found.said.span.range()).is_some_and(|t| t.starts_with('#')));
                prop_assert!(found.line.is_none_or(|l| l <= lines(&text).count()));
            }
        }
    }
}
