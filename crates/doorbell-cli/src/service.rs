//! The commands that control the desktop part: list, status, open, start, stop and restart.

use anyhow::{Result, bail};
use doorbell_protocol::client::ClientError;
use doorbell_protocol::{Page, StopParams, code};
use serde_json::json;

use crate::arguments::{OpenTarget, Switch};
use crate::exit::{Exit, UsageError};
use crate::{Streams, launch};

/// `doorbell list`
pub fn list(json: bool, streams: &mut Streams<'_>) -> Result<Exit> {
    let list = launch::connect_running()?.list()?;
    if json {
        writeln!(streams.out, "{}", json!(list))?;
    } else if list.questions.is_empty() {
        writeln!(streams.out, "No open questions.")?;
    } else {
        for question in list.questions {
            let (name, age, agent) = (question.question, format_age(question.age), question.agent);
            writeln!(streams.out, "{name:<6} {age:>7}  {agent}")?;
        }
    }
    Ok(Exit::Accepted)
}

/// `doorbell status`
pub fn status(json: bool, streams: &mut Streams<'_>) -> Result<Exit> {
    let mut client = launch::connect_running()?;
    let status = client.status()?;
    if json {
        writeln!(streams.out, "{}", json!(status))?;
        return Ok(Exit::Accepted);
    }
    let waiting = match status.open {
        0 => "no open questions".to_owned(),
        1 => "1 open question".to_owned(),
        open => format!("{open} open questions"),
    };
    let place = if client.hello().is_virtual {
        " on a virtual display"
    } else {
        ""
    };
    let (doorbell, pid) = (status.doorbell, status.pid);
    writeln!(
        streams.out,
        "Doorbell {doorbell} is running (process {pid}){place}; {waiting}."
    )?;
    Ok(Exit::Accepted)
}

/// `doorbell open`
pub fn open(target: Option<OpenTarget>, streams: &mut Streams<'_>) -> Result<Exit> {
    let mut client = launch::connect_or_start(streams)?;
    let question = match target {
        Some(OpenTarget::Page(page)) => {
            client.open_page(page)?;
            writeln!(streams.out, "Opened {} in Home.", page.name())?;
            return Ok(Exit::Accepted);
        }
        Some(OpenTarget::Question(question)) => Some(question),
        None => None,
    };
    let opened = match (client.open(question.clone()), question) {
        (Err(ClientError::Rpc(error)), Some(question)) if error.code == code::INVALID_PARAMS => {
            return Err(unknown_target(&question).into());
        }
        (opened, _) => opened?,
    };
    match opened.showing {
        Some(question) => writeln!(streams.out, "Opened {question}.")?,
        None => writeln!(streams.out, "No open questions.")?,
    }
    Ok(Exit::Accepted)
}

fn unknown_target(name: &str) -> UsageError {
    let pages = Page::ALL.map(Page::name).join(", ");
    UsageError(format!(
        "no open question or page is called {name:?}; see `doorbell list` (pages: {pages})"
    ))
}

/// `doorbell start`
pub fn start(streams: &mut Streams<'_>) -> Result<Exit> {
    match launch::connect_running() {
        Ok(_) => writeln!(streams.out, "Doorbell is already running.")?,
        Err(ClientError::NotRunning { .. }) => {
            launch::connect_or_start(streams)?;
            writeln!(streams.out, "Doorbell started.")?;
        }
        Err(error) => return Err(error.into()),
    }
    Ok(Exit::Accepted)
}

/// `doorbell start --at-login`
pub fn at_login(switch: Switch, streams: &mut Streams<'_>) -> Result<Exit> {
    let word = match switch {
        Switch::On => "on",
        Switch::Off => "off",
    };
    let output = launch::run_desktop(&["at-login", word])?;
    writeln!(streams.out, "{output}")?;
    Ok(Exit::Accepted)
}

/// `doorbell stop`
pub fn stop(params: StopParams, streams: &mut Streams<'_>) -> Result<Exit> {
    let mut client = match launch::connect_running() {
        Err(ClientError::NotRunning { .. }) => {
            writeln!(streams.out, "Doorbell isn't running.")?;
            return Ok(Exit::Accepted);
        }
        client => client?,
    };
    let stop = client.stop(params)?;
    if !stop.stopping {
        match stop.open {
            0 => bail!(
                "a cancelled question still has text you typed; close it first, or use --force to discard the text"
            ),
            1 => bail!("1 question is open; answer it first, or use --force to cancel it"),
            open => {
                bail!("{open} questions are open; answer them first, or use --force to cancel them")
            }
        }
    }
    launch::wait_until_stopped()?;
    writeln!(streams.out, "Doorbell stopped.")?;
    Ok(Exit::Accepted)
}

/// `doorbell restart`
pub fn restart(force: bool, streams: &mut Streams<'_>) -> Result<Exit> {
    let restart = true;
    stop(StopParams { force, restart }, streams)?;
    start(streams)
}

fn format_age(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3600),
    }
}
