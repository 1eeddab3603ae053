//! Which column is which attribute.

use super::pools::*;
use crate::catalog::{ColumnMap, Report};
use crate::diagnostics::Level;

#[test]
fn the_best_name_wins_wherever_it_stands() {
    let pool = csv("id,card,kind,code,name,TYPE\n17,x,y,00000001,A,Rear\n");
    assert_eq!(
        pool.said(),
        [
            "unknown-column 1: columns that are no attributes of the game: `id` (`code` is read from `code`), `card` (`name` is \
          read from `name`), `kind` (`type` is read from `TYPE`); they are kept as text"
        ]
    );
    assert_eq!(pool.names(), ["A"]);
    assert_eq!(pool.catalog.extra_columns(), ["id", "card", "kind"]);
    assert_eq!(pool.catalog.card(crate::catalog::CardId(0)).extra, ["17".into(), "x".into(), "y".into()].into());
    // A title is worth less than an alias, an alias alone is enough.
    let pool = csv("Sort,kind,id,card\nSoldier,Rear,00000001,A\n");
    assert_eq!(pool.value("A", "type"), text("Rear"));
}

#[test]
fn a_mapping_wins_over_every_name() {
    let maps = ["Role = type", "alias of=same_as", "a=b=mark"];
    let text_of = "code,name,type,Role,Alias_Of,a=b\n00000001,A,x,rear,,B-1\n00000002,A2,x,,00000001,\n";
    let loaded = loaded(game("code"), Report::Summary, &[pool("p.csv", text_of, &maps)]);
    assert_eq!(loaded.said().len(), 1, "{:?}", loaded.said());
    assert!(loaded.said()[0].contains("`type` (`type` is read from `Role`)"));
    // The column may not take the attribute's name in a table of all columns.
    assert_eq!(loaded.catalog.extra_columns(), ["type (2)"]);
    assert_eq!(loaded.value("A2", "type"), text("Rear"));
    assert_eq!(loaded.value("A", "mark"), text("B-1"));
}

#[test]
fn a_mapping_that_does_nothing_is_an_error() {
    let maps = ["Role=typ", "naem=name", "type=type"];
    let text = "code,name,type,Role\n00000001,A,Rear,x\n";
    let pools = [pool("p.csv", text, &maps), pool("q.csv", &text.replace("0001,A", "0002,B"), &maps)];
    let loaded = loaded(game("code"), Report::Summary, &pools);
    let grave: Vec<&str> =
        loaded.faults.iter().filter(|f| f.level == Level::Error).map(|f| f.message.as_str()).collect();
    assert_eq!(
        grave,
        [
            "a column is mapped to the unknown attribute `typ`; did you mean `type`?",
            "no pool has the column `naem`, which is mapped; did you mean `name`?",
        ]
    );
    // A column of one pool of several is there, whichever pool it is.
    let with = |name: &str, card: &str, kind: &str| {
        let text = format!("code,name,{kind}\n{card},Rear\n");
        pool(name, &text, &["Sort=type"])
    };
    for kinds in [["Sort", "type"], ["type", "Sort"]] {
        let pools = [with("p.csv", "00000001,A", kinds[0]), with("q.csv", "00000002,B", kinds[1])];
        let faults = super::pools::loaded(game("code"), Report::Summary, &pools).faults;
        assert!(faults.is_empty(), "{kinds:?}: {faults:?}");
    }
    let mut map = ColumnMap::default();
    assert!(map.set("Kind").is_err() && map.set("=type").is_err() && map.set("Kind=").is_err());
    assert!(map.set("Kind=type").is_ok() && map.set("kind = type").is_ok());
    assert!(map.set("kind=mark").expect_err("mapped").contains("already mapped to `type`"));
}

#[test]
fn unknown_columns_are_kept_and_told_once() {
    let pool = csv("code,name,type,Artist,Artist,,set\n00000001,A,Rear,Kim,Lee,9,Gala\n");
    assert_eq!(
        pool.said(),
        [
            "unknown-column 1: columns that are no attributes of the game: `Artist`, `Artist`, `column 6`, `set`; they are kept as text"
        ]
    );
    assert_eq!(pool.faults[0].level, Level::Note);
    assert_eq!(pool.catalog.extra_columns(), ["Artist", "Artist (2)", "column 6", "set"]);
    assert_eq!(pool.catalog.card(crate::catalog::CardId(0)).extra.join("/"), "Kim/Lee/9/Gala");
}

#[test]
fn columns_without_end_are_not_kept_without_end() {
    let cards =
        (0..400).map(|i| format!("{{\"code\": \"{i:08}\", \"name\": \"N{i}\", \"type\": \"Rear\", \"k{i}\": 1}}"));
    let pool = read("p.json", &format!("[{}]", cards.collect::<Vec<_>>().join(",")));
    assert_eq!(pool.catalog.len(), 400);
    assert_eq!(pool.catalog.extra_columns().len(), 256);
    assert!(
        pool.said()[0].ends_with("and 388 more; they are kept as text, except 144 beyond the first 256"),
        "{:?}",
        pool.said()
    );
}

#[test]
fn rows_that_name_their_columns_may_differ_in_the_names() {
    let pool = yaml("- {code: 00000001, name: A, kind: Rear}\n- {id: 00000002, name: B, type: Eraser}\n");
    assert_eq!(pool.said(), [""; 0]);
    assert_eq!((pool.value("A", "type"), pool.value("B", "type")), (text("Rear"), text("Eraser")));
    assert!(pool.catalog.extra_columns().is_empty());
    // One that uses both has the better one.
    let pool = yaml("- {name: A, kind: Rear, id: 7, code: 00000001}\n- {id: 00000002, card: B, name: C, kind: Rear}\n");
    assert_eq!(pool.names(), ["A", "C"]);
    assert_eq!(pool.catalog.extra_columns(), ["id", "card"]);
    assert!(pool.catalog.by_code("00000002").is_some());
    assert_eq!(pool.catalog.card(crate::catalog::CardId(0)).extra.join("/"), "7");
}

#[test]
fn a_pool_without_the_column_of_the_identity_says_so_once() {
    let pool = csv("name,type\nA,Rear\nB,Rear\n");
    assert_eq!(
        pool.said(),
        ["card-without-identity 0: the pool has no column for `code`, without which 2 rows are left out"]
    );
    assert!(pool.catalog.is_empty());
}
