//! The end of a field of delimited text, looked for in eight bytes at a time.

/// The three bytes that end a field, each in all eight places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends([u64; 3]);

/// A byte in all eight places.
const fn all(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

impl Ends {
    pub(super) const fn new(delimiter: u8) -> Self {
        Ends([all(delimiter), all(b'\n'), all(b'\r')])
    }

    /// Where the first delimiter or line end from `start` on stands; the end of the bytes if there is none.
    #[inline(always)]
    pub(super) fn find(self, bytes: &[u8], start: usize) -> usize {
        // Many a field is empty, or a number of one digit.
        let delimiter = self.0[0] as u8;
        match bytes.get(start..).unwrap_or_default() {
            [first, ..] if *first == delimiter => return start,
            [b'0'..=b'9', second, ..] if *second == delimiter => return start + 1,
            _ => {}
        }
        let mut at = start;
        while let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
            let found = self.of(u64::from_le_bytes(*eight));
            if found != 0 {
                return at + found.trailing_zeros() as usize / 8;
            }
            at += 8;
        }
        let is_end = |b: &u8| self.of(u64::from_le_bytes([*b, 0, 0, 0, 0, 0, 0, 0])) & 0xff != 0;
        let rest = bytes.get(at..).unwrap_or_default();
        at + rest.iter().position(is_end).unwrap_or(rest.len())
    }

    /// The highest bit of each of eight bytes that ends a field.
    #[inline(always)]
    fn of(self, eight: u64) -> u64 {
        // Where a byte is the wanted one, `differs` is 0, and the highest bits of the sum and of itself stay 0: no byte's
        // sum runs over into the next.
        let mut others = all(0x80);
        for wanted in self.0 {
            let differs = eight ^ wanted;
            others &= ((differs & all(0x7f)) + all(0x7f)) | differs;
        }
        others ^ all(0x80)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain(bytes: &[u8], start: usize) -> usize {
        (start..bytes.len()).find(|&i| b";\n\r".contains(&bytes[i])).unwrap_or(bytes.len())
    }

    proptest! {
        #[test]
        fn ends_are_those_of_a_plain_search(bytes in proptest::collection::vec(any::<u8>(), 0..40), end in prop_oneof![Just(b';'), Just(b'\r'), Just(b'\n'), Just(b'x')], at in 0_usize..40, start in 0_usize..20) {
            let mut bytes = bytes;
            if let Some(byte) = bytes.get_mut(at) {
                *byte = end;
            }
            let start = start.min(bytes.len());
            prop_assert_eq!(Ends::new(b';').find(&bytes, start), plain(&bytes, start));
        }

        #[test]
        fn neighbours_do_not_matter(bytes in proptest::collection::vec(prop_oneof![Just(b';' - 1), Just(b';' + 1), Just(b';' | 0x80), Just(0xff), Just(0), Just(b';')], 0..24)) {
            prop_assert_eq!(Ends::new(b';').find(&bytes, 0), plain(&bytes, 0));
        }
    }
}
