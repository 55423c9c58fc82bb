//! The thread that talks to Doorbell, so that nobody else has to wait for it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use doorbell_protocol::client::{
    MAX_RECONNECTS, RequestSender, Client, ClientError, Connector, ResponseReceiver, reach_or_start, wait_for_restart,
};
use doorbell_protocol::{
    AwaitDoneResult, DoneState, FromDoorbell, Key, Notice, RequestId, error_chain,
};
use serde_json::{Value, json};

use super::{HELLO, Job};
use crate::action::{Action, Answer, AskId};
use crate::relay::{Origin, Relay};

/// How long a connection is kept that nobody uses.
const IDLE: Duration = Duration::from_secs(10 * 60);
/// How often a Doorbell that says nothing while the person thinks is asked whether it is there.
const ALIVE_EVERY: Duration = Duration::from_secs(15);

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
            // What an older connection still says is of no use.
            Ok(Job::Heard(number, _) | Job::Gone(number)) if number != worker.made => {}
            Ok(Job::Heard(_, message)) => worker.hear(message),
            Ok(Job::Gone(_)) => worker.lose(),
            // The window need not be kept ready.
            Err(RecvTimeoutError::Timeout) if worker.waiting.is_empty() => worker.drop_connection(),
            Err(RecvTimeoutError::Timeout) => worker.check(),
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

struct Worker<'a> {
    relay: &'a Arc<Relay>,
    connection: Option<RequestSender>,
    /// How many connections were made: the number of the present one.
    made: u64,
    waiting: HashMap<RequestId, Waiting>,
    /// The request that asks whether Doorbell is there, until it is answered.
    check: Option<RequestId>,
}

/// A request that Doorbell has not answered.
struct Waiting {
    ask: AskId,
    what: What,
    params: String,
    /// How often it was sent again, after a connection that was lost.
    again: u32,
}

#[derive(Clone, Copy)]
enum What {
    Ask,
    AwaitDone,
}

impl What {
    fn method(self) -> &'static str {
        match self {
            Self::Ask => "elicitation/create",
            Self::AwaitDone => "doorbell/awaitDone",
        }
    }
}

