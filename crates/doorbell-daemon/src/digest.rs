//! Tells whether two things are the same without keeping them.

use sha2::{Digest as _, Sha256};

/// Stands for something in memory and in the file. What it stands for cannot be read from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digest(pub [u8; 32]);

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
    fn it_tells_apart_what_is_empty_and_what_is_missing() {
        let of = |part: Option<&str>| Digest::of_some([part.map(str::as_bytes)]);
        assert_eq!(of(Some("a")), Digest::of(["a".as_bytes()]));
        assert_ne!(of(Some("")), of(None));
    }
}
