//! Layers: what every kind of change does, which of two changes wins, and what is refused.

mod commands;
mod faults;

use std::path::Path;

use decklint::catalog::{Card, Value};
use decklint::diagnostics::{Diagnostic, Level};
use decklint::game::{Checked, Options, Session, Verdict};
use decklint::rules::Override;
use decklint::spec::Setting;
use decklint::text::{At, FileId, Place, Source, Span, plain_scalar};
use tempfile::TempDir;

use crate::support::{check_file, check_text, line_of, session_with};

/// Ten Barrenia Soldiers without abilities that matter here.
const SOLDIERS: [&str; 10] = [
    "Rust Lancer",
    "Piston Page",
    "Valve Inspector",
    "Gearwright Ansgar",
    "Lady Pressure",
    "Locomotive Knight",
    "The Brass Ambassador",
    "Boiler-Room Prince",
    "Icelamp Keeper",
    "Borealis Runner",
];

/// A legal deck of 40: four copies of each, the first of them on line 2.
fn deck() -> String {
    let cards: String = SOLDIERS.iter().map(|name| format!("4 {name}\n")).collect();
    format!("Main Deck\n{cards}")
}

/// The deck with other copies of its first card; the last one makes up for them.
fn deck_with_first(copies: usize) -> String {
    deck().replace("4 Rust Lancer", &format!("{copies} Rust Lancer"))
}

/// A folder with layer files, each `(name, text)`.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

/// A run under the layers `names` of the folder, which may be names of shipped layers too.
fn layered(folder: &Path, names: &[&str], overrides: impl FnOnce(&Session) -> Vec<Override>, draft: bool) -> Session {
    let path = |name: &&str| match name.ends_with(".yaml") {
        true => folder.join(name).display().to_string(),
        false => (*name).to_owned(),
    };
    let mut session = session_with(Options { layers: names.iter().map(path).collect(), draft, ..Options::default() });
    session.options.overrides = overrides(&session);
    session
}

fn word(session: &Session, option: &str, text: &str) -> At<String> {
    let file = session.sources.add(Source::new(option, text));
    At::new(text.to_owned(), Span::new(file, 0, text.len()))
}

/// `CODE.field=value` as the command line gives it.
fn set(session: &Session, text: &str) -> Override {
    let file = session.sources.add(Source::new("--set", text));
    let (left, value) = text.split_once('=').expect("=");
    let (code, field) = left.split_once('.').expect(".");
    let at = |start: usize, part: &str| At::new(part.to_owned(), Span::new(file, start, start + part.len()));
    let value = at(left.len() + 1, value);
    let value = plain_scalar(&value.value, value.span);
    Override::Set { code: at(0, code), field: at(code.len() + 1, field), value }
}

fn finding<'a>(checked: &'a Checked, code: &str) -> &'a Diagnostic {
    let found = checked.findings.iter().find(|f| *f.code == *code);
    found.unwrap_or_else(|| panic!("no {code} in {:#?}", checked.findings))
}

/// What a finding marks outside the deck.
fn frames(session: &Session, finding: &Diagnostic) -> Vec<String> {
    let outside = finding.related.iter().filter_map(|r| r.place.span()).filter(|s| s.file != FileId::INPUT);
    outside.map(|span| session.sources.get(span.file).expect("the file").text[span.range()].to_owned()).collect()
}

/// The codes of a deck's findings, notes too.
fn all_codes(checked: &Checked) -> Vec<&str> {
    checked.findings.iter().map(|f| &*f.code).collect()
}

/// Code, message and marked text of what is wrong with the layers of a run.
fn faults(session: &Session, game: &str) -> Vec<(String, Level, String, String)> {
    let game = session.game(game).expect("the game");
    session.prepare(&game, &[], None).expect("no deck layer is asked for");
    let marked = |place: Place| match place {
        Place::Span(span) => session.sources.get(span.file).expect("the file").text[span.range()].to_owned(),
        Place::File(_) => String::new(),
    };
    session
        .take_faults()
        .into_iter()
        .map(|f| (f.code.to_string(), f.level, f.message.clone(), marked(f.place)))
        .collect()
}

/// One change in a layer, a deck, and the codes with lines that come of it.
struct Case {
    game: &'static str,
    layer: &'static str,
    deck: String,
    codes: &'static [(&'static str, usize)],
}

