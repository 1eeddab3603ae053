//! The reader of abilities: every word and form, errors with their place, and any text at all.

use proptest::prelude::*;

use super::*;
use crate::spec::GameSpec;
use crate::text::FileId;

/// A game with two attributes, two numbers on the field, and one card for tokens.
struct Probe {
    spec: GameSpec,
    masks: Vec<String>,
}

impl Probe {
    fn new() -> Probe {
        let text = "id: probe\nname: Probe\nprefix: PRB\nidentity: name\nsections:\n  main: {title: Deck}\n\
                    attributes:\n  name: {type: text, title: Name, required: true}\n  size: {type: int, title: Size}\n";
        Probe { spec: GameSpec::parse(text, FileId(1)).unwrap_or_else(|e| panic!("{e:#?}")), masks: Vec::new() }
    }
}

impl Words for Probe {
    fn spec(&self) -> &GameSpec {
        &self.spec
    }

    fn stats(&self) -> &'static [&'static str] {
        &["attack", "defense"]
    }

    fn mask(&mut self, terms: &str) -> MaskId {
        self.masks.push(terms.to_owned());
        MaskId(u16::try_from(self.masks.len() - 1).expect("few"))
    }

    fn token(&mut self, name: &str) -> Option<Kind> {
        (name == "Imp; (\u{e9})").then_some(7)
    }
}

fn read(text: &str) -> Vec<Ability> {
    parse_abilities(text, &mut Probe::new()).unwrap_or_else(|e| panic!("{text}: {e:#?}"))
}

fn effects(text: &str) -> Vec<Effect> {
    let abilities = read(&format!("played: {text}"));
    assert_eq!(abilities.len(), 1, "{text}");
    abilities[0].effects.to_vec()
}

/// The only error, with the part of the text that it points at.
fn error(text: &str) -> (String, String) {
    let errors = parse_abilities(text, &mut Probe::new()).expect_err(text);
    assert_eq!(errors.len(), 1, "{text}: {errors:#?}");
    (errors[0].message.clone(), text[errors[0].range.clone()].to_owned())
}

const FIRST: Option<MaskId> = Some(MaskId(0));

#[test]
fn separators_in_brackets_and_quotes_part_nothing() {
    let cut = |text: &'static str| -> Vec<&str> {
        super::parse::parts(text, |rest| rest.starts_with(';').then_some(1)).into_iter().map(|r| &text[r]).collect()
    };
    assert_eq!(cut("a;b"), ["a", "b"]);
    assert_eq!(cut("a(b;c(d;e);f);g"), ["a(b;c(d;e);f)", "g"]);
    assert_eq!(cut("\"a;(\";b;\";\""), ["\"a;(\"", "b", "\";\""]);
    assert_eq!(cut("(a;\")\";b);c"), ["(a;\")\";b)", "c"]);
    assert_eq!(cut("a);b;"), ["a)", "b", ""], "a bracket too many closes nothing");
}

#[test]
fn no_text_is_no_ability() {
    for text in ["", " ", ";", " ; ;\t"] {
        assert_eq!(read(text), [], "{text:?}");
    }
}

#[test]
fn every_time_is_read() {
    let mut bits = 0;
    for &(when, word, _) in When::ALL {
        let ability = &read(&format!("{word}: draw 1"))[0];
        assert_eq!((ability.when, ability.cost, ability.condition.len()), (when, 0, 0), "{word}");
        assert_eq!(bits & when.bit(), 0, "{word} has a bit of its own");
        bits |= when.bit();
    }
}

#[test]
fn every_effect_is_read_in_each_of_its_forms() {
    let all = |mask| Who::All(mask);
    let raise = |stat, by, who, until| Verb::Raise { stat, by, who, until };
    let lower = |stat, by, who, until| Verb::Lower { stat, by, who, until };
    let (attack, defense) = (Stat::One(0), Stat::One(1));
    let cases = [
        ("draw 2", Verb::Draw(2)),
        ("discard 1", Verb::Discard(1)),
        ("energy 3", Verb::Energy(3)),
        ("damage 0", Verb::Damage(0)),
        ("heal 9999", Verb::Heal(9999)),
        ("mill 4", Verb::Mill(4)),
        ("recover 1", Verb::Recover(1, None)),
        ("recover 1 (size>=2)", Verb::Recover(1, FIRST)),
        ("search 2", Verb::Search(2, None)),
        ("search 2(name:Imp)", Verb::Search(2, FIRST)),
        ("destroy 1", Verb::Destroy(1, None)),
        ("destroy 1 (name:\")\")", Verb::Destroy(1, FIRST)),
        ("banish 1", Verb::Banish(1, None)),
        ("banish 1 ()", Verb::Banish(1, FIRST)),
        ("raise attack 1", raise(attack, 1, Who::One, Until::Game)),
        ("raise defense 2 all", raise(defense, 2, all(None), Until::Game)),
        ("raise all 2 all(size<3) for turn", raise(Stat::All, 2, all(FIRST), Until::Turn)),
        ("raise attack 1 for clash", raise(attack, 1, Who::One, Until::Clash)),
        ("raise attack 1 all for game", raise(attack, 1, all(None), Until::Game)),
        ("lower attack 1", lower(attack, 1, Who::One, Until::Game)),
        ("lower all 3 all (size<3) for clash", lower(Stat::All, 3, all(FIRST), Until::Clash)),
        ("ready 1", Verb::Ready(Some(1))),
        ("ready all", Verb::Ready(None)),
        ("negate", Verb::Negate),
        ("double-damage", Verb::DoubleDamage),
        ("extra-clash", Verb::ExtraClash),
        ("health 30", Verb::Health(30)),
        ("token 2 \"Imp; (\u{e9})\"", Verb::Token(2, 7)),
        ("d-end", Verb::DEnd),
    ];
    for (text, verb) in cases {
        assert_eq!(effects(text), [Effect { opponent: false, verb }], "{text}");
        assert_eq!(effects(&format!("opponent {text}")), [Effect { opponent: true, verb }], "{text}");
        assert_eq!(text.split(' ').next(), Some(verb.word()));
    }
    for (word, form, _) in Verb::ALL {
        assert!(cases.iter().any(|(_, verb)| verb.word() == *word), "no case of {word}");
        assert!(form.starts_with(word), "{form}");
    }
}

