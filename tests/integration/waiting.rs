//! Deadlines and progress.

use std::time::Duration;

use doorbell_core::board::BoardRules;
use doorbell_daemon::Config;
use doorbell_daemon::view::{Press, QuestionStateView};
use serde_json::{Value, json};

use crate::support::{Doorbell, LATER, MOMENT, name_form};

const SOON: Duration = Duration::from_secs(1);

#[test]
fn a_deadline_that_passes_expires_the_question() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks_with(1, with_deadline("Quick!", milliseconds(SOON)));
    let question = doorbell.person().sees("Quick!");
    assert!(matches!(
        question.view.state,
        QuestionStateView::Open { deadline: Some(_) }
    ));
    doorbell.lets_pass(SOON - MOMENT);
    asker.has_heard_everything();
    doorbell.lets_pass(MOMENT);
    let result = asker.hears_result(1);
    assert_eq!(result["action"], "cancel");
    let outcome = &result["_meta"]["dev.doorbell/outcome"];
    assert_eq!(outcome["outcome"], "expired");
    assert_eq!(outcome["reason"], "The time limit of tests passed.");
    assert!(outcome["shownAt"].is_string());
    assert_eq!(outcome.get("answeredAt"), None);
    doorbell.person().sees_nothing();
}

#[test]
fn a_touched_question_that_expires_stays_marked() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks_with(1, with_deadline("Quick!", milliseconds(SOON)));
    doorbell.person().sees("Quick!").types("Name", "Ad");
    doorbell.lets_pass(SOON);
    assert_eq!(asker.hears_result(1)["action"], "cancel");
    let (over, reason) = doorbell.person().sees_withdrawn("Quick!");
    assert_eq!(reason, "The time limit of tests passed.");
    over.does(Press::Close);
    doorbell.person().sees_nothing();
}

#[test]
fn deadlines_at_the_ends_of_the_scale_hurt_nobody() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks_with(1, with_deadline("Never", u64::MAX));
    asker.asks_with(2, with_deadline("At once", 0));
    let result = asker.hears_result(2);
    assert_eq!(
        result["_meta"]["dev.doorbell/outcome"]["outcome"],
        "expired"
    );
    doorbell.person().sees("Never").does(Press::Decline);
    assert_eq!(asker.hears_result(1)["action"], "decline");
}

#[test]
fn a_question_put_aside_comes_back_before_its_asker_gives_up() {
    let before = BoardRules::STANDARD.before_deadline;
    assert_eq!(before, Duration::from_secs(60));
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let deadline = milliseconds(before + SOON);
    asker.asks_with(1, with_deadline("Soon over", deadline));
    let person = doorbell.person();
    person.sees("Soon over").does(LATER);
    doorbell.lets_pass(SOON - MOMENT);
    person.sees_nothing();
    doorbell.lets_pass(MOMENT);
    person.sees("Soon over").does(Press::Decline);
    assert_eq!(asker.hears_result(1)["action"], "decline");
}

#[test]
fn progress_goes_to_whoever_gave_a_token_and_to_nobody_else() {
    let every = Config::standard("").progress_interval;
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "No token", name_form());
    doorbell.person().sees("No token");
    asker.asks_with(2, with_token("Text", json!("t-1")));
    asker.asks_with(3, with_token("Number", json!(7)));
    asker.has_heard_everything();
    for times in 1..=3 {
        doorbell.lets_pass(every - MOMENT);
        asker.has_heard_everything();
        doorbell.lets_pass(MOMENT);
        let mut told = [asker.hears(), asker.hears()];
        told.sort();
        assert_eq!(told, [r#""t-1""#, "7"].map(|token| format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{token},"progress":{times},"message":"Waiting for your answer in Doorbell"}}}}"#,
        )));
    }
    // A question that is over makes no more progress.
    asker.withdraws(2);
    asker.withdraws(3);
    asker.has_heard_everything();
    doorbell.lets_pass(10 * every);
    asker.has_heard_everything();
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
