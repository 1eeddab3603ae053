//! Files that are written: whole or not at all.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::interrupt::Temporary;
use crate::game::io_reason;

/// Replaces a file, or makes it. The new content is written beside it and renamed onto it, so that whoever reads the file
/// sees the old or the new one, and a full disk or a stopped run leaves the old one. A link stays a link: the file that it
/// names is replaced. `old` is what the file held when it was read; another content now is somebody else's work.
pub(crate) fn replace(path: &Path, content: &[u8], old: Option<&[u8]>) -> Result<()> {
    let target = real(path)?;
    let shown = path.display();
    let before = std::fs::metadata(&target).ok();
    if let Some(metadata) = &before {
        if metadata.permissions().readonly() {
            bail!("`{shown}` is read-only; it was left as it is");
        }
        if !metadata.is_file() {
            bail!("`{shown}` is no regular file; it was left as it is");
        }
    }
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = |e: std::io::Error| {
        let left = if before.is_some() { "; the old file is whole" } else { "" };
        anyhow::anyhow!("cannot write `{shown}`: {}{left}", reason(&e))
    };
    let (file, _listed) = Temporary::make(|| builder().tempfile_in(folder)).map_err(failed)?;
    // Later variables are dropped first: until the file is gone, an interrupt knows of it.
    let mut file = file;
    file.write_all(content).map_err(failed)?;
    if let Some(metadata) = &before {
        file.as_file().set_permissions(metadata.permissions()).map_err(failed)?;
    }
    file.as_file().sync_all().map_err(failed)?;
    if let Some(old) = old {
        let now = std::fs::read(&target).with_context(|| format!("cannot read `{shown}` again"))?;
        if now != old {
            bail!("`{shown}` was changed by somebody else meanwhile; it was left as it is");
        }
    }
    file.persist(&target).map_err(|e| failed(e.error))?;
    Ok(())
}

/// Makes a new file; one that is there is left alone.
pub(crate) fn create(path: &Path, content: &[u8], force: bool) -> Result<()> {
    if !force && path.symlink_metadata().is_ok() {
        bail!("`{}` is there already; `--force` replaces it", path.display());
    }
    replace(path, content, None)
}

/// The file that a path means, through links.
fn real(path: &Path) -> Result<PathBuf> {
    match std::fs::canonicalize(path) {
        Ok(real) => Ok(real),
        Err(e) if e.kind() == ErrorKind::NotFound && path.symlink_metadata().is_err() => Ok(path.to_path_buf()),
        Err(e) => bail!("cannot write `{}`: {}", path.display(), reason(&e)),
    }
}

fn reason(e: &std::io::Error) -> String {
    match e.kind() {
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::QuotaExceeded => "the quota of the disk is used up".to_owned(),
        ErrorKind::FileTooLarge => "the file would be larger than allowed".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        _ => io_reason(e),
    }
}

/// Temporary files are for their owner alone; a new deck is as readable as the user's mask lets other new files be.
pub(super) fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".decklint-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}
