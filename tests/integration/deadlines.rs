//! Deadlines and progress notifications.

use std::time::Duration;

use doorbell_core::board::BoardRules;
use doorbell_daemon::Config;
use doorbell_daemon::view::{Press, QuestionStateView};
use serde_json::{Value, json};

use crate::support::{Doorbell, LATER, ONE_MS, name_form};

const SOON: Duration = Duration::from_secs(1);

#[test]
fn question_expires_at_its_deadline() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask_with(1, with_deadline("Quick!", milliseconds(SOON)));
    let question = doorbell.wait_for_question("Quick!");
    assert!(matches!(
        question.view.state,
        QuestionStateView::Open { deadline: Some(_) }
    ));
    doorbell.advance(SOON - ONE_MS);
    asker.assert_nothing_unread();
    doorbell.advance(ONE_MS);
    let result = asker.read_result(1);
    assert_eq!(result["action"], "cancel");
    let outcome = &result["_meta"]["dev.doorbell/outcome"];
    assert_eq!(outcome["outcome"], "expired");
    assert_eq!(outcome["reason"], "The time limit of tests passed.");
    assert!(outcome["shownAt"].is_string());
    assert_eq!(outcome.get("answeredAt"), None);
    doorbell.wait_for_empty_screen();
}

#[test]
fn touched_question_stays_visible_after_expiry() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask_with(1, with_deadline("Quick!", milliseconds(SOON)));
    doorbell.wait_for_question("Quick!").type_text("Name", "Ad");
    doorbell.advance(SOON);
    assert_eq!(asker.read_result(1)["action"], "cancel");
    let (over, reason) = doorbell.person().wait_for_withdrawn("Quick!");
    assert_eq!(reason, "The time limit of tests passed.");
    over.press(Press::Close);
    doorbell.wait_for_empty_screen();
}

#[test]
fn extreme_deadlines_are_handled() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask_with(1, with_deadline("Never", u64::MAX));
    asker.ask_with(2, with_deadline("At once", 0));
    let result = asker.read_result(2);
    assert_eq!(
        result["_meta"]["dev.doorbell/outcome"]["outcome"],
        "expired"
    );
    doorbell.wait_for_question("Never").press(Press::Decline);
    assert_eq!(asker.read_result(1)["action"], "decline");
}

#[test]
fn snoozed_question_returns_before_its_deadline() {
    let before = BoardRules::STANDARD.before_deadline;
    assert_eq!(before, Duration::from_secs(60));
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let deadline = milliseconds(before + SOON);
    asker.ask_with(1, with_deadline("Soon over", deadline));
    let person = doorbell.person();
    person.wait_for_question("Soon over").press(LATER);
    doorbell.advance(SOON - ONE_MS);
    person.wait_for_empty_screen();
    doorbell.advance(ONE_MS);
    person.wait_for_question("Soon over").press(Press::Decline);
    assert_eq!(asker.read_result(1)["action"], "decline");
}

#[test]
fn progress_is_sent_only_for_requests_with_a_token() {
    let every = Config::standard("").progress_interval;
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "No token", name_form());
    doorbell.wait_for_question("No token");
    asker.ask_with(2, with_token("Text", json!("t-1")));
    asker.ask_with(3, with_token("Number", json!(7)));
    asker.assert_nothing_unread();
    for count in 1..=3 {
        doorbell.advance(every - ONE_MS);
        asker.assert_nothing_unread();
        doorbell.advance(ONE_MS);
        let mut notifications = [asker.read_line(), asker.read_line()];
        notifications.sort();
        assert_eq!(notifications, [r#""t-1""#, "7"].map(|token| format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{token},"progress":{count},"message":"Waiting for your answer in Doorbell"}}}}"#,
        )));
    }
    // Withdrawn questions get no more progress.
    asker.withdraw(2);
    asker.withdraw(3);
    asker.assert_nothing_unread();
    doorbell.advance(10 * every);
    asker.assert_nothing_unread();
}

fn milliseconds(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap()
}

fn with_deadline(message: &str, milliseconds: u64) -> Value {
    json!({
        "message": message,
        "requestedSchema": name_form(),
        "_meta": {"dev.doorbell/asker": {"deadlineMs": milliseconds}},
    })
}

fn with_token(message: &str, token: Value) -> Value {
    json!({
        "message": message,
        "requestedSchema": name_form(),
        "_meta": {"progressToken": token},
    })
}
