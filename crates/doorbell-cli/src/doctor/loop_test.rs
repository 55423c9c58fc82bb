//! A question that answers itself: asked of a Doorbell of its own, at a socket of its own, without a
//! window. It goes the way of every question: the socket, who asks, the form, the guard, the answer.

use std::path::PathBuf;
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
        Ok(result) if is_right(&result) => {
            Finding::holds("asked, checked, answered, and heard".to_owned())
        }
        Ok(result) => Finding::fails(format!("it came back as {result:?}"))
            .fix("install Doorbell again; if that does not help, report it"),
        Err(error) => Finding::fails(format!("{error:#}"))
            .fix("start `doorbell-desktop` in a terminal to see why"),
    }
}

fn ask() -> anyhow::Result<ElicitResult> {
    let place = Place::make()?;
    let socket = place.0.join("doorbell.sock");
    let _child = launch::desktop_at(self_test::VERB, &socket)?;
    let mut client = poll(LOOK, |waited| {
        match Client::connect(&socket, launch::introduction("doorbell doctor")) {
            Err(ClientError::Absent { .. }) if waited < PATIENCE => None,
            client => Some(client),
        }
    })?;
    let params = ElicitParams::form(self_test::MESSAGE, self_test::schema());
    Ok(client.ask(params)?)
}

fn is_right(result: &ElicitResult) -> bool {
    let answer = result
        .content
        .as_ref()
        .and_then(|content| content.get(self_test::FIELD));
    result.action == Action::Accept
        && answer.and_then(serde_json::Value::as_str) == Some(self_test::ANSWER)
}

/// A folder that goes with this.
struct Place(PathBuf);

impl Place {
    fn make() -> std::io::Result<Self> {
        use std::os::unix::fs::DirBuilderExt;
        let name = format!("doorbell-doctor-{}", std::process::id());
        let place = std::env::temp_dir().join(name);
        std::fs::DirBuilder::new().mode(0o700).create(&place)?;
        Ok(Self(place))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // What is left of it is swept away with the other temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
