//! The modern tasks extension: a polled task lists its questions, and `tasks/update` answers them.

use std::collections::HashMap;

use bytes::Bytes;
use doorbell_protocol::DoneState;
use serde_json::value::RawValue;

use super::Interceptor;
use super::calls::Call;
use super::capability::DeclaredModes;
use super::claims::QuestionContext;
use super::inputs::{
    InputState, fallback_state, finished_link_state, json_object, unique_requests,
};
use super::modern::INPUT_REQUIRED;
use super::question::{Purpose, Question};
use crate::action::{Action, Answer, AskId};
use crate::members::Members;
use crate::message::{Message, ParsedLine, may_contain};
use crate::splice::{Splice, quoted};

/// How many tasks may have questions; those of further tasks go to the agent.
pub(super) const MAX_TASKS: usize = 256;

/// Members of `_meta` that describe the agent, and that every request must carry.
const AGENT_META_PREFIX: &str = "io.modelcontextprotocol/";

/// Tasks with questions.
#[derive(Default)]
pub(super) struct Tasks {
    /// The agent's latest modern request. The proxy's own requests copy its metadata.
    latest: Option<(Bytes, DeclaredModes)>,
    /// The state of each question by task id and key.
    inputs: HashMap<String, HashMap<String, InputState>>,
}

impl Tasks {
    pub(super) fn remember_request(&mut self, call: &Call) {
        if let Some(declared) = call.declared {
            self.latest = Some((call.line.clone(), declared));
        }
    }

    fn declared(&self) -> DeclaredModes {
        self.latest
            .as_ref()
            .map_or_else(DeclaredModes::default, |(_, declared)| *declared)
    }

    /// Returns the metadata that describes the agent, as JSON.
    fn meta(&self) -> String {
        let latest = self.latest.as_ref();
        let meta = latest
            .and_then(|(line, _)| Message::parse(line))
            .and_then(|message| Members::parse(message.params?)?.object("_meta"))
            .unwrap_or_default();
        let agent_members = meta
            .iter()
            .filter(|(name, _)| name.starts_with(AGENT_META_PREFIX))
            .map(|(name, value)| (name, value.get()));
        json_object(agent_members)
    }
}

impl Interceptor {
    /// Handles the response to `tasks/get`.
    pub(super) fn on_task_polled(&mut self, call: &Call, message: &ParsedLine<'_>) {
        let mut splice = Splice::new(message.line);
        if let Some(state) = message.result {
            self.process_task_state(state, &mut splice);
        }
        self.end_call_with(call, message, splice);
    }

    /// Handles `notifications/tasks`.
    pub(super) fn on_task_notification(&mut self, message: &ParsedLine<'_>) {
        let mut splice = Splice::new(message.line);
        if let Some(state) = message.params {
            self.process_task_state(state, &mut splice);
        }
        self.send_host(splice.finish_or_keep(message.line));
    }

    /// Asks each question of a task once, and removes it from what the agent sees.
    fn process_task_state(&mut self, state: &RawValue, splice: &mut Splice<'_>) {
        // Avoids parsing states without questions.
        if self.tasks.inputs.is_empty() && !may_contain(state.get().as_bytes(), INPUT_REQUIRED) {
            return;
        }
        let members = Members::parse(state).unwrap_or_default();
        let (Some(task), Some(status)) = (members.string("taskId"), members.string("status"))
        else {
            return;
        };
        if ["completed", "failed", "cancelled"].contains(&status.as_str()) {
            return self.end_task(&task);
        }
        let requests = members.object("inputRequests").unwrap_or_default();
        self.withdraw_unlisted(&task, &requests);
        if status == INPUT_REQUIRED && !requests.is_empty() {
            self.ask_task(&task, &requests);
            self.hide_doorbell_inputs(&task, state, splice);
        }
    }

