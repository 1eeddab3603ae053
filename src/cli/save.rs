//! Files are written whole or not at all, and replaced only where the user said so.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::game::io_reason;

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

/// Writes a file: beside it first, then in its place, so that an old file stays whole until the new one is.
pub(crate) fn save(path: &Path, text: &str, force: bool) -> Result<()> {
    if let Some(obstacle) = obstacle(path, force) {
        bail!(obstacle);
    }
    write(path, text, force).with_context(|| format!("`{}` was not written", path.display()))
}

fn write(path: &Path, text: &str, force: bool) -> Result<()> {
    let told = |e: std::io::Error| anyhow::anyhow!(io_reason(&e));
    // What a link points to is replaced, not the link.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mut file = builder().tempfile_in(folder_of(&target)).map_err(told)?;
    file.write_all(text.as_bytes()).map_err(told)?;
    file.as_file().sync_all().map_err(told)?;
    if let Ok(old) = std::fs::metadata(&target) {
        file.as_file().set_permissions(old.permissions()).map_err(told)?;
    }
    let placed = if force { file.persist(&target) } else { file.persist_noclobber(&target) };
    placed.map_err(|e| told(e.error))?;
    Ok(())
}

fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".decklint-");
    // Temporary files are private by themselves; a deck is as open as any new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => PathBuf::from("."),
        Some(folder) => folder.to_path_buf(),
        None => PathBuf::from("."),
    }
}