fn case(
    game: &'static str,
    layer: &'static str,
    deck: impl Into<String>,
    codes: &'static [(&'static str, usize)],
) -> Case {
    Case { game, layer, deck: deck.into(), codes }
}

/// A Breakrift deck without Breakrifts: 28 cards, and `first` copies of one more.
fn duel(first: usize) -> String {
    let session = session_with(Options::default());
    let game = session.game("breakrift").expect("the game");
    let kind = game.spec.attribute("type").expect("type");
    let usable = |card: &Card| {
        &*card.name != "Ashen Imp" && !matches!(&card.values[kind], Value::Text(t) if &**t == "Breakrift")
    };
    let names = game.catalog.cards().filter(|(_, c)| usable(c)).map(|(_, c)| c.name.to_string());
    let rest: String = names.take(14).map(|name| format!("2 {name}\n")).collect();
    format!("{first} Ashen Imp\n{rest}")
}

#[test]
fn each_kind_of_change_has_its_effect() {
    let limit_one = "layer: t\nlimit: [{card: Rust Lancer, max: 1, because: b}]\n";
    let limit_six = "layer: t\nlimit: [{card: Rust Lancer, max: 6, because: b}]\n";
    let ban = "layer: t\nban: [{card: \"01204417\", because: b}]\n";
    let ban_kind = "layer: t\nban: [{where: {type: Soldier, size: {gte: 6}}, because: b}]\n";
    let restricted = "layer: t\nrestricted: [{cards: [Rust Lancer, Piston Page, Lady Pressure]}]\n";
    let two_of_three = "layer: t\nrestricted: [{cards: [Rust Lancer, Piston Page, Lady Pressure], max: 2}]\n";
    let allow = "layer: t\nallow: {cards: [Rust Lancer], where: {territories: Steampunk Empire}}\n";
    let off = "layer: t\nrules: {BAR003: {off: true, because: b}}\n";
    let add = "layer: t\nadd:\n- id: FRI001\n  slug: few-soldiers\n  title: t\n  basis: house\n  cite: {text: a, at: b}\n  \
        check: {count: {where: {type: Soldier}, max: 39}}\n  why: w\n  mend: m\n";
    let cases = [
        // A field of a check.
        case("barrenia", "layer: t\n", deck(), &[]),
        case("barrenia", "layer: t\nrules: {BAR001: {min: 41}}\n", deck(), &[("BAR001", 1)]),
        case("barrenia", "layer: t\nrules: {BAR001: {off: false, min: 41}}\n", deck(), &[("BAR001", 1)]),
        case("barrenia", "layer: t\nrules: {BAR001: {max: 39, min: 1}}\n", deck(), &[("BAR001", 1)]),
        case(
            "barrenia",
            "layer: t\nrules: {bar003: {max: 3}}\n",
            deck_with_first(4),
            &[
                ("BAR003", 2),
                ("BAR003", 3),
                ("BAR003", 4),
                ("BAR003", 5),
                ("BAR003", 6),
                ("BAR003", 7),
                ("BAR003", 8),
                ("BAR003", 9),
                ("BAR003", 10),
                ("BAR003", 11),
            ],
        ),
        case("barrenia", "layer: t\nrules: {BAR003: {max: 5}}\n", deck_with_first(5), &[]),
        case("barrenia", "layer: t\nrules: {BAR003: {max: 5}}\n", deck_with_first(6), &[("BAR003", 2)]),
        case("barrenia", "layer: t\nrules: {BAR003: {across: [provisionary]}}\n", deck_with_first(9), &[]),
        // `exact` and `min`, `max` replace each other.
        case("barrenia", "layer: t\nrules: {BAR001: {exact: 40}}\n", deck(), &[]),
        case("barrenia", "layer: t\nrules: {BAR001: {exact: 40}}\n", deck_with_first(3), &[("BAR001", 1)]),
        case("barrenia", "layer: t\nrules: {BAR001: {exact: 39}}\n", deck(), &[("BAR001", 1)]),
        case("breakrift", "layer: t\nrules: {BRK001: {min: 29, max: 31}}\n", duel(1), &[]),
        case("breakrift", "layer: t\nrules: {BRK001: {min: 30}}\n", duel(1), &[("BRK001", 1)]),
        case("breakrift", "layer: t\nrules: {BRK001: {max: 30}}\n", duel(1), &[]),
        // A rule of several checks: the one that has the field is meant.
        case(
            "parallel",
            "layer: t\nrules: {PAR002: {exact: 2}, PAR001: {exact: 3}}\n",
            "Paragon\n1 Maelis Rootspeaker\nDeck\n3 Rivet Hound\n",
            &[("PAR002", 1), ("PAR005", 4)],
        ),
        // The level, and off.
        case("barrenia", "layer: t\nrules: {BAR003: {level: note}}\n", deck_with_first(5), &[]),
        case("barrenia", off, deck_with_first(9), &[]),
        // A further rule.
        case("barrenia", add, deck(), &[("FRI001", 11)]),
        // Lists.
        case("barrenia", limit_one, deck(), &[("LAY011", 2)]),
        case("barrenia", limit_one, deck_with_first(1), &[("BAR001", 1)]),
        case("barrenia", limit_six, deck_with_first(6), &[]),
        case("barrenia", limit_six, deck_with_first(7), &[("LAY011", 2)]),
        case(
            "barrenia",
            "layer: t\nlimit: [{where: {size: 2}, max: 3}]\n",
            "# name: d\n4 Rust Lancer\n36 Piston Page\n",
            &[("LAY011", 2), ("BAR003", 3)],
        ),
        // The later entry for a card wins.
        case(
            "barrenia",
            "layer: t\nlimit: [{card: Rust Lancer, max: 1}, {card: Rust Lancer, max: 5}]\n",
            deck_with_first(5),
            &[],
        ),
        case("barrenia", ban, deck(), &[("LAY010", 2)]),
        case("barrenia", ban_kind, deck(), &[("LAY010", 9)]),
        case("barrenia", restricted, deck(), &[("LAY012", 3)]),
        case("barrenia", two_of_three, deck(), &[("LAY012", 6)]),
        case("barrenia", two_of_three, deck().replace("4 Lady Pressure", "4 Polar Cartwright"), &[]),
        case("barrenia", allow, deck(), &[("LAY013", 10), ("LAY013", 11)]),
    ];
    for Case { game, layer, deck, codes } in cases {
        let folder = folder(&[("t.yaml", layer)]);
        let session = layered(folder.path(), &["t.yaml"], |_| Vec::new(), false);
        let checked = check_text(&session, game, "deck.txt", &deck);
        let found: Vec<(&str, usize)> = checked
            .findings
            .iter()
            .filter(|f| f.level > Level::Note)
            .map(|f| (&*f.code, line_of(&checked, f)))
            .collect();
        assert_eq!(found, codes, "{layer}\n{deck}\n{:#?}", checked.findings);
        assert_eq!(session.take_faults(), [], "{layer}");
        assert_eq!(checked.layers, ["t"]);
    }
}

