//! Every edit of every form of a file, told in a row each: what it makes of the text, or why it is refused.

use std::fmt::Write as _;

use decklint::deck::edit::blank;
use decklint::deck::format::{Format, open};
use decklint::text::Source;

use super::{edited, game};

const EDITS: &[&str] = &[
    "add 2 Honey Vault",
    "add Comb Sentry",
    "add Nestbreaker @provisionary",
    "take 1 Comb Sentry",
    "take Comb Sentry",
    "take 9 Comb Sentry",
    "take Comb Sentry; take Honey Vault",
    "move 1 Comb Sentry @main>provisionary",
    "move Honey Vault @main>provisionary",
    "name New",
    "sort name",
    "join",
    "respell",
    "guess",
    "fmt",
];

fn all(file: &str, texts: &[&str]) -> String {
    let game = game("barrenia");
    let mut out = String::new();
    for text in texts {
        _ = writeln!(out, "{file}: {}", text.escape_debug());
        for edit in EDITS {
            match edited(&game, file, text, edit) {
                Ok(after) if after == *text => {}
                Ok(after) => _ = writeln!(out, "    {edit:<38} {}", after.escape_debug()),
                Err(e) => _ = writeln!(out, "    {edit:<38} refused: {}", e.0),
            }
        }
    }
    out
}

#[test]
fn lines() {
    insta::assert_snapshot!(all(
        "d.txt",
        &[
            "4 Comb Sentry\r2 Honey Vault\r",
            "Main Deck\r\n4 Comb Sentry\r\n\r\nSide\r\n1 Nestbreaker",
            "2 Comb Sentry\n1 comb sentry # mine\n3 Comb Sentry\n2 Honey Vault\n",
            "4 [01204428] Comb Sentry\n1 [01204524] honey vault\n",
            "01204428 Comb Sentry\n01204428\n01204428\tHoney Vault\n",
            "4 1204428\n2 01204428 Honey Vault\n1 00000000 Comb Sentry\n",
            "// name: A\n-4 x\n4 Comb Sentry (BAR) 12 *F*\n1 Nobody Home\n",
            "Nowhere:\n4 Comb Sentry\nMain:\n1 Honey Valt\n",
            "Comb Sentry\nComb Sentry\nHoney Vault\n",
            "SB: 4 Comb Sentry\nComb Sentry x2\n\n\n",
            "4 Rust Lancer (Gala Art)\n1 Dusk // Dawn Sisters\n3 rust lancer\n",
            "# notes: a\n\n# Soldiers\n2 Comb Sentry\n\n# Rear\n1 Honey Vault # one\n",
            "main\n4 Comb Sentry\nprovisionary:\n1 Nestbreaker\n",
            "[Main]\n4 Comb Sentry\n[Prov]\n1 Nestbreaker\n",
            "",
            "\n\n",
        ]
    ));
}

#[test]
fn tables() {
    insta::assert_snapshot!(all(
        "d.csv",
        &[
            "count,name\n4,Comb Sentry\n2,\"Honey Vault\"\n",
            "name\nComb Sentry\nComb Sentry\n\"Honey Vault\"",
            "section;count;name;note\nmain;4;comb sentry;x\nprovisionary;1;Nestbreaker;\n;2;Honey Vault;\n",
            "code,count\n01204428,4\n1204428,1\n",
            "code,name,count\n01204428,Comb Sentry,4\n01204524,comb sentry,1\n,Honey Vault,2\n01204524,,3\n",
            "count,name\r\n\"4\",\"Comb Sentry\" # ignore RES001: x\r\n1,Nobody\r\n",
            "name,count\nComb Sentry,\nHoney Vault\n",
            "name,main,side\nComb Sentry,4,1\nHoney Vault,0,2\n",
            "# name: Old\ncount\tname\n4\tComb Sentry\n\n2\tHoney Vault\n",
            "code,name,count\n1204428,comb sentry,1\n01204428,comb sentry,2\n,honey vault,2\n01204428,Honey Vault,1\n01204524, ,3\n",
            "count,name,code\n2,\"comb sentry\",\n1,honey vault,\"\"\n",
            "count,name\n",
        ]
    ));
}

