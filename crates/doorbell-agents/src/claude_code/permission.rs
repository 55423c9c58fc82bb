//! Claude Code's PermissionRequest hook.

mod action;
mod suggestion;
#[cfg(test)]
mod tests;

use std::hash::{DefaultHasher, Hash, Hasher};

use doorbell_protocol::{
    Action, ElicitParams, ElicitResult, PermissionAnswer, PermissionChoice, PermissionParams,
    ServerClaim, WithdrawName,
};
use serde_json::{Map, Value, json};

use super::{AGENT, InvalidEvent};

/// The message for the agent if the user gives none.
const DENIED: &str = "The person denied this in Doorbell.";
/// Tools whose permission is the agent's way to ask something else. Claude Code ignores a plain "allow"
/// for them and goes on waiting in the terminal, so the terminal asks.
const ASKED_IN_TERMINAL: [&str; 2] = ["AskUserQuestion", "ExitPlanMode"];
/// More choices than this are refused by Doorbell.
const MAX_CHOICES: usize = 16;

/// A request to use a tool with this input.
#[derive(Debug, PartialEq)]
pub struct PermissionRequest {
    tool: String,
    input: Value,
    /// What the agent offers to change besides allowing this call.
    suggestions: Vec<Value>,
    server: Option<String>,
    session: Option<String>,
    folder: Option<String>,
}

/// What is at the path that the Write tool would write to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExistingFile<'a> {
    /// No file.
    Absent,
    /// A text file.
    Text(&'a str),
    /// A file that is too long to show, or is not text.
    Unreadable,
}

impl PermissionRequest {
    /// Reads a request from an event.
    ///
    /// # Errors
    /// Returns an [`InvalidEvent`].
    pub fn parse(event: &Value) -> Result<Self, InvalidEvent> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        Ok(Self {
            tool: text(&event["tool_name"]).ok_or(InvalidEvent::Missing("tool_name"))?,
            input: event["tool_input"].clone(),
            suggestions: event["permission_suggestions"]
                .as_array()
                .cloned()
                .unwrap_or_default(),
            server: text(&event["mcp_server"]["name"]),
            session: text(&event["session_id"]),
            folder: text(&event["cwd"]),
        })
    }

    /// True if the terminal must ask instead of Doorbell.
    pub fn is_asked_in_terminal(&self) -> bool {
        ASKED_IN_TERMINAL.contains(&self.tool.as_str())
    }

    /// The file that the tool would overwrite.
    pub fn written_file(&self) -> Option<&str> {
        self.input["file_path"]
            .as_str()
            .filter(|_| self.tool == "Write")
    }

    /// Returns the question for Doorbell, without a name to withdraw it by.
    pub fn params(&self, existing: ExistingFile<'_>) -> ElicitParams {
        let described = action::describe(&self.tool, &self.input, self.server.as_deref(), existing);
        let choices = self.choices();
        let left_out = self.suggestions.len() - choices.len();
        let permission = PermissionParams {
            action: described.action,
            description: described.description,
            arguments: self.arguments(),
            reasons: described.reasons,
            choices,
            omitted: suggestion::left_out(left_out).into_iter().collect(),
            ..PermissionParams::default()
        };
        let mut params = ElicitParams::permission(&self.tool, permission);
        params.server = Some(ServerClaim::named(AGENT));
        params.agent = Some(AGENT.to_owned());
        params.session.clone_from(&self.session);
        params.project.clone_from(&self.folder);
        params.hand_back = true;
        params
    }

    /// Returns a name that the PostToolUse hook can derive as well. Unlike the question's key, it is
    /// predictable.
    pub fn withdraw_name(&self) -> Option<WithdrawName> {
        let mut digest = DefaultHasher::new();
        (&self.tool, self.input.to_string()).hash(&mut digest);
        let session = self.session.as_deref()?;
        WithdrawName::new(format!("claude-code {session} {:016x}", digest.finish()))
    }

    /// Returns the hook's answer. An empty object leaves the decision to the dialog in the terminal.
    pub fn answer(&self, result: &ElicitResult) -> Value {
        let answer = PermissionAnswer::read(result.content.as_ref());
        let choice = answer.as_ref().map(|answer| answer.choice.as_str());
        let decision = match (result.action, choice) {
            (Action::Accept, Some(PermissionAnswer::ALLOW)) => json!({"behavior": "allow"}),
            (Action::Accept, Some(id)) => match self.suggestion(id) {
                // Only the chosen one: another may switch the agent's mode.
                Some(suggestion) => {
                    json!({"behavior": "allow", "updatedPermissions": [suggestion]})
                }
                None => return json!({}),
            },
            (Action::Decline, _) => {
                let message = answer.and_then(|answer| answer.message);
                json!({"behavior": "deny", "message": message.as_deref().unwrap_or(DENIED)})
            }
            (Action::Accept, None) | (Action::Cancel, _) => return json!({}),
        };
        json!({"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": decision}})
    }

    /// One choice for each suggestion that can be put into words.
    fn choices(&self) -> Vec<PermissionChoice> {
        let suggestions = self.suggestions.iter().enumerate();
        let choices = suggestions.filter_map(|(index, suggestion)| {
            Some(PermissionChoice {
                id: choice_id(index),
                effect: suggestion::effect(suggestion)?,
            })
        });
        choices.take(MAX_CHOICES).collect()
    }

    fn suggestion(&self, id: &str) -> Option<&Value> {
        let is_offered = self.choices().iter().any(|choice| choice.id == id);
        let mut suggestions = self.suggestions.iter().enumerate();
        let (_, suggestion) = suggestions.find(|(index, _)| choice_id(*index) == id)?;
        is_offered.then_some(suggestion)
    }

    fn arguments(&self) -> Map<String, Value> {
        match &self.input {
            Value::Object(members) => members.clone(),
            Value::Null => Map::new(),
            other => Map::from_iter([("input".to_owned(), other.clone())]),
        }
    }
}

fn choice_id(index: usize) -> String {
    format!("suggestion-{index}")
}
