//! What each kind of check says of decks on both sides of its border, in a game of seven cards.

use decklint::diagnostics::Facts;
use decklint::game::{Checked, Games, Options, Session};
use decklint::text::{FileId, Sources, counted};

use crate::support::{check_text, line_of};

const GAME: &str = "id: pebbles\nname: Pebbles\nprefix: PEB\nidentity: name\n\
    sections:\n  lead: {title: Lead, leader: true}\n  main: {title: Main, default: true}\n  side: {title: Side, side: true}\n\
    attributes:\n  name: {type: text, required: true}\n  colour: {type: text}\n  kind: {type: text}\n  weight: {type: int}\n  \
    own: {type: int}\n  rule: {type: terms}\n  cap: {type: text}\n  tags: {type: list}\n  rare: {type: bool}\n";
const POOL: &str = "name,colour,kind,weight,own,rule,cap,tags,rare\nAgate,red,stone,1,3,colour:red,2,old;big,yes\n\
    Beryl,red,stone,2,1,,any,big,no\nCoral,blue,shell,3,,,0,,\nDolomite,blue,stone,4,0,weight<=3,,old,yes\n\
    Ember,,shell,5,2,,,,\nFlint,,stone,6,,,,,\n\
    Garnet,green,stone,7,,,,,\n";

/// A game whose one rule, PEB001, is the check.
fn session_of(check: &str) -> (tempfile::TempDir, Session) {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("pebbles");
    std::fs::create_dir_all(&game).expect("a folder");
    let rule = |id: usize, check: &str, more: &str| {
        format!(
            "  - {{id: PEB{id:03}, slug: r{id}, title: t, basis: house, cite: {{text: t, at: a}}, why: w, mend: m, check: {{{check}}}{more}}}\n"
        )
    };
    // `A >> B`: the rule A, and PEB002, which is B and yields to it.
    let rules = match check.split_once(" >> ") {
        Some((strict, loose)) => rule(1, strict, "") + &rule(2, loose, ", yields-to: [PEB001]"),
        None => rule(1, check, ""),
    };
    for (file, text) in [("game.yaml", GAME), ("cards.csv", POOL), ("rules.yaml", &format!("rules:\n{rules}"))] {
        std::fs::write(game.join(file), text).expect("a file");
    }
    let mut games = Games::shipped();
    games.add_folder(folder.path()).expect("a game");
    (folder, Session::new(Sources::default(), games, Options::default()))
}

/// The deck under that game.
fn judged(check: &str, deck: &str) -> Checked {
    check_text(&session_of(check).1, "pebbles", "deck.txt", deck)
}

/// Code, level, line, message, label and help of what is found, and where else it points.
fn told(checked: &Checked) -> String {
    let mut text = String::new();
    for f in &checked.findings {
        let (line, label, help) = (line_of(checked, f), &f.label, f.help.as_deref().unwrap_or("-"));
        text += &format!("    {} {:?}, line {line}: {} | {label} | {help}\n", f.code, f.level, f.message);
        for related in &f.related {
            let at = related.place.span().filter(|s| s.file == FileId::INPUT);
            let at = at.map_or_else(|| "the rules".into(), |s| format!("line {}", checked.source.line(s.start)));
            text += &format!("      {at}: {}\n", related.text);
        }
    }
    if text.is_empty() { "    nothing\n".into() } else { text }
}

