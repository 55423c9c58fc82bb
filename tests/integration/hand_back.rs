//! The "Answer in terminal" button, which hands a question back to its asker.

use doorbell_core::board::BoardRules;
use doorbell_core::form::Input;
use doorbell_daemon::view::{Press, PressReply, QuestionStateView};
use serde_json::{Value, json};

use crate::support::{Asker, Doorbell, ShownQuestion, name_form, workspace_root};

const HAND_BACK: Press = Press::AnswerInTerminal;
const REASON: &str = "Handed back with another link of the same request.";

#[test]
fn form_and_link_are_handed_back_by_one_press() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    for (id, params) in [(1, form("Well?")), (2, link("Well?", "example.com", None))] {
        asker.ask_with(id, params);
        let question = doorbell.wait_for_question("Well?");
        assert!(question.view.hand_back);
        question.press(HAND_BACK);
        let result = asker.read_result(id);
        assert_eq!(result["action"], "cancel");
        assert_eq!(result.get("content"), None);
        let outcome = outcome(&result);
        assert_eq!(outcome["outcome"], "handedBack");
        assert_eq!(outcome.get("reason"), None);
        assert!(outcome["shownAt"].is_string() && outcome["answeredAt"].is_string());
        doorbell.wait_for_empty_screen();
    }
    assert_eq!(doorbell.desktop.lock().opened_links, []);
}

#[test]
fn hand_back_is_refused_unless_the_asker_offers_it() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let mut declared_false = form("Well?");
    declared_false["_meta"]["dev.doorbell/asker"]["handBack"] = json!(false);
    let undeclared = json!({"mode": "url", "message": "Well?", "url": "https://example.com/"});
    for (id, params) in [(1, declared_false), (2, undeclared)] {
        asker.ask_with(id, params);
        let question = doorbell.wait_for_question("Well?");
        assert!(!question.view.hand_back);
        assert_eq!(question.try_press(HAND_BACK), PressReply::Stale);
        asker.assert_nothing_unread();
        question.press(Press::Decline);
        assert_eq!(outcome(&asker.read_result(id))["outcome"], "declined");
    }
}

#[test]
fn hand_back_press_is_guarded() {
    let doorbell = Doorbell::start_with(|config| config.rules = BoardRules::STANDARD);
    let mut asker = doorbell.asker();
    asker.ask_with(1, form("Well?"));
    let question = doorbell.person().wait_for_unpainted("Well?", |_| true);
    assert_eq!(question.try_press(HAND_BACK), PressReply::TooSoon);
    let (id, generation) = (question.view.id.as_str(), question.view.generation);
    assert_eq!(
        doorbell.person().try_press(id, generation + 1, HAND_BACK),
        PressReply::Stale
    );
    asker.assert_nothing_unread();
}

#[test]
fn handing_back_a_touched_question_needs_confirmation() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask_with(1, form("Well?"));
    let question = doorbell.wait_for_question("Well?");
    question.type_text("Name", "half an ans");
    question.press(HAND_BACK);
    wait_for_hand_back_prompt(&doorbell).press(Press::KeepWaiting);
    asker.assert_nothing_unread();
    let again = doorbell.wait_for_question_where("Well?", |question| {
        matches!(question.state, QuestionStateView::Open { .. })
    });
    assert_eq!(
        again.form().fields[0].input,
        Input::Text {
            text: "half an ans".into()
        }
    );
    again.press(HAND_BACK);
    wait_for_hand_back_prompt(&doorbell).press(HAND_BACK);
    let result = asker.read_result(1);
    assert_eq!(outcome(&result)["outcome"], "handedBack");
    assert!(!result.to_string().contains("half an ans"));
    doorbell.wait_for_empty_screen();

    fn wait_for_hand_back_prompt(doorbell: &Doorbell) -> ShownQuestion<'_> {
        let person = doorbell.person();
        person.wait_for_question_where("Well?", |question| {
            question.state == QuestionStateView::HandingBack
        })
    }
}

#[test]
fn handing_back_one_link_hands_back_its_group() {
    let doorbell = Doorbell::start();
    let mut asker = ask_three_links(&doorbell);
    let person = doorbell.person();
    person.wait_for_question("one.com").press(Press::Open);
    assert_eq!(asker.read_result(1)["action"], "accept");
    person.wait_for_question("two.com").press(HAND_BACK);
    let second = asker.read_result(2);
    assert_eq!(outcome(&second)["outcome"], "handedBack");
    assert_eq!(outcome(&second).get("reason"), None);
    let third = asker.read_result(3);
    assert_eq!(third["action"], "cancel");
    assert_eq!(outcome(&third)["outcome"], "handedBack");
    assert_eq!(outcome(&third)["reason"], REASON);
    assert_eq!(outcome(&third).get("answeredAt"), None);
    for (question, by) in [("q1", Some("person")), ("q2", Some("person")), ("q3", None)] {
        let done = asker.call("doorbell/awaitDone", json!({"question": question}));
        assert_eq!(done["state"], "cancelled");
        assert_eq!(done.get("by").and_then(Value::as_str), by, "{question}");
    }
    let announcement = person.wait_for_announcement();
    assert!(
        announcement
            .done
            .contains(", with every link of this request. "),
        "{}",
        announcement.done
    );
    assert_eq!(doorbell.desktop.lock().opened_links.len(), 1);
    asker.assert_nothing_unread();
}

#[test]
fn hand_back_results_match_documented_examples() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask_with(2, form("Well?"));
    doorbell.wait_for_question("Well?").press(HAND_BACK);
    assert_eq!(
        normalised(&asker.read_json()),
        golden("elicit.result.handed-back.json")
    );
    asker.ask_with(9, link("First", "one.com", Some("r")));
    asker.ask_with(10, link("Second", "two.com", Some("r")));
    asker.assert_nothing_unread();
    doorbell.wait_for_question("First").press(HAND_BACK);
    asker.read_result(9);
    assert_eq!(
        normalised(&asker.read_json()),
        golden("elicit.result.group-handed-back.json")
    );

    fn golden(name: &str) -> Value {
        let file = workspace_root().join("docs/protocol").join(name);
        normalised(&serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap())
    }

    /// The message without question ids and times, which differ between runs.
    fn normalised(message: &Value) -> Value {
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

/// Asks for three links of one group. Their messages are their domains.
fn ask_three_links(doorbell: &Doorbell) -> Asker {
    let mut asker = doorbell.asker();
    for (id, domain) in [(1, "one.com"), (2, "two.com"), (3, "three.com")] {
        asker.ask_with(id, link(domain, domain, Some("r")));
    }
    asker.assert_nothing_unread();
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
