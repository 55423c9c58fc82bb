//! The rules of the proxy: which messages pass, which are changed, and which never arrive because
//! the person was asked instead.
//!
//! It does nothing itself: it is given messages, answers and the time, and gives back what is to be
//! done. Rules apply to single messages, not to connections: an agent may open with a request of
//! the modern era and go on in the legacy one.
//!
//! - `capability` adds to what the agent says it can do.
//! - `legacy` answers the server's `elicitation/create`.
//! - `links` opens what the server's error -32042 lists, and sends the call again.
//! - `modern` answers `input_required` results by sending the call again with the answers.
//! - `tasks` does the same for tasks that are polled.
//! - `repeat` sends calls again, and ends them.
//! - `progress` keeps the agent and the server patient meanwhile.

mod answer;
mod calls;
mod capability;
mod claims;
mod completion;
mod from_host;
mod from_server;
mod held;
mod keys;
mod legacy;
mod links;
mod modern;
mod names;
mod progress;
mod question;
mod recent;
mod repeat;
mod tasks;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bytes::Bytes;
use doorbell_protocol::DoneState;

use crate::action::{Action, Answer, AskId};
use crate::id::Id;
use crate::keys::Keys;
use crate::message::{Heard, Kind};
use calls::{Call, Calls};
use capability::Declared;
pub use claims::Claims;
use held::Held;
use names::Names;
use progress::Progress;
use question::{Purpose, Question};
use recent::Recent;
use tasks::Tasks;

/// How often the agent hears that the person is still being waited for.
pub const PROGRESS_EVERY: Duration = Duration::from_secs(15);

/// How often calls have the connection to Doorbell kept.
pub const EXPECT_EVERY: Duration = Duration::from_secs(60);

/// Whom the proxy asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum When {
    /// Every question goes to Doorbell.
    #[default]
    Always,
    /// Only what the agent has not declared goes to Doorbell.
    Missing,
}

/// The state of one proxied connection.
pub struct Interceptor {
    when: When,
    claims: Claims,
    names: Names,
    /// What was declared when the agent initialised.
    declared: Option<Declared>,
    /// Whether the agent takes questions as tasks of its own.
    host_takes_tasks: bool,
    reachable: bool,
    /// When the last call passed that had the connection to Doorbell kept.
    expected: Option<Instant>,
    calls: Calls,
    questions: BTreeMap<AskId, Question>,
    /// The server's names of the questions that it was answered or gave up.
    settled: Recent<Id>,
    /// The server's names of the links that Doorbell asked about.
    completions: Recent<String>,
    held: Held,
    tasks: Tasks,
    progress: Progress,
    actions: Vec<Action>,
}

impl Interceptor {
    /// A connection on which nothing was said yet.
    pub fn new(when: When, claims: Claims) -> Self {
        Self {
            when,
            claims,
            names: Names::new(),
            declared: None,
            host_takes_tasks: false,
            reachable: false,
            expected: None,
            calls: Calls::default(),
            questions: BTreeMap::new(),
            settled: Recent::new(legacy::MOST_SETTLED),
            completions: Recent::new(completion::MOST_COMPLETIONS),
            held: Held::default(),
            tasks: Tasks::default(),
            progress: Progress::default(),
            actions: Vec::new(),
        }
    }

    /// A line from the agent. `reach` tells whether Doorbell can be had, and is asked only where
    /// that matters.
    pub fn on_host(
        &mut self,
        line: Bytes,
        now: Instant,
        reach: impl FnOnce() -> bool,
    ) -> Vec<Action> {
        let Some(message) = Heard::read(&line) else {
            return vec![Action::ToServer(line)];
        };
        match message.kind() {
            Kind::Request { id, method } => {
                self.host_asks(&message, id, method, now, reach);
            }
            Kind::Notification {
                method: "notifications/cancelled",
            } => self.host_cancels(&message),
            Kind::Notification { .. } | Kind::Response { .. } | Kind::Unknown => {
                self.send_server(line.clone());
            }
        }
        self.finish(now)
    }

