//! `doorbell hook`: answers an agent's hook.
//!
//! Whatever goes wrong, the agent asks the person itself: that is what an empty object means to it.
//! The exit code is never 2, which Claude Code takes for a decline.

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

/// How much an agent may say to its hook.
const MOST_SAID: u64 = 4 * 1024 * 1024;

/// Reads what the agent says, and prints what it should do.
pub fn run(agent: HookAgent, streams: &mut Streams<'_>) -> Result<Exit> {
    let HookAgent::ClaudeCode = agent;
    let answer = answer(streams).unwrap_or_else(|error| {
        // With a broken stderr there is nobody left to tell.
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
    let mut said = Vec::new();
    let mut input = streams.input.take(MOST_SAID);
    input
        .read_to_end(&mut said)
        .context("cannot read what the agent says")?;
    match claude_code::read(&said)? {
        Event::Elicitation(params) => {
            let mut client = launch::connect(streams)?;
            let result = client.ask_with_reconnect(*params, launch::reconnector())?;
            Ok(Some(claude_code::elicitation(&result)))
        }
        Event::Permission(wanted) => {
            let mut params = wanted.params();
            params.key = wanted.key();
            let mut client = launch::connect(streams)?;
            let result = client.ask_with_reconnect(params, launch::reconnector())?;
            Ok(Some(wanted.answer(&result)))
        }
        Event::Used(used) => {
            if let Some(key) = used.key() {
                take_back(WithdrawParams::Key(key));
            }
            Ok(None)
        }
        Event::Over { session } => {
            take_back(WithdrawParams::Session(session));
            Ok(None)
        }
        Event::Other => Ok(None),
    }
}

/// Takes back what a Doorbell that runs still asks. Where none runs, nothing is asked.
fn take_back(which: WithdrawParams) {
    let withdraw = |mut client: Client| client.withdraw(which);
    let _ = launch::reach().and_then(withdraw);
}
