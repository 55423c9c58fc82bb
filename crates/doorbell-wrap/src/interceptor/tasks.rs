//! The tasks extension of the modern era: what a task wants to know shows when it is polled, and
//! is answered by `tasks/update`.

use std::collections::HashMap;

use bytes::Bytes;
use doorbell_protocol::DoneState;
use serde_json::value::RawValue;

use super::Interceptor;
use super::calls::Call;
use super::capability::Declared;
use super::claims::About;
use super::keys::{KeyState, finished, responses, unique, without};
use super::modern::INPUT_REQUIRED;
use super::question::{Purpose, Question};
use crate::action::{Action, Answer, AskId};
use crate::members::Members;
use crate::message::{Heard, Message, may_have};
use crate::splice::{Splice, quoted};

/// How many tasks may ask at once; more are the agent's own affair.
pub(super) const MOST_TASKS: usize = 256;

/// What a request must say of the agent begins with this.
const OF_THE_AGENT: &str = "io.modelcontextprotocol/";

/// The tasks that asked something.
#[derive(Default)]
pub(super) struct Tasks {
    /// The agent's latest request, and what was declared with it. The proxy's own requests speak
    /// for the same agent.
    latest: Option<(Bytes, Declared)>,
    /// How far their questions have come, by the names of the tasks and of the questions.
    asked: HashMap<String, HashMap<String, KeyState>>,
}

impl Tasks {
    /// The agent sent a request of the modern era.
    pub(super) fn met(&mut self, call: &Call) {
        if let Some(declared) = call.declared {
            self.latest = Some((call.line.clone(), declared));
        }
    }

    fn declared(&self) -> Declared {
        self.latest
            .as_ref()
            .map_or_else(Declared::default, |(_, declared)| *declared)
    }

    /// What the agent says of itself with every request, as JSON.
    fn meta(&self) -> String {
        let latest = self.latest.as_ref();
        let meta = latest
            .and_then(|(line, _)| Message::read(line))
            .and_then(|message| Members::read(message.params?)?.object("_meta"))
            .unwrap_or_default();
        let of_the_agent = meta
            .iter()
            .filter(|(name, _)| name.starts_with(OF_THE_AGENT))
            .map(|(name, value)| (name, value.get()));
        responses(of_the_agent)
    }
}

impl Interceptor {
    /// The agent polled a task.
    pub(super) fn end_poll(&mut self, call: &Call, message: &Heard<'_>) {
        let mut splice = Splice::of(message.line);
        if let Some(state) = message.result {
            self.see_task(state, &mut splice);
        }
        self.end_call_with(call, message, splice);
    }

    /// The server tells the state of a task without being asked.
    pub(super) fn tell_task(&mut self, message: &Heard<'_>) {
        let mut splice = Splice::of(message.line);
        if let Some(state) = message.params {
            self.see_task(state, &mut splice);
        }
        self.send_host(splice.finish_or(message.line));
    }

    /// Asks what a task wants to know, once, and takes it out of what the agent is shown.
    fn see_task(&mut self, state: &RawValue, splice: &mut Splice<'_>) {
        // Spares the second look at what is no business of Doorbell's.
        if self.tasks.asked.is_empty() && !may_have(state.get().as_bytes(), INPUT_REQUIRED) {
            return;
        }
        let members = Members::read(state).unwrap_or_default();
        let (Some(task), Some(status)) = (members.text("taskId"), members.text("status")) else {
            return;
        };
        if ["completed", "failed", "cancelled"].contains(&status.as_str()) {
            return self.end_task(&task);
        }
        let requests = members.object("inputRequests").unwrap_or_default();
        self.drop_unlisted(&task, &requests);
        if status == INPUT_REQUIRED && !requests.is_empty() {
            self.ask_task(&task, &requests);
            self.hide_ours(&task, state, splice);
        }
    }

