//! The key with which a process resumes its own question on a new connection, and the name with which
//! others can withdraw it.

use std::fmt;

use serde::Serialize;

use crate::RpcError;
use crate::params::Members;

pub const MAX_KEY_BYTES: usize = 128;
const RANDOM_BYTES: usize = 16;

/// Identifies a question to the process that asked it, across connections. Never sent to others. It
/// also authenticates a stored answer, so it must be random.
#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Key(String);

impl Key {
    /// Makes a key of 128 random bits.
    ///
    /// # Errors
    /// The system provides no random numbers.
    pub fn random() -> std::io::Result<Self> {
        let mut bytes = [0u8; RANDOM_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
        Ok(Self(
            bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        ))
    }

    /// Returns `None` if `text` is empty or longer than [`MAX_KEY_BYTES`].
    pub fn new(text: impl Into<String>) -> Option<Self> {
        within_limits(text.into()).map(Self)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn read_optional(members: &Members<'_>) -> Result<Option<Self>, RpcError> {
        Ok(read_text(members, "key")?.map(Self))
    }
}

/// A second name for a question, which may be predictable: it only allows withdrawing the question.
#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct WithdrawName(String);

impl WithdrawName {
    /// Returns `None` if `text` is empty or longer than [`MAX_KEY_BYTES`].
    pub fn new(text: impl Into<String>) -> Option<Self> {
        within_limits(text.into()).map(Self)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn read_optional(
        members: &Members<'_>,
        member: &str,
    ) -> Result<Option<Self>, RpcError> {
        Ok(read_text(members, member)?.map(Self))
    }
}

fn within_limits(text: String) -> Option<String> {
    (!text.is_empty() && text.len() <= MAX_KEY_BYTES).then_some(text)
}

fn read_text(members: &Members<'_>, member: &str) -> Result<Option<String>, RpcError> {
    let text = members.bounded_string(member, MAX_KEY_BYTES)?;
    if text.as_ref().is_some_and(String::is_empty) {
        return Err(members.error(member, "must not be empty"));
    }
    Ok(text)
}

/// Omits the key: it authorises withdrawing the question.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// Omits the name for the same reason.
impl fmt::Debug for WithdrawName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WithdrawName(…)")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(params: &Value) -> Result<Option<Key>, RpcError> {
        Key::read_optional(&Members::required(Some(params), "params").unwrap())
    }

    #[test]
    fn random_keys_have_128_bits_and_differ() {
        let (one, other) = (Key::random().unwrap(), Key::random().unwrap());
        assert_eq!(one.as_str().len(), 32);
        assert!(one.as_str().bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert_ne!(one, other);
        assert_eq!(read(&json!({"key": one})).unwrap(), Some(one.clone()));
        assert_eq!(format!("{one:?}"), "Key(…)");
    }

    #[test]
    fn invalid_key_is_rejected_without_quoting_it() {
        let longest = "k".repeat(MAX_KEY_BYTES);
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

    #[test]
    fn withdraw_name_has_the_limits_of_a_key() {
        let read = |name: &str| {
            let params = json!({"name": name});
            let members = Members::required(Some(&params), "params").unwrap();
            WithdrawName::read_optional(&members, "name").map_err(|error| error.message)
        };
        let longest = "n".repeat(MAX_KEY_BYTES);
        assert_eq!(read(&longest).unwrap(), WithdrawName::new(longest.clone()));
        assert_eq!(
            read(&format!("{longest}n")).unwrap_err(),
            "params.name is longer than 128 bytes"
        );
        assert_eq!(read("").unwrap_err(), "params.name must not be empty");
        assert_eq!(WithdrawName::new(""), None);
        assert_eq!(
            format!("{:?}", WithdrawName::new("n")),
            "Some(WithdrawName(…))"
        );
    }
}
