//! The server asks with `elicitation/create`, and the person answers.

use super::play::{
    Play, accept, call, cancelled, close, complete, consent, decline, hand_back, push, push_link,
    refuse, reject, result,
};
use crate::action::Answer;

#[test]
fn an_answer_has_the_name_as_it_was_spelled() {
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
        let mut play = Play::legacy();
        let line = format!(
            r#"{{"method":"elicitation/create","params":{{"message":"Who?","requestedSchema":{{}}}},"jsonrpc":"2.0","id":{id}}}"#
        );
        assert_eq!(play.server(&line), ["ask 1"], "{id}");
        let answer = format!(
            r#"server: {{"jsonrpc":"2.0","id":{id},"result":{{"action":"accept","content":{{"name":"Ada"}}}}}}"#
        );
        assert_eq!(play.answer(1, accept(r#"{"name":"Ada"}"#)), [answer]);
    }
}

/// What Doorbell adds for its own askers is no server's business.
#[test]
fn an_answer_is_what_mcp_wants_and_no_more() {
    for (answer, json) in [
        (
            accept(r#"{"b":2.5,"a":[],"c":-9007199254740993,"é":"\n"}"#),
            r#"{"action":"accept","content":{"b":2.5,"a":[],"c":-9007199254740993,"é":"\n"}}"#,
        ),
        (accept("{}"), r#"{"action":"accept","content":{}}"#),
        (decline(), r#"{"action":"decline"}"#),
        (close(), r#"{"action":"cancel"}"#),
        (refuse("Muted."), r#"{"action":"cancel"}"#),
        (with_content(decline()), r#"{"action":"decline"}"#),
        (with_content(close()), r#"{"action":"cancel"}"#),
    ] {
        let mut play = Play::legacy();
        play.server(&push(0));
        let line = format!(r#"server: {{"jsonrpc":"2.0","id":0,"result":{json}}}"#);
        assert_eq!(play.answer(1, answer), [line]);
    }
}

fn with_content(mut answer: Answer) -> Answer {
    if let Answer::Given(result) = &mut answer {
        result.content = Some(Default::default());
    }
    answer
}

#[test]
fn a_question_is_answered_once() {
    let mut play = Play::legacy();
    play.server(&push(0));
    play.answer(1, decline());
    assert!(play.answer(1, accept("{}")).is_empty());
    assert!(play.answer(1, Answer::Lost).contains(&"tell".to_owned()));
    assert!(play.interceptor.next_tick().is_none());
}

/// A task's question and its answer must both name the task.
#[test]
fn an_answer_names_the_task_of_its_question() {
    let mut play = Play::legacy();
    play.server(r#"{"id":0,"method":"elicitation/create","params":{"message":"Who?","requestedSchema":{},"_meta":{"io.modelcontextprotocol/related-task":{ "taskId":"t\u0031" },"other":1}}}"#);
    assert_eq!(
        play.answer(1, decline()),
        [
            r#"server: {"jsonrpc":"2.0","id":0,"result":{"action":"decline","_meta":{"io.modelcontextprotocol/related-task":{ "taskId":"t\u0031" }}}}"#
        ]
    );
}

#[test]
fn what_doorbell_cannot_make_sense_of_is_an_error() {
    let mut play = Play::legacy();
    play.server(r#"{"id":0,"method":"elicitation/create","params":{}}"#);
    assert_eq!(
        play.answer(1, reject()),
        [
            r#"server: {"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"params.message is missing"}}"#
        ]
    );
}

/// Without params, or without a name, the agent may know what is meant.
#[test]
fn what_is_no_question_passes() {
    let mut play = Play::legacy();
    for line in [
        r#"{"id":0,"method":"elicitation/create"}"#,
        r#"{"id":0,"method":"elicitation/create","params":null}"#,
        r#"{"id":0,"method":"elicitation/create","params":[1]}"#,
        r#"{"method":"elicitation/create","params":{"message":"Who?"}}"#,
        r#"{"id":true,"method":"elicitation/create","params":{"message":"Who?"}}"#,
        r#"[{"id":0,"method":"elicitation/create","params":{"message":"Who?"}}]"#,
    ] {
        assert_eq!(play.server(line), [format!("host: {line}")]);
    }
}

#[test]
fn the_person_may_answer_in_the_terminal() {
    let mut play = Play::capable();
    let line = r#"{ "jsonrpc":"2.0", "id":0.0, "method":"elicitation/create", "params":{"message":"Who?","requestedSchema":{"n":1.10}} }"#;
    assert_eq!(play.server(line), ["ask 1"]);
    assert_eq!(play.asker(1)["handBack"], true);
    assert_eq!(play.answer(1, hand_back()), [format!("host: {line}")]);
    // From here on it is the agent's, with all that the server says of it.
    let answer = r#"{"jsonrpc":"2.0","id":0,"result":{"action":"accept","content":{}}}"#;
    assert_eq!(play.host(answer), [format!("server: {answer}")]);
    let given_up = cancelled(0);
    assert_eq!(play.server(&given_up), [format!("host: {given_up}")]);
    assert!(play.interceptor.next_tick().is_none());
}

#[test]
fn an_agent_that_cannot_elicit_is_not_offered() {
    let mut play = Play::new().initialised(r#"{"elicitation":{"form":{}}}"#);
    play.server(&push(0));
    assert_eq!(play.asker(1)["handBack"], true);
    play.server(&push_link(1, "e1"));
    assert_eq!(play.asker(2).get("handBack"), None);
}

#[test]
fn a_link_is_accepted_at_consent_and_closed_when_it_is_finished() {
    let mut play = Play::legacy();
    assert_eq!(play.server(&push_link(0, "e1")), ["ask 1"]);
    assert_eq!(
        play.answer(1, consent()),
        [r#"server: {"jsonrpc":"2.0","id":0,"result":{"action":"accept"}}"#]
    );
    assert_eq!(play.server(&complete("e1")), ["complete e1"]);
    let again = complete("e1");
    assert_eq!(play.server(&again), [format!("host: {again}")]);
    let unknown = complete("e2");
    assert_eq!(play.server(&unknown), [format!("host: {unknown}")]);
}

#[test]
fn a_link_that_is_asked_about_twice_is_finished_once() {
    let mut play = Play::legacy();
    play.server(&push_link(0, "e1"));
    play.server(&push_link(1, "e1"));
    assert_eq!(play.server(&complete("e1")), ["complete e1"]);
    let again = complete("e1");
    assert_eq!(play.server(&again), [format!("host: {again}")]);
}

#[test]
fn the_agent_hears_that_its_own_link_is_finished() {
    let mut play = Play::capable();
    let done = complete("e1");
    play.server(&push_link(0, "e1"));
    play.answer(1, hand_back());
    assert_eq!(play.server(&done), [format!("host: {done}")]);

    play.server(&push_link(1, "e1"));
    play.answer(2, Answer::Lost);
    assert_eq!(play.server(&done), [format!("host: {done}")]);
}

#[test]
fn a_server_that_gives_up_gets_no_answer() {
    let mut play = Play::legacy();
    play.host(&call(1, "deploy"));
    play.server(&push(0));
    assert_eq!(play.server(&cancelled(0)), ["withdraw 1"]);
    assert!(play.answer(1, accept("{}")).is_empty());
    assert!(play.interceptor.next_tick().is_none());
    let answer = result(1);
    assert_eq!(play.server(&answer), [format!("host: {answer}")]);
}

/// The server's own names may be those of the agent's calls, too.
#[test]
fn a_server_that_gives_something_else_up_tells_the_agent() {
    let mut play = Play::legacy();
    play.host(&call(1, "deploy"));
    play.server(&push(0));
    for line in [
        cancelled(1),
        r#"{"method":"notifications/cancelled","params":{"requestId":"0"}}"#.to_owned(),
        r#"{"method":"notifications/cancelled","params":{}}"#.to_owned(),
        r#"{"method":"notifications/cancelled"}"#.to_owned(),
    ] {
        assert_eq!(play.server(&line), [format!("host: {line}")]);
    }
}

/// The agent never saw the question, and must not hear that it is over.
#[test]
fn a_server_that_gives_up_too_late_is_not_heard() {
    let mut play = Play::legacy();
    play.server(&push(0));
    play.answer(1, accept("{}"));
    for _ in 0..2 {
        assert!(play.server(&cancelled(0)).is_empty());
    }
    play.server(&push(1));
    assert_eq!(play.server(&cancelled(1)), ["withdraw 2"]);
    assert!(play.server(&cancelled(1)).is_empty());
}

#[test]
fn names_of_the_server_and_the_agent_may_be_the_same() {
    let mut play = Play::legacy();
    play.host(&call(0, "deploy"));
    play.server(&push(0));
    let answer = result(0);
    assert_eq!(
        play.server(&answer),
        [
            "withdraw 1",
            r#"server: {"jsonrpc":"2.0","id":0,"result":{"action":"cancel"}}"#,
            &format!("host: {answer}"),
        ]
    );
}

/// An agent that takes questions as tasks is the only one who can be asked for one.
#[test]
fn a_question_as_a_task_goes_to_an_agent_that_takes_them() {
    let line = r#"{"id":0,"method":"elicitation/create","params":{"message":"Who?","requestedSchema":{},"task":{"ttl":600000}}}"#;
    let tasks = r#"{"tasks":{"requests":{"elicitation":{"create":{}}}},"elicitation":{}}"#;
    let mut play = Play::new().initialised(tasks);
    assert_eq!(play.server(line), [format!("host: {line}")]);
    assert_eq!(play.server(&push(1)), ["ask 1"]);
    // Everyone else ignores the task, as MCP says.
    let mut play = Play::legacy();
    assert_eq!(play.server(line), ["ask 1"]);
    assert_eq!(
        play.answer(1, decline()),
        [r#"server: {"jsonrpc":"2.0","id":0,"result":{"action":"decline"}}"#]
    );
}

#[test]
fn other_requests_of_the_server_are_the_agents() {
    let mut play = Play::legacy();
    for method in ["sampling/createMessage", "roots/list", "ping", "x"] {
        let line = format!(r#"{{"id":0,"method":"{method}","params":{{}}}}"#);
        assert_eq!(play.server(&line), [format!("host: {line}")]);
        let answer = r#"{"id":0,"result":{}}"#;
        assert_eq!(play.host(answer), [format!("server: {answer}")]);
    }
}
