//! KeyGenerator that let the proxy resume its questions after a reconnect.

use doorbell_protocol::Key;

use crate::action::AskId;

/// Derives a key for each question: 128 random bits of this proxy, and the question's number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyGenerator(Key);

impl KeyGenerator {
    /// Returns `None` if the system has no random numbers.
    pub fn random() -> Option<Self> {
        Key::random().ok().map(Self)
    }

    pub fn key_for(&self, ask: AskId) -> Option<Key> {
        Key::new(format!("{}-{}", self.0.as_str(), ask.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_unique_and_stable() {
        let (first, second) = (
            KeyGenerator::random().unwrap(),
            KeyGenerator::random().unwrap(),
        );
        let longest = AskId(u64::MAX);
        assert!(first.key_for(longest).is_some());
        assert_eq!(first.key_for(longest), first.key_for(longest));
        assert_ne!(first.key_for(longest), first.key_for(AskId(1)));
        assert_ne!(first.key_for(longest), second.key_for(longest));
    }
}
