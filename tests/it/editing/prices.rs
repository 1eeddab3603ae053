//! What legality costs: each kind of rule against decks on both sides of its borders, in the game of five cards.

use std::collections::BTreeSet;
use std::path::Path;

use decklint::catalog::CardId;
use decklint::diagnostics::{Level, Levels};
use decklint::game::{Game, Prepared, Session};
use decklint::play::{Dice, Purpose, Streams};
use decklint::rules::check::{CardSet, Sections};
use decklint::rules::repair::{Model, Repair, Unrepairable, complete, is_possible, repair, within_limits};
use decklint::text::Source;
use rstest::rstest;

use super::repair::{CARDS, CHECKS, Counts, deck, session};

/// Cards by their first letters: lead, main and side.
const DECKS: &[&str] =
    &["//", "/AB/", "/AABBCC/D", "A/CDE/AB", "E/AACD/EE", "D/BBDD/CC", "C/AAB/C", "AB/CCDD/BD", "/CD/", "E//"];

/// Rules that bear on each other.
const TOGETHER: &[&[usize]] =
    &[&[1, 5], &[1, 6, 11], &[0, 13], &[3, 4, 18], &[3, 1, 19], &[1, 14, 24], &[4, 15, 22], &[2, 4, 16, 25]];

/// Of no card of the pool; and of cards that are alike, in two sections at once.
const FURTHER: &[&[&str]] = &[
    &["count: {where: {weight: {gte: 6}}, max: 1}"],
    &["count: {where: {weight: {gte: 6}}, max: 0}"],
    &["requires: {each: {kind: stone}, same: colour, need: {where: {kind: shell}, by: kind, values: [shell]}}"],
    &["requires: {each: {weight: 3}, same: colour, need: {where: {kind: stone}, by: kind, values: [stone]}}"],
    &["size: {sections: [main], exact: 2}", "size: {sections: [side], exact: 2}", "copies: {max: 1}"],
];

fn counts(text: &str) -> Counts {
    let mut out: Counts = [[0; CARDS]; 3];
    for (row, cards) in out.iter_mut().zip(text.split('/')) {
        cards.bytes().for_each(|card| row[usize::from(card - b'A')] += 1);
    }
    out
}

fn copies(counts: &Counts) -> Vec<(usize, CardId, u64)> {
    deck(counts).lines.iter().map(|l| (l.section, l.card.expect("known"), l.count.into())).collect()
}

struct World {
    session: Session,
    game: std::sync::Arc<Game>,
    prepared: std::sync::Arc<Prepared>,
}

impl World {
    fn new(folder: &Path, checks: &[&str]) -> World {
        let session = session(folder, checks);
        let game = session.game("pebbles").expect("the game");
        let prepared = session.prepare(&game, &[], None).expect("the rules");
        World { session, game, prepared }
    }

    fn model(&self, draft: bool) -> Model<'_> {
        Model::of(&self.prepared.ruleset, &self.game.spec, &self.game.catalog, &Levels::default(), draft)
    }

    fn is_legal(&self, counts: &Counts) -> bool {
        let (rules, source) = (&self.prepared.ruleset, Source::new("d.txt", ""));
        let (spec, catalog) = (&self.game.spec, &self.game.catalog);
        let found = decklint::rules::run(rules, &deck(counts), spec, catalog, &source, &self.session.sources, false);
        found.iter().all(|f| f.level != Level::Error)
    }
}

/// What is least in the end: copies that come, those of cards that the deck has more cheaply, and copies that go.
fn price(before: &Counts, found: &Repair) -> u64 {
    let has = |card: CardId| before.iter().any(|row| row[card.0 as usize] > 0);
    let of = |&(_, card, n): &(usize, CardId, i64)| n.unsigned_abs() * if n < 0 || has(card) { 4 } else { 5 };
    found.changes.iter().map(of).sum()
}

/// The deck's repair, whether it can be completed, and by how many cards.
fn outlook(world: &World, before: &Counts) -> String {
    let (model, now) = (world.model(false), copies(before));
    let mended = match repair(&model, &now, 0) {
        Ok(found) => {
            let mut after = *before;
            for (section, card, change) in &found.changes {
                let cell = &mut after[*section][card.0 as usize];
                *cell = cell.checked_add_signed(*change).expect("not below zero");
            }
            assert!(world.is_legal(&after), "{before:?} {after:?}");
            format!("cost {}, price {}", found.cost, price(before, &found))
        }
        Err(e) => format!("{e:?}"),
    };
    let within = if within_limits(&model, &now) { "within the limits" } else { "over a limit" };
    let added = complete(&model, &now, &mut |_| 0);
    assert_eq!(is_possible(&model, &now), Ok(added.is_ok()), "{before:?}");
    let completed = match added {
        Ok(added) => {
            let mut after = *before;
            added.iter().for_each(|(section, card, n)| after[*section][card.0 as usize] += n);
            assert!(world.is_legal(&after), "{before:?} {after:?}");
            format!("{} more", added.iter().map(|(_, _, n)| n).sum::<u64>())
        }
        Err(e) => format!("{e:?}"),
    };
    format!("{mended}; {within}; {completed}")
}

