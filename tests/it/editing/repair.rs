//! The cheapest repair against every deck there is: small pools and small rules, where all decks can be looked at.

use std::borrow::Cow;
use std::path::Path;

use decklint::catalog::CardId;
use decklint::deck::{Deck, DeckLine, DeckSection};
use decklint::diagnostics::{Level, Levels};
use decklint::game::{Games, Options, Session};
use decklint::rules::repair::{Model, Unrepairable, repair};
use decklint::text::{FileId, Source, Sources, Span};
use proptest::prelude::*;

const GAME: &str = "id: pebbles\nname: Pebbles\nprefix: PEB\nidentity: name\n\
    sections:\n  lead: {title: Lead, leader: true}\n  main: {title: Main, default: true}\n  side: {title: Side, side: true}\n\
    attributes:\n  name: {type: text, required: true}\n  colour: {type: text}\n  kind: {type: text}\n  weight: {type: int}\n  \
    own: {type: text}\n  rule: {type: terms}\n";

/// A pool whose cards differ in everything that rules look at; some lack a value.
const POOL: &str = "name,colour,kind,weight,own,rule\nAgate,red,stone,1,,colour:red\nBeryl,red,stone,2,1,\n\
    Coral,blue,shell,3,any,\nDolomite,blue,stone,4,,weight<=3\nEmber,,shell,5,2,\n";
pub(super) const CARDS: usize = 5;
/// No card of a section is looked at with more copies.
const MOST: u64 = 2;

/// Checks of every kind, each as YAML.
pub(super) const CHECKS: &[&str] = &[
    "size: {sections: [main], min: 2, max: 3}",
    "size: {sections: [main], exact: 4}",
    "size: {sections: [side], max: 1}",
    "size: {sections: [lead], exact: 1}",
    "size: {sections: [main, side], min: 3, max: 5}",
    "copies: {max: 1, across: [main, side]}",
    "copies: {max: 2, where: {kind: stone}, own: own}",
    "copies: {max: 2, across: [main], values: {colour: {red: 1}}}",
    "copies: {by: colour, max: 2, across: [main, side]}",
    "unique: {by: colour, max: 2, across: [main]}",
    "unique: {by: kind, max: 3}",
    "count: {where: {kind: stone}, across: [main], min: 1, max: 2}",
    "count: {where: {weight: {gte: 3}}, max: 1}",
    "exclusive: {groups: {stones: {kind: stone}, shells: {kind: shell}}, across: [main, side]}",
    "exclusive: {by: colour, across: [main]}",
    "placement: {where: {kind: shell}, in: [side]}",
    "placement: {where: {weight: 1}, not-in: [main]}",
    "placement: {where: {weight: 5}, in: []}",
    "match-leader: {leader: lead, by: colour, neutral: [blue], across: [main]}",
    "match-leader: {leader: lead, by: kind, across: [main, side]}",
    "every: {where: {weight: {lte: 4}}, across: [main]}",
    "every: {leader: lead, rule: rule, across: [main]}",
    "requires: {each: {weight: 4}, same: colour, need: {where: {weight: {lte: 3}}, by: kind, values: [shell]}, across: [main]}",
    "requires: {each: {weight: 5}, same: colour, need: {where: {weight: {lte: 3}}, by: kind, values: [stone]}}",
    "list: {ban: [{card: Beryl, because: x}], limit: [{card: Agate, max: 1}]}",
    "list: {restricted: [{cards: [Agate, Coral, Dolomite], max: 1}]}",
    "list: {allow: {cards: [Agate, Coral, Ember]}}",
    // No card of the pool is of use here.
    "count: {where: {weight: {gte: 6}}, min: 1}",
];

