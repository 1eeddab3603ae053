//! Ctrl-C and SIGTERM. A run ends at once, but what it printed is whole lines, and its temporary files are gone.
//!
//! Until something is written that could be cut, the system's own way of ending a program is all that is needed: nothing
//! is set up before [`guard`].

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use tempfile::NamedTempFile;

/// Held while bytes go out.
static WRITING: Mutex<()> = Mutex::new(());
/// The run was interrupted: nothing is written any more.
static ENDING: AtomicBool = AtomicBool::new(false);
/// Files that are to go with an interrupted run.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// What else is set back by an interrupt.
static AT_END: Mutex<Option<fn()>> = Mutex::new(None);

/// How long an interrupt waits for a line that nobody reads.
const PATIENCE: Duration = Duration::from_millis(500);

/// From now on an interrupt waits for the line that is being written, and takes temporary files away.
pub(crate) fn guard() {
    static ONCE: Once = Once::new();
    ONCE.call_once(watch);
}

/// Keeps an interrupt from cutting what is written while this is held.
pub(crate) fn writing() -> MutexGuard<'static, ()> {
    let held = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    if ENDING.load(Ordering::SeqCst) {
        drop(held);
        // The program ends within `PATIENCE`; another line would be one more to be cut.
        std::thread::sleep(2 * PATIENCE);
        return WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    }
    held
}

/// From now on an interrupt also does this, such as to give the terminal back as it was.
#[cfg(feature = "screen")]
pub(crate) fn at_end(work: fn()) {
    guard();
    *AT_END.lock().unwrap_or_else(PoisonError::into_inner) = Some(work);
}

/// A temporary file that an interrupt removes.
#[derive(Debug)]
pub(crate) struct Temporary(PathBuf);

impl Temporary {
    /// Makes one. An interrupt meanwhile waits, so that it knows of the file.
    pub fn make(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<(NamedTempFile, Self)> {
        guard();
        let mut listed = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
        let file = make()?;
        listed.push(file.path().to_path_buf());
        let path = file.path().to_path_buf();
        Ok((file, Temporary(path)))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).retain(|p| *p != self.0);
    }
}

/// Waits for a signal on a thread of its own. Where none can be had, signals do what they do by default.
#[cfg(unix)]
fn watch() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let (ready, is_ready) = std::sync::mpsc::channel();
    let wait = move || {
        let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return };
        let _ = ready.send(());
        if let Some(signal) = signals.forever().next() {
            end(signal);
        }
    };
    if std::thread::Builder::new().name("interrupts".to_owned()).spawn(wait).is_ok() {
        // An error says that there will be no answer: the thread has ended.
        let _ = is_ready.recv();
    }
}

#[cfg(not(unix))]
fn watch() {}

#[cfg(unix)]
fn end(signal: i32) {
    ENDING.store(true, Ordering::SeqCst);
    let step = Duration::from_millis(5);
    let mut held = None;
    for _ in 0..PATIENCE.as_millis() / step.as_millis() {
        held = WRITING.try_lock().ok();
        if held.is_some() {
            break;
        }
        std::thread::sleep(step);
    }
    for path in &*TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner) {
        let _ = std::fs::remove_file(path);
    }
    if let Some(work) = *AT_END.lock().unwrap_or_else(PoisonError::into_inner) {
        work();
    }
    // Who started the program sees what ended it.
    let _ = signal_hook::low_level::emulate_default_handler(signal);
    drop(held);
}
