//! Lookup by code and name: exact before folded, ambiguous never guessed.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::spellings::Spelled;
use super::{CardId, Catalog};
use crate::text::{fold, near};

/// What a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// This card.
    One(CardId),
    /// Several cards.
    Many(Vec<CardId>),
    /// No card.
    None,
}

impl Lookup {
    pub(crate) fn of(cards: &[CardId]) -> Lookup {
        match cards {
            [] => Lookup::None,
            [one] => Lookup::One(*one),
            many => Lookup::Many(many.to_vec()),
        }
    }
}

impl Catalog {
    /// The card of a code, as it is written in the pool; `None` too if several cards have it, which
    /// [`Catalog::find_code`] tells.
    #[must_use]
    pub fn by_code(&self, code: &str) -> Option<CardId> {
        match self.spellings.find(Spelled::Code, code) {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// What a code means, as it is written in the pool. Where the name tells cards apart, several may share a code.
    #[must_use]
    pub fn find_code(&self, code: &str) -> Lookup {
        Lookup::of(self.spellings.find(Spelled::Code, code))
    }

    /// The card whose code is this one with zeros put before it. `None` if the text is no number, or fits as it is.
    #[must_use]
    pub fn by_code_padded(&self, code: &str) -> Option<CardId> {
        let digits = self.code_digits?;
        if code.is_empty() || code.len() >= digits || !code.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        self.by_code(&format!("{code:0>digits$}"))
    }

    /// What a name or code means. An exact name wins over an exact code, both over folded forms.
    #[must_use]
    pub fn find(&self, text: &str) -> Lookup {
        match self.spellings.find_any(text) {
            [] => self.folded(text, true),
            found => Lookup::of(found),
        }
    }

    /// What a name means; codes are not looked at.
    #[must_use]
    pub fn find_name(&self, name: &str) -> Lookup {
        match self.exact_name(name) {
            Lookup::None => self.folded(name, false),
            found => found,
        }
    }

    /// What a code means, exactly or folded, or as a number whose leading zeros a format cannot hold.
    #[must_use]
    pub fn find_number(&self, code: &str) -> Lookup {
        let folded = || self.folded_as(&fold(code), Spelled::Code);
        let padded = || self.by_code_padded(code).map_or(Lookup::None, Lookup::One);
        match self.find_code(code) {
            Lookup::None => match padded() {
                Lookup::None => folded(),
                found => found,
            },
            found => found,
        }
    }

    fn exact_name(&self, name: &str) -> Lookup {
        Lookup::of(self.spellings.find(Spelled::Name, name))
    }

    fn folded(&self, text: &str, codes: bool) -> Lookup {
        let folded = fold(text);
        match self.folded_as(&folded, Spelled::Name) {
            Lookup::None if codes => self.folded_as(&folded, Spelled::Code),
            found => found,
        }
    }

    fn folded_as(&self, folded: &str, what: Spelled) -> Lookup {
        let index = match what {
            Spelled::Code => &self.folded.codes,
            Spelled::Name => &self.folded.names,
        };
        Lookup::of(index.get_or_init(|| self.fold_all(what)).get(folded).map_or(&[], Vec::as_slice))
    }

    fn fold_all(&self, what: Spelled) -> ByFolded {
        let mut out = ByFolded::with_capacity_and_hasher(self.len(), Default::default());
        for (id, code, name) in self.names() {
            let text = match what {
                Spelled::Code => code,
                Spelled::Name => Some(name),
            };
            let Some(text) = text else { continue };
            // All spellings of a card come one after the other, so only the last entry can be its own.
            let cards = out.entry(fold(text).into()).or_default();
            if cards.last() != Some(&id) {
                cards.push(id);
            }
        }
        out
    }

    /// Names, also of other printings, that are near a text, best first.
    #[must_use]
    pub fn near(&self, text: &str, most: usize) -> Vec<&str> {
        near(text, self.names().map(|(_, _, name)| name), most)
    }
}

/// Folded names and codes, each made at the first lookup that is not exact.
#[derive(Debug, Default)]
pub(super) struct Folded {
    names: OnceLock<ByFolded>,
    codes: OnceLock<ByFolded>,
}

type ByFolded = FxHashMap<Box<str>, Vec<CardId>>;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::catalog::{ColumnMap, Pool, Report, load};
    use crate::spec::GameSpec;
    use crate::text::{FileId, Source};

    const POOL: &str = "code,name,type\n\
        00000001,Dusk // Dawn Gate,Rear\n\
        00000002,Cliff Runner's Oath,Rear\n\
        00000003,Élan Drummer,Rear\n\
        00000004,Tide Envoy,Rear\n\
        00000004,Tide Envoy (Gala Art),Rear\n\
        00000005,Gate Warden,Rear\n\
        00000006,Gate Warden,Rear\n\
        00000007,GATE WARDEN,Rear\n\
        00000008,Fenland Stalker,Rear\n\
        00000009,00000001,Rear\n\
        1234567A,Odd,Rear\n";

    fn catalog() -> Catalog {
        let spec = GameSpec::parse(include_str!("../../cards/barrenia/game.yaml"), FileId(1)).expect("spec");
        let source = Arc::new(Source::new("p.csv", POOL));
        load(&spec, &[Pool { source, file: FileId(2), columns: ColumnMap::default() }], Report::Summary).0
    }

    /// Cards by the last digit of the code.
    fn found(catalog: &Catalog, lookup: &Lookup) -> String {
        let digit = |id: &CardId| catalog.card(*id).code.as_deref().and_then(|c| c.chars().last()).unwrap_or('?');
        match lookup {
            Lookup::None => "none".to_owned(),
            Lookup::One(id) => digit(id).to_string(),
            Lookup::Many(ids) => ids.iter().map(digit).collect(),
        }
    }

    #[test]
    fn spellings_find_their_card() {
        let catalog = catalog();
        for (text, wanted) in [
            ("Dusk // Dawn Gate", "1"),
            ("Dusk / Dawn Gate", "1"),
            ("Dusk/Dawn Gate", "1"),
            ("Cliff Runner\u{2019}s Oath", "2"),
            ("Cliff Runner's Oath", "2"),
            ("Elan Drummer", "3"),
            ("E\u{301}LAN drummer", "3"),
            ("  tide   ENVOY ", "4"),
            ("Tide Envoy (gala art)", "4"),
            ("00000004", "4"),
            (" 00000004", "4"),
            ("1234567a", "A"),
            // Exact beats folded, and what only folds alike is never guessed.
            ("Gate Warden", "56"),
            ("GATE WARDEN", "7"),
            ("gate warden", "567"),
            // A name beats a code of the same letters.
            ("00000001", "9"),
            // The beginning of a name is no name.
            ("Fenland", "none"),
            ("Tide Envoy (BAR) 12", "none"),
            ("4", "none"),
            ("", "none"),
        ] {
            assert_eq!(found(&catalog, &catalog.find(text)), wanted, "{text:?}");
        }
    }

    #[test]
    fn names_alone_leave_codes_out() {
        let catalog = catalog();
        for (text, wanted) in
            [("tide envoy", "4"), ("00000004", "none"), ("1234567a", "none"), ("00000001", "9"), ("gate warden", "567")]
        {
            assert_eq!(found(&catalog, &catalog.find_name(text)), wanted, "{text:?}");
        }
        assert_eq!(found(&catalog, &catalog.find_code("00000001")), "1");
        assert_eq!(catalog.find_code("Tide Envoy"), Lookup::None);
    }

    #[test]
    fn zeros_are_restored_only_where_asked() {
        let catalog = catalog();
        let four = catalog.by_code("00000004");
        assert!(four.is_some());
        assert_eq!(catalog.by_code("4"), None);
        for text in ["4", "04", "0000004"] {
            assert_eq!(catalog.by_code_padded(text), four, "{text}");
        }
        for text in ["", "44", "00000004", "000000004", "4x", "-4", "４", " 4"] {
            assert_eq!(catalog.by_code_padded(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_of_formats_find_codes_only() {
        let catalog = catalog();
        for (text, wanted) in [("00000001", "1"), ("4", "4"), ("1234567a", "A"), ("Tide Envoy", "none"), ("", "none")] {
            assert_eq!(found(&catalog, &catalog.find_number(text)), wanted, "{text:?}");
        }
    }

    #[test]
    fn near_names_are_those_of_all_printings() {
        let catalog = catalog();
        assert_eq!(catalog.near("Tyde Envoy", 3), ["Tide Envoy"]);
        assert_eq!(catalog.near("Tide Envoy (Gala Atr)", 3), ["Tide Envoy (Gala Art)"]);
        assert_eq!(catalog.near("Fenland", 1), ["Fenland Stalker"]);
        assert!(catalog.near("Something else", 3).is_empty());
    }

    #[test]
    fn a_catalog_is_shared_by_threads() {
        let catalog = catalog();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| assert_eq!(found(&catalog, &catalog.find("tide envoy")), "4"));
            }
        });
    }

    proptest! {
        #[test]
        fn any_text_is_looked_up(text in "\\PC{0,30}") {
            let catalog = catalog();
            let _ = (catalog.find(&text), catalog.find_name(&text), catalog.by_code_padded(&text), catalog.near(&text, 3));
        }
    }
}
