//! Askers that use the client library, on threads of their own.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use doorbell_protocol::client::{Client, ClientError};
use doorbell_protocol::{Action, ClientInfo, ElicitParams, ElicitResult, Key, Notice};
use serde_json::json;

use crate::support::{PATIENCE, name_form, wait_until};

/// A question that is being asked.
pub struct Asking(Receiver<Heard>);

/// What the person typed, or why it never came.
pub type Heard = Result<String, String>;

impl Asking {
    pub fn begin(place: &Path, message: &str) -> Self {
        let (place, message) = (place.to_owned(), message.to_owned());
        let (hear, heard) = channel();
        thread::spawn(move || hear.send(ask(&place, message)));
        Self(heard)
    }

    /// Waits for its answer.
    pub fn hears(self) -> Heard {
        self.0.recv_timeout(PATIENCE).unwrap()
    }
}

/// Asks one question with a key, of whichever daemon is there, until there is an answer.
pub fn ask(place: &Path, message: String) -> Heard {
    let mut params = ElicitParams::form(message, name_form());
    params.key = Some(Key::random().unwrap());
    loop {
        match to_some_daemon(place).ask_with_reconnect(params.clone(), |_| connect(place).ok()) {
            // It was unlucky more often than the library asks again; with its key it may come back.
            Err(ClientError::RepeatedlyLost { .. }) => {}
            answer => return text_of(answer),
        }
    }
}

/// Asks one question after another over one connection, each in so many bytes.
pub fn ask_many(place: &Path, many: usize, bytes: usize) -> Vec<Heard> {
    let mut client = to_some_daemon(place);
    let mut heard = Vec::with_capacity(many);
    for number in 0..many {
        let params = ElicitParams::form(format!("Question {number:>bytes$}"), name_form());
        heard.push(text_of(client.ask_with_reconnect(params, |_| connect(place).ok())));
    }
    heard
}

/// Asks, and no longer wants to know at once. It does so for a server of its own: what it asks too
/// often is not the others' fault.
pub fn ask_and_withdraw(place: &Path, message: String) -> Result<(), ClientError> {
    let (mut calls, _replies) = connect(place)?.split()?;
    let params = json!({
        "message": message,
        "requestedSchema": name_form(),
        "_meta": {"dev.doorbell/asker": {"server": {"name": "fickle"}}},
    })
    .to_string();
    let request = calls.send("elicitation/create", &params)?;
    calls.notify(Notice::Cancelled { request })
}

/// A connection to the daemon that is there, or will be.
pub fn to_some_daemon(place: &Path) -> Client {
    wait_until("a daemon to ask", || connect(place).ok())
}

fn connect(place: &Path) -> Result<Client, ClientError> {
    let client = ClientInfo {
        name: "faults".into(),
        version: "1".into(),
        title: None,
    };
    Client::connect(&place.join("run/doorbell.sock"), client)
}

fn text_of(answer: Result<ElicitResult, ClientError>) -> Heard {
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
