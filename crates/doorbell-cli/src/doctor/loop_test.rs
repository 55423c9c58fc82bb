//! Asks a question that answers itself, of a separate Doorbell with its own socket and no window. The
//! question takes the usual path: socket, peer identity, form, guard, answer.

use std::time::Duration;

use doorbell_protocol::client::{Client, ClientError};
use doorbell_protocol::{Action, ElicitParams, ElicitResult, poll, self_test};

use super::report::Finding;
use crate::launch;

const START_TIMEOUT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(10);

pub fn run() -> Finding {
    match ask() {
        Ok(result) if is_expected(&result) => Finding::ok("round trip succeeded"),
        Ok(_) => Finding::failure("the test question came back without its answer")
            .with_fix("install Doorbell again; if that doesn't help, report it"),
        Err(error) => Finding::failure(format!("{error:#}"))
            .with_fix("run `doorbell-desktop` in a terminal to see why"),
    }
}

fn ask() -> anyhow::Result<ElicitResult> {
    // Private to the user, and removed on drop.
    let directory = tempfile::Builder::new()
        .prefix("doorbell-doctor-")
        .tempdir()?;
    let socket = directory.path().join("doorbell.sock");
    let _child = launch::spawn_desktop(self_test::SUBCOMMAND, &socket)?;
    let mut client = poll(POLL_INTERVAL, |waited| {
        match Client::connect(&socket, launch::client_info("doorbell doctor")) {
            Err(ClientError::NotRunning { .. }) if waited < START_TIMEOUT => None,
            client => Some(client),
        }
    })?;
    let params = ElicitParams::form(self_test::MESSAGE, self_test::schema());
    Ok(client.ask(params)?)
}

fn is_expected(result: &ElicitResult) -> bool {
    let content = result.content.as_ref();
    let answer = content.and_then(|content| content.get(self_test::FIELD));
    result.action == Action::Accept && answer.is_some_and(|answer| answer == self_test::ANSWER)
}
