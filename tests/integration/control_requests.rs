//! The requests `doorbell/list`, `status`, `open` and `stop`.

use doorbell_daemon::KeyboardFocus;
use doorbell_daemon::view::{HomePage, Press};
use serde_json::{Value, json};

use crate::support::{CommandOutput, DesktopCall, Doorbell, doorbell_command, name_form};

#[test]
fn list_details_own_questions_only() {
    let doorbell = Doorbell::start();
    let (mut caller, mut other) = (doorbell.asker(), doorbell.asker());
    assert_eq!(
        caller.call("doorbell/list", json!({})),
        json!({"questions": []})
    );
    caller.ask_with(
        1,
        json!({
            "message": "Mine",
            "requestedSchema": name_form(),
            "_meta": {"dev.doorbell/asker": {"server": {"name": "shop", "title": "Shop"}}},
        }),
    );
    doorbell.wait_for_question("Mine");
    other.ask(1, "Theirs", name_form());
    other.assert_nothing_unread();
    let list = caller.call("doorbell/list", json!({}));
    let questions = list["questions"].as_array().unwrap();
    assert_eq!(
        members(&questions[0]),
        ["question", "agent", "age", "message", "server"]
    );
    assert_eq!(questions[0]["question"], "q1");
    assert_eq!(questions[0]["message"], "Mine");
    assert_eq!(questions[0]["server"], "Shop");
    assert_eq!(members(&questions[1]), ["question", "agent", "age"]);
    assert_eq!(questions[1]["question"], "q2");
    assert!(!questions[1].to_string().contains("Theirs"));
    let theirs = other.call("doorbell/list", json!({}));
    assert_eq!(members(&theirs["questions"][0]).len(), 3);
    assert_eq!(theirs["questions"][1]["message"], "Theirs");
}

#[test]
fn status_reports_open_count_and_visibility() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let status = |open: u64, showing: bool| {
        json!({
            "doorbell": env!("CARGO_PKG_VERSION"),
            "protocol": 1,
            "pid": std::process::id(),
            "open": open,
            "showing": showing,
            "asker": {
                "pid": std::process::id(),
                "program": std::env::current_exe().unwrap(),
            },
            "desktop": {"notifications": "whole", "tray": false, "politeWindow": true},
        })
    };
    assert_eq!(asker.call("doorbell/status", json!({})), status(0, false));
    asker.ask(1, "Well?", name_form());
    let person = doorbell.person();
    person.wait_for_unpainted("Well?", |_| true);
    assert_eq!(asker.call("doorbell/status", json!({})), status(1, false));
    let question = person.wait_for_question("Well?");
    assert_eq!(asker.call("doorbell/status", json!({})), status(1, true));
    question.press(Press::Decline);
    asker.read_result(1);
    assert_eq!(asker.call("doorbell/status", json!({})), status(0, false));
}

#[test]
fn open_never_replaces_a_touched_question() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let open = |asker: &mut crate::support::Asker, params: Value| {
        asker.call("doorbell/open", params)["showing"].clone()
    };
    assert_eq!(open(&mut asker, json!({})), Value::Null);
    asker.ask(1, "First", name_form());
    asker.ask(2, "Second", name_form());
    let person = doorbell.person();
    person.wait_for_question("First");
    assert_eq!(open(&mut asker, json!({})), "q1");
    assert_eq!(open(&mut asker, json!({"question": "q2"})), "q2");
    let second = person.wait_for_question("Second");
    second.type_text("Name", "Ad");
    assert_eq!(open(&mut asker, json!({"question": "q1"})), "q2");
    assert_eq!(open(&mut asker, json!({})), "q2");
    let still = person.wait_for_question("Second");
    assert_eq!(still.view.generation, second.view.generation);
    still.send();
    assert_eq!(asker.read_result(2)["content"], json!({"name": "Ad"}));
}

#[test]
fn open_with_unknown_question_is_an_error() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    for unknown in ["q1", "", "first", "q-1"] {
        asker.send_request(1, "doorbell/open", json!({"question": unknown}));
        assert_eq!(
            asker.read_line(),
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"params.question names no open question; see doorbell/list"}}"#
        );
    }
}

