//! Tool calls and their results.

use std::time::Duration;

use doorbell_core::form::Input;
use doorbell_daemon::view::{OpenedLinkPress, Press, PressReply, QuestionView};
use serde_json::{Value, json};

use super::{agent, assert_outcome, structured_result};
use crate::support::{Doorbell, Era, ShownQuestion, wait_until, without_flood_limits};

const BOTH_ERAS: [Era; 2] = [Era::Legacy, Era::Modern];

#[test]
fn form_can_be_given_as_fields_or_schema() {
    for era in BOTH_ERAS {
        let doorbell = Doorbell::start();
        let mut agent = agent(&doorbell, era);
        let schema = json!({"type": "object", "required": ["name"],
            "properties": {"name": {"type": "string", "title": "Name"}}});
        for arguments in [
            json!({"message": "Who?", "fields": [{"name": "name", "title": "Name"}]}),
            json!({"message": "Who?", "schema": schema}),
        ] {
            let call = agent.call_tool("ask", arguments);
            let question = doorbell.wait_for_question("Who?");
            // The card names the agent, not Doorbell, and the question cannot be handed back.
            assert_eq!(question.view.asker.name, "doorbell-tests");
            assert!(!question.view.hand_back);
            question.type_text("Name", "Zoë");
            question.send();
            let reply = agent.wait_for_reply(call);
            assert_outcome(&reply, "accepted", false);
            assert_eq!(structured_result(&reply)["answer"], json!({"name": "Zoë"}));
        }
    }
}

#[test]
fn choose_returns_one_or_several_options() {
    let doorbell = Doorbell::start();
    let mut agent = agent(&doorbell, Era::Legacy);
    for (multiple, input, answer) in [
        (false, Input::Choice { index: 1 }, json!({"choice": "tea"})),
        (
            true,
            Input::Choices {
                indices: vec![0, 1],
            },
            json!({"choices": ["soup", "tea"]}),
        ),
        (true, Input::Choices { indices: vec![] }, json!({})),
    ] {
        let call = agent.call_tool(
            "choose",
            json!({"message": "What?", "options": ["soup", "tea"], "multiple": multiple}),
        );
        let question = doorbell.wait_for_question("What?");
        let title = question.form().fields[0].title.clone();
        question.fill(&title, input).unwrap();
        question.send();
        let reply = agent.wait_for_reply(call);
        assert_outcome(&reply, "accepted", false);
        assert_eq!(structured_result(&reply)["answer"], answer);
    }
}

