//! The places of the bytes that structure delimited text, looked for in eight bytes at a time.

/// The places of separators, line ends and quotes from a byte on, in order.
#[derive(Debug)]
pub(super) struct Marks<'t> {
    bytes: &'t [u8],
    /// The four bytes that are looked for, each in all eight places.
    wanted: [u64; 4],
    /// Where the eight bytes at hand begin.
    start: usize,
    /// The highest bit of each of them that is a mark and was not given yet.
    left: u64,
}

/// A byte in all eight places.
const fn all(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

impl<'t> Marks<'t> {
    /// The marks of `bytes` from `start` on. The delimiter is not NUL.
    pub(super) fn new(bytes: &'t [u8], delimiter: u8, start: usize) -> Self {
        let wanted = [all(delimiter), all(b'"'), all(b'\n'), all(b'\r')];
        let mut marks = Marks { bytes, wanted, start, left: 0 };
        marks.look();
        marks
    }

    fn look(&mut self) {
        let rest = &self.bytes[self.start..];
        let eight = match rest.first_chunk() {
            Some(eight) => *eight,
            None => {
                let mut eight = [0; 8];
                eight[..rest.len()].copy_from_slice(rest);
                eight
            }
        };
        let eight = u64::from_le_bytes(eight);
        // Where a byte is the wanted one, `differs` is 0, and the highest bit of the sum and of itself stays 0: no byte's
        // sum runs over into the next.
        let mut others = all(0x80);
        for wanted in self.wanted {
            let differs = eight ^ wanted;
            others &= ((differs & all(0x7f)) + all(0x7f)) | differs;
        }
        self.left = others ^ all(0x80);
    }
}

impl Iterator for Marks<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.left == 0 {
            if self.start + 8 >= self.bytes.len() {
                return None;
            }
            self.start += 8;
            self.look();
        }
        let at = self.start + self.left.trailing_zeros() as usize / 8;
        self.left &= self.left - 1;
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn marks_are_those_of_a_plain_search(bytes in proptest::collection::vec(prop_oneof![any::<u8>(), Just(b';'), Just(b'"'), Just(b'\r')], 0..70), start in 0_usize..20) {
            let start = start.min(bytes.len());
            let wanted: Vec<usize> = (start..bytes.len()).filter(|&i| b";\n\r\"".contains(&bytes[i])).collect();
            prop_assert_eq!(Marks::new(&bytes, b';', start).collect::<Vec<_>>(), wanted);
        }
    }
}
