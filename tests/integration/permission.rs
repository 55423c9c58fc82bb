//! Leave to use a tool: `doorbell/permission`, and Claude Code's hook that asks it.

use std::path::Path;

use doorbell_daemon::view::{BodyView, Press, PressReply};
use serde_json::{Value, json};

use crate::support::{Doorbell, Finished, Running, Seen, command_line};

const SESSION: &str = "c99896da-0000-4000-8000-000000000001";

#[test]
fn it_is_asked_read_and_allowed() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.requests(
        1,
        "doorbell/permission",
        json!({"tool": "Bash", "arguments": "command: make"}),
    );
    let question = doorbell.person().sees("");
    assert_eq!(question.presses(Press::Allow), PressReply::Unread);
    read(&doorbell, &question);
    question.does(Press::Allow);
    let result = asker.hears_result(1);
    assert_eq!(result["action"], "accept");
    assert_eq!(result["content"], json!({"always": false}));
    let line = &doorbell.person().looks_up("").entries;
    assert!(line.is_empty(), "this one keeps nothing");
}

#[test]
fn params_that_are_wrong_are_refused_and_too_much_is_not_asked() {
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
        asker.requests(1, "doorbell/permission", params);
        assert_eq!(asker.hears_error(1), (-32602, message.to_owned()));
    }
    let long = json!({"tool": "Bash", "arguments": "x".repeat(65_537)});
    asker.requests(2, "doorbell/permission", long);
    let result = asker.hears_result(2);
    assert_eq!(result["action"], "cancel");
    assert_eq!(
        result["_meta"]["dev.doorbell/outcome"]["outcome"],
        "refused"
    );
}

#[test]
fn the_hook_allows_once_for_good_or_denies_with_a_reason() {
    let doorbell = Doorbell::start();
    let allow = json!({"behavior": "allow"});
    let always = json!({"behavior": "allow", "updatedPermissions": suggestions()});
    let deny = json!({"behavior": "deny", "message": "Not on Friday"});
    let plain = json!({"behavior": "deny", "message": "The person denied this in Doorbell."});
    let cases: [(Press, &str, Value); 4] = [
        (Press::Allow, "", allow),
        (Press::AlwaysAllow, "", always),
        (Press::Deny, "Not on Friday", deny),
        (Press::Deny, "", plain),
    ];
    for (press, reason, decision) in cases {
        let hook = begins(&doorbell.socket(), &request());
        let question = doorbell.person().sees("");
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
        read(&doorbell, &question);
        question.says_why(reason);
        question.does(press);
        let output = json!({"hookEventName": "PermissionRequest", "decision": decision});
        says(hook, &json!({"hookSpecificOutput": output}));
    }
}

#[test]
fn what_no_person_decided_is_left_to_the_terminal() {
    let doorbell = Doorbell::start();
    for press in [Press::Dismiss, Press::AnswerInTerminal] {
        let hook = begins(&doorbell.socket(), &request());
        doorbell.person().sees("").does(press);
        says(hook, &json!({}));
    }
    let place = tempfile::tempdir().unwrap();
    let finished = begins(&place.path().join("none.sock"), &request()).finishes();
    assert_eq!((finished.code, finished.out.as_str()), (Some(0), "{}\n"));
}

/// The dialog in the terminal is up beside the window. When the tool was used, it was answered there.
#[test]
fn when_the_terminal_was_first_the_question_is_taken_back() {
    let doorbell = Doorbell::start();
    let hook = begins(&doorbell.socket(), &request());
    doorbell.person().sees("");
    let mut other = used();
    other["tool_input"]["command"] = "npm run build".into();
    assert_eq!(
        begins(&doorbell.socket(), &other).finishes(),
        Finished::new(0, "", "")
    );
    doorbell.person().sees("");
    assert_eq!(
        begins(&doorbell.socket(), &used()).finishes(),
        Finished::new(0, "", "")
    );
    doorbell.person().sees_nothing();
    says(hook, &json!({}));
}

fn request() -> Value {
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

fn used() -> Value {
    let mut used = request();
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

fn begins(socket: &Path, said: &Value) -> Running {
    command_line(socket, ["hook", "claude-code"]).reads(&said.to_string())
}

fn says(hook: Running, answer: &Value) {
    let finished = hook.finishes();
    let said: Value = serde_json::from_str(&finished.out).unwrap();
    assert_eq!(&said, answer, "{finished:?}");
    assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""));
}

fn read(doorbell: &Doorbell, question: &Seen<'_>) {
    let view = &question.view;
    doorbell
        .handle
        .read_to_end(view.id.clone(), view.generation);
}

fn tool(question: &Seen<'_>) -> (String, String) {
    match &question.view.body {
        BodyView::Permission {
            tool, arguments, ..
        } => (tool.clone(), arguments.clone()),
        body => panic!("{body:?}"),
    }
}

fn rules(question: &Seen<'_>) -> Vec<String> {
    match &question.view.body {
        BodyView::Permission { rules, .. } => rules.clone(),
        body => panic!("{body:?}"),
    }
}
