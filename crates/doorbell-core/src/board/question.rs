//! One question on the board.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::{Asked, Listed};
use crate::asker::{Asker, Claims, SessionId};
use crate::form::{Form, Input};
use crate::moment::Moment;
use crate::text::visible;

/// Names a question as long as the daemon lives. It is no secret: nothing that is said on the
/// socket can answer a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QuestionId(pub(super) u64);

impl fmt::Display for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "q{}", self.0)
    }
}

impl QuestionId {
    /// Reads what its `Display` wrote.
    pub fn parse(text: &str) -> Option<Self> {
        text.strip_prefix('q')?.parse().ok().map(Self)
    }
}

/// Where a question is in its life.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Phase {
    /// It can be answered.
    Open,
    /// "Stop this question?" is on the screen. It can still be answered after Keep waiting.
    Stopping,
    /// It has its outcome; it stays only because the person was typing in it.
    Over { at: Timestamp, reason: String },
}

/// One question.
pub(super) struct Question {
    pub id: QuestionId,
    pub asker: Arc<Asker>,
    pub claims: Claims,
    pub message: String,
    pub form: Form,
    pub inputs: Vec<Input>,
    /// Whether the person typed or chose anything.
    pub touched: bool,
    pub phase: Phase,
    pub asked: Duration,
    pub deadline: Option<Duration>,
    /// The deadline on the wall's clock, for the window.
    pub deadline_at: Option<Timestamp>,
    pub aside_until: Option<Duration>,
    pub shown_at: Option<Timestamp>,
}

impl Question {
    pub fn new(id: QuestionId, asked: Asked, now: &Moment) -> Self {
        Self {
            id,
            inputs: asked.opening(),
            touched: false,
            phase: Phase::Open,
            asked: now.steady,
            deadline: asked
                .patience
                .and_then(|patience| now.steady.checked_add(patience)),
            deadline_at: asked
                .patience
                .and_then(|patience| now.timestamp().checked_add(patience).ok()),
            aside_until: None,
            shown_at: None,
            asker: asked.asker,
            claims: asked.claims,
            message: asked.message,
            form: asked.form,
        }
    }

    /// Whether it still waits for its outcome.
    pub fn is_open(&self) -> bool {
        match self.phase {
            Phase::Open | Phase::Stopping => true,
            Phase::Over { .. } => false,
        }
    }

    pub fn session(&self) -> SessionId {
        self.asker.session
    }

    pub fn edit(&mut self, field: usize, input: Input) {
        if let Some(held) = self.inputs.get_mut(field) {
            self.touched |= *held != input;
            *held = input;
        }
    }

    /// "Claude Code · shop".
    pub fn headline(&self) -> String {
        self.asker.headline(&self.claims)
    }

    /// The server's name, or the client's.
    pub fn asker_name(&self) -> String {
        self.asker.view(&self.claims).name
    }

    pub fn listed(&self, now: &Moment) -> Listed {
        Listed {
            question: self.id,
            asker: self.asker.id,
            agent: self.asker.agent_name(),
            age: now.steady.saturating_sub(self.asked),
            message: visible(&self.message),
            server: self
                .claims
                .server
                .as_ref()
                .map(|server| visible(&server.name)),
        }
    }
}
