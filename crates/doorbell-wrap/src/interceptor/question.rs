//! Questions that the person has been asked.

use bytes::Bytes;
use doorbell_protocol::Action as Verdict;

use super::Interceptor;
use super::capability::Mode;
use super::claims::About;
use crate::action::{Action, Answer, AskId};
use crate::id::Id;
use crate::members::Members;

/// The longest params that are handed to Doorbell: its line, less what is written around them.
pub(super) const MOST_PARAMS: usize = doorbell_protocol::Limits::STANDARD.line_bytes - 256;
/// How many questions of one server may be open. Doorbell itself takes fewer; this is for what waits
/// to be refused by it.
pub(super) const MOST_OPEN: usize = 512;

/// A question before the person.
pub(super) struct Question {
    pub(super) mode: Mode,
    pub(super) purpose: Purpose,
    /// Whether the person has agreed to open the link and it is not finished.
    pub(super) is_opened: bool,
    /// How often the server was told that the person is being waited for.
    pub(super) told: u32,
}

impl Question {
    pub(super) fn new(mode: Mode, purpose: Purpose) -> Self {
        Self {
            mode,
            purpose,
            is_opened: false,
            told: 0,
        }
    }
}

/// Whom the answer is for.
#[derive(Clone)]
pub(super) enum Purpose {
    /// The server's own request.
    Push(Push),
    /// One of the links without which a call fails.
    Link { call: Id, domain: String },
    /// One key of an `input_required` result.
    Key { call: Id, name: String },
    /// One key of a task.
    Task { task: String, name: String },
}

/// A request `elicitation/create` of the server's.
#[derive(Clone)]
pub(super) struct Push {
    /// Its name as the server spelled it.
    pub(super) spelled: String,
    pub(super) id: Id,
    pub(super) line: Bytes,
    /// The agent's calls that may have led to it.
    pub(super) calls: Vec<Id>,
    /// The task it belongs to, which the answer must name too.
    pub(super) related_task: Option<String>,
    /// The name under which the server wants to hear of progress, as it is spelled.
    pub(super) token: Option<String>,
}

/// Why the person cannot be asked.
pub(super) struct NotAsked;

/// Whether Doorbell can read it. What a question passes through as text may be nested too deeply or
/// hold half a character; Doorbell would end the connection over it, with everything that is asked.
fn is_sound(params: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(params).is_ok()
}

impl Interceptor {
    /// Asks the person.
    pub(super) fn ask(
        &mut self,
        params: &Members<'_>,
        about: &About,
        question: Question,
    ) -> Result<AskId, NotAsked> {
        let ask = AskId(self.names.number());
        let params = self.claims.params(params, about, ask);
        if params.len() > MOST_PARAMS || self.questions.len() >= MOST_OPEN || !is_sound(&params) {
            return Err(NotAsked);
        }
        self.actions.push(Action::Ask { ask, params });
        self.questions.insert(ask, question);
        self.show_progress(&[ask]);
        Ok(ask)
    }

    /// Whether an answer is the person's consent to a link that is waited for: it is answered
    /// when it is finished, so that one sign-in does not use up the rounds.
    pub(super) fn awaits_done(&mut self, ask: AskId, answer: &Answer) -> bool {
        let (Answer::Given(result), Some(question)) = (answer, self.questions.get_mut(&ask)) else {
            return false;
        };
        let name = &result.outcome().question;
        let (Mode::Url, Verdict::Accept, Some(name)) = (question.mode, result.action, name) else {
            return false;
        };
        question.is_opened = true;
        let question = name.clone();
        self.actions.push(Action::AwaitDone { ask, question });
        true
    }

    pub(super) fn withdraw(&mut self, ask: AskId) {
        if self.questions.remove(&ask).is_some() {
            self.actions.push(Action::Withdraw(ask));
        }
    }

    /// Withdraws what a call waits for before it can be sent again.
    pub(super) fn withdraw_of(&mut self, id: &Id) {
        self.withdraw_where(|purpose| match purpose {
            Purpose::Link { call, .. } | Purpose::Key { call, .. } => call == id,
            Purpose::Push(_) | Purpose::Task { .. } => false,
        });
    }

    pub(super) fn withdraw_where(&mut self, is_meant: impl Fn(&Purpose) -> bool) {
        let questions = self.questions.iter();
        let meant = questions.filter(|(_, question)| is_meant(&question.purpose));
        let meant: Vec<AskId> = meant.map(|(ask, _)| *ask).collect();
        for ask in meant {
            self.withdraw(ask);
        }
    }
}
