//! Rows of one card.

use super::pools::*;
use crate::catalog::CardId;
use crate::catalog::{Lookup, Report, Value};
use crate::diagnostics::Level;

fn by(identity: &str, text: &str) -> Loaded {
    loaded(game(identity), Report::Summary, &[pool("p.csv", text, &[])])
}

#[test]
fn a_row_that_stands_twice_is_one_card_and_a_warning() {
    let pool = csv("code,name,type\n00120001,Cog Marshal,Rear\n00120002,Tide Envoy,Rear\n00120002,Tide Envoy,Rear\n");
    assert_eq!(pool.said(), ["card-listed-twice 4: `Tide Envoy` stands twice in the pool, unchanged"]);
    assert_eq!(pool.faults[0].level, Level::Warning);
    assert_eq!(pool.related(0), [3]);
    assert_eq!(pool.catalog.len(), 2);
    assert!(pool.catalog.card(CardId(1)).printings.is_empty());
}

#[test]
fn an_alternate_art_is_a_printing_under_both_names() {
    let pool = csv("code,name,type,size\n00120002,Tide Envoy,Soldier,2\n00120002,Tide Envoy (Gala Art),Soldier,2\n\
        00120002,Tide Envoy (Foil),,\n");
    assert_eq!(pool.said(), [""; 0]);
    let id = pool.catalog.by_code("00120002").expect("known");
    for name in ["Tide Envoy", "Tide Envoy (Gala Art)", "tide envoy (foil)"] {
        assert_eq!(pool.catalog.find(name), Lookup::One(id), "{name}");
    }
    assert_eq!(pool.catalog.card(id).printings.len(), 2);
    assert_eq!(pool.value("Tide Envoy (Foil)", "size"), Value::Int(2));
}

#[test]
fn printings_that_disagree_are_told_and_the_first_wins() {
    let pool = csv("code,name,type,size\n00000001,A,Soldier,2\n00000001,A (Art),Rear,3\n00000001,A,Soldier,4\n");
    assert_eq!(
        pool.said(),
        [
            "printings-disagree 3: `A (Art)` is a printing of `A`, but differs in type, size; the first row was taken",
            "printings-disagree 4: two rows of `A` differ in size; the first was taken",
        ]
    );
    assert_eq!((pool.related(0), pool.related(1)), (vec![2], vec![2]));
    assert_eq!(pool.value("A (Art)", "size"), Value::Int(2));
    assert_eq!(pool.catalog.card(CardId(0)).printings.len(), 1);
}

#[test]
fn a_printing_has_no_defaults_to_disagree_with() {
    let pool = csv("code,name,type\n00000001,Null Maw,Eraser\n00000001,Null Maw (Art),\n");
    assert_eq!(pool.said(), [""; 0]);
    assert_eq!(pool.value("Null Maw (Art)", "back"), text("Black"));
}

#[test]
fn reprints_of_another_set_are_no_duplicates() {
    let pool = csv("code,name,type,set\n00000001,A,Rear,One\n00000001,A,Rear,Two\n00000001,A,Rear,One\n");
    let slugs: Vec<&str> = pool.faults.iter().map(|f| &*f.slug).collect();
    assert_eq!(slugs, ["unknown-column", "card-listed-twice"]);
    assert!(pool.said()[1].starts_with("card-listed-twice 4"), "{:?}", pool.said());
    assert_eq!(pool.catalog.card(CardId(0)).printings.len(), 1);
}

#[test]
fn identity_by_name_folds_and_by_a_list_needs_all() {
    let pool = by("name", "code,name,type\n00000001,Élan Drummer,Rear\n00000002,elan drummer,Rear\n");
    assert_eq!(pool.catalog.len(), 1);
    assert_eq!(pool.catalog.by_code("00000002"), Some(CardId(0)));
    let pool = by("[name, type]", "code,name,type\n,A,Rear\n,A,Eraser\n,a,Rear\n,B,\n");
    assert_eq!(pool.names(), ["A", "A"]);
    assert_eq!(pool.catalog.find_name("A"), Lookup::Many(vec![CardId(0), CardId(1)]));
    assert!(pool.said()[0].contains("the card `B` has no type"), "{:?}", pool.said());
}

