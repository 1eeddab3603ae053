//! What holds for every deck and every edit.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use decklint::deck::edit::{Draft, blank};
use decklint::deck::format::{Format, open};
use decklint::deck::{Contents, DeckHash, Identity, hash, resolve};
use decklint::game::Game;
use decklint::text::Source;
use proptest::prelude::*;

use super::{card, edited, game};

/// Cards with names that are hard to write: a comma, a quote, a number in front, a slash, a sign.
const CARDS: &[&str] = &[
    "Comb Sentry",
    "Toll Collector, Deceased",
    "9 Lives of Perrin",
    "Specimen #13",
    "Dusk // Dawn Sisters",
    "Sénatrice Florimel",
    "Gravedigger's Reply",
    "Milestone 0",
];
const SECTIONS: [&str; 2] = ["main", "provisionary"];

type Lines = Vec<(usize, usize, u32)>;
/// Copies by section and card, counted here and not by the program.
type Model = BTreeMap<(usize, usize), u64>;

fn lines() -> impl Strategy<Value = Lines> {
    prop::collection::vec((0..2_usize, 0..CARDS.len(), 1..5_u32), 1..9)
}

#[derive(Clone, Debug)]
enum Op {
    Add(usize, usize, u32),
    Take(usize, usize, u32),
    Move(usize, usize, u32),
}

fn op() -> impl Strategy<Value = Op> {
    (0..3, 0..2_usize, 0..CARDS.len(), 1..4_u32).prop_map(|(kind, section, card, n)| match kind {
        0 => Op::Add(section, card, n),
        1 => Op::Take(section, card, n),
        _ => Op::Move(section, card, n),
    })
}

fn written(game: &Game, at: usize, code: bool) -> String {
    let id = card(game, CARDS[at]);
    let code = game.catalog.card(id).code.as_deref().filter(|_| code);
    code.unwrap_or(CARDS[at]).to_owned()
}

/// The lines as a file, in one of many forms.
fn file(game: &Game, lines: &Lines, form: usize) -> (&'static str, String) {
    let mut out = String::new();
    let code = form % 2 == 1;
    let of = |section: usize| lines.iter().filter(move |l| l.0 == section);
    match form / 2 {
        0 => {
            out += "# game: barrenia\n\n";
            for (section, heading) in ["Deck:", "Sideboard (3)"].iter().enumerate() {
                let _ = writeln!(out, "{heading}\n# remark {section}");
                for (at, (_, card, n)) in of(section).enumerate() {
                    let card = written(game, *card, code);
                    let _ = match at % 3 {
                        0 => writeln!(out, "{n} {card}"),
                        1 => writeln!(out, "  {n}x {card}  # remark {section}{at}"),
                        _ => writeln!(out, "({n}) {card}"),
                    };
                }
                out += "\n";
            }
            ("d.txt", out)
        }
        1 => {
            out += "section,count,name,set\r\n";
            for (section, card, n) in lines {
                let card = written(game, *card, code).replace('"', "\"\"");
                let _ = write!(out, "{},{n},\"{card}\",S{n}\r\n", SECTIONS[*section]);
            }
            ("d.csv", out)
        }
        2 | 3 => {
            out += "game: barrenia # here\nsections:\n";
            for (section, name) in SECTIONS.iter().enumerate() {
                let _ = writeln!(out, "  {name}:{}", if of(section).next().is_none() { " []" } else { "" });
                for (at, (_, card, n)) in of(section).enumerate() {
                    let card = serde_json::to_string(&written(game, *card, code)).expect("a string");
                    let _ = match (form / 2, at % 2) {
                        (2, 0) => writeln!(out, "    - {{card: {card}, count: {n}}} # remark {at}"),
                        (2, _) => writeln!(out, "    - card: {card}\n      count: {n}"),
                        _ => writeln!(out, "    - {{name: {card}, count: \"{n}\", set: A}}"),
                    };
                }
            }
            ("d.yaml", out)
        }
        _ => {
            let mut parts = Vec::new();
            for (section, name) in SECTIONS.iter().enumerate() {
                let cards: Vec<String> = of(section)
                    .map(|(_, card, n)| {
                        let card = serde_json::to_string(&written(game, *card, code)).expect("a string");
                        format!("      {{\"card\": {card}, \"count\": {n}}}")
                    })
                    .collect();
                parts.push(format!("    \"{name}\": [\n{}\n    ]", cards.join(",\n")));
            }
            ("d.json", format!("{{\n  \"sections\": {{\n{}\n  }}\n}}\n", parts.join(",\n")))
        }
    }
}

