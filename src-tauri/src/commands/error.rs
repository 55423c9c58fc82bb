//! Errors of commands, as the pages receive them.

use std::error::Error;

use serde::Serialize;

/// The page shows the message in its status line.
#[derive(Debug, Serialize)]
pub struct CommandError {
    message: String,
}

impl CommandError {
    /// Puts the error and its causes into one message.
    pub fn with_causes(error: &anyhow::Error) -> Self {
        Self {
            message: format!("{error:#}."),
        }
    }
}

impl<E: Error> From<E> for CommandError {
    fn from(error: E) -> Self {
        Self {
            message: error.to_string(),
        }
    }
}
