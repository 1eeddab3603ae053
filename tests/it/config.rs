//! `decklint.yaml`: where it is found, what it changes, what is wrong with it.

use std::path::Path;

use proptest::prelude::*;

use crate::support::{Ran, root, run_in};

/// A folder with these files.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    // The search for a configuration ends here.
    std::fs::create_dir(folder.path().join(".git")).expect("a folder");
    for (name, text) in files {
        write(folder.path(), name, text);
    }
    folder
}

pub fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

pub fn check(folder: &Path, line: &str) -> Ran {
    let mut args = vec!["check", "--format", "concise", "--today", "2026-06-15"];
    args.extend(line.split_whitespace());
    run_in(folder, args)
}

fn hive() -> String {
    std::fs::read_to_string(root().join("examples/hive.txt")).expect("hive").replace("# game: barrenia\n", "")
}

#[test]
fn game_layers_and_levels_come_from_the_nearest_configuration() {
    let folder = folder(&[
        ("decklint.yaml", "game: barrenia\nlevels: {unknown-card: warning, BAR001: off}\n"),
        ("lists/hive.txt", &hive()),
        ("lists/club/decklint.yaml", "game: barrenia\nlayers: [house.yaml]\n"),
        ("lists/club/hive.txt", &hive()),
        ("lists/club/house.yaml", "layer: house\nbecause: we like it\nban: [{card: Nestbreaker}]\n"),
    ]);
    let at = folder.path();
    let ran = check(at, "lists/hive.txt");
    assert!(ran.out.contains("warning RES001") && !ran.out.contains("BAR001"), "{ran:#?}");
    // The nearest one holds alone, and its layer is no deck.
    let ran = check(at, "lists");
    assert!(ran.out.contains("lists/club/hive.txt:18:3: error LAY010 `Nestbreaker` is banned"), "{ran:#?}");
    assert!(ran.out.contains("lists/club/hive.txt:3:1: error BAR001"), "{ran:#?}");
    assert!(ran.err.contains("2 decks"), "{ran:#?}");
    // It is found from any folder, and for standard input from the current one.
    let ran = check(&at.join("lists/club"), "../hive.txt");
    assert!(ran.out.contains("../hive.txt:11:3: warning RES001") && !ran.out.contains("BAR001"), "{ran:#?}");
    let ran = run_in(&at.join("lists"), ["check", "hive.txt", "--format", "concise", "--no-config"]);
    assert!(ran.code == 2 && ran.out.contains("DCK011"), "{ran:#?}");
    let ran = check(at, "--config lists/club/decklint.yaml lists/hive.txt");
    assert!(ran.out.contains("LAY010"), "{ran:#?}");
    // A folder with .git ends the search.
    std::fs::create_dir(at.join("lists/.git")).expect("a folder");
    assert!(check(at, "lists/hive.txt").out.contains("DCK011"));
}

#[test]
fn the_command_line_comes_after_the_configuration() {
    let folder = folder(&[
        ("decklint.yaml", "game: tuna\nlevels: {RES001: note}\ncards: [none.csv]\n"),
        ("hive.txt", &hive()),
        ("named.txt", &format!("# game: barrenia\n{}", hive())),
    ]);
    let at = folder.path();
    assert!(
        check(at, "--game barrenia --level RES001=off hive.txt").code == 2,
        "the pool of the configuration is missing"
    );
    let pool = root().join("cards/barrenia/cards.csv").display().to_string();
    let ran = check(at, &format!("--cards {pool} --game barrenia --level RES001=warning hive.txt"));
    assert!(ran.out.contains("warning RES001"), "{ran:#?}");
    // What a deck says of itself wins over the configuration.
    let ran = check(at, &format!("--cards {pool} named.txt"));
    assert!(ran.out.contains("note RES001") && ran.out.contains("BAR003"), "{ran:#?}");
}

