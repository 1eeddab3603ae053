//! What lines, cells, keys and elements are read as, beside the border where each reading ends, with all that is said.

use decklint::deck::format::{Format, open, open_as};
use decklint::deck::resolve;
use decklint::diagnostics::{Diagnostic, Levels};
use decklint::game::{DeckInput, Games, Options, Session, convert};
use decklint::text::{Place, Source, Sources, counted};

use super::{game, shown};
use crate::support::{check_text, session};

fn said(finding: &Diagnostic, source: &Source) -> String {
    let place = match &finding.place {
        Place::Span(span) => {
            let (line, column) = source.line_column(span.start);
            format!("{line}:{column} `{}`", source.slice(*span).escape_debug())
        }
        _ => "the file".to_owned(),
    };
    let help = finding.help.as_deref().unwrap_or("-");
    format!("    {} at {place}: {} | {help}\n", finding.code, finding.message)
}

fn all(cases: &[(&str, &[&str])]) -> String {
    let session = session();
    let mut out = String::new();
    for (name, texts) in cases {
        for text in *texts {
            out += &format!("{name}: {}\n{}", text.escape_debug(), shown(&session, name, text, "barrenia"));
        }
    }
    out
}

#[test]
fn lines_of_text() {
    let counts = [
        "x4 Comb Sentry",
        "x 4 Comb Sentry",
        "x Comb Sentry",
        "x4Comb Sentry",
        "X4  Comb Sentry",
        "×4 Comb Sentry",
        "-4 Comb Sentry",
        "−4x Comb Sentry",
        "-Comb Sentry",
        "-x Comb Sentry",
        "- 4 Comb Sentry",
        "-  ",
        "*",
        "* # none",
        "[4] Comb Sentry",
        "(4) Comb Sentry",
        "(4 Comb Sentry",
        "[] Comb Sentry",
        "4.5 Comb Sentry",
        "4. Comb Sentry",
        "4,5x Comb Sentry",
        "4x",
        "4",
        "04 Comb Sentry",
        "0004 Comb Sentry",
        "00004 Comb Sentry",
        "1204428 Comb Sentry",
        "01204428 Comb Sentry",
        "012044280 Comb Sentry",
        "4 01204428",
        "4x01204428",
        "4xComb Sentry",
        "4X Comb Sentry",
        "４ Comb Sentry",
        "0 Comb Sentry",
        "4294967296 Comb Sentry",
    ];
    let behind = [
        "Comb Sentry x4",
        "Comb Sentry x",
        "Comb Sentry x4b",
        "Comb Sentry ×4",
        "Comb Sentryx4",
        "x4",
        "Comb Sentry xa",
        "Comb Sentry 4",
        "Comb Sentry (4)",
        "Comb Sentry # x4",
        "Comb Sentry #x4",
        "Specimen #13",
        "4 Specimen #13 # 2",
    ];
    let cards = [
        "2 01204428 Tide Herald",
        "2 01204420 Tide Herald",
        "2 01204428 Honey Vault",
        "2 01204428 Nobody Home",
        "2 00000000 Comb Sentry",
        "2 Tide Herald",
        "2 Comb  sentry",
        "2 Comb Sentry (BAR) 12",
        "2 Comb Sentry *F*",
        "2 [BAR:12] Comb Sentry *F*",
        "2 (BAR) 12",
        "2 *F*",
        "*F*",
        "2 Nobody Home",
    ];
    insta::assert_snapshot!(all(&[("d.txt", &counts), ("d.txt", &behind), ("d.txt", &cards)]));
}

#[test]
fn headings_of_text() {
    let texts = [
        "Main Deck\n1 Comb Sentry\nProvisionary Deck:\n1 Honey Vault",
        "Deck (1)\n1 Comb Sentry\n\n[Side]\n1 Honey Vault",
        "1 Comb Sentry\nNowhere:\n1 Honey Vault\nNowhere:\n1 Honey Vault",
        "Comb Sentry\nPROV\nHoney Vault\nP\nNestbreaker",
        "# name: A\nMain Deck\n# player: B\n1 Comb Sentry\n# notes: late\n",
        "1 Comb Sentry\n# name: late\n",
        "# name: A\n4 Comb Sentry:\n# player: B\n",
        "# name: A\nSB: Comb Sentry:\n# player: B\n",
        "// Deck\n1 Comb Sentry\nSB: 2 Honey Vault\n1 Comb Sentry\n",
    ];
    insta::assert_snapshot!(all(&[("d.txt", &texts)]));
}

