//! The agent's pending requests.

use std::collections::HashMap;

use bytes::Bytes;
use serde_json::value::RawValue;

use super::capability::DeclaredModes;
use super::links::Links;
use super::modern::Round;
use crate::id::Id;
use crate::members::Members;
use crate::message::Message;
use crate::splice::Splice;

pub(super) struct Call {
    /// The id as the agent spelled it.
    raw_id: String,
    pub(super) method: String,
    /// The request as sent to the server.
    pub(super) line: Bytes,
    /// Set for modern requests only.
    pub(super) declared: Option<DeclaredModes>,
    /// How often questions interrupted the call.
    pub(super) rounds: u32,
    /// The id of the latest resend.
    pub(super) resent_id: Option<Id>,
    /// What must finish before the call is sent again; `None` while the server works on it.
    pub(super) blocked_on: Option<BlockedOn>,
    /// Position in order of arrival.
    order: u64,
}

pub(super) enum BlockedOn {
    /// The links of error -32042.
    Links(Links),
    /// The questions of an `input_required` result.
    Round(Round),
}

impl Call {
    pub(super) fn new(message: &Message<'_>, method: &str) -> Self {
        Self {
            raw_id: message.raw_id().to_owned(),
            method: method.to_owned(),
            line: Bytes::new(),
            declared: None,
            rounds: 0,
            resent_id: None,
            blocked_on: None,
            order: 0,
        }
    }

    pub(super) fn may_cause_questions(&self) -> bool {
        matches!(
            self.method.as_str(),
            "tools/call" | "prompts/get" | "resources/read" | "tasks/result"
        )
    }

    /// Returns the name of the tool or prompt, or the resource's URI.
    pub(super) fn subject(&self) -> Option<String> {
        let params = self.params()?;
        match self.method.as_str() {
            "tools/call" | "prompts/get" => params.string("name"),
            "resources/read" => params.string("uri"),
            _ => None,
        }
    }

    fn task(&self) -> Option<String> {
        self.params()?.string("taskId")
    }

    pub(super) fn progress_token(&self) -> Option<&RawValue> {
        self.params()?.object("_meta")?.get("progressToken")
    }

    fn params(&self) -> Option<Members<'_>> {
        Members::parse(Message::parse(&self.line)?.params?)
    }

    pub(super) fn raw_id(&self) -> &str {
        &self.raw_id
    }

    /// Puts the agent's id into a response if the call was sent again under another.
    pub(super) fn restore_id(&self, response: &Message<'_>, splice: &mut Splice<'_>) {
        if let (Some(_), Some(id)) = (&self.resent_id, response.id) {
            splice.replace(id, self.raw_id.clone());
        }
    }
}

/// All pending calls by the agent's id.
#[derive(Default)]
pub(super) struct Calls {
    calls: HashMap<Id, Call>,
    /// The agent's ids of resent calls, by the id of the resend.
    host_ids: HashMap<Id, Id>,
    inserted: u64,
}

impl Calls {
    pub(super) fn insert(&mut self, id: Id, mut call: Call) {
        self.inserted += 1;
        call.order = self.inserted;
        self.put_back(id, call);
    }

    /// Inserts a call that was removed before; it keeps its position.
    pub(super) fn put_back(&mut self, id: Id, call: Call) {
        if let (Some(resent_id), None) = (&call.resent_id, &call.blocked_on) {
            self.host_ids.insert(resent_id.clone(), id.clone());
        }
        self.calls.insert(id, call);
    }

    pub(super) fn get(&self, id: &Id) -> Option<&Call> {
        self.calls.get(id)
    }

    pub(super) fn get_mut(&mut self, id: &Id) -> Option<&mut Call> {
        self.calls.get_mut(id)
    }

    pub(super) fn remove(&mut self, id: &Id) -> Option<Call> {
        let call = self.calls.remove(id)?;
        if let Some(resent_id) = &call.resent_id {
            self.host_ids.remove(resent_id);
        }
        Some(call)
    }

    /// Removes the call that the server answers under `id`; returns it with the agent's id.
    pub(super) fn take_answered(&mut self, id: &Id) -> Option<(Id, Call)> {
        let id = self.host_id(id)?;
        let call = self.remove(&id)?;
        Some((id, call))
    }

    /// Maps an id that the server uses to the agent's id.
    pub(super) fn host_id(&self, id: &Id) -> Option<Id> {
        if let Some(host) = self.host_ids.get(id) {
            return Some(host.clone());
        }
        let call = self.calls.get(id)?;
        (call.resent_id.is_none() && call.blocked_on.is_none()).then(|| id.clone())
    }

    /// Returns the calls that may have caused a question, in order of arrival. A task's question
    /// comes from the `tasks/result` calls that wait for that task.
    pub(super) fn possible_causes(&self, task: Option<&Members<'_>>) -> Vec<Id> {
        let task = task.map(|task| task.string("taskId"));
        let mut causes: Vec<_> = self
            .calls
            .iter()
            .filter(|(_, call)| call.blocked_on.is_none())
            .filter(|(_, call)| match &task {
                None => call.may_cause_questions(),
                Some(task) => call.method == "tasks/result" && call.task() == *task,
            })
            .collect();
        causes.sort_by_key(|(_, call)| call.order);
        causes.into_iter().map(|(id, _)| id.clone()).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }
}