#[test]
fn folders_have_games_and_layers() {
    let folder = folder(&[
        (
            "decklint.yaml",
            "game: barrenia\nfolders:\n  \"lists/*\": {layers: [arc-2]}\n  lists/new: {layers: [arc-3]}\n  \
             lists/par/: {game: parallel}\n",
        ),
        ("lists/old/a.txt", "4 Nestbreaker\n"),
        ("lists/new/a.txt", "4 Nestbreaker\n"),
        ("lists/par/a.txt", "4 Nestbreaker\n"),
        ("other/a.txt", "4 Nestbreaker\n"),
    ]);
    let ran = run_in(folder.path(), ["check", "--show-files"]);
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!("show-files", ran.out);
    let ran = run_in(folder.path(), ["check", "--show-settings", "--level", "copy-limit=note", "lists/new", "other"]);
    insta::assert_snapshot!("show-settings", ran.out);
}

#[test]
fn excluded_files_are_no_decks() {
    let folder = folder(&[
        ("decklint.yaml", "game: barrenia\nexclude: [drafts, \"**/notes.txt\"]\ncards: [pool.csv]\n"),
        ("pool.csv", "code,name,type\n00000001,A,Rear\n"),
        ("drafts/deep/a.txt", "1 A\n"),
        ("lists/notes.txt", "1 A\n"),
        ("lists/a.txt", "40 A\n"),
    ]);
    let at = folder.path();
    assert!(check(at, ".").err.contains("1 deck:"), "{:#?}", check(at, "."));
    // Named, it is checked; a hook names all files.
    assert!(check(at, "lists/notes.txt").err.contains("1 deck:"));
    let ran = check(at, "--force-exclude lists/notes.txt");
    assert_eq!((ran.code, ran.err.as_str()), (0, "all decks are excluded\n"));
    let ran = check(at, "drafts");
    assert!(ran.code == 2 && ran.err.contains("no deck file that is not excluded in `drafts`"), "{ran:#?}");
    assert!(check(at, ". -v").err.contains("pool.csv: skipped, a file of the configuration"));
}

#[test]
fn configurations_extend_each_other() {
    let folder = folder(&[
        ("a/decklint.yaml", "extends: [../shared/base.yaml]\noutside: true\nlevels: {BAR001: note}\n"),
        ("shared/base.yaml", "extends: [more/more.yaml]\ngame: barrenia\nlevels: {BAR001: off, RES001: off}\n"),
        ("shared/more/more.yaml", "game: tuna\nlayers: [house.yaml]\n"),
        ("shared/more/house.yaml", "layer: house\nbecause: b\nban: [{card: Nestbreaker}]\n"),
        ("a/hive.txt", &hive()),
    ]);
    let ran = check(folder.path(), "a/hive.txt");
    assert!(ran.out.contains("note BAR001") && ran.out.contains("LAY010") && !ran.out.contains("RES001"), "{ran:#?}");
    write(folder.path(), "shared/more/more.yaml", "extends: [../base.yaml]\noutside: true\n");
    let ran = check(folder.path(), "a/hive.txt");
    assert!(ran.code == 2 && ran.err.contains("`../base.yaml` extends itself"), "{ran:#?}");
}

