//! `decklint build` in a pseudo-terminal: what a user sees, and what is in the file afterwards.

use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Child;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

const GAME: &str = "id: pebbles
name: Pebbles
prefix: PEB
identity: name
sections:
  main: {title: Deck, default: true}
  side: {title: Spare, side: true}
attributes:
  name: {type: text, title: Name, required: true}
  kind: {type: text, title: Kind, values: [Stone, Shell]}
  size: {type: int, title: Size}
  text: {type: text, title: Text}
show: [name, kind, size]
curve: size
";
const RULES: &str = "rules:
  - id: PEB001
    slug: deck-size
    title: Four to six pebbles
    basis: stated
    cite: {text: a, at: b}
    check: {size: {sections: [main], min: 4, max: 6}}
    why: w
    mend: m
  - id: PEB002
    slug: copies
    title: At most three of a kind
    basis: stated
    cite: {text: a, at: b}
    check: {copies: {max: 3}}
    why: w
    mend: m
";
const POOL: &str = "name,kind,size,text
Flint,Stone,1,Sparks once.
Slate,Stone,2,
Whorl,Shell,2,\"Turns, and turns.\"
Nacre,Shell,4,
가시 조개,Shell,3,
";
const DECK: &str = "# game: pebbles\n# name: Shore\n\nDeck\n2 Slate   # the base\n\n# kept for later\nSpare\n1 Nacre\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("games/pebbles");
    std::fs::create_dir_all(&game).expect("made");
    std::fs::write(game.join("game.yaml"), GAME).expect("written");
    std::fs::write(game.join("rules.yaml"), RULES).expect("written");
    std::fs::write(game.join("cards.csv"), POOL).expect("written");
    std::fs::write(folder.path().join("shore.txt"), DECK).expect("written");
    folder
}

struct Seen {
    parser: vt100::Parser,
    bytes: Vec<u8>,
    last: Instant,
}

/// The program in a terminal of its own.
struct Session {
    child: Child,
    pty: Arc<Pty>,
    seen: Arc<Mutex<Seen>>,
}

