//! What tells a finding from others of its deck: neither lines nor counts, so that it stays the same while the deck is
//! edited elsewhere, and does not depend on wording.

use crate::diagnostics::Diagnostic;
use crate::text::{Place, Source, lines};

/// A hash of the code, the section, the value and the cards of a finding; where it has no card, of its line's text.
/// 32 hexadecimal digits.
#[must_use]
pub fn fingerprint(finding: &Diagnostic, source: Option<&Source>) -> String {
    let mut hash = blake3::Hasher::new();
    let mut part = |text: &str| {
        hash.update(text.as_bytes());
        hash.update(b"\0");
    };
    part(&finding.code);
    part(finding.section.as_deref().unwrap_or_default());
    part(finding.facts.value.as_deref().unwrap_or_default());
    let mut cards: Vec<&str> = finding.facts.cards.iter().map(|c| c.code.as_deref().unwrap_or(&c.name)).collect();
    cards.sort_unstable();
    cards.iter().for_each(|card| part(card));
    // A finding about a size stands at its section's heading or first line, which may change; its section is enough.
    if let (true, None, Place::Span(span), Some(source)) = (cards.is_empty(), &finding.section, finding.place, source) {
        let line = lines(&source.text).take_while(|(start, _)| *start <= span.start as usize).last();
        part(line.map_or("", |(_, text)| text.trim()));
    }
    hash.finalize().to_hex()[..32].to_owned()
}

/// A hash of several words, for formats that want findings told apart over all files.
#[must_use]
pub(super) fn combined(words: &[&str]) -> String {
    let mut hash = blake3::Hasher::new();
    for word in words {
        hash.update(word.as_bytes());
        hash.update(b"\0");
    }
    hash.finalize().to_hex()[..32].to_owned()
}
