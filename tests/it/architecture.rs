//! The shape of the house: which part may know which, how large a file may grow, and that games stay data.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::support::{files_below, game_ids, root, session};

/// A part may use those before it.
const ORDER: &[&str] =
    &["text", "diagnostics", "spec", "catalog", "deck", "rules", "play", "engines", "game", "report", "cli"];

fn sources() -> Vec<(PathBuf, String)> {
    let rust = |p: &PathBuf| p.extension().is_some_and(|e| e == "rs");
    let read = |p: PathBuf| {
        (p.strip_prefix(root()).expect("below the root").to_path_buf(), std::fs::read_to_string(&p).expect("source"))
    };
    files_below(&root().join("src")).into_iter().filter(rust).map(read).collect()
}

fn part(path: &std::path::Path) -> Option<usize> {
    let name = path.components().nth(1)?.as_os_str().to_str()?;
    ORDER.iter().position(|p| *p == name)
}

#[test]
fn parts_use_only_those_before_them() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let Some(own) = part(&path) else { continue };
        for line in text.lines().filter(|l| !l.trim_start().starts_with("//")) {
            for (_, rest) in line.match_indices("crate::").map(|(at, m)| line.split_at(at + m.len())) {
                let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if ORDER.iter().position(|p| *p == name).is_some_and(|other| other > own) {
                    wrong.push(format!("{}: {}", path.display(), line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_file_outgrows_its_room() {
    for (path, text) in sources() {
        let lines = text.lines().count();
        assert!(lines <= 600, "{} has {lines} lines; make it a folder", path.display());
    }
}

#[test]
fn yaml_is_read_in_one_place() {
    for (path, text) in sources() {
        let here = path.ends_with("text/yaml/mod.rs");
        assert!(here || !text.contains("serde_yaml::"), "{} reads YAML by itself", path.display());
    }
}

#[test]
fn the_library_reads_no_clock_and_no_environment() {
    for (path, text) in sources() {
        if path.starts_with("src/cli") || path.ends_with("main.rs") {
            continue;
        }
        for word in ["std::env", "Instant::now", "SystemTime", "std::process", "println!", "eprintln!"] {
            assert!(!text.contains(word), "{} uses {word}", path.display());
        }
    }
}

#[test]
fn no_card_title_and_no_game_stands_in_the_code() {
    let session = session();
    let mut titles = BTreeSet::new();
    for id in game_ids() {
        let game = session.game(&id).expect("a shipped game");
        for (_, card) in game.catalog.cards() {
            // Single words such as "Nestor" would hit by chance.
            titles.extend(card.spellings().map(|(_, name)| name.to_owned()).filter(|n| n.contains(' ') && n.len() > 7));
        }
    }
    for (path, text) in sources() {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        if path.components().any(|c| c.as_os_str() == "tests") {
            continue;
        }
        for title in &titles {
            assert!(!code.contains(title.as_str()), "{} holds the card title `{title}`", path.display());
        }
    }
}
