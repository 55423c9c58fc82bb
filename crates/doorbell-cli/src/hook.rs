//! `doorbell hook`: answers an agent's hook.
//!
//! On any error it prints an empty object, which makes the agent ask the user itself. The exit code is
//! never 2, which Claude Code takes for a decline.

mod claude_code;
mod permission;

use std::io::Read;

use anyhow::{Context, Result};
use doorbell_protocol::WithdrawParams;
use doorbell_protocol::client::Client;
use serde_json::{Value, json};

use crate::Streams;
use crate::arguments::HookAgent;
use crate::exit::Exit;
use crate::launch;
use claude_code::Event;

const MAX_INPUT_BYTES: u64 = 4 * 1024 * 1024;

/// Reads the agent's event and prints the hook's answer.
pub fn run(agent: HookAgent, streams: &mut Streams<'_>) -> Result<Exit> {
    let HookAgent::ClaudeCode = agent;
    let answer = answer(streams).unwrap_or_else(|error| {
        // Standard error may be closed; ignore that.
        let _ = writeln!(
            streams.err,
            "doorbell: {error:#}; the question is asked here instead"
        );
        Some(json!({}))
    });
    if let Some(answer) = answer {
        writeln!(streams.out, "{answer}")?;
    }
    Ok(Exit::Accepted)
}

fn answer(streams: &mut Streams<'_>) -> Result<Option<Value>> {
    let mut bytes = Vec::new();
    let mut input = streams.input.take(MAX_INPUT_BYTES);
    input
        .read_to_end(&mut bytes)
        .context("cannot read what the agent says")?;
    match claude_code::parse(&bytes)? {
        Event::Elicitation(params) => {
            let mut client = launch::connect_or_start(streams)?;
            let result = client.ask_with_reconnect(*params, launch::reconnect())?;
            Ok(Some(claude_code::elicitation_answer(&result)))
        }
        Event::PermissionRequest(request) => {
            let mut params = request.params();
            params.withdraw_name = request.withdraw_name();
            let mut client = launch::connect_or_start(streams)?;
            let result = client.ask_with_reconnect(params, launch::reconnect())?;
            Ok(Some(request.answer(&result)))
        }
        Event::ToolUsed(request) => {
            if let Some(name) = request.withdraw_name() {
                withdraw(WithdrawParams::Name(name));
            }
            Ok(None)
        }
        Event::QuestionsEnded { session } => {
            withdraw(WithdrawParams::Session(session));
            Ok(None)
        }
        Event::Other => Ok(None),
    }
}

/// Withdraws questions from a running Doorbell. Otherwise no question is open; ignore the error.
fn withdraw(questions: WithdrawParams) {
    let withdraw = |mut client: Client| client.withdraw(questions);
    let _ = launch::connect_running().and_then(withdraw);
}
