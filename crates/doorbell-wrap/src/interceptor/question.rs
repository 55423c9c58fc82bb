//! Open questions.

use bytes::Bytes;
use doorbell_protocol::Action as Verdict;

use super::Interceptor;
use super::capability::Mode;
use super::claims::QuestionContext;
use crate::action::{Action, Answer, AskId};
use crate::id::Id;
use crate::members::Members;

/// The longest params: Doorbell's line limit, less room for the envelope.
pub(super) const MAX_PARAMS: usize = doorbell_protocol::Limits::STANDARD.line_bytes - 256;
/// How many questions may be open. Doorbell's own limit is lower; this bounds those it has yet to
/// reject.
pub(super) const MAX_OPEN: usize = 512;

pub(super) struct Question {
    pub(super) mode: Mode,
    pub(super) purpose: Purpose,
    /// Whether the person has opened the link but not finished it.
    pub(super) is_link_opened: bool,
    /// How many progress notifications the server has got.
    pub(super) progress_sent: u32,
}

impl Question {
    pub(super) fn new(mode: Mode, purpose: Purpose) -> Self {
        Self {
            mode,
            purpose,
            is_link_opened: false,
            progress_sent: 0,
        }
    }
}

/// What the answer is used for.
#[derive(Clone)]
pub(super) enum Purpose {
    /// Answers a legacy request of the server.
    Request(ElicitationRequest),
    /// Finishes one link of error -32042.
    Link { call: Id, domain: String },
    /// Answers one key of an `input_required` result.
    RoundInput { call: Id, name: String },
    /// Answers one key of a task.
    TaskInput { task: String, name: String },
}

/// A legacy `elicitation/create` request of the server.
#[derive(Clone)]
pub(super) struct ElicitationRequest {
    /// The id as the server spelled it.
    pub(super) raw_id: String,
    pub(super) id: Id,
    pub(super) line: Bytes,
    /// The agent's calls that may have caused it.
    pub(super) calls: Vec<Id>,
    /// The related task as JSON, which the response must repeat.
    pub(super) related_task: Option<String>,
    /// As spelled by the server.
    pub(super) progress_token: Option<String>,
}

/// Doorbell would reject the question.
pub(super) struct NotAsked;

/// Values that pass as raw text may be nested too deeply or hold half a surrogate pair. Doorbell would
/// close the connection over them, and with it all other questions.
fn is_valid_json(params: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(params).is_ok()
}

impl Interceptor {
    pub(super) fn ask(
        &mut self,
        params: &Members<'_>,
        context: &QuestionContext,
        question: Question,
    ) -> Result<AskId, NotAsked> {
        let ask = AskId(self.ids.next_number());
        let params = self.claims.params(params, context, ask);
        if params.len() > MAX_PARAMS || self.questions.len() >= MAX_OPEN || !is_valid_json(&params)
        {
            return Err(NotAsked);
        }
        self.actions.push(Action::Ask { ask, params });
        self.questions.insert(ask, question);
        self.send_progress(&[ask]);
        Ok(ask)
    }

    /// If the person agreed to open a link, waits for its end and returns true. Answering only then
    /// keeps one sign-in from using up the rounds.
    pub(super) fn await_link_if_accepted(&mut self, ask: AskId, answer: &Answer) -> bool {
        let (Answer::Result(result), Some(question)) = (answer, self.questions.get_mut(&ask))
        else {
            return false;
        };
        let id = &result.outcome().question;
        let (Mode::Url, Verdict::Accept, Some(id)) = (question.mode, result.action, id) else {
            return false;
        };
        question.is_link_opened = true;
        let question_id = id.clone();
        self.actions.push(Action::AwaitDone { ask, question_id });
        true
    }

    pub(super) fn withdraw(&mut self, ask: AskId) {
        if self.questions.remove(&ask).is_some() {
            self.actions.push(Action::Withdraw(ask));
        }
    }

    /// Withdraws the questions that must be answered before a call is sent again.
    pub(super) fn withdraw_for_call(&mut self, id: &Id) {
        self.withdraw_where(|purpose| match purpose {
            Purpose::Link { call, .. } | Purpose::RoundInput { call, .. } => call == id,
            Purpose::Request(_) | Purpose::TaskInput { .. } => false,
        });
    }

    pub(super) fn withdraw_where(&mut self, is_affected: impl Fn(&Purpose) -> bool) {
        let questions = self.questions.iter();
        let affected = questions.filter(|(_, question)| is_affected(&question.purpose));
        let affected: Vec<AskId> = affected.map(|(ask, _)| *ask).collect();
        for ask in affected {
            self.withdraw(ask);
        }
    }
}
