//! How the pages hear that something could not be done.

use doorbell_daemon::{Gone, NotChanged, NotCopied, NotSet, PastError, StaleEdit};
use serde::Serialize;

use crate::agents::NotPaired;
use crate::export::NotSaved;

/// An error as the page gets it: what to do about it, and a sentence for the status line.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct Failure {
    code: FailureCode,
    message: String,
}

/// What the page can do about an error.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum FailureCode {
    /// The question is no longer open; a new view is on its way.
    Stale,
    /// Doorbell is ending.
    Gone,
    /// It could not be done; the message says why and what to do.
    NotDone,
}

impl Failure {
    fn new(code: FailureCode, error: &dyn std::error::Error) -> Self {
        Self {
            code,
            message: error.to_string(),
        }
    }

    /// It could not be done, for the reason that the error and what is behind it tell.
    pub fn not_done(error: &anyhow::Error) -> Self {
        Self {
            code: FailureCode::NotDone,
            message: format!("{error:#}."),
        }
    }
}

impl From<Gone> for Failure {
    fn from(gone: Gone) -> Self {
        Self::new(FailureCode::Gone, &gone)
    }
}

impl From<NotCopied> for Failure {
    fn from(not_copied: NotCopied) -> Self {
        Self::new(FailureCode::Stale, &not_copied)
    }
}

impl From<StaleEdit> for Failure {
    fn from(stale: StaleEdit) -> Self {
        Self::new(FailureCode::Stale, &stale)
    }
}

impl From<PastError> for Failure {
    fn from(error: PastError) -> Self {
        Self::new(FailureCode::NotDone, &error)
    }
}

impl From<NotChanged> for Failure {
    fn from(error: NotChanged) -> Self {
        Self::new(FailureCode::NotDone, &error)
    }
}

impl From<NotSet> for Failure {
    fn from(error: NotSet) -> Self {
        Self::new(FailureCode::NotDone, &error)
    }
}

impl From<NotPaired> for Failure {
    fn from(error: NotPaired) -> Self {
        Self::new(FailureCode::NotDone, &error)
    }
}

impl From<NotSaved> for Failure {
    fn from(error: NotSaved) -> Self {
        Self::new(FailureCode::NotDone, &error)
    }
}