#[test]
fn effects_of_an_ability_keep_their_order() {
    let verbs: Vec<Verb> = effects("draw 2, discard 1 ,opponent  damage 3").iter().map(|e| e.verb).collect();
    assert_eq!(verbs, [Verb::Draw(2), Verb::Discard(1), Verb::Damage(3)]);
}

#[test]
fn abilities_are_parted_by_semicolons_outside_quotes_and_brackets() {
    let abilities = read("played: token 1 \"Imp; (\u{e9})\"; won: destroy 1 (name:\"a;b\"); lost:draw 1;");
    let times: Vec<When> = abilities.iter().map(|a| a.when).collect();
    assert_eq!(times, [When::Played, When::Won, When::Lost]);
}

#[test]
fn costs_and_conditions_are_read() {
    let ability = &read("field cost 2 if life <= 3 and opponent hand > 4 and board(size>=2) != 0: heal 1")[0];
    assert_eq!(ability.cost, 2);
    let compare = |opponent, quantity, op, value| Compare { opponent, quantity, op, value };
    let wanted = [
        compare(false, Quantity::Life, Op::AtMost, 3),
        compare(true, Quantity::Hand, Op::More, 4),
        compare(false, Quantity::Board(FIRST), Op::Not, 0),
    ];
    assert_eq!(*ability.condition, wanted);
}

#[test]
fn every_number_and_comparison_of_a_condition_is_read() {
    let signs =
        [("<", Op::Less), ("<=", Op::AtMost), (">", Op::More), (">=", Op::AtLeast), ("=", Op::Equal), ("!=", Op::Not)];
    for (word, _) in Quantity::ALL {
        for (sign, op) in signs {
            let text = format!("{word}{sign}12");
            let condition = parse_condition(&text, &mut Probe::new()).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!((condition.len(), condition[0].op, condition[0].value), (1, op, 12), "{text}");
        }
    }
}

#[test]
fn comparisons_hold_on_their_side_of_the_border() {
    let held = |op: Op| [2, 3, 4].map(|left| op.holds(left, 3));
    assert_eq!(held(Op::Less), [true, false, false]);
    assert_eq!(held(Op::AtMost), [true, true, false]);
    assert_eq!(held(Op::More), [false, false, true]);
    assert_eq!(held(Op::AtLeast), [false, true, true]);
    assert_eq!(held(Op::Equal), [false, true, false]);
    assert_eq!(held(Op::Not), [true, false, true]);
}

#[test]
fn terms_are_handed_over_as_they_stand() {
    let mut probe = Probe::new();
    parse_abilities("played: search 1 ( size>=2  name:\"x)\" ), destroy 1 (size:1)", &mut probe).expect("sound");
    assert_eq!(probe.masks, [" size>=2  name:\"x)\" ", "size:1"]);
}

