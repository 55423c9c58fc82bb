//! Doorbell becomes unavailable and comes back.

use std::time::Duration;

use super::harness::{
    TestProxy, accept, call, elicitation, hand_back, modern_call, not_shown, reject,
};
use crate::action::Answer;
use crate::interceptor::PRECONNECT_INTERVAL;

const CANCEL: &str = r#"server: {"jsonrpc":"2.0","id":0,"result":{"action":"cancel"}}"#;

/// The answer is never `decline`: the person has not declined.
#[test]
fn question_is_cancelled_when_neither_doorbell_nor_agent_can_ask() {
    let mut proxy = TestProxy::legacy();
    proxy.server_sends(&elicitation(0));
    assert_eq!(proxy.answer(1, Answer::Unavailable), ["report", CANCEL]);
}

#[test]
fn capable_agent_is_asked_when_doorbell_is_unavailable() {
    let mut proxy = TestProxy::capable();
    for id in 0..2 {
        proxy.server_sends(&elicitation(id));
    }
    let (first, second) = (elicitation(0), elicitation(1));
    // A loss is reported once.
    assert_eq!(
        proxy.answer(1, Answer::Unavailable),
        ["report", &format!("host: {first}")]
    );
    assert_eq!(
        proxy.answer(2, Answer::Unavailable),
        [format!("host: {second}")]
    );
    // Until Doorbell is back, the agent is asked at once.
    let third = elicitation(2);
    assert_eq!(proxy.server_sends(&third), [format!("host: {third}")]);
    proxy.interceptor.on_connected();
    assert_eq!(proxy.server_sends(&elicitation(3)), ["ask 3"]);
    assert_eq!(proxy.answer(3, Answer::Unavailable)[0], "report");
}

/// Doorbell may start at any time, and the agent cannot ask.
#[test]
fn doorbell_is_tried_again_for_incapable_agent() {
    let mut proxy = TestProxy::legacy();
    proxy.server_sends(&elicitation(0));
    proxy.answer(1, Answer::Unavailable);
    assert_eq!(proxy.server_sends(&elicitation(1)), ["ask 2"]);
    assert!(!proxy.answer(2, accept("{}")).is_empty());
}

/// Doorbell runs, but its window did not appear.
#[test]
fn question_that_was_not_shown_goes_to_agent() {
    let mut proxy = TestProxy::capable();
    let line = elicitation(0);
    proxy.server_sends(&line);
    let actions = proxy.answer(1, not_shown());
    assert_eq!(actions, ["report", &format!("host: {line}")]);
    let mut proxy = TestProxy::legacy();
    proxy.server_sends(&elicitation(0));
    assert_eq!(proxy.answer(1, not_shown()), ["report", CANCEL]);
}

#[test]
fn rejected_or_handed_back_question_goes_to_agent() {
    let mut proxy = TestProxy::capable();
    let line = elicitation(0);
    proxy.server_sends(&line);
    assert_eq!(proxy.answer(1, reject()), [format!("host: {line}")]);
    proxy.server_sends(&line);
    assert_eq!(proxy.answer(2, hand_back()), [format!("host: {line}")]);
}

#[test]
fn calls_preconnect_at_most_once_per_interval() {
    let mut proxy = TestProxy::legacy();
    let line = call(1, "deploy");
    assert_eq!(
        proxy.host_sends(&line),
        ["preconnect", &format!("server: {line}")]
    );
    assert_eq!(proxy.host_sends(&line), [format!("server: {line}")]);
    proxy.advance(PRECONNECT_INTERVAL - Duration::from_millis(1));
    assert_eq!(proxy.host_sends(&line), [format!("server: {line}")]);
    proxy.advance(Duration::from_millis(1));
    assert_eq!(
        proxy.host_sends(&line),
        ["preconnect", &format!("server: {line}")]
    );
    // After a loss, the next call preconnects at once.
    proxy.server_sends(&elicitation(0));
    proxy.answer(1, Answer::Unavailable);
    assert_eq!(
        proxy.host_sends(&line),
        ["preconnect", &format!("server: {line}")]
    );
}

#[test]
fn only_calls_that_may_cause_questions_preconnect() {
    for (method, preconnects) in [
        ("tools/call", true),
        ("prompts/get", true),
        ("resources/read", true),
        ("tasks/result", true),
        ("tools/list", false),
        ("ping", false),
        ("completion/complete", false),
    ] {
        let line = format!(r#"{{"id":1,"method":"{method}"}}"#);
        let out = TestProxy::legacy().host_sends(&line);
        assert_eq!(
            out.contains(&"preconnect".to_owned()),
            preconnects,
            "{method}"
        );
    }
    assert_eq!(
        TestProxy::new().host_sends(&modern_call(1))[0],
        "preconnect"
    );
}
