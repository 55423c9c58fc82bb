//! Questions of the server's, and the agent's calls they may belong to.

use super::play::{Play, accept, call, cancelled, links_required, push, result};

const CANCEL: &str = r#"server: {"jsonrpc":"2.0","id":0,"result":{"action":"cancel"}}"#;

#[test]
fn the_call_in_flight_is_named() {
    let mut play = Play::legacy();
    play.server(&push(0));
    assert_eq!(play.asker(1).get("tool"), None);
    play.host(&call(1, "deploy"));
    play.server(&push(1));
    assert_eq!(play.asker(2)["tool"], "deploy");
    play.host(&call(2, "test"));
    play.host(&call(3, "deploy"));
    play.server(&push(2));
    assert_eq!(play.asker(3)["tool"], "one of: deploy, test");
    play.server(&result(1));
    play.server(&result(3));
    play.server(&push(3));
    assert_eq!(play.asker(4)["tool"], "test");
}

#[test]
fn calls_are_named_in_their_order() {
    let mut play = Play::legacy();
    let tools = ["g", "b", "f", "a", "e", "c", "d"];
    for (id, tool) in (1..).zip(tools) {
        play.host(&call(id, tool));
    }
    play.server(&push(0));
    assert_eq!(play.asker(1)["tool"], "one of: g, b, f, a, e, c, d");
}

/// The server does not work on a call that waits for the person.
#[test]
fn a_call_that_is_interrupted_leads_to_no_questions() {
    let mut play = Play::legacy();
    play.host(&call(1, "deploy"));
    play.server(&links_required("1", &["e1"]));
    play.host(&call(2, "test"));
    play.server(&push(0));
    assert_eq!(play.asker(2)["tool"], "test");
}

#[test]
fn prompts_and_resources_are_named_too() {
    for (method, params, tool) in [
        ("prompts/get", r#"{"name":"greet"}"#, "greet"),
        ("resources/read", r#"{"uri":"file:///a"}"#, "file:///a"),
    ] {
        let mut play = Play::legacy();
        play.host(&format!(
            r#"{{"id":1,"method":"{method}","params":{params}}}"#
        ));
        play.server(&push(0));
        assert_eq!(play.asker(1)["tool"], tool);
    }
}

/// Where the transport can tell, there is nothing to guess.
#[test]
fn a_question_within_a_call_belongs_to_that_call() {
    let mut play = Play::legacy();
    play.host(&call(1, "deploy"));
    play.host(&call(2, "test"));
    play.server_within("2", &push(0));
    assert_eq!(play.asker(1)["tool"], "test");
    let other = result(1);
    assert_eq!(play.server(&other), [format!("host: {other}")]);
    let answer = result(2);
    assert_eq!(
        play.server(&answer),
        ["withdraw 1", CANCEL, &format!("host: {answer}")]
    );
    // A call that nobody knows says nothing.
    play.host(&call(3, "build"));
    play.server_within("77", &push(1));
    assert_eq!(play.asker(2)["tool"], "build");
}

#[test]
fn a_question_within_a_call_that_was_repeated_belongs_to_it() {
    let mut play = Play::legacy();
    play.host(&call(1, "deploy"));
    play.host(&call(2, "test"));
    play.server(&links_required("1", &["e1"]));
    play.answer(1, super::play::consent());
    play.done(1, doorbell_protocol::DoneState::Done);
    play.server_within(r#""~1""#, &push(0));
    assert_eq!(play.asker(2)["tool"], "deploy");
}

#[test]
fn a_question_is_withdrawn_when_the_last_of_its_calls_has_ended() {
    let mut play = Play::legacy();
    play.host(&call(1, "deploy"));
    play.host(&call(2, "test"));
    play.server(&push(0));
    play.host(&call(3, "later"));
    let first = result(1);
    assert_eq!(play.server(&first), [format!("host: {first}")]);
    let last = r#"{"jsonrpc":"2.0","id":2,"error":{"code":-1,"message":"no"}}"#;
    assert_eq!(
        play.server(last),
        ["withdraw 1", CANCEL, &format!("host: {last}")]
    );
    assert!(play.answer(1, accept("{}")).is_empty());
    assert!(play.interceptor.next_tick().is_none());
}

/// Whatever the answer to a call looks like, the call is over.
#[test]
fn an_odd_answer_ends_a_call_too() {
    for odd in [
        r#"{"id":1,"result":null}"#,
        r#"{"id":1}"#,
        r#"{"id":1.0,"error":null,"result":[]}"#,
    ] {
        let mut play = Play::legacy();
        play.host(&call(1, "deploy"));
        play.server(&push(0));
        assert_eq!(
            play.server(odd),
            ["withdraw 1", CANCEL, &format!("host: {odd}")]
        );
    }
}

#[test]
fn a_cancelled_call_is_over() {
    let mut play = Play::legacy();
    play.host(&call(1, "deploy"));
    play.host(&call(2, "test"));
    play.server(&push(0));
    let (first, second) = (cancelled(1), cancelled(2));
    assert_eq!(play.host(&first), [format!("server: {first}")]);
    assert_eq!(
        play.host(&second),
        [&format!("server: {second}"), "withdraw 1", CANCEL]
    );
    // Servers that look for themselves say so now; the agent never knew of the question.
    assert!(play.server(&cancelled(0)).is_empty());
    // A call that is over cannot be cancelled by the proxy.
    assert_eq!(play.host(&second), [format!("server: {second}")]);
}

#[test]
fn other_requests_lead_to_no_questions() {
    let mut play = Play::legacy();
    play.host(r#"{"id":1,"method":"tools/list"}"#);
    play.server(&push(0));
    assert_eq!(play.asker(1).get("tool"), None);
    let answer = result(1);
    assert_eq!(play.server(&answer), [format!("host: {answer}")]);
}

/// A task goes on when the call of another tool ends.
#[test]
fn a_question_of_a_task_belongs_to_those_who_wait_for_the_task() {
    let question = r#"{"id":0,"method":"elicitation/create","params":{"message":"Who?","requestedSchema":{},"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t1"}}}}"#;
    let wait = |id, task| {
        format!(r#"{{"id":{id},"method":"tasks/result","params":{{"taskId":"{task}"}}}}"#)
    };
    let mut play = Play::legacy();
    play.host(&call(1, "deploy"));
    play.host(&wait(2, "t2"));
    play.server(question);
    assert_eq!(play.asker(1).get("tool"), None);
    for answer in [result(1), result(2)] {
        assert_eq!(play.server(&answer), [format!("host: {answer}")]);
    }
    assert_eq!(play.server(&cancelled(0)), ["withdraw 1"]);

    play.host(&call(3, "deploy"));
    play.host(&wait(4, "t1"));
    play.server(question);
    let (other, answer) = (result(3), result(4));
    assert_eq!(play.server(&other), [format!("host: {other}")]);
    let cancel = r#"server: {"jsonrpc":"2.0","id":0,"result":{"action":"cancel","_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t1"}}}}"#;
    assert_eq!(
        play.server(&answer),
        ["withdraw 2", cancel, &format!("host: {answer}")]
    );
}

/// The server's work on a call is over when it asks for links; what it pushed before is, too.
#[test]
fn a_call_that_needs_links_has_ended_for_the_server() {
    let mut play = Play::legacy();
    play.host(&call(1, "deploy"));
    play.server(&push(0));
    assert_eq!(
        play.server(&links_required("1", &["e1"])),
        ["withdraw 1", CANCEL, "ask 2"]
    );
}
