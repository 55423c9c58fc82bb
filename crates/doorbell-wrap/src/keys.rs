//! The keys under which the proxy can come back for its questions.

use doorbell_protocol::Key;

use crate::action::AskId;

/// Makes a key for each question: 128 random bits of this proxy, and the question's number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys(Key);

impl Keys {
    /// Keys that nobody can guess; `None` if the system gives no random numbers.
    pub fn random() -> Option<Self> {
        Key::random().ok().map(Self)
    }

    /// The key of a question.
    pub fn of(&self, ask: AskId) -> Option<Key> {
        Key::new(format!("{}-{}", self.0.as_str(), ask.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_has_a_key_of_its_own() {
        let (one, other) = (Keys::random().unwrap(), Keys::random().unwrap());
        let longest = AskId(u64::MAX);
        assert!(one.of(longest).is_some());
        assert_eq!(one.of(longest), one.of(longest));
        assert_ne!(one.of(longest), one.of(AskId(1)));
        assert_ne!(one.of(longest), other.of(longest));
    }
}
