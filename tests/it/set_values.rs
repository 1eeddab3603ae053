//! `--set` with lists, and where a wrong value of the set-up is shown.

use crate::config::folder;
use crate::support::{Ran, root, run_in};

fn tuna(at: &std::path::Path, more: &[&str]) -> Ran {
    let deck = root().join("decks/tuna/school-yard.txt").display().to_string();
    let args = ["goldfish", &deck, "--game", "tuna", "--games", "3", "--no-config"];
    run_in(at, args.into_iter().chain(more.iter().copied()))
}

#[test]
fn a_list_is_set_as_yaml_writes_it() {
    let folder = folder(&[]);
    let at = folder.path();
    let ran = tuna(at, &["--set", "setup.triggers=[counter, 'heal']"]);
    assert_eq!(ran.code, 0, "{ran:#?}");
    let ran = run_in(at, ["rules", "tuna", "--diff", "--set", "setup.triggers=[counter, heal]"]);
    assert!(
        ran.out.contains("setup: triggers: [counter, stock, front, limit, vanish, heal] -> [counter, heal]"),
        "{ran:#?}"
    );
    let ran =
        run_in(at, ["rules", "barrenia", "--diff", "--set", "BAR003.across=[main]", "--set", "BAR001.title=[x] y"]);
    assert!(ran.code == 0 && ran.out.contains("-> [main]"), "{ran:#?}");
    // A text stays a text, brackets and all.
    assert!(ran.out.contains("title: ") && ran.out.contains("-> [x] y"), "{ran:#?}");
}

#[test]
fn what_is_wrong_in_a_list_is_marked() {
    let folder = folder(&[]);
    let at = folder.path();
    for (set, message, place) in [
        ("setup.triggers=[counter, stok]", "setup.triggers holds `stok`", "--set:1:16"),
        ("setup.triggers=counter", "`triggers` takes a value of another type, such as [counter,", "--set:1:16"),
        ("setup.stock=[5]", "`stock` takes a value of another type, such as 5", "--set:1:13"),
        ("setup.triggers=[counter", "", "--set:1:"),
        ("setup.trigers=[counter]", "`trigers` is no setting of the game; did you mean `triggers`?", "--set:1:7"),
        ("setup.stock=-1", "setup.stock is -1; it must be from", "--set:1:13"),
    ] {
        let ran = tuna(at, &["--set", set]);
        assert_eq!(ran.code, 2, "{set}: {ran:#?}");
        assert!(ran.err.contains(message) && ran.err.contains(place), "{set}: {ran:#?}");
        assert!(!ran.err.contains("game.yaml"), "{set}: {ran:#?}");
    }
    let ran = run_in(at, ["rules", "barrenia", "--set", "BAR003.across=[main, mian]"]);
    assert!(ran.code == 2 && ran.err.contains("unknown section `mian`") && ran.err.contains("--set:1:22"), "{ran:#?}");
}

#[test]
fn a_wrong_value_of_the_set_up_is_shown_where_it_stands() {
    let game = std::fs::read_to_string(root().join("examples/games/skirmish/game.yaml")).expect("the game");
    let read = |file: &str| std::fs::read_to_string(root().join("examples/games/skirmish").join(file)).expect(file);
    let folder = folder(&[
        ("t.yaml", "layer: t\nsetup:\n  stock: 3\n  damage-slots: 99\n"),
        ("games/skirmish/game.yaml", &game.replace("mulligan: free", "mulligan: fre")),
        ("games/skirmish/rules.yaml", &read("rules.yaml")),
        ("games/skirmish/cards.csv", &read("cards.csv")),
        ("band.csv", &std::fs::read_to_string(root().join("examples/band.csv")).expect("the deck")),
    ]);
    let at = folder.path();
    let ran = tuna(at, &["--layer", "t.yaml"]);
    assert!(
        ran.code == 2 && ran.err.contains("setup.damage-slots is 99") && ran.err.contains("t.yaml:4:17"),
        "{ran:#?}"
    );
    let args =
        ["goldfish", "band.csv", "--games-dir", "games", "--game", "skirmish", "--allow-illegal", "--games", "2"];
    let ran = run_in(at, args);
    let column = "setup: {hand: 4, draw: 1, mulligan: ".len() + 1;
    assert!(ran.err.contains("setup.mulligan is `fre`"), "{ran:#?}");
    assert!(ran.code == 2 && ran.err.contains(&format!("game.yaml:15:{column}")), "{ran:#?}");
}

/// Decks of other layers are other sets of rules; the option is the same.
#[test]
fn a_wrong_option_is_told_once() {
    let folder = folder(&[
        ("a.txt", "# game: barrenia\n1 Comb Sentry\n"),
        ("b.txt", "# game: barrenia\n# layer: arc-2\n1 Comb Sentry\n"),
    ]);
    for set in ["setup.life=x", "setup.lif=1", "BAR003.foo=1"] {
        let ran = run_in(folder.path(), ["check", "--set", set, "a.txt", "b.txt"]);
        assert_eq!(ran.code, 2, "{ran:#?}");
        assert_eq!(ran.err.matches("--set:1:").count(), 1, "{ran:#?}");
    }
}
