//! Tool permissions: `doorbell/permission` and the Claude Code hook that sends it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use doorbell_daemon::view::{BodyView, Press, PressReply};
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
        json!({"tool": "Bash", "arguments": "command: make"}),
    );
    let question = doorbell.wait_for_question("");
    assert_eq!(question.try_press(Press::Allow), PressReply::Unread);
    report_read(&doorbell, &question);
    question.press(Press::Allow);
    let result = asker.read_result(1);
    assert_eq!(result["action"], "accept");
    assert_eq!(result["content"], json!({"always": false}));
    let lines = &doorbell.person().search_history("").entries;
    assert!(lines.is_empty(), "the daemon has no storage");
}

#[test]
fn invalid_or_oversized_permission_params_are_rejected() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    for (params, message) in [
        (json!({"arguments": "x"}), "params.tool is missing"),
        (json!({"tool": "Bash"}), "params.arguments is missing"),
        (
            json!({"tool": "Bash", "arguments": "x", "rules": [1]}),
            "params.rules must be a list of strings",
        ),
    ] {
        asker.send_request(1, "doorbell/permission", params);
        assert_eq!(asker.read_error(1), (-32602, message.to_owned()));
    }
    let long = json!({"tool": "Bash", "arguments": "x".repeat(65_537)});
    asker.send_request(2, "doorbell/permission", long);
    let result = asker.read_result(2);
    assert_eq!(result["action"], "cancel");
    assert_eq!(
        result["_meta"]["dev.doorbell/outcome"]["outcome"],
        "refused"
    );
}

#[test]
fn hook_allows_once_always_or_denies_with_a_reason() {
    let doorbell = Doorbell::start();
    let allow = json!({"behavior": "allow"});
    let always = json!({"behavior": "allow", "updatedPermissions": suggestions()});
    let deny = json!({"behavior": "deny", "message": "Not on Friday"});
    let deny_without_reason =
        json!({"behavior": "deny", "message": "The person denied this in Doorbell."});
    let cases: [(Press, &str, Value); 4] = [
        (Press::Allow, "", allow),
        (Press::AlwaysAllow, "", always),
        (Press::Deny, "Not on Friday", deny),
        (Press::Deny, "", deny_without_reason),
    ];
    for (press, reason, decision) in cases {
        let hook = start_hook(&doorbell.socket(), &permission_event());
        let question = doorbell.wait_for_question("");
        assert_eq!(
            (tool(&question), rules(&question)),
            (
                (
                    "Bash".to_owned(),
                    "command: npm test\ndescription: Run the tests".to_owned()
                ),
                vec!["Bash(npm test:*), allow, in localSettings".to_owned()]
            )
        );
        report_read(&doorbell, &question);
        question.type_reason(reason);
        question.press(press);
        let output = json!({"hookEventName": "PermissionRequest", "decision": decision});
        assert_prints(hook, &json!({"hookSpecificOutput": output}));
    }
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

fn tool(question: &ShownQuestion<'_>) -> (String, String) {
    match &question.view.body {
        BodyView::Permission {
            tool, arguments, ..
        } => (tool.clone(), arguments.clone()),
        body => panic!("{body:?}"),
    }
}

fn rules(question: &ShownQuestion<'_>) -> Vec<String> {
    match &question.view.body {
        BodyView::Permission { rules, .. } => rules.clone(),
        body => panic!("{body:?}"),
    }
}