const FORMS: usize = 10;

fn model(lines: &Lines) -> Model {
    let mut out = Model::new();
    for (section, card, n) in lines {
        *out.entry((*section, *card)).or_default() += u64::from(*n);
    }
    out
}

fn contents(game: &Game, name: &str, text: &str) -> Contents {
    let source = Source::new(name, text);
    let document = open(&source).expect("a deck");
    let (raw, _) = document.read(&source, &game.spec);
    Contents::of(&resolve(&raw, &game.spec, &game.catalog).0, game.spec.sections.len())
}

/// The same model, as the program counts it.
fn as_contents(game: &Game, draft: &Draft<'_>, model: &Model) -> Contents {
    let mut out = Contents::default();
    for ((section, at), n) in model {
        out.add(draft.section(*section), Identity::Card(card(game, CARDS[*at])), *n);
    }
    out
}

fn digest(game: &Game, name: &str, text: &str) -> DeckHash {
    hash(&contents(game, name, text), &game.spec, &game.catalog)
}

/// Whether a physical line is about a card, by name or code.
fn is_about(game: &Game, line: &str, cards: &[usize]) -> bool {
    cards.iter().any(|&at| line.contains(&written(game, at, true)) || line.contains(CARDS[at]))
}

thread_local! {
    static GAME: Arc<Game> = game("barrenia");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn an_edit_reads_back_as_meant_and_leaves_the_rest(
        lines in lines(), form in 0..FORMS, ops in prop::collection::vec(op(), 1..5)
    ) {
        GAME.with(|game| {
            let (name, text) = file(game, &lines, form);
            let mut model = model(&lines);
            let mut draft = Draft::new(name, &text, &game.spec, &game.catalog).expect("a deck");
            prop_assert_eq!(&contents(game, name, &text), &as_contents(game, &draft, &model), "{}", text);
            let mut touched = Vec::new();
            for op in ops {
                let (Op::Add(s, c, n) | Op::Take(s, c, n) | Op::Move(s, c, n)) = op;
                touched.push(c);
                let (home, id) = (draft.section(s), card(game, CARDS[c]));
                let there = model.get(&(s, c)).copied().unwrap_or(0);
                let enough = there >= u64::from(n);
                let (result, allowed) = match op {
                    Op::Add(..) => (draft.add(s, id, n), true),
                    Op::Take(..) => (draft.take(&home, &Identity::Card(id), n.into()), enough),
                    Op::Move(..) => (draft.shift(&home, 1 - s, &Identity::Card(id), n), enough),
                };
                prop_assert_eq!(result.is_ok(), allowed, "{:?} {:?}\n{}", op, result, text);
                if !allowed {
                    continue;
                }
                if matches!(op, Op::Take(..) | Op::Move(..)) {
                    *model.get_mut(&(s, c)).expect("there") -= u64::from(n);
                }
                match op {
                    Op::Add(..) => *model.entry((s, c)).or_default() += u64::from(n),
                    Op::Move(..) => *model.entry((1 - s, c)).or_default() += u64::from(n),
                    Op::Take(..) => {}
                }
            }
            let after = draft.finish().map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
            prop_assert_eq!(contents(game, name, after), as_contents(game, &draft, &model), "{}\n{}", text, after);
            // A comma behind a neighbour is the neighbour's only as far as JSON goes; `[]` gives way to a list.
            let mut rest = after.split_inclusive('\n').map(|l| l.trim_end_matches(['\n', ',']));
            let mut last_about = false;
            for line in text.split_inclusive('\n') {
                // The count of a card that takes two lines stands on the second.
                let second = std::mem::replace(&mut last_about, is_about(game, line, &touched)) && line.trim_start().starts_with("count:");
                if last_about || second || line.trim_end().ends_with("[]") || matches!(line.trim(), "]" | "],") || line.trim_end().ends_with('[') || line.trim_end().ends_with(':') || line.trim().is_empty() {
                    continue;
                }
                let wanted = line.trim_end_matches(['\n', ',']);
                prop_assert!(rest.any(|l| l == wanted), "{:?} is not as it was:\n{}\n{}", line, text, after);
            }
            Ok(())
        })?;
    }

    #[test]
    fn the_canonical_form_is_one(lines in lines(), form in 0..FORMS) {
        GAME.with(|game| {
            let (name, text) = file(game, &lines, form);
            let once = edited(game, name, &text, "fmt").expect("formatted");
            prop_assert_eq!(&edited(game, name, &once, "fmt").expect("again"), &once, "{}", text);
            prop_assert_eq!(contents(game, name, &once), contents(game, name, &text), "{}\n{}", text, once);
            let sorted = edited(game, name, &text, "sort name; sort code; sort type; respell").expect("sorted");
            let sort = |text: &str| {
                let mut all: Vec<String> = text.lines().map(|l| l.trim_end_matches(',').to_owned()).collect();
                all.sort();
                all
            };
            // Nothing but the order changes, for names are as the pool spells them.
            prop_assert_eq!(sort(&sorted), sort(&text), "{}\n{}", text, sorted);
            let joined = edited(game, name, &text, "join").expect("joined");
            prop_assert_eq!(contents(game, name, &joined), contents(game, name, &text), "{}\n{}", text, joined);
            Ok(())
        })?;
    }

    #[test]
    fn a_hash_is_of_what_the_deck_holds(lines in lines(), form in 0..FORMS, other in 0..FORMS, at in any::<prop::sample::Index>()) {
        GAME.with(|game| {
            let (name, text) = file(game, &lines, form);
            let before = digest(game, name, &text);
            let mut turned = lines.clone();
            turned.reverse();
            let (name, text) = file(game, &turned, other);
            let respelled = text.replace("Comb Sentry", "COMB  sentry").replace("Sénatrice", "senatrice");
            prop_assert_eq!(&digest(game, name, &respelled), &before, "{}", respelled);
            let index = at.index(lines.len());
            let mut more = lines.clone();
            more[index].2 += 1;
            let mut moved = lines.clone();
            moved[index].0 = 1 - moved[index].0;
            for other in [more, moved] {
                let (name, text) = file(game, &other, form);
                prop_assert_eq!(digest(game, name, &text) == before, model(&other) == model(&lines));
            }
            Ok(())
        })?;
    }

    #[test]
    fn a_deck_is_built_from_nothing_in_every_format(lines in lines(), form in 0..4_usize) {
        GAME.with(|game| {
            let format = [Format::Text, Format::Csv, Format::Yaml, Format::Json][form];
            let name = ["d.txt", "d.csv", "d.yaml", "d.json"][form];
            let text = blank(&game.spec, Some("A: \"name\", 가"), format);
            let mut draft = Draft::new(name, &text, &game.spec, &game.catalog).expect("a deck");
            for (section, at, n) in &lines {
                draft.add(*section, card(game, CARDS[*at]), *n).expect("added");
            }
            let built = draft.finish().map_err(|e| TestCaseError::fail(e.to_string()))?;
            prop_assert_eq!(contents(game, name, built), as_contents(game, &draft, &model(&lines)), "{}", built);
            // And taken apart again.
            for ((section, at), n) in model(&lines) {
                draft.take(&draft.section(section), &Identity::Card(card(game, CARDS[at])), n).expect("taken");
            }
            prop_assert_eq!(draft.finish().map(|t| contents(game, name, t)), Ok(Contents::default()));
            Ok(())
        })?;
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_text_makes_an_edit_panic(text in "(?s)[ -~\n가#:\\[\\]{},|]{0,80}", name in "d\\.(txt|csv|yaml|json)") {
        GAME.with(|game| {
            for edits in ["add 2 Comb Sentry", "add Nestbreaker @provisionary", "fmt", "join", "guess", "sort name", "name New"] {
                let _ = edited(game, &name, &text, edits);
            }
        });
    }
}

#[test]
fn unknown_lines_and_strange_sections_count() {
    let game = game("barrenia");
    let hash = |text: &str| digest(&game, "d.txt", text).short;
    let base = hash("Deck\n4 Comb Sentry\n");
    let others = [
        "Deck\n4 Comb Sentry\n1 Nobody\n",
        "Deck\n4 Comb Sentry\n1 Somebody\n",
        "Deck\n4 Comb Sentry\n2 Nobody\n",
        "Deck\n4 Comb Sentry\nSide\n1 Nobody\n",
        "Deck\n4 Comb Sentry\nWishes:\n1 Nobody\n",
        "Side\n4 Comb Sentry\n",
        "Deck\n5 Comb Sentry\n",
        "Deck\n4 Tide Herald\n",
    ];
    let mut all: Vec<String> = others.iter().map(|text| hash(text)).chain([base.clone()]).collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), others.len() + 1, "two decks share a hash");
    for same in ["# x\nDeck\n2 COMB sentry\n2 01204428 # c\n", "SB: \nDeck:\n4x Comb Sentry (BAR) 3\n"] {
        assert_eq!(hash(same), base, "{same}");
    }
    assert_eq!(hash("Deck\n1 NO body \n"), hash("Deck\n1 no  Body # x\n"));
}
