//! Error -32042: links that the person must open before a call can succeed.

use doorbell_protocol::DoneState;

use super::harness::{
    TestProxy, accept_link, call, cancelled, complete, decline, dismiss, doorbell_cancels,
    hand_back, link, links_required, modern_call, reject,
};
use crate::action::Answer;
use crate::interceptor::{Claims, InterceptPolicy};

/// `call(1, "deploy")` as it is sent again.
fn resent_call(id: &str) -> String {
    format!(
        r#"server: {{"jsonrpc":"2.0","id":"{id}","method":"tools/call","params":{{"name":"deploy","arguments":{{"n":1.10}}}}}}"#
    )
}

fn failed_call(text: &str) -> String {
    format!(
        r#"host: {{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"{text}; the call was not repeated."}}],"isError":true}}}}"#
    )
}

fn call_needing_links(proxy: &mut TestProxy, elicitations: &[&str]) -> Vec<String> {
    proxy.host_sends(&call(1, "deploy"));
    proxy.server_sends(&links_required("1", elicitations))
}

#[test]
fn call_is_resent_when_link_is_finished() {
    let mut proxy = TestProxy::legacy();
    assert_eq!(call_needing_links(&mut proxy, &["e1"]), ["ask 1"]);
    assert_eq!(proxy.asker(1)["tool"], "deploy");
    assert_eq!(proxy.parsed(1).message, "Sign in");
    assert_eq!(proxy.answer(1, accept_link()), ["await 1 q"]);
    assert_eq!(proxy.server_sends(&complete("e1")), ["complete e1"]);
    assert_eq!(proxy.finish_link(1, DoneState::Done), [resent_call("~1")]);
    // Only the id is changed.
    assert_eq!(
        proxy.server_sends(r#"{ "result" : {"n":1.10, "content":[]} , "id" : "~1","x":null }"#),
        [r#"host: { "result" : {"n":1.10, "content":[]} , "id" : 1,"x":null }"#]
    );
    assert!(proxy.interceptor.next_tick().is_none());
    assert!(proxy.interceptor.calls.is_empty());
}

#[test]
fn links_form_one_group_and_all_must_be_finished() {
    let mut proxy = TestProxy::legacy();
    assert_eq!(
        call_needing_links(&mut proxy, &["e1", "e2", "e3"]),
        ["ask 1", "ask 2", "ask 3"]
    );
    let group = proxy.asker(1)["group"].clone();
    assert!(group.is_string());
    assert_eq!(proxy.asker(2)["group"], group);
    assert_eq!(proxy.asker(3)["group"], group);
    proxy.answer(2, accept_link());
    assert!(proxy.finish_link(2, DoneState::Done).is_empty());
    proxy.answer(1, accept_link());
    proxy.answer(3, accept_link());
    assert!(proxy.finish_link(3, DoneState::Done).is_empty());
    assert_eq!(proxy.finish_link(1, DoneState::Done), [resent_call("~1")]);
    proxy.host_sends(&call(2, "test"));
    proxy.server_sends(&links_required("2", &["e4"]));
    assert_ne!(proxy.asker(4)["group"], group);
}

#[test]
fn one_unopened_link_fails_call() {
    for (answer, text) in [
        (decline(), "The person declined to open e2.example.com"),
        (
            dismiss(),
            "The person cancelled the question about e2.example.com",
        ),
        (
            doorbell_cancels("Too many questions."),
            "The link to e2.example.com was not opened: Too many questions",
        ),
        (
            reject(),
            "Doorbell could not show a link (params.message is missing)",
        ),
    ] {
        let mut proxy = TestProxy::legacy();
        call_needing_links(&mut proxy, &["e1", "e2", "e3"]);
        proxy.answer(1, accept_link());
        assert_eq!(
            proxy.answer(2, answer),
            ["withdraw 1", "withdraw 3", &failed_call(text)]
        );
        // Later answers to the other links are ignored.
        assert!(proxy.finish_link(1, DoneState::Done).is_empty());
        assert!(proxy.answer(3, accept_link()).is_empty());
        assert!(proxy.interceptor.next_tick().is_none());
    }
}

#[test]
fn one_unfinished_link_fails_call() {
    for (state, text) in [
        (
            DoneState::Cancelled,
            "The person did not finish what e1.example.com asked",
        ),
        (
            DoneState::Expired,
            "Nobody confirmed that e1.example.com is finished",
        ),
        (
            DoneState::Unknown,
            "Doorbell no longer knows whether e1.example.com is finished",
        ),
    ] {
        let mut proxy = TestProxy::legacy();
        call_needing_links(&mut proxy, &["e1", "e2"]);
        proxy.answer(1, accept_link());
        assert_eq!(
            proxy.finish_link(1, state),
            ["withdraw 2", &failed_call(text)]
        );
    }
}

/// Only tool results can carry an error text to the model.
#[test]
fn non_tool_call_fails_with_other_error_code() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(r#"{"id":"a/\u0062","method":"resources/read","params":{"uri":"x"}}"#);
    proxy.server_sends(&links_required(r#""a/b""#, &["e1"]));
    assert_eq!(
        proxy.answer(1, decline()),
        [
            r#"host: {"jsonrpc":"2.0","id":"a/\u0062","error":{"code":-32000,"message":"The person declined to open e1.example.com; the call was not repeated."}}"#
        ]
    );
}

#[test]
fn call_fails_after_three_rounds() {
    let mut proxy = TestProxy::legacy();
    call_needing_links(&mut proxy, &["e1"]);
    for (round, name) in [(1, "~1"), (2, "~2"), (3, "~3")] {
        proxy.answer(round, accept_link());
        assert_eq!(
            proxy.finish_link(round, DoneState::Done),
            [resent_call(name)]
        );
        let line = proxy.server_sends(&links_required(&format!(r#""{name}""#), &["e1"]));
        match round {
            1 | 2 => assert_eq!(line, [format!("ask {}", round + 1)]),
            _ => assert_eq!(
                line,
                [failed_call(
                    "The server asked for links 3 times and still doesn't continue"
                )]
            ),
        }
    }
}

/// The server sees each id once, and the agent sees its own ids.
#[test]
fn resent_ids_are_unique() {
    let mut proxy = TestProxy::legacy();
    call_needing_links(&mut proxy, &["e1"]);
    proxy.answer(1, accept_link());
    proxy.finish_link(1, DoneState::Done);
    proxy.host_sends(&call(2, "deploy"));
    proxy.server_sends(&links_required("2", &["e2"]));
    proxy.answer(2, accept_link());
    assert_eq!(proxy.finish_link(2, DoneState::Done), [resent_call("~2")]);
    assert_eq!(
        proxy.server_sends(r#"{"id":"~2","error":{"code":1,"message":"x"}}"#),
        [r#"host: {"id":2,"error":{"code":1,"message":"x"}}"#]
    );
    assert_eq!(
        proxy.server_sends(r#"{"id":"~1","result":{}}"#),
        [r#"host: {"id":1,"result":{}}"#]
    );
}

#[test]
fn duplicate_response_is_dropped() {
    let mut proxy = TestProxy::legacy();
    let first = call_needing_links(&mut proxy, &["e1"]);
    assert_eq!(first, ["ask 1"]);
    assert!(proxy.server_sends(r#"{"id":1,"result":{}}"#).is_empty());
    proxy.answer(1, accept_link());
    proxy.finish_link(1, DoneState::Done);
    assert!(proxy.server_sends(r#"{"id":1,"result":{}}"#).is_empty());
    assert_eq!(
        proxy.server_sends(&links_required(r#""~1""#, &["e2"])),
        ["ask 2"]
    );
    assert!(proxy.server_sends(r#"{"id":"~1","result":{}}"#).is_empty());
    proxy.answer(2, accept_link());
    assert_eq!(proxy.finish_link(2, DoneState::Done), [resent_call("~2")]);
    proxy.server_sends(r#"{"id":"~2","result":{}}"#);
    assert!(proxy.server_sends(r#"{"id":"~2","result":{}}"#).is_empty());
}

#[test]
fn cancelled_call_withdraws_its_links() {
    let mut proxy = TestProxy::legacy();
    call_needing_links(&mut proxy, &["e1", "e2"]);
    proxy.answer(1, accept_link());
    // The server has already answered the call.
    assert_eq!(
        proxy.host_sends(&cancelled(1)),
        ["withdraw 1", "withdraw 2"]
    );
    assert!(proxy.finish_link(1, DoneState::Done).is_empty());
    assert!(proxy.answer(2, accept_link()).is_empty());
    assert!(proxy.interceptor.next_tick().is_none());
}

#[test]
fn reused_id_abandons_older_call() {
    let mut proxy = TestProxy::legacy();
    call_needing_links(&mut proxy, &["e1"]);
    let other = call(1, "test");
    assert_eq!(
        proxy.host_sends(&other),
        ["withdraw 1", &format!("server: {other}")]
    );
    assert!(proxy.answer(1, accept_link()).is_empty());
    let answer = r#"{"id":1,"result":{}}"#;
    assert_eq!(proxy.server_sends(answer), [format!("host: {answer}")]);
}

#[test]
fn resent_call_is_cancelled_under_new_id() {
    let mut proxy = TestProxy::legacy();
    call_needing_links(&mut proxy, &["e1"]);
    proxy.answer(1, accept_link());
    proxy.finish_link(1, DoneState::Done);
    assert_eq!(
        proxy.host_sends(
            r#"{"method":"notifications/cancelled","params":{ "requestId" : 1.0 ,"reason":"x"}}"#
        ),
        [
            r#"server: {"method":"notifications/cancelled","params":{ "requestId" : "~1" ,"reason":"x"}}"#
        ]
    );
    // A late response to the unknown id is dropped.
    assert!(proxy.server_sends(r#"{"id":"~1","result":{}}"#).is_empty());
}

#[test]
fn handed_back_links_are_forwarded_unchanged() {
    let mut proxy = TestProxy::capable();
    call_needing_links(&mut proxy, &["e1", "e2"]);
    assert_eq!(proxy.asker(1)["handBack"], true);
    let line = links_required("1", &["e1", "e2"]);
    proxy.answer(1, accept_link());
    assert_eq!(
        proxy.answer(2, hand_back()),
        ["withdraw 1", &format!("host: {line}")]
    );
    // Completions of its own links go to the agent.
    for elicitation in ["e1", "e2"] {
        let done = complete(elicitation);
        assert_eq!(proxy.server_sends(&done), [format!("host: {done}")]);
    }
    // The agent sends the call again itself.
    let retry = call(2, "deploy");
    assert_eq!(proxy.host_sends(&retry), [format!("server: {retry}")]);
}

#[test]
fn handed_back_links_of_later_round_have_agent_id() {
    let mut proxy = TestProxy::capable();
    call_needing_links(&mut proxy, &["e1"]);
    proxy.answer(1, accept_link());
    proxy.finish_link(1, DoneState::Done);
    proxy.server_sends(&links_required(r#""~1""#, &["e2"]));
    let line = links_required("1", &["e2"]);
    assert_eq!(proxy.answer(2, hand_back()), [format!("host: {line}")]);
}

#[test]
fn unavailable_doorbell_forwards_links_or_fails_call() {
    let mut proxy = TestProxy::capable();
    call_needing_links(&mut proxy, &["e1", "e2"]);
    let line = links_required("1", &["e1", "e2"]);
    assert_eq!(
        proxy.answer(1, Answer::Unavailable),
        ["report", "withdraw 2", &format!("host: {line}")]
    );
    assert!(proxy.answer(2, Answer::Unavailable).is_empty());

    let mut proxy = TestProxy::legacy();
    call_needing_links(&mut proxy, &["e1"]);
    let text = failed_call("Doorbell could not ask the person");
    assert_eq!(proxy.answer(1, Answer::Unavailable), ["report", &text]);
}

/// The server knows whether the person finished.
#[test]
fn opened_link_is_treated_as_finished_when_doorbell_is_lost() {
    let mut proxy = TestProxy::legacy();
    call_needing_links(&mut proxy, &["e1"]);
    proxy.answer(1, accept_link());
    assert_eq!(
        proxy.answer(1, Answer::Unavailable),
        ["report", &resent_call("~1")]
    );
}

#[test]
fn links_pass_when_doorbell_is_not_responsible() {
    let line = links_required("1", &["e1"]);
    // The agent opens links itself, and the policy is `Missing`.
    let missing = TestProxy::with(InterceptPolicy::Missing, Claims::default());
    let mut proxy = missing.initialised(r#"{"elicitation":{"url":{}}}"#);
    assert_eq!(
        call_needing_links(&mut proxy, &["e1"]),
        [format!("host: {line}")]
    );
    // The server was not told about the mode, because Doorbell was unreachable.
    let mut proxy = TestProxy::new();
    proxy.reachable = false;
    let mut proxy = proxy.initialised("{}");
    assert_eq!(
        call_needing_links(&mut proxy, &["e1"]),
        [format!("host: {line}")]
    );
    // The server was not told about the mode, because the agent has not initialised.
    let mut proxy = TestProxy::new();
    assert_eq!(
        call_needing_links(&mut proxy, &["e1"]),
        [format!("host: {line}")]
    );
}

#[test]
fn error_without_valid_links_passes() {
    let form = r#"{"message":"Who?","requestedSchema":{}}"#;
    let good = link("e1");
    for data in [
        "{}".to_owned(),
        "null".to_owned(),
        r#"{"elicitations":[]}"#.to_owned(),
        r#"{"elicitations":{}}"#.to_owned(),
        r#"{"elicitations":[1]}"#.to_owned(),
        format!(r#"{{"elicitations":[{good},{form}]}}"#),
        format!(r#"{{"elicitations":[{good},null]}}"#),
    ] {
        let mut proxy = TestProxy::legacy();
        proxy.host_sends(&call(1, "deploy"));
        let line =
            format!(r#"{{"id":1,"error":{{"code":-32042,"message":"Links","data":{data}}}}}"#);
        assert_eq!(proxy.server_sends(&line), [format!("host: {line}")]);
    }
    for error in [
        r#"{"code":-32043,"data":{"elicitations":[{"mode":"url"}]}}"#,
        r#"{"code":"-32042","data":{"elicitations":[{"mode":"url"}]}}"#,
        "-32042",
    ] {
        let mut proxy = TestProxy::legacy();
        proxy.host_sends(&call(1, "deploy"));
        let line = format!(r#"{{"id":1,"error":{error}}}"#);
        assert_eq!(proxy.server_sends(&line), [format!("host: {line}")]);
    }
}

/// The modern era has no such error, but the proxy handles it.
#[test]
fn modern_call_fails_with_modern_result() {
    let mut proxy = TestProxy::new();
    proxy.host_sends(&modern_call(1));
    assert_eq!(proxy.server_sends(&links_required("1", &["e1"])), ["ask 1"]);
    assert_eq!(
        proxy.answer(1, decline()),
        [
            r#"host: {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"The person declined to open e1.example.com; the call was not repeated."}],"isError":true,"resultType":"complete"}}"#
        ]
    );
}

#[test]
fn invalid_url_is_described_as_the_link() {
    let mut proxy = TestProxy::legacy();
    proxy.host_sends(&call(1, "deploy"));
    proxy.server_sends(r#"{"id":1,"error":{"code":-32042,"data":{"elicitations":[{"mode":"url","url":"nonsense"}]}}}"#);
    assert_eq!(
        proxy.answer(1, decline()),
        [failed_call("The person declined to open the link")]
    );
}