pub(super) fn session(folder: &Path, checks: &[&str]) -> Session {
    let game = folder.join("pebbles");
    std::fs::create_dir_all(&game).expect("a folder");
    let mut rules = "rules:\n".to_owned();
    for (at, check) in checks.iter().enumerate() {
        rules += &format!(
            "  - {{id: PEB{at:03}, slug: r{at}, title: t, basis: house, cite: {{text: t, at: a}}, why: w, mend: m, check: {{{}}}}}\n",
            check
        );
    }
    for (file, text) in [("game.yaml", GAME), ("cards.csv", POOL), ("rules.yaml", &rules)] {
        std::fs::write(game.join(file), text).expect("a file");
    }
    let mut games = Games::shipped();
    games.add_folder(folder).expect("a game");
    Session::new(Sources::default(), games, Options::default())
}

/// Copies by section and card.
pub(super) type Counts = [[u64; CARDS]; 3];

pub(super) fn deck(counts: &Counts) -> Deck<'static> {
    let section = |at: usize| DeckSection {
        name: ["lead", "main", "side"][at].to_owned(),
        title: ["Lead", "Main", "Side"][at].to_owned(),
        span: None,
        total: counts[at].iter().sum(),
    };
    let mut lines = Vec::new();
    for (at, cards) in counts.iter().enumerate() {
        for (card, &n) in cards.iter().enumerate().filter(|(_, n)| **n > 0) {
            lines.push(DeckLine {
                section: at,
                count: u32::try_from(n).expect("few"),
                card: Some(CardId(u32::try_from(card).expect("few"))),
                text: Cow::Borrowed(""),
                span: Span::new(FileId::INPUT, 0, 0),
                count_span: None,
                raw: 0,
            });
        }
    }
    Deck { sections: (0..3).map(section).collect(), lines }
}

/// The greater of what comes and what goes.
fn cost(a: &Counts, b: &Counts) -> u64 {
    let sum = |from: &Counts, to: &Counts| -> u64 {
        from.iter().flatten().zip(to.iter().flatten()).map(|(x, y)| y.saturating_sub(*x)).sum()
    };
    sum(a, b).max(sum(b, a))
}

/// Every deck with at most one leader and few copies: the lead has one card at most, so that they can all be looked at.
fn all_decks() -> Vec<Counts> {
    let mut out = Vec::new();
    let rows = usize::pow(3, 4);
    for lead in 0..=CARDS {
        for main in 0..rows * 3 {
            for side in 0..usize::pow(2, 5) {
                let mut counts: Counts = [[0; CARDS]; 3];
                if lead < CARDS {
                    counts[0][lead] = 1;
                }
                let (mut main, mut side) = (main, side);
                let [_, main_cards, side_cards] = &mut counts;
                for (in_main, in_side) in main_cards.iter_mut().zip(side_cards) {
                    *in_main = (main % 3) as u64;
                    *in_side = (side % 2) as u64;
                    main /= 3;
                    side /= 2;
                }
                out.push(counts);
            }
        }
    }
    out
}

/// In the small world too: no more than these.
fn fits(counts: &Counts) -> bool {
    counts[0].iter().sum::<u64>() <= 1 && counts[1].iter().all(|&n| n <= MOST) && counts[2].iter().all(|&n| n <= 1)
}

thread_local! {
    static ALL: Vec<Counts> = all_decks();
}

fn counts() -> impl Strategy<Value = Counts> {
    let main = prop::array::uniform5(0..=MOST);
    (0..=CARDS, main, prop::array::uniform5(0..=1_u64)).prop_map(|(lead, main, side)| {
        let mut out: Counts = [[0; CARDS], main, side];
        if lead < CARDS {
            out[0][lead] = 1;
        }
        out
    })
}

