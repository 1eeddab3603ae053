//! A second opinion: a checker that knows nothing of ours. It expands the deck to single cards, reads the pools' CSV by
//! itself, has its own reading of each game's rules, and counts in plain loops. Both must say the same of random decks,
//! legal ones and ones with a small fault.
//!
//! `DECKLINT_NAIVE=100000 cargo test --test it naive` sets how many decks of each game are tried.

mod decks;

use std::collections::{BTreeMap, BTreeSet};

use decklint::diagnostics::{Basis, Level};
use decklint::game::{Checked, Verdict};

use crate::support::{check_text, root, session};

use decks::Maker;

/// A row of a pool: column to cell.
pub(crate) type Row = BTreeMap<String, String>;

/// The rows of a shipped pool. Another printing of a card (`same_as` with `art`) is that card.
pub(crate) fn pool(game: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(root().join("cards").join(game).join("cards.csv")).expect("a pool");
    let header = reader.headers().expect("a header").clone();
    let rows = reader.records().map(|r| r.expect("a row"));
    rows.map(|r| header.iter().map(str::to_owned).zip(r.iter().map(str::to_owned)).collect()).collect()
}

/// The code of the card that a row is a printing of.
pub(crate) fn key(row: &Row) -> String {
    match row.get("same_as").and_then(|s| s.split_once(':')) {
        Some((_, other)) => other.to_owned(),
        None => row["code"].clone(),
    }
}

/// One line of a deck: how many of which row, in which section. No row is a card that the pool does not have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub section: &'static str,
    pub count: usize,
    pub card: Option<usize>,
}

/// What is wrong: for each code the cards it is about, with their copies in the deck, or a number of cards.
type Wrong = BTreeMap<String, BTreeSet<String>>;

/// A deck of single cards.
struct Single<'a> {
    section: &'static str,
    card: Option<&'a Row>,
}

struct Naive<'a> {
    cards: Vec<Single<'a>>,
    wrong: Wrong,
}

impl<'a> Naive<'a> {
    fn new(deck: &[Line], pool: &'a [Row]) -> Self {
        let mut cards = Vec::new();
        for line in deck {
            for _ in 0..line.count {
                cards.push(Single { section: line.section, card: line.card.map(|c| &pool[c]) });
            }
        }
        let mut naive = Naive { cards, wrong: Wrong::new() };
        if naive.cards.iter().any(|c| c.card.is_none()) {
            naive.say("RES001", "?".to_owned());
        }
        naive
    }

    fn say(&mut self, code: &str, what: String) {
        self.wrong.entry(code.to_owned()).or_default().insert(what);
    }

    /// Says a card with its copies in all sections.
    fn say_card(&mut self, code: &str, card: &str) {
        let n = self.known(|r| key(r) == card);
        self.say(code, format!("{n} {card}"));
    }

    /// How many cards with a row are of a kind, in all sections.
    fn known(&self, kind: impl Fn(&Row) -> bool) -> usize {
        self.known_in(&["main", "provisionary", "paragon"], kind)
    }

    fn known_in(&self, sections: &[&str], kind: impl Fn(&Row) -> bool) -> usize {
        let mut n = 0;
        for single in &self.cards {
            if sections.contains(&single.section) && single.card.is_some_and(&kind) {
                n += 1;
            }
        }
        n
    }

    fn size(&self, section: &str) -> usize {
        self.cards.iter().filter(|c| c.section == section).count()
    }

    /// The different cards of a kind in these sections.
    fn different(&self, sections: &[&str], kind: impl Fn(&Row) -> bool) -> BTreeSet<String> {
        let mut out = BTreeSet::new();
        for single in &self.cards {
            if let Some(row) = single.card.filter(|r| sections.contains(&single.section) && kind(r)) {
                out.insert(key(row));
            }
        }
        out
    }

    /// More than so many copies of a card of a kind.
    fn copies(&mut self, code: &str, sections: &[&str], most: usize, kind: impl Fn(&Row) -> bool + Copy) {
        for card in self.different(sections, kind) {
            if self.known_in(sections, |r| key(r) == card) > most {
                self.say_card(code, &card);
            }
        }
    }

