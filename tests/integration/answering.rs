//! Questions and their answers.

use std::time::Duration;

use doorbell_core::board::BoardRules;
use doorbell_core::form::Input;
use doorbell_daemon::view::{Press, PressReply, QuestionStateView};
use serde_json::{Value, json};

use crate::support::{
    Asker, DesktopCall, Doorbell, LATER, ONE_MS, SEND, Step, empty_form, name_form,
};

#[test]
fn typed_answers_are_converted_to_schema_types() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(
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
    let question = doorbell.wait_for_question("Your order?");
    question.type_text("Name", "Ada Lovelace");
    question.type_text("price", "2.50");
    question.fill("gift", Input::Flag { on: true }).unwrap();
    question.fill("size", Input::Choice { index: 1 }).unwrap();
    let extras = Input::Choices {
        indices: vec![0, 2],
    };
    question.fill("extras", extras).unwrap();
    doorbell.advance(Duration::from_secs(1));
    question.send();

    let result = asker.read_result("a");
    assert_eq!(result["action"], "accept");
    assert_eq!(
        result["content"].to_string(),
        r#"{"name":"Ada Lovelace","count":3,"price":2.5,"gift":true,"size":"M","extras":["x","z"]}"#
    );
    let outcome = outcome(&result);
    assert_eq!(outcome["outcome"], "accepted");
    assert_eq!(outcome["question"], "q1");
    assert_eq!(outcome.get("reason"), None);
    let time = |name: &str| outcome[name].as_str().unwrap().to_owned();
    assert!(time("shownAt") < time("answeredAt"), "{outcome}");
    doorbell.wait_for_empty_screen();
    asker.assert_nothing_unread();
}

#[test]
fn invalid_answer_is_not_sent_until_corrected() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "Who?", name_form());
    let question = doorbell.wait_for_question("Who?");
    let PressReply::Problems { check, first } = question.try_press(SEND) else {
        panic!("an empty required field is a problem");
    };
    assert_eq!((check.problems, first), (1, 0));
    asker.assert_nothing_unread();
    question.type_text("Name", "Ada");
    question.send();
    assert_eq!(asker.read_result(1)["content"], json!({"name": "Ada"}));
}

#[test]
fn secret_is_sent_only_after_confirmation() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let schema = json!({
        "type": "object",
        "properties": {"password": {"type": "string", "title": "Password"}},
    });
    asker.ask(1, "Log in", schema);
    let question = doorbell.wait_for_question("Log in");
    question.type_text("Password", "hunter2");
    assert_eq!(
        question.try_press(SEND),
        PressReply::SecretHeld { field: 0 }
    );
    asker.assert_nothing_unread();
    question.press(Press::Send { secrets_too: true });
    assert_eq!(
        asker.read_result(1)["content"],
        json!({"password": "hunter2"})
    );
}

#[test]
fn confirmation_sends_empty_content() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "Go on?", empty_form());
    doorbell.wait_for_question("Go on?").send();
    let result = asker.read_result(1);
    assert_eq!(result["action"], "accept");
    assert_eq!(result["content"], json!({}));
}

#[test]
fn only_decline_declines() {
    let cases: [(&str, &str, Step); 3] = [
        ("decline", "declined", &|doorbell| {
            doorbell.wait_for_question("Well?").press(Press::Decline);
        }),
        ("cancel", "dismissed", &|doorbell| {
            doorbell.wait_for_question("Well?").press(Press::Dismiss);
        }),
        ("cancel", "dismissed", &|doorbell| {
            doorbell.wait_for_question("Well?");
            doorbell.handle.window_closed();
        }),
    ];
    for (action, outcome_name, step) in cases {
        let doorbell = Doorbell::start();
        let mut asker = doorbell.asker();
        asker.ask(1, "Well?", name_form());
        step(&doorbell);
        let result = asker.read_result(1);
        assert_eq!(result["action"], action);
        assert_eq!(result.get("content"), None);
        let outcome = outcome(&result);
        assert_eq!(outcome["outcome"], outcome_name);
        assert_eq!(outcome.get("reason"), None);
        assert!(outcome["shownAt"].is_string() && outcome["answeredAt"].is_string());
        doorbell.wait_for_empty_screen();
    }
}

#[test]
fn dismissing_a_touched_question_needs_confirmation() {
    let close_steps: [Step; 2] = [
        &|doorbell| doorbell.wait_for_question("Well?").press(Press::Dismiss),
        &|doorbell| doorbell.handle.window_closed(),
    ];
    for close in close_steps {
        let doorbell = Doorbell::start();
        let mut asker = ask_and_type(&doorbell);
        close(&doorbell);
        wait_for_stop_prompt(&doorbell).press(Press::KeepWaiting);
        asker.assert_nothing_unread();
        let again = doorbell.wait_for_question_where("Well?", |question| {
            matches!(question.state, QuestionStateView::Open { .. })
        });
        let Input::Text { text } = &again.form().fields[0].input else {
            panic!("the typed text should be kept");
        };
        assert_eq!(text, "half an ans");
        close(&doorbell);
        wait_for_stop_prompt(&doorbell).press(Press::Stop);
        assert_eq!(asker.read_result(1)["action"], "cancel");
        doorbell.wait_for_empty_screen();

        fn ask_and_type(doorbell: &Doorbell) -> Asker {
            let mut asker = doorbell.asker();
            asker.ask(1, "Well?", name_form());
            doorbell
                .wait_for_question("Well?")
                .type_text("Name", "half an ans");
            asker
        }
    }

    fn wait_for_stop_prompt(doorbell: &Doorbell) -> crate::support::ShownQuestion<'_> {
        doorbell.wait_for_question_where("Well?", |question| {
            question.state == QuestionStateView::Stopping
        })
    }
}

#[test]
fn snoozed_question_returns_with_typed_text() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "When you have time", name_form());
    let person = doorbell.person();
    let question = person.wait_for_question("When you have time");
    question.type_text("Name", "Ad");
    question.press(LATER);
    person.wait_for_empty_screen();
    let minutes = BoardRules::STANDARD.snooze.minutes;
    doorbell.advance(minutes - ONE_MS);
    person.wait_for_empty_screen();
    asker.assert_nothing_unread();
    doorbell.advance(ONE_MS);
    let again = person.wait_for_question("When you have time");
    assert_eq!(again.view.id, question.view.id);
    assert!(again.view.generation > question.view.generation);
    again.type_text("Name", "Ada");
    again.send();
    assert_eq!(asker.read_result(1)["content"], json!({"name": "Ada"}));
}

#[test]
fn open_brings_back_a_snoozed_question() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "When you have time", name_form());
    let person = doorbell.person();
    person.wait_for_question("When you have time").press(LATER);
    person.wait_for_empty_screen();
    assert_eq!(
        asker.call("doorbell/open", json!({})),
        json!({"showing": "q1"})
    );
    person
        .wait_for_question("When you have time")
        .press(Press::Decline);
    assert_eq!(asker.read_result(1)["action"], "decline");
    assert!(doorbell.desktop.lock().calls.contains(&DesktopCall::Raise));
}

fn outcome(result: &Value) -> &Value {
    &result["_meta"]["dev.doorbell/outcome"]
}
