//! Keys on the decks of all shipped games, without a terminal.

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::bench::{Bench, Row};
use super::screen::{Focus, Mode, Screen};
use super::view::{self, Theme};
use crate::cli::config::{RunOptions, Setup};
use crate::cli::deck::file::DeckFile;
use crate::cli::options::{ConfigArgs, GamesArgs};
use crate::deck::edit::blank;
use crate::deck::format::Format;
use crate::deck::{Contents, Identity};

const GAMES: [&str; 5] = ["barrenia", "breakrift", "parallel", "scales", "tuna"];
const FILES: [(&str, Format); 4] =
    [("deck.txt", Format::Text), ("deck.csv", Format::Csv), ("deck.yaml", Format::Yaml), ("deck.json", Format::Json)];

/// What holds without any configuration.
fn setup() -> Arc<Setup> {
    let config = ConfigArgs { no_config: true, ..ConfigArgs::default() };
    RunOptions::new(&config, &GamesArgs::default()).setup(None).expect("the shipped games")
}

fn screen<'s>(setup: &'s Setup, game: &str, (name, format): (&str, Format)) -> Screen<'s> {
    let text = blank(&setup.session.game(game).expect("a shipped game").spec, Some("A deck"), format);
    let file = DeckFile::begin(&setup.session, game, Path::new(name), &text).expect("a deck");
    Screen::new(Bench::new(setup, file).expect("a format that is edited"))
}

fn press(screen: &mut Screen<'_>, keys: &str) {
    for c in keys.chars() {
        let (code, modifiers) = match c {
            '\t' => (KeyCode::Tab, KeyModifiers::NONE),
            '\n' => (KeyCode::Enter, KeyModifiers::NONE),
            '\u{1b}' => (KeyCode::Esc, KeyModifiers::NONE),
            '\u{8}' => (KeyCode::Backspace, KeyModifiers::NONE),
            '↓' => (KeyCode::Down, KeyModifiers::NONE),
            '↑' => (KeyCode::Up, KeyModifiers::NONE),
            '\u{3}' => (KeyCode::Char('c'), KeyModifiers::CONTROL),
            '\u{15}' => (KeyCode::Char('u'), KeyModifiers::CONTROL),
            c => (KeyCode::Char(c), KeyModifiers::NONE),
        };
        screen.key(KeyEvent::new(code, modifiers));
    }
}

/// How the deck stands: the copies of each section's lines.
fn copies(screen: &Screen<'_>) -> Vec<Vec<u64>> {
    let mut out: Vec<Vec<u64>> = Vec::new();
    for row in screen.bench.rows() {
        match row {
            Row::Section { .. } => out.push(Vec::new()),
            Row::Card { copies, .. } => out.last_mut().expect("a section is first").push(*copies),
        }
    }
    // The order of the lines is the game's.
    out.iter_mut().for_each(|section| section.sort_unstable());
    out
}

fn message<'a>(screen: &'a Screen<'_>) -> (bool, &'a str) {
    screen.message.as_ref().map_or((false, ""), |m| (m.error, m.text.as_str()))
}

#[test]
fn copies_come_and_go() {
    let setup = setup();
    let mut screen = screen(&setup, "barrenia", FILES[0]);
    assert_eq!(copies(&screen), vec![Vec::<u64>::new(), vec![]]);
    press(&mut screen, "++\n↓+");
    assert_eq!(copies(&screen), [vec![1, 3], vec![]]);
    press(&mut screen, "↑-");
    assert_eq!(copies(&screen), [vec![1, 2], vec![]]);
    press(&mut screen, "x-");
    assert_eq!(copies(&screen), [vec![1], vec![]]);
    let (error, text) = message(&screen);
    assert!(error && text.ends_with("is in the deck"), "{text}");
    press(&mut screen, "9");
    assert_eq!(copies(&screen).concat().iter().sum::<u64>(), 10);
    press(&mut screen, "2");
    assert_eq!(copies(&screen).concat().iter().sum::<u64>(), 3);
    press(&mut screen, "0");
    assert_eq!(copies(&screen), [vec![1], vec![]]);
}

#[test]
fn cards_go_to_the_marked_section_and_move_between_sections() {
    let setup = setup();
    let mut screen = screen(&setup, "barrenia", FILES[0]);
    press(&mut screen, "4t+");
    assert_eq!(copies(&screen), [vec![4], vec![1]]);
    // One copy to the marked section; then all of them; from there back to the other one.
    press(&mut screen, "\t↑m");
    assert_eq!(copies(&screen), [vec![3], vec![2]]);
    press(&mut screen, "M");
    assert_eq!(copies(&screen), [vec![], vec![5]]);
    press(&mut screen, "m");
    assert_eq!(copies(&screen), [vec![1], vec![4]]);
    assert_eq!(screen.focus, Focus::Deck);
    press(&mut screen, "t\t\t\t0");
    assert_eq!(copies(&screen).concat().len(), 1, "the marked section is the first one again");
}

