//! Goals and policies: what is asked is what is counted, and what is not understood is told with its place.

use decklint::play::ability::Words;
use decklint::play::{Goal, Job, Kind, MaskId, Policy, PolicyFile, Wishes};
use decklint::text::FileId;
use proptest::prelude::*;

use crate::toy::{Toy, spec};

/// The share of the games in which a goal was reached, by turn.
fn reached(toy: &Toy, goal: &str, policy: Policy) -> (u64, Vec<u64>) {
    let mut wishes = Wishes::new(&toy.spec);
    let mut goal = Goal::parse(goal, &mut wishes).unwrap_or_else(|e| panic!("{e:?}"));
    let runner = toy.runner(wishes.terms());
    goal.bind(runner.kit());
    let job = Job { seed: 3, turns: 8, policies: [policy, Policy::Idle], goals: vec![goal], groups: Vec::new() };
    let tally = runner.run(&job, 0, 200);
    (tally.goals[0].iter().sum(), tally.goals[0].clone())
}

const ALL: &str = "1 Ace\n1 Bow\n1 Cog\n1 Dew\n1 Elk\n1 Fox\n";

#[test]
fn a_goal_about_the_hand_is_looked_at_from_the_opening_hand_on() {
    let toy = Toy::new("{hand: 3}", ALL);
    // A hand of 3 of 6: one in two games has the card at once; with a draw a turn all have it by turn 3.
    let (all, by_turn) = reached(&toy, "hand has ace", Policy::Idle);
    assert_eq!(all, 200);
    assert!((70..130).contains(&by_turn[0]), "{by_turn:?}");
    assert_eq!(by_turn.len(), 4, "turn 3 draws the last card");
    let (by_two, _) = reached(&toy, "hand has ace by turn 2", Policy::Idle);
    assert_eq!(by_two, by_turn[..3].iter().sum::<u64>());
    let (at_three, _) = reached(&toy, "hand has ace at turn 3", Policy::Idle);
    assert_eq!(at_three, 200, "in turn 3 the hand holds all six");
}

#[test]
fn a_goal_counts_cards_and_compares_numbers() {
    let toy = Toy::new("{hand: 3, resource: 1, resource-growth: 1}", ALL);
    assert_eq!(reached(&toy, "hand has 4 at turn 1", Policy::Idle).0, 200);
    assert_eq!(reached(&toy, "hand has 5 at turn 1", Policy::Idle).0, 0);
    assert_eq!(reached(&toy, "stock >= 3 by turn 2", Policy::Idle).0, 0);
    assert_eq!(reached(&toy, "stock >= 3 by turn 3", Policy::Idle).0, 200);
    assert_eq!(reached(&toy, "opponent hand >= 4 and stock = 1 by turn 1", Policy::Idle).0, 0, "B draws after A");
    assert_eq!(reached(&toy, "opponent deck has 2 by turn 2", Policy::Idle).0, 200);
    assert_eq!(reached(&toy, "board has 2 cost<=2", Policy::First).0, 200);
    assert_eq!(reached(&toy, "board has 3 cost<=2", Policy::First).0, 0, "there are two such cards");
}

#[test]
fn a_goal_asks_for_cards_that_are_alike() {
    let toy = Toy::new("{hand: 6}", "2 Ace\n2 Bow\n1 Cog\n1 Dew\n");
    assert_eq!(reached(&toy, "hand has 2 of one name by turn 1", Policy::Idle).0, 200);
    assert_eq!(reached(&toy, "hand has 3 of one name by turn 1", Policy::Idle).0, 0);
    assert_eq!(reached(&toy, "hand has 2 cost>=3 of one cost by turn 1", Policy::Idle).0, 0);
    assert_eq!(reached(&toy, "hand has 4 cost<=2 by turn 1", Policy::Idle).0, 200);
}

/// Cards are alike by the value that they share, not by what they lack.
#[test]
fn a_goal_knows_values_of_several_cards() {
    let toy = Toy::new("{hand: 4}", "1 Fox\n1 Gnu\n1 Hen\n1 Ibis\n");
    assert_eq!(reached(&toy, "hand has 2 of one cost by turn 1", Policy::Idle).0, 200, "Fox and Gnu");
    assert_eq!(reached(&toy, "hand has 3 of one cost by turn 1", Policy::Idle).0, 0);
    let toy = Toy::new("{hand: 3}", "1 Ace\n1 Hen\n1 Ibis\n");
    assert_eq!(reached(&toy, "hand has 2 of one cost by turn 1", Policy::Idle).0, 0, "two without cost");
}