/// What each deck costs under each of these sets of rules.
fn prices<'c>(sets: impl IntoIterator<Item = Vec<&'c str>>) -> String {
    let mut all = String::new();
    for checks in sets {
        let folder = tempfile::tempdir().expect("a folder");
        let world = World::new(folder.path(), &checks);
        assert_eq!(world.model(false).unsaid, [""; 0], "{checks:?}");
        all += &format!("{}\n", checks.join("\n  and "));
        for text in DECKS {
            let counts = counts(text);
            let word = if world.is_legal(&counts) { "legal" } else { "illegal" };
            all += &format!("    {text:<10} {word}: {}\n", outlook(&world, &counts));
        }
    }
    all
}

#[test]
fn rules_of_numbers_are_met_at_the_least_price() {
    insta::assert_snapshot!(prices(CHECKS[..13].iter().map(|check| vec![*check])));
}

#[test]
fn rules_of_kinds_are_met_at_the_least_price() {
    insta::assert_snapshot!(prices(CHECKS[13..].iter().map(|check| vec![*check])));
}

#[test]
fn rules_together_are_met_at_the_least_price() {
    insta::assert_snapshot!(prices(TOGETHER.iter().map(|checks| checks.iter().map(|&at| CHECKS[at]).collect())));
}

#[test]
fn rules_of_no_card_and_of_like_cards_are_met_at_the_least_price() {
    insta::assert_snapshot!(prices(FURTHER.iter().map(|checks| checks.to_vec())));
}

/// Every deck with at most one leader and few copies in the main section, and none beside.
fn small_decks() -> Vec<Counts> {
    let mut out = Vec::new();
    for lead in 0..=CARDS {
        for mut main in 0..usize::pow(5, 5) {
            let mut counts: Counts = [[0; CARDS]; 3];
            if lead < CARDS {
                counts[0][lead] = 1;
            }
            for cell in &mut counts[1] {
                *cell = (main % 5) as u64;
                main /= 5;
            }
            if counts[1].iter().sum::<u64>() <= 4 {
                out.push(counts);
            }
        }
    }
    out
}

/// The dice fall upon every deck that completes one with as few cards as can be, and upon no other.
#[rstest]
#[case("//", &[1, 5])]
#[case("/A/", &[1, 6, 11])]
#[case("//", &[1, 7, 8])]
#[case("/C/", &[1, 9, 12])]
#[case("//", &[1, 13, 5])]
#[case("/D/", &[1, 22, 5])]
#[case("//", &[1, 24, 5])]
#[case("//", &[0, 25])]
#[case("//", &[3, 18])]
#[case("/B/", &[0, 3, 18])]
#[case("//", &[3, 11, 21])]
#[case("/AE/", &[0, 23])]
fn chance_gives_every_shortest_completion_and_no_other(#[case] start: &str, #[case] checks: &[usize]) {
    let small = small_decks();
    let folder = tempfile::tempdir().expect("a folder");
    let checks: Vec<&str> = checks.iter().map(|&at| CHECKS[at]).collect();
    let world = World::new(folder.path(), &checks);
    let before = counts(start);
    let size = |counts: &Counts| counts.iter().flatten().sum::<u64>();
    let holds = |counts: &&Counts| counts.iter().flatten().zip(before.iter().flatten()).all(|(all, own)| all >= own);
    let legal: Vec<&Counts> = small.iter().filter(holds).filter(|counts| world.is_legal(counts)).collect();
    let least = legal.iter().map(|counts| size(counts)).min();
    let wanted: BTreeSet<&Counts> = legal.into_iter().filter(|counts| Some(size(counts)) == least).collect();
    let model = world.model(false);
    let mut given = BTreeSet::new();
    for seed in 0..150 {
        let mut dice = Streams::new(seed, 0);
        match complete(&model, &copies(&before), &mut |n| dice.below(Purpose::Game, n)) {
            Ok(added) => {
                let mut after = before;
                added.iter().for_each(|(section, card, n)| after[*section][card.0 as usize] += n);
                given.insert(after);
            }
            Err(e) => assert_eq!((e, wanted.len()), (Unrepairable::NoLegalDeck, 0), "{start} {checks:?}"),
        }
    }
    assert_eq!(given.iter().collect::<BTreeSet<_>>(), wanted, "{start} {checks:?}");
}

