//! Questions that come together under names, and are answered together: in the rounds of a call,
//! and in tasks.

use doorbell_protocol::DoneState;
use serde_json::value::RawValue;

use super::Interceptor;
use super::answer::{accepted, cancelled, is_handed_back, result_json};
use super::capability::{Declared, Mode};
use crate::action::{Action, Answer, AskId};
use crate::members::Members;
use crate::splice::quoted;

/// How far a question has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KeyState {
    /// The person is asked.
    Waiting,
    /// The answer, as JSON.
    Given(String),
    /// It is the agent's to answer.
    ForHost,
}

/// The questions by their names. Of those with the same name the last one counts, as it will for
/// the agent.
pub(super) fn unique<'a>(requests: &'a Members<'_>) -> Vec<(&'a str, &'a RawValue)> {
    let is_last = |name: &str, request: &RawValue| {
        requests
            .get(name)
            .is_some_and(|last| std::ptr::eq(last, request))
    };
    requests
        .iter()
        .filter(|(name, request)| is_last(name, request))
        .collect()
}

impl Interceptor {
    /// A question that is Doorbell's to ask, of those that a result holds.
    pub(super) fn elicitation<'a>(
        &self,
        request: &'a RawValue,
        declared: Declared,
    ) -> Option<(Mode, Members<'a>)> {
        let request = Members::read(request)?;
        if request.text("method")? != "elicitation/create" {
            return None;
        }
        let params = request.object("params")?;
        let mode = Mode::of(&params)?;
        self.is_for_doorbell(declared, mode)
            .then_some((mode, params))
    }

    /// What an answer makes of a question; `None` while a link is not finished.
    pub(super) fn settle(
        &mut self,
        ask: AskId,
        answer: Answer,
        declared: Declared,
    ) -> Option<KeyState> {
        if self.awaits_done(ask, &answer) {
            return None;
        }
        let question = self.questions.remove(&ask)?;
        Some(match answer {
            Answer::Given(result) if is_handed_back(&result) => KeyState::ForHost,
            Answer::Given(result) => KeyState::Given(result_json(&result)),
            // The person agreed and went there; whether they finished, the server will see.
            Answer::Lost if question.is_opened => KeyState::Given(accepted()),
            Answer::Lost => without(declared, question.mode),
            Answer::Rejected { message, .. } => {
                let text = format!("Doorbell could not show a question: {message}");
                self.actions.push(Action::Tell(text));
                without(declared, question.mode)
            }
        })
    }
}

/// What becomes of a question that Doorbell cannot ask.
pub(super) fn without(declared: Declared, mode: Mode) -> KeyState {
    if declared.host.has(mode) {
        KeyState::ForHost
    } else {
        KeyState::Given(cancelled())
    }
}

/// The answer for a link that was opened.
pub(super) fn finished(state: DoneState) -> KeyState {
    KeyState::Given(match state {
        DoneState::Done => accepted(),
        DoneState::Cancelled | DoneState::Expired | DoneState::Unknown => cancelled(),
    })
}

/// Answers by the names of their questions, as JSON.
pub(super) fn responses<'a>(given: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let members: Vec<_> = given
        .map(|(name, json)| format!("{}:{json}", quoted(name)))
        .collect();
    format!("{{{}}}", members.join(","))
}
