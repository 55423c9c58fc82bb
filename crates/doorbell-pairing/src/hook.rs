//! Claude Code's hooks, which hand over the questions of servers with a URL and the permission
//! requests of Claude Code itself.

mod settings;

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::document::Node;
use crate::entry::is_doorbell;
use crate::entry_format::DAY_IN_SECONDS;
use crate::launcher;
use crate::record::{ChangeKind, PairingRecord};
use crate::server::ServerId;

pub(crate) use settings::{add, remove};

/// The key of all hooks, and of the list in each group.
pub(crate) const HOOKS: &str = "hooks";
const ELICITATION: &str = "Elicitation";
pub(crate) const PERMISSION_REQUEST: &str = "PermissionRequest";
/// For hooks that wait for a reply. Doorbell's notice ends after an hour, so the hook ends before.
const REPLY_TIMEOUT_SECONDS: u64 = 60 * 60 + 60;
/// For a hook that wakes the idle agent.
const REPLY_ARGUMENT: &str = "--reply";
/// For hooks that do not wait for an answer.
const NOTIFY_TIMEOUT_SECONDS: u64 = 10;
/// What Claude Code shows while a hook reports something.
const NOTIFY_STATUS: &str = "Updating Doorbell";

/// What Claude Code must be paired for to get a hook.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PairedFor {
    Server,
    Permissions,
    /// All paired servers, and permissions, use one hook.
    Any,
}

struct HookEntry {
    event: &'static str,
    paired_for: PairedFor,
    timeout_seconds: u64,
    /// Shown in the terminal while the hook runs.
    status: &'static str,
    /// True if Claude Code does not wait for it.
    is_async: bool,
    /// True if the idle agent goes on with what it writes.
    takes_reply: bool,
}

/// Every hook that setup registers.
const ENTRIES: [HookEntry; 10] = [
    asks(
        ELICITATION,
        PairedFor::Server,
        "Waiting for your answer in Doorbell",
    ),
    // Claude Code goes on showing this while the command runs that the terminal allowed.
    asks(
        PERMISSION_REQUEST,
        PairedFor::Permissions,
        "Also asked in Doorbell",
    ),
    // A tool ran, so its permission request was answered, perhaps in the terminal. What the person
    // wrote reaches the model with the tool's result, so Claude Code waits for it.
    notifies("PostToolUse", PairedFor::Permissions),
    notifies("PostToolUseFailure", PairedFor::Permissions),
    // After these no question is open: pressing Esc in the terminal does not end a waiting hook.
    notifies("Stop", PairedFor::Any),
    notifies("UserPromptSubmit", PairedFor::Any),
    notifies("SessionEnd", PairedFor::Any),
    notifies("StopFailure", PairedFor::Any),
    // These tell what the session does.
    notifies("Notification", PairedFor::Any).in_background(),
    notifies("Stop", PairedFor::Any).taking_reply(),
];

const fn asks(event: &'static str, paired_for: PairedFor, status: &'static str) -> HookEntry {
    HookEntry {
        event,
        paired_for,
        timeout_seconds: DAY_IN_SECONDS,
        status,
        is_async: false,
        takes_reply: false,
    }
}

const fn notifies(event: &'static str, paired_for: PairedFor) -> HookEntry {
    HookEntry {
        event,
        paired_for,
        timeout_seconds: NOTIFY_TIMEOUT_SECONDS,
        status: NOTIFY_STATUS,
        is_async: false,
        takes_reply: false,
    }
}

impl HookEntry {
    const fn in_background(self) -> Self {
        Self {
            is_async: true,
            ..self
        }
    }

    /// The agent's terminal stays free meanwhile.
    const fn taking_reply(self) -> Self {
        Self {
            timeout_seconds: REPLY_TIMEOUT_SECONDS,
            takes_reply: true,
            ..self.in_background()
        }
    }

    fn is_for(&self, server: &ServerId) -> bool {
        match self.paired_for {
            PairedFor::Server => !server.is_permissions(),
            PairedFor::Permissions => server.is_permissions(),
            PairedFor::Any => true,
        }
    }

