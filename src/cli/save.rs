//! Files are written whole or not at all, and replaced only where the user said so.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::write;

/// Why a file must not be written, if it must not.
pub(crate) fn obstacle(path: &Path, force: bool) -> Option<String> {
    let name = path.display();
    if path.is_dir() {
        return Some(format!("`{name}` is a folder"));
    }
    match std::fs::metadata(path) {
        Ok(_) if !force => Some(format!("`{name}` exists; `--force` replaces it")),
        Ok(old) if old.permissions().readonly() => Some(format!("`{name}` is read-only")),
        Ok(old) if !old.is_file() => Some(format!("`{name}` is no regular file")),
        Ok(_) => None,
        Err(_) => {
            let folder = folder_of(path);
            (!folder.is_dir()).then(|| format!("there is no folder `{}` for `{name}`", folder.display()))
        }
    }
}

/// Writes a file, whole or not at all; see [`write::replace`].
pub(crate) fn save(path: &Path, text: &str, force: bool) -> Result<()> {
    if let Some(obstacle) = obstacle(path, force) {
        bail!(obstacle);
    }
    write::create(path, text.as_bytes(), force).with_context(|| format!("`{}` was not written", path.display()))
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => PathBuf::from("."),
        Some(folder) => folder.to_path_buf(),
        None => PathBuf::from("."),
    }
}
