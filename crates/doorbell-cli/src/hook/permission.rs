//! Claude Code's PermissionRequest hook: what it wants to do, and what it may.

use std::hash::{DefaultHasher, Hash, Hasher};

use doorbell_protocol::{Action, ElicitParams, ElicitResult, Key, ServerClaim};
use serde_json::{Map, Value, json};

use super::claude_code::NotUnderstood;

/// What the agent is told when the person gives no reason.
const DENIED: &str = "The person denied this in Doorbell.";

/// A tool, and what it is to be used with.
#[derive(Debug, PartialEq)]
pub struct Permission {
    tool: String,
    input: Value,
    /// The rules that the agent would add for "always", in its own words.
    suggestions: Vec<Value>,
    server: Option<String>,
    session: Option<String>,
    folder: Option<String>,
}

impl Permission {
    pub fn read(said: &Value) -> Result<Self, NotUnderstood> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        Ok(Self {
            tool: text(&said["tool_name"]).ok_or(NotUnderstood::Missing("tool_name"))?,
            input: said["tool_input"].clone(),
            suggestions: said["permission_suggestions"]
                .as_array()
                .cloned()
                .unwrap_or_default(),
            server: text(&said["mcp_server"]["name"]),
            session: text(&said["session_id"]),
            folder: text(&said["cwd"]),
        })
    }

    /// What is asked of Doorbell.
    pub fn params(&self) -> ElicitParams {
        let rules = self.suggestions.iter().map(rule).collect();
        let mut params = ElicitParams::permission(&self.tool, written(&self.input), rules);
        let server = self.server.as_deref().unwrap_or("Claude Code");
        params.server = Some(ServerClaim::named(server));
        params.agent = Some("Claude Code".to_owned());
        params.session.clone_from(&self.session);
        params.project.clone_from(&self.folder);
        params.hand_back = true;
        params
    }

    /// The key that the hook which hears of the tool's use can make too. Whoever knows it can only
    /// take the question back, so it need not be random.
    pub fn key(&self) -> Option<Key> {
        let mut digest = DefaultHasher::new();
        (&self.tool, self.input.to_string()).hash(&mut digest);
        let session = self.session.as_deref()?;
        Key::new(format!("claude-code {session} {:016x}", digest.finish()))
    }

    /// The hook's answer. What no person decided is left to the dialog in the terminal.
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

/// What the tool is used with, a line for each short value; what has lines of its own stands
/// indented under its name, so that nothing in it can pass for another name.
fn written(input: &Value) -> String {
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

/// A rule as a person reads it: "Bash(npm test:*), allow, in localSettings". One of another kind is
/// shown as it is.
fn rule(suggestion: &Value) -> String {
    known_rule(suggestion).unwrap_or_else(|| suggestion.to_string())
}

fn known_rule(suggestion: &Value) -> Option<String> {
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
    fn what_has_lines_cannot_pass_for_another_name() {
        let input = json!({
            "command": "npm test",
            "description": "harmless\ncommand: rm -rf /",
            "timeout": 5,
            "edits": [{"old": "a"}],
        });
        let expected = "command: npm test\ndescription:\n    harmless\n    command: rm -rf /\n\
                        timeout: 5\nedits:\n    [\n      {\n        \"old\": \"a\"\n      }\n    ]";
        assert_eq!(written(&input), expected);
        assert_eq!(written(&json!("text")), "\"text\"");
    }

    #[test]
    fn a_rule_is_shown_as_the_agent_writes_it_and_never_in_part() {
        let known = json!({"type": "addRules", "behavior": "allow", "destination": "localSettings",
            "rules": [{"toolName": "Bash", "ruleContent": "npm test:*"}, {"toolName": "Read"}]});
        assert_eq!(
            rule(&known),
            "Bash(npm test:*) Read, allow, in localSettings"
        );
        let mut more = known.clone();
        more["everywhere"] = true.into();
        assert_eq!(rule(&more), more.to_string());
        let mut odd = known;
        odd["rules"][1]["unless"] = "x".into();
        assert_eq!(rule(&odd), odd.to_string());
        let mode = json!({"type": "setMode", "mode": "acceptEdits", "destination": "session"});
        assert_eq!(rule(&mode), mode.to_string());
    }
}
