//! One edit for each form in which a card can stand in a file.

use rstest::rstest;

use decklint::deck::edit::Draft;

use super::{edited, game};

#[rstest]
// The count is set where it stands, in its own form.
#[case("d.txt", "4 Comb Sentry\n", "add 2 Comb Sentry", "6 Comb Sentry\n")]
#[case("d.txt", "  4x  comb sentry  # hive\r\n", "take 1 Comb Sentry", "  3x  comb sentry  # hive\r\n")]
#[case("d.txt", "Comb Sentry x4\n", "add Comb Sentry", "Comb Sentry x5\n")]
#[case("d.txt", "(4) Comb Sentry (BAR) 12 *F*\n", "take 3 Comb Sentry", "(1) Comb Sentry (BAR) 12 *F*\n")]
#[case("d.txt", "- [4] Comb Sentry\n", "add Comb Sentry", "- [5] Comb Sentry\n")]
#[case(
    "d.txt",
    "SB: 4 Comb Sentry\n1 Honey Vault\n",
    "take 2 Comb Sentry @provisionary",
    "SB: 2 Comb Sentry\n1 Honey Vault\n"
)]
#[case("d.txt", "Comb Sentry\n", "add 2 Comb Sentry", "3 Comb Sentry\n")]
#[case("d.txt", "9 Lives of Perrin\n", "add 2 9 Lives of Perrin", "3 9 Lives of Perrin\n")]
#[case("d.txt", "４ Comb Sentry\n", "add Comb Sentry", "5 Comb Sentry\n")]
// A line that is emptied goes, with what is behind it; the others stay.
#[case(
    "d.txt",
    "# a\nDeck\n4 Comb Sentry # gone\n\n2 Honey Vault\n",
    "take Comb Sentry",
    "# a\nDeck\n\n2 Honey Vault\n"
)]
#[case("d.txt", "2 Honey Vault\n4 Comb Sentry", "take Comb Sentry", "2 Honey Vault\n")]
#[case(
    "d.txt",
    "1 Comb Sentry\n2 Honey Vault\n3 Comb Sentry\n",
    "take 3 Comb Sentry",
    "1 Comb Sentry\n2 Honey Vault\n"
)]
#[case("d.txt", "2 Comb Sentry\n3 Comb Sentry\n", "take 4 Comb Sentry", "1 Comb Sentry\n")]
// A new line is like its neighbour.
#[case("d.txt", "4x Comb Sentry # tag\n", "add 2 Honey Vault", "4x Comb Sentry # tag\n2x Honey Vault\n")]
#[case("d.txt", "Comb Sentry x4\r\n", "add 2 Honey Vault", "Comb Sentry x4\r\nHoney Vault x2\r\n")]
#[case("d.txt", "4 01204428\n", "add 2 Honey Vault", "4 01204428\n2 01204524\n")]
#[case("d.txt", "4 01204428 Comb Sentry", "add 2 Honey Vault", "4 01204428 Comb Sentry\n2 01204524 Honey Vault")]
#[case(
    "d.txt",
    "1 Honey Vault\nSB: 4 Comb Sentry\n",
    "add 2 Nestbreaker @provisionary",
    "1 Honey Vault\nSB: 4 Comb Sentry\nSB: 2 Nestbreaker\n"
)]
// Sections are found, or begun.
#[case(
    "d.txt",
    "Main Deck:\n\nSide:\n1 Honey Vault\n",
    "add Comb Sentry",
    "Main Deck:\n1 Comb Sentry\n\nSide:\n1 Honey Vault\n"
)]
#[case(
    "d.txt",
    "4 Comb Sentry\n",
    "add Nestbreaker @provisionary",
    "4 Comb Sentry\n\nProvisionary Deck\n1 Nestbreaker\n"
)]
#[case("d.txt", "# game: barrenia\n", "add 2 Comb Sentry", "# game: barrenia\n2 Comb Sentry\n")]
#[case(
    "d.txt",
    "4 Comb Sentry\n\n2 Honey Vault\n",
    "add Nestbreaker @provisionary",
    "4 Comb Sentry\n\n2 Honey Vault\n1 Nestbreaker\n"
)]
#[case(
    "d.txt",
    "4 Comb Sentry\n",
    "move 1 Comb Sentry @main>provisionary",
    "3 Comb Sentry\n\nProvisionary Deck\n1 Comb Sentry\n"
)]
// A name of two cards is written with its code.
#[case("d.txt", "4 Comb Sentry\n", "add 2 01204420", "4 Comb Sentry\n2 01204420\n")]
// Unknown cards can be moved and taken.
#[case("d.txt", "4 Comb Sentry\n2 Nobody Home\n", "take Nobody Home", "4 Comb Sentry\n")]
#[case(
    "d.txt",
    "2 Nobody Home # ?\nSide\n1 Nestbreaker\n",
    "move 1 nobody  home @main>provisionary",
    "1 Nobody Home # ?\nSide\n1 Nestbreaker\n1 Nobody Home\n"
)]
// Names.
#[case(
    "d.txt",
    "# game: barrenia\r\n# name: Old one\r\n1 Comb Sentry\r\n",
    "name New: one",
    "# game: barrenia\r\n# name: New: one\r\n1 Comb Sentry\r\n"
)]
#[case("d.txt", "# game: barrenia\n1 Comb Sentry\n", "name New", "# game: barrenia\n# name: New\n1 Comb Sentry\n")]
#[case("d.txt", "1 Comb Sentry\n", "name New", "# name: New\n1 Comb Sentry\n")]
// Without a count one copy has none, several have it in front.
#[case("d.txt", "Comb Sentry\n", "add Honey Vault", "Comb Sentry\nHoney Vault\n")]
#[case("d.txt", "Comb Sentry\n", "add 2 Honey Vault", "Comb Sentry\n2 Honey Vault\n")]
#[case("d.txt", "SB: 4 Comb Sentry\n", "add Honey Vault", "SB: 4 Comb Sentry\n\nMain Deck\n1 Honey Vault\n")]
#[case("d.txt", "Side:\n", "add Comb Sentry", "Side:\n\nMain Deck\n1 Comb Sentry\n")]
fn text(#[case] file: &str, #[case] before: &str, #[case] edit: &str, #[case] after: &str) {
    assert_eq!(edited(&game("barrenia"), file, before, edit).as_deref(), Ok(after));
}

