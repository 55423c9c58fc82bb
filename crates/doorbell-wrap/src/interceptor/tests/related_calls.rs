//! Which of the agent's calls a legacy question belongs to.

use super::harness::{TestProxy, accept, call, cancelled, elicitation, links_required, result};

const CANCEL: &str = r#"server: {"jsonrpc":"2.0","id":0,"result":{"action":"cancel"}}"#;

#[test]
fn question_names_calls_in_flight() {
    let mut proxy = TestProxy::legacy();
    proxy.server_sends(&elicitation(0));
    assert_eq!(proxy.asker(1).get("tool"), None);
    proxy.host_sends(&call(1, "deploy"));
    proxy.server_sends(&elicitation(1));
    assert_eq!(proxy.asker(2)["tool"], "deploy");
    proxy.host_sends(&call(2, "test"));
    proxy.host_sends(&call(3, "deploy"));
    proxy.server_sends(&elicitation(2));
    assert_eq!(proxy.asker(3)["tool"], "one of: deploy, test");
    proxy.server_sends(&result(1));
    proxy.server_sends(&result(3));
    proxy.server_sends(&elicitation(3));
    assert_eq!(proxy.asker(4)["tool"], "test");
}

#[test]
fn calls_are_named_in_order_of_arrival() {
    let mut proxy = TestProxy::legacy();
    let tools = ["g", "b", "f", "a", "e", "c", "d"];
    for (id, tool) in (1..).zip(tools) {
        proxy.host_sends(&call(id, tool));
    }
    proxy.server_sends(&elicitation(0));
    assert_eq!(proxy.asker(1)["tool"], "one of: g, b, f, a, e, c, d");
}

#[test]
fn blocked_call_is_no_possible_cause() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call(1, "deploy"));
    proxy.server_sends(&links_required("1", &["e1"]));
    proxy.host_sends(&call(2, "test"));
    proxy.server_sends(&elicitation(0));
    assert_eq!(proxy.asker(2)["tool"], "test");
}

#[test]
fn prompts_and_resources_are_named() {
    for (method, params, tool) in [
        ("prompts/get", r#"{"name":"greet"}"#, "greet"),
        ("resources/read", r#"{"uri":"file:///a"}"#, "file:///a"),
    ] {
        let mut proxy = TestProxy::legacy();
        proxy.host_sends(&format!(
            r#"{{"id":1,"method":"{method}","params":{params}}}"#
        ));
        proxy.server_sends(&elicitation(0));
        assert_eq!(proxy.asker(1)["tool"], tool);
    }
}

/// The HTTP transport knows the call.
#[test]
fn question_belongs_to_its_related_request() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call(1, "deploy"));
    proxy.host_sends(&call(2, "test"));
    proxy.server_sends_for("2", &elicitation(0));
    assert_eq!(proxy.asker(1)["tool"], "test");
    let other = result(1);
    assert_eq!(proxy.server_sends(&other), [format!("host: {other}")]);
    let answer = result(2);
    assert_eq!(
        proxy.server_sends(&answer),
        ["withdraw 1", CANCEL, &format!("host: {answer}")]
    );
    // An unknown related request is ignored.
    proxy.host_sends(&call(3, "build"));
    proxy.server_sends_for("77", &elicitation(1));
    assert_eq!(proxy.asker(2)["tool"], "build");
}

#[test]
fn question_belongs_to_resent_related_request() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call(1, "deploy"));
    proxy.host_sends(&call(2, "test"));
    proxy.server_sends(&links_required("1", &["e1"]));
    proxy.answer(1, super::harness::accept_link());
    proxy.finish_link(1, doorbell_protocol::DoneState::Done);
    proxy.server_sends_for(r#""~1""#, &elicitation(0));
    assert_eq!(proxy.asker(2)["tool"], "deploy");
}

