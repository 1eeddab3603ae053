//! `--changed-since REV`: which decks git says changed.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use rustc_hash::FxHashSet;

/// The files that differ from where the branch left `rev`, and those that git does not know yet.
#[derive(Debug)]
pub(super) struct Changed {
    files: FxHashSet<PathBuf>,
}

impl Changed {
    /// Asks git in the current folder.
    pub fn since(rev: &str) -> Result<Self> {
        let top = git(&["rev-parse", "--show-toplevel"]).context("--changed-since")?;
        let top = PathBuf::from(String::from_utf8_lossy(&top).trim_end_matches(['\n', '\r']).to_owned());
        let commit = format!("{rev}^{{commit}}");
        let known = git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]);
        let Ok(id) = known else {
            bail!("--changed-since {rev}: git knows no such revision here; in CI, the checkout may need its history");
        };
        let id = String::from_utf8_lossy(&id).trim().to_owned();
        // What others did on the branch of `rev` since then is not this side's change. Without common history: `rev`.
        let base = git(&["merge-base", &id, "HEAD"]).ok();
        let base = base.map_or(id, |base| String::from_utf8_lossy(&base).trim().to_owned());
        let differing =
            git(&["diff", "--name-only", "--no-relative", "-z", "--no-renames", "--diff-filter=d", &base, "--"])
                .context("--changed-since")?;
        let top_text = top.to_string_lossy().into_owned();
        let new =
            git(&["-C", &top_text, "ls-files", "--others", "--exclude-standard", "-z"]).context("--changed-since")?;
        let names = differing.split(|&b| b == 0).chain(new.split(|&b| b == 0)).filter(|name| !name.is_empty());
        let files = names.map(|name| canonical(&top.join(String::from_utf8_lossy(name).as_ref()))).collect();
        Ok(Changed { files })
    }

    /// Whether a file changed.
    pub fn has(&self, path: &Path) -> bool {
        self.files.contains(&canonical(path))
    }
}

fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

fn git(args: &[&str]) -> Result<Vec<u8>> {
    let output = Command::new("git").args(args).stdin(std::process::Stdio::null()).output();
    let output = output.map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => anyhow::anyhow!("git is needed, and there is none on the PATH"),
        _ => anyhow::anyhow!("git cannot be started: {e}"),
    })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        bail!("git {}: {}", args[0], if said.is_empty() { "it failed" } else { &said });
    }
    Ok(output.stdout)
}