/// A check, and decks (lines parted by `/`) on both sides of its border.
const CASES: &[(&str, &[&str])] = &[
    ("size: {sections: [main], min: 2, max: 3}", &["1 Agate", "2 Agate", "3 Agate", "2 Agate/2 Beryl"]),
    ("size: {sections: [main], exact: 2}", &["Side/1 Agate", "1 Agate", "2 Agate", "2 Agate/1 Beryl"]),
    ("size: {sections: [main, side], max: 3}", &["2 Agate/Side/1 Agate", "2 Agate/Side/2 Agate"]),
    (
        "copies: {max: 1, across: [main]}",
        &["1 Agate/1 Beryl/Side/2 Agate", "2 Agate/1 Beryl", "1 Agate/2 Beryl/1 Agate"],
    ),
    // The limit of the card's own column; 0 forbids it, no value leaves the rule's limit.
    (
        "copies: {max: 2, own: own}",
        &["3 Agate/1 Beryl/2 Coral/2 Ember/2 Flint", "4 Agate/2 Beryl", "3 Coral/1 Dolomite"],
    ),
    // The same as a text: a number, or a word that frees the card.
    ("copies: {max: 1, own: cap}", &["2 Agate/9 Beryl/1 Ember", "3 Agate/1 Coral", "2 Ember/1 Dolomite"]),
    // A limit by one value of several.
    ("copies: {max: 2, values: {tags: {big: 1}}}", &["1 Agate/1 Beryl/2 Dolomite", "2 Agate/3 Dolomite/2 Coral"]),
    ("copies: {max: 3, values: {colour: {red: 1}}}", &["1 Agate/3 Coral/3 Ember", "2 Agate/4 Coral/4 Ember"]),
    ("copies: {by: colour, max: 2}", &["1 Agate/1 Beryl/2 Coral", "1 Agate/2 Beryl/2 Coral/1 Dolomite"]),
    // Excepted cards, and cards of another kind.
    ("copies: {max: 1, where: {kind: stone}, except: {weight: 1}}", &["3 Agate/1 Beryl/3 Coral", "2 Beryl/2 Dolomite"]),
    (
        "unique: {by: colour, max: 2}",
        &["1 Agate/1 Beryl", "1 Agate/1 Coral/2 Beryl", "4 Agate", "1 Agate/1 Beryl/Side/2 Beryl"],
    ),
    // Cards without the value are not grouped, but said to lack it.
    ("unique: {by: colour, max: 1}", &["1 Ember", "1 Ember/1 Agate", "1 Ember/1 Flint", "2 Ember", "1 Agate/1 Coral"]),
    ("unique: {by: name, max: 1}", &["1 Agate/1 Beryl", "2 Agate/3 Beryl"]),
    (
        "count: {where: {kind: stone}, across: [main], min: 1, max: 2}",
        &[
            "1 Coral",
            "1 Coral/Side/1 Agate",
            "1 Agate",
            "1 Agate/1 Beryl/1 Coral",
            "1 Agate/1 Coral/2 Beryl",
            "3 Coral/3 Agate",
        ],
    ),
    (
        "count: {where: {kind: stone}, exact: 2}",
        &["1 Agate/1 Coral", "2 Agate/5 Coral", "1 Coral/1 Agate/1 Beryl/1 Dolomite"],
    ),
    ("count: {where: {kind: shell}, max: 0}", &["1 Agate", "1 Agate/1 Coral"]),
    (
        "exclusive: {groups: {stones: {kind: stone}, shells: {kind: shell}}, across: [main]}",
        &["2 Agate/1 Beryl", "1 Coral/2 Agate/1 Ember", "1 Agate/Side/2 Coral", "1 Agate/1 Coral", "1 Coral/1 Agate"],
    ),
    (
        "exclusive: {groups: {one: {weight: 1}, two: {weight: 2}, three: {weight: 3}}}",
        &["2 Agate/1 Dolomite", "1 Agate/1 Beryl", "1 Agate/1 Beryl/1 Coral"],
    ),
    (
        "exclusive: {by: colour}",
        &["1 Agate/2 Beryl", "1 Agate/1 Coral/2 Dolomite", "1 Agate/1 Ember", "1 Ember/1 Flint"],
    ),
    (
        "placement: {where: {kind: shell}, in: [side, lead]}",
        &["Side/1 Coral", "1 Agate/2 Coral", "1 Agate/Lead/1 Coral"],
    ),
    ("placement: {where: {kind: shell}, not-in: [main]}", &["Side/1 Coral", "1 Agate/2 Coral"]),
    ("placement: {where: {weight: 5}, in: []}", &["1 Agate", "1 Agate/2 Ember"]),
    (
        "match-leader: {leader: lead, by: colour, neutral: [blue], across: [main]}",
        &[
            "1 Agate",
            "Lead/1 Agate/Main/2 Beryl/1 Coral",
            "Lead/1 Coral/Main/1 Dolomite/2 Agate",
            "Lead/1 Agate/1 Coral/Main/2 Beryl/1 Dolomite",
            "Lead/1 Agate/Main/1 Ember/1 Flint",
            "Lead/1 Ember/Main/1 Agate",
            "Lead/1 Agate/Main/1 Garnet",
            "Lead/1 Coral/Main/1 Garnet",
        ],
    ),
    // A card of several values is of each of them.
    (
        "match-leader: {leader: lead, by: tags}",
        &["Lead/1 Agate/Main/1 Beryl/1 Dolomite", "Lead/1 Beryl/Main/1 Agate/1 Dolomite"],
    ),
    (
        "every: {where: {weight: {lte: 4}}, across: [main]}",
        &["4 Dolomite/Side/1 Ember", "1 Dolomite/2 Ember/Side/1 Flint"],
    ),
    (
        "every: {leader: lead, rule: rule, across: [main]}",
        &[
            "1 Coral",
            "Lead/1 Agate/Main/1 Beryl",
            "Lead/1 Agate/Main/1 Beryl/2 Coral",
            "Lead/1 Dolomite/Main/1 Coral/1 Ember",
        ],
    ),
    (
        "requires: {each: {weight: 4}, same: colour, need: {where: {weight: {lte: 3}}, by: kind, values: [shell]}, across: [main]}",
        &["1 Coral/1 Dolomite", "1 Dolomite", "1 Agate/1 Dolomite/Side/1 Coral", "1 Agate"],
    ),
    (
        "requires: {each: {weight: {gte: 5}}, same: colour, need: {where: {weight: {lte: 3}}, by: kind, values: [stone, shell]}}",
        &["1 Ember/1 Agate", "1 Ember/1 Agate/1 Coral", "1 Ember/1 Flint"],
    ),
    (
        "requires: {each: {weight: 1}, same: colour, need: {where: {weight: {gte: 4}}, by: kind, values: [shell]}}",
        &["1 Agate/1 Ember", "1 Agate/1 Dolomite"],
    ),
    ("list: {ban: [{card: Beryl, because: x}], limit: [{card: Agate, max: 1}]}", &["1 Agate", "2 Agate/1 Beryl"]),
    (
        "list: {restricted: [{cards: [Agate, Coral, Dolomite], max: 2}]}",
        &["1 Agate/1 Coral", "1 Agate/1 Coral/1 Dolomite", "2 Agate/1 Coral"],
    ),
    // A limit of a list stands in the place of the general one.
    ("list: {limit: [{card: Agate, max: 3}]} >> copies: {max: 1}", &["3 Agate/1 Beryl", "4 Agate/2 Beryl"]),
    ("list: {limit: [{where: {kind: shell}, max: 1}]}", &["1 Coral/1 Ember", "2 Coral/3 Ember"]),
    ("list: {allow: {cards: [Agate, Coral]}}", &["1 Agate/1 Coral", "1 Agate/2 Beryl"]),
    // What yields is silent where the stricter rule names all of its cards, and only there.
    (
        "count: {where: {kind: stone}, max: 2} >> copies: {max: 1}",
        &["3 Agate", "3 Agate/2 Coral", "2 Agate", "2 Coral", "1 Agate/2 Beryl"],
    ),
    // A note that a rule was not evaluated silences nothing.
    ("match-leader: {leader: lead, by: colour} >> copies: {max: 1}", &["Lead/1 Agate/Main/2 Ember"]),
];