type Response = fn(&ShownQuestion<'_>);

#[test]
fn each_outcome_is_reported_without_error() {
    let responses: [(Response, &str, &str); 3] = [
        (
            |question| question.send(),
            "accepted",
            "The person said yes.",
        ),
        (
            |question| question.press(Press::Decline),
            "declined",
            "The person said no.",
        ),
        (
            |question| question.press(Press::Dismiss),
            "dismissed",
            "neither yes nor no",
        ),
    ];
    for era in BOTH_ERAS {
        let doorbell = Doorbell::start_with(without_flood_limits);
        let mut agent = agent(&doorbell, era);
        for (respond, outcome, note) in responses {
            let call = agent.call_tool("confirm", json!({"message": "Delete it?"}));
            respond(&doorbell.wait_for_question("Delete it?"));
            let reply = agent.wait_for_reply(call);
            assert_outcome(&reply, outcome, false);
            let result = structured_result(&reply);
            assert!(result["note"].as_str().unwrap().contains(note), "{result}");
            assert_eq!(result.get("answer"), None);
        }
        let arguments = json!({"message": "Quick?", "timeout_seconds": 1});
        let call = agent.call_tool("confirm", arguments);
        doorbell.wait_for_question("Quick?");
        doorbell.advance(Duration::from_secs(1));
        assert_outcome(&agent.wait_for_reply(call), "expired", false);
    }
}

#[test]
fn open_link_can_wait_for_completion() {
    let doorbell = Doorbell::start();
    let mut agent = agent(&doorbell, Era::Modern);
    let mut arguments = json!({"message": "Sign in", "url": "https://example.com/connect"});
    let call = agent.call_tool("open_link", arguments.clone());
    doorbell.wait_for_question("Sign in").press(Press::Open);
    let reply = agent.wait_for_reply(call);
    assert_outcome(&reply, "accepted", false);
    assert_eq!(structured_result(&reply).get("finished"), None);

    arguments["wait"] = true.into();
    arguments["message"] = "Sign in again".into();
    let call = agent.call_tool("open_link", arguments);
    let question = doorbell.wait_for_question("Sign in again");
    question.press(Press::Open);
    doorbell.person().wait_for_cards_only();
    let press_reply = doorbell
        .person()
        .press_card(&question.view.id, OpenedLinkPress::Done);
    assert_eq!(press_reply, PressReply::Done);
    let reply = agent.wait_for_reply(call);
    assert_outcome(&reply, "accepted", false);
    assert_eq!(structured_result(&reply)["finished"], "done");
}

#[test]
fn invalid_tool_arguments_are_errors_with_a_reason() {
    let doorbell = Doorbell::start();
    let mut agent = agent(&doorbell, Era::Legacy);
    for (tool, arguments, reason) in [
        ("ask", json!({"message": "m"}), "give `fields` or `schema`"),
        ("confirm", json!({}), "missing field `message`"),
        (
            "choose",
            json!({"message": "m", "options": []}),
            "at least one option",
        ),
        (
            "open_link",
            json!({"message": "m", "url": "file:///etc/passwd"}),
            "http",
        ),
        (
            "ask",
            json!({"message": "m".repeat(16 * 1024 + 1), "fields": []}),
            "16",
        ),
    ] {
        let reply = agent.call_tool_and_wait(tool, arguments);
        assert_outcome(&reply, "refused", true);
        let result = structured_result(&reply);
        assert!(
            result["reason"].as_str().unwrap().contains(reason),
            "{result}"
        );
    }
    let unknown = agent.call_tool_and_wait("answer", json!({}));
    assert_eq!(unknown["error"]["code"], -32602);
    doorbell.wait_for_empty_screen();
}

/// Doorbell would refuse the sixth question of one server, so the server queues it.
#[test]
fn sixth_concurrent_question_is_queued() {
    let doorbell = Doorbell::start();
    let mut agent = agent(&doorbell, Era::Legacy);
    let calls = [(); 6].map(|()| agent.call_tool("confirm", json!({"message": "Well?"})));
    let open = || doorbell.asker().call("doorbell/status", json!({}))["open"].clone();
    wait_until("five questions", || open() == 5);
    let mut last = String::new();
    for left in [5, 4, 3, 2, 1, 0] {
        let is_next = |question: &QuestionView| question.id != last;
        let question = doorbell.wait_for_question_where("Well?", is_next);
        question.send();
        last = question.view.id;
        wait_until("the open count changes", || open() == left);
    }
    for call in calls {
        assert_outcome(&agent.wait_for_reply(call), "accepted", false);
    }
}

#[test]
fn progress_is_sent_only_for_calls_with_a_token() {
    for era in BOTH_ERAS {
        let doorbell = Doorbell::start();
        let mut agent = agent(&doorbell, era);
        let call = agent.send_request(
            "tools/call",
            json!({"name": "confirm", "arguments": {"message": "Well?"},
                "_meta": {"progressToken": "t7"}}),
        );
        let question = doorbell.wait_for_question("Well?");
        let notification = agent.wait_for_notification("notifications/progress");
        assert_eq!(notification["params"]["progressToken"], "t7");
        assert_eq!(
            notification["params"]["message"],
            "Waiting for your answer in Doorbell"
        );
        question.send();
        agent.wait_for_reply(call);

        let call = agent.call_tool("confirm", json!({"message": "And now?"}));
        doorbell.wait_for_question("And now?").send();
        agent.wait_for_reply(call);
        assert!(!agent.has_unclaimed(|message| message["method"] == "notifications/progress"));
    }
}

#[test]
fn results_match_the_output_schema() {
    let doorbell = Doorbell::start_without_flood_limits();
    let mut agent = agent(&doorbell, Era::Legacy);
    let list = agent.send_request("tools/list", json!({}));
    let reply = agent.wait_for_reply(list);
    let tools = reply["result"]["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str()).collect();
    let expected = ["ask", "confirm", "choose", "open_link", "permission"];
    assert_eq!(names, expected.map(Some));
    for tool in &tools[..4] {
        let output_properties = tool["outputSchema"]["properties"].as_object().unwrap();
        let call = agent.call_tool(
            tool["name"].as_str().unwrap(),
            json!({"message": "Declined", "fields": [{"name": "a"}], "url": "https://a.example",
                "options": ["a"]})
            .as_object()
            .unwrap()
            .iter()
            .filter(|(name, _)| tool["inputSchema"]["properties"].get(name).is_some())
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect::<Value>(),
        );
        doorbell.wait_for_question("Declined").press(Press::Decline);
        let reply = agent.wait_for_reply(call);
        assert_outcome(&reply, "declined", false);
        for name in structured_result(&reply).as_object().unwrap().keys() {
            assert!(output_properties.contains_key(name), "{name}");
        }
    }
}
