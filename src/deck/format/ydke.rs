//! EDOPro's links, `ydke://`: three lists of numbers, four bytes each, in base64.

use std::borrow::Cow;

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::build::Build;
use super::write::Out;
use super::ydk::{copy, number};
use super::{About, Cards, Holds, Reading, Sections, Slot, Syntax};
use crate::deck::{Header, RawDeck};
use crate::diagnostics::{DCK_UNREADABLE, Diagnostic, Level};
use crate::text::{FileId, Span};

pub(super) static ABOUT: About = About {
    id: "ydke",
    name: "ydke://",
    endings: &["ydke"],
    holds: Holds {
        header: &[],
        sections: Sections::Fixed(&[Slot::Main, Slot::Leader, Slot::Side]),
        cards: Cards::Numbers,
    },
    syntax: Syntax::Text,
    sniff: Some(|look| {
        look.first.get(..SCHEME.len()).filter(|s| s.eq_ignore_ascii_case(SCHEME)).map(|_| "begins with ydke://")
    }),
    header: |_, _| (Header::default(), Vec::new()),
    read,
    write,
};

const SCHEME: &str = "ydke://";
/// Links are copied with and without the signs at the end.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

fn read<'t>(r: &Reading<'t, '_>) -> (RawDeck<'t>, Vec<Diagnostic>) {
    let mut build = Build::of(r.spec, "ydke", &["extra"]);
    let text = &r.source.text;
    let whole = text.trim();
    let start = text.len() - text.trim_start().len();
    let link = &whole[..whole.find(char::is_whitespace).unwrap_or(whole.len())];
    let span = |from: usize, part: &str| Span::new(FileId::INPUT, start + from, start + from + part.len());
    let rest = &whole[link.len()..];
    if !rest.is_empty() {
        build
            .left_out(span(link.len(), rest), Level::Warning, || "what stands behind the link was not read".to_owned());
    }
    let head = link.get(..SCHEME.len()).filter(|s| s.eq_ignore_ascii_case(SCHEME)).map_or(0, str::len);
    let mut at = head;
    let slots = [(Slot::Main, "main"), (Slot::Leader, "extra"), (Slot::Side, "side")];
    for (n, part) in link[head..].split('!').enumerate() {
        let place = span(at, part);
        match slots.get(n) {
            Some(&(slot, word)) => list(&mut build, part, place, slot, word),
            None if part.is_empty() => {}
            None => {
                build.left_out(place, Level::Warning, || "a link has three lists; this one was not read".to_owned())
            }
        }
        at += part.len() + 1;
    }
    build.finish()
}

fn list(build: &mut Build<'_, '_>, part: &str, place: Span, slot: Slot, word: &str) {
    let bytes = match BASE64.decode(part) {
        Ok(bytes) => bytes,
        Err(e) => {
            return build.faults.add(&DCK_UNREADABLE, || {
                Diagnostic::general(&DCK_UNREADABLE, place, format!("this list of the link is broken: {e}"))
                    .help("copy the whole link again")
            });
        }
    };
    let numbers = bytes.chunks_exact(4);
    if !numbers.remainder().is_empty() {
        build.faults.add(&DCK_UNREADABLE, || {
            Diagnostic::general(&DCK_UNREADABLE, place, "this list of the link ends within a number")
                .help("copy the whole link again")
        });
    }
    for bytes in numbers {
        let number = bytes.iter().rev().fold(0_u32, |n, b| n << 8 | u32::from(*b));
        let section = build.slot(slot, word, place);
        copy(build, section, Cow::Owned(number.to_string()), place);
    }
}

fn write(out: &Out<'_>) -> String {
    let mut text = String::from(SCHEME);
    for slot in [Slot::Main, Slot::Leader, Slot::Side] {
        let mut bytes = Vec::new();
        for line in out.slot(slot) {
            let Some(number) = number(out, line) else { continue };
            match number.parse::<u32>() {
                Ok(number) => bytes.extend(number.to_le_bytes().repeat(out.copies(line))),
                Err(_) => out.lose(line, "the number is too large"),
            }
        }
        text.push_str(&BASE64.encode(bytes));
        text.push('!');
    }
    text + "\n"
}
