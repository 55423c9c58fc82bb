//! What the exit code says.

use std::process::ExitCode;

use doorbell_protocol::client::ClientError;
use doorbell_protocol::code;

/// How a command ended. The numbers are part of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: the person sent answers; for other commands, done.
    Accepted,
    /// 1: the person declined; for `setup --check`, there are paired servers; for `preview`,
    /// MCP does not allow what was looked at.
    Declined,
    /// 2: the person closed the question, or Doorbell was stopped.
    Dismissed,
    /// 3: the time given with `--timeout` passed, or nobody said that a link is finished.
    Expired,
    /// 64: the command line makes no sense (sysexits.h: EX_USAGE).
    Usage,
    /// 69: the question could not be put on a screen, or a file not be changed (sysexits.h:
    /// EX_UNAVAILABLE).
    Unavailable,
    /// The exit code of the server that was run.
    Server(u8),
}

/// The command line makes no sense.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

impl Exit {
    /// The exit for an outcome as the wire names it.
    pub fn of_outcome(outcome: &str) -> Self {
        match outcome {
            "accepted" => Self::Accepted,
            "declined" => Self::Declined,
            "expired" => Self::Expired,
            "notShown" | "refused" => Self::Unavailable,
            _ => Self::Dismissed,
        }
    }

    /// The exit for an error.
    pub fn of(error: &anyhow::Error) -> Self {
        // Of what Doorbell refuses, only malformed params are the command line's fault.
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
            Exit::Dismissed => 2,
            Exit::Expired => 3,
            Exit::Usage => 64,
            Exit::Unavailable => 69,
            Exit::Server(code) => code,
        })
    }
}