#[test]
fn question_is_withdrawn_when_last_possible_cause_ends() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call(1, "deploy"));
    proxy.host_sends(&call(2, "test"));
    proxy.server_sends(&elicitation(0));
    proxy.host_sends(&call(3, "later"));
    let first = result(1);
    assert_eq!(proxy.server_sends(&first), [format!("host: {first}")]);
    let last = r#"{"jsonrpc":"2.0","id":2,"error":{"code":-1,"message":"no"}}"#;
    assert_eq!(
        proxy.server_sends(last),
        ["withdraw 1", CANCEL, &format!("host: {last}")]
    );
    assert!(proxy.answer(1, accept("{}")).is_empty());
    assert!(proxy.interceptor.next_tick().is_none());
}

#[test]
fn malformed_response_ends_call() {
    for response in [
        r#"{"id":1,"result":null}"#,
        r#"{"id":1}"#,
        r#"{"id":1.0,"error":null,"result":[]}"#,
    ] {
        let mut proxy = TestProxy::legacy();
        proxy.host_sends(&call(1, "deploy"));
        proxy.server_sends(&elicitation(0));
        assert_eq!(
            proxy.server_sends(response),
            ["withdraw 1", CANCEL, &format!("host: {response}")]
        );
    }
}

#[test]
fn question_is_withdrawn_when_calls_are_cancelled() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call(1, "deploy"));
    proxy.host_sends(&call(2, "test"));
    proxy.server_sends(&elicitation(0));
    let (first, second) = (cancelled(1), cancelled(2));
    assert_eq!(proxy.host_sends(&first), [format!("server: {first}")]);
    assert_eq!(
        proxy.host_sends(&second),
        [&format!("server: {second}"), "withdraw 1", CANCEL]
    );
    // Some servers then cancel the question themselves; the agent never saw it.
    assert!(proxy.server_sends(&cancelled(0)).is_empty());
    // Cancelling a finished call passes.
    assert_eq!(proxy.host_sends(&second), [format!("server: {second}")]);
}

#[test]
fn other_requests_are_no_possible_causes() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(r#"{"id":1,"method":"tools/list"}"#);
    proxy.server_sends(&elicitation(0));
    assert_eq!(proxy.asker(1).get("tool"), None);
    let answer = result(1);
    assert_eq!(proxy.server_sends(&answer), [format!("host: {answer}")]);
}

/// A task continues when another tool's call ends.
#[test]
fn task_question_belongs_to_calls_that_await_task() {
    let question = r#"{"id":0,"method":"elicitation/create","params":{"message":"Who?","requestedSchema":{},"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t1"}}}}"#;
    let wait = |id, task| {
        format!(r#"{{"id":{id},"method":"tasks/result","params":{{"taskId":"{task}"}}}}"#)
    };
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call(1, "deploy"));
    proxy.host_sends(&wait(2, "t2"));
    proxy.server_sends(question);
    assert_eq!(proxy.asker(1).get("tool"), None);
    for answer in [result(1), result(2)] {
        assert_eq!(proxy.server_sends(&answer), [format!("host: {answer}")]);
    }
    assert_eq!(proxy.server_sends(&cancelled(0)), ["withdraw 1"]);

    proxy.host_sends(&call(3, "deploy"));
    proxy.host_sends(&wait(4, "t1"));
    proxy.server_sends(question);
    let (other, answer) = (result(3), result(4));
    assert_eq!(proxy.server_sends(&other), [format!("host: {other}")]);
    let cancel = r#"server: {"jsonrpc":"2.0","id":0,"result":{"action":"cancel","_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t1"}}}}"#;
    assert_eq!(
        proxy.server_sends(&answer),
        ["withdraw 2", cancel, &format!("host: {answer}")]
    );
}

/// The call is over for the server, and with it the questions it caused.
#[test]
fn links_required_error_withdraws_earlier_question() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call(1, "deploy"));
    proxy.server_sends(&elicitation(0));
    assert_eq!(
        proxy.server_sends(&links_required("1", &["e1"])),
        ["withdraw 1", CANCEL, "ask 2"]
    );
}