#[test]
fn later_changes_win_field_by_field() {
    let max = |name: &str, max: u64, more: &str| format!("layer: {name}\nrules: {{BAR003: {{max: {max}}}}}\n{more}");
    let (parent, a, b, header) =
        (max("p", 5, ""), max("a", 6, "extends: [p.yaml]\n"), max("b", 7, ""), max("h", 8, ""));
    let only_extends = "layer: e\nextends: [p.yaml]\nrules: {BAR001: {max: 70}}\n";
    let folder =
        folder(&[("p.yaml", &parent), ("a.yaml", &a), ("b.yaml", &b), ("h.yaml", &header), ("e.yaml", only_extends)]);
    // The layers of the run, the layer in the deck's header, the option: and the limit that holds, and who set it.
    for (layers, in_header, option, limit, by) in [
        (&[][..], false, None, 4, None),
        (&["p.yaml"][..], false, None, 5, Some("p.yaml")),
        (&["e.yaml"], false, None, 5, Some("p.yaml")),
        (&["a.yaml"], false, None, 6, Some("a.yaml")),
        (&["b.yaml", "a.yaml"], false, None, 6, Some("a.yaml")),
        (&["a.yaml", "b.yaml"], false, None, 7, Some("b.yaml")),
        (&["b.yaml", "e.yaml"], false, None, 5, Some("p.yaml")),
        (&["a.yaml", "b.yaml"], true, None, 8, Some("h.yaml")),
        (&["a.yaml", "b.yaml"], true, Some("BAR003.max=9"), 9, Some("--set")),
        (&[], false, Some("bar003.max=9"), 9, Some("--set")),
    ] {
        let changes = |s: &Session| option.map(|o| set(s, o)).into_iter().collect();
        let session = layered(folder.path(), layers, changes, false);
        let line = if in_header { "# layer: h.yaml\n" } else { "# no layer\n" };
        for (copies, codes) in [(limit, &[][..]), (limit + 1, &["BAR003"])] {
            let path = folder.path().join("deck.txt");
            std::fs::write(&path, format!("# game: barrenia\n{line}{}", deck_with_first(copies))).expect("a deck");
            let checked = check_file(&session, &path);
            assert_eq!(all_codes(&checked), codes, "{layers:?} {option:?}: {:#?}", checked.findings);
            if codes.is_empty() {
                continue;
            }
            let found = finding(&checked, "BAR003");
            assert_eq!(found.facts.limit, Some(limit as u64));
            let set_by = found.facts.set_by.as_deref();
            assert_eq!(set_by.map(|name| name.rsplit(['/', '\\']).next().expect("a name")), by, "{layers:?}");
            // The second frame shows the value where it was written.
            let wanted: Vec<String> = by.map(|_| limit.to_string()).into_iter().collect();
            assert_eq!(frames(&session, found), wanted, "{layers:?}");
        }
    }
}

