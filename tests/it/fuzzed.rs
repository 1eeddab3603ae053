//! What the fuzz targets do, for their seeds and for everything that they found: `fuzz/found/TARGET/` keeps each input that
//! once failed.

#[path = "../../fuzz/src/lib.rs"]
mod targets;

use crate::support::{files_below, root};

fn run_all(folder: &std::path::Path) {
    for target in targets::TARGETS {
        for file in files_below(&folder.join(target)) {
            let bytes = std::fs::read(&file).expect("a file");
            let done = std::panic::catch_unwind(|| targets::run(target, &bytes));
            assert!(done.is_ok(), "{} fails with {}", target, file.display());
        }
    }
}

#[test]
fn what_was_found_stays_mended() {
    run_all(&root().join("fuzz/found"));
}

/// Every target has seeds, and they are read without a word.
#[cfg(unix)]
#[test]
fn seeds_are_made_and_sound() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = std::process::Command::new(root().join("fuzz/seeds.sh")).arg(folder.path()).status().expect("bash");
    assert!(made.success());
    for target in targets::TARGETS {
        assert!(!files_below(&folder.path().join(target)).is_empty(), "no seeds for {target}");
    }
    run_all(folder.path());
}
