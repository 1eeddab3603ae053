//! Typed values, what is missing, and how it is told.

use super::pools::*;
use crate::catalog::{Report, Value};
use crate::diagnostics::Level;

#[test]
fn lost_zeros_are_restored_and_told_once() {
    let pool = csv("code,name,type\n120001,Cog Marshal,Rear\n\"120002\",Tide Envoy,Rear\n10300001,Whole,Rear\n");
    assert_eq!(
        pool.said(),
        ["lost-leading-zeros 2: 2 codes have lost their leading zeros, `120001` first; they were restored"]
    );
    assert_eq!(pool.related(0), [3]);
    let rows: String = (120_001..120_010).map(|code| format!("{code},N{code},Rear\n")).collect();
    assert_eq!(csv(&format!("code,name,type\n{rows}")).related(0), [3, 4, 5, 6], "the first five are shown");
    assert!(pool.catalog.by_code("00120001").is_some() && pool.catalog.by_code("120001").is_none());
    assert_eq!(pool.catalog.len(), 3);
    let clean = csv("code,name,type\n00120001,A,Rear\n\"00120002\",B,Rear\n");
    assert_eq!(clean.said(), [""; 0]);
}

#[test]
fn zeros_and_the_same_card_whole_are_one_card() {
    let pool = csv("code,name,type\n00120001,A,Rear\n120001,A,Rear\n");
    assert_eq!(pool.catalog.len(), 1);
    let slugs: Vec<&str> = pool.faults.iter().map(|f| &*f.slug).collect();
    assert_eq!(slugs, ["card-listed-twice", "lost-leading-zeros"]);
}

#[test]
fn codes_of_a_wrong_form_are_errors_and_stay() {
    let pool = csv("code,name,type\n1234567A,A,Rear\n123456789,B,Rear\n１２３４５６７８,C,Rear\n");
    assert_eq!(
        pool.said(),
        [
            "bad-code 2: the code `1234567A` is not of 8 digits",
            "bad-code 3: the code `123456789` is not of 8 digits",
            "bad-code 4: the code `１２３４５６７８` is not of 8 digits",
        ]
    );
    assert!(pool.faults.iter().all(|f| f.level == Level::Error));
    assert!(pool.catalog.by_code("123456789").is_some());
}

#[test]
fn values_are_typed() {
    let pool = csv("code,name,type,territory,size,retired,rule,mark\n\
        1,A,ERASERS,hive union; Mad Dunes|,9,Yes,type:Soldier size<=3,Z-10\n");
    assert_eq!(pool.said(), ["lost-leading-zeros 2: the code `1` has lost its leading zeros; they were restored"]);
    for (attribute, value) in [
        ("type", text("Eraser")),
        ("territories", list(&["Hive Union", "Mad Dunes"])),
        ("size", Value::Int(9)),
        ("retired", Value::Bool(true)),
        ("rule", text("type:Soldier size<=3")),
        ("mark", text("Z-10")),
        ("back", text("Black")),
    ] {
        assert_eq!(pool.value("A", attribute), value, "{attribute}");
    }
}

#[test]
fn values_that_do_not_fit_are_told_and_missing() {
    for (column, value, why) in [
        ("type", "Soldeir", "`Soldeir` is no value of `type`; did you mean `Soldier`?"),
        ("territory", "Hive Union;Moon", "`Moon` is no value of `territories`; known: Hive Union, Mad Dunes"),
        ("size", "10", "10 is above the greatest value 9"),
        ("size", "-1", "-1 is below the least value 0"),
        ("size", "3.0", "`3.0` is no whole number"),
        ("size", "99999999999999999999", "`99999999999999999999` is no whole number"),
        ("retired", "perhaps", "`perhaps` is neither `true` nor `false`"),
        ("rule", "typ:Soldier", "`typ:Soldier` is no search: unknown attribute `typ`; did you mean `type`?"),
        ("mark", "xA-1", "`xA-1` does not have the form [A-Z]-[0-9]+"),
        ("mark", "A-1x", "`A-1x` does not have the form [A-Z]-[0-9]+"),
        // The default is for cards that say nothing.
        ("back", "Blakc", "`Blakc` is no value of `back`; did you mean `Black`?"),
    ] {
        let kind = if column == "type" { "mark" } else { "type" };
        let pool = csv(&format!(
            "code,name,{kind},{column}\n00000001,A,{},{value}\n",
            if kind == "type" { "Rear" } else { "A-1" }
        ));
        assert_eq!(pool.said(), [format!("bad-value 2: `A`: {why}")]);
        assert_eq!(pool.faults[0].level, Level::Warning);
        let name = if column == "territory" { "territories" } else { column };
        assert_eq!(pool.value("A", name), Value::Missing);
    }
}

fn many(columns: &str, row: &str, count: usize) -> String {
    let rows: Vec<String> = (1..=count).map(|i| format!("{i:08},N{i},{row}")).collect();
    format!("code,name,{columns}\n{}\n", rows.join("\n"))
}

#[test]
fn faults_of_one_attribute_are_one_finding() {
    let pool = csv(&many("type,size,mark", "Soldier,,a", 7));
    assert_eq!(
        pool.said(),
        [
            "missing-value 2: 7 cards have no `size`, `N1` first",
            "bad-value 2: 7 cards have a value of `mark` that does not fit; `N1`: `a` does not have the form [A-Z]-[0-9]+",
        ]
    );
    assert_eq!((pool.related(0), pool.related(1)), (vec![3, 4, 5, 6], vec![3, 4, 5, 6]));
    assert_eq!(pool.faults[0].related[0].text, "`N2`");
}

#[test]
fn a_column_that_is_not_there_is_named_as_such() {
    let pool = csv(&many("type", "Soldier", 44));
    assert_eq!(pool.said(), ["missing-value 0: the pool has no column for `size`, which 44 cards need"]);
    // Where no card needs it, nothing is said.
    assert_eq!(csv(&many("type", "Rear", 44)).said(), [""; 0]);
}

#[test]
fn a_lint_names_each_fault_as_an_error() {
    let text = many("type,size,mark", "Soldier,,a", 3);
    let all = loaded(game("code"), Report::Full, &[pool("p.csv", &text, &[])]);
    assert_eq!(all.faults.len(), 6);
    assert!(all.faults.iter().all(|f| f.level == Level::Error && f.related.is_empty()));
    assert_eq!(all.said()[1], "missing-value 3: `N2` has no `size`");
}

#[test]
fn what_is_required_of_some_is_not_asked_of_others() {
    let pool = csv("code,name,type,size\n00000001,A,Rear,\n00000002,B,Soldier,\n00000003,C,Soldier,3\n");
    assert_eq!(pool.said(), ["missing-value 3: `B` has no `size`"]);
}

#[test]
fn rows_without_identity_are_left_out() {
    let pool = csv("code,name,type\n,Rust Lancer,Rear\n00000002,,Rear\n,,Rear\n00000003,C,Rear\n");
    assert_eq!(
        pool.said(),
        [
            "card-without-identity 2: the card `Rust Lancer` has no code, so it is left out",
            "card-without-identity 3: the card `00000002` has no name, so it is left out",
            "card-without-identity 4: a card has no name, so it is left out",
        ]
    );
    assert_eq!(pool.names(), ["C"]);
}
