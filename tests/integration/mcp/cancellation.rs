//! Cancelled calls, agents that disconnect, and a Doorbell that crashes, stops or is missing.

use serde_json::json;

use super::{agent, assert_outcome, command, structured_result};
use crate::support::{Doorbell, Era, Host};

#[test]
fn cancelled_call_withdraws_its_question() {
    for era in [Era::Legacy, Era::Modern] {
        let doorbell = Doorbell::start();
        let mut agent = agent(&doorbell, era);
        let call = agent.call_tool("confirm", json!({"message": "Well?"}));
        doorbell.wait_for_question("Well?");
        agent.notify("notifications/cancelled", json!({"requestId": call}));
        doorbell.wait_for_empty_screen();

        // The cancelled call gets no reply, and the next one works.
        let call_again = agent.call_tool("confirm", json!({"message": "And now?"}));
        doorbell.wait_for_question("And now?").send();
        assert_outcome(&agent.wait_for_reply(call_again), "accepted", false);
        assert!(!agent.has_unclaimed(|message| message["id"] == call));
    }
}

/// The cancellation may overtake the question.
#[test]
fn call_cancelled_at_once_leaves_no_question() {
    let doorbell = Doorbell::start_without_flood_limits();
    let mut agent = agent(&doorbell, Era::Legacy);
    for _ in 0..20 {
        let call = agent.call_tool("confirm", json!({"message": "Well?"}));
        agent.notify("notifications/cancelled", json!({"requestId": call}));
    }
    let call = agent.call_tool("confirm", json!({"message": "And now?"}));
    doorbell.wait_for_question("And now?").send();
    assert_outcome(&agent.wait_for_reply(call), "accepted", false);
    doorbell.wait_for_empty_screen();
    let status = doorbell.asker().call("doorbell/status", json!({}));
    assert_eq!(status["open"], 0);
}

/// The grace period for askers with a key does not apply.
#[test]
fn disconnecting_withdraws_questions_at_once() {
    let doorbell = Doorbell::start();
    let mut agent = agent(&doorbell, Era::Legacy);
    agent.call_tool("confirm", json!({"message": "Well?"}));
    doorbell.wait_for_question("Well?");
    agent.close_stdin();
    // The clock does not advance.
    doorbell.wait_for_empty_screen();
    assert!(agent.wait_for_exit().success());
}

#[test]
fn agent_may_disconnect_without_a_handshake() {
    let doorbell = Doorbell::start();
    let mut host =
        Host::start_without_handshake(command(&doorbell.socket()), Era::Legacy, json!({}));
    host.close_stdin();
    assert!(host.wait_for_exit().success());
    assert_eq!(host.stderr(), "");
}

#[test]
fn missing_doorbell_is_reported_to_the_model() {
    let directory = tempfile::tempdir().unwrap();
    let unused_socket = directory.path().join("doorbell.sock");
    let mut agent = Host::start(command(&unused_socket), Era::Legacy, json!({}));
    let reply = agent.call_tool_and_wait("confirm", json!({"message": "Well?"}));
    assert_outcome(&reply, "notShown", true);
    let reason = structured_result(&reply)["reason"].as_str().unwrap();
    assert!(reason.contains("no display"), "{reason}");
    let note = structured_result(&reply)["note"].as_str().unwrap();
    assert!(note.contains("was not asked"), "{note}");
}

#[test]
fn question_survives_a_doorbell_crash() {
    let doorbell = Doorbell::start_with_storage();
    let mut agent = agent(&doorbell, Era::Modern);
    let call = agent.call_tool("confirm", json!({"message": "Well?"}));
    doorbell.wait_for_question("Well?");
    let doorbell = doorbell.crash_and_restart();
    doorbell.wait_for_question("Well?").send();
    assert_outcome(&agent.wait_for_reply(call), "accepted", false);
}

#[test]
fn stopping_doorbell_is_not_reported_as_decline() {
    let doorbell = Doorbell::start();
    let mut agent = agent(&doorbell, Era::Legacy);
    let call = agent.call_tool("confirm", json!({"message": "Well?"}));
    doorbell.wait_for_question("Well?");
    doorbell.handle.stop();
    let reply = agent.wait_for_reply(call);
    assert_ne!(structured_result(&reply)["outcome"], "declined");
    assert_ne!(structured_result(&reply)["outcome"], "accepted");
}
