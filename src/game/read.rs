//! Reading files whole, within bounds.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// The largest card pool, layer or game file that is read: 256 MiB.
pub const MAX_FILE: u64 = 256 << 20;

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// It cannot be read, is no regular file, or is larger.
pub fn read_limited(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let metadata = file.metadata()?;
    if let Some(e) = no_file(&metadata).filter(|_| !is_open_already(path)) {
        return Err(e);
    }
    if metadata.len() > most {
        return Err(too_large(most));
    }
    read_all(file, metadata.len(), most)
}

/// Reads to the end, at most `most` bytes; a file that has no more than it said, `expected`, is read in one go.
///
/// # Errors
/// It cannot be read, or there are more bytes: [`io::ErrorKind::FileTooLarge`].
pub fn read_all(mut reader: impl Read, expected: u64, most: u64) -> io::Result<Vec<u8>> {
    // One byte more is asked for: that it does not come is the end, as far as the size that was told agrees.
    let mut bytes = vec![0; usize::try_from(expected.min(most)).unwrap_or(0) + 1];
    let got = loop {
        match reader.read(&mut bytes) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            got => break got?,
        }
    };
    bytes.truncate(got);
    if got as u64 != expected || got == 0 {
        reader.take((most + 1).saturating_sub(got as u64)).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) }
}

/// Opens a file to look at what it is, which is quicker than a look before it is opened. A named pipe that nobody writes
/// to would block, so nothing is waited for.
fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    if !is_open_already(path) {
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    }
    options.open(path).or_else(|e| match std::fs::metadata(path) {
        // Another program holds a lease on it, which it gives up when it is asked.
        Ok(metadata) if metadata.is_file() && e.kind() == io::ErrorKind::WouldBlock => File::open(path),
        Ok(metadata) => Err(no_file(&metadata).unwrap_or(e)),
        Err(_) => Err(e),
    })
}

/// What is wrong with something that is no regular file: a device may never end.
fn no_file(metadata: &Metadata) -> Option<io::Error> {
    let what = match metadata {
        m if m.is_dir() => "it is a folder",
        m if m.is_file() => return None,
        _ => "it is no regular file but a pipe or device",
    };
    Some(io::Error::other(what))
}

fn too_large(most: u64) -> io::Error {
    let message = format!("it is larger than {} MiB", most >> 20);
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}

/// Whether the path names something that the shell opened for the program, such as `<(command)`.
fn is_open_already(path: &Path) -> bool {
    path == Path::new("/dev/stdin") || path.starts_with("/dev/fd") || path.starts_with("/proc/self/fd")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Gives at most so many bytes at a time, and is interrupted now and then.
    struct Slow<'a>(&'a [u8], usize, bool);

    impl Read for Slow<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            self.2 = !self.2;
            if self.2 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let n = self.1.min(out.len()).min(self.0.len());
            out[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }

    proptest! {
        #[test]
        fn all_bytes_come_whatever_the_size_was_said_to_be(length in 0_usize..40, expected in 0_u64..40, at_a_time in 1_usize..50, most in 0_u64..40) {
            let data: Vec<u8> = (0..length).map(|n| n as u8).collect();
            // Only a file that grows under the reader gives just as many as it said, and then more.
            let at_a_time = at_a_time + usize::from(at_a_time as u64 == expected);
            match read_all(Slow(&data, at_a_time, false), expected, most) {
                Ok(bytes) => prop_assert!(bytes == data && length as u64 <= most),
                Err(e) => prop_assert!(e.kind() == io::ErrorKind::FileTooLarge && length as u64 > most, "{e}"),
            }
        }
    }
}