#[test]
fn findings_show_the_place_that_set_what_they_rest_on() {
    let add = "layer: t\nadd:\n- id: FRI001\n  slug: s\n  title: t\n  basis: house\n  cite: {text: a, at: b}\n  \
        check: {copies: {max: 2}}\n  why: w\n  mend: m\n";
    for (layer, code, marked, because) in [
        ("layer: t\nrules: {BAR001: {min: 50}}\n", "BAR001", &["50"][..], None),
        ("layer: t\nrules: {BAR003: {level: warning}}\n", "BAR003", &["warning"], None),
        ("layer: t\nrules: {BAR003: {level: warning, max: 3}}\n", "BAR003", &["warning", "3"], None),
        (
            "layer: t\nban: [{card: Rust Lancer, because: too good}]\n",
            "LAY010",
            &["Rust Lancer"],
            Some("because too good"),
        ),
        ("layer: t\nbecause: peace\nban: [{where: {type: Soldier}}]\n", "LAY010", &["type"], Some("because peace")),
        ("layer: t\nban: [{where: {not: {size: {gte: 8}}}, because: b}]\n", "LAY010", &["size"], Some("because b")),
        ("layer: t\nlimit: [{card: Rust Lancer, max: 2, because: b}]\n", "LAY011", &["2"], Some("because b")),
        (
            "layer: t\nrestricted: [{cards: [Rust Lancer, Piston Page], max: 1, because: b}]\n",
            "LAY012",
            &["1"],
            Some("because b"),
        ),
        ("layer: t\nrestricted: [{cards: [Rust Lancer, Piston Page]}]\n", "LAY012", &["Rust Lancer"], None),
        ("layer: t\nallow: {cards: [Piston Page], because: b}\n", "LAY013", &["Piston Page"], Some("because b")),
        ("layer: t\nallow: {where: {any: [{size: 9}]}}\n", "LAY013", &["size"], None),
        (add, "FRI001", &["2"], None),
    ] {
        let folder = folder(&[("t.yaml", layer)]);
        let session = layered(folder.path(), &["t.yaml"], |_| Vec::new(), false);
        let checked = check_text(&session, "barrenia", "deck.txt", &deck_with_first(5));
        assert_eq!(session.take_faults(), [], "{layer}");
        let found = finding(&checked, code);
        assert_eq!(frames(&session, found), marked, "{layer}");
        assert_eq!(found.notes.iter().find(|n| n.starts_with("because")).map(String::as_str), because, "{layer}");
        let by_level = layer.contains("level") && !layer.contains("max");
        assert_eq!(found.facts.set_by.is_some(), !by_level, "{layer}");
    }
}