#[test]
fn cells_of_tables() {
    let counts = [
        "4", " 4 ", "x4", "4x", "x", "-", "+4", "x1000", "1000x", "x4.5", "x-4", "+", "-4", "--4", "4.", ".5", "4.5",
        "4,5", "4a", "many", " many ", "", "  ", "0", "4 4",
    ];
    let counts: Vec<String> = counts.iter().map(|c| format!("count,name\n\"{c}\",Comb Sentry\n")).collect();
    let counts: Vec<&str> = counts.iter().map(String::as_str).collect();
    let bare =
        ["count,name\n many ,Comb Sentry\n", "count,name\n  -4 ,Comb Sentry\n", "name,count\nComb Sentry,  4x5\n"];
    let shapes = [
        "name;count;code,name\nComb Sentry;4;01204428,x\n",
        "count,name;note\n4,Comb Sentry;x\n",
        "count\tname,code\n4\tComb Sentry\n",
        "sep=;\ncount;name\n4;Comb Sentry\n",
        "name\nComb Sentry\n",
        "card name,quantity\nComb Sentry,4\n",
        "title,main pile\nComb Sentry,4\n",
        "count,name\n4,Nobody Home # ignore RES001: because\n",
        "count,name,note\n4,Comb Sentry # ignore BAR001: because,x\n",
        "count,title\n4,Comb Sentry\n",
        "section,count,name\nNowhere,4,Comb Sentry\n side ,4,Honey Vault\n\"\",1,Comb Sentry\n",
        "count,name\n4,Comb Sentry,more\n4\n",
    ];
    insta::assert_snapshot!(all(&[("d.csv", &counts), ("d.csv", &bare), ("d.csv", &shapes), ("deck", &shapes)]));
}

#[test]
fn keys_and_values_of_trees() {
    let yaml = [
        "main: null\n",
        "main: ~\nprovisionary:\n  - ~\n  - 1 Comb Sentry\n",
        "main: ''\n",
        "name: ''\nplayer: '  '\nmain: [Comb Sentry]\n",
        "name: ' a '\nplayer: [b]\nnotes: 7\nmain: [Comb Sentry]\n",
        "- {card: Comb Sentry, section: ''}\n- {card: Comb Sentry, section: ~}\n- {card: Comb Sentry, section: ' side '}\n- {card: Comb Sentry, section: nowhere}\n",
        "main: |\n\n  4 Comb Sentry\n  # a comment\n\n  1 Honey Vault # one\n  1 Nobody Home\n",
        "main: >-\n  4 Comb Sentry\n\n  1 Honey Vault\n",
        "main: |\n  | 4 Comb Sentry\n  > 1 Honey Vault\n",
        "main: |- # a comment\n  4 Comb Sentry\n",
        "main: >2\n  4 Comb Sentry\n",
        "main: \"4 Comb Sentry\\n1 Nobody Home\"\n",
        "main:\n  - {card: Comb Sentry, number: 4}\n  - {card: Comb Sentry, number: 4, count: 2}\n  - {name: Comb Sentry, code: 1204428, count: many}\n",
        "main:\n  - {count: 4}\n  - {card: [Comb Sentry]}\n  - [Comb Sentry]\n  - {card: Comb Sentry, colour: red}\n",
        "main: {Comb Sentry: 4, Honey Vault: many, Nestbreaker: ~, 01204428: -1}\n",
        "main:\n  card: Comb Sentry\n  count: 2\n",
        "main: ['4 Com\"b Sentry', 1 Honey Vault] # \"note\"\n",
        "main: [\"4 Com'b # Sentry\", 'a # b', c# d] # note\n",
        "main:\n  card: Comb Sentry\n  kind: Soldier\n",
        "main:\n  - {title: Comb Sentry, count: 4}\n",
        "kind: x\nmain:\n  - {card: Comb Sentry, kind: Soldier, text: ~}\n  - card: Honey Vault\n    kind: Rear\n",
        "cards: [4 Comb Sentry]\nnowhere: [1 Honey Vault]\n",
    ];
    let json = [
        "{\"main\": null}",
        "{\"main\": [null, \"1 Comb Sentry\", 7, true, {}, []]}",
        "{\"main\": \"\"}",
        "{\"main\": \"4 Comb Sentry\\n\\n1 Nobody Home\"}",
        "[{\"card\": \"Comb Sentry\", \"count\": 1.5}]",
        "{}",
        "[]",
    ];
    insta::assert_snapshot!(all(&[("d.yaml", &yaml), ("d.json", &json)]));
}

