//! A question as an asker puts it.

use std::sync::Arc;
use std::time::Duration;

use crate::acquaintance::Meeting;
use crate::asker::{Asker, Claims};
use crate::draft::Draft;
use crate::flood::TooOften;
use crate::form::Form;
use crate::link::Link;
use crate::permission::Permission;

/// A question as an asker puts it.
#[derive(Clone)]
pub struct Asked {
    /// Who asks.
    pub asker: Arc<Asker>,
    /// What it says about the question.
    pub claims: Claims,
    /// The server's words.
    pub message: String,
    /// What it asks for.
    pub wanted: Wanted,
    /// How long the asker waits, if it said so.
    pub patience: Option<Duration>,
    /// Whether the asker can give it to the agent's own terminal instead.
    pub hand_back: bool,
    /// Whether it is only looked at: what is typed goes nowhere.
    pub preview: bool,
    /// Whether the asker can come back for it on another connection.
    pub keyed: bool,
    /// What the person typed when it was asked before.
    pub draft: Option<Draft>,
    /// Whether its asker has asked before, if that is remembered at all.
    pub meeting: Option<Meeting>,
}

/// What a question asks for.
#[derive(Clone)]
pub enum Wanted {
    /// Answers to fields.
    Form(Form),
    /// Consent to open a link.
    Link {
        /// The link.
        link: Link,
        /// The server's name for it, in its completion notice.
        elicitation: Option<String>,
        /// The links of one request share this.
        group: Option<String>,
    },
    /// Leave to use a tool.
    Permission(Permission),
}

/// Why a question is not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRoom {
    /// This session has too many open questions.
    #[error("This agent session has {most} open questions; ask again when one is answered.")]
    Session {
        /// The limit.
        most: usize,
    },
    /// Its server asks too often.
    #[error(transparent)]
    TooOften(#[from] TooOften),
    /// There are too many open questions in all.
    #[error("There are {most} open questions; ask again when one is answered.")]
    Board {
        /// The limit.
        most: usize,
    },
}
