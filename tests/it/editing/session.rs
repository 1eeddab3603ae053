//! Commands that look at decks, in forms for programs.

use crate::support::{root, run, run_in};

fn json(line: &str) -> (i32, serde_json::Value) {
    let ran = run(line);
    (ran.code, serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{line}: {e}\n{}{}", ran.out, ran.err)))
}

#[test]
fn registration_is_by_section_first_and_by_cards_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let write = |name: &str, text: &str| std::fs::write(at.join(name), text).expect("a file");
    let cards: String = [
        "Nettle Brood",
        "Waxwing Courier",
        "Pollen-Wind Racer",
        "Rust Lancer",
        "Honey Vault",
        "Petal Citizen",
        "Bloomguard Cadet",
        "Willow Grenadier",
        "Coffin Courier",
    ]
    .iter()
    .map(|name| format!("4 {name}\n"))
    .collect();
    let deck = |main: &str, side: &str| format!("# game: barrenia\nDeck\n{cards}{main}Side\n{side}");
    write("reg.txt", &deck("4 Comb Sentry\n", "2 Nestbreaker\n3 Dune Howler\n"));
    let verify = |name: &str, text: &str, game: &str| {
        write(name, text);
        let ran = run_in(at, ["verify", "reg.txt", name, "--game-of-match", game, "--format", "json"]);
        let value: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!(value["as_registered"].as_bool(), Some(ran.code == 0), "{}", ran.out);
        let kinds: Vec<String> = value["breaches"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|b| b["kind"].as_str().expect("a kind").to_owned())
            .collect();
        (ran.code, kinds, value["findings"].as_array().expect("a list").len())
    };
    // The same cards otherwise written are the same deck.
    let same = "# game: barrenia\n# name: x\nSB: 3 dune howler\nSB: 2 01204440\n".to_owned()
        + &cards
        + "1 Comb Sentry\n3 comb sentry\n";
    assert_eq!(verify("same.txt", &same, "1"), (0, vec![], 0));
    // Three for three: not before the first game, but before the second.
    let swapped = deck("1 Comb Sentry\n3 Dune Howler\n", "2 Nestbreaker\n3 Comb Sentry\n");
    assert_eq!(verify("swap.txt", &swapped, "1"), (1, vec!["changed".to_owned(); 4], 0));
    assert_eq!(verify("swap.txt", &swapped, "2"), (0, vec![], 0));
    // The main section may grow and shrink within its limits.
    assert_eq!(verify("grow.txt", &deck("4 Comb Sentry\n3 Dune Howler\n", "2 Nestbreaker\n"), "2"), (0, vec![], 0));
    assert_eq!(verify("shrink.txt", &deck("", "2 Nestbreaker\n3 Dune Howler\n4 Comb Sentry\n"), "3"), (1, vec![], 1));
    // A card that was not registered, one that is gone, a copy too many.
    let foreign = deck("3 Comb Sentry\n1 Last Man at Post 6\n", "2 Nestbreaker\n3 Dune Howler\n");
    assert_eq!(verify("foreign.txt", &foreign, "2"), (1, vec!["missing".to_owned(), "not-registered".to_owned()], 0));
    let ran = run_in(at, ["verify", "reg.txt", "foreign.txt", "--game-of-match", "2"]);
    assert!(ran.out.contains("`Last Man at Post 6` is not in the registered deck; 1 copy is played"), "{}", ran.out);
    assert!(ran.out.contains("`Comb Sentry`: 4 copies registered, only 3 played"), "{}", ran.out);
    // A card that no pool knows is compared by its text.
    assert_eq!(verify("unknown.txt", &deck("4 Comb Sentri\n", "2 Nestbreaker\n3 Dune Howler\n"), "2").0, 1);
    // Decks that cannot be read as a whole are not judged.
    write("torn.txt", &deck("4 Comb Sentry\n-1 Honey Vault\n", "2 Nestbreaker\n3 Dune Howler\n"));
    assert_eq!(run_in(at, ["verify", "reg.txt", "torn.txt"]).code, 2);
    for args in [
        &["verify", "reg.txt", "missing.txt"][..],
        &["verify", "reg.txt", "same.txt", "--game-of-match", "0"],
        &["verify", "-", "-"],
    ] {
        assert_eq!(run_in(at, args).code, 2, "{args:?}");
    }
    // Sections that take no part in the exchange stay as they are.
    let parallel = |main: &str, lead: &str| format!("# game: parallel\nParagon\n1 {lead}\nDeck\n1 {main}\n");
    write("a.txt", &parallel("Rivet Hound", "Ionna, Forge Regent"));
    write("b.txt", &parallel("Ionna, Forge Regent", "Rivet Hound"));
    let ran = run_in(at, ["verify", "a.txt", "b.txt", "--game-of-match", "2"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("the section Paragon takes no part in the exchange"), "{}", ran.out);
}

#[test]
fn hashes_say_on_what_they_rest() {
    let deck = "decks/barrenia/rose-delta.yaml";
    let (code, one) = json(&format!("deck hash --format json {deck}"));
    assert_eq!(code, 0);
    let one = &one["decks"][0];
    let (_, layered) = json(&format!("deck hash --format json --layer arc-2 {deck}"));
    let (_, set) = json(&format!("deck hash --format json --set BAR003.max=3 {deck}"));
    for other in [&layered["decks"][0], &set["decks"][0]] {
        assert_eq!((&other["hash"], &other["pool"]), (&one["hash"], &one["pool"]));
        assert_ne!(other["rules"], one["rules"]);
    }
    assert_eq!(layered["decks"][0]["layers"], serde_json::json!(["arc-2"]));
    // Another pool, the same deck; the order of its rows is nothing.
    let pool = std::fs::read_to_string(root().join("cards/barrenia/cards.csv")).expect("the pool");
    let folder = tempfile::tempdir().expect("a folder");
    let mut rows: Vec<&str> = pool.lines().collect();
    rows[1..].rotate_left(50);
    std::fs::write(folder.path().join("turned.csv"), rows.join("\n")).expect("a pool");
    std::fs::write(folder.path().join("less.csv"), rows[..rows.len() - 8].join("\n")).expect("a pool");
    for (file, same) in [("turned.csv", true), ("less.csv", false)] {
        let cards = folder.path().join(file).display().to_string();
        let (_, other) = json(&format!("deck hash --format json --cards {cards} {deck}"));
        assert_eq!(other["decks"][0]["rules"], one["rules"]);
        assert_eq!(other["decks"][0]["pool"] == one["pool"], same, "{file}");
    }
    let short = run(&format!("deck hash {deck}")).out;
    assert_eq!(short, format!("{}  {deck}\n", one["short"].as_str().expect("a word")));
}

#[test]
fn counts_add_up_in_every_game() {
    for path in crate::support::files_below(&root().join("decks")) {
        let name = path.strip_prefix(root()).expect("below the root").display().to_string();
        let (code, stats) = json(&format!("deck stats --format json {name}"));
        assert_eq!(code, 0, "{name}");
        let sections: u64 =
            stats["sections"].as_object().expect("a map").values().filter_map(serde_json::Value::as_u64).sum();
        let spreads = stats["spreads"].as_array().expect("a list");
        assert!(spreads[0]["curve"].as_bool().expect("a truth"), "{name}: the curve comes first");
        for spread in spreads {
            let rows: u64 =
                spread["rows"].as_array().expect("a list").iter().filter_map(|r| r["copies"].as_u64()).sum();
            let all = rows + spread["without"].as_u64().expect("a number");
            // A list has several values for a card.
            let list = spread["attribute"] == "territories";
            assert!(all == sections || (list && all >= sections), "{name}: {spread}");
        }
        let (_, shown) = json(&format!("deck show --format json {name}"));
        let cards: u64 = shown["sections"]
            .as_object()
            .expect("a map")
            .values()
            .flat_map(|s| s.as_array().expect("a list"))
            .filter_map(|c| c["count"].as_u64())
            .sum();
        assert_eq!(cards, sections, "{name}");
        let (code, diff) = json(&format!("deck diff --format json {name} {name}"));
        assert_eq!(
            (code, &diff["same"], diff["differences"].as_array().map(Vec::len)),
            (0, &serde_json::json!(true), Some(0))
        );
    }
}

#[test]
fn a_chart_is_drawn_as_svg() {
    let folder = tempfile::tempdir().expect("a folder");
    let deck = root().join("decks/tuna/late-dragons.json").display().to_string();
    let ran = run_in(folder.path(), ["deck", "stats", &deck, "--by", "atk", "--chart", "c.svg"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let svg = std::fs::read_to_string(folder.path().join("c.svg")).expect("the chart");
    insta::assert_snapshot!("chart", svg);
}