#[test]
fn yaml() {
    insta::assert_snapshot!(all(
        "d.yaml",
        &[
            "main:\n  - 4 Comb Sentry\n  - 2 Honey Vault # two\nprovisionary: []\n",
            "main: [4 Comb Sentry, '2 Honey Vault']\nprovisionary:\n",
            "main: {Comb Sentry: 4, Honey Vault: 2}\nprovisionary: {}\n",
            "main:\n  Comb Sentry: 4\n  'Honey Vault': 2\n",
            "main:\n  - Comb Sentry: 4\n  - Honey Vault: 2\n",
            "main:\n  - {card: Comb Sentry, count: 4}\n  - {name: Honey Vault, code: '01204524'}\n",
            "main:\n  - card: Comb Sentry\n    count: 4\n    note: mine\n  - card: Honey Vault\n",
            "- {card: Comb Sentry, section: main, count: 4}\n- {card: Nestbreaker, section: side}\n",
            "main: Comb Sentry\nprovisionary: 2 Nestbreaker\n",
            "main:\n  card: Comb Sentry\n  count: 4\n",
            "main: {card: Comb Sentry, count: 4}\n",
            "main:\n- 4 Comb Sentry\n-   2 Honey Vault\nprovisionary:\n- 1 Nestbreaker\n",
            "main:\n  - - 4 Comb Sentry\n    - 2 Honey Vault\n",
            "main: |\n  4 Comb Sentry\n  2 Honey Vault\n",
            "game: barrenia\nname: 'Old'\nsections:\n  main:\n    - 4 Comb Sentry\n",
            "main: [\n  4 Comb Sentry,\n  2 Honey Vault,\n]\n",
            "main: [\"4 Comb Sentry\"]\nprovisionary: ~\n",
            "main:\n  - 'Comb Sentry'\n  - \"Comb Sentry\"\n  - comb  sentry\n",
            "main:\r\n  - 4 Comb Sentry\r\n  - {code: 1204428, count: 2}\r\n",
            "main:\n  - {code: '01204524', name: Comb Sentry}\n  - {code: '99999999', name: Comb Sentry}\n",
            "main:\n  - comb sentry: 4\n  - {honey vault: 2}\n",
            "name: ~\nmain: [4 Comb Sentry]\n",
            "name:\nmain:\n  - 4 Comb Sentry\n",
            "name: [a]\nmain: [4 comb sentry]\n",
            "main: {comb sentry: 4}\n",
            "main:\n  - card: comb sentry\n    code: 1204428\n  - {name: honey vault, code: ''}\n",
            "main :  [ 4 Comb Sentry ,  2 Honey Vault ]\nprovisionary : { Nestbreaker : 1 }\n",
            "main:\n  Comb Sentry : 4\nprovisionary:\n  Nestbreaker:   1\n",
            "main:\n    -   4 Comb Sentry\n    -   2 Honey Vault\nprovisionary: {Nestbreaker: 1}\n",
            "main:\n  # the hive\n  - 4 Comb Sentry\n\n  # other\n  - 2 Honey Vault\n# end\n",
        ]
    ));
}

#[test]
fn json() {
    insta::assert_snapshot!(all(
        "d.json",
        &[
            "{\"main\": [\"4 Comb Sentry\", \"2 Honey Vault\"], \"provisionary\": []}",
            "{\n  \"main\": [\n    \"4 Comb Sentry\",\n    \"2 Honey Vault\"\n  ]\n}\n",
            "{\"main\": {\"Comb Sentry\": 4}, \"provisionary\": {}}",
            "{\n  \"main\": {\n    \"Comb Sentry\": 4,\n    \"Honey Vault\": 2\n  }\n}",
            "[{\"card\": \"Comb Sentry\", \"count\": 4}, {\"card\": \"Nestbreaker\", \"section\": \"side\"}]",
            "{\"main\": [{\"code\": 1204428, \"count\": 4}, {\"name\": \"Honey Vault\"}]}",
            "{\"main\": \"Comb Sentry\", \"name\": \"\"}",
            "{\"main\": [\"Comb Sentry\", \"Comb Sentry\"], \"provisionary\": null}",
            "{\"game\": \"barrenia\", \"sections\": {\"main\": []}}",
            "{\"name\": null, \"main\": [\n  \"4 Comb Sentry\"\n], \"provisionary\":\n  []\n}\n",
            "{\n\t\"main\" : { \"Comb Sentry\" : 4 },\n\t\"provisionary\" : [ ]\n}\n",
            "{\"main\": [4, null, \"comb sentry\"]}",
            "{\"main\": [\"4 Comb Sentry\",\n    \"2 Honey Vault\"], \"provisionary\": {\"Nestbreaker\": 1}}",
            "{}",
        ]
    ));
}

/// A name of any kind is read back as it was given, or refused.
#[test]
fn names_of_all_kinds() {
    let barrenia = game("barrenia");
    let files = [
        ("d.yaml", "name: Old\nmain: []\n"),
        ("d.yaml", "name: 'Old'\nmain: []\n"),
        ("d.yaml", "name: \"Old\"\nmain: []\n"),
        ("d.yaml", "main: []\n"),
        ("d.json", "{\"name\": \"Old\", \"main\": []}"),
        ("d.csv", "# name: Old\ncount,name\n"),
        ("d.txt", "4 Comb Sentry\n"),
    ];
    let names = [
        "New", "[x]", "- a", "-a", "_a", "'a", "a: b", "a:b", "a # b", "#a", "\"a\"", "true", "12", "1.5", "~", "a\tb",
        "é", "{a}", "&a", "*a", "!a", "%a", "@a", "`a", "a:", "? a", "|", "> a", "a\u{7}b", "a\\b", "it's", "null",
        "x, y", "Off",
    ];
    let mut out = String::new();
    for name in names {
        _ = writeln!(out, "{}", name.escape_debug());
        for (file, text) in files {
            match edited(&barrenia, file, text, &format!("name {name}")) {
                Ok(after) => {
                    let source = Source::new(file, after.as_str());
                    let read = open(&source).expect("a deck").header(&source).0.name.map(|n| n.value);
                    assert_eq!(read.as_deref(), Some(name), "{after}");
                    _ = writeln!(out, "    {}", after.escape_debug());
                }
                Err(e) => _ = writeln!(out, "    {file} refused: {}", e.0),
            }
        }
    }
    insta::assert_snapshot!(out);
}

/// New files, each in its format.
#[test]
fn blanks() {
    let barrenia = game("barrenia");
    let mut out = String::new();
    for &format in Format::ALL {
        for name in [None, Some("A: \"b\"")] {
            _ = writeln!(out, "{} {}", format.about().id, blank(&barrenia.spec, name, format).escape_debug());
        }
    }
    insta::assert_snapshot!(out);
}
