//! The rules of the proxy: which messages pass, which are changed, and which questions go to
//! Doorbell.
//!
//! It performs no I/O: it takes messages, answers and the time, and returns actions. The protocol
//! era is decided per message, because an agent may probe with a modern request and then
//! initialise the legacy way.
//!
//! - `capability` adds the elicitation capability to what the agent declares.
//! - `legacy` answers the server's `elicitation/create` requests.
//! - `links` asks about the links of error -32042 and sends the call again.
//! - `modern` answers `input_required` results by sending the call again with the answers.
//! - `tasks` does the same for polled tasks.
//! - `resend` sends calls again, and ends them.
//! - `progress` keeps the agent and the server from timing out meanwhile.

mod answer;
mod calls;
mod capability;
mod claims;
mod completion;
mod from_host;
mod from_server;
mod id_generator;
mod inputs;
mod legacy;
mod links;
mod modern;
mod progress;
mod question;
mod recent_set;
mod resend;
mod shared_rounds;
mod tasks;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bytes::Bytes;
use doorbell_protocol::DoneState;

use crate::action::{Action, Answer, AskId};
use crate::id::Id;
use crate::key_generator::KeyGenerator;
use crate::message::{MessageKind, ParsedLine};
use calls::{Call, Calls};
use capability::DeclaredModes;
pub use claims::Claims;
use id_generator::IdGenerator;
use progress::Progress;
use question::{Purpose, Question};
use recent_set::RecentSet;
use shared_rounds::SharedRounds;
use tasks::Tasks;

/// How often progress is sent while questions are open.
pub const PROGRESS_INTERVAL: Duration = Duration::from_secs(15);

/// How often calls cause an [`Action::Preconnect`].
pub const PRECONNECT_INTERVAL: Duration = Duration::from_secs(60);

/// Which questions go to Doorbell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InterceptPolicy {
    /// All of them.
    #[default]
    Always,
    /// Only those in modes that the agent has not declared.
    Missing,
}

/// The state of one proxied connection.
pub struct Interceptor {
    policy: InterceptPolicy,
    claims: Claims,
    ids: IdGenerator,
    /// From `initialize`.
    declared: Option<DeclaredModes>,
    /// Whether the agent accepts elicitation requests as tasks.
    host_accepts_task_requests: bool,
    doorbell_reachable: bool,
    last_preconnect: Option<Instant>,
    calls: Calls,
    questions: BTreeMap<AskId, Question>,
    /// Server request ids that the proxy has answered or the server has cancelled.
    settled_requests: RecentSet<Id>,
    /// Elicitation ids of links that Doorbell shows.
    expected_completions: RecentSet<String>,
    shared_rounds: SharedRounds,
    tasks: Tasks,
    progress: Progress,
    actions: Vec<Action>,
}

impl Interceptor {
    pub fn new(policy: InterceptPolicy, claims: Claims) -> Self {
        Self {
            policy,
            claims,
            ids: IdGenerator::new(),
            declared: None,
            host_accepts_task_requests: false,
            doorbell_reachable: false,
            last_preconnect: None,
            calls: Calls::default(),
            questions: BTreeMap::new(),
            settled_requests: RecentSet::new(legacy::MAX_SETTLED),
            expected_completions: RecentSet::new(completion::MAX_COMPLETIONS),
            shared_rounds: SharedRounds::default(),
            tasks: Tasks::default(),
            progress: Progress::default(),
            actions: Vec::new(),
        }
    }

    /// Handles a line from the agent. `is_reachable` is called only where it matters.
    pub fn on_host(
        &mut self,
        line: Bytes,
        now: Instant,
        is_reachable: impl FnOnce() -> bool,
    ) -> Vec<Action> {
        let Some(message) = ParsedLine::parse(&line) else {
            return vec![Action::ToServer(line)];
        };
        match message.kind() {
            MessageKind::Request { id, method } => {
                self.on_host_request(&message, id, method, now, is_reachable);
            }
            MessageKind::Notification {
                method: "notifications/cancelled",
            } => self.on_host_cancel(&message),
            MessageKind::Notification { .. }
            | MessageKind::Response { .. }
            | MessageKind::Unknown => {
                self.send_server(line.clone());
            }
        }
        self.finish(now)
    }