#[test]
fn formats_told_by_the_beginning() {
    let texts = [
        "# c\n\n---\nmain:\n  - 4 Comb Sentry\n",
        "\n# c\n%YAML 1.2\n---\nmain: [4 Comb Sentry]\n",
        "notes: |\n  a\nmain:\n  - 4 Comb Sentry\n",
        "notes: >-\n  a\nmain: [4 Comb Sentry]\n",
        "notes: |text\n4 Comb Sentry\n",
        "name: My deck\n4 Comb Sentry\n",
        "name: My deck\n- 4 Comb Sentry\n",
        "main:\n4 Comb Sentry\n",
        "main:\n  - 4 Comb Sentry\n",
        "main: [4 Comb Sentry]\n",
        "- 4 Comb Sentry\n",
        "<?xml version=\"1.0\"?>\n<foo/>\n",
        "<!-- a -->\n<foo/>\n",
        "<!DOCTYPE x>\n<foo/>\n",
        "<deck>\n</deck>\n",
        "<html></html>\n",
        "<b>4 Comb Sentry\n",
        "{\\rtf1 4 Comb Sentry}",
        "{\"main\": [\"4 Comb Sentry\"]}",
        "{4 Comb Sentry",
        "",
    ];
    insta::assert_snapshot!(all(&[("deck", &texts)]));
}

#[test]
fn elements_of_markup() {
    let cod = |cards: &str| {
        format!(
            "<cockatrice_deck version=\"1\"><deckname> A </deckname><zone name=\"main\">{cards}</zone></cockatrice_deck>"
        )
    };
    let cards = [
        "<card number=\"4\" name=\"Comb Sentry\"/>",
        "<card name=\"Comb Sentry\"/>",
        "<card number=\" many \" name=\"Comb Sentry\"/>",
        "<card number=\" -4\" name=\"Comb Sentry\"/>",
        "<card number=\"&#52;a\" name=\"Comb Sentry\"/>",
        "<card number=\"4\" name=\"Nobody Home\"/>",
    ];
    let cards: Vec<String> = cards.iter().map(|card| cod(card)).collect();
    let cards: Vec<&str> = cards.iter().map(String::as_str).collect();
    let printings = [
        "4 [BAR:01204428] Comb Sentry",
        "4 [:01204428] Comb Sentry",
        "4 [BAR:] Comb Sentry",
        "4 [BAR:0120 4428] Comb Sentry",
        "4 [BAR:01204428]Comb Sentry",
        "4 [BAR:01204428] ",
        "4 [BAR] Comb Sentry",
        "SB: 4 [BAR:01204428] Comb Sentry",
    ];
    insta::assert_snapshot!(all(&[("d.cod", &cards), ("d.dck", &printings)]));
}

/// A hundred sections that the game lacks are kept apart; the others are one.
#[test]
fn strange_sections_end_in_one() {
    let session = session();
    let game = game(&session, "barrenia");
    let sections = |strange: usize| {
        let text: String = (0..strange).map(|at| format!("[Nowhere {at}]\n{} Comb Sentry\n", at % 3 + 1)).collect();
        let source = Source::new("d.txt", text + "[Nowhere 1]\n1 Honey Vault\n");
        let document = open(&source).expect("a deck");
        let (deck, _) = resolve(&document.read(&source, &game.spec).0, &game.spec, &game.catalog);
        let last = deck.lines.iter().filter(|line| line.section + 1 == deck.sections.len()).count();
        let again = deck.lines.last().expect("a line").section - game.spec.sections.len();
        (deck.sections.len() - game.spec.sections.len(), last, again)
    };
    assert_eq!([2, 99, 100, 101, 150].map(sections), [(2, 2, 1), (99, 1, 1), (100, 1, 1), (100, 2, 1), (100, 51, 1)]);
}

