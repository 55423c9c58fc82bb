//! The thread that talks to Doorbell, so that nobody else has to wait for it.

use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use doorbell_protocol::client::{
    ASKED_AGAIN, Calls, Client, ClientError, Replies, wait_for_return,
};
use doorbell_protocol::{AwaitDoneResult, DoneState, FromDoorbell, Key, Notice, RequestId};
use serde_json::{Value, json};

use super::{HELLO, Job};
use crate::action::{Action, Answer, AskId};
use crate::relay::{From, Relay};

/// How long a connection is kept that nobody uses.
const IDLE: Duration = Duration::from_secs(10 * 60);
/// How often a Doorbell that says nothing while the person thinks is asked whether it is there.
const ALIVE_EVERY: Duration = Duration::from_secs(15);
/// How long it is waited for before it is started, where it can be.
const PATIENCE: Duration = Duration::from_secs(1);

/// Does what the interceptor wants of Doorbell, for ever.
pub fn work(relay: &Arc<Relay>, jobs: &Receiver<Job>) {
    let mut worker = Worker {
        relay,
        connection: None,
        made: 0,
        waiting: HashMap::new(),
        check: None,
    };
    loop {
        let patience = if worker.waiting.is_empty() {
            IDLE
        } else {
            ALIVE_EVERY
        };
        match jobs.recv_timeout(patience) {
            Ok(Job::Do(action)) => worker.act(action),
            Ok(Job::Heard(number, message)) => worker.hear(number, message),
            Ok(Job::Gone(number)) => worker.lose(number),
            Err(RecvTimeoutError::Timeout) if worker.waiting.is_empty() => worker.leave(),
            Err(RecvTimeoutError::Timeout) => worker.check(),
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

struct Worker<'a> {
    relay: &'a Arc<Relay>,
    connection: Option<Connection>,
    /// How many connections were made; tells what an old one says from what the present one does.
    made: u64,
    waiting: HashMap<RequestId, Waiting>,
    /// The request that asks whether Doorbell is there, until it is answered.
    check: Option<RequestId>,
}

struct Connection {
    number: u64,
    calls: Calls,
}

/// A request that Doorbell has not answered.
struct Waiting {
    ask: AskId,
    request: Request,
}

enum Request {
    Ask {
        params: String,
        /// How often it was asked again, after a connection that was lost.
        again: u32,
    },
    AwaitDone {
        params: String,
        again: u32,
    },
}

impl Request {
    fn method(&self) -> (&'static str, &str) {
        match self {
            Self::Ask { params, .. } => ("elicitation/create", params),
            Self::AwaitDone { params, .. } => ("doorbell/awaitDone", params),
        }
    }

    /// Notes that it is sent again; whether it may be.
    fn try_again(&mut self) -> bool {
        let (Self::Ask { again, .. } | Self::AwaitDone { again, .. }) = self;
        *again += 1;
        *again <= ASKED_AGAIN
    }
}

impl Worker<'_> {
    fn act(&mut self, action: Action) {
        match action {
            Action::Ask { ask, params } => self.ask(ask, params),
            Action::AwaitDone { ask, question } => {
                let params = match self.key(ask) {
                    Some(key) => json!({"key": key}),
                    None => json!({"question": question}),
                };
                let (params, again) = (params.to_string(), 0);
                let sent = self.send("doorbell/awaitDone", &params);
                self.wait_for(sent, ask, Request::AwaitDone { params, again });
            }
            Action::Withdraw(ask) => self.withdraw(ask),
            Action::Complete { elicitation } => self.tell(Notice::Complete { elicitation }),
            Action::Expect => {
                if self.connection.is_none()
                    && let Ok(client) = self.doorstep().reach(HELLO)
                {
                    self.take(client);
                }
            }
            Action::ToHost(_) | Action::ToServer(_) | Action::Tell(_) => {}
        }
    }

    fn ask(&mut self, ask: AskId, params: String) {
        if self.connection.is_none() {
            self.connect();
        }
        let mut sent = self.send("elicitation/create", &params);
        if let (None, Some(connection)) = (&sent, &self.connection) {
            // It went away unnoticed; perhaps it is back already.
            self.lose(connection.number);
            if self.connection.is_none() {
                self.connect();
            }
            sent = self.send("elicitation/create", &params);
        }
        let again = 0;
        self.wait_for(sent, ask, Request::Ask { params, again });
    }

    fn key(&self, ask: AskId) -> Option<Key> {
        self.relay.bell().keys.as_ref()?.of(ask)
    }

    /// Notes what was sent. What could not be sent is lost.
    fn wait_for(&mut self, sent: Option<RequestId>, ask: AskId, request: Request) {
        match sent {
            Some(id) => {
                self.waiting.insert(id, Waiting { ask, request });
            }
            None => self.answer(ask, Answer::Lost),
        }
    }

    fn withdraw(&mut self, ask: AskId) {
        let asked = self.waiting.iter().find(|(_, waiting)| waiting.ask == ask);
        let Some(request) = asked.map(|(id, _)| id.clone()) else {
            return;
        };
        self.waiting.remove(&request);
        self.tell(Notice::Cancelled { request });
    }

    /// Asks whether Doorbell is there. One that has not answered since it was last asked is as good
    /// as gone.
    fn check(&mut self) {
        if self.check.is_none() {
            self.check = self.send("doorbell/status", "{}");
        } else if let Some(connection) = &self.connection {
            self.lose(connection.number);
        }
    }

    fn hear(&mut self, number: u64, message: FromDoorbell) {
        if self
            .connection
            .as_ref()
            .is_none_or(|now| now.number != number)
        {
            return;
        }
        match message {
            FromDoorbell::Reply { id, result } => {
                self.check.take_if(|check| *check == id);
                if let Some(waiting) = self.waiting.remove(&id) {
                    self.reply(&waiting, result);
                }
            }
            FromDoorbell::Error {
                id: Some(id),
                error,
            } => {
                let Some(waiting) = self.waiting.remove(&id) else {
                    return;
                };
                match waiting.request {
                    Request::Ask { .. } => {
                        let (code, message) = (error.code, error.message);
                        self.answer(waiting.ask, Answer::Rejected { code, message });
                    }
                    Request::AwaitDone { .. } => self.done(waiting.ask, DoneState::Unknown),
                }
            }
            FromDoorbell::Error { id: None, .. } | FromDoorbell::Progress(_) => {}
        }
    }

    fn reply(&mut self, waiting: &Waiting, result: Value) {
        match waiting.request {
            Request::Ask { .. } => {
                if let Some(key) = self.key(waiting.ask) {
                    self.tell(Notice::Received { key });
                }
                let answer = serde_json::from_value(result).map_or(Answer::Lost, Answer::Given);
                self.answer(waiting.ask, answer);
            }
            Request::AwaitDone { again, .. } => {
                let state = serde_json::from_value(result)
                    .map_or(DoneState::Unknown, |done: AwaitDoneResult| done.state);
                if state == DoneState::Unknown && again > 0 {
                    // A Doorbell that was started anew knows no links of before.
                    self.answer(waiting.ask, Answer::Lost);
                } else {
                    self.done(waiting.ask, state);
                }
            }
        }
    }

    /// The connection is gone. A Doorbell that comes back is asked again: what it has for the key it
    /// gives, and the person answers once.
    fn lose(&mut self, number: u64) {
        if self
            .connection
            .as_ref()
            .is_none_or(|now| now.number != number)
        {
            return;
        }
        self.drop_connection();
        let mut lost: Vec<Waiting> = self.waiting.drain().map(|(_, waiting)| waiting).collect();
        lost.sort_by_key(|waiting| waiting.ask);
        if !lost.is_empty() {
            self.wait_for_return();
        }
        for Waiting { ask, mut request } in lost {
            if request.try_again() && self.connection.is_some() {
                let (method, params) = request.method();
                let sent = self.connection.as_mut();
                let sent = sent.and_then(|now| now.calls.send(method, params).ok());
                self.wait_for(sent, ask, request);
            } else {
                self.answer(ask, Answer::Lost);
            }
        }
    }

    fn wait_for_return(&mut self) {
        let mut tried = false;
        let found = wait_for_return(|waited| {
            if waited > PATIENCE && !tried {
                tried = true;
                return self.reach_or_start();
            }
            self.doorstep().reach(HELLO).ok()
        });
        match found {
            Some(client) => self.take(client),
            None => self.relay.bell().miss(),
        }
    }

    fn connect(&mut self) {
        match self.reach_or_start() {
            Some(client) => self.take(client),
            None => self.relay.bell().miss(),
        }
    }

    fn reach_or_start(&self) -> Option<Client> {
        let doorstep = self.doorstep();
        // Starting takes long, and would hold up one question after the other.
        let may_start = !self.relay.bell().was_just_missed() && doorstep.can_start();
        match doorstep.reach(HELLO) {
            Ok(client) => Some(client),
            Err(_) if may_start => match doorstep.start() {
                Ok(client) => Some(client),
                Err(error) => {
                    crate::tell(&format!("cannot start Doorbell: {error}"));
                    self.relay.bell().miss();
                    None
                }
            },
            Err(ClientError::Absent { .. }) => None,
            Err(error) => {
                let mut text = format!("cannot ask Doorbell: {error}");
                if let Some(cause) = error.source() {
                    text += &format!(": {cause}");
                }
                crate::tell(&text);
                None
            }
        }
    }

    fn take(&mut self, client: Client) {
        let Ok((calls, replies)) = client.split() else {
            return;
        };
        self.made += 1;
        let number = self.made;
        let relay = Arc::clone(self.relay);
        let reading = crate::spawn("replies", move || listen(&relay, number, replies));
        if reading.is_ok() {
            self.connection = Some(Connection { number, calls });
            self.relay.bell().set_connected(true);
            self.relay.step(From::Elsewhere, |interceptor| {
                interceptor.on_reached();
                Vec::new()
            });
        }
    }

    /// Leaves if nobody is asked: the window need not be kept ready.
    fn leave(&mut self) {
        if self.waiting.is_empty() {
            self.drop_connection();
        }
    }

    fn drop_connection(&mut self) {
        self.check = None;
        if let Some(connection) = self.connection.take() {
            connection.calls.close();
            self.relay.bell().set_connected(false);
        }
    }

    fn send(&mut self, method: &str, params: &str) -> Option<RequestId> {
        self.connection.as_mut()?.calls.send(method, params).ok()
    }

    fn tell(&mut self, notice: Notice) {
        if let Some(connection) = &mut self.connection {
            // A connection that is gone says so by itself.
            let _ = connection.calls.tell(notice);
        }
    }

    fn answer(&self, ask: AskId, answer: Answer) {
        self.relay.step(From::Elsewhere, |interceptor| {
            interceptor.on_answer(ask, answer, Instant::now())
        });
    }

    fn done(&self, ask: AskId, state: DoneState) {
        self.relay.step(From::Elsewhere, |interceptor| {
            interceptor.on_done(ask, state, Instant::now())
        });
    }

    fn doorstep(&self) -> Arc<dyn super::Doorstep> {
        Arc::clone(&self.relay.bell().doorstep)
    }
}

/// Hands on what Doorbell says, until it says nothing more.
fn listen(relay: &Relay, number: u64, mut replies: Replies) {
    let jobs = &relay.bell().jobs;
    while let Ok(message) = replies.receive() {
        if jobs.send(Job::Heard(number, message)).is_err() {
            return;
        }
    }
    let _ = jobs.send(Job::Gone(number));
}
