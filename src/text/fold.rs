//! Folding of names for lookup: spellings that people use for one name become equal.

use std::borrow::Cow;

use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The folded form of a card name: compatibility forms, case, diacritics, apostrophes, dashes, slashes and blanks are
/// unified. `Dusk//Dawn` and `dusk / dawn`, `Élan` and `elan`, `Runner’s` and `runner's` are equal after it.
#[must_use]
pub fn fold(name: &str) -> String {
    if is_tidy(name) {
        return name.to_ascii_lowercase();
    }
    if name.is_ascii() {
        return tidy(name.chars().map(|c| c.to_ascii_lowercase()), name.len());
    }
    let flat = name
        .chars()
        .map(before_decomposing)
        .nfkd()
        .filter(|&c| !is_combining_mark(c) || is_voicing_mark(c))
        .default_case_fold();
    // Composing again keeps Hangul syllables and kana whole.
    let composed: String = flat.flat_map(latin).nfc().collect();
    tidy(composed.chars(), composed.len())
}

/// Whether folding a name only puts it into lower case: it is ASCII, its blanks stand alone between words, and no mark in
/// it has another form.
fn is_tidy(name: &str) -> bool {
    let mut blank = true;
    for b in name.bytes() {
        let sound = match b {
            b' ' => !blank,
            b'`' | b'|' | b'/' => false,
            b => b.is_ascii_graphic(),
        };
        if !sound {
            return false;
        }
        blank = b == b' ';
    }
    !blank
}

/// Marks that would fall apart into a blank and an accent, or into two primes.
fn before_decomposing(c: char) -> char {
    match c {
        '\u{b4}' => '\'',
        '\u{2033}' => '"',
        c => c,
    }
}

/// Kana with and without voicing marks are different letters, not accented ones.
fn is_voicing_mark(c: char) -> bool {
    matches!(c, '\u{3099}' | '\u{309a}')
}

/// Latin letters that Unicode does not take apart.
fn latin(c: char) -> impl Iterator<Item = char> {
    let two = match c {
        'æ' => ['a', 'e'],
        'œ' => ['o', 'e'],
        'ø' => ['o', '\0'],
        'đ' | 'ð' => ['d', '\0'],
        'ł' => ['l', '\0'],
        'þ' => ['t', 'h'],
        'ı' => ['i', '\0'],
        other => [other, '\0'],
    };
    two.into_iter().filter(|&c| c != '\0')
}

/// Whether the folded form of `name` is `folded`. A text of ASCII, as most are, is compared without being folded.
#[must_use]
pub fn folds_to(name: &str, folded: &str) -> bool {
    // Most names differ in the first letter already, which folding only puts into lower case.
    if let (Some(&a), Some(&b)) = (name.as_bytes().first(), folded.as_bytes().first())
        && a.is_ascii_alphanumeric()
        && a.to_ascii_lowercase() != b
    {
        return false;
    }
    match name.is_ascii() {
        true => Tidy::new(name.chars().map(|c| c.to_ascii_lowercase())).eq(folded.chars()),
        false => fold(name) == folded,
    }
}

fn tidy(chars: impl Iterator<Item = char>, length: usize) -> String {
    let mut out = String::with_capacity(length);
    out.extend(Tidy::new(chars));
    out
}

/// Characters with marks, slashes and blanks unified.
struct Tidy<I> {
    chars: I,
    last: Option<char>,
    /// The character behind a blank that was just given.
    held: Option<char>,
}

impl<I> Tidy<I> {
    fn new(chars: I) -> Self {
        Tidy { chars, last: None, held: None }
    }
}

impl<I: Iterator<Item = char>> Iterator for Tidy<I> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        if let Some(held) = self.held.take() {
            return Some(held);
        }
        let mut blank = false;
        loop {
            let c = match self.chars.next()? {
                '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2032}' | '\u{2bc}' | '`' => '\'',
                '\u{201c}' | '\u{201d}' | '\u{201f}' => '"',
                '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' => '-',
                '|' | '\u{2044}' | '\u{2215}' => '/',
                '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => continue,
                c => c,
            };
            if c.is_whitespace() {
                blank = self.last.is_some_and(|last| last != '/');
            } else if c == '/' && self.last == Some('/') {
                blank = false;
            } else {
                self.last = Some(c);
                if blank && c != '/' {
                    self.held = Some(c);
                    return Some(' ');
                }
                return Some(c);
            }
        }
    }
}

/// The folded form of a column, section or key name: [`fold`], with `_`, `-` and blanks alike and a final colon dropped.
#[must_use]
pub fn fold_key(name: &str) -> Cow<'_, str> {
    let trimmed = name.trim().trim_end_matches([':', '：']).trim_end();
    if trimmed.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()) {
        return Cow::Borrowed(trimmed);
    }
    Cow::Owned(fold(&trimmed.replace(['_', '-'], " ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spellings_of_one_name_are_equal() {
        for spellings in [
            &["Dusk // Dawn Gate", "Dusk / Dawn Gate", "Dusk/Dawn Gate", "dusk//dawn  gate", "Dusk | Dawn Gate"][..],
            &["Élan Drummer", "E\u{301}lan Drummer", "elan drummer", " ELAN\tDRUMMER "],
            &["Cliff Runner’s Oath", "Cliff Runner's Oath", "cliff runner`s oath"],
            &["Æther Straße", "aether strasse", "AETHER STRASSE"],
            &["Half–Light", "half-light", "HALF‐LIGHT"],
            &["가시 기사", "\u{1100}\u{1161}\u{1109}\u{1175} 기사", "가시  기사"],
            &["２nd Ｗatch", "2nd watch"],
        ] {
            for spelling in spellings {
                assert_eq!(fold(spelling), fold(spellings[0]), "{spelling:?}");
            }
        }
    }

    #[test]
    fn different_names_stay_different() {
        for (a, b) in [
            ("Warden 1.0", "Warden 2.0"),
            ("Warden", "Warden 1.0"),
            ("Marsh//Mirror", "Marsh Mirror"),
            ("가시", "가지"),
            ("が", "か"),
        ] {
            assert_ne!(fold(a), fold(b));
        }
    }

    #[test]
    fn keys_forget_blanks_and_colons() {
        assert_eq!(fold_key("Card Type"), fold_key("card_type"));
        assert_eq!(fold_key("SIDEBOARD:"), "sideboard");
        assert_eq!(fold_key("deck-rule"), "deck rule");
    }

    proptest! {
        #[test]
        fn comparing_is_folding(name in "[ -~]{0,12}|\\PC{0,12}", other in "[ /a-c|]{0,6}") {
            prop_assert!(folds_to(&name, &fold(&name)));
            prop_assert_eq!(folds_to(&name, &other), fold(&name) == other);
            prop_assert_eq!(folds_to(&other, &name), fold(&other) == name);
        }

        #[test]
        fn a_tidy_name_is_folded_like_any_other(name in "[ -~]{0,12}|[a-cA-C /`]{0,9}|[\t-~]{0,9}") {
            prop_assert_eq!(fold(&name), tidy(name.chars().map(|c| c.to_ascii_lowercase()), name.len()));
        }

        #[test]
        fn folding_twice_changes_nothing(name in "\\PC{0,24}") {
            prop_assert_eq!(fold(&fold(&name)), fold(&name));
        }
    }
}
