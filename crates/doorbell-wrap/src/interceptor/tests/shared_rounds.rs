//! Rounds that ask both the person and the agent.

use std::time::Duration;

use doorbell_protocol::DoneState;

use super::harness::{
    FORM, LINK, ROOTS, TestProxy, accept, accept_link, decline, hand_back, input_required, meta,
    modern_call_by,
};
use crate::action::Answer;
use crate::interceptor::shared_rounds::{MAX_SHARED_ROUNDS, SHARED_ROUND_TTL};

const ROOTS_ONLY: &str = r#"{"roots":{}}"#;
const ROOTS_MERGED: &str = r#"{"elicitation":{"form":{},"url":{}},"roots":{}}"#;
const REFUSED: &str = r#"host: {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"the requestState has expired, was used already or is another call's; call again"}}"#;

/// The agent's retry, with id 2 and its own answer.
fn retry(state: &str, capabilities: &str) -> String {
    let meta = meta(capabilities);
    format!(
        r#"{{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{"name":"deploy","inputResponses":{{"r":{{"roots":[1.10]}}}}{state},{meta}}}}}"#
    )
}

/// Runs a round with a form and roots until the person has answered the form.
fn shared_round(proxy: &mut TestProxy, rest: &str) -> Vec<String> {
    proxy.host_sends(&modern_call_by(ROOTS_ONLY, 1));
    let requests = format!(r#"{{"a":{FORM},"r":{ROOTS}}}"#);
    assert_eq!(
        proxy.server_sends(&input_required("1", &requests, rest)),
        ["ask 1"]
    );
    proxy.answer(1, accept(r#"{"n":1}"#))
}

#[test]
fn agent_gets_its_part_and_server_gets_both() {
    let mut proxy = TestProxy::new();
    let line = input_required(
        "1",
        &format!(r#"{{"r":{ROOTS}}}"#),
        r#","requestState":"~1""#,
    );
    assert_eq!(
        shared_round(&mut proxy, r#","requestState":"s\u0065cret\/""#),
        [format!("host: {line}")]
    );
    let meta = meta(ROOTS_MERGED);
    assert_eq!(
        proxy.host_sends(&retry(r#","requestState":"~1""#, ROOTS_ONLY)),
        [format!(
            r#"server: {{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{"inputResponses":{{"r":{{"roots":[1.10]}},"a":{{"action":"accept","content":{{"n":1}}}}}},"requestState":"s\u0065cret\/","name":"deploy",{meta}}}}}"#
        )]
    );
    let answer = r#"{"id":2,"result":{"resultType":"complete"}}"#;
    assert_eq!(proxy.server_sends(answer), [format!("host: {answer}")]);
}

#[test]
fn round_without_state_gets_token_that_is_removed_on_retry() {
    for rest in ["", r#","requestState":null"#] {
        let mut proxy = TestProxy::new();
        let out = shared_round(&mut proxy, rest);
        assert!(out[0].contains(r#""requestState":"~1""#), "{out:?}");
        let out = proxy.host_sends(&retry(r#","requestState":"~1""#, ROOTS_ONLY));
        assert!(out[0].starts_with("server: "), "{out:?}");
        assert!(!out[0].contains("requestState"), "{out:?}");
    }
}

#[test]
fn token_works_once() {
    let mut proxy = TestProxy::new();
    shared_round(&mut proxy, "");
    let retry_call = retry(r#","requestState":"~1""#, ROOTS_ONLY);
    proxy.host_sends(&retry_call);
    assert_eq!(proxy.host_sends(&retry_call), [REFUSED]);
}

#[test]
fn token_expires_after_ten_minutes() {
    let retry_call = retry(r#","requestState":"~1""#, ROOTS_ONLY);
    let mut proxy = TestProxy::new();
    shared_round(&mut proxy, "");
    proxy.advance(SHARED_ROUND_TTL - Duration::from_millis(1));
    assert!(
        proxy
            .host_sends(&retry_call)
            .concat()
            .starts_with("preconnectserver: ")
    );

    let mut proxy = TestProxy::new();
    shared_round(&mut proxy, "");
    proxy.advance(SHARED_ROUND_TTL);
    assert_eq!(proxy.host_sends(&retry_call), [REFUSED]);
}

#[test]
fn state_that_resembles_token_is_not_exchanged() {
    let mut proxy = TestProxy::new();
    shared_round(&mut proxy, "");
    // A token that was never generated.
    let retry_call = retry(r#","requestState":"~199""#, ROOTS_ONLY);
    assert_eq!(proxy.host_sends(&retry_call), [REFUSED]);
    // Other states belong to the server.
    for state in [
        r#","requestState":"doorbell-1""#,
        r#","requestState":"x ~1""#,
        r#","requestState":["~1"]"#,
        r#","x":"~1""#,
        "",
    ] {
        let merged = retry(state, ROOTS_MERGED);
        assert_eq!(
            proxy.host_sends(&retry(state, ROOTS_ONLY)),
            [format!("server: {merged}")]
        );
    }
}

/// Answers for one call must not be usable for another.
#[test]
fn token_works_only_for_its_own_call() {
    let retry_call = retry(r#","requestState":"~1""#, ROOTS_ONLY);
    for other in [
        retry_call.replace("deploy", "destroy"),
        retry_call.replace("tools/call", "prompts/get"),
        retry_call.replace(r#""name""#, r#""arguments":{"force":true},"name""#),
        retry_call.replace(r#""name":"deploy","#, ""),
    ] {
        let mut proxy = TestProxy::new();
        shared_round(&mut proxy, "");
        let out = proxy.host_sends(&other);
        assert_eq!(out.last().unwrap(), REFUSED, "{other}");
        assert_eq!(proxy.host_sends(&retry_call), [REFUSED]);
    }
    // Spelling and metadata may differ.
    let mut proxy = TestProxy::new();
    shared_round(&mut proxy, "");
    let respelled = retry_call.replace(r#""name":"deploy","#, "").replace(
        r#""_meta":{"#,
        r#" "n\u0061me" : "deploy", "_meta":{"progressToken":1,"#,
    );
    assert!(
        proxy
            .host_sends(&respelled)
            .last()
            .unwrap()
            .starts_with("server: ")
    );
}

#[test]
fn oldest_shared_round_is_dropped_at_limit() {
    for (more, is_remembered) in [(0, true), (1, false)] {
        let mut proxy = TestProxy::new();
        let requests = format!(r#"{{"a":{FORM},"r":{ROOTS}}}"#);
        for round in 1..=MAX_SHARED_ROUNDS + more {
            proxy.host_sends(&modern_call_by(ROOTS_ONLY, 1));
            proxy.server_sends(&input_required("1", &requests, ""));
            proxy.answer(round, decline());
        }
        let out = proxy
            .host_sends(&retry(r#","requestState":"~1""#, ROOTS_ONLY))
            .concat();
        assert_eq!(out != REFUSED, is_remembered);
        let out = proxy
            .host_sends(&retry(r#","requestState":"~2""#, ROOTS_ONLY))
            .concat();
        assert_ne!(out, REFUSED);
    }
}

#[test]
fn agent_gets_its_part_after_link_is_finished() {
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call_by(ROOTS_ONLY, 1));
    let requests = format!(r#"{{"r":{ROOTS},"a":{LINK}}}"#);
    proxy.server_sends(&input_required("1", &requests, ""));
    assert_eq!(proxy.answer(1, accept_link()), ["await 1 q"]);
    assert_eq!(
        proxy.finish_link(1, DoneState::Done),
        [format!(
            r#"host: {{"jsonrpc":"2.0","id":1,"result":{{"requestState":"~1","resultType":"input_required","inputRequests":{{"r":{ROOTS}}}}}}}"#
        )]
    );
}

#[test]
fn handed_back_question_goes_to_agent() {
    let both = r#"{"elicitation":{"form":{},"url":{}}}"#;
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call_by(both, 1));
    let requests = format!(r#"{{"a":{FORM},"b":{FORM}}}"#);
    proxy.server_sends(&input_required("1", &requests, r#","requestState":"s""#));
    proxy.answer(1, decline());
    let line = input_required(
        "1",
        &format!(r#"{{"b":{FORM}}}"#),
        r#","requestState":"~1""#,
    );
    assert_eq!(proxy.answer(2, hand_back()), [format!("host: {line}")]);
    // The agent also tries to answer the person's question.
    let meta = meta(both);
    let retry_call = format!(
        r#"{{"id":2,"method":"tools/call","params":{{"name":"deploy","inputResponses":{{"b":{{"action":"accept"}},"a":{{"action":"accept"}}}},"requestState":"~1",{meta}}}}}"#
    );
    assert_eq!(
        proxy.host_sends(&retry_call),
        [format!(
            r#"server: {{"id":2,"method":"tools/call","params":{{"inputResponses":{{"b":{{"action":"accept"}},"a":{{"action":"decline"}}}},"requestState":"s","name":"deploy",{meta}}}}}"#
        )]
    );
}

#[test]
fn agent_gets_answerable_questions_when_doorbell_is_unavailable() {
    let forms = r#"{"elicitation":{"form":{}}}"#;
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call_by(forms, 1));
    let requests = format!(r#"{{"a":{FORM},"b":{LINK}}}"#);
    proxy.server_sends(&input_required("1", &requests, ""));
    proxy.answer(1, Answer::Unavailable);
    assert_eq!(
        proxy.answer(2, Answer::Unavailable),
        [format!(
            r#"host: {{"jsonrpc":"2.0","id":1,"result":{{"requestState":"~1","resultType":"input_required","inputRequests":{{"a":{FORM}}}}}}}"#
        )]
    );
}

#[test]
fn round_count_continues_after_agent_retries() {
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call_by(ROOTS_ONLY, 2));
    let requests = format!(r#"{{"a":{FORM},"r":{ROOTS}}}"#);
    for round in 1..=11 {
        let out = proxy.server_sends(&input_required("2", &requests, ""));
        if round == 11 {
            assert!(out[0].contains("The server asked 10 times"), "{out:?}");
            break;
        }
        assert_eq!(out, [format!("ask {round}")]);
        proxy.answer(round, decline());
        proxy.host_sends(&retry(
            &format!(r#","requestState":"~{round}""#),
            ROOTS_ONLY,
        ));
    }
}