#[test]
fn a_code_of_two_cards_is_never_guessed() {
    let pool = by("name", "code,name,type\n00000001,A,Rear\n00000001,B,Rear\n00000002,C,Rear\n");
    assert_eq!(pool.catalog.by_code("00000001"), None);
    let both = Lookup::Many(vec![CardId(0), CardId(1)]);
    assert_eq!(pool.catalog.find_code("00000001"), both);
    assert_eq!(pool.catalog.find("00000001"), both);
    assert_eq!(pool.catalog.find_code("00000002"), Lookup::One(CardId(2)));
}

#[test]
fn same_as_joins_forward_backward_and_over_another() {
    let pool = csv("code,name,type,same_as\n\
        00000009,A (Art),Eraser,art:00000001\n\
        00000008,A (Old),,treated-as: A (New)\n\
        00000007,A (New),,errata:a (art)\n\
        00000001,A,Rear,\n\
        00000006,A (Tin),,1\n\
        00000005,A (Brass),,A\n");
    assert_eq!(pool.said(), ["lost-leading-zeros 6: the code `1` has lost its leading zeros; they were restored"]);
    assert_eq!(pool.names(), ["A"]);
    for text in ["00000009", "A (Art)", "00000008", "A (Old)", "A (New)", "00000006", "A (Tin)", "A (Brass)"] {
        assert_eq!(pool.catalog.find(text), Lookup::One(CardId(0)), "{text}");
    }
    // The row's own attributes are not those of the card, and are not compared.
    assert_eq!(pool.value("A (Art)", "type"), text("Rear"));
}

#[test]
fn a_same_as_row_needs_no_code() {
    let pool = csv("code,name,type,same as\n00000001,A,Rear,\n,A (Art),,00000001\n,A (Art),,00000001\n,,,00000001\n");
    assert_eq!(
        pool.said(),
        [
            "card-without-identity 5: a card has no name, so it is left out",
            "card-listed-twice 4: `A (Art)` stands twice in the pool, unchanged",
        ]
    );
    assert_eq!(pool.related(1), [3]);
    assert_eq!(pool.catalog.find("A (Art)"), Lookup::One(CardId(0)));
}

#[test]
fn dangling_references_are_errors_and_the_rows_count_for_themselves() {
    let pool = csv("code,name,type,same_as\n00000001,Tide Envoy,Rear,\n00000002,X,Eraser,art:Tyde Envoy\n\
        00000003,Loop,Rear,Loop\n,Nowhere,Rear,00000099\n,Elsewhere,Rear,00000098\n");
    assert_eq!(
        pool.said(),
        [
            "dangling-reference 3: `X` is the same as `Tyde Envoy`, which is no card of the pool; did you mean `Tide Envoy`?",
            "dangling-reference 4: `Loop` is the same as `Loop`, which is no card of the pool; known: 00000001, Tide Envoy, 00000002, X",
            "dangling-reference 5: `Nowhere` is the same as `00000099`, which is no card of the pool; did you mean `00000001`, \
             `00000002` or `00000003`?",
            "card-without-identity 5: the card `Nowhere` has no code, so it is left out",
            "dangling-reference 6: `Elsewhere` is the same as `00000098`, which is no card of the pool; did you mean `00000001`, \
             `00000002` or `00000003`?",
            "card-without-identity 6: the card `Elsewhere` has no code, so it is left out",
        ]
    );
    assert_eq!(pool.names(), ["Tide Envoy", "X", "Loop"]);
    assert_eq!(pool.value("X", "back"), text("Black"));
}

#[test]
fn a_reference_that_several_cards_answer_to_is_not_guessed() {
    let pool = csv("code,name,type,same_as\n00000001,Warden,Rear,\n00000002,Warden,Eraser,\n00000003,W,Rear,Warden\n");
    assert_eq!(pool.said(), ["dangling-reference 4: `W` is the same as `Warden`, which 2 cards are called"]);
    assert_eq!(pool.related(0), [2, 3]);
    assert_eq!(pool.catalog.len(), 3);
}

#[test]
fn a_code_of_two_cards_is_not_guessed_in_a_reference() {
    let pool = by("name", "code,name,type,same_as\n00000001,A,Rear,\n00000001,B,Rear,\n,C,,00000001\n");
    assert!(
        pool.said()
            .iter()
            .any(|s| s == "dangling-reference 4: `C` is the same as `00000001`, which 2 cards are called"),
        "{:#?}",
        pool.said()
    );
    assert_eq!(pool.catalog.find("C"), Lookup::One(CardId(2)), "the row counts for itself");
}

