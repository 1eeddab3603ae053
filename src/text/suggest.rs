//! Words of users in messages: cut short, and with near names where they are unknown.

use std::borrow::Cow;

use super::fold;

/// A text for a message, cut where it is longer than a line of a terminal bears.
#[must_use]
pub fn brief(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(60) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
    }
}

/// The candidates nearest to `word`, best first, at most `most`; none that is further off than a third of its letters.
pub fn near<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>, most: usize) -> Vec<&'a str> {
    let wanted = fold(word);
    let length = wanted.chars().count();
    let limit = (length / 3).clamp(1, 4);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for candidate in candidates {
        let folded = fold(candidate);
        let other = folded.chars().count();
        let distance = if length >= 3 && other > length && (folded.starts_with(&wanted) || folded.ends_with(&wanted)) {
            limit
        } else if other.abs_diff(length) > limit {
            continue;
        } else {
            strsim::osa_distance(&wanted, &folded)
        };
        if distance <= limit && !found.iter().any(|(_, c)| *c == candidate) {
            found.push((distance, candidate));
        }
    }
    found.sort_unstable();
    found.truncate(most);
    found.into_iter().map(|(_, c)| c).collect()
}

/// A phrase to put behind "unknown x": `; did you mean …?`, or the known words where none is near and they are few.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    let close = near(word, known.clone(), 3);
    if !close.is_empty() {
        return format!("; did you mean {}?", or_list(&close));
    }
    let all: Vec<&str> = known.into_iter().collect();
    match all.len() {
        0 => String::new(),
        1..=16 => format!("; known: {}", all.join(", ")),
        n => format!("; known: {} and {} more", all[..12].join(", "), n - 12),
    }
}

/// `1 card`, `3 cards`: a number of things whose plural is regular.
#[must_use]
pub fn counted(n: u64, one: &str) -> String {
    format!("{n} {one}{}", if n == 1 { "" } else { "s" })
}

/// `` `a`, `b` or `c` ``.
#[must_use]
pub fn or_list(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_come_best_first() {
        let known = ["Tide Envoy", "Tide Envoys", "Frost Lantern", "Fenland Stalker"];
        assert_eq!(near("Tyde Envoy", known, 3), ["Tide Envoy", "Tide Envoys"]);
        assert_eq!(near("Fenland", known, 3), ["Fenland Stalker"]);
        assert!(near("Zzz", known, 3).is_empty());
        assert_eq!(did_you_mean("frost lantrn", known), "; did you mean `Frost Lantern`?");
        assert_eq!(did_you_mean("xyz", ["a", "b"]), "; known: a, b");
        assert_eq!(or_list(&["a", "b", "c"]), "`a`, `b` or `c`");
    }
}