impl Worker<'_> {
    fn act(&mut self, action: Action) {
        match action {
            Action::Ask { ask, params } => self.ask(Waiting {
                ask,
                what: What::Ask,
                params,
                again: 0,
            }),
            Action::AwaitDone { ask, question } => {
                let params = match self.key(ask) {
                    Some(key) => json!({"key": key}),
                    None => json!({"question": question}),
                };
                self.request(Waiting {
                    ask,
                    what: What::AwaitDone,
                    params: params.to_string(),
                    again: 0,
                });
            }
            Action::Withdraw(ask) => self.withdraw(ask),
            Action::Complete { elicitation } => self.tell(Notice::Complete { elicitation }),
            Action::Expect => {
                if self.connection.is_none()
                    && let Ok(client) = self.connector().reach(HELLO)
                {
                    self.take(Some(client));
                }
            }
            Action::ToHost(_) | Action::ToServer(_) | Action::Tell(_) => {}
        }
    }

    fn ask(&mut self, waiting: Waiting) {
        self.connect();
        let Err(waiting) = self.try_request(waiting) else {
            return;
        };
        if self.connection.is_some() {
            // It went away unnoticed; perhaps it is back already.
            self.lose();
            self.connect();
        }
        self.request(waiting);
    }

    /// Sends a request. What cannot be sent is lost.
    fn request(&mut self, waiting: Waiting) {
        if let Err(waiting) = self.try_request(waiting) {
            self.answer(waiting.ask, Answer::Lost);
        }
    }

    fn try_request(&mut self, waiting: Waiting) -> Result<(), Waiting> {
        let Some(id) = self.send(waiting.what.method(), &waiting.params) else {
            return Err(waiting);
        };
        self.waiting.insert(id, waiting);
        Ok(())
    }

    fn key(&self, ask: AskId) -> Option<Key> {
        self.relay.bell.keys.as_ref()?.of(ask)
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
        } else {
            self.lose();
        }
    }

    fn hear(&mut self, message: FromDoorbell) {
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
                match waiting.what {
                    What::Ask => {
                        let (code, message) = (error.code, error.message);
                        self.answer(waiting.ask, Answer::Rejected { code, message });
                    }
                    What::AwaitDone => self.done(waiting.ask, DoneState::Unknown),
                }
            }
            FromDoorbell::Error { id: None, .. } | FromDoorbell::Progress(_) => {}
        }
    }

    fn reply(&mut self, waiting: &Waiting, result: Value) {
        match waiting.what {
            What::Ask => {
                if let Some(key) = self.key(waiting.ask) {
                    self.tell(Notice::Received { key });
                }
                let answer = serde_json::from_value(result).map_or(Answer::Lost, Answer::Given);
                self.answer(waiting.ask, answer);
            }
            What::AwaitDone => {
                let state = serde_json::from_value(result)
                    .map_or(DoneState::Unknown, |done: AwaitDoneResult| done.state);
                if state == DoneState::Unknown && waiting.again > 0 {
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
    fn lose(&mut self) {
        if self.connection.is_none() {
            return;
        }
        self.drop_connection();
        let mut lost: Vec<Waiting> = self.waiting.drain().map(|(_, waiting)| waiting).collect();
        lost.sort_by_key(|waiting| waiting.ask);
        if !lost.is_empty() {
            let found = wait_for_restart(reach_or_start(
                || self.connector().reach(HELLO).ok(),
                || self.reach_or_start(),
            ));
            self.take(found);
        }
        for mut waiting in lost {
            waiting.again += 1;
            if waiting.again <= MAX_RECONNECTS {
                self.request(waiting);
            } else {
                self.answer(waiting.ask, Answer::Lost);
            }
        }
    }

    /// Connects unless there is a connection.
    fn connect(&mut self) {
        if self.connection.is_none() {
            let found = self.reach_or_start();
            self.take(found);
        }
    }

    fn reach_or_start(&self) -> Option<Client> {
        let connector = self.connector();
        // Starting takes long, and would hold up one question after the other.
        let may_start = !self.relay.bell.was_just_missed() && connector.can_start();
        match connector.reach(HELLO) {
            Ok(client) => Some(client),
            Err(_) if may_start => match connector.start() {
                Ok(client) => Some(client),
                Err(error) => {
                    crate::tell(&format!("cannot start Doorbell: {error}"));
                    self.relay.bell.miss();
                    None
                }
            },
            Err(ClientError::NotRunning { .. }) => None,
            Err(error) => {
                crate::tell(&format!("cannot ask Doorbell: {}", error_chain(&error)));
                None
            }
        }
    }

    /// Takes what was found for the connection; notes that Doorbell cannot be had otherwise.
    fn take(&mut self, found: Option<Client>) {
        let Some(client) = found else {
            return self.relay.bell.miss();
        };
        let Ok((calls, replies)) = client.split() else {
            return;
        };
        self.made += 1;
        let number = self.made;
        let relay = Arc::clone(self.relay);
        let reading = crate::spawn("replies", move || listen(&relay, number, replies));
        if reading.is_ok() {
            self.connection = Some(calls);
            self.relay.bell.set_connected(true);
            self.relay.step(Origin::Elsewhere, |interceptor| {
                interceptor.on_reached();
                Vec::new()
            });
        }
    }

    fn drop_connection(&mut self) {
        self.check = None;
        if let Some(calls) = self.connection.take() {
            calls.close();
            self.relay.bell.set_connected(false);
        }
    }

    fn send(&mut self, method: &str, params: &str) -> Option<RequestId> {
        self.connection.as_mut()?.send(method, params).ok()
    }

    fn tell(&mut self, notice: Notice) {
        if let Some(calls) = &mut self.connection {
            // A connection that is gone says so by itself.
            let _ = calls.notify(notice);
        }
    }

    fn answer(&self, ask: AskId, answer: Answer) {
        self.relay.step(Origin::Elsewhere, |interceptor| {
            interceptor.on_answer(ask, answer, Instant::now())
        });
    }

    fn done(&self, ask: AskId, state: DoneState) {
        self.relay.step(Origin::Elsewhere, |interceptor| {
            interceptor.on_done(ask, state, Instant::now())
        });
    }

    fn connector(&self) -> &dyn Connector {
        &*self.relay.bell.connector
    }
}

/// Hands on what Doorbell says, until it says nothing more.
fn listen(relay: &Relay, number: u64, mut replies: ResponseReceiver) {
    let jobs = &relay.bell.jobs;
    while let Ok(message) = replies.receive() {
        if jobs.send(Job::Heard(number, message)).is_err() {
            return;
        }
    }
    let _ = jobs.send(Job::Gone(number));
}
