//! How the pages hear that something could not be done.

use std::error::Error;

use serde::Serialize;

/// An error as the page gets it: a sentence for the status line.
#[derive(Debug, Serialize)]
pub struct Failure {
    message: String,
}

impl Failure {
    /// It could not be done, for the reason that the error and what is behind it tell.
    pub fn not_done(error: &anyhow::Error) -> Self {
        Self {
            message: format!("{error:#}."),
        }
    }
}

impl<E: Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self {
            message: error.to_string(),
        }
    }
}
