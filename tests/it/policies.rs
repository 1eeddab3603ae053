//! The policies that games ship are understood, and change what they are about.

use decklint::diagnostics::Level;
use decklint::game::runner;
use decklint::play::{Job, Pilot, Policy, PolicyFile, SeatDeck, Wishes};
use decklint::text::FileId;

use crate::engine_battery::playable;
use crate::support::{files_below, root};

#[test]
fn shipped_policies_are_understood_and_play() {
    let mut tried = 0;
    for (session, ready) in playable() {
        for path in files_below(&root().join("cards").join(&ready.game.id).join("policies")) {
            let text = std::fs::read_to_string(&path).expect("a policy");
            let file = PolicyFile::parse(&text, FileId(1)).unwrap_or_else(|e| panic!("{}: {e:#?}", path.display()));
            let name = path.file_stem().and_then(|s| s.to_str()).expect("a name");
            assert_eq!(file.name.as_deref(), Some(name), "a policy is called as its file");
            let mut wishes = Wishes::new(&ready.game.spec);
            let policy = file.bind(name, &mut wishes).unwrap_or_else(|e| panic!("{}: {e:#?}", path.display()));
            let blanks = SeatDeck { idle: false, ..SeatDeck::blanks(40) };
            let opponent = if file.deck.is_some() { blanks } else { SeatDeck { idle: true, ..ready.deck.clone() } };
            let (runner, _) = runner(&session, &ready, opponent, None, wishes.terms()).expect("an engine");
            let faults = policy.faults(&runner.about());
            assert!(faults.is_empty(), "{}: {faults:#?}", path.display());
            let seats = |own: Policy| if file.deck.is_some() { [Policy::Greedy, own] } else { [own, Policy::Idle] };
            let job = |policies| Job { seed: 5, turns: 12, policies, goals: Vec::new(), groups: Vec::new() };
            runner.audit(&job(seats(policy.clone())), 0, 200).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let (own, greedy) =
                (runner.run(&job(seats(policy)), 0, 200), runner.run(&job(seats(Policy::Greedy)), 0, 200));
            assert_ne!(own, greedy, "{} plays as the built-in player does", path.display());
            tried += 1;
        }
    }
    assert!(tried >= 5, "{tried}");
}

/// Half of every pool does something, all Retaliation Soldiers have an effect, and no ability is misread.
#[test]
fn shipped_pools_are_played_with_their_abilities() {
    for (session, mut ready) in playable() {
        let spec = &ready.game.spec;
        let column = |name: &str| spec.attribute(name);
        let (abilities, kind) = (column("abilities").expect("abilities"), column("type"));
        let text = |card: &decklint::catalog::Card, index: usize| match &card.values[index] {
            decklint::catalog::Value::Text(text) => text.to_string(),
            _ => String::new(),
        };
        let (mut all, mut with) = (0, 0);
        for (_, card) in ready.game.catalog.cards() {
            let does = !text(card, abilities).trim().is_empty();
            let kind = kind.map(|k| text(card, k)).unwrap_or_default();
            if kind != "Token" {
                all += 1;
                with += usize::from(does);
            }
            if kind == "Retaliation Soldier" {
                assert!(does, "{} has no effect", card.name);
            }
            if kind == "Eraser" {
                for condition in ["appearance", "victory"] {
                    let cell = text(card, column(condition).expect("a column"));
                    assert!(!cell.trim().is_empty(), "{}: no {condition}", card.name);
                }
            }
        }
        assert!(with * 2 >= all, "{}: {with} of {all} cards have abilities", ready.game.id);
        ready.deck.shuffled = ready.game.catalog.cards().map(|(id, _)| Some(id)).collect();
        let made = runner(&session, &ready, SeatDeck::blanks(40), None, &[]).unwrap_or_else(|e| panic!("{e:#?}"));
        assert!(made.1.iter().all(|f| f.level < Level::Warning), "{:#?}", made.1);
    }
}

/// Each built-in policy is the one of its name, and only the first plays as it likes best.
#[test]
fn built_in_policies_have_their_names() {
    let names = ["greedy", "random", "first", "idle"];
    let built_in = names.map(|name| Policy::built_in(name).expect("a policy"));
    assert!(matches!(built_in, [Policy::Greedy, Policy::Random, Policy::First, Policy::Idle]));
    assert_eq!(built_in.each_ref().map(|policy| Pilot::new(policy).is_greedy()), [true, false, false, false]);
    assert!(Policy::built_in("Greedy").is_none() && Policy::built_in("").is_none());
}

/// What is wrong with a policy's form is a fault of the policy.
#[test]
fn faults_of_form_have_the_code_of_policies() {
    for text in ["nmae: a\n", "name: [\n", "- a\n"] {
        for fault in PolicyFile::parse(text, FileId(1)).expect_err("no policy") {
            assert_eq!((&*fault.code, &*fault.slug), ("PLY004", "bad-policy"), "{text}");
        }
    }
}
