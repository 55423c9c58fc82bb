//! `doorbell hook`: answers an agent's hook.
//!
//! On any error it prints an empty object, which makes the agent ask the user itself. The exit code is
//! never 2, which Claude Code takes for a decline; except for a reply to an idle agent, which it wakes.

mod asked_calls;
pub mod asking;
mod claude_code_process;
mod hang;

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result};
use doorbell_agents::claude_code::{self, Event, ExistingFile, PermissionRequest};
use doorbell_protocol::{WithdrawParams, WithdrawReason, WithdrawnQuestions};
use serde_json::{Value, json};

use crate::Streams;
use crate::arguments::HookAgent;
use crate::exit::Exit;
use crate::session_news;

const MAX_INPUT_BYTES: u64 = 4 * 1024 * 1024;
/// A longer file is not compared with what would replace it.
const MAX_SHOWN_FILE_BYTES: u64 = 64 * 1024;

/// Reads the agent's event and prints the hook's answer.
pub fn run(agent: HookAgent, takes_reply: bool, streams: &mut Streams<'_>) -> Result<Exit> {
    let HookAgent::ClaudeCode = agent;
    if takes_reply {
        return take_reply(streams);
    }
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

/// Claude Code takes what the hook writes to standard error as its next instruction.
fn take_reply(streams: &mut Streams<'_>) -> Result<Exit> {
    Ok(match session_news::wait_for_reply(&read_event(streams)?) {
        Some(reply) => {
            writeln!(streams.err, "{reply}")?;
            Exit::WakesAgent
        }
        None => Exit::Accepted,
    })
}

fn read_event(streams: &mut Streams<'_>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut input = streams.input.take(MAX_INPUT_BYTES);
    input
        .read_to_end(&mut bytes)
        .context("cannot read what the agent says")?;
    Ok(bytes)
}

fn answer(streams: &mut Streams<'_>) -> Result<Option<Value>> {
    let bytes = read_event(streams)?;
    let answer = answer_event(&bytes);
    session_news::report(&bytes);
    answer
}

fn answer_event(bytes: &[u8]) -> Result<Option<Value>> {
    match claude_code::parse(bytes)? {
        Event::Elicitation(mut params) => {
            params.hand_back = claude_code_process::has_terminal();
            let result = asking::ask(*params)?;
            Ok(result.as_ref().map(claude_code::elicitation_answer))
        }
        Event::PermissionRequest(request) => ask_permission(request),
        Event::ToolUsed { request, ran_ms } => {
            let Some(name) = request.withdraw_name() else {
                return Ok(None);
            };
            let Some(remark) = asked_calls::take(&name) else {
                return Ok(None);
            };
            asking::withdraw(WithdrawParams {
                questions: WithdrawnQuestions::Name(name),
                because: Some(WithdrawReason::AnsweredInTerminal),
                ran_ms,
            });
            Ok((!remark.is_empty()).then(|| request.remark_output(&remark)))
        }
        Event::QuestionsEnded { session } => {
            asking::withdraw(WithdrawParams {
                because: Some(WithdrawReason::TurnEnded),
                ..WithdrawnQuestions::Session(session).into()
            });
            Ok(None)
        }
        Event::Other => Ok(None),
    }
}

fn ask_permission(request: PermissionRequest) -> Result<Option<Value>> {
    let has_terminal = claude_code_process::has_terminal();
    // Nobody could follow a notice that refers to the terminal.
    let cannot_be_asked = request.unshowable().is_some() && !has_terminal;
    if cannot_be_asked || claude_code_process::asks_doorbell_mcp() {
        return Ok(Some(json!({})));
    }
    let request = match has_terminal {
        true => request,
        false => request.without_terminal(),
    };
    let old = request.written_file().map(Path::new).map(read_file);
    let mut params = request.params(ExistingFile::from_read(old.as_ref()));
    params.withdraw_name = request.withdraw_name();
    let name = params.withdraw_name.clone();
    if let Some(name) = &name {
        // Without it, an answer in the terminal withdraws the question only when the turn ends.
        let _ = asked_calls::leave(name, "");
    }
    let result = asking::ask(params).inspect_err(|_| {
        name.as_ref().map(asked_calls::take);
    })?;
    let Some(result) = result else {
        return Ok(None);
    };
    if let Some((name, remark)) = request.remark(&result) {
        asked_calls::leave(&name, &remark).context("cannot keep what the agent is to be told")?;
    }
    Ok(Some(request.answer(&result)))
}

/// Reads a short text file. Returns `None` if the path does not exist.
pub fn read_file(path: &Path) -> io::Result<Option<String>> {
    let metadata = match path.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        metadata => metadata?,
    };
    // Anything but a file may block.
    if !metadata.is_file() || metadata.len() > MAX_SHOWN_FILE_BYTES {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    fs::read_to_string(path).map(Some)
}
