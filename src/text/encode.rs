//! From text back to bytes, in the encoding that a file had.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// How a file was encoded, told from its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoded {
    encoding: &'static Encoding,
    mark: bool,
}

impl Encoded {
    /// The encoding of a file; `guessed` is what [`super::decode`] says of it.
    #[must_use]
    pub fn of(bytes: &[u8], guessed: Option<&str>) -> Encoded {
        if let Some((encoding, _)) = Encoding::for_bom(bytes) {
            return Encoded { encoding, mark: true };
        }
        let encoding = guessed.and_then(|name| Encoding::for_label(name.as_bytes())).unwrap_or(UTF_8);
        Encoded { encoding, mark: false }
    }

    /// The bytes of a text in this encoding, with its byte-order mark if the file had one.
    ///
    /// # Errors
    /// The first character that the encoding lacks.
    pub fn encode(self, text: &str) -> Result<Vec<u8>, char> {
        let mark = if self.mark { "\u{feff}" } else { "" };
        let units = || mark.encode_utf16().chain(text.encode_utf16());
        if self.encoding == UTF_16LE {
            return Ok(units().flat_map(u16::to_le_bytes).collect());
        }
        if self.encoding == UTF_16BE {
            return Ok(units().flat_map(u16::to_be_bytes).collect());
        }
        let whole = format!("{mark}{text}");
        let (bytes, _, lost) = self.encoding.encode(&whole);
        match lost {
            false => Ok(bytes.into_owned()),
            true => {
                let is_lost = |c: &char| self.encoding.encode(c.encode_utf8(&mut [0; 4])).2;
                Err(text.chars().find(is_lost).unwrap_or('?'))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::decode;

    #[test]
    fn bytes_come_back_as_they_were() {
        let utf16 = |mark: &str, to: fn(u16) -> [u8; 2]| -> Vec<u8> {
            format!("{mark}4 가시\r\n").encode_utf16().flat_map(to).collect()
        };
        let (korean, ..) = encoding_rs::EUC_KR.encode("3 가시 기사\n2 달빛 궁수\n4 철 고래\n1 붉은 우산\n");
        for bytes in [
            "4 가시\n".as_bytes().to_vec(),
            "\u{feff}4 가시\n".as_bytes().to_vec(),
            utf16("\u{feff}", u16::to_le_bytes),
            utf16("\u{feff}", u16::to_be_bytes),
            "4 Tide Envoy\n".encode_utf16().flat_map(u16::to_le_bytes).collect(),
            korean.into_owned(),
            b"1 \xC9lan Drummer\n".to_vec(),
        ] {
            let decoded = decode(bytes.clone()).expect("text");
            assert_eq!(Encoded::of(&bytes, decoded.guessed).encode(&decoded.text), Ok(bytes));
        }
        let latin = b"1 \xC9lan Drummer\n";
        let guessed = decode(latin.to_vec()).expect("text").guessed;
        assert_eq!(Encoded::of(latin, guessed).encode("1 가시\n"), Err('가'));
    }
}
