//! Golden files: real events, what Doorbell asks for them, and the hook's output for each answer.
//!
//! A folder in `tests/golden/claude-code` is a case. `DOORBELL_RENEW=1 cargo test -p doorbell-cli`
//! rewrites `params.json` and `answers.json`; review the difference.

use std::fs;
use std::path::Path;

use doorbell_protocol::{ElicitMode, OutcomeMeta};

use super::*;

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/claude-code");

#[test]
fn events_become_permissions_and_answers_become_output() {
    let mut cases: Vec<_> = fs::read_dir(CASES)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    cases.sort();
    assert!(cases.len() >= 12, "{cases:?}");
    for case in cases {
        let event: Value =
            serde_json::from_slice(&fs::read(case.join("event.json")).unwrap()).unwrap();
        let request = PermissionRequest::parse(&event).unwrap();
        assert!(!request.is_asked_in_terminal());
        let old = fs::read_to_string(case.join("old.txt")).ok();
        let existing = old
            .as_deref()
            .map_or(ExistingFile::Absent, ExistingFile::Text);
        let params = request.params(existing);
        compare(&case.join("params.json"), &params.to_value());
        compare(&case.join("answers.json"), &answers(&request, &params));
    }
}

/// Returns the hook's output for each choice, and for a denial with a message.
fn answers(request: &PermissionRequest, params: &ElicitParams) -> Value {
    let ElicitMode::Permission(permission) = &params.mode else {
        panic!("{params:?}");
    };
    let ids = permission.choices.iter().map(|choice| choice.id.as_str());
    let mut answers: Map<_, _> = ["allow"]
        .into_iter()
        .chain(ids)
        .map(|id| {
            let output = request.answer(&result(Action::Accept, json!({"choice": id})));
            (id.to_owned(), output)
        })
        .collect();
    let denied = json!({"choice": "deny", "message": "Not on Friday"});
    answers.insert(
        "deny".to_owned(),
        request.answer(&result(Action::Decline, denied)),
    );
    answers.into()
}