#[test]
fn all_faults_are_said_with_their_places() {
    let folder = folder(&[(
        "decklint.yaml",
        "gmae: barrenia\ngame: barrenai\nlevels: {BAR0003: off, copy-limits: off, RES001: loud}\nlayers: [arc-2, ../x.yaml]\n\
         exclude: drafts\nfolders: {lists: {games: tuna}}\ncards: [/etc/passwd]\n\
         waivers:\n  - {code: BAR003, until: 2026-02-30, reason: r}\n  - {cod: BAR003}\n  - {code: FOO999, reason: r}\n\
         deny: [warning]\nexclude: [\"{\"]\n",
    )]);
    let ran = check(folder.path(), ".");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    insta::assert_snapshot!("faults", ran.err);
    for (text, words) in [
        ("- a\n", "a mapping of settings is expected"),
        ("game: [\n", "CFG001"),
        ("extends: [no.yaml]\n", "`no.yaml` cannot be read: there is no such file or folder"),
        ("games: [lists]\n", "`lists` has no games"),
        ("map: {A: size}\n", "neither is given"),
    ] {
        write(folder.path(), "decklint.yaml", text);
        let ran = check(folder.path(), ".");
        assert!(ran.code == 2 && ran.err.contains(words), "{text}: {ran:#?}");
    }
    write(folder.path(), "decklint.yaml", "");
    assert!(check(folder.path(), ".").err.contains("nothing to check"));
    assert!(check(folder.path(), "--config no.yaml .").code == 2);
}