/// Cards of the deck that are seen: the opening hand, and one more with each turn, until the game ends.
#[test]
fn cards_are_seen_turn_by_turn() {
    let toy = Toy::new("{hand: 3}", ALL);
    let runner = toy.runner(&[]);
    assert_eq!([runner.seen(1), runner.seen(2)], [vec![3, 4], vec![3, 4, 5]]);
    assert_eq!(runner.seen(9), [3, 4, 5, 6]);
}

#[test]
fn a_goal_about_the_end_counts_games_that_ended_so() {
    let toy = Toy::new("{hand: 4}", ALL);
    // Seat A begins and draws its last card in turn 2; it loses in turn 3.
    assert_eq!(reached(&toy, "lost by turn 3", Policy::Idle).0, 200);
    assert_eq!(reached(&toy, "lost by turn 2", Policy::Idle).0, 0);
    assert_eq!(reached(&toy, "won", Policy::Idle).0, 0);
}

#[test]
fn goals_that_are_not_understood_tell_their_place() {
    let spec = spec("{}");
    let fault = |text: &str| {
        let e = Goal::parse(text, &mut Wishes::new(&spec)).expect_err(text);
        (text.get(e.range).expect("inside").to_owned(), e.message)
    };
    for (text, at, message) in [
        ("hand hs ace", "", "expected"),
        ("hnd has ace", "hnd", "did you mean `hand`"),
        ("hand has", "", "which cards"),
        ("hand has 0 ace", "0", "at least 1"),
        ("hand has cst<=2", "cst", "unknown attribute"),
        ("hand has 2 of one theme", "theme", "cards have no `theme`"),
        ("won and stock >= 2", "won and stock >= 2", "stand alone"),
        ("", "", "asks for nothing"),
        ("by turn 3", "", "asks for nothing"),
        ("stock >= 2 by turn 0", " 0", "from 1"),
        ("stock >= 2 by turn x", " x", "from 1"),
        ("stock >= two", "two", "no number"),
        ("curve: stck >= 2", "stck", "did you mean `stock`"),
        ("hand has ace and stck >= 2", "stck", "did you mean `stock`"),
    ] {
        let (found, said) = fault(text);
        assert_eq!(found, at, "{text}: {said}");
        assert!(said.contains(message), "{text}: {said}");
    }
}

#[test]
fn a_name_is_taken_off_a_goal() {
    let spec = spec("{}");
    let name = |text: &str| Goal::parse(text, &mut Wishes::new(&spec)).unwrap_or_else(|e| panic!("{e:?}")).name;
    assert_eq!(name("early: hand has cost:1 by turn 2"), "early");
    assert_eq!(name("hand has cost:1"), "hand has cost:1");
    assert_eq!(name("hand has \"a: b\""), "hand has \"a: b\"");
    // `by turn` inside the name of a card is no turn.
    for goal in ["hand has \"Day by turn\"", "hand has \"Day by turn\" by turn 2", "hand has \"at turn x\" at turn 2"] {
        assert_eq!(name(goal), goal);
    }
}

/// What a policy does: the cards on the table after the first turn.
fn plays(policy: &str) -> Vec<String> {
    let toy = Toy::new("{hand: 5, mulligan: any, resource: 9, cost: cost}", ALL);
    let mut wishes = Wishes::new(&toy.spec);
    let file = PolicyFile::parse(policy, FileId(1)).unwrap_or_else(|e| panic!("{e:#?}"));
    let policy = file.bind("policy", &mut wishes).unwrap_or_else(|e| panic!("{e:#?}"));
    let runner = toy.runner(wishes.terms());
    assert!(policy.faults(&runner.about()).is_empty());
    let job = Job { seed: 3, turns: 1, policies: [policy, Policy::Idle], goals: Vec::new(), groups: Vec::new() };
    let played = |l: &decklint::play::LogLine| l.text.strip_prefix("A: play ").map(str::to_owned);
    runner.trace(&job, 0).lines.iter().filter_map(played).collect()
}

#[test]
fn a_policy_file_decides_in_its_order() {
    assert_eq!(plays("prefer: [{do: play, card: 'cost=3'}]\notherwise: idle\n"), ["Cog"]);
    assert_eq!(plays("prefer:\n  - {do: play, card: 'cost<=2'}\n  - {do: [end, keep]}\n"), ["Bow", "Ace"]);
    assert_eq!(plays("prefer: [{do: play, if: 'stock >= 7'}, {do: end}]\n"), ["Fox"], "9 - 6 leaves 3");
    assert_eq!(plays("script: [keep, play Dew, play Ace]\notherwise: idle\n"), ["Dew", "Ace"]);
    assert!(plays("otherwise: idle\n").is_empty());
}