#[rstest]
#[case("count,name\n4,Comb Sentry\n", "add 2 Comb Sentry", "count,name\n6,Comb Sentry\n")]
#[case("count;name;note\r\n\"4\";\"comb sentry\";x\r\n", "take Comb Sentry", "count;name;note\r\n")]
#[case(
    "count,name,note\n4,comb sentry,\"a \"\"b\"\"\"\n",
    "add Comb Sentry",
    "count,name,note\n5,comb sentry,\"a \"\"b\"\"\"\n"
)]
#[case("name\nComb Sentry\n", "add 2 Comb Sentry", "name\nComb Sentry\nComb Sentry\nComb Sentry\n")]
#[case(
    "section,count,code,name,set\nmain,4,01204428,Comb Sentry,A\n",
    "add 2 Toll Collector, Deceased",
    "section,count,code,name,set\nmain,4,01204428,Comb Sentry,A\nmain,2,01204460,\"Toll Collector, Deceased\",\n"
)]
#[case(
    "section,count,name\nDeck,4,Comb Sentry\nDeck,1,Honey Vault",
    "add Nestbreaker @provisionary",
    "section,count,name\nDeck,4,Comb Sentry\nDeck,1,Honey Vault\nprovisionary,1,Nestbreaker"
)]
#[case(
    "section,count,name\nDeck,4,Comb Sentry\nside,1,Nestbreaker\n",
    "add 2 Honey Vault",
    "section,count,name\nDeck,4,Comb Sentry\nDeck,2,Honey Vault\nside,1,Nestbreaker\n"
)]
#[case("count,card\n4,01204428\n", "add Honey Vault", "count,card\n4,01204428\n1,01204524\n")]
#[case("count,name\n4,Comb Sentry\n", "add 2 01204420", "count,name\n4,Comb Sentry\n2,01204420\n")]
#[case(
    "count,code,name\n4,01204428,Comb Sentry\n",
    "add 2 01204420",
    "count,code,name\n4,01204428,Comb Sentry\n2,01204420,Tide Herald\n"
)]
#[case("count\tname\n4\tComb Sentry\n", "add Honey Vault", "count\tname\n4\tComb Sentry\n1\tHoney Vault\n")]
fn tables(#[case] before: &str, #[case] edit: &str, #[case] after: &str) {
    assert_eq!(edited(&game("barrenia"), "d.csv", before, edit).as_deref(), Ok(after));
}