    fn ask_task(&mut self, task: &str, requests: &Members<'_>) {
        let is_known = self.tasks.asked.contains_key(task);
        if !is_known && self.tasks.asked.len() == MOST_TASKS {
            return;
        }
        let declared = self.tasks.declared();
        let mut keys = self.tasks.asked.remove(task).unwrap_or_default();
        for (name, request) in unique(requests) {
            if keys.contains_key(name) {
                continue;
            }
            // What the agent has been shown once stays its own: nobody is asked twice.
            let state = match self.elicitation(request, declared) {
                None => KeyState::ForHost,
                Some((mode, params)) => {
                    let about = About {
                        hand_back: declared.host.has(mode),
                        ..About::default()
                    };
                    let purpose = Purpose::Task {
                        task: task.to_owned(),
                        name: name.to_owned(),
                    };
                    match self.ask(&params, &about, Question::new(mode, purpose)) {
                        Ok(_) => KeyState::Waiting,
                        Err(_) => without(declared, mode),
                    }
                }
            };
            keys.insert(name.to_owned(), state.clone());
            self.send_update(task, name, &state);
        }
        self.tasks.asked.insert(task.to_owned(), keys);
    }

    /// Takes out of the task's state what is not the agent's to answer.
    fn hide_ours(&self, task: &str, state: &RawValue, splice: &mut Splice<'_>) {
        let keys = self.tasks.asked.get(task);
        let is_ours = |name: &str| {
            keys.and_then(|keys| keys.get(name))
                .is_some_and(|state| *state != KeyState::ForHost)
        };
        let members = Members::read(state).unwrap_or_default();
        let Some(raw) = members.get("inputRequests") else {
            return;
        };
        let requests = Members::read(raw).unwrap_or_default();
        if requests.iter().all(|(name, _)| is_ours(name)) {
            if let Some(status) = members.get("status") {
                splice.replace(status, "\"working\"");
            }
            splice.exchange(state, |name| name == "inputRequests", &[]);
        } else {
            splice.exchange(raw, is_ours, &[]);
        }
    }

    /// The agent gives a task up.
    pub(super) fn forget_task(&mut self, message: &Message<'_>) {
        if let Some(task) = message.text_param("taskId") {
            self.end_task(&task);
        }
    }

    pub(super) fn answer_task(&mut self, ask: AskId, task: &str, name: &str, answer: Answer) {
        let declared = self.tasks.declared();
        if let Some(state) = self.settle(ask, answer, declared) {
            self.set_task_key(task, name, state);
        }
    }

    pub(super) fn finish_task(&mut self, task: &str, name: &str, state: DoneState) {
        self.set_task_key(task, name, finished(state));
    }

    fn set_task_key(&mut self, task: &str, name: &str, state: KeyState) {
        if let Some(keys) = self.tasks.asked.get_mut(task) {
            keys.insert(name.to_owned(), state.clone());
            self.send_update(task, name, &state);
        }
    }

    /// Tells the server an answer, under a name of the proxy's own.
    fn send_update(&mut self, task: &str, name: &str, state: &KeyState) {
        let KeyState::Given(json) = state else {
            return;
        };
        let meta = self.tasks.meta();
        let id = quoted(&self.names.text());
        let task = quoted(task);
        let responses = responses([(name, json.as_str())].into_iter());
        let line = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tasks/update\",\"params\":{{\"taskId\":{task},\"inputResponses\":{responses},\"_meta\":{meta}}}}}\n"
        );
        self.actions.push(Action::ToServer(line.into()));
    }

    fn end_task(&mut self, task: &str) {
        self.drop_unlisted(task, &Members::default());
        self.tasks.asked.remove(task);
    }

    /// Withdraws those questions of a task that it no longer lists.
    fn drop_unlisted(&mut self, task: &str, listed: &Members<'_>) {
        let Some(keys) = self.tasks.asked.get_mut(task) else {
            return;
        };
        keys.retain(|name, state| listed.get(name).is_some() || *state != KeyState::Waiting);
        self.withdraw_where(|purpose| match purpose {
            Purpose::Task { task: of, name } => of == task && listed.get(name).is_none(),
            Purpose::Push(_) | Purpose::Link { .. } | Purpose::Key { .. } => false,
        });
    }
}