#[test]
fn policies_that_are_not_understood_tell_their_place() {
    let spec = spec("{}");
    let faults = |text: &str| match PolicyFile::parse(text, FileId(1)) {
        Err(faults) => faults,
        Ok(file) => file.bind("p", &mut Wishes::new(&spec)).map(|_| Vec::new()).unwrap_or_else(|faults| faults),
    };
    for (text, message, marked) in [
        ("prefer: [{di: play}]", "di", "di"),
        ("otherwise: gredy", "did you mean `greedy`", "gredy"),
        // Inside quotes and outside, at the beginning and further on.
        ("prefer: [{card: 'cst=1'}]", "unknown attribute", "cst"),
        ("prefer: [{card: cst=1}]", "unknown attribute", "cst"),
        ("prefer: [{card: \"cost=1 cst=1\"}]", "unknown attribute", "cst"),
        ("prefer: [{card: cost=1 cst=1}]", "unknown attribute", "cst"),
        ("prefer: [{if: 'stock > 1 and stok > 2'}]", "stok", "stok"),
        ("prefer: [{if: 'stock > '}]", "missing", ""),
        ("deck: {blank: 3}", "blank", "blank"),
        ("[", "", ""),
    ] {
        let faults = faults(text);
        assert_eq!(faults.len(), 1, "{text}: {faults:#?}");
        assert_eq!(&*faults[0].code, "PLY004", "{text}");
        assert!(faults[0].message.contains(message), "{text}: {}", faults[0].message);
        let place = faults[0].place.span().unwrap_or_else(|| panic!("{text}: no place"));
        assert!(marked.is_empty() || &text[place.range()] == marked, "{text}: {:?}", &text[place.range()]);
    }
    let toy = Toy::new("{}", ALL);
    let runner = toy.runner(&[]);
    let file = PolicyFile::parse("prefer: [{do: ply}]", FileId(1)).expect("form");
    let policy = file.bind("p", &mut Wishes::new(&toy.spec)).expect("words");
    let unknown = policy.faults(&runner.about());
    assert!(unknown[0].message.contains("did you mean `play`"), "{}", unknown[0].message);
}

proptest! {
    #[test]
    fn goals_never_panic(text in ".{0,60}") {
        let spec = spec("{}");
        if let Err(e) = Goal::parse(&text, &mut Wishes::new(&spec)) {
            prop_assert!(text.get(e.range.clone()).is_some(), "{:?} of {:?}", e.range, text);
        }
    }

    #[test]
    fn goals_of_their_own_words_never_panic(words in prop::collection::vec(
        prop::sample::select(vec!["hand", "board", "has", "holds", "3", "cost<=2", "ace", "of one", "name", "and", "by turn",
            "at turn", "2", "won", "lost", "stock", ">=", "opponent", "(", ")", "\"", ":", "x: ", "board(cost=1)", "é"]), 0..12)
    ) {
        let text = words.join(" ");
        let spec = spec("{}");
        if let Err(e) = Goal::parse(&text, &mut Wishes::new(&spec)) {
            prop_assert!(text.get(e.range.clone()).is_some(), "{:?} of {:?}", e.range, text);
        }
    }

    #[test]
    fn abilities_never_panic(words in prop::collection::vec(
        prop::sample::select(vec!["played", "field", "cost", "1", "if", "board", "(", ")", "cost<=2", ">=", ":", ",", ";", "draw",
            "opponent", "raise", "all", "for", "turn", "token", "\"Ace\"", "\"", "search", "and", "stock", "é", "99999"]), 0..14)
    ) {
        let text = words.join(" ");
        let spec = spec("{}");
        if let Err(errors) = decklint::play::ability::parse_abilities(&text, &mut Wishes::new(&spec)) {
            for e in errors {
                prop_assert!(text.get(e.range.clone()).is_some(), "{:?} of {:?}", e.range, text);
            }
        }
    }
}

/// The masks of wishes are those of the kit.
#[test]
fn wishes_come_first_in_a_kit() {
    let toy = Toy::new("{}", ALL);
    let mut wishes = Wishes::new(&toy.spec);
    let masks = [wishes.mask("cost=1"), wishes.mask("cost=2"), wishes.mask("cost=1")];
    assert_eq!(masks, [MaskId(0), MaskId(1), MaskId(0)]);
    let runner = toy.runner(wishes.terms());
    let kit = runner.kit();
    let named = |mask: MaskId| -> Vec<&str> {
        let all: Vec<Kind> = kit.kinds().filter(|k| kit.allows(Some(mask), *k)).collect();
        all.into_iter().map(|k| kit.name(k)).collect()
    };
    assert_eq!((named(masks[0]), named(masks[1])), (vec!["Ace"], vec!["Bow"]));
}