#[rstest]
#[case("main:\n  - 4 Comb Sentry # hive\n", "add Comb Sentry", "main:\n  - 5 Comb Sentry # hive\n")]
#[case("main:\n  - Comb Sentry\n", "add Comb Sentry", "main:\n  - 2 Comb Sentry\n")]
#[case("main:\n- \"4 Comb Sentry\"\n- '1 Honey Vault'\n", "take Comb Sentry", "main:\n- '1 Honey Vault'\n")]
#[case(
    "main:\n  - {card: Comb Sentry, count: 4}\n",
    "take 3 Comb Sentry",
    "main:\n  - {card: Comb Sentry, count: 1}\n"
)]
#[case("main:\n  - {card: Comb Sentry}\n", "add Comb Sentry", "main:\n  - {card: Comb Sentry, count: 2}\n")]
#[case(
    "main:\n  - card: Comb Sentry\n    count: 4 # four\n",
    "add Honey Vault",
    "main:\n  - card: Comb Sentry\n    count: 4 # four\n  - card: Honey Vault\n    count: 1\n"
)]
#[case(
    "main:\n  - card: Comb Sentry\n    count: 4\n  - 1 Honey Vault\n",
    "take Comb Sentry",
    "main:\n  - 1 Honey Vault\n"
)]
#[case("main:\n  - card: Comb Sentry\n", "add Comb Sentry", "main:\n  - card: Comb Sentry\n    count: 2\n")]
#[case("main:\n  Comb Sentry: 4 # x\n  Honey Vault: 1\n", "take 4 Comb Sentry", "main:\n  Honey Vault: 1\n")]
#[case("main:\n  \"01204428\": 4\n", "add 2 Honey Vault", "main:\n  \"01204428\": 4\n  \"01204524\": 2\n")]
#[case("main:\n  - Comb Sentry: 4\n", "add 2 Honey Vault", "main:\n  - Comb Sentry: 4\n  - Honey Vault: 2\n")]
#[case("main: [4 Comb Sentry, 1 Honey Vault]\n", "take Comb Sentry", "main: [1 Honey Vault]\n")]
#[case("main: [4 Comb Sentry, 1 Honey Vault]\n", "take Honey Vault", "main: [4 Comb Sentry]\n")]
#[case("main: {Comb Sentry: 4, Honey Vault: 1}\n", "take Honey Vault", "main: {Comb Sentry: 4}\n")]
#[case(
    "main: {Comb Sentry: 4}\n",
    "add 2 Toll Collector, Deceased",
    "main: {Comb Sentry: 4, \"Toll Collector, Deceased\": 2}\n"
)]
#[case(
    "main: |\n  4 Comb Sentry\n  1x Honey Vault\n",
    "add 2 Nestbreaker; take Comb Sentry",
    "main: |\n  1x Honey Vault\n  2x Nestbreaker\n"
)]
#[case(
    "sections:\n  main: []\n  provisionary:\n",
    "add 2 Comb Sentry; add Nestbreaker @provisionary",
    "sections:\n  main:\n    - 2 Comb Sentry\n  provisionary:\n    - 1 Nestbreaker\n"
)]
#[case(
    "game: barrenia\nmain:\n  - 4 Comb Sentry\n",
    "add Nestbreaker @provisionary",
    "game: barrenia\nmain:\n  - 4 Comb Sentry\nprovisionary:\n  - 1 Nestbreaker\n"
)]
#[case("- 4 Comb Sentry\n", "add Honey Vault", "- 4 Comb Sentry\n- 1 Honey Vault\n")]
#[case(
    "game: barrenia\nname: 'Old'\nmain: [4 Comb Sentry]\n",
    "name It's: new",
    "game: barrenia\nname: 'It''s: new'\nmain: [4 Comb Sentry]\n"
)]
#[case(
    "game: barrenia\nmain: [4 Comb Sentry]\n",
    "name Rook, unbowed",
    "game: barrenia\nname: \"Rook, unbowed\"\nmain: [4 Comb Sentry]\n"
)]
#[case("main:\n  - Comb Sentry: 4\n", "add Comb Sentry", "main:\n  - Comb Sentry: 5\n")]
#[case("main:\n  - Comb Sentry: 4\n  - Honey Vault: 1\n", "take Comb Sentry", "main:\n  - Honey Vault: 1\n")]
#[case("main:\n  card: Comb Sentry\n  count: 4\n", "add 2 Comb Sentry", "main:\n  card: Comb Sentry\n  count: 6\n")]
#[case("main: {card: Comb Sentry, count: 4}\n", "take 3 Comb Sentry", "main: {card: Comb Sentry, count: 1}\n")]
// A comment goes with its card; a sign in a name is none.
#[case("main: [\n  4 Comb Sentry, # one\n  1 Honey Vault\n]\n", "take Comb Sentry", "main: [\n  1 Honey Vault\n]\n")]
#[case("main: [4 Comb Sentry, \"1 Specimen #13\"]\n", "take Specimen #13", "main: [4 Comb Sentry]\n")]
#[case("main: [\"1 Specimen #13\", 4 Comb Sentry]\n", "take Specimen #13", "main: [4 Comb Sentry]\n")]
#[case("main: {}\n", "add 2 Comb Sentry", "main: {Comb Sentry: 2}\n")]
#[case("main:\n", "add 2 Comb Sentry", "main:\n  - 2 Comb Sentry\n")]
// What is a count and what is only a number; code and name as the neighbour has them.
#[case("main:\n  - {card: Comb Sentry, number: 4}\n", "add Comb Sentry", "main:\n  - {card: Comb Sentry, number: 5}\n")]
#[case(
    "main:\n  - {number: 7, card: Comb Sentry, count: 4}\n",
    "add Comb Sentry",
    "main:\n  - {number: 7, card: Comb Sentry, count: 5}\n"
)]
#[case(
    "main:\n  - {code: \"01204428\", name: Comb Sentry, count: 4}\n",
    "add 2 01204420",
    "main:\n  - {code: \"01204428\", name: Comb Sentry, count: 4}\n  - {code: \"01204420\", name: Tide Herald, count: 2}\n"
)]
#[case(
    "main:\n  - {name: Comb Sentry}\n",
    "add 2 01204420",
    "main:\n  - {name: Comb Sentry}\n  - {name: \"01204420\", count: 2}\n"
)]
// Names in the quotes that they need.
#[case(
    "game: barrenia\nname: Old\nmain: [4 Comb Sentry]\n",
    "name New:one",
    "game: barrenia\nname: \"New:one\"\nmain: [4 Comb Sentry]\n"
)]
// Empty places, in every form.
#[case(
    "{main: [], provisionary: [1 Nestbreaker]}\n",
    "add Comb Sentry",
    "{main: [1 Comb Sentry], provisionary: [1 Nestbreaker]}\n"
)]
#[case(
    "{\n  main: [],\n  provisionary: [1 Nestbreaker]\n}\n",
    "add Comb Sentry",
    "{\n  main: [1 Comb Sentry],\n  provisionary: [1 Nestbreaker]\n}\n"
)]
#[case("game: barrenia\ncards: []\n", "add Comb Sentry", "game: barrenia\ncards:\n  - 1 Comb Sentry\n")]
#[case(
    "- {section: main, card: Comb Sentry}\n",
    "add 2 Honey Vault",
    "- {section: main, card: Comb Sentry}\n- {section: main, card: Honey Vault, count: 2}\n"
)]
#[case("main: 4 Comb Sentry\n", "take Comb Sentry; add 2 Honey Vault", "main:\n  - 2 Honey Vault\n")]
#[case("main: 4 Comb Sentry\n", "add Comb Sentry", "main: 5 Comb Sentry\n")]
#[case("sections:\n  main: {card: Comb Sentry, count: 4}\n", "take Comb Sentry", "sections:\n  main: []\n")]
// A tag before a card stays beside it, and is no sign of another program.
#[case("main:\n  - 4 [X1] Comb Sentry\n", "take 1 Comb Sentry", "main:\n  - \"3 [X1] Comb Sentry\"\n")]
#[case("main:\n  - 4 [X1] comb sentry\n", "respell", "main:\n  - \"4 [X1] Comb Sentry\"\n")]
fn yaml(#[case] before: &str, #[case] edit: &str, #[case] after: &str) {
    assert_eq!(edited(&game("barrenia"), "d.yaml", before, edit).as_deref(), Ok(after));
}

