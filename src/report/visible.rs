//! Text from files, made safe for terminals.

use std::borrow::Cow;
use std::fmt::Write;

/// The text with control characters shown as escapes, so that a card name can never move a cursor or colour a screen.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    let hidden = |c: char| {
        c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    // Nearly all texts are plain ASCII, which is seen without a look at each character.
    let plain = text.bytes().fold(true, |plain, b| plain & matches!(b, b' '..=b'~'));
    if plain || !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c if hidden(c) => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_shown_and_not_obeyed() {
        assert_eq!(visible("가시 Élan"), "가시 Élan");
        assert_eq!(visible("a\u{1b}[31mred\n"), "a\\u{1b}[31mred\\n");
        assert_eq!(visible("x\u{202e}y"), "x\\u{202e}y");
    }
}
