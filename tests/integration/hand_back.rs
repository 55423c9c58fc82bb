//! Answer in terminal: the asker gets the question back, and nothing else.

use doorbell_core::board::BoardRules;
use doorbell_core::form::Input;
use doorbell_daemon::view::{Press, PressReply, QuestionStateView};
use serde_json::{Value, json};

use crate::support::{Asker, Doorbell, Seen, name_form, project};

const BACK: Press = Press::AnswerInTerminal;
const REASON: &str = "Handed back with another link of the same request.";

#[test]
fn a_form_and_a_link_are_handed_back_by_one_press() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    for (id, params) in [(1, form("Well?")), (2, link("Well?", "example.com", None))] {
        asker.asks_with(id, params);
        let question = doorbell.person().sees("Well?");
        assert!(question.view.hand_back);
        question.does(BACK);
        let result = asker.hears_result(id);
        assert_eq!(result["action"], "cancel");
        assert_eq!(result.get("content"), None);
        let outcome = outcome(&result);
        assert_eq!(outcome["outcome"], "handedBack");
        assert_eq!(outcome.get("reason"), None);
        assert!(outcome["shownAt"].is_string() && outcome["answeredAt"].is_string());
        doorbell.person().sees_nothing();
    }
    assert_eq!(doorbell.screen.lock().opened, []);
}

#[test]
fn an_asker_that_did_not_offer_it_never_gets_it() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let mut said_no = form("Well?");
    said_no["_meta"]["dev.doorbell/asker"]["handBack"] = json!(false);
    let unsaid = json!({"mode": "url", "message": "Well?", "url": "https://example.com/"});
    for (id, params) in [(1, said_no), (2, unsaid)] {
        asker.asks_with(id, params);
        let question = doorbell.person().sees("Well?");
        assert!(!question.view.hand_back);
        assert_eq!(question.presses(BACK), PressReply::Stale);
        asker.has_heard_everything();
        question.does(Press::Decline);
        assert_eq!(outcome(&asker.hears_result(id))["outcome"], "declined");
    }
}

#[test]
fn it_is_guarded_as_every_press_is() {
    let doorbell = Doorbell::start_with(|config| config.rules = BoardRules::STANDARD);
    let mut asker = doorbell.asker();
    asker.asks_with(1, form("Well?"));
    let question = doorbell.person().sees_unpainted("Well?", |_| true);
    assert_eq!(question.presses(BACK), PressReply::TooSoon);
    let (id, generation) = (question.view.id.as_str(), question.view.generation);
    assert_eq!(
        doorbell.person().presses(id, generation + 1, BACK),
        PressReply::Stale
    );
    asker.has_heard_everything();
}

#[test]
fn what_was_typed_is_not_lost_by_one_press() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks_with(1, form("Well?"));
    let question = doorbell.person().sees("Well?");
    question.types("Name", "half an ans");
    question.does(BACK);
    handing_back(&doorbell).does(Press::KeepWaiting);
    asker.has_heard_everything();
    let again = doorbell.person().sees_where("Well?", |question| {
        matches!(question.state, QuestionStateView::Open { .. })
    });
    assert_eq!(
        again.form().fields[0].input,
        Input::Text {
            text: "half an ans".into()
        }
    );
    again.does(BACK);
    handing_back(&doorbell).does(BACK);
    let result = asker.hears_result(1);
    assert_eq!(outcome(&result)["outcome"], "handedBack");
    assert!(!result.to_string().contains("half an ans"));
    doorbell.person().sees_nothing();

    fn handing_back(doorbell: &Doorbell) -> Seen<'_> {
        let person = doorbell.person();
        person.sees_where("Well?", |question| question.state == QuestionStateView::HandingBack)
    }
}

#[test]
fn a_link_takes_the_rest_of_its_request_with_it() {
    let doorbell = Doorbell::start();
    let mut asker = asks_three(&doorbell);
    let person = doorbell.person();
    person.sees("one.com").does(Press::Open);
    assert_eq!(asker.hears_result(1)["action"], "accept");
    person.sees("two.com").does(BACK);
    let second = asker.hears_result(2);
    assert_eq!(outcome(&second)["outcome"], "handedBack");
    assert_eq!(outcome(&second).get("reason"), None);
    let third = asker.hears_result(3);
    assert_eq!(third["action"], "cancel");
    assert_eq!(outcome(&third)["outcome"], "handedBack");
    assert_eq!(outcome(&third)["reason"], REASON);
    assert_eq!(outcome(&third).get("answeredAt"), None);
    for (question, by) in [("q1", Some("person")), ("q2", Some("person")), ("q3", None)] {
        let done = asker.calls("doorbell/awaitDone", json!({"question": question}));
        assert_eq!(done["state"], "cancelled");
        assert_eq!(done.get("by").and_then(Value::as_str), by, "{question}");
    }
    let announcement = person.sees_announcement();
    assert!(
        announcement
            .done
            .ends_with(", with every link of this request."),
        "{}",
        announcement.done
    );
    assert_eq!(doorbell.screen.lock().opened.len(), 1);
    asker.has_heard_everything();
}

#[test]
fn the_golden_results_are_what_is_sent() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks_with(2, form("Well?"));
    doorbell.person().sees("Well?").does(BACK);
    assert_eq!(
        shape(&asker.hears_json()),
        golden("elicit.result.handed-back.json")
    );
    asker.asks_with(9, link("First", "one.com", Some("r")));
    asker.asks_with(10, link("Second", "two.com", Some("r")));
    asker.has_heard_everything();
    doorbell.person().sees("First").does(BACK);
    asker.hears_result(9);
    assert_eq!(
        shape(&asker.hears_json()),
        golden("elicit.result.group-handed-back.json")
    );

    fn golden(name: &str) -> Value {
        let file = project().join("docs/protocol").join(name);
        shape(&serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap())
    }

    /// The message without what differs from run to run: names of questions and times.
    fn shape(message: &Value) -> Value {
        let mut message = message.clone();
        let outcome = &mut message["result"]["_meta"]["dev.doorbell/outcome"];
        for name in ["question", "shownAt", "answeredAt"] {
            if let Some(value) = outcome.get_mut(name) {
                *value = json!("some");
            }
        }
        message
    }
}

/// Asks for three links of one call; their messages are their domains.
fn asks_three(doorbell: &Doorbell) -> Asker {
    let mut asker = doorbell.asker();
    for (id, domain) in [(1, "one.com"), (2, "two.com"), (3, "three.com")] {
        asker.asks_with(id, link(domain, domain, Some("r")));
    }
    asker.has_heard_everything();
    asker
}

fn form(message: &str) -> Value {
    json!({
        "message": message,
        "requestedSchema": name_form(),
        "_meta": {"dev.doorbell/asker": {"handBack": true}},
    })
}

fn link(message: &str, domain: &str, group: Option<&str>) -> Value {
    let mut claims = json!({"handBack": true});
    if let Some(group) = group {
        claims["group"] = group.into();
    }
    json!({
        "mode": "url",
        "message": message,
        "url": format!("https://{domain}/"),
        "_meta": {"dev.doorbell/asker": claims},
    })
}

fn outcome(result: &Value) -> &Value {
    &result["_meta"]["dev.doorbell/outcome"]
}