#[rstest]
#[case(r#"{"main": ["4 Comb Sentry"]}"#, "add Comb Sentry", r#"{"main": ["5 Comb Sentry"]}"#)]
#[case(
    r#"{"main":[{"card":"Comb Sentry","count":4}]}"#,
    "add 2 Honey Vault",
    r#"{"main":[{"card":"Comb Sentry","count":4}, {"card":"Honey Vault","count":2}]}"#
)]
#[case(
    r#"{"main": {"Comb Sentry": 4, "Honey Vault": "2"}}"#,
    "add Honey Vault",
    r#"{"main": {"Comb Sentry": 4, "Honey Vault": "3"}}"#
)]
#[case(
    "{\n  \"main\": [\n    {\"card\": \"Comb Sentry\", \"count\": 4},\n    {\"card\": \"Honey Vault\", \"count\": 1}\n  ]\n}\n",
    "take Comb Sentry",
    "{\n  \"main\": [\n    {\"card\": \"Honey Vault\", \"count\": 1}\n  ]\n}\n"
)]
#[case(
    "{\n  \"main\": [\n    {\"card\": \"Comb Sentry\", \"count\": 4},\n    {\"card\": \"Honey Vault\", \"count\": 1}\n  ]\n}\n",
    "take Honey Vault",
    "{\n  \"main\": [\n    {\"card\": \"Comb Sentry\", \"count\": 4}\n  ]\n}\n"
)]
#[case(
    r#"{"main": ["4 Comb Sentry"]}"#,
    "add Nestbreaker @provisionary",
    r#"{"main": ["4 Comb Sentry"], "provisionary": ["1 Nestbreaker"]}"#
)]
#[case(r#"{"main": ["4 S\u00e9natrice Florimel"]}"#, "add Sénatrice Florimel", r#"{"main": ["5 Sénatrice Florimel"]}"#)]
#[case(
    r#"{"main": [{"name": "Comb Sentry", "code": "01204428"}]}"#,
    "add 3 Comb Sentry",
    r#"{"main": [{"name": "Comb Sentry", "code": "01204428", "count": 4}]}"#
)]
#[case(
    r#"{"main": [{"card": "Comb Sentry"}]}"#,
    "add 2 01204420",
    r#"{"main": [{"card": "Comb Sentry"}, {"card": "01204420", "count": 2}]}"#
)]
#[case(r#"{"main": ["4 Comb Sentry"]}"#, "name New", r#"{"name": "New", "main": ["4 Comb Sentry"]}"#)]
#[case(
    "{\"main\": [\n  \"4 Comb Sentry\"\n]}\n",
    "add Honey Vault",
    "{\"main\": [\n  \"4 Comb Sentry\",\n  \"1 Honey Vault\"\n]}\n"
)]
// Of entries side by side each takes its comma along.
#[case(
    r#"{"main": ["2 Comb Sentry", "1 Comb Sentry", "1 Honey Vault"]}"#,
    "take Comb Sentry",
    r#"{"main": ["1 Honey Vault"]}"#
)]
#[case(
    r#"{"sections": [{"name": "main", "cards": ["4 Comb Sentry", {"card": "Honey Vault"}]}]}"#,
    "take 1 Comb Sentry; add 2 Honey Vault",
    r#"{"sections": [{"name": "main", "cards": ["3 Comb Sentry", {"card": "Honey Vault", "count": 3}]}]}"#
)]
#[case(r#"{"main": ["4 Comb Sentry"]}"#, "add 1 1204428", r#"{"main": ["5 Comb Sentry"]}"#)]
fn json(#[case] before: &str, #[case] edit: &str, #[case] after: &str) {
    assert_eq!(edited(&game("barrenia"), "d.json", before, edit).as_deref(), Ok(after));
}

