//! Scales of Battle: pace, the blank attacker, what a wrong set-up says, path counts, the built-in player, a game.

use std::sync::Arc;

use decklint::catalog::{ColumnMap, Pool, Report, load};
use decklint::diagnostics::{Diagnostic, Levels};
use decklint::engines::{self, Plan};
use decklint::game::{DeckInput, Session, ready, runner};
use decklint::play::{Job, KitSource, Policy, Prefer, Preference, SeatDeck, Step};
use decklint::spec::Setting;
use decklint::text::Source;

use crate::engine_scales::{A, B, PLAIN, lab};
use crate::support::{session, set_up};
use crate::table::Lab;

const HEAD: &str = "name,rarity,power,element,species,size,means,zone,abilities\n";

/// A runner over a pool and decks made by hand, or what is wrong.
fn built(
    session: &Session,
    pool: &str,
    decks: &dyn Fn(&decklint::catalog::Catalog) -> [SeatDeck; 2],
    set: &[(&str, Setting)],
) -> Result<engines::Made, Vec<Diagnostic>> {
    let spec = session.spec(session.games.get("scales").expect("scales")).expect("game.yaml");
    let file = session.sources.add(Source::new("pool.csv", pool));
    let pools = [Pool { source: Arc::new(Source::new("pool.csv", pool)), file, columns: ColumnMap::default() }];
    let (catalog, _) = load(&spec, &pools, Report::Summary);
    let setup = set_up(&spec, |setup| setup.extend(set.iter().map(|(k, v)| ((*k).to_owned(), v.clone()))));
    let from = KitSource { spec: &spec, catalog: &catalog, sources: &session.sources, wishes: &[] };
    engines::runner(&Plan { from, setup: &setup, decks: decks(&catalog), first: Some(A) })
}

/// What is said of a pool whose cards are all in one deck.
pub fn faults(session: &Session, pool: &str, set: &[(&str, Setting)]) -> Vec<Diagnostic> {
    let all = |catalog: &decklint::catalog::Catalog| {
        let shuffled = catalog.cards().map(|(id, _)| Some(id)).collect();
        [SeatDeck { shuffled, ..SeatDeck::default() }, SeatDeck::blanks(40)]
    };
    match built(session, pool, &all, set) {
        Ok((_, faults)) | Err(faults) => faults,
    }
}

/// A deck of blanks that is played.
fn blanks(count: usize) -> SeatDeck {
    SeatDeck { idle: false, ..SeatDeck::blanks(count) }
}

/// The policy of `cards/scales/policies/blank-attacker.yaml`.
fn attacker() -> Policy {
    let rules = vec![Preference { verb: Some(at("attack")), ..Preference::default() }];
    Policy::Prefer(Arc::new(Prefer { name: "attacker".to_owned(), script: Vec::new(), rules, otherwise: Policy::Idle }))
}

fn job(policies: [Policy; 2]) -> Job {
    Job { seed: 1, turns: 60, policies, goals: Vec::new(), groups: Vec::new() }
}

fn at(word: &str) -> decklint::text::At<String> {
    use decklint::text::{FileId, Span};
    decklint::text::At::new(word.to_owned(), Span::new(FileId(1), 0, 0))
}

#[test]
fn scales_a_deck_of_40_is_gone_in_turn_38_and_one_of_30_in_turn_28() {
    let session = session();
    for (cards, turn) in [(40, 38), (30, 28)] {
        for policy in [Policy::First, attacker()] {
            let both = |_: &_| [blanks(cards), blanks(60)];
            let (runner, faults) = built(&session, HEAD, &both, &[]).expect("sound");
            assert!(faults.is_empty());
            let tally = runner.run(&job([policy.clone(), attacker()]), 0, 5);
            assert_eq!(tally.endings[1].lost[turn], 5, "{cards} cards");
            let deck = runner.about().metrics.iter().position(|m| *m == "deck").expect("deck");
            for (index, row) in tally.turns.iter().enumerate() {
                let left = i32::try_from(cards - 3 - index).expect("a deck");
                assert_eq!(row.metrics[deck].values().collect::<Vec<_>>(), [(left, 5)], "turn {}", index + 1);
            }
            assert_eq!(tally.turns.len(), turn - 1, "the last turn does not end");
        }
    }
}

