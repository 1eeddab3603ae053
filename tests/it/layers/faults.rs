//! What is wrong with layers and options, and where.

use std::path::Path;

use decklint::diagnostics::Level;
use decklint::game::Verdict;

use super::{deck, faults, folder, layered, set};
use crate::support::check_text;

/// What is wrong with a layer `t.yaml`: the code, words of the message, and the text that is marked.
#[test]
fn faults_of_layers_are_named_at_their_place() {
    let error = |layer, code, message, marked| (layer, code, Level::Error, message, marked);
    let warning = |layer, message, marked| (layer, "LAY003", Level::Warning, message, marked);
    let rule = "{id: FRI001, slug: s, title: t, basis: house, cite: {text: a, at: b}, why: w, mend: m, check: {copies: {max: 2}}}";
    let again = format!("layer: t\nadd: [{}]\n", rule.replace("FRI001", "BAR003"));
    let section = format!("layer: t\nadd: [{}]\n", rule.replace("{max: 2}", "{max: 2, across: [mian]}"));
    let kind = format!("layer: t\nadd: [{}]\n", rule.replace("copies", "copeis"));
    let yields = format!("layer: t\nadd: [{}]\n", rule.replace("why: w", "why: w, yields-to: [BAR03]"));
    let mut wrong = Vec::new();
    for (layer, code, level, message, marked) in [
        // Reasons.
        error("layer: t\nrules: {BAR003: {off: true}}\n", "LAY004", "BAR003 is switched off without a reason", "off"),
        error("layer: t\nban: [{card: Rust Lancer}]\n", "LAY004", "a ban needs a reason", "Rust Lancer"),
        error("layer: t\nban: [{where: {type: Eraser}}]\n", "LAY004", "a ban needs a reason", "type"),
        // Names.
        error("layer: t\nrules: {BAR03: {max: 3}}\n", "LAY002", "no rule `BAR03`; did you mean `BAR003`?", "BAR03"),
        error("layer: t\nextends: [arc2]\n", "LAY005", "no layer `arc2`; did you mean `arc-2`", "arc2"),
        error("layer: t\nextends: [gone.yaml]\n", "LAY005", "cannot be read", ""),
        error(
            "layer: t\nban: [{card: Rust Lancr, because: b}]\n",
            "LAY006",
            "no card of the pool is `Rust Lancr`",
            "Rust Lancr",
        ),
        error(
            "layer: t\nlimit: [{card: Rust Lancr, max: 1}]\n",
            "LAY006",
            "no card of the pool is `Rust Lancr`",
            "Rust Lancr",
        ),
        error(
            "layer: t\nrestricted: [{cards: [Rust Lancr]}]\n",
            "LAY006",
            "no card of the pool is `Rust Lancr`",
            "Rust Lancr",
        ),
        error(
            "layer: t\nallow: {cards: [Rust Lancr]}\n",
            "LAY006",
            "no card of the pool is `Rust Lancr`",
            "Rust Lancr",
        ),
        error("layer: t\nunban: [Rust Lancr]\n", "LAY006", "no card of the pool is `Rust Lancr`", "Rust Lancr"),
        error(
            "layer: t\nban: [{where: {type: Soldeir}, because: b}]\n",
            "LAY001",
            "`Soldeir`; did you mean `Soldier`?",
            "Soldeir",
        ),
        error(
            "layer: t\nban: [{where: {tpye: Soldier}, because: b}]\n",
            "LAY001",
            "unknown attribute `tpye`; did you mean `type`?",
            "tpye",
        ),
        error(
            "layer: t\nrules: {BAR001: {sections: [mian]}}\n",
            "LAY001",
            "unknown section `mian`; did you mean `main`?",
            "mian",
        ),
        error(&section, "LAY001", "unknown section `mian`; did you mean `main`?", "mian"),
        error(&yields, "LAY001", "unknown rule `BAR03`; did you mean `BAR003`?", "BAR03"),
        error(
            "layer: t\nsetup: {lief: 9}\n",
            "LAY001",
            "`lief` is no setting of the game; did you mean `life`?",
            "lief",
        ),
        // Fields and types.
        error("lyer: t\n", "LAY001", "unknown key `lyer`; did you mean `layer`?", "lyer"),
        error("layer: t\nbans: []\n", "LAY001", "unknown key `bans`; did you mean `ban`?", "bans"),
        error("layer: t\nrules: {BAR003: {mx: 3}}\n", "LAY001", "unknown key `mx`", "mx"),
        error(
            "layer: t\nrules: {BAR003: {max: three}}\n",
            "LAY001",
            "a whole number of 0 or more is expected, found `three`",
            "three",
        ),
        error(
            "layer: t\nrules: {BAR003: {max: -1}}\n",
            "LAY001",
            "a whole number of 0 or more is expected, found `-1`",
            "-1",
        ),
        error("layer: t\nrules: {BAR003: {level: loud}}\n", "LAY001", "`loud`", "loud"),
        error("layer: t\nrules: {BAR003: {off: maybe, because: b}}\n", "LAY001", "`off` is `true` or `false`", "maybe"),
        error("layer: t\nrules: {BAR003: 3}\n", "LAY001", "a mapping such as `{max: 3}`", "3"),
        error("layer: t\nrules: [BAR003]\n", "LAY001", "a mapping of codes to changes is expected", "[BAR003]"),
        error("layer: t\nrules: {BAR001: {min: 77}}\n", "LAY001", "the least number 77 is above the greatest 60", "77"),
        error("layer: t\nban: [{because: b}]\n", "LAY001", "names neither `card` nor `where`", "t"),
        error("layer: t\nlimit: [{card: Rust Lancer}]\n", "LAY001", "`max`", ""),
        error("layer: t\nlimit: [{max: 7}]\n", "LAY001", "`limit` names neither `card` nor `where`", "7"),
        error(
            "layer: t\nlimit: [{card: Rust Lancer, where: {size: 2}, max: 7}]\n",
            "LAY001",
            "`limit` names both",
            "7",
        ),
        error("layer: t\nsetup: {life: many}\n", "LAY001", "`life` takes a value of another type, such as 8", "many"),
        error(
            "layer: t\nsetup: {timebreak-stage: 1}\n",
            "LAY001",
            "`timebreak-stage` takes a value of another type, such as true",
            "1",
        ),
        error("layer: t\ngame: scales\n", "LAY001", "for the game `scales`, not `barrenia`", "scales"),
        error(&again, "LAY001", "the rule `BAR003` is there already", "BAR003"),
        error(&kind, "LAY001", "`copeis`", "copeis"),
        error("layer: t\nadd: [{slug: s}]\n", "LAY001", "`id`", ""),
        error("layer: [t\n", "LAY001", "", ""),
        error("", "LAY001", "", ""),
        // Changes of nothing.
        warning("layer: t\nrules: {BAR003: {max: 4}}\n", "`max` of BAR003 is 4 already", "4"),
        warning("layer: t\nsetup: {life: 8}\n", "`life` is 8 already", "life"),
        warning("layer: t\nunban: [Rust Lancer]\n", "`Rust Lancer` is not banned", "Rust Lancer"),
        warning(
            "layer: t\nban: [{card: Polar Cartwright, because: b}, {where: {type: Eraser}, because: b}]\nunban: [Rust Lancer]\n",
            "`Rust Lancer` is not banned",
            "Rust Lancer",
        ),
    ] {
        let folder = folder(&[("t.yaml", layer)]);
        let session = layered(folder.path(), &["t.yaml"], |_| Vec::new(), false);
        let found = faults(&session, "barrenia");
        let right = match &found[..] {
            [(c, l, m, text)] => {
                c == code && *l == level && m.contains(message) && (marked.is_empty() || text == marked)
            }
            _ => false,
        };
        if !right {
            wrong.push(format!("{layer}: wanted {code} `{message}` at `{marked}`, found {found:#?}"));
        }
        // With a broken layer nothing is judged; a needless one does no harm.
        let checked = check_text(&session, "barrenia", "deck.txt", &deck());
        let wanted = if level == Level::Error { Verdict::NotChecked } else { Verdict::Legal };
        assert_eq!(checked.verdict, wanted, "{layer}: {:#?}", checked.findings);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn options_are_held_to_the_same_rules_as_layers() {
    for (option, code, message, marked) in [
        ("BAR03.max=3", "LAY002", "no rule `BAR03`; did you mean `BAR003`?", "BAR03"),
        ("BAR003.mx=3", "LAY001", "unknown key `mx`", "mx"),
        ("BAR003.max=three", "LAY001", "a whole number of 0 or more is expected, found `three`", "three"),
        ("BAR003.max=4", "LAY003", "`max` of BAR003 is 4 already", "4"),
        ("BAR003.level=loud", "LAY001", "`loud`", "loud"),
        ("BAR003.off=true", "LAY001", "off", "off"),
    ] {
        let session = layered(Path::new("."), &[], |s| vec![set(s, option)], false);
        let found = faults(&session, "barrenia");
        let [(found_code, _, found_message, found_marked)] = &found[..] else { panic!("{option}: {found:#?}") };
        assert_eq!((found_code.as_str(), found_marked.as_str()), (code, marked), "{found_message}");
        assert!(found_message.contains(message), "{found_message}");
    }
}

#[test]
fn a_rule_of_a_layer_may_yield_to_a_rule_of_the_game() {
    let rule = "{id: FRI001, slug: s, title: t, basis: house, cite: {text: a, at: b}, why: w, mend: m, \
        yields-to: [BAR003], check: {copies: {max: 2}}}";
    let at = folder(&[("t.yaml", &format!("layer: t\nadd: [{rule}]\n"))]);
    assert_eq!(faults(&layered(at.path(), &["t.yaml"], |_| Vec::new(), false), "barrenia"), []);
}
