//! `decklint cards import` and `decklint list import`: what they write, and only where they were told to.

use std::path::Path;
use std::sync::Arc;

use decklint::catalog::import::{Options, import, open};
use decklint::catalog::{Catalog, ColumnMap, Pool, Report, load};
use decklint::spec::GameSpec;
use decklint::text::{FileId, Source};
use proptest::prelude::*;

use crate::support::{Ran, game_ids, root, run, run_in, session};

fn spec(game: &str) -> GameSpec {
    let text = std::fs::read_to_string(root().join("cards").join(game).join("game.yaml")).expect("game.yaml");
    GameSpec::parse(&text, FileId(9)).unwrap_or_else(|e| panic!("{e:#?}"))
}

fn pool(name: &str, text: String) -> Pool {
    Pool { source: Arc::new(Source::new(name, text)), file: FileId(1), columns: ColumnMap::default() }
}

fn imported(spec: &GameSpec, name: &str, bytes: Vec<u8>) -> Result<String, String> {
    let opened = open(name, bytes, &Options::default()).map_err(|e| e.to_string())?;
    Ok(import(spec, &pool(name, opened.text), opened.kind, &Options::default()).csv)
}

fn cards(catalog: &Catalog) -> Vec<String> {
    let printings = |card: &decklint::catalog::Card| {
        card.spellings().map(|(code, name)| format!("{code:?} {name}")).collect::<Vec<_>>()
    };
    catalog.cards().map(|(_, card)| format!("{:?} {:?}", card.values, printings(card))).collect()
}

/// What `import` writes of a pool is the same pool, and once more the same text.
#[test]
fn a_pool_comes_through_unchanged() {
    let session = session();
    for id in game_ids() {
        let bytes = std::fs::read(root().join("cards").join(&id).join("cards.csv")).expect("cards.csv");
        let spec = spec(&id);
        let csv = imported(&spec, "cards.csv", bytes).expect("a pool");
        let (catalog, faults) = load(&spec, &[pool("cards.csv", csv.clone())], Report::Full);
        assert!(faults.is_empty(), "{id}: {faults:#?}");
        let own = session.game(&id).expect("a shipped game");
        assert_eq!(cards(&catalog), cards(&own.catalog), "{id}");
        assert_eq!(imported(&spec, "cards.csv", csv.clone().into_bytes()).as_ref(), Ok(&csv), "{id}");
    }
}

/// What `cards --format json` and `--format csv` export comes back as the same cards, but for their printings.
#[test]
fn an_export_comes_back() {
    for id in game_ids() {
        let spec = spec(&id);
        let values = |csv: String| -> Vec<String> {
            let (catalog, _) = load(&spec, &[pool("cards.csv", csv)], Report::Full);
            catalog.cards().map(|(_, card)| format!("{:?}", card.values)).collect()
        };
        let [csv, json] = ["csv", "json"].map(|format| run(&format!("cards {id} --format {format}")).out.into_bytes());
        let (csv, json) = (imported(&spec, "e.csv", csv), imported(&spec, "e.json", json));
        assert_eq!(values(csv.expect("csv")), values(json.expect("json")), "{id}");
    }
}

/// The same cards in the two kinds of spreadsheet are the same pool; numbers keep no decimals and codes their zeros.
#[test]
#[cfg(feature = "spreadsheets")]
fn spreadsheets_are_read() {
    let run_one = |file: &str, more: &str| {
        run(&format!("cards import tests/pools/{file} --game barrenia --map Points=size {more}"))
    };
    let (xlsx, ods) = (run_one("club.xlsx", "--sheet Cards"), run_one("club.ods", ""));
    assert_eq!((xlsx.code, &xlsx.out), (1, &ods.out), "{}", xlsx.err);
    assert!(xlsx.out.contains("\n00120001,Orchard Wasp,Soldier,Hive Union,,1,"), "{}", xlsx.out);
    // Lines of the table are rows of the sheet.
    assert!(
        xlsx.err.contains("tests/pools/club.xlsx:7:1") && ods.err.contains("tests/pools/club.ods:5:1"),
        "{}",
        xlsx.err
    );
    assert!(xlsx.err.contains("the sheet `Cards` was read, not `Cover`"), "{}", xlsx.err);
    let ran = run_one("club.xlsx", "--sheet Card");
    assert!(ran.code == 2 && ran.err.contains("there is no sheet `Card`; did you mean `Cards`?"), "{}", ran.err);
    let ran = run_one("club.xlsx", "");
    assert!(ran.code == 2 && ran.err.contains("gave no card"), "{}", ran.err);
}

/// Two cells at far corners would be a sheet of 17 thousand million.
#[test]
#[cfg(feature = "spreadsheets")]
fn a_sheet_that_claims_to_be_huge_is_refused() {
    let bytes = std::fs::read(root().join("tests/pools/huge.xlsx")).expect("huge.xlsx");
    let told = imported(&spec("barrenia"), "huge.xlsx", bytes.clone()).expect_err("refused");
    assert!(told.contains("1048576 rows and 16384 columns"), "{told}");
    // Another sheet of the same file is looked at alone.
    let options = Options { sheet: Some("Cards".to_owned()), ..Options::default() };
    assert_eq!(
        open("huge.xlsx", bytes, &options).map(|opened| opened.text).map_err(|e| e.to_string()),
        Ok(String::new())
    );
}

