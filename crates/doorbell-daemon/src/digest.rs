//! Tells whether two things are the same without keeping them.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Stands for something in memory and in the file. What it stands for cannot be read from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Hex", try_from = "Hex")]
pub struct Digest(pub [u8; 32]);

/// A digest in letters and digits.
#[derive(Serialize, Deserialize)]
struct Hex(String);

impl From<Digest> for Hex {
    fn from(digest: Digest) -> Self {
        let digits = digest.0.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
        let digit = |digit: u8| char::from(b"0123456789abcdef"[usize::from(digit)]);
        Self(digits.map(digit).collect())
    }
}

impl TryFrom<Hex> for Digest {
    type Error = &'static str;

    fn try_from(Hex(text): Hex) -> Result<Self, Self::Error> {
        const WRONG: &str = "not 64 hexadecimal digits";
        let digit = |digit: u8| {
            char::from(digit)
                .to_digit(16)
                .and_then(|it| u8::try_from(it).ok())
        };
        let bytes = text.as_bytes().chunks(2).map(|pair| match pair {
            [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
            _ => None,
        });
        let bytes: Option<Vec<u8>> = bytes.collect();
        bytes
            .and_then(|bytes| bytes.try_into().ok())
            .map(Self)
            .ok_or(WRONG)
    }
}

impl Digest {
    /// Of several parts; where one ends and the next begins counts.
    pub fn of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        Self::of_some(parts.into_iter().map(Some))
    }

    /// Of several parts that may be missing; one that is missing is another than an empty one.
    pub fn of_some<'a>(parts: impl IntoIterator<Item = Option<&'a [u8]>>) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            let length = part.map_or(usize::MAX, <[u8]>::len);
            hash.update(length.to_le_bytes());
            hash.update(part.unwrap_or_default());
        }
        Self(hash.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_tells_apart_where_parts_end() {
        let of = |parts: &[&str]| Digest::of(parts.iter().map(|part| part.as_bytes()));
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["ab", ""]), of(&["ab"]));
    }

    #[test]
    fn it_can_be_written_and_read() {
        let digest = Digest::of([&b"a"[..]]);
        let text = serde_json::to_string(&digest).unwrap();
        assert_eq!(text.len(), 64 + "\"\"".len());
        assert_eq!(serde_json::from_str::<Digest>(&text).unwrap(), digest);
        for wrong in [&text[1..], "\"\"", "\"0g\"", "\"012\"", "1"] {
            assert!(serde_json::from_str::<Digest>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn it_tells_apart_what_is_empty_and_what_is_missing() {
        let of = |part: Option<&str>| Digest::of_some([part.map(str::as_bytes)]);
        assert_eq!(of(Some("a")), Digest::of(["a".as_bytes()]));
        assert_ne!(of(Some("")), of(None));
    }
}
