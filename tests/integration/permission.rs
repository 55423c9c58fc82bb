//! Tool permissions: `doorbell/permission` and the Claude Code hook that sends it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use doorbell_daemon::view::{BodyView, PermissionDetailView, PermissionView, Press, PressReply};
use serde_json::{Value, json};

use crate::support::{CommandOutput, Doorbell, RunningCommand, ShownQuestion, doorbell_command};

const SESSION: &str = "c99896da-0000-4000-8000-000000000001";

#[test]
fn permission_is_allowed_after_reading_to_the_end() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.send_request(
        1,
        "doorbell/permission",
        json!({"tool": "Bash", "action": {"kind": "run", "command": "make"}}),
    );
    let question = doorbell.wait_for_question("");
    assert_eq!(question.try_press(Press::Allow), PressReply::Unread);
    report_read(&doorbell, &question);
    question.press(Press::Allow);
    let result = asker.read_result(1);
    assert_eq!(result["action"], "accept");
    assert_eq!(result["content"], json!({"choice": "allow"}));
    let lines = &doorbell.person().search_history("").entries;
    assert!(lines.is_empty(), "the daemon has no storage");
}

#[test]
fn permission_is_changed_before_it_is_allowed() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.send_request(
        1,
        "doorbell/permission",
        json!({
            "tool": "Bash",
            "action": {"kind": "run", "command": "make"},
            "editable": true,
            "note": true,
        }),
    );
    let question = doorbell.wait_for_question("");
    report_read(&doorbell, &question);
    question.press(Press::Edit);
    question.type_into(1, "make test");
    question.type_into(0, "Only the tests");
    question.press(Press::Allow);
    assert_eq!(
        asker.read_result(1)["content"],
        json!({"choice": "allow", "message": "Only the tests", "changed": ["make test"]})
    );
}

#[test]
fn invalid_or_oversized_permission_params_are_rejected() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    for (params, message) in [
        (
            json!({"action": {"kind": "other"}}),
            "params.tool is missing",
        ),
        (
            json!({"tool": "Bash", "action": "run"}),
            "params.action must be an object",
        ),
        (
            json!({"tool": "Bash", "action": {"kind": "run"}}),
            "params.action.command is missing",
        ),
        (
            json!({"tool": "Bash", "arguments": "x"}),
            "params.arguments must be an object",
        ),
        (
            json!({"tool": "Bash", "choices": [1]}),
            "params.choices must be a list of objects",
        ),
        (
            json!({"tool": "Bash", "choices": [{"id": "x"}]}),
            "params.choices[].effect is missing",
        ),
        (
            json!({"tool": "Bash", "choices": [{"id": "allow", "effect": "x"}]}),
            "params.choices has an id twice, or one that Doorbell uses itself",
        ),
    ] {
        asker.send_request(1, "doorbell/permission", params);
        assert_eq!(asker.read_error(1), (-32602, message.to_owned()));
    }
    let command = "x".repeat(128 * 1024 + 1);
    let long = json!({"tool": "Bash", "action": {"kind": "run", "command": command}});
    asker.send_request(2, "doorbell/permission", long);
    let result = asker.read_result(2);
    assert_eq!(result["action"], "cancel");
    assert_eq!(
        result["_meta"]["dev.doorbell/outcome"]["outcome"],
        "refused"
    );
}

#[test]
fn unknown_members_and_kinds_are_accepted() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    for params in [
        json!({"tool": "Teleport"}),
        json!({"tool": "Teleport", "action": {"kind": "teleport", "to": "Mars"}, "new": [1]}),
    ] {
        asker.send_request(1, "doorbell/permission", params);
        let question = doorbell.wait_for_question("");
        let shown = permission(&question);
        assert_eq!(shown.action, "Use the tool");
        assert_eq!(shown.subject.as_deref(), Some("Teleport"));
        question.press(Press::Deny);
        assert_eq!(asker.read_result(1)["content"], json!({"choice": "deny"}));
    }
}

