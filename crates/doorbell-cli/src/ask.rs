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
pub fn run(ask: &Ask, fields: &[(FieldKind, String)], streams: &mut Streams<'_>) -> Result<Exit> {
    let agent_question = ask.agent.question(streams)?;
    let mut params = match (agent_question, &ask.url) {
        (Some(question), _) => ElicitParams::agent_question(&ask.message, question),
        (None, Some(url)) => ElicitParams::url(&ask.message, url),
        (None, None) => ElicitParams::form(&ask.message, schema(ask, fields, streams)?),
    };
    params.project.clone_from(&ask.project);
    params.server = ask.server.as_ref().map(ServerClaim::named);
    params.deadline_ms = ask
        .timeout
        .and_then(|timeout| u64::try_from(timeout.as_millis()).ok());
    let key = Key::random().context("cannot make a key for the question")?;
    params.key = Some(key.clone());
    let mut client = launch::connect_or_start(streams)?;
    let result = client.ask_with_reconnect(params, launch::reconnect())?;
    print_result(&result, ask.json, streams)?;
    let exit = Exit::for_outcome(&result.outcome().outcome);
    if ask.wait && exit == Exit::Accepted {
        let done = client.await_done_with_reconnect(&key, launch::reconnect())?;
        return print_link_state(&done, ask.json, streams);
    }
    Ok(exit)
}

/// Returns the schema from the file, or the one for the fields on the command line.
fn schema(ask: &Ask, fields: &[(FieldKind, String)], streams: &mut Streams<'_>) -> Result<Value> {
    match &ask.schema {
        Some(file) => read_schema(file, streams),
        None if fields.is_empty() && !ask.confirm => {
            let message = "say what to ask for: fields such as --text name, --schema FILE, --confirm or --url";
            Err(UsageError(message.to_owned()).into())
        }
        None => Ok(fields::schema(fields, &ask.optional)?),
    }
}

/// Prints how an opened link was finished.
fn print_link_state(done: &AwaitDoneResult, json: bool, streams: &mut Streams<'_>) -> Result<Exit> {
    if json {
        writeln!(streams.out, "{}", json!(done))?;
    }
    let (exit, message) = match done.state {
        DoneState::Done => return Ok(Exit::Accepted),
        DoneState::Cancelled => (Exit::Dismissed, "the person did not finish it"),
        DoneState::Expired => (Exit::Expired, "nobody said that it is finished"),
        DoneState::Unknown => (Exit::Unavailable, "Doorbell no longer knows this link"),
    };
    writeln!(streams.err, "doorbell: {message}")?;
    Ok(exit)
}

/// Reads a schema from a file, or from standard input if the file is `-`.
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

fn print_result(result: &ElicitResult, json: bool, streams: &mut Streams<'_>) -> Result<()> {
    if json {
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
    let message = match Exit::for_outcome(&outcome.outcome) {
        Exit::Declined => "the person declined",
        Exit::Expired => "nobody answered in time",
        Exit::Unavailable => "the question was not shown",
        Exit::Accepted | Exit::Dismissed | Exit::Usage | Exit::Server(_) => {
            "the question was closed without an answer"
        }
    };
    match &outcome.reason {
        Some(reason) => writeln!(streams.err, "doorbell: {message}: {reason}")?,
        None => writeln!(streams.err, "doorbell: {message}")?,
    }
    Ok(())
}
