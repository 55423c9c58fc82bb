//! `doorbell wrap`.

use std::error::Error;
use std::io::ErrorKind;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use doorbell_protocol::client::{Client, ClientError};
use doorbell_protocol::socket_path;
use doorbell_wrap::{Doorstep, Options, WrapError};

use crate::arguments::{When, Wrap};
use crate::exit::{Exit, UsageError};
use crate::launch;

/// How long a Doorbell that runs may take to say hello while the agent waits.
const HELLO: Duration = Duration::from_secs(1);
/// What shells say of a command that is not there, and of one that cannot be run.
const NOT_FOUND: u8 = 127;
const NOT_RUNNABLE: u8 = 126;
/// What is added to a signal's number where a process could not be ended by it.
const SIGNALLED: i32 = 128;

/// Runs the server and ends as it does.
pub fn run(wrap: &Wrap) -> Result<Exit> {
    if wrap.command.is_empty() && wrap.url.is_none() {
        let what = "name the server's command after --, or its address with --url";
        return Err(UsageError(what.to_owned()).into());
    }
    let options = Options {
        name: wrap.name.clone(),
        when: match wrap.when {
            When::Always => doorbell_wrap::When::Always,
            When::Missing => doorbell_wrap::When::Missing,
        },
        command: wrap.command.clone(),
    };
    match doorbell_wrap::run(&options, Arc::new(Installed)) {
        Ok(status) => Ok(end_as(status)),
        Err(WrapError::Start { program, source }) => {
            let code = match source.kind() {
                ErrorKind::NotFound => NOT_FOUND,
                _ => NOT_RUNNABLE,
            };
            doorbell_wrap::tell(&format!("cannot start {program}: {source}"));
            Ok(Exit::Server(code))
        }
        Err(error) => Err(error.into()),
    }
}

/// Ends by the signal that ended the server, or gives its exit code.
fn end_as(status: ExitStatus) -> Exit {
    if let Some(number) = status.signal() {
        doorbell_wrap::die_by(number);
        return Exit::Server(u8::try_from(SIGNALLED + number).unwrap_or(u8::MAX));
    }
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Exit::Server(code.unwrap_or(u8::MAX))
}

/// The Doorbell that is installed beside this command.
struct Installed;

impl Doorstep for Installed {
    fn reach(&self) -> Result<Client, ClientError> {
        let introduction = launch::introduction("doorbell wrap");
        Client::connect_within(HELLO, &socket_path(), introduction)
    }

    fn can_start(&self) -> bool {
        launch::can_start()
    }

    fn start(&self) -> Result<Client, Box<dyn Error + Send + Sync>> {
        launch::start().map_err(Into::into)
    }
}
