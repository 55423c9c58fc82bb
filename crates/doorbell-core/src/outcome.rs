//! How a question ended, and what that means to its asker.

use jiff::Timestamp;
use serde_json::{Map, Value};

/// How a question ended. Every question has exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The person sent answers.
    Accepted,
    /// The person pressed Decline.
    Declined,
    /// The person closed it, or Doorbell was stopped.
    Dismissed,
    /// The person pressed Answer in terminal: the asker takes the question elsewhere.
    HandedBack,
    /// The asker's own deadline passed.
    Expired,
    /// The asker took it back or left.
    Withdrawn,
    /// It could not be put on a screen.
    NotShown,
    /// A limit or a mute stands against it.
    Refused,
}

/// What goes back to the asker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// With content.
    Accept,
    /// A person said no.
    Decline,
    /// Nobody decided.
    Cancel,
    /// The asker no longer listens.
    Silence,
}

impl Outcome {
    /// The answer for this outcome. Only an explicit Decline declines.
    pub fn answer(self) -> Answer {
        match self {
            Self::Accepted => Answer::Accept,
            Self::Declined => Answer::Decline,
            Self::Dismissed | Self::HandedBack | Self::Expired | Self::NotShown | Self::Refused => {
                Answer::Cancel
            }
            Self::Withdrawn => Answer::Silence,
        }
    }

    /// The word for it on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Declined => "declined",
            Self::Dismissed => "dismissed",
            Self::HandedBack => "handedBack",
            Self::Expired => "expired",
            Self::Withdrawn => "withdrawn",
            Self::NotShown => "notShown",
            Self::Refused => "refused",
        }
    }
}

/// An outcome with everything its asker is told.
#[derive(Clone, PartialEq)]
pub struct Ending {
    /// How it ended.
    pub outcome: Outcome,
    /// Why, where the outcome alone does not say it.
    pub reason: Option<String>,
    /// The answers; only when accepted.
    pub content: Option<Map<String, Value>>,
    /// Whether the answers hold a secret, which must not be written down.
    pub holds_secret: bool,
    /// When a person could first see it.
    pub shown_at: Option<Timestamp>,
    /// When the person answered.
    pub answered_at: Option<Timestamp>,
}

/// Leaves the content out: what a person typed must never reach a log.
impl std::fmt::Debug for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ending")
            .field("outcome", &self.outcome)
            .field("reason", &self.reason)
            .finish_non_exhaustive()
    }
}