#[test]
fn scales_where_the_last_card_may_be_drawn_a_deck_lasts_a_turn_more() {
    let session = session();
    let both = |_: &_| [blanks(40), blanks(60)];
    let (runner, _) = built(&session, HEAD, &both, &[("last-card", "allowed".into())]).expect("sound");
    let tally = runner.run(&job([Policy::First, attacker()]), 0, 1);
    assert_eq!(tally.endings[1].lost[39], 1);
}

#[test]
fn scales_the_blank_attacker_takes_the_power_of_each_card() {
    // B holds 37 cards behind its first hand; each turn costs 2 by the Ox and, from the second on, 1 by drawing:
    // after turn t it has 37 - 2t - (t - 1), which is 2 after turn 12.
    let session = session();
    let oxen = |catalog: &decklint::catalog::Catalog| {
        let ox = catalog.cards().find(|(_, c)| &*c.name == "Ox").map(|(id, _)| id);
        [SeatDeck { shuffled: vec![ox; 60], ..SeatDeck::default() }, blanks(40)]
    };
    let (runner, _) = built(&session, &format!("{HEAD}{PLAIN}"), &oxen, &[]).expect("sound");
    let tally = runner.run(&job([Policy::First, attacker()]), 0, 3);
    assert_eq!(tally.endings[0].won[13], 3);
    let column = |name: &str| runner.about().metrics.iter().position(|m| *m == name).expect("metric");
    // At the end of its own turn A has an Ox in the Attack Zone.
    for row in &tally.turns {
        assert_eq!(row.metrics[column("attack cards")].values().collect::<Vec<_>>(), [(1, 3)]);
        assert_eq!(row.metrics[column("attack power")].values().collect::<Vec<_>>(), [(2, 3)]);
    }
    assert_eq!(tally.turns[11].metrics[column("opponent deck")].mean(), f64::from(37 - 2 * 11 - 10));
}

#[test]
fn scales_a_blank_has_the_lowest_rarity_no_power_and_no_attributes() {
    let session = session();
    for (name, result) in [("Cat", ["", ""]), ("Ox", ["Ox (power 2)", ""])] {
        let decks = |catalog: &decklint::catalog::Catalog| {
            let card = catalog.cards().find(|(_, c)| &*c.name == name).map(|(id, _)| id);
            [SeatDeck { shuffled: vec![card; 20], ..SeatDeck::default() }, blanks(20)]
        };
        let (runner, _) = built(&session, &format!("{HEAD}{PLAIN}"), &decks, &[]).expect("sound");
        let mut game = runner.open(Box::new(decklint::play::Scripted::default()));
        let mut take = |label: &str| {
            while !matches!(game.step(), Step::Decide(_)) {}
            let index = game.options().iter().position(|o| o == label).expect(label);
            game.choose(index);
        };
        take(&format!("attack {name}"));
        take("defend (blank)");
        game.step();
        let attack = [A, B].map(|seat| game.table(seat)[0].1.join(""));
        assert_eq!(attack, result, "{name}");
    }
}

#[test]
fn scales_decks_of_no_and_one_card_end_at_once() {
    let session = session();
    for cards in [0, 1] {
        let both = |_: &_| [blanks(cards), blanks(40)];
        let (runner, _) = built(&session, HEAD, &both, &[]).expect("sound");
        runner.audit(&job([Policy::First, Policy::First]), 0, 3).expect("sound");
        let tally = runner.run(&job([Policy::First, Policy::First]), 0, 3);
        assert_eq!(tally.endings[1].lost, [3]);
    }
}

fn pairs(list: &[[&str; 2]]) -> Setting {
    Setting::List(list.iter().map(|p| Setting::List(p.map(Into::into).into())).collect())
}

fn table(name: &str, value: Setting) -> Setting {
    Setting::Map([(name.to_owned(), value)].into_iter().collect())
}