/// A configuration that cannot be used keeps its own decks from being checked, and no others.
#[test]
fn a_broken_configuration_stops_its_own_decks_only() {
    let folder = folder(&[
        ("good/decklint.yaml", "game: breakrift\n"),
        ("good/a.txt", "3 Nobody\n"),
        ("bad/decklint.yaml", "gmae: breakrift\nfolders: {sub: {game: tuna}}\n"),
        ("bad/b.txt", "3 Nobody\n"),
        ("bad/sub/c.txt", "3 Nobody\n"),
    ]);
    let ran = check(folder.path(), ".");
    assert_eq!(ran.code, 2);
    assert!(ran.out.contains("good/a.txt:1:3") && !ran.out.contains("bad/"), "{ran:#?}");
    assert!(ran.err.contains("3 decks: 0 legal, 1 illegal, 2 not checked"), "{ran:#?}");
    assert_eq!(ran.err.matches("unknown key `gmae`").count(), 1, "{ran:#?}");
    let ran = run_in(folder.path(), ["check", "--format", "json", "."]);
    let document: serde_json::Value = serde_json::from_str(&ran.out).expect("json");
    assert_eq!(document["run"][0]["file"], "bad/decklint.yaml");
    let told = "the configuration `bad/decklint.yaml` cannot be used, so the deck was not checked";
    assert_eq!(document["decks"][0]["findings"][0]["message"], told);
    for line in ["check --show-settings bad", "check --show-files bad"] {
        let ran = run_in(folder.path(), line.split(' '));
        assert!(ran.code == 2 && ran.err.contains("gmae") && ran.out.is_empty(), "{ran:#?}");
    }
    let ran = run_in(&folder.path().join("bad"), ["check", "--stream"]);
    assert!(ran.code == 2 && ran.err.contains("gmae") && ran.out.is_empty(), "{ran:#?}");
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out_of_the_folder() {
    let folder = folder(&[
        ("secret.yaml", "layer: s\nbecause: b\n"),
        ("in/decklint.yaml", "game: barrenia\nlayers: [link.yaml]\n"),
        ("in/a.txt", "40 Nestbreaker\n"),
    ]);
    std::os::unix::fs::symlink("../secret.yaml", folder.path().join("in/link.yaml")).expect("a link");
    let ran = check(folder.path(), "in");
    assert!(ran.code == 2 && ran.err.contains("lies outside the folder"), "{ran:#?}");
    write(folder.path(), "in/decklint.yaml", "game: barrenia\nlayers: [link.yaml]\noutside: true\n");
    assert_eq!(check(folder.path(), "in").code, 1);
}

#[test]
fn init_writes_a_configuration_and_spares_one_that_is_there() {
    let folder = folder(&[("lists/a.txt", "4 Nestbreaker\n")]);
    let at = folder.path();
    let ran = run_in(at, ["init", "--game", "barrenia"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, "wrote decklint.yaml\n"));
    assert!(check(at, "lists").out.contains("BAR001"));
    let before = std::fs::read_to_string(at.join("decklint.yaml")).expect("the file");
    let ran = run_in(at, ["init", "--game", "tuna"]);
    assert!(ran.code == 2 && ran.err.contains("is there already; it was left alone"), "{ran:#?}");
    assert_eq!(std::fs::read_to_string(at.join("decklint.yaml")).expect("the file"), before);
    assert_eq!(run_in(at, ["init", "--game", "tunna", "lists"]).code, 2);
    assert!(!at.join("lists/decklint.yaml").exists());
    // Every key that is a comment in it is right too, once the files that it names are there.
    let all: String = before
        .lines()
        .map(|l| {
            format!("{}\n", l.strip_prefix('#').filter(|l| !l.starts_with(' ') || l.starts_with("  ")).unwrap_or(l))
        })
        .collect();
    write(at, "decklint.yaml", &all.replace("game: barrenia\n\n", "\n"));
    write(at, "shared/decklint.yaml", "");
    let ran = run_in(at, ["check", "--show-settings", "lists"]);
    assert_eq!(ran.code, 0, "{all}\n{}", ran.err);
    for key in
        ["layer: house/friday.yaml", "level: BAR006: error", "deny: warnings", "cards: cards/printed.csv", "waiver"]
    {
        assert!(ran.out.contains(key), "{key}: {}", ran.out);
    }
}

/// A wrong layer or setting is told once, before the decks that it keeps from being checked.
#[test]
fn the_cause_comes_once_and_first() {
    let folder = folder(&[("a.txt", &hive()), ("b.txt", &hive()), ("c.txt", &hive())]);
    for option in ["--layer arc-9", "--set BAR099.max=3", "--ban Nobody"] {
        let line = format!("check --game barrenia {option} .");
        let ran = run_in(folder.path(), line.split_whitespace());
        assert_eq!(ran.code, 2);
        assert_eq!(ran.err.matches("error[").count(), 1, "{ran:#?}");
        assert!(!ran.out.contains("GAM001"), "{ran:#?}");
        assert_eq!(ran.out.matches(": not-checked (barrenia").count(), 3, "{ran:#?}");
        // Machines are told for each deck.
        let ran = run_in(folder.path(), format!("{line} --format json").split_whitespace());
        assert_eq!(ran.out.matches("GAM001").count(), 3, "{ran:#?}");
    }
}

/// Warnings about a pool are findings: denied, they fail the run, but they do not break it.
#[test]
fn denied_warnings_about_a_pool_are_findings() {
    let folder =
        folder(&[("pool.csv", "code,name,type,size\n00000001,A,Rear,two\n"), ("a.txt", "# game: barrenia\n40 A\n")]);
    let line = "--cards pool.csv --level BAR003=off a.txt";
    assert_eq!(check(folder.path(), line).code, 0, "{:#?}", check(folder.path(), line));
    let ran = check(folder.path(), &format!("{line} --deny warnings"));
    assert!(ran.code == 1 && ran.err.contains("error CAT006"), "{ran:#?}");
    write(folder.path(), "pool.csv", "code,name,type\n,A,Rear\n00000001,B,Rear\n");
    assert_eq!(check(folder.path(), line).code, 2, "a card that cannot be counted is broken data");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    /// Whatever stands in a configuration, it is told or taken, and nothing panics.
    #[test]
    fn no_configuration_makes_it_panic(
        text in "((game|layers|levels|folders|waivers|exclude|extends|map|deny|cards): ?([a-z.*{\\[/\"-]{0,6}|\\[[a-z{}:, ]{0,9}\\]|\\{[a-z: ,]{0,9}\\})\n){0,4}"
    ) {
        let folder = folder(&[("decklint.yaml", &text), ("a.txt", "1 A\n")]);
        let ran = check(folder.path(), "a.txt");
        prop_assert!(ran.code == 2 || ran.code == 1, "{text}\n{ran:#?}");
        prop_assert!(!ran.err.contains("panicked"), "{text}\n{ran:#?}");
    }
}