#[rstest]
#[case(
    "d.txt",
    "3 honey vault (BAR) 7 # x\n2 Her Majesty Zzephine\n",
    "respell",
    "3 Honey Vault (BAR) 7 # x\n2 Her Majesty Zzéphine\n"
)]
#[case("d.csv", "count,code\n4,1204428\n", "respell", "count,code\n4,01204428\n")]
#[case("d.yaml", "MAIN:\n  - {code: 1204428, count: 4}\n", "respell", "main:\n  - {code: \"01204428\", count: 4}\n")]
#[case("d.txt", "PROV:\n1 nestbreaker\n", "respell", "prov:\n1 Nestbreaker\n")]
// Another picture of a card keeps its name, another word for a section stays.
#[case("d.txt", "Sideboard\n1 rust lancer (gala art)\n", "respell", "Sideboard\n1 Rust Lancer (Gala Art)\n")]
// Code and name contradict each other: only the author knows.
#[case("d.txt", "2 01204428 honey vault\n", "respell", "2 01204428 honey vault\n")]
#[case("d.csv", "count,name\n2,\"honey vault\"\n", "respell", "count,name\n2,Honey Vault\n")]
#[case("d.csv", "count,code,name\n2,01204428,honey vault\n", "respell", "count,code,name\n2,01204428,honey vault\n")]
#[case("d.csv", "count,name\n2,\" honey vault\"\n", "respell", "count,name\n2,\" Honey Vault\"\n")]
#[case("d.csv", "count,name\n2,\"honey vault \"\n", "respell", "count,name\n2,\"Honey Vault \"\n")]
#[case("d.txt", "Nowhere:\n1 Honey Valt\n", "guess", "Nowhere:\n1 Honey Vault\n")]
#[case("d.txt", "2 01204428 honey vault\n", "guess", "2 01204428 Comb Sentry\n")]
#[case("d.txt", "2 Royal-Jelly Smugler # x\n", "guess", "2 Royal-Jelly Smuggler # x\n")]
#[case("d.txt", "2 Comb Sentry\n1 Honey Vault\n1 comb sentry\n", "join", "3 Comb Sentry\n1 Honey Vault\n")]
#[case("d.txt", "2 Comb Sentry\nSide\n1 comb sentry\n", "join", "2 Comb Sentry\nSide\n1 comb sentry\n")]
#[case("d.txt", "2 Comb Sentry\n1 comb sentry # mine\n", "join", "2 Comb Sentry\n1 comb sentry # mine\n")]
// Without a column of counts the rows are the counts.
#[case("d.csv", "name\nComb Sentry\nComb Sentry\n", "join", "name\nComb Sentry\nComb Sentry\n")]
#[case(
    "d.yaml",
    "main: [2 Comb Sentry, 1 Honey Vault, 2 01204428]\n",
    "join",
    "main: [4 Comb Sentry, 1 Honey Vault]\n"
)]
#[case(
    "d.csv",
    "section,count,name\nMain,2,comb sentry\nmain,1,Honey Vault\n",
    "respell",
    "section,count,name\nmain,2,Comb Sentry\nmain,1,Honey Vault\n"
)]
#[case("d.txt", "2 Comb Sentry\n1 comb sentry // mine\n", "join", "2 Comb Sentry\n1 comb sentry // mine\n")]
#[case("d.txt", "2 Comb Sentry\n1 comb sentry\t# mine\n", "join", "2 Comb Sentry\n1 comb sentry\t# mine\n")]
// Where code and name stand side by side; one of them may be empty.
#[case("d.txt", "2 01204428 comb sentry\n", "respell", "2 01204428 Comb Sentry\n")]
#[case("d.txt", "2 01204417 rust lancer (gala art)\n", "respell", "2 01204417 Rust Lancer (Gala Art)\n")]
#[case("d.csv", "count,code,name\n2,1204428,\n", "respell", "count,code,name\n2,01204428,\n")]
#[case("d.csv", "count,code,name\n2,,comb sentry\n", "respell", "count,code,name\n2,,Comb Sentry\n")]
#[case("d.yaml", "main:\n  - {code: '', name: comb sentry}\n", "respell", "main:\n  - {code: '', name: Comb Sentry}\n")]
#[case("d.yaml", "main:\n  - {code: ~, name: comb sentry}\n", "respell", "main:\n  - {code: ~, name: Comb Sentry}\n")]
// In one line, too, cards change places; a sign in a name is no remark.
#[case("d.yaml", "main: [1 Nettle Brood, 4 Comb Sentry]\n", "sort name", "main: [4 Comb Sentry, 1 Nettle Brood]\n")]
#[case(
    "d.json",
    "{\"main\": [\"1 Specimen #13\", \"4 Comb Sentry\"]}\n",
    "sort name",
    "{\"main\": [\"4 Comb Sentry\", \"1 Specimen #13\"]}\n"
)]
fn mending(#[case] file: &str, #[case] before: &str, #[case] edit: &str, #[case] after: &str) {
    assert_eq!(edited(&game("barrenia"), file, before, edit).as_deref(), Ok(after));
}

