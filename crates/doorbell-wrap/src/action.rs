//! What the interceptor wants done, and what it hears of it.

use bytes::Bytes;
use doorbell_protocol::ElicitResult;

/// Names a question between the interceptor and the connection to Doorbell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AskId(pub u64);

/// Something to be done, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A line for the agent.
    ToHost(Bytes),
    /// A line for the server.
    ToServer(Bytes),
    /// Ask the person.
    Ask {
        /// The question.
        ask: AskId,
        /// Params of `elicitation/create`, as JSON.
        params: String,
    },
    /// Wait until a link that the person agreed to open is finished.
    AwaitDone {
        /// The question.
        ask: AskId,
        /// Doorbell's name for it.
        question: String,
    },
    /// Nobody waits for the question any more.
    Withdraw(AskId),
    /// The server says that a link is finished.
    Complete {
        /// The server's name for it.
        elicitation: String,
    },
    /// A call passed that may lead to a question: be ready for it.
    Expect,
    /// A line for people, on standard error.
    Tell(String),
}

/// What became of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Doorbell answered.
    Given(ElicitResult),
    /// Doorbell could make nothing of it.
    Rejected {
        /// The error's code.
        code: i64,
        /// What is wrong with it.
        message: String,
    },
    /// Doorbell cannot be had.
    Lost,
}