/// Each format holds of a deck what it can, and says what it cannot.
#[test]
fn one_deck_in_every_format() {
    let session = session();
    let deck = "game: barrenia\nname: 'A \"fine\" deck'\nplayer: Ann & Bo\nnotes: see <b>\nmain:\n  - 4 01204428\n  - 2 rust lancer (gala art)\n  \
        - 1 Nobody Home\n  - {card: Comb Sentry, count: 1, set: BAR} # mine\nprovisionary: [3 Toll Collector, \"1 Specimen #13\"]\nnowhere: [1 9 Lives of Perrin, 1 Dusk // Dawn Sisters]\n";
    let mut out = String::new();
    for text in [deck, "game: parallel\nname: B\nparagon: [2 Maelis Rootspeaker, 1 CB-2]\nmain: [1 Nobody]\n"] {
        for &to in Format::ALL {
            let source = std::sync::Arc::new(Source::new("d.yaml", text));
            let input = DeckInput { source: &source, guessed: None, path: None, game: None };
            let converted = convert(&session, input, to, &Levels::default());
            out += &format!("{}:\n{}\n", to.about().id, converted.text.as_deref().unwrap_or("nothing"));
            converted.findings.iter().for_each(|finding| out += &said(finding, &source));
        }
    }
    insta::assert_snapshot!(out);
}

/// A text that is told to be a table has the sign that parts its columns found, whatever its name.
#[test]
fn a_table_that_is_told_finds_its_columns() {
    let session = session();
    let game = game(&session, "barrenia");
    for text in
        ["count;name\n4;Comb Sentry\n", "name\tcount\nComb Sentry\t4\n", "# mine\n\ncount,name\n4,Comb Sentry\n"]
    {
        let source = Source::new("deck", text);
        let document = open_as(&source, Format::Csv).expect("a table");
        let (deck, faults) = resolve(&document.read(&source, &game.spec).0, &game.spec, &game.catalog);
        let lines: Vec<_> = deck.lines.iter().map(|line| (line.count, &*line.text)).collect();
        assert_eq!((lines, faults.len()), (vec![(4, "Comb Sentry")], 0), "{text}");
    }
}

/// A hundred faults of a kind are listed; the others are counted.
#[test]
fn a_hundred_faults_of_a_kind_are_listed() {
    let session = session();
    for (lines, more) in [(99, None), (100, None), (101, Some(1)), (150, Some(50))] {
        let checked = check_text(&session, "barrenia", "d.txt", &"-4 Comb Sentry\n".repeat(lines));
        let listed: Vec<_> = checked.findings.iter().filter(|f| &*f.code == "DCK004").collect();
        let notes: Vec<&String> = listed.iter().flat_map(|f| &f.notes).collect();
        let told = more.map(|more| format!("{} of this kind in the file", counted(more, "more finding")));
        assert_eq!((listed.len(), notes), (lines.min(100), told.iter().collect()), "{lines} lines");
    }
}

/// Of many slips in the header a hundred are told.
#[test]
fn a_hundred_slips_of_the_header_are_told() {
    for (lines, told) in [(99, 99), (100, 100), (150, 100)] {
        let source = Source::new("d.txt", "# nmae: a\n".repeat(lines) + "1 Comb Sentry\n");
        assert_eq!(open(&source).expect("a deck").header(&source).1.len(), told, "{lines} lines");
    }
}

/// The first card of a deck code has its number when it does not lead.
#[test]
fn a_deck_code_tells_its_leader_from_its_first_card() {
    let session = session();
    let code = |text: &str| {
        let source = std::sync::Arc::new(Source::new("d.txt", format!("# game: parallel\n{text}")));
        let input = DeckInput { source: &source, guessed: None, path: None, game: None };
        convert(&session, input, Format::Parallel, &Levels::default()).text
    };
    assert_eq!(code("Paragon\n1 CB-2\n").as_deref(), Some("CB-2,\n"));
    assert_eq!(code("Paragon\n1 CB-2\nDeck\n1 CB-20\n3 CB-21\n").as_deref(), Some("CB-2,CB-20,3xCB-21\n"));
    assert_eq!(code("Deck\n1 CB-20\n1 CB-21\n").as_deref(), Some("1xCB-20,CB-21\n"));
    assert_eq!(code("Deck\n2 CB-20\n").as_deref(), Some("2xCB-20,\n"));
}