#[test]
fn an_error_points_at_the_word_that_is_wrong() {
    for (text, part, message) in [
        ("playd: draw 1", "playd", "`playd` is no time of an ability; did you mean `played`"),
        (": draw 1", ":", "`:` is no time of an ability"),
        ("played draw 1", "draw", "`:` is expected before the effects, not `draw`"),
        ("played", "", "`:` is expected before the effects"),
        ("played:", "", "`` is no effect"),
        ("played: drew 1", "drew", "`drew` is no effect; did you mean `draw`"),
        ("played: draw", "", "how many cards are drawn is missing"),
        ("played: draw x", "x", "`x` is no number; how many cards are drawn is expected"),
        ("played: draw -1", "-1", "must be a number from 0 to 9999"),
        ("played: draw 10000", "10000", "must be a number from 0 to 9999"),
        ("played: draw 99999999999", "99999999999", "must be a number from 0 to 9999"),
        ("played: draw 1 2", "2", "`,` or the end of the ability is expected, not `2`"),
        ("played: draw 1,", "", "`` is no effect"),
        ("played: raise atack 1", "atack", "`atack` is no number of a card on the field; did you mean `attack`"),
        ("played: raise attack", "", "by how much is missing"),
        ("played: raise attack 1 for ever", "ever", "`turn`, `clash` or `game` is expected behind `for`"),
        ("played: ready", "", "how many cards, or `all`, is missing"),
        ("played: token 1 Imp", "Imp", "the token's name is expected in quotes"),
        ("played: token 1 \"Imp", "\"Imp", "the token's name is expected in quotes"),
        ("played: token 1 \"Ogre\"", "\"Ogre\"", "the pool has no single card named \"Ogre\""),
        ("played: search 1 (size>=2", "(size>=2", "the bracket is never closed"),
        ("played: search 1 (seize>=2)", "seize", "seize"),
        ("played: search 1 (size>=x)", "x", "x"),
        ("field cost: draw 1", ":", "the cost is expected"),
        ("won if: draw 1", ":", "`:` is no number of a seat"),
        ("won if lif <= 1: draw 1", "lif", "`lif` is no number of a seat; did you mean `life`"),
        ("won if life 1: draw 1", "", "one of `<=`, `>=`, `<`, `>`, `=` and `!=` is expected"),
        ("won if life <= : draw 1", ":", "the number to compare with is expected"),
        ("won if life <= 1 or hand = 1: draw 1", "or", "`:` is expected before the effects, not `or`"),
    ] {
        let (found, at) = error(text);
        assert!(found.contains(message), "{text}: {found}");
        assert_eq!(at, part, "{text}: {found}");
    }
}

#[test]
fn each_wrong_ability_is_told() {
    let text = "playd: draw 1; won: draw 1; lost: drew 1";
    let errors = parse_abilities(text, &mut Probe::new()).expect_err("two");
    let parts: Vec<&str> = errors.iter().map(|e| &text[e.range.clone()]).collect();
    assert_eq!(parts, ["playd", "drew"]);
}

#[test]
fn a_condition_alone_has_nothing_behind_it() {
    let mut probe = Probe::new();
    let error = parse_condition("life <= 1 hand = 2", &mut probe).expect_err("no `and`");
    assert_eq!(error.message, "a comparison or `and` is expected, not `hand`");
    assert_eq!(error.range, 10..18);
    assert!(parse_condition("", &mut probe).is_err());
    assert!(parse_condition("life <= 1 and", &mut probe).is_err());
}

/// Texts that come near to abilities.
fn nearly() -> impl Strategy<Value = String> {
    let words: Vec<String> = When::ALL
        .iter()
        .map(|(_, word, _)| *word)
        .chain(Verb::ALL.iter().map(|(word, ..)| *word))
        .chain(Quantity::ALL.iter().map(|(word, _)| *word))
        .chain(["attack", "all", "for", "turn", "if", "and", "cost", "opponent", "size", "name:", "\u{e9}", "\u{3000}"])
        .chain([":", ";", ",", "(", ")", "\"", "<=", ">", "=", "!=", "0", "1", "99999", "-1", " "])
        .map(str::to_owned)
        .collect();
    prop::collection::vec(prop::sample::select(words), 0..14)
        .prop_flat_map(|parts| prop::sample::select(vec![" ", ""]).prop_map(move |between| parts.join(between)))
}

proptest! {
    #[test]
    fn any_text_gives_abilities_or_errors_that_lie_in_it(text in prop_oneof![nearly(), "\\PC{0,60}", any::<String>()]) {
        match parse_abilities(&text, &mut Probe::new()) {
            Ok(abilities) => prop_assert!(abilities.iter().all(|a| !a.effects.is_empty())),
            Err(errors) => {
                prop_assert!(!errors.is_empty());
                for e in errors {
                    // The range can be cut out of the text: inside it, in order, at the borders of characters.
                    prop_assert!(text.get(e.range.clone()).is_some(), "{:?} {e:?}", text);
                    prop_assert!(!e.message.is_empty());
                }
            }
        }
        if let Err(e) = parse_condition(&text, &mut Probe::new()) {
            prop_assert!(text.get(e.range.clone()).is_some(), "{:?} {e:?}", text);
        }
    }

    #[test]
    fn blanks_between_words_do_not_matter(wide in prop::collection::vec(" {1,3}", 12)) {
        let words = ["won", "if", "life", "<=", "3", ":", "raise", "attack", "2", "all", "for", "clash"];
        let text: String = words.iter().zip(&wide).flat_map(|(word, gap)| [*word, gap.as_str()]).collect();
        prop_assert_eq!(read(&text), read("won if life<=3: raise attack 2 all for clash"));
    }
}