#[test]
fn hook_returns_only_what_was_chosen() {
    let doorbell = Doorbell::start();
    let allow = json!({"behavior": "allow"});
    let more =
        |index: usize| json!({"behavior": "allow", "updatedPermissions": [suggestions()[index]]});
    let deny = json!({"behavior": "deny", "message": "Not on Friday"});
    let deny_without_message =
        json!({"behavior": "deny", "message": "The person denied this in Doorbell."});
    let cases: [(Press, &str, Value); 5] = [
        (Press::Allow, "", allow),
        (Press::AllowMore { choice: 0 }, "", more(0)),
        (Press::AllowMore { choice: 1 }, "", more(1)),
        (Press::Deny, "Not on Friday", deny),
        (Press::Deny, "", deny_without_message),
    ];
    for (press, message, decision) in cases {
        let hook = start_hook(&doorbell.socket(), &permission_event());
        let question = doorbell.wait_for_question("");
        let shown = permission(&question);
        assert_eq!(shown.action, "Run a command");
        assert_eq!(shown.description.as_deref(), Some("Run the tests"));
        assert_eq!(
            shown.choices,
            [
                "Always allow commands that start with “npm test” in this project, on this computer",
                "Accept all edits until the session ends",
            ]
        );
        report_read(&doorbell, &question);
        question.type_deny_message(message);
        question.press(press);
        let output = json!({"hookEventName": "PermissionRequest", "decision": decision});
        assert_prints(hook, &json!({"hookSpecificOutput": output}));
    }
}

#[test]
fn model_is_told_what_the_person_changed_and_says() {
    let doorbell = Doorbell::start();
    let hook = start_hook(&doorbell.socket(), &permission_event());
    let question = doorbell.wait_for_question("");
    report_read(&doorbell, &question);
    question.press(Press::Edit);
    question.type_into(1, "npm test -- --watch=false");
    question.type_into(0, "Mind the cache");
    question.press(Press::Allow);
    let input = json!({"command": "npm test -- --watch=false", "description": "Run the tests"});
    let decision = json!({"behavior": "allow", "updatedInput": input});
    let output = json!({"hookEventName": "PermissionRequest", "decision": decision});
    assert_prints(hook, &json!({"hookSpecificOutput": output}));

    // Claude Code reports the call as it ran.
    let mut used = tool_used_event();
    assert_eq!(
        start_hook(&doorbell.socket(), &used).finish(),
        CommandOutput::new(0, "", "")
    );
    used["tool_input"] = input;
    let remark = "The person changed the command in Doorbell before allowing it. This ran \
        instead:\nnpm test -- --watch=false\n\nThe person allowed this in Doorbell and tells \
        you:\nMind the cache";
    let output = json!({"hookEventName": "PostToolUse", "additionalContext": remark});
    let hook = start_hook(&doorbell.socket(), &used);
    assert_prints(hook, &json!({"hookSpecificOutput": output}));
    assert_eq!(
        start_hook(&doorbell.socket(), &used).finish(),
        CommandOutput::new(0, "", "")
    );
}

#[test]
fn overwritten_file_is_compared_with_its_present_text() {
    let doorbell = Doorbell::start();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("notes.md");
    std::fs::write(&file, "old\n").unwrap();
    let mut event = permission_event();
    event["tool_name"] = "Write".into();
    event["tool_input"] = json!({"file_path": file, "content": "new\n"});
    event["cwd"] = json!(directory.path());
    let hook = start_hook(&doorbell.socket(), &event);
    let question = doorbell.wait_for_question("");
    let shown = permission(&question);
    assert_eq!(shown.action, "Overwrite");
    assert_eq!(shown.subject.as_deref(), Some("notes.md"));
    let text = "-old\n+new".to_owned();
    assert_eq!(shown.detail, PermissionDetailView::Diff { text });
    question.press(Press::AnswerInTerminal);
    assert_prints(hook, &json!({}));
}

