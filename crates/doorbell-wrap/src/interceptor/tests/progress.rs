//! Progress notifications while the person is asked.

use std::time::Duration;

use doorbell_protocol::DoneState;

use super::harness::{
    FORM, TestProxy, accept, accept_link, call_with_token, cancelled, decline, elicitation,
    input_required, links_required, meta, result,
};
use crate::interceptor::PROGRESS_INTERVAL;
use crate::interceptor::progress::MAX_TOKENS;

fn waiting_progress(to: &str, token: &str, progress: &str) -> String {
    format!(
        r#"{to}: {{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{token},"progress":{progress},"message":"Waiting for your answer in Doorbell"}}}}"#
    )
}

/// The server's own progress.
fn server_progress(token: &str, progress: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{ "progress" : {progress} , "total":10.0, "progressToken":{token}}}}}"#
    )
}

fn elicitation_with_token(id: u32, token: &str) -> String {
    elicitation(id).replace(
        r#""message""#,
        &format!(r#""_meta":{{"progressToken":{token}}},"message""#),
    )
}

#[test]
fn agent_gets_progress_at_once_and_every_fifteen_seconds() {
    for token in ["7", r#""a\u0062""#, "1.0"] {
        let mut proxy = TestProxy::legacy();
        proxy.host_sends(&call_with_token(1, token));
        assert_eq!(
            proxy.server_sends(&elicitation(0)),
            ["ask 1", &waiting_progress("host", token, "0.001")]
        );
        assert!(
            proxy
                .advance(PROGRESS_INTERVAL - Duration::from_millis(1))
                .is_empty()
        );
        assert_eq!(
            proxy.advance(Duration::from_millis(1)),
            [waiting_progress("host", token, "0.002")]
        );
        assert_eq!(
            proxy.advance(PROGRESS_INTERVAL),
            [waiting_progress("host", token, "0.003")]
        );
        proxy.answer(1, accept("{}"));
        assert!(proxy.interceptor.next_tick().is_none());
        assert!(proxy.advance(PROGRESS_INTERVAL).is_empty());
    }
}

#[test]
fn agent_without_token_gets_no_progress() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&super::harness::call(1, "deploy"));
    assert_eq!(proxy.server_sends(&elicitation(0)), ["ask 1"]);
    assert!(proxy.advance(PROGRESS_INTERVAL).is_empty());
    for token in ["null", "{}", "true"] {
        let mut proxy = TestProxy::legacy();
        proxy.host_sends(&call_with_token(1, token));
        assert_eq!(proxy.server_sends(&elicitation(0)), ["ask 1"]);
    }
}

#[test]
fn progress_continues_from_server_value() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call_with_token(1, "7"));
    // Unchanged before the proxy sends progress, even if it decreases.
    for progress in ["3", "2.50", "4e0", "-1", "1e400", r#""5""#, "null"] {
        let line = server_progress("7", progress);
        assert_eq!(proxy.server_sends(&line), [format!("host: {line}")]);
    }
    // Invalid numbers are not recorded.
    for progress in ["5", "1e400", r#""9""#] {
        proxy.server_sends(&server_progress("7", progress));
    }
    assert_eq!(
        proxy.server_sends(&elicitation(0)),
        ["ask 1", &waiting_progress("host", "7", "5.001")]
    );
    // It must not decrease.
    assert_eq!(
        proxy.server_sends(&server_progress("7.0", "5")),
        [format!("host: {}", server_progress("7.0", "5.002"))]
    );
    assert_eq!(
        proxy.server_sends(&server_progress("7", "4.25")),
        [format!("host: {}", server_progress("7", "5.003"))]
    );
    let ahead = server_progress("7", "6.10");
    assert_eq!(proxy.server_sends(&ahead), [format!("host: {ahead}")]);
    assert_eq!(
        proxy.advance(PROGRESS_INTERVAL),
        [waiting_progress("host", "7", "6.101")]
    );
    // Nor after the answer, while the call continues.
    proxy.answer(1, accept("{}"));
    assert_eq!(
        proxy.server_sends(&server_progress("7", "6.10")),
        [format!("host: {}", server_progress("7", "6.102"))]
    );
    // Other tokens belong to other calls.
    let other = server_progress(r#""7""#, "1");
    assert_eq!(proxy.server_sends(&other), [format!("host: {other}")]);
}

#[test]
fn progress_increases_at_limits_of_precision() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call_with_token(1, "7"));
    proxy.server_sends(&server_progress("7", "1e17"));
    assert_eq!(
        proxy.server_sends(&elicitation(0)),
        [
            "ask 1",
            &waiting_progress("host", "7", "1.0000000000000002e+17")
        ]
    );
    // The largest number is repeated.
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call_with_token(1, "7"));
    proxy.server_sends(&server_progress("7", "1.7976931348623157e308"));
    assert_eq!(
        proxy.server_sends(&elicitation(0)),
        [
            "ask 1",
            &waiting_progress("host", "7", "1.7976931348623157e+308")
        ]
    );
}

