//! The tasks extension of the modern era: what a task wants to know shows when it is polled, and
//! is answered by `tasks/update`.

use std::collections::HashMap;
use std::time::Instant;

use bytes::Bytes;
use doorbell_protocol::DoneState;
use serde_json::value::RawValue;

use super::Interceptor;
use super::capability::Modes;
use super::claims::About;
use super::modern::{KeyState, finished, responses};
use super::question::{Purpose, Question};
use crate::action::{Action, Answer, AskId};
use crate::members::Members;
use crate::message::Message;
use crate::splice::{Splice, quoted};

/// How many tasks may ask at once; more are the agent's own affair.
pub(super) const MOST_TASKS: usize = 256;

/// The tasks that asked something, by their names.
#[derive(Default)]
pub(super) struct Tasks(HashMap<String, Task>);

struct Task {
    /// The agent's latest request about it, whose `_meta` says what a request must say.
    request: Bytes,
    declared: Modes,
    keys: HashMap<String, KeyState>,
}

impl Interceptor {
    /// A task wants to know something. Gives back what the agent is shown: the task without the
    /// questions that are Doorbell's.
    pub(super) fn ask_task(
        &mut self,
        line: &Bytes,
        state: &RawValue,
        request: Option<Bytes>,
        declared: Modes,
        now: Instant,
    ) -> Bytes {
        let members = Members::read(state).unwrap_or_default();
        let named = members.text("taskId").zip(members.object("inputRequests"));
        let (Some((task, requests)), Some(request)) = (named, request) else {
            return line.clone();
        };
        let mine: Vec<_> = requests
            .iter()
            .filter_map(|(name, request)| Some((name, self.elicitation(request, declared)?)))
            .collect();
        let is_full = self.tasks.0.len() == MOST_TASKS && !self.tasks.0.contains_key(&task);
        if mine.is_empty() || is_full {
            return line.clone();
        }
        let known = self.tasks.0.entry(task.clone()).or_insert_with(|| Task {
            request: Bytes::new(),
            declared,
            keys: HashMap::new(),
        });
        known.request = request;
        for (name, (mode, params)) in &mine {
            let known = self.tasks.0.get_mut(&task).map(|task| &mut task.keys);
            if known.is_none_or(|keys| keys.contains_key(*name)) {
                continue;
            }
            let about = About {
                hand_back: declared.has(*mode),
                ..About::default()
            };
            let purpose = Purpose::Task {
                task: task.clone(),
                name: (*name).to_owned(),
            };
            let question = Question::new(*mode, purpose);
            let state = match self.ask(params, &about, question, now) {
                Ok(_) => KeyState::Waiting,
                Err(_) => KeyState::ForHost,
            };
            if let Some(known) = self.tasks.0.get_mut(&task) {
                known.keys.insert((*name).to_owned(), state);
            }
        }
        let listed: Vec<&str> = requests.iter().map(|(name, _)| name).collect();
        self.withdraw_task(&task, |name| listed.contains(&name));
        self.without_ours(line, state, &task)
    }

    /// The task's state without what is not the agent's to answer.
    fn without_ours(&self, line: &Bytes, state: &RawValue, task: &str) -> Bytes {
        let members = Members::read(state).unwrap_or_default();
        let Some(raw) = members.get("inputRequests") else {
            return line.clone();
        };
        let keys = self.tasks.0.get(task).map(|task| &task.keys);
        let is_ours = |name: &str| {
            keys.and_then(|keys| keys.get(name))
                .is_some_and(|state| *state != KeyState::ForHost)
        };
        let requests = Members::read(raw).unwrap_or_default();
        let mut splice = Splice::of(line);
        if requests.iter().all(|(name, _)| is_ours(name)) {
            if let Some(status) = members.get("status") {
                splice.replace(status, "\"working\"");
            }
            splice.exchange(state, |name| name == "inputRequests", &[]);
        } else {
            splice.exchange(raw, is_ours, &[]);
        }
        splice.finish()
    }

    /// A task was polled and wants to know nothing any more.
    pub(super) fn watch_task(&mut self, state: &RawValue) {
        if self.tasks.0.is_empty() {
            return;
        }
        let members = Members::read(state).unwrap_or_default();
        let is_over = |status: String| ["completed", "failed", "cancelled"].contains(&&*status);
        if let Some(task) = members.text("taskId")
            && members.text("status").is_some_and(is_over)
        {
            self.end_task(&task);
        }
    }

    /// The server tells the state of a task without being asked.
    pub(super) fn tell_task(&mut self, line: &Bytes, message: &Message<'_>, now: Instant) {
        let Some(state) = message.params else {
            return self.send_host(line.clone());
        };
        self.watch_task(state);
        let members = Members::read(state).unwrap_or_default();
        let known = members
            .text("taskId")
            .and_then(|task| self.tasks.0.get(&task))
            .map(|task| (task.request.clone(), task.declared));
        let changed = match known.filter(|_| members.get("inputRequests").is_some()) {
            // A task that was never polled is asked about when it is.
            None => line.clone(),
            Some((request, declared)) => self.ask_task(line, state, Some(request), declared, now),
        };
        self.send_host(changed);
        self.rest();
    }

    /// The agent gives a task up.
    pub(super) fn forget_task(&mut self, message: &Message<'_>) {
        let params = message.params.and_then(Members::read);
        if let Some(task) = params.and_then(|params| params.text("taskId")) {
            self.end_task(&task);
            self.rest();
        }
    }

    pub(super) fn answer_task(&mut self, ask: AskId, task: &str, name: &str, answer: Answer) {
        let declared = self.tasks.0.get(task).map(|task| task.declared);
        if let Some(state) = self.settle(ask, answer, declared.unwrap_or(self.host)) {
            self.update_task(task, name, state);
        }
    }

    pub(super) fn finish_task(&mut self, task: &str, name: &str, state: DoneState) {
        self.update_task(task, name, KeyState::Given(finished(state)));
    }

    /// Tells the server an answer, under a name of the proxy's own.
    fn update_task(&mut self, task: &str, name: &str, state: KeyState) {
        let Some(known) = self.tasks.0.get_mut(task) else {
            return;
        };
        known.keys.insert(name.to_owned(), state.clone());
        let KeyState::Given(json) = state else {
            return;
        };
        let request = known.request.clone();
        let meta = Message::read(&request)
            .and_then(|message| Members::read(message.params?)?.get("_meta"))
            .map_or("{}", RawValue::get);
        let id = quoted(&self.names.text());
        let task = quoted(task);
        let responses = responses([(name, json.as_str())].into_iter());
        let line = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tasks/update\",\"params\":{{\"taskId\":{task},\"inputResponses\":{responses},\"_meta\":{meta}}}}}\n"
        );
        self.actions.push(Action::ToServer(line.into()));
    }

    fn end_task(&mut self, task: &str) {
        self.withdraw_task(task, |_| false);
        self.tasks.0.remove(task);
    }

    /// Withdraws those questions of a task that it no longer lists.
    fn withdraw_task(&mut self, task: &str, stays: impl Fn(&str) -> bool) {
        let gone: Vec<AskId> = self
            .questions
            .iter()
            .filter(|(_, question)| {
                matches!(&question.purpose, Purpose::Task { task: of, name } if of == task && !stays(name))
            })
            .map(|(ask, _)| *ask)
            .collect();
        for ask in gone {
            self.withdraw(ask);
        }
    }
}
