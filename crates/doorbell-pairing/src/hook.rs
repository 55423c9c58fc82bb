//! Claude Code's hooks: the way to servers that it reaches itself, and to what it asks of its own.

mod settings;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::dialect::DAY_IN_SECONDS;
use crate::document::Node;
use crate::entry::is_doorbell;
use crate::server::ServerId;

pub(crate) use settings::{add, remove};

/// Where hooks are.
pub(crate) const HOOKS: &str = "hooks";
/// A server asks.
const ELICITATION: &str = "Elicitation";
/// The agent wants leave to use a tool.
pub(crate) const PERMISSION: &str = "PermissionRequest";
/// A tool was used, so its question was answered in the terminal.
const USED: &str = "PostToolUse";
/// Whatever was asked is over: Esc in the terminal does not end a hook that waits.
const OVER: [&str; 3] = ["Stop", "UserPromptSubmit", "SessionEnd"];
/// How long a hook may take that only tells Doorbell something.
const TELLING_IN_SECONDS: u64 = 10;

/// One hook of the settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hook {
    /// What it is for.
    pub event: String,
    /// The group that stands in the event's list.
    pub group: Value,
}

impl Hook {
    /// Whether every other hook needs it too.
    pub fn is_shared(&self) -> bool {
        OVER.contains(&self.event.as_str())
    }
}

/// What asks Doorbell about the questions of one server, or about permissions.
pub(crate) fn wanted(doorbell: &str, server: &ServerId) -> Vec<Hook> {
    let hook = |event: &str, matcher: Option<String>, seconds: u64| {
        let hooks = json!([{
            "type": "command",
            "command": doorbell,
            "args": ["hook", "claude-code"],
            "timeout": seconds,
        }]);
        let group = match matcher {
            Some(matcher) => json!({"matcher": matcher, HOOKS: hooks}),
            None => json!({HOOKS: hooks}),
        };
        Hook {
            event: event.to_owned(),
            group,
        }
    };
    let mut wanted = if server.is_permissions() {
        vec![
            hook(PERMISSION, None, DAY_IN_SECONDS),
            hook(USED, None, TELLING_IN_SECONDS),
        ]
    } else {
        let matcher = Some(matcher(server.name()));
        vec![hook(ELICITATION, matcher, DAY_IN_SECONDS)]
    };
    wanted.extend(OVER.map(|event| hook(event, None, TELLING_IN_SECONDS)));
    wanted
}

/// What matches this server's name and no other. A plain word is compared; anything else is an
/// expression that may match a part.
fn matcher(server: &str) -> String {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    if !server.is_empty() && server.chars().all(is_word) {
        return server.to_owned();
    }
    let mut expression = String::from("^");
    for letter in server.chars() {
        if !is_word(letter) && !matches!(letter, '-' | ' ') && letter.is_ascii() {
            expression.push('\\');
        }
        expression.push(letter);
    }
    expression.push('$');
    expression
}

/// Whether a hook asks Doorbell about this server's questions, or about permissions.
pub(crate) fn covers(root: &Node, server: &ServerId) -> bool {
    if server.is_permissions() {
        is_told(root, PERMISSION)
    } else {
        let name = server.name();
        groups(root, ELICITATION)
            .any(|group| (is_for_all(&group) || is_for(&group, name)) && asks_doorbell(&group))
    }
}

/// Whether Doorbell hears of every such event.
fn is_told(root: &Node, event: &str) -> bool {
    groups(root, event).any(|group| is_for_all(&group) && asks_doorbell(&group))
}

fn groups<'a>(root: &'a Node, event: &'a str) -> impl Iterator<Item = Value> + 'a {
    let groups = root.down([HOOKS, event]).ok().flatten();
    let groups = groups.and_then(Node::items).unwrap_or_default();
    groups.iter().map(Node::value)
}

fn is_for_all(group: &Value) -> bool {
    let matcher = group.get("matcher").and_then(Value::as_str);
    matches!(matcher, None | Some("" | "*"))
}

fn is_for(group: &Value, server: &str) -> bool {
    let found = group.get("matcher").and_then(Value::as_str);
    found.is_some_and(|found| found == server || found == matcher(server))
}

fn asks_doorbell(group: &Value) -> bool {
    let hooks = group.get(HOOKS).and_then(Value::as_array);
    hooks.into_iter().flatten().any(|hook| {
        let command = hook.get("command").and_then(Value::as_str).unwrap_or("");
        let is_hook = hook.pointer("/args/0").and_then(Value::as_str) == Some("hook");
        (is_doorbell(command) && is_hook) || command.strip_suffix(" hook").is_some_and(is_doorbell)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::Agent;
    use crate::document::Format;

    #[test]
    fn a_matcher_matches_one_name_only() {
        for (name, expected) in [
            ("shop", "shop"),
            ("my_shop2", "my_shop2"),
            ("my-shop", "^my-shop$"),
            ("a.b (c)|d", "^a\\.b \\(c\\)\\|d$"),
            ("", "^$"),
        ] {
            assert_eq!(matcher(name), expected);
        }
    }

    #[test]
    fn a_hook_that_somebody_wrote_counts() {
        let any = server("any");
        for text in [
            r#"{"hooks":{"Elicitation":[{"hooks":[{"type":"command","command":"doorbell hook"}]}]}}"#,
            r#"{"hooks":{"Elicitation":[{"matcher":"","hooks":[{"command":"/opt/doorbell","args":["hook","claude-code"]}]}]}}"#,
        ] {
            let root = Format::Json.read(text).unwrap();
            assert!(covers(&root, &any), "{text}");
            assert!(!covers(&root, &permissions()), "{text}");
        }
        let other =
            r#"{"hooks":{"Elicitation":[{"hooks":[{"type":"command","command":"other"}]}]}}"#;
        assert!(!covers(&Format::Json.read(other).unwrap(), &any));
    }

    #[test]
    fn permissions_are_covered_by_a_hook_for_every_tool() {
        for (matcher, is_covered) in [("", true), ("*", true), ("Bash", false)] {
            let text = format!(
                r#"{{"hooks":{{"PermissionRequest":[{{"matcher":"{matcher}","hooks":[{{"command":"doorbell","args":["hook"]}}]}}]}}}}"#
            );
            let root = Format::Json.read(&text).unwrap();
            assert_eq!(covers(&root, &permissions()), is_covered, "{matcher}");
        }
    }

    pub fn server(name: &str) -> ServerId {
        ServerId {
            agent: Agent::ClaudeCode,
            file: "/.claude.json".into(),
            at: vec!["mcpServers".into(), name.into()],
        }
    }

    pub fn permissions() -> ServerId {
        ServerId::permissions("/settings.json".into())
    }
}