#[test]
fn each_kind_of_check_tells_what_is_wrong() {
    let mut all = String::new();
    for (check, decks) in CASES {
        all += &format!("{check}\n");
        for deck in *decks {
            all += &format!("  {deck}\n{}", told(&judged(check, &deck.replace('/', "\n"))));
        }
    }
    insta::assert_snapshot!(all);
}

/// The numbers and cards of a finding, for programs: signs, sections and lines.
#[test]
fn findings_carry_their_numbers() {
    let cases = [
        ("size: {sections: [main], min: 2, max: 3}", "1 Agate"),
        ("size: {sections: [main], min: 2, max: 3}", "2 Agate/2 Beryl"),
        ("copies: {max: 2}", "1 Agate/2 Agate/1 Coral/1 Agate/Side/1 Agate"),
        ("copies: {by: colour, max: 2}", "1 Agate/2 Beryl/1 Coral"),
        ("unique: {by: colour, max: 1}", "2 Agate/1 Beryl/3 Ember/1 Flint"),
        ("count: {where: {kind: stone}, min: 2, max: 3}", "1 Agate/1 Coral"),
        ("count: {where: {kind: stone}, min: 2, max: 3}", "3 Agate/Side/1 Agate/1 Beryl"),
        ("count: {where: {kind: stone}, across: [main], min: 2}", "1 Agate/Side/1 Beryl"),
        ("count: {where: {kind: stone}, across: [main], max: 0}", "1 Agate/Side/1 Beryl/1 Agate"),
        (
            "exclusive: {groups: {stones: {kind: stone}, shells: {kind: shell}}, across: [main]}",
            "1 Agate/1 Coral/Side/1 Beryl/1 Ember",
        ),
        ("exclusive: {by: colour}", "1 Agate/2 Coral/1 Agate"),
        ("placement: {where: {kind: shell}, not-in: [main]}", "2 Coral/1 Coral/Side/1 Coral"),
        ("match-leader: {leader: lead, by: colour}", "Lead/1 Agate/Main/2 Coral/1 Beryl"),
        ("every: {where: {weight: {lte: 4}}}", "1 Ember/1 Agate/2 Ember"),
        ("list: {ban: [{card: Beryl, because: x}], limit: [{card: Agate, max: 1}]}", "2 Agate/1 Beryl"),
        ("list: {limit: [{where: {kind: shell}, max: 1}]}", "2 Coral/3 Ember"),
        ("list: {restricted: [{cards: [Agate, Coral, Dolomite], max: 2}]}", "2 Agate/1 Coral/3 Dolomite"),
    ];
    let mut all = String::new();
    for (check, deck) in cases {
        all += &format!("{check}\n  {deck}\n");
        for f in &judged(check, &deck.replace('/', "\n")).findings {
            let facts: &Facts = &f.facts;
            all += &format!("    {} {}\n", f.code, serde_json::to_string(facts).expect("JSON"));
        }
    }
    insta::assert_snapshot!(all);
}

