//! Authenticates stored answers with the key of their asker.
//!
//! The database holds only a digest of the key, so a program that edits the file cannot make a valid
//! MAC.

use doorbell_protocol::Key;
use hmac::{Hmac, Mac as _};
use jiff::Timestamp;
use sha2::Sha256;

use crate::digest::Digest;

/// What the MAC of a stored answer covers.
#[derive(Clone, Copy)]
pub struct SignedAnswer<'a> {
    /// Digest of the question's key.
    pub key: &'a Digest,
    /// Digest of the question's params.
    pub params: &'a Digest,
    pub boot_id: &'a str,
    /// Accurate to a millisecond, as in the database.
    pub answered_at: Timestamp,
    /// The answer as JSON, exactly as it is stored.
    pub result: &'a str,
}

impl SignedAnswer<'_> {
    /// Returns `None` only if HMAC refuses the key, which it never does.
    pub fn sign(&self, key: &Key) -> Option<[u8; 32]> {
        Some(self.mac(key)?.finalize().into_bytes().into())
    }

    /// Compares in constant time.
    pub fn is_authentic(&self, key: &Key, mac: &[u8]) -> bool {
        self.mac(key)
            .is_some_and(|own| own.verify_slice(mac).is_ok())
    }

    fn mac(&self, key: &Key) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(key.as_str().as_bytes()).ok()?;
        let answered_at = self.answered_at.as_millisecond().to_le_bytes();
        let parts: [&[u8]; 5] = [
            &self.key.0,
            &self.params.0,
            self.boot_id.as_bytes(),
            &answered_at,
            self.result.as_bytes(),
        ];
        for part in parts {
            mac.update(&part.len().to_le_bytes());
            mac.update(part);
        }
        Some(mac)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: SignedAnswer<'static> = SignedAnswer {
        key: &Digest([1; 32]),
        params: &Digest([2; 32]),
        boot_id: "boot",
        answered_at: Timestamp::UNIX_EPOCH,
        result: r#"{"action":"decline"}"#,
    };

    fn key(text: &str) -> Key {
        Key::new(text).unwrap()
    }

    #[test]
    fn only_the_same_key_verifies() {
        let mac = ANSWER.sign(&key("one")).unwrap();
        assert!(ANSWER.is_authentic(&key("one"), &mac));
        assert!(!ANSWER.is_authentic(&key("other"), &mac));
        assert!(!ANSWER.is_authentic(&key("one"), &mac[..31]));
        assert!(!ANSWER.is_authentic(&key("one"), &[]));
    }

    #[test]
    fn every_part_is_covered() {
        let mac = ANSWER.sign(&key("one")).unwrap();
        let changed = [
            SignedAnswer {
                key: &Digest([3; 32]),
                ..ANSWER
            },
            SignedAnswer {
                params: &Digest([3; 32]),
                ..ANSWER
            },
            SignedAnswer {
                boot_id: "boo",
                ..ANSWER
            },
            SignedAnswer {
                answered_at: Timestamp::from_millisecond(1).unwrap(),
                ..ANSWER
            },
            SignedAnswer {
                result: r#"{"action":"accept"}"#,
                ..ANSWER
            },
        ];
        for answer in changed {
            assert!(!answer.is_authentic(&key("one"), &mac));
        }
    }
}