    /// The cards that are not of the largest group; of groups of one size the first in the deck is the larger.
    fn strangers(&self, group: impl Fn(&Row) -> &str) -> BTreeSet<String> {
        let mut groups: Vec<(&str, usize)> = Vec::new();
        for row in self.cards.iter().filter_map(|c| c.card) {
            match groups.iter_mut().find(|g| g.0 == group(row)) {
                Some(known) => known.1 += 1,
                None => groups.push((group(row), 1)),
            }
        }
        let mut largest: Option<(&str, usize)> = None;
        for &(name, n) in &groups {
            if largest.is_none_or(|l| n > l.1) {
                largest = Some((name, n));
            }
        }
        let all = ["main", "provisionary"];
        self.different(&all, |r| largest.is_some_and(|l| l.0 != group(r)))
    }

    fn barrenia(&mut self) {
        let both = ["main", "provisionary"];
        let (main, side) = (self.size("main"), self.size("provisionary"));
        if !(40..=60).contains(&main) {
            self.say("BAR001", main.to_string());
        }
        if side > 17 {
            self.say("BAR002", side.to_string());
        }
        let retaliation = |r: &Row| r["type"] == "Retaliation Soldier";
        self.copies("BAR003", &both, 4, |r| !retaliation(r));
        let mut symbols = BTreeSet::new();
        for row in self.cards.iter().filter_map(|c| c.card).filter(|r| retaliation(r)) {
            symbols.insert(row["symbol"].clone());
        }
        for symbol in symbols {
            let same = |r: &Row| retaliation(r) && r["symbol"] == symbol;
            if self.known(same) > 1 {
                for card in self.different(&both, same) {
                    self.say_card("BAR004", &card);
                }
            }
        }
        let erasers = self.strangers(|r| if r["type"] == "Eraser" { "eraser" } else { "other" });
        let backs = self.strangers(|r| match r["type"].as_str() {
            "Eraser" => "eraser",
            "Dimensium" => "dimensium",
            _ => "ordinary",
        });
        // The rule of the backs is silent where the rule of the Erasers names all its cards already.
        if !backs.is_subset(&erasers) {
            backs.iter().for_each(|card| self.say_card("BAR006", card));
        }
        erasers.iter().for_each(|card| self.say_card("BAR005", card));
    }

    fn breakrift(&mut self) {
        let size = self.size("main");
        if size != 30 {
            self.say("BRK001", size.to_string());
        }
        let rift = |r: &Row| r["type"] == "Breakrift";
        self.copies("BRK002", &["main"], 2, |r| !rift(r));
        self.copies("BRK004", &["main"], 1, rift);
        if self.known(rift) > 3 {
            for card in self.different(&["main"], rift) {
                self.say_card("BRK003", &card);
            }
        }
        for card in self.different(&["main"], rift) {
            let row = self.cards.iter().filter_map(|c| c.card).find(|r| key(r) == card).expect("it is in the deck");
            let own = row["theme"].clone();
            let mut playable = false;
            for theme in self.cards.iter().filter_map(|c| c.card).map(|r| &r["theme"]) {
                let piece = |slot: &str| {
                    self.known(|r| r["type"] == "Equipment" && r["slot"] == slot && r["theme"] == *theme) > 0
                };
                let worn = piece("Upper Clothing") && piece("Lower Clothing") && piece("Weapon");
                playable |= worn && (own.is_empty() || own == *theme);
            }
            if !playable {
                self.say_card("BRK005", &card);
            }
        }
    }

    fn parallel(&mut self) {
        let (size, leaders) = (self.size("main"), self.size("paragon"));
        if size != 40 {
            self.say("PAR001", size.to_string());
        }
        if leaders != 1 {
            self.say("PAR002", leaders.to_string());
        }
        let paragon = |r: &Row| r["type"] == "Paragon";
        for card in self.different(&["main"], paragon) {
            self.say_card("PAR002", &card);
        }
        for card in self.different(&["paragon"], |r| !paragon(r)) {
            self.say_card("PAR002", &card);
        }
        let legendary = |r: &Row| r["rarity"] == "Legendary";
        self.copies("PAR003", &["main"], 3, |r| !legendary(r));
        self.copies("PAR004", &["main"], 1, legendary);
        for card in self.different(&["main", "paragon"], |r| r["type"] == "Token") {
            self.say_card("PAR006", &card);
        }
        let in_lead: Vec<&Row> = self.cards.iter().filter(|c| c.section == "paragon").filter_map(|c| c.card).collect();
        if in_lead.is_empty() {
            return;
        }
        let foreign =
            |r: &Row| r["parallel"] != "Universal" && in_lead.iter().all(|leader| leader["parallel"] != r["parallel"]);
        let forbidden = |r: &Row| {
            in_lead.iter().any(|leader| {
                // A card without a cost, as a token is, has none that the rule could allow.
                let cost: Option<u32> = r["cost"].parse().ok();
                match leader["deck_rule"].as_str() {
                    "" => false,
                    "cost<=5" => cost.is_none_or(|c| c > 5),
                    "cost>=2" => cost.is_none_or(|c| c < 2),
                    other => panic!("the naive checker does not know the deck rule {other}"),
                }
            })
        };
        let (foreign, forbidden) = (self.different(&["main"], foreign), self.different(&["main"], forbidden));
        foreign.iter().for_each(|card| self.say_card("PAR005", card));
        forbidden.iter().for_each(|card| self.say_card("PAR007", card));
    }