/// A card that has a spelling twice is still one card.
#[test]
fn spellings_of_one_card_that_fold_alike_are_one_answer() {
    let pool = csv("code,name,type,same_as\n00000001,Warden,Rear,\n00000001,WARDEN,Rear,\n00000003,W,,warden\n");
    assert_eq!(pool.said(), [""; 0]);
    assert_eq!(pool.catalog.find("W"), Lookup::One(CardId(0)));
}

#[test]
fn a_printing_with_the_name_of_another_card_is_a_printing() {
    let pool = csv("code,name,type\n00000001,A,Rear\n00000002,B,Rear\n00000001,B,Rear\n");
    assert_eq!(pool.catalog.len(), 2);
    assert_eq!(pool.catalog.card(CardId(0)).printings.len(), 1, "{:?}", pool.said());
    assert_eq!(pool.catalog.find("B"), Lookup::Many(vec![CardId(1), CardId(0)]));
}

#[test]
fn pools_are_joined_in_order() {
    let first = pool("a.csv", "code,name,type\n00000001,A,Rear\n", &[]);
    let second = pool(
        "b.yaml",
        "- {code: 00000002, name: B, type: Rear}\n- {name: A2, same_as: 'art:00000001'}\n\
        - {code: 00000001, name: A3}\n",
        &[],
    );
    let loaded = loaded(game("code"), Report::Summary, &[first, second]);
    assert_eq!(loaded.said(), [""; 0]);
    assert_eq!(loaded.names(), ["A", "B"]);
    assert_eq!(loaded.catalog.find("A2"), Lookup::One(CardId(0)));
    assert_eq!(loaded.catalog.find("A3"), Lookup::One(CardId(0)));
}

#[test]
fn long_chains_of_references_end_soon() {
    let rows = (2..20_000).map(|i| format!("{i:08},N{i},,{:08}", i + 1));
    let text = format!("code,name,type,same_as\n{}\n00020000,End,Rear,\n", rows.collect::<Vec<_>>().join("\n"));
    let pool = csv(&text);
    assert_eq!((pool.said().len(), pool.catalog.len()), (0, 1));
}

/// Only names fold: a text that is a part of the identity is what it is.
#[test]
fn identity_by_another_text_does_not_fold() {
    let text = "id: a\nname: A\nprefix: AAA\nidentity: [name, mark]\nsections: {main: {title: Main}}\n\
        attributes: {name: {required: true}, mark: {required: true}}\n";
    let spec = crate::spec::GameSpec::parse(text, crate::text::FileId(1)).expect("a game");
    let read = loaded(spec, Report::Summary, &[pool("p.csv", "name,mark\nA,x\na,x\nA,X\n", &[])]);
    assert_eq!(read.names(), ["A", "A"]);
}

/// A number may be the name of a row further down: only then it is a code that has lost its zeros.
#[test]
fn a_short_code_is_a_name_first() {
    let pool = csv("code,name,type,same_as\n00000012,A,Rear,\n00000002,B,Rear,\n00000003,C,,12\n00000004,12,,B\n");
    assert_eq!(pool.said(), [""; 0]);
    assert_eq!(pool.catalog.find("C"), pool.catalog.find("B"));
}

/// Near names are looked for for the first twenty references.
#[test]
fn twenty_dangling_references_get_suggestions() {
    for (rows, helped) in [(19, 19), (20, 20), (21, 20), (30, 20)] {
        let aliases: String = (0..rows).map(|at| format!("{at:08},N{at},Rear,Tyde Envoy\n")).collect();
        let pool = csv(&format!("code,name,type,same_as\n99999999,Tide Envoy,Rear,\n{aliases}"));
        let told = pool.said().iter().filter(|said| said.ends_with("did you mean `Tide Envoy`?")).count();
        assert_eq!(told, helped, "{rows} rows");
    }
}

/// A row that is joined by a folded name brings its own names, which may be those of a card further down.
#[test]
fn a_name_that_a_joined_row_shares_is_not_guessed() {
    let pool =
        csv("code,name,type,same_as\n00000001,Alpha,Rear,\n00000002,beta,Rear,\n,BETA,,alpha\n00000003,W,Rear,Beta\n");
    assert_eq!(
        pool.said(),
        [
            "dangling-reference 5: `W` is the same as `Beta`, which is no card of the pool; did you mean `BETA` or `beta`?"
        ]
    );
}
