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
    let letters = Letters::of(&wanted);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for candidate in candidates {
        let folded = fold(candidate);
        let other = folded.chars().count();
        let distance = if length >= 3 && other > length && (folded.starts_with(&wanted) || folded.ends_with(&wanted)) {
            limit
        } else if other.abs_diff(length) > limit || letters.apart(&folded) > limit {
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

/// How often each letter stands in a text; letters may share a place.
struct Letters([i32; 32]);

impl Letters {
    fn of(text: &str) -> Self {
        let mut counts = [0; 32];
        text.chars().for_each(|c| counts[c as usize % 32] += 1);
        Letters(counts)
    }

    /// No less than so many edits lie between the texts: each of them brings one letter and takes one at most. In a pool
    /// of thousands of names this tells most of them off, at a small part of what their distance costs.
    fn apart(&self, text: &str) -> usize {
        let mut left = self.0;
        text.chars().for_each(|c| left[c as usize % 32] -= 1);
        let sum = |sign: i32| left.iter().map(|n| (n * sign).max(0)).sum::<i32>();
        sum(1).max(sum(-1)).unsigned_abs() as usize
    }
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
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn near_names_are_those_of_a_small_distance(word in "[a-e가]{1,14}", names in prop::collection::vec("[a-e가E ]{1,14}", 0..12)) {
            let length = word.chars().count();
            let limit = (length / 3).clamp(1, 4);
            let wanted = |name: &&String| {
                let folded = fold(name);
                let part = folded.starts_with(&word) || folded.ends_with(&word);
                (length >= 3 && folded.chars().count() > length && part) || strsim::osa_distance(&word, &folded) <= limit
            };
            let mut wanted: Vec<&str> = names.iter().filter(wanted).map(String::as_str).collect();
            let mut found = near(&word, names.iter().map(String::as_str), usize::MAX);
            wanted.sort_unstable();
            wanted.dedup();
            found.sort_unstable();
            prop_assert_eq!(found, wanted);
        }
    }

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
