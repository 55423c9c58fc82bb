//! What the model asks, and what it is told.

use std::time::Duration;

use doorbell_core::form::Input;
use doorbell_daemon::view::{Press, PressReply, QuestionView, OpenedLinkPress};
use serde_json::{Value, json};

use super::{agent, check, told};
use crate::support::{Doorbell, Era, Seen, patient, wait_until};

const BOTH: [Era; 2] = [Era::Legacy, Era::Modern];

#[test]
fn a_form_is_asked_for_by_fields_or_by_schema() {
    for era in BOTH {
        let doorbell = Doorbell::start();
        let mut agent = agent(&doorbell, era);
        let schema = json!({"type": "object", "required": ["name"],
            "properties": {"name": {"type": "string", "title": "Name"}}});
        for arguments in [
            json!({"message": "Who?", "fields": [{"name": "name", "title": "Name"}]}),
            json!({"message": "Who?", "schema": schema}),
        ] {
            let call = agent.calls("ask", arguments);
            let question = doorbell.person().sees("Who?");
            // The words are the agent's, not Doorbell's, and it cannot take them back.
            assert_eq!(question.view.asker.name, "doorbell-tests");
            assert!(!question.view.hand_back);
            question.types("Name", "Zoë");
            question.sends();
            let reply = agent.hears_reply(call);
            check(&reply, "accepted", false);
            assert_eq!(told(&reply)["answer"], json!({"name": "Zoë"}));
        }
    }
}

#[test]
fn one_or_several_are_chosen() {
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
        let call = agent.calls(
            "choose",
            json!({"message": "What?", "options": ["soup", "tea"], "multiple": multiple}),
        );
        let question = doorbell.person().sees("What?");
        let title = question.form().fields[0].title.clone();
        question.fills(&title, input).unwrap();
        question.sends();
        let reply = agent.hears_reply(call);
        check(&reply, "accepted", false);
        assert_eq!(told(&reply)["answer"], answer);
    }
}

type Act = fn(&Seen<'_>);

/// A no, a closed window and nobody there are different things, and none of them is an error.
#[test]
fn nobody_decides_for_the_person() {
    let acts: [(Act, &str, &str); 3] = [
        (
            |question| question.sends(),
            "accepted",
            "The person said yes.",
        ),
        (
            |question| question.does(Press::Decline),
            "declined",
            "The person said no.",
        ),
        (
            |question| question.does(Press::Dismiss),
            "dismissed",
            "neither yes nor no",
        ),
    ];
    for era in BOTH {
        let doorbell = Doorbell::start_with(patient);
        let mut agent = agent(&doorbell, era);
        for (act, outcome, note) in acts {
            let call = agent.calls("confirm", json!({"message": "Delete it?"}));
            act(&doorbell.person().sees("Delete it?"));
            let reply = agent.hears_reply(call);
            check(&reply, outcome, false);
            let told = told(&reply);
            assert!(told["note"].as_str().unwrap().contains(note), "{told}");
            assert_eq!(told.get("answer"), None);
        }
        let arguments = json!({"message": "Quick?", "timeout_seconds": 1});
        let call = agent.calls("confirm", arguments);
        doorbell.person().sees("Quick?");
        doorbell.lets_pass(Duration::from_secs(1));
        check(&agent.hears_reply(call), "expired", false);
    }
}

#[test]
fn a_link_is_opened_and_its_end_waited_for() {
    let doorbell = Doorbell::start();
    let mut agent = agent(&doorbell, Era::Modern);
    let mut arguments = json!({"message": "Sign in", "url": "https://example.com/connect"});
    let call = agent.calls("open_link", arguments.clone());
    doorbell.person().sees("Sign in").does(Press::Open);
    let reply = agent.hears_reply(call);
    check(&reply, "accepted", false);
    assert_eq!(told(&reply).get("finished"), None);

    arguments["wait"] = true.into();
    arguments["message"] = "Sign in again".into();
    let call = agent.calls("open_link", arguments);
    let question = doorbell.person().sees("Sign in again");
    question.does(Press::Open);
    doorbell.person().sees_only_cards();
    let pressed = doorbell
        .person()
        .presses_card(&question.view.id, OpenedLinkPress::Done);
    assert_eq!(pressed, PressReply::Done);
    let reply = agent.hears_reply(call);
    check(&reply, "accepted", false);
    assert_eq!(told(&reply)["finished"], "done");
}

#[test]
fn what_makes_no_question_is_an_error_that_says_why() {
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
        let reply = agent.calls_to_the_end(tool, arguments);
        check(&reply, "refused", true);
        let told = told(&reply);
        assert!(told["reason"].as_str().unwrap().contains(reason), "{told}");
    }
    let unknown = agent.calls_to_the_end("answer", json!({}));
    assert_eq!(unknown["error"]["code"], -32602);
    doorbell.person().sees_nothing();
}

/// Doorbell would refuse more of one server; here they wait their turn.
#[test]
fn five_are_asked_at_once_and_the_sixth_waits() {
    let doorbell = Doorbell::start();
    let mut agent = agent(&doorbell, Era::Legacy);
    let calls = [(); 6].map(|()| agent.calls("confirm", json!({"message": "Well?"})));
    let open = || doorbell.asker().calls("doorbell/status", json!({}))["open"].clone();
    wait_until("five questions", || open() == 5);
    let mut last = String::new();
    for left in [5, 4, 3, 2, 1, 0] {
        let is_next = |question: &QuestionView| question.id != last;
        let question = doorbell.person().sees_where("Well?", is_next);
        question.sends();
        last = question.view.id;
        wait_until("the sixth takes its turn", || open() == left);
    }
    for call in calls {
        check(&agent.hears_reply(call), "accepted", false);
    }
}

#[test]
fn progress_is_told_to_those_who_gave_a_token() {
    for era in BOTH {
        let doorbell = Doorbell::start();
        let mut agent = agent(&doorbell, era);
        let call = agent.requests(
            "tools/call",
            json!({"name": "confirm", "arguments": {"message": "Well?"},
                "_meta": {"progressToken": "t7"}}),
        );
        let question = doorbell.person().sees("Well?");
        let notice = agent.hears_notice("notifications/progress");
        assert_eq!(notice["params"]["progressToken"], "t7");
        assert_eq!(
            notice["params"]["message"],
            "Waiting for your answer in Doorbell"
        );
        question.sends();
        agent.hears_reply(call);

        let call = agent.calls("confirm", json!({"message": "And now?"}));
        doorbell.person().sees("And now?").sends();
        agent.hears_reply(call);
        assert!(!agent.kept(|message| message["method"] == "notifications/progress"));
    }
}

#[test]
fn what_is_told_fits_what_was_promised() {
    let doorbell = Doorbell::start_patient();
    let mut agent = agent(&doorbell, Era::Legacy);
    let list = agent.requests("tools/list", json!({}));
    let reply = agent.hears_reply(list);
    let tools = reply["result"]["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["ask", "confirm", "choose", "open_link"].map(Some));
    for tool in tools {
        let promised = tool["outputSchema"]["properties"].as_object().unwrap();
        let call = agent.calls(
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
        doorbell.person().sees("Declined").does(Press::Decline);
        let reply = agent.hears_reply(call);
        check(&reply, "declined", false);
        for name in told(&reply).as_object().unwrap().keys() {
            assert!(promised.contains_key(name), "{name}");
        }
    }
}