#[test]
fn a_ban_is_lifted_by_whatever_name_the_card_has() {
    let by_name = "layer: t\nban: [{card: Rust Lancer, because: b}]\n";
    let by_code = "layer: t\nban: [{card: \"01204417\", because: b}]\n";
    let by_kind = "layer: t\nban: [{where: {type: Soldier, size: 2}, because: b}]\n";
    let several = "layer: t\nban: [{card: Piston Page, because: b}, {card: Rust Lancer, because: b}]\n";
    for (ban, unban, lines) in [
        (by_name, "rust lancer", &[][..]),
        (by_name, "01204417", &[]),
        (by_code, "Rust Lancer", &[]),
        (by_kind, "Rust Lancer", &[4, 11]),
        (by_kind, "Valve Inspector", &[2, 11]),
        (several, "Rust Lancer", &[3]),
        (several, "Piston Page", &[2]),
    ] {
        let later = format!("layer: u\nunban: [\"{unban}\"]\n");
        let folder = folder(&[("t.yaml", ban), ("u.yaml", &later)]);
        let option = |s: &Session| vec![Override::Unban(word(s, "--unban", unban))];
        let runs = [
            layered(folder.path(), &["t.yaml", "u.yaml"], |_| Vec::new(), false),
            layered(folder.path(), &["t.yaml"], option, false),
        ];
        for session in runs {
            let checked = check_text(&session, "barrenia", "deck.txt", &deck());
            assert_eq!(session.take_faults(), [], "{ban} {unban}");
            let banned = checked.findings.iter().filter(|f| &*f.code == "LAY010").map(|f| line_of(&checked, f));
            assert_eq!(banned.collect::<Vec<_>>(), lines, "{ban} {unban}");
        }
        // What is banned again after that is banned; and a ban behind the lifting is not touched by it.
        let session = layered(folder.path(), &["u.yaml", "t.yaml"], |_| Vec::new(), false);
        let checked = check_text(&session, "barrenia", "deck.txt", &deck());
        assert_eq!(all_codes(&checked)[0], "LAY010");
        let faults = session.take_faults();
        assert_eq!(faults.iter().map(|f| (&*f.code, f.level)).collect::<Vec<_>>(), [("LAY003", Level::Warning)]);
    }
    // An entry that does not mean the card is not lifted, and that is said.
    for ban in [by_name, by_code, by_kind, several] {
        let folder = folder(&[("t.yaml", ban), ("u.yaml", "layer: u\nunban: [The Brass Ambassador]\n")]);
        let session = layered(folder.path(), &["t.yaml", "u.yaml"], |_| Vec::new(), false);
        assert_eq!(all_codes(&check_text(&session, "barrenia", "deck.txt", &deck()))[0], "LAY010", "{ban}");
        let faults = session.take_faults();
        assert_eq!(
            faults.iter().map(|f| (&*f.code, f.level)).collect::<Vec<_>>(),
            [("LAY003", Level::Warning)],
            "{ban}"
        );
    }
    // `--ban` and `--unban` are taken in the order of the options' kinds, so the last word is `--unban`'s.
    let changes = |s: &Session| {
        vec![Override::Ban(word(s, "--ban", "Rust Lancer")), Override::Ban(word(s, "--ban", "Piston Page"))]
    };
    let session = layered(Path::new("."), &[], changes, false);
    let checked = check_text(&session, "barrenia", "deck.txt", &deck());
    assert_eq!(all_codes(&checked), ["LAY010", "LAY010"]);
    assert_eq!(finding(&checked, "LAY010").facts.set_by.as_deref(), Some("--ban"));
}

#[test]
fn drafts_may_be_short_and_nothing_else() {
    for (draft, deck, wanted) in [
        (false, deck_with_first(3), &[("BAR001", Level::Error)][..]),
        (true, deck_with_first(3), &[("BAR001", Level::Note)]),
        (true, deck_with_first(5), &[("BAR003", Level::Error)]),
        (true, format!("{}{}", deck(), deck().replace("Main Deck\n", "")), &[("BAR001", Level::Error)]),
    ] {
        let session = layered(Path::new("."), &[], |_| Vec::new(), draft);
        let checked = check_text(&session, "barrenia", "deck.txt", &deck);
        let mut found: Vec<(&str, Level)> = checked.findings.iter().map(|f| (&*f.code, f.level)).collect();
        found.dedup();
        assert_eq!(found[0], wanted[0], "{:#?}", checked.findings);
        let legal = checked.findings.iter().all(|f| f.level < Level::Error);
        assert_eq!(checked.verdict, if legal { Verdict::Legal } else { Verdict::Illegal });
    }
}

#[test]
fn setups_are_changed_for_engines_to_read() {
    let folder = folder(&[("t.yaml", "layer: t\nsetup: {life: 10, timebreak-stage: false}\n")]);
    let session = layered(folder.path(), &["t.yaml"], |s| vec![set(s, "setup.life=12")], false);
    let game = session.game("barrenia").expect("the game");
    let prepared = session.prepare(&game, &[], None).expect("the layers");
    assert_eq!(session.take_faults(), []);
    assert_eq!(prepared.merged.setup["life"].value, Setting::Int(12));
    assert_eq!(prepared.merged.setup["timebreak-stage"].value, Setting::Bool(false));
    assert_eq!(prepared.merged.setup["hand"].value, Setting::Int(5));
    let unknown = layered(folder.path(), &[], |s| vec![set(s, "setup.lief=12")], false);
    assert_eq!(faults(&unknown, "barrenia")[0].3, "lief");
}