#[test]
fn steps_go_back_and_forth() {
    let setup = setup();
    for file in FILES {
        let mut screen = screen(&setup, "parallel", file);
        press(&mut screen, "+↓++t+");
        let after = copies(&screen);
        press(&mut screen, "uuuu");
        assert_eq!(copies(&screen).concat(), [0; 0], "{}", file.0);
        assert!(!screen.bench.unsaved());
        press(&mut screen, "u");
        assert_eq!(message(&screen), (true, "nothing to undo"));
        press(&mut screen, "rrrr");
        assert_eq!(copies(&screen), after, "{}", file.0);
        press(&mut screen, "r");
        assert_eq!(message(&screen), (true, "nothing to do again"));
        press(&mut screen, "u+r");
        assert_eq!(message(&screen), (true, "nothing to do again"), "an edit ends the way forth");
    }
}

#[test]
fn the_search_is_live_and_an_open_one_keeps_the_list() {
    let setup = setup();
    let mut screen = screen(&setup, "barrenia", FILES[0]);
    let all = screen.found.len();
    press(&mut screen, "↓↓↓");
    let chosen = screen.card();
    press(&mut screen, "/type:Soldier");
    let soldiers = screen.found.len();
    assert!(soldiers > 0 && soldiers < all);
    assert_eq!(screen.card(), chosen, "the selected card stays if it still fits");
    press(&mut screen, " size<=");
    assert!(screen.trouble.is_some());
    assert_eq!(screen.found.len(), soldiers);
    press(&mut screen, "1");
    assert!(screen.trouble.is_none() && screen.found.len() < soldiers);
    press(&mut screen, "\u{8}0");
    assert_eq!((screen.found.len(), screen.card()), (0, None));
    press(&mut screen, "\n+-x5m");
    assert_eq!((copies(&screen).concat(), screen.mode), (vec![], Mode::Keys));
    press(&mut screen, "/\u{15}");
    assert_eq!(screen.found.len(), all);
    press(&mut screen, "q\u{1b}");
    assert_eq!(
        (screen.mode, screen.over, screen.found.len()),
        (Mode::Keys, false, all),
        "a letter, and then all cards"
    );
}

#[test]
fn leaving_asks_only_if_something_would_be_lost() {
    let setup = setup();
    let leave = |keys: &str| {
        let mut screen = screen(&setup, "tuna", FILES[0]);
        press(&mut screen, keys);
        (screen.mode, screen.over)
    };
    assert_eq!(leave("q"), (Mode::Keys, true));
    assert_eq!(leave("+uq"), (Mode::Keys, true));
    assert_eq!(leave("+q"), (Mode::Leave, false));
    assert_eq!(leave("+qz"), (Mode::Leave, false));
    assert_eq!(leave("+q\u{1b}"), (Mode::Keys, false));
    assert_eq!(leave("+qn"), (Mode::Leave, true));
    assert_eq!(leave("+\u{3}"), (Mode::Leave, false));
    assert_eq!(leave("+\u{3}\u{3}"), (Mode::Leave, true));
    assert_eq!(leave("/\u{3}"), (Mode::Search, true));
}

/// Any key but those that write the file.
fn keys() -> impl Strategy<Value = Vec<KeyEvent>> {
    let known = "+-=xmMtur0123456789jkgGi?q/nc :<>ep\t\n\u{1b}\u{8}↓↑".chars().collect::<Vec<_>>();
    let key = prop_oneof![
        8 => prop::sample::select(known).prop_map(|c| match c {
            '\t' => KeyCode::Tab,
            '\n' => KeyCode::Enter,
            '\u{1b}' => KeyCode::Esc,
            '\u{8}' => KeyCode::Backspace,
            '↓' => KeyCode::Down,
            '↑' => KeyCode::Up,
            c => KeyCode::Char(c),
        }),
        1 => prop::sample::select(vec![KeyCode::PageUp, KeyCode::PageDown, KeyCode::Home, KeyCode::End, KeyCode::BackTab,
            KeyCode::Delete, KeyCode::Left, KeyCode::Right]),
        1 => any::<char>().prop_filter("writes the file", |c| !matches!(c, 's' | 'y')).prop_map(KeyCode::Char),
    ];
    prop::collection::vec(key.prop_map(|code| KeyEvent::new(code, KeyModifiers::NONE)), 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is pressed, at whatever size: nothing panics, what is shown is what the text says, and steps back lead to
    /// the text that was opened.
    #[test]
    fn no_key_is_a_trap(
        game in prop::sample::select(&GAMES[..]),
        file in prop::sample::select(&FILES[..]),
        keys in keys(),
        (width, height) in (1u16..140, 1u16..50),
        colour in any::<bool>(),
    ) {
        let setup = setup();
        let mut screen = screen(&setup, game, file);
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        for key in keys {
            // The prompt to save would write the file.
            if screen.mode == Mode::Leave && key.code == KeyCode::Enter {
                continue;
            }
            screen.key(key);
            terminal.draw(|frame| view::draw(frame, &mut screen, Theme { colour })).expect("drawn");
        }
        let game = screen.bench.game();
        let mut shown = Contents::default();
        for row in screen.bench.rows() {
            if let Row::Card { key, card, copies, .. } = row {
                prop_assert!(matches!(card, Identity::Card(id) if game.catalog.cards().any(|(own, _)| own == *id)));
                shown.add(key.clone(), card.clone(), *copies);
            }
        }
        prop_assert_eq!(&shown, screen.bench.contents());
        while screen.bench.undo() {}
        prop_assert!(!screen.bench.unsaved());
    }
}
