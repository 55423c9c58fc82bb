//! List, status, open and stop.

use doorbell_daemon::KeyboardFocus;
use doorbell_daemon::view::{HomePage, Press};
use serde_json::{Value, json};

use crate::support::{Called, Doorbell, Finished, command_line, name_form};

#[test]
fn list_tells_a_caller_its_own_questions_in_full_and_little_of_others() {
    let doorbell = Doorbell::start();
    let (mut own, mut other) = (doorbell.asker(), doorbell.asker());
    assert_eq!(
        own.calls("doorbell/list", json!({})),
        json!({"questions": []})
    );
    own.asks_with(
        1,
        json!({
            "message": "Mine",
            "requestedSchema": name_form(),
            "_meta": {"dev.doorbell/asker": {"server": {"name": "shop", "title": "Shop"}}},
        }),
    );
    doorbell.person().sees("Mine");
    other.asks(1, "Theirs", name_form());
    other.has_heard_everything();
    let list = own.calls("doorbell/list", json!({}));
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
    let theirs = other.calls("doorbell/list", json!({}));
    assert_eq!(members(&theirs["questions"][0]).len(), 3);
    assert_eq!(theirs["questions"][1]["message"], "Theirs");
}

#[test]
fn status_counts_and_tells_whether_something_can_be_seen() {
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
    assert_eq!(asker.calls("doorbell/status", json!({})), status(0, false));
    asker.asks(1, "Well?", name_form());
    let person = doorbell.person();
    person.sees_unpainted("Well?", |_| true);
    assert_eq!(asker.calls("doorbell/status", json!({})), status(1, false));
    let question = person.sees("Well?");
    assert_eq!(asker.calls("doorbell/status", json!({})), status(1, true));
    question.does(Press::Decline);
    asker.hears_result(1);
    assert_eq!(asker.calls("doorbell/status", json!({})), status(0, false));
}

#[test]
fn open_never_replaces_a_touched_question() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let open = |asker: &mut crate::support::Asker, params: Value| {
        asker.calls("doorbell/open", params)["showing"].clone()
    };
    assert_eq!(open(&mut asker, json!({})), Value::Null);
    asker.asks(1, "First", name_form());
    asker.asks(2, "Second", name_form());
    let person = doorbell.person();
    person.sees("First");
    assert_eq!(open(&mut asker, json!({})), "q1");
    assert_eq!(open(&mut asker, json!({"question": "q2"})), "q2");
    let second = person.sees("Second");
    second.types("Name", "Ad");
    assert_eq!(open(&mut asker, json!({"question": "q1"})), "q2");
    assert_eq!(open(&mut asker, json!({})), "q2");
    let still = person.sees("Second");
    assert_eq!(still.view.generation, second.view.generation);
    still.sends();
    assert_eq!(asker.hears_result(2)["content"], json!({"name": "Ad"}));
}

#[test]
fn open_of_an_unknown_question_is_an_error() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    for unknown in ["q1", "", "first", "q-1"] {
        asker.requests(1, "doorbell/open", json!({"question": unknown}));
        assert_eq!(
            asker.hears(),
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"params.question names no open question; see doorbell/list"}}"#
        );
    }
}

#[test]
fn open_with_a_page_brings_home_up_and_leaves_the_question_as_it_is() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "First", name_form());
    let first = doorbell.person().sees("First");
    let pages = [
        ("waiting", HomePage::Waiting),
        ("history", HomePage::History),
        ("askers", HomePage::Askers),
        ("agents", HomePage::Agents),
        ("settings", HomePage::Settings),
    ];
    for (word, page) in pages {
        assert_eq!(
            asker.calls("doorbell/open", json!({"page": word})),
            json!({"showing": "q1"})
        );
        let last = doorbell.screen.lock().calls.last().copied();
        assert_eq!(last, Some(Called::OpenHome(page, KeyboardFocus::Leave)));
    }
    assert_eq!(doorbell.person().sees("First").view, first.view);
    first.does(Press::Decline);
    asker.hears_result(1);
    assert_eq!(
        asker.calls("doorbell/open", json!({"page": "history"})),
        json!({"showing": null})
    );
}

