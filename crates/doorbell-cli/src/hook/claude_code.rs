//! What Claude Code says to its hooks, and what it takes for an answer.

use doorbell_protocol::{Action, ElicitParams, ElicitResult, ElicitMode, ServerClaim};
use serde_json::{Value, json};

use super::permission::Permission;

/// What a hook is started for.
#[derive(Debug, PartialEq)]
pub enum Event {
    /// A server asks, and the dialog in the terminal waits for the hook.
    Elicitation(Box<ElicitParams>),
    /// The agent wants leave to use a tool; the dialog in the terminal is up meanwhile.
    Permission(Permission),
    /// A tool was used, so whoever asked for leave has had it.
    Used(Permission),
    /// Whatever the session asked is over: its turn has ended, or the person says something new.
    Over {
        /// The session.
        session: String,
    },
    /// Something that Doorbell has no part in.
    Other,
}

/// Why what was said cannot be acted on.
#[derive(Debug, thiserror::Error)]
pub enum NotUnderstood {
    #[error("Claude Code's hook says something that is not JSON")]
    NotJson(#[from] serde_json::Error),
    #[error("Claude Code's hook does not say its {0}")]
    Missing(&'static str),
    #[error("Claude Code's hook asks in a mode that Doorbell does not know")]
    Mode,
}

/// Reads what is said to a hook.
pub fn read(said: &[u8]) -> Result<Event, NotUnderstood> {
    let said: Value = serde_json::from_slice(said)?;
    let text = |name: &'static str| said[name].as_str().map(str::to_owned);
    let needed = |name| text(name).ok_or(NotUnderstood::Missing(name));
    match needed("hook_event_name")?.as_str() {
        "Elicitation" => {
            let message = needed("message")?;
            let mut params = match text("mode").as_deref() {
                None | Some("form") => {
                    let schema = said.get("requested_schema");
                    let schema = schema.ok_or(NotUnderstood::Missing("requested_schema"))?;
                    ElicitParams::form(message, schema.clone())
                }
                Some("url") => {
                    let mut params = ElicitParams::url(message, needed("url")?);
                    if let ElicitMode::Url { elicitation_id, .. } = &mut params.mode {
                        *elicitation_id = text("elicitation_id");
                    }
                    params
                }
                Some(_) => return Err(NotUnderstood::Mode),
            };
            params.server = text("mcp_server_name").map(ServerClaim::named);
            params.agent = Some("Claude Code".to_owned());
            params.session = text("session_id");
            params.project = text("cwd");
            params.hand_back = true;
            Ok(Event::Elicitation(Box::new(params)))
        }
        "PermissionRequest" => Ok(Event::Permission(Permission::read(&said)?)),
        "PostToolUse" | "PostToolUseFailure" => Ok(Event::Used(Permission::read(&said)?)),
        "Stop" | "StopFailure" | "SessionEnd" | "UserPromptSubmit" => Ok(Event::Over {
            session: needed("session_id")?,
        }),
        _ => Ok(Event::Other),
    }
}

/// The hook's answer to an elicitation. What no person decided is the terminal's to ask: an empty
/// object.
pub fn elicitation(result: &ElicitResult) -> Value {
    let outcome = result.outcome();
    let is_dismissed = outcome.outcome == "dismissed" && outcome.answered_at.is_some();
    let action = match result.action {
        Action::Accept => "accept",
        Action::Decline => "decline",
        Action::Cancel if is_dismissed => "cancel",
        Action::Cancel => return json!({}),
    };
    let mut output = json!({"hookEventName": "Elicitation", "action": action});
    if let Some(content) = &result.content {
        output["content"] = content.clone().into();
    }
    json!({"hookSpecificOutput": output})
}