#[test]
#[cfg(feature = "sqlite")]
fn databases_are_read_and_never_written() {
    let case = tempfile::tempdir().expect("a folder");
    let path = case.path().join("club.cdb");
    let mut bytes = std::fs::read(root().join("tests/pools/club.cdb")).expect("club.cdb");
    // In write-ahead mode, as programs leave them that were killed.
    bytes[18..20].copy_from_slice(&[2, 2]);
    std::fs::write(&path, &bytes).expect("a copy");
    std::fs::write(case.path().join("club.cdb-wal"), "log").expect("a log");
    let ran = run_in(case.path(), ["cards", "import", "club.cdb", "--game", "barrenia"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.out.contains("\n00120001,Orchard Wasp,33,") && ran.out.contains("\"Stings.\nTwice.\""), "{}", ran.out);
    // Another painting names its card.
    assert!(ran.out.contains("\n90000005,Orchard Wasp,") && ran.out.ends_with(",00120001\n"), "{}", ran.out);
    for part in
        ["1 row of `texts`", "the row of `90000006` has no `name`", "club.cdb-wal", "columns left out: atk, def, level"]
    {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
    assert_eq!(std::fs::read(&path).expect("still there"), bytes);
    assert_eq!(std::fs::read_dir(case.path()).expect("a folder").count(), 2);
    let other = rusqlite::Connection::open(case.path().join("other.db")).expect("a database");
    other
        .execute_batch("create table a(x); create view datas as select 1; create view texts as select 1;")
        .expect("sql");
    drop(other);
    let ran = run_in(case.path(), ["cards", "import", "other.db", "--game", "barrenia"]);
    assert!(ran.code == 2 && ran.err.contains("expected, found a"), "{}", ran.err);
    // One of the two tables is not enough.
    for table in ["datas", "texts"] {
        let name = format!("{table}.db");
        let half = rusqlite::Connection::open(case.path().join(&name)).expect("a database");
        half.execute_batch(&format!("create table {table}(id);")).expect("sql");
        drop(half);
        let ran = run_in(case.path(), ["cards", "import", &name, "--game", "barrenia"]);
        assert!(ran.code == 2 && ran.err.contains(&format!("expected, found {table}")), "{}", ran.err);
    }
    // Where every text has its numbers nothing is said of it.
    std::fs::copy(root().join("tests/pools/club.cdb"), case.path().join("whole.cdb")).expect("a copy");
    let whole = rusqlite::Connection::open(case.path().join("whole.cdb")).expect("a database");
    whole.execute_batch("delete from texts where id not in (select id from datas);").expect("sql");
    drop(whole);
    let ran = run_in(case.path(), ["cards", "import", "whole.cdb", "--game", "barrenia"]);
    assert!(ran.out.contains("\n00120001,Orchard Wasp,33,") && !ran.err.contains("of `texts`"), "{}", ran.err);
}

#[test]
fn a_build_without_a_reader_says_so() {
    for (file, feature, there) in
        [("club.cdb", "sqlite", cfg!(feature = "sqlite")), ("club.ods", "spreadsheets", cfg!(feature = "spreadsheets"))]
    {
        let ran = run(&format!("cards import tests/pools/{file} --game barrenia"));
        let told = ran.err.contains(&format!("a build with the feature `{feature}`"));
        assert_eq!((told, ran.code == 2), (!there, !there), "{}", ran.err);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A broken database or spreadsheet is told, never a panic.
    #[test]
    fn broken_files_are_told(file in 0..3_usize, cut in 0..9000_usize, at in 0..9000_usize, byte in any::<u8>()) {
        let file = ["club.cdb", "club.xlsx", "club.ods"][file];
        let mut bytes = std::fs::read(root().join("tests/pools").join(file)).expect(file);
        let length = bytes.len();
        bytes[at % length] = byte;
        if cut % 3 == 0 {
            bytes.truncate(cut % length);
        }
        let _ = imported(&spec("barrenia"), file, bytes);
    }
}

struct Case(tempfile::TempDir);

impl Case {
    fn new() -> Self {
        let case = Case(tempfile::tempdir().expect("a folder"));
        for name in ["carddata.txt", "parallel.json", "lflist.conf"] {
            std::fs::copy(root().join("tests/pools").join(name), case.0.path().join(name)).expect(name);
        }
        case
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).expect(name)
    }

    #[track_caller]
    fn run(&self, code: i32, args: &str) -> Ran {
        let ran = run_in(self.path(), args.split_whitespace());
        assert_eq!(ran.code, code, "{args}: {}{}", ran.out, ran.err);
        ran
    }
}

#[test]
fn pools_go_to_standard_output_or_a_new_file() {
    let case = Case::new();
    let line = "cards import parallel.json --game parallel --map card_type=type --map stats.cost=cost";
    let out = case.run(1, line).out;
    let ran = case.run(1, &format!("{line} -o new.csv"));
    assert_eq!((ran.out.as_str(), case.text("new.csv")), ("", out.clone()));
    // Places of the lint lie in the new file.
    assert!(ran.err.contains("new.csv:4:19"), "{}", ran.err);
    case.run(1, "cards parallel --lint new.csv");
    std::fs::write(case.path().join("new.csv"), "mine").expect("a file");
    let ran = case.run(2, &format!("{line} -o new.csv"));
    assert!(ran.err.contains("`new.csv` exists; `--force` replaces it"), "{}", ran.err);
    assert_eq!(case.text("new.csv"), "mine");
    case.run(1, &format!("{line} -o new.csv --force"));
    assert_eq!(case.text("new.csv"), out);
    let ran = case.run(2, &format!("{line} -o new.json"));
    assert!(ran.err.contains("ends in .csv"), "{}", ran.err);
    assert_eq!(std::fs::read_dir(case.path()).expect("a folder").count(), 4);
}

#[test]
fn faults_of_use_are_told() {
    let case = Case::new();
    for (args, message) in [
        ("missing.csv --game parallel", "there is no such file"),
        ("parallel.json --game paralel", "did you mean `parallel`"),
        ("parallel.json --game parallel --map cost", "the form is COLUMN=ATTRIBUTE"),
        ("parallel.json --game parallel --path data.card", "did you mean `cards`"),
        ("carddata.txt --game barrenia", "no column holds `code`"),
        ("parallel.json", "--game <GAME>"),
    ] {
        let ran = case.run(2, &format!("cards import {args}"));
        assert!(ran.err.contains(message) && ran.out.is_empty(), "{args}: {}", ran.err);
    }
    // A clean pool is no finding.
    std::fs::write(case.path().join("ok.csv"), "name,kind,strength\nOrchard Wasp,fighter,2\n").expect("a file");
    let games = root().join("examples/games");
    let ran = case.run(0, &format!("cards import ok.csv --games {} --game skirmish", games.display()));
    assert_eq!(ran.out, "name,kind,strength\nOrchard Wasp,Fighter,2\n");
}

#[test]
fn the_other_forms_of_cards_still_work() {
    assert_eq!(run("cards scales --limit 1 --format csv").code, 0);
    let ran = run("cards");
    assert!(ran.code == 2 && ran.err.contains("<GAME>"), "{}", ran.err);
    let ran = run("cards scales import");
    assert_eq!(ran.code, 0, "a search: {}", ran.err);
}

#[test]
fn lists_become_layers() {
    let case = Case::new();
    let ran = case.run(2, "list import lflist.conf --game barrenia");
    assert!(ran.err.contains("there are 3 lists: `Club 2020.1`, `Club Starter`, `Empty`"), "{}", ran.err);
    let ran = case.run(2, "list import lflist.conf --list Club");
    assert!(ran.err.contains("there is no list `Club`"), "{}", ran.err);
    let ran = case.run(1, "list import lflist.conf --game barrenia --all -o layers");
    assert!(ran.err.contains("`99999999` is the code of no card of the pool"), "{}", ran.err);
    let text = case.text("layers/club-2020-1.yaml");
    for part in ["ban:\n  - {card: \"01204417\"} # Rust Lancer", "max: 1} # Piston Page", "#   99999999 2 --gone"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // All of them can be used; the deck breaks the list.
    for layer in ["club-2020-1", "club-starter", "empty"] {
        let ran = case.run(0, &format!("rules barrenia --layer layers/{layer}.yaml"));
        assert!(!ran.err.contains("error"), "{layer}: {}", ran.err);
    }
    std::fs::write(case.path().join("deck.txt"), "# game: barrenia\n2 Piston Page\n1 Rust Lancer\n1 Waxwing Courier\n")
        .expect("a deck");
    let ran = case.run(1, "check --draft --layer layers/club-2020-1.yaml deck.txt");
    assert!(ran.out.contains("LAY010") && ran.out.contains("LAY011") && !ran.out.contains("LAY013"), "{}", ran.out);
    let ran = case.run(1, "check --draft --layer layers/club-starter.yaml deck.txt");
    assert!(ran.out.contains("LAY013") && ran.out.contains("LAY011") && !ran.out.contains("LAY010"), "{}", ran.out);
    // One of them exists: none is written.
    std::fs::remove_file(case.path().join("layers/empty.yaml")).expect("removed");
    let ran = case.run(2, "list import lflist.conf --all -o layers");
    assert!(ran.err.contains("nothing was written") && !case.path().join("layers/empty.yaml").exists(), "{}", ran.err);
    // The layer is called like its file.
    case.run(0, "list import lflist.conf --game barrenia --list empty -o mine.yaml");
    assert!(case.text("mine.yaml").contains("layer: mine\n"));
}