/// What looks like a waiver inside of quotes is a text.
#[test]
fn a_waiver_in_quotes_is_none() {
    let session = session();
    let waived = |text: &str| check_text(&session, "barrenia", "d.yaml", text).waived.len();
    assert_eq!(waived("main:\n  - 5 Comb Sentry # ignore BAR003: because\n"), 1);
    assert_eq!(waived("main:\n  - \"5 Comb Sentry\" # ignore BAR003: because\n"), 1);
    assert_eq!(waived("main: [\"5 Comb Sentry # ignore BAR003: because\"]\n"), 0);
    assert_eq!(waived("notes: \"a \\\"b\\\" c # ignore BAR003: because\"\nmain: [5 Comb Sentry]\n"), 0);
}

/// A game whose sections have names of their own, and which knows cards by the ids of another program.
#[test]
fn words_and_ids_of_other_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let stones = folder.path().join("stones");
    std::fs::create_dir(&stones).expect("a folder");
    let spec = "id: stones\nname: Stones\nprefix: STO\nidentity: code\n\
        sections:\n  head: {title: Head, leader: true}\n  heap: {title: Heap, default: true}\n\
        attributes:\n  code: {type: text}\n  name: {type: text, required: true}\n  ref: {type: text}\n  no: {type: int}\n\
        exchange:\n  o8d: {id: ref}\n  cod: {id: no}\n  lackey: {id: no}\n";
    let pool = "code,name,ref,no\nS-1,Agate,First One,7\nS-2,Beryl,Second,\nS-3,Coral,,9\nS-4,Dolomite,second,9\n";
    for (file, text) in [("game.yaml", spec), ("cards.csv", pool), ("rules.yaml", "rules: []\n")] {
        std::fs::write(stones.join(file), text).expect("a file");
    }
    let mut games = Games::shipped();
    games.add_folder(folder.path()).expect("a game");
    let session = Session::new(Sources::default(), games, Options::default());
    let mut out = String::new();
    let o8d = |card: &str| format!("<deck game=\"x\"><section name=\"Heap\">{card}</section></deck>");
    for (name, text) in [
        ("d.txt", "Commander\n1 Agate\n\nDeck\n2 Beryl\n".to_owned()),
        ("d.txt", "About\nName A\n\nCommander\n1 Agate\n\nDeck\n2 Beryl\n".to_owned()),
        ("d.dck", "[metadata]\nName=A\n[Commander]\n1 Agate\n[Main]\n2 Beryl\n".to_owned()),
        ("d.o8d", o8d("<card qty=\"1\" id=\"first one\">Agate</card>")),
        ("d.o8d", o8d("<card qty=\"1\" id=\"FIRST ONE\">Beryl</card>")),
        ("d.o8d", o8d("<card qty=\"1\" id=\"S-1\">Agate</card>")),
        ("d.o8d", o8d("<card qty=\"1\" id=\"Second\">Beryl</card>")),
        ("d.o8d", o8d("<card qty=\"1\" id=\"7\">Coral</card>")),
    ] {
        out += &format!("{name}: {}\n{}", text.escape_debug(), shown(&session, name, &text, "stones"));
    }
    let deck = "# game: stones\nHead\n1 Agate\nHeap\n2 Beryl\n3 Coral\n1 Nobody\n";
    for to in [Format::O8d, Format::Cod, Format::Lackey] {
        let source = std::sync::Arc::new(Source::new("d.txt", deck));
        let input = DeckInput { source: &source, guessed: None, path: None, game: None };
        let converted = convert(&session, input, to, &Levels::default());
        out += &format!("{}:\n{}\n", to.about().id, converted.text.as_deref().unwrap_or("nothing"));
        converted.findings.iter().for_each(|finding| out += &said(finding, &source));
    }
    insta::assert_snapshot!(out);
}
