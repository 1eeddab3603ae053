//! Faults that people met with deck tools in public, each kind with several inputs. The pool has a stranger's column
//! names, so every case tests the aliases of columns as well.

mod commands;
mod lines;
mod play;
mod pools;
mod rules;

use std::path::PathBuf;
use std::sync::Arc;

use decklint::deck::{format, resolve};
use decklint::diagnostics::{Diagnostic, Levels};
use decklint::game::{Checked, DeckInput, Session, Verdict, check};
use decklint::text::{Source, decode};

use crate::support::{codes, session_with_pool};

/// A small pool of Barrenia cards: `kind` for `type`, `territory` for `territories`.
pub const POOL: &str = r#"code,name,kind,territory,symbol,size
00310001,Brass Usher,Soldier,Steampunk Empire,,3
00310002,Eddy Pilot,Soldier,Atlantical States,,2
03100003,Rime Lamp,Rear,Aurora Poles,,1
31000004,Comb Fencer,Soldier,Hive Union,,2
31000005,"Crow, Unbent",Soldier,Mad Dunes,,4
31000006,3rd Shift,Soldier,Deadman Zone,,2
31000007,9 Lanterns Late,Rear,Explorer Colonies,,1
31000008,Scarp Walker's Vow,Rear,Bridstrom Cliffs,,1
31000009,Fog//Glass,Timebreak,,,2
31000010,"Redress, Noon Crest",Retaliation Soldier,Mad Dunes,Noon,2
31000011,"Redress, Dusk Crest",Retaliation Soldier,Hive Union,Dusk,2
31000012,"Redress, Zenith Guard",Retaliation Soldier,Aurora Poles,Noon,2
31000031,Brass Usher,Soldier,Steampunk Empire,,3
31000032,Heath,Rear,Aurora Poles,,1
31000033,Heath Warden,Soldier,Aurora Poles,,2
31000034,Étude Piper,Soldier,Flowuna Republic,,1
31000035,Cinder #4,Rear,Mad Dunes,,1
31000036,"Mason ""Brick"" Oyelaran",Soldier,Mad Dunes,,3
31000037,Pylon,Soldier,Hive Union,,1
31000038,Pylon 1.0,Soldier,Hive Union,,1
31000040,Night // Morning Bridge,Rear,Aurora Poles,,1
31000042,Lens (Broken),Rear,,,1
"#;

const WOODS: [&str; 16] = [
    "Alder", "Birch", "Cedar", "Dogwood", "Elder", "Fir", "Gorse", "Hazel", "Ivy", "Juniper", "Kapok", "Larch",
    "Maple", "Nutmeg", "Oak", "Pine",
];

/// The pool with 16 plain Soldiers and 16 Erasers behind it.
pub fn pool() -> String {
    let mut out = POOL.to_owned();
    for (n, wood) in WOODS.iter().enumerate() {
        out += &format!("3101{n:04},Ballast {wood},Soldier,Mad Dunes,,1\n");
    }
    for (n, wood) in WOODS.iter().enumerate() {
        out += &format!("3190{n:04},Hush {wood},Eraser,Erasers,,\n");
    }
    out
}

/// As many plain cards, four to a line.
pub fn pad(cards: usize) -> String {
    padding("Ballast", cards)
}

/// As many cards of a kind of padding.
pub fn padding(word: &str, cards: usize) -> String {
    let counts = (0..cards.div_ceil(4)).map(|n| 4.min(cards - 4 * n));
    counts.zip(WOODS).map(|(count, wood)| format!("{count} {word} {wood}\n")).collect()
}

/// A session over a pool of our own, and the folder that holds it.
pub struct Bench {
    folder: tempfile::TempDir,
    pub session: Session,
    pub file: PathBuf,
}

/// A session over the small pool.
pub fn bench() -> Bench {
    bench_of("cards.csv", pool())
}

/// A session over another pool.
pub fn bench_of(name: &str, pool: impl AsRef<[u8]>) -> Bench {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join(name);
    std::fs::write(&file, pool).expect("the pool is written");
    Bench { session: session_with_pool(&file), folder, file }
}

impl Bench {
    /// Writes a file beside the pool.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, bytes).expect("the file is written");
        path
    }

    pub fn check(&self, name: &str, bytes: impl AsRef<[u8]>) -> Checked {
        let decoded = decode(bytes.as_ref().to_vec()).expect("the deck is text");
        let source = Arc::new(Source::new(name, decoded.text));
        let input = DeckInput { source: &source, guessed: decoded.guessed, path: None, game: Some("barrenia") };
        check(&self.session, input, &Levels::default())
    }

    /// The cards of a deck as `section count name`, with `?` before the name of one that is not found.
    pub fn cards(&self, name: &str, bytes: impl AsRef<[u8]>) -> Vec<String> {
        let text = decode(bytes.as_ref().to_vec()).expect("the deck is text").text;
        let source = Source::new(name, text);
        let document = format::open(&source).expect("the deck has a format");
        let game = self.session.game("barrenia").expect("the game loads");
        let (raw, _) = document.read(&source, &game.spec);
        let (deck, _) = resolve(&raw, &game.spec, &game.catalog);
        let name = |line: &decklint::deck::DeckLine<'_>| match line.card {
            Some(card) => game.catalog.card(card).name.to_string(),
            None => format!("?{}", line.text),
        };
        deck.lines.iter().map(|l| format!("{} {} {}", deck.sections[l.section].name, l.count, name(l))).collect()
    }

    /// The last cards of a deck that begins with padding.
    pub fn last<const N: usize>(&self, name: &str, bytes: impl AsRef<[u8]>) -> [String; N] {
        let cards = self.cards(name, bytes);
        cards[cards.len() - N..].to_vec().try_into().expect("as many cards")
    }

    /// The codes and texts of what is wrong with the pool.
    pub fn pool_faults(&self) -> Vec<Diagnostic> {
        let _ = self.session.game("barrenia");
        self.session.take_faults()
    }
}

/// Asserts that a deck is legal, with these totals and nothing above a note.
#[track_caller]
pub fn legal(checked: &Checked, main: u64, provisionary: u64) {
    let totals: Vec<u64> = checked.sections.iter().map(|s| s.total).collect();
    assert_eq!(codes(checked), [], "{:#?}\n{}", checked.findings, checked.source.text);
    assert_eq!(checked.verdict, Verdict::Legal);
    assert_eq!(totals, [main, provisionary], "{}", checked.source.text);
}

/// Asserts that a deck is illegal with just these codes on these lines.
#[track_caller]
pub fn illegal(checked: &Checked, expected: &[(&str, usize)]) {
    let found = codes(checked);
    let found: Vec<(&str, usize)> = found.iter().map(|(code, line)| (code.as_str(), *line)).collect();
    assert_eq!(found, expected, "{:#?}\n{}", checked.findings, checked.source.text);
    assert_eq!(checked.verdict, Verdict::Illegal);
}

/// The finding of a code.
#[track_caller]
pub fn finding<'c>(checked: &'c Checked, code: &str) -> &'c Diagnostic {
    let found = checked.findings.iter().find(|f| &*f.code == code);
    found.unwrap_or_else(|| panic!("no {code} in {:#?}", checked.findings))
}
