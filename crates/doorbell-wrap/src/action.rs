//! The interceptor's requests to the rest of the proxy, and the answers it gets back.

use bytes::Bytes;
use doorbell_protocol::ElicitResult;

/// Identifies a question between the interceptor and the connection to Doorbell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AskId(pub u64);

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    ToHost(Bytes),
    ToServer(Bytes),
    Ask {
        ask: AskId,
        /// Params of `elicitation/create`, as JSON.
        params: String,
    },
    /// Wait until the person finishes a link they agreed to open.
    AwaitDone {
        ask: AskId,
        /// Doorbell's id of the question.
        question_id: String,
    },
    Withdraw(AskId),
    /// Tell Doorbell that the server reported a link as finished.
    CompleteLink {
        elicitation_id: String,
    },
    /// Connect to a running Doorbell, because a call that may lead to questions is in progress.
    Preconnect,
    /// Write a line to standard error.
    Report(String),
}

/// The outcome of asking a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Result(ElicitResult),
    /// Doorbell returned an error.
    Rejected {
        code: i64,
        message: String,
    },
    /// Doorbell is not reachable, or the connection to it was lost.
    Unavailable,
}