#[test]
fn undecided_permission_is_left_to_the_terminal() {
    let doorbell = Doorbell::start();
    for press in [Press::Dismiss, Press::AnswerInTerminal] {
        let hook = start_hook(&doorbell.socket(), &permission_event());
        doorbell.wait_for_question("").press(press);
        assert_prints(hook, &json!({}));
    }
    let directory = tempfile::tempdir().unwrap();
    let finished = start_hook(&directory.path().join("none.sock"), &permission_event()).finish();
    assert_eq!((finished.code, finished.stdout.as_str()), (Some(0), "{}\n"));
}

/// The terminal shows its own dialog at the same time. A use of the tool means that it was answered
/// there.
#[test]
fn permission_granted_in_terminal_withdraws_the_question() {
    let doorbell = Doorbell::start();
    let hook = start_hook(&doorbell.socket(), &permission_event());
    doorbell.wait_for_question("");
    let mut other = tool_used_event();
    other["tool_input"]["command"] = "npm run build".into();
    assert_eq!(
        start_hook(&doorbell.socket(), &other).finish(),
        CommandOutput::new(0, "", "")
    );
    doorbell.wait_for_question("");
    assert_eq!(
        start_hook(&doorbell.socket(), &tool_used_event()).finish(),
        CommandOutput::new(0, "", "")
    );
    doorbell.wait_for_empty_screen();
    assert_prints(hook, &json!({}));
}

#[test]
fn predictable_name_of_a_hook_is_not_its_key() {
    let doorbell = Doorbell::start();
    let hook = start_hook(&doorbell.socket(), &permission_event());
    doorbell.wait_for_question("");
    let mut digest = DefaultHasher::new();
    ("Bash", permission_event()["tool_input"].to_string()).hash(&mut digest);
    let name = format!("claude-code {SESSION} {:016x}", digest.finish());
    let mut other = doorbell.asker();
    for (params, withdrawn) in [(json!({"key": name}), false), (json!({"name": name}), true)] {
        let result = other.call("doorbell/withdraw", params);
        assert_eq!(result["withdrawn"], withdrawn);
    }
    assert_prints(hook, &json!({}));
}

fn permission_event() -> Value {
    json!({
        "session_id": SESSION,
        "cwd": "/home/ada/proj",
        "hook_event_name": "PermissionRequest",
        "permission_mode": "default",
        "tool_name": "Bash",
        "tool_input": {"command": "npm test", "description": "Run the tests"},
        "permission_suggestions": suggestions(),
    })
}

fn tool_used_event() -> Value {
    let mut used = permission_event();
    used["hook_event_name"] = "PostToolUse".into();
    used["tool_response"] = json!({"stdout": "ok"});
    used
}

fn suggestions() -> Value {
    json!([{
        "type": "addRules",
        "rules": [{"toolName": "Bash", "ruleContent": "npm test:*"}],
        "behavior": "allow",
        "destination": "localSettings",
    }, {
        "type": "setMode",
        "mode": "acceptEdits",
        "destination": "session",
    }])
}

fn start_hook(socket: &Path, event: &Value) -> RunningCommand {
    doorbell_command(socket, ["hook", "claude-code"]).with_stdin(&event.to_string())
}

fn assert_prints(hook: RunningCommand, expected: &Value) {
    let finished = hook.finish();
    let printed: Value = serde_json::from_str(&finished.stdout).unwrap();
    assert_eq!(&printed, expected, "{finished:?}");
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""));
}

fn report_read(doorbell: &Doorbell, question: &ShownQuestion<'_>) {
    let view = &question.view;
    doorbell
        .handle
        .read_to_end(view.id.clone(), view.generation);
}

fn permission<'a>(question: &'a ShownQuestion<'_>) -> &'a PermissionView {
    match &question.view.body {
        BodyView::Permission { permission, .. } => permission,
        body => panic!("{body:?}"),
    }
}
