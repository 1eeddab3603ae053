//! Decks that are completed or made by chance: always legal, nothing is taken out, wishes are met or said to be unmet.

use decklint::catalog::CardId;
use decklint::deck::edit::{Draft, blank};
use decklint::deck::format::Format;
use decklint::game::{Copies, Game, Session, Stuck, Verdict, Wish, Wishes, complete};
use decklint::play::Streams;
use decklint::rules::check::{CardSet, Sections};
use proptest::prelude::*;

use crate::support::{check_text, game_ids, session};

fn completed(
    session: &Session,
    game: &Game,
    deck: &[Copies],
    wishes: &Wishes,
    seed: u64,
    round: bool,
) -> Result<Vec<Copies>, Stuck> {
    let prepared = session.prepare(game, &[], None).expect("the rules");
    complete((session, game, &prepared), deck, wishes, &mut Streams::new(seed, 0), round)
}

/// The deck as a file, by way of edits.
fn text(game: &Game, cards: &[Copies]) -> String {
    let start = blank(&game.spec, None, Format::Csv);
    let mut draft = Draft::new("d.csv", &start, &game.spec, &game.catalog).expect("a deck");
    for &(section, card, n) in cards {
        draft.add(section, card, u32::try_from(n).expect("few")).expect("added");
    }
    draft.finish().expect("as meant").to_owned()
}

#[test]
fn decks_of_chance_are_legal_and_depend_on_the_seed_alone() {
    let session = session();
    for id in game_ids() {
        let game = session.game(&id).expect("a game");
        let mut all = Vec::new();
        for seed in 0..30 {
            let cards = completed(&session, &game, &[], &Wishes::default(), seed, true).expect("a deck");
            let again = completed(&crate::support::session(), &game, &[], &Wishes::default(), seed, true);
            assert_eq!(again.expect("a deck"), cards, "{id} {seed}");
            let checked = check_text(&session, &id, "d.csv", &text(&game, &cards));
            assert_eq!(checked.verdict, Verdict::Legal, "{id} {seed}: {:?}", checked.findings);
            all.push(cards);
        }
        all.sort();
        all.dedup();
        // Round a card of Dimensium there is but one deck of one back: all ten cards four times.
        assert!(all.len() >= 28, "{id}: seeds give one deck");
    }
}

/// Every part of the pool has its turn: decks of Erasers, and a Paragon of each kind.
#[test]
fn chance_reaches_every_corner_of_the_rules() {
    let session = session();
    let game = session.game("barrenia").expect("a game");
    let kind = game.spec.attribute("type").expect("an attribute");
    let erasers = (0..60).filter(|&seed| {
        let cards = completed(&session, &game, &[], &Wishes::default(), seed, true).expect("a deck");
        let own = |c: &Copies| game.catalog.card(c.1).values[kind].to_text() == "Eraser";
        assert!(cards.iter().all(own) || !cards.iter().any(own));
        cards.iter().all(own)
    });
    assert!((1..30).contains(&erasers.count()));
    let game = session.game("parallel").expect("a game");
    let mut leaders: Vec<CardId> = (0..60)
        .map(|seed| {
            let cards = completed(&session, &game, &[], &Wishes::default(), seed, true).expect("a deck");
            let leader = game.spec.leader_section().expect("a leader");
            cards.iter().find(|c| c.0 == leader).expect("a leader").1
        })
        .collect();
    leaders.sort_unstable();
    leaders.dedup();
    assert!(leaders.len() >= 6, "{leaders:?}");
}

