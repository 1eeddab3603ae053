//! The ends of lines and of fields, looked for in sixteen bytes at a time. What was found there is kept for the next search:
//! fields and the lines of decks are short, and a search that begins anew takes longer to begin than to find.

use wide::u8x16;

/// How many bytes are looked at in one go.
const WIDTH: usize = 16;

/// Searches a text for the bytes that end a field.
#[derive(Clone, Debug)]
pub(super) struct Ends<'t> {
    bytes: &'t [u8],
    delimiter: u8,
    /// Where the bytes that were looked at last begin.
    base: usize,
    /// A bit for each of them that ends a field.
    marks: u32,
}

impl<'t> Ends<'t> {
    /// The ends of fields; of lines where the delimiter is a line end itself.
    pub(super) fn new(bytes: &'t [u8], delimiter: u8) -> Self {
        Ends { bytes, delimiter, base: bytes.len(), marks: 0 }
    }

    /// Where the first delimiter or line end from `start` on stands; the end of the bytes if there is none.
    #[inline(always)]
    pub(super) fn find(&mut self, start: usize) -> usize {
        let gap = start.wrapping_sub(self.base);
        let mut marks = match gap {
            0..WIDTH => self.marks & (!0 << gap),
            _ => self.look(start),
        };
        while marks == 0 {
            let next = self.base + WIDTH;
            if next >= self.bytes.len() {
                return self.bytes.len();
            }
            marks = self.look(next);
        }
        self.base + marks.trailing_zeros() as usize
    }

    #[inline(always)]
    fn look(&mut self, base: usize) -> u32 {
        self.base = base;
        self.marks = match self.bytes.get(base..).and_then(<[u8]>::first_chunk) {
            Some(whole) => marks(*whole, self.delimiter),
            None => self.last(),
        };
        self.marks
    }

    /// The marks of the last bytes, which are fewer.
    #[cold]
    fn last(&self) -> u32 {
        let mut filled = [0; WIDTH];
        let rest = self.bytes.get(self.base..).unwrap_or_default();
        filled.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
        marks(filled, self.delimiter) & ((1 << rest.len()) - 1)
    }
}

/// A bit for each byte that is the delimiter or a line end.
#[inline(always)]
fn marks(bytes: [u8; WIDTH], delimiter: u8) -> u32 {
    let all = u8x16::new(bytes);
    let are = |byte: u8| all.simd_eq(u8x16::splat(byte));
    (are(delimiter) | are(b'\n') | are(b'\r')).to_bitmask()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain(bytes: &[u8], start: usize) -> usize {
        (start..bytes.len()).find(|&i| b";\n\r".contains(&bytes[i])).unwrap_or(bytes.len())
    }

    fn byte() -> impl Strategy<Value = u8> {
        let near = prop::sample::select(vec![b';' - 1, b';' + 1, b';' | 0x80, 0xff, 0, 0x80, b'\n', b'\r', b';']);
        prop_oneof![3 => any::<u8>(), 2 => near]
    }

    proptest! {
        #[test]
        fn ends_are_those_of_a_plain_search(bytes in prop::collection::vec(byte(), 0..60), starts in prop::collection::vec(0_usize..61, 1..8)) {
            let mut ends = Ends::new(&bytes, b';');
            for start in starts.into_iter().filter(|&start| start <= bytes.len()) {
                prop_assert_eq!(ends.find(start), plain(&bytes, start), "{}", start);
            }
        }

        #[test]
        fn a_zero_may_end_a_field(bytes in prop::collection::vec(0_u8..3, 0..40), start in 0_usize..40) {
            let start = start.min(bytes.len());
            let wanted = (start..bytes.len()).find(|&i| bytes[i] == 0).unwrap_or(bytes.len());
            prop_assert_eq!(Ends::new(&bytes, 0).find(start), wanted);
        }
    }
}
