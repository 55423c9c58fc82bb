//! `doorbell hook`: Claude Code's Elicitation hook. It is run before the agent asks by itself, and
//! whatever goes wrong leaves the question to the agent: it never answers on its own, and above all
//! never ends with the code 2, which would mean that the person declined.

use std::io::Read;

use anyhow::{Context, Result};
use doorbell_protocol::{Action, ElicitParams, ElicitResult, Key, Limits, Request, ServerClaim};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::exit::{Exit, UsageError};
use crate::{Streams, launch};

/// What the agent says on standard input.
#[derive(Deserialize)]
struct Asked {
    hook_event_name: String,
    mcp_server_name: String,
    message: String,
    #[serde(default)]
    requested_schema: Option<Value>,
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    elicitation_id: Option<String>,
    #[serde(default)]
    session_id: Option<String>,
    #[serde(default)]
    cwd: Option<String>,
}

/// Asks in the agent's place and says what the person answered.
pub fn run(streams: &mut Streams<'_>) -> Result<Exit> {
    let params = params(read(streams.input)?)?;
    let answer = match ask(params, streams) {
        Ok(result) => answer(&result),
        Err(error) => {
            // Agents show this to the person only when they ask for it.
            writeln!(streams.err, "doorbell: {error:#}; the agent asks itself")?;
            json!({})
        }
    };
    writeln!(streams.out, "{answer}")?;
    Ok(Exit::Accepted)
}

fn read(input: &mut dyn Read) -> Result<Asked> {
    let most = Limits::STANDARD.line as u64;
    let mut bytes = Vec::new();
    input
        .take(most + 1)
        .read_to_end(&mut bytes)
        .context("cannot read what the agent says")?;
    if bytes.len() as u64 > most {
        return Err(UsageError("what the agent says is too long".to_owned()).into());
    }
    let asked: Asked = serde_json::from_slice(&bytes).map_err(|_| {
        // Nothing of it is quoted: it may be private.
        let what = "this is for Claude Code's Elicitation hook, which says what is asked on standard input";
        UsageError(what.to_owned())
    })?;
    if asked.hook_event_name != "Elicitation" {
        return Err(UsageError("only the hook Elicitation is answered".to_owned()).into());
    }
    Ok(asked)
}

fn params(asked: Asked) -> Result<ElicitParams> {
    let mut params = match asked.url {
        Some(url) => ElicitParams {
            request: Request::Url {
                elicitation_id: asked.elicitation_id,
                url: url.clone(),
            },
            ..ElicitParams::url(asked.message, url)
        },
        None => {
            let empty = || json!({"type": "object", "properties": {}});
            let schema = asked.requested_schema.unwrap_or_else(empty);
            ElicitParams::form(asked.message, schema)
        }
    };
    params.server = Some(ServerClaim {
        name: asked.mcp_server_name,
        title: None,
        version: None,
        command: None,
        url: None,
    });
    params.agent = Some("Claude Code".to_owned());
    params.session = asked.session_id;
    params.project = asked.cwd;
    params.hand_back = true;
    params.key = Some(Key::random().context("cannot make a key for the question")?);
    Ok(params)
}

fn ask(params: ElicitParams, streams: &mut Streams<'_>) -> Result<ElicitResult> {
    let mut client = launch::connect(streams)?;
    Ok(client.ask_again(params, launch::reach_again())?)
}

/// What the agent is told. Nothing leaves the question to it.
fn answer(result: &ElicitResult) -> Value {
    if matches!(result.outcome().outcome.as_str(), "handedBack" | "notShown") {
        return json!({});
    }
    let action = match result.action {
        Action::Accept => "accept",
        Action::Decline => "decline",
        Action::Cancel => "cancel",
    };
    let mut said = json!({"hookEventName": "Elicitation", "action": action});
    if let Some(content) = &result.content {
        said["content"] = json!(content);
    }
    json!({"hookSpecificOutput": said})
}