    fn hook(&self, launcher: &str, matcher: Option<String>) -> Hook {
        let mut handler = json!({
            "type": "command",
            "command": launcher,
            "args": ["claude-code"],
            "timeout": self.timeout_seconds,
            "statusMessage": self.status,
        });
        if self.is_async {
            handler["async"] = true.into();
        }
        if self.takes_reply {
            handler["args"] = json!(["claude-code", REPLY_ARGUMENT]);
            handler["asyncRewake"] = true.into();
        }
        let hooks = json!([handler]);
        Hook {
            event: self.event.to_owned(),
            group: match matcher {
                Some(matcher) => json!({"matcher": matcher, HOOKS: hooks}),
                None => json!({HOOKS: hooks}),
            },
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hook {
    pub event: String,
    /// The item in the event's list.
    pub group: Value,
}

impl Hook {
    /// Returns true if all paired servers use this one hook.
    pub fn is_shared(&self) -> bool {
        ENTRIES
            .iter()
            .any(|entry| entry.event == self.event && entry.paired_for == PairedFor::Any)
    }

    /// Returns the path of the launcher that it runs. Hooks of earlier versions run none.
    pub fn launcher(&self) -> Option<&str> {
        commands(&self.group).find(|command| is_launcher(command))
    }
}

/// Returns the hooks for the questions of one server, or for permission requests.
pub(crate) fn required_hooks(launcher: &str, server: &ServerId) -> Vec<Hook> {
    let entries = ENTRIES.iter().filter(|entry| entry.is_for(server));
    entries
        .map(|entry| {
            let is_of_server = entry.paired_for == PairedFor::Server;
            let matcher = is_of_server.then(|| matcher(server.name()));
            entry.hook(launcher, matcher)
        })
        .collect()
}

/// Returns a matcher for exactly this server. Claude Code compares a plain word, and takes anything
/// else for a regular expression that may match a part.
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

/// Returns true if a hook hands over this server's questions, or permission requests.
pub(crate) fn covers(root: &Node, server: &ServerId) -> bool {
    if server.is_permissions() {
        has_catch_all_hook(root, PERMISSION_REQUEST)
    } else {
        let name = server.name();
        groups(root, ELICITATION).any(|group| {
            (matches_all(&group) || matches_server(&group, name)) && runs_doorbell(&group)
        })
    }
}

/// Returns true if Doorbell's recorded hooks must be written again: an earlier version wrote them, or
/// this version needs one more.
pub(crate) fn are_outdated<'a>(
    root: &Node,
    records: impl IntoIterator<Item = &'a PairingRecord>,
) -> bool {
    records.into_iter().any(|record| {
        let ChangeKind::Hooked { hooks, .. } = &record.change.kind else {
            return false;
        };
        let is_old = |hook: &Hook| {
            hook.launcher().is_none() && groups(root, &hook.event).any(|group| group == hook.group)
        };
        let is_missing = |hook: &Hook| !groups(root, &hook.event).any(|it| runs_doorbell(&it));
        let required = required_hooks("", &record.server);
        hooks.iter().any(is_old) || required.iter().any(is_missing)
    })
}

/// Returns the programs of hooks that hand questions to Doorbell.
pub(crate) fn programs(root: &Node) -> BTreeSet<String> {
    let events = root.get(HOOKS).ok().flatten().and_then(Node::members);
    let groups = events
        .into_iter()
        .flatten()
        .flat_map(|event| event.value.items().unwrap_or_default())
        .map(Node::to_json)
        .filter(runs_doorbell);
    let mut programs = BTreeSet::new();
    for group in groups {
        let commands = commands(&group);
        let commands = commands.map(|command| command.strip_suffix(" hook").unwrap_or(command));
        let own = commands.filter(|program| is_doorbell(program) || is_launcher(program));
        programs.extend(own.map(str::to_owned));
    }
    programs
}

/// Returns true if the settings have such a hook, perhaps of another version.
fn has_hook_like(root: &Node, hook: &Hook) -> bool {
    groups(root, &hook.event).any(|group| {
        let is_alike = takes_reply(&group) == takes_reply(&hook.group);
        is_alike && matches_all(&group) && runs_doorbell(&group)
    })
}

fn takes_reply(group: &Value) -> bool {
    let hooks = group.get(HOOKS).and_then(Value::as_array);
    let arguments = hooks
        .into_iter()
        .flatten()
        .filter_map(|hook| hook.get("args"));
    let mut arguments = arguments.filter_map(Value::as_array).flatten();
    arguments.any(|argument| argument == REPLY_ARGUMENT)
}

/// Returns true if a hook without a matcher hands over this event.
fn has_catch_all_hook(root: &Node, event: &str) -> bool {
    groups(root, event).any(|group| matches_all(&group) && runs_doorbell(&group))
}

fn groups<'a>(root: &'a Node, event: &'a str) -> impl Iterator<Item = Value> + 'a {
    let groups = root.get_path([HOOKS, event]).ok().flatten();
    let groups = groups.and_then(Node::items).unwrap_or_default();
    groups.iter().map(Node::to_json)
}

fn matches_all(group: &Value) -> bool {
    let matcher = group.get("matcher").and_then(Value::as_str);
    matches!(matcher, None | Some("" | "*"))
}

fn matches_server(group: &Value, server: &str) -> bool {
    let pattern = group.get("matcher").and_then(Value::as_str);
    pattern.is_some_and(|pattern| pattern == server || pattern == matcher(server))
}

fn runs_doorbell(group: &Value) -> bool {
    let hooks = group.get(HOOKS).and_then(Value::as_array);
    hooks.into_iter().flatten().any(|hook| {
        let command = hook.get("command").and_then(Value::as_str).unwrap_or("");
        let is_hook = hook.pointer("/args/0").and_then(Value::as_str) == Some("hook");
        is_launcher(command)
            || (is_doorbell(command) && is_hook)
            || command.strip_suffix(" hook").is_some_and(is_doorbell)
    })
}

fn commands(group: &Value) -> impl Iterator<Item = &str> {
    let hooks = group.get(HOOKS).and_then(Value::as_array);
    hooks
        .into_iter()
        .flatten()
        .filter_map(|hook| hook.get("command")?.as_str())
}

fn is_launcher(command: &str) -> bool {
    Path::new(command)
        .file_name()
        .is_some_and(|name| name == launcher::FILE_NAME)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::Agent;
    use crate::document::FileFormat;

    #[test]
    fn matcher_matches_exactly_one_name() {
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
    fn hook_written_by_hand_covers_server() {
        let any = server("any");
        for text in [
            r#"{"hooks":{"Elicitation":[{"hooks":[{"type":"command","command":"doorbell hook"}]}]}}"#,
            r#"{"hooks":{"Elicitation":[{"matcher":"","hooks":[{"command":"/opt/doorbell","args":["hook","claude-code"]}]}]}}"#,
        ] {
            let root = FileFormat::Json.parse(text).unwrap();
            assert!(covers(&root, &any), "{text}");
            assert!(!covers(&root, &permissions()), "{text}");
        }
        let other =
            r#"{"hooks":{"Elicitation":[{"hooks":[{"type":"command","command":"other"}]}]}}"#;
        assert!(!covers(&FileFormat::Json.parse(other).unwrap(), &any));
    }

    #[test]
    fn permissions_need_a_hook_for_every_tool() {
        for (matcher, is_covered) in [("", true), ("*", true), ("Bash", false)] {
            let text = format!(
                r#"{{"hooks":{{"PermissionRequest":[{{"matcher":"{matcher}","hooks":[{{"command":"doorbell","args":["hook"]}}]}}]}}}}"#
            );
            let root = FileFormat::Json.parse(&text).unwrap();
            assert_eq!(covers(&root, &permissions()), is_covered, "{matcher}");
        }
    }

    pub fn server(name: &str) -> ServerId {
        ServerId {
            agent: Agent::ClaudeCode,
            file: "/.claude.json".into(),
            key_path: vec!["mcpServers".into(), name.into()],
        }
    }

    pub fn permissions() -> ServerId {
        ServerId::permissions("/settings.json".into())
    }
}