#[test]
fn layers_extend_each_other_once_and_never_in_a_circle() {
    let bottom = "layer: bottom\nrules: {BAR001: {max: 70}}\nban: [{card: Rust Lancer, because: b}]\n";
    let left = "layer: left\nextends: [sub/bottom.yaml]\nrules: {BAR001: {max: 71}}\n";
    let right = "layer: right\nextends: [sub/bottom.yaml]\n";
    let top = "layer: top\nextends: [left.yaml, right.yaml, arc-2]\n";
    let files = [("sub/bottom.yaml", bottom), ("left.yaml", left), ("right.yaml", right), ("top.yaml", top)];
    let diamond = folder(&files);
    let session = layered(diamond.path(), &["top.yaml"], |_| Vec::new(), false);
    let checked = check_text(&session, "barrenia", "deck.txt", &deck());
    assert_eq!(session.take_faults(), []);
    assert_eq!(checked.layers, ["bottom", "left", "right", "arc-2", "top"]);
    assert_eq!(all_codes(&checked), ["LAY010"]);
    let game = session.game("barrenia").expect("the game");
    let prepared = session.prepare(&game, &[], None).expect("the layers");
    let max: Vec<&str> = prepared.merged.applied.iter().filter(|a| a.field == "max").map(|a| a.to.as_str()).collect();
    assert_eq!(max, ["70", "71"], "a layer that two others extend is applied once");

    let circle = folder(&[("a.yaml", "layer: a\nextends: [b.yaml]\n"), ("b.yaml", "layer: b\nextends: [a.yaml]\n")]);
    let itself = folder(&[("a.yaml", "layer: a\nextends: [a.yaml]\n")]);
    for (folder, marked) in [(&circle, "a.yaml"), (&itself, "a.yaml")] {
        let session = layered(folder.path(), &["a.yaml"], |_| Vec::new(), false);
        let found = faults(&session, "barrenia");
        assert_eq!(found.len(), 1, "{found:#?}");
        assert_eq!((found[0].0.as_str(), found[0].3.as_str()), ("LAY001", marked));
        assert!(found[0].2.contains("extends itself"), "{found:#?}");
    }
}

#[test]
fn decks_name_layers_of_the_game_and_of_their_own_folder() {
    let files = [
        ("house.yaml", "layer: house\nrules: {BAR003: {max: 3}}\n"),
        ("decks/near.yaml", "layer: near\nrules: {BAR003: {max: 2}}\n"),
    ];
    let folder = folder(&files);
    let above = folder.path().join("house.yaml").display().to_string();
    for (name, wanted) in [
        ("arc-2", Ok("arc-2")),
        ("near.yaml", Ok("near")),
        ("./near.yaml", Ok("near")),
        ("../house.yaml", Err("a deck may name layers in its own folder only; use `--layer ../house.yaml`")),
        (above.as_str(), Err("a deck may name layers in its own folder only")),
        ("far.yaml", Err("there is no file")),
        ("arc2", Err("the game barrenia has no layer `arc2`; did you mean `arc-2`")),
        ("zzz", Err("the game barrenia has no layer `zzz`; known: arc-2, arc-3")),
    ] {
        let session = layered(folder.path(), &[], |_| Vec::new(), false);
        let path = folder.path().join("decks/deck.yaml");
        let cards: String = SOLDIERS.iter().map(|card| format!("  - 2 {card}\n")).collect();
        std::fs::write(&path, format!("game: barrenia\nlayers: [\"{name}\"]\nmain:\n{cards}{cards}")).expect("a deck");
        let checked = check_file(&session, &path);
        match wanted {
            Ok(layer) => assert_eq!(checked.layers, [layer], "{:#?}", checked.findings),
            Err(message) => {
                let found = finding(&checked, "LAY005");
                assert!(found.message.starts_with(message), "{}", found.message);
                assert_eq!((line_of(&checked, found), checked.verdict), (2, Verdict::Unreadable));
            }
        }
        assert_eq!(session.take_faults(), []);
    }
}
