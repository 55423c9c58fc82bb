//! Digests compare data without storing it.

use sha2::{Digest as _, Sha256};

/// A SHA-256 digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// Hashes several parts. The boundaries between them affect the result.
    pub fn of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        Self::of_optional(parts.into_iter().map(Some))
    }

    /// Hashes several optional parts. A missing part differs from an empty one.
    pub fn of_optional<'a>(parts: impl IntoIterator<Item = Option<&'a [u8]>>) -> Self {
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
    fn boundaries_between_parts_change_the_digest() {
        let of = |parts: &[&str]| Digest::of(parts.iter().map(|part| part.as_bytes()));
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["ab", ""]), of(&["ab"]));
    }

    #[test]
    fn missing_part_differs_from_empty_part() {
        let of = |part: Option<&str>| Digest::of_optional([part.map(str::as_bytes)]);
        assert_eq!(of(Some("a")), Digest::of(["a".as_bytes()]));
        assert_ne!(of(Some("")), of(None));
    }
}