fn compare(path: &Path, found: &Value) {
    let found = serde_json::to_string_pretty(found).unwrap() + "\n";
    if std::env::var_os("DOORBELL_RENEW").is_some() {
        fs::write(path, &found).unwrap();
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(found, expected, "{}", path.display());
}

fn result(action: Action, content: Value) -> ElicitResult {
    let outcome = OutcomeMeta {
        outcome: String::new(),
        reason: None,
        question: None,
        shown_at: None,
        answered_at: None,
    };
    ElicitResult::new(action, content.as_object().cloned(), outcome)
}

fn bash(suggestions: Value) -> PermissionRequest {
    let event = json!({
        "tool_name": "Bash",
        "tool_input": {"command": "make"},
        "permission_suggestions": suggestions,
    });
    PermissionRequest::parse(&event).unwrap()
}

fn permission(request: &PermissionRequest) -> PermissionParams {
    match request.params(ExistingFile::Absent).mode {
        ElicitMode::Permission(permission) => *permission,
        other => panic!("{other:?}"),
    }
}

#[test]
fn answer_without_a_known_choice_decides_nothing() {
    let mode = json!({"type": "setMode", "mode": "acceptEdits", "destination": "session"});
    let bypass = json!({"type": "setMode", "mode": "bypassPermissions", "destination": "session"});
    let request = bash(json!([mode, bypass]));
    for content in [
        json!({"choice": "suggestion-1"}),
        json!({"choice": "suggestion-2"}),
        json!({"choice": "everything"}),
        json!({"always": true}),
        json!(null),
    ] {
        let output = request.answer(&result(Action::Accept, content.clone()));
        assert_eq!(output, json!({}), "{content}");
    }
    let cancelled = result(Action::Cancel, json!({"choice": "allow"}));
    assert_eq!(request.answer(&cancelled), json!({}));
}

#[test]
fn denial_without_a_message_has_a_default_one() {
    let output = bash(json!([])).answer(&result(Action::Decline, json!({"choice": "deny"})));
    let decision = &output["hookSpecificOutput"]["decision"];
    assert_eq!(decision["message"], DENIED);
}

#[test]
fn agents_own_questions_are_left_to_the_terminal() {
    for (tool, expected) in [
        ("AskUserQuestion", true),
        ("ExitPlanMode", true),
        ("Bash", false),
    ] {
        let request = PermissionRequest::parse(&json!({"tool_name": tool})).unwrap();
        assert_eq!(request.is_asked_in_terminal(), expected, "{tool}");
    }
}

#[test]
fn suggestion_is_put_into_words() {
    let rules = |rules: Value, destination: &str| json!({"type": "addRules", "rules": rules, "behavior": "allow", "destination": destination});
    let rule = |tool: &str, content: &str| {
        let rule = match content {
            "" => json!({"toolName": tool}),
            content => json!({"toolName": tool, "ruleContent": content}),
        };
        rules(json!([rule]), "session")
    };
    let folders = json!({"type": "addDirectories", "directories": ["/a", "/b"], "destination": "userSettings"});
    let two = json!([{"toolName": "Bash", "ruleContent": "npm test:*"}, {"toolName": "Read"}]);
    for (suggestion, expected) in [
        (
            json!({"type": "setMode", "mode": "acceptEdits", "destination": "session"}),
            "Accept all edits until the session ends",
        ),
        (
            rules(two, "localSettings"),
            "Always allow commands that start with “npm test” and reading any file in this project, \
             on this computer",
        ),
        (
            rules(json!([{"toolName": "Bash"}]), "projectSettings"),
            "Always allow every command in this project, for everyone who works on it",
        ),
        (
            folders,
            "Let Claude Code work in “/a” and “/b” in all your projects",
        ),
        (
            rule("Bash", "npm test"),
            "Allow the command “npm test” until the session ends",
        ),
        (
            rule("Bash", "git * main"),
            "Allow commands like “git * main” until the session ends",
        ),
        (
            rule("WebFetch", "domain:a.com"),
            "Allow fetching from “a.com” until the session ends",
        ),
        (
            rule("Read", "//srv/x/**"),
            "Allow reading files in “/srv/x” until the session ends",
        ),
        (
            rule("Edit", "src/*.ts"),
            "Allow editing “src/*.ts” until the session ends",
        ),
        (rule("Write", ""), "Allow every edit until the session ends"),
        (
            rule("mcp__github__merge", ""),
            "Allow “github › merge” until the session ends",
        ),
        (
            rule("mcp__github", ""),
            "Allow every tool of “github” until the session ends",
        ),
        (
            rule("Skill", ""),
            "Allow the tool “Skill” until the session ends",
        ),
        (
            rule("Skill", "pdf"),
            "Allow “Skill” for “pdf” until the session ends",
        ),
    ] {
        assert_eq!(suggestion::effect(&suggestion).as_deref(), Some(expected));
    }
}

#[test]
fn unknown_suggestions_are_not_offered() {
    let known = json!({"type": "setMode", "mode": "acceptEdits", "destination": "session"});
    let rules = json!({"type": "addRules", "behavior": "allow", "destination": "session",
        "rules": [{"toolName": "Bash", "ruleContent": "x"}]});
    let changed = |suggestion: &Value, pointer: &str, name: &str, value: Value| {
        let mut suggestion = suggestion.clone();
        suggestion.pointer_mut(pointer).unwrap()[name] = value;
        suggestion
    };
    for unknown in [
        changed(&known, "", "type", json!("removeRules")),
        changed(&known, "", "mode", json!("bypassPermissions")),
        changed(&known, "", "mode", json!("plan")),
        changed(&known, "", "destination", json!("everywhere")),
        changed(&known, "", "also", json!(true)),
        changed(&rules, "", "behavior", json!("deny")),
        changed(&rules, "", "rules", json!([])),
        changed(&rules, "", "everywhere", json!(true)),
        changed(&rules, "/rules/0", "unless", json!("y")),
        changed(&rules, "/rules/0", "ruleContent", json!(7)),
        changed(&rules, "/rules/0", "ruleContent", json!("x”; “y")),
        changed(&rules, "/rules/0", "ruleContent", json!("x\ny")),
        changed(&rules, "/rules/0", "ruleContent", json!("x".repeat(300))),
        json!("setMode"),
    ] {
        assert_eq!(suggestion::effect(&unknown), None, "{unknown}");
        let request = bash(json!([unknown, known]));
        let permission = permission(&request);
        assert_eq!(permission.choices.len(), 1, "{unknown}");
        assert_eq!(permission.choices[0].id, "suggestion-1");
        assert_eq!(
            permission.omitted,
            [
                "1 suggestion of Claude Code can’t be explained here. Answer in the terminal to use it."
            ]
        );
    }
}

#[test]
fn more_suggestions_than_doorbell_shows_are_left_out() {
    let folder = |index: usize| json!({"type": "addDirectories", "directories": [format!("/{index}")], "destination": "session"});
    let offered = |count: usize| {
        let permission = permission(&bash((0..count).map(folder).collect()));
        (permission.choices.len(), permission.omitted.len())
    };
    assert_eq!(offered(MAX_CHOICES), (MAX_CHOICES, 0));
    assert_eq!(offered(MAX_CHOICES + 1), (MAX_CHOICES, 1));
}

#[test]
fn file_that_cannot_be_shown_is_mentioned() {
    let event = json!({"tool_name": "Write", "tool_input": {"file_path": "/a", "content": "x"}});
    let request = PermissionRequest::parse(&event).unwrap();
    assert_eq!(request.written_file(), Some("/a"));
    let reasons = |existing| match request.params(existing).mode {
        ElicitMode::Permission(permission) => permission.reasons.len(),
        other => panic!("{other:?}"),
    };
    assert_eq!(reasons(ExistingFile::Absent), 0);
    assert_eq!(reasons(ExistingFile::Text("old")), 0);
    assert_eq!(reasons(ExistingFile::Unreadable), 1);
}

#[test]
fn tool_with_unexpected_input_shows_its_arguments() {
    for input in [json!({"command": 7}), json!({}), json!(null), json!("text")] {
        let event = json!({"tool_name": "Bash", "tool_input": input});
        let request = PermissionRequest::parse(&event).unwrap();
        let permission = permission(&request);
        assert_eq!(
            permission.action,
            doorbell_protocol::PermissionAction::Other
        );
    }
}
