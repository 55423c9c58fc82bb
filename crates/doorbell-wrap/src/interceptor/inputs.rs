//! The questions in an `inputRequests` object, which rounds and tasks share.

use doorbell_protocol::DoneState;
use serde_json::value::RawValue;

use super::Interceptor;
use super::answer::{accepted, cancelled, is_handed_back, result_json};
use super::capability::{DeclaredModes, Mode};
use crate::action::{Action, Answer, AskId};
use crate::members::Members;
use crate::splice::quoted;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InputState {
    /// The person has not answered.
    Pending,
    /// The answer, as JSON.
    Answered(String),
    /// The agent has to answer.
    ForHost,
}

/// Drops duplicate keys: the last one wins, as it will for the agent.
pub(super) fn unique_requests<'a>(requests: &'a Members<'_>) -> Vec<(&'a str, &'a RawValue)> {
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
    /// Returns the mode and params of `request` if Doorbell should ask it.
    pub(super) fn elicitation<'a>(
        &self,
        request: &'a RawValue,
        declared: DeclaredModes,
    ) -> Option<(Mode, Members<'a>)> {
        let request = Members::parse(request)?;
        if request.string("method")? != "elicitation/create" {
            return None;
        }
        let params = request.object("params")?;
        let mode = Mode::from_params(&params)?;
        self.is_for_doorbell(declared, mode)
            .then_some((mode, params))
    }

    /// Returns the new state of a question, or `None` while its link is unfinished.
    pub(super) fn settle_input(
        &mut self,
        ask: AskId,
        answer: Answer,
        declared: DeclaredModes,
    ) -> Option<InputState> {
        if self.await_link_if_accepted(ask, &answer) {
            return None;
        }
        let question = self.questions.remove(&ask)?;
        Some(match answer {
            Answer::Result(result) if is_handed_back(&result) => InputState::ForHost,
            Answer::Result(result) => InputState::Answered(result_json(&result)),
            // The person opened the link; the server knows whether they finished.
            Answer::Unavailable if question.is_link_opened => InputState::Answered(accepted()),
            Answer::Unavailable => fallback_state(declared, question.mode),
            Answer::Rejected { message, .. } => {
                let text = format!("Doorbell could not show a question: {message}");
                self.actions.push(Action::Report(text));
                fallback_state(declared, question.mode)
            }
        })
    }
}

/// The state of a question that Doorbell cannot ask.
pub(super) fn fallback_state(declared: DeclaredModes, mode: Mode) -> InputState {
    if declared.by_host.has(mode) {
        InputState::ForHost
    } else {
        InputState::Answered(cancelled())
    }
}

pub(super) fn finished_link_state(state: DoneState) -> InputState {
    InputState::Answered(match state {
        DoneState::Done => accepted(),
        DoneState::Cancelled | DoneState::Expired | DoneState::Unknown => cancelled(),
    })
}

pub(super) fn json_object<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let members: Vec<_> = pairs
        .map(|(name, json)| format!("{}:{json}", quoted(name)))
        .collect();
    format!("{{{}}}", members.join(","))
}
