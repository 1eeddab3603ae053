//! The texts of a new game's files.

use super::{NewAttribute, Plan, System, yaml_list};
use crate::catalog::Catalog;
use crate::spec::GameSpec;
use crate::text::{counted, yaml_scalar};

impl System {
    /// What it is called.
    fn title(self) -> &'static str {
        match self {
            System::Nothing => "decklint",
            System::Cgs => "Card Game Simulator",
            System::Lackey => "LackeyCCG",
            System::Cockatrice => "Cockatrice",
        }
    }
}

/// The three letters of the codes of rules.
fn prefix(plan: &Plan) -> String {
    let letters = plan.id.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase());
    letters.chain("XXX".chars()).take(3).collect()
}

/// The names of the sections: plain words, none twice.
fn section_ids(plan: &Plan) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for section in &plan.sections {
        let plain = super::attribute_id(&section.title).replace('_', "-");
        let mut id = plain.clone();
        for n in 2_usize.. {
            if !out.contains(&id) {
                break;
            }
            id = format!("{plain}-{n}");
        }
        out.push(id);
    }
    out
}

pub(super) fn game(plan: &Plan, attributes: &[NewAttribute], identity: &[String]) -> String {
    let about = match plan.system {
        System::Nothing => "a game to start from".to_owned(),
        system => format!("cards from {}", system.title()),
    };
    let source = if plan.file.is_empty() { "our own table" } else { plan.file.as_str() };
    let mut out = format!(
        "# What decklint needs to know of the game. `decklint schema game` describes every key.\nid: {}\nname: {}\nprefix: {}\n\
         about: {}\nsource: {}\n",
        yaml_scalar(&plan.id),
        yaml_scalar(&plan.name),
        prefix(plan),
        yaml_scalar(&about),
        yaml_scalar(source),
    );
    out.push_str(&match identity {
        [one] => format!("identity: {}\n", yaml_scalar(one)),
        several => format!("identity: {}\n", yaml_list(several.iter().map(String::as_str))),
    });
    out.push_str(
        "# GAP: check the parts of a deck; how many cards each may hold is a rule, see rules.yaml.\nsections:\n",
    );
    for (at, (id, section)) in section_ids(plan).iter().zip(&plan.sections).enumerate() {
        let mut more = String::new();
        for (word, is) in [("default", at == 0), ("side", section.side), ("shuffle", section.shuffle)] {
            if is {
                more.push_str(&format!(", {word}: true"));
            }
        }
        out.push_str(&format!("  {}: {{title: {}{more}}}\n", yaml_scalar(id), yaml_scalar(&section.title)));
    }
    out.push_str("# Where `values` stand, they are those of the cards that there were; add what the game has besides.\nattributes:\n");
    for attribute in attributes {
        let mut line = format!("  {}: {{type: {}", yaml_scalar(&attribute.id), attribute.kind);
        if let Some(title) = &attribute.title {
            line.push_str(&format!(", title: {}", yaml_scalar(title)));
        }
        if attribute.required {
            line.push_str(", required: true");
        }
        if attribute.id == "code" {
            line.push_str(", aliases: [id]");
        }
        if !attribute.values.is_empty() {
            line.push_str(&format!(", values: {}", yaml_list(attribute.values.iter().map(String::as_str))));
        }
        out.push_str(&format!("{line}}}\n"));
    }
    let shown = attributes.iter().filter(|a| a.kind != "text" || !a.values.is_empty() || a.required).take(6);
    out.push_str(&format!("show: {}\n", yaml_list(shown.map(|a| a.id.as_str()))));
    let known = plan.cgs.as_ref().and_then(|c| c.hand);
    let hand = known.map_or_else(String::new, |n| format!("; the opening hand is {n} by {}", plan.file));
    out.push_str(&format!(
        "# GAP: turns are not known{hand}. To play decks out, say how a turn begins, such as\n# engine: draw\n# setup: {{hand: \
         {}, draw: 1}}\n# phases: [draw, main, end]\n",
        known.unwrap_or(5)
    ));
    out
}

pub(super) fn rules(plan: &Plan, spec: &GameSpec) -> String {
    let prefix = &spec.prefix.value;
    let who = match plan.system {
        System::Nothing => "Nothing is known of this game yet".to_owned(),
        system => format!("{} has no rules of deck building", system.title()),
    };
    let title = yaml_scalar(&plan.name);
    let main = spec.section_name(0).unwrap_or("main");
    let mut out = format!(
        "# {who}: every limit is a gap until the game's rule text has been read.\n# Write a rule where the text states one, and \
         take its gap out. `decklint schema rules` describes the checks.\nrules:\n"
    );
    for (n, slug, topic, title_of, check) in [
        (
            1,
            "deck-size",
            "how many cards a deck holds",
            "The size of a deck is not stated",
            format!("size: {{sections: [{}], min: 40, max: 60}}", yaml_scalar(main)),
        ),
        (
            2,
            "copies",
            "how many copies of a card a deck holds",
            "The number of copies is not stated",
            format!("copies: {{by: {}, max: 4}}", spec.identity.0.first().map_or("name", |w| &w.value)),
        ),
        (
            3,
            "banned-cards",
            "banned and limited cards",
            "Banned and limited cards are not stated",
            "list: {ban: []}".to_owned(),
        ),
    ] {
        out.push_str(&format!(
            "  # GAP: {topic}. Where it is stated: basis: stated, and a check such as\n  #   check: {{{check}}}\n  - id: \
             {prefix}00{n}\n    slug: {slug}-not-stated\n    title: {title_of}\n    basis: not-stated\n    cite: {{text: {title}, at: \
             not read yet}}\n    check: {{not-stated: {{topic: {topic}}}}}\n    why: {who}, so nothing was checked.\n    mend: \
             Write the rule into rules.yaml, or a layer with the organiser's numbers.\n    example: |\n      # any list: there \
             is no limit to check\n",
        ));
    }
    placements(plan, spec, &mut out);
    out
}

