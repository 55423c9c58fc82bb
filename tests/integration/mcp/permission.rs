//! The tool that `claude -p --permission-prompt-tool mcp__doorbell__permission` calls.

use doorbell_core::form::Input;
use doorbell_daemon::view::{BodyView, EditRequest, Press};
use serde_json::{Value, json};

use super::{agent, command};
use crate::support::{Doorbell, Era, Host, ShownQuestion, without_flood_limits};

const DENIED: &str = "Nothing was allowed or answered.";

#[test]
fn only_the_persons_permission_is_one() {
    let doorbell = Doorbell::start_with(without_flood_limits);
    let mut agent = agent(&doorbell, Era::Legacy);
    let input = json!({"command": "npm test"});
    let deny = |message: &str| json!({"behavior": "deny", "message": message});
    for (press, decision) in [
        (
            Press::Allow,
            json!({"behavior": "allow", "updatedInput": input}),
        ),
        (Press::Deny, deny("The person denied this in Doorbell.")),
        (
            Press::Dismiss,
            deny(&format!(
                "The person closed the question without deciding. {DENIED}"
            )),
        ),
    ] {
        let call = agent.call_tool("permission", arguments("Bash", &input));
        let question = doorbell.wait_for_question("");
        assert!(matches!(question.view.body, BodyView::Permission { .. }));
        assert!(!question.view.hand_back);
        let view = &question.view;
        doorbell
            .handle
            .read_to_end(view.id.clone(), view.generation);
        question.press(press);
        assert_eq!(decision_in(&agent.wait_for_reply(call)), decision);
    }
}

#[test]
fn questions_and_plans_are_answered() {
    let doorbell = Doorbell::start();
    let mut agent = agent(&doorbell, Era::Legacy);
    let options =
        json!([{"label": "Postgres", "description": ""}, {"label": "SQLite", "description": ""}]);
    let input = json!({"questions": [{"question": "Which database?", "options": options}]});
    let call = agent.call_tool("permission", arguments("AskUserQuestion", &input));
    let question = doorbell.wait_for_question("");
    choose(&doorbell, &question, 1);
    question.send();
    let decision = decision_in(&agent.wait_for_reply(call));
    assert_eq!(decision["behavior"], "allow");
    let answers = &decision["updatedInput"]["answers"];
    assert_eq!(answers, &json!({"Which database?": "SQLite"}));

    let input = json!({"plan": "# Plan\n\n1. Add a table\n"});
    let call = agent.call_tool("permission", arguments("ExitPlanMode", &input));
    doorbell
        .wait_for_question("")
        .press(Press::Choose { choice: 1 });
    let decision = decision_in(&agent.wait_for_reply(call));
    assert_eq!(decision["updatedInput"], input);
    assert_eq!(decision["updatedPermissions"][0]["mode"], "acceptEdits");
}

#[test]
fn question_that_cannot_be_asked_is_denied_with_the_reason() {
    let directory = tempfile::tempdir().unwrap();
    let unused_socket = directory.path().join("doorbell.sock");
    let mut agent = Host::start(command(&unused_socket), Era::Legacy, json!({}));
    for (arguments, reason) in [
        (arguments("Bash", &json!({"command": "ls"})), "no display"),
        (arguments("ExitPlanMode", &json!({})), "didn’t send it"),
        (json!({"input": {}}), "tool_name"),
    ] {
        let decision = decision_in(&agent.call_tool_and_wait("permission", arguments));
        assert_eq!(decision["behavior"], "deny");
        let message = decision["message"].as_str().unwrap();
        assert!(
            message.starts_with("The person was not asked: "),
            "{message}"
        );
        assert!(
            message.contains(reason) && message.ends_with(DENIED),
            "{message}"
        );
    }
}

/// Claude Code cancels the call when one of its hooks decides first.
#[test]
fn cancelled_call_withdraws_its_question() {
    let doorbell = Doorbell::start();
    let mut agent = agent(&doorbell, Era::Legacy);
    let input = json!({"command": "npm test"});
    let call = agent.call_tool("permission", arguments("Bash", &input));
    doorbell.wait_for_question("");
    agent.notify("notifications/cancelled", json!({"requestId": call}));
    doorbell.wait_for_empty_screen();
}

#[test]
fn session_and_folder_come_from_the_environment() {
    let doorbell = Doorbell::start();
    let mut command = command(&doorbell.socket());
    command
        .env("CLAUDE_CODE_SESSION_ID", "c99896da")
        .env("CLAUDE_PROJECT_DIR", "/home/ada/proj");
    let mut agent = Host::start(command, Era::Legacy, json!({}));
    agent.call_tool("permission", arguments("Bash", &json!({"command": "ls"})));
    let asker = doorbell.wait_for_question("").view.asker;
    assert_eq!(asker.claimed.session.as_deref(), Some("c99896da"));
    assert_eq!(asker.project.as_deref(), Some("proj"));
}

fn arguments(tool: &str, input: &Value) -> Value {
    json!({"tool_name": tool, "input": input, "tool_use_id": "toolu_01"})
}

/// Claude Code reads the text of the result.
fn decision_in(reply: &Value) -> Value {
    let result = &reply["result"];
    assert_eq!(
        (&result["isError"], result.get("structuredContent")),
        (&json!(false), None)
    );
    serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap()
}

fn choose(doorbell: &Doorbell, question: &ShownQuestion<'_>, option: usize) {
    let request = EditRequest {
        id: question.view.id.clone(),
        field: 0,
        input: Input::Choices {
            indices: vec![option],
        },
    };
    doorbell.person().edit(request).unwrap();
}
