//! Askers that use the client library.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use doorbell_protocol::client::{Client, ClientError};
use doorbell_protocol::{Action, ClientInfo, ElicitParams, ElicitResult, Key, Notice};
use serde_json::json;

use crate::support::{TIMEOUT, name_form, wait_until};

/// A question that a thread of its own is asking.
pub struct PendingQuestion(Receiver<Answer>);

/// The text the person typed, or a description of any other outcome.
pub type Answer = Result<String, String>;

impl PendingQuestion {
    pub fn ask(directory: &Path, message: &str) -> Self {
        let (directory, message) = (directory.to_owned(), message.to_owned());
        let (sender, receiver) = channel();
        thread::spawn(move || sender.send(ask(&directory, message)));
        Self(receiver)
    }

    pub fn wait(self) -> Answer {
        self.0.recv_timeout(TIMEOUT).unwrap()
    }
}

/// Asks one question with a key until some daemon answers it.
pub fn ask(directory: &Path, message: String) -> Answer {
    let mut params = ElicitParams::form(message, name_form());
    params.key = Some(Key::random().unwrap());
    loop {
        match connect_when_running(directory)
            .ask_with_reconnect(params.clone(), |_| connect(directory).ok())
        {
            // The daemon was lost more often than the library reconnects. The key allows asking
            // again.
            Err(ClientError::RepeatedlyLost { .. }) => {}
            answer => return text_of(answer),
        }
    }
}

/// Asks `count` questions one after another over one connection, with messages of at least `bytes`
/// bytes.
pub fn ask_many(directory: &Path, count: usize, bytes: usize) -> Vec<Answer> {
    let mut client = connect_when_running(directory);
    let mut answers = Vec::with_capacity(count);
    for number in 0..count {
        let params = ElicitParams::form(format!("Question {number:>bytes$}"), name_form());
        answers.push(text_of(
            client.ask_with_reconnect(params, |_| connect(directory).ok()),
        ));
    }
    answers
}

/// Asks and withdraws at once. It names its own server, so that its flood limit does not affect
/// other askers.
pub fn ask_and_withdraw(directory: &Path, message: String) -> Result<(), ClientError> {
    let (mut calls, _replies) = connect(directory)?.split()?;
    let params = json!({
        "message": message,
        "requestedSchema": name_form(),
        "_meta": {"dev.doorbell/asker": {"server": {"name": "fickle"}}},
    })
    .to_string();
    let request = calls.send("elicitation/create", &params)?;
    calls.notify(Notice::Cancelled { request })
}

/// Waits for a daemon and connects to it.
fn connect_when_running(directory: &Path) -> Client {
    wait_until("a daemon to ask", || connect(directory).ok())
}

fn connect(directory: &Path) -> Result<Client, ClientError> {
    let client = ClientInfo {
        name: "faults".into(),
        version: "1".into(),
        title: None,
    };
    Client::connect(&directory.join("run/doorbell.sock"), client)
}

fn text_of(answer: Result<ElicitResult, ClientError>) -> Answer {
    let answer = answer.map_err(|error| format!("{error:?}"))?;
    let text = answer
        .content
        .as_ref()
        .and_then(|content| content["name"].as_str());
    match (answer.action, text) {
        (Action::Accept, Some(text)) => Ok(text.to_owned()),
        _ => Err(format!("{answer:?}")),
    }
}
