//! Limits that concern more than one area.

use super::harness::{
    FORM, TestProxy, call, cancelled, complete, decline, elicitation, input_required,
    link_elicitation, links_required, modern_call,
};
use crate::interceptor::completion::MAX_COMPLETIONS;
use crate::interceptor::legacy::MAX_SETTLED;
use crate::interceptor::question::{MAX_OPEN, MAX_PARAMS};

const CANCEL: &str = r#"server: {"jsonrpc":"2.0","id":0,"result":{"action":"cancel"}}"#;

/// A message so long that the params for Doorbell have `size` bytes.
fn long_message(size: usize) -> String {
    let mut proxy = TestProxy::legacy();
    proxy.server_sends(&elicitation(0));
    let rest = proxy.params(1).len() - "Who?".len();
    "x".repeat(size - rest)
}

#[test]
fn longest_question_fits_protocol_line() {
    let long = elicitation(0).replace("Who?", &long_message(MAX_PARAMS));
    let mut proxy = TestProxy::legacy();
    assert_eq!(proxy.server_sends(&long), ["ask 1"]);
    assert_eq!(proxy.params(1).len(), MAX_PARAMS);
    proxy.parsed(1);
}

#[test]
fn longer_question_is_forwarded_or_cancelled() {
    let long = elicitation(0).replace("Who?", &long_message(MAX_PARAMS + 1));
    assert_eq!(TestProxy::legacy().server_sends(&long), [CANCEL]);
    // For a capable agent the params are longer: they also offer to hand the question back.
    assert!(TestProxy::capable().server_sends(&long) == [format!("host: {long}")]);
}

#[test]
fn round_continues_without_too_long_question() {
    let long = FORM.replace("Who?", &"x".repeat(MAX_PARAMS));
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call(1));
    let requests = format!(r#"{{"a":{long},"b":{FORM}}}"#);
    assert_eq!(
        proxy.server_sends(&input_required("1", &requests, "")),
        ["ask 1"]
    );
    let out = proxy.answer(1, decline());
    let answers = r#""inputResponses":{"a":{"action":"cancel"},"b":{"action":"decline"}}"#;
    assert!(out[0].contains(answers), "{out:?}");

    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call(1));
    let out = proxy.server_sends(&input_required("1", &format!(r#"{{"a":{long}}}"#), ""));
    assert!(out[0].contains(r#""inputResponses":{"a":{"action":"cancel"}}"#));
    assert!(proxy.interceptor.next_tick().is_none());
}

#[test]
fn open_questions_are_limited() {
    let mut proxy = TestProxy::legacy();
    for (id, ask) in (1..).zip(1..=MAX_OPEN) {
        assert_eq!(proxy.server_sends(&elicitation(id)), [format!("ask {ask}")]);
    }
    assert_eq!(proxy.server_sends(&elicitation(0)), [CANCEL]);
}

/// Doorbell would close the connection, and with it all other questions.
#[test]
fn question_that_doorbell_cannot_parse_is_not_asked() {
    let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    for bad in ["\"\\ud83d\"".to_owned(), "1e999".to_owned(), deep] {
        let invalid = elicitation(0).replace("\"Who?\"", &bad);
        assert_ne!(invalid, elicitation(0));
        assert_eq!(
            TestProxy::legacy().server_sends(&invalid),
            [CANCEL],
            "{bad}"
        );
        assert!(TestProxy::capable().server_sends(&invalid) == [format!("host: {invalid}")]);
    }
}

#[test]
fn too_long_link_fails_call() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call(1, "deploy"));
    let line = links_required("1", &["e1", "e2"]);
    let long = line.replace("e2.example.com/in", &"x".repeat(MAX_PARAMS));
    let out = proxy.server_sends(&long);
    assert_eq!(out[..2], ["ask 1", "withdraw 1"]);
    assert!(out[2].contains("One of the links is too long for Doorbell"));

    let mut proxy = TestProxy::capable();
    proxy.host_sends(&call(1, "deploy"));
    let out = proxy.server_sends(&long);
    assert_eq!(out[..2], ["ask 1", "withdraw 1"]);
    assert!(out[2] == format!("host: {long}"));
}

#[test]
fn oldest_expected_completion_is_forgotten_at_limit() {
    for (more, is_remembered) in [(0, true), (1, false)] {
        let mut proxy = TestProxy::legacy();
        for id in 0..MAX_COMPLETIONS + more {
            proxy.server_sends(&link_elicitation(0, &format!("e{id}")));
        }
        let first = proxy.server_sends(&complete("e0")) == ["complete e0"];
        assert_eq!(first, is_remembered);
        assert_eq!(proxy.server_sends(&complete("e1")), ["complete e1"]);
    }
}

#[test]
fn oldest_settled_request_is_forgotten_at_limit() {
    for (more, is_remembered) in [(0, true), (1, false)] {
        let mut proxy = TestProxy::legacy();
        let count = MAX_SETTLED + more;
        for id in 0..count {
            proxy.server_sends(&elicitation(id as u32));
            proxy.answer(id + 1, decline());
        }
        assert_eq!(proxy.server_sends(&cancelled(0)).is_empty(), is_remembered);
        assert!(proxy.server_sends(&cancelled(1)).is_empty());
    }
}
