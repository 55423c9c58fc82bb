//! Calls that are cancelled, agents that leave, a Doorbell that is not there.

use serde_json::json;

use super::{agent, check, command, told};
use crate::support::{Doorbell, Era, Host};

#[test]
fn a_cancelled_call_takes_its_question_back() {
    for era in [Era::Legacy, Era::Modern] {
        let doorbell = Doorbell::start();
        let mut agent = agent(&doorbell, era);
        let call = agent.calls("confirm", json!({"message": "Well?"}));
        doorbell.person().sees("Well?");
        agent.notifies("notifications/cancelled", json!({"requestId": call}));
        doorbell.person().sees_nothing();

        // Nothing is said of it any more, and the next is asked.
        let call_again = agent.calls("confirm", json!({"message": "And now?"}));
        doorbell.person().sees("And now?").sends();
        check(&agent.hears_reply(call_again), "accepted", false);
        assert!(!agent.kept(|message| message["id"] == call));
    }
}

/// The question may still be on its way.
#[test]
fn a_call_that_is_cancelled_at_once_leaves_nothing() {
    let doorbell = Doorbell::start_patient();
    let mut agent = agent(&doorbell, Era::Legacy);
    for _ in 0..20 {
        let call = agent.calls("confirm", json!({"message": "Well?"}));
        agent.notifies("notifications/cancelled", json!({"requestId": call}));
    }
    let call = agent.calls("confirm", json!({"message": "And now?"}));
    doorbell.person().sees("And now?").sends();
    check(&agent.hears_reply(call), "accepted", false);
    doorbell.person().sees_nothing();
    let status = doorbell.asker().calls("doorbell/status", json!({}));
    assert_eq!(status["open"], 0);
}

/// At once, and not when the time is over in which an asker with a key may come back.
#[test]
fn an_agent_that_leaves_takes_its_questions_with_it() {
    let doorbell = Doorbell::start();
    let mut agent = agent(&doorbell, Era::Legacy);
    agent.calls("confirm", json!({"message": "Well?"}));
    doorbell.person().sees("Well?");
    agent.closes();
    // No time passes here.
    doorbell.person().sees_nothing();
    assert!(agent.sees_end().success());
}

#[test]
fn an_agent_that_says_nothing_may_leave() {
    let doorbell = Doorbell::start();
    let mut host = Host::start_silent(command(&doorbell.socket()), Era::Legacy, json!({}));
    host.closes();
    assert!(host.sees_end().success());
    assert_eq!(host.complaints(), "");
}

#[test]
fn where_nobody_can_be_asked_the_model_is_told_so() {
    let place = tempfile::tempdir().unwrap();
    let nobody = place.path().join("doorbell.sock");
    let mut agent = Host::start(command(&nobody), Era::Legacy, json!({}));
    let reply = agent.calls_to_the_end("confirm", json!({"message": "Well?"}));
    check(&reply, "notShown", true);
    let reason = told(&reply)["reason"].as_str().unwrap();
    assert!(reason.contains("there is no display"), "{reason}");
    let note = told(&reply)["note"].as_str().unwrap();
    assert!(note.contains("was not asked"), "{note}");
}

#[test]
fn a_question_survives_a_crash_of_doorbell() {
    let doorbell = Doorbell::start_keeping();
    let mut agent = agent(&doorbell, Era::Modern);
    let call = agent.calls("confirm", json!({"message": "Well?"}));
    doorbell.person().sees("Well?");
    let doorbell = doorbell.crashes();
    doorbell.person().sees("Well?").sends();
    check(&agent.hears_reply(call), "accepted", false);
}

#[test]
fn a_doorbell_that_stops_has_not_declined() {
    let doorbell = Doorbell::start();
    let mut agent = agent(&doorbell, Era::Legacy);
    let call = agent.calls("confirm", json!({"message": "Well?"}));
    doorbell.person().sees("Well?");
    doorbell.handle.stop();
    let reply = agent.hears_reply(call);
    assert_ne!(told(&reply)["outcome"], "declined");
    assert_ne!(told(&reply)["outcome"], "accepted");
}