impl Session {
    fn start(folder: &Path, (columns, rows): (u16, u16), colour: bool, args: &[&str]) -> Session {
        let (pty, pts) = open().expect("a pseudo-terminal");
        pty.resize(Size::new(rows, columns)).expect("a size");
        let mut command = Command::new(env!("CARGO_BIN_EXE_decklint"))
            .arg("build")
            .args(["--games", "games"])
            .args(args)
            .current_dir(folder)
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR");
        if !colour {
            command = command.env("NO_COLOR", "1");
        }
        let child = command.spawn(pts).expect("the binary starts");
        let pty = Arc::new(pty);
        let size = |n| std::num::NonZero::new(n).expect("a size");
        let parser = vt100::Parser::new(size(rows), size(columns), 0);
        let seen = Arc::new(Mutex::new(Seen { parser, bytes: Vec::new(), last: Instant::now() }));
        let (reads, shown) = (pty.clone(), seen.clone());
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            // The read fails when the program has ended.
            while let Ok(n @ 1..) = (&*reads).read(&mut buffer) {
                let mut seen = shown.lock().expect("no panic");
                seen.parser.process(&buffer[..n]);
                seen.bytes.extend_from_slice(&buffer[..n]);
                seen.last = Instant::now();
            }
        });
        Session { child, pty, seen }
    }

    fn screen(&self) -> String {
        let seen = self.seen.lock().expect("no panic");
        let screen = seen.parser.screen();
        let width = screen.size().1.get();
        screen.rows(0, width).map(|row| row.trim_end().to_owned() + "\n").collect()
    }

    /// Waits until the screen shows a text, and then until nothing more comes.
    #[track_caller]
    fn shows(&self, text: &str) -> String {
        let begun = Instant::now();
        while !self.screen().contains(text)
            || self.is_in_frame()
            || self.seen.lock().expect("no panic").last.elapsed() < Duration::from_millis(80)
        {
            assert!(begun.elapsed() < Duration::from_secs(30), "no `{text}` in\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(10));
        }
        self.screen()
    }

    /// Whether a frame has begun that has not come in as a whole.
    fn is_in_frame(&self) -> bool {
        let seen = self.seen.lock().expect("no panic");
        let count = |mark: &[u8]| seen.bytes.windows(mark.len()).filter(|part| *part == mark).count();
        count(b"\x1b[?2026h") != count(b"\x1b[?2026l")
    }

    fn press(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).expect("written");
    }

    #[track_caller]
    fn ends(&mut self) -> std::process::ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("waited") {
                std::thread::sleep(Duration::from_millis(100));
                return status;
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "still there:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn in_screen(&self) -> bool {
        self.seen.lock().expect("no panic").parser.screen().alternate_screen()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_deck_is_built_from_the_first_look_to_the_file() {
    let folder = folder();
    let mut session = Session::start(folder.path(), (90, 26), false, &["shore.txt"]);
    insta::assert_snapshot!("build_opened", session.shows("illegal: 1 error"));
    assert!(session.in_screen());
    session.press("/kind:shell size<4");
    insta::assert_snapshot!("build_search", session.shows("Pool: 2 of 5"));
    session.press("\r++");
    session.shows("now 2");
    session.press("\tm");
    insta::assert_snapshot!("build_moved", session.shows("Deck to Spare"));
    session.press("u");
    session.shows("undone");
    session.press("s");
    insta::assert_snapshot!("build_saved", session.shows("saved shore.txt"));
    session.press("?");
    insta::assert_snapshot!("build_keys", session.shows("any key to go on"));
    session.press("x");
    session.press(" ");
    insta::assert_snapshot!("build_card", session.shows("Turns, and turns."));
    session.press("x");
    session.press("q");
    assert_eq!(session.ends().code(), Some(0));
    assert!(!session.in_screen(), "the terminal shows again what it showed before");
    assert_eq!(
        std::fs::read_to_string(folder.path().join("shore.txt")).expect("read"),
        "# game: pebbles\n# name: Shore\n\nDeck\n2 Slate   # the base\n2 Whorl\n\n# kept for later\nSpare\n1 Nacre\n"
    );
}

#[test]
fn a_new_deck_is_made_when_it_is_saved() {
    let folder = folder();
    let file = folder.path().join("new.yaml");
    let mut session = Session::start(folder.path(), (90, 26), false, &["new.yaml", "--game", "pebbles"]);
    session.shows("Deck: 0 cards");
    session.press("++");
    session.shows("now 2");
    assert!(!file.exists());
    session.press("q");
    session.shows("Save the changes?");
    session.press("y");
    assert_eq!(session.ends().code(), Some(0));
    assert_eq!(
        std::fs::read_to_string(&file).expect("read"),
        "game: pebbles\nname: new\nsections:\n  main:\n    - 2 Flint\n  side: []\n"
    );
}

/// A name from the clipboard is text for the search, and never a row of commands.
#[test]
fn what_is_pasted_is_no_command() {
    let folder = folder();
    let session = Session::start(folder.path(), (90, 26), false, &["shore.txt"]);
    session.shows("illegal");
    session.press("\x1b[200~++x\x1b[201~/\x1b[200~Nacre\x1b[201~");
    let screen = session.shows("Pool: 1 of 5");
    assert!(screen.contains("/Nacre") && screen.contains("Deck: 3 cards"), "{screen}");
    assert!(!screen.contains("(changed)"), "{screen}");
}

#[test]
fn a_new_deck_is_of_the_game_of_its_folder() {
    let folder = folder();
    std::fs::write(folder.path().join("decklint.yaml"), "game: pebbles\nlevels: {PEB001: warning}\n").expect("written");
    let session = Session::start(folder.path(), (90, 26), false, &["new.csv"]);
    session.shows("Deck: 0 cards");
    session.press("+");
    let screen = session.shows("now 1");
    assert!(screen.contains(" legal: 1 warning"), "the levels of the configuration hold: {screen}");
}

#[test]
fn changes_are_dropped_only_when_told_so() {
    let folder = folder();
    let mut session = Session::start(folder.path(), (90, 26), false, &["shore.txt"]);
    session.shows("illegal");
    session.press("+");
    session.shows("(changed)");
    session.press("\x03");
    session.shows("Save the changes?");
    session.press("n");
    assert_eq!(session.ends().code(), Some(0));
    assert!(session.screen().contains("the changes were not saved"), "{}", session.screen());
    assert_eq!(std::fs::read_to_string(folder.path().join("shore.txt")).expect("read"), DECK);
}

#[test]
fn what_somebody_else_has_written_is_left_alone() {
    let folder = folder();
    let file = folder.path().join("shore.txt");
    let mut session = Session::start(folder.path(), (90, 26), false, &["shore.txt"]);
    session.shows("illegal");
    std::fs::write(&file, "1 Flint\n").expect("written");
    session.press("+");
    session.shows("now 1");
    session.press("s");
    session.shows("changed by somebody else meanwhile");
    assert!(session.screen().contains("(changed)"));
    session.press("q");
    session.shows("Save the changes?");
    session.press("y");
    session.shows("changed by somebody else meanwhile");
    session.press("qn");
    assert_eq!(session.ends().code(), Some(0));
    assert_eq!(std::fs::read_to_string(&file).expect("read"), "1 Flint\n");
}

#[test]
fn a_narrow_terminal_shows_one_list_and_a_tiny_one_says_what_it_needs() {
    let folder = folder();
    let session = Session::start(folder.path(), (50, 16), false, &["shore.txt"]);
    insta::assert_snapshot!("build_narrow_pool", session.shows("illegal"));
    session.press("\t");
    insta::assert_snapshot!("build_narrow_deck", session.shows("Deck: 3 cards"));
    let tiny = Session::start(folder.path(), (30, 10), false, &["shore.txt"]);
    tiny.shows("40 columns");
}

/// The numbers of all SGR sequences that set a colour.
fn colours(bytes: &[u8]) -> usize {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut found = 0;
    for part in text.split("\x1b[").skip(1) {
        let end = part.find(|c: char| !(c.is_ascii_digit() || c == ';')).unwrap_or(part.len());
        if part[end..].starts_with('m') {
            found += usize::from(part[..end].split(';').any(|n| matches!(n.parse(), Ok(30..=38 | 40..=48 | 90..=107))));
        }
    }
    found
}

#[test]
fn no_color_is_heeded() {
    let folder = folder();
    for colour in [true, false] {
        let session = Session::start(folder.path(), (90, 26), colour, &["shore.txt"]);
        session.shows("illegal");
        let found = colours(&session.seen.lock().expect("no panic").bytes);
        assert_eq!(found > 0, colour, "{found} colours");
    }
}

#[test]
fn a_signal_gives_the_terminal_back() {
    let folder = folder();
    let mut session = Session::start(folder.path(), (90, 26), true, &["shore.txt"]);
    session.shows("illegal");
    assert!(session.in_screen());
    let sent = std::process::Command::new("kill").args(["-s", "TERM", &session.child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
    assert_eq!(session.ends().signal(), Some(15));
    assert!(!session.in_screen());
    let seen = session.seen.lock().expect("no panic");
    assert!(!seen.parser.screen().hide_cursor() && !seen.parser.screen().bracketed_paste());
    drop(seen);
    assert_eq!(std::fs::read_to_string(folder.path().join("shore.txt")).expect("read"), DECK);
}

#[test]
fn what_cannot_be_built_is_refused_before_the_screen() {
    let folder = folder();
    let refused = |args: &[&str], part: &str| {
        let mut session = Session::start(folder.path(), (120, 26), false, args);
        assert_eq!(session.ends().code(), Some(2));
        let screen = session.screen();
        assert!(screen.contains(part), "{part}\n{screen}");
        assert!(!session.in_screen());
    };
    refused(&["nothing.txt"], "name its game with `--game`");
    refused(&["nothing.txt", "--game", "pebble"], "pebbles");
    refused(&["no/nothing.txt", "--game", "pebbles"], "there is no folder `no`");
    refused(&["nothing.xyz", "--game", "pebbles"], "no deck is begun in a file `.xyz`");
    refused(&["-"], "`decklint deck add`");
    std::fs::write(folder.path().join("shore.ydk"), "#main\n12345678\n").expect("written");
    refused(&["shore.ydk", "--game", "pebbles"], "`decklint convert`");
    let piped = std::process::Command::new(env!("CARGO_BIN_EXE_decklint"))
        .args(["build", "--games", "games", "shore.txt"])
        .current_dir(folder.path())
        .output()
        .expect("starts");
    assert_eq!(piped.status.code(), Some(2));
    let told = String::from_utf8_lossy(&piped.stderr).into_owned();
    assert!(told.contains("needs a terminal"), "{told}");
}
