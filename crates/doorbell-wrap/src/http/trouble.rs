//! What goes wrong where no request waits for an answer.

use super::failure::Failure;

/// Something to tell the person in one line. It prints as that line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// A message that wants no answer did not arrive.
    #[error("{what} was not delivered: {server} {failure}")]
    NotDelivered {
        /// The method, or what else it was.
        what: String,
        /// The server's name.
        server: String,
        /// Why not.
        failure: Reason,
    },
    /// What the server says by itself is not heard.
    #[error("{server} {failure}; what it says outside of answers is missed")]
    NotListening {
        /// The server's name.
        server: String,
        /// Why not.
        failure: Reason,
    },
    /// An event was left out.
    #[error("{server} sent an event that is not JSON; it was left out")]
    NotJson {
        /// The server's name.
        server: String,
    },
    /// A tool was left out of the list, as the protocol demands.
    #[error("{server} has a tool {tool:?} with invalid x-mcp-header settings; it was left out")]
    ToolLeftOut {
        /// The server's name.
        server: String,
        /// The tool's name.
        tool: String,
    },
}

/// Why something failed, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct Reason(#[from] Failure);