proptest! {
    // Each case looks at 46,656 decks.
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_legal_deck_is_nearer(checks in prop::collection::btree_set(0..CHECKS.len(), 1..6), start in counts()) {
        let folder = tempfile::tempdir().expect("a folder");
        let checks: Vec<usize> = checks.into_iter().collect();
        let rules: Vec<&str> = checks.iter().map(|&c| CHECKS[c]).collect();
        let session = session(folder.path(), &rules);
        let game = session.game("pebbles").expect("the game");
        let prepared = session.prepare(&game, &[], None).expect("the rules");
        prop_assert!(!prepared.broken, "{:?}", session.take_faults());
        let levels = Levels::default();
        let source = Source::new("d.txt", "");
        let is_legal = |counts: &Counts| {
            let found = decklint::rules::run(
                &prepared.ruleset, &deck(counts), &game.spec, &game.catalog, &source, &session.sources, false,
            );
            found.iter().all(|f| f.level != Level::Error)
        };
        let model = Model::of(&prepared.ruleset, &game.spec, &game.catalog, &levels, false);
        // The group whose cards have limits of their own is not said as constraints; none is in the list above.
        prop_assert!(model.unsaid.is_empty());
        let now: Vec<(usize, CardId, u64)> = deck(&start)
            .lines.iter().map(|l| (l.section, l.card.expect("known"), u64::from(l.count))).collect();
        // Only decks that would be nearer than what is known are judged.
        let nearest = |bound: u64| ALL.with(|all| {
            let mut best = None;
            for other in all {
                let price = cost(&start, other);
                if price <= best.unwrap_or(bound) && best != Some(price) && is_legal(other) {
                    best = Some(price);
                }
            }
            best
        });
        match repair(&model, &now, 0) {
            Ok(found) => {
                let mut after = start;
                for (section, card, change) in &found.changes {
                    let cell = &mut after[*section][card.0 as usize];
                    *cell = u64::try_from(i64::try_from(*cell).expect("few") + change).expect("not below zero");
                }
                prop_assert!(is_legal(&after), "{rules:?}\n{start:?}\n{after:?}");
                prop_assert_eq!(cost(&start, &after), found.cost, "{:?}\n{:?}\n{:?}", rules, start, after);
                match nearest(found.cost) {
                    Some(best) => prop_assert_eq!(best, found.cost, "{:?}\n{:?}", rules, start),
                    // The nearest legal deck may be outside of the small world, never a dearer one inside.
                    None => prop_assert!(!fits(&after), "{rules:?}\n{start:?}\n{after:?}"),
                }
            }
            Err(Unrepairable::NoLegalDeck) => prop_assert_eq!(nearest(u64::MAX), None),
            Err(other) => prop_assert!(false, "{other:?}"),
        }
    }
}

#[test]
fn contradictory_rules_have_no_legal_deck() {
    let folder = tempfile::tempdir().expect("a folder");
    // Four cards of the main section, but no more than three of it and the side section.
    let session = session(folder.path(), &[CHECKS[1], CHECKS[0]]);
    let game = session.game("pebbles").expect("the game");
    let prepared = session.prepare(&game, &[], None).expect("the rules");
    let model = Model::of(&prepared.ruleset, &game.spec, &game.catalog, &Levels::default(), false);
    assert_eq!(repair(&model, &[], 0), Err(Unrepairable::NoLegalDeck));
    // Of rules that are switched off nothing is asked.
    let mut levels = Levels::default();
    levels.set("PEB000", None);
    let model = Model::of(&prepared.ruleset, &game.spec, &game.catalog, &levels, false);
    let found = repair(&model, &[(1, CardId(0), 1)], 3).expect("a repair");
    // Three cards go in any case: two come in their place, and one is too many already.
    assert_eq!(found.cost, 3);
    assert_eq!(found.changes.iter().map(|c| c.2).sum::<i64>(), 1);
}

#[test]
fn a_rule_that_the_pool_cannot_meet_has_no_legal_deck() {
    let folder = tempfile::tempdir().expect("a folder");
    let session = session(folder.path(), &[CHECKS[CHECKS.len() - 1]]);
    let game = session.game("pebbles").expect("the game");
    let prepared = session.prepare(&game, &[], None).expect("the rules");
    let model = Model::of(&prepared.ruleset, &game.spec, &game.catalog, &Levels::default(), false);
    assert_eq!(repair(&model, &[], 0), Err(Unrepairable::NoLegalDeck));
    assert_eq!(repair(&model, &[(1, CardId(0), 1)], 1), Err(Unrepairable::NoLegalDeck));
}