#[test]
fn open_with_a_page_shows_home_and_keeps_the_question() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "First", name_form());
    let first = doorbell.wait_for_question("First");
    let pages = [
        ("waiting", HomePage::Waiting),
        ("sessions", HomePage::Sessions),
        ("history", HomePage::History),
        ("sources", HomePage::Askers),
        ("agents", HomePage::Agents),
        ("settings", HomePage::Settings),
    ];
    for (name, page) in pages {
        assert_eq!(
            asker.call("doorbell/open", json!({"page": name})),
            json!({"showing": "q1"})
        );
        let last = doorbell.desktop.lock().calls.last().copied();
        assert_eq!(
            last,
            Some(DesktopCall::OpenHome(page, KeyboardFocus::Leave))
        );
    }
    assert_eq!(doorbell.wait_for_question("First").view, first.view);
    first.press(Press::Decline);
    asker.read_result(1);
    assert_eq!(
        asker.call("doorbell/open", json!({"page": "history"})),
        json!({"showing": null})
    );
}

#[test]
fn stop_exits_when_idle() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    assert_eq!(
        asker.call("doorbell/stop", json!({})),
        json!({"stopping": true, "open": 0})
    );
    asker.expect_disconnect();
    doorbell.wait_for_exit();
    assert!(!doorbell.socket().exists());
}

#[test]
fn stop_leaves_open_questions_alone_unless_forced() {
    let doorbell = Doorbell::start();
    let (mut asker, mut stopper) = (doorbell.asker(), doorbell.asker());
    asker.ask(1, "Shown", name_form());
    doorbell.wait_for_question("Shown").type_text("Name", "Ad");
    asker.ask(2, "Waiting", name_form());
    asker.assert_nothing_unread();
    for params in [json!({}), json!({"force": false})] {
        assert_eq!(
            stopper.call("doorbell/stop", params),
            json!({"stopping": false, "open": 2})
        );
    }
    asker.assert_nothing_unread();
    assert_eq!(
        stopper.call("doorbell/stop", json!({"force": true})),
        json!({"stopping": true, "open": 2})
    );
    for id in 1..=2 {
        let result = asker.read_result(id);
        assert_eq!(result["action"], "cancel");
        let outcome = &result["_meta"]["dev.doorbell/outcome"];
        assert_eq!(outcome["outcome"], "dismissed");
        assert_eq!(outcome["reason"], "Doorbell was stopped.");
        assert_eq!(outcome.get("answeredAt"), None);
    }
    asker.expect_disconnect();
    stopper.expect_disconnect();
    doorbell.wait_for_exit();
}

#[test]
fn stop_is_refused_while_a_withdrawn_question_holds_typed_text() {
    let doorbell = Doorbell::start();
    let (mut asker, mut stopper) = (doorbell.asker(), doorbell.asker());
    asker.ask(1, "Typing", name_form());
    doorbell.wait_for_question("Typing").type_text("Name", "Ad");
    asker.withdraw(1);
    let (over, _) = doorbell.person().wait_for_withdrawn("Typing");
    assert_eq!(
        stopper.call("doorbell/stop", json!({})),
        json!({"stopping": false, "open": 0})
    );
    assert_eq!(
        doorbell_command(&doorbell.socket(), ["stop"]).finish(),
        CommandOutput::new(
            69,
            "",
            "doorbell: a cancelled question still has text you typed; close it first, or use --force to discard the text\n"
        )
    );
    over.press(Press::Close);
    doorbell.wait_for_empty_screen();
    assert_eq!(
        stopper.call("doorbell/stop", json!({})),
        json!({"stopping": true, "open": 0})
    );
    doorbell.wait_for_exit();
}

#[test]
fn list_truncates_messages_to_1000_characters() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, &"é".repeat(1000), name_form());
    asker.ask(2, &"é".repeat(1001), name_form());
    let list = asker.call("doorbell/list", json!({}));
    let message = |index: usize| list["questions"][index]["message"].as_str().unwrap();
    assert_eq!(message(0), "é".repeat(1000));
    assert_eq!(message(1), format!("{}…", "é".repeat(999)));
}

#[test]
fn no_message_answers_a_question() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    asker.ask(1, "Only a person", name_form());
    let question = doorbell.wait_for_question("Only a person");
    for sender in [&mut asker, &mut other] {
        // A response, as MCP would use, and methods that sound like answers.
        sender.send_line(
            r#"{"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"name":"x"}}}"#,
        );
        sender.send_line(r#"{"jsonrpc":"2.0","method":"doorbell/press","params":{"id":"q1"}}"#);
        for method in ["answer", "press", "edit", "painted", "accept", "decline"] {
            sender.send_request(
                "m",
                &format!("doorbell/{method}"),
                json!({"question": "q1"}),
            );
            assert_eq!(sender.read_json()["error"]["code"], -32601);
        }
        sender.assert_nothing_unread();
    }
    question.press(Press::Decline);
    assert_eq!(asker.read_result(1)["action"], "decline");
}

fn members(question: &Value) -> Vec<&str> {
    question
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}
