//! The key under which a process can ask for its own question again.

use std::fmt;

use serde::Serialize;

use crate::RpcError;
use crate::read::Members;

/// The longest key, in bytes.
pub const KEY_BYTES: usize = 128;
/// How many random bytes there are in a key made here.
const RANDOM_BYTES: usize = 16;

/// Names a question to the process that asked it, on every connection. It is told to nobody else.
#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Key(String);

impl Key {
    /// A key that nobody can guess: 128 random bits.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn random() -> std::io::Result<Self> {
        let mut bytes = [0u8; RANDOM_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
        Ok(Self(
            bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        ))
    }

    /// A key as it was sent; `None` if it is empty or too long to be one.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        (!text.is_empty() && text.len() <= KEY_BYTES).then_some(Self(text))
    }

    /// As it goes on the wire.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn maybe(members: &Members<'_>) -> Result<Option<Self>, RpcError> {
        match members.bounded("key", KEY_BYTES)? {
            None => Ok(None),
            Some(text) => Self::new(text)
                .map(Some)
                .ok_or_else(|| members.wrong("key", "must not be empty")),
        }
    }
}

/// Leaves it out: whoever knows it can take a question back.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(params: &Value) -> Result<Option<Key>, RpcError> {
        Key::maybe(&Members::of(Some(params), "params").unwrap())
    }

    #[test]
    fn a_key_made_here_has_128_bits_and_is_never_the_same() {
        let (one, other) = (Key::random().unwrap(), Key::random().unwrap());
        assert_eq!(one.as_str().len(), 32);
        assert!(one.as_str().bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert_ne!(one, other);
        assert_eq!(read(&json!({"key": one})).unwrap(), Some(one.clone()));
        assert_eq!(format!("{one:?}"), "Key(…)");
    }

    #[test]
    fn a_key_has_its_length_and_what_is_wrong_with_it_is_not_quoted() {
        let longest = "k".repeat(KEY_BYTES);
        assert!(read(&json!({"key": longest})).is_ok());
        for (params, expected) in [
            (
                json!({"key": format!("{longest}k")}),
                "params.key is longer than 128 bytes",
            ),
            (json!({"key": ""}), "params.key must not be empty"),
            (json!({"key": 7}), "params.key must be a string"),
        ] {
            assert_eq!(read(&params).unwrap_err().message, expected);
        }
    }
}
