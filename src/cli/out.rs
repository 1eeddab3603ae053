//! Output: data on standard output, talk on standard error.

use std::io::{self, Write};

use anstream::ColorChoice;

use super::interrupt;
use crate::diagnostics::{Diagnostic, Level};
use crate::game::Session;
use crate::report::{full_finding, visible};
use crate::text::{Files, counted};

/// How much is kept before it is written.
const BUFFER: usize = 64 << 10;

/// Standard output, locked and buffered; colours are taken out where they do not belong.
pub(crate) fn stdout() -> Lines<Stdout> {
    let out = match styled() {
        true => Stdout::Styled(anstream::AutoStream::auto(io::stdout().lock())),
        false => Stdout::Bare(io::stdout().lock()),
    };
    Lines { out, kept: Vec::new() }
}

/// Standard output with colours, or without.
pub(crate) enum Stdout {
    Styled(anstream::AutoStream<io::StdoutLock<'static>>),
    Bare(io::StdoutLock<'static>),
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Colours are looked for byte by byte, which takes long for the reports of a million decks that have none.
        let marks = |bytes: &[u8]| bytes.iter().any(|b| b.is_ascii_control() && !b.is_ascii_whitespace());
        match self {
            Stdout::Styled(out) => out.write(bytes),
            Stdout::Bare(out) if marks(bytes) => anstream::StripStream::new(out).write_all(bytes).map(|()| bytes.len()),
            Stdout::Bare(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stdout::Styled(out) => out.flush(),
            Stdout::Bare(out) => out.flush(),
        }
    }
}

/// A buffer that gives whole lines away, so that an interrupted run leaves no half of one.
#[derive(Debug)]
pub(crate) struct Lines<W: Write> {
    out: W,
    kept: Vec<u8>,
}

impl<W: Write> Lines<W> {
    fn give(&mut self, end: usize) -> io::Result<()> {
        let held = interrupt::writing();
        let given = self.out.write_all(&self.kept[..end]);
        drop(held);
        // After an error nothing of it is tried again.
        self.kept.drain(..if given.is_ok() { end } else { self.kept.len() });
        given
    }
}

impl<W: Write> Write for Lines<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.kept.extend_from_slice(bytes);
        if self.kept.len() >= BUFFER {
            // A single line without end is no reason to keep everything.
            let most = (self.kept.len() >= 16 * BUFFER).then_some(self.kept.len());
            if let Some(end) = memchr::memrchr(b'\n', &self.kept).map(|at| at + 1).or(most) {
                interrupt::guard();
                self.give(end)?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.kept.is_empty() {
            self.give(self.kept.len())?;
        }
        self.out.flush()
    }
}

impl<W: Write> Drop for Lines<W> {
    fn drop(&mut self) {
        let _ = self.flush();
    }
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

/// `1 card`, `3 cards`.
pub(crate) fn cards(n: u64) -> String {
    counted(n, "card")
}

/// An error on standard error.
pub(crate) fn complain(message: &str) {
    let (red, reset) = if styled_stderr() { ("\u{1b}[1;31m", "\u{1b}[0m") } else { ("", "") };
    let lines: Vec<_> = message.split('\n').map(visible).collect();
    talk(&format!("{red}error{reset}: {}", lines.join("\n")));
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