#[test]
fn stop_ends_an_idle_doorbell() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    assert_eq!(
        asker.calls("doorbell/stop", json!({})),
        json!({"stopping": true, "open": 0})
    );
    asker.is_cut_off();
    doorbell.has_ended();
    assert!(!doorbell.socket().exists());
}

#[test]
fn stop_leaves_open_questions_alone_unless_forced() {
    let doorbell = Doorbell::start();
    let (mut asker, mut stopper) = (doorbell.asker(), doorbell.asker());
    asker.asks(1, "Shown", name_form());
    doorbell.person().sees("Shown").types("Name", "Ad");
    asker.asks(2, "Waiting", name_form());
    asker.has_heard_everything();
    for params in [json!({}), json!({"force": false})] {
        assert_eq!(
            stopper.calls("doorbell/stop", params),
            json!({"stopping": false, "open": 2})
        );
    }
    asker.has_heard_everything();
    assert_eq!(
        stopper.calls("doorbell/stop", json!({"force": true})),
        json!({"stopping": true, "open": 2})
    );
    for id in 1..=2 {
        let result = asker.hears_result(id);
        assert_eq!(result["action"], "cancel");
        let outcome = &result["_meta"]["dev.doorbell/outcome"];
        assert_eq!(outcome["outcome"], "dismissed");
        assert_eq!(outcome["reason"], "Doorbell was stopped.");
        assert_eq!(outcome.get("answeredAt"), None);
    }
    asker.is_cut_off();
    stopper.is_cut_off();
    doorbell.has_ended();
}

#[test]
fn stop_leaves_alone_what_the_person_typed_in_a_question_that_is_over() {
    let doorbell = Doorbell::start();
    let (mut asker, mut stopper) = (doorbell.asker(), doorbell.asker());
    asker.asks(1, "Typing", name_form());
    doorbell.person().sees("Typing").types("Name", "Ad");
    asker.withdraws(1);
    let (over, _) = doorbell.person().sees_withdrawn("Typing");
    assert_eq!(
        stopper.calls("doorbell/stop", json!({})),
        json!({"stopping": false, "open": 0})
    );
    assert_eq!(
        command_line(&doorbell.socket(), ["stop"]).finishes(),
        Finished::new(
            69,
            "",
            "doorbell: a question that is over still holds what the person typed; close it first, or use --force to lose it\n"
        )
    );
    over.does(Press::Close);
    doorbell.person().sees_nothing();
    assert_eq!(
        stopper.calls("doorbell/stop", json!({})),
        json!({"stopping": true, "open": 0})
    );
    doorbell.has_ended();
}

#[test]
fn list_tells_the_first_thousand_characters_of_a_message() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, &"é".repeat(1000), name_form());
    asker.asks(2, &"é".repeat(1001), name_form());
    let list = asker.calls("doorbell/list", json!({}));
    let message = |place: usize| list["questions"][place]["message"].as_str().unwrap();
    assert_eq!(message(0), "é".repeat(1000));
    assert_eq!(message(1), format!("{}…", "é".repeat(999)));
}

#[test]
fn no_message_answers_a_question() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    asker.asks(1, "Only a person", name_form());
    let question = doorbell.person().sees("Only a person");
    for sender in [&mut asker, &mut other] {
        // Neither a response, as MCP would have it, nor any method that sounds like an answer.
        sender.says(
            r#"{"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"name":"x"}}}"#,
        );
        sender.says(r#"{"jsonrpc":"2.0","method":"doorbell/press","params":{"id":"q1"}}"#);
        for method in ["answer", "press", "edit", "painted", "accept", "decline"] {
            sender.requests(
                "m",
                &format!("doorbell/{method}"),
                json!({"question": "q1"}),
            );
            assert_eq!(sender.hears_json()["error"]["code"], -32601);
        }
        sender.has_heard_everything();
    }
    question.does(Press::Decline);
    assert_eq!(asker.hears_result(1)["action"], "decline");
}

fn members(question: &Value) -> Vec<&str> {
    question
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}