    /// Handles a line from the server. `related_request` is the request on whose stream it came.
    pub fn on_server(
        &mut self,
        line: Bytes,
        related_request: Option<&Id>,
        now: Instant,
    ) -> Vec<Action> {
        let Some(message) = ParsedLine::parse(&line) else {
            return vec![Action::ToHost(line)];
        };
        match message.kind() {
            MessageKind::Request {
                id,
                method: "elicitation/create",
            } => self.on_elicitation_request(&message, id, related_request),
            MessageKind::Response { id } => self.on_server_response(&message, &id, now),
            MessageKind::Notification { method } => self.on_server_notification(&message, method),
            MessageKind::Request { .. } | MessageKind::Unknown => self.send_host(line.clone()),
        }
        self.finish(now)
    }

    /// Handles the outcome of a question. Answers to withdrawn questions are ignored.
    pub fn on_answer(&mut self, ask: AskId, answer: Answer, now: Instant) -> Vec<Action> {
        let answer = match answer {
            // Doorbell could not open a window.
            Answer::Result(result) if answer::is_not_shown(&result) => Answer::Unavailable,
            other => other,
        };
        if answer == Answer::Unavailable {
            self.mark_unreachable();
        }
        if let Some(question) = self.questions.get(&ask) {
            match question.purpose.clone() {
                Purpose::Request(request) => self.answer_request(ask, &request, answer),
                Purpose::Link { call, domain } => {
                    self.answer_link(ask, &call, &domain, answer);
                }
                Purpose::RoundInput { call, name } => {
                    self.answer_round_input(ask, &call, &name, answer, now)
                }
                Purpose::TaskInput { task, name } => {
                    self.answer_task_input(ask, &task, &name, answer)
                }
            }
        }
        self.finish(now)
    }

    /// Handles the end of a link that the person agreed to open.
    pub fn on_done(&mut self, ask: AskId, state: DoneState, now: Instant) -> Vec<Action> {
        if let Some(question) = self.questions.remove(&ask) {
            match question.purpose {
                // Already answered at consent.
                Purpose::Request(_) => {}
                Purpose::Link { call, domain } => self.finish_link(&call, &domain, state),
                Purpose::RoundInput { call, name } => {
                    self.finish_round_input(&call, &name, state, now)
                }
                Purpose::TaskInput { task, name } => self.finish_task_input(&task, &name, state),
            }
        }
        self.finish(now)
    }

    pub fn key_generator(&self) -> Option<KeyGenerator> {
        self.claims.keys.clone()
    }

    pub fn on_connected(&mut self) {
        self.doorbell_reachable = true;
    }

    /// Call this when [`Self::next_tick`] is due.
    pub fn on_tick(&mut self, now: Instant) -> Vec<Action> {
        if self.progress.next_update.is_some_and(|next| next <= now) {
            let asks: Vec<AskId> = self.questions.keys().copied().collect();
            self.send_progress(&asks);
            self.progress.next_update = Some(now + PROGRESS_INTERVAL);
        }
        self.finish(now)
    }

    pub fn next_tick(&self) -> Option<Instant> {
        self.progress.next_update
    }

    /// Marks Doorbell as unreachable; the next call preconnects at once.
    fn mark_unreachable(&mut self) {
        if std::mem::take(&mut self.doorbell_reachable) {
            let text = "Doorbell stopped; the agent gets the questions, or they are cancelled";
            self.actions.push(Action::Report(text.to_owned()));
        }
        self.last_preconnect = None;
    }

    fn declared_for(&self, call: &Call) -> DeclaredModes {
        call.declared.or(self.declared).unwrap_or_default()
    }

    fn send_host(&mut self, line: Bytes) {
        self.actions.push(Action::ToHost(line));
    }

    fn send_server(&mut self, line: Bytes) {
        self.actions.push(Action::ToServer(line));
    }

    /// Updates the tick and returns the collected actions.
    fn finish(&mut self, now: Instant) -> Vec<Action> {
        if self.questions.is_empty() {
            self.progress.next_update = None;
        } else {
            self.progress
                .next_update
                .get_or_insert(now + PROGRESS_INTERVAL);
        }
        if self.calls.is_empty() {
            self.progress.sent.clear();
        }
        std::mem::take(&mut self.actions)
    }
}

#[cfg(test)]
mod tests;
