//! The agent's requests that have no answer yet.

use std::collections::HashMap;

use bytes::Bytes;
use serde_json::value::RawValue;

use super::capability::Declared;
use super::links::Links;
use super::modern::Round;
use crate::id::Id;
use crate::members::Members;
use crate::message::Message;
use crate::splice::Splice;

/// A request of the agent's.
pub(super) struct Call {
    /// Its name as the agent spelled it.
    spelled: String,
    pub(super) method: String,
    /// As it was sent to the server.
    pub(super) line: Bytes,
    /// What was declared with it, if it is of the modern era.
    pub(super) declared: Option<Declared>,
    /// How often it was interrupted by questions.
    pub(super) rounds: u32,
    /// The name under which it was sent again, if it was.
    pub(super) known_as: Option<Id>,
    /// What the person is asked before it can be sent again; the server has it otherwise.
    pub(super) waiting: Option<Waiting>,
    /// Calls are named in the order in which they came.
    order: u64,
}

/// What a call waits for.
pub(super) enum Waiting {
    /// Links of an error -32042.
    Links(Links),
    /// Answers to an `input_required` result.
    Round(Round),
}

impl Call {
    pub(super) fn new(message: &Message<'_>, method: &str) -> Self {
        Self {
            spelled: message.spelled_id().to_owned(),
            method: method.to_owned(),
            line: Bytes::new(),
            declared: None,
            rounds: 0,
            known_as: None,
            waiting: None,
            order: 0,
        }
    }

    /// Whether servers ask questions while they work on it.
    pub(super) fn may_ask(&self) -> bool {
        matches!(
            self.method.as_str(),
            "tools/call" | "prompts/get" | "resources/read" | "tasks/result"
        )
    }

    /// What it calls: the tool's or the prompt's name.
    pub(super) fn subject(&self) -> Option<String> {
        let params = self.params()?;
        match self.method.as_str() {
            "tools/call" | "prompts/get" => params.text("name"),
            "resources/read" => params.text("uri"),
            _ => None,
        }
    }

    /// The task it is about.
    fn task(&self) -> Option<String> {
        self.params()?.text("taskId")
    }

    /// The name under which the agent wants to hear of progress, as it is spelled.
    pub(super) fn token(&self) -> Option<&RawValue> {
        self.params()?.object("_meta")?.get("progressToken")
    }

    fn params(&self) -> Option<Members<'_>> {
        Members::read(Message::read(&self.line)?.params?)
    }

    /// The call's name for the agent.
    pub(super) fn spelled(&self) -> &str {
        &self.spelled
    }

    /// Puts the agent's name into an answer to the call, if it was sent under another.
    pub(super) fn rename(&self, answer: &Message<'_>, splice: &mut Splice<'_>) {
        if let (Some(_), Some(id)) = (&self.known_as, answer.id) {
            splice.replace(id, self.spelled.clone());
        }
    }
}

/// All of them, by the agent's name.
#[derive(Default)]
pub(super) struct Calls {
    calls: HashMap<Id, Call>,
    /// The agent's name of what was sent again under another.
    renamed: HashMap<Id, Id>,
    inserted: u64,
}

impl Calls {
    pub(super) fn insert(&mut self, id: Id, mut call: Call) {
        self.inserted += 1;
        call.order = self.inserted;
        self.put_back(id, call);
    }

    /// Puts a call back that was taken out; it keeps its place.
    pub(super) fn put_back(&mut self, id: Id, call: Call) {
        if let (Some(known_as), None) = (&call.known_as, &call.waiting) {
            self.renamed.insert(known_as.clone(), id.clone());
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
        if let Some(known_as) = &call.known_as {
            self.renamed.remove(known_as);
        }
        Some(call)
    }

    /// The call that the server answers under `id`, with the agent's name for it.
    pub(super) fn take_answered(&mut self, id: &Id) -> Option<(Id, Call)> {
        let id = self.host_id(id)?;
        let call = self.remove(&id)?;
        Some((id, call))
    }

    /// The agent's name of a call that the server has under `id`.
    pub(super) fn host_id(&self, id: &Id) -> Option<Id> {
        if let Some(host) = self.renamed.get(id) {
            return Some(host.clone());
        }
        let call = self.calls.get(id)?;
        (call.known_as.is_none() && call.waiting.is_none()).then(|| id.clone())
    }

    /// Calls that may have led to a question, in the order in which they came. One that belongs
    /// to a task comes while the agent waits for that task, and of nothing else.
    pub(super) fn asking(&self, task: Option<&Members<'_>>) -> Vec<Id> {
        let task = task.map(|task| task.text("taskId"));
        let mut asking: Vec<_> = self
            .calls
            .iter()
            .filter(|(_, call)| call.waiting.is_none())
            .filter(|(_, call)| match &task {
                None => call.may_ask(),
                Some(task) => call.method == "tasks/result" && call.task() == *task,
            })
            .collect();
        asking.sort_by_key(|(_, call)| call.order);
        asking.into_iter().map(|(id, _)| id.clone()).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }
}