#[test]
fn scales_a_wrong_set_up_is_named() {
    let session = session();
    let pool = format!("{HEAD}{PLAIN}");
    let ladder = |words: &[&str]| Setting::List(words.iter().map(|w| (*w).into()).collect());
    let cases: Vec<(&str, Setting, &str)> = vec![
        ("hand", 0.into(), "setup.hand is 0; it must be from 1 to 99"),
        ("opening-hand", (-1).into(), "setup.opening-hand is -1"),
        ("last-card", "lose".into(), "setup.last-card is `lose`; it must be `loses` or `allowed`"),
        ("must-play", 1.into(), "setup.must-play must be true or false"),
        ("holder", "skill".into(), "must be `passes` or `skills`"),
        ("skill-cards", "two".into(), "must be `each`, `one` or `any`"),
        ("mulligan", "none".into(), "setup.mulligan is no number of this engine"),
        ("rarity-ladder", "C".into(), "setup.rarity-ladder must be a list of rarities"),
        ("rarity-ladder", ladder(&[]), "setup.rarity-ladder must be a list of rarities"),
        ("rarity-ladder", ladder(&["C", "R"]), "lacks `SR`, the rarity of Lord"),
        ("rarity-ladder", ladder(&["C", "R", "C", "SR"]), "holds `C` twice"),
        ("beats", 3.into(), "must give each attribute a list of pairs"),
        (
            "beats",
            table("elment", pairs(&[])),
            "names `elment`, which is no attribute of the cards; did you mean `element`",
        ),
        ("beats", table("element", "Fire".into()), "must give `element` a list of pairs"),
        ("beats", table("element", ladder(&["Fire", "Wind"])), "must give `element` a list of pairs"),
        (
            "beats",
            table("element", pairs(&[["Fire", "Windy"]])),
            "names `Windy`, which is no value of element; did you mean `Wind`",
        ),
        (
            "beats",
            table("element", pairs(&[["Fire", "Wind"], ["Wind", "Fire"]])),
            "lets `Wind` and `Fire` of element beat each other",
        ),
        ("beats", table("element", pairs(&[["Fire", "Fire"]])), "lets `Fire` and `Fire` of element beat each other"),
    ];
    for (key, value, message) in cases {
        let found = faults(&session, &pool, &[(key, value)]);
        assert!(found.iter().any(|f| f.message.contains(message)), "{key}: {message}: {found:#?}");
    }
    assert!(faults(&session, &pool, &[]).is_empty());
    // As many values as there are bits for them, and two more.
    for (count, message) in [(32, None), (33, Some("names 66 values; there can be 64 in all"))] {
        let many =
            (0..count).map(|n| Setting::List(vec![format!("w{n}").as_str().into(), format!("l{n}").as_str().into()]));
        let found = faults(&session, &pool, &[("beats", table("name", Setting::List(many.collect())))]);
        assert_eq!(
            found.first().map(|f| f.message.contains(message.unwrap_or("?"))),
            message.map(|_| true),
            "{found:#?}"
        );
    }
}

/// How many ways there are to take so many decisions; a game that is over ends its way.
fn paths(lab: &Lab, taken: &mut Vec<usize>, depth: usize) -> u64 {
    let mut game = lab.game(&[]);
    for &index in taken.iter() {
        let Step::Decide(seat) = game.run() else { return 1 };
        let label = game.decision(seat)[index].clone();
        game.take(seat, &label);
    }
    let Step::Decide(seat) = game.run() else { return 1 };
    let options = game.decision(seat).len();
    if depth == 1 {
        return options as u64;
    }
    let mut sum = 0;
    for index in 0..options {
        taken.push(index);
        sum += paths(lab, taken, depth - 1);
        taken.pop();
    }
    sum
}

#[test]
fn scales_path_counts() {
    let spark = "Spark,C,1,Fire,Beast,Small,Blade,discard,played: damage 1\n";
    let lab = lab(spark, "1 Ox\n1 Cat\n1 Spark\n9 Ox\n", "12 Cat\n", &[]);
    // 1: one skill, three cards to either zone.
    // 2: behind the skill two cards to either zone, 4; behind each of the six others attack or defence of B: 4 + 12.
    // 3: behind the skill and a card, B: 8. Behind an attack of B, A has three different cards, one with a skill, if it
    //    played the Ox (7), two with the skill if the Cat (5), two without if the Spark (4). Behind a defence of B the
    //    same, but that the Ox won and B is on: 2. So 8 + 2 (7 + 2) + 2 (5 + 5) + 2 (4 + 4).
    // 4: behind the skill 2 (4 + 2) + 2 (2 + 2); behind the Ox 2 (4 + 6 x 2 + 7 + 2), behind the Cat 2 x 2 (2 + 4 x 2),
    //    behind the Spark 2 x 2 (4 x 2).
    // 5 is what the engine gave when 1 to 4 had been counted by hand.
    for (depth, count) in [(1, 7), (2, 16), (3, 62), (4, 142), (5, 400)] {
        assert_eq!(paths(&lab, &mut Vec::new(), depth), count, "depth {depth}");
    }
}