#[rstest]
#[case(
    "sort name",
    "# game: barrenia\n# about bees\n2 Nettle Brood\n# the guard\n4 Comb Sentry # c\n\n1 Waxwing Courier\n1 Honey Vault",
    "# game: barrenia\n# about bees\n# the guard\n4 Comb Sentry # c\n2 Nettle Brood\n\n1 Honey Vault\n1 Waxwing Courier"
)]
#[case(
    "sort code",
    "1 Honey Vault\n1 Comb Sentry\n1 Nobody\n1 Rust Lancer\n",
    "1 Rust Lancer\n1 Comb Sentry\n1 Honey Vault\n1 Nobody\n"
)]
#[case(
    "sort type",
    "Rears:\n1 Nursery Comb\n1 Honey Vault\nSoldiers:\n1 Nettle Brood\n1 Comb Sentry\n",
    "Rears:\n1 Honey Vault\n1 Nursery Comb\nSoldiers:\n1 Comb Sentry\n1 Nettle Brood\n"
)]
#[case("sort size", "1 Nursery Comb\n1 Honey Vault\n1 Comb Sentry\n", "1 Comb Sentry\n1 Honey Vault\n1 Nursery Comb\n")]
#[case(
    "fmt",
    "SIDEBOARD: (2)\n  x2 nestbreaker  # s  \nDeck\nComb Sentry\t# one\n4 x Honey Vault (BAR) 12\n",
    "Provisionary Deck: (2)\n2 Nestbreaker  # s\nMain Deck\n1 Comb Sentry\t# one\n4 Honey Vault (BAR) 12\n"
)]
// Only lines that stand together change places; comments above go with theirs, whatever the line ends.
#[case("sort name", "Main Deck\n1 Honey Vault\n\n1 Comb Sentry\n", "Main Deck\n1 Honey Vault\n\n1 Comb Sentry\n")]
#[case(
    "sort name",
    "Main Deck\r\n2 Nettle Brood\r\n# the guard\r\n# at night\r\n4 Comb Sentry\r\n",
    "Main Deck\r\n# the guard\r\n# at night\r\n4 Comb Sentry\r\n2 Nettle Brood\r\n"
)]
#[case("fmt", "Main Deck\nComb Sentry x4 # one\nHoney Vault x2\n", "Main Deck\n4 Comb Sentry # one\n2 Honey Vault\n")]
fn order(#[case] edit: &str, #[case] before: &str, #[case] after: &str) {
    assert_eq!(edited(&game("barrenia"), "d.txt", before, edit).as_deref(), Ok(after));
}

