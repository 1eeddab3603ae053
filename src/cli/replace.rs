//! Writing files in one step: readers see the old file or the new one, never half of it.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::interrupt::Temporary;
use crate::game::io_reason;

/// A file that takes its name when it is complete.
#[derive(Debug)]
pub(crate) struct Replacement {
    path: PathBuf,
    out: Out,
}

#[derive(Debug)]
enum Out {
    Temporary(BufWriter<tempfile::NamedTempFile>, Temporary),
    /// A pipe or device is written as it is: replacing it would take it away from others.
    Direct(BufWriter<std::fs::File>),
}

impl Replacement {
    /// Begins to write a file.
    ///
    /// # Errors
    /// Its folder does not exist or may not be written, or the name is that of a folder.
    pub fn new(path: &Path) -> Result<Self> {
        let fail = |e: io::Error| anyhow::anyhow!("cannot write `{}`: {}", path.display(), io_reason(&e));
        // A symbolic link stays, what it points to is replaced.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let old = std::fs::metadata(&target).ok();
        if old.as_ref().is_some_and(std::fs::Metadata::is_dir) {
            return Err(fail(io::Error::other("it is a folder")));
        }
        if old.as_ref().is_some_and(|m| !m.is_file()) {
            let file = std::fs::OpenOptions::new().write(true).open(&target).map_err(fail)?;
            return Ok(Replacement { path: target, out: Out::Direct(BufWriter::new(file)) });
        }
        let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let (file, listed) = Temporary::make(|| super::write::builder().tempfile_in(folder)).map_err(fail)?;
        if let Some(old) = old {
            file.as_file().set_permissions(old.permissions()).map_err(fail)?;
        }
        Ok(Replacement { path: target, out: Out::Temporary(BufWriter::with_capacity(64 << 10, file), listed) })
    }

    /// Gives the complete file its name.
    pub fn finish(self) -> Result<()> {
        let failed = || format!("cannot write `{}`", self.path.display());
        match self.out {
            Out::Direct(mut out) => out.flush().with_context(failed),
            Out::Temporary(out, _listed) => {
                let file = out.into_inner().map_err(|e| e.into_error()).with_context(failed)?;
                file.persist(&self.path).map_err(|e| e.error).with_context(failed)?;
                Ok(())
            }
        }
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Out::Temporary(out, _) => out.write(bytes),
            Out::Direct(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::Temporary(out, _) => out.flush(),
            Out::Direct(out) => out.flush(),
        }
    }
}
