//! How a question ends, and the answer its asker gets.

use jiff::Timestamp;
use serde_json::{Map, Value};

/// Every question has exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    Accepted,
    Declined,
    /// The person closed it, or Doorbell was stopped.
    Dismissed,
    /// The person pressed "Answer in terminal".
    HandedBack,
    /// The asker's deadline passed.
    Expired,
    /// The asker withdrew it or disconnected.
    Withdrawn,
    /// The asker withdrew it, because the person answered in the agent's terminal.
    AnsweredInTerminal,
    /// No window could show it.
    NotShown,
    /// A limit or a mute prevented it.
    Refused,
}

/// Why an asker withdraws a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithdrawReason {
    /// The person answered in the agent's terminal.
    AnsweredInTerminal,
    TurnEnded,
}

/// What the asker receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Accept,
    Decline,
    /// The person made no decision.
    Cancel,
    /// The asker no longer listens.
    NoReply,
}

impl Outcome {
    /// Only an explicit Decline declines.
    pub fn answer(self) -> Answer {
        match self {
            Self::Accepted => Answer::Accept,
            Self::Declined => Answer::Decline,
            Self::Dismissed | Self::HandedBack | Self::Expired | Self::NotShown | Self::Refused => {
                Answer::Cancel
            }
            Self::Withdrawn | Self::AnsweredInTerminal => Answer::NoReply,
        }
    }

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Declined => "declined",
            Self::Dismissed => "dismissed",
            Self::HandedBack => "handedBack",
            Self::Expired => "expired",
            Self::Withdrawn | Self::AnsweredInTerminal => "withdrawn",
            Self::NotShown => "notShown",
            Self::Refused => "refused",
        }
    }

    /// Its name in history, which tells more apart.
    pub fn history_name(self) -> &'static str {
        match self {
            Self::AnsweredInTerminal => "answeredInTerminal",
            other => other.name(),
        }
    }
}

/// An outcome with everything its asker receives.
#[derive(Clone, PartialEq)]
pub struct Ending {
    pub outcome: Outcome,
    /// Only where the outcome alone is not enough.
    pub reason: Option<String>,
    /// Only when accepted.
    pub content: Option<Map<String, Value>>,
    /// True if the answers contain a secret, which must not be saved.
    pub holds_secret: bool,
    /// When the person could first see it.
    pub shown_at: Option<Timestamp>,
    pub answered_at: Option<Timestamp>,
}

/// Omits the content: input must never reach a log.
impl std::fmt::Debug for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ending")
            .field("outcome", &self.outcome)
            .field("reason", &self.reason)
            .finish_non_exhaustive()
    }
}