#[rstest]
#[case("d.txt", "4 Comb Sentry\n", "take 5 Comb Sentry", "there are only 4 copies in the section Main Deck")]
#[case("d.txt", "1 Comb Sentry\n", "take 2 Comb Sentry", "there is only 1 copy in the section Main Deck")]
#[case(
    "d.txt",
    "1 Comb Sentry\n",
    "take 1 Comb Sentry @provisionary",
    "there is no copy in the section Provisionary Deck"
)]
// What stands behind the blank line would become the main section.
#[case("d.txt", "4 Comb Sentry\n\n2 Honey Vault\n", "take Comb Sentry", "would not read back")]
#[case("d.json", "{\"main\": \"4 Comb Sentry\\n1 Honey Vault\"}", "take Comb Sentry", "not found in the file")]
#[case("d.txt", "4 Comb Sentry\n", "add Tide Herald", "is the name of 2 cards")]
#[case("d.txt", "4 Comb Sentry\n", "add Comb Sentri", "did you mean `Comb Sentry`?")]
#[case("d.txt", "4 Comb Sentry\n", "add 2 01204428 Honey Vault", "correct the code or the name")]
#[case("d.txt", "4 Comb Sentry\n", "add 0 Comb Sentry", "puts no copy into the deck")]
#[case("d.txt", "4 Comb Sentry\n", "add 999 Comb Sentry", "more than 999")]
#[case("d.txt", "4 Comb Sentry\n", "move 1 Comb Sentry @main>main", "already")]
#[case("d.txt", "4 Comb Sentry\n", "name  ", "one line of text")]
#[case("d.csv", "count,name\n4,Comb Sentry\n", "add Nestbreaker @provisionary", "no column of sections")]
#[case("d.yaml", "main: {card: Comb Sentry, count: 4}\n", "add Honey Vault", "decklint convert")]
#[case("d.yaml", "- 4 Comb Sentry\n", "name New", "decklint convert")]
#[case("d.yaml", "main: &a [4 Comb Sentry]\nprovisionary: *a\n", "add 1 Comb Sentry", "decklint convert")]
#[case("d.yaml", "main: [\n  4 Comb Sentry, # one\n  1 Honey Vault\n]\n", "take Honey Vault", "decklint convert")]
#[case("d.yaml", "main: ''\n", "add Comb Sentry", "decklint convert")]
// An anchor or a sign of YAML before the entry would be lost.
#[case("d.yaml", "main:\n  - &a 4 Comb Sentry\n  - 2 Honey Vault\n", "take Comb Sentry", "decklint convert")]
#[case("d.yaml", "main:\n  ? Comb Sentry\n  : 4\n  Honey Vault: 2\n", "take Comb Sentry", "decklint convert")]
#[case(
    "d.yaml",
    "main:\n  card: Comb Sentry\n  count: 4\nside: [1 Nestbreaker]\n",
    "take Comb Sentry",
    "decklint convert"
)]
fn refusals(#[case] file: &str, #[case] before: &str, #[case] edit: &str, #[case] words: &str) {
    let refused = edited(&game("barrenia"), file, before, edit).expect_err("refused").to_string();
    assert!(refused.contains(words), "{refused}");
}