#[test]
fn scales_the_built_in_player_defends_where_it_wins_and_saves_its_deck() {
    let advice = |rows: &str, a: &str, b: &str, first: &str| {
        let lab = lab(rows, a, b, &[]);
        let mut game = lab.game(&[]);
        game.pick(A, first);
        game.decision(B);
        game.advice(&Policy::Greedy, B)
    };
    assert_eq!(advice("", "20 Ox\n", "1 Cat\n1 Lord\n20 Cat\n", "attack Ox"), "defend Lord");
    assert_eq!(advice("", "20 Ox\n", "20 Cat\n", "attack Ox"), "attack Cat", "a lost defence costs more");
    assert_eq!(advice("", "20 Lord\n", "8 Moth\n", "attack Lord"), "defend Moth", "a tie where 5 damage are the end");
    let rows = "Trap,C,1,Fire,Beast,Small,Blade,discard,played: destroy 1\n";
    assert_eq!(advice(rows, "20 Lord\n", "20 Trap\n", "attack Lord"), "skill Trap");
    assert_eq!(advice(rows, "20 Straw\n", "20 Trap\n", "attack Straw"), "attack Trap", "not for a card without power");
}

#[test]
fn scales_a_game_in_words() {
    let session = session();
    let path = crate::support::root().join("decks/scales/ash-fair.txt");
    let source = Arc::new(Source::new("ash-fair.txt", std::fs::read_to_string(&path).expect("deck")));
    let input = DeckInput { source: &source, guessed: None, path: Some(&path), game: Some("scales") };
    let ready = ready(&session, input, &Levels::default()).unwrap_or_else(|c| panic!("{:#?}", c.findings));
    let (runner, _) = runner(&session, &ready, ready.deck.clone(), Some(A), &[]).unwrap_or_else(|e| panic!("{e:#?}"));
    let trace = runner.trace(&job([Policy::Greedy, Policy::Greedy]), 0);
    let line = |l: &decklint::play::LogLine| format!("{:?}{} [{}] {}", l.seat, l.turn, l.stage, l.text);
    let text: Vec<String> = trace.lines.iter().map(line).collect();
    insta::assert_snapshot!("scales_game", text.join("\n"));
}

#[test]
fn scales_every_mix_of_options_keeps_the_invariants() {
    let session = session();
    let pool = std::fs::read_to_string(crate::support::root().join("cards/scales/cards.csv")).expect("pool");
    let whole = |catalog: &decklint::catalog::Catalog| {
        let deck = SeatDeck { shuffled: catalog.cards().map(|(id, _)| Some(id)).collect(), ..SeatDeck::default() };
        [deck.clone(), deck]
    };
    let words = |list: &[&str]| list.iter().map(|w| Setting::from(*w)).collect::<Vec<_>>();
    let flags = vec![Setting::from(true), Setting::from(false)];
    let options = [
        ("opening-hand", vec![Setting::from(0), Setting::from(3)]),
        ("last-card", words(&["loses", "allowed"])),
        ("draw-while-holding", flags.clone()),
        ("holder", words(&["passes", "skills"])),
        ("skill-cards", words(&["each", "one", "any"])),
        ("refill-after-skill", flags.clone()),
        ("must-play", flags),
        ("winning-attack", words(&["stays", "discarded"])),
    ];
    let mixes: usize = options.iter().map(|(_, values)| values.len()).product();
    // Every seventh of all mixes: 7 shares no factor with their number, so all pairs of values come.
    for mix in (0..mixes).step_by(7) {
        let mut rest = mix;
        let set: Vec<(&str, Setting)> = options
            .iter()
            .map(|(key, values)| {
                let value = values[rest % values.len()].clone();
                rest /= values.len();
                (*key, value)
            })
            .collect();
        let (runner, faults) = built(&session, &pool, &whole, &set).unwrap_or_else(|e| panic!("{e:#?}"));
        assert!(faults.is_empty(), "{faults:#?}");
        let from = u64::try_from(mix).expect("few") * 10;
        for policies in [[Policy::Random, Policy::Random], [Policy::Greedy, Policy::Random]] {
            runner.audit(&job(policies), from, from + 4).unwrap_or_else(|e| panic!("{set:?}: {e}"));
        }
    }
}
