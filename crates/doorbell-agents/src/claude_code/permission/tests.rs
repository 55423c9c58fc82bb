use doorbell_protocol::ElicitMode;
use serde_json::json;

use super::super::golden;
use super::*;

fn result(action: Action, content: Value) -> ElicitResult {
    golden::result(action, content, "")
}

fn request(tool: &str, input: Value) -> PermissionRequest {
    let event = json!({"session_id": "s", "tool_name": tool, "tool_input": input});
    PermissionRequest::parse(&event).unwrap()
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
fn change_is_allowed_only_where_it_fits() {
    let edits =
        json!([{"old_string": "a", "new_string": "b"}, {"old_string": "c", "new_string": "d"}]);
    let multi = json!({"file_path": "/f", "edits": edits});
    let edit = json!({"file_path": "/f", "old_string": "a", "new_string": "b"});
    for (tool, input, texts, is_allowed) in [
        ("Bash", json!({"command": "ls"}), json!(["ls -l"]), true),
        ("Bash", json!({"command": "ls"}), json!([]), false),
        ("Bash", json!({"command": "ls"}), json!(["ls", "ls"]), false),
        ("Bash", json!({"command": "ls"}), json!("ls -l"), false),
        ("Bash", json!({"command": 7}), json!(["ls"]), false),
        ("Edit", edit, json!(["x"]), true),
        ("MultiEdit", multi.clone(), json!(["x", "y"]), true),
        ("MultiEdit", multi, json!(["x"]), false),
        ("MultiEdit", json!({"edits": []}), json!([]), false),
        (
            "WebFetch",
            json!({"url": "https://a.example"}),
            json!(["https://b.example"]),
            false,
        ),
        (
            "mcp__a__Bash",
            json!({"command": "ls"}),
            json!(["ls -l"]),
            false,
        ),
    ] {
        let content = json!({"choice": "allow", "changed": texts});
        let output = request(tool, input).answer(&result(Action::Accept, content));
        assert_eq!(output != json!({}), is_allowed, "{tool} {texts}");
    }
}

#[test]
fn shown_text_is_editable_for_few_tools() {
    let new = json!({"file_path": "/f", "content": "x", "old_string": "a", "new_string": "b"});
    for (tool, input, editable) in [
        ("Bash", json!({"command": "ls"}), true),
        ("Write", new.clone(), true),
        ("Edit", new, true),
        // Without a path, the window shows only the arguments.
        ("Edit", json!({"old_string": "a", "new_string": "b"}), false),
        ("MultiEdit", json!({"file_path": "/f", "edits": []}), false),
        (
            "NotebookEdit",
            json!({"notebook_path": "/n", "new_source": "x"}),
            false,
        ),
        ("Read", json!({"file_path": "/f"}), false),
        ("WebFetch", json!({"url": "https://a.example"}), false),
    ] {
        assert_eq!(
            permission(&request(tool, input)).editable,
            editable,
            "{tool}"
        );
    }
}

#[test]
fn name_is_that_of_the_tool_that_ran() {
    let name = |tool, input| request(tool, input).withdraw_name().unwrap();
    let questions = json!([{"question": "Which?"}]);
    let asked = json!({"questions": questions});
    let answered = json!({"questions": questions, "answers": {"Which?": "A"}, "annotations": {}});
    assert_eq!(
        name("AskUserQuestion", asked.clone()),
        name("AskUserQuestion", answered.clone())
    );
    assert_ne!(name("Bash", asked.clone()), name("Bash", answered));
    let others = json!({"questions": [{"question": "What?"}]});
    assert_ne!(
        name("AskUserQuestion", asked),
        name("AskUserQuestion", others)
    );
    // The terminal can change the plan.
    let plan = |text: &str| name("ExitPlanMode", json!({"plan": text}));
    assert_eq!(plan("a"), plan("b"));
    let missing = PermissionRequest::parse(&json!({"tool_name": "Bash"})).unwrap();
    assert_eq!(missing.withdraw_name(), None);
}

#[test]
fn request_that_cannot_be_shown_refers_to_the_terminal() {
    let same_label = json!([{"question": "Which?", "options": [{"label": "A"}, {"label": "A"}]}]);
    for (tool, input) in [
        ("ExitPlanMode", json!({})),
        ("ExitPlanMode", json!({"plan": " \n"})),
        ("AskUserQuestion", json!({"questions": same_label})),
    ] {
        let request = request(tool, input);
        let params = request.params(ExistingFile::Absent);
        let reason = request.unshowable().unwrap();
        assert_eq!(params.message, format!("{reason} Answer in the terminal."));
        let notice = AgentQuestion::Notice(NoticeReason::WaitsInTerminal);
        assert_eq!(params.mode, ElicitMode::Agent(notice));
        assert!(!params.hand_back);
        assert_eq!(
            request.answer(&result(Action::Accept, json!(null))),
            json!({})
        );
    }
}

#[test]
fn question_without_a_terminal_does_not_refer_to_it() {
    let request = bash(json!([{"type": "unknown"}])).without_terminal();
    assert!(!request.params(ExistingFile::Absent).hand_back);
    assert_eq!(
        permission(&request).omitted,
        ["1 suggestion of Claude Code can’t be explained here."]
    );
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
