//! `doorbell wrap`.

use std::error::Error;
use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use doorbell_protocol::client::{Client, ClientError};
use doorbell_protocol::socket_path;
use doorbell_wrap::http::{HeaderError, Headers};
use doorbell_wrap::{Doorstep, Ended, Options, Place, WrapError};

use crate::arguments::{When, Wrap};
use crate::exit::{Exit, UsageError};
use crate::launch;

/// What shells say of a command that is not there, and of one that cannot be run.
const NOT_FOUND: u8 = 127;
const NOT_RUNNABLE: u8 = 126;
/// What is added to a signal's number where a process could not be ended by it.
const SIGNALLED: i32 = 128;

/// Stands before the server and ends as it does.
pub fn run(wrap: &Wrap) -> Result<Exit> {
    let options = Options {
        name: wrap.name.clone(),
        when: match wrap.when {
            When::Always => doorbell_wrap::When::Always,
            When::Missing => doorbell_wrap::When::Missing,
        },
        place: place(wrap)?,
    };
    match doorbell_wrap::run(options, Arc::new(Installed::default())) {
        Ok(ended) => Ok(end_as(ended)),
        Err(WrapError::Start { program, source }) => {
            let code = match source.kind() {
                ErrorKind::NotFound => NOT_FOUND,
                _ => NOT_RUNNABLE,
            };
            doorbell_wrap::tell(&format!("cannot start {program}: {source}"));
            Ok(Exit::Server(code))
        }
        Err(error @ WrapError::Connect { .. }) => {
            Err(UsageError(format!("{:#}", anyhow::Error::from(error))).into())
        }
        Err(error) => Err(error.into()),
    }
}

fn place(wrap: &Wrap) -> Result<Place> {
    match (wrap.command.split_first(), &wrap.url) {
        (Some((program, arguments)), _) => Ok(Place::Command {
            program: program.clone(),
            arguments: arguments.to_vec(),
        }),
        (None, Some(url)) => Ok(Place::Url {
            url: url.clone(),
            headers: headers(wrap)
                .map_err(|error| UsageError(format!("{:#}", anyhow::Error::from(error))))?,
        }),
        (None, None) => {
            let what = "name the server's command after --, or its address with --url";
            Err(UsageError(what.to_owned()).into())
        }
    }
}

fn headers(wrap: &Wrap) -> Result<Headers, HeaderError> {
    let mut headers = Headers::default();
    for setting in &wrap.header_env {
        headers.add_env(setting, |name| std::env::var_os(name))?;
    }
    for file in &wrap.header_file {
        headers.add_file(file)?;
    }
    Ok(headers)
}

/// Ends by the signal that ended the server, or gives its exit code.
fn end_as(ended: Ended) -> Exit {
    let code = match ended {
        Ended::Code(code) => code,
        Ended::Signal(signal) => {
            doorbell_wrap::die_by(signal);
            SIGNALLED + signal
        }
    };
    Exit::Server(u8::try_from(code).unwrap_or(u8::MAX))
}

/// The Doorbell that is installed beside this command.
#[derive(Default)]
struct Installed {
    /// Whether it was told that perhaps nobody sees it.
    has_told: AtomicBool,
}

impl Doorstep for Installed {
    fn reach(&self, patience: Duration) -> Result<Client, ClientError> {
        let introduction = launch::introduction("doorbell wrap");
        let client = Client::connect_within(patience, &socket_path(), introduction)?;
        if client.hello().is_virtual && !self.has_told.swap(true, Ordering::Relaxed) {
            doorbell_wrap::tell(launch::ON_VIRTUAL_DISPLAY);
        }
        launch::remember(&client);
        Ok(client)
    }

    fn can_start(&self) -> bool {
        launch::can_start()
    }

    fn start(&self) -> Result<Client, Box<dyn Error + Send + Sync>> {
        launch::start().map_err(Into::into)
    }
}