/// What a program does say: cards of a kind lie outside of the main pile.
fn placements(plan: &Plan, spec: &GameSpec, out: &mut String) {
    let ids = section_ids(plan);
    let mut number = 3;
    for (id, section) in ids.iter().zip(&plan.sections) {
        let Some((column, value)) = &section.only else { continue };
        let Some(attribute) = spec.attribute_for_column(column) else { continue };
        let known = &spec.attributes[attribute].values;
        if !known.is_empty() && !known.iter().any(|v| v.value == *value) {
            continue;
        }
        number += 1;
        let name = &spec.attributes.keys()[attribute].value;
        out.push_str(&format!(
            "  # From the `extras` of {}.\n  - id: {}{number:03}\n    slug: {id}-apart\n    title: {}\n    basis: inferred\n    \
             cite: {{text: {}, at: extras}}\n    check: {{placement: {{where: {{{}: {}}}, in: [{}]}}}}\n    why: These cards lie \
             outside of the main pile.\n    mend: Move them.\n    example: |\n      # such a card in another section\n",
            yaml_scalar(&plan.file),
            spec.prefix.value,
            yaml_scalar(&format!("{value} belongs to {}", section.title)),
            yaml_scalar(&plan.file),
            yaml_scalar(name),
            yaml_scalar(value),
            yaml_scalar(id),
        ));
    }
}

pub(super) fn readme(plan: &Plan, catalog: &Catalog, left_out: &[String]) -> String {
    let cards = counted(catalog.len() as u64, "card");
    let from = match plan.system {
        System::Nothing => "with made-up cards to show the form".to_owned(),
        system => format!("from `{}` of {}", plan.file, system.title()),
    };
    let left = match left_out {
        [] => String::new(),
        columns => format!(
            "\nLeft out, as it is the program's own business: {}.\n",
            columns.iter().map(|c| format!("`{c}`")).collect::<Vec<_>>().join(", ")
        ),
    };
    format!(
        "# {}\n\n{cards}, {from}. Made by `decklint games new`.\n{left}\n## Gaps\n\n- Deck size, copies and banned cards: \
         `rules.yaml` says for each that it is not stated. Write the rules once the game's text has been read.\n- The parts of a \
         deck in `game.yaml`: check them against the game.\n- Allowed values: those of the cards that there were.\n- Turns: \
         `engine` and `setup` in `game.yaml` are comments, without which decks are checked but not played out.\n\n## Try \
         it\n\n```sh\ndecklint check --games . decks/sample.yaml\ndecklint cards --games . {} --lint\ndecklint rules --games . \
         {}\n```\n",
        plan.name, plan.id, plan.id
    )
}

/// A deck of the first cards, one each.
pub(super) fn deck(plan: &Plan, catalog: &Catalog, by_code: bool, spec: &GameSpec, most: usize) -> String {
    let mut out = format!("game: {}\nname: Sample\nsections:\n", yaml_scalar(&plan.id));
    let ids = section_ids(plan);
    // Where kinds of cards have a section of their own, each card stands in its own.
    let place = |card: &crate::catalog::Card| {
        let fits = |section: &super::PlanSection| {
            let (column, value) = section.only.as_ref()?;
            let value_of = &card.values[spec.attribute_for_column(column)?];
            let text = |t: &str| t == value;
            Some(match value_of {
                crate::catalog::Value::Text(t) => text(t),
                crate::catalog::Value::List(list) => list.iter().any(|t| text(t)),
                crate::catalog::Value::Int(n) => text(&n.to_string()),
                _ => false,
            })
        };
        plan.sections.iter().position(|s| fits(s) == Some(true)).unwrap_or(0)
    };
    let clear = |card: &&crate::catalog::Card| {
        let by = if by_code { card.code.as_deref() } else { None };
        matches!(catalog.find(by.unwrap_or(&card.name)), crate::catalog::Lookup::One(_))
    };
    let cards: Vec<_> = catalog.cards().map(|(_, card)| card).filter(clear).take(most).collect();
    for (at, id) in ids.iter().enumerate() {
        let own: Vec<_> = cards.iter().filter(|c| place(c) == at).collect();
        if !own.is_empty() {
            out.push_str(&format!("  {}:\n", yaml_scalar(id)));
        }
        for card in own {
            let word = card.code.as_deref().filter(|_| by_code).unwrap_or(&card.name);
            out.push_str(&format!("    {}: 1\n", yaml_scalar(word)));
        }
    }
    out
}
