//! The thread that talks to Doorbell, so that no other thread blocks on it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use doorbell_protocol::client::{
    Client, ClientError, Connector, MAX_RECONNECTS, RequestSender, ResponseReceiver,
    reach_or_start, wait_for_restart,
};
use doorbell_protocol::{
    AwaitDoneResult, DoneState, FromDoorbell, Key, Notice, RequestId, error_chain,
};
use serde_json::{Value, json};

use super::{HELLO_TIMEOUT, WorkerEvent};
use crate::action::{Action, Answer, AskId};
use crate::relay::{Origin, Relay};

const IDLE_TIMEOUT: Duration = Duration::from_secs(10 * 60);
/// How often a silent Doorbell is checked while questions are pending.
const HEALTH_CHECK_INTERVAL: Duration = Duration::from_secs(15);

pub fn run_worker(relay: &Arc<Relay>, events: &Receiver<WorkerEvent>) {
    let mut worker = Worker {
        relay,
        connection: None,
        connection_number: 0,
        pending: HashMap::new(),
        health_check: None,
    };
    loop {
        let timeout = if worker.pending.is_empty() {
            IDLE_TIMEOUT
        } else {
            HEALTH_CHECK_INTERVAL
        };
        match events.recv_timeout(timeout) {
            Ok(WorkerEvent::Action(action)) => worker.handle_action(action),
            // Messages of an earlier connection are stale.
            Ok(WorkerEvent::Received(number, _) | WorkerEvent::Disconnected(number))
                if number != worker.connection_number => {}
            Ok(WorkerEvent::Received(_, message)) => worker.handle_message(message),
            Ok(WorkerEvent::Disconnected(_)) => worker.reconnect(),
            Err(RecvTimeoutError::Timeout) if worker.pending.is_empty() => worker.drop_connection(),
            Err(RecvTimeoutError::Timeout) => worker.check_health(),
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

struct Worker<'a> {
    relay: &'a Arc<Relay>,
    connection: Option<RequestSender>,
    /// Number of the current connection. Counts every connection made.
    connection_number: u64,
    pending: HashMap<RequestId, PendingRequest>,
    /// The unanswered health check.
    health_check: Option<RequestId>,
}

struct PendingRequest {
    ask: AskId,
    kind: RequestKind,
    params: String,
    /// How often a lost connection caused it to be sent again.
    retries: u32,
}

#[derive(Clone, Copy)]
enum RequestKind {
    Ask,
    AwaitDone,
}

impl RequestKind {
    fn method(self) -> &'static str {
        match self {
            Self::Ask => "elicitation/create",
            Self::AwaitDone => "doorbell/awaitDone",
        }
    }
}

impl Worker<'_> {
    fn handle_action(&mut self, action: Action) {
        match action {
            Action::Ask { ask, params } => self.ask(PendingRequest {
                ask,
                kind: RequestKind::Ask,
                params,
                retries: 0,
            }),
            Action::AwaitDone { ask, question_id } => {
                let params = match self.key(ask) {
                    Some(key) => json!({"key": key}),
                    None => json!({"question": question_id}),
                };
                self.request(PendingRequest {
                    ask,
                    kind: RequestKind::AwaitDone,
                    params: params.to_string(),
                    retries: 0,
                });
            }
            Action::Withdraw(ask) => self.withdraw(ask),
            Action::CompleteLink { elicitation_id } => self.notify(Notice::Complete {
                elicitation: elicitation_id,
            }),
            Action::Preconnect => {
                if self.connection.is_none()
                    && let Ok(client) = self.connector().reach(HELLO_TIMEOUT)
                {
                    self.install(Some(client));
                }
            }
            Action::ToHost(_) | Action::ToServer(_) | Action::Report(_) => {}
        }
    }

    fn ask(&mut self, request: PendingRequest) {
        self.connect();
        let Err(request) = self.try_request(request) else {
            return;
        };
        if self.connection.is_some() {
            // The connection broke unnoticed; Doorbell may have restarted.
            self.reconnect();
            self.connect();
        }
        self.request(request);
    }

    /// Sends a request; reports it as unavailable if that fails.
    fn request(&mut self, request: PendingRequest) {
        if let Err(request) = self.try_request(request) {
            self.report_answer(request.ask, Answer::Unavailable);
        }
    }

    fn try_request(&mut self, request: PendingRequest) -> Result<(), PendingRequest> {
        let Some(id) = self.send(request.kind.method(), &request.params) else {
            return Err(request);
        };
        self.pending.insert(id, request);
        Ok(())
    }

    fn key(&self, ask: AskId) -> Option<Key> {
        self.relay.doorbell.keys.as_ref()?.key_for(ask)
    }

    fn withdraw(&mut self, ask: AskId) {
        let found = self.pending.iter().find(|(_, request)| request.ask == ask);
        let Some(request) = found.map(|(id, _)| id.clone()) else {
            return;
        };
        self.pending.remove(&request);
        self.notify(Notice::Cancelled { request });
    }

    /// Sends a health check. An unanswered earlier check means that the connection is dead.
    fn check_health(&mut self) {
        if self.health_check.is_none() {
            self.health_check = self.send("doorbell/status", "{}");
        } else {
            self.reconnect();
        }
    }

    fn handle_message(&mut self, message: FromDoorbell) {
        match message {
            FromDoorbell::Reply { id, result } => {
                self.health_check.take_if(|check| *check == id);
                if let Some(request) = self.pending.remove(&id) {
                    self.handle_reply(&request, result);
                }
            }
            FromDoorbell::Error {
                id: Some(id),
                error,
            } => {
                let Some(request) = self.pending.remove(&id) else {
                    return;
                };
                match request.kind {
                    RequestKind::Ask => {
                        let (code, message) = (error.code, error.message);
                        self.report_answer(request.ask, Answer::Rejected { code, message });
                    }
                    RequestKind::AwaitDone => self.report_done(request.ask, DoneState::Unknown),
                }
            }
            FromDoorbell::Error { id: None, .. } | FromDoorbell::Progress(_) => {}
        }
    }

    fn handle_reply(&mut self, request: &PendingRequest, result: Value) {
        match request.kind {
            RequestKind::Ask => {
                if let Some(key) = self.key(request.ask) {
                    self.notify(Notice::Received { key });
                }
                let answer =
                    serde_json::from_value(result).map_or(Answer::Unavailable, Answer::Result);
                self.report_answer(request.ask, answer);
            }
            RequestKind::AwaitDone => {
                let state = serde_json::from_value(result)
                    .map_or(DoneState::Unknown, |done: AwaitDoneResult| done.state);
                if state == DoneState::Unknown && request.retries > 0 {
                    // A restarted Doorbell does not know earlier links.
                    self.report_answer(request.ask, Answer::Unavailable);
                } else {
                    self.report_done(request.ask, state);
                }
            }
        }
    }

    /// Reconnects and sends pending requests again. Doorbell recognises them by their keys, so the
    /// person answers once.
    fn reconnect(&mut self) {
        if self.connection.is_none() {
            return;
        }
        self.drop_connection();
        let mut lost: Vec<PendingRequest> =
            self.pending.drain().map(|(_, request)| request).collect();
        lost.sort_by_key(|request| request.ask);
        if !lost.is_empty() {
            let client = wait_for_restart(reach_or_start(
                || self.connector().reach(HELLO_TIMEOUT).ok(),
                || self.reach_or_start(),
            ));
            self.install(client);
        }
        for mut request in lost {
            request.retries += 1;
            if request.retries <= MAX_RECONNECTS {
                self.request(request);
            } else {
                self.report_answer(request.ask, Answer::Unavailable);
            }
        }
    }

    fn connect(&mut self) {
        if self.connection.is_none() {
            let client = self.reach_or_start();
            self.install(client);
        }
    }

    fn reach_or_start(&self) -> Option<Client> {
        let connector = self.connector();
        // Starting takes long and would delay one question after the other.
        let may_start = !self.relay.doorbell.was_just_unreachable() && connector.can_start();
        match connector.reach(HELLO_TIMEOUT) {
            Ok(client) => Some(client),
            Err(_) if may_start => match connector.start() {
                Ok(client) => Some(client),
                Err(error) => {
                    crate::report(&format!("cannot start Doorbell: {error}"));
                    self.relay.doorbell.mark_unreachable();
                    None
                }
            },
            Err(ClientError::NotRunning { .. }) => None,
            Err(error) => {
                crate::report(&format!("cannot ask Doorbell: {}", error_chain(&error)));
                None
            }
        }
    }

    /// Installs the new connection, or records that Doorbell is unreachable.
    fn install(&mut self, client: Option<Client>) {
        let Some(client) = client else {
            return self.relay.doorbell.mark_unreachable();
        };
        let Ok((calls, replies)) = client.split() else {
            return;
        };
        self.connection_number += 1;
        let number = self.connection_number;
        let relay = Arc::clone(self.relay);
        let reader = crate::spawn("replies", move || read_messages(&relay, number, replies));
        if reader.is_ok() {
            self.connection = Some(calls);
            self.relay.doorbell.set_connected(true);
            self.relay.handle(Origin::Other, |interceptor| {
                interceptor.on_connected();
                Vec::new()
            });
        }
    }

    fn drop_connection(&mut self) {
        self.health_check = None;
        if let Some(calls) = self.connection.take() {
            calls.close();
            self.relay.doorbell.set_connected(false);
        }
    }

    fn send(&mut self, method: &str, params: &str) -> Option<RequestId> {
        self.connection.as_mut()?.send(method, params).ok()
    }

    fn notify(&mut self, notice: Notice) {
        if let Some(calls) = &mut self.connection {
            // The reader thread reports a broken connection.
            let _ = calls.notify(notice);
        }
    }

    fn report_answer(&self, ask: AskId, answer: Answer) {
        self.relay.handle(Origin::Other, |interceptor| {
            interceptor.on_answer(ask, answer, Instant::now())
        });
    }

    fn report_done(&self, ask: AskId, state: DoneState) {
        self.relay.handle(Origin::Other, |interceptor| {
            interceptor.on_done(ask, state, Instant::now())
        });
    }

    fn connector(&self) -> &dyn Connector {
        &*self.relay.doorbell.connector
    }
}

fn read_messages(relay: &Relay, number: u64, mut replies: ResponseReceiver) {
    let events = &relay.doorbell.events;
    while let Ok(message) = replies.receive() {
        if events.send(WorkerEvent::Received(number, message)).is_err() {
            return;
        }
    }
    let _ = events.send(WorkerEvent::Disconnected(number));
}