    fn ask_task(&mut self, task: &str, requests: &Members<'_>) {
        let is_known = self.tasks.inputs.contains_key(task);
        if !is_known && self.tasks.inputs.len() == MAX_TASKS {
            return;
        }
        let declared = self.tasks.declared();
        let mut inputs = self.tasks.inputs.remove(task).unwrap_or_default();
        for (name, request) in unique_requests(requests) {
            if inputs.contains_key(name) {
                continue;
            }
            // The agent may already be asking a question it has seen, so that question stays with it.
            let state = match self.elicitation(request, declared) {
                None => InputState::ForHost,
                Some((mode, params)) => {
                    let context = QuestionContext {
                        hand_back: declared.by_host.has(mode),
                        ..QuestionContext::default()
                    };
                    let purpose = Purpose::TaskInput {
                        task: task.to_owned(),
                        name: name.to_owned(),
                    };
                    match self.ask(&params, &context, Question::new(mode, purpose)) {
                        Ok(_) => InputState::Pending,
                        Err(_) => fallback_state(declared, mode),
                    }
                }
            };
            inputs.insert(name.to_owned(), state.clone());
            self.send_update(task, name, &state);
        }
        self.tasks.inputs.insert(task.to_owned(), inputs);
    }

    /// Removes the questions that the agent must not answer from the task's state.
    fn hide_doorbell_inputs(&self, task: &str, state: &RawValue, splice: &mut Splice<'_>) {
        let inputs = self.tasks.inputs.get(task);
        let is_hidden = |name: &str| {
            inputs
                .and_then(|inputs| inputs.get(name))
                .is_some_and(|state| *state != InputState::ForHost)
        };
        let members = Members::parse(state).unwrap_or_default();
        let Some(raw) = members.get("inputRequests") else {
            return;
        };
        let requests = Members::parse(raw).unwrap_or_default();
        if requests.iter().all(|(name, _)| is_hidden(name)) {
            if let Some(status) = members.get("status") {
                splice.replace(status, "\"working\"");
            }
            splice.edit_members(state, |name| name == "inputRequests", &[]);
        } else {
            splice.edit_members(raw, is_hidden, &[]);
        }
    }

    pub(super) fn on_task_cancel(&mut self, message: &Message<'_>) {
        if let Some(task) = message.string_param("taskId") {
            self.end_task(&task);
        }
    }

    pub(super) fn answer_task_input(&mut self, ask: AskId, task: &str, name: &str, answer: Answer) {
        let declared = self.tasks.declared();
        if let Some(state) = self.settle_input(ask, answer, declared) {
            self.set_task_input(task, name, state);
        }
    }

    pub(super) fn finish_task_input(&mut self, task: &str, name: &str, state: DoneState) {
        self.set_task_input(task, name, finished_link_state(state));
    }

    fn set_task_input(&mut self, task: &str, name: &str, state: InputState) {
        if let Some(inputs) = self.tasks.inputs.get_mut(task) {
            inputs.insert(name.to_owned(), state.clone());
            self.send_update(task, name, &state);
        }
    }

    /// Sends an answer to the server in a request of the proxy's own.
    fn send_update(&mut self, task: &str, name: &str, state: &InputState) {
        let InputState::Answered(json) = state else {
            return;
        };
        let meta = self.tasks.meta();
        let id = quoted(&self.ids.next_id());
        let task = quoted(task);
        let responses = json_object([(name, json.as_str())].into_iter());
        let line = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tasks/update\",\"params\":{{\"taskId\":{task},\"inputResponses\":{responses},\"_meta\":{meta}}}}}\n"
        );
        self.actions.push(Action::ToServer(line.into()));
    }

    fn end_task(&mut self, task: &str) {
        self.withdraw_unlisted(task, &Members::default());
        self.tasks.inputs.remove(task);
    }

    /// Withdraws the open questions that a task no longer lists.
    fn withdraw_unlisted(&mut self, task: &str, listed: &Members<'_>) {
        let Some(inputs) = self.tasks.inputs.get_mut(task) else {
            return;
        };
        inputs.retain(|name, state| listed.get(name).is_some() || *state != InputState::Pending);
        self.withdraw_where(|purpose| match purpose {
            Purpose::TaskInput { task: owner, name } => owner == task && listed.get(name).is_none(),
            Purpose::Request(_) | Purpose::Link { .. } | Purpose::RoundInput { .. } => false,
        });
    }
}
