//! Claude Code's PermissionRequest hook.

use std::hash::{DefaultHasher, Hash, Hasher};

use doorbell_protocol::{Action, ElicitParams, ElicitResult, ServerClaim, WithdrawName};
use serde_json::{Map, Value, json};

use super::claude_code::InvalidEvent;

/// The message for the agent if the user gives no reason.
const DENIED: &str = "The person denied this in Doorbell.";

/// A request to use a tool with this input.
#[derive(Debug, PartialEq)]
pub struct PermissionRequest {
    tool: String,
    input: Value,
    /// The rules that the agent would add for "always".
    suggestions: Vec<Value>,
    server: Option<String>,
    session: Option<String>,
    folder: Option<String>,
}

impl PermissionRequest {
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

    pub fn params(&self) -> ElicitParams {
        let rules = self.suggestions.iter().map(format_rule).collect();
        let mut params = ElicitParams::permission(&self.tool, format_input(&self.input), rules);
        let server = self.server.as_deref().unwrap_or("Claude Code");
        params.server = Some(ServerClaim::named(server));
        params.agent = Some("Claude Code".to_owned());
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
        let content = |name: &str| {
            result
                .content
                .as_ref()
                .and_then(|content| content.get(name))
        };
        let decision = match result.action {
            Action::Accept if content("always") == Some(&json!(true)) => {
                json!({"behavior": "allow", "updatedPermissions": self.suggestions})
            }
            Action::Accept => json!({"behavior": "allow"}),
            Action::Decline => {
                let reason = content("reason").and_then(Value::as_str);
                json!({"behavior": "deny", "message": reason.unwrap_or(DENIED)})
            }
            Action::Cancel => return json!({}),
        };
        json!({"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": decision}})
    }
}

/// Formats the tool's input with a line for each value. A value of several lines is indented, so that
/// none of them can pass for another name.
fn format_input(input: &Value) -> String {
    let Some(members) = input.as_object() else {
        return pretty(input);
    };
    let mut lines = Vec::new();
    for (name, value) in members {
        let text = value.as_str().map_or_else(|| pretty(value), str::to_owned);
        if text.contains('\n') {
            lines.push(format!("{name}:"));
            lines.extend(text.lines().map(|line| format!("    {line}")));
        } else {
            lines.push(format!("{name}: {text}"));
        }
    }
    lines.join("\n")
}

/// Formats a rule for people: "Bash(npm test:*), allow, in localSettings". Returns any other
/// suggestion as JSON.
fn format_rule(suggestion: &Value) -> String {
    format_known_rule(suggestion).unwrap_or_else(|| suggestion.to_string())
}

fn format_known_rule(suggestion: &Value) -> Option<String> {
    let members: &Map<_, _> = suggestion.as_object()?;
    let is_known = members
        .keys()
        .all(|name| ["type", "rules", "behavior", "destination"].contains(&name.as_str()));
    if !is_known || suggestion["type"] != "addRules" {
        return None;
    }
    let rules = suggestion["rules"].as_array()?.iter().map(|rule| {
        let members = rule.as_object()?;
        let tool = rule["toolName"].as_str()?;
        match (members.len(), rule.get("ruleContent")) {
            (1, None) => Some(tool.to_owned()),
            (2, Some(content)) => Some(format!("{tool}({})", content.as_str()?)),
            _ => None,
        }
    });
    let rules: Option<Vec<String>> = rules.collect();
    let behavior = suggestion["behavior"].as_str()?;
    let destination = suggestion["destination"].as_str()?;
    Some(format!(
        "{}, {behavior}, in {destination}",
        rules?.join(" ")
    ))
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multi_line_value_cannot_pass_for_another_name() {
        let input = json!({
            "command": "npm test",
            "description": "harmless\ncommand: rm -rf /",
            "timeout": 5,
            "edits": [{"old": "a"}],
        });
        let expected = "command: npm test\ndescription:\n    harmless\n    command: rm -rf /\n\
                        timeout: 5\nedits:\n    [\n      {\n        \"old\": \"a\"\n      }\n    ]";
        assert_eq!(format_input(&input), expected);
        assert_eq!(format_input(&json!("text")), "\"text\"");
    }

    #[test]
    fn rule_is_shown_completely() {
        let known = json!({"type": "addRules", "behavior": "allow", "destination": "localSettings",
            "rules": [{"toolName": "Bash", "ruleContent": "npm test:*"}, {"toolName": "Read"}]});
        assert_eq!(
            format_rule(&known),
            "Bash(npm test:*) Read, allow, in localSettings"
        );
        let mut extra_member = known.clone();
        extra_member["everywhere"] = true.into();
        assert_eq!(format_rule(&extra_member), extra_member.to_string());
        let mut extra_condition = known;
        extra_condition["rules"][1]["unless"] = "x".into();
        assert_eq!(format_rule(&extra_condition), extra_condition.to_string());
        let mode = json!({"type": "setMode", "mode": "acceptEdits", "destination": "session"});
        assert_eq!(format_rule(&mode), mode.to_string());
    }
}
