//! Legacy `elicitation/create` requests.

use super::harness::{
    TestProxy, accept, accept_link, call, cancelled, complete, decline, dismiss, doorbell_cancels,
    elicitation, hand_back, link_elicitation, reject, result,
};
use crate::action::Answer;

#[test]
fn response_keeps_spelling_of_id() {
    for id in [
        "0",
        r#""0""#,
        "1.0",
        "-7",
        "1e2",
        "123456789012345678901234567890",
        r#""\u0061/\/""#,
        r#""é""#,
        r#""""#,
    ] {
        let mut proxy = TestProxy::legacy();
        let line = format!(
            r#"{{"method":"elicitation/create","params":{{"message":"Who?","requestedSchema":{{}}}},"jsonrpc":"2.0","id":{id}}}"#
        );
        assert_eq!(proxy.server_sends(&line), ["ask 1"], "{id}");
        let answer = format!(
            r#"server: {{"jsonrpc":"2.0","id":{id},"result":{{"action":"accept","content":{{"name":"Ada"}}}}}}"#
        );
        assert_eq!(proxy.answer(1, accept(r#"{"name":"Ada"}"#)), [answer]);
    }
}

/// Metadata that Doorbell adds for its own askers is removed.
#[test]
fn response_contains_only_mcp_members() {
    for (answer, json) in [
        (
            accept(r#"{"b":2.5,"a":[],"c":-9007199254740993,"é":"\n"}"#),
            r#"{"action":"accept","content":{"b":2.5,"a":[],"c":-9007199254740993,"é":"\n"}}"#,
        ),
        (accept("{}"), r#"{"action":"accept","content":{}}"#),
        (decline(), r#"{"action":"decline"}"#),
        (dismiss(), r#"{"action":"cancel"}"#),
        (doorbell_cancels("Muted."), r#"{"action":"cancel"}"#),
        (with_content(decline()), r#"{"action":"decline"}"#),
        (with_content(dismiss()), r#"{"action":"cancel"}"#),
    ] {
        let mut proxy = TestProxy::legacy();
        proxy.server_sends(&elicitation(0));
        let line = format!(r#"server: {{"jsonrpc":"2.0","id":0,"result":{json}}}"#);
        assert_eq!(proxy.answer(1, answer), [line]);
    }
}

fn with_content(mut answer: Answer) -> Answer {
    if let Answer::Result(result) = &mut answer {
        result.content = Some(Default::default());
    }
    answer
}

#[test]
fn question_is_answered_once() {
    let mut proxy = TestProxy::legacy();
    proxy.server_sends(&elicitation(0));
    proxy.answer(1, decline());
    assert!(proxy.answer(1, accept("{}")).is_empty());
    assert!(
        proxy
            .answer(1, Answer::Unavailable)
            .contains(&"report".to_owned())
    );
    assert!(proxy.interceptor.next_tick().is_none());
}

#[test]
fn response_names_related_task() {
    let mut proxy = TestProxy::legacy();
    proxy.server_sends(r#"{"id":0,"method":"elicitation/create","params":{"message":"Who?","requestedSchema":{},"_meta":{"io.modelcontextprotocol/related-task":{ "taskId":"t\u0031" },"other":1}}}"#);
    assert_eq!(
        proxy.answer(1, decline()),
        [
            r#"server: {"jsonrpc":"2.0","id":0,"result":{"action":"decline","_meta":{"io.modelcontextprotocol/related-task":{ "taskId":"t\u0031" }}}}"#
        ]
    );
}

#[test]
fn rejected_question_gets_error_response() {
    let mut proxy = TestProxy::legacy();
    proxy.server_sends(r#"{"id":0,"method":"elicitation/create","params":{}}"#);
    assert_eq!(
        proxy.answer(1, reject()),
        [
            r#"server: {"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"params.message is missing"}}"#
        ]
    );
}

/// Without params or a valid id, the message goes to the agent.
#[test]
fn malformed_elicitation_passes() {
    let mut proxy = TestProxy::legacy();
    for line in [
        r#"{"id":0,"method":"elicitation/create"}"#,
        r#"{"id":0,"method":"elicitation/create","params":null}"#,
        r#"{"id":0,"method":"elicitation/create","params":[1]}"#,
        r#"{"method":"elicitation/create","params":{"message":"Who?"}}"#,
        r#"{"id":true,"method":"elicitation/create","params":{"message":"Who?"}}"#,
        r#"[{"id":0,"method":"elicitation/create","params":{"message":"Who?"}}]"#,
    ] {
        assert_eq!(proxy.server_sends(line), [format!("host: {line}")]);
    }
}

#[test]
fn handed_back_question_is_forwarded_unchanged() {
    let mut proxy = TestProxy::capable();
    let line = r#"{ "jsonrpc":"2.0", "id":0.0, "method":"elicitation/create", "params":{"message":"Who?","requestedSchema":{"n":1.10}} }"#;
    assert_eq!(proxy.server_sends(line), ["ask 1"]);
    assert_eq!(proxy.asker(1)["handBack"], true);
    assert_eq!(proxy.answer(1, hand_back()), [format!("host: {line}")]);
    // Later messages about the question also pass.
    let answer = r#"{"jsonrpc":"2.0","id":0,"result":{"action":"accept","content":{}}}"#;
    assert_eq!(proxy.host_sends(answer), [format!("server: {answer}")]);
    let cancellation = cancelled(0);
    assert_eq!(
        proxy.server_sends(&cancellation),
        [format!("host: {cancellation}")]
    );
    assert!(proxy.interceptor.next_tick().is_none());
}

#[test]
fn hand_back_is_offered_only_for_declared_modes() {
    let mut proxy = TestProxy::new().initialised(r#"{"elicitation":{"form":{}}}"#);
    proxy.server_sends(&elicitation(0));
    assert_eq!(proxy.asker(1)["handBack"], true);
    proxy.server_sends(&link_elicitation(1, "e1"));
    assert_eq!(proxy.asker(2).get("handBack"), None);
}

#[test]
fn link_is_accepted_at_consent_and_closed_on_completion() {
    let mut proxy = TestProxy::legacy();
    assert_eq!(proxy.server_sends(&link_elicitation(0, "e1")), ["ask 1"]);
    assert_eq!(
        proxy.answer(1, accept_link()),
        [r#"server: {"jsonrpc":"2.0","id":0,"result":{"action":"accept"}}"#]
    );
    assert_eq!(proxy.server_sends(&complete("e1")), ["complete e1"]);
    let duplicate = complete("e1");
    assert_eq!(
        proxy.server_sends(&duplicate),
        [format!("host: {duplicate}")]
    );
    let unknown = complete("e2");
    assert_eq!(proxy.server_sends(&unknown), [format!("host: {unknown}")]);
}

#[test]
fn link_asked_twice_is_completed_once() {
    let mut proxy = TestProxy::legacy();
    proxy.server_sends(&link_elicitation(0, "e1"));
    proxy.server_sends(&link_elicitation(1, "e1"));
    assert_eq!(proxy.server_sends(&complete("e1")), ["complete e1"]);
    let duplicate = complete("e1");
    assert_eq!(
        proxy.server_sends(&duplicate),
        [format!("host: {duplicate}")]
    );
}

#[test]
fn completion_of_forwarded_link_goes_to_agent() {
    let mut proxy = TestProxy::capable();
    let done = complete("e1");
    proxy.server_sends(&link_elicitation(0, "e1"));
    proxy.answer(1, hand_back());
    assert_eq!(proxy.server_sends(&done), [format!("host: {done}")]);

    proxy.server_sends(&link_elicitation(1, "e1"));
    proxy.answer(2, Answer::Unavailable);
    assert_eq!(proxy.server_sends(&done), [format!("host: {done}")]);
}

#[test]
fn cancelled_question_gets_no_response() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call(1, "deploy"));
    proxy.server_sends(&elicitation(0));
    assert_eq!(proxy.server_sends(&cancelled(0)), ["withdraw 1"]);
    assert!(proxy.answer(1, accept("{}")).is_empty());
    assert!(proxy.interceptor.next_tick().is_none());
    let answer = result(1);
    assert_eq!(proxy.server_sends(&answer), [format!("host: {answer}")]);
}

/// Server ids may equal ids of the agent's calls.
#[test]
fn other_cancellations_pass_to_agent() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call(1, "deploy"));
    proxy.server_sends(&elicitation(0));
    for line in [
        cancelled(1),
        r#"{"method":"notifications/cancelled","params":{"requestId":"0"}}"#.to_owned(),
        r#"{"method":"notifications/cancelled","params":{}}"#.to_owned(),
        r#"{"method":"notifications/cancelled"}"#.to_owned(),
    ] {
        assert_eq!(proxy.server_sends(&line), [format!("host: {line}")]);
    }
}

/// The agent never saw the question.
#[test]
fn late_cancellation_is_dropped() {
    let mut proxy = TestProxy::legacy();
    proxy.server_sends(&elicitation(0));
    proxy.answer(1, accept("{}"));
    for _ in 0..2 {
        assert!(proxy.server_sends(&cancelled(0)).is_empty());
    }
    proxy.server_sends(&elicitation(1));
    assert_eq!(proxy.server_sends(&cancelled(1)), ["withdraw 2"]);
    assert!(proxy.server_sends(&cancelled(1)).is_empty());
}

#[test]
fn server_and_agent_may_use_same_ids() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call(0, "deploy"));
    proxy.server_sends(&elicitation(0));
    let answer = result(0);
    assert_eq!(
        proxy.server_sends(&answer),
        [
            "withdraw 1",
            r#"server: {"jsonrpc":"2.0","id":0,"result":{"action":"cancel"}}"#,
            &format!("host: {answer}"),
        ]
    );
}

/// Doorbell does not support tasks.
#[test]
fn task_request_goes_to_agent_that_supports_it() {
    let line = r#"{"id":0,"method":"elicitation/create","params":{"message":"Who?","requestedSchema":{},"task":{"ttl":600000}}}"#;
    let tasks = r#"{"tasks":{"requests":{"elicitation":{"create":{}}}},"elicitation":{}}"#;
    let mut proxy = TestProxy::new().initialised(tasks);
    assert_eq!(proxy.server_sends(line), [format!("host: {line}")]);
    assert_eq!(proxy.server_sends(&elicitation(1)), ["ask 1"]);
    // MCP: clients without task support ignore the member.
    let mut proxy = TestProxy::legacy();
    assert_eq!(proxy.server_sends(line), ["ask 1"]);
    assert_eq!(
        proxy.answer(1, decline()),
        [r#"server: {"jsonrpc":"2.0","id":0,"result":{"action":"decline"}}"#]
    );
}

#[test]
fn other_server_requests_pass_to_agent() {
    let mut proxy = TestProxy::legacy();
    for method in ["sampling/createMessage", "roots/list", "ping", "x"] {
        let line = format!(r#"{{"id":0,"method":"{method}","params":{{}}}}"#);
        assert_eq!(proxy.server_sends(&line), [format!("host: {line}")]);
        let answer = r#"{"id":0,"result":{}}"#;
        assert_eq!(proxy.host_sends(answer), [format!("server: {answer}")]);
    }
}
