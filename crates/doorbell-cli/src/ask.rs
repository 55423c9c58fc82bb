//! `doorbell ask`.

use anyhow::{Context, Result};
use doorbell_protocol::{
    Action, AwaitDoneResult, DoneState, ElicitParams, ElicitResult, FieldKind, Key, ServerClaim,
};
use serde_json::{Value, json};

use crate::arguments::Ask;
use crate::exit::{Exit, UsageError};
use crate::{Streams, fields, launch};

/// Asks and prints the answer.
pub fn run(ask: &Ask, quick: Vec<(FieldKind, String)>, streams: &mut Streams<'_>) -> Result<Exit> {
    let mut params = match &ask.url {
        Some(url) => ElicitParams::url(&ask.message, url),
        None => ElicitParams::form(&ask.message, schema(ask, &quick, streams)?),
    };
    params.project.clone_from(&ask.project);
    params.server = ask.server.as_ref().map(ServerClaim::named);
    params.deadline_ms = ask
        .timeout
        .and_then(|timeout| u64::try_from(timeout.as_millis()).ok());
    let key = Key::random().context("cannot make a key for the question")?;
    params.key = Some(key.clone());
    let mut client = launch::connect(streams)?;
    let result = client.ask_with_reconnect(params, launch::reconnector())?;
    print(&result, ask.json, streams)?;
    let exit = Exit::of_outcome(&result.outcome().outcome);
    if ask.wait && exit == Exit::Accepted {
        let done = client.await_done_with_reconnect(&key, launch::reconnector())?;
        return finish(&done, ask.json, streams);
    }
    Ok(exit)
}

/// The schema that was named, or that the quick fields make.
fn schema(ask: &Ask, quick: &[(FieldKind, String)], streams: &mut Streams<'_>) -> Result<Value> {
    match &ask.schema {
        Some(file) => read_schema(file, streams),
        None if quick.is_empty() && !ask.confirm => {
            let what = "say what to ask for: fields such as --text name, --schema FILE, --confirm or --url";
            Err(UsageError(what.to_owned()).into())
        }
        None => Ok(fields::schema(quick, &ask.optional)?),
    }
}

/// Says how an opened link was finished.
fn finish(done: &AwaitDoneResult, whole: bool, streams: &mut Streams<'_>) -> Result<Exit> {
    if whole {
        writeln!(streams.out, "{}", json!(done))?;
    }
    let (exit, said) = match done.state {
        DoneState::Done => return Ok(Exit::Accepted),
        DoneState::Cancelled => (Exit::Dismissed, "the person did not finish it"),
        DoneState::Expired => (Exit::Expired, "nobody said that it is finished"),
        DoneState::Unknown => (Exit::Unavailable, "Doorbell no longer knows this link"),
    };
    writeln!(streams.err, "doorbell: {said}")?;
    Ok(exit)
}

/// Reads a schema from a file, or from standard input.
pub fn read_schema(file: &str, streams: &mut Streams<'_>) -> Result<Value> {
    let mut text = String::new();
    if file == "-" {
        streams
            .input
            .read_to_string(&mut text)
            .context("cannot read the schema from standard input")?;
    } else {
        text = std::fs::read_to_string(file)
            .map_err(|error| UsageError(format!("cannot read the schema {file}: {error}")))?;
    }
    let schema = serde_json::from_str(&text)
        .map_err(|error| UsageError(format!("the schema {file} is not JSON: {error}")))?;
    Ok(schema)
}

fn print(result: &ElicitResult, whole: bool, streams: &mut Streams<'_>) -> Result<()> {
    if whole {
        writeln!(streams.out, "{}", json!(result))?;
        return Ok(());
    }
    if let Some(content) = &result.content {
        writeln!(streams.out, "{}", json!(content))?;
        return Ok(());
    }
    let outcome = result.outcome();
    if result.action == Action::Accept {
        return Ok(());
    }
    let said = match Exit::of_outcome(&outcome.outcome) {
        Exit::Declined => "the person declined",
        Exit::Expired => "nobody answered in time",
        Exit::Unavailable => "the question was not shown",
        Exit::Accepted | Exit::Dismissed | Exit::Usage | Exit::Server(_) => {
            "the question was closed without an answer"
        }
    };
    match &outcome.reason {
        Some(reason) => writeln!(streams.err, "doorbell: {said}: {reason}")?,
        None => writeln!(streams.err, "doorbell: {said}")?,
    }
    Ok(())
}