fn set(game: &Game, wanted: impl Fn(usize) -> bool) -> CardSet {
    let mut out = CardSet::none(game.catalog.len());
    game.catalog.cards().filter(|(id, _)| wanted(id.0 as usize)).for_each(|(id, _)| out.insert(id));
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_completed_deck_keeps_its_cards_and_meets_its_wishes_or_says_which_it_cannot(
        start in prop::collection::vec((0usize..2, any::<prop::sample::Index>(), 1u64..4), 0..12),
        wished in prop::collection::vec((2usize..9, 0u64..40, prop::option::of(0u64..10)), 0..4),
        id in prop::sample::select(game_ids()),
        seed in any::<u64>(),
    ) {
        let session = session();
        let game = session.game(&id).expect("a game");
        let sections = game.spec.sections.len();
        let pool = u32::try_from(game.catalog.len()).expect("few");
        let card = |i: &prop::sample::Index| CardId(u32::try_from(i.index(pool as usize)).expect("few"));
        let deck: Vec<Copies> = start.iter().map(|(s, i, n)| (s % sections, card(i), *n)).collect();
        let wish = |&(step, min, more): &(usize, u64, Option<u64>)| Wish {
            text: format!("every {step}th"),
            cards: set(&game, |at| at % step == 0),
            sections: Sections::ALL,
            min,
            max: more.map(|more| min + more),
        };
        let wishes = Wishes { list: wished.iter().map(wish).collect(), even: None };
        let count = |all: &[Copies], wish: &Wish| -> u64 {
            all.iter().filter(|c| wish.cards.has(c.1)).map(|c| c.2).sum()
        };
        let legal = |all: &[Copies]| check_text(&session, &id, "d.csv", &text(&game, all)).verdict == Verdict::Legal;
        match completed(&session, &game, &deck, &wishes, seed, false) {
            Ok(added) => {
                let mut all = deck.clone();
                all.extend(added);
                prop_assert!(legal(&all));
                for wish in &wishes.list {
                    let n = count(&all, wish);
                    prop_assert!(n >= wish.min && wish.max.is_none_or(|max| n <= max), "{n} for {wish:?}");
                }
            }
            Err(Stuck::Findings(found)) => prop_assert!(!found.is_empty() && !legal(&deck)),
            Err(Stuck::Rules(_)) => {
                prop_assert!(completed(&session, &game, &deck, &Wishes::default(), seed, false).is_err());
            }
            Err(Stuck::Wishes(unmet)) => {
                prop_assert!(!unmet.is_empty() && unmet.len() <= wishes.list.len());
                // Without those that are named, and with them cut down to what is said to be had, there is a deck.
                let mut rest = wishes.clone();
                for wish in &mut rest.list {
                    if let Some((_, most)) = unmet.iter().find(|(u, _)| u.text == wish.text && u.min == wish.min) {
                        prop_assert!(wish.max.is_some() || *most < wish.min);
                        (wish.min, wish.max) = (0, None);
                    }
                }
                prop_assert!(completed(&session, &game, &deck, &rest, seed, false).is_ok());
            }
            Err(other) => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn no_deck_of_the_pool_is_smaller(seed in any::<u64>(), size in 40u64..=60) {
        let session = session();
        let game = session.game("barrenia").expect("a game");
        let main = Sections::of([game.spec.default_section()]);
        let all = CardSet::all(game.catalog.len());
        let list = vec![Wish { text: String::new(), cards: all, sections: main, min: size, max: None }];
        let cards = completed(&session, &game, &[], &Wishes { list, even: None }, seed, true).expect("a deck");
        prop_assert_eq!(cards.iter().map(|c| c.2).sum::<u64>(), size);
    }
}

#[test]
fn an_even_curve_is_as_even_as_the_pool_allows() {
    let session = session();
    let game = session.game("barrenia").expect("a game");
    let size = game.spec.curve_attribute().expect("a curve");
    let wishes = Wishes { list: Vec::new(), even: Some(size) };
    let cards = completed(&session, &game, &[], &wishes, 5, false).expect("a deck");
    let mut values: std::collections::BTreeMap<String, u64> = std::collections::BTreeMap::new();
    cards.iter().for_each(|c| *values.entry(game.catalog.card(c.1).values[size].to_text()).or_default() += c.2);
    let most = values.values().max().copied().unwrap_or(0);
    assert!(most <= 40_u64.div_ceil(values.len() as u64), "{values:?}");
}