/// A heading that is right is not said to be written anew.
#[test]
fn only_what_changes_is_told() {
    let game = game("barrenia");
    let told = |text: &str, whole: bool| {
        let mut draft = Draft::new("d.txt", text, &game.spec, &game.catalog).expect("a deck");
        if whole { draft.format() } else { draft.respell() }.expect("done").0
    };
    for whole in [false, true] {
        assert_eq!(told("Main Deck\n1 Comb Sentry\nSB: 1 Nestbreaker\n", whole), [""; 0], "{whole}");
    }
    assert_eq!(told("main  deck:\n1 Comb Sentry\n", false), ["wrote the heading `Main Deck` for `main  deck`"]);
    // Rows of a table without counts cannot be joined.
    let mut rows = Draft::new("d.csv", "name\nComb Sentry\nComb Sentry\n", &game.spec, &game.catalog).expect("a deck");
    assert_eq!(rows.join_lines().expect("done").0, [""; 0]);
}

/// Many lines may change in one step.
#[test]
fn thousands_of_lines_are_joined() {
    let lines = "1 Comb Sentry\n1 Honey Vault\n1 Nestbreaker\n".repeat(700);
    let joined = edited(&game("barrenia"), "d.txt", &lines, "join");
    assert_eq!(joined.as_deref(), Ok("700 Comb Sentry\n700 Honey Vault\n700 Nestbreaker\n"));
}