/// A check whose parameters contradict each other is a fault of the game's file, at its place.
#[test]
fn checks_that_contradict_themselves_are_faults() {
    let faults = |check: &str| -> Vec<String> {
        let (_folder, session) = session_of(check);
        let game = session.game("pebbles").expect("the game");
        let _ = session.prepare(&game, &[], None);
        session.take_faults().into_iter().map(|f| format!("{} {}", f.code, f.message)).collect()
    };
    assert_eq!(faults("size: {sections: [mian], max: 3}"), ["GAM002 unknown section `mian`; did you mean `main`?"]);
    let either = "GAM001 `every` takes either `where`, or `leader` and `rule`";
    for wrong in [
        "every: {across: [main]}",
        "every: {leader: lead}",
        "every: {rule: rule}",
        "every: {where: {kind: stone}, leader: lead}",
        "every: {where: {kind: stone}, rule: rule}",
        "every: {where: {kind: stone}, leader: lead, rule: rule}",
    ] {
        assert_eq!(faults(wrong), [either], "{wrong}");
    }
    for right in ["every: {where: {kind: stone}}", "every: {leader: lead, rule: rule}"] {
        assert_eq!(faults(right), [""; 0], "{right}");
    }
}

/// Two hundred findings of a rule are listed; the others are counted.
#[test]
fn a_rule_lists_two_hundred_findings_and_counts_the_others() {
    let coral = "1 Coral\n";
    for (lines, found, more) in [(199, 199, None), (200, 200, None), (201, 200, Some(1)), (250, 200, Some(50))] {
        let checked = judged("placement: {where: {kind: shell}, not-in: [main]}", &coral.repeat(lines));
        let notes: Vec<&String> = checked.findings.iter().flat_map(|f| &f.notes).collect();
        let told = more.map(|more| format!("{} of this rule, not listed", counted(more, "more finding")));
        assert_eq!((checked.findings.len(), notes), (found, told.iter().collect()), "{lines} lines");
    }
}
