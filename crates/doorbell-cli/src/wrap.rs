//! `doorbell wrap`.

use std::io::ErrorKind;
use std::sync::Arc;

use anyhow::Result;
use doorbell_protocol::error_chain;
use doorbell_wrap::http::{HeaderError, Headers};
use doorbell_wrap::{Options, ProxyExit, ServerTarget, WrapError};

use crate::arguments::{When, Wrap};
use crate::exit::{Exit, UsageError};
use crate::launch::InstalledDoorbell;

/// The exit codes of shells for a missing command and for one that cannot be run.
const NOT_FOUND: u8 = 127;
const NOT_RUNNABLE: u8 = 126;
/// Added to the signal's number, as shells do, if this process survives the signal.
const SIGNALLED: i32 = 128;

/// Runs the server and exits as it does.
pub fn run(wrap: &Wrap) -> Result<Exit> {
    let options = Options {
        name: wrap.name.clone(),
        policy: match wrap.when {
            When::Always => doorbell_wrap::InterceptPolicy::Always,
            When::Missing => doorbell_wrap::InterceptPolicy::Missing,
        },
        target: target(wrap)?,
    };
    match doorbell_wrap::run(options, Arc::new(InstalledDoorbell::new("doorbell wrap"))) {
        Ok(ended) => Ok(end_as(ended)),
        Err(WrapError::Start { program, source }) => {
            let code = match source.kind() {
                ErrorKind::NotFound => NOT_FOUND,
                _ => NOT_RUNNABLE,
            };
            doorbell_wrap::report(&format!("cannot start {program}: {source}"));
            Ok(Exit::Server(code))
        }
        Err(error @ WrapError::Connect { .. }) => Err(UsageError(error_chain(&error)).into()),
        Err(error) => Err(error.into()),
    }
}

fn target(wrap: &Wrap) -> Result<ServerTarget> {
    match (wrap.command.split_first(), &wrap.url) {
        (Some((program, arguments)), _) => Ok(ServerTarget::Command {
            program: program.clone(),
            arguments: arguments.to_vec(),
        }),
        (None, Some(url)) => Ok(ServerTarget::Url {
            url: url.clone(),
            headers: headers(wrap).map_err(|error| UsageError(error_chain(&error)))?,
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

/// Kills this process by the signal that killed the server, or returns the server's exit code.
fn end_as(ended: ProxyExit) -> Exit {
    let code = match ended {
        ProxyExit::Code(code) => code,
        ProxyExit::Signal(signal) => {
            doorbell_wrap::die_by_signal(signal);
            SIGNALLED + signal
        }
    };
    Exit::Server(u8::try_from(code).unwrap_or(u8::MAX))
}
