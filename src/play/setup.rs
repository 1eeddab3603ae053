//! The numbers and choices of `setup` as an engine reads them.

use indexmap::IndexMap;

use crate::diagnostics::{Diagnostic, PLY_SETUP};
use crate::spec::Setting;
use crate::text::{At, Place, did_you_mean, or_list};

/// Reads `setup`, gathers what is wrong with it, and knows which keys nobody asked for.
#[derive(Debug)]
pub struct Setup<'a> {
    map: &'a IndexMap<String, At<Setting>>,
    place: Place,
    asked: Vec<&'static str>,
    faults: Vec<Diagnostic>,
}

impl<'a> Setup<'a> {
    /// Over the merged values. A fault stands at the value, or at `place` where there is none.
    #[must_use]
    pub fn new(map: &'a IndexMap<String, At<Setting>>, place: Place) -> Self {
        Setup { map, place, asked: Vec::new(), faults: Vec::new() }
    }

    /// A value as it stands.
    pub fn get(&mut self, key: &'static str) -> Option<&'a Setting> {
        self.asked.push(key);
        self.map.get(key).map(|setting| &setting.value)
    }

    /// Adds a fault about a key.
    pub fn fault(&mut self, key: &str, what: impl std::fmt::Display) {
        let place = self.map.get(key).map_or(self.place, |setting| setting.span.into());
        self.faults.push(Diagnostic::general(&PLY_SETUP, place, format!("setup.{key} {what}")));
    }

    /// A whole number of `low..=high`, or the default where the key is absent.
    pub fn number(&mut self, key: &'static str, default: i32, low: i32, high: i32) -> i32 {
        match self.get(key) {
            None => default,
            Some(Setting::Int(n)) => match i32::try_from(*n) {
                Ok(n) if (low..=high).contains(&n) => n,
                _ => {
                    self.fault(key, format_args!("is {n}; it must be from {low} to {high}"));
                    default
                }
            },
            Some(_) => {
                self.fault(key, format_args!("must be a number from {low} to {high}"));
                default
            }
        }
    }

    /// A truth value, or the default.
    pub fn flag(&mut self, key: &'static str, default: bool) -> bool {
        match self.get(key) {
            None => default,
            Some(Setting::Bool(b)) => *b,
            Some(_) => {
                self.fault(key, "must be true or false");
                default
            }
        }
    }

    /// One of some words, by index; the first is the default.
    pub fn choice(&mut self, key: &'static str, words: &[&str]) -> usize {
        match self.get(key) {
            None => 0,
            Some(Setting::Text(word)) => words.iter().position(|w| w == word).unwrap_or_else(|| {
                let near = did_you_mean(word, words.iter().copied());
                self.fault(key, format_args!("is `{word}`; it must be {}{near}", or_list(words)));
                0
            }),
            Some(_) => {
                self.fault(key, format_args!("must be {}", or_list(words)));
                0
            }
        }
    }

    /// A number of `low..=high` that the game must give; `low` where it does not.
    pub fn required(&mut self, key: &'static str, low: i32, high: i32) -> i32 {
        if !self.map.contains_key(key) {
            self.fault(key, format_args!("is missing; give a number from {low} to {high}"));
        }
        self.number(key, low, low, high)
    }

    /// A list of words out of some, which the game must give; a word alone is a list of one.
    pub fn words(&mut self, key: &'static str, allowed: &[&str]) -> Vec<String> {
        let items = match self.get(key) {
            Some(Setting::List(items)) => items.as_slice(),
            Some(word @ Setting::Text(_)) => std::slice::from_ref(word),
            _ => {
                self.fault(key, "must be a list of words");
                return Vec::new();
            }
        };
        let mut out = Vec::new();
        for item in items {
            match item {
                Setting::Text(word) if allowed.contains(&word.as_str()) => out.push(word.clone()),
                Setting::Text(word) => {
                    let near = did_you_mean(word, allowed.iter().copied());
                    self.fault(key, format_args!("names `{word}`; it must name {}{near}", or_list(allowed)));
                }
                _ => self.fault(key, "must be a list of words"),
            }
        }
        out
    }

    /// What is wrong, with the keys that no engine asked for.
    #[must_use]
    pub fn finish(mut self) -> Vec<Diagnostic> {
        let asked = std::mem::take(&mut self.asked);
        for key in self.map.keys() {
            if !asked.contains(&key.as_str()) {
                let near = did_you_mean(key, asked.iter().copied());
                self.fault(key, format_args!("is no number of this engine{near}"));
            }
        }
        self.faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{FileId, Span};

    fn read(pairs: &[(&str, Setting)], ask: impl FnOnce(&mut Setup<'_>)) -> Vec<String> {
        let at = |v: &Setting| At::new(v.clone(), Span::new(FileId(2), 3, 4));
        let map = pairs.iter().map(|(k, v)| ((*k).to_owned(), at(v))).collect();
        let mut setup = Setup::new(&map, Place::File(FileId(1)));
        ask(&mut setup);
        let faults = setup.finish();
        let own = |place| place == Place::Span(Span::new(FileId(2), 3, 4));
        assert!(faults.iter().all(|f| own(f.place)), "a fault stands at its value: {faults:?}");
        faults.into_iter().map(|f| f.message).collect()
    }

    #[test]
    fn numbers_keep_their_bounds() {
        for (value, wanted, fault) in [
            (Setting::Int(1), 1, None),
            (Setting::Int(9), 9, None),
            (Setting::Int(0), 5, Some("setup.hand is 0; it must be from 1 to 9")),
            (Setting::Int(10), 5, Some("setup.hand is 10; it must be from 1 to 9")),
            (Setting::Int(i64::MAX), 5, Some("setup.hand is 9223372036854775807; it must be from 1 to 9")),
            ("x".into(), 5, Some("setup.hand must be a number from 1 to 9")),
        ] {
            let faults = read(&[("hand", value)], |s| assert_eq!(s.number("hand", 5, 1, 9), wanted));
            assert_eq!(faults, fault.map(str::to_owned).into_iter().collect::<Vec<_>>());
        }
        assert!(read(&[], |s| assert_eq!(s.number("hand", 5, 1, 9), 5)).is_empty(), "an absent key is the default");
    }

    #[test]
    fn flags_are_true_or_false() {
        assert!(read(&[("keep", true.into())], |s| assert!(s.flag("keep", false))).is_empty());
        assert!(read(&[], |s| assert!(s.flag("keep", true))).is_empty());
        let faults = read(&[("keep", 1.into())], |s| assert!(!s.flag("keep", false)));
        assert_eq!(faults, ["setup.keep must be true or false"]);
    }

    #[test]
    fn a_choice_is_one_of_its_words() {
        let words = ["none", "any"];
        assert!(read(&[("how", "any".into())], |s| assert_eq!(s.choice("how", &words), 1)).is_empty());
        assert!(read(&[], |s| assert_eq!(s.choice("how", &words), 0)).is_empty());
        let faults = read(&[("how", "amy".into())], |s| assert_eq!(s.choice("how", &words), 0));
        assert_eq!(faults, ["setup.how is `amy`; it must be `none` or `any`; did you mean `any`?"]);
        let faults = read(&[("how", true.into())], |s| assert_eq!(s.choice("how", &words), 0));
        assert_eq!(faults, ["setup.how must be `none` or `any`"]);
    }

    #[test]
    fn a_key_that_nobody_asked_for_is_told() {
        let faults = read(&[("hnad", 3.into()), ("hand", 3.into())], |s| assert_eq!(s.number("hand", 5, 1, 9), 3));
        assert_eq!(faults.len(), 1);
        assert!(faults[0].starts_with("setup.hnad is no number of this engine") && faults[0].contains("`hand`"));
    }
}
