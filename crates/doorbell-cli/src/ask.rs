//! `doorbell ask`.

mod kind;

use anyhow::{Context, Result};
use doorbell_protocol::{
    Action, AwaitDoneResult, DoneState, ElicitParams, ElicitResult, FieldKind, Key, ServerClaim,
};
use serde_json::{Map, Value, json};

use crate::arguments::Ask;
use crate::exit::{Exit, UsageError};
use crate::{Streams, fields, launch};

/// Asks and prints the answer.
pub fn run(ask: &Ask, fields: &[(FieldKind, String)], streams: &mut Streams<'_>) -> Result<Exit> {
    kind::check(ask, !fields.is_empty())?;
    let agent_question = ask.agent.question(streams)?;
    let mut params = match (agent_question, &ask.url) {
        (Some(question), _) => ElicitParams::agent_question(&ask.message, question),
        (None, Some(url)) => ElicitParams::url(&ask.message, checked_url(url)?),
        (None, None) => ElicitParams::form(&ask.message, schema(ask, fields, streams)?),
    };
    params.yes_label.clone_from(&ask.yes_label);
    params.no_label.clone_from(&ask.no_label);
    params.project.clone_from(&ask.project);
    params.server = ask.server.as_ref().map(ServerClaim::named);
    params.deadline_ms = ask
        .timeout
        .and_then(|timeout| u64::try_from(timeout.as_millis()).ok());
    let key = Key::random().context("cannot make a key for the question")?;
    params.key = Some(key.clone());
    let mut client = launch::connect_or_start(streams)?;
    let result = client.ask_with_reconnect(params, launch::reconnect())?;
    let exit = Exit::for_outcome(&result.outcome().outcome);
    print_result(&result, exit, ask, streams)?;
    if ask.wait && exit == Exit::Accepted {
        let done = client.await_done_with_reconnect(&key, launch::reconnect())?;
        return print_link_state(&done, ask.json, streams);
    }
    Ok(exit)
}

/// Doorbell checks the URL itself; this catches a forgotten scheme before the app is started.
fn checked_url(url: &str) -> Result<&str, UsageError> {
    if url.contains("://") {
        return Ok(url);
    }
    Err(UsageError(format!(
        "{url:?} is not a URL (it must start with http:// or https://)"
    )))
}

/// Returns the schema from the file, or the one for the fields on the command line.
fn schema(ask: &Ask, fields: &[(FieldKind, String)], streams: &mut Streams<'_>) -> Result<Value> {
    let mut schema = match &ask.schema {
        Some(file) => read_schema(file, streams)?,
        None => fields::schema(fields)?,
    };
    fields::set_labels(&mut schema, &ask.label)?;
    fields::make_optional(&mut schema, &ask.optional)?;
    let properties = schema.get("properties").and_then(Value::as_object);
    let count = properties.map_or(0, Map::len);
    if ask.raw && count != 1 {
        let message = format!(
            "--raw prints the value of one field, but the form has {count}; leave it out to get JSON"
        );
        return Err(UsageError(message).into());
    }
    Ok(schema)
}

/// Prints how an opened link was finished.
fn print_link_state(done: &AwaitDoneResult, json: bool, streams: &mut Streams<'_>) -> Result<Exit> {
    if json {
        writeln!(streams.out, "{}", json!(done))?;
    }
    let (exit, message) = match done.state {
        DoneState::Done => return Ok(Exit::Accepted),
        DoneState::Cancelled => (Exit::Dismissed, "cancelled after the link was opened"),
        DoneState::Expired => (
            Exit::Expired,
            "timed out: nobody confirmed that the link is finished",
        ),
        DoneState::Unknown => (Exit::Unavailable, "Doorbell lost track of this link"),
    };
    writeln!(streams.err, "doorbell: {message}")?;
    Ok(exit)
}

/// Reads a schema from a file, or from standard input if the file is `-`.
pub fn read_schema(file: &str, streams: &mut Streams<'_>) -> Result<Value> {
    let mut text = String::new();
    let name = if file == "-" { "on stdin" } else { file };
    if file == "-" {
        streams
            .input
            .read_to_string(&mut text)
            .context("cannot read the schema from stdin")?;
    } else {
        text = std::fs::read_to_string(file)
            .map_err(|error| UsageError(format!("cannot read the schema {file}: {error}")))?;
    }
    let schema: Value = serde_json::from_str(&text)
        .map_err(|error| UsageError(format!("the schema {name} is not valid JSON: {error}")))?;
    if !schema.is_object() {
        let message = format!(
            "the schema {name} must be a JSON object, such as {{\"type\": \"object\", \"properties\": {{…}}}}"
        );
        return Err(UsageError(message).into());
    }
    Ok(schema)
}

fn print_result(
    result: &ElicitResult,
    exit: Exit,
    ask: &Ask,
    streams: &mut Streams<'_>,
) -> Result<()> {
    if ask.json {
        writeln!(streams.out, "{}", json!(result))?;
        return Ok(());
    }
    // The exit code is the whole answer.
    if ask.confirm && matches!(exit, Exit::Accepted | Exit::Declined) {
        return Ok(());
    }
    if let Some(content) = &result.content {
        if ask.raw {
            for value in content.values() {
                print_raw(value, streams)?;
            }
        } else {
            writeln!(streams.out, "{}", json!(content))?;
        }
        return Ok(());
    }
    if result.action == Action::Accept {
        return Ok(());
    }
    let message = match (exit, ask.timeout) {
        (Exit::Declined, _) => "declined".to_owned(),
        (Exit::Expired, Some(timeout)) => format!("timed out after {} s", timeout.as_secs()),
        (Exit::Expired, None) => "timed out".to_owned(),
        (Exit::Unavailable, _) => "the question could not be shown".to_owned(),
        _ => "cancelled".to_owned(),
    };
    match &result.outcome().reason {
        Some(reason) if exit != Exit::Expired => {
            writeln!(streams.err, "doorbell: {message}: {reason}")?;
        }
        _ => writeln!(streams.err, "doorbell: {message}")?,
    }
    Ok(())
}

/// Prints a text as it is, a list one value per line, and anything else as JSON.
fn print_raw(value: &Value, streams: &mut Streams<'_>) -> Result<()> {
    match value {
        Value::String(text) => writeln!(streams.out, "{text}")?,
        Value::Array(items) => {
            for item in items {
                print_raw(item, streams)?;
            }
        }
        _ => writeln!(streams.out, "{value}")?,
    }
    Ok(())
}
