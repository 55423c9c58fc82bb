//! Parses the events of Claude Code's hooks, and formats the answers.

mod decision;
#[cfg(test)]
mod golden;
mod permission;
mod plan;
mod questions;
mod session;

use doorbell_protocol::{
    Action, ElicitMode, ElicitParams, ElicitResult, ServerClaim, WithdrawReason,
};
use serde_json::{Value, json};

pub use decision::undecided;
pub use permission::{ExistingFile, PermissionRequest};
pub use session::{Attendance, finished, reply_text, session_news};

/// How Claude Code is called in the window.
pub const AGENT: &str = "Claude Code";

/// What happened, as far as Doorbell needs to know.
#[derive(Debug, PartialEq)]
pub enum Event {
    /// A server asks. Claude Code shows no dialog until the hook answers.
    Elicitation(Box<ElicitParams>),
    /// The agent asks to use a tool, asks its own questions, or asks to approve a plan. Its dialog in
    /// the terminal is open at the same time.
    PermissionRequest(PermissionRequest),
    /// The tool ran, so its permission request was answered.
    ToolUsed {
        /// What was asked.
        request: PermissionRequest,
        /// For how long it ran, in milliseconds. Earlier versions do not say it.
        ran_ms: Option<u64>,
    },
    /// The session has no open questions: its turn ended, or the user entered a new prompt.
    QuestionsEnded {
        /// Claude Code's id of it.
        session: String,
    },
    /// An event that Doorbell ignores.
    Other,
}

/// Why an event cannot be used. Never quotes it.
#[derive(Debug, thiserror::Error)]
pub enum InvalidEvent {
    /// It is not JSON.
    #[error("Claude Code's hook says something that is not JSON")]
    NotJson(#[from] serde_json::Error),
    /// It lacks this member.
    #[error("Claude Code's hook does not say its {0}")]
    Missing(&'static str),
    /// An elicitation that is neither a form nor a link.
    #[error("Claude Code's hook asks in a mode that Doorbell does not know")]
    UnknownMode,
}

/// Reads what Claude Code writes to a hook's standard input.
///
/// # Errors
/// Returns an [`InvalidEvent`].
pub fn parse(bytes: &[u8]) -> Result<Event, InvalidEvent> {
    let event: Value = serde_json::from_slice(bytes)?;
    let text = |name: &'static str| event[name].as_str().map(str::to_owned);
    let required = |name| text(name).ok_or(InvalidEvent::Missing(name));
    match required("hook_event_name")?.as_str() {
        "Elicitation" => {
            let message = required("message")?;
            let mut params = match text("mode").as_deref() {
                None | Some("form") => {
                    let schema = event.get("requested_schema");
                    let schema = schema.ok_or(InvalidEvent::Missing("requested_schema"))?;
                    ElicitParams::form(message, schema.clone())
                }
                Some("url") => {
                    let mut params = ElicitParams::url(message, required("url")?);
                    if let ElicitMode::Url { elicitation_id, .. } = &mut params.mode {
                        *elicitation_id = text("elicitation_id");
                    }
                    params
                }
                Some(_) => return Err(InvalidEvent::UnknownMode),
            };
            params.server = text("mcp_server_name").map(ServerClaim::named);
            params.agent = Some(AGENT.to_owned());
            params.session = text("session_id");
            params.project = text("cwd");
            params.hand_back = true;
            Ok(Event::Elicitation(Box::new(params)))
        }
        "PermissionRequest" => Ok(Event::PermissionRequest(PermissionRequest::parse(&event)?)),
        "PostToolUse" | "PostToolUseFailure" => Ok(Event::ToolUsed {
            request: PermissionRequest::parse(&event)?,
            ran_ms: event["duration_ms"].as_u64(),
        }),
        "Stop" | "StopFailure" | "SessionEnd" | "UserPromptSubmit" => Ok(Event::QuestionsEnded {
            session: required("session_id")?,
        }),
        _ => Ok(Event::Other),
    }
}

/// Returns the hook's answer. An empty object makes Claude Code ask in the terminal, because the user
/// did not decide. After the end of the turn it would ask there over the next prompt.
pub fn elicitation_answer(result: &ElicitResult) -> Value {
    let outcome = result.outcome();
    let is_dismissed = outcome.outcome == "dismissed" && outcome.answered_at.is_some();
    let is_obsolete = outcome.because.as_deref() == Some(WithdrawReason::TurnEnded.name());
    let action = match result.action {
        Action::Accept => "accept",
        Action::Decline => "decline",
        Action::Cancel if is_dismissed || is_obsolete => "cancel",
        Action::Cancel => return json!({}),
    };
    let mut output = json!({"hookEventName": "Elicitation", "action": action});
    if let Some(content) = &result.content {
        output["content"] = content.clone().into();
    }
    json!({"hookSpecificOutput": output})
}
