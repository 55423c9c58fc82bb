//! The commands that control the desktop part: list, status, open, start, stop and restart.

use anyhow::{Result, bail};
use doorbell_protocol::StopParams;
use doorbell_protocol::client::ClientError;
use serde_json::json;

use crate::arguments::{OpenTarget, Switch};
use crate::exit::Exit;
use crate::{Streams, launch};

/// `doorbell list`
pub fn list(json: bool, streams: &mut Streams<'_>) -> Result<Exit> {
    let list = launch::connect_running()?.list()?;
    if json {
        writeln!(streams.out, "{}", json!(list))?;
    } else if list.questions.is_empty() {
        writeln!(streams.out, "No question waits.")?;
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
        0 => "no question waits".to_owned(),
        1 => "1 question waits".to_owned(),
        open => format!("{open} questions wait"),
    };
    let place = if client.hello().is_virtual {
        " on a virtual display"
    } else {
        ""
    };
    let (doorbell, pid) = (status.doorbell, status.pid);
    writeln!(
        streams.out,
        "Doorbell {doorbell} runs (process {pid}){place}; {waiting}."
    )?;
    Ok(Exit::Accepted)
}

/// `doorbell open`
pub fn open(target: Option<OpenTarget>, streams: &mut Streams<'_>) -> Result<Exit> {
    let mut client = launch::connect_or_start(streams)?;
    let question = match target {
        Some(OpenTarget::Page(page)) => {
            client.open_page(page)?;
            writeln!(streams.out, "Home is open at {}.", page.name())?;
            return Ok(Exit::Accepted);
        }
        Some(OpenTarget::Question(question)) => Some(question),
        None => None,
    };
    match client.open(question)?.showing {
        Some(question) => writeln!(streams.out, "{question} is on the screen.")?,
        None => writeln!(streams.out, "No question waits.")?,
    }
    Ok(Exit::Accepted)
}

/// `doorbell start`
pub fn start(streams: &mut Streams<'_>) -> Result<Exit> {
    match launch::connect_running() {
        Ok(_) => writeln!(streams.out, "Doorbell already runs.")?,
        Err(ClientError::NotRunning { .. }) => {
            launch::connect_or_start(streams)?;
            writeln!(streams.out, "Doorbell runs.")?;
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
            writeln!(streams.out, "Doorbell does not run.")?;
            return Ok(Exit::Accepted);
        }
        client => client?,
    };
    let stop = client.stop(params)?;
    if !stop.stopping {
        match stop.open {
            0 => bail!(
                "a question that is over still holds what the person typed; close it first, or use --force to lose it"
            ),
            1 => bail!("1 question is open; answer it first, or use --force to cancel it"),
            open => {
                bail!("{open} questions are open; answer them first, or use --force to cancel them")
            }
        }
    }
    launch::wait_until_stopped()?;
    writeln!(streams.out, "Doorbell has ended.")?;
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
