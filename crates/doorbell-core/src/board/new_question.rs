//! A question as the asker submits it, and why it may be refused.

use std::sync::Arc;
use std::time::Duration;

use crate::agent_question::AgentQuestion;
use crate::asker::{Asker, Claims};
use crate::draft::Draft;
use crate::flood::RateLimited;
use crate::form::Form;
use crate::known_program::Familiarity;
use crate::link::Link;
use crate::permission::Permission;

#[derive(Clone)]
pub struct NewQuestion {
    pub asker: Arc<Asker>,
    pub claims: Claims,
    pub message: String,
    pub body: QuestionBody,
    pub timeout: Option<Duration>,
    /// The asker can ask it in the agent's own terminal instead.
    pub hand_back: bool,
    /// The author of a server tries out a form: answers go nowhere.
    pub preview: bool,
    /// The asker can resume it on another connection.
    pub keyed: bool,
    /// Input from when the same question was asked before.
    pub draft: Option<Draft>,
    /// `None` if askers are not remembered.
    pub familiarity: Option<Familiarity>,
}

#[derive(Clone)]
pub enum QuestionBody {
    Form(Form),
    Link {
        link: Link,
        /// The server's id for the link, used in its completion notice.
        elicitation: Option<String>,
        /// Shared by the links of one request.
        group: Option<String>,
    },
    Permission(Box<Permission>),
    Agent(AgentQuestion),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitReached {
    #[error("This agent session has {limit} open questions; ask again when one is answered.")]
    Session { limit: usize },
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    /// Too many open questions of all askers together.
    #[error("There are {limit} open questions; ask again when one is answered.")]
    Board { limit: usize },
    /// Ended to make room for a session with fewer open questions.
    #[error(
        "There are {limit} open questions, and this agent session has the most; ask again later."
    )]
    Displaced { limit: usize },
}
