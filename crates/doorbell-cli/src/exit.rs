//! Exit codes.

use std::process::ExitCode;

use doorbell_protocol::client::ClientError;
use doorbell_protocol::code;

/// How a command ended. The numbers are part of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: the user answered; for other commands, success.
    Accepted,
    /// 1: the user declined; for `setup --check`, a server is paired; for `preview`, MCP does not
    /// allow the form.
    Declined,
    /// 2: the user cancelled the question, or Doorbell was stopped.
    Dismissed,
    /// 3: the `--timeout` passed, or a link was not reported as finished in time.
    Expired,
    /// 2: a hook wakes its agent with what it wrote to standard error.
    WakesAgent,
    /// 64: the command line is invalid (sysexits.h: EX_USAGE).
    Usage,
    /// 69: the question could not be shown, or a file could not be changed (sysexits.h:
    /// EX_UNAVAILABLE).
    Unavailable,
    /// The exit code of the wrapped server.
    Server(u8),
}

/// The command line is invalid.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

impl Exit {
    /// Returns the exit for an outcome of the socket protocol.
    pub fn for_outcome(outcome: &str) -> Self {
        match outcome {
            "accepted" => Self::Accepted,
            "declined" => Self::Declined,
            "expired" => Self::Expired,
            "notShown" | "refused" => Self::Unavailable,
            _ => Self::Dismissed,
        }
    }

    /// Returns the exit for an error.
    pub fn for_error(error: &anyhow::Error) -> Self {
        // Doorbell rejects params that the command line got wrong; other errors are not its fault.
        let malformed = matches!(
            error.downcast_ref::<ClientError>(),
            Some(ClientError::Rpc(refused)) if refused.code == code::INVALID_PARAMS
        );
        if malformed || error.is::<UsageError>() {
            Self::Usage
        } else {
            Self::Unavailable
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Accepted => 0,
            Exit::Declined => 1,
            Exit::Dismissed | Exit::WakesAgent => 2,
            Exit::Expired => 3,
            Exit::Usage => 64,
            Exit::Unavailable => 69,
            Exit::Server(code) => code,
        })
    }
}
