use std::sync::LazyLock;

use super::*;
use proptest::prelude::*;

static GAMES: LazyLock<[GameSpec; 3]> = LazyLock::new(|| [game("barrenia"), game("tuna"), game("parallel")]);

fn try_all(name: &str, text: &str) {
    try_with(name, text, &*GAMES);
}

fn try_with(name: &str, text: &str, games: &[GameSpec]) {
    let source = Source::new(name, text);
    let Ok(document) = open(&source) else {
        return;
    };
    let (header, _) = document.header(&source);
    for value in header.layers.iter().chain(&header.name) {
        assert!(source.text.get(value.span.range()).is_some());
    }
    for spec in games {
        let (deck, findings) = document.read(&source, spec);
        for line in &deck.lines {
            assert!(line.section < deck.sections.len());
            assert!((1..=999_999_999).contains(&line.count));
            assert!(source.text.get(line.span.range()).is_some());
        }
        for d in &findings {
            let span = d.place.span();
            assert!(span.is_none_or(|s| source.text.get(s.range()).is_some()));
        }
        assert!(!(deck.lines.is_empty() && findings.is_empty()));
    }
}

/// Texts of the words and signs that readers look for.
fn deckish() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "4",
        "x",
        "x4",
        "２",
        "-1",
        "0",
        "1.5",
        "99999999999",
        "Alpha",
        "가시",
        "’",
        "(",
        ")",
        "[4]",
        "[",
        "]",
        "(15)",
        "SB:",
        ":",
        "：",
        "#",
        "//",
        "--",
        "- ",
        "* ",
        "•",
        "==",
        "Deck",
        "Sideboard",
        "Soldiers:",
        "game:",
        "# name: x",
        "name",
        "count",
        "card",
        "section",
        ",",
        ";",
        "\t",
        "\"",
        "\"\"",
        "'",
        "{",
        "}",
        "main:",
        "\n",
        "\n",
        "\n",
        "\r",
        "\r\n",
        "\n\n",
        " ",
        " ",
        "  ",
        "\u{3000}",
        "\u{feff}",
        "|",
        "&a ",
        "*a",
        "null",
        "~",
        "!",
        "About\nName ",
        "◎",
        "<?xml",
        "CB-1,",
        "ydke://",
        "[metadata]",
        "[main]\n",
        "|SET|1",
        "[A:1] ",
        "NAME:",
        "#main\n",
        "!side\n",
        "<deck>",
        "<section name=\"Main\">",
        "<card qty=\"",
        "</section></deck>",
        "{\"ObjectStates\":[",
        "×",
        "−",
        "é",
        "e\u{301}",
        "{\"main\":",
        "[{\"card\":",
        "\"A\"",
        "}]",
        "]}",
        "main:\n  - ",
        "card: ",
        "sections:\n",
        "  A: 2\n",
    ]);
    prop::collection::vec(word, 0..24).prop_map(|words| words.concat())
}

fn file() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["<stdin>", "d.txt", "d.csv", "d.yaml", "d.json"])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn on_any_text(name in file(), text in any::<String>()) {
        try_all(name, &text);
    }

    #[test]
    fn on_texts_like_decks(name in file(), text in deckish()) {
        try_all(name, &text);
    }

    #[test]
    fn on_tables(body in deckish()) {
        try_all("d.csv", &format!("section,count,name\n{body}"));
    }

    #[test]
    fn on_trees(body in deckish()) {
        try_all("d.yaml", &format!("main:\n  - {body}"));
        try_all("d.yaml", &format!("main: |\n  {body}"));
    }

    #[test]
    fn splitting_lines_keeps_the_sum(
        counts in prop::collection::vec((1u32..500, 1u32..500), 1..12),
        spelling in 0..4usize,
    ) {
        let text = |n: u32, i: usize| match spelling {
            0 => format!("{n} Card {i}\n"),
            1 => format!("{n}x Card {i}\n"),
            2 => format!("Card {i} x{n}\n"),
            _ => format!("main,{n},Card {i}\n"),
        };
        let head = if spelling == 3 { "section,count,card\n" } else { "" };
        let (mut one, mut two) = (head.to_owned(), head.to_owned());
        for (i, &(a, b)) in counts.iter().enumerate() {
            one += &text(a + b, i);
            two += &text(a, i);
            two += &text(b, i);
        }
        let want: u32 = counts.iter().map(|(a, b)| a + b).sum();
        prop_assert_eq!(read(&one).copies(), u64::from(want));
        prop_assert_eq!(read(&two).copies(), u64::from(want));
    }

    #[test]
    fn indentation_and_order_change_no_sum(mut counts in prop::collection::vec(1u32..900, 1..12)) {
        let text = |counts: &[u32], pad: &str| -> String {
            counts.iter().map(|n| format!("{pad}{n} Card{pad}\n")).collect()
        };
        let plain = read(&text(&counts, "")).copies();
        counts.reverse();
        prop_assert_eq!(read(&text(&counts, "  ")).copies(), plain);
    }
}

/// What must not happen is a square of the size; debug builds are slow enough without one.
#[test]
fn on_nasty_sizes() {
    const MANY: usize = 1 << 19;
    let spec = [game("barrenia")];
    for text in [
        "x".repeat(8 << 20),
        "4 ".repeat(MANY / 2),
        ",".repeat(MANY),
        "a,".repeat(MANY / 2),
        "#".repeat(MANY),
        " #".repeat(MANY / 2),
        "9".repeat(MANY),
        "x:".repeat(MANY / 2),
        format!("{}:", "x".repeat(MANY)),
        "\n".repeat(100_000),
        "\r\n".repeat(100_000),
        "A\n\n".repeat(MANY / 3),
        "Main x\n".repeat(MANY / 7),
        "# gmae: x\n".repeat(MANY / 10),
        (0..MANY / 8).map(|n| format!("s{n}:\n")).collect(),
        "\"".repeat(MANY),
        format!("count,name\n{}", "4,\"\n".repeat(MANY / 4)),
        format!("count,name\n{}", "4\n".repeat(MANY / 2)),
        format!("{{\"main\": {}1{}}}", "[".repeat(100), "]".repeat(100)),
    ] {
        try_with("<stdin>", &text, &spec);
    }
    try_with("d.yaml", &format!("main:\n{}", "- 4 A\n".repeat(20_000)), &spec);
    try_with("d.json", &"[".repeat(MANY), &spec);
}

#[test]
fn on_all_shipped_decks() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/decks");
    let mut folders = vec![std::path::PathBuf::from(root)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                try_all(&path.to_string_lossy(), &text);
            }
        }
    }
}
