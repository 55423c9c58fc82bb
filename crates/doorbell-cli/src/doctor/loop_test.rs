//! A question that answers itself: asked of a Doorbell of its own, at a socket of its own, without a
//! window. It goes the way of every question: the socket, who asks, the form, the guard, the answer.

use std::time::Duration;

use doorbell_protocol::client::{Client, ClientError};
use doorbell_protocol::{Action, ElicitParams, ElicitResult, poll, self_test};

use super::report::Finding;
use crate::launch;

/// How long the other process may take to listen.
const PATIENCE: Duration = Duration::from_secs(10);
const LOOK: Duration = Duration::from_millis(10);

pub fn run() -> Finding {
    match ask() {
        Ok(result) if is_right(&result) => Finding::holds("asked, checked, answered, and heard"),
        Ok(result) => Finding::fails(format!("it came back as {result:?}"))
            .fix("install Doorbell again; if that does not help, report it"),
        Err(error) => Finding::fails(format!("{error:#}"))
            .fix("start `doorbell-desktop` in a terminal to see why"),
    }
}

fn ask() -> anyhow::Result<ElicitResult> {
    // Only the person may enter it, and it goes with this.
    let place = tempfile::Builder::new()
        .prefix("doorbell-doctor-")
        .tempdir()?;
    let socket = place.path().join("doorbell.sock");
    let _child = launch::desktop_at(self_test::SUBCOMMAND, &socket)?;
    let mut client = poll(LOOK, |waited| {
        match Client::connect(&socket, launch::introduction("doorbell doctor")) {
            Err(ClientError::NotRunning { .. }) if waited < PATIENCE => None,
            client => Some(client),
        }
    })?;
    let params = ElicitParams::form(self_test::MESSAGE, self_test::schema());
    Ok(client.ask(params)?)
}

fn is_right(result: &ElicitResult) -> bool {
    let content = result.content.as_ref();
    let answer = content.and_then(|content| content.get(self_test::FIELD));
    result.action == Action::Accept && answer.is_some_and(|answer| answer == self_test::ANSWER)
}