    /// A line from the server. `within` names the request in whose answer it came, where the
    /// transport can tell.
    pub fn on_server(&mut self, line: Bytes, within: Option<&Id>, now: Instant) -> Vec<Action> {
        let Some(message) = Heard::read(&line) else {
            return vec![Action::ToHost(line)];
        };
        match message.kind() {
            Kind::Request {
                id,
                method: "elicitation/create",
            } => self.server_pushes(&message, id, within),
            Kind::Response { id } => self.server_answers(&message, &id, now),
            Kind::Notification { method } => self.server_tells(&message, method),
            Kind::Request { .. } | Kind::Unknown => self.send_host(line.clone()),
        }
        self.finish(now)
    }

    /// What became of a question. Answers to questions that were withdrawn are late, and ignored.
    pub fn on_answer(&mut self, ask: AskId, answer: Answer, now: Instant) -> Vec<Action> {
        let answer = match answer {
            // A Doorbell without a window is as good as none.
            Answer::Given(result) if answer::is_not_shown(&result) => Answer::Lost,
            other => other,
        };
        if answer == Answer::Lost {
            self.lose_doorbell();
        }
        if let Some(question) = self.questions.get(&ask) {
            match question.purpose.clone() {
                Purpose::Push(push) => self.answer_push(ask, &push, answer),
                Purpose::Link { call, domain } => {
                    self.answer_link(ask, &call, &domain, answer);
                }
                Purpose::Key { call, name } => self.answer_key(ask, &call, &name, answer, now),
                Purpose::Task { task, name } => self.answer_task(ask, &task, &name, answer),
            }
        }
        self.finish(now)
    }

    /// How a link was finished that the person had agreed to open.
    pub fn on_done(&mut self, ask: AskId, state: DoneState, now: Instant) -> Vec<Action> {
        if let Some(question) = self.questions.remove(&ask) {
            match question.purpose {
                // Answered when the person agreed.
                Purpose::Push(_) => {}
                Purpose::Link { call, domain } => self.finish_link(&call, &domain, state),
                Purpose::Key { call, name } => self.finish_key(&call, &name, state, now),
                Purpose::Task { task, name } => self.finish_task(&task, &name, state),
            }
        }
        self.finish(now)
    }

    /// What makes the keys of the questions.
    pub fn keys(&self) -> Option<Keys> {
        self.claims.keys.clone()
    }

    /// Doorbell is there.
    pub fn on_reached(&mut self) {
        self.reachable = true;
    }

    /// The time has come that [`Self::next_tick`] named.
    pub fn on_tick(&mut self, now: Instant) -> Vec<Action> {
        if self.progress.next.is_some_and(|next| next <= now) {
            let waiting: Vec<AskId> = self.questions.keys().copied().collect();
            self.show_progress(&waiting);
            self.progress.next = Some(now + PROGRESS_EVERY);
        }
        self.finish(now)
    }

    /// When [`Self::on_tick`] wants to be called.
    pub fn next_tick(&self) -> Option<Instant> {
        self.progress.next
    }

    /// Doorbell cannot be had; the next call has it looked for again.
    fn lose_doorbell(&mut self) {
        if std::mem::take(&mut self.reachable) {
            let text = "Doorbell is gone; questions go to the agent, or are cancelled";
            self.actions.push(Action::Tell(text.to_owned()));
        }
        self.expected = None;
    }

    /// What was declared with a call.
    fn declared_with(&self, call: &Call) -> Declared {
        call.declared.or(self.declared).unwrap_or_default()
    }

    fn send_host(&mut self, line: Bytes) {
        self.actions.push(Action::ToHost(line));
    }

    fn send_server(&mut self, line: Bytes) {
        self.actions.push(Action::ToServer(line));
    }

    /// Sets the clock by what is asked now, and gives back what is to be done.
    fn finish(&mut self, now: Instant) -> Vec<Action> {
        if self.questions.is_empty() {
            self.progress.next = None;
        } else {
            self.progress.next.get_or_insert(now + PROGRESS_EVERY);
        }
        if self.calls.is_empty() {
            self.progress.told.clear();
        }
        std::mem::take(&mut self.actions)
    }
}

#[cfg(test)]
mod tests;
