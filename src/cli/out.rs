//! Output: data on standard output, talk on standard error.

use std::io::{self, Write};

use anstream::ColorChoice;

use crate::diagnostics::{Diagnostic, Level};
use crate::game::Session;
use crate::report::{full_finding, visible};
use crate::text::Files;

/// Standard output, locked and buffered; colours are taken out where they do not belong.
pub(crate) fn stdout() -> io::BufWriter<anstream::AutoStream<io::StdoutLock<'static>>> {
    io::BufWriter::with_capacity(64 << 10, anstream::AutoStream::auto(io::stdout().lock()))
}

/// Whether standard output shows colours.
pub(crate) fn styled() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Whether standard error shows colours.
pub(crate) fn styled_stderr() -> bool {
    anstream::AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// The columns of the terminal that standard output is; `None` for a file or pipe.
pub(crate) fn width() -> Option<u16> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0)
}

/// A line on standard error; that it cannot be written is no reason to stop.
pub(crate) fn talk(line: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{line}");
}

/// An error on standard error.
pub(crate) fn complain(message: &str) {
    let (red, reset) = if styled_stderr() { ("\u{1b}[1;31m", "\u{1b}[0m") } else { ("", "") };
    let lines: Vec<_> = message.split('\n').map(visible).collect();
    talk(&format!("{red}error{reset}: {}", lines.join("\n")));
}

/// Writes a whole file: into a new file beside it first, which then takes its place, so that no one ever sees half of it.
/// What is there is replaced only with `force`.
pub(crate) fn write_file(path: &std::path::Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    use anyhow::{Context, bail};
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or_else(|| std::path::Path::new("."));
    let name = path.display();
    if !force && path.exists() {
        bail!("`{name}` is there already; `--force` replaces it");
    }
    let failed = || format!("cannot write `{name}`");
    let mut file = tempfile::NamedTempFile::new_in(folder).with_context(failed)?;
    file.write_all(bytes).with_context(failed)?;
    file.as_file().sync_all().with_context(failed)?;
    let done = if force { file.persist(path) } else { file.persist_noclobber(path) };
    done.map(drop).map_err(|e| e.error).with_context(failed)
}

/// Whether an error is that nobody reads the output any more.
pub(crate) fn is_broken_pipe(e: &anyhow::Error) -> bool {
    e.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        // The writer of JSON keeps the error of the pipe inside its own.
        let json = || cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or_else(json) == Some(io::ErrorKind::BrokenPipe)
    })
}

/// Says what is wrong with games, pools and layers. Gives whether one of it is an error.
pub(crate) fn run_faults(session: &Session, faults: &[Diagnostic]) -> bool {
    show_faults(Files { shared: &session.sources, input: None }, faults);
    faults.iter().any(|f| f.level == Level::Error)
}

/// Says findings about files that all decks of a run share.
pub(crate) fn show_faults(files: Files<'_>, faults: &[Diagnostic]) {
    for fault in faults {
        talk(&full_finding(fault, files, styled_stderr()));
        talk("");
    }
}