    fn scales(&mut self) {
        let size = self.size("main");
        if size < 4 {
            self.say("SCA001", size.to_string());
        }
    }

    fn tuna(&mut self) {
        let size = self.size("main");
        if size != 30 {
            self.say("TUN001", size.to_string());
        }
    }
}

/// What the naive checker finds wrong.
fn naive(game: &str, deck: &[Line], pool: &[Row]) -> Wrong {
    let mut naive = Naive::new(deck, pool);
    // Where there are no cards at all, no rule is asked.
    if naive.cards.is_empty() {
        naive.say("DCK002", "0".to_owned());
        return naive.wrong;
    }
    match game {
        "barrenia" => naive.barrenia(),
        "breakrift" => naive.breakrift(),
        "parallel" => naive.parallel(),
        "scales" => naive.scales(),
        "tuna" => naive.tuna(),
        other => panic!("the naive checker does not know the game {other}"),
    }
    naive.wrong
}

/// What the real checker finds wrong, said in the same words.
fn real(checked: &Checked) -> Wrong {
    let mut wrong = Wrong::new();
    for finding in checked.findings.iter().filter(|f| f.level > Level::Note) {
        let said = wrong.entry(finding.code.to_string()).or_default();
        if &*finding.code == "RES001" {
            said.insert("?".to_owned());
        } else if finding.facts.cards.is_empty() {
            said.insert(finding.facts.actual.unwrap_or(0).to_string());
        }
        for card in finding.facts.cards.iter().filter(|_| &*finding.code != "RES001") {
            said.insert(format!("{} {}", card.count, card.code.as_deref().unwrap_or(&card.name)));
        }
    }
    wrong
}

/// How many decks of a game are tried.
fn decks() -> u64 {
    std::env::var("DECKLINT_NAIVE").ok().and_then(|n| n.parse().ok()).unwrap_or(3_000)
}

/// Tries random decks of a game.
fn agree(game: &str) {
    let (session, pool) = (session(), pool(game));
    let (mut legal, mut seen) = (0, BTreeSet::new());
    for number in 0..decks() {
        let mut maker = Maker::new(game, &pool, number);
        let deck = maker.deck();
        let text = maker.text(&deck);
        let checked = check_text(&session, game, "deck.txt", &text);
        let (real, naive) = (real(&checked), naive(game, &deck, &pool));
        assert_eq!(real, naive, "deck {number}, the checker on the left, the naive one on the right\n{text}");
        // Only warnings leave a deck legal: the rules that are our own reading.
        let grave = naive.keys().any(|c| !["BAR006", "BRK005", "SCA001"].contains(&c.as_str()));
        assert_eq!(checked.verdict == Verdict::Illegal, grave, "deck {number}: {:?}\n{text}", checked.verdict);
        legal += u64::from(!grave);
        seen.extend(naive.into_keys());
    }
    // The decks are of all kinds: many legal ones, and every rule is broken by some.
    assert!(legal * 5 > decks() && legal < decks(), "{legal} legal decks of {}", decks());
    for rule in session.rules_in_use() {
        assert!(rule.basis == Basis::NotStated || seen.contains(&rule.id.value), "no deck breaks {}", rule.id.value);
    }
}

#[test]
fn barrenia_agrees() {
    agree("barrenia");
}

#[test]
fn breakrift_agrees() {
    agree("breakrift");
}

#[test]
fn parallel_agrees() {
    agree("parallel");
}

#[test]
fn scales_agrees() {
    agree("scales");
}

#[test]
fn tuna_agrees() {
    agree("tuna");
}
