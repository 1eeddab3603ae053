//! Reading, resolving and checking one deck in memory, and loading card pools. `cargo bench`.

use std::fmt::Write;
use std::sync::Arc;

use decklint::catalog::{ColumnMap, Pool, Report, load};
use decklint::deck::{format, resolve};
use decklint::diagnostics::Levels;
use decklint::game::{DeckInput, Game, Games, Options, Session, check};
use decklint::rules::run;
use decklint::text::{FileId, Source, Sources};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

fn session() -> Session {
    Session::new(Sources::default(), Games::shipped(), Options::default())
}

fn barrenia(session: &Session) -> Arc<Game> {
    session.game("barrenia").expect("a shipped game")
}

/// A legal deck of 40 to 60 cards on so many lines, in a format.
fn deck(game: &Game, lines: usize, name: &str) -> Arc<Source> {
    let kind = game.spec.attribute("type").expect("type");
    let soldiers =
        game.catalog.cards().filter(|(_, c)| c.values[kind] == decklint::catalog::Value::Text("Soldier".into()));
    let codes: Vec<&str> = soldiers.filter_map(|(_, c)| c.code.as_deref()).take(lines).collect();
    let count = if lines > 20 { 1 } else { 3 };
    let mut text = match name {
        "deck.csv" => "count,code\n".to_owned(),
        "deck.yaml" => "main:\n".to_owned(),
        "deck.json" => "{\"main\": [".to_owned(),
        _ => String::new(),
    };
    for (i, code) in codes.iter().enumerate() {
        let comma = if i > 0 { "," } else { "" };
        let _ = match name {
            "deck.csv" => writeln!(text, "{count},{code}"),
            "deck.yaml" => writeln!(text, "  - {{code: {code}, count: {count}}}"),
            "deck.json" => write!(text, "{comma}{{\"code\": \"{code}\", \"count\": {count}}}"),
            _ => writeln!(text, "{count} {code}"),
        };
    }
    if name == "deck.json" {
        text.push_str("]}");
    }
    Arc::new(Source::new(name, text))
}

const FORMATS: &[&str] = &["deck.txt", "deck.csv", "deck.yaml", "deck.json"];

/// From the text to the deck with its cards looked up, as in a check.
#[divan::bench(args = FORMATS)]
fn read_18_lines(bencher: Bencher, name: &str) {
    read(bencher, name, 18);
}

#[divan::bench(args = FORMATS)]
fn read_60_lines(bencher: Bencher, name: &str) {
    read(bencher, name, 60);
}

fn read(bencher: Bencher, name: &str, lines: usize) {
    let session = session();
    let game = barrenia(&session);
    let source = deck(&game, lines, name);
    bencher.bench(|| {
        let document = format::open(&source).expect("a deck");
        black_box(document.deck(&source, &game.spec, &game.catalog)).0.lines.len()
    });
}

#[divan::bench(args = [18, 60])]
fn resolve_text(bencher: Bencher, lines: usize) {
    let session = session();
    let game = barrenia(&session);
    let source = deck(&game, lines, "deck.txt");
    let document = format::open(&source).expect("a deck");
    let (raw, _) = document.read(&source, &game.spec);
    bencher.bench(|| black_box(resolve(&raw, &game.spec, &game.catalog)).0.lines.len());
}

#[divan::bench(args = [18, 60])]
fn run_the_rules(bencher: Bencher, lines: usize) {
    let session = session();
    let game = barrenia(&session);
    let source = deck(&game, lines, "deck.txt");
    let document = format::open(&source).expect("a deck");
    let (raw, _) = document.read(&source, &game.spec);
    let (deck, _) = resolve(&raw, &game.spec, &game.catalog);
    let prepared = session.prepare(&game, &[], None).expect("no layers");
    let sources = &session.sources;
    bencher.bench(|| run(&prepared.ruleset, &deck, &game.spec, &game.catalog, &source, sources, false).len());
}

#[divan::bench(args = [18, 60])]
fn check_text_whole(bencher: Bencher, lines: usize) {
    let session = session();
    let game = barrenia(&session);
    let source = deck(&game, lines, "deck.txt");
    let levels = Levels::default();
    let input = DeckInput { source: &source, guessed: None, path: None, game: Some("barrenia") };
    bencher.bench(|| black_box(check(&session, input, &levels)).findings.len());
}

#[divan::bench]
fn check_a_bad_deck(bencher: Bencher) {
    let session = session();
    let source = Arc::new(Source::new("deck.txt", "5 Piston Page\n9 Nobody's Card\n4 Tide Herald\n"));
    let levels = Levels::default();
    let input = DeckInput { source: &source, guessed: None, path: None, game: Some("barrenia") };
    bencher.bench(|| black_box(check(&session, input, &levels)).findings.len());
}

#[divan::bench]
fn load_the_shipped_game() -> usize {
    barrenia(&session()).catalog.len()
}

#[divan::bench(args = [1_000, 10_000])]
fn load_a_csv_pool(bencher: Bencher, cards: usize) {
    let session = session();
    let game = barrenia(&session);
    let mut text = String::from("code,name,type,territories,size,el,ag,ip,text\n");
    for n in 0..cards {
        let _ = writeln!(text, "{:08},Card Number {n},Soldier,Hive Union,3,4,5,2,\"A text, with a comma.\"", n + 1);
    }
    let pool =
        Pool { source: Arc::new(Source::new("cards.csv", text)), file: FileId(1), columns: ColumnMap::default() };
    bencher.bench(|| load(&game.spec, std::slice::from_ref(&pool), Report::Summary).0.len());
}