/// What cannot be said as constraints is named, once for each rule, and only it.
#[test]
fn rules_that_no_constraint_says_are_named() {
    let unsaid = |check: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        World::new(folder.path(), &["copies: {max: 3}", check]).model(false).unsaid
    };
    // The limits of a group differ, or are the same.
    assert_eq!(unsaid("copies: {by: colour, max: 2, own: weight}"), ["PEB001"]);
    assert_eq!(unsaid("copies: {by: colour, max: 2, values: {colour: {red: 1}}}"), [""; 0]);
    assert_eq!(unsaid("copies: {by: colour, max: 2}"), [""; 0]);
    // Forty groups are told apart two by two, more are not.
    let groups = |n: usize| {
        let groups: Vec<String> = (0..n).map(|at| format!("g{at}: {{weight: {at}}}")).collect();
        unsaid(&format!("exclusive: {{groups: {{{}}}}}", groups.join(", ")))
    };
    assert_eq!([39, 40].map(groups), [vec![], vec![]] as [Vec<String>; 2]);
    assert_eq!([41, 50].map(groups), [vec!["PEB001"], vec!["PEB001"]]);
}

/// What the text leaves open is a note of every deck; raised to an error it is one that no repair mends.
#[test]
fn what_is_not_stated_is_no_constraint() {
    let folder = tempfile::tempdir().expect("a folder");
    let world = World::new(folder.path(), &["copies: {max: 3}", "not-stated: {topic: size}"]);
    let unsaid = |levels: &Levels| {
        Model::of(&world.prepared.ruleset, &world.game.spec, &world.game.catalog, levels, false).unsaid
    };
    let mut levels = Levels::default();
    levels.set("PEB001", Some(Level::Note));
    assert_eq!(unsaid(&levels), [""; 0]);
    levels.set("PEB001", Some(Level::Error));
    assert_eq!(unsaid(&levels), ["PEB001"]);
}

/// A rule with a selector that is wrong is said to be so once, and is about no card.
#[test]
fn a_wrong_selector_is_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let world = World::new(folder.path(), &["copies: {max: 0, where: {colr: red}}"]);
    let faults: Vec<String> = world.session.take_faults().into_iter().map(|f| f.message.to_string()).collect();
    assert_eq!(faults, ["unknown attribute `colr`; known: name, colour, kind, weight, own, rule"]);
    assert!(world.prepared.broken && world.is_legal(&counts("/A/")));
}

/// Of a draft no least number is asked, and the greatest ones hold.
#[test]
fn a_draft_has_no_least_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    let world = World::new(folder.path(), &[CHECKS[0]]);
    let cost = |text: &str, draft: bool| repair(&world.model(draft), &copies(&counts(text)), 0).map(|r| r.cost);
    assert_eq!([cost("/A/", false), cost("/A/", true)], [Ok(1), Ok(0)]);
    assert_eq!([cost("/AABB/", false), cost("/AABB/", true)], [Ok(1), Ok(1)]);
}

/// More copies than a repair is looked for: said to be too hard on both ways, and just below it is not.
#[test]
fn decks_beyond_all_measure_are_too_hard() {
    let folder = tempfile::tempdir().expect("a folder");
    let world = World::new(folder.path(), &[CHECKS[0]]);
    let model = world.model(false);
    let deck = |n: u64| [(1, CardId(0), n)];
    assert!(
        repair(&model, &deck(99_999), 1).is_ok() && within_limits(&model, &deck(3)) && !within_limits(&model, &deck(4))
    );
    assert_eq!(repair(&model, &deck(99_999), 2), Err(Unrepairable::TooHard));
    assert_eq!(complete(&model, &deck(100_000), &mut |_| 0), Err(Unrepairable::NoLegalDeck));
    assert_eq!(complete(&model, &deck(100_001), &mut |_| 0), Err(Unrepairable::TooHard));
}

#[test]
fn sets_of_cards_and_sections_hold_what_was_put_in() {
    let mut set = CardSet::none(130);
    assert!(set.is_empty());
    for id in [0, 63, 64, 127, 129].map(CardId) {
        set.insert(id);
        assert!(set.has(id) && !set.is_empty());
        assert!(!set.has(CardId(id.0 ^ 2)) && !set.has(CardId(130)));
        set.remove(id);
        assert!(!set.has(id) && set.is_empty());
    }
    let some = Sections::of([0, 5, 5, 62, 63, 64]);
    assert_eq!([0, 1, 5, 61, 62, 63, 64].map(|at| some.has(at)), [true, false, true, false, true, false, false]);
    // All that a game can have are not the set of all, which holds strange ones too.
    assert!(!Sections::of(0..64).has(70) && Sections::ALL.has(70) && !Sections::NONE.has(0));
}