#[test]
fn all_possible_causes_get_progress() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call_with_token(1, "1"));
    proxy.host_sends(&call_with_token(2, r#""two""#));
    assert_eq!(
        proxy.server_sends(&elicitation(0)),
        [
            "ask 1",
            &waiting_progress("host", "1", "0.001"),
            &waiting_progress("host", r#""two""#, "0.001"),
        ]
    );
    // Two questions share one timer, with one notification per call.
    proxy.advance(Duration::from_secs(5));
    proxy.server_sends(&elicitation(1));
    assert_eq!(
        proxy.advance(Duration::from_secs(10)),
        [
            waiting_progress("host", "1", "0.003"),
            waiting_progress("host", r#""two""#, "0.003"),
        ]
    );
    // Finished calls get no more progress.
    proxy.server_sends(&result(1));
    assert_eq!(
        proxy.advance(PROGRESS_INTERVAL),
        [waiting_progress("host", r#""two""#, "0.004")]
    );
    proxy.host_sends(&cancelled(2));
    assert!(proxy.interceptor.next_tick().is_none());
}

/// Servers restart the timeout of a question on progress.
#[test]
fn server_gets_progress_if_its_question_has_token() {
    for token in ["0", r#""p\u0031""#] {
        let mut proxy = TestProxy::legacy();
        proxy.host_sends(&call_with_token(1, "7"));
        assert_eq!(
            proxy.server_sends(&elicitation_with_token(0, token)),
            [
                "ask 1",
                &waiting_progress("server", token, "1.0"),
                &waiting_progress("host", "7", "0.001"),
            ]
        );
        assert_eq!(
            proxy.advance(PROGRESS_INTERVAL),
            [
                waiting_progress("server", token, "2.0"),
                waiting_progress("host", "7", "0.002"),
            ]
        );
        proxy.answer(1, decline());
        assert!(proxy.advance(PROGRESS_INTERVAL).is_empty());
    }
}

#[test]
fn agent_gets_progress_while_links_are_open() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call_with_token(1, "7"));
    assert_eq!(
        proxy.server_sends(&links_required("1", &["e1", "e2"])),
        [
            "ask 1",
            &waiting_progress("host", "7", "0.001"),
            "ask 2",
            &waiting_progress("host", "7", "0.002"),
        ]
    );
    proxy.answer(1, accept_link());
    proxy.answer(2, accept_link());
    assert_eq!(
        proxy.advance(PROGRESS_INTERVAL),
        [waiting_progress("host", "7", "0.003")]
    );
    proxy.finish_link(1, DoneState::Done);
    proxy.finish_link(2, DoneState::Done);
    assert!(proxy.interceptor.next_tick().is_none());
    // The resent call has the same token, and the server restarts at zero.
    assert_eq!(
        proxy.server_sends(&server_progress("7", "0")),
        [format!("host: {}", server_progress("7", "0.004"))]
    );
}

#[test]
fn modern_agent_gets_progress() {
    let mut proxy = TestProxy::new();
    let meta = meta("{}").replace("{\"io", "{\"progressToken\":7,\"io");
    proxy.host_sends(&format!(
        r#"{{"id":1,"method":"tools/call","params":{{"name":"deploy",{meta}}}}}"#
    ));
    assert_eq!(
        proxy.server_sends(&input_required("1", &format!(r#"{{"a":{FORM}}}"#), "")),
        ["ask 1", &waiting_progress("host", "7", "0.001")]
    );
    assert_eq!(
        proxy.advance(PROGRESS_INTERVAL),
        [waiting_progress("host", "7", "0.002")]
    );
}

/// Also while other calls are in flight.
#[test]
fn progress_restarts_when_token_is_reused() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call_with_token(9, "9"));
    for id in 1..3 {
        proxy.host_sends(&call_with_token(id, "7"));
        proxy.server_sends(&server_progress("7", "5"));
        assert_eq!(
            proxy.server_sends_for(&id.to_string(), &elicitation(0))[1],
            waiting_progress("host", "7", "5.001")
        );
        proxy.server_sends(&result(id));
    }
    proxy.host_sends(&call_with_token(3, "7"));
    let line = server_progress("7", "1");
    assert_eq!(proxy.server_sends(&line), [format!("host: {line}")]);
}

/// A server may send progress for unknown tokens.
#[test]
fn server_tokens_are_forgotten_at_limit() {
    for (more, expected) in [(0, "5.001"), (1, "0.001")] {
        let mut proxy = TestProxy::legacy();
        proxy.host_sends(&call_with_token(1, "7"));
        proxy.server_sends(&server_progress("7", "5"));
        for token in 1..MAX_TOKENS + more {
            proxy.server_sends(&server_progress(&format!(r#""{token}""#), "1"));
        }
        assert_eq!(
            proxy.server_sends(&elicitation(0))[1],
            waiting_progress("host", "7", expected)
        );
    }
    // Tokens with progress of the proxy are kept.
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call_with_token(1, "7"));
    proxy.server_sends(&elicitation(0));
    for token in 0..2 * MAX_TOKENS {
        proxy.server_sends(&server_progress(&format!(r#""{token}""#), "1"));
    }
    assert_eq!(
        proxy.advance(PROGRESS_INTERVAL),
        [waiting_progress("host", "7", "0.002")]
    );
}
