//! A question in, an answer out.

use std::time::Duration;

use doorbell_core::board::BoardRules;
use doorbell_core::form::Input;
use doorbell_daemon::view::{Press, PressReply, QuestionStateView};
use serde_json::{Value, json};

use crate::support::{Act, Asker, Called, Doorbell, LATER, MOMENT, SEND, confirmation, name_form};

#[test]
fn typed_answers_come_back_as_the_schema_wants_them() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(
        "a",
        "Your order?",
        json!({
            "type": "object",
            "properties": {
                "name": {"type": "string", "title": "Name"},
                "count": {"type": "integer", "minimum": 1, "default": 3},
                "price": {"type": "number"},
                "gift": {"type": "boolean", "default": false},
                "size": {"type": "string", "enum": ["S", "M", "L"]},
                "extras": {"type": "array", "items": {"type": "string", "enum": ["x", "y", "z"]}},
                "note": {"type": "string"},
            },
            "required": ["name", "size"],
        }),
    );
    let question = doorbell.person().sees("Your order?");
    question.types("Name", "Ada Lovelace");
    question.types("price", "2.50");
    question.fills("gift", Input::Flag { on: true }).unwrap();
    question.fills("size", Input::Choice { index: 1 }).unwrap();
    let extras = Input::Choices {
        indices: vec![0, 2],
    };
    question.fills("extras", extras).unwrap();
    doorbell.lets_pass(Duration::from_secs(1));
    question.sends();

    let result = asker.hears_result("a");
    assert_eq!(result["action"], "accept");
    assert_eq!(
        result["content"].to_string(),
        r#"{"name":"Ada Lovelace","count":3,"price":2.5,"gift":true,"size":"M","extras":["x","z"]}"#
    );
    let outcome = outcome(&result);
    assert_eq!(outcome["outcome"], "accepted");
    assert_eq!(outcome["question"], "q1");
    assert_eq!(outcome.get("reason"), None);
    let at = |name: &str| outcome[name].as_str().unwrap().to_owned();
    assert!(at("shownAt") < at("answeredAt"), "{outcome}");
    doorbell.person().sees_nothing();
    asker.has_heard_everything();
}

#[test]
fn a_problem_keeps_the_answer_back_until_it_is_gone() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "Who?", name_form());
    let question = doorbell.person().sees("Who?");
    let PressReply::Problems { check, first } = question.presses(SEND) else {
        panic!("an empty required field is a problem");
    };
    assert_eq!((check.problems, first), (1, 0));
    asker.has_heard_everything();
    question.types("Name", "Ada");
    question.sends();
    assert_eq!(asker.hears_result(1)["content"], json!({"name": "Ada"}));
}

#[test]
fn a_secret_leaves_only_with_the_tick() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let schema = json!({
        "type": "object",
        "properties": {"password": {"type": "string", "title": "Password"}},
    });
    asker.asks(1, "Log in", schema);
    let question = doorbell.person().sees("Log in");
    question.types("Password", "hunter2");
    assert_eq!(question.presses(SEND), PressReply::SecretHeld { field: 0 });
    asker.has_heard_everything();
    question.does(Press::Send { secrets_too: true });
    assert_eq!(
        asker.hears_result(1)["content"],
        json!({"password": "hunter2"})
    );
}

#[test]
fn a_confirmation_sends_an_empty_content() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "Go on?", confirmation());
    doorbell.person().sees("Go on?").sends();
    let result = asker.hears_result(1);
    assert_eq!(result["action"], "accept");
    assert_eq!(result["content"], json!({}));
}

#[test]
fn only_decline_declines() {
    let cases: [(&str, &str, Act); 3] = [
        ("decline", "declined", &|doorbell| {
            doorbell.person().sees("Well?").does(Press::Decline);
        }),
        ("cancel", "dismissed", &|doorbell| {
            doorbell.person().sees("Well?").does(Press::Dismiss);
        }),
        ("cancel", "dismissed", &|doorbell| {
            doorbell.person().sees("Well?");
            doorbell.handle.window_closed();
        }),
    ];
    for (action, word, act) in cases {
        let doorbell = Doorbell::start();
        let mut asker = doorbell.asker();
        asker.asks(1, "Well?", name_form());
        act(&doorbell);
        let result = asker.hears_result(1);
        assert_eq!(result["action"], action);
        assert_eq!(result.get("content"), None);
        let outcome = outcome(&result);
        assert_eq!(outcome["outcome"], word);
        assert_eq!(outcome.get("reason"), None);
        assert!(outcome["shownAt"].is_string() && outcome["answeredAt"].is_string());
        doorbell.person().sees_nothing();
    }
}

#[test]
fn a_touched_question_is_stopped_only_after_being_asked_about() {
    let close: [Act; 2] = [
        &|doorbell| doorbell.person().sees("Well?").does(Press::Dismiss),
        &|doorbell| doorbell.handle.window_closed(),
    ];
    for close in close {
        let doorbell = Doorbell::start();
        let mut asker = touched(&doorbell);
        close(&doorbell);
        stopping(&doorbell).does(Press::KeepWaiting);
        asker.has_heard_everything();
        let again = doorbell.person().sees_where("Well?", |question| {
            matches!(question.state, QuestionStateView::Open { .. })
        });
        let Input::Text { text } = &again.form().fields[0].input else {
            panic!("what was typed is kept");
        };
        assert_eq!(text, "half an ans");
        close(&doorbell);
        stopping(&doorbell).does(Press::Stop);
        assert_eq!(asker.hears_result(1)["action"], "cancel");
        doorbell.person().sees_nothing();

        fn touched(doorbell: &Doorbell) -> Asker {
            let mut asker = doorbell.asker();
            asker.asks(1, "Well?", name_form());
            doorbell.person().sees("Well?").types("Name", "half an ans");
            asker
        }
    }

    fn stopping(doorbell: &Doorbell) -> crate::support::Seen<'_> {
        doorbell
            .person()
            .sees_where("Well?", |question| question.state == QuestionStateView::Stopping)
    }
}

#[test]
fn later_puts_a_question_aside_and_it_returns_with_what_was_typed() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "When you have time", name_form());
    let person = doorbell.person();
    let question = person.sees("When you have time");
    question.types("Name", "Ad");
    question.does(LATER);
    person.sees_nothing();
    let minutes = BoardRules::STANDARD.snooze.minutes;
    doorbell.lets_pass(minutes - MOMENT);
    person.sees_nothing();
    asker.has_heard_everything();
    doorbell.lets_pass(MOMENT);
    let again = person.sees("When you have time");
    assert_eq!(again.view.id, question.view.id);
    assert!(again.view.generation > question.view.generation);
    again.types("Name", "Ada");
    again.sends();
    assert_eq!(asker.hears_result(1)["content"], json!({"name": "Ada"}));
}

#[test]
fn open_brings_back_what_was_put_aside() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "When you have time", name_form());
    let person = doorbell.person();
    person.sees("When you have time").does(LATER);
    person.sees_nothing();
    assert_eq!(
        asker.calls("doorbell/open", json!({})),
        json!({"showing": "q1"})
    );
    person.sees("When you have time").does(Press::Decline);
    assert_eq!(asker.hears_result(1)["action"], "decline");
    assert!(doorbell.screen.lock().calls.contains(&Called::Raise));
}

fn outcome(result: &Value) -> &Value {
    &result["_meta"]["dev.doorbell/outcome"]
}
