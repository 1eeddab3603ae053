//! Bytes to text: byte-order marks, UTF-16, legacy encodings, and files that are no text at all.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// A decoded text.
#[derive(Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text without byte-order mark.
    pub text: String,
    /// The encoding, where it is neither UTF-8 nor announced by a byte-order mark: a guess that users are told of.
    pub guessed: Option<&'static str>,
}

/// Why bytes are no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// Control characters or bytes that no encoding explains.
    #[error("this is no text file (byte {0} is not a character)")]
    Binary(usize),
    /// A byte-order mark promises an encoding that the bytes do not keep.
    #[error("the file begins with a byte-order mark of {0}, but is not in that encoding")]
    Broken(&'static str),
}

/// Decodes a file.
///
/// A byte-order mark decides; without one UTF-8 is tried, then UTF-16 if every other byte is zero, then the likeliest
/// legacy encoding (such as EUC-KR or windows-1252), which is reported as a guess.
///
/// # Errors
/// The bytes are no text.
pub fn decode(bytes: Vec<u8>) -> Result<Decoded, DecodeError> {
    if let Some((encoding, mark)) = Encoding::for_bom(&bytes) {
        let (text, bad) = encoding.decode_without_bom_handling(&bytes[mark..]);
        return match bad {
            true => Err(DecodeError::Broken(encoding.name())),
            false => checked(text.into_owned(), None),
        };
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if memchr::memchr(0, text.as_bytes()).is_none() => return Ok(Decoded { text, guessed: None }),
        Ok(text) => text.into_bytes(),
        Err(e) => e.into_bytes(),
    };
    if let Some(encoding) = utf16_without_mark(&bytes) {
        let (text, bad) = encoding.decode_without_bom_handling(&bytes);
        return match bad {
            true => Err(DecodeError::Binary(0)),
            false => checked(text.into_owned(), Some(encoding.name())),
        };
    }
    if let Some(at) = bytes.iter().position(|&b| is_control(char::from(b)) && b < 0x80) {
        return Err(DecodeError::Binary(at));
    }
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
    detector.feed(&bytes, true);
    let encoding = detector.guess(None, chardetng::Utf8Detection::Deny);
    match encoding.decode_without_bom_handling_and_without_replacement(&bytes) {
        Some(text) => checked(text.into_owned(), (encoding != UTF_8).then(|| encoding.name())),
        None => Err(DecodeError::Binary(0)),
    }
}

fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(2048)];
    if head.len() < 4 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|&&b| b == 0).count();
    let (even, odd, half) = (zeros(0), zeros(1), head.len() / 2);
    match (even * 10 >= half * 7, odd * 10 >= half * 7) {
        (true, false) => Some(UTF_16BE),
        (false, true) => Some(UTF_16LE),
        _ => None,
    }
}

fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}' | '\u{85}')
}

fn checked(text: String, guessed: Option<&'static str>) -> Result<Decoded, DecodeError> {
    // Terminal escapes and other control characters are let through in small number: they are escaped in output.
    // NUL never belongs into a text.
    match text.bytes().position(|b| b == 0) {
        Some(at) => Err(DecodeError::Binary(at)),
        None => Ok(Decoded { text, guessed }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> Decoded {
        decode(bytes.to_vec()).expect("text")
    }

    #[test]
    fn marks_and_encodings() {
        assert_eq!(text(b"\xEF\xBB\xBFcode,name"), Decoded { text: "code,name".into(), guessed: None });
        let utf16: Vec<u8> = "\u{feff}4 가시".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(text(&utf16), Decoded { text: "4 가시".into(), guessed: None });
        let utf16: Vec<u8> = "\u{feff}4 가시".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(text(&utf16).text, "4 가시");
        let bare: Vec<u8> = "4 Tide Envoy\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(text(&bare), Decoded { text: "4 Tide Envoy\n".into(), guessed: Some("UTF-16LE") });
        let (korean, ..) = encoding_rs::EUC_KR.encode("3 가시 기사\n2 달빛 궁수\n4 철 고래\n1 붉은 우산\n");
        assert_eq!(
            text(&korean),
            Decoded {
                text: "3 가시 기사\n2 달빛 궁수\n4 철 고래\n1 붉은 우산\n".into(), guessed: Some("EUC-KR")
            }
        );
        assert_eq!(text(b"1 \xC9lan Drummer\n").text, "1 Élan Drummer\n");
        assert_eq!(text(b""), Decoded { text: String::new(), guessed: None });
    }

    #[test]
    fn binary_is_no_text() {
        assert_eq!(decode(vec![0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0]), Err(DecodeError::Binary(0)));
        assert!(matches!(
            decode(vec![0x89, b'P', b'N', b'G', 13, 10, 26, 10, 0, 0, 0, 13]),
            Err(DecodeError::Binary(_))
        ));
        assert_eq!(decode(b"4 A\0B".to_vec()), Err(DecodeError::Binary(3)));
        assert!(matches!(decode(vec![0xff, 0xfe, 0x00, 0xd8]), Err(DecodeError::Broken("UTF-16LE"))));
    }
}
